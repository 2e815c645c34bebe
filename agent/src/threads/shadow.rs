//! Drops the frames of the shadow stack whose calls have been left by an exception or a jump.
//!
//! Invariant: the frame of a call that is still running is never dropped, because its slot would be used again and the call would return to
//! a wrong address. A stack pointer above that of the top frame does not prove that the call is dead: the stack pointer may be on a stack
//! within the stack (a signal stack or a coroutine's stack in a local array). For handlers on a signal stack the caller asks the system
//! first; in all other cases the proof is a walk of the frame pointers that reaches the thread's outermost record.

use core::ops::Range;

use crate::base::layout::{JUMPS, LEFT, RecordingState, SetjmpCall, ShadowFrame};

/// Drops the frames that are dead because code runs at `sp` (relative to `stack_low`): the frames of calls that were made at `sp` or below.
/// A call that was made at `sp` itself is alive if one of the hooks called the running code: `is_tail_call`. Returns the number of ticks of
/// the agent that were subtracted, or `None` without dropping a frame if the frame pointers do not lead to the base of the thread's own
/// stack.
///
/// `passing` is the time, in 1024ths of a tick, that the unwinder needs for each frame of a hook, which exists only because of the agent.
///
/// # Safety
/// The state must belong to this thread, and `record` must be the frame record of the function that runs at `sp`.
pub(crate) unsafe fn drop_dead(
    s: &mut RecordingState,
    sp: usize,
    is_tail_call: bool,
    record: usize,
    now: u64,
    passing: u64,
) -> Option<u64> {
    let is_dead = |frame_sp: usize| frame_sp < sp || frame_sp == sp && !is_tail_call;
    // SAFETY: the top is valid, and the root's frame is never dead.
    unsafe {
        if !is_dead((*s.top).sp) {
            return Some(0);
        }
        if !reaches_base(s, record) {
            return None;
        }
        Some(drop_while(s, is_dead, now, passing))
    }
}

/// Drops the frames that are dead because a signal handler runs at `sp` on a signal stack, which may be inside of the thread's own stack.
/// Only calls that were made on the signal stack at `sp` or below are dead, since the frame pointers of the signal stack do not lead to
/// other calls. Returns the number of ticks of the agent that were subtracted.
///
/// # Safety
/// The state must belong to this thread, which must run on the signal stack `stack` (relative to `stack_low`).
pub(crate) unsafe fn drop_dead_on(
    s: &mut RecordingState,
    signal_stack: &Range<usize>,
    sp: usize,
    is_tail_call: bool,
    now: u64,
    passing: u64,
) -> u64 {
    let is_dead = |frame_sp: usize| {
        signal_stack.contains(&frame_sp) && (frame_sp < sp || frame_sp == sp && !is_tail_call)
    };
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe { drop_while(s, is_dead, now, passing) }
}

/// Drops dead frames from the top downwards, until one is not dead.
unsafe fn drop_while(s: &mut RecordingState, is_dead: impl Fn(usize) -> bool, now: u64, passing: u64) -> u64 {
    // SAFETY: the frames from the root's to the top are this thread's.
    unsafe {
        let dead = |frame: &*mut ShadowFrame| is_dead((**frame).sp) && *frame != s.cold.frames;
        let count = core::iter::successors(Some(s.top), |frame| Some(frame.sub(1))).take_while(dead).count();
        // The part of the time that is less than a tick is added to the time of the next exception: each exception takes about the same
        // time, so otherwise the same fraction of a tick would be lost each time.
        let ticks_1024 = s.cold.passing_left + count as u64 * passing;
        s.cold.passing_left = ticks_1024 % 1024;
        let took = ticks_1024 / 1024;
        for _ in 0..count {
            drop_top(s, now.wrapping_sub(took));
        }
        took
    }
}

/// Remembers a `setjmp`: a later `longjmp` to this `setjmp` restores the current top of the shadow stack. `record` is the frame record of
/// the agent's function that handles the call, so the next record is that of the function to which a jump returns.
///
/// # Safety
/// The requirements are those of [`drop_dead`].
pub(crate) unsafe fn remember_setjmp(s: &mut RecordingState, buffer: usize, sp: usize, record: usize) {
    let place = |s: &RecordingState, wanted| s.cold.jumps.iter().position(|jump| jump.buffer == wanted);
    if place(s, buffer).or_else(|| place(s, 0)).is_none() {
        // SAFETY: the caller fulfils the requirements of this unsafe function.
        unsafe { forget_returned(s, record) };
    }
    // The `setjmp` replaces the entry of the same buffer, or a free entry, or the entry of the function that is lowest on the stack and
    // will therefore return first.
    let lowest = || (0..JUMPS).min_by_key(|&i| s.cold.jumps[i].sp);
    let Some(place) = place(s, buffer).or_else(|| place(s, 0)).or_else(lowest) else { return };
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    let function = unsafe { frame_records(s, record) }.nth(1).unwrap_or(0);
    s.cold.jumps[place] = SetjmpCall { buffer, sp, record: function, top: s.top };
}

/// Forgets the `setjmp` calls of functions whose frame records are no longer on the chain, or whose hooked call has returned. If this
/// forgets a `setjmp` call that is still valid, a `longjmp` to it is noticed later, at the next hooked call, which is harmless.
unsafe fn forget_returned(s: &mut RecordingState, record: usize) {
    let mut alive = [false; JUMPS];
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    for record in unsafe { frame_records(s, record) } {
        for (jump, alive) in s.cold.jumps.iter().zip(&mut alive) {
            *alive |= jump.record == record;
        }
    }
    let top = s.top;
    for (jump, alive) in s.cold.jumps.iter_mut().zip(alive) {
        if !alive || jump.top > top {
            jump.buffer = 0;
        }
    }
}

/// Handles a `longjmp`: every frame that was pushed after the `setjmp` is dead, both complete and incomplete frames.
///
/// # Safety
/// The state must belong to the running thread.
pub(crate) unsafe fn apply_longjmp(s: &mut RecordingState, buffer: usize, now: u64) {
    let Some(jump) = s.cold.jumps.iter().find(|jump| jump.buffer == buffer).copied() else { return };
    // The jump goes to another stack: the calls on this stack remain open.
    if jump.sp >= s.stack_size {
        return;
    }
    while s.top > jump.top && s.top != s.cold.frames {
        // SAFETY: the top frame is above the frame of the root.
        unsafe { drop_top(s, now) };
    }
}

/// Returns the last record of the chain of frame records that begins at `record`; 0 if `record` is not on the thread's own stack.
///
/// # Safety
/// The requirements are those of [`drop_dead`].
pub(crate) unsafe fn outermost_record(s: &RecordingState, record: usize) -> usize {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe { frame_records(s, record) }.last().unwrap_or(0)
}

/// Adds the time until `now` to the call of the top frame and drops the frame.
///
/// # Safety
/// The state must belong to this thread, and its top frame must not be the frame of the root.
unsafe fn drop_top(s: &mut RecordingState, now: u64) {
    // SAFETY: the caller fulfils the requirements of this unsafe function. The field `sp` of frames above the top must be 0, so it is
    // cleared first.
    unsafe {
        let frame = s.top;
        if (*frame).sp != 0 {
            let node = (*frame).node;
            (*node).total = (*node).total.wrapping_add(now.wrapping_sub((*frame).start));
            // The high bits of the caller's total count the instructions of the hook that were not executed.
            let caller = (*frame.sub(1)).node;
            (*caller).total = (*caller).total.wrapping_sub(LEFT);
            s.unwound += 1;
        }
        (&raw mut (*frame).sp).write_volatile(0);
        core::sync::atomic::compiler_fence(core::sync::atomic::Ordering::SeqCst);
        (&raw mut s.top).write_volatile(frame.sub(1));
    }
}

unsafe fn reaches_base(s: &RecordingState, record: usize) -> bool {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    s.cold.base != 0 && unsafe { frame_records(s, record) }.any(|record| record == s.cold.base)
}

/// Returns the chain of frame records from `first` on, as long as each record is aligned, on the thread's own stack and above the previous
/// record.
unsafe fn frame_records(s: &RecordingState, first: usize) -> impl Iterator<Item = usize> {
    let (low, size) = (s.stack_low, s.stack_size);
    let is_own = move |record: usize| {
        record.is_multiple_of(8) && record.wrapping_sub(low) < size - size_of::<[usize; 2]>()
    };
    core::iter::successors(is_own(first).then_some(first), move |&record| {
        // SAFETY: the record is mapped, since it is on the thread's own stack, at or above the caller's record.
        let next = unsafe { *(record as *const usize) };
        (next > record && is_own(next)).then_some(next)
    })
}

#[cfg(test)]
mod tests;
