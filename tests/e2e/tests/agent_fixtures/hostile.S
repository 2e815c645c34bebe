// Code and data that a rewriter must either leave unchanged or rewrite correctly.
.text
.p2align 2
// Each word of these data is also a valid instruction, and pointers in data refer to it.
.globl _words_of_code
_words_of_code:
    .long 0x8b020020, 0xaa0103e0, 0xf9400001, 0x91000421
// This function passes arguments in the 128 bytes below SP.
.globl _passes_below
_passes_below:
    str x0, [sp, #-8]
    str x1, [sp, #-128]
    b _takes_below
.globl _takes_below
_takes_below:
    ldr x0, [sp, #-8]
    ldr x1, [sp, #-128]
    sub x0, x0, x1
    ret
// A function that has the status of an exclusive store in x16, and a function that is entered with a value in x16.
.globl _stores_exclusively
_stores_exclusively:
    mov x8, x0
1:  ldaxr w9, [x8]
    add w9, w9, #3
    stlxr w16, w9, [x8]
    cbnz w16, 1b
    ldr w0, [x8]
    ret
// This function ends with the same padding as functions of V8 and Chromium.
.globl _ends_with_halt
_ends_with_halt:
    cbz x0, 2f
    add x0, x0, #1
    ret
2:  brk #0
    hlt #0
    .long 0xcccccccc
    .long 0xcccccccc
.globl _after_padding
_after_padding:
    add x0, x0, #2
    ret
// A page like the one of libffi: it repeats one closure, and it is mapped a second time next to a page of data.
.p2align 14
.globl _closures
_closures:
    .rept 16384 / 16
    adr x16, .-16384
    ldp x17, x16, [x16]
    br x16
    nop
    .endr
// A page like those of Mono: each piece branches to the code at the beginning of the page.
.globl _trampolines
_trampolines:
    movz x17, #0x4000
    sub x16, x16, x17
    ldr x17, [x16]
    ldr x16, [x16, #8]
    br x17
    nop
    nop
    nop
    .rept (16384 - 32) / 16
    adr x16, .
    b _trampolines
    nop
    nop
    .endr
.globl _behind_closures
_behind_closures:
    add x0, x0, #5
    ret
