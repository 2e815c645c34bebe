//! The log scale on which costs are compared, and back.
//!
//! A row with a cost in every launch has plain logs. A row that is absent from some launches has Tukey's started log, whose start is a
//! tenth of its mean, or its floor if that is larger: the log of 0 is finite, and the limits are moved to the
//! same scale, which keeps "new ≤ baseline × (1 + δ) + τ" exact at the centre.

/// The conversion of a row's costs to logs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    start: f64,
    /// Whether every cost was 0.
    never: bool,
}

impl Scale {
    /// Creates the scale of a row from its costs in all sessions.
    pub(super) fn of<'a>(costs: impl Iterator<Item = &'a f64>, floor: f64) -> Self {
        let (mut sum, mut count, mut zeros) = (0.0, 0_usize, 0_usize);
        for &cost in costs {
            sum += cost;
            count += 1;
            zeros += usize::from(cost == 0.0);
        }
        if zeros == 0 {
            return Self { start: 0.0, never: false };
        }
        let start = (0.1 * sum / count as f64).max(floor);
        // For a row without any cost the start does not matter, since all its logs are equal.
        Self { start: if start > 0.0 { start } else { 1.0 }, never: sum == 0.0 }
    }

    pub(super) fn never(&self) -> bool {
        self.never
    }

    /// Returns whether the cost was 0 in some launch.
    pub(super) fn sometimes(&self) -> bool {
        self.start > 0.0
    }

    pub(super) fn log(&self, cost: f64) -> f64 {
        (cost + self.start).ln()
    }

    pub(super) fn cost(&self, log: f64) -> f64 {
        (log.exp() - self.start).max(0.0)
    }

    /// Returns the distance from `base` to the limit on the log scale.
    pub(super) fn threshold(&self, base: f64, effect: f64, floor: f64) -> f64 {
        let before = self.cost(base);
        ((before * (1.0 + effect) + floor + self.start) / (before + self.start)).ln()
    }

    /// Converts a change of logs to a ratio of costs; 1 for 0 to 0.
    pub(super) fn ratio(&self, base: f64, change: f64) -> f64 {
        if self.never {
            return 1.0;
        }
        if self.start == 0.0 {
            return change.exp();
        }
        let (before, after) = (self.cost(base), self.cost(base + change));
        if before < 1e-9 * self.start && after < 1e-9 * self.start { 1.0 } else { after / before }
    }
}
