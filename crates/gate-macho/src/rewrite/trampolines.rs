//! Generates the counting code. The counting code consists of one trampoline for each function and a shared part, which runs at the first
//! call of a function.
//!
//! A trampoline reads the number of calls, adds one and writes the number back. Phones before the iPhone 8 have no instruction that reads,
//! adds and writes in one step. If a signal interrupts a trampoline and the signal's handler calls the same function, the handler's call
//! may therefore not be counted.
//!
//! Invariant: the 128 bytes below SP are never written.
//!
//! Invariant: when the function's first instruction runs, LR, SP, the flags and the registers have the caller's values. x16 and x17 have
//! the caller's values only if the function reads them.

use trace::counters::{CounterRecord, TIME_BITS};

use super::a64::{self, add, encode_adrp, load, store};
use super::functions::CountableFunction;
use super::{NotCountedReason, RewriteError};

/// The addresses of the counters in the image.
#[derive(Debug, Clone, Copy)]
pub(super) struct DataAddresses {
    /// The address of the state, which is at the beginning of a page.
    pub(super) state: u64,
    /// The address of the records of functions.
    pub(super) counters: u64,
}

/// The size of a function's record in bytes.
pub(super) const RECORD: u64 = size_of::<CounterRecord>() as u64;
/// The largest number of functions. Each function has a position in the order of first calls, and [`CounterRecord::first`] stores this position in
/// the bits above the time.
pub(super) const MOST: usize = 1 << (u64::BITS - TIME_BITS);

/// The instruction `mrs x16, TPIDRRO_EL0`. The register contains the thread and, in the lowest three bits, the processor.
const THREAD: u32 = 0xd53b_d070;
/// The instruction `eor x17, x17, x16`.
const COMPARE: u32 = 0xca10_0231;
/// The instruction `lsr x17, x17, #3`.
const WITHOUT_PROCESSOR: u32 = 0xd343_fe31;
const CBZ_X17: u32 = 0xb400_0011;
const CBNZ_X17: u32 = 0xb500_0011;

/// Returns a `cbz` or `cbnz` whose target is `words` instructions after the branch itself.
fn encode_forward_branch(word: u32, words: usize) -> u32 {
    word | (words as u32) << 5
}

/// The trampolines that have been generated so far.
pub(super) struct TrampolineCode {
    begin: u64,
    pub(super) words: Vec<u32>,
}

/// The addresses of a trampoline (`begin`), and of the instructions in the trampoline that replace the function's first instruction
/// (`first`).
#[derive(Debug, Clone, Copy)]
pub(super) struct Trampoline {
    pub(super) begin: u64,
    pub(super) first: u64,
}

impl TrampolineCode {
    /// Creates code that contains only the shared part. When the shared part is entered, x16 is the function's record, x17 the address at
    /// which to continue, and x30 the caller's return address.
    pub(super) fn new(begin: u64, addresses: DataAddresses) -> Result<TrampolineCode, RewriteError> {
        let mut text = TrampolineCode { begin, words: Vec::new() };
        text.words.push(a64::PUSH_FIRST);
        let state = encode_adrp(0, text.next_address(), addresses.state).ok_or(RewriteError::TooFar)?;
        text.words.extend([
            state,
            load(1, 0, 8),
            add(1, 1, 1),
            store(1, 0, 8),
            // The instructions are mrs x0, CNTVCT_EL0; bfi x0, x1, #44, #20; mov x1, #1; stp x1, x0, [x16]; str x30, [x16, #16].
            0xd53b_e040,
            0xb354_4c20,
            0xd280_0021,
            0xa900_0201,
            store(30, 16, 16),
            a64::POP_FIRST,
            // The instruction is br x17.
            0xd61f_0220,
        ]);
        Ok(text)
    }

    fn next_address(&self) -> u64 {
        self.begin + 4 * self.words.len() as u64
    }

    /// Returns whether a branch in the function can reach a trampoline that is appended now, and whether a branch in the trampoline can
    /// reach the function.
    fn is_reached_from(&self, function: &CountableFunction) -> bool {
        /// The largest possible length of a trampoline in bytes. `TEST` is the length in bytes of the instructions that `add_test` appends.
        const LONGEST: u64 = 256;
        const TEST: u64 = 12;
        [self.next_address(), self.next_address() + LONGEST + TEST * function.loops.len() as u64].iter().all(
            |at| {
                a64::encode_jump(function.start, *at).is_some()
                    && a64::encode_jump(*at, function.start).is_some()
            },
        )
    }

    /// Appends the trampoline of the function with this number. Returns the reason if the function cannot count.
    pub(super) fn add(
        &mut self,
        function: &CountableFunction,
        number: usize,
        addresses: DataAddresses,
    ) -> Result<Trampoline, NotCountedReason> {
        if !self.is_reached_from(function) {
            return Err(NotCountedReason::TooFar);
        }
        self.append(function, number, addresses).ok_or(NotCountedReason::First)
    }

    fn append(
        &mut self,
        function: &CountableFunction,
        number: usize,
        addresses: DataAddresses,
    ) -> Option<Trampoline> {
        let begin = self.next_address();
        let record = addresses.counters + RECORD * number as u64;
        let keeps = function.keeps;
        let mut words = Vec::from(if keeps { &[a64::PUSH][..] } else { &[] });
        let here = |words: &Vec<u32>| begin + 4 * words.len() as u64;
        words.extend([
            encode_adrp(16, here(&words), addresses.state)?,
            load(17, 16, 0),
            THREAD,
            COMPARE,
            WITHOUT_PROCESSOR,
        ]);
        // The instructions that are added next skip the counting on any thread except the counting thread.
        words.extend([
            encode_forward_branch(CBNZ_X17, 6),
            encode_adrp(16, here(&words) + 4, record)?,
            load(17, 16, record),
        ]);
        let once = words.len();
        words.extend([0, add(17, 17, 1), store(17, 16, record)]);
        let out = words.len();
        words.extend(if keeps { &[a64::POP][..] } else { &[] });
        let first = here(&words);
        words.extend(a64::relocate_instruction(function.first, function.start, first, keeps)?);
        words[once] = encode_forward_branch(CBZ_X17, words.len() - once);
        // The last three instructions run only at the first call. `add` completes the address of the function's record in x16, and `adr
        // x17, out` and `b` continue in the shared part.
        words.push(add(16, 16, record));
        let back = (out as i32 - words.len() as i32) as u32;
        words.push(0x1000_0011 | back << 5 & 0x00ff_ffe0);
        words.push(a64::encode_jump(here(&words), self.begin)?);
        self.words.append(&mut words);
        Some(Trampoline { begin, first })
    }

    /// Appends instructions that replace a conditional branch whose new target is out of its range. Returns the address of these
    /// instructions.
    pub(super) fn add_test(&mut self, word: u32, from: u64, to: u64) -> Option<u64> {
        let at = self.next_address();
        self.words.extend(a64::far_test(word, from, at, to)?);
        Some(at)
    }
}
