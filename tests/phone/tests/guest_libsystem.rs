//! libSystem on the emulated phone.

use phone::Schedule;
use phone::build::Style;

use super::guest;

#[test]
fn heap_text_files_memory_and_the_rest_do_what_they_promise() {
    for style in [Style::Chained, Style::Opcodes] {
        let outcome = guest::run_fixture("guest_libsystem.c", &["libSystem"], style, Schedule::default());
        let parts = ["heap", "text", "files", "memory", "tsd", "facts", "dyld", "jumps", "exit"];
        guest::expect_all(&outcome, &parts);
    }
}

#[test]
fn what_the_kernel_tells_is_true() {
    let outcome = guest::run_fixture("guest_usage.c", &["libSystem"], Style::Chained, Schedule::default());
    guest::expect_all(&outcome, &["usage", "reading", "registers"]);
}
