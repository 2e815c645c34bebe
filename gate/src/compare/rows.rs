//! Launches into rows of numbers.
//!
//! Invariant: in every launch the parts (methods and "outside Objective-C") add up to what was measured of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Counter;
use super::renamed;
use crate::config::{Config, Date, RowKind, RowRule, Threads};
use crate::launches::{Launch, Ns, Phase, Table, Thread};
use crate::stats::defaults::LEAST_FLOOR_NS;
use crate::stats::{Limit, basic};

/// The level of rows that are only advisory.
const ADVISORY: f64 = 0.05;

/// What a row stands for; the order is the order of rows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowKey {
    /// The whole launch.
    Launch,
    /// The moment of a mark.
    Mark(Arc<str>),
    /// A phase as a whole.
    Phase(Arc<str>),
    /// What a phase spent outside Objective-C; with no name, what the launch did.
    Outside(Option<Arc<str>>),
    /// A module's methods on the main thread together.
    Module(Arc<str>),
    /// How long a page took to render.
    Page(Arc<str>),
    /// A method's self cost on the main thread.
    Method(Arc<str>),
    /// A method's self cost on other threads.
    OtherThreads(Arc<str>),
    /// Instructions or cycles of a phase; with no name, of the launch.
    Count(Counter, Option<Arc<str>>),
    /// A function of a module, as samples found it, in what no other row tells.
    Function(Arc<str>, Arc<str>),
    /// The other functions of a module.
    OtherFunctions(Arc<str>),
}

impl RowKey {
    /// Of a count: the row of the time of the same phase, or of the launch.
    pub fn time(&self) -> Option<RowKey> {
        match self {
            RowKey::Count(_, None) => Some(RowKey::Launch),
            RowKey::Count(_, Some(phase)) => Some(RowKey::Phase(Arc::clone(phase))),
            _ => None,
        }
    }
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
    /// Of a method whose class was renamed: its name in the base.
    pub renamed_from: Option<Arc<str>>,
    /// Its limits.
    pub rule: RowRule,
}

impl Row {
    pub(super) fn new(
        key: RowKey,
        module: Option<Arc<str>>,
        owner: Option<Arc<str>>,
        config: &Config,
        today: Date,
    ) -> Row {
        let (kind, name) = match &key {
            RowKey::Launch => (RowKind::Launch, "launch"),
            RowKey::Phase(name) | RowKey::Mark(name) => (RowKind::Phase, &**name),
            RowKey::Outside(name) => (RowKind::Phase, name.as_deref().unwrap_or("launch")),
            RowKey::Module(name) => (RowKind::Module, &**name),
            RowKey::Page(name) => (RowKind::Page, &**name),
            RowKey::Method(name) | RowKey::OtherThreads(name) => (RowKind::Method, &**name),
            RowKey::Function(_, name) => (RowKind::Method, &**name),
            RowKey::OtherFunctions(name) => (RowKind::Module, &**name),
            RowKey::Count(_, None) => (RowKind::CountOfLaunch, "launch"),
            RowKey::Count(_, Some(name)) => (RowKind::CountOfPhase, &**name),
        };
        let rule = config.rule_for(kind, name, module.as_deref(), today);
        Row { key, module, owner, renamed_from: None, rule }
    }
}

/// A row's costs, launch by launch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values {
    /// In the baseline's launches that count, in their order.
    pub base: Vec<f64>,
    /// In the new ones.
    pub head: Vec<f64>,
}

/// The launches of both sides that count, and where their names are.
#[derive(Clone, Copy)]
pub(super) struct Counted<'a> {
    pub(super) base: &'a [&'a Launch],
    pub(super) base_table: &'a Table,
    pub(super) head: &'a [&'a Launch],
    pub(super) head_table: &'a Table,
}

impl<'a> Counted<'a> {
    pub(super) fn launches(self) -> impl Iterator<Item = (usize, usize, &'a Launch, &'a Table)> {
        let of = |side, launches: &'a [&'a Launch], table| {
            launches.iter().enumerate().map(move |(at, launch)| (side, at, *launch, table))
        };
        of(0, self.base, self.base_table).chain(of(1, self.head, self.head_table))
    }

    fn counts(self) -> [usize; 2] {
        [self.base.len(), self.head.len()]
    }
}

/// Rows × launches, both sides.
pub(super) struct Matrix {
    pub(super) rows: Vec<Row>,
    pub(super) values: Vec<Values>,
    pub(super) calls: Vec<Option<(f64, f64)>>,
    /// The calls of methods, launch by launch.
    pub(super) counts: Vec<Option<Values>>,
    decides: Vec<bool>,
}

#[derive(Default)]
struct Draft {
    renamed_from: Option<Arc<str>>,
    module: Option<Arc<str>>,
    owner: Option<Arc<str>>,
    costs: [Vec<f64>; 2],
    calls: [Vec<f64>; 2],
}

impl Draft {
    fn add(&mut self, side: usize, launch: usize, counts: [usize; 2], cost: f64, calls: f64) {
        if self.costs[0].is_empty() && self.costs[1].is_empty() {
            for (values, length) in self.costs.iter_mut().chain(&mut self.calls).zip(counts.iter().cycle()) {
                values.resize(*length, 0.0);
            }
        }
        self.costs[side][launch] += cost;
        self.calls[side][launch] += calls;
    }
}

type Drafts = BTreeMap<RowKey, Draft>;

fn add_methods(drafts: &mut Drafts, counted: Counted<'_>, thread: Thread) {
    // Ids are dense, so each method's place is looked up once a side and not once a launch.
    let mut places: [Vec<Option<RowKey>>; 2] =
        [vec![None; counted.base_table.len()], vec![None; counted.head_table.len()]];
    let mut by_id: [BTreeMap<u32, Draft>; 2] = Default::default();
    let counts = counted.counts();
    for (side, at, launch, table) in counted.launches() {
        for (id, cost) in launch.methods(table, thread) {
            if places[side][id.0 as usize].is_none() {
                let name = Arc::clone(&table.method(id).name);
                places[side][id.0 as usize] = Some(match thread {
                    Thread::Main => RowKey::Method(name),
                    Thread::Other => RowKey::OtherThreads(name),
                });
            }
            by_id[side].entry(id.0).or_default().add(side, at, counts, cost.self_ns.0, cost.calls);
        }
    }
    for (side, (of_side, keys)) in by_id.into_iter().zip(places).enumerate() {
        let table = if side == 0 { counted.base_table } else { counted.head_table };
        for ((id, draft), key) in of_side.into_iter().map(|(id, draft)| {
            let key = keys[id as usize].clone();
            ((id, draft), key)
        }) {
            let Some(key) = key else { continue };
            let method = table.method(crate::launches::MethodId(id));
            let into = drafts.entry(key).or_default();
            // The head says whose a method is now.
            into.module = method.module.clone().or(into.module.take());
            into.owner = method.owner.clone().or(into.owner.take());
            if into.costs[0].is_empty() && into.costs[1].is_empty() {
                (into.costs, into.calls) = (draft.costs, draft.calls);
            } else {
                let [costs, calls] = [draft.costs, draft.calls].map(|[_, head]| head);
                (into.costs[1], into.calls[1]) = (costs, calls);
            }
        }
    }
}

/// Makes one row of a method whose class was renamed: what the base spent under the old name, and the head under the new one.
fn join_renamed(drafts: &mut Drafts) {
    let names = |side: usize| -> BTreeSet<&str> {
        let has = |draft: &Draft| {
            draft.costs[side].iter().zip(&draft.calls[side]).any(|(cost, calls)| *cost > 0.0 || *calls > 0.0)
        };
        drafts
            .iter()
            .filter(|(_, draft)| has(draft))
            .filter_map(|(key, _)| match key {
                RowKey::Method(name) => Some(&**name),
                _ => None,
            })
            .collect()
    };
    let pairs: Vec<(Arc<str>, Arc<str>)> = renamed::find(&names(0), &names(1))
        .into_iter()
        .map(|(new, old)| (Arc::from(new), Arc::from(old)))
        .collect();
    for (new, old) in pairs {
        let Some(was) = drafts.remove(&RowKey::Method(Arc::clone(&old))) else { continue };
        let Some(is) = drafts.get_mut(&RowKey::Method(new)) else { continue };
        let ([costs, _], [calls, _]) = (was.costs, was.calls);
        (is.costs[0], is.calls[0], is.renamed_from) = (costs, calls, Some(old));
    }
}

impl Matrix {
    /// The rows that add up to the launch; other threads' too where they are judged.
    pub(super) fn parts(counted: Counted<'_>, config: &Config, today: Date) -> Matrix {
        let mut drafts = Drafts::new();
        let counts = counted.counts();
        let by_phase = counted.launches().all(|(_, _, l, _)| l.phases.iter().all(|p| p.objc.is_some()));
        add_methods(&mut drafts, counted, Thread::Main);
        join_renamed(&mut drafts);
        for (side, at, launch, _) in counted.launches() {
            for (name, cost) in outside(launch, by_phase) {
                drafts.entry(RowKey::Outside(name)).or_default().add(side, at, counts, cost, 0.0);
            }
        }
        if config.gate.threads == Threads::All {
            add_methods(&mut drafts, counted, Thread::Other);
        }
        Matrix::from_drafts(drafts, |_| true, config, today)
    }

    /// What does not add up to anything: pages, and other threads' methods where they are only listed.
    pub(super) fn beside(counted: Counted<'_>, config: &Config, today: Date) -> Matrix {
        let mut drafts = Drafts::new();
        let counts = counted.counts();
        for (side, at, launch, _) in counted.launches() {
            for page in &launch.pages {
                let key = RowKey::Page(Arc::clone(&page.name));
                drafts.entry(key).or_default().add(side, at, counts, page.render.0, 0.0);
            }
        }
        if config.gate.threads == Threads::Main {
            add_methods(&mut drafts, counted, Thread::Other);
        }
        Matrix::from_drafts(drafts, |key| matches!(key, RowKey::Page(_)), config, today)
    }

    /// The launch and its phases as wholes.
    pub(super) fn wholes(counted: Counted<'_>, config: &Config, today: Date) -> Matrix {
        let mut drafts = Drafts::new();
        let counts = counted.counts();
        for (side, at, launch, _) in counted.launches() {
            let whole = launch.duration().map_or_else(|| launch.objc().0, |duration| duration.0);
            drafts.entry(RowKey::Launch).or_default().add(side, at, counts, whole, 0.0);
            for phase in &launch.phases {
                let key = RowKey::Phase(Arc::clone(&phase.name));
                drafts.entry(key).or_default().add(side, at, counts, phase.duration().0, 0.0);
            }
        }
        Matrix::from_drafts(drafts, |_| true, config, today)
    }

    /// What was counted, launch after launch, the base's first: of each a number for each key.
    pub(super) fn counts(
        counted: Counted<'_>,
        keys: Vec<RowKey>,
        values: &[Vec<f64>],
        config: &Config,
        today: Date,
    ) -> Matrix {
        let counts = counted.counts();
        let mut drafts = Drafts::new();
        for (at, key) in keys.into_iter().enumerate() {
            let draft = drafts.entry(key).or_default();
            for ((side, launch, ..), values) in counted.launches().zip(values) {
                draft.add(side, launch, counts, values[at], 0.0);
            }
        }
        Matrix::from_drafts(drafts, |_| true, config, today)
    }

    /// Lets only some rows decide.
    pub(super) fn decide_where(&mut self, decides: impl Fn(usize) -> bool) {
        for (row, old) in self.decides.iter_mut().enumerate() {
            *old &= decides(row);
        }
    }

    /// The modules as wholes, which are shown and decide nothing.
    pub(super) fn whole_modules(&self, counted: Counted<'_>, config: &Config, today: Date) -> Matrix {
        let mut drafts = Drafts::new();
        self.add_modules(&mut drafts, counted.counts(), &BTreeSet::new(), 1);
        Matrix::from_drafts(drafts, |_| false, config, today)
    }

    /// The modules without the methods in `without`, where at least two others are left to be judged together.
    pub(super) fn modules(
        &self,
        counted: Counted<'_>,
        without: &BTreeSet<usize>,
        config: &Config,
        today: Date,
    ) -> Matrix {
        let mut drafts = Drafts::new();
        self.add_modules(&mut drafts, counted.counts(), without, 2);
        Matrix::from_drafts(drafts, |_| true, config, today)
    }

    fn add_modules(&self, drafts: &mut Drafts, counts: [usize; 2], without: &BTreeSet<usize>, least: usize) {
        for (module, members) in self.members() {
            let members: Vec<usize> = members.into_iter().filter(|row| !without.contains(row)).collect();
            if members.len() < least {
                continue;
            }
            let draft = drafts.entry(RowKey::Module(Arc::clone(&module))).or_default();
            draft.module = Some(module);
            // A module is its methods' owner's if they agree.
            let owner = &self.rows[members[0]].owner;
            draft.owner = owner.clone().filter(|_| members.iter().all(|&m| self.rows[m].owner == *owner));
            for &row in &members {
                let Values { base, head } = &self.values[row];
                for (side, values) in [base, head].into_iter().enumerate() {
                    for (at, value) in values.iter().enumerate() {
                        draft.add(side, at, counts, *value, 0.0);
                    }
                }
            }
        }
    }

    /// The methods of each module on the main thread, by row.
    pub(super) fn members(&self) -> BTreeMap<Arc<str>, Vec<usize>> {
        let mut members: BTreeMap<Arc<str>, Vec<usize>> = BTreeMap::new();
        for (at, row) in self.rows.iter().enumerate() {
            if let (RowKey::Method(_), Some(module)) = (&row.key, &row.module) {
                members.entry(Arc::clone(module)).or_default().push(at);
            }
        }
        members
    }

    fn from_drafts(
        drafts: Drafts,
        decides: impl Fn(&RowKey) -> bool,
        config: &Config,
        today: Date,
    ) -> Matrix {
        let mut matrix =
            Matrix { rows: vec![], values: vec![], calls: vec![], counts: vec![], decides: vec![] };
        for (key, draft) in drafts {
            let is_method = matches!(key, RowKey::Method(_) | RowKey::OtherThreads(_));
            matrix.decides.push(decides(&key));
            let row = Row {
                renamed_from: draft.renamed_from,
                ..Row::new(key, draft.module, draft.owner, config, today)
            };
            if row.rule.ignored {
                matrix.decides.pop();
                continue;
            }
            let [base_calls, head_calls] = draft.calls;
            let calls = (basic::median(&base_calls), basic::median(&head_calls));
            matrix.calls.push(is_method.then_some(calls));
            matrix.counts.push(is_method.then_some(Values { base: base_calls, head: head_calls }));
            let [base, head] = draft.costs;
            matrix.rows.push(row);
            matrix.values.push(Values { base, head });
        }
        matrix
    }

    pub(super) fn limits(&self) -> Vec<Limit> {
        let limit = |(row, decides): (&Row, &bool)| Limit {
            effect: row.rule.effect,
            floor: row.rule.floor.0,
            decides: *decides && !row.rule.advisory,
        };
        self.rows.iter().zip(&self.decides).map(limit).collect()
    }

    /// Whether a row that is only advisory is a finding, which fails nothing.
    /// It costs the others no power, so it is corrected by itself.
    pub(super) fn is_shown(&self, row: usize, p: f64) -> bool {
        let level = ADVISORY / self.rows.len().max(1) as f64;
        self.decides[row] && self.rows[row].rule.advisory && p <= level
    }
}

/// The settings with the floor that these launches have: the smaller of what is set and a share of the base's launch.
pub(super) fn with_floor(config: &Config, counted: Counted<'_>) -> Config {
    let mut config = config.clone();
    let launches: Vec<f64> = counted.base.iter().filter_map(|launch| Some(launch.duration()?.0)).collect();
    if !launches.is_empty() {
        let share = Ns((config.gate.floor_share * basic::median(&launches)).max(LEAST_FLOOR_NS));
        config.gate.floor = if share < config.gate.floor { share } else { config.gate.floor };
    }
    config
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
