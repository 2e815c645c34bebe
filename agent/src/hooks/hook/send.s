// Registers during a send: x0-x8 and q0-q7 belong to the callee, and x19-x29 to the caller. The hook uses x9-x17 and the flags.
// In a HOOK x9 is the state, x10 the top frame, x11 the class, x13 the parent node, x14 SP minus stack_low, x15 the child node and
// x17 the original function; x12 and x16 are scratch registers.

// Saves LR and all registers that can contain arguments on the stack. x29 points at a frame record, so that walks of the frame pointers
// pass through the saved registers.
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

// Sets x9 to the thread's state, or to 0. The slot is read from a variable, which the end of the window sets to a key without values.
.macro STATE
    adrp x10, {slot}@PAGE
    ldr x10, [x10, {slot}@PAGEOFF]
    mrs x9, TPIDRRO_EL0
    and x9, x9, #~7
    ldr x9, [x9, x10]
.endm

// Sets x17 to the original function at an offset of the table of originals.
.macro ORIGINAL index
    adrp x17, {originals}@PAGE+\index
    ldr x17, [x17, {originals}@PAGEOFF+\index]
.endm

// Sets x1 to the selector at an offset of the table of selectors.
.macro SELECTOR index
    adrp x1, {selectors}@PAGE+\index
    ldr x1, [x1, {selectors}@PAGEOFF+\index]
.endm

// Jumps to the original function; the call is not recorded.
.macro PASS original
    ORIGINAL \original
    br x17
.endm

// Calls a Rust function with the arguments of `_launchgate_ask`, and sets x14 and x15 to its results. All registers of a send except for
// x12, x13 and x16 keep their values.
.macro ASK callback
    adrp x14, \callback@PAGE
    add x14, x14, \callback@PAGEOFF
    adr x16, 39f
    b _launchgate_ask
39:
.endm

// Adds one to a counter of the state.
.macro COUNT offset
    ldr x12, [x9, #\offset]
    add x12, x12, #1
    str x12, [x9, #\offset]
.endm

// The second half of a hook, after the original function has returned. The callee's results are in x0, x1 and q0-q3, x19 is the frame of
// the call, and all other registers are free. With the argument `then`, the macro restores LR and x19 and jumps to the label `then`
// instead of returning.
.macro POST then
    mrs x9, CNTVCT_EL0
    ldp x12, x10, [x19, #{frame_node}]      // node, start
    ldr x11, [x19, #{frame_state}]
    sub x9, x9, x10
    ldp x13, x15, [x12, #{node_total}]      // total, limit
    add x13, x13, x9
    str xzr, [x19, #{frame_sp}]             // clears sp before the time is added to the total: see `frozen`
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
30: // the longest call of the node so far, a call as long as an event, or a call of a watched method
    cbz x15, 32f
    ldr x16, [x11, #{state_threshold}]
    cmp x9, x16
    b.hs 32f
    add x16, x9, #1
    str x16, [x12, #{node_limit}]
    ldr x12, [x12, #{node_parent}]          // counts the instructions in the high bits of the caller's total
    mov x16, #{longer}
    ldr x13, [x12, #{node_total}]
    add x13, x13, x16
    str x13, [x12, #{node_total}]
    b 31b
32: // Rust stores the event; the results of the call are saved on the stack
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

// States that the caller's LR and x19 are in memory at x19 from this instruction on.
.macro IN_FRAME
    .cfi_escape 0x10, 30, 2, 0x83, 0        // DW_CFA_expression x30: DW_OP_breg19 +0
    .cfi_escape 0x10, 19, 2, 0x83, 8        // DW_CFA_expression x19: DW_OP_breg19 +8
.endm

// A hook of a sending function. `kind` is 0 for objc_msgSend, 1 for objc_msgSendSuper2, 3 for objc_msgSendSuper, and 2 for a function
// that replaces a class method (x0 is the class, x1 is free).
.macro HOOK name, kind, original, selector
.p2align 6
.private_extern \name
\name:
    .cfi_startproc
    .if \kind == 0 || \kind == 2
    cmp x0, #0
    b.le 50f                                // the receiver is nil or a tagged pointer
    .endif
10:
    STATE
    cbz x9, 60f                             // the thread's first send, or the window is over
    .if \kind == 1
    ldr x11, [x0, #8]                       // the current class
    ldr x10, [x9]
    ldr x11, [x11, #8]                      // the superclass, in which the runtime's search begins
    ldp x16, x17, [x9, #{state_stack_low}]
    .elseif \kind == 3
    ldp x12, x11, [x0]                      // the class in which the runtime's search begins
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
12: // repeated after Rust has changed the top
    ldp x12, x13, [x10, #{frame_sp}]
    cmp x14, x12
    b.hs 70f
13:
    ldr x15, [x13, #{node_hot}]
    ldp x12, x16, [x15]
    cmp x12, x11
    ccmp x16, x1, #0, eq
    b.ne 80f
14: // x15 is the node of the called method
    add x10, x10, #{frame_size}
    str x10, [x9]                           // publishes the new top, whose sp is still 0
15: // the number of calls is read only after the top was published, since a signal handler could change it before
    ldp x12, x16, [x15, #{node_successor}]  // successor, calls
    str x12, [x13, #{node_hot}]
    stp x30, x19, [x10]
    stp x14, x15, [x10, #{frame_sp}]        // completes the frame
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
55: // a tagged pointer: the state has the class of the latest tagged pointer, which is used if the tag is the same
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
    cbz x12, 57f                            // the top frame is incomplete, so it has no node yet
    ldr x12, [x13, #{node_total}]           // counts the extra instructions in the high bits
    mov x16, #{tagged_known}
    add x12, x12, x16
    str x12, [x13, #{node_total}]
57:
    ldp x17, x16, [x9, #{state_original_send}]
    b 11b
56: // Rust requests the class of the tagged pointer from the runtime
    ASK {tagged}
    cbz x14, 90f
    mov x9, x14
    mov x11, x15
    ldr x10, [x9]
    ldp x17, x16, [x9, #{state_original_send}]
    b 11b
    .endif

60: // the thread has no state: the window is over, or this is the thread's first send
    adrp x10, {closed}@PAGE
    ldr x10, [x10, {closed}@PAGEOFF]
    cbnz x10, 90f
    ASK {thread}
    cbz x14, 90f
    b 10b

70: // SP is not clearly below the top frame on the thread's own stack
    cbz x12, 75f                            // the top frame is incomplete, so a signal handler sends the message
    ldr x16, [x9, #{state_stack_size}]
    cmp x14, x16
    b.hs 76f                                // SP is on another stack
    cmp x14, x12
    b.ne 71f
    adrp x15, _launchgate_hooks@PAGE        // SP equals that of the top frame: a tail call if LR is in a hook
    eor x15, x15, x30
    lsr x15, x15, #{hooks_shift}
    cbz x15, 72f
71: // an exception or a jump has left the top call, unless SP is on a stack within the stack: Rust drops dead frames
    ASK {dead}
    cbz x14, 76f
    ldr x10, [x9]
    ldr x14, [x9, #{state_stack_low}]
    sub x14, sp, x14
    b 12b
72: // counts the extra instructions of a tail call in the high bits of the total
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

80: // the predicted node is wrong
    tbnz x12, #0, 81f                       // the low bit of the node's class is set if the settings skip the class
82: // publishes an incomplete frame: signal handlers must pass through and not find an incomplete node or create the same node
    add x10, x10, #{frame_size}
    str x10, [x9]                           // publishes the new top, as at label 14
    eor x15, x1, x11, lsr #3
    ldr x16, [x9, #{state_spread}]
    add x15, x15, x13, lsr #6
    mul x15, x15, x16
    ldp x12, x16, [x9, #{state_table}]      // table, shift
    lsr x15, x15, x16
    ldr x12, [x12, x15, lsl #3]
    cbz x12, 86f                            // the table has no node in the first slot of the search
    ldr x16, [x12]
    cmp x16, x11
    ldr x16, [x12, #8]
    ccmp x16, x1, #0, eq
    ldr x16, [x12, #{node_parent}]
    ccmp x16, x13, #0, eq
    b.ne 83f                                // the node is in a later slot, or its class has a marked bit
    ldr x15, [x10, #{frame_node}]           // predicts this node as the successor of the previous child
    ldr x16, [x15, #{node_parent}]
    cmp x16, x13
    b.ne 85f
    str x12, [x15, #{node_successor}]
85: // reads the number of calls and completes the frame, as at label 15
    ldp x15, x16, [x12, #{node_successor}]  // successor, calls
    str x15, [x13, #{node_hot}]
    stp x30, x19, [x10]
    stp x14, x12, [x10, #{frame_sp}]        // completes the frame
    mov x11, #1                             // adds a call, and in the high bits the instructions of the search
    movk x11, #{miss_near}, lsl #32
    add x16, x16, x11
    str x16, [x12, #{node_calls}]
    b 16b

81: // the predicted node is skipped: checks whether it is the called method
    sbcs xzr, x12, x11                      // subtracts the class and 1: the carry is clear, since the classes differ
    ccmp x16, x1, #0, eq
    b.ne 82b
89: // the settings skip the class, so calls of the node are not recorded
    ldr x12, [x15, #{node_successor}]
    str x12, [x13, #{node_hot}]
    str x15, [x10, #{frame_size} + {frame_node}] // stores the node as the previous child for the next prediction
    br x17

83: // x14 counts the extra instructions of the search
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
    lsl x15, x15, x16                       // the first slot follows the last slot
    lsr x15, x15, x16
    ldr x12, [x12, x15, lsl #3]
    add x14, x14, #{miss_step}
    cbnz x12, 84b
    ldp x12, x16, [x9, #{state_next_node}]  // no node found: the instructions count for the new node
    cmp x12, x16
    b.hs 97f
    sub x14, x14, #{miss_known}
    lsl x14, x14, #{miss_bit}
    str x14, [x12, #{node_calls}]
97:
    ldr x14, [x9, #{state_stack_low}]
    sub x14, sp, x14
    b 86f
94: // the search has found the node
    ldr x15, [x10, #{frame_node}]           // predicts this node as the successor of the previous child
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

86: // creates a node; x15 is its slot in the table
    ldp x12, x16, [x9, #{state_next_node}]
    cmp x12, x16
    b.hs 87f
    ldr x16, [x9, #{state_deepest}]
    cmp x10, x16
    b.hi 87f
    stp x11, x1, [x12]
    ldr x16, [x11]                          // checks for a metaclass, for the trace of a class that is disposed of
    ldr x11, [x9, #{state_root_meta}]
    eor x16, x16, x11
    tst x16, #{meta_bits}
    b.eq 98f
99:
    ldr x16, [x9, #{state_nobody}]
    stp x16, x16, [x12, #{node_hot}]        // calls and total are 0, because new memory contains zeros
    mov x16, #{fresh}
    stp x16, x13, [x12, #{node_limit}]
    add x16, x12, #{node_size}
    add x11, x9, #{state_next_node}
    stlr x16, [x11]                         // publishes the complete node, so that the writer of the trace may read it
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
98: // sets the bit for a metaclass in the calls, and counts the instructions for it
    mov x16, #{meta_told}
    ldr x11, [x12, #{node_calls}]
    add x11, x11, x16
    str x11, [x12, #{node_calls}]
    b 99b
87: // Rust creates the node, if necessary after a check of the settings, in a larger table or in new memory
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
    b 13b                                   // the table now has the node
88: // the calls of this node pass through
    sub x10, x10, #{frame_size}
    str x10, [x9]
    tbnz x12, #0, 89b                       // the settings skip the class
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
// All code that calls an original function by `blr` is in one aligned block, so that one shift determines whether LR is in a hook.
// Each function of the block is a separate atom (no .alt_entry), so that the linker keeps an unwind entry for each function and the order
// of the functions in this file.
.p2align {hooks_shift}
.private_extern _launchgate_hooks
_launchgate_hooks:
HOOK _launchgate_send, 0, {index_send}, 0
HOOK _launchgate_super, 1, {index_super}, 0
HOOK _launchgate_alloc, 2, {index_alloc}, {selector_alloc}
HOOK _launchgate_alloc_zone, 2, {index_alloc_zone}, {selector_alloc_zone}
HOOK _launchgate_new, 2, {index_new}, {selector_new}
HOOK _launchgate_super_above, 3, {index_super_above}, 0

// Calls the Rust function in x14 with state, class, selector, parent node, SP, LR, frame record and receiver, and continues at x16.
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

// The hook of methods whose IMP is a trampoline. The trampoline jumps to this code with its number in x16.
.p2align 4
.private_extern _launchgate_entry
_launchgate_entry:
    .cfi_startproc
    adrp x10, {entries}@PAGE
    add x10, x10, {entries}@PAGEOFF
    add x16, x10, x16, lsl #5
    ldp x17, x11, [x16, #{entry_imp}]       // the original IMP, and the flags of the entry
    adrp x10, {closed}@PAGE
    ldr x10, [x10, {closed}@PAGEOFF]
    cbnz x10, 1f
    tbnz x11, #0, 2f                        // Rust is called for every call of the entry
    adrp x10, _launchgate_hooks@PAGE
    eor x10, x10, x30
    lsr x10, x10, #{hooks_shift}
    cbz x10, 1f                             // a hook called the method and has recorded the call
2:
    SAVE
    mov x7, x1
    mov x5, x2                              // passes entry, self, SP, LR, x19, first argument, frame pointer, selector; returns the frame
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

// The return address of a hooked method that returns an object, if the caller of the hook claims the object: see AUTORELEASE.
.p2align 4
.private_extern _launchgate_handed_over
_launchgate_handed_over:
    .cfi_startproc
    IN_FRAME
    nop                                     // an unwinder looks up the address one byte before the return address
    mov x29, x29                            // the marker of a claim, for the runtime
    POST
    .cfi_endproc
// The return address of a hooked method that returns an object, if the caller of the hook may claim it by the address of the claim
// (since iOS 16). The hook claims the object, and returns it as an autoreleased object after the call.
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
    cbz x11, 2b                             // the call was a tail call, so the hooked call that made it is over too
    PASS {index_autorelease}
    .cfi_endproc
.private_extern _launchgate_hooks_end
_launchgate_hooks_end:
    nop

// Sends alloc and init like the function objc_alloc_init of libobjc, but through hooks that record both calls.
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

// A hook of a personality routine, which the unwinder calls for every frame of the app that an exception reaches. If the routine returns
// that the frame continues in a landing pad (_URC_INSTALL_CONTEXT), all hooked calls that the frame made are dead. Only this hook detects
// landing pads that clean up without catching the exception.
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

