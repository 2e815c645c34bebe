//! Contains the bodies of the fuzz targets; `trace/tests/all/fuzz.rs` runs the same functions over a bounded number of inputs.
//!
//! To run one target for a long time: `cargo +nightly fuzz run read_sealed` in `trace/`.

use trace::{
    Count, Counter, Event, Frame, FrameId, MarkKind, MethodId, Node, NodeId, Note, ReadError, Reader, Sample,
    SampleFlags, Sink, Symbol, Text, Ticks, WriteError, checksum,
};
use traces::Content;

/// Opens arbitrary bytes and, if they are a trace, reads the whole trace.
pub fn read(data: &[u8]) {
    match Reader::open(data) {
        Ok(reader) => check_reader(&reader),
        Err(error) => check_error(&error, data),
    }
}

/// Damages a trace in the way that `data` selects, corrects its checksums, and opens it.
pub fn read_sealed(data: &[u8]) {
    let bytes = traces::sampled_bytes(24, 1);
    let mut parts = split_sections(&bytes);
    // Each edit has four bytes: the section, the position in its rows field or payload, and the new value.
    for edit in data.chunks_exact(4) {
        let count = parts.len();
        let part = &mut parts[edit[0] as usize % count];
        let at = usize::from(u16::from_le_bytes([edit[1], edit[2]]));
        match at % 8 {
            0 => part.rows = part.rows.wrapping_add_signed(i32::from(edit[3].cast_signed())),
            1 => part.payload.truncate(usize::from(edit[3]) * 8),
            2 => part.payload.resize(part.payload.len() + usize::from(edit[3] % 4) * 8, edit[3]),
            3 => part.tag[usize::from(edit[3] % 4)] ^= 32,
            _ => {
                let length = part.payload.len().max(1);
                if let Some(byte) = part.payload.get_mut(at / 8 % length) {
                    *byte = edit[3];
                }
            }
        }
    }
    read(&join_sections(&parts));
}

/// Writes rows that are created from `data` to memory and to a sink that fails, and reads them back.
pub fn round_trip(data: &[u8]) {
    let names = traces::names(8);
    let mut content = Content::synthetic(&names, 8, 3).with_samples(8, 3);
    content.notes = data.split(|byte| *byte == 0).map(|text| Note { text: Text(text) }).collect();
    content
        .symbols
        .extend(content.notes.iter().map(|note| Symbol { name: note.text, offset: trace::Address(7) }));
    let main = content.threads.first().map_or(0, |thread| thread.root.0);
    for (row, bytes) in (content.nodes.len() as u32..).zip(data.chunks_exact(9)) {
        let wide = u64::from_le_bytes(std::array::from_fn(|i| bytes[i + 1]));
        let parent = Some(NodeId(main + u32::from(bytes[0]) % (row - main)));
        let method = Some(MethodId(u32::from(bytes[0]) % content.methods.len() as u32));
        content.nodes.push(Node { parent, method, calls: Count(wide), total: Ticks(!wide) });
        content.events.push(Event { node: NodeId(row), start: Counter(wide), duration: Ticks(wide >> 3) });
        let frame = content.frames.len() as u32;
        content.frames.push(Frame {
            parent: Some(FrameId(u32::from(bytes[0]) % frame)),
            image: None,
            offset: trace::Address(wide),
            symbol: None,
        });
        content.samples.push(Sample {
            frame: FrameId(frame),
            thread: None,
            node: Some(NodeId(row)),
            after: MarkKind::from_code(bytes[0].into()),
            flags: SampleFlags(bytes[1].into()),
            count: Count(wide),
            time: Ticks(!wide),
        });
    }
    let bytes = content.to_bytes();
    match Reader::open(&bytes) {
        Ok(reader) => assert_eq!(Content::read(&reader), content),
        Err(error) => panic!("what was written can't be read: {error}"),
    }
    let room = data.iter().fold(0, |sum: usize, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte)))
        % bytes.len();
    fail_at(&content, &bytes, room);
}

/// Writes to a sink that is too small: the returned error is the sink's error, and the bytes that the sink accepted are a partial trace.
pub fn fail_at(content: &Content<'_>, whole: &[u8], room: usize) {
    let mut small = LimitedSink { bytes: Vec::new(), room };
    assert_eq!(content.write(&mut small).err(), Some(WriteError::Sink(SinkFull)));
    assert_eq!(small.bytes, whole[..room]);
    assert!(Reader::open(&small.bytes).is_err_and(|error| error.is_partial()));
}

/// A sink that accepts a limited number of bytes.
struct LimitedSink {
    bytes: Vec<u8>,
    room: usize,
}

/// The sink's error.
#[derive(Debug, PartialEq, Eq)]
struct SinkFull;

impl Sink for LimitedSink {
    type Error = SinkFull;

    fn write(&mut self, bytes: &[u8]) -> Result<(), SinkFull> {
        let left = self.room - self.bytes.len();
        self.bytes.extend_from_slice(&bytes[..bytes.len().min(left)]);
        if bytes.len() > left { Err(SinkFull) } else { Ok(()) }
    }
}

/// Uses all guarantees of an open reader.
fn check_reader(reader: &Reader<'_>) {
    let content = Content::read(reader);
    for node in &content.nodes {
        if let Some(parent) = node.parent {
            assert!(reader.nodes.get(parent).is_some());
        }
        if let Some(method) = node.method {
            assert!(reader.methods.get(method).is_some());
        }
    }
    for event in &content.events {
        let mut at = Some(event.node);
        while let Some(node) = at {
            at = content.nodes[node.index()].parent;
        }
    }
    for sample in &content.samples {
        let mut at = Some(sample.frame);
        while let Some(frame) = at {
            let frame = content.frames[frame.index()];
            assert!(frame.image.is_none_or(|image| reader.images.get(image).is_some()));
            assert!(frame.symbol.is_none_or(|symbol| reader.symbols.get(symbol).is_some()));
            at = frame.parent;
        }
        assert!(sample.thread.is_none_or(|thread| reader.threads.get(thread).is_some()));
        assert!(sample.node.is_none_or(|node| reader.nodes.get(node).is_some()));
    }
    for thread in &content.threads {
        assert!(content.nodes[thread.root.index()].parent.is_none());
    }
    assert!(!format!("{reader:?}").is_empty());
}

/// Checks that an error has a position within the file.
fn check_error(error: &ReadError, data: &[u8]) {
    let text = error.to_string();
    assert!(error.offset <= data.len() as u64, "{text}");
    assert!(text.contains(&format!("byte {}", error.offset)), "{text}");
}

/// A section of a trace.
pub struct TraceSection {
    /// The four letters of the tag.
    pub tag: [u8; 4],
    /// The number of rows.
    pub rows: u32,
    /// The bytes of the section's columns.
    pub payload: Vec<u8>,
}

/// Splits a trace into its sections, without the end section. The code of `split` was written from the description of the format and does
/// not use the crate's reader.
pub fn split_sections(trace: &[u8]) -> Vec<TraceSection> {
    let mut parts = Vec::new();
    let mut rest = &trace[16..];
    while let Some((header, body)) = rest.split_first_chunk::<16>() {
        let (tag, rows, length) = (&header[..4], &header[4..8], &header[8..]);
        let length = length.iter().rev().fold(0, |length, byte| length << 8 | usize::from(*byte));
        let rows = rows.iter().rev().fold(0, |rows, byte| rows << 8 | u32::from(*byte));
        let tag = std::array::from_fn(|i| tag[i]);
        if tag == *b"END." {
            break;
        }
        parts.push(TraceSection { tag, rows, payload: body[..length].to_vec() });
        rest = &body[length + 8..];
    }
    parts
}

/// Joins sections to a trace with correct checksums and a correct end section.
pub fn join_sections(parts: &[TraceSection]) -> Vec<u8> {
    let mut trace = b"\x89LGT\r\n\x1a\n\x01\0\0\0\0\0\0\0".to_vec();
    let mut check = checksum(&trace);
    let mut add = |part: &TraceSection| {
        let mut section = part.tag.to_vec();
        section.extend(part.rows.to_le_bytes());
        section.extend((part.payload.len() as u64).to_le_bytes());
        section.extend(&part.payload);
        let sum = checksum(&section);
        section.extend(sum.to_le_bytes());
        trace.extend(section);
        check = (check ^ sum).rotate_left(29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (check, trace.len())
    };
    let (mut check, mut length) = (0, 0);
    for part in parts {
        (check, length) = add(part);
    }
    let words = [length as u64 + 16 + 24 + 8, parts.len() as u64 + 1, check];
    let payload = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    add(&TraceSection { tag: *b"END.", rows: 1, payload });
    trace
}
