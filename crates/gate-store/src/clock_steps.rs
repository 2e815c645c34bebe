//! Represents times as whole numbers of steps of the clock that measured them.
//!
//! A time of a method is a number of ticks minus the cost of the agent, which is known to 1/1024 of a tick. A time that is written as a
//! decimal fraction has 17 digits. A time that is written as a number of steps has only the digits that the clock measured, and only the
//! last digits differ between launches.
//!
//! Invariant: a time is read back exactly, to the last bit, or is not stored in steps.

/// The possible steps in ns: a tick of 24 MHz, a whole ns, 1/1024 of each, and a thousandth of a ns, which some recorders use.
const STEPS: [f64; 5] = [1000.0 / 24.0, 1.0, 1000.0 / 24.0 / 1024.0, 1.0 / 1024.0, 1e-3];

/// The largest relative difference from a whole number of steps. Rounding changes a sum by a few units of its last place, which is 2^-52
/// of the sum.
const NEAR: f64 = 1.0 / (1_u64 << 37) as f64;

/// The largest number of steps that a float represents exactly.
const MOST_STEPS: f64 = (1_u64 << 52) as f64;

/// A time as a number of steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ClockSteps {
    pub(super) steps: i64,
    /// The difference between the time and the number of steps, in ns. The time and the steps are so close that the floating-point
    /// difference is exact, and the sum of the difference and the steps is exact too.
    pub(super) off: f64,
}

/// Converts a time to steps of `step` ns; returns `None` if the time is not a whole number of steps.
pub(super) fn in_steps(ns: f64, step: f64) -> Option<ClockSteps> {
    let steps = (ns / step).round();
    let near = steps * step;
    let off = ns - near;
    let is_near = steps <= MOST_STEPS && off.abs() <= NEAR * near;
    (is_near && (near + off).to_bits() == ns.to_bits()).then_some(ClockSteps { steps: steps as i64, off })
}

/// Returns the longest step for which nearly all of the given times are whole numbers of steps.
pub(super) fn step_of(times: &[f64]) -> f64 {
    let fits = |step: f64| times.iter().filter(|ns| in_steps(**ns, step).is_some()).count();
    // Nine of ten times must fit, because a call whose time is divided between two phases has a fraction of a step.
    STEPS.into_iter().find(|step| fits(*step) * 10 >= times.len() * 9).unwrap_or_else(|| {
        // If no step fits nearly all times, the function returns the step that fits the most times.
        STEPS.into_iter().max_by_key(|step| fits(*step)).unwrap_or(1.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICK: f64 = 1000.0 / 24.0;

    #[test]
    fn a_time_stored_in_steps_of_a_clock_is_read_back_to_the_last_bit() {
        // The times are like those of the agent: ticks minus calls whose cost is known to 1/1024 of a tick, added up in any order.
        let mut seen = 0;
        for at in 0..20_000_u32 {
            let ns = f64::from(at * 37 % 9001) * TICK
                - f64::from(at % 7) * (f64::from(1500 + at % 13) / 1024.0 * TICK)
                + f64::from(at % 1000) * TICK;
            for step in STEPS {
                if let Some(found) = in_steps(ns, step) {
                    let back = found.steps as f64 * step + found.off;
                    assert_eq!(back.to_bits(), ns.to_bits(), "{ns} {step}");
                    seen += usize::from(step == TICK / 1024.0);
                }
            }
        }
        assert!(seen > 19_000, "{seen}");
        for ns in [-0.0, -1.0, f64::NAN, f64::INFINITY, f64::MAX, 0.3] {
            assert_eq!(in_steps(ns, TICK), None, "{ns}");
        }
        assert_eq!(in_steps(0.0, TICK), Some(ClockSteps { steps: 0, off: 0.0 }));
    }

    #[test]
    fn the_chosen_clock_step_is_the_longest_that_fits_most_times() {
        let of = |times: &[f64]| step_of(times);
        assert_eq!(of(&[0.0, TICK * 7.0, TICK * 12345.0]), TICK);
        assert_eq!(of(&[17.0, 3.0, 123_456.0]), 1.0);
        assert_eq!(of(&[17.0 * TICK / 1024.0, 5.0 * TICK]), TICK / 1024.0);
        assert_eq!(of(&[0.125, 8.5]), 1.0 / 1024.0);
        // One of twenty times is divided between phases.
        let mut times: Vec<f64> = (0..19).map(|at| f64::from(at) * TICK).collect();
        times.push(1.0 / 7.0);
        assert_eq!(of(&times), TICK);
        assert_eq!(of(&[]), TICK);
    }
}
