//! Makes a Mach-O executable load one more library before all others. Every symbol remains bound to its own library.
//!
//! In a file with a two-level namespace, an import refers to its library by number. The number of a library is the position of the
//! library's load command. A new load command at the front changes all library numbers, so each library number is increased by one. The
//! numbers of libraries are in the imports of chained fixups, in the bind opcodes, in the symbol table and in re-exports.
//!
//! A load command at the end would not change the numbers. The agent is nevertheless added at the front, since dyld initialises libraries
//! in their order, and the agent must be initialised before any `+load` of the app.
//!
//! `inject::macho` reads Mach-O files with `crate::read`. No library can edit Mach-O files as required, so this module contains the code
//! that edits them.
//!
//! Invariant: the result differs from the input only in the load command, the library numbers, and the offsets of parts that had to move.

mod exports;
mod fat;
mod fixups;
mod layout;
mod opcodes;
mod symbols;

use object::LittleEndian as Le;
use object::macho;
use object::read::macho::MachHeader as _;

use gate_facts::FRAMEWORK;

use crate::read::{Image, MachoReadError};
use crate::rewrite::{FileWithSpace, RewriteError, put, read_u32, with_free_space};

pub(super) use fat::{add_call_counting, find_arm64_slice, load_first};
pub(super) use layout::read;

/// An error that prevents the change of a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The file does not run on a phone.
    #[error("not a Mach-O file for 64-bit ARM: {0}")]
    NotArm64(String),
    /// The file is for arm64e, which uses pointer authentication.
    #[error(
        "it is for arm64e only, but the agent is for arm64; build with ARCHS=arm64 and ENABLE_POINTER_AUTHENTICATION=NO, or with both"
    )]
    Arm64e,
    /// The file has no space for a further load command, or the code cannot be made to count.
    #[error(transparent)]
    Rewrite(#[from] RewriteError),
    /// The app already loads the agent, but not as its first library, because another tool added the agent.
    #[error("it loads {name} already, but as library {place} of {count}: use the app as it was built")]
    NotFirst {
        /// The name of the library.
        name: String,
        /// The position of the agent among the libraries, counted from 1.
        place: usize,
        /// The number of libraries that the file loads.
        count: usize,
    },
    /// The app's own build links the framework with the agent.
    #[error("it links LaunchGate.framework, which contains the agent; launch it without `gate inject`")]
    Linked,
    /// The file loads more libraries than can be numbered in tables whose library numbers are single bytes.
    #[error("it loads {0} libraries, and the format allows no more; link some of them statically")]
    TooMany(usize),
    /// A part of the file is invalid.
    #[error("{what} at offset {offset:#x}: {reason}")]
    Bad {
        /// The name of the invalid part.
        what: &'static str,
        /// The offset of the invalid part in the file or, for a universal file, in the slice.
        offset: usize,
        /// The description of the error.
        reason: String,
    },
}

impl From<MachoReadError> for EditError {
    fn from(unread: MachoReadError) -> EditError {
        match unread {
            MachoReadError::NotForPhones(reason) => EditError::NotArm64(reason),
            MachoReadError::Damaged(reason) => EditError::from_bad_data("the file", 0, reason),
        }
    }
}

impl EditError {
    fn from_bad_data(what: &'static str, offset: usize, reason: impl Into<String>) -> EditError {
        EditError::Bad { what, offset, reason: reason.into() }
    }
}

/// The largest library number that all encodings can represent.
const LARGEST_ORDINAL: usize = 0xf0;

/// A file, as it is after the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EditedFile {
    pub(super) bytes: Vec<u8>,
    /// Whether the agent was already the first library, so that the file is unchanged.
    pub(super) already: bool,
    /// Whether the slice for arm64e was removed.
    pub(super) without_arm64e: bool,
}

/// Adds a library as the first library of a thin file. The name of the library is the first of `names` that fits into the header. A name
/// that begins with `@rpath` is used only if the file has the search path `@executable_path/Frameworks`.
fn add_library(file: &[u8], names: &[&str]) -> Result<EditedFile, EditError> {
    let image = layout::read(file)?;
    if image.is_encrypted() {
        return Err(RewriteError::Encrypted.into());
    }
    let leaf = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
    let ours = |library: &String| names.iter().any(|name| leaf(name) == leaf(library));
    let libraries = library_names(&image);
    if libraries.iter().any(|library| library.ends_with(FRAMEWORK)) {
        return Err(EditError::Linked);
    }
    if let Some(place) = libraries.iter().position(ours) {
        if place == 0 {
            return Ok(EditedFile { bytes: file.to_vec(), already: true, without_arm64e: false });
        }
        return Err(EditError::NotFirst {
            name: libraries[place].clone(),
            place: place + 1,
            count: libraries.len(),
        });
    }
    if libraries.len() >= LARGEST_ORDINAL {
        return Err(EditError::TooMany(libraries.len()));
    }
    let searched = image.commands.iter().filter(|command| command.kind == macho::LC_RPATH).any(|command| {
        String::from_utf8_lossy(command.name).trim_end_matches('/') == "@executable_path/Frameworks"
    });
    let usable: Vec<_> = names.iter().filter(|name| searched || !name.starts_with("@rpath")).collect();
    let shortest = usable.iter().map(|name| load_command(name).len()).min().unwrap_or(0);
    let FileWithSpace { bytes, free } = with_free_space(file, shortest)?;
    let command = usable.iter().map(|name| load_command(name)).find(|command| command.len() <= free);
    let command = command.unwrap_or_default();
    let image = layout::read(&bytes)?;
    layout::check_tables(&image)?;
    let mut out = bytes.to_vec();
    if let Some((offset, size)) = image.linkedit_range(macho::LC_DYLD_CHAINED_FIXUPS) {
        fixups::increment_ordinals(&mut out, offset, size)?;
    }
    if image.header.flags(Le).contains(macho::MH_TWOLEVEL)
        && let Some(command) = image.find_command(macho::LC_SYMTAB)
    {
        let (first, count) = layout::read_offset_and_size(&bytes, command.at + 8)?;
        symbols::increment_ordinals(&mut out, first, count)?;
    }
    let opcodes = layout::find_opcodes_command(&image);
    let in_opcodes = opcodes.map(|at| layout::read_offset_and_size(&bytes, at + 40)).transpose()?;
    for (offset, size) in in_opcodes.into_iter().chain(image.linkedit_range(macho::LC_DYLD_EXPORTS_TRIE)) {
        exports::increment_ordinals(&mut out, offset, size)?;
    }
    if let Some(at) = opcodes {
        // The fields are the three offsets bind_off, weak_bind_off and lazy_bind_off, and each offset is followed by a size.
        for (field, lazy) in [(at + 16, false), (at + 24, false), (at + 32, true)] {
            let (offset, size) = layout::read_offset_and_size(&out, field)?;
            let stream = out.get(offset..offset + size).ok_or_else(|| {
                EditError::from_bad_data("bind opcodes", offset, "they are beyond the end of the file")
            })?;
            let raised = opcodes::increment_ordinals(stream, lazy, offset)?;
            layout::replace_table(&image, &mut out, field, &raised)?;
        }
    }
    insert(&mut out, &image, &command)?;
    check_edited_file(&out, &libraries, names)?;
    Ok(EditedFile { bytes: out, already: false, without_arm64e: false })
}

/// Returns the names of the libraries that a file loads, in order.
fn library_names(image: &Image<'_>) -> Vec<String> {
    image.library_commands().map(|command| String::from_utf8_lossy(command.name).into_owned()).collect()
}

/// Reads the changed file again. In a damaged file, offsets may be wrong, so the load command could have been written into other data of
/// the file.
fn check_edited_file(bytes: &[u8], before: &[String], names: &[&str]) -> Result<(), EditError> {
    let damaged = |reason: &str| EditError::from_bad_data("the file", 0, reason);
    let after = layout::read(bytes)
        .map_err(|_| damaged("its parts overlap, so it would be invalid with the agent"))?;
    match library_names(&after).split_first() {
        Some((first, rest)) if names.contains(&first.as_str()) && rest == before => Ok(()),
        _ => Err(damaged(
            "its load commands overlap other parts, so adding the agent would damage its list of libraries",
        )),
    }
}

/// Returns the load command for a library. The load command is weak, so the app also starts if the library is missing on the phone.
fn load_command(name: &str) -> Vec<u8> {
    let size = (24 + name.len() + 1).next_multiple_of(8);
    let mut command = Vec::with_capacity(size);
    // The numbers are the kind, the size, the offset of the name, a time stamp, and the current and compatible versions. dyld does not read
    // the time stamp, and any version works.
    for word in [macho::LC_LOAD_WEAK_DYLIB.0, size as u32, 24, 2, 0, 0] {
        command.extend(word.to_le_bytes());
    }
    command.extend(name.as_bytes());
    command.resize(size, 0);
    command
}

/// Inserts the load command before the load command of the first library. The caller has checked that there is enough free space after the
/// load commands.
fn insert(bytes: &mut [u8], image: &Image<'_>, command: &[u8]) -> Result<(), EditError> {
    let end = image.commands_end();
    let at = image.library_commands().next().map_or(end, |first| first.at);
    if at > end || end + command.len() > bytes.len() {
        return Err(EditError::from_bad_data("load commands", at, "they are beyond the end of the file"));
    }
    bytes.copy_within(at..end, at + command.len());
    bytes[at..at + command.len()].copy_from_slice(command);
    for (field, more) in [(16, 1), (20, command.len() as u32)] {
        let value = read_u32(bytes, field)? + more;
        put(bytes, field, value);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
