//! `gate baseline verify`: reads the whole store and reports errors.

use gate_baseline::{Broken, Flaw, Repair, Store};
use gate_report::{count, shown};

use super::{Console, Exit};
use crate::app::Context;

pub(super) fn verify(store: &Store, context: &Context, to: &mut Console<'_>) -> anyhow::Result<Exit> {
    let (files, problems) = store.verify()?;
    for problem in &problems {
        writeln!(to.err, "error: {}", shown(&problem.to_string()))?;
    }
    if !problems.is_empty() {
        writeln!(to.out, "{}, {} with errors", count(files, "file"), problems.len())?;
        return Ok(Exit::Error);
    }
    let flaws = store.flaws(context.config.gate.min_launches)?;
    for (entry, flaw) in &flaws {
        let path = shown(&entry.path.display().to_string());
        writeln!(to.err, "warning: {path}: {}", describe_flaw(*flaw))?;
    }
    let odd = match flaws.len() {
        0 => String::new(),
        count => format!(", {count} with warnings (remove these files, or record the sessions again)"),
    };
    writeln!(to.out, "{}, 0 with errors{odd}", count(files, "file"))?;
    Ok(Exit::Pass)
}

/// Reports the sessions of a store at a URL that are incomplete or changed.
pub(super) fn objects(
    sessions: usize,
    broken: &[Broken],
    repair: Repair,
    to: &mut Console<'_>,
) -> anyhow::Result<Exit> {
    for Broken { place, reason, done } in broken {
        let place = shown(&place.display().to_string());
        let word = if done.is_some() { "warning" } else { "error" };
        writeln!(to.err, "{word}: {place}: {}", shown(reason))?;
        if let Some(done) = done {
            writeln!(to.out, "{done} {place}")?;
        }
    }
    let left = broken.iter().filter(|one| one.done.is_none()).count();
    let odd = match (broken.len(), left, repair) {
        (0, ..) => String::new(),
        (_, 0, _) => " before, none now".to_owned(),
        (_, _, Repair::None) => {
            " (put them again, or repair them with gate baseline verify --repair)".to_owned()
        }
        (_, left, _) => format!(
            " before, {left} now: no session of the same app, scenario and device is readable, so check the server first, and then remove them with --yes"
        ),
    };
    writeln!(to.out, "{}, {} not whole{odd}", count(sessions, "session"), broken.len())?;
    Ok(if left == 0 { Exit::Pass } else { Exit::Error })
}

/// Describes a flaw of a stored session.
pub(super) fn describe_flaw(flaw: Flaw) -> String {
    match flaw {
        Flaw::Undated => "it has no recording or storage time, so it is treated as the oldest".to_owned(),
        Flaw::FromTheFuture => {
            "its recording time is in the future, so it is treated as the oldest".to_owned()
        }
        Flaw::Short(launches) => {
            format!("it has only {}, too few for a comparison", count(launches, "launch"))
        }
    }
}
