//! Threads that send, begin and end under a hundred schedules; a window that closes while others are inside.

use std::sync::Mutex;

use e2e::agent_bed::{App, methods};
use phone::Schedule;
use phone::build::Style;

#[test]
fn calls_are_exact_on_every_one_of_a_hundred_schedules() {
    const SEEDS: u64 = 100;
    let next = Mutex::new(1..=SEEDS);
    let seeds = || next.lock().expect("no test thread panics with it").next();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(seed) = seeds() {
                    // Slices of a few instructions every third time, so that every place is interrupted.
                    let longest = [15, 100, 400][seed as usize % 3];
                    let style = Style::ALL[seed as usize % 4];
                    let app = App::new(style, &["threads.m"]).with("LAUNCHGATE_LIMIT", "1s");
                    let run = app.run_with(|config| config.schedule = Schedule::Seeded { seed, longest });
                    let run = run.expect("the phone runs");
                    assert_eq!(run.status().expect("the app ends"), 0, "seed {seed}: {}", run.outcome.log);
                    let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
                    // Eight threads' worth of work of 2, 3, 4, then 3, 4, 5, and twice 3 on the main thread.
                    for (name, calls) in [
                        ("-[Worker work:]", 8),
                        ("-[Worker leaf:]", 27),
                        ("+[Worker shared:]", 27),
                        ("-[Other leaf:]", 3 + 3 + 5 + 3 + 3),
                        ("-[Worker bye]", 6),
                    ] {
                        let found = methods.get(name).map(|sums| sums.0);
                        assert_eq!(found, Some(calls), "seed {seed}, {name}: {}", run.outcome.log);
                    }
                }
            });
        }
    });
}

#[test]
fn the_window_closes_while_others_are_inside() {
    for (seed, style) in (1..).zip(Style::ALL) {
        let app = App::new(style, &["closing.m"]).with("LAUNCHGATE_LIMIT", "1s");
        let run = app.run_with(|config| config.schedule = Schedule::Seeded { seed, longest: 300 });
        let run = run.expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0, "{style:?}");
        assert!(run.outcome.log.contains("5 1 41 81 400\n"), "{style:?} {}", run.outcome.log);
        let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
        assert_eq!(methods["-[Deep down:]"].0, 6 + 2 + 42 + 82, "{style:?}: begun calls are counted");
        let hash = methods["-[NSObject hash]"].0;
        assert!((100..400).contains(&hash), "{style:?}: {hash} of 400 were before the end");
    }
}
