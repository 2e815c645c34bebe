//! `cargo xtask swift`: compiles the Swift modules of Shop, the sample app, to assembly files. The files are committed in compressed form.
//!
//! The tests need only clang, which assembles these files. After a change of a Swift source, a developer must run `cargo xtask swift` once,
//! on any Linux machine with swiftc. Two kinds of Swift can be compiled for the emulated phone without Apple's SDK. One kind is Embedded
//! Swift, which has no Objective-C. The second kind is ordinary Swift with the small standard library of `tests/app/Swift`.
//!
//! Invariant: the head of each assembly file contains a digest of its sources. A test compares this digest with the sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, anyhow, bail};

use crate::workspace;

/// The environment variable that names the root folder of a system with swiftc. `cargo xtask swift` enters the system with chroot.
const ROOT: &str = "LAUNCHGATE_SWIFT_ROOT";

const HELP: &str = "\
Only a change of Shop's Swift sources needs swiftc, since the assembly texts are committed. Where it comes from:
  Debian 13: sudo apt-get install swiftlang
  another Linux: a toolchain of https://www.swift.org/install, its usr/bin in PATH
  without installing: unpack Debian 13's swiftlang and the packages that it depends on with `dpkg -x` into a folder,
    mount /proc into it, and run as root: LAUNCHGATE_SWIFT_ROOT=FOLDER cargo xtask swift";

/// Compiler options of modules that are optimised for speed, with whole-module optimisation.
const COMMON: &[&str] = &["-wmo", "-parse-as-library", "-O"];

/// Compiler options of modules that are optimised for size. With the options for size, the compiler inlines and outlines different
/// functions than with those for speed.
const FOR_SIZE: &[&str] = &["-wmo", "-parse-as-library", "-Osize"];

/// The compression level of zstd. The level is high, since a file is written once and stored permanently.
const LEVEL: i32 = 19;

/// Compiler options of every module. Line tables are the only debug information, with paths relative to the
/// repository.
const LINES: &[&str] = &[
    "-gline-tables-only",
    "-file-prefix-map",
    "app=tests/app",
    "-file-compilation-dir",
    ".",
    "-disable-bridging-pch",
];

const EMBEDDED: &[&str] = &[
    "-target",
    "arm64-apple-none-macho",
    "-enable-experimental-feature",
    "Embedded",
    "-Xcc",
    "-fdeclspec",
    "-Xcc",
    "-ffreestanding",
    "-import-objc-header",
    "app/Kit/Work.h",
];

const ORDINARY: &[&str] = &[
    "-target",
    "arm64-apple-ios14.0",
    "-Xfrontend",
    "-disable-implicit-concurrency-module-import",
    "-Xfrontend",
    "-disable-implicit-string-processing-module-import",
];

/// Options for modules that use the small standard library. The folder `resources` contains links to the compiler's C headers, so that the
/// compiler finds no module map of the host.
const WITH_OUR_LIBRARY: &[&str] = &[
    "-I",
    "library",
    "-resource-dir",
    "resources",
    "-runtime-compatibility-version",
    "none",
    "-Xfrontend",
    "-disable-objc-attr-requires-foundation-module",
    "-Xfrontend",
    "-disable-autolinking-runtime-compatibility",
    "-Xfrontend",
    "-disable-reflection-metadata",
    "-Xcc",
    "-nostdlibinc",
    "-import-objc-header",
    "app/Swift/UIKit.h",
];

struct Module {
    name: &'static str,
    /// Paths relative to `tests/app`: the module's own source, followed by files that it includes or imports.
    sources: &'static [&'static str],
    common: &'static [&'static str],
    flags: &'static [&'static [&'static str]],
}

const PRICING: &[&str] = &["Pricing/Pricing.swift", "Kit/Work.h"];
const CHECKOUT: &[&str] = &["Checkout/Checkout.swift", "Swift/Swift.swift", "Swift/UIKit.h", "Kit/Work.h"];

/// The sources of a separate program that uses many dictionaries.
const TABLES: &[&str] = &["Tables/Tables.swift", "Kit/Work.h"];

const MODULES: [Module; 5] = [
    Module { name: "Pricing", sources: PRICING, common: COMMON, flags: &[EMBEDDED] },
    Module { name: "Pricing", sources: PRICING, common: FOR_SIZE, flags: &[EMBEDDED] },
    Module { name: "Checkout", sources: CHECKOUT, common: COMMON, flags: &[ORDINARY, WITH_OUR_LIBRARY] },
    Module { name: "Tables", sources: TABLES, common: COMMON, flags: &[EMBEDDED] },
    Module { name: "Checkout", sources: CHECKOUT, common: FOR_SIZE, flags: &[ORDINARY, WITH_OUR_LIBRARY] },
];

/// Compiles all modules, writes their assembly files and prints the sizes.
pub(crate) fn swift() -> Result<()> {
    let compiler = Compiler::find()?;
    println!("{}", compiler.version);
    for module in &MODULES {
        let text = compiler.compile(module)?;
        let path = committed(module);
        fs::create_dir_all(path.parent().context("a folder")?)?;
        let packed = zstd::encode_all(text.as_bytes(), LEVEL)?;
        fs::write(&path, &packed).with_context(|| path.display().to_string())?;
        println!("{} ({} kB of {} kB)", path.display(), packed.len() / 1000, text.len() / 1000);
    }
    Ok(())
}

fn app() -> PathBuf {
    workspace::root().join("tests/app")
}

/// Returns the path of a module's assembly file. Builds for size are in a separate folder, since only the tests of builds for size read
/// them.
fn committed(module: &Module) -> PathBuf {
    let folder = app().join(module.name);
    let folder = if module.common == FOR_SIZE { folder.join("Osize") } else { folder };
    folder.join(module.name).with_extension("s.zst")
}

struct Compiler {
    /// The root folder for chroot, or `None` if the compiler runs without chroot.
    root: Option<PathBuf>,
    /// The paths of the working folder, first for this program and then for the compiler in its root folder.
    work: (PathBuf, PathBuf),
    version: String,
    /// The folder that contains the compiler's modules and headers.
    resources: String,
}

impl Compiler {
    fn find() -> Result<Compiler> {
        let root = std::env::var_os(ROOT).map(PathBuf::from);
        if let Some(root) = &root
            && fs::symlink_metadata(root.join("usr/bin/swiftc")).is_err()
        {
            bail!("{ROOT}: no usr/bin/swiftc in {}\n{HELP}", root.display());
        }
        let work = match &root {
            Some(root) => (root.join("tmp/launchgate-swift"), "/tmp/launchgate-swift".into()),
            None => (workspace::target_dir().join("swift"), workspace::target_dir().join("swift")),
        };
        if work.0.is_dir() {
            fs::remove_dir_all(&work.0).with_context(|| work.0.display().to_string())?;
        }
        fs::create_dir_all(&work.0).with_context(|| work.0.display().to_string())?;
        let mut compiler = Compiler { root, work, version: String::new(), resources: String::new() };
        let printed = workspace::read(compiler.command().arg("--version"))
            .map_err(|error| anyhow!("{error:#}\n{HELP}"))?;
        let version = printed.lines().find(|line| line.contains("Swift version"));
        compiler.version =
            version.with_context(|| format!("swiftc --version printed {printed:?}"))?.to_owned();
        let about = workspace::read(compiler.command().arg("-print-target-info"))?;
        let about: serde_json::Value = serde_json::from_str(&about).context("swiftc -print-target-info")?;
        let resources = about["paths"]["runtimeResourcePath"].as_str();
        resources
            .context("swiftc -print-target-info: no runtimeResourcePath")?
            .clone_into(&mut compiler.resources);
        compiler.lay_out()?;
        Ok(compiler)
    }

    /// Returns a command that runs swiftc in its working folder.
    fn command(&self) -> Command {
        let Some(root) = &self.root else {
            let mut command = Command::new("swiftc");
            command.current_dir(&self.work.0);
            return command;
        };
        let mut command = Command::new("chroot");
        command.arg(root).args(["/usr/bin/env", "-C"]).arg(&self.work.1).arg("swiftc");
        command
    }

    /// Copies the sources to paths that are equal on every machine. The function also compiles the small standard library.
    fn lay_out(&self) -> Result<()> {
        let work = &self.work.0;
        for source in MODULES.iter().flat_map(|module| module.sources) {
            let place = work.join("app").join(source);
            fs::create_dir_all(place.parent().context("a folder")?)?;
            fs::copy(app().join(source), &place).with_context(|| place.display().to_string())?;
        }
        fs::create_dir_all(work.join("resources"))?;
        fs::create_dir_all(work.join("library"))?;
        for folder in ["clang", "shims"] {
            link(&Path::new(&self.resources).join(folder), &work.join("resources").join(folder))?;
        }
        let mut library = self.command();
        library.args(COMMON).args(ORDINARY).args(["-parse-stdlib", "-module-name", "Swift", "-emit-module"]);
        library.args(["-emit-module-path", "library/Swift.swiftmodule", "app/Swift/Swift.swift"]);
        workspace::read(&mut library).map(drop)
    }

    fn compile(&self, module: &Module) -> Result<String> {
        let mut command = self.command();
        command
            .args(module.common)
            .args(LINES)
            .args(module.flags.concat())
            .args(["-module-name", module.name]);
        // With these options, no paths of this machine are in the output.
        for (from, to) in [(Path::new(&self.resources), "toolchain"), (&self.work.1, ".")] {
            command.arg("-file-prefix-map").arg(format!("{}={to}", from.display()));
        }
        command.arg("-S").arg(Path::new("app").join(module.sources[0])).args(["-o", "out.s"]);
        workspace::read(&mut command)?;
        let text = fs::read_to_string(self.work.0.join("out.s"))?;
        let text = tidied(&text, module.flags.contains(&EMBEDDED));
        Ok(head(&self.version, &digest_of(module)?, &digest([text.as_bytes()])) + &text)
    }
}

#[cfg(unix)]
fn link(to: &Path, place: &Path) -> Result<()> {
    std::os::unix::fs::symlink(to, place).with_context(|| place.display().to_string())
}

#[cfg(not(unix))]
fn link(to: &Path, _: &Path) -> Result<()> {
    bail!("{}: links are made on Unix only", to.display())
}

fn head(version: &str, sources: &str, text: &str) -> String {
    format!(
        "; Made by `cargo xtask swift`; not to be edited.\n; {version}\n; sources {sources}\n; text {text}\n"
    )
}

/// Removes comments and blank lines from an assembly file.
///
/// An embedded module contains a runtime whose functions have the same names as those of the ordinary runtime. In the assembly of an
/// embedded module, therefore, only functions that C calls remain visible. With this change, both kinds of modules can be linked into one
/// executable.
///
/// The unwind tables of an embedded module are for debuggers only. Without the directive `.cfi_sections`, the tables are in the section
/// from which exceptions read them, as in Swift for iOS. Options for the linker are removed, since the build passes all libraries.
fn tidied(text: &str, embedded: bool) -> String {
    let mut tidy = String::new();
    for line in text.lines() {
        let directive = line.trim_start();
        let quoted = directive.starts_with(".asci");
        let line = if quoted { line } else { line.split(';').next().unwrap_or_default() }.trim_end();
        let words: Vec<&str> = line.split_whitespace().collect();
        let hidden = match words[..] {
            [] | [".linker_option", ..] => true,
            [".cfi_sections", ".debug_frame"] => embedded,
            [".globl" | ".private_extern" | ".weak_definition" | ".weak_def_can_be_hidden", name] => {
                embedded && (name.starts_with("_$") || name.starts_with("_swift_"))
            }
            _ => false,
        };
        if !hidden {
            tidy.push_str(line);
            tidy.push('\n');
        }
    }
    tidy
}

/// Returns a digest of a module's sources and compiler options.
fn digest_of(module: &Module) -> Result<String> {
    let words = [module.common, LINES, &module.flags.concat()].concat();
    let mut parts: Vec<_> = words.iter().map(|word| word.as_bytes().to_vec()).collect();
    for source in module.sources {
        let path = app().join(source);
        parts.push(fs::read(&path).with_context(|| path.display().to_string())?);
    }
    Ok(digest(parts.iter().map(Vec::as_slice)))
}

/// Returns the 64-bit FNV-1a hash of the length and the bytes of each part. The hash detects a forgotten update, but not a forgery.
pub(crate) fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in parts {
        let length = (part.len() as u64).to_le_bytes();
        for byte in length.iter().chain(part) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the reason why a committed assembly file does not match its sources, or `None` if it matches.
    fn stale(module: &Module, text: &str) -> Option<String> {
        let mut lines = text.splitn(5, '\n');
        let mut line = || lines.next().unwrap_or_default();
        let (_, _, sources, made, rest) = (line(), line(), line(), line(), line());
        if sources.strip_prefix("; sources ") != Some(&digest_of(module).unwrap()) {
            return Some(format!("{}: sources changed since; run `cargo xtask swift`", module.name));
        }
        let edited = made.strip_prefix("; text ") != Some(&digest([rest.as_bytes()]));
        edited.then(|| format!("{}: edited by hand; run `cargo xtask swift`", module.name))
    }

    #[test]
    fn committed_assembly_matches_the_sources() {
        for module in &MODULES {
            let packed = fs::read(committed(module)).unwrap();
            let text = String::from_utf8(zstd::decode_all(&*packed).unwrap()).unwrap();
            assert_eq!(stale(module, &text), None);
            let edited = text.replacen("ret\n", "nop\n", 1);
            assert!(stale(module, &edited).is_some_and(|why| why.contains("edited by hand")));
            let (first, second) = text.split_once("; sources ").unwrap();
            let other = format!("{first}; sources -{}", &second[1..]);
            assert!(stale(module, &other).is_some_and(|why| why.contains("sources changed")), "{other:.200}");
        }
    }

    #[test]
    fn every_swift_source_of_shop_belongs_to_a_module() {
        for folder in fs::read_dir(app()).unwrap().map(|entry| entry.unwrap().path()) {
            let Ok(files) = fs::read_dir(&folder) else { continue };
            for file in files.map(|entry| entry.unwrap().path()) {
                let name = file.strip_prefix(app()).unwrap().to_str().unwrap().to_owned();
                let known = MODULES.iter().any(|module| module.sources.contains(&&*name));
                assert!(known || !name.ends_with(".swift"), "{name}");
                assert!(
                    !name.contains(".s.") || MODULES.iter().any(|module| committed(module) == file),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn embedded_swift_assembly_exports_only_functions_that_c_calls() {
        let text = "\t.cfi_sections .debug_frame\n\t.globl\t_Quote\n\t.globl\t_$s1AyyF ; -- Begin\n\n\t.weak_definition\t_swift_once\n\
                    \t.asciz\t\"a;b\"\n; %bb.0:\n\t.linker_option \"-lobjc\"\n\tret\n";
        assert_eq!(tidied(text, true), "\t.globl\t_Quote\n\t.asciz\t\"a;b\"\n\tret\n");
        assert_eq!(
            tidied(text, false),
            "\t.cfi_sections .debug_frame\n\t.globl\t_Quote\n\t.globl\t_$s1AyyF\n\t.weak_definition\t_swift_once\n\t.asciz\t\"a;b\"\n\tret\n"
        );
    }
}
