// The thunk of thread-local variables: x0 = descriptor {thunk, key, offset} in, the variable's address out.
// Compiled code expects that every other register is preserved, except x16, x17 and lr.
    .text
    .private_extern _tlv_get_addr
    .globl _tlv_get_addr
    .p2align 2
_tlv_get_addr:
    ldr x16, [x0, #8]
    mrs x17, TPIDRRO_EL0
    and x17, x17, #-8
    ldr x17, [x17, x16, lsl #3]
    cbz x17, Lallocate
    ldr x0, [x0, #16]
    add x0, x17, x0
    ret
Lallocate:
    .cfi_startproc
    stp x29, x30, [sp, #-16]!
    mov x29, sp
    .cfi_def_cfa x29, 16
    .cfi_offset x30, -8
    .cfi_offset x29, -16
    sub sp, sp, #512+128
    stp x0, x1, [sp]
    stp x2, x3, [sp, #16]
    stp x4, x5, [sp, #32]
    stp x6, x7, [sp, #48]
    stp x8, x9, [sp, #64]
    stp x10, x11, [sp, #80]
    stp x12, x13, [sp, #96]
    stp x14, x15, [sp, #112]
    stp q0, q1, [sp, #128]
    stp q2, q3, [sp, #160]
    stp q4, q5, [sp, #192]
    stp q6, q7, [sp, #224]
    stp q16, q17, [sp, #256]
    stp q18, q19, [sp, #288]
    stp q20, q21, [sp, #320]
    stp q22, q23, [sp, #352]
    stp q24, q25, [sp, #384]
    stp q26, q27, [sp, #416]
    stp q28, q29, [sp, #448]
    stp q30, q31, [sp, #480]
    mov x0, x16
    bl _phone_tlv_allocate
    mov x17, x0
    ldp x0, x1, [sp]
    ldp x2, x3, [sp, #16]
    ldp x4, x5, [sp, #32]
    ldp x6, x7, [sp, #48]
    ldp x8, x9, [sp, #64]
    ldp x10, x11, [sp, #80]
    ldp x12, x13, [sp, #96]
    ldp x14, x15, [sp, #112]
    ldp q0, q1, [sp, #128]
    ldp q2, q3, [sp, #160]
    ldp q4, q5, [sp, #192]
    ldp q6, q7, [sp, #224]
    ldp q16, q17, [sp, #256]
    ldp q18, q19, [sp, #288]
    ldp q20, q21, [sp, #320]
    ldp q22, q23, [sp, #352]
    ldp q24, q25, [sp, #384]
    ldp q26, q27, [sp, #416]
    ldp q28, q29, [sp, #448]
    ldp q30, q31, [sp, #480]
    ldr x0, [x0, #16]
    add x0, x17, x0
    mov sp, x29
    ldp x29, x30, [sp], #16
    ret
    .cfi_endproc
