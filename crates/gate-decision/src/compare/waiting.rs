//! Sums up the waiting time of the main thread on both sides, in the whole launch, in each phase, and in each function or method.
//!
//! The waiting time of a launch in system calls of one kind is divided among functions in proportion to their samples that waited in such
//! calls. Invariant: launches without run states, which record whether the thread ran or waited, are never treated as launches that do not
//! wait.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_launches::{Function, Launch, MethodTable, SampledFunction, SampledScope, WaitKind};

use super::rows::AdmittedLaunches;

/// The mean waiting time of the launches of each side in system calls of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitRow {
    pub kind: WaitKind,
    pub place: WaitPlace,
    /// The nanoseconds in the base; `None` if the base's launches have no run states.
    pub base: Option<f64>,
    /// The nanoseconds in the head.
    pub head: f64,
}

/// The place in which the main thread waits: the whole launch, a phase, or a function or method.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WaitPlace {
    Launch,
    Phase(Arc<str>),
    /// A function, or a method that made the system call itself.
    Function {
        name: Arc<str>,
        module: Option<Arc<str>>,
        owner: Option<Arc<str>>,
    },
}

/// Returns the waiting times of launches that have no base.
pub fn waiting_without_base(head: &[&Launch], table: &MethodTable) -> Option<Vec<WaitRow>> {
    self::wait_rows(AdmittedLaunches { base: &[], base_table: table, head, head_table: table })
}

/// Returns the waiting times of both sides; `None` if no launch of the head has run states.
pub(super) fn wait_rows(launches: AdmittedLaunches<'_>) -> Option<Vec<WaitRow>> {
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
        let waiting: Vec<(WaitKind, &SampledFunction)> =
            seen.filter_map(|seen| Some((seen.waiting?, seen))).collect();
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

/// Returns the function or the method in which samples were taken. The module and the owner of a method are read from `tables`.
fn place_of(seen: &SampledFunction, tables: [&MethodTable; 2]) -> WaitPlace {
    match (&seen.function, &seen.node) {
        (Some(function), _) if !function.name.is_empty() => {
            let Function { name, module, owner, .. } = &**function;
            WaitPlace::Function {
                name: Arc::clone(name),
                module: Some(Arc::clone(module)),
                owner: owner.clone(),
            }
        }
        (_, SampledScope::Method(name)) => {
            let method = tables.into_iter().find_map(|table| Some(table.method(table.find(name)?)));
            let module = method.and_then(|method| method.module.clone());
            let owner = method.and_then(|method| method.owner.clone());
            WaitPlace::Function { name: Arc::clone(name), module, owner }
        }
        (function, SampledScope::Outside(_)) => {
            let module = function.as_ref().map(|function| Arc::clone(&function.module));
            // The recorder gives no names to functions with few samples.
            WaitPlace::Function { name: module.clone().unwrap_or_default(), module, owner: None }
        }
    }
}
