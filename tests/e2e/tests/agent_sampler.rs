//! The sampler beside whatever the app does: nothing of it changes what the app does, ends it or stops it; and how it ends itself.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use e2e::agent_bed::{App, Repeated, Run};
use e2e::bundle::Bundle;
use phone::build::Style;
use phone::{Config, Refusal, Schedule};
use trace::{Reader, SampleFlags, Sampler, SamplingEnd};

const NAMED: (&str, &str) = ("LAUNCHGATE_LAUNCH", "one");

fn sampler(run: &Run) -> Sampler {
    let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
    reader.sampler.expect("stacks were sampled")
}

/// How many samples were taken in a call of this method while the system was at work for it; and in which of its functions.
fn in_the_system(run: &Run, selector: &str) -> (u64, BTreeSet<String>) {
    let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
    let (mut count, mut names) = (0, BTreeSet::new());
    for sample in reader.samples.iter() {
        let node = sample.node.and_then(|id| reader.nodes.get(id));
        let method = node.and_then(|node| node.method).and_then(|id| reader.methods.get(id));
        let symbol = reader.frames.get(sample.frame).and_then(|frame| frame.symbol);
        let symbol = symbol.and_then(|id| reader.symbols.get(id));
        if let Some(symbol) = symbol.filter(|_| method.is_some_and(|m| m.selector.to_string() == selector)) {
            count += sample.count.0;
            names.insert(symbol.name.to_string());
        }
    }
    (count, names)
}

#[test]
fn threads_that_hold_locks_are_sampled_on_every_one_of_a_thousand_schedules() {
    const SEEDS: u64 = 1000;
    let next = AtomicU64::new(1);
    let work = || {
        let app = App::new(Style::Chained, &["locks.m"]).with("LAUNCHGATE_LIMIT", "1500us");
        let app = app.with("LAUNCHGATE_SAMPLES", "20us").with("LAUNCHGATE_SAMPLE_THREADS", "all");
        let mut app: Repeated = app.repeated().expect("the app reaches main");
        let (mut count, mut names) = (0, BTreeSet::new());
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > SEEDS {
                return (count, names);
            }
            let longest = [15, 100, 400][seed as usize % 3];
            let schedule = match seed % 20 {
                0 => Schedule::Seeded { seed, longest },
                _ => Schedule::SeededBlocks { seed, longest },
            };
            let run = app.run(schedule).expect("the phone runs");
            let status = run.status().unwrap_or_else(|error| panic!("seed {seed}: {error:#}"));
            assert_eq!((status, run.outcome.log.as_str()), (0, "done 360\n"), "seed {seed}");
            assert_eq!(sampler(&run).ended_by, SamplingEnd::Window, "seed {seed}");
            let found = in_the_system(&run, "round:");
            count += found.0;
            names.extend(found.1);
        }
    };
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let all = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| worker.join().expect("no seed fails"));
        joined.reduce(|a, b| (a.0 + b.0, &a.1 | &b.1))
    });
    let (count, names) = all.expect("there are workers");
    assert!(count > 2 * SEEDS, "{count} in {names:?}");
    for name in ["malloc", "sel_registerName", "pthread_mutex_lock", "pthread_mutex_unlock"] {
        assert!(names.contains(name), "{name} is not among {names:?}");
    }
}

#[test]
fn coroutines_signals_and_threads_that_end_do_what_they_do_without() {
    for (source, variable) in [
        ("stacks.m", ("NESTED", "")),
        ("stacks.m", ("NESTED", "1")),
        ("altstack.m", ("NONE", "")),
        ("handstack.m", ("NONE", "")),
        ("storm.m", ("THREADS", "30")),
        ("threads.m", ("NONE", "")),
    ] {
        let app = || {
            let app = App::new(Style::Chained, &[source]).with("LAUNCHGATE_LIMIT", "1s");
            if variable.1.is_empty() { app } else { app.with(variable.0, variable.1) }
        };
        let plain = app().plain().run().expect("the phone runs");
        assert_eq!(plain.status().expect("the app ends"), 0, "{source}");
        for seed in 1..3 {
            let schedule = Schedule::SeededBlocks { seed, longest: 300 };
            let sampled = app().with("LAUNCHGATE_SAMPLES", "10us").with("LAUNCHGATE_SAMPLE_THREADS", "all");
            let run = sampled.run_with(|config| config.schedule = schedule).expect("the phone runs");
            let status = run.status().unwrap_or_else(|error| panic!("{source} {seed}: {error:#}"));
            assert_eq!((status, &run.outcome.log), (0, &plain.outcome.log), "{source} {seed}");
            let found = sampler(&run);
            assert_eq!(found.ended_by, SamplingEnd::Window, "{source} {seed}");
            assert!(found.taken.0 > 10, "{source} {seed}: {found:?}");
        }
    }
}

#[test]
fn sampling_ends_where_it_may_not_go_on_and_recording_does_not() {
    type Change = fn(&mut Config);
    let cases: [(Change, SamplingEnd, &str); 3] = [
        (|config| drop(config.info.insert("traced".into(), "1".into())), SamplingEnd::Debugger, "a debugger"),
        (|config| config.refuses = Some((Refusal::Suspend, 5)), SamplingEnd::Suspend, "not be suspended"),
        (|config| config.refuses = Some((Refusal::Registers, 5)), SamplingEnd::Registers, "not be read"),
    ];
    for (change, end, text) in cases {
        let app = Bundle::app(Style::Chained, &["truth_five.m"]).expect("the app builds");
        let limit = [("LAUNCHGATE_WINDOW", "limit"), ("LAUNCHGATE_LIMIT", "300ms")];
        let run = app.run_with(&[NAMED, ("LAUNCHGATE_SAMPLES", "50us"), limit[0], limit[1]], change);
        let run = run.expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0, "{end:?}");
        let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
        let found = reader.sampler.expect("it was to be sampled");
        let taken = if end == SamplingEnd::Debugger { 0 } else { 4 };
        assert_eq!((found.ended_by, found.taken.0), (end, taken));
        assert!(reader.notes.iter().any(|note| note.text.to_string().contains(text)), "{end:?}");
        assert!(reader.nodes.len() > 5, "{end:?}: nothing was recorded");
    }
}

#[test]
fn a_call_that_hangs_keeps_its_stack_once() {
    for often in ["off", "100us"] {
        let app = Bundle::app(Style::Chained, &["hang.m"]).expect("the app builds");
        let limit = [("LAUNCHGATE_WINDOW", "limit"), ("LAUNCHGATE_LIMIT", "300ms")];
        let hang = [("LAUNCHGATE_HANG", "2ms"), ("LAUNCHGATE_SAMPLES", often)];
        let run = app.run(&[NAMED, limit[0], limit[1], hang[0], hang[1]]).expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0);
        let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
        let hangs = reader.samples.iter().filter(|sample| sample.flags.contains(SampleFlags::HANG));
        let found: Vec<(String, u64)> = hangs
            .map(|sample| {
                let node = sample.node.and_then(|id| reader.nodes.get(id)).expect("a node");
                let method = node.method.and_then(|id| reader.methods.get(id)).expect("a method");
                (method.selector.to_string(), sample.time.0)
            })
            .collect();
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert!(
            names == ["hangs"] || names == ["outer", "hangs"] || names == ["hangs", "outer"],
            "{often}: {found:?}"
        );
        assert!(found.iter().all(|(_, ticks)| *ticks >= 48_000 && *ticks < 96_000), "{often}: {found:?}");
        assert_eq!(reader.samples.len() == found.len(), often == "off");
    }
}

#[test]
fn off_is_as_if_there_were_no_sampler_and_launches_with_it_are_comparable() {
    let app = || App::new(Style::Chained, &["threads.m"]).with("LAUNCHGATE_LIMIT", "1s");
    let bytes = |app: App| {
        let run = app.run().expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0);
        run.trace().expect("a trace").to_vec()
    };
    // A variable of another name that is as long.
    let without = bytes(app().with("LAUNCHGATE_SIMPLES", "off"));
    let off = bytes(app().with("LAUNCHGATE_SAMPLES", "off"));
    assert_eq!(off[8..12], [1, 0, 1, 0], "version 1.1");
    for tag in [b"SPLR", b"SYMB", b"FRAM", b"SMPL"] {
        assert!(!off.windows(4).any(|bytes| bytes == tag), "{tag:?}");
    }
    // To read three letters takes some instructions, which marks and costs tell of; all else is the same, byte by byte.
    assert_eq!(off.len(), without.len());
    let calls = |bytes: &[u8]| {
        let reader = Reader::open(bytes).expect("a readable trace");
        reader.nodes.iter().map(|node| (node.parent, node.method, node.calls)).collect::<Vec<_>>()
    };
    assert_eq!(calls(&off), calls(&without));
    let on = bytes(app().with("LAUNCHGATE_SAMPLES", "100us").with("LAUNCHGATE_HANG", "1s"));
    let info = |bytes: &[u8]| {
        let info = Reader::open(bytes).expect("a readable trace").info;
        (info.settings, info.recording)
    };
    assert_eq!(info(&on), info(&off));
    // And by a file.
    let file = |text: &str| {
        let app = Bundle::app(Style::Chained, &["hang.m"]).expect("the app builds");
        let app = app.with_file("Frameworks/launchgate.settings", text).expect("a file");
        let run = app.run(&[NAMED]).expect("the phone runs");
        let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
        (reader.info.settings, reader.sampler.is_some())
    };
    let (plain, sampled) = (file("limit = 20ms\n"), file("samples = 1ms\nlimit = 20ms\n"));
    assert_eq!((plain.0, plain.1, sampled.1), (sampled.0, false, true));
}

#[test]
fn a_trace_with_samples_is_at_most_twice_as_large() {
    let app = Bundle::shop(Style::Chained).expect("Shop builds");
    let mut sizes = BTreeMap::new();
    for often in ["off", "on"] {
        let run = app.run_with(&[NAMED, ("LAUNCHGATE_SAMPLES", often)], |config| {
            config.own_core = true;
            config.slowdown = 80.0;
        });
        let run = run.expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0);
        sizes.insert(often, run.trace().expect("a trace").len());
    }
    assert!(sizes["on"] > sizes["off"] && sizes["on"] <= 2 * sizes["off"], "{sizes:?}");
}
