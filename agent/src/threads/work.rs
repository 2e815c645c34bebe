//! Counts of work: words beside the nodes of the calls that asked for it.
//!
//! A kind has one word for its calls, and a second one for bytes if they are counted. The words are in groups of eight, which have the size
//! of a node. The first time that a node of a chunk needs a group, memory of the chunk's size is taken; the distance from a node to its
//! words is that from the chunk to this memory. So the stubs find the words by one addition.
//!
//! Invariant: only the thread whose tree a chunk is of changes its words.

use core::sync::atomic::AtomicU64;

use trace::WorkKind;

use crate::base::layout::{Chunk, GROUPS, Node};
use crate::base::memory::Arena;

/// Words of a group.
const WORDS: usize = size_of::<Node>() / 8;
/// Words of all kinds.
pub(crate) const ALL_WORDS: usize = word(None);

/// Returns the index of the word for a kind's calls; for `None` the number of words.
pub(crate) const fn word(kind: Option<WorkKind>) -> usize {
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

/// Words of what is asked for outside of all methods: off the main thread, and on it.
pub(crate) type Words = [[AtomicU64; ALL_WORDS]; 2];
#[expect(clippy::declare_interior_mutable_const, reason = "what statics and tables begin with")]
pub(crate) const NO_WORDS: Words = [const { [const { AtomicU64::new(0) }; ALL_WORDS] }; 2];
const _: () = {
    assert!(ALL_WORDS <= GROUPS * WORDS);
    let mut at = 0;
    while at < WorkKind::KNOWN.len() {
        let kind = WorkKind::KNOWN[at];
        assert!(!kind.has_bytes() || word(Some(kind)) % WORDS < WORDS - 1, "a pair lies in one group");
        at += 1;
    }
};

/// Which words hold bytes: a bit each.
pub(crate) const BYTES: u64 = {
    let (mut at, mut bits) = (0, 0);
    while at < WorkKind::KNOWN.len() {
        let kind = WorkKind::KNOWN[at];
        bits |= (kind.has_bytes() as u64) << (word(Some(kind)) + 1);
        at += 1;
    }
    bits
};

/// A call of this kind, of this many bytes, by the innermost call of a tree. False: there is no memory.
///
/// # Safety
/// The node is one of this thread's tree.
pub(crate) unsafe fn add(arena: &Arena, node: *mut Node, word: usize, bytes: usize) -> bool {
    // SAFETY: the caller's node is in a chunk, and words are valid when zeroed.
    unsafe {
        let chunk = Chunk::of(node);
        let group = &mut (*chunk).work[word / WORDS];
        if *group == 0 {
            // The remaining memory is reserved for calls.
            let taken = (!arena.is_scarce()).then(|| arena.take_many::<Chunk>(1)).flatten();
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

/// Returns the work that a call requested: calls and bytes.
///
/// # Safety
/// A node of a tree.
pub(crate) unsafe fn of(node: *const Node, kind: WorkKind) -> (u64, u64) {
    let word = word(Some(kind));
    // SAFETY: as the caller promises. The thread may be adding to it.
    unsafe {
        match (*Chunk::of(node)).work[word / WORDS] {
            0 => (0, 0),
            group => {
                let at = node.cast::<u64>().wrapping_byte_add(group).add(word % WORDS);
                let bytes = if kind.has_bytes() { at.add(1).read_volatile() } else { 0 };
                (at.read_volatile(), bytes)
            }
        }
    }
}

/// Instructions that a stub adds to a call of this kind.
const fn instructions(kind: WorkKind) -> i64 {
    match kind {
        WorkKind::FileRead | WorkKind::FileWrite => RESULT,
        // Rust counts these, and takes its time off itself.
        WorkKind::FileMap | WorkKind::MemoryMap | WorkKind::CodeLoad => 0,
        WorkKind::MemoryAllocate => 20,
        _ => 19,
    }
}

/// Instructions that a stub adds to a call outside of all methods; the few of a function whose result is counted are more.
pub(crate) const OUTSIDE: i64 = 23;

/// The instructions of a stub that waits for its function's result.
const RESULT: i64 = 28;

/// The same of all that a call asked for.
///
/// # Safety
/// A node of a tree.
pub(crate) unsafe fn added(node: *const Node) -> i64 {
    // SAFETY: as the caller promises.
    let of = |kind: &WorkKind| unsafe { of(node, *kind).0 } as i64 * instructions(*kind);
    // SAFETY: likewise.
    if unsafe { (*Chunk::of(node)).work } == [0; GROUPS] { 0 } else { WorkKind::KNOWN.iter().map(of).sum() }
}
