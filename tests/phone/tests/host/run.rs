//! Tests that a program runs, that its counts are exact and the same in each run, that its clock is virtual, and that its end is reported.

use super::common::{App, run_c, with_host};
use phone::build::Style;
use phone::cpu::CpuModel;
use phone::{Fault, Schedule};

#[test]
fn the_result_of_main_is_the_exit_status_of_the_program() {
    for style in Style::ALL {
        let text = "int main(int argc, char **argv) { return 40 + argc; }";
        let outcome = run_c(style, text, |config| config.arguments = vec!["one".into()]);
        assert_eq!(outcome.result, Ok(42), "{style:?} {}", outcome.log);
    }
}

#[test]
fn environment_variables_and_home_folder_reach_the_program() {
    let text = r#"
        #include <stdlib.h>
        #include <string.h>
        int main(void) {
            if (strcmp(getenv("COLOUR"), "green")) return 1;
            return strncmp(getenv("HOME"), "/private/var/mobile/", 20) != 0;
        }"#;
    let outcome = run_c(Style::Chained, text, |config| {
        config.environment.insert("COLOUR".into(), "green".into());
    });
    assert_eq!(outcome.result, Ok(0));
}

/// A loop of 10 rounds with 5 instructions each, in a separate function.
const LOOP: &str = r#"
__asm__(".globl _spin\n.p2align 2\n_spin:\n mov x9, #0\n1: add x9, x9, #1\n nop\n nop\n cmp x9, x0\n b.ne 1b\n ret\n");
void spin(long rounds);
"#;

#[test]
fn the_instruction_count_between_two_marks_is_exact() {
    for (rounds, expected) in [(10, 10), (1000, 1000)] {
        let text = with_host(&format!(
            "{LOOP} int main(void) {{ mark(1); spin({rounds}); mark(2); mark(1); spin({rounds} + 1); mark(2); return 0; }}"
        ));
        let outcome = run_c(Style::Chained, &text, |_| {});
        assert_eq!(outcome.result, Ok(0));
        let marks: Vec<u64> = outcome.marks.windows(2).map(|pair| pair[1].1 - pair[0].1).collect();
        // An additional round adds five instructions; the other instructions of both runs are the same.
        assert_eq!(marks[2] - marks[0], 5, "{:?}", outcome.marks);
        assert_eq!(outcome.between(1, 2), Some(marks[0]));
        let spin = outcome.counts.function("_spin");
        assert_eq!(spin.entries, 2);
        assert_eq!(spin.instructions, 2 * 2 + 5 * (expected + expected + 1));
    }
}

#[test]
fn instruction_counts_of_images_and_functions_add_up_to_the_total() {
    let outcome = run_c(Style::Chained, "int main(void) { return 0; }", |_| {});
    let counts = &outcome.counts;
    assert!(counts.image("/Main") > 0);
    assert_eq!(counts.images.values().sum::<u64>(), counts.instructions);
    let functions: u64 = counts.functions.values().map(|count| count.instructions).sum();
    assert_eq!(functions, counts.instructions);
}

#[test]
fn two_runs_of_a_program_have_equal_counts() {
    let text =
        with_host(&format!("{LOOP} int main(void) {{ free(malloc(100)); spin(ticks() % 1000); return 0; }}"));
    let run = |seed| run_c(Style::Chained, &text, |config| config.slide_seed = seed);
    let (one, two, other) = (run(7), run(7), run(8));
    assert_eq!(one.result, Ok(0));
    assert_eq!(one.counts, two.counts);
    assert_eq!((one.ticks, &one.marks), (two.ticks, &two.marks));
    // The addresses of images may differ, so only counts are compared.
    assert_eq!(one.counts.instructions, other.counts.instructions);
}

#[test]
fn the_tick_counter_advances_once_in_125_instructions() {
    let text = with_host(&format!(
        "{LOOP} int main(void) {{ uint64_t a = ticks(); spin(25000); uint64_t b = ticks(); return (int)(b - a); }}"
    ));
    // The program executes 125,002 instructions and a few before and after them.
    let outcome = run_c(Style::Chained, &text, |_| {});
    assert_eq!(outcome.result, Ok(1000));
    let outcome = run_c(Style::Chained, &text, |config| config.instructions_per_tick = 1000);
    assert_eq!(outcome.result, Ok(125));
}

#[test]
fn the_tick_counter_is_exact_within_a_block_of_instructions() {
    // The two reads of the clock are in one block, so with a clock that advances only between blocks no time would pass between the reads.
    let text = with_host(
        r#"int main(void) {
            uint64_t a, b;
            __asm__ volatile("mrs %0, CNTVCT_EL0\n .rept 250\n nop\n .endr\n mrs %1, CNTVCT_EL0" : "=r"(a), "=r"(b));
            return (int)(b - a);
        }"#,
    );
    assert_eq!(run_c(Style::Chained, &text, |_| {}).result, Ok(2));
}

#[test]
fn the_emulated_clock_can_advance_with_each_reading() {
    let text = with_host(
        r#"static uint64_t now(void) { uint64_t t; __asm__ volatile("mrs %0, CNTVCT_EL0" : "=r"(t)); return t; }
        int main(void) {
            uint64_t a = now();
            for (volatile int i = 0; i < 100000; i++) {}
            uint64_t b = now();
            return (int)(b - a);
        }"#,
    );
    assert_eq!(run_c(Style::Chained, &text, |config| config.by_readings = true).result, Ok(1));
    assert!(run_c(Style::Chained, &text, |_| {}).result.is_ok_and(|ticks| ticks > 1000));
}

#[test]
fn the_first_use_of_each_page_stalls_for_the_configured_time() {
    let text = "int main(void) { return 0; }";
    let plain = run_c(Style::Chained, text, |_| {});
    let stalled = run_c(Style::Chained, text, |config| config.page_in_ticks = 1000);
    assert_eq!(plain.counts, stalled.counts);
    assert!(plain.counts.page_ins >= 2);
    let stalls = stalled.ticks - plain.ticks;
    // Code that slept would take more ticks; rounding to whole ticks removes at most one tick.
    assert_eq!(stalls, plain.counts.page_ins * 1000);
}

#[test]
fn atomic_instructions_of_newer_cpus_fault_on_the_oldest_emulated_cpu() {
    let text = "int main(void) { int x = 3; __asm__ volatile(\".arch armv8.1-a\\nldadd w0, w1, [%0]\" :: \"r\"(&x) : \"w0\", \"w1\", \"memory\"); return 5; }";
    let outcome = run_c(Style::Chained, text, |_| {});
    let crash = outcome.result.unwrap_err();
    assert!(matches!(crash.fault, Fault::Instruction { .. }), "{crash}");
    assert!(crash.backtrace[0].contains("_main + "), "{crash}");
    let outcome = run_c(Style::Chained, text, |config| config.cpu = CpuModel::Max);
    assert_eq!(outcome.result, Ok(5));
}

#[test]
fn an_endless_loop_ends_at_the_instruction_limit() {
    let text = "__attribute__((noinline)) void forever(void) { for (;;) __asm__ volatile(\"\"); } int main(void) { forever(); return 0; }";
    let outcome = run_c(Style::Chained, text, |config| config.limit = 1_000_000);
    let crash = outcome.result.unwrap_err();
    assert_eq!(crash.fault, Fault::Limit(1_000_000));
    assert_eq!(outcome.counts.instructions, 1_000_000);
    assert!(crash.backtrace.iter().any(|line| line.contains("_forever")), "{crash}");
}

#[test]
fn an_invalid_memory_access_is_reported_with_its_call_stack() {
    let text = r#"
        __attribute__((noinline)) void inner(int *at) { *at = 1; __asm__ volatile(""); }
        __attribute__((noinline)) void outer(int *at) { inner(at); __asm__ volatile(""); }
        int main(void) { outer((int *)0x1234); return 0; }"#;
    let crash = run_c(Style::Chained, text, |_| {}).result.unwrap_err();
    assert!(crash.to_string().starts_with("Write of 0x1234 (0x1234), which is not mapped\n"), "{crash}");
    let names: Vec<&str> =
        crash.backtrace[..3].iter().map(|line| line.split_whitespace().nth(2).unwrap()).collect();
    assert_eq!(names, ["_inner", "_outer", "_main"], "{crash}");
}

#[test]
fn writing_to_code_or_constants_crashes_the_program() {
    for target in ["(char *)main", "(char *)&table"] {
        let text = format!(
            "int main(void); static void *const table[] = {{ (void *)main }};
             void *const *volatile keep = table;
             int main(void) {{ *(volatile char *){target} = 1; return 0; }}"
        );
        let crash = run_c(Style::Chained, &text, |_| {}).result.unwrap_err();
        assert!(matches!(crash.fault, Fault::Memory { protected: true, .. }), "{target}: {crash}");
        assert!(crash.fault.to_string().contains("(Main)"), "{crash}");
    }
}

#[test]
fn a_jump_to_null_is_reported_as_a_crash() {
    let text = "void (*volatile nothing)(void); int main(void) { nothing(); return 0; }";
    let crash = run_c(Style::Chained, text, |_| {}).result.unwrap_err();
    assert!(crash.to_string().starts_with("Fetch of 0x0"), "{crash}");
    assert!(crash.backtrace.iter().any(|line| line.contains("_main")), "{crash}");
}

#[test]
fn an_app_can_make_constant_data_writable_but_not_code() {
    let text = r#"
        #include <mach/mach.h>
        int main(void);
        static void *const table[] = { (void *)main };
        void *const *volatile keep = table;
        int main(void) {
            unsigned long page = (unsigned long)table & ~0x3fffUL;
            if (vm_protect(mach_task_self(), (unsigned long)main & ~0x3fffUL, 0x4000, 0, VM_PROT_READ | VM_PROT_WRITE | VM_PROT_COPY) != KERN_PROTECTION_FAILURE) return 1;
            if (vm_protect(mach_task_self(), page, 0x4000, 0, VM_PROT_READ | VM_PROT_WRITE | VM_PROT_COPY)) return 2;
            *(void **)keep = 0;
            if (vm_protect(mach_task_self(), page, 0x4000, 0, VM_PROT_READ)) return 3;
            return 9;
        }"#;
    assert_eq!(run_c(Style::Chained, text, |_| {}).result, Ok(9));
    let sealed = run_c(Style::Chained, text, |config| config.sealed_data = true);
    assert_eq!(sealed.result, Ok(2), "a sealed page refuses");
}

#[test]
fn files_that_an_app_writes_in_its_container_are_files_of_the_host() {
    let text = with_host(
        r#"int main(void) {
            char path[512]; snprintf(path, sizeof path, "%s/out.txt", getenv("HOME"));
            long fd = host(16, (long)path, 1 | 0x200, 0644, 0);
            if (fd < 0) return 1;
            if (host(19, fd, (long)"hello", 5, 0) != 5) return 2;
            host(17, fd, 0, 0, 0);
            return host(16, (long)"/etc/passwd", 0, 0, 0) == -1 ? 0 : 3;
        }"#,
    );
    let container = tempfile::tempdir().unwrap();
    let outcome = run_c(Style::Chained, &text, |config| config.container = Some(container.path().to_owned()));
    assert_eq!(outcome.result, Ok(0));
    assert_eq!(std::fs::read(container.path().join("out.txt")).unwrap(), b"hello");
}

#[test]
fn invalid_pointers_in_host_calls_are_refused() {
    let text = with_host(
        "int main(void) { return host(4, 0, 0, 0, 0) == -14 && host(3, 64, 10, 0, 0) == -14 && host(19, 3, -1, -1, 0) == -14 && host(16, -8, 0, 0, 0) == -14 ? 0 : 1; }",
    );
    assert_eq!(run_c(Style::Chained, &text, |_| {}).result, Ok(0));
    let unknown = with_host("int main(void) { host(15, 0, 0, 0, 0); return 0; }");
    assert_eq!(run_c(Style::Chained, &unknown, |_| {}).result.unwrap_err().fault, Fault::Call(15));
}

const TWO_THREADS: &str = r#"
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum; static unsigned long order;
static void *work(void *who) {
    for (int i = 0; i < 50; i++) {
        pthread_mutex_lock(&lock);
        sum++; order = order * 31 + (unsigned long)who;
        pthread_mutex_unlock(&lock);
        for (volatile int k = 0; k < 20; k++) {}
    }
    return 0;
}
int main(void) {
    pthread_t threads[3];
    for (long i = 0; i < 3; i++) if (pthread_create(&threads[i], 0, work, (void *)(i + 1))) return 1;
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    char text[64]; snprintf(text, sizeof text, "%lu", order); say(text);
    return sum == 150 ? 0 : 2;
}
"#;

#[test]
fn the_seed_decides_the_schedule_of_threads() {
    let mut app = App::new(Style::Chained);
    app.main(&with_host(TWO_THREADS), &[]);
    let mut run = |seed| {
        app.config.schedule = Schedule::Seeded { seed, longest: 300 };
        app.run()
    };
    let mut orders = std::collections::BTreeSet::new();
    for seed in 0..4 {
        let (one, two) = (run(seed), run(seed));
        assert_eq!(one.result, Ok(0), "seed {seed}");
        assert_eq!(one.log, two.log, "seed {seed}");
        assert_eq!((&one.counts, one.ticks, one.switches), (&two.counts, two.ticks, two.switches));
        assert!(one.switches > 50, "{}", one.switches);
        orders.insert(one.log);
    }
    assert!(orders.len() > 2, "4 seeds gave only {} orders", orders.len());
}

#[test]
fn a_slower_emulated_phone_changes_times_but_no_counts() {
    let text = with_host(&format!("{LOOP} int main(void) {{ spin(100000); return 0; }}"));
    let plain = run_c(Style::Chained, &text, |config| config.age_ticks = 0);
    let slow = run_c(Style::Chained, &text, |config| {
        config.age_ticks = 0;
        config.slowdown = 1.5;
    });
    assert_eq!(plain.counts, slow.counts);
    let ratio = slow.ticks as f64 / plain.ticks as f64;
    assert!((ratio - 1.5).abs() < 0.001, "{ratio}");
}

#[test]
fn an_emulated_start_can_be_prewarmed() {
    let text = with_host(
        "int main(void) { return getenv(\"ActivePrewarm\") && ticks() > 24000000UL * 60 ? 0 : 1; }",
    );
    assert_eq!(run_c(Style::Chained, &text, |_| {}).result, Ok(1));
    let outcome = run_c(Style::Chained, &text, |config| {
        config.age_ticks = 24_000_000 * 90;
        config.environment.insert("ActivePrewarm".into(), "1".into());
    });
    assert_eq!(outcome.result, Ok(0));
}
