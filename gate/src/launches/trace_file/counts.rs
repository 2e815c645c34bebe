//! What the recorder's own instructions and cycles were, as the trace tells: of a send, and of all calls beyond that.

use trace::{CostKind, Reader};

use crate::launches::Counters;

/// What a recorded call took on average. A send was measured at the launch; what calls took beyond one was counted by the hooks.
pub(super) fn per_call(trace: &Reader<'_>, calls: f64) -> Counters {
    let told = |kind: CostKind| {
        let found = trace.costs.iter().find(|cost| cost.kind == kind)?;
        Some(found.outside.0 as f64 / 1024.0).filter(|count| *count > 0.0)
    };
    let Some(send) = told(CostKind::SendInstructions) else { return Counters::default() };
    let beside = if calls > 0.0 { told(CostKind::BesideSends).unwrap_or(0.0) / calls } else { 0.0 };
    // Those instructions are of the same kind, so they take as many cycles each.
    let cycles = told(CostKind::SendCycles).map(|cycles| cycles * (send + beside) / send);
    Counters { instructions: Some(send + beside), cycles, page_ins: None }
}
