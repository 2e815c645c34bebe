//! Finds the functions, inlined functions, files and lines at an address of an image, with names for people.
//!
//! `symbols` opens all files with symbols: dSYMs, executables and the system's libraries. The files are found by UUID. `symbols` does not
//! depend on launches or on the app's modules.
//!
//! Invariant: a file is used for an image only if it has the image's UUID.

mod cache;
pub mod demangle;
mod dsym;
mod files;
mod macho;

pub use cache::Cache;
pub use dsym::{Lines, lines_of};
pub use files::{ResolvedAddress, SymbolFileIndex, SymbolSource};
pub use macho::{MachO, Uuid, uuid_of};

/// A function, identified by its linkage name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Function {
    /// The linkage name, without the linker's underscore.
    pub name: String,
    /// The linkage name in which C++ lambdas are numbered within their function, whereas the compiler numbers lambdas within the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbered: Option<String>,
    /// The source file and line of the instruction, if the debug information contains them.
    pub place: Option<SourceLine>,
}

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct SourceLine {
    /// The path of the source file, with the folder that the compiler recorded.
    pub file: String,
    /// The line in the file, counted from 1.
    pub line: Option<u32>,
}

/// Formats a UUID as `dwarfdump --uuid` does.
pub fn shown_uuid(uuid: &Uuid) -> String {
    trace::Uuid(*uuid).to_string()
}
