//! Times in parts of a tick: a tick is longer than many sends.
//!
//! The timed code begins directly after a tick's edge. When it ends, the counter is read until the next edge; the number of reads
//! determines the remaining part of the tick.

use crate::base::sys;
use trace::Ticks1024;

/// A measurement of time in fractions of a tick, by the number of times that the counter can be read in a tick.
pub(crate) struct Stopwatch {
    reads: u64,
}

/// This many ticks are looked at; a thread that is interrupted reads less often.
const TICKS: usize = 4;

impl Stopwatch {
    /// Looks at a few ticks.
    pub(crate) fn new() -> Stopwatch {
        let mut reads = 1;
        for now in (edge()..).take(TICKS) {
            reads = reads.max(reads_until_edge(now));
        }
        Stopwatch { reads }
    }

    /// How long `body` takes. Inlined, so that it has no frame of its own where frames are counted.
    #[inline(always)]
    pub(crate) fn time(&self, body: impl FnOnce()) -> Ticks1024 {
        let begun = edge();
        body();
        let ended = sys::counter();
        let left = reads_until_edge(ended).min(self.reads) * 1024 / self.reads;
        Ticks1024((ended + 1 - begun) * 1024 - left)
    }
}

/// Waits for the next tick.
fn edge() -> u64 {
    let begun = sys::counter();
    loop {
        let now = sys::counter();
        if now != begun {
            return now;
        }
    }
}

/// How often the counter still shows this.
fn reads_until_edge(tick: u64) -> u64 {
    let mut reads = 0;
    while sys::counter() == tick {
        reads += 1;
    }
    reads
}
