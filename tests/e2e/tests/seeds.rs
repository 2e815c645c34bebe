//! A thousand schedules of Shop without the agent: each gives the right results, and the same seed gives the same run.
//!
//! What a place of work costs and how often loops run is cut down by Shop's own switches, so that a run is short: what threads do
//! to each other stays, what they compute meanwhile is less.

use std::sync::atomic::{AtomicU64, Ordering};

use e2e::shop::Shop;
use phone::build::Style;
use phone::{Config, Outcome, Schedule};

const SEEDS: u64 = 1000;

const SHORT: [(&str, &str); 2] = [
    ("SHOP_ALL", "0.02"),
    ("SHOP_MORE", "Catalog.items:0.1,Imaging.rows:0.1,Cart.reload:0.25,Analytics.batch:0.25"),
];

fn run(config: &Config, seed: u64) -> Outcome {
    // Shorter turns cost the host dearly, since each end inside a block is translated anew; `tests/phone` has those.
    let longest = [3_000, 10_000, 30_000, 100_000][seed as usize % 4];
    phone::run(Config { schedule: Schedule::Seeded { seed, longest }, ..config.clone() })
}

#[test]
fn a_thousand_schedules_give_the_right_results_and_repeat() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let config = shop.config(&SHORT).expect("Shop can be started");
    let fair = phone::run(config.clone());
    assert_eq!(fair.result, Ok(0), "{}", fair.log);
    assert!(fair.log.contains("Shop is up: refused 6, sent 5, pages "), "{}", fair.log);
    let (next, switches) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        let work = || {
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= SEEDS {
                    return;
                }
                let outcome = run(&config, seed);
                assert_eq!(outcome.result, Ok(0), "seed {seed}\n{}", outcome.log);
                // One line at the end, with a checksum of all work in it, on whichever thread it was done.
                assert_eq!(outcome.log, fair.log, "seed {seed}");
                switches.fetch_add(outcome.switches, Ordering::Relaxed);
                if seed % 20 < 4 && seed.is_multiple_of(5) {
                    let again = run(&config, seed);
                    assert_eq!(again.counts, outcome.counts, "seed {seed}");
                    assert_eq!(
                        (again.ticks, again.switches),
                        (outcome.ticks, outcome.switches),
                        "seed {seed}"
                    );
                    assert_eq!((again.log, again.marks), (outcome.log, outcome.marks), "seed {seed}");
                }
            }
        };
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(work);
        }
    });
    assert!(switches.into_inner() > SEEDS * 10, "threads took turns");
}
