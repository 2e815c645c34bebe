// The stubs of the functions in the table of work. A stub has 24 instructions. It counts the request for the open call and jumps to the
// function with LR and all arguments of the caller. If the result of a function is counted, the stub calls the function, with a frame
// record. All stubs are one atom, so that the linker keeps their order. Code that calls a function is a separate atom, with an unwind
// entry. If a signal arrives while a stub changes a word, and the handler makes a request of the same kind, one of the requests is not
// counted. If a signal arrives in the five instructions in which a call begins, the handler's request may be counted for the call that had
// the same depth before.

// Sets x9 to the words of the open call's node in the group of a word; x10 and x17 are scratch registers. With an index, x16 is set to
// the function that the stub replaces. Outside of all calls, that is if the node has no parent, the code jumps to label 7 with the state
// in x17. The code jumps to label 8 if Rust must handle the request: without a state, or if the chunk has no words of this group yet.
.macro WORK_NODE word, index
    adrp x16, {reached}@PAGE
    ldr x9, [x16, {reached}@PAGEOFF]
    .ifnb \index
    ldr x16, [x16, {reached}@PAGEOFF+\index]
    .endif
    mrs x17, TPIDRRO_EL0
    and x17, x17, #~7
    ldr x17, [x17, x9]
    cbz x17, 8f
    ldr x9, [x17]
    ldr x9, [x9, #{frame_node}]
    ldr x10, [x9, #{node_parent}]
    cbz x10, 7f
    and x10, x9, #~4095
    ldr x10, [x10, #{chunk_work} + \word / 8 * 8]
    cbz x10, 8f
    add x9, x9, x10
.endm

// The end of a stub; x16 is the function that the stub replaces. Label 7 counts a request outside of all calls. Label 8 replaces the state
// by one in which no image has requested work, so that the request is passed to Rust.
.macro WORK_OUTSIDE word, bytes
8:
    adrp x17, {no_image}@PAGE
7:
    mov x12, \bytes
    mov w9, #\word * 8
    b _launchgate_work_outside
.endm

.macro WORK_BYTES word, index, register
    WORK_NODE \word, \index
    ldp x10, x11, [x9, #\word % 8 * 8]
    add x10, x10, #1
    add x11, x11, \register
    stp x10, x11, [x9, #\word % 8 * 8]
    br x16
    WORK_OUTSIDE \word, \register
.endm

.macro WORK_PRODUCT word, index, size, count
    WORK_NODE \word, \index
    ldp x10, x11, [x9, #\word % 8 * 8]
    add x10, x10, #1
    madd x11, \size, \count, x11
    stp x10, x11, [x9, #\word % 8 * 8]
    br x16
8:
    adrp x17, {no_image}@PAGE
7:
    mul x12, \size, \count
    mov w9, #\word * 8
    b _launchgate_work_outside
.endm

.altmacro
.macro WORK what, word, other
    WORK_STUB \what, \word, \other, %Lwork
    .set Lwork, Lwork + 8
.endm

.macro WORK_STUB what, word, other, index
    .ifc \what, calls
    WORK_NODE \word, \index
    ldr x10, [x9, #\word % 8 * 8]
    add x10, x10, #1
    str x10, [x9, #\word % 8 * 8]
    br x16
    WORK_OUTSIDE \word, xzr            // the kind may have bytes, but the number is not known for this function
    nop
    .endif
    .ifc \what, first
    WORK_BYTES \word, \index, x0
    .endif
    .ifc \what, second
    WORK_BYTES \word, \index, x1
    .endif
    .ifc \what, third
    WORK_BYTES \word, \index, x2
    .endif
    .ifc \what, product
    WORK_PRODUCT \word, \index, x0, x1
    .endif
    .ifc \what, items
    WORK_PRODUCT \word, \index, x1, x2
    .endif
    .ifc \what, mapped
    mov w9, #\word * 8
    mov w10, #\other * 8
    tst w3, #0x1000                         // MAP_ANON
    csel w9, w10, w9, ne
    mov x12, x1
    mov x11, x30
    adrp x16, {reached}@PAGE
    ldr x16, [x16, {reached}@PAGEOFF+\index]
    b _launchgate_work_missed
    .rept 15
    nop
    .endr
    .endif
    .ifc \what, result
    b _launchgate_work_result\index
    .rept 23
    nop
    .endr
    .endif
.endm

.macro RESULT what, word
    .ifc \what, result
    WORK_RESULT \word, %Lwork
    .endif
    .set Lwork, Lwork + 8
.endm

.macro WORK_RESULT word, index
.p2align 4
.private_extern _launchgate_work_result\index
_launchgate_work_result\index:
    .cfi_startproc
    stp x29, x30, [sp, #-16]!
    .cfi_def_cfa_offset 16
    .cfi_offset x29, -16
    .cfi_offset x30, -8
    mov x29, sp
    adrp x16, {reached}@PAGE
    ldr x16, [x16, {reached}@PAGEOFF+\index]
    blr x16
    cmp x0, #0
    csel x12, x0, xzr, gt
    WORK_NODE \word
    ldp x10, x11, [x9, #\word % 8 * 8]
    add x10, x10, #1
    add x11, x11, x12
    stp x10, x11, [x9, #\word % 8 * 8]
9:
    ldp x29, x30, [sp], #16
    .cfi_remember_state
    .cfi_def_cfa_offset 0
    .cfi_restore x29
    .cfi_restore x30
    ret
    .cfi_restore_state
7:
8:
    mov w9, #\word * 8
    ldr x11, [sp, #8]
    adr x16, 9b
    b _launchgate_work_missed
    .cfi_endproc
.endm

// Counts a request outside of all calls, if the same image made the previous such request on this thread. x9 is the offset of the word,
// x12 the number of bytes, x16 the address at which the code continues, and x17 the state.
.p2align 4
.private_extern _launchgate_work_outside
_launchgate_work_outside:
    .cfi_startproc
    ldp x10, x11, [x17, #{state_outside}]
    sub x10, x30, x10
    cmp x10, x11
    b.hs 1f
    ldr x10, [x17, #{state_outside_words}]
    add x10, x10, x9
    ldp x11, x9, [x10]
    add x11, x11, #1
    add x9, x9, x12
    stp x11, x9, [x10]
    br x16
1:
    mov x11, x30
    b _launchgate_work_missed
    .cfi_endproc

// Passes a request to Rust. x9 is the offset of the word, x11 the address of the caller, x12 the number of bytes, and x16 the address at
// which the code continues.
.p2align 4
.private_extern _launchgate_work_missed
_launchgate_work_missed:
    .cfi_startproc
    SAVE
    lsr x0, x9, #3
    mov x1, x12
    mov x2, x11
    bl {missed}
    RESTORE
    br x16
    .cfi_endproc

