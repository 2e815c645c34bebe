//! Facts: the start-up properties of a build that its files show without running it.
//!
//! It owns the values, their file format, and `change`, the difference between the facts of two builds. `gate-macho` reads them from
//! an app, and `gate-attribution` adds modules and owners.
#![forbid(unsafe_code)]

mod change;
mod kind;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use change::{Change, ImageCount, changes, count};
pub use kind::FactKind;

/// The format's name and version.
pub const FORMAT: &str = "launchgate.facts/1";

/// A file of kept facts that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct KeptFactsError {
    path: PathBuf,
    reason: String,
}

/// A file of facts is no larger: an app of 1,000 images has less.
const LARGEST: u64 = 64 << 20;

/// What a build says of its launch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    pub format: String,
    /// The app's name, such as `Shop.app`.
    pub app: String,
    /// The executable, then every embedded framework and dylib by its path.
    pub images: Vec<Image>,
    /// By what they differ from those of another build, where one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<Vec<Change>>,
    /// What this version does not know; it is kept.
    #[serde(flatten, skip_serializing_if = "Map::is_empty")]
    pub others: Map<String, Value>,
}

/// One Mach-O file of an app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// Its path in the app.
    pub path: String,
    /// `executable`, `dylib` or `bundle`.
    pub kind: String,
    /// The module that it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// Whom to ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The CPU of the part that was read.
    pub cpu: String,
    /// The linker's identifier of this build.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uuid: Option<String>,
    /// What it was built for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platform: Option<String>,
    /// The oldest system that it runs on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum_os: Option<String>,
    /// The store's encryption is on it, so names in it cannot be read.
    pub encrypted: bool,
    /// The libraries that it loads, in the order of its load commands.
    pub dylibs: Vec<Dylib>,
    /// Its segments, in order.
    pub segments: Vec<Segment>,
    /// Every `+load` that runs when it is loaded, classes before categories.
    pub loads: Vec<Code>,
    /// Every static initialiser, in the order in which dyld calls them.
    pub initialisers: Vec<Code>,
    /// What dyld writes into it before anything runs.
    pub fixups: Fixups,
    /// What could not be read, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What this version does not know; it is kept.
    #[serde(flatten, skip_serializing_if = "Map::is_empty")]
    pub others: Map<String, Value>,
}

/// A library that an image loads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dylib {
    /// The name in the load command.
    pub name: String,
    /// `strong`, `weak` (may be missing), `reexport`, `upward` or `lazy`.
    pub link: String,
    /// `embedded` in the app, of the `system`, or `missing` in the app.
    pub place: String,
}

/// A segment and its sizes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// `__TEXT` and so on.
    pub name: String,
    /// Bytes in the file.
    pub file_bytes: u64,
    pub memory_bytes: u64,
}

/// Code that runs before `main`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    /// Its symbol; of a static initialiser without one, its place in the list.
    pub symbol: String,
    /// The object file, where the debug map says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// The source file, where the debug map says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The module that owns it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// Whom to ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
}

/// What dyld writes into an image before anything runs in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixups {
    /// Pointers into the image itself.
    pub rebases: u64,
    /// Pointers to symbols, of other images as a rule.
    pub binds: u64,
    /// Pointers to symbols of which any image may have the one that counts; of chained fixups they are among `binds`.
    pub weak_binds: u64,
    /// Pointers that are looked up when they are first called.
    pub lazy_binds: u64,
    /// Pages that hold any of them.
    pub pages: u64,
}

impl Facts {
    /// Reads facts that were kept in a file.
    pub fn kept(path: &Path) -> Result<Facts, KeptFactsError> {
        let kept = |reason: String| KeptFactsError { path: path.to_owned(), reason };
        let failed = |error: std::io::Error| kept(format!("cannot be read: {error}"));
        let mut text = String::new();
        let file = File::open(path).map_err(failed)?;
        file.take(LARGEST).read_to_string(&mut text).map_err(failed)?;
        Facts::from_json(&text).map_err(kept)
    }

    /// Reads what [`Facts::to_json`] wrote.
    pub fn from_json(text: &str) -> Result<Facts, String> {
        /// The format alone, whatever another version has made of the rest.
        #[derive(Deserialize)]
        struct Head {
            format: String,
        }
        let Head { format } = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if format != FORMAT {
            return Err(format!("its format is {format:?}, but this version reads {FORMAT}"));
        }
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// The facts as a file.
    pub fn to_json(&self) -> String {
        // Strings and numbers only: nothing in it can fail to be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// How many facts of a kind the whole app has. A library counts once, however many images link it.
    pub fn total(&self, kind: FactKind) -> u64 {
        if kind == FactKind::Dylib {
            let dylibs = self.images.iter().flat_map(|image| &image.dylibs);
            return dylibs.map(|dylib| &dylib.name).collect::<BTreeSet<_>>().len() as u64;
        }
        self.images.iter().map(|image| count(image, kind)).sum()
    }

    /// Takes out a library that was put into the app, such as the agent: of the build's own it says nothing.
    pub fn without(&mut self, library: &str) {
        let is_it = |path: &str| path.rsplit('/').next() == Some(library);
        self.images.retain(|image| !is_it(&image.path));
        for image in &mut self.images {
            image.dylibs.retain(|dylib| !is_it(&dylib.name));
        }
    }
}
