//! Tests libobjc on the emulated phone.

use phone::Schedule;
use phone::build::Style;

use super::guest;

const LIBRARIES_WITH_EXCEPTIONS: [&str; 3] = ["libSystem", "libobjc", "libc++abi"];

const PARTS: [&str; 15] = [
    "order",
    "initialize",
    "sends",
    "cache",
    "isa",
    "tagged",
    "categories",
    "ivars",
    "replace",
    "subclass",
    "forwarding",
    "counts",
    "associated",
    "weak",
    "blocks",
];

#[test]
fn the_emulated_objc_runtime_behaves_as_documented_in_every_style_of_linking() {
    for style in Style::ALL {
        let libraries = ["libSystem", "libobjc"];
        let outcome = guest::run_fixture("guest_objc.m", &libraries, style, Schedule::default());
        guest::expect_all(&outcome, &PARTS);
    }
}

#[test]
fn arc_code_frees_exactly_the_objects_that_it_created() {
    let libraries = ["libSystem", "libobjc", "CoreFoundation", "Foundation"];
    let outcome = guest::run_fixture("guest_arc.m", &libraries, Style::Chained, Schedule::default());
    guest::expect_all(&outcome, &["elision", "graph", "containers"]);
}

#[test]
fn the_emulated_runtime_finds_methods_in_relative_method_lists() {
    let (libraries, flags) = (["libSystem", "libobjc"], ["-objc_relative_method_lists"]);
    let outcome = guest::run_fixture_on("guest_objc.m", &libraries, Style::Chained, &flags, |_| {});
    guest::expect_all(&outcome, &PARTS);
    guest::expect_all(&outcome, &["relative"]);
    let plain = guest::run_fixture("guest_objc.m", &libraries, Style::Chained, Schedule::default());
    assert!(!plain.log.contains("[relative]"), "the fixture shows what it should");
}

#[test]
fn objects_shared_by_threads_stay_consistent_under_every_thread_schedule() {
    let parts = ["synchronized", "rwlocks", "mutexes", "ends", "pools", "initialize"];
    let mut schedules = vec![Schedule::default()];
    schedules.extend((0..12).map(|seed| Schedule::Seeded { seed, longest: 150 }));
    let mut together = 0;
    for schedule in schedules {
        let outcome =
            guest::run_fixture("guest_locks.m", &LIBRARIES_WITH_EXCEPTIONS, Style::Chained, schedule);
        guest::expect_all(&outcome, &parts);
        let readers = outcome.log.lines().find_map(|line| line.strip_prefix("readers ")).unwrap_or("0");
        together = together.max(readers.parse().unwrap_or(0));
    }
    assert!(together > 1, "readers never read together");
}
