//! What the recorder's own instructions and cycles were, as the trace tells: of a send, and of all calls beyond that.

use trace::{CostKind, Reader};

use crate::Counters;

/// What a recorded call took on average. A send was measured at the launch; what calls took beyond one was counted by the hooks.
pub(super) fn per_call(trace: &Reader<'_>, calls: f64) -> Counters {
    let told = |kind: CostKind| trace.costs.iter().find(|cost| cost.kind == kind);
    let parts = |count: trace::Ticks1024| Some(count.0 as f64 / 1024.0).filter(|count| *count > 0.0);
    let Some(cost) = told(CostKind::SendCounts) else { return Counters::default() };
    let Some(send) = parts(cost.inside) else { return Counters::default() };
    let beside = told(CostKind::BesideSends).and_then(|cost| parts(cost.outside)).unwrap_or(0.0);
    let beside = if calls > 0.0 { beside / calls } else { 0.0 };
    // Those instructions are of the same kind, so they take as many cycles each.
    let cycles = parts(cost.outside).map(|cycles| cycles * (send + beside) / send);
    Counters { instructions: Some(send + beside), cycles, ..Counters::default() }
}
