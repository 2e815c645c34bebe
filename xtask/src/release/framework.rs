//! Packs the agent as a framework that an app links: `LaunchGate.xcframework.zip`, and a Swift package that refers to the archive by its
//! address and SHA-256.
//!
//! No test runs Xcode or a Swift compiler: the layout follows the documentation of both. Invariant: equal agents result in equal archives,
//! because every entry has the same date.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::{checksum, repository};
use crate::agent::{self, Target};
use crate::workspace;

const ARCHIVE: &str = "LaunchGate.xcframework.zip";
const PACKAGE: &str = "LaunchGate-package.zip";

/// The kinds of devices, each with the name of its folder in the archive and the name of its SDK.
const SLICES: [(Target, &str, &str); 2] =
    [(Target::Phone, "ios-arm64", "iPhoneOS"), (Target::Simulator, "ios-arm64-simulator", "iPhoneSimulator")];

/// Builds the frameworks and writes both archives, each with its checksum, into a folder.
pub(super) fn write(dist: &Path) -> Result<()> {
    let version = workspace::version()?;
    let mut entries = vec![entry("LaunchGate.xcframework/Info.plist", include_str!("framework/Info.plist"))];
    for (target, slice, platform) in SLICES {
        let folder = format!("LaunchGate.xcframework/{slice}/LaunchGate.framework");
        let dylib = agent::build_framework(target)?;
        let bytes = std::fs::read(&dylib).with_context(|| dylib.display().to_string())?;
        let info = include_str!("framework/Framework-Info.plist")
            .replace("@VERSION@", &version)
            .replace("@PLATFORM@", platform);
        entries.push((format!("{folder}/LaunchGate"), bytes));
        entries.push(entry(&format!("{folder}/Info.plist"), &info));
        entries
            .push(entry(&format!("{folder}/Headers/LaunchGate.h"), include_str!("framework/LaunchGate.h")));
        entries.push(entry(
            &format!("{folder}/Modules/module.modulemap"),
            include_str!("framework/module.modulemap"),
        ));
    }
    std::fs::create_dir_all(dist)?;
    let sum = pack(dist, ARCHIVE, &entries)?;
    let manifest = include_str!("framework/Package.swift")
        .replace("@VERSION@", &version)
        .replace("@REPOSITORY@", repository::name())
        .replace("@CHECKSUM@", &sum);
    let spans = include_str!("framework/LaunchGateSpans.swift");
    let package = [
        entry("LaunchGate/Package.swift", &manifest),
        entry("LaunchGate/Sources/LaunchGateSpans/LaunchGateSpans.swift", spans),
    ];
    pack(dist, PACKAGE, &package)?;
    Ok(())
}

fn entry(path: &str, text: &str) -> (String, Vec<u8>) {
    (path.to_owned(), text.as_bytes().to_vec())
}

/// Writes an archive and its checksum, and returns the checksum.
fn pack(dist: &Path, name: &str, entries: &[(String, Vec<u8>)]) -> Result<String> {
    let path = dist.join(name);
    let mut archive = ZipWriter::new(File::create(&path).with_context(|| path.display().to_string())?);
    let options = SimpleFileOptions::default().last_modified_time(zip::DateTime::default());
    for (path, bytes) in entries {
        let mode = if path.ends_with("/LaunchGate") { 0o755 } else { 0o644 };
        archive.start_file(path.as_str(), options.unix_permissions(mode))?;
        archive.write_all(bytes)?;
    }
    archive.finish()?;
    checksum(dist, name)
}

/// Checks the archives: the framework's files, the install name of both agents, and the checksum in the package.
pub(super) fn rehearse(dist: &Path) -> Result<()> {
    write(dist)?;
    let files = unpack(&dist.join(ARCHIVE))?;
    ensure!(files.len() == 9, "{ARCHIVE} has {} files, not 9", files.len());
    for (_, slice, _) in SLICES {
        let path = format!("LaunchGate.xcframework/{slice}/LaunchGate.framework/LaunchGate");
        let file = files.iter().find(|(name, _)| *name == path).with_context(|| path.clone())?;
        let name = agent::FRAMEWORK_INSTALL_NAME.as_bytes();
        let is_named = file.1.windows(name.len()).any(|bytes| bytes == name);
        ensure!(is_named, "{path} does not have the install name {}", agent::FRAMEWORK_INSTALL_NAME);
    }
    let sum = checksum(dist, ARCHIVE)?;
    let package = unpack(&dist.join(PACKAGE))?;
    let manifest = package.iter().find(|(name, _)| name.ends_with("Package.swift")).context("no manifest")?;
    let manifest = String::from_utf8_lossy(&manifest.1);
    ensure!(manifest.contains(&format!("checksum: \"{sum}\"")), "{manifest}");
    ensure!(!manifest.contains('@'), "{manifest}");
    println!("{ARCHIVE} and {PACKAGE} are complete");
    Ok(())
}

/// Returns the files of an archive with their paths.
fn unpack(path: &PathBuf) -> Result<Vec<(String, Vec<u8>)>> {
    let mut archive = ZipArchive::new(File::open(path).with_context(|| path.display().to_string())?)?;
    let mut files = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index)?;
        let mut bytes = Vec::new();
        std::io::copy(&mut file, &mut bytes)?;
        files.push((file.name()?.into_owned(), bytes));
    }
    Ok(files)
}
