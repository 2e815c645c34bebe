//! Tests threads on the phone: waiting, suspending, signals, switches of stacks, and a thousand schedules.

use super::common::{App, run_c, with_host};
use phone::build::Style;
use phone::{Fault, Schedule};

#[test]
fn sleeping_takes_emulated_time_but_no_instructions() {
    let text = with_host(
        "int main(void) { uint64_t a = ticks(); host(69, 1000000000, 0, 0, 0); uint64_t b = ticks(); return b - a >= 24000000 && b - a < 24000010 ? 0 : 1; }",
    );
    let outcome = run_c(Style::Chained, &text, |_| {});
    assert_eq!(outcome.result, Ok(0));
    assert!(outcome.counts.instructions < 100_000);
}

#[test]
fn a_thread_that_waits_is_woken_by_another_thread_or_by_its_timeout() {
    let text = with_host(
        r#"#include <pthread.h>
        static unsigned word = 1;
        static void *waker(void *unused) { word = 2; return (void *)host(68, (long)&word, 1, 0, 0); }
        int main(void) {
            if (host(67, (long)&word, 7, -1, 0) != -35) return 1;
            if (host(67, (long)&word, 1, 1000, 0) != -60) return 2;
            pthread_t thread; void *woken;
            pthread_create(&thread, 0, waker, 0);
            if (host(67, (long)&word, 1, -1, 0) != 0) return 3;
            pthread_join(thread, &woken);
            if (woken != (void *)1) return 4;
            host(67, (long)&word, 2, -1, 0);
            return 5;
        }"#,
    );
    let crash = run_c(Style::Chained, &text, |_| {}).result.unwrap_err();
    assert_eq!(crash.fault, Fault::Deadlock);
    assert!(crash.to_string().contains("_main + "), "every thread's frames are told: {crash}");
}

#[test]
fn a_thread_can_be_suspended_inspected_and_resumed() {
    let text = with_host(
        r#"#include <pthread.h>
        static volatile unsigned long beats; static volatile int over;
        static void *heart(void *unused) { while (!over) beats++; return 0; }
        int main(void) {
            pthread_t thread; pthread_create(&thread, 0, heart, 0);
            long port = pthread_mach_thread_np(thread);
            while (beats < 10) host(69, 0, 0, 0, 0);
            if (host(70, port, 0, 0, 0)) return 1;
            unsigned long before = beats, state[34];
            for (int i = 0; i < 5; i++) host(69, 1000000, 0, 0, 0);
            if (beats != before) return 2;
            if (host(72, port, (long)state, 0, 0)) return 3;
            if (state[32] < (unsigned long)heart || state[32] > (unsigned long)heart + 64) return 4;
            if (host(71, port, 0, 0, 0)) return 5;
            while (beats == before) host(69, 0, 0, 0, 0);
            over = 1;
            pthread_join(thread, 0);
            return host(70, port, 0, 0, 0) == -3 ? 0 : 6;
        }"#,
    );
    for schedule in [Schedule::default(), Schedule::Seeded { seed: 3, longest: 100 }] {
        let outcome = run_c(Style::Chained, &text, |config| config.schedule = schedule);
        assert_eq!(outcome.result, Ok(0), "{schedule:?}");
    }
}

/// A program with a signal handler that overwrites the registers, and the entry and the return of the handler.
const SIGNALS: &str = r#"
static volatile int hits; static volatile unsigned long handler_sp;
static void handler(int signal) {
    unsigned long here; __asm__ volatile("mov %0, sp" : "=r"(here));
    handler_sp = here; hits += signal;
    __asm__ volatile("movi v0.16b, #1\n movi v31.16b, #2\n mov x9, #7\n cmp x9, #7" ::: "v0", "v31", "x9", "cc");
}
__asm__(".p2align 2\n_enter: mov x20, x2\n stp x29, x30, [sp, #-16]!\n mov x29, sp\n blr x1\n mov x0, x20\n mov x16, #75\n svc #0x80\n brk #1\n");
void enter(void);
"#;

#[test]
fn a_handled_signal_leaves_every_register_unchanged() {
    let text = with_host(&format!(
        r#"{SIGNALS}
        int main(void) {{
            host(73, 30, (long)handler, 0, (long)enter);
            unsigned long a, b; double d = 1.5, e;
            __asm__ volatile("fmov d31, %d3\n fmov d0, %d3\n mov x9, #5\n mov x20, #6\n cmp x9, #9\n mov x0, #0\n mov x1, #30\n mov x16, #74\n svc #0x80\n cset %1, lt\n mov %0, x9\n add %0, %0, x20\n fadd %d2, d0, d31"
                : "=&r"(a), "=&r"(b), "=&w"(e) : "w"(d) : "x0", "x1", "x9", "x16", "x20", "v0", "v31", "memory", "cc");
            return hits == 30 && a == 11 && b == 1 && e == 3.0 ? 0 : 1;
        }}"#
    ));
    assert_eq!(run_c(Style::Chained, &text, |_| {}).result, Ok(0));
}

#[test]
fn a_signal_handler_can_run_on_the_alternate_stack() {
    let text = with_host(&format!(
        r#"{SIGNALS}
        static char stack[32768];
        int main(void) {{
            host(76, (long)stack, sizeof stack, 0, 0);
            host(73, 30, (long)handler, 1, (long)enter);
            host(74, 0, 30, 0, 0);
            if (hits != 30 || handler_sp < (unsigned long)stack || handler_sp > (unsigned long)stack + sizeof stack) return 1;
            host(73, 30, (long)handler, 0, (long)enter);
            host(74, 0, 30, 0, 0);
            if (hits != 60 || (handler_sp >= (unsigned long)stack && handler_sp <= (unsigned long)stack + sizeof stack)) return 2;
            return 0;
        }}"#
    ));
    assert_eq!(run_c(Style::Chained, &text, |_| {}).result, Ok(0));
}

#[test]
fn a_signal_without_a_handler_ends_the_program() {
    let text = with_host("int main(void) { host(74, 0, 16, 0, 0); host(74, 0, 15, 0, 0); return 0; }");
    assert_eq!(run_c(Style::Chained, &text, |_| {}).result.unwrap_err().fault, Fault::Signal(15));
}

#[test]
fn threads_that_use_a_lock_give_the_right_sum_under_a_thousand_schedules() {
    let text = with_host(
        r#"#include <pthread.h>
        static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; static long sum;
        static void *work(void *who) {
            for (int i = 0; i < 8; i++) { pthread_mutex_lock(&lock); long old = sum; sum = old + (long)who; pthread_mutex_unlock(&lock); }
            return 0;
        }
        int main(void) {
            pthread_t a, b; pthread_create(&a, 0, work, (void *)1); pthread_create(&b, 0, work, (void *)100);
            pthread_join(a, 0); pthread_join(b, 0);
            return sum == 808 ? 0 : 1;
        }"#,
    );
    let app = App::new(Style::Chained);
    app.main(&text, &[]);
    let config = &app.config;
    let every = |first: u64| {
        let mut counts = std::collections::BTreeSet::new();
        for seed in (first..1000).step_by(2) {
            let schedule = Schedule::Seeded { seed, longest: 200 };
            let outcome = phone::run(phone::Config { schedule, ..config.clone() });
            assert_eq!(outcome.result, Ok(0), "seed {seed}");
            counts.insert(outcome.counts.instructions);
        }
        counts
    };
    let mut different = every_of_two(every);
    different.dedup();
    assert!(different.len() > 5, "schedules differ in how often a lock was taken: {different:?}");
}

/// Runs both halves of the schedules at the same time, and returns the results in order.
fn every_of_two(every: impl Fn(u64) -> std::collections::BTreeSet<u64> + Sync) -> Vec<u64> {
    let halves = std::thread::scope(|scope| {
        [0, 1]
            .map(|first| {
                scope.spawn({
                    let every = &every;
                    move || every(first)
                })
            })
            .map(|half| half.join().unwrap())
    });
    let mut all: Vec<u64> = halves.into_iter().flatten().collect();
    all.sort_unstable();
    all
}

#[test]
fn a_race_between_threads_is_visible_under_some_schedule() {
    // Without the lock, some schedule must lose an addition. A lost addition shows that threads are interrupted at any instruction.
    let text = with_host(
        r#"#include <pthread.h>
        static volatile long sum;
        static void *work(void *who) { for (int i = 0; i < 400; i++) sum = sum + 1; return 0; }
        int main(void) {
            pthread_t a, b; pthread_create(&a, 0, work, 0); pthread_create(&b, 0, work, 0);
            pthread_join(a, 0); pthread_join(b, 0);
            return (int)sum;
        }"#,
    );
    let mut app = App::new(Style::Chained);
    app.main(&text, &[]);
    let mut sums = std::collections::BTreeSet::new();
    for seed in 0..30 {
        app.config.schedule = Schedule::Seeded { seed, longest: 40 };
        sums.insert(app.run().result.unwrap());
    }
    assert!(sums.len() > 1 && sums.iter().all(|sum| (1..=800).contains(sum)), "{sums:?}");
}

#[test]
fn no_atomic_update_is_lost_if_threads_interrupt_each_other() {
    // Each thread is interrupted between the load-exclusive and the store-exclusive of the same word by the other thread.
    let text = r#"#include <pthread.h>
        static unsigned long word;
        static void *add(void *unused) { for (int i = 0; i < 1500; i++) __sync_fetch_and_add(&word, 1); return 0; }
        int main(void) {
            pthread_t threads[3];
            for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, add, 0);
            for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
            return word == 4500 ? 0 : 1;
        }"#;
    for seed in 1..=6 {
        let outcome = run_c(Style::Chained, text, |config| {
            config.schedule = Schedule::Seeded { seed, longest: 12 };
        });
        assert_eq!(outcome.result, Ok(0), "seed {seed}");
        assert!(outcome.switches > 1000, "seed {seed}: {} switches", outcome.switches);
    }
}
