//! Wraps the CPU: a safe interface to Unicorn's C library, and the counters that it updates while it
//! runs.
//!
//! The module `cpu` owns the engine and all of the engine's callbacks. The module works with addresses and registers only, and does not
//! depend on images or processes.
//!
//! Invariant: every instruction that the guest retires is counted once. A whole block is counted before it runs, and a block that is
//! stopped at its start is not counted. The counts therefore depend only on the guest, not on the time slices in which the host runs the
//! guest.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::ptr::{self, NonNull};

use unicorn_engine_sys as sys;
use unicorn_engine_sys::{RegisterARM64 as Reg, uc_error};

mod calls;
mod kept;
mod lines;

use kept::Kept;
pub use lines::Lines;

/// The CPU model that the guest sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CpuModel {
    /// ARMv8.0, which faults on the atomics of ARMv8.1. The model A57 detects code that was built for a newer CPU than that of the oldest
    /// supported phone.
    #[default]
    A57,
    /// All CPU features that the emulator supports.
    Max,
}

/// The reason for which the CPU stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// `svc`: a host call; the PC is at the next instruction.
    Call,
    /// The time slice is over; the PC is at an instruction that has not run.
    Slice,
    /// A read, write or fetch that the page's protection does not allow.
    Memory {
        /// The kind of the refused access.
        access: Access,
        address: u64,
        /// Whether the page is mapped but its protection forbids the access.
        protected: bool,
    },
    /// An exception other than a host call or a refused access (undefined instruction, `brk`, …), with the emulator's number for it.
    Exception(u32),
    /// An error of the emulator's engine.
    Engine(uc_error),
}

/// The kinds of memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A load.
    Read,
    /// A store.
    Write,
    /// An instruction fetch.
    Fetch,
}

/// The counts of the blocks that begin at one instruction address.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Slot {
    /// The number of blocks that began at this address; the top bit marks a watched address.
    runs: u64,
    /// The number of instructions in the blocks that began at this address.
    instructions: u64,
}

const WATCHED: u64 = 1 << 63;

/// An entry of the observer's journal: the CPU reached a watched address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    pub address: u64,
    /// Number of instructions that were retired before this visit.
    pub instructions: u64,
    /// The stack pointer at the visit.
    pub sp: u64,
    /// The link register at the visit.
    pub lr: u64,
    /// Registers x0 to x3 at the visit.
    pub x: [u64; 4],
    /// The address at which the previous block on the same thread began; 0 if that is unknown.
    pub from: u64,
}

/// A receiver of visits to watched addresses. A watcher runs inside the emulator, so it must not call the engine; it adds a watched address
/// only through the result of [`Watcher::visit`].
pub trait Watcher {
    /// Handles a block that is about to begin at a watched address. `word` reads the guest's memory. Returns
    /// another address to watch from now on.
    fn visit(&mut self, visit: Visit, word: &dyn Fn(u64) -> Option<u64>) -> Option<u64>;
}

/// The virtual time as a function of the number of instructions: `ticks = offset + instructions × numerator / denominator`.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// The time at the instruction count `since`, in 1/65,536 ticks.
    pub offset: u64,
    /// Duration of an instruction in 1/65,536 ticks, times 2^16 (so 2^32 is one tick per instruction).
    pub rate: u64,
    /// The instruction count to which `offset` belongs.
    pub since: u64,
}

impl Clock {
    /// Returns the time at an instruction count, in 1/65,536 ticks.
    pub fn fine(&self, instructions: u64) -> u64 {
        let run = instructions.saturating_sub(self.since) as u128;
        self.offset + ((run * self.rate as u128) >> 16) as u64
    }

    /// Returns how many more instructions must run after the first `instructions`, at least one, before the
    /// clock reaches the time `fine` (in 1/65,536 ticks).
    pub fn instructions_until(&self, fine: u64, instructions: u64) -> u64 {
        let left = u128::from(fine.saturating_sub(self.fine(instructions)));
        let count = (left << 16).div_ceil(u128::from(self.rate.max(1)));
        u64::try_from(count).unwrap_or(u64::MAX).max(1)
    }
}

/// The counter that programs read, CNTVCT_EL0: its real rate, and the rate that CNTFRQ_EL0 states. Virtual
/// time and `mach_absolute_time` are in ticks of 24 MHz for either rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The real rate, in ticks per second.
    pub hz: u64,
    /// The rate that CNTFRQ_EL0 states, in Hz.
    pub stated_hz: u64,
}

impl Counter {
    /// The counter of all phones up to the iPhone 15, and of apps that were built with an SDK older than that
    /// of iOS 18.
    pub const PLAIN: Counter = Counter { hz: 24_000_000, stated_hz: 24_000_000 };
    /// The counter that XNU scales to 1 GHz.
    pub const SCALED: Counter = Counter { hz: 1_000_000_000, stated_hz: 1_000_000_000 };
    /// The two kinds of counters that phones have.
    pub const MODES: [Counter; 2] = [Counter::PLAIN, Counter::SCALED];

    /// Returns the counter's value at a time in 1/65,536 ticks of 24 MHz.
    fn value(self, fine: u64) -> u64 {
        ((u128::from(fine) * u128::from(self.hz) / 24_000_000) >> 16) as u64
    }
}

/// The state that callbacks reach through a pointer while the engine runs.
struct Shared {
    counter: Counter,
    instructions: u64,
    /// The instruction count that no block may exceed: a block that would exceed it stops before its start.
    limit: u64,
    /// The instruction count from which the next block stops before its start.
    enough: u64,
    block: u64,
    block_length: u64,
    code_base: u64,
    code_slots: u64,
    slots: *mut Slot,
    outside: Slot,
    stop: Option<Stop>,
    clock: Clock,
    thread_pointer: u64,
    watcher: Option<Box<dyn Watcher>>,
    /// For each code page of 16 KiB, whether it was touched (a page-in); indexed from `code_base`.
    pages: Vec<bool>,
    page_ins: u64,
    page_stall: u64,
    /// Duration of each reading of the clock, in 1/65,536 ticks.
    per_reading: u64,
}

/// An arm64 CPU.
pub struct Cpu {
    engine: NonNull<sys::uc_engine>,
    shared: Kept<Shared>,
    layout: Layout,
    /// The touched cache lines, if they are recorded.
    lines: Option<Kept<Lines>>,
    /// The open calls, if they are followed.
    calls: Option<Kept<calls::Calls>>,
}

/// Size of a page, as on every iPhone.
pub const PAGE: u64 = 16384;

impl Cpu {
    /// Creates a CPU that counts the blocks in the address range `code` (start, length).
    pub fn new(model: CpuModel, code: (u64, u64)) -> Result<Self, uc_error> {
        let count = (code.1 / 4) as usize;
        let layout = Layout::array::<Slot>(count.max(1)).map_err(|_| uc_error::NOMEM)?;
        let mut raw = ptr::null_mut();
        // SAFETY: `raw` is a valid place for the handle.
        check(unsafe { sys::uc_open(sys::Arch::ARM64, sys::Mode(0), &mut raw) })?;
        let engine = NonNull::new(raw).ok_or(uc_error::HANDLE)?;
        // SAFETY: the layout is not empty. The system returns such a large allocation as untouched zero
        // pages.
        let slots = unsafe { alloc_zeroed(layout) }.cast::<Slot>();
        if slots.is_null() {
            handle_alloc_error(layout);
        }
        let shared = Kept::new(Shared {
            counter: Counter::PLAIN,
            instructions: 0,
            limit: u64::MAX,
            enough: u64::MAX,
            block: 0,
            block_length: 0,
            code_base: code.0,
            code_slots: count as u64,
            slots,
            outside: Slot::default(),
            stop: None,
            clock: Clock { offset: 0, rate: (1u64 << 32) / 125, since: 0 },
            thread_pointer: 0,
            watcher: None,
            pages: vec![false; (code.1 / PAGE) as usize + 1],
            page_ins: 0,
            page_stall: 0,
            per_reading: 0,
        });
        let mut cpu = Cpu { engine, shared, layout, lines: None, calls: None };
        let number = match model {
            CpuModel::A57 => sys::Arm64CpuModel::A57,
            CpuModel::Max => sys::Arm64CpuModel::MAX,
        } as u32;
        cpu.control(sys::ControlType::CPU_MODEL, number as u64)?;
        cpu.add_hooks()?;
        let mut code = Vec::new();
        code.extend(CLREX.to_le_bytes());
        code.extend(SVC.to_le_bytes());
        // SAFETY: the engine allocates this memory itself, at an address that has no other use; the bytes are
        // read before the call returns.
        check(unsafe { sys::uc_mem_map(cpu.engine.as_ptr(), CLEARING, PAGE, EXECUTE_ONLY) })?;
        // SAFETY: the engine exists, and reads the passed bytes before the call returns.
        check(unsafe {
            sys::uc_mem_write(cpu.engine.as_ptr(), CLEARING, code.as_ptr().cast(), code.len() as u64)
        })?;
        let cpacr = cpu.read(Reg::CPACR_EL1 as c_int);
        cpu.write(Reg::CPACR_EL1 as c_int, cpacr | 3 << 20);
        Ok(cpu)
    }

    fn add_hooks(&mut self) -> Result<(), uc_error> {
        let invalid = sys::HookType::MEM_READ_UNMAPPED
            | sys::HookType::MEM_WRITE_UNMAPPED
            | sys::HookType::MEM_FETCH_UNMAPPED
            | sys::HookType::MEM_READ_PROT
            | sys::HookType::MEM_WRITE_PROT
            | sys::HookType::MEM_FETCH_PROT;
        let hooks: [(sys::HookType, *mut c_void); 3] = [
            (sys::HookType::BLOCK, on_block as *mut c_void),
            (sys::HookType::INTR, on_exception as *mut c_void),
            (invalid, on_invalid as *mut c_void),
        ];
        let data = self.shared.pointer();
        for (kind, callback) in hooks {
            let mut hook = 0;
            // SAFETY: each callback has the C signature of its kind; `data` lives as long as the engine.
            check(unsafe {
                sys::uc_hook_add(self.engine.as_ptr(), &mut hook, kind.0 as c_int, callback, data, 1, 0)
            })?;
        }
        let mut hook = 0;
        // SAFETY: the callback has the C signature of its kind, and `data` lives as long as the engine; an
        // INSN hook takes the instruction's number as its variable argument.
        check(unsafe {
            sys::uc_hook_add(
                self.engine.as_ptr(),
                &mut hook,
                sys::HookType::INSN.0 as c_int,
                on_mrs as *mut c_void,
                data,
                1,
                0,
                sys::Arm64Insn::UC_ARM64_INS_MRS as c_int,
            )
        })
    }

    fn control(&mut self, control: sys::ControlType, value: u64) -> Result<(), uc_error> {
        // SAFETY: a write control with one argument takes exactly this argument.
        check(unsafe {
            sys::uc_ctl(self.engine.as_ptr(), sys::ControlType(control.0 | 1 << 26 | 1 << 30), value)
        })
    }

    /// Maps `length` bytes at `host` as the guest's memory at `address`.
    ///
    /// # Safety
    /// The bytes at `host` must outlive the CPU, and no reference to them may exist while it runs.
    pub unsafe fn map(
        &mut self,
        address: u64,
        length: u64,
        protection: u32,
        host: *mut u8,
    ) -> Result<(), uc_error> {
        // SAFETY: guaranteed by the caller.
        check(unsafe { sys::uc_mem_map_ptr(self.engine.as_ptr(), address, length, protection, host.cast()) })
    }

    /// Unmaps memory.
    pub fn unmap(&mut self, address: u64, length: u64) -> Result<(), uc_error> {
        // SAFETY: the engine checks the range.
        check(unsafe { sys::uc_mem_unmap(self.engine.as_ptr(), address, length) })
    }

    /// Sets the protection of the guest's memory.
    pub fn protect(&mut self, address: u64, length: u64, protection: u32) -> Result<(), uc_error> {
        // SAFETY: the engine checks the range.
        check(unsafe { sys::uc_mem_protect(self.engine.as_ptr(), address, length, protection) })
    }

    fn read(&self, register: c_int) -> u64 {
        let mut value = 0u64;
        // SAFETY: all registers that this function reads have 64 bits or fewer.
        unsafe { sys::uc_reg_read(self.engine.as_ptr(), register, (&raw mut value).cast()) };
        value
    }

    fn write(&mut self, register: c_int, value: u64) {
        // SAFETY: all registers that this function writes have 64 bits or fewer.
        unsafe { sys::uc_reg_write(self.engine.as_ptr(), register, (&raw const value).cast()) };
    }

    /// Returns the value of a register x0..x30.
    pub fn x(&self, index: u32) -> u64 {
        self.read(general(index))
    }

    /// Sets register x0..x30.
    pub fn set_x(&mut self, index: u32, value: u64) {
        self.write(general(index), value);
    }

    /// Returns the stack pointer.
    pub fn sp(&self) -> u64 {
        self.read(Reg::SP as c_int)
    }

    /// Sets the stack pointer.
    pub fn set_sp(&mut self, value: u64) {
        self.write(Reg::SP as c_int, value);
    }

    /// Returns the program counter.
    pub fn pc(&self) -> u64 {
        self.read(Reg::PC as c_int)
    }

    /// Sets the program counter.
    pub fn set_pc(&mut self, value: u64) {
        self.write(Reg::PC as c_int, value);
    }

    /// Returns the flags N, Z, C and V at their positions in CPSR.
    pub fn flags(&self) -> u64 {
        self.read(Reg::NZCV as c_int)
    }

    pub fn set_flags(&mut self, value: u64) {
        self.write(Reg::NZCV as c_int, value);
    }

    /// Returns a vector register's 128 bits.
    pub fn q(&self, index: u32) -> u128 {
        let mut value = 0u128;
        // SAFETY: a Q register has 128 bits.
        unsafe {
            sys::uc_reg_read(self.engine.as_ptr(), Reg::Q0 as c_int + index as c_int, (&raw mut value).cast())
        };
        value
    }

    /// Sets a vector register.
    pub fn set_q(&mut self, index: u32, value: u128) {
        // SAFETY: a Q register has 128 bits.
        unsafe {
            sys::uc_reg_write(
                self.engine.as_ptr(),
                Reg::Q0 as c_int + index as c_int,
                (&raw const value).cast(),
            )
        };
    }

    /// Sets the value that `mrs x, TPIDRRO_EL0` reads.
    pub fn set_thread_pointer(&mut self, value: u64) {
        self.shared.thread_pointer = value;
        self.write(Reg::TPIDRRO_EL0 as c_int, value);
    }

    /// Saves the registers, but not the memory.
    pub fn save(&self) -> Registers {
        let mut registers = Registers {
            x: [0; 31],
            sp: self.sp(),
            pc: self.pc(),
            flags: self.flags(),
            fpcr: self.read(Reg::FPCR as c_int),
            fpsr: self.read(Reg::FPSR as c_int),
            thread_pointer: self.shared.thread_pointer,
            q: [0; 32],
        };
        for index in 0..31 {
            registers.x[index as usize] = self.x(index);
        }
        for index in 0..32 {
            registers.q[index as usize] = self.q(index);
        }
        registers
    }

    /// Restores the registers of [`Cpu::save`].
    pub fn restore(&mut self, registers: &Registers) {
        for index in 0..31 {
            self.set_x(index, registers.x[index as usize]);
        }
        for index in 0..32 {
            self.set_q(index, registers.q[index as usize]);
        }
        self.set_sp(registers.sp);
        self.set_pc(registers.pc);
        self.set_flags(registers.flags);
        self.write(Reg::FPCR as c_int, registers.fpcr);
        self.write(Reg::FPSR as c_int, registers.fpsr);
        self.set_thread_pointer(registers.thread_pointer);
    }

    /// Runs from the PC until the CPU stops, at the latest at the first block that begins after `slice`
    /// instructions.
    ///
    /// Unlike [`Cpu::run`], this function never translates code again to end a slice, so it suits many short slices.
    pub fn run_blocks(&mut self, slice: u64) -> Stop {
        self.shared.limit = u64::MAX;
        self.shared.enough = self.shared.instructions.saturating_add(slice.max(1));
        let stop = self.start(NOWHERE);
        self.shared.enough = u64::MAX;
        stop
    }

    /// Runs from the PC until the CPU stops, at the latest after exactly `slice` instructions.
    pub fn run(&mut self, slice: u64) -> Stop {
        let end = self.shared.instructions.saturating_add(slice);
        self.shared.limit = end;
        self.shared.stop = None;
        let stop = self.start(NOWHERE);
        let left = end - self.shared.instructions;
        if stop != Stop::Slice || left == 0 {
            return stop;
        }
        // The next block is longer than the remaining slice, so its beginning is translated as a separate block.
        let until = self.pc() + 4 * left;
        self.forget(self.pc(), until);
        let stop = self.start(until);
        // The exit is also part of the translation of the following block, which must be dropped too.
        self.forget(until - 4, until + 4);
        stop
    }

    /// Clears the exclusive monitor, as a kernel does when it switches threads. A store-exclusive that
    /// follows fails, whichever thread did the last load-exclusive.
    ///
    /// If the monitor were not cleared, a load-exclusive of one thread could let the store-exclusive of another thread succeed, and an
    /// update would be lost that no phone loses. The function runs and counts no instruction of the guest; the caller must restore the
    /// registers afterwards.
    pub fn clear_exclusive(&mut self) {
        let shared = &mut *self.shared;
        let kept = (shared.instructions, shared.outside, shared.limit);
        shared.limit = u64::MAX;
        self.set_pc(CLEARING);
        self.start(NOWHERE);
        let shared = &mut *self.shared;
        (shared.instructions, shared.outside, shared.limit) = kept;
    }

    fn start(&mut self, until: u64) -> Stop {
        self.shared.stop = None;
        let pc = self.pc();
        // SAFETY: no reference to guest memory or to `shared` exists during the run, except through raw pointers inside callbacks.
        let result = unsafe { sys::uc_emu_start(self.engine.as_ptr(), pc, until, 0, 0) };
        match (self.shared.stop.take(), result) {
            (Some(stop), _) => stop,
            (None, uc_error::OK) if self.pc() == NOWHERE => {
                Stop::Memory { access: Access::Fetch, address: NOWHERE, protected: false }
            }
            (None, uc_error::OK) => Stop::Slice,
            (None, error) => Stop::Engine(error),
        }
    }

    /// Drops the translations of the code in this address range.
    pub fn forget(&mut self, start: u64, end: u64) {
        let control = sys::ControlType(sys::ControlType::TB_REMOVE_CACHE.0 | 2 << 26 | 1 << 30);
        // SAFETY: this control takes two addresses.
        unsafe { sys::uc_ctl(self.engine.as_ptr(), control, start, end) };
    }

    /// Returns the number of instructions that the guest has retired.
    pub fn instructions(&self) -> u64 {
        self.shared.instructions
    }

    /// Subtracts the instructions of a block that did not run because of a fault in the block, so that the
    /// count is exact at a fault too.
    pub fn uncount_from(&mut self, pc: u64) {
        let shared = &mut *self.shared;
        if pc >= shared.block && pc < shared.block + 4 * shared.block_length {
            let done = (pc - shared.block) / 4;
            let surplus = shared.block_length - done;
            shared.instructions -= surplus;
            if let Some(slot) = slot(shared, shared.block) {
                // SAFETY: `slot` returns only pointers into the table of its range, which `shared` keeps
                // alive.
                unsafe { (*slot).instructions -= surplus };
            }
            shared.block_length = done;
        }
    }

    /// Returns the address at which the last block began.
    pub fn last_block(&self) -> u64 {
        self.shared.block
    }

    /// Sets the last block of the thread that is switched in.
    pub fn set_last_block(&mut self, address: u64) {
        self.shared.block = address;
        self.shared.block_length = 0;
    }

    /// Returns the clock of CNTVCT_EL0.
    pub fn clock(&self) -> Clock {
        self.shared.clock
    }

    /// Sets the clock of CNTVCT_EL0.
    pub fn set_clock(&mut self, clock: Clock) {
        self.shared.clock = clock;
    }

    /// Multiplies the duration of all following instructions by `times`.
    pub(crate) fn slow_down(&mut self, times: f64) {
        let (clock, now) = (self.shared.clock, self.shared.instructions);
        let rate = (clock.rate as f64 * times).round() as u64;
        self.set_clock(Clock { offset: clock.fine(now), rate, since: now });
    }

    /// Returns the virtual time, in ticks of 24 MHz.
    pub fn ticks(&self) -> u64 {
        self.shared.clock.fine(self.shared.instructions) >> 16
    }

    /// Changes the rate of CNTVCT_EL0.
    pub fn set_counter(&mut self, counter: Counter) {
        self.shared.counter = counter;
    }

    /// Sets the duration of each reading of CNTVCT_EL0 beyond that of its instruction, in 1/65,536 ticks.
    pub fn set_per_reading(&mut self, fine_ticks: u64) {
        self.shared.per_reading = fine_ticks;
    }

    /// Sets the time, in 1/65,536 ticks, by which the first run of code on a 16 KiB page delays the clock.
    pub fn set_page_stall(&mut self, fine_ticks: u64) {
        self.shared.page_stall = fine_ticks;
    }

    /// Returns the number of code pages that ran at least once.
    pub fn page_ins(&self) -> u64 {
        self.shared.page_ins
    }

    /// Sets the receiver of visits to watched addresses.
    pub fn set_watcher(&mut self, watcher: Box<dyn Watcher>) {
        self.shared.watcher = Some(watcher);
    }

    /// Calls the watcher at this address from now on. The CPU recognises only addresses at which a block starts: entries of functions,
    /// return addresses and targets of jumps.
    pub fn watch(&mut self, address: u64) {
        if let Some(slot) = slot(&self.shared, address) {
            // SAFETY: `slot` checks the index.
            unsafe { (*slot).runs |= WATCHED };
        }
    }

    /// Returns, for each address in `[start, end)` at which blocks began, the address, the number of blocks
    /// and their instructions.
    pub fn counted(&self, start: u64, end: u64) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
        (start & !3..end).step_by(4).filter_map(|address| {
            let slot = slot(&self.shared, address)?;
            // SAFETY: `slot` checks the index.
            let slot = unsafe { *slot };
            let runs = slot.runs & !WATCHED;
            (runs != 0).then_some((address, runs, slot.instructions))
        })
    }

    /// Saves the counts in the address ranges `code`.
    pub(crate) fn save_counts(&self, code: Vec<Range<u64>>) -> Counted {
        let ranges = code.into_iter().map(|range| {
            let places = (range.start & !3..range.end).step_by(4);
            // SAFETY: `slot` checks the index.
            let slots = places.filter_map(|at| slot(&self.shared, at).map(|slot| unsafe { *slot }));
            (range.start & !3, slots.collect())
        });
        let shared = &self.shared;
        Counted {
            ranges: ranges.collect(),
            outside: shared.outside,
            instructions: shared.instructions,
            clock: shared.clock,
            pages: shared.pages.clone(),
            page_ins: shared.page_ins,
        }
    }

    /// Clears the counts in a range.
    pub(crate) fn clear_counts(&mut self, code: Range<u64>) {
        for at in (code.start & !3..code.end).step_by(4) {
            if let Some(slot) = slot(&self.shared, at) {
                // SAFETY: `slot` checks the index.
                unsafe { *slot = Slot::default() };
            }
        }
    }

    /// Restores the counts of [`Cpu::save_counts`]; the CPU keeps the translations of code.
    pub(crate) fn restore_counts(&mut self, counted: &Counted) {
        for (start, slots) in &counted.ranges {
            for (at, old) in (*start..).step_by(4).zip(slots) {
                if let Some(slot) = slot(&self.shared, at) {
                    // SAFETY: `slot` checks the index.
                    unsafe { *slot = *old };
                }
            }
        }
        let shared = &mut self.shared;
        (shared.outside, shared.instructions, shared.clock) =
            (counted.outside, counted.instructions, counted.clock);
        shared.pages.clone_from(&counted.pages);
        shared.page_ins = counted.page_ins;
    }

    /// Returns the instructions of blocks outside the counted code range.
    pub fn counted_outside(&self) -> u64 {
        self.shared.outside.instructions
    }
}

impl Drop for Cpu {
    fn drop(&mut self) {
        // SAFETY: the engine is closed once, and makes no callback afterwards.
        unsafe { sys::uc_close(self.engine.as_ptr()) };
        // SAFETY: allocated in `new` with this layout.
        unsafe { dealloc(self.shared.slots.cast(), self.layout) };
    }
}

/// Saved counts of the CPU.
pub(crate) struct Counted {
    ranges: Vec<(u64, Vec<Slot>)>,
    outside: Slot,
    instructions: u64,
    clock: Clock,
    pages: Vec<bool>,
    page_ins: u64,
}

/// The registers of a thread that is not running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registers {
    /// x0..x30.
    pub x: [u64; 31],
    /// The stack pointer.
    pub sp: u64,
    /// The program counter.
    pub pc: u64,
    /// N, Z, C, V.
    pub flags: u64,
    /// Floating-point control.
    pub fpcr: u64,
    /// Floating-point status.
    pub fpsr: u64,
    /// TPIDRRO_EL0.
    pub thread_pointer: u64,
    /// q0..q31.
    pub q: [u128; 32],
}

/// The end address of a run that has no end address. The engine invalidates any end address other than 0 after each run, whereas 0 has no
/// cost. A jump to null also stops at address 0 without an error; `start` distinguishes the jump from the end of a slice.
const NOWHERE: u64 = 0;

/// Address of the `clrex` and `svc #0x80` instructions, far from all other code.
const CLEARING: u64 = 0x10_0000_0000;
const CLREX: u32 = 0xd503_3f5f;
const SVC: u32 = 0xd400_1001;
const EXECUTE_ONLY: u32 = 4;

fn general(index: u32) -> c_int {
    match index {
        29 => Reg::X29 as c_int,
        30 => Reg::X30 as c_int,
        index => Reg::X0 as c_int + index as c_int,
    }
}

fn check(error: uc_error) -> Result<(), uc_error> {
    if error == uc_error::OK { Ok(()) } else { Err(error) }
}

fn slot(shared: &Shared, address: u64) -> Option<*mut Slot> {
    let index = address.wrapping_sub(shared.code_base) >> 2;
    // SAFETY: the index is inside the allocation.
    (index < shared.code_slots).then(|| unsafe { shared.slots.add(index as usize) })
}

unsafe extern "C" fn on_block(engine: *mut sys::uc_engine, address: u64, size: u32, data: *mut c_void) {
    // SAFETY: `data` is the `Shared` given at registration; the owner does not touch it while the engine runs.
    let shared = unsafe { &mut *data.cast::<Shared>() };
    let length = u64::from(size) / 4;
    if shared.instructions + length > shared.limit || shared.instructions >= shared.enough {
        shared.stop = Some(Stop::Slice);
        // SAFETY: the engine allows this call in a callback; the block has not begun and will not.
        unsafe { sys::uc_emu_stop(engine) };
        return;
    }
    let index = address.wrapping_sub(shared.code_base) >> 2;
    if index < shared.code_slots {
        // SAFETY: the index is inside the allocation.
        let slot = unsafe { &mut *shared.slots.add(index as usize) };
        // One comparison detects the two rare cases: a block that never ran before, and a watched address.
        if slot.runs as i64 <= 0 {
            rare(engine, shared, address, slot.runs);
        }
        slot.runs += 1;
        slot.instructions += length;
    } else {
        shared.outside.runs += 1;
        shared.outside.instructions += length;
    }
    shared.block = address;
    shared.block_length = length;
    shared.instructions += length;
}

/// Reads a register of 64 bits inside a callback.
fn read_register(engine: *mut sys::uc_engine, register: Reg) -> u64 {
    let mut value = 0u64;
    // SAFETY: reading a register inside a callback is allowed; all registers that this function reads have 64 bits.
    unsafe { sys::uc_reg_read(engine, register as c_int, (&raw mut value).cast()) };
    value
}

/// Reads a word of the guest's memory inside a callback.
fn read_word(engine: *mut sys::uc_engine, address: u64) -> Option<u64> {
    let mut bytes = [0u8; 8];
    // SAFETY: reading memory inside a callback is allowed; the engine checks the address.
    let error = unsafe { sys::uc_mem_read(engine, address, bytes.as_mut_ptr().cast(), 8) };
    (error == uc_error::OK).then(|| u64::from_le_bytes(bytes))
}

#[cold]
fn rare(engine: *mut sys::uc_engine, shared: &mut Shared, address: u64, runs: u64) {
    if runs & !WATCHED == 0 {
        let page = ((address - shared.code_base) / PAGE) as usize;
        if !std::mem::replace(&mut shared.pages[page], true) {
            shared.page_ins += 1;
            shared.clock.offset += shared.page_stall;
        }
    }
    if runs & WATCHED != 0 {
        let register = |register| read_register(engine, register);
        let word = |address| read_word(engine, address);
        let visit = Visit {
            address,
            instructions: shared.instructions,
            sp: register(Reg::SP),
            lr: register(Reg::X30),
            x: [Reg::X0, Reg::X1, Reg::X2, Reg::X3].map(&register),
            from: shared.block,
        };
        let next = shared.watcher.as_mut().and_then(|watcher| watcher.visit(visit, &word));
        if let Some(slot) = next.and_then(|next| slot(shared, next)) {
            // SAFETY: `slot` checks the index.
            unsafe { (*slot).runs |= WATCHED };
        }
    }
}

unsafe extern "C" fn on_exception(engine: *mut sys::uc_engine, number: u32, data: *mut c_void) {
    // SAFETY: as in `on_block`.
    let shared = unsafe { &mut *data.cast::<Shared>() };
    shared.stop = Some(if number == 2 { Stop::Call } else { Stop::Exception(number) });
    // SAFETY: as in `on_block`.
    unsafe { sys::uc_emu_stop(engine) };
}

unsafe extern "C" fn on_invalid(
    _engine: *mut sys::uc_engine,
    kind: sys::MemType,
    address: u64,
    _size: c_int,
    _value: i64,
    data: *mut c_void,
) -> bool {
    // SAFETY: as in `on_block`.
    let shared = unsafe { &mut *data.cast::<Shared>() };
    let access = match kind {
        sys::MemType::WRITE_UNMAPPED | sys::MemType::WRITE_PROT => Access::Write,
        sys::MemType::FETCH_UNMAPPED | sys::MemType::FETCH_PROT => Access::Fetch,
        _ => Access::Read,
    };
    let protected =
        matches!(kind, sys::MemType::WRITE_PROT | sys::MemType::READ_PROT | sys::MemType::FETCH_PROT);
    shared.stop = Some(Stop::Memory { access, address, protected });
    false
}

/// Emulates the instruction `mrs`, and returns 1 for the registers that this function supports. The counter must be virtual; otherwise it
/// would advance with the host's time.
unsafe extern "C" fn on_mrs(
    engine: *mut sys::uc_engine,
    register: Reg,
    what: *const sys::RegisterARM64CP,
    data: *mut c_void,
) -> u32 {
    // SAFETY: as in `on_block`; the engine passes a valid description.
    let (shared, what) = unsafe { (&mut *data.cast::<Shared>(), &*what) };
    let value = match (what.op0, what.op1, what.crn, what.crm, what.op2) {
        // The registers are CNTPCT_EL0, CNTVCT_EL0, CNTPCTSS_EL0 and CNTVCTSS_EL0. The PC was synchronised before the call, so the time is
        // exact inside of a block. The physical counter replaces Apple's ACNTVCT_EL0, which is never scaled.
        (3, 3, 14, 0, 1 | 2 | 5 | 6) => {
            let mut pc = 0u64;
            // SAFETY: the PC has 64 bits.
            unsafe { sys::uc_reg_read(engine, Reg::PC as c_int, (&raw mut pc).cast()) };
            let behind = shared.block_length.saturating_sub(pc.wrapping_sub(shared.block) / 4);
            let fine = shared.clock.fine(shared.instructions - behind);
            shared.clock.offset += shared.per_reading;
            if matches!(what.op2, 1 | 5) { fine >> 16 } else { shared.counter.value(fine) }
        }
        // The register is CNTFRQ_EL0.
        (3, 3, 14, 0, 0) => shared.counter.stated_hz,
        // The register is TPIDRRO_EL0.
        (3, 3, 13, 0, 3) => shared.thread_pointer,
        _ => return 0,
    };
    // SAFETY: general registers have 64 bits; writing XZR is ignored by the engine.
    unsafe { sys::uc_reg_write(engine, register as c_int, (&raw const value).cast()) };
    1
}
