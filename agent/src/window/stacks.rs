//! Prepares the sampled call stacks for the trace: their frames, the images of the frames, and the names that the system has for them.
//!
//! Invariant: an image that dyld has unmapped is not read. Frames that do not fit in memory are omitted and counted.

use core::ffi::c_char;
use core::ptr;

use crate::base::layout::{Node, RecordingState, SPREAD};
use crate::base::notes::store_note;
use crate::base::process::SETTINGS;
use crate::base::scratch::Scratch;
use crate::base::settings::keeps_stacks;
use crate::base::{sort, sys};
use crate::hooks::{app_images, entries, patch};
use crate::samples::caller::{
    CallerLocation, InnermostFunction, call_target, find_starts, hooks_caller, locate_caller, makes_no_record,
};
use crate::samples::store::{CallSite, NOWHERE, SampleStore, SampledStack};
use crate::samples::{self, AGENT, STORE};
use crate::threads::frozen::{FrozenRecords, row_of};
use crate::window::loaded_images::{LoadedImage, LoadedImages};
use trace::{
    Address, Count, Frame, FrameId, ImageFlags, ImageId, MarkKind, Nanos, Sample, SampleFlags, Sampler,
    Symbol, SymbolId, Text, ThreadId, Ticks,
};

pub(crate) struct Stacks {
    pub sampler: Sampler,
    frames: &'static [FrameRow],
    symbols: &'static [SystemSymbol],
    samples: &'static [CountedStack],
}

/// A frame of a sampled stack: an address in the code, and the row of the caller.
#[derive(Clone, Copy)]
struct FrameRow {
    place: CallSite,
    image: u32,
    symbol: u32,
    /// Whether the call in this frame, or in one of its callers, is in a function without a frame record, so that a frame may be missing.
    /// The flag is determined only for frames that are callers.
    is_unsure: Option<bool>,
}

/// A symbol of a system image.
#[derive(Clone, Copy)]
struct SystemSymbol {
    name: *const c_char,
    address: usize,
    offset: usize,
}

/// The properties that equal samples share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SampleKey {
    frame: u32,
    thread: u32,
    node: u32,
    after: u32,
    flags: u32,
}

#[derive(Clone, Copy)]
struct CountedStack {
    key: SampleKey,
    count: u64,
    time: u64,
}

const NONE: u32 = u32::MAX;

/// Returns the stacks, or `None` if the settings turn sampling off.
pub(crate) fn collect(
    frozen: &mut FrozenRecords,
    scratch: &Scratch,
    loaded: &LoadedImages<'_>,
) -> Option<Stacks> {
    let settings = SETTINGS.get();
    if !keeps_stacks(settings) {
        return None;
    }
    let ended = samples::sampling_result();
    let sampler = Sampler {
        asked: Nanos(settings.samples_nanos),
        used: Nanos(if settings.samples_nanos == 0 { 0 } else { ended.nanos }),
        taken: Count(0),
        dropped: Count(0),
        own: Ticks(0),
        ended_by: ended.by,
    };
    let mut stacks = Stacks { sampler, frames: &[], symbols: &[], samples: &[] };
    let done = wait_for(|store| {
        stacks.sampler.taken = Count(store.taken);
        stacks.sampler.own = Ticks(store.own);
        subtract_time(frozen, store);
        stacks.build_rows(frozen, store, scratch, loaded).is_some()
    });
    stacks.sampler.dropped = Count(match done {
        Some(true) => {
            let kept = stacks.samples.iter().filter(|seen| !is_stall(seen.key.flags));
            stacks.sampler.taken.0 - kept.map(|seen| seen.count).sum::<u64>()
        }
        _ => stacks.sampler.taken.0,
    });
    if done != Some(true) {
        store_note(format_args!("call stacks: not enough memory to write them"));
    }
    Some(stacks)
}

fn is_stall(flags: u32) -> bool {
    SampleFlags(flags).contains(SampleFlags::STALL)
}

/// Waits until the sampler does not use its store, since it may be taking its last sample.
fn wait_for<R>(mut body: impl FnMut(&mut SampleStore) -> R) -> Option<R> {
    const PAUSE: sys::Timespec = sys::Timespec { seconds: 0, nanos: 100_000 };
    for _ in 0..10_000 {
        let done = STORE.try_with_lock(&mut body);
        if done.is_some() {
            return done;
        }
        // SAFETY: the system function has no requirements other than valid arguments.
        unsafe { sys::nanosleep(&PAUSE, &mut sys::Timespec { seconds: 0, nanos: 0 }) };
    }
    None
}

/// Subtracts the time of sampling from the calls that were open at the samples.
fn subtract_time(frozen: &mut FrozenRecords, store: &SampleStore) {
    for met in (0..store.stack_count()).filter_map(|row| store.get_stack(row)).filter(|met| met.own > 0) {
        let mut node = met.stack.node;
        // SAFETY: nodes are never freed. The root of a tree has no total.
        while !node.is_null() && unsafe { !(*node).parent.is_null() } {
            let total = frozen.total_pointer(node);
            // SAFETY: nodes are never freed, and the parent of a node is a node or, at the root, null.
            unsafe {
                *total = (*total).wrapping_sub(met.own);
                node = (*node).parent;
            }
        }
    }
}

impl Stacks {
    /// Returns the frames as rows of the trace.
    pub(crate) fn frames(&self) -> impl Iterator<Item = Frame> + Clone {
        self.frames.iter().map(frame_row)
    }

    /// Returns the symbols as rows of the trace.
    pub(crate) fn symbols(&self) -> impl Iterator<Item = Symbol<'static>> + Clone {
        self.symbols.iter().map(symbol_row)
    }

    /// Returns the samples as rows of the trace.
    pub(crate) fn samples(&self) -> impl Iterator<Item = Sample> + Clone {
        self.samples.iter().map(sample_row)
    }

    fn build_rows(
        &mut self,
        frozen: &FrozenRecords,
        store: &SampleStore,
        scratch: &Scratch,
        loaded: &LoadedImages<'_>,
    ) -> Option<()> {
        let mut places = None;
        patch::run_without_unmapping(|| places = FrameTable::new(store, scratch, loaded));
        let mut places = places?;
        let count = store.stack_count();
        let order = scratch.take_slice::<u32>(count)?;
        order.iter_mut().zip(0..).for_each(|(slot, row)| *slot = row);
        let met = |row: u32| store.get_stack(row as usize);
        // The stacks are sorted by program counter, so that the code at each address is analysed once.
        sort::by_key(order, |&row| met(row).map_or(0, |met| met.stack.pc));
        let seen = scratch.take_slice::<CountedStack>(count)?;
        let mut used = 0;
        patch::run_without_unmapping(|| {
            let mut last = (0, CallerLocation::Unsure);
            for met in order.iter().filter_map(|&row| met(row)) {
                if last.0 != met.stack.pc {
                    last = (met.stack.pc, find_caller(met.stack.pc, loaded));
                }
                if let Some(row) = places.add_stack(&met, last.1, frozen, loaded) {
                    seen[used] = row;
                    used += 1;
                }
            }
        });
        let seen = &mut seen[..used];
        sort::by_key(seen, |seen| seen.key);
        self.symbols = places.name(scratch, loaded)?;
        self.frames = places.into_rows();
        // The samples are stored last, when all their frames exist.
        self.samples = merge_equal_rows(seen);
        Some(())
    }
}

/// Returns the location of the caller of the function at this address.
fn find_caller(pc: usize, loaded: &LoadedImages<'_>) -> CallerLocation {
    let Some(image) = image_at(pc, loaded) else { return CallerLocation::Unsure };
    let word = words_of(image);
    let hooks = &AGENT.get().hooks;
    let start = || start_of_function(pc, image);
    // Code that jumps to a hook makes a tail call, and hooks save x30 in another way than other code. The analysis of other code therefore
    // does not read instructions of hooks.
    let other = |at: usize| if hooks.contains(&at) { None } else { word(at) };
    if hooks.contains(&pc) {
        hooks_caller(pc, word)
    } else {
        locate_caller(InnermostFunction { pc, start: &start }, other)
    }
}

/// Returns the beginning of the function that contains an address, if the image lists its functions.
fn start_of_function(place: usize, image: &LoadedImage) -> Option<usize> {
    // SAFETY: the image is mapped, and is not unmapped while this module reads it.
    unsafe { image.starts.find_start_before(place) }
}

/// Returns whether a call is in a function of the app that creates no frame record. All functions of the system create one.
fn calls_without_record(call: usize, loaded: &LoadedImages<'_>) -> bool {
    let apps = image_at(call, loaded).filter(|image| !image.flags.contains(ImageFlags::SYSTEM));
    let store = apps.and_then(|image| {
        let start = || start_of_function(call, image);
        makes_no_record(InnermostFunction { pc: call, start: &start }, &words_of(image))
    });
    store.is_some_and(|store| !is_in_load(store, loaded))
}

/// Returns whether the instruction at `store`, which saves x30, belongs to a `+load`. The system calls a `+load`, so a stack without the
/// caller of a `+load` lacks no function of the app.
fn is_in_load(store: usize, loaded: &LoadedImages<'_>) -> bool {
    image_at(store, loaded).is_some_and(|image| find_starts(store, &words_of(image)).any(entries::is_load))
}

/// Returns whether the call at this address is made by a function of the system and calls another function of the system.
fn calls_system(call: usize, loaded: &LoadedImages<'_>) -> bool {
    let systems =
        |address| image_at(address, loaded).filter(|image| image.flags.contains(ImageFlags::SYSTEM));
    systems(call).and_then(|image| call_target(call, words_of(image))).and_then(systems).is_some()
}

/// Returns the image whose code contains an address, if the image is still mapped.
fn image_at<'a>(address: usize, loaded: &'a LoadedImages<'_>) -> Option<&'a LoadedImage> {
    loaded.image_of_code(address).map(|i| &loaded.images[i]).filter(|image| is_there(image))
}

/// Returns a function that reads an image's instructions. Threads that unmap an image wait for [`patch::run_without_unmapping`].
fn words_of(image: &LoadedImage) -> impl Fn(usize) -> Option<u32> {
    move |at: usize| {
        let is_inside = image.code.contains(at) && at.is_multiple_of(4);
        // SAFETY: the image's code is mapped, and is not unmapped while this module reads it.
        is_inside.then(|| unsafe { (at as *const u32).read_volatile() })
    }
}

/// Returns whether an image is still mapped.
fn is_there(image: &LoadedImage) -> bool {
    app_images::is_cached(image.address) || app_images::find(image.address).is_some()
}

/// Merges equal neighbouring rows by adding their counts and times; the rows are sorted.
fn merge_equal_rows(seen: &'static mut [CountedStack]) -> &'static [CountedStack] {
    let mut used: usize = 0;
    for i in 0..seen.len() {
        let row = seen[i];
        match used.checked_sub(1).map(|last| &mut seen[last]) {
            Some(last) if last.key == row.key && !is_stall(row.key.flags) => {
                last.count += row.count;
                last.time += row.time;
            }
            _ => {
                seen[used] = row;
                used += 1;
            }
        }
    }
    &seen[..used]
}

/// The frames of the samples: the frames in the sampler's store, and the innermost functions, which the store does not have.
struct FrameTable {
    rows: &'static mut [FrameRow],
    used: usize,
    /// A hash table of the rows; a slot contains a row plus 1, or 0 if it is free.
    slots: &'static mut [u32],
}

impl FrameTable {
    fn new(store: &SampleStore, scratch: &Scratch, loaded: &LoadedImages<'_>) -> Option<FrameTable> {
        // A stack has at most two frames that the store lacks: a caller without a frame record, and the program counter.
        let count = store.place_count() + 2 * store.stack_count();
        let rows = scratch.take_slice::<FrameRow>(count)?;
        let slots = scratch.take_slice::<u32>((2 * count).next_power_of_two().max(2))?;
        slots.fill(0);
        let mut places = FrameTable { rows, used: 0, slots };
        for row in 0..store.place_count() {
            places.find_call_row(store.get_place(row)?, loaded)?;
        }
        Some(places)
    }

    /// Returns the row of a call, and determines whether a frame may be missing between the call and its caller.
    fn find_call_row(&mut self, place: CallSite, loaded: &LoadedImages<'_>) -> Option<u32> {
        let row = self.find(place)?;
        if self.rows[row as usize].is_unsure.is_none() {
            let is_unsure = self.is_unsure(place.caller)
                || !self.lacks_systems_alone(place.caller, loaded)
                    && calls_without_record(place.address, loaded);
            self.rows[row as usize].is_unsure = Some(is_unsure);
        }
        Some(row)
    }

    /// Returns whether the function that is missing after `caller` in a stack belongs to the system. If `caller` is the first function of a
    /// process or thread, the missing function is the start routine; otherwise it is the target of the direct call.
    fn lacks_systems_alone(&self, caller: u32, loaded: &LoadedImages<'_>) -> bool {
        let Some(place) = self.rows.get(caller as usize).map(|row| row.place) else { return true };
        place.caller == NOWHERE || calls_system(place.address, loaded)
    }

    fn is_unsure(&self, caller: u32) -> bool {
        self.rows.get(caller as usize).is_some_and(|row| row.is_unsure == Some(true))
    }

    /// Returns the row of a call site, which is created if it does not exist yet.
    fn find(&mut self, place: CallSite) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mixed = (place.address as u64 ^ u64::from(place.caller).rotate_left(40)).wrapping_mul(SPREAD);
        let mut at = (mixed >> 32) as usize & mask;
        while self.slots[at] != 0 {
            let row = self.slots[at] - 1;
            if self.rows[row as usize].place == place {
                return Some(row);
            }
            at = (at + 1) & mask;
        }
        *self.rows.get_mut(self.used)? = FrameRow { place, image: NONE, symbol: NONE, is_unsure: None };
        self.used += 1;
        self.slots[at] = self.used as u32;
        Some(self.used as u32 - 1)
    }

    fn add_stack(
        &mut self,
        met: &SampledStack,
        found: CallerLocation,
        frozen: &FrozenRecords,
        loaded: &LoadedImages<'_>,
    ) -> Option<CountedStack> {
        let stack = &met.stack;
        let is_code = |address: usize| address != 0 && loaded.image_of_code(address).is_some();
        let mut flags = SampleFlags(stack.flags);
        let mut caller = stack.place;
        match found {
            CallerLocation::InRecord => {}
            CallerLocation::InLink if is_code(stack.lr) => {
                caller = self.find_call_row(CallSite { caller, address: stack.lr }, loaded)?;
            }
            CallerLocation::NoRecord(store) if is_in_load(store, loaded) => {}
            // The first function of a thread has no caller.
            CallerLocation::InLink if caller == NOWHERE && stack.lr.wrapping_add(4) == 0 => {}
            _ => flags = flags.with(SampleFlags::UNSURE),
        }
        if self.is_unsure(caller) {
            flags = flags.with(SampleFlags::UNSURE);
        }
        let frame = self.find(CallSite { caller, address: stack.pc })?;
        let row = |state: *mut RecordingState| {
            frozen.states.iter().position(|&it| it == state).map(|row| row as u32)
        };
        if is_stall(stack.flags) {
            flags = flags.of_stall(flags.stall_number(), row(stack.holder).map(ThreadId));
        }
        let node = if stack.node.is_null() { NONE } else { row_of(stack.node.cast_const().cast::<Node>()).0 };
        let key = SampleKey {
            frame,
            thread: row(stack.state).unwrap_or(NONE),
            node,
            after: stack.after,
            flags: flags.0,
        };
        Some(CountedStack { key, count: met.count, time: met.time })
    }

    /// Finds the image of each frame, and the symbol of each frame in a system image.
    fn name(&mut self, scratch: &Scratch, loaded: &LoadedImages<'_>) -> Option<&'static [SystemSymbol]> {
        let rows = &mut self.rows[..self.used];
        let symbols = scratch.take_slice::<SystemSymbol>(rows.len())?;
        let slots = scratch.take_slice::<u32>((2 * rows.len()).next_power_of_two().max(2))?;
        slots.fill(0);
        let mut used = 0;
        for row in rows.iter_mut() {
            let Some(number) = loaded.image_of_code(row.place.address) else { continue };
            let (address, image) = (row.place.address, &loaded.images[number]);
            // After this assignment, the address in the row is relative to the image.
            (row.image, row.place.address) = (number as u32, address - image.address);
            if !image.flags.contains(ImageFlags::SYSTEM) || !is_there(image) {
                continue;
            }
            let Some(named) = find_nearest_symbol(address, image) else { continue };
            let mut at = ((named.address as u64).wrapping_mul(SPREAD) >> 32) as usize & (slots.len() - 1);
            while slots[at] != 0 && symbols[slots[at] as usize - 1].address != named.address {
                at = (at + 1) & (slots.len() - 1);
            }
            if slots[at] == 0 {
                symbols[used] = named;
                used += 1;
                slots[at] = used as u32;
            }
            row.symbol = slots[at] - 1;
        }
        Some(&symbols[..used])
    }

    fn into_rows(self) -> &'static [FrameRow] {
        &self.rows[..self.used]
    }
}

/// Returns the nearest symbol before an address that the image exports.
fn find_nearest_symbol(address: usize, image: &LoadedImage) -> Option<SystemSymbol> {
    let null = ptr::null();
    let mut info = sys::DlInfo { path: ptr::null(), base: null, name: ptr::null(), address: null };
    // SAFETY: dladdr only writes to the passed structure.
    let found = unsafe { sys::dladdr(address as *const _, &mut info) } != 0 && !info.name.is_null();
    let address = info.address as usize;
    (found && image.code.contains(address)).then(|| SystemSymbol {
        name: info.name,
        address,
        offset: address - image.address,
    })
}

#[inline(never)]
fn frame_row(row: &FrameRow) -> Frame {
    let known = |id: u32| (id != NONE).then_some(id);
    Frame {
        parent: known(row.place.caller).map(FrameId),
        image: known(row.image).map(ImageId),
        offset: Address(row.place.address as u64),
        symbol: known(row.symbol).map(SymbolId),
    }
}

#[inline(never)]
fn symbol_row(named: &SystemSymbol) -> Symbol<'static> {
    // SAFETY: dyld never frees the names of the system's symbols.
    Symbol { name: Text(unsafe { sys::c_string_bytes(named.name) }), offset: Address(named.offset as u64) }
}

#[inline(never)]
fn sample_row(seen: &CountedStack) -> Sample {
    let known = |id: u32| (id != NONE).then_some(id);
    Sample {
        frame: FrameId(seen.key.frame),
        thread: known(seen.key.thread).map(ThreadId),
        node: known(seen.key.node).map(trace::NodeId),
        after: MarkKind::from_code(seen.key.after),
        flags: SampleFlags(seen.key.flags),
        count: Count(seen.count),
        time: Ticks(seen.time),
    }
}
