//! The files that say what is at an address, found by UUID, and the order in which they are asked.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use gate_common::boundary;
use gate_macho::read::thin;
use gate_macho::rewrite;
use hashbrown::{HashMap, HashSet};

use super::cache::ContentHash;
use super::macho::{MachO, Uuid, uuid_of};
use super::{Cache, Function, SourceLine, demangle, dsym};

/// What was found out of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Answer {
    /// The innermost inlined function first; the last one has code of its own.
    pub functions: Vec<Function>,
    /// Where the last one begins, from the beginning of the image.
    pub begins: Option<u64>,
    /// How many bytes of code that one has.
    pub length: u64,
    /// Of a function that only hands on to another one, where that one begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behind: Option<SourceLine>,
    /// Who said it.
    pub source: SymbolSource,
}

/// Who says what is at an address.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum SymbolSource {
    /// No symbols were found.
    #[default]
    None,
    /// A symbol table: the function's name, and neither its file nor what was inlined into it.
    SymbolTable,
    /// Debug information.
    DebugInfo,
}

/// The files that are known.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Those with debug information and those with symbol tables only, by UUID.
    known: HashMap<Uuid, SymbolFiles>,
    /// Folders that Xcode fills with a device's libraries.
    device_support: Vec<PathBuf>,
    cache: Option<Cache>,
}

#[derive(Clone, Debug, Default)]
struct SymbolFiles {
    dsym: Option<PathBuf>,
    binary: Option<PathBuf>,
}

/// The file type of a dSYM.
const DSYM: u32 = 0xa;

impl Files {
    /// Adds a Mach-O file, if it is one; of two that say the same of one UUID the first counts.
    pub fn add(&mut self, path: &Path) -> std::io::Result<()> {
        let Some((uuid, kind)) = head(path)? else { return Ok(()) };
        let known = self.known.entry(uuid).or_default();
        let place = if kind == DSYM { &mut known.dsym } else { &mut known.binary };
        place.get_or_insert_with(|| path.to_owned());
        Ok(())
    }

    /// Adds a folder such as `~/Library/Developer/Xcode/iOS DeviceSupport`, or one of those in it.
    pub(crate) fn add_device_support(&mut self, folder: PathBuf) {
        self.device_support.push(folder);
    }

    /// Keeps what was found for the next time.
    #[must_use]
    pub fn with_cache(mut self, cache: Option<Cache>) -> Files {
        self.cache = cache;
        self
    }

    /// Whether there is debug information of an image.
    pub(crate) fn has_dsym(&self, uuid: &Uuid) -> bool {
        self.known.get(uuid).is_some_and(|known| known.dsym.is_some())
    }

    /// What is at offsets of the image with this UUID and this path on the device; what is not known is an empty answer.
    pub fn resolve(&self, uuid: &Uuid, path: &str, offsets: &[u64]) -> Result<Vec<Answer>, String> {
        let known = self.known.get(uuid).cloned().unwrap_or_default();
        let dsym = known.dsym.as_deref();
        let cache = match (&self.cache, dsym) {
            (Some(cache), Some(dsym)) => {
                let files: Vec<&Path> = std::iter::once(dsym).chain(known.binary.as_deref()).collect();
                let hash = ContentHash::of_files(&files);
                Some((cache, hash.map_err(|error| format!("cannot read {}: {error}", dsym.display()))?))
            }
            _ => None,
        };
        let mut kept = cache.as_ref().map(|(cache, hash)| cache.read(uuid, hash)).unwrap_or_default();
        let missing: Vec<u64> = offsets.iter().copied().filter(|offset| !kept.contains_key(offset)).collect();
        let answers = |kept: &BTreeMap<u64, Answer>| {
            Ok(offsets.iter().map(|offset| kept.get(offset).cloned().unwrap_or_default()).collect())
        };
        if missing.is_empty() {
            return answers(&kept);
        }
        let file = dsym.or(known.binary.as_deref()).map(Path::to_owned);
        let Some(file) = file.or_else(|| self.of_device(uuid, path)) else { return answers(&kept) };
        let bytes =
            boundary::read(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let places =
            known.binary.as_deref().map_or(Ok(missing.clone()), |copy| of_functions(copy, &missing))?;
        let found = resolve(&bytes, &places).map_err(|reason| format!("{}: {reason}", file.display()))?;
        kept.extend(missing.iter().copied().zip(found));
        if let Some((cache, hash)) = &cache {
            cache.write(uuid, hash, &kept);
        }
        answers(&kept)
    }

    /// The library of the device that Xcode has copied, if it is the same one.
    fn of_device(&self, uuid: &Uuid, path: &str) -> Option<PathBuf> {
        let below = path.trim_start_matches('/');
        if below.is_empty() || below.split('/').any(|part| part == "..") {
            return None;
        }
        self.device_support.iter().find_map(|folder| {
            let mut roots = vec![folder.join("Symbols"), folder.clone()];
            let inside = std::fs::read_dir(folder).ok().into_iter().flatten().flatten();
            let mut inside: Vec<PathBuf> = inside.map(|entry| entry.path().join("Symbols")).collect();
            inside.sort();
            roots.append(&mut inside);
            roots
                .into_iter()
                .map(|root| root.join(below))
                .find(|file| head(file).ok().flatten().is_some_and(|(found, _)| found == *uuid))
        })
    }
}

/// The UUID and the file type of a Mach-O file.
fn head(path: &Path) -> std::io::Result<Option<(Uuid, u32)>> {
    let mut bytes = Vec::new();
    boundary::open(path)?.take(1 << 16).read_to_end(&mut bytes)?;
    // The parts of a universal file lie anywhere in it.
    if uuid_of(&bytes).is_none() && thin(&bytes).is_err() {
        bytes = boundary::read(path)?;
    }
    let Some(uuid) = uuid_of(&bytes) else { return Ok(None) };
    let Ok(thin) = thin(&bytes) else { return Ok(None) };
    let kind =
        thin.get(12..16).and_then(|kind| kind.first_chunk()).map_or(0, |kind| u32::from_le_bytes(*kind));
    Ok(Some((uuid, kind)))
}

/// The same places of a file, with its functions in place of their trampolines where it is a copy that counts.
fn of_functions(copy: &Path, offsets: &[u64]) -> Result<Vec<u64>, String> {
    let wrong = |reason: String| format!("{}: {reason}", copy.display());
    let bytes = boundary::read(copy).map_err(|error| wrong(format!("cannot be read ({error})")))?;
    // What cannot count has no trampolines.
    let known = rewrite::trampolines(thin(&bytes).map_err(|error| wrong(error.into()))?).unwrap_or_default();
    let function = |offset: &u64| {
        let behind = known.partition_point(|(trampoline, _)| trampoline <= offset);
        behind.checked_sub(1).map_or(*offset, |at| known[at].1)
    };
    Ok(offsets.iter().map(function).collect())
}

/// What is at offsets of a file, by its debug information and else by its symbol table.
fn resolve(bytes: &[u8], offsets: &[u64]) -> Result<Vec<Answer>, String> {
    let bytes = thin(bytes)?;
    let macho = MachO::read(bytes)?;
    let addresses: Vec<u64> = offsets.iter().map(|offset| macho.base.wrapping_add(*offset)).collect();
    let found = dsym::functions(bytes, &addresses)?;
    let answer = |(found, address): (Vec<dsym::CoveringFunction>, &u64)| {
        let function = macho.function(*address);
        let begins = function.map(|(begin, _)| begin.wrapping_sub(macho.base));
        let length = function.map_or(0, |(begin, _)| macho.end_of(begin).wrapping_sub(begin));
        let named = function.and_then(|(_, name)| name);
        let has_lines = !found.is_empty();
        let last = found.len().saturating_sub(1);
        let name_of = |row: usize, name: Option<String>| match (name, function) {
            // Line tables alone have short names; of two functions with the same code the debug information knows which one it was.
            (Some(name), Some((begin, Some(symbol)))) if row == last => {
                let is_symbol = macho.names_at(begin).any(|known| known == name);
                if is_symbol { name } else { symbol.to_owned() }
            }
            (None, Some((_, Some(symbol)))) if row == last => symbol.to_owned(),
            (name, _) => name.unwrap_or_default(),
        };
        let functions = found.into_iter().enumerate().map(|(row, found)| Function {
            name: name_of(row, found.name),
            numbered: None,
            place: found.place,
        });
        let mut functions: Vec<Function> = functions.collect();
        if functions.is_empty() {
            functions.extend(named.map(|name| Function {
                name: name.to_owned(),
                numbered: None,
                place: None,
            }));
        }
        let source = match functions.iter().all(|function| function.name.is_empty()) {
            true => SymbolSource::None,
            false if has_lines => SymbolSource::DebugInfo,
            false => SymbolSource::SymbolTable,
        };
        Answer { functions, begins, length, behind: None, source }
    };
    let mut answers: Vec<Answer> = found.into_iter().zip(&addresses).map(answer).collect();
    behind_thunks(bytes, &macho, &mut answers)?;
    number_closures(bytes, &macho, &mut answers)?;
    Ok(answers)
}

/// Counts lambdas of C++ within their function: all of the file have to be known for that.
fn number_closures(bytes: &[u8], macho: &MachO, answers: &mut [Answer]) -> Result<(), String> {
    let functions = || answers.iter().flat_map(|answer| &answer.functions);
    if !functions().any(|function| function.name.contains("$_")) {
        return Ok(());
    }
    let names = dsym::names_with(bytes, "$_")?;
    let symbols = macho.symbols().map(|(_, name)| name);
    let closures = demangle::Closures::of(names.iter().map(String::as_str).chain(symbols));
    for function in answers.iter_mut().flat_map(|answer| &mut answer.functions) {
        function.numbered = closures.numbered(&function.name);
    }
    Ok(())
}

/// Swift's thunks for Objective-C have no line of their own: the function that they call has.
fn behind_thunks(bytes: &[u8], macho: &MachO, answers: &mut [Answer]) -> Result<(), String> {
    let inner = |answer: &Answer| {
        answer.functions.last().and_then(|last| demangle::behind_thunk(&last.name).map(str::to_owned))
    };
    let wanted: HashSet<String> = answers.iter().filter_map(inner).collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let begins: HashMap<&str, u64> =
        macho.symbols().filter(|(_, name)| wanted.contains(*name)).map(|(at, name)| (name, at)).collect();
    let at: Vec<u64> = answers
        .iter()
        .map(|answer| inner(answer).and_then(|name| begins.get(&*name).copied()).unwrap_or(0))
        .collect();
    for (answer, found) in answers.iter_mut().zip(dsym::functions(bytes, &at)?) {
        answer.behind = found.into_iter().next_back().and_then(|found| found.place);
    }
    Ok(())
}
