//! The trace: what was kept becomes rows, once, after the window.
//!
//! Owns the order of rows, names for what they refer to, and the notes.
//! Invariant: what is written was frozen first (how many nodes each thread has); calls that end later change nothing but numbers.

use core::cell::Cell;
use core::fmt::{self, Write as _};
use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::file::TraceFile;
use crate::global::{Global, TryLock};
use crate::hook::SELECTORS;
use crate::images::Image;
use crate::layout::{Chunk, EventChunk, HANDED_UNITS, MISS, Node, State};
use crate::memory::Room;
use crate::names::Names;
use crate::start::{self, ARENA, ROOM, START};
use crate::stock::Stock;
use crate::{sys, threads, tree, window};
use trace::{
    Address, Cost, CostKind, Count, Counter, DropKind, Dropped, Ending, ImageId, NodeId, Note, Text, Thread,
    Ticks, Ticks1024, Uuid, Writer,
};

const NOTES: usize = 32;
const NOTE_LENGTH: usize = 200;

struct NoteText {
    bytes: [u8; NOTE_LENGTH],
    length: usize,
}

const NO_NOTE: NoteText = NoteText { bytes: [0; NOTE_LENGTH], length: 0 };
static NOTE_TEXTS: Global<[NoteText; NOTES]> = Global::new([NO_NOTE; NOTES]);
static NOTES_USED: AtomicUsize = AtomicUsize::new(0);
static NOTES_LOST: AtomicUsize = AtomicUsize::new(0);
static NOTE_LOCK: TryLock = TryLock::new();

impl fmt::Write for NoteText {
    /// Cuts what is too long.
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = &mut self.bytes[self.length..];
        let length = text.len().min(room.len());
        room[..length].copy_from_slice(&text.as_bytes()[..length]);
        self.length += length;
        Ok(())
    }
}

/// Keeps a sentence for the trace.
pub(crate) fn note(text: fmt::Arguments<'_>) {
    let kept = NOTE_LOCK.run(|| {
        let used = NOTES_USED.load(Ordering::Relaxed);
        // SAFETY: under the lock; notes in use are never written again.
        let Some(note) = (unsafe { &mut *NOTE_TEXTS.pointer() }).get_mut(used) else { return false };
        // Writing to it cannot fail, and a half note is better than none.
        let _ = note.write_fmt(text);
        NOTES_USED.store(used + 1, Ordering::Release);
        true
    });
    if kept != Some(true) {
        NOTES_LOST.fetch_add(1, Ordering::Relaxed);
    }
}

/// Memory for the time of writing: what the agent's own has left, which is at least what was kept free for it.
pub(crate) struct Scratch {
    base: *mut u8,
    size: usize,
    used: Cell<usize>,
}

impl Scratch {
    /// All the rest; nothing can be recorded any more.
    pub(crate) fn rest() -> Scratch {
        let (base, size) = ARENA.take_rest();
        // The room lies behind it. Somebody who is still measuring keeps it.
        let size = size + if ROOM.seize() { Room::SIZE } else { 0 };
        // Without a region there is still room for nothing, at no address in particular.
        let base = if base == 0 {
            ptr::without_provenance_mut(Room::SIZE)
        } else {
            ptr::with_exposed_provenance_mut(base)
        };
        Scratch { base, size, used: Cell::new(0) }
    }

    /// A slice of a type that is valid whatever its bytes are; who takes it writes it first. None when too little is left.
    pub(crate) fn take_slice<T: Copy>(&self, count: usize) -> Option<&'static mut [T]> {
        let start = (self.base.addr() + self.used.get()).next_multiple_of(align_of::<T>()) - self.base.addr();
        let end = start.checked_add(count.checked_mul(size_of::<T>())?)?;
        if end > self.size {
            return None;
        }
        self.used.set(end);
        // SAFETY: in the region, aligned, handed out once, and it stays.
        Some(unsafe { core::slice::from_raw_parts_mut(self.base.add(start).cast(), count) })
    }
}

/// A state's nodes, as many as there are now.
pub(crate) fn nodes_of(state: *mut State) -> impl Iterator<Item = *mut Node> + Clone {
    // SAFETY: states and chunks stay.
    let (first, mut left) = unsafe { ((*state).own.first_chunk, tree::count(&*state)) };
    chunks(first).flat_map(move |chunk| {
        let used = left.min(crate::layout::NODES_PER_CHUNK);
        left -= used;
        // SAFETY: as above.
        let nodes = unsafe { (&raw mut (*chunk).nodes).cast::<Node>() };
        (0..used).map(move |i| nodes.wrapping_add(i))
    })
}

fn chunks(first: *mut Chunk) -> impl Iterator<Item = *mut Chunk> + Clone {
    // SAFETY: chunks stay, and the last one's `next` is null.
    core::iter::successors(Some(first), |&c| (!c.is_null()).then(|| unsafe { (*c).next }))
        .take_while(|c| !c.is_null())
}

fn event_chunks(first: *mut EventChunk) -> impl Iterator<Item = *mut EventChunk> + Clone {
    // SAFETY: as above.
    core::iter::successors(Some(first), |&c| (!c.is_null()).then(|| unsafe { (*c).next }))
        .take_while(|c| !c.is_null())
}

/// A node's row; only for frozen nodes.
fn row_of(node: *const Node) -> NodeId {
    let chunk = (node as usize & !(size_of::<Chunk>() - 1)) as *const Chunk;
    // SAFETY: chunks are aligned to their size, so this is the node's.
    let (first, row) = unsafe { ((&raw const (*chunk).nodes).cast::<Node>(), (*chunk).first_row) };
    // SAFETY: both are in the same chunk.
    NodeId((row + unsafe { node.offset_from_unsigned(first) }) as u32)
}

/// Writes the trace. `closing` is the state of the thread that ended the window, which is inside of nothing but its open calls.
pub(crate) fn write(ending: Ending, closing: *mut State, now: u64, scratch: &Scratch, stock: &Stock<'_>) {
    let begun = sys::counter();
    charge_open_calls(closing, now);
    let Some(mut file) = TraceFile::open() else { return };
    if rows(&mut file, ending, begun, scratch, stock).is_some() {
        file.finish();
    }
}

/// The calls that are still open on the thread that ends the window have lasted until now.
fn charge_open_calls(state: *mut State, now: u64) {
    if state.is_null() {
        return;
    }
    // SAFETY: this thread's own frames.
    unsafe {
        let mut frame = (*state).top;
        while frame != (*state).own.frames {
            // What the event path is at was made un-whole by it, and has been charged.
            if (*frame).sp != 0 {
                (*(*frame).node).total += now.saturating_sub((*frame).start);
            }
            frame = frame.sub(1);
        }
    }
}

fn rows(
    file: &mut TraceFile,
    ending: Ending,
    begun: u64,
    scratch: &Scratch,
    stock: &Stock<'_>,
) -> Option<()> {
    // Oldest thread first, and frozen: from here on each chunk has as many nodes as it says.
    let count = threads::states().count();
    let states = scratch.take_slice::<*mut State>(count)?;
    for (slot, state) in states.iter_mut().rev().zip(threads::states()) {
        *slot = state;
    }
    let states = &*states;
    let mut total = 0;
    for &state in states {
        // SAFETY: states and chunks stay.
        let mut left = unsafe { tree::count(&*state) };
        // SAFETY: as above.
        for chunk in chunks(unsafe { (*state).own.first_chunk }) {
            let used = left.min(crate::layout::NODES_PER_CHUNK);
            // SAFETY: as above; nobody else writes these two.
            unsafe { ((*chunk).used, (*chunk).first_row) = (used, total) };
            (left, total) = (left - used, total + used);
        }
    }
    let nodes = || states.iter().flat_map(|&s| frozen_nodes(s));
    let mut names = Names::new(scratch, total)?;
    for (row, node) in nodes().enumerate() {
        // SAFETY: nodes stay.
        let node = unsafe { &*node };
        if !node.parent.is_null() {
            names.learn(node, row, |node| row_of(node).0 as usize, stock);
        }
    }
    let names = &names;
    take_off_own(nodes());

    let mut writer = Writer::start(&mut *file, start::info(ending)).ok()?;
    writer
        .images(stock.images.iter().map(|image| trace::Image {
            path: Text(image.path()),
            uuid: Uuid(image.header().map_or([0; 16], Image::uuid)),
            load_address: Address(image.address as u64),
            size: Address(image.size as u64),
            flags: image.flags,
        }))
        .ok()?;
    writer.methods(names.rows()).ok()?;
    writer
        .threads(states.iter().map(|&state| {
            // SAFETY: states stay.
            let own = unsafe { &(*state).own };
            Thread {
                name: Text(own.name.split(|&b| b == 0).next().unwrap_or_default()),
                os_id: Count(own.thread_id),
                is_main: own.is_main,
                root: row_of(own.root),
            }
        }))
        .ok()?;
    writer
        .nodes(nodes().enumerate().map(|(row, node)| {
            // SAFETY: nodes stay; another thread may still add to the numbers.
            let (n, calls, total) = unsafe {
                (
                    &*node,
                    (&raw const (*node).calls).read_volatile(),
                    (&raw const (*node).total).read_volatile(),
                )
            };
            trace::Node {
                parent: (!n.parent.is_null()).then(|| row_of(n.parent)),
                method: names.of(row),
                calls: Count(calls % MISS),
                // Below 0: the agent's own time was taken off a call that is still open elsewhere.
                total: Ticks(Node::parts(total).0.max(0) as u64),
            }
        }))
        .ok()?;
    let events = states.iter().flat_map(|&state| {
        // SAFETY: states and chunks stay.
        event_chunks(unsafe { (*state).own.first_events }).flat_map(|chunk| {
            // SAFETY: as above.
            let (used, events) = unsafe { ((*chunk).used, &(*chunk).events) };
            events[..used.min(events.len())].iter()
        })
    });
    let frozen = events.clone().count();
    writer
        .events(events.take(frozen).map(|event| trace::Event {
            node: row_of(event.node),
            start: Counter(event.start),
            duration: Ticks(event.duration),
        }))
        .ok()?;
    writer.marks(window::MARKS.get().iter().flatten().copied()).ok()?;
    let seen = &window::PAGE_TIMES.get()[..window::PAGES_USED.load(Ordering::Acquire)];
    writer.pages(seen.iter().map(|page| page_row(page, stock))).ok()?;
    writer.dropped(drops(states).into_iter().filter(|drop| drop.count.0 > 0)).ok()?;
    let notes = &NOTE_TEXTS.get()[..NOTES_USED.load(Ordering::Acquire)];
    writer.notes(notes.iter().map(|note| Note { text: Text(&note.bytes[..note.length]) })).ok()?;
    let once = |kind, ticks: u64| Cost { kind, inside: Ticks1024(0), outside: Ticks1024(ticks * 1024) };
    let [send, new_node] = START.get().send_costs.map_or([None; 2], |costs| costs.map(Some));
    let start = once(CostKind::Start, START.get().cost);
    let write = once(CostKind::Write, sys::counter() - begun);
    writer.costs([send, new_node, Some(start), Some(write)].iter().flatten().copied()).ok()?;
    writer.finish().ok()?;
    Some(())
}

/// What calls cost more than the calibrated loop goes off the totals: a send that was not predicted cost its callers more, an object
/// that was handed over, and a tail call, cost the call itself more too.
fn take_off_own(nodes: impl Iterator<Item = *mut Node> + Clone) {
    let start = START.get();
    take_off_callers(nodes.clone(), |node| (node.parent, node.calls / MISS * start.miss_cost.0));
    // A compiler that knows those functions sends none of these selectors itself.
    let stood_for = |selector: usize| SELECTORS[..3].iter().any(|s| s.load(Ordering::Relaxed) == selector);
    take_off_callers(nodes.clone(), |node| {
        let calls = if stood_for(node.selector) { node.calls % MISS } else { 0 };
        (node.parent, calls * start.alloc_cost.0 + calls_of_alloc_init(node) * start.alloc_init_cost.0)
    });
    take_off_callers(nodes, |node| {
        (ptr::from_ref(node).cast_mut(), Node::parts(node.total).1 * start.handed_cost.0 / HANDED_UNITS)
    });
}

/// How often `objc_alloc_init` sent this: an `alloc` after which the same method goes on with `init`.
fn calls_of_alloc_init(node: &Node) -> u64 {
    let is = |node: &Node, selector: usize| node.selector == SELECTORS[selector].load(Ordering::Relaxed);
    // SAFETY: a node's successor is a node, or the one that no send matches.
    let next = unsafe { &*node.successor };
    let are_both = is(node, 0) && is(next, 3) && next.parent == node.parent;
    if are_both { (node.calls % MISS).min(next.calls % MISS) } else { 0 }
}

/// Takes 1024ths of a tick off a node and all above it.
fn take_off_callers(nodes: impl Iterator<Item = *mut Node>, what: impl Fn(&Node) -> (*mut Node, u64)) {
    let mut ticks_1024 = 0;
    for node in nodes {
        // SAFETY: nodes stay, and a thread that is still inside a call of theirs only adds to a total.
        unsafe {
            let (mut caller, more) = what(&*node);
            ticks_1024 += more;
            while !caller.is_null() && !(*caller).parent.is_null() {
                (*caller).total = (*caller).total.wrapping_sub(ticks_1024 / 1024);
                caller = (*caller).parent;
            }
            // Less than a tick waits for the next node: nearly all nodes have less.
            ticks_1024 %= 1024;
        }
    }
}

fn page_row(page: &window::PageTimes, stock: &Stock<'_>) -> trace::Page<'static> {
    let class = page.class as sys::Class;
    let name = match stock.is_alive(class) {
        // SAFETY: the class is alive.
        true => unsafe { sys::bytes(sys::class_getName(class)) },
        false => b"",
    };
    let image = stock.image_of_class(page.class);
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

fn frozen_nodes(state: *mut State) -> impl Iterator<Item = *mut Node> + Clone {
    // SAFETY: states and chunks stay.
    chunks(unsafe { (*state).own.first_chunk }).flat_map(|chunk| {
        // SAFETY: as above.
        let (used, nodes) = unsafe { ((*chunk).used, (&raw mut (*chunk).nodes).cast::<Node>()) };
        (0..used).map(move |i| nodes.wrapping_add(i))
    })
}

fn drops(states: &[*mut State]) -> [Dropped; 8] {
    // SAFETY: counters of states, which stay.
    let sum = |of: fn(&State) -> u64| Count(states.iter().map(|&s| of(unsafe { &*s })).sum());
    let drop = |kind, count| Dropped { kind, count };
    [
        drop(DropKind::NodesFull, sum(|s| s.lost)),
        drop(DropKind::EventsFull, sum(|s| s.own.events_lost)),
        drop(DropKind::TooDeep, sum(|s| s.too_deep)),
        drop(DropKind::ThreadsFull, Count(threads::sends_without_room())),
        drop(DropKind::ForeignStack, sum(|s| s.foreign)),
        drop(DropKind::InSignal, sum(|s| s.in_signal)),
        drop(DropKind::Unwound, sum(|s| s.unwound)),
        drop(DropKind::PagesFull, Count(window::PAGES_LOST.load(Ordering::Relaxed) as u64)),
    ]
}
