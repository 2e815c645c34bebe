//! What the stored past says beside its costs: which rises were accepted, and what a reader should know of it.

use gate_baseline::{Acceptance, Cover, Entry, Flaw, Grown, Key};
use gate_launches::{Ns, relative};

use crate::compare::{Caution, Comparison, Subject};

/// Whether somebody accepted that a row's cost rose so; an acceptance that is over by now held when it rose.
pub(super) fn is_accepted(
    accepted: &[Acceptance],
    place: &Key,
    row: &Subject,
    before: Ns,
    after: Ns,
) -> bool {
    let grown = Grown {
        name: row.bare(),
        device: &place.device,
        scenario: &place.scenario,
        base: before,
        at_least: after,
        // How large it may be is asked when it is found.
        at_most_grown: Ns(f64::INFINITY),
    };
    accepted.iter().any(|acceptance| acceptance.covers(&grown, acceptance.until) == Cover::Whole)
}

/// What is odd about when a stored session was recorded.
pub(super) fn odd_time(entry: &Entry, flaw: Flaw) -> Option<String> {
    let what = match flaw {
        Flaw::Undated => "has no recording or storage time",
        Flaw::FromTheFuture => "has a recording time in the future",
        Flaw::Short(_) => return None,
    };
    Some(format!(
        "session {} {what}, so it is treated as the oldest; gate baseline verify --repair corrects it",
        entry.session
    ))
}

/// What of a comparison's cautions people should read.
pub(super) fn told(comparison: &Comparison) -> Vec<String> {
    let missing = comparison.counters.missing.iter().map(|counter| {
        format!(
            "{} are missing or 0 in some launches (virtual machines may not count them), so only times decide",
            counter.name()
        )
    });
    comparison.warnings.iter().filter_map(said).chain(missing).collect()
}

fn said(caution: &Caution) -> Option<String> {
    Some(match caution {
        Caution::OddDay { sessions, ratio } => format!(
            "left out of the baseline: {}, since everything differed by {} on that day, and on no other",
            sessions.join(", "),
            relative(*ratio)
        ),
        Caution::LevelRose { row, cost: (before, after) } => format!(
            "{row} rose from {before} to {after} in the stored sessions without being accepted, so its level is the mean of both; run gate baseline accept to start a new level"
        ),
        // What few days mean stands beside how sure the answer is.
        Caution::Model(_) => return None,
    })
}
