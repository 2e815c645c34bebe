//! Finds the row to which each budget (absolute limit) of the settings applies, in the base and in the head. A budget needs no statistics.

use std::collections::BTreeSet;
use std::sync::Arc;

use gate_config::{Budget, BudgetSubject, Glob};
use gate_launches::{BuildRole, Launch, MethodId, MethodTable, ThreadKind, WorkKind};

use super::rows::{AdmittedLaunches, Matrix, Row, RowValues};
use super::rules::Rules;
use super::{CompareError, JudgedRow, Side, admit};
use crate::amount::{Amount, Sides, Unit};
use crate::subject::Subject;

/// A row that a budget limits.
#[derive(Clone, Debug)]
pub struct BudgetRow {
    pub row: Row,
    /// The cost levels of the row in the base and in the head. The levels of a tested row are those of the test; the levels of other rows
    /// are typical times or medians of counts.
    pub levels: Sides<Amount>,
    /// The row's cost in each admitted launch.
    pub values: Arc<RowValues>,
    /// The level that the head must not exceed.
    pub limit: Amount,
}

impl BudgetRow {
    fn new(limited: LimitedRow, budget: &Budget, rules: Rules<'_>) -> BudgetRow {
        let LimitedRow { subject, module, owner, values } = limited;
        let unit = subject.unit();
        let levels = if unit == Unit::Ns { values.typical_costs() } else { values.medians() };
        BudgetRow {
            row: Row::new(subject, module, owner, rules),
            levels: levels.in_unit(unit),
            values: Arc::new(values),
            limit: Amount { value: budget.limit, unit },
        }
    }

    /// Returns whether the head's level exceeds the limit.
    pub fn is_over(&self) -> bool {
        self.levels.head.value > self.limit.value
    }
}

/// Finds the rows that budgets limit in launches without a base, since a limit needs no comparison.
pub(crate) fn budgets_without_base(
    head_side: Side<'_>,
    rules: Rules<'_>,
) -> Result<Vec<BudgetRow>, CompareError> {
    let (head, excluded) = admit::admit(head_side.launches_of_side(), BuildRole::Head);
    admit::check_side(BuildRole::Head, &head, &excluded, rules.config)?;
    let launches = AdmittedLaunches::new(Sides { base: head_side, head: head_side }, &[], &head);
    Ok(find_budget_rows(launches, &Matrix::part_rows(launches, rules), rules))
}

/// Finds the rows that budgets limit in these launches, in the order of the settings.
pub(super) fn find_budget_rows(
    launches: AdmittedLaunches<'_>,
    parts: &Matrix,
    rules: Rules<'_>,
) -> Vec<BudgetRow> {
    let Some(conditions) = launches.head.first().map(|launch| &launch.conditions) else { return Vec::new() };
    let budgets = rules.config.budgets.iter();
    let budgets = budgets.filter(|budget| budget.applies_to(&conditions.scenario, &conditions.device_model));
    budgets
        .flat_map(|budget| {
            let rows = limited_rows(&budget.subject, launches, parts);
            rows.into_iter().map(move |row| BudgetRow::new(row, budget, rules))
        })
        .collect()
}

/// A row that a budget may limit, before its limit is read from the settings.
struct LimitedRow {
    subject: Subject,
    module: Option<Arc<str>>,
    owner: Option<Arc<str>>,
    values: RowValues,
}

impl LimitedRow {
    /// Measures the row in each launch. Returns no row if no launch of the head has a value for it.
    fn measure(
        subject: Subject,
        launches: AdmittedLaunches<'_>,
        measure: impl Fn(&Launch, &MethodTable) -> Option<f64>,
    ) -> Option<LimitedRow> {
        let mut values = RowValues::default();
        for (side, _, launch, table) in launches.launches() {
            values.side_mut(side).extend(measure(launch, table));
        }
        let is_known = !values.head.is_empty();
        is_known.then_some(LimitedRow { subject, module: None, owner: None, values })
    }
}

fn limited_rows(subject: &BudgetSubject, launches: AdmittedLaunches<'_>, parts: &Matrix) -> Vec<LimitedRow> {
    let row = |subject: Subject, measure: &dyn Fn(&Launch) -> Option<f64>| -> Vec<LimitedRow> {
        LimitedRow::measure(subject, launches, |launch, _| measure(launch)).into_iter().collect()
    };
    match subject {
        // A budget for a fact of the build does not limit launches.
        BudgetSubject::Fact(_) => Vec::new(),
        BudgetSubject::Work(kind) => {
            row(Subject::from_work(*kind, None), &|launch| count_requests(launch, *kind))
        }
        BudgetSubject::Launch => row(Subject::Launch, &|launch| Some(launch.duration()?.0)),
        BudgetSubject::Mark(name) => {
            row(Subject::Mark(name.as_str().into()), &|launch| Some(launch.mark(name)?.at.0))
        }
        BudgetSubject::Phase(name) => row(Subject::Phase(name.as_str().into()), &|launch| {
            Some(launch.phases.iter().find(|phase| *phase.name == **name)?.duration().0)
        }),
        BudgetSubject::Module(name) => module_row(name, parts).into_iter().collect(),
        BudgetSubject::Method(glob) => method_rows(glob, launches),
        BudgetSubject::Page(glob) => page_rows(glob, launches),
        BudgetSubject::Span(glob) => span_rows(glob, launches),
    }
}

/// Counts the requests of a kind on the main thread, if the launch recorded work.
fn count_requests(launch: &Launch, kind: WorkKind) -> Option<f64> {
    let work = launch.work.as_ref()?.iter();
    let of_kind = work.filter(|work| work.kind == kind && work.thread == ThreadKind::Main);
    Some(of_kind.map(|work| work.calls as f64).sum())
}

fn module_row(name: &str, parts: &Matrix) -> Option<LimitedRow> {
    let (module, members) = parts.rows_by_module().remove_entry(name)?;
    let values = RowValues::sum(members.iter().map(|&row| &parts.values[row]));
    let owner = members.first().and_then(|&row| parts.rows[row].owner.clone());
    Some(LimitedRow { subject: Subject::Module(Arc::clone(&module)), module: Some(module), owner, values })
}

/// Finds the methods whose names match, each with the total time of the method and of all methods that it calls.
fn method_rows(glob: &Glob, launches: AdmittedLaunches<'_>) -> Vec<LimitedRow> {
    let methods = launches.head_table.methods().filter(|(_, method)| glob.matches(&method.name));
    methods
        .filter_map(|(_, method)| {
            let subject = Subject::Method(Arc::clone(&method.name));
            let row = LimitedRow::measure(subject, launches, |launch, table| {
                Some(total_time(launch, table, table.find(&method.name)))
            })?;
            Some(LimitedRow { module: method.module.clone(), owner: method.owner.clone(), ..row })
        })
        .collect()
}

/// Returns the total time of a method on the main thread.
fn total_time(launch: &Launch, table: &MethodTable, id: Option<MethodId>) -> f64 {
    let cost = launch.method_costs(table, ThreadKind::Main).find(|(found, _)| Some(*found) == id);
    cost.map_or(0.0, |(_, cost)| cost.total_ns.0)
}

fn page_rows(glob: &Glob, launches: AdmittedLaunches<'_>) -> Vec<LimitedRow> {
    let pages = launches.head.iter().flat_map(|launch| launch.pages.iter().map(|page| &page.name));
    let names: BTreeSet<&Arc<str>> = pages.filter(|name| glob.matches(name)).collect();
    names
        .into_iter()
        .filter_map(|name| {
            LimitedRow::measure(Subject::Page(Arc::clone(name)), launches, |launch, _| {
                Some(launch.pages.iter().find(|page| page.name == *name)?.render.0)
            })
        })
        .collect()
}

fn span_rows(glob: &Glob, launches: AdmittedLaunches<'_>) -> Vec<LimitedRow> {
    let spans = launches.head.iter().flat_map(|launch| launch.spans.iter().map(|span| &span.name));
    let names: BTreeSet<&Arc<str>> = spans.filter(|name| glob.matches(name)).collect();
    names
        .into_iter()
        .filter_map(|name| {
            LimitedRow::measure(Subject::Span(Arc::clone(name)), launches, |launch, _| {
                Some(launch.spans.iter().find(|span| span.name == *name)?.total.0)
            })
        })
        .collect()
}

/// Copies the levels of tested rows into the budgets, so that reports show one value for each row.
pub(super) fn copy_tested_levels(budgets: &mut [BudgetRow], tested: &[&[JudgedRow]]) {
    for budgeted in budgets.iter_mut().filter(|one| one.row.subject.method().is_none()) {
        let subject = &budgeted.row.subject;
        if let Some(judged) = tested.iter().copied().flatten().find(|one| one.row.subject == *subject) {
            budgeted.levels = judged.levels();
        }
    }
}
