//! What is under way on each thread: the calls that have not returned, seen from outside, instruction by instruction.
//!
//! A call begins where a block ends with `bl` or `blr`, and is over where its return address is reached with the stack pointer that it
//! was made with, or where the stack pointer has risen above that. A jump (a tail call) begins none.
//! Invariant: a CPU that was not asked for it has no callback for it, so it costs nothing then; and asking changes no count.

use std::collections::HashMap;
use std::ffi::{c_int, c_void};
use std::ptr;

use unicorn_engine_sys as sys;
use unicorn_engine_sys::{RegisterARM64 as Reg, uc_error};

use super::{CLEARING, Cpu, check};

/// A call that has not returned.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Where it returns to.
    back: u64,
    /// The stack pointer that it was made with.
    sp: u64,
}

/// A thread.
#[derive(Clone, Debug, Default)]
struct Thread {
    open: Vec<Open>,
    /// Behind the block that ran last.
    end: u64,
}

impl Thread {
    /// A block begins here; `was_call`: the one before it ended with a call.
    fn begin(&mut self, address: u64, sp: u64, was_call: bool) {
        while self.open.last().is_some_and(|open| open.sp < sp) {
            self.open.pop();
        }
        if was_call {
            self.open.push(Open { back: self.end, sp });
            return;
        }
        // Whoever has changed where a call returns to has ended that call too.
        let same = self.open.iter().rev().take_while(|open| open.sp == sp);
        if let Some(over) = same.clone().position(|open| open.back == address) {
            self.open.truncate(self.open.len() - over - 1);
        }
    }
}

/// All threads' calls.
#[derive(Debug, Default)]
pub(super) struct Calls {
    threads: HashMap<u64, Thread>,
    current: u64,
    /// By the end of a block: does a call stand before it?
    are_calls: HashMap<u64, bool>,
}

impl Calls {
    fn is_call(&mut self, end: u64, word: impl FnOnce(u64) -> Option<u32>) -> bool {
        *self.are_calls.entry(end).or_insert_with(|| end >= 4 && word(end - 4).is_some_and(is_call))
    }
}

/// `bl`, or `blr` with or without authentication.
fn is_call(word: u32) -> bool {
    word >> 26 == 0b10_0101 || word & 0xfeff_f800 == 0xd63f_0000 || word & 0xfeff_f800 == 0xd63f_0800
}

impl Cpu {
    /// Follows all calls from now on.
    pub(crate) fn follow_calls(&mut self) -> Result<(), uc_error> {
        let kept: &mut Calls = self.calls.get_or_insert_default();
        let data: *mut c_void = ptr::from_mut(kept).cast();
        let mut hook = 0;
        // SAFETY: the callback has the C signature of its kind; `data` is a box that lives as long as the engine.
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

    /// This thread runs next.
    pub(crate) fn follow_thread(&mut self, port: u64) {
        if let Some(calls) = &mut self.calls {
            calls.current = port;
        }
    }

    /// Where a thread that stands at `pc` is, and where the calls return to that are under way on it, innermost first.
    pub(crate) fn open_calls(&mut self, port: u64, pc: u64, sp: u64) -> Option<Vec<u64>> {
        let engine = self.engine.as_ptr();
        let calls = self.calls.as_deref_mut()?;
        let mut thread = calls.threads.get(&port)?.clone();
        // The block before may have ended with a call whose first instruction has not run.
        let was_call = thread.end != pc && calls.is_call(thread.end, |at| word(engine, at));
        thread.begin(pc, sp, was_call);
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
    let was_call = end != address && calls.is_call(end, |at| word(engine, at));
    let thread = calls.threads.entry(current).or_default();
    thread.begin(address, sp, was_call);
    thread.end = address + u64::from(size);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_told_from_jumps() {
        for word in [0x9400_0001, 0x97ff_ffff, 0xd63f_0220, 0xd73f_0a11] {
            assert!(is_call(word), "{word:#x}");
        }
        for word in [0x1400_0001, 0xd61f_0220, 0xd65f_03c0, 0xb400_0040, 0xd503_201f] {
            assert!(!is_call(word), "{word:#x}");
        }
    }

    #[test]
    fn returns_and_what_leaves_the_stack_end_calls() {
        let mut thread = Thread { open: Vec::new(), end: 0x104 };
        let backs = |thread: &Thread| thread.open.iter().map(|open| open.back).collect::<Vec<_>>();
        thread.begin(0x200, 0x1000, true);
        thread.end = 0x210;
        thread.begin(0x300, 0xff0, true);
        thread.end = 0x320;
        // A tail call at the same stack pointer, then the hook's kind of call without a frame.
        thread.begin(0x400, 0xff0, false);
        thread.end = 0x408;
        thread.begin(0x500, 0xff0, true);
        assert_eq!(backs(&thread), [0x104, 0x210, 0x408]);
        thread.begin(0x408, 0xff0, false);
        assert_eq!(backs(&thread), [0x104, 0x210]);
        // A jump out of both.
        thread.begin(0x208, 0x1008, false);
        assert_eq!(backs(&thread), [0u64; 0]);
    }
}
