//! Tests the system requests ("work") of an app: their counts and bytes equal the emulator's log, and counting them has a small cost.

use e2e::agent_work::{
    AskedFunction, Everything, WINDOW, added_outside, all_methods, differences, everything, told,
};
use e2e::bundle::Bundle;
use phone::Schedule;
use phone::build::Style;
use trace::{Reader, WorkKind};

#[test]
fn every_request_is_counted_for_the_method_that_made_it() {
    for style in Style::ALL {
        let app = Bundle::app(style, &["asks.m"]).expect("the app builds");
        let (differ, calls) = differences(&app, &WINDOW, |_| {}).expect("the app runs");
        assert!(differ.is_empty() && calls > 100, "{style:?}, {calls} calls:\n{}", differ.join("\n"));
    }
}

#[test]
fn no_request_is_lost_in_any_tested_schedule_of_threads() {
    let app = Bundle::app(Style::Chained, &["asks.m"]).expect("the app builds");
    for seed in 1..=8 {
        let schedule = Schedule::SeededBlocks { seed, longest: 100 };
        let (differ, _) =
            differences(&app, &WINDOW, |config| config.schedule = schedule).expect("the app runs");
        assert!(differ.is_empty(), "seed {seed}:\n{}", differ.join("\n"));
    }
}

#[test]
fn if_work_is_not_counted_the_trace_contains_no_counts_instead_of_zeros() {
    let app = Bundle::app(Style::Chained, &["asks.m"]).expect("the app builds");
    let off: Vec<_> = WINDOW.into_iter().chain([("LAUNCHGATE_WORK", "off")]).collect();
    let run = app.run(&off).expect("the phone runs");
    assert!(Reader::open(run.trace().expect("a trace")).expect("a readable trace").works.is_none());
    let stubs = run.outcome.counts.function("_launchgate_work");
    assert_eq!(stubs.entries, 0);
}

#[test]
fn a_late_image_is_counted_as_work_of_its_opener_and_has_its_own_requests() {
    let app = Bundle::app(Style::Chained, &["opens.m"]).expect("the app builds");
    let app = app.with_framework(Style::Chained, "Opened", &["opened.m"]).expect("the framework builds");
    let (differ, calls) = differences(&app, &WINDOW, |_| {}).expect("the app runs");
    assert!(differ.is_empty() && calls > 8, "{}", differ.join("\n"));
    let run = app.run(&WINDOW).expect("the phone runs");
    let trace = Reader::open(run.trace().expect("a trace")).expect("a readable trace");
    let works = trace.works.expect("work");
    let loads: Vec<_> = works.iter().filter(|work| work.kind == WorkKind::CodeLoad).collect();
    let [load] = &loads[..] else { panic!("{loads:?}") };
    let opener =
        load.node.and_then(|node| trace.methods.get(trace.nodes.get(node)?.method?)).expect("a method");
    assert_eq!((load.calls.0, opener.selector.to_string()), (1, "open:".to_owned()));
    // Requests that the image's initialiser makes belong to the image.
    let outside = |name: &str| {
        works.iter().any(|work| {
            let image = work.image.and_then(|image| trace.images.get(image));
            work.node.is_none() && image.is_some_and(|image| image.path.to_string().ends_with(name))
        })
    };
    assert!(outside("/Fixture"));
}

/// A signal may interrupt a hook before the next call has begun or after the previous call has ended, so the request belongs to the caller
/// or to the called method.
#[test]
fn requests_of_a_signal_handler_are_counted_for_an_open_call() {
    let app = Bundle::app(Style::Chained, &["asks_signal.m"]).expect("the app builds");
    let run = app.run(&WINDOW).expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0, "{}", run.outcome.log);
    let handled: u64 = run.outcome.log.trim().trim_start_matches("handled ").parse().expect("a number");
    let told = told(run.trace().expect("a trace"), &app).expect("a readable trace");
    let of = |method: &str| -> u64 {
        told.iter().filter(|((_, by, _), _)| by == method).map(|(_, (calls, _))| calls).sum()
    };
    assert_eq!(of("-[Box run]") + of("-[Box leaf:]"), handled, "{told:?}");
    assert!(of("-[Box run]") > 40 && of("-[Box leaf:]") > 1, "{told:?}");
    assert_eq!(of("-[Box other:]"), 0, "{told:?}");
}

#[test]
fn each_function_counted_as_work_is_counted_for_the_method_that_calls_the_function() {
    let Everything { app, asked } = everything().expect("the app builds");
    let (differ, _) = differences(&app, &WINDOW, |_| {}).expect("the app runs");
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    let run = app.run(&WINDOW).expect("the phone runs");
    let told = told(run.trace().expect("a trace"), &app).expect("a readable trace");
    for AskedFunction { name, kind, by, has_bytes } in &asked {
        let of_it: Vec<_> = told.iter().filter(|((_, asks, is_main), _)| asks == by && *is_main).collect();
        let [((told, ..), (calls, bytes))] = of_it[..] else { panic!("{name}, {by}: {of_it:?}") };
        assert_eq!((told, *calls), (kind, 1), "{name}");
        assert_eq!(*bytes > 0, *has_bytes, "{name}: {bytes} bytes");
    }
    // Each method of the fixture makes one request, so the trace must contain exactly one row for each of these methods.
    assert_eq!(asked.len(), told.keys().filter(|(_, by, _)| by.starts_with("-[Asker ")).count());
}

/// The stub counts for the image that made the last request, so the cost does not depend on the number of
/// images or on the thread.
#[test]
fn the_cost_of_counting_work_outside_of_methods_is_independent_of_loaded_images() {
    for images in [0, 12] {
        let added = added_outside(images).expect("the app runs");
        assert!(added.iter().all(|added| (15.0..=25.0).contains(added)), "{images} images: {added:?}");
    }
    let app = Bundle::app(Style::Chained, &["outside.m"]).expect("the app builds");
    let run = app.run(&WINDOW).expect("the phone runs");
    let told = told(run.trace().expect("a trace"), &app).expect("a readable trace");
    let outside = |is_main| told[&(WorkKind::MemoryAllocate, String::new(), is_main)];
    let (main, other) = (outside(true), outside(false));
    assert!(main.0 >= 1010 && main.1 >= 24 * 1010, "{main:?}");
    assert!(other.0 >= 1010 && other.1 >= 32 * 1010, "{other:?}");
    let (differ, _) = differences(&app, &WINDOW, |_| {}).expect("the app runs");
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn each_system_method_counted_as_work_is_counted_for_its_calling_method() {
    let (asked, work) = all_methods().expect("the app runs");
    for (kind, by) in &asked {
        let of_it: Vec<_> = work.iter().filter(|work| *work.by == **by).collect();
        let [one] = of_it[..] else { panic!("{by}: {of_it:?}") };
        assert_eq!((one.kind, one.calls), (*kind, 1), "{by}");
    }
    assert_eq!(asked.len(), work.iter().filter(|work| work.by.starts_with("-[Asker ask")).count());
}
