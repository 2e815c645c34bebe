//! Compares the gate's names for the functions of Shop with the names of LLVM's symbolizer, and the gate's demangler with Swift's and
//! LLVM's.
//!
//! The example prints the figures of `cargo xtask bench stacks` that need no launch.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use e2e::shop::Shop;
use gate_attribution::symbols::{MachO, ResolvedAddress, SymbolFileIndex, demangle};
use phone::build::Style;

/// Mangled names, with the output of `swift demangle -compact` and `llvm-cxxfilt` for each.
const DEMANGLED: [&str; 2] = [
    include_str!("../../../crates/gate-attribution/src/symbols/demangle/swift.tsv"),
    include_str!("../../../crates/gate-attribution/src/symbols/demangle/cpp.tsv"),
];

fn main() -> Result<()> {
    // Further dSYMs may be passed as arguments.
    for dsym in std::env::args_os().skip(1) {
        let (equal, all) = compare(Path::new(&dsym))?;
        eprintln!("{}: {equal} of {all}", dsym.display());
    }
    let mut figures = BTreeMap::new();
    let shop = Shop::build(Style::Chained)?;
    let (mut equal, mut all) = (0, 0);
    let work = tempfile::tempdir()?;
    for linked in [&shop.products.shop, &shop.products.kit, &shop.products.promotions] {
        let dsym = dsym(&linked.file, work.path())?;
        let (same, total) = compare(&dsym)?;
        equal += same;
        all += total;
    }
    ensure!(all > 200, "only {all} addresses: the dSYMs hold less than Shop has");
    figures.insert("stacks.symbols", f64::from(equal) / f64::from(all));
    let (mut same, mut names) = (0, 0);
    for line in DEMANGLED.iter().flat_map(|text| text.lines()) {
        let (symbol, wanted) = line.split_once('\t').context("a name and what it means")?;
        names += 1;
        same += i32::from(demangle::full_name(symbol) == wanted);
    }
    figures.insert("stacks.demangled", f64::from(same) / f64::from(names));
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&figures)?)?;
    Ok(())
}

/// Writes an executable's dSYM with `dsymutil` and returns its DWARF file.
fn dsym(executable: &Path, folder: &Path) -> Result<PathBuf> {
    let name = executable.file_name().context("a file")?;
    let bundle = folder.join(name).with_extension("dSYM");
    let output = Command::new("dsymutil-19").arg(executable).arg("-o").arg(&bundle).output()?;
    ensure!(output.status.success(), "dsymutil: {}", String::from_utf8_lossy(&output.stderr));
    Ok(bundle.join("Contents/Resources/DWARF").join(name))
}

/// Returns the number of first and middle instructions of functions for which the gate and the symbolizer agree, and the number of
/// instructions that were compared.
fn compare(dsym: &Path) -> Result<(u32, u32)> {
    let bytes = std::fs::read(dsym)?;
    let macho = MachO::read(&bytes).map_err(anyhow::Error::msg)?;
    let mut begins: Vec<u64> = macho.symbols().map(|(address, _)| address).collect();
    begins.dedup();
    let mut addresses = Vec::new();
    for (index, begin) in begins.iter().enumerate() {
        addresses.push(*begin);
        // The symbol table has no end of the last function, so that function is skipped.
        if let Some(next) = begins.get(index + 1) {
            addresses.push((begin + (next - begin) / 2) & !3);
        }
    }
    addresses.sort_unstable();
    addresses.dedup();
    let mut files = SymbolFileIndex::default();
    files.add(dsym)?;
    let uuid = macho.uuid.context("a UUID")?;
    let offsets: Vec<u64> = addresses.iter().map(|address| address - macho.base).collect();
    let ours = files.resolve_offsets(&uuid, "", &offsets).map_err(anyhow::Error::msg)?;
    let theirs = symbolizer(dsym, &addresses)?;
    let mut equal = 0;
    for ((address, ours), theirs) in addresses.iter().zip(&ours).zip(&theirs) {
        let ours = function_names(ours);
        let outermost = theirs.len() - 1;
        let same = ours.len() == theirs.len()
            && ours.iter().zip(theirs).enumerate().all(|(row, (ours, theirs))| {
                let begin = macho.function(*address).map_or(0, |(begin, _)| begin);
                let alias = || row == outermost && macho.names_at(begin).any(|name| name == ours.0);
                (ours.0 == theirs.0 || alias()) && (&ours.1, ours.2) == (&theirs.1, theirs.2)
            });
        if !same {
            eprintln!("{address:#x}: {ours:?}\n  the symbolizer: {theirs:?}");
        }
        equal += u32::from(same);
    }
    Ok((equal, addresses.len() as u32))
}

/// The name, file name and line of each function at an address, innermost first.
type FunctionNames = Vec<(String, String, u64)>;

fn function_names(answer: &ResolvedAddress) -> FunctionNames {
    let place = |function: &gate_attribution::symbols::Function| {
        let place = function.place.clone();
        let file = place.as_ref().map_or("", |place| file_name(&place.file)).to_owned();
        (function.name.clone(), file, place.and_then(|place| place.line).map_or(0, u64::from))
    };
    answer.functions.iter().map(place).collect()
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

fn symbolizer(dsym: &Path, addresses: &[u64]) -> Result<Vec<FunctionNames>> {
    let mut process = Command::new("llvm-symbolizer-19")
        .args([
            "--output-style=JSON",
            "--no-demangle",
            "--functions=linkage",
            "--inlining",
            "--default-arch=arm64",
        ])
        .arg(format!("--obj={}", dsym.display()))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("llvm-symbolizer-19 is missing: sudo apt-get install llvm-19")?;
    let text: String = addresses.iter().map(|address| format!("{address:#x}\n")).collect();
    let mut stdin = process.stdin.take().context("a pipe")?;
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = process.wait_with_output()?;
    writer.join().ok().context("the symbolizer takes all addresses")??;
    let mut found = Vec::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let line: serde_json::Value = serde_json::from_str(line)?;
        let symbols = line["Symbol"].as_array().cloned().unwrap_or_default();
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let plain = |name: String| name.strip_prefix('_').map_or(name.clone(), str::to_owned);
        let last = symbols.len().saturating_sub(1);
        let of = symbols.iter().enumerate().map(|(row, symbol)| {
            let name = text(&symbol["FunctionName"]);
            // The outermost function's name comes from the symbol table, with the linker's underscore.
            let name = if row == last { plain(name) } else { name };
            (name, file_name(&text(&symbol["FileName"])).to_owned(), symbol["Line"].as_u64().unwrap_or(0))
        });
        found.push(of.collect());
    }
    ensure!(found.len() == addresses.len(), "{} answers to {} addresses", found.len(), addresses.len());
    Ok(found)
}
