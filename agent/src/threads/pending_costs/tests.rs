use super::*;
use crate::base::layout::GROWTH_FAST;
use crate::base::memory::Arena;
use crate::threads::tree::{self, NodeKind, StateSpec, frames_for};

/// The largest number of nested calls.
const DEPTH: usize = 300;

const SPEC: StateSpec = StateSpec {
    isa_mask: !7,
    root_meta: 0x80,
    original_send: 1,
    original_super: 2,
    stack_low: 0,
    stack_size: 1 << 20,
    depth: DEPTH,
    threshold: 1000,
    growth: GROWTH_FAST,
};

/// A test thread, whose call at depth `n` is of method `n`.
struct World {
    state: *mut RecordingState,
    arena: Arena,
    _region: Vec<[u64; 512]>,
}

impl World {
    fn new() -> World {
        let mut region = vec![[0_u64; 512]; 64];
        let arena = Arena::empty();
        // SAFETY: the region contains zeros, belongs to the test, and is freed after the arena.
        unsafe { arena.set_region(region.as_mut_ptr().cast(), region.len() * 4096) };
        let frames = arena.take_array::<ShadowFrame>(frames_for(DEPTH)).expect("room for frames");
        // SAFETY: no other state uses the frames.
        let state = unsafe { tree::make_state(&arena, frames, &SPEC) }.expect("room for a state").as_ptr();
        World { state, arena, _region: region }
    }

    /// Calls methods of `class` until `depth` calls are open.
    fn call(&mut self, class: usize, depth: usize) {
        // SAFETY: no other code uses the test's state at the same time.
        unsafe {
            let s = &mut *self.state;
            while self.depth() < depth {
                let (parent, selector) = ((*s.top).node, 8 * (self.depth() + 1));
                let node = tree::find(s, parent, class, selector)
                    .or_else(|| tree::add(&self.arena, s, parent, class, selector, NodeKind::Recorded));
                s.top = s.top.add(1);
                (*s.top).node = node.expect("room for a node").as_ptr();
                (*s.top).sp = 1;
            }
        }
    }

    /// Returns from calls until `depth` calls are open.
    fn back(&mut self, depth: usize) {
        // SAFETY: no other code uses the test's state, and `top` remains above the first frame.
        unsafe {
            while self.depth() > depth {
                (*(*self.state).top).sp = 0;
                (*self.state).top = (*self.state).top.sub(1);
            }
        }
    }

    fn depth(&self) -> usize {
        // SAFETY: both pointers point into the frames of the same shadow stack.
        unsafe { (*self.state).top.offset_from_unsigned((*self.state).cold.frames) }
    }

    fn owe(&mut self, ticks: u64) {
        // SAFETY: no other code uses the test's state, and `top` points to one of its frames.
        let place = unsafe { pending_ticks(&mut *self.state, (*self.state).top) };
        if let Some(place) = place {
            *place += ticks;
        }
    }

    /// Returns the time that is subtracted from each node at the end, with its class and depth.
    fn settled(&self) -> Vec<(usize, usize, u64)> {
        let chain = |node: *mut Node| {
            // SAFETY: nodes are never freed.
            core::iter::successors(Some(node), |&n| Some(unsafe { (*n).parent }))
                // SAFETY: the parent of a node is a node, or null at the root.
                .take_while(|&n| unsafe { !(*n).parent.is_null() })
        };
        let mut all: Vec<_> = tree::nodes(self.state)
            .skip(1)
            // SAFETY: nodes exist as long as the arena of the test.
            .map(|n| (n, unsafe { (*n).total }.wrapping_neg()))
            .collect();
        // SAFETY: no call is running that could add notes at the same time.
        for (node, ticks) in unsafe { iter(self.state) } {
            for node in chain(node) {
                all.iter_mut().find(|(n, _)| *n == node).expect("a node").1 += ticks;
            }
        }
        // SAFETY: nodes exist as long as the arena of the test.
        all.into_iter().map(|(n, ticks)| (unsafe { (*n).class }, chain(n).count(), ticks)).collect()
    }

    fn totals(&self) -> Vec<u64> {
        // SAFETY: nodes exist as long as the arena of the test.
        tree::nodes(self.state).map(|n| unsafe { (*n).total }).collect()
    }

    fn count(&self) -> usize {
        // SAFETY: no other code uses the test's state at the same time.
        unsafe { (*self.state).cold.pending_count }
    }
}

#[test]
fn time_noted_for_subtraction_is_subtracted_from_the_call_and_its_callers() {
    let mut world = World::new();
    world.call(8, 3);
    world.owe(10);
    world.owe(5);
    assert_eq!(world.count(), 1, "two times in one call");
    world.back(1);
    world.call(16, 2);
    world.owe(100);
    assert_eq!(world.settled(), [(8, 1, 115), (8, 2, 15), (8, 3, 15), (16, 2, 100)]);
    // The call with the noted time has returned, and its caller is the innermost call again.
    world.back(1);
    world.owe(1000);
    assert_eq!(world.settled(), [(8, 1, 1115), (8, 2, 15), (8, 3, 15), (16, 2, 100)]);
    world.back(0);
    world.call(24, 1);
    world.owe(1);
    assert_eq!(world.count(), 1);
    let expected = [(8, 1, 1115), (8, 2, 15), (8, 3, 15), (16, 2, 100), (24, 1, 1)];
    assert_eq!(world.settled(), expected);
}

/// A later thread may continue the state of a thread that has ended, but with frames of its own.
#[test]
fn a_thread_that_reuses_a_state_has_no_time_to_subtract() {
    let mut world = World::new();
    world.call(8, 3);
    world.owe(10);
    let frames = world.arena.take_array::<ShadowFrame>(frames_for(DEPTH)).expect("room for frames");
    // SAFETY: no other code uses the test's state, and no other state uses the frames.
    unsafe { tree::continue_state(&mut *world.state, frames, &SPEC) };
    assert_eq!((world.count(), world.depth()), (0, 0));
    world.call(8, 2);
    world.owe(1);
    assert_eq!(world.settled(), [(8, 1, 11), (8, 2, 11), (8, 3, 10)]);
}

#[test]
fn time_is_subtracted_from_the_right_one_of_two_methods_at_the_same_depth() {
    let mut world = World::new();
    for class in [8, 16, 8, 16] {
        world.back(1);
        world.call(class, 4);
        world.owe(1);
    }
    let taken = world.settled();
    assert!(taken.iter().all(|&(class, depth, ticks)| ticks == if depth == 1 { 4 } else { 2 } && class > 0));
    assert_eq!(taken.len(), 7);
}

#[test]
fn the_totals_are_the_same_if_more_times_are_noted_than_the_table_has_entries() {
    let mut world = World::new();
    let depths: Vec<usize> = (1..=4 * PENDING_COSTS).map(|i| 7 * i).collect();
    for &depth in &depths {
        world.call(8, depth);
        world.owe(1);
    }
    assert!(world.count() <= PENDING_COSTS);
    for (_, depth, ticks) in world.settled() {
        assert_eq!(ticks as usize, depths.iter().filter(|&&other| other >= depth).count(), "{depth}");
    }
}

/// The calls of a recursion return, each of them longer than the threshold. If each return visited all open calls, the time would be
/// quadratic.
#[test]
fn each_return_of_a_call_subtracts_noted_time_from_only_one_node() {
    let mut world = World::new();
    world.call(8, DEPTH);
    for depth in (1..=DEPTH).rev() {
        world.back(depth);
        let before = world.totals();
        world.owe(1);
        let changed = world.totals().iter().zip(&before).filter(|(new, old)| new != old).count();
        assert_eq!(changed, usize::from(depth < DEPTH), "at {depth}");
    }
    for (_, depth, ticks) in world.settled() {
        assert_eq!(ticks as usize, DEPTH - depth + 1);
    }
}

#[test]
fn a_signal_handler_during_an_update_of_noted_times_adds_no_time() {
    let mut world = World::new();
    world.call(8, 2);
    world.owe(3);
    // SAFETY: no other code uses the test's state at the same time.
    unsafe { (*world.state).cold.pending_count = BUSY };
    world.owe(1);
    // SAFETY: no other code uses the test's state at the same time.
    assert_eq!(unsafe { iter(world.state) }.count(), 0);
    // A jump leaves the signal handler that interrupted the change of the notes. SAFETY: no other code uses the test's state at the same
    // time.
    discard_incomplete(unsafe { &mut *world.state });
    world.owe(1);
    assert_eq!(world.settled(), [(8, 1, 1), (8, 2, 1)]);
}
