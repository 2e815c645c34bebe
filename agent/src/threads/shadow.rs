//! Finds and drops the frames of the shadow stack whose calls an exception or a jump left.
//!
//! Invariant: a frame whose call is still under way is never dropped, because its slot would be used again and the call would
//! return into nowhere. An SP above the top frame's is no proof of its death: it may be that of a stack within the stack (a signal
//! stack or a coroutine's, in a local array). For handlers on a signal stack the caller asks the system first; in all other cases the proof
//! is a walk of the frame pointers that reaches the thread's outermost record.

use core::ops::Range;

use crate::base::layout::{Frame, JUMPS, Jump, LEFT, State};

/// Drops the frames that are dead for code that runs at `sp` (less `stack_low`): those of calls made from there or from below.
/// A call made at `sp` itself is alive if the code was called by one of our hooks: `is_tail_call`.
/// Returns the ticks that were not the app's, or `None` without dropping a frame if the frame pointers do not lead to the base of the
/// thread's own stack.
///
/// `passing`: the 1024ths of a tick that unwinding took for each of them; the app alone would not have paid for that.
///
/// # Safety
/// The state is this thread's, and `record` the frame record of who runs at `sp`.
pub(crate) unsafe fn drop_dead(
    s: &mut State,
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

/// Does the same for a handler that runs on a signal stack, which may be inside of the thread's own: only calls that were made on the
/// signal stack from `sp` or below are dead, since its frame pointers do not lead to other calls. Returns the ticks that were not the
/// app's.
///
/// # Safety
/// The state is this thread's, which runs on the signal stack (less `stack_low`).
pub(crate) unsafe fn drop_dead_on(
    s: &mut State,
    signal_stack: &Range<usize>,
    sp: usize,
    is_tail_call: bool,
    now: u64,
    passing: u64,
) -> u64 {
    let is_dead = |frame_sp: usize| {
        signal_stack.contains(&frame_sp) && (frame_sp < sp || frame_sp == sp && !is_tail_call)
    };
    // SAFETY: as the caller promises.
    unsafe { drop_while(s, is_dead, now, passing) }
}

/// Drops the frames from the top downwards that are dead.
unsafe fn drop_while(s: &mut State, is_dead: impl Fn(usize) -> bool, now: u64, passing: u64) -> u64 {
    // SAFETY: the frames from the root's to the top are this thread's.
    unsafe {
        let dead = |frame: &*mut Frame| is_dead((**frame).sp) && *frame != s.own.frames;
        let count = core::iter::successors(Some(s.top), |frame| Some(frame.sub(1))).take_while(dead).count();
        // Less than a tick waits for the next exception: each passes much the same, and would lose the same part of one.
        let ticks_1024 = s.own.passing_left + count as u64 * passing;
        s.own.passing_left = ticks_1024 % 1024;
        let took = ticks_1024 / 1024;
        for _ in 0..count {
            drop_top(s, now.wrapping_sub(took));
        }
        took
    }
}

/// Remembers a `setjmp`: a jump to it restores the shadow stack to its present top. `record` is the frame record of the agent's function
/// that handles the call, so the next one up is that of the function that a jump returns to.
///
/// # Safety
/// As for [`drop_dead`].
pub(crate) unsafe fn remember(s: &mut State, buffer: usize, sp: usize, record: usize) {
    let place = |s: &State, wanted| s.own.jumps.iter().position(|jump| jump.buffer == wanted);
    if place(s, buffer).or_else(|| place(s, 0)).is_none() {
        // SAFETY: as the caller promises.
        unsafe { forget_returned(s, record) };
    }
    // The buffer's own place, or a free one, or that of the function furthest down the stack: it will return first.
    let lowest = || (0..JUMPS).min_by_key(|&i| s.own.jumps[i].sp);
    let Some(place) = place(s, buffer).or_else(|| place(s, 0)).or_else(lowest) else { return };
    // SAFETY: as the caller promises.
    let function = unsafe { records(s, record) }.nth(1).unwrap_or(0);
    s.own.jumps[place] = Jump { buffer, sp, record: function, top: s.top };
}

/// Forgets the `setjmp`s of functions whose frame records are not on the chain any more, or whose hooked call is over.
/// One too many is forgotten without harm: a jump to it is noticed at the next send.
unsafe fn forget_returned(s: &mut State, record: usize) {
    let mut alive = [false; JUMPS];
    // SAFETY: as the caller promises.
    for record in unsafe { records(s, record) } {
        for (jump, alive) in s.own.jumps.iter().zip(&mut alive) {
            *alive |= jump.record == record;
        }
    }
    let top = s.top;
    for (jump, alive) in s.own.jumps.iter_mut().zip(alive) {
        if !alive || jump.top > top {
            jump.buffer = 0;
        }
    }
}

/// A `longjmp`: every frame that was pushed since the `setjmp` is dead, whole or not.
///
/// # Safety
/// The state is this thread's.
pub(crate) unsafe fn jump(s: &mut State, buffer: usize, now: u64) {
    let Some(jump) = s.own.jumps.iter().find(|jump| jump.buffer == buffer).copied() else { return };
    // Onto another stack: what is under way on this one stays.
    if jump.sp >= s.stack_size {
        return;
    }
    while s.top > jump.top && s.top != s.own.frames {
        // SAFETY: a frame above the root's.
        unsafe { drop_top(s, now) };
    }
}

/// Returns the last record of a walk of the frame pointers from `record`; 0 if that is not on the thread's own stack.
///
/// # Safety
/// As for [`drop_dead`].
pub(crate) unsafe fn base(s: &State, record: usize) -> usize {
    // SAFETY: as the caller promises.
    unsafe { records(s, record) }.last().unwrap_or(0)
}

/// Charges the top frame until now and takes it away.
///
/// # Safety
/// The state is this thread's, and its top not the root's frame.
unsafe fn drop_top(s: &mut State, now: u64) {
    // SAFETY: as the caller promises. Frames above the top hold SP 0, so it is cleared first.
    unsafe {
        let frame = s.top;
        if (*frame).sp != 0 {
            let node = (*frame).node;
            (*node).total = (*node).total.wrapping_add(now.wrapping_sub((*frame).start));
            // The high bits count the instructions of its hook that were not executed.
            let caller = (*frame.sub(1)).node;
            (*caller).total = (*caller).total.wrapping_sub(LEFT);
            s.unwound += 1;
        }
        (&raw mut (*frame).sp).write_volatile(0);
        core::sync::atomic::compiler_fence(core::sync::atomic::Ordering::SeqCst);
        (&raw mut s.top).write_volatile(frame.sub(1));
    }
}

unsafe fn reaches_base(s: &State, record: usize) -> bool {
    // SAFETY: as the caller promises.
    s.own.base != 0 && unsafe { records(s, record) }.any(|record| record == s.own.base)
}

/// The chain of frame records upwards, as far as it is one: aligned, on the thread's own stack, each above the one before.
unsafe fn records(s: &State, first: usize) -> impl Iterator<Item = usize> {
    let (low, size) = (s.stack_low, s.stack_size);
    let is_own = move |record: usize| {
        record.is_multiple_of(8) && record.wrapping_sub(low) < size - size_of::<[usize; 2]>()
    };
    core::iter::successors(is_own(first).then_some(first), move |&record| {
        // SAFETY: it is mapped, since it is on the thread's own stack, at or above the caller.
        let next = unsafe { *(record as *const usize) };
        (next > record && is_own(next)).then_some(next)
    })
}

#[cfg(test)]
mod tests;
