// Defines functions whose first instruction is hard to move, and code that belongs to no function.
.text
.p2align 2
// These functions jump back to their first instruction, by each kind of branch.
.globl _by_cbnz
_by_cbnz:
    sub x0, x0, #1
    cbnz x0, _by_cbnz
    mov x0, #21
    ret
.globl _by_tbz
_by_tbz:
    add x0, x0, #3
    tbz x0, #7, _by_tbz
    ret
.globl _by_condition
_by_condition:
    subs x0, x0, #5
    b.gt _by_condition
    ret
.globl _by_jump
_by_jump:
    cbz x0, 1f
    sub x0, x0, #1
    b _by_jump
1:  mov x0, #4
    ret
.globl _by_exclusive
_by_exclusive:
    ldaxr w9, [x0]
    add w9, w9, #2
    stlxr w10, w9, [x0]
    cbnz w10, _by_exclusive
    ldr w0, [x0]
    ret
// The first instruction of these functions depends on its own address.
.globl _takes_address
_takes_address:
    adr x0, _table
    ldr w0, [x0, #8]
    ret
.globl _loads_long
_loads_long:
    ldr x0, _constant
    ret
.globl _loads_signed
_loads_signed:
    ldrsw x0, _table
    ret
.globl _loads_vector
_loads_vector:
    ldr d0, _half
    fcvtzs x0, d0
    ret
.globl _tests_bit
_tests_bit:
    tbnz w0, #0, 2f
    mov x0, #70
    ret
2:  mov x0, #71
    ret
.globl _calls
_calls:
    bl _reads_link          // the bytes after it are found through x30
    .long 0xd503201f
.globl _reads_link
_reads_link:
    ldr w0, [x30]
    mov x30, x9
    ret
.globl _enters_calls
_enters_calls:
    stp x29, x30, [sp, #-16]!
    adr x9, 3f
    b _calls
3:  ldp x29, x30, [sp], #16
    ret
.globl _only_returns
_only_returns:
    ret
.globl _only_jumps
_only_jumps:
    b _only_returns
// This function receives an argument in the flags.
.globl _passes_flags
_passes_flags:
    stp x29, x30, [sp, #-16]!
    cmp x0, #9
    bl _takes_flags
    ldp x29, x30, [sp], #16
    ret
.globl _takes_flags
_takes_flags:
    b.hs 4f
    mov x0, #30
    ret
4:  mov x0, #31
    ret
// These functions receive arguments in x16 and x17, also through a jump and through a function that only passes them on.
.globl _passes_scratch
_passes_scratch:
    stp x29, x30, [sp, #-16]!
    mov x16, x0
    mov x17, x1
    bl _takes_scratch
    bl _leaves_scratch
    bl _jumps_to_scratch
    add x0, x16, x17
    ldp x29, x30, [sp], #16
    ret
.globl _takes_scratch
_takes_scratch:
    add x16, x16, x17, lsl #1
    ret
.globl _leaves_scratch
_leaves_scratch:
    mov x8, #1
    ret
.globl _jumps_to_scratch
_jumps_to_scratch:
    b _takes_scratch
// A jump table and other data with their own symbols; some of the data are also valid instructions.
.globl _by_table
_by_table:
    cmp x0, #2
    b.hi 8f
    adr x9, 5f
    ldrb w10, [x9, x0]
    adr x9, 6f
    add x9, x9, x10, lsl #2
    br x9
6:  mov x0, #50
    ret
    mov x0, #51
    ret
    mov x0, #52
    ret
8:  mov x0, #53
    ret
5:  .byte 0, 2, 4, 0
.p2align 3
.globl _table
_table: .long -7, 0x77, 0xd503201f, 0x1
_constant: .quad 0x0123456789abcdef
_half: .double 12.5
.globl _words
_words: .long 0xd2800000, 0xd65f03c0
.globl _reads_words
_reads_words:
    adr x9, _words
    ldr w0, [x9]
    ldr w10, [x9, #4]
    add x0, x0, x10
    ret
