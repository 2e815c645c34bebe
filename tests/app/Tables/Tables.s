; Made by `cargo xtask swift`; not to be edited.
; Swift version 6.0.3 (swift-6.0.3-RELEASE)
; sources 667894ae37dc49da
; text c9bac6af2d59a108
	.section	__TEXT,__text,regular,pure_instructions
	.p2align	2
_$s6Tables5PlaceV2eeoiySbAC_ACtFZ:
Lfunc_begin0:
	.file	1 "<compiler-generated>"
	.loc	1 0 0
	.cfi_startproc
	b	_$s6Tables5PlaceV2eeoiySbAC_ACtFZTf4nnd_n
Ltmp1:
Lfunc_end0:
	.cfi_endproc
	.p2align	2
_$s6Tables5PlaceV4hash4intoys6HasherVz_tF:
Lfunc_begin1:
	.file	2 "." "tests/app/Tables/Tables.swift"
	.loc	2 12 0
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	x20, x0
Ltmp2:
	.loc	1 0 0 is_stmt 0
	mov	x0, x1
	mov	x19, x2
	bl	_$ss6HasherV8_combineyySuF
Ltmp3:
	mov	x0, x19
	bl	_$ss6HasherV8_combineyySuF
Ltmp4:
	.loc	2 15 5 prologue_end epilogue_begin is_stmt 1
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp5:
Lfunc_end1:
	.cfi_endproc
	.p2align	2
_$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSi_SiTgm5:
Lfunc_begin2:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	x19, x0
Ltmp6:
	bl	_$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSi_SiTgm5Tf4g_n
	mov	x20, x0
Ltmp7:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp8:
	mov	x0, x20
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp9:
Lfunc_end2:
	.cfi_endproc
	.p2align	2
_$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfC6Tables5PlaceV_SaySiGTgm5:
Lfunc_begin3:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	x19, x0
Ltmp10:
	bl	_$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfC6Tables5PlaceV_SaySiGTgm5Tf4g_n
	mov	x20, x0
Ltmp11:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp12:
	mov	x0, x20
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp13:
Lfunc_end3:
	.cfi_endproc
	.p2align	2
_$s6Tables8SettingsC4loadyySiF:
Lfunc_begin4:
	.loc	2 22 0
	.cfi_startproc
	sub	sp, sp, #112
	stp	x29, x30, [sp, #16]
	stp	x28, x27, [sp, #32]
	stp	x26, x25, [sp, #48]
	stp	x24, x23, [sp, #64]
	stp	x22, x21, [sp, #80]
	stp	x20, x19, [sp, #96]
	add	x29, sp, #16
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
Ltmp14:
	.loc	2 23 20 prologue_end
	tbnz	x0, #63, LBB4_17
	.loc	2 0 20 is_stmt 0
	mov	x19, x0
Ltmp15:
	cbz	x0, LBB4_14
Ltmp16:
	mov	x21, x20
	mov	x25, xzr
	mov	x26, xzr
Lloh0:
	adrp	x28, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGE
Lloh1:
	add	x28, x28, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGEOFF
	b	LBB4_5
LBB4_3:
Ltmp17:
	ldr	x9, [x8, #56]
	str	x26, [x9, x24, lsl #3]
LBB4_4:
	ldr	x0, [x21, #16]
Ltmp18:
	.loc	2 23 0
	add	x26, x26, #1
Ltmp19:
	.loc	1 0 0
	str	x8, [x21, #16]
Ltmp20:
	bl	_$ss13swift_release6objectyBp_tF
Ltmp21:
	mov	w8, #7919
	cmp	x19, x26
	add	x25, x25, x8
	b.eq	LBB4_14
Ltmp22:
LBB4_5:
	.loc	2 23 49
	mov	x9, #195
Ltmp23:
	.loc	1 0 0
	ldr	x8, [x21, #16]
Ltmp24:
	.loc	2 23 49
	movk	x9, #22733, lsl #16
	movk	x9, #8898, lsl #32
	movk	x9, #33255, lsl #48
Ltmp25:
	.loc	1 0 0
	add	x8, x8, #8
Ltmp26:
	.loc	2 23 49
	smulh	x9, x25, x9
Ltmp27:
	.loc	1 0 0
	ldar	x27, [x8]
Ltmp28:
	.loc	2 23 49
	mov	w8, #1009
	add	x9, x9, x25
Ltmp29:
	.loc	1 0 0
	ldr	x20, [x21, #16]
Ltmp30:
	.loc	2 23 49
	asr	x10, x9, #9
Ltmp31:
	.loc	1 0 0
	str	x28, [x21, #16]
Ltmp32:
	.loc	2 23 49
	add	x9, x10, x9, lsr #63
Ltmp33:
	.loc	1 0 0
	str	x20, [sp, #8]
Ltmp34:
	.loc	2 23 49
	msub	x22, x9, x8, x25
Ltmp35:
	.loc	1 0 0
	mov	x0, x22
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSi_Tg5
	ldr	x8, [x20, #16]
	mvn	w9, w1
	and	x9, x9, #0x1
	mov	x24, x0
	adds	x0, x8, x9
	b.vs	LBB4_15
Ltmp36:
	ldr	x8, [x20, #24]
Ltmp37:
	mov	w23, w1
Ltmp38:
	cmp	x8, x0
	b.ge	LBB4_9
Ltmp39:
	cmp	x27, #1
Ltmp40:
	add	x20, sp, #8
Ltmp41:
	cset	w1, eq
Ltmp42:
	bl	_$ss17_NativeDictionaryV20_copyOrMoveAndResize8capacity12moveElementsySi_SbtFSi_SiTg5
Ltmp43:
	ldr	x20, [sp, #8]
	mov	x0, x22
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSi_Tg5
	and	w8, w1, #0x1
	and	w9, w23, #0x1
	cmp	w9, w8
	b.ne	LBB4_18
Ltmp44:
	mov	x24, x0
	ldr	x8, [sp, #8]
	tbnz	w23, #0, LBB4_3
	b	LBB4_11
LBB4_9:
Ltmp45:
	cmp	x27, #1
	b.ne	LBB4_13
Ltmp46:
	ldr	x8, [sp, #8]
	tbnz	w23, #0, LBB4_3
LBB4_11:
Ltmp47:
	lsr	x9, x24, #6
	mov	w11, #1
	lsl	x11, x11, x24
	ldr	x12, [x8, #48]
	add	x9, x8, x9, lsl #3
	ldr	x10, [x9, #64]
	orr	x10, x10, x11
	lsl	x11, x24, #3
	str	x10, [x9, #64]
	str	x22, [x12, x11]
	ldr	x9, [x8, #56]
	str	x26, [x9, x11]
	ldr	x9, [x8, #16]
	adds	x9, x9, #1
	b.vs	LBB4_16
	str	x9, [x8, #16]
	b	LBB4_4
Ltmp48:
LBB4_13:
	add	x20, sp, #8
	bl	_$ss17_NativeDictionaryV4copyyyFSi_SiTg5
Ltmp49:
	ldr	x8, [sp, #8]
	tbnz	w23, #0, LBB4_3
	b	LBB4_11
Ltmp50:
LBB4_14:
	.loc	2 24 5 epilogue_begin is_stmt 1
	ldp	x20, x19, [sp, #96]
	ldp	x22, x21, [sp, #80]
	ldp	x24, x23, [sp, #64]
	ldp	x26, x25, [sp, #48]
	ldp	x28, x27, [sp, #32]
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #112
	ret
LBB4_15:
Ltmp51:
	.loc	1 0 0 is_stmt 0
Ltmp52:
	brk	#0x1
Ltmp53:
LBB4_16:
Ltmp54:
	brk	#0x1
Ltmp55:
LBB4_17:
	.loc	2 23 20 is_stmt 1
Ltmp56:
	.loc	1 0 0 is_stmt 0
	brk	#0x1
Ltmp57:
LBB4_18:
	bl	_$ss17_assertionFailure__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtFTf4ddddd_n
	brk	#0x1
Ltmp58:
	.loh AdrpAdd	Lloh0, Lloh1
Lfunc_end4:
	.cfi_endproc
	.p2align	2
_$s6Tables8SettingsC5valueyS2iF:
Lfunc_begin5:
	.loc	2 27 0 is_stmt 1
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
Ltmp59:
	.loc	2 0 0 is_stmt 0
	ldr	x20, [x20, #16]
	mov	x19, x0
Ltmp60:
	ldr	x8, [x20, #16]
	cbz	x8, LBB5_3
	mov	x0, x19
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSi_Tg5
	tbz	w1, #0, LBB5_3
	ldr	x8, [x20, #56]
Ltmp61:
	.loc	2 27 66 prologue_end epilogue_begin is_stmt 1
	ldp	x20, x19, [sp, #16]
Ltmp62:
	.loc	1 0 0 is_stmt 0
	ldr	x0, [x8, x0, lsl #3]
Ltmp63:
	.loc	2 27 66
	ldp	x29, x30, [sp], #32
	ret
LBB5_3:
Ltmp64:
	.loc	1 0 0
	mov	x0, x19
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	b	_$s6Tables8SettingsC8fallbackyS2iFTf4nd_n
Ltmp65:
Lfunc_end5:
	.cfi_endproc
	.p2align	2
_$sSDyq_SgxcigSi_SiTg5:
Lfunc_begin6:
	.loc	1 0 0 is_stmt 1
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
Ltmp66:
	ldr	x8, [x1, #16]
	cbz	x8, LBB6_3
	mov	x20, x1
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSi_Tg5
	tbz	w1, #0, LBB6_3
	ldr	x8, [x20, #56]
	mov	w1, wzr
	ldr	x0, [x8, x0, lsl #3]
	b	LBB6_4
LBB6_3:
	mov	x0, xzr
	mov	w1, #1
LBB6_4:
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp67:
Lfunc_end6:
	.cfi_endproc
	.p2align	2
_$s6Tables8SettingsC8fallbackyS2iF:
Lfunc_begin7:
	.loc	1 0 0
	.cfi_startproc
	b	_$s6Tables8SettingsC8fallbackyS2iFTf4nd_n
Ltmp68:
Lfunc_end7:
	.cfi_endproc
	.p2align	2
_$s6Tables8SettingsC6looked5untilS2i_tF:
Lfunc_begin8:
	.loc	2 34 0
	.cfi_startproc
	stp	x29, x30, [sp, #-80]!
	stp	x26, x25, [sp, #16]
	stp	x24, x23, [sp, #32]
	stp	x22, x21, [sp, #48]
	stp	x20, x19, [sp, #64]
	mov	x29, sp
	.cfi_def_cfa w29, 80
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w30, -72
	.cfi_offset w29, -80
Ltmp69:
	.loc	2 35 21 prologue_end
	ldr	x20, [x20, #16]
	mov	w9, #1
	mov	x10, #-1
	mov	x21, x0
	mov	x19, xzr
	mov	x24, xzr
Ltmp70:
	.loc	1 0 0 is_stmt 0
	ldrb	w8, [x20, #32]
	mov	x22, x20
	lsl	x8, x9, x8
	ldr	x9, [x22, #64]!
	cmp	x8, #64
	lsl	x11, x10, x8
	add	x8, x8, #63
	csinv	x10, x10, x11, ge
	lsr	x23, x8, #6
	and	x25, x10, x9
Ltmp71:
LBB8_1:
	cbz	x25, LBB8_3
	rbit	x8, x25
	sub	x9, x25, #1
	clz	x8, x8
	and	x25, x9, x25
	orr	x8, x8, x24, lsl #6
Ltmp72:
	.loc	2 37 19 is_stmt 1
	adds	x19, x19, #1
	b.vc	LBB8_19
	b	LBB8_25
LBB8_3:
Ltmp73:
	.loc	1 0 0 is_stmt 0
	adds	x8, x24, #1
	b.vs	LBB8_26
	cmp	x8, x23
	b.ge	LBB8_20
	ldr	x9, [x22, x8, lsl #3]
	mov	x24, x8
	cbnz	x9, LBB8_18
	add	x24, x8, #1
	cmp	x24, x23
	b.ge	LBB8_20
	ldr	x9, [x22, x24, lsl #3]
	cbnz	x9, LBB8_18
	add	x24, x8, #2
	cmp	x24, x23
	b.ge	LBB8_20
	ldr	x9, [x22, x24, lsl #3]
	cbnz	x9, LBB8_18
	add	x24, x8, #3
	cmp	x24, x23
	b.ge	LBB8_20
	ldr	x9, [x22, x24, lsl #3]
	cbnz	x9, LBB8_18
	add	x8, x8, #4
	cmp	x8, x23
	b.ge	LBB8_20
	ldr	x9, [x22, x8, lsl #3]
	cbz	x9, LBB8_15
	mov	x24, x8
	b	LBB8_18
LBB8_15:
	adds	x24, x8, #1
	b.vs	LBB8_27
	cmp	x24, x23
	b.ge	LBB8_24
	ldr	x9, [x22, x24, lsl #3]
	add	x8, x8, #1
	cbz	x9, LBB8_15
LBB8_18:
	rbit	x8, x9
	sub	x10, x9, #1
	clz	x8, x8
	and	x25, x10, x9
	add	x8, x8, x24, lsl #6
Ltmp74:
	.loc	2 37 19
	adds	x19, x19, #1
	b.vs	LBB8_25
LBB8_19:
Ltmp75:
	.loc	1 0 0
	ldp	x10, x9, [x20, #48]
	lsl	x8, x8, #3
Ltmp76:
	mov	x2, x21
Ltmp77:
	ldr	x1, [x9, x8]
	ldr	x0, [x10, x8]
Ltmp78:
	bl	_$s6Tables8SettingsC8isWantedySbSi_S2itFTf4nnnd_n
Ltmp79:
	.loc	2 38 16 is_stmt 1
	tbz	w0, #0, LBB8_1
LBB8_20:
Ltmp80:
	.loc	1 0 0 is_stmt 0
	ldr	x8, [x20, #8]
	cmn	x8, #1
	b.eq	LBB8_23
	add	x8, x20, #8
LBB8_22:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB8_22
Ltmp81:
LBB8_23:
	mov	x0, x20
	bl	_$ss13swift_release6objectyBp_tF
Ltmp82:
	.loc	2 40 9 is_stmt 1
	mov	x0, x19
	.loc	2 40 9 epilogue_begin is_stmt 0
	ldp	x20, x19, [sp, #64]
	ldp	x22, x21, [sp, #48]
	ldp	x24, x23, [sp, #32]
	ldp	x26, x25, [sp, #16]
	ldp	x29, x30, [sp], #80
	ret
LBB8_24:
Ltmp83:
	.loc	1 0 0
	cbnz	x20, LBB8_20
	b	LBB8_23
Ltmp84:
LBB8_25:
	.loc	2 37 19 is_stmt 1
Ltmp85:
	.loc	1 0 0 is_stmt 0
	brk	#0x1
Ltmp86:
LBB8_26:
Ltmp87:
	brk	#0x1
Ltmp88:
LBB8_27:
Ltmp89:
	brk	#0x1
Ltmp90:
Lfunc_end8:
	.cfi_endproc
	.p2align	2
_$s6Tables8SettingsC8isWantedySbSi_S2itF:
Lfunc_begin9:
	.loc	1 0 0 is_stmt 1
	.cfi_startproc
	b	_$s6Tables8SettingsC8isWantedySbSi_S2itFTf4nnnd_n
Ltmp91:
Lfunc_end9:
	.cfi_endproc
	.p2align	2
_$s6Tables8SettingsCfD:
Lfunc_begin10:
	.loc	2 18 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp92:
	.loc	1 0 0 is_stmt 0
	ldr	x0, [x20, #16]
Ltmp93:
	bl	_$ss13swift_release6objectyBp_tF
Ltmp94:
	ldr	x8, [x20, #8]
	tbnz	x8, #63, LBB10_2
	mov	x0, x20
	ldp	x29, x30, [sp], #16
	b	_free
Ltmp95:
LBB10_2:
	ldp	x29, x30, [sp], #16
	ret
Ltmp96:
Lfunc_end10:
	.cfi_endproc
	.p2align	2
_$s6Tables5stockySDyAA5PlaceVSaySiGGSiF:
Lfunc_begin11:
	.loc	2 48 0 is_stmt 1
	.cfi_startproc
	sub	sp, sp, #128
	stp	x29, x30, [sp, #32]
	stp	x28, x27, [sp, #48]
	stp	x26, x25, [sp, #64]
	stp	x24, x23, [sp, #80]
	stp	x22, x21, [sp, #96]
	stp	x20, x19, [sp, #112]
	add	x29, sp, #32
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	mov	x19, x0
Ltmp97:
	.loc	1 0 0 is_stmt 0
Lloh2:
	adrp	x0, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGE
Lloh3:
	add	x0, x0, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGEOFF
	bl	_$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfC6Tables5PlaceV_SaySiGTgm5Tf4g_n
Ltmp98:
	.loc	2 50 18 prologue_end is_stmt 1
	tbnz	x19, #63, LBB11_29
	.loc	2 0 0 is_stmt 0
	mov	x20, x0
Ltmp99:
	cbz	x19, LBB11_25
Ltmp100:
	mov	x21, xzr
	mov	x0, xzr
Lloh4:
	adrp	x23, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGE
Lloh5:
	add	x23, x23, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGEOFF
Lloh6:
	adrp	x22, _$sSaySiGIgo_AAIegr_TR46$s6Tables5stockySDyAA5PlaceVSaySiGGSiFAEyXEfu_Tf3npf_n@PAGE
Lloh7:
	add	x22, x22, _$sSaySiGIgo_AAIegr_TR46$s6Tables5stockySDyAA5PlaceVSaySiGGSiFAEyXEfu_Tf3npf_n@PAGEOFF
LBB11_3:
	mov	x8, #9363
	mov	w10, #11
	movk	x8, #37449, lsl #16
	mov	x1, xzr
	movk	x8, #18724, lsl #32
	movk	x8, #9362, lsl #48
	umulh	x8, x21, x8
	sub	x9, x21, x8
	add	x8, x8, x9, lsr #1
	mov	x9, #35747
	movk	x9, #47662, lsl #16
	lsr	x8, x8, #2
	movk	x9, #41704, lsl #32
	movk	x9, #11915, lsl #48
	sub	x8, x8, x8, lsl #3
	add	x8, x21, x8
	umulh	x9, x21, x9
	lsr	x9, x9, #1
	fmov	d0, x8
	msub	x26, x9, x10, x21
	mov.d	v0[1], x26
	str	q0, [sp]
	bl	_$sxRi_zRi0_zlySaySiGIsegr_SgWOe
Ltmp101:
	add	x8, x20, #8
Ltmp102:
	mov	x1, x26
Ltmp103:
	ldar	x28, [x8]
Ltmp104:
	stur	x20, [x29, #-8]
	ldr	q0, [sp]
Ltmp105:
	fmov	x27, d0
	mov	x0, x27
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlF6Tables5PlaceV_Tg5
	ldr	x8, [x20, #16]
	mvn	w9, w1
	and	x9, x9, #0x1
	mov	x24, x0
	adds	x0, x8, x9
	b.vs	LBB11_27
Ltmp106:
	ldr	x8, [x20, #24]
Ltmp107:
	mov	w25, w1
Ltmp108:
	cmp	x8, x0
	b.ge	LBB11_7
Ltmp109:
	cmp	x28, #1
Ltmp110:
	sub	x20, x29, #8
Ltmp111:
	cset	w1, eq
Ltmp112:
	bl	_$ss17_NativeDictionaryV20_copyOrMoveAndResize8capacity12moveElementsySi_SbtF6Tables5PlaceV_SaySiGTg5
Ltmp113:
	ldur	x20, [x29, #-8]
	mov	x0, x27
	mov	x1, x26
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlF6Tables5PlaceV_Tg5
	and	w8, w1, #0x1
	and	w9, w25, #0x1
	cmp	w9, w8
	b.ne	LBB11_30
	mov	x24, x0
	b	LBB11_8
LBB11_7:
Ltmp114:
	cmp	x28, #1
	b.ne	LBB11_24
Ltmp115:
LBB11_8:
	mov	x0, x23
	bl	_$ss13swift_release6objectyBp_tF
Ltmp116:
	tbz	w25, #0, LBB11_13
Ltmp117:
	cbz	x20, LBB11_19
	ldr	x8, [x20, #8]
	cmn	x8, #1
	b.eq	LBB11_19
	add	x8, x20, #8
LBB11_12:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB11_12
	b	LBB11_19
Ltmp118:
LBB11_13:
	cbz	x20, LBB11_17
	ldr	x8, [x20, #8]
	cmn	x8, #1
	b.eq	LBB11_17
	add	x8, x20, #8
LBB11_16:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB11_16
Ltmp119:
LBB11_17:
	lsr	x8, x24, #6
	mov	w10, #1
	lsl	x10, x10, x24
	ldr	q0, [sp]
	add	x8, x20, x8, lsl #3
	ldr	x9, [x8, #64]
	orr	x9, x9, x10
	ldr	x10, [x20, #48]
	str	x9, [x8, #64]
Lloh8:
	adrp	x9, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGE
Lloh9:
	add	x9, x9, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGEOFF
	str	q0, [x10, x24, lsl #4]
	ldr	x8, [x20, #56]
	str	x9, [x8, x24, lsl #3]
	ldr	x8, [x20, #16]
	adds	x8, x8, #1
	b.vs	LBB11_28
	str	x8, [x20, #16]
Ltmp120:
LBB11_19:
	mov	x0, x20
Ltmp121:
	ldr	x26, [x20, #56]
Ltmp122:
	bl	_$ss13swift_release6objectyBp_tF
Ltmp123:
	lsl	x8, x24, #3
Ltmp124:
	ldr	x3, [x26, x8]
Ltmp125:
	add	x9, x3, #8
	ldar	x9, [x9]
Ltmp126:
	str	x3, [x26, x8]
	cmp	x9, #1
	b.eq	LBB11_21
Ltmp127:
	ldr	x8, [x3, #16]
Ltmp128:
	mov	w0, wzr
	mov	w2, #1
	add	x1, x8, #1
	bl	_$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFSi_Tg5
	mov	x3, x0
	str	x0, [x26, x24, lsl #3]
Ltmp129:
LBB11_21:
	ldp	x27, x8, [x3, #16]
Ltmp130:
	add	x25, x27, #1
	cmp	x27, x8, lsr #1
	b.hs	LBB11_23
Ltmp131:
LBB11_22:
	add	x8, x3, x27, lsl #3
Ltmp132:
	add	x9, x21, #1
	mov	x0, x22
Ltmp133:
	cmp	x9, x19
Ltmp134:
	str	x25, [x3, #16]
	str	x21, [x8, #32]
	mov	x21, x9
Ltmp135:
	b.ne	LBB11_3
	b	LBB11_26
Ltmp136:
LBB11_23:
	cmp	x8, #1
Ltmp137:
	mov	x1, x25
Ltmp138:
	cset	w0, hi
Ltmp139:
	mov	w2, #1
	bl	_$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFSi_Tg5
	mov	x3, x0
	str	x0, [x26, x24, lsl #3]
	b	LBB11_22
Ltmp140:
LBB11_24:
	sub	x20, x29, #8
	bl	_$ss17_NativeDictionaryV4copyyyF6Tables5PlaceV_SaySiGTg5
Ltmp141:
	ldur	x20, [x29, #-8]
	b	LBB11_8
LBB11_25:
	mov	x22, xzr
LBB11_26:
	mov	x0, x22
	mov	x1, xzr
	bl	_$sxRi_zRi0_zlySaySiGIsegr_SgWOe
	.loc	2 51 5 is_stmt 1
	mov	x0, x20
	.loc	2 51 5 epilogue_begin is_stmt 0
	ldp	x20, x19, [sp, #112]
	ldp	x22, x21, [sp, #96]
	ldp	x24, x23, [sp, #80]
	ldp	x26, x25, [sp, #64]
	ldp	x28, x27, [sp, #48]
	ldp	x29, x30, [sp, #32]
	add	sp, sp, #128
	ret
LBB11_27:
Ltmp142:
	.loc	1 0 0
Ltmp143:
	brk	#0x1
Ltmp144:
LBB11_28:
Ltmp145:
	brk	#0x1
Ltmp146:
LBB11_29:
	.loc	2 50 18 is_stmt 1
Ltmp147:
	.loc	1 0 0 is_stmt 0
	brk	#0x1
Ltmp148:
LBB11_30:
	bl	_$ss17_assertionFailure__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtFTf4ddddd_n
	brk	#0x1
Ltmp149:
	.loh AdrpAdd	Lloh2, Lloh3
	.loh AdrpAdd	Lloh6, Lloh7
	.loh AdrpAdd	Lloh4, Lloh5
	.loh AdrpAdd	Lloh8, Lloh9
Lfunc_end11:
	.cfi_endproc
	.p2align	2
_$s6Tables5stockySDyAA5PlaceVSaySiGGSiFAEyXEfu_:
Lfunc_begin12:
	.loc	1 0 0 is_stmt 1
	.cfi_startproc
Lloh10:
	adrp	x0, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGE
Lloh11:
	add	x0, x0, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGEOFF
	ret
Ltmp150:
	.loh AdrpAdd	Lloh10, Lloh11
Lfunc_end12:
	.cfi_endproc
	.p2align	2
_$sSaySiGIgo_AAIegr_TR46$s6Tables5stockySDyAA5PlaceVSaySiGGSiFAEyXEfu_Tf3npf_n:
Lfunc_begin13:
	.loc	1 0 0
	.cfi_startproc
Lloh12:
	adrp	x9, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGE
Lloh13:
	add	x9, x9, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGEOFF
	str	x9, [x8]
	ret
Ltmp151:
	.loh AdrpAdd	Lloh12, Lloh13
Lfunc_end13:
	.cfi_endproc
	.p2align	2
_$sSaySiGIgo_AAIegr_TR:
Lfunc_begin14:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
Ltmp152:
	mov	x20, x1
	mov	x19, x8
	blr	x0
	str	x0, [x19]
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp153:
Lfunc_end14:
	.cfi_endproc
	.p2align	2
_$s6Tables5priceySiSaySiGF:
Lfunc_begin15:
	.loc	2 55 0
	.cfi_startproc
	stp	x29, x30, [sp, #-48]!
	stp	x22, x21, [sp, #16]
	stp	x20, x19, [sp, #32]
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
Ltmp154:
	.loc	1 0 0 is_stmt 0
	ldr	x20, [x0, #16]
Ltmp155:
	cbz	x20, LBB15_3
	mov	x19, xzr
	add	x21, x0, #32
LBB15_2:
Ltmp156:
	ldr	x0, [x21], #8
Ltmp157:
	.loc	2 55 61 prologue_end is_stmt 1
	bl	_$s6Tables6rebateyS2iF
Ltmp158:
	.loc	1 0 0 is_stmt 0
	subs	x20, x20, #1
Ltmp159:
	.loc	2 55 58
	add	x19, x0, x19
Ltmp160:
	.loc	1 0 0
	b.ne	LBB15_2
	b	LBB15_4
Ltmp161:
LBB15_3:
	mov	x19, xzr
LBB15_4:
	.loc	2 55 74
	mov	x0, x19
	.loc	2 55 74 epilogue_begin
	ldp	x20, x19, [sp, #32]
	ldp	x22, x21, [sp, #16]
	ldp	x29, x30, [sp], #48
	ret
Ltmp162:
Lfunc_end15:
	.cfi_endproc
	.p2align	2
_$s6Tables5priceySiSaySiGFS2i_SitXEfU_:
Lfunc_begin16:
	.loc	2 55 0 is_stmt 1
	.cfi_startproc
	stp	x29, x30, [sp, #-48]!
	str	x22, [sp, #16]
	stp	x20, x19, [sp, #32]
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w22, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	mov	x20, x8
Ltmp163:
	.file	3 "<stdin>"
	.loc	3 0 0 is_stmt 0
	ldr	x8, [x1]
	ldr	x22, [x0]
	mov	x19, x21
	.loc	2 55 61 prologue_end is_stmt 1
	mov	x0, x8
	bl	_$s6Tables6rebateyS2iF
	.loc	2 55 58 is_stmt 0
	add	x8, x0, x22
	.loc	2 55 72
	mov	x21, x19
	.loc	2 55 72 epilogue_begin
	ldr	x22, [sp, #16]
	.loc	2 55 58
	str	x8, [x20]
	.loc	2 55 72
	ldp	x20, x19, [sp, #32]
	ldp	x29, x30, [sp], #48
	ret
Ltmp164:
Lfunc_end16:
	.cfi_endproc
	.p2align	2
_$s6Tables6rebateyS2iF:
Lfunc_begin17:
	.loc	2 58 0 is_stmt 1
	.cfi_startproc
	mov	x8, #-3689348814741910324
	mov	x9, #-7378697629483820647
	movk	x8, #52429
	movk	x9, #6553, lsl #48
Ltmp165:
	.loc	2 58 44 prologue_end
	cmp	x0, #0
	mov	x10, #3689348814741910323
	madd	x8, x0, x8, x9
	cinc	x9, x0, lt
	asr	x9, x9, #1
	cmp	x8, x10
	csel	x0, x9, x0, lo
	.loc	2 58 67 is_stmt 0
	ret
Ltmp166:
Lfunc_end17:
	.cfi_endproc
	.p2align	2
_$s6Tables4seenyShySiGSiF:
Lfunc_begin18:
	.loc	2 61 0 is_stmt 1
	.cfi_startproc
	sub	sp, sp, #112
	stp	x29, x30, [sp, #16]
	stp	x28, x27, [sp, #32]
	stp	x26, x25, [sp, #48]
	stp	x24, x23, [sp, #64]
	stp	x22, x21, [sp, #80]
	stp	x20, x19, [sp, #96]
	add	x29, sp, #16
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
Ltmp167:
	.loc	2 63 16 prologue_end
	tbnz	x0, #63, LBB18_14
	.loc	2 0 16 is_stmt 0
	mov	x19, x0
Ltmp168:
	cbz	x0, LBB18_12
Ltmp169:
	mov	x24, #9187483429707480960
Lloh14:
	adrp	x21, _$ss23_swiftEmptySetSingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS3itvp@PAGE
Lloh15:
	add	x21, x21, _$ss23_swiftEmptySetSingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS3itvp@PAGEOFF
	mov	x26, xzr
	movk	x24, #32641
	mov	x25, #-1
	mov	x20, x21
	b	LBB18_4
LBB18_3:
Ltmp170:
	add	x8, x20, #8
Ltmp171:
	mov	x0, x23
Ltmp172:
	ldar	x8, [x8]
Ltmp173:
	str	x20, [sp, #8]
	add	x20, sp, #8
Ltmp174:
	cmp	x8, #1
	cset	w2, eq
Ltmp175:
	bl	_$ss10_NativeSetV9insertNew_2at8isUniqueyxn_s10_HashTableV6BucketVSbtFSi_Tg5
Ltmp176:
	mov	x0, x21
Ltmp177:
	ldr	x20, [sp, #8]
Ltmp178:
	bl	_$ss13swift_release6objectyBp_tF
Ltmp179:
	.loc	2 63 70
	mov	x0, x22
	bl	_$s6Tables4noteyySiF
Ltmp180:
	.loc	1 0 0
	cmp	x26, x19
	b.eq	LBB18_13
LBB18_4:
	mov	x27, x26
	add	x28, x20, #56
	mov	x22, x26
LBB18_5:
Ltmp181:
	tbnz	x27, #63, LBB18_15
	cmp	x22, x19
	b.ge	LBB18_15
Ltmp182:
	.loc	2 63 46
	mul	x8, x22, x22
Ltmp183:
	.loc	1 0 0
	ldr	x0, [x20, #40]
Ltmp184:
	add	x26, x22, #1
Ltmp185:
	.loc	2 63 52
	smulh	x9, x8, x24
	asr	x10, x9, #7
	add	x9, x10, x9, lsr #63
	add	x9, x9, x9, lsl #8
	sub	x23, x8, x9
Ltmp186:
	.loc	1 0 0
	mov	x1, x23
	bl	_$ss6HasherV5_hash4seed_S2i_s6UInt64VtFZTf4nnd_n
Ltmp187:
	ldrb	w8, [x20, #32]
	lsl	x8, x25, x8
	bic	x1, x0, x8
	lsr	x9, x1, #3
	and	x9, x9, #0xffffffffffffff8
	ldr	x9, [x28, x9]
	lsr	x9, x9, x1
	tbz	w9, #0, LBB18_3
	mvn	x8, x8
	ldr	x9, [x20, #48]
LBB18_9:
	ldr	x10, [x9, x1, lsl #3]
	cmp	x10, x23
	b.eq	LBB18_11
	add	x10, x1, #1
	and	x1, x10, x8
	lsr	x10, x1, #3
	and	x10, x10, #0xffffffffffffff8
	ldr	x10, [x28, x10]
	lsr	x10, x10, x1
	tbnz	w10, #0, LBB18_9
	b	LBB18_3
Ltmp188:
LBB18_11:
	mov	x22, x26
Ltmp189:
	cmp	x26, x19
	b.ne	LBB18_5
	b	LBB18_13
Ltmp190:
LBB18_12:
Lloh16:
	adrp	x20, _$ss23_swiftEmptySetSingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS3itvp@PAGE
Lloh17:
	add	x20, x20, _$ss23_swiftEmptySetSingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS3itvp@PAGEOFF
LBB18_13:
	.loc	2 64 5 is_stmt 1
	mov	x0, x20
	.loc	2 64 5 epilogue_begin is_stmt 0
	ldp	x20, x19, [sp, #96]
	ldp	x22, x21, [sp, #80]
	ldp	x24, x23, [sp, #64]
	ldp	x26, x25, [sp, #48]
	ldp	x28, x27, [sp, #32]
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #112
	ret
LBB18_14:
	.loc	2 63 16 is_stmt 1
Ltmp191:
	.loc	1 0 0 is_stmt 0
	brk	#0x1
Ltmp192:
LBB18_15:
	bl	_$ss18_fatalErrorMessage__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtFTf4ddddd_n
	brk	#0x1
Ltmp193:
	.loh AdrpAdd	Lloh14, Lloh15
	.loh AdrpAdd	Lloh16, Lloh17
Lfunc_end18:
	.cfi_endproc
	.p2align	2
_$s6Tables4noteyySiF:
Lfunc_begin19:
	.cfi_startproc
	.loc	2 70 30 prologue_end is_stmt 1
	adrp	x8, _$s6Tables5notesSivp@PAGE
	ldr	x9, [x8, _$s6Tables5notesSivp@PAGEOFF]
	add	x9, x9, x0
	str	x9, [x8, _$s6Tables5notesSivp@PAGEOFF]
	.loc	2 70 37 is_stmt 0
	ret
Ltmp194:
Lfunc_end19:
	.cfi_endproc
	.p2align	2
_$s6Tables5first2of5aboveSbShySiG_SitF:
Lfunc_begin20:
	.loc	2 74 0 is_stmt 1
	.cfi_startproc
	stp	x29, x30, [sp, #-64]!
	stp	x24, x23, [sp, #16]
	stp	x22, x21, [sp, #32]
	stp	x20, x19, [sp, #48]
	mov	x29, sp
	.cfi_def_cfa w29, 64
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w30, -56
	.cfi_offset w29, -64
Ltmp195:
	.loc	1 0 0 is_stmt 0
	mov	x21, x0
	mov	w10, #1
	mov	x20, x1
	mov	x19, x0
	mov	x23, xzr
	ldr	x8, [x21, #56]!
	ldurb	w9, [x21, #-24]
	lsl	x9, x10, x9
	mov	x10, #-1
	cmp	x9, #64
	lsl	x11, x10, x9
	add	x9, x9, #63
	csinv	x10, x10, x11, ge
	lsr	x22, x9, #6
	and	x24, x10, x8
	b	LBB20_3
LBB20_1:
	rbit	x8, x24
	sub	x9, x24, #1
	clz	x8, x8
	and	x24, x9, x24
	orr	x8, x8, x23, lsl #6
LBB20_2:
	ldr	x9, [x19, #48]
Ltmp196:
	.loc	2 74 73 prologue_end is_stmt 1
	mov	x1, x20
Ltmp197:
	.loc	1 0 0 is_stmt 0
	ldr	x0, [x9, x8, lsl #3]
Ltmp198:
	.loc	2 74 73
	bl	_$s6Tables7isAboveySbSi_SitF
Ltmp199:
	.loc	1 0 0
	tbnz	w0, #0, LBB20_22
LBB20_3:
	cbnz	x24, LBB20_1
	adds	x8, x23, #1
	b.vs	LBB20_29
	cmp	x8, x22
	b.ge	LBB20_23
	ldr	x9, [x21, x8, lsl #3]
	mov	x23, x8
	cbnz	x9, LBB20_21
	add	x23, x8, #1
	cmp	x23, x22
	b.ge	LBB20_23
	ldr	x9, [x21, x23, lsl #3]
	cbnz	x9, LBB20_21
	add	x23, x8, #2
	cmp	x23, x22
	b.ge	LBB20_23
	ldr	x9, [x21, x23, lsl #3]
	cbnz	x9, LBB20_21
	add	x23, x8, #3
	cmp	x23, x22
	b.ge	LBB20_23
	ldr	x9, [x21, x23, lsl #3]
	cbnz	x9, LBB20_21
	add	x23, x8, #4
	cmp	x23, x22
	b.ge	LBB20_23
	ldr	x9, [x21, x23, lsl #3]
	cbnz	x9, LBB20_21
	add	x8, x8, #5
	cmp	x8, x22
	b.ge	LBB20_23
	ldr	x9, [x21, x8, lsl #3]
	cbz	x9, LBB20_18
	mov	x23, x8
	b	LBB20_21
LBB20_18:
	adds	x23, x8, #1
	b.vs	LBB20_30
	cmp	x23, x22
	b.ge	LBB20_28
	ldr	x9, [x21, x23, lsl #3]
	add	x8, x8, #1
	cbz	x9, LBB20_18
LBB20_21:
	rbit	x8, x9
	sub	x10, x9, #1
	clz	x8, x8
	and	x24, x10, x9
	add	x8, x8, x23, lsl #6
	b	LBB20_2
Ltmp200:
LBB20_22:
	mov	w20, #1
	b	LBB20_24
LBB20_23:
	mov	w20, wzr
LBB20_24:
Ltmp201:
	ldr	x8, [x19, #8]
	cmn	x8, #1
	b.eq	LBB20_27
	add	x8, x19, #8
LBB20_26:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB20_26
Ltmp202:
LBB20_27:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp203:
	.loc	2 74 94
	mov	w0, w20
	.loc	2 74 94 epilogue_begin
	ldp	x20, x19, [sp, #48]
	ldp	x22, x21, [sp, #32]
	ldp	x24, x23, [sp, #16]
	ldp	x29, x30, [sp], #64
	ret
LBB20_28:
	.loc	2 0 94
	mov	w20, wzr
Ltmp204:
	cbnz	x19, LBB20_24
	b	LBB20_27
Ltmp205:
LBB20_29:
Ltmp206:
	brk	#0x1
Ltmp207:
LBB20_30:
Ltmp208:
	brk	#0x1
Ltmp209:
Lfunc_end20:
	.cfi_endproc
	.p2align	2
_$s6Tables5first2of5aboveSbShySiG_SitFSbSiXEfU_:
Lfunc_begin21:
	.loc	2 74 0 is_stmt 1
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	str	x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
Ltmp210:
	.loc	3 0 0 is_stmt 0
	ldr	x0, [x0]
	mov	x19, x21
	.loc	2 74 73 prologue_end is_stmt 1
	bl	_$s6Tables7isAboveySbSi_SitF
	.loc	2 74 92 is_stmt 0
	mov	x21, x19
	.loc	2 74 92 epilogue_begin
	ldr	x19, [sp, #16]
	and	w0, w0, #0x1
	ldp	x29, x30, [sp], #32
	ret
Ltmp211:
Lfunc_end21:
	.cfi_endproc
	.p2align	2
_$s6Tables7isAboveySbSi_SitF:
Lfunc_begin22:
	.cfi_startproc
	.loc	2 77 60 prologue_end is_stmt 1
	cmp	x1, x0
	cset	w0, lt
	.loc	2 77 68 is_stmt 0
	ret
Ltmp212:
Lfunc_end22:
	.cfi_endproc
	.p2align	2
_$sSTsE8contains5whereS2b7ElementQzKXE_tKFShySiG_Tg5:
Lfunc_begin23:
	.loc	1 0 0 is_stmt 1
	.cfi_startproc
	sub	sp, sp, #96
	stp	x29, x30, [sp, #16]
	stp	x27, x26, [sp, #32]
	stp	x25, x24, [sp, #48]
	stp	x23, x22, [sp, #64]
	stp	x20, x19, [sp, #80]
	add	x29, sp, #16
	.cfi_def_cfa w29, 80
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w22, -24
	.cfi_offset w23, -32
	.cfi_offset w24, -40
	.cfi_offset w25, -48
	.cfi_offset w26, -56
	.cfi_offset w27, -64
	.cfi_offset w30, -72
	.cfi_offset w29, -80
Ltmp213:
	mov	x24, x2
	mov	w10, #1
	mov	x19, x21
	mov	x22, x2
	mov	x20, x1
	mov	x23, x0
	ldr	x9, [x24, #56]!
	ldurb	w8, [x24, #-24]
Ltmp214:
	ldur	x12, [x24, #-48]
Ltmp215:
	lsl	x8, x10, x8
	mov	x10, #-1
	cmp	x8, #64
	lsl	x11, x10, x8
	csinv	x10, x10, x11, ge
Ltmp216:
	cmn	x12, #1
Ltmp217:
	and	x27, x10, x9
Ltmp218:
	b.eq	LBB23_3
	sub	x9, x24, #48
LBB23_2:
	ldxr	x10, [x9]
	add	x10, x10, #1
	stxr	w11, x10, [x9]
	cbnz	w11, LBB23_2
Ltmp219:
LBB23_3:
	add	x8, x8, #63
	mov	x26, xzr
	lsr	x25, x8, #6
LBB23_4:
	cbz	x27, LBB23_6
	rbit	x8, x27
	sub	x9, x27, #1
	clz	x8, x8
	and	x27, x9, x27
	orr	x8, x8, x26, lsl #6
	b	LBB23_21
LBB23_6:
	adds	x26, x26, #1
	b.vs	LBB23_30
	cmp	x26, x25
	b.ge	LBB23_28
	ldr	x8, [x24, x26, lsl #3]
	cbnz	x8, LBB23_20
	add	x9, x26, #1
	cmp	x9, x25
	b.ge	LBB23_28
	ldr	x8, [x24, x9, lsl #3]
	cbnz	x8, LBB23_19
	add	x9, x26, #2
	cmp	x9, x25
	b.ge	LBB23_28
	ldr	x8, [x24, x9, lsl #3]
	cbnz	x8, LBB23_19
	add	x9, x26, #3
	cmp	x9, x25
	b.ge	LBB23_28
	ldr	x8, [x24, x9, lsl #3]
	cbnz	x8, LBB23_19
	add	x9, x26, #4
	cmp	x9, x25
	b.ge	LBB23_28
	ldr	x8, [x24, x9, lsl #3]
	cbnz	x8, LBB23_19
	add	x9, x26, #5
	cmp	x9, x25
	b.ge	LBB23_28
	ldr	x8, [x24, x9, lsl #3]
	cbz	x8, LBB23_23
LBB23_19:
	mov	x26, x9
LBB23_20:
	rbit	x9, x8
	sub	x10, x8, #1
	clz	x9, x9
	and	x27, x10, x8
	add	x8, x9, x26, lsl #6
LBB23_21:
	ldr	x9, [x22, #48]
	add	x0, sp, #8
	mov	x21, x19
	ldr	x8, [x9, x8, lsl #3]
	str	x8, [sp, #8]
	blr	x23
	mov	x19, x21
	cbnz	x21, LBB23_26
	tbz	w0, #0, LBB23_4
	b	LBB23_27
LBB23_23:
	adds	x26, x9, #1
	b.vs	LBB23_31
	cmp	x26, x25
	b.ge	LBB23_28
	ldr	x8, [x24, x26, lsl #3]
	add	x9, x9, #1
	cbz	x8, LBB23_23
	b	LBB23_20
LBB23_26:
Ltmp220:
	mov	x0, x22
	bl	_$ss13swift_release6objectyBp_tF
	b	LBB23_29
Ltmp221:
LBB23_27:
	mov	x0, x22
	bl	_$ss13swift_release6objectyBp_tF
	mov	w8, #1
	b	LBB23_29
Ltmp222:
LBB23_28:
	mov	x0, x22
	bl	_$ss13swift_release6objectyBp_tF
	mov	w8, wzr
Ltmp223:
LBB23_29:
	mov	x21, x19
	and	w0, w8, #0x1
	ldp	x20, x19, [sp, #80]
	ldp	x23, x22, [sp, #64]
	ldp	x25, x24, [sp, #48]
	ldp	x27, x26, [sp, #32]
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #96
	ret
LBB23_30:
Ltmp224:
	brk	#0x1
Ltmp225:
LBB23_31:
Ltmp226:
	brk	#0x1
Ltmp227:
Lfunc_end23:
	.cfi_endproc
	.p2align	2
_$s6Tables6mergedySDyS2iGAC_ACtF:
Lfunc_begin24:
	.loc	2 80 0
	.cfi_startproc
	sub	sp, sp, #112
	stp	x29, x30, [sp, #16]
	stp	x28, x27, [sp, #32]
	stp	x26, x25, [sp, #48]
	stp	x24, x23, [sp, #64]
	stp	x22, x21, [sp, #80]
	stp	x20, x19, [sp, #96]
	add	x29, sp, #16
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
Ltmp228:
	.loc	1 0 0 is_stmt 0
	mov	x8, x1
	mov	w10, #1
	mov	x19, x1
	mov	x20, x0
	ldr	x9, [x8, #64]!
	str	x8, [sp]
	ldurb	w8, [x8, #-32]
	lsl	x8, x10, x8
	mov	x10, #-1
	cmp	x8, #64
	lsl	x11, x10, x8
	csinv	x10, x10, x11, ge
Ltmp229:
	cbz	x0, LBB24_4
	ldr	x11, [x20, #8]
	cmn	x11, #1
	b.eq	LBB24_4
	add	x11, x20, #8
LBB24_3:
	ldxr	x12, [x11]
	add	x12, x12, #1
	stxr	w13, x12, [x11]
	cbnz	w13, LBB24_3
Ltmp230:
LBB24_4:
	ldr	x11, [x19, #8]
Ltmp231:
	and	x21, x10, x9
Ltmp232:
	cmn	x11, #1
	b.eq	LBB24_7
	add	x9, x19, #8
LBB24_6:
	ldxr	x10, [x9]
	add	x10, x10, #1
	stxr	w11, x10, [x9]
	cbnz	w11, LBB24_6
Ltmp233:
LBB24_7:
	add	x8, x8, #63
	mov	x28, xzr
	lsr	x27, x8, #6
	b	LBB24_10
LBB24_8:
Ltmp234:
	ldr	x8, [x20, #56]
	str	x23, [x8, x25, lsl #3]
Ltmp235:
LBB24_9:
Lloh18:
	adrp	x0, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGE
Lloh19:
	add	x0, x0, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGEOFF
	bl	_$ss13swift_release6objectyBp_tF
Ltmp236:
LBB24_10:
	cbz	x21, LBB24_12
	rbit	x8, x21
	sub	x9, x21, #1
	clz	x8, x8
	and	x21, x9, x21
	orr	x8, x8, x28, lsl #6
	b	LBB24_28
LBB24_12:
	adds	x8, x28, #1
	b.vs	LBB24_44
	cmp	x8, x27
	b.ge	LBB24_41
	ldr	x9, [sp]
	mov	x28, x8
	ldr	x9, [x9, x8, lsl #3]
	cbnz	x9, LBB24_27
	add	x28, x8, #1
	cmp	x28, x27
	b.ge	LBB24_41
	ldr	x9, [sp]
	ldr	x9, [x9, x28, lsl #3]
	cbnz	x9, LBB24_27
	add	x28, x8, #2
	cmp	x28, x27
	b.ge	LBB24_41
	ldr	x9, [sp]
	ldr	x9, [x9, x28, lsl #3]
	cbnz	x9, LBB24_27
	add	x28, x8, #3
	cmp	x28, x27
	b.ge	LBB24_41
	ldr	x9, [sp]
	ldr	x9, [x9, x28, lsl #3]
	cbnz	x9, LBB24_27
	add	x8, x8, #4
	cmp	x8, x27
	b.ge	LBB24_41
	ldr	x9, [sp]
	ldr	x9, [x9, x8, lsl #3]
	cbz	x9, LBB24_24
	mov	x28, x8
	b	LBB24_27
LBB24_24:
	adds	x28, x8, #1
	b.vs	LBB24_45
	cmp	x28, x27
	b.ge	LBB24_41
	ldr	x9, [sp]
	add	x8, x8, #1
	ldr	x9, [x9, x28, lsl #3]
	cbz	x9, LBB24_24
LBB24_27:
	rbit	x8, x9
	sub	x10, x9, #1
	clz	x8, x8
	and	x21, x10, x9
	add	x8, x8, x28, lsl #6
LBB24_28:
	ldp	x9, x10, [x19, #48]
	lsl	x8, x8, #3
	ldr	x22, [x9, x8]
	ldr	x23, [x10, x8]
Ltmp237:
	ldr	x8, [x20, #16]
	cbz	x8, LBB24_31
	mov	x0, x22
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSi_Tg5
	tbz	w1, #0, LBB24_31
	ldr	x8, [x20, #56]
	ldr	x0, [x8, x0, lsl #3]
	b	LBB24_32
Ltmp238:
LBB24_31:
	mov	x0, xzr
LBB24_32:
	.loc	2 82 45 prologue_end is_stmt 1
	mov	x1, x23
	bl	_$s6Tables8togetheryS2i_SitF
Ltmp239:
	.loc	1 0 0 is_stmt 0
	add	x8, x20, #8
Ltmp240:
	.loc	2 82 45
	mov	x23, x0
Ltmp241:
	.loc	1 0 0
	mov	x0, x22
Ltmp242:
	ldar	x26, [x8]
Ltmp243:
	str	x20, [sp, #8]
Ltmp244:
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSi_Tg5
	ldr	x8, [x20, #16]
	mvn	w9, w1
	and	x9, x9, #0x1
	mov	x25, x0
	adds	x0, x8, x9
	b.vs	LBB24_42
Ltmp245:
	ldr	x8, [x20, #24]
Ltmp246:
	mov	w24, w1
Ltmp247:
	cmp	x8, x0
	b.ge	LBB24_36
Ltmp248:
	cmp	x26, #1
Ltmp249:
	add	x20, sp, #8
Ltmp250:
	cset	w1, eq
Ltmp251:
	bl	_$ss17_NativeDictionaryV20_copyOrMoveAndResize8capacity12moveElementsySi_SbtFSi_SiTg5
Ltmp252:
	ldr	x20, [sp, #8]
	mov	x0, x22
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSi_Tg5
	and	w8, w1, #0x1
	and	w9, w24, #0x1
	cmp	w9, w8
	b.ne	LBB24_46
Ltmp253:
	mov	x25, x0
	ldr	x20, [sp, #8]
	tbnz	w24, #0, LBB24_8
	b	LBB24_38
LBB24_36:
Ltmp254:
	cmp	x26, #1
	b.ne	LBB24_40
Ltmp255:
	ldr	x20, [sp, #8]
	tbnz	w24, #0, LBB24_8
LBB24_38:
Ltmp256:
	lsr	x8, x25, #6
	mov	w10, #1
	lsl	x10, x10, x25
	ldr	x11, [x20, #48]
	add	x8, x20, x8, lsl #3
	ldr	x9, [x8, #64]
	orr	x9, x9, x10
	lsl	x10, x25, #3
	str	x9, [x8, #64]
	str	x22, [x11, x10]
	ldr	x8, [x20, #56]
	str	x23, [x8, x10]
	ldr	x8, [x20, #16]
	adds	x8, x8, #1
	b.vs	LBB24_43
	str	x8, [x20, #16]
	b	LBB24_9
Ltmp257:
LBB24_40:
	add	x20, sp, #8
	bl	_$ss17_NativeDictionaryV4copyyyFSi_SiTg5
Ltmp258:
	ldr	x20, [sp, #8]
	tbz	w24, #0, LBB24_38
	b	LBB24_8
Ltmp259:
LBB24_41:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp260:
	.loc	2 83 5 is_stmt 1
	mov	x0, x20
	.loc	2 83 5 epilogue_begin is_stmt 0
	ldp	x20, x19, [sp, #96]
	ldp	x22, x21, [sp, #80]
	ldp	x24, x23, [sp, #64]
	ldp	x26, x25, [sp, #48]
	ldp	x28, x27, [sp, #32]
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #112
	ret
LBB24_42:
Ltmp261:
	.loc	1 0 0
Ltmp262:
	brk	#0x1
Ltmp263:
LBB24_43:
Ltmp264:
	brk	#0x1
Ltmp265:
LBB24_44:
Ltmp266:
	brk	#0x1
Ltmp267:
LBB24_45:
Ltmp268:
	brk	#0x1
Ltmp269:
LBB24_46:
	bl	_$ss17_assertionFailure__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtFTf4ddddd_n
	brk	#0x1
Ltmp270:
	.loh AdrpAdd	Lloh18, Lloh19
Lfunc_end24:
	.cfi_endproc
	.p2align	2
_$s6Tables8togetheryS2i_SitF:
Lfunc_begin25:
	.cfi_startproc
	.loc	2 87 56 prologue_end is_stmt 1
	add	x8, x0, x0, lsl #1
	.loc	2 87 61 is_stmt 0
	add	x0, x8, x1
	.loc	2 87 70
	ret
Ltmp271:
Lfunc_end25:
	.cfi_endproc
	.globl	_tables_run
	.p2align	2
_tables_run:
Lfunc_begin26:
	.loc	1 0 0 is_stmt 1
	.cfi_startproc
	b	_$s6Tables3runyS2iF
Ltmp272:
Lfunc_end26:
	.cfi_endproc
	.p2align	2
_$s6Tables3runyS2iF:
Lfunc_begin27:
	.loc	2 90 0
	.cfi_startproc
	sub	sp, sp, #144
	stp	x29, x30, [sp, #48]
	stp	x28, x27, [sp, #64]
	stp	x26, x25, [sp, #80]
	stp	x24, x23, [sp, #96]
	stp	x22, x21, [sp, #112]
	stp	x20, x19, [sp, #128]
	add	x29, sp, #48
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
	mov	x19, x0
Ltmp273:
	.loc	1 0 0 is_stmt 0
Lloh20:
	adrp	x1, _$s6Tables8SettingsCN@PAGE
Lloh21:
	add	x1, x1, _$s6Tables8SettingsCN@PAGEOFF
	add	x0, sp, #24
	bl	__swift_embedded_set_heap_object_metadata_pointer
	mov	x8, #-9223372036854775807
Ltmp274:
Lloh22:
	adrp	x0, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGE
Lloh23:
	add	x0, x0, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGEOFF
Ltmp275:
	str	x8, [sp, #32]
Ltmp276:
	bl	_$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSi_SiTgm5Tf4g_n
Ltmp277:
	.loc	2 19 38 prologue_end is_stmt 1
	str	x0, [sp, #40]
Ltmp278:
	.loc	2 92 14
	add	x20, sp, #24
	mov	w0, #300
	bl	_$s6Tables8SettingsC4loadyySiF
	.loc	2 94 24
	adds	x19, x19, #40
	b.vs	LBB27_112
	.loc	2 94 17 is_stmt 0
	tbnz	x19, #63, LBB27_113
Ltmp279:
	.loc	1 0 0
	cbz	x19, LBB27_5
Ltmp280:
	mov	x0, xzr
	mov	x21, xzr
LBB27_4:
	.loc	2 94 51
	add	x20, sp, #24
Ltmp281:
	.loc	1 0 0
	add	x22, x0, #1
Ltmp282:
	.loc	2 94 51
	bl	_$s6Tables8SettingsC5valueyS2iF
	mov	x8, x0
	mov	x0, x22
	.loc	2 94 38
	add	x21, x8, x21
Ltmp283:
	.loc	1 0 0
	cmp	x19, x22
	b.ne	LBB27_4
	b	LBB27_6
Ltmp284:
LBB27_5:
	mov	x21, xzr
LBB27_6:
	.loc	2 95 18 is_stmt 1
	add	x20, sp, #24
	mov	w0, #5
	bl	_$s6Tables8SettingsC6looked5untilS2i_tF
	.loc	2 96 23
	mov	w0, #400
	bl	_$s6Tables5stockySDyAA5PlaceVSaySiGGSiF
Ltmp285:
	.loc	1 0 0 is_stmt 0
	ldrb	w8, [x0, #32]
	mov	x20, x0
	mov	w9, #1
	mov	x10, #-1
Ltmp286:
	.loc	2 96 23
	mov	x19, x0
	mov	x23, xzr
Ltmp287:
	.loc	1 0 0
	lsl	x8, x9, x8
	ldr	x9, [x20, #64]!
	cmp	x8, #64
	lsl	x11, x10, x8
	add	x8, x8, #63
	csinv	x10, x10, x11, ge
	lsr	x22, x8, #6
	and	x24, x10, x9
	b	LBB27_9
Ltmp288:
LBB27_7:
	rbit	x8, x24
	sub	x9, x24, #1
	clz	x8, x8
	and	x24, x9, x24
	orr	x8, x8, x23, lsl #6
LBB27_8:
	ldr	x9, [x19, #56]
	ldr	x0, [x9, x8, lsl #3]
Ltmp289:
	.loc	2 96 44
	bl	_$s6Tables5priceySiSaySiGF
	.loc	2 96 40
	add	x21, x0, x21
LBB27_9:
Ltmp290:
	.loc	1 0 0
	cbnz	x24, LBB27_7
	adds	x8, x23, #1
	b.vs	LBB27_104
	cmp	x8, x22
	b.ge	LBB27_26
	ldr	x9, [x20, x8, lsl #3]
	mov	x23, x8
	cbnz	x9, LBB27_25
	add	x23, x8, #1
	cmp	x23, x22
	b.ge	LBB27_26
	ldr	x9, [x20, x23, lsl #3]
	cbnz	x9, LBB27_25
	add	x23, x8, #2
	cmp	x23, x22
	b.ge	LBB27_26
	ldr	x9, [x20, x23, lsl #3]
	cbnz	x9, LBB27_25
	add	x23, x8, #3
	cmp	x23, x22
	b.ge	LBB27_26
	ldr	x9, [x20, x23, lsl #3]
	cbnz	x9, LBB27_25
	add	x8, x8, #4
	cmp	x8, x22
	b.ge	LBB27_26
	ldr	x9, [x20, x8, lsl #3]
	cbz	x9, LBB27_22
	mov	x23, x8
	b	LBB27_25
LBB27_22:
	adds	x23, x8, #1
	b.vs	LBB27_108
	cmp	x23, x22
	b.ge	LBB27_26
	ldr	x9, [x20, x23, lsl #3]
	add	x8, x8, #1
	cbz	x9, LBB27_22
LBB27_25:
	rbit	x8, x9
	sub	x10, x9, #1
	clz	x8, x8
	and	x24, x10, x9
	add	x8, x8, x23, lsl #6
	b	LBB27_8
Ltmp291:
LBB27_26:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp292:
	.loc	2 97 19 is_stmt 1
	mov	w0, #500
	bl	_$s6Tables4seenyShySiGSiF
	.loc	2 98 35
	mov	w1, #200
	.loc	2 97 19
	mov	x19, x0
	.loc	2 98 35
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0 is_stmt 0
	and	x8, x0, #0x1
	.loc	2 98 35
	mov	w1, #201
	mov	x0, x19
	.loc	2 98 31
	add	x20, x21, x8
	.loc	2 98 35
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x21, x0, #0x1
	.loc	2 98 35
	mov	w1, #202
	mov	x0, x19
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x8, x0, #0x1
	.loc	2 98 35
	mov	w1, #203
	mov	x0, x19
	.loc	2 98 31
	add	x8, x21, x8
	add	x20, x20, x8
	.loc	2 98 35
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x21, x0, #0x1
	.loc	2 98 35
	mov	w1, #204
	mov	x0, x19
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x8, x0, #0x1
	.loc	2 98 35
	mov	w1, #205
	mov	x0, x19
	.loc	2 98 31
	add	x21, x21, x8
	.loc	2 98 35
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x8, x0, #0x1
	.loc	2 98 35
	mov	w1, #206
	mov	x0, x19
	.loc	2 98 31
	add	x8, x21, x8
	add	x20, x20, x8
	.loc	2 98 35
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x21, x0, #0x1
	.loc	2 98 35
	mov	w1, #207
	mov	x0, x19
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x8, x0, #0x1
	.loc	2 98 35
	mov	w1, #208
	mov	x0, x19
	.loc	2 98 31
	add	x21, x21, x8
	.loc	2 98 35
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x8, x0, #0x1
	.loc	2 98 35
	mov	w1, #209
	mov	x0, x19
	.loc	2 98 31
	add	x21, x21, x8
	.loc	2 98 35
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x8, x0, #0x1
	.loc	2 98 35
	mov	w1, #210
	mov	x0, x19
	.loc	2 98 31
	add	x8, x21, x8
	add	x20, x20, x8
	.loc	2 98 35
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x21, x0, #0x1
	.loc	2 98 35
	mov	w1, #211
	mov	x0, x19
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x8, x0, #0x1
	.loc	2 98 35
	mov	w1, #212
	mov	x0, x19
	.loc	2 98 31
	add	x21, x21, x8
	.loc	2 98 35
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x8, x0, #0x1
	.loc	2 98 35
	mov	w1, #213
	mov	x0, x19
	.loc	2 98 31
	add	x21, x21, x8
	.loc	2 98 35
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x8, x0, #0x1
	.loc	2 98 35
	mov	w1, #214
	mov	x0, x19
	.loc	2 98 31
	add	x21, x21, x8
	.loc	2 98 35
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x8, x0, #0x1
	.loc	2 98 35
	mov	w1, #215
	mov	x0, x19
	.loc	2 98 31
	add	x8, x21, x8
	add	x20, x20, x8
	.loc	2 98 35
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x21, x0, #0x1
	.loc	2 98 35
	mov	w1, #216
	mov	x0, x19
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x8, x0, #0x1
	.loc	2 98 35
	mov	w1, #217
	mov	x0, x19
	.loc	2 98 31
	add	x21, x21, x8
	.loc	2 98 35
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x8, x0, #0x1
	.loc	2 98 35
	mov	w1, #218
	mov	x0, x19
	.loc	2 98 31
	add	x21, x21, x8
	.loc	2 98 35
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x8, x0, #0x1
	.loc	2 98 35
	mov	w1, #219
	mov	x0, x19
	.loc	2 98 31
	add	x21, x21, x8
	.loc	2 98 35
	bl	_$s6Tables5first2of5aboveSbShySiG_SitF
	.loc	2 98 0
	and	x8, x0, #0x1
Ltmp293:
	.loc	1 0 0
	mov	x0, x19
Ltmp294:
	.loc	2 98 31
	add	x8, x21, x8
	add	x27, x20, x8
Ltmp295:
	.loc	1 0 0
	bl	_$ss13swift_release6objectyBp_tF
Ltmp296:
Lloh24:
	adrp	x20, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGE
Lloh25:
	add	x20, x20, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGEOFF
	mov	x0, x20
	bl	_$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSi_SiTgm5Tf4g_n
	mov	x19, x0
Ltmp297:
	mov	x0, x20
	bl	_$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSi_SiTgm5Tf4g_n
	mov	x22, xzr
	mov	w21, #1
Lloh26:
	adrp	x23, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGE
Lloh27:
	add	x23, x23, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGEOFF
	str	x0, [sp, #8]
	b	LBB27_29
Ltmp298:
LBB27_27:
	ldr	x9, [x19, #56]
	str	x8, [x9, x25, lsl #3]
Ltmp299:
LBB27_28:
	mov	x0, x23
Ltmp300:
	add	x22, x22, #1
Ltmp301:
	bl	_$ss13swift_release6objectyBp_tF
Ltmp302:
	cmp	x22, #90
	b.eq	LBB27_38
Ltmp303:
LBB27_29:
	add	x8, x19, #8
Ltmp304:
	mov	x0, x22
	mov	x20, x19
Ltmp305:
	ldar	x26, [x8]
Ltmp306:
	str	x19, [sp, #16]
Ltmp307:
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSi_Tg5
	ldr	x8, [x19, #16]
	mvn	w9, w1
	and	x9, x9, #0x1
	mov	x25, x0
	adds	x0, x8, x9
	b.vs	LBB27_103
Ltmp308:
	ldr	x8, [x19, #24]
Ltmp309:
	mov	w24, w1
Ltmp310:
	cmp	x8, x0
	b.ge	LBB27_33
Ltmp311:
	cmp	x26, #1
Ltmp312:
	add	x20, sp, #16
Ltmp313:
	cset	w1, eq
Ltmp314:
	bl	_$ss17_NativeDictionaryV20_copyOrMoveAndResize8capacity12moveElementsySi_SbtFSi_SiTg5
Ltmp315:
	ldr	x20, [sp, #16]
	mov	x0, x22
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSi_Tg5
	and	w8, w1, #0x1
	and	w9, w24, #0x1
	cmp	w9, w8
	b.ne	LBB27_116
	mov	x25, x0
	b	LBB27_34
LBB27_33:
Ltmp316:
	cmp	x26, #1
	b.ne	LBB27_37
Ltmp317:
LBB27_34:
	.loc	2 100 0 is_stmt 1
	mul	x8, x22, x22
Ltmp318:
	.loc	1 0 0 is_stmt 0
	ldr	x19, [sp, #16]
	tbnz	w24, #0, LBB27_27
Ltmp319:
	lsr	x9, x25, #6
	lsl	x11, x21, x25
	ldr	x12, [x19, #48]
	add	x9, x19, x9, lsl #3
	ldr	x10, [x9, #64]
	orr	x10, x10, x11
	lsl	x11, x25, #3
	str	x10, [x9, #64]
	str	x22, [x12, x11]
	ldr	x9, [x19, #56]
	str	x8, [x9, x11]
	ldr	x8, [x19, #16]
	adds	x8, x8, #1
	b.vs	LBB27_107
	str	x8, [x19, #16]
	b	LBB27_28
Ltmp320:
LBB27_37:
	add	x20, sp, #16
	bl	_$ss17_NativeDictionaryV4copyyyFSi_SiTg5
	b	LBB27_34
Ltmp321:
LBB27_38:
	mov	x22, x19
	mov	w10, #1
	ldr	x9, [x22, #64]!
	ldurb	w8, [x22, #-32]
Ltmp322:
	sub	x28, x22, #56
	ldur	x12, [x22, #-56]
Ltmp323:
	lsl	x8, x10, x8
	mov	x10, #-1
	cmp	x8, #64
	lsl	x11, x10, x8
	csinv	x10, x10, x11, ge
Ltmp324:
	cmn	x12, #1
Ltmp325:
	and	x25, x10, x9
Ltmp326:
	b.eq	LBB27_40
LBB27_39:
	ldxr	x9, [x28]
	add	x9, x9, #1
	stxr	w10, x9, [x28]
	cbnz	w10, LBB27_39
Ltmp327:
LBB27_40:
	add	x8, x8, #63
	mov	x23, xzr
	lsr	x26, x8, #6
	ldr	x21, [sp, #8]
	str	x26, [sp]
Ltmp328:
	cbz	x25, LBB27_44
LBB27_41:
	rbit	x8, x25
	sub	x9, x25, #1
	clz	x8, x8
	and	x25, x9, x25
	orr	x20, x8, x23, lsl #6
LBB27_42:
	ldr	x8, [x19, #56]
Ltmp329:
	.loc	2 101 39 is_stmt 1
	mov	w1, #900
Ltmp330:
	.loc	1 0 0 is_stmt 0
	ldr	x24, [x8, x20, lsl #3]
Ltmp331:
	.loc	2 101 39
	mov	x0, x24
	bl	_$s6Tables7isAboveySbSi_SitF
	tbnz	w0, #0, LBB27_60
Ltmp332:
	.loc	1 0 0
	cbnz	x25, LBB27_41
LBB27_44:
	adds	x8, x23, #1
	b.vs	LBB27_105
	cmp	x8, x26
	b.ge	LBB27_72
	ldr	x9, [x22, x8, lsl #3]
	mov	x23, x8
	cbnz	x9, LBB27_59
	add	x23, x8, #1
	cmp	x23, x26
	b.ge	LBB27_72
	ldr	x9, [x22, x23, lsl #3]
	cbnz	x9, LBB27_59
	add	x23, x8, #2
	cmp	x23, x26
	b.ge	LBB27_72
	ldr	x9, [x22, x23, lsl #3]
	cbnz	x9, LBB27_59
	add	x23, x8, #3
	cmp	x23, x26
	b.ge	LBB27_72
	ldr	x9, [x22, x23, lsl #3]
	cbnz	x9, LBB27_59
	add	x8, x8, #4
	cmp	x8, x26
	b.ge	LBB27_72
	ldr	x9, [x22, x8, lsl #3]
	cbz	x9, LBB27_56
	mov	x23, x8
	b	LBB27_59
LBB27_56:
	adds	x23, x8, #1
	b.vs	LBB27_109
	cmp	x23, x26
	b.ge	LBB27_72
	ldr	x9, [x22, x23, lsl #3]
	add	x8, x8, #1
	cbz	x9, LBB27_56
LBB27_59:
	rbit	x8, x9
	sub	x10, x9, #1
	clz	x8, x8
	and	x25, x10, x9
	add	x20, x8, x23, lsl #6
	b	LBB27_42
Ltmp333:
LBB27_60:
	ldr	x8, [x19, #48]
Ltmp334:
	add	x9, x21, #8
	ldr	x0, [x8, x20, lsl #3]
	mov	x20, x21
	ldar	x21, [x9]
Ltmp335:
	stp	x0, x20, [sp, #8]
Ltmp336:
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSi_Tg5
	ldr	x8, [x20, #16]
	mvn	w9, w1
	and	x9, x9, #0x1
	mov	x26, x0
	adds	x0, x8, x9
	b.vs	LBB27_111
Ltmp337:
	ldr	x8, [x20, #24]
	cmp	x8, x0
	b.ge	LBB27_65
Ltmp338:
	cmp	x21, #1
	mov	w21, w1
	cset	w1, eq
Ltmp339:
	add	x20, sp, #16
	bl	_$ss17_NativeDictionaryV20_copyOrMoveAndResize8capacity12moveElementsySi_SbtFSi_SiTg5
Ltmp340:
	ldp	x0, x20, [sp, #8]
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSi_Tg5
	and	w8, w1, #0x1
	and	w9, w21, #0x1
	cmp	w9, w8
	b.ne	LBB27_116
	mov	x26, x0
LBB27_64:
	mov	w1, w21
	b	LBB27_66
LBB27_65:
Ltmp341:
	cmp	x21, #1
	b.ne	LBB27_71
Ltmp342:
LBB27_66:
	.loc	2 101 81
	cmp	x24, #0
Ltmp343:
	.loc	1 0 0
	ldr	x21, [sp, #16]
Ltmp344:
	.loc	2 101 81
	cinc	x8, x24, lt
	asr	x8, x8, #1
Ltmp345:
	.loc	1 0 0
	tbz	w1, #0, LBB27_68
	ldr	x9, [x21, #56]
	str	x8, [x9, x26, lsl #3]
	b	LBB27_70
LBB27_68:
Ltmp346:
	lsr	x9, x26, #6
	mov	w11, #1
	lsl	x11, x11, x26
	ldr	x12, [x21, #48]
	add	x9, x21, x9, lsl #3
	ldr	x10, [x9, #64]
	orr	x10, x10, x11
	lsl	x11, x26, #3
	str	x10, [x9, #64]
	ldr	x9, [sp, #8]
	str	x9, [x12, x11]
	ldr	x9, [x21, #56]
	str	x8, [x9, x11]
	ldr	x8, [x21, #16]
	adds	x8, x8, #1
	b.vs	LBB27_114
	str	x8, [x21, #16]
Ltmp347:
LBB27_70:
Lloh28:
	adrp	x0, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGE
Lloh29:
	add	x0, x0, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGEOFF
	bl	_$ss13swift_release6objectyBp_tF
	ldr	x26, [sp]
Ltmp348:
	cbnz	x25, LBB27_41
	b	LBB27_44
Ltmp349:
LBB27_71:
	add	x20, sp, #16
	mov	w21, w1
	bl	_$ss17_NativeDictionaryV4copyyyFSi_SiTg5
	b	LBB27_64
Ltmp350:
LBB27_72:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp351:
	ldr	x8, [x19, #8]
	cmn	x8, #1
	b.eq	LBB27_74
LBB27_73:
	ldxr	x8, [x28]
	add	x8, x8, #1
	stxr	w9, x8, [x28]
	cbnz	w9, LBB27_73
Ltmp352:
LBB27_74:
	.loc	2 102 25 is_stmt 1
	mov	x0, x19
	mov	x1, x21
	bl	_$s6Tables6mergedySDyS2iGAC_ACtF
	mov	x20, x0
Ltmp353:
	.loc	1 0 0 is_stmt 0
	mov	x0, x21
	bl	_$ss13swift_release6objectyBp_tF
Ltmp354:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp355:
	ldrb	w9, [x20, #32]
	mov	x8, x20
	mov	w11, #1
	mov	x12, #-1
	mov	x10, xzr
	lsl	x9, x11, x9
	ldr	x11, [x8, #64]!
	cmp	x9, #64
	lsl	x13, x12, x9
	add	x9, x9, #63
	csinv	x12, x12, x13, ge
	lsr	x9, x9, #6
	and	x11, x12, x11
	b	LBB27_77
Ltmp356:
LBB27_75:
	rbit	x12, x11
	sub	x13, x11, #1
	clz	x12, x12
	and	x11, x13, x11
	orr	x12, x12, x10, lsl #6
LBB27_76:
	ldp	x13, x14, [x20, #48]
	lsl	x12, x12, #3
	ldr	x13, [x13, x12]
	ldr	x12, [x14, x12]
Ltmp357:
	.loc	2 102 63
	eor	x12, x12, x13
	.loc	2 102 55
	add	x27, x12, x27
LBB27_77:
Ltmp358:
	.loc	1 0 0
	cbnz	x11, LBB27_75
	adds	x11, x10, #1
	b.vs	LBB27_106
	cmp	x11, x9
	b.ge	LBB27_94
	ldr	x12, [x8, x11, lsl #3]
	mov	x10, x11
	cbnz	x12, LBB27_93
	add	x10, x11, #1
	cmp	x10, x9
	b.ge	LBB27_94
	ldr	x12, [x8, x10, lsl #3]
	cbnz	x12, LBB27_93
	add	x10, x11, #2
	cmp	x10, x9
	b.ge	LBB27_94
	ldr	x12, [x8, x10, lsl #3]
	cbnz	x12, LBB27_93
	add	x10, x11, #3
	cmp	x10, x9
	b.ge	LBB27_94
	ldr	x12, [x8, x10, lsl #3]
	cbnz	x12, LBB27_93
	add	x11, x11, #4
	cmp	x11, x9
	b.ge	LBB27_94
	ldr	x12, [x8, x11, lsl #3]
	cbz	x12, LBB27_90
	mov	x10, x11
	b	LBB27_93
LBB27_90:
	adds	x10, x11, #1
	b.vs	LBB27_110
	cmp	x10, x9
	b.ge	LBB27_94
	ldr	x12, [x8, x10, lsl #3]
	add	x11, x11, #1
	cbz	x12, LBB27_90
LBB27_93:
	rbit	x11, x12
	clz	x13, x11
	sub	x11, x12, #1
	and	x11, x11, x12
	add	x12, x13, x10, lsl #6
	b	LBB27_76
Ltmp359:
LBB27_94:
	mov	x0, x20
	bl	_$ss13swift_release6objectyBp_tF
	mov	x23, xzr
	mov	w24, #30
Lloh30:
	adrp	x21, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGE
Lloh31:
	add	x21, x21, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGEOFF
Ltmp360:
LBB27_95:
	cmp	x23, #30
	add	x0, x23, x23, lsl #1
	csel	x8, x23, x24, hi
	add	x25, x8, #1
LBB27_96:
	cmp	x23, #30
	b.eq	LBB27_102
Ltmp361:
	add	x23, x23, #1
	cmp	x25, x23
	b.eq	LBB27_115
Ltmp362:
	mov	x20, x19
Ltmp363:
	.loc	2 104 0 is_stmt 1
	add	x26, x0, #3
Ltmp364:
	.loc	1 0 0 is_stmt 0
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSi_Tg5
	mov	x22, x0
	mov	x0, x26
	tbz	w1, #0, LBB27_96
Ltmp365:
	add	x8, x19, #8
	ldar	x8, [x8]
Ltmp366:
	str	x19, [sp, #16]
Ltmp367:
	cmp	x8, #1
	b.ne	LBB27_101
Ltmp368:
LBB27_100:
	mov	x0, x22
	mov	x1, x19
	bl	_$ss17_NativeDictionaryV7_delete2atys10_HashTableV6BucketV_tFSi_SiTg5
Ltmp369:
	mov	x0, x21
	bl	_$ss13swift_release6objectyBp_tF
	b	LBB27_95
Ltmp370:
LBB27_101:
	add	x20, sp, #16
	bl	_$ss17_NativeDictionaryV4copyyyFSi_SiTg5
Ltmp371:
	ldr	x19, [sp, #16]
	b	LBB27_100
Ltmp372:
LBB27_102:
	mov	x0, x19
Ltmp373:
	ldr	x20, [x19, #16]
Ltmp374:
	bl	_$ss13swift_release6objectyBp_tF
Ltmp375:
Lloh32:
	adrp	x8, _$s6Tables5notesSivp@PAGE
Ltmp376:
	ldr	x0, [sp, #40]
Ltmp377:
	.loc	2 105 16 is_stmt 1
	add	x20, x20, x27
	.loc	2 0 0 is_stmt 0
Lloh33:
	ldr	x19, [x8, _$s6Tables5notesSivp@PAGEOFF]
Ltmp378:
	bl	_$ss13swift_release6objectyBp_tF
Ltmp379:
	.loc	2 105 30
	add	x0, x20, x19
	.loc	2 105 5 epilogue_begin
	ldp	x20, x19, [sp, #128]
	ldp	x22, x21, [sp, #112]
	ldp	x24, x23, [sp, #96]
	ldp	x26, x25, [sp, #80]
	ldp	x28, x27, [sp, #64]
	ldp	x29, x30, [sp, #48]
	add	sp, sp, #144
	ret
LBB27_103:
Ltmp380:
	.loc	1 0 0
Ltmp381:
	brk	#0x1
Ltmp382:
LBB27_104:
Ltmp383:
	brk	#0x1
Ltmp384:
LBB27_105:
Ltmp385:
	brk	#0x1
Ltmp386:
LBB27_106:
Ltmp387:
	brk	#0x1
Ltmp388:
LBB27_107:
Ltmp389:
	brk	#0x1
Ltmp390:
LBB27_108:
Ltmp391:
	brk	#0x1
Ltmp392:
LBB27_109:
Ltmp393:
	brk	#0x1
Ltmp394:
LBB27_110:
Ltmp395:
	brk	#0x1
Ltmp396:
LBB27_111:
Ltmp397:
	brk	#0x1
Ltmp398:
LBB27_112:
	.loc	2 94 24 is_stmt 1
Ltmp399:
	.loc	1 0 0 is_stmt 0
	brk	#0x1
Ltmp400:
LBB27_113:
	.loc	2 94 17
Ltmp401:
	.loc	1 0 0
	brk	#0x1
Ltmp402:
LBB27_114:
Ltmp403:
	brk	#0x1
Ltmp404:
LBB27_115:
	bl	_$ss18_fatalErrorMessage__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtFTf4ddddd_n
	brk	#0x1
Ltmp405:
LBB27_116:
	bl	_$ss17_assertionFailure__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtFTf4ddddd_n
	brk	#0x1
Ltmp406:
	.loh AdrpAdd	Lloh22, Lloh23
	.loh AdrpAdd	Lloh20, Lloh21
	.loh AdrpAdd	Lloh26, Lloh27
	.loh AdrpAdd	Lloh24, Lloh25
	.loh AdrpAdd	Lloh28, Lloh29
	.loh AdrpAdd	Lloh30, Lloh31
	.loh AdrpLdr	Lloh32, Lloh33
Lfunc_end27:
	.cfi_endproc
	.p2align	2
_$ss6HasherV9_finalizeSiyF:
Lfunc_begin28:
	.loc	1 0 0 is_stmt 1
	.cfi_startproc
	ldp	x8, x9, [x20]
	ldp	x10, x12, [x20, #16]
	ldr	x11, [x20, #32]
	add	x9, x10, x9
	eor	x11, x11, x8
	eor	x10, x9, x10, ror #51
	add	x12, x12, x11
	add	x13, x12, x10
	ror	x9, x9, #32
	eor	x11, x12, x11, ror #48
	eor	x10, x13, x10, ror #47
	ror	x12, x13, #32
	add	x9, x11, x9
	eor	x8, x9, x8
	eor	x11, x9, x11, ror #43
	add	x8, x8, x10
	eor	x9, x12, #0xff
	eor	x10, x8, x10, ror #51
	add	x9, x9, x11
	add	x12, x10, x9
	ror	x8, x8, #32
	eor	x9, x9, x11, ror #48
	eor	x10, x12, x10, ror #47
	ror	x11, x12, #32
	add	x8, x8, x9
	eor	x9, x8, x9, ror #43
	add	x8, x8, x10
	eor	x10, x8, x10, ror #51
	add	x11, x11, x9
	add	x12, x10, x11
	ror	x8, x8, #32
	eor	x9, x11, x9, ror #48
	eor	x10, x12, x10, ror #47
	ror	x11, x12, #32
	add	x8, x8, x9
	eor	x9, x8, x9, ror #43
	add	x8, x8, x10
	eor	x10, x8, x10, ror #51
	add	x11, x11, x9
	add	x12, x10, x11
	ror	x8, x8, #32
	eor	x9, x11, x9, ror #48
	eor	x10, x12, x10, ror #47
	ror	x11, x12, #32
	add	x8, x8, x9
	eor	x9, x8, x9, ror #43
	eor	x13, x10, x8
	eor	x12, x11, x9
	stp	x8, x10, [x20, #8]
	eor	x0, x12, x13
	stp	x11, x9, [x20, #24]
	ret
Ltmp407:
Lfunc_end28:
	.cfi_endproc
	.p2align	2
_$ss32_swift_stdlib_Hashing_parameters_WZ:
Lfunc_begin29:
	.loc	1 0 0
	.cfi_startproc
	sub	sp, sp, #48
	stp	x29, x30, [sp, #32]
	add	x29, sp, #32
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Lloh34:
	adrp	x8, ___stack_chk_guard@GOTPAGE
Ltmp408:
	add	x0, sp, #16
	mov	w1, #8
Lloh35:
	ldr	x8, [x8, ___stack_chk_guard@GOTPAGEOFF]
Lloh36:
	ldr	x8, [x8]
	stur	x8, [x29, #-8]
	stp	xzr, xzr, [sp, #8]
	bl	_arc4random_buf
	add	x0, sp, #8
	mov	w1, #8
	bl	_arc4random_buf
	ldp	x9, x8, [sp, #8]
Lloh37:
	adrp	x10, _$ss32_swift_stdlib_Hashing_parametersSo06_SwiftC10ParametersVvp@PAGE
Lloh38:
	add	x10, x10, _$ss32_swift_stdlib_Hashing_parametersSo06_SwiftC10ParametersVvp@PAGEOFF
	strb	wzr, [x10, #16]
	stp	x8, x9, [x10]
Lloh39:
	adrp	x8, ___stack_chk_guard@GOTPAGE
Lloh40:
	ldr	x8, [x8, ___stack_chk_guard@GOTPAGEOFF]
	ldur	x9, [x29, #-8]
Lloh41:
	ldr	x8, [x8]
	cmp	x8, x9
	b.ne	LBB29_2
	ldp	x29, x30, [sp, #32]
	add	sp, sp, #48
	ret
Ltmp409:
LBB29_2:
	bl	___stack_chk_fail
	.loh AdrpLdrGotLdr	Lloh39, Lloh40, Lloh41
	.loh AdrpAdd	Lloh37, Lloh38
	.loh AdrpLdrGotLdr	Lloh34, Lloh35, Lloh36
Lfunc_end29:
	.cfi_endproc
	.p2align	2
_$sSa22_allocateUninitializedySayxG_SpyxGtSiFZSi_Sit_Tgm5:
Lfunc_begin30:
	.cfi_startproc
Lloh42:
	adrp	x1, _$sSa28_allocateBufferUninitialized15minimumCapacitys016_ContiguousArrayB0VyxGSi_tFZSi_Sit_Tgm5@PAGE
Lloh43:
	add	x1, x1, _$sSa28_allocateBufferUninitialized15minimumCapacitys016_ContiguousArrayB0VyxGSi_tFZSi_Sit_Tgm5@PAGEOFF
	b	_$sSa22_allocateUninitializedySayxG_SpyxGtSiFZSi_Sit_Tgm5Tm
	.loh AdrpAdd	Lloh42, Lloh43
Lfunc_end30:
	.cfi_endproc
	.p2align	2
_$sSa22_allocateUninitializedySayxG_SpyxGtSiFZ6Tables5PlaceV_SaySiGt_Tgm5:
Lfunc_begin31:
	.cfi_startproc
Lloh44:
	adrp	x1, _$sSa28_allocateBufferUninitialized15minimumCapacitys016_ContiguousArrayB0VyxGSi_tFZ6Tables5PlaceV_SaySiGt_Tgm5@PAGE
Lloh45:
	add	x1, x1, _$sSa28_allocateBufferUninitialized15minimumCapacitys016_ContiguousArrayB0VyxGSi_tFZ6Tables5PlaceV_SaySiGt_Tgm5@PAGEOFF
	b	_$sSa22_allocateUninitializedySayxG_SpyxGtSiFZSi_Sit_Tgm5Tm
	.loh AdrpAdd	Lloh44, Lloh45
Lfunc_end31:
	.cfi_endproc
	.p2align	2
_$sSa22_allocateUninitializedySayxG_SpyxGtSiFZSi_Tgm5:
Lfunc_begin32:
	.cfi_startproc
Lloh46:
	adrp	x1, _$sSa28_allocateBufferUninitialized15minimumCapacitys016_ContiguousArrayB0VyxGSi_tFZSi_Tgm5@PAGE
Lloh47:
	add	x1, x1, _$sSa28_allocateBufferUninitialized15minimumCapacitys016_ContiguousArrayB0VyxGSi_tFZSi_Tgm5@PAGEOFF
	b	_$sSa22_allocateUninitializedySayxG_SpyxGtSiFZSi_Sit_Tgm5Tm
	.loh AdrpAdd	Lloh46, Lloh47
Lfunc_end32:
	.cfi_endproc
	.p2align	2
_$sSa22_allocateUninitializedySayxG_SpyxGtSiFZSi_Sit_Tgm5Tm:
Lfunc_begin33:
	.cfi_startproc
	tbnz	x0, #63, LBB33_5
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	x19, x0
	cbz	x0, LBB33_3
	mov	x0, x19
	blr	x1
	str	x19, [x0, #16]
	b	LBB33_4
LBB33_3:
Lloh48:
	adrp	x0, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGE
Lloh49:
	add	x0, x0, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGEOFF
LBB33_4:
	ldp	x20, x19, [sp, #16]
	add	x1, x0, #32
	ldp	x29, x30, [sp], #32
	ret
LBB33_5:
	brk	#0x1
	.loh AdrpAdd	Lloh48, Lloh49
Lfunc_end33:
	.cfi_endproc
	.p2align	2
_$sSa5countSivg6Tables5PlaceV_SaySiGt_Tg5:
Lfunc_begin34:
	.loc	1 0 0
	.cfi_startproc
	ldr	x0, [x0, #16]
Ltmp410:
	ret
Ltmp411:
Lfunc_end34:
	.cfi_endproc
	.p2align	2
_$ss18_DictionaryStorageC8allocate8capacityAByxq_GSi_tFZSi_SiTgm5:
Lfunc_begin35:
	.cfi_startproc
Lloh50:
	adrp	x1, _$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZSi_SiTgm5@PAGE
Lloh51:
	add	x1, x1, _$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZSi_SiTgm5@PAGEOFF
	b	_$ss18_DictionaryStorageC8allocate8capacityAByxq_GSi_tFZSi_SiTgm5Tm
	.loh AdrpAdd	Lloh50, Lloh51
Lfunc_end35:
	.cfi_endproc
	.p2align	2
_$ss18_DictionaryStorageC8allocate8capacityAByxq_GSi_tFZ6Tables5PlaceV_SaySiGTgm5:
Lfunc_begin36:
	.cfi_startproc
Lloh52:
	adrp	x1, _$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZ6Tables5PlaceV_SaySiGTgm5@PAGE
Lloh53:
	add	x1, x1, _$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZ6Tables5PlaceV_SaySiGTgm5@PAGEOFF
	b	_$ss18_DictionaryStorageC8allocate8capacityAByxq_GSi_tFZSi_SiTgm5Tm
	.loh AdrpAdd	Lloh52, Lloh53
Lfunc_end36:
	.cfi_endproc
	.p2align	2
_$ss18_DictionaryStorageC8allocate8capacityAByxq_GSi_tFZSi_SiTgm5Tm:
Lfunc_begin37:
	.cfi_startproc
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	str	x1, [sp]
	bl	_$ss10_HashTableV5scale11forCapacitys4Int8VSi_tFZTf4nd_n
	mov	w8, #1
	ldr	x4, [sp]
	mov	x2, xzr
	mov	w3, #1
	sturb	w8, [x29, #-4]
	and	w8, w8, #0xff
	ldp	x29, x30, [sp, #16]
	lsl	x1, x8, #32
	add	sp, sp, #32
	br	x4
Lfunc_end37:
	.cfi_endproc
	.p2align	2
_$sSa29_hoistableIsNativeTypeCheckedSbyFSi_Sit_Tg5:
Lfunc_begin38:
	.loc	1 0 0
	.cfi_startproc
	mov	w0, #1
	ret
Ltmp412:
Lfunc_end38:
	.cfi_endproc
	.p2align	2
_$sSa29_hoistableIsNativeTypeCheckedSbyF6Tables5PlaceV_SaySiGt_Tg5:
Lfunc_begin39:
	.loc	1 0 0
	.cfi_startproc
	mov	w0, #1
	ret
Ltmp413:
Lfunc_end39:
	.cfi_endproc
	.p2align	2
_$sSa29_hoistableIsNativeTypeCheckedSbyFSi_Tg5:
Lfunc_begin40:
	.loc	1 0 0
	.cfi_startproc
	mov	w0, #1
	ret
Ltmp414:
Lfunc_end40:
	.cfi_endproc
	.p2align	2
_$sSa15_checkSubscript_20wasNativeTypeCheckeds16_DependenceTokenVSi_SbtFSi_Sit_Tg5:
Lfunc_begin41:
	.cfi_startproc
	b	_$sSa15_checkSubscript_20wasNativeTypeCheckeds16_DependenceTokenVSi_SbtFSi_Sit_Tg5Tm
Lfunc_end41:
	.cfi_endproc
	.p2align	2
_$sSa15_checkSubscript_20wasNativeTypeCheckeds16_DependenceTokenVSi_SbtF6Tables5PlaceV_SaySiGt_Tg5:
Lfunc_begin42:
	.cfi_startproc
	b	_$sSa15_checkSubscript_20wasNativeTypeCheckeds16_DependenceTokenVSi_SbtFSi_Sit_Tg5Tm
Lfunc_end42:
	.cfi_endproc
	.p2align	2
_$sSa15_checkSubscript_20wasNativeTypeCheckeds16_DependenceTokenVSi_SbtFSi_Tg5:
Lfunc_begin43:
	.cfi_startproc
	b	_$sSa15_checkSubscript_20wasNativeTypeCheckeds16_DependenceTokenVSi_SbtFSi_Sit_Tg5Tm
Lfunc_end43:
	.cfi_endproc
	.p2align	2
_$sSa15_checkSubscript_20wasNativeTypeCheckeds16_DependenceTokenVSi_SbtFSi_Sit_Tg5Tm:
Lfunc_begin44:
	.cfi_startproc
	tbnz	x0, #63, LBB44_3
	ldr	x8, [x2, #16]
	cmp	x8, x0
	b.ls	LBB44_4
	ret
LBB44_3:
	brk	#0x1
LBB44_4:
	brk	#0x1
Lfunc_end44:
	.cfi_endproc
	.p2align	2
_$sSa11_getElement_20wasNativeTypeChecked22matchingSubscriptCheckxSi_Sbs16_DependenceTokenVtFSi_Sit_Tg5:
Lfunc_begin45:
	.loc	1 0 0
	.cfi_startproc
	add	x8, x2, x0, lsl #4
	ldp	x0, x1, [x8, #32]
	ret
Ltmp415:
Lfunc_end45:
	.cfi_endproc
	.p2align	2
_$sSa11_getElement_20wasNativeTypeChecked22matchingSubscriptCheckxSi_Sbs16_DependenceTokenVtF6Tables5PlaceV_SaySiGt_Tg5:
Lfunc_begin46:
	.loc	1 0 0
	.cfi_startproc
	mov	w8, #24
Ltmp416:
	madd	x8, x0, x8, x2
	ldp	x1, x2, [x8, #40]
	ldr	x0, [x8, #32]
Ltmp417:
	cbz	x2, LBB46_4
	ldr	x8, [x2, #8]
	cmn	x8, #1
	b.eq	LBB46_4
	add	x8, x2, #8
LBB46_3:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB46_3
Ltmp418:
LBB46_4:
	ret
Ltmp419:
Lfunc_end46:
	.cfi_endproc
	.p2align	2
_$sSa11_getElement_20wasNativeTypeChecked22matchingSubscriptCheckxSi_Sbs16_DependenceTokenVtFSi_Tg5:
Lfunc_begin47:
	.loc	1 0 0
	.cfi_startproc
	add	x8, x2, x0, lsl #3
	ldr	x0, [x8, #32]
	ret
Ltmp420:
Lfunc_end47:
	.cfi_endproc
	.p2align	2
_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSi_Tg5:
Lfunc_begin48:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	x19, x0
Ltmp421:
	ldr	x0, [x20, #40]
Ltmp422:
	mov	x1, x19
	bl	_$ss6HasherV5_hash4seed_S2i_s6UInt64VtFZTf4nnd_n
	mov	x1, x0
Ltmp423:
	mov	x0, x19
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	b	_$ss22__RawDictionaryStorageC4find_9hashValues10_HashTableV6BucketV6bucket_Sb5foundtx_SitSHRzlFSi_Tg5
Ltmp424:
Lfunc_end48:
	.cfi_endproc
	.p2align	2
_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlF6Tables5PlaceV_Tg5:
Lfunc_begin49:
	.loc	1 0 0
	.cfi_startproc
	sub	sp, sp, #144
	stp	x29, x30, [sp, #80]
	stp	x24, x23, [sp, #96]
	stp	x22, x21, [sp, #112]
	stp	x20, x19, [sp, #128]
	add	x29, sp, #80
	.cfi_def_cfa w29, 64
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w30, -56
	.cfi_offset w29, -64
Ltmp425:
Lloh54:
	adrp	x23, _$ss32_swift_stdlib_Hashing_parameters_Wz@PAGE
Lloh55:
	add	x23, x23, _$ss32_swift_stdlib_Hashing_parameters_Wz@PAGEOFF
	mov	x19, x20
	mov	x21, x1
Ltmp426:
	ldr	x20, [x20, #40]
	mov	x22, x0
Ltmp427:
	ldar	x8, [x23]
Ltmp428:
	tbnz	x8, #63, LBB49_7
	mov	w8, #1
LBB49_2:
	ldxr	x9, [x23]
	cbnz	x9, LBB49_5
	stxr	w9, x8, [x23]
	cbnz	w9, LBB49_2
	bl	_$ss32_swift_stdlib_Hashing_parameters_WZ
	mov	x8, #-1
	stlr	x8, [x23]
	b	LBB49_7
LBB49_5:
	clrex
LBB49_6:
Ltmp429:
	ldar	x8, [x23]
Ltmp430:
	tbz	x8, #63, LBB49_6
Ltmp431:
LBB49_7:
Lloh56:
	adrp	x8, _$ss32_swift_stdlib_Hashing_parametersSo06_SwiftC10ParametersVvp@PAGE
Lloh57:
	add	x8, x8, _$ss32_swift_stdlib_Hashing_parametersSo06_SwiftC10ParametersVvp@PAGEOFF
	mov	x10, #29281
	mov	x12, #25973
	movk	x10, #28261, lsl #16
	movk	x12, #28787, lsl #16
	ldp	x9, x8, [x8]
	movk	x10, #26469, lsl #32
	movk	x12, #28005, lsl #32
	movk	x10, #27769, lsl #48
	movk	x12, #29551, lsl #48
	mov	x11, #28525
Ltmp432:
	add	x0, sp, #8
Ltmp433:
	eor	x9, x9, x20
	movk	x11, #28260, lsl #16
	eor	x10, x9, x10
	eor	x9, x9, x12
	mov	x12, #25971
	movk	x11, #29281, lsl #32
	movk	x12, #31092, lsl #16
	movk	x11, #25711, lsl #48
	movk	x12, #25698, lsl #32
	eor	x11, x8, x11
	movk	x12, #29797, lsl #48
Ltmp434:
	mov	x1, x22
	movi.2d	v0, #0000000000000000
Ltmp435:
	eor	x8, x8, x12
Ltmp436:
	mov	x2, x21
	stp	xzr, x9, [sp, #8]
	stp	x11, x10, [sp, #24]
	str	x8, [sp, #40]
	stp	q0, q0, [sp, #48]
	bl	_$s6Tables5PlaceV4hash4intoys6HasherVz_tF
	add	x20, sp, #8
	bl	_$ss6HasherV9_finalizeSiyF
	mov	x2, x0
Ltmp437:
	mov	x0, x22
	mov	x1, x21
	ldp	x20, x19, [sp, #128]
	ldp	x22, x21, [sp, #112]
	ldp	x24, x23, [sp, #96]
	ldp	x29, x30, [sp, #80]
	add	sp, sp, #144
	b	_$ss22__RawDictionaryStorageC4find_9hashValues10_HashTableV6BucketV6bucket_Sb5foundtx_SitSHRzlF6Tables5PlaceV_Tg5
Ltmp438:
	.loh AdrpAdd	Lloh54, Lloh55
	.loh AdrpAdd	Lloh56, Lloh57
Lfunc_end49:
	.cfi_endproc
	.p2align	2
_$ss18_DictionaryStorageCfD6Tables5PlaceV_SaySiGTg5:
Lfunc_begin50:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp439:
	bl	_$ss18_DictionaryStorageCfd6Tables5PlaceV_SaySiGTg5
Ltmp440:
	ldr	x8, [x20, #8]
	tbnz	x8, #63, LBB50_2
	mov	x0, x20
	ldp	x29, x30, [sp], #16
	b	_free
Ltmp441:
LBB50_2:
	ldp	x29, x30, [sp], #16
	ret
Ltmp442:
Lfunc_end50:
	.cfi_endproc
	.p2align	2
_$ss25__SwiftNativeNSDictionaryCABycfC:
Lfunc_begin51:
	.loc	1 0 0
	.cfi_startproc
Lloh58:
	adrp	x0, _$ss25__SwiftNativeNSDictionaryCN@PAGE
Lloh59:
	add	x0, x0, _$ss25__SwiftNativeNSDictionaryCN@PAGEOFF
	mov	w1, #16
	mov	w2, #7
	b	_swift_allocObject
Ltmp443:
	.loh AdrpAdd	Lloh58, Lloh59
Lfunc_end51:
	.cfi_endproc
	.p2align	2
_$ss18_DictionaryStorageCfdSi_SiTg5:
Lfunc_begin52:
	.loc	1 0 0
	.cfi_startproc
	ldr	x8, [x20, #16]
	mov	x0, x20
	cmp	x8, #1
	b.lt	LBB52_2
	str	xzr, [x0, #16]
LBB52_2:
	ret
Ltmp444:
Lfunc_end52:
	.cfi_endproc
	.p2align	2
_$ss18_DictionaryStorageCfd6Tables5PlaceV_SaySiGTg5:
Lfunc_begin53:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-64]!
	stp	x24, x23, [sp, #16]
	stp	x22, x21, [sp, #32]
	stp	x20, x19, [sp, #48]
	mov	x29, sp
	.cfi_def_cfa w29, 64
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w30, -56
	.cfi_offset w29, -64
Ltmp445:
	ldr	x8, [x20, #16]
	cmp	x8, #1
	b.lt	LBB53_18
	mov	x19, x20
	mov	w10, #1
	mov	x23, xzr
	ldr	x8, [x19, #64]!
	ldurb	w9, [x19, #-32]
	ldur	x21, [x19, #-8]
	lsl	x9, x10, x9
	mov	x10, #-1
	cmp	x9, #64
	lsl	x11, x10, x9
	add	x9, x9, #63
	csinv	x10, x10, x11, ge
	lsr	x22, x9, #6
	and	x24, x8, x10
	b	LBB53_4
LBB53_2:
	rbit	x8, x24
	sub	x9, x24, #1
	clz	x8, x8
	and	x24, x9, x24
	orr	x8, x8, x23, lsl #6
LBB53_3:
	add	x0, x21, x8, lsl #3
	bl	_$sSaySiGWOh
LBB53_4:
	cbnz	x24, LBB53_2
	adds	x9, x23, #1
	b.vs	LBB53_19
	cmp	x9, x22
	b.ge	LBB53_17
	ldr	x8, [x19, x9, lsl #3]
	mov	x23, x9
	cbnz	x8, LBB53_16
	add	x23, x9, #1
	cmp	x23, x22
	b.ge	LBB53_17
	ldr	x8, [x19, x23, lsl #3]
	cbnz	x8, LBB53_16
	add	x9, x9, #2
	cmp	x9, x22
	b.ge	LBB53_17
	ldr	x8, [x19, x9, lsl #3]
	cbz	x8, LBB53_13
	mov	x23, x9
	b	LBB53_16
LBB53_13:
	adds	x23, x9, #1
	b.vs	LBB53_20
	cmp	x23, x22
	b.ge	LBB53_17
	ldr	x8, [x19, x23, lsl #3]
	add	x9, x9, #1
	cbz	x8, LBB53_13
LBB53_16:
	rbit	x9, x8
	sub	x10, x8, #1
	clz	x9, x9
	and	x24, x10, x8
	add	x8, x9, x23, lsl #6
	b	LBB53_3
LBB53_17:
	str	xzr, [x20, #16]
LBB53_18:
	mov	x0, x20
	ldp	x20, x19, [sp, #48]
	ldp	x22, x21, [sp, #32]
	ldp	x24, x23, [sp, #16]
	ldp	x29, x30, [sp], #64
	ret
LBB53_19:
Ltmp446:
	brk	#0x1
Ltmp447:
LBB53_20:
Ltmp448:
	brk	#0x1
Ltmp449:
Lfunc_end53:
	.cfi_endproc
	.p2align	2
_$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZSi_SiTgm5:
Lfunc_begin54:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-80]!
	stp	x26, x25, [sp, #16]
	stp	x24, x23, [sp, #32]
	stp	x22, x21, [sp, #48]
	stp	x20, x19, [sp, #64]
	mov	x29, sp
	.cfi_def_cfa w29, 80
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w30, -72
	.cfi_offset w29, -80
	mov	w23, w0
	mov	w8, #1
Ltmp450:
	sxtb	x26, w23
	mov	x20, x2
	mov	x22, x1
Lloh60:
	adrp	x0, _$ss18_DictionaryStorageCyS2iGN@PAGE
Lloh61:
	add	x0, x0, _$ss18_DictionaryStorageCyS2iGN@PAGEOFF
	mov	w2, #7
	lsl	x24, x8, x26
	mov	w21, w3
	add	x8, x24, #63
	lsr	x25, x8, #6
	mov	w8, #8
	lsl	x8, x8, x26
	add	x9, x8, x25, lsl #3
	add	x9, x9, #71
	and	x9, x9, #0xfffffffffffffff8
	add	x1, x9, x8
	bl	_swift_allocObject
Ltmp451:
	scvtf	d0, x24
	fmov	d1, #0.75000000
	mov	x9, #9218868437227405312
Ltmp452:
	str	xzr, [x0, #16]
Ltmp453:
	fmul	d0, d0, d1
	fmov	x8, d0
	bics	xzr, x9, x8
	b.eq	LBB54_28
	mov	x8, #1
	movk	x8, #50144, lsl #48
	fmov	d1, x8
	fcmp	d0, d1
	b.le	LBB54_29
	mov	x8, #4890909195324358656
	fmov	d1, x8
	fcmp	d0, d1
	b.pl	LBB54_30
	mov	x19, x0
	fcvtzs	x8, d0
Ltmp454:
	strb	w23, [x0, #32]
	strb	wzr, [x0, #33]
	str	x8, [x0, #24]
	strh	wzr, [x0, #34]
	tbz	x22, #32, LBB54_5
Ltmp455:
	mov	x0, xzr
	mov	x1, x19
	bl	_$ss6HasherV5_hash4seed_S2i_s6UInt64VtFZTf4nnd_n
	mov	x22, x0
Ltmp456:
LBB54_5:
	str	w22, [x19, #36]
Ltmp457:
	add	x8, x19, #8
	ldr	x9, [x19, #8]
Ltmp458:
	cmn	x9, #1
Ltmp459:
	tbnz	w21, #0, LBB54_8
Ltmp460:
	b.eq	LBB54_18
LBB54_7:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB54_7
	b	LBB54_18
Ltmp461:
LBB54_8:
	b.eq	LBB54_10
LBB54_9:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB54_9
Ltmp462:
LBB54_10:
Lloh62:
	adrp	x20, _$ss32_swift_stdlib_Hashing_parameters_Wz@PAGE
Lloh63:
	add	x20, x20, _$ss32_swift_stdlib_Hashing_parameters_Wz@PAGEOFF
	ldar	x8, [x20]
Ltmp463:
	tbnz	x8, #63, LBB54_17
	mov	w8, #1
LBB54_12:
	ldxr	x9, [x20]
	cbnz	x9, LBB54_15
	stxr	w9, x8, [x20]
	cbnz	w9, LBB54_12
	bl	_$ss32_swift_stdlib_Hashing_parameters_WZ
	mov	x8, #-1
	stlr	x8, [x20]
	b	LBB54_17
LBB54_15:
	clrex
LBB54_16:
Ltmp464:
	ldar	x8, [x20]
Ltmp465:
	tbz	x8, #63, LBB54_16
Ltmp466:
LBB54_17:
	adrp	x8, _$ss32_swift_stdlib_Hashing_parametersSo06_SwiftC10ParametersVvp@PAGE+16
	ldrb	w8, [x8, _$ss32_swift_stdlib_Hashing_parametersSo06_SwiftC10ParametersVvp@PAGEOFF+16]
	cmp	w8, #0
	csel	x20, x26, x19, ne
LBB54_18:
	ldrb	w8, [x19, #32]
	add	x9, x19, x25, lsl #3
	add	x9, x9, #64
	mov	w11, #1
	add	x10, x9, x24, lsl #3
	lsl	x21, x11, x8
	cmp	x21, #63
	stp	x20, x9, [x19, #40]
	str	x10, [x19, #56]
	b.gt	LBB54_20
	mov	x8, #-1
Ltmp467:
	mov	x0, x19
Ltmp468:
	lsl	x8, x8, x21
	str	x8, [x19, #64]
Ltmp469:
	bl	_$ss13swift_release6objectyBp_tF
	b	LBB54_27
Ltmp470:
LBB54_20:
	mov	x0, x19
	and	x20, x8, #0x3f
	bl	_$ss13swift_release6objectyBp_tF
Ltmp471:
	add	x8, x21, #63
Ltmp472:
	cmp	w20, #8
Ltmp473:
	lsr	x8, x8, #6
Ltmp474:
	b.hs	LBB54_22
	mov	x9, xzr
	b	LBB54_25
LBB54_22:
	and	x9, x8, #0x3fffffffffffffc
	add	x10, x19, #80
	movi.2d	v0, #0000000000000000
	mov	x11, x9
LBB54_23:
	stp	q0, q0, [x10, #-16]
	add	x10, x10, #32
	subs	x11, x11, #4
	b.ne	LBB54_23
	cmp	x8, x9
	b.eq	LBB54_27
LBB54_25:
	add	x10, x19, x9, lsl #3
	sub	x8, x8, x9
	add	x9, x10, #64
LBB54_26:
	subs	x8, x8, #1
	str	xzr, [x9], #8
	b.ne	LBB54_26
Ltmp475:
LBB54_27:
	mov	x0, x19
	ldp	x20, x19, [sp, #64]
	ldp	x22, x21, [sp, #48]
	ldp	x24, x23, [sp, #32]
	ldp	x26, x25, [sp, #16]
	ldp	x29, x30, [sp], #80
	ret
LBB54_28:
Ltmp476:
Ltmp477:
	brk	#0x1
Ltmp478:
LBB54_29:
Ltmp479:
	brk	#0x1
Ltmp480:
LBB54_30:
Ltmp481:
	brk	#0x1
Ltmp482:
	.loh AdrpAdd	Lloh60, Lloh61
	.loh AdrpAdd	Lloh62, Lloh63
Lfunc_end54:
	.cfi_endproc
	.p2align	2
_$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZ6Tables5PlaceV_SaySiGTgm5:
Lfunc_begin55:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-80]!
	stp	x26, x25, [sp, #16]
	stp	x24, x23, [sp, #32]
	stp	x22, x21, [sp, #48]
	stp	x20, x19, [sp, #64]
	mov	x29, sp
	.cfi_def_cfa w29, 80
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w30, -72
	.cfi_offset w29, -80
	mov	w23, w0
	mov	w8, #1
Ltmp483:
	sxtb	x26, w23
	mov	w9, #8
	mov	x20, x2
	mov	x22, x1
Lloh64:
	adrp	x0, _$ss18_DictionaryStorageCy6Tables5PlaceVSaySiGGN@PAGE
Lloh65:
	add	x0, x0, _$ss18_DictionaryStorageCy6Tables5PlaceVSaySiGGN@PAGEOFF
	lsl	x24, x8, x26
	lsl	x9, x9, x26
	add	x8, x24, #63
	mov	w2, #7
	lsr	x25, x8, #6
	mov	w8, #16
	lsl	x8, x8, x26
	mov	w21, w3
	add	x8, x8, x25, lsl #3
	add	x8, x8, #71
	and	x8, x8, #0xfffffffffffffff8
	add	x1, x8, x9
	bl	_swift_allocObject
Ltmp484:
	scvtf	d0, x24
	fmov	d1, #0.75000000
	mov	x9, #9218868437227405312
Ltmp485:
	str	xzr, [x0, #16]
Ltmp486:
	fmul	d0, d0, d1
	fmov	x8, d0
	bics	xzr, x9, x8
	b.eq	LBB55_28
	mov	x8, #1
	movk	x8, #50144, lsl #48
	fmov	d1, x8
	fcmp	d0, d1
	b.le	LBB55_29
	mov	x8, #4890909195324358656
	fmov	d1, x8
	fcmp	d0, d1
	b.pl	LBB55_30
	mov	x19, x0
	fcvtzs	x8, d0
Ltmp487:
	strb	w23, [x0, #32]
	strb	wzr, [x0, #33]
	str	x8, [x0, #24]
	strh	wzr, [x0, #34]
	tbz	x22, #32, LBB55_5
Ltmp488:
	mov	x0, xzr
	mov	x1, x19
	bl	_$ss6HasherV5_hash4seed_S2i_s6UInt64VtFZTf4nnd_n
	mov	x22, x0
Ltmp489:
LBB55_5:
	str	w22, [x19, #36]
Ltmp490:
	add	x8, x19, #8
	ldr	x9, [x19, #8]
Ltmp491:
	cmn	x9, #1
Ltmp492:
	tbnz	w21, #0, LBB55_8
Ltmp493:
	b.eq	LBB55_18
LBB55_7:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB55_7
	b	LBB55_18
Ltmp494:
LBB55_8:
	b.eq	LBB55_10
LBB55_9:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB55_9
Ltmp495:
LBB55_10:
Lloh66:
	adrp	x20, _$ss32_swift_stdlib_Hashing_parameters_Wz@PAGE
Lloh67:
	add	x20, x20, _$ss32_swift_stdlib_Hashing_parameters_Wz@PAGEOFF
	ldar	x8, [x20]
Ltmp496:
	tbnz	x8, #63, LBB55_17
	mov	w8, #1
LBB55_12:
	ldxr	x9, [x20]
	cbnz	x9, LBB55_15
	stxr	w9, x8, [x20]
	cbnz	w9, LBB55_12
	bl	_$ss32_swift_stdlib_Hashing_parameters_WZ
	mov	x8, #-1
	stlr	x8, [x20]
	b	LBB55_17
LBB55_15:
	clrex
LBB55_16:
Ltmp497:
	ldar	x8, [x20]
Ltmp498:
	tbz	x8, #63, LBB55_16
Ltmp499:
LBB55_17:
	adrp	x8, _$ss32_swift_stdlib_Hashing_parametersSo06_SwiftC10ParametersVvp@PAGE+16
	ldrb	w8, [x8, _$ss32_swift_stdlib_Hashing_parametersSo06_SwiftC10ParametersVvp@PAGEOFF+16]
	cmp	w8, #0
	csel	x20, x26, x19, ne
LBB55_18:
	ldrb	w8, [x19, #32]
	add	x9, x19, x25, lsl #3
	add	x9, x9, #64
	mov	w11, #1
	add	x10, x9, x24, lsl #4
	lsl	x21, x11, x8
	cmp	x21, #63
	stp	x20, x9, [x19, #40]
	str	x10, [x19, #56]
	b.gt	LBB55_20
	mov	x8, #-1
Ltmp500:
	mov	x0, x19
Ltmp501:
	lsl	x8, x8, x21
	str	x8, [x19, #64]
Ltmp502:
	bl	_$ss13swift_release6objectyBp_tF
	b	LBB55_27
Ltmp503:
LBB55_20:
	mov	x0, x19
	and	x20, x8, #0x3f
	bl	_$ss13swift_release6objectyBp_tF
Ltmp504:
	add	x8, x21, #63
Ltmp505:
	cmp	w20, #8
Ltmp506:
	lsr	x8, x8, #6
Ltmp507:
	b.hs	LBB55_22
	mov	x9, xzr
	b	LBB55_25
LBB55_22:
	and	x9, x8, #0x3fffffffffffffc
	add	x10, x19, #80
	movi.2d	v0, #0000000000000000
	mov	x11, x9
LBB55_23:
	stp	q0, q0, [x10, #-16]
	add	x10, x10, #32
	subs	x11, x11, #4
	b.ne	LBB55_23
	cmp	x8, x9
	b.eq	LBB55_27
LBB55_25:
	add	x10, x19, x9, lsl #3
	sub	x8, x8, x9
	add	x9, x10, #64
LBB55_26:
	subs	x8, x8, #1
	str	xzr, [x9], #8
	b.ne	LBB55_26
Ltmp508:
LBB55_27:
	mov	x0, x19
	ldp	x20, x19, [sp, #64]
	ldp	x22, x21, [sp, #48]
	ldp	x24, x23, [sp, #32]
	ldp	x26, x25, [sp, #16]
	ldp	x29, x30, [sp], #80
	ret
LBB55_28:
Ltmp509:
Ltmp510:
	brk	#0x1
Ltmp511:
LBB55_29:
Ltmp512:
	brk	#0x1
Ltmp513:
LBB55_30:
Ltmp514:
	brk	#0x1
Ltmp515:
	.loh AdrpAdd	Lloh64, Lloh65
	.loh AdrpAdd	Lloh66, Lloh67
Lfunc_end55:
	.cfi_endproc
	.p2align	2
_$ss22__RawDictionaryStorageC4find_9hashValues10_HashTableV6BucketV6bucket_Sb5foundtx_SitSHRzlFSi_Tg5:
Lfunc_begin56:
	.loc	1 0 0
	.cfi_startproc
	ldrb	w8, [x20, #32]
	mov	x9, #-1
	lsl	x10, x9, x8
	bic	x8, x1, x10
	lsr	x9, x8, #3
	and	x11, x9, #0xffffffffffffff8
	add	x9, x20, #64
	ldr	x11, [x9, x11]
	lsr	x11, x11, x8
	tbz	w11, #0, LBB56_5
	mvn	x10, x10
	ldr	x11, [x20, #48]
LBB56_2:
	ldr	x12, [x11, x8, lsl #3]
	cmp	x12, x0
	cset	w1, eq
	b.eq	LBB56_4
	add	x8, x8, #1
	and	x8, x8, x10
	lsr	x12, x8, #3
	and	x12, x12, #0xffffffffffffff8
	ldr	x12, [x9, x12]
	lsr	x12, x12, x8
	tbnz	w12, #0, LBB56_2
LBB56_4:
	mov	x0, x8
	ret
LBB56_5:
	mov	w1, wzr
	mov	x0, x8
	ret
Ltmp516:
Lfunc_end56:
	.cfi_endproc
	.p2align	2
_$ss22__RawDictionaryStorageC4find_9hashValues10_HashTableV6BucketV6bucket_Sb5foundtx_SitSHRzlF6Tables5PlaceV_Tg5:
Lfunc_begin57:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-64]!
	stp	x24, x23, [sp, #16]
	stp	x22, x21, [sp, #32]
	stp	x20, x19, [sp, #48]
	mov	x29, sp
	.cfi_def_cfa w29, 64
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w30, -56
	.cfi_offset w29, -64
Ltmp517:
	ldrb	w8, [x20, #32]
	mov	x9, #-1
	add	x23, x20, #64
	lsl	x8, x9, x8
	bic	x19, x2, x8
	lsr	x9, x19, #3
	and	x9, x9, #0xffffffffffffff8
	ldr	x9, [x23, x9]
	lsr	x9, x9, x19
	tbz	w9, #0, LBB57_4
	mov	x22, x1
	mov	x21, x0
	mvn	x24, x8
	ldr	x20, [x20, #48]
LBB57_2:
	add	x8, x20, x19, lsl #4
Ltmp518:
	mov	x2, x21
	mov	x3, x22
Ltmp519:
	ldp	x0, x1, [x8]
Ltmp520:
	bl	_$s6Tables5PlaceV2eeoiySbAC_ACtFZTf4nnd_n
Ltmp521:
	tbnz	w0, #0, LBB57_5
	add	x8, x19, #1
	and	x19, x8, x24
	lsr	x8, x19, #3
	and	x8, x8, #0xffffffffffffff8
	ldr	x8, [x23, x8]
	lsr	x8, x8, x19
	tbnz	w8, #0, LBB57_2
	b	LBB57_5
LBB57_4:
	mov	w0, wzr
LBB57_5:
	and	w1, w0, #0x1
	mov	x0, x19
	ldp	x20, x19, [sp, #48]
	ldp	x22, x21, [sp, #32]
	ldp	x24, x23, [sp, #16]
	ldp	x29, x30, [sp], #64
	ret
Ltmp522:
Lfunc_end57:
	.cfi_endproc
	.p2align	2
_$ss23_ContiguousArrayStorageC16_doNotCallMeBaseAByxGyt_tcfCSi_Sit_Tg5:
Lfunc_begin58:
	.loc	1 0 0
	.cfi_startproc
	brk	#0x1
Ltmp523:
Lfunc_end58:
	.cfi_endproc
	.p2align	2
_$ss23_ContiguousArrayStorageC16_doNotCallMeBaseAByxGyt_tcfC6Tables5PlaceV_SaySiGt_Tg5:
Lfunc_begin59:
	.loc	1 0 0
	.cfi_startproc
	brk	#0x1
Ltmp524:
Lfunc_end59:
	.cfi_endproc
	.p2align	2
_$ss23_ContiguousArrayStorageC16_doNotCallMeBaseAByxGyt_tcfCSi_Tg5:
Lfunc_begin60:
	.loc	1 0 0
	.cfi_startproc
	brk	#0x1
Ltmp525:
Lfunc_end60:
	.cfi_endproc
	.p2align	2
_$ss23_ContiguousArrayStorageC16canStoreElements13ofDynamicTypeSbypXp_tFSi_Sit_Tg5:
Lfunc_begin61:
	.loc	1 0 0
	.cfi_startproc
	mov	w0, wzr
	ret
Ltmp526:
Lfunc_end61:
	.cfi_endproc
	.p2align	2
_$ss23_ContiguousArrayStorageC16canStoreElements13ofDynamicTypeSbypXp_tF6Tables5PlaceV_SaySiGt_Tg5:
Lfunc_begin62:
	.loc	1 0 0
	.cfi_startproc
	mov	w0, wzr
	ret
Ltmp527:
Lfunc_end62:
	.cfi_endproc
	.p2align	2
_$ss23_ContiguousArrayStorageC16canStoreElements13ofDynamicTypeSbypXp_tFSi_Tg5:
Lfunc_begin63:
	.loc	1 0 0
	.cfi_startproc
	mov	w0, wzr
	ret
Ltmp528:
Lfunc_end63:
	.cfi_endproc
	.p2align	2
_$ss23_ContiguousArrayStorageCfD6Tables5PlaceV_SaySiGt_Tg5:
Lfunc_begin64:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-48]!
	stp	x22, x21, [sp, #16]
	stp	x20, x19, [sp, #32]
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
Ltmp529:
	ldr	x21, [x20, #16]
	cbz	x21, LBB64_3
	add	x19, x20, #32
LBB64_2:
	mov	x0, x19
	bl	_$s6Tables5PlaceV_SaySiGtWOh
	subs	x21, x21, #1
	add	x19, x19, #24
	b.ne	LBB64_2
LBB64_3:
Ltmp530:
	ldr	x8, [x20, #8]
	tbnz	x8, #63, LBB64_5
	mov	x0, x20
	ldp	x20, x19, [sp, #32]
	ldp	x22, x21, [sp, #16]
	ldp	x29, x30, [sp], #48
	b	_free
Ltmp531:
LBB64_5:
	ldp	x20, x19, [sp, #32]
	ldp	x22, x21, [sp, #16]
	ldp	x29, x30, [sp], #48
	ret
Ltmp532:
Lfunc_end64:
	.cfi_endproc
	.p2align	2
_$ss28__ContiguousArrayStorageBaseC012_doNotCallMeD0AByt_tcfC:
Lfunc_begin65:
	.loc	1 0 0
	.cfi_startproc
	brk	#0x1
Ltmp533:
Lfunc_end65:
	.cfi_endproc
	.p2align	2
_$ss28__ContiguousArrayStorageBaseC16canStoreElements13ofDynamicTypeSbypXp_tF:
Lfunc_begin66:
	.loc	1 0 0
	.cfi_startproc
	brk	#0x1
Ltmp534:
Lfunc_end66:
	.cfi_endproc
	.p2align	2
_$ss41__SwiftNativeNSArrayWithContiguousStorageCABycfC:
Lfunc_begin67:
	.loc	1 0 0
	.cfi_startproc
Lloh68:
	adrp	x0, _$ss41__SwiftNativeNSArrayWithContiguousStorageCN@PAGE
Lloh69:
	add	x0, x0, _$ss41__SwiftNativeNSArrayWithContiguousStorageCN@PAGEOFF
	mov	w1, #16
	mov	w2, #7
	b	_swift_allocObject
Ltmp535:
	.loh AdrpAdd	Lloh68, Lloh69
Lfunc_end67:
	.cfi_endproc
	.p2align	2
_$sSa28_allocateBufferUninitialized15minimumCapacitys016_ContiguousArrayB0VyxGSi_tFZSi_Sit_Tgm5:
Lfunc_begin68:
	.loc	1 0 0
	.cfi_startproc
	cmp	x0, #1
	b.lt	LBB68_2
Ltmp536:
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	lsl	x8, x0, #4
	mov	x19, x0
	add	x1, x8, #32
Lloh70:
	adrp	x0, _$ss23_ContiguousArrayStorageCySi_SitGN@PAGE
Lloh71:
	add	x0, x0, _$ss23_ContiguousArrayStorageCySi_SitGN@PAGEOFF
	mov	w2, #7
	bl	_swift_allocObject
	lsl	x8, x19, #1
	ldp	x20, x19, [sp, #16]
	stp	xzr, x8, [x0, #16]
	ldp	x29, x30, [sp], #32
	ret
LBB68_2:
Lloh72:
	adrp	x0, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGE
Lloh73:
	add	x0, x0, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGEOFF
	ret
Ltmp537:
	.loh AdrpAdd	Lloh70, Lloh71
	.loh AdrpAdd	Lloh72, Lloh73
Lfunc_end68:
	.cfi_endproc
	.p2align	2
_$sSa28_allocateBufferUninitialized15minimumCapacitys016_ContiguousArrayB0VyxGSi_tFZ6Tables5PlaceV_SaySiGt_Tgm5:
Lfunc_begin69:
	.loc	1 0 0
	.cfi_startproc
	cmp	x0, #1
	b.lt	LBB69_2
Ltmp538:
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	w8, #24
	mov	x9, #32
	mov	x19, x0
	mov	w2, #7
	madd	x1, x0, x8, x9
Lloh74:
	adrp	x0, _$ss23_ContiguousArrayStorageCy6Tables5PlaceV_SaySiGtGN@PAGE
Lloh75:
	add	x0, x0, _$ss23_ContiguousArrayStorageCy6Tables5PlaceV_SaySiGtGN@PAGEOFF
	bl	_swift_allocObject
	lsl	x8, x19, #1
	ldp	x20, x19, [sp, #16]
	stp	xzr, x8, [x0, #16]
	ldp	x29, x30, [sp], #32
	ret
LBB69_2:
Lloh76:
	adrp	x0, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGE
Lloh77:
	add	x0, x0, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGEOFF
	ret
Ltmp539:
	.loh AdrpAdd	Lloh74, Lloh75
	.loh AdrpAdd	Lloh76, Lloh77
Lfunc_end69:
	.cfi_endproc
	.p2align	2
_$sSa28_allocateBufferUninitialized15minimumCapacitys016_ContiguousArrayB0VyxGSi_tFZSi_Tgm5:
Lfunc_begin70:
	.loc	1 0 0
	.cfi_startproc
	cmp	x0, #1
	b.lt	LBB70_2
Ltmp540:
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	lsl	x8, x0, #3
	mov	x19, x0
	add	x1, x8, #32
Lloh78:
	adrp	x0, _$ss23_ContiguousArrayStorageCySiGN@PAGE
Lloh79:
	add	x0, x0, _$ss23_ContiguousArrayStorageCySiGN@PAGEOFF
	mov	w2, #7
	bl	_swift_allocObject
	lsl	x8, x19, #1
	ldp	x20, x19, [sp, #16]
	stp	xzr, x8, [x0, #16]
	ldp	x29, x30, [sp], #32
	ret
LBB70_2:
Lloh80:
	adrp	x0, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGE
Lloh81:
	add	x0, x0, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGEOFF
	ret
Ltmp541:
	.loh AdrpAdd	Lloh78, Lloh79
	.loh AdrpAdd	Lloh80, Lloh81
Lfunc_end70:
	.cfi_endproc
	.p2align	2
_$ss17_NativeDictionaryV7_delete2atys10_HashTableV6BucketV_tFSi_SiTg5:
Lfunc_begin71:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-80]!
	stp	x26, x25, [sp, #16]
	stp	x24, x23, [sp, #32]
	stp	x22, x21, [sp, #48]
	stp	x20, x19, [sp, #64]
	mov	x29, sp
	.cfi_def_cfa w29, 80
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w30, -72
	.cfi_offset w29, -80
Ltmp542:
	ldrb	w8, [x1, #32]
	mov	x9, #-1
	add	x10, x0, #1
	add	x21, x1, #64
	mov	w11, #1
	mov	x19, x1
	lsl	x8, x9, x8
	mov	x20, x0
	bic	x23, x10, x8
	lsr	x24, x23, #6
	lsl	x25, x11, x23
	ldr	x10, [x21, x24, lsl #3]
	tst	x25, x10
	b.eq	LBB71_14
	mvn	x22, x8
	mov	x0, x20
	mov	x1, x21
	mov	x2, x22
	bl	_$ss10_HashTableV12previousHole6beforeAB6BucketVAF_tF
	ldr	x8, [x21, x24, lsl #3]
	tst	x8, x25
	b.eq	LBB71_13
	add	x8, x0, #1
	and	x24, x8, x22
	b	LBB71_5
LBB71_3:
	ldr	x9, [x9]
	mov	x20, x23
	str	x9, [x8]
LBB71_4:
	add	x8, x23, #1
	and	x23, x8, x22
	lsr	x8, x23, #3
	and	x8, x8, #0xffffffffffffff8
	ldr	x8, [x21, x8]
	lsr	x8, x8, x23
	tbz	w8, #0, LBB71_13
LBB71_5:
	ldp	x0, x26, [x19, #40]
	add	x25, x26, x23, lsl #3
	ldr	x1, [x25]
Ltmp543:
	bl	_$ss6HasherV5_hash4seed_S2i_s6UInt64VtFZTf4nnd_n
Ltmp544:
	and	x8, x0, x22
	cmp	x20, x24
	b.ge	LBB71_7
	cmp	x8, x24
	ccmp	x20, x8, #0, lo
	b.lt	LBB71_4
	b	LBB71_8
LBB71_7:
	cmp	x8, x24
	ccmp	x20, x8, #8, hs
	b.lt	LBB71_4
LBB71_8:
	add	x8, x26, x20, lsl #3
	cmp	x20, x23
	b.ne	LBB71_10
	add	x9, x25, #8
	cmp	x8, x9
	b.lo	LBB71_11
LBB71_10:
	ldr	x9, [x25]
	str	x9, [x8]
LBB71_11:
	ldr	x9, [x19, #56]
	cmp	x20, x23
	add	x8, x9, x20, lsl #3
	add	x9, x9, x23, lsl #3
	b.ne	LBB71_3
	mov	x20, x23
	add	x10, x9, #8
	cmp	x8, x10
	b.lo	LBB71_4
	b	LBB71_3
LBB71_13:
	lsr	x8, x20, #6
	mov	x9, #-1
	lsl	x10, x9, x20
	add	x8, x21, x8, lsl #3
	sub	x10, x10, #1
	ldr	x9, [x8]
	b	LBB71_15
LBB71_14:
	lsr	x8, x20, #6
	lsl	x9, x9, x20
	sub	x9, x9, #1
	add	x8, x21, x8, lsl #3
	ldr	x10, [x8]
LBB71_15:
	ldr	x11, [x19, #16]
	and	x10, x10, x9
	subs	x9, x11, #1
	str	x10, [x8]
	b.vs	LBB71_17
	ldr	w8, [x19, #36]
	str	x9, [x19, #16]
	ldp	x22, x21, [sp, #48]
	add	w8, w8, #1
	ldp	x24, x23, [sp, #32]
	str	w8, [x19, #36]
	ldp	x20, x19, [sp, #64]
	ldp	x26, x25, [sp, #16]
	ldp	x29, x30, [sp], #80
	ret
LBB71_17:
Ltmp545:
	brk	#0x1
Ltmp546:
Lfunc_end71:
	.cfi_endproc
	.p2align	2
_$ss17_NativeDictionaryV4copyyyF6Tables5PlaceV_SaySiGTg5:
Lfunc_begin72:
	.loc	1 0 0
	.cfi_startproc
	sub	sp, sp, #96
	stp	x29, x30, [sp, #16]
	stp	x26, x25, [sp, #32]
	stp	x24, x23, [sp, #48]
	stp	x22, x21, [sp, #64]
	stp	x20, x19, [sp, #80]
	add	x29, sp, #16
	.cfi_def_cfa w29, 80
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w30, -72
	.cfi_offset w29, -80
Ltmp547:
	ldr	x19, [x20]
Ltmp548:
	and	w8, wzr, #0xff
	mov	w3, wzr
	sturb	wzr, [x29, #-4]
	ldr	w9, [x19, #36]
	ldr	x2, [x19, #40]
	ldrb	w0, [x19, #32]
	orr	x1, x9, x8, lsl #32
	bl	_$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZ6Tables5PlaceV_SaySiGTgm5
Ltmp549:
	ldr	x8, [x19, #16]
Ltmp550:
	mov	x21, x0
Ltmp551:
	cbz	x8, LBB72_27
	ldrb	w8, [x21, #32]
	mov	w9, #1
	add	x22, x21, #64
	add	x24, x19, #64
Ltmp552:
	cmp	x21, x19
Ltmp553:
	lsl	x8, x9, x8
Ltmp554:
	add	x8, x8, #63
	lsr	x25, x8, #6
	b.lo	LBB72_6
	add	x8, x24, x25, lsl #3
	cmp	x22, x8
	b.hs	LBB72_6
	cmp	x21, x19
	b.eq	LBB72_8
	lsl	x8, x25, #3
	add	x9, x19, x8
	add	x8, x21, x8
	add	x22, x9, #56
	add	x23, x8, #56
LBB72_5:
	mov	x0, x22
	mov	x1, x23
	bl	_$ss13_UnsafeBitsetV4WordVWOf
	sub	x25, x25, #1
	sub	x22, x22, #8
	sub	x23, x23, #8
	cbnz	x25, LBB72_5
	b	LBB72_8
LBB72_6:
	mov	x23, x24
LBB72_7:
	mov	x0, x23
	mov	x1, x22
	bl	_$ss13_UnsafeBitsetV4WordVWOf
	subs	x25, x25, #1
	add	x23, x23, #8
	add	x22, x22, #8
	b.ne	LBB72_7
Ltmp555:
LBB72_8:
	ldr	x8, [x19, #16]
	mov	w10, #1
	mov	x11, #-1
	mov	x9, xzr
	str	x8, [x21, #16]
	ldrb	w8, [x19, #32]
	lsl	x8, x10, x8
	ldr	x10, [x19, #64]
	cmp	x8, #64
	lsl	x12, x11, x8
	add	x8, x8, #63
	csinv	x11, x11, x12, ge
	lsr	x8, x8, #6
	and	x10, x11, x10
LBB72_9:
	cbz	x10, LBB72_11
	rbit	x11, x10
	sub	x12, x10, #1
	clz	x11, x11
	and	x10, x12, x10
	orr	x11, x11, x9, lsl #6
	b	LBB72_23
LBB72_11:
	adds	x11, x9, #1
	b.vs	LBB72_28
	cmp	x11, x8
	b.ge	LBB72_27
	ldr	x10, [x24, x11, lsl #3]
	mov	x9, x11
	cbnz	x10, LBB72_22
	add	x9, x11, #1
	cmp	x9, x8
	b.ge	LBB72_27
	ldr	x10, [x24, x9, lsl #3]
	cbnz	x10, LBB72_22
	add	x11, x11, #2
	cmp	x11, x8
	b.ge	LBB72_27
	ldr	x10, [x24, x11, lsl #3]
	cbz	x10, LBB72_19
	mov	x9, x11
	b	LBB72_22
LBB72_19:
	adds	x9, x11, #1
	b.vs	LBB72_29
	cmp	x9, x8
	b.ge	LBB72_27
	ldr	x10, [x24, x9, lsl #3]
	add	x11, x11, #1
	cbz	x10, LBB72_19
LBB72_22:
	rbit	x11, x10
	sub	x12, x10, #1
	clz	x11, x11
	and	x10, x12, x10
	add	x11, x11, x9, lsl #6
LBB72_23:
	lsl	x12, x11, #4
	lsl	x15, x11, #3
	ldp	x13, x14, [x19, #48]
	ldr	q0, [x13, x12]
	ldr	x13, [x21, #48]
	ldr	x11, [x14, x15]
	str	q0, [x13, x12]
	ldr	x12, [x21, #56]
	str	x11, [x12, x15]
Ltmp556:
	cbz	x11, LBB72_9
	ldr	x12, [x11, #8]
	cmn	x12, #1
	b.eq	LBB72_9
	add	x11, x11, #8
LBB72_26:
	ldxr	x12, [x11]
	add	x12, x12, #1
	stxr	w13, x12, [x11]
	cbnz	w13, LBB72_26
	b	LBB72_9
Ltmp557:
LBB72_27:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp558:
	str	x21, [x20]
	ldp	x20, x19, [sp, #80]
	ldp	x22, x21, [sp, #64]
	ldp	x24, x23, [sp, #48]
	ldp	x26, x25, [sp, #32]
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #96
	ret
LBB72_28:
Ltmp559:
	brk	#0x1
Ltmp560:
LBB72_29:
Ltmp561:
	brk	#0x1
Ltmp562:
Lfunc_end72:
	.cfi_endproc
	.p2align	2
_$ss17_NativeDictionaryV4copyyyFSi_SiTg5:
Lfunc_begin73:
	.loc	1 0 0
	.cfi_startproc
	sub	sp, sp, #96
	stp	x29, x30, [sp, #16]
	stp	x26, x25, [sp, #32]
	stp	x24, x23, [sp, #48]
	stp	x22, x21, [sp, #64]
	stp	x20, x19, [sp, #80]
	add	x29, sp, #16
	.cfi_def_cfa w29, 80
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w30, -72
	.cfi_offset w29, -80
Ltmp563:
	ldr	x19, [x20]
Ltmp564:
	and	w8, wzr, #0xff
	mov	w3, wzr
	sturb	wzr, [x29, #-4]
	ldr	w9, [x19, #36]
	ldr	x2, [x19, #40]
	ldrb	w0, [x19, #32]
	orr	x1, x9, x8, lsl #32
	bl	_$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZSi_SiTgm5
Ltmp565:
	ldr	x8, [x19, #16]
Ltmp566:
	mov	x21, x0
Ltmp567:
	cbz	x8, LBB73_24
	ldrb	w8, [x21, #32]
	mov	w9, #1
	add	x22, x21, #64
	add	x24, x19, #64
Ltmp568:
	cmp	x21, x19
Ltmp569:
	lsl	x8, x9, x8
Ltmp570:
	add	x8, x8, #63
	lsr	x25, x8, #6
	b.lo	LBB73_6
	add	x8, x24, x25, lsl #3
	cmp	x22, x8
	b.hs	LBB73_6
	cmp	x21, x19
	b.eq	LBB73_8
	lsl	x8, x25, #3
	add	x9, x19, x8
	add	x8, x21, x8
	add	x22, x9, #56
	add	x23, x8, #56
LBB73_5:
	mov	x0, x22
	mov	x1, x23
	bl	_$ss13_UnsafeBitsetV4WordVWOf
	sub	x25, x25, #1
	sub	x22, x22, #8
	sub	x23, x23, #8
	cbnz	x25, LBB73_5
	b	LBB73_8
LBB73_6:
	mov	x23, x24
LBB73_7:
	mov	x0, x23
	mov	x1, x22
	bl	_$ss13_UnsafeBitsetV4WordVWOf
	subs	x25, x25, #1
	add	x23, x23, #8
	add	x22, x22, #8
	b.ne	LBB73_7
Ltmp571:
LBB73_8:
	ldr	x8, [x19, #16]
	mov	w10, #1
	mov	x11, #-1
	mov	x9, xzr
	str	x8, [x21, #16]
	ldrb	w8, [x19, #32]
	lsl	x8, x10, x8
	ldr	x10, [x19, #64]
	cmp	x8, #64
	lsl	x12, x11, x8
	add	x8, x8, #63
	csinv	x11, x11, x12, ge
	lsr	x8, x8, #6
	and	x10, x11, x10
	b	LBB73_11
LBB73_9:
	rbit	x11, x10
	sub	x12, x10, #1
	clz	x11, x11
	and	x10, x12, x10
	orr	x11, x11, x9, lsl #6
LBB73_10:
	lsl	x11, x11, #3
	ldr	x14, [x21, #48]
	ldp	x12, x13, [x19, #48]
	ldr	x12, [x12, x11]
	ldr	x13, [x13, x11]
	str	x12, [x14, x11]
	ldr	x12, [x21, #56]
	str	x13, [x12, x11]
LBB73_11:
	cbnz	x10, LBB73_9
	adds	x11, x9, #1
	b.vs	LBB73_25
	cmp	x11, x8
	b.ge	LBB73_24
	ldr	x10, [x24, x11, lsl #3]
	mov	x9, x11
	cbnz	x10, LBB73_23
	add	x9, x11, #1
	cmp	x9, x8
	b.ge	LBB73_24
	ldr	x10, [x24, x9, lsl #3]
	cbnz	x10, LBB73_23
	add	x11, x11, #2
	cmp	x11, x8
	b.ge	LBB73_24
	ldr	x10, [x24, x11, lsl #3]
	cbz	x10, LBB73_20
	mov	x9, x11
	b	LBB73_23
LBB73_20:
	adds	x9, x11, #1
	b.vs	LBB73_26
	cmp	x9, x8
	b.ge	LBB73_24
	ldr	x10, [x24, x9, lsl #3]
	add	x11, x11, #1
	cbz	x10, LBB73_20
LBB73_23:
	rbit	x11, x10
	sub	x12, x10, #1
	clz	x11, x11
	and	x10, x12, x10
	add	x11, x11, x9, lsl #6
	b	LBB73_10
LBB73_24:
Ltmp572:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp573:
	str	x21, [x20]
	ldp	x20, x19, [sp, #80]
	ldp	x22, x21, [sp, #64]
	ldp	x24, x23, [sp, #48]
	ldp	x26, x25, [sp, #32]
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #96
	ret
LBB73_25:
Ltmp574:
	brk	#0x1
Ltmp575:
LBB73_26:
Ltmp576:
	brk	#0x1
Ltmp577:
Lfunc_end73:
	.cfi_endproc
	.p2align	2
_$ss18_DictionaryStorageC4copy8originalAByxq_Gs05__RawaB0C_tFZ6Tables5PlaceV_SaySiGTgm5:
Lfunc_begin74:
	.cfi_startproc
Lloh82:
	adrp	x1, _$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZ6Tables5PlaceV_SaySiGTgm5@PAGE
Lloh83:
	add	x1, x1, _$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZ6Tables5PlaceV_SaySiGTgm5@PAGEOFF
	b	_$ss18_DictionaryStorageC4copy8originalAByxq_Gs05__RawaB0C_tFZ6Tables5PlaceV_SaySiGTgm5Tm
	.loh AdrpAdd	Lloh82, Lloh83
Lfunc_end74:
	.cfi_endproc
	.p2align	2
_$ss18_DictionaryStorageC4copy8originalAByxq_Gs05__RawaB0C_tFZSi_SiTgm5:
Lfunc_begin75:
	.cfi_startproc
Lloh84:
	adrp	x1, _$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZSi_SiTgm5@PAGE
Lloh85:
	add	x1, x1, _$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZSi_SiTgm5@PAGEOFF
	b	_$ss18_DictionaryStorageC4copy8originalAByxq_Gs05__RawaB0C_tFZ6Tables5PlaceV_SaySiGTgm5Tm
	.loh AdrpAdd	Lloh84, Lloh85
Lfunc_end75:
	.cfi_endproc
	.p2align	2
_$ss17_NativeDictionaryV20_copyOrMoveAndResize8capacity12moveElementsySi_SbtF6Tables5PlaceV_SaySiGTg5:
Lfunc_begin76:
	.loc	1 0 0
	.cfi_startproc
	sub	sp, sp, #224
	stp	x29, x30, [sp, #128]
	stp	x28, x27, [sp, #144]
	stp	x26, x25, [sp, #160]
	stp	x24, x23, [sp, #176]
	stp	x22, x21, [sp, #192]
	stp	x20, x19, [sp, #208]
	add	x29, sp, #128
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
Ltmp578:
	ldr	x21, [x20]
	str	w1, [sp, #28]
	ldr	x8, [x21, #24]
Ltmp579:
	cmp	x8, x0
	csel	x0, x8, x0, gt
Ltmp580:
	bl	_$ss10_HashTableV5scale11forCapacitys4Int8VSi_tFZTf4nd_n
	mov	w8, #1
Ltmp581:
	mov	x2, xzr
	mov	w3, #1
	strb	w8, [sp, #56]
	and	w8, w8, #0xff
	lsl	x1, x8, #32
	bl	_$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZ6Tables5PlaceV_SaySiGTgm5
Ltmp582:
	ldr	x8, [x21, #16]
Ltmp583:
	mov	x22, x0
Ltmp584:
	cbz	x8, LBB76_55
	mov	x8, x21
	mov	w10, #1
	mov	x11, #-1
	str	x20, [sp]
	ldr	x9, [x8, #64]!
	str	x8, [sp, #16]
	ldurb	w8, [x8, #-32]
	lsl	x8, x10, x8
	cmp	x8, #64
	lsl	x10, x11, x8
	csinv	x10, x11, x10, ge
	and	x23, x10, x9
Ltmp585:
	cbz	x22, LBB76_5
	ldr	x9, [x22, #8]
	cmn	x9, #1
	b.eq	LBB76_5
	add	x9, x22, #8
LBB76_4:
	ldxr	x10, [x9]
	add	x10, x10, #1
	stxr	w11, x10, [x9]
	cbnz	w11, LBB76_4
Ltmp586:
LBB76_5:
	add	x8, x8, #63
	add	x9, sp, #56
	mov	x26, xzr
	lsr	x8, x8, #6
	add	x27, x9, #40
	add	x28, x22, #64
	mov	w19, #1
Lloh86:
	adrp	x24, _$ss32_swift_stdlib_Hashing_parameters_Wz@PAGE
Lloh87:
	add	x24, x24, _$ss32_swift_stdlib_Hashing_parameters_Wz@PAGEOFF
	str	x8, [sp, #8]
	b	LBB76_9
LBB76_6:
Lloh88:
	adrp	x9, _$ss32_swift_stdlib_Hashing_parametersSo06_SwiftC10ParametersVvp@PAGE
Lloh89:
	add	x9, x9, _$ss32_swift_stdlib_Hashing_parametersSo06_SwiftC10ParametersVvp@PAGEOFF
Ltmp587:
	mov	x10, #25971
	mov	x11, #25973
	movk	x10, #31092, lsl #16
	mov	x12, #28525
	ldp	x9, x8, [x9]
	movk	x10, #25698, lsl #32
	movk	x11, #28787, lsl #16
	movk	x10, #29797, lsl #48
	movk	x12, #28260, lsl #16
	movk	x11, #28005, lsl #32
	movk	x12, #29281, lsl #32
	eor	x9, x9, x20
	movk	x11, #29551, lsl #48
	eor	x10, x8, x10
	movk	x12, #25711, lsl #48
Ltmp588:
	mov.d	x2, v0[1]
	fmov	x1, d0
	movi.2d	v0, #0000000000000000
Ltmp589:
	eor	x11, x9, x11
Ltmp590:
	str	x10, [sp, #88]
Ltmp591:
	mov	x10, #29281
	movk	x10, #28261, lsl #16
	eor	x8, x8, x12
	movk	x10, #26469, lsl #32
Ltmp592:
	add	x0, sp, #56
Ltmp593:
	movk	x10, #27769, lsl #48
Ltmp594:
	stp	xzr, x11, [sp, #56]
Ltmp595:
	eor	x9, x9, x10
Ltmp596:
	stp	q0, q0, [x27]
	stp	x8, x9, [sp, #72]
	bl	_$s6Tables5PlaceV4hash4intoys6HasherVz_tF
	add	x20, sp, #56
	bl	_$ss6HasherV9_finalizeSiyF
Ltmp597:
	ldrb	w8, [x22, #32]
	mov	x12, #-1
	lsl	x10, x12, x8
	bic	x8, x0, x10
Ltmp598:
	lsr	x9, x8, #6
	lsl	x12, x12, x8
	ldr	x11, [x28, x9, lsl #3]
	bics	x11, x12, x11
	b.eq	LBB76_19
	rbit	x9, x11
	ldr	q0, [sp, #32]
	clz	x9, x9
	and	x8, x8, #0x7fffffffffffffc0
	orr	x8, x9, x8
Ltmp599:
LBB76_8:
	lsr	x9, x8, #3
	lsl	x11, x19, x8
	and	x9, x9, #0x1ffffffffffffff8
	ldr	x10, [x28, x9]
	orr	x10, x11, x10
	ldr	x11, [x22, #48]
	str	x10, [x28, x9]
	str	q0, [x11, x8, lsl #4]
	ldr	x9, [x22, #56]
	str	x25, [x9, x8, lsl #3]
	ldr	x8, [x22, #16]
	add	x8, x8, #1
	str	x8, [x22, #16]
Ltmp600:
LBB76_9:
	cbz	x23, LBB76_11
	rbit	x8, x23
	sub	x9, x23, #1
	clz	x8, x8
	and	x23, x9, x23
	orr	x8, x8, x26, lsl #6
	b	LBB76_28
LBB76_11:
	adds	x9, x26, #1
	b.vs	LBB76_58
	ldp	x11, x10, [sp, #8]
	cmp	x9, x11
	b.ge	LBB76_39
	ldr	x8, [x10, x9, lsl #3]
	mov	x26, x9
	cbnz	x8, LBB76_27
	add	x26, x9, #1
	cmp	x26, x11
	b.ge	LBB76_39
	ldr	x8, [x10, x26, lsl #3]
	cbnz	x8, LBB76_27
	add	x9, x9, #2
	cmp	x9, x11
	b.ge	LBB76_39
	ldr	x8, [x10, x9, lsl #3]
	cbz	x8, LBB76_24
	mov	x26, x9
	b	LBB76_27
LBB76_19:
Ltmp601:
	mov	w11, #63
	mov	w8, wzr
	sub	x10, x11, x10
	ldr	q0, [sp, #32]
	lsr	x10, x10, #6
	b	LBB76_21
LBB76_20:
	cmp	x9, x10
	csel	x9, xzr, x9, eq
	cset	w12, eq
	orr	w8, w12, w8
	ldr	x11, [x28, x9, lsl #3]
	cmn	x11, #1
	b.ne	LBB76_23
LBB76_21:
	add	x9, x9, #1
	cmp	x9, x10
	b.ne	LBB76_20
	tbz	w8, #0, LBB76_20
	b	LBB76_57
LBB76_23:
	mvn	x8, x11
	rbit	x8, x8
	clz	x8, x8
	add	x8, x8, x9, lsl #6
	b	LBB76_8
Ltmp602:
LBB76_24:
	adds	x26, x9, #1
	b.vs	LBB76_59
	cmp	x26, x11
	b.ge	LBB76_39
	ldr	x8, [x10, x26, lsl #3]
	add	x9, x9, #1
	cbz	x8, LBB76_24
LBB76_27:
	rbit	x9, x8
	sub	x10, x8, #1
	clz	x9, x9
	and	x23, x10, x8
	add	x8, x9, x26, lsl #6
LBB76_28:
	ldp	x9, x10, [x21, #48]
	ldr	q0, [x9, x8, lsl #4]
	ldr	x25, [x10, x8, lsl #3]
	ldr	w8, [sp, #28]
	tbnz	w8, #0, LBB76_33
Ltmp603:
	cbz	x25, LBB76_33
	ldr	x8, [x25, #8]
	cmn	x8, #1
	b.eq	LBB76_33
	add	x8, x25, #8
LBB76_32:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB76_32
Ltmp604:
LBB76_33:
	ldr	x20, [x22, #40]
Ltmp605:
	ldar	x8, [x24]
	str	q0, [sp, #32]
Ltmp606:
	tbnz	x8, #63, LBB76_6
LBB76_34:
	ldxr	x8, [x24]
	cbnz	x8, LBB76_37
	stxr	w8, x19, [x24]
	cbnz	w8, LBB76_34
	bl	_$ss32_swift_stdlib_Hashing_parameters_WZ
	mov	x8, #-1
	ldr	q0, [sp, #32]
	stlr	x8, [x24]
	b	LBB76_6
LBB76_37:
	clrex
LBB76_38:
Ltmp607:
	ldar	x8, [x24]
Ltmp608:
	tbz	x8, #63, LBB76_38
	b	LBB76_6
Ltmp609:
LBB76_39:
	ldr	w8, [sp, #28]
	tbz	w8, #0, LBB76_45
	ldrb	w8, [x21, #32]
	mov	w9, #1
	lsl	x19, x9, x8
	cmp	x19, #64
	b.ge	LBB76_46
Ltmp610:
	ldr	x8, [x21, #8]
	cmn	x8, #1
	b.eq	LBB76_44
	add	x8, x21, #8
LBB76_43:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB76_43
Ltmp611:
LBB76_44:
	mov	x0, x22
	bl	_$ss13swift_release6objectyBp_tF
	mov	x8, #-1
Ltmp612:
	mov	x0, x21
Ltmp613:
	lsl	x8, x8, x19
	str	x8, [x21, #64]
Ltmp614:
	bl	_$ss13swift_release6objectyBp_tF
	ldr	x20, [sp]
	b	LBB76_54
Ltmp615:
LBB76_45:
	mov	x0, x22
	bl	_$ss13swift_release6objectyBp_tF
Ltmp616:
	mov	x0, x21
	bl	_$ss13swift_release6objectyBp_tF
	ldr	x20, [sp]
	b	LBB76_56
Ltmp617:
LBB76_46:
	add	x9, x19, #63
	and	x10, x8, #0x3f
	lsr	x8, x9, #6
Ltmp618:
	cmp	w10, #8
	b.hs	LBB76_48
	ldr	x20, [sp]
	mov	x9, xzr
	b	LBB76_51
LBB76_48:
	and	x9, x8, #0x3fffffffffffffc
	add	x10, x21, #80
	movi.2d	v0, #0000000000000000
	mov	x11, x9
	ldr	x20, [sp]
LBB76_49:
	stp	q0, q0, [x10, #-16]
	add	x10, x10, #32
	subs	x11, x11, #4
	b.ne	LBB76_49
	cmp	x8, x9
	b.eq	LBB76_53
LBB76_51:
	add	x10, x21, x9, lsl #3
	sub	x8, x8, x9
	add	x9, x10, #64
LBB76_52:
	subs	x8, x8, #1
	str	xzr, [x9], #8
	b.ne	LBB76_52
Ltmp619:
LBB76_53:
	mov	x0, x22
	bl	_$ss13swift_release6objectyBp_tF
Ltmp620:
LBB76_54:
	str	xzr, [x21, #16]
LBB76_55:
Ltmp621:
	mov	x0, x21
	bl	_$ss13swift_release6objectyBp_tF
Ltmp622:
LBB76_56:
	str	x22, [x20]
	ldp	x20, x19, [sp, #208]
	ldp	x22, x21, [sp, #192]
	ldp	x24, x23, [sp, #176]
	ldp	x26, x25, [sp, #160]
	ldp	x28, x27, [sp, #144]
	ldp	x29, x30, [sp, #128]
	add	sp, sp, #224
	ret
LBB76_57:
Ltmp623:
Ltmp624:
	brk	#0x1
Ltmp625:
LBB76_58:
Ltmp626:
	brk	#0x1
Ltmp627:
LBB76_59:
Ltmp628:
	brk	#0x1
Ltmp629:
	.loh AdrpAdd	Lloh86, Lloh87
	.loh AdrpAdd	Lloh88, Lloh89
Lfunc_end76:
	.cfi_endproc
	.p2align	2
_$ss17_NativeDictionaryV20_copyOrMoveAndResize8capacity12moveElementsySi_SbtFSi_SiTg5:
Lfunc_begin77:
	.loc	1 0 0
	.cfi_startproc
	sub	sp, sp, #112
	stp	x29, x30, [sp, #16]
	stp	x28, x27, [sp, #32]
	stp	x26, x25, [sp, #48]
	stp	x24, x23, [sp, #64]
	stp	x22, x21, [sp, #80]
	stp	x20, x19, [sp, #96]
	add	x29, sp, #16
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
Ltmp630:
	ldr	x19, [x20]
	mov	w22, w1
	ldr	x8, [x19, #24]
Ltmp631:
	cmp	x8, x0
	csel	x0, x8, x0, gt
Ltmp632:
	bl	_$ss10_HashTableV5scale11forCapacitys4Int8VSi_tFZTf4nd_n
	mov	w8, #1
Ltmp633:
	mov	x2, xzr
	mov	w3, #1
	sturb	w8, [x29, #-4]
	and	w8, w8, #0xff
	lsl	x1, x8, #32
	bl	_$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZSi_SiTgm5
Ltmp634:
	ldr	x8, [x19, #16]
Ltmp635:
	mov	x21, x0
Ltmp636:
	cbz	x8, LBB77_36
	mov	x24, x19
	mov	w10, #1
	mov	x26, #-1
	str	w22, [sp, #8]
	str	x20, [sp]
	mov	x22, xzr
	ldr	x8, [x24, #64]!
	ldurb	w9, [x24, #-32]
	add	x28, x21, #64
	lsl	x9, x10, x9
	cmp	x9, #64
	lsl	x10, x26, x9
	add	x9, x9, #63
	csinv	x10, x26, x10, ge
	lsr	x27, x9, #6
	and	x20, x10, x8
	b	LBB77_4
LBB77_2:
Ltmp637:
	rbit	x9, x11
	and	x8, x8, #0x7fffffffffffffc0
	clz	x9, x9
	orr	x8, x9, x8
Ltmp638:
LBB77_3:
	lsr	x9, x8, #3
	mov	w11, #1
	and	x9, x9, #0x1ffffffffffffff8
	lsl	x11, x11, x8
	lsl	x8, x8, #3
	ldr	x10, [x28, x9]
	orr	x10, x11, x10
	ldr	x11, [x21, #48]
	str	x10, [x28, x9]
	str	x23, [x11, x8]
	ldr	x9, [x21, #56]
	str	x25, [x9, x8]
	ldr	x8, [x21, #16]
	add	x8, x8, #1
	str	x8, [x21, #16]
Ltmp639:
LBB77_4:
	cbz	x20, LBB77_6
	rbit	x8, x20
	sub	x9, x20, #1
	clz	x8, x8
	and	x20, x9, x20
	orr	x8, x8, x22, lsl #6
	b	LBB77_18
LBB77_6:
	adds	x9, x22, #1
	b.vs	LBB77_39
	cmp	x9, x27
	b.ge	LBB77_24
	ldr	x8, [x24, x9, lsl #3]
	mov	x22, x9
	cbnz	x8, LBB77_17
	add	x22, x9, #1
	cmp	x22, x27
	b.ge	LBB77_24
	ldr	x8, [x24, x22, lsl #3]
	cbnz	x8, LBB77_17
	add	x9, x9, #2
	cmp	x9, x27
	b.ge	LBB77_24
	ldr	x8, [x24, x9, lsl #3]
	cbz	x8, LBB77_14
	mov	x22, x9
	b	LBB77_17
LBB77_14:
	adds	x22, x9, #1
	b.vs	LBB77_40
	cmp	x22, x27
	b.ge	LBB77_24
	ldr	x8, [x24, x22, lsl #3]
	add	x9, x9, #1
	cbz	x8, LBB77_14
LBB77_17:
	rbit	x9, x8
	sub	x10, x8, #1
	clz	x9, x9
	and	x20, x10, x8
	add	x8, x9, x22, lsl #6
LBB77_18:
	lsl	x8, x8, #3
Ltmp640:
	ldr	x0, [x21, #40]
Ltmp641:
	ldp	x9, x10, [x19, #48]
Ltmp642:
	ldr	x23, [x9, x8]
	ldr	x25, [x10, x8]
Ltmp643:
	mov	x1, x23
	bl	_$ss6HasherV5_hash4seed_S2i_s6UInt64VtFZTf4nnd_n
Ltmp644:
	ldrb	w8, [x21, #32]
	lsl	x10, x26, x8
	bic	x8, x0, x10
Ltmp645:
	lsr	x9, x8, #6
	lsl	x12, x26, x8
	ldr	x11, [x28, x9, lsl #3]
	bics	x11, x12, x11
	b.ne	LBB77_2
	mov	w11, #63
	mov	w8, wzr
	sub	x10, x11, x10
	lsr	x10, x10, #6
	b	LBB77_21
LBB77_20:
	cmp	x9, x10
	csel	x9, xzr, x9, eq
	cset	w12, eq
	orr	w8, w12, w8
	ldr	x11, [x28, x9, lsl #3]
	cmn	x11, #1
	b.ne	LBB77_23
LBB77_21:
	add	x9, x9, #1
	cmp	x9, x10
	b.ne	LBB77_20
	tbz	w8, #0, LBB77_20
	b	LBB77_38
LBB77_23:
	mvn	x8, x11
	rbit	x8, x8
	clz	x8, x8
	add	x8, x8, x9, lsl #6
	b	LBB77_3
Ltmp646:
LBB77_24:
	ldr	w8, [sp, #8]
	tbz	w8, #0, LBB77_27
	ldrb	w8, [x19, #32]
	mov	w9, #1
	lsl	x9, x9, x8
	cmp	x9, #64
	b.ge	LBB77_28
	mov	x8, #-1
	ldr	x20, [sp]
	lsl	x8, x8, x9
	str	x8, [x24]
	b	LBB77_35
LBB77_27:
Ltmp647:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
	ldr	x20, [sp]
	b	LBB77_37
Ltmp648:
LBB77_28:
	add	x9, x9, #63
	and	x10, x8, #0x3f
	lsr	x8, x9, #6
Ltmp649:
	cmp	w10, #8
	b.hs	LBB77_30
	ldr	x20, [sp]
	mov	x9, xzr
	b	LBB77_33
LBB77_30:
	and	x9, x8, #0x3fffffffffffffc
	add	x10, x19, #80
	movi.2d	v0, #0000000000000000
	mov	x11, x9
	ldr	x20, [sp]
LBB77_31:
	stp	q0, q0, [x10, #-16]
	add	x10, x10, #32
	subs	x11, x11, #4
	b.ne	LBB77_31
	cmp	x8, x9
	b.eq	LBB77_35
LBB77_33:
	add	x10, x19, x9, lsl #3
	sub	x8, x8, x9
	add	x9, x10, #64
LBB77_34:
	subs	x8, x8, #1
	str	xzr, [x9], #8
	b.ne	LBB77_34
Ltmp650:
LBB77_35:
	str	xzr, [x19, #16]
LBB77_36:
Ltmp651:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp652:
LBB77_37:
	str	x21, [x20]
	ldp	x20, x19, [sp, #96]
	ldp	x22, x21, [sp, #80]
	ldp	x24, x23, [sp, #64]
	ldp	x26, x25, [sp, #48]
	ldp	x28, x27, [sp, #32]
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #112
	ret
LBB77_38:
Ltmp653:
Ltmp654:
	brk	#0x1
Ltmp655:
LBB77_39:
Ltmp656:
	brk	#0x1
Ltmp657:
LBB77_40:
Ltmp658:
	brk	#0x1
Ltmp659:
Lfunc_end77:
	.cfi_endproc
	.p2align	2
_$ss18_DictionaryStorageC6resize8original8capacity4moveAByxq_Gs05__RawaB0C_SiSbtFZ6Tables5PlaceV_SaySiGTgm5:
Lfunc_begin78:
	.cfi_startproc
Lloh90:
	adrp	x3, _$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZ6Tables5PlaceV_SaySiGTgm5@PAGE
Lloh91:
	add	x3, x3, _$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZ6Tables5PlaceV_SaySiGTgm5@PAGEOFF
	b	_$ss18_DictionaryStorageC6resize8original8capacity4moveAByxq_Gs05__RawaB0C_SiSbtFZ6Tables5PlaceV_SaySiGTgm5Tm
	.loh AdrpAdd	Lloh90, Lloh91
Lfunc_end78:
	.cfi_endproc
	.p2align	2
_$ss18_DictionaryStorageC6resize8original8capacity4moveAByxq_Gs05__RawaB0C_SiSbtFZSi_SiTgm5:
Lfunc_begin79:
	.cfi_startproc
Lloh92:
	adrp	x3, _$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZSi_SiTgm5@PAGE
Lloh93:
	add	x3, x3, _$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZSi_SiTgm5@PAGEOFF
	b	_$ss18_DictionaryStorageC6resize8original8capacity4moveAByxq_Gs05__RawaB0C_SiSbtFZ6Tables5PlaceV_SaySiGTgm5Tm
	.loh AdrpAdd	Lloh92, Lloh93
Lfunc_end79:
	.cfi_endproc
	.p2align	2
_$ss10_HashTableV12previousHole6beforeAB6BucketVAF_tF:
Lfunc_begin80:
	.loc	1 0 0
	.cfi_startproc
	lsr	x8, x0, #6
	mov	x10, #-1
	lsl	x10, x10, x0
	ldr	x9, [x1, x8, lsl #3]
	orr	x9, x9, x10
	cmn	x9, #1
	b.eq	LBB80_2
	mvn	x8, x9
	and	x9, x0, #0xffffffffffffffc0
	clz	x8, x8
	sub	x8, x9, x8
	add	x0, x8, #63
	ret
LBB80_2:
	add	x10, x2, #64
	mov	w9, wzr
	lsr	x10, x10, #6
	sub	x10, x10, #1
	b	LBB80_4
LBB80_3:
	cmp	x8, #0
	csel	x8, x10, x8, lt
	cset	w12, lt
	orr	w9, w12, w9
	ldr	x11, [x1, x8, lsl #3]
	cmn	x11, #1
	b.ne	LBB80_7
LBB80_4:
	subs	x8, x8, #1
	b.pl	LBB80_3
	tbz	w9, #0, LBB80_3
Ltmp660:
	brk	#0x1
Ltmp661:
LBB80_7:
	mvn	x9, x11
	lsl	x8, x8, #6
	clz	x9, x9
	sub	x8, x8, x9
	add	x0, x8, #63
	ret
Ltmp662:
Lfunc_end80:
	.cfi_endproc
	.p2align	2
_$ss17_NativeDictionaryV12makeIteratorAB0D0Vyxq__GyFSi_SiTg5:
Lfunc_begin81:
	.cfi_startproc
	b	_$ss17_NativeDictionaryV12makeIteratorAB0D0Vyxq__GyFSi_SiTg5Tm
Lfunc_end81:
	.cfi_endproc
	.p2align	2
_$ss17_NativeDictionaryV12makeIteratorAB0D0Vyxq__GyF6Tables5PlaceV_SaySiGTg5:
Lfunc_begin82:
	.cfi_startproc
	b	_$ss17_NativeDictionaryV12makeIteratorAB0D0Vyxq__GyFSi_SiTg5Tm
Lfunc_end82:
	.cfi_endproc
	.p2align	2
_$ss17_NativeDictionaryV12makeIteratorAB0D0Vyxq__GyFSi_SiTg5Tm:
Lfunc_begin83:
	.cfi_startproc
	ldrb	w10, [x0, #32]
	mov	x9, #-1
	mov	x11, x0
	lsl	x10, x9, x10
	neg	x12, x10
	mvn	x10, x10
	ldr	x13, [x11, #64]!
	cmp	x12, #64
	stp	x0, x11, [x8]
	lsl	x14, x9, x12
	stp	x10, xzr, [x8, #16]
	csinv	x9, x9, x14, ge
	and	x9, x9, x13
	str	x9, [x8, #32]
	ret
Lfunc_end83:
	.cfi_endproc
	.p2align	2
_$sSa034_makeUniqueAndReserveCapacityIfNotB0yyFSi_Tg5:
Lfunc_begin84:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp663:
	ldr	x3, [x20]
Ltmp664:
	add	x8, x3, #8
	ldar	x8, [x8]
Ltmp665:
	str	x3, [x20]
	cmp	x8, #1
	b.eq	LBB84_2
Ltmp666:
	ldr	x8, [x3, #16]
Ltmp667:
	mov	w0, wzr
	mov	w2, #1
	add	x1, x8, #1
	bl	_$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFSi_Tg5
	str	x0, [x20]
LBB84_2:
	ldp	x29, x30, [sp], #16
	ret
Ltmp668:
Lfunc_end84:
	.cfi_endproc
	.p2align	2
_$sSa36_reserveCapacityAssumingUniqueBuffer8oldCountySi_tFSi_Tg5:
Lfunc_begin85:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp669:
	ldr	x3, [x20]
	add	x1, x0, #1
	ldr	x8, [x3, #24]
	cmp	x1, x8, lsr #1
	b.gt	LBB85_2
	ldp	x29, x30, [sp], #16
	ret
LBB85_2:
	cmp	x8, #1
Ltmp670:
	mov	w2, #1
Ltmp671:
	cset	w0, hi
Ltmp672:
	bl	_$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFSi_Tg5
	str	x0, [x20]
Ltmp673:
	ldp	x29, x30, [sp], #16
	ret
Ltmp674:
Lfunc_end85:
	.cfi_endproc
	.p2align	2
_$sSa37_appendElementAssumeUniqueAndCapacity_03newB0ySi_xntFSi_Tg5:
Lfunc_begin86:
	.loc	1 0 0
	.cfi_startproc
	ldr	x8, [x20]
	add	x9, x0, #1
	add	x10, x8, x0, lsl #3
	str	x9, [x8, #16]
	str	x1, [x10, #32]
	ret
Ltmp675:
Lfunc_end86:
	.cfi_endproc
	.p2align	2
_$sSa12_endMutationyyFSi_Tg5:
Lfunc_begin87:
	.loc	1 0 0
	.cfi_startproc
	ret
Ltmp676:
Lfunc_end87:
	.cfi_endproc
	.p2align	2
_$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFSi_Tg5:
Lfunc_begin88:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-64]!
	stp	x24, x23, [sp, #16]
	stp	x22, x21, [sp, #32]
	stp	x20, x19, [sp, #48]
	mov	x29, sp
	.cfi_def_cfa w29, 64
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w30, -56
	.cfi_offset w29, -64
	mov	x19, x3
	mov	w21, w0
Ltmp677:
	tbz	w2, #0, LBB88_4
	ldr	x9, [x19, #24]
	lsr	x8, x9, #1
	cmp	x8, x1
	b.ge	LBB88_5
	mov	x10, #4611686018427387904
	cmn	x8, x10
	b.mi	LBB88_21
	and	x8, x9, #0xfffffffffffffffe
	cmp	x8, x1
	csel	x8, x8, x1, gt
	b	LBB88_5
LBB88_4:
	mov	x8, x1
LBB88_5:
	ldr	x22, [x19, #16]
Ltmp678:
	cmp	x8, x22
	csel	x23, x8, x22, gt
Ltmp679:
	cbz	x23, LBB88_7
	lsl	x8, x23, #3
Lloh94:
	adrp	x0, _$ss23_ContiguousArrayStorageCySiGN@PAGE
Lloh95:
	add	x0, x0, _$ss23_ContiguousArrayStorageCySiGN@PAGEOFF
	add	x1, x8, #32
	mov	w2, #7
	bl	_swift_allocObject
	mov	x20, x0
	lsl	x8, x23, #1
	stp	x22, x8, [x0, #16]
	b	LBB88_8
LBB88_7:
Lloh96:
	adrp	x20, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGE
Lloh97:
	add	x20, x20, _$ss23_swiftEmptyArrayStorageSi_S3itvp@PAGEOFF
LBB88_8:
	add	x8, x20, #32
	add	x9, x19, #32
	tbz	w21, #0, LBB88_15
Ltmp680:
	cmp	x20, x19
	b.lo	LBB88_17
	add	x10, x9, x22, lsl #3
	cmp	x8, x10
	b.hs	LBB88_17
	cmp	x20, x19
	b.eq	LBB88_19
	cbz	x22, LBB88_19
	lsl	x8, x22, #3
	add	x9, x19, x8
	add	x10, x20, x8
	add	x8, x9, #24
	add	x9, x10, #24
LBB88_14:
	ldr	x10, [x8], #-8
	subs	x22, x22, #1
	str	x10, [x9], #-8
	b.ne	LBB88_14
	b	LBB88_19
Ltmp681:
LBB88_15:
	cbz	x22, LBB88_20
LBB88_16:
	ldr	x10, [x9], #8
	subs	x22, x22, #1
	str	x10, [x8], #8
	b.ne	LBB88_16
	b	LBB88_20
Ltmp682:
LBB88_17:
	cbz	x22, LBB88_19
LBB88_18:
	ldr	x10, [x9], #8
	subs	x22, x22, #1
	str	x10, [x8], #8
	b.ne	LBB88_18
Ltmp683:
LBB88_19:
	str	xzr, [x19, #16]
LBB88_20:
Ltmp684:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp685:
	mov	x0, x20
	ldp	x20, x19, [sp, #48]
	ldp	x22, x21, [sp, #32]
	ldp	x24, x23, [sp, #16]
	ldp	x29, x30, [sp], #64
	ret
LBB88_21:
Ltmp686:
	brk	#0x1
Ltmp687:
	.loh AdrpAdd	Lloh94, Lloh95
	.loh AdrpAdd	Lloh96, Lloh97
Lfunc_end88:
	.cfi_endproc
	.p2align	2
_$sSh8_VariantV6insertySb8inserted_x17memberAfterInserttxnFSi_Tg5:
Lfunc_begin89:
	.loc	1 0 0
	.cfi_startproc
	sub	sp, sp, #64
	stp	x29, x30, [sp, #16]
	stp	x22, x21, [sp, #32]
	stp	x20, x19, [sp, #48]
	add	x29, sp, #16
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	mov	x22, x20
Ltmp688:
	ldr	x20, [x20]
	mov	x21, x0
	mov	x19, x1
	ldr	x0, [x20, #40]
Ltmp689:
	bl	_$ss6HasherV5_hash4seed_S2i_s6UInt64VtFZTf4nnd_n
Ltmp690:
	ldrb	w8, [x20, #32]
	mov	x9, #-1
	lsl	x9, x9, x8
	bic	x1, x0, x9
	lsr	x8, x1, #3
	and	x10, x8, #0xffffffffffffff8
	add	x8, x20, #56
	ldr	x10, [x8, x10]
	lsr	x10, x10, x1
	tbz	w10, #0, LBB89_4
	mvn	x9, x9
	ldr	x10, [x20, #48]
LBB89_2:
	ldr	x11, [x10, x1, lsl #3]
	cmp	x11, x19
	b.eq	LBB89_5
	add	x11, x1, #1
	and	x1, x11, x9
	lsr	x11, x1, #3
	and	x11, x11, #0xffffffffffffff8
	ldr	x11, [x8, x11]
	lsr	x11, x11, x1
	tbnz	w11, #0, LBB89_2
LBB89_4:
	ldr	x8, [x22]
	add	x20, sp, #8
	mov	x0, x19
Ltmp691:
	add	x8, x8, #8
	ldar	x8, [x8]
Ltmp692:
	ldr	x9, [x22]
Ltmp693:
	cmp	x8, #1
Ltmp694:
Lloh98:
	adrp	x8, _$ss23_swiftEmptySetSingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS3itvp@PAGE
Lloh99:
	add	x8, x8, _$ss23_swiftEmptySetSingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS3itvp@PAGEOFF
Ltmp695:
	cset	w2, eq
Ltmp696:
	str	x9, [sp, #8]
	str	x8, [x22]
	bl	_$ss10_NativeSetV9insertNew_2at8isUniqueyxn_s10_HashTableV6BucketVSbtFSi_Tg5
	ldr	x8, [sp, #8]
	ldr	x0, [x22]
	str	x8, [x22]
Ltmp697:
	bl	_$ss13swift_release6objectyBp_tF
	mov	w0, #1
	b	LBB89_6
Ltmp698:
LBB89_5:
	mov	w0, wzr
LBB89_6:
	str	x19, [x21]
	ldp	x20, x19, [sp, #48]
	ldp	x22, x21, [sp, #32]
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #64
	ret
Ltmp699:
	.loh AdrpAdd	Lloh98, Lloh99
Lfunc_end89:
	.cfi_endproc
	.p2align	2
_$ss10_NativeSetV9insertNew_2at8isUniqueyxn_s10_HashTableV6BucketVSbtFSi_Tg5:
Lfunc_begin90:
	.loc	1 0 0
	.cfi_startproc
	sub	sp, sp, #144
	stp	x29, x30, [sp, #48]
	stp	x28, x27, [sp, #64]
	stp	x26, x25, [sp, #80]
	stp	x24, x23, [sp, #96]
	stp	x22, x21, [sp, #112]
	stp	x20, x19, [sp, #128]
	add	x29, sp, #48
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
Ltmp700:
	ldr	x22, [x20]
	mov	x23, x1
	mov	x19, x0
	ldp	x8, x9, [x22, #16]
	cmp	x9, x8
	b.ls	LBB90_2
	tbnz	w2, #0, LBB90_73
LBB90_2:
	add	x0, x8, #1
	tbz	w2, #0, LBB90_29
Ltmp701:
	cmp	x9, x8
	csel	x0, x9, x0, hi
Ltmp702:
	bl	_$ss10_HashTableV5scale11forCapacitys4Int8VSi_tFZTf4nd_n
	mov	w8, #1
Ltmp703:
	mov	x2, xzr
	mov	w3, #1
	sturb	w8, [x29, #-8]
	and	w8, w8, #0xff
	lsl	x1, x8, #32
	bl	_$ss11_SetStorageC8allocate5scale3age4seedAByxGs4Int8V_s5Int32VSgSiSgtFZSi_Tgm5
Ltmp704:
	ldr	x8, [x22, #16]
Ltmp705:
	mov	x21, x0
Ltmp706:
	cbz	x8, LBB90_59
	mov	x25, x22
	mov	w27, #1
	mov	x26, #-1
	str	x20, [sp, #24]
	stur	x19, [x29, #-16]
	mov	x20, xzr
	ldr	x8, [x25, #56]!
	ldurb	w9, [x25, #-24]
	add	x28, x21, #56
	lsl	x10, x27, x9
	and	x9, x9, #0x3f
	cmp	x10, #64
	lsl	x11, x26, x10
	stp	x9, x10, [sp, #8]
	add	x9, x10, #63
	csinv	x10, x26, x11, ge
	lsr	x24, x9, #6
	and	x19, x10, x8
	str	x11, [sp]
	b	LBB90_7
LBB90_5:
Ltmp707:
	rbit	x9, x11
	and	x8, x8, #0x7fffffffffffffc0
	clz	x9, x9
	orr	x8, x9, x8
Ltmp708:
LBB90_6:
	lsr	x9, x8, #3
	lsl	x11, x27, x8
	and	x9, x9, #0x1ffffffffffffff8
	ldr	x10, [x28, x9]
	orr	x10, x11, x10
	ldr	x11, [x21, #48]
	str	x10, [x28, x9]
	str	x23, [x11, x8, lsl #3]
	ldr	x8, [x21, #16]
	add	x8, x8, #1
	str	x8, [x21, #16]
Ltmp709:
LBB90_7:
	cbz	x19, LBB90_9
	rbit	x8, x19
	sub	x9, x19, #1
	clz	x8, x8
	and	x19, x9, x19
	orr	x8, x8, x20, lsl #6
	b	LBB90_23
LBB90_9:
	adds	x8, x20, #1
	b.vs	LBB90_77
	cmp	x8, x24
	b.ge	LBB90_31
	ldr	x9, [x25, x8, lsl #3]
	mov	x20, x8
	cbnz	x9, LBB90_22
	add	x20, x8, #1
	cmp	x20, x24
	b.ge	LBB90_31
	ldr	x9, [x25, x20, lsl #3]
	cbnz	x9, LBB90_22
	add	x20, x8, #2
	cmp	x20, x24
	b.ge	LBB90_31
	ldr	x9, [x25, x20, lsl #3]
	cbnz	x9, LBB90_22
	add	x8, x8, #3
	cmp	x8, x24
	b.ge	LBB90_31
	ldr	x9, [x25, x8, lsl #3]
	cbz	x9, LBB90_19
	mov	x20, x8
	b	LBB90_22
LBB90_19:
	adds	x20, x8, #1
	b.vs	LBB90_80
	cmp	x20, x24
	b.ge	LBB90_31
	ldr	x9, [x25, x20, lsl #3]
	add	x8, x8, #1
	cbz	x9, LBB90_19
LBB90_22:
	rbit	x8, x9
	sub	x10, x9, #1
	clz	x8, x8
	and	x19, x10, x9
	add	x8, x8, x20, lsl #6
LBB90_23:
	ldr	x9, [x22, #48]
Ltmp710:
	ldr	x0, [x21, #40]
Ltmp711:
	ldr	x23, [x9, x8, lsl #3]
Ltmp712:
	mov	x1, x23
	bl	_$ss6HasherV5_hash4seed_S2i_s6UInt64VtFZTf4nnd_n
Ltmp713:
	ldrb	w8, [x21, #32]
	lsl	x10, x26, x8
	bic	x8, x0, x10
Ltmp714:
	lsr	x9, x8, #6
	lsl	x12, x26, x8
	ldr	x11, [x28, x9, lsl #3]
	bics	x11, x12, x11
	b.ne	LBB90_5
	mov	w11, #63
	mov	w8, wzr
	sub	x10, x11, x10
	lsr	x10, x10, #6
	b	LBB90_26
LBB90_25:
	cmp	x9, x10
	csel	x9, xzr, x9, eq
	cset	w12, eq
	orr	w8, w12, w8
	ldr	x11, [x28, x9, lsl #3]
	cmn	x11, #1
	b.ne	LBB90_28
LBB90_26:
	add	x9, x9, #1
	cmp	x9, x10
	b.ne	LBB90_25
	tbz	w8, #0, LBB90_25
	b	LBB90_75
LBB90_28:
	mvn	x8, x11
	rbit	x8, x8
	clz	x8, x8
	add	x8, x8, x9, lsl #6
	b	LBB90_6
Ltmp715:
LBB90_29:
	cmp	x9, x8
	b.ls	LBB90_33
	bl	_$ss10_NativeSetV4copyyyFSi_Tg5
	b	LBB90_73
LBB90_31:
	ldr	x8, [sp, #16]
	cmp	x8, #64
	b.ge	LBB90_60
	ldr	x8, [sp]
	str	x8, [x25]
	b	LBB90_67
LBB90_33:
Ltmp716:
	bl	_$ss10_HashTableV5scale11forCapacitys4Int8VSi_tFZTf4nd_n
	mov	w8, #1
Ltmp717:
	mov	x2, xzr
	mov	w3, #1
	sturb	w8, [x29, #-4]
	and	w8, w8, #0xff
	lsl	x1, x8, #32
	bl	_$ss11_SetStorageC8allocate5scale3age4seedAByxGs4Int8V_s5Int32VSgSiSgtFZSi_Tgm5
Ltmp718:
	ldr	x8, [x22, #16]
Ltmp719:
	mov	x21, x0
Ltmp720:
	cbz	x8, LBB90_59
	mov	x24, x22
	mov	w25, #1
	mov	x26, #-1
	str	x20, [sp, #24]
	stur	x19, [x29, #-16]
	mov	x20, xzr
	ldr	x8, [x24, #56]!
	ldurb	w9, [x24, #-24]
	add	x28, x21, #56
	lsl	x9, x25, x9
	cmp	x9, #64
	lsl	x10, x26, x9
	add	x9, x9, #63
	csinv	x10, x26, x10, ge
	lsr	x27, x9, #6
	and	x19, x10, x8
	b	LBB90_37
LBB90_35:
Ltmp721:
	rbit	x9, x11
	and	x8, x8, #0x7fffffffffffffc0
	clz	x9, x9
	orr	x8, x9, x8
Ltmp722:
LBB90_36:
	lsr	x9, x8, #3
	lsl	x11, x25, x8
	and	x9, x9, #0x1ffffffffffffff8
	ldr	x10, [x28, x9]
	orr	x10, x11, x10
	ldr	x11, [x21, #48]
	str	x10, [x28, x9]
	str	x23, [x11, x8, lsl #3]
	ldr	x8, [x21, #16]
	add	x8, x8, #1
	str	x8, [x21, #16]
Ltmp723:
LBB90_37:
	cbz	x19, LBB90_39
	rbit	x8, x19
	sub	x9, x19, #1
	clz	x8, x8
	and	x19, x9, x19
	orr	x8, x8, x20, lsl #6
	b	LBB90_53
LBB90_39:
	adds	x8, x20, #1
	b.vs	LBB90_78
	cmp	x8, x27
	b.ge	LBB90_68
	ldr	x9, [x24, x8, lsl #3]
	mov	x20, x8
	cbnz	x9, LBB90_52
	add	x20, x8, #1
	cmp	x20, x27
	b.ge	LBB90_68
	ldr	x9, [x24, x20, lsl #3]
	cbnz	x9, LBB90_52
	add	x20, x8, #2
	cmp	x20, x27
	b.ge	LBB90_68
	ldr	x9, [x24, x20, lsl #3]
	cbnz	x9, LBB90_52
	add	x8, x8, #3
	cmp	x8, x27
	b.ge	LBB90_68
	ldr	x9, [x24, x8, lsl #3]
	cbz	x9, LBB90_49
	mov	x20, x8
	b	LBB90_52
LBB90_49:
	adds	x20, x8, #1
	b.vs	LBB90_81
	cmp	x20, x27
	b.ge	LBB90_68
	ldr	x9, [x24, x20, lsl #3]
	add	x8, x8, #1
	cbz	x9, LBB90_49
LBB90_52:
	rbit	x8, x9
	sub	x10, x9, #1
	clz	x8, x8
	and	x19, x10, x9
	add	x8, x8, x20, lsl #6
LBB90_53:
	ldr	x9, [x22, #48]
Ltmp724:
	ldr	x0, [x21, #40]
Ltmp725:
	ldr	x23, [x9, x8, lsl #3]
Ltmp726:
	mov	x1, x23
	bl	_$ss6HasherV5_hash4seed_S2i_s6UInt64VtFZTf4nnd_n
Ltmp727:
	ldrb	w8, [x21, #32]
	lsl	x10, x26, x8
	bic	x8, x0, x10
Ltmp728:
	lsr	x9, x8, #6
	lsl	x12, x26, x8
	ldr	x11, [x28, x9, lsl #3]
	bics	x11, x12, x11
	b.ne	LBB90_35
	mov	w11, #63
	mov	w8, wzr
	sub	x10, x11, x10
	lsr	x10, x10, #6
	b	LBB90_56
LBB90_55:
	cmp	x9, x10
	csel	x9, xzr, x9, eq
	cset	w12, eq
	orr	w8, w12, w8
	ldr	x11, [x28, x9, lsl #3]
	cmn	x11, #1
	b.ne	LBB90_58
LBB90_56:
	add	x9, x9, #1
	cmp	x9, x10
	b.ne	LBB90_55
	tbz	w8, #0, LBB90_55
	b	LBB90_76
LBB90_58:
	mvn	x8, x11
	rbit	x8, x8
	clz	x8, x8
	add	x8, x8, x9, lsl #6
	b	LBB90_36
Ltmp729:
LBB90_59:
	mov	x0, x22
	bl	_$ss13swift_release6objectyBp_tF
	b	LBB90_69
Ltmp730:
LBB90_60:
	ldr	x8, [sp, #8]
Ltmp731:
	cmp	w8, #8
	b.hs	LBB90_62
	mov	x8, xzr
	b	LBB90_65
LBB90_62:
	and	x8, x24, #0x3fffffffffffffc
	add	x9, x22, #72
	movi.2d	v0, #0000000000000000
	mov	x10, x8
LBB90_63:
	stp	q0, q0, [x9, #-16]
	add	x9, x9, #32
	subs	x10, x10, #4
	b.ne	LBB90_63
	cmp	x24, x8
	b.eq	LBB90_67
LBB90_65:
	add	x9, x22, x8, lsl #3
	sub	x8, x24, x8
	add	x9, x9, #56
LBB90_66:
	subs	x8, x8, #1
	str	xzr, [x9], #8
	b.ne	LBB90_66
Ltmp732:
LBB90_67:
	str	xzr, [x22, #16]
LBB90_68:
Ltmp733:
	mov	x0, x22
	bl	_$ss13swift_release6objectyBp_tF
	ldur	x19, [x29, #-16]
	ldr	x20, [sp, #24]
Ltmp734:
LBB90_69:
	str	x21, [x20]
Ltmp735:
	mov	x1, x19
Ltmp736:
	ldr	x0, [x21, #40]
Ltmp737:
	bl	_$ss6HasherV5_hash4seed_S2i_s6UInt64VtFZTf4nnd_n
Ltmp738:
	ldrb	w8, [x21, #32]
	mov	x9, #-1
	lsl	x9, x9, x8
	bic	x23, x0, x9
	lsr	x8, x23, #3
	and	x10, x8, #0xffffffffffffff8
	add	x8, x21, #56
	ldr	x10, [x8, x10]
	lsr	x10, x10, x23
	tbz	w10, #0, LBB90_73
	mvn	x9, x9
	ldr	x10, [x21, #48]
LBB90_71:
	ldr	x11, [x10, x23, lsl #3]
	cmp	x11, x19
	b.eq	LBB90_82
	add	x11, x23, #1
	and	x23, x11, x9
	lsr	x11, x23, #3
	and	x11, x11, #0xffffffffffffff8
	ldr	x11, [x8, x11]
	lsr	x11, x11, x23
	tbnz	w11, #0, LBB90_71
LBB90_73:
	ldr	x8, [x20]
	lsr	x9, x23, #6
	mov	w11, #1
	lsl	x11, x11, x23
	add	x9, x8, x9, lsl #3
	ldr	x10, [x9, #56]
	orr	x10, x10, x11
	ldr	x11, [x8, #48]
	str	x10, [x9, #56]
	str	x19, [x11, x23, lsl #3]
	ldr	x9, [x8, #16]
	adds	x9, x9, #1
	b.vs	LBB90_79
	ldp	x20, x19, [sp, #128]
	str	x9, [x8, #16]
	ldp	x22, x21, [sp, #112]
	ldp	x24, x23, [sp, #96]
	ldp	x26, x25, [sp, #80]
	ldp	x28, x27, [sp, #64]
	ldp	x29, x30, [sp, #48]
	add	sp, sp, #144
	ret
LBB90_75:
Ltmp739:
Ltmp740:
	brk	#0x1
Ltmp741:
LBB90_76:
Ltmp742:
	brk	#0x1
Ltmp743:
LBB90_77:
Ltmp744:
	brk	#0x1
Ltmp745:
LBB90_78:
Ltmp746:
	brk	#0x1
Ltmp747:
LBB90_79:
Ltmp748:
	brk	#0x1
Ltmp749:
LBB90_80:
Ltmp750:
	brk	#0x1
Ltmp751:
LBB90_81:
Ltmp752:
	brk	#0x1
Ltmp753:
LBB90_82:
	bl	_$ss17_assertionFailure__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtFTf4ddddd_n
	brk	#0x1
Ltmp754:
Lfunc_end90:
	.cfi_endproc
	.p2align	2
_$ss10_NativeSetV4copyyyFSi_Tg5:
Lfunc_begin91:
	.loc	1 0 0
	.cfi_startproc
	sub	sp, sp, #96
	stp	x29, x30, [sp, #16]
	stp	x26, x25, [sp, #32]
	stp	x24, x23, [sp, #48]
	stp	x22, x21, [sp, #64]
	stp	x20, x19, [sp, #80]
	add	x29, sp, #16
	.cfi_def_cfa w29, 80
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w30, -72
	.cfi_offset w29, -80
Ltmp755:
	ldr	x19, [x20]
Ltmp756:
	and	w8, wzr, #0xff
	mov	w3, wzr
	sturb	wzr, [x29, #-4]
	ldr	w9, [x19, #36]
	ldr	x2, [x19, #40]
	ldrb	w0, [x19, #32]
	orr	x1, x9, x8, lsl #32
	bl	_$ss11_SetStorageC8allocate5scale3age4seedAByxGs4Int8V_s5Int32VSgSiSgtFZSi_Tgm5
Ltmp757:
	ldr	x8, [x19, #16]
Ltmp758:
	mov	x21, x0
Ltmp759:
	cbz	x8, LBB91_24
	ldrb	w8, [x21, #32]
	mov	w9, #1
	add	x22, x21, #56
	add	x24, x19, #56
Ltmp760:
	cmp	x21, x19
Ltmp761:
	lsl	x8, x9, x8
Ltmp762:
	add	x8, x8, #63
	lsr	x25, x8, #6
	b.lo	LBB91_6
	add	x8, x24, x25, lsl #3
	cmp	x22, x8
	b.hs	LBB91_6
	cmp	x21, x19
	b.eq	LBB91_8
	lsl	x8, x25, #3
	add	x9, x19, x8
	add	x8, x21, x8
	add	x22, x9, #48
	add	x23, x8, #48
LBB91_5:
	mov	x0, x22
	mov	x1, x23
	bl	_$ss13_UnsafeBitsetV4WordVWOf
	sub	x25, x25, #1
	sub	x22, x22, #8
	sub	x23, x23, #8
	cbnz	x25, LBB91_5
	b	LBB91_8
LBB91_6:
	mov	x23, x24
LBB91_7:
	mov	x0, x23
	mov	x1, x22
	bl	_$ss13_UnsafeBitsetV4WordVWOf
	subs	x25, x25, #1
	add	x23, x23, #8
	add	x22, x22, #8
	b.ne	LBB91_7
Ltmp763:
LBB91_8:
	ldr	x8, [x19, #16]
	mov	w10, #1
	mov	x11, #-1
	mov	x9, xzr
	str	x8, [x21, #16]
	ldrb	w8, [x19, #32]
	lsl	x8, x10, x8
	ldr	x10, [x19, #56]
	cmp	x8, #64
	lsl	x12, x11, x8
	add	x8, x8, #63
	csinv	x11, x11, x12, ge
	lsr	x8, x8, #6
	and	x10, x11, x10
	b	LBB91_11
LBB91_9:
	rbit	x11, x10
	sub	x12, x10, #1
	clz	x11, x11
	and	x10, x12, x10
	orr	x11, x11, x9, lsl #6
LBB91_10:
	lsl	x11, x11, #3
	ldr	x12, [x19, #48]
	ldr	x13, [x21, #48]
	ldr	x12, [x12, x11]
	str	x12, [x13, x11]
LBB91_11:
	cbnz	x10, LBB91_9
	adds	x11, x9, #1
	b.vs	LBB91_25
	cmp	x11, x8
	b.ge	LBB91_24
	ldr	x10, [x24, x11, lsl #3]
	mov	x9, x11
	cbnz	x10, LBB91_23
	add	x9, x11, #1
	cmp	x9, x8
	b.ge	LBB91_24
	ldr	x10, [x24, x9, lsl #3]
	cbnz	x10, LBB91_23
	add	x11, x11, #2
	cmp	x11, x8
	b.ge	LBB91_24
	ldr	x10, [x24, x11, lsl #3]
	cbz	x10, LBB91_20
	mov	x9, x11
	b	LBB91_23
LBB91_20:
	adds	x9, x11, #1
	b.vs	LBB91_26
	cmp	x9, x8
	b.ge	LBB91_24
	ldr	x10, [x24, x9, lsl #3]
	add	x11, x11, #1
	cbz	x10, LBB91_20
LBB91_23:
	rbit	x11, x10
	sub	x12, x10, #1
	clz	x11, x11
	and	x10, x12, x10
	add	x11, x11, x9, lsl #6
	b	LBB91_10
LBB91_24:
Ltmp764:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp765:
	str	x21, [x20]
	ldp	x20, x19, [sp, #80]
	ldp	x22, x21, [sp, #64]
	ldp	x24, x23, [sp, #48]
	ldp	x26, x25, [sp, #32]
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #96
	ret
LBB91_25:
Ltmp766:
	brk	#0x1
Ltmp767:
LBB91_26:
Ltmp768:
	brk	#0x1
Ltmp769:
Lfunc_end91:
	.cfi_endproc
	.p2align	2
_$ss11_SetStorageC6resize8original8capacity4moveAByxGs05__RawaB0C_SiSbtFZSi_Tgm5:
Lfunc_begin92:
	.cfi_startproc
Lloh100:
	adrp	x3, _$ss11_SetStorageC8allocate5scale3age4seedAByxGs4Int8V_s5Int32VSgSiSgtFZSi_Tgm5@PAGE
Lloh101:
	add	x3, x3, _$ss11_SetStorageC8allocate5scale3age4seedAByxGs4Int8V_s5Int32VSgSiSgtFZSi_Tgm5@PAGEOFF
	b	_$ss18_DictionaryStorageC6resize8original8capacity4moveAByxq_Gs05__RawaB0C_SiSbtFZ6Tables5PlaceV_SaySiGTgm5Tm
	.loh AdrpAdd	Lloh100, Lloh101
Lfunc_end92:
	.cfi_endproc
	.p2align	2
_$ss18_DictionaryStorageC6resize8original8capacity4moveAByxq_Gs05__RawaB0C_SiSbtFZ6Tables5PlaceV_SaySiGTgm5Tm:
Lfunc_begin93:
	.cfi_startproc
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	mov	x0, x1
	str	x3, [sp]
	bl	_$ss10_HashTableV5scale11forCapacitys4Int8VSi_tFZTf4nd_n
	mov	w8, #1
	ldr	x4, [sp]
	mov	x2, xzr
	mov	w3, #1
	sturb	w8, [x29, #-4]
	and	w8, w8, #0xff
	ldp	x29, x30, [sp, #16]
	lsl	x1, x8, #32
	add	sp, sp, #32
	br	x4
Lfunc_end93:
	.cfi_endproc
	.p2align	2
_$ss11_SetStorageC4copy8originalAByxGs05__RawaB0C_tFZSi_Tgm5:
Lfunc_begin94:
	.cfi_startproc
Lloh102:
	adrp	x1, _$ss11_SetStorageC8allocate5scale3age4seedAByxGs4Int8V_s5Int32VSgSiSgtFZSi_Tgm5@PAGE
Lloh103:
	add	x1, x1, _$ss11_SetStorageC8allocate5scale3age4seedAByxGs4Int8V_s5Int32VSgSiSgtFZSi_Tgm5@PAGEOFF
	b	_$ss18_DictionaryStorageC4copy8originalAByxq_Gs05__RawaB0C_tFZ6Tables5PlaceV_SaySiGTgm5Tm
	.loh AdrpAdd	Lloh102, Lloh103
Lfunc_end94:
	.cfi_endproc
	.p2align	2
_$ss18_DictionaryStorageC4copy8originalAByxq_Gs05__RawaB0C_tFZ6Tables5PlaceV_SaySiGTgm5Tm:
Lfunc_begin95:
	.cfi_startproc
	sub	sp, sp, #16
	.cfi_def_cfa_offset 16
	ldr	w10, [x0, #36]
	and	w9, wzr, #0xff
	ldrb	w8, [x0, #32]
	strb	wzr, [sp, #12]
	ldr	x2, [x0, #40]
	mov	x4, x1
	orr	x9, x10, x9, lsl #32
	mov	w3, wzr
	mov	w0, w8
	mov	x1, x9
	add	sp, sp, #16
	br	x4
Lfunc_end95:
	.cfi_endproc
	.p2align	2
_$ss15__RawSetStorageCABycfC:
Lfunc_begin96:
	.loc	1 0 0
	.cfi_startproc
	brk	#0x1
Ltmp770:
Lfunc_end96:
	.cfi_endproc
	.p2align	2
_$ss11_SetStorageCfDSi_Tg5:
Lfunc_begin97:
	.loc	1 0 0
	.cfi_startproc
	ldr	x8, [x20, #8]
	tbnz	x8, #63, LBB97_2
	mov	x0, x20
	b	_free
Ltmp771:
LBB97_2:
	ret
Ltmp772:
Lfunc_end97:
	.cfi_endproc
	.p2align	2
_$ss18__SwiftNativeNSSetCABycfC:
Lfunc_begin98:
	.loc	1 0 0
	.cfi_startproc
Lloh104:
	adrp	x0, _$ss18__SwiftNativeNSSetCN@PAGE
Lloh105:
	add	x0, x0, _$ss18__SwiftNativeNSSetCN@PAGEOFF
	mov	w1, #16
	mov	w2, #7
	b	_swift_allocObject
Ltmp773:
	.loh AdrpAdd	Lloh104, Lloh105
Lfunc_end98:
	.cfi_endproc
	.p2align	2
_$ss11_SetStorageCfdSi_Tg5:
Lfunc_begin99:
	.loc	1 0 0
	.cfi_startproc
	mov	x0, x20
Ltmp774:
	ret
Ltmp775:
Lfunc_end99:
	.cfi_endproc
	.p2align	2
_$ss11_SetStorageC8allocate5scale3age4seedAByxGs4Int8V_s5Int32VSgSiSgtFZSi_Tgm5:
Lfunc_begin100:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-80]!
	stp	x26, x25, [sp, #16]
	stp	x24, x23, [sp, #32]
	stp	x22, x21, [sp, #48]
	stp	x20, x19, [sp, #64]
	mov	x29, sp
	.cfi_def_cfa w29, 80
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w30, -72
	.cfi_offset w29, -80
	mov	w23, w0
	mov	w8, #1
Ltmp776:
	sxtb	x25, w23
	mov	w9, #8
	mov	x20, x2
	mov	x22, x1
Lloh106:
	adrp	x0, _$ss11_SetStorageCySiGN@PAGE
Lloh107:
	add	x0, x0, _$ss11_SetStorageCySiGN@PAGEOFF
	lsl	x26, x8, x25
	lsl	x9, x9, x25
	add	x8, x26, #63
	mov	w2, #7
	lsr	x24, x8, #6
	mov	w21, w3
	lsl	x8, x24, #3
	add	x8, x8, #63
	and	x8, x8, #0x3ffffffffffffff8
	add	x1, x8, x9
	bl	_swift_allocObject
Ltmp777:
	scvtf	d0, x26
	fmov	d1, #0.75000000
	mov	x9, #9218868437227405312
Ltmp778:
	str	xzr, [x0, #16]
Ltmp779:
	fmul	d0, d0, d1
	fmov	x8, d0
	bics	xzr, x9, x8
	b.eq	LBB100_28
	mov	x8, #1
	movk	x8, #50144, lsl #48
	fmov	d1, x8
	fcmp	d0, d1
	b.le	LBB100_29
	mov	x8, #4890909195324358656
	fmov	d1, x8
	fcmp	d0, d1
	b.pl	LBB100_30
	mov	x19, x0
	fcvtzs	x8, d0
Ltmp780:
	strb	w23, [x0, #32]
	strb	wzr, [x0, #33]
	str	x8, [x0, #24]
	strh	wzr, [x0, #34]
	tbz	x22, #32, LBB100_5
Ltmp781:
	mov	x0, xzr
	mov	x1, x19
	bl	_$ss6HasherV5_hash4seed_S2i_s6UInt64VtFZTf4nnd_n
	mov	x22, x0
Ltmp782:
LBB100_5:
	str	w22, [x19, #36]
Ltmp783:
	add	x8, x19, #8
	ldr	x9, [x19, #8]
Ltmp784:
	cmn	x9, #1
Ltmp785:
	tbnz	w21, #0, LBB100_8
Ltmp786:
	b.eq	LBB100_18
LBB100_7:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB100_7
	b	LBB100_18
Ltmp787:
LBB100_8:
	b.eq	LBB100_10
LBB100_9:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB100_9
Ltmp788:
LBB100_10:
Lloh108:
	adrp	x20, _$ss32_swift_stdlib_Hashing_parameters_Wz@PAGE
Lloh109:
	add	x20, x20, _$ss32_swift_stdlib_Hashing_parameters_Wz@PAGEOFF
	ldar	x8, [x20]
Ltmp789:
	tbnz	x8, #63, LBB100_17
	mov	w8, #1
LBB100_12:
	ldxr	x9, [x20]
	cbnz	x9, LBB100_15
	stxr	w9, x8, [x20]
	cbnz	w9, LBB100_12
	bl	_$ss32_swift_stdlib_Hashing_parameters_WZ
	mov	x8, #-1
	stlr	x8, [x20]
	b	LBB100_17
LBB100_15:
	clrex
LBB100_16:
Ltmp790:
	ldar	x8, [x20]
Ltmp791:
	tbz	x8, #63, LBB100_16
Ltmp792:
LBB100_17:
	adrp	x8, _$ss32_swift_stdlib_Hashing_parametersSo06_SwiftC10ParametersVvp@PAGE+16
	ldrb	w8, [x8, _$ss32_swift_stdlib_Hashing_parametersSo06_SwiftC10ParametersVvp@PAGEOFF+16]
	cmp	w8, #0
	csel	x20, x25, x19, ne
LBB100_18:
	ldrb	w8, [x19, #32]
	add	x9, x19, x24, lsl #3
	mov	w10, #1
	add	x9, x9, #56
	lsl	x21, x10, x8
	cmp	x21, #63
	stp	x20, x9, [x19, #40]
	b.gt	LBB100_20
	mov	x8, #-1
Ltmp793:
	mov	x0, x19
Ltmp794:
	lsl	x8, x8, x21
	str	x8, [x19, #56]
Ltmp795:
	bl	_$ss13swift_release6objectyBp_tF
	b	LBB100_27
Ltmp796:
LBB100_20:
	mov	x0, x19
	and	x20, x8, #0x3f
	bl	_$ss13swift_release6objectyBp_tF
Ltmp797:
	add	x8, x21, #63
Ltmp798:
	cmp	w20, #8
Ltmp799:
	lsr	x8, x8, #6
Ltmp800:
	b.hs	LBB100_22
	mov	x9, xzr
	b	LBB100_25
LBB100_22:
	and	x9, x8, #0x3fffffffffffffc
	add	x10, x19, #72
	movi.2d	v0, #0000000000000000
	mov	x11, x9
LBB100_23:
	stp	q0, q0, [x10, #-16]
	add	x10, x10, #32
	subs	x11, x11, #4
	b.ne	LBB100_23
	cmp	x8, x9
	b.eq	LBB100_27
LBB100_25:
	add	x10, x19, x9, lsl #3
	sub	x8, x8, x9
	add	x9, x10, #56
LBB100_26:
	subs	x8, x8, #1
	str	xzr, [x9], #8
	b.ne	LBB100_26
Ltmp801:
LBB100_27:
	mov	x0, x19
	ldp	x20, x19, [sp, #64]
	ldp	x22, x21, [sp, #48]
	ldp	x24, x23, [sp, #32]
	ldp	x26, x25, [sp, #16]
	ldp	x29, x30, [sp], #80
	ret
LBB100_28:
Ltmp802:
Ltmp803:
	brk	#0x1
Ltmp804:
LBB100_29:
Ltmp805:
	brk	#0x1
Ltmp806:
LBB100_30:
Ltmp807:
	brk	#0x1
Ltmp808:
	.loh AdrpAdd	Lloh106, Lloh107
	.loh AdrpAdd	Lloh108, Lloh109
Lfunc_end100:
	.cfi_endproc
	.p2align	2
_swift_initStaticObject:
Lfunc_begin101:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	x19, x1
	mov	x1, x0
Ltmp809:
	mov	x0, x19
	bl	__swift_embedded_set_heap_object_metadata_pointer
	mov	x8, #-1
Ltmp810:
	mov	x0, x19
Ltmp811:
	str	x8, [x19, #8]
Ltmp812:
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp813:
Lfunc_end101:
	.cfi_endproc
	.p2align	2
_swift_deallocObject:
Lfunc_begin102:
	.loc	1 0 0
	.cfi_startproc
	b	_free
Ltmp814:
Lfunc_end102:
	.cfi_endproc
	.p2align	2
_swift_deallocPartialClassInstance:
Lfunc_begin103:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-48]!
	stp	x22, x21, [sp, #16]
	stp	x20, x19, [sp, #32]
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	mov	x19, x1
	mov	x20, x0
Ltmp815:
	bl	__swift_embedded_get_heap_object_metadata_pointer
	cmp	x0, x19
	b.eq	LBB103_4
	mov	x21, x0
LBB103_2:
	mov	x0, x20
	mov	x1, x21
	bl	__swift_embedded_invoke_heap_object_optional_ivardestroyer
	ldr	x21, [x21]
	cbz	x21, LBB103_4
	cmp	x21, x19
	b.ne	LBB103_2
Ltmp816:
LBB103_4:
	ldp	x20, x19, [sp, #32]
	ldp	x22, x21, [sp, #16]
	ldp	x29, x30, [sp], #48
	ret
Ltmp817:
Lfunc_end103:
	.cfi_endproc
	.p2align	2
_swift_slowAlloc:
Lfunc_begin104:
	.loc	1 0 0
	.cfi_startproc
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Lloh110:
	adrp	x9, ___stack_chk_guard@GOTPAGE
	mov	x2, x0
Ltmp818:
	adds	x8, x1, #1
Lloh111:
	ldr	x9, [x9, ___stack_chk_guard@GOTPAGEOFF]
Lloh112:
	ldr	x9, [x9]
	str	x9, [sp, #8]
	b.eq	LBB104_3
	b.vs	LBB104_6
	cmp	x8, #8
	mov	w9, #8
	csel	x1, x8, x9, gt
	b	LBB104_4
LBB104_3:
	mov	w1, #16
LBB104_4:
	mov	x0, sp
	str	xzr, [sp]
	bl	_posix_memalign
Lloh113:
	adrp	x8, ___stack_chk_guard@GOTPAGE
	ldr	x0, [sp]
Lloh114:
	ldr	x8, [x8, ___stack_chk_guard@GOTPAGEOFF]
	ldr	x9, [sp, #8]
Lloh115:
	ldr	x8, [x8]
	cmp	x8, x9
	b.ne	LBB104_7
Ltmp819:
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #32
	ret
LBB104_6:
Ltmp820:
Ltmp821:
	brk	#0x1
Ltmp822:
LBB104_7:
	bl	___stack_chk_fail
	.loh AdrpLdrGotLdr	Lloh110, Lloh111, Lloh112
	.loh AdrpLdrGotLdr	Lloh113, Lloh114, Lloh115
Lfunc_end104:
	.cfi_endproc
	.p2align	2
_swift_slowDealloc:
Lfunc_begin105:
	.loc	1 0 0
	.cfi_startproc
	b	_free
Ltmp823:
Lfunc_end105:
	.cfi_endproc
	.p2align	2
_swift_willThrow:
Lfunc_begin106:
	.loc	1 0 0
	.cfi_startproc
	ret
Ltmp824:
Lfunc_end106:
	.cfi_endproc
	.p2align	2
_swift_errorInMain:
Lfunc_begin107:
	.loc	1 0 0
	.cfi_startproc
	brk	#0x1
Ltmp825:
Lfunc_end107:
	.cfi_endproc
	.p2align	2
_swift_unexpectedError:
Lfunc_begin108:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp826:
	bl	_swift_release
	brk	#0x1
Ltmp827:
Lfunc_end108:
	.cfi_endproc
	.p2align	2
_$ss13swift_release6objectyBp_tF:
Lfunc_begin109:
	.loc	1 0 0
	.cfi_startproc
	cbz	x0, LBB109_6
	ldr	x8, [x0, #8]
	cmn	x8, #1
	b.eq	LBB109_6
	add	x9, x0, #8
LBB109_3:
	ldaxr	x8, [x9]
	subs	x8, x8, #1
	stlxr	w10, x8, [x9]
	cbnz	w10, LBB109_3
	b.vs	LBB109_8
	tst	x8, #0x7fffffffffffffff
	b.eq	LBB109_7
LBB109_6:
	ret
LBB109_7:
	b	__swift_embedded_invoke_heap_object_destroy
LBB109_8:
Ltmp828:
	brk	#0x1
Ltmp829:
Lfunc_end109:
	.cfi_endproc
	.p2align	2
_swift_retain_n:
Lfunc_begin110:
	.loc	1 0 0
	.cfi_startproc
	cbz	x0, LBB110_4
	ldr	x8, [x0, #8]
	cmn	x8, #1
	b.eq	LBB110_4
	add	x8, x0, #8
	mov	w9, w1
LBB110_3:
	ldxr	x10, [x8]
	add	x10, x10, x9
	stxr	w11, x10, [x8]
	cbnz	w11, LBB110_3
Ltmp830:
LBB110_4:
	ret
Ltmp831:
Lfunc_end110:
	.cfi_endproc
	.p2align	2
_swift_release_n:
Lfunc_begin111:
	.loc	1 0 0
	.cfi_startproc
	b	_$ss15swift_release_n6object1nyBp_s6UInt32VtF
Ltmp832:
Lfunc_end111:
	.cfi_endproc
	.p2align	2
_$ss15swift_release_n6object1nyBp_s6UInt32VtF:
Lfunc_begin112:
	.loc	1 0 0
	.cfi_startproc
	cbz	x0, LBB112_6
	ldr	x8, [x0, #8]
	cmn	x8, #1
	b.eq	LBB112_6
	add	x8, x0, #8
	mov	w10, w1
LBB112_3:
	ldaxr	x9, [x8]
	subs	x9, x9, x10
	stlxr	w11, x9, [x8]
	cbnz	w11, LBB112_3
	b.vs	LBB112_8
	tst	x9, #0x7fffffffffffffff
	b.eq	LBB112_7
LBB112_6:
	ret
LBB112_7:
	b	__swift_embedded_invoke_heap_object_destroy
LBB112_8:
Ltmp833:
	brk	#0x1
Ltmp834:
Lfunc_end112:
	.cfi_endproc
	.p2align	2
_swift_isUniquelyReferenced_native:
Lfunc_begin113:
	.loc	1 0 0
	.cfi_startproc
	cbz	x0, LBB113_2
	add	x8, x0, #8
	ldar	x8, [x8]
	cmp	x8, #1
	cset	w0, eq
Ltmp835:
LBB113_2:
	ret
Ltmp836:
Lfunc_end113:
	.cfi_endproc
	.p2align	2
_swift_dynamicCastClass:
Lfunc_begin114:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	x20, x1
	mov	x19, x0
Ltmp837:
	bl	__swift_embedded_get_heap_object_metadata_pointer
LBB114_1:
	cmp	x0, x20
	b.eq	LBB114_4
	ldr	x0, [x0]
	cbnz	x0, LBB114_1
Ltmp838:
	mov	x19, xzr
LBB114_4:
	mov	x0, x19
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp839:
Lfunc_end114:
	.cfi_endproc
	.p2align	2
_swift_deletedMethodError:
Lfunc_begin115:
	.loc	1 0 0
	.cfi_startproc
	brk	#0x1
Ltmp840:
Lfunc_end115:
	.cfi_endproc
	.p2align	2
_$ss6HasherV8_combineyySuF:
Lfunc_begin116:
	.loc	1 0 0
	.cfi_startproc
	ldr	x8, [x20]
	ubfx	x9, x8, #56, #3
	cbz	x9, LBB116_2
	lsl	x9, x9, #3
	and	x11, x8, #0xffffffffffffff
	neg	w10, w9
	and	x8, x8, #0xff00000000000000
	and	x10, x10, #0x38
	lsl	x9, x0, x9
	orr	x9, x9, x11
	mov	x11, #576460752303423488
	lsr	x10, x0, x10
	add	x8, x8, x11
	orr	x8, x10, x8
	mov	x0, x9
	b	LBB116_3
LBB116_2:
	mov	x9, #576460752303423488
	add	x8, x8, x9
LBB116_3:
	ldp	x9, x10, [x20, #8]
	ldp	x12, x11, [x20, #24]
	add	x9, x10, x9
	eor	x10, x9, x10, ror #51
	eor	x11, x11, x0
	add	x12, x12, x11
	ror	x9, x9, #32
	add	x13, x12, x10
	eor	x11, x12, x11, ror #48
	eor	x10, x13, x10, ror #47
	add	x9, x11, x9
	ror	x12, x13, #32
	eor	x11, x9, x11, ror #43
	eor	x9, x9, x0
	stp	x10, x12, [x20, #16]
	str	x11, [x20, #32]
	stp	x8, x9, [x20]
	ret
Ltmp841:
Lfunc_end116:
	.cfi_endproc
	.p2align	2
_$s6Tables5PlaceV2eeoiySbAC_ACtFZTf4nnd_n:
Lfunc_begin117:
	.cfi_startproc
	.loc	2 9 59 prologue_end
	cmp	x0, x2
	.loc	2 9 70 is_stmt 0
	ccmp	x1, x3, #0, eq
	cset	w0, eq
	.loc	2 9 94
	ret
Ltmp842:
Lfunc_end117:
	.cfi_endproc
	.p2align	2
_$ss10_HashTableV5scale11forCapacitys4Int8VSi_tFZTf4nd_n:
Lfunc_begin118:
	.loc	1 0 0 is_stmt 1
	.cfi_startproc
	cmp	x0, #1
	fmov	d1, #0.75000000
	csinc	x8, x0, xzr, gt
	mov	x10, #9218868437227405312
	scvtf	d0, x8
	fdiv	d0, d0, d1
	frintp	d0, d0
	fmov	x9, d0
	bics	xzr, x10, x9
	b.eq	LBB118_5
	mov	x9, #1
	movk	x9, #50144, lsl #48
	fmov	d1, x9
	fcmp	d0, d1
	b.le	LBB118_6
	mov	x9, #4890909195324358656
	fmov	d1, x9
	fcmp	d0, d1
	b.pl	LBB118_7
	adds	x8, x8, #1
	b.vs	LBB118_8
	fcvtzs	x9, d0
	cmp	x8, x9
	csel	x8, x8, x9, gt
	mov	w9, #64
	sub	x8, x8, #1
	clz	x8, x8
	sub	w0, w9, w8
	ret
LBB118_5:
Ltmp843:
	brk	#0x1
Ltmp844:
LBB118_6:
Ltmp845:
	brk	#0x1
Ltmp846:
LBB118_7:
Ltmp847:
	brk	#0x1
Ltmp848:
LBB118_8:
Ltmp849:
	brk	#0x1
Ltmp850:
Lfunc_end118:
	.cfi_endproc
	.p2align	2
_$ss6HasherV5_hash4seed_S2i_s6UInt64VtFZTf4nnd_n:
Lfunc_begin119:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-48]!
	stp	x22, x21, [sp, #16]
	stp	x20, x19, [sp, #32]
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
Ltmp851:
Lloh116:
	adrp	x21, _$ss32_swift_stdlib_Hashing_parameters_Wz@PAGE
Lloh117:
	add	x21, x21, _$ss32_swift_stdlib_Hashing_parameters_Wz@PAGEOFF
	mov	x19, x1
	mov	x20, x0
	ldar	x8, [x21]
Ltmp852:
	tbnz	x8, #63, LBB119_7
	mov	w8, #1
LBB119_2:
	ldxr	x9, [x21]
	cbnz	x9, LBB119_5
	stxr	w9, x8, [x21]
	cbnz	w9, LBB119_2
	bl	_$ss32_swift_stdlib_Hashing_parameters_WZ
	mov	x8, #-1
	stlr	x8, [x21]
	b	LBB119_7
LBB119_5:
	clrex
LBB119_6:
Ltmp853:
	ldar	x8, [x21]
Ltmp854:
	tbz	x8, #63, LBB119_6
Ltmp855:
LBB119_7:
Lloh118:
	adrp	x8, _$ss32_swift_stdlib_Hashing_parametersSo06_SwiftC10ParametersVvp@PAGE
Lloh119:
	add	x8, x8, _$ss32_swift_stdlib_Hashing_parametersSo06_SwiftC10ParametersVvp@PAGEOFF
	mov	x11, #28525
	mov	x12, #25973
	movk	x11, #28260, lsl #16
	movk	x12, #28787, lsl #16
	ldp	x9, x8, [x8]
	movk	x11, #29281, lsl #32
	movk	x12, #28005, lsl #32
	mov	x13, #25971
	mov	x10, #29281
	movk	x11, #25711, lsl #48
	movk	x12, #29551, lsl #48
	eor	x9, x9, x20
	movk	x13, #31092, lsl #16
	movk	x10, #28261, lsl #16
	eor	x11, x8, x11
	eor	x12, x9, x12
	movk	x13, #25698, lsl #32
	movk	x10, #26469, lsl #32
	movk	x13, #29797, lsl #48
	add	x12, x12, x11
	movk	x10, #27769, lsl #48
	eor	x13, x19, x13
	eor	x9, x9, x10
	eor	x8, x8, x13
	eor	x10, x12, x11, ror #51
	add	x9, x9, x8
	ror	x11, x12, #32
	add	x12, x10, x9
	eor	x8, x9, x8, ror #48
	eor	x9, x12, x10, ror #47
	add	x10, x11, x8
	ror	x11, x12, #32
	eor	x8, x10, x8, ror #43
	eor	x10, x10, x19
	eor	x12, x8, #0x800000000000000
	add	x10, x10, x9
	eor	x9, x10, x9, ror #51
	add	x11, x12, x11
	extr	x8, x8, x12, #48
	add	x12, x11, x9
	ror	x10, x10, #32
	eor	x9, x12, x9, ror #47
	ldp	x20, x19, [sp, #32]
	eor	x8, x8, x11
	ror	x11, x12, #32
	add	x10, x8, x10
	eor	x8, x10, x8, ror #43
	eor	x10, x10, #0x800000000000000
	eor	x11, x11, #0xff
	add	x10, x10, x9
	eor	x9, x10, x9, ror #51
	add	x11, x11, x8
	add	x12, x9, x11
	eor	x8, x11, x8, ror #48
	ror	x10, x10, #32
	eor	x9, x12, x9, ror #47
	ldp	x22, x21, [sp, #16]
	ror	x11, x12, #32
	add	x10, x10, x8
	eor	x8, x10, x8, ror #43
	add	x10, x10, x9
	eor	x9, x10, x9, ror #51
	add	x11, x11, x8
	add	x12, x9, x11
	eor	x8, x11, x8, ror #48
	ror	x10, x10, #32
	eor	x9, x12, x9, ror #47
	ror	x11, x12, #32
	add	x10, x10, x8
	eor	x8, x10, x8, ror #43
	add	x10, x10, x9
	add	x11, x11, x8
	eor	x9, x10, x9, ror #51
	eor	x8, x11, x8, ror #48
	add	x10, x9, x11
	eor	x9, x10, x9, ror #47
	ror	x8, x8, #43
	eor	x8, x8, x10, ror #32
	eor	x0, x8, x9
	ldp	x29, x30, [sp], #48
	ret
Ltmp856:
	.loh AdrpAdd	Lloh116, Lloh117
	.loh AdrpAdd	Lloh118, Lloh119
Lfunc_end119:
	.cfi_endproc
	.p2align	2
_$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSi_SiTgm5Tf4g_n:
Lfunc_begin120:
	.loc	1 0 0
	.cfi_startproc
	sub	sp, sp, #96
	stp	x29, x30, [sp, #16]
	stp	x26, x25, [sp, #32]
	stp	x24, x23, [sp, #48]
	stp	x22, x21, [sp, #64]
	stp	x20, x19, [sp, #80]
	add	x29, sp, #16
	.cfi_def_cfa w29, 80
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w30, -72
	.cfi_offset w29, -80
Ltmp857:
	ldr	x19, [x0, #16]
Ltmp858:
	cbz	x19, LBB120_5
	mov	x21, x0
Ltmp859:
	mov	x0, x19
	bl	_$ss10_HashTableV5scale11forCapacitys4Int8VSi_tFZTf4nd_n
	mov	w22, #1
Ltmp860:
	mov	x2, xzr
	and	w8, w22, #0xff
	mov	w3, #1
	lsl	x1, x8, #32
	sturb	w22, [x29, #-4]
	bl	_$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZSi_SiTgm5
	mov	x20, x0
Ltmp861:
	add	x23, x21, #40
	add	x24, x0, #64
LBB120_2:
Ltmp862:
	ldp	x21, x25, [x23, #-8]
Ltmp863:
	mov	x0, x21
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSi_Tg5
	tbnz	w1, #0, LBB120_7
	lsr	x8, x0, #3
	lsl	x10, x22, x0
	and	x8, x8, #0x1ffffffffffffff8
	lsl	x11, x0, #3
	ldr	x9, [x24, x8]
	orr	x9, x9, x10
	ldr	x10, [x20, #48]
	str	x9, [x24, x8]
	str	x21, [x10, x11]
	ldr	x8, [x20, #56]
	str	x25, [x8, x11]
	ldr	x8, [x20, #16]
	adds	x8, x8, #1
	b.vs	LBB120_8
	add	x23, x23, #16
	subs	x19, x19, #1
	str	x8, [x20, #16]
	b.ne	LBB120_2
	b	LBB120_6
LBB120_5:
Lloh120:
	adrp	x20, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGE
Lloh121:
	add	x20, x20, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGEOFF
LBB120_6:
	mov	x0, x20
	ldp	x20, x19, [sp, #80]
	ldp	x22, x21, [sp, #64]
	ldp	x24, x23, [sp, #48]
	ldp	x26, x25, [sp, #32]
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #96
	ret
LBB120_7:
Ltmp864:
	brk	#0x1
Ltmp865:
LBB120_8:
Ltmp866:
	brk	#0x1
Ltmp867:
	.loh AdrpAdd	Lloh120, Lloh121
Lfunc_end120:
	.cfi_endproc
	.p2align	2
_swift_release:
Lfunc_begin121:
	.loc	1 0 0
	.cfi_startproc
	b	_$ss13swift_release6objectyBp_tF
Ltmp868:
Lfunc_end121:
	.cfi_endproc
	.p2align	2
_$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfC6Tables5PlaceV_SaySiGTgm5Tf4g_n:
Lfunc_begin122:
	.loc	1 0 0
	.cfi_startproc
	sub	sp, sp, #112
	stp	x29, x30, [sp, #32]
	stp	x26, x25, [sp, #48]
	stp	x24, x23, [sp, #64]
	stp	x22, x21, [sp, #80]
	stp	x20, x19, [sp, #96]
	add	x29, sp, #32
	.cfi_def_cfa w29, 80
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w30, -72
	.cfi_offset w29, -80
Ltmp869:
	ldr	x19, [x0, #16]
Ltmp870:
	cbz	x19, LBB122_9
	mov	x21, x0
Ltmp871:
	mov	x0, x19
	bl	_$ss10_HashTableV5scale11forCapacitys4Int8VSi_tFZTf4nd_n
	mov	w22, #1
Ltmp872:
	mov	x2, xzr
	and	w8, w22, #0xff
	mov	w3, #1
	lsl	x1, x8, #32
	sturb	w22, [x29, #-4]
	bl	_$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZ6Tables5PlaceV_SaySiGTgm5
	mov	x20, x0
	mov	x23, xzr
	add	x21, x21, #32
	add	x24, x0, #64
	mov	w25, #24
	b	LBB122_3
Ltmp873:
LBB122_2:
	add	x23, x23, #1
	cmp	x23, x19
	b.eq	LBB122_10
LBB122_3:
Ltmp874:
	madd	x8, x23, x25, x21
	ldr	x26, [x8, #16]
Ltmp875:
	cbz	x26, LBB122_10
	ldr	q0, [x8]
	mov.d	x1, v0[1]
	fmov	x0, d0
	str	q0, [sp]
	bl	_$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlF6Tables5PlaceV_Tg5
	tbnz	w1, #0, LBB122_11
	lsr	x8, x0, #3
	lsl	x10, x22, x0
	and	x8, x8, #0x1ffffffffffffff8
	ldr	q0, [sp]
	ldr	x9, [x24, x8]
	orr	x9, x9, x10
	ldr	x10, [x20, #48]
	str	x9, [x24, x8]
	str	q0, [x10, x0, lsl #4]
	ldr	x8, [x20, #56]
	str	x26, [x8, x0, lsl #3]
	ldr	x8, [x20, #16]
	adds	x8, x8, #1
	b.vs	LBB122_12
	str	x8, [x20, #16]
Ltmp876:
	ldr	x8, [x26, #8]
	cmn	x8, #1
	b.eq	LBB122_2
	add	x8, x26, #8
LBB122_8:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB122_8
	b	LBB122_2
Ltmp877:
LBB122_9:
Lloh122:
	adrp	x20, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGE
Lloh123:
	add	x20, x20, _$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp@PAGEOFF
LBB122_10:
	mov	x0, x20
	ldp	x20, x19, [sp, #96]
	ldp	x22, x21, [sp, #80]
	ldp	x24, x23, [sp, #64]
	ldp	x26, x25, [sp, #48]
	ldp	x29, x30, [sp, #32]
	add	sp, sp, #112
	ret
LBB122_11:
Ltmp878:
	brk	#0x1
Ltmp879:
LBB122_12:
Ltmp880:
	brk	#0x1
Ltmp881:
	.loh AdrpAdd	Lloh122, Lloh123
Lfunc_end122:
	.cfi_endproc
	.p2align	2
_$ss17_assertionFailure__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtFTf4ddddd_n:
Lfunc_begin123:
	.loc	1 0 0
	.cfi_startproc
	brk	#0x1
Ltmp882:
Lfunc_end123:
	.cfi_endproc
	.p2align	2
_$ss18_fatalErrorMessage__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtFTf4ddddd_n:
Lfunc_begin124:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp883:
	bl	_$ss17_assertionFailure__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtFTf4ddddd_n
	brk	#0x1
Ltmp884:
Lfunc_end124:
	.cfi_endproc
	.p2align	2
_swift_beginAccess:
Lfunc_begin125:
	.loc	1 0 0
	.cfi_startproc
	ret
Ltmp885:
Lfunc_end125:
	.cfi_endproc
	.p2align	2
_swift_isUniquelyReferenced_nonNull_native:
Lfunc_begin126:
	.loc	1 0 0
	.cfi_startproc
	add	x8, x0, #8
	ldar	x8, [x8]
	cmp	x8, #1
	cset	w0, eq
Ltmp886:
	ret
Ltmp887:
Lfunc_end126:
	.cfi_endproc
	.p2align	2
_swift_endAccess:
Lfunc_begin127:
	.loc	1 0 0
	.cfi_startproc
	ret
Ltmp888:
Lfunc_end127:
	.cfi_endproc
	.p2align	2
_$s6Tables8SettingsC8fallbackyS2iFTf4nd_n:
Lfunc_begin128:
	.cfi_startproc
	.loc	2 30 40 prologue_end
	negs	x0, x0
	b.vs	LBB128_2
	.loc	2 30 45 is_stmt 0
	ret
LBB128_2:
	.loc	2 30 40
Ltmp889:
	.loc	1 0 0
	brk	#0x1
Ltmp890:
Lfunc_end128:
	.cfi_endproc
	.p2align	2
_$s6Tables8SettingsC8isWantedySbSi_S2itFTf4nnnd_n:
Lfunc_begin129:
	.loc	2 44 0 is_stmt 1
	.cfi_startproc
	mov	x9, #20165
Ltmp891:
	.loc	2 44 75 prologue_end
	eor	x8, x1, x0
	movk	x9, #50412, lsl #16
	movk	x9, #60494, lsl #32
	movk	x9, #20164, lsl #48
	.loc	2 44 84 is_stmt 0
	smulh	x9, x8, x9
	asr	x10, x9, #2
	add	x9, x10, x9, lsr #63
	mov	w10, #13
	msub	x8, x9, x10, x8
	.loc	2 44 89
	cmp	x8, x2
	cset	w0, eq
	.loc	2 44 99
	ret
Ltmp892:
Lfunc_end129:
	.cfi_endproc
	.p2align	2
_swift_retain:
Lfunc_begin130:
	.loc	1 0 0 is_stmt 1
	.cfi_startproc
	cbz	x0, LBB130_4
	ldr	x8, [x0, #8]
	cmn	x8, #1
	b.eq	LBB130_4
	add	x8, x0, #8
LBB130_3:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB130_3
Ltmp893:
LBB130_4:
	ret
Ltmp894:
Lfunc_end130:
	.cfi_endproc
	.p2align	2
_swift_deallocClassInstance:
Lfunc_begin131:
	.loc	1 0 0
	.cfi_startproc
	ldr	x8, [x0, #8]
	tbnz	x8, #63, LBB131_2
	b	_free
Ltmp895:
LBB131_2:
	ret
Ltmp896:
Lfunc_end131:
	.cfi_endproc
	.p2align	2
_$sxRi_zRi0_zlySaySiGIsegr_SgWOe:
Lfunc_begin132:
	.loc	1 0 0
	.cfi_startproc
	cbz	x0, LBB132_2
Ltmp897:
	mov	x0, x1
	b	_$ss13swift_release6objectyBp_tF
Ltmp898:
LBB132_2:
	ret
Ltmp899:
Lfunc_end132:
	.cfi_endproc
	.p2align	2
_swift_initStackObject:
Lfunc_begin133:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	.cfi_def_cfa_offset 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	x19, x1
	mov	x1, x0
Ltmp900:
	mov	x0, x19
	bl	__swift_embedded_set_heap_object_metadata_pointer
	mov	x8, #-9223372036854775807
Ltmp901:
	mov	x0, x19
Ltmp902:
	str	x8, [x19, #8]
Ltmp903:
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp904:
Lfunc_end133:
	.cfi_endproc
	.p2align	2
_swift_setDeallocating:
Lfunc_begin134:
	.loc	1 0 0
	.cfi_startproc
	ret
Ltmp905:
Lfunc_end134:
	.cfi_endproc
	.p2align	2
_swift_once:
Lfunc_begin135:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	.cfi_def_cfa_offset 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
Ltmp906:
	ldar	x8, [x0]
Ltmp907:
	tbnz	x8, #63, LBB135_7
	mov	x19, x0
	mov	w8, #1
LBB135_2:
	ldxr	x9, [x19]
	cbnz	x9, LBB135_5
	stxr	w9, x8, [x19]
	cbnz	w9, LBB135_2
	mov	x0, x2
	blr	x1
	mov	x8, #-1
	stlr	x8, [x19]
	b	LBB135_7
LBB135_5:
	clrex
LBB135_6:
Ltmp908:
	ldar	x8, [x19]
Ltmp909:
	tbz	x8, #63, LBB135_6
Ltmp910:
LBB135_7:
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp911:
Lfunc_end135:
	.cfi_endproc
	.p2align	2
_swift_allocObject:
Lfunc_begin136:
	.loc	1 0 0
	.cfi_startproc
	sub	sp, sp, #48
	stp	x29, x30, [sp, #16]
	stp	x20, x19, [sp, #32]
	.cfi_def_cfa_offset 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	x8, x1
	mov	x19, x0
Ltmp912:
	adds	x9, x2, #1
	b.eq	LBB136_3
	b.vs	LBB136_6
	cmp	x9, #8
	mov	w10, #8
	csel	x1, x9, x10, gt
	b	LBB136_4
LBB136_3:
	mov	w1, #16
LBB136_4:
	add	x0, sp, #8
	mov	x2, x8
	str	xzr, [sp, #8]
	bl	_posix_memalign
	ldr	x20, [sp, #8]
	cbz	x20, LBB136_7
	mov	x0, x20
	mov	x1, x19
	bl	__swift_embedded_set_heap_object_metadata_pointer
	mov	w8, #1
Ltmp913:
	mov	x0, x20
	ldp	x29, x30, [sp, #16]
Ltmp914:
	str	x8, [x20, #8]
Ltmp915:
	ldp	x20, x19, [sp, #32]
	add	sp, sp, #48
	ret
LBB136_6:
Ltmp916:
Ltmp917:
	brk	#0x1
Ltmp918:
LBB136_7:
Ltmp919:
	brk	#0x1
Ltmp920:
Lfunc_end136:
	.cfi_endproc
	.p2align	2
_$sSaySiGWOh:
Lfunc_begin137:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	x19, x0
Ltmp921:
	ldr	x0, [x0]
Ltmp922:
	bl	_$ss13swift_release6objectyBp_tF
Ltmp923:
	mov	x0, x19
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp924:
Lfunc_end137:
	.cfi_endproc
	.p2align	2
_$s6Tables5PlaceV_SaySiGtWOh:
Lfunc_begin138:
	.loc	1 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	x19, x0
Ltmp925:
	ldr	x0, [x0, #16]
Ltmp926:
	bl	_$ss13swift_release6objectyBp_tF
Ltmp927:
	mov	x0, x19
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp928:
Lfunc_end138:
	.cfi_endproc
	.p2align	2
_$ss13_UnsafeBitsetV4WordVWOf:
Lfunc_begin139:
	.loc	1 0 0
	.cfi_startproc
	ldr	x8, [x0]
	mov	x0, x1
	str	x8, [x1]
	ret
Ltmp929:
Lfunc_end139:
	.cfi_endproc
	.p2align	2
__swift_embedded_set_heap_object_metadata_pointer:
Lfunc_begin140:
	.cfi_startproc
	.file	4 "toolchain/shims" "EmbeddedShims.h" md5 0x27225009bef39aa3dd5957e4d921f9d5
	.loc	4 82 44 prologue_end
	str	x1, [x0]
	.loc	4 83 1
	ret
Ltmp930:
Lfunc_end140:
	.cfi_endproc
	.p2align	2
__swift_embedded_get_heap_object_metadata_pointer:
Lfunc_begin141:
	.cfi_startproc
	.loc	4 78 42 prologue_end
	ldr	x0, [x0]
	.loc	4 78 3 is_stmt 0
	ret
Ltmp931:
Lfunc_end141:
	.cfi_endproc
	.p2align	2
__swift_embedded_invoke_heap_object_optional_ivardestroyer:
Lfunc_begin142:
	.loc	4 66 0 is_stmt 1
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
Ltmp932:
	.loc	4 68 7 prologue_end
	ldr	x8, [x1, #16]
	cbz	x8, LBB142_2
	.loc	4 72 5
	mov	x20, x0
	blr	x8
Ltmp933:
LBB142_2:
	.loc	4 75 1 epilogue_begin
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp934:
Lfunc_end142:
	.cfi_endproc
	.p2align	2
__swift_embedded_invoke_heap_object_destroy:
Lfunc_begin143:
	.loc	4 55 0
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
Ltmp935:
	.loc	4 56 52 prologue_end
	ldr	x8, [x0]
	.loc	4 61 3
	mov	x20, x0
	ldr	x8, [x8, #8]
	blr	x8
Ltmp936:
	.loc	4 63 1 epilogue_begin
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp937:
Lfunc_end143:
	.cfi_endproc
	.p2align	2
_$ss28__ContiguousArrayStorageBaseCABycfC:
Lfunc_begin144:
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	bl	_$ss15__RawSetStorageCABycfC
Lfunc_end144:
	.cfi_endproc
	.p2align	2
_$ss22__RawDictionaryStorageCABycfC:
Lfunc_begin145:
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	bl	_$ss15__RawSetStorageCABycfC
Lfunc_end145:
	.cfi_endproc
	.p2align	2
_$sSa5countSivgSi_Sit_Tg5:
Lfunc_begin146:
	.cfi_startproc
	b	_$sSa5countSivg6Tables5PlaceV_SaySiGt_Tg5
Lfunc_end146:
	.cfi_endproc
	.p2align	2
_$sSa5countSivgSi_Tg5:
Lfunc_begin147:
	.cfi_startproc
	b	_$sSa5countSivg6Tables5PlaceV_SaySiGt_Tg5
Lfunc_end147:
	.cfi_endproc
	.p2align	2
_$sSa9_getCountSiyFSi_Sit_Tg5:
Lfunc_begin148:
	.cfi_startproc
	b	_$sSa5countSivg6Tables5PlaceV_SaySiGt_Tg5
Lfunc_end148:
	.cfi_endproc
	.p2align	2
_$sSa9_getCountSiyF6Tables5PlaceV_SaySiGt_Tg5:
Lfunc_begin149:
	.cfi_startproc
	b	_$sSa5countSivg6Tables5PlaceV_SaySiGt_Tg5
Lfunc_end149:
	.cfi_endproc
	.p2align	2
_$sSa9_getCountSiyFSi_Tg5:
Lfunc_begin150:
	.cfi_startproc
	b	_$sSa5countSivg6Tables5PlaceV_SaySiGt_Tg5
Lfunc_end150:
	.cfi_endproc
	.p2align	2
_$ss22__RawDictionaryStorageCfD:
Lfunc_begin151:
	.cfi_startproc
	b	_$ss11_SetStorageCfDSi_Tg5
Lfunc_end151:
	.cfi_endproc
	.p2align	2
_$ss25__SwiftNativeNSDictionaryCfD:
Lfunc_begin152:
	.cfi_startproc
	b	_$ss11_SetStorageCfDSi_Tg5
Lfunc_end152:
	.cfi_endproc
	.p2align	2
_$ss23_ContiguousArrayStorageCfDSi_Sit_Tg5:
Lfunc_begin153:
	.cfi_startproc
	b	_$ss11_SetStorageCfDSi_Tg5
Lfunc_end153:
	.cfi_endproc
	.p2align	2
_$ss23_ContiguousArrayStorageCfDSi_Tg5:
Lfunc_begin154:
	.cfi_startproc
	b	_$ss11_SetStorageCfDSi_Tg5
Lfunc_end154:
	.cfi_endproc
	.p2align	2
_$ss28__ContiguousArrayStorageBaseCfD:
Lfunc_begin155:
	.cfi_startproc
	b	_$ss11_SetStorageCfDSi_Tg5
Lfunc_end155:
	.cfi_endproc
	.p2align	2
_$ss41__SwiftNativeNSArrayWithContiguousStorageCfD:
Lfunc_begin156:
	.cfi_startproc
	b	_$ss11_SetStorageCfDSi_Tg5
Lfunc_end156:
	.cfi_endproc
	.p2align	2
_$ss18_DictionaryStorageCfDSi_SiTg5:
Lfunc_begin157:
	.cfi_startproc
	b	_$ss11_SetStorageCfDSi_Tg5
Lfunc_end157:
	.cfi_endproc
	.p2align	2
_$ss15__RawSetStorageCfD:
Lfunc_begin158:
	.cfi_startproc
	b	_$ss11_SetStorageCfDSi_Tg5
Lfunc_end158:
	.cfi_endproc
	.p2align	2
_$ss18__SwiftNativeNSSetCfD:
Lfunc_begin159:
	.cfi_startproc
	b	_$ss11_SetStorageCfDSi_Tg5
Lfunc_end159:
	.cfi_endproc
.zerofill __DATA,__common,_$s6Tables5notesSivp,8,3
.zerofill __DATA,__common,_$ss32_swift_stdlib_Hashing_parameters_Wz,8,3
.zerofill __DATA,__common,_$ss32_swift_stdlib_Hashing_parametersSo06_SwiftC10ParametersVvp,24,3
	.section	__DATA,__data
	.p2align	3, 0x0
_$ss30_swiftEmptyDictionarySingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS4itvp:
	.space	8
	.quad	-1
	.space	8
	.space	8
	.space	1
	.space	1
	.space	2
	.space	4
	.space	8
	.quad	1
	.quad	1
	.quad	-2
	.p2align	3, 0x0
_$ss23_swiftEmptyArrayStorageSi_S3itvp:
	.space	8
	.quad	-1
	.space	8
	.quad	1
	.p2align	3, 0x0
_$ss23_swiftEmptySetSingletonSi_S3is5UInt8VACs6UInt16Vs6UInt32VS3itvp:
	.space	8
	.quad	-1
	.space	8
	.space	8
	.space	1
	.space	1
	.space	2
	.space	4
	.space	8
	.quad	1
	.quad	-2
	.p2align	3, 0x0
_$s6Tables8SettingsCN:
	.quad	0
	.quad	_$s6Tables8SettingsCfD
	.quad	0
	.quad	_swift_deletedMethodError
	.p2align	3, 0x0
_$ss18__SwiftNativeNSSetCN:
	.quad	0
	.quad	_$ss18__SwiftNativeNSSetCfD
	.quad	0
	.quad	_$ss18__SwiftNativeNSSetCABycfC
	.p2align	3, 0x0
_$ss41__SwiftNativeNSArrayWithContiguousStorageCN:
	.quad	0
	.quad	_$ss41__SwiftNativeNSArrayWithContiguousStorageCfD
	.quad	0
	.quad	_$ss41__SwiftNativeNSArrayWithContiguousStorageCABycfC
	.p2align	3, 0x0
_$ss25__SwiftNativeNSDictionaryCN:
	.quad	0
	.quad	_$ss25__SwiftNativeNSDictionaryCfD
	.quad	0
	.quad	_$ss25__SwiftNativeNSDictionaryCABycfC
	.p2align	3, 0x0
_$ss11_SetStorageCySiGN:
	.quad	_$ss15__RawSetStorageCN
	.quad	_$ss11_SetStorageCfDSi_Tg5
	.quad	0
	.quad	_$ss15__RawSetStorageCABycfC
	.quad	_swift_deletedMethodError
	.p2align	3, 0x0
_$ss23_ContiguousArrayStorageCySiGN:
	.quad	_$ss28__ContiguousArrayStorageBaseCN
	.quad	_$ss23_ContiguousArrayStorageCfDSi_Tg5
	.quad	0
	.quad	_$ss28__ContiguousArrayStorageBaseCABycfC
	.quad	_$ss23_ContiguousArrayStorageC16_doNotCallMeBaseAByxGyt_tcfCSi_Tg5
	.quad	_$ss23_ContiguousArrayStorageC16canStoreElements13ofDynamicTypeSbypXp_tFSi_Tg5
	.p2align	3, 0x0
_$ss23_ContiguousArrayStorageCy6Tables5PlaceV_SaySiGtGN:
	.quad	_$ss28__ContiguousArrayStorageBaseCN
	.quad	_$ss23_ContiguousArrayStorageCfD6Tables5PlaceV_SaySiGt_Tg5
	.quad	0
	.quad	_$ss28__ContiguousArrayStorageBaseCABycfC
	.quad	_$ss23_ContiguousArrayStorageC16_doNotCallMeBaseAByxGyt_tcfC6Tables5PlaceV_SaySiGt_Tg5
	.quad	_$ss23_ContiguousArrayStorageC16canStoreElements13ofDynamicTypeSbypXp_tF6Tables5PlaceV_SaySiGt_Tg5
	.p2align	3, 0x0
_$ss23_ContiguousArrayStorageCySi_SitGN:
	.quad	_$ss28__ContiguousArrayStorageBaseCN
	.quad	_$ss23_ContiguousArrayStorageCfDSi_Sit_Tg5
	.quad	0
	.quad	_$ss28__ContiguousArrayStorageBaseCABycfC
	.quad	_$ss23_ContiguousArrayStorageC16_doNotCallMeBaseAByxGyt_tcfCSi_Sit_Tg5
	.quad	_$ss23_ContiguousArrayStorageC16canStoreElements13ofDynamicTypeSbypXp_tFSi_Sit_Tg5
	.p2align	3, 0x0
_$ss18_DictionaryStorageCy6Tables5PlaceVSaySiGGN:
	.quad	_$ss22__RawDictionaryStorageCN
	.quad	_$ss18_DictionaryStorageCfD6Tables5PlaceV_SaySiGTg5
	.quad	0
	.quad	_$ss22__RawDictionaryStorageCABycfC
	.quad	_swift_deletedMethodError
	.p2align	3, 0x0
_$ss18_DictionaryStorageCyS2iGN:
	.quad	_$ss22__RawDictionaryStorageCN
	.quad	_$ss18_DictionaryStorageCfDSi_SiTg5
	.quad	0
	.quad	_$ss22__RawDictionaryStorageCABycfC
	.quad	_swift_deletedMethodError
	.p2align	3, 0x0
_$ss22__RawDictionaryStorageCN:
	.quad	_$ss25__SwiftNativeNSDictionaryCN
	.quad	_$ss22__RawDictionaryStorageCfD
	.quad	0
	.quad	_$ss22__RawDictionaryStorageCABycfC
	.quad	_swift_deletedMethodError
	.p2align	3, 0x0
_$ss28__ContiguousArrayStorageBaseCN:
	.quad	_$ss41__SwiftNativeNSArrayWithContiguousStorageCN
	.quad	_$ss28__ContiguousArrayStorageBaseCfD
	.quad	0
	.quad	_$ss28__ContiguousArrayStorageBaseCABycfC
	.quad	_$ss28__ContiguousArrayStorageBaseC012_doNotCallMeD0AByt_tcfC
	.quad	_$ss28__ContiguousArrayStorageBaseC16canStoreElements13ofDynamicTypeSbypXp_tF
	.p2align	3, 0x0
_$ss15__RawSetStorageCN:
	.quad	_$ss18__SwiftNativeNSSetCN
	.quad	_$ss15__RawSetStorageCfD
	.quad	0
	.quad	_$ss15__RawSetStorageCABycfC
	.quad	_swift_deletedMethodError
	.section	__DWARF,__debug_abbrev,regular,debug
Lsection_abbrev:
	.byte	1
	.byte	17
	.byte	1
	.byte	37
	.byte	37
	.byte	19
	.byte	5
	.byte	3
	.byte	37
	.byte	114
	.byte	23
	.byte	16
	.byte	23
	.byte	27
	.byte	37
	.ascii	"\341\177"
	.byte	25
	.ascii	"\342\177"
	.byte	37
	.ascii	"\345\177"
	.byte	11
	.byte	17
	.byte	1
	.byte	85
	.byte	35
	.byte	115
	.byte	23
	.byte	116
	.byte	23
	.byte	0
	.byte	0
	.byte	2
	.byte	46
	.byte	0
	.byte	3
	.byte	37
	.byte	32
	.byte	33
	.byte	1
	.byte	0
	.byte	0
	.byte	3
	.byte	46
	.byte	1
	.byte	17
	.byte	27
	.byte	18
	.byte	6
	.byte	3
	.byte	37
	.byte	0
	.byte	0
	.byte	4
	.byte	29
	.byte	0
	.byte	49
	.byte	19
	.byte	17
	.byte	27
	.byte	18
	.byte	6
	.byte	88
	.byte	11
	.byte	89
	.byte	11
	.byte	87
	.byte	11
	.byte	0
	.byte	0
	.byte	5
	.byte	46
	.byte	0
	.byte	32
	.byte	33
	.byte	1
	.byte	0
	.byte	0
	.byte	6
	.byte	46
	.byte	1
	.byte	17
	.byte	27
	.byte	18
	.byte	6
	.byte	49
	.byte	19
	.byte	0
	.byte	0
	.byte	7
	.byte	29
	.byte	0
	.byte	49
	.byte	19
	.byte	17
	.byte	27
	.byte	18
	.byte	6
	.byte	88
	.byte	11
	.byte	89
	.byte	11
	.byte	0
	.byte	0
	.byte	8
	.byte	29
	.byte	0
	.byte	49
	.byte	19
	.byte	85
	.byte	35
	.byte	88
	.byte	11
	.byte	89
	.byte	11
	.byte	87
	.byte	11
	.byte	0
	.byte	0
	.byte	9
	.byte	29
	.byte	1
	.byte	49
	.byte	19
	.byte	85
	.byte	35
	.byte	88
	.byte	11
	.byte	89
	.byte	11
	.byte	87
	.byte	11
	.byte	0
	.byte	0
	.byte	10
	.byte	29
	.byte	1
	.byte	49
	.byte	19
	.byte	85
	.byte	35
	.byte	88
	.byte	11
	.byte	89
	.byte	11
	.byte	0
	.byte	0
	.byte	11
	.byte	29
	.byte	0
	.byte	49
	.byte	19
	.byte	85
	.byte	35
	.byte	88
	.byte	11
	.byte	89
	.byte	11
	.byte	0
	.byte	0
	.byte	12
	.byte	29
	.byte	1
	.byte	49
	.byte	19
	.byte	17
	.byte	27
	.byte	18
	.byte	6
	.byte	88
	.byte	11
	.byte	89
	.byte	11
	.byte	87
	.byte	11
	.byte	0
	.byte	0
	.byte	13
	.byte	29
	.byte	1
	.byte	49
	.byte	19
	.byte	17
	.byte	27
	.byte	18
	.byte	6
	.byte	88
	.byte	11
	.byte	89
	.byte	11
	.byte	0
	.byte	0
	.byte	14
	.byte	46
	.byte	1
	.byte	17
	.byte	27
	.byte	18
	.byte	6
	.ascii	"\347\177"
	.byte	25
	.byte	49
	.byte	19
	.byte	0
	.byte	0
	.byte	15
	.byte	46
	.byte	1
	.byte	17
	.byte	27
	.byte	18
	.byte	6
	.byte	0
	.byte	0
	.byte	16
	.byte	46
	.byte	1
	.byte	17
	.byte	27
	.byte	18
	.byte	6
	.ascii	"\347\177"
	.byte	25
	.byte	0
	.byte	0
	.byte	17
	.byte	46
	.byte	1
	.byte	17
	.byte	27
	.byte	18
	.byte	6
	.ascii	"\347\177"
	.byte	25
	.byte	3
	.byte	37
	.byte	0
	.byte	0
	.byte	18
	.byte	30
	.byte	0
	.byte	3
	.byte	37
	.ascii	"\200|"
	.byte	37
	.byte	0
	.byte	0
	.byte	19
	.byte	58
	.byte	0
	.byte	24
	.byte	19
	.byte	0
	.byte	0
	.byte	20
	.byte	17
	.byte	0
	.byte	37
	.byte	37
	.byte	19
	.byte	5
	.byte	3
	.byte	37
	.byte	114
	.byte	23
	.byte	16
	.byte	23
	.byte	27
	.byte	37
	.ascii	"\341\177"
	.byte	25
	.ascii	"\342\177"
	.byte	37
	.byte	17
	.byte	27
	.byte	18
	.byte	6
	.byte	115
	.byte	23
	.byte	0
	.byte	0
	.byte	0
	.section	__DWARF,__debug_info,regular,debug
Lsection_info:
Lcu_begin0:
.set Lset0, Ldebug_info_end0-Ldebug_info_start0
	.long	Lset0
Ldebug_info_start0:
	.short	5
	.byte	1
	.byte	8
.set Lset1, Lsection_abbrev-Lsection_abbrev
	.long	Lset1
	.byte	1
	.byte	0
	.short	30
	.byte	1
.set Lset2, Lstr_offsets_base0-Lsection_str_off
	.long	Lset2
.set Lset3, Lline_table_start0-Lsection_line
	.long	Lset3
	.byte	2
	.byte	3
	.byte	6
	.quad	0
	.ascii	"\226\001"
.set Lset4, Laddr_table_base0-Lsection_info0
	.long	Lset4
.set Lset5, Lrnglists_table_base0-Ldebug_range0
	.long	Lset5
	.byte	2
	.byte	4
	.byte	3
	.byte	1
.set Lset6, Lfunc_end1-Lfunc_begin1
	.long	Lset6
	.byte	37
	.byte	4
	.long	46
	.byte	2
.set Lset7, Ltmp3-Ltmp2
	.long	Lset7
	.byte	2
	.byte	13
	.byte	16
	.byte	4
	.long	46
	.byte	3
.set Lset8, Ltmp4-Ltmp3
	.long	Lset8
	.byte	2
	.byte	14
	.byte	16
	.byte	0
	.byte	5
	.byte	6
	.byte	4
.set Lset9, Lfunc_end2-Lfunc_begin2
	.long	Lset9
	.long	1360
	.byte	7
	.long	82
	.byte	5
.set Lset10, Ltmp8-Ltmp7
	.long	Lset10
	.byte	1
	.byte	0
	.byte	0
	.byte	6
	.byte	6
.set Lset11, Lfunc_end3-Lfunc_begin3
	.long	Lset11
	.long	495
	.byte	7
	.long	82
	.byte	7
.set Lset12, Ltmp12-Ltmp11
	.long	Lset12
	.byte	1
	.byte	0
	.byte	0
	.byte	2
	.byte	5
	.byte	5
	.byte	2
	.byte	6
	.byte	5
	.byte	5
	.byte	5
	.byte	5
	.byte	5
	.byte	2
	.byte	7
	.byte	2
	.byte	8
	.byte	5
	.byte	3
	.byte	8
.set Lset13, Lfunc_end4-Lfunc_begin4
	.long	Lset13
	.byte	38
	.byte	8
	.long	129
	.byte	0
	.byte	2
	.byte	23
	.byte	9
	.byte	9
	.long	132
	.byte	1
	.byte	2
	.byte	23
	.byte	57
	.byte	10
	.long	131
	.byte	2
	.byte	1
	.byte	0
	.byte	10
	.long	135
	.byte	3
	.byte	1
	.byte	0
	.byte	11
	.long	134
	.byte	4
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	136
	.byte	5
	.byte	1
	.byte	0
	.byte	11
	.long	137
	.byte	6
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.byte	9
.set Lset14, Ltmp53-Ltmp52
	.long	Lset14
	.byte	1
	.byte	0
	.byte	7
	.long	143
	.byte	10
.set Lset15, Ltmp58-Ltmp57
	.long	Lset15
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	138
	.byte	7
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.byte	11
.set Lset16, Ltmp55-Ltmp54
	.long	Lset16
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	7
	.long	82
	.byte	12
.set Lset17, Ltmp21-Ltmp20
	.long	Lset17
	.byte	1
	.byte	0
	.byte	4
	.long	141
	.byte	13
.set Lset18, Ltmp57-Ltmp56
	.long	Lset18
	.byte	2
	.byte	23
	.byte	20
	.byte	0
	.byte	2
	.byte	9
	.byte	2
	.byte	10
	.byte	3
	.byte	14
.set Lset19, Lfunc_end5-Lfunc_begin5
	.long	Lset19
	.byte	39
	.byte	8
	.long	284
	.byte	8
	.byte	2
	.byte	27
	.byte	43
	.byte	4
	.long	286
	.byte	15
.set Lset20, Ltmp65-Ltmp64
	.long	Lset20
	.byte	2
	.byte	27
	.byte	49
	.byte	0
	.byte	5
	.byte	2
	.byte	11
	.byte	2
	.byte	5
	.byte	2
	.byte	12
	.byte	5
	.byte	5
	.byte	3
	.byte	16
.set Lset21, Lfunc_end8-Lfunc_begin8
	.long	Lset21
	.byte	40
	.byte	12
	.long	319
	.byte	17
.set Lset22, Ltmp71-Ltmp70
	.long	Lset22
	.byte	2
	.byte	36
	.byte	29
	.byte	7
	.long	318
	.byte	17
.set Lset23, Ltmp71-Ltmp70
	.long	Lset23
	.byte	1
	.byte	0
	.byte	0
	.byte	9
	.long	321
	.byte	9
	.byte	2
	.byte	36
	.byte	9
	.byte	11
	.long	139
	.byte	10
	.byte	1
	.byte	0
	.byte	0
	.byte	8
	.long	323
	.byte	11
	.byte	2
	.byte	38
	.byte	16
	.byte	10
	.long	326
	.byte	12
	.byte	1
	.byte	0
	.byte	11
	.long	325
	.byte	13
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	82
	.byte	18
.set Lset24, Ltmp82-Ltmp81
	.long	Lset24
	.byte	1
	.byte	0
	.byte	4
	.long	139
	.byte	19
.set Lset25, Ltmp86-Ltmp85
	.long	Lset25
	.byte	2
	.byte	37
	.byte	19
	.byte	0
	.byte	2
	.byte	13
	.byte	5
	.byte	5
	.byte	6
	.byte	20
.set Lset26, Lfunc_end10-Lfunc_begin10
	.long	Lset26
	.long	1374
	.byte	4
	.long	430
	.byte	21
.set Lset27, Ltmp93-Ltmp92
	.long	Lset27
	.byte	2
	.byte	18
	.byte	13
	.byte	7
	.long	82
	.byte	22
.set Lset28, Ltmp94-Ltmp93
	.long	Lset28
	.byte	1
	.byte	0
	.byte	13
	.long	433
	.byte	23
.set Lset29, Ltmp95-Ltmp94
	.long	Lset29
	.byte	1
	.byte	0
	.byte	7
	.long	432
	.byte	23
.set Lset30, Ltmp95-Ltmp94
	.long	Lset30
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.byte	14
	.byte	5
	.byte	5
	.byte	5
	.byte	5
	.byte	2
	.byte	15
	.byte	5
	.byte	5
	.byte	5
	.byte	5
	.byte	5
	.byte	3
	.byte	24
.set Lset31, Lfunc_end11-Lfunc_begin11
	.long	Lset31
	.byte	41
	.byte	4
	.long	495
	.byte	25
.set Lset32, Ltmp98-Ltmp97
	.long	Lset32
	.byte	2
	.byte	49
	.byte	33
	.byte	8
	.long	129
	.byte	14
	.byte	2
	.byte	50
	.byte	5
	.byte	10
	.long	135
	.byte	15
	.byte	2
	.byte	0
	.byte	11
	.long	134
	.byte	16
	.byte	1
	.byte	0
	.byte	0
	.byte	9
	.long	497
	.byte	17
	.byte	2
	.byte	50
	.byte	29
	.byte	11
	.long	498
	.byte	18
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.byte	26
.set Lset33, Ltmp144-Ltmp143
	.long	Lset33
	.byte	1
	.byte	0
	.byte	7
	.long	143
	.byte	27
.set Lset34, Ltmp149-Ltmp148
	.long	Lset34
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	82
	.byte	28
.set Lset35, Ltmp116-Ltmp115
	.long	Lset35
	.byte	1
	.byte	0
	.byte	13
	.long	326
	.byte	29
.set Lset36, Ltmp118-Ltmp117
	.long	Lset36
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.byte	29
.set Lset37, Ltmp118-Ltmp117
	.long	Lset37
	.byte	1
	.byte	0
	.byte	0
	.byte	13
	.long	326
	.byte	30
.set Lset38, Ltmp119-Ltmp118
	.long	Lset38
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.byte	30
.set Lset39, Ltmp119-Ltmp118
	.long	Lset39
	.byte	1
	.byte	0
	.byte	0
	.byte	9
	.long	499
	.byte	19
	.byte	2
	.byte	50
	.byte	29
	.byte	7
	.long	139
	.byte	31
.set Lset40, Ltmp146-Ltmp145
	.long	Lset40
	.byte	1
	.byte	0
	.byte	0
	.byte	11
	.long	82
	.byte	20
	.byte	1
	.byte	0
	.byte	9
	.long	501
	.byte	21
	.byte	2
	.byte	50
	.byte	91
	.byte	13
	.long	500
	.byte	32
.set Lset41, Ltmp129-Ltmp124
	.long	Lset41
	.byte	1
	.byte	0
	.byte	13
	.long	135
	.byte	33
.set Lset42, Ltmp126-Ltmp125
	.long	Lset42
	.byte	1
	.byte	0
	.byte	7
	.long	134
	.byte	33
.set Lset43, Ltmp126-Ltmp125
	.long	Lset43
	.byte	1
	.byte	0
	.byte	0
	.byte	13
	.long	504
	.byte	34
.set Lset44, Ltmp128-Ltmp127
	.long	Lset44
	.byte	1
	.byte	0
	.byte	7
	.long	503
	.byte	34
.set Lset45, Ltmp128-Ltmp127
	.long	Lset45
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	10
	.long	505
	.byte	22
	.byte	1
	.byte	0
	.byte	11
	.long	507
	.byte	23
	.byte	1
	.byte	0
	.byte	0
	.byte	11
	.long	506
	.byte	24
	.byte	1
	.byte	0
	.byte	0
	.byte	4
	.long	141
	.byte	35
.set Lset46, Ltmp148-Ltmp147
	.long	Lset46
	.byte	2
	.byte	50
	.byte	18
	.byte	0
	.byte	5
	.byte	2
	.byte	16
	.byte	5
	.byte	5
	.byte	3
	.byte	36
.set Lset47, Lfunc_end15-Lfunc_begin15
	.long	Lset47
	.byte	42
	.byte	12
	.long	801
	.byte	37
.set Lset48, Ltmp161-Ltmp154
	.long	Lset48
	.byte	2
	.byte	55
	.byte	43
	.byte	13
	.long	800
	.byte	37
.set Lset49, Ltmp155-Ltmp154
	.long	Lset49
	.byte	1
	.byte	0
	.byte	7
	.long	503
	.byte	37
.set Lset50, Ltmp155-Ltmp154
	.long	Lset50
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	803
	.byte	38
.set Lset51, Ltmp157-Ltmp156
	.long	Lset51
	.byte	1
	.byte	0
	.byte	11
	.long	804
	.byte	25
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	5
	.byte	2
	.byte	17
	.byte	5
	.byte	5
	.byte	5
	.byte	3
	.byte	39
.set Lset52, Lfunc_end18-Lfunc_begin18
	.long	Lset52
	.byte	43
	.byte	9
	.long	129
	.byte	26
	.byte	2
	.byte	63
	.byte	5
	.byte	7
	.long	875
	.byte	40
.set Lset53, Ltmp182-Ltmp181
	.long	Lset53
	.byte	1
	.byte	0
	.byte	7
	.long	877
	.byte	41
.set Lset54, Ltmp193-Ltmp192
	.long	Lset54
	.byte	1
	.byte	0
	.byte	0
	.byte	9
	.long	873
	.byte	27
	.byte	2
	.byte	63
	.byte	36
	.byte	10
	.long	872
	.byte	28
	.byte	1
	.byte	0
	.byte	10
	.long	135
	.byte	29
	.byte	1
	.byte	0
	.byte	11
	.long	134
	.byte	30
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	876
	.byte	42
.set Lset55, Ltmp187-Ltmp186
	.long	Lset55
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	11
	.long	82
	.byte	31
	.byte	1
	.byte	0
	.byte	4
	.long	141
	.byte	43
.set Lset56, Ltmp192-Ltmp191
	.long	Lset56
	.byte	2
	.byte	63
	.byte	16
	.byte	0
	.byte	2
	.byte	18
	.byte	5
	.byte	3
	.byte	44
.set Lset57, Lfunc_end20-Lfunc_begin20
	.long	Lset57
	.byte	44
	.byte	9
	.long	989
	.byte	32
	.byte	2
	.byte	74
	.byte	62
	.byte	11
	.long	991
	.byte	33
	.byte	1
	.byte	0
	.byte	11
	.long	139
	.byte	34
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	326
	.byte	35
	.byte	1
	.byte	0
	.byte	11
	.long	325
	.byte	36
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	82
	.byte	45
.set Lset58, Ltmp203-Ltmp202
	.long	Lset58
	.byte	1
	.byte	0
	.byte	0
	.byte	6
	.byte	46
.set Lset59, Lfunc_end23-Lfunc_begin23
	.long	Lset59
	.long	989
	.byte	10
	.long	326
	.byte	37
	.byte	1
	.byte	0
	.byte	11
	.long	325
	.byte	38
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	82
	.byte	47
.set Lset60, Ltmp221-Ltmp220
	.long	Lset60
	.byte	1
	.byte	0
	.byte	7
	.long	82
	.byte	48
.set Lset61, Ltmp222-Ltmp221
	.long	Lset61
	.byte	1
	.byte	0
	.byte	7
	.long	82
	.byte	49
.set Lset62, Ltmp223-Ltmp222
	.long	Lset62
	.byte	1
	.byte	0
	.byte	11
	.long	139
	.byte	39
	.byte	1
	.byte	0
	.byte	0
	.byte	3
	.byte	50
.set Lset63, Lfunc_end24-Lfunc_begin24
	.long	Lset63
	.byte	45
	.byte	12
	.long	319
	.byte	51
.set Lset64, Ltmp229-Ltmp228
	.long	Lset64
	.byte	2
	.byte	82
	.byte	25
	.byte	7
	.long	318
	.byte	51
.set Lset65, Ltmp229-Ltmp228
	.long	Lset65
	.byte	1
	.byte	0
	.byte	0
	.byte	13
	.long	326
	.byte	52
.set Lset66, Ltmp230-Ltmp229
	.long	Lset66
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.byte	52
.set Lset67, Ltmp230-Ltmp229
	.long	Lset67
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	326
	.byte	40
	.byte	1
	.byte	0
	.byte	11
	.long	325
	.byte	41
	.byte	1
	.byte	0
	.byte	0
	.byte	9
	.long	132
	.byte	42
	.byte	2
	.byte	82
	.byte	43
	.byte	10
	.long	131
	.byte	43
	.byte	1
	.byte	0
	.byte	10
	.long	135
	.byte	44
	.byte	1
	.byte	0
	.byte	11
	.long	134
	.byte	45
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	136
	.byte	46
	.byte	1
	.byte	0
	.byte	11
	.long	137
	.byte	47
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.byte	53
.set Lset68, Ltmp263-Ltmp262
	.long	Lset68
	.byte	1
	.byte	0
	.byte	7
	.long	143
	.byte	54
.set Lset69, Ltmp270-Ltmp269
	.long	Lset69
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	138
	.byte	48
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.byte	55
.set Lset70, Ltmp265-Ltmp264
	.long	Lset70
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	7
	.long	82
	.byte	56
.set Lset71, Ltmp236-Ltmp235
	.long	Lset71
	.byte	1
	.byte	0
	.byte	9
	.long	321
	.byte	49
	.byte	2
	.byte	82
	.byte	5
	.byte	11
	.long	139
	.byte	50
	.byte	1
	.byte	0
	.byte	0
	.byte	4
	.long	284
	.byte	57
.set Lset72, Ltmp238-Ltmp237
	.long	Lset72
	.byte	2
	.byte	82
	.byte	58
	.byte	7
	.long	82
	.byte	58
.set Lset73, Ltmp260-Ltmp259
	.long	Lset73
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	5
	.byte	2
	.byte	14
	.byte	2
	.byte	14
	.byte	2
	.byte	14
	.byte	5
	.byte	2
	.byte	11
	.byte	2
	.byte	5
	.byte	5
	.byte	2
	.byte	19
	.byte	2
	.byte	20
	.byte	2
	.byte	13
	.byte	3
	.byte	59
.set Lset74, Lfunc_end27-Lfunc_begin27
	.long	Lset74
	.byte	46
	.byte	12
	.long	1358
	.byte	60
.set Lset75, Ltmp278-Ltmp273
	.long	Lset75
	.byte	2
	.byte	91
	.byte	20
	.byte	10
	.long	1357
	.byte	51
	.byte	2
	.byte	0
	.byte	11
	.long	1356
	.byte	52
	.byte	1
	.byte	0
	.byte	0
	.byte	9
	.long	1362
	.byte	53
	.byte	2
	.byte	18
	.byte	13
	.byte	8
	.long	1360
	.byte	54
	.byte	2
	.byte	19
	.byte	38
	.byte	0
	.byte	0
	.byte	8
	.long	129
	.byte	55
	.byte	2
	.byte	94
	.byte	5
	.byte	9
	.long	1365
	.byte	56
	.byte	2
	.byte	96
	.byte	23
	.byte	11
	.long	1364
	.byte	57
	.byte	1
	.byte	0
	.byte	0
	.byte	9
	.long	1367
	.byte	58
	.byte	2
	.byte	96
	.byte	5
	.byte	11
	.long	139
	.byte	59
	.byte	1
	.byte	0
	.byte	0
	.byte	11
	.long	82
	.byte	60
	.byte	1
	.byte	0
	.byte	11
	.long	82
	.byte	61
	.byte	1
	.byte	0
	.byte	4
	.long	1360
	.byte	61
.set Lset76, Ltmp297-Ltmp296
	.long	Lset76
	.byte	2
	.byte	99
	.byte	31
	.byte	4
	.long	1360
	.byte	62
.set Lset77, Ltmp298-Ltmp297
	.long	Lset77
	.byte	2
	.byte	99
	.byte	57
	.byte	9
	.long	132
	.byte	62
	.byte	2
	.byte	100
	.byte	36
	.byte	10
	.long	131
	.byte	63
	.byte	1
	.byte	0
	.byte	10
	.long	135
	.byte	64
	.byte	1
	.byte	0
	.byte	11
	.long	134
	.byte	65
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	136
	.byte	66
	.byte	1
	.byte	0
	.byte	11
	.long	137
	.byte	67
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.byte	63
.set Lset78, Ltmp382-Ltmp381
	.long	Lset78
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	138
	.byte	68
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.byte	64
.set Lset79, Ltmp390-Ltmp389
	.long	Lset79
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	11
	.long	82
	.byte	69
	.byte	1
	.byte	0
	.byte	4
	.long	129
	.byte	65
.set Lset80, Ltmp303-Ltmp302
	.long	Lset80
	.byte	2
	.byte	100
	.byte	5
	.byte	9
	.long	319
	.byte	70
	.byte	2
	.byte	101
	.byte	25
	.byte	11
	.long	318
	.byte	71
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	326
	.byte	72
	.byte	1
	.byte	0
	.byte	11
	.long	325
	.byte	73
	.byte	1
	.byte	0
	.byte	0
	.byte	9
	.long	321
	.byte	74
	.byte	2
	.byte	101
	.byte	5
	.byte	11
	.long	139
	.byte	75
	.byte	1
	.byte	0
	.byte	0
	.byte	9
	.long	132
	.byte	76
	.byte	2
	.byte	101
	.byte	73
	.byte	10
	.long	131
	.byte	77
	.byte	1
	.byte	0
	.byte	10
	.long	135
	.byte	78
	.byte	1
	.byte	0
	.byte	11
	.long	134
	.byte	79
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	136
	.byte	80
	.byte	1
	.byte	0
	.byte	11
	.long	137
	.byte	81
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.byte	66
.set Lset81, Ltmp398-Ltmp397
	.long	Lset81
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	138
	.byte	82
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.byte	67
.set Lset82, Ltmp404-Ltmp403
	.long	Lset82
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	7
	.long	82
	.byte	68
.set Lset83, Ltmp348-Ltmp347
	.long	Lset83
	.byte	1
	.byte	0
	.byte	13
	.long	326
	.byte	69
.set Lset84, Ltmp352-Ltmp351
	.long	Lset84
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.byte	69
.set Lset85, Ltmp352-Ltmp351
	.long	Lset85
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	82
	.byte	70
.set Lset86, Ltmp354-Ltmp353
	.long	Lset86
	.byte	1
	.byte	0
	.byte	7
	.long	82
	.byte	71
.set Lset87, Ltmp355-Ltmp354
	.long	Lset87
	.byte	1
	.byte	0
	.byte	12
	.long	319
	.byte	72
.set Lset88, Ltmp356-Ltmp355
	.long	Lset88
	.byte	2
	.byte	102
	.byte	25
	.byte	7
	.long	318
	.byte	72
.set Lset89, Ltmp356-Ltmp355
	.long	Lset89
	.byte	1
	.byte	0
	.byte	0
	.byte	9
	.long	321
	.byte	83
	.byte	2
	.byte	102
	.byte	5
	.byte	11
	.long	139
	.byte	84
	.byte	1
	.byte	0
	.byte	0
	.byte	9
	.long	129
	.byte	85
	.byte	2
	.byte	104
	.byte	5
	.byte	7
	.long	875
	.byte	73
.set Lset90, Ltmp362-Ltmp361
	.long	Lset90
	.byte	1
	.byte	0
	.byte	7
	.long	877
	.byte	74
.set Lset91, Ltmp405-Ltmp404
	.long	Lset91
	.byte	1
	.byte	0
	.byte	0
	.byte	9
	.long	1370
	.byte	86
	.byte	2
	.byte	104
	.byte	30
	.byte	10
	.long	1369
	.byte	87
	.byte	1
	.byte	0
	.byte	13
	.long	135
	.byte	75
.set Lset92, Ltmp366-Ltmp365
	.long	Lset92
	.byte	1
	.byte	0
	.byte	7
	.long	134
	.byte	75
.set Lset93, Ltmp366-Ltmp365
	.long	Lset93
	.byte	1
	.byte	0
	.byte	0
	.byte	11
	.long	137
	.byte	88
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	7
	.long	82
	.byte	76
.set Lset94, Ltmp370-Ltmp369
	.long	Lset94
	.byte	1
	.byte	0
	.byte	11
	.long	82
	.byte	89
	.byte	1
	.byte	0
	.byte	4
	.long	1372
	.byte	77
.set Lset95, Ltmp374-Ltmp373
	.long	Lset95
	.byte	2
	.byte	105
	.byte	24
	.byte	13
	.long	1374
	.byte	78
.set Lset96, Ltmp377-Ltmp376
	.long	Lset96
	.byte	2
	.byte	0
	.byte	4
	.long	430
	.byte	78
.set Lset97, Ltmp377-Ltmp376
	.long	Lset97
	.byte	2
	.byte	18
	.byte	13
	.byte	0
	.byte	7
	.long	82
	.byte	79
.set Lset98, Ltmp379-Ltmp378
	.long	Lset98
	.byte	1
	.byte	0
	.byte	4
	.long	139
	.byte	80
.set Lset99, Ltmp400-Ltmp399
	.long	Lset99
	.byte	2
	.byte	94
	.byte	24
	.byte	4
	.long	141
	.byte	81
.set Lset100, Ltmp402-Ltmp401
	.long	Lset100
	.byte	2
	.byte	94
	.byte	17
	.byte	13
	.long	132
	.byte	82
.set Lset101, Ltmp406-Ltmp405
	.long	Lset101
	.byte	2
	.byte	0
	.byte	13
	.long	131
	.byte	82
.set Lset102, Ltmp406-Ltmp405
	.long	Lset102
	.byte	1
	.byte	0
	.byte	13
	.long	136
	.byte	82
.set Lset103, Ltmp406-Ltmp405
	.long	Lset103
	.byte	1
	.byte	0
	.byte	7
	.long	143
	.byte	82
.set Lset104, Ltmp406-Ltmp405
	.long	Lset104
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	5
	.byte	14
	.byte	83
.set Lset105, Lfunc_end34-Lfunc_begin34
	.long	Lset105
	.long	4675
	.byte	7
	.long	2106
	.byte	83
.set Lset106, Ltmp410-Lfunc_begin34
	.long	Lset106
	.byte	1
	.byte	0
	.byte	0
	.byte	14
	.byte	84
.set Lset107, Lfunc_end46-Lfunc_begin46
	.long	Lset107
	.long	4677
	.byte	13
	.long	326
	.byte	85
.set Lset108, Ltmp418-Ltmp417
	.long	Lset108
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.byte	85
.set Lset109, Ltmp418-Ltmp417
	.long	Lset109
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	15
	.byte	86
.set Lset110, Lfunc_end48-Lfunc_begin48
	.long	Lset110
	.byte	7
	.long	876
	.byte	87
.set Lset111, Ltmp423-Ltmp422
	.long	Lset111
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	5
	.byte	5
	.byte	5
	.byte	2
	.byte	21
	.byte	15
	.byte	88
.set Lset112, Lfunc_end49-Lfunc_begin49
	.long	Lset112
	.byte	10
	.long	2189
	.byte	90
	.byte	1
	.byte	0
	.byte	10
	.long	2188
	.byte	91
	.byte	1
	.byte	0
	.byte	10
	.long	2187
	.byte	92
	.byte	1
	.byte	0
	.byte	10
	.long	2186
	.byte	93
	.byte	1
	.byte	0
	.byte	11
	.long	2185
	.byte	94
	.byte	1
	.byte	0
	.byte	7
	.long	2185
	.byte	89
.set Lset113, Ltmp430-Ltmp429
	.long	Lset113
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	15
	.byte	90
.set Lset114, Lfunc_end50-Lfunc_begin50
	.long	Lset114
	.byte	13
	.long	433
	.byte	91
.set Lset115, Ltmp441-Ltmp440
	.long	Lset115
	.byte	1
	.byte	0
	.byte	7
	.long	432
	.byte	91
.set Lset116, Ltmp441-Ltmp440
	.long	Lset116
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	15
	.byte	92
.set Lset117, Lfunc_end53-Lfunc_begin53
	.long	Lset117
	.byte	11
	.long	139
	.byte	95
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	5
	.byte	2
	.byte	22
	.byte	2
	.byte	23
	.byte	2
	.byte	24
	.byte	15
	.byte	93
.set Lset118, Lfunc_end54-Lfunc_begin54
	.long	Lset118
	.byte	10
	.long	2301
	.byte	96
	.byte	1
	.byte	0
	.byte	7
	.long	2303
	.byte	94
.set Lset119, Ltmp478-Ltmp477
	.long	Lset119
	.byte	1
	.byte	0
	.byte	7
	.long	2305
	.byte	95
.set Lset120, Ltmp480-Ltmp479
	.long	Lset120
	.byte	1
	.byte	0
	.byte	7
	.long	2307
	.byte	96
.set Lset121, Ltmp482-Ltmp481
	.long	Lset121
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	876
	.byte	97
.set Lset122, Ltmp456-Ltmp455
	.long	Lset122
	.byte	1
	.byte	0
	.byte	13
	.long	326
	.byte	98
.set Lset123, Ltmp458-Ltmp457
	.long	Lset123
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.byte	98
.set Lset124, Ltmp458-Ltmp457
	.long	Lset124
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	326
	.byte	97
	.byte	1
	.byte	0
	.byte	11
	.long	325
	.byte	98
	.byte	1
	.byte	0
	.byte	0
	.byte	13
	.long	326
	.byte	99
.set Lset125, Ltmp461-Ltmp460
	.long	Lset125
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.byte	99
.set Lset126, Ltmp461-Ltmp460
	.long	Lset126
	.byte	1
	.byte	0
	.byte	0
	.byte	13
	.long	2187
	.byte	100
.set Lset127, Ltmp466-Ltmp462
	.long	Lset127
	.byte	1
	.byte	0
	.byte	13
	.long	2186
	.byte	100
.set Lset128, Ltmp466-Ltmp462
	.long	Lset128
	.byte	1
	.byte	0
	.byte	7
	.long	2185
	.byte	100
.set Lset129, Ltmp463-Ltmp462
	.long	Lset129
	.byte	1
	.byte	0
	.byte	7
	.long	2185
	.byte	101
.set Lset130, Ltmp465-Ltmp464
	.long	Lset130
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	11
	.long	82
	.byte	99
	.byte	1
	.byte	0
	.byte	7
	.long	82
	.byte	102
.set Lset131, Ltmp471-Ltmp470
	.long	Lset131
	.byte	1
	.byte	0
	.byte	11
	.long	2302
	.byte	100
	.byte	1
	.byte	0
	.byte	0
	.byte	15
	.byte	103
.set Lset132, Lfunc_end55-Lfunc_begin55
	.long	Lset132
	.byte	10
	.long	2301
	.byte	101
	.byte	1
	.byte	0
	.byte	7
	.long	2303
	.byte	104
.set Lset133, Ltmp511-Ltmp510
	.long	Lset133
	.byte	1
	.byte	0
	.byte	7
	.long	2305
	.byte	105
.set Lset134, Ltmp513-Ltmp512
	.long	Lset134
	.byte	1
	.byte	0
	.byte	7
	.long	2307
	.byte	106
.set Lset135, Ltmp515-Ltmp514
	.long	Lset135
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	876
	.byte	107
.set Lset136, Ltmp489-Ltmp488
	.long	Lset136
	.byte	1
	.byte	0
	.byte	13
	.long	326
	.byte	108
.set Lset137, Ltmp491-Ltmp490
	.long	Lset137
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.byte	108
.set Lset138, Ltmp491-Ltmp490
	.long	Lset138
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	326
	.byte	102
	.byte	1
	.byte	0
	.byte	11
	.long	325
	.byte	103
	.byte	1
	.byte	0
	.byte	0
	.byte	13
	.long	326
	.byte	109
.set Lset139, Ltmp494-Ltmp493
	.long	Lset139
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.byte	109
.set Lset140, Ltmp494-Ltmp493
	.long	Lset140
	.byte	1
	.byte	0
	.byte	0
	.byte	13
	.long	2187
	.byte	110
.set Lset141, Ltmp499-Ltmp495
	.long	Lset141
	.byte	1
	.byte	0
	.byte	13
	.long	2186
	.byte	110
.set Lset142, Ltmp499-Ltmp495
	.long	Lset142
	.byte	1
	.byte	0
	.byte	7
	.long	2185
	.byte	110
.set Lset143, Ltmp496-Ltmp495
	.long	Lset143
	.byte	1
	.byte	0
	.byte	7
	.long	2185
	.byte	111
.set Lset144, Ltmp498-Ltmp497
	.long	Lset144
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	11
	.long	82
	.byte	104
	.byte	1
	.byte	0
	.byte	7
	.long	82
	.byte	112
.set Lset145, Ltmp504-Ltmp503
	.long	Lset145
	.byte	1
	.byte	0
	.byte	11
	.long	2302
	.byte	105
	.byte	1
	.byte	0
	.byte	0
	.byte	2
	.byte	25
	.byte	15
	.byte	113
.set Lset146, Lfunc_end57-Lfunc_begin57
	.long	Lset146
	.byte	11
	.long	2727
	.byte	106
	.byte	1
	.byte	0
	.byte	0
	.byte	15
	.byte	114
.set Lset147, Lfunc_end64-Lfunc_begin64
	.long	Lset147
	.byte	13
	.long	433
	.byte	115
.set Lset148, Ltmp531-Ltmp530
	.long	Lset148
	.byte	1
	.byte	0
	.byte	7
	.long	432
	.byte	115
.set Lset149, Ltmp531-Ltmp530
	.long	Lset149
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	5
	.byte	15
	.byte	116
.set Lset150, Lfunc_end68-Lfunc_begin68
	.long	Lset150
	.byte	7
	.long	2776
	.byte	116
.set Lset151, Ltmp536-Lfunc_begin68
	.long	Lset151
	.byte	1
	.byte	0
	.byte	0
	.byte	15
	.byte	117
.set Lset152, Lfunc_end69-Lfunc_begin69
	.long	Lset152
	.byte	7
	.long	2776
	.byte	117
.set Lset153, Ltmp538-Lfunc_begin69
	.long	Lset153
	.byte	1
	.byte	0
	.byte	0
	.byte	15
	.byte	118
.set Lset154, Lfunc_end70-Lfunc_begin70
	.long	Lset154
	.byte	7
	.long	2776
	.byte	118
.set Lset155, Ltmp540-Lfunc_begin70
	.long	Lset155
	.byte	1
	.byte	0
	.byte	0
	.byte	15
	.byte	119
.set Lset156, Lfunc_end71-Lfunc_begin71
	.long	Lset156
	.byte	7
	.long	876
	.byte	120
.set Lset157, Ltmp544-Ltmp543
	.long	Lset157
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.byte	121
.set Lset158, Ltmp546-Ltmp545
	.long	Lset158
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	5
	.byte	15
	.byte	122
.set Lset159, Lfunc_end72-Lfunc_begin72
	.long	Lset159
	.byte	11
	.long	2865
	.byte	107
	.byte	1
	.byte	0
	.byte	11
	.long	2866
	.byte	108
	.byte	1
	.byte	0
	.byte	13
	.long	326
	.byte	123
.set Lset160, Ltmp557-Ltmp556
	.long	Lset160
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.byte	123
.set Lset161, Ltmp557-Ltmp556
	.long	Lset161
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	82
	.byte	124
.set Lset162, Ltmp558-Ltmp557
	.long	Lset162
	.byte	1
	.byte	0
	.byte	11
	.long	139
	.byte	109
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	15
	.byte	125
.set Lset163, Lfunc_end73-Lfunc_begin73
	.long	Lset163
	.byte	11
	.long	2935
	.byte	110
	.byte	1
	.byte	0
	.byte	11
	.long	2866
	.byte	111
	.byte	1
	.byte	0
	.byte	7
	.long	82
	.byte	126
.set Lset164, Ltmp573-Ltmp572
	.long	Lset164
	.byte	1
	.byte	0
	.byte	11
	.long	139
	.byte	112
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	5
	.byte	5
	.byte	5
	.byte	2
	.byte	26
	.byte	15
	.byte	127
.set Lset165, Lfunc_end76-Lfunc_begin76
	.long	Lset165
	.byte	7
	.long	2776
	.ascii	"\200\001"
.set Lset166, Ltmp580-Ltmp579
	.long	Lset166
	.byte	1
	.byte	0
	.byte	10
	.long	2980
	.byte	113
	.byte	1
	.byte	0
	.byte	7
	.long	2979
	.ascii	"\201\001"
.set Lset167, Ltmp581-Ltmp580
	.long	Lset167
	.byte	1
	.byte	0
	.byte	0
	.byte	13
	.long	326
	.ascii	"\202\001"
.set Lset168, Ltmp586-Ltmp585
	.long	Lset168
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.ascii	"\202\001"
.set Lset169, Ltmp586-Ltmp585
	.long	Lset169
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	2981
	.byte	114
	.byte	1
	.byte	0
	.byte	10
	.long	2189
	.byte	115
	.byte	1
	.byte	0
	.byte	10
	.long	2188
	.byte	116
	.byte	1
	.byte	0
	.byte	13
	.long	2187
	.ascii	"\203\001"
.set Lset170, Ltmp609-Ltmp605
	.long	Lset170
	.byte	1
	.byte	0
	.byte	13
	.long	2186
	.ascii	"\203\001"
.set Lset171, Ltmp609-Ltmp605
	.long	Lset171
	.byte	1
	.byte	0
	.byte	7
	.long	2185
	.ascii	"\203\001"
.set Lset172, Ltmp606-Ltmp605
	.long	Lset172
	.byte	1
	.byte	0
	.byte	7
	.long	2185
	.ascii	"\204\001"
.set Lset173, Ltmp608-Ltmp607
	.long	Lset173
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	10
	.long	2982
	.byte	117
	.byte	1
	.byte	0
	.byte	7
	.long	2983
	.ascii	"\205\001"
.set Lset174, Ltmp625-Ltmp624
	.long	Lset174
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	13
	.long	326
	.ascii	"\206\001"
.set Lset175, Ltmp604-Ltmp603
	.long	Lset175
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.ascii	"\206\001"
.set Lset176, Ltmp604-Ltmp603
	.long	Lset176
	.byte	1
	.byte	0
	.byte	0
	.byte	13
	.long	326
	.ascii	"\207\001"
.set Lset177, Ltmp611-Ltmp610
	.long	Lset177
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.ascii	"\207\001"
.set Lset178, Ltmp611-Ltmp610
	.long	Lset178
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	82
	.ascii	"\210\001"
.set Lset179, Ltmp612-Ltmp611
	.long	Lset179
	.byte	1
	.byte	0
	.byte	11
	.long	82
	.byte	118
	.byte	1
	.byte	0
	.byte	7
	.long	82
	.ascii	"\211\001"
.set Lset180, Ltmp616-Ltmp615
	.long	Lset180
	.byte	1
	.byte	0
	.byte	7
	.long	82
	.ascii	"\212\001"
.set Lset181, Ltmp617-Ltmp616
	.long	Lset181
	.byte	1
	.byte	0
	.byte	7
	.long	2302
	.ascii	"\213\001"
.set Lset182, Ltmp619-Ltmp618
	.long	Lset182
	.byte	1
	.byte	0
	.byte	7
	.long	82
	.ascii	"\214\001"
.set Lset183, Ltmp620-Ltmp619
	.long	Lset183
	.byte	1
	.byte	0
	.byte	7
	.long	82
	.ascii	"\215\001"
.set Lset184, Ltmp622-Ltmp621
	.long	Lset184
	.byte	1
	.byte	0
	.byte	11
	.long	139
	.byte	119
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	5
	.byte	15
	.ascii	"\216\001"
.set Lset185, Lfunc_end77-Lfunc_begin77
	.long	Lset185
	.byte	7
	.long	2776
	.ascii	"\217\001"
.set Lset186, Ltmp632-Ltmp631
	.long	Lset186
	.byte	1
	.byte	0
	.byte	10
	.long	3305
	.byte	120
	.byte	1
	.byte	0
	.byte	7
	.long	2979
	.ascii	"\220\001"
.set Lset187, Ltmp633-Ltmp632
	.long	Lset187
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	3306
	.byte	121
	.byte	1
	.byte	0
	.byte	10
	.long	2982
	.byte	122
	.byte	1
	.byte	0
	.byte	7
	.long	2983
	.ascii	"\221\001"
.set Lset188, Ltmp655-Ltmp654
	.long	Lset188
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	876
	.ascii	"\222\001"
.set Lset189, Ltmp644-Ltmp643
	.long	Lset189
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	82
	.ascii	"\223\001"
.set Lset190, Ltmp648-Ltmp647
	.long	Lset190
	.byte	1
	.byte	0
	.byte	7
	.long	2302
	.ascii	"\224\001"
.set Lset191, Ltmp650-Ltmp649
	.long	Lset191
	.byte	1
	.byte	0
	.byte	7
	.long	82
	.ascii	"\225\001"
.set Lset192, Ltmp652-Ltmp651
	.long	Lset192
	.byte	1
	.byte	0
	.byte	11
	.long	139
	.byte	123
	.byte	1
	.byte	0
	.byte	0
	.byte	16
	.ascii	"\226\001"
.set Lset193, Lfunc_end80-Lfunc_begin80
	.long	Lset193
	.byte	7
	.long	2983
	.ascii	"\227\001"
.set Lset194, Ltmp661-Ltmp660
	.long	Lset194
	.byte	1
	.byte	0
	.byte	0
	.byte	6
	.ascii	"\230\001"
.set Lset195, Lfunc_end84-Lfunc_begin84
	.long	Lset195
	.long	500
	.byte	13
	.long	135
	.ascii	"\231\001"
.set Lset196, Ltmp665-Ltmp664
	.long	Lset196
	.byte	1
	.byte	0
	.byte	7
	.long	134
	.ascii	"\231\001"
.set Lset197, Ltmp665-Ltmp664
	.long	Lset197
	.byte	1
	.byte	0
	.byte	0
	.byte	13
	.long	504
	.ascii	"\232\001"
.set Lset198, Ltmp667-Ltmp666
	.long	Lset198
	.byte	1
	.byte	0
	.byte	7
	.long	503
	.ascii	"\232\001"
.set Lset199, Ltmp667-Ltmp666
	.long	Lset199
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	6
	.ascii	"\233\001"
.set Lset200, Lfunc_end85-Lfunc_begin85
	.long	Lset200
	.long	505
	.byte	11
	.long	507
	.byte	124
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	5
	.byte	15
	.ascii	"\234\001"
.set Lset201, Lfunc_end88-Lfunc_begin88
	.long	Lset201
	.byte	7
	.long	2776
	.ascii	"\235\001"
.set Lset202, Ltmp679-Ltmp678
	.long	Lset202
	.byte	1
	.byte	0
	.byte	11
	.long	3548
	.byte	125
	.byte	1
	.byte	0
	.byte	7
	.long	3549
	.ascii	"\236\001"
.set Lset203, Ltmp682-Ltmp681
	.long	Lset203
	.byte	1
	.byte	0
	.byte	7
	.long	82
	.ascii	"\237\001"
.set Lset204, Ltmp685-Ltmp684
	.long	Lset204
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.ascii	"\240\001"
.set Lset205, Ltmp687-Ltmp686
	.long	Lset205
	.byte	1
	.byte	0
	.byte	0
	.byte	6
	.ascii	"\241\001"
.set Lset206, Lfunc_end89-Lfunc_begin89
	.long	Lset206
	.long	872
	.byte	7
	.long	876
	.ascii	"\242\001"
.set Lset207, Ltmp690-Ltmp689
	.long	Lset207
	.byte	1
	.byte	0
	.byte	10
	.long	135
	.byte	126
	.byte	1
	.byte	0
	.byte	11
	.long	134
	.byte	127
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	82
	.ascii	"\243\001"
.set Lset208, Ltmp698-Ltmp697
	.long	Lset208
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	5
	.byte	15
	.ascii	"\244\001"
.set Lset209, Lfunc_end90-Lfunc_begin90
	.long	Lset209
	.byte	7
	.long	2776
	.ascii	"\245\001"
.set Lset210, Ltmp702-Ltmp701
	.long	Lset210
	.byte	1
	.byte	0
	.byte	10
	.long	3673
	.ascii	"\200\001"
	.byte	1
	.byte	0
	.byte	7
	.long	2979
	.ascii	"\246\001"
.set Lset211, Ltmp703-Ltmp702
	.long	Lset211
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	3674
	.ascii	"\201\001"
	.byte	1
	.byte	0
	.byte	10
	.long	2982
	.ascii	"\202\001"
	.byte	1
	.byte	0
	.byte	7
	.long	2983
	.ascii	"\247\001"
.set Lset212, Ltmp741-Ltmp740
	.long	Lset212
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	876
	.ascii	"\250\001"
.set Lset213, Ltmp713-Ltmp712
	.long	Lset213
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	3673
	.ascii	"\203\001"
	.byte	1
	.byte	0
	.byte	7
	.long	2979
	.ascii	"\251\001"
.set Lset214, Ltmp717-Ltmp716
	.long	Lset214
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	3674
	.ascii	"\204\001"
	.byte	1
	.byte	0
	.byte	10
	.long	2982
	.ascii	"\205\001"
	.byte	1
	.byte	0
	.byte	7
	.long	2983
	.ascii	"\252\001"
.set Lset215, Ltmp743-Ltmp742
	.long	Lset215
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	876
	.ascii	"\253\001"
.set Lset216, Ltmp727-Ltmp726
	.long	Lset216
	.byte	1
	.byte	0
	.byte	0
	.byte	11
	.long	82
	.ascii	"\206\001"
	.byte	1
	.byte	0
	.byte	7
	.long	2302
	.ascii	"\254\001"
.set Lset217, Ltmp732-Ltmp731
	.long	Lset217
	.byte	1
	.byte	0
	.byte	11
	.long	876
	.ascii	"\207\001"
	.byte	1
	.byte	0
	.byte	11
	.long	139
	.ascii	"\210\001"
	.byte	1
	.byte	0
	.byte	7
	.long	143
	.ascii	"\255\001"
.set Lset218, Ltmp754-Ltmp753
	.long	Lset218
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	15
	.ascii	"\256\001"
.set Lset219, Lfunc_end91-Lfunc_begin91
	.long	Lset219
	.byte	11
	.long	3887
	.ascii	"\211\001"
	.byte	1
	.byte	0
	.byte	11
	.long	2866
	.ascii	"\212\001"
	.byte	1
	.byte	0
	.byte	7
	.long	82
	.ascii	"\257\001"
.set Lset220, Ltmp765-Ltmp764
	.long	Lset220
	.byte	1
	.byte	0
	.byte	11
	.long	139
	.ascii	"\213\001"
	.byte	1
	.byte	0
	.byte	0
	.byte	16
	.ascii	"\260\001"
.set Lset221, Lfunc_end97-Lfunc_begin97
	.long	Lset221
	.byte	13
	.long	433
	.ascii	"\260\001"
.set Lset222, Ltmp771-Lfunc_begin97
	.long	Lset222
	.byte	1
	.byte	0
	.byte	7
	.long	432
	.ascii	"\260\001"
.set Lset223, Ltmp771-Lfunc_begin97
	.long	Lset223
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	15
	.ascii	"\261\001"
.set Lset224, Lfunc_end100-Lfunc_begin100
	.long	Lset224
	.byte	10
	.long	2301
	.ascii	"\214\001"
	.byte	1
	.byte	0
	.byte	7
	.long	2303
	.ascii	"\262\001"
.set Lset225, Ltmp804-Ltmp803
	.long	Lset225
	.byte	1
	.byte	0
	.byte	7
	.long	2305
	.ascii	"\263\001"
.set Lset226, Ltmp806-Ltmp805
	.long	Lset226
	.byte	1
	.byte	0
	.byte	7
	.long	2307
	.ascii	"\264\001"
.set Lset227, Ltmp808-Ltmp807
	.long	Lset227
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	876
	.ascii	"\265\001"
.set Lset228, Ltmp782-Ltmp781
	.long	Lset228
	.byte	1
	.byte	0
	.byte	13
	.long	326
	.ascii	"\266\001"
.set Lset229, Ltmp784-Ltmp783
	.long	Lset229
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.ascii	"\266\001"
.set Lset230, Ltmp784-Ltmp783
	.long	Lset230
	.byte	1
	.byte	0
	.byte	0
	.byte	10
	.long	326
	.ascii	"\215\001"
	.byte	1
	.byte	0
	.byte	11
	.long	325
	.ascii	"\216\001"
	.byte	1
	.byte	0
	.byte	0
	.byte	13
	.long	326
	.ascii	"\267\001"
.set Lset231, Ltmp787-Ltmp786
	.long	Lset231
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.ascii	"\267\001"
.set Lset232, Ltmp787-Ltmp786
	.long	Lset232
	.byte	1
	.byte	0
	.byte	0
	.byte	13
	.long	2187
	.ascii	"\270\001"
.set Lset233, Ltmp792-Ltmp788
	.long	Lset233
	.byte	1
	.byte	0
	.byte	13
	.long	2186
	.ascii	"\270\001"
.set Lset234, Ltmp792-Ltmp788
	.long	Lset234
	.byte	1
	.byte	0
	.byte	7
	.long	2185
	.ascii	"\270\001"
.set Lset235, Ltmp789-Ltmp788
	.long	Lset235
	.byte	1
	.byte	0
	.byte	7
	.long	2185
	.ascii	"\271\001"
.set Lset236, Ltmp791-Ltmp790
	.long	Lset236
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	11
	.long	82
	.ascii	"\217\001"
	.byte	1
	.byte	0
	.byte	7
	.long	82
	.ascii	"\272\001"
.set Lset237, Ltmp797-Ltmp796
	.long	Lset237
	.byte	1
	.byte	0
	.byte	11
	.long	2302
	.ascii	"\220\001"
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	15
	.ascii	"\273\001"
.set Lset238, Lfunc_end101-Lfunc_begin101
	.long	Lset238
	.byte	11
	.long	4199
	.ascii	"\221\001"
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	16
	.ascii	"\274\001"
.set Lset239, Lfunc_end102-Lfunc_begin102
	.long	Lset239
	.byte	7
	.long	4217
	.ascii	"\274\001"
.set Lset240, Ltmp814-Lfunc_begin102
	.long	Lset240
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	15
	.ascii	"\275\001"
.set Lset241, Lfunc_end103-Lfunc_begin103
	.long	Lset241
	.byte	7
	.long	4239
	.ascii	"\276\001"
.set Lset242, Ltmp816-Ltmp815
	.long	Lset242
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	15
	.ascii	"\277\001"
.set Lset243, Lfunc_end104-Lfunc_begin104
	.long	Lset243
	.byte	10
	.long	4261
	.ascii	"\222\001"
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.ascii	"\300\001"
.set Lset244, Ltmp822-Ltmp821
	.long	Lset244
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	5
	.byte	16
	.ascii	"\301\001"
.set Lset245, Lfunc_end105-Lfunc_begin105
	.long	Lset245
	.byte	7
	.long	4293
	.ascii	"\301\001"
.set Lset246, Ltmp823-Lfunc_begin105
	.long	Lset246
	.byte	1
	.byte	0
	.byte	0
	.byte	16
	.ascii	"\302\001"
.set Lset247, Lfunc_end109-Lfunc_begin109
	.long	Lset247
	.byte	7
	.long	139
	.ascii	"\303\001"
.set Lset248, Ltmp829-Ltmp828
	.long	Lset248
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	16
	.ascii	"\304\001"
.set Lset249, Lfunc_end110-Lfunc_begin110
	.long	Lset249
	.byte	7
	.long	4336
	.ascii	"\304\001"
.set Lset250, Ltmp830-Lfunc_begin110
	.long	Lset250
	.byte	1
	.byte	0
	.byte	0
	.byte	16
	.ascii	"\305\001"
.set Lset251, Lfunc_end112-Lfunc_begin112
	.long	Lset251
	.byte	7
	.long	139
	.ascii	"\306\001"
.set Lset252, Ltmp834-Ltmp833
	.long	Lset252
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	16
	.ascii	"\307\001"
.set Lset253, Lfunc_end113-Lfunc_begin113
	.long	Lset253
	.byte	7
	.long	4379
	.ascii	"\307\001"
.set Lset254, Ltmp835-Lfunc_begin113
	.long	Lset254
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	15
	.ascii	"\310\001"
.set Lset255, Lfunc_end114-Lfunc_begin114
	.long	Lset255
	.byte	7
	.long	4401
	.ascii	"\311\001"
.set Lset256, Ltmp838-Ltmp837
	.long	Lset256
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	16
	.ascii	"\312\001"
.set Lset257, Lfunc_end115-Lfunc_begin115
	.long	Lset257
	.byte	7
	.long	4423
	.ascii	"\312\001"
.set Lset258, Ltmp840-Lfunc_begin115
	.long	Lset258
	.byte	1
	.byte	0
	.byte	0
	.byte	16
	.ascii	"\313\001"
.set Lset259, Lfunc_end118-Lfunc_begin118
	.long	Lset259
	.byte	7
	.long	2303
	.ascii	"\314\001"
.set Lset260, Ltmp844-Ltmp843
	.long	Lset260
	.byte	1
	.byte	0
	.byte	7
	.long	2305
	.ascii	"\315\001"
.set Lset261, Ltmp846-Ltmp845
	.long	Lset261
	.byte	1
	.byte	0
	.byte	7
	.long	2307
	.ascii	"\316\001"
.set Lset262, Ltmp848-Ltmp847
	.long	Lset262
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.ascii	"\317\001"
.set Lset263, Ltmp850-Ltmp849
	.long	Lset263
	.byte	1
	.byte	0
	.byte	0
	.byte	15
	.ascii	"\320\001"
.set Lset264, Lfunc_end119-Lfunc_begin119
	.long	Lset264
	.byte	13
	.long	2187
	.ascii	"\321\001"
.set Lset265, Ltmp855-Ltmp851
	.long	Lset265
	.byte	1
	.byte	0
	.byte	13
	.long	2186
	.ascii	"\321\001"
.set Lset266, Ltmp855-Ltmp851
	.long	Lset266
	.byte	1
	.byte	0
	.byte	7
	.long	2185
	.ascii	"\321\001"
.set Lset267, Ltmp852-Ltmp851
	.long	Lset267
	.byte	1
	.byte	0
	.byte	7
	.long	2185
	.ascii	"\322\001"
.set Lset268, Ltmp854-Ltmp853
	.long	Lset268
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	5
	.byte	5
	.byte	5
	.byte	5
	.byte	2
	.byte	27
	.byte	3
	.ascii	"\323\001"
.set Lset269, Lfunc_end120-Lfunc_begin120
	.long	Lset269
	.byte	14
	.byte	13
	.long	4568
	.ascii	"\324\001"
.set Lset270, Ltmp858-Ltmp857
	.long	Lset270
	.byte	1
	.byte	0
	.byte	7
	.long	4567
	.ascii	"\324\001"
.set Lset271, Ltmp858-Ltmp857
	.long	Lset271
	.byte	1
	.byte	0
	.byte	0
	.byte	13
	.long	4569
	.ascii	"\325\001"
.set Lset272, Ltmp861-Ltmp859
	.long	Lset272
	.byte	1
	.byte	0
	.byte	7
	.long	2979
	.ascii	"\325\001"
.set Lset273, Ltmp860-Ltmp859
	.long	Lset273
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	4570
	.ascii	"\326\001"
.set Lset274, Ltmp863-Ltmp862
	.long	Lset274
	.byte	1
	.byte	0
	.byte	7
	.long	4571
	.ascii	"\327\001"
.set Lset275, Ltmp865-Ltmp864
	.long	Lset275
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.ascii	"\330\001"
.set Lset276, Ltmp867-Ltmp866
	.long	Lset276
	.byte	1
	.byte	0
	.byte	0
	.byte	5
	.byte	5
	.byte	5
	.byte	3
	.ascii	"\331\001"
.set Lset277, Lfunc_end122-Lfunc_begin122
	.long	Lset277
	.byte	14
	.byte	13
	.long	4675
	.ascii	"\332\001"
.set Lset278, Ltmp870-Ltmp869
	.long	Lset278
	.byte	1
	.byte	0
	.byte	7
	.long	2106
	.ascii	"\332\001"
.set Lset279, Ltmp870-Ltmp869
	.long	Lset279
	.byte	1
	.byte	0
	.byte	0
	.byte	13
	.long	4676
	.ascii	"\333\001"
.set Lset280, Ltmp873-Ltmp871
	.long	Lset280
	.byte	1
	.byte	0
	.byte	7
	.long	2979
	.ascii	"\333\001"
.set Lset281, Ltmp872-Ltmp871
	.long	Lset281
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	4677
	.ascii	"\334\001"
.set Lset282, Ltmp875-Ltmp874
	.long	Lset282
	.byte	1
	.byte	0
	.byte	13
	.long	326
	.ascii	"\335\001"
.set Lset283, Ltmp877-Ltmp876
	.long	Lset283
	.byte	1
	.byte	0
	.byte	7
	.long	325
	.ascii	"\335\001"
.set Lset284, Ltmp877-Ltmp876
	.long	Lset284
	.byte	1
	.byte	0
	.byte	0
	.byte	7
	.long	4571
	.ascii	"\336\001"
.set Lset285, Ltmp879-Ltmp878
	.long	Lset285
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.ascii	"\337\001"
.set Lset286, Ltmp881-Ltmp880
	.long	Lset286
	.byte	1
	.byte	0
	.byte	0
	.byte	15
	.ascii	"\340\001"
.set Lset287, Lfunc_end124-Lfunc_begin124
	.long	Lset287
	.byte	7
	.long	143
	.ascii	"\341\001"
.set Lset288, Ltmp884-Ltmp883
	.long	Lset288
	.byte	1
	.byte	0
	.byte	0
	.byte	14
	.ascii	"\342\001"
.set Lset289, Lfunc_end126-Lfunc_begin126
	.long	Lset289
	.long	135
	.byte	7
	.long	134
	.ascii	"\342\001"
.set Lset290, Ltmp886-Lfunc_begin126
	.long	Lset290
	.byte	1
	.byte	0
	.byte	0
	.byte	17
	.ascii	"\343\001"
.set Lset291, Lfunc_end128-Lfunc_begin128
	.long	Lset291
	.byte	10
	.byte	4
	.long	139
	.ascii	"\344\001"
.set Lset292, Ltmp890-Ltmp889
	.long	Lset292
	.byte	2
	.byte	30
	.byte	40
	.byte	0
	.byte	14
	.ascii	"\345\001"
.set Lset293, Lfunc_end130-Lfunc_begin130
	.long	Lset293
	.long	326
	.byte	7
	.long	325
	.ascii	"\345\001"
.set Lset294, Ltmp893-Lfunc_begin130
	.long	Lset294
	.byte	1
	.byte	0
	.byte	0
	.byte	14
	.ascii	"\346\001"
.set Lset295, Lfunc_end131-Lfunc_begin131
	.long	Lset295
	.long	433
	.byte	7
	.long	432
	.ascii	"\346\001"
.set Lset296, Ltmp895-Lfunc_begin131
	.long	Lset296
	.byte	1
	.byte	0
	.byte	0
	.byte	16
	.ascii	"\347\001"
.set Lset297, Lfunc_end132-Lfunc_begin132
	.long	Lset297
	.byte	7
	.long	82
	.ascii	"\350\001"
.set Lset298, Ltmp898-Ltmp897
	.long	Lset298
	.byte	1
	.byte	0
	.byte	0
	.byte	14
	.ascii	"\351\001"
.set Lset299, Lfunc_end133-Lfunc_begin133
	.long	Lset299
	.long	1357
	.byte	11
	.long	1356
	.ascii	"\223\001"
	.byte	1
	.byte	0
	.byte	0
	.byte	14
	.ascii	"\352\001"
.set Lset300, Lfunc_end135-Lfunc_begin135
	.long	Lset300
	.long	2187
	.byte	13
	.long	2186
	.ascii	"\353\001"
.set Lset301, Ltmp910-Ltmp906
	.long	Lset301
	.byte	1
	.byte	0
	.byte	7
	.long	2185
	.ascii	"\353\001"
.set Lset302, Ltmp907-Ltmp906
	.long	Lset302
	.byte	1
	.byte	0
	.byte	7
	.long	2185
	.ascii	"\354\001"
.set Lset303, Ltmp909-Ltmp908
	.long	Lset303
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	5
	.byte	5
	.byte	2
	.byte	28
	.byte	16
	.ascii	"\355\001"
.set Lset304, Lfunc_end136-Lfunc_begin136
	.long	Lset304
	.byte	10
	.long	5021
	.ascii	"\224\001"
	.byte	1
	.byte	0
	.byte	10
	.long	5020
	.ascii	"\225\001"
	.byte	1
	.byte	0
	.byte	7
	.long	139
	.ascii	"\356\001"
.set Lset305, Ltmp918-Ltmp917
	.long	Lset305
	.byte	1
	.byte	0
	.byte	7
	.long	5022
	.ascii	"\357\001"
.set Lset306, Ltmp920-Ltmp919
	.long	Lset306
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	15
	.ascii	"\360\001"
.set Lset307, Lfunc_end137-Lfunc_begin137
	.long	Lset307
	.byte	7
	.long	82
	.ascii	"\361\001"
.set Lset308, Ltmp923-Ltmp922
	.long	Lset308
	.byte	1
	.byte	0
	.byte	0
	.byte	15
	.ascii	"\362\001"
.set Lset309, Lfunc_end138-Lfunc_begin138
	.long	Lset309
	.byte	7
	.long	82
	.ascii	"\363\001"
.set Lset310, Ltmp927-Ltmp926
	.long	Lset310
	.byte	1
	.byte	0
	.byte	0
	.byte	18
	.byte	31
	.byte	32
	.byte	19
	.long	5120
	.byte	18
	.byte	33
	.byte	34
	.byte	19
	.long	5128
	.byte	18
	.byte	35
	.byte	36
	.byte	19
	.long	5136
	.byte	0
Ldebug_info_end0:
Lcu_begin1:
.set Lset311, Ldebug_info_end1-Ldebug_info_start1
	.long	Lset311
Ldebug_info_start1:
	.short	5
	.byte	1
	.byte	8
.set Lset312, Lsection_abbrev-Lsection_abbrev
	.long	Lset312
	.byte	20
	.byte	29
	.short	29
	.byte	30
.set Lset313, Lstr_offsets_base0-Lsection_str_off
	.long	Lset313
.set Lset314, Lline_table_start0-Lsection_line
	.long	Lset314
	.byte	2
	.byte	3
	.ascii	"\364\001"
.set Lset315, Lfunc_end143-Lfunc_begin140
	.long	Lset315
.set Lset316, Laddr_table_base0-Lsection_info0
	.long	Lset316
Ldebug_info_end1:
	.section	__DWARF,__debug_rnglists,regular,debug
Ldebug_range0:
.set Lset317, Ldebug_list_header_end0-Ldebug_list_header_start0
	.long	Lset317
Ldebug_list_header_start0:
	.short	5
	.byte	8
	.byte	0
	.long	151
Lrnglists_table_base0:
.set Lset318, Ldebug_ranges0-Lrnglists_table_base0
	.long	Lset318
.set Lset319, Ldebug_ranges1-Lrnglists_table_base0
	.long	Lset319
.set Lset320, Ldebug_ranges2-Lrnglists_table_base0
	.long	Lset320
.set Lset321, Ldebug_ranges3-Lrnglists_table_base0
	.long	Lset321
.set Lset322, Ldebug_ranges4-Lrnglists_table_base0
	.long	Lset322
.set Lset323, Ldebug_ranges5-Lrnglists_table_base0
	.long	Lset323
.set Lset324, Ldebug_ranges6-Lrnglists_table_base0
	.long	Lset324
.set Lset325, Ldebug_ranges7-Lrnglists_table_base0
	.long	Lset325
.set Lset326, Ldebug_ranges8-Lrnglists_table_base0
	.long	Lset326
.set Lset327, Ldebug_ranges9-Lrnglists_table_base0
	.long	Lset327
.set Lset328, Ldebug_ranges10-Lrnglists_table_base0
	.long	Lset328
.set Lset329, Ldebug_ranges11-Lrnglists_table_base0
	.long	Lset329
.set Lset330, Ldebug_ranges12-Lrnglists_table_base0
	.long	Lset330
.set Lset331, Ldebug_ranges13-Lrnglists_table_base0
	.long	Lset331
.set Lset332, Ldebug_ranges14-Lrnglists_table_base0
	.long	Lset332
.set Lset333, Ldebug_ranges15-Lrnglists_table_base0
	.long	Lset333
.set Lset334, Ldebug_ranges16-Lrnglists_table_base0
	.long	Lset334
.set Lset335, Ldebug_ranges17-Lrnglists_table_base0
	.long	Lset335
.set Lset336, Ldebug_ranges18-Lrnglists_table_base0
	.long	Lset336
.set Lset337, Ldebug_ranges19-Lrnglists_table_base0
	.long	Lset337
.set Lset338, Ldebug_ranges20-Lrnglists_table_base0
	.long	Lset338
.set Lset339, Ldebug_ranges21-Lrnglists_table_base0
	.long	Lset339
.set Lset340, Ldebug_ranges22-Lrnglists_table_base0
	.long	Lset340
.set Lset341, Ldebug_ranges23-Lrnglists_table_base0
	.long	Lset341
.set Lset342, Ldebug_ranges24-Lrnglists_table_base0
	.long	Lset342
.set Lset343, Ldebug_ranges25-Lrnglists_table_base0
	.long	Lset343
.set Lset344, Ldebug_ranges26-Lrnglists_table_base0
	.long	Lset344
.set Lset345, Ldebug_ranges27-Lrnglists_table_base0
	.long	Lset345
.set Lset346, Ldebug_ranges28-Lrnglists_table_base0
	.long	Lset346
.set Lset347, Ldebug_ranges29-Lrnglists_table_base0
	.long	Lset347
.set Lset348, Ldebug_ranges30-Lrnglists_table_base0
	.long	Lset348
.set Lset349, Ldebug_ranges31-Lrnglists_table_base0
	.long	Lset349
.set Lset350, Ldebug_ranges32-Lrnglists_table_base0
	.long	Lset350
.set Lset351, Ldebug_ranges33-Lrnglists_table_base0
	.long	Lset351
.set Lset352, Ldebug_ranges34-Lrnglists_table_base0
	.long	Lset352
.set Lset353, Ldebug_ranges35-Lrnglists_table_base0
	.long	Lset353
.set Lset354, Ldebug_ranges36-Lrnglists_table_base0
	.long	Lset354
.set Lset355, Ldebug_ranges37-Lrnglists_table_base0
	.long	Lset355
.set Lset356, Ldebug_ranges38-Lrnglists_table_base0
	.long	Lset356
.set Lset357, Ldebug_ranges39-Lrnglists_table_base0
	.long	Lset357
.set Lset358, Ldebug_ranges40-Lrnglists_table_base0
	.long	Lset358
.set Lset359, Ldebug_ranges41-Lrnglists_table_base0
	.long	Lset359
.set Lset360, Ldebug_ranges42-Lrnglists_table_base0
	.long	Lset360
.set Lset361, Ldebug_ranges43-Lrnglists_table_base0
	.long	Lset361
.set Lset362, Ldebug_ranges44-Lrnglists_table_base0
	.long	Lset362
.set Lset363, Ldebug_ranges45-Lrnglists_table_base0
	.long	Lset363
.set Lset364, Ldebug_ranges46-Lrnglists_table_base0
	.long	Lset364
.set Lset365, Ldebug_ranges47-Lrnglists_table_base0
	.long	Lset365
.set Lset366, Ldebug_ranges48-Lrnglists_table_base0
	.long	Lset366
.set Lset367, Ldebug_ranges49-Lrnglists_table_base0
	.long	Lset367
.set Lset368, Ldebug_ranges50-Lrnglists_table_base0
	.long	Lset368
.set Lset369, Ldebug_ranges51-Lrnglists_table_base0
	.long	Lset369
.set Lset370, Ldebug_ranges52-Lrnglists_table_base0
	.long	Lset370
.set Lset371, Ldebug_ranges53-Lrnglists_table_base0
	.long	Lset371
.set Lset372, Ldebug_ranges54-Lrnglists_table_base0
	.long	Lset372
.set Lset373, Ldebug_ranges55-Lrnglists_table_base0
	.long	Lset373
.set Lset374, Ldebug_ranges56-Lrnglists_table_base0
	.long	Lset374
.set Lset375, Ldebug_ranges57-Lrnglists_table_base0
	.long	Lset375
.set Lset376, Ldebug_ranges58-Lrnglists_table_base0
	.long	Lset376
.set Lset377, Ldebug_ranges59-Lrnglists_table_base0
	.long	Lset377
.set Lset378, Ldebug_ranges60-Lrnglists_table_base0
	.long	Lset378
.set Lset379, Ldebug_ranges61-Lrnglists_table_base0
	.long	Lset379
.set Lset380, Ldebug_ranges62-Lrnglists_table_base0
	.long	Lset380
.set Lset381, Ldebug_ranges63-Lrnglists_table_base0
	.long	Lset381
.set Lset382, Ldebug_ranges64-Lrnglists_table_base0
	.long	Lset382
.set Lset383, Ldebug_ranges65-Lrnglists_table_base0
	.long	Lset383
.set Lset384, Ldebug_ranges66-Lrnglists_table_base0
	.long	Lset384
.set Lset385, Ldebug_ranges67-Lrnglists_table_base0
	.long	Lset385
.set Lset386, Ldebug_ranges68-Lrnglists_table_base0
	.long	Lset386
.set Lset387, Ldebug_ranges69-Lrnglists_table_base0
	.long	Lset387
.set Lset388, Ldebug_ranges70-Lrnglists_table_base0
	.long	Lset388
.set Lset389, Ldebug_ranges71-Lrnglists_table_base0
	.long	Lset389
.set Lset390, Ldebug_ranges72-Lrnglists_table_base0
	.long	Lset390
.set Lset391, Ldebug_ranges73-Lrnglists_table_base0
	.long	Lset391
.set Lset392, Ldebug_ranges74-Lrnglists_table_base0
	.long	Lset392
.set Lset393, Ldebug_ranges75-Lrnglists_table_base0
	.long	Lset393
.set Lset394, Ldebug_ranges76-Lrnglists_table_base0
	.long	Lset394
.set Lset395, Ldebug_ranges77-Lrnglists_table_base0
	.long	Lset395
.set Lset396, Ldebug_ranges78-Lrnglists_table_base0
	.long	Lset396
.set Lset397, Ldebug_ranges79-Lrnglists_table_base0
	.long	Lset397
.set Lset398, Ldebug_ranges80-Lrnglists_table_base0
	.long	Lset398
.set Lset399, Ldebug_ranges81-Lrnglists_table_base0
	.long	Lset399
.set Lset400, Ldebug_ranges82-Lrnglists_table_base0
	.long	Lset400
.set Lset401, Ldebug_ranges83-Lrnglists_table_base0
	.long	Lset401
.set Lset402, Ldebug_ranges84-Lrnglists_table_base0
	.long	Lset402
.set Lset403, Ldebug_ranges85-Lrnglists_table_base0
	.long	Lset403
.set Lset404, Ldebug_ranges86-Lrnglists_table_base0
	.long	Lset404
.set Lset405, Ldebug_ranges87-Lrnglists_table_base0
	.long	Lset405
.set Lset406, Ldebug_ranges88-Lrnglists_table_base0
	.long	Lset406
.set Lset407, Ldebug_ranges89-Lrnglists_table_base0
	.long	Lset407
.set Lset408, Ldebug_ranges90-Lrnglists_table_base0
	.long	Lset408
.set Lset409, Ldebug_ranges91-Lrnglists_table_base0
	.long	Lset409
.set Lset410, Ldebug_ranges92-Lrnglists_table_base0
	.long	Lset410
.set Lset411, Ldebug_ranges93-Lrnglists_table_base0
	.long	Lset411
.set Lset412, Ldebug_ranges94-Lrnglists_table_base0
	.long	Lset412
.set Lset413, Ldebug_ranges95-Lrnglists_table_base0
	.long	Lset413
.set Lset414, Ldebug_ranges96-Lrnglists_table_base0
	.long	Lset414
.set Lset415, Ldebug_ranges97-Lrnglists_table_base0
	.long	Lset415
.set Lset416, Ldebug_ranges98-Lrnglists_table_base0
	.long	Lset416
.set Lset417, Ldebug_ranges99-Lrnglists_table_base0
	.long	Lset417
.set Lset418, Ldebug_ranges100-Lrnglists_table_base0
	.long	Lset418
.set Lset419, Ldebug_ranges101-Lrnglists_table_base0
	.long	Lset419
.set Lset420, Ldebug_ranges102-Lrnglists_table_base0
	.long	Lset420
.set Lset421, Ldebug_ranges103-Lrnglists_table_base0
	.long	Lset421
.set Lset422, Ldebug_ranges104-Lrnglists_table_base0
	.long	Lset422
.set Lset423, Ldebug_ranges105-Lrnglists_table_base0
	.long	Lset423
.set Lset424, Ldebug_ranges106-Lrnglists_table_base0
	.long	Lset424
.set Lset425, Ldebug_ranges107-Lrnglists_table_base0
	.long	Lset425
.set Lset426, Ldebug_ranges108-Lrnglists_table_base0
	.long	Lset426
.set Lset427, Ldebug_ranges109-Lrnglists_table_base0
	.long	Lset427
.set Lset428, Ldebug_ranges110-Lrnglists_table_base0
	.long	Lset428
.set Lset429, Ldebug_ranges111-Lrnglists_table_base0
	.long	Lset429
.set Lset430, Ldebug_ranges112-Lrnglists_table_base0
	.long	Lset430
.set Lset431, Ldebug_ranges113-Lrnglists_table_base0
	.long	Lset431
.set Lset432, Ldebug_ranges114-Lrnglists_table_base0
	.long	Lset432
.set Lset433, Ldebug_ranges115-Lrnglists_table_base0
	.long	Lset433
.set Lset434, Ldebug_ranges116-Lrnglists_table_base0
	.long	Lset434
.set Lset435, Ldebug_ranges117-Lrnglists_table_base0
	.long	Lset435
.set Lset436, Ldebug_ranges118-Lrnglists_table_base0
	.long	Lset436
.set Lset437, Ldebug_ranges119-Lrnglists_table_base0
	.long	Lset437
.set Lset438, Ldebug_ranges120-Lrnglists_table_base0
	.long	Lset438
.set Lset439, Ldebug_ranges121-Lrnglists_table_base0
	.long	Lset439
.set Lset440, Ldebug_ranges122-Lrnglists_table_base0
	.long	Lset440
.set Lset441, Ldebug_ranges123-Lrnglists_table_base0
	.long	Lset441
.set Lset442, Ldebug_ranges124-Lrnglists_table_base0
	.long	Lset442
.set Lset443, Ldebug_ranges125-Lrnglists_table_base0
	.long	Lset443
.set Lset444, Ldebug_ranges126-Lrnglists_table_base0
	.long	Lset444
.set Lset445, Ldebug_ranges127-Lrnglists_table_base0
	.long	Lset445
.set Lset446, Ldebug_ranges128-Lrnglists_table_base0
	.long	Lset446
.set Lset447, Ldebug_ranges129-Lrnglists_table_base0
	.long	Lset447
.set Lset448, Ldebug_ranges130-Lrnglists_table_base0
	.long	Lset448
.set Lset449, Ldebug_ranges131-Lrnglists_table_base0
	.long	Lset449
.set Lset450, Ldebug_ranges132-Lrnglists_table_base0
	.long	Lset450
.set Lset451, Ldebug_ranges133-Lrnglists_table_base0
	.long	Lset451
.set Lset452, Ldebug_ranges134-Lrnglists_table_base0
	.long	Lset452
.set Lset453, Ldebug_ranges135-Lrnglists_table_base0
	.long	Lset453
.set Lset454, Ldebug_ranges136-Lrnglists_table_base0
	.long	Lset454
.set Lset455, Ldebug_ranges137-Lrnglists_table_base0
	.long	Lset455
.set Lset456, Ldebug_ranges138-Lrnglists_table_base0
	.long	Lset456
.set Lset457, Ldebug_ranges139-Lrnglists_table_base0
	.long	Lset457
.set Lset458, Ldebug_ranges140-Lrnglists_table_base0
	.long	Lset458
.set Lset459, Ldebug_ranges141-Lrnglists_table_base0
	.long	Lset459
.set Lset460, Ldebug_ranges142-Lrnglists_table_base0
	.long	Lset460
.set Lset461, Ldebug_ranges143-Lrnglists_table_base0
	.long	Lset461
.set Lset462, Ldebug_ranges144-Lrnglists_table_base0
	.long	Lset462
.set Lset463, Ldebug_ranges145-Lrnglists_table_base0
	.long	Lset463
.set Lset464, Ldebug_ranges146-Lrnglists_table_base0
	.long	Lset464
.set Lset465, Ldebug_ranges147-Lrnglists_table_base0
	.long	Lset465
.set Lset466, Ldebug_ranges148-Lrnglists_table_base0
	.long	Lset466
.set Lset467, Ldebug_ranges149-Lrnglists_table_base0
	.long	Lset467
.set Lset468, Ldebug_ranges150-Lrnglists_table_base0
	.long	Lset468
Ldebug_ranges0:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp15-Lfunc_begin0
	.uleb128 Ltmp16-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp21-Lfunc_begin0
	.uleb128 Ltmp22-Lfunc_begin0
	.byte	0
Ldebug_ranges1:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp17-Lfunc_begin0
	.uleb128 Ltmp18-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp19-Lfunc_begin0
	.uleb128 Ltmp20-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp23-Lfunc_begin0
	.uleb128 Ltmp24-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp25-Lfunc_begin0
	.uleb128 Ltmp26-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp27-Lfunc_begin0
	.uleb128 Ltmp28-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp29-Lfunc_begin0
	.uleb128 Ltmp30-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp31-Lfunc_begin0
	.uleb128 Ltmp32-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp33-Lfunc_begin0
	.uleb128 Ltmp34-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp35-Lfunc_begin0
	.uleb128 Ltmp50-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp51-Lfunc_begin0
	.uleb128 Ltmp55-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp57-Lfunc_begin0
	.uleb128 Ltmp58-Lfunc_begin0
	.byte	0
Ldebug_ranges2:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp17-Lfunc_begin0
	.uleb128 Ltmp18-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp19-Lfunc_begin0
	.uleb128 Ltmp20-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp23-Lfunc_begin0
	.uleb128 Ltmp24-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp25-Lfunc_begin0
	.uleb128 Ltmp26-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp27-Lfunc_begin0
	.uleb128 Ltmp28-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp29-Lfunc_begin0
	.uleb128 Ltmp30-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp31-Lfunc_begin0
	.uleb128 Ltmp32-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp33-Lfunc_begin0
	.uleb128 Ltmp34-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp35-Lfunc_begin0
	.uleb128 Ltmp50-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp51-Lfunc_begin0
	.uleb128 Ltmp55-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp57-Lfunc_begin0
	.uleb128 Ltmp58-Lfunc_begin0
	.byte	0
Ldebug_ranges3:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp25-Lfunc_begin0
	.uleb128 Ltmp26-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp27-Lfunc_begin0
	.uleb128 Ltmp28-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp39-Lfunc_begin0
	.uleb128 Ltmp40-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp41-Lfunc_begin0
	.uleb128 Ltmp42-Lfunc_begin0
	.byte	0
Ldebug_ranges4:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp25-Lfunc_begin0
	.uleb128 Ltmp26-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp27-Lfunc_begin0
	.uleb128 Ltmp28-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp39-Lfunc_begin0
	.uleb128 Ltmp40-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp41-Lfunc_begin0
	.uleb128 Ltmp42-Lfunc_begin0
	.byte	0
Ldebug_ranges5:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp35-Lfunc_begin0
	.uleb128 Ltmp39-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp40-Lfunc_begin0
	.uleb128 Ltmp41-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp42-Lfunc_begin0
	.uleb128 Ltmp44-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp45-Lfunc_begin0
	.uleb128 Ltmp46-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp48-Lfunc_begin0
	.uleb128 Ltmp49-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp51-Lfunc_begin0
	.uleb128 Ltmp53-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp57-Lfunc_begin0
	.uleb128 Ltmp58-Lfunc_begin0
	.byte	0
Ldebug_ranges6:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp36-Lfunc_begin0
	.uleb128 Ltmp37-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp38-Lfunc_begin0
	.uleb128 Ltmp39-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp40-Lfunc_begin0
	.uleb128 Ltmp41-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp42-Lfunc_begin0
	.uleb128 Ltmp43-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp45-Lfunc_begin0
	.uleb128 Ltmp46-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp48-Lfunc_begin0
	.uleb128 Ltmp49-Lfunc_begin0
	.byte	0
Ldebug_ranges7:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp47-Lfunc_begin0
	.uleb128 Ltmp48-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp53-Lfunc_begin0
	.uleb128 Ltmp55-Lfunc_begin0
	.byte	0
Ldebug_ranges8:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp60-Lfunc_begin0
	.uleb128 Ltmp61-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp62-Lfunc_begin0
	.uleb128 Ltmp63-Lfunc_begin0
	.byte	0
Ldebug_ranges9:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp71-Lfunc_begin0
	.uleb128 Ltmp72-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp73-Lfunc_begin0
	.uleb128 Ltmp74-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp75-Lfunc_begin0
	.uleb128 Ltmp76-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp77-Lfunc_begin0
	.uleb128 Ltmp78-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp86-Lfunc_begin0
	.uleb128 Ltmp90-Lfunc_begin0
	.byte	0
Ldebug_ranges10:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp87-Lfunc_begin0
	.uleb128 Ltmp88-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp89-Lfunc_begin0
	.uleb128 Ltmp90-Lfunc_begin0
	.byte	0
Ldebug_ranges11:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp76-Lfunc_begin0
	.uleb128 Ltmp77-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp78-Lfunc_begin0
	.uleb128 Ltmp79-Lfunc_begin0
	.byte	0
Ldebug_ranges12:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp80-Lfunc_begin0
	.uleb128 Ltmp81-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp83-Lfunc_begin0
	.uleb128 Ltmp84-Lfunc_begin0
	.byte	0
Ldebug_ranges13:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp80-Lfunc_begin0
	.uleb128 Ltmp81-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp83-Lfunc_begin0
	.uleb128 Ltmp84-Lfunc_begin0
	.byte	0
Ldebug_ranges14:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp99-Lfunc_begin0
	.uleb128 Ltmp100-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp133-Lfunc_begin0
	.uleb128 Ltmp134-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp135-Lfunc_begin0
	.uleb128 Ltmp136-Lfunc_begin0
	.byte	0
Ldebug_ranges15:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp101-Lfunc_begin0
	.uleb128 Ltmp102-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp103-Lfunc_begin0
	.uleb128 Ltmp104-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp109-Lfunc_begin0
	.uleb128 Ltmp110-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp111-Lfunc_begin0
	.uleb128 Ltmp112-Lfunc_begin0
	.byte	0
Ldebug_ranges16:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp101-Lfunc_begin0
	.uleb128 Ltmp102-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp103-Lfunc_begin0
	.uleb128 Ltmp104-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp109-Lfunc_begin0
	.uleb128 Ltmp110-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp111-Lfunc_begin0
	.uleb128 Ltmp112-Lfunc_begin0
	.byte	0
Ldebug_ranges17:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp102-Lfunc_begin0
	.uleb128 Ltmp103-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp105-Lfunc_begin0
	.uleb128 Ltmp109-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp110-Lfunc_begin0
	.uleb128 Ltmp111-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp112-Lfunc_begin0
	.uleb128 Ltmp115-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp140-Lfunc_begin0
	.uleb128 Ltmp141-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp142-Lfunc_begin0
	.uleb128 Ltmp144-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp148-Lfunc_begin0
	.uleb128 Ltmp149-Lfunc_begin0
	.byte	0
Ldebug_ranges18:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp106-Lfunc_begin0
	.uleb128 Ltmp107-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp108-Lfunc_begin0
	.uleb128 Ltmp109-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp110-Lfunc_begin0
	.uleb128 Ltmp111-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp112-Lfunc_begin0
	.uleb128 Ltmp113-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp114-Lfunc_begin0
	.uleb128 Ltmp115-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp140-Lfunc_begin0
	.uleb128 Ltmp141-Lfunc_begin0
	.byte	0
Ldebug_ranges19:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp119-Lfunc_begin0
	.uleb128 Ltmp120-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp144-Lfunc_begin0
	.uleb128 Ltmp146-Lfunc_begin0
	.byte	0
Ldebug_ranges20:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp120-Lfunc_begin0
	.uleb128 Ltmp121-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp122-Lfunc_begin0
	.uleb128 Ltmp123-Lfunc_begin0
	.byte	0
Ldebug_ranges21:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp124-Lfunc_begin0
	.uleb128 Ltmp132-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp134-Lfunc_begin0
	.uleb128 Ltmp135-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp136-Lfunc_begin0
	.uleb128 Ltmp140-Lfunc_begin0
	.byte	0
Ldebug_ranges22:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp130-Lfunc_begin0
	.uleb128 Ltmp131-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp136-Lfunc_begin0
	.uleb128 Ltmp140-Lfunc_begin0
	.byte	0
Ldebug_ranges23:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp137-Lfunc_begin0
	.uleb128 Ltmp138-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp139-Lfunc_begin0
	.uleb128 Ltmp140-Lfunc_begin0
	.byte	0
Ldebug_ranges24:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp131-Lfunc_begin0
	.uleb128 Ltmp132-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp134-Lfunc_begin0
	.uleb128 Ltmp135-Lfunc_begin0
	.byte	0
Ldebug_ranges25:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp157-Lfunc_begin0
	.uleb128 Ltmp158-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp159-Lfunc_begin0
	.uleb128 Ltmp160-Lfunc_begin0
	.byte	0
Ldebug_ranges26:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp168-Lfunc_begin0
	.uleb128 Ltmp169-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp180-Lfunc_begin0
	.uleb128 Ltmp182-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp184-Lfunc_begin0
	.uleb128 Ltmp185-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp189-Lfunc_begin0
	.uleb128 Ltmp190-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp192-Lfunc_begin0
	.uleb128 Ltmp193-Lfunc_begin0
	.byte	0
Ldebug_ranges27:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp170-Lfunc_begin0
	.uleb128 Ltmp176-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp177-Lfunc_begin0
	.uleb128 Ltmp178-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp183-Lfunc_begin0
	.uleb128 Ltmp184-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp186-Lfunc_begin0
	.uleb128 Ltmp188-Lfunc_begin0
	.byte	0
Ldebug_ranges28:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp170-Lfunc_begin0
	.uleb128 Ltmp176-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp177-Lfunc_begin0
	.uleb128 Ltmp178-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp183-Lfunc_begin0
	.uleb128 Ltmp184-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp186-Lfunc_begin0
	.uleb128 Ltmp188-Lfunc_begin0
	.byte	0
Ldebug_ranges29:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp170-Lfunc_begin0
	.uleb128 Ltmp171-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp172-Lfunc_begin0
	.uleb128 Ltmp173-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp174-Lfunc_begin0
	.uleb128 Ltmp175-Lfunc_begin0
	.byte	0
Ldebug_ranges30:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp170-Lfunc_begin0
	.uleb128 Ltmp171-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp172-Lfunc_begin0
	.uleb128 Ltmp173-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp174-Lfunc_begin0
	.uleb128 Ltmp175-Lfunc_begin0
	.byte	0
Ldebug_ranges31:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp176-Lfunc_begin0
	.uleb128 Ltmp177-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp178-Lfunc_begin0
	.uleb128 Ltmp179-Lfunc_begin0
	.byte	0
Ldebug_ranges32:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp195-Lfunc_begin0
	.uleb128 Ltmp200-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp205-Lfunc_begin0
	.uleb128 Ltmp209-Lfunc_begin0
	.byte	0
Ldebug_ranges33:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp196-Lfunc_begin0
	.uleb128 Ltmp197-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp198-Lfunc_begin0
	.uleb128 Ltmp199-Lfunc_begin0
	.byte	0
Ldebug_ranges34:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp206-Lfunc_begin0
	.uleb128 Ltmp207-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp208-Lfunc_begin0
	.uleb128 Ltmp209-Lfunc_begin0
	.byte	0
Ldebug_ranges35:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp201-Lfunc_begin0
	.uleb128 Ltmp202-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp204-Lfunc_begin0
	.uleb128 Ltmp205-Lfunc_begin0
	.byte	0
Ldebug_ranges36:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp201-Lfunc_begin0
	.uleb128 Ltmp202-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp204-Lfunc_begin0
	.uleb128 Ltmp205-Lfunc_begin0
	.byte	0
Ldebug_ranges37:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp214-Lfunc_begin0
	.uleb128 Ltmp215-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp216-Lfunc_begin0
	.uleb128 Ltmp217-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp218-Lfunc_begin0
	.uleb128 Ltmp219-Lfunc_begin0
	.byte	0
Ldebug_ranges38:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp214-Lfunc_begin0
	.uleb128 Ltmp215-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp216-Lfunc_begin0
	.uleb128 Ltmp217-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp218-Lfunc_begin0
	.uleb128 Ltmp219-Lfunc_begin0
	.byte	0
Ldebug_ranges39:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp224-Lfunc_begin0
	.uleb128 Ltmp225-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp226-Lfunc_begin0
	.uleb128 Ltmp227-Lfunc_begin0
	.byte	0
Ldebug_ranges40:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp230-Lfunc_begin0
	.uleb128 Ltmp231-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp232-Lfunc_begin0
	.uleb128 Ltmp233-Lfunc_begin0
	.byte	0
Ldebug_ranges41:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp230-Lfunc_begin0
	.uleb128 Ltmp231-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp232-Lfunc_begin0
	.uleb128 Ltmp233-Lfunc_begin0
	.byte	0
Ldebug_ranges42:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp234-Lfunc_begin0
	.uleb128 Ltmp235-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp239-Lfunc_begin0
	.uleb128 Ltmp240-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp241-Lfunc_begin0
	.uleb128 Ltmp259-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp261-Lfunc_begin0
	.uleb128 Ltmp265-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp269-Lfunc_begin0
	.uleb128 Ltmp270-Lfunc_begin0
	.byte	0
Ldebug_ranges43:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp234-Lfunc_begin0
	.uleb128 Ltmp235-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp239-Lfunc_begin0
	.uleb128 Ltmp240-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp241-Lfunc_begin0
	.uleb128 Ltmp259-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp261-Lfunc_begin0
	.uleb128 Ltmp265-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp269-Lfunc_begin0
	.uleb128 Ltmp270-Lfunc_begin0
	.byte	0
Ldebug_ranges44:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp239-Lfunc_begin0
	.uleb128 Ltmp240-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp242-Lfunc_begin0
	.uleb128 Ltmp243-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp248-Lfunc_begin0
	.uleb128 Ltmp249-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp250-Lfunc_begin0
	.uleb128 Ltmp251-Lfunc_begin0
	.byte	0
Ldebug_ranges45:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp239-Lfunc_begin0
	.uleb128 Ltmp240-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp242-Lfunc_begin0
	.uleb128 Ltmp243-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp248-Lfunc_begin0
	.uleb128 Ltmp249-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp250-Lfunc_begin0
	.uleb128 Ltmp251-Lfunc_begin0
	.byte	0
Ldebug_ranges46:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp241-Lfunc_begin0
	.uleb128 Ltmp242-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp244-Lfunc_begin0
	.uleb128 Ltmp248-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp249-Lfunc_begin0
	.uleb128 Ltmp250-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp251-Lfunc_begin0
	.uleb128 Ltmp253-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp254-Lfunc_begin0
	.uleb128 Ltmp255-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp257-Lfunc_begin0
	.uleb128 Ltmp258-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp261-Lfunc_begin0
	.uleb128 Ltmp263-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp269-Lfunc_begin0
	.uleb128 Ltmp270-Lfunc_begin0
	.byte	0
Ldebug_ranges47:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp245-Lfunc_begin0
	.uleb128 Ltmp246-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp247-Lfunc_begin0
	.uleb128 Ltmp248-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp249-Lfunc_begin0
	.uleb128 Ltmp250-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp251-Lfunc_begin0
	.uleb128 Ltmp252-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp254-Lfunc_begin0
	.uleb128 Ltmp255-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp257-Lfunc_begin0
	.uleb128 Ltmp258-Lfunc_begin0
	.byte	0
Ldebug_ranges48:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp256-Lfunc_begin0
	.uleb128 Ltmp257-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp263-Lfunc_begin0
	.uleb128 Ltmp265-Lfunc_begin0
	.byte	0
Ldebug_ranges49:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp236-Lfunc_begin0
	.uleb128 Ltmp237-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp265-Lfunc_begin0
	.uleb128 Ltmp269-Lfunc_begin0
	.byte	0
Ldebug_ranges50:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp266-Lfunc_begin0
	.uleb128 Ltmp267-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp268-Lfunc_begin0
	.uleb128 Ltmp269-Lfunc_begin0
	.byte	0
Ldebug_ranges51:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp273-Lfunc_begin0
	.uleb128 Ltmp274-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp275-Lfunc_begin0
	.uleb128 Ltmp276-Lfunc_begin0
	.byte	0
Ldebug_ranges52:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp273-Lfunc_begin0
	.uleb128 Ltmp274-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp275-Lfunc_begin0
	.uleb128 Ltmp276-Lfunc_begin0
	.byte	0
Ldebug_ranges53:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp274-Lfunc_begin0
	.uleb128 Ltmp275-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp276-Lfunc_begin0
	.uleb128 Ltmp278-Lfunc_begin0
	.byte	0
Ldebug_ranges54:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp274-Lfunc_begin0
	.uleb128 Ltmp275-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp276-Lfunc_begin0
	.uleb128 Ltmp277-Lfunc_begin0
	.byte	0
Ldebug_ranges55:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp279-Lfunc_begin0
	.uleb128 Ltmp280-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp281-Lfunc_begin0
	.uleb128 Ltmp282-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp283-Lfunc_begin0
	.uleb128 Ltmp284-Lfunc_begin0
	.byte	0
Ldebug_ranges56:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp285-Lfunc_begin0
	.uleb128 Ltmp286-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp287-Lfunc_begin0
	.uleb128 Ltmp288-Lfunc_begin0
	.byte	0
Ldebug_ranges57:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp285-Lfunc_begin0
	.uleb128 Ltmp286-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp287-Lfunc_begin0
	.uleb128 Ltmp288-Lfunc_begin0
	.byte	0
Ldebug_ranges58:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp288-Lfunc_begin0
	.uleb128 Ltmp289-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp290-Lfunc_begin0
	.uleb128 Ltmp291-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp382-Lfunc_begin0
	.uleb128 Ltmp384-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp390-Lfunc_begin0
	.uleb128 Ltmp392-Lfunc_begin0
	.byte	0
Ldebug_ranges59:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp383-Lfunc_begin0
	.uleb128 Ltmp384-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp391-Lfunc_begin0
	.uleb128 Ltmp392-Lfunc_begin0
	.byte	0
Ldebug_ranges60:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp291-Lfunc_begin0
	.uleb128 Ltmp292-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp350-Lfunc_begin0
	.uleb128 Ltmp351-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp359-Lfunc_begin0
	.uleb128 Ltmp360-Lfunc_begin0
	.byte	0
Ldebug_ranges61:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp293-Lfunc_begin0
	.uleb128 Ltmp294-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp295-Lfunc_begin0
	.uleb128 Ltmp296-Lfunc_begin0
	.byte	0
Ldebug_ranges62:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp298-Lfunc_begin0
	.uleb128 Ltmp299-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp303-Lfunc_begin0
	.uleb128 Ltmp317-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp318-Lfunc_begin0
	.uleb128 Ltmp321-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp380-Lfunc_begin0
	.uleb128 Ltmp382-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp388-Lfunc_begin0
	.uleb128 Ltmp390-Lfunc_begin0
	.byte	0
Ldebug_ranges63:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp298-Lfunc_begin0
	.uleb128 Ltmp299-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp303-Lfunc_begin0
	.uleb128 Ltmp317-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp318-Lfunc_begin0
	.uleb128 Ltmp321-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp380-Lfunc_begin0
	.uleb128 Ltmp382-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp388-Lfunc_begin0
	.uleb128 Ltmp390-Lfunc_begin0
	.byte	0
Ldebug_ranges64:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp303-Lfunc_begin0
	.uleb128 Ltmp304-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp305-Lfunc_begin0
	.uleb128 Ltmp306-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp311-Lfunc_begin0
	.uleb128 Ltmp312-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp313-Lfunc_begin0
	.uleb128 Ltmp314-Lfunc_begin0
	.byte	0
Ldebug_ranges65:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp303-Lfunc_begin0
	.uleb128 Ltmp304-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp305-Lfunc_begin0
	.uleb128 Ltmp306-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp311-Lfunc_begin0
	.uleb128 Ltmp312-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp313-Lfunc_begin0
	.uleb128 Ltmp314-Lfunc_begin0
	.byte	0
Ldebug_ranges66:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp304-Lfunc_begin0
	.uleb128 Ltmp305-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp307-Lfunc_begin0
	.uleb128 Ltmp311-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp312-Lfunc_begin0
	.uleb128 Ltmp313-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp314-Lfunc_begin0
	.uleb128 Ltmp317-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp320-Lfunc_begin0
	.uleb128 Ltmp321-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp380-Lfunc_begin0
	.uleb128 Ltmp382-Lfunc_begin0
	.byte	0
Ldebug_ranges67:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp308-Lfunc_begin0
	.uleb128 Ltmp309-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp310-Lfunc_begin0
	.uleb128 Ltmp311-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp312-Lfunc_begin0
	.uleb128 Ltmp313-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp314-Lfunc_begin0
	.uleb128 Ltmp315-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp316-Lfunc_begin0
	.uleb128 Ltmp317-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp320-Lfunc_begin0
	.uleb128 Ltmp321-Lfunc_begin0
	.byte	0
Ldebug_ranges68:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp319-Lfunc_begin0
	.uleb128 Ltmp320-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp388-Lfunc_begin0
	.uleb128 Ltmp390-Lfunc_begin0
	.byte	0
Ldebug_ranges69:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp299-Lfunc_begin0
	.uleb128 Ltmp300-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp301-Lfunc_begin0
	.uleb128 Ltmp302-Lfunc_begin0
	.byte	0
Ldebug_ranges70:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp321-Lfunc_begin0
	.uleb128 Ltmp322-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp323-Lfunc_begin0
	.uleb128 Ltmp324-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp325-Lfunc_begin0
	.uleb128 Ltmp326-Lfunc_begin0
	.byte	0
Ldebug_ranges71:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp321-Lfunc_begin0
	.uleb128 Ltmp322-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp323-Lfunc_begin0
	.uleb128 Ltmp324-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp325-Lfunc_begin0
	.uleb128 Ltmp326-Lfunc_begin0
	.byte	0
Ldebug_ranges72:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp322-Lfunc_begin0
	.uleb128 Ltmp323-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp324-Lfunc_begin0
	.uleb128 Ltmp325-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp326-Lfunc_begin0
	.uleb128 Ltmp327-Lfunc_begin0
	.byte	0
Ldebug_ranges73:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp322-Lfunc_begin0
	.uleb128 Ltmp323-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp324-Lfunc_begin0
	.uleb128 Ltmp325-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp326-Lfunc_begin0
	.uleb128 Ltmp327-Lfunc_begin0
	.byte	0
Ldebug_ranges74:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp328-Lfunc_begin0
	.uleb128 Ltmp329-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp330-Lfunc_begin0
	.uleb128 Ltmp331-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp332-Lfunc_begin0
	.uleb128 Ltmp333-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp348-Lfunc_begin0
	.uleb128 Ltmp349-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp384-Lfunc_begin0
	.uleb128 Ltmp386-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp392-Lfunc_begin0
	.uleb128 Ltmp394-Lfunc_begin0
	.byte	0
Ldebug_ranges75:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp385-Lfunc_begin0
	.uleb128 Ltmp386-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp393-Lfunc_begin0
	.uleb128 Ltmp394-Lfunc_begin0
	.byte	0
Ldebug_ranges76:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp334-Lfunc_begin0
	.uleb128 Ltmp342-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp343-Lfunc_begin0
	.uleb128 Ltmp344-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp345-Lfunc_begin0
	.uleb128 Ltmp347-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp349-Lfunc_begin0
	.uleb128 Ltmp350-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp396-Lfunc_begin0
	.uleb128 Ltmp398-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp402-Lfunc_begin0
	.uleb128 Ltmp404-Lfunc_begin0
	.byte	0
Ldebug_ranges77:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp334-Lfunc_begin0
	.uleb128 Ltmp342-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp343-Lfunc_begin0
	.uleb128 Ltmp344-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp345-Lfunc_begin0
	.uleb128 Ltmp347-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp349-Lfunc_begin0
	.uleb128 Ltmp350-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp396-Lfunc_begin0
	.uleb128 Ltmp398-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp402-Lfunc_begin0
	.uleb128 Ltmp404-Lfunc_begin0
	.byte	0
Ldebug_ranges78:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp334-Lfunc_begin0
	.uleb128 Ltmp335-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp338-Lfunc_begin0
	.uleb128 Ltmp339-Lfunc_begin0
	.byte	0
Ldebug_ranges79:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp334-Lfunc_begin0
	.uleb128 Ltmp335-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp338-Lfunc_begin0
	.uleb128 Ltmp339-Lfunc_begin0
	.byte	0
Ldebug_ranges80:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp336-Lfunc_begin0
	.uleb128 Ltmp338-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp339-Lfunc_begin0
	.uleb128 Ltmp342-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp349-Lfunc_begin0
	.uleb128 Ltmp350-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp396-Lfunc_begin0
	.uleb128 Ltmp398-Lfunc_begin0
	.byte	0
Ldebug_ranges81:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp337-Lfunc_begin0
	.uleb128 Ltmp338-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp339-Lfunc_begin0
	.uleb128 Ltmp340-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp341-Lfunc_begin0
	.uleb128 Ltmp342-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp349-Lfunc_begin0
	.uleb128 Ltmp350-Lfunc_begin0
	.byte	0
Ldebug_ranges82:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp346-Lfunc_begin0
	.uleb128 Ltmp347-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp402-Lfunc_begin0
	.uleb128 Ltmp404-Lfunc_begin0
	.byte	0
Ldebug_ranges83:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp356-Lfunc_begin0
	.uleb128 Ltmp357-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp358-Lfunc_begin0
	.uleb128 Ltmp359-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp386-Lfunc_begin0
	.uleb128 Ltmp388-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp394-Lfunc_begin0
	.uleb128 Ltmp396-Lfunc_begin0
	.byte	0
Ldebug_ranges84:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp387-Lfunc_begin0
	.uleb128 Ltmp388-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp395-Lfunc_begin0
	.uleb128 Ltmp396-Lfunc_begin0
	.byte	0
Ldebug_ranges85:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp360-Lfunc_begin0
	.uleb128 Ltmp362-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp404-Lfunc_begin0
	.uleb128 Ltmp405-Lfunc_begin0
	.byte	0
Ldebug_ranges86:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp362-Lfunc_begin0
	.uleb128 Ltmp363-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp364-Lfunc_begin0
	.uleb128 Ltmp369-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp370-Lfunc_begin0
	.uleb128 Ltmp372-Lfunc_begin0
	.byte	0
Ldebug_ranges87:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp362-Lfunc_begin0
	.uleb128 Ltmp363-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp364-Lfunc_begin0
	.uleb128 Ltmp369-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp370-Lfunc_begin0
	.uleb128 Ltmp372-Lfunc_begin0
	.byte	0
Ldebug_ranges88:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp367-Lfunc_begin0
	.uleb128 Ltmp368-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp370-Lfunc_begin0
	.uleb128 Ltmp371-Lfunc_begin0
	.byte	0
Ldebug_ranges89:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp372-Lfunc_begin0
	.uleb128 Ltmp373-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp374-Lfunc_begin0
	.uleb128 Ltmp375-Lfunc_begin0
	.byte	0
Ldebug_ranges90:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp425-Lfunc_begin0
	.uleb128 Ltmp426-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp427-Lfunc_begin0
	.uleb128 Ltmp437-Lfunc_begin0
	.byte	0
Ldebug_ranges91:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp425-Lfunc_begin0
	.uleb128 Ltmp426-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp427-Lfunc_begin0
	.uleb128 Ltmp432-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp433-Lfunc_begin0
	.uleb128 Ltmp434-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp435-Lfunc_begin0
	.uleb128 Ltmp436-Lfunc_begin0
	.byte	0
Ldebug_ranges92:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp425-Lfunc_begin0
	.uleb128 Ltmp426-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp427-Lfunc_begin0
	.uleb128 Ltmp431-Lfunc_begin0
	.byte	0
Ldebug_ranges93:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp425-Lfunc_begin0
	.uleb128 Ltmp426-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp427-Lfunc_begin0
	.uleb128 Ltmp431-Lfunc_begin0
	.byte	0
Ldebug_ranges94:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp425-Lfunc_begin0
	.uleb128 Ltmp426-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp427-Lfunc_begin0
	.uleb128 Ltmp428-Lfunc_begin0
	.byte	0
Ldebug_ranges95:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp446-Lfunc_begin0
	.uleb128 Ltmp447-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp448-Lfunc_begin0
	.uleb128 Ltmp449-Lfunc_begin0
	.byte	0
Ldebug_ranges96:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp451-Lfunc_begin0
	.uleb128 Ltmp452-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp453-Lfunc_begin0
	.uleb128 Ltmp454-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp476-Lfunc_begin0
	.uleb128 Ltmp482-Lfunc_begin0
	.byte	0
Ldebug_ranges97:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp458-Lfunc_begin0
	.uleb128 Ltmp459-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp461-Lfunc_begin0
	.uleb128 Ltmp462-Lfunc_begin0
	.byte	0
Ldebug_ranges98:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp458-Lfunc_begin0
	.uleb128 Ltmp459-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp461-Lfunc_begin0
	.uleb128 Ltmp462-Lfunc_begin0
	.byte	0
Ldebug_ranges99:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp467-Lfunc_begin0
	.uleb128 Ltmp468-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp469-Lfunc_begin0
	.uleb128 Ltmp470-Lfunc_begin0
	.byte	0
Ldebug_ranges100:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp472-Lfunc_begin0
	.uleb128 Ltmp473-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp474-Lfunc_begin0
	.uleb128 Ltmp475-Lfunc_begin0
	.byte	0
Ldebug_ranges101:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp484-Lfunc_begin0
	.uleb128 Ltmp485-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp486-Lfunc_begin0
	.uleb128 Ltmp487-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp509-Lfunc_begin0
	.uleb128 Ltmp515-Lfunc_begin0
	.byte	0
Ldebug_ranges102:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp491-Lfunc_begin0
	.uleb128 Ltmp492-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp494-Lfunc_begin0
	.uleb128 Ltmp495-Lfunc_begin0
	.byte	0
Ldebug_ranges103:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp491-Lfunc_begin0
	.uleb128 Ltmp492-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp494-Lfunc_begin0
	.uleb128 Ltmp495-Lfunc_begin0
	.byte	0
Ldebug_ranges104:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp500-Lfunc_begin0
	.uleb128 Ltmp501-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp502-Lfunc_begin0
	.uleb128 Ltmp503-Lfunc_begin0
	.byte	0
Ldebug_ranges105:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp505-Lfunc_begin0
	.uleb128 Ltmp506-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp507-Lfunc_begin0
	.uleb128 Ltmp508-Lfunc_begin0
	.byte	0
Ldebug_ranges106:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp518-Lfunc_begin0
	.uleb128 Ltmp519-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp520-Lfunc_begin0
	.uleb128 Ltmp521-Lfunc_begin0
	.byte	0
Ldebug_ranges107:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp548-Lfunc_begin0
	.uleb128 Ltmp549-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp550-Lfunc_begin0
	.uleb128 Ltmp551-Lfunc_begin0
	.byte	0
Ldebug_ranges108:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp552-Lfunc_begin0
	.uleb128 Ltmp553-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp554-Lfunc_begin0
	.uleb128 Ltmp555-Lfunc_begin0
	.byte	0
Ldebug_ranges109:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp559-Lfunc_begin0
	.uleb128 Ltmp560-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp561-Lfunc_begin0
	.uleb128 Ltmp562-Lfunc_begin0
	.byte	0
Ldebug_ranges110:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp564-Lfunc_begin0
	.uleb128 Ltmp565-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp566-Lfunc_begin0
	.uleb128 Ltmp567-Lfunc_begin0
	.byte	0
Ldebug_ranges111:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp568-Lfunc_begin0
	.uleb128 Ltmp569-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp570-Lfunc_begin0
	.uleb128 Ltmp571-Lfunc_begin0
	.byte	0
Ldebug_ranges112:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp574-Lfunc_begin0
	.uleb128 Ltmp575-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp576-Lfunc_begin0
	.uleb128 Ltmp577-Lfunc_begin0
	.byte	0
Ldebug_ranges113:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp580-Lfunc_begin0
	.uleb128 Ltmp582-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp583-Lfunc_begin0
	.uleb128 Ltmp584-Lfunc_begin0
	.byte	0
Ldebug_ranges114:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp587-Lfunc_begin0
	.uleb128 Ltmp600-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp601-Lfunc_begin0
	.uleb128 Ltmp602-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp604-Lfunc_begin0
	.uleb128 Ltmp609-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp623-Lfunc_begin0
	.uleb128 Ltmp625-Lfunc_begin0
	.byte	0
Ldebug_ranges115:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp587-Lfunc_begin0
	.uleb128 Ltmp597-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp605-Lfunc_begin0
	.uleb128 Ltmp609-Lfunc_begin0
	.byte	0
Ldebug_ranges116:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp587-Lfunc_begin0
	.uleb128 Ltmp588-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp589-Lfunc_begin0
	.uleb128 Ltmp590-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp591-Lfunc_begin0
	.uleb128 Ltmp592-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp593-Lfunc_begin0
	.uleb128 Ltmp594-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp595-Lfunc_begin0
	.uleb128 Ltmp596-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp605-Lfunc_begin0
	.uleb128 Ltmp609-Lfunc_begin0
	.byte	0
Ldebug_ranges117:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp598-Lfunc_begin0
	.uleb128 Ltmp599-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp601-Lfunc_begin0
	.uleb128 Ltmp602-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp623-Lfunc_begin0
	.uleb128 Ltmp625-Lfunc_begin0
	.byte	0
Ldebug_ranges118:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp612-Lfunc_begin0
	.uleb128 Ltmp613-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp614-Lfunc_begin0
	.uleb128 Ltmp615-Lfunc_begin0
	.byte	0
Ldebug_ranges119:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp626-Lfunc_begin0
	.uleb128 Ltmp627-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp628-Lfunc_begin0
	.uleb128 Ltmp629-Lfunc_begin0
	.byte	0
Ldebug_ranges120:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp632-Lfunc_begin0
	.uleb128 Ltmp634-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp635-Lfunc_begin0
	.uleb128 Ltmp636-Lfunc_begin0
	.byte	0
Ldebug_ranges121:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp637-Lfunc_begin0
	.uleb128 Ltmp639-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp640-Lfunc_begin0
	.uleb128 Ltmp641-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp642-Lfunc_begin0
	.uleb128 Ltmp646-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp653-Lfunc_begin0
	.uleb128 Ltmp655-Lfunc_begin0
	.byte	0
Ldebug_ranges122:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp637-Lfunc_begin0
	.uleb128 Ltmp638-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp645-Lfunc_begin0
	.uleb128 Ltmp646-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp653-Lfunc_begin0
	.uleb128 Ltmp655-Lfunc_begin0
	.byte	0
Ldebug_ranges123:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp656-Lfunc_begin0
	.uleb128 Ltmp657-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp658-Lfunc_begin0
	.uleb128 Ltmp659-Lfunc_begin0
	.byte	0
Ldebug_ranges124:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp670-Lfunc_begin0
	.uleb128 Ltmp671-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp672-Lfunc_begin0
	.uleb128 Ltmp673-Lfunc_begin0
	.byte	0
Ldebug_ranges125:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp680-Lfunc_begin0
	.uleb128 Ltmp681-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp682-Lfunc_begin0
	.uleb128 Ltmp683-Lfunc_begin0
	.byte	0
Ldebug_ranges126:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp691-Lfunc_begin0
	.uleb128 Ltmp692-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp693-Lfunc_begin0
	.uleb128 Ltmp694-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp695-Lfunc_begin0
	.uleb128 Ltmp696-Lfunc_begin0
	.byte	0
Ldebug_ranges127:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp691-Lfunc_begin0
	.uleb128 Ltmp692-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp693-Lfunc_begin0
	.uleb128 Ltmp694-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp695-Lfunc_begin0
	.uleb128 Ltmp696-Lfunc_begin0
	.byte	0
Ldebug_ranges128:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp702-Lfunc_begin0
	.uleb128 Ltmp704-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp705-Lfunc_begin0
	.uleb128 Ltmp706-Lfunc_begin0
	.byte	0
Ldebug_ranges129:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp707-Lfunc_begin0
	.uleb128 Ltmp709-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp710-Lfunc_begin0
	.uleb128 Ltmp711-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp712-Lfunc_begin0
	.uleb128 Ltmp715-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp739-Lfunc_begin0
	.uleb128 Ltmp741-Lfunc_begin0
	.byte	0
Ldebug_ranges130:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp707-Lfunc_begin0
	.uleb128 Ltmp708-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp714-Lfunc_begin0
	.uleb128 Ltmp715-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp739-Lfunc_begin0
	.uleb128 Ltmp741-Lfunc_begin0
	.byte	0
Ldebug_ranges131:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp716-Lfunc_begin0
	.uleb128 Ltmp718-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp719-Lfunc_begin0
	.uleb128 Ltmp720-Lfunc_begin0
	.byte	0
Ldebug_ranges132:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp721-Lfunc_begin0
	.uleb128 Ltmp723-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp724-Lfunc_begin0
	.uleb128 Ltmp725-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp726-Lfunc_begin0
	.uleb128 Ltmp729-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp741-Lfunc_begin0
	.uleb128 Ltmp743-Lfunc_begin0
	.byte	0
Ldebug_ranges133:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp721-Lfunc_begin0
	.uleb128 Ltmp722-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp728-Lfunc_begin0
	.uleb128 Ltmp729-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp741-Lfunc_begin0
	.uleb128 Ltmp743-Lfunc_begin0
	.byte	0
Ldebug_ranges134:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp729-Lfunc_begin0
	.uleb128 Ltmp730-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp733-Lfunc_begin0
	.uleb128 Ltmp734-Lfunc_begin0
	.byte	0
Ldebug_ranges135:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp735-Lfunc_begin0
	.uleb128 Ltmp736-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp737-Lfunc_begin0
	.uleb128 Ltmp738-Lfunc_begin0
	.byte	0
Ldebug_ranges136:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp744-Lfunc_begin0
	.uleb128 Ltmp745-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp746-Lfunc_begin0
	.uleb128 Ltmp747-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp748-Lfunc_begin0
	.uleb128 Ltmp749-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp750-Lfunc_begin0
	.uleb128 Ltmp751-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp752-Lfunc_begin0
	.uleb128 Ltmp753-Lfunc_begin0
	.byte	0
Ldebug_ranges137:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp756-Lfunc_begin0
	.uleb128 Ltmp757-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp758-Lfunc_begin0
	.uleb128 Ltmp759-Lfunc_begin0
	.byte	0
Ldebug_ranges138:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp760-Lfunc_begin0
	.uleb128 Ltmp761-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp762-Lfunc_begin0
	.uleb128 Ltmp763-Lfunc_begin0
	.byte	0
Ldebug_ranges139:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp766-Lfunc_begin0
	.uleb128 Ltmp767-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp768-Lfunc_begin0
	.uleb128 Ltmp769-Lfunc_begin0
	.byte	0
Ldebug_ranges140:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp777-Lfunc_begin0
	.uleb128 Ltmp778-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp779-Lfunc_begin0
	.uleb128 Ltmp780-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp802-Lfunc_begin0
	.uleb128 Ltmp808-Lfunc_begin0
	.byte	0
Ldebug_ranges141:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp784-Lfunc_begin0
	.uleb128 Ltmp785-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp787-Lfunc_begin0
	.uleb128 Ltmp788-Lfunc_begin0
	.byte	0
Ldebug_ranges142:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp784-Lfunc_begin0
	.uleb128 Ltmp785-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp787-Lfunc_begin0
	.uleb128 Ltmp788-Lfunc_begin0
	.byte	0
Ldebug_ranges143:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp793-Lfunc_begin0
	.uleb128 Ltmp794-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp795-Lfunc_begin0
	.uleb128 Ltmp796-Lfunc_begin0
	.byte	0
Ldebug_ranges144:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp798-Lfunc_begin0
	.uleb128 Ltmp799-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp800-Lfunc_begin0
	.uleb128 Ltmp801-Lfunc_begin0
	.byte	0
Ldebug_ranges145:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp809-Lfunc_begin0
	.uleb128 Ltmp810-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp811-Lfunc_begin0
	.uleb128 Ltmp812-Lfunc_begin0
	.byte	0
Ldebug_ranges146:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp818-Lfunc_begin0
	.uleb128 Ltmp819-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp820-Lfunc_begin0
	.uleb128 Ltmp822-Lfunc_begin0
	.byte	0
Ldebug_ranges147:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp900-Lfunc_begin0
	.uleb128 Ltmp901-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp902-Lfunc_begin0
	.uleb128 Ltmp903-Lfunc_begin0
	.byte	0
Ldebug_ranges148:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp912-Lfunc_begin0
	.uleb128 Ltmp913-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp914-Lfunc_begin0
	.uleb128 Ltmp915-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp916-Lfunc_begin0
	.uleb128 Ltmp920-Lfunc_begin0
	.byte	0
Ldebug_ranges149:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp912-Lfunc_begin0
	.uleb128 Ltmp913-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp914-Lfunc_begin0
	.uleb128 Ltmp915-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp916-Lfunc_begin0
	.uleb128 Ltmp920-Lfunc_begin0
	.byte	0
Ldebug_ranges150:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Lfunc_begin0-Lfunc_begin0
	.uleb128 Lfunc_end29-Lfunc_begin0
	.byte	4
	.uleb128 Lfunc_begin34-Lfunc_begin0
	.uleb128 Lfunc_end34-Lfunc_begin0
	.byte	4
	.uleb128 Lfunc_begin38-Lfunc_begin0
	.uleb128 Lfunc_end40-Lfunc_begin0
	.byte	4
	.uleb128 Lfunc_begin45-Lfunc_begin0
	.uleb128 Lfunc_end73-Lfunc_begin0
	.byte	4
	.uleb128 Lfunc_begin76-Lfunc_begin0
	.uleb128 Lfunc_end77-Lfunc_begin0
	.byte	4
	.uleb128 Lfunc_begin80-Lfunc_begin0
	.uleb128 Lfunc_end80-Lfunc_begin0
	.byte	4
	.uleb128 Lfunc_begin84-Lfunc_begin0
	.uleb128 Lfunc_end91-Lfunc_begin0
	.byte	4
	.uleb128 Lfunc_begin96-Lfunc_begin0
	.uleb128 Lfunc_end139-Lfunc_begin0
	.byte	0
Ldebug_list_header_end0:
	.section	__DWARF,__debug_str_offs,regular,debug
Lsection_str_off:
	.long	192
	.short	5
	.short	0
Lstr_offsets_base0:
	.section	__DWARF,__debug_str,regular,debug
Linfo_string:
	.asciz	"Swift version 6.0.3 (swift-6.0.3-RELEASE)"
	.asciz	"tests/app/Tables/Tables.swift"
	.asciz	"."
	.asciz	"-enable-embedded-swift"
	.asciz	"combine"
	.asciz	"hash"
	.asciz	"$s6Tables5PlaceV4hash4intoys6HasherVz_tF"
	.asciz	"$ss6HasherV7combineyyxSHRzlFSi_Tg5"
	.asciz	"init"
	.asciz	"$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSi_SiTgm5"
	.asciz	"swift_release"
	.asciz	"$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfC6Tables5PlaceV_SaySiGTgm5"
	.asciz	"next"
	.asciz	"subscript.set"
	.asciz	"Swift runtime failure: arithmetic overflow"
	.asciz	"Swift runtime failure: Range requires lowerBound <= upperBound"
	.asciz	"load"
	.asciz	"$s6Tables8SettingsC4loadyySiF"
	.asciz	"$ss16IndexingIteratorV4next7ElementQzSgyFSnySiG_Tg5"
	.asciz	"$sSDyq_SgxcisSi_SiTg5"
	.asciz	"$sSD8_VariantV8setValue_6forKeyyq_n_xtFSi_SiTg5"
	.asciz	"swift_isUniquelyReferenced_nonNull_native"
	.asciz	"$ss41swift_isUniquelyReferenced_nonNull_native6objectSbBp_tF"
	.asciz	"$ss17_NativeDictionaryV12mutatingFind_8isUniques10_HashTableV6BucketV6bucket_Sb5foundtx_SbtFSi_SiTg5"
	.asciz	"$ss17_NativeDictionaryV12ensureUnique02isD08capacityS2b_SitFSi_SiTg5"
	.asciz	"$ss17_assertionFailure__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtF"
	.asciz	"$ss17_NativeDictionaryV7_insert2at3key5valueys10_HashTableV6BucketV_xnq_ntFSi_SiTg5"
	.asciz	"subscript.get"
	.asciz	"fallback"
	.asciz	"value"
	.asciz	"$s6Tables8SettingsC5valueyS2iF"
	.asciz	"$sSDyq_SgxcigSi_SiTg5"
	.asciz	"$s6Tables8SettingsC8fallbackyS2iF"
	.asciz	"makeIterator"
	.asciz	"isWanted"
	.asciz	"looked"
	.asciz	"$s6Tables8SettingsC6looked5untilS2i_tF"
	.asciz	"$sSD12makeIteratorSD0B0Vyxq__GyFSi_SiTg5"
	.asciz	"$ss17_NativeDictionaryV12makeIteratorAB0D0Vyxq__GyFSi_SiTg5"
	.asciz	"$sSD8IteratorV4nextx3key_q_5valuetSgyFSi_SiTg5"
	.asciz	"$s6Tables8SettingsC8isWantedySbSi_S2itF"
	.asciz	"swift_retain"
	.asciz	"$ss12swift_retain6objectBpBp_tF"
	.asciz	"deinit"
	.asciz	"$s6Tables8SettingsCfD"
	.asciz	"$s6Tables8SettingsCfd"
	.asciz	"swift_deallocClassInstance"
	.asciz	"$ss26swift_deallocClassInstance6object13allocatedSize0F9AlignMaskyBp_S2itF"
	.asciz	"append"
	.asciz	"stock"
	.asciz	"$s6Tables5stockySDyAA5PlaceVSaySiGGSiF"
	.asciz	"$ss17_NativeDictionaryV12mutatingFind_8isUniques10_HashTableV6BucketV6bucket_Sb5foundtx_SbtF6Tables5PlaceV_SaySiGTg5"
	.asciz	"$ss17_NativeDictionaryV12ensureUnique02isD08capacityS2b_SitF6Tables5PlaceV_SaySiGTg5"
	.asciz	"$ss17_NativeDictionaryV7_insert2at3key5valueys10_HashTableV6BucketV_xnq_ntF6Tables5PlaceV_SaySiGTg5"
	.asciz	"$sSa6appendyyxnFSi_Tg5"
	.asciz	"$sSa034_makeUniqueAndReserveCapacityIfNotB0yyFSi_Tg5"
	.asciz	"$sSa5countSivgSi_Tg5"
	.asciz	"$sSa9_getCountSiyFSi_Tg5"
	.asciz	"$sSa36_reserveCapacityAssumingUniqueBuffer8oldCountySi_tFSi_Tg5"
	.asciz	"$sSa16_createNewBuffer14bufferIsUnique15minimumCapacity13growForAppendySb_SiSbtFSi_Tg5"
	.asciz	"$sSa37_appendElementAssumeUniqueAndCapacity_03newB0ySi_xntFSi_Tg5"
	.asciz	"reduce"
	.asciz	"price"
	.asciz	"$s6Tables5priceySiSaySiGF"
	.asciz	"$sSTsE6reduceyqd__qd___qd__qd___7ElementQztKXEtKlFSaySiG_SiTg5"
	.asciz	"$sSa8endIndexSivgSi_Tg5"
	.asciz	"$sSa11_getElement_20wasNativeTypeChecked22matchingSubscriptCheckxSi_Sbs16_DependenceTokenVtFSi_Tg5"
	.asciz	"$s6Tables5priceySiSaySiGFS2i_SitXEfU_"
	.asciz	"insert"
	.asciz	"seen"
	.asciz	"$s6Tables4seenyShySiGSiF"
	.asciz	"$sSn8containsySbxFSi_Tg5"
	.asciz	"$ss18_fatalErrorMessage__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtF"
	.asciz	"$sSh6insertySb8inserted_x17memberAfterInserttxnFSi_Tg5"
	.asciz	"$sSh8_VariantV6insertySb8inserted_x17memberAfterInserttxnFSi_Tg5"
	.asciz	"$ss6HasherV5_hash4seed_S2i_s6UInt64VtFZ"
	.asciz	"contains"
	.asciz	"first"
	.asciz	"$s6Tables5first2of5aboveSbShySiG_SitF"
	.asciz	"$sSTsE8contains5whereS2b7ElementQzKXE_tKFShySiG_Tg5"
	.asciz	"$s6Tables5first2of5aboveSbShySiG_SitFSbSiXEfU_"
	.asciz	"merged"
	.asciz	"$s6Tables6mergedySDyS2iGAC_ACtF"
	.asciz	"removeValue"
	.asciz	"count.get"
	.asciz	"run"
	.asciz	"$s6Tables3runyS2iF"
	.asciz	"$s6Tables8SettingsCACycfC"
	.asciz	"swift_initStackObject"
	.asciz	"$ss21swift_initStackObject8metadata6objectBpBp_BptF"
	.asciz	"$s6Tables8SettingsCACycfc"
	.asciz	"$sSD12makeIteratorSD0B0Vyxq__GyF6Tables5PlaceV_SaySiGTg5"
	.asciz	"$ss17_NativeDictionaryV12makeIteratorAB0D0Vyxq__GyF6Tables5PlaceV_SaySiGTg5"
	.asciz	"$sSD8IteratorV4nextx3key_q_5valuetSgyF6Tables5PlaceV_SaySiGTg5"
	.asciz	"$sSD11removeValue6forKeyq_Sgx_tFSi_SiTg5"
	.asciz	"$sSD8_VariantV11removeValue6forKeyq_Sgx_tFSi_SiTg5"
	.asciz	"$sSD5countSivgSi_SiTg5"
	.asciz	"$sSa5countSivg6Tables5PlaceV_SaySiGt_Tg5"
	.asciz	"$sSa9_getCountSiyF6Tables5PlaceV_SaySiGt_Tg5"
	.asciz	"$sSa11_getElement_20wasNativeTypeChecked22matchingSubscriptCheckxSi_Sbs16_DependenceTokenVtF6Tables5PlaceV_SaySiGt_Tg5"
	.asciz	"$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlFSi_Tg5"
	.asciz	"_rawHashValue"
	.asciz	"$ss22__RawDictionaryStorageC4findys10_HashTableV6BucketV6bucket_Sb5foundtxSHRzlF6Tables5PlaceV_Tg5"
	.asciz	"$sSHsE13_rawHashValue4seedS2i_tF6Tables5PlaceV_Tg5"
	.asciz	"$ss6HasherV5_seedABSi_tcfC"
	.asciz	"swift_once"
	.asciz	"$ss10swift_once9predicate2fn7contextySpySiG_ySvXCSvtF"
	.asciz	"$ss10swift_once9predicate2fn7contextySpySiG_ySvXCSvtFSiAEcfU_"
	.asciz	"$ss18_DictionaryStorageCfD6Tables5PlaceV_SaySiGTg5"
	.asciz	"$ss18_DictionaryStorageCfd6Tables5PlaceV_SaySiGTg5"
	.asciz	"Swift runtime failure: Double value cannot be converted to Int because it is either infinite or NaN"
	.asciz	"Swift runtime failure: Double value cannot be converted to Int because the result would be less than Int.min"
	.asciz	"Swift runtime failure: Double value cannot be converted to Int because the result would be greater than Int.max"
	.asciz	"$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZSi_SiTgm5"
	.asciz	"$ss10_HashTableV8capacity8forScaleSis4Int8V_tFZ"
	.asciz	"$sSp6assign9repeating5countyx_SitFs13_UnsafeBitsetV4WordV_Tgq5"
	.asciz	"$ss18_DictionaryStorageC8allocate5scale3age4seedAByxq_Gs4Int8V_s5Int32VSgSiSgtFZ6Tables5PlaceV_SaySiGTgm5"
	.asciz	"=="
	.asciz	"$ss22__RawDictionaryStorageC4find_9hashValues10_HashTableV6BucketV6bucket_Sb5foundtx_SitSHRzlF6Tables5PlaceV_Tg5"
	.asciz	"$s6Tables5PlaceV2eeoiySbAC_ACtFZ"
	.asciz	"$ss23_ContiguousArrayStorageCfD6Tables5PlaceV_SaySiGt_Tg5"
	.asciz	"$sSa28_allocateBufferUninitialized15minimumCapacitys016_ContiguousArrayB0VyxGSi_tFZSi_Sit_Tgm5"
	.asciz	"$ss3maxyxx_xtSLRzlFSi_Tg5"
	.asciz	"$sSa28_allocateBufferUninitialized15minimumCapacitys016_ContiguousArrayB0VyxGSi_tFZ6Tables5PlaceV_SaySiGt_Tgm5"
	.asciz	"$sSa28_allocateBufferUninitialized15minimumCapacitys016_ContiguousArrayB0VyxGSi_tFZSi_Tgm5"
	.asciz	"$ss17_NativeDictionaryV7_delete2atys10_HashTableV6BucketV_tFSi_SiTg5"
	.asciz	"$ss17_NativeDictionaryV4copyyyF6Tables5PlaceV_SaySiGTg5"
	.asciz	"$ss18_DictionaryStorageC4copy8originalAByxq_Gs05__RawaB0C_tFZ6Tables5PlaceV_SaySiGTgm5"
	.asciz	"$ss10_HashTableV12copyContents2ofyAB_tF"
	.asciz	"$ss17_NativeDictionaryV4copyyyFSi_SiTg5"
	.asciz	"$ss18_DictionaryStorageC4copy8originalAByxq_Gs05__RawaB0C_tFZSi_SiTgm5"
	.asciz	"Swift runtime failure: Hash table has no holes"
	.asciz	"$ss17_NativeDictionaryV20_copyOrMoveAndResize8capacity12moveElementsySi_SbtF6Tables5PlaceV_SaySiGTg5"
	.asciz	"$ss18_DictionaryStorageC6resize8original8capacity4moveAByxq_Gs05__RawaB0C_SiSbtFZ6Tables5PlaceV_SaySiGTgm5"
	.asciz	"$ss10_HashTableV5scale11forCapacitys4Int8VSi_tFZ"
	.asciz	"$ss17_NativeDictionaryV16_unsafeInsertNew3key5valueyxn_q_ntF6Tables5PlaceV_SaySiGTg5"
	.asciz	"$ss10_HashTableV8nextHole9atOrAfterAB6BucketVAF_tF"
	.asciz	"$ss17_NativeDictionaryV20_copyOrMoveAndResize8capacity12moveElementsySi_SbtFSi_SiTg5"
	.asciz	"$ss18_DictionaryStorageC6resize8original8capacity4moveAByxq_Gs05__RawaB0C_SiSbtFZSi_SiTgm5"
	.asciz	"$ss17_NativeDictionaryV16_unsafeInsertNew3key5valueyxn_q_ntFSi_SiTg5"
	.asciz	"$ss10_HashTableV12previousHole6beforeAB6BucketVAF_tF"
	.asciz	"$ss22_ContiguousArrayBufferV20_consumeAndCreateNew14bufferIsUnique15minimumCapacity13growForAppendAByxGSb_SiSbtFSi_Tg5"
	.asciz	"$sSp14moveInitialize4from5countySpyxG_SitFSi_Tg5"
	.asciz	"$ss22_ContiguousArrayBufferV13_copyContents8subRange12initializingSpyxGSnySiG_AFtFSi_Tg5"
	.asciz	"$ss10_NativeSetV9insertNew_2at8isUniqueyxn_s10_HashTableV6BucketVSbtFSi_Tg5"
	.asciz	"$ss11_SetStorageC6resize8original8capacity4moveAByxGs05__RawaB0C_SiSbtFZSi_Tgm5"
	.asciz	"$ss10_NativeSetV16_unsafeInsertNewyyxnFSi_Tg5"
	.asciz	"$ss10_NativeSetV4copyyyFSi_Tg5"
	.asciz	"$ss11_SetStorageC4copy8originalAByxGs05__RawaB0C_tFZSi_Tgm5"
	.asciz	"$ss11_SetStorageCfDSi_Tg5"
	.asciz	"$ss11_SetStorageC8allocate5scale3age4seedAByxGs4Int8V_s5Int32VSgSiSgtFZSi_Tgm5"
	.asciz	"swift_initStaticObject"
	.asciz	"$ss22swift_initStaticObject8metadata6objectBpBp_BptF"
	.asciz	"swift_deallocObject"
	.asciz	"$ss19swift_deallocObject6object13allocatedSize0E9AlignMaskyBp_S2itF"
	.asciz	"swift_deallocPartialClassInstance"
	.asciz	"$ss33swift_deallocPartialClassInstance6object8metadata13allocatedSize0H9AlignMaskyBp_BpS2itF"
	.asciz	"swift_slowAlloc"
	.asciz	"$ss15swift_slowAllocySvSgSi_SitF"
	.asciz	"swift_slowDealloc"
	.asciz	"$ss17swift_slowDeallocyySv_S2itF"
	.asciz	"$ss13swift_release6objectyBp_tF"
	.asciz	"swift_retain_n"
	.asciz	"$ss14swift_retain_n6object1nBpBp_s6UInt32VtF"
	.asciz	"$ss15swift_release_n6object1nyBp_s6UInt32VtF"
	.asciz	"swift_isUniquelyReferenced_native"
	.asciz	"$ss33swift_isUniquelyReferenced_native6objectSbBp_tF"
	.asciz	"swift_dynamicCastClass"
	.asciz	"$ss22swift_dynamicCastClass6object14targetMetadataSvSgSv_SVtF"
	.asciz	"swift_deletedMethodError"
	.asciz	"$ss24swift_deletedMethodErrors5NeverOyF"
	.asciz	"$ss10_HashTableV5scale11forCapacitys4Int8VSi_tFZTf4nd_n"
	.asciz	"$ss6HasherV5_hash4seed_S2i_s6UInt64VtFZTf4nnd_n"
	.asciz	"Swift runtime failure: Dictionary literal contains duplicate keys"
	.asciz	"$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfCSi_SiTgm5Tf4g_n"
	.asciz	"$sSa5countSivgSi_Sit_Tg5"
	.asciz	"$sSa9_getCountSiyFSi_Sit_Tg5"
	.asciz	"$ss18_DictionaryStorageC8allocate8capacityAByxq_GSi_tFZSi_SiTgm5"
	.asciz	"$sSa11_getElement_20wasNativeTypeChecked22matchingSubscriptCheckxSi_Sbs16_DependenceTokenVtFSi_Sit_Tg5"
	.asciz	"$sSD17dictionaryLiteralSDyxq_Gx_q_td_tcfC6Tables5PlaceV_SaySiGTgm5Tf4g_n"
	.asciz	"$ss18_DictionaryStorageC8allocate8capacityAByxq_GSi_tFZ6Tables5PlaceV_SaySiGTgm5"
	.asciz	"$ss18_fatalErrorMessage__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtFTf4ddddd_n"
	.asciz	"$s6Tables8SettingsC8fallbackyS2iFTf4nd_n"
	.asciz	"$sxRi_zRi0_zlySaySiGIsegr_SgWOe"
	.asciz	"Swift runtime failure: Unexpectedly found nil while unwrapping an Optional value"
	.asciz	"swift_allocObject"
	.asciz	"$ss17swift_allocObject8metadata12requiredSize0E13AlignmentMaskBpBp_S2itF"
	.asciz	"$ss17swift_allocObject8metadata12requiredSize0E13AlignmentMaskSpys04HeapC0VGSpys13ClassMetadataVG_S2itF"
	.asciz	"$sSaySiGWOh"
	.asciz	"$s6Tables5PlaceV_SaySiGtWOh"
	.asciz	"clang version 17.0.0"
	.asciz	"<swift-imported-modules>"
	.asciz	"Tables"
	.asciz	"tests/app/Tables"
	.asciz	"Swift"
	.asciz	"toolchain/embedded/Swift.swiftmodule/arm64-apple-none-macho.swiftmodule"
	.asciz	"__ObjC"
	.asciz	"<imports>"
	.section	__DWARF,__debug_str_offs,regular,debug
	.long	0
	.long	42
	.long	72
	.long	74
	.long	97
	.long	323
	.long	328
	.long	342
	.long	385
	.long	1044
	.long	1058
	.long	1160
	.long	1173
	.long	1461
	.long	186
	.long	1614
	.long	2307
	.long	2570
	.long	2875
	.long	3066
	.long	3078
	.long	3840
	.long	4260
	.long	4360
	.long	4469
	.long	4888
	.long	5781
	.long	8043
	.long	8708
	.long	9024
	.long	9045
	.long	9070
	.long	9077
	.long	9094
	.long	9100
	.long	9172
	.long	9179
	.long	105
	.long	448
	.long	1067
	.long	1182
	.long	1621
	.long	2314
	.long	2577
	.long	2884
	.long	3027
	.long	3088
	.section	__DWARF,__debug_addr,regular,debug
Lsection_info0:
.set Lset469, Ldebug_addr_end0-Ldebug_addr_start0
	.long	Lset469
Ldebug_addr_start0:
	.short	5
	.byte	8
	.byte	0
Laddr_table_base0:
	.quad	Lfunc_begin0
	.quad	Lfunc_begin1
	.quad	Ltmp2
	.quad	Ltmp3
	.quad	Lfunc_begin2
	.quad	Ltmp7
	.quad	Lfunc_begin3
	.quad	Ltmp11
	.quad	Lfunc_begin4
	.quad	Ltmp52
	.quad	Ltmp57
	.quad	Ltmp54
	.quad	Ltmp20
	.quad	Ltmp56
	.quad	Lfunc_begin5
	.quad	Ltmp64
	.quad	Lfunc_begin8
	.quad	Ltmp70
	.quad	Ltmp81
	.quad	Ltmp85
	.quad	Lfunc_begin10
	.quad	Ltmp92
	.quad	Ltmp93
	.quad	Ltmp94
	.quad	Lfunc_begin11
	.quad	Ltmp97
	.quad	Ltmp143
	.quad	Ltmp148
	.quad	Ltmp115
	.quad	Ltmp117
	.quad	Ltmp118
	.quad	Ltmp145
	.quad	Ltmp124
	.quad	Ltmp125
	.quad	Ltmp127
	.quad	Ltmp147
	.quad	Lfunc_begin15
	.quad	Ltmp154
	.quad	Ltmp156
	.quad	Lfunc_begin18
	.quad	Ltmp181
	.quad	Ltmp192
	.quad	Ltmp186
	.quad	Ltmp191
	.quad	Lfunc_begin20
	.quad	Ltmp202
	.quad	Lfunc_begin23
	.quad	Ltmp220
	.quad	Ltmp221
	.quad	Ltmp222
	.quad	Lfunc_begin24
	.quad	Ltmp228
	.quad	Ltmp229
	.quad	Ltmp262
	.quad	Ltmp269
	.quad	Ltmp264
	.quad	Ltmp235
	.quad	Ltmp237
	.quad	Ltmp259
	.quad	Lfunc_begin27
	.quad	Ltmp273
	.quad	Ltmp296
	.quad	Ltmp297
	.quad	Ltmp381
	.quad	Ltmp389
	.quad	Ltmp302
	.quad	Ltmp397
	.quad	Ltmp403
	.quad	Ltmp347
	.quad	Ltmp351
	.quad	Ltmp353
	.quad	Ltmp354
	.quad	Ltmp355
	.quad	Ltmp361
	.quad	Ltmp404
	.quad	Ltmp365
	.quad	Ltmp369
	.quad	Ltmp373
	.quad	Ltmp376
	.quad	Ltmp378
	.quad	Ltmp399
	.quad	Ltmp401
	.quad	Ltmp405
	.quad	Lfunc_begin34
	.quad	Lfunc_begin46
	.quad	Ltmp417
	.quad	Lfunc_begin48
	.quad	Ltmp422
	.quad	Lfunc_begin49
	.quad	Ltmp429
	.quad	Lfunc_begin50
	.quad	Ltmp440
	.quad	Lfunc_begin53
	.quad	Lfunc_begin54
	.quad	Ltmp477
	.quad	Ltmp479
	.quad	Ltmp481
	.quad	Ltmp455
	.quad	Ltmp457
	.quad	Ltmp460
	.quad	Ltmp462
	.quad	Ltmp464
	.quad	Ltmp470
	.quad	Lfunc_begin55
	.quad	Ltmp510
	.quad	Ltmp512
	.quad	Ltmp514
	.quad	Ltmp488
	.quad	Ltmp490
	.quad	Ltmp493
	.quad	Ltmp495
	.quad	Ltmp497
	.quad	Ltmp503
	.quad	Lfunc_begin57
	.quad	Lfunc_begin64
	.quad	Ltmp530
	.quad	Lfunc_begin68
	.quad	Lfunc_begin69
	.quad	Lfunc_begin70
	.quad	Lfunc_begin71
	.quad	Ltmp543
	.quad	Ltmp545
	.quad	Lfunc_begin72
	.quad	Ltmp556
	.quad	Ltmp557
	.quad	Lfunc_begin73
	.quad	Ltmp572
	.quad	Lfunc_begin76
	.quad	Ltmp579
	.quad	Ltmp580
	.quad	Ltmp585
	.quad	Ltmp605
	.quad	Ltmp607
	.quad	Ltmp624
	.quad	Ltmp603
	.quad	Ltmp610
	.quad	Ltmp611
	.quad	Ltmp615
	.quad	Ltmp616
	.quad	Ltmp618
	.quad	Ltmp619
	.quad	Ltmp621
	.quad	Lfunc_begin77
	.quad	Ltmp631
	.quad	Ltmp632
	.quad	Ltmp654
	.quad	Ltmp643
	.quad	Ltmp647
	.quad	Ltmp649
	.quad	Ltmp651
	.quad	Lfunc_begin80
	.quad	Ltmp660
	.quad	Lfunc_begin84
	.quad	Ltmp664
	.quad	Ltmp666
	.quad	Lfunc_begin85
	.quad	Lfunc_begin88
	.quad	Ltmp678
	.quad	Ltmp681
	.quad	Ltmp684
	.quad	Ltmp686
	.quad	Lfunc_begin89
	.quad	Ltmp689
	.quad	Ltmp697
	.quad	Lfunc_begin90
	.quad	Ltmp701
	.quad	Ltmp702
	.quad	Ltmp740
	.quad	Ltmp712
	.quad	Ltmp716
	.quad	Ltmp742
	.quad	Ltmp726
	.quad	Ltmp731
	.quad	Ltmp753
	.quad	Lfunc_begin91
	.quad	Ltmp764
	.quad	Lfunc_begin97
	.quad	Lfunc_begin100
	.quad	Ltmp803
	.quad	Ltmp805
	.quad	Ltmp807
	.quad	Ltmp781
	.quad	Ltmp783
	.quad	Ltmp786
	.quad	Ltmp788
	.quad	Ltmp790
	.quad	Ltmp796
	.quad	Lfunc_begin101
	.quad	Lfunc_begin102
	.quad	Lfunc_begin103
	.quad	Ltmp815
	.quad	Lfunc_begin104
	.quad	Ltmp821
	.quad	Lfunc_begin105
	.quad	Lfunc_begin109
	.quad	Ltmp828
	.quad	Lfunc_begin110
	.quad	Lfunc_begin112
	.quad	Ltmp833
	.quad	Lfunc_begin113
	.quad	Lfunc_begin114
	.quad	Ltmp837
	.quad	Lfunc_begin115
	.quad	Lfunc_begin118
	.quad	Ltmp843
	.quad	Ltmp845
	.quad	Ltmp847
	.quad	Ltmp849
	.quad	Lfunc_begin119
	.quad	Ltmp851
	.quad	Ltmp853
	.quad	Lfunc_begin120
	.quad	Ltmp857
	.quad	Ltmp859
	.quad	Ltmp862
	.quad	Ltmp864
	.quad	Ltmp866
	.quad	Lfunc_begin122
	.quad	Ltmp869
	.quad	Ltmp871
	.quad	Ltmp874
	.quad	Ltmp876
	.quad	Ltmp878
	.quad	Ltmp880
	.quad	Lfunc_begin124
	.quad	Ltmp883
	.quad	Lfunc_begin126
	.quad	Lfunc_begin128
	.quad	Ltmp889
	.quad	Lfunc_begin130
	.quad	Lfunc_begin131
	.quad	Lfunc_begin132
	.quad	Ltmp897
	.quad	Lfunc_begin133
	.quad	Lfunc_begin135
	.quad	Ltmp906
	.quad	Ltmp908
	.quad	Lfunc_begin136
	.quad	Ltmp917
	.quad	Ltmp919
	.quad	Lfunc_begin137
	.quad	Ltmp922
	.quad	Lfunc_begin138
	.quad	Ltmp926
	.quad	Lfunc_begin140
Ldebug_addr_end0:
	.section	__DWARF,__debug_names,regular,debug
Ldebug_names_begin:
.set Lset470, Lnames_end0-Lnames_start0
	.long	Lset470
Lnames_start0:
	.short	5
	.short	0
	.long	2
	.long	0
	.long	0
	.long	91
	.long	186
.set Lset471, Lnames_abbrev_end0-Lnames_abbrev_start0
	.long	Lset471
	.long	8
	.ascii	"LLVM0700"
.set Lset472, Lcu_begin0-Lsection_info
	.long	Lset472
.set Lset473, Lcu_begin1-Lsection_info
	.long	Lset473
	.long	1
	.long	0
	.long	4
	.long	6
	.long	7
	.long	9
	.long	0
	.long	0
	.long	10
	.long	12
	.long	14
	.long	18
	.long	19
	.long	20
	.long	21
	.long	23
	.long	25
	.long	27
	.long	28
	.long	30
	.long	33
	.long	35
	.long	36
	.long	37
	.long	38
	.long	40
	.long	44
	.long	0
	.long	49
	.long	52
	.long	55
	.long	58
	.long	59
	.long	0
	.long	60
	.long	61
	.long	62
	.long	66
	.long	67
	.long	69
	.long	74
	.long	76
	.long	80
	.long	83
	.long	84
	.long	86
	.long	90
	.long	92
	.long	0
	.long	93
	.long	94
	.long	97
	.long	102
	.long	105
	.long	106
	.long	108
	.long	110
	.long	111
	.long	114
	.long	116
	.long	118
	.long	120
	.long	121
	.long	125
	.long	126
	.long	132
	.long	134
	.long	135
	.long	138
	.long	139
	.long	140
	.long	143
	.long	146
	.long	151
	.long	153
	.long	159
	.long	162
	.long	163
	.long	0
	.long	165
	.long	168
	.long	172
	.long	0
	.long	173
	.long	175
	.long	177
	.long	0
	.long	180
	.long	0
	.long	183
	.long	185
	.long	1205760647
	.long	-1784408700
	.long	-1639313750
	.long	-1032239735
	.long	-868652038
	.long	-378875295
	.long	208369711
	.long	-480791472
	.long	-603695070
	.long	660095626
	.long	1228535407
	.long	155305705
	.long	-636867842
	.long	687735149
	.long	1156707107
	.long	-1847043353
	.long	-531340874
	.long	1527689265
	.long	1045972394
	.long	169623922
	.long	353201863
	.long	368742388
	.long	623248823
	.long	2090540740
	.long	1382113203
	.long	-229816099
	.long	295422781
	.long	-2129043973
	.long	-130812738
	.long	-2076834360
	.long	-1945167097
	.long	-669217877
	.long	-2027668333
	.long	-1149129945
	.long	18806627
	.long	2109295119
	.long	1466744848
	.long	1164651694
	.long	1263900025
	.long	1094472040
	.long	1371706361
	.long	1665633176
	.long	-1286988934
	.long	1495802516
	.long	1693008616
	.long	-1752253824
	.long	-1636201433
	.long	-1394928492
	.long	422026269
	.long	1884680917
	.long	-2127971073
	.long	900606918
	.long	1431656892
	.long	1727934055
	.long	347189873
	.long	351317997
	.long	1731864437
	.long	1507133295
	.long	773871039
	.long	-522515852
	.long	793133467
	.long	5861983
	.long	259017613
	.long	1608813424
	.long	-397677409
	.long	-427498927
	.long	361160019
	.long	462076471
	.long	515775390
	.long	895614759
	.long	1118470756
	.long	-657578229
	.long	-66019170
	.long	277698370
	.long	-10299414
	.long	332160324
	.long	1225433614
	.long	-1155613037
	.long	-259844072
	.long	515635799
	.long	1783609415
	.long	-408040301
	.long	-1895777369
	.long	1976728616
	.long	2055694776
	.long	2090478981
	.long	-913128336
	.long	-725755150
	.long	-556676604
	.long	1637106790
	.long	-167556326
	.long	-729391690
	.long	-1601814148
	.long	1227316504
	.long	2089198525
	.long	-892695464
	.long	868636638
	.long	-1634451842
	.long	-670858848
	.long	-653712719
	.long	-125696958
	.long	2128505249
	.long	-834589596
	.long	-347815399
	.long	-1032322403
	.long	1040181105
	.long	-953275798
	.long	-748834014
	.long	-369016485
	.long	2031886458
	.long	1430215207
	.long	-475876873
	.long	-202140956
	.long	81003162
	.long	-1200783782
	.long	437833364
	.long	794892157
	.long	307620464
	.long	-863632875
	.long	1648557972
	.long	246080442
	.long	347986337
	.long	-210756194
	.long	-154039807
	.long	-543180376
	.long	5892769
	.long	690330159
	.long	895227397
	.long	948710099
	.long	-1927546813
	.long	-1927546813
	.long	233976080
	.long	-243343746
	.long	-968928878
	.long	438855757
	.long	1433692873
	.long	2112756895
	.long	-1896693532
	.long	1905241043
	.long	1238976900
	.long	2090719792
	.long	-1663704228
	.long	1242337713
	.long	1897884969
	.long	2108701120
	.long	199457603
	.long	-1732289652
	.long	-627891539
	.long	-137842161
	.long	-137842161
	.long	1284235298
	.long	1469912699
	.long	597461666
	.long	597461666
	.long	1369429772
	.long	1658324560
	.long	-1959311081
	.long	-1756482455
	.long	148705359
	.long	193505114
	.long	1707399951
	.long	-1662491192
	.long	-1509237636
	.long	-936908606
	.long	1735881772
	.long	2090370361
	.long	-526381760
	.long	71560387
	.long	2090320585
	.long	-658872117
	.long	-99921452
	.long	-1851901408
	.long	274826089
	.long	-922321482
	.long	271189912
	.long	-1461558179
	.long	226837241
	.long	1603284495
	.long	-305396990
	.long	215632777
	.long	868623570
	.long	-1586953719
	.long	1915713525
	.long	-1930967114
	.long	-2048751598
	.long	-1958372127
	.long	605
	.long	3854
	.long	8388
	.long	6221
	.long	8984
	.long	453
	.long	5095
	.long	5487
	.long	5828
	.long	3474
	.long	1539
	.long	1783
	.long	7532
	.long	4671
	.long	7657
	.long	7995
	.long	8220
	.long	8109
	.long	6978
	.long	2044
	.long	7095
	.long	1416
	.long	5670
	.long	323
	.long	3237
	.long	1614
	.long	4782
	.long	6397
	.long	2241
	.long	1104
	.long	7372
	.long	1429
	.long	3634
	.long	1329
	.long	4096
	.long	3840
	.long	4469
	.long	1126
	.long	708
	.long	6932
	.long	5630
	.long	5781
	.long	1627
	.long	3159
	.long	878
	.long	2632
	.long	1968
	.long	6085
	.long	2307
	.long	4719
	.long	7736
	.long	8191
	.long	7250
	.long	6638
	.long	3525
	.long	1991
	.long	2154
	.long	8461
	.long	8676
	.long	2890
	.long	4360
	.long	4888
	.long	2884
	.long	3066
	.long	3753
	.long	7565
	.long	7874
	.long	3294
	.long	6170
	.long	8708
	.long	2875
	.long	2433
	.long	1868
	.long	1067
	.long	557
	.long	1173
	.long	8996
	.long	385
	.long	151
	.long	5037
	.long	6852
	.long	4891
	.long	7197
	.long	5216
	.long	1073
	.long	448
	.long	1512
	.long	242
	.long	5190
	.long	6519
	.long	1228
	.long	4031
	.long	7270
	.long	4260
	.long	7612
	.long	6776
	.long	328
	.long	2582
	.long	5327
	.long	8043
	.long	1461
	.long	7597
	.long	4042
	.long	7899
	.long	5929
	.long	5418
	.long	7514
	.long	97
	.long	2409
	.long	3548
	.long	2928
	.long	7789
	.long	7174
	.long	2570
	.long	5004
	.long	2532
	.long	6687
	.long	483
	.long	1058
	.long	6036
	.long	8285
	.long	8166
	.long	1269
	.long	7465
	.long	3433
	.long	7939
	.long	8542
	.long	960
	.long	2090
	.long	1468
	.long	1490
	.long	8880
	.long	7481
	.long	3137
	.long	1160
	.long	4004
	.long	3589
	.long	6306
	.long	8789
	.long	4581
	.long	2577
	.long	2980
	.long	2770
	.long	3953
	.long	3370
	.long	1182
	.long	7009
	.long	7812
	.long	4158
	.long	4209
	.long	5543
	.long	8635
	.long	3111
	.long	3211
	.long	8807
	.long	809
	.long	2065
	.long	5710
	.long	2715
	.long	3088
	.long	6466
	.long	256
	.long	3078
	.long	7702
	.long	2835
	.long	186
	.long	2346
	.long	647
	.long	105
	.long	2607
	.long	535
	.long	2320
	.long	1621
	.long	342
	.long	2314
	.long	7338
	.long	3027
	.long	191
	.long	3092
	.long	110
	.long	1044
	.long	7069
	.long	1189
	.long	3034
	.long	1666
	.long	1376
.set Lset474, Lnames15-Lnames_entries0
	.long	Lset474
.set Lset475, Lnames97-Lnames_entries0
	.long	Lset475
.set Lset476, Lnames175-Lnames_entries0
	.long	Lset476
.set Lset477, Lnames133-Lnames_entries0
	.long	Lset477
.set Lset478, Lnames184-Lnames_entries0
	.long	Lset478
.set Lset479, Lnames9-Lnames_entries0
	.long	Lset479
.set Lset480, Lnames117-Lnames_entries0
	.long	Lset480
.set Lset481, Lnames122-Lnames_entries0
	.long	Lset481
.set Lset482, Lnames127-Lnames_entries0
	.long	Lset482
.set Lset483, Lnames90-Lnames_entries0
	.long	Lset483
.set Lset484, Lnames43-Lnames_entries0
	.long	Lset484
.set Lset485, Lnames47-Lnames_entries0
	.long	Lset485
.set Lset486, Lnames156-Lnames_entries0
	.long	Lset486
.set Lset487, Lnames107-Lnames_entries0
	.long	Lset487
.set Lset488, Lnames160-Lnames_entries0
	.long	Lset488
.set Lset489, Lnames168-Lnames_entries0
	.long	Lset489
.set Lset490, Lnames172-Lnames_entries0
	.long	Lset490
.set Lset491, Lnames169-Lnames_entries0
	.long	Lset491
.set Lset492, Lnames143-Lnames_entries0
	.long	Lset492
.set Lset493, Lnames52-Lnames_entries0
	.long	Lset493
.set Lset494, Lnames146-Lnames_entries0
	.long	Lset494
.set Lset495, Lnames37-Lnames_entries0
	.long	Lset495
.set Lset496, Lnames125-Lnames_entries0
	.long	Lset496
.set Lset497, Lnames10-Lnames_entries0
	.long	Lset497
.set Lset498, Lnames85-Lnames_entries0
	.long	Lset498
.set Lset499, Lnames49-Lnames_entries0
	.long	Lset499
.set Lset500, Lnames112-Lnames_entries0
	.long	Lset500
.set Lset501, Lnames135-Lnames_entries0
	.long	Lset501
.set Lset502, Lnames56-Lnames_entries0
	.long	Lset502
.set Lset503, Lnames26-Lnames_entries0
	.long	Lset503
.set Lset504, Lnames152-Lnames_entries0
	.long	Lset504
.set Lset505, Lnames38-Lnames_entries0
	.long	Lset505
.set Lset506, Lnames95-Lnames_entries0
	.long	Lset506
.set Lset507, Lnames34-Lnames_entries0
	.long	Lset507
.set Lset508, Lnames103-Lnames_entries0
	.long	Lset508
.set Lset509, Lnames98-Lnames_entries0
	.long	Lset509
.set Lset510, Lnames110-Lnames_entries0
	.long	Lset510
.set Lset511, Lnames28-Lnames_entries0
	.long	Lset511
.set Lset512, Lnames17-Lnames_entries0
	.long	Lset512
.set Lset513, Lnames142-Lnames_entries0
	.long	Lset513
.set Lset514, Lnames124-Lnames_entries0
	.long	Lset514
.set Lset515, Lnames132-Lnames_entries0
	.long	Lset515
.set Lset516, Lnames45-Lnames_entries0
	.long	Lset516
.set Lset517, Lnames83-Lnames_entries0
	.long	Lset517
.set Lset518, Lnames20-Lnames_entries0
	.long	Lset518
.set Lset519, Lnames67-Lnames_entries0
	.long	Lset519
.set Lset520, Lnames50-Lnames_entries0
	.long	Lset520
.set Lset521, Lnames130-Lnames_entries0
	.long	Lset521
.set Lset522, Lnames59-Lnames_entries0
	.long	Lset522
.set Lset523, Lnames111-Lnames_entries0
	.long	Lset523
.set Lset524, Lnames162-Lnames_entries0
	.long	Lset524
.set Lset525, Lnames171-Lnames_entries0
	.long	Lset525
.set Lset526, Lnames149-Lnames_entries0
	.long	Lset526
.set Lset527, Lnames138-Lnames_entries0
	.long	Lset527
.set Lset528, Lnames92-Lnames_entries0
	.long	Lset528
.set Lset529, Lnames51-Lnames_entries0
	.long	Lset529
.set Lset530, Lnames55-Lnames_entries0
	.long	Lset530
.set Lset531, Lnames176-Lnames_entries0
	.long	Lset531
.set Lset532, Lnames179-Lnames_entries0
	.long	Lset532
.set Lset533, Lnames73-Lnames_entries0
	.long	Lset533
.set Lset534, Lnames109-Lnames_entries0
	.long	Lset534
.set Lset535, Lnames114-Lnames_entries0
	.long	Lset535
.set Lset536, Lnames72-Lnames_entries0
	.long	Lset536
.set Lset537, Lnames88-Lnames_entries0
	.long	Lset537
.set Lset538, Lnames96-Lnames_entries0
	.long	Lset538
.set Lset539, Lnames157-Lnames_entries0
	.long	Lset539
.set Lset540, Lnames165-Lnames_entries0
	.long	Lset540
.set Lset541, Lnames86-Lnames_entries0
	.long	Lset541
.set Lset542, Lnames131-Lnames_entries0
	.long	Lset542
.set Lset543, Lnames183-Lnames_entries0
	.long	Lset543
.set Lset544, Lnames74-Lnames_entries0
	.long	Lset544
.set Lset545, Lnames62-Lnames_entries0
	.long	Lset545
.set Lset546, Lnames48-Lnames_entries0
	.long	Lset546
.set Lset547, Lnames23-Lnames_entries0
	.long	Lset547
.set Lset548, Lnames14-Lnames_entries0
	.long	Lset548
.set Lset549, Lnames35-Lnames_entries0
	.long	Lset549
.set Lset550, Lnames185-Lnames_entries0
	.long	Lset550
.set Lset551, Lnames22-Lnames_entries0
	.long	Lset551
.set Lset552, Lnames3-Lnames_entries0
	.long	Lset552
.set Lset553, Lnames116-Lnames_entries0
	.long	Lset553
.set Lset554, Lnames141-Lnames_entries0
	.long	Lset554
.set Lset555, Lnames113-Lnames_entries0
	.long	Lset555
.set Lset556, Lnames148-Lnames_entries0
	.long	Lset556
.set Lset557, Lnames119-Lnames_entries0
	.long	Lset557
.set Lset558, Lnames24-Lnames_entries0
	.long	Lset558
.set Lset559, Lnames8-Lnames_entries0
	.long	Lset559
.set Lset560, Lnames42-Lnames_entries0
	.long	Lset560
.set Lset561, Lnames6-Lnames_entries0
	.long	Lset561
.set Lset562, Lnames118-Lnames_entries0
	.long	Lset562
.set Lset563, Lnames137-Lnames_entries0
	.long	Lset563
.set Lset564, Lnames32-Lnames_entries0
	.long	Lset564
.set Lset565, Lnames101-Lnames_entries0
	.long	Lset565
.set Lset566, Lnames150-Lnames_entries0
	.long	Lset566
.set Lset567, Lnames108-Lnames_entries0
	.long	Lset567
.set Lset568, Lnames159-Lnames_entries0
	.long	Lset568
.set Lset569, Lnames140-Lnames_entries0
	.long	Lset569
.set Lset570, Lnames12-Lnames_entries0
	.long	Lset570
.set Lset571, Lnames65-Lnames_entries0
	.long	Lset571
.set Lset572, Lnames120-Lnames_entries0
	.long	Lset572
.set Lset573, Lnames174-Lnames_entries0
	.long	Lset573
.set Lset574, Lnames39-Lnames_entries0
	.long	Lset574
.set Lset575, Lnames158-Lnames_entries0
	.long	Lset575
.set Lset576, Lnames102-Lnames_entries0
	.long	Lset576
.set Lset577, Lnames166-Lnames_entries0
	.long	Lset577
.set Lset578, Lnames128-Lnames_entries0
	.long	Lset578
.set Lset579, Lnames121-Lnames_entries0
	.long	Lset579
.set Lset580, Lnames155-Lnames_entries0
	.long	Lset580
.set Lset581, Lnames2-Lnames_entries0
	.long	Lset581
.set Lset582, Lnames61-Lnames_entries0
	.long	Lset582
.set Lset583, Lnames93-Lnames_entries0
	.long	Lset583
.set Lset584, Lnames75-Lnames_entries0
	.long	Lset584
.set Lset585, Lnames163-Lnames_entries0
	.long	Lset585
.set Lset586, Lnames147-Lnames_entries0
	.long	Lset586
.set Lset587, Lnames68-Lnames_entries0
	.long	Lset587
.set Lset588, Lnames115-Lnames_entries0
	.long	Lset588
.set Lset589, Lnames63-Lnames_entries0
	.long	Lset589
.set Lset590, Lnames139-Lnames_entries0
	.long	Lset590
.set Lset591, Lnames11-Lnames_entries0
	.long	Lset591
.set Lset592, Lnames27-Lnames_entries0
	.long	Lset592
.set Lset593, Lnames129-Lnames_entries0
	.long	Lset593
.set Lset594, Lnames173-Lnames_entries0
	.long	Lset594
.set Lset595, Lnames170-Lnames_entries0
	.long	Lset595
.set Lset596, Lnames33-Lnames_entries0
	.long	Lset596
.set Lset597, Lnames153-Lnames_entries0
	.long	Lset597
.set Lset598, Lnames89-Lnames_entries0
	.long	Lset598
.set Lset599, Lnames167-Lnames_entries0
	.long	Lset599
.set Lset600, Lnames177-Lnames_entries0
	.long	Lset600
.set Lset601, Lnames21-Lnames_entries0
	.long	Lset601
.set Lset602, Lnames54-Lnames_entries0
	.long	Lset602
.set Lset603, Lnames40-Lnames_entries0
	.long	Lset603
.set Lset604, Lnames41-Lnames_entries0
	.long	Lset604
.set Lset605, Lnames182-Lnames_entries0
	.long	Lset605
.set Lset606, Lnames154-Lnames_entries0
	.long	Lset606
.set Lset607, Lnames82-Lnames_entries0
	.long	Lset607
.set Lset608, Lnames31-Lnames_entries0
	.long	Lset608
.set Lset609, Lnames100-Lnames_entries0
	.long	Lset609
.set Lset610, Lnames94-Lnames_entries0
	.long	Lset610
.set Lset611, Lnames134-Lnames_entries0
	.long	Lset611
.set Lset612, Lnames180-Lnames_entries0
	.long	Lset612
.set Lset613, Lnames106-Lnames_entries0
	.long	Lset613
.set Lset614, Lnames64-Lnames_entries0
	.long	Lset614
.set Lset615, Lnames76-Lnames_entries0
	.long	Lset615
.set Lset616, Lnames70-Lnames_entries0
	.long	Lset616
.set Lset617, Lnames99-Lnames_entries0
	.long	Lset617
.set Lset618, Lnames87-Lnames_entries0
	.long	Lset618
.set Lset619, Lnames29-Lnames_entries0
	.long	Lset619
.set Lset620, Lnames144-Lnames_entries0
	.long	Lset620
.set Lset621, Lnames164-Lnames_entries0
	.long	Lset621
.set Lset622, Lnames104-Lnames_entries0
	.long	Lset622
.set Lset623, Lnames105-Lnames_entries0
	.long	Lset623
.set Lset624, Lnames123-Lnames_entries0
	.long	Lset624
.set Lset625, Lnames178-Lnames_entries0
	.long	Lset625
.set Lset626, Lnames81-Lnames_entries0
	.long	Lset626
.set Lset627, Lnames84-Lnames_entries0
	.long	Lset627
.set Lset628, Lnames181-Lnames_entries0
	.long	Lset628
.set Lset629, Lnames18-Lnames_entries0
	.long	Lset629
.set Lset630, Lnames53-Lnames_entries0
	.long	Lset630
.set Lset631, Lnames126-Lnames_entries0
	.long	Lset631
.set Lset632, Lnames69-Lnames_entries0
	.long	Lset632
.set Lset633, Lnames79-Lnames_entries0
	.long	Lset633
.set Lset634, Lnames136-Lnames_entries0
	.long	Lset634
.set Lset635, Lnames7-Lnames_entries0
	.long	Lset635
.set Lset636, Lnames91-Lnames_entries0
	.long	Lset636
.set Lset637, Lnames161-Lnames_entries0
	.long	Lset637
.set Lset638, Lnames71-Lnames_entries0
	.long	Lset638
.set Lset639, Lnames4-Lnames_entries0
	.long	Lset639
.set Lset640, Lnames60-Lnames_entries0
	.long	Lset640
.set Lset641, Lnames16-Lnames_entries0
	.long	Lset641
.set Lset642, Lnames0-Lnames_entries0
	.long	Lset642
.set Lset643, Lnames66-Lnames_entries0
	.long	Lset643
.set Lset644, Lnames13-Lnames_entries0
	.long	Lset644
.set Lset645, Lnames58-Lnames_entries0
	.long	Lset645
.set Lset646, Lnames44-Lnames_entries0
	.long	Lset646
.set Lset647, Lnames19-Lnames_entries0
	.long	Lset647
.set Lset648, Lnames57-Lnames_entries0
	.long	Lset648
.set Lset649, Lnames151-Lnames_entries0
	.long	Lset649
.set Lset650, Lnames77-Lnames_entries0
	.long	Lset650
.set Lset651, Lnames5-Lnames_entries0
	.long	Lset651
.set Lset652, Lnames80-Lnames_entries0
	.long	Lset652
.set Lset653, Lnames1-Lnames_entries0
	.long	Lset653
.set Lset654, Lnames25-Lnames_entries0
	.long	Lset654
.set Lset655, Lnames145-Lnames_entries0
	.long	Lset655
.set Lset656, Lnames30-Lnames_entries0
	.long	Lset656
.set Lset657, Lnames78-Lnames_entries0
	.long	Lset657
.set Lset658, Lnames46-Lnames_entries0
	.long	Lset658
.set Lset659, Lnames36-Lnames_entries0
	.long	Lset659
Lnames_abbrev_start0:
	.ascii	"\232."
	.byte	46
	.byte	1
	.byte	11
	.byte	3
	.byte	19
	.byte	4
	.byte	25
	.byte	0
	.byte	0
	.ascii	"\272\035"
	.byte	29
	.byte	1
	.byte	11
	.byte	3
	.byte	19
	.byte	4
	.byte	19
	.byte	0
	.byte	0
	.byte	0
Lnames_abbrev_end0:
Lnames_entries0:
Lnames15:
L108:
	.ascii	"\272\035"
	.byte	0
	.long	177
.set Lset660, L394-Lnames_entries0
	.long	Lset660
L190:
	.ascii	"\272\035"
	.byte	0
	.long	537
.set Lset661, L61-Lnames_entries0
	.long	Lset661
L368:
	.ascii	"\272\035"
	.byte	0
	.long	709
.set Lset662, L357-Lnames_entries0
	.long	Lset662
L332:
	.ascii	"\272\035"
	.byte	0
	.long	936
.set Lset663, L23-Lnames_entries0
	.long	Lset663
L15:
	.ascii	"\272\035"
	.byte	0
	.long	1219
.set Lset664, L76-Lnames_entries0
	.long	Lset664
L191:
	.ascii	"\272\035"
	.byte	0
	.long	1537
.set Lset665, L243-Lnames_entries0
	.long	Lset665
L312:
	.ascii	"\272\035"
	.byte	0
	.long	1697
.set Lset666, L222-Lnames_entries0
	.long	Lset666
L47:
	.ascii	"\272\035"
	.byte	0
	.long	1922
.set Lset667, L37-Lnames_entries0
	.long	Lset667
L3:
	.ascii	"\272\035"
	.byte	0
	.long	3473
.set Lset668, L146-Lnames_entries0
	.long	Lset668
L100:
	.ascii	"\272\035"
	.byte	0
	.long	3642
.set Lset669, L349-Lnames_entries0
	.long	Lset669
L248:
	.ascii	"\232."
	.byte	0
	.long	4828
	.byte	0
Lnames97:
L378:
	.ascii	"\232."
	.byte	0
	.long	2191
	.byte	0
Lnames175:
L233:
	.ascii	"\232."
	.byte	0
	.long	4678
	.byte	0
Lnames133:
L402:
	.ascii	"\232."
	.byte	0
	.long	3307
	.byte	0
Lnames184:
L77:
	.ascii	"\232."
	.byte	0
	.long	5078
	.byte	0
Lnames9:
L130:
	.ascii	"\232."
	.byte	0
	.long	144
	.byte	0
Lnames117:
L117:
	.ascii	"\232."
	.byte	0
	.long	2777
	.byte	0
Lnames122:
L254:
	.ascii	"\232."
	.byte	0
	.long	2867
	.byte	0
Lnames127:
L448:
	.ascii	"\232."
	.byte	0
	.long	2985
	.byte	0
Lnames90:
L37:
	.ascii	"\272\035"
	.byte	0
	.long	1914
.set Lset670, L289-Lnames_entries0
	.long	Lset670
	.byte	0
Lnames43:
L323:
	.ascii	"\272\035"
	.byte	0
	.long	481
.set Lset671, L388-Lnames_entries0
	.long	Lset671
L330:
	.ascii	"\272\035"
	.byte	0
	.long	2272
.set Lset672, L189-Lnames_entries0
	.long	Lset672
L103:
	.ascii	"\272\035"
	.byte	0
	.long	2762
.set Lset673, L322-Lnames_entries0
	.long	Lset673
L58:
	.ascii	"\272\035"
	.byte	0
	.long	3956
.set Lset674, L125-Lnames_entries0
	.long	Lset674
L398:
	.ascii	"\272\035"
	.byte	0
	.long	4912
.set Lset675, L338-Lnames_entries0
	.long	Lset675
	.byte	0
Lnames47:
L36:
	.ascii	"\272\035"
	.byte	0
	.long	563
.set Lset676, L232-Lnames_entries0
	.long	Lset676
	.byte	0
Lnames156:
L440:
	.ascii	"\272\035"
	.byte	0
	.long	4301
.set Lset677, L245-Lnames_entries0
	.long	Lset677
	.byte	0
Lnames107:
L426:
	.ascii	"\272\035"
	.byte	0
	.long	2315
.set Lset678, L433-Lnames_entries0
	.long	Lset678
L148:
	.ascii	"\272\035"
	.byte	0
	.long	2524
.set Lset679, L127-Lnames_entries0
	.long	Lset679
L55:
	.ascii	"\272\035"
	.byte	0
	.long	3978
.set Lset680, L446-Lnames_entries0
	.long	Lset680
	.byte	0
Lnames160:
L235:
	.ascii	"\232."
	.byte	0
	.long	4358
	.byte	0
Lnames168:
L160:
	.ascii	"\232."
	.byte	0
	.long	4505
	.byte	0
Lnames172:
L35:
	.ascii	"\272\035"
	.byte	0
	.long	4608
.set Lset681, L149-Lnames_entries0
	.long	Lset681
	.byte	0
Lnames169:
L149:
	.ascii	"\232."
	.byte	0
	.long	4573
	.byte	0
Lnames143:
L255:
	.ascii	"\232."
	.byte	0
	.long	3888
	.byte	0
Lnames52:
L82:
	.ascii	"\272\035"
	.byte	0
	.long	734
.set Lset682, L357-Lnames_entries0
	.long	Lset682
L96:
	.ascii	"\272\035"
	.byte	0
	.long	3500
.set Lset683, L146-Lnames_entries0
	.long	Lset683
	.byte	0
Lnames146:
L446:
	.ascii	"\232."
	.byte	0
	.long	3971
	.byte	0
Lnames37:
L226:
	.ascii	"\272\035"
	.byte	0
	.long	387
.set Lset684, L264-Lnames_entries0
	.long	Lset684
L435:
	.ascii	"\272\035"
	.byte	0
	.long	608
.set Lset685, L61-Lnames_entries0
	.long	Lset685
L373:
	.ascii	"\272\035"
	.byte	0
	.long	633
.set Lset686, L61-Lnames_entries0
	.long	Lset686
L381:
	.ascii	"\272\035"
	.byte	0
	.long	1025
.set Lset687, L83-Lnames_entries0
	.long	Lset687
L150:
	.ascii	"\272\035"
	.byte	0
	.long	1065
.set Lset688, L70-Lnames_entries0
	.long	Lset688
L172:
	.ascii	"\272\035"
	.byte	0
	.long	1160
.set Lset689, L320-Lnames_entries0
	.long	Lset689
L80:
	.ascii	"\272\035"
	.byte	0
	.long	1185
.set Lset690, L320-Lnames_entries0
	.long	Lset690
L227:
	.ascii	"\272\035"
	.byte	0
	.long	1645
.set Lset691, L318-Lnames_entries0
	.long	Lset691
L166:
	.ascii	"\272\035"
	.byte	0
	.long	1778
.set Lset692, L318-Lnames_entries0
	.long	Lset692
L43:
	.ascii	"\272\035"
	.byte	0
	.long	2140
.set Lset693, L283-Lnames_entries0
	.long	Lset693
L65:
	.ascii	"\272\035"
	.byte	0
	.long	2372
.set Lset694, L433-Lnames_entries0
	.long	Lset694
L437:
	.ascii	"\272\035"
	.byte	0
	.long	2397
.set Lset695, L433-Lnames_entries0
	.long	Lset695
L135:
	.ascii	"\272\035"
	.byte	0
	.long	2414
.set Lset696, L433-Lnames_entries0
	.long	Lset696
L202:
	.ascii	"\272\035"
	.byte	0
	.long	2581
.set Lset697, L127-Lnames_entries0
	.long	Lset697
L418:
	.ascii	"\272\035"
	.byte	0
	.long	2606
.set Lset698, L127-Lnames_entries0
	.long	Lset698
L159:
	.ascii	"\272\035"
	.byte	0
	.long	2623
.set Lset699, L127-Lnames_entries0
	.long	Lset699
L198:
	.ascii	"\272\035"
	.byte	0
	.long	2889
.set Lset700, L254-Lnames_entries0
	.long	Lset700
L152:
	.ascii	"\272\035"
	.byte	0
	.long	3026
.set Lset701, L448-Lnames_entries0
	.long	Lset701
L291:
	.ascii	"\272\035"
	.byte	0
	.long	3156
.set Lset702, L448-Lnames_entries0
	.long	Lset702
L266:
	.ascii	"\272\035"
	.byte	0
	.long	3183
.set Lset703, L448-Lnames_entries0
	.long	Lset703
L107:
	.ascii	"\272\035"
	.byte	0
	.long	4040
.set Lset704, L446-Lnames_entries0
	.long	Lset704
L250:
	.ascii	"\272\035"
	.byte	0
	.long	4067
.set Lset705, L446-Lnames_entries0
	.long	Lset705
L375:
	.ascii	"\272\035"
	.byte	0
	.long	4086
.set Lset706, L446-Lnames_entries0
	.long	Lset706
L334:
	.ascii	"\272\035"
	.byte	0
	.long	4753
.set Lset707, L233-Lnames_entries0
	.long	Lset707
L57:
	.ascii	"\232."
	.byte	0
	.long	4876
	.byte	0
Lnames125:
L279:
	.ascii	"\232."
	.byte	0
	.long	2936
	.byte	0
Lnames10:
L168:
	.ascii	"\272\035"
	.byte	0
	.long	151
.set Lset708, L130-Lnames_entries0
	.long	Lset708
L365:
	.ascii	"\272\035"
	.byte	0
	.long	360
.set Lset709, L264-Lnames_entries0
	.long	Lset709
L286:
	.ascii	"\272\035"
	.byte	0
	.long	528
.set Lset710, L61-Lnames_entries0
	.long	Lset710
L239:
	.ascii	"\272\035"
	.byte	0
	.long	885
.set Lset711, L1-Lnames_entries0
	.long	Lset711
L207:
	.ascii	"\272\035"
	.byte	0
	.long	1312
.set Lset712, L320-Lnames_entries0
	.long	Lset712
L270:
	.ascii	"\272\035"
	.byte	0
	.long	1433
.set Lset713, L318-Lnames_entries0
	.long	Lset713
L143:
	.ascii	"\272\035"
	.byte	0
	.long	1460
.set Lset714, L318-Lnames_entries0
	.long	Lset714
L217:
	.ascii	"\272\035"
	.byte	0
	.long	1614
.set Lset715, L318-Lnames_entries0
	.long	Lset715
L34:
	.ascii	"\272\035"
	.byte	0
	.long	1662
.set Lset716, L318-Lnames_entries0
	.long	Lset716
L253:
	.ascii	"\272\035"
	.byte	0
	.long	1853
.set Lset717, L318-Lnames_entries0
	.long	Lset717
L379:
	.ascii	"\272\035"
	.byte	0
	.long	1871
.set Lset718, L318-Lnames_entries0
	.long	Lset718
	.byte	0
Lnames85:
L104:
	.ascii	"\272\035"
	.byte	0
	.long	1442
.set Lset719, L318-Lnames_entries0
	.long	Lset719
	.byte	0
Lnames49:
L162:
	.ascii	"\272\035"
	.byte	0
	.long	688
.set Lset720, L61-Lnames_entries0
	.long	Lset720
	.byte	0
Lnames112:
L127:
	.ascii	"\232."
	.byte	0
	.long	2518
	.byte	0
Lnames135:
L203:
	.ascii	"\272\035"
	.byte	0
	.long	3349
.set Lset721, L402-Lnames_entries0
	.long	Lset721
	.byte	0
Lnames56:
L113:
	.ascii	"\272\035"
	.byte	0
	.long	777
.set Lset722, L162-Lnames_entries0
	.long	Lset722
	.byte	0
Lnames26:
L313:
	.ascii	"\272\035"
	.byte	0
	.long	295
.set Lset723, L238-Lnames_entries0
	.long	Lset723
L251:
	.ascii	"\272\035"
	.byte	0
	.long	1330
.set Lset724, L320-Lnames_entries0
	.long	Lset724
	.byte	0
Lnames152:
L183:
	.ascii	"\272\035"
	.byte	0
	.long	4247
.set Lset725, L290-Lnames_entries0
	.long	Lset725
	.byte	0
Lnames38:
L384:
	.ascii	"\272\035"
	.byte	0
	.long	395
.set Lset726, L226-Lnames_entries0
	.long	Lset726
L81:
	.ascii	"\272\035"
	.byte	0
	.long	620
.set Lset727, L435-Lnames_entries0
	.long	Lset727
L261:
	.ascii	"\272\035"
	.byte	0
	.long	645
.set Lset728, L373-Lnames_entries0
	.long	Lset728
L344:
	.ascii	"\272\035"
	.byte	0
	.long	1033
.set Lset729, L381-Lnames_entries0
	.long	Lset729
L106:
	.ascii	"\272\035"
	.byte	0
	.long	1073
.set Lset730, L150-Lnames_entries0
	.long	Lset730
L153:
	.ascii	"\272\035"
	.byte	0
	.long	1172
.set Lset731, L172-Lnames_entries0
	.long	Lset731
L275:
	.ascii	"\272\035"
	.byte	0
	.long	1193
.set Lset732, L80-Lnames_entries0
	.long	Lset732
L62:
	.ascii	"\272\035"
	.byte	0
	.long	1653
.set Lset733, L227-Lnames_entries0
	.long	Lset733
L393:
	.ascii	"\272\035"
	.byte	0
	.long	1790
.set Lset734, L166-Lnames_entries0
	.long	Lset734
L309:
	.ascii	"\272\035"
	.byte	0
	.long	2152
.set Lset735, L43-Lnames_entries0
	.long	Lset735
L314:
	.ascii	"\272\035"
	.byte	0
	.long	2384
.set Lset736, L65-Lnames_entries0
	.long	Lset736
L2:
	.ascii	"\272\035"
	.byte	0
	.long	2405
.set Lset737, L437-Lnames_entries0
	.long	Lset737
L63:
	.ascii	"\272\035"
	.byte	0
	.long	2426
.set Lset738, L135-Lnames_entries0
	.long	Lset738
L109:
	.ascii	"\272\035"
	.byte	0
	.long	2593
.set Lset739, L202-Lnames_entries0
	.long	Lset739
L271:
	.ascii	"\272\035"
	.byte	0
	.long	2614
.set Lset740, L418-Lnames_entries0
	.long	Lset740
L366:
	.ascii	"\272\035"
	.byte	0
	.long	2635
.set Lset741, L159-Lnames_entries0
	.long	Lset741
L300:
	.ascii	"\272\035"
	.byte	0
	.long	2901
.set Lset742, L198-Lnames_entries0
	.long	Lset742
L454:
	.ascii	"\272\035"
	.byte	0
	.long	3039
.set Lset743, L152-Lnames_entries0
	.long	Lset743
L180:
	.ascii	"\272\035"
	.byte	0
	.long	3169
.set Lset744, L291-Lnames_entries0
	.long	Lset744
L371:
	.ascii	"\272\035"
	.byte	0
	.long	3196
.set Lset745, L266-Lnames_entries0
	.long	Lset745
L17:
	.ascii	"\272\035"
	.byte	0
	.long	4053
.set Lset746, L107-Lnames_entries0
	.long	Lset746
L192:
	.ascii	"\272\035"
	.byte	0
	.long	4076
.set Lset747, L250-Lnames_entries0
	.long	Lset747
L25:
	.ascii	"\272\035"
	.byte	0
	.long	4099
.set Lset748, L375-Lnames_entries0
	.long	Lset748
L86:
	.ascii	"\272\035"
	.byte	0
	.long	4766
.set Lset749, L334-Lnames_entries0
	.long	Lset749
L121:
	.ascii	"\272\035"
	.byte	0
	.long	4887
.set Lset750, L57-Lnames_entries0
	.long	Lset750
	.byte	0
Lnames95:
L283:
	.ascii	"\232."
	.byte	0
	.long	2130
L278:
	.ascii	"\272\035"
	.byte	0
	.long	4740
.set Lset751, L233-Lnames_entries0
	.long	Lset751
	.byte	0
Lnames34:
	.ascii	"\272\035"
	.byte	0
	.long	360
.set Lset752, L264-Lnames_entries0
	.long	Lset752
	.ascii	"\272\035"
	.byte	0
	.long	1312
.set Lset753, L320-Lnames_entries0
	.long	Lset753
	.ascii	"\272\035"
	.byte	0
	.long	1662
.set Lset754, L318-Lnames_entries0
	.long	Lset754
	.ascii	"\272\035"
	.byte	0
	.long	1853
.set Lset755, L318-Lnames_entries0
	.long	Lset755
	.byte	0
Lnames103:
L447:
	.ascii	"\272\035"
	.byte	0
	.long	2229
.set Lset756, L164-Lnames_entries0
	.long	Lset756
L219:
	.ascii	"\272\035"
	.byte	0
	.long	2237
.set Lset757, L164-Lnames_entries0
	.long	Lset757
L405:
	.ascii	"\272\035"
	.byte	0
	.long	2463
.set Lset758, L11-Lnames_entries0
	.long	Lset758
L276:
	.ascii	"\272\035"
	.byte	0
	.long	2475
.set Lset759, L11-Lnames_entries0
	.long	Lset759
L287:
	.ascii	"\272\035"
	.byte	0
	.long	2672
.set Lset760, L33-Lnames_entries0
	.long	Lset760
L98:
	.ascii	"\272\035"
	.byte	0
	.long	2684
.set Lset761, L33-Lnames_entries0
	.long	Lset761
L26:
	.ascii	"\272\035"
	.byte	0
	.long	3103
.set Lset762, L452-Lnames_entries0
	.long	Lset762
L403:
	.ascii	"\272\035"
	.byte	0
	.long	3116
.set Lset763, L452-Lnames_entries0
	.long	Lset763
L132:
	.ascii	"\272\035"
	.byte	0
	.long	4139
.set Lset764, L285-Lnames_entries0
	.long	Lset764
L136:
	.ascii	"\272\035"
	.byte	0
	.long	4152
.set Lset765, L285-Lnames_entries0
	.long	Lset765
L122:
	.ascii	"\272\035"
	.byte	0
	.long	4538
.set Lset766, L199-Lnames_entries0
	.long	Lset766
L345:
	.ascii	"\272\035"
	.byte	0
	.long	4551
.set Lset767, L199-Lnames_entries0
	.long	Lset767
L165:
	.ascii	"\272\035"
	.byte	0
	.long	4992
.set Lset768, L430-Lnames_entries0
	.long	Lset768
L237:
	.ascii	"\272\035"
	.byte	0
	.long	5005
.set Lset769, L430-Lnames_entries0
	.long	Lset769
	.byte	0
Lnames98:
L295:
	.ascii	"\272\035"
	.byte	0
	.long	2197
.set Lset770, L378-Lnames_entries0
	.long	Lset770
L417:
	.ascii	"\272\035"
	.byte	0
	.long	3061
.set Lset771, L328-Lnames_entries0
	.long	Lset771
	.byte	0
Lnames110:
L377:
	.ascii	"\272\035"
	.byte	0
	.long	2347
.set Lset772, L426-Lnames_entries0
	.long	Lset772
L324:
	.ascii	"\272\035"
	.byte	0
	.long	2556
.set Lset773, L148-Lnames_entries0
	.long	Lset773
L169:
	.ascii	"\272\035"
	.byte	0
	.long	4013
.set Lset774, L55-Lnames_entries0
	.long	Lset774
L280:
	.ascii	"\272\035"
	.byte	0
	.long	4478
.set Lset775, L363-Lnames_entries0
	.long	Lset775
	.byte	0
Lnames28:
L228:
	.ascii	"\272\035"
	.byte	0
	.long	304
.set Lset776, L238-Lnames_entries0
	.long	Lset776
	.byte	0
Lnames17:
L316:
	.ascii	"\272\035"
	.byte	0
	.long	194
.set Lset777, L394-Lnames_entries0
	.long	Lset777
L302:
	.ascii	"\272\035"
	.byte	0
	.long	1236
.set Lset778, L76-Lnames_entries0
	.long	Lset778
L213:
	.ascii	"\272\035"
	.byte	0
	.long	1554
.set Lset779, L243-Lnames_entries0
	.long	Lset779
L197:
	.ascii	"\272\035"
	.byte	0
	.long	1714
.set Lset780, L222-Lnames_entries0
	.long	Lset780
L369:
	.ascii	"\272\035"
	.byte	0
	.long	2078
.set Lset781, L240-Lnames_entries0
	.long	Lset781
	.byte	0
Lnames142:
L157:
	.ascii	"\272\035"
	.byte	0
	.long	3718
.set Lset782, L428-Lnames_entries0
	.long	Lset782
L71:
	.ascii	"\272\035"
	.byte	0
	.long	3787
.set Lset783, L428-Lnames_entries0
	.long	Lset783
	.byte	0
Lnames124:
L230:
	.ascii	"\272\035"
	.byte	0
	.long	2881
.set Lset784, L254-Lnames_entries0
	.long	Lset784
L38:
	.ascii	"\272\035"
	.byte	0
	.long	2950
.set Lset785, L279-Lnames_entries0
	.long	Lset785
L30:
	.ascii	"\272\035"
	.byte	0
	.long	3904
.set Lset786, L255-Lnames_entries0
	.long	Lset786
	.byte	0
Lnames132:
L99:
	.ascii	"\272\035"
	.byte	0
	.long	3141
.set Lset787, L29-Lnames_entries0
	.long	Lset787
L356:
	.ascii	"\272\035"
	.byte	0
	.long	3365
.set Lset788, L292-Lnames_entries0
	.long	Lset788
L411:
	.ascii	"\272\035"
	.byte	0
	.long	3448
.set Lset789, L195-Lnames_entries0
	.long	Lset789
L296:
	.ascii	"\272\035"
	.byte	0
	.long	3736
.set Lset790, L64-Lnames_entries0
	.long	Lset790
L260:
	.ascii	"\272\035"
	.byte	0
	.long	3805
.set Lset791, L383-Lnames_entries0
	.long	Lset791
	.byte	0
Lnames45:
L61:
	.ascii	"\232."
	.byte	0
	.long	508
	.byte	0
Lnames83:
L128:
	.ascii	"\272\035"
	.byte	0
	.long	1404
.set Lset792, L210-Lnames_entries0
	.long	Lset792
L361:
	.ascii	"\272\035"
	.byte	0
	.long	4958
.set Lset793, L22-Lnames_entries0
	.long	Lset793
	.byte	0
Lnames20:
L142:
	.ascii	"\272\035"
	.byte	0
	.long	222
.set Lset794, L316-Lnames_entries0
	.long	Lset794
L216:
	.ascii	"\272\035"
	.byte	0
	.long	583
.set Lset795, L232-Lnames_entries0
	.long	Lset795
L88:
	.ascii	"\272\035"
	.byte	0
	.long	1264
.set Lset796, L302-Lnames_entries0
	.long	Lset796
L367:
	.ascii	"\272\035"
	.byte	0
	.long	2090
.set Lset797, L369-Lnames_entries0
	.long	Lset797
L111:
	.ascii	"\272\035"
	.byte	0
	.long	3873
.set Lset798, L428-Lnames_entries0
	.long	Lset798
L421:
	.ascii	"\272\035"
	.byte	0
	.long	4814
.set Lset799, L211-Lnames_entries0
	.long	Lset799
	.byte	0
Lnames67:
L257:
	.ascii	"\272\035"
	.byte	0
	.long	906
.set Lset800, L239-Lnames_entries0
	.long	Lset800
L269:
	.ascii	"\272\035"
	.byte	0
	.long	1892
.set Lset801, L379-Lnames_entries0
	.long	Lset801
	.byte	0
Lnames50:
	.ascii	"\272\035"
	.byte	0
	.long	688
.set Lset802, L61-Lnames_entries0
	.long	Lset802
	.byte	0
Lnames130:
L328:
	.ascii	"\272\035"
	.byte	0
	.long	3053
.set Lset803, L448-Lnames_entries0
	.long	Lset803
	.byte	0
Lnames59:
L391:
	.ascii	"\272\035"
	.byte	0
	.long	812
.set Lset804, L24-Lnames_entries0
	.long	Lset804
	.byte	0
Lnames111:
L39:
	.ascii	"\272\035"
	.byte	0
	.long	2509
.set Lset805, L433-Lnames_entries0
	.long	Lset805
L73:
	.ascii	"\272\035"
	.byte	0
	.long	2718
.set Lset806, L127-Lnames_entries0
	.long	Lset806
L343:
	.ascii	"\272\035"
	.byte	0
	.long	3257
.set Lset807, L448-Lnames_entries0
	.long	Lset807
L220:
	.ascii	"\272\035"
	.byte	0
	.long	3406
.set Lset808, L402-Lnames_entries0
	.long	Lset808
L355:
	.ascii	"\272\035"
	.byte	0
	.long	3842
.set Lset809, L428-Lnames_entries0
	.long	Lset809
L442:
	.ascii	"\272\035"
	.byte	0
	.long	4189
.set Lset810, L446-Lnames_entries0
	.long	Lset810
	.byte	0
Lnames162:
L60:
	.ascii	"\272\035"
	.byte	0
	.long	4387
.set Lset811, L118-Lnames_entries0
	.long	Lset811
	.byte	0
Lnames171:
L212:
	.ascii	"\272\035"
	.byte	0
	.long	4594
.set Lset812, L413-Lnames_entries0
	.long	Lset812
	.byte	0
Lnames149:
L178:
	.ascii	"\232."
	.byte	0
	.long	4218
	.byte	0
Lnames138:
L370:
	.ascii	"\272\035"
	.byte	0
	.long	3570
.set Lset813, L336-Lnames_entries0
	.long	Lset813
	.byte	0
Lnames92:
L221:
	.ascii	"\272\035"
	.byte	0
	.long	1977
.set Lset814, L318-Lnames_entries0
	.long	Lset814
	.byte	0
Lnames51:
L357:
	.ascii	"\272\035"
	.byte	0
	.long	697
.set Lset815, L162-Lnames_entries0
	.long	Lset815
L146:
	.ascii	"\232."
	.byte	0
	.long	3462
	.byte	0
Lnames55:
L45:
	.ascii	"\272\035"
	.byte	0
	.long	768
.set Lset816, L10-Lnames_entries0
	.long	Lset816
L453:
	.ascii	"\272\035"
	.byte	0
	.long	3539
.set Lset817, L326-Lnames_entries0
	.long	Lset817
	.byte	0
Lnames176:
L436:
	.ascii	"\272\035"
	.byte	0
	.long	4713
.set Lset818, L233-Lnames_entries0
	.long	Lset818
	.byte	0
Lnames179:
L346:
	.ascii	"\232."
	.byte	0
	.long	4926
	.byte	0
Lnames73:
L83:
	.ascii	"\232."
	.byte	0
	.long	992
	.byte	0
Lnames109:
L90:
	.ascii	"\272\035"
	.byte	0
	.long	2335
.set Lset819, L426-Lnames_entries0
	.long	Lset819
L315:
	.ascii	"\272\035"
	.byte	0
	.long	2544
.set Lset820, L148-Lnames_entries0
	.long	Lset820
L167:
	.ascii	"\272\035"
	.byte	0
	.long	4000
.set Lset821, L55-Lnames_entries0
	.long	Lset821
L359:
	.ascii	"\272\035"
	.byte	0
	.long	4465
.set Lset822, L363-Lnames_entries0
	.long	Lset822
	.byte	0
Lnames114:
L236:
	.ascii	"\272\035"
	.byte	0
	.long	2735
.set Lset823, L84-Lnames_entries0
	.long	Lset823
	.byte	0
Lnames72:
	.ascii	"\232."
	.byte	0
	.long	992
	.byte	0
Lnames88:
L289:
	.ascii	"\272\035"
	.byte	0
	.long	1905
.set Lset824, L318-Lnames_entries0
	.long	Lset824
	.byte	0
Lnames96:
L284:
	.ascii	"\232."
	.byte	0
	.long	2166
	.byte	0
Lnames157:
L350:
	.ascii	"\232."
	.byte	0
	.long	4315
	.byte	0
Lnames165:
L72:
	.ascii	"\232."
	.byte	0
	.long	4424
	.byte	0
Lnames86:
L105:
	.ascii	"\272\035"
	.byte	0
	.long	1451
.set Lset825, L104-Lnames_entries0
	.long	Lset825
	.byte	0
Lnames131:
L29:
	.ascii	"\272\035"
	.byte	0
	.long	3133
.set Lset826, L328-Lnames_entries0
	.long	Lset826
L292:
	.ascii	"\272\035"
	.byte	0
	.long	3357
.set Lset827, L203-Lnames_entries0
	.long	Lset827
L64:
	.ascii	"\272\035"
	.byte	0
	.long	3727
.set Lset828, L157-Lnames_entries0
	.long	Lset828
L383:
	.ascii	"\272\035"
	.byte	0
	.long	3796
.set Lset829, L71-Lnames_entries0
	.long	Lset829
	.byte	0
Lnames183:
L262:
	.ascii	"\272\035"
	.byte	0
	.long	5062
.set Lset830, L424-Lnames_entries0
	.long	Lset830
	.byte	0
Lnames74:
L325:
	.ascii	"\272\035"
	.byte	0
	.long	999
.set Lset831, L83-Lnames_entries0
	.long	Lset831
L70:
	.ascii	"\232."
	.byte	0
	.long	1055
	.byte	0
Lnames62:
L353:
	.ascii	"\272\035"
	.byte	0
	.long	850
.set Lset832, L391-Lnames_entries0
	.long	Lset832
	.byte	0
Lnames48:
L303:
	.ascii	"\272\035"
	.byte	0
	.long	658
.set Lset833, L61-Lnames_entries0
	.long	Lset833
	.byte	0
Lnames23:
L238:
	.ascii	"\232."
	.byte	0
	.long	288
	.byte	0
Lnames14:
L394:
	.ascii	"\272\035"
	.byte	0
	.long	169
.set Lset834, L298-Lnames_entries0
	.long	Lset834
L76:
	.ascii	"\272\035"
	.byte	0
	.long	1211
.set Lset835, L225-Lnames_entries0
	.long	Lset835
L243:
	.ascii	"\272\035"
	.byte	0
	.long	1529
.set Lset836, L20-Lnames_entries0
	.long	Lset836
L222:
	.ascii	"\272\035"
	.byte	0
	.long	1689
.set Lset837, L307-Lnames_entries0
	.long	Lset837
L240:
	.ascii	"\272\035"
	.byte	0
	.long	2066
.set Lset838, L48-Lnames_entries0
	.long	Lset838
	.byte	0
Lnames35:
L163:
	.ascii	"\272\035"
	.byte	0
	.long	378
.set Lset839, L264-Lnames_entries0
	.long	Lset839
	.byte	0
Lnames185:
L53:
	.ascii	"\232."
	.byte	0
	.long	5099
	.byte	0
Lnames22:
L321:
	.ascii	"\272\035"
	.byte	0
	.long	270
.set Lset840, L130-Lnames_entries0
	.long	Lset840
L301:
	.ascii	"\272\035"
	.byte	0
	.long	786
.set Lset841, L61-Lnames_entries0
	.long	Lset841
L422:
	.ascii	"\272\035"
	.byte	0
	.long	975
.set Lset842, L1-Lnames_entries0
	.long	Lset842
L114:
	.ascii	"\272\035"
	.byte	0
	.long	2041
.set Lset843, L318-Lnames_entries0
	.long	Lset843
	.byte	0
Lnames3:
L145:
	.ascii	"\272\035"
	.byte	0
	.long	55
.set Lset844, L5-Lnames_entries0
	.long	Lset844
L147:
	.ascii	"\272\035"
	.byte	0
	.long	68
.set Lset845, L5-Lnames_entries0
	.long	Lset845
	.byte	0
Lnames116:
L372:
	.ascii	"\232."
	.byte	0
	.long	2744
	.byte	0
Lnames141:
L126:
	.ascii	"\272\035"
	.byte	0
	.long	3695
.set Lset846, L428-Lnames_entries0
	.long	Lset846
L293:
	.ascii	"\272\035"
	.byte	0
	.long	3764
.set Lset847, L428-Lnames_entries0
	.long	Lset847
	.byte	0
Lnames113:
L84:
	.ascii	"\232."
	.byte	0
	.long	2729
	.byte	0
Lnames148:
L74:
	.ascii	"\272\035"
	.byte	0
	.long	4207
.set Lset848, L331-Lnames_entries0
	.long	Lset848
	.byte	0
Lnames119:
L282:
	.ascii	"\232."
	.byte	0
	.long	2796
	.byte	0
Lnames24:
	.ascii	"\232."
	.byte	0
	.long	288
	.byte	0
Lnames8:
	.ascii	"\232."
	.byte	0
	.long	144
	.byte	0
Lnames42:
L388:
	.ascii	"\272\035"
	.byte	0
	.long	469
.set Lset849, L79-Lnames_entries0
	.long	Lset849
L189:
	.ascii	"\272\035"
	.byte	0
	.long	2260
.set Lset850, L175-Lnames_entries0
	.long	Lset850
L322:
	.ascii	"\272\035"
	.byte	0
	.long	2750
.set Lset851, L372-Lnames_entries0
	.long	Lset851
L125:
	.ascii	"\272\035"
	.byte	0
	.long	3943
.set Lset852, L78-Lnames_entries0
	.long	Lset852
L338:
	.ascii	"\232."
	.byte	0
	.long	4901
	.byte	0
Lnames6:
L89:
	.ascii	"\272\035"
	.byte	0
	.long	93
.set Lset853, L306-Lnames_entries0
	.long	Lset853
L4:
	.ascii	"\272\035"
	.byte	0
	.long	116
.set Lset854, L423-Lnames_entries0
	.long	Lset854
L138:
	.ascii	"\272\035"
	.byte	0
	.long	258
.set Lset855, L130-Lnames_entries0
	.long	Lset855
L311:
	.ascii	"\272\035"
	.byte	0
	.long	404
.set Lset856, L264-Lnames_entries0
	.long	Lset856
L194:
	.ascii	"\272\035"
	.byte	0
	.long	457
.set Lset857, L79-Lnames_entries0
	.long	Lset857
L201:
	.ascii	"\272\035"
	.byte	0
	.long	596
.set Lset858, L61-Lnames_entries0
	.long	Lset858
L181:
	.ascii	"\272\035"
	.byte	0
	.long	680
.set Lset859, L61-Lnames_entries0
	.long	Lset859
L93:
	.ascii	"\272\035"
	.byte	0
	.long	967
.set Lset860, L1-Lnames_entries0
	.long	Lset860
L69:
	.ascii	"\272\035"
	.byte	0
	.long	1042
.set Lset861, L83-Lnames_entries0
	.long	Lset861
L131:
	.ascii	"\272\035"
	.byte	0
	.long	1082
.set Lset862, L70-Lnames_entries0
	.long	Lset862
L31:
	.ascii	"\272\035"
	.byte	0
	.long	1094
.set Lset863, L70-Lnames_entries0
	.long	Lset863
L358:
	.ascii	"\272\035"
	.byte	0
	.long	1106
.set Lset864, L70-Lnames_entries0
	.long	Lset864
L171:
	.ascii	"\272\035"
	.byte	0
	.long	1300
.set Lset865, L320-Lnames_entries0
	.long	Lset865
L85:
	.ascii	"\272\035"
	.byte	0
	.long	1343
.set Lset866, L320-Lnames_entries0
	.long	Lset866
L380:
	.ascii	"\272\035"
	.byte	0
	.long	1478
.set Lset867, L318-Lnames_entries0
	.long	Lset867
L184:
	.ascii	"\272\035"
	.byte	0
	.long	1486
.set Lset868, L318-Lnames_entries0
	.long	Lset868
L281:
	.ascii	"\272\035"
	.byte	0
	.long	1606
.set Lset869, L318-Lnames_entries0
	.long	Lset869
L294:
	.ascii	"\272\035"
	.byte	0
	.long	1766
.set Lset870, L318-Lnames_entries0
	.long	Lset870
L329:
	.ascii	"\272\035"
	.byte	0
	.long	1803
.set Lset871, L318-Lnames_entries0
	.long	Lset871
L204:
	.ascii	"\272\035"
	.byte	0
	.long	1815
.set Lset872, L318-Lnames_entries0
	.long	Lset872
L396:
	.ascii	"\272\035"
	.byte	0
	.long	1957
.set Lset873, L318-Lnames_entries0
	.long	Lset873
L299:
	.ascii	"\272\035"
	.byte	0
	.long	1969
.set Lset874, L318-Lnames_entries0
	.long	Lset874
L337:
	.ascii	"\272\035"
	.byte	0
	.long	2016
.set Lset875, L318-Lnames_entries0
	.long	Lset875
L44:
	.ascii	"\272\035"
	.byte	0
	.long	2489
.set Lset876, L433-Lnames_entries0
	.long	Lset876
L392:
	.ascii	"\272\035"
	.byte	0
	.long	2497
.set Lset877, L433-Lnames_entries0
	.long	Lset877
L304:
	.ascii	"\272\035"
	.byte	0
	.long	2698
.set Lset878, L127-Lnames_entries0
	.long	Lset878
L75:
	.ascii	"\272\035"
	.byte	0
	.long	2706
.set Lset879, L127-Lnames_entries0
	.long	Lset879
L434:
	.ascii	"\272\035"
	.byte	0
	.long	2914
.set Lset880, L254-Lnames_entries0
	.long	Lset880
L208:
	.ascii	"\272\035"
	.byte	0
	.long	2958
.set Lset881, L279-Lnames_entries0
	.long	Lset881
L351:
	.ascii	"\272\035"
	.byte	0
	.long	3210
.set Lset882, L448-Lnames_entries0
	.long	Lset882
L7:
	.ascii	"\272\035"
	.byte	0
	.long	3223
.set Lset883, L448-Lnames_entries0
	.long	Lset883
L110:
	.ascii	"\272\035"
	.byte	0
	.long	3231
.set Lset884, L448-Lnames_entries0
	.long	Lset884
L374:
	.ascii	"\272\035"
	.byte	0
	.long	3244
.set Lset885, L448-Lnames_entries0
	.long	Lset885
L412:
	.ascii	"\272\035"
	.byte	0
	.long	3270
.set Lset886, L448-Lnames_entries0
	.long	Lset886
L137:
	.ascii	"\272\035"
	.byte	0
	.long	3283
.set Lset887, L448-Lnames_entries0
	.long	Lset887
L432:
	.ascii	"\272\035"
	.byte	0
	.long	3393
.set Lset888, L402-Lnames_entries0
	.long	Lset888
L414:
	.ascii	"\272\035"
	.byte	0
	.long	3419
.set Lset889, L402-Lnames_entries0
	.long	Lset889
L416:
	.ascii	"\272\035"
	.byte	0
	.long	3591
.set Lset890, L336-Lnames_entries0
	.long	Lset890
L156:
	.ascii	"\272\035"
	.byte	0
	.long	3659
.set Lset891, L349-Lnames_entries0
	.long	Lset891
L21:
	.ascii	"\272\035"
	.byte	0
	.long	3833
.set Lset892, L428-Lnames_entries0
	.long	Lset892
L450:
	.ascii	"\272\035"
	.byte	0
	.long	3913
.set Lset893, L255-Lnames_entries0
	.long	Lset893
L242:
	.ascii	"\272\035"
	.byte	0
	.long	4167
.set Lset894, L446-Lnames_entries0
	.long	Lset894
L68:
	.ascii	"\272\035"
	.byte	0
	.long	4176
.set Lset895, L446-Lnames_entries0
	.long	Lset895
L151:
	.ascii	"\272\035"
	.byte	0
	.long	4933
.set Lset896, L346-Lnames_entries0
	.long	Lset896
L14:
	.ascii	"\272\035"
	.byte	0
	.long	5085
.set Lset897, L77-Lnames_entries0
	.long	Lset897
L352:
	.ascii	"\272\035"
	.byte	0
	.long	5106
.set Lset898, L53-Lnames_entries0
	.long	Lset898
	.byte	0
Lnames118:
L427:
	.ascii	"\272\035"
	.byte	0
	.long	2783
.set Lset899, L117-Lnames_entries0
	.long	Lset899
L41:
	.ascii	"\272\035"
	.byte	0
	.long	2802
.set Lset900, L282-Lnames_entries0
	.long	Lset900
L273:
	.ascii	"\272\035"
	.byte	0
	.long	2821
.set Lset901, L340-Lnames_entries0
	.long	Lset901
L400:
	.ascii	"\272\035"
	.byte	0
	.long	2991
.set Lset902, L448-Lnames_entries0
	.long	Lset902
L206:
	.ascii	"\272\035"
	.byte	0
	.long	3314
.set Lset903, L402-Lnames_entries0
	.long	Lset903
L390:
	.ascii	"\272\035"
	.byte	0
	.long	3557
.set Lset904, L336-Lnames_entries0
	.long	Lset904
L116:
	.ascii	"\272\035"
	.byte	0
	.long	3682
.set Lset905, L428-Lnames_entries0
	.long	Lset905
	.byte	0
Lnames137:
L336:
	.ascii	"\232."
	.byte	0
	.long	3550
	.byte	0
Lnames32:
L267:
	.ascii	"\272\035"
	.byte	0
	.long	334
.set Lset906, L264-Lnames_entries0
	.long	Lset906
L265:
	.ascii	"\272\035"
	.byte	0
	.long	1134
.set Lset907, L320-Lnames_entries0
	.long	Lset907
L376:
	.ascii	"\272\035"
	.byte	0
	.long	1627
.set Lset908, L318-Lnames_entries0
	.long	Lset908
L339:
	.ascii	"\272\035"
	.byte	0
	.long	1827
.set Lset909, L318-Lnames_entries0
	.long	Lset909
	.byte	0
Lnames101:
L397:
	.ascii	"\272\035"
	.byte	0
	.long	2213
.set Lset910, L170-Lnames_entries0
	.long	Lset910
L263:
	.ascii	"\272\035"
	.byte	0
	.long	2439
.set Lset911, L433-Lnames_entries0
	.long	Lset911
L133:
	.ascii	"\272\035"
	.byte	0
	.long	2648
.set Lset912, L127-Lnames_entries0
	.long	Lset912
L176:
	.ascii	"\272\035"
	.byte	0
	.long	3077
.set Lset913, L28-Lnames_entries0
	.long	Lset913
L158:
	.ascii	"\272\035"
	.byte	0
	.long	4113
.set Lset914, L446-Lnames_entries0
	.long	Lset914
L49:
	.ascii	"\272\035"
	.byte	0
	.long	4512
.set Lset915, L160-Lnames_entries0
	.long	Lset915
L288:
	.ascii	"\232."
	.byte	0
	.long	4968
	.byte	0
Lnames150:
L67:
	.ascii	"\272\035"
	.byte	0
	.long	4225
.set Lset916, L178-Lnames_entries0
	.long	Lset916
	.byte	0
Lnames108:
L386:
	.ascii	"\272\035"
	.byte	0
	.long	2323
.set Lset917, L426-Lnames_entries0
	.long	Lset917
L119:
	.ascii	"\272\035"
	.byte	0
	.long	2532
.set Lset918, L148-Lnames_entries0
	.long	Lset918
L244:
	.ascii	"\272\035"
	.byte	0
	.long	3987
.set Lset919, L55-Lnames_entries0
	.long	Lset919
L59:
	.ascii	"\272\035"
	.byte	0
	.long	4452
.set Lset920, L363-Lnames_entries0
	.long	Lset920
	.byte	0
Lnames159:
L141:
	.ascii	"\272\035"
	.byte	0
	.long	4344
.set Lset921, L272-Lnames_entries0
	.long	Lset921
	.byte	0
Lnames140:
L428:
	.ascii	"\232."
	.byte	0
	.long	3675
	.byte	0
Lnames12:
L298:
	.ascii	"\272\035"
	.byte	0
	.long	160
.set Lset922, L130-Lnames_entries0
	.long	Lset922
L225:
	.ascii	"\272\035"
	.byte	0
	.long	1202
.set Lset923, L320-Lnames_entries0
	.long	Lset923
L20:
	.ascii	"\272\035"
	.byte	0
	.long	1520
.set Lset924, L318-Lnames_entries0
	.long	Lset924
L307:
	.ascii	"\272\035"
	.byte	0
	.long	1680
.set Lset925, L318-Lnames_entries0
	.long	Lset925
L48:
	.ascii	"\272\035"
	.byte	0
	.long	2054
.set Lset926, L318-Lnames_entries0
	.long	Lset926
	.byte	0
Lnames65:
L1:
	.ascii	"\232."
	.byte	0
	.long	878
	.byte	0
Lnames120:
L340:
	.ascii	"\232."
	.byte	0
	.long	2815
	.byte	0
Lnames174:
L408:
	.ascii	"\272\035"
	.byte	0
	.long	4648
.set Lset927, L149-Lnames_entries0
	.long	Lset927
L354:
	.ascii	"\272\035"
	.byte	0
	.long	4780
.set Lset928, L233-Lnames_entries0
	.long	Lset928
	.byte	0
Lnames39:
L79:
	.ascii	"\232."
	.byte	0
	.long	434
L256:
	.ascii	"\272\035"
	.byte	0
	.long	444
.set Lset929, L79-Lnames_entries0
	.long	Lset929
L347:
	.ascii	"\272\035"
	.byte	0
	.long	1990
.set Lset930, L318-Lnames_entries0
	.long	Lset930
L123:
	.ascii	"\272\035"
	.byte	0
	.long	2002
.set Lset931, L347-Lnames_entries0
	.long	Lset931
	.byte	0
Lnames158:
L272:
	.ascii	"\232."
	.byte	0
	.long	4337
	.byte	0
Lnames102:
L164:
	.ascii	"\272\035"
	.byte	0
	.long	2221
.set Lset932, L397-Lnames_entries0
	.long	Lset932
L11:
	.ascii	"\272\035"
	.byte	0
	.long	2451
.set Lset933, L263-Lnames_entries0
	.long	Lset933
L33:
	.ascii	"\272\035"
	.byte	0
	.long	2660
.set Lset934, L133-Lnames_entries0
	.long	Lset934
L452:
	.ascii	"\272\035"
	.byte	0
	.long	3090
.set Lset935, L176-Lnames_entries0
	.long	Lset935
L285:
	.ascii	"\272\035"
	.byte	0
	.long	4126
.set Lset936, L158-Lnames_entries0
	.long	Lset936
L199:
	.ascii	"\272\035"
	.byte	0
	.long	4525
.set Lset937, L49-Lnames_entries0
	.long	Lset937
L430:
	.ascii	"\272\035"
	.byte	0
	.long	4979
.set Lset938, L288-Lnames_entries0
	.long	Lset938
	.byte	0
Lnames166:
L185:
	.ascii	"\272\035"
	.byte	0
	.long	4431
.set Lset939, L72-Lnames_entries0
	.long	Lset939
	.byte	0
Lnames128:
L179:
	.ascii	"\272\035"
	.byte	0
	.long	3004
.set Lset940, L448-Lnames_entries0
	.long	Lset940
	.byte	0
Lnames121:
L87:
	.ascii	"\232."
	.byte	0
	.long	2834
	.byte	0
Lnames155:
L245:
	.ascii	"\232."
	.byte	0
	.long	4294
	.byte	0
Lnames2:
	.ascii	"\272\035"
	.byte	0
	.long	55
.set Lset941, L5-Lnames_entries0
	.long	Lset941
	.ascii	"\272\035"
	.byte	0
	.long	68
.set Lset942, L5-Lnames_entries0
	.long	Lset942
	.byte	0
Lnames61:
L247:
	.ascii	"\272\035"
	.byte	0
	.long	825
.set Lset943, L391-Lnames_entries0
	.long	Lset943
	.byte	0
Lnames93:
L124:
	.ascii	"\232."
	.byte	0
	.long	2107
L277:
	.ascii	"\272\035"
	.byte	0
	.long	4686
.set Lset944, L233-Lnames_entries0
	.long	Lset944
	.byte	0
Lnames75:
	.ascii	"\272\035"
	.byte	0
	.long	999
.set Lset945, L83-Lnames_entries0
	.long	Lset945
	.ascii	"\232."
	.byte	0
	.long	1055
	.byte	0
Lnames163:
L252:
	.ascii	"\232."
	.byte	0
	.long	4402
	.byte	0
Lnames147:
L331:
	.ascii	"\232."
	.byte	0
	.long	4200
	.byte	0
Lnames68:
L154:
	.ascii	"\272\035"
	.byte	0
	.long	919
.set Lset946, L1-Lnames_entries0
	.long	Lset946
	.byte	0
Lnames115:
	.ascii	"\272\035"
	.byte	0
	.long	2735
.set Lset947, L84-Lnames_entries0
	.long	Lset947
	.byte	0
Lnames63:
L439:
	.ascii	"\272\035"
	.byte	0
	.long	862
.set Lset948, L391-Lnames_entries0
	.long	Lset948
	.byte	0
Lnames139:
L451:
	.ascii	"\272\035"
	.byte	0
	.long	3578
.set Lset949, L336-Lnames_entries0
	.long	Lset949
	.byte	0
Lnames11:
	.ascii	"\272\035"
	.byte	0
	.long	151
.set Lset950, L130-Lnames_entries0
	.long	Lset950
	.ascii	"\272\035"
	.byte	0
	.long	528
.set Lset951, L61-Lnames_entries0
	.long	Lset951
	.ascii	"\272\035"
	.byte	0
	.long	885
.set Lset952, L1-Lnames_entries0
	.long	Lset952
	.ascii	"\272\035"
	.byte	0
	.long	1433
.set Lset953, L318-Lnames_entries0
	.long	Lset953
	.ascii	"\272\035"
	.byte	0
	.long	1614
.set Lset954, L318-Lnames_entries0
	.long	Lset954
	.ascii	"\272\035"
	.byte	0
	.long	1871
.set Lset955, L318-Lnames_entries0
	.long	Lset955
	.byte	0
Lnames27:
	.ascii	"\272\035"
	.byte	0
	.long	304
.set Lset956, L238-Lnames_entries0
	.long	Lset956
L214:
	.ascii	"\232."
	.byte	0
	.long	4853
	.byte	0
Lnames129:
L407:
	.ascii	"\272\035"
	.byte	0
	.long	3012
.set Lset957, L179-Lnames_entries0
	.long	Lset957
L12:
	.ascii	"\272\035"
	.byte	0
	.long	3335
.set Lset958, L387-Lnames_entries0
	.long	Lset958
L317:
	.ascii	"\272\035"
	.byte	0
	.long	3704
.set Lset959, L126-Lnames_entries0
	.long	Lset959
L341:
	.ascii	"\272\035"
	.byte	0
	.long	3773
.set Lset960, L293-Lnames_entries0
	.long	Lset960
L182:
	.ascii	"\272\035"
	.byte	0
	.long	4621
.set Lset961, L35-Lnames_entries0
	.long	Lset961
L406:
	.ascii	"\272\035"
	.byte	0
	.long	4726
.set Lset962, L436-Lnames_entries0
	.long	Lset962
	.byte	0
Lnames173:
L409:
	.ascii	"\272\035"
	.byte	0
	.long	4635
.set Lset963, L149-Lnames_entries0
	.long	Lset963
	.byte	0
Lnames170:
L413:
	.ascii	"\272\035"
	.byte	0
	.long	4581
.set Lset964, L149-Lnames_entries0
	.long	Lset964
	.byte	0
Lnames33:
L52:
	.ascii	"\272\035"
	.byte	0
	.long	347
.set Lset965, L267-Lnames_entries0
	.long	Lset965
L297:
	.ascii	"\272\035"
	.byte	0
	.long	1147
.set Lset966, L265-Lnames_entries0
	.long	Lset966
L246:
	.ascii	"\272\035"
	.byte	0
	.long	1636
.set Lset967, L376-Lnames_entries0
	.long	Lset967
L50:
	.ascii	"\272\035"
	.byte	0
	.long	1840
.set Lset968, L339-Lnames_entries0
	.long	Lset968
	.byte	0
Lnames153:
L218:
	.ascii	"\232."
	.byte	0
	.long	4262
	.byte	0
Lnames89:
	.ascii	"\272\035"
	.byte	0
	.long	1905
.set Lset969, L318-Lnames_entries0
	.long	Lset969
	.byte	0
Lnames167:
L363:
	.ascii	"\232."
	.byte	0
	.long	4445
	.byte	0
Lnames177:
L211:
	.ascii	"\232."
	.byte	0
	.long	4807
	.byte	0
Lnames21:
L385:
	.ascii	"\272\035"
	.byte	0
	.long	235
.set Lset970, L394-Lnames_entries0
	.long	Lset970
L395:
	.ascii	"\272\035"
	.byte	0
	.long	1277
.set Lset971, L76-Lnames_entries0
	.long	Lset971
L415:
	.ascii	"\272\035"
	.byte	0
	.long	1583
.set Lset972, L243-Lnames_entries0
	.long	Lset972
L231:
	.ascii	"\272\035"
	.byte	0
	.long	1743
.set Lset973, L222-Lnames_entries0
	.long	Lset973
	.byte	0
Lnames54:
L10:
	.ascii	"\272\035"
	.byte	0
	.long	760
.set Lset974, L162-Lnames_entries0
	.long	Lset974
L326:
	.ascii	"\232."
	.byte	0
	.long	3528
	.byte	0
Lnames40:
	.ascii	"\232."
	.byte	0
	.long	434
	.ascii	"\272\035"
	.byte	0
	.long	1990
.set Lset975, L318-Lnames_entries0
	.long	Lset975
	.byte	0
Lnames41:
	.ascii	"\272\035"
	.byte	0
	.long	444
.set Lset976, L79-Lnames_entries0
	.long	Lset976
	.ascii	"\272\035"
	.byte	0
	.long	2002
.set Lset977, L347-Lnames_entries0
	.long	Lset977
	.byte	0
Lnames182:
L424:
	.ascii	"\272\035"
	.byte	0
	.long	5040
.set Lset978, L177-Lnames_entries0
	.long	Lset978
	.byte	0
Lnames154:
L404:
	.ascii	"\272\035"
	.byte	0
	.long	4269
.set Lset979, L218-Lnames_entries0
	.long	Lset979
	.byte	0
Lnames82:
L210:
	.ascii	"\272\035"
	.byte	0
	.long	1396
.set Lset980, L382-Lnames_entries0
	.long	Lset980
L22:
	.ascii	"\232."
	.byte	0
	.long	4947
	.byte	0
Lnames31:
	.ascii	"\272\035"
	.byte	0
	.long	334
.set Lset981, L264-Lnames_entries0
	.long	Lset981
	.ascii	"\272\035"
	.byte	0
	.long	1134
.set Lset982, L320-Lnames_entries0
	.long	Lset982
	.ascii	"\272\035"
	.byte	0
	.long	1442
.set Lset983, L318-Lnames_entries0
	.long	Lset983
	.ascii	"\272\035"
	.byte	0
	.long	1627
.set Lset984, L318-Lnames_entries0
	.long	Lset984
	.ascii	"\272\035"
	.byte	0
	.long	1827
.set Lset985, L318-Lnames_entries0
	.long	Lset985
	.byte	0
Lnames100:
L170:
	.ascii	"\272\035"
	.byte	0
	.long	2205
.set Lset986, L295-Lnames_entries0
	.long	Lset986
L28:
	.ascii	"\272\035"
	.byte	0
	.long	3069
.set Lset987, L417-Lnames_entries0
	.long	Lset987
	.byte	0
Lnames94:
L155:
	.ascii	"\272\035"
	.byte	0
	.long	2117
.set Lset988, L124-Lnames_entries0
	.long	Lset988
L97:
	.ascii	"\272\035"
	.byte	0
	.long	4699
.set Lset989, L277-Lnames_entries0
	.long	Lset989
	.byte	0
Lnames134:
L387:
	.ascii	"\272\035"
	.byte	0
	.long	3327
.set Lset990, L402-Lnames_entries0
	.long	Lset990
	.byte	0
Lnames180:
L16:
	.ascii	"\232."
	.byte	0
	.long	5024
	.byte	0
Lnames106:
L433:
	.ascii	"\232."
	.byte	0
	.long	2309
	.byte	0
Lnames64:
	.ascii	"\232."
	.byte	0
	.long	878
	.byte	0
Lnames76:
L188:
	.ascii	"\272\035"
	.byte	0
	.long	1008
.set Lset991, L325-Lnames_entries0
	.long	Lset991
	.byte	0
Lnames70:
L23:
	.ascii	"\272\035"
	.byte	0
	.long	928
.set Lset992, L154-Lnames_entries0
	.long	Lset992
L349:
	.ascii	"\232."
	.byte	0
	.long	3618
	.byte	0
Lnames99:
	.ascii	"\272\035"
	.byte	0
	.long	2197
.set Lset993, L378-Lnames_entries0
	.long	Lset993
	.ascii	"\272\035"
	.byte	0
	.long	3061
.set Lset994, L328-Lnames_entries0
	.long	Lset994
	.byte	0
Lnames87:
	.ascii	"\272\035"
	.byte	0
	.long	1460
.set Lset995, L318-Lnames_entries0
	.long	Lset995
	.byte	0
Lnames29:
L264:
	.ascii	"\232."
	.byte	0
	.long	327
	.byte	0
Lnames144:
L209:
	.ascii	"\272\035"
	.byte	0
	.long	3895
.set Lset996, L255-Lnames_entries0
	.long	Lset996
	.byte	0
Lnames164:
L173:
	.ascii	"\272\035"
	.byte	0
	.long	4409
.set Lset997, L252-Lnames_entries0
	.long	Lset997
	.byte	0
Lnames104:
L175:
	.ascii	"\232."
	.byte	0
	.long	2254
	.byte	0
Lnames105:
L186:
	.ascii	"\232."
	.byte	0
	.long	2286
	.byte	0
Lnames123:
L310:
	.ascii	"\272\035"
	.byte	0
	.long	2873
.set Lset998, L254-Lnames_entries0
	.long	Lset998
	.byte	0
Lnames178:
	.ascii	"\232."
	.byte	0
	.long	4853
	.byte	0
Lnames81:
L382:
	.ascii	"\272\035"
	.byte	0
	.long	1383
.set Lset999, L318-Lnames_entries0
	.long	Lset999
	.byte	0
Lnames84:
L139:
	.ascii	"\272\035"
	.byte	0
	.long	1413
.set Lset1000, L382-Lnames_entries0
	.long	Lset1000
	.byte	0
Lnames181:
L177:
	.ascii	"\272\035"
	.byte	0
	.long	5031
.set Lset1001, L16-Lnames_entries0
	.long	Lset1001
	.byte	0
Lnames18:
L161:
	.ascii	"\272\035"
	.byte	0
	.long	202
.set Lset1002, L316-Lnames_entries0
	.long	Lset1002
L335:
	.ascii	"\272\035"
	.byte	0
	.long	1244
.set Lset1003, L302-Lnames_entries0
	.long	Lset1003
L101:
	.ascii	"\272\035"
	.byte	0
	.long	1562
.set Lset1004, L213-Lnames_entries0
	.long	Lset1004
L348:
	.ascii	"\272\035"
	.byte	0
	.long	1722
.set Lset1005, L197-Lnames_entries0
	.long	Lset1005
L443:
	.ascii	"\272\035"
	.byte	0
	.long	1947
.set Lset1006, L37-Lnames_entries0
	.long	Lset1006
	.byte	0
Lnames53:
L234:
	.ascii	"\272\035"
	.byte	0
	.long	746
.set Lset1007, L82-Lnames_entries0
	.long	Lset1007
L187:
	.ascii	"\272\035"
	.byte	0
	.long	837
.set Lset1008, L247-Lnames_entries0
	.long	Lset1008
L19:
	.ascii	"\272\035"
	.byte	0
	.long	3513
.set Lset1009, L96-Lnames_entries0
	.long	Lset1009
	.byte	0
Lnames126:
L229:
	.ascii	"\272\035"
	.byte	0
	.long	2942
.set Lset1010, L279-Lnames_entries0
	.long	Lset1010
	.byte	0
Lnames69:
	.ascii	"\272\035"
	.byte	0
	.long	919
.set Lset1011, L1-Lnames_entries0
	.long	Lset1011
	.byte	0
Lnames79:
L318:
	.ascii	"\232."
	.byte	0
	.long	1376
	.byte	0
Lnames136:
L195:
	.ascii	"\232."
	.byte	0
	.long	3441
	.byte	0
Lnames7:
L423:
	.ascii	"\232."
	.byte	0
	.long	106
L115:
	.ascii	"\272\035"
	.byte	0
	.long	515
.set Lset1012, L61-Lnames_entries0
	.long	Lset1012
	.byte	0
Lnames91:
	.ascii	"\272\035"
	.byte	0
	.long	1977
.set Lset1013, L318-Lnames_entries0
	.long	Lset1013
	.byte	0
Lnames161:
L118:
	.ascii	"\232."
	.byte	0
	.long	4380
	.byte	0
Lnames71:
L438:
	.ascii	"\272\035"
	.byte	0
	.long	953
.set Lset1014, L23-Lnames_entries0
	.long	Lset1014
L305:
	.ascii	"\272\035"
	.byte	0
	.long	2172
.set Lset1015, L284-Lnames_entries0
	.long	Lset1015
L144:
	.ascii	"\272\035"
	.byte	0
	.long	2360
.set Lset1016, L433-Lnames_entries0
	.long	Lset1016
L200:
	.ascii	"\272\035"
	.byte	0
	.long	2569
.set Lset1017, L127-Lnames_entries0
	.long	Lset1017
L399:
	.ascii	"\272\035"
	.byte	0
	.long	2840
.set Lset1018, L87-Lnames_entries0
	.long	Lset1018
L120:
	.ascii	"\272\035"
	.byte	0
	.long	3379
.set Lset1019, L203-Lnames_entries0
	.long	Lset1019
L215:
	.ascii	"\272\035"
	.byte	0
	.long	3629
.set Lset1020, L349-Lnames_entries0
	.long	Lset1020
L66:
	.ascii	"\272\035"
	.byte	0
	.long	3750
.set Lset1021, L157-Lnames_entries0
	.long	Lset1021
L6:
	.ascii	"\272\035"
	.byte	0
	.long	3819
.set Lset1022, L71-Lnames_entries0
	.long	Lset1022
L274:
	.ascii	"\272\035"
	.byte	0
	.long	3855
.set Lset1023, L428-Lnames_entries0
	.long	Lset1023
L389:
	.ascii	"\272\035"
	.byte	0
	.long	4027
.set Lset1024, L446-Lnames_entries0
	.long	Lset1024
	.byte	0
Lnames4:
L306:
	.ascii	"\232."
	.byte	0
	.long	83
	.ascii	"\232."
	.byte	0
	.long	106
	.ascii	"\272\035"
	.byte	0
	.long	515
.set Lset1025, L61-Lnames_entries0
	.long	Lset1025
	.ascii	"\272\035"
	.byte	0
	.long	1383
.set Lset1026, L318-Lnames_entries0
	.long	Lset1026
	.ascii	"\272\035"
	.byte	0
	.long	1413
.set Lset1027, L382-Lnames_entries0
	.long	Lset1027
L129:
	.ascii	"\272\035"
	.byte	0
	.long	1422
.set Lset1028, L139-Lnames_entries0
	.long	Lset1028
L54:
	.ascii	"\272\035"
	.byte	0
	.long	1494
.set Lset1029, L318-Lnames_entries0
	.long	Lset1029
L249:
	.ascii	"\272\035"
	.byte	0
	.long	1507
.set Lset1030, L318-Lnames_entries0
	.long	Lset1030
	.ascii	"\232."
	.byte	0
	.long	4573
	.ascii	"\232."
	.byte	0
	.long	4678
	.byte	0
Lnames60:
	.ascii	"\272\035"
	.byte	0
	.long	812
.set Lset1031, L24-Lnames_entries0
	.long	Lset1031
	.byte	0
Lnames16:
L9:
	.ascii	"\272\035"
	.byte	0
	.long	185
.set Lset1032, L108-Lnames_entries0
	.long	Lset1032
L27:
	.ascii	"\272\035"
	.byte	0
	.long	545
.set Lset1033, L190-Lnames_entries0
	.long	Lset1033
L56:
	.ascii	"\272\035"
	.byte	0
	.long	721
.set Lset1034, L368-Lnames_entries0
	.long	Lset1034
L259:
	.ascii	"\272\035"
	.byte	0
	.long	944
.set Lset1035, L332-Lnames_entries0
	.long	Lset1035
L193:
	.ascii	"\272\035"
	.byte	0
	.long	1227
.set Lset1036, L15-Lnames_entries0
	.long	Lset1036
L0:
	.ascii	"\272\035"
	.byte	0
	.long	1545
.set Lset1037, L191-Lnames_entries0
	.long	Lset1037
L401:
	.ascii	"\272\035"
	.byte	0
	.long	1705
.set Lset1038, L312-Lnames_entries0
	.long	Lset1038
L174:
	.ascii	"\272\035"
	.byte	0
	.long	1934
.set Lset1039, L47-Lnames_entries0
	.long	Lset1039
L445:
	.ascii	"\272\035"
	.byte	0
	.long	3486
.set Lset1040, L3-Lnames_entries0
	.long	Lset1040
L140:
	.ascii	"\272\035"
	.byte	0
	.long	3650
.set Lset1041, L100-Lnames_entries0
	.long	Lset1041
L51:
	.ascii	"\272\035"
	.byte	0
	.long	4839
.set Lset1042, L248-Lnames_entries0
	.long	Lset1042
	.byte	0
Lnames0:
L5:
	.ascii	"\232."
	.byte	0
	.long	48
	.byte	0
Lnames66:
L449:
	.ascii	"\272\035"
	.byte	0
	.long	894
.set Lset1043, L239-Lnames_entries0
	.long	Lset1043
L258:
	.ascii	"\272\035"
	.byte	0
	.long	1880
.set Lset1044, L379-Lnames_entries0
	.long	Lset1044
	.byte	0
Lnames13:
	.ascii	"\272\035"
	.byte	0
	.long	160
.set Lset1045, L130-Lnames_entries0
	.long	Lset1045
	.ascii	"\272\035"
	.byte	0
	.long	1202
.set Lset1046, L320-Lnames_entries0
	.long	Lset1046
	.ascii	"\272\035"
	.byte	0
	.long	1520
.set Lset1047, L318-Lnames_entries0
	.long	Lset1047
	.ascii	"\272\035"
	.byte	0
	.long	1680
.set Lset1048, L318-Lnames_entries0
	.long	Lset1048
	.ascii	"\272\035"
	.byte	0
	.long	2054
.set Lset1049, L318-Lnames_entries0
	.long	Lset1049
	.byte	0
Lnames58:
L24:
	.ascii	"\232."
	.byte	0
	.long	805
	.byte	0
Lnames44:
	.ascii	"\232."
	.byte	0
	.long	508
	.byte	0
Lnames19:
L42:
	.ascii	"\272\035"
	.byte	0
	.long	210
.set Lset1050, L316-Lnames_entries0
	.long	Lset1050
L360:
	.ascii	"\272\035"
	.byte	0
	.long	243
.set Lset1051, L385-Lnames_entries0
	.long	Lset1051
L91:
	.ascii	"\272\035"
	.byte	0
	.long	369
.set Lset1052, L365-Lnames_entries0
	.long	Lset1052
L102:
	.ascii	"\272\035"
	.byte	0
	.long	416
.set Lset1053, L264-Lnames_entries0
	.long	Lset1053
L46:
	.ascii	"\272\035"
	.byte	0
	.long	571
.set Lset1054, L232-Lnames_entries0
	.long	Lset1054
L40:
	.ascii	"\272\035"
	.byte	0
	.long	667
.set Lset1055, L303-Lnames_entries0
	.long	Lset1055
L112:
	.ascii	"\272\035"
	.byte	0
	.long	1016
.set Lset1056, L325-Lnames_entries0
	.long	Lset1056
L223:
	.ascii	"\272\035"
	.byte	0
	.long	1118
.set Lset1057, L70-Lnames_entries0
	.long	Lset1057
L95:
	.ascii	"\272\035"
	.byte	0
	.long	1252
.set Lset1058, L302-Lnames_entries0
	.long	Lset1058
L327:
	.ascii	"\272\035"
	.byte	0
	.long	1285
.set Lset1059, L395-Lnames_entries0
	.long	Lset1059
L18:
	.ascii	"\272\035"
	.byte	0
	.long	1321
.set Lset1060, L207-Lnames_entries0
	.long	Lset1060
L8:
	.ascii	"\272\035"
	.byte	0
	.long	1469
.set Lset1061, L143-Lnames_entries0
	.long	Lset1061
L196:
	.ascii	"\272\035"
	.byte	0
	.long	1570
.set Lset1062, L213-Lnames_entries0
	.long	Lset1062
L134:
	.ascii	"\272\035"
	.byte	0
	.long	1591
.set Lset1063, L415-Lnames_entries0
	.long	Lset1063
L241:
	.ascii	"\272\035"
	.byte	0
	.long	1671
.set Lset1064, L34-Lnames_entries0
	.long	Lset1064
L92:
	.ascii	"\272\035"
	.byte	0
	.long	1730
.set Lset1065, L197-Lnames_entries0
	.long	Lset1065
L94:
	.ascii	"\272\035"
	.byte	0
	.long	1751
.set Lset1066, L231-Lnames_entries0
	.long	Lset1066
L420:
	.ascii	"\272\035"
	.byte	0
	.long	1862
.set Lset1067, L253-Lnames_entries0
	.long	Lset1067
L410:
	.ascii	"\272\035"
	.byte	0
	.long	2028
.set Lset1068, L318-Lnames_entries0
	.long	Lset1068
L425:
	.ascii	"\272\035"
	.byte	0
	.long	2292
.set Lset1069, L186-Lnames_entries0
	.long	Lset1069
L13:
	.ascii	"\272\035"
	.byte	0
	.long	2852
.set Lset1070, L87-Lnames_entries0
	.long	Lset1070
L205:
	.ascii	"\272\035"
	.byte	0
	.long	2926
.set Lset1071, L254-Lnames_entries0
	.long	Lset1071
L308:
	.ascii	"\272\035"
	.byte	0
	.long	2970
.set Lset1072, L279-Lnames_entries0
	.long	Lset1072
L32:
	.ascii	"\272\035"
	.byte	0
	.long	3296
.set Lset1073, L448-Lnames_entries0
	.long	Lset1073
L333:
	.ascii	"\272\035"
	.byte	0
	.long	3432
.set Lset1074, L402-Lnames_entries0
	.long	Lset1074
L429:
	.ascii	"\272\035"
	.byte	0
	.long	3604
.set Lset1075, L336-Lnames_entries0
	.long	Lset1075
L224:
	.ascii	"\272\035"
	.byte	0
	.long	3864
.set Lset1076, L428-Lnames_entries0
	.long	Lset1076
L441:
	.ascii	"\272\035"
	.byte	0
	.long	3926
.set Lset1077, L255-Lnames_entries0
	.long	Lset1077
L268:
	.ascii	"\272\035"
	.byte	0
	.long	4278
.set Lset1078, L404-Lnames_entries0
	.long	Lset1078
L364:
	.ascii	"\272\035"
	.byte	0
	.long	4322
.set Lset1079, L350-Lnames_entries0
	.long	Lset1079
L444:
	.ascii	"\272\035"
	.byte	0
	.long	4365
.set Lset1080, L235-Lnames_entries0
	.long	Lset1080
L362:
	.ascii	"\272\035"
	.byte	0
	.long	4491
.set Lset1081, L363-Lnames_entries0
	.long	Lset1081
L431:
	.ascii	"\272\035"
	.byte	0
	.long	4661
.set Lset1082, L149-Lnames_entries0
	.long	Lset1082
L419:
	.ascii	"\272\035"
	.byte	0
	.long	4793
.set Lset1083, L233-Lnames_entries0
	.long	Lset1083
L319:
	.ascii	"\272\035"
	.byte	0
	.long	4861
.set Lset1084, L214-Lnames_entries0
	.long	Lset1084
L342:
	.ascii	"\272\035"
	.byte	0
	.long	5049
.set Lset1085, L424-Lnames_entries0
	.long	Lset1085
	.byte	0
Lnames57:
	.ascii	"\232."
	.byte	0
	.long	805
	.byte	0
Lnames151:
L290:
	.ascii	"\232."
	.byte	0
	.long	4240
	.byte	0
Lnames77:
L320:
	.ascii	"\232."
	.byte	0
	.long	1127
	.byte	0
Lnames5:
	.ascii	"\232."
	.byte	0
	.long	83
	.ascii	"\272\035"
	.byte	0
	.long	1422
.set Lset1086, L139-Lnames_entries0
	.long	Lset1086
	.ascii	"\272\035"
	.byte	0
	.long	1494
.set Lset1087, L318-Lnames_entries0
	.long	Lset1087
	.ascii	"\272\035"
	.byte	0
	.long	1507
.set Lset1088, L318-Lnames_entries0
	.long	Lset1088
	.byte	0
Lnames80:
	.ascii	"\232."
	.byte	0
	.long	1376
	.byte	0
Lnames1:
	.ascii	"\232."
	.byte	0
	.long	48
	.byte	0
Lnames25:
	.ascii	"\272\035"
	.byte	0
	.long	295
.set Lset1089, L238-Lnames_entries0
	.long	Lset1089
	.ascii	"\272\035"
	.byte	0
	.long	1330
.set Lset1090, L320-Lnames_entries0
	.long	Lset1090
	.byte	0
Lnames145:
L78:
	.ascii	"\232."
	.byte	0
	.long	3936
	.byte	0
Lnames30:
	.ascii	"\232."
	.byte	0
	.long	327
	.byte	0
Lnames78:
	.ascii	"\232."
	.byte	0
	.long	1127
	.byte	0
Lnames46:
L232:
	.ascii	"\272\035"
	.byte	0
	.long	554
.set Lset1091, L61-Lnames_entries0
	.long	Lset1091
	.byte	0
Lnames36:
	.ascii	"\272\035"
	.byte	0
	.long	378
.set Lset1092, L264-Lnames_entries0
	.long	Lset1092
	.byte	0
	.p2align	2, 0x0
Lnames_end0:
.subsections_via_symbols
	.section	__DWARF,__debug_line,regular,debug
Lsection_line:
Lline_table_start0:
