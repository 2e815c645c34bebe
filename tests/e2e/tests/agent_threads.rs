//! Threads that send, begin and end under a thousand schedules; a window that closes while others are inside.

use std::sync::atomic::{AtomicU64, Ordering};

use e2e::agent_bed::{App, Repeated, methods};
use phone::Schedule;
use phone::build::Style;

/// Seven threads and the main thread: work of 2, 3, 4, then 3, 4, 5, and twice 3 on the main thread.
const CALLS: [(&str, u64); 5] = [
    ("-[Worker work:]", 8),
    ("-[Worker leaf:]", 27),
    ("+[Worker shared:]", 27),
    ("-[Other leaf:]", 3 + 3 + 5 + 3 + 3),
    ("-[Worker bye]", 6),
];

#[test]
fn calls_are_exact_on_every_one_of_a_thousand_schedules() {
    const SEEDS: u64 = 1000;
    let next = AtomicU64::new(1);
    let work = || {
        let app = |style| App::new(style, &["threads.m"]).with("LAUNCHGATE_LIMIT", "1s");
        let app = |style| app(style).with("LAUNCHGATE_MEMORY", "1048576").repeated();
        let mut apps: Vec<Repeated> =
            Style::ALL.into_iter().map(|style| app(style).expect("the app reaches main")).collect();
        let mut switches = 0;
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > SEEDS {
                return switches;
            }
            let longest = [15, 100, 400][seed as usize % 3];
            // Now and then every turn ends at an instruction, which costs the host dearly.
            let schedule = match seed % 20 {
                0 => Schedule::Seeded { seed, longest },
                _ => Schedule::SeededBlocks { seed, longest },
            };
            let run = apps[seed as usize / 3 % 4].run(schedule).expect("the phone runs");
            let status = run.status().unwrap_or_else(|error| panic!("seed {seed}: {error:#}"));
            assert_eq!(status, 0, "seed {seed}: {}", run.outcome.log);
            let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
            for (name, calls) in CALLS {
                let found = methods.get(name).map(|sums| sums.0);
                assert_eq!(found, Some(calls), "seed {seed}, {name}: {}", run.outcome.log);
            }
            switches += run.outcome.switches;
        }
    };
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let switches: u64 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("no seed fails")).sum()
    });
    assert!(switches > SEEDS * 100, "threads took turns only {switches} times");
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
