//! Measures the time that an exception needs to pass a hooked call: the hook has a separate frame, whose unwind rules the unwinder reads.
//! The module unwinds the same nested calls with and without hooks between them, and measures both times.
//!
//! Invariant: the measurement is made at the first exception, so the measurement takes no time in an app without exceptions. Before the
//! first exception the unwinder's tables are not in the processor's caches.

use core::ffi::{c_int, c_void};
use core::mem::transmute;
use core::sync::atomic::{AtomicU64, Ordering};

use crate::base::memory::Arena;
use crate::base::process::ROOM;
use crate::base::stopwatch::Stopwatch;
use crate::base::sys;
use crate::hooks::hook::{HOOKED, HookedFunction, ORIGINALS};
use crate::threads;

/// The signature of the measured kinds of sends.
pub(crate) type Send = unsafe extern "C" fn(*mut c_void, sys::Sel, usize, *const c_void);

/// A walk of the stack from inside of nested sends; see [`walk`].
pub(crate) struct StackWalk {
    /// The function through which the nested calls send their messages.
    pub send: *const c_void,
    /// The number of frames that remain to be unwound.
    pub left: usize,
    /// The duration of the walk in 1024ths of a tick.
    pub ticks_1024: u64,
}

/// The number of nested calls that are unwound.
const DEPTH: usize = 4;
/// The number of repetitions of a measurement, of which the shortest is used, because the thread may be interrupted or sampled, and the
/// first repetition reads the unwinder's tables into the caches.
const ROUNDS: usize = 3;
/// The number of bytes for the tree of the measurement.
const SIZE: usize = 32 << 10;
const UNKNOWN: u64 = u64::MAX;
static TICKS_1024: AtomicU64 = AtomicU64::new(UNKNOWN);

/// Returns the time, in 1024ths of a tick, that the two phases of an exception need to pass a hook's frame.
pub(crate) fn ticks_1024() -> u64 {
    match TICKS_1024.load(Ordering::Relaxed) {
        UNKNOWN => {
            // If two threads measure at the same time, the time of the exception on the later thread is not corrected.
            let Some(measured) = ROOM.run(SIZE, measure_unwind_cost) else { return 0 };
            TICKS_1024.store(measured, Ordering::Relaxed);
            measured
        }
        known => known,
    }
}

fn measure_unwind_cost(arena: &Arena) -> u64 {
    // SAFETY: the class and its method are ours; the state is this thread's while `with_local_state` runs, its memory for longer.
    unsafe {
        let class = sys::objc_getClass(c"LaunchgateAgent".as_ptr());
        if class.is_null() {
            return 0;
        }
        let selector = sys::sel_registerName(c"launchgateWalk:".as_ptr());
        let walk = |function: *const c_void, frames: usize| {
            let mut walk = StackWalk { send: function, left: frames, ticks_1024: 0 };
            transmute::<*const c_void, Send>(function)(class, selector, DEPTH, (&raw mut walk).cast());
            walk.ticks_1024
        };
        let walk = |function, frames| (0..ROUNDS).map(|_| walk(function, frames)).min().unwrap_or(0);
        let real = ORIGINALS[HookedFunction::Send as usize].load(Ordering::Relaxed) as *const c_void;
        let hooked = HOOKED[HookedFunction::Send as usize].replacement as *const c_void;
        let mut more = 0;
        threads::with_local_state(arena, DEPTH + 2, |_| {
            // A walk passes the frame of `walk`, the frames of the calls, and the frames of the hooks between them. The runtime's sends are
            // jumps without a frame.
            let plain = walk(real, DEPTH + 2);
            let all = walk(hooked, 2 * DEPTH + 2);
            more = all.saturating_sub(plain);
        });
        more / DEPTH as u64
    }
}

/// Unwinds `walk.left` frames, of which the first is that of this function, and stores the duration. An exception walks the frames twice,
/// to search for a handler and to unwind, so this function does the same.
#[inline(never)]
pub(crate) unsafe fn walk_stack(walk: &mut StackWalk) {
    const GO_ON: c_int = 0;
    const ENOUGH: c_int = 5;
    // A call of `step` takes about as long as the unwinder's search for a handler in a frame.
    unsafe extern "C" fn step(_: *mut c_void, left: *mut c_void) -> c_int {
        // SAFETY: the count is the walk's own.
        unsafe { count_down(left) }
    }
    unsafe fn count_down(left: *mut c_void) -> c_int {
        // SAFETY: the walk's own count.
        let left = unsafe { &mut *left.cast::<usize>() };
        *left = left.saturating_sub(1);
        if *left == 0 { ENOUGH } else { GO_ON }
    }
    unsafe extern "C" fn stop(
        _: c_int,
        _: c_int,
        _: u64,
        _: *mut sys::Exception,
        context: *mut c_void,
        left: *mut c_void,
    ) -> c_int {
        // SAFETY: as for `step`; the context is the unwinder's. The callback reads the address of each frame, as real unwinding does.
        unsafe {
            sys::_Unwind_GetCFA(context);
            count_down(left)
        }
    }
    let frames = walk.left;
    let mut exception = sys::Exception([0; 4]);
    let left = &raw mut walk.left;
    // SAFETY: the callbacks have the unwinder's signatures, and do not use the count after the unwinder's functions return. The second
    // function unwinds only as long as the callback permits, and the callback stops it before it has left a frame.
    let took = Stopwatch::new().time(|| unsafe {
        sys::_Unwind_Backtrace(step, left.cast());
        *left = frames;
        sys::_Unwind_ForcedUnwind(&mut exception, stop, left.cast());
    });
    walk.ticks_1024 = took.0;
}
