//! The signposts that the app emitted, in the order in which they were stored.
//!
//! Invariant: no argument of a signpost is copied; the name of a signpost is a constant of an image, or a copy that is never freed. Storing
//! a signpost reserves a row of a chunk by one atomic addition, so threads do not wait for each other.

use core::ffi::c_char;
use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU64, AtomicUsize, Ordering};

use crate::base::layout::{Node, RecordingState, UNIT};
use crate::base::process::ARENA;
use crate::base::{kernel, sys};
use crate::threads;
use trace::{Counter, Mark, MarkKind, SignpostKind};

/// The instructions that the agent executes to store a signpost, from the app's jump to the stub until the jump to the original function.
/// They are subtracted from the calls that are open.
const INSTRUCTIONS: u64 = 105;
const EVENT: u8 = SignpostKind::Event.code() as u8;
const BEGIN: u8 = SignpostKind::Begin.code() as u8;
/// The number of begins, and of ends, of each name at which the counters of the process are read. The system call takes far longer than
/// storing a signpost.
const COUNTED: u8 = 4;
/// Whether the window is open.
pub(crate) static IS_OPEN: AtomicBool = AtomicBool::new(false);
/// The number of signposts that were dropped because memory was full.
pub(crate) static LOST: AtomicU64 = AtomicU64::new(0);

/// The arguments of a signpost, and the address to which the call returns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EmittedSignpost {
    pub log: usize,
    pub kind: u8,
    pub id: u64,
    pub name: *const c_char,
    pub caller: usize,
}

/// A stored signpost.
#[repr(C)]
pub(crate) struct StoredSignpost {
    /// The time of the signpost; 0 until the other fields are written.
    pub at: AtomicU64,
    pub emitted: EmittedSignpost,
    pub state: *mut RecordingState,
    /// The innermost open call, or null.
    pub node: *mut Node,
}

/// The counters of the process at a signpost.
struct CountedSignpost {
    /// The counted signpost before this one.
    next: *mut CountedSignpost,
    mark: Mark,
}

/// The counted signpost that was added last.
static LAST_COUNTED: AtomicPtr<CountedSignpost> = AtomicPtr::new(ptr::null_mut());

/// The number of signposts in a chunk.
const CHUNK: usize = 63;

/// A chunk of memory for signposts.
#[repr(C)]
struct SignpostChunk {
    /// The chunk that was filled before this chunk.
    previous: *mut SignpostChunk,
    /// The number of rows that threads have reserved, which may exceed [`CHUNK`].
    used: AtomicUsize,
    rows: [StoredSignpost; CHUNK],
}

/// The chunk that is being filled.
static LAST: AtomicPtr<SignpostChunk> = AtomicPtr::new(ptr::null_mut());

/// Stores a signpost of this thread, if the window is open.
#[inline]
pub(crate) fn store(at: u64, emitted: EmittedSignpost) {
    if !IS_OPEN.load(Ordering::Relaxed) {
        return;
    }
    let state = threads::own_state_or_new();
    // SAFETY: the pointer is null or the state of the running thread.
    let top = if state.is_null() { ptr::null_mut() } else { unsafe { (*state).top } };
    // SAFETY: likewise.
    let node = unsafe { threads::count_cost(state, top, INSTRUCTIONS * UNIT) };
    let place = take_place();
    if !place.is_null() {
        // SAFETY: no other thread writes this row, and chunks are never freed.
        unsafe {
            (*place).emitted = emitted;
            (*place).state = state;
            (*place).node = node;
            if emitted.kind != EVENT && is_counted(&emitted) {
                add_counters(place, at);
                return;
            }
            // An interval begins after the signpost of its beginning was stored, so that its time does not include the storing.
            let at = if emitted.kind == BEGIN { sys::read_counter() } else { at };
            (*place).at.store(at, Ordering::Release);
        }
    }
}

/// Returns whether this begin or end is one of the first with its name. Two names may share one number, since the lowest bits of the
/// address of a name determine the place of its number. If two threads change a number at the same time, one of the changes may be lost.
#[inline]
fn is_counted(emitted: &EmittedSignpost) -> bool {
    static NUMBERS: [AtomicU8; 512] = [const { AtomicU8::new(0) }; 512];
    let number = &NUMBERS[(emitted.name as usize & 127 | usize::from(emitted.kind) << 7) & 511];
    let before = number.load(Ordering::Relaxed);
    if before < COUNTED {
        number.store(before + 1, Ordering::Relaxed);
    }
    before < COUNTED
}

/// Stores the time of a signpost, and reads the counters of the process. An interval begins after this work and ends before it.
///
/// # Safety
/// The row must belong to this thread.
#[cold]
#[inline(never)]
unsafe fn add_counters(place: *mut StoredSignpost, at: u64) {
    let begun = sys::read_counter();
    let fresh = (!ARENA.is_scarce()).then(|| ARENA.take_array::<CountedSignpost>(1)).flatten();
    // SAFETY: the memory is new, chunks are never freed, and the caller fulfils the requirement of this function.
    unsafe {
        let is_begin = (*place).emitted.kind == BEGIN;
        let mark = kernel::mark_with_counters(MarkKind::Signpost, at);
        threads::subtract_time_from_all(begun);
        let at = if is_begin { sys::read_counter() } else { at };
        if let Some(fresh) = fresh {
            let fresh = fresh.as_ptr();
            fresh.write(CountedSignpost { next: ptr::null_mut(), mark: Mark { at: Counter(at), ..mark } });
            let mut last = LAST_COUNTED.load(Ordering::Acquire);
            loop {
                (*fresh).next = last;
                match LAST_COUNTED.compare_exchange(last, fresh, Ordering::AcqRel, Ordering::Acquire) {
                    Ok(_) => break,
                    Err(other) => last = other,
                }
            }
        }
        (*place).at.store(at, Ordering::Release);
    }
}

/// Returns the counters of the process at signposts until the time `end`.
pub(crate) fn counted_until(end: u64) -> impl Iterator<Item = Mark> + Clone {
    let first = LAST_COUNTED.load(Ordering::Acquire);
    // SAFETY: the arena never frees memory, and each entry is complete before it is in the list.
    core::iter::successors(Some(first), |&one| (!one.is_null()).then(|| unsafe { (*one).next }))
        .take_while(|one| !one.is_null())
        // SAFETY: likewise.
        .map(|one| unsafe { (*one).mark })
        .filter(move |mark| mark.at.0 <= end)
}

#[inline]
fn take_place() -> *mut StoredSignpost {
    let chunk = LAST.load(Ordering::Acquire);
    let place = if chunk.is_null() {
        CHUNK
    } else {
        // SAFETY: chunks are never freed.
        unsafe { (*chunk).used.fetch_add(1, Ordering::Relaxed) }
    };
    if place < CHUNK {
        // SAFETY: the row is in the chunk.
        unsafe { (&raw mut (*chunk).rows).cast::<StoredSignpost>().add(place) }
    } else {
        take_place_in_new_chunk(chunk)
    }
}

#[cold]
#[inline(never)]
fn take_place_in_new_chunk(full: *mut SignpostChunk) -> *mut StoredSignpost {
    let fresh = (!ARENA.is_scarce()).then(|| ARENA.take_array::<SignpostChunk>(1)).flatten();
    let Some(fresh) = fresh else {
        LOST.fetch_add(1, Ordering::Relaxed);
        return ptr::null_mut();
    };
    // SAFETY: the memory is new, and only zeros, which are valid in every field.
    unsafe { (*fresh.as_ptr()).previous = full };
    // If another thread has added a chunk in the meantime, the chunk that was allocated here is not used.
    let _ = LAST.compare_exchange(full, fresh.as_ptr(), Ordering::AcqRel, Ordering::Acquire);
    take_place()
}

/// Returns the stored signposts of each chunk, the latest chunk first.
pub(crate) fn chunks() -> impl Iterator<Item = &'static [StoredSignpost]> + Clone {
    let first = LAST.load(Ordering::Acquire);
    // SAFETY: chunks are never freed. A row whose time is 0 is not complete, and readers of the rows skip it.
    core::iter::successors(Some(first), |&chunk| (!chunk.is_null()).then(|| unsafe { (*chunk).previous }))
        .take_while(|chunk| !chunk.is_null())
        // SAFETY: likewise.
        .map(|chunk| unsafe { &(&(*chunk).rows)[..(*chunk).used.load(Ordering::Acquire).min(CHUNK)] })
}
