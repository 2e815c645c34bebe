//! The calling-context tree of a thread, with its nodes, the table by which they are found, and its events.
//!
//! The module `tree` creates and finds nodes; the assembly counts calls and adds totals. Invariant: a node never moves and is never freed,
//! so the assembly and other threads may keep pointers to it. All code of this module runs either on the thread itself while its top frame
//! is incomplete (so that calls of a signal handler are not recorded), or after the window.

use core::ptr::{self, NonNull};
use core::sync::atomic::{AtomicPtr, Ordering};

use crate::base::layout::{
    Event, EventChunk, FRESH, GROWTH_FAST, GROWTH_FULL, META, NODES_PER_CHUNK, Node, NodeChunk,
    RecordingState, SKIPPED, SPREAD, SetjmpCall, ShadowFrame, TOO_DEEP, WRITING_PER_NODE, hash,
};
use crate::base::memory::Arena;
use crate::threads::pending_costs;

/// A node that no send matches: the initial prediction for the next child.
pub(crate) static NONE: UnmatchedNode = UnmatchedNode(Node {
    class: 0,
    selector: 0,
    hot: ptr::null(),
    successor: ptr::null(),
    calls: 0,
    total: 0,
    limit: 0,
    parent: ptr::null_mut(),
});

/// A node that is only compared with other nodes.
#[repr(transparent)]
#[derive(Debug)]
pub(crate) struct UnmatchedNode(Node);

// SAFETY: never written: no send has class 0, so the comparison with it never succeeds.
unsafe impl Sync for UnmatchedNode {}

/// The slots of a thread's first table; half of them may be used.
pub(crate) const FIRST_SLOTS: usize = 256;

/// The values from which a thread's state is created.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StateSpec {
    /// The value of [`RecordingState::isa_mask`].
    pub isa_mask: usize,
    /// The value of [`RecordingState::root_meta`].
    pub root_meta: usize,
    /// See [`RecordingState::original_send`].
    pub original_send: usize,
    /// See [`RecordingState::original_super`].
    pub original_super: usize,
    /// The lowest address of the thread's stack.
    pub stack_low: usize,
    pub stack_size: usize,
    /// The largest depth of nested sends.
    pub depth: usize,
    /// The value of [`RecordingState::threshold`].
    pub threshold: u64,
    /// The value of [`RecordingState::growth`].
    pub growth: u64,
}

/// Creates a state with an empty tree. `frames` must be at least as many as [`frames_for`] returns for the depth. Returns `None` if the
/// memory is used up.
///
/// # Safety
/// Only this thread may use `frames`.
pub(crate) unsafe fn make_state(
    arena: &Arena,
    frames: NonNull<ShadowFrame>,
    spec: &StateSpec,
) -> Option<NonNull<RecordingState>> {
    // The allocation also reserves memory for the pointer to the state in the list of states, which is created while the trace is written.
    let state = arena.take_array_reserving::<RecordingState>(1, size_of::<usize>())?;
    let table = arena.take_array::<*mut Node>(FIRST_SLOTS)?;
    let chunk = take_chunk(arena)?;
    let frames = frames.as_ptr();
    // SAFETY: state, table and chunk come from the arena with only zeros, and zero is valid in every field. The caller promises that only
    // this thread uses the frames.
    unsafe {
        let s = &mut *state.as_ptr();
        let root = &raw mut (*chunk.as_ptr()).nodes[0];
        *root = Node { hot: unmatched_node(), successor: unmatched_node(), ..ptr::read(&raw const NONE.0) };
        s.cold.root = root;
        set_frames(s, frames, spec);
        s.isa_mask = spec.isa_mask;
        s.root_meta = spec.root_meta;
        s.original_send = spec.original_send;
        s.original_super = spec.original_super;
        s.table = table.as_ptr();
        s.table_shift = shift_of(FIRST_SLOTS);
        s.spread = SPREAD;
        s.next_node = root.add(1);
        s.threshold = spec.threshold;
        s.growth = spec.growth;
        s.nobody = unmatched_node();
        s.cold.first_chunk = chunk.as_ptr();
        s.cold.last_chunk = chunk.as_ptr();
        set_end(s);
    }
    Some(state)
}

/// Prepares the state of an ended thread for another thread, which continues the tree of the ended thread.
///
/// # Safety
/// No other thread may use the state; for `frames`, see [`make_state`].
pub(crate) unsafe fn continue_state(s: &mut RecordingState, frames: NonNull<ShadowFrame>, spec: &StateSpec) {
    // The pending costs refer to the frames that the previous thread had.
    pending_costs::subtract_all(s);
    s.tag = 0;
    s.cold.jumps.fill(SetjmpCall { buffer: 0, sp: 0, record: 0, top: ptr::null_mut() });
    s.cold.passing_left = 0;
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe { set_frames(s, frames.as_ptr(), spec) };
}

/// Sets the shadow stack of a state, which then has only the frame of the root.
unsafe fn set_frames(s: &mut RecordingState, frames: *mut ShadowFrame, spec: &StateSpec) {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe {
        for i in 1..frames_for(spec.depth) {
            // If a call is not predicted, the node of a frame may be read before a call was recorded in the frame. In addition, another
            // thread may have ended inside of calls on the frames.
            (*frames.add(i)).node = unmatched_node().cast_mut();
            (*frames.add(i)).sp = 0;
        }
        (*frames).node = s.cold.root;
        (*frames).state = s;
        (*frames).sp = spec.stack_size;
        s.top = frames;
        s.stack_low = spec.stack_low;
        s.stack_size = spec.stack_size;
        s.deepest = frames.add(spec.depth);
        s.cold.frames = frames;
    }
}

/// Returns the number of frames of a shadow stack with the depth `depth`: one for the root, and two above the top that are read but never
/// used.
pub(crate) const fn frames_for(depth: usize) -> usize {
    depth + 3
}

/// The way in which calls of a new node are treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NodeKind {
    Recorded,
    /// The settings exclude the method, so its calls are not recorded.
    Skipped,
    /// The shadow stack is full, so the calls are not recorded.
    TooDeep,
}

/// Creates a node that the tree does not have. Returns `None` if the memory is used up; after that, no node is created.
///
/// # Safety
/// The state must be this thread's, and `parent` must be one of its nodes.
pub(crate) unsafe fn add(
    arena: &Arena,
    state: &mut RecordingState,
    parent: *mut Node,
    class: usize,
    selector: usize,
    kind: NodeKind,
) -> Option<NonNull<Node>> {
    // SAFETY: the pointers in a state are valid by the invariant.
    unsafe {
        if 2 * count_nodes(state) > slot_count(state.table_shift) - 4 && grow_table(arena, state).is_none() {
            stop(state);
            return None;
        }
        if state.next_node == chunk_end(state.cold.last_chunk) && extend(arena, state).is_none() {
            stop(state);
            return None;
        }
        let node = state.next_node;
        let mark = match kind {
            NodeKind::Recorded => 0,
            NodeKind::Skipped => SKIPPED,
            NodeKind::TooDeep => TOO_DEEP,
        };
        node.write(Node {
            class: class | mark,
            selector,
            hot: unmatched_node(),
            successor: unmatched_node(),
            calls: 0,
            total: 0,
            limit: FRESH,
            parent,
        });
        publish_nodes(state, node.add(1));
        insert(state.table, state.table_shift, node);
        set_end(state);
        NonNull::new(node)
    }
}

/// Finds a node by the same search of the table as the assembly.
///
/// # Safety
/// The requirements are those of [`add`].
pub(crate) unsafe fn find(
    state: &RecordingState,
    parent: *mut Node,
    class: usize,
    selector: usize,
) -> Option<NonNull<Node>> {
    let mut at = hash(parent as usize, class, selector, state.table_shift);
    loop {
        // SAFETY: a slot of the table, whose entries are nodes or null.
        let node = unsafe { NonNull::new(*state.table.add(at))? };
        // SAFETY: an entry of the table is a node, and nodes are never freed.
        let n = unsafe { node.as_ref() };
        if n.class & !(SKIPPED | TOO_DEEP) == class && n.selector == selector && n.parent == parent {
            return Some(node);
        }
        at = next_slot(at, state.table_shift);
    }
}

/// Stores an event; returns false if the memory is full.
///
/// # Safety
/// The state must belong to the running thread.
pub(crate) unsafe fn add_event(arena: &Arena, state: &mut RecordingState, event: Event) -> bool {
    // SAFETY: event chunks come from the arena and are never freed.
    unsafe {
        let mut chunk = state.cold.last_events;
        if chunk.is_null() || (*chunk).used.load(Ordering::Relaxed) as usize == (*chunk).events.len() {
            let Some(fresh) = arena.take_array::<EventChunk>(1) else {
                state.cold.events_lost += 1;
                return false;
            };
            if chunk.is_null() {
                state.cold.first_events = fresh.as_ptr();
            } else {
                (*chunk).next = fresh.as_ptr();
            }
            state.cold.last_events = fresh.as_ptr();
            chunk = fresh.as_ptr();
        }
        let used = (*chunk).used.load(Ordering::Relaxed);
        (*chunk).events[used as usize] = event;
        (*chunk).used.store(used + 1, Ordering::Release);
    }
    true
}

/// Publishes the nodes before `next`, so that other threads may read them.
fn publish_nodes(state: &mut RecordingState, next: *mut Node) {
    // SAFETY: the field is aligned, and the assembly too writes it by a single store.
    unsafe { AtomicPtr::from_ptr(&raw mut state.next_node) }.store(next, Ordering::Release);
}

/// Returns each chunk, the oldest first, with its number of complete nodes; the thread may be creating more.
///
/// # Safety
/// The argument must be a state, and states are never freed.
pub(crate) unsafe fn published_chunks(
    state: *mut RecordingState,
) -> impl Iterator<Item = (*mut NodeChunk, usize)> + Clone {
    // SAFETY: the state is never freed, and the field is aligned. A chunk is linked before the first of its nodes is published, and the
    // last published node, or else the chunk's header, is directly before the next one.
    unsafe {
        let next = AtomicPtr::from_ptr(&raw mut (*state).next_node).load(Ordering::Acquire);
        let last = (next as usize - 1) & !(size_of::<NodeChunk>() - 1);
        let mut following = Some((*state).cold.first_chunk);
        core::iter::from_fn(move || {
            let chunk = following.take()?;
            if chunk as usize == last {
                let first = (&raw mut (*chunk).nodes).cast::<Node>();
                return Some((chunk, next.offset_from_unsigned(first)));
            }
            following = Some((*chunk).next).filter(|next| !next.is_null());
            Some((chunk, NODES_PER_CHUNK))
        })
    }
}

/// Returns the complete nodes of a state; the thread may be creating more.
pub(crate) fn nodes(state: *mut RecordingState) -> impl Iterator<Item = *mut Node> + Clone {
    // SAFETY: states and chunks are never freed.
    unsafe { published_chunks(state) }.flat_map(|(chunk, used)| {
        // SAFETY: chunks are never freed; no reference is made, only the address of a field.
        let nodes = unsafe { (&raw mut (*chunk).nodes).cast::<Node>() };
        (0..used).map(move |i| nodes.wrapping_add(i))
    })
}

/// Sets the calls, the times and the work of all nodes to zero.
///
/// # Safety
/// The state must belong to the running thread, unless the window is over.
pub(crate) unsafe fn clear_nodes(state: *mut RecordingState) {
    // SAFETY: the caller fulfils the requirements of this function; the words of a node's work are as large as the node.
    unsafe {
        for (chunk, used) in published_chunks(state) {
            let nodes = (&raw mut (*chunk).nodes).cast::<Node>();
            for node in (0..used).map(|i| nodes.add(i)) {
                (*node).calls &= META;
                (*node).total = 0;
                for group in (*chunk).work.iter().filter(|&&group| group != 0) {
                    ptr::write_bytes(node.cast::<u8>().wrapping_add(*group), 0, size_of::<Node>());
                }
            }
        }
    }
}

/// Returns the number of nodes of the tree with its root; only the thread itself may call this.
pub(crate) fn count_nodes(state: &RecordingState) -> usize {
    // SAFETY: next_node points into last_chunk, or one past its end.
    let in_last =
        unsafe { state.next_node.offset_from_unsigned((*state.cold.last_chunk).nodes.as_ptr().cast_mut()) };
    state.cold.nodes_before + in_last
}

/// Returns the node that no send matches.
pub(crate) fn unmatched_node() -> *const Node {
    &raw const NONE.0
}

/// Stops the creation of nodes; the assembly counts the calls that it cannot record.
fn stop(state: &mut RecordingState) {
    state.growth = GROWTH_FULL;
    state.node_end = state.next_node;
}

/// Sets the node at which the assembly must call Rust: the end of the chunk or the capacity of the table, or the next node if Rust is
/// called for every node.
fn set_end(state: &mut RecordingState) {
    if state.growth != GROWTH_FAST {
        state.node_end = state.next_node;
        return;
    }
    let may = (slot_count(state.table_shift) / 2).saturating_sub(count_nodes(state));
    // SAFETY: last_chunk is valid, and the sum stays inside it.
    unsafe {
        let left = chunk_end(state.cold.last_chunk).offset_from_unsigned(state.next_node);
        state.node_end = state.next_node.add(may.min(left));
    }
}

unsafe fn chunk_end(chunk: *mut NodeChunk) -> *mut Node {
    // SAFETY: the caller's chunk is valid.
    unsafe { (&raw mut (*chunk).nodes).cast::<Node>().add(NODES_PER_CHUNK) }
}

/// Allocates a chunk, and reserves the memory for writing its nodes.
fn take_chunk(arena: &Arena) -> Option<NonNull<NodeChunk>> {
    arena.take_array_reserving(1, NODES_PER_CHUNK * WRITING_PER_NODE)
}

unsafe fn extend(arena: &Arena, state: &mut RecordingState) -> Option<()> {
    let chunk = take_chunk(arena)?.as_ptr();
    // SAFETY: both chunks are valid.
    unsafe {
        state.cold.nodes_before += NODES_PER_CHUNK;
        (*state.cold.last_chunk).next = chunk;
        state.cold.last_chunk = chunk;
        publish_nodes(state, (&raw mut (*chunk).nodes).cast());
    }
    Some(())
}

/// Replaces the table by one of twice the size; the memory of the old table is not reused.
unsafe fn grow_table(arena: &Arena, state: &mut RecordingState) -> Option<()> {
    let before = slot_count(state.table_shift);
    let table = arena.take_array::<*mut Node>(before * 2)?.as_ptr();
    let shift = state.table_shift - 1;
    for at in 0..before {
        // SAFETY: inside the old table.
        unsafe {
            let node = *state.table.add(at);
            if !node.is_null() {
                insert(table, shift, node);
            }
        }
    }
    state.table = table;
    state.table_shift = shift;
    Some(())
}

/// # Safety
/// The table must have a free slot.
unsafe fn insert(table: *mut *mut Node, shift: u64, node: *mut Node) {
    // SAFETY: slots of the table.
    unsafe {
        let class = (*node).class & !(SKIPPED | TOO_DEEP);
        let mut at = hash((*node).parent as usize, class, (*node).selector, shift);
        while !(*table.add(at)).is_null() {
            at = next_slot(at, shift);
        }
        *table.add(at) = node;
    }
}

/// Returns the number of slots of a table with this shift.
const fn slot_count(shift: u64) -> usize {
    1 << (64 - shift)
}

/// Returns the shift of a table with this number of slots, a power of two.
const fn shift_of(slots: usize) -> u64 {
    64 - slots.trailing_zeros() as u64
}

/// Returns the next slot of a search.
const fn next_slot(slot: usize, shift: u64) -> usize {
    (slot + 1) & (slot_count(shift) - 1)
}

#[cfg(test)]
mod tests;
