//! The table of `cargo xtask bench store`: stored histories, searches and changes of levels.
//!
//! Each entry is a program with its figures.

use super::{Bench, Figure, Goal, Program};

pub(super) const BENCHES: &[Bench] = &[HISTORY, OBJECTS];

/// Searches in repositories of 64 commits, and change points of made years of 1,000 methods.
const HISTORY: Bench = Bench {
    name: "store",
    program: Program::Cargo(&["run", "--release", "-p", "lab", "history"]),
    figures: &[
        // The planted commit is named, with at most 8 builds; one method of a hundred is 5 % slower from it on.
        Figure { name: "bisect.right", unit: "", goal: Goal::AtLeast(0.95) },
        // Another commit is named.
        Figure { name: "bisect.wrong", unit: "", goal: Goal::None },
        Figure { name: "bisect.builds", unit: "", goal: Goal::None },
        Figure { name: "bisect.builds_worst", unit: "", goal: Goal::None },
        // Launches of both builds in a search.
        Figure { name: "bisect.launches", unit: "", goal: Goal::None },
        // The same, with one method that adds 5 % of the launch.
        Figure { name: "bisect.launch.right", unit: "", goal: Goal::AtLeast(0.95) },
        Figure { name: "bisect.launch.wrong", unit: "", goal: Goal::None },
        Figure { name: "bisect.launch.builds", unit: "", goal: Goal::None },
        Figure { name: "bisect.launch.builds_worst", unit: "", goal: Goal::None },
        Figure { name: "bisect.launch.launches", unit: "", goal: Goal::None },
        // One method grows by 5 %, costs have heavy tails, each commit changes every method by half a percent, and one commit in eight
        // cannot be built; any number of builds is allowed.
        Figure { name: "bisect.hard.right", unit: "", goal: Goal::None },
        Figure { name: "bisect.hard.wrong", unit: "", goal: Goal::None },
        Figure { name: "bisect.hard.builds", unit: "", goal: Goal::None },
        Figure { name: "bisect.hard.builds_worst", unit: "", goal: Goal::None },
        Figure { name: "bisect.hard.launches", unit: "", goal: Goal::None },
        // The worst of eight made worlds; the figures of each follow.
        Figure { name: "store.changes.dated", unit: "", goal: Goal::AtLeast(0.95) },
        Figure { name: "store.changes.false_a_year", unit: "", goal: Goal::AtMost(1.0) },
        // The share of 100 steps of 3 % and of 5 %, in years of sessions with 1 % noise, that is reported within two sessions; and of steps
        // of 5 % between four sessions and four.
        Figure { name: "store.trend.found3", unit: "", goal: Goal::AtLeast(0.9) },
        Figure { name: "store.trend.found5", unit: "", goal: Goal::AtLeast(0.98) },
        // The share of steps of 10 to 120 %, 5 to 20 sessions before the end of 60, that is the only reported change of its series.
        Figure { name: "store.trend.place", unit: "", goal: Goal::AtLeast(0.97) },
        Figure { name: "store.trend.short5", unit: "", goal: Goal::AtLeast(0.8) },
        // The worst of five worlds of 40 methods; the figures of each follow.
        Figure { name: "store.trend.false_a_year", unit: "", goal: Goal::AtMost(1.0) },
        Figure { name: "store.trend.slopes_told", unit: "", goal: Goal::AtLeast(0.95) },
        Figure { name: "store.trend.swaps_told_once", unit: "", goal: Goal::AtLeast(0.95) },
    ],
};

/// Stores at a URL, by moto's S3 server, Azurite and query engines.
const OBJECTS: Bench = Bench {
    name: "store",
    program: Program::Store,
    figures: &[
        // 8 writers × 100 sessions on an S3 server that fails, truncates and delays answers.
        Figure { name: "store.lost", unit: "", goal: Goal::AtMost(0.0) },
        Figure { name: "store.doubled", unit: "", goal: Goal::AtMost(0.0) },
        // 8 writers × 20 sessions on moto, SeaweedFS and Azurite with a third of all requests faulty, and in a folder, while 23 writers are
        // killed; lost and doubled together.
        Figure { name: "store.lost.anywhere", unit: "", goal: Goal::AtMost(0.0) },
        // Five apps on two devices, with sessions of one name.
        Figure { name: "store.identity.lost", unit: "", goal: Goal::AtMost(0.0) },
        // Servers that overwrite in spite of `If-None-Match` are refused: s3rver, rclone's server, and the proxy when it overwrites.
        Figure { name: "store.probe.refused", unit: "", goal: Goal::AtLeast(1.0) },
        // Requests of a check with a pool of 262 sessions, the first on a machine and the next.
        Figure { name: "store.requests.cold", unit: "", goal: Goal::AtMost(800.0) },
        Figure { name: "store.requests.warm", unit: "", goal: Goal::AtMost(60.0) },
        // Requests of `baseline list` and `trend` without a cache, in a swept store with 5,000 sessions of a year on 8 devices.
        Figure { name: "store.requests.list_5000", unit: "", goal: Goal::AtMost(300.0) },
        Figure { name: "store.requests.trend_5000", unit: "", goal: Goal::AtMost(300.0) },
        // Results of other tools on the steps and worlds of store.trend.found3 and .found5.
        Figure { name: "store.trend.otava.found3", unit: "", goal: Goal::None },
        Figure { name: "store.trend.otava.found5", unit: "", goal: Goal::None },
        Figure { name: "store.trend.pelt.found3", unit: "", goal: Goal::None },
        Figure { name: "store.trend.pelt.found5", unit: "", goal: Goal::None },
        // DuckDB, Spark and pyarrow against the launch records, to the last bit, judged launches only.
        Figure { name: "store.views.equal", unit: "", goal: Goal::AtLeast(1.0) },
        // The verdict from az:// by Azurite is the folder's.
        Figure { name: "store.az", unit: "", goal: Goal::AtLeast(1.0) },
        // Growth over 8, 16 and 32 million rows of costs: the largest of put, sweep and the weekly query by DuckDB; 1 is proportional.
        Figure { name: "store.growth", unit: "", goal: Goal::AtMost(1.15) },
        Figure { name: "store.pool_read_growth", unit: "", goal: Goal::AtMost(0.2) },
        // Launches as the agent records them; and random whole ns, which have more digits of noise (docs/store.md has their number).
        Figure { name: "store.bytes_vs_jsonl_zstd", unit: "", goal: Goal::AtMost(0.5) },
        Figure { name: "store.bytes_vs_jsonl_zstd.whole_ns", unit: "", goal: Goal::None },
    ],
};
