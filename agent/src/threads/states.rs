//! The state of each thread that sends messages. A state exists until the trace is written; the frames of an ended thread are reused.
//!
//! Invariant: the slot of a thread contains null, the thread's own state, or one of the two idle states. States form a list that only
//! grows.

use core::ffi::c_void;
use core::ptr::{self, NonNull};
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering};

use crate::base::global::{SharedCell, TryLock};
use crate::base::layout::{
    ColdFields, GROWTH_CAREFUL, GROWTH_FAST, JUMPS, Node, PENDING_COSTS, PendingCost, RecordingState,
    SetjmpCall, ShadowFrame, UNIT,
};
use crate::base::memory::Arena;
use crate::base::process::{self, ARENA, CLOSED, ORIGINALS, REACHED, SETTINGS, TIMEBASE};
use crate::base::sys;
use crate::threads::late_begin::{self, SLOT_BEFORE};
use crate::threads::tree::{self, StateSpec};
use crate::threads::{pending_costs, shadow};

/// All states, newest first.
static STATES: AtomicPtr<RecordingState> = AtomicPtr::new(ptr::null_mut());
/// The state of the main thread.
static MAIN: AtomicPtr<RecordingState> = AtomicPtr::new(ptr::null_mut());
/// A list of the frames of ended threads; the field `lr` of each first frame has the next entry.
static FREE_FRAMES: SharedCell<*mut ShadowFrame> = SharedCell::new(ptr::null_mut());
/// States of ended threads, the latest first. Once half of the memory is used, a new thread continues the state of an ended thread.
static ENDED: SharedCell<*mut RecordingState> = SharedCell::new(ptr::null_mut());
static FREE_LOCK: TryLock = TryLock::new();
/// The thread-specific key for states, and a key that has a value only while the cost of a send is measured after the window.
pub(super) static KEY: AtomicUsize = AtomicUsize::new(0);
static OFF_KEY: AtomicUsize = AtomicUsize::new(0);
static OFF_SLOT: AtomicUsize = AtomicUsize::new(0);
/// The name of the thread in the trace, for a state that several threads used one after another.
const SEVERAL: &[u8] = b"(several threads, one after another)";
/// The number of threads that have no state because memory was full.
pub(crate) static REFUSED: AtomicU64 = AtomicU64::new(0);

/// The instructions, in [`UNIT`]s, that are executed outside of the two readings of the clock each time that the agent subtracts its time:
/// the instructions of the hook before the first and after the second reading. The number is measured at the start, since it depends on the
/// compiler.
pub(crate) static SUBTRACTION_COST: AtomicU64 = AtomicU64::new(0);

/// A state with which no send is recorded: its only frame is never complete.
struct IdleState {
    state: SharedCell<RecordingState>,
    frame: SharedCell<ShadowFrame>,
}

/// The idle states: for threads that the settings exclude, and for threads for which memory was full.
static LEFT_OUT: IdleState = IdleState::new();
static NO_ROOM: IdleState = IdleState::new();

impl IdleState {
    const fn new() -> IdleState {
        const NOTHING: *mut c_void = ptr::null_mut();
        IdleState {
            state: SharedCell::new(RecordingState {
                top: ptr::null_mut(),
                isa_mask: 0,
                original_send: 0,
                stack_low: 0,
                original_super: 0,
                table: ptr::null_mut(),
                table_shift: 0,
                spread: 0,
                unwound: 0,
                next_node: ptr::null_mut(),
                node_end: ptr::null_mut(),
                deepest: ptr::null_mut(),
                threshold: 0,
                growth: 0,
                in_signal: 0,
                foreign: 0,
                too_deep: 0,
                lost: 0,
                stack_size: 0,
                nobody: ptr::null(),
                tag: 0,
                tag_class: 0,
                root_meta: 0,
                outside_base: 0,
                outside_size: 0,
                outside_words: ptr::null_mut(),
                cold: ColdFields {
                    root: NOTHING.cast(),
                    frames: NOTHING.cast(),
                    first_chunk: NOTHING.cast(),
                    last_chunk: NOTHING.cast(),
                    nodes_before: 0,
                    first_events: NOTHING.cast(),
                    last_events: NOTHING.cast(),
                    events_lost: 0,
                    thread: NOTHING,
                    port: AtomicU32::new(0),
                    name: [0; 64],
                    thread_id: 0,
                    is_main: false,
                    base: 0,
                    jumps: [SetjmpCall { buffer: 0, sp: 0, record: 0, top: ptr::null_mut() }; JUMPS],
                    passing_left: 0,
                    taken: AtomicU64::new(0),
                    subtracted_by_count: 0,
                    outside_image: ptr::null(),
                    outside_calls: 0,
                    pending_costs: [PendingCost { frame: ptr::null_mut(), node: ptr::null_mut(), ticks: 0 };
                        PENDING_COSTS],
                    pending_count: 0,
                    stand_in: AtomicUsize::new(0),
                    ended: AtomicBool::new(false),
                    is_of_window: false,
                    followers: 0,
                    next_ended: ptr::null_mut(),
                    previous: ptr::null_mut(),
                },
            }),
            frame: SharedCell::new(ShadowFrame {
                lr: 0,
                x19: 0,
                sp: 0,
                node: ptr::null_mut::<Node>(),
                start: 0,
                state: ptr::null_mut(),
                entry: 0,
                receiver_class: 0,
            }),
        }
    }

    fn get(&'static self) -> *mut RecordingState {
        let state = self.state.pointer();
        // SAFETY: the fields are aligned and never freed. Several threads may execute this code at the same time. All threads store the
        // same values in an idle state, each by one instruction; only counters differ, and no code depends on the counters.
        unsafe {
            let word = |field: *mut usize| AtomicUsize::from_ptr(field);
            word(&raw mut (*state).original_send)
                .store(ORIGINALS[0].load(Ordering::Relaxed), Ordering::Relaxed);
            word(&raw mut (*state).original_super)
                .store(ORIGINALS[1].load(Ordering::Relaxed), Ordering::Relaxed);
            // The frame of an idle state has the node that no send matches, so that the stubs of work find no caller in it.
            AtomicPtr::from_ptr(&raw mut (*self.frame.pointer()).node)
                .store(tree::unmatched_node().cast_mut(), Ordering::Relaxed);
            AtomicPtr::from_ptr(&raw mut (*state).top).store(self.frame.pointer(), Ordering::Release);
        }
        state
    }

    fn is_same_state(&'static self, state: *mut RecordingState) -> bool {
        self.state.pointer() == state
    }

    /// Returns the number of sends with this idle state, which were not recorded.
    fn unrecorded_send_count(&'static self) -> u64 {
        // SAFETY: the field is a counter.
        unsafe { (&raw const (*self.state.pointer()).in_signal).read_volatile() }
    }
}

/// Creates the two keys, and finds the slot of the first key by storing a value. Returns false if the slot of the first key is not found.
pub(crate) fn find_slot() -> bool {
    let (mut key, mut off) = (0, 0);
    // SAFETY: pthread writes the two keys; the value is cleared again before another thread can take it for a state.
    unsafe {
        if sys::pthread_key_create(&mut key, Some(end)) != 0 || sys::pthread_key_create(&mut off, None) != 0 {
            return false;
        }
        let magic = (&raw const KEY).cast::<c_void>();
        if sys::pthread_setspecific(key, magic) != 0 {
            return false;
        }
        let base = thread_pointer();
        // The slots of a thread's first 512 keys; the usual slot is tried first.
        let at = |slot: usize| ((base + slot) as *const usize).read_volatile();
        let found = if at(key * 8) == magic as usize {
            Some(key * 8)
        } else {
            (0..512).map(|i| i * 8).find(|&s| at(s) == magic as usize)
        };
        sys::pthread_setspecific(key, ptr::null());
        let Some(slot) = found.filter(|&slot| at(slot) == 0) else { return false };
        KEY.store(key, Ordering::Relaxed);
        OFF_KEY.store(off, Ordering::Relaxed);
        REACHED.slot.store(slot, Ordering::Relaxed);
        OFF_SLOT.store(slot_of(off), Ordering::Relaxed);
        at(OFF_SLOT.load(Ordering::Relaxed)) == 0
    }
}

/// Returns whether a state is one of the two idle states.
pub(super) fn is_idle(state: *mut RecordingState) -> bool {
    LEFT_OUT.is_same_state(state) || NO_ROOM.is_same_state(state)
}

/// Returns the slot of a key: the slots of consecutive keys are consecutive.
pub(super) fn slot_of(key: usize) -> usize {
    (key * 8).wrapping_add(REACHED.slot.load(Ordering::Relaxed)).wrapping_sub(KEY.load(Ordering::Relaxed) * 8)
}

/// Closes the recording. After this call no hook finds the state of its thread.
pub(crate) fn close() {
    CLOSED.store(1, Ordering::Release);
    REACHED.slot.store(OFF_SLOT.load(Ordering::Relaxed), Ordering::Release);
}

/// Returns this thread's state; null if it has no state.
pub(crate) fn own_state() -> *mut RecordingState {
    let slot = thread_pointer() + REACHED.slot.load(Ordering::Relaxed);
    // SAFETY: the slot was found there.
    let state = unsafe { *(slot as *const *mut RecordingState) };
    if state.is_null() { late_begin::moved_state() } else { state }
}

/// Returns this thread's state and creates it if necessary; null if the thread's sends pass through without a state.
pub(crate) fn own_state_or_new() -> *mut RecordingState {
    let slot = thread_pointer() + REACHED.slot.load(Ordering::Relaxed);
    // SAFETY: the slot was found there.
    let state = unsafe { *(slot as *const *mut RecordingState) };
    if state.is_null() { moved_or_new_state() } else { state }
}

/// Returns the state that this thread had before the window began, or a new state. The work is in one function, so that the usual path of
/// its callers needs no frame.
#[cold]
#[inline(never)]
fn moved_or_new_state() -> *mut RecordingState {
    let moved = late_begin::moved_state();
    if moved.is_null() { make_own_state() } else { moved }
}

fn make_own_state() -> *mut RecordingState {
    let before = SLOT_BEFORE.load(Ordering::Acquire);
    // SAFETY: the slot of the agent's own key.
    let is_interrupted = || unsafe { *((thread_pointer() + before) as *const usize) != 0 };
    if CLOSED.load(Ordering::Acquire) != 0 || before != 0 && is_interrupted() {
        return ptr::null_mut();
    }
    // SAFETY: the function takes no argument and has no effect.
    let is_main = unsafe { sys::pthread_main_np() } != 0;
    let settings = SETTINGS.get();
    let state = if !is_main && !settings.all_threads {
        LEFT_OUT.get()
    } else {
        match build(settings.depth, is_main) {
            Some(state) => state.as_ptr(),
            None => {
                REFUSED.fetch_add(1, Ordering::Relaxed);
                NO_ROOM.get()
            }
        }
    };
    // SAFETY: the key belongs to the agent.
    if unsafe { sys::pthread_setspecific(KEY.load(Ordering::Relaxed), state.cast()) } != 0 {
        return ptr::null_mut();
    }
    state
}

/// Runs `body` with a temporary state in place of this thread's state; returns false if no memory is left for the temporary state. The
/// temporary state's memory is from `arena`, and no setting filters its nodes.
pub(crate) fn with_local_state(arena: &Arena, depth: usize, body: impl FnOnce(&mut RecordingState)) -> bool {
    let Some(frames) = arena.take_array::<ShadowFrame>(tree::frames_for(depth)) else { return false };
    let spec = StateSpec { growth: GROWTH_FAST, ..spec(depth) };
    // SAFETY: no other state uses the frames.
    let Some(mut state) = (unsafe { tree::make_state(arena, frames, &spec) }) else { return false };
    // After the window, hooks use a key for which no other thread has a value.
    let is_over = CLOSED.load(Ordering::Acquire) != 0;
    let key = if is_over { &OFF_KEY } else { &KEY }.load(Ordering::Relaxed);
    let own = own_state();
    // SAFETY: the key belongs to the agent, and the state is new.
    unsafe {
        set_stand_in(own, sys::frame_pointer());
        sys::pthread_setspecific(key, state.as_ptr().cast());
        body(state.as_mut());
        sys::pthread_setspecific(key, own.cast());
        set_stand_in(own, 0);
    }
    true
}

/// Records in the thread's own state that a temporary state replaces it, for code that reads the thread's own state at the same time.
unsafe fn set_stand_in(state: *mut RecordingState, at: usize) {
    if !state.is_null() {
        // SAFETY: the state belongs to the running thread.
        unsafe { (*state).cold.stand_in.store(at, Ordering::Relaxed) };
    }
}

/// Subtracts the agent's own time since `begun` from the calls that are open on this thread, from `top` downwards, and the instructions
/// before and after the two readings of the clock.
///
/// A total may be negative until its call returns; additions wrap, so that the sum is correct.
///
/// # Safety
/// The state must belong to the running thread, and `top` must be one of its frames.
pub(crate) unsafe fn subtract_time(state: *mut RecordingState, top: *mut ShadowFrame, begun: u64) {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe {
        count_cost(state, top, SUBTRACTION_COST.load(Ordering::Relaxed));
        subtract_time_since(state, top, begun);
    }
}

/// Subtracts the time as [`subtract_time`] does, without the instructions before and after the readings of the clock.
///
/// # Safety
/// The requirements are those of [`subtract_time`].
#[inline(never)]
pub(crate) unsafe fn subtract_time_since(state: *mut RecordingState, top: *mut ShadowFrame, begun: u64) {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe {
        if state.is_null() || (*state).cold.root.is_null() {
            return;
        }
        // After the window, no time is noted, because the noted time of all calls was already subtracted.
        let frame = innermost_call(state, top);
        let is_owed = frame > (*state).cold.frames && CLOSED.load(Ordering::Acquire) == 0;
        let place = is_owed.then(|| pending_costs::pending_ticks(&mut *state, frame)).flatten();
        let place = place.map_or(ptr::null_mut(), ptr::from_mut);
        // The clock is read last, because the time of later instructions is not measured.
        let ticks = sys::read_counter().saturating_sub(begun);
        add_taken(&(*state).cold, ticks * 1024);
        if !place.is_null() {
            *place += ticks;
        }
    }
}

/// Counts, in the innermost open call from `top` downwards, instructions that are subtracted from it and its callers at the end. Returns
/// the node of this call, or null outside of all calls and without a state.
///
/// # Safety
/// The requirements are those of [`subtract_time`].
pub(crate) unsafe fn count_cost(state: *mut RecordingState, top: *mut ShadowFrame, what: u64) -> *mut Node {
    // SAFETY: the caller fulfils the requirements of this function; incomplete frames have no node.
    unsafe {
        if state.is_null() || (*state).cold.root.is_null() {
            return ptr::null_mut();
        }
        let ticks_1024 = process::cost_of_units((what / UNIT) as i64);
        add_taken(&(*state).cold, ticks_1024 as u64);
        let frame = innermost_call(state, top);
        if frame == (*state).cold.frames {
            return ptr::null_mut();
        }
        (*(*frame).node).total = (*(*frame).node).total.wrapping_add(what);
        (*state).cold.subtracted_by_count += ticks_1024;
        (*frame).node
    }
}

/// Adds to the sum of the agent's subtracted time. Only the thread of the state adds to this sum, so a load and a store are sufficient.
fn add_taken(own: &ColdFields, ticks_1024: u64) {
    own.taken.store(own.taken.load(Ordering::Relaxed).wrapping_add(ticks_1024), Ordering::Relaxed);
}

/// Returns the node of the innermost open call on this thread, or `None` outside of all calls and on a thread without a state.
pub(crate) fn open_node(state: *mut RecordingState) -> Option<*mut Node> {
    // SAFETY: the pointer is null or the state of the running thread.
    unsafe {
        if state.is_null() || (*state).cold.root.is_null() {
            return None;
        }
        let frame = innermost_call(state, (*state).top);
        (frame > (*state).cold.frames).then(|| (*frame).node)
    }
}

/// Returns the innermost open call from `top` downwards; the lowest frame if no call is open.
unsafe fn innermost_call(state: *mut RecordingState, top: *mut ShadowFrame) -> *mut ShadowFrame {
    // SAFETY: the caller fulfils the requirements of `subtract_time`; incomplete frames have no node.
    unsafe {
        let mut frame = top;
        while frame > (*state).cold.frames && (*frame).sp == 0 {
            frame = frame.sub(1);
        }
        frame
    }
}

/// Subtracts the agent's own time since `begun` from all calls that are open on this thread.
pub(crate) fn subtract_time_from_all(begun: u64) {
    let state = own_state();
    if !state.is_null() {
        // SAFETY: the state belongs to the running thread.
        unsafe { subtract_time(state, (*state).top, begun) };
    }
}

/// Copies the names of the threads that have not ended; a thread that ends at the same time copies its own name.
pub(crate) fn take_names() {
    for state in states() {
        // SAFETY: states are never freed. The system knows which threads live, and refuses one that does not.
        unsafe {
            if !(*state).cold.ended.load(Ordering::Acquire) {
                name(&mut (*state).cold);
            }
        }
    }
}

fn name(own: &mut ColdFields) {
    if own.followers > 0 {
        own.name = [0; 64];
        own.name[..SEVERAL.len()].copy_from_slice(SEVERAL);
        return;
    }
    // SAFETY: the buffer belongs to the state, and a zero is written after the name.
    unsafe { sys::pthread_getname_np(own.thread, own.name.as_mut_ptr().cast(), own.name.len()) };
    if own.is_main && own.name[0] == 0 {
        own.name[..4].copy_from_slice(b"main");
    }
}

/// Returns all states, newest first.
pub(crate) fn states() -> impl Iterator<Item = *mut RecordingState> + Clone {
    let first = STATES.load(Ordering::Acquire);
    // SAFETY: states are never freed.
    core::iter::successors(Some(first), |&s| (!s.is_null()).then(|| unsafe { (*s).cold.previous }))
        .take_while(|s| !s.is_null())
}

/// Returns the main thread's state; null before it has one.
pub(crate) fn main_state() -> *mut RecordingState {
    MAIN.load(Ordering::Acquire)
}

/// Returns the time, in 1024ths of a tick, that was measured and subtracted from the main thread's calls so far.
pub(crate) fn subtracted_on_main() -> u64 {
    let main = MAIN.load(Ordering::Acquire);
    // SAFETY: states stay; the main thread may be adding to it.
    if main.is_null() { 0 } else { unsafe { (*main).cold.taken.load(Ordering::Relaxed) } }
}

/// Returns the number of sends on threads for which memory was full.
pub(crate) fn sends_without_room() -> u64 {
    NO_ROOM.unrecorded_send_count()
}

fn build(depth: usize, is_main: bool) -> Option<NonNull<RecordingState>> {
    if !is_main
        && ARENA.is_half_used()
        && let Some(state) = reuse_ended_state(depth)
    {
        return Some(state);
    }
    if !is_main && ARENA.is_scarce() {
        return None;
    }
    let frames = take_frames(depth)?;
    // SAFETY: the frames are this thread's now, and cleared.
    let mut state = unsafe { tree::make_state(&ARENA, frames, &spec(depth)) }?;
    // SAFETY: no other thread uses the state yet.
    let s = unsafe { state.as_mut() };
    // SAFETY: the frame record is that of this function, which runs on this thread.
    s.cold.base = unsafe { shadow::outermost_record(s, sys::frame_pointer()) };
    let own = &mut s.cold;
    own.is_main = is_main;
    own.is_of_window = SLOT_BEFORE.load(Ordering::Acquire) != 0;
    if is_main {
        MAIN.store(state.as_ptr(), Ordering::Release);
    }
    // SAFETY: no other thread uses the state yet, except that it is already known as the main thread's future state.
    let own = unsafe { &mut state.as_mut().cold };
    // SAFETY: the called functions return properties of the calling thread and have no effect.
    unsafe {
        own.thread = sys::pthread_self();
        own.port.store(sys::pthread_mach_thread_np(own.thread), Ordering::Relaxed);
        sys::pthread_threadid_np(ptr::null_mut(), &mut own.thread_id);
    }
    let mut first = STATES.load(Ordering::Relaxed);
    loop {
        own.previous = first;
        match STATES.compare_exchange_weak(first, state.as_ptr(), Ordering::Release, Ordering::Relaxed) {
            Ok(_) => return Some(state),
            Err(now) => first = now,
        }
    }
}

/// Takes the state of an ended thread for this thread; its tree then has the calls of both threads.
fn reuse_ended_state(depth: usize) -> Option<NonNull<RecordingState>> {
    let frames = take_frames(depth)?;
    let ended = FREE_LOCK.run(|| {
        let head = ENDED.pointer();
        // SAFETY: under the lock; states in the list are not in use.
        unsafe {
            let state = NonNull::new(*head)?;
            *head = state.as_ref().cold.next_ended;
            Some(state)
        }
    });
    let Some(mut state) = ended.flatten() else {
        free_frames(frames.as_ptr());
        return None;
    };
    // SAFETY: the state and the frames belong to this thread now. The search for the base begins at this function's own frame.
    unsafe {
        let s = state.as_mut();
        if SLOT_BEFORE.load(Ordering::Acquire) != 0 {
            late_begin::discard_records(s);
        }
        tree::continue_state(s, frames, &spec(depth));
        s.cold.base = shadow::outermost_record(s, sys::frame_pointer());
        s.cold.thread = sys::pthread_self();
        s.cold.port.store(sys::pthread_mach_thread_np(s.cold.thread), Ordering::Relaxed);
        s.cold.followers += 1;
        s.cold.ended.store(false, Ordering::Release);
    }
    Some(state)
}

/// Adds the frames of an ended thread to the list of free frames. If another thread holds the lock, the frames are not used again, which
/// only wastes memory.
fn free_frames(frames: *mut ShadowFrame) {
    FREE_LOCK.run(|| {
        let head = FREE_FRAMES.pointer();
        // SAFETY: under the lock; the frames are not in use any more.
        unsafe {
            (*frames).lr = (*head).expose_provenance();
            *head = frames;
        }
    });
}

fn spec(depth: usize) -> StateSpec {
    let settings = SETTINGS.get();
    // SAFETY: the called functions return properties of the calling thread and have no effect.
    let (high, size) = unsafe {
        let me = sys::pthread_self();
        (sys::pthread_get_stackaddr_np(me) as usize, sys::pthread_get_stacksize_np(me))
    };
    StateSpec {
        // SAFETY: the value is a constant of libobjc.
        isa_mask: unsafe { sys::objc_debug_isa_class_mask },
        root_meta: &raw const sys::ROOT_META as usize,
        original_send: ORIGINALS[0].load(Ordering::Relaxed),
        original_super: ORIGINALS[1].load(Ordering::Relaxed),
        stack_low: high - size,
        stack_size: size,
        depth,
        threshold: TIMEBASE.get().ticks(settings.threshold_nanos).max(1),
        growth: if settings.must_see_nodes() { GROWTH_CAREFUL } else { GROWTH_FAST },
    }
}

fn take_frames(depth: usize) -> Option<NonNull<ShadowFrame>> {
    let used = FREE_LOCK.run(|| {
        let head = FREE_FRAMES.pointer();
        // SAFETY: under the lock; frames in the list are not in use.
        unsafe {
            let frames = NonNull::new(*head)?;
            *head = ptr::with_exposed_provenance_mut(frames.as_ref().lr);
            Some(frames)
        }
    });
    used.flatten().or_else(|| ARENA.take_array(tree::frames_for(depth)))
}

/// Handles the end of a thread. The tree of the thread remains in the trace; later sends of the thread begin a new tree.
pub(super) unsafe extern "C" fn end(value: *mut c_void) {
    let state = value.cast::<RecordingState>();
    if LEFT_OUT.is_same_state(state) || NO_ROOM.is_same_state(state) {
        return;
    }
    // SAFETY: the value was this thread's state, and the slot no longer holds it, so no hook uses it any more.
    unsafe {
        let s = &mut *state;
        // The thread may end inside hooked calls, which are closed like calls that an exception left.
        while s.top != s.cold.frames {
            let frame = &mut *s.top;
            if frame.sp != 0 {
                (*frame.node).total += sys::read_counter().wrapping_sub(frame.start);
                s.unwound += 1;
            }
            frame.sp = 0;
            s.top = s.top.sub(1);
        }
        let frames = s.cold.frames;
        (*frames).sp = 0;
        name(&mut s.cold);
        s.cold.ended.store(true, Ordering::Release);
        free_frames(frames);
        FREE_LOCK.run(|| {
            let head = ENDED.pointer();
            s.cold.next_ended = *head;
            *head = state;
        });
    }
}

/// Returns the thread pointer of the running thread, by which hooks and trampolines identify it.
pub(crate) fn thread_pointer() -> usize {
    let base: usize;
    // SAFETY: the register can be read in user mode without side effects. The low bits of the register may hold a CPU number.
    unsafe {
        core::arch::asm!("mrs {}, TPIDRRO_EL0", out(reg) base, options(nomem, nostack, preserves_flags))
    };
    base & !7
}
