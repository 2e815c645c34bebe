//! The dynamic linker: loads Mach-O files as images into memory, as Apple's dyld does, and lists the
//! initialisers to run afterwards.
//!
//! The module `dyld` owns the list of images. The guest runs the initialisers; the module only returns them
//! in order. Invariant: an image in the list is mapped, bound and protected. If a load fails, all images that
//! it added are unmapped and removed.

mod bind;
mod close;
mod init;
mod shared;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::cpu::{Cpu, PAGE};
use crate::macho::{self, MachO, SG_READ_ONLY};
use crate::memory::{IMAGES, Memory, READ, SYSTEM, WRITE};

pub use init::Action;

/// The reason for which an image could not be loaded, or a symbol could not be found.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// The file does not exist.
    #[error("library not loaded: {name}, wanted by {wanted_by} (tried: {})", tried.join(", "))]
    NotFound {
        /// The requested name of the library.
        name: String,
        /// The image that requested the file.
        wanted_by: String,
        /// The paths that were tried.
        tried: Vec<String>,
    },
    /// The file cannot be loaded.
    #[error("{path}: {source}")]
    BadFile { path: String, source: macho::Error },
    /// The file cannot be read.
    #[error("{path}: {reason}")]
    Unreadable { path: String, reason: String },
    /// The file was built for another platform.
    #[error("{path}: mach-o file, but is an incompatible platform (have {have}, need {need})")]
    WrongPlatform {
        path: String,
        /// The platform that the file was built for.
        have: u32,
        need: u32,
    },
    /// The library does not define the symbol.
    #[error("symbol not found: {symbol}, needed by {image} at {address:#x}, expected in {expected}")]
    MissingSymbol {
        /// The symbol's name.
        symbol: String,
        /// The image that refers to the symbol.
        image: String,
        /// The address of the pointer to bind.
        address: u64,
        /// The library that was searched.
        expected: String,
    },
    /// A fixup refers to a library ordinal that the image does not have.
    #[error("{image}: {symbol} is of library number {ordinal}, but there are {libraries}")]
    BadOrdinal {
        image: String,
        symbol: String,
        /// The ordinal that the image does not have.
        ordinal: i32,
        /// Number of libraries that the image links with.
        libraries: usize,
    },
    /// The address space is full, or a segment has an impossible size or address.
    #[error("{image}: cannot map {segment} ({size} bytes) at {address:#x}")]
    NoSpace {
        image: String,
        segment: String,
        address: u64,
        /// The segment's size.
        size: u64,
    },
}

/// A loaded image.
#[derive(Clone)]
pub struct Image {
    /// The parsed file.
    pub file: Arc<MachO>,
    /// The image's path on the phone.
    pub path: String,
    /// The address of the image's header.
    pub base: u64,
    /// The difference between an address in memory and the linked address.
    pub slide: u64,
    /// Whether the image belongs to the system ("in the shared cache").
    pub system: bool,
    /// Indexes of the libraries in order of their ordinals; `None` for a missing weak library.
    dependencies: Vec<Option<usize>>,
    /// The image whose load command or dlopen loaded it.
    loader: Option<usize>,
    started: bool,
    /// The number of dlopen calls of the image that no dlclose has matched.
    opened: u32,
    /// Whether the image is unmapped. An unmapped image remains in the list, so that the indexes of the other
    /// images do not change.
    gone: bool,
}

impl Image {
    pub fn end(&self) -> u64 {
        self.file.extent().1.wrapping_add(self.slide)
    }

    /// Returns whether the address is inside one of the image's segments.
    pub fn contains(&self, address: u64) -> bool {
        let linked = address.wrapping_sub(self.slide);
        let holds = |segment: &macho::Segment| {
            segment.is_mapped() && (segment.address..segment.address + segment.size).contains(&linked)
        };
        !self.gone && self.file.segments.iter().any(holds)
    }

    /// Returns the address of a symbol, even if it is not exported.
    fn address_of(&self, name: &str) -> Option<u64> {
        let symbol = self.file.symbols.iter().find(|symbol| symbol.name == name)?;
        Some(symbol.address.wrapping_add(self.slide))
    }

    /// Returns name and address of the last symbol at or before an address.
    pub fn symbol(&self, address: u64) -> Option<(&str, u64)> {
        let linked = address.wrapping_sub(self.slide);
        let index = self.file.symbols.partition_point(|symbol| symbol.address <= linked);
        let symbol = self.file.symbols.get(index.checked_sub(1)?)?;
        Some((&symbol.name, symbol.address.wrapping_add(self.slide)))
    }

    /// Returns the last component of the image's path.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }
}

/// The host's files for paths on the phone.
#[derive(Debug, Clone, Default)]
pub struct Roots {
    /// The system's libraries by install name.
    pub system: HashMap<String, PathBuf>,
    /// Folders of the phone, each with the host's folder that contains its files.
    pub folders: Vec<(String, PathBuf)>,
    /// Whether the phone is a simulator, which loads only files that are built for simulators.
    pub simulator: bool,
}

/// The platforms of LC_BUILD_VERSION.
const PHONE: u32 = 2;
const SIMULATOR: u32 = 7;

impl Roots {
    /// Returns the host's file for a path on the phone, and whether it belongs to the system.
    fn find(&self, path: &str) -> Option<(PathBuf, bool)> {
        if let Some(file) = self.system.get(path) {
            return Some((file.clone(), true));
        }
        let (folder, host) = self.folders.iter().find(|(folder, _)| {
            path.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
        })?;
        let relative = &path[folder.len() + 1..];
        if relative.split('/').any(|part| part == "..") {
            return None;
        }
        let file = host.join(relative);
        file.is_file().then_some((file, false))
    }
}

/// The linker's state.
#[derive(Clone)]
pub struct Dyld {
    roots: Roots,
    images: Vec<Image>,
    random: u64,
    next_app: u64,
    next_system: u64,
    first_late: Option<usize>,
}

/// Returns the next number of a pseudo-random sequence (splitmix64, Vigna, public domain).
pub(crate) fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut value = *state;
    value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

struct Planned {
    file: Arc<MachO>,
    path: String,
    system: bool,
    loader: Option<usize>,
    dependencies: Vec<Option<usize>>,
}

impl Dyld {
    /// Creates a linker without images. The slides of images depend on the seed.
    pub fn new(roots: Roots, seed: u64) -> Self {
        Dyld {
            roots,
            images: Vec::new(),
            random: seed,
            next_app: IMAGES,
            next_system: SYSTEM,
            first_late: None,
        }
    }

    /// Returns all images, in load order.
    pub fn images(&self) -> &[Image] {
        &self.images
    }

    /// Returns the image that contains an address.
    pub fn image_at(&self, address: u64) -> Option<(usize, &Image)> {
        self.images.iter().enumerate().find(|(_, image)| image.contains(address))
    }

    /// Returns the address of a symbol in the system's images.
    pub(crate) fn address_in_system(&self, name: &str) -> Option<u64> {
        self.images.iter().filter(|image| image.system).find_map(|image| image.address_of(name))
    }

    /// Returns readable text for an address, like "function + 12 (Image)".
    pub fn describe(&self, address: u64) -> String {
        let Some((_, image)) = self.image_at(address) else { return format!("{address:#x}") };
        match image.symbol(address) {
            Some((name, start)) => format!("{name} + {} ({})", address - start, image.name()),
            None => format!("{} + {:#x}", image.name(), address - image.base),
        }
    }

    /// Loads images by path with all of their dependencies. Returns the indexes of the requested images, and
    /// the range of indexes of new images.
    pub fn load(
        &mut self,
        memory: &mut Memory,
        cpu: &mut Cpu,
        paths: &[String],
        loader: Option<usize>,
    ) -> Result<(Vec<usize>, std::ops::Range<usize>), Error> {
        let first = self.images.len();
        let mut planned = Vec::new();
        let mut tops = Vec::new();
        for path in paths {
            tops.push(self.find_image(path, loader, &mut planned, false)?.unwrap_or(usize::MAX));
        }
        // Images are loaded breadth first, image by image, as dyld does: all libraries of an image are loaded
        // before the libraries of its first library.
        let mut index = 0;
        while index < planned.len() {
            let needed: Vec<macho::Dependency> = planned[index].file.dependencies.clone();
            for dependency in needed {
                let found =
                    self.find_image(&dependency.name, Some(first + index), &mut planned, dependency.weak)?;
                planned[index].dependencies.push(found);
            }
            index += 1;
        }
        let mut result = Ok(());
        for plan in planned {
            result = self.map(memory, cpu, plan);
            if result.is_err() {
                break;
            }
        }
        for index in first..self.images.len() {
            result = result.and_then(|()| self.bind(memory, index));
        }
        for index in first..self.images.len() {
            result = result.and_then(|()| self.finish(memory, cpu, index));
        }
        if let Err(error) = result {
            for image in self.images.drain(first..) {
                unmap(memory, cpu, &image);
            }
            return Err(error);
        }
        Ok((tops, first..self.images.len()))
    }

    /// Finds a loaded or planned image, or plans it; `None` if it is missing but only weakly linked.
    fn find_image(
        &self,
        name: &str,
        loader: Option<usize>,
        planned: &mut Vec<Planned>,
        weak: bool,
    ) -> Result<Option<usize>, Error> {
        let first = self.images.len();
        let candidates = self.candidates(name, loader, planned);
        for path in &candidates {
            let loaded = self.images.iter().position(|image| image.path == *path && !image.gone);
            let loaded = loaded
                .or_else(|| planned.iter().position(|image| image.path == *path).map(|index| first + index));
            if let Some(index) = loaded {
                return Ok(Some(index));
            }
            let Some((host, system)) = self.roots.find(path) else { continue };
            let bytes = std::fs::read(&host)
                .map_err(|error| Error::Unreadable { path: path.clone(), reason: error.to_string() })?;
            let file =
                MachO::parse(&bytes).map_err(|source| Error::BadFile { path: path.clone(), source })?;
            let need = if self.roots.simulator { SIMULATOR } else { PHONE };
            // The small iOS also serves as the simulator's runtime.
            if let Some(have) = file.platform.filter(|have| !system && *have != need) {
                return Err(Error::WrongPlatform { path: path.clone(), have, need });
            }
            planned.push(Planned {
                file: Arc::new(file),
                path: path.clone(),
                system,
                loader,
                dependencies: Vec::new(),
            });
            return Ok(Some(first + planned.len() - 1));
        }
        if weak {
            return Ok(None);
        }
        let wanted_by = match loader {
            Some(index) if index < first => self.images[index].path.clone(),
            Some(index) => planned[index - first].path.clone(),
            None => "the launch".to_owned(),
        };
        Err(Error::NotFound { name: name.to_owned(), wanted_by, tried: candidates })
    }

    /// Returns file, path and loader of an image that is loaded or planned.
    fn image_or_plan<'a>(
        &'a self,
        index: usize,
        planned: &'a [Planned],
    ) -> (&'a MachO, &'a str, Option<usize>) {
        match self.images.get(index) {
            Some(image) => (&image.file, &image.path, image.loader),
            None => {
                let plan = &planned[index - self.images.len()];
                (&plan.file, &plan.path, plan.loader)
            }
        }
    }

    /// Returns the paths that a name may refer to.
    fn candidates(&self, name: &str, loader: Option<usize>, planned: &[Planned]) -> Vec<String> {
        let first = self.images.len();
        let image = |index| self.image_or_plan(index, planned);
        let folder = |index| folder(image(index).1);
        let main = if first + planned.len() > 0 { folder(0) } else { "" };
        let expand = |text: &str, from: Option<usize>| expand(text, main, from.map_or(main, folder));
        let Some(rest) = name.strip_prefix("@rpath") else { return vec![normalise(&expand(name, loader))] };
        // The run paths of the image itself come first, then the run paths of its loaders, up to the main
        // executable.
        let mut paths = Vec::new();
        let mut next = loader.or(Some(0).filter(|_| first + planned.len() > 0));
        let mut saw_main = false;
        while let Some(index) = next {
            let (file, _, above) = image(index);
            paths.extend(file.rpaths.iter().map(|rpath| normalise(&(expand(rpath, Some(index)) + rest))));
            saw_main |= index == 0;
            next = above.or(Some(0).filter(|_| !saw_main));
        }
        paths
    }

    fn map(&mut self, memory: &mut Memory, cpu: &mut Cpu, plan: Planned) -> Result<(), Error> {
        let (start, end) = plan.file.extent();
        let size = (end - start).next_multiple_of(PAGE);
        let next = if plan.system { &mut self.next_system } else { &mut self.next_app };
        // The distance between two images is a random number of up to 63 pages, so that code cannot rely on
        // their distance.
        let place = *next + PAGE * (1 + next_random(&mut self.random) % 63);
        *next = place.saturating_add(size);
        let slide = place.wrapping_sub(start);
        let image = Image {
            base: plan.file.base().wrapping_add(slide),
            slide,
            system: plan.system,
            dependencies: plan.dependencies,
            loader: plan.loader,
            started: false,
            opened: 0,
            gone: false,
            file: plan.file,
            path: plan.path,
        };
        let limit = if image.system { crate::memory::HEAP } else { SYSTEM };
        for (index, segment) in image.file.segments.iter().enumerate() {
            if !segment.is_mapped() {
                continue;
            }
            let address = segment.address.wrapping_add(slide);
            let size = segment.size.next_multiple_of(PAGE);
            let mut mapped = Err(crate::memory::Refusal::Space);
            if address.checked_add(size).is_some_and(|end| end <= limit) {
                // The segment is writable until the fixups are done; `finish` sets its final protection.
                mapped = memory.map(cpu, address, size, READ | WRITE, segment.maximum | READ | WRITE);
            }
            if mapped.is_err() {
                let name = segment.name.clone();
                let error = Error::NoSpace { image: image.path.clone(), segment: name, address, size };
                for earlier in &image.file.segments[..index] {
                    if earlier.is_mapped() {
                        let at = earlier.address.wrapping_add(slide);
                        memory.remove_image(cpu, at, earlier.size.next_multiple_of(PAGE));
                    }
                }
                return Err(error);
            }
            let _ = memory.write_through(address, image.file.bytes_of(segment));
        }
        if image.system {
            // The flag of images in the shared cache, by which tools recognise the system's images and skip
            // them.
            let flags = image.file.flags | 0x8000_0000;
            let _ = memory.write_through(image.base + 24, &flags.to_le_bytes());
        }
        self.images.push(image);
        Ok(())
    }

    /// Sets the protections that the file requests; after this call the guest may run the image.
    fn finish(&mut self, memory: &mut Memory, cpu: &mut Cpu, index: usize) -> Result<(), Error> {
        if self.images[index].system {
            self.bind_directly(memory, index);
        }
        let image = &self.images[index];
        for segment in image.file.segments.iter().filter(|segment| segment.is_mapped()) {
            let read_only = segment.flags & SG_READ_ONLY != 0 || segment.name == "__DATA_CONST";
            let initial = if read_only { READ } else { segment.initial };
            let address = segment.address.wrapping_add(image.slide);
            let size = segment.size.next_multiple_of(PAGE);
            memory.set_rights(cpu, address, size, initial, segment.maximum);
        }
        Ok(())
    }
}

fn unmap(memory: &mut Memory, cpu: &mut Cpu, image: &Image) {
    for segment in image.file.segments.iter().filter(|segment| segment.is_mapped()) {
        let address = segment.address.wrapping_add(image.slide);
        memory.remove_image(cpu, address, segment.size.next_multiple_of(PAGE));
    }
}

/// Returns the path of the folder that contains a file.
fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Replaces `@executable_path` and `@loader_path` at the beginning of a path by the folders `executable` and
/// `loader`.
fn expand(text: &str, executable: &str, loader: &str) -> String {
    if let Some(rest) = text.strip_prefix("@executable_path") {
        executable.to_owned() + rest
    } else if let Some(rest) = text.strip_prefix("@loader_path") {
        loader.to_owned() + rest
    } else {
        text.to_owned()
    }
}

/// Removes `.`, `..` and doubled slashes from a path.
pub(crate) fn normalise(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let lead = if path.starts_with('/') { "/" } else { "" };
    format!("{lead}{}", parts.join("/"))
}
