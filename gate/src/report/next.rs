//! What to do next, with the commands filled in, and how the answer ends the job.
//!
//! Plain text, nothing escaped: that is each renderer's.

use super::build_facts;
use super::line::{Line, quoted};
use super::summary::{is_before_main, largest_method};
use super::value::{Report, ReportRow};
use super::words::is_budget;
use crate::compare::Mode;
use crate::verdict::{Answer, FindingKind};

/// A longer name is for no shell: no command holds a part of one.
const LONGEST_NAME: usize = 300;

/// How an answer that is no regression ends the job, where it does.
pub(super) fn consequence(report: &Report) -> Option<&'static str> {
    match report.verdict {
        Answer::Pass | Answer::Regressed => None,
        Answer::Undecided => Some(
            "Exit code 3: the pipelines that gate init writes warn and do not fail; gate.undecided changes that",
        ),
        Answer::NoBaseline => {
            Some("Exit code 4: the action for GitHub warns and does not fail until a baseline is stored")
        }
        Answer::Incomparable => Some("Exit code 5: the job fails"),
        Answer::NotRecorded => Some("Exit code 7: the job fails"),
    }
}

/// What to do next; the names in the commands are filled in.
pub(super) fn next_steps(report: &Report) -> Vec<Line> {
    match report.verdict {
        Answer::Pass => vec![],
        Answer::Regressed => of_regressions(report),
        Answer::Undecided => {
            let more = Line::words("Record more launches until the verdict is clear: ")
                .command("gate run APP -o RUNS --until-decided");
            let both =
                Line::words("Record both builds interleaved, which removes the variation between sessions: ")
                    .command("gate run HEAD_APP --base BASE_APP -o RUNS");
            let launches = report.launches.as_ref();
            let interleaved = launches.is_some_and(|launches| launches.mode.known() == Some(Mode::Blocks));
            // One advice: what would decide.
            if report.more_launches.is_some() || interleaved { vec![more] } else { vec![both] }
        }
        Answer::NoBaseline => vec![
            Line::words("Store a baseline from launches of a known good build, usually on the main branch: ")
                .command("gate baseline update RUNS"),
            Line::words("Or compare two builds without a baseline: ")
                .command("gate run HEAD_APP --base BASE_APP -o RUNS"),
            Line::words("RUNS is the folder of gate run."),
        ],
        Answer::Incomparable => vec![
            Line::words(
                "Record both sides on one device, with one system and the same settings; choose the device: ",
            )
            .command("gate run APP -o RUNS --udid UDID"),
            Line::words(
                "Or, after an update of the device or system, store a new baseline from the main branch: ",
            )
            .command("gate baseline update RUNS"),
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

fn of_regressions(report: &Report) -> Vec<Line> {
    // A budget is a limit: it is raised in the settings, and not accepted.
    let failing: Vec<&ReportRow> =
        report.findings.iter().filter(|row| row.fails && !is_budget(row)).collect();
    let finding = largest_method(&failing).or_else(|| failing.first().copied());
    let (mut steps, mut is_named) = (Vec::new(), false);
    if let Some(row) = finding {
        if row.subject.bare().len() > LONGEST_NAME {
            steps.push(Line::words(
                "The name of the largest finding is too long for a command; the JSON report has it.",
            ));
        } else {
            is_named = true;
            steps.extend(of_finding(row, failing.len()));
        }
    }
    let has = |kind: FindingKind| failing.iter().any(|row| row.kind.found() == Some(kind));
    if has(FindingKind::Phase) {
        steps.push(
            Line::words("Outside Objective-C: list the Swift, C and C++ functions that samples found: ")
                .command("gate stacks RUNS"),
        );
    }
    if failing.iter().any(|row| row.counted.is_some() && is_before_main(row)) {
        steps.push(
            Line::words("Before main: list the dylibs, +load methods and initialisers of the build: ")
                .command("gate inspect APP"),
        );
    }
    if report.findings.iter().any(|row| row.fails && is_budget(row)) {
        steps.push(Line::words(
            "Over a budget: make it faster, or raise the limit of its [[budget]] in the settings.",
        ));
    }
    if build_facts::failing(report) > 0 {
        steps.push(Line::words("Build facts: undo what was added, or allow it in [facts] of the settings."));
    }
    if is_named {
        steps.push(Line::words("RUNS is the folder of the launches, VERDICT.json what gate check -o json=VERDICT.json wrote; a pipeline keeps both as artifacts."));
        steps.push(Line::words(
            "WHY is the reason, OWNER who answers for it, YYYY-MM-DD the last day of the acceptance.",
        ));
    }
    steps
}

/// The commands for one finding.
fn of_finding(row: &ReportRow, failing: usize) -> Vec<Line> {
    let (which, one, others) = if failing > 1 {
        let which = if row.subject.method().is_some() { "the largest method" } else { "the largest finding" };
        (which, which, " (the other findings still fail)")
    } else {
        ("the method", "this finding", "")
    };
    let explained = row.subject.method().map(|method| {
        Line::words(format!("See what calls {which}, and what it calls: ")).command(explain(method))
    });
    let accepted =
        Line::words(format!("If the growth of {one} is intended, accept it{others}: ")).command(accept(row));
    explained.into_iter().chain([accepted]).collect()
}

/// The command that shows a method's callers and callees.
pub(super) fn explain(method: &str) -> String {
    format!("gate explain {} RUNS", quoted(method))
}

/// The command that accepts a finding as large as it is.
pub(super) fn accept(row: &ReportRow) -> String {
    let owner = row.owner.as_deref().map_or("OWNER".to_owned(), quoted);
    let what = row.subject.bare();
    format!(
        "gate baseline accept {} --verdict VERDICT.json --reason WHY --owner {owner} --until YYYY-MM-DD",
        quoted(what)
    )
}
