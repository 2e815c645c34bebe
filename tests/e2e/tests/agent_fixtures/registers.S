// Makes calls with given values in all registers and stack arguments, and stores the results; defines a method that stores its arguments.
// struct given:  x0-x28 at 0, eight words of stack arguments at 232, a pad, q0-q31 at 304
// struct left:   x0-x8 at 0, x19-x29 and SP at 72, a pad, q0-q7 at 176, d8-d15 at 304
#define LEFT 368
#define ROOM (64 + LEFT)

// void NAME(const struct given *, struct left *, void *target)
// The function that CALL defines has the calling convention of C. If the macro has no second argument, `blr x16` calls the function in x2.
.macro CALL name, function
.globl \name
.p2align 4
\name:
    .cfi_startproc
    stp x29, x30, [sp, #-0xd0]!
    .cfi_def_cfa_offset 0xd0
    .cfi_offset x29, -0xd0
    .cfi_offset x30, -0xc8
    mov x29, sp
    .cfi_def_cfa x29, 0xd0
    stp x19, x20, [sp, #0x10]
    stp x21, x22, [sp, #0x20]
    stp x23, x24, [sp, #0x30]
    stp x25, x26, [sp, #0x40]
    stp x27, x28, [sp, #0x50]
    stp d8, d9, [sp, #0x60]
    stp d10, d11, [sp, #0x70]
    stp d12, d13, [sp, #0x80]
    stp d14, d15, [sp, #0x90]
    stp x0, x1, [sp, #0xa0]
    sub sp, sp, #ROOM
    mov x16, x2
    mov x17, x0
    // The stack arguments are at SP.
    ldr x9, [x17, #232]
    ldr x10, [x17, #240]
    stp x9, x10, [sp]
    ldr x9, [x17, #248]
    ldr x10, [x17, #256]
    stp x9, x10, [sp, #16]
    ldr x9, [x17, #264]
    ldr x10, [x17, #272]
    stp x9, x10, [sp, #32]
    ldr x9, [x17, #280]
    ldr x10, [x17, #288]
    stp x9, x10, [sp, #48]
    add x9, x17, #304
    ld1 {v0.16b, v1.16b, v2.16b, v3.16b}, [x9], #64
    ld1 {v4.16b, v5.16b, v6.16b, v7.16b}, [x9], #64
    ld1 {v8.16b, v9.16b, v10.16b, v11.16b}, [x9], #64
    ld1 {v12.16b, v13.16b, v14.16b, v15.16b}, [x9], #64
    ld1 {v16.16b, v17.16b, v18.16b, v19.16b}, [x9], #64
    ld1 {v20.16b, v21.16b, v22.16b, v23.16b}, [x9], #64
    ld1 {v24.16b, v25.16b, v26.16b, v27.16b}, [x9], #64
    ld1 {v28.16b, v29.16b, v30.16b, v31.16b}, [x9], #64
    ldp x0, x1, [x17]
    ldp x2, x3, [x17, #16]
    ldp x4, x5, [x17, #32]
    ldp x6, x7, [x17, #48]
    ldp x8, x9, [x17, #64]
    ldp x10, x11, [x17, #80]
    ldp x12, x13, [x17, #96]
    ldp x14, x15, [x17, #112]
    ldp x19, x20, [x17, #152]
    ldp x21, x22, [x17, #168]
    ldp x23, x24, [x17, #184]
    ldp x25, x26, [x17, #200]
    ldp x27, x28, [x17, #216]
    .ifb \function
    blr x16
    .else
    bl \function
    .endif
    // After the call only SP is reliable; the other registers are saved on the stack.
    stp x0, x1, [sp, #64]
    stp x2, x3, [sp, #80]
    stp x4, x5, [sp, #96]
    stp x6, x7, [sp, #112]
    stp x8, x19, [sp, #128]
    stp x20, x21, [sp, #144]
    stp x22, x23, [sp, #160]
    stp x24, x25, [sp, #176]
    stp x26, x27, [sp, #192]
    stp x28, x29, [sp, #208]
    mov x9, sp
    add x10, sp, #ROOM
    sub x11, x29, x10                       // 0 if both are unchanged
    stp x11, x9, [sp, #224]
    stp q0, q1, [sp, #240]
    stp q2, q3, [sp, #272]
    stp q4, q5, [sp, #304]
    stp q6, q7, [sp, #336]
    stp d8, d9, [sp, #368]
    stp d10, d11, [sp, #384]
    stp d12, d13, [sp, #400]
    stp d14, d15, [sp, #416]
    ldr x1, [x29, #0xa8]
    add x2, sp, #64
    mov x3, #LEFT
1:
    ldr x4, [x2], #8
    str x4, [x1], #8
    subs x3, x3, #8
    b.ne 1b
    mov sp, x29
    ldp d14, d15, [sp, #0x90]
    ldp d12, d13, [sp, #0x80]
    ldp d10, d11, [sp, #0x70]
    ldp d8, d9, [sp, #0x60]
    ldp x27, x28, [sp, #0x50]
    ldp x25, x26, [sp, #0x40]
    ldp x23, x24, [sp, #0x30]
    ldp x21, x22, [sp, #0x20]
    ldp x19, x20, [sp, #0x10]
    ldp x29, x30, [sp], #0xd0
    .cfi_def_cfa sp, 0
    .cfi_restore x29
    .cfi_restore x30
    ret
    .cfi_endproc
.endm
.text
CALL _call_send, _objc_msgSend
CALL _call_super, _objc_msgSendSuper2
CALL _call_alloc, _objc_alloc
CALL _call_alloc_zone, _objc_allocWithZone
CALL _call_alloc_init, _objc_alloc_init
CALL _call_new, _objc_opt_new
CALL _call_direct

// A method that stores x0-x8, eight words of stack arguments and q0-q7 in `seen` (at 0, 72, 144) and returns the content of `answer`
// (x0, x1 at 0, q0-q3 at 16); it changes every register that a callee may change.
.globl _echo
.p2align 4
_echo:
    adrp x9, _seen@PAGE
    add x9, x9, _seen@PAGEOFF
    stp x0, x1, [x9]
    stp x2, x3, [x9, #16]
    stp x4, x5, [x9, #32]
    stp x6, x7, [x9, #48]
    str x8, [x9, #64]
    ldp x10, x11, [sp]
    ldp x12, x13, [sp, #16]
    ldp x14, x15, [sp, #32]
    ldp x16, x17, [sp, #48]
    stp x10, x11, [x9, #72]
    stp x12, x13, [x9, #88]
    stp x14, x15, [x9, #104]
    stp x16, x17, [x9, #120]
    stp q0, q1, [x9, #144]
    stp q2, q3, [x9, #176]
    stp q4, q5, [x9, #208]
    stp q6, q7, [x9, #240]
    ldr x10, [x9, #272]
    add x10, x10, #1
    str x10, [x9, #272]
    adrp x9, _answer@PAGE
    add x9, x9, _answer@PAGEOFF
    ldp x0, x1, [x9]
    ldp q0, q1, [x9, #16]
    ldp q2, q3, [x9, #48]
    mov x2, #-1
    mov x3, x2
    mov x4, x2
    mov x5, x2
    mov x6, x2
    mov x7, x2
    mov x8, x2
    mov x10, x2
    mov x11, x2
    mov x12, x2
    mov x13, x2
    mov x14, x2
    mov x15, x2
    mov x16, x2
    mov x17, x2
    movi v4.16b, #0xff
    movi v5.16b, #0xfe
    movi v6.16b, #0xfd
    movi v7.16b, #0xfc
    movi v16.16b, #0xfb
    movi v31.16b, #0xfa
    cmp x2, #0
    ret
