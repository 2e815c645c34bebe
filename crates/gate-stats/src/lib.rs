//! Computes the findings of the gate from the costs of each row (such as a method) in each launch. A row is identified by its index.
//!
//! `gate-stats` computes every estimate, interval, p-value and correction for multiple tests of the gate. The crate knows no names of rows,
//! reads no files and writes no reports; its only dependencies are `std` and `statrs`.
//!
//! - [`judge`]: compares new launches with stored days, or two builds that were launched in turns (interleaved) on one device. For each of
//!   these two designs, a module (`stored` or `pairs`) estimates the growth of each row and the error of this growth; module `model` tests
//!   the estimates of both. [`judge_further_rows`] tests further rows, such as modules, after subtraction of the same common change.
//! - [`levels`]: divides the significance level among the tests. [`tuned`]: contains every constant that was chosen by measurement, with
//!   the measurement.
//! - [`creep::judge`]: tests slow growth of rows and groups of rows over the sessions since an anchor.
//! - `locations`: estimates the location (a typical cost on the log scale) of each session and day in each row, and its scatter.
//!   [`stored::level_starts`]: finds, for each row, the first session of the row's present level.
//! - [`sampled`]: judges rows whose cost is a share of exact costs; the share is estimated from counts of samples.
//! - [`changes`]: finds lasting changes of a level in a series of sessions over months.
//! - [`bisect`]: decides, in a bisect, whether a commit already has a growth of known size.
//! - [`pass`]: finds the rows of a launch whose sum can be tested precisely enough for a pass. [`slow`]: tests whether more launches are
//!   slow in the head than in the base. [`outlier_days`]: finds unusual stored days, which are excluded.
//! - [`sample_size`]: computes by what factor the number of launches must grow to change an undecided answer to a pass.
//!
//! A row is anything whose cost is compared, such as a method, a phase, a module or a count of calls. `gate-stats` does not use the kind of
//! a row. Rows of different kinds (methods and phases) are judged in separate calls, so that they do not influence each other's correction
//! for multiple tests. Costs are at least 0, and a row's costs and its `Limit::floor` have the same unit. In a launch that does not contain
//! a row, the row's cost is 0.
//!
//! Invariant: equal input gives bitwise equal output; every random draw is seeded from the input.

use std::fmt;

pub mod basic;
pub mod bisect;
pub mod changes;
pub mod creep;
pub mod defaults;
pub mod levels;
pub mod moderate;
pub mod multiple;
pub mod outlier_days;
pub mod pairs;
pub mod pass;
pub mod phones;
pub mod runs;
pub mod sample_size;
pub mod sampled;
pub mod slow;
pub mod stored;
pub mod tuned;

mod counts;
mod estimator;
mod launch_effects;
mod level_start;
mod locations;
mod model;
mod permutation;
mod random;
mod result;
mod scale;
mod tail;

pub use locations::{PhoneAdjustment, Session, StoredDesign};
pub use model::{CommonChange, Judgement, Warning};
pub use permutation::is_larger_by_ranks;
pub use random::Random;
pub use result::{RowClass, RowResult};

use estimator::Estimator;
use levels::TestFamily;
use scale::LogScale;

/// The costs of all rows in one of the two designs: new sessions against stored sessions, or two builds that were launched in turns.
#[derive(Clone, Copy, Debug)]
pub enum DesignCosts<'a> {
    /// New sessions that are compared with stored ones.
    Stored(StoredDesign<'a>),
    /// Launches of both builds that were made in turns on one device.
    Interleaved {
        /// The costs in all launches.
        costs: &'a Costs,
        /// The build and the block of each launch. A block is a group of neighbouring launches of both builds.
        design: &'a pairs::InterleavedDesign,
    },
}

/// Judges the rows that add up to the launch (`parts`), and separately the launch and its phases (`wholes`, which begins with the launch).
pub fn judge(
    parts: &DesignCosts<'_>,
    limits: &[Limit],
    wholes: Option<(&DesignCosts<'_>, &[Limit])>,
    settings: &Settings,
) -> Result<Judgement, Error> {
    let evidence = match parts {
        DesignCosts::Stored(design) => stored::estimate_parts(design, limits, settings)?,
        DesignCosts::Interleaved { costs, design } => pairs::estimate_rows(costs, design, limits, settings)?,
    };
    let whole = match wholes {
        Some((DesignCosts::Stored(design), limits)) => {
            Some(stored::estimate_wholes(design, limits, settings, Estimator::fastest_60)?)
        }
        Some((DesignCosts::Interleaved { costs, design }, limits)) => {
            Some(pairs::estimate_wholes(costs, design, limits)?)
        }
        None => None,
    };
    let whole = whole.as_ref().zip(wholes).map(|(evidence, (_, limits))| (evidence, limits));
    model::judge(&evidence, limits, whole, settings)
}

/// Judges further rows, such as modules, at the share `level` of the significance level. The parameter `common` is the common change of the
/// rows that add up to the launch; it is subtracted from the further rows too.
pub fn judge_further_rows(
    sample: &DesignCosts<'_>,
    limits: &[Limit],
    settings: &Settings,
    common: &CommonChange,
    level: TestFamily,
) -> Result<Vec<RowResult>, Error> {
    let mut evidence = match sample {
        DesignCosts::Stored(design) => stored::estimate_sums(design, limits, settings, common.session_sd)?,
        DesignCosts::Interleaved { costs, design } => pairs::estimate_rows(costs, design, limits, settings)?,
    };
    // Sums of many rows are not judged by a permutation test. The distribution of a sum has shorter tails than that of single launches, and
    // a burst of disturbed launches always slows some rows of a sum.
    evidence.permutation_test = None;
    evidence.needed_share_in_fastest_20 = tuned::SHARE_IN_FASTEST_20_OF_SUMS;
    Ok(model::judge_rows(&evidence, limits, settings, common, level).0)
}

/// Judges the growth of counts (instructions, cycles) of the launch and its phases. The tests of counts use the share `level` of the
/// significance level, and subtract no common change. `settings.session_sd` is the prior standard deviation of these counts between
/// sessions.
pub fn judge_counts(
    sample: &DesignCosts<'_>,
    limits: &[Limit],
    settings: &Settings,
    level: TestFamily,
) -> Result<Vec<RowResult>, Error> {
    settings.check()?;
    let evidence = match sample {
        DesignCosts::Stored(design) => counts::estimate_growth(design, limits, settings)?,
        DesignCosts::Interleaved { costs, design } => pairs::estimate_wholes(costs, design, limits)?,
    };
    // For counts, `share` and `share_in_permutation_test` are equal, since counts are never judged by a permutation test.
    Ok(model::judge_counts(&evidence, limits, settings, level.share))
}

/// The costs of a session: a matrix with a row for each method (or phase, module …) and a column for each launch.
#[derive(Clone, Debug, PartialEq)]
pub struct Costs {
    rows: usize,
    launches: usize,
    /// The matrix in row-major order.
    values: Vec<f64>,
}

impl Costs {
    /// Creates the matrix from `rows × launches` values in row-major order. Each value must be finite and at least 0.
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

    /// Returns the costs of row `row`, one for each launch.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.launches..(row + 1) * self.launches]
    }
}

/// The limits up to which a row's growth is ignored. The null hypothesis of the row's test is `new ≤ baseline × (1 + effect) + floor`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// δ, the largest relative growth that is ignored: 0.03 for 3 %.
    pub effect: f64,
    /// τ, the largest absolute growth that is ignored, in the row's unit.
    pub floor: f64,
    /// Whether the row may become a finding. An advisory row cannot become a finding, and is not counted in the correction for multiple
    /// tests.
    pub decides: bool,
    /// Whether the row is so cheap in both builds that its growth cannot matter. A negligible row is neither tested nor used for estimates
    /// from many rows (the common change, the priors of variances, the widening of errors).
    pub is_negligible: bool,
}

impl Limit {
    /// Creates the limit of a row that may become a finding.
    pub fn new(effect: f64, floor: f64) -> Limit {
        Limit { effect, floor, decides: true, is_negligible: false }
    }

    /// Returns whether the row is counted in the correction for multiple tests.
    fn is_tested(&self) -> bool {
        self.decides && !self.is_negligible
    }
}

/// Returns the rows from which quantities of all rows, such as the common change, are estimated. These rows have a cost in some launch;
/// negligible rows are omitted if enough rows remain.
fn informative_rows(scales: &[LogScale], limits: &[Limit]) -> Vec<usize> {
    let counted: Vec<usize> = (0..scales.len()).filter(|&row| !scales[row].is_always_zero()).collect();
    let large: Vec<usize> = counted.iter().copied().filter(|&row| !limits[row].is_negligible).collect();
    if large.len() >= tuned::ROWS_FOR_COMMON { large } else { counted }
}

/// The significance level and other settings, and priors for quantities that cannot be estimated from a few sessions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The significance level: the largest allowed probability of at least one false finding in the whole judgement.
    pub alpha: f64,
    /// The largest allowed expected share of unchanged rows among suspects, which are rows that are possibly slower (Benjamini–Hochberg).
    pub fdr: f64,
    /// The confidence level of intervals: 0.95.
    pub confidence: f64,
    /// The smallest relative growth that matters. A row is [`RowClass::Within`] if the launches show that it did not grow by more than this
    /// ratio.
    pub matters: f64,
    /// The prior of the standard deviation of a row's cost between sessions, as a ratio: 0.01 for 1 %.
    pub session_sd: f64,
    /// Number of the newest days whose mean is the stored level of a row.
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

/// An error in the input. Too few launches are an error only if no result is possible; noise is never an error.
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// The number of values is not the number of rows times the number of launches.
    Shape { rows: usize, launches: usize, values: usize },
    /// A cost is negative, infinite or NaN.
    Value { row: usize, launch: usize, value: f64 },
    /// Two inputs that describe the same rows have different numbers of rows.
    RowsDiffer { expected: usize, found: usize, what: &'static str },
    /// The input has fewer launches, sessions or days than every estimate needs.
    TooFew { what: &'static str, needed: usize, found: usize },
    /// A setting that is outside its permitted range.
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
