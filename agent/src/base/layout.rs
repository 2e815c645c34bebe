//! The three structures that Rust and the assembly share: a thread's state, a frame of its shadow stack, a node of its tree.
//!
//! Owns only their layout; offsets are pinned below, and passed to the assembly as `const` operands.
//! Invariant: a frame above the top has `sp == 0`, which every hook takes as "pass through".
//! So the instant between publishing a new top and filling its frame is safe: a signal handler that sends finds that 0.

use core::ffi::c_void;
use core::mem::offset_of;
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize};

/// A thread's recording state; the thread's slot of thread-specific data points at it.
///
/// The first cache line is what a send reads, fetched by two `ldp`; the rest serves misses.
#[repr(C, align(64))]
#[derive(Debug)]
pub(crate) struct State {
    /// The shadow stack's top frame; always valid, the lowest is the root's.
    pub top: *mut Frame,
    /// `isa & isa_mask` is an object's class.
    pub isa_mask: usize,
    /// The real `objc_msgSend`.
    pub original_send: usize,
    /// The lowest address of the thread's stack; frames hold SP relative to it.
    pub stack_low: usize,
    /// The real `objc_msgSendSuper2`. It follows `stack_low`, so that one `ldp` loads both.
    pub original_super: usize,
    /// The hash table of (parent, class, selector): slots of one node pointer each.
    pub table: *mut *mut Node,
    /// A mixed key shifted right by this is a slot's number: 64, less the logarithm of the table's size.
    pub table_shift: u64,
    /// The factor of the hash, [`SPREAD`], where the assembly can load it.
    pub spread: u64,
    /// Frames that were thrown or jumped over.
    pub unwound: u64,
    /// The next free node: those before it are whole, for other threads too. Stored with release.
    pub next_node: *mut Node,
    /// ... and where the assembly must ask for more: the end of the chunk, or of what the table takes.
    pub node_end: *mut Node,
    /// Pushing on this frame or a higher one is too deep.
    pub deepest: *mut Frame,
    /// Calls at least this long (ticks) are events.
    pub threshold: u64,
    /// How new nodes are made: one of the `GROWTH_` constants.
    pub growth: u64,
    /// Sends from a signal handler that interrupted a hook.
    pub in_signal: u64,
    /// Sends off the thread's own stack.
    pub foreign: u64,
    /// Sends below the deepest frame.
    pub too_deep: u64,
    /// Sends that found the tree full.
    pub lost: u64,
    /// The size of the thread's stack: an SP that is not below it is on another stack.
    pub stack_size: usize,
    /// The predicted successor of a new node: a node that no send matches.
    pub nobody: *const Node,
    /// The bits of the latest tagged receiver that determine its class; 0 before the first one ...
    pub tag: usize,
    /// ... and its class.
    pub tag_class: usize,
    /// NSObject's metaclass, which every metaclass below it has for a class.
    pub root_meta: usize,
    /// The image that last asked for work outside of all methods on this thread: its header, ...
    pub outside_base: usize,
    /// ... its size (0: no image has asked) ...
    pub outside_size: usize,
    /// ... and the words in which this thread counts for it.
    pub outside_words: *mut u64,
    /// The fields that only Rust uses.
    pub own: Own,
}

/// The part of a state that the assembly never touches. Fields that other threads read while this one writes them are atomic.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Own {
    /// The root of the tree.
    pub root: *mut Node,
    /// The first frame.
    pub frames: *mut Frame,
    /// The oldest chunk of nodes ...
    pub first_chunk: *mut Chunk,
    /// ... and the newest, which `next_node` points into.
    pub last_chunk: *mut Chunk,
    /// Nodes in the chunks before the newest.
    pub nodes_before: usize,
    /// The oldest chunk of events ...
    pub first_events: *mut EventChunk,
    /// ... and the newest.
    pub last_events: *mut EventChunk,
    /// Events that found no room.
    pub events_lost: u64,
    /// The thread, for as long as it has not ended.
    pub thread: *mut c_void,
    /// The thread's Mach port.
    pub port: AtomicU32,
    /// Its name, taken when it ended.
    pub name: [u8; 64],
    /// The system's number of the thread.
    pub thread_id: u64,
    /// Whether it is the main thread.
    pub is_main: bool,
    /// The outermost record of the thread's frame pointers, where every walk on its own stack ends; 0: not known.
    pub base: usize,
    /// The `setjmp`s that may still be jumped to.
    pub jumps: [Jump; JUMPS],
    /// The time that exceptions took to pass hooked calls and that is not yet subtracted: less than a tick, in 1024ths.
    pub passing_left: u64,
    /// The time, in 1024ths of a tick, that was subtracted from its calls when it was measured.
    pub taken: AtomicU64,
    /// The part of it that the high bits of its nodes' totals count.
    pub taken_by_count: i64,
    /// The image of [`State::outside_words`], where one has asked: a `ListedImage` of the hooks.
    pub outside_image: *const c_void,
    /// Calls outside of all methods that its stubs counted, once they are settled.
    pub outside_calls: u64,
    /// The time to subtract from open calls: see `owed`.
    pub owed: [Owed; OWED],
    /// How many of those are in use.
    pub owing: usize,
    /// The frame pointer at which another state replaced this one for a measurement; 0 while this one is in use.
    pub stand_in: AtomicUsize,
    /// Set when the thread ended; its frames have been given back.
    pub ended: AtomicBool,
    /// The number of later threads that continued this state after its thread had ended.
    pub followers: u32,
    /// The state that ended before this one, where that is kept for another thread.
    pub next_ended: *mut State,
    /// The state made before this one.
    pub previous: *mut State,
}

/// A send under way.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Frame {
    /// The return address of the send.
    pub lr: usize,
    /// The caller's x19.
    pub x19: usize,
    /// SP at the send, relative to the stack's lowest address; 0 while the frame is not whole.
    pub sp: usize,
    /// The node of the called method.
    pub node: *mut Node,
    /// When it began, in ticks.
    pub start: u64,
    /// The thread's state.
    pub state: *mut State,
    /// For a call by an entry trampoline its entry ...
    pub entry: usize,
    /// ... and the receiver's class. A hook leaves both as they were. With them frames have cache lines of their own.
    pub receiver_class: usize,
}

/// A method in the context of its callers.
#[repr(C, align(64))]
#[derive(Debug)]
pub(crate) struct Node {
    /// The receiver's class, with [`SKIPPED`] or [`TOO_DEEP`] added in.
    pub class: usize,
    pub selector: usize,
    /// The child that is expected next.
    pub hot: *const Node,
    /// The sibling that is expected after this node.
    pub successor: *const Node,
    /// Calls begun; [`META`]; and in the bits from [`MISS`] on what it took to find the node for those that had not been predicted.
    pub calls: u64,
    /// Ticks inside, callees included; and in the high bits what the agent did besides, in [`UNIT`]s.
    pub total: u64,
    /// A call at least this long needs a look: `min(longest + 1, threshold)`, or [`WATCHED`].
    pub limit: u64,
    /// The caller; null for the root.
    pub parent: *mut Node,
}

/// A page of nodes. Chunks are aligned to their size, so a node's address determines its chunk.
#[repr(C, align(4096))]
#[derive(Debug)]
pub(crate) struct Chunk {
    /// The thread's chunk after this one; set before a node of that one is published.
    pub next: *mut Chunk,
    /// Nodes in use when the window closed.
    pub used: usize,
    /// The row of the first node in the trace.
    pub first_row: usize,
    /// A bit for each node whose call was open then.
    pub open: u64,
    /// For each group the distance from a node to the words of its work; 0 if no node has any. With them the nodes have cache lines of
    /// their own.
    pub work: [usize; GROUPS],
    /// The nodes, in the order in which they were made: a parent before its children.
    pub nodes: [Node; NODES_PER_CHUNK],
}

impl Chunk {
    /// Returns the chunk that contains a node: chunks are aligned to their size.
    pub(crate) fn of(node: *const Node) -> *mut Chunk {
        (node as usize & !(size_of::<Chunk>() - 1)) as *mut Chunk
    }
}

/// The words of a node's work come in this many groups, each as large as a node.
pub(crate) const GROUPS: usize = 4;

/// The largest number of bytes that a node needs when the trace is written: see `names`.
pub(crate) const WRITING_PER_NODE: usize = 60;

/// The number of nodes in a chunk, in addition to its header.
pub(crate) const NODES_PER_CHUNK: usize = 63;

/// A call that was longer than the threshold, or of a watched method.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Event {
    /// The node of the called method.
    pub node: *const Node,
    /// When it began, in ticks.
    pub start: u64,
    /// The duration in ticks.
    pub duration: u64,
}

/// The number of events in a chunk.
pub(crate) const EVENTS_PER_CHUNK: usize = 42;

/// A run of events.
#[repr(C, align(64))]
#[derive(Debug)]
pub(crate) struct EventChunk {
    /// The thread's chunk after this one.
    pub next: *mut EventChunk,
    /// The number of used events; stored with release ordering.
    pub used: AtomicU32,
    /// The number of events when the window closed.
    pub frozen: u32,
    /// The events, in the order in which they ended.
    pub events: [Event; EVENTS_PER_CHUNK],
}

/// One remembered `setjmp`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Jump {
    /// The `jmp_buf`; 0 in a free entry.
    pub buffer: usize,
    /// SP where `setjmp` was called, less the stack's lowest address.
    pub sp: usize,
    /// The frame record of the function that called it; 0: not on the thread's own stack.
    pub record: usize,
    /// The shadow stack's top then.
    pub top: *mut Frame,
}

/// The number of `setjmp` calls that a thread remembers.
pub(crate) const JUMPS: usize = 64;

/// Ticks to subtract from a call and its callers.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Owed {
    /// The call's frame ...
    pub frame: *mut Frame,
    /// ... and its node.
    pub node: *mut Node,
    pub ticks: u64,
}

/// How many of them a thread keeps.
pub(crate) const OWED: usize = 8;

/// In a node's class: calls pass through, as the settings say. A class is aligned to 8, so its low bits are free.
pub(crate) const SKIPPED: usize = 1;
/// In a node's class: calls pass through because the shadow stack ends here.
pub(crate) const TOO_DEEP: usize = 2;
/// In a node's `calls`: one instruction that the hook executed for an unpredicted call beyond a predicted one. They are subtracted from its
/// callers at the end.
pub(crate) const MISS: u64 = 1 << 34;
/// In a node's `calls`: the receiver was a class, when the node was made. Calls have the 33 bits below it.
pub(crate) const META: u64 = 1 << 33;
/// Extra instructions to create a metaclass node, beyond those of [`NEW`].
pub(crate) const META_STEP: u64 = 5;
/// The bits of an isa that identify a metaclass: those of an address, in every runtime for arm64.
pub(crate) const META_BITS: usize = 0xf_ffff_fff8;
/// Extra instructions of an unpredicted call, compared with a predicted one, if its node is in the first slot of its search ...
pub(crate) const MISS_NEAR: u64 = 24;
/// ... in another slot, ...
pub(crate) const MISS_FAR: u64 = 40;
/// ... and for each slot before it.
pub(crate) const MISS_STEP: u64 = 15;
/// Where the node is not found, this many less.
pub(crate) const MISS_KNOWN: u64 = 23;
/// A call that makes its node at its own place in the table: this many more than a predicted one.
pub(crate) const NEW: u64 = 37;
/// One instruction that the agent adds to a call beyond what it adds to every call, in a node's `total`.
/// The number may be negative: a call that a jump leaves does not execute the second half of the hook.
pub(crate) const UNIT: u64 = 1 << 37;
/// One call that a call made and that was longer than all before: the node's limit rises.
pub(crate) const LONGER: u64 = 12 * UNIT;
/// One tail call that a call made: the hook looks twice.
pub(crate) const TAIL: u64 = 15 * UNIT;
/// One send to a tagged receiver that a call made: Rust is asked for the class.
pub(crate) const TAGGED: u64 = 95 * UNIT;
/// The same where the class was remembered.
pub(crate) const TAGGED_KNOWN: u64 = 12 * UNIT;
/// The bits of a tagged pointer that may determine its class, in every runtime since iOS 13. Some may belong to the payload.
pub(crate) const TAG_BITS: usize = 0xfff0_0000_0000_0007;
/// The instructions before Rust reads the clock, each time that it subtracts its own time; `threads::TAKING` has the measured number of
/// those before and after. They are counted in the `total` of the innermost call.
pub(crate) const TAKING_BEFORE: u64 = 24 * UNIT;
/// One call that was thrown or jumped out of, in the `total` of its caller: the hook's second half after its clock never ran.
pub(crate) const LEFT: u64 = 14 * UNIT;
/// A limit that every call reaches.
pub(crate) const WATCHED: u64 = 0;
/// The limit of a new node.
pub(crate) const FRESH: u64 = 1;

/// New nodes are made by the assembly.
pub(crate) const GROWTH_FAST: u64 = 0;
/// Rust must look at each new node: classes are filtered, or methods watched.
pub(crate) const GROWTH_CAREFUL: u64 = 1;
/// The memory is used up: unknown sends are counted and pass through.
pub(crate) const GROWTH_FULL: u64 = 2;

impl Node {
    /// The calls in a `calls`.
    pub(crate) const fn count(calls: u64) -> u64 {
        calls % META
    }

    /// Takes a `total` apart: ticks, which may be below 0 while a call is open, and [`UNIT`]s, which may be too.
    pub(crate) const fn parts(total: u64) -> (i64, i64) {
        let units = total.wrapping_add(UNIT / 2) as i64 >> UNIT.trailing_zeros();
        (total.wrapping_sub((units as u64).wrapping_mul(UNIT)) as i64, units)
    }
}

const _: () = {
    assert!(offset_of!(State, top) == 0 && offset_of!(State, isa_mask) == 8);
    assert!(offset_of!(State, original_send) == 16 && offset_of!(State, stack_low) == 24);
    assert!(offset_of!(State, original_super) == 32);
    assert!(offset_of!(State, table_shift) == offset_of!(State, table) + 8);
    assert!(MISS_NEAR < 1 << 14, "one movk must be able to set it");
    assert!(offset_of!(State, node_end) == offset_of!(State, next_node) + 8);
    assert!(offset_of!(State, tag_class) == offset_of!(State, tag) + 8 && offset_of!(State, tag) < 512);
    assert!(META * 2 == MISS, "META must be the bit directly below MISS");
    assert!(offset_of!(State, own) < 4096, "the offset must fit into the immediate of ldr");
    assert!(size_of::<Frame>() == 64);
    assert!(offset_of!(Frame, lr) == 0 && offset_of!(Frame, x19) == 8);
    assert!(offset_of!(Frame, node) == offset_of!(Frame, sp) + 8);
    assert!(offset_of!(Frame, start) == offset_of!(Frame, node) + 8);
    assert!(offset_of!(Frame, state) == offset_of!(Frame, start) + 8);
    assert!(size_of::<Node>() == 64);
    assert!(offset_of!(Node, class) == 0 && offset_of!(Node, selector) == 8);
    assert!(offset_of!(Node, calls) == offset_of!(Node, successor) + 8);
    assert!(offset_of!(Node, limit) == offset_of!(Node, total) + 8);
    assert!(offset_of!(State, outside_size) == offset_of!(State, outside_base) + 8);
    assert!(offset_of!(State, outside_base) < 512, "ldp must reach it");
    assert!(JUMPS.is_power_of_two());
    assert!(size_of::<EventChunk>() == 1024 && size_of::<Chunk>() == 4096);
    assert!(offset_of!(Chunk, nodes) == size_of::<Node>());
};

/// The factor of Fibonacci hashing: 2^64 over the golden ratio. Nodes have consecutive addresses, and it gives them distant slots, so that
/// the slots of one method's nodes do not run into those of another's.
pub(crate) const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The slot where a search of the table begins; the assembly computes the same.
pub(crate) const fn hash(parent: usize, class: usize, selector: usize, shift: u64) -> usize {
    let mixed = ((selector ^ (class >> 3)).wrapping_add(parent >> 6) as u64).wrapping_mul(SPREAD);
    (mixed >> shift) as usize
}
