//! The thread that samples call stacks.
//!
//! Invariant: a suspended thread is resumed after a bounded number of instructions. The instructions during a suspension take no lock, do
//! not allocate, and call no function that may do so. Only one thread at a time is suspended, and never the sampling thread.

use core::ffi::{c_uint, c_void};
use core::ptr;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::base::global::{Locked, Once};
use crate::base::layout::RecordingState;
use crate::base::notes::store_note;
use crate::base::process::{ARENA, CLOSED, SETTINGS, TIMEBASE};
use crate::base::settings::keeps_stacks;
use crate::base::{kernel, sys};
use crate::hooks::hook;
use crate::samples::pace::SamplingPace;
use crate::samples::run_state::{self, ProcessorTime};
use crate::samples::stack::{
    self, AgentCode, Holder, RUST_CALLS, Registers, RustCall, StackCopy, ThreadBounds,
};
use crate::samples::store::{NOWHERE, SampleStore, StackKey};
use crate::threads;
use trace::{MarkKind, SampleFlags, SamplingEnd};

/// The samples of this launch.
pub(crate) static STORE: Locked<SampleStore> = Locked::new(SampleStore::new());
/// The ranges of the agent's code.
pub(crate) static AGENT: Once<AgentCode> = Once::new(AgentCode {
    hooks: 0..0,
    passing: 0..0,
    code: 0..0,
    calls: [RustCall { next: 0, made: None }; RUST_CALLS],
});
/// The code of the latest mark that the launch has reached.
static AFTER: AtomicU32 = AtomicU32::new(1);
/// The time, in 1024ths of a tick, for which sampling stopped the main thread, without the time that other code of the agent subtracts.
static TAKEN_ON_MAIN: AtomicU64 = AtomicU64::new(0);
static ENDED_BY: AtomicU32 = AtomicU32::new(SamplingEnd::Unknown.code());
/// The mean number of nanoseconds between two samples.
static USED: AtomicU64 = AtomicU64::new(0);

/// The number of sampling rounds between two checks whether a debugger is attached.
const LOOKS: u64 = 64;
/// The largest number of stalls in a launch whose stacks are stored: the first ones.
const STALLS: u8 = 10;
/// The delay of a sample after which it has only the planned time: iOS suspended the app, or all processors were busy, and the function
/// in which the thread spent the rest of the time is unknown.
const LATE_NANOS: u64 = 250_000_000;
/// The number by which the setting `stall` is divided to get the largest delay with which a stall is detected.
const STALL_PARTS: u64 = 4;

/// The reason for which sampling ended, and the interval of samples.
#[derive(Clone, Copy)]
pub(crate) struct SamplingResult {
    pub by: SamplingEnd,
    pub nanos: u64,
}

/// Starts the sampling thread if the settings enable it.
///
/// # Safety
/// Must be called only once, at the start, after the hooks are in place.
pub(crate) unsafe fn begin(own_code: core::ops::Range<usize>) {
    let settings = SETTINGS.get();
    if !keeps_stacks(settings) {
        return;
    }
    // SAFETY: no samples are taken yet, as the caller guarantees. The thread uses statics only.
    unsafe {
        let mut calls = [RustCall::default(); RUST_CALLS];
        let found = hook::assembly::rust_calls();
        calls.iter_mut().zip(found).for_each(|(slot, (next, made))| *slot = RustCall { next, made });
        AGENT.set(AgentCode {
            hooks: hook::hook_address_range(),
            passing: hook::original_caller_range(),
            code: own_code,
            calls,
        });
        let mut thread = ptr::null_mut();
        if sys::pthread_create(&mut thread, ptr::null(), run, ptr::null_mut()) == 0 {
            sys::pthread_detach(thread);
        } else {
            stop(SamplingEnd::Stopped, "cannot create the sampling thread");
        }
    }
}

/// Sets the mark that the following samples contain as the latest one.
pub(crate) fn set_latest_mark(kind: MarkKind) {
    AFTER.store(kind.code(), Ordering::Relaxed);
}

/// Returns the time, in 1024ths of a tick, for which sampling has stopped the main thread so far, without the time that is subtracted
/// immediately after it is measured.
pub(crate) fn subtracted_on_main() -> u64 {
    TAKEN_ON_MAIN.load(Ordering::Relaxed)
}

/// Returns the result of sampling, after the window ended.
pub(crate) fn sampling_result() -> SamplingResult {
    let by = match SamplingEnd::from_code(ENDED_BY.load(Ordering::Acquire)) {
        SamplingEnd::Unknown => SamplingEnd::Window,
        other => other,
    };
    SamplingResult { by, nanos: USED.load(Ordering::Relaxed) }
}

fn stop(why: SamplingEnd, text: &str) {
    ENDED_BY.store(why.code(), Ordering::Release);
    store_note(format_args!("call stacks: {text}; the recording of methods continued"));
}

/// Samples call stacks until the window ends.
unsafe extern "C" fn run(_: *mut c_void) -> *mut c_void {
    // With a lower class of quality of service, the sampling thread would wait while the main thread works, and would take its samples only
    // when the main thread waits. SAFETY: the function has no requirements. If the system refuses, samples are taken later than planned.
    unsafe { sys::pthread_set_qos_class_self_np(sys::QOS_USER_INTERACTIVE, 0) };
    let settings = SETTINGS.get();
    let stall_nanos = settings.stall_nanos();
    let mut pace =
        SamplingPace::new(settings.samples_nanos.max(1), settings.samples_may_wait, sys::read_counter());
    let mut round = SamplingRound {
        copied: StackCopy::empty(),
        last: sys::read_counter(),
        stall: TIMEBASE.get().ticks(stall_nanos),
        stalls: 0,
        since: 0,
        threads: settings.samples_all_threads,
        processor_time: ProcessorTime::default(),
    };
    let mut left = 0;
    loop {
        let mut wait = if settings.samples_nanos == 0 { u64::MAX } else { pace.next() };
        if stall_nanos > 0 {
            wait = wait.min(stall_nanos / STALL_PARTS);
        }
        sleep(wait);
        if CLOSED.load(Ordering::Acquire) != 0 {
            return ptr::null_mut();
        }
        if left == 0 {
            left = LOOKS;
            if kernel::own_process().is_some_and(|process| process.is_traced) {
                stop(SamplingEnd::Debugger, "a debugger is attached, so sampling ended");
                return ptr::null_mut();
            }
        }
        left -= 1;
        let done = STORE.try_with_lock(|store| round.sample_threads(store, &mut pace, wait));
        USED.store(pace.mean_interval(), Ordering::Relaxed);
        if let Some(Err(why)) = done {
            let text = match why {
                SamplingEnd::Suspend => "the main thread could not be suspended, so sampling ended",
                _ => "the main thread's registers could not be read, so sampling ended",
            };
            stop(why, text);
            return ptr::null_mut();
        }
    }
}

fn sleep(nanos: u64) {
    let time =
        sys::Timespec { seconds: (nanos / 1_000_000_000) as i64, nanos: (nanos % 1_000_000_000) as i64 };
    // SAFETY: the function has no requirements. If a signal interrupts the pause, the next sample is taken too early.
    unsafe { sys::nanosleep(&time, &mut sys::Timespec { seconds: 0, nanos: 0 }) };
}

/// The data of one round over the threads.
struct SamplingRound {
    copied: StackCopy,
    /// The time of the last round.
    last: u64,
    /// The number of ticks after which a call is a stall; 0 disables the detection of stalled calls.
    stall: u64,
    /// The number of stalls so far.
    stalls: u8,
    /// The start of the latest stalled call.
    since: u64,
    /// Whether all threads are sampled, not only the main one.
    threads: bool,
    processor_time: ProcessorTime,
}

/// The result of suspending a thread.
struct Suspension {
    /// The number of ticks for which the thread was suspended.
    own: u64,
    now: u64,
    stalled_call: Option<(*mut crate::base::layout::Node, u64)>,
    holder: Holder,
    /// The flag of the thread's run state before the suspension.
    run_state: SampleFlags,
}

impl SamplingRound {
    /// Samples the main thread after a pause of `planned_nanos`, and the other threads if the settings request them or the main thread stalls.
    fn sample_threads(
        &mut self,
        store: &mut SampleStore,
        pace: &mut SamplingPace,
        planned_nanos: u64,
    ) -> Result<(), SamplingEnd> {
        let elapsed = sys::read_counter().saturating_sub(self.last);
        self.last = sys::read_counter();
        let is_late = TIMEBASE.get().nanos(elapsed).saturating_sub(planned_nanos) > LATE_NANOS;
        let time = if is_late { TIMEBASE.get().ticks(planned_nanos) } else { elapsed };
        let main = threads::main_state();
        let mut stalled_call = None;
        if !main.is_null() {
            let mut look = self.suspend_and_copy(main, self.stall)?;
            let nanos = TIMEBASE.get().nanos(look.own);
            pace.record_sample(self.copied.count, nanos);
            // SAFETY: states are never freed.
            let port = unsafe { (*main).cold.port.load(Ordering::Relaxed) };
            let since = TIMEBASE.get().nanos(elapsed);
            look.run_state = self.processor_time.refine_flags(port, look.run_state, since);
            stalled_call = look.stalled_call;
            if let Some((_, start)) = stalled_call {
                self.since = start;
                self.stalls += 1;
            }
            self.store_sample(store, main, &look, time);
        }
        if self.threads || stalled_call.is_some() {
            for state in threads::states().filter(|&state| state != main) {
                // A thread that has ended cannot be suspended.
                if let Ok(mut look) = self.suspend_and_copy(state, 0) {
                    look.stalled_call = stalled_call.map(|(_, start)| (self.copied.node, start));
                    self.store_sample(store, state, &look, time);
                }
            }
        }
        if self.stalls == STALLS {
            self.stall = 0;
        }
        Ok(())
    }

    /// Suspends a thread and copies its stack.
    fn suspend_and_copy(
        &mut self,
        state: *mut RecordingState,
        stall: u64,
    ) -> Result<Suspension, SamplingEnd> {
        let own = AGENT.get();
        // SAFETY: states are never freed, and the thread is suspended while its stack is read. A thread that continues with the state of
        // another thread has another port.
        unsafe {
            let has_ended = || (*state).cold.ended.load(Ordering::Acquire);
            let port = (*state).cold.port.load(Ordering::Relaxed);
            let run_state = run_state::read(port);
            let before = sys::read_counter();
            if has_ended() || sys::thread_suspend(port) != 0 {
                return Err(SamplingEnd::Suspend);
            }
            let begun = sys::read_counter();
            let registers = registers(port);
            let is_same = (*state).cold.port.load(Ordering::Relaxed) == port && !has_ended();
            let mut stalled_call = None;
            if let Some(at) = &registers
                && is_same
            {
                let known = thread_bounds(state);
                self.copied.copy_stack(&known, own, at);
                if stall > 0 {
                    stalled_call = stack::find_stalled_call(&known, at, begun, stall, self.since);
                }
            }
            let ended = sys::read_counter();
            sys::thread_resume(port);
            let after = sys::read_counter();
            if registers.is_none() || !is_same {
                return Err(SamplingEnd::Registers);
            }
            // The thread was suspended and resumed at some time during the two calls, so half of the time of the two calls is added to the
            // suspended time.
            let own = (ended - begun) + (begun - before + (after - ended)) / 2;
            let holder = registers.map_or(Holder::Unknown, |at| at.holder);
            Ok(Suspension { own, now: begun, stalled_call, holder, run_state })
        }
    }

    /// Stores the copy of a thread's stack as a sample.
    fn store_sample(
        &mut self,
        store: &mut SampleStore,
        state: *mut RecordingState,
        look: &Suspension,
        time: u64,
    ) {
        // If the window ended in the meantime, the results are already determined and stay unchanged.
        if CLOSED.load(Ordering::Acquire) != 0 {
            return;
        }
        let copied = &self.copied;
        let place = store.add_stack(&ARENA, copied.outermost_first());
        let cut = if copied.is_whole { SampleFlags(0) } else { SampleFlags::CUT };
        let flags = cut.with(look.run_state);
        let stack = StackKey {
            place: place.unwrap_or(NOWHERE),
            after: AFTER.load(Ordering::Relaxed),
            flags: flags.0,
            state,
            node: copied.node,
            pc: copied.pc,
            lr: copied.lr,
            holder: ptr::null_mut(),
        };
        // If the agent's own code was suspended, this code subtracts its whole time itself, including the time of the suspension.
        let own = if copied.is_own { 0 } else { look.own };
        // SAFETY: states are never freed.
        let is_main = unsafe { (*state).cold.is_main };
        let is_sampled = SETTINGS.get().samples_nanos > 0 && (is_main || self.threads);
        if let Some((node, start)) = look.stalled_call {
            let stack =
                StackKey { node, flags: flags.of_stall(self.stalls, None).0, holder: holder(look), ..stack };
            let own = if is_sampled { 0 } else { own };
            if place.is_none() || !store.add(&ARENA, stack, look.now.saturating_sub(start), own) {
                store_note(format_args!(
                    "call stacks: not enough memory to store the stack of a stalled call"
                ));
            }
        }
        store.own += look.own;
        if is_main {
            TAKEN_ON_MAIN.fetch_add(own * 1024, Ordering::Relaxed);
        }
        if is_sampled {
            store.taken += 1;
            if place.is_none() || !store.add(&ARENA, stack, time, own) {
                store.dropped += 1;
            }
        }
    }
}

/// Returns the state of the thread that holds the lock for which a suspended thread waited; null if it is not known.
fn holder(look: &Suspension) -> *mut RecordingState {
    // If the thread did not wait, its register may contain the number of an earlier kernel call.
    let mut states = threads::states().filter(|_| look.run_state == SampleFlags::WAITED);
    // SAFETY: states are never freed.
    states.find(|&state| unsafe { is_holder(state, look.holder) }).unwrap_or(ptr::null_mut())
}

unsafe fn is_holder(state: *mut RecordingState, holder: Holder) -> bool {
    // SAFETY: states are never freed.
    unsafe {
        let is_it = match holder {
            Holder::Unknown => false,
            Holder::Port(port) => (*state).cold.port.load(Ordering::Relaxed) & !3 == port,
            Holder::Id(id) => (*state).cold.thread_id == id,
        };
        is_it && !(*state).cold.ended.load(Ordering::Acquire)
    }
}

/// Returns the registers of a thread, which must be suspended.
#[inline(never)]
unsafe fn registers(port: c_uint) -> Option<Registers> {
    let mut state = sys::ThreadState::default();
    let mut count = sys::THREAD_STATE_COUNT;
    // SAFETY: the structure has the requested flavour, and its size is passed.
    let found = unsafe { sys::thread_get_state(port, sys::THREAD_STATE_64, &mut state, &mut count) } == 0;
    found.then(|| Registers {
        pc: state.pc as usize,
        lr: state.lr as usize,
        fp: state.fp as usize,
        sp: state.sp as usize,
        x19: state.x[19] as usize,
        holder: Holder::of(&state.x),
    })
}

/// Returns the bounds of the stack of a state's thread, which must be suspended.
unsafe fn thread_bounds(state: *mut RecordingState) -> ThreadBounds {
    // SAFETY: states are never freed.
    unsafe {
        let low = (*state).stack_low;
        ThreadBounds {
            stack: low..low + (*state).stack_size,
            base: (*state).cold.base,
            stand_in: (*state).cold.stand_in.load(Ordering::Relaxed),
            lowest: (*state).cold.frames,
            top: (&raw const (*state).top).read_volatile(),
        }
    }
}
