//! The agent's memory: one region of fixed size, which is allocated from its beginning and never freed.
//!
//! An allocation for a part of the tree also reserves the memory for writing that part to the trace.
//!
//! Invariant: allocated memory is zeroed, aligned, and belongs to one caller; allocating is one atomic operation, so it needs no lock and a
//! signal handler may allocate too. If the region is used up, allocation fails, and the caller counts the data that it drops.

use core::ptr::{self, NonNull};
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::base::global::TryLock;

/// A region of memory that is allocated in pieces.
#[derive(Debug)]
pub(crate) struct Arena {
    base: AtomicUsize,
    size: AtomicUsize,
    /// The number of allocated bytes and, from the bit [`KEPT`] on, the number of reserved bytes. The two numbers are in one word so that
    /// one atomic operation changes them.
    used: AtomicUsize,
}

/// The bit of `used` at which the number of reserved bytes begins. A region has fewer than 2^`KEPT` bytes.
const KEPT: u32 = 32;
const HANDED_OUT: usize = (1 << KEPT) - 1;

impl Arena {
    /// Creates an arena that has no memory yet.
    pub(crate) const fn empty() -> Arena {
        Arena { base: AtomicUsize::new(0), size: AtomicUsize::new(0), used: AtomicUsize::new(0) }
    }

    /// Gives the arena its region.
    ///
    /// # Safety
    /// The region must contain zeros, be writable and not used by other code, and exist as long as the arena is used.
    pub(crate) unsafe fn set_region(&self, base: *mut u8, size: usize) {
        self.base.store(base as usize, Ordering::Relaxed);
        self.size.store(size.min(HANDED_OUT), Ordering::Release);
    }

    /// Allocates `size` bytes at a multiple of `align`, a power of two, and reserves `keep` more bytes. Returns `None` if too few bytes are
    /// left.
    pub(crate) fn take_bytes(&self, size: usize, align: usize, keep: usize) -> Option<NonNull<u8>> {
        let limit = self.size.load(Ordering::Acquire);
        let base = self.base.load(Ordering::Relaxed);
        let start = |used: usize| (base + (used & HANDED_OUT)).next_multiple_of(align) - base;
        let before = self
            .used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
                let end = start(used).checked_add(size)?;
                let kept = (used >> KEPT).checked_add(keep)?;
                (end.checked_add(kept)? <= limit).then_some(end | kept << KEPT)
            })
            .ok()?;
        NonNull::new(ptr::with_exposed_provenance_mut(base + start(before)))
    }

    /// Allocates zeroed memory for `count` values, whose type must be valid when zeroed.
    pub(crate) fn take_array<T>(&self, count: usize) -> Option<NonNull<T>> {
        self.take_array_reserving(count, 0)
    }

    /// Allocates zeroed memory for `count` values, and reserves `keep` bytes for writing them to the trace.
    pub(crate) fn take_array_reserving<T>(&self, count: usize, keep: usize) -> Option<NonNull<T>> {
        Some(self.take_bytes(size_of::<T>().checked_mul(count)?, align_of::<T>(), keep)?.cast())
    }

    /// Returns whether an address is in the region.
    pub(crate) fn holds(&self, address: usize) -> bool {
        address.wrapping_sub(self.base.load(Ordering::Relaxed)) < self.size()
    }

    /// Returns the size of the whole region in bytes.
    pub(crate) fn size(&self) -> usize {
        self.size.load(Ordering::Acquire)
    }

    /// Returns whether less than an eighth of the memory is free. While memory is scarce, no further thread gets any, so that the remaining
    /// memory suffices for the data of the main thread.
    pub(crate) fn is_scarce(&self) -> bool {
        let limit = self.size.load(Ordering::Acquire);
        let used = self.used.load(Ordering::Relaxed);
        (used & HANDED_OUT) + (used >> KEPT) > limit - limit / 8
    }

    /// Returns whether more than half of the memory is used.
    pub(crate) fn is_half_used(&self) -> bool {
        let used = self.used.load(Ordering::Relaxed);
        (used & HANDED_OUT) + (used >> KEPT) > self.size.load(Ordering::Acquire) / 2
    }

    /// Takes all free memory, including the reserved part, and returns its address and size. Later allocations fail.
    pub(crate) fn take_rest(&self) -> (usize, usize) {
        let limit = self.size.load(Ordering::Acquire);
        let used = self.used.swap(limit, Ordering::AcqRel) & HANDED_OUT;
        (self.base.load(Ordering::Relaxed) + used, limit - used)
    }

    /// Returns the number of allocated bytes.
    #[cfg(test)]
    pub(crate) fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed) & HANDED_OUT
    }
}

/// A block at the end of the region. The cost of the hooks is measured in this block; later the block is used to write the trace.
pub(crate) struct ReservedBlock {
    base: AtomicUsize,
    lock: TryLock,
}

impl ReservedBlock {
    pub(crate) const SIZE: usize = 64 << 10;

    /// Creates a block that has no memory yet.
    pub(crate) const fn empty() -> ReservedBlock {
        ReservedBlock { base: AtomicUsize::new(0), lock: TryLock::new() }
    }

    /// Sets the address of the block's memory.
    ///
    /// # Safety
    /// `base` must be aligned to a page, and the `SIZE` bytes at `base` must be writable, not used by other code, and never freed.
    pub(crate) unsafe fn set_address(&self, base: *mut u8) {
        self.base.store(base as usize, Ordering::Release);
    }

    /// Runs `body` on an arena of `size` bytes, unless the block has no memory or another caller uses it. Memory that `body` allocates is
    /// invalid afterwards.
    pub(crate) fn run<R>(&self, size: usize, body: impl FnOnce(&Arena) -> R) -> Option<R> {
        let base: *mut u8 = ptr::with_exposed_provenance_mut(self.base.load(Ordering::Acquire));
        if base.is_null() || size > ReservedBlock::SIZE {
            return None;
        }
        self.lock.run(|| {
            let arena = Arena::empty();
            // SAFETY: no other thread uses the block, and the arena does not outlive the lock.
            unsafe {
                base.write_bytes(0, size);
                arena.set_region(base, size);
            }
            body(&arena)
        })
    }

    /// Gives the block to the caller, who never returns it. Returns false if the block has no memory or is in use.
    pub(crate) fn try_lock(&self) -> bool {
        self.base.load(Ordering::Acquire) != 0 && self.lock.try_lock()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocations_are_aligned_do_not_overlap_and_stay_within_the_arena() {
        let mut region = vec![0_u64; 64];
        let arena = Arena::empty();
        assert_eq!(arena.take_bytes(1, 1, 0), None);
        // SAFETY: the region is zeroed, ours, and outlives the arena's use.
        unsafe { arena.set_region(region.as_mut_ptr().cast(), 512) };
        let first = arena.take_bytes(3, 1, 0).expect("room");
        let second = arena.take_bytes(64, 64, 0).expect("room");
        assert_eq!(second.as_ptr() as usize % 64, 0);
        assert!(second.as_ptr() as usize >= first.as_ptr() as usize + 3);
        let used = arena.used();
        assert!(!arena.is_scarce());
        assert_eq!(arena.take_bytes(512, 1, 0), None);
        assert_eq!(arena.take_array::<u64>(usize::MAX), None);
        assert_eq!(arena.used(), used, "a refused taking takes nothing");
        assert!(arena.take_bytes(512 - used, 1, 0).is_some());
        assert!(arena.is_scarce());
        assert_eq!(arena.take_bytes(1, 1, 0), None);
    }
    #[test]
    fn memory_reserved_in_an_arena_can_be_allocated_at_the_end() {
        let mut region = vec![0_u64; 64];
        let arena = Arena::empty();
        // SAFETY: the region is zeroed, the test's own, and outlives the arena's use.
        unsafe { arena.set_region(region.as_mut_ptr().cast(), 512) };
        assert!(arena.take_bytes(100, 1, 200).is_some());
        assert!(arena.take_bytes(100, 1, 112).is_some());
        assert_eq!((arena.take_bytes(1, 1, 0), arena.take_bytes(0, 1, 1)), (None, None));
        assert_eq!(arena.take_bytes(0, 1, usize::MAX), None);
        let base = region.as_ptr() as usize;
        assert_eq!(arena.take_rest(), (base + 200, 312));
        assert_eq!(arena.take_rest(), (base + 512, 0));
        assert_eq!(arena.take_bytes(1, 1, 0), None);
    }
}
