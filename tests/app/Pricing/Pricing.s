; Made by `cargo xtask swift`; not to be edited.
; Swift version 6.0.3 (swift-6.0.3-RELEASE)
; sources 139718e7f72614a1
; text e8217e71f9008ab4
	.section	__TEXT,__text,regular,pure_instructions
	.p2align	2
_$s7Pricing4RuleC5priceyS2iF:
Lfunc_begin0:
	.cfi_startproc
	.file	1 "." "tests/app/Pricing/Pricing.swift"
	.loc	1 26 43 prologue_end
	ret
Ltmp0:
Lfunc_end0:
	.cfi_endproc
	.p2align	2
_$s7Pricing4RuleC4workyS2iF:
Lfunc_begin1:
	.file	2 "<compiler-generated>"
	.loc	2 0 0
	.cfi_startproc
	b	_$s7Pricing4RuleC4workyS2iFTf4nd_n
Ltmp1:
Lfunc_end1:
	.cfi_endproc
	.p2align	2
_$s7Pricing4RuleCfD:
Lfunc_begin2:
	.loc	1 21 0
	.cfi_startproc
	.loc	2 0 0 is_stmt 0
	ldr	x8, [x20, #8]
	tbnz	x8, #63, LBB2_2
	mov	x0, x20
	b	_free
Ltmp2:
LBB2_2:
	ret
Ltmp3:
Lfunc_end2:
	.cfi_endproc
	.p2align	2
_$s7Pricing8DiscountC5priceyS2iF:
Lfunc_begin3:
	.loc	1 38 0 is_stmt 1
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
Ltmp4:
	.loc	1 38 64 prologue_end
	ldr	x8, [x20, #16]
	mov	x9, #10485
	movk	x9, #36700, lsl #16
	mov	x19, x0
	movk	x9, #62914, lsl #32
	.loc	1 38 61 is_stmt 0
	mul	x8, x8, x0
	movk	x9, #23592, lsl #48
	.loc	1 38 70
	smulh	x9, x8, x9
	sub	x8, x9, x8
	asr	x9, x8, #6
	add	x20, x9, x8, lsr #63
Ltmp5:
	.loc	2 0 0
	bl	_$s7Pricing4RuleC4workyS2iFTf4nd_n
Ltmp6:
	.loc	1 38 52
	add	x8, x0, x19
	.loc	1 38 76
	add	x0, x8, x20
	.loc	1 38 91 epilogue_begin
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp7:
Lfunc_end3:
	.cfi_endproc
	.p2align	2
_$s7Pricing9SurchargeC5priceyS2iF:
Lfunc_begin4:
	.loc	1 42 0 is_stmt 1
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
Ltmp8:
	.loc	1 42 64 prologue_end
	ldr	x8, [x20, #16]
	mov	x9, #55051
	movk	x9, #28835, lsl #16
	mov	x19, x0
	movk	x9, #2621, lsl #32
	.loc	1 42 61 is_stmt 0
	mul	x8, x8, x0
	movk	x9, #41943, lsl #48
	.loc	1 42 70
	smulh	x9, x8, x9
	add	x8, x9, x8
	asr	x9, x8, #6
	add	x20, x9, x8, lsr #63
Ltmp9:
	.loc	2 0 0
	bl	_$s7Pricing4RuleC4workyS2iFTf4nd_n
Ltmp10:
	.loc	1 42 52
	add	x8, x0, x19
	.loc	1 42 76
	add	x0, x8, x20
	.loc	1 42 91 epilogue_begin
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp11:
Lfunc_end4:
	.cfi_endproc
	.p2align	2
_$s7Pricing5ChainCyACyxGx_ADSgtcfCAA4RuleC_Tg5:
Lfunc_begin5:
	.loc	1 49 0 is_stmt 1
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
	mov	x20, x0
Ltmp12:
	.loc	1 0 0 is_stmt 0
Lloh0:
	adrp	x0, _$s7Pricing5ChainCyAA4RuleCGN@PAGE
Lloh1:
	add	x0, x0, _$s7Pricing5ChainCyAA4RuleCGN@PAGEOFF
	mov	w1, #32
	mov	w2, #7
	bl	_swift_allocObject
Ltmp13:
	.loc	1 50 18 prologue_end is_stmt 1
	stp	x20, x19, [x0, #16]
Ltmp14:
	.loc	1 0 0 epilogue_begin is_stmt 0
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp15:
	.loh AdrpAdd	Lloh0, Lloh1
Lfunc_end5:
	.cfi_endproc
	.p2align	2
_$s7Pricing5ChainCfdAA4RuleC_Tg5:
Lfunc_begin6:
	.loc	1 46 0 is_stmt 1
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
Ltmp16:
	.loc	2 0 0 prologue_end
	ldr	x0, [x20, #16]
Ltmp17:
	bl	_$ss13swift_release6objectyBp_tF
Ltmp18:
	ldr	x19, [x20, #24]
	str	xzr, [x20, #24]
Ltmp19:
	cbz	x19, LBB6_12
	ldr	x8, [x19, #8]
	add	x21, x19, #8
	cmn	x8, #1
	b.eq	LBB6_3
LBB6_2:
	ldxr	x8, [x21]
	add	x8, x8, #1
	stxr	w9, x8, [x21]
	cbnz	w9, LBB6_2
Ltmp20:
LBB6_3:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp21:
	ldar	x8, [x21]
Ltmp22:
	cmp	x8, #1
	b.ne	LBB6_12
	mov	x0, x19
	b	LBB6_6
LBB6_5:
Ltmp23:
	bl	_$ss13swift_release6objectyBp_tF
Ltmp24:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp25:
	add	x8, x19, #8
	mov	x0, x19
	ldar	x8, [x8]
Ltmp26:
	cmp	x8, #1
	b.ne	LBB6_12
LBB6_6:
	ldr	x19, [x0, #24]
Ltmp27:
	cbz	x19, LBB6_11
	ldr	x9, [x19, #8]
	add	x8, x19, #8
	cmn	x9, #1
	b.eq	LBB6_9
LBB6_8:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB6_8
Ltmp28:
LBB6_9:
	ldr	x9, [x8]
	cmn	x9, #1
	b.eq	LBB6_5
LBB6_10:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB6_10
	b	LBB6_5
Ltmp29:
LBB6_11:
	bl	_$ss13swift_release6objectyBp_tF
Ltmp30:
LBB6_12:
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp31:
	mov	x0, x20
	ldp	x20, x19, [sp, #32]
	ldp	x22, x21, [sp, #16]
	ldp	x29, x30, [sp], #48
	ret
Ltmp32:
Lfunc_end6:
	.cfi_endproc
	.p2align	2
_$s7Pricing5ChainCfDAA4RuleC_Tg5:
Lfunc_begin7:
	.loc	1 46 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp33:
	.loc	1 0 0 prologue_end
	bl	_$s7Pricing5ChainCfdAA4RuleC_Tg5
Ltmp34:
	ldr	x8, [x20, #8]
	tbnz	x8, #63, LBB7_2
	mov	x0, x20
	ldp	x29, x30, [sp], #16
	b	_free
Ltmp35:
LBB7_2:
	ldp	x29, x30, [sp], #16
	ret
Ltmp36:
Lfunc_end7:
	.cfi_endproc
	.p2align	2
_$s7Pricing4foldyq_AA5ChainCyxGSg_q_q_q__xtXEtr0_lFAA4RuleC_SiTg5035$s7Pricing5RulesC5priceyS2iFS2i_AA4D7CtXEfU_Tf1nnc_n:
Lfunc_begin8:
	.loc	2 0 0
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
Ltmp37:
	cbz	x0, LBB8_13
	ldr	x8, [x0, #8]
	mov	x21, x0
	cmn	x8, #1
	b.eq	LBB8_5
	add	x8, x21, #8
LBB8_3:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB8_3
	b	LBB8_5
Ltmp38:
LBB8_4:
	mov	x0, x21
	bl	_$ss13swift_release6objectyBp_tF
	mov	x21, x20
Ltmp39:
LBB8_5:
	ldr	x20, [x21, #16]
	.loc	1 87 59 prologue_end
	ldr	x8, [x20]
	ldr	x8, [x8, #32]
Ltmp40:
	.loc	2 0 0 is_stmt 0
	ldr	x9, [x21, #8]
	cmn	x9, #1
	b.eq	LBB8_8
	add	x9, x21, #8
LBB8_7:
	ldxr	x10, [x9]
	add	x10, x10, #1
	stxr	w11, x10, [x9]
	cbnz	w11, LBB8_7
Ltmp41:
LBB8_8:
	.loc	1 87 59
	mov	x0, x19
	blr	x8
	mov	x19, x0
Ltmp42:
	.loc	2 0 0
	mov	x0, x21
	bl	_$ss13swift_release6objectyBp_tF
Ltmp43:
	.loc	1 63 17 is_stmt 1
	ldr	x20, [x21, #24]
Ltmp44:
	.loc	2 0 0 is_stmt 0
	cbz	x20, LBB8_12
	ldr	x8, [x20, #8]
	cmn	x8, #1
	b.eq	LBB8_4
	add	x8, x20, #8
LBB8_11:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB8_11
	b	LBB8_4
Ltmp45:
LBB8_12:
	mov	x0, x21
	bl	_$ss13swift_release6objectyBp_tF
Ltmp46:
LBB8_13:
	.loc	1 65 3 is_stmt 1
	mov	x0, x19
	.loc	1 65 3 epilogue_begin is_stmt 0
	ldp	x20, x19, [sp, #32]
	ldp	x22, x21, [sp, #16]
	ldp	x29, x30, [sp], #48
	ret
Ltmp47:
Lfunc_end8:
	.cfi_endproc
	.p2align	2
_$s7Pricing4foldyq_AA5ChainCyxGSg_q_q_q__xtXEtr0_lFAA4RuleC_SiTg5:
Lfunc_begin9:
	.loc	1 56 0 is_stmt 1
	.cfi_startproc
	sub	sp, sp, #80
	stp	x29, x30, [sp, #16]
	stp	x24, x23, [sp, #32]
	stp	x22, x21, [sp, #48]
	stp	x20, x19, [sp, #64]
	add	x29, sp, #16
	.cfi_def_cfa w29, 64
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w30, -56
	.cfi_offset w29, -64
	mov	x22, x1
Ltmp48:
	.loc	2 0 0 is_stmt 0
	cbz	x0, LBB9_13
	ldr	x8, [x0, #8]
	mov	x20, x3
	mov	x19, x2
	mov	x21, x0
	cmn	x8, #1
	b.eq	LBB9_5
	add	x8, x21, #8
LBB9_3:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB9_3
	b	LBB9_5
Ltmp49:
LBB9_4:
	mov	x0, x21
	bl	_$ss13swift_release6objectyBp_tF
	mov	x21, x23
Ltmp50:
LBB9_5:
	str	x22, [sp]
Ltmp51:
	ldr	x8, [x21, #8]
	cmn	x8, #1
	b.eq	LBB9_8
	add	x8, x21, #8
LBB9_7:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB9_7
Ltmp52:
LBB9_8:
	.loc	1 62 0 prologue_end is_stmt 1
	add	x1, x21, #16
	.loc	1 62 14 is_stmt 0
	add	x8, sp, #8
	mov	x0, sp
	blr	x19
Ltmp53:
	.loc	2 0 0
	mov	x0, x21
	bl	_$ss13swift_release6objectyBp_tF
Ltmp54:
	.loc	1 63 17 is_stmt 1
	ldr	x23, [x21, #24]
	.loc	1 62 12
	ldr	x22, [sp, #8]
Ltmp55:
	.loc	2 0 0 is_stmt 0
	cbz	x23, LBB9_12
	ldr	x8, [x23, #8]
	cmn	x8, #1
	b.eq	LBB9_4
	add	x8, x23, #8
LBB9_11:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB9_11
	b	LBB9_4
Ltmp56:
LBB9_12:
	mov	x0, x21
	bl	_$ss13swift_release6objectyBp_tF
Ltmp57:
LBB9_13:
	.loc	1 65 3 is_stmt 1
	mov	x0, x22
	.loc	1 65 3 epilogue_begin is_stmt 0
	ldp	x20, x19, [sp, #64]
	ldp	x22, x21, [sp, #48]
	ldp	x24, x23, [sp, #32]
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #80
	ret
Ltmp58:
Lfunc_end9:
	.cfi_endproc
	.p2align	2
_$s7Pricing4PairV6joinedyqd__qd__x_q_tXElFSi_S2iTg5021$s7Pricing5quoteyS2i_F24_SvSgtXCACtFS2i_SitXEfU_Tf1cn_n:
Lfunc_begin10:
	.loc	2 0 0 is_stmt 1
	.cfi_startproc
	mov	x9, #55051
Ltmp59:
	.loc	1 123 65 prologue_end
	mul	x8, x1, x0
	movk	x9, #28835, lsl #16
	movk	x9, #2621, lsl #32
	movk	x9, #41943, lsl #48
	.loc	1 123 71 is_stmt 0
	smulh	x9, x8, x9
	add	x8, x9, x8
	asr	x9, x8, #6
	add	x8, x9, x8, lsr #63
	.loc	1 123 59
	add	x0, x8, x0
Ltmp60:
	.loc	1 74 90 is_stmt 1
	ret
Ltmp61:
Lfunc_end10:
	.cfi_endproc
	.p2align	2
_$s7Pricing4PairV6joinedyqd__qd__x_q_tXElFSi_S2iTg5:
Lfunc_begin11:
	.loc	1 74 0
	.cfi_startproc
	sub	sp, sp, #64
	stp	x29, x30, [sp, #32]
	stp	x20, x19, [sp, #48]
	add	x29, sp, #32
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
	mov	x20, x1
	mov	x9, x0
Ltmp62:
	.loc	1 74 70 prologue_end
	sub	x8, x29, #8
	add	x0, sp, #16
	add	x1, sp, #8
	.loc	1 74 75 is_stmt 0
	stp	x3, x2, [sp, #8]
	.loc	1 74 70
	blr	x9
	ldur	x0, [x29, #-8]
	.loc	1 74 90 epilogue_begin
	ldp	x20, x19, [sp, #48]
	ldp	x29, x30, [sp, #32]
	add	sp, sp, #64
	ret
Ltmp63:
Lfunc_end11:
	.cfi_endproc
	.p2align	2
_$s7Pricing5RulesC8standard_WZ:
Lfunc_begin12:
	.loc	1 0 0 is_stmt 1
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
Ltmp64:
	.loc	1 79 25 prologue_end
Lloh2:
	adrp	x0, _$s7Pricing5RulesCN@PAGE
Lloh3:
	add	x0, x0, _$s7Pricing5RulesCN@PAGEOFF
	mov	w1, #24
	mov	w2, #7
	bl	_swift_allocObject
Ltmp65:
	.loc	1 0 0 is_stmt 0
Lloh4:
	adrp	x20, _$s7Pricing8DiscountCN@PAGE
Lloh5:
	add	x20, x20, _$s7Pricing8DiscountCN@PAGEOFF
Ltmp66:
	.loc	1 79 25
	mov	x19, x0
Ltmp67:
	.loc	1 0 0
	mov	x0, x20
	mov	w1, #24
	mov	w2, #7
	bl	_swift_allocObject
	mov	w8, #10
	mov	x21, x0
Ltmp68:
	mov	w1, #24
	mov	w2, #7
Ltmp69:
	.loc	1 23 33 is_stmt 1
	str	x8, [x0, #16]
Ltmp70:
	.loc	1 0 0 is_stmt 0
Lloh6:
	adrp	x0, _$s7Pricing9SurchargeCN@PAGE
Lloh7:
	add	x0, x0, _$s7Pricing9SurchargeCN@PAGEOFF
	bl	_swift_allocObject
	mov	w8, #3
	mov	x22, x0
Ltmp71:
	mov	w1, #24
	mov	w2, #7
Ltmp72:
	.loc	1 23 33
	str	x8, [x0, #16]
Ltmp73:
	.loc	1 0 0
	mov	x0, x20
	bl	_swift_allocObject
	mov	w8, #2
Ltmp74:
Lloh8:
	adrp	x23, _$s7Pricing5ChainCyAA4RuleCGN@PAGE
Lloh9:
	add	x23, x23, _$s7Pricing5ChainCyAA4RuleCGN@PAGEOFF
Ltmp75:
	mov	x20, x0
Ltmp76:
	mov	w1, #32
	mov	w2, #7
Ltmp77:
	.loc	1 23 33
	str	x8, [x0, #16]
Ltmp78:
	.loc	1 0 0
	mov	x0, x23
	bl	_swift_allocObject
	mov	x24, x0
Ltmp79:
	.loc	1 50 18 is_stmt 1
	stp	x20, xzr, [x0, #16]
Ltmp80:
	.loc	1 0 0 is_stmt 0
	mov	x0, x23
	mov	w1, #32
	mov	w2, #7
	bl	_swift_allocObject
	mov	x20, x0
Ltmp81:
	.loc	1 50 18
	stp	x22, x24, [x0, #16]
Ltmp82:
	.loc	1 0 0
	mov	x0, x23
	mov	w1, #32
	mov	w2, #7
	bl	_swift_allocObject
Ltmp83:
	.loc	1 79 25 is_stmt 1
	adrp	x8, _$s7Pricing5RulesC8standardACvpZ@PAGE
Ltmp84:
	.loc	1 50 18
	stp	x21, x20, [x0, #16]
Ltmp85:
	.loc	1 79 25
	str	x0, [x19, #16]
	.loc	1 79 31 epilogue_begin is_stmt 0
	ldp	x22, x21, [sp, #32]
	.loc	1 79 25
	str	x19, [x8, _$s7Pricing5RulesC8standardACvpZ@PAGEOFF]
	.loc	1 79 31
	ldp	x20, x19, [sp, #48]
	ldp	x24, x23, [sp, #16]
	ldp	x29, x30, [sp], #64
	ret
Ltmp86:
	.loh AdrpAdd	Lloh8, Lloh9
	.loh AdrpAdd	Lloh6, Lloh7
	.loh AdrpAdd	Lloh4, Lloh5
	.loh AdrpAdd	Lloh2, Lloh3
Lfunc_end12:
	.cfi_endproc
	.p2align	2
_$s7Pricing5RulesC5priceyS2iF:
Lfunc_begin13:
	.loc	1 87 0 is_stmt 1
	.cfi_startproc
	mov	x1, x0
Ltmp87:
	.loc	1 87 42 prologue_end
	ldr	x0, [x20, #16]
	.loc	1 87 37 is_stmt 0
	b	_$s7Pricing4foldyq_AA5ChainCyxGSg_q_q_q__xtXEtr0_lFAA4RuleC_SiTg5035$s7Pricing5RulesC5priceyS2iFS2i_AA4D7CtXEfU_Tf1nnc_n
Ltmp88:
Lfunc_end13:
	.cfi_endproc
	.p2align	2
_$s7Pricing5RulesC5priceyS2iFS2i_AA4RuleCtXEfU_:
Lfunc_begin14:
	.loc	1 87 0 is_stmt 1
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
Ltmp89:
	.file	3 "<stdin>"
	.loc	3 0 0 is_stmt 0
	ldr	x20, [x1]
	mov	x19, x8
	ldr	x0, [x0]
	.loc	1 87 59 prologue_end is_stmt 1
	ldr	x8, [x20]
	ldr	x8, [x8, #32]
	blr	x8
	str	x0, [x19]
	.loc	1 87 69 epilogue_begin is_stmt 0
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp90:
Lfunc_end14:
	.cfi_endproc
	.p2align	2
_$s7Pricing5RulesCfD:
Lfunc_begin15:
	.loc	1 78 0 is_stmt 1
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp91:
	.loc	2 0 0 is_stmt 0
	ldr	x0, [x20, #16]
Ltmp92:
	bl	_$ss13swift_release6objectyBp_tF
Ltmp93:
	ldr	x8, [x20, #8]
	tbnz	x8, #63, LBB15_2
	mov	x0, x20
	ldp	x29, x30, [sp], #16
	b	_free
Ltmp94:
LBB15_2:
	ldp	x29, x30, [sp], #16
	ret
Ltmp95:
Lfunc_end15:
	.cfi_endproc
	.section	__TEXT,__literal16,16byte_literals
	.p2align	4, 0x0
lCPI16_0:
	.quad	0
	.quad	-1
lCPI16_1:
	.quad	-2
	.quad	-3
lCPI16_2:
	.quad	-4
	.quad	-5
lCPI16_3:
	.quad	-6
	.quad	-7
lCPI16_4:
	.quad	-8
	.quad	-9
lCPI16_5:
	.quad	-10
	.quad	-11
lCPI16_6:
	.quad	-12
	.quad	-13
lCPI16_7:
	.quad	-14
	.quad	-15
lCPI16_8:
	.quad	-16
	.quad	-17
lCPI16_9:
	.quad	-18
	.quad	-19
lCPI16_10:
	.quad	-20
	.quad	-21
lCPI16_11:
	.quad	-22
	.quad	-23
lCPI16_12:
	.quad	-24
	.quad	-25
lCPI16_13:
	.quad	-26
	.quad	-27
lCPI16_14:
	.quad	-28
	.quad	-29
lCPI16_15:
	.quad	-30
	.quad	-31
	.section	__TEXT,__text,regular,pure_instructions
	.p2align	2
_$s7Pricing5taxes_WZ:
Lfunc_begin16:
	.loc	1 0 0 is_stmt 1
	.cfi_startproc
	sub	sp, sp, #48
	stp	x29, x30, [sp, #16]
	stp	x20, x19, [sp, #32]
	add	x29, sp, #16
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
Ltmp96:
	add	x0, sp, #8
	mov	w1, #16
	mov	w2, #256
	mov	w19, #36002
	movk	w19, #37590, lsl #16
	str	xzr, [sp, #8]
	bl	_posix_memalign
Ltmp97:
	.loc	1 91 13 prologue_end
Lloh10:
	adrp	x0, l_.str.13.Pricing.table@PAGE
Lloh11:
	add	x0, x0, l_.str.13.Pricing.table@PAGEOFF
	mov	w1, #400
Ltmp98:
	.loc	2 0 0 is_stmt 0
	ldr	x20, [sp, #8]
Ltmp99:
	.loc	1 91 13
	bl	_KitUnits
	cbz	w0, LBB16_2
LBB16_1:
	eor	x8, x19, x19, lsl #13
	subs	w0, w0, #1
	eor	x8, x8, x8, lsr #7
	eor	x8, x8, x8, lsl #17
	eor	x8, x8, x8, lsl #5
	eor	x19, x8, x8, lsr #11
	b.ne	LBB16_1
LBB16_2:
	mov	x0, x19
	bl	_KitKeep
Lloh12:
	adrp	x8, lCPI16_0@PAGE
Lloh13:
	adrp	x9, lCPI16_1@PAGE
	mov	w10, #7
Lloh14:
	adrp	x12, lCPI16_2@PAGE
	mov	w11, #15
	dup.2d	v1, x19
Lloh15:
	ldr	q3, [x8, lCPI16_0@PAGEOFF]
Lloh16:
	adrp	x8, lCPI16_3@PAGE
Lloh17:
	ldr	q4, [x9, lCPI16_1@PAGEOFF]
	dup.2d	v2, x10
Lloh18:
	ldr	q5, [x12, lCPI16_2@PAGEOFF]
	dup.2d	v0, x11
	ushl.2d	v3, v1, v3
Lloh19:
	ldr	q6, [x8, lCPI16_3@PAGEOFF]
	ushl.2d	v4, v1, v4
Lloh20:
	adrp	x8, lCPI16_4@PAGE
	and.16b	v3, v3, v2
	and.16b	v4, v4, v2
	add.2d	v3, v3, v0
	add.2d	v4, v4, v0
	ushl.2d	v5, v1, v5
	stp	q3, q4, [x20]
	and.16b	v4, v5, v2
Lloh21:
	ldr	q5, [x8, lCPI16_4@PAGEOFF]
Lloh22:
	adrp	x8, lCPI16_5@PAGE
	ushl.2d	v3, v1, v6
	add.2d	v4, v4, v0
	and.16b	v3, v3, v2
Lloh23:
	ldr	q6, [x8, lCPI16_5@PAGEOFF]
Lloh24:
	adrp	x8, lCPI16_6@PAGE
	add.2d	v3, v3, v0
	.loc	1 91 23 epilogue_begin
	ldp	x29, x30, [sp, #16]
	.loc	1 91 13
	stp	q4, q3, [x20, #32]
	ushl.2d	v3, v1, v5
Lloh25:
	ldr	q5, [x8, lCPI16_6@PAGEOFF]
Lloh26:
	adrp	x8, lCPI16_7@PAGE
	ushl.2d	v4, v1, v6
	and.16b	v3, v3, v2
	and.16b	v4, v4, v2
Lloh27:
	ldr	q6, [x8, lCPI16_7@PAGEOFF]
Lloh28:
	adrp	x8, lCPI16_8@PAGE
	add.2d	v3, v3, v0
	add.2d	v4, v4, v0
	stp	q3, q4, [x20, #64]
	ushl.2d	v3, v1, v5
Lloh29:
	ldr	q5, [x8, lCPI16_8@PAGEOFF]
Lloh30:
	adrp	x8, lCPI16_9@PAGE
	ushl.2d	v4, v1, v6
	and.16b	v3, v3, v2
	and.16b	v4, v4, v2
Lloh31:
	ldr	q6, [x8, lCPI16_9@PAGEOFF]
Lloh32:
	adrp	x8, lCPI16_10@PAGE
	add.2d	v3, v3, v0
	add.2d	v4, v4, v0
	stp	q3, q4, [x20, #96]
	ushl.2d	v3, v1, v5
Lloh33:
	ldr	q5, [x8, lCPI16_10@PAGEOFF]
Lloh34:
	adrp	x8, lCPI16_11@PAGE
	ushl.2d	v4, v1, v6
	and.16b	v3, v3, v2
	and.16b	v4, v4, v2
Lloh35:
	ldr	q6, [x8, lCPI16_11@PAGEOFF]
Lloh36:
	adrp	x8, lCPI16_12@PAGE
	add.2d	v3, v3, v0
	add.2d	v4, v4, v0
	stp	q3, q4, [x20, #128]
	ushl.2d	v3, v1, v5
Lloh37:
	ldr	q5, [x8, lCPI16_12@PAGEOFF]
Lloh38:
	adrp	x8, lCPI16_13@PAGE
	ushl.2d	v4, v1, v6
	and.16b	v3, v3, v2
	and.16b	v4, v4, v2
Lloh39:
	ldr	q6, [x8, lCPI16_13@PAGEOFF]
Lloh40:
	adrp	x8, lCPI16_14@PAGE
	add.2d	v3, v3, v0
	add.2d	v4, v4, v0
	stp	q3, q4, [x20, #160]
	ushl.2d	v3, v1, v5
Lloh41:
	ldr	q5, [x8, lCPI16_14@PAGEOFF]
Lloh42:
	adrp	x8, lCPI16_15@PAGE
	ushl.2d	v4, v1, v6
	and.16b	v3, v3, v2
	and.16b	v4, v4, v2
Lloh43:
	ldr	q6, [x8, lCPI16_15@PAGEOFF]
	add.2d	v3, v3, v0
Lloh44:
	adrp	x8, _$s7Pricing5taxesSpySiGvp@PAGE
	add.2d	v4, v4, v0
	stp	q3, q4, [x20, #192]
	ushl.2d	v3, v1, v5
	str	x20, [x8, _$s7Pricing5taxesSpySiGvp@PAGEOFF]
	ushl.2d	v1, v1, v6
	and.16b	v3, v3, v2
	and.16b	v1, v1, v2
	add.2d	v2, v3, v0
	add.2d	v0, v1, v0
	stp	q2, q0, [x20, #224]
	.loc	1 91 23
	ldp	x20, x19, [sp, #32]
	add	sp, sp, #48
	ret
Ltmp100:
	.loh AdrpAdd	Lloh10, Lloh11
	.loh AdrpAdrp	Lloh42, Lloh44
	.loh AdrpLdr	Lloh42, Lloh43
	.loh AdrpAdrp	Lloh40, Lloh42
	.loh AdrpLdr	Lloh40, Lloh41
	.loh AdrpAdrp	Lloh38, Lloh40
	.loh AdrpLdr	Lloh38, Lloh39
	.loh AdrpAdrp	Lloh36, Lloh38
	.loh AdrpLdr	Lloh36, Lloh37
	.loh AdrpAdrp	Lloh34, Lloh36
	.loh AdrpLdr	Lloh34, Lloh35
	.loh AdrpAdrp	Lloh32, Lloh34
	.loh AdrpLdr	Lloh32, Lloh33
	.loh AdrpAdrp	Lloh30, Lloh32
	.loh AdrpLdr	Lloh30, Lloh31
	.loh AdrpAdrp	Lloh28, Lloh30
	.loh AdrpLdr	Lloh28, Lloh29
	.loh AdrpAdrp	Lloh26, Lloh28
	.loh AdrpLdr	Lloh26, Lloh27
	.loh AdrpAdrp	Lloh24, Lloh26
	.loh AdrpLdr	Lloh24, Lloh25
	.loh AdrpAdrp	Lloh22, Lloh24
	.loh AdrpLdr	Lloh22, Lloh23
	.loh AdrpAdrp	Lloh20, Lloh22
	.loh AdrpLdr	Lloh20, Lloh21
	.loh AdrpAdrp	Lloh16, Lloh20
	.loh AdrpLdr	Lloh16, Lloh19
	.loh AdrpLdr	Lloh14, Lloh18
	.loh AdrpLdr	Lloh13, Lloh17
	.loh AdrpAdrp	Lloh12, Lloh16
	.loh AdrpLdr	Lloh12, Lloh15
Lfunc_end16:
	.cfi_endproc
	.p2align	2
_$s7Pricing8rounding2toS2icSi_tF:
Lfunc_begin17:
	.loc	1 105 0 is_stmt 1
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
Ltmp101:
	.loc	1 106 3 prologue_end
Lloh45:
	adrp	x0, l_metadata@PAGE
Lloh46:
	add	x0, x0, l_metadata@PAGEOFF
	mov	w1, #24
	mov	w2, #7
	bl	_swift_allocObject
	mov	x1, x0
	.loc	1 107 1
Lloh47:
	adrp	x0, _$s7Pricing8rounding2toS2icSi_tFS2icfU_TA@PAGE
Lloh48:
	add	x0, x0, _$s7Pricing8rounding2toS2icSi_tFS2icfU_TA@PAGEOFF
	.loc	1 106 3
	str	x19, [x1, #16]
	.loc	1 107 1 epilogue_begin
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp102:
	.loh AdrpAdd	Lloh47, Lloh48
	.loh AdrpAdd	Lloh45, Lloh46
Lfunc_end17:
	.cfi_endproc
	.p2align	2
_$s7Pricing8rounding2toS2icSi_tFS2icfU_:
Lfunc_begin18:
	.cfi_startproc
	.loc	1 106 29 prologue_end
	cmp	x1, #0
	cinc	x8, x1, lt
	.loc	1 106 34 is_stmt 0
	cbz	x1, LBB18_4
	.loc	1 106 0
	add	x8, x0, x8, asr #1
	.loc	1 106 34
	cmn	x1, #1
	b.ne	LBB18_3
	.loc	1 0 34
	mov	x9, #-9223372036854775808
	.loc	1 106 34
	cmp	x8, x9
	b.eq	LBB18_5
LBB18_3:
	.loc	1 106 41
	sdiv	x8, x8, x1
	mul	x0, x8, x1
	.loc	1 106 49
	ret
LBB18_4:
	.loc	1 106 34
Ltmp103:
	.loc	2 0 0
	brk	#0x1
Ltmp104:
LBB18_5:
	.loc	1 106 34
Ltmp105:
	.loc	2 0 0
	brk	#0x1
Ltmp106:
Lfunc_end18:
	.cfi_endproc
	.globl	_PricingTax
	.p2align	2
_PricingTax:
Lfunc_begin19:
	.loc	2 0 0 is_stmt 1
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
Ltmp107:
Lloh49:
	adrp	x20, _$s7Pricing5taxes_Wz@PAGE
Lloh50:
	add	x20, x20, _$s7Pricing5taxes_Wz@PAGEOFF
	mov	x19, x0
	ldar	x8, [x20]
Ltmp108:
	tbnz	x8, #63, LBB19_7
	mov	w8, #1
LBB19_2:
	ldxr	x9, [x20]
	cbnz	x9, LBB19_5
	stxr	w9, x8, [x20]
	cbnz	w9, LBB19_2
	bl	_$s7Pricing5taxes_WZ
	mov	x8, #-1
	stlr	x8, [x20]
	b	LBB19_7
LBB19_5:
	clrex
LBB19_6:
Ltmp109:
	ldar	x8, [x20]
Ltmp110:
	tbz	x8, #63, LBB19_6
Ltmp111:
LBB19_7:
	.loc	1 110 42 prologue_end
Lloh51:
	adrp	x8, _$s7Pricing5taxesSpySiGvp@PAGE
	.loc	1 110 56 is_stmt 0
	and	x9, x19, #0x1f
Ltmp112:
	.loc	2 0 0 epilogue_begin
	ldp	x20, x19, [sp, #16]
Ltmp113:
	.loc	1 110 42
Lloh52:
	ldr	x8, [x8, _$s7Pricing5taxesSpySiGvp@PAGEOFF]
	.loc	1 110 56
	ldr	x0, [x8, x9, lsl #3]
Ltmp114:
	.loc	2 0 0
	ldp	x29, x30, [sp], #32
	ret
Ltmp115:
	.loh AdrpAdd	Lloh49, Lloh50
	.loh AdrpLdr	Lloh51, Lloh52
Lfunc_end19:
	.cfi_endproc
	.p2align	2
_$s7Pricing3taxyS2iF:
Lfunc_begin20:
	.loc	1 110 0 is_stmt 1
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
Ltmp116:
	.loc	2 0 0 is_stmt 0
Lloh53:
	adrp	x20, _$s7Pricing5taxes_Wz@PAGE
Lloh54:
	add	x20, x20, _$s7Pricing5taxes_Wz@PAGEOFF
	mov	x19, x0
	ldar	x8, [x20]
Ltmp117:
	tbnz	x8, #63, LBB20_7
	mov	w8, #1
LBB20_2:
	ldxr	x9, [x20]
	cbnz	x9, LBB20_5
	stxr	w9, x8, [x20]
	cbnz	w9, LBB20_2
	bl	_$s7Pricing5taxes_WZ
	mov	x8, #-1
	stlr	x8, [x20]
	b	LBB20_7
LBB20_5:
	clrex
LBB20_6:
Ltmp118:
	ldar	x8, [x20]
Ltmp119:
	tbz	x8, #63, LBB20_6
Ltmp120:
LBB20_7:
	.loc	1 110 42 prologue_end is_stmt 1
Lloh55:
	adrp	x8, _$s7Pricing5taxesSpySiGvp@PAGE
	.loc	1 110 56 is_stmt 0
	and	x9, x19, #0x1f
	.loc	1 110 62 epilogue_begin
	ldp	x20, x19, [sp, #16]
	.loc	1 110 42
Lloh56:
	ldr	x8, [x8, _$s7Pricing5taxesSpySiGvp@PAGEOFF]
	.loc	1 110 56
	ldr	x0, [x8, x9, lsl #3]
	.loc	1 110 62
	ldp	x29, x30, [sp], #32
	ret
Ltmp121:
	.loh AdrpAdd	Lloh53, Lloh54
	.loh AdrpLdr	Lloh55, Lloh56
Lfunc_end20:
	.cfi_endproc
	.globl	_PricingQuote
	.p2align	2
_PricingQuote:
Lfunc_begin21:
	.loc	2 0 0 is_stmt 1
	.cfi_startproc
	b	_$s7Pricing5quoteyS2i_S2i_SvSgtXCACtF
Ltmp122:
Lfunc_end21:
	.cfi_endproc
	.p2align	2
_$s7Pricing5quoteyS2i_S2i_SvSgtXCACtF:
Lfunc_begin22:
	.loc	1 113 0
	.cfi_startproc
	stp	x29, x30, [sp, #-96]!
	stp	x28, x27, [sp, #16]
	stp	x26, x25, [sp, #32]
	stp	x24, x23, [sp, #48]
	stp	x22, x21, [sp, #64]
	stp	x20, x19, [sp, #80]
	mov	x29, sp
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
	mov	x21, x0
Ltmp123:
	.loc	1 117 15 prologue_end
	mov	w0, #5
	mov	x23, x2
	mov	x24, x1
	bl	_$s7Pricing8rounding2toS2icSi_tF
	.loc	1 119 16
	tbnz	x21, #63, LBB22_26
	.loc	1 0 0 is_stmt 0
	mov	x19, x1
Ltmp124:
	cbz	x21, LBB22_14
Ltmp125:
	mov	x25, xzr
	mov	x22, xzr
	adrp	x26, _$s7Pricing5RulesC8standardACvpZ@PAGE
	mov	w28, #1
Lloh57:
	adrp	x27, _$s7Pricing5RulesC8standard_Wz@PAGE
Lloh58:
	add	x27, x27, _$s7Pricing5RulesC8standard_Wz@PAGEOFF
	b	LBB22_4
LBB22_3:
Ltmp126:
	.loc	1 106 41 is_stmt 1
	sdiv	x10, x9, x8
Ltmp127:
	.loc	1 119 31
	neg	x11, x9
Ltmp128:
	.loc	1 106 41
	add	x9, x9, x22
Ltmp129:
	.loc	1 119 0
	add	x25, x25, #1
Ltmp130:
	.loc	2 0 0 is_stmt 0
	cmp	x25, x21
Ltmp131:
	.loc	1 119 31
	madd	x8, x10, x8, x11
	add	x22, x9, x8
Ltmp132:
	.loc	2 0 0
	b.eq	LBB22_15
Ltmp133:
LBB22_4:
	ldar	x8, [x27]
Ltmp134:
	tbnz	x8, #63, LBB22_10
LBB22_5:
	ldxr	x8, [x27]
	cbnz	x8, LBB22_8
	stxr	w8, x28, [x27]
	cbnz	w8, LBB22_5
	bl	_$s7Pricing5RulesC8standard_WZ
	mov	x8, #-1
	stlr	x8, [x27]
	b	LBB22_10
LBB22_8:
	clrex
LBB22_9:
Ltmp135:
	ldar	x8, [x27]
Ltmp136:
	tbz	x8, #63, LBB22_9
Ltmp137:
LBB22_10:
	.loc	1 119 62
	mov	x0, x25
	mov	x1, x23
	.loc	1 119 47
	ldr	x20, [x26, _$s7Pricing5RulesC8standardACvpZ@PAGEOFF]
	.loc	1 119 62
	blr	x24
	.loc	1 119 56
	bl	_$s7Pricing5RulesC5priceyS2iF
Ltmp138:
	.loc	2 0 0
	ldr	x8, [x19, #16]
Ltmp139:
	.loc	1 106 29 is_stmt 1
	cmp	x8, #0
	cinc	x9, x8, lt
	.loc	1 106 34 is_stmt 0
	cbz	x8, LBB22_25
	.loc	1 106 0
	add	x9, x0, x9, asr #1
	.loc	1 106 34
	cmn	x8, #1
	b.ne	LBB22_3
	mov	x10, #-9223372036854775808
	cmp	x9, x10
	b.ne	LBB22_3
Ltmp140:
	.loc	2 0 0
	brk	#0x1
Ltmp141:
LBB22_14:
	mov	x22, xzr
LBB22_15:
	mov	x20, #31300
Ltmp142:
	.loc	1 17 3 is_stmt 1
Lloh59:
	adrp	x0, l_.str.13.Pricing.quote@PAGE
Lloh60:
	add	x0, x0, l_.str.13.Pricing.quote@PAGEOFF
	mov	w1, #60
	movk	x20, #52159, lsl #16
	movk	x20, #16525, lsl #32
	movk	x20, #313, lsl #48
	bl	_KitUnits
Ltmp143:
	.loc	2 0 0 is_stmt 0
	cbz	w0, LBB22_17
Ltmp144:
LBB22_16:
	.loc	1 7 9 is_stmt 1
	eor	x8, x20, x20, lsl #13
Ltmp145:
	.loc	2 0 0 is_stmt 0
	subs	w0, w0, #1
Ltmp146:
	.loc	1 8 9 is_stmt 1
	eor	x8, x8, x8, lsr #7
	.loc	1 9 9
	eor	x8, x8, x8, lsl #17
	.loc	1 10 9
	eor	x8, x8, x8, lsl #5
	.loc	1 11 9
	eor	x20, x8, x8, lsr #11
Ltmp147:
	.loc	2 0 0 is_stmt 0
	b.ne	LBB22_16
Ltmp148:
LBB22_17:
	.loc	1 122 3 is_stmt 1
	mov	x0, x20
	bl	_KitKeep
Ltmp149:
	.loc	2 0 0 is_stmt 0
Lloh61:
	adrp	x20, _$s7Pricing5taxes_Wz@PAGE
Lloh62:
	add	x20, x20, _$s7Pricing5taxes_Wz@PAGEOFF
	ldar	x8, [x20]
Ltmp150:
	tbnz	x8, #63, LBB22_24
	mov	w8, #1
LBB22_19:
	ldxr	x9, [x20]
	cbnz	x9, LBB22_22
	stxr	w9, x8, [x20]
	cbnz	w9, LBB22_19
	bl	_$s7Pricing5taxes_WZ
	mov	x8, #-1
	stlr	x8, [x20]
	b	LBB22_24
LBB22_22:
	clrex
LBB22_23:
Ltmp151:
	ldar	x8, [x20]
Ltmp152:
	tbz	x8, #63, LBB22_23
Ltmp153:
LBB22_24:
	.loc	1 110 42 is_stmt 1
Lloh63:
	adrp	x8, _$s7Pricing5taxesSpySiGvp@PAGE
	.loc	1 110 56 is_stmt 0
	and	x9, x21, #0x1f
Ltmp154:
	.loc	1 123 47 is_stmt 1
	mov	x0, x22
Ltmp155:
	.loc	1 110 42
Lloh64:
	ldr	x8, [x8, _$s7Pricing5taxesSpySiGvp@PAGEOFF]
	.loc	1 110 56 is_stmt 0
	ldr	x1, [x8, x9, lsl #3]
Ltmp156:
	.loc	1 123 47 is_stmt 1
	bl	_$s7Pricing4PairV6joinedyqd__qd__x_q_tXElFSi_S2iTg5021$s7Pricing5quoteyS2i_F24_SvSgtXCACtFS2i_SitXEfU_Tf1cn_n
	mov	x20, x0
Ltmp157:
	.loc	2 0 0 is_stmt 0
	mov	x0, x19
	bl	_$ss13swift_release6objectyBp_tF
Ltmp158:
	.loc	1 123 3
	mov	x0, x20
	.loc	1 123 3 epilogue_begin
	ldp	x20, x19, [sp, #80]
	ldp	x22, x21, [sp, #64]
	ldp	x24, x23, [sp, #48]
	ldp	x26, x25, [sp, #32]
	ldp	x28, x27, [sp, #16]
	ldp	x29, x30, [sp], #96
	ret
LBB22_25:
Ltmp159:
	.loc	1 106 34 is_stmt 1
Ltmp160:
	.loc	2 0 0 is_stmt 0
	brk	#0x1
Ltmp161:
LBB22_26:
	.loc	1 119 16 is_stmt 1
Ltmp162:
	.loc	2 0 0 is_stmt 0
	brk	#0x1
Ltmp163:
	.loh AdrpAdd	Lloh57, Lloh58
	.loh AdrpAdd	Lloh59, Lloh60
	.loh AdrpAdd	Lloh61, Lloh62
	.loh AdrpLdr	Lloh63, Lloh64
Lfunc_end22:
	.cfi_endproc
	.p2align	2
_$s7Pricing5quoteyS2i_S2i_SvSgtXCACtFS2i_SitXEfU_:
Lfunc_begin23:
	.loc	1 123 0 is_stmt 1
	.cfi_startproc
	.loc	3 0 0 is_stmt 0
	ldr	x9, [x0]
	mov	x11, #55051
	ldr	x10, [x1]
	movk	x11, #28835, lsl #16
	movk	x11, #2621, lsl #32
	movk	x11, #41943, lsl #48
	.loc	1 123 65 prologue_end is_stmt 1
	mul	x10, x10, x9
	.loc	1 123 71 is_stmt 0
	smulh	x11, x10, x11
	add	x10, x11, x10
	asr	x11, x10, #6
	add	x10, x11, x10, lsr #63
	.loc	1 123 59
	add	x9, x10, x9
	str	x9, [x8]
	.loc	1 123 77
	ret
Ltmp164:
Lfunc_end23:
	.cfi_endproc
	.globl	_PricingPromote
	.p2align	2
_PricingPromote:
Lfunc_begin24:
	.loc	2 0 0 is_stmt 1
	.cfi_startproc
	b	_$s7Pricing7promoteyS2iF
Ltmp165:
Lfunc_end24:
	.cfi_endproc
	.p2align	2
_$s7Pricing7promoteyS2iF:
Lfunc_begin25:
	.loc	1 127 0
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
Ltmp166:
	.loc	1 128 49 prologue_end
	orr	x20, x0, #0x1
Ltmp167:
	.loc	1 17 3
Lloh65:
	adrp	x0, l_.str.15.Pricing.promote@PAGE
Lloh66:
	add	x0, x0, l_.str.15.Pricing.promote@PAGEOFF
	mov	w1, #1500
	bl	_KitUnits
Ltmp168:
	.loc	2 0 0 is_stmt 0
	cbz	w0, LBB25_2
Ltmp169:
LBB25_1:
	.loc	1 7 9 is_stmt 1
	eor	x8, x20, x20, lsl #13
Ltmp170:
	.loc	2 0 0 is_stmt 0
	subs	w0, w0, #1
Ltmp171:
	.loc	1 8 9 is_stmt 1
	eor	x8, x8, x8, lsr #7
	.loc	1 9 9
	eor	x8, x8, x8, lsl #17
	.loc	1 10 9
	eor	x8, x8, x8, lsl #5
	.loc	1 11 9
	eor	x20, x8, x8, lsr #11
Ltmp172:
	.loc	2 0 0 is_stmt 0
	b.ne	LBB25_1
Ltmp173:
LBB25_2:
	.loc	1 130 3 is_stmt 1
	mov	x0, x20
	bl	_KitKeep
	.loc	1 131 16
	sub	x0, x19, #1
	.loc	1 131 3 epilogue_begin is_stmt 0
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp174:
	.loh AdrpAdd	Lloh65, Lloh66
Lfunc_end25:
	.cfi_endproc
	.p2align	2
_swift_initStackObject:
Lfunc_begin26:
	.loc	2 0 0 is_stmt 1
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
Ltmp175:
	mov	x0, x19
	bl	__swift_embedded_set_heap_object_metadata_pointer
	mov	x8, #-9223372036854775807
Ltmp176:
	mov	x0, x19
Ltmp177:
	str	x8, [x19, #8]
Ltmp178:
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp179:
Lfunc_end26:
	.cfi_endproc
	.p2align	2
_swift_initStaticObject:
Lfunc_begin27:
	.loc	2 0 0
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
Ltmp180:
	mov	x0, x19
	bl	__swift_embedded_set_heap_object_metadata_pointer
	mov	x8, #-1
Ltmp181:
	mov	x0, x19
Ltmp182:
	str	x8, [x19, #8]
Ltmp183:
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp184:
Lfunc_end27:
	.cfi_endproc
	.p2align	2
_swift_deallocPartialClassInstance:
Lfunc_begin28:
	.loc	2 0 0
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
Ltmp185:
	bl	__swift_embedded_get_heap_object_metadata_pointer
	cmp	x0, x19
	b.eq	LBB28_4
	mov	x21, x0
LBB28_2:
	mov	x0, x20
	mov	x1, x21
	bl	__swift_embedded_invoke_heap_object_optional_ivardestroyer
	ldr	x21, [x21]
	cbz	x21, LBB28_4
	cmp	x21, x19
	b.ne	LBB28_2
Ltmp186:
LBB28_4:
	ldp	x20, x19, [sp, #32]
	ldp	x22, x21, [sp, #16]
	ldp	x29, x30, [sp], #48
	ret
Ltmp187:
Lfunc_end28:
	.cfi_endproc
	.p2align	2
_swift_slowDealloc:
Lfunc_begin29:
	.loc	2 0 0
	.cfi_startproc
	b	_free
Ltmp188:
Lfunc_end29:
	.cfi_endproc
	.p2align	2
_swift_willThrow:
Lfunc_begin30:
	.loc	2 0 0
	.cfi_startproc
	ret
Ltmp189:
Lfunc_end30:
	.cfi_endproc
	.p2align	2
_swift_errorInMain:
Lfunc_begin31:
	.loc	2 0 0
	.cfi_startproc
	brk	#0x1
Ltmp190:
Lfunc_end31:
	.cfi_endproc
	.p2align	2
_swift_unexpectedError:
Lfunc_begin32:
	.loc	2 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp191:
	bl	_swift_release
	brk	#0x1
Ltmp192:
Lfunc_end32:
	.cfi_endproc
	.p2align	2
_$ss13swift_release6objectyBp_tF:
Lfunc_begin33:
	.loc	2 0 0
	.cfi_startproc
	cbz	x0, LBB33_6
	ldr	x8, [x0, #8]
	cmn	x8, #1
	b.eq	LBB33_6
	add	x9, x0, #8
LBB33_3:
	ldaxr	x8, [x9]
	subs	x8, x8, #1
	stlxr	w10, x8, [x9]
	cbnz	w10, LBB33_3
	b.vs	LBB33_8
	tst	x8, #0x7fffffffffffffff
	b.eq	LBB33_7
LBB33_6:
	ret
LBB33_7:
	b	__swift_embedded_invoke_heap_object_destroy
LBB33_8:
Ltmp193:
	brk	#0x1
Ltmp194:
Lfunc_end33:
	.cfi_endproc
	.p2align	2
_swift_retain_n:
Lfunc_begin34:
	.loc	2 0 0
	.cfi_startproc
	cbz	x0, LBB34_4
	ldr	x8, [x0, #8]
	cmn	x8, #1
	b.eq	LBB34_4
	add	x8, x0, #8
	mov	w9, w1
LBB34_3:
	ldxr	x10, [x8]
	add	x10, x10, x9
	stxr	w11, x10, [x8]
	cbnz	w11, LBB34_3
Ltmp195:
LBB34_4:
	ret
Ltmp196:
Lfunc_end34:
	.cfi_endproc
	.p2align	2
_swift_release_n:
Lfunc_begin35:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss15swift_release_n6object1nyBp_s6UInt32VtF
Ltmp197:
Lfunc_end35:
	.cfi_endproc
	.p2align	2
_$ss15swift_release_n6object1nyBp_s6UInt32VtF:
Lfunc_begin36:
	.loc	2 0 0
	.cfi_startproc
	cbz	x0, LBB36_6
	ldr	x8, [x0, #8]
	cmn	x8, #1
	b.eq	LBB36_6
	add	x8, x0, #8
	mov	w10, w1
LBB36_3:
	ldaxr	x9, [x8]
	subs	x9, x9, x10
	stlxr	w11, x9, [x8]
	cbnz	w11, LBB36_3
	b.vs	LBB36_8
	tst	x9, #0x7fffffffffffffff
	b.eq	LBB36_7
LBB36_6:
	ret
LBB36_7:
	b	__swift_embedded_invoke_heap_object_destroy
LBB36_8:
Ltmp198:
	brk	#0x1
Ltmp199:
Lfunc_end36:
	.cfi_endproc
	.p2align	2
_swift_setDeallocating:
Lfunc_begin37:
	.loc	2 0 0
	.cfi_startproc
	ret
Ltmp200:
Lfunc_end37:
	.cfi_endproc
	.p2align	2
_swift_isUniquelyReferenced_nonNull_native:
Lfunc_begin38:
	.loc	2 0 0
	.cfi_startproc
	add	x8, x0, #8
	ldar	x8, [x8]
	cmp	x8, #1
	cset	w0, eq
Ltmp201:
	ret
Ltmp202:
Lfunc_end38:
	.cfi_endproc
	.p2align	2
_swift_dynamicCastClass:
Lfunc_begin39:
	.loc	2 0 0
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
Ltmp203:
	bl	__swift_embedded_get_heap_object_metadata_pointer
LBB39_1:
	cmp	x0, x20
	b.eq	LBB39_4
	ldr	x0, [x0]
	cbnz	x0, LBB39_1
Ltmp204:
	mov	x19, xzr
LBB39_4:
	mov	x0, x19
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp205:
Lfunc_end39:
	.cfi_endproc
	.p2align	2
_swift_beginAccess:
Lfunc_begin40:
	.loc	2 0 0
	.cfi_startproc
	ret
Ltmp206:
Lfunc_end40:
	.cfi_endproc
	.p2align	2
_swift_endAccess:
Lfunc_begin41:
	.loc	2 0 0
	.cfi_startproc
	ret
Ltmp207:
Lfunc_end41:
	.cfi_endproc
	.p2align	2
_swift_deletedMethodError:
Lfunc_begin42:
	.loc	2 0 0
	.cfi_startproc
	brk	#0x1
Ltmp208:
Lfunc_end42:
	.cfi_endproc
	.p2align	2
_$s7Pricing4RuleC4workyS2iFTf4nd_n:
Lfunc_begin43:
	.loc	1 29 0
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	mov	x29, sp
	.cfi_def_cfa w29, 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
Ltmp209:
	.loc	1 30 50 prologue_end
	orr	x19, x0, #0x1
Ltmp210:
	.loc	1 17 3
Lloh67:
	adrp	x0, l_.str.12.Pricing.rule@PAGE
Lloh68:
	add	x0, x0, l_.str.12.Pricing.rule@PAGEOFF
	mov	w1, #6
	bl	_KitUnits
Ltmp211:
	.loc	2 0 0 is_stmt 0
	cbz	w0, LBB43_2
Ltmp212:
LBB43_1:
	.loc	1 7 9 is_stmt 1
	eor	x8, x19, x19, lsl #13
Ltmp213:
	.loc	2 0 0 is_stmt 0
	subs	w0, w0, #1
Ltmp214:
	.loc	1 8 9 is_stmt 1
	eor	x8, x8, x8, lsr #7
	.loc	1 9 9
	eor	x8, x8, x8, lsl #17
	.loc	1 10 9
	eor	x8, x8, x8, lsl #5
	.loc	1 11 9
	eor	x19, x8, x8, lsr #11
Ltmp215:
	.loc	2 0 0 is_stmt 0
	b.ne	LBB43_1
Ltmp216:
LBB43_2:
	.loc	1 32 5 is_stmt 1
	mov	x0, x19
	bl	_KitKeep
	.loc	1 33 42
	and	x0, x19, #0x1
	.loc	1 33 5 epilogue_begin is_stmt 0
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp217:
	.loh AdrpAdd	Lloh67, Lloh68
Lfunc_end43:
	.cfi_endproc
	.p2align	2
_swift_deallocClassInstance:
Lfunc_begin44:
	.loc	2 0 0 is_stmt 1
	.cfi_startproc
	ldr	x8, [x0, #8]
	tbnz	x8, #63, LBB44_2
	b	_free
Ltmp218:
LBB44_2:
	ret
Ltmp219:
Lfunc_end44:
	.cfi_endproc
	.p2align	2
_swift_allocObject:
Lfunc_begin45:
	.loc	2 0 0
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
Ltmp220:
	adds	x9, x2, #1
	b.eq	LBB45_3
	b.vs	LBB45_6
	cmp	x9, #8
	mov	w10, #8
	csel	x1, x9, x10, gt
	b	LBB45_4
LBB45_3:
	mov	w1, #16
LBB45_4:
	add	x0, sp, #8
	mov	x2, x8
	str	xzr, [sp, #8]
	bl	_posix_memalign
	ldr	x20, [sp, #8]
	cbz	x20, LBB45_7
	mov	x0, x20
	mov	x1, x19
	bl	__swift_embedded_set_heap_object_metadata_pointer
	mov	w8, #1
Ltmp221:
	mov	x0, x20
	ldp	x29, x30, [sp, #16]
Ltmp222:
	str	x8, [x20, #8]
Ltmp223:
	ldp	x20, x19, [sp, #32]
	add	sp, sp, #48
	ret
LBB45_6:
Ltmp224:
Ltmp225:
	brk	#0x1
Ltmp226:
LBB45_7:
Ltmp227:
	brk	#0x1
Ltmp228:
Lfunc_end45:
	.cfi_endproc
	.p2align	2
_swift_release:
Lfunc_begin46:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss13swift_release6objectyBp_tF
Ltmp229:
Lfunc_end46:
	.cfi_endproc
	.p2align	2
_swift_retain:
Lfunc_begin47:
	.loc	2 0 0
	.cfi_startproc
	cbz	x0, LBB47_4
	ldr	x8, [x0, #8]
	cmn	x8, #1
	b.eq	LBB47_4
	add	x8, x0, #8
LBB47_3:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB47_3
Ltmp230:
LBB47_4:
	ret
Ltmp231:
Lfunc_end47:
	.cfi_endproc
	.p2align	2
_swift_isUniquelyReferenced_native:
Lfunc_begin48:
	.loc	2 0 0
	.cfi_startproc
	cbz	x0, LBB48_2
	add	x8, x0, #8
	ldar	x8, [x8]
	cmp	x8, #1
	cset	w0, eq
Ltmp232:
LBB48_2:
	ret
Ltmp233:
Lfunc_end48:
	.cfi_endproc
	.p2align	2
_swift_slowAlloc:
Lfunc_begin49:
	.loc	2 0 0
	.cfi_startproc
	mov	x2, x0
Ltmp234:
	adds	x8, x1, #1
	b.eq	LBB49_3
	b.vs	LBB49_5
	cmp	x8, #8
	mov	w9, #8
	csel	x1, x8, x9, gt
	b	LBB49_4
LBB49_3:
	mov	w1, #16
LBB49_4:
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]
	.cfi_def_cfa_offset 32
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	add	x0, sp, #8
	str	xzr, [sp, #8]
	bl	_posix_memalign
Ltmp235:
	ldp	x29, x30, [sp, #16]
Ltmp236:
	ldr	x0, [sp, #8]
Ltmp237:
	add	sp, sp, #32
	ret
LBB49_5:
Ltmp238:
Ltmp239:
	brk	#0x1
Ltmp240:
Lfunc_end49:
	.cfi_endproc
	.p2align	2
l_objectdestroy:
Lfunc_begin50:
	.loc	2 0 0
	.cfi_startproc
	mov	x0, x20
Ltmp241:
	b	_free
Ltmp242:
Lfunc_end50:
	.cfi_endproc
	.p2align	2
_swift_deallocObject:
Lfunc_begin51:
	.loc	2 0 0
	.cfi_startproc
	b	_free
Ltmp243:
Lfunc_end51:
	.cfi_endproc
	.p2align	2
_$s7Pricing8rounding2toS2icSi_tFS2icfU_TA:
Lfunc_begin52:
	.loc	2 0 0
	.cfi_startproc
	ldr	x8, [x20, #16]
Ltmp244:
	.loc	1 106 29 prologue_end
	cmp	x8, #0
	cinc	x9, x8, lt
	.loc	1 106 34 is_stmt 0
	cbz	x8, LBB52_4
	.loc	1 106 0
	add	x9, x0, x9, asr #1
	.loc	1 106 34
	cmn	x8, #1
	b.ne	LBB52_3
	.loc	1 0 34
	mov	x10, #-9223372036854775808
	.loc	1 106 34
	cmp	x9, x10
	b.eq	LBB52_5
LBB52_3:
	.loc	1 106 41
	sdiv	x9, x9, x8
	mul	x0, x9, x8
Ltmp245:
	.loc	2 0 0
	ret
LBB52_4:
Ltmp246:
	.loc	1 106 34
Ltmp247:
	.loc	2 0 0
	brk	#0x1
Ltmp248:
LBB52_5:
	.loc	1 106 34
Ltmp249:
	.loc	2 0 0
	brk	#0x1
Ltmp250:
Lfunc_end52:
	.cfi_endproc
	.p2align	2
_swift_once:
Lfunc_begin53:
	.loc	2 0 0 is_stmt 1
	.cfi_startproc
	stp	x29, x30, [sp, #-32]!
	stp	x20, x19, [sp, #16]
	.cfi_def_cfa_offset 32
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w30, -24
	.cfi_offset w29, -32
Ltmp251:
	ldar	x8, [x0]
Ltmp252:
	tbnz	x8, #63, LBB53_7
	mov	x19, x0
	mov	w8, #1
LBB53_2:
	ldxr	x9, [x19]
	cbnz	x9, LBB53_5
	stxr	w9, x8, [x19]
	cbnz	w9, LBB53_2
	mov	x0, x2
	blr	x1
	mov	x8, #-1
	stlr	x8, [x19]
	b	LBB53_7
LBB53_5:
	clrex
LBB53_6:
Ltmp253:
	ldar	x8, [x19]
Ltmp254:
	tbz	x8, #63, LBB53_6
Ltmp255:
LBB53_7:
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp256:
Lfunc_end53:
	.cfi_endproc
	.p2align	2
__swift_embedded_set_heap_object_metadata_pointer:
Lfunc_begin54:
	.cfi_startproc
	.file	4 "toolchain/shims" "EmbeddedShims.h" md5 0x27225009bef39aa3dd5957e4d921f9d5
	.loc	4 82 44 prologue_end
	str	x1, [x0]
	.loc	4 83 1
	ret
Ltmp257:
Lfunc_end54:
	.cfi_endproc
	.p2align	2
__swift_embedded_get_heap_object_metadata_pointer:
Lfunc_begin55:
	.cfi_startproc
	.loc	4 78 42 prologue_end
	ldr	x0, [x0]
	.loc	4 78 3 is_stmt 0
	ret
Ltmp258:
Lfunc_end55:
	.cfi_endproc
	.p2align	2
__swift_embedded_invoke_heap_object_optional_ivardestroyer:
Lfunc_begin56:
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
Ltmp259:
	.loc	4 68 7 prologue_end
	ldr	x8, [x1, #16]
	cbz	x8, LBB56_2
	.loc	4 72 5
	mov	x20, x0
	blr	x8
Ltmp260:
LBB56_2:
	.loc	4 75 1 epilogue_begin
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp261:
Lfunc_end56:
	.cfi_endproc
	.p2align	2
__swift_embedded_invoke_heap_object_destroy:
Lfunc_begin57:
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
Ltmp262:
	.loc	4 56 52 prologue_end
	ldr	x8, [x0]
	.loc	4 61 3
	mov	x20, x0
	ldr	x8, [x8, #8]
	blr	x8
Ltmp263:
	.loc	4 63 1 epilogue_begin
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp264:
Lfunc_end57:
	.cfi_endproc
	.p2align	2
_$s7Pricing8DiscountCfD:
Lfunc_begin58:
	.cfi_startproc
	b	_$s7Pricing4RuleCfD
Lfunc_end58:
	.cfi_endproc
	.p2align	2
_$s7Pricing9SurchargeCfD:
Lfunc_begin59:
	.cfi_startproc
	b	_$s7Pricing4RuleCfD
Lfunc_end59:
	.cfi_endproc
.zerofill __DATA,__common,_$s7Pricing5RulesC8standard_Wz,8,3
.zerofill __DATA,__common,_$s7Pricing5RulesC8standardACvpZ,8,3
.zerofill __DATA,__common,_$s7Pricing5taxes_Wz,8,3
.zerofill __DATA,__common,_$s7Pricing5taxesSpySiGvp,8,3
	.section	__TEXT,__cstring,cstring_literals
l_.str.13.Pricing.table:
	.asciz	"Pricing.table"
	.section	__DATA,__const
	.p2align	3, 0x0
l_metadata:
	.quad	0
	.quad	l_objectdestroy
	.section	__TEXT,__cstring,cstring_literals
l_.str.13.Pricing.quote:
	.asciz	"Pricing.quote"
l_.str.15.Pricing.promote:
	.asciz	"Pricing.promote"
	.section	__DATA,__data
	.p2align	3, 0x0
_$s7Pricing4RuleCN:
	.quad	0
	.quad	_$s7Pricing4RuleCfD
	.quad	0
	.quad	_swift_deletedMethodError
	.quad	_$s7Pricing4RuleC5priceyS2iF
	.p2align	3, 0x0
_$s7Pricing8DiscountCN:
	.quad	_$s7Pricing4RuleCN
	.quad	_$s7Pricing8DiscountCfD
	.quad	0
	.quad	_swift_deletedMethodError
	.quad	_$s7Pricing8DiscountC5priceyS2iF
	.p2align	3, 0x0
_$s7Pricing9SurchargeCN:
	.quad	_$s7Pricing4RuleCN
	.quad	_$s7Pricing9SurchargeCfD
	.quad	0
	.quad	_swift_deletedMethodError
	.quad	_$s7Pricing9SurchargeC5priceyS2iF
	.p2align	3, 0x0
_$s7Pricing5RulesCN:
	.quad	0
	.quad	_$s7Pricing5RulesCfD
	.quad	0
	.quad	_swift_deletedMethodError
	.section	__TEXT,__cstring,cstring_literals
l_.str.12.Pricing.rule:
	.asciz	"Pricing.rule"
	.section	__DATA,__data
	.p2align	3, 0x0
_$s7Pricing5ChainCyAA4RuleCGN:
	.quad	0
	.quad	_$s7Pricing5ChainCfDAA4RuleC_Tg5
	.quad	0
	.quad	_$s7Pricing5ChainCyACyxGx_ADSgtcfCAA4RuleC_Tg5
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
	.byte	27
	.byte	18
	.byte	6
	.byte	115
	.byte	23
	.byte	116
	.byte	23
	.byte	0
	.byte	0
	.byte	2
	.byte	46
	.byte	0
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
	.ascii	"\347\177"
	.byte	25
	.byte	3
	.byte	37
	.byte	0
	.byte	0
	.byte	4
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
	.byte	5
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
	.byte	6
	.byte	46
	.byte	0
	.byte	3
	.byte	37
	.byte	32
	.byte	33
	.byte	1
	.byte	0
	.byte	0
	.byte	7
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
	.byte	8
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
	.byte	9
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
	.byte	87
	.byte	11
	.byte	0
	.byte	0
	.byte	12
	.byte	46
	.byte	1
	.byte	17
	.byte	27
	.byte	18
	.byte	6
	.byte	0
	.byte	0
	.byte	13
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
	.byte	14
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
	.byte	15
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
	.byte	16
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
	.byte	17
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
	.byte	0
.set Lset4, Lfunc_end53-Lfunc_begin0
	.long	Lset4
.set Lset5, Laddr_table_base0-Lsection_info0
	.long	Lset5
.set Lset6, Lrnglists_table_base0-Ldebug_range0
	.long	Lset6
	.byte	2
	.byte	2
	.byte	3
	.byte	1
.set Lset7, Lfunc_end2-Lfunc_begin2
	.long	Lset7
	.byte	6
	.byte	4
	.long	42
	.byte	1
.set Lset8, Ltmp2-Lfunc_begin2
	.long	Lset8
	.byte	1
	.byte	0
	.byte	5
	.long	41
	.byte	1
.set Lset9, Ltmp2-Lfunc_begin2
	.long	Lset9
	.byte	2
	.byte	0
	.byte	0
	.byte	0
	.byte	6
	.byte	4
	.byte	7
	.byte	2
.set Lset10, Lfunc_end3-Lfunc_begin3
	.long	Lset10
	.byte	27
	.byte	8
	.long	76
	.byte	3
.set Lset11, Ltmp6-Ltmp5
	.long	Lset11
	.byte	1
	.byte	38
	.byte	79
	.byte	0
	.byte	7
	.byte	4
.set Lset12, Lfunc_end4-Lfunc_begin4
	.long	Lset12
	.byte	27
	.byte	8
	.long	76
	.byte	5
.set Lset13, Ltmp10-Ltmp9
	.long	Lset13
	.byte	1
	.byte	42
	.byte	79
	.byte	0
	.byte	6
	.byte	5
	.byte	7
	.byte	6
.set Lset14, Lfunc_end5-Lfunc_begin5
	.long	Lset14
	.byte	5
	.byte	8
	.long	120
	.byte	7
.set Lset15, Ltmp14-Ltmp13
	.long	Lset15
	.byte	1
	.byte	52
	.byte	3
	.byte	0
	.byte	2
	.byte	2
	.byte	2
	.byte	2
	.byte	2
	.byte	7
	.byte	8
.set Lset16, Lfunc_end6-Lfunc_begin6
	.long	Lset16
	.byte	6
	.byte	5
	.long	143
	.byte	9
.set Lset17, Ltmp18-Ltmp17
	.long	Lset17
	.byte	2
	.byte	0
	.byte	4
	.long	145
	.byte	10
.set Lset18, Ltmp20-Ltmp19
	.long	Lset18
	.byte	2
	.byte	0
	.byte	5
	.long	144
	.byte	10
.set Lset19, Ltmp20-Ltmp19
	.long	Lset19
	.byte	2
	.byte	0
	.byte	0
	.byte	9
	.long	143
	.byte	0
	.byte	2
	.byte	0
	.byte	10
	.long	147
	.byte	1
	.byte	2
	.byte	0
	.byte	9
	.long	146
	.byte	2
	.byte	2
	.byte	0
	.byte	0
	.byte	9
	.long	143
	.byte	3
	.byte	2
	.byte	0
	.byte	4
	.long	145
	.byte	11
.set Lset20, Ltmp28-Ltmp27
	.long	Lset20
	.byte	2
	.byte	0
	.byte	5
	.long	144
	.byte	11
.set Lset21, Ltmp28-Ltmp27
	.long	Lset21
	.byte	2
	.byte	0
	.byte	0
	.byte	4
	.long	145
	.byte	12
.set Lset22, Ltmp29-Ltmp28
	.long	Lset22
	.byte	2
	.byte	0
	.byte	5
	.long	144
	.byte	12
.set Lset23, Ltmp29-Ltmp28
	.long	Lset23
	.byte	2
	.byte	0
	.byte	0
	.byte	5
	.long	143
	.byte	13
.set Lset24, Ltmp31-Ltmp30
	.long	Lset24
	.byte	2
	.byte	0
	.byte	0
	.byte	7
	.byte	14
.set Lset25, Lfunc_end7-Lfunc_begin7
	.long	Lset25
	.byte	6
	.byte	4
	.long	42
	.byte	15
.set Lset26, Ltmp35-Ltmp34
	.long	Lset26
	.byte	1
	.byte	0
	.byte	5
	.long	41
	.byte	15
.set Lset27, Ltmp35-Ltmp34
	.long	Lset27
	.byte	2
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.byte	7
	.byte	16
.set Lset28, Lfunc_end8-Lfunc_begin8
	.long	Lset28
	.byte	28
	.byte	4
	.long	145
	.byte	17
.set Lset29, Ltmp38-Ltmp37
	.long	Lset29
	.byte	1
	.byte	0
	.byte	5
	.long	144
	.byte	17
.set Lset30, Ltmp38-Ltmp37
	.long	Lset30
	.byte	2
	.byte	0
	.byte	0
	.byte	9
	.long	143
	.byte	4
	.byte	2
	.byte	0
	.byte	11
	.long	321
	.byte	5
	.byte	2
	.byte	62
	.byte	14
	.byte	4
	.long	145
	.byte	18
.set Lset31, Ltmp41-Ltmp40
	.long	Lset31
	.byte	2
	.byte	0
	.byte	5
	.long	144
	.byte	18
.set Lset32, Ltmp41-Ltmp40
	.long	Lset32
	.byte	2
	.byte	0
	.byte	0
	.byte	5
	.long	143
	.byte	19
.set Lset33, Ltmp43-Ltmp42
	.long	Lset33
	.byte	2
	.byte	0
	.byte	4
	.long	145
	.byte	20
.set Lset34, Ltmp45-Ltmp44
	.long	Lset34
	.byte	2
	.byte	0
	.byte	5
	.long	144
	.byte	20
.set Lset35, Ltmp45-Ltmp44
	.long	Lset35
	.byte	2
	.byte	0
	.byte	0
	.byte	0
	.byte	7
	.byte	21
.set Lset36, Lfunc_end9-Lfunc_begin9
	.long	Lset36
	.byte	28
	.byte	4
	.long	145
	.byte	22
.set Lset37, Ltmp49-Ltmp48
	.long	Lset37
	.byte	1
	.byte	0
	.byte	5
	.long	144
	.byte	22
.set Lset38, Ltmp49-Ltmp48
	.long	Lset38
	.byte	2
	.byte	0
	.byte	0
	.byte	9
	.long	143
	.byte	6
	.byte	2
	.byte	0
	.byte	4
	.long	145
	.byte	23
.set Lset39, Ltmp52-Ltmp51
	.long	Lset39
	.byte	2
	.byte	0
	.byte	5
	.long	144
	.byte	23
.set Lset40, Ltmp52-Ltmp51
	.long	Lset40
	.byte	2
	.byte	0
	.byte	0
	.byte	5
	.long	143
	.byte	24
.set Lset41, Ltmp54-Ltmp53
	.long	Lset41
	.byte	2
	.byte	0
	.byte	4
	.long	145
	.byte	25
.set Lset42, Ltmp56-Ltmp55
	.long	Lset42
	.byte	2
	.byte	0
	.byte	5
	.long	144
	.byte	25
.set Lset43, Ltmp56-Ltmp55
	.long	Lset43
	.byte	2
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.byte	3
	.byte	26
.set Lset44, Lfunc_end10-Lfunc_begin10
	.long	Lset44
	.byte	29
	.byte	8
	.long	537
	.byte	27
.set Lset45, Ltmp60-Ltmp59
	.long	Lset45
	.byte	2
	.byte	74
	.byte	70
	.byte	0
	.byte	6
	.byte	5
	.byte	6
	.byte	5
	.byte	6
	.byte	5
	.byte	6
	.byte	5
	.byte	6
	.byte	5
	.byte	6
	.byte	5
	.byte	12
	.byte	28
.set Lset46, Lfunc_end12-Lfunc_begin12
	.long	Lset46
	.byte	13
	.long	559
	.byte	7
	.byte	1
	.byte	79
	.byte	25
	.byte	14
	.long	565
	.byte	29
.set Lset47, Ltmp70-Ltmp69
	.long	Lset47
	.byte	1
	.byte	37
	.byte	28
	.byte	5
	.long	563
	.byte	29
.set Lset48, Ltmp70-Ltmp69
	.long	Lset48
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	13
	.long	561
	.byte	8
	.byte	1
	.byte	79
	.byte	25
	.byte	14
	.long	567
	.byte	30
.set Lset49, Ltmp73-Ltmp72
	.long	Lset49
	.byte	1
	.byte	41
	.byte	29
	.byte	5
	.long	563
	.byte	30
.set Lset50, Ltmp73-Ltmp72
	.long	Lset50
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	13
	.long	559
	.byte	9
	.byte	1
	.byte	79
	.byte	25
	.byte	14
	.long	565
	.byte	31
.set Lset51, Ltmp78-Ltmp77
	.long	Lset51
	.byte	1
	.byte	37
	.byte	28
	.byte	5
	.long	563
	.byte	31
.set Lset52, Ltmp78-Ltmp77
	.long	Lset52
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	13
	.long	569
	.byte	10
	.byte	1
	.byte	79
	.byte	25
	.byte	8
	.long	120
	.byte	32
.set Lset53, Ltmp80-Ltmp79
	.long	Lset53
	.byte	1
	.byte	52
	.byte	3
	.byte	0
	.byte	14
	.long	569
	.byte	33
.set Lset54, Ltmp82-Ltmp80
	.long	Lset54
	.byte	1
	.byte	79
	.byte	25
	.byte	8
	.long	120
	.byte	34
.set Lset55, Ltmp82-Ltmp81
	.long	Lset55
	.byte	1
	.byte	52
	.byte	3
	.byte	0
	.byte	13
	.long	569
	.byte	11
	.byte	1
	.byte	79
	.byte	25
	.byte	8
	.long	120
	.byte	35
.set Lset56, Ltmp85-Ltmp84
	.long	Lset56
	.byte	1
	.byte	52
	.byte	3
	.byte	0
	.byte	0
	.byte	6
	.byte	6
	.byte	7
	.byte	36
.set Lset57, Lfunc_end15-Lfunc_begin15
	.long	Lset57
	.byte	6
	.byte	8
	.long	759
	.byte	37
.set Lset58, Ltmp92-Ltmp91
	.long	Lset58
	.byte	1
	.byte	78
	.byte	13
	.byte	5
	.long	143
	.byte	38
.set Lset59, Ltmp93-Ltmp92
	.long	Lset59
	.byte	2
	.byte	0
	.byte	4
	.long	42
	.byte	39
.set Lset60, Ltmp94-Ltmp93
	.long	Lset60
	.byte	2
	.byte	0
	.byte	5
	.long	41
	.byte	39
.set Lset61, Ltmp94-Ltmp93
	.long	Lset61
	.byte	2
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.byte	2
	.byte	6
	.byte	7
	.byte	12
	.byte	40
.set Lset62, Lfunc_end16-Lfunc_begin16
	.long	Lset62
	.byte	13
	.long	821
	.byte	12
	.byte	1
	.byte	91
	.byte	13
	.byte	10
	.long	820
	.byte	13
	.byte	2
	.byte	0
	.byte	9
	.long	819
	.byte	14
	.byte	2
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	6
	.byte	8
	.byte	6
	.byte	9
	.byte	15
	.byte	41
.set Lset63, Lfunc_end18-Lfunc_begin18
	.long	Lset63
	.long	1066
	.byte	8
	.long	857
	.byte	42
.set Lset64, Ltmp104-Ltmp103
	.long	Lset64
	.byte	1
	.byte	106
	.byte	34
	.byte	8
	.long	859
	.byte	43
.set Lset65, Ltmp106-Ltmp105
	.long	Lset65
	.byte	1
	.byte	106
	.byte	34
	.byte	0
	.byte	2
	.byte	2
	.byte	2
	.byte	6
	.byte	10
	.byte	6
	.byte	11
	.byte	7
	.byte	44
.set Lset66, Lfunc_end19-Lfunc_begin19
	.long	Lset66
	.byte	11
	.byte	13
	.long	903
	.byte	15
	.byte	2
	.byte	110
	.byte	13
	.byte	14
	.long	901
	.byte	45
.set Lset67, Ltmp111-Ltmp107
	.long	Lset67
	.byte	1
	.byte	110
	.byte	42
	.byte	14
	.long	900
	.byte	45
.set Lset68, Ltmp111-Ltmp107
	.long	Lset68
	.byte	1
	.byte	91
	.byte	5
	.byte	4
	.long	899
	.byte	45
.set Lset69, Ltmp111-Ltmp107
	.long	Lset69
	.byte	2
	.byte	0
	.byte	5
	.long	898
	.byte	45
.set Lset70, Ltmp108-Ltmp107
	.long	Lset70
	.byte	2
	.byte	0
	.byte	5
	.long	898
	.byte	46
.set Lset71, Ltmp110-Ltmp109
	.long	Lset71
	.byte	2
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	16
	.byte	47
.set Lset72, Lfunc_end20-Lfunc_begin20
	.long	Lset72
	.long	903
	.byte	14
	.long	901
	.byte	48
.set Lset73, Ltmp120-Ltmp116
	.long	Lset73
	.byte	1
	.byte	110
	.byte	42
	.byte	14
	.long	900
	.byte	48
.set Lset74, Ltmp120-Ltmp116
	.long	Lset74
	.byte	1
	.byte	91
	.byte	5
	.byte	4
	.long	899
	.byte	48
.set Lset75, Ltmp120-Ltmp116
	.long	Lset75
	.byte	2
	.byte	0
	.byte	5
	.long	898
	.byte	48
.set Lset76, Ltmp117-Ltmp116
	.long	Lset76
	.byte	2
	.byte	0
	.byte	5
	.long	898
	.byte	49
.set Lset77, Ltmp119-Ltmp118
	.long	Lset77
	.byte	2
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	6
	.byte	12
	.byte	2
	.byte	2
	.byte	6
	.byte	13
	.byte	6
	.byte	14
	.byte	6
	.byte	12
	.byte	6
	.byte	15
	.byte	6
	.byte	16
	.byte	7
	.byte	50
.set Lset78, Lfunc_end22-Lfunc_begin22
	.long	Lset78
	.byte	30
	.byte	11
	.long	1064
	.byte	16
	.byte	1
	.byte	119
	.byte	3
	.byte	13
	.long	1067
	.byte	17
	.byte	1
	.byte	119
	.byte	35
	.byte	10
	.long	1066
	.byte	18
	.byte	2
	.byte	0
	.byte	8
	.long	859
	.byte	51
.set Lset79, Ltmp141-Ltmp140
	.long	Lset79
	.byte	1
	.byte	106
	.byte	34
	.byte	8
	.long	857
	.byte	52
.set Lset80, Ltmp161-Ltmp160
	.long	Lset80
	.byte	1
	.byte	106
	.byte	34
	.byte	0
	.byte	0
	.byte	14
	.long	1068
	.byte	53
.set Lset81, Ltmp137-Ltmp133
	.long	Lset81
	.byte	1
	.byte	119
	.byte	47
	.byte	14
	.long	900
	.byte	53
.set Lset82, Ltmp137-Ltmp133
	.long	Lset82
	.byte	1
	.byte	79
	.byte	14
	.byte	4
	.long	899
	.byte	53
.set Lset83, Ltmp137-Ltmp133
	.long	Lset83
	.byte	2
	.byte	0
	.byte	5
	.long	898
	.byte	53
.set Lset84, Ltmp134-Ltmp133
	.long	Lset84
	.byte	2
	.byte	0
	.byte	5
	.long	898
	.byte	54
.set Lset85, Ltmp136-Ltmp135
	.long	Lset85
	.byte	2
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	8
	.long	1070
	.byte	55
.set Lset86, Ltmp143-Ltmp142
	.long	Lset86
	.byte	1
	.byte	121
	.byte	16
	.byte	11
	.long	1072
	.byte	19
	.byte	1
	.byte	121
	.byte	3
	.byte	11
	.long	1074
	.byte	20
	.byte	1
	.byte	121
	.byte	53
	.byte	13
	.long	903
	.byte	21
	.byte	1
	.byte	123
	.byte	35
	.byte	14
	.long	901
	.byte	56
.set Lset87, Ltmp153-Ltmp149
	.long	Lset87
	.byte	1
	.byte	110
	.byte	42
	.byte	14
	.long	900
	.byte	56
.set Lset88, Ltmp153-Ltmp149
	.long	Lset88
	.byte	1
	.byte	91
	.byte	5
	.byte	4
	.long	899
	.byte	56
.set Lset89, Ltmp153-Ltmp149
	.long	Lset89
	.byte	2
	.byte	0
	.byte	5
	.long	898
	.byte	56
.set Lset90, Ltmp150-Ltmp149
	.long	Lset90
	.byte	2
	.byte	0
	.byte	5
	.long	898
	.byte	57
.set Lset91, Ltmp152-Ltmp151
	.long	Lset91
	.byte	2
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	5
	.long	143
	.byte	58
.set Lset92, Ltmp158-Ltmp157
	.long	Lset92
	.byte	2
	.byte	0
	.byte	8
	.long	1076
	.byte	59
.set Lset93, Ltmp163-Ltmp162
	.long	Lset93
	.byte	1
	.byte	119
	.byte	16
	.byte	0
	.byte	7
	.byte	60
.set Lset94, Lfunc_end25-Lfunc_begin25
	.long	Lset94
	.byte	31
	.byte	8
	.long	1070
	.byte	61
.set Lset95, Ltmp168-Ltmp167
	.long	Lset95
	.byte	1
	.byte	129
	.byte	16
	.byte	11
	.long	1072
	.byte	22
	.byte	1
	.byte	129
	.byte	3
	.byte	11
	.long	1074
	.byte	23
	.byte	1
	.byte	129
	.byte	57
	.byte	0
	.byte	2
	.byte	12
	.byte	62
.set Lset96, Lfunc_end26-Lfunc_begin26
	.long	Lset96
	.byte	9
	.long	1375
	.byte	24
	.byte	2
	.byte	0
	.byte	0
	.byte	2
	.byte	12
	.byte	63
.set Lset97, Lfunc_end27-Lfunc_begin27
	.long	Lset97
	.byte	9
	.long	1391
	.byte	25
	.byte	2
	.byte	0
	.byte	0
	.byte	2
	.byte	12
	.byte	64
.set Lset98, Lfunc_end28-Lfunc_begin28
	.long	Lset98
	.byte	5
	.long	1407
	.byte	65
.set Lset99, Ltmp186-Ltmp185
	.long	Lset99
	.byte	2
	.byte	0
	.byte	0
	.byte	2
	.byte	17
	.byte	66
.set Lset100, Lfunc_end29-Lfunc_begin29
	.long	Lset100
	.byte	5
	.long	1427
	.byte	66
.set Lset101, Ltmp188-Lfunc_begin29
	.long	Lset101
	.byte	2
	.byte	0
	.byte	0
	.byte	6
	.byte	17
	.byte	17
	.byte	67
.set Lset102, Lfunc_end33-Lfunc_begin33
	.long	Lset102
	.byte	5
	.long	1447
	.byte	68
.set Lset103, Ltmp194-Ltmp193
	.long	Lset103
	.byte	2
	.byte	0
	.byte	0
	.byte	2
	.byte	17
	.byte	69
.set Lset104, Lfunc_end34-Lfunc_begin34
	.long	Lset104
	.byte	5
	.long	1468
	.byte	69
.set Lset105, Ltmp195-Lfunc_begin34
	.long	Lset105
	.byte	2
	.byte	0
	.byte	0
	.byte	17
	.byte	70
.set Lset106, Lfunc_end36-Lfunc_begin36
	.long	Lset106
	.byte	5
	.long	1447
	.byte	71
.set Lset107, Ltmp199-Ltmp198
	.long	Lset107
	.byte	2
	.byte	0
	.byte	0
	.byte	2
	.byte	17
	.byte	72
.set Lset108, Lfunc_end38-Lfunc_begin38
	.long	Lset108
	.byte	5
	.long	1507
	.byte	72
.set Lset109, Ltmp201-Lfunc_begin38
	.long	Lset109
	.byte	2
	.byte	0
	.byte	0
	.byte	2
	.byte	12
	.byte	73
.set Lset110, Lfunc_end39-Lfunc_begin39
	.long	Lset110
	.byte	5
	.long	1527
	.byte	74
.set Lset111, Ltmp204-Ltmp203
	.long	Lset111
	.byte	2
	.byte	0
	.byte	0
	.byte	2
	.byte	17
	.byte	75
.set Lset112, Lfunc_end42-Lfunc_begin42
	.long	Lset112
	.byte	5
	.long	1547
	.byte	75
.set Lset113, Ltmp208-Lfunc_begin42
	.long	Lset113
	.byte	2
	.byte	0
	.byte	0
	.byte	7
	.byte	76
.set Lset114, Lfunc_end43-Lfunc_begin43
	.long	Lset114
	.byte	4
	.byte	8
	.long	1070
	.byte	77
.set Lset115, Ltmp211-Ltmp210
	.long	Lset115
	.byte	1
	.byte	31
	.byte	18
	.byte	11
	.long	1072
	.byte	26
	.byte	1
	.byte	31
	.byte	5
	.byte	11
	.long	1074
	.byte	27
	.byte	1
	.byte	31
	.byte	53
	.byte	0
	.byte	15
	.byte	78
.set Lset116, Lfunc_end44-Lfunc_begin44
	.long	Lset116
	.long	42
	.byte	5
	.long	41
	.byte	78
.set Lset117, Ltmp218-Lfunc_begin44
	.long	Lset117
	.byte	2
	.byte	0
	.byte	0
	.byte	2
	.byte	2
	.byte	6
	.byte	18
	.byte	17
	.byte	79
.set Lset118, Lfunc_end45-Lfunc_begin45
	.long	Lset118
	.byte	10
	.long	1630
	.byte	28
	.byte	2
	.byte	0
	.byte	10
	.long	1629
	.byte	29
	.byte	2
	.byte	0
	.byte	5
	.long	1447
	.byte	80
.set Lset119, Ltmp226-Ltmp225
	.long	Lset119
	.byte	2
	.byte	0
	.byte	5
	.long	1631
	.byte	81
.set Lset120, Ltmp228-Ltmp227
	.long	Lset120
	.byte	2
	.byte	0
	.byte	0
	.byte	0
	.byte	0
	.byte	15
	.byte	82
.set Lset121, Lfunc_end47-Lfunc_begin47
	.long	Lset121
	.long	145
	.byte	5
	.long	144
	.byte	82
.set Lset122, Ltmp230-Lfunc_begin47
	.long	Lset122
	.byte	2
	.byte	0
	.byte	0
	.byte	15
	.byte	83
.set Lset123, Lfunc_end48-Lfunc_begin48
	.long	Lset123
	.long	147
	.byte	5
	.long	146
	.byte	83
.set Lset124, Ltmp232-Lfunc_begin48
	.long	Lset124
	.byte	2
	.byte	0
	.byte	0
	.byte	15
	.byte	84
.set Lset125, Lfunc_end49-Lfunc_begin49
	.long	Lset125
	.long	820
	.byte	10
	.long	819
	.byte	30
	.byte	2
	.byte	0
	.byte	5
	.long	1447
	.byte	85
.set Lset126, Ltmp240-Ltmp239
	.long	Lset126
	.byte	2
	.byte	0
	.byte	0
	.byte	0
	.byte	2
	.byte	2
	.byte	17
	.byte	86
.set Lset127, Lfunc_end50-Lfunc_begin50
	.long	Lset127
	.byte	4
	.long	1761
	.byte	87
.set Lset128, Ltmp242-Ltmp241
	.long	Lset128
	.byte	2
	.byte	0
	.byte	5
	.long	1760
	.byte	87
.set Lset129, Ltmp242-Ltmp241
	.long	Lset129
	.byte	2
	.byte	0
	.byte	0
	.byte	0
	.byte	15
	.byte	88
.set Lset130, Lfunc_end51-Lfunc_begin51
	.long	Lset130
	.long	1761
	.byte	5
	.long	1760
	.byte	88
.set Lset131, Ltmp243-Lfunc_begin51
	.long	Lset131
	.byte	2
	.byte	0
	.byte	0
	.byte	15
	.byte	89
.set Lset132, Lfunc_end52-Lfunc_begin52
	.long	Lset132
	.long	1067
	.byte	10
	.long	1066
	.byte	31
	.byte	2
	.byte	0
	.byte	8
	.long	857
	.byte	90
.set Lset133, Ltmp248-Ltmp247
	.long	Lset133
	.byte	1
	.byte	106
	.byte	34
	.byte	8
	.long	859
	.byte	91
.set Lset134, Ltmp250-Ltmp249
	.long	Lset134
	.byte	1
	.byte	106
	.byte	34
	.byte	0
	.byte	0
	.byte	15
	.byte	92
.set Lset135, Lfunc_end53-Lfunc_begin53
	.long	Lset135
	.long	900
	.byte	4
	.long	899
	.byte	93
.set Lset136, Ltmp255-Ltmp251
	.long	Lset136
	.byte	2
	.byte	0
	.byte	5
	.long	898
	.byte	93
.set Lset137, Ltmp252-Ltmp251
	.long	Lset137
	.byte	2
	.byte	0
	.byte	5
	.long	898
	.byte	94
.set Lset138, Ltmp254-Ltmp253
	.long	Lset138
	.byte	2
	.byte	0
	.byte	0
	.byte	0
	.byte	18
	.byte	21
	.byte	22
	.byte	19
	.long	1911
	.byte	18
	.byte	23
	.byte	24
	.byte	19
	.long	1919
	.byte	18
	.byte	25
	.byte	26
	.byte	19
	.long	1927
	.byte	0
Ldebug_info_end0:
Lcu_begin1:
.set Lset139, Ldebug_info_end1-Ldebug_info_start1
	.long	Lset139
Ldebug_info_start1:
	.short	5
	.byte	1
	.byte	8
.set Lset140, Lsection_abbrev-Lsection_abbrev
	.long	Lset140
	.byte	20
	.byte	19
	.short	29
	.byte	20
.set Lset141, Lstr_offsets_base0-Lsection_str_off
	.long	Lset141
.set Lset142, Lline_table_start0-Lsection_line
	.long	Lset142
	.byte	2
	.byte	3
	.byte	95
.set Lset143, Lfunc_end57-Lfunc_begin54
	.long	Lset143
.set Lset144, Laddr_table_base0-Lsection_info0
	.long	Lset144
Ldebug_info_end1:
	.section	__DWARF,__debug_rnglists,regular,debug
Ldebug_range0:
.set Lset145, Ldebug_list_header_end0-Ldebug_list_header_start0
	.long	Lset145
Ldebug_list_header_start0:
	.short	5
	.byte	8
	.byte	0
	.long	32
Lrnglists_table_base0:
.set Lset146, Ldebug_ranges0-Lrnglists_table_base0
	.long	Lset146
.set Lset147, Ldebug_ranges1-Lrnglists_table_base0
	.long	Lset147
.set Lset148, Ldebug_ranges2-Lrnglists_table_base0
	.long	Lset148
.set Lset149, Ldebug_ranges3-Lrnglists_table_base0
	.long	Lset149
.set Lset150, Ldebug_ranges4-Lrnglists_table_base0
	.long	Lset150
.set Lset151, Ldebug_ranges5-Lrnglists_table_base0
	.long	Lset151
.set Lset152, Ldebug_ranges6-Lrnglists_table_base0
	.long	Lset152
.set Lset153, Ldebug_ranges7-Lrnglists_table_base0
	.long	Lset153
.set Lset154, Ldebug_ranges8-Lrnglists_table_base0
	.long	Lset154
.set Lset155, Ldebug_ranges9-Lrnglists_table_base0
	.long	Lset155
.set Lset156, Ldebug_ranges10-Lrnglists_table_base0
	.long	Lset156
.set Lset157, Ldebug_ranges11-Lrnglists_table_base0
	.long	Lset157
.set Lset158, Ldebug_ranges12-Lrnglists_table_base0
	.long	Lset158
.set Lset159, Ldebug_ranges13-Lrnglists_table_base0
	.long	Lset159
.set Lset160, Ldebug_ranges14-Lrnglists_table_base0
	.long	Lset160
.set Lset161, Ldebug_ranges15-Lrnglists_table_base0
	.long	Lset161
.set Lset162, Ldebug_ranges16-Lrnglists_table_base0
	.long	Lset162
.set Lset163, Ldebug_ranges17-Lrnglists_table_base0
	.long	Lset163
.set Lset164, Ldebug_ranges18-Lrnglists_table_base0
	.long	Lset164
.set Lset165, Ldebug_ranges19-Lrnglists_table_base0
	.long	Lset165
.set Lset166, Ldebug_ranges20-Lrnglists_table_base0
	.long	Lset166
.set Lset167, Ldebug_ranges21-Lrnglists_table_base0
	.long	Lset167
.set Lset168, Ldebug_ranges22-Lrnglists_table_base0
	.long	Lset168
.set Lset169, Ldebug_ranges23-Lrnglists_table_base0
	.long	Lset169
.set Lset170, Ldebug_ranges24-Lrnglists_table_base0
	.long	Lset170
.set Lset171, Ldebug_ranges25-Lrnglists_table_base0
	.long	Lset171
.set Lset172, Ldebug_ranges26-Lrnglists_table_base0
	.long	Lset172
.set Lset173, Ldebug_ranges27-Lrnglists_table_base0
	.long	Lset173
.set Lset174, Ldebug_ranges28-Lrnglists_table_base0
	.long	Lset174
.set Lset175, Ldebug_ranges29-Lrnglists_table_base0
	.long	Lset175
.set Lset176, Ldebug_ranges30-Lrnglists_table_base0
	.long	Lset176
.set Lset177, Ldebug_ranges31-Lrnglists_table_base0
	.long	Lset177
Ldebug_ranges0:
	.byte	4
	.uleb128 Ltmp20-Lfunc_begin0
	.uleb128 Ltmp21-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp24-Lfunc_begin0
	.uleb128 Ltmp25-Lfunc_begin0
	.byte	0
Ldebug_ranges1:
	.byte	4
	.uleb128 Ltmp21-Lfunc_begin0
	.uleb128 Ltmp22-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp25-Lfunc_begin0
	.uleb128 Ltmp26-Lfunc_begin0
	.byte	0
Ldebug_ranges2:
	.byte	4
	.uleb128 Ltmp21-Lfunc_begin0
	.uleb128 Ltmp22-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp25-Lfunc_begin0
	.uleb128 Ltmp26-Lfunc_begin0
	.byte	0
Ldebug_ranges3:
	.byte	4
	.uleb128 Ltmp23-Lfunc_begin0
	.uleb128 Ltmp24-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp29-Lfunc_begin0
	.uleb128 Ltmp30-Lfunc_begin0
	.byte	0
Ldebug_ranges4:
	.byte	4
	.uleb128 Ltmp38-Lfunc_begin0
	.uleb128 Ltmp39-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp45-Lfunc_begin0
	.uleb128 Ltmp46-Lfunc_begin0
	.byte	0
Ldebug_ranges5:
	.byte	4
	.uleb128 Ltmp39-Lfunc_begin0
	.uleb128 Ltmp40-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp41-Lfunc_begin0
	.uleb128 Ltmp42-Lfunc_begin0
	.byte	0
Ldebug_ranges6:
	.byte	4
	.uleb128 Ltmp49-Lfunc_begin0
	.uleb128 Ltmp50-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp56-Lfunc_begin0
	.uleb128 Ltmp57-Lfunc_begin0
	.byte	0
Ldebug_ranges7:
	.byte	4
	.uleb128 Ltmp65-Lfunc_begin0
	.uleb128 Ltmp66-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp67-Lfunc_begin0
	.uleb128 Ltmp68-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp69-Lfunc_begin0
	.uleb128 Ltmp70-Lfunc_begin0
	.byte	0
Ldebug_ranges8:
	.byte	4
	.uleb128 Ltmp68-Lfunc_begin0
	.uleb128 Ltmp69-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp70-Lfunc_begin0
	.uleb128 Ltmp71-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp72-Lfunc_begin0
	.uleb128 Ltmp73-Lfunc_begin0
	.byte	0
Ldebug_ranges9:
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
	.byte	0
Ldebug_ranges10:
	.byte	4
	.uleb128 Ltmp74-Lfunc_begin0
	.uleb128 Ltmp75-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp76-Lfunc_begin0
	.uleb128 Ltmp77-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp78-Lfunc_begin0
	.uleb128 Ltmp80-Lfunc_begin0
	.byte	0
Ldebug_ranges11:
	.byte	4
	.uleb128 Ltmp82-Lfunc_begin0
	.uleb128 Ltmp83-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp84-Lfunc_begin0
	.uleb128 Ltmp85-Lfunc_begin0
	.byte	0
Ldebug_ranges12:
	.byte	4
	.uleb128 Ltmp96-Lfunc_begin0
	.uleb128 Ltmp97-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp98-Lfunc_begin0
	.uleb128 Ltmp99-Lfunc_begin0
	.byte	0
Ldebug_ranges13:
	.byte	4
	.uleb128 Ltmp96-Lfunc_begin0
	.uleb128 Ltmp97-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp98-Lfunc_begin0
	.uleb128 Ltmp99-Lfunc_begin0
	.byte	0
Ldebug_ranges14:
	.byte	4
	.uleb128 Ltmp96-Lfunc_begin0
	.uleb128 Ltmp97-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp98-Lfunc_begin0
	.uleb128 Ltmp99-Lfunc_begin0
	.byte	0
Ldebug_ranges15:
	.byte	4
	.uleb128 Ltmp107-Lfunc_begin0
	.uleb128 Ltmp112-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp113-Lfunc_begin0
	.uleb128 Ltmp114-Lfunc_begin0
	.byte	0
Ldebug_ranges16:
	.byte	4
	.uleb128 Ltmp124-Lfunc_begin0
	.uleb128 Ltmp125-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp130-Lfunc_begin0
	.uleb128 Ltmp131-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp132-Lfunc_begin0
	.uleb128 Ltmp133-Lfunc_begin0
	.byte	0
Ldebug_ranges17:
	.byte	4
	.uleb128 Ltmp126-Lfunc_begin0
	.uleb128 Ltmp127-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp128-Lfunc_begin0
	.uleb128 Ltmp129-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp138-Lfunc_begin0
	.uleb128 Ltmp141-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp159-Lfunc_begin0
	.uleb128 Ltmp161-Lfunc_begin0
	.byte	0
Ldebug_ranges18:
	.byte	4
	.uleb128 Ltmp126-Lfunc_begin0
	.uleb128 Ltmp127-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp128-Lfunc_begin0
	.uleb128 Ltmp129-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp139-Lfunc_begin0
	.uleb128 Ltmp141-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp159-Lfunc_begin0
	.uleb128 Ltmp161-Lfunc_begin0
	.byte	0
Ldebug_ranges19:
	.byte	4
	.uleb128 Ltmp143-Lfunc_begin0
	.uleb128 Ltmp144-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp145-Lfunc_begin0
	.uleb128 Ltmp146-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp147-Lfunc_begin0
	.uleb128 Ltmp148-Lfunc_begin0
	.byte	0
Ldebug_ranges20:
	.byte	4
	.uleb128 Ltmp144-Lfunc_begin0
	.uleb128 Ltmp145-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp146-Lfunc_begin0
	.uleb128 Ltmp147-Lfunc_begin0
	.byte	0
Ldebug_ranges21:
	.byte	4
	.uleb128 Ltmp149-Lfunc_begin0
	.uleb128 Ltmp154-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp155-Lfunc_begin0
	.uleb128 Ltmp156-Lfunc_begin0
	.byte	0
Ldebug_ranges22:
	.byte	4
	.uleb128 Ltmp168-Lfunc_begin0
	.uleb128 Ltmp169-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp170-Lfunc_begin0
	.uleb128 Ltmp171-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp172-Lfunc_begin0
	.uleb128 Ltmp173-Lfunc_begin0
	.byte	0
Ldebug_ranges23:
	.byte	4
	.uleb128 Ltmp169-Lfunc_begin0
	.uleb128 Ltmp170-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp171-Lfunc_begin0
	.uleb128 Ltmp172-Lfunc_begin0
	.byte	0
Ldebug_ranges24:
	.byte	4
	.uleb128 Ltmp175-Lfunc_begin0
	.uleb128 Ltmp176-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp177-Lfunc_begin0
	.uleb128 Ltmp178-Lfunc_begin0
	.byte	0
Ldebug_ranges25:
	.byte	4
	.uleb128 Ltmp180-Lfunc_begin0
	.uleb128 Ltmp181-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp182-Lfunc_begin0
	.uleb128 Ltmp183-Lfunc_begin0
	.byte	0
Ldebug_ranges26:
	.byte	4
	.uleb128 Ltmp211-Lfunc_begin0
	.uleb128 Ltmp212-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp213-Lfunc_begin0
	.uleb128 Ltmp214-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp215-Lfunc_begin0
	.uleb128 Ltmp216-Lfunc_begin0
	.byte	0
Ldebug_ranges27:
	.byte	4
	.uleb128 Ltmp212-Lfunc_begin0
	.uleb128 Ltmp213-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp214-Lfunc_begin0
	.uleb128 Ltmp215-Lfunc_begin0
	.byte	0
Ldebug_ranges28:
	.byte	4
	.uleb128 Ltmp220-Lfunc_begin0
	.uleb128 Ltmp221-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp222-Lfunc_begin0
	.uleb128 Ltmp223-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp224-Lfunc_begin0
	.uleb128 Ltmp228-Lfunc_begin0
	.byte	0
Ldebug_ranges29:
	.byte	4
	.uleb128 Ltmp220-Lfunc_begin0
	.uleb128 Ltmp221-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp222-Lfunc_begin0
	.uleb128 Ltmp223-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp224-Lfunc_begin0
	.uleb128 Ltmp228-Lfunc_begin0
	.byte	0
Ldebug_ranges30:
	.byte	4
	.uleb128 Ltmp234-Lfunc_begin0
	.uleb128 Ltmp235-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp236-Lfunc_begin0
	.uleb128 Ltmp237-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp238-Lfunc_begin0
	.uleb128 Ltmp240-Lfunc_begin0
	.byte	0
Ldebug_ranges31:
	.byte	4
	.uleb128 Ltmp244-Lfunc_begin0
	.uleb128 Ltmp245-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp246-Lfunc_begin0
	.uleb128 Ltmp250-Lfunc_begin0
	.byte	0
Ldebug_list_header_end0:
	.section	__DWARF,__debug_str_offs,regular,debug
Lsection_str_off:
	.long	132
	.short	5
	.short	0
Lstr_offsets_base0:
	.section	__DWARF,__debug_str,regular,debug
Linfo_string:
	.asciz	"Swift version 6.0.3 (swift-6.0.3-RELEASE)"
	.asciz	"tests/app/Pricing/Pricing.swift"
	.asciz	"."
	.asciz	"-enable-embedded-swift"
	.asciz	"deinit"
	.asciz	"$s7Pricing4RuleCfD"
	.asciz	"swift_deallocClassInstance"
	.asciz	"$ss26swift_deallocClassInstance6object13allocatedSize0F9AlignMaskyBp_S2itF"
	.asciz	"work"
	.asciz	"price"
	.asciz	"$s7Pricing8DiscountC5priceyS2iF"
	.asciz	"$s7Pricing4RuleC4workyS2iF"
	.asciz	"$s7Pricing9SurchargeC5priceyS2iF"
	.asciz	"init"
	.asciz	"$s7Pricing5ChainCyACyxGx_ADSgtcfCAA4RuleC_Tg5"
	.asciz	"$s7Pricing5ChainCyACyxGx_ADSgtcfcAA4RuleC_Tg5"
	.asciz	"$s7Pricing5ChainCfdAA4RuleC_Tg5"
	.asciz	"swift_release"
	.asciz	"swift_retain"
	.asciz	"$ss12swift_retain6objectBpBp_tF"
	.asciz	"swift_isUniquelyReferenced_native"
	.asciz	"$ss33swift_isUniquelyReferenced_native6objectSbBp_tF"
	.asciz	"$s7Pricing5ChainCfDAA4RuleC_Tg5"
	.asciz	"fold"
	.asciz	"$s7Pricing4foldyq_AA5ChainCyxGSg_q_q_q__xtXEtr0_lFAA4RuleC_SiTg5035$s7Pricing5RulesC5priceyS2iFS2i_AA4D7CtXEfU_Tf1nnc_n"
	.asciz	"$s7Pricing5RulesC5priceyS2iFS2i_AA4RuleCtXEfU_"
	.asciz	"$s7Pricing4foldyq_AA5ChainCyxGSg_q_q_q__xtXEtr0_lFAA4RuleC_SiTg5"
	.asciz	"joined"
	.asciz	"$s7Pricing4PairV6joinedyqd__qd__x_q_tXElFSi_S2iTg5021$s7Pricing5quoteyS2i_F24_SvSgtXCACtFS2i_SitXEfU_Tf1cn_n"
	.asciz	"$s7Pricing5quoteyS2i_S2i_SvSgtXCACtFS2i_SitXEfU_"
	.asciz	"$s7Pricing5RulesC8standard_WZ"
	.asciz	"$s7Pricing8DiscountC5shareACSi_tcfC"
	.asciz	"$s7Pricing8DiscountC5shareACSi_tcfc"
	.asciz	"$s7Pricing4RuleC5shareACSi_tcfc"
	.asciz	"$s7Pricing9SurchargeC5shareACSi_tcfC"
	.asciz	"$s7Pricing9SurchargeC5shareACSi_tcfc"
	.asciz	"$s7Pricing5ChainCyACyxGx_ADSgtcfCAA4RuleC_Tgm5"
	.asciz	"$s7Pricing5RulesCfD"
	.asciz	"$s7Pricing5RulesCfd"
	.asciz	"allocate"
	.asciz	"$s7Pricing5taxes_WZ"
	.asciz	"$sSp8allocate8capacitySpyxGSi_tFZSi_Tgm5"
	.asciz	"swift_slowAlloc"
	.asciz	"$ss15swift_slowAllocySvSgSi_SitF"
	.asciz	"Swift runtime failure: Division by zero"
	.asciz	"Swift runtime failure: Division results in an overflow"
	.asciz	"$s7Pricing8rounding2toS2icSi_tFS2icfU_"
	.asciz	"taxes"
	.asciz	"tax"
	.asciz	"PricingTax"
	.asciz	"$s7Pricing3taxyS2iF"
	.asciz	"$s7Pricing5taxesSpySiGvau"
	.asciz	"swift_once"
	.asciz	"$ss10swift_once9predicate2fn7contextySpySiG_ySvXCSvtF"
	.asciz	"$ss10swift_once9predicate2fn7contextySpySiG_ySvXCSvtFSiAEcfU_"
	.asciz	"next"
	.asciz	"standard"
	.asciz	"units"
	.asciz	"mix"
	.asciz	"Swift runtime failure: Range requires lowerBound <= upperBound"
	.asciz	"quote"
	.asciz	"$s7Pricing5quoteyS2i_S2i_SvSgtXCACtF"
	.asciz	"$ss16IndexingIteratorV4next7ElementQzSgyFSnySiG_Tg5"
	.asciz	"$s7Pricing8rounding2toS2icSi_tFS2icfU_TA"
	.asciz	"$s7Pricing5RulesC8standardACvau"
	.asciz	"$s7Pricing5unitsys6UInt32Vs12StaticStringV_ADtF"
	.asciz	"$ss16IndexingIteratorV4next7ElementQzSgyFSnys6UInt32VG_Tg5"
	.asciz	"$s7Pricing3mixys6UInt64VADF"
	.asciz	"promote"
	.asciz	"$s7Pricing7promoteyS2iF"
	.asciz	"swift_initStackObject"
	.asciz	"$ss21swift_initStackObject8metadata6objectBpBp_BptF"
	.asciz	"swift_initStaticObject"
	.asciz	"$ss22swift_initStaticObject8metadata6objectBpBp_BptF"
	.asciz	"swift_deallocPartialClassInstance"
	.asciz	"$ss33swift_deallocPartialClassInstance6object8metadata13allocatedSize0H9AlignMaskyBp_BpS2itF"
	.asciz	"swift_slowDealloc"
	.asciz	"$ss17swift_slowDeallocyySv_S2itF"
	.asciz	"Swift runtime failure: arithmetic overflow"
	.asciz	"$ss13swift_release6objectyBp_tF"
	.asciz	"swift_retain_n"
	.asciz	"$ss14swift_retain_n6object1nBpBp_s6UInt32VtF"
	.asciz	"$ss15swift_release_n6object1nyBp_s6UInt32VtF"
	.asciz	"swift_isUniquelyReferenced_nonNull_native"
	.asciz	"$ss41swift_isUniquelyReferenced_nonNull_native6objectSbBp_tF"
	.asciz	"swift_dynamicCastClass"
	.asciz	"$ss22swift_dynamicCastClass6object14targetMetadataSvSgSv_SVtF"
	.asciz	"swift_deletedMethodError"
	.asciz	"$ss24swift_deletedMethodErrors5NeverOyF"
	.asciz	"$s7Pricing4RuleC4workyS2iFTf4nd_n"
	.asciz	"Swift runtime failure: Unexpectedly found nil while unwrapping an Optional value"
	.asciz	"swift_allocObject"
	.asciz	"$ss17swift_allocObject8metadata12requiredSize0E13AlignmentMaskBpBp_S2itF"
	.asciz	"$ss17swift_allocObject8metadata12requiredSize0E13AlignmentMaskSpys04HeapC0VGSpys13ClassMetadataVG_S2itF"
	.asciz	"objectdestroy"
	.asciz	"swift_deallocObject"
	.asciz	"$ss19swift_deallocObject6object13allocatedSize0E9AlignMaskyBp_S2itF"
	.asciz	"clang version 17.0.0"
	.asciz	"<swift-imported-modules>"
	.asciz	"Pricing"
	.asciz	"tests/app/Pricing"
	.asciz	"Swift"
	.asciz	"toolchain/embedded/Swift.swiftmodule/arm64-apple-none-macho.swiftmodule"
	.asciz	"__ObjC"
	.asciz	"<imports>"
	.section	__DWARF,__debug_str_offs,regular,debug
	.long	0
	.long	42
	.long	74
	.long	76
	.long	227
	.long	330
	.long	99
	.long	1334
	.long	1453
	.long	1493
	.long	1587
	.long	1593
	.long	1781
	.long	1786
	.long	1795
	.long	1801
	.long	1805
	.long	2531
	.long	2998
	.long	3376
	.long	3397
	.long	3422
	.long	3430
	.long	3448
	.long	3454
	.long	3526
	.long	3533
	.long	232
	.long	637
	.long	874
	.long	1868
	.long	2171
	.section	__DWARF,__debug_addr,regular,debug
Lsection_info0:
.set Lset178, Ldebug_addr_end0-Ldebug_addr_start0
	.long	Lset178
Ldebug_addr_start0:
	.short	5
	.byte	8
	.byte	0
Laddr_table_base0:
	.quad	Lfunc_begin0
	.quad	Lfunc_begin2
	.quad	Lfunc_begin3
	.quad	Ltmp5
	.quad	Lfunc_begin4
	.quad	Ltmp9
	.quad	Lfunc_begin5
	.quad	Ltmp13
	.quad	Lfunc_begin6
	.quad	Ltmp17
	.quad	Ltmp19
	.quad	Ltmp27
	.quad	Ltmp28
	.quad	Ltmp30
	.quad	Lfunc_begin7
	.quad	Ltmp34
	.quad	Lfunc_begin8
	.quad	Ltmp37
	.quad	Ltmp40
	.quad	Ltmp42
	.quad	Ltmp44
	.quad	Lfunc_begin9
	.quad	Ltmp48
	.quad	Ltmp51
	.quad	Ltmp53
	.quad	Ltmp55
	.quad	Lfunc_begin10
	.quad	Ltmp59
	.quad	Lfunc_begin12
	.quad	Ltmp69
	.quad	Ltmp72
	.quad	Ltmp77
	.quad	Ltmp79
	.quad	Ltmp80
	.quad	Ltmp81
	.quad	Ltmp84
	.quad	Lfunc_begin15
	.quad	Ltmp91
	.quad	Ltmp92
	.quad	Ltmp93
	.quad	Lfunc_begin16
	.quad	Lfunc_begin18
	.quad	Ltmp103
	.quad	Ltmp105
	.quad	Lfunc_begin19
	.quad	Ltmp107
	.quad	Ltmp109
	.quad	Lfunc_begin20
	.quad	Ltmp116
	.quad	Ltmp118
	.quad	Lfunc_begin22
	.quad	Ltmp140
	.quad	Ltmp160
	.quad	Ltmp133
	.quad	Ltmp135
	.quad	Ltmp142
	.quad	Ltmp149
	.quad	Ltmp151
	.quad	Ltmp157
	.quad	Ltmp162
	.quad	Lfunc_begin25
	.quad	Ltmp167
	.quad	Lfunc_begin26
	.quad	Lfunc_begin27
	.quad	Lfunc_begin28
	.quad	Ltmp185
	.quad	Lfunc_begin29
	.quad	Lfunc_begin33
	.quad	Ltmp193
	.quad	Lfunc_begin34
	.quad	Lfunc_begin36
	.quad	Ltmp198
	.quad	Lfunc_begin38
	.quad	Lfunc_begin39
	.quad	Ltmp203
	.quad	Lfunc_begin42
	.quad	Lfunc_begin43
	.quad	Ltmp210
	.quad	Lfunc_begin44
	.quad	Lfunc_begin45
	.quad	Ltmp225
	.quad	Ltmp227
	.quad	Lfunc_begin47
	.quad	Lfunc_begin48
	.quad	Lfunc_begin49
	.quad	Ltmp239
	.quad	Lfunc_begin50
	.quad	Ltmp241
	.quad	Lfunc_begin51
	.quad	Lfunc_begin52
	.quad	Ltmp247
	.quad	Ltmp249
	.quad	Lfunc_begin53
	.quad	Ltmp251
	.quad	Ltmp253
	.quad	Lfunc_begin54
Ldebug_addr_end0:
	.section	__DWARF,__debug_names,regular,debug
Ldebug_names_begin:
.set Lset179, Lnames_end0-Lnames_start0
	.long	Lset179
Lnames_start0:
	.short	5
	.short	0
	.long	2
	.long	0
	.long	0
	.long	44
	.long	93
.set Lset180, Lnames_abbrev_end0-Lnames_abbrev_start0
	.long	Lset180
	.long	8
	.ascii	"LLVM0700"
.set Lset181, Lcu_begin0-Lsection_info
	.long	Lset181
.set Lset182, Lcu_begin1-Lsection_info
	.long	Lset182
	.long	0
	.long	0
	.long	1
	.long	3
	.long	5
	.long	0
	.long	0
	.long	11
	.long	13
	.long	16
	.long	17
	.long	23
	.long	26
	.long	30
	.long	33
	.long	35
	.long	37
	.long	39
	.long	42
	.long	45
	.long	47
	.long	0
	.long	49
	.long	0
	.long	52
	.long	54
	.long	56
	.long	57
	.long	60
	.long	61
	.long	64
	.long	0
	.long	67
	.long	70
	.long	74
	.long	76
	.long	79
	.long	80
	.long	81
	.long	82
	.long	85
	.long	90
	.long	91
	.long	92
	.long	-953275798
	.long	-125696958
	.long	1205760647
	.long	1568558335
	.long	271189912
	.long	792790860
	.long	1782116120
	.long	1860841184
	.long	2090874856
	.long	-1601814148
	.long	-2127971073
	.long	-800185317
	.long	233976080
	.long	307620464
	.long	1186494548
	.long	738908333
	.long	193506642
	.long	1138693522
	.long	-2070413306
	.long	-968928878
	.long	-922321482
	.long	-729391690
	.long	361160019
	.long	712704663
	.long	1228535407
	.long	635174156
	.long	635174156
	.long	2040051300
	.long	2040051300
	.long	2090370361
	.long	2128505249
	.long	-665597099
	.long	545697254
	.long	545697254
	.long	18806627
	.long	272490739
	.long	-913128336
	.long	-639971144
	.long	-1954776635
	.long	-427498927
	.long	-154039807
	.long	275339082
	.long	-2106841602
	.long	-243343746
	.long	71560387
	.long	-1155613037
	.long	977554136
	.long	-202140956
	.long	1551520586
	.long	1551520586
	.long	2117357066
	.long	797510584
	.long	2090540740
	.long	-1787601531
	.long	-1787601531
	.long	120974462
	.long	478202939
	.long	-1019439541
	.long	-475876873
	.long	1431656892
	.long	1177393257
	.long	2089198525
	.long	-347815399
	.long	2090263722
	.long	-936908606
	.long	-789680206
	.long	1495802516
	.long	-1426032316
	.long	-834589596
	.long	382779529
	.long	1552854457
	.long	-1461558179
	.long	-26360503
	.long	616299498
	.long	1760354454
	.long	1109683907
	.long	1905241043
	.long	-1895777369
	.long	368742388
	.long	-627891539
	.long	-725755150
	.long	895614759
	.long	1156707107
	.long	-669217877
	.long	276976344
	.long	908053780
	.long	1025823652
	.long	1369429772
	.long	1559968472
	.long	804946733
	.long	-636867842
	.long	193499283
	.long	-1945167097
	.long	2480
	.long	99
	.long	2711
	.long	2964
	.long	232
	.long	1608
	.long	106
	.long	762
	.long	227
	.long	3308
	.long	552
	.long	1039
	.long	3170
	.long	1911
	.long	297
	.long	2143
	.long	1593
	.long	1247
	.long	3274
	.long	2203
	.long	2531
	.long	1654
	.long	2899
	.long	642
	.long	152
	.long	1294
	.long	1314
	.long	427
	.long	605
	.long	330
	.long	2606
	.long	1141
	.long	1173
	.long	1210
	.long	1719
	.long	1868
	.long	125
	.long	1453
	.long	1874
	.long	2574
	.long	1404
	.long	1587
	.long	1597
	.long	1420
	.long	2753
	.long	1805
	.long	2084
	.long	2277
	.long	1069
	.long	1105
	.long	1334
	.long	238
	.long	1781
	.long	335
	.long	381
	.long	874
	.long	2004
	.long	2171
	.long	2814
	.long	3288
	.long	2179
	.long	2621
	.long	2924
	.long	637
	.long	518
	.long	270
	.long	2225
	.long	1363
	.long	1665
	.long	1343
	.long	990
	.long	2353
	.long	1493
	.long	809
	.long	1786
	.long	1548
	.long	3079
	.long	2300
	.long	473
	.long	2837
	.long	459
	.long	2998
	.long	2666
	.long	486
	.long	1795
	.long	881
	.long	1628
	.long	3097
	.long	1963
	.long	2036
	.long	2498
	.long	1801
	.long	2387
.set Lset183, Lnames72-Lnames_entries0
	.long	Lset183
.set Lset184, Lnames0-Lnames_entries0
	.long	Lset184
.set Lset185, Lnames79-Lnames_entries0
	.long	Lset185
.set Lset186, Lnames85-Lnames_entries0
	.long	Lset186
.set Lset187, Lnames4-Lnames_entries0
	.long	Lset187
.set Lset188, Lnames45-Lnames_entries0
	.long	Lset188
.set Lset189, Lnames1-Lnames_entries0
	.long	Lset189
.set Lset190, Lnames21-Lnames_entries0
	.long	Lset190
.set Lset191, Lnames6-Lnames_entries0
	.long	Lset191
.set Lset192, Lnames92-Lnames_entries0
	.long	Lset192
.set Lset193, Lnames17-Lnames_entries0
	.long	Lset193
.set Lset194, Lnames26-Lnames_entries0
	.long	Lset194
.set Lset195, Lnames88-Lnames_entries0
	.long	Lset195
.set Lset196, Lnames54-Lnames_entries0
	.long	Lset196
.set Lset197, Lnames8-Lnames_entries0
	.long	Lset197
.set Lset198, Lnames62-Lnames_entries0
	.long	Lset198
.set Lset199, Lnames43-Lnames_entries0
	.long	Lset199
.set Lset200, Lnames32-Lnames_entries0
	.long	Lset200
.set Lset201, Lnames90-Lnames_entries0
	.long	Lset201
.set Lset202, Lnames66-Lnames_entries0
	.long	Lset202
.set Lset203, Lnames75-Lnames_entries0
	.long	Lset203
.set Lset204, Lnames48-Lnames_entries0
	.long	Lset204
.set Lset205, Lnames83-Lnames_entries0
	.long	Lset205
.set Lset206, Lnames20-Lnames_entries0
	.long	Lset206
.set Lset207, Lnames3-Lnames_entries0
	.long	Lset207
.set Lset208, Lnames33-Lnames_entries0
	.long	Lset208
.set Lset209, Lnames34-Lnames_entries0
	.long	Lset209
.set Lset210, Lnames12-Lnames_entries0
	.long	Lset210
.set Lset211, Lnames18-Lnames_entries0
	.long	Lset211
.set Lset212, Lnames9-Lnames_entries0
	.long	Lset212
.set Lset213, Lnames76-Lnames_entries0
	.long	Lset213
.set Lset214, Lnames29-Lnames_entries0
	.long	Lset214
.set Lset215, Lnames30-Lnames_entries0
	.long	Lset215
.set Lset216, Lnames31-Lnames_entries0
	.long	Lset216
.set Lset217, Lnames50-Lnames_entries0
	.long	Lset217
.set Lset218, Lnames51-Lnames_entries0
	.long	Lset218
.set Lset219, Lnames2-Lnames_entries0
	.long	Lset219
.set Lset220, Lnames41-Lnames_entries0
	.long	Lset220
.set Lset221, Lnames52-Lnames_entries0
	.long	Lset221
.set Lset222, Lnames74-Lnames_entries0
	.long	Lset222
.set Lset223, Lnames38-Lnames_entries0
	.long	Lset223
.set Lset224, Lnames46-Lnames_entries0
	.long	Lset224
.set Lset225, Lnames44-Lnames_entries0
	.long	Lset225
.set Lset226, Lnames39-Lnames_entries0
	.long	Lset226
.set Lset227, Lnames80-Lnames_entries0
	.long	Lset227
.set Lset228, Lnames63-Lnames_entries0
	.long	Lset228
.set Lset229, Lnames60-Lnames_entries0
	.long	Lset229
.set Lset230, Lnames68-Lnames_entries0
	.long	Lset230
.set Lset231, Lnames27-Lnames_entries0
	.long	Lset231
.set Lset232, Lnames28-Lnames_entries0
	.long	Lset232
.set Lset233, Lnames36-Lnames_entries0
	.long	Lset233
.set Lset234, Lnames5-Lnames_entries0
	.long	Lset234
.set Lset235, Lnames53-Lnames_entries0
	.long	Lset235
.set Lset236, Lnames10-Lnames_entries0
	.long	Lset236
.set Lset237, Lnames11-Lnames_entries0
	.long	Lset237
.set Lset238, Lnames23-Lnames_entries0
	.long	Lset238
.set Lset239, Lnames57-Lnames_entries0
	.long	Lset239
.set Lset240, Lnames64-Lnames_entries0
	.long	Lset240
.set Lset241, Lnames81-Lnames_entries0
	.long	Lset241
.set Lset242, Lnames91-Lnames_entries0
	.long	Lset242
.set Lset243, Lnames65-Lnames_entries0
	.long	Lset243
.set Lset244, Lnames77-Lnames_entries0
	.long	Lset244
.set Lset245, Lnames84-Lnames_entries0
	.long	Lset245
.set Lset246, Lnames19-Lnames_entries0
	.long	Lset246
.set Lset247, Lnames16-Lnames_entries0
	.long	Lset247
.set Lset248, Lnames7-Lnames_entries0
	.long	Lset248
.set Lset249, Lnames67-Lnames_entries0
	.long	Lset249
.set Lset250, Lnames37-Lnames_entries0
	.long	Lset250
.set Lset251, Lnames49-Lnames_entries0
	.long	Lset251
.set Lset252, Lnames35-Lnames_entries0
	.long	Lset252
.set Lset253, Lnames25-Lnames_entries0
	.long	Lset253
.set Lset254, Lnames70-Lnames_entries0
	.long	Lset254
.set Lset255, Lnames42-Lnames_entries0
	.long	Lset255
.set Lset256, Lnames22-Lnames_entries0
	.long	Lset256
.set Lset257, Lnames56-Lnames_entries0
	.long	Lset257
.set Lset258, Lnames40-Lnames_entries0
	.long	Lset258
.set Lset259, Lnames86-Lnames_entries0
	.long	Lset259
.set Lset260, Lnames69-Lnames_entries0
	.long	Lset260
.set Lset261, Lnames14-Lnames_entries0
	.long	Lset261
.set Lset262, Lnames82-Lnames_entries0
	.long	Lset262
.set Lset263, Lnames13-Lnames_entries0
	.long	Lset263
.set Lset264, Lnames89-Lnames_entries0
	.long	Lset264
.set Lset265, Lnames78-Lnames_entries0
	.long	Lset265
.set Lset266, Lnames15-Lnames_entries0
	.long	Lset266
.set Lset267, Lnames58-Lnames_entries0
	.long	Lset267
.set Lset268, Lnames24-Lnames_entries0
	.long	Lset268
.set Lset269, Lnames47-Lnames_entries0
	.long	Lset269
.set Lset270, Lnames87-Lnames_entries0
	.long	Lset270
.set Lset271, Lnames55-Lnames_entries0
	.long	Lset271
.set Lset272, Lnames59-Lnames_entries0
	.long	Lset272
.set Lset273, Lnames73-Lnames_entries0
	.long	Lset273
.set Lset274, Lnames61-Lnames_entries0
	.long	Lset274
.set Lset275, Lnames71-Lnames_entries0
	.long	Lset275
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
Lnames72:
L63:
	.ascii	"\232."
	.byte	0
	.long	1428
	.byte	0
Lnames0:
L155:
	.ascii	"\232."
	.byte	0
	.long	43
L109:
	.ascii	"\232."
	.byte	0
	.long	148
L3:
	.ascii	"\232."
	.byte	0
	.long	288
L84:
	.ascii	"\232."
	.byte	0
	.long	761
L53:
	.ascii	"\272\035"
	.byte	0
	.long	768
.set Lset276, L84-Lnames_entries0
	.long	Lset276
	.byte	0
Lnames79:
L91:
	.ascii	"\232."
	.byte	0
	.long	1508
	.byte	0
Lnames85:
L117:
	.ascii	"\232."
	.byte	0
	.long	1567
	.byte	0
Lnames4:
L96:
	.ascii	"\232."
	.byte	0
	.long	78
L17:
	.ascii	"\232."
	.byte	0
	.long	99
	.byte	0
Lnames45:
L76:
	.ascii	"\272\035"
	.byte	0
	.long	912
.set Lset277, L153-Lnames_entries0
	.long	Lset277
L132:
	.ascii	"\232."
	.byte	0
	.long	988
L7:
	.ascii	"\272\035"
	.byte	0
	.long	1235
.set Lset278, L55-Lnames_entries0
	.long	Lset278
	.byte	0
Lnames1:
	.ascii	"\232."
	.byte	0
	.long	43
	.byte	0
Lnames21:
L47:
	.ascii	"\272\035"
	.byte	0
	.long	362
.set Lset279, L113-Lnames_entries0
	.long	Lset279
	.byte	0
Lnames6:
L25:
	.ascii	"\272\035"
	.byte	0
	.long	85
.set Lset280, L96-Lnames_entries0
	.long	Lset280
L116:
	.ascii	"\272\035"
	.byte	0
	.long	106
.set Lset281, L17-Lnames_entries0
	.long	Lset281
	.ascii	"\232."
	.byte	0
	.long	1567
	.byte	0
Lnames92:
L29:
	.ascii	"\272\035"
	.byte	0
	.long	1780
.set Lset282, L86-Lnames_entries0
	.long	Lset282
L42:
	.ascii	"\272\035"
	.byte	0
	.long	1804
.set Lset283, L136-Lnames_entries0
	.long	Lset283
	.byte	0
Lnames17:
L66:
	.ascii	"\272\035"
	.byte	0
	.long	208
.set Lset284, L1-Lnames_entries0
	.long	Lset284
L28:
	.ascii	"\272\035"
	.byte	0
	.long	1715
.set Lset285, L83-Lnames_entries0
	.long	Lset285
	.byte	0
Lnames26:
L56:
	.ascii	"\232."
	.byte	0
	.long	571
	.byte	0
Lnames88:
L4:
	.ascii	"\272\035"
	.byte	0
	.long	1647
.set Lset286, L35-Lnames_entries0
	.long	Lset286
	.byte	0
Lnames54:
L15:
	.ascii	"\272\035"
	.byte	0
	.long	1085
.set Lset287, L55-Lnames_entries0
	.long	Lset287
	.byte	0
Lnames8:
	.ascii	"\232."
	.byte	0
	.long	99
	.byte	0
Lnames62:
L57:
	.ascii	"\272\035"
	.byte	0
	.long	1226
.set Lset288, L55-Lnames_entries0
	.long	Lset288
L87:
	.ascii	"\272\035"
	.byte	0
	.long	1365
.set Lset289, L36-Lnames_entries0
	.long	Lset289
L50:
	.ascii	"\272\035"
	.byte	0
	.long	1596
.set Lset290, L117-Lnames_entries0
	.long	Lset290
	.byte	0
Lnames43:
L153:
	.ascii	"\232."
	.byte	0
	.long	905
	.ascii	"\272\035"
	.byte	0
	.long	912
.set Lset291, L153-Lnames_entries0
	.long	Lset291
	.ascii	"\232."
	.byte	0
	.long	988
	.ascii	"\272\035"
	.byte	0
	.long	1235
.set Lset292, L55-Lnames_entries0
	.long	Lset292
	.byte	0
Lnames32:
L51:
	.ascii	"\272\035"
	.byte	0
	.long	685
.set Lset293, L56-Lnames_entries0
	.long	Lset293
L82:
	.ascii	"\272\035"
	.byte	0
	.long	708
.set Lset294, L56-Lnames_entries0
	.long	Lset294
L97:
	.ascii	"\272\035"
	.byte	0
	.long	735
.set Lset295, L56-Lnames_entries0
	.long	Lset295
	.byte	0
Lnames90:
L8:
	.ascii	"\232."
	.byte	0
	.long	1762
	.byte	0
Lnames66:
L106:
	.ascii	"\232."
	.byte	0
	.long	1376
	.byte	0
Lnames75:
L154:
	.ascii	"\272\035"
	.byte	0
	.long	1455
.set Lset296, L160-Lnames_entries0
	.long	Lset296
L61:
	.ascii	"\272\035"
	.byte	0
	.long	1494
.set Lset297, L114-Lnames_entries0
	.long	Lset297
L14:
	.ascii	"\272\035"
	.byte	0
	.long	1655
.set Lset298, L4-Lnames_entries0
	.long	Lset298
L58:
	.ascii	"\272\035"
	.byte	0
	.long	1746
.set Lset299, L125-Lnames_entries0
	.long	Lset299
	.byte	0
Lnames48:
L103:
	.ascii	"\272\035"
	.byte	0
	.long	934
.set Lset300, L64-Lnames_entries0
	.long	Lset300
L112:
	.ascii	"\272\035"
	.byte	0
	.long	1011
.set Lset301, L127-Lnames_entries0
	.long	Lset301
L9:
	.ascii	"\272\035"
	.byte	0
	.long	1152
.set Lset302, L60-Lnames_entries0
	.long	Lset302
L157:
	.ascii	"\272\035"
	.byte	0
	.long	1257
.set Lset303, L150-Lnames_entries0
	.long	Lset303
L143:
	.ascii	"\232."
	.byte	0
	.long	1863
	.byte	0
Lnames83:
L110:
	.ascii	"\232."
	.byte	0
	.long	1548
	.byte	0
Lnames20:
L113:
	.ascii	"\232."
	.byte	0
	.long	322
	.byte	0
Lnames3:
L133:
	.ascii	"\272\035"
	.byte	0
	.long	62
.set Lset304, L41-Lnames_entries0
	.long	Lset304
L118:
	.ascii	"\272\035"
	.byte	0
	.long	307
.set Lset305, L105-Lnames_entries0
	.long	Lset305
L24:
	.ascii	"\272\035"
	.byte	0
	.long	805
.set Lset306, L72-Lnames_entries0
	.long	Lset306
L100:
	.ascii	"\272\035"
	.byte	0
	.long	1616
.set Lset307, L67-Lnames_entries0
	.long	Lset307
	.byte	0
Lnames33:
	.ascii	"\232."
	.byte	0
	.long	761
	.byte	0
Lnames34:
	.ascii	"\272\035"
	.byte	0
	.long	768
.set Lset308, L84-Lnames_entries0
	.long	Lset308
	.byte	0
Lnames12:
	.ascii	"\232."
	.byte	0
	.long	148
	.byte	0
Lnames18:
	.ascii	"\232."
	.byte	0
	.long	288
	.byte	0
Lnames9:
L26:
	.ascii	"\232."
	.byte	0
	.long	122
L98:
	.ascii	"\272\035"
	.byte	0
	.long	129
.set Lset309, L26-Lnames_entries0
	.long	Lset309
L2:
	.ascii	"\272\035"
	.byte	0
	.long	577
.set Lset310, L56-Lnames_entries0
	.long	Lset310
L101:
	.ascii	"\272\035"
	.byte	0
	.long	586
.set Lset311, L2-Lnames_entries0
	.long	Lset311
L120:
	.ascii	"\272\035"
	.byte	0
	.long	599
.set Lset312, L101-Lnames_entries0
	.long	Lset312
L32:
	.ascii	"\272\035"
	.byte	0
	.long	613
.set Lset313, L56-Lnames_entries0
	.long	Lset313
L71:
	.ascii	"\272\035"
	.byte	0
	.long	622
.set Lset314, L32-Lnames_entries0
	.long	Lset314
L34:
	.ascii	"\272\035"
	.byte	0
	.long	635
.set Lset315, L71-Lnames_entries0
	.long	Lset315
L149:
	.ascii	"\272\035"
	.byte	0
	.long	649
.set Lset316, L56-Lnames_entries0
	.long	Lset316
L94:
	.ascii	"\272\035"
	.byte	0
	.long	658
.set Lset317, L149-Lnames_entries0
	.long	Lset317
L30:
	.ascii	"\272\035"
	.byte	0
	.long	671
.set Lset318, L94-Lnames_entries0
	.long	Lset318
	.ascii	"\272\035"
	.byte	0
	.long	685
.set Lset319, L56-Lnames_entries0
	.long	Lset319
L138:
	.ascii	"\272\035"
	.byte	0
	.long	694
.set Lset320, L51-Lnames_entries0
	.long	Lset320
	.ascii	"\272\035"
	.byte	0
	.long	708
.set Lset321, L56-Lnames_entries0
	.long	Lset321
L68:
	.ascii	"\272\035"
	.byte	0
	.long	721
.set Lset322, L82-Lnames_entries0
	.long	Lset322
	.ascii	"\272\035"
	.byte	0
	.long	735
.set Lset323, L56-Lnames_entries0
	.long	Lset323
L54:
	.ascii	"\272\035"
	.byte	0
	.long	744
.set Lset324, L97-Lnames_entries0
	.long	Lset324
	.byte	0
Lnames76:
L10:
	.ascii	"\232."
	.byte	0
	.long	1469
	.byte	0
Lnames29:
	.ascii	"\272\035"
	.byte	0
	.long	599
.set Lset325, L101-Lnames_entries0
	.long	Lset325
	.ascii	"\272\035"
	.byte	0
	.long	635
.set Lset326, L71-Lnames_entries0
	.long	Lset326
	.ascii	"\272\035"
	.byte	0
	.long	671
.set Lset327, L94-Lnames_entries0
	.long	Lset327
	.byte	0
Lnames30:
	.ascii	"\272\035"
	.byte	0
	.long	613
.set Lset328, L56-Lnames_entries0
	.long	Lset328
	.byte	0
Lnames31:
	.ascii	"\272\035"
	.byte	0
	.long	622
.set Lset329, L32-Lnames_entries0
	.long	Lset329
	.byte	0
Lnames50:
L129:
	.ascii	"\272\035"
	.byte	0
	.long	959
.set Lset330, L102-Lnames_entries0
	.long	Lset330
L69:
	.ascii	"\272\035"
	.byte	0
	.long	971
.set Lset331, L102-Lnames_entries0
	.long	Lset331
L11:
	.ascii	"\272\035"
	.byte	0
	.long	1036
.set Lset332, L23-Lnames_entries0
	.long	Lset332
L159:
	.ascii	"\272\035"
	.byte	0
	.long	1048
.set Lset333, L23-Lnames_entries0
	.long	Lset333
L81:
	.ascii	"\272\035"
	.byte	0
	.long	1177
.set Lset334, L93-Lnames_entries0
	.long	Lset334
L19:
	.ascii	"\272\035"
	.byte	0
	.long	1189
.set Lset335, L93-Lnames_entries0
	.long	Lset335
L104:
	.ascii	"\272\035"
	.byte	0
	.long	1282
.set Lset336, L74-Lnames_entries0
	.long	Lset336
L0:
	.ascii	"\272\035"
	.byte	0
	.long	1294
.set Lset337, L74-Lnames_entries0
	.long	Lset337
L146:
	.ascii	"\272\035"
	.byte	0
	.long	1885
.set Lset338, L111-Lnames_entries0
	.long	Lset338
L156:
	.ascii	"\272\035"
	.byte	0
	.long	1897
.set Lset339, L111-Lnames_entries0
	.long	Lset339
	.byte	0
Lnames51:
L55:
	.ascii	"\232."
	.byte	0
	.long	1078
	.byte	0
Lnames2:
L41:
	.ascii	"\272\035"
	.byte	0
	.long	50
.set Lset340, L155-Lnames_entries0
	.long	Lset340
L105:
	.ascii	"\272\035"
	.byte	0
	.long	295
.set Lset341, L3-Lnames_entries0
	.long	Lset341
L72:
	.ascii	"\272\035"
	.byte	0
	.long	793
.set Lset342, L84-Lnames_entries0
	.long	Lset342
L67:
	.ascii	"\232."
	.byte	0
	.long	1606
	.byte	0
Lnames41:
L75:
	.ascii	"\272\035"
	.byte	0
	.long	871
.set Lset343, L89-Lnames_entries0
	.long	Lset343
L5:
	.ascii	"\272\035"
	.byte	0
	.long	1124
.set Lset344, L147-Lnames_entries0
	.long	Lset344
L90:
	.ascii	"\272\035"
	.byte	0
	.long	1835
.set Lset345, L161-Lnames_entries0
	.long	Lset345
	.byte	0
Lnames52:
	.ascii	"\232."
	.byte	0
	.long	1078
	.byte	0
Lnames74:
L160:
	.ascii	"\232."
	.byte	0
	.long	1449
	.byte	0
Lnames38:
L18:
	.ascii	"\272\035"
	.byte	0
	.long	838
.set Lset346, L139-Lnames_entries0
	.long	Lset346
L162:
	.ascii	"\232."
	.byte	0
	.long	1728
	.byte	0
Lnames46:
L64:
	.ascii	"\272\035"
	.byte	0
	.long	921
.set Lset347, L76-Lnames_entries0
	.long	Lset347
L127:
	.ascii	"\272\035"
	.byte	0
	.long	998
.set Lset348, L132-Lnames_entries0
	.long	Lset348
L150:
	.ascii	"\272\035"
	.byte	0
	.long	1244
.set Lset349, L7-Lnames_entries0
	.long	Lset349
	.byte	0
Lnames44:
	.ascii	"\232."
	.byte	0
	.long	905
	.byte	0
Lnames39:
L33:
	.ascii	"\272\035"
	.byte	0
	.long	846
.set Lset350, L18-Lnames_entries0
	.long	Lset350
L125:
	.ascii	"\272\035"
	.byte	0
	.long	1738
.set Lset351, L162-Lnames_entries0
	.long	Lset351
	.byte	0
Lnames80:
L37:
	.ascii	"\272\035"
	.byte	0
	.long	1514
.set Lset352, L91-Lnames_entries0
	.long	Lset352
	.byte	0
Lnames63:
L62:
	.ascii	"\272\035"
	.byte	0
	.long	1322
.set Lset353, L55-Lnames_entries0
	.long	Lset353
	.byte	0
Lnames60:
L22:
	.ascii	"\272\035"
	.byte	0
	.long	1217
.set Lset354, L55-Lnames_entries0
	.long	Lset354
L13:
	.ascii	"\272\035"
	.byte	0
	.long	1356
.set Lset355, L36-Lnames_entries0
	.long	Lset355
L115:
	.ascii	"\272\035"
	.byte	0
	.long	1587
.set Lset356, L117-Lnames_entries0
	.long	Lset356
	.byte	0
Lnames68:
L59:
	.ascii	"\232."
	.byte	0
	.long	1392
	.byte	0
Lnames27:
	.ascii	"\272\035"
	.byte	0
	.long	577
.set Lset357, L56-Lnames_entries0
	.long	Lset357
	.ascii	"\272\035"
	.byte	0
	.long	649
.set Lset358, L56-Lnames_entries0
	.long	Lset358
	.byte	0
Lnames28:
	.ascii	"\272\035"
	.byte	0
	.long	586
.set Lset359, L2-Lnames_entries0
	.long	Lset359
	.ascii	"\272\035"
	.byte	0
	.long	658
.set Lset360, L149-Lnames_entries0
	.long	Lset360
	.byte	0
Lnames36:
L139:
	.ascii	"\272\035"
	.byte	0
	.long	829
.set Lset361, L85-Lnames_entries0
	.long	Lset361
	.byte	0
Lnames5:
	.ascii	"\232."
	.byte	0
	.long	78
	.byte	0
Lnames53:
	.ascii	"\272\035"
	.byte	0
	.long	1085
.set Lset362, L55-Lnames_entries0
	.long	Lset362
	.ascii	"\272\035"
	.byte	0
	.long	1217
.set Lset363, L55-Lnames_entries0
	.long	Lset363
	.ascii	"\272\035"
	.byte	0
	.long	1356
.set Lset364, L36-Lnames_entries0
	.long	Lset364
	.ascii	"\272\035"
	.byte	0
	.long	1587
.set Lset365, L117-Lnames_entries0
	.long	Lset365
	.byte	0
Lnames10:
	.ascii	"\232."
	.byte	0
	.long	122
	.byte	0
Lnames11:
	.ascii	"\272\035"
	.byte	0
	.long	129
.set Lset366, L26-Lnames_entries0
	.long	Lset366
	.ascii	"\272\035"
	.byte	0
	.long	694
.set Lset367, L51-Lnames_entries0
	.long	Lset367
	.ascii	"\272\035"
	.byte	0
	.long	721
.set Lset368, L82-Lnames_entries0
	.long	Lset368
	.ascii	"\272\035"
	.byte	0
	.long	744
.set Lset369, L97-Lnames_entries0
	.long	Lset369
	.byte	0
Lnames23:
L107:
	.ascii	"\232."
	.byte	0
	.long	538
	.byte	0
Lnames57:
L60:
	.ascii	"\272\035"
	.byte	0
	.long	1139
.set Lset370, L55-Lnames_entries0
	.long	Lset370
	.byte	0
Lnames64:
L36:
	.ascii	"\232."
	.byte	0
	.long	1336
	.byte	0
Lnames81:
L130:
	.ascii	"\232."
	.byte	0
	.long	1528
	.byte	0
Lnames91:
L86:
	.ascii	"\272\035"
	.byte	0
	.long	1768
.set Lset371, L8-Lnames_entries0
	.long	Lset371
L136:
	.ascii	"\232."
	.byte	0
	.long	1794
	.byte	0
Lnames65:
	.ascii	"\232."
	.byte	0
	.long	1336
	.byte	0
Lnames77:
L20:
	.ascii	"\272\035"
	.byte	0
	.long	1475
.set Lset372, L10-Lnames_entries0
	.long	Lset372
	.byte	0
Lnames84:
L135:
	.ascii	"\272\035"
	.byte	0
	.long	1554
.set Lset373, L110-Lnames_entries0
	.long	Lset373
	.byte	0
Lnames19:
	.ascii	"\232."
	.byte	0
	.long	322
L99:
	.ascii	"\232."
	.byte	0
	.long	434
	.byte	0
Lnames16:
L1:
	.ascii	"\272\035"
	.byte	0
	.long	200
.set Lset374, L109-Lnames_entries0
	.long	Lset374
L83:
	.ascii	"\232."
	.byte	0
	.long	1705
	.byte	0
Lnames7:
	.ascii	"\272\035"
	.byte	0
	.long	85
.set Lset375, L96-Lnames_entries0
	.long	Lset375
	.ascii	"\272\035"
	.byte	0
	.long	106
.set Lset376, L17-Lnames_entries0
	.long	Lset376
	.byte	0
Lnames67:
L121:
	.ascii	"\272\035"
	.byte	0
	.long	1382
.set Lset377, L106-Lnames_entries0
	.long	Lset377
	.byte	0
Lnames37:
	.ascii	"\272\035"
	.byte	0
	.long	829
.set Lset378, L85-Lnames_entries0
	.long	Lset378
	.byte	0
Lnames49:
L102:
	.ascii	"\272\035"
	.byte	0
	.long	947
.set Lset379, L103-Lnames_entries0
	.long	Lset379
L23:
	.ascii	"\272\035"
	.byte	0
	.long	1024
.set Lset380, L112-Lnames_entries0
	.long	Lset380
L93:
	.ascii	"\272\035"
	.byte	0
	.long	1165
.set Lset381, L9-Lnames_entries0
	.long	Lset381
L74:
	.ascii	"\272\035"
	.byte	0
	.long	1270
.set Lset382, L157-Lnames_entries0
	.long	Lset382
L111:
	.ascii	"\272\035"
	.byte	0
	.long	1873
.set Lset383, L143-Lnames_entries0
	.long	Lset383
	.byte	0
Lnames35:
L85:
	.ascii	"\232."
	.byte	0
	.long	823
	.byte	0
Lnames25:
L39:
	.ascii	"\272\035"
	.byte	0
	.long	545
.set Lset384, L107-Lnames_entries0
	.long	Lset384
	.byte	0
Lnames70:
L131:
	.ascii	"\232."
	.byte	0
	.long	1408
	.byte	0
Lnames42:
L122:
	.ascii	"\272\035"
	.byte	0
	.long	884
.set Lset385, L89-Lnames_entries0
	.long	Lset385
L52:
	.ascii	"\272\035"
	.byte	0
	.long	1111
.set Lset386, L147-Lnames_entries0
	.long	Lset386
L123:
	.ascii	"\272\035"
	.byte	0
	.long	1848
.set Lset387, L161-Lnames_entries0
	.long	Lset387
	.byte	0
Lnames22:
	.ascii	"\232."
	.byte	0
	.long	434
	.byte	0
Lnames56:
	.ascii	"\272\035"
	.byte	0
	.long	1139
.set Lset388, L55-Lnames_entries0
	.long	Lset388
	.byte	0
Lnames40:
L89:
	.ascii	"\232."
	.byte	0
	.long	861
L147:
	.ascii	"\272\035"
	.byte	0
	.long	1103
.set Lset389, L46-Lnames_entries0
	.long	Lset389
L161:
	.ascii	"\272\035"
	.byte	0
	.long	1827
.set Lset390, L92-Lnames_entries0
	.long	Lset390
	.byte	0
Lnames86:
L88:
	.ascii	"\232."
	.byte	0
	.long	1633
	.byte	0
Lnames69:
L31:
	.ascii	"\272\035"
	.byte	0
	.long	1398
.set Lset391, L59-Lnames_entries0
	.long	Lset391
	.byte	0
Lnames14:
L21:
	.ascii	"\272\035"
	.byte	0
	.long	167
.set Lset392, L109-Lnames_entries0
	.long	Lset392
L95:
	.ascii	"\272\035"
	.byte	0
	.long	225
.set Lset393, L109-Lnames_entries0
	.long	Lset393
L142:
	.ascii	"\272\035"
	.byte	0
	.long	250
.set Lset394, L109-Lnames_entries0
	.long	Lset394
L49:
	.ascii	"\272\035"
	.byte	0
	.long	329
.set Lset395, L113-Lnames_entries0
	.long	Lset395
L38:
	.ascii	"\272\035"
	.byte	0
	.long	371
.set Lset396, L113-Lnames_entries0
	.long	Lset396
L70:
	.ascii	"\272\035"
	.byte	0
	.long	408
.set Lset397, L113-Lnames_entries0
	.long	Lset397
L144:
	.ascii	"\272\035"
	.byte	0
	.long	441
.set Lset398, L99-Lnames_entries0
	.long	Lset398
L140:
	.ascii	"\272\035"
	.byte	0
	.long	474
.set Lset399, L99-Lnames_entries0
	.long	Lset399
L43:
	.ascii	"\272\035"
	.byte	0
	.long	511
.set Lset400, L99-Lnames_entries0
	.long	Lset400
L79:
	.ascii	"\232."
	.byte	0
	.long	1682
	.byte	0
Lnames82:
L40:
	.ascii	"\272\035"
	.byte	0
	.long	1534
.set Lset401, L130-Lnames_entries0
	.long	Lset401
	.byte	0
Lnames13:
L27:
	.ascii	"\272\035"
	.byte	0
	.long	155
.set Lset402, L109-Lnames_entries0
	.long	Lset402
L12:
	.ascii	"\272\035"
	.byte	0
	.long	192
.set Lset403, L109-Lnames_entries0
	.long	Lset403
L48:
	.ascii	"\272\035"
	.byte	0
	.long	217
.set Lset404, L109-Lnames_entries0
	.long	Lset404
L44:
	.ascii	"\272\035"
	.byte	0
	.long	275
.set Lset405, L109-Lnames_entries0
	.long	Lset405
L126:
	.ascii	"\272\035"
	.byte	0
	.long	354
.set Lset406, L113-Lnames_entries0
	.long	Lset406
L80:
	.ascii	"\272\035"
	.byte	0
	.long	396
.set Lset407, L113-Lnames_entries0
	.long	Lset407
L152:
	.ascii	"\272\035"
	.byte	0
	.long	466
.set Lset408, L99-Lnames_entries0
	.long	Lset408
L151:
	.ascii	"\272\035"
	.byte	0
	.long	499
.set Lset409, L99-Lnames_entries0
	.long	Lset409
L65:
	.ascii	"\272\035"
	.byte	0
	.long	781
.set Lset410, L84-Lnames_entries0
	.long	Lset410
L124:
	.ascii	"\272\035"
	.byte	0
	.long	1310
.set Lset411, L55-Lnames_entries0
	.long	Lset411
	.byte	0
Lnames89:
L77:
	.ascii	"\272\035"
	.byte	0
	.long	1667
.set Lset412, L4-Lnames_entries0
	.long	Lset412
	.byte	0
Lnames78:
L114:
	.ascii	"\232."
	.byte	0
	.long	1488
	.byte	0
Lnames15:
L145:
	.ascii	"\272\035"
	.byte	0
	.long	179
.set Lset413, L21-Lnames_entries0
	.long	Lset413
L73:
	.ascii	"\272\035"
	.byte	0
	.long	237
.set Lset414, L95-Lnames_entries0
	.long	Lset414
L163:
	.ascii	"\272\035"
	.byte	0
	.long	262
.set Lset415, L142-Lnames_entries0
	.long	Lset415
L6:
	.ascii	"\272\035"
	.byte	0
	.long	341
.set Lset416, L49-Lnames_entries0
	.long	Lset416
L128:
	.ascii	"\272\035"
	.byte	0
	.long	383
.set Lset417, L38-Lnames_entries0
	.long	Lset417
L108:
	.ascii	"\272\035"
	.byte	0
	.long	420
.set Lset418, L70-Lnames_entries0
	.long	Lset418
L16:
	.ascii	"\272\035"
	.byte	0
	.long	453
.set Lset419, L144-Lnames_entries0
	.long	Lset419
L45:
	.ascii	"\272\035"
	.byte	0
	.long	486
.set Lset420, L140-Lnames_entries0
	.long	Lset420
L134:
	.ascii	"\272\035"
	.byte	0
	.long	523
.set Lset421, L43-Lnames_entries0
	.long	Lset421
L78:
	.ascii	"\272\035"
	.byte	0
	.long	1692
.set Lset422, L79-Lnames_entries0
	.long	Lset422
	.byte	0
Lnames58:
L119:
	.ascii	"\272\035"
	.byte	0
	.long	1204
.set Lset423, L55-Lnames_entries0
	.long	Lset423
L158:
	.ascii	"\272\035"
	.byte	0
	.long	1343
.set Lset424, L36-Lnames_entries0
	.long	Lset424
L141:
	.ascii	"\272\035"
	.byte	0
	.long	1574
.set Lset425, L117-Lnames_entries0
	.long	Lset425
	.byte	0
Lnames24:
	.ascii	"\232."
	.byte	0
	.long	538
	.byte	0
Lnames47:
	.ascii	"\272\035"
	.byte	0
	.long	921
.set Lset426, L76-Lnames_entries0
	.long	Lset426
	.ascii	"\272\035"
	.byte	0
	.long	998
.set Lset427, L132-Lnames_entries0
	.long	Lset427
	.ascii	"\272\035"
	.byte	0
	.long	1244
.set Lset428, L7-Lnames_entries0
	.long	Lset428
	.byte	0
Lnames87:
L35:
	.ascii	"\272\035"
	.byte	0
	.long	1639
.set Lset429, L88-Lnames_entries0
	.long	Lset429
	.byte	0
Lnames55:
L46:
	.ascii	"\272\035"
	.byte	0
	.long	1094
.set Lset430, L55-Lnames_entries0
	.long	Lset430
L92:
	.ascii	"\232."
	.byte	0
	.long	1817
	.byte	0
Lnames59:
	.ascii	"\272\035"
	.byte	0
	.long	1204
.set Lset431, L55-Lnames_entries0
	.long	Lset431
	.ascii	"\272\035"
	.byte	0
	.long	1343
.set Lset432, L36-Lnames_entries0
	.long	Lset432
	.ascii	"\272\035"
	.byte	0
	.long	1574
.set Lset433, L117-Lnames_entries0
	.long	Lset433
	.byte	0
Lnames73:
L148:
	.ascii	"\272\035"
	.byte	0
	.long	1434
.set Lset434, L63-Lnames_entries0
	.long	Lset434
	.byte	0
Lnames61:
	.ascii	"\272\035"
	.byte	0
	.long	1226
.set Lset435, L55-Lnames_entries0
	.long	Lset435
	.ascii	"\272\035"
	.byte	0
	.long	1365
.set Lset436, L36-Lnames_entries0
	.long	Lset436
	.ascii	"\272\035"
	.byte	0
	.long	1596
.set Lset437, L117-Lnames_entries0
	.long	Lset437
	.byte	0
Lnames71:
L137:
	.ascii	"\272\035"
	.byte	0
	.long	1414
.set Lset438, L131-Lnames_entries0
	.long	Lset438
	.byte	0
	.p2align	2, 0x0
Lnames_end0:
.subsections_via_symbols
	.section	__DWARF,__debug_line,regular,debug
Lsection_line:
Lline_table_start0:
