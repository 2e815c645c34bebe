//! The images of the app, in the order of dyld's notifications. For each image the list contains the data that the trace needs, because the
//! image may be unmapped before the trace is written.
//!
//! dyld unmaps an image that was opened late and closed again, unless the image contains Objective-C. dyld notifies the agent before it
//! unmaps an image.
//!
//! Invariant: the header of an image outside of the system's shared cache is read only during dyld's notification.

use core::ptr;
use core::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering};

use crate::base::file::Path;
use crate::base::global::{Once, TryLock};
use crate::base::notes::store_note;
use crate::base::process::ARENA;
use crate::hooks::images::{FunctionStarts, Image, ImageCode};
use crate::hooks::patch;
use crate::threads::work::{NO_WORDS, OutsideWorkWords};

/// An image outside of the shared cache. The image's path follows this record in memory.
#[repr(C)]
pub(crate) struct ListedImage {
    next: *const ListedImage,
    /// The address of the image's header.
    pub address: usize,
    /// The number of bytes from the header to the end of the last segment.
    pub size: usize,
    pub code: ImageCode,
    pub starts: FunctionStarts,
    /// The UUID of the image's `LC_UUID` command, or zeros if it has no such command.
    pub uuid: [u8; 16],
    /// Whether the image is the agent.
    pub is_own: bool,
    /// Whether the image is the app's main executable.
    pub is_executable: bool,
    /// Whether dyld loaded the image after the agent had started.
    pub is_late: bool,
    /// The address of the image's segment of trampolines if the image's functions count their calls; otherwise 0.
    pub trampolines: usize,
    /// The work that the image requested outside of all methods.
    pub work: OutsideWorkWords,
    path_length: usize,
    gone: AtomicBool,
}

static FIRST: AtomicPtr<ListedImage> = AtomicPtr::new(ptr::null_mut());
static LOCK: TryLock = TryLock::new();
/// The lowest and the highest address of a header of an image in the shared cache.
static CACHE_LOW: AtomicUsize = AtomicUsize::new(usize::MAX);
static CACHE_HIGH: AtomicUsize = AtomicUsize::new(0);

/// The folder of the bundle, with a slash at its end.
static BUNDLE: Once<Path> = Once::new(Path::EMPTY);
static BUNDLE_LENGTH: Once<usize> = Once::new(usize::MAX);

/// Sets the folder of the app's bundle.
///
/// # Safety
/// Must be called only once, before the folder is read.
pub(crate) unsafe fn set_bundle(folder: &[u8]) {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe {
        BUNDLE.set(Path::EMPTY.append(folder));
        BUNDLE_LENGTH.set(folder.len());
    }
}

/// Returns the folder of the app's bundle.
pub(crate) fn bundle_folder() -> &'static [u8] {
    BUNDLE.get().bytes()
}

/// Returns whether a path is in the app's bundle.
pub(crate) fn is_in_bundle(path: &[u8]) -> bool {
    path.get(..*BUNDLE_LENGTH.get()) == Some(bundle_folder())
}

/// Returns whether this is the agent's own image.
pub(crate) fn is_own(image: Image) -> bool {
    image.contains(add as *const () as usize)
}

/// Adds an image that dyld has loaded.
pub(crate) fn add(image: Image, path: &[u8], is_late: bool) {
    let address = image.address();
    if image.is_cached() {
        CACHE_LOW.fetch_min(address, Ordering::Relaxed);
        CACHE_HIGH.fetch_max(address, Ordering::Relaxed);
        return;
    }
    let Some(room) = ARENA.take_bytes(size_of::<ListedImage>() + path.len(), align_of::<ListedImage>(), 0)
    else {
        store_note(format_args!("{}: not enough memory to store this image", trace::Text(path)));
        return;
    };
    let known = room.cast::<ListedImage>().as_ptr();
    LOCK.wait_and_run(|| {
        // SAFETY: fresh memory of the size that is written; the list is changed under the lock only.
        unsafe {
            known.write(ListedImage {
                next: FIRST.load(Ordering::Relaxed),
                address,
                size: image.size(),
                code: image.code(),
                starts: image.starts(),
                uuid: image.uuid(),
                is_own: is_own(image),
                is_executable: image.is_executable(),
                is_late,
                trampolines: image.trampolines_address(),
                work: NO_WORDS,
                path_length: path.len(),
                gone: AtomicBool::new(false),
            });
            ptr::copy_nonoverlapping(path.as_ptr(), known.add(1).cast(), path.len());
            FIRST.store(known, Ordering::Release);
        }
    });
}

/// Handles the notification that dyld is about to unmap an image. After this notification the agent does not read the image.
pub(crate) fn remove(address: usize) {
    if let Some(known) = find(address) {
        known.gone.store(true, Ordering::Release);
        patch::forget_image(known.address..known.address + known.size);
    }
}

/// Returns the image whose header is at this address.
pub(crate) fn find(address: usize) -> Option<&'static ListedImage> {
    all_images().find(|known| known.address == address && !known.is_gone())
}

/// Returns the image that contains this address, without a lock. The search begins with the result of the previous call, which usually
/// contains the address too.
pub(crate) fn image_containing(address: usize) -> Option<&'static ListedImage> {
    static LAST: AtomicPtr<ListedImage> = AtomicPtr::new(ptr::null_mut());
    let is_it = |known: &&ListedImage| address.wrapping_sub(known.address) < known.size && !known.is_gone();
    // SAFETY: entries of the list are never freed.
    let last = unsafe { LAST.load(Ordering::Acquire).as_ref() };
    last.filter(is_it).or_else(|| {
        let found = all_images().find(is_it)?;
        LAST.store(ptr::from_ref(found).cast_mut(), Ordering::Release);
        Some(found)
    })
}

/// Returns all images that dyld has loaded, the newest first, including images that were unmapped later.
pub(crate) fn all_images() -> impl Iterator<Item = &'static ListedImage> + Clone {
    // SAFETY: entries of the list are never freed, and each entry points to the next entry or is the last.
    unsafe { core::iter::successors(FIRST.load(Ordering::Acquire).as_ref(), |known| known.next.as_ref()) }
}

/// Returns whether a header is in the shared cache, whose images are never unmapped.
pub(crate) fn is_cached(address: usize) -> bool {
    (CACHE_LOW.load(Ordering::Relaxed)..=CACHE_HIGH.load(Ordering::Relaxed)).contains(&address)
}

impl ListedImage {
    /// Returns whether dyld has unmapped the image.
    pub(crate) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Acquire)
    }

    pub(crate) fn path(&self) -> &[u8] {
        // SAFETY: the path follows the image's record in memory, and is never freed.
        unsafe { core::slice::from_raw_parts(ptr::from_ref(self).add(1).cast(), self.path_length) }
    }
}
