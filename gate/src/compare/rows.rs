//! Launches into rows of numbers.
//!
//! Invariant: in every launch the parts (methods and "outside Objective-C") add up to what was measured of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::config::{Config, Date, RowKind, RowRule};
use crate::launches::{Launch, Phase, Thread};
use crate::stats::{Limit, basic};

use super::Side;

/// What a row stands for; the order is the order of rows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowKey {
    /// The whole launch.
    Launch,
    /// A phase as a whole.
    Phase(Arc<str>),
    /// What a phase spent outside Objective-C; with no name, what the launch did.
    Outside(Option<Arc<str>>),
    /// A method's self cost on the main thread.
    Method(Arc<str>),
}

/// A row, and who answers for it.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it stands for.
    pub key: RowKey,
    /// The module that owns it.
    pub module: Option<Arc<str>>,
    /// Whom to ask.
    pub owner: Option<Arc<str>>,
    /// Its limits.
    pub rule: RowRule,
}

impl Row {
    fn new(
        key: RowKey,
        module: Option<Arc<str>>,
        owner: Option<Arc<str>>,
        config: &Config,
        today: Date,
    ) -> Row {
        let (kind, name) = match &key {
            RowKey::Launch => (RowKind::Launch, "launch"),
            RowKey::Phase(name) => (RowKind::Phase, &**name),
            RowKey::Outside(name) => (RowKind::Phase, name.as_deref().unwrap_or("launch")),
            RowKey::Method(name) => (RowKind::Method, &**name),
        };
        let rule = config.rule_for(kind, name, module.as_deref(), today);
        Row { key, module, owner, rule }
    }
}

/// Rows × launches, both sides.
pub(super) struct Matrix {
    pub(super) rows: Vec<Row>,
    pub(super) before: Vec<Vec<f64>>,
    pub(super) after: Vec<Vec<f64>>,
    pub(super) calls: Vec<Option<(f64, f64)>>,
    /// Whether its rows may become findings.
    decides: bool,
}

#[derive(Default)]
struct Draft {
    module: Option<Arc<str>>,
    owner: Option<Arc<str>>,
    costs: [Vec<f64>; 2],
    calls: [Vec<f64>; 2],
}

impl Draft {
    fn add(&mut self, side: usize, launch: usize, launches: [usize; 2], cost: f64, calls: f64) {
        for (values, length) in self.costs.iter_mut().chain(&mut self.calls).zip(launches.into_iter().cycle())
        {
            values.resize(length, 0.0);
        }
        self.costs[side][launch] += cost;
        self.calls[side][launch] += calls;
    }
}

impl Matrix {
    /// The rows that add up to the launch.
    pub(super) fn parts(
        before: &[&Launch],
        base: Side<'_>,
        after: &[&Launch],
        new: Side<'_>,
        config: &Config,
        today: Date,
    ) -> Matrix {
        let mut drafts: BTreeMap<RowKey, Draft> = BTreeMap::new();
        let counts = [before.len(), after.len()];
        let by_phase =
            before.iter().chain(after).all(|launch| launch.phases.iter().all(|p| p.objc.is_some()));
        for (side, launches, table) in [(0, before, &base.launches.table), (1, after, &new.launches.table)] {
            for (at, launch) in launches.iter().enumerate() {
                for (id, cost) in launch.methods(table, Thread::Main) {
                    let method = table.method(id);
                    let draft = drafts.entry(RowKey::Method(Arc::clone(&method.name))).or_default();
                    // The new side says whose a method is now.
                    draft.module = method.module.clone().or(draft.module.take());
                    draft.owner = method.owner.clone().or(draft.owner.take());
                    draft.add(side, at, counts, cost.self_ns.0, cost.calls);
                }
                for (name, cost) in outside(launch, by_phase) {
                    drafts.entry(RowKey::Outside(name)).or_default().add(side, at, counts, cost, 0.0);
                }
            }
        }
        Matrix::from_drafts(drafts, true, config, today)
    }

    /// The launch and its phases as wholes.
    pub(super) fn wholes(before: &[&Launch], after: &[&Launch], config: &Config, today: Date) -> Matrix {
        let mut drafts: BTreeMap<RowKey, Draft> = BTreeMap::new();
        let counts = [before.len(), after.len()];
        for (side, launches) in [(0, before), (1, after)] {
            for (at, launch) in launches.iter().enumerate() {
                let whole = launch.duration().map_or_else(|| launch.objc().0, |duration| duration.0);
                drafts.entry(RowKey::Launch).or_default().add(side, at, counts, whole, 0.0);
                for phase in &launch.phases {
                    let key = RowKey::Phase(Arc::clone(&phase.name));
                    drafts.entry(key).or_default().add(side, at, counts, phase.duration().0, 0.0);
                }
            }
        }
        Matrix::from_drafts(drafts, false, config, today)
    }

    fn from_drafts(drafts: BTreeMap<RowKey, Draft>, decides: bool, config: &Config, today: Date) -> Matrix {
        let mut matrix = Matrix { rows: vec![], before: vec![], after: vec![], calls: vec![], decides };
        for (key, draft) in drafts {
            let is_method = matches!(key, RowKey::Method(_));
            let row = Row::new(key, draft.module, draft.owner, config, today);
            if row.rule.ignored {
                continue;
            }
            let [before_calls, after_calls] = draft.calls;
            let calls = (basic::median(&before_calls), basic::median(&after_calls));
            matrix.calls.push(is_method.then_some(calls));
            let [before, after] = draft.costs;
            matrix.rows.push(row);
            matrix.before.push(before);
            matrix.after.push(after);
        }
        matrix
    }

    pub(super) fn limits(&self) -> Vec<Limit> {
        let limit = |row: &Row| Limit {
            effect: row.rule.effect,
            floor: row.rule.floor.0,
            decides: self.decides && !row.rule.advisory,
        };
        self.rows.iter().map(limit).collect()
    }
}

/// What each phase spent outside Objective-C, where recorders on both sides know it; else what the launch did.
/// The overhead taken off may leave an error below zero, which costs cannot be.
fn outside(launch: &Launch, by_phase: bool) -> Vec<(Option<Arc<str>>, f64)> {
    if by_phase && !launch.phases.is_empty() {
        let of = |phase: &Phase| phase.outside().map(|rest| (Some(Arc::clone(&phase.name)), rest.0.max(0.0)));
        return launch.phases.iter().filter_map(of).collect();
    }
    launch.outside().map(|rest| (None, rest.0.max(0.0))).into_iter().collect()
}
