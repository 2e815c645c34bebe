//! Tests the rates of the counter register: a rate of 1 GHz, to which XNU scales it for new SDKs on new chips, and a wrongly stated rate.

use std::collections::BTreeMap;

use e2e::agent_bed::{Run, methods};
use e2e::bundle::Bundle;
use gate_launches::{Launch, ReadOptions, marks, read_stream};
use phone::Counter;
use phone::build::Style;
use trace::{Ending, Reader, Timebase};

const PLAIN: Timebase = Timebase { numer: 125, denom: 3 };
const SCALED: Timebase = Timebase { numer: 1, denom: 1 };

/// Launches a program on a phone with this counter.
fn launch(program: &str, counter: Counter, settings: &[(&str, &str)]) -> Run {
    let app = Bundle::app(Style::Chained, &[program]).expect("the app builds");
    let settings: Vec<_> =
        [("LAUNCHGATE_LAUNCH", "one")].into_iter().chain(settings.iter().copied()).collect();
    let run = app.run_with(&settings, |config| config.counter = counter).expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0, "{counter:?}");
    run
}

/// Launches a program with two calls that are longer than the threshold of events.
fn long_calls(counter: Counter) -> Run {
    launch("slow.m", counter, &[("LAUNCHGATE_END", "limit"), ("LAUNCHGATE_LIMIT", "100ms")])
}

fn read(run: &Run) -> Reader<'_> {
    Reader::open(run.trace().expect("a trace")).expect("a readable trace")
}

fn notes_of_rate(reader: &Reader<'_>) -> Vec<String> {
    let notes = reader.notes.iter().map(|note| note.text.to_string());
    notes.filter(|note| note.contains("CNTFRQ_EL0")).collect()
}

/// Returns the duration of each method, in ticks of 24 MHz.
fn times(run: &Run) -> BTreeMap<String, u64> {
    let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
    methods.into_iter().map(|(name, (_, ticks))| (name, ticks)).collect()
}

fn assert_same_times(run: &Run, plain: &Run, counter: Counter) {
    let (times, expected) = (times(run), times(plain));
    let names = ["-[Slow stalls]", "-[Slow outer]", "-[Slow quick]"];
    for (name, expected) in names.map(|name| (name, expected[name])) {
        let off = times[name].abs_diff(expected);
        assert!(off * 100 <= expected, "{counter:?}: {name} took {} and not {expected}", times[name]);
    }
    assert_eq!(read(run).events.len(), read(plain).events.len(), "{counter:?}: the threshold is another");
}

#[test]
fn a_counter_at_one_gigahertz_is_recorded_with_its_rate() {
    let plain = long_calls(Counter::PLAIN);
    assert_eq!((read(&plain).info.timebase, read(&plain).events.len()), (PLAIN, 2));
    let scaled = long_calls(Counter::SCALED);
    assert_eq!(read(&scaled).info.timebase, SCALED);
    assert_same_times(&scaled, &plain, Counter::SCALED);
    for run in [&plain, &scaled] {
        assert_eq!(read(run).info.ended_by, Ending::TimeLimit);
        assert_eq!(notes_of_rate(&read(run)), [""; 0]);
    }
}

#[test]
fn a_wrong_stated_counter_rate_is_replaced_by_the_rate_that_agrees_with_the_uptime() {
    let plain = long_calls(Counter::PLAIN);
    let (mega, giga) = (24_000_000, 1_000_000_000);
    for (hz, stated_hz, timebase) in [(giga, mega, SCALED), (mega, giga, PLAIN), (mega, 0, PLAIN)] {
        let counter = Counter { hz, stated_hz };
        let run = long_calls(counter);
        let reader = read(&run);
        assert_eq!(
            (reader.info.timebase, reader.info.ended_by),
            (timebase, Ending::TimeLimit),
            "{counter:?}"
        );
        assert_same_times(&run, &plain, counter);
        let notes = notes_of_rate(&reader);
        assert!(notes.len() == 1 && notes[0].contains(&format!("ran at {hz} Hz")), "{notes:?}");
    }
}

#[test]
fn a_launch_whose_counter_agrees_with_no_known_rate_is_excluded_with_the_reason() {
    let run = long_calls(Counter { hz: 100_000_000, stated_hz: 24_000_000 });
    let reader = read(&run);
    assert_eq!(reader.info.ended_by, Ending::Stopped);
    let notes = notes_of_rate(&reader);
    assert!(notes.len() == 1 && notes[0].contains("no time in this launch is right"), "{notes:?}");
    let stopped = gate_launch(&run).stopped.expect("the gate excludes it");
    assert!(stopped.contains("CNTFRQ_EL0"), "{stopped}");
}

/// Returns the launch as the gate reads it from the trace.
fn gate_launch(run: &Run) -> Launch {
    let trace = run.trace().expect("a trace");
    let read = read_stream("one.lgtrace", trace, &ReadOptions::default()).expect("the gate reads it");
    read.launches.into_iter().next().expect("a launch")
}

#[test]
fn launches_recorded_at_different_counter_rates_are_read_as_the_same_times() {
    let [plain, scaled] = Counter::MODES
        .map(|counter| gate_launch(&launch("launch.m", counter, &[("KIND", "sends"), ("COUNT", "2000")])));
    let first_frame = |launch: &Launch| launch.mark(marks::FIRST_FRAME).expect("a first frame").at.0;
    let (before, after) = (first_frame(&plain), first_frame(&scaled));
    assert!((after / before - 1.0).abs() < 0.01, "{before} and {after} ns");
    assert_eq!(plain.phases.len(), scaled.phases.len());
    for (one, other) in plain.phases.iter().zip(scaled.phases.iter()) {
        let (before, after) = (one.duration().0, other.duration().0);
        assert!((after - before).abs() < 2000.0 + 0.02 * before, "{}: {before} and {after} ns", one.name);
    }
}

#[test]
fn a_window_ends_before_its_counters_overflow() {
    for (counter, seconds) in [(Counter::PLAIN, 90), (Counter::SCALED, 60)] {
        let settings =
            [("LAUNCHGATE_END", "limit"), ("LAUNCHGATE_LIMIT", "90s"), ("LAUNCHGATE_SAMPLES", "off")];
        let run = launch("sleeps.m", counter, &settings);
        assert_eq!(read(&run).info.ended_by, Ending::TimeLimit);
        // The window begins a moment before the call, so the call takes a little less than the limit.
        let took = (times(&run)["-[Sleeper sleeps]"] + 12_000_000) / 24_000_000;
        assert_eq!(took, seconds, "{counter:?}");
        let is_told = read(&run).notes.iter().any(|note| note.text.to_string().starts_with("limit: 60 s"));
        assert_eq!(is_told, counter == Counter::SCALED);
    }
}
