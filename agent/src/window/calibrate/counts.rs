//! Measures the cost of a send through the hook in instructions and cycles: by the process's counters around loops over an empty method, as
//! the difference between sends through the hook and direct sends.
//!
//! The counters count the whole process, and other threads only increase them, so the minimum of a few rounds is used. At the start an app
//! usually has one thread, and no hook is in place.

use core::ffi::c_void;

use super::{original_function, replacement_function, time_sends};
use crate::base::kernel::usage;
use crate::base::stopwatch::Stopwatch;
use crate::base::sys;
use crate::hooks::hook::HookedFunction;
use trace::{Cost, CostKind, Ticks1024};

/// The number of sends in a round. All rounds together take some 100,000 instructions.
const SENDS: u64 = 256;
const ROUNDS: usize = 3;

/// Returns the cost of a send in instructions and cycles, or `None` if the system does not count them.
///
/// # Safety
/// The class must belong to the agent, and the temporary state must belong to this thread.
pub(super) unsafe fn of_a_send(watch: &Stopwatch, class: *mut c_void) -> Option<Cost> {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    let plain = unsafe { measure_least_counts(watch, class, original_function(HookedFunction::Send)) }?;
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    let all = unsafe { measure_least_counts(watch, class, replacement_function(HookedFunction::Send)) }?;
    let each = |all: u64, plain: u64| Ticks1024(all.saturating_sub(plain) * 1024 / SENDS);
    let (inside, outside) = (each(all.0, plain.0), each(all.1, plain.1));
    (inside.0 > 0).then_some(Cost { kind: CostKind::SendCounts, inside, outside })
}

/// Returns the smallest numbers of instructions and cycles that a loop took.
#[inline(never)]
unsafe fn measure_least_counts(
    watch: &Stopwatch,
    class: *mut c_void,
    function: *const c_void,
) -> Option<(u64, u64)> {
    let mut least = (u64::MAX, u64::MAX);
    for _ in 0..ROUNDS {
        let before = usage()?.counters;
        // SAFETY: the caller fulfils the requirements of this unsafe function.
        unsafe { time_sends(watch, class, function, SENDS) };
        let after = usage()?.counters;
        let took = |counter: usize| after[counter].wrapping_sub(before[counter]);
        least = (least.0.min(took(sys::USAGE_INSTRUCTIONS)), least.1.min(took(sys::USAGE_CYCLES)));
    }
    Some(least)
}
