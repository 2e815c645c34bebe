//! What a send costs through the hook: by loops over a method that does nothing, by descents through new contexts, by loops over
//! the functions that stand for `alloc` and `init`, and by one over a method whose object the caller claims.
//!
//! A call's measured time begins in the hook, before the runtime looks the method up; what lies before the method's first
//! instruction is the part "inside", and all else that the hook adds falls to the caller.
//!
//! Invariant: it runs on a state of its own, so nothing of it is in any tree.

use core::ffi::c_void;
use core::hint::black_box;
use core::mem::transmute;
use core::ptr;
use core::sync::atomic::Ordering;

use crate::class::{Claims, Send, launchgate_claims, launchgate_claims_by_address, nothing};
use crate::hook::{CLAIM, CLAIMED, HOOKED, Hooked, ORIGINALS, launchgate_jump};
use crate::layout::{HANDED_UNIT, HANDED_UNITS, Node, State};
use crate::memory::Arena;
use crate::start::{ROOM, Start};
use crate::{sys, threads, tree};
use trace::{Cost, CostKind, Ticks1024};

const SIZE: usize = 48 << 10;
const SENDS: u64 = 1024;
/// Sends of rarer kinds.
const RARER: u64 = 512;
/// Returns.
const RETURNS: u64 = 2048;
/// Sends in each of the loops that differ in their length. Where a tick is 125 instructions, they begin twice at each part of one.
const SWEPT: u64 = 2 * 125;
const LOOPS: usize = 5;
/// With the others fewer than a chunk's nodes, so that the assembly makes all of them.
const DEPTH: usize = 56;
/// Sends whose object is claimed.
const CLAIMS: u64 = 256;

/// # Safety
/// Called at the start, while nobody else has a state.
pub(crate) unsafe fn calibrate(begun: &mut Start) {
    // SAFETY: as the caller promises.
    ROOM.run(SIZE, |arena| unsafe { calibrate_in(arena, begun) });
}

unsafe fn calibrate_in(arena: &Arena, begun: &mut Start) {
    // SAFETY: the class is ours; the state is this thread's for as long as `body` runs, and its memory for longer.
    unsafe {
        let class = sys::objc_getClass(c"LaunchgateAgent".as_ptr());
        if class.is_null() {
            return;
        }
        let selector = sys::sel_registerName(c"launchgateNothing".as_ptr());
        let down = sys::sel_registerName(c"launchgateDown:".as_ptr());
        let real = |hook: Hooked| ORIGINALS[hook as usize].load(Ordering::Relaxed) as *const c_void;
        let hooked = |hook: Hooked| HOOKED[hook as usize].replacement as *const c_void;
        let loop_through = |function: *const c_void, sends: u64| {
            let send = transmute::<*const c_void, Send>(function);
            send(class, selector, 0, ptr::null());
            let begun = sys::counter();
            for _ in 0..sends {
                black_box(send)(class, selector, 0, ptr::null());
            }
            sys::counter() - begun
        };
        // A tick is longer than a send, so sends have to begin at all parts of a tick alike. A loop sees to that unless its length
        // and the tick's have a common factor: then another, which is a little longer, has none. The median is right.
        let sweep = |function: *const c_void, node: *const Node| {
            let send = transmute::<*const c_void, Send>(function);
            let mut sums = [0; LOOPS];
            for (padding, sum) in sums.iter_mut().enumerate() {
                let before = (*node).total;
                for _ in 0..SWEPT {
                    send(class, selector, 0, ptr::null());
                    for _ in 0..padding {
                        core::arch::asm!("nop", options(nomem, nostack, preserves_flags));
                    }
                }
                *sum = (*node).total - before;
            }
            sums.sort_unstable();
            sums[LOOPS / 2]
        };
        let descend = |function: *const c_void| {
            let begun = sys::counter();
            transmute::<*const c_void, Send>(function)(class, down, DEPTH, function);
            sys::counter() - begun
        };
        let each = |ticks: u64, count: u64| Ticks1024(ticks * 1024 / count);
        threads::with_passing_state(arena, DEPTH + 2, |state: &mut State| {
            // Before the class has been sent anything else: the runtime finds the method at the first look, as it does most.
            let plain = loop_through(real(Hooked::Send), SENDS);
            let all = loop_through(hooked(Hooked::Send), SENDS);
            // The first send made the node, and its longer way is not part of the loops.
            let inside = each(sweep(hooked(Hooked::Send), state.own.root.add(1)), SWEPT);
            // The method's one instruction, its return, is no part of it: it takes what a jump takes.
            let returns = loop_through(nothing as *const c_void, RETURNS);
            let jumps = loop_through(launchgate_jump as *const c_void, RETURNS);
            let inside = Ticks1024(inside.0.saturating_sub(each(jumps.saturating_sub(returns), RETURNS).0));
            let outside = Ticks1024(each(all.saturating_sub(plain), SENDS).0.saturating_sub(inside.0));
            let send = Cost { kind: CostKind::Send, inside, outside };
            descend(real(Hooked::Send));
            // The second descent trains the predictions that the third one follows.
            descend(hooked(Hooked::Send));
            let missed = descend(hooked(Hooked::Send));
            let known = descend(hooked(Hooked::Send));
            begun.miss_cost = each(missed.saturating_sub(known), DEPTH as u64 + 1);
            begun.send_costs = Some([send, Cost { kind: CostKind::NewNode, ..send }]);
            if !real(Hooked::Alloc).is_null() {
                let plain = loop_through(real(Hooked::Alloc), RARER);
                let all = loop_through(hooked(Hooked::Alloc), RARER);
                let more = each(all.saturating_sub(plain), RARER).0;
                begun.alloc_cost = Ticks1024(more.saturating_sub(send.inside.0 + send.outside.0));
            }
            if !real(Hooked::AllocInit).is_null() {
                let plain = loop_through(real(Hooked::AllocInit), RARER);
                let all = loop_through(hooked(Hooked::AllocInit), RARER);
                let more = each(all.saturating_sub(plain), RARER).0;
                let known = begun.alloc_cost.0 + 2 * (send.inside.0 + send.outside.0);
                begun.alloc_init_cost = Ticks1024(more.saturating_sub(known));
            }
            if !real(Hooked::AutoreleaseReturnValue).is_null() {
                let cost = |claims: Claims| {
                    let plain =
                        claim(claims, class, real(Hooked::Send), real(Hooked::AutoreleaseReturnValue));
                    let all =
                        claim(claims, class, hooked(Hooked::Send), hooked(Hooked::AutoreleaseReturnValue));
                    let more = each(all.saturating_sub(plain), CLAIMS).0;
                    more.saturating_sub(send.inside.0 + send.outside.0)
                };
                begun.handed_cost = Ticks1024(cost(launchgate_claims));
                if CLAIM.load(Ordering::Relaxed) != 0 {
                    // In units of what the other way takes, half of it for each of the two nodes.
                    let units = (cost(launchgate_claims_by_address) * HANDED_UNITS / 2)
                        .checked_div(begun.handed_cost.0)
                        .unwrap_or(0);
                    CLAIMED.store((units * HANDED_UNIT) as usize, Ordering::Relaxed);
                }
            }
        });
        threads::with_passing_state(arena, DEPTH + 2, |state: &mut State| {
            // New nodes come to a table that is between a quarter and half full, and have to look for a free slot.
            tree::crowd(state, tree::FIRST_SLOTS * 3 / 8 - DEPTH / 2);
            let fresh = descend(hooked(Hooked::Send));
            descend(hooked(Hooked::Send));
            let known = descend(hooked(Hooked::Send));
            if let Some([_, new_node]) = &mut begun.send_costs {
                new_node.outside.0 += each(fresh.saturating_sub(known), DEPTH as u64 + 1).0;
            }
        });
    }
}

/// How long it takes to claim so many objects of a method that hands them over by this function. The object is a class, which
/// counts no references.
unsafe fn claim(loop_over: Claims, class: *mut c_void, send: *const c_void, hand_over: *const c_void) -> u64 {
    // SAFETY: the method takes the function that it jumps to.
    unsafe {
        let selector = sys::sel_registerName(c"launchgateHandOver:".as_ptr());
        loop_over(class, selector, 1, hand_over, send);
        let begun = sys::counter();
        loop_over(class, selector, CLAIMS, hand_over, send);
        sys::counter() - begun
    }
}
