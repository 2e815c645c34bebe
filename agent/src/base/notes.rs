//! Notes for readers of the report, about unusual events while the agent ran.
//!
//! Invariant: a note that is in use is never overwritten. Notes for which there is no memory are counted.

use core::fmt::{self, Write as _};
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::base::global::{SharedCell, TryLock};

const NOTES: usize = 32;
const NOTE_LENGTH: usize = 200;

struct NoteText {
    bytes: [u8; NOTE_LENGTH],
    length: usize,
}

const NO_NOTE: NoteText = NoteText { bytes: [0; NOTE_LENGTH], length: 0 };
static NOTE_TEXTS: SharedCell<[NoteText; NOTES]> = SharedCell::new([NO_NOTE; NOTES]);
static NOTES_USED: AtomicUsize = AtomicUsize::new(0);
static NOTES_LOST: AtomicUsize = AtomicUsize::new(0);
static NOTE_LOCK: TryLock = TryLock::new();

impl fmt::Write for NoteText {
    /// Omits the end of a text that is longer than the free bytes of the note.
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = &mut self.bytes[self.length..];
        let length = text.len().min(room.len());
        room[..length].copy_from_slice(&text.as_bytes()[..length]);
        self.length += length;
        Ok(())
    }
}

/// Stores a sentence, which the trace will contain.
pub(crate) fn store_note(text: fmt::Arguments<'_>) {
    let kept = NOTE_LOCK.run(|| {
        let used = NOTES_USED.load(Ordering::Relaxed);
        if used == NOTES {
            return false;
        }
        // SAFETY: the index is within the array. The lock is taken, and a note that is not in use is not read.
        let note = unsafe { &mut *NOTE_TEXTS.pointer().cast::<NoteText>().add(used) };
        // Writing to the note cannot fail, because a text that is too long is shortened.
        let _ = note.write_fmt(text);
        NOTES_USED.store(used + 1, Ordering::Release);
        true
    });
    if kept != Some(true) {
        NOTES_LOST.fetch_add(1, Ordering::Relaxed);
    }
}

/// Returns the stored notes.
pub(crate) fn stored_notes() -> impl Iterator<Item = &'static [u8]> + Clone {
    let used = NOTES_USED.load(Ordering::Acquire);
    // SAFETY: notes in use are never written again.
    (0..used).map(|i| unsafe {
        let note = &*NOTE_TEXTS.pointer().cast::<NoteText>().add(i);
        &note.bytes[..note.length]
    })
}

/// Returns the number of notes that were dropped because memory was full.
pub(crate) fn lost_note_count() -> usize {
    NOTES_LOST.load(Ordering::Relaxed)
}
