//! The begin of a window that is later than the agent's start: the data that the threads recorded before the window is discarded.
//!
//! Invariant: a state is emptied once, either by the thread to which it belongs or after the window.

use core::ptr;
use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::base::layout::RecordingState;
use crate::base::process::{CLOSED, REACHED};
use crate::base::sys;
use crate::threads::states::{KEY, end, is_idle, own_state, slot_of, states, thread_pointer};
use crate::threads::{tree, work};

/// The pthread key under which a thread has its state after the begin of a window that is later than the agent's start. A thread moves its
/// state to this key at the next use of the state.
static WINDOW_KEY: AtomicUsize = AtomicUsize::new(0);
/// The pthread key under which threads had their states before the later begin of the window.
static FIRST_KEY: AtomicUsize = AtomicUsize::new(0);
/// The slot of the key [`FIRST_KEY`]; 0 until the window has begun.
pub(super) static SLOT_BEFORE: AtomicUsize = AtomicUsize::new(0);
/// The time at which a window that is later than the agent's start began.
static BEGUN: AtomicU64 = AtomicU64::new(0);

/// Prepares a window that begins later than the agent's start. Returns false if pthread has no free key for the states.
pub(crate) fn prepare_later_begin() -> bool {
    let mut key = 0;
    // SAFETY: pthread writes the key.
    let made = unsafe { sys::pthread_key_create(&mut key, Some(end)) == 0 };
    WINDOW_KEY.store(key, Ordering::Relaxed);
    made
}

/// Begins a window that is later than the agent's start: the recorded calls, events and work of all threads are discarded, except that the
/// calls which are open at this moment stay open, as if they had begun at this moment.
///
/// A running thread's state cannot be changed by another thread. The hooks therefore get another slot, in which no thread has a state yet,
/// and each thread that looks for its state in this slot empties its own state first (see [`moved_state`]). The end of the window empties
/// the states of the remaining threads. The calling thread may be in the middle of a hook, so this function empties the state of the
/// calling thread.
///
/// # Safety
/// Called once, and only if [`prepare_later_begin`] returned true.
pub(crate) unsafe fn begin_later(at: u64) {
    let own = own_state();
    BEGUN.store(at, Ordering::Relaxed);
    let before = REACHED.slot.load(Ordering::Relaxed);
    let slot = slot_of(WINDOW_KEY.load(Ordering::Relaxed));
    let key = KEY.swap(WINDOW_KEY.load(Ordering::Relaxed), Ordering::Relaxed);
    // SAFETY: both keys belong to the agent. The state is this thread's own, or null.
    unsafe {
        if !own.is_null() {
            discard_records(own);
            sys::pthread_setspecific(WINDOW_KEY.load(Ordering::Relaxed), own.cast());
            sys::pthread_setspecific(key, ptr::null());
        }
    }
    FIRST_KEY.store(key, Ordering::Relaxed);
    SLOT_BEFORE.store(before, Ordering::Release);
    REACHED.slot.store(slot, Ordering::Release);
}

/// Returns the state that this thread had before the window began, after emptying it. Returns null if the thread had no state, and while
/// one of its hooks is interrupted.
#[cold]
#[inline(never)]
pub(super) fn moved_state() -> *mut RecordingState {
    let before = SLOT_BEFORE.load(Ordering::Acquire);
    if before == 0 || CLOSED.load(Ordering::Acquire) != 0 {
        return ptr::null_mut();
    }
    // SAFETY: the slot of the agent's own key, which has null or this thread's state; the key belongs to the agent.
    unsafe {
        let state = *((thread_pointer() + before) as *const *mut RecordingState);
        if state.is_null() || (*(*state).top).sp == 0 && !is_idle(state) {
            return ptr::null_mut();
        }
        discard_records(state);
        sys::pthread_setspecific(KEY.load(Ordering::Relaxed), state.cast());
        sys::pthread_setspecific(FIRST_KEY.load(Ordering::Relaxed), ptr::null());
        state
    }
}

/// Discards the data that a state recorded before the window began. The nodes of the state remain, since the hooks refer to them.
///
/// # Safety
/// The state must belong to the running thread, unless the window is over.
pub(super) unsafe fn discard_records(state: *mut RecordingState) {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe {
        if (*state).cold.root.is_null() || (*state).cold.is_of_window {
            return;
        }
        let s = &mut *state;
        s.cold.is_of_window = true;
        let begun = BEGUN.load(Ordering::Relaxed);
        let mut frame = s.cold.frames;
        while frame < s.top {
            frame = frame.add(1);
            (*frame).start = (*frame).start.max(begun);
        }
        tree::clear_nodes(state);
        (s.unwound, s.in_signal, s.foreign, s.too_deep, s.lost) = (0, 0, 0, 0, 0);
        let own = &mut s.cold;
        (own.events_lost, own.pending_count, own.passing_left) = (0, 0, 0);
        (own.subtracted_by_count, own.outside_calls) = (0, 0);
        if !s.outside_words.is_null() {
            core::slice::from_raw_parts_mut(s.outside_words, work::ALL_WORDS).fill(0);
        }
    }
}

/// After a window that began later than the agent: empties the states of the threads that made no call in the window.
pub(crate) fn empty_remaining() {
    if SLOT_BEFORE.load(Ordering::Acquire) != 0 {
        // SAFETY: states stay, and the window is over.
        states().for_each(|state| unsafe { discard_records(state) });
    }
}
