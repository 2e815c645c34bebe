// The message sends.
//
// Register contract: x0-x8, q0-q7 and the stack reach the method unchanged; x9-x17 may be changed.
// At LLookup_*: x0 = receiver, x1 = selector, x16 = the class to search.
//
// A bucket is {imp, selector}. The cache word contains the mask in bits 48-63 and the address of the buckets in the bits below.

    // Jumps to the method, or returns it in x17 where `finds` is 1.
    .macro lookup miss, finds
    ldr x11, [x16, #16]
    and x10, x11, #0x0000ffffffffffff
    eor x12, x1, x1, lsr #7
    and x12, x12, x11, lsr #48
    add x13, x10, x12, lsl #4
    ldp x17, x9, [x13]
    cmp x9, x1
    b.ne 1f
    found \finds
    // If the selector is not in its own bucket, the search continues down to the first empty bucket, and wraps around once.
1:  cbz x9, \miss
    cmp x13, x10
    b.eq 3f
2:  ldp x17, x9, [x13, #-16]!
    cmp x9, x1
    b.ne 1b
    found \finds
3:  lsr x12, x11, #48
    cbz x12, \miss
    add x13, x10, x12, lsl #4
    add x13, x13, #16
    b 2b
    .endm

    .macro found finds
    .if \finds
    ret
    .else
    br x17
    .endif
    .endm

    // Saves and restores everything that the method may read, around a call into C from the middle of a send.
    .macro save_arguments
    stp x29, x30, [sp, #-16]!
    .cfi_def_cfa_offset 16
    mov x29, sp
    .cfi_def_cfa x29, 16
    .cfi_offset x30, -8
    .cfi_offset x29, -16
    sub sp, sp, #208
    stp q0, q1, [sp]
    stp q2, q3, [sp, #32]
    stp q4, q5, [sp, #64]
    stp q6, q7, [sp, #96]
    stp x0, x1, [sp, #128]
    stp x2, x3, [sp, #144]
    stp x4, x5, [sp, #160]
    stp x6, x7, [sp, #176]
    str x8, [sp, #192]
    .endm
    .macro restore_arguments
    ldp q0, q1, [sp]
    ldp q2, q3, [sp, #32]
    ldp q4, q5, [sp, #64]
    ldp q6, q7, [sp, #96]
    ldp x0, x1, [sp, #128]
    ldp x2, x3, [sp, #144]
    ldp x4, x5, [sp, #160]
    ldp x6, x7, [sp, #176]
    ldr x8, [sp, #192]
    mov sp, x29
    ldp x29, x30, [sp], #16
    .cfi_def_cfa sp, 0
    .cfi_restore x29
    .cfi_restore x30
    .endm

    .text
    .globl _objc_msgSend, __phone_objc_msgSend
    .p2align 5
_objc_msgSend:
    .cfi_startproc
    cmp x0, #0
    b.le Lnil_or_tagged
    ldr x13, [x0]
    and x16, x13, #0xffffffff8
Llookup:
    lookup Luncached, 0
Lnil_or_tagged:
    b.eq Lnil
    adrp x10, _objc_debug_taggedpointer_classes@PAGE
    add x10, x10, _objc_debug_taggedpointer_classes@PAGEOFF
    and x11, x0, #7
    ldr x16, [x10, x11, lsl #3]
    b Llookup
Lnil:
    mov x1, #0
    movi d0, #0
    movi d1, #0
    movi d2, #0
    movi d3, #0
    ret
    .cfi_endproc

    .p2align 2
Luncached:
    .cfi_startproc
    save_arguments
    mov x2, x16
    bl _phone_objc_lookup
    mov x17, x0
    restore_arguments
    br x17
    .cfi_endproc

    // Only searches, for an object that is not a tagged pointer, and returns the implementation in x17.
    .globl _objc_msgLookup
    .p2align 5
_objc_msgLookup:
    .cfi_startproc
    ldr x13, [x0]
    and x16, x13, #0xffffffff8
    lookup Lunfound, 1
    .cfi_endproc
    .p2align 2
Lunfound:
    .cfi_startproc
    save_arguments
    mov x2, x16
    bl _phone_objc_lookup
    mov x17, x0
    restore_arguments
    ret
    .cfi_endproc

    // x0 = {receiver, current class}: the search begins at the superclass of the current class.
    .globl _objc_msgSendSuper2, __phone_objc_msgSendSuper2
    .p2align 5
_objc_msgSendSuper2:
    .cfi_startproc
    ldp x0, x16, [x0]
    ldr x16, [x16, #8]
    lookup Luncached, 0
    .cfi_endproc

    // x0 = {receiver, the class where the search begins}.
    .globl _objc_msgSendSuper
    .p2align 5
_objc_msgSendSuper:
    .cfi_startproc
    ldp x0, x16, [x0]
    lookup Luncached, 0
    .cfi_endproc

    // The system uses separate addresses, so a search for pointers by their value finds only the app's pointers.
    .p2align 2
__phone_objc_msgSend:
    b _objc_msgSend
    .p2align 2
__phone_objc_msgSendSuper2:
    b _objc_msgSendSuper2

    // The method that is used last: another receiver gets the message, or doesNotRecognizeSelector: ends it.
    .globl __objc_msgForward
    .p2align 2
__objc_msgForward:
    .cfi_startproc
    save_arguments
    bl _phone_objc_forward
    str x0, [sp, #128]
    restore_arguments
    b _objc_msgSend
    .cfi_endproc

    .section __DATA,__data
    .globl __objc_empty_cache
    .p2align 4
__objc_empty_cache: .quad 0, 0, 0, 0
    .globl __objc_empty_vtable
__objc_empty_vtable: .quad 0
