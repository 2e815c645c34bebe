//! Reads the facts of the executable and of every embedded library of an app.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use gate_facts::{Dylib, FORMAT, Facts, Image};

use super::{FactsError, image};
use crate::inject::{AppContents, AppFile, ArchiveLimits};
use crate::read::MachoReadError;

/// Folders of an app that contain separate programs. The system loads these programs when they are started, and not together with the app.
const OTHERS: [&str; 5] = ["PlugIns/", "Extensions/", "Watch/", "AppClips/", "SystemExtensions/"];
/// The number of bytes at the beginning of a file that are read to determine its kind.
const HEAD: usize = 1 << 16;

/// Returns the facts of `App.app` or `App.ipa`.
pub fn read_app_facts(app: &Path, limits: ArchiveLimits) -> Result<Facts, FactsError> {
    let mut contents = AppContents::open(app, limits)?;
    let mut images = Vec::new();
    let members = contents.list_files()?;
    for member in members.iter().filter(|member| !OTHERS.iter().any(|other| member.path.starts_with(other))) {
        let is_executable = member.path == contents.executable;
        if let Some(found) = read(&mut contents, member, is_executable)? {
            images.push(found);
        }
    }
    // The executable comes first, then the libraries by their paths.
    images.sort_by(|a, b| {
        (a.path != contents.executable).cmp(&(b.path != contents.executable)).then(a.path.cmp(&b.path))
    });
    if images.first().is_none_or(|first| first.path != contents.executable) {
        let reason = "file not found, or not an iOS executable".to_owned();
        return Err(FactsError::NotForPhones { path: contents.display_path(&contents.executable), reason });
    }
    let paths: Vec<String> = images.iter().map(|image| image.path.clone()).collect();
    for dylib in images.iter_mut().flat_map(|image| &mut image.dylibs) {
        dylib.place = place_of(dylib, &paths).to_owned();
    }
    Ok(Facts { format: FORMAT.to_owned(), app: contents.name, images, ..Facts::default() })
}

/// Reads the facts of one whole Mach-O file. Returns `None` for a file that dyld does not load.
pub fn read_image_facts(bytes: &[u8], path: &str) -> Result<Option<Image>, String> {
    image::read(bytes, path).map_err(String::from)
}

/// Reads the facts of one file. Returns `None` if the file is not code that is loaded with the app.
fn read(
    contents: &mut AppContents,
    member: &AppFile,
    is_executable: bool,
) -> Result<Option<Image>, FactsError> {
    let mut bytes = None;
    contents.read_file(member, &mut |file| {
        bytes = read_without_code(file, member.size)?;
        Ok(())
    })?;
    let Some(bytes) = bytes else { return Ok(None) };
    let refuse = |error| refuse_image(contents.display_path(&member.path), error);
    match image::read(&bytes, &member.path).map_err(refuse)? {
        // An executable in the app that is not the app's executable is a separate program, which is not loaded with the app.
        Some(image) if image.kind == "executable" && !is_executable => Ok(None),
        found => Ok(found),
    }
}

fn refuse_image(path: PathBuf, error: MachoReadError) -> FactsError {
    match error {
        MachoReadError::NotForPhones(reason) => FactsError::NotForPhones { path, reason },
        MachoReadError::Damaged(reason) => FactsError::Image { path, reason },
    }
}

/// Reads a file into memory without its code, and returns `None` if it is not a Mach-O file. Most of an app is code, which contains no
/// facts. The memory pages for the code are never written, so they take no memory.
fn read_without_code(file: &mut dyn Read, size: u64) -> io::Result<Option<Vec<u8>>> {
    let mut head = Vec::new();
    file.take(HEAD as u64).read_to_end(&mut head)?;
    let Some((from, length)) = crate::read::range_of_part(&head, size) else { return Ok(None) };
    let size = usize::try_from(size).map_err(io::Error::other)?;
    let mut bytes = vec![0; size];
    let mut at = head.len().min(size);
    bytes[..at].copy_from_slice(&head[..at]);
    let part = usize::try_from(from).unwrap_or(usize::MAX);
    let end = part.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
    let mut code: Option<Vec<std::ops::Range<usize>>> = None;
    let mut passed = vec![0; HEAD];
    while at < size {
        let next = (at + HEAD).min(size);
        // The code and all bytes outside of the slice are skipped.
        let is_code = |code: &std::ops::Range<usize>| code.start <= at && next <= code.end;
        let outside = next <= part || at >= end;
        if outside || code.iter().flatten().any(is_code) {
            file.read_exact(&mut passed[..next - at])?;
        } else {
            file.read_exact(&mut bytes[at..next])?;
            // The ranges of code are known as soon as the load commands have been read.
            code = code.or_else(|| {
                let ranges = image::code_ranges(bytes.get(part..next)?)?;
                Some(ranges.into_iter().map(|code| part + code.start..part + code.end).collect())
            });
        }
        at = next;
    }
    Ok(Some(bytes))
}

/// Returns whether a library that an image refers to is embedded in the app, part of the system, or missing.
fn place_of(dylib: &Dylib, paths: &[String]) -> &'static str {
    let Some((_, name)) = dylib.name.strip_prefix('@').and_then(|rest| rest.split_once('/')) else {
        return "system";
    };
    // Only the name of a library with its folder is compared, since the path before it depends on search paths. In practice, this name is
    // unique.
    let name = name.trim_start_matches("../").strip_prefix("Frameworks/").unwrap_or(name);
    let is_it = |path: &String| {
        path.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('/'))
    };
    if paths.iter().any(is_it) {
        "embedded"
    } else if name.starts_with("libswift") {
        // Every system since iOS 12.2 contains these libraries, in folders that are on the search paths which Xcode writes.
        "system"
    } else {
        "missing"
    }
}
