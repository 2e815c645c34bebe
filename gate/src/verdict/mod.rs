//! The one answer, and what it rests on.
//!
//! Everything that is decided is decided here; what comes after only shows it.
//!
//! Invariant: the verdict is [`Answer::Regressed`] exactly when a finding that fails is listed.

mod accept;
mod answer;
mod finding;
mod moved;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::compare::{Budgeted, Comparison, Judged, Mode, RowKey};
use crate::config::Config;
use crate::stats::Call;

pub use accept::Accepted;
pub use answer::Answer;
pub use finding::{Finding, FindingKind};

use moved::Moves;

/// The answer and its reasons.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The answer.
    pub answer: Answer,
    /// What it rests on: those that fail before those that do not, the dearest first.
    pub findings: Vec<Finding>,
    /// Rows worth a look, never the reason of anything.
    pub suspects: Vec<Judged>,
    /// Methods that were not seen any more.
    pub vanished: Vec<Judged>,
    /// Methods too noisy to judge, by the cost that they could hide.
    pub noisy: Vec<Judged>,
    /// Why the answer is not a pass although nothing fails.
    pub reasons: Vec<String>,
}

/// Judges a comparison.
pub fn judge(comparison: &Comparison, config: &Config, accepted: &Accepted<'_>) -> Verdict {
    let mut findings = parts(comparison, config);
    findings.extend(besides(comparison, &findings));
    findings.extend(creep(comparison, &findings));
    findings.extend(over_budget(&comparison.budgets));
    let mut reasons = Vec::new();
    let drift = comparison.drift;
    if drift.interval.0 > 1.0 + config.gate.effect {
        let against_sessions = comparison.mode == Mode::Sessions;
        findings.push(Finding { advisory: against_sessions, ..Finding::new(FindingKind::Drift, None) });
        if against_sessions {
            reasons.push(format!(
                "everything was {:.1} % slower, which a change of the device explains as well as a change of the app: record both builds interleaved (gate run --against)",
                100.0 * (drift.ratio - 1.0)
            ));
        }
    }
    accepted.mark(&mut findings);
    sort(&mut findings);
    reasons.extend(unshown(comparison, &findings, config));
    let answer = if findings.iter().any(Finding::fails) {
        Answer::Regressed
    } else if reasons.is_empty() {
        Answer::Pass
    } else {
        // What an undecided run counts as is the exit code's matter; the headline stays true.
        Answer::Undecided
    };
    let found: BTreeSet<&RowKey> = findings.iter().filter_map(Finding::key).collect();
    let suspects = comparison
        .rows
        .iter()
        .chain(&comparison.beside)
        .filter(|judged| judged.result.call == Call::Suspect && !found.contains(&judged.row.key))
        .cloned()
        .collect();
    let methods = || comparison.rows.iter().filter(|judged| is_method(judged));
    let vanished = methods().filter(|judged| judged.is_gone()).cloned().collect();
    let mut noisy: Vec<Judged> = methods().filter(|judged| is_noisy(judged, config)).cloned().collect();
    noisy.sort_by(|a, b| hidden(b).total_cmp(&hidden(a)).then_with(|| a.row.key.cmp(&b.row.key)));
    Verdict { answer, findings, suspects, vanished, noisy, reasons }
}

/// Judges budgets where there is nothing to compare with.
pub fn judge_budgets(budgets: &[Budgeted], accepted: &Accepted<'_>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = over_budget(budgets).collect();
    accepted.mark(&mut findings);
    sort(&mut findings);
    findings
}

fn over_budget(budgets: &[Budgeted]) -> impl Iterator<Item = Finding> {
    let over = budgets.iter().filter(|budgeted| budgeted.is_over());
    over.map(|b| Finding { limit: Some(b.limit), ..Finding::new(FindingKind::Budget, Some(&b.judged)) })
}

/// Those that fail first, then the most expensive.
fn sort(findings: &mut [Finding]) {
    findings.sort_by(|a, b| {
        b.fails()
            .cmp(&a.fails())
            .then(b.change().total_cmp(&a.change()))
            .then(a.key().cmp(&b.key()))
            .then(a.kind.cmp(&b.kind))
    });
}

/// Methods and what phases spent outside Objective-C.
fn parts(comparison: &Comparison, config: &Config) -> Vec<Finding> {
    let rows = &comparison.rows;
    let mut found: Vec<&Judged> = rows.iter().filter(|judged| judged.result.call == Call::Finding).collect();
    // The dearest has the first choice of where its cost came from; a cost can move to one place only.
    found.sort_by(|a, b| b.change().total_cmp(&a.change()).then_with(|| a.row.key.cmp(&b.row.key)));
    let mut findings = Vec::new();
    let mut moves = Moves::of(comparison, config);
    for judged in found {
        if !is_method(judged) {
            findings.push(Finding::new(FindingKind::Phase, Some(judged)));
            continue;
        }
        let from = moves.source_of(judged);
        let kind = match judged.calls {
            _ if from.is_some() => FindingKind::Moved,
            _ if judged.is_new() => FindingKind::New,
            Some((base, head)) if mostly_calls(judged, base, head) => FindingKind::Calls,
            _ => FindingKind::Slower,
        };
        findings.push(Finding { moved_from: from, ..Finding::new(kind, Some(judged)) });
    }
    findings.extend(moved::renamed(rows));
    findings
}

/// Pages and modules that grew by more than what was found in them explains.
fn besides(comparison: &Comparison, findings: &[Finding]) -> Vec<Finding> {
    let explained: f64 = findings.iter().filter(|f| f.kind != FindingKind::Moved).map(Finding::change).sum();
    let mut more = Vec::new();
    for judged in comparison.beside.iter().filter(|judged| judged.result.call == Call::Finding) {
        match &judged.row.key {
            RowKey::Module(_) => more.push(Finding::new(FindingKind::Module, Some(judged))),
            RowKey::Page(_) if explained < 0.5 * judged.change() => {
                more.push(Finding::new(FindingKind::Page, Some(judged)));
            }
            _ => {}
        }
    }
    more
}

/// What grew since the anchor, but for what the newest session shows by itself, and for sums that their parts explain.
fn creep(comparison: &Comparison, findings: &[Finding]) -> Vec<Finding> {
    let known: BTreeSet<&RowKey> = findings.iter().filter_map(Finding::key).collect();
    let single = |judged: &&Judged| {
        matches!(judged.row.key, RowKey::Method(_) | RowKey::OtherThreads(_) | RowKey::Outside(_))
    };
    let (singles, sums): (Vec<&Judged>, Vec<&Judged>) = comparison.creep.iter().partition(single);
    let parts = |of: &dyn Fn(&Judged) -> bool| -> f64 {
        let creeping = singles.iter().filter(|judged| of(judged)).map(|judged| judged.change());
        let stepped =
            findings.iter().filter(|f| f.kind != FindingKind::Moved).filter_map(|f| f.judged.as_ref());
        creeping.sum::<f64>() + stepped.filter(|judged| of(judged)).map(Judged::change).sum::<f64>()
    };
    let mut found: Vec<&Judged> =
        singles.iter().filter(|judged| !known.contains(&judged.row.key)).copied().collect();
    for sum in sums {
        let explained = match &sum.row.key {
            RowKey::Module(name) => parts(&|judged| judged.row.module.as_ref() == Some(name)),
            // Whoever explains half of the launch's growth need not be told from which phase it is.
            _ => parts(&|_| true),
        };
        if explained < 0.5 * sum.change() && !known.contains(&sum.row.key) {
            found.push(sum);
        }
    }
    found.into_iter().map(|judged| Finding::new(FindingKind::Creep, Some(judged))).collect()
}

fn is_method(judged: &Judged) -> bool {
    matches!(judged.row.key, RowKey::Method(_) | RowKey::OtherThreads(_))
}

/// Whether more calls explain at least half of the growth, on the scale on which calls × cost per call is a sum.
fn mostly_calls(judged: &Judged, base: f64, head: f64) -> bool {
    let growth = (judged.result.after / judged.result.before).ln();
    head > base && (head / base).ln() >= 0.5 * growth
}

/// The cost that a row could have gained unseen.
fn hidden(judged: &Judged) -> f64 {
    judged.result.could_hide * judged.result.before
}

/// Whether a method could hide more than what matters, and more than the floor.
fn is_noisy(judged: &Judged, config: &Config) -> bool {
    judged.result.call == Call::Undecided
        && judged.result.could_hide > config.gate.matters
        && hidden(judged) > judged.row.rule.floor.0
}

/// What a pass needs to be shown and was not: the launch, its phases, modules and critical methods within the smallest effect that
/// matters, but for what somebody accepted, for what the settings only want shown, and for what findings tell of already.
fn unshown(comparison: &Comparison, findings: &[Finding], config: &Config) -> Vec<String> {
    let meant = |whole: &Judged| -> f64 {
        let is_part = |part: &Judged| match &whole.row.key {
            RowKey::Module(name) => part.row.module.as_ref() == Some(name),
            key => !is_method(whole) || part.row.key == *key,
        };
        let is_told = |finding: &&Finding| {
            let of_own = matches!(
                finding.kind,
                FindingKind::Slower | FindingKind::New | FindingKind::Calls | FindingKind::Phase
            );
            of_own || finding.accepted.is_some() || finding.advisory
        };
        let parts = findings.iter().filter(is_told);
        parts
            .filter_map(|finding| finding.judged.as_ref().filter(|part| is_part(part)))
            .map(Judged::change)
            .sum()
    };
    let is_open = |judged: &&Judged| {
        if !judged.row.rule.critical || judged.row.rule.advisory {
            return false;
        }
        let matters = config.gate.matters * judged.result.before + judged.row.rule.floor.0;
        let is_within = judged.result.change_interval.1 - meant(judged) <= matters;
        match judged.result.call {
            Call::Undecided => meant(judged) <= 0.0 || !is_within,
            // Surely slower than before, and perhaps by less than what matters.
            Call::Suspect | Call::Finding => !is_within,
            Call::Within => false,
        }
    };
    let methods = comparison.rows.iter().filter(|judged| is_method(judged));
    let mut open: Vec<&Judged> =
        comparison.wholes.iter().chain(&comparison.modules).chain(methods).filter(is_open).collect();
    open.sort_by_key(|judged| Reverse(hidden(judged).max(0.0) as u64));
    let level = config.gate.alpha / (comparison.wholes.len() + comparison.modules.len()).max(1) as f64;
    open.into_iter()
        .map(|judged| match judged.result.call {
            // A sum is no finding by itself, however sure it is: its parts are.
            Call::Suspect if judged.result.p <= level => format!(
                "{} is {:.1} % slower, by more than the findings in it tell",
                name(&judged.row.key),
                100.0 * (judged.result.ratio - 1.0)
            ),
            Call::Suspect => format!(
                "{} seems {:.1} % slower, which is not sure: more launches would show it",
                name(&judged.row.key),
                100.0 * (judged.result.ratio - 1.0)
            ),
            _ => format!(
                "{} could hide {:.1} %: more launches would show it",
                name(&judged.row.key),
                100.0 * judged.result.could_hide
            ),
        })
        .collect()
}

/// What an acceptance's glob is matched with.
fn row_name(key: &RowKey) -> &str {
    match key {
        RowKey::Launch | RowKey::Outside(None) => "launch",
        RowKey::Mark(name)
        | RowKey::Phase(name)
        | RowKey::Outside(Some(name))
        | RowKey::Module(name)
        | RowKey::Page(name)
        | RowKey::Method(name)
        | RowKey::OtherThreads(name) => name,
    }
}

/// A row's name for people.
pub fn name(key: &RowKey) -> String {
    match key {
        RowKey::Launch => "the launch".to_owned(),
        RowKey::Mark(name) => format!("mark {name}"),
        RowKey::Phase(name) => format!("phase {name}"),
        RowKey::Outside(Some(name)) => format!("outside Objective-C in {name}"),
        RowKey::Outside(None) => "outside Objective-C".to_owned(),
        RowKey::Module(name) => format!("module {name}"),
        RowKey::Page(name) => format!("page {name}"),
        RowKey::Method(name) => name.to_string(),
        RowKey::OtherThreads(name) => format!("{name} on other threads"),
    }
}
