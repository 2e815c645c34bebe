//! libobjc on the emulated phone.

mod guest;

use phone::Schedule;
use phone::build::Style;

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
fn the_runtime_does_what_is_documented_in_every_style_of_linking() {
    for style in Style::ALL {
        let libraries = ["libSystem", "libobjc"];
        let outcome = guest::run_fixture("guest_objc.m", &libraries, style, Schedule::default());
        guest::expect_all(&outcome, &PARTS);
    }
}

#[test]
fn code_compiled_for_automatic_counting_frees_exactly_what_it_made() {
    let libraries = ["libSystem", "libobjc", "CoreFoundation", "Foundation"];
    let outcome = guest::run_fixture("guest_arc.m", &libraries, Style::Chained, Schedule::default());
    guest::expect_all(&outcome, &["elision", "graph", "containers"]);
}
