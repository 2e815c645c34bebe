//! Contains the rules of each kind of evidence, in one file for each kind.
//!
//! Each file decides which rows become findings of its kind, how fresh launches confirm them, and which evidence is a reason against a pass
//! without being a finding. A new kind of evidence needs a file, a variant of [`Evidence`], an arm in each `match` of `rules`, and its text
//! in reports.

pub(super) mod counters;
pub(super) mod exact;
pub(super) mod limits;
pub(super) mod losses;
pub(super) mod slow;

use gate_config::Config;

use super::evidence::Evidence;
use super::fresh::{FreshRow, p_without_test, to_fresh_growth};
use super::{Finding, FindingKind, whole};
use crate::compare::Comparison;
use crate::reason::Reason;

impl Evidence {
    /// Returns the row of a finding in fresh launches. `self` is the evidence of this finding.
    pub(super) fn confirm(&self, finding: &Finding, fresh: &Comparison, config: &Config) -> FreshRow {
        match self {
            Evidence::Exact(_) => exact::confirm(finding, fresh),
            Evidence::Counter(evidence) => counters::confirm(evidence, fresh),
            Evidence::Slow(_) => slow::confirm(finding.subject(), fresh),
            Evidence::Losses(_) => losses::confirm(fresh),
            Evidence::Limit(_) => limits::confirm(finding, fresh),
            Evidence::Test(_) => confirm_test(finding, fresh, config),
        }
    }
}

fn confirm_test(finding: &Finding, fresh: &Comparison, config: &Config) -> FreshRow {
    let subject = finding.subject();
    match finding.kind {
        FindingKind::Drift => FreshRow {
            growth: whole::launch_row(fresh).map(to_fresh_growth),
            p: p_without_test(whole::find_everything_slower(fresh, config).is_some()),
        },
        FindingKind::Calls if finding.increase.is_some() => exact::confirm(finding, fresh),
        FindingKind::Creep => FreshRow::find(&fresh.creep, subject),
        FindingKind::Module | FindingKind::NewModule => FreshRow::find(&fresh.modules, subject),
        _ => {
            let rows = fresh.rows.iter().chain(&fresh.wholes).chain(&fresh.auxiliary);
            FreshRow::find(rows.chain(&fresh.functions.rows), subject)
        }
    }
}

/// Returns the reasons against a pass that no finding reports, the most serious first.
pub(super) fn blocking_reasons(comparison: &Comparison, findings: &[Finding]) -> Vec<Reason> {
    losses::blocking_reason(comparison, findings)
        .into_iter()
        .chain(slow::blocking_reason(comparison, findings))
        .collect()
}
