//! Tests the end of the window: the pointers that are restored, the path of the trace, and the files that remain after a crash.

use e2e::agent_bed::{Run, methods};
use e2e::bundle::Bundle;
use phone::build::Style;
use trace::{Ending, Reader};

const NAMED: (&str, &str) = ("LAUNCHGATE_LAUNCH", "one");
const CACHED: &str = "Library/Caches/launchgate/one.lgtrace";

fn app(style: Style) -> Bundle {
    Bundle::app(style, &["pages.m"]).expect("the app builds")
}

fn read(bytes: &[u8]) -> Reader<'_> {
    Reader::open(bytes).expect("a readable trace")
}

fn line<'a>(run: &'a Run, start: &str) -> &'a str {
    let log = &run.outcome.log;
    log.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("no {start}: {log}"))
}

fn notes(reader: &Reader<'_>) -> Vec<String> {
    reader.notes.iter().map(|note| note.text.to_string()).collect()
}

#[test]
fn pointers_and_methods_are_restored_when_recording_ends() {
    for style in Style::ALL {
        let plain = app(style).run_plain(&[], |_| {}).expect("the phone runs");
        let run = app(style).run(&[NAMED]).expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0, "{style:?}");
        // In the window, all pointers point to the agent.
        assert_eq!(line(&run, "inside: send"), "inside: send liblaunchgate.dylib", "{style:?}");
        assert!(line(&run, "inside: page").starts_with(
            "inside: page liblaunchgate.dylib, early liblaunchgate.dylib, base liblaunchgate.dylib, load liblaunchgate.dylib, "
        ), "{style:?} {}", run.outcome.log);
        // After the window, the pointers point to the same targets as without the agent.
        fn without_rights(run: &Run, start: &str) -> String {
            line(run, start).split(", rights").next().unwrap_or_default().to_owned()
        }
        for start in ["afterwards: send", "afterwards: page", "sum "] {
            assert_eq!(without_rights(&run, start), without_rights(&plain, start), "{style:?}");
        }
        let rights = |run: &Run, start| line(run, start).rsplit(' ').next().map(str::to_owned);
        assert_eq!(rights(&run, "inside: page"), rights(&plain, "inside: page"), "{style:?}");
        // A thread of the app may be writing to the pages of pointers to hook functions, so the agent makes no page read-only once threads
        // run.
        assert_eq!(rights(&run, "afterwards: page").as_deref(), Some("3"), "{style:?}");
    }
}

#[test]
fn swizzling_during_recording_exchanges_the_methods_of_the_app_and_not_hooks() {
    let run = app(Style::Chained).run(&[NAMED, ("SWIZZLE", "1")]).expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    // The app's own method calls the original method, and UIKit's call is recorded too.
    assert_eq!(line(&run, "swizzled "), "swizzled Fixture");
    assert_eq!(line(&run, "sum "), "sum 2, constructed 1, loaded 11");
    let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
    assert_eq!(methods["-[Page viewWillAppear:]"].0, 1, "the later call is not in the window");
}

#[test]
fn recording_ends_at_the_configured_method_or_time_limit() {
    for (setting, value, ending) in [
        ("LAUNCHGATE_END", "-[Thing turn]", Ending::Method),
        ("LAUNCHGATE_END", "+[Thing load]", Ending::Method),
        ("LAUNCHGATE_END", "-[Page viewIsAppearing:]", Ending::Method),
        ("LAUNCHGATE_END", "limit", Ending::TimeLimit),
    ] {
        let run = app(Style::Chained)
            .run(&[NAMED, (setting, value), ("LAUNCHGATE_LIMIT", "100ms")])
            .expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0, "{value}");
        let reader = read(run.trace().expect("a trace"));
        assert_eq!(reader.info.ended_by, ending, "{value}");
        let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
        if ending == Ending::Method {
            assert_eq!(methods[value].0, 1, "{value}");
            // The method has returned, so its time is counted once, and it is not listed as open.
            let called = |node: trace::Node| {
                let method = node.method.and_then(|id| reader.methods.get(id)).expect("a method");
                format!("[{} {}]", method.class, method.selector)
            };
            let open = |call: trace::OpenCall| called(reader.nodes.get(call.node).expect("a node"));
            assert!(reader.open_calls.iter().map(open).all(|name| name != value[1..]), "{value} is open");
            assert!(!methods.contains_key("-[Page viewDidAppear:]"), "{value}: what came later is there");
        }
        assert_eq!(line(&run, "afterwards: send"), "afterwards: send libobjc.A.dylib", "{value}");
    }
}

#[test]
fn the_trace_is_written_to_a_folder_that_drivers_can_read() {
    const SHARED: &str = "<plist version=\"1.0\"><dict><key>UIFileSharingEnabled</key><true/>\
        <key>CFBundleIdentifier</key><string>com.example.fixture</string>\
        <key>CFBundleShortVersionString</key><string>2.1</string></dict></plist>";
    let shared = app(Style::Chained).with_file("Info.plist", SHARED).expect("a file");
    let run = shared.run(&[NAMED]).expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    let bytes = run.files.get("Documents/launchgate/one.lgtrace").expect("a trace among the documents");
    let info = read(bytes).info;
    assert_eq!(
        (info.bundle_id.to_string().as_str(), info.app_version.to_string().as_str()),
        ("com.example.fixture", "2.1")
    );
    assert!(!run.files.contains_key(CACHED));

    let run = app(Style::Chained).run(&[NAMED]).expect("the phone runs");
    assert!(run.files.contains_key(CACHED), "{:?}", run.files.keys());
    assert!(run.files.keys().all(|name| !name.ends_with(".part")), "{:?}", run.files.keys());
}

#[test]
fn the_next_start_of_the_app_reports_a_crash_during_recording() {
    let app = app(Style::Chained);
    let crashed = app.run(&[NAMED, ("CRASH", "1")]).expect("the phone runs");
    assert!(crashed.status().is_err(), "it did not crash");
    assert!(crashed.files.contains_key("Library/Caches/launchgate/one.part"), "{:?}", crashed.files.keys());
    assert!(!crashed.files.contains_key(CACHED));
    let next = app.run(&[("LAUNCHGATE_LAUNCH", "two")]).expect("the phone runs");
    assert_eq!(next.status().expect("the app ends"), 0);
    assert!(next.files.contains_key("Library/Caches/launchgate/one.crashed"), "{:?}", next.files.keys());
    assert!(!next.files.contains_key("Library/Caches/launchgate/one.part"));
    let trace = next.files.get("Library/Caches/launchgate/two.lgtrace").expect("the second trace");
    assert!(
        notes(&read(trace)).iter().any(|note| note.contains("the previous launch, one,")),
        "{:?}",
        notes(&read(trace))
    );
}

#[test]
fn a_launch_with_read_only_pointers_is_not_recorded_and_the_trace_has_the_reason() {
    let run =
        app(Style::Chained).run_with(&[NAMED], |config| config.sealed_data = true).expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    let reader = read(run.trace().expect("a trace"));
    let notes = notes(&reader);
    let refusal = "objc_msgSend cannot be made writable: vm_protect returned 2";
    assert!(notes.iter().any(|note| note.ends_with(refusal)), "{notes:?}");
    assert_eq!(line(&run, "inside: send"), "inside: send libobjc.A.dylib");
    let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
    assert!(methods.is_empty(), "{methods:?}");
    assert_eq!(reader.info.ended_by, Ending::Stopped);
}
