//! Tests the agent's memory: sends to known nodes allocate no memory and take no lock, and calls for which no memory is left are counted.

use e2e::agent_bed::{Run, methods};
use e2e::agent_paths::dropped;
use e2e::bundle::Bundle;
use phone::build::Style;
use trace::{DropKind, Reader};

const NAMED: (&str, &str) = ("LAUNCHGATE_LAUNCH", "one");
const LIMIT: (&str, &str) = ("LAUNCHGATE_LIMIT", "1s");

fn app() -> Bundle {
    Bundle::app(Style::Chained, &["memory.m"]).expect("the app builds")
}

fn run(app: &Bundle, settings: &[(&str, &str)]) -> Run {
    let environment: Vec<_> = [NAMED, LIMIT].iter().chain(settings).copied().collect();
    let run = app.run(&environment).expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    run
}

fn trace(run: &Run) -> &[u8] {
    run.trace().expect("a trace")
}

/// Returns the number of calls that the app itself counted.
fn made(run: &Run) -> u64 {
    let log = &run.outcome.log;
    let line = log.lines().find_map(|line| line.strip_prefix("calls ")).unwrap_or_else(|| panic!("{log}"));
    line.parse().expect("a number")
}

/// Returns the number of calls to the app's class in the trace, summed over the tree.
fn recorded(run: &Run) -> u64 {
    let methods = methods(trace(run)).expect("a readable trace");
    methods.iter().filter(|(name, _)| name.starts_with("-[Caller ")).map(|(_, sums)| sums.0).sum()
}

fn lost(run: &Run, kind: DropKind) -> u64 {
    dropped(trace(run), kind).expect("a readable trace")
}

#[test]
fn repeated_messages_allocate_no_memory_and_take_no_lock_in_the_agent() {
    let app = app();
    let (few, many) = (run(&app, &[("WARM", "1000")]), run(&app, &[("WARM", "51000")]));
    assert_eq!(recorded(&many) - recorded(&few), 50_000);
    // The calls of the system's libraries are compared: 50,000 additional sends must not cause additional calls, except for the calls of
    // the sends themselves.
    for ((image, name), count) in &many.outcome.counts.functions {
        let before =
            few.outcome.counts.functions.get(&(image.clone(), name.clone())).copied().unwrap_or_default();
        let more = count.entries.abs_diff(before.entries);
        // Stubs have the same names as their targets.
        let is_send = name == "_objc_msgSend" || name == "_launchgate_send" || name == "-[Caller leaf]";
        // Larger numbers in the trace, and a different order of two threads' sleeps, cause a few additional
        // calls.
        assert!(more < 500 || is_send && more == 50_000, "{image} {name}: {more} more");
    }
    // The list contains the functions on which every allocation and every lock is based.
    for names in [&["_allocate"][..], &["_pthread_mutex_lock", "_os_unfair_lock_lock"]] {
        assert!(names.iter().any(|name| many.outcome.counts.function(name).entries > 0), "{names:?}");
    }
}

#[test]
fn calls_omitted_from_a_full_tree_are_counted_and_the_setting_limits_its_size() {
    let app = app();
    let mut nodes = Vec::new();
    for (memory, bytes) in [("256K", 256 << 10), ("512K", 512 << 10)] {
        let run = run(&app, &[("WIDE", "3000"), ("LAUNCHGATE_MEMORY", memory)]);
        let count = Reader::open(trace(&run)).expect("a readable trace").nodes.len() as u64;
        assert!(lost(&run, DropKind::NodesFull) > 0, "{memory}");
        assert_eq!(recorded(&run) + lost(&run, DropKind::NodesFull), made(&run), "{memory}");
        assert!(count * 64 <= bytes && count * 64 > bytes / 8, "{memory}: {count} nodes");
        nodes.push(count);
    }
    assert!(nodes[1] > nodes[0] + 1000, "{nodes:?}");
    let run = run(&app, &[("WIDE", "3000")]);
    assert_eq!((lost(&run, DropKind::NodesFull), recorded(&run)), (0, made(&run)));
}

/// Recording, resolving names and writing all use the single region, whose size is a setting.
#[test]
fn the_agent_uses_a_single_memory_region_of_the_configured_size() {
    let app = app();
    let plain = app.run_plain(&[("WIDE", "3000")], |_| {}).expect("the phone runs");
    let mut nodes = Vec::new();
    for memory in ["256K", "1M", "16M"] {
        let run = run(&app, &[("WIDE", "3000"), ("LAUNCHGATE_MEMORY", memory)]);
        let more = |name| {
            let entries = |run: &Run| run.outcome.counts.function(name).entries;
            entries(&run) as i64 - entries(&plain) as i64
        };
        // The two mappings are the region and, before it, the Info.plist while it is read.
        assert_eq!((more("_mmap"), more("_munmap")), (2, 1), "{memory}");
        let reader = Reader::open(trace(&run)).expect("a readable trace");
        assert!(!reader.images.is_empty() && !reader.methods.is_empty(), "{memory}");
        let named: Vec<_> = reader.nodes.iter().filter(|node| node.parent.is_some()).collect();
        assert!(named.iter().all(|node| node.method.is_some()), "{memory}: a node without a method");
        nodes.push(named.len());
    }
    assert!(nodes[0] < nodes[1] && nodes[1] < nodes[2], "{nodes:?}");
}

#[test]
fn events_that_do_not_fit_into_memory_are_counted_and_the_call_tree_is_correct() {
    let run =
        run(&app(), &[("WARM", "150000"), ("LAUNCHGATE_THRESHOLD", "0ns"), ("LAUNCHGATE_MEMORY", "256K")]);
    let events = Reader::open(trace(&run)).expect("a readable trace").events.len() as u64;
    assert!(events > 1000 && events * 24 <= 256 << 10, "{events} events");
    assert_eq!((recorded(&run), made(&run)), (150_000, 150_000));
    // Calls that are shorter than a tick are not events, so recorded and lost events are fewer than the calls.
    let lost = lost(&run, DropKind::EventsFull);
    assert!(lost > 0 && events + lost < 150_000, "{events} events, {lost} lost");
}

#[test]
fn calls_beyond_the_largest_recorded_depth_are_counted() {
    let run = run(&app(), &[("DEEP", "7"), ("LAUNCHGATE_DEPTH", "40")]);
    assert_eq!(made(&run), 700);
    assert_eq!(lost(&run, DropKind::TooDeep), 7 * 60);
    // Calls beyond the largest depth are in the tree, below the deepest frame, but without their time.
    assert_eq!(recorded(&run), 700);
}

#[test]
fn messages_of_a_thread_without_memory_for_its_record_are_counted_as_lost() {
    let run = run(&app(), &[("WARM", "1000"), ("LAUNCHGATE_DEPTH", "4096"), ("LAUNCHGATE_MEMORY", "256K")]);
    assert_eq!((recorded(&run), made(&run)), (0, 1000));
    let sends = run.outcome.counts.function("_launchgate_send").entries;
    // The number of lost sends includes messages that the agent sends to measure its own hooks.
    let lost = lost(&run, DropKind::ThreadsFull);
    assert!((1000..sends).contains(&lost), "{lost} of {sends}");
}
