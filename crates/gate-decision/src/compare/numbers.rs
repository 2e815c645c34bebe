//! Rows of numbers to statistics: sessions by their days, or blocks, as the launches were recorded.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_config::DAY_MS;
use gate_launches::{Launch, Phone, Role};
use gate_stats::defaults::HISTORY;
use gate_stats::odd::OddDay;
use gate_stats::pairs::Design;
use gate_stats::{Costs, Limit, Phones, Sample, Session, Stored};

use super::rows::{Counted, Matrix, Values};
use super::{CompareError, Mode, Past, Side};

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

/// How launches stand to each other: which make a session, which sessions a day, or which a block.
pub(super) enum Layout<'a> {
    Sessions {
        /// The base's sessions, the oldest first, with their days.
        base: Vec<(&'a str, i64)>,
        head: Vec<&'a str>,
        /// The phone of each; empty where one is not known.
        phones: BTreeMap<Arc<str>, Phone>,
    },
    Blocks(Design),
}

impl<'a> Layout<'a> {
    pub(super) fn new(mode: Mode, counted: Counted<'a>, past: Option<&Past<'_>>) -> Self {
        match mode {
            Mode::Sessions => {
                let order = past.map_or(&[][..], |past| past.order);
                let base = in_time(counted.base, order, HISTORY);
                let phones = past.map(|past| past.phones.clone()).unwrap_or_default();
                Layout::Sessions { base, head: sessions(counted.head), phones }
            }
            Mode::Blocks => Layout::Blocks(design(counted)),
        }
    }

    /// Asks statistics about the rows of a matrix.
    pub(super) fn ask<T>(
        &self,
        counted: Counted<'_>,
        values: &[Values],
        anew: &[usize],
        ask: impl FnOnce(&Sample<'_>) -> Result<T, gate_stats::Error>,
    ) -> Result<T, CompareError> {
        Ok(match self {
            Layout::Sessions { base, head, phones } => {
                let (base, phones) = self::stored((counted.base, values), base, (head, phones), anew)?;
                let head = by_session(counted.head, values, |v| &v.head, head)?;
                ask(&Sample::Stored(Stored { base: &base, new: &head, anew, phones }))?
            }
            Layout::Blocks(design) => {
                let rows: Vec<Vec<f64>> =
                    values.iter().map(|v| [v.base.as_slice(), &v.head].concat()).collect();
                let costs = Costs::new(rows.len(), design.new.len(), rows.concat())?;
                ask(&Sample::Interleaved { costs: &costs, design })?
            }
        })
    }

    /// The place of the session from which on all levels are new; the first one without a new level.
    pub(super) fn session(&self, past: Option<&Past<'_>>) -> usize {
        let (Layout::Sessions { base, .. }, Some(name)) = (self, past.and_then(|past| past.new_level)) else {
            return 0;
        };
        base.iter().position(|(session, _)| *session == name).unwrap_or(0)
    }

    /// The stored days on which everything was slow or quick, of those since all levels are new; interleaved runs have none.
    pub(super) fn odd_days(
        &self,
        counted: Counted<'_>,
        matrix: &Matrix,
        past: Option<&Past<'_>>,
    ) -> Result<Vec<OddDay>, CompareError> {
        if matches!(self, Layout::Blocks(_)) {
            return Ok(Vec::new());
        }
        let (from, limits) = (self.session(past), matrix.limits());
        self.ask(counted, &matrix.values, &[], |sample| match sample {
            Sample::Stored(design) => gate_stats::odd::odd_days(design, &limits, from),
            Sample::Interleaved { .. } => Ok(Vec::new()),
        })
    }

    /// Leaves a stored day out, and gives its sessions.
    pub(super) fn leave_out(&mut self, odd: i64) -> Vec<Arc<str>> {
        let Layout::Sessions { base, .. } = self else { return Vec::new() };
        let out = base.iter().filter(|(_, day)| *day == odd).map(|(name, _)| Arc::from(*name)).collect();
        base.retain(|(_, day)| *day != odd);
        out
    }

    /// Of each row of a matrix since which session its level holds; no row of an interleaved run has a past.
    pub(super) fn levels(
        &self,
        counted: Counted<'_>,
        matrix: &Matrix,
        limits: &[Limit],
    ) -> Result<Vec<gate_stats::stored::Since>, CompareError> {
        Ok(match self {
            Layout::Sessions { base, head, phones } => {
                let (sessions, _) = self::stored((counted.base, &matrix.values), base, (head, phones), &[])?;
                gate_stats::stored::levels(&sessions, limits)?
            }
            Layout::Blocks(_) => Vec::new(),
        })
    }
}

/// The stored sessions as on the head's phones, as far as phones are known.
fn stored(
    (launches, rows): (&[&Launch], &[Values]),
    sessions: &[(&str, i64)],
    (head, phones): (&[&str], &BTreeMap<Arc<str>, Phone>),
    anew: &[usize],
) -> Result<(Vec<Session>, Phones), gate_stats::Error> {
    let names: Vec<&str> = sessions.iter().map(|(name, _)| *name).collect();
    let costs = by_session(launches, rows, |values| &values.base, &names)?;
    let with_day = |(costs, (_, day)): (Costs, &(&str, i64))| Session { costs, day: *day };
    let mut stored: Vec<Session> = costs.into_iter().zip(sessions).map(with_day).collect();
    let of = |names: &[&str]| names.iter().map(|name| phones.get(*name)).collect::<Option<Vec<&Phone>>>();
    let known = of(&names).zip(of(head));
    let alike = known.map(|(of, new)| gate_stats::phones::alike(&mut stored, &of, &new, anew));
    Ok((stored, alike.unwrap_or_default()))
}

fn design(counted: Counted<'_>) -> Design {
    let all: Vec<&Launch> = counted.base.iter().chain(counted.head).copied().collect();
    let keys: Vec<(&str, Option<u64>)> = all.iter().map(|l| (&*l.session, l.block)).collect();
    let mut blocks = keys.clone();
    blocks.sort_unstable();
    blocks.dedup();
    Design {
        new: (0..all.len()).map(|at| at >= counted.base.len()).collect(),
        block: keys.iter().filter_map(|key| blocks.binary_search(key).ok()).map(|at| at as u32).collect(),
    }
}

/// The sessions in the order of time, with their days, of the newest days.
///
/// Those in `order` stand in that order; others by when they were recorded, then by name. An undated session is a day of its own.
pub(super) fn in_time<'a>(
    launches: &[&'a Launch],
    order: &[Arc<str>],
    most_days: usize,
) -> Vec<(&'a str, i64)> {
    let mut recorded: BTreeMap<&str, Option<u64>> = BTreeMap::new();
    for launch in launches {
        let first = recorded.entry(&launch.session).or_default();
        *first = match (*first, launch.recorded_unix_ms) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }
    let mut sessions: Vec<(&str, Option<u64>)> = recorded.into_iter().collect();
    let place = |name: &str| order.iter().position(|known| **known == *name);
    sessions.sort_by(|a, b| (place(a.0), a.1, a.0).cmp(&(place(b.0), b.1, b.0)));
    let mut dated: Vec<(&str, i64)> = Vec::with_capacity(sessions.len());
    for (at, (name, ms)) in sessions.into_iter().enumerate() {
        dated.push((name, ms.map_or(-1 - at as i64, |ms| (ms / DAY_MS) as i64)));
    }
    // Sessions of one day stand beside each other, whatever order was given.
    let mut days: Vec<i64> = Vec::new();
    for (_, day) in dated.iter().rev() {
        if !days.contains(day) {
            days.push(*day);
        }
    }
    days.truncate(most_days);
    let age = |day: i64| days.iter().position(|known| *known == day);
    dated.retain(|(_, day)| age(*day).is_some());
    dated.sort_by_key(|(_, day)| std::cmp::Reverse(age(*day)));
    dated
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
) -> Result<Vec<Costs>, gate_stats::Error> {
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
