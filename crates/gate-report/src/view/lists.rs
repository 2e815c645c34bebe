//! Makes the lists of a report as tables: modules, phases, rows that are not findings, budgets, launches, conditions.

use std::collections::{BTreeMap, BTreeSet};

use gate_decision::FindingKind;
use gate_decision::{RowClass, Subject};

use super::super::evidence;
use super::super::functions;
use super::super::line::Line;
use super::super::summary;
use super::super::text::{
    format_both_times, format_change, format_percent, format_signed_time, format_time, truncate_middle,
};
use super::super::value::{
    Budget, CalledLine, ConditionPair, FunctionPart, Module, Report, ReportRow, StallLine, WaitLine,
};
use super::super::words::{self, format_count};
use super::super::work;
use super::{
    Answer, Body, Cell, CellColumn, ChangeDirection, Column, Section, Visibility, change_direction,
    launch_lists, make_line_section, section,
};

/// The length from which on the middle of a name is omitted.
const NAME: usize = 200;

const BASE_HEAD: Column = Column::number("Base → head");
const CHANGE: Column = Column::number("Change");

/// Formats, for each result of a judgement, the number of methods of the main thread that have this result.
pub(in super::super) fn format_method_totals(report: &Report) -> Option<String> {
    let failing: BTreeSet<&Subject> = words::failing_methods(report).map(|row| &row.subject).collect();
    let is_new = |row: &&ReportRow| row.kind.finding_kind() == Some(FindingKind::New);
    let new = words::failing_methods(report).filter(is_new).map(|row| &row.subject).collect::<BTreeSet<_>>();
    let mut counts = [failing.len() - new.len(), new.len(), 0, 0, 0, 0, 0];
    let methods = report.rows.iter().filter(|row| row.subject.main_method().is_some());
    for row in methods.filter(|row| !failing.contains(&row.subject)) {
        let at = match row.answer.as_ref().and_then(|answer| answer.known_value()) {
            Some(RowClass::Finding) => 2,
            Some(RowClass::Suspect) => 3,
            Some(RowClass::Within) if row.is_faster => 5,
            Some(RowClass::Within) => 4,
            Some(RowClass::Undecided) => 6,
            None => continue,
        };
        counts[at] += 1;
    }
    // Methods that are too noisy to be tested alone are part of the tested launch, unless a reason names them.
    let noisy = "too noisy to check alone";
    let words = ["slower", "new", "grown but not failing", "possibly slower", "unchanged", "faster", noisy];
    // For a regression, the number of noisy methods is omitted, since growth that noise hides in them does not change the answer.
    let is_relevant = |word: &str| report.verdict != Answer::Regressed || word != noisy;
    let found: Vec<String> = counts
        .iter()
        .zip(words)
        .filter(|(count, word)| **count > 0 && is_relevant(word))
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    (!found.is_empty()).then(|| format!("Methods: {}", found.join(" · ")))
}

/// Formats the values of a condition on one side.
fn values(values: &[String]) -> Cell {
    let named = values.iter().take(NAMED).map(|value| Line::default().name(truncate_middle(value, NAME)));
    let line = Line::join_lines(named, ", ");
    Cell::from(match values.len() {
        0 => Line::from_words("not said"),
        all if all > NAMED => line.with_words(format!(" and {} more", all - NAMED)),
        _ => line,
    })
}

/// Number of values of a condition that are listed.
const NAMED: usize = 20;

const CONDITIONS: [CellColumn<ConditionPair>; 3] = [
    (Column::text("Condition"), |pair| Cell::name(Some(pair.condition.text()))),
    (Column::text("Base"), |pair| values(&pair.base)),
    (Column::text("Head"), |pair| values(&pair.head)),
];

/// Lists the conditions that prevent a comparison.
pub(super) fn differing_conditions(report: &Report) -> Option<Section<'_>> {
    let body = Body::from_rows(&CONDITIONS, &report.differences);
    let found = section("differences", "Differences", "Conditions that differ", body)
        .with_visibility(Visibility::Open);
    Some(Section { is_doubt: true, ..found.with_rows()? })
}

pub(super) fn environment(report: &Report) -> Option<Section<'_>> {
    let alone = [CONDITIONS[0], (Column::text("Value"), CONDITIONS[2].1)];
    let columns = if report.launches.is_none() { &alone[..] } else { &CONDITIONS };
    let body = Body::from_rows(columns, &report.environment);
    section("environment", "Environment", "Conditions of recording", body)
        .with_visibility(Visibility::Page)
        .with_rows()
}

/// Counts the failing findings of each owner, if many findings fail.
pub(super) fn totals_by_owner(report: &Report) -> Option<Section<'_>> {
    let failing: Vec<&ReportRow> = report.findings.iter().filter(|row| row.fails()).collect();
    if failing.len() <= summary::MANY {
        return None;
    }
    let mut owners: BTreeMap<Option<&str>, Vec<&ReportRow>> = BTreeMap::new();
    for row in failing {
        owners.entry(row.owner.as_deref()).or_default().push(row);
    }
    let mut owners: Vec<(Option<&str>, usize, f64)> =
        owners.into_iter().map(|(owner, rows)| (owner, rows.len(), words::sum(rows.into_iter()))).collect();
    owners.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    let columns: [CellColumn<(Option<&str>, usize, f64)>; 3] = [
        (Column::text("Owner"), |(owner, ..)| match owner {
            Some(owner) => Cell::owner(Some(owner)),
            None => Cell::words("no owner"),
        }),
        (Column::number("Findings"), |(_, findings, _)| Cell::words(findings.to_string())),
        (Column::number("Together"), |(.., sum)| {
            Cell::words(format_signed_time(*sum)).in_tone(ChangeDirection::Slower)
        }),
    ];
    Some(
        section("owners", "Owners", "Findings by owner", Body::from_rows(&columns, &owners))
            .with_visibility(Visibility::Open),
    )
}

/// The columns of a table with rows and their costs on both sides.
const COSTS: [CellColumn<ReportRow>; 5] = [
    (Column::text("Method or phase"), |row| {
        let part = if row.is_remainder { " without its findings" } else { "" };
        Line::default().name(&row.name).with_words(part).into()
    }),
    (Column::text("Module").into_wide(), |row| Cell::name(row.module.as_deref())),
    (BASE_HEAD, |row| {
        Cell::words(format_both_times(row.base.value, row.head.value)).with_value(row.head.value)
    }),
    (CHANGE, |row| Cell::words(words::format_growth(row)).in_tone(change_direction(row))),
    (Column::number("95 % interval").into_wide(), |row| {
        Cell::words(words::format_interval(row).unwrap_or_default())
    }),
];

pub(super) fn phases(report: &Report) -> Option<Section<'_>> {
    let mut notes = Vec::new();
    let grew = |row: &ReportRow| !row.fails() && matches!(row.interval_values()[0], Some(low) if low > 0.0);
    if report.wholes.iter().any(grew) && report.findings.iter().any(|finding| finding.fails()) {
        notes.push(Line::from_words("Growth explained by a finding is not counted again."));
    }
    notes.extend(
        evidence::counts_in_words(report)
            .map(|counted| Line::from_words("Counted: ").with_line(counted).with_words(".")),
    );
    section("phases", "Phases", "Launch and phases", Body::from_rows(&COSTS, &report.wholes))
        .with_notes(notes)
        .mark_judged()
        .with_rows()
}

/// Lists the time of each module, the largest change first.
pub(super) fn modules(report: &Report) -> Option<Section<'_>> {
    if report.recorded.is_some() {
        return launch_lists::modules(report);
    }
    let mut modules: Vec<&Module> = report.modules.iter().filter(|module| module.name.is_some()).collect();
    modules.sort_by_key(|module| std::cmp::Reverse((module.head_ns - module.base_ns).abs()));
    let columns: [CellColumn<&Module>; 7] = [
        (Column::text("Module"), |module| Cell::name(module.name.as_deref())),
        (Column::text("Owner"), |module| Cell::owner(module.owner.as_deref())),
        (Column::number("Methods").into_wide(), |module| Cell::words(module.methods.to_string())),
        (BASE_HEAD, |module| {
            Cell::words(format_both_times(module.base_ns as f64, module.head_ns as f64))
                .with_value(module.head_ns as f64)
        }),
        (CHANGE, |module| {
            let grew = module.findings > 0 && module.head_ns > module.base_ns;
            let tone = if grew { ChangeDirection::Slower } else { ChangeDirection::Plain };
            Cell::words(format_change(module.base_ns as f64, module.head_ns as f64)).in_tone(tone)
        }),
        (Column::number("Budget").into_wide(), |module| {
            let limit = Cell::words(module.limit_ns.map_or_else(String::new, format_time));
            if module.over {
                Cell::from(limit.line.with_words(" exceeded")).in_tone(ChangeDirection::Slower)
            } else {
                limit
            }
        }),
        (Column::number("Findings").into_wide(), |module| Cell::words(module.findings.to_string())),
    ];
    section("modules", "Modules", "Modules", Body::from_rows(&columns, &modules)).mark_judged().with_rows()
}

/// Returns whether a finding reports the growth that all rows have in common.
pub(super) fn is_of_everything(report: &Report) -> bool {
    report.findings.iter().any(|row| row.fails() && row.kind.finding_kind() == Some(FindingKind::Drift))
}

pub(super) fn suspects(report: &Report) -> Option<Section<'_>> {
    let title = format!("Possibly slower ({}), does not fail the check", report.suspects.len());
    let of_main =
        report.settings.as_ref().is_some_and(|settings| settings.threads.as_deref() == Some("main"));
    let not_judged = of_main && report.suspects.iter().any(|row| row.subject.is_on_other_threads());
    let notes = not_judged.then(|| {
        Line::from_words(
            "Methods on other threads are compared, but fail the check only with gate.threads = \"all\".",
        )
    });
    let shown = if is_of_everything(report) { Visibility::Page } else { Visibility::Folded };
    let found = section("suspects", "Possibly slower", title, Body::from_rows(&COSTS, &report.suspects));
    found.with_visibility(shown).with_notes(notes).with_rows()
}

/// Lists the methods that the head no longer calls.
pub(super) fn uncalled_methods(report: &Report) -> Option<Section<'_>> {
    let title = format!("No longer called ({})", report.vanished.len());
    section("vanished", "No longer called", title, Body::from_rows(&COSTS, &report.vanished)).with_rows()
}

/// Lists the methods that vary too much to be judged. If the answer is a regression, only the HTML page shows these methods, since they do
/// not matter for a regression.
pub(super) fn noisy_methods(report: &Report) -> Option<Section<'_>> {
    const COLUMNS: [CellColumn<ReportRow>; 3] = [
        (Column::text("Method"), |row| Cell::name(Some(&row.name))),
        (Column::number("Base"), |row| Cell::words(format_time(row.base.value))),
        (Column::number("Smallest slowdown found"), |row| Cell::words(words::format_detectable_growth(row))),
    ];
    let title = format!("Too noisy to check ({})", report.noisy.len());
    let note =
        Line::from_words("A slowdown of this size is found in 4 of 5 checks, a smaller one less often.");
    let shown = if report.verdict == Answer::Regressed { Visibility::Page } else { Visibility::Folded };
    let found = section("noisy", "Too noisy", title, Body::from_rows(&COLUMNS, &report.noisy));
    found.with_visibility(shown).with_notes([note]).with_rows()
}

/// Describes how functions were judged, and lists the functions that run before `main`.
pub(super) fn functions(report: &Report) -> Option<Section<'_>> {
    const COLUMNS: [CellColumn<FunctionPart>; 4] = [
        (Column::text("Before main"), |part| Cell::name(Some(&part.name))),
        (Column::text("Module"), |part| Cell::name(Some(&*part.module).filter(|name| !name.is_empty()))),
        (BASE_HEAD, |part| Cell::words(format_both_times(part.base_ns, part.head_ns))),
        (Column::text("File").into_wide(), |part| Cell::name(part.format_location().as_deref())),
    ];
    let used = report.functions.as_ref()?;
    let notes = functions::function_notes(used);
    let body = Body::from_rows(&COLUMNS, &used.before_main);
    (!notes.is_empty())
        .then(|| section("functions", "Functions", "Functions by samples", body).with_notes(notes))
}

pub(super) fn budgets(report: &Report) -> Option<Section<'_>> {
    const COLUMNS: [CellColumn<Budget>; 4] = [
        (Column::text("Budget of"), |budget| Cell::name(Some(&budget.name))),
        // Without a baseline, only the level of the head is known.
        (BASE_HEAD, |budget| {
            Cell::words(match (budget.base.value, budget.base.as_time()) {
                (0.0, _) => words::of_budget(budget.head),
                (base, None) => format!("{base} → {}", budget.head.value),
                (base, Some(_)) => format_both_times(base, budget.head.value),
            })
        }),
        (Column::number("Limit"), |budget| Cell::words(words::of_budget(budget.limit))),
        (Column::text("Result"), |budget| match budget.over {
            true if budget.base.value > budget.limit.value => {
                Cell::words("exceeded as before").in_tone(ChangeDirection::Slower)
            }
            true => Cell::words("exceeded").in_tone(ChangeDirection::Slower),
            false => Cell::words("kept"),
        }),
    ];
    section("budgets", "Budgets", "Budgets", Body::from_rows(&COLUMNS, &report.budgets))
        .mark_judged()
        .with_rows()
}

/// Describes the certainty of the answer, and counts the excluded launches by the reason for their exclusion.
pub(super) fn launches(report: &Report) -> Option<Section<'_>> {
    let launches = report.launches.as_ref()?;
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for launch in &launches.excluded {
        *reasons.entry(words::exclusion_reason(launch)).or_default() += 1;
    }
    let reasons: Vec<(&str, usize)> = reasons.into_iter().collect();
    let columns: [CellColumn<(&str, usize)>; 2] = [
        (Column::text("Excluded because"), |(reason, _)| {
            Line::default().with_text(truncate_middle(reason, NAME)).into()
        }),
        (Column::number("Launches"), |(_, launches)| Cell::words(launches.to_string())),
    ];
    let mut notes: Vec<Line> =
        summary::format_significance(report).into_iter().map(Line::from_words).collect();
    notes.extend(summary::explain_levels(report).map(Line::from_words));
    notes.extend(launches.session_sd.map(|sd| {
        Line::from_words(match launches.session_sd_measured {
            true => format!(
                "The change that all rows share has a standard error of {}, by the stored days.",
                format_percent(sd)
            ),
            false => format!(
                "Sessions are taken to differ by {}: an estimate from this check, since too few days are stored to measure it.",
                format_percent(sd)
            ),
        })
    }));
    notes.extend(launches.few_days.map(|days| {
        let days = format_count(days, "day");
        Line::from_words(format!("The baseline is of {days}; below 20, feature flags that change from day to day can cause false alarms."))
    }));
    let title = match launches.excluded.len() {
        0 => "How sure this is".to_owned(),
        excluded => format!("How sure this is; {}", format_count(excluded, "excluded launch")),
    };
    // For a regression, only the HTML page shows the section, since each finding contains the certainty of its own result.
    let shown = if report.verdict == Answer::Regressed { Visibility::Page } else { Visibility::Folded };
    Some(
        section("launches", "How sure", title, Body::from_rows(&columns, &reasons))
            .with_visibility(shown)
            .with_notes(notes),
    )
}

/// Lists the requests to the system, changes first.
pub(super) fn system_requests(report: &Report) -> Option<Section<'_>> {
    if report.launches.is_none() && report.recorded.is_none() {
        return None;
    }
    const COLUMNS: [CellColumn<[String; 5]>; 5] = [
        (Column::text("Work"), |cells| Line::default().with_text(&*cells[0]).into()),
        (Column::number("Calls"), |cells| Cell::words(&*cells[1])),
        (Column::number("Bytes"), |cells| Cell::words(&*cells[2])),
        (Column::text("Owner"), |cells| Cell::owner(Some(&cells[3]))),
        (Column::text("Threads"), |cells| Cell::words(&*cells[4])),
    ];
    let lines = report.work.as_ref().map(|rows| work::added_up(rows));
    let changed = lines.iter().flatten().filter(|line| line.change() != 0.0).count();
    let is_known = report.launches.is_some() && lines.iter().flatten().all(|line| line.base_calls.is_some());
    let (title, note) = match &lines {
        None => ("Work: not measured".to_owned(), NOT_MEASURED),
        Some(lines) if lines.is_empty() => ("Work: none".to_owned(), WHAT_WORK_IS),
        Some(_) if changed > 0 => (format!("Work ({changed} changed)"), WHAT_WORK_IS),
        Some(_) if is_known => ("Work, unchanged".to_owned(), WHAT_WORK_IS),
        Some(_) => ("Work".to_owned(), WHAT_WORK_IS),
    };
    let cells: Vec<[String; 5]> =
        lines.iter().flatten().map(|line| line.format_cells(report.launches.is_some())).collect();
    Some(
        section("work", "Work", title, Body::from_rows(&COLUMNS, &cells))
            .with_notes([Line::from_words(note)]),
    )
}

const WHAT_WORK_IS: &str = "How often a launch asks the system for files, memory, code, databases and queues. What the system does inside itself is not counted.";
const NOT_MEASURED: &str = "These launches did not count what they ask the system for. The agent counts it unless its settings say work = off.";

/// Lists the waiting time of the main thread in the launch, in its phases, and in functions and methods, the longest first.
pub(super) fn waiting_times(report: &Report) -> Option<Section<'_>> {
    const COLUMNS: [CellColumn<[String; 4]>; 4] = [
        (Column::text("Waits"), |cells| Cell::name(Some(&cells[0]))),
        (Column::text("For"), |cells| Cell::words(&*cells[1])),
        (Column::number("Time"), |cells| Cell::words(&*cells[2])),
        (Column::text("Owner"), |cells| Cell::owner(Some(&cells[3]))),
    ];
    // Without the symbols of one build, a function has another name in each build, and each name would seem to grow or shrink.
    let has_same_names = report.functions.as_ref().is_none_or(|used| !used.lacks_symbols_of_one_side());
    let is_comparable = |line: &&WaitLine| has_same_names || line.is_of_recorded_code();
    let lines = report.waiting.as_ref()?.iter().filter(|line| line.is_shown());
    let mut lines: Vec<_> = lines.filter(is_comparable).collect();
    let rank = |line: &WaitLine| (line.method.is_some(), line.phase.is_some());
    lines.sort_by(|a, b| rank(a).cmp(&rank(b)).then(b.head_ns.total_cmp(&a.head_ns)));
    let title = if lines.is_empty() { "Waiting: none" } else { "Waiting of the main thread" };
    let cells: Vec<[String; 4]> =
        lines.iter().map(|line| line.format_cells(report.launches.is_some())).collect();
    let section = section("waiting", "Waiting", title.to_owned(), Body::from_rows(&COLUMNS, &cells));
    Some(section.with_notes([Line::from_words(WAITING)]))
}

const WAITING: &str = "Estimated from samples: the time for which the main thread was in a call that waits, or ready to run (\"processor\"); \"idle\" is the main run loop without an event. Differences are not tested.";

/// Lists the long calls on the main thread, the longest first.
pub(super) fn stalls(report: &Report) -> Option<Section<'_>> {
    let lines = report.stalls.iter().map(StallLine::line).collect();
    let section = make_line_section("stalls", "Stalls", "Stalls", lines, Visibility::Folded)?;
    Some(section.with_notes([Line::from_words(STALLS)]))
}

const STALLS: &str = "Calls on the main thread that lasted longer than the agent's setting stall. Functions of the app are listed with the innermost first.";

/// Lists the calls of functions from counting copies of the app, the largest change first.
pub(super) fn function_calls(report: &Report) -> Option<Section<'_>> {
    let called = report.called.as_ref()?;
    let title = match (called.base_launches, called.rows.len()) {
        (0, _) => "Calls of functions".to_owned(),
        (_, 0) => "Calls of functions, unchanged".to_owned(),
        (_, changed) => format!("Calls of functions ({changed} changed)"),
    };
    let of = match called.base_launches {
        0 => format!("{} that count", format_count(called.head_launches, "launch")),
        base => format!("{base} launches of the base and {} new ones that count", called.head_launches),
    };
    let note = format!(
        "Of {of}: {} are called equally often in each; {} vary and cannot fail the check.",
        format_count(called.constant, "function"),
        called.vary
    );
    const COLUMNS: [CellColumn<CalledLine>; 4] = [
        (Column::text("Function"), |line| Cell::name(Some(&truncate_middle(&line.method, NAME)))),
        (Column::number("Calls"), |line| Cell::words(line.format_calls())),
        (Column::text("Called first by").into_wide(), |line| {
            Cell::name(line.called_by.as_deref().map(|by| truncate_middle(by, NAME)).as_deref())
        }),
        (Column::text("Owner"), |line| Cell::owner(Some(&line.owner_label()))),
    ];
    Some(
        section("called", "Calls", title, Body::from_rows(&COLUMNS, &called.rows))
            .with_notes([Line::from_words(note)]),
    )
}
