//! The sections of `gate inspect`: the changes, the app, and each image with its tables.

use gate_facts::{Change, Code, Facts, Image, Segment};

use super::super::facts::{about, change, headline, number, numbers, place, totals};
use super::super::line::Line;
use super::super::words;
use super::{Body, Cell, Column, Listed, Section, Shown, Shows, section, table};

fn line(one: &Change) -> Line {
    Line::default().said(change(one)).then(words::whose(one.module.as_deref(), one.owner.as_deref()))
}

/// Returns the facts of a build as sections, which text, Markdown and HTML render.
pub(in super::super) fn sections(facts: &Facts) -> Vec<Section<'static>> {
    let mut all = Vec::new();
    if let Some(changes) = &facts.changes {
        let lines = changes.iter().map(line).collect();
        all.push(open("changes", headline(changes), vec![], Body::Lines(Listed::whole(lines))));
    }
    let about = Line::default().name(&*facts.app).and(format!(": {}.", totals(facts)));
    let agent = facts.agent().map(|agent| Line::words(format!("{}.", agent.describe())));
    let notes = [about].into_iter().chain(agent).collect();
    all.push(open("facts", "Facts of the app".to_owned(), notes, Body::Nothing));
    for (at, image) in facts.images.iter().enumerate() {
        of_image(&mut all, format!("Image {} of {}", at + 1, facts.images.len()), image);
    }
    all
}

fn open(id: &'static str, title: String, notes: Vec<Line>, body: Body<'static>) -> Section<'static> {
    section(id, "", title, body).shown(Shown::Open).noted(notes)
}

fn of_image(all: &mut Vec<Section<'static>>, title: String, image: &Image) {
    let head = Line::default().name(&*image.path).and(": ").said(about(image));
    let notes = image.notes.iter().map(|note| Line::words("note: ").said(note));
    let lines = notes.chain([Line::words(numbers(image))]).collect();
    all.push(open("", title, vec![head], Body::Lines(Listed::whole(lines))));
    if !image.dylibs.is_empty() {
        let line = |dylib: &gate_facts::Dylib| {
            Line::default().name(&*dylib.name).and(" ").said(format!("({}, {})", dylib.link, dylib.place))
        };
        let lines: Vec<Line> = image.dylibs.iter().map(line).collect();
        let title = format!("Dylibs, in order ({})", lines.len());
        all.push(open("", title, vec![], Body::Lines(Listed::whole(lines))));
    }
    let mut tell = |title: &str, body: Body<'static>| {
        if let Body::Table(table) = &body {
            let title = format!("{title} ({})", table.rows.all);
            all.push(open("", title, vec![], body));
        }
    };
    tell("Segments", table(&SEGMENTS, &image.segments, usize::MAX));
    tell("+load methods", table(&CODE, &image.loads, usize::MAX));
    tell("Static initialisers", table(&CODE, &image.initialisers, usize::MAX));
}

const SEGMENTS: [Shows<Segment>; 3] = [
    (Column::text("Segment"), |segment| Cell::name(Some(&segment.name))),
    (Column::number("Bytes in the file"), |segment| Cell::words(number(segment.file_bytes))),
    (Column::number("Bytes in memory"), |segment| Cell::words(number(segment.memory_bytes))),
];
const CODE: [Shows<Code>; 4] = [
    (Column::text("Symbol"), |code| Cell::name(Some(&code.symbol))),
    (Column::text("Module"), |code| Cell::name(code.module.as_deref())),
    (Column::text("Owner"), |code| Cell::owner(code.owner.as_deref())),
    (Column::text("From"), |code| Cell::name(place(code))),
];
