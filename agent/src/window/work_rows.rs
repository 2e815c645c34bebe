//! The rows of the trace that contain the counted work.
//!
//! Invariant: the rows are determined once before they are written. A thread that counts work while the rows are determined may still add
//! to its words.

use core::sync::atomic::Ordering;

use trace::{Count, ImageId, Work, WorkKind};

use crate::base::notes::store_note;
use crate::base::process::SETTINGS;
use crate::base::scratch::Scratch;
use crate::hooks::app_images;
use crate::hooks::work as counted;
use crate::threads::frozen::{FrozenRecords, row_of};
use crate::threads::work::{self, OutsideWorkWords};
use crate::window::loaded_images::LoadedImages;

/// Returns all rows of counted work. Returns `None` if work is not counted, or if some work was not counted because memory was full.
pub(crate) fn collect(
    frozen: &FrozenRecords,
    scratch: &Scratch,
    loaded: &LoadedImages<'_>,
) -> Option<&'static [Work]> {
    if !SETTINGS.get().work {
        return None;
    }
    for &state in frozen.states {
        // SAFETY: the window is over, and the states of threads have a root.
        unsafe { counted::settle_outside(state) };
    }
    let lost = counted::LOST.load(Ordering::Relaxed);
    let room = (lost == 0).then(|| scratch.take_slice::<Work>(work_rows(frozen, loaded).count())).flatten();
    let Some(room) = room else {
        store_note(format_args!("work was not recorded: not enough memory"));
        return None;
    };
    let mut used = 0;
    for (place, row) in room.iter_mut().zip(work_rows(frozen, loaded)) {
        *place = row;
        used += 1;
    }
    Some(&room[..used])
}

fn work_rows<'a>(frozen: &'a FrozenRecords, loaded: &'a LoadedImages<'_>) -> impl Iterator<Item = Work> + 'a {
    let by_calls = frozen.states.iter().flat_map(|state| {
        // SAFETY: states and nodes are never freed.
        let is_main = unsafe { (**state).cold.is_main };
        crate::threads::frozen::nodes(core::slice::from_ref(state)).flat_map(move |node| {
            rows_by_kind(move |kind| {
                // SAFETY: the node is a node of a tree, and nodes are never freed.
                let (calls, bytes) = unsafe { work::requested_work(node, kind) };
                Work { node: Some(row_of(node)), is_main, ..outside_row(None, is_main, kind, calls, bytes) }
            })
        })
    });
    let by_images = app_images::all_images().flat_map(|known| {
        let image = loaded.images.iter().position(|image| image.address == known.address);
        of_words(&known.work, image.map(|image| ImageId(image as u32)))
    });
    by_calls.chain(by_images).chain(of_words(&counted::NOWHERE, None))
}

fn of_words(words: &'static OutsideWorkWords, image: Option<ImageId>) -> impl Iterator<Item = Work> {
    words.iter().zip([false, true]).flat_map(move |(words, is_main)| {
        rows_by_kind(move |kind| {
            let at = work::word_index(Some(kind));
            let [calls, bytes] =
                [at, at + usize::from(kind.has_bytes())].map(|at| words[at].load(Ordering::Relaxed));
            outside_row(image, is_main, kind, calls, if kind.has_bytes() { bytes } else { 0 })
        })
    })
}

fn rows_by_kind(of: impl Fn(WorkKind) -> Work) -> impl Iterator<Item = Work> {
    WorkKind::KNOWN.iter().map(move |kind| of(*kind)).filter(|work| work.calls.0 > 0)
}

fn outside_row(image: Option<ImageId>, is_main: bool, kind: WorkKind, calls: u64, bytes: u64) -> Work {
    Work { node: None, image, is_main, kind, calls: Count(calls), bytes: Count(bytes) }
}
