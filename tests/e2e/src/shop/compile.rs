//! Compiles and links Shop in the folders that Xcode uses, so that debug maps and link maps have the same
//! form as in real apps: `Shop.build/Objects-normal/arm64/Cart.o` for an object of the executable, and
//! `libPayments.a(Payments.o)` for an object of a static library.
//!
//! Invariant: objects and archives are in a folder whose name is a hash of all their inputs, and a folder
//! with this name is complete. Debug maps refer to the objects by path, so the folders are not moved.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use phone::build::{self, Image, Kind, Style};

use super::{STATIC_LIBRARIES, sources};
use crate::assembly;

const SYSTEM: [&str; 7] =
    ["libSystem", "libobjc", "libc++abi", "libswiftCore", "CoreFoundation", "Foundation", "UIKit"];
const SHOP: [&str; 6] = ["main", "Delegates", "Swizzle", "Catalog", "Cart", "Checkout"];

/// An executable or a dynamic library.
#[derive(Clone, Debug)]
pub struct Linked {
    /// The file. The debug map (`N_OSO`) of the file contains paths of existing objects.
    pub file: PathBuf,
    /// The linker's map of the file.
    pub map: PathBuf,
}

/// All files from which the app is assembled.
#[derive(Clone, Debug)]
pub struct Products {
    /// The style in which the app is linked.
    pub style: Style,
    /// The app's executable.
    pub shop: Linked,
    /// The framework with which the executable links.
    pub kit: Linked,
    /// The framework that the app opens at run time.
    pub promotions: Linked,
    /// The static libraries, such as `libPayments.a`.
    pub archives: Vec<PathBuf>,
}

/// The changes that a variant makes to the app.
#[derive(Clone, Copy, Debug, Default)]
pub struct Planted<'a> {
    /// Additional sources, each in a separate module: the module's name, the file's name, and the text.
    pub sources: &'a [(&'a str, &'a str, &'a str)],
    /// Sources whose text differs from the app's, and additional sources: the path below `tests/app`, which ends in `.s` for Swift, and the
    /// text.
    pub edited: &'a [(String, String)],
    /// Additional libraries to link.
    pub libraries: &'a [PathBuf],
    /// Whether the app and its libraries are linked for a simulator.
    pub simulator: bool,
    /// Whether the app is compiled for size instead of speed. The compiler inlines, outlines and merges different functions when it
    /// compiles for size.
    pub for_size: bool,
    /// Additional flags for clang, which follow all other flags. The additional flags do not affect the assembly files from the Swift
    /// compiler.
    pub flags: &'a [&'a str],
}

/// Builds the images of the app that do not exist yet. `slow`, in the syntax of `SHOP_SLOW`, makes functions slow without a switch at run
/// time.
pub fn products(style: Style, slow: Option<&str>) -> Result<Products> {
    products_with(style, slow, Planted::default())
}

/// Builds like [`products`], with additions to the executable.
pub(super) fn products_with(style: Style, slow: Option<&str>, planted: Planted<'_>) -> Result<Products> {
    let folder = objects(style, slow, planted)?;
    let edited = edited(style, planted.edited)?;
    let of = |module: &str, file: &str| {
        let name = object_name(module, file);
        edited.get(&name).cloned().unwrap_or_else(|| folder.join(name))
    };
    let kit = link(style, planted.simulator, "Kit", &[of("Kit", "Work"), of("Kit", "Kit")], &[])?;
    let promotions = link(
        style,
        planted.simulator,
        "Promotions",
        &[of("Promotions", "Promotions")],
        std::slice::from_ref(&kit.file),
    )?;
    // Each static library has one object.
    let archive = |name: &&str| match edited.get(&object_name(name, name)) {
        Some(object) => archive_beside(name, object),
        None => Ok(folder.join(format!("lib{name}.a"))),
    };
    let archives: Vec<_> = STATIC_LIBRARIES.iter().map(archive).collect::<Result<_>>()?;
    let mut inputs: Vec<_> = SHOP.iter().map(|name| of("Shop", name)).collect();
    inputs.extend(archives.iter().cloned());
    inputs.extend(plant(style, planted.sources)?);
    let is_additional = |(name, _): &(&String, &PathBuf)| !folder.join(name.as_str()).is_file();
    inputs.extend(edited.iter().filter(is_additional).map(|(_, object)| object.clone()));
    inputs.extend_from_slice(planted.libraries);
    let shop = link(style, planted.simulator, "Shop", &inputs, std::slice::from_ref(&kit.file))?;
    Ok(Products { style, shop, kit, promotions, archives })
}

fn link(
    style: Style,
    simulator: bool,
    name: &str,
    inputs: &[PathBuf],
    frameworks: &[PathBuf],
) -> Result<Linked> {
    let (kind, flags): (_, &[&str]) = if name == "Shop" {
        // Without -ObjC, the linker would omit categories in archives that have no class. Every app with
        // Objective-C libraries passes -ObjC.
        (Kind::Executable, &["-rpath", "@executable_path/Frameworks", "-ObjC"])
    } else {
        (Kind::Library(format!("@rpath/{name}.framework/{name}")), &[])
    };
    let mut image = Image::new(name, kind, style, []);
    image.simulator = simulator;
    // Reserves space for a signature, which `sign` fills, and for the gate's load command. Apple's linker
    // leaves this space by default.
    let room = ["-adhoc_codesign", "-headerpad", "0x400"];
    image.ldflags = flags.iter().chain(&room).map(|flag| (*flag).to_owned()).collect();
    let system = build::system()?;
    image.libraries.extend_from_slice(inputs);
    image.libraries.extend_from_slice(frameworks);
    image.libraries.extend(SYSTEM.iter().map(|library| system.by_folder[*library].clone()));
    let file = build::build(&image)?;
    let mut map = file.clone().into_os_string();
    map.push(".map");
    Ok(Linked { file, map: map.into() })
}

/// Compiles the additional sources to objects in separate modules.
fn plant(style: Style, sources: &[(&str, &str, &str)]) -> Result<Vec<PathBuf>> {
    let flags = build::compile_flags(style);
    sources.iter().map(|(module, file, text)| compile_planted(&flags, module, file, text)).collect()
}

fn object_name(module: &str, file: &str) -> String {
    format!("{module}.build/Objects-normal/arm64/{file}.o")
}

/// Compiles the sources with another text. Returns the objects by their names below the folder of all objects.
fn edited(style: Style, sources: &[(String, String)]) -> Result<BTreeMap<String, PathBuf>> {
    let mut objects = BTreeMap::new();
    for (path, text) in sources {
        let (module, file) = path.split_once('/').context("a file of a module")?;
        let mut flags = build::compile_flags(style);
        flags.extend(language(module, Path::new(file)).iter().map(Into::into));
        for folder in [module, "Kit"] {
            flags.extend(["-iquote".into(), sources_of(folder).into_os_string()]);
        }
        let object = compile_planted(&flags, module, file, text)?;
        let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
        objects.insert(object_name(module, &stem), object);
    }
    Ok(objects)
}

fn sources_of(module: &str) -> PathBuf {
    sources().join(module)
}

/// Writes a static library of one object into the object's folder.
fn archive_beside(name: &str, object: &Path) -> Result<PathBuf> {
    let path = object.with_file_name(format!("lib{name}.a"));
    if !path.is_file() {
        run(Command::new("llvm-ar-19").args(["rcs", "--format=darwin"]).arg(&path).arg(object))?;
    }
    Ok(path)
}

/// Compiles one additional source, unless its object exists. The debug information of the object names the module's folder of `tests/app`.
fn compile_planted(flags: &[OsString], module: &str, file: &str, text: &str) -> Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    (flags, file, text).hash(&mut hasher);
    let folder = build::output().join("shop").join(format!("planted-{:016x}", hasher.finish()));
    let place = folder.join(format!("{module}.build/Objects-normal/arm64"));
    fs::create_dir_all(&place)?;
    let source = folder.join(file);
    let object = place.join(Path::new(file).file_stem().unwrap_or_default()).with_extension("o");
    if !object.is_file() {
        fs::write(&source, text)?;
        // The object gets its final name when it is complete, since another test may build it at the same
        // time.
        let part = tempfile::NamedTempFile::new_in(&place)?;
        let mut command = Command::new("clang-19");
        command.args(flags);
        if ending(&source) != "s" {
            let map = format!("-fdebug-prefix-map={}={}", folder.display(), sources_of(module).display());
            command.args(["-g".to_owned(), map]);
        }
        run(command.arg(&source).arg("-o").arg(part.path()))?;
        part.persist(&object)?;
    }
    Ok(object)
}

/// Returns a folder that contains every object and every archive.
fn objects(style: Style, slow: Option<&str>, planted: Planted<'_>) -> Result<PathBuf> {
    let mut flags = build::compile_flags(style);
    flags.extend(slow.map(|slow| format!("-DSHOP_BUILT_SLOW=\"{slow}\"").into()));
    let modules: Vec<(&str, Vec<PathBuf>)> = ["Shop", "Kit", "Promotions"]
        .iter()
        .chain(&STATIC_LIBRARIES)
        .map(|module| Ok((*module, files(&sources().join(module))?)))
        .collect::<Result<_>>()?;
    let mut modules = modules;
    if planted.for_size {
        flags.push("-Os".into());
        // Swift code that is compiled for size is in separate files.
        for (module, files) in &mut modules {
            files.retain(|file| ending(file) != "s");
            let place = sources().join(module).join("Osize");
            files.extend(if place.is_dir() { self::files(&place)? } else { Vec::new() });
        }
    }
    flags.extend(planted.flags.iter().map(Into::into));
    let mut hasher = DefaultHasher::new();
    (&flags, include_str!("compile.rs"), sources()).hash(&mut hasher);
    for header in headers(&build::workspace().join("tests/phone/ios/include"))? {
        fs::read(header)?.hash(&mut hasher);
    }
    for file in modules.iter().flat_map(|(_, files)| files) {
        (file, fs::read(file)?).hash(&mut hasher);
    }
    let root = build::output().join("shop");
    fs::create_dir_all(&root)?;
    let folder = root.join(format!("{style:?}-{:016x}", hasher.finish()));
    let lock = File::create(root.join("lock"))?;
    lock.lock()?;
    if folder.is_dir() {
        return Ok(folder);
    }
    let work = root.join("work");
    if work.is_dir() {
        fs::remove_dir_all(&work)?;
    }
    for (module, files) in &modules {
        let place = work.join(format!("{module}.build/Objects-normal/arm64"));
        fs::create_dir_all(&place)?;
        let mut built = Vec::new();
        for file in files.iter().filter(|file| ending(file) != "h") {
            let object = place.join(file.file_stem().unwrap_or_default()).with_extension("o");
            let mut command = Command::new("clang-19");
            command.args(&flags).args(language(module, file));
            run(command.arg(file).arg("-o").arg(&object))?;
            built.push(object);
        }
        if STATIC_LIBRARIES.contains(module) {
            let archive = work.join(format!("lib{module}.a"));
            run(Command::new("llvm-ar-19").args(["rcs", "--format=darwin"]).arg(archive).args(&built))?;
        }
    }
    fs::rename(&work, &folder)?;
    Ok(folder)
}

/// Returns the flags for the language of a file, which follow the common flags.
fn language(module: &str, file: &Path) -> &'static [&'static str] {
    match ending(file) {
        // The output of the Swift compiler has its own debug information. The assembler's warnings about it
        // are irrelevant.
        "s" => &["-w"],
        "cpp" => &["-g", "-Wall", "-Werror", "-std=c++17"],
        // Analytics represents an old library with manual reference counting.
        _ if module == "Analytics" => &["-g", "-Wall", "-Werror", "-fno-objc-arc"],
        _ => &["-g", "-Wall", "-Werror", "-fobjc-arc"],
    }
}

fn ending(path: &Path) -> &str {
    path.extension().and_then(OsStr::to_str).unwrap_or_default()
}

/// Returns the sources and headers in a folder, sorted. Compressed assembly files are unpacked.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        files.push(if ending(&path) == "zst" { assembly::unpack(&path)? } else { path });
    }
    files.retain(|file| matches!(ending(file), "m" | "c" | "cpp" | "s" | "h"));
    files.sort();
    Ok(files)
}

fn headers(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(headers(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn run(command: &mut Command) -> Result<()> {
    let tool = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .with_context(|| format!("{tool} is missing: sudo apt-get install clang-19 lld-19 llvm-19"))?;
    if !output.status.success() {
        bail!("{command:?}\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}
