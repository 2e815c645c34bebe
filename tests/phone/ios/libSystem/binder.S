// What lazily bound images name in their __got. Every pointer is bound before anything runs here, so a call is a fault of the loader's.
    .text
    .globl dyld_stub_binder
    .p2align 2
dyld_stub_binder:
    brk #1
