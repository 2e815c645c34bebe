//! Collects the cost of each row in each launch and in each session. Stored sessions that are older than the compared sessions are
//! included.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_decision::{ExclusionReason, Side, Subject};
use gate_launches::{Launch, Launches, ThreadKind};
use gate_stats::basic::typical_level;
use hashbrown::HashMap;

use super::value::{ReportRow, RowValues, Session};
use super::words;

/// A session, and the launches that belong to it.
pub(super) struct SessionLaunches<'a> {
    is_head: bool,
    /// The first launch of the session, from which the build and the time of the session are taken.
    first: &'a Launch,
    /// The indices of the session's launches in the list of all launches, which contains the base's launches before the head's.
    pub(super) members: Vec<usize>,
}

/// Groups launches by session. The base's sessions come first; each side is in the order of time.
pub(super) fn group_by_session<'a>(base: &[&'a Launch], head: &[&'a Launch]) -> Vec<SessionLaunches<'a>> {
    let mut found: BTreeMap<(bool, Arc<str>), SessionLaunches<'a>> = BTreeMap::new();
    let both = base.iter().map(|launch| (false, *launch)).chain(head.iter().map(|launch| (true, *launch)));
    for (place, (is_head, first)) in both.enumerate() {
        let session = found.entry((is_head, Arc::clone(&first.session))).or_insert_with(|| SessionLaunches {
            is_head,
            first,
            members: Vec::new(),
        });
        session.members.push(place);
    }
    let mut sessions: Vec<SessionLaunches<'a>> = found.into_values().collect();
    // The sort is stable, so sessions without a time stay in the order of their names.
    sessions.sort_by_key(|session| (session.is_head, session.first.recorded_unix_ms));
    sessions
}

impl SessionLaunches<'_> {
    /// Describes the session. `all` contains the launches of both sides.
    pub(super) fn to_session(&self, all: &[&Launch]) -> Session {
        // One launch may load images that another launch does not load.
        let images = self.members.iter().flat_map(|at| &all[*at].build.images);
        Session {
            name: self.first.session.to_string(),
            recorded_unix_ms: self.first.recorded_unix_ms,
            build: self.first.conditions.app_build.to_string(),
            version: self.first.build.version.clone(),
            images: images.map(|(path, uuid)| (path.clone(), uuid.clone())).collect(),
            launches: self.members.len(),
            is_head: self.is_head,
            is_anchor: false,
            launch_ns: None,
        }
    }
}

/// The admitted launches of a side, with their table of method names.
#[derive(Clone, Copy)]
pub(super) struct SideLaunches<'a> {
    pub(super) side: Side<'a>,
    pub(super) launches: &'a [&'a Launch],
}

/// The cost of each row in each launch, the base's launches first.
pub(super) struct RowCosts {
    launches: usize,
    base: usize,
    methods: HashMap<Arc<str>, Vec<f64>>,
    pub(super) phases: HashMap<Arc<str>, Vec<f64>>,
    outside: HashMap<Arc<str>, Vec<f64>>,
}

impl RowCosts {
    pub(super) fn new(base: SideLaunches<'_>, head: SideLaunches<'_>) -> RowCosts {
        let launches = base.launches.len() + head.launches.len();
        let mut costs = RowCosts {
            launches,
            base: base.launches.len(),
            methods: HashMap::new(),
            phases: HashMap::new(),
            outside: HashMap::new(),
        };
        for (of, first) in [(base, 0), (head, base.launches.len())] {
            let table = &of.side.launches.table;
            for (at, launch) in of.launches.iter().enumerate() {
                let place = first + at;
                for (id, cost) in launch.method_costs(table, ThreadKind::Main) {
                    let name = &table.method(id).name;
                    let values = costs.methods.entry_ref(name).or_insert_with(|| vec![0.0; launches]);
                    values[place] += cost.self_ns.0;
                }
                let whole = launch.duration().map_or_else(|| launch.objc_time().0, |duration| duration.0);
                put(&mut costs.phases, "launch", launches, place, whole);
                if let Some(outside) = launch.outside_objc() {
                    put(&mut costs.outside, "launch", launches, place, outside.0.max(0.0));
                }
                for phase in &launch.phases {
                    put(&mut costs.phases, &phase.name, launches, place, phase.duration().0);
                    if let Some(outside) = phase.outside_objc() {
                        put(&mut costs.outside, &phase.name, launches, place, outside.0.max(0.0));
                    }
                }
            }
        }
        costs
    }

    /// Returns the cost of the row's subject in each launch; `None` if the table has no costs of this kind.
    fn find(&self, row: &ReportRow) -> Option<&Vec<f64>> {
        match &row.subject {
            // The budget of a method limits its total time, including the methods that it calls.
            Subject::Method(_) if words::is_budget(row) => None,
            Subject::Method(method) => self.methods.get(method),
            Subject::Launch | Subject::Phase(_) | Subject::Count(..) => self.phases.get(row.subject.phase()?),
            Subject::Outside(_) => self.outside.get(row.subject.phase()?),
            _ => None,
        }
    }

    pub(super) fn values(&self, row: &ReportRow) -> Option<RowValues> {
        let values: Vec<f64> = self.find(row)?.iter().map(|value| round_to_tenths(*value)).collect();
        let (base, head) = values.split_at(self.base);
        Some(RowValues { base: base.to_vec(), head: head.to_vec() })
    }

    pub(super) fn session_levels(
        &self,
        row: &ReportRow,
        sessions: &[SessionLaunches<'_>],
        base: usize,
    ) -> Vec<Option<f64>> {
        let Some(values) = self.find(row) else { return Vec::new() };
        debug_assert!(values.len() == self.launches && base <= self.launches, "one value per launch");
        sessions.iter().map(|session| Some(level_of(&session.members, values))).collect()
    }
}

fn put(into: &mut HashMap<Arc<str>, Vec<f64>>, name: &str, launches: usize, place: usize, value: f64) {
    let values = into.entry(name.into()).or_insert_with(|| vec![0.0; launches]);
    values[place] = value;
}

/// Rounds to tenths of a nanosecond, which is finer than any clock and halves the number of characters in the file.
pub(super) fn round_to_tenths(ns: f64) -> f64 {
    (ns * 10.0).round() / 10.0
}

/// Returns the typical level of the launches of a session.
pub(super) fn level_of(members: &[usize], values: &[f64]) -> f64 {
    round_to_tenths(typical_level(&members.iter().map(|at| values[*at]).collect::<Vec<f64>>()))
}

/// Stored sessions that were not compared, the oldest first.
pub(super) struct UncomparedSessions {
    pub(super) sessions: Vec<Session>,
    costs: RowCosts,
    members: Vec<Vec<usize>>,
}

impl UncomparedSessions {
    /// Reads the sessions that are not in `known`, using the launches that a comparison would admit.
    pub(super) fn from_launches(
        launches: &Launches,
        anchor: Option<&str>,
        known: &[Session],
    ) -> UncomparedSessions {
        let is_known = |launch: &&Launch| known.iter().any(|session| session.name == *launch.session);
        let counted: Vec<&Launch> = launches
            .launches
            .iter()
            .filter(|launch| !is_known(launch) && ExclusionReason::from_launch(launch).is_none())
            .collect();
        let side = Side { launches, role: None };
        let of = SideLaunches { side, launches: &counted };
        let costs = RowCosts::new(of, SideLaunches { launches: &[], ..of });
        let found = group_by_session(&counted, &[]);
        let launch = costs.phases.get("launch");
        let mut sessions: Vec<Session> = found.iter().map(|session| session.to_session(&counted)).collect();
        for (session, launches) in sessions.iter_mut().zip(&found) {
            session.launch_ns = launch.map(|launch| level_of(&launches.members, launch));
            session.is_anchor = anchor == Some(&*session.name);
        }
        UncomparedSessions {
            sessions,
            costs,
            members: found.into_iter().map(|session| session.members).collect(),
        }
    }

    /// Returns the level of a row in each of the uncompared sessions; `None` for a row without costs.
    pub(super) fn session_levels(&self, row: &ReportRow) -> Vec<Option<f64>> {
        match self.costs.find(row) {
            Some(values) => self.members.iter().map(|members| Some(level_of(members, values))).collect(),
            None => vec![None; self.members.len()],
        }
    }
}
