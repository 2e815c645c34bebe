//! Rows of numbers to statistics: sessions or blocks, as the launches were recorded.

use std::sync::Arc;

use crate::launches::{Launch, Role};
use crate::stats::westfall_young::Design;
use crate::stats::{self, Costs, Drift, RowResult, blocks, pool};

use super::rows::{Counted, Matrix, Values};
use super::{CompareError, Mode, Side};

/// The numbers of all rows of a matrix.
pub(super) struct Numbers {
    pub(super) rows: Vec<RowResult>,
    pub(super) drift: Drift,
    pub(super) session_sd: Option<(f64, bool)>,
}

/// Interleaved where each launch has a block, and the same blocks hold both sides.
pub(super) fn mode_of(base_side: Side<'_>, head_side: Side<'_>, base: &[&Launch], head: &[&Launch]) -> Mode {
    let blocks = |launches: &[&Launch]| -> Option<Vec<(Arc<str>, u64)>> {
        let mut found: Vec<_> = launches
            .iter()
            .map(|launch| launch.block.map(|block| (Arc::clone(&launch.session), block)))
            .collect::<Option<_>>()?;
        found.sort();
        found.dedup();
        Some(found)
    };
    let interleaved = base_side.role == Some(Role::Base)
        && head_side.role == Some(Role::Head)
        && blocks(base).is_some_and(|found| blocks(head) == Some(found));
    if interleaved { Mode::Blocks } else { Mode::Sessions }
}

pub(super) fn judge(
    mode: Mode,
    matrix: &Matrix,
    counted: Counted<'_>,
    settings: &stats::Settings,
) -> Result<Numbers, CompareError> {
    let limits = matrix.limits();
    let (base, head) = (counted.base, counted.head);
    match mode {
        Mode::Sessions => {
            let pool = by_session(base, &matrix.values, |v| &v.base, &sessions(base))?;
            let own = by_session(head, &matrix.values, |v| &v.head, &sessions(head))?;
            let judged = pool::judge(&pool, &own, &limits, settings)?;
            let session_sd = Some((judged.session_sd, judged.session_sd_estimated));
            Ok(Numbers { rows: judged.rows, drift: judged.drift, session_sd })
        }
        Mode::Blocks => {
            let all: Vec<&Launch> = base.iter().chain(head).copied().collect();
            let keys: Vec<(&str, Option<u64>)> = all.iter().map(|l| (&*l.session, l.block)).collect();
            let mut blocks = keys.clone();
            blocks.sort_unstable();
            blocks.dedup();
            let design = Design {
                new: (0..all.len()).map(|at| at >= base.len()).collect(),
                block: keys
                    .iter()
                    .filter_map(|key| blocks.binary_search(key).ok())
                    .map(|at| at as u32)
                    .collect(),
            };
            let rows: Vec<Vec<f64>> =
                matrix.values.iter().map(|v| [v.base.as_slice(), &v.head].concat()).collect();
            let costs = Costs::new(rows.len(), all.len(), rows.concat())?;
            let judged = blocks::judge(&costs, &design, &limits, settings)?;
            Ok(Numbers { rows: judged.rows, drift: judged.drift, session_sd: None })
        }
    }
}

/// The sessions by name, each once.
pub(super) fn sessions<'a>(launches: &[&'a Launch]) -> Vec<&'a str> {
    let mut names: Vec<&str> = launches.iter().map(|launch| &*launch.session).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// One side's costs, session by session.
pub(super) fn by_session(
    launches: &[&Launch],
    rows: &[Values],
    side: impl Fn(&Values) -> &Vec<f64>,
    sessions: &[&str],
) -> Result<Vec<Costs>, stats::Error> {
    sessions
        .iter()
        .map(|session| {
            let members: Vec<usize> =
                (0..launches.len()).filter(|&at| *launches[at].session == **session).collect();
            let values = rows.iter().flat_map(|row| members.iter().map(|&at| side(row)[at])).collect();
            Costs::new(rows.len(), members.len(), values)
        })
        .collect()
}
