//! The hooks: assembly that replaces the targets of the app's pointers and entry points.
//!
//! The module `hook` contains every instruction that runs in the app's calls; it uses the layout of [`crate::base::layout`] and a few
//! callbacks. Invariant: in every case the callee sees the caller's x0–x8, q0–q7, SP and stack arguments, and the caller sees the callee's
//! x0, x1, q0–q3 and its own x19–x29, d8–d15, SP.
//!
//! # The stack, and the shadow stack
//!
//! ```text
//!   the thread's stack, before, during and after      the shadow stack, during
//!   ┌──────────────────────┐ higher                   ┌───────────────────────────────┐ higher
//!   │ the caller's frame   │                          │ the next frame: sp = 0        │
//!   │ stack arguments      │ ◀─ sp, never moved ─┐    ├───────────────────────────────┤
//!   ├──────────────────────┤    by the fast path │    │ state  start                  │
//!   │ the callee's frame   │                     │    │ node   sp (less stack_low) ───┼─▶ the caller's sp
//!   └──────────────────────┘ lower               │    │ x19    lr                     │ ◀─ x19 = State::top
//!                                                └────┼─ found again by post          │
//!                                                     └───────────────────────────────┘ lower
//! ```
//!
//! The caller's LR and x19 are kept in the frame of the shadow stack, and x19 points at the frame while the original function runs. The
//! hook's unwind rules are therefore `x30 at [x19]` and `x19 at [x19 + 8]` (`DW_CFA_expression`), from `mov x19` until x30 and x19 are
//! restored. With the unwind rules of the hook, backtraces and exceptions pass through a hooked call as through any other call.
//!
//! # The order of things
//!
//! A signal may arrive at any instruction of a hook, and its handler may send messages.
//! - The new top is published before its frame is filled; the frame's `sp` is still 0, and a send that finds 0 passes through.
//! - `sp` is cleared before the call's time is added to the node, so a total that was read while the frame was complete does not contain
//!   the call. `sp` is also cleared before the top is lowered, so `sp` of every frame above the top is 0.
//! - LR and x19 are read from the frame before the top is lowered, because a frame above the top may be overwritten.
//! - The reading of the counter is the hook's last action before the call and its first action after the call.
//! - A call is counted when it begins, after its frame is complete, so that a call that never returns is counted too.
//!
//! # One comparison for three questions
//!
//! The field `sp` of a frame is SP minus the stack's lowest address. The unsigned comparison `(sp - stack_low) < top.sp` is false if SP is
//! below the thread's stack, above the SP of the top frame, or equal to it (a tail call, or a dead frame), and if the top frame is
//! incomplete. If the comparison is false, the hook takes the slow path, which distinguishes the cases.
//!
//! # The next child is predicted
//!
//! `parent.hot` is the child that followed the previously called child the last time; if the prediction is right, `hot` becomes
//! `child.successor`, so calls of several methods in a repeated order cost as much as repeated calls of one method. If the prediction is
//! wrong, the hook searches the thread's hash table, and sets the `successor` of the previous child, which is in the unused frame above the
//! top.

#[cfg(target_vendor = "apple")]
pub(crate) mod assembly;
#[cfg(target_vendor = "apple")]
mod stubs;

/// The addresses of the hooks, of their stubs and of the trampolines.
#[cfg(target_vendor = "apple")]
pub(crate) use stubs::*;
