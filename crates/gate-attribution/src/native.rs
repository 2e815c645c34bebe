//! Finds the names, modules and owners of the functions in samples.
//!
//! Invariant: each name has a known source: debug information or a symbol table, the nearest exported symbol, or only the image and an
//! offset.

use std::sync::Arc;

use gate_launches::{Frame, Launch, Launches, SampledImage, Samples};
use hashbrown::hash_map::Entry;
use hashbrown::{HashMap, HashSet};

use super::{
    Attribution, AttributionInput, CompiledFrom, ModuleAndOwner, class_of, debug_map, link_map,
    module_of_image,
};
use crate::symbols::{Cache, ResolvedAddress, SymbolSource, Uuid, demangle};

/// The functions in the samples of some launches.
#[derive(Clone, Debug, Default)]
pub struct NativeFunctions {
    /// The functions that occur in samples, without duplicates.
    pub functions: Vec<NativeFunction>,
    /// The images of the app without debug information, with their UUIDs.
    pub missing: Vec<(String, String)>,
    /// Descriptions of files that could not be read.
    pub problems: Vec<String>,
    at: HashMap<(Uuid, u64), AddressFunctions>,
}

/// A function in a frame of a call stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeFunction {
    /// The linkage name without the underscore at its beginning. The name of a function without a symbol consists of the image and an
    /// offset.
    pub symbol: String,
    /// The linkage name with C++ lambdas numbered within their function, so that the name is the same across builds; `None` if the name is
    /// equal to `symbol`.
    pub numbered: Option<String>,
    pub image: Arc<str>,
    /// The path of the source file; the path of a file below the root of the sources is relative to that root.
    pub file: Option<String>,
    /// The module to which the function belongs.
    pub module: Option<String>,
    /// The person or team that owns the function.
    pub owner: Option<String>,
    pub named: NameKind,
    /// Whether the function belongs to the system or the agent.
    pub system: bool,
}

/// The source of a function's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    /// Debug information or a symbol table.
    Symbol,
    /// The nearest symbol that the image exports, which may be the symbol of another function.
    Nearest,
    Offset,
}

gate_common::named!(NameKind: Symbol = "symbol", Nearest = "nearest-exported-symbol", Offset = "offset");

impl NativeFunction {
    /// Returns the short name for display. The name begins with `~` if it is the name of the nearest exported symbol, which may belong to
    /// another function.
    pub fn short_name(&self) -> String {
        self.mark_nearest(demangle::short_name(&self.symbol))
    }

    /// Returns the name with modules and types.
    pub fn full_name(&self) -> String {
        self.mark_nearest(demangle::full_name(&self.symbol))
    }

    /// Returns whether the function was written by the app's developers. Generated code and the libraries of a language do not count.
    pub(super) fn is_app_code(&self) -> bool {
        !self.system
            && !demangle::is_compiler_generated(&self.symbol)
            && !demangle::is_of_library(&self.symbol)
    }

    fn mark_nearest(&self, name: String) -> String {
        if self.named == NameKind::Nearest { format!("~{name} ({})", self.image) } else { name }
    }
}

/// A function at an address, and the source line of the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NativeFrame {
    /// The index of the frame's function in [`NativeFunctions::functions`].
    pub function: usize,
    /// The line of the instruction.
    pub line: Option<u32>,
    /// Whether the function was inlined into the function of the previous frame.
    pub inlined: bool,
}

#[derive(Clone, Debug, Default)]
struct AddressFunctions {
    frames: Vec<NativeFrame>,
    /// The offset at which the function that was not inlined begins in its image.
    begins: Option<u64>,
    /// The number of bytes of that function's code.
    length: u64,
}

impl NativeFunctions {
    /// Returns the functions at a frame: first the function that was not inlined, then the functions inlined into it.
    pub fn functions_at(&self, samples: &Samples, frame: &Frame) -> &[NativeFrame] {
        self.at.get(&key(samples, frame)).map_or(&[], |at| &at.frames)
    }

    /// Returns the function that contains an offset of an image and was not inlined, and the number of bytes of its code.
    pub(super) fn at_place(&self, uuid: Uuid, offset: u64) -> Option<(NativeFrame, u64)> {
        let at = self.at.get(&(uuid, offset))?;
        Some((at.frames.first().copied()?, at.length))
    }

    /// Returns the offset at which the function of a frame begins in its image.
    pub(crate) fn begin_offset(&self, samples: &Samples, frame: &Frame) -> Option<u64> {
        self.at.get(&key(samples, frame))?.begins
    }
}

fn key(samples: &Samples, frame: &Frame) -> (Uuid, u64) {
    (samples.image_of(frame).map_or([0; 16], |image| image.uuid.0), frame.offset)
}

/// The offsets to look up in an image. Each offset has the name of the nearest exported symbol, if one of its frames contains this name.
struct ImageOffsets<'a> {
    image: Option<&'a SampledImage>,
    nearest: HashMap<u64, Option<&'a (Arc<str>, u64)>>,
}

impl Attribution {
    /// Names the functions in the samples and counts of launches.
    pub fn find_native_functions(&self, launches: &Launches, cache: Option<Cache>) -> NativeFunctions {
        let files = self.files.clone().with_cache(cache);
        let mut natives = NativeFunctions::default();
        let counted = counted_offsets(&launches.launches);
        let by_image = offsets_by_image(&launches.launches, &counted);
        let mut uuids: Vec<&Uuid> = by_image.keys().collect();
        uuids.sort_unstable();
        let mut known: HashMap<NativeFunctionKey, usize> = HashMap::new();
        for uuid in uuids {
            let ImageOffsets { image, nearest } = &by_image[uuid];
            let mut offsets: Vec<u64> = nearest.keys().copied().collect();
            offsets.sort_unstable();
            let path = image.map_or("", |image| &image.path);
            let answers = files.resolve_offsets(uuid, path, &offsets).unwrap_or_else(|problem| {
                natives.problems.push(problem);
                vec![ResolvedAddress::default(); offsets.len()]
            });
            let is_ours = image.is_some_and(|image| !image.system && !image.agent);
            if let Some(image) = image.filter(|_| is_ours)
                && !files.has_dsym(uuid)
                && answers.iter().any(|answer| answer.source != SymbolSource::DebugInfo)
            {
                natives.missing.push((image.name().to_owned(), crate::symbols::shown_uuid(uuid)));
            }
            for (offset, answer) in offsets.into_iter().zip(answers) {
                let near = nearest[&offset].filter(|_| answer.source == SymbolSource::None);
                let at = natives.add(&mut known, *image, offset, &answer, near);
                natives.at.insert((*uuid, offset), at);
            }
        }
        self.attribute_functions(&mut natives);
        natives
    }

    /// Sets the module and the owner of every function.
    fn attribute_functions(&self, natives: &mut NativeFunctions) {
        let wanted: HashSet<String> = natives.functions.iter().map(|native| native.symbol.clone()).collect();
        let places = self.places_of(&wanted);
        for native in &mut natives.functions {
            let ModuleAndOwner { module, owner } =
                self.attribute_function(native, places.get(&native.symbol));
            (native.module, native.owner) = (module, owner);
            native.file = native.file.take().map(|file| self.below_root(&file).to_owned());
        }
        attribute_by_file(natives, &places);
    }

    /// Returns the object files of functions from debug maps and link maps.
    fn places_of(&self, wanted: &HashSet<String>) -> HashMap<String, CompiledFrom> {
        let mut found = HashMap::new();
        if wanted.is_empty() {
            return found;
        }
        let read = |path: &std::path::Path| std::fs::read(path).unwrap_or_default();
        for path in &self.map_files.binaries {
            debug_map::find_functions(&read(path), wanted, &mut found);
        }
        for path in &self.map_files.link_maps {
            link_map::find_functions(&read(path), wanted, &mut found);
        }
        found
    }

    fn attribute_function(&self, native: &NativeFunction, place: Option<&CompiledFrom>) -> ModuleAndOwner {
        let source = native.file.as_deref().or_else(|| place?.source.as_deref());
        let (short, full) = (demangle::short_name(&native.symbol), demangle::full_name(&native.symbol));
        let class = class_of(&full);
        let names = [&*short, &full, &native.symbol];
        self.module_and_owner(&AttributionInput {
            names: &names,
            class,
            image: Some(&*native.image),
            place,
            source,
            recorded_module: None,
            recorded_owner: None,
            module_in_name: demangle::module(&native.symbol).filter(|_| !native.system),
            system: native.system,
        })
    }
}

/// The key of a function: image, symbol, numbered symbol, and source of the name.
type NativeFunctionKey = (Arc<str>, String, Option<String>, NameKind);

impl NativeFunctions {
    /// Adds the functions that a lookup of an address returned.
    fn add(
        &mut self,
        known: &mut HashMap<NativeFunctionKey, usize>,
        image: Option<&SampledImage>,
        offset: u64,
        answer: &ResolvedAddress,
        nearest: Option<&(Arc<str>, u64)>,
    ) -> AddressFunctions {
        let unnamed = NativeFunction {
            symbol: String::new(),
            numbered: None,
            image: image.map_or_else(|| "?".into(), |image| image.name().into()),
            file: None,
            module: None,
            owner: None,
            named: NameKind::Offset,
            system: image.is_none_or(|image| image.system || image.agent),
        };
        if answer.source == SymbolSource::None {
            let (symbol, named) = match nearest {
                Some((symbol, _)) => (symbol.to_string(), NameKind::Nearest),
                None => {
                    (format!("{} + {:#x}", unnamed.image, answer.begins.unwrap_or(offset)), NameKind::Offset)
                }
            };
            let function = self.index_of(known, NativeFunction { symbol, named, ..unnamed });
            let frames = vec![NativeFrame { function, line: None, inlined: false }];
            let begins = answer.begins.or(nearest.map(|(_, begin)| *begin));
            return AddressFunctions { frames, begins, length: 0 };
        }
        let mut frames = Vec::new();
        for (row, found) in answer.functions.iter().rev().enumerate() {
            // Code that the compiler inserted may have no name.
            if found.name.is_empty() {
                continue;
            }
            // Generated code has no source file; a thunk gets the source file of the function that the thunk calls.
            let thunk_target = answer.behind.as_ref().filter(|_| row == 0);
            let places = [found.place.as_ref(), thunk_target];
            let place = places.into_iter().flatten().find(|place| is_source(&place.file));
            let native = NativeFunction {
                symbol: found.name.clone(),
                numbered: found.numbered.clone(),
                file: place.map(|place| place.file.clone()),
                named: NameKind::Symbol,
                ..unnamed.clone()
            };
            let function = self.index_of(known, native);
            frames.push(NativeFrame { function, line: place.and_then(|place| place.line), inlined: row > 0 });
        }
        AddressFunctions { frames, begins: answer.begins, length: answer.length }
    }

    /// Returns the index of a function, and adds the function if the table does not contain it yet. If the table contains the function
    /// without a source file, the source file is added.
    fn index_of(&mut self, known: &mut HashMap<NativeFunctionKey, usize>, native: NativeFunction) -> usize {
        let NativeFunction { image, symbol, numbered, named, .. } = &native;
        let key = (Arc::clone(image), symbol.clone(), numbered.clone(), *named);
        match known.entry(key) {
            Entry::Occupied(entry) => {
                let file = &mut self.functions[*entry.get()].file;
                *file = file.take().or(native.file);
                *entry.get()
            }
            Entry::Vacant(entry) => {
                self.functions.push(native);
                *entry.insert(self.functions.len() - 1)
            }
        }
    }
}

/// Attributes functions that exist only inlined and are therefore in no map. If all other functions of a source file belong to one module,
/// the inlined functions of the file belong to the same module.
fn attribute_by_file(natives: &mut NativeFunctions, places: &HashMap<String, CompiledFrom>) {
    let mut by_file: HashMap<String, Option<ModuleAndOwner>> = HashMap::new();
    for native in natives.functions.iter().filter(|native| places.contains_key(&native.symbol)) {
        let Some(file) = native.file.clone() else { continue };
        let of = ModuleAndOwner { module: native.module.clone(), owner: native.owner.clone() };
        let known = by_file.entry(file).or_insert_with(|| Some(of.clone()));
        *known = known.take().filter(|known| *known == of);
    }
    for native in &mut natives.functions {
        let by_image = native.module.is_some() && native.module == module_of_image(&native.image);
        let Some(Some(of)) = native.file.as_ref().and_then(|file| by_file.get(file)) else { continue };
        if by_image && !places.contains_key(&native.symbol) {
            (native.module, native.owner) = (of.module.clone(), of.owner.clone());
        }
    }
}

/// Returns whether a path is the path of a source file; generated code has an empty or a special path.
pub(super) fn is_source(file: &str) -> bool {
    !file.is_empty() && !file.ends_with("<compiler-generated>")
}

/// Collects the offsets to look up, by image.
fn offsets_by_image<'a>(
    launches: &'a [Launch],
    counted: &'a [CountedOffsets],
) -> HashMap<Uuid, ImageOffsets<'a>> {
    let mut by_image: HashMap<Uuid, ImageOffsets<'_>> = HashMap::new();
    for samples in launches.iter().filter_map(|launch| launch.samples.as_deref()) {
        for frame in &samples.frames {
            let image = samples.image_of(frame);
            let (uuid, offset) = key(samples, frame);
            let attribute_image =
                by_image.entry(uuid).or_insert_with(|| ImageOffsets { image, nearest: HashMap::new() });
            let nearest = attribute_image.nearest.entry(offset).or_default();
            *nearest = nearest.or(frame.nearest.as_ref());
        }
    }
    for CountedOffsets { image, offsets } in counted {
        let none = || ImageOffsets { image: Some(image), nearest: HashMap::new() };
        let nearest = &mut by_image.entry(image.uuid.0).or_insert_with(none).nearest;
        offsets.iter().for_each(|offset| *nearest.entry(*offset).or_default() = None);
    }
    by_image
}

/// An image whose functions count their calls, and the offsets of the functions and calls in the image.
struct CountedOffsets {
    image: SampledImage,
    offsets: HashSet<u64>,
}

fn counted_offsets(launches: &[Launch]) -> Vec<CountedOffsets> {
    let mut found: Vec<CountedOffsets> = Vec::new();
    for images in launches.iter().filter_map(|launch| launch.counts.as_ref()) {
        let mut places: Vec<Option<usize>> = Vec::new();
        for image in images.iter() {
            let uuid = image.uuid_bytes();
            let place = uuid.filter(|_| image.all > 0).map(|uuid| {
                found.iter().position(|known| known.image.uuid == uuid).unwrap_or_else(|| {
                    let path = Arc::from(&*image.path);
                    let image = SampledImage { path, uuid, system: false, agent: false };
                    found.push(CountedOffsets { image, offsets: HashSet::new() });
                    found.len() - 1
                })
            });
            places.push(place);
        }
        for (image, place) in images.iter().zip(&places) {
            for one in &image.functions {
                let caller = one.caller_at().and_then(|(at, offset)| Some(((*places.get(at)?)?, offset)));
                for (place, offset) in place.map(|place| (place, one.offset)).into_iter().chain(caller) {
                    found[place].offsets.insert(offset);
                }
            }
        }
    }
    found
}
