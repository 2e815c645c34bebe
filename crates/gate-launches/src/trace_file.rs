//! The agent's traces: from a calling-context tree to what each method cost.
//!
//! The tree says for each calling context how many calls there were and how long they took, callees
//! included. From that: self costs, the agent's own cost taken off, the phase in which each call
//! fell, and the system's time charged to the app's method that asked for it.
//!
//! Invariant: the phases' durations, and the self costs in them on the main thread, have the same
//! overhead taken off, so that what is outside Objective-C is their difference still.

mod costs;
mod counts;
mod fall;
mod functions;
mod names;
mod stacks;
mod tree;
mod work;

use std::sync::Arc;

use trace::{CostKind, DropKind, Ending, MarkKind, Reader, Ticks};

use super::clock::{Clock, mark_name, page_bounds};
use super::conditions::Recording;
use super::draft::{Draft, phases};
use super::{
    Build, Conditions, Counters, Dropped, LaunchId, LaunchState, Mark, Ns, Page, Table, WarningKind, marks,
};
use fall::Falls;
use names::Names;
use tree::Tree;

/// What is kept from one trace to the next of the same table: the names, and memory, which costs as much to get as to fill.
#[derive(Default)]
pub(super) struct SharedBuffers {
    names: Names,
    tree: Tree,
    sums: Vec<costs::Sum>,
}

/// What of a trace is kept in its launch.
#[derive(Clone, Copy)]
pub(super) struct Keep {
    /// The callers of each cost.
    pub(super) paths: bool,
    pub(super) samples: bool,
}

/// The launch in a checked trace, and what is odd about it.
pub(super) fn draft(
    trace: &Reader<'_>,
    table: &mut Table,
    kept: &mut SharedBuffers,
    keep: Keep,
    odd: &mut Vec<WarningKind>,
) -> Draft {
    let scale = Scale::of(trace);
    let mut draft = describe(trace, odd);
    draft.marks = read_marks(trace, &scale);
    draft.pages = read_pages(trace, &scale);

    let methods = kept.names.intern(trace, table, odd);
    let mut tree = Tree::of(trace, &scale, std::mem::take(&mut kept.tree));
    let bounds = phases(&sorted(&draft.marks));
    let fall = Falls::of(trace, &tree, &scale, &bounds);
    let overhead = with_taken_off(&fall.overhead, trace, &scale, &bounds);
    take_overhead_off(&mut draft.marks, &overhead, &bounds, scale.start_cost(trace));
    draft.phase_names = bounds.iter().map(|phase| phase.name.to_string()).collect();
    costs::charge_system(&mut tree, &methods);
    if keep.samples {
        draft.samples = stacks::samples(trace, table, &methods, &scale, &bounds);
    }
    draft.costs = if keep.paths {
        costs::costs_by_path(&tree, &fall, &methods, table)
    } else {
        costs::costs(&tree, &fall, &methods, &mut kept.sums)
    };
    draft.work = work::work(trace, &tree, &methods, table);
    draft.counts = functions::counts(trace, &scale);
    let calls: f64 = draft.costs.iter().map(|cost| cost.calls).sum();
    draft.per_call = counts::per_call(trace, calls);
    kept.tree = tree;
    draft
}

/// From the counter's ticks to nanoseconds since the start of the process.
struct Scale {
    clock: Clock,
    /// What one recorded call adds to its own method and to its caller.
    send: (f64, f64),
    /// The same for the first call of a context, which makes a node.
    new_node: (f64, f64),
}

impl Scale {
    fn of(trace: &Reader<'_>) -> Scale {
        let clock = Clock::of(trace);
        let cost_of = |kind: CostKind| {
            let found = trace.costs.iter().find(|cost| cost.kind == kind)?;
            let ns = |ticks: trace::Ticks1024| ticks.0 as f64 / 1024.0 * clock.ns_per_tick;
            Some((ns(found.inside), ns(found.outside)))
        };
        let send = cost_of(CostKind::Send).unwrap_or_default();
        let new_node = cost_of(CostKind::NewNode).unwrap_or(send);
        Scale { clock, send, new_node }
    }

    fn at(&self, counter: trace::Counter) -> Ns {
        Ns(self.clock.at(counter))
    }

    fn span(&self, ticks: Ticks) -> f64 {
        ticks.0 as f64 * self.clock.ns_per_tick
    }

    /// What the agent took before the app went on.
    fn start_cost(&self, trace: &Reader<'_>) -> Ns {
        let found = trace.costs.iter().find(|cost| cost.kind == CostKind::Start);
        Ns(found
            .map_or(0.0, |cost| (cost.inside.0 + cost.outside.0) as f64 / 1024.0 * self.clock.ns_per_tick))
    }
}

/// What the recorder says, where it stopped by itself.
pub fn why_stopped(trace: &Reader<'_>) -> Option<String> {
    let notes = || trace.notes.iter().map(|note| note.text.to_string()).collect::<Vec<_>>().join("; ");
    (trace.info.ended_by == Ending::Stopped).then(notes)
}

fn describe(trace: &Reader<'_>, odd: &mut Vec<WarningKind>) -> Draft {
    let info = &trace.info;
    let id = info.launch_id.to_string();
    let LaunchId { session, side, number } = LaunchId::parse(&id);
    let loading = match info.loaded_by {
        trace::LoadedBy::InsertLibraries => "environment".into(),
        trace::LoadedBy::LoadCommand => "injected".into(),
        trace::LoadedBy::Unknown => "".into(),
        trace::LoadedBy::Other(code) => format!("code {code}").into(),
    };
    let stopped = why_stopped(trace);
    let early = match info.ended_by {
        Ending::Stopped => stopped.clone(),
        Ending::TimeLimit => Some("the time limit in the settings".to_owned()),
        _ => None,
    };
    odd.extend(early.map(|reason| WarningKind::StoppedEarly { reason }));
    Draft {
        session: session.to_owned(),
        number,
        recorded_unix_ms: Some(info.agent_start_wall.0 / 1_000_000).filter(|ms| *ms > 0),
        conditions: Conditions {
            device_model: info.device.to_string().into(),
            device_os: info.os_version.to_string().into(),
            app_bundle: info.bundle_id.to_string().into(),
            app_build: info.app_build.to_string().into(),
            agent_version: info.agent_version.to_string().into(),
            agent_recording: Some(info.recording),
            agent_settings: format!("{:016x}", info.settings.0).into(),
            agent_loading: loading,
            recording: Recording { counting: trace.counted_images.is_some(), ..Recording::default() },
            ..Conditions::default()
        },
        build: Build::of_trace(trace),
        state: LaunchState {
            prewarmed: info.prewarmed.unwrap_or(false),
            low_power: info.low_power.unwrap_or(false),
            debugged: info.debugged.unwrap_or(false),
            thermal: info.thermal.into(),
            ..LaunchState::default()
        },
        block: side.map(|(_, block)| block),
        role: side.map(|(role, _)| role),
        dropped: read_dropped(trace),
        stopped: stopped.map(Arc::from),
        may_share_names: true,
        ..Draft::default()
    }
}

fn read_dropped(trace: &Reader<'_>) -> Dropped {
    let mut dropped = Dropped::default();
    for image in trace.counted_images.iter().flat_map(|images| images.iter()) {
        dropped.calls += u64::from(image.ran) - image.functions().count() as u64;
    }
    for row in trace.dropped.iter() {
        let into = match row.kind {
            DropKind::EventsFull => &mut dropped.events,
            // Their calls are counted; only that they ended by a throw is told.
            DropKind::Unwound | DropKind::PagesFull | DropKind::ImagesFull | DropKind::NotesFull => continue,
            _ => &mut dropped.calls,
        };
        *into = into.saturating_add(row.count.0);
    }
    dropped
}

fn read_marks(trace: &Reader<'_>, scale: &Scale) -> Vec<Mark> {
    let mut read: Vec<Mark> = Vec::new();
    for mark in trace.marks.iter() {
        if mark.kind == MarkKind::ProcessStart {
            continue;
        }
        let name = mark_name(mark.kind);
        let count = |count: Option<trace::Count>| count.map(|count| count.0 as f64);
        let counters = Counters {
            instructions: count(mark.instructions),
            cycles: count(mark.cycles),
            page_ins: count(mark.page_ins),
            disk_read: count(mark.disk_read),
            disk_written: count(mark.disk_written),
            footprint: count(mark.footprint),
        };
        if read.iter().all(|known| known.name != name) {
            read.push(Mark { name, at: scale.at(mark.at), counters });
        }
    }
    read
}

fn sorted(marks: &[Mark]) -> Vec<Mark> {
    let mut marks = marks.to_vec();
    marks.sort_by(|a, b| a.at.total_cmp(&b.at));
    marks
}

/// From the first moment that was seen of a page to the frame that showed it.
fn read_pages(trace: &Reader<'_>, scale: &Scale) -> Vec<Page> {
    let pages = trace.pages.iter().filter_map(|page| {
        let (from, to) = page_bounds(&page)?;
        Some(Page { name: page.class.to_string().into(), render: Ns(scale.span(to.since(from))) })
    });
    let mut pages: Vec<Page> = pages.collect();
    // The first time that a page of a class is shown is the one that belongs to the launch.
    let mut seen = hashbrown::HashSet::new();
    pages.retain(|page| seen.insert(Arc::clone(&page.name)));
    pages
}

/// The agent's cost in each phase: that of the sends, and what the agent itself has taken off the main thread's calls. It tells how much
/// that was until each mark; what it knows by numbers only falls where the sends do.
fn with_taken_off(sends: &[f64], trace: &Reader<'_>, scale: &Scale, bounds: &[super::Phase]) -> Vec<f64> {
    let once = |kind: CostKind| {
        let found = trace.costs.iter().find(|cost| cost.kind == kind);
        found.map_or(0.0, |cost| cost.outside.0 as f64 / 1024.0 * scale.clock.ns_per_tick)
    };
    let until = |at: Ns| {
        let marks = trace.marks.iter().filter(|mark| scale.at(mark.at).0 <= at.0);
        marks.map(|mark| once(CostKind::until(mark.kind))).fold(0.0, f64::max)
    };
    let (all, counted): (f64, f64) = (sends.iter().sum(), once(CostKind::Counted));
    let of_phase = |(phase, sends): (&super::Phase, &f64)| {
        let share = if all > 0.0 { sends / all } else { 0.0 };
        sends + (until(phase.to) - until(phase.from)).max(0.0) + counted * share
    };
    bounds.iter().zip(sends).map(of_phase).collect()
}

/// Moves the marks to where they would be had the agent cost nothing.
fn take_overhead_off(marks: &mut [Mark], overhead: &[f64], bounds: &[super::Phase], start: Ns) {
    let agent_start = marks.iter().find(|mark| *mark.name == *marks::AGENT_START).map(|mark| mark.at);
    let shift = |at: Ns| {
        let mut off = Ns::ZERO;
        for (phase, cost) in bounds.iter().zip(overhead) {
            let length = phase.duration().0;
            let part = if length > 0.0 { ((at - phase.from).0 / length).clamp(0.0, 1.0) } else { 0.0 };
            // More than all of a phase cannot have been the agent's.
            off += Ns(cost.min(length)) * part;
        }
        // The agent's own beginning lies right behind its mark, and the app waits for it.
        if agent_start.is_some_and(|from| at > from) {
            off += start;
        }
        off
    };
    let mut earliest = Ns::ZERO;
    marks.sort_by(|a, b| a.at.total_cmp(&b.at));
    for mark in marks {
        let backwards = mark.at < Ns::ZERO;
        let moved = mark.at - shift(mark.at);
        // A mark that lies before the start stays there, to be told.
        mark.at = if backwards { mark.at } else { moved.max(earliest) };
        earliest = earliest.max(mark.at);
    }
}

#[cfg(test)]
mod tests;
