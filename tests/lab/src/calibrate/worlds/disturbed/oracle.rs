//! Measures the power of ideal rules that know a noise model (called a world in this module): its distribution and its scale. At the same
//! significance level, the power of the ideal rules is an upper reference for the gate's rules.
//!
//! For each of a few apps, many runs without a change are drawn. The unchanged runs give the mean and the spread of every statistic in
//! every row, which cannot be estimated from one run. The maximum over all rows is compared with its own .95 quantile, so the family-wise
//! significance level is .05. The reported power of a family of statistics is the power of its most powerful statistic. The ideal rules
//! (the oracle) do not know which row changed, the true cost of a row, or the disturbances of a launch.
//!
//! A gate does not report every growth, but only growth beyond a limit ([`EFFECT`]). Each test of a gate has only some of the significance
//! level. The figure `.at_line` is the power of the same rule with this limit and with a gate's significance level for the test. The figure
//! `.untold` is the rule's power if the variation of the rows is also unknown, and is estimated from the run's own launches or from stored
//! days.
//!
//! Limit: the family contains location estimators of sessions and sums of rows, but not the likelihood. For
//! rows with two modes that are far apart, a rule that classifies each launch by its mode has more power.

use std::cmp::Reverse;

use anyhow::{Result, bail};
use gate_stats::Random;
use gate_stats::basic::{mean, median, quantile};
use gate_stats::defaults::{ALPHA, EFFECT};
use gate_stats::levels;
use rayon::prelude::*;

use super::super::{Figures, Share, Trials};
use super::draw::{BIG, Change, Drawn, PhoneAdjustment, World};
use super::made::{App, Design, Numbers};
use super::{ALL3, ALL6, ONE10, Planted, SHARE30, SHARE50, UNCHANGED, designs};

const APPS: usize = 20;
/// The smallest relevant growth.
const MATTERS: f64 = 0.05;
const SURE: f64 = 0.9;
/// The critical value of Student's t with 18 degrees of freedom, one-sided 95 %.
const T_OF_TWENTY: f64 = 1.734;
/// Smallest share of a launch's cost that the judged parts must have.
const LEAST_JUDGED: f64 = 0.7;

/// Location estimators of a session, which are trimmed means: the mean of the sorted launches between two
/// shares of their number.
const PLACES: [(&str, f64, f64); 6] = [
    ("mean", 0.0, 1.0),
    ("median", 0.4, 0.6),
    ("without fifths", 0.2, 0.8),
    ("quicker three fifths", 0.0, 0.6),
    ("quickest three tenths", 0.0, 0.3),
    ("slowest three tenths", 0.7, 1.0),
];
/// Number of ways to combine the estimates of stored days: their mean and their median.
const DAYS: usize = 2;
const STATISTICS: usize = PLACES.len() * DAYS;
/// The number of ways to scale the growth of a row. The scale is the spread of the growth among unchanged runs, the larger one of this
/// spread and the run's own variation, or the average of the two.
const SCALES: usize = 3;
const OF_ROWS: usize = STATISTICS * SCALES;
/// Shrinkage weights for an unknown variance: the weight of the median row's variance in the variance of each
/// row.
const SHRUNK: [f64; 7] = [0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0];
/// The number of sums that are tested: the whole launch, and all parts that can be judged.
const SUMS: usize = 2;

/// The statistics of one run.
struct Statistics {
    /// For each statistic, the growth of each row, without the growth that all rows have in common.
    rows: Vec<Vec<f64>>,
    /// For each estimator, the squared error of each row. The error comes from the launches of both builds if they are interleaved, and
    /// otherwise from the new session.
    errors: Vec<Vec<f64>>,
    /// For each estimator, the squared error of each row from the launches of both builds or from stored
    /// sessions.
    untold: Vec<Vec<f64>>,
    /// For each statistic, the growth of the sums and of the median row.
    wholes: Vec<f64>,
    /// The growth of the sums and of the median row, each with its error as it is estimated from this run.
    untold_wholes: Vec<(f64, f64)>,
}

/// Returns the sorted values that a trimmed mean averages.
fn kept(sorted: &[f64], at: usize) -> &[f64] {
    if sorted.is_empty() {
        return sorted;
    }
    let (_, from, to) = PLACES[at];
    let cut = |share: f64| (share * sorted.len() as f64).round() as usize;
    &sorted[cut(from).min(sorted.len() - 1)..cut(to).max(cut(from) + 1).min(sorted.len())]
}

fn finite(values: &[f64]) -> Vec<f64> {
    values.iter().copied().filter(|value| value.is_finite()).collect()
}

/// Applies `what` to the values that each of the trimmed means averages. Returns `None` for fewer than three values.
fn at_places(values: &[f64], what: fn(&[f64]) -> f64) -> Option<Places> {
    let mut sorted = finite(values);
    sorted.sort_unstable_by(f64::total_cmp);
    (sorted.len() >= 3).then(|| std::array::from_fn(|at| what(kept(&sorted, at))))
}

type Places = [f64; PLACES.len()];

fn places(values: &[f64]) -> Option<Places> {
    at_places(values, mean)
}

/// Returns the sum of squared deviations from the mean.
fn error(kept: &[f64]) -> f64 {
    let middle = mean(kept);
    kept.iter().map(|value| (value - middle).powi(2)).sum()
}

/// Returns the squared error of a trimmed mean. In the computation of this error, each trimmed value is replaced by the nearest value that
/// is not trimmed (Winsorised variance, Yuen 1974).
fn winsorised(values: &[f64], at: usize) -> f64 {
    let mut sorted = finite(values);
    sorted.sort_unstable_by(f64::total_cmp);
    let Some((&low, &high)) = kept(&sorted, at).first().zip(kept(&sorted, at).last()) else { return 0.0 };
    sorted.iter_mut().for_each(|value| *value = value.clamp(low, high));
    error(&sorted)
}

/// Returns the squared error of a growth, up to a constant factor, from the launches of both builds or from
/// stored sessions.
fn own_error(base: &[&Vec<f64>], head: &[f64], at: usize) -> f64 {
    match base {
        [base] => winsorised(base, at) + winsorised(head, at),
        days => {
            error(&days.iter().filter_map(|day| places(day)).map(|places| places[at]).collect::<Vec<f64>>())
        }
    }
}

/// Returns the growth by each statistic and its error as it is estimated from this run, up to a constant factor.
fn with_own_error(base: &[Vec<f64>], head: &[f64]) -> [(f64, f64); STATISTICS] {
    let growths = growth(&base.iter().map(|day| places(day)).collect::<Vec<_>>(), places(head));
    let days: Vec<&Vec<f64>> = base.iter().collect();
    std::array::from_fn(|statistic| {
        let error = own_error(&days, head, statistic % PLACES.len());
        (growths[statistic], error.sqrt().max(f64::MIN_POSITIVE))
    })
}

/// Returns one number for each launch. The number is the median, over all rows, of the difference between the launch and the row's mean in
/// the base.
fn median_row(numbers: &Numbers) -> (Vec<Vec<f64>>, Vec<f64>) {
    let base: Vec<Vec<Vec<f64>>> = numbers.base.iter().map(|run| logs(run)).collect();
    let level =
        |part: usize| mean(&finite(&base.iter().flat_map(|rows| &rows[part]).copied().collect::<Vec<f64>>()));
    let levels: Vec<f64> = (0..base[0].len()).map(level).collect();
    let medians = |rows: &Vec<Vec<f64>>| median_differences(rows, &levels);
    (base.iter().map(medians).collect(), medians(&logs(&numbers.head)))
}

/// Returns one number for each launch. The number is the median, over all rows, of the difference between the launch and the row's mean.
fn median_differences(rows: &[Vec<f64>], levels: &[f64]) -> Vec<f64> {
    let mut medians = Vec::new();
    for launch in 0..rows[0].len() {
        let apart: Vec<f64> = rows.iter().zip(levels).map(|(row, level)| row[launch] - level).collect();
        medians.push(median(&finite(&apart)));
    }
    medians
}

/// Returns the logarithm of the cost per call for each part. A part that did not run has NaN.
fn logs(run: &[Drawn]) -> Vec<Vec<f64>> {
    let parts = run[0].costs.len();
    let log = |drawn: &Drawn, part: usize| {
        (drawn.costs[part] / drawn.calls.get(part).copied().unwrap_or(1.0).max(1.0)).ln()
    };
    (0..parts)
        .map(|part| {
            let value = |drawn| Some(log(drawn, part)).filter(|log| log.is_finite());
            run.iter().map(|drawn| value(drawn).unwrap_or(f64::NAN)).collect()
        })
        .collect()
}

/// Returns the logarithms without the effect that a launch has on all of its parts.
fn adjusted(run: &[Drawn]) -> Vec<Vec<f64>> {
    let mut rows = logs(run);
    let middles: Vec<f64> = rows.iter().map(|row| median(&finite(row))).collect();
    for launch in 0..run.len() {
        let apart: Vec<f64> = rows.iter().zip(&middles).map(|(row, middle)| row[launch] - middle).collect();
        let common = median(&finite(&apart));
        rows.iter_mut().for_each(|row| row[launch] -= common);
    }
    rows
}

/// Returns, for each statistic, the growth from the stored sessions (or the base's launches) to the new
/// launches.
fn growth(base: &[Option<Places>], head: Option<Places>) -> [f64; STATISTICS] {
    let Some(head) = head else { return [0.0; STATISTICS] };
    let known: Vec<Places> = base.iter().flatten().copied().collect();
    if known.is_empty() {
        return [0.0; STATISTICS];
    }
    std::array::from_fn(|statistic| {
        let at = statistic % PLACES.len();
        let days: Vec<f64> = known.iter().map(|places| places[at]).collect();
        head[at] - if statistic < PLACES.len() { mean(&days) } else { median(&days) }
    })
}

/// Selects the parts that can be judged as a sum, using only the base's launches. If too little of the
/// launch's cost would remain, all parts are selected.
fn judged(base: &[Vec<Drawn>]) -> Vec<bool> {
    let parts = base[0][0].costs.len();
    let launches: Vec<&Drawn> = base.iter().flatten().collect();
    let count = base[0].len() as f64;
    let means: Vec<f64> =
        (0..parts).map(|part| mean(&launches.iter().map(|l| l.costs[part]).collect::<Vec<f64>>())).collect();
    let launch: f64 = means.iter().sum();
    let mut kept = vec![true; parts];
    loop {
        // Each session is centred on its own mean, so that differences between days have no effect.
        let mut apart = Vec::with_capacity(launches.len());
        for session in base {
            let sums: Vec<f64> = session
                .iter()
                .map(|l| l.costs.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(cost, _)| cost).sum())
                .collect();
            let middle = mean(&sums);
            apart.extend(sums.iter().map(|sum| sum - middle));
        }
        let df = (launches.len() - base.len()) as f64;
        let sd = (apart.iter().map(|value| value * value).sum::<f64>() / df).sqrt();
        if T_OF_TWENTY * sd * (2.0 / count).sqrt() <= SURE * MATTERS * launch {
            return kept;
        }
        let moved = |part: usize| scaled_covariance(&launches, &apart, part, means[part]);
        let most = (0..parts).filter(|&part| kept[part]).max_by(|&a, &b| moved(a).total_cmp(&moved(b)));
        let Some(most) = most else { return vec![true; parts] };
        kept[most] = false;
        let left: f64 = means.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(mean, _)| mean).sum();
        if left < LEAST_JUDGED * launch {
            return vec![true; parts];
        }
    }
}

/// Returns the covariance of a part's cost with the deviations of the sums, divided by the square root of the
/// part's mean.
fn scaled_covariance(launches: &[&Drawn], apart: &[f64], part: usize, mean: f64) -> f64 {
    let together: f64 =
        launches.iter().zip(apart).map(|(launch, apart)| (launch.costs[part] - mean) * apart).sum();
    together / mean.max(1.0).sqrt()
}

/// Returns the logarithm of each launch's sum over the selected parts.
fn log_sums(run: &[Drawn], selected: impl Fn(usize) -> bool) -> Vec<f64> {
    let mut sums = Vec::new();
    for drawn in run {
        let costs = drawn.costs.iter().enumerate().filter(|(part, _)| selected(*part));
        sums.push(costs.map(|(_, cost)| cost).sum::<f64>().ln());
    }
    sums
}

fn statistics(numbers: &Numbers) -> Statistics {
    let base: Vec<Vec<Vec<f64>>> = numbers.base.iter().map(|run| adjusted(run)).collect();
    let head = adjusted(&numbers.head);
    let growths: Vec<[f64; STATISTICS]> = (0..head.len())
        .map(|part| {
            let days: Vec<_> = base.iter().map(|rows| places(&rows[part])).collect();
            growth(&days, places(&head[part]))
        })
        .collect();
    let (mut rows, mut commons) = (Vec::new(), Vec::new());
    for statistic in 0..STATISTICS {
        let of: Vec<f64> = growths.iter().map(|growth| growth[statistic]).collect();
        let common = median(&of);
        commons.push(common);
        rows.push(of.iter().map(|growth| growth - common).collect());
    }
    let errors: Vec<Vec<f64>> = (0..PLACES.len())
        .map(|at| {
            let of =
                |rows: &[Vec<f64>], part: usize| at_places(&rows[part], error).map_or(0.0, |all| all[at]);
            // Stored sessions were recorded on other days, so only the launches of the new session contribute to the squared error.
            let both = |part| of(&head, part) + if base.len() == 1 { of(&base[0], part) } else { 0.0 };
            (0..head.len()).map(both).collect()
        })
        .collect();
    let untold = (0..PLACES.len())
        .map(|at| {
            let of = |part: usize| {
                own_error(&base.iter().map(|rows| &rows[part]).collect::<Vec<_>>(), &head[part], at)
            };
            (0..head.len()).map(of).collect()
        })
        .collect();
    let kept = judged(&numbers.base);
    let (mut wholes, mut untold_wholes) = (Vec::new(), Vec::new());
    for only_judged in [false, true] {
        let sums = |run: &[Drawn]| log_sums(run, |part| !only_judged || kept[part]);
        let (days, new) = (numbers.base.iter().map(|run| sums(run)).collect::<Vec<_>>(), sums(&numbers.head));
        wholes.extend(growth(&days.iter().map(|day| places(day)).collect::<Vec<_>>(), places(&new)));
        untold_wholes.extend(with_own_error(&days, &new));
    }
    let (days, new) = median_row(numbers);
    untold_wholes.extend(with_own_error(&days, &new));
    // The growth of the median row, which is subtracted from the growth of all rows, is itself an estimate of the growth of the whole
    // launch.
    wholes.extend(commons);
    Statistics { rows, errors, untold, wholes, untold_wholes }
}

impl Statistics {
    /// Returns, for each shrinkage weight and statistic, the growth of each row in standard errors that are
    /// estimated from this run, up to a constant factor.
    fn in_own_errors(&self, beyond: f64) -> Vec<Vec<f64>> {
        let all = SHRUNK.iter().flat_map(|shrunk| (0..STATISTICS).map(|at| (*shrunk, at)));
        all.map(|(shrunk, statistic)| self.in_shrunk_errors(shrunk, statistic, beyond)).collect()
    }

    fn in_shrunk_errors(&self, shrunk: f64, statistic: usize, beyond: f64) -> Vec<f64> {
        let own = &self.untold[statistic % PLACES.len()];
        let usual = median(&own.iter().copied().filter(|own| *own > 0.0).collect::<Vec<f64>>());
        let error = |own: f64| ((1.0 - shrunk) * own + shrunk * usual).sqrt();
        // A row whose cost never varies is not judged.
        let is_known = |own: f64| own > 1e-15;
        let growths = self.rows[statistic].iter().zip(own);
        growths
            .map(|(growth, own)| if is_known(*own) { (growth - beyond) / error(*own) } else { 0.0 })
            .collect()
    }
}

/// The mean and the standard deviation of each statistic over unchanged runs of one app.
struct NullDistribution {
    rows: Vec<Vec<(f64, f64)>>,
    /// The mean squared error of each estimator and row.
    errors: Vec<Vec<f64>>,
    wholes: Vec<(f64, f64)>,
}

fn spread(values: &[f64]) -> (f64, f64) {
    let middle = mean(values);
    let sd = (values.iter().map(|value| (value - middle).powi(2)).sum::<f64>() / values.len() as f64).sqrt();
    // A row whose cost never varies is not judged.
    (middle, if sd > 1e-9 { sd } else { f64::INFINITY })
}

impl NullDistribution {
    fn from_unchanged(runs: &[Statistics]) -> NullDistribution {
        let rows = (0..STATISTICS)
            .map(|statistic| {
                let of = |row: usize| {
                    spread(&runs.iter().map(|run| run.rows[statistic][row]).collect::<Vec<f64>>())
                };
                (0..runs[0].rows[statistic].len()).map(of).collect()
            })
            .collect();
        let error =
            |at: usize, row: usize| mean(&runs.iter().map(|run| run.errors[at][row]).collect::<Vec<f64>>());
        let errors = (0..PLACES.len())
            .map(|at| (0..runs[0].errors[at].len()).map(|row| error(at, row)).collect())
            .collect();
        let of = |at: usize| spread(&runs.iter().map(|run| run.wholes[at]).collect::<Vec<f64>>());
        NullDistribution { rows, errors, wholes: (0..runs[0].wholes.len()).map(of).collect() }
    }

    /// Returns the growth of a row by a statistic, in standard deviations of this row.
    fn row(&self, run: &Statistics, statistic: usize, row: usize, beyond: f64) -> f64 {
        let (scale, statistic) = (statistic / STATISTICS, statistic % STATISTICS);
        let (middle, sd) = self.rows[statistic][row];
        let place = statistic % PLACES.len();
        let usual = self.errors[place][row];
        let own = if usual > 0.0 { run.errors[place][row] / usual } else { 1.0 };
        let wider = [1.0, own.max(1.0), 0.5 + 0.5 * own][scale];
        (run.rows[statistic][row] - middle - beyond) / (sd * wider.sqrt())
    }

    /// Standardises the statistics of a run in which row `method` changed. For the changed row and for the sums, only growth above `beyond`
    /// counts.
    fn standardise(&self, run: &Statistics, method: usize, beyond: f64) -> Standardised {
        let wholes = run.wholes.iter().zip(&self.wholes);
        Standardised {
            largest: (0..OF_ROWS).map(|at| self.largest(run, at)).collect(),
            changed: (0..OF_ROWS).map(|at| self.row(run, at, method, beyond)).collect(),
            wholes: wholes.map(|(own, (middle, sd))| (own - middle - beyond) / sd).collect(),
        }
    }

    fn largest(&self, run: &Statistics, statistic: usize) -> f64 {
        let rows = 0..run.rows[0].len();
        rows.map(|row| self.row(run, statistic, row, 0.0)).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The standardised statistics of one run: the statistics of the row with the largest growth, of the changed row, and of the sums.
struct Standardised {
    largest: Vec<f64>,
    changed: Vec<f64>,
    wholes: Vec<f64>,
}

/// The standardised statistics of one run for each kind of rule, and the growth of the sums.
struct Run {
    any: Standardised,
    at_line: Standardised,
    untold: Standardised,
    growths: Vec<f64>,
}

impl Run {
    /// Computes the statistics of one run. For the rules with a limit, the growth of the changed row and of the sums counts only if it
    /// exceeds `effect`.
    fn new(known: &NullDistribution, run: &Statistics, method: usize, effect: f64) -> Run {
        let largest = |rows: &Vec<f64>| rows.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let untold = Standardised {
            largest: run.in_own_errors(0.0).iter().map(largest).collect(),
            changed: run.in_own_errors(effect).iter().map(|rows| rows[method]).collect(),
            wholes: run.untold_wholes.iter().map(|(own, error)| (own - effect) / error).collect(),
        };
        let growths = run.wholes.iter().zip(&known.wholes).map(|(own, (middle, _))| own - middle).collect();
        let any = known.standardise(run, method, 0.0);
        Run { any, at_line: known.standardise(run, method, effect), untold, growths }
    }
}

/// All runs of one synthetic world and design: unchanged runs, and the runs with each planted change.
struct Runs {
    unchanged: Vec<Run>,
    planted: Vec<Vec<Run>>,
}

const CHANGES: [Planted; 5] = [ONE10, ALL3, ALL6, SHARE30, SHARE50];

fn runs(name: &str, world: World, design: Design, trials: Trials) -> Result<Runs> {
    let seed = name.bytes().fold(11_u64, |seed, byte| seed.wrapping_mul(131).wrapping_add(byte.into()));
    let seed_of = |app: usize| seed.wrapping_add(app as u64 * 1_000_003);
    let apps = (0..APPS).into_par_iter().map(|app| runs_of_app(seed_of(app), world, design, trials));
    let apps = apps.collect::<Result<Vec<Runs>>>()?;
    let mut all = Runs { unchanged: Vec::new(), planted: CHANGES.iter().map(|_| Vec::new()).collect() };
    for app in apps {
        all.unchanged.extend(app.unchanged);
        all.planted.iter_mut().zip(app.planted).for_each(|(all, own)| all.extend(own));
    }
    Ok(all)
}

/// Draws one app and all runs of this app.
fn runs_of_app(seed: u64, world: World, design: Design, trials: Trials) -> Result<Runs> {
    let mut random = Random::new(seed);
    let app = App::new(world, &mut random)?;
    let mut draw =
        |change: Change, trial: usize| statistics(&app.numbers(&mut random, design, 0, change, trial));
    let count = trials.quiet.div_ceil(APPS).max(10);
    let unchanged: Vec<Statistics> = (0..count).map(|trial| draw(UNCHANGED(0), trial)).collect();
    let known = NullDistribution::from_unchanged(&unchanged);
    let mut planted = Vec::new();
    for change in CHANGES {
        let trials = (0..trials.power.div_ceil(APPS)).map(|trial| (trial, trial % BIG));
        let run = |(trial, method)| Run::new(&known, &draw(change(method), trial), method, EFFECT);
        planted.push(trials.map(run).collect());
    }
    let unchanged = unchanged.iter().map(|run| Run::new(&known, run, 0, 0.0)).collect();
    Ok(Runs { unchanged, planted })
}

/// Returns the statistic with the highest power at a significance level, and the number of planted runs that exceed the statistic's
/// critical value. The critical value comes from unchanged runs.
fn best(
    unchanged: &[Run],
    planted: &[Run],
    level: f64,
    of: impl Fn(&Run) -> (&[f64], &[f64]),
) -> (usize, usize) {
    let mut powers = Vec::new();
    for at in 0..of(&unchanged[0]).0.len() {
        let null: Vec<f64> = unchanged.iter().map(|run| of(run).0[at]).collect();
        let critical = quantile(&null, 1.0 - level);
        powers.push((at, planted.iter().filter(|run| of(run).1[at] > critical).count()));
    }
    powers.into_iter().min_by_key(|(_, count)| Reverse(*count)).unwrap_or((0, 0))
}

fn describe(statistic: usize) -> String {
    let rest = statistic % STATISTICS;
    let days = if rest < PLACES.len() { "" } else { ", median of days" };
    let scale = ["", ", own scatter if more", ", own scatter too"].get(statistic / STATISTICS).unwrap_or(&"");
    format!("{}{days}{scale}", PLACES[rest % PLACES.len()].0)
}

fn describe_whole(at: usize) -> String {
    let of = ["the launch", "what can be judged", "the median row"][at / STATISTICS];
    format!("{of}, {}", describe(at % STATISTICS))
}

fn cell(name: &str, world: World, design: Design, trials: Trials) -> Figures {
    let start = std::time::Instant::now();
    let runs = runs(name, world, design, trials)?;
    let [one10, all3, all6, share30, share50] = runs.planted.as_slice() else { bail!("five changes") };
    let named = |what: &str| format!("world.{name}.oracle.{what}");
    let share = |what: &str, count, of: &[Run]| Share { name: named(what), count, trials: of.len() };
    type By = fn(&Run) -> &Standardised;
    let rules: [(&str, By); 3] =
        [("", |run| &run.any), (".at_line", |run| &run.at_line), (".untold", |run| &run.untold)];
    let of_rows = |planted: &[Run], level: f64, by: By| {
        best(&runs.unchanged, planted, level, |run| (&by(run).largest, &by(run).changed))
    };
    let of_wholes = |planted: &[Run], level: f64, by: By| {
        best(&runs.unchanged, planted, level, |run| (&by(run).wholes, &by(run).wholes))
    };
    let mut all = Vec::new();
    for (end, by) in rules {
        let of = |line: f64| if end.is_empty() { ALPHA } else { ALPHA * line };
        let (at, count) = of_rows(one10, of(levels::PARTS.share(false)), by);
        all.push(share(&format!("found10{end}"), count, one10));
        let shrunk =
            if end == ".untold" { format!(", shrunk {}", SHRUNK[at / STATISTICS]) } else { String::new() };
        let place = if end == ".untold" { at % STATISTICS } else { at };
        eprintln!("  {name}: one method{end} by {}{shrunk}", describe(place));
        let (at, count) = of_wholes(all3, of(levels::wholes_share(false, false)), by);
        all.push(share(&format!("launch3{end}"), count, all3));
        eprintln!("  {name}: everything{end} by {}", describe_whole(at));
    }
    for (what, planted) in [("share30", share30), ("share50", share50)] {
        let (at, count) = of_wholes(planted, ALPHA, rules[0].1);
        all.push(share(&format!("{what}.launch"), count, planted));
        eprintln!("  {name}: {what} by {}", describe_whole(at));
        all.push(share(&format!("{what}.rows"), of_rows(planted, ALPHA, rules[0].1).1, planted));
    }
    all.extend(pass(name, &runs, all6, share50, &share));
    eprintln!("  {name}: {:.0} s", start.elapsed().as_secs_f64());
    Ok(all)
}

/// Measures how often runs pass. A run passes if the growth of a sum is below the .05 quantile (in
/// `slow_path` .15) of runs with +6 %, and no row has a finding.
fn pass(
    name: &str,
    runs: &Runs,
    all6: &[Run],
    share50: &[Run],
    share: &dyn Fn(&str, usize, &[Run]) -> Share,
) -> Vec<Share> {
    let wrong = if name.starts_with("slow_path") { 0.15 } else { 0.05 };
    let most = |at: usize| quantile(&all6.iter().map(|run| run.growths[at]).collect::<Vec<f64>>(), wrong);
    let count_beyond =
        |at: usize, most: f64| runs.unchanged.iter().filter(|run| run.growths[at] >= most).count();
    let open = |at: usize| count_beyond(at, most(at));
    // Only sums are used to decide whether a run passes, since the median row does not estimate the growth of the launch.
    let at = (0..SUMS * STATISTICS).min_by_key(|&at| open(at)).unwrap_or(0);
    let rows =
        quantile(&runs.unchanged.iter().map(|run| run.any.largest[0]).collect::<Vec<f64>>(), 1.0 - ALPHA);
    let passes = |run: &&Run| run.growths[at] < most(at) && run.any.largest[0] <= rows;
    eprintln!("  {name}: pass by {}", describe_whole(at));
    vec![
        share("undecided", open(at), &runs.unchanged),
        share("wrong_pass6", all6.iter().filter(passes).count(), all6),
        share("wrong_pass_share50", share50.iter().filter(passes).count(), share50),
    ]
}

/// Measures each disturbed world and design. The synthetic world with several phones is omitted, because the ideal rules do not model
/// several phones.
pub(crate) fn oracle(worlds: &[(&str, World)], trials: Trials) -> Figures {
    let mut all = Vec::new();
    for (name, world) in worlds.iter().filter(|(_, world)| world.phones != PhoneAdjustment::Several) {
        for design in designs(world) {
            all.extend(cell(&format!("{name}.{}", design.name()), *world, *design, trials)?);
        }
    }
    Ok(all)
}
