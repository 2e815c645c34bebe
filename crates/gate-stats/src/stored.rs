//! Compares a new session with stored sessions. Days are exchangeable and launches are not, so every test contains the variance between
//! days.
//!
//! A row's stored level is the mean of the newest days ([`Settings::pool`]); the value of a day is the mean of its sessions. The location
//! of a session is the mean of 60 % of its launches (`estimator`), usually the fastest ones. With three days or more, the effects of
//! launches on all rows (`launch_effects`) are removed first. The location is then the mean of the 60 % of the launches that scatter least
//! in the row, or of the fastest 30 % if stored sessions differ far less in the fastest 30 %. The variance of the level is the variance
//! between all stored days (up to 20), after the common effect of each day on all rows is subtracted. The number of days decides how the
//! variance of the level is estimated:
//! - three days or more: the variance between days, shrunk towards that of all rows (Smyth 2004), plus the variance between sessions of one
//!   day. The degrees of freedom are those of Satterthwaite (1946), close to Kenward and Roger (1997) in balanced designs such as this one;
//! - one or two days: the error from the launches, plus a variance between sessions with a fixed minimum. The variance between sessions is
//!   estimated from the rows of this comparison, by the median of their squared growths around the common growth (an empirical null).
//!
//! A row whose level changed is compared with the sessions since the change. The variance of a row with a change is estimated around two
//! levels: the level before the change and the level after it.

use std::collections::BTreeSet;

use super::basic::median;
use super::estimator::Estimator;
use super::locations::{RowLevel, Session, SessionLocations, StoredDesign, VarianceComponents};
use super::model::{DesignEstimates, VarianceEstimate, Warning, ZERO_VARIANCE};
use super::moderate::Prior;
use super::permutation;
use super::scale::LogScale;
use super::tail;
use super::tuned::{
    COMMON_PRIOR_DF, COMMON_PRIOR_DF_ONE_DAY, DAYS_FOR_SWITCHES, DISTURBED_SHARE, FEW_DAYS_DF,
    LAUNCHES_TO_SELECT, LEAST_DAY_SD, LEAST_SESSION_SHARE, ROWS_FOR_COMMON, SHARE_IN_FASTEST_20, WINSORISED,
    WINSORISED_OF_DAYS, Winsorisation,
};
use super::{Costs, Error, Limit, Settings, informative_rows};

/// The median of χ² with one degree of freedom.
const MEDIAN_OF_CHI_SQUARED_1: f64 = 0.454_936_423_119_572_8;

/// Estimates the growth of the rows that add up to the launch, compared with stored days. With three days or more, each row is located by
/// the launches that scatter least in this row.
pub(super) fn estimate_parts(
    design: &StoredDesign<'_>,
    limits: &[Limit],
    settings: &Settings,
) -> Result<DesignEstimates, Error> {
    settings.check()?;
    let centres = if design.count_days() >= 3 {
        SessionLocations::least_scattered(design, limits)?
    } else {
        SessionLocations::new(design, limits)?
    };
    let winsorised = if limits.len() < ROWS_FOR_COMMON { WINSORISED } else { WINSORISED_OF_DAYS };
    estimate_rows(design, centres, limits, settings, None, winsorised)
}

/// Estimates the growth of sums of rows by their faster launches, since a burst of disturbed launches always slows some rows of a sum.
///
/// With one or two days, `assumed` is the standard deviation between sessions that was estimated from the rows of the launch.
pub(super) fn estimate_sums(
    design: &StoredDesign<'_>,
    limits: &[Limit],
    settings: &Settings,
    assumed: Option<f64>,
) -> Result<DesignEstimates, Error> {
    settings.check()?;
    estimate_rows(design, SessionLocations::new(design, limits)?, limits, settings, assumed, WINSORISED)
}

fn estimate_rows(
    design: &StoredDesign<'_>,
    centres: SessionLocations,
    limits: &[Limit],
    settings: &Settings,
    assumed: Option<f64>,
    winsorised: Winsorisation,
) -> Result<DesignEstimates, Error> {
    let by_days = centres.days >= 3;
    let from = |row: usize| design.anew.get(row).copied().unwrap_or(0).min(centres.base - 1);
    let levels: Vec<RowLevel> =
        (0..centres.rows).map(|row| centres.row_level(row, from(row), settings.pool)).collect();
    let growth: Vec<f64> =
        (0..centres.rows).map(|row| centres.head_location(row) - levels[row].level).collect();
    let growth_fastest_60 = |row: usize| centres.growth_in_fastest_60(row, from(row), settings.pool);
    let sizes = design.base.iter().map(|session| &session.costs).chain(design.new).map(Costs::launches);
    // In sessions with fewer launches, the growth of the fastest 20 % is not tested, because the fastest 20 % would be only one or two
    // launches.
    let is_asked = sizes.min().is_some_and(|least| least >= LAUNCHES_TO_SELECT);
    let growth_fastest_20 =
        |row: usize| centres.growth_in_fastest_20(row, from(row), settings.pool).filter(|_| is_asked);
    let counted = informative_rows(&centres.scales, limits);
    let common_by_session: Vec<f64> = (0..centres.base)
        .map(|session| {
            let apart: Vec<f64> = counted.iter().map(|&row| levels[row].apart[session]).collect();
            if apart.is_empty() { 0.0 } else { median(&apart) }
        })
        .collect();
    // If the levels of all rows changed, the sessions since the change determine the common level.
    let days: Vec<f64> = counted.iter().map(|&row| levels[row].days_of_level).collect();
    let days_of_level = if days.is_empty() { 1.0 } else { median(&days) };
    let (common, common_measured) =
        estimate_common_variance(&centres, &common_by_session, days_of_level, settings);
    let mut evidence = DesignEstimates {
        base: levels.iter().map(|row| row.level).collect(),
        growth_fastest_60: (0..centres.rows).map_while(growth_fastest_60).collect(),
        growth_fastest_20: (0..centres.rows).map_while(growth_fastest_20).collect(),
        needed_share_in_fastest_20: SHARE_IN_FASTEST_20,
        growth,
        common,
        common_measured,
        ..DesignEstimates::without_common_change(&centres.scales)
    };
    if centres.days < DAYS_FOR_SWITCHES {
        evidence.warnings.push(Warning::FewDays { days: centres.days });
    }
    if by_days {
        self::add_variances_between_days(
            &centres,
            &levels,
            &common_by_session,
            &counted,
            winsorised,
            &mut evidence,
        );
    } else {
        let own = variances_within_days(design, &centres, &levels, &common_by_session, &counted);
        add_variances_from_rows(&centres, own, &counted, settings, assumed, &mut evidence);
        (evidence.permutation_test, evidence.rank_test) =
            prepare_additional_test(design, limits, &evidence, settings);
    }
    evidence.of_launches = variance_of_launches(&centres, &evidence.variance);
    evidence.beyond_base_tail = rows_beyond_tail(design, &centres.scales, &counted);
    for row in (0..centres.rows).filter(|&row| centres.scales[row].is_always_zero()) {
        (evidence.base[row], evidence.growth[row]) = (0.0, 0.0);
    }
    Ok(evidence)
}

/// Returns the rows whose new launches are slower than the disturbances of stored launches can explain.
fn rows_beyond_tail(
    design: &StoredDesign<'_>,
    scales: &[LogScale],
    informative: &[usize],
) -> BTreeSet<usize> {
    let costs = || design.base.iter().map(|session| &session.costs).chain(design.new);
    let logs = |row: usize| -> Vec<f64> {
        costs().flat_map(|costs| costs.row(row)).map(|cost| scales[row].log_cost(*cost)).collect()
    };
    let rows: Vec<Vec<f64>> = (0..scales.len()).map(logs).collect();
    tail::rows_beyond_tail(&rows, design.new.iter().map(Costs::launches).sum(), scales, informative)
}

/// Estimates the error of a new session's common effect on all rows in two ways. The first estimate has a prior of `session_sd` for the
/// variance between days. The second estimate uses only the days, if there are three days or more and all of them have the present level.
fn estimate_common_variance(
    centres: &SessionLocations,
    by_session: &[f64],
    days_of_level: f64,
    settings: &Settings,
) -> (VarianceEstimate, VarianceEstimate) {
    let mut between = centres.variance_components(by_session, 0);
    let seen = centres.variance_of_new_session(&between, days_of_level);
    let prior = if centres.days == 1 { COMMON_PRIOR_DF_ONE_DAY } else { COMMON_PRIOR_DF };
    let df = prior + between.days.df;
    let variance = (prior * settings.session_sd.powi(2) + between.days.df * between.days.variance) / df;
    between.days = VarianceEstimate { variance, df };
    let believed = centres.variance_of_new_session(&between, days_of_level);
    // The days determine the error without a prior only if all of them have the present level, since the first sessions of a new level may
    // all be unusual.
    let is_measured =
        centres.days >= 3 && days_of_level >= centres.days_of_unchanged_level(settings.pool) as f64;
    (believed, if is_measured { seen } else { believed })
}

/// Adds the variance of each row's growth for three days or more, from the variance between days. Variances of single rows are shrunk
/// towards the variance of all rows.
fn add_variances_between_days(
    centres: &SessionLocations,
    levels: &[RowLevel],
    common: &[f64],
    counted: &[usize],
    winsorised: Winsorisation,
    evidence: &mut DesignEstimates,
) {
    let between: Vec<VarianceComponents> = levels
        .iter()
        .map(|row| centres.variance_components(&subtract_common(&row.apart, common), row.from))
        .collect();
    let per_day = centres.inverse_sessions_per_day();
    let errors: Vec<(f64, f64)> = (0..centres.rows).map(|row| centres.mean_squared_errors(row)).collect();
    let is_steady = |row: &usize| levels[*row].from == 0 && between[*row].days.variance > 0.0;
    let steady: Vec<usize> = counted.iter().copied().filter(is_steady).collect();
    let days: Vec<f64> = steady.iter().map(|&row| between[row].days.variance).collect();
    let expected = fit_expected_variance(
        &days,
        &steady.iter().map(|&row| errors[row].0 * per_day).collect::<Vec<f64>>(),
        centres.day_df(),
        winsorised,
    );
    let inner_df = between.first().and_then(|first| first.sessions).map(|sessions| sessions.df);
    let inner = inner_df.map(|df| {
        let of = |&row: &usize| between[row].sessions.map_or(0.0, |sessions| sessions.variance);
        let values: Vec<f64> = steady.iter().map(of).collect();
        let launches: Vec<f64> = steady.iter().map(|&row| errors[row].0).collect();
        fit_expected_variance(&values, &launches, df, winsorised)
    });
    let size = centres.size;
    for row in 0..centres.rows {
        let (old, new) = errors[row];
        let VarianceComponents { days, sessions } = between[row];
        let moderated = expected.moderate_variance(days, old * per_day);
        let days = VarianceEstimate { variance: moderated.variance.max(LEAST_DAY_SD.powi(2)), ..moderated };
        let sessions =
            sessions.map(|own| inner.as_ref().map_or(own, |expected| expected.moderate_variance(own, old)));
        let spread = centres
            .variance_of_new_session(&VarianceComponents { days, sessions }, levels[row].days_of_level);
        let measured = centres.variance_of_new_session(
            &VarianceComponents { days: moderated, sessions },
            levels[row].days_of_level,
        );
        evidence.assumed_variance[row] = spread.variance - measured.variance;
        evidence.variance.push(scale_to_session_size(spread.variance, old, size));
        evidence.df.push(spread.df);
        evidence.disturbed[row] = DISTURBED_SHARE * (new - old * size).max(0.0);
    }
}

/// Subtracts from each session's deviation in a row the common deviation of all rows.
fn subtract_common(deviations: &[f64], common: &[f64]) -> Vec<f64> {
    deviations.iter().zip(common).map(|(own, common)| own - common).collect()
}

/// Adapts a variance between stored sessions to the number of launches in a new session. The squared error that comes from launches is
/// multiplied by `size`. If this reduces the variance, the multiplied part is at most the whole variance.
fn scale_to_session_size(variance: f64, launches: f64, size: f64) -> f64 {
    variance + launches.min(if size < 1.0 { variance } else { f64::INFINITY }) * (size - 1.0)
}

/// The model of the rows' variances between days or sessions. The expected variance of a row is that from its launches plus `added`. The
/// row's variance, divided by the expected one, has the prior `prior`.
struct ExpectedVariance {
    /// The variance that differences between days or sessions add to every row.
    added: f64,
    prior: Prior,
}

/// Fits `added` so that the median row has its expected variance, and fits the prior to the ratios of the rows' variances to their expected
/// ones.
fn fit_expected_variance(
    variances: &[f64],
    launches: &[f64],
    df: f64,
    winsorised: Winsorisation,
) -> ExpectedVariance {
    if variances.is_empty() {
        return ExpectedVariance { added: 0.0, prior: Prior { df: 1.0, variance: 1.0 } };
    }
    let middle = median_of_chi_squared(df) / df;
    let least = 0.1 * (0.3 * super::defaults::SESSION_SD).powi(2);
    let added = (median(variances) / middle - median(launches)).max(least);
    let ratios: Vec<f64> = variances.iter().zip(launches).map(|(v, launch)| v / (launch + added)).collect();
    ExpectedVariance { added, prior: Prior::fit_winsorised(&ratios, df, winsorised) }
}

impl ExpectedVariance {
    fn moderate_variance(&self, own: VarianceEstimate, launches: f64) -> VarianceEstimate {
        let scale = launches + self.added;
        let variance = self.prior.shrink(own.variance / scale, own.df) * scale;
        VarianceEstimate { variance, df: self.prior.df + own.df }
    }
}

/// Estimates the error of growths from the scatter within days, for one or two stored days.
///
/// - If a day has several sessions, the error is the scatter of these sessions, shrunk towards the scatter of all rows.
/// - If no day has several sessions, the error is that from the launches, shrunk towards that of all rows. If a row's level changed within
///   the only stored session, the variance of its two levels, with one degree of freedom, estimates the variance between sessions.
fn variances_within_days(
    design: &StoredDesign<'_>,
    centres: &SessionLocations,
    levels: &[RowLevel],
    common: &[f64],
    counted: &[usize],
) -> Vec<VarianceEstimate> {
    let share = centres.inverse_sessions_per_day() / centres.days as f64;
    let errors: Vec<(f64, f64)> = (0..centres.rows).map(|row| centres.mean_squared_errors(row)).collect();
    if centres.base > centres.days {
        let sessions = (0..centres.rows).map(|row| {
            let own = subtract_common(&levels[row].apart, common);
            centres.variance_components(&own, 0).sessions.unwrap_or(ZERO_VARIANCE)
        });
        let sessions: Vec<VarianceEstimate> = sessions.collect();
        let of = |value: &dyn Fn(usize) -> f64| counted.iter().map(|&row| value(row)).collect::<Vec<f64>>();
        let df = sessions.first().map_or(1.0, |first| first.df);
        let expected = fit_expected_variance(
            &of(&|row| sessions[row].variance),
            &of(&|row| errors[row].0),
            df,
            WINSORISED,
        );
        let rows = errors.into_iter().zip(sessions).map(|((old, new), own)| {
            let moderated = expected.moderate_variance(own, old);
            let larger = if centres.is_same_size { 0.0 } else { (new - old).max(0.0) };
            VarianceEstimate { variance: moderated.variance * (share + 1.0) + larger, ..moderated }
        });
        return rows.collect();
    }
    let trusts_old = centres.base > 1 && centres.is_same_size;
    let launches =
        |row: usize| errors[row].0 * share + if trusts_old { errors[row].0 } else { errors[row].1 };
    let df = centres.launch_df * (centres.base + 1) as f64;
    let prior = Prior::fit(&counted.iter().map(|&row| launches(row)).collect::<Vec<f64>>(), df);
    let changes = changes_within_session(design, centres);
    let rows = (0..centres.rows).map(|row| {
        let own = VarianceEstimate { variance: prior.shrink(launches(row), df), df: prior.df + df };
        // Two levels with the difference c have the variance c² / 2; the difference between a new session and a stored one has twice this
        // variance.
        match changes.get(row) {
            Some(change) if *change != 0.0 => {
                own.plus(VarianceEstimate { variance: change * change, df: 1.0 })
            }
            _ => own,
        }
    });
    rows.collect()
}

/// Returns the change of each row's level within the only stored session; empty if there are several sessions.
fn changes_within_session(design: &StoredDesign<'_>, centres: &SessionLocations) -> Vec<f64> {
    let [session] = design.base else { return Vec::new() };
    let mut logs: Vec<Vec<f64>> = centres
        .scales
        .iter()
        .enumerate()
        .map(|(row, scale)| session.costs.row(row).iter().map(|&cost| scale.log_cost(cost)).collect())
        .collect();
    permutation::subtract_launch_effects(&mut logs, 0);
    let one_launch = centres.launch_df + 1.0;
    let launches: Vec<(Vec<f64>, f64)> = logs
        .into_iter()
        .enumerate()
        .map(|(row, logs)| (logs, centres.mean_squared_errors(row).0 * one_launch))
        .collect();
    super::level_start::changes_within_session(&launches)
}

/// Adds a variance between sessions to the error within days, for one or two stored days. The variance between sessions is estimated from
/// the rows of this comparison.
fn add_variances_from_rows(
    centres: &SessionLocations,
    own: Vec<VarianceEstimate>,
    counted: &[usize],
    settings: &Settings,
    assumed: Option<f64>,
    evidence: &mut DesignEstimates,
) {
    let factor = 1.0 + 1.0 / centres.days as f64;
    for row in 0..centres.rows {
        let (old, new) = centres.mean_squared_errors(row);
        let trusts_old = centres.base > 1 && centres.is_same_size;
        evidence.disturbed[row] = if trusts_old { DISTURBED_SHARE * (new - old).max(0.0) } else { 0.0 };
    }
    let middle = median(&counted.iter().map(|&row| evidence.growth[row]).collect::<Vec<f64>>());
    let squares: Vec<(f64, f64)> =
        counted.iter().map(|&row| ((evidence.growth[row] - middle).powi(2), own[row].variance)).collect();
    let stated = (LEAST_SESSION_SHARE * settings.session_sd).powi(2);
    let seen = between_session_variance(&squares, factor);
    // A small number of rows does not distinguish a variance between sessions from a change of one row. With few rows, the standard
    // deviation that was estimated from the rows of the launch is therefore the upper bound; the standard deviation of sums is smaller.
    let few = counted.len() < ROWS_FOR_COMMON;
    let bound = assumed.map_or(0.0, |sd| sd * sd);
    let added = if few { seen.min(bound) } else { seen }.max(stated);
    evidence.warnings.push(Warning::SpreadAssumed { session_sd: added.sqrt() });
    for own in own {
        let spread = own.plus(VarianceEstimate { variance: added * factor, df: FEW_DAYS_DF });
        evidence.variance.push(spread.variance);
        evidence.df.push(spread.df);
    }
}

/// Returns the variance v for which the median of square / (own + v × `factor`) equals the median of χ² with one degree of freedom.
fn between_session_variance(squares: &[(f64, f64)], factor: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    if !exceeds_variance(squares, low * factor) {
        return 0.0;
    }
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        if exceeds_variance(squares, middle * factor) { low = middle } else { high = middle }
    }
    high
}

/// Returns whether the median of square / (own + `added`) exceeds the median of χ² with one degree of freedom.
fn exceeds_variance(squares: &[(f64, f64)], added: f64) -> bool {
    let ratio = |(square, own): &(f64, f64)| square / (own + added).max(f64::MIN_POSITIVE);
    let ratios: Vec<f64> = squares.iter().map(ratio).collect();
    !ratios.is_empty() && median(&ratios) > MEDIAN_OF_CHI_SQUARED_1
}

/// Prepares the additional test that is made if one session is compared with one session. With few launches and many rows, the additional
/// test is the permutation test, with random differences between sessions. Otherwise, the additional test is the rank test. The additional
/// test prevents a false finding of a row that varies between two durations, if the new launches had the longer duration by chance.
fn prepare_additional_test(
    design: &StoredDesign<'_>,
    limits: &[Limit],
    evidence: &DesignEstimates,
    settings: &Settings,
) -> (Option<permutation::PermutationTest>, Option<permutation::RankTest>) {
    let ([base], [new]) = (design.base, design.new) else { return (None, None) };
    let mut logs = Vec::with_capacity(evidence.scales.len());
    for (row, scale) in evidence.scales.iter().enumerate() {
        let costs = base.costs.row(row).iter().chain(new.row(row));
        logs.push(costs.map(|&cost| scale.log_cost(cost)).collect::<Vec<f64>>());
    }
    if !permutation::is_needed(base.costs.launches() + new.launches(), limits, settings) {
        permutation::subtract_launch_effects(&mut logs, new.launches());
        return (None, permutation::RankTest::new(&logs, new.launches()));
    }
    let assumed = evidence.warnings.iter().find_map(|warning| match warning {
        Warning::SpreadAssumed { session_sd } => Some(*session_sd),
        _ => None,
    });
    let apart = std::f64::consts::SQRT_2 * assumed.unwrap_or(settings.session_sd);
    (Some(permutation::PermutationTest::new(logs, new.launches(), apart)), None)
}

/// Estimates the growth of the launch and its phases between days, without subtracting a common change. The variance between days is shrunk
/// towards its prior.
pub(super) fn estimate_wholes(
    design: &StoredDesign<'_>,
    limits: &[Limit],
    settings: &Settings,
    ready: fn(usize, usize) -> Estimator,
) -> Result<DesignEstimates, Error> {
    estimate_with_prior(design, &SessionLocations::with_estimators(design, limits, &[ready])?, settings)
}

/// Estimates the growth of a sum of rows. The location of the sum is that of the first row, which contains the sums of the rows' sorted
/// launches. The error of the sum is that of the second row, which contains the sum of each launch.
pub(super) fn sum_of_rows(design: &StoredDesign<'_>, settings: &Settings) -> Result<DesignEstimates, Error> {
    let limit = Limit::new(0.0, 0.0);
    let mut centres =
        SessionLocations::with_estimators(design, &[limit; 2], &[Estimator::without_slowest_30])?;
    // The sums of sorted launches do not estimate the error, since different rows are slow in different launches. The errors of the first
    // row are therefore removed.
    centres.errors.drain(..centres.sessions);
    centres.rows = 1;
    estimate_with_prior(design, &centres, settings)
}

/// Estimates the growth of rows between days. The variance between days is shrunk towards its prior.
fn estimate_with_prior(
    design: &StoredDesign<'_>,
    centres: &SessionLocations,
    settings: &Settings,
) -> Result<DesignEstimates, Error> {
    let prior = if centres.days == 1 { COMMON_PRIOR_DF_ONE_DAY } else { COMMON_PRIOR_DF };
    let mut evidence = DesignEstimates::without_common_change(&centres.scales[..centres.rows]);
    let size = centres.size;
    for row in 0..centres.rows {
        let from = design.anew.get(row).copied().unwrap_or(0).min(centres.base - 1);
        let level = centres.row_level(row, from, settings.pool);
        let mut between = centres.variance_components(&level.apart, from);
        let (old, new) = centres.mean_squared_errors(row);
        let df = prior + between.days.df;
        let believed = settings.session_sd.powi(2) + old * centres.inverse_sessions_per_day();
        let variance = (prior * believed + between.days.df * between.days.variance) / df;
        between.days = VarianceEstimate { variance, df };
        let spread = centres.variance_of_new_session(&between, level.days_of_level);
        evidence.base.push(level.level);
        evidence.growth.push(centres.head_location(row) - level.level);
        evidence.growth_fastest_20.extend(centres.growth_in_fastest_20(row, from, settings.pool));
        evidence
            .variance
            .push(scale_to_session_size(spread.variance, old, size) + (new - old * size).max(0.0));
        evidence.df.push(spread.df);
    }
    evidence.of_launches = variance_of_launches(centres, &evidence.variance);
    Ok(evidence)
}

/// Returns the part of each row's variance that comes from the new launches, estimated from the scatter of launches in stored sessions. The
/// returned part is at most the whole variance.
fn variance_of_launches(centres: &SessionLocations, variance: &[f64]) -> Vec<f64> {
    let errors: Vec<(f64, f64)> = (0..centres.rows).map(|row| centres.mean_squared_errors(row)).collect();
    let size = centres.size;
    errors.iter().zip(variance).map(|((old, _), all)| (old * size).min(*all)).collect()
}

/// The median of χ², after Wilson and Hilferty (1931).
fn median_of_chi_squared(df: f64) -> f64 {
    df * (1.0 - 2.0 / (9.0 * df)).powi(3)
}

/// The session at which the present level of a row began, with the levels before and after this session.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelStart {
    /// The index of the first session of the present level; 0 if all stored sessions have the present level.
    pub session: usize,
    /// The cost of the row before the session.
    pub before: f64,
    /// The cost of the row from the session on.
    pub after: f64,
}

impl LevelStart {
    /// Returns whether the level rose at the session.
    pub fn has_risen(&self) -> bool {
        self.session > 0 && self.after > self.before
    }
}

/// Finds the first session of the present level of each row, after the level fell or rose. A second session must confirm the change.
///
/// Every session but the last one is tested, at `LEVEL_CHANGE_ALPHA` over all sessions and rows, with the error of the row. The caller
/// decides whether a person accepted a rise.
pub fn level_starts(base: &[Session], limits: &[Limit]) -> Result<Vec<LevelStart>, Error> {
    let Some(last) = base.last() else { return Ok(Vec::new()) };
    let design = StoredDesign { base, new: std::slice::from_ref(&last.costs), ..StoredDesign::default() };
    let centres = SessionLocations::new(&design, limits)?;
    Ok(super::level_start::find_level_starts(&centres))
}
