//! `cargo xtask bench store`: histories beyond one repository, searches and changes of levels.
//!
//! Each entry is a program of its own with its figures; another part of the store is one more entry here.

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
        // Of both builds together, in a search.
        Figure { name: "bisect.launches", unit: "", goal: Goal::None },
        // The same with one method that takes 5 % of the launch more.
        Figure { name: "bisect.launch.right", unit: "", goal: Goal::AtLeast(0.95) },
        Figure { name: "bisect.launch.wrong", unit: "", goal: Goal::None },
        Figure { name: "bisect.launch.builds", unit: "", goal: Goal::None },
        Figure { name: "bisect.launch.builds_worst", unit: "", goal: Goal::None },
        Figure { name: "bisect.launch.launches", unit: "", goal: Goal::None },
        // One method by 5 %, where costs have heavy tails, each commit moves every method by half a percent, and one in eight cannot
        // be built; of any number of builds.
        Figure { name: "bisect.hard.right", unit: "", goal: Goal::None },
        Figure { name: "bisect.hard.wrong", unit: "", goal: Goal::None },
        Figure { name: "bisect.hard.builds", unit: "", goal: Goal::None },
        Figure { name: "bisect.hard.builds_worst", unit: "", goal: Goal::None },
        Figure { name: "bisect.hard.launches", unit: "", goal: Goal::None },
        // The worst of eight made worlds, which stand beside by name.
        Figure { name: "store.changes.dated", unit: "", goal: Goal::AtLeast(0.95) },
        Figure { name: "store.changes.false_a_year", unit: "", goal: Goal::AtMost(1.0) },
        // Of 100 steps of 3 and of 5 % in years of sessions with 1 % noise, those told at their session or two beside it; and of steps
        // of 5 % between four sessions and four.
        Figure { name: "store.trend.found3", unit: "", goal: Goal::AtLeast(0.9) },
        Figure { name: "store.trend.found5", unit: "", goal: Goal::AtLeast(0.98) },
        Figure { name: "store.trend.short5", unit: "", goal: Goal::AtLeast(0.8) },
        // The worst of five worlds of 40 methods, which stand beside by name.
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
        // 8 writers × 100 sessions on an S3 server that fails, cuts and delays answers.
        Figure { name: "store.lost", unit: "", goal: Goal::AtMost(0.0) },
        Figure { name: "store.doubled", unit: "", goal: Goal::AtMost(0.0) },
        // 8 writers × 20 sessions on moto, SeaweedFS and Azurite with a third of all requests faulty, and in a folder, while 23 writers are
        // killed; lost and doubled together.
        Figure { name: "store.lost.anywhere", unit: "", goal: Goal::AtMost(0.0) },
        // Of five apps on two devices whose sessions have one name.
        Figure { name: "store.identity.lost", unit: "", goal: Goal::AtMost(0.0) },
        // Servers that overwrite in spite of If-None-Match are refused: s3rver, rclone's and one of the proxy's making.
        Figure { name: "store.probe.refused", unit: "", goal: Goal::AtLeast(1.0) },
        // Of a check whose pool has 262 sessions, the first on a machine and the next.
        Figure { name: "store.requests.cold", unit: "", goal: Goal::AtMost(800.0) },
        Figure { name: "store.requests.warm", unit: "", goal: Goal::AtMost(60.0) },
        // The same steps as store.trend.found3 and .found5, and the same worlds, which stand beside by name: what others find there.
        Figure { name: "store.trend.otava.found3", unit: "", goal: Goal::None },
        Figure { name: "store.trend.otava.found5", unit: "", goal: Goal::None },
        Figure { name: "store.trend.pelt.found3", unit: "", goal: Goal::None },
        Figure { name: "store.trend.pelt.found5", unit: "", goal: Goal::None },
        // DuckDB, Spark and pyarrow against the launch records, to the last bit, judged launches only.
        Figure { name: "store.views.equal", unit: "", goal: Goal::AtLeast(1.0) },
        // The verdict from az:// by Azurite is the folder's.
        Figure { name: "store.az", unit: "", goal: Goal::AtLeast(1.0) },
        // Of 8, 16 and 32 million rows of costs: the largest of put, sweep and the weekly query by DuckDB; 1 is proportional.
        Figure { name: "store.growth", unit: "", goal: Goal::AtMost(1.15) },
        Figure { name: "store.pool_read_growth", unit: "", goal: Goal::AtMost(0.2) },
        // Of launches as the agent records them; and of whole ns in which nothing follows from anything, which have more digits that
        // are noise (docs/store.md says how many).
        Figure { name: "store.bytes_vs_jsonl_zstd", unit: "", goal: Goal::AtMost(0.5) },
        Figure { name: "store.bytes_vs_jsonl_zstd.whole_ns", unit: "", goal: Goal::None },
        // In 1, 3 and 8 parts, byte by byte.
        Figure { name: "store.sweep_equal", unit: "", goal: Goal::AtLeast(1.0) },
    ],
};
