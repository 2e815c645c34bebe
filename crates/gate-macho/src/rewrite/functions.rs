//! Selects the functions of a file that can count, and collects the properties that their trampolines need.
//!
//! Invariant: no word is changed that may be data, or that may be code which is copied at run time.
//!
//! The start of a function counts as code if three conditions hold:
//!
//! - All words up to the next start are instructions, and the last of them ends the control flow. (A third of random words are
//!   instructions. In eight apps with 80,000 functions, only ten functions do not end the control flow.)
//! - The function is not on a page that repeats itself.
//! - Evidence shows that the function is executed: an unwind table contains the function, a branch leads to it, data refers to it, or it
//!   begins with a prologue.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use object::macho;

use super::a64::{self, InstructionKind};
use super::evidence::{UnwindRanges, pointer_targets};
use super::image::{read_u32, words};
use super::instructions::{BOTH, is_instruction, registers_used};
use super::{NotCountedReason, RewriteError};
use crate::read::{Image, Section};

/// A function that can count its calls.
#[derive(Debug, Clone)]
pub(super) struct CountableFunction {
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) first: u32,
    pub(super) is_import: bool,
    /// Whether the function reads x16 or x17 before it writes them.
    pub(super) keeps: bool,
    /// The addresses of branches inside the function to its first instruction. Loops inside a function are not calls.
    pub(super) loops: Vec<u64>,
}

impl CountableFunction {
    fn range(&self) -> Range<u64> {
        self.start..self.end
    }
}

/// The functions that can count their calls, and for each reason the number of functions that cannot count.
#[derive(Default)]
pub(super) struct CountableFunctions {
    pub(super) functions: Vec<CountableFunction>,
    pub(super) left: BTreeMap<NotCountedReason, usize>,
}

/// The code of one section.
struct SectionCode {
    base: u64,
    words: Vec<u32>,
    /// Whether each word is an instruction.
    valid: Vec<bool>,
}

impl SectionCode {
    fn from_section(image: &Image<'_>, section: &Section) -> SectionCode {
        let words: Vec<u32> = words(image.content(section)).collect();
        let valid = words.iter().map(|word| is_instruction(*word)).collect();
        SectionCode { base: section.address, words, valid }
    }

    fn index(&self, address: u64) -> usize {
        ((address - self.base) / 4) as usize
    }

    fn word_at(&self, address: u64) -> u32 {
        self.words[self.index(address)]
    }

    fn words_in_range(&self, range: Range<u64>) -> impl Iterator<Item = (u64, u32)> {
        let words = &self.words[self.index(range.start)..self.index(range.end)];
        (range.start..).step_by(4).zip(words.iter().copied())
    }
}

/// Selects the functions that can count in all code sections of a file. `names` are the names in the file's symbol table.
pub(super) fn select_countable_functions(
    image: &Image<'_>,
    names: &HashMap<u64, &[u8]>,
) -> Result<CountableFunctions, RewriteError> {
    let mut starts = image.function_starts()?;
    starts.dedup();
    let (unwind, pointer_targets) = (UnwindRanges::read(image), pointer_targets(image, &starts)?);
    let data = data_in_code(image)?;
    let mut found = CountableFunctions::default();
    for section in image.sections.iter().filter(|section| section.is_code() && section.address % 4 == 0) {
        let end = section.address + section.size / 4 * 4;
        let here = starts.partition_point(|start| *start < section.address)
            ..starts.partition_point(|start| *start < end);
        let here = &starts[here];
        let mut code = SectionCode::from_section(image, section);
        for range in data.iter().filter(|(start, end)| *start >= code.base && *end <= section.end()) {
            // Words that the linker marks as data count as valid instructions, since otherwise the function before them would be classified
            // as data.
            let (first, last) =
                (code.index(range.0), code.index(range.1.next_multiple_of(4)).min(code.words.len()));
            code.valid[first..last].fill(true);
        }
        let called = find_called_starts(&code, here, end);
        let joined = unwind.ends_ranges_in(section);
        let mut functions = Vec::new();
        // The starts are sorted, so each page is examined once.
        let (mut page, mut is_copied) = (&[][..], false);
        for (index, start) in here.iter().copied().enumerate() {
            let end = here.get(index + 1).copied().unwrap_or(end);
            let own_page = image.page(start);
            if !std::ptr::eq(page, own_page) {
                (page, is_copied) = (own_page, has_repeated_code(own_page));
            }
            let is_data = data.iter().any(|(first, last)| (*first..*last).contains(&start));
            let known =
                called[index] || unwind.knows_function(start, joined) || pointer_targets.contains(&start);
            let left = if is_data {
                Some(NotCountedReason::Data)
            } else if is_copied {
                Some(NotCountedReason::Copied)
            } else {
                reason_not_counted(&code, start..end, known)
            };
            match left.or_else(|| classify_function_part(names.get(&start).copied().unwrap_or_default())) {
                Some(left) => *found.left.entry(left).or_default() += 1,
                None => functions.push(build_function(&code, start..end)),
            }
        }
        find_keepers(&code, &mut functions);
        found.functions.append(&mut functions);
    }
    Ok(found)
}

/// Returns the address ranges that the linker marks as data.
fn data_in_code(image: &Image<'_>) -> Result<Vec<(u64, u64)>, RewriteError> {
    let entries = image.linkedit_table(macho::LC_DATA_IN_CODE)?.chunks_exact(8);
    let ranges = entries.map(|entry| {
        let start = image.base + u64::from(read_u32(entry, 0)?);
        Ok((start, start + u64::from(read_u32(entry, 4)? & 0xffff)))
    });
    ranges.collect()
}

/// Returns, for each start of a function, whether a branch in the section leads to the start.
fn find_called_starts(code: &SectionCode, starts: &[u64], end: u64) -> Vec<bool> {
    let mut at = vec![false; code.words.len()];
    for (place, word) in (code.base..).step_by(4).zip(&code.words) {
        if matches!(a64::kind(*word), InstructionKind::Jump | InstructionKind::Call)
            && let Some(target) = a64::branch_target(*word, place)
            && (code.base..end).contains(&target)
        {
            at[code.index(target)] = true;
        }
    }
    starts.iter().map(|start| start % 4 == 0 && at[code.index(*start)]).collect()
}

/// Returns whether a page repeats the same few instructions. In order to create functions at run time, some runtimes map copies of such a
/// page next to pages of data (libffi's closures, the AOT trampolines of Mono and .NET). A branch in such a copy would not reach the
/// trampoline.
///
/// The pages of Mono begin with code to which each of the repeated pieces branches, so the targets of branches are compared.
fn has_repeated_code(page: &[u8]) -> bool {
    /// The largest number of words in front of the repeated pieces.
    const COMMON: usize = 64;
    /// The number of words that are compared.
    const COMPARED: usize = 128;
    /// The possible lengths of the repeated piece in words.
    const PIECES: [usize; 9] = [2, 3, 4, 5, 6, 8, 12, 16, 32];
    let words: Vec<u32> = (0..)
        .zip(words(page))
        .take(COMMON + COMPARED)
        .map(|(at, word)| with_branch_target(word, at))
        .collect();
    words.windows(COMPARED).any(|words| {
        let is_filled = words.iter().all(|word| *word == words[0]);
        !is_filled && PIECES.into_iter().any(|length| words[length..] == words[..COMPARED - length])
    })
}

/// Returns the word `at` of a page. The offset of a branch is replaced by the branch's target, counted from the start of the page.
fn with_branch_target(word: u32, at: u32) -> u32 {
    const OFFSET: u32 = 0x03ff_ffff;
    let is_branch = word & 0x7c00_0000 == 0x1400_0000;
    if is_branch { word & !OFFSET | word.wrapping_add(at) & OFFSET } else { word }
}

/// Returns the reason why a function cannot count its calls, or `None` if it can.
fn reason_not_counted(
    code: &SectionCode,
    Range { start, end }: Range<u64>,
    known: bool,
) -> Option<NotCountedReason> {
    if start % 4 != 0 || end % 4 != 0 || start >= end {
        return Some(NotCountedReason::Data);
    }
    let range = code.index(start)..code.index(end);
    let first = code.words[range.start];
    // Padding after the function consists of zeros, nops, or breakpoints of another processor.
    let is_padding = |word: &&u32| [0, a64::NOP, a64::FILLER].contains(*word);
    let padding = code.words[range.clone()].iter().rev().take_while(is_padding).count();
    let own = range.start..range.end - padding;
    if !code.valid[own.clone()].iter().all(|valid| *valid) || first == 0 {
        return Some(NotCountedReason::Data);
    }
    if !code.words[own].last().is_some_and(|last| a64::ends_flow(*last)) {
        return Some(NotCountedReason::RunsOn);
    }
    if !known && !a64::is_prologue(first) {
        return Some(NotCountedReason::PerhapsData);
    }
    // The test whether the first instruction can move uses an arbitrary target address, on which the result does not depend.
    let moves = |keeps| a64::relocate_instruction(first, start, start + (1 << 20), keeps).is_some();
    (!moves(false)).then_some(NotCountedReason::First)
}

/// Recognises parts of other functions by their names. The parts are LLVM's cold parts, the parts of Swift's async functions after an
/// await, and functions of the outliner.
fn classify_function_part(name: &[u8]) -> Option<NotCountedReason> {
    let text = String::from_utf8_lossy(name);
    if text.contains("OUTLINED_FUNCTION_") {
        return Some(NotCountedReason::Outlined);
    }
    let is_async = text.strip_suffix('_').is_some_and(|name| {
        let kind = name.trim_end_matches(|digit: char| digit.is_ascii_digit());
        kind.len() < name.len() && (kind.ends_with("TY") || kind.ends_with("TQ"))
    });
    (text.contains(".cold.") || text.ends_with(".cold") || is_async).then_some(NotCountedReason::Part)
}

fn build_function(code: &SectionCode, Range { start, end }: Range<u64>) -> CountableFunction {
    let after_first = code.words_in_range(start..end).filter(|(at, _)| *at != start);
    let branches = after_first.filter(|(_, word)| a64::kind(*word) != InstructionKind::Call);
    let to_first = branches.filter(|(at, word)| a64::branch_target(*word, *at) == Some(start));
    let loops = to_first.map(|(at, _)| at).collect();
    CountableFunction { start, end, first: code.word_at(start), is_import: false, keeps: false, loops }
}

/// Finds the functions that are entered with a value in x16 or x17. Only hand-written code passes values in these registers, never compiled
/// code.
///
/// A function is included if it reads one of the registers before it writes the register, or if it jumps to an included function. A
/// function is also included if its caller keeps a value in one of the registers during the call; then all functions that the included
/// function calls are included too.
fn find_keepers(code: &SectionCode, functions: &mut [CountableFunction]) {
    let number: HashMap<u64, usize> =
        functions.iter().enumerate().map(|(index, one)| (one.start, index)).collect();
    let returns: Vec<bool> = functions.iter().map(|one| can_return(code, one)).collect();
    let mentions = |one: &CountableFunction| {
        code.words_in_range(one.range()).any(|(_, word)| registers_used(word) != (0, 0))
    };
    let (busy, idle): (Vec<usize>, Vec<usize>) =
        (0..functions.len()).partition(|index| mentions(&functions[*index]));
    let jumps: Vec<(usize, usize)> = idle
        .into_iter()
        .flat_map(|index| {
            outgoing_branches(code, &functions[index]).map(move |(kind, target)| (index, kind, target))
        })
        .filter(|(_, kind, _)| *kind != InstructionKind::Call)
        .filter_map(|(index, _, target)| Some((index, *number.get(&target)?)))
        .collect();
    // `reads` marks the functions that read one of the registers. `kept` contains the functions that are called while both registers must
    // keep their values, as found in this iteration of the loop.
    let (mut reads, mut kept) = (vec![false; functions.len()], Vec::new());
    loop {
        let mut found = Vec::new();
        found.extend(
            jumps.iter().filter(|(index, target)| reads[*target] && !reads[*index]).map(|(index, _)| *index),
        );
        for index in &busy {
            let one = &functions[*index];
            let live = live_registers(code, one, &|address| {
                number.get(&address).map(|other| (reads[*other], returns[*other]))
            });
            if live[0] != 0 && !reads[*index] {
                found.push(*index);
            }
            for ((at, word), live) in code.words_in_range(one.range()).zip(&live[1..]) {
                if a64::kind(word) == InstructionKind::Call && *live != 0 {
                    let callee = a64::branch_target(word, at).and_then(|target| number.get(&target).copied());
                    keep_below(code, callee.filter(|callee| returns[*callee]), functions, &number, &mut kept);
                }
            }
        }
        if found.is_empty() && kept.is_empty() {
            break;
        }
        found.iter().for_each(|index| reads[*index] = true);
        kept.drain(..).chain(found).for_each(|index| functions[index].keeps = true);
    }
}

/// Returns the targets of a function's branches to other functions. If the control flow continues into the next function, the function's
/// end is a target too.
fn outgoing_branches(
    code: &SectionCode,
    function: &CountableFunction,
) -> impl Iterator<Item = (InstructionKind, u64)> {
    let CountableFunction { start, end, .. } = *function;
    let branches = code
        .words_in_range(start..end)
        .filter_map(|(at, word)| Some((a64::kind(word), a64::branch_target(word, at)?)));
    let last = a64::kind(code.word_at(end - 4));
    let falls = !matches!(
        last,
        InstructionKind::Jump | InstructionKind::Leave | InstructionKind::Trap | InstructionKind::Call
    );
    branches
        .filter(move |(_, target)| !(start..end).contains(target))
        .chain(falls.then_some((InstructionKind::Plain, end)))
}

/// Adds a function that is called while x16 or x17 must keep their values, and all functions that this function calls directly or
/// indirectly.
fn keep_below(
    code: &SectionCode,
    first: Option<usize>,
    functions: &[CountableFunction],
    number: &HashMap<u64, usize>,
    kept: &mut Vec<usize>,
) {
    let mut open = Vec::from_iter(first);
    while let Some(index) = open.pop() {
        if !functions[index].keeps && !kept.contains(&index) {
            kept.push(index);
            open.extend(
                outgoing_branches(code, &functions[index]).filter_map(|(_, target)| number.get(&target)),
            );
        }
    }
}

/// Returns whether a function returns. If a function only ends the process, it may be called with any register values.
fn can_return(code: &SectionCode, function: &CountableFunction) -> bool {
    let leaves =
        code.words_in_range(function.range()).any(|(_, word)| a64::kind(word) == InstructionKind::Leave);
    leaves || outgoing_branches(code, function).any(|(kind, _)| kind != InstructionKind::Call)
}

/// Computes which of x16 and x17 are live before each instruction of a function and after its end. In each result, the first two bits are
/// the registers that are read before the next call, since a call may change both. In each result, the other two bits are the registers
/// that a called function reads, possibly after other calls.
///
/// For another function, `known` returns whether it reads one of the registers and whether it returns.
fn live_registers(
    code: &SectionCode,
    function: &CountableFunction,
    known: &dyn Fn(u64) -> Option<(bool, bool)>,
) -> Vec<u8> {
    let CountableFunction { start, end, .. } = *function;
    let step =
        |(at, word)| (a64::kind(word), a64::branch_target(word, at).unwrap_or(end), registers_used(word));
    let steps: Vec<_> = code.words_in_range(start..end).map(step).collect();
    let enters = |address: u64| if known(address).is_some_and(|(reads, _)| reads) { BOTH } else { 0 };
    let mut live = vec![0; steps.len() + 1];
    live[steps.len()] = enters(end);
    loop {
        let mut changed = false;
        for (index, (kind, target, (reads, writes))) in steps.iter().copied().enumerate().rev() {
            let is_inside = (start..end).contains(&target);
            let there = if is_inside { live[((target - start) / 4) as usize] } else { enters(target) };
            let next = live[index + 1];
            let behind = match kind {
                InstructionKind::Leave | InstructionKind::Trap => 0,
                InstructionKind::Call if known(target).is_some_and(|(_, returns)| !returns) => 0,
                InstructionKind::Call => next & BOTH << 2 | enters(target) << 2,
                InstructionKind::CallRegister | InstructionKind::CallSigned => next & BOTH << 2,
                InstructionKind::Jump => there,
                InstructionKind::Test | InstructionKind::TestBit => next | there,
                _ => next,
            };
            let before = reads | behind & !(writes | writes << 2);
            changed |= std::mem::replace(&mut live[index], before) != before;
        }
        if !changed {
            return live;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_pages_that_repeat_one_piece_are_recognised_as_trampolines() {
        // adr x16, .-16384; ldp x17, x16, [x16]; br x16; nop
        let piece = [0x10fe_0010_u32, 0xa940_4211, 0xd61f_0200, 0xd503_201f];
        let page = |piece: &[u32]| {
            piece.iter().cycle().take(4096).flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>()
        };
        assert!(has_repeated_code(&page(&piece)));
        assert!(has_repeated_code(&page(&piece[..3])));
        assert!(!has_repeated_code(&page(&piece[3..])), "nops alone are padding");
        assert!(!has_repeated_code(
            &(0..16384_u32).map(|byte| ((byte * byte) >> 3) as u8).collect::<Vec<u8>>()
        ));
        assert!(!has_repeated_code(&page(&piece)[..256]), "the end of a file");

        // Eight words of common code, and pieces of `adr x16, .; b TARGET; nop; nop`.
        let branching = |target: fn(u32) -> u32| {
            let pieces = (0..1022).flat_map(|number| {
                let at = 8 + 4 * number + 1;
                [
                    0x1000_0010,
                    0x1400_0000 | (target(number).wrapping_sub(at) & 0x03ff_ffff),
                    0xd503_201f,
                    0xd503_201f,
                ]
            });
            let words = (0..8).map(|number| 0xd280_0011 | number << 5).chain(pieces);
            words.flat_map(u32::to_le_bytes).collect::<Vec<u8>>()
        };
        assert!(has_repeated_code(&branching(|_| 0)), "pieces that branch to the common code");
        assert!(
            !has_repeated_code(&branching(|number| 8 * number)),
            "functions that jump to other functions"
        );
    }
}
