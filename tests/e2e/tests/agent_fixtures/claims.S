// Callers that claim the result of a method by the return address of the claim, without a marker after the send.
// CLAIMS name, claim: id name(id receiver, SEL selector) { return claim([receiver selector]); }
.macro CLAIMS name, claim
    .globl \name
    .p2align 2
\name:
    .cfi_startproc
    stp x29, x30, [sp, #-16]!
    .cfi_def_cfa_offset 16
    .cfi_offset x29, -16
    .cfi_offset x30, -8
    mov x29, sp
    bl _objc_msgSend
    bl \claim
    ldp x29, x30, [sp], #16
    ret
    .cfi_endproc
.endm
CLAIMS _claim_retained, _objc_claimAutoreleasedReturnValue
CLAIMS _claim_older, _objc_retainAutoreleasedReturnValue
CLAIMS _claim_unsafely, _objc_unsafeClaimAutoreleasedReturnValue
