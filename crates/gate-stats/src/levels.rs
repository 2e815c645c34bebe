//! Who shares the level: one table, in which the shares of everything that can turn a run red add up to one.
//!
//! Bonferroni over the lines, so nothing is assumed of how they depend on each other; inside a line the correction is the line's own.
//! A run with several looks gives each look an equal part of the whole table. Budgets are limits and no tests: they have no line.

/// A kind of rows that is tested together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// What is tested.
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
    Level { rows: "the launch and its phases", share: 0.07, share_relabelled: 0.03, within: "Hochberg" };
/// That more of the new launches are slow: three of ten slower than all of sixty stored ones have .0022 by chance, seven of twenty
/// slower than all of twenty others .0042.
pub(crate) const SLOW: Level = Level {
    rows: "the share of slow launches",
    share: 0.09,
    share_relabelled: 0.01,
    within: "one test, of the launch; against stored days a third is its rows', Bonferroni",
};

/// What of the line of slow launches the launch has, and what its rows: with .06 of the level three of ten launches beyond sixty still tell.
pub fn of_slow(relabelled: bool, is_by_row: bool) -> (f64, f64) {
    let all = SLOW.share(relabelled);
    let rows = if is_by_row { all / 3.0 } else { 0.0 };
    (all - rows, rows)
}
/// That more launches were lost.
pub const LOST: Level =
    Level { rows: "lost launches", share: 0.04, share_relabelled: 0.01, within: "one test, exact" };
/// That what launches have in common exceeds the bound that is allowed for: it is sharper than the launch's own time, which noisy rows
/// are a part of, so it has more of what the two share.
pub const COMMON: Level = Level {
    rows: "the bound on the change that all rows have in common",
    share: 0.20,
    share_relabelled: 0.04,
    within: "one bound",
};
/// Modules without the methods that are told by themselves.
pub const MODULES: Level = Level { rows: "modules", share: 0.05, share_relabelled: 0.01, within: "Holm" };
pub const PAGES: Level = Level { rows: "pages", share: 0.03, share_relabelled: 0.01, within: "Holm" };
/// Growth since the anchor.
pub(crate) const CREEP: Level = Level {
    rows: "growth since the anchor",
    share: 0.07,
    share_relabelled: 0.02,
    within: "Bonferroni over rows and 20 sessions",
};

/// What the launch and its phases have of the level. Where too few rows tell what they have in common, that line decides nothing, and its
/// share is theirs: the number of rows is known before the launches are.
pub fn of_wholes(relabelled: bool, is_common_known: bool) -> f64 {
    let common = if is_common_known { 0.0 } else { COMMON.share(relabelled) };
    WHOLES.share(relabelled) + common
}

/// What the system counts of the process: their own, and never given to the others.
pub(crate) const PROCESS: Level = Level {
    rows: "page-ins, bytes read and written, and the footprint of the process",
    share: 0.05,
    share_relabelled: 0.05,
    within: "Bonferroni",
};

/// What each of this many counters of the process has of their line.
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

/// Functions that samples found, in what no other row tells. With a twentieth of the level a row of few degrees of freedom would be found
/// in .012 to .016 fewer of runs at most; with a fortieth it is in .008 (three degrees of freedom, power .6), which
/// `functions.power_loss` measures. Where methods are relabelled they keep ten of 252 relabellings with functions and without.
pub const FUNCTIONS: Level =
    Level { rows: "sampled functions", share: 0.025, share_relabelled: 0.025, within: "Holm" };

/// What the other lines of times have of the level where functions are judged, which the launches that have samples alone tell.
pub const BESIDE_FUNCTIONS: f64 = 1.0 - FUNCTIONS.share;

/// All lines of times, and what is kept beside them.
pub const LEVELS: [Level; 9] = [PARTS, WHOLES, SLOW, LOST, COMMON, MODULES, PAGES, CREEP, PROCESS];

/// The lines of counts. Where none of them decides, which the pool alone tells, times have the whole level.
pub const COUNTS: [Level; 2] = [INSTRUCTIONS, CYCLES];

/// What times have of the level where counts decide: each of their lines as much less.
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
