//! Judgement by numbers alone: costs in, per-row findings out, by row index.
//!
//! It owns every estimate, interval, p-value and correction of the gate.
//! It must not know names, files, the spelling of settings or reports; only `std` and `statrs` are used.
//!
//! - [`judge`]: new launches against stored days, or two builds interleaved on one device: one model for both (`model`), which asks
//!   a design (`stored`, `pairs`) what each row grew by and how sure that is. [`judge_beside`]: further rows that share its common part.
//! - [`levels`]: who shares the level; [`tuned`]: every constant that was measured, with what chose it.
//! - [`creep::judge`]: the sessions since an anchor, rows and groups of rows.
//! - `places`: locations and scatter of sessions and days in each row. [`stored::levels`]: since when a row's level holds.
//! - [`sampled`]: rows that are shares of exact costs, by counts of samples.
//! - [`changes`]: where the level of a series changed for good, over months.
//! - [`half`]: whether a commit has a growth that is known, for a bisect.
//! - [`part`]: what of a launch can be judged at what matters; [`slow`]: whether more launches are slow; [`odd`]: days to leave out.
//! - [`sample_size`]: how many more launches an open answer needs.
//!
//! A row is a subject whose cost is compared (a method, a phase, a module, a page, a count of calls); only the caller knows which.
//! Rows that must not influence each other's correction (methods and phases) are judged in separate calls.
//! Costs are at least 0 and in one unit for a row, `Limit::floor` in the same one; absent in a launch is 0.
//!
//! Invariant: the same numbers in give the same bits out; every random draw is seeded from the input.

use std::fmt;

pub mod basic;
pub mod changes;
pub mod creep;
pub mod defaults;
pub mod half;
pub mod levels;
pub mod moderate;
pub mod multiple;
pub mod odd;
pub mod pairs;
pub mod part;
pub mod phones;
pub mod sample_size;
pub mod sampled;
pub mod slow;
pub mod stored;
pub mod tuned;

mod call;
mod centre;
mod counts;
mod model;
mod places;
mod random;
mod relabel;
mod restart;
mod scale;
mod shared;
mod tail;

pub use call::{Call, RowResult};
pub use model::{Common, Judgement, Warning};
pub use places::{Phones, Session, Stored};
pub use random::Random;
pub use relabel::are_more;

use centre::Estimator;
use levels::Level;
use scale::Scale;

/// Rows as they were recorded.
#[derive(Clone, Copy, Debug)]
pub enum Sample<'a> {
    /// Sessions of their own against stored ones.
    Stored(Stored<'a>),
    /// Both builds in turns on one device.
    Interleaved {
        /// All launches.
        costs: &'a Costs,
        /// Which are new, and in which block.
        design: &'a pairs::Design,
    },
}

/// Judges parts that add up to the launch, and the launch (first) and its phases as wholes.
pub fn judge(
    parts: (&Sample<'_>, &[Limit]),
    wholes: Option<(&Sample<'_>, &[Limit])>,
    settings: &Settings,
) -> Result<Judgement, Error> {
    let evidence = match parts.0 {
        Sample::Stored(design) => stored::parts(design, parts.1, settings)?,
        Sample::Interleaved { costs, design } => pairs::rows(costs, design, parts.1, settings)?,
    };
    let whole = match wholes {
        Some((Sample::Stored(design), limits)) => {
            Some(stored::wholes(design, limits, settings, Estimator::quicker)?)
        }
        Some((Sample::Interleaved { costs, design }, limits)) => Some(pairs::wholes(costs, design, limits)?),
        None => None,
    };
    let whole = whole.as_ref().zip(wholes).map(|(evidence, (_, limits))| (evidence, limits));
    model::judge(&evidence, parts.1, whole, settings)
}

/// Judges further rows, which share what is common to the parts, at their own line of the table of levels.
pub fn judge_beside(
    sample: &Sample<'_>,
    limits: &[Limit],
    settings: &Settings,
    common: &Common,
    level: Level,
) -> Result<Vec<RowResult>, Error> {
    let mut evidence = match sample {
        Sample::Stored(design) => stored::sums(design, limits, settings, common.session_sd)?,
        Sample::Interleaved { costs, design } => pairs::rows(costs, design, limits, settings)?,
    };
    // These are sums of many rows: their tails are not the launches' own, and a burst always takes some of them.
    evidence.relabelled = None;
    evidence.asked_of_quickest = tuned::OF_QUICKEST_SUMS;
    Ok(model::judge_rows(&evidence, limits, settings, common, level).0)
}

/// Judges counts of the launch and its phases (instructions, cycles) by their own raw growth, at their own line of the table of levels;
/// `settings.session_sd` is theirs.
pub fn judge_counts(
    sample: &Sample<'_>,
    limits: &[Limit],
    settings: &Settings,
    level: Level,
) -> Result<Vec<RowResult>, Error> {
    settings.check()?;
    let evidence = match sample {
        Sample::Stored(design) => counts::rows(design, limits, settings)?,
        Sample::Interleaved { costs, design } => pairs::wholes(costs, design, limits)?,
    };
    // Both shares are the same, since counts are never relabelled.
    Ok(model::judge_counts(&evidence, limits, settings, level.share))
}

/// The costs of a session: one row a method (or phase, module …), one column a launch.
#[derive(Clone, Debug, PartialEq)]
pub struct Costs {
    rows: usize,
    launches: usize,
    /// Row after row.
    values: Vec<f64>,
}

impl Costs {
    /// Takes `rows × launches` values, row after row; each finite and at least 0.
    pub fn new(rows: usize, launches: usize, values: Vec<f64>) -> Result<Self, Error> {
        if values.len() != rows * launches {
            return Err(Error::Shape { rows, launches, values: values.len() });
        }
        if let Some(at) = values.iter().position(|value| !value.is_finite() || *value < 0.0) {
            return Err(Error::Value { row: at / launches, launch: at % launches, value: values[at] });
        }
        Ok(Self { rows, launches, values })
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of launches.
    pub fn launches(&self) -> usize {
        self.launches
    }

    /// The costs of row `row`, launch by launch.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.launches..(row + 1) * self.launches]
    }
}

/// The null hypothesis of a row: `new ≤ baseline × (1 + effect) + floor`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// δ: 0.03 for 3 %.
    pub effect: f64,
    /// τ, in the row's own unit.
    pub floor: f64,
    /// Whether the row may become a finding. An advisory row does not, and is left out of the correction.
    pub decides: bool,
    /// Whether the row is so cheap in both builds that no growth of it matters: it is not tested, and has no part in what is estimated
    /// from many rows (the common part, the priors of variances, the widening).
    pub is_negligible: bool,
}

impl Limit {
    /// Creates the limit of a row that may become a finding.
    pub fn new(effect: f64, floor: f64) -> Limit {
        Limit { effect, floor, decides: true, is_negligible: false }
    }

    /// Returns whether the row is a member of the family of tests.
    fn is_tested(&self) -> bool {
        self.decides && !self.is_negligible
    }
}

/// Returns the rows from which common quantities are estimated: those that cost something, without negligible ones where enough remain.
fn informative(scales: &[Scale], limits: &[Limit]) -> Vec<usize> {
    let counted: Vec<usize> = (0..scales.len()).filter(|&row| !scales[row].never()).collect();
    let large: Vec<usize> = counted.iter().copied().filter(|&row| !limits[row].is_negligible).collect();
    if large.len() >= tuned::ROWS_FOR_COMMON { large } else { counted }
}

/// The level, and priors for quantities that few sessions do not determine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The chance of any false finding in the whole call.
    pub alpha: f64,
    /// The share of false rows among suspects (Benjamini–Hochberg).
    pub fdr: f64,
    /// The coverage of intervals: 0.95.
    pub confidence: f64,
    /// The smallest effect that matters, a ratio: a row is [`Call::Within`] when shown to have grown by less.
    pub matters: f64,
    /// The prior standard deviation between sessions, a ratio.
    pub session_sd: f64,
    /// The level of a row is the mean of this many of the newest days.
    pub pool: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            alpha: defaults::ALPHA,
            fdr: defaults::FDR,
            confidence: 0.95,
            matters: defaults::MATTERS,
            session_sd: defaults::SESSION_SD,
            pool: defaults::POOL,
        }
    }
}

/// Input that cannot be judged at all. Too few launches are an error only if no result is possible; noise never is.
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// The count of values is not rows × launches.
    Shape { rows: usize, launches: usize, values: usize },
    /// A cost that is negative, infinite or no number.
    Value { row: usize, launch: usize, value: f64 },
    /// Two inputs that describe the same rows have different counts.
    RowsDiffer { expected: usize, found: usize, what: &'static str },
    /// Fewer of something than any statement needs.
    TooFew { what: &'static str, needed: usize, found: usize },
    /// A setting outside its range.
    Setting { name: &'static str, value: f64 },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape { rows, launches, values } => {
                write!(f, "{values} values for {rows} rows of {launches} launches")
            }
            Self::Value { row, launch, value } => {
                write!(f, "cost {value} of row {row} in launch {launch} is not a number of at least 0")
            }
            Self::RowsDiffer { expected, found, what } => {
                write!(f, "{what} has {found} rows, expected {expected}")
            }
            Self::TooFew { what, needed, found } => write!(f, "{found} {what}, at least {needed} needed"),
            Self::Setting { name, value } => write!(f, "{name} = {value} is out of range"),
        }
    }
}

impl std::error::Error for Error {}

impl Settings {
    fn check(&self) -> Result<(), Error> {
        for (name, value) in [("alpha", self.alpha), ("fdr", self.fdr), ("confidence", self.confidence)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(Error::Setting { name, value });
            }
        }
        for (name, value) in [("matters", self.matters), ("session_sd", self.session_sd)] {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(Error::Setting { name, value });
            }
        }
        Ok(())
    }
}

fn check_limits(rows: usize, limits: &[Limit]) -> Result<(), Error> {
    if limits.len() != rows {
        return Err(Error::RowsDiffer { expected: rows, found: limits.len(), what: "the limits" });
    }
    for limit in limits {
        for (name, value) in [("effect", limit.effect), ("floor", limit.floor)] {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(Error::Setting { name, value });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
