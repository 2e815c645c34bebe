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
    ldr x12, [x12, #{node_parent}]          // told by the high bits of its caller, as for an object handed over
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

// kind: 0 objc_msgSend, 1 objc_msgSendSuper2, 2 one of the functions that stand for a class method (x0 is the class, x1 is free),
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
    ldr x12, [x13, #{node_total}]           // told by the high bits, as for an object handed over
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
72: // what that took is told by the high bits, as for an object handed over
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
    lsl x15, x15, x16                       // behind the last slot comes the first
    lsr x15, x15, x16
    ldr x12, [x12, x15, lsl #3]
    add x14, x14, #{miss_step}
    cbnz x12, 84b
    ldp x12, x16, [x9, #{state_next_node}]  // unknown: told in the node that is made now
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
    ldr x16, [x11]                          // a metaclass? The trace may have to tell when the class is gone
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
    stlr x16, [x11]                         // whole, so whoever writes the trace may see it
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
98: // told in its calls, and what that takes
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
// All code that calls an original by `blr` lies in one aligned block, so that one shift tells whether LR is ours.
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
// Where it returns to if that caller may claim by the address that the claim returns to (since iOS 16): we claim the object here, and
// hand it over anew once the call is over.
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
// no other place tells of pads that clean up without catching.
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

// Up to here functions of the app and the system run on top of these; what runs on top of the rest is the agent's.
.private_extern _launchgate_passing_end
_launchgate_passing_end:

// A word to Rust (x0, x1 as they are, SP, the frame pointer), then the original by a jump: LR and every argument are the caller's.
// x16 is the original's offset, x17 the callback.
.p2align 4
.private_extern _launchgate_notify
_launchgate_notify:
    .cfi_startproc
    SAVE
    add x2, sp, #0x100
    mov x3, x29
    blr x17
    RESTORE
    adrp x17, {originals}@PAGE
    add x17, x17, {originals}@PAGEOFF
    ldr x17, [x17, x16]
    br x17
    .cfi_endproc

.macro NOTIFY name, callback, original
.private_extern \name
\name:
    .cfi_startproc
    mov w16, #\original
    adrp x17, \callback@PAGE
    add x17, x17, \callback@PAGEOFF
    b _launchgate_notify
    .cfi_endproc
.endm
NOTIFY _launchgate_objc_catch, {catch}, {index_objc_catch}
NOTIFY _launchgate_cxx_catch, {catch}, {index_cxx_catch}
NOTIFY _launchgate_setjmp, {setjmp}, {index_setjmp}
NOTIFY _launchgate__setjmp, {setjmp}, {index__setjmp}
NOTIFY _launchgate_sigsetjmp, {setjmp}, {index_sigsetjmp}
NOTIFY _launchgate_longjmp, {longjmp}, {index_longjmp}
NOTIFY _launchgate__longjmp, {longjmp}, {index__longjmp}
NOTIFY _launchgate_siglongjmp, {longjmp}, {index_siglongjmp}
NOTIFY _launchgate_main, {main}, {index_main}
NOTIFY _launchgate_dispose, {dispose}, {index_dispose}
NOTIFY _launchgate_swiftui_main, {main}, {index_swiftui_main}
NOTIFY _launchgate_delegate_main, {main}, {index_delegate_main}

// objc_autoreleaseReturnValue and its kin, as the last jump of a method: they look at the instruction that they return to.
// If that is `mov x29, x29`, the caller claims the object at once, and it goes into no pool.
// Under a hook they would look at our instruction, so we look where the call itself returns to, and have them return to such a
// claim of ours if there is one. Through tail calls we look further up: each frame's LR is then one of our hooks'.
.macro AUTORELEASE name, original
.p2align 4
.private_extern \name
\name:
    .cfi_startproc
    adrp x10, _launchgate_hooks@PAGE
    eor x11, x10, x30
    lsr x11, x11, #{hooks_shift}
    cbnz x11, 2f                            // no hooked method's jump: its LR says all
    mov x12, x19                            // the method gave x19 back before it jumped, so it is our frame
1:
    ldp x13, x12, [x12]                     // the call's LR, and x19 as it was
    eor x11, x10, x13
    lsr x11, x11, #{hooks_shift}
    cbz x11, 1b
    ldr w11, [x13]
    movz w12, #0x03fd                       // mov x29, x29
    movk w12, #0xaa1d, lsl #16
    cmp w11, w12
    b.ne 3f
    adrp x13, {handed}@PAGE                 // what we take here is told by the high bits, and taken off in the end
    ldr x13, [x13, {handed}@PAGEOFF]
    ldr x11, [x19, #{frame_node}]
    ldr x12, [x11, #{node_total}]
    add x12, x12, x13
    str x12, [x11, #{node_total}]
    adrp x30, _launchgate_handed_over@PAGE+4
    add x30, x30, _launchgate_handed_over@PAGEOFF+4
2:
    PASS \original
3:
    adrp x11, {claim}@PAGE
    ldr x11, [x11, {claim}@PAGEOFF]
    cbz x11, 2b                             // this runtime knows no other claim
    adrp x13, {claimed}@PAGE                // half of it falls here, half in the caller
    ldr x13, [x13, {claimed}@PAGEOFF]
    ldr x11, [x19, #{frame_node}]
    ldr x12, [x11, #{node_total}]
    add x12, x12, x13
    str x12, [x11, #{node_total}]
    ldr x11, [x11, #{node_parent}]
    ldr x12, [x11, #{node_total}]
    add x12, x12, x13
    str x12, [x11, #{node_total}]
    adrp x30, _launchgate_claimed@PAGE+4
    add x30, x30, _launchgate_claimed@PAGEOFF+4
    PASS \original
    .cfi_endproc
.endm
AUTORELEASE _launchgate_autorelease, {index_autorelease}
AUTORELEASE _launchgate_retain_autorelease, {index_retain_autorelease}

// objc_claimAutoreleasedReturnValue, by a jump: it looks where it returns to.
.p2align 2
.private_extern _launchgate_claim
_launchgate_claim:
    .cfi_startproc
    adrp x17, {claim}@PAGE
    ldr x17, [x17, {claim}@PAGEOFF]
    br x17
    .cfi_endproc

// A function that finds an implementation which the app calls itself, past every hook: counted, and else as if we had never been.
.macro LOOKED_UP name, original
.p2align 2
.private_extern \name
\name:
    .cfi_startproc
    adrp x16, {looked_up}@PAGE
    add x16, x16, {looked_up}@PAGEOFF
1:
    ldxr x17, [x16]
    add x17, x17, #1
    stxr w15, x17, [x16]
    cbnz w15, 1b
    PASS \original
    .cfi_endproc
.endm
LOOKED_UP _launchgate_lookup, {index_lookup}
LOOKED_UP _launchgate_lookup_super, {index_lookup_super}

// dlsym. RTLD_NEXT and RTLD_SELF ask where they are called from, which must be the app.
.p2align 2
.private_extern _launchgate_dlsym
_launchgate_dlsym:
    .cfi_startproc
    cmn x0, #1
    ccmn x0, #3, #4, ne
    b.eq 1f
    b {look_up}
1:
    PASS {index_dlsym}
    .cfi_endproc

// Functions of Rust's, as what stands in for those of the runtime.
.macro STANDS_IN name, function
.p2align 2
.private_extern \name
\name:
    .cfi_startproc
    b \function
    .cfi_endproc
.endm

STANDS_IN _launchgate_exchange, {exchange}
STANDS_IN _launchgate_set, {set}
STANDS_IN _launchgate_replace, {replace}
STANDS_IN _launchgate_get, {get}
STANDS_IN _launchgate_get_of_class, {get_of_class}

// The trampolines: no code can be made at run time, so they are made here. Two instructions each.
.p2align 4
.private_extern _launchgate_trampolines
_launchgate_trampolines:
    .cfi_startproc
.set Lnumber, 0
.rept {entry_count}
    movz w16, #Lnumber
    b _launchgate_entry
    .set Lnumber, Lnumber + 1
.endr
    .cfi_endproc

// What a method's return is measured with: one jump more than that.
.p2align 2
.private_extern _launchgate_jump
_launchgate_jump:
    .cfi_startproc
    b 1f
1:
    ret
    .cfi_endproc

// What handing over is measured with: see `calibrate`. A method that hands its receiver over by the function in x3, as ARC compiles it.
.p2align 2
.private_extern _launchgate_hands_over
_launchgate_hands_over:
    .cfi_startproc
    br x3
    .cfi_endproc

// x0 the object, x1 the selector, x2 how often, x3 what looks up: see `lookups`.
.p2align 2
.private_extern _launchgate_look_up
_launchgate_look_up:
    .cfi_startproc
    stp x29, x30, [sp, #-0x30]!
    .cfi_def_cfa_offset 0x30
    .cfi_offset x29, -0x30
    .cfi_offset x30, -0x28
    mov x29, sp
    stp x19, x20, [sp, #0x10]
    .cfi_offset x19, -0x20
    .cfi_offset x20, -0x18
    stp x21, x22, [sp, #0x20]
    .cfi_offset x21, -0x10
    .cfi_offset x22, -0x8
    mov x19, x0
    mov x20, x1
    mov x21, x2
    mov x22, x3
1:
    mov x0, x19
    mov x1, x20
    blr x22
    subs x21, x21, #1
    b.ne 1b
    ldp x21, x22, [sp, #0x20]
    ldp x19, x20, [sp, #0x10]
    ldp x29, x30, [sp], #0x30
    ret
    .cfi_endproc

// x0 the class, x1 the selector, x2 how often, x3 what hands over, x4 what sends: a caller that claims what it gets.
.macro CLAIMS name, by_address
    .p2align 2
    .private_extern \name
\name:
    .cfi_startproc
    stp x29, x30, [sp, #-0x40]!
    .cfi_def_cfa_offset 0x40
    .cfi_offset x29, -0x40
    .cfi_offset x30, -0x38
    mov x29, sp
    stp x19, x20, [sp, #0x10]
    .cfi_offset x19, -0x30
    .cfi_offset x20, -0x28
    stp x21, x22, [sp, #0x20]
    .cfi_offset x21, -0x20
    .cfi_offset x22, -0x18
    str x23, [sp, #0x30]
    .cfi_offset x23, -0x10
    mov x19, x0
    mov x20, x1
    mov x21, x2
    mov x22, x3
    mov x23, x4
1:
    mov x0, x19
    mov x1, x20
    mov x3, x22
    blr x23
    .if \by_address
    bl _launchgate_claim
    .else
    mov x29, x29                            // the claim
    bl _objc_retainAutoreleasedReturnValue
    .endif
    subs x21, x21, #1
    b.ne 1b
    ldr x23, [sp, #0x30]
    ldp x21, x22, [sp, #0x20]
    ldp x19, x20, [sp, #0x10]
    ldp x29, x30, [sp], #0x40
    ret
    .cfi_endproc
.endm
CLAIMS _launchgate_claims, 0
CLAIMS _launchgate_claims_by_address, 1

// Parts of core are compiled for unwinding panics and name this. Nothing of ours unwinds; whoever asks is told to go on (_URC_CONTINUE_UNWIND).
.p2align 2
.private_extern _rust_eh_personality
_rust_eh_personality:
    mov w0, #8
    ret
