//! Contains the table of `cargo xtask bench store`: the programs that measure stored histories,
//! searches and change points, with their figures.

use super::{Bench, Figure, Goal, Program};

pub(super) const BENCHES: &[Bench] = &[HISTORY, OBJECTS, REQUESTS];

/// Searches in repositories of 64 commits, and change points in synthetic years of 1,000 methods.
const HISTORY: Bench = Bench {
    name: "store",
    program: Program::Cargo(&["run", "--release", "-p", "lab", "history"]),
    figures: &[
        // The share of searches that name the planted commit, with at most 8 builds. From the planted commit
        // on, one of a hundred methods is 5 % slower.
        Figure { name: "bisect.right", unit: "", goal: Goal::AtLeast(0.95) },
        // The share of searches that name a wrong commit.
        Figure { name: "bisect.wrong", unit: "", goal: Goal::None },
        Figure { name: "bisect.builds", unit: "", goal: Goal::None },
        Figure { name: "bisect.builds_worst", unit: "", goal: Goal::None },
        // Number of launches of both builds per search.
        Figure { name: "bisect.launches", unit: "", goal: Goal::None },
        // The figures of a bisect if one method adds 5 % of the launch.
        Figure { name: "bisect.launch.right", unit: "", goal: Goal::AtLeast(0.95) },
        Figure { name: "bisect.launch.wrong", unit: "", goal: Goal::None },
        Figure { name: "bisect.launch.builds", unit: "", goal: Goal::None },
        Figure { name: "bisect.launch.builds_worst", unit: "", goal: Goal::None },
        Figure { name: "bisect.launch.launches", unit: "", goal: Goal::None },
        // The figures of a bisect under difficult conditions: one method grows by 5 %, costs have heavy
        // tails, each commit changes every method by half a percent, and one in eight commits cannot be
        // built. Any number of builds is allowed.
        Figure { name: "bisect.hard.right", unit: "", goal: Goal::None },
        Figure { name: "bisect.hard.wrong", unit: "", goal: Goal::None },
        Figure { name: "bisect.hard.builds", unit: "", goal: Goal::None },
        Figure { name: "bisect.hard.builds_worst", unit: "", goal: Goal::None },
        Figure { name: "bisect.hard.launches", unit: "", goal: Goal::None },
        // Each figure is the worst of eight synthetic histories. The bench also prints the figures of each history.
        Figure { name: "store.changes.dated", unit: "", goal: Goal::AtLeast(0.95) },
        Figure { name: "store.changes.false_a_year", unit: "", goal: Goal::AtMost(1.0) },
        // The share of 100 steps of 3 % and of 5 % that are reported within two sessions, in years of
        // sessions with 1 % noise. The figure `short5` is the share of steps of 5 % with four sessions before
        // and four after the step.
        Figure { name: "store.trend.found3", unit: "", goal: Goal::AtLeast(0.9) },
        Figure { name: "store.trend.found5", unit: "", goal: Goal::AtLeast(0.98) },
        // The share of steps of 10 to 120 %, 5 to 20 sessions before the end of 60 sessions, that are the
        // only reported change of their series.
        Figure { name: "store.trend.place", unit: "", goal: Goal::AtLeast(0.97) },
        Figure { name: "store.trend.short5", unit: "", goal: Goal::AtLeast(0.8) },
        // Each figure is the worst of five synthetic histories of 40 methods. The bench also prints the figures of each history.
        Figure { name: "store.trend.false_a_year", unit: "", goal: Goal::AtMost(1.0) },
        Figure { name: "store.trend.slopes_told", unit: "", goal: Goal::AtLeast(0.95) },
        Figure { name: "store.trend.swaps_told_once", unit: "", goal: Goal::AtLeast(0.95) },
    ],
};

/// Stores at a URL, measured with moto's S3 server, Azurite and query engines.
const OBJECTS: Bench = Bench {
    name: "store",
    program: Program::Store,
    figures: &[
        // Sessions that are lost or stored twice if 8 writers store 100 sessions each on an S3 server that
        // fails, truncates and delays answers.
        Figure { name: "store.lost", unit: "", goal: Goal::AtMost(0.0) },
        Figure { name: "store.doubled", unit: "", goal: Goal::AtMost(0.0) },
        // Sessions that are lost or stored twice if 8 writers store 20 sessions each, on moto, SeaweedFS and
        // Azurite with faults in a third of all requests, and in a folder, while 23 writers are killed.
        Figure { name: "store.lost.anywhere", unit: "", goal: Goal::AtMost(0.0) },
        // Number of lost sessions if five apps on two devices have sessions with the same name.
        Figure { name: "store.identity.lost", unit: "", goal: Goal::AtMost(0.0) },
        // The share of servers that are refused because they overwrite in spite of `If-None-Match`: s3rver,
        // rclone's server, and the proxy while it overwrites.
        Figure { name: "store.probe.refused", unit: "", goal: Goal::AtLeast(1.0) },
        // Number of requests of a check with 262 stored sessions: the first check on a machine (`cold`), and
        // the next check.
        Figure { name: "store.requests.cold", unit: "", goal: Goal::AtMost(800.0) },
        Figure { name: "store.requests.warm", unit: "", goal: Goal::AtMost(60.0) },
        // Results of other tools for the steps and histories of store.trend.found3 and .found5.
        Figure { name: "store.trend.otava.found3", unit: "", goal: Goal::None },
        Figure { name: "store.trend.otava.found5", unit: "", goal: Goal::None },
        Figure { name: "store.trend.pelt.found3", unit: "", goal: Goal::None },
        Figure { name: "store.trend.pelt.found5", unit: "", goal: Goal::None },
        // Values that DuckDB, Spark and pyarrow read, compared with the launch records to the last bit, for
        // judged launches only.
        Figure { name: "store.views.equal", unit: "", goal: Goal::AtLeast(1.0) },
        // Whether the verdict with a store at az:// on Azurite equals that with a folder.
        Figure { name: "store.az", unit: "", goal: Goal::AtLeast(1.0) },
        // Growth over 8, 16 and 32 million rows of costs: the largest of the growths of put, sweep and the
        // weekly query by DuckDB. The value 1 means proportional growth.
        Figure { name: "store.growth", unit: "", goal: Goal::AtMost(1.15) },
        Figure { name: "store.pool_read_growth", unit: "", goal: Goal::AtMost(0.2) },
        // The size of stored launches with times as the agent records them, and with random whole
        // nanoseconds, which have more digits of noise (docs/store.md contains their number).
        Figure { name: "store.bytes_vs_jsonl_zstd", unit: "", goal: Goal::AtMost(0.5) },
        Figure { name: "store.bytes_vs_jsonl_zstd.whole_ns", unit: "", goal: Goal::None },
    ],
};

/// Requests of `baseline list` and `trend`, counted at moto's S3 server.
const REQUESTS: Bench = Bench {
    name: "gate",
    program: Program::StoreRequests,
    figures: &[
        // The number of requests of a command without a cache, in a swept store with 5,000 sessions of a year on 8 devices.
        Figure { name: "store.requests.list_5000", unit: "", goal: Goal::AtMost(300.0) },
        Figure { name: "store.requests.trend_5000", unit: "", goal: Goal::AtMost(300.0) },
    ],
};
