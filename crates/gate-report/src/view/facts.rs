//! Makes the sections of `gate inspect`: the changes, the app, and each image with its tables.

use gate_facts::{FactChange, Facts, Image, PreMainCode, Segment};

use super::super::facts::{
    code_file, describe_change, describe_change_count, describe_image, describe_totals, format_image_numbers,
    format_number,
};
use super::super::line::Line;
use super::super::words;
use super::{Body, Cell, CellColumn, Column, Section, TruncatedList, Visibility, make_table, section};

fn format_change(one: &FactChange) -> Line {
    Line::default()
        .with_text(describe_change(one))
        .with_line(words::owner_label(one.module.as_deref(), one.owner.as_deref()))
}

/// Returns the facts of a build as sections, which text, Markdown and HTML render.
pub(in super::super) fn sections(facts: &Facts) -> Vec<Section<'static>> {
    let mut all = Vec::new();
    if let Some(changes) = &facts.changes {
        let lines = changes.iter().map(format_change).collect();
        all.push(open(
            "changes",
            describe_change_count(changes),
            vec![],
            Body::Lines(TruncatedList::new_untruncated(lines)),
        ));
    }
    let about = Line::default().name(&*facts.app).with_words(format!(": {}.", describe_totals(facts)));
    let agent = facts.describe_agent().map(|agent| Line::default().with_text(format!("{agent}.")));
    let notes = [about].into_iter().chain(agent).collect();
    all.push(open("facts", "Facts of the app".to_owned(), notes, Body::Nothing));
    for (at, image) in facts.images.iter().enumerate() {
        of_image(&mut all, format!("Image {} of {}", at + 1, facts.images.len()), image);
    }
    all
}

fn open(id: &'static str, title: String, notes: Vec<Line>, body: Body<'static>) -> Section<'static> {
    section(id, "", title, body).with_visibility(Visibility::Open).with_notes(notes)
}

fn of_image(all: &mut Vec<Section<'static>>, title: String, image: &Image) {
    let head = Line::default().name(&*image.path).with_words(": ").with_text(describe_image(image));
    let notes = image.notes.iter().map(|note| Line::from_words("note: ").with_text(note));
    let lines = notes.chain([Line::from_words(format_image_numbers(image))]).collect();
    all.push(open("", title, vec![head], Body::Lines(TruncatedList::new_untruncated(lines))));
    if !image.dylibs.is_empty() {
        let line = |dylib: &gate_facts::Dylib| {
            Line::default().name(&*dylib.name).with_text(format!(" ({}, {})", dylib.link, dylib.place))
        };
        let lines: Vec<Line> = image.dylibs.iter().map(line).collect();
        let title = format!("Dylibs, in order ({})", lines.len());
        all.push(open("", title, vec![], Body::Lines(TruncatedList::new_untruncated(lines))));
    }
    for (title, body) in [
        ("Segments", make_table(&SEGMENTS, &image.segments, usize::MAX)),
        ("+load methods", make_table(&CODE, &image.loads, usize::MAX)),
        ("Static initialisers", make_table(&CODE, &image.initialisers, usize::MAX)),
    ] {
        if let Body::Table(table) = &body {
            let title = format!("{title} ({})", table.rows.all);
            all.push(open("", title, vec![], body));
        }
    }
}

const SEGMENTS: [CellColumn<Segment>; 3] = [
    (Column::text("Segment"), |segment| Cell::name(Some(&segment.name))),
    (Column::number("Bytes in the file"), |segment| Cell::words(format_number(segment.file_bytes))),
    (Column::number("Bytes in memory"), |segment| Cell::words(format_number(segment.memory_bytes))),
];
const CODE: [CellColumn<PreMainCode>; 4] = [
    (Column::text("Symbol"), |code| Cell::name(Some(&code.symbol))),
    (Column::text("Module"), |code| Cell::name(code.module.as_deref())),
    (Column::text("Owner"), |code| Cell::owner(code.owner.as_deref())),
    (Column::text("From"), |code| Cell::name(code_file(code))),
];
