//! The one answer, and what it rests on.
//!
//! Everything that is decided is decided here; what comes after only shows it.
//!
//! Invariant: the verdict is [`Answer::Regressed`] exactly when a finding that fails is listed.

use std::sync::Arc;

use crate::baseline::Acceptance;
use crate::compare::{Comparison, Judged, Mode, RowKey};
use crate::config::{Config, Date};
use crate::stats::Call;

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Nothing became slower, and what matters was shown not to.
    Pass,
    /// Something became slower.
    Regressed,
    /// Neither could be shown.
    Undecided,
}

/// What kind of thing was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A method whose calls became dearer.
    Slower,
    /// A method that is called more often.
    Calls,
    /// A method that was not there before.
    New,
    /// A phase became slower outside Objective-C.
    Phase,
    /// Everything became slower.
    Drift,
    /// A method's cost that another one no longer has: it fails nothing.
    Moved,
}

impl Kind {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Slower => "slower",
            Kind::Calls => "calls",
            Kind::New => "new",
            Kind::Phase => "phase",
            Kind::Drift => "drift",
            Kind::Moved => "moved",
        }
    }

    /// Whether it fails the run.
    pub fn fails(self) -> bool {
        self != Kind::Moved
    }
}

/// A row that is named.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What kind of thing it is.
    pub kind: Kind,
    /// The row; none for a drift of all.
    pub judged: Option<Judged>,
    /// The method that lost the cost which this one gained.
    pub moved_from: Option<Arc<str>>,
    /// Somebody accepted it, so it fails nothing.
    pub accepted: Option<Acceptance>,
}

impl Finding {
    fn new(kind: Kind, judged: Option<&Judged>) -> Finding {
        Finding { kind, judged: judged.cloned(), moved_from: None, accepted: None }
    }

    /// Whether it fails the run.
    pub fn fails(&self) -> bool {
        self.kind.fails() && self.accepted.is_none()
    }
}

/// The answer and its reasons.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The answer.
    pub answer: Answer,
    /// What it rests on, the dearest first; those that fail before those that do not.
    pub findings: Vec<Finding>,
    /// Rows worth a look, never the reason of anything.
    pub suspects: Vec<Judged>,
    /// Why the answer is not a pass although nothing fails.
    pub reasons: Vec<String>,
}

/// Judges a comparison. `today` decides which of the accepted regressions still are.
pub fn judge(comparison: &Comparison, config: &Config, accepted: &[Acceptance], today: Date) -> Verdict {
    let mut findings: Vec<Finding> = comparison
        .rows
        .iter()
        .filter(|judged| judged.result.call == Call::Finding && !judged.row.rule.advisory)
        .map(|judged| finding(judged, &comparison.rows, config))
        .collect();
    let mut reasons = Vec::new();
    let drift = comparison.drift;
    if drift.interval.0 > 1.0 + config.gate.effect {
        match comparison.mode {
            Mode::Blocks => findings.push(Finding::new(Kind::Drift, None)),
            Mode::Sessions => reasons.push(format!(
                "everything was {:.1} % slower, which a change of the device explains as well as a change of the app: record both builds interleaved",
                100.0 * (drift.ratio - 1.0)
            )),
        }
    }
    for finding in &mut findings {
        let name = finding.judged.as_ref().map(|judged| row_name(&judged.row.key));
        finding.accepted = name.and_then(|name| accepted.iter().find(|a| a.covers(name, today)).cloned());
    }
    let change = |finding: &Finding| finding.judged.as_ref().map_or(f64::MAX, change);
    findings.sort_by(|a, b| {
        b.fails().cmp(&a.fails()).then(change(b).total_cmp(&change(a))).then(key(a).cmp(&key(b)))
    });
    let suspects: Vec<Judged> =
        comparison.rows.iter().filter(|judged| judged.result.call == Call::Suspect).cloned().collect();
    reasons.extend(unshown(comparison));
    let answer = if findings.iter().any(Finding::fails) {
        Answer::Regressed
    } else if reasons.is_empty() {
        Answer::Pass
    } else {
        // What an undecided run counts as is the exit code's matter; the headline stays true.
        Answer::Undecided
    };
    Verdict { answer, findings, suspects, reasons }
}

fn key(finding: &Finding) -> Option<&RowKey> {
    finding.judged.as_ref().map(|judged| &judged.row.key)
}

fn change(judged: &Judged) -> f64 {
    judged.result.after - judged.result.before
}

fn finding(judged: &Judged, rows: &[Judged], config: &Config) -> Finding {
    if !matches!(judged.row.key, RowKey::Method(_)) {
        return Finding::new(Kind::Phase, Some(judged));
    }
    if let Some(from) = source_of(judged, rows, config) {
        return Finding { moved_from: Some(from), ..Finding::new(Kind::Moved, Some(judged)) };
    }
    let kind = match judged.calls {
        Some((0.0, after)) if after > 0.0 => Kind::New,
        Some((before, after)) if mostly_calls(judged, before, after) => Kind::Calls,
        _ => Kind::Slower,
    };
    Finding::new(kind, Some(judged))
}

/// Whether more calls explain at least half of the growth, on the scale on which calls × cost per call is a sum.
fn mostly_calls(judged: &Judged, before: f64, after: f64) -> bool {
    let growth = (judged.result.after / judged.result.before).ln();
    after > before && (after / before).ln() >= 0.5 * growth
}

/// Cost that moved: another method became quicker by what this one became slower, and both are sure.
fn source_of(judged: &Judged, rows: &[Judged], config: &Config) -> Option<Arc<str>> {
    let gained = change(judged);
    let level = config.gate.alpha / rows.len().max(1) as f64;
    rows.iter()
        .filter(|other| other.result.p_faster <= level && (gained + change(other)).abs() <= 0.2 * gained)
        .min_by(|a, b| (gained + change(a)).abs().total_cmp(&(gained + change(b)).abs()))
        .and_then(|other| match &other.row.key {
            RowKey::Method(name) => Some(Arc::clone(name)),
            _ => None,
        })
}

/// What a pass needs to be shown and was not: the launch, its phases and critical methods within the smallest effect that matters.
fn unshown(comparison: &Comparison) -> Vec<String> {
    let quiet = |judged: &&Judged| judged.row.rule.critical && judged.result.call == Call::Undecided;
    let methods = comparison.rows.iter().filter(|judged| matches!(judged.row.key, RowKey::Method(_)));
    comparison
        .wholes
        .iter()
        .chain(methods)
        .filter(quiet)
        .map(|judged| {
            format!(
                "{} could hide {:.1} %: more launches would show it",
                name(&judged.row.key),
                100.0 * judged.result.could_hide
            )
        })
        .collect()
}

/// What an acceptance's glob is matched with.
fn row_name(key: &RowKey) -> &str {
    match key {
        RowKey::Launch | RowKey::Outside(None) => "launch",
        RowKey::Phase(name) | RowKey::Outside(Some(name)) | RowKey::Method(name) => name,
    }
}

/// A row's name for people.
pub fn name(key: &RowKey) -> String {
    match key {
        RowKey::Launch => "the launch".to_owned(),
        RowKey::Phase(name) => format!("phase {name}"),
        RowKey::Outside(Some(name)) => format!("outside Objective-C in {name}"),
        RowKey::Outside(None) => "outside Objective-C".to_owned(),
        RowKey::Method(name) => name.to_string(),
    }
}
