//! Sampled call stacks, added up: each frame's time, below its callers.

use hashbrown::HashMap;

use crate::spans::LONGEST_PATH;
use crate::{Cost, MethodId, Ns, PathId, PhaseId, Table, Thread};

type Key = (MethodId, Thread, Option<PhaseId>, Option<PathId>);

/// The sums so far.
#[derive(Default)]
pub(super) struct Stacks {
    sums: HashMap<Key, Cost>,
    paths: HashMap<(Option<PathId>, MethodId), PathId>,
}

impl Stacks {
    /// The path below `above` through `caller`.
    pub(super) fn path(
        &mut self,
        above: Option<PathId>,
        depth: usize,
        caller: MethodId,
        table: &mut Table,
    ) -> Option<PathId> {
        if depth >= LONGEST_PATH {
            return above;
        }
        let new = || table.extend_path(above, caller);
        Some(*self.paths.entry((above, caller)).or_insert_with(new))
    }

    /// Adds time of a frame.
    pub(super) fn add(&mut self, (method, thread, phase, path): Key, own: f64, total: f64) {
        let new = Cost { method, thread, phase, path, calls: 0.0, self_ns: Ns::ZERO, total_ns: Ns::ZERO };
        let sum = self.sums.entry((method, thread, phase, path)).or_insert(new);
        sum.self_ns += Ns(own);
        sum.total_ns += Ns(total);
    }

    /// Adds a sample; the outermost frame is the first.
    pub(super) fn sample(
        &mut self,
        frames: &[MethodId],
        (thread, phase): (Thread, Option<PhaseId>),
        time: f64,
        table: &mut Table,
    ) {
        let mut path = None;
        for (depth, frame) in frames.iter().enumerate() {
            let own = if depth + 1 == frames.len() { time } else { 0.0 };
            self.add((*frame, thread, phase, path), own, time);
            path = self.path(path, depth, *frame, table);
        }
    }

    /// The costs, in the order of their keys, so that equal files give equal sums.
    pub(super) fn costs(self) -> Vec<Cost> {
        let mut costs: Vec<Cost> = self.sums.into_values().collect();
        costs.sort_by_key(Cost::key);
        costs
    }
}

/// Whether code at this path belongs to the system, and not to the app.
pub(super) fn is_system(path: &str) -> bool {
    const PLACES: [&str; 6] =
        ["/System/", "/usr/lib/", "/RuntimeRoot/", "/Symbols/", ".simruntime/", "/Xcode.app/"];
    let in_app = path.contains(".app/") && !path.contains("/Xcode.app/");
    !in_app && PLACES.iter().any(|place| path.starts_with(place) || path.contains(place))
}
