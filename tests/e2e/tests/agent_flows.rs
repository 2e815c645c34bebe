//! Tests windows that begin and end at any moment, and the spans in them.

use std::fs;
use std::sync::Arc;

use e2e::agent_bed::Run;
use e2e::bundle::Bundle;
use e2e::flows::{self, LONG};
use e2e::lab::{gate, in_one_line};
use gate::cli::Exit;
use gate_launches::{Launches, ReadOptions, write_launches};
use gate_macho::rewrite::rewrite;
use gate_stats::Random;
use phone::Events;
use phone::build::Style;
use trace::{Ending, MarkKind, Reader, SignpostKind, WorkKind};

/// The path of the settings file in the app's folder.
const FILE: &str = "Frameworks/launchgate.settings";

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

/// Returns the ticks of 24 MHz between two marks.
fn ticks_between(run: &Run, from: MarkKind, to: MarkKind) -> u64 {
    let trace = read(run);
    let at = |kind| trace.marks.iter().find(|mark| mark.kind == kind).expect("a mark").at;
    at(to).since(at(from)).0
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
    // An ignored setting leaves the window at its default. A second begin can only be in the settings file.
    let ignored = "settings: launchgate.settings, line 2: the window has one begin and one end: the first of several is used";
    let file = "begin = mark:checkout\nbegin = responsive\nend = limit\n";
    let twice = run(&flows::app().expect("the app builds").with_file(FILE, file).expect("a file"), &[]);
    let wrong = run(&app, &[("LAUNCHGATE_BEGIN", "chekout")]);
    for (run, note, ending) in [
        (&twice, ignored, Ending::TimeLimit),
        (&wrong, "settings: LAUNCHGATE_BEGIN=chekout: ", Ending::FirstFrame),
    ] {
        assert_eq!(read(run).info.ended_by, ending, "{:?}", notes(run));
        let (notes, sentences) = (notes(run), warnings(run));
        let is_noted = notes.iter().filter(|found| found.starts_with(note)).count() == 1;
        let is_shown =
            sentences.iter().filter(|found| found.starts_with("the agent ignored a setting: ")).count() == 1;
        assert!(is_noted && is_shown, "{notes:?} {sentences:?}");
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
    let after = run(&app, &[("LAUNCHGATE_BEGIN", "-[Flow finish]"), ("LAUNCHGATE_END", "-[Flow busy]")]);
    let methods = e2e::agent_bed::methods(after.trace().expect("a trace")).expect("a readable trace");
    let (calls, total) = methods["-[Flow start:]"];
    assert!(calls == 0 && total < inside / 3, "{total} ticks with those of the steps before the window");
}

#[test]
fn spans_of_a_window_that_begins_later_begin_and_end_within_the_window() {
    let app = flows::app().expect("the app builds");
    let spans = |begin, end| {
        let launches = launch(&run(&app, &[("LAUNCHGATE_BEGIN", begin), ("LAUNCHGATE_END", end)]));
        let launch = launches.launches.first().expect("a launch");
        let spans = launch.spans.iter().map(|span| (span.name.to_string(), span.calls, span.total.0));
        (spans.collect::<Vec<_>>(), launch.duration().expect("a duration").0)
    };
    // The interval whose begin begins the window is a span, also if its end ends the window.
    for end in ["-[Flow finish]", "mark:checkout"] {
        let (spans, duration) = spans("mark:checkout", end);
        let [(name, calls, total)] = &spans[..] else { panic!("{spans:?}") };
        assert_eq!((&**name, *calls), ("checkout", 1.0), "{end}");
        assert!(*total <= duration && *total > 0.8 * duration, "{end}: {total} of {duration}");
    }
    // The first interval began before the window, and the second one is after it.
    assert_eq!(spans("-[Flow step]", "-[Flow finish]").0, []);
    let (both, _) = spans("process-start", "limit");
    assert_eq!(
        both.iter().map(|(name, calls, _)| (&**name, *calls)).collect::<Vec<_>>(),
        [("checkout", 2.0)]
    );
}

/// Two threads work before and after the begin of the window, one of them in a call that is open at the begin. Another thread ends before
/// the begin, and a new thread works after it.
#[test]
fn calls_and_work_of_other_threads_are_only_those_within_the_window() {
    let app = Bundle::app(Style::Chained, &["window_threads.m"]).expect("the app builds");
    let turns = |begin: &str| {
        let settings =
            [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_BEGIN", begin), ("LAUNCHGATE_END", "-[Job done]")];
        let run = app.run(&settings).expect("the phone runs");
        assert_eq!((run.status().expect("the app ends"), notes(&run)), (0, vec![]));
        let methods = e2e::agent_bed::methods(run.trace().expect("a trace")).expect("a readable trace");
        let trace = read(&run);
        let opened = |is_main| -> u64 {
            let works = trace.works.iter().flat_map(|works| works.iter());
            let opened = works.filter(|work| work.kind == WorkKind::FileOpen && work.is_main == is_main);
            opened.map(|work| work.calls.0).sum()
        };
        (methods["-[Job turn]"], methods["-[Job hold]"], [true, false].map(opened))
    };
    let (turn, hold, opened) = turns("process-start");
    assert_eq!((turn.0, hold.0, opened), (53, 1, [2, 51]));
    let one = turn.1 / turn.0;
    // The class method is called on another thread before the mark.
    for (begin, others) in [("mark:window", 16), ("+[Job gather]", 17)] {
        let (turn, hold, opened) = turns(begin);
        assert_eq!((turn.0, hold.0, opened), (others + 1, 0, [1, others]), "{begin}");
        // The open call has the time of its three turns in the window, and not that of the 20 turns before it.
        assert!((3 * one * 9 / 10..19 * one).contains(&hold.1), "{begin}: {} ticks, {one} in a turn", hold.1);
    }
}

/// A pass of the main run loop sleeps after the first frame. Without it, the app would be responsive from the first frame on.
#[test]
fn an_app_is_responsive_after_a_pass_of_50_ms_and_not_after_a_shorter_one() {
    let app = flows::app().expect("the app builds");
    for (sleep, is_slow) in [("100000", true), ("30000", false)] {
        let run = run(&app, &[("LAUNCHGATE_END", "responsive"), ("BUSY", sleep)]);
        assert_eq!((read(&run).info.ended_by, notes(&run)), (Ending::Responsive, vec![]));
        let later = ticks_between(&run, MarkKind::FirstFrame, MarkKind::Responsive);
        assert_eq!(later > 2_400_000, is_slow, "{sleep} µs: responsive {later} ticks after the first frame");
    }
    // The page appears 20 ms after the app's first pass.
    let frames = run(&app, &[("LAUNCHGATE_BEGIN", "apple-first-frame"), ("LAUNCHGATE_END", "first-frame")]);
    let ticks = ticks_between(&frames, MarkKind::WindowBegin, MarkKind::WindowEnd);
    assert!(ticks > 240_000, "{ticks} ticks");
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
    let launches = launch(&run);
    let launch = launches.launches.first().expect("a launch");
    let phases: Vec<_> =
        launch.phases.iter().map(|phase| (phase.name.to_string(), phase.duration().0)).collect();
    let sum: f64 = phases.iter().map(|(_, duration)| duration).sum();
    assert_eq!(phases.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), ["start..responsive"]);
    let duration = launch.duration().expect("a duration").0;
    assert!((sum - duration).abs() < 1.0 && duration < 50e6, "{phases:?}");
    // An app that is always responsive can be compared, too.
    let folder = tempfile::tempdir().expect("a folder");
    let mut random = Random::new(5);
    let paths = ["base", "head"].map(|name| {
        let path = folder.path().join(format!("{name}.jsonl"));
        let all = flows::repeated(&launches, name, 10, 0.01, &mut random);
        write_launches(&all, fs::File::create(&path).expect("a file")).expect("they are written");
        path.display().to_string()
    });
    let (exit, text, complaints) = gate(&["check", &paths[1], "--base", &paths[0]]);
    assert_eq!(exit, Exit::Pass, "{text}{complaints}");
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
        ("message", SignpostKind::Event, 1),
        ("disabled", SignpostKind::Event, 0),
    ] {
        assert_eq!(count(name, kind), expected, "{name}");
    }
    let bytes = run.trace().expect("a trace");
    for text in ["card 4711", "paid with"] {
        assert!(
            !bytes.windows(text.len()).any(|part| part == text.as_bytes()),
            "the trace contains {text:?}"
        );
    }
    let disabled =
        "the system disables those of the log com.example.fixture with the category DynamicTracing";
    assert_eq!(notes(&run), [format!("signposts: {disabled}")]);
    assert_eq!(warnings(&run), [format!("signposts are not recorded: {disabled:?}")]);
    let added = |run: &Run, from| run.between(from, from + 1).expect("marks");
    let plain = app.run_plain(&settings, |_| {}).expect("the phone runs");
    let inside = (added(&run, 1) - added(&plain, 1)) / 1000;
    assert!(inside <= 120, "{inside} instructions for a signpost in the window");
    assert_eq!(added(&run, 3), added(&plain, 3), "after the window");
    // A mark that ends the window is compared with the name of each signpost.
    let marked =
        app.run(&[settings[0], settings[1], ("LAUNCHGATE_END", "mark:later")]).expect("the phone runs");
    assert_eq!(read(&marked).info.ended_by, Ending::Mark);
    let inside = (added(&marked, 1) - added(&plain, 1)) / 1000;
    assert!(inside <= 120, "{inside} instructions for a signpost in a window that a mark ends");
}

#[test]
fn a_slower_flow_after_the_first_frame_fails_the_check_and_names_method_and_owner() {
    let app = flows::app().expect("the app builds");
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("config.toml");
    let settings = "[[scenario]]\nname = \"checkout\"\nbegin = \"first-frame\"\nend = \"mark:checkout\"\n\
        [[module]]\nname = \"Pay\"\nowner = \"@shop/pay\"\nclasses = [\"Flow\"]\n";
    fs::write(&config, settings).expect("a file");
    let mut random = Random::new(11);
    let mut launches = |name: &str, slower: &str| {
        let window =
            [("LAUNCHGATE_BEGIN", "first-frame"), ("LAUNCHGATE_END", "mark:checkout"), ("SLOWER", slower)];
        let mut all = flows::repeated(&launch(&run(&app, &window)), name, 20, 0.01, &mut random);
        for launch in &mut all.launches {
            Arc::make_mut(&mut launch.conditions).scenario = "checkout".into();
        }
        let path = folder.path().join(format!("{name}.jsonl"));
        write_launches(&all, fs::File::create(&path).expect("a file")).expect("they are written");
        path.display().to_string()
    };
    let (base, same, slow) = (launches("base", "0"), launches("same", "0"), launches("slow", "5000"));
    let check = |head: &str| {
        let config = config.display().to_string();
        let (exit, text, complaints) = gate(&["check", head, "--base", &base, "--config", &config]);
        (exit, in_one_line(&(text + &complaints)))
    };
    let (exit, text) = check(&slow);
    assert_eq!(exit, Exit::Regressed, "{text}");
    assert!(text.contains("-[Flow step]") && text.contains("@shop/pay"), "{text}");
    assert!(text.contains("scenario checkout"), "{text}");
    let (exit, text) = check(&same);
    assert_eq!(exit, Exit::Pass, "{text}");
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
    let run_until = |end: &str| {
        let settings = [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", end)];
        let system = system.clone();
        app.run_with(&settings, |config| config.system.extend([(OVERLAY.to_owned(), system)]))
            .expect("the phone runs")
    };
    let run = run_until("-[Worker done]");
    assert_eq!(run.status().expect("the app ends"), 0);
    let emitted = run.outcome.log.lines().filter(|line| line.starts_with("signpost ")).count();
    assert_eq!(emitted, 51, "the functions themselves are called: {}", run.outcome.log);
    let launches = launch(&run);
    let [span, with_message] = &launches.launches[0].spans[..] else {
        panic!("{:?}", launches.launches[0].spans)
    };
    assert_eq!((&*with_message.name, with_message.calls), ("load", 5.0));
    assert_eq!((&*span.name, span.calls), ("decode", 20.0));
    assert_eq!(span.caller.as_deref(), Some("-[Worker work]"));
    assert!(span.total.0 > 20.0 * 1000.0, "{span:?}");

    // A mark by Swift's overlay ends the window at the end of its first interval.
    let ended = run_until("mark:decode");
    assert_eq!((read(&ended).info.ended_by, notes(&ended)), (Ending::Mark, vec![]));
    let spans = &launch(&ended).launches[0].spans;
    assert_eq!(spans.iter().map(|span| (&*span.name, span.calls)).collect::<Vec<_>>(), [("decode", 1.0)]);
}

/// The mark that `+end:` sets is the last event of the window.
#[test]
fn the_end_of_a_span_of_the_agents_class_ends_the_window() {
    let app = Bundle::app(Style::Chained, &["spans.m"]).expect("the app builds");
    let settings = [("COUNT", "2"), ("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "mark:named")];
    let run = app.run(&settings).expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    assert_eq!(read(&run).info.ended_by, Ending::Mark, "{:?}", notes(&run));
    let spans = &launch(&run).launches[0].spans;
    let calls = |name: &str| spans.iter().find(|span| *span.name == *name).map(|span| span.calls);
    assert_eq!((calls("named"), calls("outer"), calls("message")), (Some(1.0), Some(8.0), None));
}

/// The emulated phone executes 125 instructions in each tick of 24 MHz, which is 3 instructions in each nanosecond.
#[test]
fn the_first_spans_of_each_name_have_the_counters_of_the_process() {
    let app = Bundle::app(Style::Chained, &["spans.m"]).expect("the app builds");
    let settings = [
        ("COUNT", "5"),
        ("IN_TURN", "1"),
        ("LAUNCHGATE_LAUNCH", "one"),
        ("LAUNCHGATE_END", "-[Worker done]"),
        ("LAUNCHGATE_SAMPLES", "off"),
    ];
    let run = app.run(&settings).expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    let counted = read(&run).marks.iter().filter(|mark| mark.kind == MarkKind::Signpost).count();
    assert!((30..=80).contains(&counted), "{counted}");
    let launch = &launch(&run).launches[0];
    assert!(launch.marks.iter().all(|mark| *mark.name != *"signpost"), "{:?}", launch.marks);
    let span = |name: &str| launch.spans.iter().find(|span| *span.name == *name).expect("a span");
    let inner = span("inner");
    let own = 3.0 * inner.total.0 / inner.calls;
    let instructions = inner.counters.instructions.expect("instructions");
    // The counters include the instructions of the agent between its two readings.
    assert!((own..own + 1500.0).contains(&instructions), "{instructions} of which {own} are the app's");
    assert!(inner.counters.cycles.is_some() && inner.counters.page_ins.is_some(), "{inner:?}");
    assert_eq!(span("event").counters.instructions, None);
    assert!(span("never").counters.instructions.is_some(), "the end of the window has counters");
}

#[test]
fn a_window_has_15_seconds_to_begin_and_to_end_by_default() {
    let app = Bundle::app(Style::Chained, &["events.m"]).expect("the app builds");
    for (setting, ending, verb) in
        [("LAUNCHGATE_BEGIN", Ending::NotBegun, "began"), ("LAUNCHGATE_END", Ending::NotEnded, "ended")]
    {
        let moment = setting.trim_start_matches("LAUNCHGATE_").to_lowercase();
        let run = app
            .run(&[("LAUNCHGATE_LAUNCH", "one"), (setting, "mark:never"), ("PHONE_RUN_MS", "16000")])
            .expect("the phone runs");
        assert_eq!(read(&run).info.ended_by, ending, "{:?}", notes(&run));
        let note = format!(
            "the window never {verb}: `{moment} = mark:never` did not come within the limit of 15.000 s"
        );
        assert_eq!(notes(&run), [note]);
    }
}

/// Runs an app that goes to the background and comes back after 2 s for which the phone suspends it.
fn run_resumed(flags: &[&str], begin: &str, end: &str, limit: &str) -> Run {
    run_events(flags, &["background", "foreground"], [begin, end, limit])
}

/// Runs an app that handles events after its launch.
fn run_events(flags: &[&str], events: &[&str], [begin, end, limit]: [&str; 3]) -> Run {
    let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
    let app = Bundle::app_with(Style::Chained, &["events.m"], &flags, None).expect("the app builds");
    let queue = Arc::new(Events::default());
    events.iter().chain(&["end"]).for_each(|event| queue.send(*event));
    let settings = [
        ("LAUNCHGATE_LAUNCH", "one"),
        ("LAUNCHGATE_BEGIN", begin),
        ("LAUNCHGATE_END", end),
        ("LAUNCHGATE_LIMIT", limit),
        ("PHONE_EVENTS", "1"),
        ("PHONE_RUN_MS", "1500"),
    ];
    let run = app.run_with(&settings, |config| config.events = Some(queue)).expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0, "{}", run.outcome.log);
    run
}

#[test]
fn a_resume_is_measured_without_the_time_for_which_ios_suspended_the_app() {
    const RETURN: &str = "-[Delegate applicationWillEnterForeground:]";
    let milliseconds = |run: &Run| launch(run).launches[0].duration().expect("a duration").0 / 1e6;
    let resumed = run_resumed(&[], RETURN, "responsive", "15s");
    assert_eq!((read(&resumed).info.ended_by, notes(&resumed)), (Ending::Responsive, vec![]));
    assert!(milliseconds(&resumed) < 50.0, "{} ms", milliseconds(&resumed));
    // A window across the suspension has its time, for which no call and no other thread ran.
    let across = run_resumed(&[], "first-frame", RETURN, "15s");
    assert_eq!(notes(&across), [""; 0]);
    let ms = milliseconds(&across);
    assert!((5000.0 - 50.0..5000.0 + 50.0).contains(&ms), "{ms} ms");
    // The first sample after the suspension does not have the suspended time, in which its function did not run.
    let sampled: u64 = read(&across).samples.iter().map(|sample| sample.time.0).sum();
    let seconds = sampled as f64 / 24e6;
    assert!((2.8..3.05).contains(&seconds), "{seconds} s");
    // The time in the background counts towards the limit, which comes while the app is in the background.
    let late = run_resumed(&[], RETURN, "responsive", "2500ms");
    assert_eq!(read(&late).info.ended_by, Ending::NotBegun, "{:?}", notes(&late));
    let reason =
        format!("the window never began: `begin = {RETURN}` did not come within the limit of 2.500 s");
    assert_eq!(notes(&late), [reason]);
}

#[test]
fn the_scene_that_opens_a_url_begins_and_ends_the_window() {
    const OPEN: &str = "-[Scene scene:openURLContexts:]";
    let opened = run_events(&["-DSCENES"], &["url shop://cart"], [OPEN, OPEN, "15s"]);
    assert_eq!(notes(&opened), [""; 0]);
    let methods = e2e::agent_bed::methods(opened.trace().expect("a trace")).expect("a readable trace");
    let called: Vec<&str> = methods
        .iter()
        .filter(|(name, costs)| name.contains("Scene") && costs.0 > 0)
        .map(|(name, _)| &**name)
        .collect();
    assert_eq!(called, ["-[Scene scene:openURLContexts:]", "-[Scene work]"]);
    assert_eq!(methods["-[Scene work]"].0, 1, "{methods:?}");
}

/// UIKit sends `sceneWillEnterForeground:` at the launch too, so the app sets the mark only when it returns.
#[test]
fn the_resume_of_an_app_with_scenes_begins_at_a_mark_of_the_app() {
    let resumed = run_resumed(&["-DSCENES"], "mark:back", "responsive", "15s");
    assert_eq!((read(&resumed).info.ended_by, notes(&resumed)), (Ending::Responsive, vec![]));
    let methods = e2e::agent_bed::methods(resumed.trace().expect("a trace")).expect("a readable trace");
    // The scene works once in the foreground before the mark, and once as it becomes active.
    assert_eq!(methods["-[Scene work]"].0, 1, "{methods:?}");
    assert_eq!(methods["-[Scene sceneDidBecomeActive:]"].0, 1, "{methods:?}");
}
