//! Tests threads, locks and queues on the emulated phone, under many schedules.

use phone::Schedule;
use phone::build::Style;

use super::guest;

#[test]
fn emulated_threads_locks_and_queues_work_under_every_thread_schedule() {
    let mut schedules = vec![Schedule::default()];
    schedules.extend((0..12).map(|seed| Schedule::Seeded { seed, longest: 300 }));
    for schedule in schedules {
        let outcome = guest::run_fixture("guest_threads.c", &["libSystem"], Style::Chained, schedule);
        guest::expect_all(&outcome, &["create", "conditions", "once", "queues"]);
    }
}
