//! A look at a run that may stop early, against stored sessions.

use crate::config::{Config, Date};
use crate::stats::early;

use super::numbers::{by_session, sessions};
use super::rows::{Counted, Matrix};
use super::{CompareError, LeftOut, Side, admit};

/// How many rows more launches could still decide, at look number `at` (from 0) of `gate.looks`; none when it is time to stop.
pub fn look(
    base: Side<'_>,
    new: Side<'_>,
    config: &Config,
    today: Date,
    at: usize,
) -> Result<usize, CompareError> {
    let (before, mut excluded) = admit::admit(base.of_side());
    let (after, others) = admit::admit(new.of_side());
    excluded.extend(others);
    admit::check(&before, &after, &excluded, config)?;
    let counted = Counted { before: &before, base: base.launches, after: &after, new: new.launches };
    let matrix = Matrix::parts(counted, config, today);
    let pool = by_session(&before, &matrix.values, |values| &values.before, &sessions(&before))?;
    let own = by_session(&after, &matrix.values, |values| &values.after, &sessions(&after))?;
    let Some(own) = own.first() else {
        return Err(CompareError::TooFew {
            side: "new",
            needed: 1,
            found: 0,
            left_out: LeftOut::of(&excluded),
        });
    };
    let settings = config.gate.statistics();
    let looked = early::judge(&pool, own, &matrix.limits(), &settings, &config.gate.looks, at)?;
    Ok(looked.open.len())
}
