// This file is linked into each system library above libobjc. On a phone the builder of the shared cache removes their stubs of
// objc_msgSend, so they cannot be patched; here a private symbol of the same name takes precedence over the import and jumps through
// a pointer that is not an import.
    .macro hidden name, target
    .private_extern \name
    .globl \name
    .p2align 2
\name:
    adrp x16, L\target@PAGE
    ldr x16, [x16, L\target@PAGEOFF]
    br x16
    .endmacro

    .text
    hidden _objc_msgSend, __phone_objc_msgSend
    hidden _objc_msgSendSuper2, __phone_objc_msgSendSuper2

    .section __DATA_CONST,__const
    .p2align 3
L__phone_objc_msgSend: .quad __phone_objc_msgSend
L__phone_objc_msgSendSuper2: .quad __phone_objc_msgSendSuper2
