//! Makes a copy of a build that counts the calls of each function, without the source code of the build.
//!
//! The first instruction of each function becomes a branch to a trampoline, which is code in a new segment. If the call is made on the
//! counting thread, the trampoline counts the call. The trampoline then executes the function's first instruction and branches back to the
//! second instruction. Import stubs count in the same way.
//!
//! All other code keeps its bytes, and all code keeps its addresses, so unwind tables, symbols and dSYMs remain valid. `trace::counters`
//! documents the layout of the new segment.
//!
//! `evidence` separates code from data, and `functions` selects the functions that can count. `instructions` and `a64` decode and encode
//! instructions, and `trampolines` contains the counting code. `surgery` inserts the new segments, and `header_space` makes space for their
//! load commands.
//!
//! Invariant: the new segment marks a file that counts calls. A file with this segment is never rewritten again.

mod a64;
mod evidence;
mod functions;
mod hazards;
mod header_space;
mod image;
mod instructions;
mod surgery;
mod trampolines;

use std::collections::{BTreeMap, HashMap};

use functions::{CountableFunction, CountableFunctions};
use surgery::SegmentLayout;
use trace::counters::{CountersHeader, MAGIC, VERSION};
use trampolines::{MOST, Trampoline, TrampolineCode};

use crate::read::{Image, Section};

pub use hazards::Hazard;
pub use header_space::{FileWithSpace, with_free_space};
pub(crate) use image::{offset_fields, put, read_u32, read_u64};
pub use trace::counters::SEGMENT;

/// An error that prevents a counting copy of a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RewriteError {
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

/// The reason why the calls of a function are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotCountedReason {
    /// The function is data or contains data.
    Data,
    /// All words of the function are instructions, but there is no evidence that they are executed.
    PerhapsData,
    /// The function's first instruction works only at its original address.
    First,
    /// The code is a part of a function that is counted as a whole.
    Part,
    /// The compiler's outliner created the function from equal pieces of several functions.
    Outlined,
    /// The function's last instruction does not end the control flow.
    RunsOn,
    /// The function is on a page that is also mapped at a second address.
    Copied,
    /// The function is too far from the trampolines for a branch.
    TooFar,
}

gate_common::named!(NotCountedReason:
    Data = "data", PerhapsData = "perhaps data", First = "first instruction",
    Part = "part of a function", Outlined = "outlined", RunsOn = "no end",
    Copied = "copied page", TooFar = "too far");

impl NotCountedReason {
    /// Returns the reason as the end of a sentence about functions.
    pub fn reason(self) -> &'static str {
        match self {
            NotCountedReason::Data => "hold data",
            NotCountedReason::PerhapsData => "may be data, since no unwind table and no pointer knows them",
            NotCountedReason::First => "begin with an instruction that works at its place alone",
            NotCountedReason::Part => "are parts of functions that count",
            NotCountedReason::Outlined => "were made by the outliner",
            NotCountedReason::RunsOn => "run on into what follows, as tables do",
            NotCountedReason::Copied => "lie on pages that are copied when the app runs",
            NotCountedReason::TooFar => {
                "are farther from the end of the file than a branch reaches (128 MB), so build some of its modules as dynamic frameworks"
            }
        }
    }
}

/// The result of rewriting a file.
#[derive(Debug)]
pub struct RewrittenFile {
    pub bytes: Vec<u8>,
    /// The functions in the order of their records.
    pub counted: Vec<CountedFunction>,
    /// The number of functions that are not counted, for each reason.
    pub left: BTreeMap<NotCountedReason, usize>,
    /// Signs that the file's code may notice the change.
    pub hazards: Vec<Hazard>,
    /// The `LC_UUID` of the build, which does not change.
    pub uuid: Option<[u8; 16]>,
}

/// A function or an import stub that is counted.
#[derive(Debug, Clone)]
pub struct CountedFunction {
    /// The offset of the function from the image's header.
    pub offset: u64,
    pub size: u64,
    /// The name in the symbol table, if the table has a name; for a stub, the name of the imported function.
    pub name: Option<String>,
    pub is_import: bool,
    /// Whether the trampoline preserves x16 and x17.
    pub keeps: bool,
    /// The number of branches inside the function to its first instruction. These branches were redirected, so that they skip the counting
    /// code.
    pub loops: usize,
    /// The offset of the function's trampoline from the image's header.
    pub trampoline: u64,
}

impl CountedFunction {
    fn new(
        function: &CountableFunction,
        name: Option<&[u8]>,
        trampoline: Trampoline,
        base: u64,
    ) -> CountedFunction {
        CountedFunction {
            offset: function.start - base,
            size: function.end - function.start,
            name: name.map(|name| String::from_utf8_lossy(name).into_owned()),
            is_import: function.is_import,
            keeps: function.keeps,
            loops: function.loops.len(),
            trampoline: trampoline.begin - base,
        }
    }
}

/// Rewrites a thin file so that its functions count their calls.
pub fn rewrite(file: &[u8]) -> Result<RewrittenFile, RewriteError> {
    let image = image::read(file)?;
    check_can_count(&image)?;
    let roomy = with_free_space(file, SegmentLayout::command_growth(&image))?;
    let image = image::read(&roomy.bytes)?;
    let mut names = read_symbol_names(&image)?;
    let hazards = hazards::hazards(&image, &names);
    let CountableFunctions { mut functions, mut left } =
        functions::select_countable_functions(&image, &names)?;
    functions.extend(find_import_stubs(&image, &mut names)?);
    if functions.len() >= MOST {
        return Err(RewriteError::TooMany(functions.len()));
    }
    let layout = SegmentLayout::new(&image, functions.len())?;
    let mut text = TrampolineCode::new(layout.text + layout.head, layout.addresses)?;
    let end = image.segments.last().map_or(0, |linkedit| linkedit.offset);
    let mut bytes = file_up_to(&image, end)?;
    let mut counted = Vec::new();
    for function in &functions {
        match text.add(function, counted.len(), layout.addresses) {
            Ok(trampoline) => {
                redirect_to_trampoline(&image, &mut bytes, function, trampoline, &mut text)?;
                let name = names.get(&function.start).copied();
                counted.push(CountedFunction::new(function, name, trampoline, image.base));
            }
            // A stub that cannot count is not added to `left`, since stubs are not part of the share of functions that count.
            Err(_) if function.is_import => {}
            Err(reason) => *left.entry(reason).or_default() += 1,
        }
    }
    check_something_counts(&counted, &left)?;
    let code = build_trampoline_segment(&layout, image.base, &counted, &text);
    let uuid = image.uuid();
    Ok(RewrittenFile {
        bytes: surgery::assemble_file(&image, &layout, bytes, code)?,
        counted,
        left,
        hazards,
        uuid,
    })
}

/// Returns an error if a file already counts calls or has no code.
fn check_can_count(image: &Image<'_>) -> Result<(), RewriteError> {
    if image.segments.iter().any(|segment| segment.name == SEGMENT) {
        return Err(RewriteError::Already);
    }
    if image.segments.iter().all(|segment| segment.name != "__TEXT") {
        return Err(RewriteError::Damaged("it has no __TEXT"));
    }
    if image.function_starts()?.is_empty() { Err(RewriteError::NoFunctions) } else { Ok(()) }
}

/// Returns the content of the segment with the trampolines. The segment consists of the head, the offsets and the code.
fn build_trampoline_segment(
    layout: &SegmentLayout,
    base: u64,
    counted: &[CountedFunction],
    text: &TrampolineCode,
) -> Vec<u8> {
    let imports = counted.iter().filter(|one| one.is_import).count();
    let addresses = [layout.addresses.state, layout.addresses.counters, layout.text + layout.head]
        .map(|address| (address - base) as u32);
    let head = [&[MAGIC, VERSION, counted.len() as u32, imports as u32], &addresses[..], &[0]].concat();
    let offsets = counted.iter().map(|one| one.offset as u32);
    let mut code: Vec<u8> = head.into_iter().chain(offsets).flat_map(u32::to_le_bytes).collect();
    code.resize(layout.head as usize, 0);
    code.extend(text.words.iter().flat_map(|word| word.to_le_bytes()));
    code
}

/// Returns an error if no function of a file can count.
fn check_something_counts(
    counted: &[CountedFunction],
    left: &BTreeMap<NotCountedReason, usize>,
) -> Result<(), RewriteError> {
    if counted.iter().any(|one| !one.is_import) {
        return Ok(());
    }
    if left.contains_key(&NotCountedReason::TooFar) {
        return Err(RewriteError::TooFar);
    }
    Err(RewriteError::NothingCounts { all: left.values().sum(), reasons: main_reasons(left) })
}

/// Returns the three most frequent reasons for which functions are not counted, with the number of functions for each.
pub(crate) fn main_reasons(left: &BTreeMap<NotCountedReason, usize>) -> String {
    let mut reasons: Vec<(usize, &str)> = left.iter().map(|(why, count)| (*count, why.reason())).collect();
    reasons.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    let texts: Vec<String> =
        reasons.iter().take(3).map(|(count, reason)| format!("{count} {reason}")).collect();
    texts.join("; ")
}

/// Returns each trampoline with its function, sorted, as offsets from the header of a thin file. Returns no pairs for a file that does not
/// count calls.
pub fn read_trampolines(file: &[u8]) -> Result<Vec<(u64, u64)>, RewriteError> {
    let image = image::read(file)?;
    let Some(text) = image.segments.iter().find(|segment| segment.name == SEGMENT) else {
        return Ok(Vec::new());
    };
    let [magic, version, count] = [0, 4, 8].map(|field| image::read_u32(file, text.offset + field));
    if (magic?, version?) != (MAGIC, VERSION) {
        return Err(RewriteError::Damaged("its segment __LG_TEXT has another format"));
    }
    let offsets = text.offset + size_of::<CountersHeader>();
    let mut found = Vec::new();
    for index in 0..count? as usize {
        let function = u64::from(image::read_u32(file, offsets + 4 * index)?);
        let jump = image::read_u32(file, image.file_offset(image.base + function))?;
        found.extend(a64::branch_target(jump, function).map(|trampoline| (trampoline, function)));
    }
    found.sort_unstable();
    Ok(found)
}

fn file_up_to(image: &Image<'_>, end: usize) -> Result<Vec<u8>, RewriteError> {
    image
        .bytes
        .get(..end)
        .filter(|text| text.len() >= image.commands_end())
        .map(<[u8]>::to_vec)
        .ok_or(image::DAMAGED)
}

/// Returns the name of each address in the symbol table. If an address has several names, the first name is used.
fn read_symbol_names<'a>(image: &Image<'a>) -> Result<HashMap<u64, &'a [u8]>, RewriteError> {
    let mut names = HashMap::new();
    for symbol in image.symbols()? {
        if let Some(address) = symbol.address {
            names.entry(address).or_insert(symbol.name);
        }
    }
    Ok(names)
}

/// Replaces a function's first instruction by the branch to its trampoline. The function also redirects the branches of its loops, so that
/// they skip the counting code.
fn redirect_to_trampoline(
    image: &Image<'_>,
    bytes: &mut [u8],
    function: &CountableFunction,
    trampoline: Trampoline,
    text: &mut TrampolineCode,
) -> Result<(), RewriteError> {
    for at in &function.loops {
        let word = image::read_u32(bytes, image.file_offset(*at))?;
        let to = if a64::kind(word) == a64::InstructionKind::Jump {
            Some(trampoline.first)
        } else {
            text.add_test(word, *at, trampoline.first)
        };
        let jump = to.and_then(|to| a64::encode_jump(*at, to)).ok_or(RewriteError::TooFar)?;
        put(bytes, image.file_offset(*at), jump);
    }
    let jump = a64::encode_jump(function.start, trampoline.begin).ok_or(RewriteError::TooFar)?;
    put(bytes, image.file_offset(function.start), jump);
    Ok(())
}

/// Returns the length of the stubs that send Objective-C messages. With the linker's option `-objc_stubs_small`, the third instruction of a
/// stub branches to the stub of `objc_msgSend`. Without this option, each stub itself loads the address of `objc_msgSend` and ends with
/// breakpoints as padding.
fn objc_stub_length(image: &Image<'_>, section: &Section) -> Result<u64, RewriteError> {
    let third = image
        .content(section)
        .get(8..12)
        .map_or(Ok(0), |_| image::read_u32(image.bytes, image.file_offset(section.address + 8)))?;
    Ok(if a64::kind(third) == a64::InstructionKind::Jump { 12 } else { 32 })
}

/// Finds the import stubs of a file, and adds the names of their functions.
fn find_import_stubs<'a>(
    image: &Image<'a>,
    names: &mut HashMap<u64, &'a [u8]>,
) -> Result<Vec<CountableFunction>, RewriteError> {
    let (symbols, indirect) = (image.symbols()?, image.indirect_symbols()?);
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
            let first = image::read_u32(image.bytes, image.file_offset(start))?;
            let symbol = indirect.get(section.indirect + index).and_then(|row| symbols.get(*row as usize));
            if let Some(symbol) = symbol.filter(|_| section.name == "__stubs") {
                names.insert(start, symbol.name);
            }
            found.push(CountableFunction {
                start,
                end,
                first,
                is_import: true,
                keeps: false,
                loops: Vec::new(),
            });
        }
    }
    Ok(found)
}
