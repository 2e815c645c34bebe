//! In which phase of the launch each call fell.
//!
//! Invariant: a node's shares add up to one, or its phase is not known at all.

use trace::{NodeId, Reader};

use super::Scale;
use super::tree::{NONE, Tree};
use crate::{Ns, Phase, PhaseId, Thread};

/// The phase in which nothing is recorded.
const BEFORE_AGENT: &str = "start..agent_start";

/// In which phase each node of the main thread fell.
///
/// Marks are set while no method of the app is on the main thread's stack (or as its outermost one
/// returns), so each outermost call lies in one phase with all that it calls. The tree adds up the
/// calls of a context, though, so that an outermost context called in two phases is split, as the
/// timeline's long calls say.
pub(super) struct Falls {
    /// For each outermost node, the share in each phase; for the others nothing.
    shares: Vec<f64>,
    phases: usize,
    /// For each node the place of the outermost one above it among all such; `NONE` off the main thread.
    pub(super) top: Vec<u32>,
    /// For each outermost node, the phase in which all of it fell, if it is one.
    pub(super) whole: Vec<Option<u8>>,
    /// The agent's cost in each phase.
    pub(super) overhead: Vec<f64>,
}

impl Falls {
    pub(super) fn of(trace: &Reader<'_>, tree: &Tree, scale: &Scale, bounds: &[Phase]) -> Falls {
        let phases = bounds.len();
        let mut top = vec![NONE; tree.len()];
        let mut tops = Vec::new();
        for node in 0..tree.len() {
            if tree.thread[node] == Thread::Main && tree.method[node] != NONE {
                if tree.is_top(node) {
                    top[node] = tops.len() as u32;
                    tops.push(node);
                } else {
                    top[node] = top[tree.parent[node] as usize];
                }
            }
        }
        let (shares, overhead) = (vec![0.0; tops.len() * phases], vec![0.0; phases]);
        let mut fall = Falls { shares, phases, top, whole: Vec::new(), overhead };
        if phases == 0 {
            return fall;
        }
        if trace.events.is_empty() {
            // Nothing says when anything was called: no phase is known, and the agent's cost lies
            // somewhere behind its start.
            let all: f64 = tops.iter().map(|node| tree.overhead[*node]).sum();
            let recorded =
                |phase: &Phase| if *phase.name == *BEFORE_AGENT { 0.0 } else { phase.duration().0 };
            let length: f64 = bounds.iter().map(recorded).sum();
            if length > 0.0 {
                fall.overhead = bounds.iter().map(|phase| all * recorded(phase) / length).collect();
            }
            fall.phases = 0;
            return fall;
        }
        // A call that began before the first bound is in the first phase, one after the last in the last.
        let phase_at = |at: Ns| bounds.partition_point(|phase| phase.to <= at).min(phases - 1);
        let mut seen = vec![usize::MAX; tops.len()];
        for event in trace.events.iter() {
            let NodeId(node) = event.node;
            let Some(&index) = fall.top.get(node as usize) else { continue };
            if tops.get(index as usize) != Some(&(node as usize)) {
                continue;
            }
            // The moment in its middle, since a mark that is set as the call returns may be read a tick before its end.
            let middle = scale.at(event.start).0 + scale.span(event.duration) / 2.0;
            let phase = phase_at(Ns(middle));
            fall.shares[index as usize * phases + phase] += scale.span(event.duration).max(1e-3);
            seen[index as usize] = seen[index as usize].min(phase);
        }
        // Contexts are made in the order of their first calls: one without a long call began no
        // earlier than the one before it.
        let mut latest = usize::from(phases > 1 && *bounds[0].name == *BEFORE_AGENT);
        for (index, _) in tops.iter().enumerate() {
            let shares = &mut fall.shares[index * phases..][..phases];
            let sum: f64 = shares.iter().sum();
            if sum > 0.0 {
                shares.iter_mut().for_each(|share| *share /= sum);
                latest = latest.max(seen[index]);
            } else {
                shares[latest] = 1.0;
            }
        }
        let whole = |shares: &[f64]| shares.iter().position(|share| *share == 1.0).map(|phase| phase as u8);
        fall.whole = fall.shares.chunks_exact(phases).map(whole).collect();
        for (node, shares) in tops.iter().zip(fall.shares.chunks_exact(phases)) {
            for (overhead, share) in fall.overhead.iter_mut().zip(shares) {
                *overhead += tree.overhead[*node] * share;
            }
        }
        fall
    }

    /// Which phases something fell in.
    pub(super) fn used(&self) -> Vec<bool> {
        let in_phase = |phase| self.shares.iter().skip(phase).step_by(self.phases).any(|share| *share > 0.0);
        (0..self.phases).map(in_phase).collect()
    }

    /// The share of a node's cost that falls in a phase.
    fn share(&self, node: usize, phase: usize) -> f64 {
        match self.top[node] {
            NONE => 0.0,
            top => self.shares[top as usize * self.phases + phase],
        }
    }

    /// The phases that a node's cost falls in, with its share; none if nothing is known of phases.
    pub(super) fn of_node(&self, node: usize) -> impl Iterator<Item = (Option<PhaseId>, f64)> {
        let known = self.top[node] != NONE && self.phases > 0;
        let phases = (0..if known { self.phases } else { 0 })
            .map(move |phase| (Some(PhaseId(phase as u8)), self.share(node, phase)))
            .filter(|(_, share)| *share > 0.0);
        phases.chain((!known).then_some((None, 1.0)))
    }
}
