//! The thread that ends the window at the time limit.

use core::ffi::c_void;
use core::ptr;

use crate::base::notes::store_note;
use crate::base::process::{SETTINGS, TIMEBASE};
use crate::base::sys;
use crate::window::moments::{begin_time, has_begun};
use crate::window::start::START;
use crate::window::{close, frames, is_over, start_thread};
use trace::{Ending, Moment};

/// Returns the time limit of the settings in nanoseconds, or a shorter limit if the ticks of the limit could exceed a node's total.
fn limit_nanos() -> u64 {
    SETTINGS.get().limit_nanos.min(TIMEBASE.get().longest_window())
}

/// Starts a thread that ends the window at the time limit, and that checks at intervals whether the app is responsive.
pub(crate) fn start_limit_thread() {
    /// The time between two checks whether the app is responsive.
    const PAUSE: u64 = 10_000_000;
    unsafe extern "C" fn wait_for_limit(_: *mut c_void) -> *mut c_void {
        let limit = TIMEBASE.get().ticks(limit_nanos());
        while !is_over() {
            let from = begin_time().max(START.get().at);
            let left = limit.saturating_sub(sys::read_counter().saturating_sub(from));
            if left == 0 {
                end_at_limit();
                break;
            }
            let awaits = frames::awaits_responsive();
            if awaits {
                frames::check_responsive();
            }
            // The thread waits one tick longer than the remaining time, so that rounding down does not cause another round.
            let nanos = TIMEBASE.get().nanos(left + 1).min(if awaits { PAUSE } else { u64::MAX });
            let pause = sys::Timespec {
                seconds: (nanos / 1_000_000_000) as i64,
                nanos: (nanos % 1_000_000_000) as i64,
            };
            // SAFETY: nanosleep reads its first argument and writes its second; the values of both are on this stack. A signal only
            // shortens the pause.
            unsafe { sys::nanosleep(&pause, &mut sys::Timespec { seconds: 0, nanos: 0 }) };
        }
        ptr::null_mut()
    }
    if limit_nanos() < SETTINGS.get().limit_nanos {
        let seconds = limit_nanos() / 1_000_000_000;
        store_note(format_args!(
            "limit: {seconds} s is the longest window at the rate of this device's counter, and is used"
        ));
    }
    // SAFETY: the thread uses statics only.
    if unsafe { !start_thread(wait_for_limit) } {
        store_note(format_args!("cannot create the thread that enforces the time limit"));
    }
}

/// Ends the recording at the time limit. If the window has not begun, or should have ended at another moment, the launch is useless, and a
/// note has the reason.
fn end_at_limit() {
    let settings = SETTINGS.get();
    let ending = match (has_begun(), settings.end) {
        (true, Moment::Limit) => Ending::TimeLimit,
        (true, _) => Ending::NotEnded,
        (false, _) => Ending::NotBegun,
    };
    let (moment, verb, key) = match ending {
        Ending::NotBegun => (settings.begin, "began", "begin"),
        _ => (settings.end, "ended", "end"),
    };
    if ending != Ending::TimeLimit {
        let seconds = limit_nanos() / 1_000_000_000;
        let millis = limit_nanos() / 1_000_000 % 1000;
        store_note(format_args!(
            "the window never {verb}: `{key} = {moment}` did not come within the limit of {seconds}.{millis:03} s"
        ));
    }
    close(ending);
}
