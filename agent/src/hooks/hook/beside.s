// Code of the agent that calls no original function through a hook: notifications, replacements of the runtime's functions, trampolines.

// The end of the code from which functions of the app and the system are called. All later code calls only functions of the agent.
.private_extern _launchgate_passing_end
_launchgate_passing_end:

// Calls the Rust function in x17 with x0, x1, SP and the frame pointer, and then jumps to the original function at the offset x16, with
// LR and all arguments of the caller.
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

// Replaces a function that emits a signpost: Rust stores the signpost, and then the code jumps to the original function. The argument
// `caller` is the register after the arguments that Rust reads. No argument is in a vector register.
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
SIGNPOST _launchgate_swift_message, {swift_signpost}, {index_swift_message}, x7

// Replaces objc_autoreleaseReturnValue and similar functions, to which a method jumps at its end. These functions of the runtime read the
// instruction at their return address. If the instruction is `mov x29, x29`, the caller claims the object, which then enters no pool.
// During a hooked call, the return address is in the hook. The replacement therefore reads the instruction to which the hook returns, and
// changes LR to a claim of the agent if this instruction is a claim. During nested tail calls, the LR of each frame is in a hook, so the
// replacement searches the outer frames.
.macro AUTORELEASE name, original
.p2align 4
.private_extern \name
\name:
    .cfi_startproc
    adrp x10, _launchgate_hooks@PAGE
    eor x11, x10, x30
    lsr x11, x11, #{hooks_shift}
    cbnz x11, 2f                            // no hooked method jumped to this code, so LR is the return address in the app
    mov x12, x19                            // the method restored x19 before its jump, so x19 is the frame of the hook
1:
    ldp x13, x12, [x12]                     // the LR of the call, and the value of x19 in the caller
    eor x11, x10, x13
    lsr x11, x11, #{hooks_shift}
    cbz x11, 1b
    ldr w11, [x13]
    movz w12, #0x03fd                       // mov x29, x29
    movk w12, #0xaa1d, lsl #16
    cmp w11, w12
    b.ne 3f
    adrp x13, {handed}@PAGE                 // counts the extra instructions in the high bits of the total; they are subtracted later
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
    cbz x11, 2b                             // this version of the runtime has no claim by address
    adrp x13, {claimed}@PAGE                // the method and its caller each get half of the instructions
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

// Jumps to objc_claimAutoreleasedReturnValue, which reads its return address.
.p2align 2
.private_extern _launchgate_claim
_launchgate_claim:
    .cfi_startproc
    adrp x17, {claim}@PAGE
    ldr x17, [x17, {claim}@PAGEOFF]
    br x17
    .cfi_endproc

// Replaces a function that returns an implementation, which the app then calls without a hook. The replacement only counts the call.
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

// Replaces dlsym and counts the call as work. With RTLD_NEXT and RTLD_SELF, dlsym uses its return address, which must be in the app.
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

// Jumps to a Rust function that replaces a function of the system.
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
STANDS_IN _launchgate_create_log, {create_log}

// The trampolines, each of two instructions. All of them are part of the binary, because an app cannot create code at run time.
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

// A function that only jumps to a return instruction. The start measures with it how long the return of a method takes.
.p2align 2
.private_extern _launchgate_jump
_launchgate_jump:
    .cfi_startproc
    b 1f
1:
    ret
    .cfi_endproc

// A method that returns its receiver through the function in x3, as ARC compiles it, for measuring the return of an object: see
// `calibrate`.
.p2align 2
.private_extern _launchgate_hands_over
_launchgate_hands_over:
    .cfi_startproc
    br x3
    .cfi_endproc

// Looks up the selector x1 of the object x0 x2 times, by the function x3: see `lookups`.
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

// Sends the selector x1 to the class x0 x2 times, by the function x4, and claims each returned object. The method returns the object
// through the function x3.
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
    mov x29, x29                            // the marker of a claim
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

// The personality routine to which code of Rust's core library refers, because it is compiled for unwinding panics. The agent does not
// unwind, so the result is _URC_CONTINUE_UNWIND.
.p2align 2
.private_extern _rust_eh_personality
_rust_eh_personality:
    mov w0, #8
    ret
