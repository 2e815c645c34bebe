//! The division of the level: one table, in which the shares of all tests that can fail a run add up to one.
//!
//! The lines are corrected by Bonferroni, which holds for any dependence between them; each line has a correction of its own inside.
//! A run with several looks gives each look an equal part of the whole table. Budgets are limits and no tests: they have no line.

/// A kind of rows that is tested together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// The tested rows.
    pub rows: &'static str,
    /// Its share of `gate.alpha`.
    pub share: f64,
    /// The same where few launches are judged by all relabellings: the least p is 1/252 there, so methods have nearly the whole level
    /// and the other lines a third of what they have elsewhere. Which of the two holds is fixed by the design alone.
    pub share_relabelled: f64,
    /// How the rows of the line are corrected for each other.
    pub within: &'static str,
}

impl Level {
    /// The line's share of `gate.alpha` in a run whose methods are relabelled, or are not.
    pub fn share(&self, relabelled: bool) -> f64 {
        if relabelled { self.share_relabelled } else { self.share }
    }
}

/// Methods, and what phases spent outside of them.
pub const PARTS: Level = Level {
    rows: "methods, and the time of phases outside methods",
    share: 0.40,
    share_relabelled: 0.82,
    within: "Holm; step-down maxT where relabelled",
};
/// The launch and its phases, by their own error.
pub(crate) const WHOLES: Level =
    Level { rows: "the launch and its phases", share: 0.07, share_relabelled: 0.03, within: "Holm" };
/// The test for more slow launches. Three of ten launches that are slower than all of sixty stored ones have p = .0022, seven of twenty
/// that are slower than all of twenty others p = .0042.
pub(crate) const SLOW: Level = Level {
    rows: "the share of slow launches",
    share: 0.09,
    share_relabelled: 0.01,
    within: "one test, of the launch; against stored days a third is its rows', Bonferroni",
};

/// Returns the shares of the launch and of its rows in the line of slow launches. With .06 of the level three of ten launches beyond
/// sixty are still significant.
pub fn of_slow(relabelled: bool, is_by_row: bool) -> (f64, f64) {
    let all = SLOW.share(relabelled);
    let rows = if is_by_row { all / 3.0 } else { 0.0 };
    (all - rows, rows)
}
/// The test for more lost launches.
pub const LOST: Level =
    Level { rows: "lost launches", share: 0.04, share_relabelled: 0.01, within: "one test, exact" };
/// The test for a common change of all rows beyond its bound. It has more power than a test of the launch's time, which contains noisy
/// rows, so its share is larger.
pub const COMMON: Level = Level {
    rows: "the bound on the change that all rows have in common",
    share: 0.20,
    share_relabelled: 0.04,
    within: "one bound",
};
/// Modules without the methods that have results of their own.
pub const MODULES: Level = Level { rows: "modules", share: 0.05, share_relabelled: 0.01, within: "Holm" };
pub const PAGES: Level = Level { rows: "pages", share: 0.03, share_relabelled: 0.01, within: "Holm" };
/// Growth since the anchor.
pub(crate) const CREEP: Level = Level {
    rows: "growth since the anchor",
    share: 0.07,
    share_relabelled: 0.02,
    within: "Bonferroni over rows and 20 sessions",
};

/// Returns the share of the launch and its phases. With too few rows to estimate their common change, that line's share is added: the
/// number of rows is known before the launches are.
pub fn of_wholes(relabelled: bool, is_common_known: bool) -> f64 {
    let common = if is_common_known { 0.0 } else { COMMON.share(relabelled) };
    WHOLES.share(relabelled) + common
}

/// Counters that the system keeps of the process. Other lines never get their share.
pub(crate) const PROCESS: Level = Level {
    rows: "page-ins, bytes read and written, and the footprint of the process",
    share: 0.05,
    share_relabelled: 0.05,
    within: "Bonferroni",
};

/// Returns the level of each of this many counters of the process.
pub fn of_process(counters: usize) -> Level {
    let part = |share: f64| share / counters as f64;
    Level { share: part(PROCESS.share), share_relabelled: part(PROCESS.share_relabelled), ..PROCESS }
}

/// Instructions of the launch and its phases.
pub const INSTRUCTIONS: Level = Level {
    rows: "instructions of the launch and its phases",
    share: 0.20,
    share_relabelled: 0.20,
    within: "Holm",
};
/// Cycles of the launch and its phases.
pub const CYCLES: Level = Level {
    rows: "cycles of the launch and its phases",
    share: 0.05,
    share_relabelled: 0.05,
    within: "Holm",
};

/// Sampled functions, in the growth that no other row reports. With a twentieth of the level a row of few degrees of freedom would be found
/// in .012 to .016 fewer of runs at most; with a fortieth it is in .008 (three degrees of freedom, power .6), which
/// `functions.power_loss` measures. Where methods are relabelled they keep ten of 252 relabellings with functions and without.
pub const FUNCTIONS: Level =
    Level { rows: "sampled functions", share: 0.025, share_relabelled: 0.025, within: "Holm" };

/// The share of the other lines of times if functions are judged, which depends only on which launches have samples.
pub const BESIDE_FUNCTIONS: f64 = 1.0 - FUNCTIONS.share;

/// All lines of times.
pub const LEVELS: [Level; 9] = [PARTS, WHOLES, SLOW, LOST, COMMON, MODULES, PAGES, CREEP, PROCESS];

/// The lines of counts. If no count decides, which depends on the pool alone, times have the whole level.
pub const COUNTS: [Level; 2] = [INSTRUCTIONS, CYCLES];

/// The share of times if counts decide: each of their lines is reduced by it.
pub const BESIDE_COUNTS: f64 = 1.0 - (INSTRUCTIONS.share + CYCLES.share);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_to_the_level() {
        for relabelled in [false, true] {
            let all: f64 = LEVELS.iter().map(|level| level.share(relabelled)).sum();
            assert!((all - 1.0).abs() < 1e-12, "{all}");
            let counts: f64 = COUNTS.iter().map(|level| level.share(relabelled)).sum();
            let functions = BESIDE_FUNCTIONS * all + FUNCTIONS.share(relabelled);
            assert!((functions - 1.0).abs() < 1e-12, "{functions}");
            assert!((BESIDE_COUNTS * all + counts - 1.0).abs() < 1e-12, "{counts}");
        }
    }
}
