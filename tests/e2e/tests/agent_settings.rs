//! Tests the agent's settings, from the environment and from the file next to the dylib. For a bad
//! value, the agent uses the default and writes a note.

use e2e::agent_bed::{Run, methods};
use e2e::bundle::Bundle;
use phone::build::Style;
use trace::{DropKind, Ending, Reader};

const NAMED: (&str, &str) = ("LAUNCHGATE_LAUNCH", "one");
const FILE: &str = "Frameworks/launchgate.settings";

fn app() -> Bundle {
    Bundle::app(Style::Chained, &["pages.m"]).expect("the app builds")
}

fn run(app: &Bundle, environment: &[(&str, &str)]) -> Run {
    let run = app.run(environment).expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    run
}

/// Returns the names of the recorded calls. Nodes of skipped classes have no calls.
fn names(run: &Run) -> Vec<String> {
    let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
    methods.into_iter().filter(|(_, sums)| sums.0 > 0).map(|(name, _)| name).collect()
}

fn read(run: &Run) -> Reader<'_> {
    Reader::open(run.trace().expect("a trace")).expect("a readable trace")
}

fn has(run: &Run, name: &str) -> bool {
    names(run).iter().any(|found| found == name)
}

#[test]
fn each_setting_of_the_agent_has_its_effect() {
    let app = app();
    let plain = run(&app, &[NAMED]);
    assert!(has(&plain, "-[Thing turn]") && read(&plain).threads.len() == 2);
    let main = run(&app, &[NAMED, ("LAUNCHGATE_THREADS", "main")]);
    assert_eq!(read(&main).threads.len(), 1);
    let skipped = run(&app, &[NAMED, ("LAUNCHGATE_SKIP", "Thi*, NS*")]);
    assert!(!has(&skipped, "-[Thing turn]") && has(&skipped, "-[Page viewDidLoad]"), "{:?}", names(&skipped));
    let kept = run(&app, &[NAMED, ("LAUNCHGATE_KEEP", "Thing")]);
    assert!(has(&kept, "-[Thing turn]") && !has(&kept, "-[Page viewIsAppearing:]"), "{:?}", names(&kept));
    let less = run(&app, &[NAMED, ("LAUNCHGATE_SKIP", "+[Thing turn], -[Th* tur?]")]);
    let mut others = names(&plain).into_iter().filter(|name| name != "-[Thing turn]");
    assert!(!has(&less, "-[Thing turn]") && others.all(|name| has(&less, &name)), "{:?}", names(&less));
    let one = run(&app, &[NAMED, ("LAUNCHGATE_KEEP", "-[* turn]")]);
    assert!(has(&one, "-[Thing turn]") && !has(&one, "-[Page viewIsAppearing:]"), "{:?}", names(&one));
    let unpatched = run(&app, &[NAMED, ("LAUNCHGATE_SKIP_IMAGES", "Fix*")]);
    assert!(!has(&unpatched, "-[Thing turn]"), "{:?}", names(&unpatched));
    let elsewhere = run(&app, &[NAMED, ("LAUNCHGATE_KEEP_IMAGES", "Other")]);
    assert!(!has(&elsewhere, "-[Thing turn]"), "{:?}", names(&elsewhere));
    let flat = run(&app, &[NAMED, ("LAUNCHGATE_DEPTH", "1")]);
    assert!(read(&flat).dropped.iter().any(|drop| drop.kind == DropKind::TooDeep && drop.count.0 > 0));
    assert_eq!(read(&plain).dropped.len(), 0);
    let events = run(&app, &[NAMED, ("LAUNCHGATE_THRESHOLD", "0ns")]);
    assert!(read(&events).events.len() > read(&plain).events.len() + 10);
}

/// Code that reads its return address, such as automatic reference counting, must find an address in the app.
#[test]
fn methods_of_a_skipped_class_return_directly_to_their_caller() {
    let app = app();
    let returns = |environment: &[(&str, &str)]| {
        let log = run(&app, environment).outcome.log;
        log.lines().find_map(|line| line.strip_prefix("returns to ").map(str::to_owned)).expect("a line")
    };
    assert_eq!(returns(&[NAMED]), "liblaunchgate.dylib");
    assert_eq!(returns(&[NAMED, ("LAUNCHGATE_SKIP", "Thing")]), "Fixture");
    assert_eq!(returns(&[NAMED, ("LAUNCHGATE_DEPTH", "1")]), "Fixture");
}

#[test]
fn settings_in_the_environment_have_precedence_over_the_settings_file() {
    let text =
        "threads = main\nend = limit\nlimit = 50ms\nlaunch = one\nskip = Thing\ndepth = 0\ncolour = red\n";
    let app = app().with_file(FILE, text).expect("a file");
    let from_file = run(&app, &[]);
    let reader = read(&from_file);
    assert_eq!((reader.threads.len(), reader.info.ended_by), (1, Ending::TimeLimit));
    assert!(!has(&from_file, "-[Thing turn]"));
    let notes: Vec<String> = reader.notes.iter().map(|note| note.text.to_string()).collect();
    for note in [
        "settings: launchgate.settings, line 6: too small or too large",
        "settings: launchgate.settings, line 7: no such setting",
    ] {
        assert!(notes.iter().any(|found| found == note), "{notes:?}");
    }
    let both = run(&app, &[("LAUNCHGATE_SKIP", "Nobody"), ("LAUNCHGATE_LIMIT", "soon")]);
    assert!(has(&both, "-[Thing turn]"));
    let reader = read(&both);
    assert!(
        reader
            .notes
            .iter()
            .any(|note| note.text.to_string().starts_with("settings: LAUNCHGATE_LIMIT=soon: "))
    );
    assert_ne!(reader.info.settings, read(&from_file).info.settings, "other settings, other fingerprint");
}

/// A file or a list that is too long is not truncated. Instead, the trace has a note and the defaults are
/// used.
#[test]
fn settings_that_are_too_long_are_ignored_and_never_truncated() {
    let notes = |run: &Run| read(run).notes.iter().map(|note| note.text.to_string()).collect::<Vec<_>>();
    // The first 8,192 bytes end in the middle of a glob, whose first half would match all classes.
    let filler = format!("# {}\n", "x".repeat(8192 - 2 - 1 - 8));
    let file = format!("{filler}skip = *Nobody\n");
    assert!(file[..8192].ends_with("skip = *"));
    let long = run(&app().with_file(FILE, &file).expect("a file"), &[NAMED]);
    assert!(has(&long, "-[Thing turn]"), "{:?}", names(&long));
    let expected = "longer than 8192 bytes, so the file is ignored";
    assert!(notes(&long).iter().any(|note| note.ends_with(expected)), "{:?}", notes(&long));
    // A file of the largest allowed length is used.
    let full = format!("# {}\nskip = Thing", "x".repeat(8192 - 2 - 1 - 12));
    assert_eq!(full.len(), 8192);
    let fits = run(&app().with_file(FILE, &full).expect("a file"), &[NAMED]);
    assert!(!has(&fits, "-[Thing turn]") && notes(&fits).iter().all(|note| !note.contains("longer")));
    // A list of 32 globs is used; a list of 33 globs is ignored.
    let globs = |count| (1..count).map(|i| format!("No{i}, ")).collect::<String>() + "Thing";
    let most = run(&app(), &[NAMED, ("LAUNCHGATE_SKIP", &globs(32))]);
    assert!(!has(&most, "-[Thing turn]"));
    let many = run(&app(), &[NAMED, ("LAUNCHGATE_SKIP", &("Thing, ".to_owned() + &globs(32)))]);
    assert!(has(&many, "-[Thing turn]"));
    assert!(notes(&many).iter().any(|note| note.ends_with(": more than 32 globs")), "{:?}", notes(&many));
}

#[test]
fn without_an_id_and_a_file_the_agent_changes_no_pointer() {
    let app = app();
    let (unnamed, plain) =
        (app.run(&[]).expect("the phone runs"), app.run_plain(&[], |_| {}).expect("the phone runs"));
    assert_eq!(unnamed.status().expect("the app ends"), 0);
    assert_eq!(unnamed.outcome.log, plain.outcome.log);
    assert!(unnamed.files.is_empty(), "{:?}", unnamed.files.keys());
    assert_eq!(unnamed.outcome.counts.function("_launchgate_send").entries, 0);
}
