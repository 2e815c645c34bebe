//! Tests libSystem on the emulated phone.

use phone::Schedule;
use phone::build::Style;

use super::guest;

#[test]
fn emulated_libsystem_functions_behave_as_documented() {
    for style in [Style::Chained, Style::Opcodes] {
        let outcome = guest::run_fixture("guest_libsystem.c", &["libSystem"], style, Schedule::default());
        let parts = ["heap", "text", "files", "memory", "tsd", "facts", "dyld", "jumps", "exit"];
        guest::expect_all(&outcome, &parts);
    }
}

#[test]
fn the_emulated_system_reports_exact_resource_usage() {
    let outcome = guest::run_fixture("guest_usage.c", &["libSystem"], Style::Chained, Schedule::default());
    guest::expect_all(&outcome, &["usage", "reading", "registers"]);
}
