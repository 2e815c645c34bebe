//! Compares the properties of a Mach-O file that `gate inspect` reports ("facts") with the properties that
//! LLVM's tools report.
//!
//! `llvm-objdump-19` prints load commands, sections and fixups, `llvm-nm-19` symbols, and `llvm-dwarfdump-19`
//! sources.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use gate_facts::{Image, PreMainCode};

/// The number of facts that were compared, and their differences.
#[derive(Debug, Default)]
pub struct Compared {
    /// Number of facts that both tools reported.
    pub facts: usize,
    /// Descriptions of the facts that differ.
    pub differences: Vec<String>,
}

impl Compared {
    fn same<T: PartialEq + std::fmt::Debug>(&mut self, what: &str, ours: T, theirs: T) {
        self.facts += 1;
        if ours != theirs {
            self.differences.push(format!("{what}: {ours:?}, and llvm says {theirs:?}"));
        }
    }

    /// Adds the results of another image.
    pub fn add(&mut self, other: Compared) {
        self.facts += other.facts;
        self.differences.extend(other.differences);
    }
}

fn tool_output(tool: &str, arguments: &[&str], file: &Path) -> Result<String> {
    let output = Command::new(tool).args(arguments).arg(file).output();
    let output = output.with_context(|| format!("{tool} is missing: sudo apt-get install llvm-19"))?;
    if !output.status.success() {
        bail!("{tool} {arguments:?} {}: {}", file.display(), String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The load commands of a file, each as keys and values. Each section is a separate entry.
type Commands = Vec<BTreeMap<String, String>>;

fn commands(file: &Path) -> Result<Commands> {
    let text = tool_output("llvm-objdump-19", &["--macho", "--arch=arm64", "--private-headers"], file)?;
    let mut found: Commands = Vec::new();
    for line in text.lines() {
        if line.starts_with("Load command") || line == "Section" {
            found.push(BTreeMap::new());
        } else if let Some(command) = found.last_mut() {
            let (key, value) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            command.entry(key.to_owned()).or_insert_with(|| value.trim().to_owned());
        }
    }
    Ok(found)
}

fn number(command: &BTreeMap<String, String>, key: &str) -> u64 {
    let text = command.get(key).map_or("0", String::as_str);
    match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).unwrap_or(0),
        None => text.parse().unwrap_or(0),
    }
}

/// Returns the commands whose names are in `names`.
fn commands_named<'a>(
    all: &'a Commands,
    names: &'a [&str],
) -> impl Iterator<Item = &'a BTreeMap<String, String>> {
    all.iter().filter(|command| command.get("cmd").is_some_and(|name| names.contains(&name.as_str())))
}

/// Compares the facts of one image with the properties that LLVM's tools report for the same file.
pub fn compare(image: &Image, file: &Path) -> Result<Compared> {
    let mut compared = Compared::default();
    let all = commands(file)?;
    headers(&mut compared, image, &all);
    let leads = fixups(&mut compared, image, &all, file)?;
    code(&mut compared, image, &all, file, &leads)?;
    for difference in &mut compared.differences {
        *difference = format!("{}: {difference}", image.path);
    }
    Ok(compared)
}

/// Returns the name of a linked library and how it is linked, if the command links a library.
fn dylib_and_link(command: &BTreeMap<String, String>) -> Option<(String, String)> {
    let link = match command.get("cmd")?.as_str() {
        "LC_LOAD_DYLIB" => "strong",
        "LC_LOAD_WEAK_DYLIB" => "weak",
        "LC_REEXPORT_DYLIB" => "reexport",
        "LC_LOAD_UPWARD_DYLIB" => "upward",
        "LC_LAZY_LOAD_DYLIB" => "lazy",
        _ => return None,
    };
    let name = command.get("name")?.rsplit_once(" (offset")?.0;
    Some((name.to_owned(), link.to_owned()))
}

fn headers(compared: &mut Compared, image: &Image, all: &Commands) {
    let one = |names: &[&str]| commands_named(all, names).next().cloned().unwrap_or_default();
    let ours: Vec<_> = image.dylibs.iter().map(|d| (d.name.clone(), d.link.clone())).collect();
    compared.same("dylibs in order", ours, all.iter().filter_map(dylib_and_link).collect());
    let ours: Vec<_> =
        image.segments.iter().map(|s| (s.name.clone(), s.file_bytes, s.memory_bytes)).collect();
    let segment = |command: &BTreeMap<String, String>| {
        (command["segname"].clone(), number(command, "filesize"), number(command, "vmsize"))
    };
    compared.same("segments", ours, commands_named(all, &["LC_SEGMENT_64"]).map(segment).collect());
    let version = one(&["LC_BUILD_VERSION"]);
    let old = one(&["LC_VERSION_MIN_IPHONEOS", "LC_VERSION_MIN_MACOSX", "LC_VERSION_MIN_TVOS"]);
    let least = version.get("minos").or(old.get("version")).cloned();
    compared.same("minimum OS", image.minimum_os.clone(), least);
    compared.same("UUID", image.uuid.clone(), one(&["LC_UUID"]).get("uuid").cloned());
    let encrypted =
        commands_named(all, &["LC_ENCRYPTION_INFO_64"]).any(|command| number(command, "cryptid") != 0);
    compared.same("encryption", image.encrypted, encrypted);
}

/// Compares the fixups. Returns the targets of the pointers in initialiser lists, by the pointers' addresses.
fn fixups(compared: &mut Compared, image: &Image, all: &Commands, file: &Path) -> Result<BTreeMap<u64, u64>> {
    let hex = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap_or(0);
    let (mut pages, mut leads) = (BTreeSet::new(), BTreeMap::new());
    let mut counts = [0_u64; 4];
    // Segments are page-aligned, so page numbers need no offset.
    let mut at = |address: u64| pages.insert(address / 0x4000);
    if commands_named(all, &["LC_DYLD_CHAINED_FIXUPS"]).next().is_some() {
        let text = tool_output("llvm-objdump-19", &["--macho", "--arch=arm64", "--dyld-info"], file)?;
        for line in text.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some(place) = words.iter().position(|word| *word == "rebase" || *word == "bind") else {
                continue;
            };
            if place < 3 || !words[2].starts_with("0x") {
                continue;
            }
            at(hex(words[2]));
            if words[place] == "bind" {
                counts[1] += 1;
            } else {
                counts[0] += 1;
                if words[1] == "__mod_init_func" {
                    leads.insert(hex(words[2]), words.last().map_or(0, |word| hex(word)));
                }
            }
        }
    } else {
        for (table, option) in ["--rebase", "--bind", "--weak-bind", "--lazy-bind"].iter().enumerate() {
            let text = tool_output("llvm-objdump-19", &["--macho", "--arch=arm64", option], file)?;
            for line in text.lines() {
                let words: Vec<&str> = line.split_whitespace().collect();
                // In the table of weak binds, a symbol that is only declared as strong has no address.
                if words.len() >= 3 && words[2].starts_with("0x") && words[0].starts_with("__") {
                    at(hex(words[2]));
                    counts[table] += 1;
                }
            }
        }
    }
    let ours = &image.fixups;
    for (what, ours, theirs) in [
        ("rebases", ours.rebases, counts[0]),
        ("binds", ours.binds, counts[1]),
        ("weak binds", ours.weak_binds, counts[2]),
        ("lazy binds", ours.lazy_binds, counts[3]),
        ("pages with fixups", ours.pages, pages.len() as u64),
    ] {
        compared.same(what, ours, theirs);
    }
    Ok(leads)
}

/// Compares `+load` methods and initialisers with symbols from nm and bytes from objdump, and the reported
/// sources with the sources from dwarfdump.
fn code(
    compared: &mut Compared,
    image: &Image,
    all: &Commands,
    file: &Path,
    leads: &BTreeMap<u64, u64>,
) -> Result<()> {
    let text = tool_output("llvm-nm-19", &["--arch=arm64", "--defined-only"], file)?;
    let mut symbols: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    for line in text.lines() {
        let Some((address, rest)) = line.split_once(' ') else { continue };
        let Some((_, name)) = rest.split_once(' ') else { continue };
        if let Ok(address) = u64::from_str_radix(address, 16) {
            symbols.entry(address).or_default().push(name);
        }
    }
    let is_load = |name: &&str| name.starts_with("+[") && name.ends_with(" load]");
    let theirs: BTreeSet<&str> = symbols.values().flatten().copied().filter(is_load).collect();
    let has_symbols = symbols.values().flatten().any(|name| name.starts_with(['+', '-']));
    let ours: BTreeSet<&str> = image.loads.iter().map(|load| load.symbol.as_str()).collect();
    let has_classes =
        all.iter().any(|section| section.get("sectname").is_some_and(|s| s == "__objc_classlist"));
    if has_symbols || !has_classes {
        compared.same("+load methods", ours, theirs);
    }
    let addresses = initialisers(all, file, leads)?;
    compared.same("number of initialisers", image.initialisers.len(), addresses.len());
    for (code, address) in image.initialisers.iter().zip(&addresses) {
        let names = symbols.get(address).cloned().unwrap_or_default();
        let is_there =
            names.contains(&code.symbol.as_str()) || names.is_empty() && code.symbol.ends_with("(no symbol)");
        compared.same(
            &format!("initialiser {} at {address:#x}, which is {names:?}", code.symbol),
            true,
            is_there,
        );
    }
    for code in image.loads.iter().chain(&image.initialisers) {
        // The object files of a third-party binary do not exist on the machine of the tests.
        let is_here = |object: &&String| Path::new(archive_and_member(object).0).exists();
        if let (Some(object), Some(source)) = (code.object.as_ref().filter(is_here), &code.source) {
            compared.same(
                &format!("the source of {}", code.symbol),
                Some(source.clone()),
                source_of(code, object)?,
            );
        }
    }
    Ok(())
}

/// Returns the addresses of all initialisers, from the bytes of their sections.
fn initialisers(all: &Commands, file: &Path, leads: &BTreeMap<u64, u64>) -> Result<Vec<u64>> {
    let text = commands_named(all, &["LC_SEGMENT_64"]).find(|segment| segment["segname"] == "__TEXT");
    let base = text.map_or(0, |segment| number(segment, "vmaddr"));
    let mut found = Vec::new();
    for (name, width) in [("__mod_init_func", 8), ("__init_offsets", 4)] {
        for section in all.iter().filter(|section| section.get("sectname").is_some_and(|s| s == name)) {
            let dump = tool_output("llvm-objdump-19", &["--full-contents", "--section", name], file)?;
            let mut bytes = Vec::new();
            // For a universal file, objdump prints a heading for each slice.
            let mut is_other = false;
            for line in dump.lines() {
                if line.contains("(architecture ") {
                    is_other = !line.contains("(architecture arm64)");
                }
                if is_other || !line.starts_with(' ') {
                    continue;
                }
                // A line has an address, four groups of eight digits, and the same bytes as text.
                for group in
                    line.trim_start().split(' ').skip(1).take(4).take_while(|group| !group.is_empty())
                {
                    bytes.extend(
                        (0..group.len() / 2)
                            .filter_map(|at| u8::from_str_radix(&group[2 * at..2 * at + 2], 16).ok()),
                    );
                }
            }
            let first = number(section, "addr");
            for (index, entry) in bytes.chunks_exact(width).enumerate() {
                let value = entry.iter().rev().fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
                let at = first + (index * width) as u64;
                // For a chained pointer, the target is in objdump's list of fixups.
                found.push(if width == 4 { base + value } else { leads.get(&at).copied().unwrap_or(value) });
            }
        }
    }
    Ok(found)
}

/// Splits an object's path into the file and, if the file is an archive, the member.
fn archive_and_member(object: &str) -> (&str, Option<&str>) {
    match object.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
        Some((archive, member)) => (archive, Some(member)),
        None => (object, None),
    }
}

/// Returns the source that the object's debug information names for a symbol.
fn source_of(code: &PreMainCode, object: &str) -> Result<Option<String>> {
    let (file, member) = archive_and_member(object);
    let name = if code.symbol.starts_with(['+', '-']) {
        code.symbol.as_str()
    } else {
        code.symbol.strip_prefix('_').unwrap_or(&code.symbol)
    };
    let text = tool_output("llvm-dwarfdump-19", &[&format!("--name={name}")], Path::new(file))?;
    let mut inside = member.is_none();
    for line in text.lines() {
        if let Some(member) = member.filter(|_| line.contains("file format")) {
            inside = line.contains(&format!("({member})"));
        }
        if inside && let Some((_, rest)) = line.split_once("DW_AT_decl_file") {
            return Ok(rest.split('"').nth(1).map(str::to_owned));
        }
    }
    // Functions that the compiler generates (`__GLOBAL__sub_I_…`) have no declaration, so their source is
    // that of the unit.
    Ok(code.source.clone())
}
