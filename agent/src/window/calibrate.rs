//! Measures the cost of a send through the hook: by loops over an empty method, by a loop over methods in a random order, by loops over
//! the functions that replace `alloc` and `init`, and by a loop over a method that returns an object which the caller claims.
//!
//! A call's measured time begins in the hook, before the runtime finds the method. The time between that moment and the method's first
//! instruction is the part "inside" of the cost; all other time that the hook adds belongs to the caller.
//!
//! Invariant: the measurement uses a temporary thread state, so its calls are in no tree of the trace.

mod counts;

use core::ffi::{c_int, c_void};
use core::hint::black_box;
use core::mem::transmute;
use core::ptr;
use core::sync::atomic::Ordering;

use crate::base::layout::{MISS, NEW, Node, RecordingState, UNIT};
use crate::base::memory::Arena;
use crate::base::process::{self, ROOM};
use crate::base::stopwatch::Stopwatch;
use crate::base::sys;
use crate::hooks::hook::{CLAIM, CLAIMED, HANDED, HOOKED, HookedFunction, ORIGINALS, launchgate_jump};
use crate::hooks::unwind_cost::Send;
use crate::threads;
use crate::threads::tree;
use trace::{Cost, CostKind, Ticks1024};

const SIZE: usize = 48 << 10;
const SENDS: u64 = 2048;
/// The number of sends in a loop over a function that replaces `alloc` or `init`.
const RARER: u64 = 512;
const RETURNS: u64 = 2048;
/// The number of sends in each loop of [`measure_charged_time`]. If a tick is 125 instructions long, the sends begin equally often at each
/// instruction of a tick.
const SWEPT: u64 = 8 * 125;
const LOOPS: usize = 5;
/// The depth of the shadow stack during the measurement, whose sends are not nested.
const DEPTH: usize = 2;
/// The number of `setjmp` calls in each loop of [`set_jumps`].
const JUMPS: usize = 64;
/// The number of sends whose returned object is claimed.
const CLAIMS: u64 = 256;

/// The costs of a send through the hooks.
pub(crate) struct SendCosts {
    /// The cost of a send to a known node, and the cost of a send that creates its node.
    pub send: Option<[Cost; 2]>,
    /// The cost of a function that replaces a send (such as `objc_alloc`), minus the cost of the send.
    pub alloc: Ticks1024,
    /// The cost of `objc_alloc_init`, minus `alloc` and the cost of two sends.
    pub alloc_init: Ticks1024,
    /// The cost of a send in instructions and cycles, if the system counts them.
    pub counts: Option<Cost>,
}

impl SendCosts {
    pub(crate) const UNKNOWN: SendCosts =
        SendCosts { send: None, alloc: Ticks1024(0), alloc_init: Ticks1024(0), counts: None };
}

unsafe extern "C" {
    /// Sends a message `count` times, and claims each returned object.
    fn launchgate_claims(
        class: *mut c_void,
        selector: sys::Sel,
        count: u64,
        hand_over: *const c_void,
        send: *const c_void,
    );
    /// Sends a message `count` times, and claims each returned object by the function that reads its return address.
    fn launchgate_claims_by_address(
        class: *mut c_void,
        selector: sys::Sel,
        count: u64,
        hand_over: *const c_void,
        send: *const c_void,
    );
}

/// The signature of [`launchgate_claims`].
type ClaimLoop = unsafe extern "C" fn(*mut c_void, sys::Sel, u64, *const c_void, *const c_void);

/// An empty method: its only instruction is the return.
pub(super) unsafe extern "C" fn do_nothing(_: sys::Class, _: sys::Sel) {}

/// # Safety
/// Called at the start, while no other thread has a state.
pub(crate) unsafe fn calibrate(costs: &mut SendCosts) {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    ROOM.run(SIZE, |arena| unsafe { calibrate_in(arena, costs) });
}

/// Measures the cost of a send again after the window, by the same loops, on the thread that ends the window. The smaller of two results is
/// returned, since the agent's other threads end at the same time and may interrupt a loop.
pub(crate) fn once_more() -> Option<Cost> {
    let mut cost = None;
    // SAFETY: as in `calibrate_in`; only the hooks on this thread still find a state.
    ROOM.run(SIZE, |arena| unsafe {
        let class = sys::objc_getClass(c"LaunchgateAgent".as_ptr());
        if !class.is_null() {
            threads::with_local_state(arena, DEPTH, |state: &mut RecordingState| {
                let results = [(); 2].map(|()| measure_sends(&Stopwatch::new(), class, state).cost);
                let smaller = results.into_iter().min_by_key(|cost| cost.inside.0 + cost.outside.0);
                cost = smaller.map(|smaller| Cost { kind: CostKind::SendAtEnd, ..smaller });
            });
        }
    });
    cost
}

unsafe fn calibrate_in(arena: &Arena, costs: &mut SendCosts) {
    // SAFETY: the class belongs to the agent; the state is this thread's for as long as `body` runs, and its memory for longer.
    unsafe {
        let class = sys::objc_getClass(c"LaunchgateAgent".as_ptr());
        if class.is_null() {
            return;
        }
        threads::with_local_state(arena, DEPTH, |state: &mut RecordingState| {
            let watch = Stopwatch::new();
            let sends = measure_sends(&watch, class, state);
            let unit = measure_unit(&watch, class, state, &sends);
            process::set_unit_cost(unit);
            let more = process::cost_of_units(NEW as i64) as u64;
            let outside = Ticks1024(sends.cost.outside.0 + more);
            costs.send = Some([sends.cost, Cost { kind: CostKind::NewNode, outside, ..sends.cost }]);
            threads::SUBTRACTION_COST.store(measure_subtraction(&watch, state, unit), Ordering::Relaxed);
            measure_shortcuts(&watch, class, costs, sends.cost.inside.0 + sends.cost.outside.0);
            handing_over(&watch, class, unit, sends.cost.inside.0 + sends.cost.outside.0);
            costs.counts = counts::of_a_send(&watch, class);
        });
    }
}

fn original_function(hook: HookedFunction) -> *const c_void {
    ORIGINALS[hook as usize].load(Ordering::Relaxed) as *const c_void
}

fn replacement_function(hook: HookedFunction) -> *const c_void {
    HOOKED[hook as usize].replacement as *const c_void
}

/// Returns the difference between the times of two loops, divided by their number of calls.
fn difference_per_call(all: Ticks1024, plain: Ticks1024, count: u64) -> Ticks1024 {
    Ticks1024(all.0.saturating_sub(plain.0) / count)
}

/// The results of the loops over one method.
struct SendLoopResults {
    cost: Cost,
    /// The extra time of [`SENDS`] sends through the hook, in 1024ths of a tick.
    more: u64,
}

unsafe fn measure_sends(
    watch: &Stopwatch,
    class: *mut c_void,
    state: &mut RecordingState,
) -> SendLoopResults {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe {
        // The loop of direct sends comes before any other send to the class, so the runtime finds the method in the first slot of the
        // class's cache, which is the usual case.
        let plain = time_sends(watch, class, original_function(HookedFunction::Send), SENDS);
        let more = time_sends(watch, class, replacement_function(HookedFunction::Send), SENDS)
            .0
            .saturating_sub(plain.0);
        // The first send has created the node, so the loops do not include the extra cost of creating it.
        let swept =
            measure_charged_time(class, replacement_function(HookedFunction::Send), state.cold.root.add(1));
        // The method's only instruction, its return, does not belong to the cost; it takes as long as a jump.
        let returns = time_sends(watch, class, do_nothing as *const c_void, RETURNS);
        let jumps = time_sends(watch, class, launchgate_jump as *const c_void, RETURNS);
        // The value is rounded once, to the nearest: a method of two instructions takes 16 of the units of `inside`.
        let inside = Ticks1024(swept * 1024 * RETURNS / SWEPT + RETURNS / 2);
        let inside = difference_per_call(inside, Ticks1024(jumps.0.saturating_sub(returns.0)), RETURNS);
        let outside = Ticks1024((more / SENDS).saturating_sub(inside.0));
        SendLoopResults { cost: Cost { kind: CostKind::Send, inside, outside }, more }
    }
}

/// Measures the time of one instruction of the hooks, in 1024ths of a 1024th of a tick, by sends that cannot be predicted. The hooks count
/// the instructions of each search, so the result does not depend on the addresses of this launch.
unsafe fn measure_unit(
    watch: &Stopwatch,
    class: *mut c_void,
    state: &mut RecordingState,
    sends: &SendLoopResults,
) -> u64 {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe {
        let counted = |state: &RecordingState| -> u64 {
            let nodes = (1..tree::count_nodes(state)).map(|i| (*state.cold.root.add(i)).calls / MISS);
            nodes.sum()
        };
        send_in_random_order(class, original_function(HookedFunction::Send));
        let plain = watch.time(|| send_in_random_order(class, original_function(HookedFunction::Send)));
        send_in_random_order(class, replacement_function(HookedFunction::Send));
        let before = counted(state);
        let all = watch.time(|| send_in_random_order(class, replacement_function(HookedFunction::Send)));
        let units = counted(state) - before;
        let more = all.0.saturating_sub(plain.0).saturating_sub(sends.more);
        (more << 10).checked_div(units).unwrap_or(0)
    }
}

/// Measures the instructions that a function which subtracts its own time executes before the first and after the second reading of the
/// counter, in [`UNIT`]s: the difference between the times of a hooked and a direct `_setjmp`, minus the time that the hook subtracted for
/// it.
unsafe fn measure_subtraction(watch: &Stopwatch, state: &mut RecordingState, unit: u64) -> u64 {
    let (plain, hook) = (
        original_function(HookedFunction::UnderscoreSetjmp),
        replacement_function(HookedFunction::UnderscoreSetjmp),
    );
    if plain.is_null() {
        return 0;
    }
    let state = &raw mut *state;
    // SAFETY: the caller guarantees that the state is this thread's and not in use. The state has an open call, as in an app.
    unsafe {
        let (lowest, taken) = ((*state).top, &(*state).cold.taken);
        let frame = lowest.add(1);
        (*frame).node = (*state).cold.root.add(1);
        (*frame).sp = 1;
        (&raw mut (*state).top).write_volatile(frame);
        set_jumps(watch, hook, 1);
        let plain = set_jumps(watch, plain, JUMPS);
        let before = taken.load(Ordering::Relaxed);
        let all = set_jumps(watch, hook, JUMPS);
        let taken = taken.load(Ordering::Relaxed) - before;
        (*frame).sp = 0;
        (&raw mut (*state).top).write_volatile(lowest);
        let more = difference_per_call(all, Ticks1024(plain.0 + taken), (LOOPS * JUMPS) as u64).0;
        (more * 1024 + unit / 2).checked_div(unit).unwrap_or(0) * UNIT
    }
}

/// Measures the time of `count` calls of a `setjmp`. The loops have different lengths, so the calls begin at all parts of a tick.
#[inline(never)]
unsafe fn set_jumps(watch: &Stopwatch, function: *const c_void, count: usize) -> Ticks1024 {
    // SAFETY: the caller passes a `setjmp` that is never jumped to.
    unsafe {
        let set_jump = transmute::<*const c_void, unsafe extern "C" fn(*mut u64) -> c_int>(function);
        let mut buffer = [0_u64; 64];
        watch.time(|| {
            for padding in 0..LOOPS {
                for _ in 0..count {
                    black_box(set_jump)(buffer.as_mut_ptr());
                    execute_nops(padding);
                }
            }
        })
    }
}

/// Executes `count` instructions without effect.
#[inline(always)]
fn execute_nops(count: usize) {
    for _ in 0..count {
        // SAFETY: the instruction `nop` has no effect.
        unsafe { core::arch::asm!("nop", options(nomem, nostack, preserves_flags)) };
    }
}

/// Measures the costs of the functions that replace `alloc` and `init`.
unsafe fn measure_shortcuts(watch: &Stopwatch, class: *mut c_void, costs: &mut SendCosts, send: u64) {
    let more = |hook: HookedFunction| {
        // SAFETY: the caller fulfils the requirements of this unsafe function.
        let time = |function| unsafe { time_sends(watch, class, function, RARER) };
        let plain = time(original_function(hook));
        difference_per_call(time(replacement_function(hook)), plain, RARER).0
    };
    if !original_function(HookedFunction::Alloc).is_null() {
        costs.alloc = Ticks1024(more(HookedFunction::Alloc).saturating_sub(send));
    }
    if !original_function(HookedFunction::AllocInit).is_null() {
        let known = costs.alloc.0 + 2 * send;
        costs.alloc_init = Ticks1024(more(HookedFunction::AllocInit).saturating_sub(known));
    }
}

/// Measures the extra cost of returning an object to a caller that claims it.
unsafe fn handing_over(watch: &Stopwatch, class: *mut c_void, unit: u64, send: u64) {
    let (plain, hook) = (
        original_function(HookedFunction::AutoreleaseReturnValue),
        replacement_function(HookedFunction::AutoreleaseReturnValue),
    );
    if plain.is_null() {
        return;
    }
    let units = |claims: ClaimLoop, parts: u64| {
        // SAFETY: the caller fulfils the requirements of this unsafe function.
        let time = |send, hand_over| unsafe { time_claims(watch, claims, class, send, hand_over) };
        let plain = time(original_function(HookedFunction::Send), plain);
        let more = difference_per_call(time(replacement_function(HookedFunction::Send), hook), plain, CLAIMS)
            .0
            .saturating_sub(send);
        ((more * 1024 / parts + unit / 2).checked_div(unit).unwrap_or(0) * UNIT) as usize
    };
    HANDED.store(units(launchgate_claims, 1), Ordering::Relaxed);
    if CLAIM.load(Ordering::Relaxed) != 0 {
        // The nodes of the method and of its caller each get half of the cost of a claim by address.
        CLAIMED.store(units(launchgate_claims_by_address, 2), Ordering::Relaxed);
    }
}

/// Measures the time of `sends` sends by this function.
unsafe fn time_sends(
    watch: &Stopwatch,
    class: *mut c_void,
    function: *const c_void,
    sends: u64,
) -> Ticks1024 {
    // SAFETY: the caller passes a function that sends, or a method.
    unsafe {
        let selector = sys::sel_registerName(c"launchgateNothing".as_ptr());
        let send = transmute::<*const c_void, Send>(function);
        send(class, selector, 0, ptr::null());
        watch.time(|| {
            for _ in 0..sends {
                black_box(send)(class, selector, 0, ptr::null());
            }
        })
    }
}

/// Sends one of three methods each time, in a pseudo-random order.
#[inline(never)]
unsafe fn send_in_random_order(class: *mut c_void, function: *const c_void) {
    // SAFETY: the caller passes a function that sends.
    unsafe {
        let selectors =
            [c"launchgateNothing", c"alloc", c"init"].map(|name| sys::sel_registerName(name.as_ptr()));
        let send = transmute::<*const c_void, Send>(function);
        let mut chance: u32 = 1;
        for _ in 0..SENDS {
            chance = chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let which = ((chance >> 16) * 3) >> 16;
            black_box(send)(class, selectors[which as usize], 0, ptr::null());
        }
    }
}

/// Measures the time that the hook charges to the node of an empty method, over sends that begin equally often at all parts of a tick.
///
/// A tick is longer than a send. A loop begins its sends at all parts of a tick unless its length and the length of a tick have a common
/// factor; a slightly longer loop then has no common factor. The median of the loops is therefore correct.
unsafe fn measure_charged_time(class: *mut c_void, function: *const c_void, node: *const Node) -> u64 {
    // SAFETY: the caller passes a function that sends, and the node in which the sends are counted.
    unsafe {
        let selector = sys::sel_registerName(c"launchgateNothing".as_ptr());
        let send = transmute::<*const c_void, Send>(function);
        let mut sums = [0; LOOPS];
        for (padding, sum) in sums.iter_mut().enumerate() {
            let before = (*node).total;
            for _ in 0..SWEPT {
                send(class, selector, 0, ptr::null());
                execute_nops(padding);
            }
            *sum = (*node).total - before;
        }
        sums.sort_unstable();
        sums[LOOPS / 2]
    }
}

/// Measures the time to claim [`CLAIMS`] objects that a method returns through the function `hand_over`. The object is a class, since a
/// class has no reference count.
unsafe fn time_claims(
    watch: &Stopwatch,
    loop_over: ClaimLoop,
    class: *mut c_void,
    send: *const c_void,
    hand_over: *const c_void,
) -> Ticks1024 {
    // SAFETY: the method's argument is the function to which it jumps.
    unsafe {
        let selector = sys::sel_registerName(c"launchgateHandOver:".as_ptr());
        loop_over(class, selector, 1, hand_over, send);
        watch.time(|| loop_over(class, selector, CLAIMS, hand_over, send))
    }
}
