//! The frames of the app and the answers of its main run loop, which an observer of that loop records.
//!
//! CoreAnimation commits the layer tree when the main run loop is about to wait. The agent's observer is called directly after
//! CoreAnimation has committed. Views appear while the loop calls its observers, and an observer that is added while the loop calls
//! observers is called only in the next pass, which may be much later. The agent therefore adds the observer when the application object is
//! created.

use core::ffi::{c_long, c_ulong, c_void};
use core::mem::transmute;
use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::base::notes::store_note;
use crate::base::process::{SETTINGS, TIMEBASE};
use crate::base::sys;
use crate::threads;
use crate::window;
use crate::window::moments;
use trace::{Ending, MarkKind, Moment};

static OBSERVED: AtomicBool = AtomicBool::new(false);
static APPEARED: AtomicBool = AtomicBool::new(false);
static WAITED: AtomicBool = AtomicBool::new(false);
static FRAMED: AtomicBool = AtomicBool::new(false);
/// The begin of the run loop's current pass; 0 while the loop waits.
static PASS: AtomicU64 = AtomicU64::new(0);
/// The time since which no pass of the run loop took [`QUICK`] or more; 0 before the first frame.
static QUIET_SINCE: AtomicU64 = AtomicU64::new(0);

/// The duration in nanoseconds from which on a user notices a pass of the main run loop.
const QUICK: u64 = 50_000_000;
/// The time for which all passes must be shorter than [`QUICK`] until the app is responsive.
const QUIET: u64 = 1_000_000_000;

/// A bit of the activities of a run loop (`CFRunLoopActivity`).
const BEFORE_TIMERS: c_ulong = 1 << 1;
const BEFORE_WAITING: c_ulong = 1 << 5;
const AFTER_WAITING: c_ulong = 1 << 6;
/// The order of the observer: CoreAnimation's observer has the order 2,000,000, so the agent's observer is called later.
const AFTER_COMMIT: c_long = 2_000_100;

/// Returns whether the settings let the window begin or end at `moment`.
fn is_awaited(moment: Moment<'_>) -> bool {
    let settings = SETTINGS.get();
    settings.begin == moment || settings.end == moment
}

/// Returns whether the window begins or ends when the app is responsive.
pub(crate) fn awaits_responsive() -> bool {
    is_awaited(Moment::Responsive)
}

/// Handles the return of `viewDidAppear:`.
pub(crate) fn handle_view_appeared() {
    APPEARED.store(true, Ordering::Release);
    observe_run_loop();
}

/// Adds the observer to the main run loop.
pub(crate) fn observe_run_loop() {
    if OBSERVED.swap(true, Ordering::AcqRel) {
        return;
    }
    type Callback = unsafe extern "C" fn(*mut c_void, c_ulong, *mut c_void);
    type Create =
        unsafe extern "C" fn(*const c_void, c_ulong, u8, c_long, Callback, *const c_void) -> *mut c_void;
    type Add = unsafe extern "C" fn(*mut c_void, *mut c_void, *const c_void);
    type GetMain = unsafe extern "C" fn() -> *mut c_void;
    // SAFETY: the types of the called functions are those that CoreFoundation declares.
    unsafe {
        let find = |name: &core::ffi::CStr| sys::dlsym(sys::RTLD_DEFAULT, name.as_ptr());
        let create = find(c"CFRunLoopObserverCreate");
        let add = find(c"CFRunLoopAddObserver");
        let get_main = find(c"CFRunLoopGetMain");
        let modes = find(c"kCFRunLoopCommonModes").cast::<*const c_void>();
        if create.is_null() || add.is_null() || get_main.is_null() || modes.is_null() {
            store_note(format_args!(
                "the main run loop was not found; the first viewDidAppear: counts as the first frame"
            ));
            if APPEARED.load(Ordering::Acquire) {
                first_frame(sys::read_counter());
            }
            OBSERVED.store(false, Ordering::Release);
            return;
        }
        let create = transmute::<*mut c_void, Create>(create);
        let add = transmute::<*mut c_void, Add>(add);
        let get_main = transmute::<*mut c_void, GetMain>(get_main);
        let passes = if awaits_responsive() { BEFORE_TIMERS | AFTER_WAITING } else { 0 };
        let observer =
            create(ptr::null(), BEFORE_WAITING | passes, 1, AFTER_COMMIT, handle_activity, ptr::null());
        add(get_main(), observer, *modes);
    }
}

/// Handles an activity of the main run loop.
unsafe extern "C" fn handle_activity(observer: *mut c_void, activity: c_ulong, _: *mut c_void) {
    let now = sys::read_counter();
    if !window::is_over() {
        end_pass(activity == BEFORE_WAITING, now);
        if activity == BEFORE_WAITING {
            handle_wait(now);
        }
        threads::subtract_time_from_all(now);
    }
    if window::is_over() {
        type Invalidate = unsafe extern "C" fn(*mut c_void);
        // SAFETY: the function's type is the one that CoreFoundation declares, and an observer may invalidate itself.
        unsafe {
            let invalidate = sys::dlsym(sys::RTLD_DEFAULT, c"CFRunLoopObserverInvalidate".as_ptr());
            if !invalidate.is_null() {
                transmute::<*mut c_void, Invalidate>(invalidate)(observer);
            }
        }
    }
}

/// Ends a pass of the run loop, and begins another pass unless the loop waits.
fn end_pass(is_waiting: bool, now: u64) {
    let begun = PASS.swap(if is_waiting { 0 } else { now }, Ordering::AcqRel);
    let is_slow = begun != 0 && now.saturating_sub(begun) >= TIMEBASE.get().ticks(QUICK);
    if is_slow && QUIET_SINCE.load(Ordering::Relaxed) != 0 {
        QUIET_SINCE.store(now, Ordering::Release);
    }
}

/// Handles the moment at which the main run loop begins to wait: CoreAnimation has then committed all changes of the layer tree.
fn handle_wait(now: u64) {
    if is_awaited(Moment::AppleFirstFrame) && !WAITED.swap(true, Ordering::AcqRel) {
        window::set_mark(MarkKind::AppleFirstFrame, now);
        moments::handle_moment(Moment::AppleFirstFrame, now, Ending::AppleFirstFrame);
    }
    if APPEARED.load(Ordering::Acquire) {
        window::frame_of_pages(now);
        if !FRAMED.swap(true, Ordering::AcqRel) {
            first_frame(now);
        }
    }
}

fn first_frame(now: u64) {
    window::set_mark(MarkKind::FirstFrame, now);
    QUIET_SINCE.store(now, Ordering::Release);
    moments::handle_moment(Moment::FirstFrame, now, Ending::FirstFrame);
}

/// Restarts the second for which the app must be responsive, at the beginning of the window. The function is called before the window
/// begins.
pub(crate) fn restart_quiet(at: u64) {
    if QUIET_SINCE.load(Ordering::Relaxed) != 0 {
        QUIET_SINCE.store(at, Ordering::Release);
    }
}

/// Checks whether all passes of the main run loop have been short for [`QUIET`] nanoseconds, unless the window has not begun and begins
/// with another moment. A thread of the agent calls this at intervals, since an idle run loop is not observed.
pub(crate) fn check_responsive() {
    if !moments::has_begun() && SETTINGS.get().begin != Moment::Responsive {
        return;
    }
    let (since, pass, now) =
        (QUIET_SINCE.load(Ordering::Acquire), PASS.load(Ordering::Acquire), sys::read_counter());
    let ticks = |nanos| TIMEBASE.get().ticks(nanos);
    let is_busy = pass != 0 && now.saturating_sub(pass) >= ticks(QUICK);
    if since != 0 && !is_busy && now.saturating_sub(since) >= ticks(QUIET) {
        window::mark_past(MarkKind::Responsive, since);
        moments::handle_moment(Moment::Responsive, now, Ending::Responsive);
    }
}
