//! What a send costs through the hook: by a loop over a method that does nothing, by descents through new contexts, and by a loop
//! over a method whose object the caller claims.
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

use crate::class::{Claims, Send, launchgate_claims};
use crate::hook::{HOOKED, Hooked, ORIGINALS};
use crate::layout::State;
use crate::memory::Arena;
use crate::start::Start;
use crate::{sys, threads};
use trace::{Cost, CostKind, Ticks1024};

const ROOM: usize = 64 << 10;
const SENDS: u64 = 1000;
/// Fewer than a chunk's nodes, so that the assembly makes all of them.
const DEPTH: usize = 56;
/// Sends whose object is claimed.
const CLAIMS: u64 = 256;

/// # Safety
/// Called at the start, while nobody else has a state.
pub(crate) unsafe fn calibrate(begun: &mut Start) {
    let arena = Arena::empty();
    // SAFETY: the class is ours; the state is this thread's for as long as `body` runs, and its memory for longer.
    unsafe {
        let room = sys::mmap(ptr::null_mut(), ROOM, sys::PROT_READ_WRITE, sys::MAP_ANON_PRIVATE, -1, 0);
        let class = sys::objc_getClass(c"LaunchgateAgent".as_ptr());
        if room == sys::MAP_FAILED || class.is_null() {
            return;
        }
        arena.give(room.cast(), ROOM);
        let nothing = sys::sel_registerName(c"launchgateNothing".as_ptr());
        let down = sys::sel_registerName(c"launchgateDown:".as_ptr());
        let real = |hook: Hooked| ORIGINALS[hook as usize].load(Ordering::Relaxed) as *const c_void;
        let hooked = |hook: Hooked| HOOKED[hook as usize].replacement as *const c_void;
        let loop_through = |function: *const c_void| {
            let send = transmute::<*const c_void, Send>(function);
            send(class, nothing, 0, ptr::null());
            let begun = sys::counter();
            for i in 0..SENDS {
                black_box(send)(class, nothing, 0, ptr::null());
                // No two sends in step with the counter: a tick is longer than a send.
                for _ in 0..i % 13 {
                    core::arch::asm!("nop", options(nomem, nostack, preserves_flags));
                }
            }
            sys::counter() - begun
        };
        let descend = |function: *const c_void| {
            let begun = sys::counter();
            transmute::<*const c_void, Send>(function)(class, down, DEPTH, function);
            sys::counter() - begun
        };
        let each = |ticks: u64, count: u64| Ticks1024(ticks * 1024 / count);
        descend(real(Hooked::Send));
        threads::with_passing_state(&arena, DEPTH + 2, |state: &mut State| {
            let plain = loop_through(real(Hooked::Send));
            let all = loop_through(hooked(Hooked::Send));
            // The first send made the node, and its longer way is not part of the loop.
            let inside = (*state.own.root.add(1)).total;
            let outside = all.saturating_sub(plain).saturating_sub(inside);
            let send =
                Cost { kind: CostKind::Send, inside: each(inside, SENDS + 1), outside: each(outside, SENDS) };
            // The second descent trains the predictions that the third one follows.
            let fresh = descend(hooked(Hooked::Send));
            let missed = descend(hooked(Hooked::Send));
            let known = descend(hooked(Hooked::Send));
            let more = each(fresh.saturating_sub(known), DEPTH as u64 + 1);
            begun.miss_cost = each(missed.saturating_sub(known), DEPTH as u64 + 1);
            let outside = Ticks1024(send.outside.0 + more.0);
            begun.send_costs = Some([send, Cost { kind: CostKind::NewNode, outside, ..send }]);
            if !real(Hooked::AutoreleaseReturnValue).is_null() {
                let plain = claim(class, real(Hooked::Send), real(Hooked::AutoreleaseReturnValue));
                let all = claim(class, hooked(Hooked::Send), hooked(Hooked::AutoreleaseReturnValue));
                let more = each(all.saturating_sub(plain), CLAIMS).0;
                begun.handed_cost = Ticks1024(more.saturating_sub(send.inside.0 + send.outside.0));
            }
        });
        sys::munmap(room, ROOM);
    }
}

/// How long it takes to claim so many objects of a method that hands them over by this function. The object is a class, which
/// counts no references.
unsafe fn claim(class: *mut c_void, send: *const c_void, hand_over: *const c_void) -> u64 {
    // SAFETY: the method takes the function that it jumps to.
    unsafe {
        let selector = sys::sel_registerName(c"launchgateHandOver:".as_ptr());
        let loop_over: Claims = launchgate_claims;
        loop_over(class, selector, 1, hand_over, send);
        let begun = sys::counter();
        loop_over(class, selector, CLAIMS, hand_over, send);
        sys::counter() - begun
    }
}
