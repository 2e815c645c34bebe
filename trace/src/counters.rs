//! Defines the layout of the counters in an image whose functions count their calls (`gate inject --count functions`), version 1.
//!
//! The gate writes the counters into the file of the image, and the agent reads them from memory.
//!
//! | segment | part | layout |
//! |---|---|---|
//! | [`SEGMENT`] | head | [`CountersHeader`]: eight little-endian words of 32 bits |
//! | | offsets | one word for each function, in ascending order, then one for each import stub, in ascending order |
//! | | code | one trampoline for each offset, in the order of the offsets |
//! | the writable memory before it | state | 64 bits: TPIDRRO_EL0 of the thread that counts (its lowest three bits are ignored; no thread counts while it is 0); 64 bits: the number of functions that have run |
//! | | records | one [`CounterRecord`] for each offset |
//!
//! All offsets are relative to the image's header. The first instruction of a function is a branch to its trampoline. State and records are
//! zero-filled memory: they occupy no bytes of the file.

/// The name of the segment that has the head, the offsets and the trampolines.
pub const SEGMENT: &str = "__LG_TEXT";
/// The first word of the head: the characters `LGRW`.
pub const MAGIC: u32 = 0x5752_474c;
/// The version of this layout.
pub const VERSION: u32 = 1;
/// The number of low bits of [`CounterRecord::first`] that contain the time; the other bits contain the order.
pub const TIME_BITS: u32 = 44;

/// The beginning of the segment `__LG_TEXT`.
#[derive(Debug)]
#[repr(C)]
pub struct CountersHeader {
    /// The constant [`MAGIC`].
    pub magic: u32,
    /// The constant [`VERSION`].
    pub version: u32,
    /// The number of offsets: one for each function and each import stub.
    pub count: u32,
    /// The number of import stubs that have offsets.
    pub imports: u32,
    /// The offset of the state from the image's header.
    pub state: u32,
    /// The offset of the records from the image's header.
    pub records: u32,
    /// The offset of the first trampoline from the image's header.
    pub code: u32,
    /// A word that is always zero.
    pub zero: u32,
}

/// The counts of one function.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct CounterRecord {
    /// The number of calls of the function on the counting thread.
    pub calls: u64,
    /// The first call of the function: the counter CNTVCT_EL0 at the first call in the lowest [`TIME_BITS`] bits and, in the bits above,
    /// the function's position in the order of the first calls of all functions, from 1 on.
    pub first: u64,
    /// The return address of the first call.
    pub caller: u64,
}
