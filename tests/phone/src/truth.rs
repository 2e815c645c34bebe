//! Ground truth: the exact costs of chosen functions, measured from outside by the emulator. No code in the
//! guest takes part, so no error of the guest affects it.
//!
//! Costs are instructions of the calling thread, exact, independent of other threads.
//! - A call begins at the function's first instruction. It ends where its return address is reached with the
//!   stack pointer that it began with, that is after its `ret`; or, if an exception or longjmp passes it, at
//!   the first instruction of the code that jumps (`longjmp`, the unwinder's last step). So the search for a
//!   handler belongs to the function that threw, and a cleanup or catch block to the function that contains
//!   it. Open calls end with their thread or process.
//! - A function that was reached by a jump (a tail call) is called by the one that jumped; both end together.
//! - A branch back to a function's own first instruction is a loop, not a call.
//! - Code that is not observed (C, blocks, the system's methods) is part of its nearest observed caller on
//!   the thread's own stack.
//! - On other stacks (coroutines, signal handlers on an alternate stack) calls are counted, and their cost is
//!   the thread's instructions from their begin to their end; the costs of functions on the thread's own
//!   stack continue too, as if the other stack was not observed.
//!
//! Invariant: the sum of `own` over all functions on the threads' own stacks equals the instructions of those
//! threads below their outermost observed calls.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::rc::Rc;

use crate::cpu::{Visit, Watcher};

/// Costs of one function in a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Truth {
    /// Number of calls.
    pub calls: u64,
    /// Inclusive cost: instructions from begin to end of a call, with all of its callees; of a recursion the
    /// outermost call only, so it is never larger than the threads' instructions.
    pub total: u64,
    /// Self cost: the same without other observed functions, of every call.
    pub own: u64,
}

impl std::ops::AddAssign for Truth {
    fn add_assign(&mut self, other: Truth) {
        self.calls += other.calls;
        self.total += other.total;
        self.own += other.own;
    }
}

/// A function, for people and for comparing: a method is called `-[Class selector]` or `+[Class selector]`,
/// one of a category `-[Class(Category) selector]`, a C function `_name`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Function {
    /// The path of its image on the phone.
    pub image: String,
    /// Its symbol.
    pub name: String,
}

/// A call of one of the system's functions by the app, through a pointer of an import stub.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Its symbol.
    pub function: String,
    /// The innermost observed function that was open; `None` outside of all.
    pub by: Option<Function>,
    /// The path of the image with the stub.
    pub image: String,
    /// Whether it was on the main thread.
    pub is_main: bool,
    /// The first four arguments.
    pub arguments: [u64; 4],
    /// `None` if it did not return.
    pub result: Option<u64>,
}

/// All observations; functions that never ran are missing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Truths {
    /// On all threads.
    pub all: BTreeMap<Function, Truth>,
    /// On the main thread alone.
    pub main: BTreeMap<Function, Truth>,
    /// Calls of the system, in order: see `Config::log_calls`.
    pub asked: Vec<Asked>,
}

impl Truths {
    /// Returns the costs of functions with this name, in any image and thread; zeros if they did not run.
    pub fn of(&self, name: &str) -> Truth {
        let mut sum = Truth::default();
        for (_, truth) in self.all.iter().filter(|(function, _)| function.name == name) {
            sum += *truth;
        }
        sum
    }
}

/// Code that unwinds frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Jump {
    /// x0 points to a jmp_buf, its SP at +96 (`ios/libSystem/setjmp.S`).
    Longjmp,
    /// x0 points to libunwind's registers for arm64, its SP at +0xf8.
    Unwinder,
}

impl Jump {
    pub(crate) fn by_name(symbol: &str) -> Option<Jump> {
        match symbol {
            "_longjmp" | "__longjmp" | "_siglongjmp" => Some(Jump::Longjmp),
            "___libunwind_Registers_arm64_jumpto" => Some(Jump::Unwinder),
            _ => None,
        }
    }

    fn stack_pointer(self) -> u64 {
        match self {
            Jump::Longjmp => 96,
            Jump::Unwinder => 0xf8,
        }
    }
}

struct Observed {
    function: Function,
    start: u64,
    end: u64,
    main: Truth,
    others: Truth,
    ever: bool,
}

struct Frame {
    observed: u32,
    back: u64,
    sp: u64,
    start: u64,
    /// Cost of observed callees.
    inner: u64,
}

#[derive(Default)]
struct Stack {
    /// The thread's own stack.
    own: Range<u64>,
    is_main: bool,
    /// Frames on it, outermost first; their SPs never grow.
    frames: Vec<Frame>,
    /// Frames on other stacks, in the order in which they began.
    foreign: Vec<Frame>,
    /// Number of open frames of each function on the own stack.
    open: HashMap<u32, u32>,
    /// Instructions of this thread before it was switched in last.
    run: u64,
    /// Calls of the system that have not returned: return address, SP, and index.
    waiting: Vec<(u64, u64, usize)>,
}

#[derive(Default)]
struct Journal {
    observed: Vec<Observed>,
    by_address: HashMap<u64, u32>,
    jumps: HashMap<u64, Jump>,
    /// The system's functions whose calls are logged, by address.
    logged: HashMap<u64, String>,
    /// The stubs of the app's images.
    stubs: Vec<(Range<u64>, String)>,
    asked: Vec<Asked>,
    ends: Vec<u64>,
    stacks: BTreeMap<u64, Stack>,
    thread: u64,
    since: u64,
    is_over: bool,
}

impl Journal {
    fn switch(&mut self, thread: u64, own: &Range<u64>, instructions: u64) {
        if thread == self.thread {
            return;
        }
        if let Some(old) = self.stacks.get_mut(&self.thread) {
            old.run += instructions - self.since;
        }
        let is_main = self.stacks.is_empty();
        self.stacks.entry(thread).or_insert_with(|| Stack { own: own.clone(), is_main, ..Stack::default() });
        self.thread = thread;
        self.since = instructions;
    }

    fn visit(&mut self, visit: Visit, word: &dyn Fn(u64) -> Option<u64>) -> Option<u64> {
        if self.is_over {
            return None;
        }
        if self.ends.contains(&visit.address) {
            self.close_all(visit.instructions);
            return None;
        }
        let stack = self.stacks.get_mut(&self.thread)?;
        let now = stack.run + visit.instructions - self.since;
        let is_own = stack.own.start < visit.sp && visit.sp <= stack.own.end;
        if let Some(at) =
            stack.waiting.iter().rposition(|(back, sp, _)| (*back, *sp) == (visit.address, visit.sp))
        {
            self.asked[stack.waiting.remove(at).2].result = Some(visit.x[0]);
        }
        if let Some(jump) = self.jumps.get(&visit.address) {
            let target = word(visit.x[0].wrapping_add(jump.stack_pointer())).unwrap_or_default();
            if is_own && stack.own.contains(&target) {
                // A call that began with the target SP was made by the function that is jumped into.
                while stack.frames.last().is_some_and(|frame| frame.sp <= target) {
                    stack.close(&mut self.observed, now);
                }
            }
            return None;
        }
        if is_own {
            // Functions that jumped into one another share a return, and end with it. A frame below the SP
            // was left in an unknown way.
            while stack.frames.last().is_some_and(|frame| {
                frame.sp < visit.sp || (frame.sp == visit.sp && frame.back == visit.address)
            }) {
                stack.close(&mut self.observed, now);
            }
        } else {
            let returned = |stack: &Stack| {
                stack.foreign.iter().rposition(|f| f.sp == visit.sp && f.back == visit.address)
            };
            while let Some(index) = returned(stack) {
                stack.close_foreign(&mut self.observed, index, now);
            }
        }
        if let Some(function) = self.logged.get(&visit.address) {
            let (_, image) = self.stubs.iter().find(|(stubs, _)| stubs.contains(&visit.from))?;
            let open = if is_own { stack.frames.last() } else { stack.foreign.last() };
            stack.waiting.push((visit.lr, visit.sp, self.asked.len()));
            self.asked.push(Asked {
                function: function.clone(),
                by: open.map(|frame| self.observed[frame.observed as usize].function.clone()),
                image: image.clone(),
                is_main: stack.is_main,
                arguments: visit.x,
                result: None,
            });
            return Some(visit.lr);
        }
        let observed = *self.by_address.get(&visit.address)?;
        let entry = &mut self.observed[observed as usize];
        let frames = if is_own { &mut stack.frames } else { &mut stack.foreign };
        let is_loop = (entry.start..entry.end).contains(&visit.from)
            && frames
                .last()
                .is_some_and(|top| top.observed == observed && top.sp == visit.sp && top.back == visit.lr);
        if is_loop {
            return None;
        }
        entry.ever = true;
        let sum = if stack.is_main { &mut entry.main } else { &mut entry.others };
        sum.calls += 1;
        frames.push(Frame { observed, back: visit.lr, sp: visit.sp, start: now, inner: 0 });
        if is_own {
            *stack.open.entry(observed).or_default() += 1;
        }
        Some(visit.lr)
    }

    fn close_all(&mut self, instructions: u64) {
        self.is_over = true;
        for (thread, stack) in &mut self.stacks {
            let since = if *thread == self.thread { instructions - self.since } else { 0 };
            let now = stack.run + since;
            while !stack.frames.is_empty() {
                stack.close(&mut self.observed, now);
            }
            while !stack.foreign.is_empty() {
                stack.close_foreign(&mut self.observed, stack.foreign.len() - 1, now);
            }
        }
    }
}

impl Stack {
    fn close(&mut self, observed: &mut [Observed], now: u64) {
        let Some(frame) = self.frames.pop() else { return };
        let total = now - frame.start;
        let entry = &mut observed[frame.observed as usize];
        let sum = if self.is_main { &mut entry.main } else { &mut entry.others };
        sum.own += total - frame.inner;
        let open = self.open.entry(frame.observed).or_default();
        *open = open.saturating_sub(1);
        if *open == 0 {
            sum.total += total;
        }
        if let Some(caller) = self.frames.last_mut() {
            caller.inner += total;
        }
    }

    fn close_foreign(&mut self, observed: &mut [Observed], index: usize, now: u64) {
        let frame = self.foreign.remove(index);
        let total = now - frame.start;
        let entry = &mut observed[frame.observed as usize];
        let sum = if self.is_main { &mut entry.main } else { &mut entry.others };
        // Frames of another coroutine may have come and gone in between, so this can be negative.
        sum.own += total.saturating_sub(frame.inner);
        if self.foreign.iter().all(|other| other.observed != frame.observed) {
            sum.total += total;
        }
        if let Some(caller) = index.checked_sub(1).and_then(|index| self.foreign.get_mut(index)) {
            caller.inner += total;
        }
    }
}

/// The observer: one handle for the process, one inside the CPU.
#[derive(Clone, Default)]
pub(crate) struct Observer(Rc<RefCell<Journal>>);

impl Observer {
    /// Adds a function, from `range.start` to the next symbol.
    pub(crate) fn add(&self, range: Range<u64>, function: Function) {
        let mut journal = self.0.borrow_mut();
        let index = journal.observed.len() as u32;
        // If an address has two names, the first one counts.
        if let std::collections::hash_map::Entry::Vacant(entry) = journal.by_address.entry(range.start) {
            entry.insert(index);
            let (main, others) = (Truth::default(), Truth::default());
            let Range { start, end } = range;
            journal.observed.push(Observed { function, start, end, main, others, ever: false });
        }
    }

    /// Logs calls of this function of the system.
    pub(crate) fn add_logged(&self, address: u64, name: &str) {
        self.0.borrow_mut().logged.entry(address).or_insert_with(|| name.to_owned());
    }

    /// Adds stubs, by which a call is recognised as the app's.
    pub(crate) fn add_stubs(&self, stubs: Range<u64>, image: &str) {
        self.0.borrow_mut().stubs.push((stubs, image.to_owned()));
    }

    pub(crate) fn add_jump(&self, address: u64, jump: Jump) {
        self.0.borrow_mut().jumps.insert(address, jump);
    }

    /// Ends the observation when this address is reached.
    pub(crate) fn add_end(&self, address: u64) {
        self.0.borrow_mut().ends.push(address);
    }

    pub(crate) fn switch(&self, thread: u64, own: &Range<u64>, instructions: u64) {
        self.0.borrow_mut().switch(thread, own, instructions);
    }

    /// Closes the open calls and returns all observations.
    pub(crate) fn finish(&self, instructions: u64) -> Truths {
        let journal = &mut *self.0.borrow_mut();
        if !journal.is_over {
            journal.close_all(instructions);
        }
        let mut truths = Truths { asked: std::mem::take(&mut journal.asked), ..Truths::default() };
        for observed in journal.observed.drain(..).filter(|observed| observed.ever) {
            let mut all = observed.main;
            all += observed.others;
            *truths.all.entry(observed.function.clone()).or_default() += all;
            if observed.main.calls != 0 {
                *truths.main.entry(observed.function).or_default() += observed.main;
            }
        }
        truths
    }
}

impl Watcher for Observer {
    fn visit(&mut self, visit: Visit, word: &dyn Fn(u64) -> Option<u64>) -> Option<u64> {
        self.0.borrow_mut().visit(visit, word)
    }
}
