//! The memory that the trace's writing works in: what the agent's own has left, which is at least what was kept free for it.

use core::cell::Cell;
use core::ptr;

use crate::base::memory::Room;
use crate::base::process::{ARENA, ROOM};

/// Memory for the time of writing: what the agent's own has left, which is at least what was kept free for it.
pub(crate) struct Scratch {
    base: *mut u8,
    size: usize,
    used: Cell<usize>,
}

impl Scratch {
    /// Takes all remaining memory; afterwards no call can be recorded.
    pub(crate) fn rest() -> Scratch {
        let (base, size) = ARENA.take_rest();
        // The room follows it in memory. A measurement that is still running keeps it.
        let size = size + if ROOM.seize() { Room::SIZE } else { 0 };
        // Without a region the slice is empty, and its address is arbitrary.
        let base = if base == 0 {
            ptr::without_provenance_mut(Room::SIZE)
        } else {
            ptr::with_exposed_provenance_mut(base)
        };
        Scratch { base, size, used: Cell::new(0) }
    }

    /// A slice of a type that is valid whatever its bytes are; who takes it writes it first. Returns `None` if too little is left.
    pub(crate) fn take_slice<T: Copy>(&self, count: usize) -> Option<&'static mut [T]> {
        let start = (self.base.addr() + self.used.get()).next_multiple_of(align_of::<T>()) - self.base.addr();
        let end = start.checked_add(count.checked_mul(size_of::<T>())?)?;
        if end > self.size {
            return None;
        }
        self.used.set(end);
        // SAFETY: in the region, aligned, handed out once, and it stays.
        Some(unsafe { core::slice::from_raw_parts_mut(self.base.add(start).cast(), count) })
    }
}
