//! Compares written content with the content that is read back.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use trace::*;
use traces::Content;

/// The number of texts, which the rows borrow in turn.
const TEXTS: usize = 8;

/// Arbitrary numbers from which all rows are made.
type Raw = Vec<[u64; 6]>;

/// Returns the rows of every table, which are created from arbitrary numbers and texts; the rows are always valid.
fn content<'a>(
    texts: &'a [Vec<u8>],
    info: &[u64; 6],
    tables: &[Raw; 12],
    parents: &[Option<u32>],
) -> Content<'a> {
    let text = |number: u64| Text(&texts[number as usize % texts.len()]);
    let (images, methods) = (tables[0].len() as u64, tables[1].len() as u64);
    let id = |number: u64, bound: u64| number.checked_rem(bound).map(|id| id as u32);
    let optional = |number: u64| (number != u64::MAX && !number.is_multiple_of(3)).then_some(number);
    let flag = |number: u64| [None, Some(false), Some(true)][(number % 3) as usize];

    // A node without a parent, or one that cannot have the chosen parent, is the root of a thread of its own.
    let nodes: Vec<Node> = (0..)
        .zip(parents)
        .map(|(row, parent)| {
            let parent = parent.and_then(|parent| id(parent.into(), row)).map(NodeId);
            let method = parent.and_then(|_| id(row * 7, methods)).map(MethodId);
            Node {
                parent,
                method,
                calls: Count(info[0].wrapping_mul(row)),
                total: Ticks(info[1].rotate_left(row as u32)),
            }
        })
        .collect();
    let roots = (0..).zip(&nodes).filter(|(_, node)| node.parent.is_none());
    let threads = roots.zip(info.iter().cycle()).enumerate().map(|(i, ((root, _), number))| Thread {
        name: text(*number),
        os_id: Count(*number),
        is_main: i == 1,
        root: NodeId(root),
    });
    let count = nodes.len() as u64;
    let threads: Vec<Thread<'a>> = threads.collect();
    let stacks = stacks(texts, info, &tables[9..], [images, threads.len() as u64, count]);
    Content {
        info: Info {
            agent_version: text(info[0]),
            settings: Fingerprint(info[1]),
            loaded_by: LoadedBy::from_code(info[2] as u32),
            launch_id: text(info[3]),
            device: text(info[4]),
            os_version: text(info[5]),
            os_build: text(info[0] >> 8),
            bundle_id: text(info[1] >> 8),
            app_version: text(info[2] >> 8),
            app_build: text(info[3] >> 8),
            code_hash: text(info[4] >> 8),
            thermal: Thermal::from_code(info[4] as u32 % 7),
            low_power: flag(info[5]),
            debugged: flag(info[0]),
            prewarmed: flag(info[1]),
            timebase: Timebase { numer: info[2] as u32 | 1, denom: info[3] as u32 | 2 },
            process_start: WallNanos(info[4]),
            agent_start_wall: WallNanos(info[5]),
            agent_start: Counter(info[0]),
            ended_by: Ending::from_code(info[1] as u32 % 6),
            recording: RecordingVersion(info[2] as u32),
        },
        images: tables[0]
            .iter()
            .map(|r| Image {
                path: text(r[0]),
                uuid: Uuid(u128::from(r[1]).wrapping_mul(r[2].into()).to_be_bytes()),
                load_address: Address(r[3]),
                size: Address(r[4]),
                flags: ImageFlags(r[5] as u32),
            })
            .collect(),
        methods: tables[1]
            .iter()
            .map(|r| Method {
                class: text(r[0]),
                selector: text(r[1]),
                is_class_method: r[2].is_multiple_of(2),
                image: optional(r[3]).and_then(|number| id(number, images)).map(ImageId),
                offset: Address(r[4]),
            })
            .collect(),
        threads,
        nodes,
        events: tables[2]
            .iter()
            .filter_map(|r| {
                Some(Event { node: NodeId(id(r[0], count)?), start: Counter(r[1]), duration: Ticks(r[2]) })
            })
            .collect(),
        marks: tables[3]
            .iter()
            .map(|r| Mark {
                kind: MarkKind::from_code(r[0] as u32 % 12),
                at: Counter(r[1]),
                instructions: optional(r[2]).map(Count),
                cycles: optional(r[3]).map(Count),
                page_ins: optional(r[4]).map(Count),
                disk_read: optional(r[3] / 3).map(Count),
                disk_written: optional(r[4] / 3).map(Count),
                footprint: optional(r[2] / 3).map(Count),
            })
            .collect(),
        pages: tables[4]
            .iter()
            .map(|r| Page {
                class: text(r[0]),
                image: optional(r[1]).and_then(|number| id(number, images)).map(ImageId),
                created: optional(r[2]).map(Counter),
                load_begin: optional(r[3]).map(Counter),
                load_end: optional(r[4]).map(Counter),
                appear_begin: optional(r[5]).map(Counter),
                appear_end: optional(r[2] / 2).map(Counter),
                first_frame: optional(r[3] / 2).map(Counter),
            })
            .collect(),
        dropped: tables[5]
            .iter()
            .map(|r| Dropped { kind: DropKind::from_code(r[0] as u32), count: Count(r[1]) })
            .collect(),
        costs: tables[6]
            .iter()
            .map(|r| Cost {
                kind: CostKind::from_code(r[0] as u32 % 24),
                inside: Ticks1024(r[1]),
                outside: Ticks1024(r[2]),
            })
            .collect(),
        notes: tables[7].iter().map(|r| Note { text: text(r[0]) }).collect(),
        open_calls: tables[7]
            .iter()
            .filter_map(|r| Some(OpenCall { node: NodeId(id(r[1], count)?) }))
            .collect(),
        sampler: stacks.0,
        symbols: stacks.1,
        frames: stacks.2,
        samples: stacks.3,
        works: None,
        counted_images: None,
        signposts: None,
    }
}

type Stacks<'a> = (Option<Sampler>, Vec<Symbol<'a>>, Vec<Frame>, Vec<Sample>);

/// Returns samples for a trace with the given numbers of images, threads and nodes, or no samples if `info` selects a trace without
/// samples.
fn stacks<'a>(
    texts: &'a [Vec<u8>],
    info: &[u64; 6],
    tables: &[Raw],
    [images, threads, nodes]: [u64; 3],
) -> Stacks<'a> {
    if info[4].is_multiple_of(4) {
        return Stacks::default();
    }
    let id = |number: u64, bound: u64| number.checked_rem(bound).map(|id| id as u32);
    let sampler = Sampler {
        asked: Nanos(info[0]),
        used: Nanos(info[1]),
        taken: Count(info[2]),
        dropped: Count(info[3]),
        own: Ticks(info[4]),
        ended_by: SamplingEnd::from_code(info[5] as u32 % 9),
    };
    let symbols: Vec<Symbol<'a>> = tables[0]
        .iter()
        .map(|r| Symbol { name: Text(&texts[r[0] as usize % texts.len()]), offset: Address(r[1]) })
        .collect();
    let count = symbols.len() as u64;
    let frames: Vec<Frame> = (0..)
        .zip(&tables[1])
        .map(|(row, r)| Frame {
            parent: id(r[0], row).map(FrameId),
            image: id(r[1], images).map(ImageId),
            offset: Address(r[2]),
            symbol: id(r[3], count).map(SymbolId),
        })
        .collect();
    let sample = |r: &[u64; 6]| {
        Some(Sample {
            frame: FrameId(id(r[0], frames.len() as u64)?),
            thread: id(r[1], threads).map(ThreadId),
            node: id(r[2], nodes).map(NodeId),
            after: MarkKind::from_code(r[3] as u32 % 12),
            flags: SampleFlags(r[3] as u32),
            count: Count(r[4]),
            time: Ticks(r[5]),
        })
    };
    let samples = tables[2].iter().filter_map(sample).collect();
    (Some(sampler), symbols, frames, samples)
}

#[track_caller]
fn check(content: &Content<'_>) {
    let bytes = content.to_bytes();
    match Reader::open(&bytes) {
        Ok(reader) => {
            assert_eq!(&Content::read(&reader), content);
            assert_eq!(reader.skipped, 0);
        }
        Err(error) => panic!("{error}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_written_rows_are_read_back_unchanged(
        texts in vec(vec(any::<u8>(), 0..40), TEXTS),
        info in any::<[u64; 6]>(),
        tables in proptest::array::uniform12(vec(any::<[u64; 6]>(), 0..12)),
        parents in vec(option::weighted(0.9, any::<u32>()), 0..60),
    ) {
        check(&content(&texts, &info, &tables, &parents));
    }
}

#[test]
fn traces_with_sizes_around_the_writers_buffer_are_read_back_unchanged() {
    for nodes in [3, 4, 5, 508, 509, 510, 511, 512, 513, 1022, 1023, 1024, 1025, 5_000] {
        let names = traces::names(nodes);
        check(&Content::synthetic(&names, nodes, nodes as u64));
        check(&Content::synthetic(&names, nodes, nodes as u64).with_samples(nodes, 3));
    }
    let long = vec![b'x'; 10_000];
    for length in (0..9).chain(4_060..4_110).chain([8_192, 10_000]) {
        let names = traces::names(3);
        let mut content = Content::synthetic(&names, 3, 1);
        content.notes = vec![Note { text: Text(&long[..length]) }, Note { text: Text::from("after") }];
        check(&content);
    }
}

#[test]
fn columns_and_rows_of_a_trace_have_the_same_values() {
    let bytes = traces::bytes(500, 9);
    let trace = Reader::open(&bytes).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((trace.nodes.len(), trace.nodes.is_empty(), trace.nodes.calls.len()), (500, false, 500));
    for (row, node) in trace.nodes.iter().enumerate() {
        assert_eq!(trace.nodes.get(NodeId(row as u32)), Some(node));
        assert_eq!(trace.nodes.total.get(row), Some(node.total));
    }
    assert!(trace.nodes.total.iter().eq(trace.nodes.iter().map(|node| node.total)));
    assert!(trace.methods.selector.iter().eq(trace.methods.iter().map(|method| method.selector)));
    assert_eq!((trace.nodes.get(NodeId(500)), trace.nodes.calls.get(500)), (None, None));
    assert_eq!((trace.methods.row(usize::MAX), trace.methods.class.get(usize::MAX)), (None, None));
    assert_eq!(trace.threads.get(ThreadId(0)).map(|thread| thread.is_main), Some(true));
    assert_eq!(trace.images.get(ImageId(1)).map(|image| image.uuid), Some(Uuid([2; 16])));
}
