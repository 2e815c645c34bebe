//! Runs a check: reads the launches of both builds, attributes their methods, calls the judgement, and builds the report.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gate_config::Config;
use gate_decision::{Answer, Base, Judgement, Side, StoredBase, is_interleaved};
use gate_device::campaign::read_log;
use gate_facts::Facts;
use gate_launches::run_log::RunLog;
use gate_launches::{BuildRole, Launch, LaunchTimeline, Launches, ReadOptions, list_lost_traces};
use gate_report::value::CommandInputs;
use gate_report::word::PreservedValue;
use gate_report::{Report, ReportInput, median_launch};

use super::stored_history::judge_launches;
use super::{
    Context, JudgingOptions, ReviewNotes, Settings, as_stored, build_facts, edited_baselines, equal_builds,
    format_warnings, judged_by, read_trace_timeline, store_for,
};

/// The launches to judge, with the settings and the base of the judgement.
pub struct CheckRequest<'a> {
    pub runs: &'a [PathBuf],
    /// Launches of the base; empty if the base is stored sessions, or if `runs` contain both builds.
    pub base: &'a [PathBuf],
    /// A folder with the dSYMs of the base.
    pub base_symbols: Option<&'a Path>,
    /// Fresh launches that must confirm a finding.
    pub again: &'a [PathBuf],
    pub by: &'a JudgingOptions,
    /// Whether a setting that matches no name in the launches is an error.
    pub strict: bool,
    pub settings: &'a Settings,
}

/// The result of a check.
pub struct CheckResult {
    pub report: Report,
    pub answer: Answer,
    /// The settings with which the launches were judged.
    pub config: Config,
}

/// Judges launches and returns the report.
pub fn check(request: &CheckRequest<'_>) -> anyhow::Result<CheckResult> {
    let (mut context, mut review) = judged_by(request.settings, request.by.policy.as_deref())?;
    let edited = edited_baselines(&context, request.by)?;
    review.edits_baselines = !edited.is_empty();
    review.notes.extend(edits_note(&edited));
    if let Some(folder) = request.base_symbols {
        context.attribution.add_symbols(folder)?;
    }
    let log = run_log(request.runs)?;
    if let (Some(log), [folder]) = (log.as_ref().filter(|log| log.header.equal), request.runs) {
        let mut report = equal_builds::judge(&context, folder, &log.header.scenario);
        report.edits_baselines = review.edits_baselines;
        report.review = review.notes;
        return Ok(CheckResult { answer: report.verdict, report, config: context.config });
    }
    let mut warnings = Vec::new();
    let input = CheckInput::read(request, &context, &mut warnings)?;
    let mut builds = input.choose_builds(request.by, &mut warnings);
    let accepted = context.read_acceptances()?;
    builds.attribute_facts(&context);
    warnings.extend(context.list_unmatched_settings(
        &input.compared_launches(),
        &accepted,
        request.strict,
    )?);
    let judged = judge(request.by, &context, &mut review, &input, &builds, &mut warnings)?;
    let mut report = build_report(request, &context, &builds, &judged, warnings);
    report.edits_baselines = review.edits_baselines;
    report.review = review.notes;
    report.commands = Some(command_inputs(request, &context, log.as_ref()));
    Ok(CheckResult { report, answer: judged.outcome.answer(), config: context.config })
}

/// Returns the line for the reviewer of a change that edits the baselines.
fn edits_note(edited: &[String]) -> Option<String> {
    let first = edited.first()?;
    let more = match edited.len() {
        1 => String::new(),
        all => format!(" and {} more", all - 1),
    };
    Some(format!("this change edits the baselines: {first}{more}; those of the base are compared with"))
}

/// Returns the log of the run, if `runs` is the folder of a single run.
fn run_log(runs: &[PathBuf]) -> anyhow::Result<Option<RunLog>> {
    match runs {
        [run] if run.is_dir() => Ok(read_log(run)?),
        _ => Ok(None),
    }
}

/// The launches that were read.
struct CheckInput {
    run: Launches,
    /// Fresh launches that must confirm a finding.
    fresh: Option<Launches>,
    /// Launches of the base that the request names.
    base: Option<Launches>,
}

impl CheckInput {
    fn read(
        request: &CheckRequest<'_>,
        context: &Context,
        all: &mut Vec<String>,
    ) -> anyhow::Result<CheckInput> {
        let mut without_callers = Vec::new();
        let mut read = |runs: &[PathBuf]| context.read_launches(runs, &mut without_callers);
        let (mut run, fresh) = read(request.runs)?.split_again();
        let mut fresh = if request.again.is_empty() { fresh } else { Some(read(request.again)?) };
        let base = if request.base.is_empty() { None } else { Some(read(request.base)?) };
        for launches in std::iter::once(&mut run).chain(&mut fresh) {
            as_stored(launches, context, request.by.baseline.as_deref());
        }
        all.extend(format_warnings([Some(&run), base.as_ref(), fresh.as_ref()].into_iter().flatten()));
        all.append(&mut without_callers);
        if request.runs.iter().any(|run| request.base.contains(run)) {
            all.push(
                "the launches are compared with themselves: RUNS and --base name the same path".to_owned(),
            );
        }
        all.extend(context.warnings());
        request.by.check_exists()?;
        Ok(CheckInput { run, fresh, base })
    }

    /// Returns the launches that are compared with each other.
    fn compared_launches(&self) -> Vec<&Launches> {
        std::iter::once(&self.run).chain(&self.base).collect()
    }

    /// Chooses the launches of the head and of the base, and reads the facts of both builds.
    fn choose_builds(&self, by: &JudgingOptions, warnings: &mut Vec<String>) -> Builds<'_> {
        let is_stored = by.baseline.is_some() || by.reference.is_some();
        let is_mixed = self.base.is_none() && !is_stored && is_interleaved(&self.run);
        let role = |role| if is_mixed { Some(role) } else { None };
        let head = Side { launches: &self.run, role: role(BuildRole::Head) };
        let base = self.base.as_ref().or(is_mixed.then_some(&self.run));
        let base = base.map(|launches| Side { launches, role: role(BuildRole::Base) });
        let facts = build_facts::read_for_side(head, warnings);
        let base_facts =
            base.filter(|_| facts.is_some()).and_then(|side| build_facts::read_for_side(side, warnings));
        Builds { head, base, facts, base_facts }
    }
}

/// The two builds of a comparison.
struct Builds<'a> {
    head: Side<'a>,
    /// Absent if stored sessions are the base.
    base: Option<Side<'a>>,
    facts: Option<Facts>,
    base_facts: Option<Facts>,
}

impl<'a> Builds<'a> {
    /// Adds modules and owners to the facts.
    fn attribute_facts(&mut self, context: &Context) {
        for facts in self.facts.iter_mut().chain(&mut self.base_facts) {
            context.attribution.attribute_facts(facts);
        }
    }

    /// Returns the fresh launches of the head, and the base with which they are compared. If both builds were launched in turns, fresh
    /// launches of only the head cannot confirm a finding.
    fn confirmation_sides(&self, input: &'a CheckInput) -> Option<(Side<'a>, Base<'a>)> {
        let launches = input.fresh.as_ref()?;
        let base = match &input.base {
            Some(base) => Side { launches: base, role: None },
            None if is_interleaved(launches) => Side { launches, role: Some(BuildRole::Base) },
            None => return None,
        };
        Some((Side { launches, role: self.head.role }, Base::Launches(base)))
    }
}

/// Judges the head against its base, which is the launches of a build or stored sessions.
fn judge(
    by: &JudgingOptions,
    context: &Context,
    review: &mut ReviewNotes,
    input: &CheckInput,
    builds: &Builds<'_>,
    warnings: &mut Vec<String>,
) -> anyhow::Result<Judgement> {
    let store;
    let (accepted, base, again) = match builds.base {
        Some(base) => (context.read_acceptances()?, Base::Launches(base), builds.confirmation_sides(input)),
        None => {
            store = store_for(context, by, warnings)?;
            let fresh = input.fresh.as_ref().map(|launches| Side { launches, role: None });
            let again = fresh.map(|fresh| (fresh, Base::Store(&*store)));
            (store.read_acceptances()?, Base::Store(&*store), again)
        }
    };
    let accepted = review.admit_acceptances(accepted, context.today);
    let policy = context.policy(&accepted);
    let mut judged = judge_launches(context, builds.head, base, again, &policy)?;
    warnings.extend(judged.warnings.iter().filter_map(gate_report::describe_caution));
    if let Some(facts) = &builds.facts {
        let mut stored = judged.stored.as_mut().and_then(|stored| stored.facts.as_mut());
        stored.iter_mut().for_each(|facts| context.attribution.attribute_facts(facts));
        let base = builds.base_facts.as_ref().or(stored.as_deref());
        gate_decision::add_facts(&mut judged.outcome, base, facts, builds.head, &policy);
    }
    Ok(judged)
}

/// Builds the report, with the timelines of the median launches.
fn build_report(
    request: &CheckRequest<'_>,
    context: &Context,
    builds: &Builds<'_>,
    judged: &Judgement,
    mut warnings: Vec<String>,
) -> Report {
    let nothing = StoredBase::default();
    let (outcome, stored) = (&judged.outcome, judged.stored.as_ref().unwrap_or(&nothing));
    let base = builds.base.unwrap_or(Side { launches: &stored.launches, role: None });
    let base_timeline = match builds.base {
        Some(_) => read_timeline(median_launch(outcome, base), &mut warnings),
        None => stored.timeline.clone(),
    };
    let head_timeline = read_timeline(median_launch(outcome, builds.head), &mut warnings);
    let lost = read_lost_launches(request.runs, context, &mut warnings);
    let material = ReportInput {
        lost: &lost,
        base,
        head: builds.head,
        config: &context.config,
        attribution: &context.attribution,
        older: stored.older.as_ref(),
        anchor: stored.anchor.as_deref(),
        base_tree: stored.tree.as_ref(),
        base_timeline: base_timeline.as_ref(),
        head_timeline: head_timeline.as_ref(),
    };
    let mut report = gate_report::build_report(outcome, warnings, Some(material));
    if let Some(settings) = &mut report.settings {
        settings.file = request.settings.file_in_repository();
    }
    report.reasons.extend(outcome.would_decide().map(PreservedValue::from));
    report
}

/// Reads the launches of the head that were lost and whose traces the run kept. They are not judged, but their stalls are reported.
fn read_lost_launches(runs: &[PathBuf], context: &Context, warnings: &mut Vec<String>) -> Vec<Launch> {
    let files = list_lost_traces(runs);
    let options = ReadOptions { paths: true, ..ReadOptions::default() };
    match if files.is_empty() { Ok(Launches::default()) } else { context.read_paths(&files, options) } {
        Ok(lost) => lost.launches.into_iter().filter(|launch| launch.role != Some(BuildRole::Base)).collect(),
        Err(error) => {
            warnings.push(format!("no stalls of lost launches: {error:#}"));
            Vec::new()
        }
    }
}

/// Returns the values for the commands that a report recommends.
fn command_inputs(request: &CheckRequest<'_>, context: &Context, log: Option<&RunLog>) -> CommandInputs {
    let apps = log.into_iter().flat_map(|log| &log.header.apps);
    CommandInputs {
        runs: request.runs.iter().filter_map(|run| relative_path(run)).collect(),
        base: request.base.iter().filter_map(|run| relative_path(run)).collect(),
        apps: apps.filter_map(|app| relative_path(Path::new(app))).collect(),
        until: Some(context.today.a_month_later().to_string()),
    }
}

/// Returns a path that is valid on a different machine: a relative path without changes, and only the file name of an absolute path.
fn relative_path(path: &Path) -> Option<String> {
    let path = if path.is_absolute() { Path::new(path.file_name()?) } else { path };
    Some(path.to_str()?.to_owned())
}

/// Reads the timeline of a launch, if the launch was read from a trace. A trace that cannot be read causes only a warning, since the
/// verdict does not need the timeline.
pub(super) fn read_timeline(launch: Option<&Launch>, warnings: &mut Vec<String>) -> Option<LaunchTimeline> {
    let launch = launch?;
    match read_trace_timeline(Path::new(&*launch.source.file)) {
        Ok(recording) => Some(LaunchTimeline {
            session: Arc::clone(&launch.session),
            launch: launch.number,
            recording: recording?,
        }),
        Err(error) => {
            warnings.push(format!("no timeline: {error:#}"));
            None
        }
    }
}
