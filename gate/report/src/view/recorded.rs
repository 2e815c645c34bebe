//! What was recorded where nothing is compared: the launches were paid for, and say something by themselves.

use super::super::line::Line;
use super::super::text::{percent, range, spread, time};
use super::super::value::{Recorded, RecordedMethod, Report};
use super::super::words::{self, count};
use super::{Body, Cell, Column, Listed, Section, Shown, Table, section};
use compare::phase_for_people;

/// The launches, and what of them took longest.
pub(super) fn launches(report: &Report) -> Option<Section<'_>> {
    let recorded = report.recorded.as_ref()?;
    let takes = spread(&recorded.launch_ns);
    let takes = takes.unwrap_or_else(|| "none of which came to a first frame".to_owned());
    let mut notes = vec![Line::words(format!("{}, {takes}.", count(recorded.launches, "launch")))];
    notes.extend(most(recorded));
    let rows = Listed::of(recorded.phases.iter().map(|phase| {
        vec![
            Cell::name(Some(&phase_for_people(&phase.name))),
            Cell::time(phase.ns),
            Cell::words(match recorded.launches {
                1 => String::new(),
                _ => range(&time(phase.range_ns[0]), &time(phase.range_ns[1])),
            }),
            Cell::words(percent(phase.ns / recorded.phases.iter().map(|phase| phase.ns).sum::<f64>())),
            Cell::time(phase.methods_ns),
            Cell::time((phase.ns - phase.methods_ns).max(0.0)),
        ]
    }));
    const COLUMNS: [Column; 6] = [
        Column::text("Phase"),
        Column::number("Time"),
        Column::number("Shortest to longest").wide(),
        Column::number("Share"),
        Column::number("In methods").wide(),
        Column::number("Outside Objective-C").wide(),
    ];
    let body = match rows.all {
        0 => Body::Nothing,
        _ => Body::Table(Table::of(&COLUMNS, rows)),
    };
    Some(Section { notes, shown: Shown::Open, ..section("recorded", "Recorded", "What was recorded", body) })
}

/// What costs most, for somebody who reads no further.
fn most(recorded: &Recorded) -> impl Iterator<Item = Line> {
    let phase = recorded.phases.iter().max_by(|a, b| a.ns.total_cmp(&b.ns)).map(|phase| {
        let name = phase_for_people(&phase.name);
        Line::words("The longest phase is ").name(name).and(format!(": {}.", time(phase.ns)))
    });
    let on_main = recorded.methods.iter().filter(|method| method.on_main);
    let method = on_main.max_by(|a, b| a.self_ns.total_cmp(&b.self_ns)).map(|method| {
        let both = (time(method.self_ns), time(method.total_ns));
        Line::words("The most expensive method of the main thread is ")
            .name(&method.name)
            .then(words::whose(method.module.as_deref(), method.owner.as_deref()))
            .and(format!(": {} itself, {} with what it calls.", both.0, both.1))
    });
    phase.into_iter().chain(method)
}

pub(super) fn methods(report: &Report) -> Option<Section<'_>> {
    let recorded = report.recorded.as_ref().filter(|recorded| !recorded.methods.is_empty())?;
    let rows = Listed::of(recorded.methods.iter().map(|method| {
        vec![
            Cell::name(Some(&method.name)),
            Cell::name(method.module.as_deref()),
            Cell::owner(method.owner.as_deref()),
            Cell::words(threads(method)),
            Cell::time(method.self_ns),
            Cell::time(method.total_ns),
            Cell::words(words::calls_of(method.calls)).valued(method.calls),
        ]
    }));
    const COLUMNS: [Column; 7] = [
        Column::text("Method"),
        Column::text("Module").wide(),
        Column::text("Owner"),
        Column::text("Threads").wide(),
        Column::number("Self"),
        Column::number("Total").wide(),
        Column::number("Calls").wide(),
    ];
    let table = Table { sorted_by: Some("Self"), ..Table::of(&COLUMNS, rows) };
    let left = recorded.all_methods.saturating_sub(recorded.methods.len());
    let notes = (left > 0).then(|| {
        Line::words(format!("{} more: ", count(left, "method"))).command("gate export RUNS --format csv")
    });
    Some(Section {
        notes: notes.into_iter().collect(),
        shown: Shown::Open,
        ..section("top-methods", "Methods", "Most expensive methods", Body::Table(table))
    })
}

fn threads(method: &RecordedMethod) -> &'static str {
    match (method.on_main, method.on_others) {
        (true, true) => "main, others",
        (true, false) => "main",
        _ => "others",
    }
}

pub(super) fn pages(report: &Report) -> Option<Section<'_>> {
    let recorded = report.recorded.as_ref().filter(|recorded| !recorded.pages.is_empty())?;
    let rows = recorded.pages.iter().map(|page| vec![Cell::name(Some(&page.name)), Cell::time(page.ns)]);
    const COLUMNS: [Column; 2] = [Column::text("View controller"), Column::number("Rendered in")];
    Some(section("pages", "Pages", "Pages", Body::Table(Table::of(&COLUMNS, Listed::of(rows)))))
}

/// What each module takes.
pub(super) fn modules(report: &Report) -> Option<Section<'_>> {
    let rows = Listed::of(report.modules.iter().map(|module| {
        vec![
            Cell::name(Some(module.name.as_deref().unwrap_or("(no module)"))),
            Cell::owner(module.owner.as_deref()),
            Cell::words(module.methods.to_string()),
            Cell::time(module.head_ns as f64),
        ]
    }));
    const COLUMNS: [Column; 4] = [
        Column::text("Module"),
        Column::text("Owner"),
        Column::number("Methods").wide(),
        Column::number("Self"),
    ];
    let nobody = report.modules.iter().all(|module| module.owner.is_none()).then(|| {
        Line::words("No owner is known. Add a CODEOWNERS file and link maps or dSYMs, or set owner of a [[module]] in the settings: ")
            .command("gate init")
    });
    let notes = nobody.into_iter().collect();
    (rows.all > 0).then(|| {
        let body = Body::Table(Table::of(&COLUMNS, rows));
        Section { notes, ..section("modules", "Modules", "Modules", body) }
    })
}
