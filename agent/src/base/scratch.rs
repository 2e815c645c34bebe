//! The memory that is used while the trace is written: the remaining memory of the agent, which is at least as large as the reserved part.

use core::cell::Cell;
use core::ptr;

use crate::base::memory::ReservedBlock;
use crate::base::process::{ARENA, ROOM};

/// The memory that is used while the trace is written.
pub(crate) struct Scratch {
    base: *mut u8,
    size: usize,
    used: Cell<usize>,
}

impl Scratch {
    /// Takes all of the remaining memory; afterwards no call can be recorded.
    pub(crate) fn take_rest() -> Scratch {
        let (base, size) = ARENA.take_rest();
        // The reserved block follows the agent's region in memory. If a measurement still uses the block, the scratch memory does not
        // include the block.
        let size = size + if ROOM.try_lock() { ReservedBlock::SIZE } else { 0 };
        // If the agent has no region of memory, the slice is empty and its address is arbitrary.
        let base = if base == 0 {
            ptr::without_provenance_mut(ReservedBlock::SIZE)
        } else {
            ptr::with_exposed_provenance_mut(base)
        };
        Scratch { base, size, used: Cell::new(0) }
    }

    /// Returns a slice of a type for which all bytes are valid. The caller must write the slice before it reads it. Returns `None` if too
    /// little memory is left.
    pub(crate) fn take_slice<T: Copy>(&self, count: usize) -> Option<&'static mut [T]> {
        let start = (self.base.addr() + self.used.get()).next_multiple_of(align_of::<T>()) - self.base.addr();
        let end = start.checked_add(count.checked_mul(size_of::<T>())?)?;
        if end > self.size {
            return None;
        }
        self.used.set(end);
        // SAFETY: the slice is in the region, aligned, returned only once, and never freed.
        Some(unsafe { core::slice::from_raw_parts_mut(self.base.add(start).cast(), count) })
    }
}
