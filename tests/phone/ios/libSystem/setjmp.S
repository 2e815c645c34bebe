// setjmp and longjmp. jmp_buf contains the registers that a callee must preserve: x19-x28, x29, x30, sp, and d8-d15.
    .text
    .globl _setjmp, __setjmp, _sigsetjmp, _longjmp, __longjmp, _siglongjmp
    .p2align 2
_setjmp:
__setjmp:
_sigsetjmp:
    stp x19, x20, [x0]
    stp x21, x22, [x0, #16]
    stp x23, x24, [x0, #32]
    stp x25, x26, [x0, #48]
    stp x27, x28, [x0, #64]
    stp x29, x30, [x0, #80]
    mov x9, sp
    str x9, [x0, #96]
    stp d8, d9, [x0, #112]
    stp d10, d11, [x0, #128]
    stp d12, d13, [x0, #144]
    stp d14, d15, [x0, #160]
    mov w0, #0
    ret

    .p2align 2
_longjmp:
__longjmp:
_siglongjmp:
    ldp x19, x20, [x0]
    ldp x21, x22, [x0, #16]
    ldp x23, x24, [x0, #32]
    ldp x25, x26, [x0, #48]
    ldp x27, x28, [x0, #64]
    ldp x29, x30, [x0, #80]
    ldr x9, [x0, #96]
    ldp d8, d9, [x0, #112]
    ldp d10, d11, [x0, #128]
    ldp d12, d13, [x0, #144]
    ldp d14, d15, [x0, #160]
    mov sp, x9
    // A result of zero would look like the first return of setjmp, so it becomes 1.
    cmp w1, #0
    csinc w0, w1, wzr, ne
    ret

// phone_switch_stack(struct phone_coroutine *from, struct phone_coroutine *to) leaves one stack and continues on another, as
// libraries of coroutines do. The callee-saved registers are pushed onto the old stack; only its SP is stored elsewhere.
    .globl _phone_switch_stack
    .p2align 2
_phone_switch_stack:
    stp d8, d9, [sp, #-160]!
    stp d10, d11, [sp, #16]
    stp d12, d13, [sp, #32]
    stp d14, d15, [sp, #48]
    stp x19, x20, [sp, #64]
    stp x21, x22, [sp, #80]
    stp x23, x24, [sp, #96]
    stp x25, x26, [sp, #112]
    stp x27, x28, [sp, #128]
    stp x29, x30, [sp, #144]
    mov x9, sp
    str x9, [x0]
    ldr x9, [x1]
    mov sp, x9
    ldp d10, d11, [sp, #16]
    ldp d12, d13, [sp, #32]
    ldp d14, d15, [sp, #48]
    ldp x19, x20, [sp, #64]
    ldp x21, x22, [sp, #80]
    ldp x23, x24, [sp, #96]
    ldp x25, x26, [sp, #112]
    ldp x27, x28, [sp, #128]
    ldp x29, x30, [sp, #144]
    ldp d8, d9, [sp], #160
    ret

// A new coroutine begins here: x19 = entry, x20 = its argument (set by phone_coroutine_prepare).
    .private_extern _phone_coroutine_start
    .globl _phone_coroutine_start
    .p2align 2
_phone_coroutine_start:
    .cfi_startproc
    .cfi_undefined x30
    mov x0, x20
    blr x19
    brk #1
    .cfi_endproc

// The host enters here with x0 = signal, x1 = handler, x2 = the frame to return with.
    .private_extern _phone_signal_trampoline
    .globl _phone_signal_trampoline
    .p2align 2
_phone_signal_trampoline:
    mov x19, x2
    bl _phone_signal_run
    mov x0, x19
    mov x16, #75
    svc #0x80
    brk #1
