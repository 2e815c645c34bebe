//! Ground truth: what chosen functions really cost, seen from outside by the emulator.
//!
//! A call begins at the function's first instruction and ends when its return address is reached with the same stack pointer.
//! Costs are instructions of the calling thread. Nothing in the guest takes part, so nothing in it can be wrong about it.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crate::cpu::{Visit, Watcher};

/// What one function did in a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Truth {
    /// How often it was called.
    pub calls: u64,
    /// Instructions from entry to return, with all that it called; of a recursion the outermost call only.
    pub total: u64,
    /// The same without other observed functions.
    pub own: u64,
}

struct Frame {
    function: u64,
    back: u64,
    sp: u64,
    start: u64,
    /// What observed functions below it took.
    inner: u64,
}

#[derive(Default)]
struct Stack {
    frames: Vec<Frame>,
    /// Instructions of this thread before it was switched in last.
    run: u64,
}

#[derive(Default)]
struct Journal {
    names: HashMap<u64, String>,
    truths: BTreeMap<String, Truth>,
    stacks: HashMap<u64, Stack>,
    thread: u64,
    since: u64,
}

impl Journal {
    fn switch(&mut self, thread: u64, instructions: u64) {
        if thread == self.thread {
            return;
        }
        let (old, since) = (self.thread, self.since);
        self.stacks.entry(old).or_default().run += instructions - since;
        self.thread = thread;
        self.since = instructions;
    }

    fn close(
        names: &HashMap<u64, String>,
        truths: &mut BTreeMap<String, Truth>,
        stack: &mut Stack,
        now: u64,
    ) {
        let Some(frame) = stack.frames.pop() else { return };
        let total = now - frame.start;
        if let Some(truth) = names.get(&frame.function).and_then(|name| truths.get_mut(name)) {
            truth.own += total - frame.inner;
            if stack.frames.iter().all(|other| other.function != frame.function) {
                truth.total += total;
            }
        }
        if let Some(caller) = stack.frames.last_mut() {
            caller.inner += total;
        }
    }

    fn visit(&mut self, visit: Visit) -> Option<u64> {
        let stack = self.stacks.entry(self.thread).or_default();
        let now = stack.run + visit.instructions - self.since;
        let is_entry = self.names.contains_key(&visit.address);
        let returned = stack.frames.iter().rposition(|f| f.back == visit.address && f.sp == visit.sp);
        // Whatever lies below a frame that returned is over too; so is a frame that the stack was cut below, by a throw.
        while let Some(frame) = stack.frames.last() {
            let dead = frame.sp < visit.sp || returned.is_some_and(|keep| stack.frames.len() > keep);
            if !dead {
                break;
            }
            Self::close(&self.names, &mut self.truths, stack, now);
        }
        // Functions that were entered by a jump from one another share a return; all of them are over with it.
        while stack.frames.last().is_some_and(|f| f.back == visit.address && f.sp == visit.sp) {
            Self::close(&self.names, &mut self.truths, stack, now);
        }
        if !is_entry {
            return None;
        }
        let (function, back, sp) = (visit.address, visit.lr, visit.sp);
        stack.frames.push(Frame { function, back, sp, start: now, inner: 0 });
        self.truths.entry(self.names[&function].clone()).or_default().calls += 1;
        Some(back)
    }
}

/// The observer: one handle for the process, one inside the CPU.
#[derive(Clone, Default)]
pub(crate) struct Observer(Rc<RefCell<Journal>>);

impl Observer {
    pub(crate) fn add(&self, address: u64, name: &str) {
        self.0.borrow_mut().names.insert(address, name.to_owned());
    }

    pub(crate) fn switch(&self, thread: u64, instructions: u64) {
        self.0.borrow_mut().switch(thread, instructions);
    }

    /// Closes what is still open and hands over all of it, by function.
    pub(crate) fn finish(&self, instructions: u64) -> BTreeMap<String, Truth> {
        let journal = &mut *self.0.borrow_mut();
        for (thread, stack) in &mut journal.stacks {
            let since = if *thread == journal.thread { instructions - journal.since } else { 0 };
            let now = stack.run + since;
            while !stack.frames.is_empty() {
                Journal::close(&journal.names, &mut journal.truths, stack, now);
            }
        }
        std::mem::take(&mut journal.truths)
    }
}

impl Watcher for Observer {
    fn visit(&mut self, visit: Visit) -> Option<u64> {
        self.0.borrow_mut().visit(visit)
    }
}
