//! Divides the cost of each call among the phases of the launch.
//!
//! Invariant: a node's shares add up to one, or its phase is unknown.

use trace::{NodeId, Reader};

use super::TickScale;
use super::tree::{NONE, ThreadTrees};
use crate::{Ns, Phase, PhaseId, ThreadKind};

/// The phase before the agent, in which no call is recorded.
const BEFORE_AGENT: &str = "start..agent_start";

/// The shares of each node of the main thread in the phases.
///
/// A mark is set while no method of the app is on the main thread's stack, or when the outermost method returns. An outermost call and its
/// callees are therefore in a single phase. The tree, however, adds up all calls in a context. If an outermost context was called in two
/// phases, its cost is split in proportion to its long calls in the timeline.
pub(super) struct PhaseSplit {
    /// For each outermost node, the share of its time in each phase.
    shares: Vec<f64>,
    phases: usize,
    /// For each node, the index of its outermost ancestor among the outermost nodes; `NONE` for nodes of other threads.
    pub(super) top: Vec<u32>,
    /// For each outermost node, the phase that contains all its calls; `None` if its calls are in several phases.
    pub(super) whole: Vec<Option<u8>>,
    /// The agent's cost in each phase.
    pub(super) overhead: Vec<f64>,
}

impl PhaseSplit {
    pub(super) fn new(
        trace: &Reader<'_>,
        tree: &ThreadTrees,
        scale: &TickScale,
        bounds: &[Phase],
    ) -> PhaseSplit {
        let phases = bounds.len();
        let mut top = vec![NONE; tree.len()];
        let mut tops = Vec::new();
        for node in 0..tree.len() {
            if tree.thread[node] == ThreadKind::Main && tree.method[node] != NONE {
                if tree.is_top(node) {
                    top[node] = tops.len() as u32;
                    tops.push(node);
                } else {
                    top[node] = top[tree.parent[node] as usize];
                }
            }
        }
        let (shares, overhead) = (vec![0.0; tops.len() * phases], vec![0.0; phases]);
        let mut split = PhaseSplit { shares, phases, top, whole: Vec::new(), overhead };
        if phases == 0 {
            return split;
        }
        if trace.events.is_empty() {
            // Without events, the phases of calls are unknown, so the agent's cost is distributed evenly over the time since the agent's
            // start.
            let all: f64 = tops.iter().map(|node| tree.overhead[*node]).sum();
            let recorded =
                |phase: &Phase| if *phase.name == *BEFORE_AGENT { 0.0 } else { phase.duration().0 };
            let length: f64 = bounds.iter().map(recorded).sum();
            if length > 0.0 {
                split.overhead = bounds.iter().map(|phase| all * recorded(phase) / length).collect();
            }
            split.phases = 0;
            return split;
        }
        // A call before the first bound is in the first phase, a call after the last bound in the last.
        let phase_at = |at: Ns| bounds.partition_point(|phase| phase.to <= at).min(phases - 1);
        let mut seen = vec![usize::MAX; tops.len()];
        for event in trace.events.iter() {
            let NodeId(node) = event.node;
            let Some(&index) = split.top.get(node as usize) else { continue };
            if tops.get(index as usize) != Some(&(node as usize)) {
                continue;
            }
            // The phase of a call is the phase at the middle of the call, because a mark that is set when the call returns may be one tick
            // before the end of the call.
            let middle = scale.ns_at(event.start).0 + scale.ticks_to_ns(event.duration) / 2.0;
            let phase = phase_at(Ns(middle));
            split.shares[index as usize * phases + phase] += scale.ticks_to_ns(event.duration).max(1e-3);
            seen[index as usize] = seen[index as usize].min(phase);
        }
        // Contexts are created in the order of their first calls, so a context without a long call did not begin earlier than the previous
        // context.
        let mut latest = usize::from(phases > 1 && *bounds[0].name == *BEFORE_AGENT);
        for (index, _) in tops.iter().enumerate() {
            let shares = &mut split.shares[index * phases..][..phases];
            let sum: f64 = shares.iter().sum();
            if sum > 0.0 {
                shares.iter_mut().for_each(|share| *share /= sum);
                latest = latest.max(seen[index]);
            } else {
                shares[latest] = 1.0;
            }
        }
        let whole = |shares: &[f64]| shares.iter().position(|share| *share == 1.0).map(|phase| phase as u8);
        split.whole = split.shares.chunks_exact(phases).map(whole).collect();
        for (node, shares) in tops.iter().zip(split.shares.chunks_exact(phases)) {
            for (overhead, share) in split.overhead.iter_mut().zip(shares) {
                *overhead += tree.overhead[*node] * share;
            }
        }
        split
    }

    /// Returns for each phase whether it contains a call.
    pub(super) fn used_phases(&self) -> Vec<bool> {
        let in_phase = |phase| self.shares.iter().skip(phase).step_by(self.phases).any(|share| *share > 0.0);
        (0..self.phases).map(in_phase).collect()
    }

    /// Returns a node's share in a phase.
    fn share(&self, node: usize, phase: usize) -> f64 {
        match self.top[node] {
            NONE => 0.0,
            top => self.shares[top as usize * self.phases + phase],
        }
    }

    /// Returns the phases of a node, each with the node's share in the phase, or a single `None` if phases are unknown.
    pub(super) fn of_node(&self, node: usize) -> impl Iterator<Item = (Option<PhaseId>, f64)> {
        let known = self.top[node] != NONE && self.phases > 0;
        let phases = (0..if known { self.phases } else { 0 })
            .map(move |phase| (Some(PhaseId(phase as u8)), self.share(node, phase)))
            .filter(|(_, share)| *share > 0.0);
        phases.chain((!known).then_some((None, 1.0)))
    }
}
