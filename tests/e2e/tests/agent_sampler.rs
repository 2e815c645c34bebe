//! The sampler beside whatever the app does: nothing of it changes what the app does, ends it or stops it; and how it ends itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use e2e::agent_bed::{App, Repeated, Run};
use e2e::bundle::{AGENT, Bundle};
use phone::build::{self, Style};
use phone::{Config, Refusal, Schedule};
use trace::{CostKind, ImageFlags, Mark, Reader, SampleFlags, Sampler, SamplingEnd};

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
            let longest = [15, 100, 400][seed as usize % 3];
            let schedule = match seed % 20 {
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
    // A runtime of Apple's has another lock than that of the small iOS.
    assert!(held.contains_key("malloc") && held.contains_key("dyld"), "{held:?}");
    assert!(held.values().all(|&count| count >= 100), "{held:?}");
}

/// How often threads were suspended that held a lock, by lock.
fn add(sums: &mut BTreeMap<&'static str, u64>, more: &BTreeMap<&'static str, u64>) {
    for (lock, count) in more {
        *sums.entry(lock).or_default() += count;
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

/// The sections of a trace, but its end: what they hold.
fn sections(trace: &[u8]) -> BTreeMap<String, &[u8]> {
    let mut found = BTreeMap::new();
    let mut rest = &trace[16..];
    while !rest.is_empty() {
        let length = u64::from_le_bytes(rest[8..16].try_into().expect("eight bytes")) as usize;
        let (section, behind) = rest.split_at(16 + length + 8);
        found.insert(section[..4].escape_ascii().to_string(), &section[..16 + length]);
        rest = behind;
    }
    found.remove("END.");
    found
}

/// Where the last segment of a Mach-O file ends in memory, and where in the file its size stands.
fn extent(file: &[u8]) -> (u64, usize) {
    let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes"));
    let long = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().expect("eight bytes"));
    let mut commands = vec![32];
    for _ in 1..word(16) {
        let last = commands[commands.len() - 1];
        commands.push(last + word(last + 4) as usize);
    }
    // LC_SEGMENT_64: vmaddr and vmsize.
    let segments = commands.into_iter().filter(|&at| word(at) == 0x19);
    segments.map(|at| (long(at + 24) + long(at + 32), at + 32)).max().expect("a segment")
}

/// An agent without a sampler that takes as much memory as one with it, so that whatever is loaded next lies where it does then.
fn without_sampler(agent: &Path) -> Vec<u8> {
    let without = std::fs::read(build::agent_without_sampler().expect("it builds")).expect("a file");
    let with = std::fs::read(agent).expect("a file");
    let has_sampler = |file: &[u8]| String::from_utf8_lossy(file).contains("_thread_suspend");
    assert!(has_sampler(&with) && !has_sampler(&without));
    let ((wanted, _), (found, size)) = (extent(&with), extent(&without));
    let mut larger = without;
    let vmsize = u64::from_le_bytes(larger[size..size + 8].try_into().expect("eight bytes"));
    larger[size..size + 8].copy_from_slice(&(vmsize + wanted - found).to_le_bytes());
    larger
}

/// Its images, but for what tells one build of the agent from another: its UUID and size.
fn images(trace: &[u8]) -> Vec<String> {
    let reader = Reader::open(trace).expect("a readable trace");
    let images = reader.images.iter().map(|mut image| {
        if image.flags.contains(ImageFlags::AGENT) {
            (image.uuid, image.size) = (trace::Uuid([0; 16]), trace::Address(0));
        }
        format!("{image:?}")
    });
    images.collect()
}

/// Its costs, but for the instructions beside sends: a search takes more or fewer by the addresses of selectors, of which some are the
/// agent's own, and its code is longer in one build than in the other.
fn costs(trace: &[u8]) -> Vec<trace::Cost> {
    let reader = Reader::open(trace).expect("a readable trace");
    reader.costs.iter().filter(|cost| cost.kind != CostKind::BesideSends).collect()
}

/// Its marks, but for the pages that came in: the code of one build lies on more of them.
fn marks(trace: &[u8]) -> Vec<Mark> {
    let reader = Reader::open(trace).expect("a readable trace");
    reader.marks.iter().map(|mark| Mark { page_ins: None, ..mark }).collect()
}

/// What two traces differ in, beyond what says which build of the agent it was: see [`images`], [`costs`] and [`marks`].
fn differences(one: &[u8], other: &[u8]) -> Vec<String> {
    let (of_one, of_other) = (sections(one), sections(other));
    let mut tags: BTreeSet<&String> = of_one.keys().chain(of_other.keys()).collect();
    let (read, mut found) = (["IMGS", "COST", "MARK"].map(str::to_owned), Vec::new());
    assert!(read.iter().all(|tag| tags.remove(tag)), "{tags:?}");
    found.extend(tags.into_iter().filter(|tag| of_one.get(*tag) != of_other.get(*tag)).cloned());
    let equal = [images(one) == images(other), costs(one) == costs(other), marks(one) == marks(other)];
    found.extend(read.into_iter().zip(equal).filter(|(_, equal)| !equal).map(|(tag, _)| tag));
    if one.len() != other.len() || one[..16] != other[..16] {
        found.push("the file".to_owned());
    }
    found
}

/// One agent has no code for samples at all. Two builds differ by some instructions at the start. With ticks of 500,000 instructions
/// these make no difference in times, unless something happens right at a tick's edge, which another length of ticks tells. The phone
/// counts no instructions for the process.
#[test]
fn off_writes_the_bytes_of_an_agent_that_has_no_sampler() {
    let with = build::agent().expect("it builds");
    let without = without_sampler(&with);
    let with = std::fs::read(with).expect("a file");
    let style = Style::Chained;
    let shop = Bundle::shop(style).expect("Shop builds");
    let trace = |agent: &[u8], tick: u64, environment: &[(&str, &str)]| {
        std::fs::write(shop.folder().join(AGENT), agent).expect("a file");
        let run = shop.run_with(environment, |config| {
            config.instructions_per_tick = tick;
            config.counted = [0.0; 2];
        });
        let run = run.expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0);
        run.trace().expect("a trace").to_vec()
    };
    let off = [NAMED, ("LAUNCHGATE_SAMPLES", "off")];
    let mut found = Vec::new();
    let ticks = [500_000, 600_000, 700_000, 800_000, 900_000];
    let one = ticks.into_iter().find_map(|tick| {
        let (one, other) = (trace(&with, tick, &off), trace(&without, tick, &off));
        found.push(differences(&one, &other));
        found.last()?.is_empty().then_some((one, tick))
    });
    let (one, tick) = one.unwrap_or_else(|| panic!("{style:?}: {found:?}"));
    assert!(sections(&one)["NODE"].len() > 10_000, "{style:?}");
    let differ = differences(&one, &trace(&with, tick, &[NAMED]));
    assert!(differ.contains(&"SPLR".to_owned()), "{style:?}: it samples when nothing is said: {differ:?}");
}

#[test]
fn launches_with_samples_and_without_are_comparable() {
    let app = || App::new(Style::Chained, &["threads.m"]).with("LAUNCHGATE_LIMIT", "1s");
    let info = |app: App| {
        let run = app.run().expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0);
        let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
        assert_eq!(reader.info.recording, trace::Recording::CURRENT);
        (reader.info.settings, reader.sampler.map(|sampler| (sampler.asked.0, sampler.ended_by)))
    };
    let (settings, off) = info(app().with("LAUNCHGATE_SAMPLES", "off"));
    assert_eq!(off, None);
    let default = Some((5_000_000, SamplingEnd::Window));
    assert_eq!(info(app()), (settings, default));
    let often = app().with("LAUNCHGATE_SAMPLES", "100us").with("LAUNCHGATE_HANG", "1s");
    assert_eq!(info(often), (settings, Some((100_000, SamplingEnd::Window))));
    assert_ne!(info(app().with("LAUNCHGATE_DEPTH", "255")).0, settings);
    // And by a file.
    let file = |text: &str| {
        let app = Bundle::app(Style::Chained, &["hang.m"]).expect("the app builds");
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
