//! Estimates the locations of sessions and days in each row, with their errors and variances. A location is a typical cost, on the log
//! scale.
//!
//! Module `stored` derives the error of a new session from these values.

use super::basic::median;
use super::estimator::{Estimator, FastEndTrim};
use super::launch_effects::LaunchEffects;
use super::model::VarianceEstimate;
use super::scale::LogScale;
use super::tuned::{LAUNCHES_TO_SELECT, STEADIER_RATIO};
use super::{Costs, Error, Limit, check_limits, informative_rows};

/// A stored session.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    pub costs: Costs,
    /// The number of the day on which the session was recorded. Sessions of one day have the same number and must be consecutive.
    pub day: i64,
}

/// The precision that is lost when stored sessions of other phones are scaled to the phones of the new sessions. The default value is no
/// adjustment and no loss.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhoneAdjustment {
    /// Number of stored days with sessions on the phones of the new sessions; 0 without an adjustment.
    pub own_days: usize,
    /// Number of phones that have stored sessions and no new session.
    pub others: usize,
}

/// The stored sessions, and the new sessions that are compared with them.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoredDesign<'a> {
    /// The stored sessions, the oldest first.
    pub base: &'a [Session],
    /// The sessions of the head.
    pub new: &'a [Costs],
    /// For each row, the index of the stored session at which the row's present level began; empty if the level of no row changed.
    pub anew: &'a [usize],
    /// The precision that was lost when stored sessions of other phones were scaled.
    pub phones: PhoneAdjustment,
}

impl StoredDesign<'_> {
    /// Returns the number of stored days.
    pub(super) fn count_days(&self) -> usize {
        let mut days: Vec<i64> = self.base.iter().map(|session| session.day).collect();
        days.dedup();
        days.len()
    }
}

/// The location (a typical cost on the log scale) of each session in each row, with its error.
pub(super) struct SessionLocations {
    pub(super) rows: usize,
    pub(super) base: usize,
    pub(super) sessions: usize,
    pub(super) scales: Vec<LogScale>,
    /// The location of each session in each row, in row-major order.
    pub(super) places: Vec<f64>,
    /// The locations of the fastest 60 % of the launches, in the order of `places`; empty if `places` already contains these locations.
    quicker: Vec<f64>,
    /// The locations of the fastest 20 % of the launches, in the order of `places`.
    quickest: Vec<f64>,
    /// The squared error of each location, from the scatter of the session's own launches.
    pub(super) errors: Vec<f64>,
    /// The day of each stored session, numbered from the oldest day.
    pub(super) day: Vec<usize>,
    pub(super) days: usize,
    /// The degrees of freedom of the variance of one session's launches.
    pub(super) launch_df: f64,
    /// Whether new and stored sessions have the same number of launches.
    pub(super) is_same_size: bool,
    /// The ratio of the squared error of a new session to that of a stored session. The ratio is computed from the numbers of launches
    /// alone: all launches are assumed to scatter equally, since the variance of few launches cannot be estimated.
    pub(super) size: f64,
    phones: PhoneAdjustment,
}

impl SessionLocations {
    pub(super) fn new(design: &StoredDesign<'_>, limits: &[Limit]) -> Result<Self, Error> {
        Self::with_estimators(design, limits, &[Estimator::fastest_60])
    }

    /// Locates each row by the 60 % of the launches that scatter least in its stored sessions. If stored sessions differ far less in the
    /// fastest 30 % of the launches, the fastest 30 % are used instead. The choice depends only on the base.
    pub(super) fn least_scattered(design: &StoredDesign<'_>, limits: &[Limit]) -> Result<Self, Error> {
        let with_cut = |cut: FastEndTrim| move |n: usize, launches: usize| Estimator::new(n, launches, cut);
        check_sessions(design)?;
        let mut shared = LaunchEffects::estimate(design, limits);
        let mut centres =
            Self::locate_rows(design, limits, &FastEndTrim::ALL.map(with_cut), shared.as_mut())?;
        let sizes = design.base.iter().map(|session| &session.costs).chain(design.new).map(Costs::launches);
        // Smaller sessions are not located by the fastest 30 %, which would be only one or two launches.
        if sizes.min().is_some_and(|least| least >= LAUNCHES_TO_SELECT) {
            let steady = Self::locate_rows(design, limits, &[Estimator::fastest_30], shared.as_mut())?;
            let informative = informative_rows(&centres.scales, limits);
            centres.replace_by_steadier(&steady, &informative);
        }
        Ok(centres)
    }

    /// Replaces the locations of a row by those of `other` if the latter differ far less between stored sessions. In a row that is
    /// replaced, a disturbance slowed most launches of some session; this slow-down is not part of the row's usual scatter. Before the
    /// differences between sessions are compared, the effect of each session on all rows is subtracted.
    fn replace_by_steadier(&mut self, other: &Self, informative: &[usize]) {
        let common = self.common_deviations(informative);
        let squares = |apart: &mut dyn Iterator<Item = f64>| apart.map(|apart| apart * apart).sum::<f64>();
        for row in 0..self.rows {
            let own = |centres: &Self| {
                squares(&mut centres.deviations(row).zip(&common).map(|(apart, common)| apart - common))
            };
            if own(self) > STEADIER_RATIO * own(other) {
                let all = row * self.sessions..(row + 1) * self.sessions;
                self.places[all.clone()].copy_from_slice(&other.places[all.clone()]);
                self.quicker[all.clone()].copy_from_slice(&other.places[all.clone()]);
                self.errors[all.clone()].copy_from_slice(&other.errors[all]);
            }
        }
    }

    /// Returns the deviations of a row's stored sessions from their mean.
    fn deviations(&self, row: usize) -> impl Iterator<Item = f64> {
        let level = mean(self.stored_locations(row));
        self.stored_locations(row).iter().map(move |place| place - level)
    }

    /// Returns, for each stored session, the median over the rows in `informative` of the session's deviation from the row's mean.
    fn common_deviations(&self, informative: &[usize]) -> Vec<f64> {
        let rows: Vec<Vec<f64>> = informative.iter().map(|&row| self.deviations(row).collect()).collect();
        let of = |session: usize| rows.iter().map(|row| row[session]).collect::<Vec<f64>>();
        (0..self.base).map(|session| if rows.is_empty() { 0.0 } else { median(&of(session)) }).collect()
    }

    /// Locates each row by the estimator with which the launches of this row scatter least. Each function in `estimators` makes the
    /// estimator for a session from two numbers of launches: the number in the smallest session, and the number in this session.
    pub(super) fn with_estimators(
        design: &StoredDesign<'_>,
        limits: &[Limit],
        estimators: &[impl Fn(usize, usize) -> Estimator],
    ) -> Result<Self, Error> {
        Self::locate_rows(design, limits, estimators, None)
    }

    /// Locates each row in the same way as [`Self::with_estimators`]. If `shared` contains the effect of each launch on all rows, this
    /// effect is removed first.
    fn locate_rows(
        design: &StoredDesign<'_>,
        limits: &[Limit],
        estimators: &[impl Fn(usize, usize) -> Estimator],
        mut shared: Option<&mut LaunchEffects>,
    ) -> Result<Self, Error> {
        let rows = check_sessions(design)?;
        check_limits(rows, limits)?;
        let all: Vec<&Costs> = design.base.iter().map(|session| &session.costs).chain(design.new).collect();
        let least = all.iter().map(|session| session.launches()).min().unwrap_or(1);
        let estimators: Vec<Vec<Estimator>> = estimators
            .iter()
            .map(|new| all.iter().map(|session| new(least, session.launches())).collect())
            .collect();
        let quickest: Vec<Estimator> =
            all.iter().map(|session| Estimator::fastest_20(least, session.launches())).collect();
        let of_one = |estimators: &[Estimator]| {
            mean(&estimators.iter().map(|estimator| 1.0 / estimator.kept_count()).collect::<Vec<f64>>())
        };
        let (old, new) = estimators[0].split_at(design.base.len());
        let size = of_one(new) / of_one(old);
        let day = day_numbers(design.base);
        let mut centres = Self {
            rows,
            base: design.base.len(),
            sessions: all.len(),
            scales: Vec::with_capacity(rows),
            places: Vec::with_capacity(rows * all.len()),
            quicker: Vec::new(),
            quickest: Vec::with_capacity(rows * all.len()),
            errors: Vec::with_capacity(rows * all.len()),
            days: day.last().map_or(0, |last| last + 1),
            day,
            launch_df: (estimators[0][0].kept_count() - 1.0).max(1.0),
            is_same_size: all.iter().all(|session| session.launches() == least),
            size,
            phones: design.phones,
        };
        let mut logs: Vec<Vec<f64>> = vec![Vec::new(); all.len()];
        for (row, limit) in limits.iter().enumerate().take(rows) {
            let scale = LogScale::from_costs(all.iter().flat_map(|session| session.row(row)), limit.floor);
            for (session, logs) in all.iter().zip(&mut logs) {
                logs.clear();
                logs.extend(session.row(row).iter().map(|&cost| scale.log_cost(cost)));
            }
            if let Some(shared) = shared.as_mut().filter(|_| !scale.has_zeros()) {
                shared.subtract(row, &mut logs);
            }
            logs.iter_mut().for_each(|logs| logs.sort_unstable_by(f64::total_cmp));
            let stored = &logs[..design.base.len()];
            let scatter = |estimators: &[Estimator]| total_squares(stored, estimators);
            let sharpest = match &estimators[..] {
                [only] => Some(only),
                all => all.iter().min_by(|a, b| scatter(a).total_cmp(&scatter(b))),
            };
            if let [first, _, ..] = &estimators[..] {
                centres
                    .quicker
                    .extend(logs.iter().zip(first).map(|(logs, estimator)| estimator.locate(logs).centre));
            }
            centres
                .quickest
                .extend(logs.iter().zip(&quickest).map(|(logs, estimator)| estimator.locate(logs).centre));
            for (logs, estimator) in logs.iter().zip(sharpest.into_iter().flatten()) {
                let located = estimator.locate(logs);
                let kept = estimator.kept_count();
                centres.places.push(located.centre);
                centres.errors.push(located.squares / (kept - 1.0).max(1.0) / kept);
            }
            centres.scales.push(scale);
        }
        Ok(centres)
    }

    pub(super) fn stored_locations(&self, row: usize) -> &[f64] {
        &self.places[row * self.sessions..row * self.sessions + self.base]
    }

    pub(super) fn head_location(&self, row: usize) -> f64 {
        mean(&self.places[row * self.sessions + self.base..(row + 1) * self.sessions])
    }

    /// Returns a row's growth in the fastest 60 % of the launches; `None` if the row's location uses the same launches.
    pub(super) fn growth_in_fastest_60(&self, row: usize, from: usize, pool: usize) -> Option<f64> {
        self.growth_of_locations(&self.quicker, row, from, pool)
    }

    /// Returns a row's growth in the fastest 20 % of the launches. The result is infinite if the row costs 0 in the fastest launches of all
    /// sessions, since these launches then do not estimate the growth.
    pub(super) fn growth_in_fastest_20(&self, row: usize, from: usize, pool: usize) -> Option<f64> {
        let nothing = self.scales[row].log_cost(0.0);
        let of_row = &self.quickest[row * self.sessions..(row + 1) * self.sessions];
        if of_row.iter().all(|place| (place - nothing).abs() < 1e-12) {
            return Some(f64::INFINITY);
        }
        self.growth_of_locations(&self.quickest, row, from, pool)
    }

    fn growth_of_locations(&self, places: &[f64], row: usize, from: usize, pool: usize) -> Option<f64> {
        let places = places.get(row * self.sessions..(row + 1) * self.sessions)?;
        let (stored, new) = places.split_at(self.base);
        Some(mean(new) - self.level_since(stored, from, pool).1)
    }

    /// Returns the number of days that determine a row's level since session `from`, and this level, which is the mean of the newest days.
    fn level_since(&self, stored: &[f64], from: usize, pool: usize) -> (f64, f64) {
        let newest = self.days.saturating_sub(pool);
        let days = self.by_day(stored, from).into_iter().filter(|(day, _)| *day >= newest);
        let days: Vec<f64> = days.map(|(_, at)| at).collect();
        (days.len().min(self.days_of_unchanged_level(pool)) as f64, mean(&days))
    }

    /// Returns the number of days that determine a level which did not change in the stored sessions.
    pub(super) fn days_of_unchanged_level(&self, pool: usize) -> usize {
        let own = if self.phones.own_days > 0 { self.phones.own_days } else { self.days };
        own.min(self.days).min(pool)
    }

    /// Returns two means of the squared errors of a row's locations: the mean over the stored sessions, and the mean over the new ones.
    pub(super) fn mean_squared_errors(&self, row: usize) -> (f64, f64) {
        let (base, new) = self.errors[row * self.sessions..(row + 1) * self.sessions].split_at(self.base);
        (mean(base), mean(new))
    }

    /// Returns, for each day since session `from`, the index of the day and the mean of its sessions' values.
    pub(super) fn by_day(&self, values: &[f64], from: usize) -> Vec<(usize, f64)> {
        let mut days: Vec<(usize, f64, f64)> = Vec::new();
        for (&day, value) in self.day.iter().zip(values).skip(from) {
            match days.last_mut() {
                Some((last, sum, count)) if *last == day => {
                    *sum += value;
                    *count += 1.0;
                }
                _ => days.push((day, *value, 1.0)),
            }
        }
        days.into_iter().map(|(day, sum, count)| (day, sum / count)).collect()
    }

    /// Returns the mean over all stored days of 1 / (number of sessions on the day).
    pub(super) fn inverse_sessions_per_day(&self) -> f64 {
        let mut counts = vec![0.0_f64; self.days];
        self.day.iter().for_each(|&day| counts[day] += 1.0);
        counts.iter().map(|count| 1.0 / count).sum::<f64>() / self.days.max(1) as f64
    }
}

/// Returns the sum of the squared deviations of all launches from the locations of their sessions.
fn total_squares(sessions: &[Vec<f64>], estimators: &[Estimator]) -> f64 {
    sessions.iter().zip(estimators).map(|(logs, estimator)| estimator.locate(logs).squares).sum()
}

/// Numbers the days of the sessions from 0. The sessions must be in the order in which they were recorded.
fn day_numbers(sessions: &[Session]) -> Vec<usize> {
    let days = sessions.chunk_by(|a, b| a.day == b.day).enumerate();
    days.flat_map(|(number, of_day)| of_day.iter().map(move |_| number)).collect()
}

/// The variances between days, and between sessions of a day.
pub(super) struct VarianceComponents {
    /// The variance between days, with its degrees of freedom.
    pub(super) days: VarianceEstimate,
    /// The variance between sessions of one day, if any day has several sessions.
    pub(super) sessions: Option<VarianceEstimate>,
}

/// The present level of a row, the number of days that determine this level, and each stored session's deviation from the level at its
/// time.
pub(super) struct RowLevel {
    pub(super) days_of_level: f64,
    pub(super) level: f64,
    pub(super) apart: Vec<f64>,
    /// The first session of the present level.
    pub(super) from: usize,
}

impl SessionLocations {
    pub(super) fn row_level(&self, row: usize, from: usize, pool: usize) -> RowLevel {
        let places = self.stored_locations(row);
        let (days_of_level, level) = self.level_since(places, from, pool);
        let of = |from: usize, to: usize| {
            mean(&self.by_day(&places[..to], from).into_iter().map(|(_, at)| at).collect::<Vec<f64>>())
        };
        let (old, present) = (if from > 0 { of(0, from) } else { 0.0 }, of(from, self.base));
        let apart =
            places.iter().enumerate().map(|(s, at)| at - if s < from { old } else { present }).collect();
        RowLevel { days_of_level, level, apart, from }
    }

    /// Returns the degrees of freedom of the variance between days, for a row whose level did not change.
    pub(super) fn day_df(&self) -> f64 {
        (self.days as f64 - 1.0 - self.phones.others as f64).max(1.0)
    }

    /// Returns the variances of the sessions' values around two levels: the level before session `from`, and the level since then.
    pub(super) fn variance_components(&self, values: &[f64], from: usize) -> VarianceComponents {
        let (mut squares, mut df, mut inner, mut inner_df) = (0.0, 0.0, 0.0, 0.0);
        let segments = if from > 0 { vec![(0, from), (from, self.base)] } else { vec![(0, self.base)] };
        for (from, to) in segments {
            let days = self.by_day(&values[..to], from);
            let centre = days.iter().map(|(_, at)| at).sum::<f64>() / days.len() as f64;
            squares += days.iter().map(|(_, at)| (at - centre).powi(2)).sum::<f64>();
            df += days.len() as f64 - 1.0;
            let mut next = days.iter().peekable();
            let mut current = next.next();
            for (&day, value) in self.day[..to].iter().zip(values).skip(from) {
                while current.is_some_and(|(at, _)| *at != day) {
                    current = next.next();
                }
                inner += current.map_or(0.0, |(_, at)| (value - at).powi(2));
            }
            inner_df += (to - from) as f64 - days.len() as f64;
        }
        df = (df - self.phones.others as f64).max(df.min(1.0));
        let days = VarianceEstimate { variance: if df > 0.0 { squares / df } else { 0.0 }, df };
        let sessions =
            (inner_df > 0.0).then(|| VarianceEstimate { variance: inner / inner_df, df: inner_df });
        VarianceComponents { days, sessions }
    }

    /// Returns the variance of the difference between a new session and a stored level that is the mean of `days_of_level` days.
    pub(super) fn variance_of_new_session(
        &self,
        between: &VarianceComponents,
        days_of_level: f64,
    ) -> VarianceEstimate {
        let days = VarianceEstimate {
            variance: between.days.variance * (1.0 + 1.0 / days_of_level),
            ..between.days
        };
        let new = (self.sessions - self.base) as f64;
        let more = (1.0 / new - self.inverse_sessions_per_day()).max(0.0);
        match between.sessions {
            Some(inner) if more > 0.0 => {
                days.plus(VarianceEstimate { variance: inner.variance * more, ..inner })
            }
            _ => days,
        }
    }
}

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Returns the number of rows, or an error if sessions have different numbers of rows.
pub(super) fn check_sessions(design: &StoredDesign<'_>) -> Result<usize, Error> {
    let Some(first) = design.base.first() else {
        return Err(Error::TooFew { what: "baseline sessions", needed: 1, found: 0 });
    };
    if design.new.is_empty() {
        return Err(Error::TooFew { what: "new sessions", needed: 1, found: 0 });
    }
    let rows = first.costs.rows();
    for session in design.base.iter().map(|session| &session.costs).chain(design.new) {
        if session.rows() != rows {
            return Err(Error::RowsDiffer { expected: rows, found: session.rows(), what: "a session" });
        }
        if session.launches() == 0 {
            return Err(Error::TooFew { what: "launches of a session", needed: 1, found: 0 });
        }
    }
    Ok(rows)
}
