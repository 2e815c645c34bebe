//! Builds third-party programs. The sources of each program are in a crate and not in this repository; a short `main` for each program is
//! in `tests/foreign`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use phone::build::{self, Image, Kind, Style};

use crate::bundle::Bundle;

/// A program: the crate that contains its sources, the registry's checksum of the crate, and the files to
/// compile.
pub struct Program {
    pub name: &'static str,
    crate_name: &'static str,
    version: &'static str,
    sha256: &'static str,
    folder: &'static str,
    files: &'static [&'static str],
    flags: &'static [&'static str],
}

/// The command that fetches all crates.
pub const FETCH: &str = "cargo new --lib sources && cd sources && cargo add libsqlite3-sys@=0.35.0 libz-sys@=1.1.31 lua-src@=547.1.0 zstd-sys@=2.1.3 && cargo vendor --versioned-dirs";

pub const PROGRAMS: [Program; 4] = [
    Program {
        name: "sqlite",
        crate_name: "libsqlite3-sys",
        version: "0.35.0",
        sha256: "133c182a6a2c87864fe97778797e46c7e999672690dc9fa3ee8e241aa4a9c13f",
        folder: "sqlite3",
        files: &["sqlite3"],
        flags: &[
            "-DSQLITE_OS_OTHER=1",
            "-DSQLITE_THREADSAFE=0",
            "-DSQLITE_OMIT_LOAD_EXTENSION",
            "-DSQLITE_OMIT_WAL",
            "-DSQLITE_OMIT_LOCALTIME",
            "-DSQLITE_TEMP_STORE=3",
            "-DSQLITE_WITHOUT_ZONEMALLOC",
        ],
    },
    Program {
        name: "zlib",
        crate_name: "libz-sys",
        version: "1.1.31",
        sha256: "ff20308ecabd635a2dc1dd5834a86c462cca20efba1d5d3ddab1f8aea3455cb2",
        folder: "src/zlib",
        files: &["adler32", "crc32", "deflate", "inffast", "inflate", "inftrees", "trees", "zutil"],
        flags: &["-DZ_SOLO"],
    },
    Program {
        name: "zstd",
        crate_name: "zstd-sys",
        version: "2.1.3+zstd.1.5.7",
        sha256: "f729a06d0257428fd9d997ac8db7e1407bd0262ab016b085b36bc52957c0052d",
        folder: "zstd/lib",
        files: &["common/*", "compress/*", "decompress/*"],
        flags: &["-DZSTD_DISABLE_ASM=1"],
    },
    Program {
        name: "lua",
        crate_name: "lua-src",
        version: "547.1.0",
        sha256: "2a1074d33e0b22489633685b9a33193d766dbf5d802d33a6639a97b3c99f8ebf",
        folder: "lua-5.4.7",
        files: &[
            "lapi", "lauxlib", "lbaselib", "lcode", "lcorolib", "lctype", "ldebug", "ldo", "ldump", "lfunc",
            "lgc", "llex", "lmem", "lobject", "lopcodes", "lparser", "lstate", "lstring", "lstrlib",
            "ltable", "ltablib", "ltm", "lundump", "lvm", "lzio",
        ],
        // By default, Lua computes its seed from addresses, which change when the agent is loaded.
        flags: &["-Dluai_makeseed(lua)=7"],
    },
];

/// Returns the optimisation flag for a style of linking. Each style has a different flag.
pub fn optimised(style: Style) -> &'static str {
    match style {
        Style::Chained => "-O2",
        Style::Opcodes => "-Oz",
        Style::StubsFast => "-O3",
        Style::StubsSmall => "-O0",
    }
}

impl Program {
    /// Builds the program from the crates that `cargo vendor` wrote to a folder.
    pub fn build(&self, vendored: &Path, style: Style) -> Result<Bundle> {
        let of_crate = vendored.join(format!("{}-{}", self.crate_name, self.version));
        let stated = of_crate.join(".cargo-checksum.json");
        let stated = fs::read_to_string(&stated)
            .with_context(|| format!("{}: not there; fetch the sources: {FETCH}", stated.display()))?;
        ensure!(
            stated.contains(self.sha256),
            "{}: another checksum than {}; fetch the sources again: {FETCH}",
            of_crate.display(),
            self.sha256
        );
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign");
        let folder = of_crate.join(self.folder);
        let mut sources = vec![own.join(format!("{}.c", self.name)), own.join("missing.c")];
        for file in self.files {
            sources.extend(files(&folder, file)?);
        }
        let mut image = Image::new(self.name, Kind::Executable, style, sources);
        let include = |path: PathBuf| ["-I".to_owned(), path.display().to_string()];
        image.cflags.extend([include(own.join("include")), include(folder)].concat());
        image.cflags.extend(
            ["-include", "missing.h", "-w", "-DNDEBUG", "-fno-builtin", optimised(style)].map(str::to_owned),
        );
        image.cflags.extend(self.flags.iter().map(|flag| (*flag).to_owned()));
        image.libraries = vec![build::system()?.by_folder["libSystem"].clone()];
        Bundle::program(&image)
    }
}

/// Returns one C file, or all C files of a folder.
fn files(folder: &Path, name: &str) -> Result<Vec<PathBuf>> {
    let Some(inside) = name.strip_suffix("/*") else { return Ok(vec![folder.join(format!("{name}.c"))]) };
    let all =
        fs::read_dir(folder.join(inside))?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let mut files: Vec<PathBuf> =
        all.into_iter().filter(|path| path.extension().is_some_and(|end| end == "c")).collect();
    files.sort();
    Ok(files)
}
