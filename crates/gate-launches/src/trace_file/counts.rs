//! Reads the instructions and cycles that the recorder itself adds: the cost of one recorded call, and the additional cost of all calls.

use trace::{CostKind, Reader};

use super::cost_of;
use crate::Counters;

/// Returns the average instructions and cycles that recording a call takes. The result is the sum of two numbers. The first number is the
/// cost of recording a message send, which is measured at the launch. The second number is the additional cost that the hooks counted for
/// all calls of the launch, divided by the number of calls.
pub(super) fn per_call(trace: &Reader<'_>, calls: f64) -> Counters {
    let count = |count: trace::Ticks1024| Some(count.0 as f64 / 1024.0).filter(|count| *count > 0.0);
    let Some(cost) = cost_of(trace, CostKind::SendCounts) else { return Counters::default() };
    let Some(send) = count(cost.inside) else { return Counters::default() };
    let beyond = cost_of(trace, CostKind::BesideSends).and_then(|cost| count(cost.outside)).unwrap_or(0.0);
    let beyond = if calls > 0.0 { beyond / calls } else { 0.0 };
    // An additional instruction is assumed to take as many cycles as an instruction of recording a send.
    let cycles = count(cost.outside).map(|cycles| cycles * (send + beyond) / send);
    Counters { instructions: Some(send + beyond), cycles, ..Counters::default() }
}
