//! What is at an address of an image: functions, those inlined into them, files and lines; and names as people write them.
//!
//! Owns the files that say so (dSYMs, executables, the system's libraries), found by UUID.
//! It knows nothing of launches and of modules.
//!
//! Invariant: a file answers for an image only if it has the image's UUID.

mod cache;
pub mod demangle;
mod dsym;
mod files;
mod macho;

pub use cache::Cache;
pub use dsym::{Lines, lines_of};
pub use files::{Answer, Files, SymbolSource};
pub use macho::{MachO, Uuid, uuid_of};

/// A function, as the compiler calls it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Function {
    /// Its linkage name, without the linker's underscore.
    pub name: String,
    /// The same with lambdas of C++ counted within their function, where the compiler counts them within the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub numbered: Option<String>,
    /// The file and line of the instruction, where that is known.
    pub place: Option<SourceLine>,
}

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct SourceLine {
    /// The file, as the compiler was given it, with its folder.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u32>,
}

/// A UUID as `dwarfdump --uuid` writes it.
pub fn shown_uuid(uuid: &Uuid) -> String {
    trace::Uuid(*uuid).to_string()
}
