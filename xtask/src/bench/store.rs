//! `cargo xtask bench store`: histories beyond one repository, searches and changes of levels.
//!
//! Each entry is a program of its own with its figures; another part of the store is one more entry here.

use super::{Bench, Figure, Goal, Source};

pub(super) const BENCHES: &[Bench] = &[HISTORY];

/// Searches in repositories of 64 commits, and change points of made years of 1,000 methods.
const HISTORY: Bench = Bench {
    name: "store",
    source: Source::Cargo(&["run", "--release", "-p", "gate", "--example", "bench_history"]),
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
    ],
};
