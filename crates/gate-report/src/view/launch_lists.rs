//! Makes the sections about launches that are not compared: their times, methods, pages and modules.

use gate_decision::{OTHER_CODE, phase_for_people};

use super::super::line::Line;
use super::super::next;
use super::super::text::{format_percent, format_range, format_spread, format_time};
use super::super::value::{
    Module, RecordedLaunches, RecordedMethod, RecordedPage, RecordedPhase, RecordedSpan, Report,
};
use super::super::words::{self, format_count};
use super::{Body, Cell, CellColumn, Column, Section, Table, Visibility, section};

/// Lists the phases of the launches, and names the longest phase.
pub(super) fn launches(report: &Report) -> Option<Section<'_>> {
    let recorded = report.recorded.as_ref()?;
    let takes = format_spread(&recorded.launch_ns);
    let takes = takes.unwrap_or_else(|| "without a recorded end".to_owned());
    let mut notes =
        vec![Line::from_words(format!("{}, {takes}.", format_count(recorded.launches, "launch")))];
    notes.extend(name_costliest_parts(recorded));
    let all: f64 = recorded.phases.iter().map(|phase| phase.ns).sum();
    let phases: Vec<_> = recorded.phases.iter().map(|phase| (phase, phase.ns / all)).collect();
    let columns: [CellColumn<(&RecordedPhase, f64)>; 6] = [
        (Column::text("Phase"), |(phase, _)| Cell::name(Some(&phase_for_people(&phase.name)))),
        (Column::number("Time"), |(phase, _)| Cell::time(phase.ns)),
        (Column::number("Shortest to longest").into_wide(), |(phase, _)| {
            let [low, high] = phase.range_ns;
            Cell::words(if low < high {
                format_range(&format_time(low), &format_time(high))
            } else {
                format_time(low)
            })
        }),
        (Column::number("Share"), |(_, share)| Cell::words(format_percent(*share))),
        (Column::number("In methods").into_wide(), |(phase, _)| Cell::time(phase.methods_ns)),
        (Column::number(OTHER_CODE).into_wide(), |(phase, _)| {
            Cell::time((phase.ns - phase.methods_ns).max(0.0))
        }),
    ];
    let found = section("recorded", "Recorded", "What was recorded", Body::from_rows(&columns, &phases));
    Some(found.with_visibility(Visibility::Open).with_notes(notes))
}

/// Names the longest phase and the most expensive method.
fn name_costliest_parts(recorded: &RecordedLaunches) -> impl Iterator<Item = Line> {
    let phase = recorded.phases.iter().max_by(|a, b| a.ns.total_cmp(&b.ns)).map(|phase| {
        let name = phase_for_people(&phase.name);
        Line::from_words("The longest phase is ")
            .name(name)
            .with_words(format!(": {}.", format_time(phase.ns)))
    });
    let on_main = recorded.methods.iter().filter(|method| method.on_main);
    let method = on_main.max_by(|a, b| a.self_ns.total_cmp(&b.self_ns)).map(|method| {
        let both = (format_time(method.self_ns), format_time(method.total_ns));
        Line::from_words("The most expensive method of the main thread is ")
            .name(&method.name)
            .with_line(words::owner_label(method.module.as_deref(), method.owner.as_deref()))
            .with_words(format!(": {} itself, {} with what it calls.", both.0, both.1))
    });
    phase.into_iter().chain(method)
}

pub(super) fn methods(report: &Report) -> Option<Section<'_>> {
    let recorded = report.recorded.as_ref().filter(|recorded| !recorded.methods.is_empty())?;
    const COLUMNS: [CellColumn<RecordedMethod>; 7] = [
        (Column::text("Method"), |method| Cell::name(Some(&method.name))),
        (Column::text("Module").into_wide(), |method| Cell::name(method.module.as_deref())),
        (Column::text("Owner"), |method| Cell::owner(method.owner.as_deref())),
        (Column::text("Threads").into_wide(), |method| Cell::words(thread_label(method))),
        (Column::number("Self"), |method| Cell::time(method.self_ns)),
        (Column::number("Total").into_wide(), |method| Cell::time(method.total_ns)),
        (Column::number("Calls").into_wide(), |method| {
            Cell::words(words::calls_of(method.calls)).with_value(method.calls)
        }),
    ];
    let mut body = Body::from_rows(&COLUMNS, &recorded.methods);
    if let Body::Table(Table { sorted_by, rows, .. }) = &mut body {
        *sorted_by = Some("Self");
        // The report contains only the most expensive methods, so all others count as omitted.
        rows.all = recorded.all_methods.max(rows.all);
    }
    let all = Line::from_words(format!("{} in all", format_count(recorded.all_methods, "method")));
    let notes = (recorded.all_methods > recorded.methods.len()).then(|| match next::tree_command(report) {
        Some(command) => all.with_words(": ").with_command(command),
        None => all.with_words("."),
    });
    let found = section("top-methods", "Methods", "Most expensive methods", body);
    Some(found.with_visibility(Visibility::Open).with_notes(notes))
}

fn thread_label(method: &RecordedMethod) -> &'static str {
    match (method.on_main, method.on_others) {
        (true, true) => "main, others",
        (true, false) => "main",
        _ => "others",
    }
}

pub(super) fn pages(report: &Report) -> Option<Section<'_>> {
    const COLUMNS: [CellColumn<RecordedPage>; 3] = [
        (Column::text("View controller"), |page| Cell::name(Some(&page.name))),
        (Column::number("Rendered in"), |page| Cell::time(page.ns)),
        (Column::number("Appearances"), |page| {
            Cell::words(words::calls_of(page.appearances)).with_value(page.appearances)
        }),
    ];
    let recorded = report.recorded.as_ref()?;
    section("pages", "Pages", "Pages", Body::from_rows(&COLUMNS, &recorded.pages)).with_rows()
}

pub(super) fn spans(report: &Report) -> Option<Section<'_>> {
    const COLUMNS: [CellColumn<RecordedSpan>; 6] = [
        (Column::text("Span"), |span| Cell::name(Some(&span.name))),
        (Column::number("Calls"), |span| Cell::words(words::calls_of(span.calls)).with_value(span.calls)),
        (Column::number("Total"), |span| Cell::time(span.total_ns)),
        (Column::number("Self"), |span| Cell::time(span.self_ns)),
        (Column::text("Begins in"), |span| Cell::name(span.caller.as_deref())),
        (Column::text("Owner"), |span| Cell::owner(span.owner.as_deref())),
    ];
    let recorded = report.recorded.as_ref()?;
    section("spans", "Spans", "Spans of the app's own", Body::from_rows(&COLUMNS, &recorded.spans))
        .with_rows()
}

/// Lists the time of each module.
pub(super) fn modules(report: &Report) -> Option<Section<'_>> {
    const COLUMNS: [CellColumn<Module>; 4] = [
        (Column::text("Module"), |module| Cell::name(Some(module.name.as_deref().unwrap_or("(no module)")))),
        (Column::text("Owner"), |module| Cell::owner(module.owner.as_deref())),
        (Column::number("Methods").into_wide(), |module| Cell::words(module.methods.to_string())),
        (Column::number("Self"), |module| Cell::time(module.head_ns as f64)),
    ];
    let nobody = report.modules.iter().all(|module| module.owner.is_none()).then(|| {
        Line::from_words("No owner is known. Add a CODEOWNERS file and link maps or dSYMs, or set owner of a [[module]] in the settings: ")
            .with_command("gate init")
    });
    section("modules", "Modules", "Modules", Body::from_rows(&COLUMNS, &report.modules))
        .with_notes(nobody)
        .with_rows()
}
