//! What a report says first, in every format: what is proven, how the launch changed, and of what all this is said.
//!
//! Plain text, nothing escaped: that is each renderer's.

use super::build_facts;
use super::evidence;
use super::line::{Line, quoted};
use super::text::{fitted, percent, signed, time};
use super::value::{Report, ReportRow};
use super::words::{NAME, count, grown, is_budget, kind, range};
use crate::compare::Mode;
use crate::config::Date;
use crate::launches::Condition;
use crate::verdict::{Answer, FindingKind};

/// One line: what is proven, and whose it is.
pub(super) fn headline(report: &Report) -> Line {
    let failing: Vec<&ReportRow> = report.findings.iter().filter(|finding| finding.fails).collect();
    Line::words(match report.verdict {
        Answer::Regressed => match &failing[..] {
            [] => match build_facts::told(report).find(|row| row.fails) {
                Some(fact) => return Line::default().name(fact.line()),
                None => "a regression",
            },
            [only] => return with_facts(finding(only), report),
            several => return together(several, report),
        },
        Answer::Pass => "no regression found",
        Answer::Undecided if report.launches.is_none() => "too few launches to judge",
        Answer::Undecided => match not_confirmed(report) {
            0 => "no regression found, but too noisy to rule one out",
            found => {
                return Line::words(format!("{} not confirmed by fresh launches", count(found, "finding")));
            }
        },
        Answer::NoBaseline => "nothing is stored to compare with yet",
        Answer::Incomparable => "base and head were recorded under different conditions",
        Answer::NotRecorded => "no method was recorded",
    })
}

fn not_confirmed(report: &Report) -> usize {
    let is_not = |finding: &&ReportRow| finding.again.as_ref().is_some_and(|again| !again.confirmed);
    report.findings.iter().filter(is_not).count()
}

/// A finding in one line: what happened, to what, by how much, whose it is.
pub(super) fn finding(row: &ReportRow) -> Line {
    let name = fitted(&row.name, NAME);
    let what = format!("{}: ", capital(kind(row)));
    let line = match row.kind.found() {
        // A budget has no test, and what it exceeds is its limit.
        Some(FindingKind::Budget) => {
            let limit = row.limit_ns.map_or(String::new(), |limit| format!(" of {}", time(limit)));
            Line::words("Over budget: ")
                .name(name)
                .and(format!(" {}, over its budget{limit}", time(row.head_ns)))
        }
        Some(FindingKind::Drift) => Line::words(format!("Everything is slower: {}", grown(row))),
        Some(FindingKind::New | FindingKind::NewModule) => {
            Line::words(what).name(name).and(format!(" {}", signed(row.change_ns)))
        }
        _ => Line::words(what).name(name).and(format!(" {}", grown(row))),
    };
    line.then(whose(row))
}

/// Module and owner, each behind a dot.
pub(super) fn whose(row: &ReportRow) -> Line {
    let mut line = Line::default();
    if let Some(module) = &row.module {
        line = line.and(" · ").name(fitted(module, NAME));
    }
    if let Some(owner) = &row.owner {
        line = line.and(" · ").owner(fitted(owner, NAME));
    }
    line
}

/// A line about the only finding, and how many facts of the build fail beside it.
fn with_facts(line: Line, report: &Report) -> Line {
    match build_facts::failing(report) {
        0 => line,
        1 => line.and("; 1 build fact fails"),
        facts => line.and(format!("; {} fail", count(facts, "build fact"))),
    }
}

/// The failing finding that costs most: of the methods where there are any, else of all; the first of equal ones.
fn largest<'a>(failing: &[&'a ReportRow]) -> Option<&'a ReportRow> {
    let is_method = |row: &&&ReportRow| row.method.is_some() && !is_budget(row);
    let most = |rows: &mut dyn DoubleEndedIterator<Item = &&'a ReportRow>| {
        rows.rev().max_by(|a, b| a.change_ns.total_cmp(&b.change_ns)).copied()
    };
    most(&mut failing.iter().filter(is_method)).or_else(|| most(&mut failing.iter()))
}

fn together(failing: &[&ReportRow], report: &Report) -> Line {
    let methods = failing.iter().filter(|row| row.method.is_some() && !is_budget(row)).count();
    // Costs of methods add up; a phase holds methods, and would be counted twice.
    let mut what = if methods == failing.len() {
        let sum: f64 = failing.iter().map(|row| row.change_ns).sum();
        format!("{} slower, {} together", count(failing.len(), "method"), signed(sum))
    } else {
        count(failing.len(), "regression")
    };
    let facts = build_facts::failing(report);
    if facts > 0 {
        what = format!(
            "{what}, and {} that {}",
            count(facts, "build fact"),
            if facts == 1 { "fails" } else { "fail" }
        );
    }
    let Some(row) = largest(failing) else { return Line::words(what) };
    let kind = if methods == failing.len() || row.method.is_none() { "largest" } else { "largest method" };
    let size = if matches!(row.kind.found(), Some(FindingKind::New | FindingKind::NewModule)) {
        signed(row.change_ns)
    } else {
        grown(row)
    };
    Line::words(format!("{what}; {kind}: "))
        .name(fitted(&row.name, NAME))
        .and(format!(" {size}"))
        .then(whose(row))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// How the launch as a whole changed, and whether that is more than noise.
pub(super) fn launch(report: &Report) -> Option<String> {
    let launch = whole_launch(report)?;
    let both = format!("Launch {} → {}", time(launch.base_ns), time(launch.head_ns));
    let counted = evidence::counts_in_short(report).map_or(String::new(), |counted| format!("; {counted}"));
    let change = match launch.interval_ns {
        [Some(low), Some(high)] if low <= 0.0 && high >= 0.0 => {
            format!("{both}, within noise ({})", range(&signed(low), &signed(high)))
        }
        [Some(low), Some(high)] => {
            format!("{both}, {}, 95 % interval {}", grown(launch), range(&signed(low), &signed(high)))
        }
        _ => format!("{both}, {}", grown(launch)),
    };
    Some(change + &counted)
}

/// The row of the launch as a whole.
pub(super) fn whole_launch(report: &Report) -> Option<&ReportRow> {
    report.wholes.iter().find(|row| row.phase.as_deref() == Some("launch"))
}

/// App, build, commit, device and date: of what the report speaks, as far as it is known.
pub(super) fn subject(report: &Report) -> Vec<String> {
    let value = |condition: Condition| -> Option<String> {
        let known = report.environment.iter().find(|pair| pair.condition.known() == Some(condition))?;
        (!known.head.is_empty()).then(|| fitted(&known.head.join(", "), NAME))
    };
    let head = report.history.iter().rfind(|session| session.is_head);
    let build = head.filter(|head| !head.build.is_empty()).map(|head| match head.version.as_str() {
        "" => format!("build {}", head.build),
        version => format!("{version} ({})", head.build),
    });
    let app = match (value(Condition::AppBundle), build) {
        (Some(app), Some(build)) => Some(format!("{app} {}", fitted(&build, NAME))),
        (app, build) => app.or(build),
    };
    let commit = report.origin.as_ref().and_then(|origin| origin.commit.as_deref());
    let commit = commit.map(|commit| format!("commit {}", commit.get(..12).unwrap_or(commit)));
    let is_number = |os: &String| os.starts_with(|c: char| c.is_ascii_digit());
    let os = value(Condition::DeviceOs).map(|os| if is_number(&os) { format!("iOS {os}") } else { os });
    let seconds = head.and_then(|head| Some(head.recorded_unix_ms? / 1000));
    let date = seconds.and_then(Date::from_unix_seconds).map(|date| date.to_string());
    let scenario = value(Condition::Scenario).map(|scenario| format!("scenario {scenario}"));
    [app, commit, value(Condition::DeviceModel), os, scenario, date].into_iter().flatten().collect()
}

/// How many launches were used, against what; none where nothing was compared.
pub(super) fn used(report: &Report) -> Option<String> {
    let launches = report.launches.as_ref()?;
    let base = match launches.mode.known() {
        Some(Mode::Blocks) => format!("{} of the base, interleaved", launches.base),
        Some(Mode::Sessions) | None => {
            format!("{} from {}", launches.base, count(launches.sessions, "baseline session"))
        }
    };
    let excluded = match launches.excluded.len() {
        0 => String::new(),
        1 => " (1 launch excluded)".to_owned(),
        excluded => format!(" ({excluded} launches excluded)"),
    };
    Some(format!("{} compared with {base}{excluded}", count(launches.head, "launch")))
}

/// Why the answer is what it is, and what was subtracted from all rows.
pub(super) fn why(report: &Report) -> Vec<String> {
    let mut why = report.reasons.clone();
    let drift = report.drift.filter(|drift| drift.removed && report.verdict != Answer::Pass);
    if let Some(drift) = drift.filter(|_| !why.is_empty()) {
        let [low, high] = drift.interval;
        why.push(format!(
            "everything changed by {:+.1} % ({:+.1} to {:+.1} %), which is subtracted from each row",
            100.0 * (drift.ratio - 1.0),
            100.0 * (low - 1.0),
            100.0 * (high - 1.0)
        ));
    }
    why
}

/// What the answer promises.
pub(super) fn sure(report: &Report) -> Option<String> {
    let settings = report.settings.as_ref().filter(|_| report.launches.is_some())?;
    Some(format!(
        "False-alarm rate at most {}; time growth of less than {} plus {} is ignored",
        percent(settings.alpha),
        percent(settings.effect),
        time(settings.floor_ns)
    ))
}

/// Whether an answer that is no regression fails the job, where it does.
pub(super) fn consequence(report: &Report) -> Option<&'static str> {
    match report.verdict {
        Answer::Pass | Answer::Regressed => None,
        Answer::Undecided => Some("Ends with exit code 3, unless gate.undecided says otherwise"),
        Answer::NoBaseline => Some("Ends with exit code 4"),
        Answer::Incomparable => Some("Ends with exit code 5"),
        Answer::NotRecorded => Some("Ends with exit code 7"),
    }
}

/// What to do next; the names in the commands are filled in.
pub(super) fn next_steps(report: &Report) -> Vec<Line> {
    let interleaved =
        report.launches.as_ref().is_some_and(|launches| launches.mode.known() == Some(Mode::Blocks));
    match report.verdict {
        Answer::Pass => vec![],
        Answer::Regressed => {
            // A budget is a limit: it is raised in the settings, and not accepted.
            let failing: Vec<&ReportRow> =
                report.findings.iter().filter(|row| row.fails && !is_budget(row)).collect();
            let finding = largest(&failing);
            let method = finding.and_then(|row| row.method.as_deref());
            let first = method
                .map(|method| Line::words("Show what calls it and what it calls: ").command(explain(method)));
            let others = match failing.len() {
                0 | 1 => "",
                _ => "; the other findings still fail",
            };
            let accepted =
                finding.map(|row| Line::words("If intended, accept it: ").command(accept(row)).and(others));
            let is_over = report.findings.iter().any(|row| row.fails && is_budget(row));
            let over = is_over.then(|| {
                Line::words(
                    "Over a budget: make it faster, or raise the limit of its [[budget]] in the settings.",
                )
            });
            let facts = (build_facts::failing(report) > 0).then(|| {
                Line::words("Build facts: undo what was added, or allow it in [facts] of the settings.")
            });
            let where_from = accepted.is_some().then(|| {
                Line::words("RUNS is the folder of the launches, VERDICT.json what gate check -o json=VERDICT.json wrote; a pipeline keeps both as artifacts.")
            });
            first.into_iter().chain(accepted).chain(over).chain(facts).chain(where_from).collect()
        }
        Answer::Undecided => {
            let more = Line::words("Record more launches: ")
                .command("gate run --until-decided")
                .and(" stops when the verdict is clear.");
            let both = Line::words("Record both builds interleaved (")
                .command("gate run --base")
                .and(") to remove the variation between sessions.");
            if interleaved { vec![more] } else { vec![more, both] }
        }
        Answer::NoBaseline => vec![
            Line::words("Store a baseline from a known good build: ").command("gate baseline update RUNS"),
        ],
        Answer::Incomparable => {
            vec![Line::words("Record both sides on the same device, system and settings.")]
        }
        Answer::NotRecorded => vec![
            Line::words("Check that the agent is in the app (")
                .command("gate inject")
                .and(") and records (")
                .command("gate doctor")
                .and("), then launch again."),
        ],
    }
}

/// The command that shows a method's callers and callees.
pub(super) fn explain(method: &str) -> String {
    format!("gate explain {} RUNS", quoted(method))
}

/// The command that accepts a finding as large as it is.
pub(super) fn accept(row: &ReportRow) -> String {
    let owner = row.owner.as_deref().map_or("OWNER".to_owned(), quoted);
    let what = row.subject();
    format!(
        "gate baseline accept {} --verdict VERDICT.json --reason WHY --owner {owner} --until YYYY-MM-DD",
        quoted(what)
    )
}
