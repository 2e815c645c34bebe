//! Runs Shop without the agent under a thousand schedules. Each run gives the right results, and the same
//! seed gives the same run.
//!
//! Switches of Shop reduce the cost of its functions and the number of iterations, so that a run is short.
//! The threads interact as without these switches, but compute less between their interactions.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use e2e::shop::Shop;
use phone::build::Style;
use phone::{Outcome, Prepared, Schedule};

/// Number of schedules in an ordinary test run.
pub(crate) const SEEDS: u64 = 1000;

const SHORT: [(&str, &str); 2] = [
    ("SHOP_ALL", "0.02"),
    ("SHOP_MORE", "Catalog.items:0.1,Imaging.rows:0.1,Cart.reload:0.25,Analytics.batch:0.25"),
];

fn schedule(seed: u64) -> Schedule {
    // Shorter time slices are slow on the host, since a block is translated again for each slice that ends
    // inside it. `tests/phone` tests shorter slices.
    let longest = [3_000, 10_000, 30_000, 100_000][seed as usize % 4];
    match seed % 20 {
        0 => Schedule::Seeded { seed, longest },
        _ => Schedule::SeededBlocks { seed, longest },
    }
}

/// Splits the line that Shop logs from the checksum at its end.
fn split(log: &str) -> (&str, &str) {
    log.trim_end().rsplit_once(' ').expect("words")
}

/// Returns the number of times that each function of the app was entered.
fn app_entries(outcome: &Outcome) -> BTreeMap<&(String, String), u64> {
    let functions = outcome.counts.functions.iter();
    let own = functions.filter(|((image, _), _)| image.contains(".app/"));
    own.map(|(name, count)| (name, count.entries)).collect()
}

#[test]
fn the_sample_app_gives_the_same_right_results_on_a_thousand_thread_schedules() {
    check_schedules(0..SEEDS);
}

/// Runs Shop under the schedule of each seed, and under some of them twice.
pub(crate) fn check_schedules(seeds: Range<u64>) {
    let (next, checksums) = (AtomicU64::new(seeds.start), Mutex::new(BTreeSet::new()));
    let work = || {
        // The process is prepared once. The reference is a run without preparation, from start to end.
        let shop = Shop::build(Style::Chained).expect("Shop builds");
        let config = shop.config(&SHORT).expect("Shop can be started");
        let fair = phone::run(config.clone());
        assert_eq!(fair.result, Ok(0), "{}", fair.log);
        assert!(fair.log.contains("Shop is up: refused 6, sent 5, pages "), "{}", fair.log);
        let mut shop = Prepared::new(config).expect("Shop reaches main");
        let mut switches = 0;
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return switches;
            }
            let outcome = shop.run(schedule(seed));
            assert_eq!(outcome.result, Ok(0), "seed {seed}\n{}", outcome.log);
            // At its end, Shop logs one line with a checksum of everything that all threads have computed by
            // then. Shop does not wait for its three preloads, each of which adds the same number, so the
            // checksum is one of four. At the end of the process, everything has been computed.
            let (told, checksum) = split(&outcome.log);
            assert_eq!(told, split(&fair.log).0, "seed {seed}");
            checksums.lock().expect("no test panics with it").insert(checksum.to_owned());
            assert_eq!(app_entries(&outcome), app_entries(&fair), "seed {seed}");
            switches += outcome.switches;
            if seed % 25 == 5 {
                let again = shop.run(schedule(seed));
                assert_eq!(again.counts, outcome.counts, "seed {seed}");
                assert_eq!((again.ticks, again.switches), (outcome.ticks, outcome.switches), "seed {seed}");
                assert_eq!((again.log, again.marks), (outcome.log, outcome.marks), "seed {seed}");
            }
        }
    };
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let switches: u64 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("no seed fails")).sum()
    });
    assert!(switches > (seeds.end - seeds.start) * 10, "threads took turns");
    let checksums = checksums.into_inner().expect("no test panics with it");
    assert!((1..=4).contains(&checksums.len()), "{checksums:?}");
}
