//! The three structures that Rust and the assembly share: a thread's state, a frame of its shadow stack, a node of its tree.
//!
//! The module `layout` owns only the layout of the three structures. The offsets of the fields are asserted at compile time and passed to
//! the assembly as `const` operands. Invariant: a frame above the top has `sp == 0`, which every hook takes as "pass through". A signal
//! handler that sends a message between the store of a new top and the stores to its frame therefore finds `sp == 0` and is harmless.

use core::ffi::c_void;
use core::mem::offset_of;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};

/// The recording state of a thread; the thread's slot of thread-specific data points at it.
///
/// The first cache line has the fields that every send reads, by two `ldp`; the other fields are read only if the predicted node is wrong.
#[repr(C, align(64))]
#[derive(Debug)]
pub(crate) struct RecordingState {
    /// The top frame of the shadow stack. The pointer to the top frame is always valid; the lowest frame belongs to the root of the tree.
    pub top: *mut ShadowFrame,
    /// The mask of class pointers: `isa & isa_mask` is an object's class.
    pub isa_mask: usize,
    /// The real `objc_msgSend`.
    pub original_send: usize,
    /// The lowest address of the thread's stack; the stack pointers in frames are relative to it.
    pub stack_low: usize,
    /// The real `objc_msgSendSuper2`; the field follows `stack_low`, so that one `ldp` loads both fields.
    pub original_super: usize,
    /// The hash table of (parent, class, selector): slots of one node pointer each.
    pub table: *mut *mut Node,
    /// The number of bits of the right shift that turns a mixed key into the number of a slot: 64 minus the base-2 logarithm of the table's
    /// size.
    pub table_shift: u64,
    /// The factor of the hash, [`SPREAD`], at an address from which the assembly can load it.
    pub spread: u64,
    /// The number of frames that were dropped because an exception or a jump left their calls.
    pub unwound: u64,
    /// The next free node. The nodes before the next free node are complete, also for other threads; the pointer is stored with release
    /// ordering.
    pub next_node: *mut Node,
    /// The address at which the assembly must request more nodes: the end of the chunk, or the end of the nodes for which the hash table
    /// has slots.
    pub node_end: *mut Node,
    /// The highest frame that a send may push: a send on top of this frame or of a higher frame is too deep and passes through unrecorded.
    pub deepest: *mut ShadowFrame,
    /// The duration in ticks from which a call is recorded as an event.
    pub threshold: u64,
    /// The way in which new nodes are created: one of the `GROWTH_` constants.
    pub growth: u64,
    /// The number of sends from a signal handler that interrupted a hook.
    pub in_signal: u64,
    /// The number of sends on a stack that is not the thread's own.
    pub foreign: u64,
    /// The number of sends that found the shadow stack full.
    pub too_deep: u64,
    /// The number of sends that found the tree full.
    pub lost: u64,
    /// The size of the thread's stack: a relative SP of this size or more belongs to another stack.
    pub stack_size: usize,
    /// The node that is predicted as the successor of a new node: a node that no send matches.
    pub nobody: *const Node,
    /// The bits of the latest tagged receiver that determine its class; 0 before the first tagged receiver.
    pub tag: usize,
    /// The class of the latest tagged receiver.
    pub tag_class: usize,
    /// The metaclass of `NSObject`, which is the class of the metaclasses of all its subclasses.
    pub root_meta: usize,
    /// The header of the image that last requested work outside of all methods on this thread.
    pub outside_base: usize,
    /// The size of the image that last requested work outside of all methods; 0 if no image has requested work.
    pub outside_size: usize,
    /// The words in which this thread counts the requests of the image with the header `outside_base`.
    pub outside_words: *mut u64,
    /// The fields of the state that only Rust code uses.
    pub cold: ColdFields,
}

/// The fields of a state that the assembly never uses. Fields that other threads read while the thread of the state writes them are atomic.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct ColdFields {
    /// The root of the thread's tree.
    pub root: *mut Node,
    /// The first frame of the shadow stack.
    pub frames: *mut ShadowFrame,
    /// The oldest chunk of nodes.
    pub first_chunk: *mut NodeChunk,
    /// The newest chunk of nodes, which `next_node` points into.
    pub last_chunk: *mut NodeChunk,
    /// The number of nodes in the chunks before the newest.
    pub nodes_before: usize,
    /// The oldest chunk of events.
    pub first_events: *mut EventChunk,
    /// The newest chunk of events.
    pub last_events: *mut EventChunk,
    /// The number of events that were dropped because memory was used up.
    pub events_lost: u64,
    /// The thread's `pthread_t`, which is valid until the thread has ended.
    pub thread: *mut c_void,
    /// The Mach port of the thread.
    pub port: AtomicU32,
    /// The name of the thread, read when the thread ended.
    pub name: [u8; 64],
    /// The system's number of the thread.
    pub thread_id: u64,
    /// Whether this is the main thread.
    pub is_main: bool,
    /// The outermost frame record of the thread, at which every walk of the frame pointers on its own stack ends; 0 if it is not known.
    pub base: usize,
    /// The `setjmp` calls that the thread may still jump to.
    pub jumps: [SetjmpCall; JUMPS],
    /// The time that exceptions took to pass hooked calls, in 1024ths of a tick, as far as it is not subtracted yet, because only whole
    /// ticks are subtracted.
    pub passing_left: u64,
    /// The agent's own time, in 1024ths of a tick, that was subtracted from calls of this thread immediately after it was measured.
    pub taken: AtomicU64,
    /// The part of the time `taken` that was counted in the high bits of totals.
    pub subtracted_by_count: i64,
    /// The image that [`RecordingState::outside_words`] belongs to, as a `ListedImage` of the hooks, if an image has requested work.
    pub outside_image: *const c_void,
    /// The number of requests outside of all methods that the work stubs counted, for the images whose requests are already summed up.
    pub outside_calls: u64,
    /// The agent's own time that is still to be subtracted from open calls: see `pending_costs`.
    pub pending_costs: [PendingCost; PENDING_COSTS],
    /// The number of entries of `pending_costs` that are in use.
    pub pending_count: usize,
    /// The frame pointer at which a temporary state replaced this state for a measurement; 0 while this state is in use.
    pub stand_in: AtomicUsize,
    /// Whether the thread has ended, so that another thread may use its frames.
    pub ended: AtomicBool,
    /// Whether the state contains only calls of the window, in a launch in which the window began later than the agent.
    pub is_of_window: bool,
    /// The number of later threads that continued this state after its thread had ended.
    pub followers: u32,
    /// The next state in the list of the states whose threads have ended and which a later thread may continue.
    pub next_ended: *mut RecordingState,
    /// The state of the thread whose state was created before this state.
    pub previous: *mut RecordingState,
}

/// A send that has not returned.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct ShadowFrame {
    /// The return address of the send.
    pub lr: usize,
    /// The value of x19 in the caller.
    pub x19: usize,
    /// SP at the send, relative to the stack's lowest address; 0 while the frame is not complete.
    pub sp: usize,
    /// The node of the called method.
    pub node: *mut Node,
    /// The start of the call, in ticks.
    pub start: u64,
    /// The thread's state.
    pub state: *mut RecordingState,
    /// The entry of the trampoline, if a trampoline made the call.
    pub entry: usize,
    /// The class of the receiver, if a trampoline made the call. A hook does not write this field and `entry`. With `entry` and
    /// `receiver_class`, a frame fills whole cache lines.
    pub receiver_class: usize,
}

/// A method in the context of its callers: a node of the calling-context tree.
#[repr(C, align(64))]
#[derive(Debug)]
pub(crate) struct Node {
    /// The receiver's class, in whose low bits [`SKIPPED`] or [`TOO_DEEP`] may be set.
    pub class: usize,
    pub selector: usize,
    /// The child that is predicted for the next send.
    pub hot: *const Node,
    /// The sibling node that is predicted for the send that follows a send of this node.
    pub successor: *const Node,
    /// The number of calls that began, the bit [`META`], and, from the bit [`MISS`] on, the extra instructions of the searches for this
    /// node when it was not predicted.
    pub calls: u64,
    /// The ticks inside the method, callees included; in the high bits, the extra instructions of the agent in the calls of this node, in
    /// [`UNIT`]s.
    pub total: u64,
    /// The duration from which a call is handed to Rust: `min(longest + 1, threshold)`, or [`WATCHED`].
    pub limit: u64,
    /// The node of the caller; null for the root.
    pub parent: *mut Node,
}

/// A page of memory with nodes. Chunks are aligned to their size, so a node's address determines its chunk.
#[repr(C, align(4096))]
#[derive(Debug)]
pub(crate) struct NodeChunk {
    /// The thread's next chunk; set before a node of that chunk is published.
    pub next: *mut NodeChunk,
    /// The number of nodes in use when the window closed.
    pub used: u32,
    /// The index of the chunk's first node among the trace's rows of nodes.
    pub first_row: u32,
    /// A bit for each node whose call was open when the window closed.
    pub open: u64,
    /// For each group of words, the distance from a node to the words that count its work; 0 if no node has such words. With this field,
    /// the header is as large as a node, so each node begins at a cache line.
    pub work: [usize; GROUPS],
    /// The nodes in the order of their creation: a parent before its children.
    pub nodes: [Node; NODES_PER_CHUNK],
}

impl NodeChunk {
    /// Returns the chunk that contains a node: chunks are aligned to their size.
    pub(crate) fn of_node(node: *const Node) -> *mut NodeChunk {
        (node as usize & !(size_of::<NodeChunk>() - 1)) as *mut NodeChunk
    }
}

/// The number of groups of words that count the work of nodes; in each group, a node's words are as large as the node.
pub(crate) const GROUPS: usize = 5;

/// The largest number of bytes that a node needs when the trace is written: see `names`.
pub(crate) const WRITING_PER_NODE: usize = 60;

/// The number of nodes in a chunk, in addition to its header.
pub(crate) const NODES_PER_CHUNK: usize = 63;

/// A call that was longer than the threshold, or a call of a watched method.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Event {
    /// The node of the called method.
    pub node: *const Node,
    /// The start of the call, in ticks.
    pub start: u64,
    /// The duration of the call, in ticks.
    pub duration: u64,
}

/// The number of events in a chunk.
pub(crate) const EVENTS_PER_CHUNK: usize = 42;

/// A block of memory with events.
#[repr(C, align(64))]
#[derive(Debug)]
pub(crate) struct EventChunk {
    /// The thread's next chunk of events.
    pub next: *mut EventChunk,
    /// The number of used events; stored with release ordering.
    pub used: AtomicU32,
    /// The number of events when the window closed.
    pub frozen: u32,
    /// The events, in the order in which they ended.
    pub events: [Event; EVENTS_PER_CHUNK],
}

/// A `setjmp` call of the thread that the agent remembers because the thread may still jump to it.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct SetjmpCall {
    /// The address of the `jmp_buf`; 0 in a free entry.
    pub buffer: usize,
    /// SP at the call of `setjmp`, relative to the stack's lowest address.
    pub sp: usize,
    /// The frame record of the function that called `setjmp`; 0 if it is not on the thread's own stack.
    pub record: usize,
    /// The top of the shadow stack at the call of `setjmp`.
    pub top: *mut ShadowFrame,
}

/// The number of `setjmp` calls that a thread remembers.
pub(crate) const JUMPS: usize = 64;

/// Ticks that are to be subtracted from a call and its callers.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct PendingCost {
    /// The frame of the call from which the ticks are to be subtracted.
    pub frame: *mut ShadowFrame,
    /// The node of the call from which the ticks are to be subtracted.
    pub node: *mut Node,
    pub ticks: u64,
}

/// The number of calls for which a thread can note ticks that are still to be subtracted.
pub(crate) const PENDING_COSTS: usize = 8;

/// A bit of a node's class: the settings exclude the class, so the node's calls pass through unrecorded. A class is aligned to 8, so its
/// low bits are free.
pub(crate) const SKIPPED: usize = 1;
/// A bit of a node's class: the node's calls pass through unrecorded because the shadow stack is full at this depth.
pub(crate) const TOO_DEEP: usize = 2;
/// The unit of the high bits of a node's `calls`: one instruction that the hook executed for an unpredicted call beyond those of a
/// predicted call. The instructions in this unit are subtracted from the callers when the trace is written.
pub(crate) const MISS: u64 = 1 << 34;
/// A bit of a node's `calls`: the receiver was a class when the node was created. The 33 bits below the bit `META` are the number of calls.
pub(crate) const META: u64 = 1 << 33;
/// Extra instructions to create a node of a metaclass, in addition to the instructions [`NEW`].
pub(crate) const META_STEP: u64 = 5;
/// The bits of an isa that identify a metaclass: the bits of an address in every runtime for arm64.
pub(crate) const META_BITS: usize = 0xf_ffff_fff8;
/// Extra instructions of an unpredicted call, compared with a predicted one, if its node is in the first slot of the search.
pub(crate) const MISS_NEAR: u64 = 24;
/// Extra instructions of an unpredicted call, compared with a predicted one, if its node is in a later slot of the search than the first.
pub(crate) const MISS_FAR: u64 = 40;
/// Extra instructions for each slot that the search visits before the slot of the node.
pub(crate) const MISS_STEP: u64 = 15;
/// The number of instructions to subtract from the extra instructions of an unpredicted call if the search does not find the node.
pub(crate) const MISS_KNOWN: u64 = 23;
/// Extra instructions of a call that creates its node in the first slot of the search, compared with a predicted call.
pub(crate) const NEW: u64 = 37;
/// The unit of the high bits of a node's `total`: one instruction that the agent executes for a call in addition to the instructions of
/// every call. The number of units may be negative: a call that a jump leaves does not execute the second half of the hook.
pub(crate) const UNIT: u64 = 1 << 37;
/// Extra instructions, in the `total` of the caller, for a callee's call that was longer than all its earlier calls: the hook raises the
/// callee's limit.
pub(crate) const LONGER: u64 = 12 * UNIT;
/// Extra instructions for a tail call: the hook checks the frame twice.
pub(crate) const TAIL: u64 = 15 * UNIT;
/// Extra instructions for a send to a tagged receiver: Rust returns the class.
pub(crate) const TAGGED: u64 = 95 * UNIT;
/// Extra instructions for a send to a tagged receiver whose class was remembered.
pub(crate) const TAGGED_KNOWN: u64 = 12 * UNIT;
/// The bits of a tagged pointer that may determine its class, in every runtime since iOS 13. Some of the bits in the mask may belong to the
/// pointer's payload.
pub(crate) const TAG_BITS: usize = 0xfff0_0000_0000_0007;
/// For Rust code that measures and subtracts its own time: the instructions before its first reading of the counter, which are counted in
/// the `total` of the innermost call. `threads::SUBTRACTION_COST` is the measured number of the instructions before the first and after the
/// second reading.
pub(crate) const INITIAL_SUBTRACTION_COST: u64 = 24 * UNIT;
/// The instructions that a hook executes after its second reading of the counter. If an exception or a jump leaves a call, they are not
/// executed, and are subtracted from the units in the `total` of the caller.
pub(crate) const LEFT: u64 = 14 * UNIT;
/// The limit of a watched node: every call lasts at least this long.
pub(crate) const WATCHED: u64 = 0;
/// The limit of a new node.
pub(crate) const FRESH: u64 = 1;

/// A value of `growth`: the assembly creates new nodes.
pub(crate) const GROWTH_FAST: u64 = 0;
/// A value of `growth`: Rust must check each new node, because classes are filtered or methods are watched.
pub(crate) const GROWTH_CAREFUL: u64 = 1;
/// A value of `growth`: the memory is used up, so sends without a node are counted and pass through.
pub(crate) const GROWTH_FULL: u64 = 2;

impl Node {
    /// Returns the number of calls in a `calls` field.
    pub(crate) const fn call_count(calls: u64) -> u64 {
        calls % META
    }

    /// Splits a `total` into ticks and [`UNIT`]s. The ticks may be negative while a call is open, and the units if a jump left the call
    /// before the second half of the hook.
    pub(crate) const fn split_total(total: u64) -> (i64, i64) {
        let units = total.wrapping_add(UNIT / 2) as i64 >> UNIT.trailing_zeros();
        (total.wrapping_sub((units as u64).wrapping_mul(UNIT)) as i64, units)
    }
}

const _: () = {
    assert!(offset_of!(RecordingState, top) == 0 && offset_of!(RecordingState, isa_mask) == 8);
    assert!(offset_of!(RecordingState, original_send) == 16 && offset_of!(RecordingState, stack_low) == 24);
    assert!(offset_of!(RecordingState, original_super) == 32);
    assert!(offset_of!(RecordingState, table_shift) == offset_of!(RecordingState, table) + 8);
    assert!(MISS_NEAR < 1 << 14, "one movk must be able to set it");
    assert!(offset_of!(RecordingState, node_end) == offset_of!(RecordingState, next_node) + 8);
    assert!(
        offset_of!(RecordingState, tag_class) == offset_of!(RecordingState, tag) + 8
            && offset_of!(RecordingState, tag) < 512
    );
    assert!(META * 2 == MISS, "META must be the bit directly below MISS");
    assert!(offset_of!(RecordingState, cold) < 4096, "the offset must fit into the immediate of ldr");
    assert!(size_of::<ShadowFrame>() == 64);
    assert!(offset_of!(ShadowFrame, lr) == 0 && offset_of!(ShadowFrame, x19) == 8);
    assert!(offset_of!(ShadowFrame, node) == offset_of!(ShadowFrame, sp) + 8);
    assert!(offset_of!(ShadowFrame, start) == offset_of!(ShadowFrame, node) + 8);
    assert!(offset_of!(ShadowFrame, state) == offset_of!(ShadowFrame, start) + 8);
    assert!(size_of::<Node>() == 64);
    assert!(offset_of!(Node, class) == 0 && offset_of!(Node, selector) == 8);
    assert!(offset_of!(Node, calls) == offset_of!(Node, successor) + 8);
    assert!(offset_of!(Node, limit) == offset_of!(Node, total) + 8);
    assert!(offset_of!(RecordingState, outside_size) == offset_of!(RecordingState, outside_base) + 8);
    assert!(offset_of!(RecordingState, outside_base) < 512, "ldp must reach it");
    assert!(JUMPS.is_power_of_two());
    assert!(size_of::<EventChunk>() == 1024 && size_of::<NodeChunk>() == 4096);
    assert!(offset_of!(NodeChunk, nodes) == size_of::<Node>());
};

/// The factor of Fibonacci hashing: 2^64 divided by the golden ratio. Nodes have consecutive addresses; the factor gives them distant
/// slots, so that the slots of different methods' nodes do not overlap.
pub(crate) const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the slot where a search of the table begins; the assembly computes the same.
pub(crate) const fn hash(parent: usize, class: usize, selector: usize, shift: u64) -> usize {
    let mixed = ((selector ^ (class >> 3)).wrapping_add(parent >> 6) as u64).wrapping_mul(SPREAD);
    (mixed >> shift) as usize
}
