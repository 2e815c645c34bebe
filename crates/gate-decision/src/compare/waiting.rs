//! The waiting time of the main thread on both sides: of the launch, of each phase, and of each function or method.
//!
//! A function has the part of the launch's waiting in calls of a kind that it has of the samples of this waiting.
//! Invariant: launches whose recorder did not read run states are never taken for launches that do not wait.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_launches::{Function, Launch, Node, Seen, Table, WaitKind};

use super::rows::AdmittedLaunches;

/// The waiting time of the mean launch of each side in calls of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitRow {
    pub kind: WaitKind,
    pub place: WaitPlace,
    /// The nanoseconds of the base; `None` if it has no run states.
    pub base: Option<f64>,
    /// The nanoseconds of the head.
    pub head: f64,
}

/// The code that waits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WaitPlace {
    Launch,
    Phase(Arc<str>),
    /// A function, or a method that called the system itself.
    Function {
        name: Arc<str>,
        module: Option<Arc<str>>,
        owner: Option<Arc<str>>,
    },
}

/// Returns the waiting of launches without a base.
pub fn waiting_of(head: &[&Launch], table: &Table) -> Option<Vec<WaitRow>> {
    self::table(AdmittedLaunches { base: &[], base_table: table, head, head_table: table })
}

/// Returns the waiting of both sides; `None` if no launch of the head has run states.
pub(super) fn table(launches: AdmittedLaunches<'_>) -> Option<Vec<WaitRow>> {
    let mut sums: BTreeMap<(WaitPlace, WaitKind), [f64; 2]> = BTreeMap::new();
    let mut measured = [0.0; 2];
    for (side, _, launch, table) in launches.launches() {
        let Some(waits) = launch.functions.as_ref().and_then(|functions| functions.waits.as_ref()) else {
            continue;
        };
        measured[side] += 1.0;
        let mut add = |place, kind, ns| sums.entry((place, kind)).or_default()[side] += ns;
        let mut of_kind: BTreeMap<WaitKind, f64> = BTreeMap::new();
        for wait in waits {
            let ns = wait.ns as f64;
            *of_kind.entry(wait.kind).or_default() += ns;
            add(WaitPlace::Launch, wait.kind, ns);
            add(WaitPlace::Phase(Arc::clone(&wait.phase)), wait.kind, ns);
        }
        let seen = launch.functions.iter().flat_map(|functions| &functions.seen);
        let waiting: Vec<(WaitKind, &Seen)> = seen.filter_map(|seen| Some((seen.waiting?, seen))).collect();
        for (kind, ns) in of_kind {
            let of_it = || waiting.iter().filter(|(other, _)| *other == kind).map(|(_, seen)| *seen);
            let samples: u64 = of_it().map(|seen| seen.samples).sum();
            for seen in of_it() {
                let place = place_of(seen, [table, launches.head_table]);
                add(place, kind, ns * seen.samples as f64 / samples.max(1) as f64);
            }
        }
    }
    let mean = |sum: f64, launches: f64| (launches > 0.0).then(|| sum / launches);
    let rows = sums.into_iter().map(|((place, kind), [base, head])| WaitRow {
        kind,
        place,
        base: mean(base, measured[0]),
        head: mean(head, measured[1]).unwrap_or(0.0),
    });
    (measured[1] > 0.0).then(|| rows.collect())
}

/// Returns the function or the method of samples; `tables` are searched for the method's module and owner.
fn place_of(seen: &Seen, tables: [&Table; 2]) -> WaitPlace {
    match (&seen.function, &seen.node) {
        (Some(function), _) if !function.name.is_empty() => {
            let Function { name, module, owner, .. } = &**function;
            WaitPlace::Function {
                name: Arc::clone(name),
                module: Some(Arc::clone(module)),
                owner: owner.clone(),
            }
        }
        (_, Node::Method(name)) => {
            let method = tables.into_iter().find_map(|table| Some(table.method(table.find(name)?)));
            let module = method.and_then(|method| method.module.clone());
            let owner = method.and_then(|method| method.owner.clone());
            WaitPlace::Function { name: Arc::clone(name), module, owner }
        }
        (function, Node::Outside(_)) => {
            let module = function.as_ref().map(|function| Arc::clone(&function.module));
            // Functions that are too small for rows of their own have no name.
            WaitPlace::Function { name: module.clone().unwrap_or_default(), module, owner: None }
        }
    }
}
