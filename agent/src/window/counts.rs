//! The counts of functions in an app that was created by `gate inject --count functions`. Counting is enabled for each image when dyld has
//! loaded it, and disabled when the window ends. After the window the counts are written to the trace as rows. `trace::counters` documents
//! the layout of the counters in an image.
//!
//! Invariant: functions count only while the window is open, and only on the main thread. The counting code calls no code of the agent.

use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::base::notes::store_note;
use crate::base::scratch::Scratch;
use crate::hooks::app_images::{self, ListedImage};
use crate::window::loaded_images::LoadedImages;
use trace::counters::{CounterRecord, CountersHeader, MAGIC, TIME_BITS, VERSION};
use trace::{Address, Count, CountedImage, Counter, FunctionCount, ImageId, Text};

/// The value of TPIDRRO_EL0 on the main thread; 0 outside of the window.
static MAIN: AtomicUsize = AtomicUsize::new(0);

/// Begins to count the calls of the thread with this thread pointer, and of no other thread.
pub(crate) fn begin(thread: usize) {
    MAIN.store(thread, Ordering::Release);
    counting_images().for_each(|(known, head)| set(known, head, thread));
}

/// Enables the counters of an image of the app, if the image has counters.
pub(crate) fn open(address: usize) {
    if let Some(known) = app_images::find(address)
        && let Some(head) = segment_head(known)
    {
        set(known, head, MAIN.load(Ordering::Acquire));
    }
}

/// Disables the counters of all images.
pub(crate) fn close() {
    MAIN.store(0, Ordering::Release);
    counting_images().for_each(|(known, head)| set(known, head, 0));
}

fn segment_head(known: &ListedImage) -> Option<&'static CountersHeader> {
    // SAFETY: the segment of trampolines begins with a head, and the segment's image is mapped, because callers skip unmapped images.
    let head = unsafe { (known.trampolines as *const CountersHeader).as_ref() }?;
    (head.magic == MAGIC && head.version == VERSION).then_some(head)
}

fn counting_images() -> impl Iterator<Item = (&'static ListedImage, &'static CountersHeader)> + Clone {
    app_images::all_images()
        .filter(|known| !known.is_gone())
        .filter_map(|known| Some((known, segment_head(known)?)))
}

fn set(known: &ListedImage, head: &CountersHeader, thread: usize) {
    let state = (known.address + head.state as usize) as *const AtomicUsize;
    // SAFETY: the state is aligned, and in a writable segment of the image.
    unsafe { (*state).store(thread, Ordering::Relaxed) };
}

/// Returns a row for each loaded image that counts, or `None` if no image does. `start` is a time before the first call.
pub(crate) fn collect(
    scratch: &Scratch,
    loaded: &LoadedImages<'_>,
    start: u64,
) -> Option<&'static [CountedImage<'static>]> {
    let images = counting_images().count();
    if images == 0 {
        return None;
    }
    let rows = scratch.take_slice::<CountedImage<'static>>(images)?;
    let mut used = 0;
    for (known, head) in counting_images() {
        let image = loaded.images.iter().position(|image| image.address == known.address);
        if let (Some(image), Some(row)) = (image, rows.get_mut(used)) {
            *row = settle_one(scratch, ImageId(image as u32), known, head, start);
            used += 1;
        }
    }
    rows.get(..used)
}

fn settle_one(
    scratch: &Scratch,
    image: ImageId,
    known: &ListedImage,
    head: &'static CountersHeader,
    start: u64,
) -> CountedImage<'static> {
    let functions = function_counts(known, head, start);
    let ran = functions.clone().count();
    let packed = scratch.take_slice::<u8>(ran * FunctionCount::LONGEST).unwrap_or_else(|| {
        store_note(format_args!("the counts of {ran} functions were not recorded: not enough memory"));
        &mut []
    });
    let length = FunctionCount::pack(functions, packed);
    CountedImage {
        image,
        all: head.count,
        ran: ran as u32,
        packed: Text(packed.get(..length).unwrap_or_default()),
    }
}

fn function_counts(
    known: &ListedImage,
    head: &'static CountersHeader,
    start: u64,
) -> impl Iterator<Item = FunctionCount> + Clone + use<> {
    let (offsets, records) =
        (ptr::from_ref(head).wrapping_add(1).cast::<u32>(), known.address + head.records as usize);
    (0..head.count).filter_map(move |number| {
        // SAFETY: `head.count` offsets follow the head, and the image has the same number of records. No lock protects the numbers in the
        // records.
        let (offset, record) = unsafe {
            (
                *offsets.add(number as usize),
                (records as *const CounterRecord).add(number as usize).read_volatile(),
            )
        };
        let since = (record.first.wrapping_sub(start)) & ((1 << TIME_BITS) - 1);
        (record.calls > 0).then_some(FunctionCount {
            offset: Address(offset.into()),
            is_import: number >= head.count.saturating_sub(head.imports),
            calls: Count(record.calls),
            order: record.first >> TIME_BITS,
            first: Counter(start + since),
            caller: Address(record.caller),
        })
    })
}
