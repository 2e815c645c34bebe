//! Defines the log scale on which costs are compared, and its inverse.
//!
//! A row with a cost in every launch is compared by plain logarithms. A row that is absent from some launches is compared by Tukey's
//! started logarithm, log(cost + start), so that the logarithm of 0 is finite. The start is a tenth of the row's mean or the row's floor,
//! whichever is larger. The limits are converted to the same scale, so "new ≤ baseline × (1 + δ) + τ" remains exact at the estimated level
//! of the base.

/// Converts the costs of a row to logarithms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LogScale {
    start: f64,
    /// Whether every cost of the row was 0.
    is_always_zero: bool,
}

impl LogScale {
    /// Makes the scale of a row from its costs in all sessions.
    pub(super) fn from_costs<'a>(costs: impl Iterator<Item = &'a f64>, floor: f64) -> Self {
        let (mut sum, mut count, mut zeros) = (0.0, 0_usize, 0_usize);
        for &cost in costs {
            sum += cost;
            count += 1;
            zeros += usize::from(cost == 0.0);
        }
        if zeros == 0 {
            return Self { start: 0.0, is_always_zero: false };
        }
        let start = (0.1 * sum / count as f64).max(floor);
        // If all costs of a row are 0, the start has no effect, since all logarithms are equal for any start.
        Self { start: if start > 0.0 { start } else { 1.0 }, is_always_zero: sum == 0.0 }
    }

    pub(super) fn is_always_zero(&self) -> bool {
        self.is_always_zero
    }

    /// Returns whether the row's cost was 0 in some launches.
    pub(super) fn has_zeros(&self) -> bool {
        self.start > 0.0
    }

    pub(super) fn log_cost(&self, cost: f64) -> f64 {
        (cost + self.start).ln()
    }

    pub(super) fn cost_from_log(&self, log: f64) -> f64 {
        (log.exp() - self.start).max(0.0)
    }

    /// Returns the distance from `base` to the limit on the log scale.
    pub(super) fn threshold(&self, base: f64, effect: f64, floor: f64) -> f64 {
        let before = self.cost_from_log(base);
        ((before * (1.0 + effect) + floor + self.start) / (before + self.start)).ln()
    }

    /// Converts a difference of logarithms to a ratio of costs; returns 1 if both costs are 0.
    pub(super) fn ratio_from_change(&self, base: f64, change: f64) -> f64 {
        if self.is_always_zero {
            return 1.0;
        }
        if self.start == 0.0 {
            return change.exp();
        }
        let (before, after) = (self.cost_from_log(base), self.cost_from_log(base + change));
        if before < 1e-9 * self.start && after < 1e-9 * self.start { 1.0 } else { after / before }
    }
}
