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
use crate::images::Image;
use crate::layout::{Chunk, EventChunk, MISS, Node, SPREAD, State};
use crate::methods::{self, Method};
use crate::start::{self, START};
use crate::{sys, threads, tree, window};
use trace::{
    Address, Cost, CostKind, Count, Counter, DropKind, Dropped, Ending, ImageFlags, ImageId, MethodId,
    NodeId, Note, Text, Thread, Ticks, Ticks1024, Uuid, Writer,
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

/// Memory for the time of writing, beside the agent's own; given back when it is dropped.
pub(crate) struct Scratch {
    base: *mut u8,
    size: usize,
    used: Cell<usize>,
}

impl Scratch {
    /// A region of this size; none if the system has none.
    pub(crate) fn new(size: usize) -> Option<Scratch> {
        // SAFETY: a fresh mapping.
        let base =
            unsafe { sys::mmap(ptr::null_mut(), size, sys::PROT_READ_WRITE, sys::MAP_ANON_PRIVATE, -1, 0) };
        (base != sys::MAP_FAILED).then(|| Scratch { base: base.cast(), size, used: Cell::new(0) })
    }

    /// A zeroed slice, of a type that is valid when zeroed. It must not be used any more when the scratch is dropped.
    pub(crate) fn take_slice<T: Copy>(&self, count: usize) -> Option<&'static mut [T]> {
        let start = self.used.get().next_multiple_of(align_of::<T>());
        let end = start.checked_add(count.checked_mul(size_of::<T>())?)?;
        if end > self.size {
            return None;
        }
        self.used.set(end);
        // SAFETY: in the region, aligned, handed out once; whoever takes it is done before the region goes.
        Some(unsafe { core::slice::from_raw_parts_mut(self.base.add(start).cast(), count) })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // SAFETY: our own mapping, which nobody uses any more.
        unsafe { sys::munmap(self.base.cast(), self.size) };
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

/// The rows of methods, and which of them a (class, selector) means.
struct Names {
    keys: &'static mut [Key],
    rows: &'static mut [Row],
    used: usize,
}

#[derive(Clone, Copy)]
struct Key {
    class: usize,
    selector: usize,
    row: u32,
}

#[derive(Clone, Copy)]
struct Row {
    method: Method,
    image: Option<ImageId>,
    offset: usize,
}

impl Names {
    fn new(scratch: &Scratch, nodes: usize) -> Option<Names> {
        let keys = scratch.take_slice((nodes * 4 + 16).next_power_of_two())?;
        Some(Names { keys, rows: scratch.take_slice(nodes + 1)?, used: 0 })
    }

    /// The key's place: where it is, or where it would be. Selectors are never 0.
    fn at(&self, class: usize, selector: usize) -> usize {
        let mask = self.keys.len() - 1;
        let mut at = (class >> 3 ^ selector).wrapping_mul(SPREAD) & mask;
        while self.keys[at].selector != 0
            && (self.keys[at].class, self.keys[at].selector) != (class, selector)
        {
            at = (at + 1) & mask;
        }
        at
    }

    fn row(&self, class: usize, selector: usize) -> Option<MethodId> {
        let key = self.keys[self.at(class, selector)];
        (key.selector != 0).then_some(MethodId(key.row))
    }

    fn learn(&mut self, class: usize, selector: usize, images: &[Loaded]) {
        let at = self.at(class, selector);
        if self.keys[at].selector != 0 {
            return;
        }
        let method = methods::resolve(class, selector);
        // A subclass's and its superclass's sends of an inherited method are one method: its names tell.
        let same = |row: &Row| {
            let m = row.method;
            (m.class.as_ptr(), m.selector.as_ptr(), m.is_class_method, m.imp)
                == (method.class.as_ptr(), method.selector.as_ptr(), method.is_class_method, method.imp)
        };
        let owner = (method.class.as_ptr() as usize).wrapping_add(method.is_class_method as usize) | 1 << 63;
        let shared = self.at(owner, selector);
        let known = self.keys[shared];
        let row = if known.selector != 0 && same(&self.rows[known.row as usize]) {
            known.row
        } else {
            let image = images.iter().position(|i| method.imp.wrapping_sub(i.address) < i.size);
            let offset = image.map_or(method.imp, |i| method.imp - images[i].address);
            self.rows[self.used] = Row { method, image: image.map(|i| ImageId(i as u32)), offset };
            self.used += 1;
            if known.selector == 0 {
                self.keys[shared] = Key { class: owner, selector, row: self.used as u32 - 1 };
            }
            self.used as u32 - 1
        };
        let at = self.at(class, selector);
        self.keys[at] = Key { class, selector, row };
    }
}

#[derive(Clone, Copy)]
struct Loaded {
    path: &'static [u8],
    address: usize,
    size: usize,
    uuid: [u8; 16],
    flags: ImageFlags,
}

/// Writes the trace. `closing` is the state of the thread that ended the window, which is inside of nothing but its open calls.
pub(crate) fn write(ending: Ending, closing: *mut State, now: u64, scratch: Option<&Scratch>) {
    let begun = sys::counter();
    charge_open_calls(closing, now);
    let Some(mut file) = TraceFile::open() else { return };
    let written = scratch.and_then(|scratch| rows(&mut file, ending, begun, scratch));
    if written.is_some() {
        file.finish();
    }
}

/// How much scratch memory the rows need at most.
pub(crate) fn scratch_size() -> usize {
    // Keys (four a node, rounded up to a power of two), rows, living classes, images.
    let nodes: usize = threads::states().map(|s| nodes_of(s).count()).sum();
    (nodes * 4 + 16).next_power_of_two() * size_of::<Key>() + nodes * size_of::<Row>() + (24 << 20)
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

fn rows(file: &mut TraceFile, ending: Ending, begun: u64, scratch: &Scratch) -> Option<()> {
    let images = loaded_images(scratch)?;
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
    for node in nodes() {
        // SAFETY: nodes stay.
        let (class, selector, parent) = unsafe { ((*node).class, (*node).selector, (*node).parent) };
        if !parent.is_null() {
            names.learn(class, selector, images);
        }
    }
    let names = &names;
    take_off_own(nodes());

    let mut writer = Writer::start(&mut *file, start::info(ending)).ok()?;
    writer
        .images(images.iter().map(|image| trace::Image {
            path: Text(image.path),
            uuid: Uuid(image.uuid),
            load_address: Address(image.address as u64),
            size: Address(image.size as u64),
            flags: image.flags,
        }))
        .ok()?;
    writer
        .methods(names.rows[..names.used].iter().map(|row| trace::Method {
            class: Text(row.method.class),
            selector: Text(row.method.selector),
            is_class_method: row.method.is_class_method,
            image: row.image,
            offset: Address(row.offset as u64),
        }))
        .ok()?;
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
        .nodes(nodes().map(|node| {
            // SAFETY: nodes stay; another thread may still add to the numbers.
            let (n, calls, total) = unsafe {
                (
                    &*node,
                    (&raw const (*node).calls).read_volatile(),
                    (&raw const (*node).total).read_volatile(),
                )
            };
            let is_root = n.parent.is_null();
            trace::Node {
                parent: (!is_root).then(|| row_of(n.parent)),
                method: if is_root { None } else { names.row(n.class, n.selector) },
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
    // Rows are made once and lent: a writer goes over them once for each column.
    let seen = &window::PAGE_TIMES.get()[..window::PAGES_USED.load(Ordering::Acquire)];
    let pages = scratch.take_slice::<Option<trace::Page<'static>>>(seen.len())?;
    for (row, page) in pages.iter_mut().zip(seen) {
        *row = Some(page_row(page, images));
    }
    writer.pages(pages.iter().flatten().copied()).ok()?;
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
/// that was handed over cost the call itself more too.
fn take_off_own(nodes: impl Iterator<Item = *mut Node> + Clone) {
    let start = START.get();
    take_off_callers(nodes.clone(), |node| (node.parent, node.calls / MISS * start.miss_cost.0));
    take_off_callers(nodes, |node| {
        (ptr::from_ref(node).cast_mut(), Node::parts(node.total).1 * start.handed_cost.0)
    });
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

fn page_row(page: &window::PageTimes, images: &[Loaded]) -> trace::Page<'static> {
    let class = page.class as sys::Class;
    let name = match methods::is_alive(class) {
        // SAFETY: the class is alive.
        true => unsafe { sys::bytes(sys::class_getName(class)) },
        false => b"",
    };
    let image = images.iter().position(|i| page.class.wrapping_sub(i.address) < i.size);
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

fn loaded_images(scratch: &Scratch) -> Option<&'static [Loaded]> {
    // SAFETY: plain questions; a header that is gone meanwhile is null.
    let count = unsafe { sys::_dyld_image_count() };
    let images = scratch.take_slice::<Loaded>(count as usize)?;
    let mut used = 0;
    for i in 0..count {
        // SAFETY: as above.
        let (header, path) =
            unsafe { (sys::_dyld_get_image_header(i), sys::bytes(sys::_dyld_get_image_name(i))) };
        // SAFETY: the header is dyld's.
        let Some(image) = (unsafe { Image::at(header) }) else { continue };
        let kind = if start::is_own(image) {
            ImageFlags::AGENT.with(ImageFlags::IN_BUNDLE)
        } else if image.is_executable() {
            ImageFlags::MAIN.with(ImageFlags::IN_BUNDLE)
        } else if start::is_in_bundle(path) {
            ImageFlags::IN_BUNDLE
        } else {
            ImageFlags::SYSTEM
        };
        let flags = if start::is_late(i) { kind.with(ImageFlags::LATE) } else { kind };
        images[used] =
            Loaded { path, address: header as usize, size: image.size(), uuid: image.uuid(), flags };
        used += 1;
    }
    Some(&images[..used])
}
