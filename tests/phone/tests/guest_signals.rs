//! Tests signals, Mach's view of threads, and coroutines on the emulated phone.

use phone::Schedule;
use phone::build::Style;

use super::guest;

#[test]
fn emulated_signals_thread_states_and_coroutines_work_as_on_ios() {
    for schedule in [Schedule::default(), Schedule::Seeded { seed: 7, longest: 200 }] {
        let outcome = guest::run_fixture("guest_signals.c", &["libSystem"], Style::Chained, schedule);
        guest::expect_all(&outcome, &["signals", "threads", "coroutines"]);
    }
}
