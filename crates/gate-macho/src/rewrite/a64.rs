//! Encodes the arm64 instructions of trampolines. The module also decodes the fields of instructions that depend on the instruction's
//! address.

pub(super) const NOP: u32 = 0xd503_201f;
/// The instruction `stp x16, x17, [sp, #-144]!`. The instruction in `POP` restores x16 and x17. The 128 bytes below SP belong to the
/// function, since leaf functions use them, so 144 bytes are reserved.
pub(super) const PUSH: u32 = 0xa9b7_47f0;
pub(super) const POP: u32 = 0xa8c9_47f0;
/// The instruction `stp x0, x1, [sp, #-144]!`. The instruction in `POP_FIRST` restores x0 and x1.
pub(super) const PUSH_FIRST: u32 = 0xa9b7_07e0;
pub(super) const POP_FIRST: u32 = 0xa8c9_07e0;
/// The padding that some compilers write, which consists of breakpoints of another processor.
pub(super) const FILLER: u32 = 0xcccc_cccc;

/// The kind of an instruction. The kind is the effect on the control flow, or the field that is relative to the instruction's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InstructionKind {
    Plain,
    Jump,
    Call,
    /// A `b.cond`, `cbz` or `cbnz`. The distance to the branch's target has 19 bits.
    Test,
    /// A `tbz` or `tbnz`. The distance to the branch's target has 14 bits.
    TestBit,
    Adr,
    Adrp,
    Literal,
    /// A `br` or `ret`, with or without a signed address. The control flow ends here.
    Leave,
    CallRegister,
    /// A `blraa` or another call of a signed address.
    CallSigned,
    /// An `svc`, `brk` or `udf`. The handler of a trap uses the address of the instruction.
    Trap,
}

pub(super) fn kind(word: u32) -> InstructionKind {
    let is = |mask: u32, value: u32| word & mask == value;
    match word >> 24 {
        0x14..=0x17 => InstructionKind::Jump,
        0x94..=0x97 => InstructionKind::Call,
        0x54 | 0x34 | 0x35 | 0xb4 | 0xb5 => InstructionKind::Test,
        0x36 | 0x37 | 0xb6 | 0xb7 => InstructionKind::TestBit,
        0xd6 | 0xd7 if is(0xffff_fc1f, 0xd63f_0000) => InstructionKind::CallRegister,
        0xd6 | 0xd7 if is(0x0020_0000, 0x0020_0000) => InstructionKind::CallSigned,
        0xd6 | 0xd7 => InstructionKind::Leave,
        0xd4 => InstructionKind::Trap,
        0 if word >> 16 == 0 => InstructionKind::Trap,
        _ if is(0x9f00_0000, 0x1000_0000) => InstructionKind::Adr,
        _ if is(0x9f00_0000, 0x9000_0000) => InstructionKind::Adrp,
        _ if is(0x3b00_0000, 0x1800_0000) => InstructionKind::Literal,
        _ => InstructionKind::Plain,
    }
}

/// Returns a bit field of a word as a signed number.
fn read_signed_field(word: u32, shift: u32, bits: u32) -> i64 {
    i64::from((word >> shift << (32 - bits)) as i32 >> (32 - bits))
}

fn decode_distance(word: u32) -> i64 {
    match kind(word) {
        InstructionKind::Jump | InstructionKind::Call => 4 * read_signed_field(word, 0, 26),
        InstructionKind::Test | InstructionKind::Literal => 4 * read_signed_field(word, 5, 19),
        InstructionKind::TestBit => 4 * read_signed_field(word, 5, 14),
        _ => read_signed_field(word, 5, 19) << 2 | i64::from(word >> 29 & 3),
    }
}

/// Returns the target of a direct branch. `at` is the address of the branch.
pub(super) fn branch_target(word: u32, at: u64) -> Option<u64> {
    let direct = matches!(
        kind(word),
        InstructionKind::Jump | InstructionKind::Call | InstructionKind::Test | InstructionKind::TestBit
    );
    direct.then(|| at.wrapping_add_signed(decode_distance(word)))
}

/// Returns the instruction `b` from one address to another, or `None` if the distance is too large.
pub(super) fn encode_jump(from: u64, to: u64) -> Option<u32> {
    let distance = to.wrapping_sub(from).cast_signed();
    let reaches = distance % 4 == 0 && (-(1 << 27)..1 << 27).contains(&distance);
    reaches.then_some(0x1400_0000 | (distance >> 2) as u32 & 0x03ff_ffff)
}

/// Returns a conditional branch whose target is `words` instructions after the branch itself. Its condition is that of `word`.
fn encode_skip_branch(word: u32, words: u32) -> u32 {
    let field = if kind(word) == InstructionKind::TestBit { 0x3fff } else { 0x7_ffff };
    word & !(field << 5) | words << 5
}

/// Returns the instruction `adrp`, or `None` if the distance is too large.
pub(super) fn encode_adrp(register: u32, from: u64, to: u64) -> Option<u32> {
    let pages = (to >> 12).wrapping_sub(from >> 12).cast_signed();
    let bits = pages as u32;
    (-(1 << 20)..1 << 20)
        .contains(&pages)
        .then_some(0x9000_0000 | (bits & 3) << 29 | (bits >> 2 & 0x7_ffff) << 5 | register)
}

/// Returns the instruction `add to, from, #number`.
pub(super) fn add(to: u32, from: u32, number: u64) -> u32 {
    0x9100_0000 | (number as u32 & 0xfff) << 10 | from << 5 | to
}

/// Returns the instruction `ldr to, [base, #offset]`. The function `store` returns `str`. Only the offset within a page of 4096 bytes is
/// encoded, and it must be a multiple of 8.
pub(super) fn load(to: u32, base: u32, offset: u64) -> u32 {
    0xf940_0000 | ((offset as u32 & 0xfff) / 8) << 10 | base << 5 | to
}

pub(super) fn store(from: u32, base: u32, offset: u64) -> u32 {
    load(from, base, offset) & !(1 << 22)
}

/// Returns instructions for the address `at` that have the same effect as `word` at the address `from`, and then jump to `from + 4`. If
/// `word` is a loop that branches to its own address `from`, the instructions branch to `at`. The call is then counted once and not at each
/// turn.
///
/// Returns `None` if there are no such instructions. For example, the load of a vector needs a register, but if `keeps` is set, x16 and x17
/// are in use.
pub(super) fn relocate_instruction(word: u32, from: u64, at: u64, keeps: bool) -> Option<Vec<u32>> {
    let back = |place: usize| encode_jump(at + 4 * place as u64, from + 4);
    let goal = from.wrapping_add_signed(decode_distance(word));
    let goal = if goal == from { at } else { goal };
    // The instructions of `link` set x30 to the return address that the original call sets.
    let link = || Some([encode_adrp(30, at, from + 4)?, add(30, 30, from + 4)]);
    let register = word & 31;
    match kind(word) {
        InstructionKind::Trap | InstructionKind::CallSigned => None,
        InstructionKind::Jump => Some(vec![encode_jump(at, goal)?]),
        InstructionKind::Call => Some([&link()?[..], &[encode_jump(at + 8, goal)?]].concat()),
        InstructionKind::CallRegister if word >> 5 & 31 == 30 => None,
        InstructionKind::CallRegister => Some([&link()?[..], &[word & !(1 << 21)]].concat()),
        InstructionKind::Test | InstructionKind::TestBit => {
            Some(vec![encode_skip_branch(word, 2), back(1)?, encode_jump(at + 8, goal)?])
        }
        // As the target of `adr` and `adrp`, register 31 is the zero register, but in the `add` of the replacement it is the stack pointer.
        InstructionKind::Adr | InstructionKind::Adrp if register == 31 => None,
        InstructionKind::Adrp => {
            let goal = (from & !0xfff).wrapping_add_signed(decode_distance(word) << 12);
            Some(vec![encode_adrp(register, at, goal)?, back(1)?])
        }
        InstructionKind::Adr => {
            let goal = from.wrapping_add_signed(decode_distance(word));
            Some(vec![encode_adrp(register, at, goal)?, add(register, register, goal), back(2)?])
        }
        InstructionKind::Literal => {
            relocate_literal_load(word, from.wrapping_add_signed(decode_distance(word)), at, keeps, back(3)?)
        }
        InstructionKind::Leave => Some(vec![word]),
        InstructionKind::Plain => Some(vec![word, back(1)?]),
    }
}

/// Returns the instructions for the load of a constant that is near the code.
fn relocate_literal_load(word: u32, goal: u64, at: u64, keeps: bool, back: u32) -> Option<Vec<u32>> {
    let (register, vector) = (word & 31, word >> 26 & 1 == 1);
    let base = if vector { 16 } else { register };
    if base == 31 || vector && keeps {
        return None;
    }
    let load = match (vector, word >> 30) {
        (false, 0) => 0xb940_0000,
        (false, 1) => 0xf940_0000,
        (false, 2) => 0xb980_0000,
        (true, 0) => 0xbd40_0000,
        (true, 1) => 0xfd40_0000,
        (true, 2) => 0x3dc0_0000,
        // A prefetch has no visible effect. For vectors, no instruction has this encoding.
        (false, _) => return Some(vec![NOP, NOP, NOP, back]),
        (true, _) => return None,
    };
    Some(vec![encode_adrp(base, at, goal)?, add(base, base, goal), load | base << 5 | register, back])
}

/// Returns instructions at `at` that replace a conditional branch at `from`, because its new target is out of its range.
pub(super) fn far_test(word: u32, from: u64, at: u64, to: u64) -> Option<[u32; 3]> {
    Some([encode_skip_branch(word, 2), encode_jump(at + 4, from + 4)?, encode_jump(at + 8, to)?])
}

/// Returns whether the control flow never continues with the next instruction. A function ends with such an instruction. The last
/// instruction may be a call, if the called function does not return.
pub(super) fn ends_flow(word: u32) -> bool {
    matches!(
        kind(word),
        InstructionKind::Jump
            | InstructionKind::Call
            | InstructionKind::Leave
            | InstructionKind::CallRegister
            | InstructionKind::CallSigned
            | InstructionKind::Trap
    )
}

/// Returns whether an instruction reserves space on the stack. Data rarely looks like such an instruction.
pub(super) fn is_prologue(word: u32) -> bool {
    let is = |mask: u32, value: u32| word & mask == value;
    // The prologues are: pacibsp; stp x, x, [sp, #-n]!; stp d, d, [sp, #-n]!; and sub sp, sp, #n.
    word == 0xd503_237f
        || word == 0xd503_233f
        || is(0xffe0_03e0, 0xa9a0_03e0)
        || is(0xffe0_03e0, 0x6da0_03e0)
        || is(0xff80_03ff, 0xd100_03ff)
}
