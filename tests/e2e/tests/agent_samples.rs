//! Tests that sampled call stacks equal the call stacks that the emulator observed, and that sampling has no other effect.

use std::collections::BTreeMap;

use e2e::agent_bed::Run;
use e2e::agent_programs::{self, Conditions, Off, PROGRAMS};
use e2e::agent_stacks;
use e2e::bundle::{Bundle, RENAMED_CODE};
use gate_launches::{ReadOptions, marks, read_stream};
use phone::build::Style;
use phone::{Counter, Schedule};
use trace::{CostKind, Frame, ImageFlags, ImageId, MarkKind, Reader, Sample};

#[test]
fn stacks_of_the_sample_app_equal_those_of_the_emulator() {
    let (mut equal, mut sure, mut others) = (0, 0, Vec::new());
    for build in agent_stacks::BUILDS {
        let found = agent_stacks::shop(build).expect("Shop runs");
        // The stacks include hooks and leaf functions.
        assert!(found.samples > 2000 && found.in_agent > 500, "{build:?}: {found:?}");
        assert!(found.unsure * 200 <= found.samples, "{build:?}: {found:?}");
        equal += found.equal;
        sure += found.samples - found.unsure;
        others.push((build.style, found.others));
    }
    // The limit holds for all styles together, like the figure `stacks.equal`. Three of the 2,800 samples
    // of one style may be in code whose callers cannot be found, such as the part of Swift's runtime in
    // Embedded Swift, which has no frame pointers.
    assert!(sure >= 10_000 && equal * 1000 >= sure * 999, "{equal} of {sure}: {others:#?}");
}

/// A function that stores only the link register has no frame record for its caller: x29 points to the record
/// of this caller or of an outer one.
#[test]
fn a_stack_that_lacks_a_caller_is_marked_as_unsure() {
    let found = agent_stacks::without_records().expect("Shop runs");
    let (wrong, told) = found.wrong_and_told();
    assert!(found.samples > 2000 && wrong > 1000, "{found:?}");
    assert!(10 * told >= 9 * wrong, "{told} of {wrong}: {found:#?}");
    // Some right stacks are marked as unsure because they lack a function of the system; functions of the system are not compared.
    let (right, falsely) = found.right_and_told();
    assert!(right > 400 && 100 * falsely <= 2 * right, "{falsely} of {right}: {found:#?}");
}

/// Interpreters jump to their next case through a register, like tail calls. A function with a frame record
/// may also store the link register a second time.
#[test]
fn computed_gotos_and_stored_link_registers_are_not_taken_for_tail_calls() {
    let builds: [(&[&str], &[&str]); 5] = [
        (&["-O2"], &[]),
        (&["-Os"], &[]),
        (&["-O0"], &[]),
        (&["-Oz", "-moutline"], &[]),
        (&["-O2"], &RENAMED_CODE),
    ];
    for (cflags, ldflags) in builds {
        let app = Bundle::linked(Style::Chained, &["interprets.c"], cflags, ldflags).expect("it builds");
        let found = agent_stacks::program(&app).expect("it runs");
        let (wrong, told) = found.wrong_and_told();
        assert!(found.samples > 1000, "{cflags:?} {ldflags:?}: {found:#?}");
        assert!(10_000 * (wrong - told) <= 5 * found.samples, "{cflags:?} {ldflags:?}: {found:#?}");
        let (right, falsely) = found.right_and_told();
        assert!(
            50 * falsely <= right,
            "{cflags:?} {ldflags:?}: {falsely} of {right} say that they are unsure"
        );
    }
}

#[test]
fn a_sample_takes_as_many_instructions_as_the_default_interval_assumes() {
    let (fixed, each) = launchgate::SAMPLE_INSTRUCTIONS;
    for frames in [10, 30, 100] {
        let counted = agent_stacks::instructions(frames).expect("the app runs");
        let expected = fixed + each * frames;
        assert!(counted.abs_diff(expected) * 20 <= expected, "{frames} frames: {counted}, not {expected}");
    }
}

/// Tests a sampler that takes 10 of every 100 µs. The costs must be as exact as without sampling.
#[test]
fn the_cost_of_sampling_is_subtracted_from_methods() {
    std::thread::scope(|scope| {
        for (program, counter) in
            PROGRAMS.into_iter().flat_map(|program| Counter::MODES.map(|it| (program, it)))
        {
            scope.spawn(move || {
                let conditions = Conditions { samples: "100us", registers: 240, counter };
                let off = agent_programs::measure(program, 1..2, conditions).expect("it runs");
                assert!(off.counts.0 + off.counts.1 >= 3, "{program}: {:?}", off.counts);
                // The moments of samples depend on the counter's value and on each build of the agent. For a sample at the begin or end of
                // a method, 10 µs are subtracted from the wrong method. With an unscaled counter, this is rare: if a method has such samples
                // in two of four launches, the errors must be small at other moments. With a scaled counter, such samples affect single
                // methods, but not the sum of all methods.
                let is_exact = |off: &Off| off.large <= 2.0 && off.small <= 10.0;
                if counter == Counter::PLAIN && !is_exact(&off) {
                    for samples in ["90us", "110us"] {
                        let conditions = Conditions { samples, ..conditions };
                        let again = agent_programs::measure(program, 1..2, conditions).expect("it runs");
                        assert!(is_exact(&again), "{program}: {:?}, then {:?}", off.words, again.words);
                    }
                }
                // The window may end with one additional sample, which takes 0.67 % of 1.5 ms.
                assert!(off.tree <= 0.75, "{program}: {:?}", off.words);
            });
        }
    });
}

/// The clock advances while the main thread is suspended. The gate subtracts the time of the suspensions, so the launch and its phases
/// equal those of a launch without samples.
#[test]
fn the_cost_of_sampling_is_subtracted_from_the_launch_and_its_phases() {
    for counter in Counter::MODES {
        // The error depends on the moments of the samples, which differ between builds of the agent. At seven moments, the largest error
        // was 3.8 %. If one phase of a launch is not exact, the launches of two other moments must be exact.
        let is_exact = |off: &SubtractedSampling| off.errors.iter().all(|(_, error)| error.abs() < 0.05);
        let first = subtract_sampling(counter, 0);
        if !is_exact(&first) {
            for age_ticks in [977, 12_345] {
                let again = subtract_sampling(counter, age_ticks);
                assert!(is_exact(&again), "{counter:?}: {first:?}, then {again:?}");
            }
        }
        assert!(first.share > 0.1, "{counter:?}, sampling took too little to be seen: {first:?}");
    }
}

/// A launch with samples, compared with a launch without samples.
#[derive(Debug)]
struct SubtractedSampling {
    /// The time that samples took, as a share of the launch without samples.
    share: f64,
    /// For the sum of all phases and for each phase, the difference between the two launches as a share of the time that samples took.
    errors: Vec<(String, f64)>,
}

/// Launches Shop without and with samples. `age_ticks` is added to the counter, so that the samples interrupt other instructions.
fn subtract_sampling(counter: Counter, age_ticks: u64) -> SubtractedSampling {
    let app = Bundle::shop(Style::Chained).expect("Shop builds");
    let start = |often: &str| {
        let environment = [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_SAMPLES", often)];
        let run = app.run_with(&environment, |config| {
            // With sampling, the emulated phone has a separate core for the thread that takes the samples. Without sampling, the app's
            // first thread would run on this core, so the phone has only one core. With time slices of usual length, the instructions of
            // this thread would fall into different phases with and without samples.
            config.schedule = Schedule::Fair { quantum: 1000 };
            config.own_core = often != "off";
            config.instructions_per_tick = 5;
            config.counter = counter;
            config.age_ticks += age_ticks;
        });
        let run = run.expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0);
        let trace = run.trace().expect("a trace");
        let reader = Reader::open(trace).expect("a readable trace");
        let at = |kind| reader.marks.iter().find(|mark| mark.kind == kind).expect("a mark").at.0;
        let ticks = at(MarkKind::FirstFrame) - at(MarkKind::AgentStart);
        let by_clock = ticks as f64 * 1e9 / counter.hz as f64;
        let launches = read_stream("a.lgtrace", trace, &ReadOptions::default()).expect("a trace");
        let phases =
            launches.launches[0].phases.iter().skip_while(|phase| phase.name.starts_with(marks::START));
        let phases: Vec<_> = phases.map(|phase| (phase.name.to_string(), phase.duration().0)).collect();
        (by_clock, phases)
    };
    // The first launch is not compared, because its container is empty.
    start("off");
    let ((plain, off), (slowed, on)) = (start("off"), start("50us"));
    let taken = slowed - plain;
    let sum = |phases: &[(String, f64)]| phases.iter().map(|phase| phase.1).sum::<f64>();
    assert_eq!(on.len(), off.len());
    let mut errors = vec![("all phases".to_owned(), (sum(&on) - sum(&off)) / taken)];
    errors.extend(off.into_iter().zip(on).map(|((name, off), (_, on))| (name, (on - off) / taken)));
    SubtractedSampling { share: taken / plain, errors }
}

/// Returns a launch of Shop with about 2,700 samples, and the true stacks of its main thread.
fn sampled(settings: &[(&str, &str)]) -> Run {
    let app = Bundle::shop(Style::Chained).expect("Shop builds");
    let environment = [&[("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_SAMPLES", "10us")], settings].concat();
    // If a setting occurs twice, the later one is used.
    let run = app.run_with(&environment, |config| {
        config.own_core = true;
        config.keep_stands = true;
        config.instructions_per_tick = 5;
        // A thread starts to run soon after its creation.
        config.schedule = Schedule::Fair { quantum: 1000 };
    });
    let run = run.expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    run
}

fn base(reader: &Reader<'_>, image: Option<ImageId>) -> u64 {
    image.and_then(|id| reader.images.get(id)).map_or(0, |image| image.load_address.0)
}

/// Returns the addresses of a sample, innermost first, each with its frame.
fn frames(reader: &Reader<'_>, sample: &Sample) -> Vec<(u64, Frame)> {
    let first = reader.frames.get(sample.frame);
    let all = std::iter::successors(first, |frame| reader.frames.get(frame.parent?));
    all.map(|frame| (base(reader, frame.image) + frame.offset.0, frame)).collect()
}

#[test]
fn a_sample_contains_the_open_call_and_names_exported_functions_of_the_system() {
    let run = sampled(&[]);
    let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
    // The map contains the name of the function at each address of the stacks, according to the emulator.
    let mut names = BTreeMap::new();
    for stand in &run.outcome.stands {
        for (index, (place, function)) in stand.places.iter().zip(&stand.functions).enumerate() {
            let Some(function) = function else { continue };
            names.insert(if index == 0 { *place } else { place - 4 }, function.name.as_str());
        }
    }
    let (mut open, mut in_method, mut nearest) = (0, 0, 0);
    for sample in reader.samples.iter() {
        let frames = frames(&reader, &sample);
        let method = sample.node.and_then(|id| reader.nodes.get(id)).and_then(|node| node.method);
        // Only samples in the app's own code are compared: during a method lookup of the runtime, the call
        // that is open has not begun yet.
        let image = frames[0].1.image.and_then(|id| reader.images.get(id)).map(|image| image.flags);
        let is_app =
            |flags: ImageFlags| flags.contains(ImageFlags::IN_BUNDLE) && !flags.contains(ImageFlags::AGENT);
        if let Some(method) = method.and_then(|id| reader.methods.get(id))
            && image.is_some_and(is_app)
        {
            open += sample.count.0;
            let begins = base(&reader, method.image) + method.offset.0;
            let is_in = |&(address, _): &(u64, Frame)| {
                let mut between = names.range(begins.min(address)..=address).map(|(_, name)| name);
                let first = between.next();
                address >= begins && first.is_some() && between.all(|name| Some(name) == first)
            };
            in_method += if frames.iter().any(is_in) { sample.count.0 } else { 0 };
        }
        for (address, frame) in &frames {
            let Some(symbol) = frame.symbol.and_then(|id| reader.symbols.get(id)) else { continue };
            let image = frame.image.and_then(|id| reader.images.get(id)).expect("an image");
            assert!(image.flags.contains(ImageFlags::SYSTEM) && symbol.offset.0 <= frame.offset.0);
            // The linker puts an underscore before names of C functions, but not before methods.
            let Some(known) = names.get(address) else { continue };
            assert_eq!(known.strip_prefix('_').unwrap_or(known), symbol.name.to_string());
            nearest += sample.count.0;
        }
    }
    // A method that ends with a tail call has no frame any more, and `+initialize` is not sent by the app.
    assert!(open > 500 && in_method * 100 >= open * 97, "{in_method} of {open}");
    assert!(nearest > 5000, "{nearest}");
}

#[test]
fn samples_cover_the_launch_from_the_agents_start_to_its_end() {
    let run = sampled(&[]);
    let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
    let mut after = BTreeMap::new();
    for sample in reader.samples.iter() {
        *after.entry(sample.after.code()).or_insert(0) += sample.time.0;
    }
    // The agent's start precedes the first sample.
    let costs = reader.costs.iter().filter(|cost| cost.kind == CostKind::Start);
    let start: u64 = costs.map(|cost| cost.outside.0 / 1024).sum();
    let marks: Vec<_> = reader.marks.iter().collect();
    let mut phases = 0;
    for pair in marks.windows(2) {
        let own = if pair[0].kind == MarkKind::AgentStart { start } else { 0 };
        let long = (pair[1].at.0 - pair[0].at.0).saturating_sub(own);
        let found = after.get(&pair[0].kind.code()).copied().unwrap_or(0);
        // The tolerance is two sampling intervals and 1 %.
        let is_sampled = pair[0].kind != MarkKind::ProcessStart && long > 2000;
        phases += u64::from(is_sampled);
        assert!(
            !is_sampled || found.abs_diff(long) <= 480 + long / 50,
            "{:?}: {found} of {long}",
            pair[0].kind
        );
    }
    assert!(phases >= 4, "{marks:?}");
}

/// The recorded calls do not depend on the number of samples.
#[test]
fn samples_that_do_not_fit_into_memory_are_counted() {
    let mut nodes = Vec::new();
    for (often, memory) in [("off", "512K"), ("10us", "512K"), ("10us", "16M")] {
        let run = sampled(&[("LAUNCHGATE_SAMPLES", often), ("LAUNCHGATE_MEMORY", memory)]);
        let reader = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
        nodes.push(reader.nodes.len());
        let Some(sampler) = reader.sampler else { continue };
        let kept: u64 = reader.samples.iter().map(|sample| sample.count.0).sum();
        assert_eq!(kept + sampler.dropped.0, sampler.taken.0, "{memory}");
        assert_eq!(sampler.dropped.0 > 0, memory == "512K", "{memory}: {sampler:?}");
        assert!(kept > 30, "{memory}: {kept} kept of {}", sampler.taken.0);
    }
    assert!(nodes[0] > 400 && nodes[0].abs_diff(nodes[1]) <= 10, "{nodes:?}");
}
