//! Tests windows that begin and end at any moment, and the spans in them.

use std::fs;

use e2e::agent_bed::Run;
use e2e::bundle::Bundle;
use e2e::flows::{self, LONG};
use e2e::lab::{gate, in_one_line};
use gate::cli::Exit;
use gate_launches::{Launches, ReadOptions, write_launches};
use gate_macho::rewrite::rewrite;
use gate_stats::Random;
use phone::build::Style;
use trace::{Ending, MarkKind, Reader, SignpostKind};

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

/// Reads the trace as the gate does.
fn launch(run: &Run) -> Launches {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("one.lgtrace");
    fs::write(&path, run.trace().expect("a trace")).expect("it is written");
    gate_launches::read(&[path], &ReadOptions::default()).expect("a readable trace")
}

/// Returns the warnings about the window that `gate` shows to people.
fn warnings(run: &Run) -> Vec<String> {
    launch(run).warnings.iter().map(|warning| warning.kind.to_string()).collect()
}

/// The test checks some pairs of moments; `cargo xtask bench windows` checks all pairs.
#[test]
fn a_window_contains_only_calls_and_work_between_its_begin_and_its_end() {
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
fn a_window_that_cannot_begin_or_end_is_explained_by_one_note_in_the_trace() {
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
            "window: the end of the window comes before its begin, so the launch until the first frame is recorded",
        ),
        (
            "mark:checkout",
            "limit",
            Ending::TimeLimit,
            "window: mark:checkout was set again; it began at the first one",
        ),
        ("mark:checkout", "-[Flow busy]", Ending::Method, ""),
    ] {
        let run = run(&app, &[("LAUNCHGATE_BEGIN", begin), ("LAUNCHGATE_END", end)]);
        assert_eq!(read(&run).info.ended_by, ending, "{begin} to {end}: {:?}", notes(&run));
        let expected: Vec<&str> = Some(note).filter(|note| !note.is_empty()).into_iter().collect();
        assert_eq!(notes(&run), expected, "{begin} to {end}");
        let sentences = warnings(&run);
        assert_eq!(sentences.len(), expected.len(), "{begin} to {end}: {sentences:?}");
        assert!(
            note.is_empty() || sentences[0].contains(note.trim_start_matches("window: ")),
            "{begin} to {end}: {sentences:?}"
        );
    }
    // The moment that ends the window occurs once before the begin of the window, and again after it.
    let early = run(&app, &[("LAUNCHGATE_BEGIN", "responsive"), ("LAUNCHGATE_END", "-[Flow finish]")]);
    assert_eq!(notes(&early), ["window: `end = -[Flow finish]` came before `begin = responsive` too"]);
    assert_eq!(
        warnings(&early),
        [
            "the recorded window differs from the settings: \"`end = -[Flow finish]` came before `begin = responsive` too\""
        ]
    );
}

/// The flow runs twice, and the window contains only the second run, whose counts, samples and calls differ from those of the first run.
#[test]
fn samples_counts_and_calls_in_the_trace_are_only_those_within_the_window() {
    let app = flows::app().expect("the app builds");
    let path = app.folder().join("Fixture");
    let counting = rewrite(&fs::read(&path).expect("an executable")).expect("it counts");
    let window = [("LAUNCHGATE_BEGIN", "responsive"), ("LAUNCHGATE_END", "-[Flow finish]")];
    let sampled = run(&app, &window);
    let trace = read(&sampled);
    let at = |kind| trace.marks.iter().find(|mark| mark.kind == kind).expect("a mark").at;
    let (begin, end) = (at(MarkKind::WindowBegin), at(MarkKind::WindowEnd));
    let ticks = end.since(begin).0;
    let sampled: u64 = trace.samples.iter().map(|sample| sample.time.0).sum();
    assert!(sampled <= ticks && 10 * sampled > 9 * ticks, "samples of {sampled} ticks in {ticks}");
    let is_inside = |kind| [MarkKind::WindowBegin, MarkKind::WindowEnd].contains(&kind);
    assert!(trace.samples.iter().all(|sample| is_inside(sample.after)), "a sample before the window");

    fs::write(&path, &counting.bytes).expect("it is written");
    let counted = run(&app, &window);
    let trace = read(&counted);
    let calls = |name: &str| -> u64 {
        let offset =
            counting.counted.iter().find(|one| one.name.as_deref() == Some(name)).map(|one| one.offset);
        let images = trace.counted_images.iter().flat_map(|images| images.iter());
        let functions = images.flat_map(|image| image.functions().collect::<Vec<_>>());
        functions.filter(|function| Some(function.offset.0) == offset).map(|function| function.calls.0).sum()
    };
    assert_eq!(["-[Flow step]", "-[Flow busy]", "-[Delegate made]"].map(calls), [5, 0, 0]);

    // The call in which the window begins is open at its begin, and has the time from the begin of the window on.
    let window = [("LAUNCHGATE_BEGIN", "mark:checkout"), ("LAUNCHGATE_END", "-[Flow finish]")];
    let open = run(&app, &window);
    let methods = e2e::agent_bed::methods(open.trace().expect("a trace")).expect("a readable trace");
    let (calls, total) = methods["-[Flow start:]"];
    let (steps, inside) = methods["-[Flow step]"];
    assert!(calls == 0 && steps == 3 && total > inside, "{calls} {total}, {steps} {inside}");
}

/// The main run loop has been quiet for more than a second when the window begins.
#[test]
fn a_window_until_responsive_ends_after_a_quiet_second_that_follows_its_begin() {
    let app = flows::app().expect("the app builds");
    let run = run(&app, &[("LAUNCHGATE_BEGIN", "-[Flow again]"), ("LAUNCHGATE_END", "responsive")]);
    let trace = read(&run);
    assert_eq!(trace.info.ended_by, Ending::Responsive, "{:?}", notes(&run));
    assert_eq!(notes(&run), [""; 0]);
    let methods = e2e::agent_bed::methods(run.trace().expect("a trace")).expect("a readable trace");
    assert_eq!(methods["-[Flow step]"].0, 5);
    let at = |kind| trace.marks.iter().find(|mark| mark.kind == kind).expect("a mark").at;
    let (begin, quiet, end) = (at(MarkKind::WindowBegin), at(MarkKind::Responsive), at(MarkKind::WindowEnd));
    // A second has 24 million ticks.
    assert!(quiet >= begin && end.since(quiet).0 >= 24_000_000, "{begin:?} {quiet:?} {end:?}");
}

#[test]
fn a_page_that_appears_again_within_the_window_is_recorded() {
    let app = flows::app().expect("the app builds");
    let seen = |begin: &str| -> Vec<(String, u64)> {
        let run = run(&app, &[("LAUNCHGATE_BEGIN", begin), ("LAUNCHGATE_END", "limit")]);
        let launches = launch(&run);
        let pages = launches.launches[0].pages.iter();
        let mut pages: Vec<_> = pages.map(|page| (page.name.to_string(), page.appearances)).collect();
        pages.retain(|(name, _)| ["First", "Second"].contains(&name.as_str()));
        pages.sort();
        pages
    };
    let named = |[first, second]: [u64; 2]| [("First".to_owned(), first), ("Second".to_owned(), second)];
    assert_eq!(seen("process-start"), named([2, 1]));
    // The first appearance of the page was before the window, so only the second appearance counts.
    assert_eq!(seen("first-frame"), named([1, 1]));
}

#[test]
fn signposts_and_named_spans_within_the_window_are_recorded_in_the_trace() {
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

/// The spans of other threads grow, which no method on the main thread explains.
#[test]
fn a_slower_span_fails_the_check_and_names_the_owner_of_its_caller() {
    const OWNERS: &str = "[[module]]\nname = \"Work\"\nowner = \"@shop/work\"\nclasses = [\"Worker\"]\n";
    let app = Bundle::app(Style::Chained, &["spans.m"]).expect("the app builds");
    let folder = tempfile::tempdir().expect("a folder");
    let settings = [("COUNT", "20"), ("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "-[Worker done]")];
    let run = app.run(&settings).expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    let one = launch(&run);
    let mut random = Random::new(7);
    let mut launches = |name: &str, factor: f64| {
        let mut all = flows::repeated(&one, name, 10, 0.01, &mut random);
        let spans = all.launches.iter_mut().flat_map(|launch| &mut launch.spans);
        spans.filter(|span| &*span.name == "outer").for_each(|span| span.total.0 *= factor);
        let path = folder.path().join(format!("{name}.jsonl"));
        write_launches(&all, fs::File::create(&path).expect("a file")).expect("they are written");
        path.display().to_string()
    };
    let (base, same, slow) = (launches("base", 1.0), launches("same", 1.0), launches("slow", 1.5));
    let check = |head: &str, settings: &str| {
        let config = folder.path().join("config.toml");
        fs::write(&config, format!("{OWNERS}{settings}")).expect("it is written");
        let config = config.display().to_string();
        let (exit, text, complaints) = gate(&["check", head, "--base", &base, "--config", &config]);
        (exit, in_one_line(&(text + &complaints)))
    };
    let (exit, text) = check(&slow, "");
    assert_eq!(exit, Exit::Regressed, "{text}");
    for part in ["span outer", "Work", "@shop/work"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let (exit, text) = check(&same, "");
    assert_ne!(exit, Exit::Regressed, "{text}");
    // With an override the report only shows the span; with a budget the check fails if the span exceeds it, even without a slower build.
    let (exit, text) =
        check(&slow, "[[override]]\nspans = [\"out*\"]\nadvisory = true\nreason = \"a new queue\"\n");
    assert_ne!(exit, Exit::Regressed, "{text}");
    for (limit, is_exceeded) in [("1us", true), ("10s", false)] {
        let (exit, text) = check(&same, &format!("[[budget]]\nspan = \"out*\"\nlimit = \"{limit}\"\n"));
        assert_eq!(exit == Exit::Regressed, is_exceeded, "{text}");
        assert!(text.contains("span outer"), "{text}");
    }
}

/// The agent hooks the app's call of Swift's overlay, and the overlay's call of the system's function does not count as a second signpost.
#[test]
fn signposts_of_swift_are_recorded_once() {
    const OVERLAY: &str = "/usr/lib/swift/libswiftos.dylib";
    let (app, system) =
        Bundle::app_beside(Style::Chained, &["swift_signposts.m"], &[], OVERLAY, &["swiftos.c"])
            .expect("the app builds");
    let settings = [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "-[Worker done]")];
    let run = app
        .run_with(&settings, |config| {
            config.system.insert(OVERLAY.to_owned(), system);
        })
        .expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    let emitted = run.outcome.log.lines().filter(|line| line.starts_with("signpost ")).count();
    assert_eq!(emitted, 41, "the function itself is called: {}", run.outcome.log);
    let launches = launch(&run);
    let [span] = &launches.launches[0].spans[..] else { panic!("{:?}", launches.launches[0].spans) };
    assert_eq!((&*span.name, span.calls), ("decode", 20.0));
    assert_eq!(span.caller.as_deref(), Some("-[Worker work]"));
    assert!(span.total.0 > 20.0 * 1000.0, "{span:?}");
}
