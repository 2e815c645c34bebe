//! Absolute limits: what each budget is about, before and now. No statistics: a limit is a limit.

use std::sync::Arc;

use gate_config::BudgetSubject;
use gate_launches::{Launch, MethodId, Role, Table, Thread, Work, WorkKind};

use super::rows::{Counted, Matrix, Row, Values};
use super::rules::Rules;
use super::{CompareError, Judged, Side, admit};
use crate::amount::{Amount, Sides, Unit};
use crate::subject::Subject;

/// A row that a budget limits.
#[derive(Clone, Debug)]
pub struct Budgeted {
    pub row: Row,
    /// The levels of the base and of the head: those that were tested; else typical times, and medians of counts.
    pub levels: Sides<Amount>,
    /// The cost in each launch that counts.
    pub values: Arc<Values>,
    /// The level that the head must not exceed.
    pub limit: Amount,
}

impl Budgeted {
    fn new(row: Row, values: Values, limit: f64) -> Budgeted {
        let unit = row.subject.unit();
        let levels = if unit == Unit::Ns { values.typical() } else { values.medians() };
        let levels = levels.in_unit(unit);
        Budgeted { row, levels, values: Arc::new(values), limit: Amount { value: limit, unit } }
    }

    /// Whether the head exceeds the limit.
    pub fn is_over(&self) -> bool {
        self.levels.head.value > self.limit.value
    }
}

/// Everything that the budgets for the side `head_side` limit, where there is nothing to compare it with: a limit is a limit.
pub(crate) fn budgets_alone(head_side: Side<'_>, rules: Rules<'_>) -> Result<Vec<Budgeted>, CompareError> {
    let (head, excluded) = admit::admit(head_side.of_side(), Role::Head);
    admit::check_side(Role::Head, &head, &excluded, rules.config)?;
    let counted = Counted::of((head_side, &[]), (head_side, &head));
    Ok(budgeted(counted, &Matrix::parts(counted, rules), rules))
}

/// Everything that the budgets for these launches limit, in the order of the settings.
pub(super) fn budgeted(counted: Counted<'_>, parts: &Matrix, rules: Rules<'_>) -> Vec<Budgeted> {
    let Some(conditions) = counted.head.first().map(|launch| &launch.conditions) else { return Vec::new() };
    let applies = |budget: &&gate_config::Budget| {
        budget.scenario.as_ref().is_none_or(|scenario| **scenario == *conditions.scenario)
            && budget.device.as_ref().is_none_or(|device| device.matches(&conditions.device_model))
    };
    let mut found = Vec::new();
    for budget in rules.config.budgets.iter().filter(applies) {
        for (key, module, owner, values) in subjects(&budget.subject, counted, parts) {
            let row = Row::new(key, module, owner, rules);
            found.push(Budgeted::new(row, values, budget.limit.0));
        }
    }
    found
}

type Limited = (Subject, Option<Arc<str>>, Option<Arc<str>>, Values);

fn subjects(subject: &BudgetSubject, counted: Counted<'_>, parts: &Matrix) -> Vec<Limited> {
    let of = |measure: &dyn Fn(&Launch, &Table) -> Option<f64>| -> Option<Values> {
        let side = |launches: &[&Launch], table: &Table| -> Vec<f64> {
            launches.iter().filter_map(|launch| measure(launch, table)).collect()
        };
        let head = side(counted.head, counted.head_table);
        (!head.is_empty()).then(|| Values { base: side(counted.base, counted.base_table), head })
    };
    let one = |key: Subject, values: Option<Values>| -> Vec<Limited> {
        values.map(|values| (key, None, None, values)).into_iter().collect()
    };
    match subject {
        // Of the build, not of its launches.
        BudgetSubject::Fact(..) => Vec::new(),
        BudgetSubject::Work(kind) => {
            let head = of_kind(counted.head, *kind);
            let values = Values { base: of_kind(counted.base, *kind), head };
            one(Subject::work(*kind, None), (!values.head.is_empty()).then_some(values))
        }
        BudgetSubject::Launch => one(Subject::Launch, of(&|launch, _| Some(launch.duration()?.0))),
        BudgetSubject::Mark(name) => {
            one(Subject::Mark(name.as_str().into()), of(&|launch, _| Some(launch.mark(name)?.at.0)))
        }
        BudgetSubject::Phase(name) => one(
            Subject::Phase(name.as_str().into()),
            of(&|launch, _| {
                let phase = launch.phases.iter().find(|phase| *phase.name == **name)?;
                Some(phase.duration().0)
            }),
        ),
        BudgetSubject::Module(name) => {
            let Some((module, members)) = parts.members().remove_entry(name.as_str()) else {
                return Vec::new();
            };
            let sum = |side: fn(&Values) -> &Vec<f64>, launches: usize| -> Vec<f64> {
                (0..launches)
                    .map(|at| members.iter().map(|&row| side(&parts.values[row])[at]).sum())
                    .collect()
            };
            let values = Values {
                base: sum(|values| &values.base, counted.base.len()),
                head: sum(|values| &values.head, counted.head.len()),
            };
            let owner = members.first().and_then(|&row| parts.rows[row].owner.clone());
            vec![(Subject::Module(Arc::clone(&module)), Some(module), owner, values)]
        }
        BudgetSubject::Method(glob) => {
            let table = counted.head_table;
            let ids = table.methods().filter(|(_, method)| glob.matches(&method.name));
            let total = |launch: &Launch, table: &Table, id: Option<MethodId>| -> f64 {
                let cost = launch.methods(table, Thread::Main).find(|(found, _)| Some(*found) == id);
                cost.map_or(0.0, |(_, cost)| cost.total_ns.0)
            };
            ids.filter_map(|(_, method)| {
                let values = of(&|launch, table| Some(total(launch, table, table.find(&method.name))))?;
                let key = Subject::Method(Arc::clone(&method.name));
                Some((key, method.module.clone(), method.owner.clone(), values))
            })
            .collect()
        }
        BudgetSubject::Page(glob) => {
            let mut names: Vec<&Arc<str>> =
                counted.head.iter().flat_map(|launch| launch.pages.iter().map(|page| &page.name)).collect();
            names.retain(|name| glob.matches(name));
            names.sort();
            names.dedup();
            names
                .into_iter()
                .flat_map(|name| {
                    let render = |launch: &Launch, _: &Table| {
                        launch.pages.iter().find(|page| page.name == *name).map(|page| page.render.0)
                    };
                    one(Subject::Page(Arc::clone(name)), of(&render))
                })
                .collect()
        }
    }
}

/// Takes the tested levels of rows that were tested, so that one quantity has one value.
pub(super) fn take_tested_levels(budgets: &mut [Budgeted], tested: &[&[Judged]]) {
    for budgeted in budgets.iter_mut().filter(|one| one.row.subject.method().is_none()) {
        let subject = &budgeted.row.subject;
        if let Some(judged) = tested.iter().copied().flatten().find(|one| one.row.subject == *subject) {
            budgeted.levels = judged.levels();
        }
    }
}

/// How often a kind is asked for on the main thread, in each launch that tells.
fn of_kind(launches: &[&Launch], kind: WorkKind) -> Vec<f64> {
    let sum = |launch: &&Launch| {
        let of_kind = |work: &&Work| work.kind == kind && work.thread == Thread::Main;
        Some(launch.work.as_ref()?.iter().filter(of_kind).map(|work| work.calls as f64).sum())
    };
    launches.iter().filter_map(sum).collect()
}
