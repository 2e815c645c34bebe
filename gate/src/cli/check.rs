//! `gate check`: reads both sides, has them judged, shows the verdict.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::baseline::Acceptance;
use crate::compare::Side;
use crate::judge::{self, Base, Judgement, is_interleaved};
use crate::launches::{Launch, Recording, Role};
use crate::report::{self, Material, Report, Terminal, Timed, median_launch};
use crate::verdict::Answer;

use super::baseline_git::store_of_ref;
use super::context::{Context, warnings};
use super::export::recording;
use super::{Check, Exit};

pub(super) fn check(
    check: &Check,
    look: Terminal,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (context, mut review) = check.settings.judged_by(check.policy.as_deref())?;
    let mut without_callers = Vec::new();
    let mut read = |runs: &[PathBuf]| context.launches(runs, check.callers_up_to, &mut without_callers);
    let run = read(&check.runs)?;
    let given = if check.base.is_empty() { None } else { Some(read(&check.base)?) };
    let mut warnings = warnings(std::iter::once(&run).chain(&given));
    warnings.append(&mut without_callers);
    warnings.extend(context.warnings());
    let side = |launches, role| Side { launches, role };
    let wants_store = check.baseline.is_some() || check.baseline_ref.is_some();
    let mut fetched = None;
    let (head, base_side, judged) = if let Some(base) = &given {
        let (base, head) = (side(base, None), side(&run, None));
        let accepted = review.counted(context.accepted()?);
        (head, Some(base), judged(&context, head, Base::Launches(base), &accepted)?)
    } else if !wants_store && is_interleaved(&run) {
        let (base, head) = (side(&run, Some(Role::Base)), side(&run, Some(Role::Head)));
        let accepted = review.counted(context.accepted()?);
        (head, Some(base), judged(&context, head, Base::Launches(base), &accepted)?)
    } else {
        let folder = context.store_folder(check.baseline.as_deref());
        if let Some(name) = &check.baseline_ref {
            fetched = Some(store_of_ref(&context, &folder, &check.remote, name, &mut warnings)?);
        }
        let store = context.open_store(fetched.as_ref().map_or(&*folder, |fetched| fetched.path()))?;
        let head = side(&run, None);
        let accepted = review.counted(store.accepted()?);
        (head, None, judged(&context, head, Base::Store(&store), &accepted)?)
    };
    let Judgement { outcome, config, stored, warnings: more } = judged;
    warnings.extend(more);
    let stored = stored.unwrap_or_default();
    let base = base_side.unwrap_or(side(&stored.launches, None));
    let base_timeline =
        stored.timeline.clone().or_else(|| timeline(median_launch(&outcome, base), &mut warnings));
    let head_timeline = timeline(median_launch(&outcome, head), &mut warnings);
    let material = Material {
        base,
        head,
        config: &config,
        attribution: &context.attribution,
        base_tree: stored.tree.as_ref(),
        base_timeline: base_timeline.as_ref().map(timed),
        head_timeline: head_timeline.as_ref().map(timed),
    };
    let mut report = report::build(&outcome, warnings, Some(material));
    report.review = review.notes;
    if outcome.answer() == Answer::Undecided
        && let Some(more) = more_launches(&report, config.gate.matters)
    {
        let noun = if more == 1 { "launch" } else { "launches" };
        report.reasons.push(format!("about {more} more {noun} would decide"));
    }
    if let Some(folder) = &fetched {
        // That folder is gone when somebody reads this.
        let (there, kept) =
            (folder.path().to_string_lossy(), context.store_folder(check.baseline.as_deref()));
        for launch in report.launches.iter_mut().flat_map(|launches| &mut launches.excluded) {
            launch.source = launch.source.replace(&*there, &kept.to_string_lossy());
        }
    }
    check.output.write(&report, look, out, err)?;
    Ok(Exit::of(outcome.answer(), config.gate.undecided))
}

/// About how many more launches would show that the launch and its phases did not grow by what matters: how far their intervals reach
/// shrinks with the root of their number. None if that is no help, since other noise than that of launches is in the way.
fn more_launches(report: &Report, matters: f64) -> Option<usize> {
    const MOST: f64 = 500.0;
    let launches = report.launches.as_ref()?.head as f64;
    let reach = |row: &crate::report::value::ReportRow| {
        Some(row.interval_ns[1]? / row.base_ns).filter(|share| share.is_finite())
    };
    let hidden = report.wholes.iter().filter_map(reach).filter(|hidden| *hidden > matters);
    let most = hidden.max_by(f64::total_cmp)?;
    let more = (launches * (most / matters).powi(2) - launches).ceil();
    (1.0..=MOST).contains(&more).then_some(more as usize)
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

fn judged(
    context: &Context,
    head: Side<'_>,
    base: Base<'_>,
    accepted: &[Acceptance],
) -> anyhow::Result<Judgement> {
    Ok(judge::check(head, base, &context.policy(accepted), context.today)?)
}
