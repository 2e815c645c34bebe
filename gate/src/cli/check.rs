//! `gate check`: reads both sides, has them judged, shows the verdict.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::baseline::Store;
use crate::compare::Side;
use crate::config::{Config, Undecided};
use crate::launches::{Launch, Recording, Role};
use crate::report::{self, Look, Material, Outcome, Timed, median_launch};
use crate::verdict::{Answer, Finding};

use super::baseline_git::store_of_ref;
use super::export::recording;
use super::judging::{Context, is_interleaved, warnings};
use super::{Check, Exit};

pub(super) fn check(
    check: &Check,
    look: Look,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let mut context = Context::read(&check.settings)?;
    let mut without_callers = Vec::new();
    let mut read = |runs: &[PathBuf]| context.launches(runs, check.callers_up_to, &mut without_callers);
    let new = read(&check.runs)?;
    let base = if check.base.is_empty() { None } else { Some(read(&check.base)?) };
    context.share_level(&new);
    let mut warnings = warnings(std::iter::once(&new).chain(&base));
    warnings.append(&mut without_callers);
    warnings.extend(context.warnings());
    let side = |launches, role| Side { launches, role };
    let (outcome, stored);
    let (mut before_tree, mut stored_timeline) = (None, None);
    let mut fetched_to = None;
    let (before, after) = if let Some(base) = &base {
        let sides = (side(base, None), side(&new, None));
        outcome = context.judge(sides.0, sides.1)?;
        sides
    } else if check.baseline.is_none() && check.baseline_ref.is_none() && is_interleaved(&new) {
        let sides = (side(&new, Some(Role::Base)), side(&new, Some(Role::Head)));
        outcome = context.judge(sides.0, sides.1)?;
        sides
    } else {
        let folder = context.store_folder(check.baseline.as_deref());
        let fetched = check
            .baseline_ref
            .as_ref()
            .map(|name| store_of_ref(&context, &folder, &check.remote, name, &mut warnings));
        fetched_to = fetched.transpose()?;
        let store = Store::open(fetched_to.as_ref().map_or(&*folder, |fetched| fetched.path()))?;
        stored = context.against_store(&store, &new)?;
        outcome = stored.outcome;
        before_tree = stored.tree;
        stored_timeline = stored.timeline;
        warnings.extend(stored.warnings);
        (side(&stored.base, None), side(&new, None))
    };
    let before_timeline =
        stored_timeline.or_else(|| timeline(median_launch(&outcome, before), &mut warnings));
    let after_timeline = timeline(median_launch(&outcome, after), &mut warnings);
    let material = Material {
        before,
        after,
        config: &context.config,
        attribution: &context.attribution,
        before_tree: before_tree.as_ref(),
        before_timeline: before_timeline.as_ref().map(timed),
        after_timeline: after_timeline.as_ref().map(timed),
    };
    let mut report = report::build(&outcome, warnings, Some(material));
    if let Some(folder) = &fetched_to {
        // That folder is gone when somebody reads this.
        let (there, kept) =
            (folder.path().to_string_lossy(), context.store_folder(check.baseline.as_deref()));
        for launch in report.launches.iter_mut().flat_map(|launches| &mut launches.excluded) {
            launch.source = launch.source.replace(&*there, &kept.to_string_lossy());
        }
    }
    check.output.write(&report, look, out, err)?;
    Ok(exit(&outcome, &context.config))
}

/// A launch in time, if it came from a trace. The verdict does not hang on it: what cannot be read is a warning.
fn timeline(launch: Option<&Launch>, warnings: &mut Vec<String>) -> Option<(Arc<str>, u64, Recording)> {
    let launch = launch?;
    match recording(Path::new(&*launch.source.file)) {
        Ok(recording) => Some((Arc::clone(&launch.session), launch.number, recording?)),
        Err(error) => {
            warnings.push(format!("no timeline: {error:#}"));
            None
        }
    }
}

fn timed((session, launch, recording): &(Arc<str>, u64, Recording)) -> Timed<'_> {
    Timed { session, launch: *launch, recording }
}

pub(super) fn exit(outcome: &Outcome, config: &Config) -> Exit {
    let undecided = match config.gate.undecided {
        Undecided::Undecided => Exit::Undecided,
        Undecided::Pass => Exit::Pass,
        Undecided::Regressed => Exit::Regressed,
    };
    match outcome {
        Outcome::Judged(_, verdict) => match verdict.answer {
            Answer::Pass => Exit::Pass,
            Answer::Regressed => Exit::Regressed,
            Answer::Undecided => undecided,
        },
        Outcome::NoBaseline { findings, .. } if findings.iter().any(Finding::fails) => Exit::Regressed,
        Outcome::NoBaseline { .. } => Exit::NoBaseline,
        Outcome::Incomparable(_) => Exit::Incomparable,
        Outcome::TooFew(_) => undecided,
    }
}
