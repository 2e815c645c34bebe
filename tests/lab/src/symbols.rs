//! Measures the time and the memory that the gate needs for a dSYM of a million functions. The gate finds the file of every method, and the
//! functions at 10,000 addresses.
//!
//! The measurement prints figures of `cargo xtask bench stacks`. Each measurement runs in a separate process, so that the peak memory is
//! that of one measurement.

#![expect(clippy::unwrap_used, reason = "a bench's own files")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use gate_attribution::Attribution;
use gate_attribution::symbols::{Cache, SymbolFileIndex, SymbolSource};
use gate_config::Config;
use gate_launches::MethodOwners as _;

const UNITS: u64 = 200;
const FUNCTIONS: u64 = 5_000;
/// Number of bytes of code per function.
const SIZE: u64 = 32;
const BASE: u64 = 0x1_0000_0000;
const TEXT: u64 = BASE + 0x4000;
const UUID: [u8; 16] = [7; 16];

pub(crate) fn run(args: &[String]) {
    if let [dsym, cache] = args {
        println!("{}", serde_json::to_string(&read(Path::new(dsym), Path::new(cache))).unwrap());
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let dsym = folder.path().join("Shop");
    std::fs::write(&dsym, written()).unwrap();
    let mut figures = BTreeMap::new();
    let megabytes = std::fs::metadata(&dsym).unwrap().len() as f64 / 1e6;
    figures.insert("stacks.million.file_mb".to_owned(), megabytes);
    for name in ["read", "again"] {
        let mut process = Command::new(std::env::current_exe().unwrap());
        let output = process.arg("symbols").arg(&dsym).arg(folder.path().join("cache")).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let found: BTreeMap<String, f64> = serde_json::from_slice(&output.stdout).unwrap();
        figures.insert(format!("stacks.million.{name}_s"), found["s"]);
        figures.insert(format!("stacks.million.{name}_mb"), found["mb"]);
    }
    println!("{}", serde_json::to_string(&figures).unwrap());
}

fn read(dsym: &Path, cache: &Path) -> BTreeMap<&'static str, f64> {
    let begun = Instant::now();
    let mut config = Config::default();
    config.attribution.binaries = vec![dsym.to_owned()];
    let cache = Some(Cache::in_folder(cache.to_owned(), 1 << 30));
    let attribution = Attribution::read_with(&config, Path::new("/"), cache.clone()).unwrap();
    assert_eq!(attribution.source_of("-[Class0 method42]"), Some(("src/unit0.m", Some(43))));
    let mut files = SymbolFileIndex::default();
    files.add(dsym).unwrap();
    let files = files.with_cache(cache);
    let offsets: Vec<u64> = (0..10_000).map(|i| TEXT - BASE + i * 100 * SIZE + 12).collect();
    let answers = files.resolve_offsets(&UUID, "", &offsets).unwrap();
    assert!(
        answers.iter().all(|answer| answer.source == SymbolSource::DebugInfo && answer.functions.len() == 1)
    );
    BTreeMap::from([("s", begun.elapsed().as_secs_f64()), ("mb", crate::peak_mb().unwrap_or(0.0))])
}

/// Returns the name of a function. Half of the units are in Objective-C, and the other units are in Swift, where every tenth function is a
/// thunk of another function.
fn name(unit: u64, function: u64) -> String {
    if unit.is_multiple_of(2) {
        return format!("-[Class{unit} method{function}]");
    }
    let (thunk, end) = if function % 10 == 1 { (function - 1, "To") } else { (function, "") };
    let (class, method) = (format!("Class{unit}"), format!("someMethodWithAName{thunk}"));
    format!("$s4Shop{}{class}C{}{method}yyF{end}", class.len(), method.len())
}

fn source_file(unit: u64) -> String {
    format!("/src/unit{unit}.{}", if unit.is_multiple_of(2) { "m" } else { "swift" })
}

fn leb(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Returns debug information in DWARF 4, in a Mach-O file as `dsymutil` writes it.
fn written() -> Vec<u8> {
    let (mut info, mut line, mut strings) = (Vec::new(), Vec::new(), vec![0]);
    let (mut symbols, mut names) = (Vec::new(), vec![0]);
    for unit in 0..UNITS {
        let from = TEXT + unit * FUNCTIONS * SIZE;
        let lines_at = line.len() as u32;
        line.extend(line_program(unit, from));
        let mut body: Vec<u8> = vec![4, 0];
        body.extend(0_u32.to_le_bytes());
        body.push(8);
        leb(&mut body, 1);
        body.extend(strings.len().to_le_bytes()[..4].iter());
        strings.extend(source_file(unit).into_bytes());
        strings.push(0);
        let language: u16 = if unit.is_multiple_of(2) { 0x10 } else { 0x1e };
        body.extend(language.to_le_bytes());
        body.extend(from.to_le_bytes());
        body.extend((FUNCTIONS * SIZE).to_le_bytes());
        body.extend(lines_at.to_le_bytes());
        for function in 0..FUNCTIONS {
            let (name, at) = (name(unit, function), from + function * SIZE);
            leb(&mut body, 2);
            body.extend(strings.len().to_le_bytes()[..4].iter());
            strings.extend(name.bytes());
            strings.push(0);
            body.push(1);
            body.extend((function as u32 + 1).to_le_bytes());
            body.extend(at.to_le_bytes());
            body.extend((SIZE as u32).to_le_bytes());
            symbols.extend((names.len() as u32).to_le_bytes());
            symbols.extend([0xe, 1, 0, 0]);
            symbols.extend(at.to_le_bytes());
            names.extend(if name.starts_with('$') { format!("_{name}") } else { name }.into_bytes());
            names.push(0);
        }
        body.push(0);
        info.extend((body.len() as u32).to_le_bytes());
        info.extend(body);
    }
    // A unit has name, language, low_pc, high_pc and stmt_list. A subprogram has name, file, line, low_pc and
    // high_pc.
    let abbrev = [
        &[1, 0x11, 1, 0x03, 0x0e, 0x13, 0x05, 0x11, 0x01, 0x12, 0x07, 0x10, 0x17, 0, 0][..],
        &[2, 0x2e, 0, 0x03, 0x0e, 0x3a, 0x0b, 0x3b, 0x06, 0x11, 0x01, 0x12, 0x06, 0, 0, 0],
    ];
    let sections = [
        ("__debug_abbrev", abbrev.concat()),
        ("__debug_info", info),
        ("__debug_line", line),
        ("__debug_str", strings),
    ];
    mach_o(&sections, &symbols, &names)
}

/// Returns a line program with two rows per function.
fn line_program(unit: u64, from: u64) -> Vec<u8> {
    let mut header: Vec<u8> = vec![4, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];
    header.push(0);
    header.extend(source_file(unit).into_bytes());
    header.extend([0, 0, 0, 0, 0]);
    let mut program = vec![0, 9, 2];
    program.extend(from.to_le_bytes());
    for _ in 0..FUNCTIONS {
        // The opcodes advance to the next line and add a row, and add a second row for the same line 16 bytes later.
        program.extend([3, 1, 1, 2, 4, 1, 2, 4]);
    }
    program.extend([0, 1, 1]);
    let mut out = Vec::new();
    out.extend((2 + 4 + header.len() as u32 + program.len() as u32).to_le_bytes());
    out.extend([4, 0]);
    out.extend((header.len() as u32).to_le_bytes());
    out.extend(header);
    out.extend(program);
    out
}

/// Returns a name of 16 bytes, padded with zeros.
fn padded(name: &str) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    bytes
}

/// Returns the load command of a segment with `count` sections, but without its section headers.
fn segment(name: &str, address: u64, size: u64, count: usize) -> Vec<u8> {
    let mut out: Vec<u8> =
        [0x19_u32, 72 + 80 * count as u32].iter().flat_map(|word| word.to_le_bytes()).collect();
    out.extend(padded(name));
    out.extend([address, size, 0, 0].iter().flat_map(|word| word.to_le_bytes()));
    out.extend([7_u32, 5, count as u32, 0].iter().flat_map(|word| word.to_le_bytes()));
    out
}

/// Returns a section header of a load command.
fn section(name: &str, segment: &str, address: u64, size: u64, offset: u64, flags: u32) -> Vec<u8> {
    let mut out = [padded(name), padded(segment)].concat();
    out.extend([address, size].iter().flat_map(|word| word.to_le_bytes()));
    out.extend([offset as u32, 0, 0, 0, flags, 0, 0, 0].iter().flat_map(|word| word.to_le_bytes()));
    out
}

fn mach_o(sections: &[(&str, Vec<u8>)], symbols: &[u8], names: &[u8]) -> Vec<u8> {
    let code = UNITS * FUNCTIONS * SIZE;
    let mut at = 4096_u64;
    let mut commands = Vec::new();
    commands.extend([0x1b_u32, 24].iter().flat_map(|word| word.to_le_bytes()));
    commands.extend(UUID);
    commands.extend(segment("__TEXT", BASE, 0x4000 + code, 1));
    commands.extend(section("__text", "__TEXT", TEXT, code, 0, 0x8000_0400));
    commands.extend(segment("__DWARF", BASE + (1 << 32), 1 << 30, sections.len()));
    let mut content = Vec::new();
    for (name, bytes) in sections {
        commands.extend(section(name, "__DWARF", BASE + (1 << 32) + at, bytes.len() as u64, at, 0));
        content.extend(bytes);
        at += bytes.len() as u64;
    }
    let table = [
        2_u32,
        24,
        at as u32,
        symbols.len() as u32 / 16,
        at as u32 + symbols.len() as u32,
        names.len() as u32,
    ];
    commands.extend(table.iter().flat_map(|word| word.to_le_bytes()));
    let header = [0xfeed_facf_u32, 0x0100_000c, 0, 0xa, 4, commands.len() as u32, 0, 0];
    let mut file: Vec<u8> = header.iter().flat_map(|word| word.to_le_bytes()).collect();
    file.extend(commands);
    file.resize(4096, 0);
    [&file[..], &content, symbols, names].concat()
}
