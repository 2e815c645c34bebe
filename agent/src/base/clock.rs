//! The clocks of the agent. All times are read from the counter `CNTVCT_EL0`, and the rate of this counter is checked against the system's
//! uptime.
//!
//! XNU lets the counter of an app that was built with the iOS 18 SDK or later tick at 1 GHz on chips that can scale it
//! (`osfmk/arm64/machine_task.c`, `uses_1ghz_timebase`), and `mach_timebase_info` still describes the 24 MHz of `mach_absolute_time`.
//! `CNTFRQ_EL0` is scaled like the counter, so the agent reads the rate from `CNTFRQ_EL0`.
//!
//! The uptime is not scaled. The counter is compared with the uptime twice: after the start has measured the cost of a send, and over the
//! whole window after its end. If the rate that `CNTFRQ_EL0` states is wrong and another known rate of Apple's counters is right, the known
//! rate is used. If no known counter rate is right, the launch is excluded from comparisons.

use crate::base::global::Once;
use crate::base::notes::store_note;
use crate::base::process::TIMEBASE;
use crate::base::rate::{RateCheck, Timebase};
use crate::base::sys;

/// The number of times that both clocks are read. A thread may be interrupted between its readings of the two clocks, so the pair of
/// readings that took the shortest time is used.
const READINGS: usize = 5;

/// The readings of both clocks at the agent's start.
static FIRST: Once<ClockReading> = Once::new(ClockReading { counter: 0, uptime: 0 });

/// The values of the counter and of the system's uptime at one moment.
#[derive(Clone, Copy)]
struct ClockReading {
    counter: u64,
    /// The uptime in nanoseconds.
    uptime: u64,
}

impl ClockReading {
    fn now() -> ClockReading {
        let (mut least, mut tightest) = (u64::MAX, ClockReading { counter: 0, uptime: 0 });
        for _ in 0..READINGS {
            let before = sys::uptime();
            let counter = sys::read_counter();
            let apart = sys::uptime().saturating_sub(before);
            if apart < least {
                (least, tightest) = (apart, ClockReading { counter, uptime: before + apart / 2 });
            }
        }
        tightest
    }
}

/// Reads both clocks for the first time.
///
/// # Safety
/// Must be called only once, at the start, by the only thread that uses the agent.
pub(crate) unsafe fn start() {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe { FIRST.set(ClockReading::now()) };
}

/// Determines the rate with which thresholds and intervals are computed.
///
/// # Safety
/// Must be called only once, at the start, by the only thread that uses the agent.
pub(crate) unsafe fn finish_measurement() {
    let rate = match check_counter_rate() {
        RateCheck::Other(hz) => hz,
        RateCheck::Stated | RateCheck::Unknown(_) => sys::counter_hz(),
    };
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe { TIMEBASE.set(Timebase::from_hz(rate)) };
}

/// Compares the counter with the uptime over the whole window, and writes a note if they differ. Returns `None` if no known rate agrees
/// with the uptime.
pub(crate) fn rate_at_end() -> Option<Timebase> {
    let stated = sys::counter_hz();
    let used = *TIMEBASE.get();
    let timebase = match check_counter_rate() {
        RateCheck::Stated => Timebase::from_hz(stated),
        RateCheck::Other(hz) => {
            store_note(format_args!(
                "the counter ran at {hz} Hz by the system's uptime, and not at the {stated} Hz that CNTFRQ_EL0 states; {hz} Hz are used"
            ));
            Timebase::from_hz(hz)
        }
        RateCheck::Unknown(hz) => {
            store_note(format_args!(
                "the counter ran at about {hz} Hz by the system's uptime, and not at the {stated} Hz that CNTFRQ_EL0 states, so no time in this launch is right; this happens if the device sleeps in a launch"
            ));
            return None;
        }
    };
    if timebase != used {
        store_note(format_args!(
            "the threshold of events and the interval of samples were computed with another rate of the counter"
        ));
    }
    Some(timebase)
}

/// Compares the time by the counter with the time by the uptime, both since the agent's start.
fn check_counter_rate() -> RateCheck {
    let (first, last) = (FIRST.get(), ClockReading::now());
    let ticks = last.counter.saturating_sub(first.counter);
    RateCheck::new(ticks, last.uptime.saturating_sub(first.uptime), sys::counter_hz())
}
