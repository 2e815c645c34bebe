//! Adds noise to virtual time and to the process's reported resource use, from a seed. The noise models the differences between phones,
//! days and launches.
//!
//! Noise changes the duration of an instruction and of a page-in, and the instructions and cycles that the
//! process reads. Noise never changes which instructions run, so it changes no call.
//!
//! Sources of the default values. No public measurements of launches on real phones contain all of the
//! values, so some values are assumed:
//! - measured, on public data: 25 runs a day of 100 unchanged benchmarks on 13 days (golang/perf,
//!   `cmd/benchseries/testdata/even`, the runs of Go 1.17; BSD-3-Clause). In the runs of Go 1.17 the
//!   deviation of the logarithm within a day is 0.013 in the median benchmark (0.036 in the noisiest tenth);
//!   6 % of the runs are above their day's median by more than 2 % and five robust deviations, by 5 % in the
//!   median and 12 % in the worst tenth. `launch_spread`, `tail_probability` and `tail` have the values of
//!   these benchmarks.
//! - assumed: `session_spread`. Between the days of the benchmarks of Go 1.17 the spread is 0 in the median
//!   and 6 % at most, but the days of a server differ less than those of a phone (updates, battery, other
//!   installed apps). With 2 %, rules that ignore differences between sessions begin to fail.
//! - assumed: `phone_spread`, for phones of one model; `heat`, which is 0 in the median in a cooled server
//!   (the 5 % of the series with the largest drift gain 0.0015 per run); `page_in_ticks`, 50 µs for a page of
//!   16 KiB from flash, and its spread.
//!
//! - assumed: `instruction_session_spread` and `instruction_spread`, for the instructions of other threads
//!   and of the system in the process. Published counts of instructions vary less. In 30 runs of one
//!   single-threaded program the counts vary by 0.00015 % (the durations by 7 %; L. Tratt, "What metric to
//!   use when benchmarking?", 2022). In rust-lang/rustc-perf, the compiler under test starts processes and
//!   reads files; a benchmark there is called noisy if its count of instructions changes by 0.1 % between
//!   unchanged commits (issue 938 of rustc-perf). An app's launch has more threads than that program and those benchmarks.
//! - assumed: `cycle_spread`, a third of the variation of durations, for caches and branch prediction without
//!   the clock.
//!
//! Users who have measurements of real launches should replace the default values, all of which are fields.

use crate::dyld::next_random;
use crate::process::Config;

/// Sizes of the variation. Each spread is the standard deviation of a factor's logarithm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// The seed of all random numbers.
    pub seed: u64,
    /// Spread between phones of one model.
    pub phone_spread: f64,
    /// Spread between sessions (days, OS state) on one phone.
    pub session_spread: f64,
    /// Spread between launches of a session.
    pub launch_spread: f64,
    /// Increase of the duration's logarithm with each launch of a session, as the phone warms up.
    pub heat: f64,
    /// Probability that other processes on the phone slow a launch.
    pub tail_probability: f64,
    /// Largest slowdown by other processes, as a share of the duration.
    pub tail: f64,
    /// Median ticks of the first run of code on a page.
    pub page_in_ticks: f64,
    pub page_in_spread: f64,
    /// Spread of the reported instructions between sessions.
    pub instruction_session_spread: f64,
    /// Spread of the reported instructions between launches of a session.
    pub instruction_spread: f64,
    /// Spread of the reported cycles between launches, in addition to that of the instructions.
    pub cycle_spread: f64,
}

impl Default for Noise {
    fn default() -> Self {
        Noise {
            seed: 0,
            phone_spread: 0.03,
            session_spread: 0.02,
            launch_spread: 0.013,
            heat: 0.0005,
            tail_probability: 0.06,
            tail: 0.12,
            page_in_ticks: 1200.0,
            page_in_spread: 0.3,
            instruction_session_spread: 0.001,
            instruction_spread: 0.003,
            cycle_spread: 0.004,
        }
    }
}

/// Returns the same pseudo-random number at each call with the same (seed, what, which).
fn stream(seed: u64, what: u64, which: u64) -> u64 {
    let mut state = seed;
    let mut mixed = next_random(&mut state) ^ what;
    mixed = next_random(&mut mixed) ^ which;
    next_random(&mut mixed)
}

fn uniform(state: &mut u64) -> f64 {
    (next_random(state) >> 11) as f64 / (1u64 << 53) as f64
}

/// Returns the sum of twelve uniform numbers, minus six. The result is close to a normal distribution up to
/// three deviations, and the same on every machine.
fn normal(seed: u64, what: u64, which: u64) -> f64 {
    let mut state = stream(seed, what, which);
    (0..12).map(|_| uniform(&mut state)).sum::<f64>() - 6.0
}

impl Noise {
    /// Returns the factor on this launch's duration, relative to a phone without noise.
    pub fn slowdown(&self, phone: u64, session: u64, launch: u64) -> f64 {
        let day = phone << 20 | session;
        let one = day << 20 | launch;
        let mut log = self.phone_spread * normal(self.seed, 1, phone)
            + self.session_spread * normal(self.seed, 2, day)
            + self.launch_spread * normal(self.seed, 3, one)
            + self.heat * launch as f64;
        let mut tail = stream(self.seed, 4, one);
        if uniform(&mut tail) < self.tail_probability {
            log += (1.0 + self.tail * uniform(&mut tail)).ln();
        }
        log.exp()
    }

    /// Returns the factors on the instructions and the cycles that the process reads about itself.
    pub fn counted(&self, phone: u64, session: u64, launch: u64) -> [f64; 2] {
        let day = phone << 20 | session;
        let one = day << 20 | launch;
        let instructions = self.instruction_session_spread * normal(self.seed, 6, day)
            + self.instruction_spread * normal(self.seed, 7, one);
        [instructions.exp(), (instructions + self.cycle_spread * normal(self.seed, 8, one)).exp()]
    }

    /// Applies the noise of one launch to a configuration.
    pub fn apply(&self, config: &mut Config, phone: u64, session: u64, launch: u64) {
        config.slowdown = self.slowdown(phone, session, launch);
        config.counted = self.counted(phone, session, launch);
        let one = (phone << 20 | session) << 20 | launch;
        let stall = self.page_in_ticks * (self.page_in_spread * normal(self.seed, 5, one)).exp();
        config.page_in_ticks = stall as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simulated_noise_has_the_requested_spread_around_one_and_is_reproducible() {
        let noise =
            Noise { seed: 1, launch_spread: 0.01, heat: 0.0, tail_probability: 0.0, ..Noise::default() };
        let logs = |noise: &Noise, pick: fn(u64) -> (u64, u64, u64)| -> (f64, f64) {
            let values: Vec<f64> = (0..2000)
                .map(|index| {
                    let (phone, session, launch) = pick(index);
                    noise.slowdown(phone, session, launch).ln()
                })
                .collect();
            let mean = values.iter().sum::<f64>() / 2000.0;
            let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 2000.0;
            (mean, variance.sqrt())
        };
        let (_, launches) = logs(&noise, |index| (1, 1, index));
        let (_, sessions) = logs(&noise, |index| (1, index, 1));
        let (mean, phones) = logs(&noise, |index| (index, 1, 1));
        assert!((launches - 0.01).abs() < 0.001, "{launches}");
        assert!((sessions - 0.02_f64.hypot(0.01)).abs() < 0.002, "{sessions}");
        assert!((phones - 0.03_f64.hypot(0.02).hypot(0.01)).abs() < 0.003, "{phones}");
        assert!(mean.abs() < 0.003, "{mean}");
        let (_, counts) = {
            let logs: Vec<f64> = (0..2000).map(|launch| noise.counted(1, 1, launch)[0].ln()).collect();
            let mean = logs.iter().sum::<f64>() / 2000.0;
            let variance = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / 2000.0;
            (mean, variance.sqrt())
        };
        assert!((counts - 0.003).abs() < 0.0003, "{counts}");
        assert_eq!(noise.slowdown(1, 2, 3), noise.slowdown(1, 2, 3));
        let warm = Noise { heat: 0.1, ..noise };
        assert!(warm.slowdown(1, 1, 20) > noise.slowdown(1, 1, 20) * 7.0);
        let unlucky = Noise { tail_probability: 1.0, ..noise };
        assert!(unlucky.slowdown(1, 1, 1) > noise.slowdown(1, 1, 1));
    }
}
