//! What a send costs through the hook in instructions and cycles: the process's own counters around loops over a method that does
//! nothing, through the hook less past it.
//!
//! The counters are the process's, and whatever else runs only adds to them: the least of a few rounds counts.
//! Here, at the start, an app has mostly one thread, and no hook is in place.

use core::ffi::c_void;

use super::{hooked, real, repeat};
use crate::base::stopwatch::Stopwatch;
use crate::base::sys;
use crate::hooks::hook::Hooked;
use crate::window::usage;

/// Sends in a round. All rounds together take some 100,000 instructions.
const SENDS: u64 = 256;
const ROUNDS: usize = 3;

/// In 1024ths: instructions, and cycles. 0 where the system does not count.
///
/// # Safety
/// As for the loops in ticks: the class is the agent's own, and a passing state is this thread's.
pub(super) unsafe fn of_a_send(watch: &Stopwatch, class: *mut c_void) -> [u64; 2] {
    // SAFETY: as the caller promises.
    let rounds = |hook| unsafe { (rounds(watch, class, real(hook)), rounds(watch, class, hooked(hook))) };
    let (Some(plain), Some(all)) = rounds(Hooked::Send) else { return [0; 2] };
    [0, 1].map(|i| all[i].saturating_sub(plain[i]) * 1024 / SENDS)
}

/// The least that a loop took, of each counter.
unsafe fn rounds(watch: &Stopwatch, class: *mut c_void, function: *const c_void) -> Option<[u64; 2]> {
    let read = || usage().map(|u| [u.counters[sys::USAGE_INSTRUCTIONS], u.counters[sys::USAGE_CYCLES]]);
    let mut least = [u64::MAX; 2];
    for _ in 0..ROUNDS {
        let before = read()?;
        // SAFETY: as the caller promises.
        unsafe { repeat(watch, class, function, SENDS) };
        let after = read()?;
        for (least, (after, before)) in least.iter_mut().zip(after.into_iter().zip(before)) {
            *least = (*least).min(after.saturating_sub(before));
        }
    }
    Some(least)
}
