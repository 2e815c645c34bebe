//! Tests the exports of a synthetic trace by golden files, by properties that each export must have, and by reading exports with the gate
//! itself.

use std::path::Path;

use gate::cli::Exit;
use gate::export::CallTree;
use gate_launches::Timeline;
use gate_launches::{ReadOptions, ThreadKind, read_stream};
use serde_json::Value;
use trace::{
    Address, Count, Counter, DropKind, Dropped, Ending, Event, Fingerprint, Image, ImageFlags, ImageId, Info,
    LoadedBy, Mark, MarkKind, Method, MethodId, Node, NodeId, Page, Thermal, Ticks, Timebase, Uuid,
    WallNanos, Writer,
};
use traces::Memory;

use crate::common::gate_bytes;

const METHODS: [(&str, &str); 6] = [
    ("AppDelegate", "application:didFinishLaunchingWithOptions:"),
    ("Cart", "reload;all"),
    ("Price", "format <b>\"\n"),
    ("Banner", "prefetch:"),
    ("Worker", "run"),
    ("Log", "write:"),
];

/// The value for the parent of a thread's root in `NODES`. An entry of `NODES` is (parent, method, calls, ticks).
const NONE: u32 = u32::MAX;
const NODES: [(u32, u32, u64, u64); 9] = [
    (NONE, NONE, 0, 0),
    (0, 0, 1, 9_000),
    (1, 1, 3, 6_000),
    (2, 2, 40, 2_000),
    (1, 3, 1, 1_500),
    (0, 5, 2, 30),
    (NONE, NONE, 0, 0),
    (6, 4, 1, 5_000),
    (7, 5, 10, 100),
];

/// Each entry is (node, start, ticks), in the order in which the calls return.
const EVENTS: [(u32, u64, u64); 5] =
    [(2, 13_500, 3_000), (2, 17_000, 2_500), (4, 20_000, 1_500), (1, 13_000, 9_000), (7, 14_000, 5_000)];

fn trace_bytes() -> Vec<u8> {
    let info = Info {
        agent_version: "0.1.0".into(),
        settings: Fingerprint(0x5f),
        loaded_by: LoadedBy::LoadCommand,
        launch_id: "pr-7.3".into(),
        device: "iPhone15,2".into(),
        os_version: "17.5".into(),
        os_build: "21F79".into(),
        bundle_id: "com.shop".into(),
        app_version: "1.0".into(),
        app_build: "812".into(),
        code_hash: trace::Text::default(),
        thermal: Thermal::Nominal,
        low_power: Some(false),
        debugged: Some(false),
        prewarmed: Some(false),
        timebase: Timebase { numer: 125, denom: 3 },
        process_start: WallNanos(1_000_000_000_000),
        agent_start_wall: WallNanos(1_000_000_125_000),
        agent_start: Counter(10_000),
        ended_by: Ending::FirstFrame,
        recording: trace::RecordingVersion::CURRENT,
    };
    let mut writer = Writer::start(Memory::default(), info).unwrap();
    writer
        .write_table([Image {
            path: "/var/Shop.app/Shop".into(),
            uuid: Uuid::default(),
            load_address: Address(0),
            size: Address(0),
            flags: ImageFlags::MAIN.with(ImageFlags::IN_BUNDLE),
        }])
        .unwrap();
    writer
        .write_table(METHODS.map(|(class, selector)| Method {
            class: class.into(),
            selector: selector.into(),
            is_class_method: false,
            image: Some(ImageId(0)),
            offset: Address(0),
        }))
        .unwrap();
    writer
        .write_table([(0, true, ""), (6, false, "com.shop.worker")].map(|(root, is_main, name)| {
            trace::Thread { name: name.into(), os_id: Count(77), is_main, root: NodeId(root) }
        }))
        .unwrap();
    writer
        .write_table(NODES.map(|(parent, method, calls, ticks)| Node {
            parent: (parent != NONE).then_some(NodeId(parent)),
            method: (method != NONE).then_some(MethodId(method)),
            calls: Count(calls),
            total: Ticks(ticks),
        }))
        .unwrap();
    writer
        .write_table(EVENTS.map(|(node, start, ticks)| Event {
            node: NodeId(node),
            start: Counter(start),
            duration: Ticks(ticks),
        }))
        .unwrap();
    let mark = |kind, at: u64| Mark {
        instructions: Some(Count(at * 50)),
        page_ins: Some(Count(at / 100)),
        ..Mark::without_counters(kind, Counter(at))
    };
    writer
        .write_table([
            mark(MarkKind::AgentStart, 10_000),
            mark(MarkKind::Main, 12_900),
            mark(MarkKind::DidFinishLaunchingEnd, 22_000),
            mark(MarkKind::FirstFrame, 25_000),
        ])
        .unwrap();
    writer
        .write_table([Page {
            class: "CartController".into(),
            image: None,
            created: None,
            load_begin: Some(Counter(19_000)),
            load_end: None,
            appear_begin: None,
            appear_end: Some(Counter(22_000)),
            first_frame: Some(Counter(24_900)),
        }])
        .unwrap();
    writer.write_table([Dropped { kind: DropKind::EventsFull, count: Count(2) }]).unwrap();
    writer.finish().unwrap().0
}

/// Returns the output of `gate`, after checking that it succeeded.
fn printed(args: &[&str]) -> Vec<u8> {
    let (exit, out, err) = gate_bytes(args);
    assert_eq!(exit, Exit::Pass, "{err}");
    out
}

fn exported(format: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pr-7.3.lgtrace");
    std::fs::write(&path, trace_bytes()).unwrap();
    printed(&["export", path.to_str().unwrap(), "--format", format])
}

fn recording() -> Timeline {
    Timeline::from_trace(&trace::Reader::open(&trace_bytes()).unwrap())
}

#[test]
fn every_format_equals_its_golden_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report/goldens/export");
    let formats = [("launches", "jsonl"), ("chrome", "json"), ("collapsed", "txt")];
    for (format, extension) in formats {
        let bytes = exported(format);
        let path = folder.join(format!("{format}.{extension}"));
        if std::env::var_os("LAUNCHGATE_BLESS").is_some_and(|value| value == "1") {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &bytes).unwrap();
        }
        let golden = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(golden == bytes, "{}: {}", path.display(), String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn long_calls_are_exported_as_nested_slices_and_other_calls_are_counted() {
    let recording = recording();
    let main = &recording.threads[0];
    assert!(main.is_main && main.name == "main");
    let seen: Vec<(u32, u32)> = main.slices.iter().map(|slice| (slice.name, slice.depth)).collect();
    assert_eq!(seen, [(0, 0), (1, 1), (1, 1), (3, 1)]);
    // One call of `Cart` and all calls of `Price` have no slice. The two calls of Log that have no slice are counted at the top of the
    // thread.
    let rest = |at: usize| (main.slices[at].rest.calls, (main.slices[at].rest.ns * 3.0 / 125.0).round());
    assert_eq!((rest(0), rest(1), rest(2)), ((1, 500.0), (40, 2_000.0), (0, 0.0)));
    assert_eq!(main.rest.calls, 2);
    assert_eq!(recording.threads[1].slices[0].rest.calls, 10);
    for thread in &recording.threads {
        let shown = thread.slices.len() as u64;
        let rest: u64 = thread.slices.iter().map(|slice| slice.rest.calls).sum::<u64>() + thread.rest.calls;
        let calls: u64 = if thread.is_main { 1 + 3 + 40 + 1 + 2 } else { 1 + 10 };
        assert_eq!(shown + rest, calls, "{}", thread.name);
    }
    assert_eq!(recording.dropped, [("slices", 2)]);
}

#[test]
fn costs_in_the_exported_call_tree_equal_those_of_the_launch() {
    let launches =
        read_stream("a.lgtrace", &trace_bytes()[..], &ReadOptions { paths: true, ..ReadOptions::default() })
            .unwrap();
    let tree = CallTree::new(&launches);
    let objc: f64 =
        tree.nodes.iter().filter(|node| node.thread == ThreadKind::Main).map(|node| node.self_ns).sum();
    assert!((objc - launches.launches[0].objc_time().0).abs() < 1e-3);
    let text = String::from_utf8(exported("collapsed")).unwrap();
    let sum: f64 = text.lines().map(|line| line.rsplit(' ').next().unwrap().parse::<f64>().unwrap()).sum();
    let all: f64 = tree.nodes.iter().map(|node| node.self_ns).sum();
    assert!((sum - all).abs() <= tree.nodes.len() as f64, "{sum} {all}");
    for line in text.lines() {
        let (stack, _) = line.rsplit_once(' ').unwrap();
        assert!(stack.split(';').all(|frame| !frame.is_empty()), "{line}");
    }
}

#[test]
fn the_chrome_trace_contains_each_slice_with_its_time() {
    let bytes = exported("chrome");
    let value: Value = serde_json::from_slice(&bytes).unwrap();
    let events = value["traceEvents"].as_array().unwrap();
    let of = |phase: &str| events.iter().filter(|event| event["ph"] == phase).count();
    assert_eq!((of("X"), of("i"), of("b"), of("e")), (5, 5, 1, 1));
    let recording = recording();
    let written = |name: &str| -> Vec<f64> {
        let slices = events.iter().filter(|event| event["ph"] == "X" && event["name"] == name);
        slices.map(|event| 1e3 * event["dur"].as_f64().unwrap()).collect()
    };
    for slice in recording.threads.iter().flat_map(|thread| &thread.slices) {
        let name = &recording.names[slice.name as usize];
        let nearest = written(name).iter().map(|ns| (ns - slice.duration_ns).abs()).fold(f64::MAX, f64::min);
        assert!(nearest < 2.0, "{name}: {} in {:?}", slice.duration_ns, written(name));
    }
}

#[test]
fn launch_records_without_a_timeline_cannot_be_exported_as_a_chrome_trace() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    std::fs::write(&path, exported("launches")).unwrap();
    for (format, expected) in [("chrome", Exit::Error), ("collapsed", Exit::Pass)] {
        let (exit, out, err) = gate_bytes(["export", path.to_str().unwrap(), "--format", format]);
        assert_eq!(exit, expected, "{format}: {err}");
        assert_eq!(out.is_empty(), exit == Exit::Error, "{format}");
    }
}

#[test]
fn the_printed_call_tree_counts_the_methods_that_it_omits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pr-7.3.lgtrace");
    std::fs::write(&path, trace_bytes()).unwrap();
    let tree = |args: &[&str]| {
        String::from_utf8(printed(&[&["explain", "tree", path.to_str().unwrap()], args].concat())).unwrap()
    };
    let whole = tree(&["--min", "0%"]);
    assert!(
        whole.contains("      -[Price format <b>\"\\u{a}]")
            || whole.contains("    -[Price format <b>\"\\u{a}]"),
        "{whole}"
    );
    // An owner that does not fit after the name is on the next line.
    let lines: Vec<&str> = whole.lines().map(str::trim).collect();
    assert_eq!(lines.len(), 1 + 5 + 1, "{whole}");
    assert!(lines[1].ends_with("…WithOptions:]") && lines[2] == "· Shop", "{whole}");
    let shallow = tree(&["--depth", "1"]);
    assert!(shallow.contains("… 2 more"), "{shallow}");
    let filtered = tree(&["--filter", "-[Price *]", "--min", "0%"]);
    assert!(filtered.contains("-[Cart reload;all]") && !filtered.contains("-[Banner"), "{filtered}");
    assert!(tree(&["--thread", "other", "--min", "0ns"]).contains("-[Worker run]"));
}
