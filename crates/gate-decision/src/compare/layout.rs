//! Arranges the numbers of each row for the statistics, as the launches were recorded: by session and day, or by block.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gate_config::DAY_MS;
use gate_launches::{BuildRole, Launch, PhoneId};
use gate_stats::defaults::HISTORY;
use gate_stats::outlier_days::OutlierDay;
use gate_stats::pairs::InterleavedDesign;
use gate_stats::stored::LevelStart;
use gate_stats::{Costs, DesignCosts, Limit, PhoneAdjustment, Session, StoredDesign};

use super::rows::{AdmittedLaunches, Matrix, RowValues};
use super::rules::BaselineHistory;
use super::{CompareError, ComparisonMode, Side};

/// Returns the mode of the comparison. A run is interleaved if each launch has a block and both sides have the same blocks.
pub(super) fn mode_of(
    base_side: Side<'_>,
    head_side: Side<'_>,
    base: &[&Launch],
    head: &[&Launch],
) -> ComparisonMode {
    let interleaved = base_side.role == Some(BuildRole::Base)
        && head_side.role == Some(BuildRole::Head)
        && blocks_of(base).is_some_and(|found| blocks_of(head) == Some(found));
    if interleaved { ComparisonMode::Blocks } else { ComparisonMode::Sessions }
}

/// Returns the blocks of launches, identified by session and number; `None` if a launch has no block.
fn blocks_of<'a>(launches: &[&'a Launch]) -> Option<BTreeSet<(&'a str, u64)>> {
    launches.iter().map(|launch| Some((&*launch.session, launch.block?))).collect()
}

/// The arrangement of the launches: sessions with their days, or blocks.
pub(super) enum Layout<'a> {
    Sessions(SessionLayout<'a>),
    Blocks(InterleavedDesign),
}

/// The sessions of both sides.
pub(super) struct SessionLayout<'a> {
    launches: AdmittedLaunches<'a>,
    /// The base's sessions with their days, the oldest first.
    base: Vec<(&'a str, i64)>,
    head: Vec<&'a str>,
    /// The phone of each session. The map is empty if the phone of any session is unknown.
    phones: BTreeMap<Arc<str>, PhoneId>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(
        mode: ComparisonMode,
        launches: AdmittedLaunches<'a>,
        history: Option<&BaselineHistory<'_>>,
    ) -> Self {
        match mode {
            ComparisonMode::Sessions => {
                let order = history.map_or(&[][..], |history| history.order);
                Layout::Sessions(SessionLayout {
                    launches,
                    base: sessions_in_order(launches.base, order, HISTORY),
                    head: session_names(launches.head),
                    phones: history.map(|history| history.phones.clone()).unwrap_or_default(),
                })
            }
            ComparisonMode::Blocks => Layout::Blocks(block_design(launches)),
        }
    }

    /// Arranges the values of the rows and passes them to `judge`. `starts` contains, for each row, the first session of its present level.
    pub(super) fn with_sample<T>(
        &self,
        values: &[RowValues],
        starts: &[usize],
        judge: impl FnOnce(&DesignCosts<'_>) -> Result<T, gate_stats::Error>,
    ) -> Result<T, CompareError> {
        Ok(match self {
            Layout::Sessions(sessions) => {
                let (base, phones) = sessions.base_sessions(values, starts)?;
                let head = costs_by_session(sessions.launches.head, values, |v| &v.head, &sessions.head)?;
                judge(&DesignCosts::Stored(StoredDesign { base: &base, new: &head, anew: starts, phones }))?
            }
            Layout::Blocks(design) => {
                let rows: Vec<Vec<f64>> =
                    values.iter().map(|v| [v.base.as_slice(), &v.head].concat()).collect();
                let costs = Costs::new(rows.len(), design.new.len(), rows.concat())?;
                judge(&DesignCosts::Interleaved { costs: &costs, design })?
            }
        })
    }

    /// Returns the index of the session from which on a person accepted a new level for all rows; 0 if there is no such session.
    pub(super) fn first_session(&self, history: Option<&BaselineHistory<'_>>) -> usize {
        let (Layout::Sessions(sessions), Some(name)) = (self, history.and_then(|history| history.new_level))
        else {
            return 0;
        };
        sessions.base.iter().position(|(session, _)| *session == name).unwrap_or(0)
    }

    /// Finds the stored days on which all rows were slower or faster than on other days. Only days from the session with index `first` on
    /// are examined. Returns no days for interleaved runs.
    pub(super) fn find_outlier_days(
        &self,
        matrix: &Matrix,
        first: usize,
    ) -> Result<Vec<OutlierDay>, CompareError> {
        if matches!(self, Layout::Blocks(_)) {
            return Ok(Vec::new());
        }
        let limits = matrix.limits();
        self.with_sample(&matrix.values, &[], |sample| match sample {
            DesignCosts::Stored(design) => {
                gate_stats::outlier_days::find_outlier_days(design, &limits, first)
            }
            DesignCosts::Interleaved { .. } => Ok(Vec::new()),
        })
    }

    /// Returns the names of the sessions of a stored day.
    pub(super) fn sessions_of_day(&self, wanted: i64) -> Vec<Arc<str>> {
        let Layout::Sessions(sessions) = self else { return Vec::new() };
        let of_day = sessions.base.iter().filter(|(_, day)| *day == wanted);
        of_day.map(|(name, _)| Arc::from(*name)).collect()
    }

    /// Excludes a stored day, and returns the names of its sessions.
    pub(super) fn exclude_day(&mut self, excluded: i64) -> Vec<Arc<str>> {
        let Layout::Sessions(sessions) = self else { return Vec::new() };
        let out = sessions.base.extract_if(.., |(_, day)| *day == excluded);
        out.map(|(name, _)| Arc::from(name)).collect()
    }

    /// Returns, for each row, the session since which the row's cost is at its present level. Returns an empty list for interleaved runs,
    /// which have no stored sessions.
    pub(super) fn level_starts(
        &self,
        matrix: &Matrix,
        limits: &[Limit],
    ) -> Result<Vec<LevelStart>, CompareError> {
        Ok(match self {
            Layout::Sessions(sessions) => {
                let (sessions, _) = sessions.base_sessions(&matrix.values, &[])?;
                gate_stats::stored::level_starts(&sessions, limits)?
            }
            Layout::Blocks(_) => Vec::new(),
        })
    }
}

impl SessionLayout<'_> {
    /// Returns the base's sessions. If the phones are known, the values of the sessions are adjusted to the head's phones.
    fn base_sessions(
        &self,
        rows: &[RowValues],
        starts: &[usize],
    ) -> Result<(Vec<Session>, PhoneAdjustment), gate_stats::Error> {
        let names: Vec<&str> = self.base.iter().map(|(name, _)| *name).collect();
        let costs = costs_by_session(self.launches.base, rows, |values| &values.base, &names)?;
        let mut base: Vec<Session> =
            costs.into_iter().zip(&self.base).map(|(costs, (_, day))| Session { costs, day: *day }).collect();
        let known = self.phones_of(&names).zip(self.phones_of(&self.head));
        let alike = known.map(|(of, new)| gate_stats::phones::adjust_to_phones(&mut base, &of, &new, starts));
        Ok((base, alike.unwrap_or_default()))
    }

    /// Returns the phone of each session; `None` if the phone of any session is unknown.
    fn phones_of(&self, sessions: &[&str]) -> Option<Vec<&PhoneId>> {
        sessions.iter().map(|name| self.phones.get(*name)).collect()
    }
}

/// Returns, for each launch, whether it belongs to the head and in which block it is.
fn block_design(launches: AdmittedLaunches<'_>) -> InterleavedDesign {
    let all: Vec<&Launch> = launches.base.iter().chain(launches.head).copied().collect();
    let keys: Vec<(&str, Option<u64>)> = all.iter().map(|l| (&*l.session, l.block)).collect();
    let mut blocks = keys.clone();
    blocks.sort_unstable();
    blocks.dedup();
    InterleavedDesign {
        new: (0..all.len()).map(|at| at >= launches.base.len()).collect(),
        block: keys.iter().filter_map(|key| blocks.binary_search(key).ok()).map(|at| at as u32).collect(),
    }
}

/// Returns the sessions of the newest days in the order in which they were recorded, with their days.
///
/// The sessions in `order` keep that order. All other sessions come first, sorted by time and then by name. A session whose time is unknown
/// counts as a separate day.
pub(super) fn sessions_in_order<'a>(
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
    // The sessions of one day must be adjacent, even if the given order separates them.
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

/// Returns the names of the sessions, sorted.
pub(super) fn session_names<'a>(launches: &[&'a Launch]) -> Vec<&'a str> {
    let mut names: Vec<&str> = launches.iter().map(|launch| &*launch.session).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns the costs of one side, grouped by session.
pub(super) fn costs_by_session(
    launches: &[&Launch],
    rows: &[RowValues],
    side: impl Fn(&RowValues) -> &Vec<f64>,
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
