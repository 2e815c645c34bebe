//! Tests with counts of samples that are drawn at random, as on a phone.

use super::*;
use crate::Random;
use crate::levels::FUNCTIONS;

const COMMON: CommonChange = CommonChange {
    growth_fastest_20: None,
    growth: 0.0,
    bound: 0.0,
    beyond_limit: 0.0,
    subtracted: 0.0,
    agree: true,
    widening: 1.0,
    error: 0.0,
    df: 6.0,
    session_sd: None,
    by_permutation: false,
};

fn binomial(random: &mut Random, of: usize, share: f64) -> f64 {
    (0..of).filter(|_| random.next_uniform() < share).count() as f64
}

/// Draws one side's samples of a row in each launch. The expected number is `share` of 80 samples, times a random factor for each session
/// whose size is `spread`.
fn side(random: &mut Random, sessions: usize, share: f64, spread: f64) -> Vec<Vec<f64>> {
    let session = |random: &mut Random| -> Vec<f64> {
        let own = share * (1.0 + spread * random.next_normal()).max(0.0);
        (0..10).map(|_| binomial(random, 80, own)).collect()
    };
    (0..sessions).map(|_| session(random)).collect()
}

fn row(base: &[Vec<f64>], head: &[Vec<f64>]) -> SampledRow {
    let share = |side: &[Vec<f64>]| {
        let samples = 80.0 * side.iter().map(Vec::len).sum::<usize>() as f64;
        SampledShare { cost: 400e6, found: side.iter().flatten().sum(), samples }
    };
    let (old, new) = (share(base), share(head));
    let counts = |side: &[Vec<f64>], whole: SampledShare, by_session: bool| -> Vec<SampleCount> {
        let p = whole.found / whole.samples;
        let count =
            |found: f64, of: f64| SampleCount { found, expected: of * p, variance: of * p * (1.0 - p) };
        if by_session {
            return side.iter().map(|one| count(one.iter().sum(), 80.0 * one.len() as f64)).collect();
        }
        side.iter().flatten().map(|found| count(*found, 80.0)).collect()
    };
    let launches = [counts(base, old, false), counts(head, new, false)].concat();
    let df = launches.len() as f64 - 2.0;
    let sessions = counts(base, old, true);
    let session_df = sessions.len() as f64 - 1.0;
    SampledRow {
        base: vec![old],
        head: vec![new],
        exact: 0.004 * old.cost_of_row(),
        launches: (launches, df),
        sessions: (sessions, session_df),
    }
}

/// Returns the share of runs with a finding among 20 rows, if the first row grows by `grown_ms` milliseconds of 400.
fn found(grown_ms: f64, spread: f64, runs: u64) -> f64 {
    let limits = vec![Limit::new(0.005, 8_000.0); 20];
    let red = (0..runs).filter(|run| {
        let random = &mut Random::new(*run);
        let rows: Vec<SampledRow> = (0..20)
            .map(|at| {
                let share = [0.005, 0.01, 0.02, 0.05, 0.2][at % 5];
                let more = if at == 0 { grown_ms / 400.0 } else { 0.0 };
                row(&side(random, 6, share, spread), &side(random, 1, share + more, spread))
            })
            .collect();
        let results = judge_sampled(&rows, &limits, &Settings::default(), &COMMON, FUNCTIONS);
        results.iter().any(|result| result.class == RowClass::Finding)
    });
    red.count() as f64 / runs as f64
}

#[test]
fn unchanged_sampled_functions_are_seldom_findings() {
    assert!(found(0.0, 0.0, 500) <= 0.01);
    // Sessions differ by more than the binomial scatter of samples, so the factor must be larger than 1.
    assert!(found(0.0, 0.15, 500) <= 0.02);
}

#[test]
fn growth_of_a_sampled_function_by_fifteen_milliseconds_is_found_in_most_runs() {
    // The growth is 15 ms, since 10 ms would be found in only a quarter of the runs: twenty rows with binomial scatter are tested at a
    // fortieth of the significance level.
    assert!(found(15.0, 0.0, 200) >= 0.5, "{}", found(15.0, 0.0, 200));
    assert!(found(20.0, 0.0, 200) >= 0.9, "{}", found(20.0, 0.0, 200));
}

#[test]
fn a_new_function_is_growth_and_a_removed_function_is_a_saving() {
    let random = &mut Random::new(7);
    let none = side(random, 6, 0.0, 0.0);
    let limits = [Limit::new(0.005, 8_000.0)];
    let new = row(&none, &side(random, 1, 0.05, 0.0));
    let gone = row(&side(random, 6, 0.05, 0.0), &none[..1]);
    let results = judge_sampled(&[new], &limits, &Settings::default(), &COMMON, FUNCTIONS);
    assert_eq!(results[0].class, RowClass::Finding);
    let results = judge_sampled(&[gone], &limits, &Settings::default(), &COMMON, FUNCTIONS);
    assert!(results[0].p_faster < 1e-6 && results[0].p > 0.99, "{:?}", results[0]);
}

/// A node of 3 ms has six samples in ten launches. Two thirds of the method's time are in a function, so all six samples are in the
/// function in one run of eleven.
#[test]
fn a_few_samples_in_the_same_function_are_no_proof_of_growth() {
    let share = |found, samples| SampledShare { cost: 3e6, found, samples };
    let row = |found| SampledRow {
        base: vec![share(24.0, 36.0)],
        head: vec![share(found, 6.0)],
        exact: 3e3,
        ..SampledRow::default()
    };
    let limits = [Limit::new(0.005, 8_000.0)];
    let p = |row| judge_sampled(&[row], &limits, &Settings::default(), &COMMON, FUNCTIONS)[0].p;
    assert!(p(row(6.0)) > 0.03, "{}", p(row(6.0)));
    // If base and head are exchanged, the few samples of the base must not show a decrease.
    let fallen = SampledRow { base: row(6.0).head, head: row(6.0).base, ..row(6.0) };
    let results = judge_sampled(&[fallen], &limits, &Settings::default(), &COMMON, FUNCTIONS);
    assert!(results[0].p_faster > 0.03, "{}", results[0].p_faster);
}
