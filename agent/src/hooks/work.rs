//! Work that the app asks the system for: stubs in place of the functions of the table (`trace::work`), which count.
//!
//! A call belongs to the innermost method that is open on its thread; without one to the image that it came from.
//! Invariant: nothing of what is asked for is kept but how often and how many bytes.

use core::sync::atomic::{AtomicU64, Ordering};

use trace::WorkKind;

use crate::base::process::{ARENA, CLOSED, SETTINGS};
use crate::base::sys;
use crate::hooks::known;
use crate::threads::work::{self, NO_WORDS, Words};
use crate::threads::{self, own_state};

/// Of callers that lie in no image of the app: who jumps to a function leaves no trace of itself.
pub(crate) static NOWHERE: Words = NO_WORDS;
/// Calls that found no memory.
pub(crate) static LOST: AtomicU64 = AtomicU64::new(0);

/// A call that its stub does not count itself.
pub(crate) extern "C" fn missed(word: usize, bytes: usize, caller: usize) {
    let begun = sys::counter();
    if !count(word, bytes, caller) {
        return;
    }
    let state = own_state();
    if !state.is_null() {
        // SAFETY: the thread's own state.
        unsafe { threads::take_off(state, (*state).top, begun) };
    }
}

/// False: none are counted.
fn count(word: usize, bytes: usize, caller: usize) -> bool {
    let settings = SETTINGS.get();
    if CLOSED.load(Ordering::Acquire) != 0 || !settings.work {
        return false;
    }
    // SAFETY: it takes no argument and may be called by any thread.
    let is_main = unsafe { sys::pthread_main_np() } != 0;
    if !is_main && !settings.all_threads {
        return false;
    }
    let state = own_state();
    if let Some(node) = threads::open_node(state) {
        // SAFETY: a node of this thread's.
        LOST.fetch_add(u64::from(unsafe { !work::add(&ARENA, node, word, bytes) }), Ordering::Relaxed);
    } else {
        let words = &known::containing(caller).map_or(&NOWHERE, |known| &known.work)[usize::from(is_main)];
        words[word].fetch_add(1, Ordering::Relaxed);
        if work::BYTES >> (word + 1) & 1 != 0 {
            words[word + 1].fetch_add(bytes as u64, Ordering::Relaxed);
        }
    }
    true
}

/// An image of the app is there that was not at the start; the caller takes the time for it off.
pub(crate) fn loaded(address: usize) {
    count(work::word(Some(WorkKind::CodeLoad)), 0, address);
}
