//! What is there when the window has ended: the loaded images, and whether a class is still alive.
//!
//! Invariant: a class that may be gone is not looked into. One that lies in an image is compiled and stays; one that was made at run
//! time must be in the runtime's list. The list is asked for only if there is such a class, because the runtime prepares every class
//! of the system for it.

use core::cell::{Cell, OnceCell};
use core::ffi::c_int;
use core::ptr;

use crate::images::Image;
use crate::record::{Scratch, note};
use crate::{start, sys};
use trace::ImageFlags;

/// See the module.
pub(crate) struct Stock<'a> {
    /// The images, in dyld's order.
    pub images: &'static [Loaded],
    scratch: &'a Scratch,
    classes: OnceCell<&'static [sys::Class]>,
    /// Most answers are the same image's as the one before.
    last: Cell<usize>,
}

/// A loaded image.
#[derive(Clone, Copy)]
pub(crate) struct Loaded {
    /// Its path.
    path: *const core::ffi::c_char,
    /// Its header.
    pub address: usize,
    /// Up to the end of its last segment; in the system's shared cache there are others' between.
    pub size: usize,
    /// Of `__TEXT`, which is its own.
    code: usize,
    /// What it is.
    pub flags: ImageFlags,
}

impl Loaded {
    /// Its path.
    pub(crate) fn path(&self) -> &'static [u8] {
        // SAFETY: dyld's text.
        unsafe { sys::bytes(self.path) }
    }

    /// Its header.
    pub(crate) fn header(&self) -> Option<Image> {
        // SAFETY: the address is dyld's, and an image that has classes stays.
        unsafe { Image::at(self.address as *const _) }
    }
}

impl<'a> Stock<'a> {
    /// The images as they are now; those that find no room are missing.
    pub(crate) fn new(scratch: &'a Scratch) -> Stock<'a> {
        Stock { images: images(scratch), scratch, classes: OnceCell::new(), last: Cell::new(0) }
    }

    /// The image whose code lies there.
    pub(crate) fn image_of_code(&self, address: usize) -> Option<usize> {
        self.find(|image| address.wrapping_sub(image.address) < image.code)
    }

    /// The image that a class lies in.
    pub(crate) fn image_of_class(&self, class: usize) -> Option<usize> {
        self.images.iter().position(|image| image.header().is_some_and(|header| header.contains(class)))
    }

    /// Is this class still there?
    pub(crate) fn is_alive(&self, class: sys::Class) -> bool {
        // Between the segments of an image of the shared cache there is nothing but the shared cache.
        self.find(|image| (class as usize).wrapping_sub(image.address) < image.size).is_some()
            // SAFETY: what the runtime lists is alive.
            || self.classes().iter().any(|&known| known == class || unsafe { sys::object_getClass(known) } == class)
    }

    fn find(&self, is_it: impl Fn(&Loaded) -> bool) -> Option<usize> {
        if self.images.get(self.last.get()).is_some_and(&is_it) {
            return Some(self.last.get());
        }
        let found = self.images.iter().position(is_it)?;
        self.last.set(found);
        Some(found)
    }

    fn classes(&self) -> &'static [sys::Class] {
        self.classes.get_or_init(|| {
            // SAFETY: with no room it only counts, and it fills no more than it is given.
            unsafe {
                let count = sys::objc_getClassList(ptr::null_mut(), 0);
                let Some(list) = self.scratch.take_slice(count.max(0) as usize) else {
                    note(format_args!(
                        "no memory left to ask for {count} classes: those made at run time have no names"
                    ));
                    return &[];
                };
                let filled = sys::objc_getClassList(list.as_mut_ptr(), list.len() as c_int);
                &list[..(filled.max(0) as usize).min(list.len())]
            }
        })
    }
}

fn images(scratch: &Scratch) -> &'static [Loaded] {
    // SAFETY: a plain question.
    let count = unsafe { sys::_dyld_image_count() };
    let Some(images) = scratch.take_slice::<Loaded>(count as usize) else {
        note(format_args!("no memory left for the list of {count} images"));
        return &[];
    };
    let mut used = 0;
    for i in 0..count {
        // SAFETY: plain questions; a header that is gone meanwhile is null.
        let (header, path) = unsafe { (sys::_dyld_get_image_header(i), sys::_dyld_get_image_name(i)) };
        // SAFETY: the header is dyld's.
        let Some(image) = (unsafe { Image::at(header) }) else { continue };
        // SAFETY: dyld's text.
        let is_in_bundle = || start::is_in_bundle(unsafe { sys::bytes(path) });
        let kind = if start::is_own(image) {
            ImageFlags::AGENT.with(ImageFlags::IN_BUNDLE)
        } else if image.is_executable() {
            ImageFlags::MAIN.with(ImageFlags::IN_BUNDLE)
        } else if is_in_bundle() {
            ImageFlags::IN_BUNDLE
        } else {
            ImageFlags::SYSTEM
        };
        let flags = if start::is_late(i) { kind.with(ImageFlags::LATE) } else { kind };
        images[used] =
            Loaded { path, address: image.address(), size: image.size(), code: image.code_size(), flags };
        used += 1;
    }
    &images[..used]
}
