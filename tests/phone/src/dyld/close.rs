//! dlclose: finds the images that are no longer needed, and unmaps them.
//!
//! As in dyld, images with Objective-C or thread-local variables are never unmapped, nor are the images that
//! were loaded at the start.

use super::{Dyld, Image, unmap};
use crate::cpu::Cpu;
use crate::macho::S_THREAD_LOCAL_VARIABLES;
use crate::memory::Memory;

impl Image {
    fn must_stay(&self) -> bool {
        let stays = |section: &crate::macho::Section| {
            section.kind() == S_THREAD_LOCAL_VARIABLES || section.name == "__objc_imageinfo"
        };
        self.system || self.file.sections().any(|(_, section)| stays(section))
    }
}

impl Dyld {
    /// Counts a dlopen of an image.
    pub fn opened(&mut self, index: usize) {
        self.images[index].opened += 1;
    }

    /// Handles a dlclose. Returns the images that can be unmapped, in reverse load order; `None` if no image
    /// at this address is open.
    pub fn close(&mut self, base: u64) -> Option<Vec<usize>> {
        let index = self.images.iter().position(|image| image.base == base && !image.gone)?;
        let image = &mut self.images[index];
        // The images that were loaded at the start were never opened.
        image.opened = image.opened.checked_sub(1)?;
        let mut needed = vec![false; self.images.len()];
        for index in 0..self.images.len() {
            let image = &self.images[index];
            if !image.gone && (image.loader.is_none() || image.opened > 0 || image.must_stay()) {
                self.need(index, &mut needed);
            }
        }
        let unneeded = |&index: &usize| !needed[index] && !self.images[index].gone && self.is_late(index);
        Some((0..self.images.len()).rev().filter(unneeded).collect())
    }

    fn need(&self, index: usize, needed: &mut [bool]) {
        if std::mem::replace(&mut needed[index], true) {
            return;
        }
        for library in self.images[index].dependencies.iter().flatten() {
            self.need(*library, needed);
        }
    }

    /// Returns whether a dlopen loaded the image. The process itself needs the images that were loaded at the
    /// start.
    fn is_late(&self, index: usize) -> bool {
        self.first_late.is_some_and(|first| index >= first)
    }

    /// Marks the end of the process's start: all images that are loaded later are loaded by dlopen.
    pub fn started(&mut self) {
        self.first_late.get_or_insert(self.images.len());
    }

    /// Unmaps an image, which remains in the list of images.
    pub fn remove(&mut self, memory: &mut Memory, cpu: &mut Cpu, index: usize) {
        if let Some(image) = self.images.get_mut(index).filter(|image| !image.gone) {
            image.gone = true;
            unmap(memory, cpu, image);
        }
    }
}
