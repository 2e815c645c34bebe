//! Manages the guest's address space: its mappings, their protections, and the bytes themselves.
//!
//! One allocation of the host backs the whole address space, so that the host can read and write it without
//! the engine.
//! Invariant: `regions` and the engine's mapping agree; regions do not overlap and are whole pages.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::collections::BTreeMap;
use std::ops::Range;
use std::ptr::NonNull;

use crate::cpu::{Cpu, PAGE};

/// The protection bit for reading.
pub const READ: u32 = 1;
/// The protection bit for writing.
pub const WRITE: u32 = 2;
/// The protection bit for executing.
pub const EXECUTE: u32 = 4;
/// Flag of a requested protection: requests a private copy, which is writable even if the original may not
/// be.
pub const COPY: u32 = 0x10;

/// Start of the addresses for the app's images.
pub const IMAGES: u64 = 0x1_0000_0000;
/// Start of the addresses for the system's images.
pub const SYSTEM: u64 = 0x1_0800_0000;
/// The end of the addresses for images, and the start of the addresses for other mappings.
pub const HEAP: u64 = 0x1_1000_0000;
const END: u64 = 0x1_4000_0000;

/// Consecutive pages with the same protection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The size of the region in bytes.
    pub size: u64,
    /// The current protection of the pages.
    pub protection: u32,
    /// The maximum protection that may be requested.
    pub maximum: u32,
    /// Whether every change of the protection is refused, as for a page under hardware protection.
    pub sealed: bool,
}

/// A saved address space: its regions, and the contents of the regions that are not executable.
pub(crate) struct Saved {
    regions: BTreeMap<u64, Region>,
    next: u64,
    free: u64,
    /// The pages that were not all zeros, by address.
    pages: BTreeMap<u64, Box<[u8]>>,
}

/// `kern_return_t` of the calls on memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Refusal {
    /// KERN_INVALID_ADDRESS
    Address = 1,
    /// KERN_PROTECTION_FAILURE
    Protection = 2,
    /// KERN_NO_SPACE
    Space = 3,
    /// KERN_INVALID_ARGUMENT
    Argument = 4,
}

/// The guest's address space.
pub struct Memory {
    allocated: NonNull<u8>,
    base: NonNull<u8>,
    regions: BTreeMap<u64, Region>,
    next: u64,
    /// Total size of the freed ranges below `next`.
    free: u64,
}

fn layout() -> Layout {
    // With a page's alignment the allocator would fill a gigabyte with zeros, so `Memory::new` aligns the
    // address instead.
    Layout::from_size_align((END - IMAGES + PAGE) as usize, 16).expect("constants that fit")
}

impl Memory {
    /// Creates an empty address space.
    pub fn new() -> Self {
        // SAFETY: the layout is not empty. The memory consists of untouched zero pages, so its size has no
        // cost.
        let allocated = NonNull::new(unsafe { alloc_zeroed(layout()) });
        let Some(allocated) = allocated else { handle_alloc_error(layout()) };
        // SAFETY: one page more than needed was allocated, and rounding up skips less than one.
        let base = unsafe { allocated.add(allocated.as_ptr().align_offset(PAGE as usize)) };
        Memory { allocated, base, regions: BTreeMap::new(), next: HEAP, free: 0 }
    }

    fn host(&self, address: u64) -> *mut u8 {
        debug_assert!((IMAGES..END).contains(&address));
        // SAFETY: callers pass addresses inside the space.
        unsafe { self.base.as_ptr().add((address - IMAGES) as usize) }
    }

    /// Maps pages at a given address.
    pub fn map(
        &mut self,
        cpu: &mut Cpu,
        address: u64,
        size: u64,
        protection: u32,
        maximum: u32,
    ) -> Result<(), Refusal> {
        let end = address.checked_add(size).ok_or(Refusal::Argument)?;
        if !address.is_multiple_of(PAGE) || !size.is_multiple_of(PAGE) || size == 0 {
            return Err(Refusal::Argument);
        }
        if address < IMAGES || end > END || self.overlaps(address, end) {
            return Err(Refusal::Space);
        }
        // SAFETY: the backing memory lives until `self` is dropped, and the owner drops the CPU first.
        unsafe { cpu.map(address, size, protection & 7, self.host(address)) }.map_err(|_| Refusal::Space)?;
        self.regions.insert(address, Region { size, protection, maximum, sealed: false });
        Ok(())
    }

    fn overlaps(&self, start: u64, end: u64) -> bool {
        self.regions.range(..end).next_back().is_some_and(|(at, region)| at + region.size > start)
    }

    /// Maps fresh zeroed pages at a free address.
    pub fn allocate(&mut self, cpu: &mut Cpu, size: u64, protection: u32) -> Result<u64, Refusal> {
        if size == 0 || size > END - HEAP || protection & EXECUTE != 0 {
            // Executable memory cannot be allocated at run time on a phone.
            return Err(if size == 0 { Refusal::Argument } else { Refusal::Protection });
        }
        let size = size.next_multiple_of(PAGE);
        // An unmapped page between two allocations catches overruns.
        let address = match self.gap(size + 2 * PAGE) {
            Some(gap) => {
                self.free -= size;
                gap + PAGE
            }
            None => {
                let address = self.next;
                if address + size + PAGE > END {
                    return Err(Refusal::Space);
                }
                self.next += size + PAGE;
                address
            }
        };
        self.map(cpu, address, size, protection, READ | WRITE)?;
        Ok(address)
    }

    /// Returns the first of the freed ranges that has this size.
    fn gap(&self, size: u64) -> Option<u64> {
        if self.free + 2 * PAGE < size {
            return None;
        }
        let mut end = HEAP - PAGE;
        for (start, region) in self.regions.range(HEAP..self.next) {
            if start - end >= size {
                return Some(end);
            }
            end = start + region.size;
        }
        (self.next - end >= size).then_some(end)
    }

    /// Unmaps whole pages; they must all be mapped.
    pub fn deallocate(&mut self, cpu: &mut Cpu, address: u64, size: u64) -> Result<(), Refusal> {
        let (start, end) = self.whole_pages(address, size)?;
        if start < HEAP {
            return Err(Refusal::Protection);
        }
        self.split(start);
        self.split(end);
        cpu.unmap(start, end - start).map_err(|_| Refusal::Address)?;
        let keys: Vec<u64> = self.regions.range(start..end).map(|(at, _)| *at).collect();
        for key in keys {
            self.regions.remove(&key);
        }
        // SAFETY: the range was mapped, so it is inside the space.
        unsafe { self.host(start).write_bytes(0, (end - start) as usize) };
        self.free += end - start;
        Ok(())
    }

    /// Rounds a range to whole pages, and checks that all of these pages are mapped.
    fn whole_pages(&self, address: u64, size: u64) -> Result<(u64, u64), Refusal> {
        let start = address & !(PAGE - 1);
        let end = address.checked_add(size).ok_or(Refusal::Argument)?;
        let end = end.checked_next_multiple_of(PAGE).ok_or(Refusal::Argument)?;
        if size == 0 {
            return Err(Refusal::Argument);
        }
        let mut at = start;
        while at < end {
            at = self.region_end(at).ok_or(Refusal::Address)?;
        }
        Ok((start, end))
    }

    fn region_end(&self, address: u64) -> Option<u64> {
        let (at, region) = self.regions.range(..=address).next_back()?;
        (address < at + region.size).then_some(at + region.size)
    }

    fn split(&mut self, at: u64) {
        let Some((&start, &region)) = self.regions.range(..at).next_back() else { return };
        if start + region.size > at {
            self.regions.insert(start, Region { size: at - start, ..region });
            self.regions.insert(at, Region { size: start + region.size - at, ..region });
        }
    }

    /// Implements vm_protect and mprotect. With `set_maximum`, it also lowers the maximum protection.
    pub fn protect(
        &mut self,
        cpu: &mut Cpu,
        address: u64,
        size: u64,
        set_maximum: bool,
        protection: u32,
    ) -> Result<(), Refusal> {
        let (start, end) = self.whole_pages(address, size)?;
        let (copy, wanted) = (protection & COPY != 0, protection & 7);
        let refused = self.overlapping(start, end).any(|(_, region)| {
            // A private copy of an executable page would be unsigned code.
            let widened =
                if copy && region.maximum & EXECUTE == 0 { region.maximum | WRITE } else { region.maximum };
            region.sealed || wanted & !widened != 0 || wanted & (WRITE | EXECUTE) == WRITE | EXECUTE
        });
        if refused {
            return Err(Refusal::Protection);
        }
        self.split(start);
        self.split(end);
        for (_, region) in self.regions.range_mut(start..end) {
            if set_maximum {
                region.maximum = wanted;
                region.protection &= wanted;
            } else {
                region.protection = wanted;
                if copy {
                    region.maximum |= wanted;
                }
            }
        }
        let pieces: Vec<(u64, Region)> =
            self.regions.range(start..end).map(|(at, region)| (*at, *region)).collect();
        for (at, region) in pieces {
            cpu.protect(at, region.size, region.protection).map_err(|_| Refusal::Address)?;
        }
        Ok(())
    }

    fn overlapping(&self, start: u64, end: u64) -> impl Iterator<Item = (u64, Region)> + '_ {
        let first = self.regions.range(..=start).next_back().map_or(start, |(at, _)| *at);
        self.regions.range(first..end).map(|(at, region)| (*at, *region))
    }

    /// Unmaps a segment of an image.
    pub(crate) fn remove_image(&mut self, cpu: &mut Cpu, start: u64, size: u64) {
        let keys: Vec<u64> = self.regions.range(start..start + size).map(|(at, _)| *at).collect();
        for key in keys {
            self.regions.remove(&key);
        }
        if cpu.unmap(start, size).is_ok() {
            // SAFETY: the range was mapped, so it is inside the space.
            unsafe { self.host(start).write_bytes(0, size as usize) };
        }
    }

    /// Sets a segment's protection for the loader, without checking its maximum protection.
    pub(crate) fn set_rights(&mut self, cpu: &mut Cpu, start: u64, size: u64, protection: u32, maximum: u32) {
        if let Some(region) = self.regions.get_mut(&start) {
            region.protection = protection;
            region.maximum = maximum;
            let _ = cpu.protect(start, size, protection);
        }
    }

    /// Saves the whole address space.
    pub(crate) fn save(&self) -> Saved {
        let mut pages = BTreeMap::new();
        for page in data_pages(&self.regions) {
            let bytes = self.page(page);
            if bytes.iter().any(|&byte| byte != 0) {
                pages.insert(page, bytes.into());
            }
        }
        Saved { regions: self.regions.clone(), next: self.next, free: self.free, pages }
    }

    /// Restores the address space of [`Memory::save`]. Returns the ranges of code that were mapped after
    /// [`Memory::save`] and that this function unmapped.
    ///
    /// Unchanged code is not touched, so the engine's translations of it stay valid.
    pub(crate) fn restore(&mut self, cpu: &mut Cpu, saved: &Saved) -> Vec<Range<u64>> {
        let mut gone = Vec::new();
        let stays =
            |at: &u64, region: &Region| saved.regions.get(at).is_some_and(|old| old.size == region.size);
        let now = std::mem::take(&mut self.regions);
        for (at, region) in now.iter().filter(|(at, region)| !stays(at, region)) {
            let _ = cpu.unmap(*at, region.size);
            // SAFETY: the range was mapped, so it is inside the space.
            unsafe { self.host(*at).write_bytes(0, region.size as usize) };
            if region.protection & EXECUTE != 0 {
                gone.push(*at..at + region.size);
            }
        }
        for (at, region) in &saved.regions {
            match now.get(at).filter(|now| now.size == region.size) {
                Some(now) if now.protection == region.protection => {}
                Some(_) => {
                    let _ = cpu.protect(*at, region.size, region.protection);
                }
                None => {
                    // SAFETY: as in `map`.
                    let _ = unsafe { cpu.map(*at, region.size, region.protection & 7, self.host(*at)) };
                }
            }
        }
        self.regions.clone_from(&saved.regions);
        (self.next, self.free) = (saved.next, saved.free);
        for page in data_pages(&saved.regions) {
            match saved.pages.get(&page) {
                Some(bytes) => self.put(page, bytes),
                None if self.page(page).iter().any(|&byte| byte != 0) => {
                    // SAFETY: the page is mapped, hence inside the space.
                    unsafe { self.host(page).write_bytes(0, PAGE as usize) };
                }
                None => {}
            }
        }
        gone
    }

    fn page(&self, page: u64) -> &[u8] {
        // SAFETY: the page is mapped, hence inside the space; `read` explains the lifetime.
        unsafe { std::slice::from_raw_parts(self.host(page), PAGE as usize) }
    }

    /// Refuses every later change of protection in this range.
    pub fn seal(&mut self, start: u64, end: u64) {
        self.split(start);
        self.split(end);
        for (_, region) in self.regions.range_mut(start..end) {
            region.sealed = true;
        }
    }

    /// Returns the region that contains an address, or the next one above it.
    pub fn region(&self, address: u64) -> Option<(u64, Region)> {
        let below = self.regions.range(..=address).next_back();
        let holds = below.filter(|(at, region)| address < *at + region.size);
        holds.or_else(|| self.regions.range(address..).next()).map(|(at, region)| (*at, *region))
    }

    /// Returns whether the whole range is readable or, with `WRITE`, writable.
    pub fn allows(&self, address: u64, size: u64, right: u32) -> bool {
        let Some(end) = address.checked_add(size) else { return false };
        let mut at = address;
        while at < end {
            match self.regions.range(..=at).next_back() {
                Some((start, region)) if at < start + region.size && region.protection & right == right => {
                    at = start + region.size;
                }
                _ => return false,
            }
        }
        true
    }

    /// Returns bytes of memory that the guest may read.
    pub fn read(&self, address: u64, size: u64) -> Option<&[u8]> {
        if size == 0 {
            return Some(&[]);
        }
        // SAFETY: the range is mapped, hence inside the space; the engine does not run while the reference
        // lives, as it needs `&mut Cpu` from the same owner that lends `&self` to this function.
        self.allows(address, size, READ)
            .then(|| unsafe { std::slice::from_raw_parts(self.host(address), size as usize) })
    }

    /// Writes bytes to memory that the guest may write.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Option<()> {
        if bytes.is_empty() {
            return Some(());
        }
        self.allows(address, bytes.len() as u64, WRITE).then(|| self.put(address, bytes))
    }

    /// Writes bytes without checking the guest's protection. The loader uses this function before it sets
    /// protections.
    pub fn write_through(&mut self, address: u64, bytes: &[u8]) -> Option<()> {
        if bytes.is_empty() {
            return Some(());
        }
        self.allows(address, bytes.len() as u64, 0).then(|| self.put(address, bytes))
    }

    fn put(&mut self, address: u64, bytes: &[u8]) {
        // SAFETY: the caller checked that the range is mapped, hence inside the space; `bytes` is host memory
        // outside of it.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.host(address), bytes.len()) };
    }

    /// Reads a 64-bit word that the guest may read.
    pub fn word(&self, address: u64) -> Option<u64> {
        self.read(address, 8)?.try_into().ok().map(u64::from_le_bytes)
    }

    /// Reads a 32-bit word that the guest may read.
    pub fn half(&self, address: u64) -> Option<u32> {
        self.read(address, 4)?.try_into().ok().map(u32::from_le_bytes)
    }

    /// Reads a NUL-terminated string of at most 64 KiB.
    pub fn string(&self, address: u64) -> Option<String> {
        let mut bytes = Vec::new();
        let mut at = address;
        while bytes.len() < 65536 {
            // Each step reads at most to the end of a page, since the next page may not be mapped.
            let step = PAGE - at % PAGE;
            let piece = self.read(at, step)?;
            if let Some(end) = piece.iter().position(|&byte| byte == 0) {
                bytes.extend_from_slice(&piece[..end]);
                return String::from_utf8(bytes).ok();
            }
            bytes.extend_from_slice(piece);
            at += step;
        }
        None
    }
}

/// Returns the pages that are not executable.
fn data_pages(regions: &BTreeMap<u64, Region>) -> impl Iterator<Item = u64> + '_ {
    let data = regions.iter().filter(|(_, region)| region.protection & EXECUTE == 0);
    data.flat_map(|(at, region)| (*at..at + region.size).step_by(PAGE as usize))
}

impl Default for Memory {
    fn default() -> Self {
        Memory::new()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: `new` allocated this memory with this layout; the CPU that used the memory is already
        // dropped (see `map`).
        unsafe { dealloc(self.allocated.as_ptr(), layout()) };
    }
}
