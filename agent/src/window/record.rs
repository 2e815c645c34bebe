//! Writes the trace: converts the frozen records to rows, once, after the window.
//!
//! The module `record` determines the order of the rows and subtracts the agent's costs from the totals. Invariant: only frozen records are
//! written (see [`frozen`](crate::threads::frozen)).

use core::sync::atomic::Ordering;

use crate::base::file::TraceFile;
use crate::base::layout::{Event, MISS, Node, RecordingState};
use crate::base::scratch::Scratch;
use crate::base::{notes, process, sys};
use crate::hooks::hook::{HookedFunction, SELECTORS};
use crate::hooks::patch;
use crate::threads;
use crate::threads::frozen::{FrozenRecords, nodes, row_of};
use crate::threads::signposts;
use crate::threads::work;
use crate::window;
use crate::window::loaded_images::{LoadedImage, LoadedImages};
use crate::window::names::MethodNames;
use crate::window::start::{self, EndData, START};
use crate::window::{counts, lookups, methods, moments, spans, stacks, work_rows};
use trace::{
    Address, Cost, CostKind, Count, Counter, DropKind, Dropped, ImageId, Note, OpenCall, Text, Thread, Ticks,
    Ticks1024, Uuid, Writer,
};

/// Writes the trace.
pub(crate) fn write(
    frozen: &mut FrozenRecords,
    end: EndData,
    send_at_end: Option<Cost>,
    scratch: &Scratch,
    loaded: &LoadedImages<'_>,
) {
    let begun = sys::read_counter();
    let Some(mut file) = TraceFile::open() else { return };
    if write_rows(&mut file, frozen, end, begun, send_at_end, scratch, loaded).is_some() {
        file.finish();
    }
}

fn write_rows(
    file: &mut TraceFile,
    frozen: &mut FrozenRecords,
    end: EndData,
    begun: u64,
    send_at_end: Option<Cost>,
    scratch: &Scratch,
    loaded: &LoadedImages<'_>,
) -> Option<()> {
    let mut names = MethodNames::new(scratch, frozen.count)?;
    for (row, node) in frozen.nodes().enumerate() {
        // SAFETY: nodes are never freed.
        let node = unsafe { &*node };
        if !node.parent.is_null() {
            names.resolve_node(node, row, |node| row_of(node).0 as usize, loaded);
        }
    }
    lookups::subtract_time(frozen, &names, scratch);
    let stacks = stacks::collect(frozen, scratch, loaded);
    let works = work_rows::collect(frozen, scratch, loaded);
    let counts = counts::collect(scratch, loaded, START.get().at);
    let counted = counted_on_main(frozen);
    let beside = subtract_agent_time(frozen, names.table_memory())?;
    let names = &names;
    let frozen = &*frozen;

    // The closures only call functions: each column of a table iterates over the rows again, so the code is generated several times.
    let info = start::build_trace_info(end);
    let mut writer = match &stacks {
        Some(stacks) => Writer::start_with_samples(&mut *file, info, stacks.sampler),
        None => Writer::start(&mut *file, info),
    }
    .ok()?;
    writer.write_table(loaded.images.iter().map(image_row)).ok()?;
    writer.write_table((0..names.count()).map(|row| names.method_row(row))).ok()?;
    writer.write_table(frozen.states.iter().map(thread_row)).ok()?;
    writer
        .write_table(frozen.nodes().enumerate().map(|(row, node)| node_row(frozen, names, row, node)))
        .ok()?;
    let from = moments::begin_time();
    writer.write_table(frozen.events().filter(move |event| event.start >= from).map(event_row)).ok()?;
    let marks = window::MARKS.try_with_lock(|marks| *marks)?;
    let at_signposts = signposts::counted_until(window::end_time());
    writer.write_table(marks.marks.iter().filter_map(|mark| *mark).chain(at_signposts)).ok()?;
    let pages = window::PAGE_TIMES.try_with_lock(|pages| *pages)?;
    writer.write_table(pages.recorded_pages().iter().map(|page| page_row(page, loaded))).ok()?;
    let drops = count_drops(frozen.states);
    writer.write_table(drops.iter().filter(|drop| drop.count.0 > 0).copied()).ok()?;
    writer.write_table(frozen.open().map(|node| OpenCall { node: row_of(node) })).ok()?;
    if let Some(stacks) = &stacks {
        writer.write_table(stacks.symbols()).ok()?;
        writer.write_table(stacks.frames()).ok()?;
        writer.write_table(stacks.samples()).ok()?;
    }
    if let Some(works) = works {
        writer.write_table(works.iter().copied()).ok()?;
    }
    if let Some(counts) = counts {
        writer.write_table(counts.iter().copied()).ok()?;
    }
    let signposts = spans::collect(frozen, scratch, loaded, window::end_time());
    if !signposts.is_empty() {
        writer.write_table(signposts.iter().copied()).ok()?;
    }
    writer.write_table(notes::stored_notes().map(|text| Note { text: Text(text) })).ok()?;
    let costs = AgentCosts { counted, beside, begun, send_at_end };
    writer.write_table(costs.cost_rows(&marks).iter().flatten().copied()).ok()?;
    writer.finish().ok()?;
    Some(())
}

/// The agent's own costs in this launch.
struct AgentCosts {
    /// The cost [`CostKind::Counted`].
    counted: u64,
    /// The cost [`CostKind::BesideSends`].
    beside: u64,
    /// The time at which writing began.
    begun: u64,
    send_at_end: Option<Cost>,
}

impl AgentCosts {
    /// Returns the rows of costs in an array, since each column iterates over them again.
    fn cost_rows(&self, marks: &window::LaunchMarks) -> [Option<Cost>; 8 + window::MARK_KINDS] {
        let start = START.get();
        let once = |kind, ticks_1024| Cost { kind, inside: Ticks1024(0), outside: Ticks1024(ticks_1024) };
        let [send, new_node] = start.costs.send.map_or([None; 2], |costs| costs.map(Some));
        let mut rows = [None; 8 + window::MARK_KINDS];
        rows[..8].copy_from_slice(&[
            send,
            self.send_at_end,
            new_node,
            Some(once(CostKind::Start, start::COST.load(Ordering::Relaxed) * 1024)),
            Some(once(CostKind::Write, (sys::read_counter() - self.begun) * 1024)),
            Some(once(CostKind::Counted, self.counted)),
            Some(once(CostKind::BesideSends, self.beside * 1024)),
            start.costs.counts,
        ]);
        for ((row, mark), taken) in rows[8..].iter_mut().zip(&marks.marks).zip(marks.taken) {
            *row = mark.map(|mark| once(CostKind::from_mark(mark.kind), taken));
        }
        rows
    }
}

#[inline(never)]
fn image_row(image: &'static LoadedImage) -> trace::Image<'static> {
    trace::Image {
        path: Text(image.path),
        uuid: Uuid(image.uuid),
        load_address: Address(image.address as u64),
        size: Address(image.size as u64),
        flags: image.flags,
    }
}

#[inline(never)]
fn thread_row(&state: &*mut RecordingState) -> Thread<'static> {
    // SAFETY: states are never freed.
    let own = unsafe { &(*state).cold };
    Thread {
        name: Text(own.name.split(|&b| b == 0).next().unwrap_or_default()),
        os_id: Count(own.thread_id),
        is_main: own.is_main,
        root: row_of(own.root),
    }
}

#[inline(never)]
fn node_row(frozen: &FrozenRecords, names: &MethodNames, row: usize, node: *mut Node) -> trace::Node {
    // SAFETY: nodes are never freed.
    let (parent, calls) = unsafe { ((*node).parent, (*node).calls) };
    trace::Node {
        parent: (!parent.is_null()).then(|| row_of(parent)),
        method: names.method(row),
        calls: Count(Node::call_count(calls)),
        // A total is negative if more time was subtracted than measured.
        total: Ticks(Node::split_total(frozen.read_total(node)).0.max(0) as u64),
    }
}

#[inline(never)]
fn event_row(event: &'static Event) -> trace::Event {
    trace::Event { node: row_of(event.node), start: Counter(event.start), duration: Ticks(event.duration) }
}

/// Subtracts from the totals the costs of calls in addition to the costs of a send in the calibrated loop: an unpredicted send adds to the
/// time of its callers, and a returned object, a tail call and similar cases also add to the time of the call itself. `room` has two words
/// for each node. Returns the instructions that the hooks counted for the calls of all threads in addition to the instructions of predicted
/// sends.
fn subtract_agent_time(frozen: &mut FrozenRecords, room: &mut [usize]) -> Option<u64> {
    // The sums are signed numbers that are stored in unsigned words.
    let add = |sum: &mut usize, amount: i64| *sum = (*sum as i64 + amount) as usize;
    let (amounts, rows) = room.split_at_mut_checked(frozen.count)?;
    amounts.fill(0);
    // SAFETY: states are never freed, and their requests outside of all methods are already summed up.
    let outside: u64 = frozen.states.iter().map(|&state| unsafe { (*state).cold.outside_calls }).sum();
    let mut beside = outside as i64 * work::OUTSIDE;
    for (place, node) in rows.iter_mut().zip(frozen.nodes()) {
        *place = node as usize;
        // SAFETY: nodes are never freed.
        let node = unsafe { &*node };
        if !node.parent.is_null() {
            add(&mut amounts[row_of(node.parent).index()], cost_of_misses(node) + cost_of_shortcuts(node));
            add(&mut amounts[row_of(node).index()], cost_beside_sends(node));
            // SAFETY: nodes are never freed.
            beside += (node.calls / MISS) as i64
                + Node::split_total(node.total).1
                + unsafe { work::added_instructions(node) };
        }
    }
    // A node's callers are earlier rows, so in descending order each node has the sums of all its callees.
    for row in (0..frozen.count).rev() {
        let node = *rows.get(row)? as *mut Node;
        // SAFETY: nodes are never freed; the totals that other threads may still change are not read.
        unsafe {
            if !(*node).parent.is_null() {
                let amount = amounts[row] as i64;
                add(&mut amounts[row_of((*node).parent).index()], amount);
                let total = frozen.total_pointer(node);
                *total = (*total).wrapping_sub(((amount + 512) >> 10) as u64);
            }
        }
    }
    Some(beside.max(0) as u64)
}

/// Returns the agent's counted costs on the main thread, in 1024ths of a tick, without the part that was subtracted immediately after it
/// was measured.
fn counted_on_main(frozen: &FrozenRecords) -> u64 {
    // SAFETY: states and nodes are never freed.
    let Some(main) = frozen.states.iter().find(|&&state| unsafe { (*state).cold.is_main }) else { return 0 };
    let all: i64 = nodes(core::slice::from_ref(main))
        .map(|node| {
            // SAFETY: nodes are never freed, and the iterator returns only complete nodes.
            let node = unsafe { &*node };
            cost_of_misses(node) + cost_of_shortcuts(node) + cost_beside_sends(node)
        })
        .sum();
    // SAFETY: states are never freed, and the main thread's window is closed.
    let (known, outside) = unsafe { ((**main).cold.subtracted_by_count, (**main).cold.outside_calls) };
    (all + process::cost_of_units(outside as i64 * work::OUTSIDE) - known).max(0) as u64
}

fn cost_of_misses(node: &Node) -> i64 {
    process::cost_of_units((node.calls / MISS) as i64)
}

fn cost_of_shortcuts(node: &Node) -> i64 {
    let costs = &START.get().costs;
    let calls =
        if methods::is_replaced_by_function(node.selector) { Node::call_count(node.calls) } else { 0 };
    (calls * costs.alloc.0 + calls_of_alloc_init(node) * costs.alloc_init.0) as i64
}

fn cost_beside_sends(node: &Node) -> i64 {
    // SAFETY: nodes are never freed.
    process::cost_of_units(Node::split_total(node.total).1 + unsafe { work::added_instructions(node) })
}

/// Returns the number of calls of this node that `objc_alloc_init` made: for a node of `alloc` whose parent sends `init` next. Apps for
/// systems before iOS 12.2 do not call `objc_alloc_init`.
fn calls_of_alloc_init(node: &Node) -> u64 {
    if !patch::is_called(HookedFunction::AllocInit) {
        return 0;
    }
    let is = |node: &Node, selector: usize| node.selector == SELECTORS[selector].load(Ordering::Relaxed);
    // SAFETY: a node's successor is a node of the tree, or the node that no send matches.
    let next = unsafe { &*node.successor };
    let are_both = is(node, 0) && is(next, 3) && next.parent == node.parent;
    if are_both { Node::call_count(node.calls).min(Node::call_count(next.calls)) } else { 0 }
}

#[inline(never)]
fn page_row(page: &window::PageTimes, loaded: &LoadedImages<'_>) -> trace::Page<'static> {
    let class = page.class as sys::Class;
    let name = match loaded.is_alive(class) {
        // SAFETY: the class still exists.
        true => unsafe { sys::c_string_bytes(sys::class_getName(class)) },
        false => b"",
    };
    let image = loaded.image_of_class(page.class);
    let seen = |at: u64| (at != 0).then_some(Counter(at));
    trace::Page {
        class: Text(name),
        image: image.map(|i| ImageId(i as u32)),
        created: seen(page.created),
        load_begin: seen(page.load_begin),
        load_end: seen(page.load_end),
        appear_begin: seen(page.appear_begin),
        appear_end: seen(page.appear_end),
        first_frame: seen(page.first_frame),
    }
}

fn count_drops(states: &[*mut RecordingState]) -> [Dropped; 10] {
    // SAFETY: states are never freed, and the closure only reads counters.
    let sum = |of: fn(&RecordingState) -> u64| Count(states.iter().map(|&s| of(unsafe { &*s })).sum());
    let drop = |kind, count| Dropped { kind, count };
    [
        drop(DropKind::NodesFull, sum(|s| s.lost)),
        drop(DropKind::EventsFull, sum(|s| s.cold.events_lost)),
        drop(DropKind::TooDeep, sum(|s| s.too_deep)),
        drop(DropKind::ThreadsFull, Count(threads::sends_without_room())),
        drop(DropKind::ForeignStack, sum(|s| s.foreign)),
        drop(DropKind::InSignal, sum(|s| s.in_signal)),
        drop(DropKind::Unwound, sum(|s| s.unwound)),
        drop(DropKind::NotesFull, Count(notes::lost_note_count() as u64)),
        drop(DropKind::SignpostsFull, Count(signposts::LOST.load(Ordering::Relaxed))),
        drop(DropKind::PagesFull, Count(window::PAGES_LOST.load(Ordering::Relaxed) as u64)),
    ]
}
