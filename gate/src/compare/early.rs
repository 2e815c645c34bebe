//! A look at a run that may stop early, against stored sessions.

use crate::config::{Config, Date};
use crate::launches::Role;
use crate::stats::early;

use super::numbers::{by_session, sessions};
use super::rows::{Counted, Matrix};
use super::{CompareError, LeftOut, Side, admit};

/// How many rows more launches could still decide, at look number `at` (from 0) of `gate.looks`; none when it is time to stop.
pub fn look(
    base_side: Side<'_>,
    head_side: Side<'_>,
    config: &Config,
    today: Date,
    at: usize,
) -> Result<usize, CompareError> {
    let (mut base, mut excluded) = admit::admit(base_side.of_side());
    let (mut head, others) = admit::admit(head_side.of_side());
    excluded.extend(others);
    excluded.extend(admit::take_out_empty(&mut base, &mut head)?);
    admit::check(&base, &head, &excluded, config)?;
    let counted = Counted {
        base: &base,
        base_table: &base_side.launches.table,
        head: &head,
        head_table: &head_side.launches.table,
    };
    let matrix = Matrix::parts(counted, config, today);
    let pool = by_session(&base, &matrix.values, |values| &values.base, &sessions(&base))?;
    let own = by_session(&head, &matrix.values, |values| &values.head, &sessions(&head))?;
    let Some(own) = own.first() else {
        return Err(CompareError::TooFew {
            side: Role::Head.name(),
            needed: 1,
            found: 0,
            left_out: LeftOut::of(&excluded),
        });
    };
    let settings = config.gate.statistics();
    let looked = early::judge(&pool, own, &matrix.limits(), &settings, &config.gate.looks, at)?;
    Ok(looked.open.len())
}
