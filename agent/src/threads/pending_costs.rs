//! Notes the agent's own time, which must be subtracted from all calls that were open while the agent's code ran. Each time is noted once,
//! whatever the number of open calls is.
//!
//! Time that is noted at a call is subtracted from its callers too. Once the call is known to have ended, the time is subtracted from its
//! node and noted at its caller. Time that is still noted at the end of the window is subtracted when the totals are computed. Invariant:
//! the notes are in ascending order of frames, the node of each note is the node that its frame had, and only the thread of the state
//! changes its notes. A signal handler that interrupts a change does not read or add notes.

use core::sync::atomic::{Ordering, compiler_fence};

use crate::base::layout::{Node, PENDING_COSTS, PendingCost, RecordingState, ShadowFrame};

/// The value of `pending_count`, the number of entries, while the entries are being changed.
const BUSY: usize = usize::MAX;

/// Returns the word for the time to subtract from the call in `frame` and its callers. The caller of this function must add ticks to the
/// word before another call begins or ends. The frame is complete and not the lowest one. Returns `None` while the notes are being changed.
///
/// # Safety
/// The state is this thread's, and `frame` one of its frames up to the top.
pub(crate) unsafe fn pending_ticks(s: &mut RecordingState, frame: *mut ShadowFrame) -> Option<&mut u64> {
    let mut count = s.cold.pending_count;
    if count > PENDING_COSTS {
        return None;
    }
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe {
        (&raw mut s.cold.pending_count).write_volatile(BUSY);
        compiler_fence(Ordering::SeqCst);
        let node = (*frame).node;
        let mut is_noted = false;
        while let Some(last) = s.cold.pending_costs[..count].last() {
            is_noted = last.node == node && last.frame == frame;
            // A node identifies a call with all its callers: if the node is still in its frame, the callers are open too.
            let is_caller = last.frame < frame && (*last.frame).node == last.node;
            if is_noted || is_caller && count < PENDING_COSTS {
                break;
            }
            count = move_to_caller(s, count);
        }
        if !is_noted {
            s.cold.pending_costs[count] = PendingCost { frame, node, ticks: 0 };
            count += 1;
        }
        compiler_fence(Ordering::SeqCst);
        (&raw mut s.cold.pending_count).write_volatile(count);
    }
    s.cold.pending_costs.get_mut(count.wrapping_sub(1)).map(|last| &mut last.ticks)
}

/// Moves the last note from its call to the caller of that call, and returns the new number of notes.
unsafe fn move_to_caller(s: &mut RecordingState, count: usize) -> usize {
    let lowest = s.cold.frames;
    let Some((last, before)) = s.cold.pending_costs[..count].split_last_mut() else { return 0 };
    // SAFETY: the caller fulfils the requirements of this function; a note's node is never a root, and its frame never the lowest.
    unsafe {
        (*last.node).total = (*last.node).total.wrapping_sub(last.ticks);
        (last.node, last.frame) = ((*last.node).parent, last.frame.sub(1));
    }
    if last.frame == lowest {
        return before.len();
    }
    match before.last_mut() {
        Some(caller) if caller.frame == last.frame => {
            caller.ticks += last.ticks;
            before.len()
        }
        _ => count,
    }
}

/// Subtracts all noted time. Must be called while no call is open.
pub(crate) fn subtract_all(s: &mut RecordingState) {
    let mut count = s.cold.pending_count;
    while (1..=PENDING_COSTS).contains(&count) {
        // SAFETY: the notes are this thread's.
        count = unsafe { move_to_caller(s, count) };
    }
    s.cold.pending_count = 0;
}

/// Removes all notes if a jump interrupted a change of the notes, which left them incomplete.
pub(crate) fn discard_incomplete(s: &mut RecordingState) {
    if s.cold.pending_count > PENDING_COSTS {
        s.cold.pending_count = 0;
    }
}

/// Returns the noted times, each with the node from which, and from whose callers, the time must be subtracted. The thread may add notes at
/// the same time.
///
/// # Safety
/// The argument must be a state; states are never freed.
pub(crate) unsafe fn iter(state: *const RecordingState) -> impl Iterator<Item = (*mut Node, u64)> {
    // SAFETY: the caller fulfils the requirements of this function; the thread may be changing the number of notes.
    let count = unsafe { (&raw const (*state).cold.pending_count).read_volatile() };
    (0..if count > PENDING_COSTS { 0 } else { count }).map(move |i| {
        // SAFETY: the state is never freed; its thread may be writing, so the values are read once and without a reference.
        let owed = unsafe { (&raw const (*state).cold.pending_costs[i]).read_volatile() };
        (owed.node, owed.ticks)
    })
}

#[cfg(test)]
mod tests;
