//! The state of the process after the window: the loaded images, and whether a class still exists.
//!
//! Invariant: a class that may not exist any more is not read. A class in an image is compiled and is never freed. A class that was created
//! at run time must be in the runtime's list of realised classes. The agent requests the list of realised classes only if a node has a
//! class that is in no image.

use core::cell::{Cell, OnceCell};
use core::ffi::{c_uint, c_void};
use core::mem::transmute;
use core::ptr;
use core::sync::atomic::{AtomicU32, Ordering};

use crate::base::notes::store_note;
use crate::base::scratch::Scratch;
use crate::base::sys;
use crate::hooks::app_images;
use crate::hooks::images::{FunctionStarts, Image, ImageCode};
use trace::ImageFlags;

/// The number of images that were loaded when the agent had started.
pub(crate) static FIRST_IMAGES: AtomicU32 = AtomicU32::new(u32::MAX);

/// The images that are loaded after the window, and the classes that exist then.
pub(crate) struct LoadedImages<'a> {
    /// The loaded images, in dyld's order.
    pub images: &'static [LoadedImage],
    scratch: &'a Scratch,
    classes: OnceCell<&'static [sys::Class]>,
    /// The image of the previous answer, which is usually also the image of the next one.
    last: Cell<usize>,
}

/// A loaded image.
#[derive(Clone, Copy)]
pub(crate) struct LoadedImage {
    pub path: &'static [u8],
    /// The UUID of the image's `LC_UUID` command, or zeros if it has no such command.
    pub uuid: [u8; 16],
    /// The address of the image's header.
    pub address: usize,
    /// The number of bytes from the header to the end of the image's last segment. In the system's shared cache, other images may be
    /// between the segments of an image.
    pub size: usize,
    /// The image's executable segments, which contain no part of other images.
    pub code: ImageCode,
    pub starts: FunctionStarts,
    pub flags: ImageFlags,
}

impl<'a> LoadedImages<'a> {
    /// Returns the images that are loaded now. Images for which no memory is left are missing.
    pub(crate) fn new(scratch: &'a Scratch) -> LoadedImages<'a> {
        LoadedImages { images: images(scratch), scratch, classes: OnceCell::new(), last: Cell::new(0) }
    }

    /// Returns the index of the image whose code contains an address.
    pub(crate) fn image_of_code(&self, address: usize) -> Option<usize> {
        self.find(|image| image.code.contains(address))
    }

    /// Returns the index of the image that contains a class.
    pub(crate) fn image_of_class(&self, class: usize) -> Option<usize> {
        self.images.iter().position(|image| match app_images::is_cached(image.address) {
            true => {
                // SAFETY: the header is in the shared cache, whose images are never unmapped.
                unsafe { Image::from_header(image.address as *const _) }
                    .is_some_and(|header| header.contains(class))
            }
            false => class.wrapping_sub(image.address) < image.size,
        })
    }

    /// Returns whether this class still exists.
    pub(crate) fn is_alive(&self, class: sys::Class) -> bool {
        // In the shared cache, only other images of the shared cache are between the segments of an image.
        self.find(|image| (class as usize).wrapping_sub(image.address) < image.size).is_some()
            || self.classes().iter().any(|&known| {
                // SAFETY: the read value is a constant of libobjc. A class in the runtime's list exists. The pointers in the runtime's list
                // may have a tag (MTE).
                unsafe {
                    known as usize & sys::objc_debug_isa_class_mask == class as usize
                        || sys::object_getClass(known) == class
                }
            })
    }

    fn find(&self, is_it: impl Fn(&LoadedImage) -> bool) -> Option<usize> {
        if self.images.get(self.last.get()).is_some_and(&is_it) {
            return Some(self.last.get());
        }
        let found = self.images.iter().position(is_it)?;
        self.last.set(found);
        Some(found)
    }

    /// Returns the classes that the runtime has prepared. A request for all classes would make the runtime prepare every class of the
    /// system.
    fn classes(&self) -> &'static [sys::Class] {
        type Copy = unsafe extern "C" fn(*mut c_uint) -> *mut sys::Class;
        self.classes.get_or_init(|| {
            let mut count = 0;
            // SAFETY: libobjc's function has had this signature since iOS 13. The list contains this number of classes, and is freed after
            // it was copied.
            unsafe {
                let copy = sys::dlsym(sys::RTLD_DEFAULT, c"objc_copyRealizedClassList".as_ptr());
                if copy.is_null() {
                    store_note(format_args!(
                        "this Objective-C runtime does not list its classes; classes created at run time have no names"
                    ));
                    return &[];
                }
                let all = transmute::<*mut c_void, Copy>(copy)(&mut count);
                let kept: Option<&mut [sys::Class]> = self.scratch.take_slice(count as usize);
                if let Some(kept) = &kept {
                    ptr::copy_nonoverlapping(all, kept.as_ptr().cast_mut(), kept.len());
                }
                sys::free(all.cast());
                kept.map_or_else(
                    || {
                        store_note(format_args!(
                            "not enough memory for {count} classes; classes created at run time have no names"
                        ));
                        &[][..]
                    },
                    |kept| &*kept,
                )
            }
        })
    }
}

fn images(scratch: &Scratch) -> &'static [LoadedImage] {
    // SAFETY: it takes no argument and may be called by any thread.
    let count = unsafe { sys::_dyld_image_count() };
    let Some(images) = scratch.take_slice::<LoadedImage>(count as usize) else {
        store_note(format_args!("not enough memory for the list of {count} images"));
        return &[];
    };
    let mut used = 0;
    for i in 0..count {
        // SAFETY: any index is allowed. If an image was unloaded in the meantime, the header is null.
        let header = unsafe { sys::_dyld_get_image_header(i) };
        if let Some(image) = read_image(i, header) {
            images[used] = image;
            used += 1;
        }
    }
    &images[..used]
}

/// Returns the data of an image for the trace. The data of an image outside of the shared cache was read during dyld's notification.
fn read_image(index: u32, header: *const c_void) -> Option<LoadedImage> {
    let late = |flags: ImageFlags, is_late| if is_late { flags.with(ImageFlags::LATE) } else { flags };
    let address = header as usize;
    if let Some(known) = app_images::find(address) {
        let kind = if known.is_own {
            ImageFlags::AGENT.with(ImageFlags::IN_BUNDLE)
        } else if known.is_executable {
            ImageFlags::MAIN.with(ImageFlags::IN_BUNDLE)
        } else if app_images::is_in_bundle(known.path()) {
            ImageFlags::IN_BUNDLE
        } else {
            ImageFlags::SYSTEM
        };
        let (size, code, starts, uuid) = (known.size, known.code, known.starts, known.uuid);
        return Some(LoadedImage {
            path: known.path(),
            uuid,
            address,
            size,
            code,
            starts,
            flags: late(kind, known.is_late),
        });
    }
    if !app_images::is_cached(address) {
        return None;
    }
    // SAFETY: images of the shared cache and their paths are never unmapped.
    let (image, path) =
        unsafe { (Image::from_header(header)?, sys::c_string_bytes(sys::_dyld_get_image_name(index))) };
    let flags = late(ImageFlags::SYSTEM, index >= FIRST_IMAGES.load(Ordering::Relaxed));
    let (code, starts) = (image.code(), image.starts());
    Some(LoadedImage { path, uuid: image.uuid(), address, size: image.size(), code, starts, flags })
}
