//! Measures times in fractions of a tick, since a tick is longer than many sends.
//!
//! The measured code begins directly after the counter has changed. After the measured code, the counter is read until it changes again;
//! the number of reads determines the remaining part of the tick.

use crate::base::sys;
use trace::Ticks1024;

/// A stopwatch for fractions of a tick, which counts reads of the counter. The field is the number of reads in a whole tick.
pub(crate) struct Stopwatch {
    reads: u64,
}

/// The number of ticks in which reads are counted, since an interrupted thread reads the counter less often in a tick.
const TICKS: usize = 4;

impl Stopwatch {
    /// Counts the reads of the counter in a few ticks and keeps the maximum.
    pub(crate) fn new() -> Stopwatch {
        let mut reads = 1;
        for now in (wait_for_edge()..).take(TICKS) {
            reads = reads.max(reads_until_edge(now));
        }
        Stopwatch { reads }
    }

    /// Returns the duration of `body`. The function is inlined so that it creates no stack frame, because some callers count frames.
    #[inline(always)]
    pub(crate) fn time(&self, body: impl FnOnce()) -> Ticks1024 {
        let begun = wait_for_edge();
        body();
        let ended = sys::read_counter();
        let left = reads_until_edge(ended).min(self.reads) * 1024 / self.reads;
        Ticks1024((ended + 1 - begun) * 1024 - left)
    }
}

/// Waits until the counter changes, and returns the new value of the counter.
fn wait_for_edge() -> u64 {
    let begun = sys::read_counter();
    loop {
        let now = sys::read_counter();
        if now != begun {
            return now;
        }
    }
}

/// Returns the number of reads until the counter changes from `tick`.
fn reads_until_edge(tick: u64) -> u64 {
    let mut reads = 0;
    while sys::read_counter() == tick {
        reads += 1;
    }
    reads
}
