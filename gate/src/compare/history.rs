//! Stored launches as rows of sessions, with no new side: what plans and calibrations stand on.
//!
//! Invariant: the rows and their limits are those that `compare` would judge.

use crate::launches::Launch;
use crate::stats::levels::Level;
use crate::stats::{Limit, Session};

use super::numbers::{by_session, in_time};
use super::rows::{Counted, Matrix};
use super::rules::Rules;
use super::{CompareError, Counter, LeftOut, Row, Side, admit, counters};

/// The rows of launches, session by session.
#[derive(Clone, Debug)]
pub struct History {
    /// What the rows stand for.
    pub rows: Vec<Row>,
    /// What each row may cost before it counts.
    pub limits: Vec<Limit>,
    /// The sessions' names, the oldest first.
    pub names: Vec<String>,
    /// The sessions' costs and days, likewise.
    pub sessions: Vec<Session>,
    /// How many launches do not count.
    pub excluded: usize,
}

/// What stored launches count, session by session.
#[derive(Clone, Debug)]
pub struct CountHistory {
    /// What is counted.
    pub counter: Counter,
    /// Of what: the launch first, then its phases.
    pub rows: Vec<Row>,
    /// What each may grow by, and whether it decides.
    pub limits: Vec<Limit>,
    /// The sessions' counts and days, the oldest first.
    pub sessions: Vec<Session>,
    /// How much launches scatter: the count, and the time.
    pub noise: Vec<(f64, f64)>,
}

impl CountHistory {
    /// The line of the table of levels.
    pub fn level(&self) -> Level {
        self.counter.level()
    }
}

/// The counts of the admitted launches of a side; none that a launch does not tell.
pub fn count_history(side: Side<'_>, rules: Rules<'_>) -> Result<Vec<CountHistory>, CompareError> {
    let (launches, _) = admit::admit(side.of_side());
    let table = &side.launches.table;
    let counted = Counted { base: &launches, base_table: table, head: &[], head_table: table };
    let rules = rules.of_launches(counted);
    let times = Matrix::wholes(counted, rules);
    let order = in_time(&launches, &[], usize::MAX);
    let names: Vec<&str> = order.iter().map(|(name, _)| *name).collect();
    let mut found = Vec::new();
    for (counter, matrix, noise) in counters::Ready::new(counted, &times, rules).matrices {
        let costs = by_session(&launches, &matrix.values, |values| &values.base, &names)?;
        let sessions =
            costs.into_iter().zip(&order).map(|(costs, (_, day))| Session { costs, day: *day }).collect();
        found.push(CountHistory { counter, limits: matrix.limits(), rows: matrix.rows, sessions, noise });
    }
    Ok(found)
}

/// The admitted launches of a side as rows of sessions, all recorded under the same conditions.
pub fn history(side: Side<'_>, rules: Rules<'_>) -> Result<History, CompareError> {
    let (launches, excluded) = admit::admit(side.of_side());
    if launches.is_empty() {
        return Err(CompareError::NoneUsable { left_out: LeftOut::of(&excluded) });
    }
    let differences = admit::differences(&launches, &launches);
    if !differences.is_empty() {
        return Err(CompareError::Incomparable(differences));
    }
    let none: [&Launch; 0] = [];
    let counted = Counted {
        base: &launches,
        base_table: &side.launches.table,
        head: &none,
        head_table: &side.launches.table,
    };
    let matrix = Matrix::parts(counted, rules.of_launches(counted));
    let limits = matrix.limits();
    let order = in_time(&launches, &[], usize::MAX);
    let names: Vec<&str> = order.iter().map(|(name, _)| *name).collect();
    let costs = by_session(&launches, &matrix.values, |values| &values.base, &names)?;
    let sessions =
        costs.into_iter().zip(&order).map(|(costs, (_, day))| Session { costs, day: *day }).collect();
    let names = names.into_iter().map(str::to_owned).collect();
    Ok(History { rows: matrix.rows, limits, names, sessions, excluded: excluded.len() })
}
