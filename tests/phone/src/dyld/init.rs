//! Determines the order of +load methods and initialisers: the initialisers of an image run after those
//! of its dependencies.

use super::Dyld;
use crate::macho::{S_INIT_FUNC_OFFSETS, S_MOD_INIT_FUNC_POINTERS};
use crate::memory::Memory;

/// The guest's next action while images are loaded or unloaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Handle images that were mapped and bound.
    Mapped {
        /// The index of the first image.
        first: usize,
        /// The number of images.
        count: usize,
    },
    /// Call the +load methods of the image with this index.
    Load(usize),
    /// Call an initialiser of an image.
    Call {
        image: usize,
        /// The initialiser's address.
        function: u64,
    },
    /// Enter the program at this address.
    Main(u64),
    /// Handle an image that is about to be unmapped.
    Removed(usize),
}

impl Dyld {
    /// Returns the actions that initialise the images in `tops`: first libSystem, then inserted libraries,
    /// then the other images. Each image follows its dependencies.
    pub fn initialisation(&mut self, memory: &Memory, tops: &[usize]) -> Vec<Action> {
        let mut actions = Vec::new();
        let system = self.images.iter().position(|image| image.path == "/usr/lib/libSystem.B.dylib");
        // libSystem runs before all other images. If libSystem is already initialised, its position in the
        // list has no effect.
        for &index in system.iter().chain(tops) {
            self.visit(memory, index, &mut actions);
        }
        actions
    }

    fn visit(&mut self, memory: &Memory, index: usize, actions: &mut Vec<Action>) {
        // The image is marked as started before its dependencies are visited, so that the recursion ends for
        // libraries that link with each other in a cycle.
        if std::mem::replace(&mut self.images[index].started, true) {
            return;
        }
        let image = &self.images[index];
        let needed = image.file.dependencies.iter().zip(image.dependencies.clone());
        let (late, early): (Vec<_>, Vec<_>) = needed
            .filter_map(|(dependency, library)| Some((dependency.upward, library?)))
            .partition(|(upward, _)| *upward);
        for (_, library) in early {
            self.visit(memory, library, actions);
        }
        actions.push(Action::Load(index));
        actions.extend(
            self.initialisers(memory, index)
                .into_iter()
                .map(|function| Action::Call { image: index, function }),
        );
        for (_, library) in late {
            self.visit(memory, library, actions);
        }
    }

    fn initialisers(&self, memory: &Memory, index: usize) -> Vec<u64> {
        let image = &self.images[index];
        let mut functions = Vec::new();
        for (_, section) in image.file.sections() {
            let start = section.address.wrapping_add(image.slide);
            match section.kind() {
                S_MOD_INIT_FUNC_POINTERS => {
                    let words = (0..section.size / 8).map(|word| memory.word(start + word * 8));
                    functions.extend(words.flatten());
                }
                S_INIT_FUNC_OFFSETS => {
                    let halves = (0..section.size / 4).map(|half| memory.half(start + half * 4));
                    functions.extend(halves.flatten().map(|offset| image.base + u64::from(offset)));
                }
                _ => {}
            }
        }
        functions
    }

    /// Returns the address of the main executable's entry point.
    pub fn entry(&self) -> Option<u64> {
        let image = self.images.first()?;
        Some(image.base + image.file.entry?)
    }
}
