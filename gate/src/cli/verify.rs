//! `gate baseline verify`: reads the whole store and reports errors.

use std::io::Write;

use gate_baseline::{Broken, Flaw, Store};
use gate_report::{count, shown};

use super::Exit;
use crate::app::Context;

pub(super) fn verify(
    store: &Store,
    context: &Context,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (files, problems) = store.verify()?;
    for problem in &problems {
        writeln!(err, "error: {}", shown(&problem.to_string()))?;
    }
    if !problems.is_empty() {
        writeln!(out, "{}, {} with errors", count(files, "file"), problems.len())?;
        return Ok(Exit::Error);
    }
    let flaws = store.flaws(context.config.gate.min_launches)?;
    for (entry, flaw) in &flaws {
        let path = shown(&entry.path.display().to_string());
        writeln!(err, "warning: {path}: {}", describe_flaw(*flaw))?;
    }
    let odd = match flaws.len() {
        0 => String::new(),
        count => format!(", {count} with warnings (remove these files, or record the sessions again)"),
    };
    writeln!(out, "{}, 0 with errors{odd}", count(files, "file"))?;
    Ok(Exit::Pass)
}

/// Reports the sessions of a store at a URL that are incomplete or changed.
pub(super) fn objects(
    sessions: usize,
    broken: &[Broken],
    repair: bool,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    for Broken { place, reason, done } in broken {
        let place = shown(&place.display().to_string());
        let word = if repair { "warning" } else { "error" };
        writeln!(err, "{word}: {place}: {}", shown(reason))?;
        if let Some(done) = done {
            writeln!(out, "{done} {place}")?;
        }
    }
    let odd = match (broken.len(), repair) {
        (0, _) => String::new(),
        (_, true) => " before, none now".to_owned(),
        (_, false) => " (put them again, or repair them with gate baseline verify --repair)".to_owned(),
    };
    writeln!(out, "{}, {} not whole{odd}", count(sessions, "session"), broken.len())?;
    Ok(if broken.is_empty() || repair { Exit::Pass } else { Exit::Error })
}

/// Describes a flaw.
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
