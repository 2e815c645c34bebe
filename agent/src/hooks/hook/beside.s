// The code that does not call an original for the app by a hook: notices, replacements of the runtime's functions, trampolines.

// Up to here functions of the app and the system run on top of these; what runs on top of the rest is the agent's.
.private_extern _launchgate_passing_end
_launchgate_passing_end:

// A word to Rust (x0, x1 as they are, SP, the frame pointer), then the original by a jump: LR and every argument are the caller's.
// x16 is the original's offset, x17 the callback.
.p2align 4
.private_extern _launchgate_notify
_launchgate_notify:
    .cfi_startproc
    SAVE
    add x2, sp, #0x100
    mov x3, x29
    blr x17
    RESTORE
    adrp x17, {originals}@PAGE
    add x17, x17, {originals}@PAGEOFF
    ldr x17, [x17, x16]
    br x17
    .cfi_endproc

.macro NOTIFY name, callback, original
.private_extern \name
\name:
    .cfi_startproc
    mov w16, #\original
    adrp x17, \callback@PAGE
    add x17, x17, \callback@PAGEOFF
    b _launchgate_notify
    .cfi_endproc
.endm
NOTIFY _launchgate_objc_catch, {catch}, {index_objc_catch}
NOTIFY _launchgate_cxx_catch, {catch}, {index_cxx_catch}
NOTIFY _launchgate_setjmp, {setjmp}, {index_setjmp}
NOTIFY _launchgate__setjmp, {setjmp}, {index__setjmp}
NOTIFY _launchgate_sigsetjmp, {setjmp}, {index_sigsetjmp}
NOTIFY _launchgate_longjmp, {longjmp}, {index_longjmp}
NOTIFY _launchgate__longjmp, {longjmp}, {index__longjmp}
NOTIFY _launchgate_siglongjmp, {longjmp}, {index_siglongjmp}
NOTIFY _launchgate_main, {main}, {index_main}
NOTIFY _launchgate_dispose, {dispose}, {index_dispose}
NOTIFY _launchgate_swiftui_main, {main}, {index_swiftui_main}
NOTIFY _launchgate_delegate_main, {main}, {index_delegate_main}

// The functions that emit a signpost: Rust stores it, then the original by a jump. \caller is the register after the arguments. No argument
// is in a vector register.
.macro SIGNPOST name, callback, original, caller
.p2align 4
.private_extern \name
\name:
    .cfi_startproc
    stp x29, x30, [sp, #-0x60]!
    .cfi_def_cfa_offset 0x60
    .cfi_offset x29, -0x60
    .cfi_offset x30, -0x58
    mov x29, sp
    stp x0, x1, [sp, #0x10]
    stp x2, x3, [sp, #0x20]
    stp x4, x5, [sp, #0x30]
    stp x6, x7, [sp, #0x40]
    str x8, [sp, #0x50]
    mov \caller, x30
    bl \callback
    ldr x8, [sp, #0x50]
    ldp x6, x7, [sp, #0x40]
    ldp x4, x5, [sp, #0x30]
    ldp x2, x3, [sp, #0x20]
    ldp x0, x1, [sp, #0x10]
    ldp x29, x30, [sp], #0x60
    .cfi_def_cfa_offset 0
    .cfi_restore x29
    .cfi_restore x30
    adrp x17, {originals}@PAGE
    add x17, x17, {originals}@PAGEOFF
    ldr x17, [x17, #\original]
    br x17
    .cfi_endproc
.endm
SIGNPOST _launchgate_signpost, {signpost}, {index_signpost}, x5
SIGNPOST _launchgate_swift_signpost, {swift_signpost}, {index_swift_signpost}, x7

// objc_autoreleaseReturnValue and its kin, as the last jump of a method: they look at the instruction that they return to.
// If that is `mov x29, x29`, the caller claims the object at once, and it goes into no pool.
// Under a hook they would look at our instruction, so we look where the call itself returns to, and have them return to such a
// claim of ours if there is one. Through tail calls we look further up: each frame's LR is then one of our hooks'.
.macro AUTORELEASE name, original
.p2align 4
.private_extern \name
\name:
    .cfi_startproc
    adrp x10, _launchgate_hooks@PAGE
    eor x11, x10, x30
    lsr x11, x11, #{hooks_shift}
    cbnz x11, 2f                            // no hooked method's jump: its LR says all
    mov x12, x19                            // the method gave x19 back before it jumped, so it is our frame
1:
    ldp x13, x12, [x12]                     // the call's LR, and x19 as it was
    eor x11, x10, x13
    lsr x11, x11, #{hooks_shift}
    cbz x11, 1b
    ldr w11, [x13]
    movz w12, #0x03fd                       // mov x29, x29
    movk w12, #0xaa1d, lsl #16
    cmp w11, w12
    b.ne 3f
    adrp x13, {handed}@PAGE                 // the high bits count the instructions here, which are subtracted at the end
    ldr x13, [x13, {handed}@PAGEOFF]
    ldr x11, [x19, #{frame_node}]
    ldr x12, [x11, #{node_total}]
    add x12, x12, x13
    str x12, [x11, #{node_total}]
    adrp x30, _launchgate_handed_over@PAGE+4
    add x30, x30, _launchgate_handed_over@PAGEOFF+4
2:
    PASS \original
3:
    adrp x11, {claim}@PAGE
    ldr x11, [x11, {claim}@PAGEOFF]
    cbz x11, 2b                             // this runtime knows no other claim
    adrp x13, {claimed}@PAGE                // half of it falls here, half in the caller
    ldr x13, [x13, {claimed}@PAGEOFF]
    ldr x11, [x19, #{frame_node}]
    ldr x12, [x11, #{node_total}]
    add x12, x12, x13
    str x12, [x11, #{node_total}]
    ldr x11, [x11, #{node_parent}]
    ldr x12, [x11, #{node_total}]
    add x12, x12, x13
    str x12, [x11, #{node_total}]
    adrp x30, _launchgate_claimed@PAGE+4
    add x30, x30, _launchgate_claimed@PAGEOFF+4
    PASS \original
    .cfi_endproc
.endm
AUTORELEASE _launchgate_autorelease, {index_autorelease}
AUTORELEASE _launchgate_retain_autorelease, {index_retain_autorelease}

// objc_claimAutoreleasedReturnValue, by a jump: it looks where it returns to.
.p2align 2
.private_extern _launchgate_claim
_launchgate_claim:
    .cfi_startproc
    adrp x17, {claim}@PAGE
    ldr x17, [x17, {claim}@PAGEOFF]
    br x17
    .cfi_endproc

// A function that finds an implementation which the app calls itself, past every hook: counted, and else as if we had never been.
.macro LOOKED_UP name, original
.p2align 2
.private_extern \name
\name:
    .cfi_startproc
    adrp x16, {looked_up}@PAGE
    add x16, x16, {looked_up}@PAGEOFF
1:
    ldxr x17, [x16]
    add x17, x17, #1
    stxr w15, x17, [x16]
    cbnz w15, 1b
    PASS \original
    .cfi_endproc
.endm
LOOKED_UP _launchgate_lookup, {index_lookup}
LOOKED_UP _launchgate_lookup_super, {index_lookup_super}

// dlsym, counted as work. RTLD_NEXT and RTLD_SELF ask where they are called from, which must be the app.
.p2align 2
.private_extern _launchgate_dlsym
_launchgate_dlsym:
    .cfi_startproc
    cmn x0, #1
    ccmn x0, #3, #4, ne
    b.eq 1f
    WORK_NODE {code_find}
    ldr x10, [x9, #{code_find} % 8 * 8]
    add x10, x10, #1
    str x10, [x9, #{code_find} % 8 * 8]
2:
    b {look_up}
7:
8:
    mov w9, #{code_find} * 8
    mov x11, x30
    adr x16, 2b
    b _launchgate_work_missed
1:
    PASS {index_dlsym}
    .cfi_endproc

// Rust functions that replace those of the runtime.
.macro STANDS_IN name, function
.p2align 2
.private_extern \name
\name:
    .cfi_startproc
    b \function
    .cfi_endproc
.endm

STANDS_IN _launchgate_exchange, {exchange}
STANDS_IN _launchgate_set, {set}
STANDS_IN _launchgate_replace, {replace}
STANDS_IN _launchgate_get, {get}
STANDS_IN _launchgate_get_of_class, {get_of_class}

// The trampolines: no code can be made at run time, so they are made here. Two instructions each.
.p2align 4
.private_extern _launchgate_trampolines
_launchgate_trampolines:
    .cfi_startproc
.set Lnumber, 0
.rept {entry_count}
    movz w16, #Lnumber
    b _launchgate_entry
    .set Lnumber, Lnumber + 1
.endr
    .cfi_endproc

// For measuring a method's return: it has one jump more.
.p2align 2
.private_extern _launchgate_jump
_launchgate_jump:
    .cfi_startproc
    b 1f
1:
    ret
    .cfi_endproc

// For measuring the return of an object: see `calibrate`. A method that hands its receiver over by the function in x3, as ARC compiles it.
.p2align 2
.private_extern _launchgate_hands_over
_launchgate_hands_over:
    .cfi_startproc
    br x3
    .cfi_endproc

// x0 the object, x1 the selector, x2 how often, x3 what looks up: see `lookups`.
.p2align 2
.private_extern _launchgate_look_up
_launchgate_look_up:
    .cfi_startproc
    stp x29, x30, [sp, #-0x30]!
    .cfi_def_cfa_offset 0x30
    .cfi_offset x29, -0x30
    .cfi_offset x30, -0x28
    mov x29, sp
    stp x19, x20, [sp, #0x10]
    .cfi_offset x19, -0x20
    .cfi_offset x20, -0x18
    stp x21, x22, [sp, #0x20]
    .cfi_offset x21, -0x10
    .cfi_offset x22, -0x8
    mov x19, x0
    mov x20, x1
    mov x21, x2
    mov x22, x3
1:
    mov x0, x19
    mov x1, x20
    blr x22
    subs x21, x21, #1
    b.ne 1b
    ldp x21, x22, [sp, #0x20]
    ldp x19, x20, [sp, #0x10]
    ldp x29, x30, [sp], #0x30
    ret
    .cfi_endproc

// x0 the class, x1 the selector, x2 how often, x3 what hands over, x4 what sends: a caller that claims what it gets.
.macro CLAIMS name, by_address
    .p2align 2
    .private_extern \name
\name:
    .cfi_startproc
    stp x29, x30, [sp, #-0x40]!
    .cfi_def_cfa_offset 0x40
    .cfi_offset x29, -0x40
    .cfi_offset x30, -0x38
    mov x29, sp
    stp x19, x20, [sp, #0x10]
    .cfi_offset x19, -0x30
    .cfi_offset x20, -0x28
    stp x21, x22, [sp, #0x20]
    .cfi_offset x21, -0x20
    .cfi_offset x22, -0x18
    str x23, [sp, #0x30]
    .cfi_offset x23, -0x10
    mov x19, x0
    mov x20, x1
    mov x21, x2
    mov x22, x3
    mov x23, x4
1:
    mov x0, x19
    mov x1, x20
    mov x3, x22
    blr x23
    .if \by_address
    bl _launchgate_claim
    .else
    mov x29, x29                            // the claim
    bl _objc_retainAutoreleasedReturnValue
    .endif
    subs x21, x21, #1
    b.ne 1b
    ldr x23, [sp, #0x30]
    ldp x21, x22, [sp, #0x20]
    ldp x19, x20, [sp, #0x10]
    ldp x29, x30, [sp], #0x40
    ret
    .cfi_endproc
.endm
CLAIMS _launchgate_claims, 0
CLAIMS _launchgate_claims_by_address, 1

// Parts of core are compiled for unwinding panics and name this. The agent does not unwind, so the result is _URC_CONTINUE_UNWIND.
.p2align 2
.private_extern _rust_eh_personality
_rust_eh_personality:
    mov w0, #8
    ret
