//! The agent's memory: one region of fixed size, handed out from its beginning and never given back.
//!
//! Invariant: what is handed out is zeroed, aligned, and belongs to one taker; taking is one atomic step, so it needs no lock
//! and a signal handler may do it too. When the region is used up there is no more: the caller counts what it drops.

use core::ptr::{self, NonNull};
use core::sync::atomic::{AtomicUsize, Ordering};

/// A region that is handed out bit by bit.
#[derive(Debug)]
pub(crate) struct Arena {
    base: AtomicUsize,
    size: AtomicUsize,
    used: AtomicUsize,
}

impl Arena {
    /// An arena with nothing in it.
    pub(crate) const fn empty() -> Arena {
        Arena { base: AtomicUsize::new(0), size: AtomicUsize::new(0), used: AtomicUsize::new(0) }
    }

    /// Gives the arena its region.
    ///
    /// # Safety
    /// The region is zeroed, writable, used by nobody else, and stays for as long as the arena is used.
    pub(crate) unsafe fn give(&self, base: *mut u8, size: usize) {
        self.base.store(base as usize, Ordering::Relaxed);
        self.size.store(size, Ordering::Release);
    }

    /// Takes `size` bytes at a multiple of `align` (a power of two); none when too few are left.
    pub(crate) fn take(&self, size: usize, align: usize) -> Option<NonNull<u8>> {
        let limit = self.size.load(Ordering::Acquire);
        let base = self.base.load(Ordering::Relaxed);
        let start = |used: usize| (base + used).next_multiple_of(align) - base;
        let before = self
            .used
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
                let end = start(used).checked_add(size)?;
                (end <= limit).then_some(end)
            })
            .ok()?;
        NonNull::new(ptr::with_exposed_provenance_mut(base + start(before)))
    }

    /// Takes room for `count` values that are valid when zeroed.
    pub(crate) fn take_many<T>(&self, count: usize) -> Option<NonNull<T>> {
        Some(self.take(size_of::<T>().checked_mul(count)?, align_of::<T>())?.cast())
    }

    /// Bytes handed out so far.
    #[cfg(test)]
    pub(crate) fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_are_aligned_apart_and_bounded() {
        let mut region = vec![0_u64; 64];
        let arena = Arena::empty();
        assert_eq!(arena.take(1, 1), None);
        // SAFETY: the region is zeroed, ours, and outlives the arena's use.
        unsafe { arena.give(region.as_mut_ptr().cast(), 512) };
        let first = arena.take(3, 1).expect("room");
        let second = arena.take(64, 64).expect("room");
        assert_eq!(second.as_ptr() as usize % 64, 0);
        assert!(second.as_ptr() as usize >= first.as_ptr() as usize + 3);
        let used = arena.used();
        assert_eq!(arena.take(512, 1), None);
        assert_eq!(arena.take_many::<u64>(usize::MAX), None);
        assert_eq!(arena.used(), used, "a refused taking takes nothing");
        assert!(arena.take(512 - used, 1).is_some());
        assert_eq!(arena.take(1, 1), None);
    }
}
