//! `gate check`: reads both sides, has them judged, shows the verdict.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;

use crate::baseline::Acceptance;
use crate::compare::{Mode, Side};
use crate::judge::{self, Base, Judgement, Outcome, is_interleaved};
use crate::launches::{Launch, Launches, Recording, Role};
use crate::report::{self, Material, Terminal, Timed, median_launch};
use crate::verdict::Answer;

use super::baseline_git::store_of_ref;
use super::context::{Context, warnings};
use super::export::recording;
use super::kept_facts;
use super::origin::origin;
use super::policy::Review;
use super::{Check, Exit, is_url, shared};

pub(super) fn check(
    check: &Check,
    look: Terminal,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let (mut context, mut review) = check.settings.judged_by(check.judged_by.policy.as_deref())?;
    if let Some(folder) = &check.base_symbols {
        context.attribution.add_symbols(folder)?;
    }
    let mut without_callers = Vec::new();
    let told = check.given.parse()?;
    let mut read =
        |runs: &[PathBuf], told| context.launches(runs, check.callers_up_to, told, &mut without_callers);
    let (mut run, fresh) = read(&check.runs, &told)?.split_again();
    let mut fresh = if check.again.is_empty() { fresh } else { Some(read(&check.again, &told)?) };
    for launches in std::iter::once(&mut run).chain(&mut fresh) {
        shared::as_stored(launches, &context, check.judged_by.baseline.as_deref());
    }
    let of_base = told.clone().without_build();
    let given = if check.base.is_empty() { None } else { Some(read(&check.base, &of_base)?) };
    let mut warnings = warnings([Some(&run), given.as_ref(), fresh.as_ref()].into_iter().flatten());
    warnings.append(&mut without_callers);
    warnings.extend(context.warnings());
    check.judged_by.is_there()?;
    let accepted = context.accepted()?;
    let read: Vec<&Launches> = std::iter::once(&run).chain(&given).collect();
    warnings.extend(context.unmatched(&read, &accepted, check.strict)?);
    let Sides { head, base: base_side, judged, fetched } =
        sides(check, &context, &mut review, (&run, fresh.as_ref(), given.as_ref()), &mut warnings)?;
    let Judgement { mut outcome, config, stored, warnings: more } = judged;
    warnings.extend(more);
    let stored = stored.unwrap_or_default();
    if let Some(own) = kept_facts::of_side(head, &mut warnings) {
        let of_base = base_side.and_then(|side| kept_facts::of_side(side, &mut warnings));
        let policy = context.policy(&accepted);
        judge::add_facts(&mut outcome, of_base.or(stored.facts.clone()).as_ref(), &own, head, &policy);
    }
    let base = base_side.unwrap_or(Side { launches: &stored.launches, role: None });
    let base_timeline =
        stored.timeline.clone().or_else(|| timeline(median_launch(&outcome, base), &mut warnings));
    let head_timeline = timeline(median_launch(&outcome, head), &mut warnings);
    let material = Material {
        base,
        head,
        config: &config,
        attribution: &context.attribution,
        older: stored.older.as_ref(),
        anchor: stored.anchor.as_deref(),
        base_tree: stored.tree.as_ref(),
        base_timeline: base_timeline.as_ref().map(timed),
        head_timeline: head_timeline.as_ref().map(timed),
    };
    let mut report = report::build(&outcome, warnings, Some(material));
    report.origin = origin();
    if let Some(settings) = &mut report.settings {
        settings.file = check.settings.file_in_repository();
    }
    report.review = review.notes;
    report.reasons.extend(would_decide(&outcome));
    if let Some(folder) = &fetched {
        // That folder is gone when somebody reads this.
        let (there, kept) =
            (folder.path().to_string_lossy(), context.store_folder(check.judged_by.baseline.as_deref()));
        for launch in report.launches.iter_mut().flat_map(|launches| &mut launches.excluded) {
            launch.source = launch.source.replace(&*there, &kept.to_string_lossy());
        }
        let name = check.judged_by.baseline_ref.as_deref().unwrap_or_default();
        for reason in &mut report.reasons {
            *reason = reason.replace(&*there, name);
        }
    }
    report::disclose(&mut report, config.report.names)?;
    check.output.write(&mut report, look, out, err)?;
    Ok(Exit::of(outcome.answer(), config.gate.undecided))
}

/// What would make an undecided answer a pass.
fn would_decide(outcome: &Outcome) -> Option<String> {
    let Outcome::Judged(comparison, verdict) = outcome else { return None };
    let is_open =
        verdict.answer == Answer::Undecided && verdict.findings.iter().all(|finding| finding.again.is_none());
    match verdict.more_launches {
        Some(1) => Some("about 1 more launch would give a clear verdict".to_owned()),
        Some(more) => Some(format!("about {more} more launches would give a clear verdict")),
        None if is_open && comparison.mode == Mode::Sessions => {
            let advice = "store sessions of more days, or record both builds interleaved (gate run --base)";
            Some(format!("more launches of this build alone would not give a clear verdict; {advice}"))
        }
        None => None,
    }
}

/// What was compared, and what came out.
struct Sides<'a> {
    head: Side<'a>,
    /// None where stored sessions are the base.
    base: Option<Side<'a>>,
    judged: Judgement,
    /// The store that was fetched from a ref.
    fetched: Option<TempDir>,
}

/// Has the launches judged against those that are given, those that they were interleaved with, or those that are stored.
fn sides<'a>(
    check: &Check,
    context: &Context,
    review: &mut Review,
    (run, fresh, given): (&'a Launches, Option<&'a Launches>, Option<&'a Launches>),
    warnings: &mut Vec<String>,
) -> anyhow::Result<Sides<'a>> {
    let side = |launches, role| Side { launches, role };
    let wants_store = check.judged_by.baseline.is_some() || check.judged_by.baseline_ref.is_some();
    let both = match given {
        Some(base) => Some((side(run, None), side(base, None))),
        None if !wants_store && is_interleaved(run) => {
            Some((side(run, Some(Role::Head)), side(run, Some(Role::Base))))
        }
        None => None,
    };
    if let Some((head, base)) = both {
        let accepted = review.counted(context.accepted()?);
        // Fresh launches of both builds are compared with each other.
        let fresh = fresh.filter(|fresh| given.is_some() || is_interleaved(fresh)).map(|fresh| {
            let base = given.map_or_else(|| side(fresh, Some(Role::Base)), |given| side(given, None));
            (side(fresh, head.role), Base::Launches(base))
        });
        let judged = judged(context, head, Base::Launches(base), fresh, &accepted)?;
        return Ok(Sides { head, base: Some(base), judged, fetched: None });
    }
    let folder = context.store_folder(check.judged_by.baseline.as_deref());
    let fetched = match &check.judged_by.baseline_ref {
        Some(name) => Some(store_of_ref(context, &folder, &check.judged_by.remote, name, warnings)?),
        None => None,
    };
    let store = match &fetched {
        Some(fetched) => Box::new(context.open_store(fetched.path())?),
        None => context.store(check.judged_by.baseline.as_deref())?,
    };
    let head = side(run, None);
    let accepted = review.counted(store.accepted()?);
    let fresh = fresh.map(|fresh| (side(fresh, None), Base::Store(&*store)));
    let judged = judged(context, head, Base::Store(&*store), fresh, &accepted)?;
    Ok(Sides { head, base: None, judged, fetched })
}

/// A launch in time, if it came from a trace. The verdict does not hang on it: what cannot be read is a warning.
fn timeline(launch: Option<&Launch>, warnings: &mut Vec<String>) -> Option<(Arc<str>, u64, Recording)> {
    let launch = launch?;
    let path = Path::new(&*launch.source.file);
    // What lies at a URL was read already, as far as it was kept.
    if is_url(path) {
        return None;
    }
    match recording(path) {
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
    fresh: Option<(Side<'_>, Base<'_>)>,
    accepted: &[Acceptance],
) -> anyhow::Result<Judgement> {
    Ok(judge::check_again(head, base, fresh, &context.policy(accepted), context.today)?)
}
