//! Applies fixups and looks symbols up.
//!
//! A symbol is looked up in the library of its ordinal, not in the first library that defines it, since two
//! libraries may export the same name.

use super::{Dyld, Error};
use crate::macho::{ExportKind, FixupValue, ordinal};
use crate::memory::Memory;

/// The result of a symbol look-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Found {
    address: u64,
    weak: bool,
}

impl Dyld {
    /// Applies all fixups of an image.
    pub(super) fn bind(&self, memory: &mut Memory, index: usize) -> Result<(), Error> {
        let image = &self.images[index];
        let bad = |source| Error::BadFile { path: image.path.clone(), source };
        for fixup in image.file.fixups().map_err(bad)? {
            let linked = image.file.segments[fixup.segment].address + fixup.offset;
            let address = linked.wrapping_add(image.slide);
            let value = match &fixup.value {
                FixupValue::Slide => memory.word(address).map(|word| word.wrapping_add(image.slide)),
                FixupValue::Rebase { target, high } => {
                    Some(target.wrapping_add(image.slide) | u64::from(*high) << 56)
                }
                FixupValue::Bind { ordinal, name, addend, weak_import, coalesced } => {
                    let found = self.resolve(index, *ordinal, name)?;
                    match found {
                        Some(found) => Some(found.address.wrapping_add_signed(*addend)),
                        // If no other image defines the symbol, the image uses its own definition.
                        None if *coalesced => continue,
                        None if *weak_import => Some(0),
                        None => {
                            return Err(Error::MissingSymbol {
                                symbol: name.to_string(),
                                image: image.path.clone(),
                                address,
                                expected: self.place_name(index, *ordinal),
                            });
                        }
                    }
                }
            };
            // The file's reader checked the address; a segment without memory (size 0) cannot contain it.
            if let Some(value) = value {
                let _ = memory.write_through(address, &value.to_le_bytes());
            }
        }
        Ok(())
    }

    fn place_name(&self, index: usize, place: i32) -> String {
        match place {
            ordinal::OWN => "the image itself".to_owned(),
            ordinal::MAIN => "the main executable".to_owned(),
            ordinal::FLAT | ordinal::WEAK => "any image".to_owned(),
            number => {
                let names = &self.images[index].file.dependencies;
                names.get(number as usize - 1).map_or_else(|| number.to_string(), |found| found.name.clone())
            }
        }
    }

    fn resolve(&self, index: usize, place: i32, name: &str) -> Result<Option<Found>, Error> {
        match place {
            ordinal::OWN => self.lookup(index, name),
            ordinal::MAIN => self.lookup(0, name),
            ordinal::FLAT => {
                for index in self.present(0) {
                    if let Some(found) = self.lookup(index, name)? {
                        return Ok(Some(found));
                    }
                }
                Ok(None)
            }
            ordinal::WEAK => {
                let mut first = None;
                for index in self.present(0) {
                    match self.lookup_own(index, name)? {
                        Some(found) if !found.weak => return Ok(Some(found)),
                        found => first = first.or(found),
                    }
                }
                Ok(first)
            }
            number => {
                let image = &self.images[index];
                let library = usize::try_from(number).ok().and_then(|n| image.dependencies.get(n - 1));
                match library {
                    Some(Some(library)) => self.lookup(*library, name),
                    // A weak library that is missing defines no symbol.
                    Some(None) => Ok(None),
                    None => Err(Error::BadOrdinal {
                        image: image.path.clone(),
                        symbol: name.to_owned(),
                        ordinal: number,
                        libraries: image.dependencies.len(),
                    }),
                }
            }
        }
    }

    /// Looks a symbol up among an image's own exports, without its re-exports.
    fn lookup_own(&self, index: usize, name: &str) -> Result<Option<Found>, Error> {
        self.search(index, name, 0, false)
    }

    /// Looks a symbol up in an image and in its re-exported libraries.
    fn lookup(&self, index: usize, name: &str) -> Result<Option<Found>, Error> {
        self.search(index, name, 0, true)
    }

    fn search(&self, index: usize, name: &str, depth: u32, deep: bool) -> Result<Option<Found>, Error> {
        let image = &self.images[index];
        let bad = |source| Error::BadFile { path: image.path.clone(), source };
        if let Some(export) = image.file.export(name).map_err(bad)? {
            let address = match export.kind {
                ExportKind::Offset(offset) => image.base.wrapping_add(offset),
                ExportKind::Absolute(value) => value,
                ExportKind::Reexport { ordinal, name: other } => {
                    let other = if other.is_empty() { name } else { &other };
                    let library = usize::try_from(ordinal).ok().and_then(|n| n.checked_sub(1));
                    let library = library.and_then(|n| image.dependencies.get(n).copied().flatten());
                    // If files re-export a name from each other in a cycle, the name has no definition.
                    return match library {
                        Some(library) if depth < 64 => self.search(library, other, depth + 1, true),
                        _ => Ok(None),
                    };
                }
            };
            return Ok(Some(Found { address, weak: export.weak }));
        }
        if !deep || depth >= 64 {
            return Ok(None);
        }
        for (dependency, library) in image.file.dependencies.iter().zip(&image.dependencies) {
            if let (true, Some(library)) = (dependency.reexport, library)
                && let Some(found) = self.search(*library, name, depth + 1, true)?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Implements dlsym in one image and its dependencies, breadth first.
    pub fn find_from(&self, index: usize, name: &str) -> Result<Option<u64>, Error> {
        let mut order = vec![index];
        let mut at = 0;
        while let Some(&index) = order.get(at) {
            if let Some(found) = self.lookup(index, name)? {
                return Ok(Some(found.address));
            }
            for library in self.images[index].dependencies.iter().flatten() {
                if !order.contains(library) {
                    order.push(*library);
                }
            }
            at += 1;
        }
        Ok(None)
    }

    /// Implements dlsym with RTLD_DEFAULT, which searches all images in load order. With RTLD_NEXT, `after`
    /// is the last image to skip.
    pub fn find_anywhere(&self, name: &str, after: Option<usize>) -> Result<Option<u64>, Error> {
        for index in self.present(after.map_or(0, |index| index + 1)) {
            if let Some(found) = self.lookup_own(index, name)? {
                return Ok(Some(found.address));
            }
        }
        Ok(None)
    }

    /// Returns the indexes of the mapped images from an index on.
    fn present(&self, first: usize) -> impl Iterator<Item = usize> {
        (first..self.images.len()).filter(|&index| !self.images[index].gone)
    }
}
