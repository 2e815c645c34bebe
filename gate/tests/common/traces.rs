//! Creates traces of launches of a small app with two threads, a page and calls over time. Every number depends on the number of the
//! launch.

use trace::{
    Address, Count, Counter, DropKind, Dropped, Ending, Event, Fingerprint, Image, ImageFlags, ImageId, Info,
    LoadedBy, Mark, MarkKind, Method, MethodId, Node, NodeId, Page, Signpost, SignpostKind, Thermal, Thread,
    ThreadId, Ticks, Timebase, Uuid, WallNanos,
};
use traces::Content;

const METHODS: [(&str, &str); 4] = [
    ("AppDelegate", "application:didFinishLaunchingWithOptions:"),
    ("Cart", "reload"),
    ("Price", "format:"),
    ("Worker", "run"),
];

/// Returns a launch in which `-[Cart reload]` takes `cart` microseconds. A tick is a microsecond.
pub(crate) fn launch(session: &str, number: u64, cart: u64) -> Vec<u8> {
    changed_launch(session, number, cart, |_| ())
}

/// Returns a launch whose window ends with a mark of the app, and begins at `begin` if that is set. The window contains spans and a page
/// that appears two times.
pub(crate) fn flow(number: u64, cart: u64, begin: Option<u64>) -> Vec<u8> {
    use SignpostKind::{Begin, End};
    let row = |(name, kind, at, thread, node): (&'static str, _, _, _, Option<u32>)| Signpost {
        name: name.into(),
        kind,
        log: Address(1),
        id: Count(1),
        at: Counter(at),
        thread: Some(ThreadId(thread)),
        node: node.map(NodeId),
        image: Some(ImageId(0)),
    };
    // The span `upload` begins in a C function.
    let rows = [
        ("checkout", Begin, 31_000, 0, Some(2)),
        ("price", Begin, 32_000, 0, Some(3)),
        ("price", End, 33_000, 0, Some(3)),
        ("price", Begin, 34_000, 0, Some(3)),
        ("price", End, 34_500, 0, Some(3)),
        ("checkout", End, 36_000, 0, Some(2)),
        ("upload", Begin, 40_000, 1, None),
        ("upload", End, 44_000, 1, None),
    ];
    changed_launch("s", number, cart, |content| {
        content.info.ended_by = Ending::Mark;
        let mark = |kind, at: u64| Mark::without_counters(kind, Counter(at));
        content.marks.extend(begin.map(|at| mark(MarkKind::WindowBegin, at)));
        content.marks.push(mark(MarkKind::WindowEnd, 70_000 + cart));
        content.signposts = Some(rows.map(row).into());
        content.pages.push(content.pages[0]);
    })
}

fn changed_launch(session: &str, number: u64, cart: u64, change: impl FnOnce(&mut Content<'_>)) -> Vec<u8> {
    let id = format!("{session}.{number}");
    let none = u32::MAX;
    let nodes = [
        (none, none, 0, 0),
        (0, 0, 1, 20_000 + cart),
        (1, 1, 1, cart),
        (2, 2, 200, 900),
        (none, none, 0, 0),
        (4, 3, 1, 15_000),
    ];
    let events = [(2, 30_000, cart), (1, 25_000, 20_000 + cart), (5, 26_000, 15_000)];
    let mark = |kind, at: u64| Mark::without_counters(kind, Counter(at));
    let mut content = Content {
        signposts: None,
        info: Info {
            agent_version: "0.1.0".into(),
            settings: Fingerprint(0x5f),
            loaded_by: LoadedBy::LoadCommand,
            launch_id: id.as_str().into(),
            device: "iPhone15,2".into(),
            os_version: "17.5".into(),
            os_build: "21F79".into(),
            bundle_id: "com.example.shop".into(),
            app_version: "1.0".into(),
            app_build: "7".into(),
            code_hash: trace::Text::default(),
            thermal: Thermal::Nominal,
            low_power: Some(false),
            debugged: Some(false),
            prewarmed: Some(false),
            timebase: Timebase { numer: 1_000, denom: 1 },
            process_start: WallNanos(1_700_000_000_000_000_000),
            agent_start_wall: WallNanos(1_700_000_000_010_000_000),
            agent_start: Counter(10_000),
            ended_by: Ending::FirstFrame,
            recording: trace::RecordingVersion::CURRENT,
        },
        images: vec![Image {
            path: "/var/Shop.app/Shop".into(),
            uuid: Uuid::default(),
            load_address: Address(0),
            size: Address(0),
            flags: ImageFlags::MAIN.with(ImageFlags::IN_BUNDLE),
        }],
        methods: METHODS
            .iter()
            .map(|(class, selector)| Method {
                class: (*class).into(),
                selector: (*selector).into(),
                is_class_method: false,
                image: Some(ImageId(0)),
                offset: Address(0),
            })
            .collect(),
        threads: [(0, true, ""), (4, false, "com.shop.worker")]
            .map(|(root, is_main, name)| Thread {
                name: name.into(),
                os_id: Count(77),
                is_main,
                root: NodeId(root),
            })
            .into(),
        nodes: nodes
            .map(|(parent, method, calls, ticks)| Node {
                parent: (parent != none).then_some(NodeId(parent)),
                method: (method != none).then_some(MethodId(method)),
                calls: Count(calls),
                total: Ticks(ticks),
            })
            .into(),
        events: events
            .map(|(node, start, ticks)| Event {
                node: NodeId(node),
                start: Counter(start),
                duration: Ticks(ticks),
            })
            .into(),
        marks: vec![
            mark(MarkKind::AgentStart, 10_000),
            mark(MarkKind::Main, 24_000),
            mark(MarkKind::DidFinishLaunchingEnd, 45_000 + cart),
            mark(MarkKind::FirstFrame, 60_000 + cart),
        ],
        pages: vec![Page {
            class: "CartController".into(),
            image: None,
            created: Some(Counter(46_000 + cart)),
            load_begin: None,
            load_end: None,
            appear_begin: None,
            appear_end: None,
            first_frame: Some(Counter(60_000 + cart)),
        }],
        dropped: vec![Dropped { kind: DropKind::EventsFull, count: Count(2) }],
        costs: vec![],
        open_calls: vec![],
        notes: vec![],
        sampler: None,
        symbols: vec![],
        frames: vec![],
        samples: vec![],
        works: None,
        counted_images: None,
    };
    change(&mut content);
    content.to_bytes()
}
