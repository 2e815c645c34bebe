use std::ptr;

use super::*;

/// The address range of the hooks.
const HOOKS: Range<usize> = 0x7000..0x8000;
/// The address range of all code of the agent.
const CODE: Range<usize> = 0x6000..0x9000;

/// The call sites at which hooks call Rust.
const ASKED: [RustCall; RUST_CALLS] = {
    let mut all = [RustCall { next: 0x7804, made: None }; RUST_CALLS];
    all[0] = RustCall { next: 0x7904, made: Some(0x78f4) };
    all
};

/// A test thread: its stack as words, and its shadow stack.
struct Thread {
    words: Vec<usize>,
    frames: Vec<ShadowFrame>,
}

fn frame(lr: usize, sp: usize, node: usize, start: u64) -> ShadowFrame {
    let node = ptr::without_provenance_mut(node);
    ShadowFrame { lr, x19: 0, sp, node, start, state: ptr::null_mut(), entry: 0, receiver_class: 0 }
}

impl Thread {
    /// Creates a thread with a stack of `words` words and a shadow stack that has only the lowest frame.
    fn new(words: usize) -> Thread {
        let mut frames = Vec::with_capacity(16);
        frames.push(frame(0, words * 8, 0, 0));
        Thread { words: vec![0; words], frames }
    }

    /// Returns the address of a word of the stack.
    fn at(&self, word: usize) -> usize {
        self.words.as_ptr() as usize + word * 8
    }

    fn record(&mut self, word: usize, next: usize, back: usize) {
        self.words[word] = if next == 0 { 0 } else { self.at(next) };
        self.words[word + 1] = back;
    }

    fn known(&self) -> ThreadBounds {
        let lowest = self.frames.as_ptr();
        let top = lowest.wrapping_add(self.frames.len() - 1);
        ThreadBounds { stack: self.at(0)..self.at(self.words.len()), base: 0, stand_in: 0, lowest, top }
    }

    fn copy(&self, at: Registers) -> StackCopy {
        let mut copied = StackCopy::empty();
        // SAFETY: the stack belongs to the test.
        unsafe {
            copied.copy_stack(
                &self.known(),
                &AgentCode { hooks: HOOKS, passing: HOOKS, code: CODE, calls: ASKED },
                &at,
            )
        };
        copied
    }

    fn standing(&self, pc: usize, lr: usize, fp: usize, sp: usize) -> Registers {
        Registers { pc, lr, fp: self.at(fp), sp: self.at(sp), x19: 0, holder: Holder::Unknown }
    }
}

fn callers(copied: &StackCopy) -> &[usize] {
    &copied.callers[..copied.count]
}

#[test]
fn a_chain_of_frame_records_is_copied_to_its_end() {
    let mut thread = Thread::new(64);
    thread.record(10, 20, 0x104);
    thread.record(20, 30, 0x204);
    thread.record(30, 0, 0x304);
    let copied = thread.copy(thread.standing(0x50, 0x44, 10, 8));
    assert_eq!((callers(&copied), copied.lr, copied.is_whole), (&[0x100, 0x200, 0x300][..], 0x40, true));
    // The record has a signed address and the bit of an async function.
    thread.words[11] |= 0x0123 << 48;
    thread.words[10] |= 1 << 60;
    assert_eq!(callers(&thread.copy(thread.standing(0x50, 0x44, 10, 8))), [0x100, 0x200, 0x300]);
    // The frame pointer register has the bit of an async function too.
    let standing = thread.standing(0x50, 0x44, 10, 8);
    let standing = Registers { fp: standing.fp | 1 << 60, ..standing };
    assert_eq!(callers(&thread.copy(standing)), [0x100, 0x200, 0x300]);
}

#[test]
fn a_broken_chain_of_frame_records_is_copied_up_to_the_break() {
    let cases: [(usize, &[usize]); 5] = [
        // A saved frame pointer that equals its own address, is lower or is not aligned is not followed.
        (20 * 8, &[0x100, 0x200]),
        (5 * 8, &[0x100, 0x200]),
        (25 * 8 + 4, &[0x100, 0x200]),
        // A record outside of the stack, or across its end, is not read.
        (1 << 40, &[0x100, 0x200]),
        (63 * 8, &[0x100, 0x200]),
    ];
    for (next, expected) in cases {
        let mut thread = Thread::new(64);
        thread.record(10, 20, 0x104);
        thread.record(20, 30, 0x204);
        thread.words[20] = thread.at(0) + next;
        let copied = thread.copy(thread.standing(0x50, 0, 10, 8));
        assert_eq!((callers(&copied), copied.is_whole), (expected, false), "{next:#x}");
    }
    // The frame pointer is below the stack pointer, or at an arbitrary address.
    let thread = Thread::new(64);
    for fp in [0, 7, 1 << 50, usize::MAX & !7] {
        let at = Registers { pc: 1, lr: 0, fp, sp: thread.at(8), x19: 0, holder: Holder::Unknown };
        let copied = thread.copy(at);
        assert_eq!((copied.count, copied.is_whole), (0, false), "{fp:#x}");
    }
}

#[test]
fn the_copy_of_a_too_deep_stack_keeps_the_innermost_callers() {
    let mut thread = Thread::new(4 * (DEPTH + 100));
    for i in 0..DEPTH + 50 {
        thread.record(4 * i + 4, 4 * i + 8, 0x1000 + 4 * i);
    }
    let copied = thread.copy(thread.standing(0x50, 0, 4, 2));
    assert_eq!((copied.count, copied.is_whole, copied.callers[0]), (DEPTH, false, 0xffc));
}

#[test]
fn a_return_address_in_a_hook_is_replaced_by_the_return_address_of_the_hooked_call() {
    let mut thread = Thread::new(64);
    // The stack has two hooked calls, of which the inner one was made by a tail call; both calls return into the hook.
    thread.record(10, 20, 0x7100);
    thread.record(20, 30, 0x7200);
    thread.record(30, 0, 0x304);
    thread.frames.push(frame(0x204, 28 * 8, 0x20, 5));
    thread.frames.push(frame(0x104, 18 * 8, 0x10, 6));
    thread.frames.push(frame(0x7300, 18 * 8, 0x11, 7));
    let copied = thread.copy(thread.standing(0x50, 0x7104, 10, 8));
    assert_eq!(callers(&copied), [0x100, 0x200, 0x300]);
    assert_eq!(copied.node as usize, 0x11);
    // The copy skips a frame whose call was left by a jump, and an incomplete frame.
    thread.frames.push(frame(0x404, 6 * 8, 0x30, 8));
    thread.frames.push(frame(0x504, 0, 0x40, 8));
    let copied = thread.copy(thread.standing(0x50, 0, 10, 8));
    assert_eq!((callers(&copied), copied.node as usize), (&[0x100, 0x200, 0x300][..], 0x11));
    // The hook called a leaf function, whose link register is in the hook.
    let copied = thread.copy(thread.standing(0x50, 0x7104, 20, 18));
    assert_eq!((copied.lr, callers(&copied)), (0x100, &[0x200, 0x300][..]));
    // The shadow stack lacks the call of the record.
    thread.frames.truncate(1);
    let copied = thread.copy(thread.standing(0x50, 0x7104, 10, 8));
    assert_eq!((copied.lr, copied.count, copied.is_whole), (0, 0, false));
}

#[test]
fn agent_code_that_a_hook_calls_is_not_taken_for_a_hooked_call() {
    let mut thread = Thread::new(64);
    // A hook called the function at 0x200, which called another hook, which called Rust.
    thread.record(10, 14, 0x7804);
    thread.record(14, 20, 0x204);
    thread.record(20, 0, 0x7100);
    thread.frames.push(frame(0x304, 28 * 8, 0x20, 5));
    let copied = thread.copy(thread.standing(0x8800, 0x7804, 10, 8));
    assert_eq!((copied.lr, callers(&copied)), (0x7800, &[0x7800, 0x200, 0x300][..]));
}

#[test]
fn the_hook_that_reports_the_return_of_a_call_drops_the_frame_of_the_call() {
    let mut thread = Thread::new(64);
    // A hook called Rust after the return of a call that the function at 0x200 made; a hook had called this function too.
    thread.record(10, 14, 0x7904);
    thread.record(14, 20, 0x7200);
    thread.record(20, 0, 0x7100);
    thread.frames.push(frame(0x304, 28 * 8, 0x20, 5));
    thread.frames.push(frame(0x204, 0, 0x21, 6));
    let expected = [0x7900, 0x200, 0x300];
    assert_eq!(callers(&thread.copy(thread.standing(0x8800, 0, 10, 8))), expected);
    assert_eq!(callers(&thread.copy(thread.standing(0x8810, 0x7904, 14, 12))), &expected[1..]);
    thread.frames[2].sp = 18 * 8;
    assert_eq!(callers(&thread.copy(thread.standing(0x8800, 0, 10, 8))), expected);
}

#[test]
fn calls_with_another_shadow_stack_use_no_frame_of_this_shadow_stack() {
    let mut thread = Thread::new(64);
    // Calls below the address `stand_in` use another shadow stack: the two inner of three hooked calls. A hook called Rust after the return
    // of the innermost call.
    thread.record(10, 14, 0x7904);
    thread.record(14, 20, 0x7200);
    thread.record(20, 30, 0x7100);
    thread.record(30, 0, 0x7100);
    thread.frames.push(frame(0x304, 34 * 8, 0x20, 5));
    let known = ThreadBounds { stand_in: thread.at(24), ..thread.known() };
    let mut copied = StackCopy::empty();
    let agent = AgentCode { hooks: HOOKS, passing: HOOKS, code: CODE, calls: ASKED };
    // SAFETY: the stack belongs to the test.
    unsafe { copied.copy_stack(&known, &agent, &thread.standing(0x8800, 0, 10, 8)) };
    assert_eq!(callers(&copied), [0x7900, 0x71fc, 0x70fc, 0x300]);
}

/// Checks the stack at each instruction of a hook before it calls Rust, after the return of a hooked call in a recursion. The innermost
/// record is then the hook's, and its caller is in the frame that the hook will drop.
#[test]
fn a_hook_that_is_about_to_call_rust_has_already_created_its_frame_record() {
    let mut thread = Thread::new(64);
    thread.record(10, 20, 0x7200);
    thread.record(20, 30, 0x7200);
    thread.record(30, 0, 0x304);
    thread.frames.push(frame(0x104, 28 * 8, 0x20, 5));
    thread.frames.push(frame(0x104, 0, 0x20, 6));
    for pc in [0x78f4, 0x78fc, 0x7900] {
        let copied = thread.copy(thread.standing(pc, 0x7200, 10, 10));
        assert_eq!((callers(&copied), copied.is_whole), (&[0x100, 0x100, 0x300][..], true), "{pc:#x}");
    }
    // Before the hook has created its record, the innermost record is the function's.
    let copied = thread.copy(thread.standing(0x78f0, 0x7200, 20, 10));
    assert_eq!((callers(&copied), copied.is_whole), (&[0x100, 0x300][..], true));
}

#[test]
fn a_sample_gets_the_node_of_the_call_that_is_being_timed() {
    let mut thread = Thread::new(64);
    thread.record(30, 0, 0x304);
    thread.frames.push(frame(0x204, 28 * 8, 0x20, 5));
    thread.frames.push(frame(0x104, 18 * 8, 0x10, 6));
    let top = thread.known().top as usize;
    let node = |pc, lr, x19| {
        let at = Registers { x19, ..thread.standing(pc, lr, 30, 18) };
        thread.copy(at).node as usize
    };
    // The program counter is in the hook: before the call, before the first reading of the counter, after the call, before the second
    // reading, and after it.
    assert_eq!(node(0x7050, 0x104, 0), 0x20);
    assert_eq!(node(0x7054, 0x104, top), 0x10);
    assert_eq!(node(0x7060, 0x7060, top), 0x10);
    assert_eq!(node(0x7064, 0x7060, top), 0x20);
    // The program counter is in the callee, and then in another hook that the callee has just called.
    assert_eq!(node(0x50, 0x7060, 0), 0x10);
    assert_eq!(node(0x7050, 0x54, 0), 0x10);
}

#[test]
fn after_a_tail_call_a_sample_gets_the_node_of_the_call_that_is_being_timed() {
    let mut thread = Thread::new(64);
    thread.record(30, 0, 0x304);
    thread.frames.push(frame(0x204, 28 * 8, 0x20, 5));
    thread.frames.push(frame(0x104, 18 * 8, 0x10, 6));
    let node = |thread: &Thread, pc, x19| {
        let at = Registers { x19, ..thread.standing(pc, 0x7060, 30, 18) };
        thread.copy(at).node as usize
    };
    // A method has jumped to a hook, which has created no frame yet: the time of the method itself is measured, and x19 is its frame.
    let method = thread.known().top as usize;
    for pc in [0x7010, 0x7050, 0x7100] {
        assert_eq!(node(&thread, pc, method), 0x10, "{pc:#x}");
    }
    // The frame of the call is complete; the hook is about to read the counter, or has read the counter.
    thread.frames.push(frame(0x7060, 18 * 8, 0x8, 7));
    let (method, jumped) = (thread.known().top.wrapping_sub(1) as usize, thread.known().top as usize);
    assert_eq!(node(&thread, 0x7050, method), 0x10);
    assert_eq!(node(&thread, 0x7058, jumped), 0x8);
    // The call has returned; the hook has not yet closed the call, and then has closed it.
    assert_eq!(node(&thread, 0x7060, jumped), 0x8);
    assert_eq!(node(&thread, 0x7064, jumped), 0x10);
    assert_eq!(node(&thread, 0x7060 + FRAME_CLEAR_DISTANCE, jumped), 0x10);
}

#[test]
fn stacks_with_code_of_the_agent_are_marked() {
    let mut thread = Thread::new(64);
    thread.record(10, 20, 0x6104);
    thread.record(20, 0, 0x204);
    assert!(thread.copy(thread.standing(0x50, 0, 10, 8)).is_own);
    assert!(thread.copy(thread.standing(0x8800, 0, 20, 8)).is_own);
    assert!(!thread.copy(thread.standing(0x7010, 0x204, 20, 8)).is_own);
}

#[test]
fn each_stalled_call_is_reported_only_once() {
    let mut thread = Thread::new(64);
    thread.frames.push(frame(0x204, 28 * 8, 0x20, 100));
    thread.frames.push(frame(0x104, 18 * 8, 0x10, 600));
    let at = thread.standing(0x50, 0, 30, 8);
    // SAFETY: the stack belongs to the test.
    let find_stalled_call = |now, since| unsafe {
        super::find_stalled_call(&thread.known(), &at, now, 500, since)
            .map(|(node, start)| (node as usize, start))
    };
    assert_eq!(find_stalled_call(599, 0), None);
    assert_eq!(find_stalled_call(700, 0), Some((0x20, 100)));
    assert_eq!(find_stalled_call(1099, 100), None);
    assert_eq!(find_stalled_call(1100, 100), Some((0x10, 600)));
}
