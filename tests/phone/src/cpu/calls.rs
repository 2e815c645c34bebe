//! Follows the open calls of each thread, that is the calls that have not returned. The emulator observes
//! them instruction by instruction.
//!
//! A call begins where a block ends with `bl` or `blr`. A call ends in one of three cases:
//! - the call's return address is reached with the stack pointer at which the call was made,
//! - a `ret` with any stack pointer reaches the call's return address (the outliner can turn a prologue into a function, which leaves its
//!   caller's frame lower on the stack), or
//! - the stack pointer rises above the stack pointer at which the call was made.
//!
//! A jump (a tail call) does not begin a call. Invariant: a CPU that does not follow calls has no callback for calls. Following calls takes
//! time, but does not change a count.

use std::collections::HashMap;
use std::ffi::{c_int, c_void};

use unicorn_engine_sys as sys;
use unicorn_engine_sys::{RegisterARM64 as Reg, uc_error};

use super::{CLEARING, Cpu, check};

/// A call that has not returned.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// The return address of the call.
    back: u64,
    /// The address of the called function.
    entry: u64,
    /// The stack pointer at the call.
    sp: u64,
    /// Whether the call was made by `bl`.
    is_direct: bool,
}

/// The kind of instruction that ends a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// `bl`: a direct call.
    Call,
    /// `blr`: a call through a register, with or without authentication.
    CallByRegister,
    /// `ret`: a return, with or without authentication.
    Return,
    Other,
}

#[derive(Clone, Debug, Default)]
struct Thread {
    open: Vec<Open>,
    /// The end address of the block that ran last.
    end: u64,
}

/// Assumed largest length of a function.
const FUNCTION: u64 = 4096;

/// Largest number of bytes from the entry of a function to the return address of its outlined prologue:
/// `mov x1, x30; bl OUTLINED` has eight.
const BEFORE_PROLOGUE: u64 = 16;

impl Thread {
    /// Drops calls that an exception ended. A function has one open call per stack pointer, so a second call from the same function with
    /// this stack pointer means that an exception unwound the first. Calls in a function's first instructions are excluded: these
    /// instructions cannot catch an exception, but may call an outlined prologue.
    fn drop_thrown(&mut self, sp: u64) {
        let end = self.end;
        let is_prologue = |open: &Open| (open.entry..=open.entry + BEFORE_PROLOGUE).contains(&end);
        if self.open.last().is_some_and(is_prologue) {
            return;
        }
        let same = self.open.iter().rposition(|open| open.sp != sp).map_or(0, |last| last + 1);
        let is_near = |open: &Open| open.is_direct && open.back.abs_diff(end) < FUNCTION;
        if let Some(thrown) = self.open[same..].iter().position(is_near) {
            self.open.truncate(same + thrown);
        }
    }

    /// Handles the begin of a block. `before` is the kind of instruction that ended the previous block.
    fn begin(&mut self, address: u64, sp: u64, before: End) {
        while self.open.last().is_some_and(|open| open.sp < sp) {
            self.open.pop();
        }
        if matches!(before, End::Call | End::CallByRegister) {
            let is_direct = before == End::Call;
            if is_direct {
                self.drop_thrown(sp);
            }
            self.open.push(Open { back: self.end, entry: address, sp, is_direct });
            return;
        }
        if before == End::Return && self.open.last().is_some_and(|open| open.back == address) {
            self.open.pop();
            return;
        }
        // Code may change the return address of the innermost call. The thread then reaches the return
        // address of an outer call with the same stack pointer, which ends both calls.
        let same = self.open.iter().rev().take_while(|open| open.sp == sp);
        if let Some(over) = same.clone().position(|open| open.back == address) {
            self.open.truncate(self.open.len() - over - 1);
        }
    }
}

/// The open calls of all threads.
#[derive(Debug, Default)]
pub(super) struct Calls {
    threads: HashMap<u64, Thread>,
    current: u64,
    /// Cached kinds of instructions, by the end address of a block.
    ends: HashMap<u64, End>,
}

impl Calls {
    fn end(&mut self, end: u64, word: impl FnOnce(u64) -> Option<u32>) -> End {
        *self.ends.entry(end).or_insert_with(|| end.checked_sub(4).and_then(word).map_or(End::Other, ending))
    }
}

fn ending(word: u32) -> End {
    if word >> 26 == 0b10_0101 {
        End::Call
    } else if matches!(word & 0xfeff_f800, 0xd63f_0000 | 0xd63f_0800) {
        End::CallByRegister
    } else if word & 0xffff_fc1f == 0xd65f_0000 || word & 0xffff_fbff == 0xd65f_0bff {
        End::Return
    } else {
        End::Other
    }
}

impl Cpu {
    /// Follows all calls from now on.
    pub(crate) fn follow_calls(&mut self) -> Result<(), uc_error> {
        let data = self.calls.get_or_insert_default().pointer();
        let mut hook = 0;
        // SAFETY: the callback has the C signature of its kind; `data` lives as long as the engine.
        check(unsafe {
            sys::uc_hook_add(
                self.engine.as_ptr(),
                &mut hook,
                sys::HookType::BLOCK.0 as c_int,
                on_block as *mut c_void,
                data,
                1,
                0,
            )
        })
    }

    /// Selects the thread that runs next.
    pub(crate) fn follow_thread(&mut self, port: u64) {
        if let Some(calls) = &mut self.calls {
            calls.current = port;
        }
    }

    /// Returns `pc` and the return addresses of a thread's open calls, innermost first.
    pub(crate) fn open_calls(&mut self, port: u64, pc: u64, sp: u64) -> Option<Vec<u64>> {
        let engine = self.engine.as_ptr();
        let calls = self.calls.as_deref_mut()?;
        let mut thread = calls.threads.get(&port)?.clone();
        // The previous block may have ended with a call whose first instruction has not run.
        let before = if thread.end == pc { End::Other } else { calls.end(thread.end, |at| word(engine, at)) };
        thread.begin(pc, sp, before);
        Some([pc].into_iter().chain(thread.open.iter().rev().map(|open| open.back)).collect())
    }
}

fn word(engine: *mut sys::uc_engine, address: u64) -> Option<u32> {
    let mut bytes = [0u8; 4];
    // SAFETY: reading memory is allowed inside a callback too; the engine checks the address.
    let error = unsafe { sys::uc_mem_read(engine, address, bytes.as_mut_ptr().cast(), 4) };
    (error == uc_error::OK).then(|| u32::from_le_bytes(bytes))
}

unsafe extern "C" fn on_block(engine: *mut sys::uc_engine, address: u64, size: u32, data: *mut c_void) {
    if address >= CLEARING {
        return;
    }
    // SAFETY: `data` is the `Calls` given at registration; the owner does not touch it while the engine runs.
    let calls = unsafe { &mut *data.cast::<Calls>() };
    let mut sp = 0u64;
    // SAFETY: reading a register inside a callback is allowed; the stack pointer has 64 bits.
    unsafe { sys::uc_reg_read(engine, Reg::SP as c_int, (&raw mut sp).cast()) };
    let current = calls.current;
    let end = calls.threads.entry(current).or_default().end;
    let before = if end == address { End::Other } else { calls.end(end, |at| word(engine, at)) };
    let thread = calls.threads.entry(current).or_default();
    thread.begin(address, sp, before);
    thread.end = address + u64::from(size);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn call_and_return_instructions_are_distinguished_from_jumps() {
        assert_eq!([0x9400_0001, 0x97ff_ffff].map(ending), [End::Call; 2]);
        assert_eq!([0xd63f_0220, 0xd73f_0a11].map(ending), [End::CallByRegister; 2]);
        assert_eq!([0xd65f_03c0, 0xd65f_0200, 0xd65f_0bff, 0xd65f_0fff].map(ending), [End::Return; 4]);
        for word in [0x1400_0001, 0xd61f_0220, 0xb400_0040, 0xd503_201f] {
            assert_eq!(ending(word), End::Other, "{word:#x}");
        }
    }

    fn backs(thread: &Thread) -> Vec<u64> {
        thread.open.iter().map(|open| open.back).collect()
    }

    #[test]
    fn a_call_from_a_catch_block_ends_the_calls_that_the_exception_left() {
        let mut thread = Thread { open: Vec::new(), end: 0x10_0104 };
        thread.begin(0x20_0000, 0x1000, End::Call);
        thread.end = 0x20_0010;
        thread.begin(0x30_0000, 0x1000, End::CallByRegister);
        // An exception unwinds to the first function, in which a catch block calls a function.
        thread.end = 0x10_0180;
        thread.begin(0x40_0000, 0x1000, End::Call);
        assert_eq!(backs(&thread), [0x10_0180]);
    }

    /// The code is `mov x1, x30; bl OUTLINED; mov x30, x1`, and the outlined function stores registers.
    #[test]
    fn a_return_from_an_outlined_prologue_ends_only_its_own_call() {
        let mut thread = Thread { open: Vec::new(), end: 0x104 };
        thread.begin(0x200, 0x1000, End::Call);
        thread.end = 0x208;
        thread.begin(0x900, 0x1000, End::Call);
        assert_eq!(backs(&thread), [0x104, 0x208]);
        thread.end = 0x910;
        thread.begin(0x208, 0xfe0, End::Return);
        assert_eq!(backs(&thread), [0x104]);
    }

    #[test]
    fn returns_and_jumps_to_a_caller_end_the_open_calls() {
        let mut thread = Thread { open: Vec::new(), end: 0x104 };
        thread.begin(0x200, 0x1000, End::Call);
        thread.end = 0x210;
        thread.begin(0x300, 0xff0, End::Call);
        thread.end = 0x320;
        // The block at 0x400 is reached by a tail call at the same stack pointer, and then makes a call without storing a frame, as the
        // agent's hook does.
        thread.begin(0x400, 0xff0, End::Other);
        thread.end = 0x408;
        thread.begin(0x500, 0xff0, End::CallByRegister);
        assert_eq!(backs(&thread), [0x104, 0x210, 0x408]);
        thread.begin(0x408, 0xff0, End::Other);
        assert_eq!(backs(&thread), [0x104, 0x210]);
        // The thread then jumps out of both functions.
        thread.begin(0x208, 0x1008, End::Other);
        assert_eq!(backs(&thread), [0u64; 0]);
    }
}
