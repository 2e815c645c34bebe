//! Makes the rows of a comparison. A row is a measured quantity, such as the cost of a method, with one number for each launch.
//!
//! Invariant: in every launch the costs of the parts (methods and "outside Objective-C") add up to the measured time of the launch.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gate_config::{JudgedThreads, RowKind, RowRule};
use gate_launches::{Launch, MethodId, MethodTable, Page, Phase, Span, ThreadKind};
use gate_stats::{Limit, basic};
use serde::{Deserialize, Serialize};

use super::renamed::{self, UnmatchedMethod};
use super::rules::Rules;
use super::{PassPart, Side};
use crate::amount::{Amount, Sides};
use crate::reason::VariableRow;
use crate::subject::Subject;

/// The significance level for rows that are advisory.
const ADVISORY_ALPHA: f64 = 0.05;
/// A row is negligible if its cost is below this share of the smallest growth that fails a check.
const NEGLIGIBLE_SHARE: f64 = 0.1;

/// A row (a measured quantity that is compared), with its module, its owner and the rule for its limits.
#[derive(Clone, Debug)]
pub struct Row {
    pub subject: Subject,
    /// The module to which the row belongs; `None` for rows without a module, such as the launch.
    pub module: Option<Arc<str>>,
    /// The person or team that owns the code.
    pub owner: Option<Arc<str>>,
    /// The name of the row's method in the base, if the method was renamed; otherwise `None`.
    pub renamed_from: Option<Arc<str>>,
    pub rule: RowRule,
}

impl Row {
    pub(super) fn new(
        subject: Subject,
        module: Option<Arc<str>>,
        owner: Option<Arc<str>>,
        rules: Rules<'_>,
    ) -> Row {
        let (kind, names) = subject.rule_key();
        let rule = rules.for_row(kind, &names, module.as_deref());
        Row { subject, module, owner, renamed_from: None, rule }
    }

    /// Returns the limits of this row for the statistics. An advisory row never decides.
    pub(super) fn limit(&self, decides: bool) -> Limit {
        let limits = self.rule.limits;
        let decides = decides && !self.rule.advisory;
        Limit { decides, ..Limit::new(limits.effect, limits.floor.0) }
    }
}

/// The costs of a row in each launch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RowValues {
    /// The costs in the admitted launches of the base, in the order of the launches.
    pub base: Vec<f64>,
    /// The costs in the admitted launches of the head, in the order of the launches.
    pub head: Vec<f64>,
}

impl RowValues {
    /// Makes values that are 0 in each launch.
    pub(super) fn zero(launches: Sides<usize>) -> RowValues {
        RowValues { base: vec![0.0; launches.base], head: vec![0.0; launches.head] }
    }

    /// Adds up the costs of several rows in each launch.
    pub(super) fn sum<'v>(all: impl IntoIterator<Item = &'v RowValues>) -> RowValues {
        let mut sum = RowValues::default();
        for values in all {
            for (sum, values) in [(&mut sum.base, &values.base), (&mut sum.head, &values.head)] {
                sum.resize(values.len(), 0.0);
                sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            }
        }
        sum
    }

    /// Returns the costs of a side (0 is the base, 1 is the head), as a mutable reference.
    pub(super) fn side_mut(&mut self, side: usize) -> &mut Vec<f64> {
        if side == 0 { &mut self.base } else { &mut self.head }
    }

    /// Returns the costs of a side (0 is the base, 1 is the head).
    pub(super) fn side(&self, side: usize) -> &Vec<f64> {
        if side == 0 { &self.base } else { &self.head }
    }

    /// Returns the typical cost of each side; 0 for a side without launches.
    pub(super) fn typical_costs(&self) -> Sides<f64> {
        Sides { base: basic::typical_level(&self.base), head: basic::typical_level(&self.head) }
    }

    /// Returns the median cost of each side; 0 for a side without launches.
    pub(super) fn medians(&self) -> Sides<f64> {
        let median = |values: &[f64]| if values.is_empty() { 0.0 } else { basic::median(values) };
        Sides { base: median(&self.base), head: median(&self.head) }
    }
}

/// The part of the launch that was tested as one row. The part is the sum of the rows that do not vary too much.
#[derive(Clone, Debug)]
pub struct LaunchPart {
    pub judged: PassPart,
    /// The rows that were excluded from the part because they vary too much, the row with the largest effect on the scatter first. If too
    /// little of the launch would remain, no row was excluded, and this list contains the rows that would have been excluded.
    pub excluded_rows: Vec<VariableRow>,
}

/// The launches of both sides that were admitted to the comparison, and the tables of method names of both sides.
#[derive(Clone, Copy)]
pub(super) struct AdmittedLaunches<'a> {
    pub(super) base: &'a [&'a Launch],
    pub(super) base_table: &'a MethodTable,
    pub(super) head: &'a [&'a Launch],
    pub(super) head_table: &'a MethodTable,
}

impl<'a> AdmittedLaunches<'a> {
    /// Combines admitted launches with the tables of method names of their sides.
    pub(super) fn new(sides: Sides<Side<'a>>, base: &'a [&'a Launch], head: &'a [&'a Launch]) -> Self {
        let tables = sides.map(|side| &side.launches.table);
        AdmittedLaunches { base, base_table: tables.base, head, head_table: tables.head }
    }

    /// Returns all launches of both sides. Each launch has its side (0 is the base, 1 is the head), its index on this side and the table of
    /// its method names. The base's launches come first.
    pub(super) fn launches(self) -> impl Iterator<Item = (usize, usize, &'a Launch, &'a MethodTable)> {
        let with_side = |side, launches: &'a [&'a Launch], table| {
            launches.iter().enumerate().map(move |(at, launch)| (side, at, *launch, table))
        };
        with_side(0, self.base, self.base_table).chain(with_side(1, self.head, self.head_table))
    }

    /// Returns the number of launches of each side.
    pub(super) fn launch_counts(self) -> Sides<usize> {
        Sides { base: self.base.len(), head: self.head.len() }
    }

    /// Returns the median duration of the base's launches, if durations are known.
    pub(super) fn base_duration(self) -> Option<f64> {
        let durations: Vec<f64> = self.base.iter().filter_map(|launch| Some(launch.duration()?.0)).collect();
        (!durations.is_empty()).then(|| basic::median(&durations))
    }
}

/// The costs of all rows in all launches of both sides.
pub(super) struct Matrix {
    pub(super) rows: Vec<Row>,
    pub(super) values: Vec<RowValues>,
    /// The median calls of each method and span, and the median appearances of each page.
    pub(super) calls: Vec<Option<Sides<f64>>>,
    /// The calls of each method in each launch.
    pub(super) counts: Vec<Option<RowValues>>,
    decides: Vec<bool>,
}

/// A row whose costs are still being added up.
#[derive(Default)]
struct RowDraft {
    renamed_from: Option<Arc<str>>,
    module: Option<Arc<str>>,
    owner: Option<Arc<str>>,
    costs: RowValues,
    /// The calls of a method or span, or the appearances of a page, in each launch. Other rows have no calls.
    calls: RowValues,
}

impl RowDraft {
    fn new(launches: Sides<usize>) -> RowDraft {
        RowDraft { costs: RowValues::zero(launches), ..RowDraft::default() }
    }

    fn with_calls(launches: Sides<usize>) -> RowDraft {
        RowDraft { calls: RowValues::zero(launches), ..RowDraft::new(launches) }
    }

    /// Returns whether a side spends time in this row, or calls the row's method.
    fn is_used(&self, side: usize) -> bool {
        let mut both = self.costs.side(side).iter().chain(self.calls.side(side));
        both.any(|value| *value > 0.0)
    }
}

/// The rows whose costs are still being added up, and the number of launches of each side.
struct RowDrafts {
    rows: BTreeMap<Subject, RowDraft>,
    launches: Sides<usize>,
}

impl RowDrafts {
    fn new(launches: AdmittedLaunches<'_>) -> RowDrafts {
        RowDrafts { rows: BTreeMap::new(), launches: launches.launch_counts() }
    }

    /// Adds a cost to a row that is not a method.
    fn add(&mut self, subject: Subject, side: usize, launch: usize, cost: f64) {
        let draft = self.rows.entry(subject).or_insert_with(|| RowDraft::new(self.launches));
        draft.costs.side_mut(side)[launch] += cost;
    }

    /// Adds the render time and the appearances of a page in one launch.
    fn add_page(&mut self, page: &Page, side: usize, launch: usize) {
        let subject = Subject::Page(Arc::clone(&page.name));
        let draft = self.rows.entry(subject).or_insert_with(|| RowDraft::with_calls(self.launches));
        draft.costs.side_mut(side)[launch] += page.render.0;
        draft.calls.side_mut(side)[launch] += page.appearances as f64;
    }

    /// Adds the time of a span. A span belongs to the module and the owner of the method or image in which it begins.
    fn add_span(&mut self, span: &Span, side: usize, launch: usize, table: &MethodTable) {
        let subject = Subject::Span(Arc::clone(&span.name));
        let draft = self.rows.entry(subject).or_insert_with(|| RowDraft::with_calls(self.launches));
        draft.costs.side_mut(side)[launch] += span.total.0;
        draft.calls.side_mut(side)[launch] += span.calls;
        if let Some(id) = span.caller.as_ref().and_then(|caller| table.find(caller)) {
            let method = table.method(id);
            draft.module = method.module.clone().or(draft.module.take());
            draft.owner = method.owner.clone().or(draft.owner.take());
        }
    }

    /// Adds the costs and calls of the methods on one thread.
    fn add_methods(&mut self, launches: AdmittedLaunches<'_>, thread: ThreadKind) {
        let tables = [launches.base_table, launches.head_table];
        // The ids of methods are consecutive numbers, so costs are first added up in lists that are indexed by id. A method's name is
        // therefore looked up only once for each side.
        let mut drafts = tables.map(|table| (0..table.len()).map(|_| None::<RowDraft>).collect::<Vec<_>>());
        for (side, at, launch, table) in launches.launches() {
            for (id, cost) in launch.method_costs(table, thread) {
                let draft =
                    drafts[side][id.0 as usize].get_or_insert_with(|| RowDraft::with_calls(self.launches));
                draft.costs.side_mut(side)[at] += cost.self_ns.0;
                draft.calls.side_mut(side)[at] += cost.calls;
            }
        }
        for (side, drafts) in drafts.into_iter().enumerate() {
            for (id, draft) in (0..).map(MethodId).zip(drafts) {
                let Some(mut draft) = draft else { continue };
                let method = tables[side].method(id);
                let name = Arc::clone(&method.name);
                let subject = match thread {
                    ThreadKind::Main => Subject::Method(name),
                    ThreadKind::Other => Subject::OtherThreads(name),
                };
                let known = self.rows.entry(subject).or_insert_with(|| RowDraft::with_calls(self.launches));
                // The head's table is read last, so it decides the module and the owner.
                known.module = method.module.clone().or(known.module.take());
                known.owner = method.owner.clone().or(known.owner.take());
                std::mem::swap(known.costs.side_mut(side), draft.costs.side_mut(side));
                std::mem::swap(known.calls.side_mut(side), draft.calls.side_mut(side));
            }
        }
    }

    /// Makes one row of the old and the new name of each method whose class was renamed, or that has a new selector in its class. The row
    /// has the base's cost under the old name and the head's cost under the new name.
    fn join_renamed(&mut self) {
        let classes = renamed::find_renamed_classes(&self.main_methods(0), &self.main_methods(1));
        self.join_rows(classes);
        let methods = renamed::find_renamed_methods(&self.unmatched_methods(0), &self.unmatched_methods(1));
        self.join_rows(methods);
    }

    /// Returns the methods that a side uses on the main thread.
    fn main_methods(&self, side: usize) -> BTreeSet<Arc<str>> {
        let used = self.rows.iter().filter(|(_, draft)| draft.is_used(side));
        used.filter_map(|(subject, _)| subject.main_method().cloned()).collect()
    }

    /// Returns the methods on the main thread that only this side has and that take time.
    fn unmatched_methods(&self, side: usize) -> Vec<UnmatchedMethod> {
        let alone = self.rows.iter().filter(|(_, draft)| draft.is_used(side) && !draft.is_used(1 - side));
        let alone = alone.filter_map(|(subject, draft)| {
            let (cost, calls) = (draft.costs.side(side), draft.calls.side(side));
            let name = Arc::clone(subject.main_method()?);
            Some(UnmatchedMethod { name, cost: basic::median(cost), calls: basic::median(calls) })
        });
        alone.filter(|method| method.cost > 0.0).collect()
    }

    /// Joins the row of each renamed method with the row of its old name. The map contains the old name for each new name.
    fn join_rows(&mut self, renamed: BTreeMap<Arc<str>, Arc<str>>) {
        for (new, old) in renamed {
            let Some(base) = self.rows.remove(&Subject::Method(Arc::clone(&old))) else { continue };
            let Some(head) = self.rows.get_mut(&Subject::Method(new)) else { continue };
            (head.costs.base, head.calls.base) = (base.costs.base, base.calls.base);
            head.renamed_from = Some(old);
        }
    }
}

impl Matrix {
    /// Makes the rows that add up to the launch. The rows include the methods of other threads if the settings request that these methods
    /// are judged.
    pub(super) fn part_rows(launches: AdmittedLaunches<'_>, rules: Rules<'_>) -> Matrix {
        let mut drafts = RowDrafts::new(launches);
        let by_phase = launches.launches().all(|(_, _, l, _)| l.phases.iter().all(|p| p.objc.is_some()));
        drafts.add_methods(launches, ThreadKind::Main);
        drafts.join_renamed();
        for (side, at, launch, _) in launches.launches() {
            for (name, cost) in time_outside_objc(launch, by_phase) {
                drafts.add(Subject::Outside(name), side, at, cost);
            }
        }
        if rules.config.gate.threads == JudgedThreads::All {
            drafts.add_methods(launches, ThreadKind::Other);
        }
        Matrix::from_drafts(drafts, |_| true, rules)
    }

    /// Makes the rows that exist in addition to the launch's parts: pages, spans, and the methods of other threads if the settings only
    /// list these methods.
    pub(super) fn auxiliary_rows(launches: AdmittedLaunches<'_>, rules: Rules<'_>) -> Matrix {
        let mut drafts = RowDrafts::new(launches);
        for (side, at, launch, table) in launches.launches() {
            for page in &launch.pages {
                drafts.add_page(page, side, at);
            }
            for span in &launch.spans {
                drafts.add_span(span, side, at, table);
            }
        }
        if rules.config.gate.threads == JudgedThreads::Main {
            drafts.add_methods(launches, ThreadKind::Other);
        }
        Matrix::from_drafts(drafts, |subject| subject.is_page() || subject.is_span(), rules)
    }

    /// Makes the rows of the whole launch and of whole phases. The time of rows that the settings ignore is not included.
    pub(super) fn total_rows(launches: AdmittedLaunches<'_>, rules: Rules<'_>) -> Matrix {
        let mut drafts = RowDrafts::new(launches);
        let mut ignored = IgnoredRows::new(launches, rules);
        for (side, at, launch, table) in launches.launches() {
            let whole = launch.duration().map_or_else(|| launch.objc_time().0, |duration| duration.0);
            let ignored = ignored.ignored_time(side, launch, table);
            drafts.add(Subject::Launch, side, at, (whole - ignored.launch).max(0.0));
            for (phase, ignored) in launch.phases.iter().zip(ignored.phases) {
                let time = (phase.duration().0 - ignored).max(0.0);
                drafts.add(Subject::Phase(Arc::clone(&phase.name)), side, at, time);
            }
        }
        Matrix::from_drafts(drafts, |_| true, rules)
    }

    /// Makes the rows of counters. `values` contains the number of each subject, for each launch in order.
    pub(super) fn counter_rows(
        launches: AdmittedLaunches<'_>,
        subjects: Vec<Subject>,
        values: &[Vec<f64>],
        rules: Rules<'_>,
    ) -> Matrix {
        let mut drafts = RowDrafts::new(launches);
        for ((side, at, ..), values) in launches.launches().zip(values) {
            for (subject, value) in subjects.iter().zip(values) {
                drafts.add(subject.clone(), side, at, *value);
            }
        }
        Matrix::from_drafts(drafts, |_| true, rules)
    }

    /// Sets which of the rows may become findings.
    pub(super) fn restrict_deciding(&mut self, decides: impl Fn(usize) -> bool) {
        for (row, old) in self.decides.iter_mut().enumerate() {
            *old &= decides(row);
        }
    }

    /// Makes the rows of modules with all their methods, which cannot become findings.
    pub(super) fn whole_modules(&self, launches: AdmittedLaunches<'_>, rules: Rules<'_>) -> Matrix {
        let modules = self.module_drafts(launches, &BTreeSet::new(), 1);
        Matrix::from_drafts(modules, |_| false, rules)
    }

    /// Makes a row for each module that has at least two methods which are not in `without`. The row is the sum of the module's methods
    /// that are not in `without`.
    pub(super) fn module_rows(
        &self,
        launches: AdmittedLaunches<'_>,
        without: &BTreeSet<usize>,
        rules: Rules<'_>,
    ) -> Matrix {
        let modules = self.module_drafts(launches, without, 2);
        Matrix::from_drafts(modules, |_| true, rules)
    }

    fn module_drafts(
        &self,
        launches: AdmittedLaunches<'_>,
        without: &BTreeSet<usize>,
        least: usize,
    ) -> RowDrafts {
        let mut drafts = RowDrafts::new(launches);
        for (module, mut members) in self.rows_by_module() {
            members.retain(|row| !without.contains(row));
            if members.len() < least {
                continue;
            }
            // A module has the owner of its methods if they all have the same owner.
            let owner = &self.rows[members[0]].owner;
            let owner = owner.clone().filter(|_| members.iter().all(|&m| self.rows[m].owner == *owner));
            let costs = RowValues::sum(members.iter().map(|&row| &self.values[row]));
            let draft = RowDraft { module: Some(Arc::clone(&module)), owner, costs, ..RowDraft::default() };
            drafts.rows.insert(Subject::Module(module), draft);
        }
        drafts
    }

    /// Returns, for each module, the index of the session since which all methods of the module have their present cost levels.
    pub(super) fn level_starts_of_modules(&self, starts: &[usize]) -> BTreeMap<Arc<str>, usize> {
        let newest = |rows: Vec<usize>| rows.into_iter().filter_map(|row| starts.get(row)).max().copied();
        self.rows_by_module().into_iter().filter_map(|(name, rows)| Some((name, newest(rows)?))).collect()
    }

    /// Returns the rows of each module's methods on the main thread.
    pub(super) fn rows_by_module(&self) -> BTreeMap<Arc<str>, Vec<usize>> {
        let mut members: BTreeMap<Arc<str>, Vec<usize>> = BTreeMap::new();
        for (at, row) in self.rows.iter().enumerate() {
            if let (Subject::Method(_), Some(module)) = (&row.subject, &row.module) {
                members.entry(Arc::clone(module)).or_default().push(at);
            }
        }
        members
    }

    fn from_drafts(drafts: RowDrafts, decides: impl Fn(&Subject) -> bool, rules: Rules<'_>) -> Matrix {
        let mut matrix =
            Matrix { rows: vec![], values: vec![], calls: vec![], counts: vec![], decides: vec![] };
        for (subject, draft) in drafts.rows {
            let (decides, is_method) = (decides(&subject), subject.method().is_some());
            let has_calls = is_method || subject.is_page() || subject.is_span();
            let row = Row {
                renamed_from: draft.renamed_from,
                ..Row::new(subject, draft.module, draft.owner, rules)
            };
            if row.rule.ignored {
                continue;
            }
            matrix.decides.push(decides);
            matrix.calls.push(has_calls.then(|| draft.calls.medians()));
            matrix.counts.push(is_method.then_some(draft.calls));
            matrix.rows.push(row);
            matrix.values.push(draft.costs);
        }
        matrix
    }

    /// Adds the names of the excluded rows to the result for the judged part of the launch.
    pub(super) fn launch_part(&self, judged: PassPart) -> LaunchPart {
        let excluded_rows = judged.excluded_rows.iter().map(|&row| self.variable_row(row)).collect();
        LaunchPart { excluded_rows, judged }
    }

    fn variable_row(&self, row: usize) -> VariableRow {
        let times = || self.values[row].base.iter().copied();
        let (least, most) = (times().fold(f64::INFINITY, f64::min), times().fold(0.0, f64::max));
        let [least, most] = [least.min(most), most].map(Amount::from_ns);
        VariableRow { subject: self.rows[row].subject.clone(), least, most }
    }

    /// Returns the limits of the rows for the statistics.
    pub(super) fn limits(&self) -> Vec<Limit> {
        self.rows.iter().zip(&self.decides).map(|(row, decides)| row.limit(*decides)).collect()
    }

    /// Returns the limits of the parts of the launch. A part that could not fail a check even if it took ten times as long is marked as
    /// negligible. The mean cost of both builds decides whether a part is negligible, so the decision does not depend on which build is the
    /// head.
    pub(super) fn limits_of_parts(&self, fail_from: f64) -> Vec<Limit> {
        let cost = |values: &RowValues| f64::midpoint(basic::mean(&values.base), basic::mean(&values.head));
        let costs: Vec<f64> = self.values.iter().map(cost).collect();
        let least = NEGLIGIBLE_SHARE * fail_from * costs.iter().sum::<f64>();
        let mut limits = self.limits();
        for ((limit, row), cost) in limits.iter_mut().zip(&self.rows).zip(costs) {
            limit.is_negligible = cost < least && !row.rule.critical;
        }
        limits
    }

    /// Returns whether an advisory row becomes a finding, which is only shown and does not fail the check. Advisory rows have a separate
    /// correction for multiple tests, so they do not reduce the power of other rows.
    pub(super) fn is_advisory_finding(&self, row: usize, p: f64) -> bool {
        let level = ADVISORY_ALPHA / self.rows.len().max(1) as f64;
        self.decides[row] && self.rows[row].rule.advisory && p <= level
    }
}

/// The rows that the settings ignore. The time of ignored rows is also removed from the launch and its phases.
struct IgnoredRows<'a> {
    rules: Rules<'a>,
    /// For each side and method, whether the settings ignore the method; `None` until the answer is first needed.
    methods: [Vec<Option<bool>>; 2],
}

/// The ignored time of one launch, in nanoseconds.
struct IgnoredTime {
    launch: f64,
    phases: Vec<f64>,
}

impl<'a> IgnoredRows<'a> {
    fn new(launches: AdmittedLaunches<'_>, rules: Rules<'a>) -> Self {
        let tables = [launches.base_table, launches.head_table];
        Self { rules, methods: tables.map(|table| vec![None; table.len()]) }
    }

    fn ignored_time(&mut self, side: usize, launch: &Launch, table: &MethodTable) -> IgnoredTime {
        let mut ignored = IgnoredTime { launch: 0.0, phases: vec![0.0; launch.phases.len()] };
        if self.rules.config.overrides.is_empty() {
            return ignored;
        }
        let is_ignored = |phase: &Phase| self.rules.for_row(RowKind::Phase, &[&phase.name], None).ignored;
        let phases: Vec<bool> = launch.phases.iter().map(is_ignored).collect();
        for (phase, _) in launch.phases.iter().zip(&phases).filter(|(_, is_ignored)| **is_ignored) {
            ignored.launch += phase.duration().0;
        }
        for cost in launch.costs.iter().filter(|cost| cost.thread == ThreadKind::Main) {
            let known = &mut self.methods[side][cost.method.0 as usize];
            let is_ignored = *known.get_or_insert_with(|| {
                let method = table.method(cost.method);
                self.rules.for_row(RowKind::Method, &[&method.name], method.module.as_deref()).ignored
            });
            let phase = cost.phase.map(|phase| usize::from(phase.0));
            if !is_ignored || phase.and_then(|phase| phases.get(phase)) == Some(&true) {
                continue;
            }
            ignored.launch += cost.self_ns.0;
            if let Some(time) = phase.and_then(|phase| ignored.phases.get_mut(phase)) {
                *time += cost.self_ns.0;
            }
        }
        ignored
    }
}

/// Returns the time outside Objective-C: the time in each phase if all recorders measured it, otherwise the time in the whole launch. A
/// time may be negative because of the error of the overhead that was subtracted. A negative time is raised to 0.
fn time_outside_objc(launch: &Launch, by_phase: bool) -> Vec<(Option<Arc<str>>, f64)> {
    if by_phase && !launch.phases.is_empty() {
        let outside = launch.phases.iter().filter_map(|phase| Some((phase, phase.outside_objc()?)));
        return outside.map(|(phase, time)| (Some(Arc::clone(&phase.name)), time.0.max(0.0))).collect();
    }
    launch.outside_objc().map(|time| (None, time.0.max(0.0))).into_iter().collect()
}
