//! Launches into rows of numbers.
//!
//! Invariant: in every launch the parts (methods and "outside Objective-C") add up to what was measured of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gate_config::{RowKind, RowRule, Threads};
use gate_launches::{Launch, MethodId, Ns, Phase, Table, Thread};
use gate_stats::{Limit, basic};

use super::renamed::{self, Only};
use super::rules::Rules;
use super::{JudgedPart, Side};
use crate::amount::Sides;
use crate::subject::Subject;

/// The level of rows that are only advisory.
const ADVISORY: f64 = 0.05;

/// A row, and who answers for it.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is about.
    pub subject: Subject,
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
        subject: Subject,
        module: Option<Arc<str>>,
        owner: Option<Arc<str>>,
        rules: Rules<'_>,
    ) -> Row {
        let (kind, names) = subject.rule();
        let rule = rules.of_row(kind, &names, module.as_deref());
        Row { subject, module, owner, renamed_from: None, rule }
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

impl Values {
    /// Returns the typical levels; 0 for a side without launches.
    pub(super) fn typical(&self) -> Sides<f64> {
        Sides { base: basic::typical(&self.base), head: basic::typical(&self.head) }
    }

    /// Returns the medians; 0 for a side without launches.
    pub(super) fn medians(&self) -> Sides<f64> {
        let median = |values: &[f64]| if values.is_empty() { 0.0 } else { basic::median(values) };
        Sides { base: median(&self.base), head: median(&self.head) }
    }
}

/// What of the launch was judged as one.
#[derive(Clone, Debug)]
pub struct LaunchPart {
    pub judged: JudgedPart,
    /// The rows that are left out, or that say why nothing is; those that hide most first, with the least and the most that each took in
    /// a launch of the base.
    pub left_out: Vec<VariableTime>,
}

/// A row that varies between launches of the base, with the least and the most that it took in one.
#[derive(Clone, Debug, PartialEq)]
pub struct VariableTime {
    pub subject: Subject,
    pub least: Ns,
    pub most: Ns,
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
    /// These launches, with the names of the sides that they are of.
    pub(super) fn of(
        (base_of, base): (Side<'a>, &'a [&'a Launch]),
        (head_of, head): (Side<'a>, &'a [&'a Launch]),
    ) -> Counted<'a> {
        Counted { base, base_table: &base_of.launches.table, head, head_table: &head_of.launches.table }
    }

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

type Drafts = BTreeMap<Subject, Draft>;

fn add_methods(drafts: &mut Drafts, counted: Counted<'_>, thread: Thread) {
    let tables = [counted.base_table, counted.head_table];
    let counts = counted.counts();
    // Ids are dense, so a method is found without a search in each launch, and its name is looked up once a side.
    let mut values = tables.map(|table| vec![[Vec::new(), Vec::new()]; table.len()]);
    for (side, at, launch, table) in counted.launches() {
        for (id, cost) in launch.methods(table, thread) {
            let [costs, calls] = &mut values[side][id.0 as usize];
            if costs.is_empty() {
                costs.resize(counts[side], 0.0);
                calls.resize(counts[side], 0.0);
            }
            costs[at] += cost.self_ns.0;
            calls[at] += cost.calls;
        }
    }
    for (side, of_side) in values.into_iter().enumerate() {
        for (id, [costs, calls]) in
            (0..).map(MethodId).zip(of_side).filter(|(_, [costs, _])| !costs.is_empty())
        {
            let method = tables[side].method(id);
            let name = Arc::clone(&method.name);
            let subject = match thread {
                Thread::Main => Subject::Method(name),
                Thread::Other => Subject::OtherThreads(name),
            };
            let into = drafts.entry(subject).or_default();
            // The head says whose a method is now.
            into.module = method.module.clone().or(into.module.take());
            into.owner = method.owner.clone().or(into.owner.take());
            into.costs[1 - side].resize(counts[1 - side], 0.0);
            into.calls[1 - side].resize(counts[1 - side], 0.0);
            (into.costs[side], into.calls[side]) = (costs, calls);
        }
    }
}

/// Makes one row of a method whose class was renamed, or that has a new selector in its class: what the base spent under the old name,
/// and the head under the new one.
fn join_renamed(drafts: &mut Drafts) {
    let has = |draft: &Draft, side: usize| {
        draft.costs[side].iter().zip(&draft.calls[side]).any(|(cost, calls)| *cost > 0.0 || *calls > 0.0)
    };
    let names = |side: usize| -> BTreeSet<&str> {
        let of_side = drafts.iter().filter(|(_, draft)| has(draft, side));
        of_side.filter_map(|(subject, _)| subject.main_method().map(|name| &**name)).collect()
    };
    let owned = |found: BTreeMap<&str, &str>| -> Vec<(Arc<str>, Arc<str>)> {
        found.into_iter().map(|(new, old)| (Arc::from(new), Arc::from(old))).collect()
    };
    let classes = owned(renamed::find(&names(0), &names(1)));
    join(drafts, classes);
    let only = |side: usize| -> Vec<Only<'_>> {
        let of_side = drafts.iter().filter(|(_, draft)| has(draft, side) && !has(draft, 1 - side));
        let alone = of_side.filter_map(|(subject, draft)| {
            let (cost, calls) = (basic::median(&draft.costs[side]), basic::median(&draft.calls[side]));
            Some(Only { name: subject.main_method()?, cost, calls })
        });
        alone.filter(|only| only.cost > 0.0).collect()
    };
    let methods = owned(renamed::in_class(&only(0), &only(1)));
    join(drafts, methods);
}

fn join(drafts: &mut Drafts, pairs: Vec<(Arc<str>, Arc<str>)>) {
    for (new, old) in pairs {
        let Some(was) = drafts.remove(&Subject::Method(Arc::clone(&old))) else { continue };
        let Some(is) = drafts.get_mut(&Subject::Method(new)) else { continue };
        let ([costs, _], [calls, _]) = (was.costs, was.calls);
        (is.costs[0], is.calls[0], is.renamed_from) = (costs, calls, Some(old));
    }
}

impl Matrix {
    /// The rows that add up to the launch; other threads' too where they are judged.
    pub(super) fn parts(counted: Counted<'_>, rules: Rules<'_>) -> Matrix {
        let mut drafts = Drafts::new();
        let counts = counted.counts();
        let by_phase = counted.launches().all(|(_, _, l, _)| l.phases.iter().all(|p| p.objc.is_some()));
        add_methods(&mut drafts, counted, Thread::Main);
        join_renamed(&mut drafts);
        for (side, at, launch, _) in counted.launches() {
            for (name, cost) in outside(launch, by_phase) {
                drafts.entry(Subject::Outside(name)).or_default().add(side, at, counts, cost, 0.0);
            }
        }
        if rules.config.gate.threads == Threads::All {
            add_methods(&mut drafts, counted, Thread::Other);
        }
        Matrix::from_drafts(drafts, |_| true, rules)
    }

    /// What does not add up to anything: pages, and other threads' methods where they are only listed.
    pub(super) fn beside(counted: Counted<'_>, rules: Rules<'_>) -> Matrix {
        let mut drafts = Drafts::new();
        let counts = counted.counts();
        for (side, at, launch, _) in counted.launches() {
            for page in &launch.pages {
                let key = Subject::Page(Arc::clone(&page.name));
                drafts.entry(key).or_default().add(side, at, counts, page.render.0, 0.0);
            }
        }
        if rules.config.gate.threads == Threads::Main {
            add_methods(&mut drafts, counted, Thread::Other);
        }
        Matrix::from_drafts(drafts, |key| matches!(key, Subject::Page(_)), rules)
    }

    /// The launch and its phases as wholes, without what is ignored in them.
    pub(super) fn wholes(counted: Counted<'_>, rules: Rules<'_>) -> Matrix {
        let mut drafts = Drafts::new();
        let counts = counted.counts();
        let mut ignored = Ignored::new(counted, rules);
        for (side, at, launch, table) in counted.launches() {
            let whole = launch.duration().map_or_else(|| launch.objc().0, |duration| duration.0);
            let taken = ignored.in_launch(side, launch, table);
            let left = (whole - taken.launch).max(0.0);
            drafts.entry(Subject::Launch).or_default().add(side, at, counts, left, 0.0);
            for (phase, taken) in launch.phases.iter().zip(taken.phases) {
                let key = Subject::Phase(Arc::clone(&phase.name));
                let left = (phase.duration().0 - taken).max(0.0);
                drafts.entry(key).or_default().add(side, at, counts, left, 0.0);
            }
        }
        Matrix::from_drafts(drafts, |_| true, rules)
    }

    /// What was counted, launch after launch, the base's first: of each a number for each key.
    pub(super) fn counts(
        counted: Counted<'_>,
        keys: Vec<Subject>,
        values: &[Vec<f64>],
        rules: Rules<'_>,
    ) -> Matrix {
        let counts = counted.counts();
        let mut drafts = Drafts::new();
        for (at, key) in keys.into_iter().enumerate() {
            let draft = drafts.entry(key).or_default();
            for ((side, launch, ..), values) in counted.launches().zip(values) {
                draft.add(side, launch, counts, values[at], 0.0);
            }
        }
        Matrix::from_drafts(drafts, |_| true, rules)
    }

    /// Lets only some rows decide.
    pub(super) fn decide_where(&mut self, decides: impl Fn(usize) -> bool) {
        for (row, old) in self.decides.iter_mut().enumerate() {
            *old &= decides(row);
        }
    }

    /// The modules as wholes, which are shown and decide nothing.
    pub(super) fn whole_modules(&self, counted: Counted<'_>, rules: Rules<'_>) -> Matrix {
        let mut drafts = Drafts::new();
        self.add_modules(&mut drafts, counted.counts(), &BTreeSet::new(), 1);
        Matrix::from_drafts(drafts, |_| false, rules)
    }

    /// The modules without the methods in `without`, where at least two others are left to be judged together.
    pub(super) fn modules(
        &self,
        counted: Counted<'_>,
        without: &BTreeSet<usize>,
        rules: Rules<'_>,
    ) -> Matrix {
        let mut drafts = Drafts::new();
        self.add_modules(&mut drafts, counted.counts(), without, 2);
        Matrix::from_drafts(drafts, |_| true, rules)
    }

    fn add_modules(&self, drafts: &mut Drafts, counts: [usize; 2], without: &BTreeSet<usize>, least: usize) {
        for (module, members) in self.members() {
            let members: Vec<usize> = members.into_iter().filter(|row| !without.contains(row)).collect();
            if members.len() < least {
                continue;
            }
            let draft = drafts.entry(Subject::Module(Arc::clone(&module))).or_default();
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

    /// Since which session a module's sum is what it is: the newest at which one of its methods began anew.
    pub(super) fn begun_anew_by_module(&self, anew: &[usize]) -> BTreeMap<Arc<str>, usize> {
        let newest = |rows: Vec<usize>| rows.into_iter().filter_map(|row| anew.get(row)).max().copied();
        self.members().into_iter().filter_map(|(name, rows)| Some((name, newest(rows)?))).collect()
    }

    /// The methods of each module on the main thread, by row.
    pub(super) fn members(&self) -> BTreeMap<Arc<str>, Vec<usize>> {
        let mut members: BTreeMap<Arc<str>, Vec<usize>> = BTreeMap::new();
        for (at, row) in self.rows.iter().enumerate() {
            if let (Subject::Method(_), Some(module)) = (&row.subject, &row.module) {
                members.entry(Arc::clone(module)).or_default().push(at);
            }
        }
        members
    }

    fn from_drafts(drafts: Drafts, decides: impl Fn(&Subject) -> bool, rules: Rules<'_>) -> Matrix {
        let mut matrix =
            Matrix { rows: vec![], values: vec![], calls: vec![], counts: vec![], decides: vec![] };
        for (key, draft) in drafts {
            let is_method = matches!(key, Subject::Method(_) | Subject::OtherThreads(_));
            matrix.decides.push(decides(&key));
            let row =
                Row { renamed_from: draft.renamed_from, ..Row::new(key, draft.module, draft.owner, rules) };
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

    /// What was judged of these parts as one, with the names of what is left out.
    pub(super) fn part(&self, judged: JudgedPart) -> LaunchPart {
        let named = judged.left_out.iter().map(|&row| {
            let took = || self.values[row].base.iter().copied();
            let (least, most) = (took().fold(f64::INFINITY, f64::min), took().fold(0.0, f64::max));
            let subject = self.rows[row].subject.clone();
            VariableTime { subject, least: Ns(least.min(most)), most: Ns(most) }
        });
        LaunchPart { left_out: named.collect(), judged }
    }

    pub(super) fn limits(&self) -> Vec<Limit> {
        let limit = |(row, decides): (&Row, &bool)| Limit {
            effect: row.rule.limits.effect,
            floor: row.rule.limits.floor.0,
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

/// The settings ignore some rows: their time is no part of the launch and of its phases either.
struct Ignored<'a> {
    rules: Rules<'a>,
    /// Of each side's methods, whether they are ignored, once that was asked.
    methods: [Vec<Option<bool>>; 2],
}

/// What is ignored in one launch, in nanoseconds.
struct Taken {
    launch: f64,
    phases: Vec<f64>,
}

impl<'a> Ignored<'a> {
    fn new(counted: Counted<'_>, rules: Rules<'a>) -> Self {
        let of = |table: &Table| vec![None; table.len()];
        Self { rules, methods: [of(counted.base_table), of(counted.head_table)] }
    }

    fn in_launch(&mut self, side: usize, launch: &Launch, table: &Table) -> Taken {
        let mut taken = Taken { launch: 0.0, phases: vec![0.0; launch.phases.len()] };
        if self.rules.config.overrides.is_empty() {
            return taken;
        }
        let is_out = |phase: &Phase| self.rules.of_row(RowKind::Phase, &[&phase.name], None).ignored;
        let out: Vec<bool> = launch.phases.iter().map(is_out).collect();
        for (phase, _) in launch.phases.iter().zip(&out).filter(|(_, out)| **out) {
            taken.launch += phase.duration().0;
        }
        for cost in launch.costs.iter().filter(|cost| cost.thread == Thread::Main) {
            let known = &mut self.methods[side][cost.method.0 as usize];
            let is_ignored = *known.get_or_insert_with(|| {
                let method = table.method(cost.method);
                self.rules.of_row(RowKind::Method, &[&method.name], method.module.as_deref()).ignored
            });
            let phase = cost.phase.map(|phase| usize::from(phase.0));
            if !is_ignored || phase.and_then(|phase| out.get(phase)) == Some(&true) {
                continue;
            }
            taken.launch += cost.self_ns.0;
            if let Some(of_phase) = phase.and_then(|phase| taken.phases.get_mut(phase)) {
                *of_phase += cost.self_ns.0;
            }
        }
        taken
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
