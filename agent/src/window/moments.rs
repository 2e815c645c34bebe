//! The moments at which the window begins and ends, and its time limit.
//!
//! Invariant: a window ends only after it has begun, unless it did not begin within the limit.

use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::base::notes::store_note;
use crate::base::process::SETTINGS;
use crate::base::sys;
use crate::hooks::images::image_of;
use crate::hooks::{app_images, work};
use crate::samples;
use crate::threads;
use crate::threads::signposts;
use crate::window::{PAGE_TIMES, Pages, close, counts, frames, is_over, set_mark};
use trace::settings::Method;
use trace::{Ending, MarkKind, Moment, SignpostKind, Text, WINDOW_NOTE};

/// The time at which the window began; 0 until then.
static BEGUN: AtomicU64 = AtomicU64::new(0);
/// The thread pointer of the main thread.
static MAIN_THREAD: AtomicUsize = AtomicUsize::new(0);
/// Whether the moment at which the window should end came before its beginning.
static ENDED_EARLY: AtomicBool = AtomicBool::new(false);

/// Handles the first call of a method by one of its callers: the window may begin. Returns whether every return of the method must be
/// reported, because the window may end then.
pub(super) fn called_first(class: sys::Class, selector: sys::Sel) -> bool {
    let settings = SETTINGS.get();
    if is_method(settings.begin, class, selector) {
        begin_window(sys::read_counter());
    }
    is_method(settings.end, class, selector)
}

pub(super) fn is_method(moment: Moment<'_>, class: sys::Class, selector: sys::Sel) -> bool {
    let Moment::Method(Method { is_class_method, class: wanted, selector: name }) = moment else {
        return false;
    };
    // SAFETY: a class that receives a message exists, and a selector is a C string.
    unsafe {
        !class.is_null()
            && sys::c_string_bytes(selector) == name
            && sys::c_string_bytes(sys::class_getName(class)) == wanted
            && (sys::class_isMetaClass(class) != 0) == is_class_method
    }
}

/// Handles a moment that occurs once in a launch. The window begins or ends if the settings name this moment.
pub(crate) fn handle_moment(moment: Moment<'_>, at: u64, ending: Ending) {
    if SETTINGS.get().begin == moment {
        begin_window(at);
    } else if SETTINGS.get().end == moment {
        end_window(ending);
    }
}

/// Handles a mark that the app sets by a signpost.
pub(crate) fn reached_mark(name: &[u8], kind: SignpostKind, at: u64) {
    static TWICE: AtomicBool = AtomicBool::new(false);
    let settings = SETTINGS.get();
    let is_begin = kind != SignpostKind::End && settings.begin == Moment::Mark(name);
    let is_end = kind != SignpostKind::Begin && settings.end == Moment::Mark(name);
    if is_begin && begin_window(at) {
        return;
    }
    if is_end {
        end_window(Ending::Mark);
    } else if is_begin && !is_over() && !TWICE.swap(true, Ordering::AcqRel) {
        store_note(format_args!("{WINDOW_NOTE}mark:{} was set again; it began at the first one", Text(name)));
    }
}

/// Returns whether the window begins with the process, so that the agent's start is in it.
pub(crate) fn begins_with_process() -> bool {
    SETTINGS.get().begin == Moment::ProcessStart
}

/// Handles the agent's start, which was at the time `at`, on the main thread: the window may begin.
pub(crate) fn handle_start(at: u64) {
    MAIN_THREAD.store(threads::thread_pointer(), Ordering::Relaxed);
    if begins_with_process() {
        BEGUN.store(at, Ordering::Release);
        counts::begin(threads::thread_pointer());
        signposts::IS_OPEN.store(true, Ordering::Release);
    }
}

/// Starts to sample call stacks.
pub(crate) fn begin_samples() {
    if let Some(own) = image_of(begin_samples as *const () as usize) {
        // SAFETY: the window begins once, and the hooks are in place.
        unsafe { samples::begin(own.code().text_range()) };
    }
}

/// Returns the time at which the window began; 0 before that.
pub(crate) fn begin_time() -> u64 {
    BEGUN.load(Ordering::Acquire)
}

/// Adds a note if the moment at which the window should end also occurred before its beginning.
pub(super) fn note_early_end() {
    if ENDED_EARLY.load(Ordering::Relaxed) && has_begun() {
        let settings = SETTINGS.get();
        store_note(format_args!(
            "{WINDOW_NOTE}`end = {}` came before `begin = {}` too",
            settings.end, settings.begin
        ));
    }
}

/// Returns whether the window has begun.
pub(crate) fn has_begun() -> bool {
    begin_time() != 0
}

/// Begins the window at the time `at`, unless it has begun. The caller subtracts the time since `at` from the calls of the main thread.
fn begin_window(at: u64) -> bool {
    if is_over() || has_begun() {
        return false;
    }
    frames::restart_quiet(at);
    if BEGUN.compare_exchange(0, at, Ordering::AcqRel, Ordering::Acquire).is_err() {
        return false;
    }
    // SAFETY: only one thread replaces the value 0, so this code runs once, and the agent's start has prepared the later begin.
    unsafe { threads::begin_later(at) };
    let words = app_images::all_images().map(|image| &image.work).chain([&work::NOWHERE]);
    words.flatten().flatten().for_each(|word| word.store(0, Ordering::Relaxed));
    PAGE_TIMES.try_with_lock(Pages::forget_shown);
    counts::begin(MAIN_THREAD.load(Ordering::Relaxed));
    set_mark(MarkKind::WindowBegin, at);
    signposts::IS_OPEN.store(true, Ordering::Release);
    begin_samples();
    true
}

/// Ends the window if it has begun.
pub(super) fn end_window(ending: Ending) {
    if has_begun() {
        close(ending);
    } else {
        ENDED_EARLY.store(true, Ordering::Relaxed);
    }
}
