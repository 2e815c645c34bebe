use super::*;
use crate::base::layout::{GROWTH_CAREFUL, LEFT, TAIL, UNIT};

struct World {
    arena: Arena,
    state: NonNull<RecordingState>,
    // The memory of the arena, which must exist as long as the state points into it.
    _region: Vec<[u64; 512]>,
}

fn world(pages: usize, depth: usize, growth: u64) -> World {
    let mut region = vec![[0_u64; 512]; pages + 1];
    let arena = Arena::empty();
    // SAFETY: the region contains zeros, belongs to the test, and is freed after the arena.
    unsafe { arena.set_region(region.as_mut_ptr().cast(), region.len() * 4096) };
    let frames = arena.take_array::<ShadowFrame>(frames_for(depth)).expect("room for frames");
    let spec = StateSpec {
        isa_mask: !7,
        root_meta: 0x80,
        original_send: 1,
        original_super: 2,
        stack_low: 0x1000,
        stack_size: 0x10000,
        depth,
        threshold: 1000,
        growth,
    };
    // SAFETY: no other state uses the frames.
    let state = unsafe { make_state(&arena, frames, &spec) }.expect("room for a state");
    World { arena, state, _region: region }
}

#[test]
fn every_node_of_a_call_tree_is_found_again_after_the_tree_grows() {
    let mut world = world(4000, 8, GROWTH_FAST);
    // SAFETY: the test's state is valid, and no other code uses it.
    unsafe {
        let state = world.state.as_mut();
        let root = state.cold.root;
        let mut made = Vec::new();
        let mut parent = root;
        for i in 0..20_000_usize {
            let (class, selector) = (0x1_0000_0000 + i % 40 * 16, 0x2_0000_0000 + i * 3);
            assert_eq!(find(state, parent, class, selector), None);
            let node = add(&world.arena, state, parent, class, selector, NodeKind::Recorded).expect("room");
            made.push((parent, class, selector, node));
            if i % 7 == 0 {
                parent = made[i / 2].3.as_ptr();
            }
        }
        assert_eq!(count_nodes(state), 20_001);
        for (parent, class, selector, node) in made {
            assert_eq!(find(state, parent, class, selector), Some(node));
        }
        assert!(state.node_end >= state.next_node);
    }
}

#[test]
fn a_marked_node_is_found_and_nodes_of_different_parents_are_distinct() {
    let mut world = world(64, 8, GROWTH_FAST);
    // SAFETY: only this test uses the state, and the arena exists longer than the state.
    unsafe {
        let state = world.state.as_mut();
        let root = state.cold.root;
        let a = add(&world.arena, state, root, 0x100, 7, NodeKind::Skipped).expect("room");
        let b = add(&world.arena, state, a.as_ptr(), 0x100, 7, NodeKind::TooDeep).expect("room");
        assert_eq!((a.as_ref().class, b.as_ref().class), (0x100 | SKIPPED, 0x100 | TOO_DEEP));
        assert_eq!(find(state, root, 0x100, 7), Some(a));
        assert_eq!(find(state, a.as_ptr(), 0x100, 7), Some(b));
        assert_eq!(find(state, b.as_ptr(), 0x100, 7), None);
    }
}

#[test]
fn full_memory_stops_the_growth_of_the_tree_and_keeps_existing_nodes() {
    let mut world = world(8, 8, GROWTH_FAST);
    // SAFETY: only this test uses the state, and the arena exists longer than the state.
    unsafe {
        let state = world.state.as_mut();
        let root = state.cold.root;
        let mut made = 0;
        while add(&world.arena, state, root, 0x100, made, NodeKind::Recorded).is_some() {
            made += 1;
        }
        assert!(made > 60);
        assert_eq!((state.growth, state.node_end), (GROWTH_FULL, state.next_node));
        for selector in 0..made {
            assert!(find(state, root, 0x100, selector).is_some());
        }
    }
}

#[test]
fn in_careful_growth_the_assembly_code_never_has_room_to_add_a_node() {
    let mut world = world(64, 8, GROWTH_CAREFUL);
    // SAFETY: only this test uses the state, and the arena exists longer than the state.
    unsafe {
        let state = world.state.as_mut();
        let root = state.cold.root;
        for selector in 0..500 {
            assert_eq!(state.node_end, state.next_node);
            add(&world.arena, state, root, 0x100, selector, NodeKind::Recorded).expect("room");
        }
    }
}

#[test]
fn stored_events_keep_their_order_and_lost_events_are_counted() {
    let mut world = world(12, 8, GROWTH_FAST);
    // SAFETY: only this test uses the state, and the arena exists longer than the state.
    unsafe {
        let state = world.state.as_mut();
        let mut kept = 0;
        while add_event(&world.arena, state, Event { node: state.cold.root, start: kept, duration: 1 }) {
            kept += 1;
        }
        assert_eq!(state.cold.events_lost, 1);
        let (mut chunk, mut seen) = (state.cold.first_events, 0);
        while !chunk.is_null() {
            for event in &(&(*chunk).events)[..(*chunk).used.load(Ordering::Relaxed) as usize] {
                assert_eq!(event.start, seen);
                seen += 1;
            }
            chunk = (*chunk).next;
        }
        assert_eq!(seen, kept);
    }
}

#[test]
fn a_node_total_stores_ticks_and_counts_together_without_mixing_them() {
    for (ticks, left, tails) in [
        (0, 0, 0),
        (5, 0, 0),
        (-5, 0, 1),
        (7, 3, 0),
        (-7, 3, 9),
        (1 << 35, 1 << 20, 1 << 20),
        (-9, 1 << 20, 0),
    ] {
        let total = (tails * TAIL).wrapping_sub(left * LEFT).wrapping_add_signed(ticks);
        let units = |what: u64, count: u64| (what / UNIT * count) as i64;
        assert_eq!(Node::split_total(total), (ticks, units(TAIL, tails) - units(LEFT, left)), "{total:#x}");
    }
}

#[test]
fn nodes_of_two_methods_with_neighbouring_parents_seldom_collide_in_the_hash_table() {
    // Each of 100 consecutive nodes calls two methods; few searches for their nodes need more than the first slots.
    let mut table = [false; 512];
    let mut steps = 0;
    for parent in 0..100 {
        for (class, selector) in [(0x1_0000_8000, 0x1_8000_1230), (0x1_0000_80a8, 0x1_8000_1260)] {
            let mut at = hash(0x7000_0000 + parent * 64, class, selector, 64 - 9);
            while table[at] {
                at = (at + 1) % table.len();
                steps += 1;
            }
            table[at] = true;
        }
    }
    assert!(steps < 200, "{steps} steps for 200 nodes");
}

/// The previous thread may have ended while calls were open. If the next thread found one of their frames complete, its send would be
/// recorded as a call inside of that frame's call.
#[test]
fn reused_frames_are_marked_as_incomplete() {
    let mut world = world(64, 8, GROWTH_FAST);
    let frames = world.arena.take_array::<ShadowFrame>(frames_for(8)).expect("room");
    // SAFETY: no other code uses the state and the frames.
    unsafe {
        for i in 0..frames_for(8) {
            (*frames.as_ptr().add(i)).sp = 0x40 + i;
        }
        let state = world.state.as_mut();
        let spec = StateSpec {
            isa_mask: !7,
            root_meta: 0x80,
            original_send: 1,
            original_super: 2,
            stack_low: 0x1000,
            stack_size: 0x10000,
            depth: 8,
            threshold: 1000,
            growth: GROWTH_FAST,
        };
        state.tag = 7;
        state.cold.jumps[3].buffer = 0x40;
        state.cold.passing_left = 9;
        continue_state(state, frames, &spec);
        // The tagged receivers and the remaining times of the ended thread have no effect on the thread that continues the state.
        assert_eq!((state.tag, state.cold.passing_left), (0, 0));
        assert!(state.cold.jumps.iter().all(|jump| jump.buffer == 0));
        assert_eq!((state.top, (*state.top).sp), (frames.as_ptr(), 0x10000));
        for i in 1..frames_for(8) {
            let frame = &*frames.as_ptr().add(i);
            assert_eq!((frame.sp, frame.node.cast_const()), (0, unmatched_node()), "frame {i}");
        }
    }
}
