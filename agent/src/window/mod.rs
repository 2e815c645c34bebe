//! The window (the time that the trace covers): its beginning, its marks, its pages, and its end.
//!
//! The hooks record from the agent's start. If the window begins later than the agent, the data that the hooks recorded before the window
//! is discarded at its beginning. Invariant: the window begins once and ends once, even if several threads try to end it. At its end,
//! pointers and IMPs are restored and the trace is written.

pub(crate) mod bundle;
pub(crate) mod calibrate;
pub(crate) mod class;
pub(crate) mod counts;
pub(crate) mod frames;
pub(crate) mod limit;
pub(crate) mod loaded_images;
pub(crate) mod lookups;
pub(crate) mod methods;
pub(crate) mod moments;
pub(crate) mod names;
pub(crate) mod record;
pub(crate) mod spans;
pub(crate) mod stacks;
pub(crate) mod start;
pub(crate) mod work_rows;

use core::ffi::c_void;
use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::base::global::Locked;
use crate::base::layout::ShadowFrame;
use crate::base::notes::store_note;
use crate::base::process::{SETTINGS, TIMEBASE};
use crate::base::rate::Timebase;
use crate::base::scratch::Scratch;
use crate::base::sys;
use crate::base::{clock, kernel};
use crate::hooks::entries::{self, EntryPoint, EntryPointRole};
use crate::hooks::hook::HookedFunction;
use crate::hooks::listener::{LISTENER, Listener};
use crate::hooks::{method_changes, patch};
use crate::samples;
use crate::threads;
use crate::threads::frozen::{self, FrozenRecords};
use crate::threads::signposts;
use crate::window::loaded_images::LoadedImages;
use crate::window::start::{EndData, START};
use trace::{Cost, Counter, Ending, Mark, MarkKind};

/// The largest number of view controllers with recorded times.
pub(crate) const PAGES: usize = 128;

/// The times of a view controller; a time is 0 if that moment was not recorded.
#[derive(Clone, Copy)]
pub(crate) struct PageTimes {
    pub class: usize,
    pub created: u64,
    pub load_begin: u64,
    pub load_end: u64,
    pub appear_begin: u64,
    pub appear_end: u64,
    pub first_frame: u64,
}

const NO_PAGE: PageTimes = PageTimes {
    class: 0,
    created: 0,
    load_begin: 0,
    load_end: 0,
    appear_begin: 0,
    appear_end: 0,
    first_frame: 0,
};

/// The recorded view controllers, in the order in which the agent first recorded them.
#[derive(Clone, Copy)]
pub(crate) struct Pages {
    all: [PageTimes; PAGES],
    used: usize,
}

impl Pages {
    /// Returns the recorded view controllers.
    pub(crate) fn recorded_pages(&self) -> &[PageTimes] {
        &self.all[..self.used]
    }

    /// Removes the times of the pages that are on the screen.
    pub(super) fn forget_shown(&mut self) {
        let mut kept = 0;
        for at in 0..self.used {
            if self.all[at].first_frame == 0 {
                self.all[kept] = self.all[at];
                kept += 1;
            }
        }
        self.used = kept;
    }
}

/// The times of pages. Only the main thread changes the times of pages, as only the main thread uses UIKit.
pub(crate) static PAGE_TIMES: Locked<Pages> = Locked::new(Pages { all: [NO_PAGE; PAGES], used: 0 });
pub(crate) static PAGES_LOST: AtomicUsize = AtomicUsize::new(0);

/// The marks of the launch, indexed by their kind.
#[derive(Clone, Copy)]
pub(crate) struct LaunchMarks {
    pub marks: [Option<Mark>; MARK_KINDS],
    /// The agent's time that was subtracted from the main thread's calls before each mark, in 1024ths of a tick.
    pub taken: [u64; MARK_KINDS],
}

/// The number of kinds of marks.
pub(crate) const MARK_KINDS: usize = MarkKind::KNOWN.len();

pub(crate) static MARKS: Locked<LaunchMarks> =
    Locked::new(LaunchMarks { marks: [None; MARK_KINDS], taken: [0; MARK_KINDS] });
static ENDED: AtomicBool = AtomicBool::new(false);
/// The time at which the window ended; the largest number until then.
static ENDED_AT: AtomicU64 = AtomicU64::new(u64::MAX);
static REACHED_MAIN: AtomicBool = AtomicBool::new(false);

/// Registers the functions that the hooks call for marks, pages and the end of the window.
///
/// # Safety
/// Called once, before any hook is in place.
pub(crate) unsafe fn register_listener() {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe {
        LISTENER.set(Listener {
            main_called: |at| set_mark(MarkKind::Main, at),
            application_made: || {
                main_from_within();
                frames::observe_run_loop();
            },
            launching: |at| set_mark(MarkKind::DidFinishLaunchingBegin, at),
            page_created,
            watched_call_returned,
            is_awaited: moments::called_first,
            signpost: spans::signpost_emitted,
            awaited_initials: u16::from_ne_bytes(spans::awaited_initials()),
            disposing: methods::record_disposed_class,
        });
    }
}

/// Sets a mark at the time `at`; only the first mark of each kind counts.
pub(crate) fn set_mark(kind: MarkKind, at: u64) {
    put(kernel::mark_with_counters(kind, at));
}

/// Sets the mark `main` when the application object is created, unless a call of `UIApplicationMain` by the app has set it (a SwiftUI
/// app's call is made by the system). The agent cannot record an earlier moment: dyld calls `main` through no pointer.
pub(crate) fn main_from_within() {
    if !has_reached_main() {
        set_mark(MarkKind::Main, sys::read_counter());
        store_note(format_args!(
            "main: the app does not call UIApplicationMain itself; the mark was set when UIApplication was created"
        ));
    }
}

/// Returns whether the mark `main` has been set.
pub(crate) fn has_reached_main() -> bool {
    REACHED_MAIN.load(Ordering::Acquire)
}

/// Sets a mark at a past time, without the values of counters.
pub(crate) fn mark_past(kind: MarkKind, at: u64) {
    put(Mark::without_counters(kind, Counter(at)));
}

fn put(mark: Mark) {
    MARKS.try_with_lock(|known| {
        let kind = mark.kind.code() as usize;
        if let Some(slot @ None) = known.marks.get_mut(kind) {
            *slot = Some(mark);
            known.taken[kind] = threads::subtracted_on_main() + samples::subtracted_on_main();
            if mark.kind != MarkKind::ProcessStart {
                samples::set_latest_mark(mark.kind);
            }
        }
    });
    if mark.kind == MarkKind::Main {
        REACHED_MAIN.store(true, Ordering::Release);
    }
}

/// Handles the return of a watched method.
pub(crate) fn watched_call_returned(frame: &ShadowFrame, start: u64, duration: u64) {
    if is_over() {
        return;
    }
    // SAFETY: the frame's node is valid.
    let (key, selector) = unsafe { ((*frame.node).class, (*frame.node).selector as sys::Sel) };
    let end = start.wrapping_add(duration);
    // A hook does not write the frame's `entry` and `receiver_class`, so they may belong to an earlier frame of another method.
    let entry = entries::ENTRIES.iter().find(|e| ptr::from_ref::<EntryPoint>(e).addr() == frame.entry);
    let is_own =
        |e: &&EntryPoint| e.class_key() == key && e.selector.load(Ordering::Relaxed) == selector as usize;
    if let Some(entry) = entry.filter(is_own) {
        let receiver = frame.receiver_class;
        match entry.role() {
            EntryPointRole::DidFinishLaunching => set_mark(MarkKind::DidFinishLaunchingEnd, end),
            EntryPointRole::LoadView => set_page_time(receiver, |p| p.load_begin, |p| p.load_begin = start),
            EntryPointRole::ViewDidLoad => set_page_time(
                receiver,
                |p| p.load_end,
                |p| {
                    if p.load_begin == 0 {
                        p.load_begin = start;
                    }
                    p.load_end = end;
                },
            ),
            EntryPointRole::ViewWillAppear => {
                set_page_time(receiver, |p| p.appear_begin, |p| p.appear_begin = start)
            }
            EntryPointRole::ViewDidAppear => {
                // The call of the superclass's method, which a page's method makes, belongs to the same appearance of the page.
                let earlier = |p: &PageTimes| if p.appear_end < start { p.appear_end } else { 0 };
                set_page_time(receiver, earlier, |p| {
                    if p.appear_begin == 0 || p.appear_begin > start {
                        p.appear_begin = start;
                    }
                    p.appear_end = end;
                });
                set_mark(MarkKind::FirstViewDidAppear, end);
                frames::handle_view_appeared();
            }
            EntryPointRole::Plain
            | EntryPointRole::Load
            | EntryPointRole::Application
            | EntryPointRole::Initialiser
            | EntryPointRole::SetDelegate => {}
        }
    }
    if moments::is_method(SETTINGS.get().end, entries::class_of_key(key), selector) {
        moments::end_window(Ending::Method);
    }
}

/// Records that a view controller is being created.
pub(crate) fn page_created(class: sys::Class, at: u64) {
    set_page_time(class as usize, |p| p.created, |p| p.created = at);
}

/// Returns the time at which the window ended.
pub(crate) fn end_time() -> u64 {
    ENDED_AT.load(Ordering::Acquire)
}

/// Returns whether the window has ended.
pub(crate) fn is_over() -> bool {
    ENDED.load(Ordering::Acquire)
}

/// Ends the window, unless it has ended. If a thread of the app ends the window, it only restores the pointers and implementations; a
/// thread of the agent then writes the trace.
pub(crate) fn close(ending: Ending) {
    if ENDED.swap(true, Ordering::AcqRel) {
        return;
    }
    let now = sys::read_counter();
    counts::close();
    ENDED_AT.store(now, Ordering::Release);
    signposts::IS_OPEN.store(false, Ordering::Release);
    moments::note_early_end();
    set_mark(MarkKind::WindowEnd, now);
    threads::close();
    // If no rate of the counter fits the whole window, the trace has a note, and its times use the rate that was measured at the start.
    let rate = clock::rate_at_end();
    let ending = if rate.is_some() { ending } else { Ending::Stopped };
    let timebase = rate.unwrap_or(*TIMEBASE.get());
    let send_at_end =
        START.get().costs.send.and_then(|[send, _]| {
            calibrate::once_more().inspect(|again| note_send_cost_change(send, *again))
        });
    // A thread that disposes of a class waits until the class's name is written, since no memory is left to copy the name.
    let keeps_classes = methods::lock_classes();
    let scratch = Scratch::take_rest();
    let frozen = frozen::freeze_records(now, &scratch);
    // The hook that makes a thread wait before it disposes of a class is still needed, so its pointer is not restored yet.
    patch::restore_pointers(Some(HookedFunction::Dispose));
    entries::restore_imps();
    threads::take_names();
    CLOSING.try_with_lock(|closing| {
        *closing = Some(ClosingData { ending, timebase, scratch, frozen, keeps_classes, send_at_end });
    });
    // SAFETY: it takes no argument and may be called by any thread.
    if unsafe { sys::pthread_main_np() } == 0 || !start_writing() {
        write();
    }
}

/// The data that the end of the window passes to the thread that writes the trace.
struct ClosingData {
    ending: Ending,
    /// The rate of the counter over the whole window.
    timebase: Timebase,
    scratch: Scratch,
    frozen: Option<FrozenRecords>,
    /// Whether threads that dispose of a class wait while the trace is written.
    keeps_classes: bool,
    /// The cost of a send, measured at the end of the window.
    send_at_end: Option<Cost>,
}

/// Adds a note if the cost of a send at the end of the window differs from the cost at the start. On a core of another type or speed a send
/// has another cost, and the times that were subtracted with the cost at the start are wrong by the difference.
fn note_send_cost_change(start: Cost, end: Cost) {
    /// The largest difference of the costs, in percent, for which no note is added.
    const TOLD: u64 = 10;
    let [start, end] = [start, end].map(|cost| cost.inside.0 + cost.outside.0);
    if start.abs_diff(end) * 100 > start * TOLD {
        // The costs of a send at the start and at the end, in tenths of a nanosecond.
        let [start, end] = [start, end].map(|ticks_1024| TIMEBASE.get().nanos(ticks_1024 * 10) / 1024);
        store_note(format_args!(
            "recording a send took {}.{} ns at the start and {}.{} ns at the end of the launch; the costs of short methods are less exact",
            start / 10,
            start % 10,
            end / 10,
            end % 10
        ));
    }
}

// SAFETY: the pointers in `ClosingData` point to the agent's own memory, and only the thread that has the value uses this memory.
unsafe impl Send for ClosingData {}

static CLOSING: Locked<Option<ClosingData>> = Locked::new(None);
static WRITTEN: AtomicBool = AtomicBool::new(false);

/// Writes the trace on a new thread. Returns false if the thread cannot be created.
fn start_writing() -> bool {
    extern "C" fn wait_for_trace() {
        const PAUSE: sys::Timespec = sys::Timespec { seconds: 0, nanos: 1_000_000 };
        // The thread that ends the process waits until the trace is written, but at most for 5000 pauses.
        for _ in 0..5000 {
            if WRITTEN.load(Ordering::Acquire) {
                return;
            }
            // SAFETY: the system function has no requirements other than valid arguments.
            unsafe { sys::nanosleep(&PAUSE, &mut sys::Timespec { seconds: 0, nanos: 0 }) };
        }
    }
    unsafe extern "C" fn run(_: *mut c_void) -> *mut c_void {
        write();
        ptr::null_mut()
    }
    // SAFETY: the thread and the function use statics only.
    unsafe {
        sys::atexit(wait_for_trace);
        start_thread(run)
    }
}

/// Resolves the names and writes the trace.
#[inline(never)]
fn write() {
    if let Some(mut closing) = CLOSING.try_with_lock(Option::take).flatten() {
        let looked_up = method_changes::LOOKED_UP.load(Ordering::Relaxed);
        if looked_up > 0 {
            store_note(format_args!(
                "{looked_up} calls of methods that objc_msgLookup found were not recorded"
            ));
        }
        let device = start::look_at_device();
        let loaded = LoadedImages::new(&closing.scratch);
        if let Some(frozen) = &mut closing.frozen {
            let end = EndData { ending: closing.ending, device, timebase: closing.timebase };
            record::write(frozen, end, closing.send_at_end, &closing.scratch, &loaded);
        }
        if closing.keeps_classes {
            methods::unlock_classes();
        }
    }
    patch::restore_pointers(None);
    WRITTEN.store(true, Ordering::Release);
}

/// # Safety
/// `run` uses statics only.
unsafe fn start_thread(run: unsafe extern "C" fn(*mut c_void) -> *mut c_void) -> bool {
    let mut thread = ptr::null_mut();
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe {
        let made = sys::pthread_create(&mut thread, ptr::null(), run, ptr::null_mut()) == 0;
        if made {
            sys::pthread_detach(thread);
        }
        made
    }
}

/// Sets the time `now` as the time of the frame of all pages that have appeared since the last frame.
pub(crate) fn frame_of_pages(now: u64) {
    PAGE_TIMES.try_with_lock(|pages| {
        for page in &mut pages.all[..pages.used] {
            if page.appear_end != 0 && page.first_frame == 0 {
                page.first_frame = now;
            }
        }
    });
}

/// Sets a time of the newest page of a class for which this time is not yet set, that is, for which `current` returns 0.
fn set_page_time(class: usize, current: impl Fn(&PageTimes) -> u64, set: impl FnOnce(&mut PageTimes)) {
    // UIKit uses view controllers only on the main thread.
    // SAFETY: it takes no argument and may be called by any thread.
    if unsafe { sys::pthread_main_np() } == 0 {
        return;
    }
    PAGE_TIMES.try_with_lock(|pages| {
        let used = pages.used;
        if let Some(found) = pages.all[..used].iter_mut().rev().find(|p| p.class == class && current(p) == 0)
        {
            set(found);
        } else if used < PAGES {
            pages.all[used] = PageTimes { class, ..NO_PAGE };
            set(&mut pages.all[used]);
            pages.used += 1;
        } else {
            PAGES_LOST.fetch_add(1, Ordering::Relaxed);
        }
    });
}
