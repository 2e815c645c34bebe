//! The work that the app requests from the system. Stubs replace the functions in the table of `trace::work`, and count the requests.
//!
//! A request belongs to the innermost method that is open on its thread, or, outside of all methods, to the image that made the request.
//! Outside of all methods the stubs count only the requests of the image that made the previous request on the thread, in words of the
//! thread. For the first request of another image the stub calls this module.
//!
//! Invariant: the agent records only the number of requests and the number of their bytes.

use core::ptr;
use core::sync::atomic::{AtomicU64, Ordering};

use trace::WorkKind;

use crate::base::layout::RecordingState;
use crate::base::process::{ARENA, CLOSED, SETTINGS};
use crate::base::sys;
use crate::hooks::app_images::{self, ListedImage};
use crate::threads::work::{self, NO_WORDS, OutsideWorkWords};
use crate::threads::{self, own_state};

/// The counters of requests that come from no image of the app, for example from code that jumped to the stub.
pub(crate) static NOWHERE: OutsideWorkWords = NO_WORDS;
/// A replacement for the state of a thread, which a stub uses if it finds no state or cannot count in the thread's state. With the
/// replacement, no image counts as having requested work, so the stub calls Rust code. The replacement begins at a page, so that one
/// instruction computes its address.
#[repr(C, align(4096))]
pub(crate) struct FallbackState([AtomicU64; 64]);
pub(crate) static NO_IMAGE: FallbackState = FallbackState([const { AtomicU64::new(0) }; 64]);
const _: () = assert!(core::mem::offset_of!(RecordingState, outside_words) + 8 <= size_of::<FallbackState>());

/// The number of requests that were not counted because memory was full.
pub(crate) static LOST: AtomicU64 = AtomicU64::new(0);

/// Handles a request for work that the stub does not count itself.
pub(crate) extern "C" fn handle_uncounted_request(word: usize, bytes: usize, caller: usize) {
    let begun = sys::read_counter();
    if !count_request(word, bytes, caller) {
        return;
    }
    let state = own_state();
    if !state.is_null() {
        // SAFETY: the state belongs to the running thread.
        unsafe { threads::subtract_time(state, (*state).top, begun) };
    }
}

/// Counts a request. Returns false if work is not counted.
fn count_request(word: usize, bytes: usize, caller: usize) -> bool {
    let settings = SETTINGS.get();
    if CLOSED.load(Ordering::Acquire) != 0 || !settings.work {
        return false;
    }
    // SAFETY: the function takes no argument and may be called by any thread.
    let is_main = unsafe { sys::pthread_main_np() } != 0;
    if !is_main && !settings.all_threads {
        return false;
    }
    let state = own_state();
    if let Some(node) = threads::open_node(state) {
        // SAFETY: the node belongs to this thread.
        LOST.fetch_add(u64::from(unsafe { !work::add(&ARENA, node, word, bytes) }), Ordering::Relaxed);
    } else {
        let image = app_images::image_containing(caller);
        let words = &image.map_or(&NOWHERE, |known| &known.work)[usize::from(is_main)];
        words[word].fetch_add(1, Ordering::Relaxed);
        if work::BYTES >> (word + 1) & 1 != 0 {
            words[word + 1].fetch_add(bytes as u64, Ordering::Relaxed);
        }
        // dyld may unmap an image that was loaded late, and load another image at the same address.
        if let Some(image) = image.filter(|image| !image.is_late) {
            // SAFETY: the pointer is null or the state of the running thread.
            unsafe { remember_image(state, image) };
        }
    }
    true
}

/// Lets the stubs of this thread count further requests of an image themselves.
///
/// # Safety
/// The state must be null or the thread's own.
unsafe fn remember_image(state: *mut RecordingState, image: &'static ListedImage) {
    // SAFETY: the caller fulfils the requirements of this unsafe function. The states that threads share have no root.
    unsafe {
        if state.is_null() || (*state).cold.root.is_null() {
            return;
        }
        // The memory has one word more than the kinds of work need, because the stub of a kind without bytes adds 0 bytes to the next word.
        if (*state).outside_words.is_null() {
            let Some(words) = ARENA.take_array::<[u64; work::ALL_WORDS + 1]>(1) else { return };
            (*state).outside_words = words.as_ptr().cast();
        }
        // While the size is 0, the stubs of a signal handler that interrupts this code call Rust for their requests.
        (&raw mut (*state).outside_size).write_volatile(0);
        settle_outside(state);
        core::slice::from_raw_parts_mut((*state).outside_words, work::ALL_WORDS).fill(0);
        (*state).cold.outside_image = ptr::from_ref(image).cast();
        (&raw mut (*state).outside_base).write_volatile(image.address);
        (&raw mut (*state).outside_size).write_volatile(image.size);
    }
}

/// Adds the requests that a thread's stubs counted outside of all methods to the words of their image. Returns the number of requests.
///
/// # Safety
/// The state must have a root. Unless the window is over, the state must belong to the running thread.
pub(crate) unsafe fn settle_outside(state: *mut RecordingState) -> u64 {
    // SAFETY: the caller fulfils the requirements of this unsafe function. Images of the list are never freed, and each word is read and
    // written completely.
    unsafe {
        let Some(image) = (*state).cold.outside_image.cast::<ListedImage>().as_ref() else { return 0 };
        let words = &image.work[usize::from((*state).cold.is_main)];
        let mut calls = 0;
        for (at, word) in words.iter().enumerate() {
            let counted = (*state).outside_words.add(at).read_volatile();
            word.fetch_add(counted, Ordering::Relaxed);
            calls += if work::BYTES >> at & 1 == 0 { counted } else { 0 };
        }
        (*state).cold.outside_calls += calls;
        (*state).cold.outside_calls
    }
}

/// Counts the load of the app's image at `address`, which was loaded after the start. The caller subtracts the time that this function
/// takes.
pub(crate) fn count_image_load(address: usize) {
    count_request(work::word_index(Some(WorkKind::CodeLoad)), 0, address);
}
