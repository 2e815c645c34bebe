//! Tests exceptions on the emulated phone, with the compiler's own unwind tables.

use phone::build::Style;
use phone::{Fault, Schedule};

use super::guest;

const LIBRARIES: [&str; 5] = ["libSystem", "libobjc", "libc++abi", "CoreFoundation", "Foundation"];

#[test]
fn thrown_exceptions_find_their_handlers_and_run_every_cleanup() {
    let outcome = guest::run_fixture("guest_exceptions.mm", &LIBRARIES, Style::Chained, Schedule::default());
    guest::expect_all(&outcome, &["objc", "c++", "rethrow", "dwarf", "unrecognized", "inner"]);
}

#[test]
fn an_uncaught_exception_ends_the_app_with_its_reason() {
    let outcome = guest::run_fixture("guest_uncaught.m", &LIBRARIES, Style::Chained, Schedule::default());
    match outcome.result.map_err(|crash| crash.fault) {
        Err(Fault::Abort(text)) => assert!(text.contains("nobody catches this"), "{text}"),
        other => panic!("{other:?}"),
    }
}
