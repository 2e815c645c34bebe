//! Tests threads that send messages, begin and end under a thousand schedules, and a window that ends while other threads are inside calls.

use std::sync::atomic::{AtomicU64, Ordering};

use e2e::agent_bed::{App, Repeated, methods};
use e2e::agent_paths::dropped;
use phone::build::Style;
use phone::{Counter, Schedule};
use trace::{DropKind, MarkKind, Reader};

/// The expected calls of seven threads and the main thread. The threads make 2, 3, 4, then 3, 4, 5 calls, and
/// the main thread makes 3 calls twice.
const CALLS: [(&str, u64); 5] = [
    ("-[Worker work:]", 8),
    ("-[Worker leaf:]", 27),
    ("+[Worker shared:]", 27),
    ("-[Other leaf:]", 3 + 3 + 5 + 3 + 3),
    ("-[Worker bye]", 6),
];

#[test]
fn calls_are_counted_exactly_on_each_of_a_thousand_thread_schedules() {
    const SEEDS: u64 = 1000;
    let next = AtomicU64::new(1);
    let work = || {
        let app = |style| App::new(style, &["threads.m"]).with("LAUNCHGATE_LIMIT", "1s");
        let app = |style| app(style).with("LAUNCHGATE_MEMORY", "1048576").repeated();
        let mut apps: Vec<Repeated> =
            Style::ALL.into_iter().map(|style| app(style).expect("the app reaches main")).collect();
        let mut switches = 0;
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > SEEDS {
                return switches;
            }
            let longest = [15, 100, 400][seed as usize % 3];
            // In some schedules, every time slice has only one instruction, which is slow to emulate.
            let schedule = match seed % 20 {
                0 => Schedule::Seeded { seed, longest },
                _ => Schedule::SeededBlocks { seed, longest },
            };
            let run = apps[seed as usize / 3 % 4].run(schedule).expect("the phone runs");
            let status = run.status().unwrap_or_else(|error| panic!("seed {seed}: {error:#}"));
            assert_eq!(status, 0, "seed {seed}: {}", run.outcome.log);
            let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
            for (name, calls) in CALLS {
                let found = methods.get(name).map(|sums| sums.0);
                assert_eq!(found, Some(calls), "seed {seed}, {name}: {}", run.outcome.log);
            }
            switches += run.outcome.switches;
        }
    };
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let switches: u64 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("no seed fails")).sum()
    });
    assert!(switches > SEEDS * 100, "threads took turns only {switches} times");
}

#[test]
fn recording_can_end_while_other_threads_are_inside_hooked_calls() {
    for (seed, style) in (1..).zip(Style::ALL) {
        let app = App::new(style, &["closing.m"]).with("LAUNCHGATE_LIMIT", "1s");
        let run = app.run_with(|config| config.schedule = Schedule::Seeded { seed, longest: 300 });
        let run = run.expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0, "{style:?}");
        assert!(run.outcome.log.contains("5 1 41 81 400\n"), "{style:?} {}", run.outcome.log);
        let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
        assert_eq!(methods["-[Deep down:]"].0, 6 + 2 + 42 + 82, "{style:?}: begun calls are counted");
        let hash = methods["-[NSObject hash]"].0;
        assert!((100..400).contains(&hash), "{style:?}: {hash} of 400 were before the end");
        // No call has returned when the window ends. On every thread, the time of open calls counts until the end of the window, and the
        // trace lists the open calls.
        let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
        let open: Vec<usize> = reader.open_calls.iter().map(|call| call.node.index()).collect();
        let at = |kind| reader.marks.iter().find(|mark| mark.kind == kind).expect("a mark").at.0;
        let window = at(MarkKind::WindowEnd) - at(MarkKind::AgentStart);
        let mut deep = 0;
        for (row, node) in reader.nodes.iter().enumerate() {
            let method = node.method.and_then(|id| reader.methods.get(id));
            if method.is_none_or(|method| method.class.to_string() != "Deep") {
                continue;
            }
            deep += 1;
            assert!(open.contains(&row), "{style:?}: node {row} is not told to be open");
            // The threads begin within the first five percent of the window.
            assert!(
                (window * 95 / 100..=window).contains(&node.total.0),
                "{style:?}: {} of {window}",
                node.total.0
            );
        }
        assert_eq!(deep, 6 + 2 + 42 + 82, "{style:?}");
        assert!(open.is_sorted(), "{style:?}");
    }
}

/// Calls of another thread return at each instruction of the window's end. The trace contains each call once, either as open or as
/// complete.
#[test]
fn a_call_that_returns_while_recording_ends_is_counted_once() {
    // Returns the number of the three calls that are open, and the cost of each.
    let run = |after: u64| -> (usize, Vec<u64>) {
        let app = App::new(Style::Chained, &["freezing.m"]).with("LAUNCHGATE_END", "-[Last go]");
        let run = app.with("AFTER", &after.to_string()).run().expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0, "{after}");
        let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
        let is_deep =
            |method| reader.methods.get(method).is_some_and(|method| method.class.to_string() == "Deep");
        let deep: Vec<_> =
            reader.nodes.iter().enumerate().filter(|(_, node)| node.method.is_some_and(is_deep)).collect();
        assert_eq!(deep.len(), 3, "{after}");
        let is_open = |row| reader.open_calls.iter().any(|call| call.node.index() == row);
        let open = deep.iter().filter(|(row, _)| is_open(*row)).count();
        (open, deep.iter().map(|(_, node)| node.total.0).collect())
    };
    let (mut over, mut open) = (1, 10_000_000);
    assert_eq!(run(over).0, 0, "they return before the window's end");
    let (all, took) = run(open);
    assert_eq!(all, 3, "they return behind it");
    let whole = took[0];
    // Searches for the first instruction at which any of the calls is open.
    while open - over > 1 {
        let middle = (over + open) / 2;
        *(if run(middle).0 == 0 { &mut over } else { &mut open }) = middle;
    }
    let found: Vec<(usize, Vec<u64>)> = (over - 30..open + 60).map(run).collect();
    for (after, (_, took)) in (over - 30..).zip(&found) {
        // A call that returns while the window ends takes half as long again. A call that is counted twice takes at least twice as long.
        let once = |ticks: &u64| (whole * 9 / 10..whole * 9 / 5).contains(ticks);
        assert!(took.iter().all(once), "{after}: {took:?}, not {whole}");
    }
    assert!(found.iter().any(|(open, _)| *open == 0) && found.iter().any(|(open, _)| *open > 0));
}

/// The window ends at each instruction of a message send that creates a node. The trace contains only
/// complete nodes.
#[test]
fn a_trace_contains_only_complete_nodes_whenever_recording_ends() {
    let mut without = 0;
    for after in 1..=100 {
        let app = App::new(Style::Chained, &["making.m"]).with("LAUNCHGATE_LIMIT", "1s");
        let run = app.with("AFTER", &after.to_string()).run().expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0, "{after}");
        assert_eq!(run.outcome.log, "3, handled 1\n", "{after}");
        let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
        let roots: Vec<usize> = reader.threads.iter().map(|thread| thread.root.index()).collect();
        for (row, node) in reader.nodes.iter().enumerate() {
            assert_eq!(node.parent.is_none(), roots.contains(&row), "{after}: node {row}");
            assert_eq!(node.method.is_none(), roots.contains(&row), "{after}: node {row}");
        }
        let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
        assert_eq!(methods.get("-[Maker left]").map(|sums| sums.0), Some(1), "{after}");
        without += u64::from(!methods.contains_key("-[Maker right]"));
    }
    // In some runs the window ended before the node was complete, in other runs after the node was complete.
    assert!((30..90).contains(&without), "{without}");
}

/// A thread that reuses the shadow stack of a thread that ended inside calls does not see the old frames.
#[test]
fn a_thread_that_reuses_a_shadow_stack_finds_it_empty() {
    let app = App::new(Style::Chained, &["stale.m"]).with("LAUNCHGATE_LIMIT", "1s");
    let run = app.run().expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0, "{}", run.outcome.log);
    let (calls, handled) = run
        .outcome
        .log
        .trim()
        .strip_prefix("calls ")
        .and_then(|log| log.split_once(", handled "))
        .expect("the app's counts");
    let trace = run.trace().expect("a trace");
    let methods = methods(trace).expect("a readable trace");
    assert_eq!(methods["-[Deep down:]"].0.to_string(), calls);
    let passed = dropped(trace, DropKind::InSignal).expect("a readable trace");
    assert_eq!((methods["-[Deep inHandler]"].0 + passed).to_string(), handled);
    assert!(passed > 20, "{passed} handlers came in the middle of a hook");
}

/// Shadow stacks of ended threads are reused, because the half of the memory in which each thread has a
/// record has no space for all twenty threads.
#[test]
fn memory_of_threads_that_end_inside_calls_is_reused_for_other_threads() {
    Counter::MODES.into_iter().for_each(assert_ending_threads_make_room);
}

fn assert_ending_threads_make_room(counter: Counter) {
    const THREADS: u64 = 20;
    let app = App::new(Style::Chained, &["leaving.m"]).with("LAUNCHGATE_LIMIT", "1s");
    let app = app.with("LAUNCHGATE_MEMORY", "768K");
    let run = app.run_with(|config| config.counter = counter).expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    assert_eq!(run.outcome.log, "leaves 120\n");
    let trace = run.trace().expect("a trace");
    let methods = methods(trace).expect("a readable trace");
    assert_eq!((methods["-[Deep leave:]"].0, methods["-[Deep leaf:]"].0), (THREADS * 6, THREADS * 6));
    // Each of the six calls of a thread lasted until the end of the window. An iteration of the loop has at least three instructions, and a
    // tick has 125.
    let least = THREADS * 6 * 5000 * 3 / 125;
    assert!(methods["-[Deep leave:]"].1 > least, "{} ticks, not {least}", methods["-[Deep leave:]"].1);
    let lost = |kind| dropped(trace, kind).expect("a readable trace");
    assert_eq!(lost(DropKind::Unwound), THREADS * 6);
    assert_eq!((lost(DropKind::ThreadsFull), lost(DropKind::NodesFull)), (0, 0));
    let reader = Reader::open(trace).expect("a readable trace");
    let names: Vec<String> = reader.threads.iter().map(|thread| thread.name.to_string()).collect();
    for i in 0..THREADS {
        assert!(names.contains(&format!("thread {i}")), "{names:?}");
    }
}

/// The records of ended threads are reused when half of the memory is in use, because the memory does not suffice for three hundred
/// records.
#[test]
fn memory_of_ended_threads_is_reused_by_the_agent() {
    const THREADS: u64 = 300;
    let app = App::new(Style::Chained, &["storm.m"]).with("LAUNCHGATE_LIMIT", "1s");
    let app = app.with("LAUNCHGATE_MEMORY", "512K").with("THREADS", &THREADS.to_string());
    let run = app.run().expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    assert_eq!(run.outcome.log, "all of them\n");
    let trace = run.trace().expect("a trace");
    let lost = |kind| dropped(trace, kind).expect("a readable trace");
    assert_eq!((lost(DropKind::ThreadsFull), lost(DropKind::NodesFull)), (0, 0));
    let methods = methods(trace).expect("a readable trace");
    let calls = ["-[Drop fall:]", "-[Drop splash]", "-[Drop look]"].map(|name| methods[name].0);
    assert_eq!(calls, [THREADS * 5, THREADS * 5, 90]);
    let reader = Reader::open(trace).expect("a readable trace");
    let names: Vec<String> = reader.threads.iter().map(|thread| thread.name.to_string()).collect();
    assert!(names.len() < 40, "{} records", names.len());
    assert!(names.iter().any(|name| name == "(several threads, one after another)"), "{names:?}");
    assert_eq!(names.iter().filter(|name| *name == "main").count(), 1, "{names:?}");
}

/// Threads that run at the same time need separate records. The main thread gets its record before the other threads.
#[test]
fn the_main_thread_is_recorded_even_if_other_threads_use_up_the_memory() {
    const THREADS: u64 = 100;
    let app = App::new(Style::Chained, &["storm.m"]).with("LAUNCHGATE_LIMIT", "1s").with("TOGETHER", "1");
    // An eighth of the memory is reserved for existing records. An eighth of 256 KB is smaller than a record with a shadow stack of 1,024
    // frames.
    let app = app.with("LAUNCHGATE_MEMORY", "256K").with("LAUNCHGATE_DEPTH", "1024");
    let app = app.with("THREADS", &THREADS.to_string());
    let run = app.run().expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    let trace = run.trace().expect("a trace");
    let methods = methods(trace).expect("a readable trace");
    assert_eq!(methods["-[Drop look]"].0, 90);
    let calls = methods["-[Drop fall:]"].0 + methods["-[Drop splash]"].0;
    let lost = dropped(trace, DropKind::ThreadsFull).expect("a readable trace");
    assert!(lost > 0 && calls + lost == THREADS * 10, "{calls} calls, {lost} lost");
}
