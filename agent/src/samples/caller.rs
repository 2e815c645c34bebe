//! The location of the return address of a sample's innermost function: its frame record, or the link register x30.
//!
//! During the first and the last instructions of a function, and in a leaf function without a frame, the return address is in x30. Between
//! its first and last instructions, a function with a frame has stored its return address in the frame record to which x29 points. The
//! instructions after the sampled address determine which of the two cases applies. If a call or a reload of x30 comes first, x30 no longer
//! has the return address; if a return, a store of x30 or the creation of x29 comes first, x30 has the return address. The search therefore
//! needs no start address of the function, and it follows jumps. A function that stores x30 but does not create x29, as with
//! `-fomit-frame-pointer`, has no frame record; the search detects such a function by the code before the sampled address.
//!
//! A jump through a register is a tail call or a computed goto, with which interpreters end each of their cases. The code after the
//! function's start distinguishes a tail call from a computed goto: if x29 was created between the start and the address, x30 is stale.
//! Only tail calls and stubs jump through x16 and x17.
//!
//! Invariant: instructions are read only through `word`, at most [`STEPS`] of them, and only at addresses for which `word` returns an
//! instruction.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallerLocation {
    /// x29 points at the function's own record.
    InRecord,
    /// The caller's address is in x30, and x29 points at the caller's record.
    InLink,
    /// The function has no frame record: at this address it stored x30 without creating x29, which points at the record of an outer
    /// function.
    NoRecord(usize),
    /// The instructions do not determine the location.
    Unsure,
}

/// The largest number of instructions that a search reads.
const STEPS: usize = 4096;
/// The largest number of branch targets that a search remembers.
const BRANCHES: usize = 64;

/// The innermost function of a sample.
#[derive(Clone, Copy)]
pub(crate) struct InnermostFunction<'a> {
    /// The sampled program counter.
    pub pc: usize,
    /// Returns the start of the function, if its image lists it. The search calls `start` only if necessary, since `start` searches a long
    /// table.
    pub start: &'a dyn Fn() -> Option<usize>,
}

/// Finds the location of the innermost function's return address. `word` reads the instruction at an address.
pub(crate) fn locate_caller(
    innermost: InnermostFunction<'_>,
    word: impl Fn(usize) -> Option<u32>,
) -> CallerLocation {
    let InnermostFunction { pc, start } = innermost;
    if is_between_calls(pc, &word) {
        return CallerLocation::InLink;
    }
    match search_forwards(pc, &word) {
        SearchResult::Known(CallerLocation::InRecord) => {
            makes_no_record(innermost, &word).map_or(CallerLocation::InRecord, CallerLocation::NoRecord)
        }
        SearchResult::Known(found) => found,
        SearchResult::Jump if is_after_reload(pc, &word) => CallerLocation::InLink,
        SearchResult::Jump => match start() {
            Some(start) if has_made_record(start, pc, &word) => CallerLocation::InRecord,
            Some(_) => {
                makes_no_record(innermost, &word).map_or(CallerLocation::InLink, CallerLocation::NoRecord)
            }
            None => CallerLocation::Unsure,
        },
    }
}

/// Returns whether x30 was reloaded shortly before `pc`, with only plain instructions since the reload; if so, the next jump is a tail
/// call.
fn is_after_reload(pc: usize, word: &impl Fn(usize) -> Option<u32>) -> bool {
    let before = (1..BACKWARD_STEPS).map_while(|i| word(pc.wrapping_sub(4 * i)));
    let mut line =
        before.skip_while(|&instruction| matches!(effect_of(instruction), InstructionEffect::Nothing));
    line.next().is_some_and(reloads_link)
}

/// Returns whether a function created x29 between its start and `pc`; only the code near both is searched, since functions may be long.
fn has_made_record(start: usize, pc: usize, word: &impl Fn(usize) -> Option<u32>) -> bool {
    let is_made = |at: usize| word(at).is_some_and(makes_record);
    (start..pc).step_by(4).take(PROLOGUE).any(is_made)
        || (1..STEPS).map(|i| pc.wrapping_sub(4 * i)).take_while(|&at| at >= start).any(is_made)
}

/// The number of instructions at the start of a function within which it creates its record, unless it tests its arguments first.
const PROLOGUE: usize = 64;

/// Returns the address at which a function stored x30 without creating x29. The return address of such a function is in no frame record,
/// and the next record is that of an outer function. A function with a record may store x30 again, as a general register, so the search
/// continues to the start of the function if it is known.
pub(crate) fn makes_no_record(
    innermost: InnermostFunction<'_>,
    word: &impl Fn(usize) -> Option<u32>,
) -> Option<usize> {
    let InnermostFunction { pc, start } = innermost;
    let before = |from: usize| (1..STEPS).map(move |i| from.wrapping_sub(4 * i));
    let mut latest = None;
    for at in before(pc) {
        let instruction = word(at)?;
        if makes_record(instruction) {
            return None;
        }
        if stores_link(instruction) {
            latest = Some(at);
            break;
        }
    }
    let latest = latest?;
    let Some(start) = start() else { return Some(latest) };
    if latest < start || has_made_record(start, pc, word) {
        return None;
    }
    // The first store of x30 in the function is that of its prologue.
    let stores = |&at: &usize| word(at).is_some_and(stores_link);
    before(latest).take_while(|&at| at >= start).filter(stores).last().or(Some(latest))
}

/// Returns the possible start addresses of a function that stores x30 at `store`: the addresses before it that only plain instructions
/// follow.
pub(crate) fn find_starts(store: usize, word: &impl Fn(usize) -> Option<u32>) -> impl Iterator<Item = usize> {
    let may_be_its =
        |at: usize| word(at).is_some_and(|word| matches!(effect_of(word), InstructionEffect::Nothing));
    let before =
        (1..BACKWARD_STEPS).map(move |i| store.wrapping_sub(4 * i)).take_while(move |&at| may_be_its(at));
    core::iter::once(store).chain(before)
}

/// Returns the target of a direct call, or `None` for a call by a register.
pub(crate) fn call_target(call: usize, word: impl Fn(usize) -> Option<u32>) -> Option<usize> {
    let instruction = word(call).filter(|word| word >> 26 == CALL)?;
    Some(call.wrapping_add_signed(decode_offset(instruction, 0, 26)))
}

/// Returns whether x30 was stored shortly before `pc` and x29 was not created since; some functions never create it.
fn is_between_calls(pc: usize, word: &impl Fn(usize) -> Option<u32>) -> bool {
    for at in (1..BACKWARD_STEPS).map(|i| pc.wrapping_sub(4 * i)) {
        let Some(instruction) = word(at) else { return false };
        if is_pair(instruction, STORE_PAIR) && pair_registers(instruction) == (29, LINK) {
            return true;
        }
        if makes_record(instruction) || !matches!(effect_of(instruction), InstructionEffect::Nothing) {
            return false;
        }
    }
    false
}

/// The number of instructions that are searched backwards from an address.
const BACKWARD_STEPS: usize = 16;

/// The result of the search forwards from the sampled address.
enum SearchResult {
    Known(CallerLocation),
    /// A jump through a register comes before an instruction that determines the location.
    Jump,
}

fn search_forwards(pc: usize, word: &impl Fn(usize) -> Option<u32>) -> SearchResult {
    let mut targets = BranchTargets { all: [0; BRANCHES], known: 0, next: 0 };
    targets.add(pc);
    let mut steps = 0;
    while let Some(mut at) = targets.take_next() {
        while steps < STEPS {
            steps += 1;
            let Some(instruction) = word(at) else { break };
            match effect_of(instruction) {
                InstructionEffect::Found(caller) => return SearchResult::Known(caller),
                InstructionEffect::Branch(offset) => targets.add(at.wrapping_add_signed(offset)),
                InstructionEffect::Jump(offset) => {
                    let target = at.wrapping_add_signed(offset);
                    // A jump into another image is a tail call.
                    if word(target).is_none() {
                        return SearchResult::Known(CallerLocation::InLink);
                    }
                    targets.add(target);
                    break;
                }
                InstructionEffect::JumpTo(register) => {
                    // If the register was set to the sum of two other registers, the jump goes through a jump table inside this function,
                    // and the code of the table's first case follows the jump.
                    let before = word(at.wrapping_sub(4)).unwrap_or(0);
                    let is_sum = before & 0xff00_0000 == 0x8b00_0000 && before & 31 == register;
                    if matches!(register, 16 | 17) {
                        return SearchResult::Known(CallerLocation::InLink);
                    }
                    if !is_sum {
                        return SearchResult::Jump;
                    }
                }
                InstructionEffect::End => break,
                InstructionEffect::Nothing => {}
            }
            at += 4;
        }
    }
    SearchResult::Known(CallerLocation::Unsure)
}

/// Finds the return address in a hook of the agent. Hooks create no record, and change x29 only if they call Rust. In a hook x30 is the
/// return address, or after the hooked call an address in the hook, for which the shadow stack has the return address.
pub(crate) fn hooks_caller(pc: usize, word: impl Fn(usize) -> Option<u32>) -> CallerLocation {
    for at in (pc..).step_by(4).take(STEPS) {
        let Some(instruction) = word(at) else { return CallerLocation::Unsure };
        if makes_record(instruction) || is_return_or_jump(instruction) || instruction >> 26 == JUMP {
            return CallerLocation::InLink;
        }
        if is_pair(instruction, LOAD_PAIR) && pair_registers(instruction) == (29, 30) {
            return CallerLocation::InRecord;
        }
    }
    CallerLocation::Unsure
}

/// The branch targets that a search visits; each target is visited once.
struct BranchTargets {
    all: [usize; BRANCHES],
    known: usize,
    next: usize,
}

impl BranchTargets {
    fn add(&mut self, at: usize) {
        if self.known < BRANCHES && !self.all[..self.known].contains(&at) {
            self.all[self.known] = at;
            self.known += 1;
        }
    }

    fn take_next(&mut self) -> Option<usize> {
        let at = *self.all[..self.known].get(self.next)?;
        self.next += 1;
        Some(at)
    }
}

/// The effect of an instruction on the search.
enum InstructionEffect {
    Found(CallerLocation),
    /// A conditional branch with this offset.
    Branch(isize),
    /// An unconditional jump with this offset.
    Jump(isize),
    /// A jump to the address in this register.
    JumpTo(u32),
    /// The flow of control ends at the instruction.
    End,
    Nothing,
}

const JUMP: u32 = 0b00_0101;
const CALL: u32 = 0b10_0101;
const LOAD_PAIR: u32 = 0xa840_0000;
const STORE_PAIR: u32 = 0xa800_0000;
const LINK: u32 = 30;

fn effect_of(word: u32) -> InstructionEffect {
    let is_call = word >> 26 == CALL || is_call_by_register(word);
    if is_call || reloads_link(word) {
        InstructionEffect::Found(CallerLocation::InRecord)
    } else if stores_link(word) || makes_record(word) || is_return(word) {
        InstructionEffect::Found(CallerLocation::InLink)
    } else if word >> 26 == JUMP {
        InstructionEffect::Jump(decode_offset(word, 0, 26))
    } else if is_jump_by_register(word) {
        InstructionEffect::JumpTo(word >> 5 & 31)
    } else if word & 0xff00_0010 == 0x5400_0000 || word & 0x7e00_0000 == 0x3400_0000 {
        InstructionEffect::Branch(decode_offset(word, 5, 19))
    } else if word & 0x7e00_0000 == 0x3600_0000 {
        InstructionEffect::Branch(decode_offset(word, 5, 14))
    } else if word & 0xffe0_001f == 0xd420_0000 || word >> 16 == 0 {
        // The instruction is a trap.
        InstructionEffect::End
    } else {
        InstructionEffect::Nothing
    }
}

/// Decodes a signed offset in instructions from a bit field, and returns it in bytes.
fn decode_offset(word: u32, from: u32, bits: u32) -> isize {
    let field = word >> from << (32 - bits);
    (field as i32 >> (32 - bits)) as isize * 4
}

/// Returns the two registers of a load or store of a pair.
fn pair_registers(word: u32) -> (u32, u32) {
    (word & 31, word >> 10 & 31)
}

/// Returns whether an instruction is this load or store of a pair, in any addressing mode.
fn is_pair(word: u32, what: u32) -> bool {
    word & 0xfe40_0000 == what
}

const LOAD: u32 = 0x0040_0000;
const STORE: u32 = 0;

/// Returns whether an instruction is this load or store of 64 bits, in any addressing mode.
fn is_single(word: u32, what: u32) -> bool {
    let kind = word & 0xffc0_0000;
    kind == 0xf900_0000 | what || kind == 0xf800_0000 | what
}

/// Returns whether a load or store uses the stack pointer as base; a store of x30 with another base does not save the return address of the
/// function.
fn is_on_stack(word: u32) -> bool {
    word >> 5 & 31 == 31
}

/// Returns whether x30 is stored on the stack, by itself or in a pair.
fn stores_link(word: u32) -> bool {
    let is_in_pair = pair_registers(word).0 == LINK || pair_registers(word).1 == LINK;
    let is_stored = is_pair(word, STORE_PAIR) && is_in_pair || is_single(word, STORE) && word & 31 == LINK;
    is_stored && is_on_stack(word)
}

/// Returns whether x30 is loaded, by itself or in a pair.
fn reloads_link(word: u32) -> bool {
    let is_in_pair = pair_registers(word).0 == LINK || pair_registers(word).1 == LINK;
    is_pair(word, LOAD_PAIR) && is_in_pair || is_single(word, LOAD) && word & 31 == LINK
}

/// Returns whether x29 is created: `mov x29, sp` or `add x29, sp, #n`.
fn makes_record(word: u32) -> bool {
    word & 0xff80_03ff == 0x9100_03fd
}

/// Returns whether an instruction is a call through a register, with or without pointer authentication.
fn is_call_by_register(word: u32) -> bool {
    word & 0xfeff_f000 == 0xd63f_0000
}

fn is_jump_by_register(word: u32) -> bool {
    word & 0xfeff_f000 == 0xd61f_0000
}

fn is_return(word: u32) -> bool {
    word & 0xffff_f000 == 0xd65f_0000
}

/// Returns whether an instruction is a return or a jump by a register.
fn is_return_or_jump(word: u32) -> bool {
    is_return(word) || is_jump_by_register(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use CallerLocation::{InLink, InRecord, NoRecord, Unsure};

    const BASE: usize = 0x1_0000;

    fn at(code: &[u32], index: usize) -> CallerLocation {
        at_in(code, index, None)
    }

    /// Searches for the caller in test code whose function has a known beginning.
    fn at_in(code: &[u32], index: usize, start: Option<usize>) -> CallerLocation {
        let start = || start.map(|start| BASE + 4 * start);
        locate_caller(InnermostFunction { pc: BASE + 4 * index, start: &start }, |at| {
            code.get(at.checked_sub(BASE)? / 4).copied().filter(|_| at.is_multiple_of(4))
        })
    }

    fn all(code: &[u32]) -> Vec<CallerLocation> {
        (0..code.len()).map(|index| at(code, index)).collect()
    }

    #[test]
    fn the_caller_is_in_the_frame_record_between_prologue_and_epilogue() {
        let code = [
            0xa9be_4ff4, // stp x20, x19, [sp, #-32]!
            0xa901_7bfd, // stp x29, x30, [sp, #16]
            0x9100_43fd, // add x29, sp, #16
            0xaa00_03f3, // mov x19, x0
            0x9400_0100, // bl
            0xaa13_03e0, // mov x0, x19
            0xa941_7bfd, // ldp x29, x30, [sp, #16]
            0xa8c2_4ff4, // ldp x20, x19, [sp], #32
            0xd65f_03c0, // ret
        ];
        let expected = [InLink, InLink, InLink, InRecord, InRecord, InRecord, InRecord, InLink, InLink];
        assert_eq!(all(&code), expected);
    }

    #[test]
    fn a_register_pair_on_the_stack_to_which_x29_never_points_is_no_frame_record() {
        let code = [
            0xa9bf_7bfd, // stp x29, x30, [sp, #-16]!
            0xd503_20ff, // xpaclri
            0xaa1e_03e1, // mov x1, x30
            0xa8c1_7bfd, // ldp x29, x30, [sp], #16
            0x1400_0100, // b, out of what is known
        ];
        assert_eq!(all(&code), [InLink; 5]);
    }

    #[test]
    fn a_stored_copy_of_the_link_register_is_no_frame_record() {
        let code = [
            0xa916_7a88, // stp x8, x30, [x20, #0x160]
            0xf900_029e, // str x30, [x20]
            0xa942_7bfd, // ldp x29, x30, [sp, #0x20]
            0xd65f_03c0, // ret
        ];
        assert_eq!(all(&code), [InRecord, InRecord, InRecord, InLink]);
    }

    #[test]
    fn a_leaf_function_has_its_caller_in_the_link_register_at_every_instruction() {
        let code = [
            0xd10043ff,  // sub sp, sp, #16
            0xb400_0060, // cbz x0, +12
            0xf100_0400, // subs x0, x0, #1
            0x54ff_ffe1, // b.ne -4
            0x9100_43ff, // add sp, sp, #16
            0xd65f_03c0, // ret
        ];
        assert_eq!(all(&code), [InLink; 6]);
    }

    #[test]
    fn a_function_that_never_sets_x29_has_no_frame_record_for_its_caller() {
        // In code that was compiled with -fomit-frame-pointer, x29 points at the record of the caller, or of one of the caller's callers.
        let pair = [
            0xa9bf_7bfd, // stp x29, x30, [sp, #-16]!
            0xaa00_03e1, // mov x1, x0
            0x9400_0100, // bl
            0xd503_201f, // nop
            0xa8c1_7bfd, // ldp x29, x30, [sp], #16
            0xd65f_03c0, // ret
        ];
        let none = NoRecord(BASE);
        assert_eq!(all(&pair), [InLink, InLink, InLink, none, none, InLink]);
        let mut alone = pair;
        (alone[0], alone[4]) = (0xf81f_0ffe, 0xf841_07fe); // str x30, [sp, #-16]!; ldr x30, [sp], #16
        assert_eq!(all(&alone), [InLink, none, none, none, none, InLink]);
        // The search finds no instruction that stored x30.
        assert_eq!(at(&pair[1..], 2), InRecord);
    }

    #[test]
    fn possible_beginnings_of_a_function_exclude_the_function_before_it() {
        let code = [
            0xd65f_03c0, // ret
            0xd100_83ff, // sub sp, sp, #32
            0xa901_4ff4, // stp x20, x19, [sp, #16]
            0xf900_07fe, // str x30, [sp, #8]
            0x9400_0100, // bl
        ];
        let word = |at: usize| code.get((at - BASE) / 4).copied();
        let innermost = InnermostFunction { pc: BASE + 16, start: &|| None };
        let store = makes_no_record(innermost, &word).expect("x30 is stored");
        let found: Vec<usize> = find_starts(store, &word).map(|at| (at - BASE) / 4).collect();
        assert_eq!(found, [3, 2, 1]);
    }

    #[test]
    fn an_early_return_before_the_prologue_has_the_caller_in_the_link_register() {
        let code = [
            0xb400_00e0, // cbz x0, +28 (the return)
            0xa9bf_7bfd, // stp x29, x30, [sp, #-16]!
            0x9100_03fd, // mov x29, sp
            0xd63f_0100, // blr x8
            0xd503_201f, // nop
            0xa8c1_7bfd, // ldp x29, x30, [sp], #16
            0xd503_201f, // nop
            0xd65f_03c0, // ret
        ];
        assert_eq!(all(&code), [InLink, InLink, InLink, InRecord, InRecord, InRecord, InLink, InLink]);
    }

    #[test]
    fn tail_calls_and_jump_tables_are_distinguished() {
        // The instructions are a stub, which jumps to the address in a pointer.
        assert_eq!(all(&[0x9000_0010, 0xf940_0210, 0xd61f_0200]), [InLink; 3]);
        // The instructions are a tail call by the register x8, in a function without a record.
        let by_register = [0xf940_0008, 0xd61f_0100]; // ldr x8, [x0]; br x8
        assert_eq!([0, 1].map(|index| at_in(&by_register, index, Some(0))), [InLink; 2]);
        // The instructions are a switch in the body of a function, whose first case follows the jump.
        let table = [
            0x8b0a_0929, // add x9, x9, x10, lsl #2
            0xd61f_0120, // br x9
            0x9400_0100, // bl
        ];
        assert_eq!(all(&table), [InRecord; 3]);
        // The first code is a jump to another function, whose first instruction stores x30; the second is a jump out of the known code.
        assert_eq!(at(&[0x1400_0002, 0xd420_0020, 0xa9bf_7bfd], 0), InLink);
        assert_eq!(at(&[0x1400_0200], 0), InLink);
    }

    #[test]
    fn a_computed_goto_is_not_taken_for_a_tail_call() {
        let code = [
            0xa9bf_7bfd, // stp x29, x30, [sp, #-16]!
            0x9100_03fd, // mov x29, sp
            0xf840_8668, // ldr x8, [x19], #8
            0xd61f_0100, // br x8
            0x9100_0694, // add x20, x20, #1
            0xf840_8668, // ldr x8, [x19], #8
            0xd61f_0100, // br x8
            0xf840_8668, // ldr x8, [x19], #8: of a function without a record
            0xd61f_0100, // br x8
        ];
        let found: Vec<CallerLocation> = (0..7).map(|index| at_in(&code, index, Some(0))).collect();
        assert_eq!(found, [InLink, InLink, InRecord, InRecord, InRecord, InRecord, InRecord]);
        assert_eq!([7, 8].map(|index| at_in(&code, index, Some(7))), [InLink; 2]);
        assert_eq!([4, 7].map(|index| at(&code, index)), [Unsure; 2], "nothing tells where it begins");
    }

    #[test]
    fn a_tail_call_through_a_register_has_the_caller_in_the_link_register() {
        let code = [
            0xa9bf_7bfd, // stp x29, x30, [sp, #-16]!
            0x9100_03fd, // mov x29, sp
            0x9400_0100, // bl
            0xaa00_03e8, // mov x8, x0
            0xa8c1_7bfd, // ldp x29, x30, [sp], #16
            0xaa13_03e0, // mov x0, x19
            0xd61f_0100, // br x8
        ];
        let found: Vec<CallerLocation> = (0..7).map(|index| at_in(&code, index, Some(0))).collect();
        assert_eq!(found, [InLink, InLink, InRecord, InRecord, InRecord, InLink, InLink]);
        // The instructions are a computed goto in code that was compiled with -fomit-frame-pointer.
        let goto = [0xf81f_0ffe, 0xf840_8668, 0xd61f_0100]; // str x30, [sp, #-16]!; ldr x8, [x19], #8; br x8
        assert_eq!(
            [0, 1, 2].map(|index| at_in(&goto, index, Some(0))),
            [InLink, NoRecord(BASE), NoRecord(BASE)]
        );
    }

    #[test]
    fn a_frame_record_is_found_although_the_link_register_is_stored_again_later() {
        let code = [
            0xa9be_7bfd, // stp x29, x30, [sp, #-32]!
            0x9100_03fd, // mov x29, sp
            0xa901_7bed, // stp x13, x30, [sp, #16]
            0x9400_0100, // bl
            0xd503_201f, // nop
            0x9400_0100, // bl
        ];
        assert_eq!(at_in(&code, 4, Some(0)), InRecord);
        assert_eq!(at_in(&code[2..], 2, Some(0)), NoRecord(BASE));
    }

    #[test]
    fn a_direct_call_has_a_target_and_a_call_by_register_has_no_target() {
        let code = [0x9400_0002, 0x97ff_ffff, 0xd63f_0100, 0x1400_0002]; // bl +8; bl -4; blr x8; b +8
        let all = (0..4).map(|i| call_target(BASE + 4 * i, |at| code.get((at - BASE) / 4).copied()));
        assert!(all.eq([Some(BASE + 8), Some(BASE), None, None]));
        assert_eq!(call_target(BASE, |_| None), None);
    }

    #[test]
    fn code_that_does_not_show_where_the_caller_is_gives_an_unsure_result() {
        assert_eq!(at(&[0xd503_201f, 0xd420_0020], 0), Unsure);
        assert_eq!(at(&[0x1400_0000], 0), Unsure);
        assert_eq!(at(&[], 0), Unsure);
        // The search ends for code of arbitrary bytes.
        let mut chance: u32 = 1;
        let code: Vec<u32> = std::iter::repeat_with(|| {
            chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            chance ^ chance >> 15
        })
        .take(20_000)
        .collect();
        assert!((0..code.len()).map(|index| at(&code, index)).any(|found| found != Unsure));
    }

    #[test]
    fn a_hook_has_its_caller_in_a_frame_record_only_during_its_call_of_rust() {
        let code = [
            0xa900_4d5e, // stp x30, x19, [x10]
            0xd63f_0220, // blr x17
            0xa9b9_7bfd, // stp x29, x30, [sp, #-0x70]!
            0x9100_03fd, // mov x29, sp
            0x9400_0100, // bl
            0xa8c7_7bfd, // ldp x29, x30, [sp], #0x70
            0xa940_4e7e, // ldp x30, x19, [x19]
            0xd65f_03c0, // ret
        ];
        let at = |index: usize| hooks_caller(BASE + 4 * index, |at| code.get((at - BASE) / 4).copied());
        let found: Vec<CallerLocation> = (0..code.len()).map(at).collect();
        assert_eq!(found, [InLink, InLink, InLink, InLink, InRecord, InRecord, InLink, InLink]);
    }
}
