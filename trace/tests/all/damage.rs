//! Tests with damaged files: every change and every cut is noticed, and the error has the position and the expected value.

use trace::{
    Count, CountedImage, Counter, Event, Fingerprint, FrameId, ImageId, MethodId, Node, NodeId, Problem,
    Reader, SymbolId, Text, ThreadId, Ticks, Timebase,
};
use traces::Content;

use crate::bodies::{TraceSection, join_sections, split_sections};

#[test]
fn every_change_of_one_byte_is_noticed() {
    let bytes = traces::sampled_bytes(12, 1);
    let mut changed = bytes.clone();
    for at in 0..bytes.len() {
        for change in 1..=255 {
            changed[at] = bytes[at] ^ change;
            assert!(Reader::open(&changed).is_err(), "byte {at} xor {change}");
        }
        changed[at] = bytes[at];
    }
    assert!(Reader::open(&changed).is_ok());
}

#[test]
fn a_trace_cut_at_any_byte_is_reported_as_partial() {
    let bytes = traces::sampled_bytes(12, 1);
    for length in 0..bytes.len() {
        match Reader::open(&bytes[..length]) {
            Err(error) => assert!(error.is_partial() && error.offset == length as u64, "{length}: {error}"),
            Ok(_) => panic!("opened {length} of {} bytes", bytes.len()),
        }
    }
}

#[test]
fn lost_repeated_and_moved_sections_of_a_trace_are_noticed() {
    let bytes = traces::sampled_bytes(12, 1);
    for i in 0..split_sections(&bytes).len() {
        let mut parts = split_sections(&bytes);
        let lost = parts.remove(i);
        let name = String::from_utf8_lossy(&lost.tag).into_owned();
        if ["SPLR", "SMPL", "WORK", "FUNC", "SIGN"].contains(&&*name) {
            let bytes = join_sections(&parts);
            let trace = Reader::open(&bytes).expect("a trace without it is whole");
            let is_empty = [
                trace.samples.is_empty(),
                trace.works.is_none(),
                trace.counted_images.is_none(),
                trace.signposts.is_none(),
            ];
            assert!(trace.sampler.is_none() || is_empty.contains(&true));
        } else if name == "FRAM" || name == "SYMB" {
            check(&join_sections(&parts), "expected an index below 0");
        } else {
            check(
                &join_sections(&parts),
                &format!("expected a section {name} before the end, there is none"),
            );
        }
        parts.push(TraceSection { tag: lost.tag, rows: lost.rows, payload: lost.payload.clone() });
        assert!(Reader::open(&join_sections(&parts)).is_ok(), "sections may come in any order");
        parts.push(lost);
        check(&join_sections(&parts), "expected this section once, it is there again");
    }
    // Two whole sections are swapped. Each section has its correct checksum, but the whole-file check is wrong.
    let swapped = swap_sections(&bytes);
    assert_eq!(swapped.len(), bytes.len());
    check(&swapped, "expected a whole-file check of");
}

#[test]
fn each_problem_of_a_damaged_trace_is_reported_with_section_and_byte() {
    let trace = traces::bytes(12, 1);
    check(
        b"PK\x03\x04 and so on",
        "preamble, byte 0: not a trace: expected the bytes 89 4c 47 54 0d 0a 1a 0a",
    );
    check(
        b"",
        "preamble, byte 0: the file ends before the trace does: expected at least 16 more bytes from here",
    );

    let mut newer = trace.clone();
    newer[8] = 2;
    check(&newer, "preamble, byte 8: trace format 2, but this reader knows 1");
    let problem = Problem::UnknownVersion(2);
    assert_eq!(Reader::open(&newer).err().map(|error| error.problem), Some(problem));

    let mut damaged = trace.clone();
    damaged[40] ^= 1;
    check(&damaged, "section INFO, byte ");
    check(&damaged, "damaged: expected checksum 0x");

    let mut longer = trace.clone();
    longer.extend([0; 3]);
    check(
        &longer,
        &format!("section END., byte {}: expected the end of the file, 3 more bytes follow", trace.len()),
    );

    // The columns exceed their section, with a number of rows that no memory could hold.
    let mut parts = split_sections(&trace);
    let nodes = parts.iter_mut().find(|part| part.tag == *b"NODE");
    nodes.into_iter().for_each(|part| part.rows = u32::MAX);
    check(&join_sections(&parts), "expected a column of 17179869180 bytes, the section has 288 left");

    let mut parts = split_sections(&trace);
    let notes = parts.iter_mut().find(|part| part.tag == *b"NOTE");
    notes.into_iter().for_each(|part| part.payload[4] = 1);
    check(&join_sections(&parts), "string 1 ends before it begins");
}

#[test]
fn rows_that_refer_to_missing_rows_are_refused() {
    type Edit = fn(&mut Content<'_>);
    let cases: [(&str, Edit); 14] = [
        ("image of row 1 is 3, expected an index below 3", |c| c.methods[1].image = Some(ImageId(3))),
        ("image of row 0 is 9, expected an index below 3", |c| c.pages[0].image = Some(ImageId(9))),
        ("method of row 2 is 3, expected an index below 3", |c| c.nodes[2].method = Some(MethodId(3))),
        ("parent of row 2 is 2, expected a row above its own, so below 2", |c| {
            c.nodes[2].parent = Some(NodeId(2))
        }),
        ("parent of row 2 is 7, expected a row above its own, so below 2", |c| {
            c.nodes[2].parent = Some(NodeId(7))
        }),
        (
            "parent of row 2 is none, expected a parent, or the root of one of the threads, of which there are 3",
            |c| c.nodes[2].parent = None,
        ),
        ("root of row 2 is 99, expected an index below 12", |c| c.threads[2].root = NodeId(99)),
        ("root of row 1 is 0, expected roots ascending, so at least 1", |c| c.threads[1].root = NodeId(0)),
        ("root of row 0 is 2, expected a node without parent", |c| c.threads[0].root = NodeId(2)),
        ("is_main of row 2 is 1, expected main threads: at most 1", |c| c.threads[2].is_main = true),
        ("node of row 0 is 12, expected an index below 12", |c| {
            c.events = vec![Event { node: NodeId(12), start: Counter(1), duration: Ticks(1) }]
        }),
        ("timebase numer of row 0 is 0, expected at least 1", |c| {
            c.info.timebase = Timebase { numer: 0, denom: 1 }
        }),
        ("timebase denom of row 0 is 0, expected at least 1", |c| {
            c.info.timebase = Timebase { numer: 1, denom: 0 }
        }),
        ("is none, expected a parent", |c| {
            c.threads.pop();
        }),
    ];
    let names = traces::names(12);
    for (expected, edit) in cases {
        let mut content = Content::synthetic(&names, 12, 1);
        content.info.settings = Fingerprint(7);
        edit(&mut content);
        check(&content.to_bytes(), expected);
    }
}

fn counted<'a, 'b>(content: &'a mut Content<'b>) -> &'a mut CountedImage<'b> {
    content.counted_images.as_mut().and_then(|images| images.first_mut()).expect("an image that counts")
}

#[test]
fn samples_that_refer_to_missing_rows_are_refused() {
    type Edit = fn(&mut Content<'_>);
    let cases: [(&str, Edit); 11] = [
        ("image of row 0 is 3, expected an index below 3", |c| counted(c).image = ImageId(3)),
        ("packed of row 0 is 2, expected functions, at most 1", |c| counted(c).ran = 1),
        ("packed of row 0 is 3, expected bytes behind the last whole function: 0", |c| {
            counted(c).packed = Text(&[2, 2, 2, 2, 2, 0x80, 0x80, 1])
        }),
        ("section FRAM, byte ", |c| c.frames[3].parent = Some(FrameId(3))),
        ("parent of row 3 is 3, expected a row above its own, so below 3", |c| {
            c.frames[3].parent = Some(FrameId(3))
        }),
        ("parent of row 0 is 5, expected a row above its own, so below 0", |c| {
            c.frames[0].parent = Some(FrameId(5))
        }),
        ("image of row 1 is 3, expected an index below 3", |c| c.frames[1].image = Some(ImageId(3))),
        ("symbol of row 1 is 4, expected an index below 4", |c| c.frames[1].symbol = Some(SymbolId(4))),
        ("frame of row 2 is 12, expected an index below 12", |c| c.samples[2].frame = FrameId(12)),
        ("thread of row 0 is 3, expected an index below 3", |c| c.samples[0].thread = Some(ThreadId(3))),
        ("node of row 0 is 12, expected an index below 12", |c| c.samples[0].node = Some(NodeId(12))),
    ];
    let names = traces::names(12);
    for (expected, edit) in cases {
        let mut content = Content::synthetic(&names, 12, 1).with_samples(12, 1);
        edit(&mut content);
        check(&content.to_bytes(), expected);
    }
    let mut parts = split_sections(&traces::sampled_bytes(12, 1));
    let sampler = parts.iter_mut().find(|part| part.tag == *b"SPLR").expect("it was sampled");
    sampler.rows = 2;
    sampler.payload = vec![0; 96];
    check(&join_sections(&parts), "number of rows of row 0 is 2, expected at most 1");
}

/// An agent that does not wait for a thread may write a node that the thread is just creating; the remaining trace is complete.
#[test]
fn a_trace_may_have_one_incomplete_node_that_other_rows_do_not_use() {
    type Edit = fn(&mut Content<'_>);
    let incomplete = Node { parent: None, method: None, calls: Count(0), total: Ticks(0) };
    let write = |edit: Edit| {
        let names = traces::names(12);
        let mut content = Content::synthetic(&names, 12, 1);
        content.nodes.push(incomplete);
        edit(&mut content);
        content.to_bytes()
    };
    let bytes = write(|_| {});
    let reader = Reader::open(&bytes).expect("a readable trace");
    assert_eq!((reader.nodes.len(), reader.threads.len()), (13, 3));
    let edits: [Edit; 5] = [
        |c| c.nodes[12].calls = Count(1),
        |c| c.nodes[12].total = Ticks(1),
        |c| c.nodes[12].method = Some(MethodId(0)),
        |c| c.nodes.push(Node { parent: Some(NodeId(12)), ..c.nodes[11] }),
        |c| c.events = vec![Event { node: NodeId(12), start: Counter(1), duration: Ticks(1) }],
    ];
    for edit in edits {
        check(&write(edit), "parent of row 12 is none, expected a parent, or the root of one of the threads");
    }
    check(&write(|c| c.nodes.extend([c.nodes[12]; 3])), "parent of row 12 is none");
}

#[track_caller]
fn check(bytes: &[u8], expected: &str) {
    match Reader::open(bytes) {
        Err(error) => {
            let text = error.to_string();
            assert!(text.contains(expected), "{text}\nexpected: {expected}");
        }
        Ok(_) => panic!("opened, expected: {expected}"),
    }
}

/// Swaps the first two sections with their checksums.
fn swap_sections(trace: &[u8]) -> Vec<u8> {
    let parts = split_sections(trace);
    let whole = |part: &TraceSection| 16 + part.payload.len() + 8;
    let (first, second) = (16 + whole(&parts[0]), 16 + whole(&parts[0]) + whole(&parts[1]));
    [&trace[..16], &trace[first..second], &trace[16..first], &trace[second..]].concat()
}
