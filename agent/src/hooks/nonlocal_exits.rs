//! The functions that the assembly calls when calls end without a return: in catches, landing pads, `setjmp`, `longjmp`, and sends that
//! find a dead frame on the shadow stack.
//!
//! Invariant: that of the module `slow_paths`. The assembly saves all registers of a call before it calls a function of this module.

use core::ffi::c_void;
use core::ops::Range;
use core::sync::atomic::Ordering;

use crate::base::layout::{INITIAL_SUBTRACTION_COST, RecordingState};
use crate::base::sys;
use crate::hooks::hook::is_hook;
use crate::hooks::unwind_cost;
use crate::threads::{self, own_state};
use crate::threads::{pending_costs, shadow};

/// Handles a send at or above the top frame's SP. Returns 1 if the top frame is alive now, and 0 if the send must pass through.
pub(crate) unsafe extern "C" fn handle_dead_frame(
    state: *mut RecordingState,
    _: usize,
    _: usize,
    _: usize,
    sp: usize,
    lr: usize,
    record: usize,
) -> usize {
    let begun = sys::read_counter();
    // SAFETY: the assembly passes the state of the running thread, and has checked that SP is on the thread's own stack.
    unsafe {
        let s = &mut *state;
        let sp = sp.wrapping_sub(s.stack_low);
        let is_plain = match own_signal_stack(s) {
            // On a signal stack, frame pointers do not show whether the sending function has recorded calls that have not returned.
            Some(stack) => {
                shadow::drop_dead_on(s, &stack, sp, is_hook(lr), begun, 0);
                sp < (*s.top).sp || sp == (*s.top).sp && is_hook(lr)
            }
            None => shadow::drop_dead(s, sp, is_hook(lr), record, begun, 0).is_some(),
        };
        if is_plain {
            threads::subtract_time(s, s.top, begun);
        }
        usize::from(is_plain)
    }
}

/// Handles an exception that the frame at this SP is catching.
pub(crate) unsafe extern "C" fn handle_catch(_: usize, _: usize, sp: usize, record: usize) {
    // SAFETY: the assembly passes the values of its caller.
    unsafe { drop_unwound_frames(sp, record, sys::read_counter()) };
}

/// Handles a call from the unwinder, which is about to continue in a landing pad.
pub(crate) unsafe extern "C" fn handle_landing_pad(context: *mut c_void, record: usize) {
    let begun = sys::read_counter();
    // SAFETY: the context belongs to the unwinder; its CFA is the SP that the landing pad will have.
    unsafe { drop_unwound_frames(sys::_Unwind_GetCFA(context), record, begun) };
}

/// Handles a call of `setjmp(buffer)`, perhaps before the thread's first send. A later `longjmp` to this buffer ends the calls that began
/// since the `setjmp`.
pub(crate) unsafe extern "C" fn handle_setjmp(buffer: usize, _: usize, sp: usize, record: usize) {
    let begun = sys::read_counter();
    threads::own_state_or_new();
    // SAFETY: the function returns the state of this thread only.
    if let Some(s) = unsafe { recording_state() } {
        // SAFETY: the state belongs to the running thread, and the assembly passes the hook's frame record.
        unsafe {
            shadow::remember_setjmp(s, buffer, sp.wrapping_sub(s.stack_low), record);
            threads::subtract_time(s, s.top, begun);
        }
    }
}

/// Handles a call of `longjmp(buffer, …)`.
pub(crate) unsafe extern "C" fn handle_longjmp(buffer: usize, _: usize, _: usize, _: usize) {
    let begun = sys::read_counter();
    // SAFETY: the function returns the state of this thread only.
    if let Some(s) = unsafe { recording_state() } {
        // SAFETY: the state belongs to the running thread.
        unsafe {
            // The hook's instructions before the jump count for the call that jumps, and the instructions after it for the call to which
            // `longjmp` jumps.
            let after =
                threads::SUBTRACTION_COST.load(Ordering::Relaxed).saturating_sub(INITIAL_SUBTRACTION_COST);
            threads::count_cost(s, s.top, INITIAL_SUBTRACTION_COST);
            pending_costs::discard_incomplete(s);
            shadow::apply_longjmp(s, buffer, begun);
            threads::count_cost(s, s.top, after);
            threads::subtract_time_since(s, s.top, begun);
        }
    }
}

/// Drops the frames that an exception left, if the exception continues at `sp`: the frames of calls that were made at `sp` or a lower
/// address. The time since `begun` is subtracted.
unsafe fn drop_unwound_frames(sp: usize, record: usize, begun: u64) {
    // SAFETY: the function returns the state of this thread only.
    let Some(s) = (unsafe { recording_state() }) else { return };
    let sp = sp.wrapping_sub(s.stack_low);
    // SAFETY: the top is valid. If it is incomplete, a signal interrupted a hook, which continues afterwards.
    unsafe {
        if sp >= s.stack_size || (*s.top).sp == 0 {
            return;
        }
        let passing = if (*s.top).sp <= sp { unwind_cost::ticks_1024() } else { 0 };
        let stack = if (*s.top).sp <= sp { own_signal_stack(s) } else { None };
        let took = match stack {
            Some(stack) => shadow::drop_dead_on(s, &stack, sp, false, begun, passing),
            None => shadow::drop_dead(s, sp, false, record, begun, passing).unwrap_or(0),
        };
        threads::subtract_time(s, s.top, begun.wrapping_sub(took));
    }
}

/// Returns the range of the signal stack on which this thread runs, relative to the lowest address of its own stack.
pub(crate) fn own_signal_stack(s: &RecordingState) -> Option<Range<usize>> {
    let stack = sys::signal_stack()?;
    Some(stack.start.wrapping_sub(s.stack_low)..stack.end.wrapping_sub(s.stack_low))
}

/// Returns this thread's state if it records calls.
unsafe fn recording_state() -> Option<&'static mut RecordingState> {
    let state = own_state();
    // SAFETY: the state is null, or this thread's own, or one of the states that all threads share. Shared states have no root, and this
    // module does not write to them.
    unsafe { (!state.is_null() && !(*state).cold.root.is_null()).then(|| &mut *state) }
}
