; Made by `cargo xtask swift`; not to be edited.
; Swift version 6.0.3 (swift-6.0.3-RELEASE)
; sources 2008349038954020
; text e8ec0cd4e48113f0
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
Ltmp1:
	.loc	1 30 50 prologue_end
	orr	x19, x0, #0x1
Ltmp2:
	.loc	1 17 3
Lloh0:
	adrp	x0, l_.str.12.Pricing.rule@PAGE
Lloh1:
	add	x0, x0, l_.str.12.Pricing.rule@PAGEOFF
	mov	w1, #6
	bl	_KitUnits
Ltmp3:
	.file	2 "<compiler-generated>"
	.loc	2 0 0 is_stmt 0
	cbz	w0, LBB1_2
Ltmp4:
LBB1_1:
	.loc	1 7 9 is_stmt 1
	eor	x8, x19, x19, lsl #13
Ltmp5:
	.loc	2 0 0 is_stmt 0
	subs	w0, w0, #1
Ltmp6:
	.loc	1 8 9 is_stmt 1
	eor	x8, x8, x8, lsr #7
	.loc	1 9 9
	eor	x8, x8, x8, lsl #17
	.loc	1 10 9
	eor	x8, x8, x8, lsl #5
	.loc	1 11 9
	eor	x19, x8, x8, lsr #11
Ltmp7:
	.loc	2 0 0 is_stmt 0
	b.ne	LBB1_1
Ltmp8:
LBB1_2:
	.loc	1 32 5 is_stmt 1
	mov	x0, x19
	bl	_KitKeep
	.loc	1 33 42
	and	x0, x19, #0x1
	.loc	1 33 5 epilogue_begin is_stmt 0
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp9:
	.loh AdrpAdd	Lloh0, Lloh1
Lfunc_end1:
	.cfi_endproc
	.p2align	2
_$s7Pricing4RuleCfD:
Lfunc_begin2:
	.cfi_startproc
	b	_OUTLINED_FUNCTION_4
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
Ltmp10:
	.loc	1 38 64 prologue_end
	ldr	x8, [x20, #16]
	mov	x9, #-100
	bl	_OUTLINED_FUNCTION_1
	.loc	1 38 52 is_stmt 0
	add	x8, x0, x19
	.loc	1 38 76
	add	x0, x8, x20
	.loc	1 38 91 epilogue_begin
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp11:
Lfunc_end3:
	.cfi_endproc
	.p2align	2
_$s7Pricing8DiscountCfD:
Lfunc_begin4:
	.cfi_startproc
	b	_OUTLINED_FUNCTION_4
Lfunc_end4:
	.cfi_endproc
	.p2align	2
_$s7Pricing9SurchargeC5priceyS2iF:
Lfunc_begin5:
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
Ltmp12:
	.loc	1 42 64 prologue_end
	ldr	x8, [x20, #16]
	mov	w9, #100
	bl	_OUTLINED_FUNCTION_1
	.loc	1 42 52 is_stmt 0
	add	x8, x0, x19
	.loc	1 42 76
	add	x0, x8, x20
	.loc	1 42 91 epilogue_begin
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp13:
Lfunc_end5:
	.cfi_endproc
	.p2align	2
_$s7Pricing9SurchargeCfD:
Lfunc_begin6:
	.cfi_startproc
	b	_OUTLINED_FUNCTION_4
Lfunc_end6:
	.cfi_endproc
	.p2align	2
_$s7Pricing5ChainCyACyxGx_ADSgtcfCAA4RuleC_Tg5:
Lfunc_begin7:
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
Ltmp14:
	.loc	2 0 0 is_stmt 0
Lloh2:
	adrp	x0, _$s7Pricing5ChainCyAA4RuleCGN@PAGE
Lloh3:
	add	x0, x0, _$s7Pricing5ChainCyAA4RuleCGN@PAGEOFF
	mov	w1, #32
	bl	_OUTLINED_FUNCTION_0
Ltmp15:
	.loc	1 50 18 prologue_end is_stmt 1
	stp	x20, x19, [x0, #16]
Ltmp16:
	.loc	1 0 0 epilogue_begin is_stmt 0
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp17:
	.loh AdrpAdd	Lloh2, Lloh3
Lfunc_end7:
	.cfi_endproc
	.p2align	2
_$s7Pricing5ChainCfdAA4RuleC_Tg5:
Lfunc_begin8:
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
Ltmp18:
	.loc	2 0 0 prologue_end
	ldr	x0, [x20, #16]
Ltmp19:
	bl	_$ss13swift_release6objectyBp_tF
Ltmp20:
	ldr	x19, [x20, #24]
	str	xzr, [x20, #24]
Ltmp21:
	mov	x0, x19
	bl	_$ss12swift_retain6objectBpBp_tF
Ltmp22:
	cbz	x19, LBB8_3
LBB8_1:
	bl	_OUTLINED_FUNCTION_5
Ltmp23:
	mov	x0, x19
	bl	_$ss33swift_isUniquelyReferenced_native6objectSbBp_tF
Ltmp24:
	tbz	w0, #0, LBB8_3
	ldr	x21, [x19, #24]
Ltmp25:
	mov	x0, x21
	bl	_$ss12swift_retain6objectBpBp_tF
Ltmp26:
	bl	_$ss12swift_retain6objectBpBp_tF
	bl	_OUTLINED_FUNCTION_5
	mov	x19, x21
Ltmp27:
	cbnz	x21, LBB8_1
LBB8_3:
	bl	_OUTLINED_FUNCTION_5
	mov	x0, x20
	ldp	x20, x19, [sp, #32]
	ldp	x22, x21, [sp, #16]
	ldp	x29, x30, [sp], #48
	ret
Ltmp28:
Lfunc_end8:
	.cfi_endproc
	.p2align	2
_$s7Pricing5ChainCfDAA4RuleC_Tg5:
Lfunc_begin9:
	.loc	1 46 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp29:
	.loc	1 0 0 is_stmt 0
	bl	_$s7Pricing5ChainCfdAA4RuleC_Tg5
Ltmp30:
	mov	x0, x20
	ldp	x29, x30, [sp], #16
	b	_$ss26swift_deallocClassInstance6object13allocatedSize0F9AlignMaskyBp_S2itF
Ltmp31:
Lfunc_end9:
	.cfi_endproc
	.p2align	2
_$s7Pricing4foldyq_AA5ChainCyxGSg_q_q_q__xtXEtr0_lFAA4RuleC_SiTg5035$s7Pricing5RulesC5priceyS2iFS2i_AA4D7CtXEfU_Tf1nnc_n:
Lfunc_begin10:
	.loc	2 0 0 is_stmt 1
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
	mov	x21, x0
Ltmp32:
	bl	_$ss12swift_retain6objectBpBp_tF
Ltmp33:
	.loc	1 61 3 prologue_end
	cbz	x0, LBB10_2
LBB10_1:
Ltmp34:
	.file	3 "<stdin>"
	.loc	3 0 0 is_stmt 0
	ldr	x20, [x21, #16]
Ltmp35:
	mov	x0, x21
Ltmp36:
	.loc	1 87 59 is_stmt 1
	ldr	x8, [x20]
	ldr	x22, [x8, #32]
Ltmp37:
	.loc	2 0 0 is_stmt 0
	bl	_$ss12swift_retain6objectBpBp_tF
Ltmp38:
	.loc	1 87 59
	mov	x0, x19
	blr	x22
	mov	x19, x0
Ltmp39:
	.loc	2 0 0
	mov	x0, x21
	bl	_$ss13swift_release6objectyBp_tF
Ltmp40:
	.loc	1 63 17 is_stmt 1
	ldr	x20, [x21, #24]
Ltmp41:
	.loc	2 0 0 is_stmt 0
	mov	x0, x20
	bl	_$ss12swift_retain6objectBpBp_tF
Ltmp42:
	mov	x0, x21
	bl	_$ss13swift_release6objectyBp_tF
	mov	x21, x20
Ltmp43:
	.loc	1 61 3 is_stmt 1
	cbnz	x20, LBB10_1
LBB10_2:
	.loc	1 65 3
	mov	x0, x19
	.loc	1 65 3 epilogue_begin is_stmt 0
	ldp	x20, x19, [sp, #32]
	ldp	x22, x21, [sp, #16]
	ldp	x29, x30, [sp], #48
	ret
Ltmp44:
Lfunc_end10:
	.cfi_endproc
	.p2align	2
_$s7Pricing4foldyq_AA5ChainCyxGSg_q_q_q__xtXEtr0_lFAA4RuleC_SiTg5:
Lfunc_begin11:
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
	mov	x20, x3
	mov	x19, x2
	mov	x22, x1
	mov	x21, x0
Ltmp45:
	.loc	2 0 0 is_stmt 0
	bl	_$ss12swift_retain6objectBpBp_tF
Ltmp46:
	.loc	1 61 3 prologue_end is_stmt 1
	cbz	x0, LBB11_2
LBB11_1:
Ltmp47:
	.loc	2 0 0 is_stmt 0
	mov	x0, x21
Ltmp48:
	.loc	1 62 32 is_stmt 1
	add	x23, x21, #16
	.loc	3 0 0 is_stmt 0
	str	x22, [sp]
Ltmp49:
	bl	_$ss12swift_retain6objectBpBp_tF
Ltmp50:
	.loc	1 62 14
	add	x8, sp, #8
	mov	x0, sp
	mov	x1, x23
	blr	x19
Ltmp51:
	.loc	2 0 0
	mov	x0, x21
	bl	_$ss13swift_release6objectyBp_tF
Ltmp52:
	.loc	1 63 17 is_stmt 1
	ldr	x23, [x21, #24]
	.loc	1 62 12
	ldr	x22, [sp, #8]
Ltmp53:
	.loc	2 0 0 is_stmt 0
	mov	x0, x23
	bl	_$ss12swift_retain6objectBpBp_tF
Ltmp54:
	mov	x0, x21
	bl	_$ss13swift_release6objectyBp_tF
	mov	x21, x23
Ltmp55:
	.loc	1 61 3 is_stmt 1
	cbnz	x23, LBB11_1
LBB11_2:
	.loc	1 65 3
	mov	x0, x22
	.loc	1 65 3 epilogue_begin is_stmt 0
	ldp	x20, x19, [sp, #64]
	ldp	x22, x21, [sp, #48]
	ldp	x24, x23, [sp, #32]
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #80
	ret
Ltmp56:
Lfunc_end11:
	.cfi_endproc
	.p2align	2
_$s7Pricing4PairV6joinedyqd__qd__x_q_tXElFSi_S2iTg5021$s7Pricing5quoteyS2i_F24_SvSgtXCACtFS2i_SitXEfU_Tf1cn_n:
Lfunc_begin12:
	.cfi_startproc
	.loc	1 123 65 prologue_end is_stmt 1
	mul	x8, x1, x0
	mov	w9, #100
	.loc	1 123 71 is_stmt 0
	sdiv	x8, x8, x9
	.loc	1 123 59
	add	x0, x8, x0
Ltmp57:
	.loc	1 74 90 is_stmt 1
	ret
Ltmp58:
Lfunc_end12:
	.cfi_endproc
	.p2align	2
_$s7Pricing4PairV6joinedyqd__qd__x_q_tXElFSi_S2iTg5:
Lfunc_begin13:
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
Ltmp59:
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
Ltmp60:
Lfunc_end13:
	.cfi_endproc
	.p2align	2
_$s7Pricing5RulesC8standard_WZ:
Lfunc_begin14:
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
Ltmp61:
Lloh4:
	adrp	x0, _$s7Pricing5RulesCN@PAGE
Lloh5:
	add	x0, x0, _$s7Pricing5RulesCN@PAGEOFF
	mov	w1, #24
	bl	_OUTLINED_FUNCTION_0
Ltmp62:
Lloh6:
	adrp	x20, _$s7Pricing8DiscountCN@PAGE
Lloh7:
	add	x20, x20, _$s7Pricing8DiscountCN@PAGEOFF
Ltmp63:
	mov	x19, x0
Ltmp64:
	mov	x0, x20
	mov	w1, #24
	bl	_OUTLINED_FUNCTION_0
	mov	w8, #10
	mov	x21, x0
Ltmp65:
	mov	w1, #24
	mov	w2, #7
Ltmp66:
	.loc	1 23 33 prologue_end
	str	x8, [x0, #16]
Ltmp67:
	.loc	2 0 0 is_stmt 0
Lloh8:
	adrp	x0, _$s7Pricing9SurchargeCN@PAGE
Lloh9:
	add	x0, x0, _$s7Pricing9SurchargeCN@PAGEOFF
	bl	_$ss17swift_allocObject8metadata12requiredSize0E13AlignmentMaskBpBp_S2itF
	mov	w8, #3
	mov	x22, x0
Ltmp68:
	mov	w1, #24
	mov	w2, #7
Ltmp69:
	.loc	1 23 33
	str	x8, [x0, #16]
Ltmp70:
	.loc	2 0 0
	mov	x0, x20
	bl	_$ss17swift_allocObject8metadata12requiredSize0E13AlignmentMaskBpBp_S2itF
	mov	w8, #2
Ltmp71:
Lloh10:
	adrp	x23, _$s7Pricing5ChainCyAA4RuleCGN@PAGE
Lloh11:
	add	x23, x23, _$s7Pricing5ChainCyAA4RuleCGN@PAGEOFF
Ltmp72:
	mov	x20, x0
Ltmp73:
	mov	w1, #32
	mov	w2, #7
Ltmp74:
	.loc	1 23 33
	str	x8, [x0, #16]
Ltmp75:
	.loc	2 0 0
	mov	x0, x23
	bl	_$ss17swift_allocObject8metadata12requiredSize0E13AlignmentMaskBpBp_S2itF
	mov	x24, x0
Ltmp76:
	.loc	1 50 18 is_stmt 1
	stp	x20, xzr, [x0, #16]
Ltmp77:
	.loc	2 0 0 is_stmt 0
	mov	x0, x23
	mov	w1, #32
	bl	_OUTLINED_FUNCTION_0
	mov	x20, x0
Ltmp78:
	.loc	1 50 18
	stp	x22, x24, [x0, #16]
Ltmp79:
	.loc	2 0 0
	mov	x0, x23
	mov	w1, #32
	bl	_OUTLINED_FUNCTION_0
Ltmp80:
	.loc	1 79 25 is_stmt 1
	adrp	x8, _$s7Pricing5RulesC8standardACvpZ@PAGE
Ltmp81:
	.loc	1 50 18
	stp	x21, x20, [x0, #16]
Ltmp82:
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
Ltmp83:
	.loh AdrpAdd	Lloh10, Lloh11
	.loh AdrpAdd	Lloh8, Lloh9
	.loh AdrpAdd	Lloh6, Lloh7
	.loh AdrpAdd	Lloh4, Lloh5
Lfunc_end14:
	.cfi_endproc
	.p2align	2
_$s7Pricing5RulesC5priceyS2iF:
Lfunc_begin15:
	.loc	1 87 0 is_stmt 1
	.cfi_startproc
	mov	x1, x0
Ltmp84:
	.loc	1 87 42 prologue_end
	ldr	x0, [x20, #16]
	.loc	1 87 37 is_stmt 0
	b	_$s7Pricing4foldyq_AA5ChainCyxGSg_q_q_q__xtXEtr0_lFAA4RuleC_SiTg5035$s7Pricing5RulesC5priceyS2iFS2i_AA4D7CtXEfU_Tf1nnc_n
Ltmp85:
Lfunc_end15:
	.cfi_endproc
	.p2align	2
_$s7Pricing5RulesC5priceyS2iFS2i_AA4RuleCtXEfU_:
Lfunc_begin16:
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
Ltmp86:
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
Ltmp87:
Lfunc_end16:
	.cfi_endproc
	.p2align	2
_$s7Pricing5RulesCfD:
Lfunc_begin17:
	.loc	1 78 0 is_stmt 1
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp88:
	.loc	2 0 0 is_stmt 0
	ldr	x0, [x20, #16]
Ltmp89:
	bl	_$ss13swift_release6objectyBp_tF
Ltmp90:
	mov	x0, x20
	ldp	x29, x30, [sp], #16
	b	_$ss26swift_deallocClassInstance6object13allocatedSize0F9AlignMaskyBp_S2itF
Ltmp91:
Lfunc_end17:
	.cfi_endproc
	.section	__TEXT,__literal16,16byte_literals
	.p2align	4, 0x0
lCPI18_0:
	.quad	0
	.quad	1
	.section	__TEXT,__text,regular,pure_instructions
	.p2align	2
_$s7Pricing5taxes_WZ:
Lfunc_begin18:
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
Ltmp92:
	mov	w0, #256
	mov	x1, #-1
	mov	w20, #36002
	movk	w20, #37590, lsl #16
	bl	_$ss15swift_slowAllocySvSgSi_SitF
	mov	x19, x0
Ltmp93:
	.loc	1 91 13 prologue_end
Lloh12:
	adrp	x0, l_.str.13.Pricing.table@PAGE
Lloh13:
	add	x0, x0, l_.str.13.Pricing.table@PAGEOFF
	mov	w1, #400
	bl	_KitUnits
	cbz	w0, LBB18_2
LBB18_1:
	eor	x8, x20, x20, lsl #13
	subs	w0, w0, #1
	eor	x8, x8, x8, lsr #7
	eor	x8, x8, x8, lsl #17
	eor	x8, x8, x8, lsl #5
	eor	x20, x8, x8, lsr #11
	b.ne	LBB18_1
LBB18_2:
	.loc	1 0 13 is_stmt 0
	bl	_OUTLINED_FUNCTION_3
Lloh14:
	adrp	x9, lCPI18_0@PAGE
	mov	w10, #7
	mov	w11, #15
	mov	w12, #2
	mov	x8, xzr
	.loc	1 91 13
	dup.2d	v1, x20
Lloh15:
	ldr	q0, [x9, lCPI18_0@PAGEOFF]
	dup.2d	v2, x10
	dup.2d	v3, x11
	dup.2d	v4, x12
LBB18_3:
	neg.2d	v5, v0
	add.2d	v0, v0, v4
	ushl.2d	v5, v1, v5
	and.16b	v5, v5, v2
	add.2d	v5, v5, v3
	str	q5, [x19, x8]
	add	x8, x8, #16
	cmp	x8, #256
	b.ne	LBB18_3
	adrp	x8, _$s7Pricing5taxesSpySiGvp@PAGE
	str	x19, [x8, _$s7Pricing5taxesSpySiGvp@PAGEOFF]
	.loc	1 91 23 epilogue_begin
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp94:
	.loh AdrpAdd	Lloh12, Lloh13
	.loh AdrpLdr	Lloh14, Lloh15
Lfunc_end18:
	.cfi_endproc
	.p2align	2
_$s7Pricing8rounding2toS2icSi_tF:
Lfunc_begin19:
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
Ltmp95:
	.loc	2 0 0 is_stmt 0
Lloh16:
	adrp	x0, l_metadata@PAGE
Lloh17:
	add	x0, x0, l_metadata@PAGEOFF
	mov	w1, #24
	bl	_OUTLINED_FUNCTION_0
	mov	x1, x0
Ltmp96:
	.loc	1 107 1 prologue_end is_stmt 1
Lloh18:
	adrp	x0, _$s7Pricing8rounding2toS2icSi_tFS2icfU_TA@PAGE
Lloh19:
	add	x0, x0, _$s7Pricing8rounding2toS2icSi_tFS2icfU_TA@PAGEOFF
	.loc	1 106 3
	str	x19, [x1, #16]
	.loc	1 107 1 epilogue_begin
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp97:
	.loh AdrpAdd	Lloh18, Lloh19
	.loh AdrpAdd	Lloh16, Lloh17
Lfunc_end19:
	.cfi_endproc
	.p2align	2
_$s7Pricing8rounding2toS2icSi_tFS2icfU_:
Lfunc_begin20:
	.cfi_startproc
	.loc	1 106 34 prologue_end
	cbz	x1, LBB20_3
	.loc	1 0 34 is_stmt 0
	mov	w8, #2
	.loc	1 106 34
	cmn	x1, #1
	mov	x9, #-9223372036854775808
	.loc	1 106 0
	sdiv	x8, x1, x8
	add	x8, x8, x0
	.loc	1 106 34
	ccmp	x8, x9, #0, eq
	b.eq	LBB20_4
	.loc	1 106 41
	sdiv	x8, x8, x1
	mul	x0, x8, x1
	.loc	1 106 49
	ret
LBB20_3:
	.loc	1 106 34
Ltmp98:
	.loc	2 0 0
	brk	#0x1
Ltmp99:
LBB20_4:
	.loc	1 106 34
Ltmp100:
	.loc	2 0 0
	brk	#0x1
Ltmp101:
Lfunc_end20:
	.cfi_endproc
	.globl	_PricingTax
	.p2align	2
_PricingTax:
Lfunc_begin21:
	.loc	2 0 0 is_stmt 1
	.cfi_startproc
	b	_$s7Pricing3taxyS2iF
Ltmp102:
Lfunc_end21:
	.cfi_endproc
	.p2align	2
_$s7Pricing3taxyS2iF:
Lfunc_begin22:
	.loc	1 110 0
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
Ltmp103:
	.loc	2 0 0 is_stmt 0
Lloh20:
	adrp	x0, _$s7Pricing5taxes_Wz@PAGE
Lloh21:
	add	x0, x0, _$s7Pricing5taxes_Wz@PAGEOFF
Lloh22:
	adrp	x1, _$s7Pricing5taxes_WZ@PAGE
Lloh23:
	add	x1, x1, _$s7Pricing5taxes_WZ@PAGEOFF
	bl	_$ss10swift_once9predicate2fn7contextySpySiG_ySvXCSvtF
Ltmp104:
	.loc	1 110 42 prologue_end is_stmt 1
Lloh24:
	adrp	x8, _$s7Pricing5taxesSpySiGvp@PAGE
	.loc	1 110 56 is_stmt 0
	and	x9, x19, #0x1f
	.loc	1 110 62 epilogue_begin
	ldp	x20, x19, [sp, #16]
	.loc	1 110 42
Lloh25:
	ldr	x8, [x8, _$s7Pricing5taxesSpySiGvp@PAGEOFF]
	.loc	1 110 56
	ldr	x0, [x8, x9, lsl #3]
	.loc	1 110 62
	ldp	x29, x30, [sp], #32
	ret
Ltmp105:
	.loh AdrpLdr	Lloh24, Lloh25
	.loh AdrpAdd	Lloh22, Lloh23
	.loh AdrpAdd	Lloh20, Lloh21
Lfunc_end22:
	.cfi_endproc
	.globl	_PricingQuote
	.p2align	2
_PricingQuote:
Lfunc_begin23:
	.loc	2 0 0 is_stmt 1
	.cfi_startproc
	b	_$s7Pricing5quoteyS2i_S2i_SvSgtXCACtF
Ltmp106:
Lfunc_end23:
	.cfi_endproc
	.p2align	2
_$s7Pricing5quoteyS2i_S2i_SvSgtXCACtF:
Lfunc_begin24:
	.loc	1 113 0
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
	mov	x21, x0
Ltmp107:
	.loc	1 117 15 prologue_end
	mov	w0, #5
	mov	x23, x2
	mov	x24, x1
	bl	_$s7Pricing8rounding2toS2icSi_tF
	.loc	1 119 16
	tbnz	x21, #63, LBB24_8
	.loc	1 0 16 is_stmt 0
	str	x1, [sp, #8]
Ltmp108:
	cbz	x21, LBB24_4
Ltmp109:
	mov	x27, xzr
	mov	x22, xzr
Lloh26:
	adrp	x25, _$s7Pricing5RulesC8standard_Wz@PAGE
Lloh27:
	add	x25, x25, _$s7Pricing5RulesC8standard_Wz@PAGEOFF
Lloh28:
	adrp	x26, _$s7Pricing5RulesC8standard_WZ@PAGE
Lloh29:
	add	x26, x26, _$s7Pricing5RulesC8standard_WZ@PAGEOFF
	ldr	x28, [sp, #8]
LBB24_3:
Ltmp110:
	mov	x0, x25
	mov	x1, x26
Ltmp111:
	add	x19, x27, #1
Ltmp112:
	bl	_$ss10swift_once9predicate2fn7contextySpySiG_ySvXCSvtF
Ltmp113:
	.loc	1 119 47
Lloh30:
	adrp	x8, _$s7Pricing5RulesC8standardACvpZ@PAGE
	.loc	1 119 62
	mov	x0, x27
	mov	x1, x23
	.loc	1 119 47
Lloh31:
	ldr	x20, [x8, _$s7Pricing5RulesC8standardACvpZ@PAGEOFF]
	.loc	1 119 62
	blr	x24
	.loc	1 119 56
	bl	_$s7Pricing5RulesC5priceyS2iF
	.loc	1 119 35
	mov	x20, x28
	bl	_$s7Pricing8rounding2toS2icSi_tFS2icfU_TA
	mov	x27, x19
	.loc	1 119 31
	add	x22, x0, x22
Ltmp114:
	.loc	2 0 0
	cmp	x21, x19
	b.ne	LBB24_3
	b	LBB24_5
Ltmp115:
LBB24_4:
	mov	x22, xzr
LBB24_5:
	mov	x20, #31300
Ltmp116:
	.loc	1 17 3 is_stmt 1
Lloh32:
	adrp	x0, l_.str.13.Pricing.quote@PAGE
Lloh33:
	add	x0, x0, l_.str.13.Pricing.quote@PAGEOFF
	mov	w1, #60
	movk	x20, #52159, lsl #16
	movk	x20, #16525, lsl #32
	movk	x20, #313, lsl #48
	bl	_KitUnits
Ltmp117:
	.loc	2 0 0 is_stmt 0
	cbz	w0, LBB24_7
Ltmp118:
LBB24_6:
	.loc	1 7 9 is_stmt 1
	eor	x8, x20, x20, lsl #13
Ltmp119:
	.loc	2 0 0 is_stmt 0
	subs	w0, w0, #1
Ltmp120:
	.loc	1 8 9 is_stmt 1
	eor	x8, x8, x8, lsr #7
	.loc	1 9 9
	eor	x8, x8, x8, lsl #17
	.loc	1 10 9
	eor	x8, x8, x8, lsl #5
	.loc	1 11 9
	eor	x20, x8, x8, lsr #11
Ltmp121:
	.loc	2 0 0 is_stmt 0
	b.ne	LBB24_6
Ltmp122:
LBB24_7:
	bl	_OUTLINED_FUNCTION_3
Ltmp123:
Lloh34:
	adrp	x0, _$s7Pricing5taxes_Wz@PAGE
Lloh35:
	add	x0, x0, _$s7Pricing5taxes_Wz@PAGEOFF
Lloh36:
	adrp	x1, _$s7Pricing5taxes_WZ@PAGE
Lloh37:
	add	x1, x1, _$s7Pricing5taxes_WZ@PAGEOFF
	bl	_$ss10swift_once9predicate2fn7contextySpySiG_ySvXCSvtF
Ltmp124:
	.loc	1 110 42 is_stmt 1
Lloh38:
	adrp	x8, _$s7Pricing5taxesSpySiGvp@PAGE
	.loc	1 110 56 is_stmt 0
	and	x9, x21, #0x1f
Ltmp125:
	.loc	1 123 47 is_stmt 1
	mov	x0, x22
Ltmp126:
	.loc	1 110 42
Lloh39:
	ldr	x8, [x8, _$s7Pricing5taxesSpySiGvp@PAGEOFF]
	.loc	1 110 56 is_stmt 0
	ldr	x1, [x8, x9, lsl #3]
Ltmp127:
	.loc	1 123 47 is_stmt 1
	bl	_$s7Pricing4PairV6joinedyqd__qd__x_q_tXElFSi_S2iTg5021$s7Pricing5quoteyS2i_F24_SvSgtXCACtFS2i_SitXEfU_Tf1cn_n
	mov	x20, x0
	ldr	x0, [sp, #8]
Ltmp128:
	.loc	2 0 0 is_stmt 0
	bl	_$ss13swift_release6objectyBp_tF
Ltmp129:
	.loc	1 123 3
	mov	x0, x20
	.loc	1 123 3 epilogue_begin
	ldp	x20, x19, [sp, #96]
	ldp	x22, x21, [sp, #80]
	ldp	x24, x23, [sp, #64]
	ldp	x26, x25, [sp, #48]
	ldp	x28, x27, [sp, #32]
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #112
	ret
LBB24_8:
	.loc	1 119 16 is_stmt 1
Ltmp130:
	.loc	2 0 0 is_stmt 0
	brk	#0x1
Ltmp131:
	.loh AdrpAdd	Lloh28, Lloh29
	.loh AdrpAdd	Lloh26, Lloh27
	.loh AdrpLdr	Lloh30, Lloh31
	.loh AdrpAdd	Lloh32, Lloh33
	.loh AdrpLdr	Lloh38, Lloh39
	.loh AdrpAdd	Lloh36, Lloh37
	.loh AdrpAdd	Lloh34, Lloh35
Lfunc_end24:
	.cfi_endproc
	.p2align	2
_$s7Pricing5quoteyS2i_S2i_SvSgtXCACtFS2i_SitXEfU_:
Lfunc_begin25:
	.loc	1 123 0 is_stmt 1
	.cfi_startproc
	.loc	3 0 0 is_stmt 0
	ldr	x9, [x0]
	mov	w11, #100
	ldr	x10, [x1]
	.loc	1 123 65 prologue_end is_stmt 1
	mul	x10, x10, x9
	.loc	1 123 71 is_stmt 0
	sdiv	x10, x10, x11
	.loc	1 123 59
	add	x9, x10, x9
	str	x9, [x8]
	.loc	1 123 77
	ret
Ltmp132:
Lfunc_end25:
	.cfi_endproc
	.globl	_PricingPromote
	.p2align	2
_PricingPromote:
Lfunc_begin26:
	.loc	2 0 0 is_stmt 1
	.cfi_startproc
	b	_$s7Pricing7promoteyS2iF
Ltmp133:
Lfunc_end26:
	.cfi_endproc
	.p2align	2
_$s7Pricing7promoteyS2iF:
Lfunc_begin27:
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
Ltmp134:
	.loc	1 128 49 prologue_end
	orr	x20, x0, #0x1
Ltmp135:
	.loc	1 17 3
Lloh40:
	adrp	x0, l_.str.15.Pricing.promote@PAGE
Lloh41:
	add	x0, x0, l_.str.15.Pricing.promote@PAGEOFF
	mov	w1, #1500
	bl	_KitUnits
Ltmp136:
	.loc	2 0 0 is_stmt 0
	cbz	w0, LBB27_2
Ltmp137:
LBB27_1:
	.loc	1 7 9 is_stmt 1
	eor	x8, x20, x20, lsl #13
Ltmp138:
	.loc	2 0 0 is_stmt 0
	subs	w0, w0, #1
Ltmp139:
	.loc	1 8 9 is_stmt 1
	eor	x8, x8, x8, lsr #7
	.loc	1 9 9
	eor	x8, x8, x8, lsl #17
	.loc	1 10 9
	eor	x8, x8, x8, lsl #5
	.loc	1 11 9
	eor	x20, x8, x8, lsr #11
Ltmp140:
	.loc	2 0 0 is_stmt 0
	b.ne	LBB27_1
Ltmp141:
LBB27_2:
	bl	_OUTLINED_FUNCTION_3
	.loc	1 131 16 is_stmt 1
	sub	x0, x19, #1
	.loc	1 131 3 epilogue_begin is_stmt 0
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp142:
	.loh AdrpAdd	Lloh40, Lloh41
Lfunc_end27:
	.cfi_endproc
	.p2align	2
_$ss17_assertionFailure__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtF:
Lfunc_begin28:
	.loc	2 0 0 is_stmt 1
	.cfi_startproc
	brk	#0x1
Ltmp143:
Lfunc_end28:
	.cfi_endproc
	.p2align	2
_$ss17swift_allocObject8metadata12requiredSize0E13AlignmentMaskBpBp_S2itF:
Lfunc_begin29:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss17swift_allocObject8metadata12requiredSize0E13AlignmentMaskSpys04HeapC0VGSpys13ClassMetadataVG_S2itF
Ltmp144:
Lfunc_end29:
	.cfi_endproc
	.p2align	2
_$ss17swift_allocObject8metadata12requiredSize0E13AlignmentMaskSpys04HeapC0VGSpys13ClassMetadataVG_S2itF:
Lfunc_begin30:
	.loc	2 0 0
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
Lloh42:
	adrp	x10, ___stack_chk_guard@GOTPAGE
	mov	x8, x1
	mov	x19, x0
Ltmp145:
	adds	x9, x2, #1
Lloh43:
	ldr	x10, [x10, ___stack_chk_guard@GOTPAGEOFF]
Lloh44:
	ldr	x10, [x10]
	str	x10, [sp, #8]
	b.eq	LBB30_3
	b.vs	LBB30_7
	cmp	x9, #8
	mov	w10, #8
	csel	x1, x9, x10, gt
	b	LBB30_4
LBB30_3:
	mov	w1, #16
LBB30_4:
	mov	x0, sp
	mov	x2, x8
	str	xzr, [sp]
	bl	_posix_memalign
	ldr	x20, [sp]
	cbz	x20, LBB30_8
	mov	x0, x20
	mov	x1, x19
	bl	__swift_embedded_set_heap_object_metadata_pointer
	mov	w8, #1
	str	x8, [x20, #8]
Lloh45:
	adrp	x8, ___stack_chk_guard@GOTPAGE
Lloh46:
	ldr	x8, [x8, ___stack_chk_guard@GOTPAGEOFF]
	ldr	x9, [sp, #8]
Lloh47:
	ldr	x8, [x8]
	cmp	x8, x9
	b.ne	LBB30_9
	mov	x0, x20
	ldp	x20, x19, [sp, #32]
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #48
	ret
LBB30_7:
Ltmp146:
	brk	#0x1
Ltmp147:
LBB30_8:
Ltmp148:
	brk	#0x1
Ltmp149:
LBB30_9:
	bl	___stack_chk_fail
	.loh AdrpLdrGotLdr	Lloh42, Lloh43, Lloh44
	.loh AdrpLdrGotLdr	Lloh45, Lloh46, Lloh47
Lfunc_end30:
	.cfi_endproc
	.p2align	2
_swift_initStackObject:
Lfunc_begin31:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss21swift_initStackObject8metadata6objectBpBp_BptF
Ltmp150:
Lfunc_end31:
	.cfi_endproc
	.p2align	2
_$ss21swift_initStackObject8metadata6objectBpBp_BptF:
Lfunc_begin32:
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
	bl	_OUTLINED_FUNCTION_2
	mov	x8, #-9223372036854775807
Ltmp151:
	mov	x0, x19
	str	x8, [x19, #8]
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp152:
Lfunc_end32:
	.cfi_endproc
	.p2align	2
_swift_initStaticObject:
Lfunc_begin33:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss22swift_initStaticObject8metadata6objectBpBp_BptF
Ltmp153:
Lfunc_end33:
	.cfi_endproc
	.p2align	2
_$ss22swift_initStaticObject8metadata6objectBpBp_BptF:
Lfunc_begin34:
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
	bl	_OUTLINED_FUNCTION_2
	mov	x8, #-1
Ltmp154:
	mov	x0, x19
	str	x8, [x19, #8]
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp155:
Lfunc_end34:
	.cfi_endproc
	.p2align	2
_$ss19swift_deallocObject6object13allocatedSize0E9AlignMaskyBp_S2itF:
Lfunc_begin35:
	.loc	2 0 0
	.cfi_startproc
	b	_free
Ltmp156:
Lfunc_end35:
	.cfi_endproc
	.p2align	2
_$ss26swift_deallocClassInstance6object13allocatedSize0F9AlignMaskyBp_S2itF:
Lfunc_begin36:
	.loc	2 0 0
	.cfi_startproc
	ldr	x8, [x0, #8]
	tbnz	x8, #63, LBB36_2
	b	_free
LBB36_2:
	ret
Ltmp157:
Lfunc_end36:
	.cfi_endproc
	.p2align	2
_swift_deallocPartialClassInstance:
Lfunc_begin37:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss33swift_deallocPartialClassInstance6object8metadata13allocatedSize0H9AlignMaskyBp_BpS2itF
Ltmp158:
Lfunc_end37:
	.cfi_endproc
	.p2align	2
_$ss33swift_deallocPartialClassInstance6object8metadata13allocatedSize0H9AlignMaskyBp_BpS2itF:
Lfunc_begin38:
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
Ltmp159:
	bl	__swift_embedded_get_heap_object_metadata_pointer
	cmp	x0, x19
	b.eq	LBB38_4
	mov	x21, x0
LBB38_2:
	mov	x0, x20
	mov	x1, x21
	bl	__swift_embedded_invoke_heap_object_optional_ivardestroyer
	ldr	x21, [x21]
	cbz	x21, LBB38_4
	cmp	x21, x19
	b.ne	LBB38_2
LBB38_4:
	ldp	x20, x19, [sp, #32]
	ldp	x22, x21, [sp, #16]
	ldp	x29, x30, [sp], #48
	ret
Ltmp160:
Lfunc_end38:
	.cfi_endproc
	.p2align	2
_$ss15swift_slowAllocySvSgSi_SitF:
Lfunc_begin39:
	.loc	2 0 0
	.cfi_startproc
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Lloh48:
	adrp	x9, ___stack_chk_guard@GOTPAGE
	mov	x2, x0
Ltmp161:
	adds	x8, x1, #1
Lloh49:
	ldr	x9, [x9, ___stack_chk_guard@GOTPAGEOFF]
Lloh50:
	ldr	x9, [x9]
	str	x9, [sp, #8]
	b.eq	LBB39_3
	b.vs	LBB39_6
	cmp	x8, #8
	mov	w9, #8
	csel	x1, x8, x9, gt
	b	LBB39_4
LBB39_3:
	mov	w1, #16
LBB39_4:
	mov	x0, sp
	str	xzr, [sp]
	bl	_posix_memalign
Lloh51:
	adrp	x8, ___stack_chk_guard@GOTPAGE
	ldr	x0, [sp]
Lloh52:
	ldr	x8, [x8, ___stack_chk_guard@GOTPAGEOFF]
	ldr	x9, [sp, #8]
Lloh53:
	ldr	x8, [x8]
	cmp	x8, x9
	b.ne	LBB39_7
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #32
	ret
LBB39_6:
Ltmp162:
	brk	#0x1
Ltmp163:
LBB39_7:
	bl	___stack_chk_fail
	.loh AdrpLdrGotLdr	Lloh48, Lloh49, Lloh50
	.loh AdrpLdrGotLdr	Lloh51, Lloh52, Lloh53
Lfunc_end39:
	.cfi_endproc
	.p2align	2
_swift_slowDealloc:
Lfunc_begin40:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss17swift_slowDeallocyySv_S2itF
Ltmp164:
Lfunc_end40:
	.cfi_endproc
	.p2align	2
_$ss17swift_slowDeallocyySv_S2itF:
Lfunc_begin41:
	.loc	2 0 0
	.cfi_startproc
	b	_free
Ltmp165:
Lfunc_end41:
	.cfi_endproc
	.p2align	2
_swift_willThrow:
Lfunc_begin42:
	.loc	2 0 0
	.cfi_startproc
	ret
Ltmp166:
Lfunc_end42:
	.cfi_endproc
	.p2align	2
_swift_errorInMain:
Lfunc_begin43:
	.loc	2 0 0
	.cfi_startproc
	brk	#0x1
Ltmp167:
Lfunc_end43:
	.cfi_endproc
	.p2align	2
_swift_unexpectedError:
Lfunc_begin44:
	.loc	2 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp168:
	bl	_swift_release
	brk	#0x1
Ltmp169:
Lfunc_end44:
	.cfi_endproc
	.p2align	2
_$ss12swift_retain6objectBpBp_tF:
Lfunc_begin45:
	.loc	2 0 0
	.cfi_startproc
	cbz	x0, LBB45_4
	ldr	x8, [x0, #8]
	cmn	x8, #1
	b.eq	LBB45_4
	add	x8, x0, #8
LBB45_3:
	ldxr	x9, [x8]
	add	x9, x9, #1
	stxr	w10, x9, [x8]
	cbnz	w10, LBB45_3
LBB45_4:
	ret
Ltmp170:
Lfunc_end45:
	.cfi_endproc
	.p2align	2
_$ss13swift_release6objectyBp_tF:
Lfunc_begin46:
	.loc	2 0 0
	.cfi_startproc
	cbz	x0, LBB46_6
	ldr	x8, [x0, #8]
	cmn	x8, #1
	b.eq	LBB46_6
	add	x9, x0, #8
LBB46_3:
	ldaxr	x8, [x9]
	subs	x8, x8, #1
	stlxr	w10, x8, [x9]
	cbnz	w10, LBB46_3
	b.vs	LBB46_8
	tst	x8, #0x7fffffffffffffff
	b.eq	LBB46_7
LBB46_6:
	ret
LBB46_7:
	b	__swift_embedded_invoke_heap_object_destroy
LBB46_8:
Ltmp171:
	brk	#0x1
Ltmp172:
Lfunc_end46:
	.cfi_endproc
	.p2align	2
_swift_retain_n:
Lfunc_begin47:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss14swift_retain_n6object1nBpBp_s6UInt32VtF
Ltmp173:
Lfunc_end47:
	.cfi_endproc
	.p2align	2
_$ss14swift_retain_n6object1nBpBp_s6UInt32VtF:
Lfunc_begin48:
	.loc	2 0 0
	.cfi_startproc
	cbz	x0, LBB48_4
	ldr	x8, [x0, #8]
	cmn	x8, #1
	b.eq	LBB48_4
	add	x8, x0, #8
	mov	w9, w1
LBB48_3:
	ldxr	x10, [x8]
	add	x10, x10, x9
	stxr	w11, x10, [x8]
	cbnz	w11, LBB48_3
LBB48_4:
	ret
Ltmp174:
Lfunc_end48:
	.cfi_endproc
	.p2align	2
_swift_release_n:
Lfunc_begin49:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss15swift_release_n6object1nyBp_s6UInt32VtF
Ltmp175:
Lfunc_end49:
	.cfi_endproc
	.p2align	2
_$ss15swift_release_n6object1nyBp_s6UInt32VtF:
Lfunc_begin50:
	.loc	2 0 0
	.cfi_startproc
	cbz	x0, LBB50_6
	ldr	x8, [x0, #8]
	cmn	x8, #1
	b.eq	LBB50_6
	add	x8, x0, #8
	mov	w10, w1
LBB50_3:
	ldaxr	x9, [x8]
	subs	x9, x9, x10
	stlxr	w11, x9, [x8]
	cbnz	w11, LBB50_3
	b.vs	LBB50_8
	tst	x9, #0x7fffffffffffffff
	b.eq	LBB50_7
LBB50_6:
	ret
LBB50_7:
	b	__swift_embedded_invoke_heap_object_destroy
LBB50_8:
Ltmp176:
	brk	#0x1
Ltmp177:
Lfunc_end50:
	.cfi_endproc
	.p2align	2
_swift_setDeallocating:
Lfunc_begin51:
	.loc	2 0 0
	.cfi_startproc
	ret
Ltmp178:
Lfunc_end51:
	.cfi_endproc
	.p2align	2
_$ss21swift_setDeallocating6objectyBp_tF:
Lfunc_begin52:
	.loc	2 0 0
	.cfi_startproc
	ret
Ltmp179:
Lfunc_end52:
	.cfi_endproc
	.p2align	2
_$ss33swift_isUniquelyReferenced_native6objectSbBp_tF:
Lfunc_begin53:
	.loc	2 0 0
	.cfi_startproc
	cbz	x0, LBB53_2
	add	x8, x0, #8
	ldar	x8, [x8]
	cmp	x8, #1
	cset	w0, eq
LBB53_2:
	ret
Ltmp180:
Lfunc_end53:
	.cfi_endproc
	.p2align	2
_swift_isUniquelyReferenced_nonNull_native:
Lfunc_begin54:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss41swift_isUniquelyReferenced_nonNull_native6objectSbBp_tF
Ltmp181:
Lfunc_end54:
	.cfi_endproc
	.p2align	2
_$ss41swift_isUniquelyReferenced_nonNull_native6objectSbBp_tF:
Lfunc_begin55:
	.loc	2 0 0
	.cfi_startproc
	add	x8, x0, #8
	ldar	x8, [x8]
	cmp	x8, #1
	cset	w0, eq
	ret
Ltmp182:
Lfunc_end55:
	.cfi_endproc
	.p2align	2
_swift_dynamicCastClass:
Lfunc_begin56:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss22swift_dynamicCastClass6object14targetMetadataSvSgSv_SVtF
Ltmp183:
Lfunc_end56:
	.cfi_endproc
	.p2align	2
_$ss22swift_dynamicCastClass6object14targetMetadataSvSgSv_SVtF:
Lfunc_begin57:
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
Ltmp184:
	bl	__swift_embedded_get_heap_object_metadata_pointer
LBB57_1:
	cmp	x0, x20
	b.eq	LBB57_4
	ldr	x0, [x0]
	cbnz	x0, LBB57_1
	mov	x19, xzr
LBB57_4:
	mov	x0, x19
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp185:
Lfunc_end57:
	.cfi_endproc
	.p2align	2
_$ss10swift_once9predicate2fn7contextySpySiG_ySvXCSvtF:
Lfunc_begin58:
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
Ltmp186:
	ldar	x8, [x0]
Ltmp187:
	tbnz	x8, #63, LBB58_7
	mov	x19, x0
	mov	w8, #1
LBB58_2:
	ldxr	x9, [x19]
	cbnz	x9, LBB58_5
	stxr	w9, x8, [x19]
	cbnz	w9, LBB58_2
	mov	x0, x2
	blr	x1
	mov	x8, #-1
	stlr	x8, [x19]
	b	LBB58_7
LBB58_5:
	clrex
LBB58_6:
Ltmp188:
	ldar	x8, [x19]
Ltmp189:
	tbz	x8, #63, LBB58_6
LBB58_7:
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp190:
Lfunc_end58:
	.cfi_endproc
	.p2align	2
_swift_beginAccess:
Lfunc_begin59:
	.loc	2 0 0
	.cfi_startproc
	ret
Ltmp191:
Lfunc_end59:
	.cfi_endproc
	.p2align	2
_$ss17swift_beginAccess7pointer6buffer5flags2pcySv_SvSuSvtF:
Lfunc_begin60:
	.loc	2 0 0
	.cfi_startproc
	ret
Ltmp192:
Lfunc_end60:
	.cfi_endproc
	.p2align	2
_swift_endAccess:
Lfunc_begin61:
	.loc	2 0 0
	.cfi_startproc
	ret
Ltmp193:
Lfunc_end61:
	.cfi_endproc
	.p2align	2
_$ss15swift_endAccess6bufferySv_tF:
Lfunc_begin62:
	.loc	2 0 0
	.cfi_startproc
	ret
Ltmp194:
Lfunc_end62:
	.cfi_endproc
	.p2align	2
_swift_deletedMethodError:
Lfunc_begin63:
	.loc	2 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp195:
	bl	_$ss24swift_deletedMethodErrors5NeverOyF
Ltmp196:
Lfunc_end63:
	.cfi_endproc
	.p2align	2
_$ss24swift_deletedMethodErrors5NeverOyF:
Lfunc_begin64:
	.loc	2 0 0
	.cfi_startproc
	brk	#0x1
Ltmp197:
Lfunc_end64:
	.cfi_endproc
	.p2align	2
_$ss18_fatalErrorMessage__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtF:
Lfunc_begin65:
	.loc	2 0 0
	.cfi_startproc
	sub	sp, sp, #48
	stp	x29, x30, [sp, #32]
	add	x29, sp, #32
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp198:
	bl	_$ss17_assertionFailure__4file4line5flagss5NeverOs12StaticStringV_A2HSus6UInt32VtF
Ltmp199:
Lfunc_end65:
	.cfi_endproc
	.p2align	2
_swift_deallocClassInstance:
Lfunc_begin66:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss26swift_deallocClassInstance6object13allocatedSize0F9AlignMaskyBp_S2itF
Ltmp200:
Lfunc_end66:
	.cfi_endproc
	.p2align	2
_swift_allocObject:
Lfunc_begin67:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss17swift_allocObject8metadata12requiredSize0E13AlignmentMaskBpBp_S2itF
Ltmp201:
Lfunc_end67:
	.cfi_endproc
	.p2align	2
_swift_release:
Lfunc_begin68:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss13swift_release6objectyBp_tF
Ltmp202:
Lfunc_end68:
	.cfi_endproc
	.p2align	2
_swift_retain:
Lfunc_begin69:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss12swift_retain6objectBpBp_tF
Ltmp203:
Lfunc_end69:
	.cfi_endproc
	.p2align	2
_swift_isUniquelyReferenced_native:
Lfunc_begin70:
	.loc	2 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	.cfi_def_cfa_offset 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp204:
	bl	_$ss33swift_isUniquelyReferenced_native6objectSbBp_tF
	and	w0, w0, #0x1
	ldp	x29, x30, [sp], #16
	ret
Ltmp205:
Lfunc_end70:
	.cfi_endproc
	.p2align	2
_swift_slowAlloc:
Lfunc_begin71:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss15swift_slowAllocySvSgSi_SitF
Ltmp206:
Lfunc_end71:
	.cfi_endproc
	.p2align	2
l_objectdestroy:
Lfunc_begin72:
	.loc	2 0 0
	.cfi_startproc
	mov	x0, x20
Ltmp207:
	b	_$ss17swift_slowDeallocyySv_S2itF
Ltmp208:
Lfunc_end72:
	.cfi_endproc
	.p2align	2
_swift_deallocObject:
Lfunc_begin73:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss17swift_slowDeallocyySv_S2itF
Ltmp209:
Lfunc_end73:
	.cfi_endproc
	.p2align	2
_$s7Pricing8rounding2toS2icSi_tFS2icfU_TA:
Lfunc_begin74:
	.loc	2 0 0
	.cfi_startproc
	ldr	x1, [x20, #16]
	b	_$s7Pricing8rounding2toS2icSi_tFS2icfU_
Ltmp210:
Lfunc_end74:
	.cfi_endproc
	.p2align	2
_swift_once:
Lfunc_begin75:
	.loc	2 0 0
	.cfi_startproc
	b	_$ss10swift_once9predicate2fn7contextySpySiG_ySvXCSvtF
Ltmp211:
Lfunc_end75:
	.cfi_endproc
	.p2align	2
__swift_embedded_set_heap_object_metadata_pointer:
Lfunc_begin76:
	.cfi_startproc
	.file	4 "toolchain/shims" "EmbeddedShims.h" md5 0x27225009bef39aa3dd5957e4d921f9d5
	.loc	4 82 44 prologue_end
	str	x1, [x0]
	.loc	4 83 1
	ret
Ltmp212:
Lfunc_end76:
	.cfi_endproc
	.p2align	2
__swift_embedded_get_heap_object_metadata_pointer:
Lfunc_begin77:
	.cfi_startproc
	.loc	4 78 42 prologue_end
	ldr	x0, [x0]
	.loc	4 78 3 is_stmt 0
	ret
Ltmp213:
Lfunc_end77:
	.cfi_endproc
	.p2align	2
__swift_embedded_invoke_heap_object_optional_ivardestroyer:
Lfunc_begin78:
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
Ltmp214:
	.loc	4 68 7 prologue_end
	ldr	x8, [x1, #16]
	cbz	x8, LBB78_2
	.loc	4 72 5
	mov	x20, x0
	blr	x8
Ltmp215:
LBB78_2:
	.loc	4 75 1 epilogue_begin
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp216:
Lfunc_end78:
	.cfi_endproc
	.p2align	2
__swift_embedded_invoke_heap_object_destroy:
Lfunc_begin79:
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
Ltmp217:
	.loc	4 56 52 prologue_end
	ldr	x8, [x0]
	.loc	4 61 3
	mov	x20, x0
	ldr	x8, [x8, #8]
	blr	x8
Ltmp218:
	.loc	4 63 1 epilogue_begin
	ldp	x20, x19, [sp, #16]
	ldp	x29, x30, [sp], #32
	ret
Ltmp219:
Lfunc_end79:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_0:
Lfunc_begin80:
	.cfi_startproc
	mov	w2, #7
	b	_$ss17swift_allocObject8metadata12requiredSize0E13AlignmentMaskBpBp_S2itF
Lfunc_end80:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_1:
Lfunc_begin81:
	.cfi_startproc
	mov	x19, x0
	mul	x8, x8, x0
	sdiv	x20, x8, x9
	b	_$s7Pricing4RuleC4workyS2iF
Lfunc_end81:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_2:
Lfunc_begin82:
	.cfi_startproc
	mov	x19, x1
	mov	x1, x0
	mov	x0, x19
	b	__swift_embedded_set_heap_object_metadata_pointer
Lfunc_end82:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_3:
Lfunc_begin83:
	.cfi_startproc
	mov	x0, x20
	b	_KitKeep
Lfunc_end83:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_4:
Lfunc_begin84:
	.cfi_startproc
	mov	x0, x20
	b	_$ss26swift_deallocClassInstance6object13allocatedSize0F9AlignMaskyBp_S2itF
Lfunc_end84:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_5:
Lfunc_begin85:
	.cfi_startproc
	mov	x0, x19
	b	_$ss13swift_release6objectyBp_tF
Lfunc_end85:
	.cfi_endproc
.zerofill __DATA,__common,_$s7Pricing5RulesC8standard_Wz,8,3
.zerofill __DATA,__common,_$s7Pricing5RulesC8standardACvpZ,8,3
.zerofill __DATA,__common,_$s7Pricing5taxes_Wz,8,3
.zerofill __DATA,__common,_$s7Pricing5taxesSpySiGvp,8,3
	.section	__TEXT,__cstring,cstring_literals
l_.str.12.Pricing.rule:
	.asciz	"Pricing.rule"
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
	.byte	6
	.byte	46
	.byte	0
	.byte	32
	.byte	33
	.byte	1
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
	.byte	0
	.byte	0
	.byte	9
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
	.byte	10
	.byte	46
	.byte	1
	.byte	17
	.byte	27
	.byte	18
	.byte	6
	.byte	0
	.byte	0
	.byte	11
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
	.byte	14
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
	.byte	15
	.byte	30
	.byte	0
	.byte	3
	.byte	37
	.ascii	"\200|"
	.byte	37
	.byte	0
	.byte	0
	.byte	16
	.byte	58
	.byte	0
	.byte	24
	.byte	19
	.byte	0
	.byte	0
	.byte	17
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
	.byte	23
.set Lset4, Laddr_table_base0-Lsection_info0
	.long	Lset4
.set Lset5, Lrnglists_table_base0-Ldebug_range0
	.long	Lset5
	.byte	2
	.byte	4
	.byte	2
	.byte	5
	.byte	2
	.byte	6
	.byte	3
	.byte	1
.set Lset6, Lfunc_end1-Lfunc_begin1
	.long	Lset6
	.byte	26
	.byte	4
	.long	45
	.byte	2
.set Lset7, Ltmp3-Ltmp2
	.long	Lset7
	.byte	1
	.byte	31
	.byte	18
	.byte	5
	.long	47
	.byte	0
	.byte	1
	.byte	31
	.byte	5
	.byte	5
	.long	49
	.byte	1
	.byte	1
	.byte	31
	.byte	53
	.byte	0
	.byte	6
	.byte	2
	.byte	7
	.byte	3
	.byte	3
.set Lset8, Lfunc_end7-Lfunc_begin7
	.long	Lset8
	.byte	7
	.byte	7
	.long	90
	.byte	4
.set Lset9, Ltmp15-Ltmp14
	.long	Lset9
	.byte	1
	.byte	0
	.byte	4
	.long	91
	.byte	5
.set Lset10, Ltmp16-Ltmp15
	.long	Lset10
	.byte	1
	.byte	52
	.byte	3
	.byte	0
	.byte	6
	.byte	6
	.byte	6
	.byte	3
	.byte	6
.set Lset11, Lfunc_end8-Lfunc_begin8
	.long	Lset11
	.byte	8
	.byte	7
	.long	126
	.byte	7
.set Lset12, Ltmp20-Ltmp19
	.long	Lset12
	.byte	2
	.byte	0
	.byte	7
	.long	127
	.byte	8
.set Lset13, Ltmp22-Ltmp21
	.long	Lset13
	.byte	2
	.byte	0
	.byte	7
	.long	128
	.byte	9
.set Lset14, Ltmp24-Ltmp23
	.long	Lset14
	.byte	2
	.byte	0
	.byte	7
	.long	127
	.byte	10
.set Lset15, Ltmp26-Ltmp25
	.long	Lset15
	.byte	2
	.byte	0
	.byte	7
	.long	127
	.byte	11
.set Lset16, Ltmp27-Ltmp26
	.long	Lset16
	.byte	2
	.byte	0
	.byte	0
	.byte	6
	.byte	3
	.byte	12
.set Lset17, Lfunc_end9-Lfunc_begin9
	.long	Lset17
	.byte	8
	.byte	7
	.long	197
	.byte	13
.set Lset18, Ltmp31-Ltmp30
	.long	Lset18
	.byte	1
	.byte	0
	.byte	0
	.byte	6
	.byte	3
	.byte	14
.set Lset19, Lfunc_end10-Lfunc_begin10
	.long	Lset19
	.byte	27
	.byte	7
	.long	127
	.byte	15
.set Lset20, Ltmp33-Ltmp32
	.long	Lset20
	.byte	1
	.byte	0
	.byte	5
	.long	218
	.byte	2
	.byte	2
	.byte	62
	.byte	14
	.byte	8
	.long	127
	.byte	3
	.byte	2
	.byte	0
	.byte	7
	.long	126
	.byte	16
.set Lset21, Ltmp40-Ltmp39
	.long	Lset21
	.byte	2
	.byte	0
	.byte	7
	.long	127
	.byte	17
.set Lset22, Ltmp42-Ltmp41
	.long	Lset22
	.byte	2
	.byte	0
	.byte	7
	.long	126
	.byte	18
.set Lset23, Ltmp43-Ltmp42
	.long	Lset23
	.byte	2
	.byte	0
	.byte	0
	.byte	3
	.byte	19
.set Lset24, Lfunc_end11-Lfunc_begin11
	.long	Lset24
	.byte	27
	.byte	7
	.long	127
	.byte	20
.set Lset25, Ltmp46-Ltmp45
	.long	Lset25
	.byte	1
	.byte	0
	.byte	8
	.long	127
	.byte	4
	.byte	2
	.byte	0
	.byte	7
	.long	126
	.byte	21
.set Lset26, Ltmp52-Ltmp51
	.long	Lset26
	.byte	2
	.byte	0
	.byte	7
	.long	127
	.byte	22
.set Lset27, Ltmp54-Ltmp53
	.long	Lset27
	.byte	2
	.byte	0
	.byte	7
	.long	126
	.byte	23
.set Lset28, Ltmp55-Ltmp54
	.long	Lset28
	.byte	2
	.byte	0
	.byte	0
	.byte	6
	.byte	9
	.byte	24
.set Lset29, Lfunc_end12-Lfunc_begin12
	.long	Lset29
	.byte	28
	.byte	4
	.long	356
	.byte	24
.set Lset30, Ltmp57-Lfunc_begin12
	.long	Lset30
	.byte	2
	.byte	74
	.byte	70
	.byte	0
	.byte	2
	.byte	7
	.byte	2
	.byte	7
	.byte	2
	.byte	7
	.byte	2
	.byte	7
	.byte	2
	.byte	7
	.byte	2
	.byte	7
	.byte	10
	.byte	25
.set Lset31, Lfunc_end14-Lfunc_begin14
	.long	Lset31
	.byte	5
	.long	90
	.byte	5
	.byte	1
	.byte	79
	.byte	25
	.byte	11
	.long	378
	.byte	6
	.byte	1
	.byte	79
	.byte	25
	.byte	8
	.long	90
	.byte	7
	.byte	1
	.byte	0
	.byte	12
	.long	384
	.byte	26
.set Lset32, Ltmp67-Ltmp66
	.long	Lset32
	.byte	1
	.byte	37
	.byte	28
	.byte	7
	.long	382
	.byte	26
.set Lset33, Ltmp67-Ltmp66
	.long	Lset33
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	11
	.long	380
	.byte	8
	.byte	1
	.byte	79
	.byte	25
	.byte	8
	.long	90
	.byte	9
	.byte	1
	.byte	0
	.byte	12
	.long	386
	.byte	27
.set Lset34, Ltmp70-Ltmp69
	.long	Lset34
	.byte	1
	.byte	41
	.byte	29
	.byte	7
	.long	382
	.byte	27
.set Lset35, Ltmp70-Ltmp69
	.long	Lset35
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	11
	.long	378
	.byte	10
	.byte	1
	.byte	79
	.byte	25
	.byte	8
	.long	90
	.byte	11
	.byte	1
	.byte	0
	.byte	12
	.long	384
	.byte	28
.set Lset36, Ltmp75-Ltmp74
	.long	Lset36
	.byte	1
	.byte	37
	.byte	28
	.byte	7
	.long	382
	.byte	28
.set Lset37, Ltmp75-Ltmp74
	.long	Lset37
	.byte	1
	.byte	0
	.byte	0
	.byte	0
	.byte	11
	.long	388
	.byte	12
	.byte	1
	.byte	79
	.byte	25
	.byte	8
	.long	90
	.byte	13
	.byte	1
	.byte	0
	.byte	4
	.long	91
	.byte	29
.set Lset38, Ltmp77-Ltmp76
	.long	Lset38
	.byte	1
	.byte	52
	.byte	3
	.byte	0
	.byte	12
	.long	388
	.byte	30
.set Lset39, Ltmp79-Ltmp77
	.long	Lset39
	.byte	1
	.byte	79
	.byte	25
	.byte	7
	.long	90
	.byte	30
.set Lset40, Ltmp78-Ltmp77
	.long	Lset40
	.byte	1
	.byte	0
	.byte	4
	.long	91
	.byte	31
.set Lset41, Ltmp79-Ltmp78
	.long	Lset41
	.byte	1
	.byte	52
	.byte	3
	.byte	0
	.byte	11
	.long	388
	.byte	14
	.byte	1
	.byte	79
	.byte	25
	.byte	7
	.long	90
	.byte	32
.set Lset42, Ltmp80-Ltmp79
	.long	Lset42
	.byte	1
	.byte	0
	.byte	4
	.long	91
	.byte	33
.set Lset43, Ltmp82-Ltmp81
	.long	Lset43
	.byte	1
	.byte	52
	.byte	3
	.byte	0
	.byte	0
	.byte	2
	.byte	8
	.byte	3
	.byte	34
.set Lset44, Lfunc_end17-Lfunc_begin17
	.long	Lset44
	.byte	8
	.byte	4
	.long	643
	.byte	35
.set Lset45, Ltmp89-Ltmp88
	.long	Lset45
	.byte	1
	.byte	78
	.byte	13
	.byte	7
	.long	126
	.byte	36
.set Lset46, Ltmp90-Ltmp89
	.long	Lset46
	.byte	2
	.byte	0
	.byte	7
	.long	197
	.byte	37
.set Lset47, Ltmp91-Ltmp90
	.long	Lset47
	.byte	2
	.byte	0
	.byte	0
	.byte	6
	.byte	2
	.byte	9
	.byte	10
	.byte	38
.set Lset48, Lfunc_end18-Lfunc_begin18
	.long	Lset48
	.byte	12
	.long	691
	.byte	39
.set Lset49, Ltmp93-Ltmp92
	.long	Lset49
	.byte	1
	.byte	91
	.byte	13
	.byte	7
	.long	690
	.byte	39
.set Lset50, Ltmp93-Ltmp92
	.long	Lset50
	.byte	2
	.byte	0
	.byte	0
	.byte	0
	.byte	3
	.byte	40
.set Lset51, Lfunc_end19-Lfunc_begin19
	.long	Lset51
	.byte	29
	.byte	4
	.long	90
	.byte	41
.set Lset52, Ltmp96-Ltmp95
	.long	Lset52
	.byte	1
	.byte	106
	.byte	3
	.byte	0
	.byte	2
	.byte	10
	.byte	2
	.byte	11
	.byte	13
	.byte	42
.set Lset53, Lfunc_end20-Lfunc_begin20
	.long	Lset53
	.byte	4
	.long	747
	.byte	43
.set Lset54, Ltmp99-Ltmp98
	.long	Lset54
	.byte	1
	.byte	106
	.byte	34
	.byte	4
	.long	749
	.byte	44
.set Lset55, Ltmp101-Ltmp100
	.long	Lset55
	.byte	1
	.byte	106
	.byte	34
	.byte	0
	.byte	6
	.byte	2
	.byte	12
	.byte	14
	.byte	45
.set Lset56, Lfunc_end22-Lfunc_begin22
	.long	Lset56
	.long	829
	.byte	12
	.long	785
	.byte	46
.set Lset57, Ltmp104-Ltmp103
	.long	Lset57
	.byte	1
	.byte	110
	.byte	42
	.byte	4
	.long	784
	.byte	46
.set Lset58, Ltmp104-Ltmp103
	.long	Lset58
	.byte	1
	.byte	91
	.byte	5
	.byte	0
	.byte	0
	.byte	2
	.byte	5
	.byte	2
	.byte	13
	.byte	2
	.byte	14
	.byte	2
	.byte	15
	.byte	3
	.byte	47
.set Lset59, Lfunc_end24-Lfunc_begin24
	.long	Lset59
	.byte	30
	.byte	5
	.long	825
	.byte	15
	.byte	1
	.byte	119
	.byte	3
	.byte	11
	.long	827
	.byte	16
	.byte	1
	.byte	119
	.byte	47
	.byte	5
	.long	784
	.byte	17
	.byte	1
	.byte	79
	.byte	14
	.byte	0
	.byte	4
	.long	45
	.byte	48
.set Lset60, Ltmp117-Ltmp116
	.long	Lset60
	.byte	1
	.byte	121
	.byte	16
	.byte	5
	.long	47
	.byte	18
	.byte	1
	.byte	121
	.byte	3
	.byte	5
	.long	49
	.byte	19
	.byte	1
	.byte	121
	.byte	53
	.byte	11
	.long	829
	.byte	20
	.byte	1
	.byte	123
	.byte	35
	.byte	12
	.long	785
	.byte	49
.set Lset61, Ltmp124-Ltmp123
	.long	Lset61
	.byte	1
	.byte	110
	.byte	42
	.byte	4
	.long	784
	.byte	49
.set Lset62, Ltmp124-Ltmp123
	.long	Lset62
	.byte	1
	.byte	91
	.byte	5
	.byte	0
	.byte	0
	.byte	7
	.long	126
	.byte	50
.set Lset63, Ltmp129-Ltmp128
	.long	Lset63
	.byte	2
	.byte	0
	.byte	4
	.long	831
	.byte	51
.set Lset64, Ltmp131-Ltmp130
	.long	Lset64
	.byte	1
	.byte	119
	.byte	16
	.byte	0
	.byte	3
	.byte	52
.set Lset65, Lfunc_end27-Lfunc_begin27
	.long	Lset65
	.byte	31
	.byte	4
	.long	45
	.byte	53
.set Lset66, Ltmp136-Ltmp135
	.long	Lset66
	.byte	1
	.byte	129
	.byte	16
	.byte	5
	.long	47
	.byte	21
	.byte	1
	.byte	129
	.byte	3
	.byte	5
	.long	49
	.byte	22
	.byte	1
	.byte	129
	.byte	57
	.byte	0
	.byte	2
	.byte	16
	.byte	2
	.byte	17
	.byte	10
	.byte	54
.set Lset67, Lfunc_end30-Lfunc_begin30
	.long	Lset67
	.byte	7
	.long	1001
	.byte	55
.set Lset68, Ltmp147-Ltmp146
	.long	Lset68
	.byte	2
	.byte	0
	.byte	7
	.long	1003
	.byte	56
.set Lset69, Ltmp149-Ltmp148
	.long	Lset69
	.byte	2
	.byte	0
	.byte	0
	.byte	10
	.byte	57
.set Lset70, Lfunc_end39-Lfunc_begin39
	.long	Lset70
	.byte	7
	.long	1001
	.byte	58
.set Lset71, Ltmp163-Ltmp162
	.long	Lset71
	.byte	2
	.byte	0
	.byte	0
	.byte	13
	.byte	59
.set Lset72, Lfunc_end46-Lfunc_begin46
	.long	Lset72
	.byte	7
	.long	1001
	.byte	60
.set Lset73, Ltmp172-Ltmp171
	.long	Lset73
	.byte	2
	.byte	0
	.byte	0
	.byte	13
	.byte	61
.set Lset74, Lfunc_end50-Lfunc_begin50
	.long	Lset74
	.byte	7
	.long	1001
	.byte	62
.set Lset75, Ltmp177-Ltmp176
	.long	Lset75
	.byte	2
	.byte	0
	.byte	0
	.byte	6
	.byte	10
	.byte	63
.set Lset76, Lfunc_end58-Lfunc_begin58
	.long	Lset76
	.byte	7
	.long	1093
	.byte	64
.set Lset77, Ltmp187-Ltmp186
	.long	Lset77
	.byte	2
	.byte	0
	.byte	7
	.long	1093
	.byte	65
.set Lset78, Ltmp189-Ltmp188
	.long	Lset78
	.byte	2
	.byte	0
	.byte	0
	.byte	6
	.byte	13
	.byte	66
.set Lset79, Lfunc_end72-Lfunc_begin72
	.long	Lset79
	.byte	7
	.long	1125
	.byte	67
.set Lset80, Ltmp208-Ltmp207
	.long	Lset80
	.byte	2
	.byte	0
	.byte	0
	.byte	15
	.byte	20
	.byte	21
	.byte	16
	.long	1145
	.byte	15
	.byte	22
	.byte	23
	.byte	16
	.long	1153
	.byte	15
	.byte	24
	.byte	25
	.byte	16
	.long	1161
	.byte	0
Ldebug_info_end0:
Lcu_begin1:
.set Lset81, Ldebug_info_end1-Ldebug_info_start1
	.long	Lset81
Ldebug_info_start1:
	.short	5
	.byte	1
	.byte	8
.set Lset82, Lsection_abbrev-Lsection_abbrev
	.long	Lset82
	.byte	17
	.byte	18
	.short	29
	.byte	19
.set Lset83, Lstr_offsets_base0-Lsection_str_off
	.long	Lset83
.set Lset84, Lline_table_start0-Lsection_line
	.long	Lset84
	.byte	2
	.byte	3
	.byte	68
.set Lset85, Lfunc_end79-Lfunc_begin76
	.long	Lset85
.set Lset86, Laddr_table_base0-Lsection_info0
	.long	Lset86
Ldebug_info_end1:
	.section	__DWARF,__debug_rnglists,regular,debug
Ldebug_range0:
.set Lset87, Ldebug_list_header_end0-Ldebug_list_header_start0
	.long	Lset87
Ldebug_list_header_start0:
	.short	5
	.byte	8
	.byte	0
	.long	24
Lrnglists_table_base0:
.set Lset88, Ldebug_ranges0-Lrnglists_table_base0
	.long	Lset88
.set Lset89, Ldebug_ranges1-Lrnglists_table_base0
	.long	Lset89
.set Lset90, Ldebug_ranges2-Lrnglists_table_base0
	.long	Lset90
.set Lset91, Ldebug_ranges3-Lrnglists_table_base0
	.long	Lset91
.set Lset92, Ldebug_ranges4-Lrnglists_table_base0
	.long	Lset92
.set Lset93, Ldebug_ranges5-Lrnglists_table_base0
	.long	Lset93
.set Lset94, Ldebug_ranges6-Lrnglists_table_base0
	.long	Lset94
.set Lset95, Ldebug_ranges7-Lrnglists_table_base0
	.long	Lset95
.set Lset96, Ldebug_ranges8-Lrnglists_table_base0
	.long	Lset96
.set Lset97, Ldebug_ranges9-Lrnglists_table_base0
	.long	Lset97
.set Lset98, Ldebug_ranges10-Lrnglists_table_base0
	.long	Lset98
.set Lset99, Ldebug_ranges11-Lrnglists_table_base0
	.long	Lset99
.set Lset100, Ldebug_ranges12-Lrnglists_table_base0
	.long	Lset100
.set Lset101, Ldebug_ranges13-Lrnglists_table_base0
	.long	Lset101
.set Lset102, Ldebug_ranges14-Lrnglists_table_base0
	.long	Lset102
.set Lset103, Ldebug_ranges15-Lrnglists_table_base0
	.long	Lset103
.set Lset104, Ldebug_ranges16-Lrnglists_table_base0
	.long	Lset104
.set Lset105, Ldebug_ranges17-Lrnglists_table_base0
	.long	Lset105
.set Lset106, Ldebug_ranges18-Lrnglists_table_base0
	.long	Lset106
.set Lset107, Ldebug_ranges19-Lrnglists_table_base0
	.long	Lset107
.set Lset108, Ldebug_ranges20-Lrnglists_table_base0
	.long	Lset108
.set Lset109, Ldebug_ranges21-Lrnglists_table_base0
	.long	Lset109
.set Lset110, Ldebug_ranges22-Lrnglists_table_base0
	.long	Lset110
.set Lset111, Ldebug_ranges23-Lrnglists_table_base0
	.long	Lset111
Ldebug_ranges0:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp3-Lfunc_begin0
	.uleb128 Ltmp4-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp5-Lfunc_begin0
	.uleb128 Ltmp6-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp7-Lfunc_begin0
	.uleb128 Ltmp8-Lfunc_begin0
	.byte	0
Ldebug_ranges1:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp4-Lfunc_begin0
	.uleb128 Ltmp5-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp6-Lfunc_begin0
	.uleb128 Ltmp7-Lfunc_begin0
	.byte	0
Ldebug_ranges2:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp34-Lfunc_begin0
	.uleb128 Ltmp35-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp36-Lfunc_begin0
	.uleb128 Ltmp37-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp38-Lfunc_begin0
	.uleb128 Ltmp39-Lfunc_begin0
	.byte	0
Ldebug_ranges3:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp35-Lfunc_begin0
	.uleb128 Ltmp36-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp37-Lfunc_begin0
	.uleb128 Ltmp38-Lfunc_begin0
	.byte	0
Ldebug_ranges4:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp47-Lfunc_begin0
	.uleb128 Ltmp48-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp49-Lfunc_begin0
	.uleb128 Ltmp50-Lfunc_begin0
	.byte	0
Ldebug_ranges5:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp61-Lfunc_begin0
	.uleb128 Ltmp62-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp63-Lfunc_begin0
	.uleb128 Ltmp64-Lfunc_begin0
	.byte	0
Ldebug_ranges6:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp62-Lfunc_begin0
	.uleb128 Ltmp63-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp64-Lfunc_begin0
	.uleb128 Ltmp65-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp66-Lfunc_begin0
	.uleb128 Ltmp67-Lfunc_begin0
	.byte	0
Ldebug_ranges7:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp62-Lfunc_begin0
	.uleb128 Ltmp63-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp64-Lfunc_begin0
	.uleb128 Ltmp65-Lfunc_begin0
	.byte	0
Ldebug_ranges8:
	.byte	1
	.byte	0
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
Ldebug_ranges9:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp65-Lfunc_begin0
	.uleb128 Ltmp66-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp67-Lfunc_begin0
	.uleb128 Ltmp68-Lfunc_begin0
	.byte	0
Ldebug_ranges10:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp68-Lfunc_begin0
	.uleb128 Ltmp69-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp70-Lfunc_begin0
	.uleb128 Ltmp71-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp72-Lfunc_begin0
	.uleb128 Ltmp73-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp74-Lfunc_begin0
	.uleb128 Ltmp75-Lfunc_begin0
	.byte	0
Ldebug_ranges11:
	.byte	1
	.byte	0
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
Ldebug_ranges12:
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
	.uleb128 Ltmp77-Lfunc_begin0
	.byte	0
Ldebug_ranges13:
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
	.byte	0
Ldebug_ranges14:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp79-Lfunc_begin0
	.uleb128 Ltmp80-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp81-Lfunc_begin0
	.uleb128 Ltmp82-Lfunc_begin0
	.byte	0
Ldebug_ranges15:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp108-Lfunc_begin0
	.uleb128 Ltmp109-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp111-Lfunc_begin0
	.uleb128 Ltmp112-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp114-Lfunc_begin0
	.uleb128 Ltmp115-Lfunc_begin0
	.byte	0
Ldebug_ranges16:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp110-Lfunc_begin0
	.uleb128 Ltmp111-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp112-Lfunc_begin0
	.uleb128 Ltmp113-Lfunc_begin0
	.byte	0
Ldebug_ranges17:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp110-Lfunc_begin0
	.uleb128 Ltmp111-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp112-Lfunc_begin0
	.uleb128 Ltmp113-Lfunc_begin0
	.byte	0
Ldebug_ranges18:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp117-Lfunc_begin0
	.uleb128 Ltmp118-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp119-Lfunc_begin0
	.uleb128 Ltmp120-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp121-Lfunc_begin0
	.uleb128 Ltmp122-Lfunc_begin0
	.byte	0
Ldebug_ranges19:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp118-Lfunc_begin0
	.uleb128 Ltmp119-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp120-Lfunc_begin0
	.uleb128 Ltmp121-Lfunc_begin0
	.byte	0
Ldebug_ranges20:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp123-Lfunc_begin0
	.uleb128 Ltmp125-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp126-Lfunc_begin0
	.uleb128 Ltmp127-Lfunc_begin0
	.byte	0
Ldebug_ranges21:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp136-Lfunc_begin0
	.uleb128 Ltmp137-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp138-Lfunc_begin0
	.uleb128 Ltmp139-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp140-Lfunc_begin0
	.uleb128 Ltmp141-Lfunc_begin0
	.byte	0
Ldebug_ranges22:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Ltmp137-Lfunc_begin0
	.uleb128 Ltmp138-Lfunc_begin0
	.byte	4
	.uleb128 Ltmp139-Lfunc_begin0
	.uleb128 Ltmp140-Lfunc_begin0
	.byte	0
Ldebug_ranges23:
	.byte	1
	.byte	0
	.byte	4
	.uleb128 Lfunc_begin0-Lfunc_begin0
	.uleb128 Lfunc_end75-Lfunc_begin0
	.byte	4
	.uleb128 Lfunc_begin80-Lfunc_begin0
	.uleb128 Lfunc_end85-Lfunc_begin0
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
	.asciz	"units"
	.asciz	"next"
	.asciz	"mix"
	.asciz	"work"
	.asciz	"$s7Pricing4RuleC4workyS2iF"
	.asciz	"$s7Pricing5unitsys6UInt32Vs12StaticStringV_ADtF"
	.asciz	"$ss16IndexingIteratorV4next7ElementQzSgyFSnys6UInt32VG_Tg5"
	.asciz	"$s7Pricing3mixys6UInt64VADF"
	.asciz	"init"
	.asciz	"$s7Pricing5ChainCyACyxGx_ADSgtcfCAA4RuleC_Tg5"
	.asciz	"swift_allocObject"
	.asciz	"$s7Pricing5ChainCyACyxGx_ADSgtcfcAA4RuleC_Tg5"
	.asciz	"deinit"
	.asciz	"$s7Pricing5ChainCfdAA4RuleC_Tg5"
	.asciz	"swift_release"
	.asciz	"swift_retain"
	.asciz	"swift_isUniquelyReferenced_native"
	.asciz	"$s7Pricing5ChainCfDAA4RuleC_Tg5"
	.asciz	"swift_deallocClassInstance"
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
	.asciz	"rounding"
	.asciz	"$s7Pricing8rounding2toS2icSi_tF"
	.asciz	"Swift runtime failure: Division by zero"
	.asciz	"Swift runtime failure: Division results in an overflow"
	.asciz	"$s7Pricing8rounding2toS2icSi_tFS2icfU_"
	.asciz	"taxes"
	.asciz	"tax"
	.asciz	"$s7Pricing3taxyS2iF"
	.asciz	"$s7Pricing5taxesSpySiGvau"
	.asciz	"swift_once"
	.asciz	"standard"
	.asciz	"Swift runtime failure: Range requires lowerBound <= upperBound"
	.asciz	"quote"
	.asciz	"$s7Pricing5quoteyS2i_S2i_SvSgtXCACtF"
	.asciz	"$ss16IndexingIteratorV4next7ElementQzSgyFSnySiG_Tg5"
	.asciz	"$s7Pricing5RulesC8standardACvau"
	.asciz	"promote"
	.asciz	"$s7Pricing7promoteyS2iF"
	.asciz	"Swift runtime failure: arithmetic overflow"
	.asciz	"Swift runtime failure: Unexpectedly found nil while unwrapping an Optional value"
	.asciz	"$ss17swift_allocObject8metadata12requiredSize0E13AlignmentMaskSpys04HeapC0VGSpys13ClassMetadataVG_S2itF"
	.asciz	"$ss15swift_slowAllocySvSgSi_SitF"
	.asciz	"$ss13swift_release6objectyBp_tF"
	.asciz	"$ss15swift_release_n6object1nyBp_s6UInt32VtF"
	.asciz	"$ss10swift_once9predicate2fn7contextySpySiG_ySvXCSvtF"
	.asciz	"$ss10swift_once9predicate2fn7contextySpySiG_ySvXCSvtFSiAEcfU_"
	.asciz	"objectdestroy"
	.asciz	"swift_deallocObject"
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
	.long	99
	.long	105
	.long	110
	.long	281
	.long	396
	.long	1252
	.long	1379
	.long	1419
	.long	1513
	.long	1580
	.long	1519
	.long	1589
	.long	1811
	.long	1854
	.long	2299
	.long	2320
	.long	2345
	.long	2353
	.long	2371
	.long	2377
	.long	2449
	.long	2456
	.long	114
	.long	555
	.long	792
	.long	1338
	.long	1652
	.long	1779
	.section	__DWARF,__debug_addr,regular,debug
Lsection_info0:
.set Lset112, Ldebug_addr_end0-Ldebug_addr_start0
	.long	Lset112
Ldebug_addr_start0:
	.short	5
	.byte	8
	.byte	0
Laddr_table_base0:
	.quad	Lfunc_begin0
	.quad	Lfunc_begin1
	.quad	Ltmp2
	.quad	Lfunc_begin7
	.quad	Ltmp14
	.quad	Ltmp15
	.quad	Lfunc_begin8
	.quad	Ltmp19
	.quad	Ltmp21
	.quad	Ltmp23
	.quad	Ltmp25
	.quad	Ltmp26
	.quad	Lfunc_begin9
	.quad	Ltmp30
	.quad	Lfunc_begin10
	.quad	Ltmp32
	.quad	Ltmp39
	.quad	Ltmp41
	.quad	Ltmp42
	.quad	Lfunc_begin11
	.quad	Ltmp45
	.quad	Ltmp51
	.quad	Ltmp53
	.quad	Ltmp54
	.quad	Lfunc_begin12
	.quad	Lfunc_begin14
	.quad	Ltmp66
	.quad	Ltmp69
	.quad	Ltmp74
	.quad	Ltmp76
	.quad	Ltmp77
	.quad	Ltmp78
	.quad	Ltmp79
	.quad	Ltmp81
	.quad	Lfunc_begin17
	.quad	Ltmp88
	.quad	Ltmp89
	.quad	Ltmp90
	.quad	Lfunc_begin18
	.quad	Ltmp92
	.quad	Lfunc_begin19
	.quad	Ltmp95
	.quad	Lfunc_begin20
	.quad	Ltmp98
	.quad	Ltmp100
	.quad	Lfunc_begin22
	.quad	Ltmp103
	.quad	Lfunc_begin24
	.quad	Ltmp116
	.quad	Ltmp123
	.quad	Ltmp128
	.quad	Ltmp130
	.quad	Lfunc_begin27
	.quad	Ltmp135
	.quad	Lfunc_begin30
	.quad	Ltmp146
	.quad	Ltmp148
	.quad	Lfunc_begin39
	.quad	Ltmp162
	.quad	Lfunc_begin46
	.quad	Ltmp171
	.quad	Lfunc_begin50
	.quad	Ltmp176
	.quad	Lfunc_begin58
	.quad	Ltmp186
	.quad	Ltmp188
	.quad	Lfunc_begin72
	.quad	Ltmp207
	.quad	Lfunc_begin76
Ldebug_addr_end0:
	.section	__DWARF,__debug_names,regular,debug
Ldebug_names_begin:
.set Lset113, Lnames_end0-Lnames_start0
	.long	Lset113
Lnames_start0:
	.short	5
	.short	0
	.long	2
	.long	0
	.long	0
	.long	31
	.long	67
.set Lset114, Lnames_abbrev_end0-Lnames_abbrev_start0
	.long	Lset114
	.long	8
	.ascii	"LLVM0700"
.set Lset115, Lcu_begin0-Lsection_info
	.long	Lset115
.set Lset116, Lcu_begin1-Lsection_info
	.long	Lset116
	.long	1
	.long	5
	.long	6
	.long	8
	.long	12
	.long	13
	.long	0
	.long	16
	.long	20
	.long	0
	.long	23
	.long	25
	.long	27
	.long	30
	.long	31
	.long	33
	.long	0
	.long	36
	.long	0
	.long	40
	.long	42
	.long	45
	.long	50
	.long	51
	.long	54
	.long	0
	.long	56
	.long	58
	.long	61
	.long	63
	.long	64
	.long	120974462
	.long	712704663
	.long	2090263722
	.long	2090874856
	.long	711928331
	.long	1109683907
	.long	2090540740
	.long	1138693522
	.long	-834589596
	.long	-789680206
	.long	-154039807
	.long	-2070413306
	.long	1551520586
	.long	1551520586
	.long	-427498927
	.long	545697254
	.long	545697254
	.long	1596612568
	.long	-1155613037
	.long	478202939
	.long	1552854457
	.long	-922321482
	.long	-1954776635
	.long	-26360503
	.long	193499283
	.long	-913128336
	.long	18806627
	.long	977554136
	.long	1431656892
	.long	908053780
	.long	2040051300
	.long	2040051300
	.long	233976080
	.long	1156707107
	.long	1905241043
	.long	1025823652
	.long	1760354454
	.long	-800185317
	.long	-125696958
	.long	-1787601531
	.long	-1787601531
	.long	804946733
	.long	1177393257
	.long	-1019439541
	.long	738908333
	.long	895614759
	.long	-1426032316
	.long	-725755150
	.long	-639971144
	.long	792790860
	.long	193506642
	.long	368742388
	.long	382779529
	.long	276976344
	.long	307620464
	.long	272490739
	.long	2117357066
	.long	275339082
	.long	-936908606
	.long	-243343746
	.long	635174156
	.long	635174156
	.long	-729391690
	.long	616299498
	.long	1860841184
	.long	2090370361
	.long	-665597099
	.long	792
	.long	560
	.long	555
	.long	114
	.long	1338
	.long	1474
	.long	105
	.long	1165
	.long	2149
	.long	119
	.long	1322
	.long	2265
	.long	987
	.long	1023
	.long	2072
	.long	1091
	.long	1128
	.long	1347
	.long	1589
	.long	1747
	.long	908
	.long	1811
	.long	1658
	.long	1419
	.long	110
	.long	528
	.long	2203
	.long	194
	.long	2279
	.long	799
	.long	403
	.long	496
	.long	1935
	.long	2104
	.long	332
	.long	1543
	.long	1580
	.long	957
	.long	396
	.long	286
	.long	350
	.long	146
	.long	1787
	.long	1779
	.long	253
	.long	1854
	.long	1281
	.long	435
	.long	1379
	.long	1523
	.long	1519
	.long	449
	.long	1261
	.long	99
	.long	1695
	.long	1652
	.long	1252
	.long	1513
	.long	462
	.long	2039
	.long	1212
	.long	1232
	.long	1569
	.long	727
	.long	680
	.long	281
	.long	1059
.set Lset117, Lnames23-Lnames_entries0
	.long	Lset117
.set Lset118, Lnames20-Lnames_entries0
	.long	Lset118
.set Lset119, Lnames19-Lnames_entries0
	.long	Lset119
.set Lset120, Lnames0-Lnames_entries0
	.long	Lset120
.set Lset121, Lnames39-Lnames_entries0
	.long	Lset121
.set Lset122, Lnames41-Lnames_entries0
	.long	Lset122
.set Lset123, Lnames4-Lnames_entries0
	.long	Lset123
.set Lset124, Lnames32-Lnames_entries0
	.long	Lset124
.set Lset125, Lnames63-Lnames_entries0
	.long	Lset125
.set Lset126, Lnames1-Lnames_entries0
	.long	Lset126
.set Lset127, Lnames38-Lnames_entries0
	.long	Lset127
.set Lset128, Lnames65-Lnames_entries0
	.long	Lset128
.set Lset129, Lnames27-Lnames_entries0
	.long	Lset129
.set Lset130, Lnames28-Lnames_entries0
	.long	Lset130
.set Lset131, Lnames61-Lnames_entries0
	.long	Lset131
.set Lset132, Lnames30-Lnames_entries0
	.long	Lset132
.set Lset133, Lnames31-Lnames_entries0
	.long	Lset133
.set Lset134, Lnames40-Lnames_entries0
	.long	Lset134
.set Lset135, Lnames54-Lnames_entries0
	.long	Lset135
.set Lset136, Lnames53-Lnames_entries0
	.long	Lset136
.set Lset137, Lnames25-Lnames_entries0
	.long	Lset137
.set Lset138, Lnames58-Lnames_entries0
	.long	Lset138
.set Lset139, Lnames50-Lnames_entries0
	.long	Lset139
.set Lset140, Lnames43-Lnames_entries0
	.long	Lset140
.set Lset141, Lnames6-Lnames_entries0
	.long	Lset141
.set Lset142, Lnames18-Lnames_entries0
	.long	Lset142
.set Lset143, Lnames64-Lnames_entries0
	.long	Lset143
.set Lset144, Lnames5-Lnames_entries0
	.long	Lset144
.set Lset145, Lnames66-Lnames_entries0
	.long	Lset145
.set Lset146, Lnames24-Lnames_entries0
	.long	Lset146
.set Lset147, Lnames13-Lnames_entries0
	.long	Lset147
.set Lset148, Lnames17-Lnames_entries0
	.long	Lset148
.set Lset149, Lnames57-Lnames_entries0
	.long	Lset149
.set Lset150, Lnames62-Lnames_entries0
	.long	Lset150
.set Lset151, Lnames10-Lnames_entries0
	.long	Lset151
.set Lset152, Lnames47-Lnames_entries0
	.long	Lset152
.set Lset153, Lnames52-Lnames_entries0
	.long	Lset153
.set Lset154, Lnames26-Lnames_entries0
	.long	Lset154
.set Lset155, Lnames12-Lnames_entries0
	.long	Lset155
.set Lset156, Lnames9-Lnames_entries0
	.long	Lset156
.set Lset157, Lnames11-Lnames_entries0
	.long	Lset157
.set Lset158, Lnames3-Lnames_entries0
	.long	Lset158
.set Lset159, Lnames56-Lnames_entries0
	.long	Lset159
.set Lset160, Lnames55-Lnames_entries0
	.long	Lset160
.set Lset161, Lnames7-Lnames_entries0
	.long	Lset161
.set Lset162, Lnames59-Lnames_entries0
	.long	Lset162
.set Lset163, Lnames37-Lnames_entries0
	.long	Lset163
.set Lset164, Lnames14-Lnames_entries0
	.long	Lset164
.set Lset165, Lnames42-Lnames_entries0
	.long	Lset165
.set Lset166, Lnames45-Lnames_entries0
	.long	Lset166
.set Lset167, Lnames44-Lnames_entries0
	.long	Lset167
.set Lset168, Lnames15-Lnames_entries0
	.long	Lset168
.set Lset169, Lnames35-Lnames_entries0
	.long	Lset169
.set Lset170, Lnames2-Lnames_entries0
	.long	Lset170
.set Lset171, Lnames51-Lnames_entries0
	.long	Lset171
.set Lset172, Lnames49-Lnames_entries0
	.long	Lset172
.set Lset173, Lnames36-Lnames_entries0
	.long	Lset173
.set Lset174, Lnames46-Lnames_entries0
	.long	Lset174
.set Lset175, Lnames16-Lnames_entries0
	.long	Lset175
.set Lset176, Lnames60-Lnames_entries0
	.long	Lset176
.set Lset177, Lnames33-Lnames_entries0
	.long	Lset177
.set Lset178, Lnames34-Lnames_entries0
	.long	Lset178
.set Lset179, Lnames48-Lnames_entries0
	.long	Lset179
.set Lset180, Lnames22-Lnames_entries0
	.long	Lset180
.set Lset181, Lnames21-Lnames_entries0
	.long	Lset181
.set Lset182, Lnames8-Lnames_entries0
	.long	Lset182
.set Lset183, Lnames29-Lnames_entries0
	.long	Lset183
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
Lnames23:
L84:
	.ascii	"\232."
	.byte	0
	.long	357
	.byte	0
Lnames20:
L85:
	.ascii	"\232."
	.byte	0
	.long	219
	.byte	0
Lnames19:
	.ascii	"\232."
	.byte	0
	.long	219
L21:
	.ascii	"\232."
	.byte	0
	.long	292
	.byte	0
Lnames0:
L55:
	.ascii	"\232."
	.byte	0
	.long	51
	.byte	0
Lnames39:
L46:
	.ascii	"\232."
	.byte	0
	.long	726
	.byte	0
Lnames41:
L34:
	.ascii	"\232."
	.byte	0
	.long	751
	.byte	0
Lnames4:
L20:
	.ascii	"\272\035"
	.byte	0
	.long	71
.set Lset184, L55-Lnames_entries0
	.long	Lset184
L29:
	.ascii	"\272\035"
	.byte	0
	.long	840
.set Lset185, L30-Lnames_entries0
	.long	Lset185
L54:
	.ascii	"\272\035"
	.byte	0
	.long	881
.set Lset186, L30-Lnames_entries0
	.long	Lset186
L47:
	.ascii	"\272\035"
	.byte	0
	.long	982
.set Lset187, L45-Lnames_entries0
	.long	Lset187
	.byte	0
Lnames32:
L51:
	.ascii	"\272\035"
	.byte	0
	.long	537
.set Lset188, L33-Lnames_entries0
	.long	Lset188
L72:
	.ascii	"\272\035"
	.byte	0
	.long	568
.set Lset189, L33-Lnames_entries0
	.long	Lset189
L1:
	.ascii	"\272\035"
	.byte	0
	.long	607
.set Lset190, L33-Lnames_entries0
	.long	Lset190
	.byte	0
Lnames63:
L24:
	.ascii	"\232."
	.byte	0
	.long	1094
	.byte	0
Lnames1:
	.ascii	"\232."
	.byte	0
	.long	51
	.byte	0
Lnames38:
L42:
	.ascii	"\272\035"
	.byte	0
	.long	712
.set Lset191, L57-Lnames_entries0
	.long	Lset191
	.byte	0
Lnames65:
L58:
	.ascii	"\232."
	.byte	0
	.long	1126
	.byte	0
Lnames27:
L92:
	.ascii	"\272\035"
	.byte	0
	.long	405
.set Lset192, L33-Lnames_entries0
	.long	Lset192
L10:
	.ascii	"\272\035"
	.byte	0
	.long	493
.set Lset193, L33-Lnames_entries0
	.long	Lset193
	.byte	0
Lnames28:
L95:
	.ascii	"\272\035"
	.byte	0
	.long	422
.set Lset194, L92-Lnames_entries0
	.long	Lset194
L44:
	.ascii	"\272\035"
	.byte	0
	.long	510
.set Lset195, L10-Lnames_entries0
	.long	Lset195
	.byte	0
Lnames61:
L52:
	.ascii	"\232."
	.byte	0
	.long	1055
	.byte	0
Lnames30:
L64:
	.ascii	"\272\035"
	.byte	0
	.long	449
.set Lset196, L33-Lnames_entries0
	.long	Lset196
	.byte	0
Lnames31:
L82:
	.ascii	"\272\035"
	.byte	0
	.long	466
.set Lset197, L64-Lnames_entries0
	.long	Lset197
	.byte	0
Lnames40:
	.ascii	"\232."
	.byte	0
	.long	726
	.byte	0
Lnames54:
L62:
	.ascii	"\272\035"
	.byte	0
	.long	948
.set Lset198, L30-Lnames_entries0
	.long	Lset198
	.byte	0
Lnames53:
L87:
	.ascii	"\272\035"
	.byte	0
	.long	849
.set Lset199, L30-Lnames_entries0
	.long	Lset199
	.byte	0
Lnames25:
L68:
	.ascii	"\272\035"
	.byte	0
	.long	364
.set Lset200, L84-Lnames_entries0
	.long	Lset200
	.byte	0
Lnames58:
L69:
	.ascii	"\272\035"
	.byte	0
	.long	1011
.set Lset201, L36-Lnames_entries0
	.long	Lset201
L50:
	.ascii	"\272\035"
	.byte	0
	.long	1042
.set Lset202, L5-Lnames_entries0
	.long	Lset202
L9:
	.ascii	"\272\035"
	.byte	0
	.long	1061
.set Lset203, L52-Lnames_entries0
	.long	Lset203
L88:
	.ascii	"\272\035"
	.byte	0
	.long	1080
.set Lset204, L3-Lnames_entries0
	.long	Lset204
	.byte	0
Lnames50:
L30:
	.ascii	"\232."
	.byte	0
	.long	833
	.byte	0
Lnames43:
L60:
	.ascii	"\272\035"
	.byte	0
	.long	770
.set Lset205, L34-Lnames_entries0
	.long	Lset205
	.byte	0
Lnames6:
L27:
	.ascii	"\272\035"
	.byte	0
	.long	80
.set Lset206, L55-Lnames_entries0
	.long	Lset206
L7:
	.ascii	"\272\035"
	.byte	0
	.long	890
.set Lset207, L30-Lnames_entries0
	.long	Lset207
L16:
	.ascii	"\272\035"
	.byte	0
	.long	991
.set Lset208, L45-Lnames_entries0
	.long	Lset208
	.byte	0
Lnames18:
L75:
	.ascii	"\272\035"
	.byte	0
	.long	205
.set Lset209, L23-Lnames_entries0
	.long	Lset209
L70:
	.ascii	"\272\035"
	.byte	0
	.long	677
.set Lset210, L26-Lnames_entries0
	.long	Lset210
	.byte	0
Lnames64:
L2:
	.ascii	"\272\035"
	.byte	0
	.long	1100
.set Lset211, L24-Lnames_entries0
	.long	Lset211
L73:
	.ascii	"\272\035"
	.byte	0
	.long	1112
.set Lset212, L24-Lnames_entries0
	.long	Lset212
	.byte	0
Lnames5:
	.ascii	"\272\035"
	.byte	0
	.long	71
.set Lset213, L55-Lnames_entries0
	.long	Lset213
	.ascii	"\272\035"
	.byte	0
	.long	881
.set Lset214, L30-Lnames_entries0
	.long	Lset214
	.ascii	"\272\035"
	.byte	0
	.long	982
.set Lset215, L45-Lnames_entries0
	.long	Lset215
	.byte	0
Lnames66:
L31:
	.ascii	"\272\035"
	.byte	0
	.long	1132
.set Lset216, L58-Lnames_entries0
	.long	Lset216
	.byte	0
Lnames24:
	.ascii	"\232."
	.byte	0
	.long	357
	.byte	0
Lnames13:
L59:
	.ascii	"\232."
	.byte	0
	.long	129
	.byte	0
Lnames17:
L23:
	.ascii	"\232."
	.byte	0
	.long	198
	.byte	0
Lnames57:
L36:
	.ascii	"\232."
	.byte	0
	.long	1005
	.byte	0
Lnames62:
L3:
	.ascii	"\232."
	.byte	0
	.long	1074
	.byte	0
Lnames10:
L49:
	.ascii	"\272\035"
	.byte	0
	.long	100
.set Lset217, L66-Lnames_entries0
	.long	Lset217
L48:
	.ascii	"\272\035"
	.byte	0
	.long	396
.set Lset218, L33-Lnames_entries0
	.long	Lset218
L77:
	.ascii	"\272\035"
	.byte	0
	.long	414
.set Lset219, L92-Lnames_entries0
	.long	Lset219
L53:
	.ascii	"\272\035"
	.byte	0
	.long	458
.set Lset220, L64-Lnames_entries0
	.long	Lset220
L35:
	.ascii	"\272\035"
	.byte	0
	.long	502
.set Lset221, L10-Lnames_entries0
	.long	Lset221
L15:
	.ascii	"\272\035"
	.byte	0
	.long	546
.set Lset222, L51-Lnames_entries0
	.long	Lset222
L43:
	.ascii	"\272\035"
	.byte	0
	.long	581
.set Lset223, L72-Lnames_entries0
	.long	Lset223
L96:
	.ascii	"\272\035"
	.byte	0
	.long	616
.set Lset224, L1-Lnames_entries0
	.long	Lset224
L14:
	.ascii	"\272\035"
	.byte	0
	.long	733
.set Lset225, L46-Lnames_entries0
	.long	Lset225
	.byte	0
Lnames47:
L71:
	.ascii	"\272\035"
	.byte	0
	.long	797
.set Lset226, L40-Lnames_entries0
	.long	Lset226
L79:
	.ascii	"\272\035"
	.byte	0
	.long	908
.set Lset227, L13-Lnames_entries0
	.long	Lset227
	.byte	0
Lnames52:
	.ascii	"\272\035"
	.byte	0
	.long	849
.set Lset228, L30-Lnames_entries0
	.long	Lset228
	.byte	0
Lnames26:
L33:
	.ascii	"\232."
	.byte	0
	.long	390
	.byte	0
Lnames12:
	.ascii	"\232."
	.byte	0
	.long	129
	.ascii	"\232."
	.byte	0
	.long	198
L26:
	.ascii	"\232."
	.byte	0
	.long	645
L6:
	.ascii	"\272\035"
	.byte	0
	.long	652
.set Lset229, L26-Lnames_entries0
	.long	Lset229
	.byte	0
Lnames9:
L66:
	.ascii	"\232."
	.byte	0
	.long	93
	.byte	0
Lnames11:
L80:
	.ascii	"\272\035"
	.byte	0
	.long	112
.set Lset230, L66-Lnames_entries0
	.long	Lset230
L97:
	.ascii	"\272\035"
	.byte	0
	.long	554
.set Lset231, L51-Lnames_entries0
	.long	Lset231
L11:
	.ascii	"\272\035"
	.byte	0
	.long	593
.set Lset232, L72-Lnames_entries0
	.long	Lset232
L22:
	.ascii	"\272\035"
	.byte	0
	.long	628
.set Lset233, L1-Lnames_entries0
	.long	Lset233
	.byte	0
Lnames3:
L0:
	.ascii	"\272\035"
	.byte	0
	.long	58
.set Lset234, L55-Lnames_entries0
	.long	Lset234
L18:
	.ascii	"\272\035"
	.byte	0
	.long	868
.set Lset235, L30-Lnames_entries0
	.long	Lset235
L17:
	.ascii	"\272\035"
	.byte	0
	.long	969
.set Lset236, L45-Lnames_entries0
	.long	Lset236
	.byte	0
Lnames56:
L45:
	.ascii	"\232."
	.byte	0
	.long	962
	.byte	0
Lnames55:
	.ascii	"\232."
	.byte	0
	.long	962
	.byte	0
Lnames7:
	.ascii	"\272\035"
	.byte	0
	.long	80
.set Lset237, L55-Lnames_entries0
	.long	Lset237
	.ascii	"\272\035"
	.byte	0
	.long	890
.set Lset238, L30-Lnames_entries0
	.long	Lset238
	.ascii	"\272\035"
	.byte	0
	.long	991
.set Lset239, L45-Lnames_entries0
	.long	Lset239
	.byte	0
Lnames59:
L90:
	.ascii	"\272\035"
	.byte	0
	.long	1023
.set Lset240, L36-Lnames_entries0
	.long	Lset240
	.byte	0
Lnames37:
L57:
	.ascii	"\272\035"
	.byte	0
	.long	699
.set Lset241, L41-Lnames_entries0
	.long	Lset241
	.byte	0
Lnames14:
L37:
	.ascii	"\272\035"
	.byte	0
	.long	136
.set Lset242, L59-Lnames_entries0
	.long	Lset242
L78:
	.ascii	"\272\035"
	.byte	0
	.long	255
.set Lset243, L85-Lnames_entries0
	.long	Lset243
L8:
	.ascii	"\272\035"
	.byte	0
	.long	279
.set Lset244, L85-Lnames_entries0
	.long	Lset244
L91:
	.ascii	"\272\035"
	.byte	0
	.long	319
.set Lset245, L21-Lnames_entries0
	.long	Lset245
L89:
	.ascii	"\272\035"
	.byte	0
	.long	343
.set Lset246, L21-Lnames_entries0
	.long	Lset246
L4:
	.ascii	"\272\035"
	.byte	0
	.long	665
.set Lset247, L26-Lnames_entries0
	.long	Lset247
L86:
	.ascii	"\272\035"
	.byte	0
	.long	936
.set Lset248, L30-Lnames_entries0
	.long	Lset248
	.byte	0
Lnames42:
L12:
	.ascii	"\272\035"
	.byte	0
	.long	757
.set Lset249, L34-Lnames_entries0
	.long	Lset249
	.byte	0
Lnames45:
L40:
	.ascii	"\232."
	.byte	0
	.long	787
L13:
	.ascii	"\272\035"
	.byte	0
	.long	899
.set Lset250, L30-Lnames_entries0
	.long	Lset250
	.byte	0
Lnames44:
	.ascii	"\232."
	.byte	0
	.long	787
	.ascii	"\272\035"
	.byte	0
	.long	899
.set Lset251, L30-Lnames_entries0
	.long	Lset251
	.byte	0
Lnames15:
L65:
	.ascii	"\272\035"
	.byte	0
	.long	148
.set Lset252, L59-Lnames_entries0
	.long	Lset252
L32:
	.ascii	"\272\035"
	.byte	0
	.long	172
.set Lset253, L59-Lnames_entries0
	.long	Lset253
L39:
	.ascii	"\272\035"
	.byte	0
	.long	184
.set Lset254, L59-Lnames_entries0
	.long	Lset254
L94:
	.ascii	"\272\035"
	.byte	0
	.long	226
.set Lset255, L85-Lnames_entries0
	.long	Lset255
L93:
	.ascii	"\272\035"
	.byte	0
	.long	247
.set Lset256, L85-Lnames_entries0
	.long	Lset256
L28:
	.ascii	"\272\035"
	.byte	0
	.long	267
.set Lset257, L85-Lnames_entries0
	.long	Lset257
L61:
	.ascii	"\272\035"
	.byte	0
	.long	299
.set Lset258, L21-Lnames_entries0
	.long	Lset258
L74:
	.ascii	"\272\035"
	.byte	0
	.long	311
.set Lset259, L21-Lnames_entries0
	.long	Lset259
L63:
	.ascii	"\272\035"
	.byte	0
	.long	331
.set Lset260, L21-Lnames_entries0
	.long	Lset260
	.byte	0
Lnames35:
L41:
	.ascii	"\232."
	.byte	0
	.long	693
	.byte	0
Lnames2:
	.ascii	"\272\035"
	.byte	0
	.long	58
.set Lset261, L55-Lnames_entries0
	.long	Lset261
	.ascii	"\272\035"
	.byte	0
	.long	868
.set Lset262, L30-Lnames_entries0
	.long	Lset262
	.ascii	"\272\035"
	.byte	0
	.long	969
.set Lset263, L45-Lnames_entries0
	.long	Lset263
	.byte	0
Lnames51:
	.ascii	"\272\035"
	.byte	0
	.long	840
.set Lset264, L30-Lnames_entries0
	.long	Lset264
	.byte	0
Lnames49:
	.ascii	"\232."
	.byte	0
	.long	833
	.byte	0
Lnames36:
	.ascii	"\272\035"
	.byte	0
	.long	699
.set Lset265, L41-Lnames_entries0
	.long	Lset265
	.byte	0
Lnames46:
	.ascii	"\272\035"
	.byte	0
	.long	797
.set Lset266, L40-Lnames_entries0
	.long	Lset266
	.ascii	"\272\035"
	.byte	0
	.long	908
.set Lset267, L13-Lnames_entries0
	.long	Lset267
	.byte	0
Lnames16:
L56:
	.ascii	"\272\035"
	.byte	0
	.long	160
.set Lset268, L59-Lnames_entries0
	.long	Lset268
	.byte	0
Lnames60:
L5:
	.ascii	"\232."
	.byte	0
	.long	1036
	.byte	0
Lnames33:
	.ascii	"\232."
	.byte	0
	.long	645
	.byte	0
Lnames34:
	.ascii	"\272\035"
	.byte	0
	.long	652
.set Lset269, L26-Lnames_entries0
	.long	Lset269
	.byte	0
Lnames48:
L83:
	.ascii	"\272\035"
	.byte	0
	.long	810
.set Lset270, L71-Lnames_entries0
	.long	Lset270
L76:
	.ascii	"\272\035"
	.byte	0
	.long	858
.set Lset271, L87-Lnames_entries0
	.long	Lset271
L38:
	.ascii	"\272\035"
	.byte	0
	.long	921
.set Lset272, L79-Lnames_entries0
	.long	Lset272
	.byte	0
Lnames22:
	.ascii	"\232."
	.byte	0
	.long	292
	.byte	0
Lnames21:
L67:
	.ascii	"\272\035"
	.byte	0
	.long	238
.set Lset273, L85-Lnames_entries0
	.long	Lset273
	.byte	0
Lnames8:
	.ascii	"\232."
	.byte	0
	.long	93
	.ascii	"\272\035"
	.byte	0
	.long	112
.set Lset274, L66-Lnames_entries0
	.long	Lset274
	.ascii	"\272\035"
	.byte	0
	.long	405
.set Lset275, L33-Lnames_entries0
	.long	Lset275
	.ascii	"\272\035"
	.byte	0
	.long	422
.set Lset276, L92-Lnames_entries0
	.long	Lset276
L25:
	.ascii	"\272\035"
	.byte	0
	.long	435
.set Lset277, L95-Lnames_entries0
	.long	Lset277
	.ascii	"\272\035"
	.byte	0
	.long	449
.set Lset278, L33-Lnames_entries0
	.long	Lset278
	.ascii	"\272\035"
	.byte	0
	.long	466
.set Lset279, L64-Lnames_entries0
	.long	Lset279
L19:
	.ascii	"\272\035"
	.byte	0
	.long	479
.set Lset280, L82-Lnames_entries0
	.long	Lset280
	.ascii	"\272\035"
	.byte	0
	.long	493
.set Lset281, L33-Lnames_entries0
	.long	Lset281
	.ascii	"\272\035"
	.byte	0
	.long	510
.set Lset282, L10-Lnames_entries0
	.long	Lset282
L81:
	.ascii	"\272\035"
	.byte	0
	.long	523
.set Lset283, L44-Lnames_entries0
	.long	Lset283
	.ascii	"\272\035"
	.byte	0
	.long	537
.set Lset284, L33-Lnames_entries0
	.long	Lset284
	.ascii	"\272\035"
	.byte	0
	.long	554
.set Lset285, L51-Lnames_entries0
	.long	Lset285
	.ascii	"\272\035"
	.byte	0
	.long	568
.set Lset286, L33-Lnames_entries0
	.long	Lset286
	.ascii	"\272\035"
	.byte	0
	.long	593
.set Lset287, L72-Lnames_entries0
	.long	Lset287
	.ascii	"\272\035"
	.byte	0
	.long	607
.set Lset288, L33-Lnames_entries0
	.long	Lset288
	.ascii	"\272\035"
	.byte	0
	.long	628
.set Lset289, L1-Lnames_entries0
	.long	Lset289
	.byte	0
Lnames29:
	.ascii	"\272\035"
	.byte	0
	.long	435
.set Lset290, L95-Lnames_entries0
	.long	Lset290
	.ascii	"\272\035"
	.byte	0
	.long	479
.set Lset291, L82-Lnames_entries0
	.long	Lset291
	.ascii	"\272\035"
	.byte	0
	.long	523
.set Lset292, L44-Lnames_entries0
	.long	Lset292
	.byte	0
	.p2align	2, 0x0
Lnames_end0:
.subsections_via_symbols
	.section	__DWARF,__debug_line,regular,debug
Lsection_line:
Lline_table_start0:
