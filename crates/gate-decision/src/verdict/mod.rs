//! The one answer, and what it rests on.
//!
//! Everything that is decided is decided here; what comes after only shows it.
//!
//! Invariant: the verdict is [`Answer::Regressed`] exactly when a finding or a fact that fails is listed.

mod accept;
mod again;
mod answer;
mod calls;
mod counters;
mod facts;
mod finding;
mod fold;
mod functions;
mod lost;
mod moved;
mod pass;
mod phone;
mod simulator;
mod slow;
mod whole;

use std::collections::BTreeSet;

use gate_config::Config;
use gate_stats::Call;

use crate::compare::{Budgeted, Comparison, Judged, Subject};

pub use accept::Accepted;
pub use again::Again;
pub use answer::Answer;
pub(crate) use calls::judge_calls;
pub use counters::open as open_counts;
pub use facts::{FactFinding, judge_facts};
pub use finding::{Finding, FindingKind};

use moved::Moves;

/// The answer and its reasons.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub answer: Answer,
    /// What it rests on: those that fail before those that do not, the dearest first.
    pub findings: Vec<Finding>,
    /// Facts of the build that are not as they were, or above their budget.
    pub facts: Vec<FactFinding>,
    /// Rows worth a look, never the reason of anything.
    pub suspects: Vec<Judged>,
    /// Methods that were not seen any more.
    pub vanished: Vec<Judged>,
    /// Methods too noisy to judge, by the cost that they could hide.
    pub noisy: Vec<Judged>,
    /// Why the answer is not a pass although nothing fails, and what explains it where times and counts disagree; what a pass was judged
    /// without.
    pub reasons: Vec<String>,
    /// About how many more launches would make an undecided answer a pass; none where launches alone would not.
    pub more_launches: Option<usize>,
}

/// Judges a comparison.
pub fn judge(comparison: &Comparison, config: &Config, accepted: &Accepted<'_>) -> Verdict {
    let mut reasons = Vec::new();
    let mut findings = match whole::finding(comparison, config) {
        // One finding tells it all: the rows only repeat it, but for those that grew by more, and for calls.
        Some(finding) => {
            reasons.push(whole::advice(&finding, comparison));
            let mut findings = parts(comparison);
            findings.retain(|finding| comparison.beyond.contains(finding.subject()));
            findings.insert(0, finding);
            calls::add(comparison, &mut findings);
            findings
        }
        None => {
            let mut findings = parts(comparison);
            findings.extend(besides(comparison, &findings));
            findings.extend(functions::findings(comparison));
            findings.extend(whole::unexplained(comparison, &findings));
            findings.extend(creep(comparison, &findings));
            calls::add(comparison, &mut findings);
            findings.extend(counters::findings(comparison, &findings));
            findings
        }
    };
    findings.extend(slow::findings(comparison, &findings));
    findings.extend(lost::finding(comparison));
    findings.extend(over_budget(&comparison.budgets));
    accepted.mark(&mut findings);
    let mut findings = fold::fold(findings, comparison);
    accepted.mark(&mut findings);
    small(&mut findings, comparison, config);
    functions::explain(&mut findings, comparison);
    sort(&mut findings);
    let pass::Shown { open, more: more_launches, without } = pass::shown(comparison, &findings, config);
    reasons.extend(open);
    let answer = if findings.iter().any(Finding::fails) {
        Answer::Regressed
    } else if reasons.is_empty() {
        Answer::Pass
    } else {
        // What an undecided run counts as is the exit code's matter; the headline stays true.
        Answer::Undecided
    };
    // They explain an answer and are no reason against a pass.
    if answer != Answer::Pass {
        reasons.extend(counters::disagreements(comparison));
    }
    reasons.extend(without);
    let found: BTreeSet<&Subject> = findings.iter().map(Finding::subject).collect();
    let suspects = comparison
        .rows
        .iter()
        .chain(&comparison.beside)
        .chain(&comparison.functions.rows)
        .filter(|judged| judged.result.call == Call::Suspect && !found.contains(&judged.row.subject))
        .cloned()
        .collect();
    let methods = || comparison.rows.iter().filter(|judged| is_method(judged));
    let vanished = methods().filter(|judged| judged.is_gone()).cloned().collect();
    // What a finding tells is not too noisy to be found.
    let untold = |judged: &&Judged| is_noisy(judged, config) && !found.contains(&judged.row.subject);
    let mut noisy: Vec<Judged> = methods().filter(untold).cloned().collect();
    noisy.sort_by(|a, b| hidden(b).total_cmp(&hidden(a)).then_with(|| a.row.subject.cmp(&b.row.subject)));
    let more_launches = more_launches.filter(|_| answer == Answer::Undecided);
    Verdict { answer, findings, facts: Vec::new(), suspects, vanished, noisy, reasons, more_launches }
}

/// Judges budgets where there is no baseline to compare with.
pub(crate) fn judge_budgets(budgets: &[Budgeted], accepted: &Accepted<'_>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = over_budget(budgets).collect();
    accepted.mark(&mut findings);
    sort(&mut findings);
    findings
}

fn over_budget(budgets: &[Budgeted]) -> impl Iterator<Item = Finding> {
    let over = budgets.iter().filter(|budgeted| budgeted.is_over());
    over.map(|b| Finding { limit: Some(b.limit), ..Finding::new(FindingKind::Budget, &b.judged) })
}

/// What is proven and too small to be worth a person's time is only listed; what many such growths add up to, the anchor tells.
/// Critical rows are worth it whatever they take; budgets and exact calls have limits of their own.
fn small(findings: &mut [Finding], comparison: &Comparison, config: &Config) {
    let Some(launch) = whole::launch(comparison) else { return };
    let least = config.gate.fail_from * launch.result.base;
    for finding in findings {
        let of_time = matches!(
            finding.kind,
            FindingKind::Slower
                | FindingKind::New
                | FindingKind::NewModule
                | FindingKind::Function
                | FindingKind::Calls
        );
        let is_small = finding.more_calls.is_none() && finding.change() < least;
        finding.advisory |= of_time && is_small && !finding.judged.row.rule.critical;
    }
}

/// Those that fail first, limits before what was tested, then the most expensive.
fn sort(findings: &mut [Finding]) {
    let is_limit = |finding: &Finding| finding.kind == FindingKind::Budget;
    findings.sort_by(|a, b| {
        b.fails()
            .cmp(&a.fails())
            .then(is_limit(b).cmp(&is_limit(a)))
            .then(b.change().total_cmp(&a.change()))
            .then(a.subject().cmp(b.subject()))
            .then(a.kind.cmp(&b.kind))
    });
}

/// Methods and what phases spent outside Objective-C.
fn parts(comparison: &Comparison) -> Vec<Finding> {
    let rows = &comparison.rows;
    let mut found: Vec<&Judged> = rows.iter().filter(|judged| judged.result.call == Call::Finding).collect();
    // The dearest has the first choice of where its cost came from; a cost can move to one place only.
    found.sort_by(|a, b| b.change().total_cmp(&a.change()).then_with(|| a.row.subject.cmp(&b.row.subject)));
    let mut findings = Vec::new();
    let mut moves = Moves::of(comparison);
    for judged in found {
        if !is_method(judged) {
            findings.push(Finding::new(FindingKind::Phase, judged));
            continue;
        }
        let from = moves.source_of(judged);
        let kind = match judged.calls {
            _ if from.is_some() => FindingKind::Moved,
            _ if judged.is_new() => FindingKind::New,
            Some((base, head)) if mostly_calls(judged, base, head) => FindingKind::Calls,
            _ => FindingKind::Slower,
        };
        let varies = kind == FindingKind::Calls && comparison.calls_vary.contains(&judged.row.subject);
        let finding = Finding::new(kind, judged);
        findings.push(Finding {
            moved_from: from,
            advisory: finding.advisory || varies,
            told: varies
                .then(|| "how often it is called varies from launch to launch, in the base too".to_owned()),
            ..finding
        });
    }
    findings.extend(moved::renamed(rows));
    findings
}

/// What of a module is judged where some of its methods are told by themselves.
const REST: &str = "the module without its methods that are shown to have changed by themselves";

/// Pages and modules that grew by more than what was found in them explains.
fn besides(comparison: &Comparison, findings: &[Finding]) -> Vec<Finding> {
    let explained: f64 = findings.iter().filter(|f| f.kind != FindingKind::Moved).map(Finding::change).sum();
    let mut more = Vec::new();
    for judged in comparison.beside.iter().filter(|judged| judged.result.call == Call::Finding) {
        if judged.row.subject.module().is_some() {
            let whole = comparison.modules.iter().find(|whole| whole.row.subject == judged.row.subject);
            let is_rest = whole.is_some_and(|whole| (whole.result.base - judged.result.base).abs() > 1.0);
            let told = is_rest.then(|| REST.to_owned());
            more.push(Finding { told, ..Finding::new(FindingKind::Module, judged) });
        } else if judged.row.subject.is_page() && explained < 0.5 * judged.change() {
            more.push(Finding::new(FindingKind::Page, judged));
        }
    }
    more
}

/// What grew since the anchor, but for what the newest session shows by itself, and for sums that their parts explain.
fn creep(comparison: &Comparison, findings: &[Finding]) -> Vec<Finding> {
    let known: BTreeSet<&Subject> = findings.iter().map(Finding::subject).collect();
    let single = |judged: &&Judged| is_method(judged) || judged.row.subject.is_outside();
    let (singles, sums): (Vec<&Judged>, Vec<&Judged>) = comparison.creep.iter().partition(single);
    let parts = |of: &dyn Fn(&Judged) -> bool| -> f64 {
        let creeping = singles.iter().filter(|judged| of(judged)).map(|judged| judged.change());
        let stepped = findings.iter().filter(|f| f.kind != FindingKind::Moved).map(|f| &f.judged);
        creeping.sum::<f64>() + stepped.filter(|judged| of(judged)).map(Judged::change).sum::<f64>()
    };
    let mut found: Vec<&Judged> =
        singles.iter().filter(|judged| !known.contains(&judged.row.subject)).copied().collect();
    for sum in sums {
        // Findings that explain half of the launch's growth need no phase beside them.
        let module = sum.row.subject.module();
        let explained = parts(&|judged| module.is_none() || judged.row.module.as_ref() == module);
        if explained < 0.5 * sum.change() && !known.contains(&sum.row.subject) {
            found.push(sum);
        }
    }
    found.into_iter().map(|judged| Finding::new(FindingKind::Creep, judged)).collect()
}

fn is_method(judged: &Judged) -> bool {
    judged.row.subject.method().is_some()
}

/// Whether more calls explain at least half of the growth, on the scale on which calls × cost per call is a sum.
fn mostly_calls(judged: &Judged, base: f64, head: f64) -> bool {
    let growth = (judged.result.head / judged.result.base).ln();
    head > base && (head / base).ln() >= 0.5 * growth
}

/// The cost that a row could have gained unseen.
fn hidden(judged: &Judged) -> f64 {
    judged.result.could_hide * judged.result.base
}

/// Whether a method could hide more than what matters, and more than the floor.
fn is_noisy(judged: &Judged, config: &Config) -> bool {
    judged.result.call == Call::Undecided
        && judged.result.could_hide > config.gate.matters
        && hidden(judged) > judged.row.rule.limits.floor.0
}
