//! The counts of work, in words next to the nodes of the calls that requested the work.
//!
//! A kind has one word for its number of requests, and a second word for its bytes if they are counted. The words are in groups of eight,
//! and a group has the size of a node. If a node of a chunk needs a group for the first time, memory of the chunk's size is allocated. The
//! distance from a node to its words is then the distance from the chunk to the memory for words, so the stubs find the words by one
//! addition.
//!
//! Invariant: the words of a chunk are changed only by the thread to whose tree the chunk belongs.

use core::sync::atomic::AtomicU64;

use trace::WorkKind;

use crate::base::layout::{GROUPS, Node, NodeChunk};
use crate::base::memory::Arena;

/// The number of words of a group.
const WORDS: usize = size_of::<Node>() / 8;
/// The number of words of all kinds.
pub(crate) const ALL_WORDS: usize = word_index(None);

/// Returns the index of the word for the requests of a kind. For `None`, it returns the number of words.
pub(crate) const fn word_index(kind: Option<WorkKind>) -> usize {
    let (mut at, mut word) = (0, 0);
    while at < WorkKind::KNOWN.len() {
        let known = WorkKind::KNOWN[at];
        if matches!(kind, Some(kind) if kind.code() == known.code()) {
            return word;
        }
        word += 1 + known.has_bytes() as usize;
        at += 1;
    }
    word
}

/// The words for work that was requested outside of all methods: on other threads than the main thread, and on the main thread.
pub(crate) type OutsideWorkWords = [[AtomicU64; ALL_WORDS]; 2];
#[expect(clippy::declare_interior_mutable_const, reason = "what statics and tables begin with")]
pub(crate) const NO_WORDS: OutsideWorkWords = [const { [const { AtomicU64::new(0) }; ALL_WORDS] }; 2];
const _: () = {
    assert!(ALL_WORDS <= GROUPS * WORDS);
    let mut at = 0;
    while at < WorkKind::KNOWN.len() {
        let kind = WorkKind::KNOWN[at];
        assert!(!kind.has_bytes() || word_index(Some(kind)) % WORDS < WORDS - 1, "a pair lies in one group");
        at += 1;
    }
};

/// A mask in which the bits of the words that count bytes are set.
pub(crate) const BYTES: u64 = {
    let (mut at, mut bits) = (0, 0);
    while at < WorkKind::KNOWN.len() {
        let kind = WorkKind::KNOWN[at];
        bits |= (kind.has_bytes() as u64) << (word_index(Some(kind)) + 1);
        at += 1;
    }
    bits
};

/// Counts a request and its number of bytes for the innermost call of a tree. Returns false if no memory is left.
///
/// # Safety
/// The node must belong to the tree of this thread.
pub(crate) unsafe fn add(arena: &Arena, node: *mut Node, word: usize, bytes: usize) -> bool {
    // SAFETY: the caller's node is in a chunk, and words are valid if all of their bytes are zero.
    unsafe {
        let chunk = NodeChunk::of_node(node);
        let group = &mut (*chunk).work[word / WORDS];
        if *group == 0 {
            // If memory is scarce, the remaining memory is reserved for calls.
            let taken = (!arena.is_scarce()).then(|| arena.take_array::<NodeChunk>(1)).flatten();
            let Some(words) = taken else { return false };
            *group = (words.as_ptr() as usize).wrapping_sub(chunk as usize);
        }
        let at = node.cast::<u64>().wrapping_byte_add(*group).add(word % WORDS);
        *at += 1;
        if BYTES >> (word + 1) & 1 != 0 {
            *at.add(1) = (*at.add(1)).wrapping_add(bytes as u64);
        }
        true
    }
}

/// Returns the work that the calls of a node requested: numbers of requests and of bytes.
///
/// # Safety
/// The argument must be a node of a tree.
pub(crate) unsafe fn requested_work(node: *const Node, kind: WorkKind) -> (u64, u64) {
    let word = word_index(Some(kind));
    // SAFETY: the caller fulfils the requirements of this unsafe function. The thread may be adding to the word at the same time.
    unsafe {
        match (*NodeChunk::of_node(node)).work[word / WORDS] {
            0 => (0, 0),
            group => {
                let at = node.cast::<u64>().wrapping_byte_add(group).add(word % WORDS);
                let bytes = if kind.has_bytes() { at.add(1).read_volatile() } else { 0 };
                (at.read_volatile(), bytes)
            }
        }
    }
}

/// The number of instructions that a stub adds to a call of this kind.
const fn instructions(kind: WorkKind) -> i64 {
    match kind {
        WorkKind::FileRead | WorkKind::FileWrite => RESULT,
        // Rust code counts mappings and loaded code, and subtracts its own time.
        WorkKind::FileMap | WorkKind::MemoryMap | WorkKind::CodeLoad => 0,
        WorkKind::MemoryAllocate => 20,
        _ => 19,
    }
}

/// The number of instructions that a stub adds to a call outside of all methods. The calls of functions whose result is counted take more
/// instructions, but are few.
pub(crate) const OUTSIDE: i64 = 23;

/// The number of instructions of a stub that calls its function in order to count the function's result.
const RESULT: i64 = 28;

/// Returns the number of instructions for all work that the calls of a node requested.
///
/// # Safety
/// The argument must be a node of a tree.
pub(crate) unsafe fn added_instructions(node: *const Node) -> i64 {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    let of = |kind: &WorkKind| unsafe { requested_work(node, *kind).0 } as i64 * instructions(*kind);
    // SAFETY: the caller passes a node of a tree, and the chunk of a node is never freed.
    if unsafe { (*NodeChunk::of_node(node)).work } == [0; GROUPS] {
        0
    } else {
        WorkKind::KNOWN.iter().map(of).sum()
    }
}
