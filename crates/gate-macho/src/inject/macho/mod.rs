//! Makes a Mach-O executable load one more library before all others, with every symbol still bound to its own library.
//!
//! A two-level name says its library by number, and the numbers count load commands: a command that comes first
//! shifts them all. So every number is raised by one: in the imports of chained fixups, in the bind opcodes, in the
//! symbol table, and in re-exports. (To append the command would keep the numbers, but dyld initialises in order,
//! and the agent must be there before any `+load` of the app.)
//!
//! Reads with `object`, as `crate::read` and `facts` do; editing is ours, since no library does it.
//! Invariant: what comes out differs from what went in by the command, the numbers, and the offsets that had to move.

mod exports;
mod fat;
mod fixups;
mod layout;
mod opcodes;
mod symbols;

use object::macho;

use crate::rewrite::{Refused, Roomy, with_room};

pub(super) use fat::{arm64, count, layout, load_first};
pub(super) use layout::{Layout, Platform};

/// Why a file cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MachoError {
    /// Not what a phone runs.
    #[error("not a Mach-O file for 64-bit ARM: {0}")]
    NotArm64(String),
    /// Pointer authentication.
    #[error(
        "it is for arm64e only, but the agent is for arm64; build with ARCHS=arm64 and ENABLE_POINTER_AUTHENTICATION=NO, or with both"
    )]
    Arm64e,
    /// There is no space after the load commands, or the code cannot count.
    #[error(transparent)]
    Rewrite(#[from] Refused),
    /// Another tool put the agent there.
    #[error("it loads {name} already, but as library {place} of {count}: use the app as it was built")]
    NotFirst {
        /// The library's name.
        name: String,
        /// Counted from 1.
        place: usize,
        /// How many there are.
        count: usize,
    },
    /// The numbers are bytes.
    #[error("it loads {0} libraries, and the format allows no more; link some of them statically")]
    TooMany(usize),
    /// A part of the file is not as it should be.
    #[error("{what} at offset {offset:#x}: {reason}")]
    Bad {
        /// Which part.
        what: &'static str,
        /// Where in the file (of a fat file: in its slice).
        offset: usize,
        /// The defect.
        reason: String,
    },
}

impl MachoError {
    fn bad(what: &'static str, offset: usize, reason: impl Into<String>) -> MachoError {
        MachoError::Bad { what, offset, reason: reason.into() }
    }
}

/// The largest number that every form of it has room for.
const LARGEST_ORDINAL: usize = 0xf0;

/// A changed file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Edited {
    pub(super) bytes: Vec<u8>,
    /// The library was the first one already, so the file is unchanged.
    pub(super) already: bool,
    /// Its part for arm64e was left out.
    pub(super) without_arm64e: bool,
}

/// Adds the first of `names` that there is room for, as the first library of a thin file.
/// A name that begins with `@rpath` is taken only where the file searches `@executable_path/Frameworks`.
fn edit(file: &[u8], names: &[&str]) -> Result<Edited, MachoError> {
    let layout = Layout::read(file)?;
    if layout.encrypted {
        return Err(Refused::Encrypted.into());
    }
    let leaf = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
    let ours = |library: &str| names.iter().any(|name| leaf(name) == leaf(library));
    if let Some(place) = layout.libraries.iter().position(|(_, library)| ours(library)) {
        if place == 0 {
            return Ok(Edited { bytes: file.to_vec(), already: true, without_arm64e: false });
        }
        let (_, name) = layout.libraries[place].clone();
        return Err(MachoError::NotFirst { name, place: place + 1, count: layout.libraries.len() });
    }
    if layout.libraries.len() >= LARGEST_ORDINAL {
        return Err(MachoError::TooMany(layout.libraries.len()));
    }
    let searched =
        layout.rpaths.iter().any(|path| path.trim_end_matches('/') == "@executable_path/Frameworks");
    let usable: Vec<_> = names.iter().filter(|name| searched || !name.starts_with("@rpath")).collect();
    let shortest = usable.iter().map(|name| load_command(name).len()).min().unwrap_or(0);
    let Roomy { bytes, free } = with_room(file, shortest)?;
    let command = usable.iter().map(|name| load_command(name)).find(|command| command.len() <= free);
    let command = command.unwrap_or_default();
    let layout = Layout::read(&bytes)?;
    layout.check_tables(&bytes)?;
    let mut bytes = bytes.into_owned();
    if let Some((offset, size)) = layout.chained_fixups {
        fixups::raise(&mut bytes, offset, size)?;
    }
    if layout.two_level {
        symbols::raise(&mut bytes, &layout)?;
    }
    for (offset, size) in [layout.dyld_info.map(|at| layout::pair(file, at + 40)), layout.export_trie.map(Ok)]
        .into_iter()
        .flatten()
        .collect::<Result<Vec<_>, _>>()?
    {
        exports::raise(&mut bytes, offset, size)?;
    }
    if let Some(at) = layout.dyld_info {
        // bind_off, weak_bind_off and lazy_bind_off; the size follows each.
        for (field, lazy) in [(at + 16, false), (at + 24, false), (at + 32, true)] {
            let (offset, size) = layout::pair(&bytes, field)?;
            let stream = bytes.get(offset..offset + size).ok_or_else(|| {
                MachoError::bad("bind opcodes", offset, "they are beyond the end of the file")
            })?;
            let raised = opcodes::raise(stream, lazy, offset)?;
            layout.replace(&mut bytes, field, &raised)?;
        }
    }
    insert(&mut bytes, &layout, &command)?;
    check(&bytes, &layout, names)?;
    Ok(Edited { bytes, already: false, without_arm64e: false })
}

/// Reads the result again: in a damaged file the offsets of parts may be wrong, and then the command is in another part.
fn check(bytes: &[u8], before: &Layout, names: &[&str]) -> Result<(), MachoError> {
    let damaged = |reason: &str| MachoError::bad("the file", 0, reason);
    let after = Layout::read(bytes)
        .map_err(|_| damaged("its parts overlap, so it would be invalid with the agent"))?;
    let known = |libraries: &[(usize, String)]| -> Vec<String> {
        libraries.iter().map(|(_, name)| name.clone()).collect()
    };
    let (old, new) = (known(&before.libraries), known(&after.libraries));
    match new.split_first() {
        Some((first, rest)) if names.contains(&first.as_str()) && rest == old => Ok(()),
        _ => Err(damaged(
            "its load commands overlap other parts, so adding the agent would damage its list of libraries",
        )),
    }
}

/// Weak: should the agent be missing on the phone, the app starts without it.
fn load_command(name: &str) -> Vec<u8> {
    let size = (24 + name.len() + 1).next_multiple_of(8);
    let mut command = Vec::with_capacity(size);
    // The name's offset, a time stamp that is never read, current and compatible version 0: any will do.
    for word in [macho::LC_LOAD_WEAK_DYLIB.0, size as u32, 24, 2, 0, 0] {
        command.extend(word.to_le_bytes());
    }
    command.extend(name.as_bytes());
    command.resize(size, 0);
    command
}

/// Inserts the command before that of the first library. The caller has checked the free space after the commands.
fn insert(bytes: &mut [u8], layout: &Layout, command: &[u8]) -> Result<(), MachoError> {
    let at = layout.libraries.first().map_or(layout.commands_end, |(at, _)| *at);
    let end = layout.commands_end;
    if at > end || end + command.len() > bytes.len() {
        return Err(MachoError::bad("load commands", at, "they are beyond the end of the file"));
    }
    bytes.copy_within(at..end, at + command.len());
    bytes[at..at + command.len()].copy_from_slice(command);
    for (field, more) in [(16, 1), (20, command.len() as u32)] {
        let value = layout::word(bytes, field)? + more;
        bytes[field..field + 4].copy_from_slice(&value.to_le_bytes());
    }
    Ok(())
}

#[cfg(test)]
mod tests;
