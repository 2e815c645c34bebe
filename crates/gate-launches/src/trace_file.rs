//! Reads the agent's traces: converts a calling-context tree to the cost of each method.
//!
//! The tree has the number of calls and the total time, callees included, of each calling context. `trace_file` computes the self costs,
//! without the agent's own cost, and the phase of each call. The self time of the system's methods is charged to the method of the app that
//! called them.
//!
//! Invariant: the overhead that is subtracted from the duration of a phase is also subtracted from the self costs of the main thread in
//! this phase, so the difference between the duration and these costs is still the time outside Objective-C.

mod costs;
mod counts;
mod functions;
mod names;
mod phase_split;
mod spans;
mod stacks;
mod tree;
mod work;

use std::sync::Arc;

use trace::{
    CostKind, DropKind, Ending, MarkKind, Reader, SETTINGS_NOTE, SIGNPOSTS_NOTE, Ticks, WINDOW_NOTE,
};

use super::clock::{Clock, mark_name, page_bounds};
use super::conditions::RecordingProperties;
use super::draft::{Draft, find_phases};
use super::{
    Build, Conditions, Counters, DroppedData, LaunchId, LaunchState, Mark, MethodTable, Ns, Page,
    WarningKind, marks,
};
use names::MethodNames;
use phase_split::PhaseSplit;
use tree::ThreadTrees;

/// The names of methods and the buffers that are reused for the next trace with the same table. Buffers are reused because allocating fresh
/// memory takes as long as filling it.
#[derive(Default)]
pub(super) struct SharedBuffers {
    names: MethodNames,
    tree: ThreadTrees,
    sums: Vec<costs::MethodSum>,
}

/// The parts of a trace that are stored in its launch.
#[derive(Clone, Copy)]
pub(super) struct KeptDetails {
    /// Whether to keep the callers of each cost.
    pub(super) paths: bool,
    pub(super) samples: bool,
}

/// Reads the launch in a validated trace, and adds problems to `warnings`.
pub(super) fn read_draft(
    trace: &Reader<'_>,
    table: &mut MethodTable,
    kept: &mut SharedBuffers,
    keep: KeptDetails,
    warnings: &mut Vec<WarningKind>,
) -> Draft {
    let scale = TickScale::from_trace(trace);
    let mut draft = read_launch_info(trace, warnings);
    draft.marks = read_marks(trace, &scale);
    draft.pages = read_pages(trace, &scale);

    let methods = kept.names.intern(trace, table, warnings);
    let mut tree = ThreadTrees::new(trace, &scale, std::mem::take(&mut kept.tree));
    let bounds = find_phases(&sort_marks(&draft.marks));
    let split = PhaseSplit::new(trace, &tree, &scale, &bounds);
    let overhead = overhead_by_phase(&split.overhead, trace, &scale, &bounds);
    draft.spans = spans::read_spans(trace, table, &methods, &scale, &overhead, &bounds);
    subtract_overhead(&mut draft.marks, &overhead, &bounds, scale.start_cost(trace));
    draft.phase_names = bounds.iter().map(|phase| phase.name.to_string()).collect();
    costs::charge_system(&mut tree, &methods);
    if keep.samples {
        draft.samples = stacks::read_samples(trace, table, &methods, &scale, &bounds);
    }
    draft.costs = if keep.paths {
        costs::costs_by_path(&tree, &split, &methods, table)
    } else {
        costs::compute_costs(&tree, &split, &methods, &mut kept.sums)
    };
    draft.work = work::read_work(trace, &tree, &methods, table);
    draft.counts = functions::read_counts(trace, &scale);
    let calls: f64 = draft.costs.iter().map(|cost| cost.calls).sum();
    draft.per_call = counts::per_call(trace, calls);
    kept.tree = tree;
    draft
}

/// Conversion of ticks to nanoseconds since the start of the process, and the agent's cost per call.
struct TickScale {
    clock: Clock,
    /// The times in nanoseconds that recording a call adds to the called method (first value) and to its caller (second value).
    send: (f64, f64),
    /// The same two times for the first call in a calling context, at which the agent also creates a node.
    new_node: (f64, f64),
}

impl TickScale {
    fn from_trace(trace: &Reader<'_>) -> TickScale {
        let clock = Clock::from_trace(trace);
        let ns = |ticks: trace::Ticks1024| ticks.0 as f64 / 1024.0 * clock.ns_per_tick;
        let inside_and_outside = |cost: trace::Cost| (ns(cost.inside), ns(cost.outside));
        let send = cost_of(trace, CostKind::Send).map(inside_and_outside).unwrap_or_default();
        let new_node = cost_of(trace, CostKind::NewNode).map_or(send, inside_and_outside);
        TickScale { clock, send, new_node }
    }

    fn ns_at(&self, counter: trace::Counter) -> Ns {
        Ns(self.clock.ns_at(counter))
    }

    fn ticks_to_ns(&self, ticks: Ticks) -> f64 {
        ticks.0 as f64 * self.clock.ns_per_tick
    }

    /// Returns the time from the agent's first instruction until the app continued.
    fn start_cost(&self, trace: &Reader<'_>) -> Ns {
        let cost = cost_of(trace, CostKind::Start);
        let ticks = cost.map_or(0.0, |cost| (cost.inside.0 + cost.outside.0) as f64 / 1024.0);
        Ns(ticks * self.clock.ns_per_tick)
    }
}

/// Returns the agent's own cost of this kind.
fn cost_of(trace: &Reader<'_>, kind: CostKind) -> Option<trace::Cost> {
    trace.costs.iter().find(|cost| cost.kind == kind)
}

/// Returns the name of a method as Objective-C writes it, such as `-[Shop open]`.
pub(crate) fn method_name(method: &trace::Method<'_>) -> String {
    let sign = if method.is_class_method { '+' } else { '-' };
    format!("{sign}[{} {}]", method.class, method.selector)
}

/// Returns the reason why the recorder stopped by itself, or why the recorded window did not begin or end.
pub fn why_stopped(trace: &Reader<'_>) -> Option<String> {
    (trace.info.ended_by == Ending::Stopped || has_no_window(trace)).then(|| {
        let notes = trace.notes.iter().map(|note| note.text.to_string());
        notes.chain(stacks::describe_open_stall(trace)).collect::<Vec<_>>().join("; ")
    })
}

/// Returns whether the window did not begin, or did not come to its end, so that the launch cannot be compared with others.
pub fn has_no_window(trace: &Reader<'_>) -> bool {
    matches!(trace.info.ended_by, Ending::NotBegun | Ending::NotEnded)
}

fn read_launch_info(trace: &Reader<'_>, warnings: &mut Vec<WarningKind>) -> Draft {
    let info = &trace.info;
    let id = info.launch_id.to_string();
    let LaunchId { session, side, number } = LaunchId::parse(&id);
    let loading = match info.loaded_by {
        trace::LoadedBy::InsertLibraries => "environment".into(),
        trace::LoadedBy::LoadCommand => "injected".into(),
        trace::LoadedBy::Framework => "linked".into(),
        trace::LoadedBy::Unknown => "".into(),
        trace::LoadedBy::Other(code) => format!("code {code}").into(),
    };
    let stopped = why_stopped(trace);
    warnings.extend(stopped.clone().map(|reason| WarningKind::StoppedEarly { reason }));
    for note in trace.notes.iter().map(|note| note.text.to_string()) {
        if let Some(note) = note.strip_prefix(WINDOW_NOTE) {
            warnings.push(WarningKind::Window { note: note.to_owned() });
        } else if let Some(reason) = note.strip_prefix(SIGNPOSTS_NOTE) {
            warnings.push(WarningKind::Signposts { reason: reason.to_owned() });
        } else if let Some(note) = note.strip_prefix(SETTINGS_NOTE) {
            warnings.push(WarningKind::Settings { note: note.to_owned() });
        }
    }
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
            recording: RecordingProperties {
                counting: trace.counted_images.is_some(),
                ..RecordingProperties::default()
            },
            ..Conditions::default()
        },
        build: Build::from_trace(trace),
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

fn read_dropped(trace: &Reader<'_>) -> DroppedData {
    let mut dropped = DroppedData::default();
    for image in trace.counted_images.iter().flat_map(|images| images.iter()) {
        dropped.calls += u64::from(image.ran) - image.functions().count() as u64;
    }
    for row in trace.dropped.iter() {
        let into = match row.kind {
            DropKind::EventsFull => &mut dropped.events,
            // Drops of these kinds lose no call: the tree contains the calls, and a call that ended by an exception is counted too.
            DropKind::Unwound | DropKind::PagesFull | DropKind::ImagesFull | DropKind::NotesFull => continue,
            _ => &mut dropped.calls,
        };
        *into = into.saturating_add(row.count.0);
    }
    dropped
}

fn read_marks(trace: &Reader<'_>, scale: &TickScale) -> Vec<Mark> {
    let mut read: Vec<Mark> = Vec::new();
    // If the window began later than the process, the counters are counted from the beginning of the window.
    let begin = trace.marks.iter().find(|mark| mark.kind == MarkKind::WindowBegin);
    for mark in trace.marks.iter() {
        // An app that is responsive when the window begins ends the window at its begin.
        let is_bound = match mark.kind {
            MarkKind::Responsive => trace.info.ended_by == Ending::Responsive,
            kind => kind == MarkKind::WindowBegin,
        };
        let is_before = !is_bound && begin.is_some_and(|begin| mark.at <= begin.at);
        if matches!(mark.kind, MarkKind::ProcessStart | MarkKind::Signpost) || is_before {
            continue;
        }
        let name = mark_name(mark.kind, trace.info.ended_by);
        let counters = counters_since(begin.as_ref(), &mark);
        if read.iter().all(|known| known.name != name) {
            read.push(Mark { name, at: scale.ns_at(mark.at), counters });
        }
    }
    read
}

/// Returns the counters of a mark minus those of an earlier mark, and the memory in use at the later mark.
fn counters_since(begin: Option<&trace::Mark>, mark: &trace::Mark) -> Counters {
    let count = |get| counted_since(begin, mark, get);
    Counters {
        instructions: count(|mark| mark.instructions),
        cycles: count(|mark| mark.cycles),
        page_ins: count(|mark| mark.page_ins),
        disk_read: count(|mark| mark.disk_read),
        disk_written: count(|mark| mark.disk_written),
        footprint: mark.footprint.map(|count| count.0 as f64),
    }
}

/// Returns a counter of a mark minus the value of this counter at an earlier mark.
fn counted_since(
    begin: Option<&trace::Mark>,
    mark: &trace::Mark,
    get: fn(&trace::Mark) -> Option<trace::Count>,
) -> Option<f64> {
    let before = begin.and_then(get).map_or(0, |count| count.0);
    get(mark).map(|count| count.0.saturating_sub(before) as f64)
}

fn sort_marks(marks: &[Mark]) -> Vec<Mark> {
    let mut marks = marks.to_vec();
    marks.sort_by(|a, b| a.at.total_cmp(&b.at));
    marks
}

/// Reads the time of each page from its first recorded event, or else from the begin of the window, to the frame that showed it. If a class
/// appears several times, only the first appearance is timed.
fn read_pages(trace: &Reader<'_>, scale: &TickScale) -> Vec<Page> {
    let begin = trace.marks.iter().find(|mark| mark.kind == MarkKind::WindowBegin).map(|mark| mark.at);
    let mut pages: Vec<Page> = Vec::new();
    for page in trace.pages.iter() {
        let Some((from, to)) = page_bounds(&page) else { continue };
        let from = begin.filter(|begin| begin.0 > from.0).unwrap_or(from);
        let name: Arc<str> = page.class.to_string().into();
        match pages.iter_mut().find(|known| known.name == name) {
            Some(known) => known.appearances += 1,
            None => pages.push(Page { name, render: Ns(scale.ticks_to_ns(to.since(from))), appearances: 1 }),
        }
    }
    pages
}

/// Returns the agent's cost on the main thread in each phase. This cost is the sum of the cost of the recorded message sends (`sends`) and
/// the time that the agent itself subtracted from the calls. One part of the subtracted time is in the trace for each mark. The other part
/// is computed from the number of calls of the whole launch, and is divided among the phases in proportion to the cost of the sends.
fn overhead_by_phase(
    sends: &[f64],
    trace: &Reader<'_>,
    scale: &TickScale,
    bounds: &[super::Phase],
) -> Vec<f64> {
    let (all, counted): (f64, f64) = (sends.iter().sum(), outside_ns(trace, scale, CostKind::Counted));
    let subtracted_until = |at| subtracted_until(at, trace, scale);
    bounds
        .iter()
        .zip(sends)
        .map(|(phase, sends)| {
            let share = if all > 0.0 { sends / all } else { 0.0 };
            let subtracted = (subtracted_until(phase.to) - subtracted_until(phase.from)).max(0.0);
            sends + subtracted + counted * share
        })
        .collect()
}

/// Returns the part of the agent's cost of this kind that is outside of the calls themselves, in nanoseconds.
fn outside_ns(trace: &Reader<'_>, scale: &TickScale, kind: CostKind) -> f64 {
    let ticks = cost_of(trace, kind).map_or(0.0, |cost| cost.outside.0 as f64 / 1024.0);
    ticks * scale.clock.ns_per_tick
}

/// Returns the time that the agent had subtracted from the calls of the main thread at the last mark that is not later than `at`.
fn subtracted_until(at: Ns, trace: &Reader<'_>, scale: &TickScale) -> f64 {
    let marks = trace.marks.iter().filter(|mark| scale.ns_at(mark.at).0 <= at.0);
    marks.map(|mark| outside_ns(trace, scale, CostKind::from_mark(mark.kind))).fold(0.0, f64::max)
}

/// Moves the marks to the times that they would have without the agent.
fn subtract_overhead(marks: &mut [Mark], overhead: &[f64], bounds: &[super::Phase], start: Ns) {
    let agent_start = marks.iter().find(|mark| *mark.name == *marks::AGENT_START).map(|mark| mark.at);
    let mut earliest = Ns::ZERO;
    marks.sort_by(|a, b| a.at.total_cmp(&b.at));
    for mark in marks {
        let mut off = overhead_until(mark.at, overhead, bounds);
        // The start of the agent directly follows the mark `agent_start`, and the app waits until the agent has started.
        if agent_start.is_some_and(|from| mark.at > from) {
            off += start;
        }
        // A mark before the start of the process is not moved, so that `Draft::into_launch` reports it.
        if mark.at >= Ns::ZERO {
            mark.at = (mark.at - off).max(earliest);
        }
        earliest = earliest.max(mark.at);
    }
}

/// Returns the overhead from the start of the process until `at`. Within a phase, the overhead is assumed to be evenly distributed.
fn overhead_until(at: Ns, overhead: &[f64], bounds: &[super::Phase]) -> Ns {
    let mut until = Ns::ZERO;
    for (phase, cost) in bounds.iter().zip(overhead) {
        let length = phase.duration().0;
        let part = if length > 0.0 { ((at - phase.from).0 / length).clamp(0.0, 1.0) } else { 0.0 };
        // The agent's cost cannot exceed the duration of the phase.
        until += Ns(cost.min(length)) * part;
    }
    until
}

#[cfg(test)]
mod tests;
