use super::*;
use crate::base::layout::{GROWTH_FAST, LEFT, Node, ShadowFrame, UNIT};
use crate::base::memory::Arena;
use crate::threads::tree::{self, StateSpec, frames_for};

/// A test thread with a stack of 64 words. The thread's frame records are at words 10, 20, 30, 40 and, the outermost, 60.
struct World {
    state: *mut RecordingState,
    stack: Box<[usize; 64]>,
    _region: Vec<[u64; 512]>,
}

impl World {
    fn new() -> World {
        let mut region = vec![[0_u64; 512]; 16];
        let mut stack = Box::new([0_usize; 64]);
        let low = stack.as_mut_ptr() as usize;
        for (at, next) in [(10, 20), (20, 30), (30, 40), (40, 60)] {
            stack[at] = low + next * 8;
        }
        let arena = Arena::empty();
        // SAFETY: the region contains zeros, belongs to the test, and is freed after the arena.
        unsafe { arena.set_region(region.as_mut_ptr().cast(), region.len() * 4096) };
        let frames = arena.take_array::<ShadowFrame>(frames_for(8)).expect("room for frames");
        let spec = StateSpec {
            isa_mask: !7,
            root_meta: 0x80,
            original_send: 1,
            original_super: 2,
            stack_low: low,
            stack_size: 64 * 8,
            depth: 8,
            threshold: 1000,
            growth: GROWTH_FAST,
        };
        // SAFETY: the frames are fresh, and the records are on the stack.
        unsafe {
            let state = tree::make_state(&arena, frames, &spec).expect("room for a state").as_ptr();
            (*state).cold.base = outermost_record(&*state, low + 80);
            World { state, stack, _region: region }
        }
    }

    fn record(&self, word: usize) -> usize {
        self.stack.as_ptr() as usize + word * 8
    }

    fn push(&mut self, sp: usize, start: u64) {
        // SAFETY: the shadow stack has memory for eight frames.
        unsafe {
            let s = &mut *self.state;
            s.top = s.top.add(1);
            *s.top = ShadowFrame {
                lr: 0,
                x19: 0,
                sp,
                node: s.cold.root,
                start,
                state: self.state,
                entry: 0,
                receiver_class: 0,
            };
        }
    }

    fn depth(&self) -> usize {
        // SAFETY: both pointers point into the frames of the same shadow stack.
        unsafe { (*self.state).top.offset_from_unsigned((*self.state).cold.frames) }
    }

    fn drop_dead(&mut self, sp: usize, is_tail_call: bool, record: usize, now: u64) -> bool {
        // SAFETY: no other code uses the test's state at the same time.
        unsafe { super::drop_dead(&mut *self.state, sp, is_tail_call, record, now, 0).is_some() }
    }
}

#[test]
fn frames_that_an_exception_left_are_dropped_and_their_time_is_counted() {
    let mut world = World::new();
    for (sp, start) in [(400, 5), (300, 6), (300, 7), (200, 9)] {
        world.push(sp, start);
    }
    let record = world.record(20);
    assert!(world.drop_dead(150, false, record, 10));
    assert_eq!(world.depth(), 4, "nothing was dead");
    assert!(world.drop_dead(300, true, record, 10));
    assert_eq!(world.depth(), 3, "a tail call's caller is alive");
    assert!(world.drop_dead(300, false, record, 10));
    assert_eq!(world.depth(), 1);
    // SAFETY: no other code uses the test's state at the same time.
    let s = unsafe { &*world.state };
    assert_eq!(s.unwound, 3);
    // SAFETY: the root is never dropped, and frames above the top are allocated.
    unsafe {
        // The root made all three calls; the frames have the root's node too.
        let units = 3 * (LEFT / UNIT) as i64;
        assert_eq!(Node::split_total((*s.cold.root).total), (1 + 3 + 4, -units));
        assert!((2..5).all(|i| (*s.cold.frames.add(i)).sp == 0));
    }
}

#[test]
fn without_an_intact_chain_of_frame_records_no_frame_is_dropped() {
    let mut world = World::new();
    world.push(100, 0);
    // The chain of frame records ends early, goes down, leaves the stack, or is missing.
    world.stack[50] = 0;
    world.stack[45] = world.record(10);
    world.stack[46] = 8;
    for word in [50, 45, 46] {
        let record = world.record(word);
        assert!(!world.drop_dead(320, false, record, 10), "word {word}");
    }
    let (odd, far) = (world.record(20) + 1, world.record(64));
    assert!(!world.drop_dead(320, false, odd, 10) && !world.drop_dead(320, false, far, 10));
    assert_eq!(world.depth(), 1);
    // SAFETY: no other code uses the test's state at the same time.
    unsafe { (*world.state).cold.base = 0 };
    let record = world.record(20);
    assert!(!world.drop_dead(320, false, record, 10), "the base is not known");
}

#[test]
fn a_chain_of_frame_records_ends_before_a_record_that_is_partly_off_the_stack() {
    let mut world = World::new();
    // Only the first of the two words of the last frame record is on the stack.
    world.stack[50] = world.record(63);
    // SAFETY: no other code uses the test's state, and every word of the stack belongs to the test.
    assert_eq!(unsafe { outermost_record(&*world.state, world.record(50)) }, world.record(50));
}

#[test]
fn a_longjmp_restores_the_shadow_stack_that_existed_at_its_setjmp() {
    let mut world = World::new();
    world.push(400, 0);
    // SAFETY: no other code uses the test's state at the same time.
    unsafe {
        let record = world.record(10);
        remember_setjmp(&mut *world.state, 0x1000, 390, record);
        world.push(300, 0);
        remember_setjmp(&mut *world.state, 0x2000, 290, record);
        world.push(200, 0);
        world.push(0, 0);
        apply_longjmp(&mut *world.state, 0x3000, 10);
        assert_eq!(world.depth(), 4, "nobody knows that buffer");
        apply_longjmp(&mut *world.state, 0x2000, 10);
        assert_eq!(world.depth(), 2);
        assert_eq!((*world.state).unwound, 1, "the frame that was not whole is not counted");
        apply_longjmp(&mut *world.state, 0x1000, 10);
        assert_eq!(world.depth(), 1);
        apply_longjmp(&mut *world.state, 0x2000, 10);
        assert_eq!(world.depth(), 1, "a jump never raises the top");
    }
}

#[test]
fn a_setjmp_entry_still_in_use_survives_a_thousand_later_setjmp_calls() {
    let mut world = World::new();
    world.push(400, 0);
    // SAFETY: no other code uses the test's state at the same time.
    unsafe {
        let (within, without) = (world.record(20), world.record(30));
        // A thousand functions call `setjmp` one after the other, below a function whose `setjmp` must still be remembered afterwards.
        remember_setjmp(&mut *world.state, 0x40, 390, within);
        for i in 1..1000 {
            remember_setjmp(&mut *world.state, 0x40 + i * 16, 300 + i % 2, without);
        }
        world.push(300, 0);
        apply_longjmp(&mut *world.state, 0x40, 10);
    }
    assert_eq!(world.depth(), 1);
}

#[test]
fn setjmp_entries_of_returned_functions_are_replaced_at_any_stack_position() {
    let mut world = World::new();
    world.push(400, 0);
    // SAFETY: no other code uses the test's state at the same time.
    unsafe {
        // All entries belong to functions with the record 40, except one of a function lower on the stack with the record 20. Only the
        // record 20 is on the chain when the next `setjmp` is called.
        let (short, long) = (world.record(30), world.record(10));
        for i in 1..JUMPS {
            remember_setjmp(&mut *world.state, 0x1000 + i * 16, 310, short);
        }
        remember_setjmp(&mut *world.state, 0x40, 150, long);
        world.stack[20] = world.record(60);
        remember_setjmp(&mut *world.state, 0x80, 150, long);
        world.push(140, 0);
        apply_longjmp(&mut *world.state, 0x1000 + 16, 10);
        assert_eq!(world.depth(), 2, "forgotten");
        apply_longjmp(&mut *world.state, 0x40, 10);
    }
    assert_eq!(world.depth(), 1);
}

#[test]
fn setjmp_entries_of_functions_whose_hooked_calls_ended_are_replaced() {
    let mut world = World::new();
    world.push(400, 0);
    // SAFETY: no other code uses the test's state at the same time.
    unsafe {
        let record = world.record(10);
        remember_setjmp(&mut *world.state, 0x40, 100, record);
        world.push(300, 0);
        for i in 1..JUMPS {
            remember_setjmp(&mut *world.state, 0x1000 + i * 16, 290, record);
        }
        (*world.state).top = (*world.state).top.sub(1);
        remember_setjmp(&mut *world.state, 0x80, 90, record);
        world.push(80, 0);
        apply_longjmp(&mut *world.state, 0x40, 10);
    }
    assert_eq!(world.depth(), 1);
}

#[test]
fn a_longjmp_to_another_stack_drops_no_frame_of_the_shadow_stack() {
    let mut world = World::new();
    world.push(400, 0);
    // SAFETY: no other code uses the test's state at the same time.
    unsafe {
        let record = world.record(10);
        // `setjmp` is called on a coroutine's stack: the calls on this stack are still open when the coroutine returns to it.
        remember_setjmp(&mut *world.state, 0x40, 64 * 8, record);
        remember_setjmp(&mut *world.state, 0x80, 390, record);
        world.push(300, 0);
        apply_longjmp(&mut *world.state, 0x40, 10);
        assert_eq!(world.depth(), 2);
        apply_longjmp(&mut *world.state, 0x80, 10);
        assert_eq!(world.depth(), 1, "of this stack's it does");
    }
}

#[test]
fn an_exception_on_a_signal_stack_drops_only_calls_made_on_the_signal_stack() {
    let mut world = World::new();
    // The signal stack is words 20 to 40; the last two calls were made on the signal stack.
    let stack = 160..320;
    for (sp, start) in [(400, 1), (100, 2), (300, 5), (200, 8)] {
        world.push(sp, start);
    }
    // SAFETY: no other code uses the test's state at the same time.
    unsafe {
        let s = &mut *world.state;
        assert_eq!(drop_dead_on(s, &stack, 180, false, 10, 0), 0);
        assert_eq!(world.depth(), 4, "nothing was dead");
        drop_dead_on(&mut *world.state, &stack, 300, true, 10, 0);
        assert_eq!(world.depth(), 3, "a tail call's caller is alive");
        drop_dead_on(&mut *world.state, &stack, 310, false, 10, 0);
        assert_eq!(world.depth(), 2, "the interrupted call below it is not on that stack");
        assert_eq!(Node::split_total((*(*world.state).cold.root).total).0, 2 + 5);
    }
}

#[test]
fn fractions_of_a_tick_are_added_up_from_one_exception_to_the_next() {
    let mut world = World::new();
    let record = world.record(20);
    let mut took = Vec::new();
    for now in 0..4 {
        world.push(200, now);
        // SAFETY: no other code uses the test's state at the same time.
        took.push(unsafe { super::drop_dead(&mut *world.state, 300, false, record, now + 10, 700) });
    }
    // The sums of the passing times are 700, 1400, 2100 and 2800 1024ths of a tick.
    assert_eq!(took, [Some(0), Some(1), Some(1), Some(0)]);
}
