//! Compares the ground truth with methods whose instructions were counted by hand (`fixtures/truth.m`).

use super::common::{App, run_c, with_host};
use phone::build::{Kind, Style};
use phone::truth::{Truth, Truths};
use phone::{Outcome, Schedule, is_method};

/// Selects methods and the system functions between them. The costs of the selected system functions then count for these functions and not
/// for their callers.
fn watched(name: &str) -> bool {
    let between = ["_objc_msgSend", "_objc_msgSendSuper2", "_objc_exception_throw"];
    is_method(name) || between.contains(&name)
}

struct Bench(App);

impl Bench {
    fn new() -> Bench {
        let mut app = App::new(Style::Chained);
        let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/truth.m");
        let text = format!("//m\n{}", std::fs::read_to_string(fixture).unwrap());
        let system = phone::build::system().unwrap();
        let libraries = [system.by_folder["libobjc"].as_path()];
        app.image("Main", Kind::Executable, &text, &[], &libraries);
        app.config.observe = Some(watched);
        app.config.observe_system = true;
        Bench(app)
    }

    fn outcome(&mut self, arguments: &[&str]) -> Outcome {
        self.0.config.arguments = arguments.iter().map(|word| (*word).to_owned()).collect();
        let outcome = self.0.run();
        assert_eq!(outcome.result, Ok(0), "{arguments:?}: {}", outcome.log);
        outcome
    }

    fn truth(&mut self, arguments: &[&str]) -> Truths {
        self.outcome(arguments).truth
    }
}

fn leaf(n: u64) -> u64 {
    2 * n + 1
}

const TWICE: u64 = 7 + 3 + 5 + 3 + 2;

#[test]
fn observed_calls_and_self_costs_equal_those_counted_by_hand() {
    let mut bench = Bench::new();
    let truth = bench.truth(&["h"]);
    let leaves: u64 = (1..=5).map(leaf).sum::<u64>() + 3 * (leaf(10) + leaf(100));
    assert_eq!(truth.of("-[Hand leaf:]"), Truth { calls: 5 + 6, total: leaves, own: leaves });
    let twice = truth.of("-[Hand twice]");
    assert_eq!((twice.calls, twice.own), (3, 3 * TWICE));
    let tail = bench.truth(&["t"]);
    assert_eq!(tail.of("-[Hand tail]").own, 3 + 1 + 3);
    assert_eq!(tail.of("-[Hand leaf:]"), Truth { calls: 1, total: leaf(7), own: leaf(7) });
    let class = bench.truth(&["c"]).of("+[Hand klass]");
    assert_eq!(class, Truth { calls: 4, total: 12, own: 12 });
    let by_super = bench.truth(&["s"]);
    assert_eq!((by_super.of("-[Sub leaf:]").calls, by_super.of("-[Sub leaf:]").own), (1, 14 + 3));
    assert_eq!(by_super.of("-[Hand leaf:]"), Truth { calls: 1, total: leaf(30), own: leaf(30) });
    // The observation also reports the image of a method.
    let (function, _) = by_super.all.iter().find(|(function, _)| function.name == "-[Sub leaf:]").unwrap();
    assert!(function.image.ends_with("/Main.app/Main"), "{}", function.image);
}

#[test]
fn observed_inclusive_costs_contain_all_callees() {
    let mut bench = Bench::new();
    // A send whose method is in the cache always costs the same, so ten more sends show the cost.
    let mut sends = |rounds: &str| bench.truth(&["w", rounds]).of("_objc_msgSend").own;
    let send = (sends("11") - sends("1")) / 10;
    assert!((13..40).contains(&send), "{send}");
    let twice = bench.truth(&["h"]).of("-[Hand twice]");
    assert_eq!(twice.total, 3 * (TWICE + leaf(10) + leaf(100) + 2 * send));
    // If only `-[Hand twice]` is observed, the costs of all its callees count as its own cost.
    bench.0.config.observe = Some(|name| name == "-[Hand twice]");
    let alone = bench.truth(&["h"]).of("-[Hand twice]");
    assert_eq!(alone, Truth { own: twice.total, ..twice });
}

#[test]
fn the_total_cost_of_a_recursion_is_that_of_its_outermost_call() {
    let mut bench = Bench::new();
    let with_sends = bench.truth(&["d"]).of("-[Hand down:]");
    // In the two recursions, 20 and 4 calls recurse, with 7 + 3 + 2 instructions each; one call of each recursion does not recurse and has
    // 2 instructions.
    assert_eq!((with_sends.calls, with_sends.own), (21 + 5, 24 * (7 + 3 + 2) + 2 * 2));
    bench.0.config.observe = Some(is_method);
    let down = bench.truth(&["d"]).of("-[Hand down:]");
    assert_eq!(down.total, down.own, "nothing else runs below, and nothing is counted twice");
}

#[test]
fn an_exception_ends_the_observed_calls_that_it_leaves() {
    let mut bench = Bench::new();
    let (few, many) = (bench.truth(&["x", "10"]), bench.truth(&["x", "1010"]));
    for truth in [&few, &many] {
        let (throw, pass) = (truth.of("-[Hand throw:]"), truth.of("-[Hand pass:]"));
        assert_eq!((throw.calls, throw.own), (3, 3 * (3 + 3)));
        assert_eq!((pass.calls, pass.own), (3, 3 * (4 + 3)));
        assert_eq!(truth.of("_objc_exception_throw").calls, 3);
    }
    // The work of @finally and @catch, 2 x 1,000 rounds of two instructions in each of 3 calls, belongs only to the catching method.
    let mut expected = few.clone();
    for table in [&mut expected.all, &mut expected.main] {
        for (function, truth) in table.iter_mut() {
            let around = ["-[Compiled catches:]", "_objc_msgSend"].contains(&function.name.as_str());
            truth.own += if function.name == "-[Compiled catches:]" { 3 * 2 * 2000 } else { 0 };
            truth.total += if around { 3 * 2 * 2000 } else { 0 };
        }
    }
    assert_eq!(many, expected);
}

#[test]
fn a_longjmp_ends_the_observed_calls_that_it_leaves() {
    let mut bench = Bench::new();
    let (few, many) = (bench.truth(&["l", "10"]), bench.truth(&["l", "1010"]));
    assert_eq!(few.of("-[Hand leap:]"), Truth { calls: 3, total: 3 * 8, own: 3 * 8 });
    assert_eq!(many.of("-[Hand leap:]"), few.of("-[Hand leap:]"));
    let lands = |truth: &Truths| truth.of("-[Compiled lands]");
    assert_eq!(lands(&many).own - lands(&few).own, 3 * 2000);
    assert_eq!(lands(&many).calls, 3);
}

#[test]
fn the_cost_of_a_block_belongs_to_the_method_that_runs_it() {
    let mut bench = Bench::new();
    let block = |truth: &Truths| truth.of("-[Compiled block]");
    let (few, many) = (bench.truth(&["b", "10"]), bench.truth(&["b", "1010"]));
    assert_eq!(block(&many).own - block(&few).own, 2000);
    assert_eq!(block(&many).total - block(&few).total, 2000);
}

#[test]
fn costs_are_observed_per_thread_under_every_schedule() {
    let mut bench = Bench::new();
    let leaves = |twices: u64| Truth {
        calls: 2 * twices,
        total: twices * (leaf(10) + leaf(100)),
        own: twices * (leaf(10) + leaf(100)),
    };
    for seed in 0..20 {
        bench.0.config.schedule = Schedule::Seeded { seed, longest: 60 };
        let outcome = bench.outcome(&["p"]);
        assert!(outcome.switches > 20, "{}", outcome.switches);
        let truth = outcome.truth;
        let main = |name: &str| {
            let found = truth.main.iter().find(|(function, _)| function.name == name);
            found.map_or(Truth::default(), |(_, truth)| *truth)
        };
        assert_eq!(truth.of("-[Hand leaf:]"), leaves(10 + 6), "seed {seed}");
        assert_eq!(main("-[Hand leaf:]"), leaves(10), "seed {seed}");
        let twice = truth.of("-[Hand twice]");
        assert_eq!((twice.calls, twice.own), (16, 16 * TWICE), "seed {seed}");
    }
}

#[test]
fn calls_on_other_stacks_do_not_change_the_observed_costs_of_methods() {
    let truth = Bench::new().truth(&["f"]);
    // One call comes from the handler, four from the coroutine, and two from `twice`.
    let leaves = leaf(50) + 4 * leaf(5) + leaf(10) + leaf(100);
    assert_eq!(truth.of("-[Hand leaf:]"), Truth { calls: 7, total: leaves, own: leaves });
    assert_eq!(truth.of("-[Compiled onStack]").calls, 4);
    let twice = truth.of("-[Hand twice]");
    assert_eq!((twice.calls, twice.own), (1, TWICE));
}

#[test]
fn the_observation_of_calls_can_end_at_a_given_method() {
    let mut bench = Bench::new();
    bench.0.config.observe_until = Some("+[Hand klass]".to_owned());
    let truth = bench.truth(&["u"]);
    assert_eq!((truth.of("-[Hand tail]").calls, truth.of("+[Hand klass]").calls), (1, 0));
}

#[test]
fn observing_calls_changes_no_instruction_count() {
    let mut bench = Bench::new();
    let watched = bench.outcome(&["x", "10"]);
    bench.0.config.observe = None;
    let plain = bench.outcome(&["x", "10"]);
    assert_eq!((watched.counts, watched.ticks), (plain.counts, plain.ticks));
    assert_eq!(plain.truth, Truths::default());
}

#[test]
fn observed_calls_and_costs_are_right_with_recursion_jumps_and_threads() {
    // spin(n) is 3 + 3n instructions; the other functions' costs depend on the compiler, so differences are
    // tested.
    let text = with_host(
        r#"#include <pthread.h>
        #include <setjmp.h>
        __asm__(".globl _spin\n.p2align 2\n_spin: mov x9, x0\n1: sub x9, x9, #1\n cbnz x9, 1b\n ret\n");
        void spin(long n);
        __attribute__((noinline)) void obs_leaf(long n) { spin(n); __asm__ volatile(""); }
        __attribute__((noinline)) void obs_tail(long n) { __asm__ volatile(""); obs_leaf(n); }
        __attribute__((noinline)) void obs_twice(long n) { obs_leaf(n); obs_leaf(n); __asm__ volatile(""); }
        __attribute__((noinline)) void obs_recurse(long n) { if (n) obs_recurse(n - 1); obs_leaf(1); __asm__ volatile(""); }
        static jmp_buf out;
        __attribute__((noinline)) void obs_throw(void) { obs_leaf(1); longjmp(out, 1); }
        static void *work(void *unused) { obs_twice(1000); return 0; }
        int main(void) {
            pthread_t thread; pthread_create(&thread, 0, work, 0);
            obs_twice(100);
            obs_tail(10);
            obs_recurse(4);
            for (int i = 0; i < 3; i++) if (!setjmp(out)) obs_throw();
            pthread_join(thread, 0);
            obs_leaf(1);
            return 0;
        }"#,
    );
    let observe = |name: &str| name.starts_with("_obs_");
    let run = |schedule| {
        run_c(Style::Chained, &text, |config| {
            config.observe = Some(observe);
            config.schedule = schedule;
        })
    };
    let fair = run(Schedule::default());
    assert_eq!(fair.result, Ok(0));
    let truth = |name: &str| fair.truth.of(name);
    for (name, calls) in [
        ("_obs_leaf", 4 + 1 + 5 + 3 + 1),
        ("_obs_twice", 2),
        ("_obs_tail", 1),
        ("_obs_recurse", 5),
        ("_obs_throw", 3),
    ] {
        assert_eq!(truth(name).calls, calls, "{name}");
    }
    // The own cost of a leaf includes that of spin, 2n + 2 for each call.
    let spins = 2 * (2 * 100 + 2) + 2 * (2 * 1000 + 2) + (2 * 10 + 2) + 9 * 4;
    let around = truth("_obs_leaf").own - spins;
    assert_eq!(around % 14, 0, "the same few instructions around each of 14 spins");
    // No cost is counted twice: a caller's total is its own cost and its callees' totals.
    let below = 2 * (2 * 100 + 2) + 2 * (2 * 1000 + 2) + 4 * (around / 14);
    assert_eq!(truth("_obs_twice").total - truth("_obs_twice").own, below);
    for (name, seed) in [("a", 1), ("b", 2), ("c", 3)] {
        let seeded = run(Schedule::Seeded { seed, longest: 200 });
        assert_eq!(seeded.truth, fair.truth, "{name}: who runs when changes nothing in what a thread does");
    }
}
