//! Makes findings of budgets. A budget is an absolute limit, which is compared with a level without a statistical test.

use crate::compare::{BudgetRow, Comparison};
use crate::reason::FreshGrowth;
use crate::verdict::evidence::Evidence;
use crate::verdict::fresh::{FreshRow, p_without_test};
use crate::verdict::{AcceptanceMatcher, Finding, FindingKind};

/// Makes findings of the budgets that are exceeded.
pub(crate) fn find_exceeded_budgets(budgets: &[BudgetRow]) -> impl Iterator<Item = Finding> {
    budgets.iter().filter(|budgeted| budgeted.is_over()).map(|budgeted| {
        let BudgetRow { row, levels, values, limit } = budgeted;
        Finding::with_evidence(FindingKind::Budget, row.clone(), *levels, values, Evidence::Limit(*limit))
    })
}

/// Makes findings of exceeded budgets for launches that have no baseline.
pub(crate) fn judge_budgets(budgets: &[BudgetRow], accepted: &AcceptanceMatcher<'_>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = find_exceeded_budgets(budgets).collect();
    accepted.mark_findings(&mut findings);
    crate::verdict::sort(&mut findings);
    findings
}

/// Returns the row of a budget in the fresh launches. The finding is confirmed if the fresh launches exceed the budget again.
pub(super) fn confirm(finding: &Finding, fresh: &Comparison) -> FreshRow {
    let subject = finding.subject();
    let budgeted = fresh.budgets.iter().find(|budgeted| budgeted.row.subject == *subject);
    let growth =
        budgeted.map(|budgeted| FreshGrowth { growth: budgeted.levels.growth(), interval: [None, None] });
    FreshRow { growth, p: p_without_test(budgeted.is_some_and(BudgetRow::is_over)) }
}
