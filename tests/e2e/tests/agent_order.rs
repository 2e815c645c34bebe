//! Tests that the trace contains all parts of a launch up to the first frame: +load methods, initialisers, entry points, pages (view
//! controllers) and marks.

use std::collections::BTreeMap;

use e2e::agent_bed::{Run, methods};
use e2e::agent_tree::plain_ticks;
use e2e::bundle::Bundle;
use phone::Counter;
use phone::build::Style;
use trace::{DropKind, Ending, MarkKind, Page, Reader, Thermal};

const NAMED: (&str, &str) = ("LAUNCHGATE_LAUNCH", "one");

fn app(style: Style) -> Bundle {
    Bundle::app(style, &["pages.m"])
        .and_then(|app| app.with_framework(style, "Late", &["late.m"]))
        .expect("the app builds")
}

fn read(run: &Run) -> Reader<'_> {
    assert_eq!(run.status().expect("the app ends"), 0);
    Reader::open(run.trace().expect("a trace")).expect("a readable trace")
}

fn marks(reader: &Reader<'_>) -> BTreeMap<MarkKind, u64> {
    reader.marks.iter().map(|mark| (mark.kind, mark.at.0)).collect()
}

fn page<'a>(reader: &Reader<'a>, class: &str) -> Page<'a> {
    let mut pages = reader.pages.iter().filter(|page| page.class.to_string() == class);
    pages.next().unwrap_or_else(|| panic!("no page {class}"))
}

#[test]
fn load_methods_initialisers_and_entry_points_are_recorded_with_their_times() {
    for style in Style::ALL {
        let run = app(style).run(&[NAMED, ("LATE", "1")]).expect("the phone runs");
        let reader = read(&run);
        let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
        for (name, calls) in [
            // A method of the class and a method of its category have the name `+[Thing load]`.
            ("+[Thing load]", 2),
            ("+[LateThing load]", 2),
            ("+[NSObject load]", 1),
            // The app and the late framework both have a class with the name `Twin`.
            ("+[Twin load]", 2),
            ("-[LateThing arrive]", 1),
            // Two calls come from `[[Thing alloc] init]`. libobjc sends the third `init`, for `+new`, without a pointer of the app.
            ("-[Thing init]", 2),
            ("+[NSObject new]", 1),
            ("-[Thing turn]", 3),
            ("-[Page loadView]", 1),
            ("-[Page viewDidLoad]", 1),
            ("-[Page viewWillAppear:]", 1),
            ("-[Page viewIsAppearing:]", 1),
            ("-[Page viewWillLayoutSubviews]", 1),
            ("-[Page viewDidLayoutSubviews]", 1),
            ("-[Page viewDidAppear:]", 1),
            ("-[Early viewDidLoad]", 1),
            ("-[Delegate application:didFinishLaunchingWithOptions:]", 1),
        ] {
            assert_eq!(methods.get(name).map(|sums| sums.0), Some(calls), "{style:?} {name} in {methods:#?}");
        }
        let loads: Vec<_> = reader.methods.iter().filter(|m| m.selector.to_string() == "load").collect();
        assert_eq!(loads.len(), 7, "{style:?}: classes and categories each have a method of their own");
        assert!(loads.iter().all(|m| m.image.is_some()), "{style:?}: each lies in an image");
        assert!(methods["+[Thing load]"].1 > 14_000 * 3 / 125, "{style:?}: {:?}", methods["+[Thing load]"]);
    }
}

/// The linker may write method lists as absolute pointers, which libobjc changes in place, or as offsets in
/// read-only pages.
#[test]
fn load_methods_of_late_images_are_recorded_in_their_own_image() {
    let flags = ["-no_objc_relative_method_lists", "-objc_relative_method_lists"];
    for (flag, counter) in flags.into_iter().zip(Counter::MODES) {
        let style = Style::Chained;
        let app = Bundle::app(style, &["pages.m"])
            .and_then(|app| app.with_framework_linked(style, "Late", &["late.m"], &[flag]))
            .expect("the app builds");
        let settings = [NAMED, ("LATE", "1")];
        let run = app.run_with(&settings, |config| config.counter = counter).expect("the phone runs");
        let reader = read(&run);
        let mut loads = Vec::new();
        for node in reader.nodes.iter() {
            let Some(method) = node.method.and_then(|id| reader.methods.get(id)) else { continue };
            let image = method.image.and_then(|id| reader.images.get(id)).map(|image| image.path.to_string());
            if method.selector.to_string() == "load" {
                // The loops have 1,000 to 11,000 iterations of 3 instructions. The shortest loop takes 24
                // ticks.
                let image = image.and_then(|path| path.rsplit('/').next().map(str::to_owned));
                let took = (node.total.0 as f64 * plain_ticks(&reader) * 125.0 / 3000.0) as u64;
                loads.push((method.class.to_string(), image.unwrap_or_default(), node.calls.0, took));
            }
        }
        loads.sort();
        let expected = [
            ("LateThing", "Late", 5),
            ("LateThing", "Late", 7),
            ("NSObject", "Late", 3),
            ("Thing", "Fixture", 5),
            ("Thing", "Fixture", 9),
            ("Twin", "Fixture", 1),
            ("Twin", "Late", 11),
        ];
        let named: Vec<_> = loads.iter().map(|(class, image, ..)| (class.as_str(), image.as_str())).collect();
        assert_eq!(named, expected.map(|(class, image, _)| (class, image)), "{flag}");
        for ((class, image, calls, took), (.., thousands)) in loads.iter().zip(expected) {
            assert_eq!(*calls, 1, "{flag}: {class} of {image}");
            // An iteration of the loop has 4 to 6 instructions.
            assert!((thousands..=thousands * 3).contains(took), "{flag}: {class} of {image}: {took}");
        }
    }
}

#[test]
fn the_marks_of_a_launch_are_in_order_and_have_counters() {
    let run =
        app(Style::Chained).run_with(&[NAMED], |config| config.page_in_ticks = 10).expect("the phone runs");
    let reader = read(&run);
    let kinds: Vec<MarkKind> = {
        let mut marks: Vec<_> = reader.marks.iter().collect();
        marks.sort_by_key(|mark| mark.at.0);
        marks.iter().map(|mark| mark.kind).collect()
    };
    assert_eq!(
        kinds,
        [
            MarkKind::ProcessStart,
            MarkKind::AgentStart,
            MarkKind::Main,
            MarkKind::DidFinishLaunchingBegin,
            MarkKind::DidFinishLaunchingEnd,
            MarkKind::FirstViewDidAppear,
            MarkKind::FirstFrame,
            MarkKind::WindowEnd,
        ]
    );
    let mut before = (0, 0, 0);
    for mark in reader.marks.iter().filter(|mark| mark.kind != MarkKind::ProcessStart) {
        let known = |count: Option<trace::Count>| count.map_or(0, |count| count.0);
        let now = (known(mark.instructions), known(mark.cycles), known(mark.page_ins));
        assert!(
            now.0 > before.0 && now.1 > before.1 && now.2 >= before.2,
            "{:?}: {before:?} then {now:?}",
            mark.kind
        );
        before = now;
    }
    assert!(before.2 > 0, "no page-ins");
    // The phone's process is 20 ms old when its first instruction runs.
    let marks = marks(&reader);
    let age = marks[&MarkKind::AgentStart] - marks[&MarkKind::ProcessStart];
    assert!((480_000..=500_000).contains(&age), "{age} ticks");
    assert_eq!(reader.info.ended_by, Ending::FirstFrame);
    assert_eq!(reader.info.prewarmed, Some(false));
}

#[test]
fn a_page_is_created_loaded_shown_and_drawn_in_this_order() {
    let run = app(Style::Chained).run(&[NAMED]).expect("the phone runs");
    let reader = read(&run);
    let page = page(&reader, "Page");
    let times =
        [page.created, page.load_begin, page.load_end, page.appear_begin, page.appear_end, page.first_frame];
    let times: Vec<u64> = times.iter().map(|time| time.expect("every time is known").0).collect();
    assert!(times.is_sorted_by(|a, b| a < b), "{times:?}");
    assert_eq!(page.first_frame.map(|at| at.0), marks(&reader).get(&MarkKind::FirstFrame).copied());
    assert!(page.image.is_some());
}

#[test]
fn a_view_controller_that_is_loaded_on_another_thread_is_not_recorded_as_a_page() {
    let run = app(Style::Chained).run(&[NAMED, ("ASIDE", "1")]).expect("the phone runs");
    let reader = read(&run);
    let calls = methods(run.trace().expect("a trace")).expect("a readable trace");
    assert_eq!(calls["-[Aside viewDidLoad]"].0, 1, "it was not made");
    let pages: Vec<String> = reader.pages.iter().map(|page| page.class.to_string()).collect();
    assert!(pages.contains(&"Early".to_owned()) && !pages.contains(&"Aside".to_owned()), "{pages:?}");
}

#[test]
fn pages_that_do_not_fit_into_memory_are_counted() {
    let run = app(Style::Chained).run(&[NAMED, ("PAGES", "200")]).expect("the phone runs");
    let reader = read(&run);
    let lost: u64 =
        reader.dropped.iter().filter(|drop| drop.kind == DropKind::PagesFull).map(|drop| drop.count.0).sum();
    let early = reader.pages.iter().filter(|page| page.class.to_string() == "Early").count() as u64;
    // The fixture itself loads one additional page.
    assert!(reader.pages.len() == 128 && lost > 0, "{} pages, {lost} lost", reader.pages.len());
    assert_eq!(early + lost, 201, "{early} kept, {lost} lost");
}

#[test]
fn the_first_frame_is_found_if_the_first_view_controller_is_a_class_of_the_system() {
    for root in ["system", "navigation"] {
        let run = app(Style::Chained).run(&[NAMED, ("ROOT", root)]).expect("the phone runs");
        let reader = read(&run);
        assert_eq!(reader.info.ended_by, Ending::FirstFrame, "{root}");
        let marks = marks(&reader);
        assert!(marks[&MarkKind::FirstViewDidAppear] < marks[&MarkKind::FirstFrame], "{root}");
        assert!(page(&reader, "UIViewController").first_frame.is_some(), "{root}");
    }
}

#[test]
fn main_is_marked_if_the_app_does_not_call_uiapplicationmain() {
    let run = app(Style::Chained).run(&[NAMED, ("INSIDE", "1")]).expect("the phone runs");
    let reader = read(&run);
    let marks = marks(&reader);
    assert!(marks[&MarkKind::AgentStart] < marks[&MarkKind::Main]);
    assert!(marks[&MarkKind::Main] < marks[&MarkKind::DidFinishLaunchingBegin]);
    assert!(reader.notes.iter().any(|note| note.text.to_string().starts_with("main: ")), "no note");
    let run = app(Style::Chained).run(&[NAMED]).expect("the phone runs");
    assert!(read(&run).notes.iter().all(|note| !note.text.to_string().starts_with("main: ")));
}

#[test]
fn main_is_marked_at_the_entry_point_of_a_swiftui_app() {
    for style in Style::ALL {
        let app = Bundle::app(style, &["swiftui.m"]).expect("the app builds");
        let run = app.run(&[NAMED]).expect("the phone runs");
        let reader = read(&run);
        let marks = marks(&reader);
        assert!(reader.notes.iter().all(|note| !note.text.to_string().starts_with("main: ")), "{style:?}");
        // SwiftUI executes 400,000 instructions before it creates the application. The mark `main` must come before the instructions of
        // SwiftUI.
        let work = marks[&MarkKind::DidFinishLaunchingBegin] - marks[&MarkKind::Main];
        assert!(work > 400_000 / 125, "{style:?}: {work} ticks");
        assert!(marks[&MarkKind::AgentStart] < marks[&MarkKind::Main], "{style:?}");
    }
}

#[test]
fn a_prewarmed_start_is_marked_in_the_trace() {
    let app = app(Style::Chained);
    let run = app.run(&[NAMED, ("ActivePrewarm", "1")]).expect("the phone runs");
    assert_eq!(read(&run).info.prewarmed, Some(true));
    let run = app.run_with(&[NAMED], |config| config.age_ticks = 24_000_000 * 61).expect("the phone runs");
    assert_eq!(read(&run).info.prewarmed, Some(true));
}

#[test]
fn the_trace_contains_names_of_threads_and_the_state_of_the_device() {
    let warm = [("thermal", "2"), ("low-power", "1")].map(|(key, value)| (key.to_owned(), value.to_owned()));
    let run =
        app(Style::Chained).run_with(&[NAMED], |config| config.info.extend(warm)).expect("the phone runs");
    let reader = read(&run);
    let names: Vec<(String, bool)> = reader.threads.iter().map(|t| (t.name.to_string(), t.is_main)).collect();
    assert!(names.contains(&("main".to_owned(), true)), "{names:?}");
    assert!(names.contains(&("worker".to_owned(), false)), "{names:?}");
    assert_eq!((reader.info.thermal, reader.info.low_power), (Thermal::Serious, Some(true)));
    let (device, os) = (reader.info.device.to_string(), reader.info.os_version.to_string());
    assert_eq!((device.as_str(), os.as_str()), ("iPhone14,5", "17.5.1"));
}
