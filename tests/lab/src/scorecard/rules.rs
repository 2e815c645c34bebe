//! Implements the decision rules of other tools, each by the documentation of its tool, as gates that fail on growth.

use gate_stats::basic::{mean, median, t_quantile_above, variance};

/// A rule of another tool.
pub(super) struct Rule {
    /// The name of the rule in figures.
    pub(super) name: &'static str,
    /// The name of the rule in tables.
    pub(super) shown: &'static str,
    /// The description in the page.
    pub(super) does: &'static str,
    /// The address of the tool's documentation.
    pub(super) reference: &'static str,
    pub(super) fails: fn(&Sides) -> bool,
}

/// The launch times of both builds, in milliseconds.
pub(super) struct Sides {
    pub(super) base: Vec<f64>,
    pub(super) head: Vec<f64>,
    /// The two-sided p-value of the Mann–Whitney test.
    rank_p: f64,
}

impl Sides {
    pub(super) fn new(base: Vec<f64>, head: Vec<f64>) -> Sides {
        let rank_p = mann_whitney(&base, &head);
        Sides { base, head, rank_p }
    }

    fn means(&self) -> (f64, f64) {
        (mean(&self.base), mean(&self.head))
    }

    /// Returns the ratio of the median of the head to the median of the base.
    fn ratio(&self) -> f64 {
        median(&self.head) / median(&self.base)
    }
}

pub(super) const RULES: [Rule; 6] = [
    Rule {
        name: "appletrace",
        shown: "AppleTrace",
        does: "`appletrace diff`: the mean grew by more than 20 % and by at least 2 ms",
        reference: "<https://github.com/everettjf/AppleTrace>, 2.1.0",
        fails: |sides| {
            let (base, head) = sides.means();
            head > 1.2 * base && head - base >= 2.0
        },
    },
    Rule {
        name: "xctest",
        shown: "XCTest",
        does: "the mean is more than 10 % above the baseline's (`maxPercentRegression: 10.000%`)",
        reference: "<https://developer.apple.com/documentation/xcode/writing-and-running-performance-tests>",
        fails: |sides| {
            let (base, head) = sides.means();
            head > 1.1 * base
        },
    },
    Rule {
        name: "benchstat",
        shown: "benchstat",
        does: "Mann–Whitney's test, two-sided, p < .05, and the median grew",
        reference: "<https://pkg.go.dev/golang.org/x/perf/cmd/benchstat>",
        fails: |sides| sides.rank_p < 0.05 && sides.ratio() > 1.0,
    },
    Rule {
        name: "rank5",
        shown: "ranks and 5 %",
        does: "the same, and the median grew by more than 5 %",
        reference: "benchstat with a threshold, as teams script it",
        fails: |sides| sides.rank_p < 0.05 && sides.ratio() > 1.05,
    },
    Rule {
        name: "bencher",
        shown: "Bencher",
        does: "the mean is above the .99 boundary of Student's t around the base's launches: mean + t · standard deviation",
        reference: "<https://bencher.dev/docs/explanation/thresholds/>",
        fails: |sides| {
            let (base, head) = sides.means();
            let t = t_quantile_above(0.01, sides.base.len() as f64 - 1.0);
            head > base + t * variance(&sides.base).sqrt()
        },
    },
    Rule {
        name: "action",
        shown: "benchmark action",
        does: "github-action-benchmark: the mean is above 200 % of the base's (`alert-threshold`)",
        reference: "<https://github.com/benchmark-action/github-action-benchmark>",
        fails: |sides| {
            let (base, head) = sides.means();
            head > 2.0 * base
        },
    },
];

/// Returns the exact two-sided p-value of the Mann–Whitney test, which is twice the smaller tail probability
/// over all assignments of the pooled ranks to the two builds. Equal values share a rank.
fn mann_whitney(base: &[f64], head: &[f64]) -> f64 {
    let mut all: Vec<(f64, bool)> =
        base.iter().map(|v| (*v, false)).chain(head.iter().map(|v| (*v, true))).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Ranks are doubled, so that shared ranks are integers.
    let mut ranks = Vec::with_capacity(all.len());
    for group in all.chunk_by(|a, b| a.0 == b.0) {
        let first = ranks.len() + 1;
        ranks.extend(std::iter::repeat_n(2 * first + group.len() - 1, group.len()));
    }
    let seen: usize = ranks.iter().zip(&all).filter(|(_, (_, is_head))| *is_head).map(|(rank, _)| rank).sum();
    let most: usize = ranks.iter().rev().take(head.len()).sum();
    // The table contains the number of ways to choose a given number of ranks with a given sum.
    let mut ways = vec![vec![0.0_f64; most + 1]; head.len() + 1];
    ways[0][0] = 1.0;
    for (taken, &rank) in ranks.iter().enumerate() {
        for count in (0..head.len().min(taken + 1)).rev() {
            let (less, more) = ways.split_at_mut(count + 1);
            for (sum, ways) in less[count][..=most - rank.min(most)].iter().enumerate() {
                if *ways > 0.0 && sum + rank <= most {
                    more[0][sum + rank] += ways;
                }
            }
        }
    }
    let of_all = &ways[head.len()];
    let total: f64 = of_all.iter().sum();
    let (below, above): (f64, f64) = (of_all[..=seen].iter().sum(), of_all[seen..].iter().sum());
    (2.0 * below.min(above) / total).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fails(name: &str, base: &[f64], head: &[f64]) -> bool {
        let rule = RULES.iter().find(|rule| rule.name == name).unwrap();
        (rule.fails)(&Sides::new(base.to_vec(), head.to_vec()))
    }

    /// Among the 252 orders of five and five launches, two are the most extreme. Among the 20 orders of three and three launches, two are
    /// the most extreme too. The case with equal values was computed by hand. Two of the ranks 1, 2.5, 2.5, 4, 5 can be taken in ten
    /// ways, of which one has a sum of 9 or more, and three have a sum of 3.5 or less.
    #[test]
    fn the_p_value_of_the_rank_test_is_exact() {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(near(mann_whitney(&[1.0, 2.0, 3.0, 4.0, 5.0], &[6.0, 7.0, 8.0, 9.0, 10.0]), 2.0 / 252.0));
        assert!(near(mann_whitney(&[4.0, 5.0, 6.0], &[1.0, 2.0, 3.0]), 0.1));
        assert!(near(mann_whitney(&[1.0, 2.0, 2.0], &[3.0, 4.0]), 0.2));
        assert!(near(mann_whitney(&[7.0; 4], &[7.0; 4]), 1.0));
    }

    #[test]
    fn each_rule_of_another_tool_fails_at_its_documented_limit() {
        let base = [100.0, 101.0, 99.0, 100.5, 99.5];
        let by = |factor: f64| base.map(|value| value * factor);
        for (name, fine, fails_at) in
            [("appletrace", 1.19, 1.21), ("xctest", 1.09, 1.11), ("rank5", 1.04, 1.06), ("action", 1.9, 2.1)]
        {
            assert!(!fails(name, &base, &by(fine)), "{name} at {fine}");
            assert!(fails(name, &base, &by(fails_at)), "{name} at {fails_at}");
        }
        assert!(fails("benchstat", &base, &by(1.04)) && !fails("benchstat", &base, &by(0.96)));
        // The growth is more than 20 %, but less than 2 ms.
        assert!(!fails("appletrace", &[5.0; 5], &[6.5; 5]));
        // The critical value of Student's t at 1 % with 4 degrees of freedom is 3.747. The standard deviation
        // is 0.7906.
        assert!(!fails("bencher", &base, &[102.95; 5]) && fails("bencher", &base, &[102.97; 5]));
    }
}
