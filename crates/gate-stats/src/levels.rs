//! Divides the significance level among the tests, by a table that contains the share of each kind of test. The shares of all tests that
//! can fail a check add up to one.
//!
//! The shares are a Bonferroni correction between the kinds of rows, which holds for any dependence between them. The rows of each kind
//! have a further correction for multiple tests among them. If a run is judged several times, each judgement uses an equal part of each
//! share. Budgets are limits and no tests, so they have no share.

/// A kind of rows that are tested together, with its share of the significance level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestFamily {
    /// The kind of rows that are tested.
    pub rows: &'static str,
    /// The share of `gate.alpha` that the tests of these rows use.
    pub share: f64,
    /// The share of `gate.alpha` if the launches are so few that a permutation test is used. The smallest possible p-value is then 1/252,
    /// so methods have nearly the whole significance level, and most other kinds have a fraction of their usual share. Only the number of
    /// launches and rows decides which of the two shares is used.
    pub share_in_permutation_test: f64,
    /// The name of the correction for multiple tests among the rows of this kind.
    pub within: &'static str,
}

impl TestFamily {
    /// Returns the share of `gate.alpha`, depending on whether methods are judged by a permutation test.
    pub fn share(&self, by_permutation: bool) -> f64 {
        if by_permutation { self.share_in_permutation_test } else { self.share }
    }
}

/// Methods, and the time of phases outside methods.
pub const PARTS: TestFamily = TestFamily {
    rows: "methods, and the time of phases outside methods",
    share: 0.40,
    share_in_permutation_test: 0.82,
    within: "Holm; step-down maxT where relabelled",
};
/// The launch and its phases.
pub(crate) const WHOLES: TestFamily = TestFamily {
    rows: "the launch and its phases",
    share: 0.07,
    share_in_permutation_test: 0.03,
    within: "Holm",
};
/// The test whether the head has more slow launches than the base. If three of ten new launches are slower than all of sixty stored ones,
/// the p-value is 0.0022; if seven of twenty new launches are slower than all of twenty old ones, the p-value is 0.0042.
pub(crate) const SLOW: TestFamily = TestFamily {
    rows: "the share of slow launches",
    share: 0.09,
    share_in_permutation_test: 0.01,
    within: "one test, of the launch; against stored days a third is its rows', Bonferroni",
};

/// Returns the shares for the test of slow launches: the share of the launch, and the share of its rows. With a share of 0.06 for the
/// launch, three of ten new launches that are slower than all of sixty stored launches are still significant.
pub fn slow_shares(by_permutation: bool, is_by_row: bool) -> (f64, f64) {
    let all = SLOW.share(by_permutation);
    let rows = if is_by_row { all / 3.0 } else { 0.0 };
    (all - rows, rows)
}
/// The test whether more launches were lost in the head than in the base.
pub const LOST: TestFamily = TestFamily {
    rows: "lost launches",
    share: 0.04,
    share_in_permutation_test: 0.01,
    within: "one test, exact",
};
/// The test for a change that all rows have in common. The share of this test is large because the test has more power than a test of the
/// launch's time, which contains noisy rows.
pub const COMMON: TestFamily = TestFamily {
    rows: "the bound on the change that all rows have in common",
    share: 0.20,
    share_in_permutation_test: 0.04,
    within: "one bound",
};
/// Modules, without those of their methods that have separate findings.
pub const MODULES: TestFamily =
    TestFamily { rows: "modules", share: 0.05, share_in_permutation_test: 0.01, within: "Holm" };
pub const PAGES: TestFamily =
    TestFamily { rows: "pages", share: 0.03, share_in_permutation_test: 0.01, within: "Holm" };
/// Growth since the anchor.
pub(crate) const CREEP: TestFamily = TestFamily {
    rows: "growth since the anchor",
    share: 0.07,
    share_in_permutation_test: 0.02,
    within: "Bonferroni over rows and 20 sessions",
};

/// Returns the share of the launch and its phases. If there are too few rows to estimate their common change, the share of the test of the
/// common change is added. The number of rows does not depend on the costs, so choosing the share by this number does not increase the
/// error rate.
pub fn wholes_share(by_permutation: bool, is_common_known: bool) -> f64 {
    let common = if is_common_known { 0.0 } else { COMMON.share(by_permutation) };
    WHOLES.share(by_permutation) + common
}

/// Counters that the system records for the process. If the counters of the process are not tested, no other test gets their share.
pub(crate) const PROCESS: TestFamily = TestFamily {
    rows: "page-ins, bytes read and written, and the footprint of the process",
    share: 0.05,
    share_in_permutation_test: 0.05,
    within: "Bonferroni",
};

/// Returns the share of each counter of the process, if `counters` of them are tested.
pub fn process_family(counters: usize) -> TestFamily {
    let part = |share: f64| share / counters as f64;
    TestFamily {
        share: part(PROCESS.share),
        share_in_permutation_test: part(PROCESS.share_in_permutation_test),
        ..PROCESS
    }
}

/// Instructions of the launch and its phases.
pub const INSTRUCTIONS: TestFamily = TestFamily {
    rows: "instructions of the launch and its phases",
    share: 0.20,
    share_in_permutation_test: 0.20,
    within: "Holm",
};
/// Cycles of the launch and its phases.
pub const CYCLES: TestFamily = TestFamily {
    rows: "cycles of the launch and its phases",
    share: 0.05,
    share_in_permutation_test: 0.05,
    within: "Holm",
};

/// Sampled functions, tested for growth that no other row reports. The share of functions reduces the power of the tests of other rows,
/// which `functions.power_loss` measures. A row with few degrees of freedom (three degrees of freedom, power 0.6) would be found in a share
/// of runs that is smaller by up to 0.012 to 0.016 if functions had a twentieth of the significance level. With a fortieth, the share of
/// runs in which a row with few degrees of freedom is found is smaller by only 0.008. The share of functions does not change the result of
/// a permutation test: methods are significant up to a p-value of 10/252 with and without tests of functions.
pub const FUNCTIONS: TestFamily =
    TestFamily { rows: "sampled functions", share: 0.025, share_in_permutation_test: 0.025, within: "Holm" };

/// If sampled functions are judged, the shares of all tests of times are multiplied by this factor. Only the number of launches with
/// samples decides whether functions are tested.
pub const SHARE_BESIDE_FUNCTIONS: f64 = 1.0 - FUNCTIONS.share;

/// All kinds of rows whose values are times.
pub const LEVELS: [TestFamily; 9] = [PARTS, WHOLES, SLOW, LOST, COMMON, MODULES, PAGES, CREEP, PROCESS];

/// The kinds of rows whose values are counts. Whether a count is tested depends only on the base. If no count is tested, times use the
/// whole significance level.
pub const COUNTS: [TestFamily; 2] = [INSTRUCTIONS, CYCLES];

/// If instructions or cycles are tested, the shares of all tests of times are multiplied by this factor.
pub const SHARE_BESIDE_COUNTS: f64 = 1.0 - (INSTRUCTIONS.share + CYCLES.share);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn significance_levels_of_all_tests_add_up_to_the_total_level() {
        for by_permutation in [false, true] {
            let all: f64 = LEVELS.iter().map(|level| level.share(by_permutation)).sum();
            assert!((all - 1.0).abs() < 1e-12, "{all}");
            let counts: f64 = COUNTS.iter().map(|level| level.share(by_permutation)).sum();
            let functions = SHARE_BESIDE_FUNCTIONS * all + FUNCTIONS.share(by_permutation);
            assert!((functions - 1.0).abs() < 1e-12, "{functions}");
            assert!((SHARE_BESIDE_COUNTS * all + counts - 1.0).abs() < 1e-12, "{counts}");
        }
    }
}
