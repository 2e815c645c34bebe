//! Reads both sides, has them judged, and says what came out as a report.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gate_baseline::Acceptance;
use gate_config::Config;
use gate_decision::Answer;
use gate_decision::Side;
use gate_decision::{Base, Judgement, Outcome, is_interleaved};
use gate_device::campaign::read_log;
use gate_launches::{Launch, Launches, Role, Timeline};
use gate_report::value::Commands;
use gate_report::{Material, Report, Timed, median_launch};

use super::{
    Context, JudgedBy, Review, Settings, as_stored, judged_by, kept_facts, recording, store_for, warnings,
};

/// What is judged, and by what.
pub struct Check<'a> {
    pub runs: &'a [PathBuf],
    /// Launches of the base; none for stored sessions, or where `runs` hold both sides.
    pub base: &'a [PathBuf],
    /// A folder with the dSYMs of the base.
    pub base_symbols: Option<&'a Path>,
    /// Fresh launches that must confirm a finding.
    pub again: &'a [PathBuf],
    pub by: &'a JudgedBy,
    /// Settings that match nothing are an error.
    pub strict: bool,
    pub settings: &'a Settings,
}

/// What came out.
pub struct Checked {
    pub report: Report,
    pub answer: Answer,
    /// The settings that it was judged by.
    pub config: Config,
}

/// Judges launches.
pub fn check(request: &Check<'_>) -> anyhow::Result<Checked> {
    let by = request.by;
    let (mut context, mut review) = judged_by(request.settings, by.policy.as_deref())?;
    if let Some(folder) = request.base_symbols {
        context.attribution.add_symbols(folder)?;
    }
    let log = log_of(request.runs)?;
    if log.as_ref().is_some_and(|log| log.header.equal) {
        return Ok(of_equal_builds(context, review));
    }
    let mut without_callers = Vec::new();
    let mut read = |runs: &[PathBuf]| context.launches(runs, &mut without_callers);
    let (mut run, fresh) = read(request.runs)?.split_again();
    let mut fresh = if request.again.is_empty() { fresh } else { Some(read(request.again)?) };
    for launches in std::iter::once(&mut run).chain(&mut fresh) {
        as_stored(launches, &context, by.baseline.as_deref());
    }
    let given = if request.base.is_empty() { None } else { Some(read(request.base)?) };
    let mut warnings = warnings([Some(&run), given.as_ref(), fresh.as_ref()].into_iter().flatten());
    warnings.append(&mut without_callers);
    if request.runs.iter().any(|run| request.base.contains(run)) {
        warnings
            .push("the launches are compared with themselves: RUNS and --base name the same path".to_owned());
    }
    warnings.extend(context.warnings());
    by.is_there()?;
    let accepted = context.accepted()?;
    let read: Vec<&Launches> = std::iter::once(&run).chain(&given).collect();
    warnings.extend(context.unmatched(&read, &accepted, request.strict)?);
    let Sides { head, base: base_side, judged } =
        sides(by, &context, &mut review, (&run, fresh.as_ref(), given.as_ref()), &mut warnings)?;
    let Judgement { mut outcome, stored, warnings: more } = judged;
    warnings.extend(more);
    let stored = stored.unwrap_or_default();
    if let Some(mut own) = kept_facts::of_side(head, &mut warnings) {
        let of_base = base_side.and_then(|side| kept_facts::of_side(side, &mut warnings));
        let mut of_base = of_base.or(stored.facts.clone());
        for facts in of_base.iter_mut().chain([&mut own]) {
            context.attribution.attribute_facts(facts);
        }
        gate_decision::add_facts(&mut outcome, of_base.as_ref(), &own, head, &context.policy(&accepted));
    }
    let base = base_side.unwrap_or(Side { launches: &stored.launches, role: None });
    // Of stored sessions, what was kept of them was read.
    let base_timeline = match base_side {
        Some(_) => timeline(median_launch(&outcome, base), &mut warnings),
        None => stored.timeline.clone(),
    };
    let head_timeline = timeline(median_launch(&outcome, head), &mut warnings);
    let material = Material {
        base,
        head,
        config: &context.config,
        attribution: &context.attribution,
        older: stored.older.as_ref(),
        anchor: stored.anchor.as_deref(),
        base_tree: stored.tree.as_ref(),
        base_timeline: base_timeline.as_ref().map(timed),
        head_timeline: head_timeline.as_ref().map(timed),
    };
    let mut report = gate_report::build(&outcome, warnings, Some(material));
    if let Some(settings) = &mut report.settings {
        settings.file = request.settings.file_in_repository();
    }
    report.review = review.notes;
    report.commands = Some(Commands {
        runs: request.runs.iter().filter_map(|run| relative(run)).collect(),
        base: request.base.iter().filter_map(|run| relative(run)).collect(),
        apps: log
            .iter()
            .flat_map(|log| &log.header.apps)
            .filter_map(|app| relative(Path::new(app)))
            .collect(),
        until: Some(context.today.a_month_later().to_string()),
    });
    report.reasons.extend(outcome.would_decide());
    Ok(Checked { report, answer: outcome.answer(), config: context.config })
}

/// A path that means something on another machine: below the checkout, without the runner's own folders.
fn relative(path: &Path) -> Option<String> {
    let path = if path.is_absolute() { Path::new(path.file_name()?) } else { path };
    Some(path.to_str()?.to_owned())
}

/// The log of one run.
fn log_of(runs: &[PathBuf]) -> anyhow::Result<Option<gate_launches::run_log::RunLog>> {
    match runs {
        [run] if run.is_dir() => Ok(read_log(run)?),
        _ => Ok(None),
    }
}

/// What is equal got no slower.
fn of_equal_builds(context: Context, review: Review) -> Checked {
    let reason = String::new();
    let mut report = gate_report::build(&Outcome::TooFew { reason, findings: Vec::new() }, Vec::new(), None);
    report.verdict = Answer::Pass;
    report.reasons.clear();
    report.review = review.notes;
    Checked { report, answer: Answer::Pass, config: context.config }
}

/// What was compared, and what came out.
struct Sides<'a> {
    head: Side<'a>,
    /// None where stored sessions are the base.
    base: Option<Side<'a>>,
    judged: Judgement,
}

/// Has the launches judged against those that are given, those that they were interleaved with, or those that are stored.
fn sides<'a>(
    by: &JudgedBy,
    context: &Context,
    review: &mut Review,
    (run, fresh, given): (&'a Launches, Option<&'a Launches>, Option<&'a Launches>),
    warnings: &mut Vec<String>,
) -> anyhow::Result<Sides<'a>> {
    let side = |launches, role| Side { launches, role };
    let wants_store = by.baseline.is_some() || by.reference.is_some();
    let both = match given {
        Some(base) => Some((side(run, None), side(base, None))),
        None if !wants_store && is_interleaved(run) => {
            Some((side(run, Some(Role::Head)), side(run, Some(Role::Base))))
        }
        None => None,
    };
    if let Some((head, base)) = both {
        let accepted = review.counted(context.accepted()?, context.today);
        // Fresh launches of both builds are compared with each other.
        let fresh = fresh.filter(|fresh| given.is_some() || is_interleaved(fresh)).map(|fresh| {
            let base = given.map_or_else(|| side(fresh, Some(Role::Base)), |given| side(given, None));
            (side(fresh, head.role), Base::Launches(base))
        });
        let judged = judged(context, head, Base::Launches(base), fresh, &accepted)?;
        return Ok(Sides { head, base: Some(base), judged });
    }
    let store = store_for(context, by, warnings)?;
    let head = side(run, None);
    let accepted = review.counted(store.accepted()?, context.today);
    let fresh = fresh.map(|fresh| (side(fresh, None), Base::Store(&*store)));
    let judged = judged(context, head, Base::Store(&*store), fresh, &accepted)?;
    Ok(Sides { head, base: None, judged })
}

/// A launch in time, if it came from a trace. The verdict does not hang on it: what cannot be read is a warning.
pub(super) fn timeline(
    launch: Option<&Launch>,
    warnings: &mut Vec<String>,
) -> Option<(Arc<str>, u64, Timeline)> {
    let launch = launch?;
    match recording(Path::new(&*launch.source.file)) {
        Ok(recording) => Some((Arc::clone(&launch.session), launch.number, recording?)),
        Err(error) => {
            warnings.push(format!("no timeline: {error:#}"));
            None
        }
    }
}

pub(super) fn timed((session, launch, recording): &(Arc<str>, u64, Timeline)) -> Timed<'_> {
    Timed { session, launch: *launch, recording }
}

fn judged(
    context: &Context,
    head: Side<'_>,
    base: Base<'_>,
    fresh: Option<(Side<'_>, Base<'_>)>,
    accepted: &[Acceptance],
) -> anyhow::Result<Judgement> {
    Ok(gate_decision::check_again(head, base, fresh, &context.policy(accepted), context.today)?)
}
