//! Tests of failed writing: sinks that fail, rows that change, sections that are written twice.

use std::cell::Cell;

use trace::{Frame, Note, Reader, Tag, Text, WriteError, Writer};
use traces::{Content, Memory};

use crate::bodies::fail_at;

#[test]
fn a_writer_returns_the_error_of_a_sink_that_fails_at_any_byte() {
    // The trace is larger than the writer's buffer, so that the sink fails inside of columns too.
    let names = traces::names(300);
    let content = Content::synthetic(&names, 300, 1);
    let whole = traces::bytes(300, 1);
    let sampled = Content::synthetic(&names, 90, 1).with_samples(90, 1);
    let all = sampled.to_bytes();
    for room in 0..all.len() {
        fail_at(&sampled, &all, room);
    }
    for room in 0..whole.len() {
        fail_at(&content, &whole, room);
    }
}

#[test]
fn a_writer_that_failed_refuses_all_later_writes() {
    struct Once(bool);
    impl trace::Sink for Once {
        type Error = &'static str;
        fn write(&mut self, bytes: &[u8]) -> Result<(), &'static str> {
            let fail = bytes.len() > 4_000 && !std::mem::replace(&mut self.0, true);
            if fail { Err("disk full") } else { Ok(()) }
        }
    }
    let names = traces::names(300);
    let content = Content::synthetic(&names, 300, 1);
    let mut writer = match Writer::start(Once(false), content.info) {
        Ok(writer) => writer,
        Err(error) => panic!("{error}"),
    };
    assert_eq!(writer.write_table(content.nodes.iter().copied()), Err(WriteError::Sink("disk full")));
    assert_eq!(writer.write_table([] as [Note<'_>; 0]), Err(WriteError::Broken));
    assert_eq!(writer.finish().err(), Some(WriteError::Broken));
}

#[test]
fn a_section_that_was_already_written_is_refused() {
    let names = traces::names(3);
    let content = Content::synthetic(&names, 3, 1);
    let Ok(mut writer) = Writer::start(Memory::default(), content.info) else {
        panic!("memory takes everything")
    };
    assert_eq!(writer.write_table([Note { text: Text::from("one") }]), Ok(()));
    let error = writer.write_table([Note { text: Text::from("two") }]).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("section NOTE was already written"));
    // No byte of the second section was written, so the trace is complete, and its other sections are empty.
    let Ok(bytes) = writer.finish() else { panic!("memory takes everything") };
    match Reader::open(&bytes.0) {
        Ok(reader) => {
            assert_eq!(reader.notes.iter().map(|note| note.text.to_string()).collect::<Vec<_>>(), ["one"]);
            assert!(reader.nodes.is_empty() && reader.images.is_empty());
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn a_trace_begun_without_samples_refuses_samples() {
    let names = traces::names(3);
    let content = Content::synthetic(&names, 3, 1).with_samples(3, 1);
    let Ok(mut writer) = Writer::start(Memory::default(), content.info) else {
        panic!("memory takes everything")
    };
    let error = writer.write_table(content.samples.iter().copied()).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("section SMPL: the trace was begun as one without samples"));
    assert_eq!(writer.write_table([] as [Frame; 0]), Err(WriteError::WithoutSamples(Tag(*b"FRAM"))));
    // No byte of the samples was written, so the trace is complete.
    let Ok(bytes) = writer.finish() else { panic!("memory takes everything") };
    assert!(Reader::open(&bytes.0).is_ok_and(|trace| trace.sampler.is_none()));
}

#[test]
fn rows_that_change_in_number_while_they_are_written_are_noticed() {
    let names = traces::names(40);
    let content = Content::synthetic(&names, 40, 1);
    // Each time that one of the iterators is asked for its last row, another row is missing or there is an additional one.
    for (first, later) in [(10, 9), (10, 11), (9, 10), (8, 7), (0, 1), (1, 0)] {
        let asked = Cell::new(0);
        let rows = (0..12_usize).map_while(|row| {
            // In its first pass over the rows, the writer counts them; the pass ends when the row after the last row is requested.
            let limit = if asked.get() == 0 { first } else { later };
            if row == limit {
                asked.set(asked.get() + 1);
                return None;
            }
            content.nodes.get(row).copied()
        });
        let Ok(mut writer) = Writer::start(Memory::default(), content.info) else {
            panic!("memory takes everything")
        };
        let error = writer.write_table(rows).err().map(|error| error.to_string());
        assert_eq!(
            error.as_deref(),
            Some("section NODE: its rows changed while they were written"),
            "{first}, {later}"
        );
        assert_eq!(writer.finish().err(), Some(WriteError::Broken));
    }

    let asked = Cell::new(0);
    let growing = [0, 1].into_iter().map(|i| {
        asked.set(asked.get() + 1);
        Note { text: Text(&b"0123456789012345678901234567890123456789"[..asked.get() * 3 + i]) }
    });
    let Ok(mut writer) = Writer::start(Memory::default(), content.info) else {
        panic!("memory takes everything")
    };
    assert!(matches!(writer.write_table(growing), Err(WriteError::Changed(_))));
}
