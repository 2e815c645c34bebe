//! The time of the next sample: the interval, its random variation, and its growth if samples take too much time.
//!
//! Invariant: this module computes only with numbers.

/// The duration of a sample of 30 frames on a phone, as ETTrace states it. The duration was not measured by this project.
const PRICE_NANOS: u64 = 40_000;
/// The number of the agent's instructions for a sample that do not depend on the number of frames. `cargo xtask bench stacks` shows the
/// measured numbers of instructions.
pub(crate) const INSTRUCTIONS: u64 = 441;
/// The number of the agent's instructions for each frame of a sample.
pub(crate) const INSTRUCTIONS_PER_FRAME: u64 = 57;
/// The number by which the elapsed time is divided to get the largest time that sampling may take.
const SHARE: u64 = 100;
/// The number of samples after which their mean duration is used instead of the estimate.
const KNOWN: u64 = 8;

#[derive(Debug)]
pub(crate) struct SamplingPace {
    nanos: u64,
    may_grow: bool,
    chance: u64,
    samples: u64,
    frames: u64,
    took_nanos: u64,
    waited_nanos: u64,
}

impl SamplingPace {
    /// Creates a pace with an interval of `nanos` nanoseconds. If `may_grow` is set, the interval becomes longer if sampling would take too
    /// much time.
    pub(crate) fn new(nanos: u64, may_grow: bool, seed: u64) -> SamplingPace {
        SamplingPace {
            nanos,
            may_grow,
            chance: seed | 1,
            samples: 0,
            frames: 0,
            took_nanos: 0,
            waited_nanos: 0,
        }
    }

    /// Records a sample of a stack with `frames` frames, for which the thread was suspended for `nanos` nanoseconds.
    pub(crate) fn record_sample(&mut self, frames: usize, nanos: u64) {
        self.samples += 1;
        self.frames += frames as u64;
        self.took_nanos += nanos;
    }

    /// Returns the time to wait until the next sample: a random 3 to 5 quarters of the interval, so that repeated work is not sampled
    /// always or never.
    pub(crate) fn next(&mut self) -> u64 {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        let nanos = self.interval();
        let wait = nanos - nanos / 4 + self.chance % (nanos / 2 + 1);
        self.waited_nanos += wait;
        wait
    }

    /// Returns the mean interval so far.
    pub(crate) fn mean_interval(&self) -> u64 {
        self.waited_nanos.checked_div(self.samples).unwrap_or(self.nanos).max(1)
    }

    fn interval(&self) -> u64 {
        if !self.may_grow || self.samples < KNOWN {
            return self.nanos;
        }
        let depth = self.frames / self.samples;
        let price = |frames| INSTRUCTIONS + INSTRUCTIONS_PER_FRAME * frames;
        let expected = PRICE_NANOS * price(depth) / price(30);
        let measured = self.took_nanos / self.samples;
        self.nanos.max(SHARE * expected.max(measured))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trace::settings::DEFAULT_SAMPLES_NANOS as DEFAULT_NANOS;

    fn after(samples: u64, frames: usize, nanos: u64) -> SamplingPace {
        let mut pace = SamplingPace::new(DEFAULT_NANOS, true, 7);
        (0..samples).for_each(|_| pace.record_sample(frames, nanos));
        pace
    }

    #[test]
    fn the_default_interval_is_the_shortest_that_costs_at_most_one_percent() {
        let fits = |nanos: &u64| PRICE_NANOS * SHARE <= *nanos;
        assert_eq!([1_000_000, 2_000_000, 5_000_000, 10_000_000].into_iter().find(fits), Some(DEFAULT_NANOS));
        assert_eq!(after(100, 30, 1000).interval(), DEFAULT_NANOS);
    }

    #[test]
    fn the_sampling_interval_grows_with_measured_cost_unless_the_settings_fix_it() {
        assert!(after(100, 200, 1000).interval() > 2 * DEFAULT_NANOS);
        assert_eq!(after(100, 5, 90_000).interval(), 9_000_000);
        assert_eq!(after(7, 500, 900_000).interval(), DEFAULT_NANOS, "too few to know");
        let mut asked = SamplingPace::new(1_000_000, false, 7);
        (0..100).for_each(|_| asked.record_sample(500, 900_000));
        assert_eq!(asked.interval(), 1_000_000);
    }

    #[test]
    fn waits_between_samples_vary_around_the_sampling_interval() {
        let mut pace = after(1000, 10, 0);
        let waits: Vec<u64> = (0..1000).map(|_| pace.next()).collect();
        let mean = waits.iter().sum::<u64>() / 1000;
        assert!(waits.iter().all(|wait| (3_750_000..=6_250_000).contains(wait)));
        assert!(mean.abs_diff(DEFAULT_NANOS) < 100_000, "{mean}");
        assert!(pace.mean_interval().abs_diff(DEFAULT_NANOS) < 100_000);
    }
}
