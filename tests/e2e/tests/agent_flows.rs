//! Windows that begin and end at any moment, and spans in them.

use e2e::agent_bed::Run;
use e2e::bundle::Bundle;
use e2e::flows::{self, LONG};
use phone::build::Style;
use trace::{Ending, Reader, SignpostKind};

fn read(run: &Run) -> Reader<'_> {
    Reader::open(run.trace().expect("a trace")).expect("a readable trace")
}

fn notes(run: &Run) -> Vec<String> {
    read(run).notes.iter().map(|note| note.text.to_string()).collect()
}

fn run(app: &Bundle, settings: &[(&str, &str)]) -> Run {
    let environment: Vec<_> = LONG.into_iter().chain(settings.iter().copied()).collect();
    let run = app.run(&environment).expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    run
}

/// `cargo xtask bench windows` has all pairs.
#[test]
fn a_window_has_the_calls_and_the_work_between_its_begin_and_its_end() {
    let app = flows::app().expect("the app builds");
    for (begin, end) in [
        ("process-start", "responsive"),
        ("first-frame", "mark:checkout"),
        ("responsive", "-[Flow finish]"),
        ("-[Flow start:]", "limit"),
        ("mark:checkout", "mark:checkout"),
    ] {
        flows::check(&app, begin, end).unwrap_or_else(|error| panic!("{begin} to {end}: {error:#}"));
    }
}

#[test]
fn a_window_that_cannot_be_has_one_note() {
    let app = flows::app().expect("the app builds");
    for (begin, end, ending, note) in [
        (
            "mark:chekout",
            "first-frame",
            Ending::NotBegun,
            "the window never began: `begin = mark:chekout` did not come within the limit of 2.500 s",
        ),
        (
            "first-frame",
            "mark:chekout",
            Ending::NotEnded,
            "the window never ended: `end = mark:chekout` did not come within the limit of 2.500 s",
        ),
        (
            "responsive",
            "first-frame",
            Ending::FirstFrame,
            "begin and end: the end of the window comes before its begin, so the launch until the first frame is recorded",
        ),
        (
            "mark:checkout",
            "limit",
            Ending::TimeLimit,
            "mark:checkout was set again; the window began at the first one",
        ),
        ("mark:checkout", "-[Flow busy]", Ending::Method, ""),
    ] {
        let run = run(&app, &[("LAUNCHGATE_BEGIN", begin), ("LAUNCHGATE_END", end)]);
        assert_eq!(read(&run).info.ended_by, ending, "{begin} to {end}: {:?}", notes(&run));
        let expected: Vec<&str> = Some(note).filter(|note| !note.is_empty()).into_iter().collect();
        assert_eq!(notes(&run), expected, "{begin} to {end}");
    }
    // The end comes once before the begin, and again after it.
    let early = run(&app, &[("LAUNCHGATE_BEGIN", "responsive"), ("LAUNCHGATE_END", "-[Flow finish]")]);
    assert_eq!(notes(&early), ["`end = -[Flow finish]` came before `begin = responsive`"]);
}

#[test]
fn signposts_and_named_spans_of_the_window_are_rows() {
    let app = Bundle::app(Style::Chained, &["spans.m"]).expect("the app builds");
    let settings = [("COUNT", "200"), ("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "-[Worker done]")];
    let run = app.run(&settings).expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    let trace = read(&run);
    let rows: Vec<_> = trace.signposts.iter().flat_map(|rows| rows.iter()).collect();
    let count =
        |name: &str, kind| rows.iter().filter(|row| row.name.to_string() == name && row.kind == kind).count();
    for (name, kind, expected) in [
        ("outer", SignpostKind::Begin, 800),
        ("inner", SignpostKind::End, 800),
        ("overlapping", SignpostKind::Begin, 1600),
        ("event", SignpostKind::Event, 800),
        ("stray", SignpostKind::End, 8),
        ("never", SignpostKind::Begin, 1),
        ("named", SignpostKind::Begin, 1),
        ("named", SignpostKind::End, 1),
        ("later", SignpostKind::Event, 0),
    ] {
        assert_eq!(count(name, kind), expected, "{name}");
    }
    let added = |run: &Run, from| run.between(from, from + 1).expect("marks");
    let plain = app.run_plain(&settings, |_| {}).expect("the phone runs");
    let inside = (added(&run, 1) - added(&plain, 1)) / 1000;
    assert!(inside <= 120, "{inside} instructions for a signpost in the window");
    assert_eq!(added(&run, 3), added(&plain, 3), "after the window");
}
