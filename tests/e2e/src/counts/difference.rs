//! Compares one function at a time. The function's first instruction, as built, is compared with the code that replaces it: the branch, the
//! trampoline, and the branch back to the function.
//!
//! The instruction and its replacement run with the same random registers, flags and memory. After both have run, registers, flags and
//! memory must be equal, except for x16 and x17 (unless the function needs their values), memory below the stack pointer, and the counters.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use gate_macho::rewrite::{CountedFunction, RewrittenFile, SEGMENT};
use phone::cpu::{Access, Cpu, CpuModel, PAGE, Registers, Stop};
use phone::memory::{EXECUTE, HEAP, IMAGES, Memory, READ, WRITE};

use super::{segments, word};

/// The result of comparing the functions of a file.
#[derive(Debug, Clone, Default)]
pub struct Difference {
    pub compared: usize,
    pub wrong: Vec<String>,
    /// The number of functions for each number of instructions that counting adds to a call, in four cases: on the counting thread, in the
    /// first call on the counting thread, on another thread, and after the end of counting. For functions that keep x16 and x17, 1,000 is
    /// added to the number of instructions.
    pub added: [BTreeMap<u64, usize>; 4],
}

/// The memory to which random registers point.
const SCRATCH: u64 = HEAP;
const SIZE: usize = 0x40000;
const PART: usize = 64;
/// Bytes below the stack pointer that belong to the function.
const RED_ZONE: u64 = 128;
/// Bytes below the red zone that a trampoline may write.
const BELOW: u64 = 32;
const THREAD: u64 = 0x1_2345_6780;

/// A CPU, and a file that is loaded into its memory.
struct Machine {
    // The CPU, which is the first field so that it is dropped before the memory that it maps.
    cpu: Cpu,
    memory: Memory,
}

impl Machine {
    /// Loads a file. `may_run` selects the segments that contain code.
    fn new(file: &[u8], base: u64, may_run: &dyn Fn(&str) -> bool) -> Result<Machine> {
        let engine = |error| anyhow::anyhow!("the engine: {error:?}");
        let cpu = Cpu::new(CpuModel::Max, (IMAGES, PAGE)).map_err(engine)?;
        let mut machine = Machine { cpu, memory: Memory::new() };
        for one in segments(file).iter().filter(|one| one.name != "__PAGEZERO" && one.memory > 0) {
            let rights = if may_run(&one.name) { READ | EXECUTE } else { READ | WRITE };
            let address = IMAGES + (one.address - base);
            machine.map(address, one.memory.next_multiple_of(PAGE), rights)?;
            let content = &file[one.offset as usize..(one.offset + one.size) as usize];
            machine.memory.write_through(address, content).context("a segment is beyond the memory")?;
        }
        machine.map(SCRATCH, SIZE as u64, READ | WRITE)?;
        Ok(machine)
    }

    fn map(&mut self, address: u64, size: u64, rights: u32) -> Result<()> {
        let mapped = self.memory.map(&mut self.cpu, address, size, rights, rights);
        mapped.map_err(|error| anyhow::anyhow!("{size:#x} bytes at {address:#x}: {error:?}"))
    }

    fn scratch(&self) -> &[u8] {
        self.memory.read(SCRATCH, SIZE as u64).expect("the scratch memory")
    }

    fn put(&mut self, address: u64, value: u64) {
        self.memory.write(address, &value.to_le_bytes()).expect("writable memory");
    }
}

/// A generator of random numbers: Marsaglia's xorshift64.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// The case of a call: whether the function was called before, and whether the call is on another thread or after the end of counting.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Case {
    Again,
    First,
    OtherThread,
    Closed,
}

/// Addresses that the header of a counting file contains.
struct Head {
    state: u64,
    records: u64,
}

/// Compares every function and import stub of a counting file.
pub fn compare(before: &[u8], after: &RewrittenFile, seed: u64) -> Result<Difference> {
    let all = segments(&after.bytes);
    let base = all.iter().find(|one| one.name == "__TEXT").context("no __TEXT")?.address;
    let code = all.iter().find(|one| one.name == SEGMENT).context("nothing counts")?;
    let field = |index: usize| word(&after.bytes, code.offset as usize + 4 * index) as u64;
    ensure!(
        field(0) == 0x5752_474c && field(1) == 1 && field(2) as usize == after.counted.len(),
        "another head"
    );
    let head = Head { state: IMAGES + field(4), records: IMAGES + field(5) };
    let executable: Vec<String> =
        segments(before).into_iter().filter(|one| one.protection & 4 != 0).map(|one| one.name).collect();
    let mut plain = Machine::new(before, base, &|name| executable.iter().any(|one| one == name))?;
    let mut counts = Machine::new(&after.bytes, base, &|name| name == SEGMENT)?;
    let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let fill: Vec<u8> = (0..SIZE / 8).flat_map(|_| (chance.next() >> 8).to_le_bytes()).collect();
    let mut difference = Difference::default();
    for (index, function) in after.counted.iter().enumerate() {
        let case = [Case::Again, Case::First, Case::OtherThread, Case::Closed][index % 4];
        let mut one = One { function, index, case, head: &head, fill: &fill, chance: &mut chance };
        let address = base + function.offset;
        let holds = |one: &&super::Segment| (one.address..one.address + one.size).contains(&address);
        let segment = all.iter().find(holds).context("a function is in no segment")?;
        let patch = word(&after.bytes, (segment.offset + address - segment.address) as usize) as u32;
        let wrong = one.compare(&mut plain, &mut counts, patch, &mut difference.added[case as usize]);
        difference.compared += 1;
        if let Some(wrong) = wrong {
            difference.wrong.push(format!("{:#x}, {case:?}: {wrong}", function.offset));
        }
    }
    Ok(difference)
}

struct One<'a> {
    function: &'a CountedFunction,
    index: usize,
    case: Case,
    head: &'a Head,
    fill: &'a [u8],
    chance: &'a mut Chance,
}

impl One<'_> {
    /// Returns a description of the first difference, or `None` if all values are equal.
    fn compare(
        &mut self,
        plain: &mut Machine,
        counts: &mut Machine,
        patch: u32,
        added: &mut BTreeMap<u64, usize>,
    ) -> Option<String> {
        let (start, begin) = (IMAGES + self.function.offset, IMAGES + self.function.trampoline);
        let leads = start.wrapping_add_signed(i64::from((patch << 6) as i32 >> 4));
        if patch >> 26 != 5 || leads != begin {
            return Some(format!("the word {patch:08x} does not lead to the trampoline"));
        }
        let word = plain.memory.half(start).expect("code");
        let registers = self.registers(&plain.cpu, start, word);
        for machine in [&mut *plain, &mut *counts] {
            if machine.scratch() != self.fill {
                machine.memory.write(SCRATCH, self.fill).expect("the scratch memory");
            }
            machine.cpu.restore(&registers);
        }
        let record = self.head.records + 24 * self.index as u64;
        let calls = if self.case == Case::First { 0 } else { 41 };
        counts.put(self.head.state, if self.case == Case::Closed { 0 } else { THREAD | 2 });
        counts.put(self.head.state + 8, 5);
        counts.put(record, calls);
        counts.cpu.set_pc(begin);
        let a = plain.cpu.run(1);
        let ran = counts.cpu.instructions();
        let b = counts.cpu.run_blocks(1 << 20);
        let ran = counts.cpu.instructions() - ran;
        let faults = matches!(a, Stop::Memory { .. });
        if faults {
            let same = matches!((a, b), (Stop::Memory { access, address, .. }, Stop::Memory { access: other, address: at, .. }) if access == other && address == at);
            return (!same).then(|| format!("{a:?} became {b:?}"));
        }
        let Stop::Memory { access: Access::Fetch, address: back, .. } = b else {
            return Some(format!("{a:?} became {b:?}"));
        };
        let keeps = self.function.keeps;
        let (mut was, mut is) = (plain.cpu.save(), counts.cpu.save());
        is.pc = back;
        // The counting file reads the counter register later than the original file, so the read value differs.
        if matches!(word & !31, 0xd53b_e020 | 0xd53b_e040 | 0xd53b_e0a0 | 0xd53b_e0c0) {
            is.x[(word & 31).min(30) as usize] = was.x[(word & 31).min(30) as usize];
        }
        for scratch in [16, 17] {
            // If the instruction itself wrote x16 or x17, this register is compared too.
            if !keeps && was.x[scratch] == registers.x[scratch] {
                (was.x[scratch], is.x[scratch]) = (0, 0);
            }
        }
        if was != is {
            return Some(format!("registers after {word:08x}: {}", register_differences(&was, &is)));
        }
        if let Some(wrong) = self.memory(plain, counts, registers.sp) {
            return Some(wrong);
        }
        if back == start + 4 {
            // The count includes the instruction itself, but not the branch that replaced it. The instruction and the branch are one
            // instruction each, so the number is that of the instructions that the trampoline adds.
            *added.entry(ran + if keeps { 1000 } else { 0 }).or_default() += 1;
        }
        self.counted(counts, record, calls, registers.x[30])
    }

    /// Draws registers that point into the scratch memory. A register that the instruction tests is zero in
    /// half of the cases.
    fn registers(&mut self, cpu: &Cpu, start: u64, word: u32) -> Registers {
        let mut registers = cpu.save();
        let middle = SCRATCH + SIZE as u64 / 4;
        registers.x = std::array::from_fn(|_| middle + 8 * (self.chance.next() % 0x1000));
        registers.q =
            std::array::from_fn(|_| u128::from(self.chance.next()) << 50 | u128::from(self.chance.next()));
        registers.sp = SCRATCH + 3 * SIZE as u64 / 4 + 16 * (self.chance.next() % 64);
        registers.flags = (self.chance.next() & 15) << 28;
        registers.pc = start;
        let tests = word >> 25 & 0x3f == 0x1a || word >> 25 & 0x3f == 0x1b;
        if tests && self.chance.next() & 1 == 0 {
            registers.x[(word & 31).min(30) as usize] = 0;
        }
        registers.thread_pointer = if self.case == Case::OtherThread { THREAD + 0x1000 } else { THREAD | 5 };
        registers
    }

    fn memory(&self, plain: &Machine, counts: &Machine, sp: u64) -> Option<String> {
        let (was, is) = (plain.scratch(), counts.scratch());
        if was == is {
            return None;
        }
        let below = (sp - RED_ZONE - BELOW - SCRATCH) as usize..(sp - RED_ZONE - SCRATCH) as usize;
        let differs = |at: &usize| was[*at] != is[*at] && !(below.contains(at) && was[*at] == self.fill[*at]);
        // Most of the memory is equal, so blocks are compared before single bytes.
        let parts = (0..SIZE).step_by(PART).filter(|at| was[*at..*at + PART] != is[*at..*at + PART]);
        let wrong = parts.flat_map(|at| at..at + PART).find(differs);
        wrong.map(|at| format!("memory {:#x} from the stack pointer", at as i64 - (sp - SCRATCH) as i64))
    }

    fn counted(&self, counts: &Machine, record: u64, calls: u64, caller: u64) -> Option<String> {
        let read = |at: u64| counts.memory.word(at).unwrap_or_default();
        let wanted = calls + u64::from(matches!(self.case, Case::Again | Case::First));
        if read(record) != wanted {
            return Some(format!("{} calls, not {wanted}", read(record)));
        }
        let first = (read(self.head.state + 8), read(record + 8) >> 44, read(record + 16));
        let wanted = if self.case == Case::First { (6, 6, caller) } else { (5, first.1, first.2) };
        (first != wanted).then(|| format!("first call {first:?}, not {wanted:?}"))
    }
}

fn register_differences(was: &Registers, is: &Registers) -> String {
    let general = (0..31).filter(|index| was.x[*index] != is.x[*index]);
    let mut text: Vec<String> =
        general.map(|index| format!("x{index} {:#x} {:#x}", was.x[index], is.x[index])).collect();
    let vectors = (0..32).filter(|index| was.q[*index] != is.q[*index]);
    text.extend(vectors.map(|index| format!("q{index}")));
    text.push(format!(
        "pc {:#x} {:#x}, sp {:#x} {:#x}, flags {:#x} {:#x}",
        was.pc, is.pc, was.sp, is.sp, was.flags, is.flags
    ));
    text.join(", ")
}
