//! The samples: a tree of addresses, and the number of samples of each stack.
//!
//! Invariant: a sample that does not fit is counted and leaves no incomplete row; rows never move, and a frame's caller is an earlier row.
//! Invariant: samples use only a part of the memory, so that calls are recorded for any number of samples.

use core::ptr;

use crate::base::layout::{Node, RecordingState, SPREAD};
use crate::base::memory::Arena;

/// The index that means "no frame": the caller of the outermost frame.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// A call site: the address of a call instruction, and the call site of its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CallSite {
    /// The call site of the caller, or [`NOWHERE`].
    pub caller: u32,
    /// The address of the call instruction.
    pub address: usize,
}

/// A sampled stack, which is the key for counting equal samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StackKey {
    /// The call site to which the innermost frame record of the sampled stack belongs, or [`NOWHERE`].
    pub place: u32,
    /// The latest mark before the sample.
    pub after: u32,
    /// The flags of the sample in the trace.
    pub flags: u32,
    /// The state of the sampled thread.
    pub state: *mut RecordingState,
    /// The innermost open call; null outside of all calls.
    pub node: *mut Node,
    /// The sampled program counter.
    pub pc: usize,
    /// The return address in the link register; 0 if not known.
    pub lr: usize,
    /// The thread that holds the lock for which the sampled thread waits at a stall; null if not known.
    pub holder: *mut RecordingState,
}

/// A stack with the number and the times of its samples.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SampledStack {
    pub stack: StackKey,
    pub count: u64,
    /// The ticks of the window that the samples represent.
    pub time: u64,
    /// The part of `time` that sampling took.
    pub own: u64,
}

/// The number by which the size of the memory region is divided to get the largest number of bytes for samples.
const PART: usize = 4;

/// The number of bytes of the region that samples use.
struct MemoryBudget(usize);

impl MemoryBudget {
    /// Allocates `size` bytes, aligned for words, and reserves bytes for writing the trace. Returns `None` if the samples would then use
    /// more than a [`PART`]th of the memory, or if little memory is left.
    #[inline(never)]
    fn take_bytes(&mut self, arena: &Arena, size: usize, keep: usize) -> Option<*mut u8> {
        let all = self.0 + size + keep;
        if all > arena.size() / PART || arena.is_scarce() {
            return None;
        }
        let taken = arena.take_bytes(size, align_of::<usize>(), keep)?;
        self.0 = all;
        Some(taken.as_ptr())
    }
}

/// Rows in pages of memory; the rows are never moved.
struct PagedRows<T, const PAGES: usize> {
    pages: [*mut T; PAGES],
    count: usize,
}

/// The number of rows of a page.
const PAGE: usize = 64;

impl<T: Copy, const PAGES: usize> PagedRows<T, PAGES> {
    const fn new() -> Self {
        PagedRows { pages: [ptr::null_mut(); PAGES], count: 0 }
    }

    /// Adds a row and reserves bytes for writing it to the trace. Returns `None` if there is no memory.
    fn push(&mut self, arena: &Arena, budget: &mut MemoryBudget, value: T, keep: usize) -> Option<u32> {
        let row = self.count;
        let page = self.pages.get_mut(row / PAGE)?;
        if page.is_null() {
            *page = budget.take_bytes(arena, PAGE * size_of::<T>(), PAGE * keep)?.cast();
        }
        // SAFETY: a row of the page.
        unsafe { page.add(row % PAGE).write(value) };
        self.count += 1;
        Some(row as u32)
    }

    fn get(&self, row: u32) -> Option<*mut T> {
        let row = row as usize;
        // SAFETY: all rows below the count are in pages that exist.
        (row < self.count).then(|| unsafe { self.pages[row / PAGE].add(row % PAGE) })
    }
}

/// An open hash table of rows: a slot has the row plus 1, or 0 if it is free.
struct RowHashTable {
    slots: *mut u32,
    size: usize,
    used: usize,
}

const FIRST_SLOTS: usize = 512;

impl RowHashTable {
    const fn new() -> RowHashTable {
        RowHashTable { slots: ptr::null_mut(), size: 0, used: 0 }
    }

    /// Returns the row for which `is_it` is true, or as the error the free slot for a new row. The table must have slots.
    fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let mut at = (hash.wrapping_mul(SPREAD) >> 32) as usize & (self.size - 1);
        loop {
            // SAFETY: it is a slot of the table, which is never full.
            match unsafe { *self.slots.add(at) } {
                0 => return Err(at),
                row if is_it(row - 1) => return Ok(row - 1),
                _ => at = (at + 1) & (self.size - 1),
            }
        }
    }

    fn set(&mut self, at: usize, row: u32) {
        // SAFETY: it is a slot that `find` returned.
        unsafe { *self.slots.add(at) = row + 1 };
        self.used += 1;
    }

    /// Reserves a slot for another row; `hash` returns the hash of a row. Returns `None` if memory is full; the existing rows are still
    /// found.
    fn reserve(&mut self, arena: &Arena, budget: &mut MemoryBudget, hash: impl Fn(u32) -> u64) -> Option<()> {
        if 2 * self.used + 2 <= self.size {
            return Some(());
        }
        let size = (self.size * 2).max(FIRST_SLOTS);
        let slots = budget.take_bytes(arena, size * size_of::<u32>(), 0)?.cast();
        let mut larger = RowHashTable { slots, size, used: 0 };
        for at in 0..self.size {
            // SAFETY: a slot of the table.
            let row = unsafe { *self.slots.add(at) };
            if row != 0
                && let Err(free) = larger.find(hash(row - 1), |_| false)
            {
                larger.set(free, row - 1);
            }
        }
        *self = larger;
        Some(())
    }
}

pub(crate) struct SampleStore {
    places: PagedRows<CallSite, 1024>,
    stacks: PagedRows<SampledStack, 512>,
    by_place: RowHashTable,
    by_stack: RowHashTable,
    budget: MemoryBudget,
    /// The number of samples at sampling intervals, without the samples of stalls.
    pub taken: u64,
    /// The number of samples that were dropped because memory was full.
    pub dropped: u64,
    /// The ticks that sampling took.
    pub own: u64,
}

// SAFETY: the pointers in the store point to the agent's own memory, or are only compared.
unsafe impl Send for SampleStore {}

/// The largest number of bytes that are needed to write a frame to the trace.
const PLACE_KEEPS: usize = 96;
/// The largest number of bytes that are needed to write a stack to the trace.
const STACK_KEEPS: usize = 256;

impl SampleStore {
    /// Creates an empty store.
    pub(crate) const fn new() -> SampleStore {
        SampleStore {
            places: PagedRows::new(),
            stacks: PagedRows::new(),
            by_place: RowHashTable::new(),
            by_stack: RowHashTable::new(),
            budget: MemoryBudget(0),
            taken: 0,
            dropped: 0,
            own: 0,
        }
    }

    /// Adds a frame for each call instruction in `calls`, the outermost first, and returns the innermost frame. Returns `None` if there is
    /// no memory.
    pub(crate) fn add_stack(&mut self, arena: &Arena, calls: impl Iterator<Item = usize>) -> Option<u32> {
        let mut caller = NOWHERE;
        for address in calls {
            let wanted = CallSite { caller, address };
            let places = &self.places;
            // SAFETY: rows of the store are never freed.
            let of = |row| places.get(row).map(|place| unsafe { *place });
            let hash = |row| of(row).map_or(0, hash_of_place);
            let more = self.by_place.reserve(arena, &mut self.budget, hash);
            if self.by_place.size == 0 {
                return None;
            }
            caller = match self.by_place.find(hash_of_place(wanted), |row| of(row) == Some(wanted)) {
                Ok(row) => row,
                Err(free) => {
                    more?;
                    let row = self.places.push(arena, &mut self.budget, wanted, PLACE_KEEPS)?;
                    self.by_place.set(free, row);
                    row
                }
            };
        }
        Some(caller)
    }

    /// Adds a sample of a stack, which represents `time` ticks and took `own` ticks. Returns false if no memory is left.
    pub(crate) fn add(&mut self, arena: &Arena, stack: StackKey, time: u64, own: u64) -> bool {
        let found = (|| {
            let stacks = &self.stacks;
            // SAFETY: rows of the store are never freed.
            let of = |row| stacks.get(row).map(|met| unsafe { (*met).stack });
            let hash = |row| of(row).as_ref().map_or(0, hash_of_stack);
            let more = self.by_stack.reserve(arena, &mut self.budget, hash);
            if self.by_stack.size == 0 {
                return None;
            }
            match self.by_stack.find(hash_of_stack(&stack), |row| of(row) == Some(stack)) {
                Ok(row) => Some(row),
                Err(free) => {
                    more?;
                    let met = SampledStack { stack, count: 0, time: 0, own: 0 };
                    let row = self.stacks.push(arena, &mut self.budget, met, STACK_KEEPS)?;
                    self.by_stack.set(free, row);
                    Some(row)
                }
            }
        })();
        let Some(met) = found.and_then(|row| self.stacks.get(row)) else { return false };
        // SAFETY: no other thread reads this row.
        unsafe {
            (*met).count += 1;
            (*met).time += time;
            (*met).own += own;
        }
        true
    }

    /// Returns the number of call sites.
    pub(crate) fn place_count(&self) -> usize {
        self.places.count
    }

    /// Returns the call site in this row.
    pub(crate) fn get_place(&self, row: usize) -> Option<CallSite> {
        // SAFETY: rows of the store are never freed.
        self.places.get(row as u32).map(|place| unsafe { *place })
    }

    /// Returns the number of stacks.
    pub(crate) fn stack_count(&self) -> usize {
        self.stacks.count
    }

    /// Returns the stack in this row, with its samples.
    pub(crate) fn get_stack(&self, row: usize) -> Option<SampledStack> {
        // SAFETY: rows of the store are never freed.
        self.stacks.get(row as u32).map(|met| unsafe { *met })
    }
}

fn hash_of_place(place: CallSite) -> u64 {
    mix(u64::from(place.caller), place.address as u64)
}

fn hash_of_stack(stack: &StackKey) -> u64 {
    let of = [
        stack.pc as u64,
        stack.lr as u64,
        stack.node as u64,
        stack.state as u64,
        u64::from(stack.after) << 32 | u64::from(stack.flags),
    ];
    of.into_iter().fold(u64::from(stack.place), mix)
}

fn mix(a: u64, b: u64) -> u64 {
    (a.rotate_left(29) ^ b).wrapping_mul(SPREAD).rotate_left(17)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arena(region: &mut Vec<[u64; 512]>) -> Arena {
        let arena = Arena::empty();
        // SAFETY: the memory contains only zeros, and the caller keeps it as long as the arena.
        unsafe { arena.set_region(region.as_mut_ptr().cast(), region.len() * 4096) };
        arena
    }

    fn stack(place: u32, pc: usize) -> StackKey {
        StackKey {
            place,
            after: 2,
            flags: 0,
            state: ptr::null_mut(),
            node: ptr::null_mut(),
            pc,
            lr: 0,
            holder: ptr::null_mut(),
        }
    }

    #[test]
    fn equal_stacks_are_stored_once_and_callers_have_earlier_rows() {
        let mut region = vec![[0; 512]; 20_000];
        let arena = arena(&mut region);
        let mut store = SampleStore::new();
        let mut rows = std::collections::BTreeMap::new();
        for i in 0..20_000_usize {
            let calls = [1, 2 + i % 7, 10 + i % 31, 100 + i % 97];
            let place = store.add_stack(&arena, calls.into_iter()).expect("room");
            assert_eq!(*rows.entry(calls).or_insert(place), place);
            assert!(store.add(&arena, stack(place, 0x1000 + i % 3), 10, 1));
        }
        for row in 0..store.place_count() {
            let place = store.get_place(row).expect("a row");
            assert!(place.caller == NOWHERE || (place.caller as usize) < row);
        }
        assert_eq!(store.place_count(), 1 + 7 + 7 * 31 + rows.len());
        let met: Vec<SampledStack> =
            (0..store.stack_count()).filter_map(|row| store.get_stack(row)).collect();
        assert_eq!(
            met.iter().map(|met| (met.count, met.time, met.own)).fold((0, 0, 0), |a, b| (
                a.0 + b.0,
                a.1 + b.1,
                a.2 + b.2
            )),
            (20_000, 200_000, 20_000)
        );
    }

    #[test]
    fn samples_that_do_not_fit_into_memory_leave_stored_samples_unchanged() {
        let mut region = vec![[0; 512]; 32];
        let arena = arena(&mut region);
        let mut store = SampleStore::new();
        let mut kept = 0;
        for i in 0..5000 {
            let place = store.add_stack(&arena, [1, i].into_iter());
            if place.is_some_and(|place| store.add(&arena, stack(place, i), 1, 0)) {
                kept += 1;
            }
        }
        assert!(kept > 10 && kept < 5000, "{kept}");
        assert_eq!(store.stack_count(), kept);
        assert!(arena.used() <= 32 * 4096 / PART, "{}", arena.used());
        // The memory that is reserved for writing the samples is also limited to a [`PART`]th of the region.
        assert!(!arena.is_half_used());
        // The search finds existing rows although the memory is full.
        let place = store.add_stack(&arena, [1, 0].into_iter()).expect("it is there");
        assert!(store.add(&arena, stack(place, 0), 1, 0));
        assert_eq!(store.get_stack(0).map(|met| met.count), Some(2));
    }
}
