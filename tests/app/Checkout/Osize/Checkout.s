; Made by `cargo xtask swift`; not to be edited.
; Swift version 6.0.3 (swift-6.0.3-RELEASE)
; sources 6e673c48679e03f5
; text 797549fb499b0330
	.section	__TEXT,__text,regular,pure_instructions
	.build_version ios, 14, 0
	.p2align	2
_$s8Checkout8SettingsC6shared_WZ:
Lfunc_begin0:
	.file	1 "." "tests/app/Checkout/Checkout.swift"
	.loc	1 0 0
	.cfi_startproc
	stp	x20, x19, [sp, #-32]!
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
Ltmp0:
	bl	_$s8Checkout8SettingsCMa
	bl	_OUTLINED_FUNCTION_9
	mov	x20, x0
	bl	_$s8Checkout8SettingsCACycfc
Ltmp1:
	.loc	1 24 33 prologue_end
	adrp	x8, _$s8Checkout8SettingsC6sharedACvpZ@PAGE
	str	x20, [x8, _$s8Checkout8SettingsC6sharedACvpZ@PAGEOFF]
	.loc	1 24 42 epilogue_begin is_stmt 0
	ldp	x29, x30, [sp, #16]
	ldp	x20, x19, [sp], #32
	ret
Ltmp2:
Lfunc_end0:
	.cfi_endproc
	.private_extern	_$s8Checkout8SettingsCACycfc
	.globl	_$s8Checkout8SettingsCACycfc
	.p2align	2
_$s8Checkout8SettingsCACycfc:
Lfunc_begin1:
	.loc	1 26 0 is_stmt 1
	.cfi_startproc
	stp	x20, x19, [sp, #-32]!
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
	bl	_OUTLINED_FUNCTION_1
Ltmp3:
	.loc	1 7 17 prologue_end
Lloh0:
	adrp	x0, l_.str.17.Checkout.settings@PAGE
Lloh1:
	add	x0, x0, l_.str.17.Checkout.settings@PAGEOFF
	mov	w1, #250
	bl	_KitUnits
	.loc	1 10 14
	cbz	w0, LBB1_3
	.loc	1 0 14 is_stmt 0
	mov	w8, w0
LBB1_2:
	bl	_OUTLINED_FUNCTION_0
	.loc	1 10 14
	b.ne	LBB1_2
Ltmp4:
LBB1_3:
	.loc	1 0 14
	bl	_OUTLINED_FUNCTION_4
	mov	w8, #4
	.loc	1 26 18 is_stmt 1
	str	x8, [x20, #16]
	.loc	1 26 59 is_stmt 0
	mov	x0, x20
	.loc	1 26 59 epilogue_begin
	ldp	x29, x30, [sp, #16]
	b	_OUTLINED_FUNCTION_3
Ltmp5:
	.loh AdrpAdd	Lloh0, Lloh1
Lfunc_end1:
	.cfi_endproc
	.globl	_$s8Checkout8SettingsCfd
	.p2align	2
_$s8Checkout8SettingsCfd:
Lfunc_begin2:
	.cfi_startproc
	b	_OUTLINED_FUNCTION_10
Lfunc_end2:
	.cfi_endproc
	.globl	_$s8Checkout8SettingsCfD
	.p2align	2
_$s8Checkout8SettingsCfD:
Lfunc_begin3:
	.cfi_startproc
	b	_OUTLINED_FUNCTION_2
Lfunc_end3:
	.cfi_endproc
	.private_extern	_$s8Checkout4LineC5totalSiyF
	.globl	_$s8Checkout4LineC5totalSiyF
	.p2align	2
_$s8Checkout4LineC5totalSiyF:
Lfunc_begin4:
	.cfi_startproc
	.loc	1 33 32 prologue_end is_stmt 1
	ldr	x0, [x20, #16]
	.loc	1 33 25 is_stmt 0
	ret
Ltmp6:
Lfunc_end4:
	.cfi_endproc
	.globl	_$s8Checkout4LineCfd
	.p2align	2
_$s8Checkout4LineCfd:
Lfunc_begin5:
	.cfi_startproc
	b	_OUTLINED_FUNCTION_10
Lfunc_end5:
	.cfi_endproc
	.globl	_$s8Checkout4LineCfD
	.p2align	2
_$s8Checkout4LineCfD:
Lfunc_begin6:
	.cfi_startproc
	b	_OUTLINED_FUNCTION_2
Lfunc_end6:
	.cfi_endproc
	.private_extern	_$s8Checkout9TaxedLineC5totalSiyF
	.globl	_$s8Checkout9TaxedLineC5totalSiyF
	.p2align	2
_$s8Checkout9TaxedLineC5totalSiyF:
Lfunc_begin7:
	.loc	1 37 0 is_stmt 1
	.cfi_startproc
	stp	x22, x21, [sp, #-48]!
	stp	x20, x19, [sp, #16]
	stp	x29, x30, [sp, #32]
	add	x29, sp, #32
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
	.cfi_offset w21, -40
	.cfi_offset w22, -48
	bl	_OUTLINED_FUNCTION_1
Ltmp7:
	.loc	1 37 41 prologue_end
	ldr	x20, [x20, #16]
Ltmp8:
	.loc	1 7 17
Lloh2:
	adrp	x0, l_.str.13.Checkout.line@PAGE
Lloh3:
	add	x0, x0, l_.str.13.Checkout.line@PAGEOFF
	mov	w1, #20
	bl	_KitUnits
	.loc	1 7 13 is_stmt 0
	mov	w21, w0
	.loc	1 10 14 is_stmt 1
	cbz	w0, LBB7_3
	.loc	1 0 14 is_stmt 0
	mov	x8, x21
LBB7_2:
	bl	_OUTLINED_FUNCTION_0
	.loc	1 10 14
	b.ne	LBB7_2
Ltmp9:
LBB7_3:
	.loc	1 0 14
	bl	_OUTLINED_FUNCTION_4
	.loc	1 37 47 is_stmt 1
	add	x0, x20, x21
	.loc	1 37 34 epilogue_begin is_stmt 0
	ldp	x29, x30, [sp, #32]
	b	_OUTLINED_FUNCTION_11
Ltmp10:
	.loh AdrpAdd	Lloh2, Lloh3
Lfunc_end7:
	.cfi_endproc
	.globl	_$s8Checkout9TaxedLineCfd
	.p2align	2
_$s8Checkout9TaxedLineCfd:
Lfunc_begin8:
	.cfi_startproc
	b	_OUTLINED_FUNCTION_10
Lfunc_end8:
	.cfi_endproc
	.globl	_$s8Checkout9TaxedLineCfD
	.p2align	2
_$s8Checkout9TaxedLineCfD:
Lfunc_begin9:
	.cfi_startproc
	b	_OUTLINED_FUNCTION_2
Lfunc_end9:
	.cfi_endproc
	.private_extern	_$s8Checkout4lineyAA4LineCSiF
	.globl	_$s8Checkout4lineyAA4LineCSiF
	.p2align	2
_$s8Checkout4lineyAA4LineCSiF:
Lfunc_begin10:
	.loc	1 41 0 is_stmt 1
	.cfi_startproc
	stp	x20, x19, [sp, #-32]!
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
Ltmp11:
	.loc	1 42 12 prologue_end
	cbz	x0, LBB10_2
	.loc	1 0 12 is_stmt 0
	mov	w8, #100
	.loc	1 43 31 is_stmt 1
	mul	x19, x0, x8
Ltmp12:
	.loc	1 0 0 is_stmt 0
	bl	_$s8Checkout9TaxedLineCMa
	b	LBB10_3
Ltmp13:
LBB10_2:
	bl	_$s8Checkout4LineCMa
	mov	w19, #500
Ltmp14:
LBB10_3:
	bl	_OUTLINED_FUNCTION_9
	str	x19, [x0, #16]
	.loc	1 44 1 epilogue_begin is_stmt 1
	ldp	x29, x30, [sp, #16]
	b	_OUTLINED_FUNCTION_3
Ltmp15:
Lfunc_end10:
	.cfi_endproc
	.private_extern	_$s8Checkout3sumyS2i_SiAA4LineCXEtF051$s8Checkout16BasketControllerC11viewDidLoadyyFSiAA4C6CXEfU_Tf1nc_n
	.globl	_$s8Checkout3sumyS2i_SiAA4LineCXEtF051$s8Checkout16BasketControllerC11viewDidLoadyyFSiAA4C6CXEfU_Tf1nc_n
	.weak_def_can_be_hidden	_$s8Checkout3sumyS2i_SiAA4LineCXEtF051$s8Checkout16BasketControllerC11viewDidLoadyyFSiAA4C6CXEfU_Tf1nc_n
	.p2align	2
_$s8Checkout3sumyS2i_SiAA4LineCXEtF051$s8Checkout16BasketControllerC11viewDidLoadyyFSiAA4C6CXEfU_Tf1nc_n:
Lfunc_begin11:
	.file	2 "<compiler-generated>"
	.loc	2 0 0
	.cfi_startproc
	stp	x24, x23, [sp, #-64]!
	stp	x22, x21, [sp, #16]
	stp	x20, x19, [sp, #32]
	stp	x29, x30, [sp, #48]
	add	x29, sp, #48
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
	.cfi_offset w21, -40
	.cfi_offset w22, -48
	.cfi_offset w23, -56
	.cfi_offset w24, -64
Ltmp16:
	.loc	1 50 15 prologue_end
	cmp	x0, #1
	b.lt	LBB11_3
	.loc	1 0 15 is_stmt 0
	mov	x19, x0
	mov	x22, #0
	mov	x21, #0
LBB11_2:
	.loc	1 51 20 is_stmt 1
	mov	x0, x22
	bl	_$s8Checkout4lineyAA4LineCSiF
	mov	x20, x0
Ltmp17:
	.loc	1 78 29
	ldr	x8, [x0]
	ldr	x8, [x8, #96]
	blr	x8
	mov	x23, x0
Ltmp18:
	.loc	2 0 0 is_stmt 0
	mov	x0, x20
	bl	_swift_release
	.loc	1 51 11 is_stmt 1
	add	x21, x23, x21
	.loc	1 52 11
	add	x22, x22, #1
	.loc	1 50 15
	cmp	x19, x22
	b.ne	LBB11_2
	b	LBB11_4
LBB11_3:
	.loc	1 0 15 is_stmt 0
	mov	x21, #0
LBB11_4:
	.loc	1 54 3 is_stmt 1
	mov	x0, x21
	.loc	1 54 3 epilogue_begin is_stmt 0
	ldp	x29, x30, [sp, #48]
	ldp	x20, x19, [sp, #32]
	ldp	x22, x21, [sp, #16]
	ldp	x24, x23, [sp], #64
	ret
Ltmp19:
Lfunc_end11:
	.cfi_endproc
	.globl	_$s8Checkout7SessionC6openedSivpfi
	.p2align	2
_$s8Checkout7SessionC6openedSivpfi:
Lfunc_begin12:
	.cfi_startproc
	b	_OUTLINED_FUNCTION_7
Lfunc_end12:
	.cfi_endproc
	.globl	_$s8Checkout7SessionC4openyS2iF
	.p2align	2
_$s8Checkout7SessionC4openyS2iF:
Lfunc_begin13:
	.loc	1 61 0 is_stmt 1
	.cfi_startproc
	stp	x22, x21, [sp, #-48]!
	stp	x20, x19, [sp, #16]
	stp	x29, x30, [sp, #32]
	add	x29, sp, #32
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
	.cfi_offset w21, -40
	.cfi_offset w22, -48
	mov	x19, x0
	mov	x21, #31300
	movk	x21, #52159, lsl #16
	movk	x21, #16525, lsl #32
	movk	x21, #313, lsl #48
Ltmp20:
	.loc	1 62 15 prologue_end
Lloh4:
	adrp	x8, _$s8Checkout7SessionC6openedSivpWvd@PAGE
Lloh5:
	ldr	x8, [x8, _$s8Checkout7SessionC6openedSivpWvd@PAGEOFF]
	.loc	1 62 12 is_stmt 0
	ldr	x9, [x20, x8]
	add	x9, x9, #1
	str	x9, [x20, x8]
Ltmp21:
	.loc	1 7 17 is_stmt 1
Lloh6:
	adrp	x0, l_.str.16.Checkout.session@PAGE
Lloh7:
	add	x0, x0, l_.str.16.Checkout.session@PAGEOFF
	mov	w1, #120
	bl	_KitUnits
	.loc	1 7 13 is_stmt 0
	mov	w20, w0
	.loc	1 10 14 is_stmt 1
	cbz	w0, LBB13_3
	.loc	1 0 14 is_stmt 0
	mov	x8, x20
LBB13_2:
	.loc	1 11 11 is_stmt 1
	eor	x9, x21, x21, lsl #13
	.loc	1 12 11
	eor	x9, x9, x9, lsr #7
	.loc	1 13 11
	eor	x9, x9, x9, lsl #17
	.loc	1 14 11
	eor	x9, x9, x9, lsl #5
	.loc	1 15 11
	eor	x21, x9, x9, lsr #11
	.loc	1 10 14
	subs	x8, x8, #1
	b.ne	LBB13_2
LBB13_3:
	.loc	1 18 3
	mov	x0, x21
	bl	_KitKeep
Ltmp22:
	.loc	1 63 18
	add	x0, x20, x19
	.loc	1 63 5 epilogue_begin is_stmt 0
	ldp	x29, x30, [sp, #32]
	b	_OUTLINED_FUNCTION_11
Ltmp23:
	.loh AdrpAdd	Lloh6, Lloh7
	.loh AdrpLdr	Lloh4, Lloh5
Lfunc_end13:
	.cfi_endproc
	.p2align	2
_$s8Checkout7SessionC4openyS2iFTo:
Lfunc_begin14:
	.loc	2 0 0 is_stmt 1
	.cfi_startproc
	stp	x20, x19, [sp, #-32]!
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
	mov	x19, x2
Ltmp24:
	bl	_objc_retain
	mov	x20, x0
	mov	x0, x19
	bl	_$s8Checkout7SessionC4openyS2iF
	mov	x19, x0
	mov	x0, x20
	bl	_objc_release
	mov	x0, x19
	ldp	x29, x30, [sp, #16]
	b	_OUTLINED_FUNCTION_3
Ltmp25:
Lfunc_end14:
	.cfi_endproc
	.globl	_$s8Checkout7SessionC7archiveyyF
	.p2align	2
_$s8Checkout7SessionC7archiveyyF:
Lfunc_begin15:
	.loc	1 67 0
	.cfi_startproc
	stp	x22, x21, [sp, #-48]!
	stp	x20, x19, [sp, #16]
	stp	x29, x30, [sp, #32]
	add	x29, sp, #32
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
	.cfi_offset w21, -40
	.cfi_offset w22, -48
	bl	_OUTLINED_FUNCTION_1
Ltmp26:
	.loc	1 7 17 prologue_end
Lloh8:
	adrp	x0, l_.str.16.Checkout.archive@PAGE
Lloh9:
	add	x0, x0, l_.str.16.Checkout.archive@PAGEOFF
	mov	w1, #1500
	bl	_KitUnits
	.loc	1 7 13 is_stmt 0
	mov	w21, w0
	.loc	1 10 14 is_stmt 1
	cbz	w0, LBB15_3
	.loc	1 0 14 is_stmt 0
	mov	x8, x21
LBB15_2:
	bl	_OUTLINED_FUNCTION_0
	.loc	1 10 14
	b.ne	LBB15_2
Ltmp27:
LBB15_3:
	.loc	1 0 14
	bl	_OUTLINED_FUNCTION_4
Lloh10:
	adrp	x8, _$s8Checkout7SessionC6openedSivpWvd@PAGE
Lloh11:
	ldr	x8, [x8, _$s8Checkout7SessionC6openedSivpWvd@PAGEOFF]
	.loc	1 67 40 is_stmt 1
	ldr	x9, [x20, x8]
	add	x9, x9, x21
	str	x9, [x20, x8]
	.loc	1 67 74 epilogue_begin is_stmt 0
	ldp	x29, x30, [sp, #32]
	b	_OUTLINED_FUNCTION_12
Ltmp28:
	.loh AdrpAdd	Lloh8, Lloh9
	.loh AdrpLdr	Lloh10, Lloh11
Lfunc_end15:
	.cfi_endproc
	.p2align	2
_$s8Checkout7SessionC7archiveyyFTo:
Lfunc_begin16:
	.loc	2 0 0 is_stmt 1
	.cfi_startproc
	stp	x20, x19, [sp, #-32]!
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
Ltmp29:
	bl	_objc_retain
	mov	x20, x0
	bl	_$s8Checkout7SessionC7archiveyyF
	mov	x0, x20
	ldp	x29, x30, [sp, #16]
	b	_OUTLINED_FUNCTION_5
Ltmp30:
Lfunc_end16:
	.cfi_endproc
	.globl	_$s8Checkout7SessionCACycfc
	.p2align	2
_$s8Checkout7SessionCACycfc:
Lfunc_begin17:
	.loc	1 58 0
	.cfi_startproc
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp31:
	.loc	1 59 13 prologue_end
Lloh12:
	adrp	x8, _$s8Checkout7SessionC6openedSivpWvd@PAGE
Lloh13:
	ldr	x8, [x8, _$s8Checkout7SessionC6openedSivpWvd@PAGEOFF]
	.loc	1 59 27 is_stmt 0
	str	xzr, [x20, x8]
	bl	_$s8Checkout7SessionCMa
	stp	x20, x0, [sp]
Lloh14:
	adrp	x8, "L_selector(init)"@PAGE
Lloh15:
	ldr	x1, [x8, "L_selector(init)"@PAGEOFF]
	mov	x0, sp
	bl	_objc_msgSendSuper2
	.loc	1 0 0 epilogue_begin
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #32
	ret
Ltmp32:
	.loh AdrpLdr	Lloh14, Lloh15
	.loh AdrpLdr	Lloh12, Lloh13
Lfunc_end17:
	.cfi_endproc
	.globl	_$s8Checkout7SessionCMa
	.p2align	2
_$s8Checkout7SessionCMa:
Lfunc_begin18:
	.loc	2 0 0 is_stmt 1
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp33:
Lloh16:
	adrp	x0, _$s8Checkout7SessionCMf@PAGE+24
Lloh17:
	add	x0, x0, _$s8Checkout7SessionCMf@PAGEOFF+24
	bl	_objc_opt_self
	mov	x1, #0
	ldp	x29, x30, [sp], #16
	ret
Ltmp34:
	.loh AdrpAdd	Lloh16, Lloh17
Lfunc_end18:
	.cfi_endproc
	.p2align	2
_$s8Checkout7SessionCACycfcTo:
Lfunc_begin19:
	.loc	2 0 0
	.cfi_startproc
	stp	x20, x19, [sp, #-32]!
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
Ltmp35:
	mov	x20, x0
	bl	_$s8Checkout7SessionCACycfc
	ldp	x29, x30, [sp, #16]
	b	_OUTLINED_FUNCTION_3
Ltmp36:
Lfunc_end19:
	.cfi_endproc
	.globl	_$s8Checkout7SessionCfD
	.p2align	2
_$s8Checkout7SessionCfD:
Lfunc_begin20:
	.cfi_startproc
Lloh18:
	adrp	x0, _$s8Checkout7SessionCMa@PAGE
Lloh19:
	add	x0, x0, _$s8Checkout7SessionCMa@PAGEOFF
	b	_$s8Checkout7SessionCfDTm
	.loh AdrpAdd	Lloh18, Lloh19
Lfunc_end20:
	.cfi_endproc
	.globl	_$s8Checkout16BasketControllerC5totalSivpfi
	.p2align	2
_$s8Checkout16BasketControllerC5totalSivpfi:
Lfunc_begin21:
	.cfi_startproc
	b	_OUTLINED_FUNCTION_7
Lfunc_end21:
	.cfi_endproc
	.globl	_$s8Checkout16BasketControllerC7layoutsSivpfi
	.p2align	2
_$s8Checkout16BasketControllerC7layoutsSivpfi:
Lfunc_begin22:
	.cfi_startproc
	b	_OUTLINED_FUNCTION_7
Lfunc_end22:
	.cfi_endproc
	.globl	_$s8Checkout16BasketControllerC11viewDidLoadyyF
	.p2align	2
_$s8Checkout16BasketControllerC11viewDidLoadyyF:
Lfunc_begin23:
	.loc	1 75 0
	.cfi_startproc
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp37:
	.loc	1 76 11 prologue_end
	bl	_$s8Checkout16BasketControllerCMa
	stp	x20, x0, [sp]
Lloh20:
	adrp	x8, "L_selector(viewDidLoad)"@PAGE
Lloh21:
	ldr	x1, [x8, "L_selector(viewDidLoad)"@PAGEOFF]
	bl	_OUTLINED_FUNCTION_8
Ltmp38:
	.loc	1 24 14
Lloh22:
	adrp	x8, _$s8Checkout8SettingsC6shared_Wz@PAGE
Lloh23:
	ldr	x8, [x8, _$s8Checkout8SettingsC6shared_Wz@PAGEOFF]
	cmn	x8, #1
	b.ne	LBB23_2
Ltmp39:
LBB23_1:
	.loc	1 77 26
Lloh24:
	adrp	x8, _$s8Checkout8SettingsC6sharedACvpZ@PAGE
Lloh25:
	ldr	x8, [x8, _$s8Checkout8SettingsC6sharedACvpZ@PAGEOFF]
	.loc	1 77 33 is_stmt 0
	ldr	x0, [x8, #16]
	.loc	1 78 13 is_stmt 1
	bl	_$s8Checkout3sumyS2i_SiAA4LineCXEtF051$s8Checkout16BasketControllerC11viewDidLoadyyFSiAA4C6CXEfU_Tf1nc_n
	.loc	1 78 11 is_stmt 0
Lloh26:
	adrp	x8, _$s8Checkout16BasketControllerC5totalSivpWvd@PAGE
Lloh27:
	ldr	x8, [x8, _$s8Checkout16BasketControllerC5totalSivpWvd@PAGEOFF]
	str	x0, [x20, x8]
	.loc	1 79 5 is_stmt 1
	bl	_$s8Checkout16BasketControllerC6renderyyF
	.loc	1 80 3 epilogue_begin
	ldp	x29, x30, [sp, #16]
	b	_OUTLINED_FUNCTION_6
LBB23_2:
Ltmp40:
	.loc	1 24 14
Lloh28:
	adrp	x0, _$s8Checkout8SettingsC6shared_Wz@PAGE
Lloh29:
	add	x0, x0, _$s8Checkout8SettingsC6shared_Wz@PAGEOFF
Lloh30:
	adrp	x1, _$s8Checkout8SettingsC6shared_WZ@PAGE
Lloh31:
	add	x1, x1, _$s8Checkout8SettingsC6shared_WZ@PAGEOFF
	bl	_swift_once
	b	LBB23_1
Ltmp41:
	.loh AdrpLdr	Lloh22, Lloh23
	.loh AdrpLdr	Lloh20, Lloh21
	.loh AdrpLdr	Lloh26, Lloh27
	.loh AdrpLdr	Lloh24, Lloh25
	.loh AdrpAdd	Lloh30, Lloh31
	.loh AdrpAdd	Lloh28, Lloh29
Lfunc_end23:
	.cfi_endproc
	.globl	_$s8Checkout16BasketControllerCMa
	.p2align	2
_$s8Checkout16BasketControllerCMa:
Lfunc_begin24:
	.loc	2 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp42:
Lloh32:
	adrp	x0, _$s8Checkout16BasketControllerCMf@PAGE+24
Lloh33:
	add	x0, x0, _$s8Checkout16BasketControllerCMf@PAGEOFF+24
	bl	_objc_opt_self
	mov	x1, #0
	ldp	x29, x30, [sp], #16
	ret
Ltmp43:
	.loh AdrpAdd	Lloh32, Lloh33
Lfunc_end24:
	.cfi_endproc
	.private_extern	_$s8Checkout16BasketControllerC6renderyyF
	.globl	_$s8Checkout16BasketControllerC6renderyyF
	.p2align	2
_$s8Checkout16BasketControllerC6renderyyF:
Lfunc_begin25:
	.loc	1 84 0
	.cfi_startproc
	stp	x22, x21, [sp, #-48]!
	stp	x20, x19, [sp, #16]
	stp	x29, x30, [sp, #32]
	add	x29, sp, #32
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
	.cfi_offset w21, -40
	.cfi_offset w22, -48
	bl	_OUTLINED_FUNCTION_1
Ltmp44:
	.loc	1 7 17 prologue_end
Lloh34:
	adrp	x0, l_.str.15.Checkout.basket@PAGE
Lloh35:
	add	x0, x0, l_.str.15.Checkout.basket@PAGEOFF
	mov	w1, #300
	bl	_KitUnits
	.loc	1 7 13 is_stmt 0
	mov	w21, w0
	.loc	1 10 14 is_stmt 1
	cbz	w0, LBB25_3
	.loc	1 0 14 is_stmt 0
	mov	x8, x21
LBB25_2:
	bl	_OUTLINED_FUNCTION_0
	.loc	1 10 14
	b.ne	LBB25_2
Ltmp45:
LBB25_3:
	.loc	1 0 14
	bl	_OUTLINED_FUNCTION_4
Lloh36:
	adrp	x8, _$s8Checkout16BasketControllerC5totalSivpWvd@PAGE
Lloh37:
	ldr	x8, [x8, _$s8Checkout16BasketControllerC5totalSivpWvd@PAGEOFF]
	.loc	1 84 31 is_stmt 1
	ldr	x9, [x20, x8]
	add	x9, x9, x21
	str	x9, [x20, x8]
	.loc	1 84 63 epilogue_begin is_stmt 0
	ldp	x29, x30, [sp, #32]
	b	_OUTLINED_FUNCTION_12
Ltmp46:
	.loh AdrpAdd	Lloh34, Lloh35
	.loh AdrpLdr	Lloh36, Lloh37
Lfunc_end25:
	.cfi_endproc
	.p2align	2
_$s8Checkout16BasketControllerC11viewDidLoadyyFTo:
Lfunc_begin26:
	.loc	2 0 0 is_stmt 1
	.cfi_startproc
	stp	x20, x19, [sp, #-32]!
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
Ltmp47:
	bl	_objc_retain
	mov	x20, x0
	bl	_$s8Checkout16BasketControllerC11viewDidLoadyyF
	mov	x0, x20
	ldp	x29, x30, [sp, #16]
	b	_OUTLINED_FUNCTION_5
Ltmp48:
Lfunc_end26:
	.cfi_endproc
	.globl	_$s8Checkout16BasketControllerC22viewWillLayoutSubviewsyyF
	.p2align	2
_$s8Checkout16BasketControllerC22viewWillLayoutSubviewsyyF:
Lfunc_begin27:
	.loc	1 86 0
	.cfi_startproc
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp49:
	.loc	1 87 11 prologue_end
	bl	_$s8Checkout16BasketControllerCMa
	stp	x20, x0, [sp]
Lloh38:
	adrp	x8, "L_selector(viewWillLayoutSubviews)"@PAGE
Lloh39:
	ldr	x1, [x8, "L_selector(viewWillLayoutSubviews)"@PAGEOFF]
	bl	_OUTLINED_FUNCTION_8
	.loc	1 88 16
Lloh40:
	adrp	x8, _$s8Checkout16BasketControllerC7layoutsSivpWvd@PAGE
Lloh41:
	ldr	x8, [x8, _$s8Checkout16BasketControllerC7layoutsSivpWvd@PAGEOFF]
	.loc	1 88 13 is_stmt 0
	ldr	x9, [x20, x8]
	add	x9, x9, #1
	str	x9, [x20, x8]
	.loc	1 89 3 epilogue_begin is_stmt 1
	ldp	x29, x30, [sp, #16]
	b	_OUTLINED_FUNCTION_6
Ltmp50:
	.loh AdrpLdr	Lloh40, Lloh41
	.loh AdrpLdr	Lloh38, Lloh39
Lfunc_end27:
	.cfi_endproc
	.p2align	2
_$s8Checkout16BasketControllerC22viewWillLayoutSubviewsyyFTo:
Lfunc_begin28:
	.loc	2 0 0
	.cfi_startproc
	stp	x20, x19, [sp, #-32]!
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
Ltmp51:
	bl	_objc_retain
	mov	x20, x0
	bl	_$s8Checkout16BasketControllerC22viewWillLayoutSubviewsyyF
	mov	x0, x20
	ldp	x29, x30, [sp, #16]
	b	_OUTLINED_FUNCTION_5
Ltmp52:
Lfunc_end28:
	.cfi_endproc
	.globl	_$s8Checkout16BasketControllerC13viewDidAppearyys5UInt8VF
	.p2align	2
_$s8Checkout16BasketControllerC13viewDidAppearyys5UInt8VF:
Lfunc_begin29:
	.loc	1 91 0
	.cfi_startproc
	sub	sp, sp, #48
	stp	x20, x19, [sp, #16]
	stp	x29, x30, [sp, #32]
	add	x29, sp, #32
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
	mov	x19, x0
Ltmp53:
	.loc	1 92 11 prologue_end
	bl	_$s8Checkout16BasketControllerCMa
	stp	x20, x0, [sp]
Lloh42:
	adrp	x8, "L_selector(viewDidAppear:)"@PAGE
Lloh43:
	ldr	x1, [x8, "L_selector(viewDidAppear:)"@PAGEOFF]
	and	w2, w19, #0xff
	mov	x0, sp
	bl	_objc_msgSendSuper2
	.loc	1 93 5
	bl	_$s8Checkout16BasketControllerC6renderyyF
	.loc	1 94 3 epilogue_begin
	ldp	x29, x30, [sp, #32]
	ldp	x20, x19, [sp, #16]
	add	sp, sp, #48
	ret
Ltmp54:
	.loh AdrpLdr	Lloh42, Lloh43
Lfunc_end29:
	.cfi_endproc
	.p2align	2
_$s8Checkout16BasketControllerC13viewDidAppearyys5UInt8VFTo:
Lfunc_begin30:
	.loc	2 0 0
	.cfi_startproc
	stp	x20, x19, [sp, #-32]!
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
	mov	x19, x2
Ltmp55:
	bl	_objc_retain
	mov	x20, x0
	mov	x0, x19
	bl	_$s8Checkout16BasketControllerC13viewDidAppearyys5UInt8VF
	mov	x0, x20
	ldp	x29, x30, [sp, #16]
	b	_OUTLINED_FUNCTION_5
Ltmp56:
Lfunc_end30:
	.cfi_endproc
	.globl	_$s8Checkout16BasketControllerCACycfC
	.p2align	2
_$s8Checkout16BasketControllerCACycfC:
Lfunc_begin31:
	.loc	1 71 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	mov	x0, x20
Ltmp57:
	.loc	1 0 0 prologue_end
	bl	_objc_allocWithZone
Lloh44:
	adrp	x8, "L_selector(init)"@PAGE
Lloh45:
	ldr	x1, [x8, "L_selector(init)"@PAGEOFF]
	ldp	x29, x30, [sp], #16
	b	_objc_msgSend
Ltmp58:
	.loh AdrpLdr	Lloh44, Lloh45
Lfunc_end31:
	.cfi_endproc
	.globl	_$s8Checkout16BasketControllerCACycfc
	.p2align	2
_$s8Checkout16BasketControllerCACycfc:
Lfunc_begin32:
	.loc	1 71 0
	.cfi_startproc
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp59:
	.loc	1 72 13 prologue_end
Lloh46:
	adrp	x8, _$s8Checkout16BasketControllerC5totalSivpWvd@PAGE
Lloh47:
	ldr	x8, [x8, _$s8Checkout16BasketControllerC5totalSivpWvd@PAGEOFF]
	.loc	1 72 26 is_stmt 0
	str	xzr, [x20, x8]
	.loc	1 73 13 is_stmt 1
Lloh48:
	adrp	x8, _$s8Checkout16BasketControllerC7layoutsSivpWvd@PAGE
Lloh49:
	ldr	x8, [x8, _$s8Checkout16BasketControllerC7layoutsSivpWvd@PAGEOFF]
	.loc	1 73 28 is_stmt 0
	str	xzr, [x20, x8]
	bl	_$s8Checkout16BasketControllerCMa
	stp	x20, x0, [sp]
Lloh50:
	adrp	x8, "L_selector(init)"@PAGE
Lloh51:
	ldr	x1, [x8, "L_selector(init)"@PAGEOFF]
	mov	x0, sp
	bl	_objc_msgSendSuper2
	.loc	1 0 0 epilogue_begin
	ldp	x29, x30, [sp, #16]
	add	sp, sp, #32
	ret
Ltmp60:
	.loh AdrpLdr	Lloh50, Lloh51
	.loh AdrpLdr	Lloh48, Lloh49
	.loh AdrpLdr	Lloh46, Lloh47
Lfunc_end32:
	.cfi_endproc
	.p2align	2
_$s8Checkout16BasketControllerCACycfcTo:
Lfunc_begin33:
	.loc	2 0 0 is_stmt 1
	.cfi_startproc
	stp	x20, x19, [sp, #-32]!
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
Ltmp61:
	mov	x20, x0
	bl	_$s8Checkout16BasketControllerCACycfc
	ldp	x29, x30, [sp, #16]
	b	_OUTLINED_FUNCTION_3
Ltmp62:
Lfunc_end33:
	.cfi_endproc
	.globl	_$s8Checkout16BasketControllerCfD
	.p2align	2
_$s8Checkout16BasketControllerCfD:
Lfunc_begin34:
	.cfi_startproc
Lloh52:
	adrp	x0, _$s8Checkout16BasketControllerCMa@PAGE
Lloh53:
	add	x0, x0, _$s8Checkout16BasketControllerCMa@PAGEOFF
	b	_$s8Checkout7SessionCfDTm
	.loh AdrpAdd	Lloh52, Lloh53
Lfunc_end34:
	.cfi_endproc
	.p2align	2
_$s8Checkout7SessionCfDTm:
Lfunc_begin35:
	.cfi_startproc
	sub	sp, sp, #32
	stp	x29, x30, [sp, #16]
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	blr	x0
	stp	x20, x0, [sp]
Lloh54:
	adrp	x8, "L_selector(dealloc)"@PAGE
Lloh55:
	ldr	x1, [x8, "L_selector(dealloc)"@PAGEOFF]
	bl	_OUTLINED_FUNCTION_8
	ldp	x29, x30, [sp, #16]
	b	_OUTLINED_FUNCTION_6
	.loh AdrpLdr	Lloh54, Lloh55
Lfunc_end35:
	.cfi_endproc
	.globl	_$s8Checkout8SettingsCMa
	.p2align	2
_$s8Checkout8SettingsCMa:
Lfunc_begin36:
	.loc	2 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp63:
Lloh56:
	adrp	x0, _$s8Checkout8SettingsCMf@PAGE+24
Lloh57:
	add	x0, x0, _$s8Checkout8SettingsCMf@PAGEOFF+24
	bl	_objc_opt_self
	mov	x1, #0
	ldp	x29, x30, [sp], #16
	ret
Ltmp64:
	.loh AdrpAdd	Lloh56, Lloh57
Lfunc_end36:
	.cfi_endproc
	.globl	_$s8Checkout4LineCMa
	.p2align	2
_$s8Checkout4LineCMa:
Lfunc_begin37:
	.loc	2 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp65:
Lloh58:
	adrp	x0, _$s8Checkout4LineCMf@PAGE+24
Lloh59:
	add	x0, x0, _$s8Checkout4LineCMf@PAGEOFF+24
	bl	_objc_opt_self
	mov	x1, #0
	ldp	x29, x30, [sp], #16
	ret
Ltmp66:
	.loh AdrpAdd	Lloh58, Lloh59
Lfunc_end37:
	.cfi_endproc
	.globl	_$s8Checkout9TaxedLineCMa
	.p2align	2
_$s8Checkout9TaxedLineCMa:
Lfunc_begin38:
	.loc	2 0 0
	.cfi_startproc
	stp	x29, x30, [sp, #-16]!
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
Ltmp67:
Lloh60:
	adrp	x0, _$s8Checkout9TaxedLineCMf@PAGE+24
Lloh61:
	add	x0, x0, _$s8Checkout9TaxedLineCMf@PAGEOFF+24
	bl	_objc_opt_self
	mov	x1, #0
	ldp	x29, x30, [sp], #16
	ret
Ltmp68:
	.loh AdrpAdd	Lloh60, Lloh61
Lfunc_end38:
	.cfi_endproc
	.globl	_$s8Checkout7SessionCACycfC
	.p2align	2
_$s8Checkout7SessionCACycfC:
Lfunc_begin39:
	.cfi_startproc
	b	_$s8Checkout16BasketControllerCACycfC
Lfunc_end39:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_0:
Lfunc_begin40:
	.cfi_startproc
	eor	x9, x19, x19, lsl #13
	eor	x9, x9, x9, lsr #7
	eor	x9, x9, x9, lsl #17
	eor	x9, x9, x9, lsl #5
	eor	x19, x9, x9, lsr #11
	subs	x8, x8, #1
	ret
Lfunc_end40:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_1:
Lfunc_begin41:
	.cfi_startproc
	mov	x19, #31300
	movk	x19, #52159, lsl #16
	movk	x19, #16525, lsl #32
	movk	x19, #313, lsl #48
	ret
Lfunc_end41:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_2:
Lfunc_begin42:
	.cfi_startproc
	mov	x0, x20
	mov	w1, #24
	mov	w2, #7
	b	_swift_deallocClassInstance
Lfunc_end42:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_3:
Lfunc_begin43:
	.cfi_startproc
	ldp	x20, x19, [sp], #32
	ret
Lfunc_end43:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_4:
Lfunc_begin44:
	.cfi_startproc
	mov	x0, x19
	b	_KitKeep
Lfunc_end44:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_5:
Lfunc_begin45:
	.cfi_startproc
	ldp	x20, x19, [sp], #32
	b	_objc_release
Lfunc_end45:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_6:
Lfunc_begin46:
	.cfi_startproc
	add	sp, sp, #32
	ret
Lfunc_end46:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_7:
Lfunc_begin47:
	.cfi_startproc
	mov	x0, #0
	ret
Lfunc_end47:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_8:
Lfunc_begin48:
	.cfi_startproc
	mov	x0, sp
	b	_objc_msgSendSuper2
Lfunc_end48:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_9:
Lfunc_begin49:
	.cfi_startproc
	mov	w1, #24
	mov	w2, #7
	b	_swift_allocObject
Lfunc_end49:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_10:
Lfunc_begin50:
	.cfi_startproc
	mov	x0, x20
	ret
Lfunc_end50:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_11:
Lfunc_begin51:
	.cfi_startproc
	ldp	x20, x19, [sp, #16]
	ldp	x22, x21, [sp], #48
	ret
Lfunc_end51:
	.cfi_endproc
	.p2align	2
_OUTLINED_FUNCTION_12:
Lfunc_begin52:
	.cfi_startproc
	ldp	x20, x19, [sp, #16]
	ldp	x22, x21, [sp], #48
	ret
Lfunc_end52:
	.cfi_endproc
.zerofill __DATA,__bss,_$s8Checkout8SettingsC6shared_Wz,8,3
	.private_extern	_$s8Checkout8SettingsC6sharedACvpZ
	.globl	_$s8Checkout8SettingsC6sharedACvpZ
.zerofill __DATA,__common,_$s8Checkout8SettingsC6sharedACvpZ,8,3
	.private_extern	_$s8Checkout7SessionC6openedSivpWvd
	.section	__DATA,__data
	.globl	_$s8Checkout7SessionC6openedSivpWvd
	.p2align	3, 0x0
_$s8Checkout7SessionC6openedSivpWvd:
	.quad	8
	.section	__TEXT,__cstring,cstring_literals
	.p2align	4, 0x0
l_.str.16.Checkout.session:
	.asciz	"Checkout.session"
	.p2align	4, 0x0
l_.str.16.Checkout.archive:
	.asciz	"Checkout.archive"
	.section	__TEXT,__objc_methname,cstring_literals
"L_selector_data(init)":
	.asciz	"init"
	.section	__DATA,__objc_selrefs,literal_pointers,no_dead_strip
	.p2align	3, 0x0
"L_selector(init)":
	.quad	"L_selector_data(init)"
	.section	__TEXT,__objc_methname,cstring_literals
"L_selector_data(dealloc)":
	.asciz	"dealloc"
	.section	__DATA,__objc_selrefs,literal_pointers,no_dead_strip
	.p2align	3, 0x0
"L_selector(dealloc)":
	.quad	"L_selector_data(dealloc)"
	.section	__TEXT,__objc_methname,cstring_literals
"L_selector_data(viewDidLoad)":
	.asciz	"viewDidLoad"
	.section	__DATA,__objc_selrefs,literal_pointers,no_dead_strip
	.p2align	3, 0x0
"L_selector(viewDidLoad)":
	.quad	"L_selector_data(viewDidLoad)"
	.private_extern	_$s8Checkout16BasketControllerC5totalSivpWvd
	.section	__DATA,__data
	.globl	_$s8Checkout16BasketControllerC5totalSivpWvd
	.p2align	3, 0x0
_$s8Checkout16BasketControllerC5totalSivpWvd:
	.quad	8
	.section	__TEXT,__objc_methname,cstring_literals
"L_selector_data(viewWillLayoutSubviews)":
	.asciz	"viewWillLayoutSubviews"
	.section	__DATA,__objc_selrefs,literal_pointers,no_dead_strip
	.p2align	3, 0x0
"L_selector(viewWillLayoutSubviews)":
	.quad	"L_selector_data(viewWillLayoutSubviews)"
	.private_extern	_$s8Checkout16BasketControllerC7layoutsSivpWvd
	.section	__DATA,__data
	.globl	_$s8Checkout16BasketControllerC7layoutsSivpWvd
	.p2align	3, 0x0
_$s8Checkout16BasketControllerC7layoutsSivpWvd:
	.quad	16
	.section	__TEXT,__objc_methname,cstring_literals
"L_selector_data(viewDidAppear:)":
	.asciz	"viewDidAppear:"
	.section	__DATA,__objc_selrefs,literal_pointers,no_dead_strip
	.p2align	3, 0x0
"L_selector(viewDidAppear:)":
	.quad	"L_selector_data(viewDidAppear:)"
	.private_extern	_$s8Checkout8SettingsC5linesSivpWvd
	.section	__TEXT,__const
	.globl	_$s8Checkout8SettingsC5linesSivpWvd
	.p2align	3, 0x0
_$s8Checkout8SettingsC5linesSivpWvd:
	.quad	16
	.section	__DATA,__data
	.globl	_$s8Checkout8SettingsCMm
	.p2align	3, 0x0
_$s8Checkout8SettingsCMm:
	.quad	_OBJC_METACLASS_$__TtCs12_SwiftObject
	.quad	_OBJC_METACLASS_$__TtCs12_SwiftObject
	.quad	__objc_empty_cache
	.quad	0
	.quad	__METACLASS_DATA__TtC8Checkout8Settings
	.section	__TEXT,__cstring,cstring_literals
	.p2align	4, 0x0
l_.str.22._TtC8Checkout8Settings:
	.asciz	"_TtC8Checkout8Settings"
	.section	__DATA,__objc_const
	.p2align	3, 0x0
__METACLASS_DATA__TtC8Checkout8Settings:
	.long	129
	.long	40
	.long	40
	.long	0
	.quad	0
	.quad	l_.str.22._TtC8Checkout8Settings
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.section	__TEXT,__cstring,cstring_literals
l_.str.5.lines:
	.asciz	"lines"
l_.str.0.:
	.space	1
	.section	__DATA,__objc_const
	.p2align	3, 0x0
__IVARS__TtC8Checkout8Settings:
	.long	32
	.long	1
	.quad	_$s8Checkout8SettingsC5linesSivpWvd
	.quad	l_.str.5.lines
	.quad	l_.str.0.
	.long	3
	.long	8
	.p2align	3, 0x0
__DATA__TtC8Checkout8Settings:
	.long	128
	.long	16
	.long	24
	.long	0
	.quad	0
	.quad	l_.str.22._TtC8Checkout8Settings
	.quad	0
	.quad	0
	.quad	__IVARS__TtC8Checkout8Settings
	.quad	0
	.quad	0
	.section	__TEXT,__const
l_.str.8.Checkout:
	.asciz	"Checkout"
	.private_extern	_$s8CheckoutMXM
	.section	__TEXT,__constg_swiftt
	.globl	_$s8CheckoutMXM
	.weak_definition	_$s8CheckoutMXM
	.p2align	2, 0x0
_$s8CheckoutMXM:
	.long	0
	.long	0
	.long	(l_.str.8.Checkout-_$s8CheckoutMXM)-8
	.section	__TEXT,__const
l_.str.8.Settings:
	.asciz	"Settings"
	.section	__TEXT,__constg_swiftt
	.globl	_$s8Checkout8SettingsCMn
	.p2align	2, 0x0
_$s8Checkout8SettingsCMn:
	.long	2147483728
	.long	(_$s8CheckoutMXM-_$s8Checkout8SettingsCMn)-4
	.long	(l_.str.8.Settings-_$s8Checkout8SettingsCMn)-8
	.long	(_$s8Checkout8SettingsCMa-_$s8Checkout8SettingsCMn)-12
	.long	0
	.long	0
	.long	3
	.long	12
	.long	2
	.long	1
	.long	10
	.long	11
	.long	1
	.long	1
	.long	0
	.section	__DATA,__data
	.p2align	3, 0x0
_$s8Checkout8SettingsCMf:
	.quad	0
	.quad	_$s8Checkout8SettingsCfD
	.quad	_$sBoWV
	.quad	_$s8Checkout8SettingsCMm
	.quad	_OBJC_CLASS_$__TtCs12_SwiftObject
	.quad	__objc_empty_cache
	.quad	0
	.quad	__DATA__TtC8Checkout8Settings+2
	.long	2
	.long	0
	.long	24
	.short	7
	.short	0
	.long	120
	.long	24
	.quad	_$s8Checkout8SettingsCMn
	.quad	0
	.quad	16
	.quad	_swift_deletedMethodError
	.private_extern	_$s8Checkout4LineC5centsSivpWvd
	.section	__TEXT,__const
	.globl	_$s8Checkout4LineC5centsSivpWvd
	.p2align	3, 0x0
_$s8Checkout4LineC5centsSivpWvd:
	.quad	16
	.section	__DATA,__data
	.globl	_$s8Checkout4LineCMm
	.p2align	3, 0x0
_$s8Checkout4LineCMm:
	.quad	_OBJC_METACLASS_$__TtCs12_SwiftObject
	.quad	_OBJC_METACLASS_$__TtCs12_SwiftObject
	.quad	__objc_empty_cache
	.quad	0
	.quad	__METACLASS_DATA__TtC8Checkout4Line
	.section	__TEXT,__cstring,cstring_literals
	.p2align	4, 0x0
l_.str.18._TtC8Checkout4Line:
	.asciz	"_TtC8Checkout4Line"
	.section	__DATA,__objc_const
	.p2align	3, 0x0
__METACLASS_DATA__TtC8Checkout4Line:
	.long	129
	.long	40
	.long	40
	.long	0
	.quad	0
	.quad	l_.str.18._TtC8Checkout4Line
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.section	__TEXT,__cstring,cstring_literals
l_.str.5.cents:
	.asciz	"cents"
	.section	__DATA,__objc_const
	.p2align	3, 0x0
__IVARS__TtC8Checkout4Line:
	.long	32
	.long	1
	.quad	_$s8Checkout4LineC5centsSivpWvd
	.quad	l_.str.5.cents
	.quad	l_.str.0.
	.long	3
	.long	8
	.p2align	3, 0x0
__DATA__TtC8Checkout4Line:
	.long	128
	.long	16
	.long	24
	.long	0
	.quad	0
	.quad	l_.str.18._TtC8Checkout4Line
	.quad	0
	.quad	0
	.quad	__IVARS__TtC8Checkout4Line
	.quad	0
	.quad	0
	.section	__TEXT,__const
l_.str.4.Line:
	.asciz	"Line"
	.section	__TEXT,__constg_swiftt
	.globl	_$s8Checkout4LineCMn
	.p2align	2, 0x0
_$s8Checkout4LineCMn:
	.long	2147483728
	.long	(_$s8CheckoutMXM-_$s8Checkout4LineCMn)-4
	.long	(l_.str.4.Line-_$s8Checkout4LineCMn)-8
	.long	(_$s8Checkout4LineCMa-_$s8Checkout4LineCMn)-12
	.long	0
	.long	0
	.long	3
	.long	13
	.long	3
	.long	1
	.long	10
	.long	11
	.long	2
	.long	1
	.long	0
	.long	16
	.long	(_$s8Checkout4LineC5totalSiyF-_$s8Checkout4LineCMn)-64
	.section	__DATA,__data
	.p2align	3, 0x0
_$s8Checkout4LineCMf:
	.quad	0
	.quad	_$s8Checkout4LineCfD
	.quad	_$sBoWV
	.quad	_$s8Checkout4LineCMm
	.quad	_OBJC_CLASS_$__TtCs12_SwiftObject
	.quad	__objc_empty_cache
	.quad	0
	.quad	__DATA__TtC8Checkout4Line+2
	.long	2
	.long	0
	.long	24
	.short	7
	.short	0
	.long	128
	.long	24
	.quad	_$s8Checkout4LineCMn
	.quad	0
	.quad	16
	.quad	_swift_deletedMethodError
	.quad	_$s8Checkout4LineC5totalSiyF
	.globl	_$s8Checkout9TaxedLineCMm
	.p2align	3, 0x0
_$s8Checkout9TaxedLineCMm:
	.quad	_OBJC_METACLASS_$__TtCs12_SwiftObject
	.quad	_$s8Checkout4LineCMm
	.quad	__objc_empty_cache
	.quad	0
	.quad	__METACLASS_DATA__TtC8Checkout9TaxedLine
	.section	__TEXT,__cstring,cstring_literals
	.p2align	4, 0x0
l_.str.23._TtC8Checkout9TaxedLine:
	.asciz	"_TtC8Checkout9TaxedLine"
	.section	__DATA,__objc_const
	.p2align	3, 0x0
__METACLASS_DATA__TtC8Checkout9TaxedLine:
	.long	129
	.long	40
	.long	40
	.long	0
	.quad	0
	.quad	l_.str.23._TtC8Checkout9TaxedLine
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.p2align	3, 0x0
__DATA__TtC8Checkout9TaxedLine:
	.long	128
	.long	24
	.long	24
	.long	0
	.quad	0
	.quad	l_.str.23._TtC8Checkout9TaxedLine
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.section	__TEXT,__const
l_.str.9.TaxedLine:
	.asciz	"TaxedLine"
	.private_extern	"_symbolic _____ 8Checkout4LineC"
	.section	__TEXT,__swift5_typeref
	.globl	"_symbolic _____ 8Checkout4LineC"
	.weak_definition	"_symbolic _____ 8Checkout4LineC"
	.p2align	1, 0x0
"_symbolic _____ 8Checkout4LineC":
	.byte	1
	.long	(_$s8Checkout4LineCMn-"_symbolic _____ 8Checkout4LineC")-1
	.byte	0
	.section	__TEXT,__constg_swiftt
	.globl	_$s8Checkout9TaxedLineCMn
	.p2align	2, 0x0
_$s8Checkout9TaxedLineCMn:
	.long	1073741904
	.long	(_$s8CheckoutMXM-_$s8Checkout9TaxedLineCMn)-4
	.long	(l_.str.9.TaxedLine-_$s8Checkout9TaxedLineCMn)-8
	.long	(_$s8Checkout9TaxedLineCMa-_$s8Checkout9TaxedLineCMn)-12
	.long	0
	.long	("_symbolic _____ 8Checkout4LineC"-_$s8Checkout9TaxedLineCMn)-20
	.long	3
	.long	13
	.long	0
	.long	0
	.long	13
	.long	2
	.long	(_$s8Checkout4LineCMn-_$s8Checkout9TaxedLineCMn)-48
	.long	(_$s8Checkout4LineCMn-_$s8Checkout9TaxedLineCMn)+8
	.long	(_$s8Checkout9TaxedLineC5totalSiyF-_$s8Checkout9TaxedLineCMn)-56
	.long	(_$s8Checkout4LineCMn-_$s8Checkout9TaxedLineCMn)-60
	.long	(_$s8Checkout4LineCMn-_$s8Checkout9TaxedLineCMn)-12
	.long	0
	.section	__DATA,__data
	.p2align	3, 0x0
_$s8Checkout9TaxedLineCMf:
	.quad	0
	.quad	_$s8Checkout9TaxedLineCfD
	.quad	_$sBoWV
	.quad	_$s8Checkout9TaxedLineCMm
	.quad	_$s8Checkout4LineCMf+24
	.quad	__objc_empty_cache
	.quad	0
	.quad	__DATA__TtC8Checkout9TaxedLine+2
	.long	2
	.long	0
	.long	24
	.short	7
	.short	0
	.long	128
	.long	24
	.quad	_$s8Checkout9TaxedLineCMn
	.quad	0
	.quad	16
	.quad	_swift_deletedMethodError
	.quad	_$s8Checkout9TaxedLineC5totalSiyF
	.globl	_OBJC_METACLASS_$__TtC8Checkout7Session
	.p2align	3, 0x0
_OBJC_METACLASS_$__TtC8Checkout7Session:
	.quad	_OBJC_METACLASS_$_NSObject
	.quad	_OBJC_METACLASS_$_NSObject
	.quad	__objc_empty_cache
	.quad	0
	.quad	__METACLASS_DATA__TtC8Checkout7Session
	.section	__TEXT,__cstring,cstring_literals
	.p2align	4, 0x0
l_.str.21._TtC8Checkout7Session:
	.asciz	"_TtC8Checkout7Session"
	.section	__DATA,__objc_const
	.p2align	3, 0x0
__METACLASS_DATA__TtC8Checkout7Session:
	.long	129
	.long	40
	.long	40
	.long	0
	.quad	0
	.quad	l_.str.21._TtC8Checkout7Session
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.section	__TEXT,__objc_methname,cstring_literals
"L_selector_data(open:)":
	.asciz	"open:"
	.section	__TEXT,__cstring,cstring_literals
"l_.str.10.q24@0:8q16":
	.asciz	"q24@0:8q16"
	.section	__TEXT,__objc_methname,cstring_literals
"L_selector_data(archive)":
	.asciz	"archive"
	.section	__TEXT,__cstring,cstring_literals
"l_.str.7.v16@0:8":
	.asciz	"v16@0:8"
"l_.str.7.@16@0:8":
	.asciz	"@16@0:8"
	.section	__DATA,__objc_data
	.p2align	3, 0x0
__INSTANCE_METHODS__TtC8Checkout7Session:
	.long	24
	.long	3
	.quad	"L_selector_data(open:)"
	.quad	"l_.str.10.q24@0:8q16"
	.quad	_$s8Checkout7SessionC4openyS2iFTo
	.quad	"L_selector_data(archive)"
	.quad	"l_.str.7.v16@0:8"
	.quad	_$s8Checkout7SessionC7archiveyyFTo
	.quad	"L_selector_data(init)"
	.quad	"l_.str.7.@16@0:8"
	.quad	_$s8Checkout7SessionCACycfcTo
	.section	__TEXT,__cstring,cstring_literals
l_.str.6.opened:
	.asciz	"opened"
	.section	__DATA,__objc_const
	.p2align	3, 0x0
__IVARS__TtC8Checkout7Session:
	.long	32
	.long	1
	.quad	_$s8Checkout7SessionC6openedSivpWvd
	.quad	l_.str.6.opened
	.quad	l_.str.0.
	.long	3
	.long	8
	.section	__DATA,__objc_data
	.p2align	3, 0x0
__DATA__TtC8Checkout7Session:
	.long	128
	.long	8
	.long	16
	.long	0
	.quad	0
	.quad	l_.str.21._TtC8Checkout7Session
	.quad	__INSTANCE_METHODS__TtC8Checkout7Session
	.quad	0
	.quad	__IVARS__TtC8Checkout7Session
	.quad	0
	.quad	0
	.section	__TEXT,__const
l_.str.7.Session:
	.asciz	"Session"
	.private_extern	"_symbolic So8NSObjectC"
	.section	__TEXT,__swift5_typeref
	.globl	"_symbolic So8NSObjectC"
	.weak_definition	"_symbolic So8NSObjectC"
	.p2align	1, 0x0
"_symbolic So8NSObjectC":
	.ascii	"So8NSObjectC"
	.byte	0
	.section	__TEXT,__constg_swiftt
	.globl	_$s8Checkout7SessionCMn
	.p2align	2, 0x0
_$s8Checkout7SessionCMn:
	.long	2147483728
	.long	(_$s8CheckoutMXM-_$s8Checkout7SessionCMn)-4
	.long	(l_.str.7.Session-_$s8Checkout7SessionCMn)-8
	.long	(_$s8Checkout7SessionCMa-_$s8Checkout7SessionCMn)-12
	.long	0
	.long	("_symbolic So8NSObjectC"-_$s8Checkout7SessionCMn)-20
	.long	3
	.long	13
	.long	3
	.long	1
	.long	10
	.long	11
	.long	2
	.long	16
	.long	(_$s8Checkout7SessionC4openyS2iF-_$s8Checkout7SessionCMn)-56
	.long	16
	.long	(_$s8Checkout7SessionC7archiveyyF-_$s8Checkout7SessionCMn)-64
	.section	__DATA,__objc_data
	.p2align	3, 0x0
_$s8Checkout7SessionCMf:
	.quad	0
	.quad	_$s8Checkout7SessionCfD
	.quad	_$sBOWV
	.quad	_OBJC_METACLASS_$__TtC8Checkout7Session
	.quad	_OBJC_CLASS_$_NSObject
	.quad	__objc_empty_cache
	.quad	0
	.quad	__DATA__TtC8Checkout7Session+2
	.long	0
	.long	0
	.long	16
	.short	7
	.short	0
	.long	128
	.long	24
	.quad	_$s8Checkout7SessionCMn
	.quad	0
	.quad	8
	.quad	_$s8Checkout7SessionC4openyS2iF
	.quad	_$s8Checkout7SessionC7archiveyyF
	.section	__DATA,__data
	.globl	_OBJC_METACLASS_$__TtC8Checkout16BasketController
	.p2align	3, 0x0
_OBJC_METACLASS_$__TtC8Checkout16BasketController:
	.quad	_OBJC_METACLASS_$_NSObject
	.quad	_OBJC_METACLASS_$_UIViewController
	.quad	__objc_empty_cache
	.quad	0
	.quad	__METACLASS_DATA__TtC8Checkout16BasketController
	.section	__TEXT,__cstring,cstring_literals
	.p2align	4, 0x0
l_.str.31._TtC8Checkout16BasketController:
	.asciz	"_TtC8Checkout16BasketController"
	.section	__DATA,__objc_const
	.p2align	3, 0x0
__METACLASS_DATA__TtC8Checkout16BasketController:
	.long	129
	.long	40
	.long	40
	.long	0
	.quad	0
	.quad	l_.str.31._TtC8Checkout16BasketController
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.quad	0
	.section	__TEXT,__cstring,cstring_literals
"l_.str.10.v20@0:8C16":
	.asciz	"v20@0:8C16"
	.section	__DATA,__objc_data
	.p2align	3, 0x0
__INSTANCE_METHODS__TtC8Checkout16BasketController:
	.long	24
	.long	4
	.quad	"L_selector_data(viewDidLoad)"
	.quad	"l_.str.7.v16@0:8"
	.quad	_$s8Checkout16BasketControllerC11viewDidLoadyyFTo
	.quad	"L_selector_data(viewWillLayoutSubviews)"
	.quad	"l_.str.7.v16@0:8"
	.quad	_$s8Checkout16BasketControllerC22viewWillLayoutSubviewsyyFTo
	.quad	"L_selector_data(viewDidAppear:)"
	.quad	"l_.str.10.v20@0:8C16"
	.quad	_$s8Checkout16BasketControllerC13viewDidAppearyys5UInt8VFTo
	.quad	"L_selector_data(init)"
	.quad	"l_.str.7.@16@0:8"
	.quad	_$s8Checkout16BasketControllerCACycfcTo
	.section	__TEXT,__cstring,cstring_literals
l_.str.5.total:
	.asciz	"total"
l_.str.7.layouts:
	.asciz	"layouts"
	.section	__DATA,__objc_const
	.p2align	3, 0x0
__IVARS__TtC8Checkout16BasketController:
	.long	32
	.long	2
	.quad	_$s8Checkout16BasketControllerC5totalSivpWvd
	.quad	l_.str.5.total
	.quad	l_.str.0.
	.long	3
	.long	8
	.quad	_$s8Checkout16BasketControllerC7layoutsSivpWvd
	.quad	l_.str.7.layouts
	.quad	l_.str.0.
	.long	3
	.long	8
	.section	__DATA,__objc_data
	.p2align	3, 0x0
__DATA__TtC8Checkout16BasketController:
	.long	128
	.long	8
	.long	24
	.long	0
	.quad	0
	.quad	l_.str.31._TtC8Checkout16BasketController
	.quad	__INSTANCE_METHODS__TtC8Checkout16BasketController
	.quad	0
	.quad	__IVARS__TtC8Checkout16BasketController
	.quad	0
	.quad	0
	.section	__TEXT,__const
	.p2align	4, 0x0
l_.str.16.BasketController:
	.asciz	"BasketController"
	.private_extern	"_symbolic So16UIViewControllerC"
	.section	__TEXT,__swift5_typeref
	.globl	"_symbolic So16UIViewControllerC"
	.weak_definition	"_symbolic So16UIViewControllerC"
	.p2align	1, 0x0
"_symbolic So16UIViewControllerC":
	.ascii	"So16UIViewControllerC"
	.byte	0
	.section	__TEXT,__constg_swiftt
	.globl	_$s8Checkout16BasketControllerCMn
	.p2align	2, 0x0
_$s8Checkout16BasketControllerCMn:
	.long	80
	.long	(_$s8CheckoutMXM-_$s8Checkout16BasketControllerCMn)-4
	.long	(l_.str.16.BasketController-_$s8Checkout16BasketControllerCMn)-8
	.long	(_$s8Checkout16BasketControllerCMa-_$s8Checkout16BasketControllerCMn)-12
	.long	0
	.long	("_symbolic So16UIViewControllerC"-_$s8Checkout16BasketControllerCMn)-20
	.long	3
	.long	12
	.long	2
	.long	2
	.long	10
	.section	__DATA,__objc_data
	.p2align	3, 0x0
_$s8Checkout16BasketControllerCMf:
	.quad	0
	.quad	_$s8Checkout16BasketControllerCfD
	.quad	_$sBOWV
	.quad	_OBJC_METACLASS_$__TtC8Checkout16BasketController
	.quad	_OBJC_CLASS_$_UIViewController
	.quad	__objc_empty_cache
	.quad	0
	.quad	__DATA__TtC8Checkout16BasketController+2
	.long	0
	.long	0
	.long	24
	.short	7
	.short	0
	.long	120
	.long	24
	.quad	_$s8Checkout16BasketControllerCMn
	.quad	0
	.quad	8
	.quad	16
	.section	__TEXT,__cstring,cstring_literals
l_.str.13.Checkout.line:
	.asciz	"Checkout.line"
l_.str.15.Checkout.basket:
	.asciz	"Checkout.basket"
	.p2align	4, 0x0
l_.str.17.Checkout.settings:
	.asciz	"Checkout.settings"
	.section	__TEXT,__swift5_types
	.p2align	2, 0x0
l_$s8Checkout8SettingsCHn:
	.long	_$s8Checkout8SettingsCMn-l_$s8Checkout8SettingsCHn
	.p2align	2, 0x0
l_$s8Checkout4LineCHn:
	.long	_$s8Checkout4LineCMn-l_$s8Checkout4LineCHn
	.p2align	2, 0x0
l_$s8Checkout9TaxedLineCHn:
	.long	_$s8Checkout9TaxedLineCMn-l_$s8Checkout9TaxedLineCHn
	.p2align	2, 0x0
l_$s8Checkout7SessionCHn:
	.long	_$s8Checkout7SessionCMn-l_$s8Checkout7SessionCHn
	.p2align	2, 0x0
l_$s8Checkout16BasketControllerCHn:
	.long	_$s8Checkout16BasketControllerCMn-l_$s8Checkout16BasketControllerCHn
	.section	__DATA,__objc_classlist,regular,no_dead_strip
	.p2align	3, 0x0
_objc_classes_$s8Checkout8SettingsCN:
	.quad	_$s8Checkout8SettingsCN
	.p2align	3, 0x0
_objc_classes_$s8Checkout4LineCN:
	.quad	_$s8Checkout4LineCN
	.p2align	3, 0x0
_objc_classes_$s8Checkout9TaxedLineCN:
	.quad	_$s8Checkout9TaxedLineCN
	.p2align	3, 0x0
_objc_classes_$s8Checkout7SessionCN:
	.quad	_$s8Checkout7SessionCN
	.p2align	3, 0x0
_objc_classes_$s8Checkout16BasketControllerCN:
	.quad	_$s8Checkout16BasketControllerCN
	.no_dead_strip	_$s8Checkout16BasketControllerC11viewDidLoadyyF
	.no_dead_strip	_$s8Checkout16BasketControllerC13viewDidAppearyys5UInt8VF
	.no_dead_strip	_$s8Checkout16BasketControllerC22viewWillLayoutSubviewsyyF
	.no_dead_strip	_$s8Checkout16BasketControllerC5totalSivpfi
	.no_dead_strip	_$s8Checkout16BasketControllerC7layoutsSivpfi
	.no_dead_strip	_$s8Checkout16BasketControllerCACycfC
	.no_dead_strip	_$s8Checkout16BasketControllerCACycfc
	.no_dead_strip	l_$s8Checkout16BasketControllerCHn
	.no_dead_strip	_$s8Checkout16BasketControllerCMa
	.no_dead_strip	_$s8Checkout16BasketControllerCMn
	.no_dead_strip	_$s8Checkout16BasketControllerCN
	.no_dead_strip	_$s8Checkout16BasketControllerCfD
	.no_dead_strip	l_$s8Checkout4LineCHn
	.no_dead_strip	_$s8Checkout4LineCMa
	.no_dead_strip	_$s8Checkout4LineCMm
	.no_dead_strip	_$s8Checkout4LineCMn
	.no_dead_strip	_$s8Checkout4LineCN
	.no_dead_strip	_$s8Checkout4LineCfD
	.no_dead_strip	_$s8Checkout4LineCfd
	.no_dead_strip	_$s8Checkout7SessionC4openyS2iF
	.no_dead_strip	_$s8Checkout7SessionC4openyS2iFTq
	.no_dead_strip	_$s8Checkout7SessionC6openedSivpfi
	.no_dead_strip	_$s8Checkout7SessionC7archiveyyF
	.no_dead_strip	_$s8Checkout7SessionC7archiveyyFTq
	.no_dead_strip	_$s8Checkout7SessionCACycfC
	.no_dead_strip	_$s8Checkout7SessionCACycfc
	.no_dead_strip	l_$s8Checkout7SessionCHn
	.no_dead_strip	_$s8Checkout7SessionCMa
	.no_dead_strip	_$s8Checkout7SessionCMn
	.no_dead_strip	_$s8Checkout7SessionCN
	.no_dead_strip	_$s8Checkout7SessionCfD
	.no_dead_strip	l_$s8Checkout8SettingsCHn
	.no_dead_strip	_$s8Checkout8SettingsCMa
	.no_dead_strip	_$s8Checkout8SettingsCMm
	.no_dead_strip	_$s8Checkout8SettingsCMn
	.no_dead_strip	_$s8Checkout8SettingsCN
	.no_dead_strip	_$s8Checkout8SettingsCfD
	.no_dead_strip	_$s8Checkout8SettingsCfd
	.no_dead_strip	l_$s8Checkout9TaxedLineCHn
	.no_dead_strip	_$s8Checkout9TaxedLineCMa
	.no_dead_strip	_$s8Checkout9TaxedLineCMm
	.no_dead_strip	_$s8Checkout9TaxedLineCMn
	.no_dead_strip	_$s8Checkout9TaxedLineCN
	.no_dead_strip	_$s8Checkout9TaxedLineCfD
	.no_dead_strip	_$s8Checkout9TaxedLineCfd
	.no_dead_strip	_OBJC_METACLASS_$__TtC8Checkout16BasketController
	.no_dead_strip	_OBJC_METACLASS_$__TtC8Checkout7Session
	.no_dead_strip	_objc_classes_$s8Checkout16BasketControllerCN
	.no_dead_strip	_objc_classes_$s8Checkout4LineCN
	.no_dead_strip	_objc_classes_$s8Checkout7SessionCN
	.no_dead_strip	_objc_classes_$s8Checkout8SettingsCN
	.no_dead_strip	_objc_classes_$s8Checkout9TaxedLineCN
	.section	__DATA,__objc_imageinfo,regular,no_dead_strip
L_OBJC_IMAGE_INFO:
	.long	0
	.long	100665152
	.globl	_$s8Checkout8SettingsCACycfCTq
	.private_extern	_$s8Checkout8SettingsCACycfCTq
	.alt_entry	_$s8Checkout8SettingsCACycfCTq
.set _$s8Checkout8SettingsCACycfCTq, _$s8Checkout8SettingsCMn+52
	.globl	_$s8Checkout8SettingsCN
	.alt_entry	_$s8Checkout8SettingsCN
.set _$s8Checkout8SettingsCN, _$s8Checkout8SettingsCMf+24
	.globl	_$s8Checkout4LineC5centsACSi_tcfCTq
	.private_extern	_$s8Checkout4LineC5centsACSi_tcfCTq
	.alt_entry	_$s8Checkout4LineC5centsACSi_tcfCTq
.set _$s8Checkout4LineC5centsACSi_tcfCTq, _$s8Checkout4LineCMn+52
	.globl	_$s8Checkout4LineC5totalSiyFTq
	.private_extern	_$s8Checkout4LineC5totalSiyFTq
	.alt_entry	_$s8Checkout4LineC5totalSiyFTq
.set _$s8Checkout4LineC5totalSiyFTq, _$s8Checkout4LineCMn+60
	.globl	_$s8Checkout4LineCN
	.alt_entry	_$s8Checkout4LineCN
.set _$s8Checkout4LineCN, _$s8Checkout4LineCMf+24
	.globl	_$s8Checkout9TaxedLineCN
	.alt_entry	_$s8Checkout9TaxedLineCN
.set _$s8Checkout9TaxedLineCN, _$s8Checkout9TaxedLineCMf+24
	.globl	_$s8Checkout7SessionC4openyS2iFTq
	.alt_entry	_$s8Checkout7SessionC4openyS2iFTq
.set _$s8Checkout7SessionC4openyS2iFTq, _$s8Checkout7SessionCMn+52
	.globl	_$s8Checkout7SessionC7archiveyyFTq
	.alt_entry	_$s8Checkout7SessionC7archiveyyFTq
.set _$s8Checkout7SessionC7archiveyyFTq, _$s8Checkout7SessionCMn+60
	.globl	_$s8Checkout7SessionCN
	.alt_entry	_$s8Checkout7SessionCN
.set _$s8Checkout7SessionCN, _$s8Checkout7SessionCMf+24
	.globl	_OBJC_CLASS_$__TtC8Checkout7Session
.set _OBJC_CLASS_$__TtC8Checkout7Session, _$s8Checkout7SessionCN
	.globl	_$s8Checkout16BasketControllerCN
	.alt_entry	_$s8Checkout16BasketControllerCN
.set _$s8Checkout16BasketControllerCN, _$s8Checkout16BasketControllerCMf+24
	.globl	_OBJC_CLASS_$__TtC8Checkout16BasketController
.set _OBJC_CLASS_$__TtC8Checkout16BasketController, _$s8Checkout16BasketControllerCN
	.section	__DWARF,__debug_abbrev,regular,debug
Lsection_abbrev:
	.byte	1
	.byte	17
	.byte	1
	.byte	37
	.byte	14
	.byte	19
	.byte	5
	.byte	3
	.byte	14
	.byte	16
	.byte	23
	.byte	27
	.byte	14
	.ascii	"\341\177"
	.byte	25
	.ascii	"\345\177"
	.byte	11
	.byte	17
	.byte	1
	.byte	85
	.byte	23
	.byte	0
	.byte	0
	.byte	2
	.byte	46
	.byte	0
	.byte	3
	.byte	14
	.byte	32
	.byte	11
	.byte	0
	.byte	0
	.byte	3
	.byte	46
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	0
	.byte	0
	.byte	4
	.byte	29
	.byte	0
	.byte	49
	.byte	19
	.byte	17
	.byte	1
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
	.byte	1
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	3
	.byte	14
	.byte	0
	.byte	0
	.byte	6
	.byte	46
	.byte	0
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.ascii	"\347\177"
	.byte	25
	.byte	3
	.byte	14
	.byte	0
	.byte	0
	.byte	7
	.byte	46
	.byte	0
	.byte	32
	.byte	11
	.byte	0
	.byte	0
	.byte	8
	.byte	46
	.byte	0
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.ascii	"\347\177"
	.byte	25
	.byte	0
	.byte	0
	.byte	9
	.byte	46
	.byte	0
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	3
	.byte	14
	.byte	0
	.byte	0
	.byte	10
	.byte	46
	.byte	0
	.byte	17
	.byte	1
	.byte	18
	.byte	6
	.byte	0
	.byte	0
	.byte	11
	.byte	29
	.byte	0
	.byte	49
	.byte	19
	.byte	85
	.byte	23
	.byte	88
	.byte	11
	.byte	89
	.byte	11
	.byte	87
	.byte	11
	.byte	0
	.byte	0
	.byte	12
	.byte	30
	.byte	0
	.byte	3
	.byte	14
	.ascii	"\200|"
	.byte	14
	.byte	0
	.byte	0
	.byte	13
	.byte	58
	.byte	0
	.byte	24
	.byte	19
	.byte	0
	.byte	0
	.byte	0
	.section	__DWARF,__debug_info,regular,debug
Lsection_info:
Lcu_begin0:
.set Lset0, Ldebug_info_end0-Ldebug_info_start0
	.long	Lset0
Ldebug_info_start0:
	.short	4
.set Lset1, Lsection_abbrev-Lsection_abbrev
	.long	Lset1
	.byte	8
	.byte	1
	.long	0
	.short	30
	.long	42
.set Lset2, Lline_table_start0-Lsection_line
	.long	Lset2
	.long	76
	.byte	6
	.quad	0
.set Lset3, Ldebug_ranges1-Ldebug_range
	.long	Lset3
	.byte	2
	.long	78
	.byte	1
	.byte	3
	.quad	Lfunc_begin0
.set Lset4, Lfunc_end0-Lfunc_begin0
	.long	Lset4
	.byte	4
	.long	43
	.quad	Ltmp0
.set Lset5, Ltmp1-Ltmp0
	.long	Lset5
	.byte	1
	.byte	24
	.byte	33
	.byte	0
	.byte	2
	.long	143
	.byte	1
	.byte	5
	.quad	Lfunc_begin1
.set Lset6, Lfunc_end1-Lfunc_begin1
	.long	Lset6
	.long	78
	.byte	4
	.long	83
	.quad	Ltmp3
.set Lset7, Ltmp4-Ltmp3
	.long	Lset7
	.byte	1
	.byte	26
	.byte	28
	.byte	0
	.byte	6
	.quad	Lfunc_begin2
.set Lset8, Lfunc_end2-Lfunc_begin2
	.long	Lset8
	.long	224
	.byte	6
	.quad	Lfunc_begin3
.set Lset9, Lfunc_end3-Lfunc_begin3
	.long	Lset9
	.long	224
	.byte	6
	.quad	Lfunc_begin4
.set Lset10, Lfunc_end4-Lfunc_begin4
	.long	Lset10
	.long	279
	.byte	6
	.quad	Lfunc_begin5
.set Lset11, Lfunc_end5-Lfunc_begin5
	.long	Lset11
	.long	224
	.byte	6
	.quad	Lfunc_begin6
.set Lset12, Lfunc_end6-Lfunc_begin6
	.long	Lset12
	.long	224
	.byte	5
	.quad	Lfunc_begin7
.set Lset13, Lfunc_end7-Lfunc_begin7
	.long	Lset13
	.long	279
	.byte	4
	.long	83
	.quad	Ltmp8
.set Lset14, Ltmp9-Ltmp8
	.long	Lset14
	.byte	1
	.byte	37
	.byte	49
	.byte	0
	.byte	6
	.quad	Lfunc_begin8
.set Lset15, Lfunc_end8-Lfunc_begin8
	.long	Lset15
	.long	224
	.byte	6
	.quad	Lfunc_begin9
.set Lset16, Lfunc_end9-Lfunc_begin9
	.long	Lset16
	.long	224
	.byte	2
	.long	78
	.byte	1
	.byte	2
	.long	78
	.byte	1
	.byte	5
	.quad	Lfunc_begin10
.set Lset17, Lfunc_end10-Lfunc_begin10
	.long	Lset17
	.long	436
	.byte	4
	.long	284
	.quad	Ltmp12
.set Lset18, Ltmp13-Ltmp12
	.long	Lset18
	.byte	1
	.byte	43
	.byte	10
	.byte	4
	.long	290
	.quad	Ltmp13
.set Lset19, Ltmp14-Ltmp13
	.long	Lset19
	.byte	1
	.byte	42
	.byte	26
	.byte	0
	.byte	7
	.byte	1
	.byte	5
	.quad	Lfunc_begin11
.set Lset20, Lfunc_end11-Lfunc_begin11
	.long	Lset20
	.long	541
	.byte	4
	.long	354
	.quad	Ltmp17
.set Lset21, Ltmp18-Ltmp17
	.long	Lset21
	.byte	2
	.byte	51
	.byte	14
	.byte	0
	.byte	8
	.quad	Lfunc_begin12
.set Lset22, Lfunc_end12-Lfunc_begin12
	.long	Lset22
	.byte	5
	.quad	Lfunc_begin13
.set Lset23, Lfunc_end13-Lfunc_begin13
	.long	Lset23
	.long	745
	.byte	4
	.long	83
	.quad	Ltmp21
.set Lset24, Ltmp22-Ltmp21
	.long	Lset24
	.byte	1
	.byte	63
	.byte	20
	.byte	0
	.byte	9
	.quad	Lfunc_begin14
.set Lset25, Lfunc_end14-Lfunc_begin14
	.long	Lset25
	.long	745
	.byte	5
	.quad	Lfunc_begin15
.set Lset26, Lfunc_end15-Lfunc_begin15
	.long	Lset26
	.long	814
	.byte	4
	.long	83
	.quad	Ltmp26
.set Lset27, Ltmp27-Ltmp26
	.long	Lset27
	.byte	1
	.byte	67
	.byte	43
	.byte	0
	.byte	9
	.quad	Lfunc_begin16
.set Lset28, Lfunc_end16-Lfunc_begin16
	.long	Lset28
	.long	814
	.byte	9
	.quad	Lfunc_begin17
.set Lset29, Lfunc_end17-Lfunc_begin17
	.long	Lset29
	.long	78
	.byte	10
	.quad	Lfunc_begin18
.set Lset30, Lfunc_end18-Lfunc_begin18
	.long	Lset30
	.byte	9
	.quad	Lfunc_begin19
.set Lset31, Lfunc_end19-Lfunc_begin19
	.long	Lset31
	.long	78
	.byte	8
	.quad	Lfunc_begin21
.set Lset32, Lfunc_end21-Lfunc_begin21
	.long	Lset32
	.byte	8
	.quad	Lfunc_begin22
.set Lset33, Lfunc_end22-Lfunc_begin22
	.long	Lset33
	.byte	2
	.long	1055
	.byte	1
	.byte	5
	.quad	Lfunc_begin23
.set Lset34, Lfunc_end23-Lfunc_begin23
	.long	Lset34
	.long	1062
	.byte	11
	.long	590
.set Lset35, Ldebug_ranges0-Ldebug_range
	.long	Lset35
	.byte	1
	.byte	77
	.byte	26
	.byte	0
	.byte	10
	.quad	Lfunc_begin24
.set Lset36, Lfunc_end24-Lfunc_begin24
	.long	Lset36
	.byte	5
	.quad	Lfunc_begin25
.set Lset37, Lfunc_end25-Lfunc_begin25
	.long	Lset37
	.long	1188
	.byte	4
	.long	83
	.quad	Ltmp44
.set Lset38, Ltmp45-Ltmp44
	.long	Lset38
	.byte	1
	.byte	84
	.byte	34
	.byte	0
	.byte	9
	.quad	Lfunc_begin26
.set Lset39, Lfunc_end26-Lfunc_begin26
	.long	Lset39
	.long	1062
	.byte	9
	.quad	Lfunc_begin27
.set Lset40, Lfunc_end27-Lfunc_begin27
	.long	Lset40
	.long	1285
	.byte	9
	.quad	Lfunc_begin28
.set Lset41, Lfunc_end28-Lfunc_begin28
	.long	Lset41
	.long	1285
	.byte	9
	.quad	Lfunc_begin29
.set Lset42, Lfunc_end29-Lfunc_begin29
	.long	Lset42
	.long	1426
	.byte	9
	.quad	Lfunc_begin30
.set Lset43, Lfunc_end30-Lfunc_begin30
	.long	Lset43
	.long	1426
	.byte	9
	.quad	Lfunc_begin31
.set Lset44, Lfunc_end31-Lfunc_begin31
	.long	Lset44
	.long	78
	.byte	9
	.quad	Lfunc_begin32
.set Lset45, Lfunc_end32-Lfunc_begin32
	.long	Lset45
	.long	78
	.byte	9
	.quad	Lfunc_begin33
.set Lset46, Lfunc_end33-Lfunc_begin33
	.long	Lset46
	.long	78
	.byte	10
	.quad	Lfunc_begin36
.set Lset47, Lfunc_end36-Lfunc_begin36
	.long	Lset47
	.byte	10
	.quad	Lfunc_begin37
.set Lset48, Lfunc_end37-Lfunc_begin37
	.long	Lset48
	.byte	10
	.quad	Lfunc_begin38
.set Lset49, Lfunc_end38-Lfunc_begin38
	.long	Lset49
	.byte	6
	.quad	Lfunc_begin40
.set Lset50, Lfunc_end40-Lfunc_begin40
	.long	Lset50
	.long	1738
	.byte	6
	.quad	Lfunc_begin41
.set Lset51, Lfunc_end41-Lfunc_begin41
	.long	Lset51
	.long	1779
	.byte	6
	.quad	Lfunc_begin42
.set Lset52, Lfunc_end42-Lfunc_begin42
	.long	Lset52
	.long	1820
	.byte	6
	.quad	Lfunc_begin43
.set Lset53, Lfunc_end43-Lfunc_begin43
	.long	Lset53
	.long	1861
	.byte	6
	.quad	Lfunc_begin44
.set Lset54, Lfunc_end44-Lfunc_begin44
	.long	Lset54
	.long	1902
	.byte	6
	.quad	Lfunc_begin45
.set Lset55, Lfunc_end45-Lfunc_begin45
	.long	Lset55
	.long	1943
	.byte	6
	.quad	Lfunc_begin46
.set Lset56, Lfunc_end46-Lfunc_begin46
	.long	Lset56
	.long	1984
	.byte	6
	.quad	Lfunc_begin47
.set Lset57, Lfunc_end47-Lfunc_begin47
	.long	Lset57
	.long	2025
	.byte	6
	.quad	Lfunc_begin48
.set Lset58, Lfunc_end48-Lfunc_begin48
	.long	Lset58
	.long	2066
	.byte	6
	.quad	Lfunc_begin49
.set Lset59, Lfunc_end49-Lfunc_begin49
	.long	Lset59
	.long	2107
	.byte	6
	.quad	Lfunc_begin50
.set Lset60, Lfunc_end50-Lfunc_begin50
	.long	Lset60
	.long	2148
	.byte	6
	.quad	Lfunc_begin51
.set Lset61, Lfunc_end51-Lfunc_begin51
	.long	Lset61
	.long	2191
	.byte	6
	.quad	Lfunc_begin52
.set Lset62, Lfunc_end52-Lfunc_begin52
	.long	Lset62
	.long	2234
	.byte	12
	.long	2277
	.long	2286
	.byte	13
	.long	1073
	.byte	12
	.long	2305
	.long	2311
	.byte	13
	.long	1087
	.byte	12
	.long	2339
	.long	2346
	.byte	13
	.long	1101
	.byte	0
Ldebug_info_end0:
	.section	__DWARF,__debug_ranges,regular,debug
Ldebug_range:
Ldebug_ranges0:
	.quad	Ltmp38
	.quad	Ltmp39
	.quad	Ltmp40
	.quad	Ltmp41
	.quad	0
	.quad	0
Ldebug_ranges1:
	.quad	Lfunc_begin0
	.quad	Lfunc_end19
	.quad	Lfunc_begin21
	.quad	Lfunc_end33
	.quad	Lfunc_begin36
	.quad	Lfunc_end38
	.quad	Lfunc_begin40
	.quad	Lfunc_end52
	.quad	0
	.quad	0
	.section	__DWARF,__debug_str,regular,debug
Linfo_string:
	.asciz	"Swift version 6.0.3 (swift-6.0.3-RELEASE)"
	.asciz	"tests/app/Checkout/Checkout.swift"
	.asciz	"."
	.asciz	"init"
	.asciz	"$s8Checkout8SettingsC6shared_WZ"
	.asciz	"$s8Checkout8SettingsCACycfC"
	.asciz	"work"
	.asciz	"$s8Checkout8SettingsCACycfc"
	.asciz	"$s8Checkout4workySis12StaticStringV_s6UInt32VtF"
	.asciz	"deinit"
	.asciz	"$s8Checkout8SettingsCfd"
	.asciz	"$s8Checkout8SettingsCfD"
	.asciz	"total"
	.asciz	"$s8Checkout4LineC5totalSiyF"
	.asciz	"$s8Checkout4LineCfd"
	.asciz	"$s8Checkout4LineCfD"
	.asciz	"$s8Checkout9TaxedLineC5totalSiyF"
	.asciz	"$s8Checkout9TaxedLineCfd"
	.asciz	"$s8Checkout9TaxedLineCfD"
	.asciz	"line"
	.asciz	"$s8Checkout4lineyAA4LineCSiF"
	.asciz	"$s8Checkout9TaxedLineC5centsACSi_tcfC"
	.asciz	"$s8Checkout4LineC5centsACSi_tcfC"
	.asciz	"sum"
	.asciz	"$s8Checkout3sumyS2i_SiAA4LineCXEtF051$s8Checkout16BasketControllerC11viewDidLoadyyFSiAA4C6CXEfU_Tf1nc_n"
	.asciz	"$s8Checkout16BasketControllerC11viewDidLoadyyFSiAA4LineCXEfU_"
	.asciz	"$s8Checkout7SessionC6openedSivpfi"
	.asciz	"open"
	.asciz	"$s8Checkout7SessionC4openyS2iF"
	.asciz	"$s8Checkout7SessionC4openyS2iFTo"
	.asciz	"archive"
	.asciz	"$s8Checkout7SessionC7archiveyyF"
	.asciz	"$s8Checkout7SessionC7archiveyyFTo"
	.asciz	"$s8Checkout7SessionCACycfc"
	.asciz	"$s8Checkout7SessionCMa"
	.asciz	"$s8Checkout7SessionCACycfcTo"
	.asciz	"$s8Checkout16BasketControllerC5totalSivpfi"
	.asciz	"$s8Checkout16BasketControllerC7layoutsSivpfi"
	.asciz	"shared"
	.asciz	"viewDidLoad"
	.asciz	"$s8Checkout16BasketControllerC11viewDidLoadyyF"
	.asciz	"$s8Checkout8SettingsC6sharedACvau"
	.asciz	"$s8Checkout16BasketControllerCMa"
	.asciz	"render"
	.asciz	"$s8Checkout16BasketControllerC6renderyyF"
	.asciz	"$s8Checkout16BasketControllerC11viewDidLoadyyFTo"
	.asciz	"viewWillLayoutSubviews"
	.asciz	"$s8Checkout16BasketControllerC22viewWillLayoutSubviewsyyF"
	.asciz	"$s8Checkout16BasketControllerC22viewWillLayoutSubviewsyyFTo"
	.asciz	"viewDidAppear"
	.asciz	"$s8Checkout16BasketControllerC13viewDidAppearyys5UInt8VF"
	.asciz	"$s8Checkout16BasketControllerC13viewDidAppearyys5UInt8VFTo"
	.asciz	"$s8Checkout16BasketControllerCACycfC"
	.asciz	"$s8Checkout16BasketControllerCACycfc"
	.asciz	"$s8Checkout16BasketControllerCACycfcTo"
	.asciz	"$s8Checkout8SettingsCMa"
	.asciz	"$s8Checkout4LineCMa"
	.asciz	"$s8Checkout9TaxedLineCMa"
	.asciz	"OUTLINED_FUNCTION_0"
	.asciz	"_OUTLINED_FUNCTION_0"
	.asciz	"OUTLINED_FUNCTION_1"
	.asciz	"_OUTLINED_FUNCTION_1"
	.asciz	"OUTLINED_FUNCTION_2"
	.asciz	"_OUTLINED_FUNCTION_2"
	.asciz	"OUTLINED_FUNCTION_3"
	.asciz	"_OUTLINED_FUNCTION_3"
	.asciz	"OUTLINED_FUNCTION_4"
	.asciz	"_OUTLINED_FUNCTION_4"
	.asciz	"OUTLINED_FUNCTION_5"
	.asciz	"_OUTLINED_FUNCTION_5"
	.asciz	"OUTLINED_FUNCTION_6"
	.asciz	"_OUTLINED_FUNCTION_6"
	.asciz	"OUTLINED_FUNCTION_7"
	.asciz	"_OUTLINED_FUNCTION_7"
	.asciz	"OUTLINED_FUNCTION_8"
	.asciz	"_OUTLINED_FUNCTION_8"
	.asciz	"OUTLINED_FUNCTION_9"
	.asciz	"_OUTLINED_FUNCTION_9"
	.asciz	"OUTLINED_FUNCTION_10"
	.asciz	"_OUTLINED_FUNCTION_10"
	.asciz	"OUTLINED_FUNCTION_11"
	.asciz	"_OUTLINED_FUNCTION_11"
	.asciz	"OUTLINED_FUNCTION_12"
	.asciz	"_OUTLINED_FUNCTION_12"
	.asciz	"Checkout"
	.asciz	"tests/app/Checkout"
	.asciz	"Swift"
	.asciz	"./library/Swift.swiftmodule"
	.asciz	"__ObjC"
	.asciz	"<imports>"
	.section	__DWARF,__apple_names,regular,debug
Lnames_begin:
	.long	1212240712
	.short	1
	.short	0
	.long	40
	.long	81
	.long	12
	.long	0
	.long	1
	.short	1
	.short	6
	.long	0
	.long	1
	.long	4
	.long	6
	.long	8
	.long	12
	.long	15
	.long	18
	.long	20
	.long	23
	.long	25
	.long	27
	.long	31
	.long	33
	.long	36
	.long	38
	.long	40
	.long	42
	.long	43
	.long	47
	.long	48
	.long	-1
	.long	50
	.long	52
	.long	53
	.long	55
	.long	57
	.long	58
	.long	61
	.long	-1
	.long	62
	.long	63
	.long	65
	.long	-1
	.long	67
	.long	68
	.long	70
	.long	71
	.long	74
	.long	78
	.long	-700934656
	.long	2090370361
	.long	-716113495
	.long	-700934655
	.long	193506202
	.long	-700934654
	.long	2107644243
	.long	-700934653
	.long	110927604
	.long	184445084
	.long	-700934652
	.long	-488365892
	.long	184445085
	.long	422367205
	.long	-700934651
	.long	184445086
	.long	-700934650
	.long	-588700210
	.long	184445087
	.long	-1417465409
	.long	184445088
	.long	740769528
	.long	-2047215168
	.long	184445089
	.long	710013809
	.long	184445090
	.long	-1831564646
	.long	184445091
	.long	2107644211
	.long	-1436220205
	.long	-1418431645
	.long	184445092
	.long	464608412
	.long	184445093
	.long	994887413
	.long	-959977603
	.long	-2037482082
	.long	-588700242
	.long	2107643415
	.long	-1417465441
	.long	2090874856
	.long	-2078696160
	.long	-422328839
	.long	514800298
	.long	-1766716958
	.long	-588701038
	.long	-125696958
	.long	1678253979
	.long	1836454700
	.long	-354602116
	.long	1302489102
	.long	1582158622
	.long	2090588023
	.long	895731224
	.long	-2078696192
	.long	275837705
	.long	1120949745
	.long	1996880666
	.long	493729627
	.long	1358173467
	.long	1678253947
	.long	-2078696988
	.long	-1656007186
	.long	1011486231
	.long	-1656007185
	.long	1873766432
	.long	-1656007184
	.long	-1152076182
	.long	-1969993941
	.long	-1239687501
	.long	-463061460
	.long	1791720557
	.long	2090472877
	.long	-700934659
	.long	775377558
	.long	1256829278
	.long	1791720558
	.long	-700934658
	.long	1068960199
	.long	1791720559
	.long	-700934657
.set Lset63, LNames61-Lnames_begin
	.long	Lset63
.set Lset64, LNames1-Lnames_begin
	.long	Lset64
.set Lset65, LNames47-Lnames_begin
	.long	Lset65
.set Lset66, LNames63-Lnames_begin
	.long	Lset66
.set Lset67, LNames20-Lnames_begin
	.long	Lset67
.set Lset68, LNames65-Lnames_begin
	.long	Lset68
.set Lset69, LNames11-Lnames_begin
	.long	Lset69
.set Lset70, LNames67-Lnames_begin
	.long	Lset70
.set Lset71, LNames32-Lnames_begin
	.long	Lset71
.set Lset72, LNames56-Lnames_begin
	.long	Lset72
.set Lset73, LNames69-Lnames_begin
	.long	Lset73
.set Lset74, LNames33-Lnames_begin
	.long	Lset74
.set Lset75, LNames58-Lnames_begin
	.long	Lset75
.set Lset76, LNames40-Lnames_begin
	.long	Lset76
.set Lset77, LNames71-Lnames_begin
	.long	Lset77
.set Lset78, LNames60-Lnames_begin
	.long	Lset78
.set Lset79, LNames73-Lnames_begin
	.long	Lset79
.set Lset80, LNames14-Lnames_begin
	.long	Lset80
.set Lset81, LNames62-Lnames_begin
	.long	Lset81
.set Lset82, LNames3-Lnames_begin
	.long	Lset82
.set Lset83, LNames64-Lnames_begin
	.long	Lset83
.set Lset84, LNames13-Lnames_begin
	.long	Lset84
.set Lset85, LNames39-Lnames_begin
	.long	Lset85
.set Lset86, LNames66-Lnames_begin
	.long	Lset86
.set Lset87, LNames30-Lnames_begin
	.long	Lset87
.set Lset88, LNames68-Lnames_begin
	.long	Lset88
.set Lset89, LNames19-Lnames_begin
	.long	Lset89
.set Lset90, LNames70-Lnames_begin
	.long	Lset90
.set Lset91, LNames12-Lnames_begin
	.long	Lset91
.set Lset92, LNames38-Lnames_begin
	.long	Lset92
.set Lset93, LNames21-Lnames_begin
	.long	Lset93
.set Lset94, LNames72-Lnames_begin
	.long	Lset94
.set Lset95, LNames37-Lnames_begin
	.long	Lset95
.set Lset96, LNames74-Lnames_begin
	.long	Lset96
.set Lset97, LNames18-Lnames_begin
	.long	Lset97
.set Lset98, LNames10-Lnames_begin
	.long	Lset98
.set Lset99, LNames51-Lnames_begin
	.long	Lset99
.set Lset100, LNames15-Lnames_begin
	.long	Lset100
.set Lset101, LNames53-Lnames_begin
	.long	Lset101
.set Lset102, LNames2-Lnames_begin
	.long	Lset102
.set Lset103, LNames4-Lnames_begin
	.long	Lset103
.set Lset104, LNames7-Lnames_begin
	.long	Lset104
.set Lset105, LNames28-Lnames_begin
	.long	Lset105
.set Lset106, LNames46-Lnames_begin
	.long	Lset106
.set Lset107, LNames17-Lnames_begin
	.long	Lset107
.set Lset108, LNames54-Lnames_begin
	.long	Lset108
.set Lset109, LNames6-Lnames_begin
	.long	Lset109
.set Lset110, LNames50-Lnames_begin
	.long	Lset110
.set Lset111, LNames48-Lnames_begin
	.long	Lset111
.set Lset112, LNames29-Lnames_begin
	.long	Lset112
.set Lset113, LNames43-Lnames_begin
	.long	Lset113
.set Lset114, LNames26-Lnames_begin
	.long	Lset114
.set Lset115, LNames24-Lnames_begin
	.long	Lset115
.set Lset116, LNames36-Lnames_begin
	.long	Lset116
.set Lset117, LNames8-Lnames_begin
	.long	Lset117
.set Lset118, LNames9-Lnames_begin
	.long	Lset118
.set Lset119, LNames35-Lnames_begin
	.long	Lset119
.set Lset120, LNames45-Lnames_begin
	.long	Lset120
.set Lset121, LNames42-Lnames_begin
	.long	Lset121
.set Lset122, LNames25-Lnames_begin
	.long	Lset122
.set Lset123, LNames49-Lnames_begin
	.long	Lset123
.set Lset124, LNames52-Lnames_begin
	.long	Lset124
.set Lset125, LNames75-Lnames_begin
	.long	Lset125
.set Lset126, LNames44-Lnames_begin
	.long	Lset126
.set Lset127, LNames77-Lnames_begin
	.long	Lset127
.set Lset128, LNames41-Lnames_begin
	.long	Lset128
.set Lset129, LNames79-Lnames_begin
	.long	Lset129
.set Lset130, LNames23-Lnames_begin
	.long	Lset130
.set Lset131, LNames34-Lnames_begin
	.long	Lset131
.set Lset132, LNames0-Lnames_begin
	.long	Lset132
.set Lset133, LNames22-Lnames_begin
	.long	Lset133
.set Lset134, LNames76-Lnames_begin
	.long	Lset134
.set Lset135, LNames16-Lnames_begin
	.long	Lset135
.set Lset136, LNames55-Lnames_begin
	.long	Lset136
.set Lset137, LNames31-Lnames_begin
	.long	Lset137
.set Lset138, LNames5-Lnames_begin
	.long	Lset138
.set Lset139, LNames78-Lnames_begin
	.long	Lset139
.set Lset140, LNames57-Lnames_begin
	.long	Lset140
.set Lset141, LNames27-Lnames_begin
	.long	Lset141
.set Lset142, LNames80-Lnames_begin
	.long	Lset142
.set Lset143, LNames59-Lnames_begin
	.long	Lset143
LNames61:
	.long	1861
	.long	1
	.long	903
	.long	0
LNames1:
	.long	78
	.long	9
	.long	62
	.long	89
	.long	313
	.long	333
	.long	517
	.long	547
	.long	762
	.long	779
	.long	796
	.long	0
LNames47:
	.long	1440
	.long	1
	.long	728
	.long	0
LNames63:
	.long	1902
	.long	1
	.long	920
	.long	0
LNames20:
	.long	541
	.long	1
	.long	356
	.long	0
LNames65:
	.long	1943
	.long	1
	.long	937
	.long	0
LNames11:
	.long	313
	.long	1
	.long	178
	.long	0
LNames67:
	.long	1984
	.long	1
	.long	954
	.long	0
LNames32:
	.long	938
	.long	1
	.long	547
	.long	0
LNames56:
	.long	1758
	.long	1
	.long	852
	.long	0
LNames69:
	.long	2025
	.long	1
	.long	971
	.long	0
LNames33:
	.long	967
	.long	1
	.long	564
	.long	0
LNames58:
	.long	1799
	.long	1
	.long	869
	.long	0
LNames40:
	.long	1188
	.long	1
	.long	639
	.long	0
LNames71:
	.long	2066
	.long	1
	.long	988
	.long	0
LNames60:
	.long	1840
	.long	1
	.long	886
	.long	0
LNames73:
	.long	2107
	.long	1
	.long	1005
	.long	0
LNames14:
	.long	386
	.long	1
	.long	250
	.long	0
LNames62:
	.long	1881
	.long	1
	.long	903
	.long	0
LNames3:
	.long	148
	.long	1
	.long	89
	.long	0
LNames64:
	.long	1922
	.long	1
	.long	920
	.long	0
LNames13:
	.long	353
	.long	1
	.long	212
	.long	0
LNames39:
	.long	1155
	.long	1
	.long	626
	.long	0
LNames66:
	.long	1963
	.long	1
	.long	937
	.long	0
LNames30:
	.long	888
	.long	1
	.long	517
	.long	0
LNames68:
	.long	2004
	.long	1
	.long	954
	.long	0
LNames19:
	.long	508
	.long	1
	.long	333
	.long	0
LNames70:
	.long	2045
	.long	1
	.long	971
	.long	0
LNames12:
	.long	333
	.long	1
	.long	195
	.long	0
LNames38:
	.long	1121
	.long	1
	.long	613
	.long	0
LNames21:
	.long	545
	.long	1
	.long	356
	.long	0
LNames72:
	.long	2086
	.long	1
	.long	988
	.long	0
LNames37:
	.long	1055
	.long	1
	.long	613
	.long	0
LNames74:
	.long	2127
	.long	1
	.long	1005
	.long	0
LNames18:
	.long	470
	.long	1
	.long	313
	.long	0
LNames10:
	.long	285
	.long	1
	.long	161
	.long	0
LNames51:
	.long	1630
	.long	1
	.long	796
	.long	0
LNames15:
	.long	411
	.long	1
	.long	267
	.long	0
LNames53:
	.long	1693
	.long	1
	.long	826
	.long	0
LNames2:
	.long	115
	.long	1
	.long	62
	.long	0
LNames4:
	.long	143
	.long	5
	.long	106
	.long	229
	.long	424
	.long	479
	.long	656
	.long	0
LNames7:
	.long	231
	.long	1
	.long	127
	.long	0
LNames28:
	.long	822
	.long	1
	.long	462
	.long	0
LNames46:
	.long	1426
	.long	2
	.long	728
	.long	745
	.long	0
LNames17:
	.long	441
	.long	1
	.long	296
	.long	0
LNames54:
	.long	1713
	.long	1
	.long	839
	.long	0
LNames6:
	.long	224
	.long	6
	.long	127
	.long	144
	.long	178
	.long	195
	.long	250
	.long	267
	.long	0
LNames50:
	.long	1593
	.long	1
	.long	779
	.long	0
LNames48:
	.long	1497
	.long	1
	.long	745
	.long	0
LNames29:
	.long	854
	.long	1
	.long	500
	.long	0
LNames43:
	.long	1285
	.long	2
	.long	694
	.long	711
	.long	0
LNames26:
	.long	781
	.long	1
	.long	445
	.long	0
LNames24:
	.long	745
	.long	2
	.long	407
	.long	445
	.long	0
LNames36:
	.long	1074
	.long	1
	.long	596
	.long	0
LNames8:
	.long	255
	.long	1
	.long	144
	.long	0
LNames9:
	.long	279
	.long	2
	.long	161
	.long	212
	.long	0
LNames35:
	.long	1062
	.long	2
	.long	596
	.long	677
	.long	0
LNames45:
	.long	1366
	.long	1
	.long	711
	.long	0
LNames42:
	.long	1236
	.long	1
	.long	677
	.long	0
LNames25:
	.long	750
	.long	1
	.long	407
	.long	0
LNames49:
	.long	1556
	.long	1
	.long	762
	.long	0
LNames52:
	.long	1669
	.long	1
	.long	813
	.long	0
LNames75:
	.long	2148
	.long	1
	.long	1022
	.long	0
LNames44:
	.long	1308
	.long	1
	.long	694
	.long	0
LNames77:
	.long	2191
	.long	1
	.long	1039
	.long	0
LNames41:
	.long	1195
	.long	1
	.long	639
	.long	0
LNames79:
	.long	2234
	.long	1
	.long	1056
	.long	0
LNames23:
	.long	711
	.long	1
	.long	394
	.long	0
LNames34:
	.long	1010
	.long	1
	.long	577
	.long	0
LNames0:
	.long	83
	.long	1
	.long	49
	.long	0
LNames22:
	.long	649
	.long	1
	.long	373
	.long	0
LNames76:
	.long	2169
	.long	1
	.long	1022
	.long	0
LNames16:
	.long	436
	.long	1
	.long	296
	.long	0
LNames55:
	.long	1738
	.long	1
	.long	852
	.long	0
LNames31:
	.long	915
	.long	1
	.long	534
	.long	0
LNames5:
	.long	176
	.long	5
	.long	106
	.long	229
	.long	424
	.long	479
	.long	656
	.long	0
LNames78:
	.long	2212
	.long	1
	.long	1039
	.long	0
LNames57:
	.long	1779
	.long	1
	.long	869
	.long	0
LNames27:
	.long	814
	.long	2
	.long	462
	.long	500
	.long	0
LNames80:
	.long	2255
	.long	1
	.long	1056
	.long	0
LNames59:
	.long	1820
	.long	1
	.long	886
	.long	0
	.section	__DWARF,__apple_objc,regular,debug
Lobjc_begin:
	.long	1212240712
	.short	1
	.short	0
	.long	1
	.long	0
	.long	12
	.long	0
	.long	1
	.short	1
	.short	6
	.long	-1
	.section	__DWARF,__apple_namespac,regular,debug
Lnamespac_begin:
	.long	1212240712
	.short	1
	.short	0
	.long	1
	.long	0
	.long	12
	.long	0
	.long	1
	.short	1
	.short	6
	.long	-1
	.section	__DWARF,__apple_types,regular,debug
Ltypes_begin:
	.long	1212240712
	.short	1
	.short	0
	.long	1
	.long	0
	.long	20
	.long	0
	.long	3
	.short	1
	.short	6
	.short	3
	.short	5
	.short	4
	.short	11
	.long	-1
.subsections_via_symbols
	.section	__DWARF,__debug_line,regular,debug
Lsection_line:
Lline_table_start0:
