//! Tests the agent on phones and with libraries that make recording difficult. The app must behave as without the agent.

use std::fs;
use std::path::{Path, PathBuf};

use e2e::agent_bed::{App, Run, methods};
use phone::Config;
use phone::build::{self, Image, Kind, Style};

const AGENT: &str = "@executable_path/Frameworks/liblaunchgate.dylib";
const HOOKER: &str = "@executable_path/Frameworks/libhooker.dylib";

/// The expected calls of the fixture's methods.
const CALLS: [(&str, u64); 5] = [
    ("-[Base add:]", 200),
    ("-[Leaf add:]", 100),
    ("-[Base half:]", 100),
    ("+[Base twice:]", 100),
    ("-[Base deep:]", 21),
];

fn app(style: Style) -> App {
    App::new(style, &["first.m"]).with("LAUNCHGATE_LIMIT", "1s")
}

fn sum(log: &str) -> &str {
    log.split(',').next().unwrap_or_default()
}

/// Checks that the app's results equal those of a run without the agent.
fn expect_unharmed(run: &Run, style: Style, what: &str) {
    let plain = App::new(style, &["first.m"]).plain().run().expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0, "{what}");
    assert!(sum(&run.outcome.log).starts_with("sum "), "{what}: {}", run.outcome.log);
    assert_eq!(sum(&run.outcome.log), sum(&plain.outcome.log), "{what}");
}

fn expect_calls(run: &Run, what: &str) {
    let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
    for (name, calls) in CALLS {
        assert_eq!(methods.get(name).map(|sums| sums.0), Some(calls), "{what} {name} in {methods:#?}");
    }
}

/// Builds a library that hooks message sends too, by writing its own function to every pointer to objc_msgSend.
fn hooker() -> PathBuf {
    let system = build::system().expect("the small iOS builds");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../phone/tests/fixtures/hooker.c");
    let kind = Kind::Library("@rpath/libhooker.dylib".into());
    let mut image = Image::new("libhooker.dylib", kind, Style::Chained, [source]);
    image.libraries = ["libSystem", "libobjc"].map(|folder| system.by_folder[folder].clone()).into();
    build::build(&image).expect("the other library builds")
}

#[test]
fn another_hooking_library_works_if_it_is_loaded_before_or_after_the_agent() {
    let hooker = hooker();
    for (what, order) in [("before", format!("{HOOKER}:{AGENT}")), ("after", format!("{AGENT}:{HOOKER}"))] {
        for style in [Style::Chained, Style::Opcodes, Style::StubsFast] {
            let change = |config: &mut Config| {
                fs::copy(&hooker, config.bundle.join("Frameworks/libhooker.dylib")).expect("a copy");
                config.environment.insert("DYLD_INSERT_LIBRARIES".into(), order.clone());
            };
            let run = app(style).run_with(change).expect("the phone runs");
            expect_unharmed(&run, style, what);
            expect_calls(&run, what);
            let detours = run.outcome.counts.function("_other_hooker_detour").entries;
            // The second library calls the first library, except for sends to nil. If the second library searches for pointers to
            // objc_msgSend itself, it does not find any.
            assert!(
                what == "after" || detours > 500,
                "{what} {style:?}: the other library got {detours} calls"
            );
        }
    }
}

#[test]
fn the_agent_finds_pointers_to_hook_in_an_app_without_indirect_symbols() {
    for style in [Style::Chained, Style::Opcodes] {
        let change = |config: &mut Config| {
            let path = config.bundle.join("Fixture");
            let mut bytes = fs::read(&path).expect("the app");
            build::strip_indirect_symbols(&mut bytes);
            fs::write(&path, bytes).expect("the stripped app");
        };
        let run = app(style).run_with(change).expect("the phone runs");
        expect_unharmed(&run, style, "stripped");
        expect_calls(&run, "stripped");
    }
}

#[test]
fn on_a_phone_with_read_only_pointers_the_app_runs_unchanged() {
    let run = app(Style::Chained).run_with(|config| config.sealed_data = true).expect("the phone runs");
    expect_unharmed(&run, Style::Chained, "sealed");
    let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
    assert_eq!(
        methods.get("-[Base add:]"),
        None,
        "nothing could be patched, so nothing may be claimed: {methods:#?}"
    );
}

#[test]
fn a_prewarmed_start_is_distinguished_from_a_cold_start() {
    let prewarmed = |run: &Run| {
        let reader = trace::Reader::open(run.trace().expect("a trace")).expect("a readable trace");
        reader.info.prewarmed == Some(true)
    };
    let cold = app(Style::Chained).run().expect("the phone runs");
    assert!(!prewarmed(&cold));
    let told = app(Style::Chained).with("ActivePrewarm", "1").run().expect("the phone runs");
    expect_unharmed(&told, Style::Chained, "prewarmed");
    assert!(prewarmed(&told));
    // The system's environment variable for prewarming is sometimes missing, so a process that is older than a minute also counts as
    // started ahead of time.
    let old =
        app(Style::Chained).run_with(|config| config.age_ticks = 24_000_000 * 90).expect("the phone runs");
    assert!(prewarmed(&old));
}
