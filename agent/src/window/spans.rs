//! The spans that the app names to the agent's class, the marks that begin or end the window, and the rows of all signposts.
//!
//! Invariant: a name that the app passes to the agent's class is copied once for all its uses.

use core::ffi::{c_char, c_void};
use core::mem::transmute;
use core::ptr;
use core::sync::atomic::Ordering;

use crate::base::global::Locked;
use crate::base::process::{ARENA, ORIGINALS, SETTINGS};
use crate::base::scratch::Scratch;
use crate::base::sys;
use crate::hooks::hook::HookedFunction;
use crate::threads;
use crate::threads::frozen::{FrozenRecords, row_of};
use crate::threads::signposts::{self, EmittedSignpost, StoredSignpost};
use crate::window;
use crate::window::loaded_images::LoadedImages;
use crate::window::moments;
use trace::{Address, Count, Counter, ImageId, Moment, Signpost, SignpostKind, Text, ThreadId};

/// A name that was passed to the agent's class; the text of the name and a NUL follow this structure in memory.
#[repr(C)]
struct CopiedName {
    next: *const CopiedName,
}
/// The name that was copied last.
static NAMES: Locked<LastName> = Locked::new(LastName(ptr::null()));

struct LastName(*const CopiedName);

// SAFETY: copied names are never freed or changed.
unsafe impl Send for LastName {}

/// Handles a signpost that may be the beginning or the end of the window.
pub(crate) fn signpost_emitted(name: *const c_char, kind: u8, at: u64) {
    let settings = SETTINGS.get();
    // SAFETY: the name of a signpost is a C string.
    unsafe {
        if is_mark(settings.begin, name) || is_mark(settings.end, name) {
            moments::reached_mark(sys::c_string_bytes(name), SignpostKind::from_code(kind.into()), at);
            threads::subtract_time_from_all(at);
        }
    }
}

/// Returns whether a moment is the mark with this name. Most signposts differ from the mark in their first bytes, so the function does not
/// measure the length of the name.
///
/// # Safety
/// The name must be a C string or null.
unsafe fn is_mark(moment: Moment<'_>, name: *const c_char) -> bool {
    let Moment::Mark(mark) = moment else { return false };
    // SAFETY: a mark contains no NUL, so the comparison ends at the NUL of the name.
    let is_same = |at: usize, byte: u8| unsafe { *name.add(at) as u8 == byte };
    !name.is_null() && (0..).zip(mark).all(|(at, byte)| is_same(at, *byte)) && is_same(mark.len(), 0)
}

/// Returns the first bytes of the marks with which the window begins and ends; 0 for a moment that is not a mark.
pub(crate) fn awaited_initials() -> [u8; 2] {
    [SETTINGS.get().begin, SETTINGS.get().end].map(|moment| match moment {
        Moment::Mark([first, ..]) => *first,
        _ => 0,
    })
}

/// The method `+begin:` of the agent's class.
pub(crate) unsafe extern "C" fn begin(_: sys::Class, _: sys::Sel, name: *const c_void) {
    // SAFETY: the app passes a string, or nil.
    unsafe { record_named_signpost(SignpostKind::Begin, name) };
}

/// The method `+end:` of the agent's class.
pub(crate) unsafe extern "C" fn end(_: sys::Class, _: sys::Sel, name: *const c_void) {
    // SAFETY: the app passes a string, or nil.
    unsafe { record_named_signpost(SignpostKind::End, name) };
}

/// # Safety
/// The argument `name` must be an `NSString` or nil.
unsafe fn record_named_signpost(kind: SignpostKind, name: *const c_void) {
    let begun = sys::read_counter();
    type Send = unsafe extern "C" fn(*const c_void, sys::Sel) -> *const c_char;
    let send = ORIGINALS[HookedFunction::Send as usize].load(Ordering::Relaxed);
    if send == 0 || window::is_over() {
        return;
    }
    // SAFETY: the signature of `UTF8String`; a send to nil returns null.
    let text = unsafe { transmute::<usize, Send>(send)(name, sys::sel_registerName(c"UTF8String".as_ptr())) };
    if text.is_null() {
        return;
    }
    // SAFETY: `UTF8String` returns a C string.
    let kept =
        NAMES.try_with_lock(|last| find_or_copy(&mut last.0, unsafe { sys::c_string_bytes(text) })).flatten();
    threads::subtract_time_from_all(begun);
    match kept {
        Some(name) => {
            let kind = kind.code() as u8;
            signpost_emitted(name, kind, begun);
            signposts::store(begun, EmittedSignpost { log: 0, kind, id: 0, name, caller: 0 });
        }
        None => _ = signposts::LOST.fetch_add(1, Ordering::Relaxed),
    }
}

/// Returns the copy of a name, which is made at the first use of the name.
fn find_or_copy(first: &mut *const CopiedName, text: &[u8]) -> Option<*const c_char> {
    let text_of = |name: *const CopiedName| name.wrapping_add(1).cast::<c_char>();
    let mut name = *first;
    // SAFETY: copied names are never freed, and the text of a name follows it in memory.
    unsafe {
        while !name.is_null() {
            if sys::c_string_bytes(text_of(name)) == text {
                return Some(text_of(name));
            }
            name = (*name).next;
        }
        let room = ARENA
            .take_bytes(size_of::<CopiedName>() + text.len() + 1, align_of::<CopiedName>(), 0)?
            .cast::<CopiedName>()
            .as_ptr();
        room.write(CopiedName { next: *first });
        // The memory has only zeros, so a NUL follows the text.
        ptr::copy_nonoverlapping(text.as_ptr(), room.add(1).cast(), text.len());
        *first = room;
        Some(text_of(room))
    }
}

/// Returns the rows of all signposts of the window, which ended at `end`, in the order in which they were stored.
pub(crate) fn collect(
    frozen: &FrozenRecords,
    scratch: &Scratch,
    loaded: &LoadedImages<'_>,
    end: u64,
) -> &'static [Signpost<'static>] {
    let is_whole = |row: &&StoredSignpost| (1..=end).contains(&row.at.load(Ordering::Acquire));
    let count = signposts::chunks().flatten().filter(is_whole).count();
    let Some(room) = scratch.take_slice::<Signpost<'static>>(count) else {
        signposts::LOST.fetch_add(count as u64, Ordering::Relaxed);
        return &[];
    };
    let mut left = count;
    for chunk in signposts::chunks() {
        let rows = chunk.iter().filter(is_whole).rev();
        for row in rows {
            // A row that was completed after the rows were counted is omitted.
            let Some(place) = left.checked_sub(1) else { break };
            left = place;
            room[place] = signpost_row(row, frozen, loaded);
        }
    }
    &room[left..]
}

fn is_mapped(address: usize, loaded: &LoadedImages<'_>) -> bool {
    let mut images = loaded.images.iter();
    ARENA.holds(address) || images.any(|image| address.wrapping_sub(image.address) < image.size)
}

fn signpost_row(
    row: &StoredSignpost,
    frozen: &FrozenRecords,
    loaded: &LoadedImages<'_>,
) -> Signpost<'static> {
    let EmittedSignpost { log, kind, id, name, caller } = row.emitted;
    let text: &'static [u8] = match is_mapped(name as usize, loaded) {
        // SAFETY: the image that contains the name is mapped, or the name is the agent's copy.
        true => unsafe { sys::c_string_bytes(name) },
        false => b"(a name in an image that is gone)",
    };
    let index = |index: usize| index as u32;
    Signpost {
        name: Text(text),
        kind: SignpostKind::from_code(kind.into()),
        log: Address(log as u64),
        id: Count(id),
        at: Counter(row.at.load(Ordering::Relaxed)),
        thread: frozen.states.iter().position(|&state| state == row.state).map(|row| ThreadId(index(row))),
        node: (!row.node.is_null()).then(|| row_of(row.node)),
        image: loaded.image_of_code(caller).map(|image| ImageId(index(image))),
    }
}
