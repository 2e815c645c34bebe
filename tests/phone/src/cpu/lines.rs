//! Records the cache lines of 64 bytes that the guest touches, separately for data and code.
//!
//! Invariant: a CPU that does not record cache lines has no callback for them, and so no cost. Recording does
//! not change a count.

use std::collections::BTreeSet;
use std::ffi::{c_int, c_void};

use unicorn_engine_sys as sys;
use unicorn_engine_sys::uc_error;

use super::{Cpu, check};

const LINE: u64 = 64;

/// The touched cache lines, by their number (address / 64).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Lines that were read or written.
    pub data: BTreeSet<u64>,
    /// Lines that contain instructions of blocks that began.
    pub code: BTreeSet<u64>,
}

fn add(lines: &mut BTreeSet<u64>, address: u64, size: u64) {
    let last = address.saturating_add(size.max(1) - 1) / LINE;
    lines.extend(address / LINE..=last);
}

impl Cpu {
    /// Records the touched cache lines from now on.
    pub fn keep_lines(&mut self) -> Result<(), uc_error> {
        let data = self.lines.get_or_insert_default().pointer();
        let accesses = sys::HookType::MEM_READ | sys::HookType::MEM_WRITE;
        for (kind, callback) in
            [(accesses, on_access as *mut c_void), (sys::HookType::BLOCK, on_block as *mut c_void)]
        {
            let mut hook = 0;
            // SAFETY: each callback has the C signature of its kind; `data` lives as long as the engine.
            check(unsafe {
                sys::uc_hook_add(self.engine.as_ptr(), &mut hook, kind.0 as c_int, callback, data, 1, 0)
            })?;
        }
        Ok(())
    }

    /// Returns the cache lines that were touched since the last call; an empty set if the CPU does not record
    /// cache lines.
    pub fn take_lines(&mut self) -> Lines {
        self.lines.as_deref_mut().map(std::mem::take).unwrap_or_default()
    }
}

unsafe extern "C" fn on_access(
    _: *mut sys::uc_engine,
    _: sys::MemType,
    address: u64,
    size: c_int,
    _: i64,
    data: *mut c_void,
) {
    // SAFETY: `data` is the `Lines` given at registration; the owner does not touch them while the engine
    // runs.
    let lines = unsafe { &mut *data.cast::<Lines>() };
    add(&mut lines.data, address, u64::from(size.unsigned_abs()));
}

unsafe extern "C" fn on_block(_: *mut sys::uc_engine, address: u64, size: u32, data: *mut c_void) {
    // SAFETY: as in `on_access`.
    let lines = unsafe { &mut *data.cast::<Lines>() };
    add(&mut lines.code, address, u64::from(size));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_memory_access_across_two_cache_lines_counts_both_lines() {
        let mut lines = BTreeSet::new();
        for (address, size, expected) in
            [(64, 8, vec![1]), (120, 8, vec![1]), (124, 8, vec![1, 2]), (256, 0, vec![1, 2, 4])]
        {
            add(&mut lines, address, size);
            assert_eq!(lines.iter().copied().collect::<Vec<_>>(), expected, "{address} {size}");
        }
    }
}
