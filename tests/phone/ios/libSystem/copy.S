// memcpy, memmove and memset, which take most of the time of a start; they copy 64 bytes per iteration.
// Contract: as in C; x0 is returned unchanged, and only x1-x7 and q0-q3 are changed.
    .text
    .globl _memcpy, _memmove, _memset, _bzero
    .p2align 4
_memmove:
_memcpy:
    // A copy to a lower address is safe from the start; a destination inside the source must be copied from the end.
    sub x3, x0, x1
    cmp x3, x2
    b.lo Lbackward
    mov x3, x0
    subs x2, x2, #64
    b.lo Ltail
Lcopy64:
    ldp q0, q1, [x1]
    ldp q2, q3, [x1, #32]
    add x1, x1, #64
    stp q0, q1, [x3]
    stp q2, q3, [x3, #32]
    add x3, x3, #64
    subs x2, x2, #64
    b.hs Lcopy64
Ltail:
    // x2 = left - 64, and its low six bits are the number of bytes left.
    tbz x2, #5, 1f
    ldp q0, q1, [x1], #32
    stp q0, q1, [x3], #32
1:  tbz x2, #4, 1f
    ldr q0, [x1], #16
    str q0, [x3], #16
1:  tbz x2, #3, 1f
    ldr x4, [x1], #8
    str x4, [x3], #8
1:  tbz x2, #2, 1f
    ldr w4, [x1], #4
    str w4, [x3], #4
1:  tbz x2, #1, 1f
    ldrh w4, [x1], #2
    strh w4, [x3], #2
1:  tbz x2, #0, 1f
    ldrb w4, [x1]
    strb w4, [x3]
1:  ret
Lbackward:
    cbz x3, 2f
    add x1, x1, x2
    add x3, x0, x2
1:  subs x2, x2, #16
    b.lo 1f
    ldr q0, [x1, #-16]!
    str q0, [x3, #-16]!
    b 1b
1:  adds x2, x2, #16
    b.eq 2f
1:  ldrb w4, [x1, #-1]!
    strb w4, [x3, #-1]!
    subs x2, x2, #1
    b.ne 1b
2:  ret

    .p2align 4
_bzero:
    mov x2, x1
    mov w1, #0
_memset:
    dup v0.16b, w1
    mov x3, x0
    subs x2, x2, #64
    b.lo 2f
1:  stp q0, q0, [x3]
    stp q0, q0, [x3, #32]
    add x3, x3, #64
    subs x2, x2, #64
    b.hs 1b
2:  tbz x2, #5, 1f
    stp q0, q0, [x3], #32
1:  tbz x2, #4, 1f
    str q0, [x3], #16
1:  tbz x2, #3, 1f
    str d0, [x3], #8
1:  tbz x2, #2, 1f
    str s0, [x3], #4
1:  tbz x2, #1, 1f
    str h0, [x3], #2
1:  tbz x2, #0, 1f
    str b0, [x3]
1:  ret
