//! The records of all threads at the end of the window.
//!
//! Invariant: after [`freeze_records`] the numbers of nodes, events and calls, and the totals, do not change. Threads whose calls return later
//! change only the nodes of calls that were open, and this module copies the totals of the nodes of open calls.

use core::ptr;
use core::sync::atomic::{Ordering, fence};

use crate::base::layout::{Event, EventChunk, Node, NodeChunk, RecordingState, ShadowFrame};
use crate::base::notes::store_note;
use crate::base::scratch::Scratch;
use crate::base::sort;
use crate::threads;
use crate::threads::{pending_costs, tree};
use trace::NodeId;

fn event_chunks(first: *mut EventChunk) -> impl Iterator<Item = *mut EventChunk> + Clone {
    // SAFETY: chunks are never freed, and each points to another one or to null.
    core::iter::successors(Some(first), |&c| (!c.is_null()).then(|| unsafe { (*c).next }))
        .take_while(|c| !c.is_null())
}

/// Returns the row of a frozen node.
#[inline(never)]
pub(crate) fn row_of(node: *const Node) -> NodeId {
    // SAFETY: nodes and chunks are never freed.
    NodeId(unsafe { (*NodeChunk::of_node(node)).first_row } + index_of(node) as u32)
}

fn index_of(node: *const Node) -> usize {
    let first = NodeChunk::of_node(node) as usize + core::mem::offset_of!(NodeChunk, nodes);
    (node as usize - first) / size_of::<Node>()
}

/// A call that was open when the window closed.
#[derive(Clone, Copy)]
struct OpenCall {
    node: *const Node,
    /// The node's total when the window closed, including the time of the open call until then.
    total: u64,
}

/// The records of all threads at the end of the window.
pub(crate) struct FrozenRecords {
    /// The states of the threads, the oldest first.
    pub states: &'static [*mut RecordingState],
    /// The number of nodes of all threads.
    pub count: usize,
    /// The open calls, sorted by the addresses of their nodes. The threads of the open calls may still change the totals of the nodes when
    /// the calls return.
    open: &'static mut [OpenCall],
}

/// Freezes the records that the trace will contain. The thread that ends the window calls this function after hooks have stopped recording
/// new calls.
pub(crate) fn freeze_records(now: u64, scratch: &Scratch) -> Option<FrozenRecords> {
    threads::empty_remaining();
    let count = threads::states().count();
    let states = scratch.take_slice::<*mut RecordingState>(count)?;
    for (slot, state) in states.iter_mut().rev().zip(threads::states()) {
        *slot = state;
    }
    let states = &*states;
    for &state in states {
        // SAFETY: states and chunks are never freed, and no other thread writes this field. Events are read before nodes, so that the nodes
        // of these events are among the frozen nodes.
        for chunk in event_chunks(unsafe { (*state).cold.first_events }) {
            // SAFETY: chunks are never freed, and only the thread that closes the window writes this field.
            unsafe { (*chunk).frozen = (*chunk).used.load(Ordering::Acquire) };
        }
    }
    let mut total = 0;
    for &state in states {
        // SAFETY: states and chunks are never freed, and no other thread writes the fields `used`, `first_row` and `open`.
        unsafe {
            for (chunk, used) in tree::published_chunks(state) {
                ((*chunk).used, (*chunk).first_row, (*chunk).open) = (used as u32, total as u32, 0);
                total += used;
            }
        }
    }
    let open = scratch.take_slice(open_calls(states).count());
    if open.is_none() {
        store_note(format_args!(
            "not enough memory for the calls still running at the end; their time is not recorded"
        ));
    }
    let open = open.unwrap_or_default();
    let mut seen = 0;
    for (slot, (call, start)) in open.iter_mut().zip(open_calls(states)) {
        *slot = OpenCall { total: call.total.wrapping_add(now.saturating_sub(start)), ..call };
        seen += 1;
    }
    // If an open call has returned while the records were read, its time is in the total of its node. On a phone, the stores of another
    // core may become visible in another order, but not with a delay as long as the reading of the records.
    let (mut used, mut next) = (0, 0);
    for (call, _) in open_calls(states) {
        let Some(place) = open[next..seen].iter().position(|open| open.node == call.node) else { continue };
        let chunk = NodeChunk::of_node(call.node);
        // SAFETY: the chunk holds this node and is never freed; only the thread that closes the window writes this field.
        unsafe { (*chunk).open |= 1 << index_of(call.node) };
        open[used] = open[next + place];
        next += place + 1;
        used += 1;
    }
    let open = &mut open[..used];
    sort::by_key(open, |open| open.node);
    let mut frozen = FrozenRecords { states, count: total, open };
    frozen.subtract_pending_costs();
    Some(frozen)
}

/// Returns the open calls of all threads whose nodes are frozen. For each call it returns the start, and the total of the node without this
/// call.
fn open_calls(states: &[*mut RecordingState]) -> impl Iterator<Item = (OpenCall, u64)> {
    states.iter().flat_map(|&state| {
        // SAFETY: states and frames are never freed. The frames above the lowest frame, up to the top, are calls, unless they are
        // incomplete.
        let (lowest, top) = unsafe { ((*state).cold.frames, (&raw const (*state).top).read_volatile()) };
        // SAFETY: states are never freed. The frames of a thread that has ended may belong to another thread, so they are not read.
        let ended = unsafe { (*state).cold.ended.load(Ordering::Acquire) };
        let count =
            if ended { 0 } else { (top as usize).saturating_sub(lowest as usize) / size_of::<ShadowFrame>() };
        (1..=count).filter_map(move |i| {
            // SAFETY: the frame belongs to the state, and the frame's node is null or is never freed. The thread clears `sp` when the call
            // has ended, and adds to the total only afterwards. A total that was read before the frame was found complete therefore does
            // not contain the call.
            unsafe {
                let frame = lowest.add(i);
                let node = (&raw const (*frame).node).read_volatile();
                let start = (&raw const (*frame).start).read_volatile();
                if node.is_null() {
                    return None;
                }
                let total = (&raw const (*node).total).read_volatile();
                fence(Ordering::SeqCst);
                let is_whole = (&raw const (*frame).sp).read_volatile() != 0;
                let is_kept = || index_of(node) < (*NodeChunk::of_node(node)).used as usize;
                (is_whole && is_kept()).then_some((OpenCall { node, total }, start))
            }
        })
    })
}

impl FrozenRecords {
    /// Returns all nodes, in the order of their rows.
    pub(crate) fn nodes(&self) -> Nodes {
        nodes(self.states)
    }

    pub(crate) fn events(&self) -> Events {
        Events { states: self.states, chunk: ptr::null_mut(), next: 0 }
    }

    /// Returns the nodes whose last call had not returned, in the order of their rows.
    pub(crate) fn open(&self) -> impl Iterator<Item = *mut Node> + Clone {
        self.nodes().filter(|&node| is_open(node))
    }

    /// Returns a pointer to a node's total: the field of the node, or the copied total if a call of the node was open when the window
    /// closed.
    pub(crate) fn total_pointer(&mut self, node: *mut Node) -> *mut u64 {
        match self.open_index(node) {
            Some(place) => &raw mut self.open[place].total,
            // SAFETY: nodes are never freed.
            None => unsafe { &raw mut (*node).total },
        }
    }

    /// Subtracts the agent's time that threads recorded at open calls.
    fn subtract_pending_costs(&mut self) {
        for &state in self.states {
            // SAFETY: states and nodes are never freed.
            for (mut node, ticks) in unsafe { pending_costs::iter(state) } {
                // SAFETY: nodes are never freed. The root of a tree has no total.
                while !node.is_null() && unsafe { !(*node).parent.is_null() } {
                    let total = self.total_pointer(node);
                    // SAFETY: nodes are never freed, and the total is one of the window's copies.
                    unsafe {
                        *total = (*total).wrapping_sub(ticks);
                        node = (*node).parent;
                    }
                }
            }
        }
    }

    pub(crate) fn read_total(&self, node: *const Node) -> u64 {
        match self.open_index(node) {
            Some(place) => self.open[place].total,
            // SAFETY: nodes are never freed.
            None => unsafe { (*node).total },
        }
    }

    fn open_index(&self, node: *const Node) -> Option<usize> {
        is_open(node).then(|| self.open.binary_search_by_key(&node, |open| open.node).ok()).flatten()
    }
}

/// Returns all nodes of frozen states, in the order of their rows.
pub(crate) fn nodes(states: &'static [*mut RecordingState]) -> Nodes {
    Nodes { states, chunk: ptr::null_mut(), next: 0 }
}

/// The iterator of [`nodes`]. The iterator is written by hand so that each step takes few instructions, since every column of the trace
/// iterates over all nodes.
#[derive(Clone)]
pub(crate) struct Nodes {
    states: &'static [*mut RecordingState],
    chunk: *mut NodeChunk,
    next: usize,
}

impl Iterator for Nodes {
    type Item = *mut Node;

    #[inline(never)]
    fn next(&mut self) -> Option<*mut Node> {
        // SAFETY: states and chunks are never freed.
        unsafe {
            while self.chunk.is_null() || self.next == (*self.chunk).used as usize {
                let following = if self.chunk.is_null() { ptr::null_mut() } else { (*self.chunk).next };
                self.next = 0;
                self.chunk = following;
                if following.is_null() {
                    let (&state, rest) = self.states.split_first()?;
                    (self.states, self.chunk) = (rest, (*state).cold.first_chunk);
                }
            }
            self.next += 1;
            Some((&raw mut (*self.chunk).nodes).cast::<Node>().add(self.next - 1))
        }
    }
}

/// Returns all events of frozen states.
#[derive(Clone)]
pub(crate) struct Events {
    states: &'static [*mut RecordingState],
    chunk: *mut EventChunk,
    next: usize,
}

impl Iterator for Events {
    type Item = &'static Event;

    #[inline(never)]
    fn next(&mut self) -> Option<&'static Event> {
        // SAFETY: states and chunks are never freed.
        unsafe {
            while self.chunk.is_null() || self.next == (*self.chunk).frozen as usize {
                let following = if self.chunk.is_null() { ptr::null_mut() } else { (*self.chunk).next };
                self.next = 0;
                self.chunk = following;
                if following.is_null() {
                    let (&state, rest) = self.states.split_first()?;
                    (self.states, self.chunk) = (rest, (*state).cold.first_events);
                }
            }
            self.next += 1;
            (&raw const (*self.chunk).events).cast::<Event>().add(self.next - 1).as_ref()
        }
    }
}

fn is_open(node: *const Node) -> bool {
    // SAFETY: nodes and chunks are never freed, and only the thread that froze them writes this field.
    unsafe { (*NodeChunk::of_node(node)).open & 1 << index_of(node) != 0 }
}
