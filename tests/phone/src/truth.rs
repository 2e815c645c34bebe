//! Records the ground truth: the exact costs of chosen functions. The emulator measures them from outside the guest, so they contain no
//! error of code in the guest.
//!
//! Costs are instructions of the calling thread. The costs are exact and do not depend on other threads.
//! - A call begins at the function's first instruction. The call ends after its `ret`, which is the moment when the thread reaches its
//!   return address with the stack pointer with which the call began.
//! - If an exception or longjmp passes the call, the call ends at the first instruction of the code that jumps (`longjmp`, or the
//!   unwinder's last step). The search for a handler therefore belongs to the function that threw, and a cleanup or catch block to the
//!   function that contains it. At the end of a thread or process, its open calls end.
//! - A function that was reached by a jump (a tail call) counts as called by the function that jumped; the calls of the two functions end
//!   together.
//! - A branch back to a function's own first instruction is a loop, not a call.
//! - Code that is not observed (C, blocks, the system's methods) belongs to the nearest observed caller on
//!   the thread's own stack.
//! - On other stacks (coroutines, signal handlers on an alternate stack) calls are counted too. The cost of a call on another stack is the
//!   number of the thread's instructions between its begin and its end. During a call on another stack, the costs of functions on the
//!   thread's own stack continue to grow, as if the other stack was not observed.
//!
//! Invariant: the sum of `own` over all functions on the threads' own stacks equals the number of instructions that the threads executed
//! inside of their outermost observed calls.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::rc::Rc;

use crate::cpu::{Visit, Watcher};

/// Costs of one function in a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Truth {
    /// The number of calls of the function.
    pub calls: u64,
    /// Inclusive cost: the instructions from the begin to the end of each call, with all of its callees. In a
    /// recursion only the outermost call counts, so the cost is never larger than the threads' instructions.
    pub total: u64,
    /// Self cost: the instructions of every call, without the instructions of other observed functions.
    pub own: u64,
}

impl std::ops::AddAssign for Truth {
    fn add_assign(&mut self, other: Truth) {
        self.calls += other.calls;
        self.total += other.total;
        self.own += other.own;
    }
}

/// A function, in a form that is readable and comparable. A method is named `-[Class selector]` or `+[Class
/// selector]`, a method of a category `-[Class(Category) selector]`, and a C function `_name`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Function {
    /// The path of the function's image on the phone.
    pub image: String,
    /// The symbol of the function.
    pub name: String,
}

/// A call of one of the system's functions by the app, through a pointer of an import stub.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The symbol of the called function.
    pub function: String,
    /// The innermost observed function that was open; `None` if no observed function was open.
    pub by: Option<Function>,
    /// The path of the image that contains the stub.
    pub image: String,
    /// Whether the main thread made the call.
    pub is_main: bool,
    /// The first four arguments of the call.
    pub arguments: [u64; 4],
    /// The function's result; `None` if it did not return.
    pub result: Option<u64>,
}

/// All observations. Functions that never ran are missing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Truths {
    /// The costs on all threads.
    pub all: BTreeMap<Function, Truth>,
    /// The costs on the main thread.
    pub main: BTreeMap<Function, Truth>,
    /// The logged calls in order; see `Config::log_calls`.
    pub asked: Vec<Asked>,
}

impl Truths {
    /// Returns the sum of the costs of all functions with this name, in any image and thread; zeros if they
    /// did not run.
    pub fn of(&self, name: &str) -> Truth {
        let mut sum = Truth::default();
        for (_, truth) in self.all.iter().filter(|(function, _)| function.name == name) {
            sum += *truth;
        }
        sum
    }
}

/// Code that jumps to a caller's frame and so ends all calls below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Jump {
    /// `longjmp`: x0 points to a jmp_buf, which contains the SP at +96 (`ios/libSystem/setjmp.S`).
    Longjmp,
    /// The unwinder: x0 points to libunwind's registers for arm64, which contain the SP at +0xf8.
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
    /// The cost of the observed functions that this call has called.
    inner: u64,
}

#[derive(Default)]
struct Stack {
    /// The address range of the thread's own stack.
    own: Range<u64>,
    is_main: bool,
    /// The frames of observed calls on the thread's own stack, outermost first. From one frame to the next, the stack pointer never
    /// increases.
    frames: Vec<Frame>,
    /// Frames on other stacks, in the order in which they began.
    foreign: Vec<Frame>,
    /// Number of open frames of each function on the own stack.
    open: HashMap<u32, u32>,
    /// The thread's instructions until it was last switched in.
    run: u64,
    /// The logged calls that have not returned: return address, stack pointer, and index in `asked`.
    waiting: Vec<(u64, u64, usize)>,
}

#[derive(Default)]
struct Journal {
    observed: Vec<Observed>,
    by_address: HashMap<u64, u32>,
    jumps: HashMap<u64, Jump>,
    /// The system's functions whose calls are logged, by address.
    logged: HashMap<u64, String>,
    /// The address ranges of the app's stubs, each with the path of its image.
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
                // A call that began with the target SP was made by the function to which the code jumps, so this call ends too.
                while stack.frames.last().is_some_and(|frame| frame.sp <= target) {
                    stack.close(&mut self.observed, now);
                }
            }
            return None;
        }
        if is_own {
            // Functions that tail-called one another share a return address, and end with it. A frame below
            // the SP was left in a way that was not observed.
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
        // A different coroutine may have run observed calls in the meantime, so the difference between the total and the inner costs can be
        // negative.
        sum.own += total.saturating_sub(frame.inner);
        if self.foreign.iter().all(|other| other.observed != frame.observed) {
            sum.total += total;
        }
        if let Some(caller) = index.checked_sub(1).and_then(|index| self.foreign.get_mut(index)) {
            caller.inner += total;
        }
    }
}

/// A handle of the observer, whose journal the process and the CPU share.
#[derive(Clone, Default)]
pub(crate) struct Observer(Rc<RefCell<Journal>>);

impl Observer {
    /// Observes a function, whose code ends at the next symbol.
    pub(crate) fn add(&self, range: Range<u64>, function: Function) {
        let mut journal = self.0.borrow_mut();
        let index = journal.observed.len() as u32;
        // If an address has two names, the first name counts.
        if let std::collections::hash_map::Entry::Vacant(entry) = journal.by_address.entry(range.start) {
            entry.insert(index);
            let (main, others) = (Truth::default(), Truth::default());
            let Range { start, end } = range;
            journal.observed.push(Observed { function, start, end, main, others, ever: false });
        }
    }

    /// Logs the calls of this function of the system.
    pub(crate) fn add_logged(&self, address: u64, name: &str) {
        self.0.borrow_mut().logged.entry(address).or_insert_with(|| name.to_owned());
    }

    /// Adds the stubs of an image of the app; a call through such a stub is a call by the app.
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

    /// Ends the open calls and returns all observations.
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
