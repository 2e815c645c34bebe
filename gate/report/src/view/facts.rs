//! The sections of `gate inspect`: what changed, the app, and each image with its tables.

use super::super::facts::{about, change, headline, number, numbers, place, totals};
use super::super::line::Line;
use super::super::words;
use super::{Body, Cell, Column, Listed, Section, Shown, Table, section};
use ::facts::{Change, Code, Facts, Image};

/// Facts as sections, which text, Markdown and HTML draw.
pub(in super::super) fn sections(facts: &Facts) -> Vec<Section<'static>> {
    let mut all = Vec::new();
    if let Some(changes) = &facts.changes {
        let line = |one: &Change| {
            let line = Line::default().said(change(one));
            line.then(words::whose(one.module.as_deref(), one.owner.as_deref()))
        };
        let lines = changes.iter().map(line).collect();
        all.push(open("changes", headline(changes), vec![], Body::Lines(Listed::whole(lines))));
    }
    let about = Line::default().name(&*facts.app).and(format!(": {}.", totals(facts)));
    all.push(open("facts", "Facts of the app".to_owned(), vec![about], Body::Nothing));
    for (at, image) in facts.images.iter().enumerate() {
        of_image(&mut all, format!("Image {} of {}", at + 1, facts.images.len()), image);
    }
    all
}

fn open(id: &'static str, title: String, notes: Vec<Line>, body: Body<'static>) -> Section<'static> {
    Section { notes, shown: Shown::Open, ..section(id, "", title, body) }
}

fn of_image(all: &mut Vec<Section<'static>>, title: String, image: &Image) {
    let head = Line::default().name(&*image.path).and(": ").said(about(image));
    let notes = image.notes.iter().map(|note| Line::words("note: ").said(note));
    let lines = notes.chain(numbers(image).into_iter().map(Line::words)).collect();
    all.push(open("", title, vec![head], Body::Lines(Listed::whole(lines))));
    if !image.dylibs.is_empty() {
        let line = |dylib: &::facts::Dylib| {
            Line::default().name(&*dylib.name).and(" ").said(format!("({}, {})", dylib.link, dylib.place))
        };
        let lines: Vec<Line> = image.dylibs.iter().map(line).collect();
        let title = format!("Dylibs, in order ({})", lines.len());
        all.push(open("", title, vec![], Body::Lines(Listed::whole(lines))));
    }
    let mut table = |title: &str, columns: &'static [Column], rows: Vec<Vec<Cell>>| {
        if !rows.is_empty() {
            let title = format!("{title} ({})", rows.len());
            all.push(open("", title, vec![], Body::Table(Table::of(columns, Listed::whole(rows)))));
        }
    };
    let bytes = |bytes: u64| Cell::words(number(bytes));
    let segments = image.segments.iter().map(|segment| {
        vec![Cell::name(Some(&segment.name)), bytes(segment.file_bytes), bytes(segment.memory_bytes)]
    });
    table("Segments", &SEGMENTS, segments.collect());
    for (title, list) in [("+load methods", &image.loads), ("Static initialisers", &image.initialisers)] {
        let code = |code: &Code| {
            let (module, owner) = (Cell::name(code.module.as_deref()), Cell::owner(code.owner.as_deref()));
            vec![Cell::name(Some(&code.symbol)), module, owner, Cell::name(place(code))]
        };
        table(title, &CODE, list.iter().map(code).collect());
    }
}

const SEGMENTS: [Column; 3] =
    [Column::text("Segment"), Column::number("Bytes in the file"), Column::number("Bytes in memory")];
const CODE: [Column; 4] =
    [Column::text("Symbol"), Column::text("Module"), Column::text("Owner"), Column::text("From")];
