//! What each row cost, launch by launch and session by session, the stored sessions that were not compared with included.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_decision::FindingKind;
use gate_decision::{Side, Why};
use gate_launches::{Launch, Launches, Thread};
use hashbrown::HashMap;

use super::value::{ReportRow, Session, Values};
use super::word::Standing;

/// A session's side and launches, as places in the order "baseline, then new".
pub(super) type Members<'a> = ((bool, &'a Launch), Vec<usize>);

pub(super) fn sessions<'a>(base: &[&'a Launch], head: &[&'a Launch]) -> Vec<Members<'a>> {
    let mut found: BTreeMap<(bool, Arc<str>), Members<'a>> = BTreeMap::new();
    let both = base.iter().map(|launch| (false, *launch)).chain(head.iter().map(|launch| (true, *launch)));
    for (place, (is_head, launch)) in both.enumerate() {
        let session = found
            .entry((is_head, Arc::clone(&launch.session)))
            .or_insert_with(|| ((is_head, launch), Vec::new()));
        session.1.push(place);
    }
    let mut sessions: Vec<Members<'a>> = found.into_values().collect();
    // Stable: sessions without a time stay in the order of their names.
    sessions.sort_by_key(|((is_head, launch), _)| (*is_head, launch.recorded_unix_ms));
    sessions
}

pub(super) fn told((is_head, launch): &(bool, &Launch), members: &[usize], all: &[&Launch]) -> Session {
    // One launch may load what another one did not.
    let images = members.iter().flat_map(|at| &all[*at].build.images);
    Session {
        name: launch.session.to_string(),
        recorded_unix_ms: launch.recorded_unix_ms,
        build: launch.conditions.app_build.to_string(),
        version: launch.build.version.clone(),
        images: images.map(|(path, uuid)| (path.clone(), uuid.clone())).collect(),
        launches: members.len(),
        is_head: *is_head,
        is_anchor: false,
        launch_ns: None,
    }
}

/// What each row cost in each launch, the baseline's first.
pub(super) struct Costs {
    launches: usize,
    base: usize,
    methods: HashMap<Arc<str>, Vec<f64>>,
    pub(super) phases: HashMap<Arc<str>, Vec<f64>>,
    outside: HashMap<Arc<str>, Vec<f64>>,
}

impl Costs {
    pub(super) fn of(
        (base_of, base): (Side<'_>, &[&Launch]),
        (head_of, head): (Side<'_>, &[&Launch]),
    ) -> Costs {
        let launches = base.len() + head.len();
        let mut costs = Costs {
            launches,
            base: base.len(),
            methods: HashMap::new(),
            phases: HashMap::new(),
            outside: HashMap::new(),
        };
        let tables = [(base, base_of, 0), (head, head_of, base.len())];
        for (side, table, first) in tables.map(|(side, of, first)| (side, &of.launches.table, first)) {
            for (at, launch) in side.iter().enumerate() {
                let place = first + at;
                for (id, cost) in launch.methods(table, Thread::Main) {
                    let name = &table.method(id).name;
                    let values = costs.methods.entry_ref(name).or_insert_with(|| vec![0.0; launches]);
                    values[place] += cost.self_ns.0;
                }
                let whole = launch.duration().map_or_else(|| launch.objc().0, |duration| duration.0);
                put(&mut costs.phases, "launch", launches, place, whole);
                if let Some(outside) = launch.outside() {
                    put(&mut costs.outside, "launch", launches, place, outside.0.max(0.0));
                }
                for phase in &launch.phases {
                    put(&mut costs.phases, &phase.name, launches, place, phase.duration().0);
                    if let Some(outside) = phase.outside() {
                        put(&mut costs.outside, &phase.name, launches, place, outside.0.max(0.0));
                    }
                }
            }
        }
        costs
    }

    fn find(&self, row: &ReportRow) -> Option<&Vec<f64>> {
        match (row.subject.method(), row.subject.phase()) {
            (Some(method), _) => self.methods.get(method),
            (None, Some(phase)) if is_whole(row) => self.phases.get(phase),
            (None, Some(phase)) => self.outside.get(phase),
            (None, None) => None,
        }
    }

    pub(super) fn values(&self, row: &ReportRow) -> Option<Values> {
        let values: Vec<f64> = self.find(row)?.iter().map(|value| tenths(*value)).collect();
        let (base, head) = values.split_at(self.base);
        Some(Values { base: base.to_vec(), head: head.to_vec() })
    }

    pub(super) fn history(&self, row: &ReportRow, sessions: &[Members<'_>], base: usize) -> Vec<Option<f64>> {
        let Some(values) = self.find(row) else { return Vec::new() };
        debug_assert!(values.len() == self.launches && base <= self.launches, "one value per launch");
        sessions.iter().map(|(_, members)| of_members(members, values)).collect()
    }
}

/// Whether a row is the launch or a phase as a whole, and not what it spent outside Objective-C.
fn is_whole(row: &ReportRow) -> bool {
    use FindingKind::{Cycles, Drift, Instructions, Process};
    matches!(
        row.kind.known(),
        Some(Standing::Whole | Standing::Found(Drift | Instructions | Cycles | Process))
    )
}

fn put(into: &mut HashMap<Arc<str>, Vec<f64>>, name: &str, launches: usize, place: usize, value: f64) {
    let values = into.entry(name.into()).or_insert_with(|| vec![0.0; launches]);
    values[place] = value;
}

/// Tenths of a nanosecond are finer than any clock, and half as long to write.
pub(super) fn tenths(ns: f64) -> f64 {
    (ns * 10.0).round() / 10.0
}

/// The middle one, or between the two of the middle.
pub(super) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    let upper = *values.get(half)?;
    Some(if values.len() % 2 == 1 { upper } else { (values[half - 1] + upper) / 2.0 })
}

/// Stored sessions that were not compared with, the oldest first.
pub(super) struct Older {
    pub(super) sessions: Vec<Session>,
    costs: Costs,
    members: Vec<Vec<usize>>,
}

impl Older {
    /// Of these launches, without sessions that stand in `known` and launches that no comparison would count.
    pub(super) fn of(launches: &Launches, anchor: Option<&str>, known: &[Session]) -> Older {
        let is_known = |launch: &&Launch| known.iter().any(|session| session.name == *launch.session);
        let counted: Vec<&Launch> = launches
            .launches
            .iter()
            .filter(|launch| !is_known(launch) && Why::from_launch(launch).is_none())
            .collect();
        let side = Side { launches, role: None };
        let costs = Costs::of((side, &counted), (side, &[]));
        let found = sessions(&counted, &[]);
        let sessions = found.iter().map(|(session, members)| {
            let launch = costs.phases.get("launch").and_then(|launch| of_members(members, launch));
            let told = told(session, members, &counted);
            Session { is_anchor: anchor == Some(&*told.name), launch_ns: launch, ..told }
        });
        let sessions = sessions.collect();
        Older { sessions, costs, members: found.into_iter().map(|(_, members)| members).collect() }
    }

    /// What a row cost in each of them; nothing where it was not there.
    pub(super) fn history(&self, row: &ReportRow) -> Vec<Option<f64>> {
        match self.costs.find(row) {
            Some(values) => self.members.iter().map(|members| of_members(members, values)).collect(),
            None => vec![None; self.members.len()],
        }
    }
}

/// The median of the launches of a session.
fn of_members(members: &[usize], values: &[f64]) -> Option<f64> {
    median(members.iter().map(|at| values[*at]).collect()).map(tenths)
}
