//! `gate baseline verify`: reads the whole store and reports errors.

use gate_baseline::{DamagedSession, RepairScope, SessionFlaw, Store};
use gate_report::{escape_for_display, format_count};

use super::{Console, Exit};
use crate::app::Context;

pub(super) fn verify(store: &Store, context: &Context, to: &mut Console<'_>) -> anyhow::Result<Exit> {
    let (files, problems) = store.verify()?;
    for problem in &problems {
        writeln!(to.err, "error: {}", escape_for_display(&problem.to_string()))?;
    }
    if !problems.is_empty() {
        writeln!(to.out, "{}, {} with errors", format_count(files, "file"), problems.len())?;
        return Ok(Exit::Error);
    }
    let flaws = store.find_flaws(context.config.gate.min_launches)?;
    for (entry, flaw) in &flaws {
        let path = escape_for_display(&entry.path.display().to_string());
        writeln!(to.err, "warning: {path}: {}", describe_flaw(*flaw))?;
    }
    let odd = match flaws.len() {
        0 => String::new(),
        count => format!(", {count} with warnings (remove these files, or record the sessions again)"),
    };
    writeln!(to.out, "{}, 0 with errors{odd}", format_count(files, "file"))?;
    Ok(Exit::Pass)
}

/// Reports the sessions of a store at a URL that are incomplete or changed.
pub(super) fn report_broken_sessions(
    sessions: usize,
    broken: &[DamagedSession],
    repair: RepairScope,
    to: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    for DamagedSession { place, reason, done } in broken {
        let place = escape_for_display(&place.display().to_string());
        let word = if done.is_some() { "warning" } else { "error" };
        writeln!(to.err, "{word}: {place}: {}", escape_for_display(reason))?;
        if let Some(done) = done {
            writeln!(to.out, "{done} {place}")?;
        }
    }
    let left = broken.iter().filter(|one| one.done.is_none()).count();
    let odd = match (broken.len(), left, repair) {
        (0, ..) => String::new(),
        (_, 0, _) => " before, none now".to_owned(),
        (_, _, RepairScope::None) => {
            " (put them again, or repair them with gate baseline verify --repair)".to_owned()
        }
        (_, left, _) => format!(
            " before, {left} now: no session of the same app, scenario and device is readable, so check the server first, and then remove them with --yes"
        ),
    };
    writeln!(to.out, "{}, {} not whole{odd}", format_count(sessions, "session"), broken.len())?;
    Ok(if left == 0 { Exit::Pass } else { Exit::Error })
}

/// Describes a flaw of a stored session.
pub(super) fn describe_flaw(flaw: SessionFlaw) -> String {
    match flaw {
        SessionFlaw::Undated => {
            "it has no recording or storage time, so it is treated as the oldest".to_owned()
        }
        SessionFlaw::FromTheFuture => {
            "its recording time is in the future, so it is treated as the oldest".to_owned()
        }
        SessionFlaw::Short(launches) => {
            format!("it has only {}, too few for a comparison", format_count(launches, "launch"))
        }
    }
}
