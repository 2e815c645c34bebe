//! Tests of reading traces: small trees with known costs.

use trace::{ImageFlags, ImageId, NodeId, Text};
use traces::Memory;

use super::tree::NONE;
use super::*;
use crate::{Condition, Launches, ReadOptions, ThreadKind, WarningKind, read_stream};

fn info(launch_id: &str) -> trace::Info<'_> {
    trace::Info {
        agent_version: "0.1.0".into(),
        settings: trace::Fingerprint(0x5f),
        loaded_by: trace::LoadedBy::LoadCommand,
        launch_id: launch_id.into(),
        device: "iPhone15,2".into(),
        os_version: "17.5".into(),
        os_build: "21F79".into(),
        bundle_id: "com.shop".into(),
        app_version: "1.0".into(),
        app_build: "812".into(),
        code_hash: trace::Text::default(),
        thermal: trace::Thermal::Nominal,
        low_power: Some(false),
        debugged: None,
        prewarmed: Some(true),
        timebase: trace::Timebase { numer: 125, denom: 3 },
        process_start: trace::WallNanos(1_000_000_000_000),
        agent_start_wall: trace::WallNanos(1_000_000_125_000),
        agent_start: trace::Counter(10_000),
        ended_by: Ending::FirstFrame,
        recording: trace::RecordingVersion::CURRENT,
    }
}

const METHODS: [(&str, &str, u32); 4] =
    [("App", "start", 0), ("Cart", "load", 0), ("NSArray", "sortedArray", 1), ("Cart", "compare:", 0)];

/// Each node as (parent, method, calls, ticks), the root of the main thread first.
type Nodes<'a> = &'a [(u32, u32, u64, u64)];

fn written(
    info: trace::Info<'_>,
    nodes: Nodes<'_>,
    other_root: Option<u32>,
    events: &[(u32, u64, u64)],
    send: u64,
) -> Vec<u8> {
    let mut writer = trace::Writer::start(Memory::default(), info).unwrap();
    let image = |path: &'static str, flags| trace::Image {
        path: path.into(),
        uuid: trace::Uuid::default(),
        load_address: trace::Address(0),
        size: trace::Address(0),
        flags,
    };
    writer
        .write_table([
            image("/var/Shop.app/Shop", ImageFlags::MAIN.with(ImageFlags::IN_BUNDLE)),
            image("/System/Library/Frameworks/Foundation.framework/Foundation", ImageFlags::SYSTEM),
        ])
        .unwrap();
    writer
        .write_table(METHODS.map(|(class, selector, image)| trace::Method {
            class: class.into(),
            selector: selector.into(),
            is_class_method: false,
            image: Some(trace::ImageId(image)),
            offset: trace::Address(0),
        }))
        .unwrap();
    let thread = |root, is_main| trace::Thread {
        name: "".into(),
        os_id: trace::Count(1),
        is_main,
        root: NodeId(root),
    };
    let threads: Vec<_> =
        [thread(0, true)].into_iter().chain(other_root.map(|root| thread(root, false))).collect();
    writer.write_table(threads).unwrap();
    writer
        .write_table(nodes.iter().map(|&(parent, method, calls, ticks)| trace::Node {
            parent: (parent != NONE).then_some(NodeId(parent)),
            method: (method != NONE).then_some(trace::MethodId(method)),
            calls: trace::Count(calls),
            total: Ticks(ticks),
        }))
        .unwrap();
    writer
        .write_table(events.iter().map(|&(node, start, ticks)| trace::Event {
            node: NodeId(node),
            start: trace::Counter(start),
            duration: Ticks(ticks),
        }))
        .unwrap();
    let mark = |kind, at| trace::Mark {
        kind,
        at: trace::Counter(at),
        instructions: None,
        cycles: None,
        page_ins: Some(trace::Count(at)),
        disk_read: None,
        disk_written: Some(trace::Count(at * 512)),
        footprint: None,
    };
    writer
        .write_table([
            mark(MarkKind::AgentStart, 10_000),
            mark(MarkKind::Main, 13_000),
            mark(MarkKind::DidFinishLaunchingEnd, 19_000),
            mark(MarkKind::FirstFrame, 25_000),
        ])
        .unwrap();
    writer
        .write_table([trace::Page {
            class: "CartController".into(),
            image: None,
            created: None,
            load_begin: Some(trace::Counter(19_000)),
            load_end: None,
            appear_begin: None,
            appear_end: Some(trace::Counter(22_000)),
            first_frame: None,
        }])
        .unwrap();
    let ticks = trace::Ticks1024(send * 1024);
    let counted = |kind, count: u64| trace::Cost {
        kind,
        inside: trace::Ticks1024(0),
        outside: trace::Ticks1024(count),
    };
    // An agent that did not measure the time of a call did not measure the instructions of a call either.
    let counts = [
        trace::Cost {
            inside: trace::Ticks1024(50 * 1024 + 512),
            ..counted(CostKind::SendCounts, 20 * 1024 + 205)
        },
        counted(CostKind::BesideSends, 490 * 1024),
    ];
    let costs = [trace::Cost { kind: CostKind::Send, inside: ticks, outside: ticks }];
    let counts = counts.into_iter().filter(|_| send > 0);
    writer.write_table(costs.into_iter().chain(counts).collect::<Vec<_>>()).unwrap();
    writer.finish().unwrap().0
}

fn read(bytes: &[u8], paths: bool) -> Launches {
    read_stream("a.lgt", bytes, &ReadOptions { paths, ..ReadOptions::default() }).unwrap()
}

/// Converts ticks of 24 MHz to nanoseconds.
fn ns(ticks: f64) -> f64 {
    ticks * 125.0 / 3.0
}

/// The methods of a launch: (name, thread, phase, calls, self time in ticks, total in ticks), rounded to a thousandth.
fn rows(launches: &Launches) -> Vec<(String, ThreadKind, Option<u8>, f64, f64, f64)> {
    let ticks = |time: Ns| (time.0 * 3.0 / 125.0 * 1000.0).round() / 1000.0;
    let costs = launches.launches[0].costs.iter();
    costs
        .map(|c| {
            let name = launches.table.method(c.method).name.to_string();
            (name, c.thread, c.phase.map(|p| p.0), c.calls, ticks(c.self_ns), ticks(c.total_ns))
        })
        .collect()
}

const TREE: Nodes<'static> = &[
    (NONE, NONE, 0, 0),
    (0, 0, 1, 4000), // App start, in main..did_finish
    (1, 1, 2, 3000), // the method's call of Cart load
    (2, 2, 4, 1500), // its NSArray sortedArray: the system's
    (3, 3, 40, 500), // which calls back into the app
    (2, 1, 1, 100),  // Cart load, in itself
    (0, 1, 1, 600),  // Cart load, by UIKit, after did_finish
];

#[test]
fn self_times_are_divided_by_phase_and_include_system_methods() {
    let bytes = written(info("s.1"), TREE, None, &[(1, 14_000, 4000), (6, 20_000, 600)], 0);
    let launches = read(&bytes, false);
    let main = ThreadKind::Main;
    assert_eq!(
        rows(&launches),
        [
            ("-[App start]".to_owned(), main, Some(2), 1.0, 1000.0, 4000.0),
            ("-[Cart load]".to_owned(), main, Some(2), 3.0, 1400.0 + 100.0 + 1000.0, 3000.0),
            ("-[Cart load]".to_owned(), main, Some(3), 1.0, 600.0, 600.0),
            ("-[NSArray sortedArray]".to_owned(), main, Some(2), 4.0, 0.0, 1500.0),
            ("-[Cart compare:]".to_owned(), main, Some(2), 40.0, 500.0, 500.0),
        ]
    );
    let launch = &launches.launches[0];
    assert_eq!((&*launch.session, launch.number, launch.state.prewarmed), ("s", 1, true));
    assert_eq!(&*launch.conditions.agent_loading, "injected");
    // The agent starts at 125 µs, and the later marks are at the times of the counter.
    let at: Vec<f64> = launch.marks.iter().map(|mark| mark.at.0).collect();
    assert_eq!(at, [125_000.0, 250_000.0, 500_000.0, 750_000.0]);
    let outside: Vec<f64> = launch.phases.iter().map(|p| p.outside_objc().unwrap().0.round()).collect();
    assert_eq!(outside, [125_000.0, 125_000.0, ns(2000.0).round(), ns(5400.0).round()]);
    assert_eq!((&*launch.pages[0].name, launch.pages[0].render), ("CartController", Ns(125_000.0)));
    assert!(launches.table.method(launches.table.find("-[NSArray sortedArray]").unwrap()).system);
    assert!(launches.warnings.is_empty());
}

#[test]
fn costs_read_by_call_path_have_the_same_sums_as_costs_by_method() {
    let bytes = written(info("s.1"), TREE, None, &[(1, 14_000, 4000), (6, 20_000, 600)], 3);
    let (flat, deep) = (read(&bytes, false), read(&bytes, true));
    assert_eq!(deep.launches[0].costs.len(), 6);
    let by_method = |launches: &Launches| {
        let all = launches.launches[0].method_costs(&launches.table, ThreadKind::Main);
        let mut all: Vec<_> = all.map(|(id, cost)| (launches.table.method(id).name.clone(), cost)).collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    };
    let close = |a: f64, b: f64| (a - b).abs() < 1e-6;
    for ((name, a), (other, b)) in by_method(&flat).into_iter().zip(by_method(&deep)) {
        assert_eq!(name, other);
        assert!(
            close(a.self_ns.0, b.self_ns.0) && close(a.total_ns.0, b.total_ns.0) && a.calls == b.calls,
            "{name}"
        );
    }
    let load = deep.table.find("-[Cart load]").unwrap();
    let inner = deep.launches[0].costs.iter().filter(|c| c.method == load).filter_map(|c| c.path);
    let mut paths: Vec<Vec<&str>> =
        inner.map(|p| deep.table.path(p).iter().map(|m| &*deep.table.method(*m).name).collect()).collect();
    paths.sort();
    assert_eq!(paths, [vec!["-[App start]"], vec!["-[App start]", "-[Cart load]"]]);
}

#[test]
fn the_agents_own_cost_is_subtracted() {
    // The agent's cost of each call is 3 ticks in the method and 3 ticks in its caller.
    let bytes = written(info("s.1"), TREE, None, &[(1, 14_000, 4000), (6, 20_000, 600)], 3);
    let launches = read(&bytes, false);
    let main = ThreadKind::Main;
    let own = [
        4000.0 - 3000.0 - 3.0 - 2.0 * 3.0,
        3000.0 - 1500.0 - 100.0 - 2.0 * 3.0 - 4.0 * 3.0 - 3.0,
        1500.0 - 500.0 - 4.0 * 3.0 - 40.0 * 3.0,
        500.0 - 40.0 * 3.0,
        100.0 - 3.0,
    ];
    assert_eq!(
        rows(&launches),
        [
            ("-[App start]".to_owned(), main, Some(2), 1.0, own[0], own.iter().sum()),
            ("-[Cart load]".to_owned(), main, Some(2), 3.0, own[1] + own[2] + own[4], own[1..].iter().sum()),
            ("-[Cart load]".to_owned(), main, Some(3), 1.0, 597.0, 597.0),
            ("-[NSArray sortedArray]".to_owned(), main, Some(2), 4.0, 0.0, own[2] + own[3]),
            ("-[Cart compare:]".to_owned(), main, Some(2), 40.0, own[3], own[3]),
        ]
    );
    // The marks are earlier by the cost of 48 calls in main..did_finish and of 1 call after it, 6 ticks each.
    let at: Vec<f64> = launches.launches[0].marks.iter().map(|mark| mark.at.0.round()).collect();
    assert_eq!(at, [125_000.0, 250_000.0, 500_000.0 - ns(288.0), 750_000.0 - ns(294.0)]);
    let phases = &launches.launches[0].phases;
    assert!(
        (phases[2].outside_objc().unwrap().0 - ns(2000.0)).abs() < ns(3.5),
        "what is outside stays what it was"
    );
}

/// Each method's calls, self time and total in ticks, computed by walking up from each node.
fn by_walking(nodes: Nodes<'_>, own: &[u64]) -> Vec<[f64; 3]> {
    let above = |node: usize| {
        std::iter::successors(Some(node), |&node| {
            nodes.get(nodes[node].0 as usize).map(|_| nodes[node].0 as usize)
        })
    };
    let is_system = |method: u32| METHODS.get(method as usize).is_some_and(|(_, _, image)| *image == 1);
    let mut sums = vec![[0.0; 3]; METHODS.len()];
    for (node, &(_, method, calls, _)) in nodes.iter().enumerate().filter(|(_, node)| node.1 != NONE) {
        sums[method as usize][0] += calls as f64;
        let known = above(node).take_while(|above| nodes[*above].1 != NONE);
        let payer = known.map(|above| nodes[above].1).find(|method| !is_system(*method)).unwrap_or(method);
        sums[payer as usize][1] += own[node] as f64;
        let mut methods: Vec<u32> =
            above(node).map(|above| nodes[above].1).filter(|method| *method != NONE).collect();
        methods.sort_unstable();
        methods.dedup();
        methods.into_iter().for_each(|method| sums[method as usize][2] += own[node] as f64);
    }
    sums
}

#[test]
fn costs_of_random_call_trees_equal_those_of_a_simple_computation() {
    let mut random = gate_stats::Random::new(11);
    for round in 0..300 {
        // The calls of different callees alternate, as in an app. Some methods have no name.
        let count = 2 + random.next_below(60);
        let mut nodes = vec![(NONE, NONE, 0, 0)];
        for node in 1..count {
            let parent = random.next_below(node.min(9)) + node.saturating_sub(9);
            let method =
                if random.next_below(10) == 0 { NONE } else { random.next_below(METHODS.len()) as u32 };
            nodes.push((parent as u32, method, 1 + random.next_below(5) as u64, 0));
        }
        let own: Vec<u64> = nodes
            .iter()
            .map(|node| if node.1 == NONE { 0 } else { random.next_below(1000) as u64 })
            .collect();
        for node in (0..count).rev() {
            nodes[node].3 += own[node];
            if let Some(parent) = nodes.get(nodes[node].0 as usize).map(|_| nodes[node].0 as usize) {
                nodes[parent].3 += nodes[node].3;
            }
        }
        let launches = read(&written(info("s.1"), &nodes, None, &[], 0), false);
        let mut found = vec![[0.0; 3]; METHODS.len()];
        for (name, _, _, calls, own, total) in rows(&launches) {
            let is = |(class, selector, _): &(&str, &str, u32)| name == format!("-[{class} {selector}]");
            let method = METHODS.iter().position(is).expect("a method of the trace");
            for (sum, value) in found[method].iter_mut().zip([calls, own, total]) {
                *sum += value;
            }
        }
        assert_eq!(found, by_walking(&nodes, &own), "round {round}: {nodes:?}");
    }
}

#[test]
fn deep_recursion_on_another_thread_is_read() {
    let mut nodes = vec![(NONE, NONE, 0, 0), (NONE, NONE, 0, 0)];
    let depth = 100_000_u32;
    for i in 0..depth {
        nodes.push((1 + i, 1, 1, u64::from(depth - i)));
    }
    let bytes = written(info("s.1"), &nodes, Some(1), &[], 0);
    let expected = (
        "-[Cart load]".to_owned(),
        ThreadKind::Other,
        None,
        f64::from(depth),
        f64::from(depth),
        f64::from(depth),
    );
    assert_eq!(rows(&read(&bytes, false)), [expected]);
}

#[test]
fn costs_have_the_same_sums_if_call_paths_are_truncated() {
    let mut nodes = vec![(NONE, NONE, 0, 0), (0, 0, 1, 9000)];
    for i in 0..3000_u32 {
        nodes.push((1 + i, 1 + i % 2 * 2, 1, u64::from(8000 - i)));
    }
    let bytes = written(info("s.1"), &nodes, None, &[(1, 14_000, 9000)], 0);
    let (flat, deep) = (read(&bytes, false), read(&bytes, true));
    let sums = |launches: &Launches| {
        let all = launches.launches[0].method_costs(&launches.table, ThreadKind::Main);
        all.map(|(_, cost)| (cost.calls, cost.self_ns.0.round(), cost.total_ns.0.round())).collect::<Vec<_>>()
    };
    assert_eq!(sums(&flat), sums(&deep));
    let longest =
        deep.launches[0].costs.iter().filter_map(|c| c.path).map(|p| deep.table.path(p).len()).max();
    assert_eq!(longest, Some(500));
}

/// Returns a synthetic trace whose methods are in a different order, and which is otherwise unchanged.
fn reordered<'a>(content: &traces::Content<'a>, by: usize) -> traces::Content<'a> {
    let mut other = content.clone();
    let count = other.methods.len();
    other.methods.rotate_left(by % count);
    // The methods are rotated, and every third method is exchanged with its neighbour.
    let mut place: Vec<usize> = (0..count).map(|old| (old + count - by % count) % count).collect();
    for new in (0..count - 1).step_by(3) {
        other.methods.swap(new, new + 1);
    }
    for place in &mut place {
        let first = *place / 3 * 3;
        if first + 1 < count && *place <= first + 1 {
            *place = 2 * first + 1 - *place;
        }
    }
    for node in &mut other.nodes {
        node.method = node.method.map(|id| trace::MethodId(place[id.0 as usize] as u32));
    }
    other
}

#[test]
fn costs_do_not_depend_on_earlier_traces_and_the_number_of_threads() {
    let names = traces::names(800);
    let folder = tempfile::tempdir().unwrap();
    let mut alone = Vec::new();
    for number in 0..9_usize {
        let mut content = traces::Content::synthetic(&names, 800, number as u64 / 3);
        let id = format!("s.{number}");
        content.info.launch_id = id.as_str().into();
        content.info.agent_start_wall.0 = content.info.process_start.0 + 40_000_000;
        let bytes = reordered(&content, number % 3 * 17).to_bytes();
        std::fs::write(folder.path().join(&id), &bytes).unwrap();
        alone.push(read(&bytes, false));
    }
    let costs_and_marks = |launches: &Launches, launch: usize| {
        let launch = &launches.launches[launch];
        let name = |cost: &super::super::Cost| launches.table.method(cost.method).name.to_string();
        let mut costs: Vec<String> = launch
            .costs
            .iter()
            .map(|c| {
                format!("{} {:?} {:?} {:?}", name(c), (c.thread, c.phase), c.calls, (c.self_ns, c.total_ns))
            })
            .collect();
        costs.sort();
        (costs, format!("{:?} {:?}", launch.marks, launch.phases))
    };
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let paths = [folder.path().to_owned()];
        let all = pool.install(|| crate::read(&paths, &ReadOptions::default())).unwrap();
        assert_eq!(all.launches.len(), 9);
        for (number, alone) in alone.iter().enumerate() {
            assert_eq!(
                costs_and_marks(&all, number),
                costs_and_marks(alone, 0),
                "launch {number}, {threads} threads"
            );
            assert!(all.launches[number].costs.is_sorted_by_key(super::super::Cost::sort_key));
        }
    }
    // If the methods are added in a different order, their costs are equal except for the last bits, which depend on the order of addition.
    let total = |launches: &Launches| launches.launches[0].objc_time().0;
    assert!((total(&alone[0]) - total(&alone[1])).abs() < 1e-6 * total(&alone[0]));
    assert_eq!(alone[0].table.len(), alone[1].table.len());
}

#[test]
fn damaged_traces_are_refused_and_never_panic() {
    let good = written(info("s.1"), TREE, None, &[(1, 14_000, 4000)], 3);
    let refused = |bytes: &[u8]| {
        read_stream("a.lgt", bytes, &ReadOptions::default()).map(|_| ()).unwrap_err().to_string()
    };
    assert!(refused(&good[..good.len() - 9]).starts_with("a.lgt: truncated: "));
    let mut newer = good.clone();
    newer[8] = 9;
    let message = refused(&newer);
    assert!(message.contains("trace format 9, but this reader knows 1"), "{message}");
    let mut seed = 3u64;
    for _ in 0..2000 {
        let mut bytes = good.clone();
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = 5 + (seed >> 33) as usize % (bytes.len() - 5);
        bytes[at] ^= 1 << (seed >> 61);
        let error = refused(&bytes);
        assert!(error.starts_with("a.lgt: "), "{error}");
    }
}

#[test]
fn a_clock_that_ran_backwards_causes_a_warning_and_excludes_the_launch() {
    let backwards = trace::Info { process_start: trace::WallNanos(2_000_000_000_000), ..info("s.1") };
    let launches = read(&written(backwards, TREE, None, &[], 0), false);
    let [warning] = &launches.warnings[..] else { panic!("{:?}", launches.warnings) };
    assert!(matches!(warning.kind, WarningKind::ClockBackwards { .. }), "{warning:?}");
    assert!(launches.launches.is_empty());
}

#[test]
fn instructions_per_call_are_read_if_measured() {
    let events = [(1, 14_000, 4000), (6, 20_000, 600)];
    let per_call = |send| read(&written(info("s.1"), TREE, None, &events, send), false).launches[0].per_call;
    assert_eq!(per_call(0), Counters::default());
    // In 49 calls, 490 more instructions were executed.
    let measured = per_call(1);
    assert_eq!((measured.instructions, measured.page_ins), (Some(60.5), None));
    let (cycles, sends) = (measured.cycles.unwrap(), 20.0 + 205.0 / 1024.0);
    assert!((cycles - sends * 60.5 / 50.5).abs() < 1e-9, "{cycles}");
}

#[test]
fn counts_of_functions_are_read_with_their_offsets_and_callers() {
    let row = |offset, is_import, caller, after| trace::FunctionCount {
        offset: trace::Address(offset),
        is_import,
        calls: trace::Count(7),
        order: 1,
        first: trace::Counter((1_u64 << 40) + after),
        caller: trace::Address(caller),
    };
    let mut room = [0; 3 * trace::FunctionCount::LONGEST];
    let rows =
        [row(0x4000, false, 0x2_0000_0010, 3), row(0x4100, true, 0x1_0000_4010, 6), row(0x4200, false, 9, 9)];
    let used = trace::FunctionCount::pack(rows.into_iter(), &mut room);
    let names = traces::names(20);
    let mut content = traces::Content::synthetic(&names, 20, 1);
    content.dropped.clear();
    content.info.debugged = None;
    let loading = |content: &traces::Content<'_>| {
        let read = read(&content.to_bytes(), false);
        let launch = read.launches[0].clone();
        (launch.conditions.value(Condition::AgentLoading).into_owned(), launch.counts)
    };
    assert_eq!(loading(&content), ("injected".to_owned(), None));
    content.info.loaded_by = trace::LoadedBy::Framework;
    assert_eq!(loading(&content).0, "linked");
    content.info.loaded_by = trace::LoadedBy::LoadCommand;
    let image = trace::CountedImage { image: ImageId(0), all: 9, ran: 3, packed: Text(&room[..used]) };
    content.counted_images = Some(vec![image]);
    let (way, counts) = loading(&content);
    assert_eq!(way, "injected, counting functions");
    let [app, feed] = &*counts.expect("counts") else { panic!("two images") };
    assert_eq!((app.path.as_str(), app.all, app.lost), ("App", 9, 0));
    assert_eq!((feed.path.as_str(), feed.functions.len()), ("Frameworks/Feed.framework/Feed", 0));
    let places: Vec<_> = app.functions.iter().map(|one| (one.offset, one.import, one.caller)).collect();
    assert_eq!(
        places,
        [(0x4000, false, Some((1, 0x10))), (0x4100, true, Some((0, 0x4010))), (0x4200, false, None)]
    );
    let first = |at: usize| app.functions[at].first_ns;
    // The times differ by three ticks of 125 / 3 ns.
    assert_eq!((first(1) - first(0)).round(), 125.0);
    // Functions that did not fit in memory are missing.
    content.counted_images = Some(vec![trace::CountedImage { ran: 5, ..image }]);
    assert_eq!(loading(&content).1.map(|counts| counts[0].lost), Some(2));
}

#[test]
fn sessions_with_several_builds_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, id: &str, number: &str, uuid: u8| {
        let names = traces::names(20);
        let mut content = traces::Content::synthetic(&names, 20, 1);
        content.info.launch_id = id.into();
        content.info.app_build = number.into();
        content.images[0].uuid = trace::Uuid([uuid; 16]);
        let path = folder.path().join(name);
        std::fs::write(&path, content.to_bytes()).unwrap();
        path
    };
    let read = |paths: &[std::path::PathBuf]| {
        crate::read(paths, &ReadOptions::default()).map(|read| read.launches.len())
    };
    let first = write("1.lgtrace", "s.1", "7", 1);
    let same = write("2.lgtrace", "s.2", "7", 1);
    let number = write("3.lgtrace", "s.3", "999", 1);
    let code = write("4.lgtrace", "s.4", "7", 9);
    // A code hash of zeros is unknown.
    let unknown = write("5.lgtrace", "s.5", "7", 0);
    let other_session = write("6.lgtrace", "t.1", "999", 9);
    let sides = [write("7.lgtrace", "u.base.1.1", "7", 1), write("8.lgtrace", "u.head.1.2", "999", 9)];
    assert_eq!(read(&[first.clone(), same, unknown, other_session]).unwrap(), 4);
    assert_eq!(read(&sides).unwrap(), 2, "each side has its build");
    for (other, part) in [(number, "build \"999\" instead of \"7\""), (code, "\"App\" has the UUID 09090909")]
    {
        let error = read(&[first.clone(), other]).unwrap_err().to_string();
        assert!(error.contains("session \"s\" contains different builds") && error.contains(part), "{error}");
    }
    let third = write("9.lgtrace", "u.head.2.3", "1000", 9);
    assert!(
        read(&[sides[0].clone(), sides[1].clone(), third])
            .unwrap_err()
            .to_string()
            .contains("contains different builds")
    );
}

/// Returns the launch of a trace with these marks and signposts; each signpost has its name, kind, time and thread.
fn window(
    ended_by: Ending,
    marks: &[(MarkKind, u64)],
    signposts: &[(&'static str, trace::SignpostKind, u64, u32)],
) -> crate::Launch {
    window_with(ended_by, marks, signposts, |_| ())
}

fn window_with(
    ended_by: Ending,
    marks: &[(MarkKind, u64)],
    signposts: &[(&'static str, trace::SignpostKind, u64, u32)],
    change: impl FnOnce(&mut traces::Content<'_>),
) -> crate::Launch {
    let names = traces::names(8);
    let mut content = traces::Content::synthetic(&names, 8, 1);
    content.info.ended_by = ended_by;
    content.info.timebase = trace::Timebase { numer: 1, denom: 1 };
    content.events.clear();
    content.costs.clear();
    let mark = |&(kind, at): &(MarkKind, u64)| trace::Mark {
        instructions: Some(trace::Count(at * 3)),
        ..trace::Mark::without_counters(kind, trace::Counter(at))
    };
    content.marks = marks.iter().map(mark).collect();
    let row = |&(name, kind, at, thread): &(&'static str, trace::SignpostKind, u64, u32)| trace::Signpost {
        name: name.into(),
        kind,
        log: trace::Address(1),
        id: trace::Count(1),
        at: trace::Counter(at),
        thread: Some(trace::ThreadId(thread)),
        node: None,
        image: None,
    };
    content.signposts = Some(signposts.iter().map(row).collect());
    change(&mut content);
    let launches = read_stream("one", &content.to_bytes()[..], &ReadOptions::default()).unwrap();
    launches.launches[0].clone()
}

/// The cost of the agent is known only for the main thread, which is thread 0.
#[test]
fn an_interval_that_ends_on_another_thread_has_the_costs_of_the_thread_on_which_it_began() {
    use trace::SignpostKind::{Begin, End};
    let marks = [(MarkKind::ProcessStart, 0), (MarkKind::AgentStart, 10), (MarkKind::WindowEnd, 1_000)];
    let signposts = [
        ("main", Begin, 100, 0),
        ("to other", Begin, 100, 0),
        ("to main", Begin, 100, 1),
        ("main", End, 900, 0),
        ("to other", End, 900, 1),
        ("to main", End, 900, 0),
    ];
    let launch = window_with(Ending::Method, &marks, &signposts, |content| {
        let ticks = trace::Ticks1024(200 * 1024);
        content.costs = vec![trace::Cost {
            kind: CostKind::from_mark(MarkKind::WindowEnd),
            inside: ticks,
            outside: ticks,
        }];
    });
    let total = |name: &str| launch.spans.iter().find(|span| *span.name == *name).unwrap().total.0;
    assert!(total("main") < 700.0, "{}", total("main"));
    assert_eq!(total("to other"), total("main"));
    assert_eq!(total("to main"), 800.0);
}

#[test]
fn the_time_of_a_page_that_was_created_before_the_window_begins_with_the_window() {
    let marks = [(MarkKind::AgentStart, 1_000), (MarkKind::WindowBegin, 5_000), (MarkKind::WindowEnd, 9_000)];
    let launch = window_with(Ending::Mark, &marks, &[], |content| {
        content.pages = vec![trace::Page {
            class: "CartController".into(),
            image: None,
            created: Some(trace::Counter(2_000)),
            load_begin: Some(trace::Counter(6_000)),
            load_end: None,
            appear_begin: None,
            appear_end: None,
            first_frame: Some(trace::Counter(7_000)),
        }];
    });
    assert_eq!(launch.pages[0].render, Ns(2_000.0));
}

#[test]
fn a_window_that_begins_later_has_times_phases_and_counters_of_its_own() {
    let marks = [
        (MarkKind::AgentStart, 1_000),
        (MarkKind::FirstFrame, 7_000),
        (MarkKind::WindowBegin, 5_000),
        (MarkKind::WindowEnd, 9_000),
    ];
    let launch = window(Ending::Mark, &marks, &[]);
    let times: Vec<_> = launch.marks.iter().map(|mark| (&*mark.name, mark.at.0)).collect();
    assert_eq!(times, [("begin", 0.0), ("first_frame", 2_000.0), ("end", 4_000.0)]);
    let phases: Vec<&str> = launch.phases.iter().map(|phase| &*phase.name).collect();
    assert_eq!(phases, ["start..first_frame", "first_frame..end"]);
    assert_eq!(launch.duration(), Some(Ns(4_000.0)));
    assert_eq!(launch.end().and_then(|mark| mark.counters.instructions), Some(12_000.0));
}

#[test]
fn spans_of_signposts_are_read_with_calls_total_time_and_self_time() {
    use trace::SignpostKind::{Begin, End, Event};
    let marks = [(MarkKind::ProcessStart, 0), (MarkKind::AgentStart, 10), (MarkKind::WindowEnd, 1_000)];
    let signposts = [
        ("outer", Begin, 100, 1),
        ("inner", Begin, 150, 1),
        // An interval of another thread has the same name, and its end must not end the interval of the first thread.
        ("inner", Begin, 160, 0),
        ("inner", End, 180, 1),
        ("outer", End, 200, 1),
        ("inner", End, 260, 0),
        ("stray", End, 300, 1),
        ("event", Event, 400, 1),
        ("never", Begin, 900, 1),
    ];
    // The instructions of a mark are three times its time. One of the two intervals of `inner` has no counters.
    let counted = [100, 150, 180, 200, 900].map(|at| (MarkKind::Signpost, at));
    let launch = window(Ending::Method, &[&marks[..], &counted].concat(), &signposts);
    let names: Vec<_> = launch.marks.iter().map(|mark| &*mark.name).collect();
    assert_eq!(names, ["agent_start", "end"]);
    let counters: Vec<_> = launch.spans.iter().map(|span| span.counters.instructions).collect();
    assert_eq!(counters, [None, Some(90.0), Some(300.0), Some(300.0)]);
    let spans: Vec<_> =
        launch.spans.iter().map(|span| (&*span.name, span.calls, span.total.0, span.own.0)).collect();
    assert_eq!(
        spans,
        [
            ("event", 1.0, 0.0, 0.0),
            ("inner", 2.0, 130.0, 130.0),
            ("never", 1.0, 100.0, 100.0),
            ("outer", 1.0, 100.0, 70.0),
        ]
    );
}
