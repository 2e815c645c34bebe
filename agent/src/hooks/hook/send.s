// Registers of a send: x0-x8 and q0-q7 are the callee's, x19-x29 the caller's; x9-x17 and the flags are ours.
// Through all of a HOOK: x9 the state, x10 the top frame, x11 the class, x13 the parent node,
// x14 SP less stack_low, x15 the child node, x17 the original; x12 and x16 are scratch.

// Everything a callee may be given, and LR, onto the stack. x29 makes it a frame that frame-pointer walks understand.
.macro SAVE
    stp x29, x30, [sp, #-0x100]!
    .cfi_def_cfa_offset 0x100
    .cfi_offset x29, -0x100
    .cfi_offset x30, -0xf8
    mov x29, sp
    stp x0, x1, [sp, #0x10]
    stp x2, x3, [sp, #0x20]
    stp x4, x5, [sp, #0x30]
    stp x6, x7, [sp, #0x40]
    stp x8, x9, [sp, #0x50]
    stp q0, q1, [sp, #0x60]
    stp q2, q3, [sp, #0x80]
    stp q4, q5, [sp, #0xa0]
    stp q6, q7, [sp, #0xc0]
    stp x10, x11, [sp, #0xe0]
    stp x16, x17, [sp, #0xf0]
.endm

.macro RESTORE
    ldp x16, x17, [sp, #0xf0]
    ldp x10, x11, [sp, #0xe0]
    ldp q6, q7, [sp, #0xc0]
    ldp q4, q5, [sp, #0xa0]
    ldp q2, q3, [sp, #0x80]
    ldp q0, q1, [sp, #0x60]
    ldp x8, x9, [sp, #0x50]
    ldp x6, x7, [sp, #0x40]
    ldp x4, x5, [sp, #0x30]
    ldp x2, x3, [sp, #0x20]
    ldp x0, x1, [sp, #0x10]
    ldp x29, x30, [sp], #0x100
    .cfi_def_cfa_offset 0
    .cfi_restore x29
    .cfi_restore x30
.endm

// x9 = the thread's state, or 0. The slot is a variable: closing the window points it at a key that is never set.
.macro STATE
    adrp x10, {slot}@PAGE
    ldr x10, [x10, {slot}@PAGEOFF]
    mrs x9, TPIDRRO_EL0
    and x9, x9, #~7
    ldr x9, [x9, x10]
.endm

// x17 = the original at this offset.
.macro ORIGINAL index
    adrp x17, {originals}@PAGE+\index
    ldr x17, [x17, {originals}@PAGEOFF+\index]
.endm

// x1 = the selector at this offset.
.macro SELECTOR index
    adrp x1, {selectors}@PAGE+\index
    ldr x1, [x1, {selectors}@PAGEOFF+\index]
.endm

// To the original, as if we had never been.
.macro PASS original
    ORIGINAL \original
    br x17
.endm

// x14, x15 = what Rust answers, in the registers of `_launchgate_ask`; all that a send needs survives, but not x12, x13 and x16.
.macro ASK callback
    adrp x14, \callback@PAGE
    add x14, x14, \callback@PAGEOFF
    adr x16, 39f
    b _launchgate_ask
39:
.endm

// Add one to a counter of the state.
.macro COUNT offset
    ldr x12, [x9, #\offset]
    add x12, x12, #1
    str x12, [x9, #\offset]
.endm

// At this point our register state is: the callee's results in x0, x1, q0-q3; x19 our frame; the rest free.
// `then`: the label that goes on with LR and x19 given back, in place of the return.
.macro POST then
    mrs x9, CNTVCT_EL0
    ldp x12, x10, [x19, #{frame_node}]      // node, start
    ldr x11, [x19, #{frame_state}]
    sub x9, x9, x10
    ldp x13, x15, [x12, #{node_total}]      // total, limit
    add x13, x13, x9
    str xzr, [x19, #{frame_sp}]             // over, before the total has it: see `frozen`
    str x13, [x12, #{node_total}]
    cmp x9, x15
    b.hs 30f
31:
    sub x10, x19, #{frame_size}
    ldp x30, x19, [x19]
    .cfi_remember_state
    .cfi_restore x30
    .cfi_restore x19
    str x10, [x11]
    .ifb \then
    ret
    .else
    b \then
    .endif
    .cfi_restore_state
30: // the longest call so far, an event, or a watched method
    cbz x15, 32f
    ldr x16, [x11, #{state_threshold}]
    cmp x9, x16
    b.hs 32f
    add x16, x9, #1
    str x16, [x12, #{node_limit}]
    ldr x12, [x12, #{node_parent}]          // counted in the high bits of its caller, as for a returned object
    mov x16, #{longer}
    ldr x13, [x12, #{node_total}]
    add x13, x13, x16
    str x13, [x12, #{node_total}]
    b 31b
32: // Rust keeps events; the results wait on the stack
    stp x29, x30, [sp, #-0x70]!
    .cfi_def_cfa_offset 0x70
    .cfi_offset x29, -0x70
    mov x29, sp
    stp x0, x1, [sp, #0x10]
    stp q0, q1, [sp, #0x20]
    stp q2, q3, [sp, #0x40]
    mov x0, x19
    mov x1, x9
    bl {event}
    ldr x11, [x19, #{frame_state}]
    ldp q2, q3, [sp, #0x40]
    ldp q0, q1, [sp, #0x20]
    ldp x0, x1, [sp, #0x10]
    ldp x29, x30, [sp], #0x70
    .cfi_def_cfa_offset 0
    .cfi_restore x29
    b 31b
.endm

// From here on the caller's LR and x19 are found through x19.
.macro IN_FRAME
    .cfi_escape 0x10, 30, 2, 0x83, 0        // DW_CFA_expression x30: DW_OP_breg19 +0
    .cfi_escape 0x10, 19, 2, 0x83, 8        // DW_CFA_expression x19: DW_OP_breg19 +8
.endm

// kind: 0 objc_msgSend, 1 objc_msgSendSuper2, 2 one of the functions that replace a class method (x0 is the class, x1 is free),
// 3 objc_msgSendSuper
.macro HOOK name, kind, original, selector
.p2align 6
.private_extern \name
\name:
    .cfi_startproc
    .if \kind == 0 || \kind == 2
    cmp x0, #0
    b.le 50f                                // nil, or tagged
    .endif
10:
    STATE
    cbz x9, 60f                             // a new thread, or closed
    .if \kind == 1
    ldr x11, [x0, #8]                       // the current class ...
    ldr x10, [x9]
    ldr x11, [x11, #8]                      // ... and its superclass, where the search begins
    ldp x16, x17, [x9, #{state_stack_low}]
    .elseif \kind == 3
    ldp x12, x11, [x0]                      // the class where the search begins
    ldr x10, [x9]
    ldr x16, [x9, #{state_stack_low}]
    ORIGINAL \original
    .else
    ldr x11, [x0]
    ldp x10, x12, [x9]
    and x11, x11, x12
    ldp x17, x16, [x9, #{state_original_send}]
    .endif
    .if \kind == 2
    SELECTOR \selector
    ORIGINAL \original
    .endif
11:
    sub x14, sp, x16
12: // also again, with another top
    ldp x12, x13, [x10, #{frame_sp}]
    cmp x14, x12
    b.hs 70f
13:
    ldr x15, [x13, #{node_hot}]
    ldp x12, x16, [x15]
    cmp x12, x11
    ccmp x16, x1, #0, eq
    b.ne 80f
14: // x15 is the child
    add x10, x10, #{frame_size}
    str x10, [x9]                           // published; its sp is 0
15: // the count is read only now: a handler that came before may have counted here
    ldp x12, x16, [x15, #{node_successor}]  // successor, calls
    str x12, [x13, #{node_hot}]
    stp x30, x19, [x10]
    stp x14, x15, [x10, #{frame_sp}]        // whole
    add x16, x16, #1
    str x16, [x15, #{node_calls}]
16:
    mov x19, x10
    .cfi_remember_state
    IN_FRAME
    mrs x11, CNTVCT_EL0
    stp x11, x9, [x10, #{frame_start}]
    blr x17
    POST
    .cfi_restore_state

    .if \kind == 2
50:
    PASS \original
    .endif
    .if \kind == 0
50:
    b.lt 55f
    PASS \original
55: // a tagged pointer: the class of the last one with its tag is remembered
    STATE
    cbz x9, 56f
    mov x12, #{tag_low}
    movk x12, #{tag_high}, lsl #48
    and x12, x0, x12
    ldp x13, x11, [x9, #{state_tag}]
    cmp x12, x13
    b.ne 56f
    ldr x10, [x9]
    ldp x12, x13, [x10, #{frame_sp}]
    cbz x12, 57f                            // not whole: it names no node yet
    ldr x12, [x13, #{node_total}]           // counted in the high bits, as for a returned object
    mov x16, #{tagged_known}
    add x12, x12, x16
    str x12, [x13, #{node_total}]
57:
    ldp x17, x16, [x9, #{state_original_send}]
    b 11b
56: // the runtime knows its class
    ASK {tagged}
    cbz x14, 90f
    mov x9, x14
    mov x11, x15
    ldr x10, [x9]
    ldp x17, x16, [x9, #{state_original_send}]
    b 11b
    .endif

60: // no state: closed, or the thread's first send
    adrp x10, {closed}@PAGE
    ldr x10, [x10, {closed}@PAGEOFF]
    cbnz x10, 90f
    ASK {thread}
    cbz x14, 90f
    b 10b

70: // not plainly below the top frame, on the thread's own stack
    cbz x12, 75f                            // a frame that is not whole: we are inside a signal handler
    ldr x16, [x9, #{state_stack_size}]
    cmp x14, x16
    b.hs 76f                                // another stack
    cmp x14, x12
    b.ne 71f
    adrp x15, _launchgate_hooks@PAGE        // at its very SP: a tail call if it returns into a hook
    eor x15, x15, x30
    lsr x15, x15, #{hooks_shift}
    cbz x15, 72f
71: // thrown or jumped over, unless this is a stack within the stack: Rust looks, and drops what is dead
    ASK {dead}
    cbz x14, 76f
    ldr x10, [x9]
    ldr x14, [x9, #{state_stack_low}]
    sub x14, sp, x14
    b 12b
72: // the high bits count these instructions, as for a returned object
    ldr x12, [x13, #{node_total}]
    mov x16, #{tail}
    add x12, x12, x16
    str x12, [x13, #{node_total}]
    b 13b
75:
    COUNT {state_in_signal}
    br x17
76:
    COUNT {state_foreign}
    br x17

80: // not the predicted child
    tbnz x12, #0, 81f                       // a class that the settings skip is kept with its low bit set
82: // from here on handlers pass through: they must not meet a half-made node, nor make one where we are about to
    add x10, x10, #{frame_size}
    str x10, [x9]                           // published, as at 14
    eor x15, x1, x11, lsr #3
    ldr x16, [x9, #{state_spread}]
    add x15, x15, x13, lsr #6
    mul x15, x15, x16
    ldp x12, x16, [x9, #{state_table}]      // table, shift
    lsr x15, x15, x16
    ldr x12, [x12, x15, lsl #3]
    cbz x12, 86f                            // unknown
    ldr x16, [x12]
    cmp x16, x11
    ldr x16, [x12, #8]
    ccmp x16, x1, #0, eq
    ldr x16, [x12, #{node_parent}]
    ccmp x16, x13, #0, eq
    b.ne 83f                                // at another place, or marked
    ldr x15, [x10, #{frame_node}]           // train: the child before is followed by this one
    ldr x16, [x15, #{node_parent}]
    cmp x16, x13
    b.ne 85f
    str x12, [x15, #{node_successor}]
85: // as at 15
    ldp x15, x16, [x12, #{node_successor}]  // successor, calls
    str x15, [x13, #{node_hot}]
    stp x30, x19, [x10]
    stp x14, x12, [x10, #{frame_sp}]        // whole
    mov x11, #1                             // a call, and in the high bits how long it took to find its node
    movk x11, #{miss_near}, lsl #32
    add x16, x16, x11
    str x16, [x12, #{node_calls}]
    b 16b

81: // the child before was skipped: is it this one again?
    sbcs xzr, x12, x11                      // less the class, less 1: the carry is clear, since the classes differed
    ccmp x16, x1, #0, eq
    b.ne 82b
89: // skipped
    ldr x12, [x15, #{node_successor}]
    str x12, [x13, #{node_hot}]
    str x15, [x10, #{frame_size} + {frame_node}] // the child before, for training
    br x17

83: // x14 counts how long it takes
    mov x14, #{miss_far}
84:
    ldr x16, [x12]
    eor x16, x16, x11
    cmp x16, #{marks}
    ldr x16, [x12, #8]
    ccmp x16, x1, #0, ls
    ldr x16, [x12, #{node_parent}]
    ccmp x16, x13, #0, eq
    b.eq 94f
    ldp x12, x16, [x9, #{state_table}]
    add x15, x15, #1
    lsl x15, x15, x16                       // the first slot follows the last one
    lsr x15, x15, x16
    ldr x12, [x12, x15, lsl #3]
    add x14, x14, #{miss_step}
    cbnz x12, 84b
    ldp x12, x16, [x9, #{state_next_node}]  // unknown: counted in the node that is made now
    cmp x12, x16
    b.hs 97f
    sub x14, x14, #{miss_known}
    lsl x14, x14, #{miss_bit}
    str x14, [x12, #{node_calls}]
97:
    ldr x14, [x9, #{state_stack_low}]
    sub x14, sp, x14
    b 86f
94: // found
    ldr x15, [x10, #{frame_node}]           // train, as above
    ldr x16, [x15, #{node_parent}]
    cmp x16, x13
    b.ne 95f
    str x12, [x15, #{node_successor}]
95:
    mov x15, x12
    ldr x12, [x12]
    cmp x12, x11
    b.ne 88f
    ldr x12, [x15, #{node_calls}]
    add x12, x12, x14, lsl #{miss_bit}
    str x12, [x15, #{node_calls}]
    ldr x14, [x9, #{state_stack_low}]
    sub x14, sp, x14
    b 15b

86: // a new node; x15 is the slot
    ldp x12, x16, [x9, #{state_next_node}]
    cmp x12, x16
    b.hs 87f
    ldr x16, [x9, #{state_deepest}]
    cmp x10, x16
    b.hi 87f
    stp x11, x1, [x12]
    ldr x16, [x11]                          // a metaclass? The trace needs that if the class is gone
    ldr x11, [x9, #{state_root_meta}]
    eor x16, x16, x11
    tst x16, #{meta_bits}
    b.eq 98f
99:
    ldr x16, [x9, #{state_nobody}]
    stp x16, x16, [x12, #{node_hot}]        // no calls and no time yet, as all fresh memory
    mov x16, #{fresh}
    stp x16, x13, [x12, #{node_limit}]
    add x16, x12, #{node_size}
    add x11, x9, #{state_next_node}
    stlr x16, [x11]                         // whole, so the writing of the trace may read it
    ldr x16, [x9, #{state_table}]
    str x12, [x16, x15, lsl #3]
    ldr x15, [x10, #{frame_node}]
    ldr x16, [x15, #{node_parent}]
    cmp x16, x13
    b.ne 96f
    str x12, [x15, #{node_successor}]
96:
    mov x15, x12
    b 15b
98: // counted in its calls, with the instructions for that
    mov x16, #{meta_told}
    ldr x11, [x12, #{node_calls}]
    add x11, x11, x16
    str x11, [x12, #{node_calls}]
    b 99b
87: // Rust makes the node, or what else has to be done
    ldr x12, [x9, #{state_growth}]
    cmp x12, #{full}
    b.eq 93f
    ASK {node}
    cbz x14, 93f
    sub x10, x10, #{frame_size}
    str x10, [x9]
    ldr x14, [x9, #{state_stack_low}]
    sub x14, sp, x14
    ldp x12, x13, [x10, #{frame_sp}]
    b 13b                                   // it is in the table now
88: // a node whose calls pass through
    sub x10, x10, #{frame_size}
    str x10, [x9]
    tbnz x12, #0, 89b                       // skipped
    ldr x12, [x15, #{node_calls}]
    add x12, x12, #1
    str x12, [x15, #{node_calls}]
    COUNT {state_too_deep}
    br x17
93:
    sub x10, x10, #{frame_size}
    str x10, [x9]
    COUNT {state_lost}
    br x17
90:
    PASS \original
    .cfi_endproc
.endm

.text
// All code that calls an original by `blr` is in one aligned block, so that one shift decides whether LR is the agent's.
// Each function in it is an atom of its own (no .alt_entry): the linker keeps one unwind entry for each, and their order as it is here.
.p2align {hooks_shift}
.private_extern _launchgate_hooks
_launchgate_hooks:
HOOK _launchgate_send, 0, {index_send}, 0
HOOK _launchgate_super, 1, {index_super}, 0
HOOK _launchgate_alloc, 2, {index_alloc}, {selector_alloc}
HOOK _launchgate_alloc_zone, 2, {index_alloc_zone}, {selector_alloc_zone}
HOOK _launchgate_new, 2, {index_new}, {selector_new}
HOOK _launchgate_super_above, 3, {index_super_above}, 0

// Asks x14 (state, class, selector, parent node, SP, LR, frame record, receiver), comes back to x16.
.p2align 4
.private_extern _launchgate_ask
_launchgate_ask:
    .cfi_startproc
    SAVE
    mov x7, x0
    mov x2, x1
    mov x0, x9
    mov x1, x11
    mov x3, x13
    add x4, sp, #0x100
    mov x5, x30
    mov x6, x29
    blr x14
    mov x14, x0
    mov x15, x1
    RESTORE
    br x16
    .cfi_endproc

// The way through a replaced IMP, from one of the trampolines below. x16 is its number.
.p2align 4
.private_extern _launchgate_entry
_launchgate_entry:
    .cfi_startproc
    adrp x10, {entries}@PAGE
    add x10, x10, {entries}@PAGEOFF
    add x16, x10, x16, lsl #5
    ldp x17, x11, [x16, #{entry_imp}]       // the original, flags
    adrp x10, {closed}@PAGE
    ldr x10, [x10, {closed}@PAGEOFF]
    cbnz x10, 1f
    tbnz x11, #0, 2f                        // Rust wants to know of every call
    adrp x10, _launchgate_hooks@PAGE
    eor x10, x10, x30
    lsr x10, x10, #{hooks_shift}
    cbz x10, 1f                             // a hook called it: recorded already
2:
    SAVE
    mov x7, x1
    mov x5, x2                              // entry, self, SP, LR, x19, the first argument, frame pointer, selector -> frame
    mov x1, x0
    mov x0, x16
    add x2, sp, #0x100
    mov x3, x30
    mov x4, x19
    mov x6, x29
    bl {enter}
    mov x14, x0
    RESTORE
    cbz x14, 1f
    mov x19, x14
    .cfi_remember_state
    IN_FRAME
    mrs x11, CNTVCT_EL0
    str x11, [x19, #{frame_start}]
    blr x17
    POST
    .cfi_restore_state
1:
    br x17
    .cfi_endproc

// Where a hooked method returns to that hands over an object, when the call's own caller claims such objects: see AUTORELEASE.
.p2align 4
.private_extern _launchgate_handed_over
_launchgate_handed_over:
    .cfi_startproc
    IN_FRAME
    nop                                     // an unwinder looks one byte before the return address
    mov x29, x29                            // the claim
    POST
    .cfi_endproc
// Where it returns to if that caller may claim by the address that the claim returns to (since iOS 16): the object is claimed here, and
// returned again after the call.
.p2align 4
.private_extern _launchgate_claimed
_launchgate_claimed:
    .cfi_startproc
    IN_FRAME
    nop
    bl _launchgate_claim
2:
    POST 3f
    .cfi_restore x30
    .cfi_restore x19
3:
    adrp x10, _launchgate_hooks@PAGE
    eor x11, x10, x30
    lsr x11, x11, #{hooks_shift}
    cbz x11, 2b                             // a tail call: the hooked call that made it is over too
    PASS {index_autorelease}
    .cfi_endproc
.private_extern _launchgate_hooks_end
_launchgate_hooks_end:
    nop

// [[class alloc] init], as libobjc does it, but where both can be seen.
.p2align 4
.private_extern _launchgate_alloc_init
_launchgate_alloc_init:
    .cfi_startproc
    stp x29, x30, [sp, #-16]!
    .cfi_def_cfa_offset 16
    .cfi_offset x29, -16
    .cfi_offset x30, -8
    mov x29, sp
    bl _launchgate_alloc
    ldp x29, x30, [sp], #16
    .cfi_def_cfa_offset 0
    .cfi_restore x29
    .cfi_restore x30
    SELECTOR {selector_init}
    b _launchgate_send
    .cfi_endproc

// A personality routine: the unwinder asks it about every frame of the app that an exception comes to.
// When it says that the frame goes on in a landing pad (_URC_INSTALL_CONTEXT), all hooked calls that were made from there are dead;
// pads that clean up without catching are recognised only here.
.macro PERSONALITY name, original
.p2align 4
.private_extern \name
\name:
    .cfi_startproc
    stp x29, x30, [sp, #-0x20]!
    .cfi_def_cfa_offset 0x20
    .cfi_offset x29, -0x20
    .cfi_offset x30, -0x18
    mov x29, sp
    str x4, [sp, #0x10]                     // the unwinder's context
    ORIGINAL \original
    blr x17
    cmp w0, #7
    b.ne 1f
    str x0, [sp, #0x18]
    ldr x0, [sp, #0x10]
    mov x1, x29
    bl {landing}
    ldr x0, [sp, #0x18]
1:
    ldp x29, x30, [sp], #0x20
    .cfi_def_cfa_offset 0
    .cfi_restore x29
    .cfi_restore x30
    ret
    .cfi_endproc
.endm
PERSONALITY _launchgate_objc_personality, {index_objc_personality}
PERSONALITY _launchgate_cxx_personality, {index_cxx_personality}

