//! Tests that the sampler does not affect the behaviour of the app, whatever the app does, and that sampling ends in the expected ways.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use e2e::agent_bed::{App, Repeated, Run};
use e2e::bundle::{AGENT, Bundle};
use phone::build::{self, Style};
use phone::counts::Counts;
use phone::{Config, Counter, Refusal, Schedule};
use trace::{Reader, Sample, SampleFlags, Sampler, SamplingEnd, ThreadId};

const NAMED: (&str, &str) = ("LAUNCHGATE_LAUNCH", "one");

fn sampler(run: &Run) -> Sampler {
    let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
    reader.sampler.expect("stacks were sampled")
}

#[test]
fn threads_that_hold_locks_are_sampled_on_every_one_of_a_thousand_schedules() {
    const SEEDS: u64 = 1000;
    let next = AtomicU64::new(1);
    let work = || {
        let app = App::new(Style::Chained, &["locks.m"]).with("LAUNCHGATE_LIMIT", "1500us");
        let app = app.with("LAUNCHGATE_SAMPLES", "20us").with("LAUNCHGATE_SAMPLE_THREADS", "all");
        let mut app: Repeated = app.repeated().expect("the app reaches main");
        let mut held = BTreeMap::new();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > SEEDS {
                return held;
            }
            // The number of samples while a lock is held does not depend on the length of time slices, and the shortest slices take six
            // times as long to emulate.
            let longest = [15, 100, 100, 100, 100, 400, 400, 400, 400, 400][seed as usize % 10];
            let schedule = match seed / 10 % 20 {
                0 => Schedule::Seeded { seed, longest },
                _ => Schedule::SeededBlocks { seed, longest },
            };
            let run = app.run(schedule).expect("the phone runs");
            let status = run.status().unwrap_or_else(|error| panic!("seed {seed}: {error:#}"));
            assert_eq!((status, run.outcome.log.as_str()), (0, "done 240\n"), "seed {seed}");
            assert_eq!(sampler(&run).ended_by, SamplingEnd::Window, "seed {seed}");
            add(&mut held, &run.outcome.held);
        }
    };
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let held = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let mut held = BTreeMap::new();
        workers.into_iter().for_each(|worker| add(&mut held, &worker.join().expect("no seed fails")));
        held
    });
    eprintln!("suspended while they held a lock: {held:?}");
    // The assertion does not require the lock of the runtime, because Apple's runtime has a different lock from the small iOS.
    assert!(held.contains_key("malloc") && held.contains_key("dyld"), "{held:?}");
    assert!(held.values().all(|&count| count >= 100), "{held:?}");
}

/// Adds, for each lock, the number of suspensions of a thread that held it.
fn add(sums: &mut BTreeMap<&'static str, u64>, more: &BTreeMap<&'static str, u64>) {
    for (lock, count) in more {
        *sums.entry(lock).or_default() += count;
    }
}

#[test]
fn coroutines_signals_and_ending_threads_behave_the_same_during_sampling() {
    // The numbers in a row are the number of runs with the agent, and the smallest number of samples that must be taken while a call is
    // open, or on another thread than the main thread. All other samples are of an idle main thread.
    for (source, variable, seeds, least) in [
        ("stacks.m", None, 8, 200),
        ("stacks.m", Some("NESTED"), 8, 200),
        ("altstack.m", None, 8, 100),
        ("handstack.m", None, 8, 80),
        ("storm.m", Some("THREADS"), 24, 20),
        ("threads.m", None, 32, 50),
    ] {
        let app = || {
            let app = App::new(Style::Chained, &[source]).with("LAUNCHGATE_LIMIT", "20ms");
            variable.map_or(app.clone(), |name| app.with(name, "30"))
        };
        let plain = app().plain().run().expect("the phone runs");
        assert_eq!(plain.status().expect("the app ends"), 0, "{source}");
        let mut met = 0;
        for seed in 1..=seeds {
            let schedule = Schedule::SeededBlocks { seed, longest: 300 };
            let sampled = app().with("LAUNCHGATE_SAMPLES", "10us").with("LAUNCHGATE_SAMPLE_THREADS", "all");
            let run = sampled.run_with(|config| config.schedule = schedule).expect("the phone runs");
            let status = run.status().unwrap_or_else(|error| panic!("{source} {seed}: {error:#}"));
            assert_eq!((status, &run.outcome.log), (0, &plain.outcome.log), "{source} {seed}");
            assert_eq!(sampler(&run).ended_by, SamplingEnd::Window, "{source} {seed}");
            let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
            let is_met = |sample: &Sample| sample.node.is_some() || sample.thread != Some(ThreadId(0));
            met += reader.samples.iter().filter(is_met).map(|sample| sample.count.0).sum::<u64>();
        }
        eprintln!("{source} {variable:?}: {met}");
        assert!(met >= least, "{source} {variable:?}: {met}");
    }
}

#[test]
fn recording_of_calls_continues_if_sampling_must_end() {
    type Change = fn(&mut Config);
    let cases: [(Change, SamplingEnd, &str); 3] = [
        (|config| drop(config.info.insert("traced".into(), "1".into())), SamplingEnd::Debugger, "a debugger"),
        (|config| config.refuses = Some((Refusal::Suspend, 5)), SamplingEnd::Suspend, "not be suspended"),
        (|config| config.refuses = Some((Refusal::Registers, 5)), SamplingEnd::Registers, "not be read"),
    ];
    for (change, end, text) in cases {
        let app = Bundle::app(Style::Chained, &["truth_five.m"]).expect("the app builds");
        let limit = [("LAUNCHGATE_END", "limit"), ("LAUNCHGATE_LIMIT", "300ms")];
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
fn the_stack_of_each_stalled_call_is_recorded_only_once() {
    for (often, counter) in
        ["off", "100us"].into_iter().flat_map(|often| Counter::MODES.map(|it| (often, it)))
    {
        let app = Bundle::app(Style::Chained, &["slow.m"]).expect("the app builds");
        let limit = [("LAUNCHGATE_END", "limit"), ("LAUNCHGATE_LIMIT", "300ms")];
        let stall = [("LAUNCHGATE_STALL", "2ms"), ("LAUNCHGATE_SAMPLES", often)];
        let settings = [NAMED, limit[0], limit[1], stall[0], stall[1]];
        let run = app.run_with(&settings, |config| config.counter = counter).expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0);
        let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
        let stalls = reader.samples.iter().filter(|sample| sample.flags.contains(SampleFlags::STALL));
        let found: Vec<(String, u64)> = stalls
            .map(|sample| {
                let node = sample.node.and_then(|id| reader.nodes.get(id)).expect("a node");
                let method = node.method.and_then(|id| reader.methods.get(id)).expect("a method");
                (method.selector.to_string(), sample.time.0)
            })
            .collect();
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert!(
            names == ["stalls"] || names == ["outer", "stalls"] || names == ["stalls", "outer"],
            "{often}: {found:?}"
        );
        let from = counter.hz / 1000 * 2;
        assert!(found.iter().all(|(_, ticks)| *ticks >= from && *ticks < 2 * from), "{often}: {found:?}");
        assert_eq!(reader.samples.len() == found.len(), often == "off");
    }
}

/// Returns the offsets of the load commands of this kind in a Mach-O file.
fn commands(file: &[u8], kind: u32) -> Vec<usize> {
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes"));
    let mut found = vec![32];
    for _ in 1..word(16) {
        let last = found[found.len() - 1];
        found.push(last + word(last + 4) as usize);
    }
    found.into_iter().filter(|&at| word(at) == kind).collect()
}

/// Returns an agent without a sampler that occupies the same memory as the agent with one, so that later images have the same addresses.
/// The UUID and the size of this agent in the trace are the same too.
fn without_sampler(with: &[u8]) -> Vec<u8> {
    const SEGMENT: u32 = 0x19;
    const UUID: u32 = 0x1b;
    let mut file = std::fs::read(build::agent_without_sampler().expect("it builds")).expect("a file");
    let has_sampler = |file: &[u8]| String::from_utf8_lossy(file).contains("_thread_suspend");
    assert!(has_sampler(with) && !has_sampler(&file));
    let long = |file: &[u8], at: usize| u64::from_le_bytes(file[at..at + 8].try_into().expect("eight bytes"));
    // The fields are vmaddr and vmsize of the data segment, which ends with zeros, and of the following segment with the linker's tables.
    let [.., data, linked] = commands(&file, SEGMENT)[..] else { panic!("too few segments") };
    let [.., wanted] = commands(with, SEGMENT)[..] else { panic!("too few segments") };
    let size = long(with, wanted + 24) - long(&file, data + 24);
    assert!(size >= long(&file, data + 32), "it is larger than one with a sampler");
    file[data + 32..data + 40].copy_from_slice(&size.to_le_bytes());
    file[linked + 24..linked + 40].copy_from_slice(&with[wanted + 24..wanted + 40]);
    let (uuid, wanted) = (commands(&file, UUID)[0], commands(with, UUID)[0]);
    file[uuid + 8..uuid + 24].copy_from_slice(&with[wanted + 8..wanted + 24]);
    file
}

/// Launches Shop with the given agent on a phone whose clock advances only when it is read. Shop is launched twice, because the first
/// launch has an empty container.
///
/// The trace depends on the actions of app and agent, and also on addresses, because searches by address take more or fewer steps. The
/// addresses of images and selectors are therefore the same for both builds of the agent: later images are loaded at the same addresses
/// ([`without_sampler`]), and the selectors of the agent's own class are in a library that is loaded earlier (`selectors.m`), like those of
/// the system on a phone.
fn started(shop: &Bundle, agent: &[u8], environment: &[(&str, &str)]) -> Run {
    std::fs::write(shop.folder().join(AGENT), agent).expect("a file");
    let run = || {
        let run = shop.run_with(environment, |config| {
            let inserted = format!("@executable_path/Frameworks/Selectors:@executable_path/{AGENT}");
            config.environment.insert("DYLD_INSERT_LIBRARIES".to_owned(), inserted);
            config.by_readings = true;
            config.schedule = Schedule::Fair { quantum: u64::MAX / 2 };
        });
        let run = run.expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0);
        run
    };
    run();
    run()
}

/// Asserts that two runs have the same instructions of the app, the same functions of the system, and the
/// same number of runs of the agent's hooks.
fn assert_same_code_ran(one: &Run, other: &Run) {
    let (one, other) = (&one.outcome.counts, &other.outcome.counts);
    let is_agent = |path: &str| path.ends_with("liblaunchgate.dylib");
    // The compiler decides which memory copies are calls of functions, and the unwinder searches the agent's tables, which are longer in
    // one build. The test therefore does not compare the functions for memory copies and the unwinder's search.
    let is_copy = |name: &str| matches!(name, "_memmove" | "_memcpy" | "_memset" | "_bzero");
    let is_of_build = |name: &str| is_copy(name) || name.contains("getInfoFromCompactEncodingSection");
    let of = |counts: &Counts, path: &str| {
        let in_image =
            counts.functions.iter().filter(|((image, name), _)| image == path && is_of_build(name));
        counts.images[path] - in_image.map(|(_, count)| count.instructions).sum::<u64>()
    };
    for path in one.images.keys().filter(|path| !is_agent(path)) {
        let (one, other) = (of(one, path), of(other, path));
        // Some searches of the system depend on the address of the agent's class, so a small difference is
        // allowed.
        let apart = if path.starts_with("/usr/lib/") { one / 500 } else { 0 };
        assert!(one.abs_diff(other) <= apart, "{path}: {one} and {other}");
    }
    let is_compared = |name: &str| !is_copy(name);
    let entered = |counts: &Counts| -> BTreeMap<_, u64> {
        let all = counts
            .functions
            .iter()
            .map(|((path, name), count)| ((path.clone(), name.clone()), count.entries));
        all.filter(|((path, name), entries)| {
            *entries > 0 && if is_agent(path) { name.starts_with("_launchgate_") } else { is_compared(name) }
        })
        .collect()
    };
    let (one, other) = (entered(one), entered(other));
    assert!(one.keys().any(|(_, name)| name == "_launchgate_send") && one.len() > 500, "{}", one.len());
    let apart: Vec<_> = one.iter().filter(|(name, entries)| other.get(*name) != Some(entries)).collect();
    assert!(apart.is_empty() && one.len() == other.len(), "{apart:?}");
}

#[test]
fn with_samples_off_the_trace_equals_that_of_an_agent_without_a_sampler() {
    let with = std::fs::read(build::agent().expect("it builds")).expect("a file");
    let without = without_sampler(&with);
    for style in Style::ALL {
        let shop = Bundle::shop(style).expect("Shop builds");
        let shop = shop.with_framework(style, "Selectors", &["selectors.m"]).expect("it builds");
        let off = [NAMED, ("LAUNCHGATE_SAMPLES", "off")];
        let (one, other) = (started(&shop, &with, &off), started(&shop, &without, &off));
        assert_same_code_ran(&one, &other);
        let (one, other) = (one.trace().expect("a trace"), other.trace().expect("a trace"));
        let apart = one.iter().zip(other).position(|(one, other)| one != other);
        assert!(one == other, "{style:?}: {} and {} bytes, apart at {apart:?}", one.len(), other.len());
        // The compared traces must contain calls, whose times are numbers of clock readings.
        let reader = Reader::open(one).expect("a readable trace");
        assert!(reader.sampler.is_none() && reader.nodes.len() > 400, "{style:?}: {}", reader.nodes.len());
        let ticks: u64 = reader.nodes.iter().map(|node| node.total.0).sum();
        assert!(ticks > 10_000, "{style:?}: {ticks}");
        if style == Style::Chained {
            // By default, only the agent with a sampler takes samples.
            let [sampled, not] = [&with, &without].map(|agent| started(&shop, agent, &[NAMED]));
            assert_eq!(sampler(&sampled).ended_by, SamplingEnd::Window);
            let not = Reader::open(not.trace().expect("a trace")).expect("a readable trace");
            assert!(not.sampler.is_none() && not.samples.is_empty());
        }
    }
}

#[test]
fn launches_with_samples_and_without_are_comparable() {
    let app = || App::new(Style::Chained, &["threads.m"]).with("LAUNCHGATE_LIMIT", "1s");
    let info = |app: App| {
        let run = app.run().expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0);
        let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
        assert_eq!(reader.info.recording, trace::RecordingVersion::CURRENT);
        (reader.info.settings, reader.sampler.map(|sampler| (sampler.asked.0, sampler.ended_by)))
    };
    let (settings, off) = info(app().with("LAUNCHGATE_SAMPLES", "off"));
    assert_eq!(off, None);
    let default = Some((5_000_000, SamplingEnd::Window));
    assert_eq!(info(app()), (settings, default));
    let often = app().with("LAUNCHGATE_SAMPLES", "100us").with("LAUNCHGATE_STALL", "1s");
    assert_eq!(info(often), (settings, Some((100_000, SamplingEnd::Window))));
    assert_ne!(info(app().with("LAUNCHGATE_DEPTH", "255")).0, settings);
    // The setting `samples` is read from a settings file instead of the environment.
    let file = |text: &str| {
        let app = Bundle::app(Style::Chained, &["slow.m"]).expect("the app builds");
        let app = app.with_file("Frameworks/launchgate.settings", text).expect("a file");
        let run = app.run(&[NAMED]).expect("the phone runs");
        let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
        (reader.info.settings, reader.sampler.map(|sampler| sampler.asked.0))
    };
    let settings = file("limit = 20ms\n");
    assert_eq!(settings.1, Some(5_000_000));
    assert_eq!(file("samples = 1ms\nlimit = 20ms\n"), (settings.0, Some(1_000_000)));
    assert_eq!(file("limit = 20ms\nsamples = off\n"), (settings.0, None));
}

#[test]
fn a_trace_with_samples_is_at_most_twice_as_large_as_without_samples() {
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
