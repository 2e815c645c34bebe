//! Delivers signals: stores the actions of the process and the pending signals of its threads, and starts the handlers.
//!
//! A handler runs on its thread's stack or on the thread's alternate stack. The handler is entered through
//! the trampoline that the guest registered, with x0 = signal, x1 = handler, x2 = the frame.
//! HOST_SIGNAL_RETURN with this frame restores the thread.

use std::collections::{BTreeSet, HashMap};

use crate::cpu::Registers;
use crate::memory::Memory;

/// Darwin's flag SA_ONSTACK.
const ON_STACK: u64 = 1;
/// Darwin's flag SA_RESETHAND.
const RESET: u64 = 4;
/// Darwin's flag SA_NODEFER.
const NO_DEFER: u64 = 0x10;

/// Number of words in a frame: x0..x30, sp, pc, flags, fpcr, fpsr, signal, spare. Registers q0..q31 follow.
const WORDS: u64 = 31 + 7;
const FRAME: u64 = WORDS * 8 + 32 * 16;

/// The action of a signal.
#[derive(Clone, Copy, Debug)]
pub(super) struct SignalAction {
    pub(super) handler: u64,
    pub(super) flags: u64,
    pub(super) trampoline: u64,
}

/// The signals of one thread.
#[derive(Clone, Default)]
pub(super) struct Signals {
    /// A signal that arrives after a number of further instructions: the number of instructions, and the
    /// number of the signal.
    pub(super) after: Option<(u64, u64)>,
    pub(super) pending: BTreeSet<u64>,
    pub(super) blocked: BTreeSet<u64>,
    /// Address and size of the alternate stack.
    pub(super) stack: Option<(u64, u64)>,
}

/// The result of delivering a pending signal.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    Nothing,
    /// The default action of this signal ends the process.
    Killed(u64),
    /// The signal's frame could not be written to the stack.
    NoStack(u64),
}

/// Returns true for SIGURG, SIGCONT, SIGCHLD, SIGIO, SIGWINCH and SIGINFO, which have no effect by default.
fn ignored_by_default(signal: u64) -> bool {
    matches!(signal, 16 | 19 | 20 | 23 | 28 | 29)
}

/// Changes a thread's registers so that the handler of one pending signal runs next.
pub(super) fn deliver(
    signals: &mut Signals,
    actions: &mut HashMap<u64, SignalAction>,
    memory: &mut Memory,
    registers: &mut Registers,
) -> Delivery {
    let Some(&signal) = signals.pending.difference(&signals.blocked).next() else { return Delivery::Nothing };
    signals.pending.remove(&signal);
    let action = match actions.get(&signal).copied() {
        Some(action) if action.handler > 1 => action,
        Some(action) if action.handler == 1 => return Delivery::Nothing,
        _ if ignored_by_default(signal) => return Delivery::Nothing,
        _ => return Delivery::Killed(signal),
    };
    if action.flags & RESET != 0 {
        actions.remove(&signal);
    }
    let on_alternate = |(start, size): (u64, u64)| (start..start + size).contains(&registers.sp);
    let top = match signals.stack {
        Some(stack) if action.flags & ON_STACK != 0 && !on_alternate(stack) => stack.0 + stack.1,
        // The frame is below the red zone, which the interrupted function may be using.
        _ => registers.sp.wrapping_sub(128),
    };
    let frame = top.wrapping_sub(FRAME) & !15;
    if memory.write(frame, &encode(registers, signal)).is_none() {
        return Delivery::NoStack(signal);
    }
    if action.flags & NO_DEFER == 0 {
        signals.blocked.insert(signal);
    }
    registers.x[0] = signal;
    registers.x[1] = action.handler;
    registers.x[2] = frame;
    registers.sp = frame;
    registers.pc = action.trampoline;
    Delivery::Nothing
}

/// Restores the registers that [`deliver`] saved; `None` if no frame is at this address.
pub(super) fn return_from(
    signals: &mut Signals,
    memory: &Memory,
    registers: &mut Registers,
    frame: u64,
) -> Option<()> {
    let bytes = memory.read(frame, FRAME)?;
    let word = |index: usize| Some(u64::from_le_bytes(bytes.get(index * 8..index * 8 + 8)?.try_into().ok()?));
    for (index, x) in registers.x.iter_mut().enumerate() {
        *x = word(index)?;
    }
    registers.sp = word(31)?;
    registers.pc = word(32)?;
    registers.flags = word(33)?;
    registers.fpcr = word(34)?;
    registers.fpsr = word(35)?;
    signals.blocked.remove(&word(36)?);
    for (index, q) in registers.q.iter_mut().enumerate() {
        let at = WORDS as usize * 8 + index * 16;
        *q = u128::from_le_bytes(bytes.get(at..at + 16)?.try_into().ok()?);
    }
    Some(())
}

fn encode(registers: &Registers, signal: u64) -> Vec<u8> {
    let rest = [registers.sp, registers.pc, registers.flags, registers.fpcr, registers.fpsr, signal, 0];
    let words = registers.x.iter().chain(&rest).flat_map(|word| word.to_le_bytes());
    words.chain(registers.q.iter().flat_map(|q| q.to_le_bytes())).collect()
}
