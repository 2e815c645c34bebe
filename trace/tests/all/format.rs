//! Compares the bytes of a trace with hand-written ones, and tests the permitted additions.

use trace::{
    Address, Count, Frame, FrameId, ImageId, MarkKind, MethodId, Node, NodeId, Note, Reader, Sample,
    SampleFlags, SymbolId, Text, ThreadId, Ticks,
};
use traces::Content;

use crate::bodies::{TraceSection, join_sections, split_sections};

fn part(content: &Content<'_>, tag: &[u8; 4]) -> TraceSection {
    let bytes = content.to_bytes();
    let found = split_sections(&bytes).into_iter().find(|part| part.tag == *tag);
    found.unwrap_or_else(|| panic!("no such section"))
}

#[test]
fn columns_of_a_section_follow_each_other_without_gaps() {
    let names = traces::names(3);
    let mut content = Content::synthetic(&names, 3, 1);
    let node =
        |parent, method, calls, total| Node { parent, method, calls: Count(calls), total: Ticks(total) };
    content.nodes = vec![
        node(None, None, 1, 0x0102_0304_0506_0708),
        node(Some(NodeId(0)), Some(MethodId(1)), 2, 9),
        node(Some(NodeId(1)), Some(MethodId(0)), 3, 0),
    ];
    let nodes = part(&content, b"NODE");
    assert_eq!(nodes.rows, 3);
    let columns = [
        // parent, padded
        &[0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0][..],
        // method, padded
        &[0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        // calls
        &[1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0],
        // total
        &[8, 7, 6, 5, 4, 3, 2, 1, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ];
    assert_eq!(nodes.payload, columns.concat());

    content.notes = ["ab", "", "cdefghi"].map(|text| Note { text: Text::from(text) }).to_vec();
    let notes = part(&content, b"NOTE");
    assert_eq!(notes.payload, *b"\x02\0\0\0\x02\0\0\0\x09\0\0\0\0\0\0\0abcdefghi\0\0\0\0\0\0\0");
}

#[test]
fn the_bytes_of_a_trace_equal_those_of_the_pinned_format() {
    // From the first release on, a change of this checksum means a change of the format: increase the version in layout.rs.
    let trace = traces::bytes(50, 1);
    assert_eq!((trace.len(), trace::checksum(&trace)), PINNED);
}
const PINNED: (usize, u64) = (3952, 14_428_734_196_680_264_611);

#[test]
fn the_bytes_of_a_trace_with_samples_equal_those_of_the_pinned_format() {
    let trace = traces::sampled_bytes(50, 1);
    assert_eq!((trace.len(), trace::checksum(&trace)), PINNED_SAMPLED);
    let without = traces::bytes(50, 1);
    // A reader that does not know the sections of samples finds the same sections as in the other trace.
    let known: Vec<TraceSection> =
        split_sections(&trace).into_iter().filter(|part| !SAMPLED.contains(&&part.tag)).collect();
    assert!(
        known.iter().zip(split_sections(&without)).all(|(a, b)| (a.tag, &a.payload) == (b.tag, &b.payload))
    );
    assert_eq!(join_sections(&known), without);
}
const SAMPLED: [&[u8; 4]; 7] = [b"SPLR", b"SYMB", b"FRAM", b"SMPL", b"WORK", b"FUNC", b"SIGN"];
const PINNED_SAMPLED: (usize, u64) = (6392, 5_268_159_972_963_132_055);

#[test]
fn frames_and_samples_of_stacks_are_written_as_columns() {
    let names = traces::names(3);
    let mut content = Content::synthetic(&names, 3, 1).with_samples(1, 1);
    let frame = |parent, image, offset, symbol| Frame { parent, image, offset: Address(offset), symbol };
    content.frames = vec![
        frame(None, Some(ImageId(2)), 0x1234, Some(SymbolId(0))),
        frame(Some(FrameId(0)), None, 9, None),
    ];
    content.samples = vec![Sample {
        frame: FrameId(1),
        thread: Some(ThreadId(0)),
        node: None,
        after: MarkKind::Main,
        flags: SampleFlags::UNSURE.with(SampleFlags::CUT),
        count: Count(3),
        time: Ticks(7),
    }];
    let none = [0xff; 4];
    let columns = [
        [none, [0; 4]].concat(),
        [[2, 0, 0, 0], none].concat(),
        [[0x34, 0x12, 0, 0], [0; 4], [9, 0, 0, 0], [0; 4]].concat(),
        [[0; 4], none].concat(),
    ];
    assert_eq!(part(&content, b"FRAM").payload, columns.concat());
    let word = |number: u8| [number, 0, 0, 0, 0, 0, 0, 0];
    let columns =
        [word(1), word(0), [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0], word(2), word(5), word(3), word(7)];
    assert_eq!(part(&content, b"SMPL").payload, columns.concat());
}

#[test]
fn unknown_columns_sections_and_codes_are_skipped() {
    let names = traces::names(20);
    let content = Content::synthetic(&names, 20, 1);
    let bytes = traces::bytes(20, 1);
    let mut parts = split_sections(&bytes);
    for (i, part) in parts.iter_mut().enumerate() {
        // A later version adds columns after the known columns.
        part.payload.extend([i as u8; 16]);
    }
    parts.insert(3, TraceSection { tag: *b"NEW1", rows: 77, payload: vec![1; 24] });
    parts.insert(0, TraceSection { tag: [0xff, 0, b'\n', b'x'], rows: 0, payload: Vec::new() });
    let later = join_sections(&parts);
    match Reader::open(&later) {
        Ok(reader) => {
            assert_eq!(reader.skipped, 2);
            assert_eq!(Content::read(&reader), content);
        }
        Err(error) => panic!("{error}"),
    }
}

/// Returns the rows `| TAG | column | type | meaning |` of the specification.
fn specified() -> impl Iterator<Item = [&'static str; 3]> {
    include_str!("../../src/lib.rs").lines().filter_map(|line| {
        let mut cells = line.strip_prefix("//! | ")?.split(" | ");
        let row = [cells.next()?, cells.next()?, cells.next()?];
        (row[0].len() == 4 && row[0].bytes().all(|byte| byte.is_ascii_uppercase())).then_some(row)
    })
}

#[test]
fn the_specification_documents_every_column() {
    // The columns in the documentation must use each payload exactly.
    let parts = split_sections(&traces::sampled_bytes(37, 2));
    assert!(SAMPLED.iter().all(|tag| parts.iter().any(|part| part.tag == **tag && part.rows > 0)));
    for part in parts {
        let tag = String::from_utf8_lossy(&part.tag).into_owned();
        let rows = part.rows as usize;
        let mut at = 0_usize;
        for [_, column, kind] in specified().filter(|row| row[0] == tag) {
            let width = match kind {
                "u64" | "u64?" | "ratio" => 8,
                "u32" | "u32?" | "bool" | "bool?" | "text" => 4,
                "uuid" => 16,
                other => panic!("{tag} {column}: no such type {other}"),
            };
            let ends = at;
            at += (rows * width).next_multiple_of(8);
            if kind == "text" && rows > 0 {
                let end = &part.payload[ends + (rows - 1) * 4..][..4];
                at += end.iter().rev().fold(0, |end, byte| end << 8 | usize::from(*byte)).next_multiple_of(8);
            }
            assert!(at <= part.payload.len(), "{tag} {column} ends at {at}");
        }
        assert_eq!(at, part.payload.len(), "{tag}");
    }
}
