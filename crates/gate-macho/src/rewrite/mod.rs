//! Makes a build that counts the calls of each of its functions, without its source.
//!
//! The first instruction of a function becomes a branch to a trampoline in a new segment `__LG_TEXT`, which counts the call if the
//! thread is the one that counts, does what the first instruction did, and goes back. Nothing else of the code changes, and no address
//! does, so unwind tables, symbols and dSYMs stay valid. Stubs of imported functions count alike.
//! `evidence` tells code from data, `functions` finds what can count, `words` and `a64` know instructions, `trampolines` has the code
//! that counts, `surgery` the new segments, and `room` the bytes for their load commands.
//!
//! # The format, version 1
//! `__LG_TEXT` begins with words of 32 bits, little-endian: the magic number `LGRW` (0x5752474c), the version, the number `n` of all that
//! counts, how many of them (the last ones) are stubs of imports, the offset of the state, the offset of the records, the offset of the
//! first trampoline, and zero. `n` offsets follow, in two ascending lists: where each function begins, where each stub does.
//! All offsets count from the image's header. The branch at a function leads to its trampoline, and trampolines lie in the order of
//! these lists.
//! The state has 64 bits for the thread that counts, as TPIDRRO_EL0 gives it (its lowest three bits do not matter; at zero nothing
//! counts), and 64 for how many functions have run. A record has three numbers of 64 bits: how often its function was called, the first
//! call (in the upper 20 bits which one of the functions that ran it was, from 1 on, in the lower 44 bits CNTVCT_EL0), and x30 at that
//! call, the address behind it. State and records are zeros until then: in the file they take no room.
//!
//! Invariant: `__LG_TEXT` is the mark of a file that counts; such a file is never rewritten again.

mod a64;
mod evidence;
mod functions;
mod hazards;
mod image;
mod room;
mod surgery;
mod trampolines;
mod words;

use std::collections::{BTreeMap, HashMap};

use functions::{CountableFunctions, Function};
use image::{Image, put};
use surgery::Layout;
use trampolines::{MOST, Text, Trampoline};

pub use hazards::Hazard;
pub(crate) use image::offset_fields;
pub use room::{Roomy, with_room};

/// The segment of trampolines.
pub const SEGMENT: &str = "__LG_TEXT";
const MAGIC: u32 = 0x5752_474c;
const VERSION: u32 = 1;
/// The words before the offsets.
const HEAD: u64 = 32;

/// Why a file cannot count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    #[error("it is not a Mach-O file for arm64")]
    NotArm64,
    #[error(
        "it is for arm64e, whose code cannot be rewritten; build with ARCHS=arm64 and ENABLE_POINTER_AUTHENTICATION=NO"
    )]
    Arm64e,
    #[error(
        "it is encrypted by the App Store; export the app from Xcode (development, ad hoc or enterprise)"
    )]
    Encrypted,
    #[error("it counts its functions already; use the app as it was built")]
    Already,
    #[error(
        "its code is farther from its end than a branch reaches (128 MB), so no function can be counted; build some of its modules as dynamic frameworks"
    )]
    TooFar,
    #[error("none of its {all} functions can be counted: {reasons}")]
    NothingCounts { all: usize, reasons: String },
    #[error("it has {0} functions, but at most 1,048,575 can be counted")]
    TooMany(usize),
    #[error(
        "it has no functions, or does not say where they begin (LC_FUNCTION_STARTS); link it without -no_function_starts"
    )]
    NoFunctions,
    #[error(
        "no room in the header: the load commands need {needed} bytes, {room} are free; link it with -Wl,-headerpad,0x400"
    )]
    NoRoom { needed: usize, room: usize },
    #[error("{0}, so the file is damaged; build it again")]
    Damaged(&'static str),
}

/// Why a function is not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotCounted {
    /// It is data, or has data in it.
    Data,
    /// All of it could be instructions, but nothing says so.
    PerhapsData,
    /// Its first instruction works at its place alone.
    First,
    /// It is a part of a function, which is counted.
    Part,
    /// It is a piece of several functions.
    Outlined,
    /// Its last instruction does not end the flow, as each function's does.
    RunsOn,
    /// It is on a page that is also mapped elsewhere.
    Copied,
    /// No branch reaches from it to a trampoline.
    TooFar,
}

gate_common::named!(NotCounted:
    Data = "data", PerhapsData = "perhaps data", First = "first instruction",
    Part = "part of a function", Outlined = "outlined", RunsOn = "no end",
    Copied = "copied page", TooFar = "too far");

impl NotCounted {
    /// The reason as the end of a sentence on functions.
    pub fn reason(self) -> &'static str {
        match self {
            NotCounted::Data => "hold data",
            NotCounted::PerhapsData => "may be data, since no unwind table and no pointer knows them",
            NotCounted::First => "begin with an instruction that works at its place alone",
            NotCounted::Part => "are parts of functions that count",
            NotCounted::Outlined => "were made by the outliner",
            NotCounted::RunsOn => "run on into what follows, as tables do",
            NotCounted::Copied => "lie on pages that are copied when the app runs",
            NotCounted::TooFar => "are farther from the end of the file than a branch reaches (128 MB)",
        }
    }
}

/// A file that counts.
#[derive(Debug)]
pub struct Rewritten {
    pub bytes: Vec<u8>,
    /// In the order of the numbers in the file.
    pub counted: Vec<CountedFunction>,
    pub left: BTreeMap<NotCounted, usize>,
    /// Signs that its code notices the change.
    pub hazards: Vec<Hazard>,
    /// The linker's identifier of the build, which stays.
    pub uuid: Option<[u8; 16]>,
}

/// What is counted.
#[derive(Debug, Clone)]
pub struct CountedFunction {
    /// From the image's header on.
    pub offset: u64,
    pub size: u64,
    /// By the file's table of symbols, if that has it: of a stub the imported function.
    pub name: Option<String>,
    pub is_import: bool,
    /// x16 and x17 are kept for it.
    pub keeps: bool,
    /// Branches to its first instruction that lead behind the count.
    pub loops: usize,
    /// Where its trampoline begins, from the image's header on.
    pub trampoline: u64,
}

/// Makes a thin file count.
pub fn rewrite(file: &[u8]) -> Result<Rewritten, Refused> {
    let image = Image::read(file)?;
    if image.segments.iter().any(|segment| segment.name == SEGMENT) {
        return Err(Refused::Already);
    }
    if image.segments.iter().all(|segment| segment.name != "__TEXT") {
        return Err(Refused::Damaged("it has no __TEXT"));
    }
    if image.starts()?.is_empty() {
        return Err(Refused::NoFunctions);
    }
    let roomy = with_room(file, Layout::commands(&image))?;
    let image = Image::read(&roomy.bytes)?;
    let names = names(&image)?;
    let CountableFunctions { mut functions, mut left } = functions::functions(&image, &names)?;
    let imports = stubs(&image, &names)?;
    let first_import = functions.len();
    functions.extend(imports.iter().map(|(function, _)| function.clone()));
    if functions.len() >= MOST {
        return Err(Refused::TooMany(functions.len()));
    }
    let layout = Layout::new(&image, functions.len())?;
    let mut text = Text::new(layout.text + layout.head, layout.places)?;
    let end = image.segments.last().map_or(0, |linkedit| linkedit.offset);
    let mut bytes = file_up_to(&image, end)?;
    let (mut counted, mut stubs) = (Vec::new(), 0);
    for (index, function) in functions.iter().enumerate() {
        if !text.is_reached_from(function) {
            *left.entry(NotCounted::TooFar).or_default() += 1;
            continue;
        }
        let Some(trampoline) = text.add(function, counted.len(), layout.places) else {
            *left.entry(NotCounted::First).or_default() += 1;
            continue;
        };
        lead(&image, &mut bytes, function, trampoline, &mut text)?;
        let import = index.checked_sub(first_import).map(|index| imports[index].1);
        stubs += u32::from(import.is_some());
        let name = import.unwrap_or_else(|| names.get(&function.start).copied());
        counted.push(CountedFunction {
            offset: function.start - image.base,
            size: function.end - function.start,
            name: name.map(|name| String::from_utf8_lossy(name).into_owned()),
            is_import: import.is_some(),
            keeps: function.keeps,
            loops: function.loops.len(),
            trampoline: trampoline.begin - image.base,
        });
    }
    check_something_counts(counted.len() - stubs as usize, &left)?;
    let places = [layout.places.state, layout.places.counters, layout.text + layout.head]
        .map(|at| (at - image.base) as u32);
    let head = [&[MAGIC, VERSION, counted.len() as u32, stubs], &places[..], &[0]].concat();
    let offsets = counted.iter().map(|one| one.offset as u32);
    let mut code: Vec<u8> = head.into_iter().chain(offsets).flat_map(u32::to_le_bytes).collect();
    code.resize(layout.head as usize, 0);
    code.extend(text.words.iter().flat_map(|word| word.to_le_bytes()));
    let uuid = image
        .command(object::macho::LC_UUID)
        .and_then(|command| file.get(command.at + 8..)?.first_chunk().copied());
    let hazards = hazards::hazards(&image, &names);
    Ok(Rewritten { bytes: surgery::assemble(&image, &layout, bytes, code)?, counted, left, hazards, uuid })
}

/// Refuses a file without a function that counts.
fn check_something_counts(counted: usize, left: &BTreeMap<NotCounted, usize>) -> Result<(), Refused> {
    let all = left.values().sum();
    match counted {
        0 if left.contains_key(&NotCounted::TooFar) => Err(Refused::TooFar),
        0 => Err(Refused::NothingCounts { all, reasons: main_reasons(left) }),
        _ => Ok(()),
    }
}

/// The three most frequent reasons for which functions are not counted, with the number of functions of each.
pub(crate) fn main_reasons(left: &BTreeMap<NotCounted, usize>) -> String {
    let mut reasons: Vec<(usize, &str)> = left.iter().map(|(why, count)| (*count, why.reason())).collect();
    reasons.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let texts: Vec<String> =
        reasons.iter().take(3).map(|(count, reason)| format!("{count} {reason}")).collect();
    texts.join("; ")
}

/// Where each trampoline of a thin file begins and where its function does, from the image's header on, in the order of the former;
/// nothing of a file that does not count.
pub fn trampolines(file: &[u8]) -> Result<Vec<(u64, u64)>, Refused> {
    let image = Image::read(file)?;
    let Some(text) = image.segments.iter().find(|segment| segment.name == SEGMENT) else {
        return Ok(Vec::new());
    };
    let [magic, version, count] = [0, 4, 8].map(|field| image::word(file, text.offset + field));
    if (magic?, version?) != (MAGIC, VERSION) {
        return Err(Refused::Damaged("its segment __LG_TEXT has another format"));
    }
    let lists = text.offset + HEAD as usize;
    let begins = |index: usize| {
        let function = u64::from(image::word(file, lists + 4 * index)?);
        let jump = image::word(file, image.file_offset(image.base + function))?;
        Ok(a64::target(jump, function).map(|trampoline| (trampoline, function)))
    };
    let found = (0..count? as usize).map(begins).collect::<Result<Vec<_>, _>>()?;
    let mut found: Vec<(u64, u64)> = found.into_iter().flatten().collect();
    found.sort_unstable();
    Ok(found)
}

fn file_up_to(image: &Image<'_>, end: usize) -> Result<Vec<u8>, Refused> {
    image
        .bytes
        .get(..end)
        .filter(|text| text.len() >= image.commands_end)
        .map(<[u8]>::to_vec)
        .ok_or(image::DAMAGED)
}

/// Names of addresses; of several the first.
fn names<'a>(image: &Image<'a>) -> Result<HashMap<u64, &'a [u8]>, Refused> {
    let mut names = HashMap::new();
    for symbol in image.symbols()? {
        if let Some(address) = symbol.address {
            names.entry(address).or_insert(symbol.name);
        }
    }
    Ok(names)
}

/// Branches at a function's first instruction to its trampoline, and from its loops behind the count.
fn lead(
    image: &Image<'_>,
    bytes: &mut [u8],
    function: &Function,
    trampoline: Trampoline,
    text: &mut Text,
) -> Result<(), Refused> {
    for at in &function.loops {
        let word = image::word(bytes, image.file_offset(*at))?;
        let to = if a64::kind(word) == a64::Kind::Jump {
            Some(trampoline.first)
        } else {
            text.add_test(word, *at, trampoline.first)
        };
        let jump = to.and_then(|to| a64::jump(*at, to)).ok_or(Refused::TooFar)?;
        put(bytes, image.file_offset(*at), jump);
    }
    let jump = a64::jump(function.start, trampoline.begin).ok_or(Refused::TooFar)?;
    put(bytes, image.file_offset(function.start), jump);
    Ok(())
}

/// The length of a stub that sets a selector: the linker's `-objc_stubs_small` lets its third instruction branch to the one stub of
/// `objc_msgSend`; else the stub loads that function's address itself, and breakpoints follow.
fn objc_stub_length(image: &Image<'_>, section: &image::Section) -> Result<u64, Refused> {
    let third = image
        .content(section)
        .get(8..12)
        .map_or(Ok(0), |_| image::word(image.bytes, image.file_offset(section.address + 8)))?;
    Ok(if a64::kind(third) == a64::Kind::Jump { 12 } else { 32 })
}

/// A stub of an imported function, and the name of that.
type Stub<'a> = (Function, Option<&'a [u8]>);

fn stubs<'a>(image: &Image<'a>, names: &HashMap<u64, &'a [u8]>) -> Result<Vec<Stub<'a>>, Refused> {
    let (symbols, indirect) = (image.symbols()?, image.indirect()?);
    let mut found = Vec::new();
    for section in &image.sections {
        let length = match &*section.name {
            "__stubs" => section.entry,
            "__objc_stubs" => objc_stub_length(image, section)?,
            _ => continue,
        };
        if !section.in_executable || length < 12 || length % 4 != 0 || section.address % 4 != 0 {
            continue;
        }
        for (index, start) in (section.address..section.end()).step_by(length as usize).enumerate() {
            let end = start + length;
            if end > section.end() {
                break;
            }
            let first = image::word(image.bytes, image.file_offset(start))?;
            let symbol =
                indirect.get(section.indirect + index).and_then(|place| symbols.get(*place as usize));
            let name = if section.name == "__stubs" {
                symbol.map(|symbol| symbol.name)
            } else {
                names.get(&start).copied()
            };
            found.push((Function { start, end, first, keeps: false, loops: Vec::new() }, name));
        }
    }
    Ok(found)
}
