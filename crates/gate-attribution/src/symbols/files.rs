//! Finds the files with symbols by UUID, and selects the file that is used for an image.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use gate_common::boundary;
use gate_macho::read::select_thin_slice;
use gate_macho::rewrite;
use hashbrown::{HashMap, HashSet};

use super::cache::ContentHash;
use super::macho::{MachO, Uuid, uuid_of};
use super::{Cache, Function, SourceLine, demangle, dsym};

/// The functions at an address.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ResolvedAddress {
    /// The functions at the offset: the innermost inlined function first; the last function was not inlined.
    pub functions: Vec<Function>,
    /// The offset in the image at which the last function begins.
    pub begins: Option<u64>,
    /// The number of bytes of the last function's code.
    pub length: u64,
    /// The source line at which the function that a thunk calls begins; `None` for other functions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behind: Option<SourceLine>,
    /// The source of the names.
    pub source: SymbolSource,
}

/// The source from which the name of a function was determined.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum SymbolSource {
    /// The symbols of the image were not found.
    #[default]
    None,
    /// A symbol table, which has names of functions but no files and no inlined functions.
    SymbolTable,
    /// The names come from debug information (DWARF).
    DebugInfo,
}

/// The known files with symbols.
#[derive(Clone, Debug, Default)]
pub struct SymbolFileIndex {
    /// The files by UUID, some with debug information and some with symbol tables only.
    known: HashMap<Uuid, SymbolFiles>,
    /// Folders into which Xcode copies a device's libraries.
    device_support: Vec<PathBuf>,
    cache: Option<Cache>,
}

#[derive(Clone, Debug, Default)]
struct SymbolFiles {
    dsym: Option<PathBuf>,
    binary: Option<PathBuf>,
}

/// The type of a dSYM in the Mach-O header.
const DSYM: u32 = 0xa;

impl SymbolFileIndex {
    /// Adds a file, if it is a Mach-O file. If two files of the same kind have the same UUID, the first file is used.
    pub fn add(&mut self, path: &Path) -> std::io::Result<()> {
        let Some((uuid, kind)) = read_uuid_and_type(path)? else { return Ok(()) };
        let known = self.known.entry(uuid).or_default();
        let place = if kind == DSYM { &mut known.dsym } else { &mut known.binary };
        place.get_or_insert_with(|| path.to_owned());
        Ok(())
    }

    /// Adds a folder such as `~/Library/Developer/Xcode/iOS DeviceSupport`, or a folder inside of it.
    pub(crate) fn add_device_support(&mut self, folder: PathBuf) {
        self.device_support.push(folder);
    }

    /// Makes the lookups store their answers in a cache, and read answers from the cache.
    #[must_use]
    pub fn with_cache(mut self, cache: Option<Cache>) -> SymbolFileIndex {
        self.cache = cache;
        self
    }

    /// Returns whether a dSYM of the image with the given UUID is known.
    pub(crate) fn has_dsym(&self, uuid: &Uuid) -> bool {
        self.known.get(uuid).is_some_and(|known| known.dsym.is_some())
    }

    /// Looks up offsets of the image with the given UUID and path on the device; the answer for an unknown offset is empty.
    pub fn resolve_offsets(
        &self,
        uuid: &Uuid,
        path: &str,
        offsets: &[u64],
    ) -> Result<Vec<ResolvedAddress>, String> {
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
        let answers = |kept: &BTreeMap<u64, ResolvedAddress>| {
            Ok(offsets.iter().map(|offset| kept.get(offset).cloned().unwrap_or_default()).collect())
        };
        if missing.is_empty() {
            return answers(&kept);
        }
        let file = dsym.or(known.binary.as_deref()).map(Path::to_owned);
        let Some(file) = file.or_else(|| self.device_library(uuid, path)) else { return answers(&kept) };
        let bytes =
            boundary::read(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let places =
            known.binary.as_deref().map_or(Ok(missing.clone()), |copy| function_offsets(copy, &missing))?;
        let found =
            resolve_in_file(&bytes, &places).map_err(|reason| format!("{}: {reason}", file.display()))?;
        kept.extend(missing.iter().copied().zip(found));
        if let Some((cache, hash)) = &cache {
            cache.write(uuid, hash, &kept);
        }
        answers(&kept)
    }

    /// Returns Xcode's copy of a library of the device, if the UUID of the copy matches.
    fn device_library(&self, uuid: &Uuid, path: &str) -> Option<PathBuf> {
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
                .find(|file| read_uuid_and_type(file).ok().flatten().is_some_and(|(found, _)| found == *uuid))
        })
    }
}

/// Reads the UUID and the file type of a Mach-O file.
fn read_uuid_and_type(path: &Path) -> std::io::Result<Option<(Uuid, u32)>> {
    let mut bytes = Vec::new();
    boundary::open(path)?.take(1 << 16).read_to_end(&mut bytes)?;
    // The slices of a universal file may be anywhere in it, so the whole file is read.
    if uuid_of(&bytes).is_none() && select_thin_slice(&bytes).is_err() {
        bytes = boundary::read(path)?;
    }
    let Some(uuid) = uuid_of(&bytes) else { return Ok(None) };
    let Ok(thin) = select_thin_slice(&bytes) else { return Ok(None) };
    let kind =
        thin.get(12..16).and_then(|kind| kind.first_chunk()).map_or(0, |kind| u32::from_le_bytes(*kind));
    Ok(Some((uuid, kind)))
}

/// Replaces offsets of trampolines by the offsets of their functions, if the file is a binary that was rewritten to count calls.
fn function_offsets(copy: &Path, offsets: &[u64]) -> Result<Vec<u64>, String> {
    let wrong = |reason: String| format!("{}: {reason}", copy.display());
    let bytes = boundary::read(copy).map_err(|error| wrong(format!("cannot be read ({error})")))?;
    // A file that cannot count has no trampolines.
    let known = rewrite::read_trampolines(select_thin_slice(&bytes).map_err(|error| wrong(error.into()))?)
        .unwrap_or_default();
    let after = |offset: &u64| known.partition_point(|(trampoline, _)| trampoline <= offset);
    let function = |offset: &u64| after(offset).checked_sub(1).map_or(*offset, |at| known[at].1);
    Ok(offsets.iter().map(function).collect())
}

/// Looks up offsets in the debug information of a file or, if the file has no debug information, in its symbol table.
fn resolve_in_file(bytes: &[u8], offsets: &[u64]) -> Result<Vec<ResolvedAddress>, String> {
    let bytes = select_thin_slice(bytes)?;
    let macho = MachO::read(bytes)?;
    let addresses: Vec<u64> = offsets.iter().map(|offset| macho.base.wrapping_add(*offset)).collect();
    let found = dsym::functions(bytes, &addresses)?;
    let mut answers: Vec<ResolvedAddress> = found
        .into_iter()
        .zip(&addresses)
        .map(|(found, address)| resolve_address(&macho, *address, found))
        .collect();
    set_thunk_targets(bytes, &macho, &mut answers)?;
    number_closures(bytes, &macho, &mut answers)?;
    Ok(answers)
}

/// Combines the names in the symbol table with the functions that debug information has at an address.
fn resolve_address(macho: &MachO, address: u64, found: Vec<dsym::CoveringFunction>) -> ResolvedAddress {
    let symbol = macho.function(address);
    let begins = symbol.map(|(begin, _)| begin.wrapping_sub(macho.base));
    let length = symbol.map_or(0, |(begin, _)| macho.end_of(begin).wrapping_sub(begin));
    let has_lines = !found.is_empty();
    let mut functions: Vec<Function> = found
        .into_iter()
        .map(|found| Function { name: found.name.unwrap_or_default(), numbered: None, place: found.place })
        .collect();
    if let Some((begin, Some(symbol))) = symbol {
        match functions.last_mut() {
            // A name that is one of the symbols at this address is kept, because several functions may share the same code. Any other name
            // is replaced by the symbol, because line tables without further debug information have only short names.
            Some(last) if macho.names_at(begin).any(|known| known == last.name) => {}
            Some(last) => last.name = symbol.to_owned(),
            None => functions.push(Function { name: symbol.to_owned(), numbered: None, place: None }),
        }
    }
    let source = match functions.iter().all(|function| function.name.is_empty()) {
        true => SymbolSource::None,
        false if has_lines => SymbolSource::DebugInfo,
        false => SymbolSource::SymbolTable,
    };
    ResolvedAddress { functions, begins, length, behind: None, source }
}

/// Numbers each C++ lambda within its function. For this, all lambdas of the file must be known.
fn number_closures(bytes: &[u8], macho: &MachO, answers: &mut [ResolvedAddress]) -> Result<(), String> {
    let functions = || answers.iter().flat_map(|answer| &answer.functions);
    if !functions().any(|function| function.name.contains("$_")) {
        return Ok(());
    }
    let names = dsym::names_with(bytes, "$_")?;
    let symbols = macho.symbols().map(|(_, name)| name);
    let closures = demangle::Closures::from_names(names.iter().map(String::as_str).chain(symbols));
    for function in answers.iter_mut().flat_map(|answer| &mut answer.functions) {
        function.numbered = closures.number_lambdas(&function.name);
    }
    Ok(())
}

/// Sets the lines of Swift's thunks for Objective-C. A thunk has no source line, so the thunk gets the line of the function that the thunk
/// calls.
fn set_thunk_targets(bytes: &[u8], macho: &MachO, answers: &mut [ResolvedAddress]) -> Result<(), String> {
    let inner = |answer: &ResolvedAddress| {
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
