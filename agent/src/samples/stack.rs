//! Copies one call stack while its thread is suspended.
//!
//! Invariant: between suspension and resumption this code takes no lock, does not allocate, and calls no function that may do so; this code
//! loads only from the thread's own stack, above its stack pointer, and from the agent's memory.

use core::ops::Range;

use crate::base::layout::{Node, ShadowFrame};

/// The largest number of frames in a copy; a deeper stack is cut to its innermost frames.
pub(crate) const DEPTH: usize = 512;
/// The bit that Swift sets in the saved frame pointer of an async function.
const ASYNC: usize = 1 << 60;
/// The bits of a pointer that contain the address; the higher bits may contain a pointer signature.
const ADDRESS: usize = (1 << 47) - 1;

/// The registers that determine the position of a thread.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Registers {
    pub pc: usize,
    pub lr: usize,
    pub fp: usize,
    pub sp: usize,
    pub x19: usize,
    /// The holder of the lock for which the thread waits, if it waits for one.
    pub holder: Holder,
}

/// The holder of a lock, from the registers of a kernel call that waits for the lock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Holder {
    #[default]
    Unknown,
    /// The name of the thread's port without the two lowest bits, which locks use as flags.
    Port(u32),
    /// The system's id of the thread.
    Id(u64),
}

impl Holder {
    /// Returns the holder from the registers of a thread that waits in the kernel. Register 16 contains the number of the kernel call.
    pub(crate) fn of(x: &[u64; 29]) -> Holder {
        const PSYNCH_MUTEXWAIT: u64 = 301;
        const ULOCK_WAIT: u64 = 515;
        const ULOCK_WAIT2: u64 = 544;
        const UNFAIR_LOCK: u8 = 2;
        match (x[16], x[0] as u8) {
            (ULOCK_WAIT | ULOCK_WAIT2, UNFAIR_LOCK) => Holder::Port(x[2] as u32 & !3),
            (PSYNCH_MUTEXWAIT, _) => Holder::Id(x[3]),
            _ => Holder::Unknown,
        }
    }
}

/// The bounds of a thread's stacks.
#[derive(Debug, Clone)]
pub(crate) struct ThreadBounds {
    pub stack: Range<usize>,
    /// The outermost frame record of the thread; 0 if it is not known.
    pub base: usize,
    /// The stack address below which calls are recorded in a temporary state; see `stand_in` of the thread's state.
    pub stand_in: usize,
    /// The lowest frame of the shadow stack, which is the frame of the tree's root and belongs to no call.
    pub lowest: *const ShadowFrame,
    /// The top frame of the shadow stack.
    pub top: *const ShadowFrame,
}

/// The address ranges of the agent's code.
#[derive(Debug, Clone, Default)]
pub(crate) struct AgentCode {
    pub hooks: Range<usize>,
    /// The range in which app or system functions run as callees: the hooks, and other agent code that calls an original.
    pub passing: Range<usize>,
    /// The range of all code of the agent, including the hooks.
    pub code: Range<usize>,
    /// The call sites at which hooks call Rust.
    pub calls: [RustCall; RUST_CALLS],
}

/// A call site at which a hook calls Rust. The hook has a frame record for this call, but the shadow stack has no frame for it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct RustCall {
    /// The address to which Rust returns.
    pub next: usize,
    /// For a call of Rust after a hooked call has returned: the first address at which x29 points at the hook's frame record. The frame of
    /// the returned call is then still the top of the shadow stack, with `sp` 0. `None` for all other call sites.
    pub made: Option<usize>,
}

/// The largest number of call sites at which hooks call Rust.
pub(crate) const RUST_CALLS: usize = 16;

impl AgentCode {
    /// Returns whether an address is the return address of a hook's call of an original function.
    fn is_return_address(&self, address: usize) -> bool {
        self.hooks.contains(&address) && self.calls.iter().all(|call| call.next != address)
    }

    /// Returns whether a hook that was suspended at this address is about to drop the top frame.
    fn drops_frame_at(&self, address: usize) -> bool {
        self.hooks.contains(&address)
            && self.calls.iter().any(|call| call.next == address && call.made.is_some())
    }

    /// Returns whether a hook at this address is about to call Rust and has created its record.
    fn is_about_to_call_rust(&self, pc: usize) -> bool {
        let is_there = |call: &RustCall| call.made.is_some_and(|made| (made..call.next).contains(&pc));
        self.hooks.contains(&pc) && self.calls.iter().any(is_there)
    }
}

/// The copy of a call stack.
#[derive(Debug)]
pub(crate) struct StackCopy {
    /// The program counter of the suspended thread.
    pub pc: usize,
    /// The link register: the caller, if the innermost function has no frame record.
    pub lr: usize,
    /// The addresses of the call instructions, from the frame records, innermost first.
    pub callers: [usize; DEPTH],
    /// The number of addresses in `callers`.
    pub count: usize,
    /// Whether the copy includes the outermost callers.
    pub is_whole: bool,
    /// The node of the innermost open call; null outside of all calls.
    pub node: *mut Node,
    /// Whether the agent's own code was running, which itself subtracts its time from the calls.
    pub is_own: bool,
}

impl StackCopy {
    /// Creates an empty copy.
    pub(crate) const fn empty() -> StackCopy {
        StackCopy {
            pc: 0,
            lr: 0,
            callers: [0; DEPTH],
            count: 0,
            is_whole: false,
            node: core::ptr::null_mut(),
            is_own: false,
        }
    }

    /// Copies the stack of a suspended thread whose registers are `at`.
    ///
    /// # Safety
    /// The thread is suspended, `known` is true of it, and its stack is mapped from the stack pointer upwards.
    #[inline(never)]
    pub(crate) unsafe fn copy_stack(&mut self, known: &ThreadBounds, agent: &AgentCode, at: &Registers) {
        let is_own = |address: &usize| agent.code.contains(address) && !agent.passing.contains(address);
        self.pc = at.pc;
        self.is_own = is_own(&at.pc);
        // SAFETY: the caller fulfils the requirements of this unsafe function.
        unsafe {
            self.node = innermost_running_node(known, agent, at);
            self.lr = resolve_link_register(known, agent, at);
            (self.count, self.is_whole) = (0, false);
            let mut frame = known.top;
            let mut low = at.sp;
            let mut drops = agent.drops_frame_at(at.lr & ADDRESS) || agent.is_about_to_call_rust(at.pc);
            let mut record = at.fp & !ASYNC;
            while known.contains_record(record, low) && self.count < DEPTH {
                let [next, back] = *(record as *const [usize; 2]);
                let back = back & ADDRESS;
                if back == 0 {
                    self.is_whole = true;
                    return;
                }
                self.is_own |= is_own(&back);
                let mut from = back;
                if drops
                    && agent.is_return_address(back)
                    && frame > known.lowest
                    && record + 1 > known.stand_in
                {
                    // The hook has not yet read the app's return address, which is still in the top frame of the shadow stack.
                    from = (*frame).lr & ADDRESS;
                    frame = frame.wrapping_sub(1);
                }
                let Some(address) = return_address(known, agent, &mut frame, from, record + 1) else {
                    return;
                };
                self.callers[self.count] = address.wrapping_sub(4);
                drops = agent.drops_frame_at(back);
                self.count += 1;
                let next = next & !ASYNC;
                if next == 0 || record == known.base {
                    self.is_whole = true;
                    return;
                }
                low = record + 1;
                record = next;
            }
        }
    }

    /// Returns the addresses of the call instructions, outermost first.
    pub(crate) fn outermost_first(&self) -> impl Iterator<Item = usize> {
        self.callers[..self.count].iter().rev().copied()
    }
}

impl ThreadBounds {
    /// Returns whether a complete frame record is at this address, on the thread's own stack.
    fn contains_record(&self, record: usize, low: usize) -> bool {
        record.is_multiple_of(8)
            && record >= low.max(self.stack.start)
            && record < self.stack.end.saturating_sub(size_of::<[usize; 2]>() - 1)
    }

    /// Returns whether the stack pointer is on the thread's own stack.
    fn is_at_home(&self, at: &Registers) -> bool {
        self.stack.contains(&at.sp)
    }

    /// Returns the stack pointer at which a call was made, or `None` if its frame is not complete.
    ///
    /// # Safety
    /// The argument must be one of the frames of the thread.
    unsafe fn sp_at_call(&self, frame: *const ShadowFrame) -> Option<usize> {
        // SAFETY: the caller fulfils the requirements of this unsafe function.
        let sp = unsafe { (*frame).sp };
        (sp != 0).then(|| self.stack.start.wrapping_add(sp))
    }

    /// Returns the frames of the open calls, innermost first.
    ///
    /// # Safety
    /// The thread must be suspended.
    unsafe fn open_frames(&self, at: &Registers) -> impl Iterator<Item = *const ShadowFrame> {
        let (lowest, is_at_home, sp) = (self.lowest, self.is_at_home(at), at.sp);
        let mut next = self.top;
        core::iter::from_fn(move || {
            while next > lowest {
                let frame = next;
                next = next.wrapping_sub(1);
                // SAFETY: the frame is above the lowest frame and not above the top.
                let made = unsafe { self.sp_at_call(frame) };
                // If the stack pointer of a call is below the thread's current stack pointer, an exception or a jump has left the call.
                if made.is_some_and(|made| !is_at_home || made >= sp) {
                    return Some(frame);
                }
            }
            None
        })
    }
}

/// The largest distance in bytes from the return address of a call to the instruction after which the hook has cleared the call's frame:
/// see `POST` in `send.s`.
const FRAME_CLEAR_DISTANCE: usize = 28;

/// Returns the node of the innermost call whose time is being measured; null outside of all calls.
unsafe fn innermost_running_node(known: &ThreadBounds, agent: &AgentCode, at: &Registers) -> *mut Node {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe {
        let mut calls = known.open_frames(at);
        let Some(first) = calls.next() else { return core::ptr::null_mut() };
        // A hook creates the frame before it reads the counter for the first time, and reads the counter again before it drops the frame.
        let is_running = if !agent.hooks.contains(&at.pc) || first != known.top {
            true
        } else if agent.hooks.contains(&at.lr) {
            // Either a hooked call is over, or a call that was made by a jump begins. If a call that was made by a jump begins, x19 is the
            // frame of the method that jumped, or already the new frame.
            let is_over = (1..=FRAME_CLEAR_DISTANCE).contains(&at.pc.wrapping_sub(at.lr));
            !is_over && at.x19 == first as usize
        } else {
            let is_its = (*first).lr == at.lr && known.sp_at_call(first) == Some(at.sp);
            !is_its || at.x19 == first as usize
        };
        let frame = if is_running { Some(first) } else { calls.next() };
        frame.map_or(core::ptr::null_mut(), |frame| (*frame).node)
    }
}

/// Returns the link register; an address in a hook is replaced by the caller of the hooked call. Returns 0 if the caller is not known.
unsafe fn resolve_link_register(known: &ThreadBounds, agent: &AgentCode, at: &Registers) -> usize {
    let lr = at.lr & ADDRESS;
    let mut frame = known.top;
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe {
        // The hook has cleared its frame and has not yet read the return address from this frame.
        if agent.hooks.contains(&at.pc)
            && agent.hooks.contains(&lr)
            && at.x19 == known.top as usize
            && known.top > known.lowest
            && (*known.top).sp == 0
        {
            frame = known.top.wrapping_sub(1);
            return return_address(known, agent, &mut frame, (*known.top).lr, at.sp)
                .map_or(0, |back| back.wrapping_sub(4));
        }
        return_address(known, agent, &mut frame, lr, at.sp).map_or(0, |back| back.wrapping_sub(4))
    }
}

/// Returns the app's return address if `back` is a return address in a hook, otherwise `back`. The app's return address is in the
/// first frame, from `frame` downwards, whose call was made at a stack pointer of at least `sp`. Returns `None` if there is no such
/// frame.
unsafe fn return_address(
    known: &ThreadBounds,
    agent: &AgentCode,
    frame: &mut *const ShadowFrame,
    back: usize,
    sp: usize,
) -> Option<usize> {
    let mut back = back;
    while agent.is_return_address(back) && sp > known.stand_in {
        // SAFETY: the caller fulfils the requirements of this function; the frames from the lowest to the top are the agent's memory.
        unsafe {
            while *frame > known.lowest && known.sp_at_call(*frame).is_none_or(|made| made < sp) {
                *frame = frame.wrapping_sub(1);
            }
            if *frame <= known.lowest {
                return None;
            }
            back = (**frame).lr & ADDRESS;
            *frame = frame.wrapping_sub(1);
        }
    }
    Some(back)
}

/// Returns the node and the start of the innermost call that has lasted for `ticks`, if it began after `since`.
///
/// # Safety
/// The requirements are those of [`StackCopy::copy_stack`].
pub(crate) unsafe fn find_stalled_call(
    known: &ThreadBounds,
    at: &Registers,
    now: u64,
    ticks: u64,
    since: u64,
) -> Option<(*mut Node, u64)> {
    // SAFETY: the caller fulfils the requirements of this unsafe function, and the outermost frame is the agent's memory.
    unsafe {
        // The outermost call began first. If it is too short, every call is too short, and no frame is searched.
        if now.saturating_sub((*known.lowest.wrapping_add(1)).start) < ticks {
            return None;
        }
        let mut calls = known.open_frames(at);
        let frame = calls.find(|&frame| now.saturating_sub((*frame).start) >= ticks)?;
        ((*frame).start > since).then(|| ((*frame).node, (*frame).start))
    }
}

#[cfg(test)]
mod tests;
