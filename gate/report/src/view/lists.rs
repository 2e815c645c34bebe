//! The lists of a report as tables: modules, phases, rows that are no findings, budgets, launches, conditions.

use std::collections::BTreeMap;

use super::super::evidence;
use super::super::functions;
use super::super::line::Line;
use super::super::summary;
use super::super::text::{both, change, fitted, percent, signed, time};
use super::super::value::{ConditionPair, Module, Report, ReportRow};
use super::super::words::{self, count};
use super::super::work;
use super::{Answer, Body, Cell, Column, Listed, Section, Shown, Table, Tone, recorded, section, tone};
use compare::Call;
use verdict::FindingKind;

/// Longer names lose their middle.
const NAME: usize = 200;

/// From this many failing findings on they are told by owner first.
const MANY: usize = 10;

const BASE_HEAD: Column = Column::number("Base → head");
const CHANGE: Column = Column::number("Change");

/// How many methods became slower, faster or neither.
pub(in super::super) fn totals(report: &Report) -> Option<String> {
    let mut counts = [0_usize; 5];
    for row in report.rows.iter().filter(|row| row.subject.main_method().is_some()) {
        let at = match row.answer.as_ref().and_then(|answer| answer.known()) {
            Some(Call::Finding) => 0,
            Some(Call::Suspect) => 1,
            Some(Call::Undecided) => 2,
            Some(Call::Within) if matches!(row.interval_ns[1], Some(high) if high < 0.0) => 4,
            Some(Call::Within) => 3,
            None => continue,
        };
        counts[at] += 1;
    }
    let words = ["slower", "possibly slower", "too noisy to check", "unchanged", "faster"];
    // Of a red answer nobody asks what else could be hidden.
    let is_asked = |word: &str| report.verdict != Answer::Regressed || word != "too noisy to check";
    let told: Vec<String> = counts
        .iter()
        .zip(words)
        .filter(|(count, word)| **count > 0 && is_asked(word))
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    (!told.is_empty()).then(|| format!("Methods: {}", told.join(" · ")))
}

fn table<'a>(
    (id, name): (&'static str, &'static str),
    title: impl Into<String>,
    columns: &'static [Column],
    rows: Listed<Vec<Cell>>,
) -> Option<Section<'a>> {
    (rows.all > 0).then(|| section(id, name, title, Body::Table(Table::of(columns, rows))))
}

fn conditions(pairs: &[ConditionPair]) -> Listed<Vec<Cell>> {
    let values = |values: &[String]| {
        let line = values.iter().take(NAMED).enumerate().fold(Line::default(), |line, (at, value)| {
            if at > 0 { line.and(", ").name(fitted(value, NAME)) } else { line.name(fitted(value, NAME)) }
        });
        let line = match values.len() {
            0 => Line::words("not said"),
            all if all > NAMED => line.and(format!(" and {} more", all - NAMED)),
            _ => line,
        };
        Cell::from(line)
    };
    Listed::of(
        pairs.iter().map(|pair| {
            vec![Cell::name(Some(pair.condition.text())), values(&pair.base), values(&pair.head)]
        }),
    )
}

/// This many values of a condition are told.
const NAMED: usize = 20;

const CONDITIONS: [Column; 3] = [Column::text("Condition"), Column::text("Base"), Column::text("Head")];

/// By what the sides cannot be compared.
pub(super) fn differences(report: &Report) -> Option<Section<'_>> {
    let rows = conditions(&report.differences);
    let found = table(("differences", "Differences"), "Conditions that differ", &CONDITIONS, rows)?;
    Some(Section { shown: Shown::Open, is_doubt: true, ..found })
}

pub(super) fn environment(report: &Report) -> Option<Section<'_>> {
    let mut rows = conditions(&report.environment);
    let is_single = report.launches.is_none();
    const ALONE: [Column; 2] = [Column::text("Condition"), Column::text("Value")];
    if is_single {
        rows.first.iter_mut().for_each(|row| drop(row.remove(1)));
    }
    let columns = if is_single { &ALONE[..] } else { &CONDITIONS };
    let found = table(("environment", "Environment"), "Conditions of recording", columns, rows)?;
    Some(Section { shown: Shown::Page, ..found })
}

/// Who has how many of the findings, where there are many.
pub(super) fn totals_by_owner(report: &Report) -> Option<Section<'_>> {
    let failing: Vec<&ReportRow> = report.findings.iter().filter(|row| row.fails).collect();
    if failing.len() <= MANY {
        return None;
    }
    let mut owners: BTreeMap<Option<&str>, Vec<&ReportRow>> = BTreeMap::new();
    for row in failing {
        owners.entry(row.owner.as_deref()).or_default().push(row);
    }
    let mut owners: Vec<(Option<&str>, usize, f64)> =
        owners.into_iter().map(|(owner, rows)| (owner, rows.len(), words::sum(rows.into_iter()))).collect();
    owners.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    let rows = owners.into_iter().map(|(owner, findings, sum)| {
        let owner = owner.map_or_else(|| Cell::words("no owner"), |owner| Cell::owner(Some(owner)));
        vec![owner, Cell::words(findings.to_string()), Cell::words(signed(sum)).in_tone(Tone::Slower)]
    });
    const COLUMNS: [Column; 3] =
        [Column::text("Owner"), Column::number("Findings"), Column::number("Together")];
    let found = table(("owners", "Owners"), "Findings by owner", &COLUMNS, Listed::of(rows))?;
    Some(Section { shown: Shown::Open, ..found })
}

/// Rows with their costs on both sides.
fn costs(rows: &[ReportRow]) -> Listed<Vec<Cell>> {
    Listed::of(rows.iter().map(|row| {
        vec![
            Cell::name(Some(&row.name)),
            Cell::name(row.module.as_deref()),
            Cell::words(both(row.base_ns, row.head_ns)),
            Cell::words(words::grown(row)).in_tone(tone(row)),
            Cell::words(words::interval(row).unwrap_or_default()),
        ]
    }))
}

const COSTS: [Column; 5] = [
    Column::text("Method or phase"),
    Column::text("Module").wide(),
    BASE_HEAD,
    CHANGE,
    Column::number("95 % interval").wide(),
];

pub(super) fn phases(report: &Report) -> Option<Section<'_>> {
    let found = table(("phases", "Phases"), "Launch and phases", &COSTS, costs(&report.wholes))?;
    let mut notes = Vec::new();
    let grew = |row: &ReportRow| !row.fails && matches!(row.interval_ns[0], Some(low) if low > 0.0);
    if report.wholes.iter().any(grew) && report.findings.iter().any(|finding| finding.fails) {
        notes.push(Line::words("Growth explained by a finding is not counted again."));
    }
    notes.extend(
        evidence::counts_in_words(report).map(|counted| Line::words("Counted: ").then(counted).and(".")),
    );
    Some(Section { notes, ..found })
}

/// What each module takes, those first that changed most.
pub(super) fn modules(report: &Report) -> Option<Section<'_>> {
    if report.recorded.is_some() {
        return recorded::modules(report);
    }
    let change_of = |module: &Module| (module.head_ns - module.base_ns).abs();
    let mut modules: Vec<&Module> = report.modules.iter().filter(|module| module.name.is_some()).collect();
    modules.sort_by_key(|module| std::cmp::Reverse(change_of(module)));
    let rows = modules.iter().map(|module| {
        let (base, head) = (module.base_ns as f64, module.head_ns as f64);
        let grew = module.findings > 0 && head > base;
        let limit = module.limit_ns.map_or_else(String::new, time);
        let (limit, over) =
            if module.over { (limit + " exceeded", Tone::Slower) } else { (limit, Tone::Plain) };
        vec![
            Cell::name(module.name.as_deref()),
            Cell::owner(module.owner.as_deref()),
            Cell::words(module.methods.to_string()),
            Cell::words(both(base, head)),
            Cell::words(change(base, head)).in_tone(if grew { Tone::Slower } else { Tone::Plain }),
            Cell::words(limit).in_tone(over),
            Cell::words(module.findings.to_string()),
        ]
    });
    const COLUMNS: [Column; 7] = [
        Column::text("Module"),
        Column::text("Owner"),
        Column::number("Methods").wide(),
        BASE_HEAD,
        CHANGE,
        Column::number("Budget").wide(),
        Column::number("Findings").wide(),
    ];
    table(("modules", "Modules"), "Modules", &COLUMNS, Listed::of(rows))
}

/// Whether one finding tells what most rows share.
pub(super) fn is_of_everything(report: &Report) -> bool {
    report.findings.iter().any(|row| row.fails && row.kind.found() == Some(FindingKind::Drift))
}

pub(super) fn suspects(report: &Report) -> Option<Section<'_>> {
    let title = format!("Possibly slower ({}), does not fail the check", report.suspects.len());
    let found = table(("suspects", "Possibly slower"), title, &COSTS, costs(&report.suspects))?;
    let of_main =
        report.settings.as_ref().is_some_and(|settings| settings.threads.as_deref() == Some("main"));
    let not_judged = of_main && report.suspects.iter().any(|row| row.subject.is_on_other_threads());
    let notes = not_judged.then(|| {
        Line::words(
            "Methods on other threads are compared, but fail the check only with gate.threads = \"all\".",
        )
    });
    let shown = if is_of_everything(report) { Shown::Page } else { Shown::Folded };
    Some(Section { shown, notes: notes.into_iter().collect(), ..found })
}

/// Methods that were not seen any more.
pub(super) fn vanished(report: &Report) -> Option<Section<'_>> {
    let title = format!("No longer called ({})", report.vanished.len());
    table(("vanished", "No longer called"), title, &COSTS, costs(&report.vanished))
}

/// Of a red answer nobody asks what else could be hidden; the page tells it all the same.
pub(super) fn noisy(report: &Report) -> Option<Section<'_>> {
    let rows = report.noisy.iter().map(|row| {
        vec![Cell::name(Some(&row.name)), Cell::words(time(row.base_ns)), Cell::words(words::could_hide(row))]
    });
    const COLUMNS: [Column; 3] =
        [Column::text("Method"), Column::number("Base"), Column::number("Smallest slowdown found")];
    let title = format!("Too noisy to check ({})", report.noisy.len());
    let found = table(("noisy", "Too noisy"), title, &COLUMNS, Listed::of(rows))?;
    let notes =
        vec![Line::words("A slowdown of this size is found in 4 of 5 checks, a smaller one less often.")];
    let shown = if report.verdict == Answer::Regressed { Shown::Page } else { Shown::Folded };
    Some(Section { notes, shown, ..found })
}

/// How functions were judged, and what runs before `main`.
pub(super) fn functions(report: &Report) -> Option<Section<'_>> {
    let notes = functions::notes(report);
    let parts = functions::before_main_of(report);
    if notes.is_empty() {
        return None;
    }
    let rows = Listed::of(parts.iter().map(|part| {
        vec![
            Cell::name(Some(&part.name)),
            Cell::name(Some(part.module.as_str()).filter(|module| !module.is_empty())),
            Cell::words(both(part.base_ns, part.head_ns)),
            Cell::name(part.place().as_deref()),
        ]
    }));
    const COLUMNS: [Column; 4] =
        [Column::text("Before main"), Column::text("Module"), BASE_HEAD, Column::text("File").wide()];
    let body = if rows.all > 0 { Body::Table(Table::of(&COLUMNS, rows)) } else { Body::Nothing };
    Some(Section { notes, ..section("functions", "Functions", "Functions by samples", body) })
}

pub(super) fn budgets(report: &Report) -> Option<Section<'_>> {
    let rows = report.budgets.iter().map(|budget| {
        let (kept, tone) = if budget.over { ("exceeded", Tone::Slower) } else { ("kept", Tone::Plain) };
        vec![
            Cell::name(Some(&budget.name)),
            // Without a baseline there is only what was recorded.
            Cell::words(match budget.base_ns {
                0.0 => words::of_budget(budget, budget.head_ns),
                base if words::is_of_work(budget) => format!("{base} → {}", budget.head_ns),
                base => both(base, budget.head_ns),
            }),
            Cell::words(words::of_budget(budget, budget.limit_ns)),
            Cell::words(kept).in_tone(tone),
        ]
    });
    const COLUMNS: [Column; 4] =
        [Column::text("Budget of"), BASE_HEAD, Column::number("Limit"), Column::text("Result")];
    table(("budgets", "Budgets"), "Budgets", &COLUMNS, Listed::of(rows))
}

/// How sure the answer is, and which launches were excluded. Where they lay on the runner is nobody's business.
pub(super) fn launches(report: &Report) -> Option<Section<'_>> {
    let launches = report.launches.as_ref()?;
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for launch in &launches.excluded {
        *reasons.entry(words::excluded(launch)).or_default() += 1;
    }
    let rows = Listed::of(
        reasons
            .into_iter()
            .map(|(reason, launches)| {
                vec![Line::default().said(fitted(reason, NAME)).into(), Cell::words(launches.to_string())]
            })
            .collect::<Vec<_>>()
            .into_iter(),
    );
    let mut notes: Vec<Line> = summary::sure(report).into_iter().map(Line::words).collect();
    notes.extend(launches.session_sd.map(|sd| {
        let how =
            if launches.session_sd_measured { "measured" } else { "assumed until three days are stored" };
        Line::words(format!("Day-to-day variation: {} ({how}). The test allows for it.", percent(sd)))
    }));
    const COLUMNS: [Column; 2] = [Column::text("Excluded because"), Column::number("Launches")];
    let title = match launches.excluded.len() {
        0 => "How sure this is".to_owned(),
        excluded => format!("How sure this is; {}", count(excluded, "excluded launch")),
    };
    let body = if rows.all > 0 { Body::Table(Table::of(&COLUMNS, rows)) } else { Body::Nothing };
    // A finding says itself how sure it is.
    let shown = if report.verdict == Answer::Regressed { Shown::Page } else { Shown::Folded };
    Some(Section { notes, shown, ..section("launches", "How sure", title, body) })
}

/// What launches ask the system for; what changed stands first.
pub(super) fn work(report: &Report) -> Option<Section<'_>> {
    if report.launches.is_none() && report.recorded.is_none() {
        return None;
    }
    let plain = |title: &str, note: &str| {
        let notes = vec![Line::words(note)];
        Some(Section { notes, ..section("work", "Work", title, Body::Nothing) })
    };
    let lines = match &report.work {
        None => return plain("Work: not measured", NOT_MEASURED),
        Some(rows) if rows.is_empty() => return plain("Work: none", WHAT_WORK_IS),
        Some(rows) => work::added_up(rows),
    };
    let changed = lines.iter().filter(|line| line.change() != 0.0).count();
    let rows = lines.iter().map(|line| {
        let [kind, calls, bytes, owner, threads] = line.cells(report.launches.is_some());
        let name = |text: &str| Cell::from(Line::default().said(text));
        vec![
            name(&kind),
            Cell::words(calls),
            Cell::words(bytes),
            Cell::owner(Some(&owner)),
            Cell::words(threads),
        ]
    });
    let title = match changed {
        0 if report.launches.is_none() || lines.iter().any(|line| line.base_calls.is_none()) => {
            "Work".to_owned()
        }
        0 => "Work, unchanged".to_owned(),
        changed => format!("Work ({changed} changed)"),
    };
    let found = table(("work", "Work"), title, &WORK, Listed::of(rows))?;
    Some(Section { notes: vec![Line::words(WHAT_WORK_IS)], ..found })
}

const WHAT_WORK_IS: &str = "How often a launch asks the system for files, memory, code, databases and queues. What the system does inside itself is not counted.";
const NOT_MEASURED: &str = "These launches did not count what they ask the system for. The agent counts it unless its settings say work = off.";
/// Calls of functions, by copies that count them; what changed most stands first.
pub(super) fn called(report: &Report) -> Option<Section<'_>> {
    let called = report.called.as_ref()?;
    let rows = called.rows.iter().map(|line| {
        vec![
            Cell::name(Some(&fitted(&line.method, NAME))),
            Cell::words(line.calls()),
            Cell::name(line.called_by.as_deref().map(|by| fitted(by, NAME)).as_deref()),
            Cell::owner(Some(&line.whose())),
        ]
    });
    let rows = Listed::of(rows);
    let title = match (called.base_launches, rows.all) {
        (0, _) => "Calls of functions".to_owned(),
        (_, 0) => "Calls of functions, unchanged".to_owned(),
        (_, changed) => format!("Calls of functions ({changed} changed)"),
    };
    let of = match called.base_launches {
        0 => format!("{} that count", count(called.head_launches, "launch")),
        base => format!("{base} launches of the base and {} new ones that count", called.head_launches),
    };
    let note = format!(
        "Of {of}: {} are called equally often in each, {} are not and decide nothing.",
        count(called.constant, "function"),
        called.vary
    );
    const COLUMNS: [Column; 4] = [
        Column::text("Function"),
        Column::number("Calls"),
        Column::text("Called first by").wide(),
        Column::text("Owner"),
    ];
    let body = if rows.all > 0 { Body::Table(Table::of(&COLUMNS, rows)) } else { Body::Nothing };
    Some(Section { notes: vec![Line::words(note)], ..section("called", "Calls", title, body) })
}

const WORK: [Column; 5] = [
    Column::text("Work"),
    Column::number("Calls"),
    Column::number("Bytes"),
    Column::text("Owner"),
    Column::text("Threads"),
];
