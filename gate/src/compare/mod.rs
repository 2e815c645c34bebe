//! Two sides of launches in, one row per thing that could have become slower out.
//!
//! Owns admission (`admit`) and the rows, which add up to the launch: every method's self cost on the main thread, and what each
//! phase spent outside Objective-C. A method that is absent from a launch cost 0 in it, not nothing.
//! It asks [`crate::stats`] for every number and decides nothing: that is `verdict`'s.
//!
//! Invariant: rows are in the order of (kind, name), whatever the order of the input.

mod admit;
mod rows;

use std::sync::Arc;

use crate::config::{Config, Date};
use crate::launches::{Launch, Launches, Role};
use crate::stats::westfall_young::Design;
use crate::stats::{self, Costs, Drift, RowResult, blocks, pool};

pub use admit::{Difference, Excluded, Why, match_conditions};
pub use rows::{Row, RowKey};

use rows::Matrix;

/// How the sides were recorded, which decides what cancels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Sessions of their own: the difference between sessions is in the null.
    Sessions,
    /// Interleaved in blocks on one device: it cancels.
    Blocks,
}

/// One side's admitted launches.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// Where the names are.
    pub launches: &'a Launches,
    /// Which of its launches belong to the side; `None` for all.
    pub role: Option<Role>,
}

impl<'a> Side<'a> {
    fn of_side(&self) -> impl Iterator<Item = &'a Launch> + use<'a> {
        let role = self.role;
        self.launches.launches.iter().filter(move |launch| role.is_none() || launch.role == role)
    }
}

/// Rows with their numbers.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// How it was recorded.
    pub mode: Mode,
    /// The rows that may become findings.
    pub rows: Vec<Judged>,
    /// The launch and its phases as a whole: not findings by themselves, but a pass needs them to be quiet.
    pub wholes: Vec<Judged>,
    /// What changed in all rows alike.
    pub drift: Drift,
    /// The spread between sessions that was allowed for, and whether it was measured.
    pub session_sd: Option<(f64, bool)>,
    /// Launches that count, before and after.
    pub counted: (usize, usize),
    /// Baseline sessions that count.
    pub sessions: usize,
    /// Launches that do not count.
    pub excluded: Vec<Excluded>,
}

/// A row and what statistics say of it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// What it is.
    pub row: Row,
    /// Its numbers.
    pub result: RowResult,
    /// The median of its calls in a launch, before and after; of methods only.
    pub calls: Option<(f64, f64)>,
}

/// Why two sides cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// They were recorded under different conditions.
    #[error("{}", admit::list(.0))]
    Incomparable(Vec<Difference>),
    /// There is too little to judge.
    #[error("{side}: {found} launches count, at least {needed} are needed")]
    TooFew {
        /// Which side.
        side: &'static str,
        /// How many are needed.
        needed: usize,
        /// How many there are.
        found: usize,
    },
    /// Statistics refused.
    #[error(transparent)]
    Stats(#[from] stats::Error),
}

/// Compares the side `new` with the side `base`. `today` decides which overrides hold.
pub fn compare(
    base: Side<'_>,
    new: Side<'_>,
    config: &Config,
    today: Date,
) -> Result<Comparison, CompareError> {
    let (before, mut excluded) = admit::admit(base.of_side());
    let (after, others) = admit::admit(new.of_side());
    excluded.extend(others);
    for (side, launches) in [("baseline", &before), ("new", &after)] {
        let (found, needed) = (launches.len(), config.gate.min_launches.max(2));
        if found < needed {
            return Err(CompareError::TooFew { side, needed, found });
        }
    }
    let differences = admit::differences(&before, &after);
    if !differences.is_empty() {
        return Err(CompareError::Incomparable(differences));
    }
    let mode = mode_of(base, new, &before, &after);
    let parts = Matrix::parts(&before, base, &after, new, config, today);
    let wholes = Matrix::wholes(&before, &after, config, today);
    let settings = stats::Settings {
        alpha: match mode {
            Mode::Sessions => config.gate.alpha,
            Mode::Blocks => config.gate.alpha_interleaved,
        },
        fdr: config.gate.fdr,
        matters: config.gate.matters,
        session_sd: config.gate.session_sd,
        permutations: config.gate.permutations,
        ..stats::Settings::default()
    };
    let (rows, drift, session_sd) = judge(mode, &parts, &before, &after, &settings)?;
    // Drift is part of what a launch as a whole costs, so it stays in.
    let (whole_rows, ..) =
        judge(mode, &wholes, &before, &after, &stats::Settings { remove_drift: false, ..settings })?;
    Ok(Comparison {
        mode,
        rows: with_results(parts, rows),
        wholes: with_results(wholes, whole_rows),
        drift,
        session_sd,
        counted: (before.len(), after.len()),
        sessions: sessions(&before).len(),
        excluded,
    })
}

/// Interleaved where each launch has a block, and the same blocks hold both sides.
fn mode_of(base: Side<'_>, new: Side<'_>, before: &[&Launch], after: &[&Launch]) -> Mode {
    let blocks = |launches: &[&Launch]| -> Option<Vec<(Arc<str>, u64)>> {
        let mut found: Vec<_> = launches
            .iter()
            .map(|launch| launch.block.map(|block| (Arc::clone(&launch.session), block)))
            .collect::<Option<_>>()?;
        found.sort();
        found.dedup();
        Some(found)
    };
    let interleaved = base.role == Some(Role::Base)
        && new.role == Some(Role::Head)
        && blocks(before).is_some_and(|found| blocks(after) == Some(found));
    if interleaved { Mode::Blocks } else { Mode::Sessions }
}

type Numbers = (Vec<RowResult>, Drift, Option<(f64, bool)>);

fn judge(
    mode: Mode,
    matrix: &Matrix,
    before: &[&Launch],
    after: &[&Launch],
    settings: &stats::Settings,
) -> Result<Numbers, CompareError> {
    let limits = matrix.limits();
    match mode {
        Mode::Sessions => {
            let base = by_session(before, &matrix.before)?;
            let new = by_session(after, &matrix.after)?;
            let judged = pool::judge(&base, &new, &limits, settings)?;
            Ok((judged.rows, judged.drift, Some((judged.session_sd, judged.session_sd_estimated))))
        }
        Mode::Blocks => {
            let all: Vec<&Launch> = before.iter().chain(after).copied().collect();
            let keys: Vec<(&str, Option<u64>)> = all.iter().map(|l| (&*l.session, l.block)).collect();
            let mut blocks = keys.clone();
            blocks.sort_unstable();
            blocks.dedup();
            let design = Design {
                new: (0..all.len()).map(|at| at >= before.len()).collect(),
                block: keys
                    .iter()
                    .filter_map(|key| blocks.binary_search(key).ok())
                    .map(|at| at as u32)
                    .collect(),
            };
            let rows: Vec<Vec<f64>> =
                matrix.before.iter().zip(&matrix.after).map(|(b, a)| [b.as_slice(), a].concat()).collect();
            let costs = Costs::new(rows.len(), all.len(), rows.concat())?;
            let judged = blocks::judge(&costs, &design, &limits, settings)?;
            Ok((judged.rows, judged.drift, None))
        }
    }
}

/// The sessions in the order of their launches, each once.
fn sessions<'a>(launches: &[&'a Launch]) -> Vec<&'a str> {
    let mut names: Vec<&str> = launches.iter().map(|launch| &*launch.session).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn by_session(launches: &[&Launch], rows: &[Vec<f64>]) -> Result<Vec<Costs>, stats::Error> {
    sessions(launches)
        .into_iter()
        .map(|session| {
            let members: Vec<usize> =
                (0..launches.len()).filter(|&at| *launches[at].session == *session).collect();
            let values = rows.iter().flat_map(|row| members.iter().map(|&at| row[at])).collect();
            Costs::new(rows.len(), members.len(), values)
        })
        .collect()
}

fn with_results(matrix: Matrix, results: Vec<RowResult>) -> Vec<Judged> {
    let Matrix { rows, calls, .. } = matrix;
    rows.into_iter()
        .zip(results)
        .zip(calls)
        .map(|((row, result), calls)| Judged { row, result, calls })
        .collect()
}
