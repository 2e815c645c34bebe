//! Next steps with complete commands, and the end of the job.
//!
//! Its text is plain; each renderer escapes it.

use gate_decision::Mode;
use gate_decision::{Answer, FindingKind};

use super::build_facts;
use super::line::{Line, quoted};
use super::summary::{is_before_main, largest_method};
use super::value::{Report, ReportRow};
use super::words::is_budget;

/// Length of the longest name in a command; a part of a name would match another method.
const LONGEST_NAME: usize = 300;

/// Whether the change may be merged, and how the job ends.
pub(super) fn consequence(report: &Report) -> &'static str {
    match report.verdict {
        Answer::Pass => "May be merged: the job passes (exit code 0)",
        Answer::Regressed => "Not to be merged: the job fails (exit code 2)",
        Answer::Undecided => "May be merged: the jobs of gate init pass with a warning (exit code 3)",
        Answer::NoBaseline => {
            "May be merged: until a baseline is stored, the action for GitHub passes with a warning (exit code 4)"
        }
        Answer::Incomparable => "Not to be merged: the job fails (exit code 5)",
        Answer::NotRecorded => "Not to be merged: the job fails (exit code 7)",
    }
}

/// Files and folders that the commands name.
struct Paths {
    runs: String,
    /// The command that writes the verdict to a file, for a reader without one.
    judge: Option<String>,
    until: String,
    /// The files of the app and of its base, where the reader may have them.
    apps: Vec<String>,
    /// The id of the pipeline's run on GitHub.
    job: Option<String>,
    /// The command that brings both to the reader's machine.
    download: Option<String>,
}

impl Paths {
    fn of(report: &Report) -> Paths {
        let commands = report.commands.clone().unwrap_or_default();
        let until = commands.until.as_deref().map_or("$(date +%Y)-12-31".to_owned(), argument);
        let run = report.origin.as_ref().and_then(|origin| origin.run_url.as_deref());
        let run = run.and_then(|url| url.split_once("/actions/runs/")).map(|(_, id)| id);
        let run = run.filter(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()));
        if let Some(id) = run {
            // As the action for GitHub names them.
            let download = format!(
                "gh run download {id} -n launchgate-launches -D launches && gh run download {id} -n launchgate-verdict"
            );
            return Paths {
                runs: "launches".to_owned(),
                judge: None,
                until,
                apps: Vec::new(),
                job: Some(id.to_owned()),
                download: Some(download),
            };
        }
        let runs: Vec<String> = commands.runs.iter().map(|run| argument(run)).collect();
        let runs = if runs.is_empty() { "runs".to_owned() } else { runs.join(" ") };
        let base: String = commands.base.iter().map(|run| format!(" --base {}", argument(run))).collect();
        let judge = format!("gate check {runs}{base} -o json=verdict.json");
        let apps = commands.apps.iter().map(|app| argument(app)).collect();
        Paths { runs, judge: Some(judge), until, apps, job: None, download: None }
    }
}

/// An argument of a command, quoted where a shell needs it.
fn argument(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._/-+=".contains(c);
    let plain = !text.is_empty() && !text.starts_with('-') && text.chars().all(is_plain);
    if plain { text.to_owned() } else { quoted(text) }
}

/// Returns the next steps; their commands are complete.
pub(super) fn next_steps(report: &Report) -> Vec<Line> {
    let paths = Paths::of(report);
    match report.verdict {
        Answer::Pass => vec![],
        Answer::Regressed => of_regressions(report, &paths),
        Answer::Undecided => {
            let launches = report.launches.as_ref();
            let interleaved = launches.is_some_and(|launches| launches.mode.known() == Some(Mode::Blocks));
            // One advice: what would decide.
            let more = report.more_launches.is_some() || launches.is_none() || interleaved;
            vec![if more { more_launches(&paths) } else { in_turns("Record both builds in turns") }]
        }
        Answer::NoBaseline => {
            vec![of_main_branch("Once,"), in_turns("Or compare two builds without a baseline")]
        }
        Answer::Incomparable => vec![
            in_turns("Record both builds in turns on one device"),
            of_main_branch("Or, after an update of the device or system,"),
        ],
        Answer::NotRecorded => vec![
            Line::words("Check that the agent is in the app (")
                .command("gate inject")
                .and(") and records (")
                .command("gate doctor")
                .and("), then launch again."),
        ],
    }
}

fn of_regressions(report: &Report, paths: &Paths) -> Vec<Line> {
    // A budget is a limit: it is raised in the settings, and not accepted.
    let failing: Vec<&ReportRow> =
        report.findings.iter().filter(|row| row.fails() && !is_budget(row)).collect();
    let finding = largest_method(&failing).or_else(|| failing.first().copied());
    let mut steps = Vec::new();
    if let Some(row) = finding {
        if row.subject.bare().len() > LONGEST_NAME {
            steps.push(Line::words(
                "The name of the largest finding is too long for a command; the JSON report has it.",
            ));
        } else {
            steps.extend(paths.download.as_ref().map(|download| {
                Line::words("Get the launches and the verdict of this run: ").command(download)
            }));
            steps.extend(of_finding(report, row, failing.len(), paths));
        }
    }
    let has = |kind: FindingKind| failing.iter().any(|row| row.kind.found() == Some(kind));
    if has(FindingKind::Phase) && report.functions.is_some() {
        steps.push(
            Line::words("Swift, C and system code: list the functions that samples found: ")
                .command(format!("gate explain functions {}", paths.runs)),
        );
    }
    if failing.iter().any(|row| row.counted.is_some() && is_before_main(row)) {
        let what = "Before main: list the dylibs, +load methods and initialisers of the build";
        steps.push(match paths.apps.first() {
            Some(app) => Line::words(format!("{what}: ")).command(format!("gate inspect {app}")),
            None => Line::words(format!("{what} with ")).command("gate inspect").and("."),
        });
    }
    if report.findings.iter().any(|row| row.fails() && is_budget(row)) {
        steps.push(Line::words(
            "Over a budget: make it faster, or raise the limit of its [[budget]] in the settings.",
        ));
    }
    if build_facts::failing(report) > 0 {
        steps.push(Line::words("Build facts: undo what was added, or allow it in [facts] of the settings."));
    }
    steps
}

/// Returns the step that records more of the same launches.
fn more_launches(paths: &Paths) -> Line {
    match (&paths.job, &paths.apps[..]) {
        (Some(id), _) => {
            Line::words("Record more launches in the same job: ").command(format!("gh run rerun {id}"))
        }
        (None, []) => Line::words("Record more launches: start ")
            .command("gate run")
            .and(" again with ")
            .command("--until-decided")
            .and("."),
        (None, [app, base @ ..]) => {
            let base = base.first().map_or(String::new(), |base| format!(" --base {base}"));
            Line::words("Record more launches: ")
                .command(format!("gate run {app}{base} -o more --until-decided"))
        }
    }
}

/// Returns the step that stores a baseline: the job of the main branch does it.
fn of_main_branch(words: &str) -> Line {
    Line::words(format!("{words} on the main branch: start the job that gate init wrote, or by hand, after "))
        .command("gate run")
        .and(" into the folder launches: ")
        .command("gate baseline update launches")
}

/// Returns the step that launches both builds; the reader has the app of the base.
fn in_turns(words: &str) -> Line {
    Line::words(format!("{words}: give the base's app to "))
        .command("gate run")
        .and(" as ")
        .command("--base")
        .and(".")
}

/// The commands for one finding.
fn of_finding(report: &Report, row: &ReportRow, failing: usize, paths: &Paths) -> Vec<Line> {
    let (which, one, others) = if failing > 1 {
        let which = if row.subject.method().is_some() { "the largest method" } else { "the largest finding" };
        (which, which, " (the other findings still fail)")
    } else {
        ("the method", "this finding", "")
    };
    let stored = report.launches.as_ref().is_some_and(|used| used.mode.known() == Some(Mode::Sessions));
    let first = match row.kind.found() {
        // If all code is slower against stored launches, the first suspect is the state of the device.
        Some(FindingKind::Drift) if stored => {
            Some(in_turns("Run base and head in turns, which tells a slower phone from slower code"))
        }
        _ => row.subject.method().map(|method| {
            Line::words(format!("See what calls {which}, and what it calls: ")).command(format!(
                "gate explain {} {}",
                quoted(method),
                paths.runs
            ))
        }),
    };
    let accepted = Line::words(format!("If the growth of {one} is intended, accept it{others}: "))
        .command(accept_in(row, paths));
    first.into_iter().chain([accepted]).collect()
}

/// The command that shows a method's callers and callees.
pub(super) fn explain(report: &Report, method: &str) -> String {
    format!("gate explain {} {}", quoted(method), Paths::of(report).runs)
}

/// Returns the command that lists every method, if the launches are in known folders.
pub(super) fn tree(report: &Report) -> Option<String> {
    report.commands.as_ref().filter(|commands| !commands.runs.is_empty())?;
    Some(format!("gate explain tree {} --min 0%", Paths::of(report).runs))
}

/// The command that accepts a finding as large as it is.
pub(super) fn accept(report: &Report, row: &ReportRow) -> String {
    accept_in(row, &Paths::of(report))
}

fn accept_in(row: &ReportRow, paths: &Paths) -> String {
    let owner = row.owner.as_deref().map_or("\"$(git config user.email)\"".to_owned(), quoted);
    let first = paths.judge.as_ref().map_or(String::new(), |judge| format!("{judge}; "));
    format!(
        "{first}gate baseline accept {} --verdict verdict.json --reason 'intended change' --owner {owner} --until {}",
        quoted(row.subject.bare()),
        paths.until
    )
}
