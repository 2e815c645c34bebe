//! The agent's traces: from a calling-context tree to what each method cost.
//!
//! The tree says for each calling context how many calls there were and how long they took, callees
//! included. From that: self costs, the agent's own cost taken off, the phase in which each call
//! fell, and the system's time charged to the app's method that asked for it.
//!
//! Invariant: the phases' durations, and the self costs in them on the main thread, have the same
//! overhead taken off, so that what is outside Objective-C is their difference still.

mod fall;
mod tree;

use std::sync::Arc;

use trace::{CostKind, DropKind, Ending, ImageFlags, MarkKind, Reader, Ticks};

use super::draft::{Draft, phases};
use super::record::shortened;
use super::{
    Conditions, Cost, Counters, Dropped, Mark, MethodId, Ns, Page, PhaseId, Role, State, Table, Thermal,
    Thread, WarningKind, marks,
};

use fall::Falls;
use tree::{NONE, Tree};

/// The launch in a checked trace, and what is odd about it.
pub(super) fn draft(
    trace: &Reader<'_>,
    table: &mut Table,
    keep_paths: bool,
    odd: &mut Vec<WarningKind>,
) -> Result<Draft, String> {
    let scale = Scale::of(trace);
    let mut draft = describe(trace, odd);
    draft.marks = read_marks(trace, &scale);
    draft.pages = read_pages(trace, &scale);

    let methods = intern_methods(trace, table, odd);
    let tree = Tree::of(trace, &scale);
    let bounds = phases(&sorted(&draft.marks));
    let fall = Falls::of(trace, &tree, &scale, &bounds);
    take_overhead_off(&mut draft.marks, &fall.overhead, &bounds, scale.start_cost(trace));
    draft.phase_names = bounds.iter().map(|phase| phase.name.to_string()).collect();
    draft.costs = if keep_paths {
        costs_by_path(&tree, &fall, &methods, table)
    } else {
        costs(&tree, &fall, &methods, bounds.len())
    };
    Ok(draft)
}

/// From the counter's ticks to nanoseconds since the start of the process.
struct Scale {
    ns_per_tick: f64,
    /// The counter when the process started; it may lie before the counter's own zero.
    start: f64,
    /// What one recorded call adds to its own method and to its caller.
    send: (f64, f64),
    /// The same for the first call of a context, which makes a node.
    new_node: (f64, f64),
}

impl Scale {
    fn of(trace: &Reader<'_>) -> Scale {
        let info = &trace.info;
        let ns_per_tick = f64::from(info.timebase.numer) / f64::from(info.timebase.denom);
        let agent = info.agent_start.0 as f64;
        let mark = trace.marks.iter().find(|mark| mark.kind == MarkKind::ProcessStart);
        let start = match mark {
            Some(mark) => mark.at.0 as f64,
            // Nobody knows when the process started; what came before the agent is not seen.
            None if info.process_start.0 == 0 => agent,
            // Signed: had the clock run backwards, the agent's mark lies before the start, and is told.
            None => {
                let before = i128::from(info.agent_start_wall.0) - i128::from(info.process_start.0);
                agent - before as f64 / ns_per_tick
            }
        };
        let cost_of = |kind: CostKind| {
            let found = trace.costs.iter().find(|cost| cost.kind == kind)?;
            let ns = |ticks: trace::Ticks1024| ticks.0 as f64 / 1024.0 * ns_per_tick;
            Some((ns(found.inside), ns(found.outside)))
        };
        let send = cost_of(CostKind::Send).unwrap_or_default();
        let new_node = cost_of(CostKind::NewNode).unwrap_or(send);
        Scale { ns_per_tick, start, send, new_node }
    }

    fn at(&self, counter: trace::Counter) -> Ns {
        Ns((counter.0 as f64 - self.start) * self.ns_per_tick)
    }

    fn span(&self, ticks: Ticks) -> f64 {
        ticks.0 as f64 * self.ns_per_tick
    }

    /// What the agent took before the app went on.
    fn start_cost(&self, trace: &Reader<'_>) -> Ns {
        let found = trace.costs.iter().find(|cost| cost.kind == CostKind::Start);
        Ns(found.map_or(0.0, |cost| (cost.inside.0 + cost.outside.0) as f64 / 1024.0 * self.ns_per_tick))
    }
}

fn describe(trace: &Reader<'_>, odd: &mut Vec<WarningKind>) -> Draft {
    let info = &trace.info;
    let id = info.launch_id.to_string();
    let LaunchId { session, role, block, number } = LaunchId::parse(&id);
    let loading = match info.loaded_by {
        trace::LoadedBy::InsertLibraries => "environment".to_owned(),
        trace::LoadedBy::LoadCommand => "injected".to_owned(),
        trace::LoadedBy::Unknown => String::new(),
        trace::LoadedBy::Other(code) => format!("code {code}"),
    };
    let thermal = match info.thermal {
        trace::Thermal::Nominal => Thermal::Nominal,
        trace::Thermal::Fair => Thermal::Fair,
        trace::Thermal::Serious => Thermal::Serious,
        trace::Thermal::Critical => Thermal::Critical,
        trace::Thermal::Unknown | trace::Thermal::Other(_) => Thermal::Unknown,
    };
    let notes = || trace.notes.iter().map(|note| note.text.to_string()).collect::<Vec<_>>().join("; ");
    let early = match info.ended_by {
        Ending::Stopped => Some(notes()),
        Ending::TimeLimit => Some("the time limit of the settings".to_owned()),
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
            agent_settings: format!("{:016x}", info.settings.0).into(),
            agent_loading: loading.into(),
            ..Conditions::default()
        },
        state: State {
            prewarmed: info.prewarmed.unwrap_or(false),
            low_power: info.low_power.unwrap_or(false),
            debugged: info.debugged.unwrap_or(false),
            thermal,
            ..State::default()
        },
        block,
        role,
        dropped: read_dropped(trace),
        ..Draft::default()
    }
}

/// What a driver says with a launch's id: `SESSION.NUMBER`, and in an interleaved run `SESSION.base.BLOCK.NUMBER` or
/// `SESSION.head.BLOCK.NUMBER`.
#[derive(Debug, PartialEq)]
struct LaunchId<'a> {
    session: &'a str,
    role: Option<Role>,
    block: Option<u64>,
    number: u64,
}

impl LaunchId<'_> {
    /// Any other id is a session of its own with one launch.
    fn parse(id: &str) -> LaunchId<'_> {
        let number =
            |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten();
        let whole = LaunchId {
            session: if id.is_empty() { "unnamed" } else { id },
            role: None,
            block: None,
            number: 0,
        };
        let Some((session, launch)) = id.rsplit_once('.') else { return whole };
        let Some(launch) = number(launch).filter(|_| !session.is_empty()) else { return whole };
        for (name, role) in [(".base.", Role::Base), (".head.", Role::Head)] {
            if let Some((session, block)) = session.rsplit_once(name)
                && let Some(block) = number(block)
                && !session.is_empty()
            {
                return LaunchId { session, role: Some(role), block: Some(block), number: launch };
            }
        }
        LaunchId { session, role: None, block: None, number: launch }
    }
}

fn read_dropped(trace: &Reader<'_>) -> Dropped {
    let mut dropped = Dropped::default();
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
        let name: Arc<str> = match mark.kind {
            MarkKind::ProcessStart => continue,
            MarkKind::AgentStart => marks::AGENT_START.into(),
            MarkKind::Main => marks::MAIN.into(),
            MarkKind::DidFinishLaunchingBegin => marks::DID_FINISH_LAUNCHING_IN.into(),
            MarkKind::DidFinishLaunchingEnd => marks::DID_FINISH_LAUNCHING.into(),
            MarkKind::FirstViewDidAppear => marks::FIRST_DID_APPEAR.into(),
            MarkKind::FirstFrame => marks::FIRST_FRAME.into(),
            MarkKind::WindowEnd => marks::WINDOW_END.into(),
            MarkKind::Other(code) => format!("mark_{code}").into(),
        };
        let count = |count: Option<trace::Count>| count.map(|count| count.0 as f64);
        let counters = Counters {
            instructions: count(mark.instructions),
            cycles: count(mark.cycles),
            page_ins: count(mark.page_ins),
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
        let from = page.created.or(page.load_begin).or(page.appear_begin)?;
        let to = page.first_frame.or(page.appear_end)?;
        Some(Page { name: page.class.to_string().into(), render: Ns(scale.span(to.since(from))) })
    });
    let mut pages: Vec<Page> = pages.collect();
    // The first time that a page of a class is shown is the one that belongs to the launch.
    let mut seen = hashbrown::HashSet::new();
    pages.retain(|page| seen.insert(Arc::clone(&page.name)));
    pages
}

/// Nearly every name is UTF-8 and goes in as it is, which is several times faster than formatting it.
fn push(name: &mut String, text: trace::Text<'_>) {
    match text.as_str() {
        Some(text) => name.push_str(text),
        None => name.push_str(&text.to_string()),
    }
}

/// A method of the trace: its id in the table, and whether it is the system's.
struct Known {
    id: MethodId,
    system: bool,
}

fn intern_methods(trace: &Reader<'_>, table: &mut Table, odd: &mut Vec<WarningKind>) -> Vec<Known> {
    let images: Vec<(Arc<str>, bool)> = trace
        .images
        .iter()
        .map(|image| {
            let path = image.path.to_string();
            let name = path.rsplit('/').next().unwrap_or_default();
            (table.share(name), image.flags.contains(ImageFlags::SYSTEM))
        })
        .collect();
    table.reserve(trace.methods.len());
    let (mut name, mut long) = (String::new(), 0);
    let known = trace
        .methods
        .iter()
        .map(|method| {
            name.clear();
            name.push_str(if method.is_class_method { "+[" } else { "-[" });
            push(&mut name, method.class);
            name.push(' ');
            push(&mut name, method.selector);
            name.push(']');
            let id = match shortened(&name) {
                None => table.intern(&name),
                Some(short) => {
                    long += 1;
                    table.intern(&short)
                }
            };
            let image = method.image.and_then(|image| images.get(image.index()));
            if let Some((image, system)) = image {
                let known = table.method_mut(id);
                known.image.get_or_insert_with(|| Arc::clone(image));
                known.system |= *system;
            }
            Known { id, system: image.is_some_and(|(_, system)| *system) }
        })
        .collect();
    if long > 0 {
        odd.push(WarningKind::ShortenedNames { names: long });
    }
    known
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

/// To whom each node's own time is charged: itself, or for the system's methods the app's nearest caller.
fn charged(tree: &Tree, methods: &[Known]) -> Vec<u32> {
    let mut charged: Vec<u32> = Vec::with_capacity(tree.len());
    for node in 0..tree.len() {
        let method = methods.get(tree.method[node] as usize);
        let above = match tree.parent[node] {
            NONE => NONE,
            parent => charged[parent as usize],
        };
        let app_above =
            above != NONE && methods.get(tree.method[above as usize] as usize).is_some_and(|m| !m.system);
        let system = method.is_some_and(|method| method.system);
        charged.push(if system && app_above { above } else { node as u32 });
    }
    charged
}

/// The nodes' own times, each charged to whom it belongs.
fn charged_own(tree: &Tree, methods: &[Known]) -> Vec<f64> {
    let charged = charged(tree, methods);
    let mut own = vec![0.0; tree.len()];
    for node in 0..tree.len() {
        own[charged[node] as usize] += tree.own[node];
    }
    own
}

/// Each method's cost by thread and phase.
fn costs(tree: &Tree, fall: &Falls, methods: &[Known], phases: usize) -> Vec<Cost> {
    #[derive(Clone, Copy, Default)]
    struct Sum {
        calls: f64,
        own: f64,
        total: f64,
    }
    let own = charged_own(tree, methods);
    let recursive = tree.recursive(methods.len());
    // One row a method: the phases, then the main thread without phases, then the other threads.
    let width = phases + 2;
    let mut sums = vec![Sum::default(); methods.len() * width];
    for node in 0..tree.len() {
        let method = tree.method[node] as usize;
        if method >= methods.len() {
            continue;
        }
        for (phase, share) in fall.of_node(node) {
            let column = match (phase, tree.thread[node]) {
                (_, Thread::Other) => phases + 1,
                (None, Thread::Main) => phases,
                (Some(phase), Thread::Main) => usize::from(phase.0),
            };
            let sum = &mut sums[method * width + column];
            sum.calls += tree.calls[node] * share;
            sum.own += own[node] * share;
            if !recursive[node] {
                sum.total += tree.total[node] * share;
            }
        }
    }
    let mut costs = Vec::new();
    for (method, row) in methods.iter().zip(sums.chunks_exact(width)) {
        for (column, sum) in row.iter().enumerate().filter(|(_, sum)| sum.calls > 0.0 || sum.own > 0.0) {
            costs.push(Cost {
                method: method.id,
                thread: if column == phases + 1 { Thread::Other } else { Thread::Main },
                phase: (column < phases).then_some(PhaseId(column as u8)),
                path: None,
                calls: sum.calls,
                self_ns: Ns(sum.own),
                total_ns: Ns(sum.total),
            });
        }
    }
    costs
}

/// Each calling context's cost by phase.
fn costs_by_path(tree: &Tree, fall: &Falls, methods: &[Known], table: &mut Table) -> Vec<Cost> {
    let own = charged_own(tree, methods);
    let mut paths = vec![None; tree.len()];
    let mut costs = Vec::new();
    for node in 0..tree.len() {
        let Some(method) = methods.get(tree.method[node] as usize) else { continue };
        if !tree.is_top(node) {
            let parent = tree.parent[node] as usize;
            let caller = methods.get(tree.method[parent] as usize);
            paths[node] = caller.map(|caller| table.extend_path(paths[parent], caller.id));
        }
        for (phase, share) in fall.of_node(node) {
            costs.push(Cost {
                method: method.id,
                thread: tree.thread[node],
                phase,
                path: paths[node],
                calls: tree.calls[node] * share,
                self_ns: Ns(own[node] * share),
                total_ns: Ns(tree.total[node] * share),
            });
        }
    }
    costs
}

#[cfg(test)]
mod tests;
