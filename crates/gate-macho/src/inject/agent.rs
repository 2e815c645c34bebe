//! The agent's dylib: a file, or the bytes inside of this program.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The source of an agent's bytes.
#[derive(Debug, Clone)]
pub enum AgentFile {
    At(PathBuf),
    /// The name of the dylib, and its bytes inside of this program.
    Inside(&'static str, &'static [u8]),
}

impl AgentFile {
    /// Returns the path of the file, or the name of the dylib inside of this program.
    pub fn path(&self) -> &Path {
        match self {
            AgentFile::At(path) => path,
            AgentFile::Inside(name, _) => Path::new(name),
        }
    }

    pub fn bytes(&self) -> io::Result<Cow<'static, [u8]>> {
        match self {
            AgentFile::At(path) => fs::read(path).map(Cow::Owned),
            AgentFile::Inside(_, bytes) => Ok(Cow::Borrowed(bytes)),
        }
    }
}
