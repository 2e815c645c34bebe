//! The functions that samples found, by name, with their module and owner.
//!
//! Invariant: a name says how it was found: by debug information or a symbol table, as the nearest exported symbol, or not at all, which
//! is the image and an offset.

use std::sync::Arc;

use gate_launches::{Frame, Launch, Launches, SampledImage, Samples};
use hashbrown::{HashMap, HashSet};

use super::{
    Attributed, Attribution, CompiledFrom, applies, class_of, debug_map, link_map, module_of_class,
    module_of_image, module_of_object, relative,
};
use crate::symbols::{Answer, Cache, SymbolSource, Uuid, demangle};

/// All functions of the samples of some launches.
#[derive(Clone, Debug, Default)]
pub struct Natives {
    /// Each function once.
    pub functions: Vec<Native>,
    /// Images of the app without debug information, with their UUIDs.
    pub missing: Vec<(String, String)>,
    /// Files that could not be read, and why.
    pub problems: Vec<String>,
    at: HashMap<(Uuid, u64), At>,
}

/// A function, as a frame of a call stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Native {
    /// The linker's name, without its underscore; where it is not known, the image and an offset.
    pub symbol: String,
    /// The same with lambdas of C++ counted within their function, so that it holds across builds; none where that is the same.
    pub numbered: Option<String>,
    pub image: Arc<str>,
    /// The source file, below the root of the sources if it is there.
    pub file: Option<String>,
    /// The module that owns it.
    pub module: Option<String>,
    /// The person or team to ask.
    pub owner: Option<String>,
    pub named: Named,
    /// The system's, or the agent's.
    pub system: bool,
}

/// How a function got its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// By debug information or a symbol table.
    Symbol,
    /// By the nearest symbol that its image exports, so perhaps wrongly.
    Nearest,
    Offset,
}

gate_common::named!(Named: Symbol = "symbol", Nearest = "nearest-exported-symbol", Offset = "offset");

impl Native {
    /// The short name for people; an exported symbol that is only near is marked by `~`.
    pub fn short(&self) -> String {
        self.shown(demangle::short(&self.symbol))
    }

    /// The name with modules and types.
    pub fn full(&self) -> String {
        self.shown(demangle::full(&self.symbol))
    }

    fn shown(&self, name: String) -> String {
        if self.named == Named::Nearest { format!("~{name} ({})", self.image) } else { name }
    }
}

/// A function at an address, and the line there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NativeFrame {
    /// Its index in [`Natives::functions`].
    pub function: usize,
    /// The line of the instruction.
    pub line: Option<u32>,
    /// It was inlined into the function before it.
    pub inlined: bool,
}

#[derive(Clone, Debug, Default)]
struct At {
    frames: Vec<NativeFrame>,
    /// The offset at which the function with code of its own begins.
    begins: Option<u64>,
    /// How many bytes of code it has.
    length: u64,
}

impl Natives {
    /// The functions at a frame, the one with code of its own first, those inlined into it behind.
    pub fn at(&self, samples: &Samples, frame: &Frame) -> &[NativeFrame] {
        self.at.get(&key(samples, frame)).map_or(&[], |at| &at.frames)
    }

    /// The function with code of its own at a place of an image, and how many bytes of code it has.
    pub(super) fn at_place(&self, uuid: Uuid, offset: u64) -> Option<(NativeFrame, u64)> {
        let at = self.at.get(&(uuid, offset))?;
        Some((at.frames.first().copied()?, at.length))
    }

    /// Where the function of a frame begins in its image.
    pub fn begins(&self, samples: &Samples, frame: &Frame) -> Option<u64> {
        self.at.get(&key(samples, frame))?.begins
    }
}

fn key(samples: &Samples, frame: &Frame) -> (Uuid, u64) {
    (samples.image_of(frame).map_or([0; 16], |image| image.uuid.0), frame.offset)
}

/// What the frames of all launches ask of an image.
struct AskedImage<'a> {
    image: Option<&'a SampledImage>,
    nearest: HashMap<u64, Option<&'a (Arc<str>, u64)>>,
}

impl Attribution {
    /// Names what the samples of launches found.
    pub fn natives(&self, launches: &Launches, cache: Option<Cache>) -> Natives {
        let files = self.files.clone().with_cache(cache);
        let mut natives = Natives::default();
        let counting = counting(&launches.launches);
        let asked = asked(&launches.launches, &counting);
        let mut uuids: Vec<&Uuid> = asked.keys().collect();
        uuids.sort_unstable();
        let mut known: HashMap<Key, usize> = HashMap::new();
        for uuid in uuids {
            let AskedImage { image, nearest } = &asked[uuid];
            let mut offsets: Vec<u64> = nearest.keys().copied().collect();
            offsets.sort_unstable();
            let path = image.map_or("", |image| &image.path);
            let answers = files.resolve(uuid, path, &offsets).unwrap_or_else(|problem| {
                natives.problems.push(problem);
                vec![Answer::default(); offsets.len()]
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
        self.say_whose(&mut natives);
        natives
    }

    /// Fills module and owner of every function.
    fn say_whose(&self, natives: &mut Natives) {
        let wanted: HashSet<String> = natives.functions.iter().map(|native| native.symbol.clone()).collect();
        let places = self.places_of(&wanted);
        for native in &mut natives.functions {
            let Attributed { module, owner } = self.of_function(native, places.get(&native.symbol));
            (native.module, native.owner) = (module, owner);
            native.file = native.file.take().map(|file| self.below_root(&file).to_owned());
        }
        say_by_file(natives, &places);
    }

    /// The object files of functions, by the debug maps and link maps that name them.
    fn places_of(&self, wanted: &HashSet<String>) -> HashMap<String, CompiledFrom> {
        let mut found = HashMap::new();
        if wanted.is_empty() {
            return found;
        }
        let read = |path: &std::path::Path| std::fs::read(path).unwrap_or_default();
        for path in &self.map_files.binaries {
            debug_map::functions(&read(path), wanted, &mut found);
        }
        for path in &self.map_files.link_maps {
            link_map::functions(&read(path), wanted, &mut found);
        }
        found
    }

    fn of_function(&self, native: &Native, place: Option<&CompiledFrom>) -> Attributed {
        let source = native.file.as_deref().or_else(|| place?.source.as_deref());
        let (short, full) = (demangle::short(&native.symbol), demangle::full(&native.symbol));
        let class = class_of(&full);
        let names = [&*short, &full, &native.symbol];
        let image = Some(&*native.image);
        let rule = self.rules.iter().find(|rule| applies(rule, &names, class, image, place, source));
        let module = rule
            .map(|rule| rule.name.clone())
            .or_else(|| module_of_object(&place?.object))
            .or_else(|| demangle::module(&native.symbol).filter(|_| !native.system))
            .or_else(|| module_of_class(class?))
            .or_else(|| module_of_image(&native.image));
        let owner = rule
            .and_then(|rule| rule.owner.clone())
            .or_else(|| self.owner_of_module(module.as_deref()?))
            .or_else(|| {
                let file = source.or_else(|| Some(&*place?.object))?;
                self.codeowners.owner_of(relative(file, &self.source_root))
            })
            .or_else(|| Some(self.default_owner.clone()).filter(|owner| !owner.is_empty() && !native.system));
        Attributed { module, owner }
    }
}

/// What is one function: its image, its symbol, the same numbered, and how it got its name.
type Key = (Arc<str>, String, Option<String>, Named);

impl Natives {
    fn add(
        &mut self,
        known: &mut HashMap<Key, usize>,
        image: Option<&SampledImage>,
        offset: u64,
        answer: &Answer,
        nearest: Option<&(Arc<str>, u64)>,
    ) -> At {
        let name: Arc<str> = image.map_or_else(|| "?".into(), |image| image.name().into());
        let system = image.is_none_or(|image| image.system || image.agent);
        let mut function = |symbol: String, numbered: Option<String>, file: Option<String>, named: Named| {
            let key = (Arc::clone(&name), symbol.clone(), numbered.clone(), named);
            let at = *known.entry(key).or_insert_with(|| {
                let image = Arc::clone(&name);
                let (file, module, owner) = (None, None, None);
                self.functions.push(Native { symbol, numbered, image, file, module, owner, named, system });
                self.functions.len() - 1
            });
            let known = &mut self.functions[at].file;
            *known = known.take().or(file);
            at
        };
        if answer.source == SymbolSource::None {
            let frame = match nearest {
                Some((symbol, _)) => function(symbol.to_string(), None, None, Named::Nearest),
                None => {
                    let symbol = format!("{name} + {:#x}", answer.begins.unwrap_or(offset));
                    function(symbol, None, None, Named::Offset)
                }
            };
            let frames = vec![NativeFrame { function: frame, line: None, inlined: false }];
            return At { frames, begins: answer.begins.or(nearest.map(|(_, begin)| *begin)), length: 0 };
        }
        let frame = |(row, found): (usize, &crate::symbols::Function)| {
            // What the compiler made has no file; a thunk's is that of the function that it calls.
            let behind = answer.behind.as_ref().filter(|_| row == 0);
            let place =
                [found.place.as_ref(), behind].into_iter().flatten().find(|place| is_source(&place.file));
            let (file, line) = (place.map(|place| place.file.clone()), place.and_then(|place| place.line));
            NativeFrame {
                function: function(found.name.clone(), found.numbered.clone(), file, Named::Symbol),
                line,
                inlined: row > 0,
            }
        };
        // What the compiler put in by itself may have no name.
        let named = answer.functions.iter().rev().enumerate().filter(|(_, found)| !found.name.is_empty());
        At { frames: named.map(frame).collect(), begins: answer.begins, length: answer.length }
    }
}

/// No map names what has no code of its own. Where all other functions of its file are of one module, it is of that module too.
fn say_by_file(natives: &mut Natives, places: &HashMap<String, CompiledFrom>) {
    let mut by_file: HashMap<String, Option<Attributed>> = HashMap::new();
    for native in natives.functions.iter().filter(|native| places.contains_key(&native.symbol)) {
        let Some(file) = native.file.clone() else { continue };
        let of = Attributed { module: native.module.clone(), owner: native.owner.clone() };
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

/// What a compiler makes by itself has no file.
pub(super) fn is_source(file: &str) -> bool {
    !file.is_empty() && !file.ends_with("<compiler-generated>")
}

/// By image all offsets of frames.
fn asked<'a>(launches: &'a [Launch], counting: &'a [Counting]) -> HashMap<Uuid, AskedImage<'a>> {
    let mut asked: HashMap<Uuid, AskedImage<'_>> = HashMap::new();
    for samples in launches.iter().filter_map(|launch| launch.samples.as_deref()) {
        for frame in &samples.frames {
            let image = samples.image_of(frame);
            let (uuid, offset) = key(samples, frame);
            let of_image = asked.entry(uuid).or_insert_with(|| AskedImage { image, nearest: HashMap::new() });
            let nearest = of_image.nearest.entry(offset).or_default();
            *nearest = nearest.or(frame.nearest.as_ref());
        }
    }
    for Counting { image, offsets } in counting {
        let none = || AskedImage { image: Some(image), nearest: HashMap::new() };
        let nearest = &mut asked.entry(image.uuid.0).or_insert_with(none).nearest;
        offsets.iter().for_each(|offset| *nearest.entry(*offset).or_default() = None);
    }
    asked
}

/// What counts, and where something was called in it.
struct Counting {
    image: SampledImage,
    offsets: HashSet<u64>,
}

fn counting(launches: &[Launch]) -> Vec<Counting> {
    let mut found: Vec<Counting> = Vec::new();
    for images in launches.iter().filter_map(|launch| launch.counts.as_ref()) {
        let mut places: Vec<Option<usize>> = Vec::new();
        for image in images.iter() {
            let uuid = image.uuid_bytes();
            let place = uuid.filter(|_| image.all > 0).map(|uuid| {
                found.iter().position(|known| known.image.uuid == uuid).unwrap_or_else(|| {
                    let path = Arc::from(&*image.path);
                    let image = SampledImage { path, uuid, system: false, agent: false };
                    found.push(Counting { image, offsets: HashSet::new() });
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
