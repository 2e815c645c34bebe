//! Compiles the code that runs on the phone: the small iOS of `tests/phone/ios`, and fixtures of tests.
//!
//! Each file is built once for each content: the file's name contains a hash of its sources, headers,
//! commands and tools. Invariant: a file under its final name is complete, since a rename gives the file this
//! name. A file lock ensures that only one process builds at a time.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};

/// The reason for which a build failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program is not installed.
    #[error("{tool} is missing ({source}); install it with: {install}")]
    MissingTool {
        /// The program's name.
        tool: String,
        /// The command that installs it.
        install: &'static str,
        /// The error of the attempt to run it.
        source: std::io::Error,
    },
    /// A program failed on its input.
    #[error("{command}\n{output}")]
    Failed {
        /// The command line.
        command: String,
        /// The output of the failed program.
        output: String,
    },
    /// A file could not be read or written.
    #[error("{path}: {source}")]
    File { path: PathBuf, source: std::io::Error },
    /// A `link` file has a line that cannot be parsed.
    #[error("{path}, line {line}: {reason}")]
    Manifest {
        path: PathBuf,
        /// The line's number, from 1.
        line: usize,
        /// The problem of the line.
        reason: String,
    },
}

/// Styles of linking: the forms that Apple's tools of different years produce.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// iOS 14: chained fixups, `__init_offsets`, `__DATA_CONST`.
    Chained,
    /// iOS 12: rebase and bind opcodes, lazy binding, `__mod_init_func`, all in `__DATA`.
    Opcodes,
    /// Chained fixups, and one message stub per selector.
    StubsFast,
    /// Chained fixups, and smaller message stubs that jump to a shared stub.
    StubsSmall,
}

impl Style {
    /// All styles of linking.
    pub const ALL: [Style; 4] = [Style::Chained, Style::Opcodes, Style::StubsFast, Style::StubsSmall];

    /// Returns the oldest iOS that runs a file of this style.
    fn target(self) -> &'static str {
        if self == Style::Opcodes { "12.0" } else { "14.0" }
    }

    fn flags(self) -> &'static [&'static str] {
        match self {
            Style::Chained => &["-fixup_chains"],
            Style::Opcodes => &["-no_fixup_chains"],
            Style::StubsFast => &["-fixup_chains", "-objc_stubs_fast"],
            Style::StubsSmall => &["-fixup_chains", "-objc_stubs_small"],
        }
    }
}

/// The kind of file that the linker produces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// The main program.
    Executable,
    /// A library with this install name.
    Library(String),
}

/// One image to build.
#[derive(Debug, Clone)]
pub struct Image {
    /// The name of the built file.
    pub name: String,
    /// Whether the image is a main program or a library.
    pub kind: Kind,
    /// The style in which the image is linked.
    pub style: Style,
    /// The `.c .m .mm .cpp .S .s` files; each is compiled separately.
    pub sources: Vec<PathBuf>,
    /// Flags for the compiler, after the flags that all images have.
    pub cflags: Vec<String>,
    /// Whether the image is for a simulator instead of a phone.
    pub simulator: bool,
    /// Flags for the linker, after the flags that all images have and before the libraries.
    pub ldflags: Vec<String>,
    /// The libraries with which the image links.
    pub libraries: Vec<PathBuf>,
}

impl Image {
    /// Creates an image of the given sources, with the phone's headers.
    pub fn new(name: &str, kind: Kind, style: Style, sources: impl IntoIterator<Item = PathBuf>) -> Self {
        Image {
            name: name.to_owned(),
            kind,
            style,
            simulator: false,
            sources: sources.into_iter().collect(),
            cflags: Vec::new(),
            ldflags: Vec::new(),
            libraries: Vec::new(),
        }
    }
}

const INSTALL: &str = "sudo apt-get install clang-19 lld-19 llvm-19";

/// Returns the repository's root.
pub fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

fn ios() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ios")
}

/// Returns the folder in which built files are stored.
pub fn output() -> PathBuf {
    workspace().join("target/phone")
}

fn at<T>(path: &Path, result: std::io::Result<T>) -> Result<T, Error> {
    result.map_err(|source| Error::File { path: path.to_owned(), source })
}

fn run(tool: &str, arguments: &[OsString]) -> Result<String, Error> {
    let output = Command::new(tool).args(arguments).output();
    let output =
        output.map_err(|source| Error::MissingTool { tool: tool.into(), install: INSTALL, source })?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    let words: Vec<_> = arguments.iter().map(|word| word.to_string_lossy()).collect();
    let command = format!("{tool} {}", words.join(" "));
    Err(Error::Failed { command, output: text + &String::from_utf8_lossy(&output.stderr) })
}

/// Returns the versions of the tools, read once per process. The versions are part of the hash, since another
/// version of a tool produces different files.
fn tools() -> Result<String, Error> {
    static CACHE: Mutex<Option<String>> = Mutex::new(None);
    let mut cache = CACHE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(text) = &*cache {
        return Ok(text.clone());
    }
    let text = run("clang-19", &["--version".into()])? + &run("ld64.lld-19", &["--version".into()])?;
    Ok(cache.insert(text).clone())
}

/// Returns a hash of all headers below a folder, computed once per process.
fn headers() -> Result<u64, Error> {
    fn collect(folder: &Path, into: &mut BTreeMap<PathBuf, Vec<u8>>) -> Result<(), Error> {
        for entry in at(folder, fs::read_dir(folder))? {
            let path = at(folder, entry)?.path();
            if path.is_dir() {
                collect(&path, into)?;
            } else {
                into.insert(path.clone(), at(&path, fs::read(&path))?);
            }
        }
        Ok(())
    }
    static CACHE: Mutex<Option<u64>> = Mutex::new(None);
    let mut cache = CACHE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(hash) = *cache {
        return Ok(hash);
    }
    let mut all = BTreeMap::new();
    collect(&ios().join("include"), &mut all)?;
    let mut hasher = DefaultHasher::new();
    all.hash(&mut hasher);
    Ok(*cache.insert(hasher.finish()))
}

/// Returns clang's flags that all images of a style have in common, which precede the image's own flags.
pub fn compile_flags(style: Style) -> Vec<OsString> {
    let mut flags: Vec<OsString> = vec![
        "-target".into(),
        format!("arm64-apple-ios{}", style.target()).into(),
        "-O2".into(),
        "-g0".into(),
        "-nostdlibinc".into(),
        "-isystem".into(),
        ios().join("include").into(),
    ];
    flags.extend(
        [
            "-fno-objc-arc",
            "-fblocks",
            "-fexceptions",
            "-fobjc-exceptions",
            "-funwind-tables",
            "-fvisibility=default",
            "-Wno-unused-command-line-argument",
            "-c",
        ]
        .map(OsString::from),
    );
    flags
}

/// Builds an image unless it is built already, and returns its path. The linker's map has the same path with
/// the extension `.map`.
pub fn build(image: &Image) -> Result<PathBuf, Error> {
    let flags = compile_flags(image.style);
    let mut hasher = DefaultHasher::new();
    // The hash includes this file, since a change of it may change the result.
    (tools()?, headers()?, include_str!("build.rs"), &image.name, image.style).hash(&mut hasher);
    (&flags, &image.cflags, &image.ldflags, format!("{:?}", image.kind), image.simulator).hash(&mut hasher);
    for source in &image.sources {
        (source, at(source, fs::read(source))?).hash(&mut hasher);
        // The hash includes the files next to a source, since the source may include them.
        for near in neighbours(source)? {
            at(&near, fs::read(&near))?.hash(&mut hasher);
        }
    }
    for library in &image.libraries {
        (library, at(library, fs::read(library))?).hash(&mut hasher);
    }
    let folder = output().join("images");
    let name = format!("{}-{:016x}", image.name, hasher.finish());
    let result = folder.join(&name);
    if result.is_file() {
        return Ok(result);
    }
    at(&folder, fs::create_dir_all(&folder))?;
    let lock_path = folder.join("lock");
    let lock = at(&lock_path, File::create(&lock_path))?;
    at(&lock_path, lock.lock())?;
    if result.is_file() {
        return Ok(result);
    }
    let work = folder.join(format!("{name}.work"));
    at(&work, fs::create_dir_all(&work))?;
    let objects = compile(image, &flags, &work)?;
    link(image, &objects, &work.join("image"), &folder.join(format!("{name}.map")))?;
    at(&result, fs::rename(work.join("image"), &result))?;
    // The objects of an image with line tables are kept, because its symbol table refers to the line tables
    // in the objects.
    if !image.cflags.iter().any(|flag| flag == "-g") {
        at(&work, fs::remove_dir_all(&work))?;
    }
    Ok(result)
}

/// Returns the headers and the files for the assembler's `.include` in a source's folder, sorted.
fn neighbours(source: &Path) -> Result<Vec<PathBuf>, Error> {
    let Some(folder) = source.parent() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for entry in at(folder, fs::read_dir(folder))? {
        let path = at(folder, entry)?.path();
        if matches!(path.extension().and_then(|end| end.to_str()), Some("h" | "inc")) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Compiles the sources that no other thread compiles; `next` is the shared index of the next source. Returns
/// the objects with their indexes.
fn compile_remaining(
    image: &Image,
    flags: &[OsString],
    work: &Path,
    next: &AtomicUsize,
) -> Result<Vec<(usize, PathBuf)>, Error> {
    let mut objects = Vec::new();
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(source) = image.sources.get(index) else { return Ok(objects) };
        let object = work.join(format!("{index}.o"));
        let mut arguments = flags.to_vec();
        arguments.extend(image.cflags.iter().map(OsString::from));
        arguments.extend([source.into(), "-o".into(), object.clone().into()]);
        run("clang-19", &arguments)?;
        objects.push((index, object));
    }
}

fn compile(image: &Image, flags: &[OsString], work: &Path) -> Result<Vec<PathBuf>, Error> {
    let next = AtomicUsize::new(0);
    let results = std::thread::scope(|scope| {
        let start = |_| scope.spawn(|| compile_remaining(image, flags, work, &next));
        let workers: Vec<_> = (0..2).map(start).collect();
        workers.into_iter().map(|worker| worker.join()).collect::<Vec<_>>()
    });
    let mut objects = Vec::new();
    for result in results {
        match result {
            Ok(found) => objects.extend(found?),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
    objects.sort();
    Ok(objects.into_iter().map(|(_, object)| object).collect())
}

fn link(image: &Image, objects: &[PathBuf], result: &Path, map: &Path) -> Result<(), Error> {
    let platform = if image.simulator { "ios-simulator" } else { "ios" };
    let mut arguments: Vec<OsString> =
        ["-arch", "arm64", "-platform_version", platform, image.style.target(), "17.0"]
            .map(OsString::from)
            .into();
    match &image.kind {
        Kind::Executable => arguments.extend(["-execute", "-e", "_main"].map(OsString::from)),
        Kind::Library(name) => {
            arguments.extend(["-dylib".into(), "-install_name".into(), OsString::from(name)]);
        }
    }
    arguments.extend(image.style.flags().iter().map(OsString::from));
    arguments.extend(image.ldflags.iter().map(OsString::from));
    arguments.extend(objects.iter().map(OsString::from));
    arguments.extend(image.libraries.iter().map(OsString::from));
    arguments.extend(["-map".into(), map.into(), "-o".into(), result.into()]);
    run("ld64.lld-19", &arguments).map(drop)
}

/// The contents of a library's `link` file.
#[derive(Debug, Default, PartialEq, Eq)]
struct Manifest {
    name: String,
    needs: Vec<String>,
    reexports: Vec<String>,
    also: Vec<String>,
    cflags: Vec<String>,
    ldflags: Vec<String>,
}

fn manifest_error(path: &Path, line: usize, reason: &str) -> Error {
    Error::Manifest { path: path.to_owned(), line, reason: reason.to_owned() }
}

fn parse_manifest(path: &Path, text: &str) -> Result<Manifest, Error> {
    let mut manifest = Manifest::default();
    for (index, line) in text.lines().enumerate() {
        let wrong = |reason: &str| manifest_error(path, index + 1, reason);
        let line = line.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace().map(str::to_owned);
        let Some(key) = words.next() else { continue };
        let words: Vec<String> = words.collect();
        match (key.as_str(), &words[..]) {
            ("name", [name]) if manifest.name.is_empty() => manifest.name.clone_from(name),
            ("name", _) => return Err(wrong("`name` takes one word and comes once")),
            ("needs", _) => manifest.needs.extend(words),
            ("reexports", _) => manifest.reexports.extend(words),
            ("also", _) => manifest.also.extend(words),
            ("cflags", _) => manifest.cflags.extend(words),
            ("ldflags", _) => manifest.ldflags.extend(words),
            _ => return Err(wrong(&format!("unknown key `{key}`"))),
        }
    }
    if manifest.name.is_empty() {
        return Err(manifest_error(path, 1, "no `name`"));
    }
    Ok(manifest)
}

/// The libraries of the small iOS, by install name and by folder.
#[derive(Debug, Clone, Default)]
pub struct System {
    /// Libraries for [`crate::Config`].
    pub by_name: HashMap<String, PathBuf>,
    /// Libraries to link with.
    pub by_folder: BTreeMap<String, PathBuf>,
}

fn rust_src() -> Result<String, Error> {
    let install = "rustup component add rust-src";
    let output = Command::new("rustc").args(["--print", "sysroot"]).output();
    let output = output.map_err(|source| Error::MissingTool { tool: "rustc".into(), install, source })?;
    let root = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()).join("lib/rustlib/src/rust/src");
    if !root.is_dir() {
        let source = std::io::ErrorKind::NotFound.into();
        return Err(Error::MissingTool { tool: root.display().to_string(), install, source });
    }
    Ok(root.display().to_string())
}

/// Builds every library of `tests/phone/ios`. A second call in the same process returns the result of the
/// first call.
pub fn system() -> Result<System, Error> {
    static BUILT: LazyLock<Mutex<Option<System>>> = LazyLock::new(Mutex::default);
    let mut built = BUILT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(system) = &*built {
        return Ok(system.clone());
    }
    let mut manifests = BTreeMap::new();
    for entry in at(&ios(), fs::read_dir(ios()))? {
        let folder = at(&ios(), entry)?.path();
        let path = folder.join("link");
        if path.is_file() {
            let manifest = parse_manifest(&path, &at(&path, fs::read_to_string(&path))?)?;
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            manifests.insert(name, (folder, manifest));
        }
    }
    let mut system = System::default();
    while system.by_folder.len() < manifests.len() {
        let ready = manifests.iter().find(|(name, (_, manifest))| {
            let needs = manifest.needs.iter().chain(&manifest.reexports);
            !system.by_folder.contains_key(*name)
                && needs.clone().all(|need| system.by_folder.contains_key(need))
        });
        let Some((name, (folder, manifest))) = ready else {
            let path = ios();
            let left: Vec<_> =
                manifests.keys().filter(|name| !system.by_folder.contains_key(*name)).collect();
            let reason = format!("libraries need each other, or what is not there: {left:?}");
            return Err(Error::Manifest { path, line: 1, reason });
        };
        let file = build_library(name, folder, manifest, &system)?;
        system.by_name.insert(manifest.name.clone(), file.clone());
        system.by_folder.insert(name.clone(), file);
    }
    Ok(built.insert(system).clone())
}

/// Replaces the variables of a `link` file: `@here` and `@rust-src`.
fn expand(folder: &Path, words: &[String]) -> Result<Vec<String>, Error> {
    let mut expanded = Vec::new();
    for word in words {
        let mut word = word.replace("@here", &folder.display().to_string());
        if word.contains("@rust-src") {
            word = word.replace("@rust-src", &rust_src()?);
        }
        expanded.push(word);
    }
    Ok(expanded)
}

fn build_library(name: &str, folder: &Path, manifest: &Manifest, system: &System) -> Result<PathBuf, Error> {
    // The environment variable for `cargo xtask test --real-objc` replaces libobjc.
    if name == "libobjc"
        && let Some(real) = std::env::var_os("PHONE_REAL_OBJC")
    {
        return Ok(real.into());
    }
    let mut sources = Vec::new();
    for entry in at(folder, fs::read_dir(folder))? {
        let path = at(folder, entry)?.path();
        let end = path.extension().and_then(|end| end.to_str());
        if matches!(end, Some("c" | "m" | "mm" | "cpp" | "S")) {
            sources.push(path);
        }
    }
    sources.sort();
    sources.extend(expand(folder, &manifest.also)?.iter().map(|path| folder.join(path)));
    let mut image = Image::new(name, Kind::Library(manifest.name.clone()), Style::Chained, sources);
    image.cflags = vec!["-Wall".to_owned(), "-Werror".to_owned()];
    image.cflags.extend(expand(folder, &manifest.cflags)?);
    image.ldflags = expand(folder, &manifest.ldflags)?;
    let file = |need: &String| system.by_folder[need].clone();
    image.libraries = manifest.needs.iter().map(file).collect();
    for need in &manifest.reexports {
        image.ldflags.extend(["-reexport_library".to_owned(), file(need).display().to_string()]);
    }
    build(&image)
}

/// Writes generated source to a file whose name contains a hash of the text, so that [`build`] does not build
/// it again.
pub fn source(name: &str, text: &str) -> Result<PathBuf, Error> {
    let mut hasher = DefaultHasher::new();
    (name, text).hash(&mut hasher);
    let folder = output().join("sources").join(format!("{:016x}", hasher.finish()));
    let path = folder.join(name);
    if !path.is_file() {
        at(&folder, fs::create_dir_all(&folder))?;
        let half = folder.join(format!("{name}.{}", std::process::id()));
        at(&half, fs::write(&half, text))?;
        at(&path, fs::rename(&half, &path))?;
    }
    Ok(path)
}

/// Joins thin files into a fat file. Each slice has a CPU type, a subtype and the bytes.
pub fn fat(slices: &[(u32, u32, &[u8])]) -> Vec<u8> {
    let mut file = Vec::new();
    file.extend(0xcafe_babe_u32.to_be_bytes());
    file.extend((slices.len() as u32).to_be_bytes());
    let mut offset = 0x4000u32;
    for (cpu, subtype, bytes) in slices {
        for word in [*cpu, *subtype, offset, bytes.len() as u32, 14] {
            file.extend(word.to_be_bytes());
        }
        offset = (offset + bytes.len() as u32).next_multiple_of(0x4000);
    }
    for (_, _, bytes) in slices {
        file.resize(file.len().next_multiple_of(0x4000), 0);
        file.extend_from_slice(bytes);
    }
    file
}

/// Removes the indirect symbol table from a thin file, as some shrinking tools do: pointers keep their values
/// but lose their names.
pub fn strip_indirect_symbols(file: &mut [u8]) {
    let word = |file: &[u8], at: usize| {
        file.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes)
    };
    let mut at = 32;
    for _ in 0..word(file, 16) {
        // The load command LC_DYSYMTAB contains the fields indirectsymoff and nindirectsyms.
        if word(file, at) == 0xb && at + 64 <= file.len() {
            file[at + 56..at + 64].fill(0);
        }
        at += word(file, at + 4) as usize;
    }
}

/// Returns the agent as it is released, built by `cargo xtask agent` once per process (cargo decides whether
/// a build is necessary).
pub fn agent() -> Result<PathBuf, Error> {
    static BUILT: Mutex<Option<PathBuf>> = Mutex::new(None);
    let mut built = BUILT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(path) = &*built {
        return Ok(path.clone());
    }
    Ok(built.insert(build_agent(&[], "liblaunchgate.dylib")?).clone())
}

/// Returns an agent that is built without the code that samples call stacks.
pub fn agent_without_sampler() -> Result<PathBuf, Error> {
    build_agent(&["--without-sampler"], "without-sampler.dylib")
}

fn build_agent(options: &[&str], name: &str) -> Result<PathBuf, Error> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(&cargo);
    command.args(["xtask", "agent"]).args(options).current_dir(workspace());
    // The variables that cargo set for this test must not affect the separate build.
    for (key, _) in std::env::vars_os() {
        let name = key.to_string_lossy();
        if name.starts_with("CARGO_") && name != "CARGO_HOME" && name != "CARGO_BUILD_JOBS" {
            command.env_remove(&key);
        }
    }
    let output = command.output().map_err(|source| Error::MissingTool {
        tool: cargo.to_string_lossy().into_owned(),
        install: "rustup",
        source,
    })?;
    if !output.status.success() {
        return Err(Error::Failed {
            command: "cargo xtask agent".to_owned(),
            output: String::from_utf8_lossy(&output.stderr).into_owned(),
        });
    }
    let path = workspace().join("target/agent").join(name);
    at(&path, fs::metadata(&path))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_lines_of_a_library_manifest_are_errors() {
        let text =
            "name /usr/lib/libx.dylib # its name\nneeds libSystem libobjc\n\ncflags -a -b\ncflags -c\n";
        let manifest = parse_manifest(Path::new("link"), text).unwrap();
        assert_eq!(manifest.name, "/usr/lib/libx.dylib");
        assert_eq!(manifest.needs, ["libSystem", "libobjc"]);
        assert_eq!(manifest.cflags, ["-a", "-b", "-c"]);
        for (bad, expected) in [
            ("name a\nname b\n", "link, line 2: `name` takes one word and comes once"),
            ("name a\nneed b\n", "link, line 2: unknown key `need`"),
            ("needs b\n", "link, line 1: no `name`"),
        ] {
            assert_eq!(parse_manifest(Path::new("link"), bad).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn a_missing_tool_is_named_with_its_install_command() {
        let error = run("clang-of-the-future", &[]).unwrap_err().to_string();
        assert!(error.contains("clang-of-the-future is missing"), "{error}");
        assert!(error.contains("apt-get install clang-19"), "{error}");
    }
}
