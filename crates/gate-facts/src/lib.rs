//! Facts: the properties of a build that affect the launch and can be read from its files, without running the app.
//!
//! `gate-facts` defines the values, their file format, and `change`, the difference between the facts of two builds. `gate-macho` reads the
//! facts from an app, and `gate-attribution` adds modules and owners to them.
#![forbid(unsafe_code)]

mod change;
mod kind;

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use change::{FactChange, ImageCount, count, find_changes, find_instrumentation};
pub use kind::FactKind;

/// The format's name and version.
pub const FORMAT: &str = "launchgate.facts/1";

/// The names of compiler instrumentation in [`Image::toolchain`]. Instrumentation makes a build slower than the app that users run.
pub const INSTRUMENTED: [&str; 4] =
    ["code coverage", "address sanitizer", "thread sanitizer", "undefined behaviour sanitizer"];

/// The end of the path of the agent in an app that links it as a framework of the release.
pub const FRAMEWORK: &str = "LaunchGate.framework/LaunchGate";

/// The file name of the agent for devices, which `gate inject` adds to an app.
pub const AGENT: &str = "liblaunchgate.dylib";

/// The file name of the agent for simulators.
pub const SIMULATOR_AGENT: &str = "liblaunchgate-simulator.dylib";

/// The way in which an app contains the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentLoading {
    /// `gate inject` added the agent to a copy of the app.
    Injected,
    /// The app's own build links the framework with the agent.
    Linked,
}

impl AgentLoading {
    /// Describes how the app contains the agent.
    pub fn describe(self) -> &'static str {
        match self {
            AgentLoading::Injected => {
                "the app contains the agent: gate inject made it the first library that the app loads"
            }
            AgentLoading::Linked => "the app contains the agent: its own build links LaunchGate.framework",
        }
    }
}

/// A stored file of facts that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct FactsFileError {
    path: PathBuf,
    reason: String,
}

/// The largest file that is read; the facts of an app with 1,000 images are smaller.
const LARGEST: u64 = 64 << 20;

/// The facts of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    pub format: String,
    /// The name of the app's folder, such as `Shop.app`.
    pub app: String,
    /// The images of the app: the executable, followed by the embedded frameworks and dylibs in the order of their paths.
    pub images: Vec<Image>,
    /// The changes from a base build to this build; `None` if the facts were not compared with a base.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changes: Option<Vec<FactChange>>,
    /// Fields of newer versions of the format, which are written unchanged.
    #[serde(flatten, skip_serializing_if = "Map::is_empty")]
    pub others: Map<String, Value>,
}

/// One Mach-O file of an app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// The path of the image in the app.
    pub path: String,
    /// `executable`, `dylib` or `bundle`.
    pub kind: String,
    /// The module of the image; `None` until `gate-attribution` has added it, or if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// The owner of the image: the team or person to ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The CPU of the image's slice that was read.
    pub cpu: String,
    /// The UUID that the linker generates for a build.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uuid: Option<String>,
    /// The platform for which the image was built.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub platform: Option<String>,
    /// The minimum version of the system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum_os: Option<String>,
    /// Properties of the image's build. Executables have the SDK and the linker; each image may have entries of [`INSTRUMENTED`], and an
    /// entry for unoptimised Swift.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub toolchain: Vec<String>,
    /// Whether the App Store has encrypted the image, so that the image's names cannot be read.
    pub encrypted: bool,
    /// The libraries that the image loads, in the order of its load commands.
    pub dylibs: Vec<Dylib>,
    /// The segments of the image, in order.
    pub segments: Vec<Segment>,
    /// The `+load` methods that run when the image is loaded, classes before categories.
    pub loads: Vec<PreMainCode>,
    /// The static initialisers, in the order in which dyld calls them.
    pub initialisers: Vec<PreMainCode>,
    /// The pointers that dyld writes before any code of the image runs.
    pub fixups: Fixups,
    /// Descriptions of the parts that could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Fields of newer versions of the format, which are written unchanged.
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

/// A segment of an image and its sizes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// The name of the segment, such as `__TEXT`.
    pub name: String,
    /// The number of bytes in the file.
    pub file_bytes: u64,
    pub memory_bytes: u64,
}

/// A `+load` method or a static initialiser, which runs before `main`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreMainCode {
    /// The name of the symbol. A static initialiser without a symbol has its position in the list instead of a name.
    pub symbol: String,
    /// The object file of the code, if the debug map contains the object file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// The source file of the code, if the debug map contains the source file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The module to which the code belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// The owner of the code: the team or person to ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
}

/// The numbers of pointers that dyld writes into an image before any code of the image runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixups {
    /// The number of pointers into the image itself.
    pub rebases: u64,
    /// The number of pointers to symbols; most of the symbols are in other images.
    pub binds: u64,
    /// The number of pointers to weak symbols, which any image may define; with chained fixups, `binds` includes these pointers.
    pub weak_binds: u64,
    /// The number of pointers that are bound at the first call.
    pub lazy_binds: u64,
    /// The number of pages that contain pointers which dyld writes.
    pub pages: u64,
}

impl Image {
    fn is_agent(&self) -> bool {
        [FRAMEWORK, AGENT, SIMULATOR_AGENT].iter().any(|end| has_end(&self.path, end))
    }
}

impl Facts {
    /// Reads facts from a file.
    pub fn read_file(path: &Path) -> Result<Facts, FactsFileError> {
        let error = |reason: String| FactsFileError { path: path.to_owned(), reason };
        let failed = |cause: std::io::Error| error(format!("cannot be read: {cause}"));
        let mut text = String::new();
        let file = File::open(path).map_err(failed)?;
        file.take(LARGEST).read_to_string(&mut text).map_err(failed)?;
        Facts::from_json(&text).map_err(error)
    }

    /// Parses the text of [`Facts::to_json`].
    pub fn from_json(text: &str) -> Result<Facts, String> {
        /// The field `format` of a file, which can be read independently of the other fields.
        #[derive(Deserialize)]
        struct FormatField {
            format: String,
        }
        let FormatField { format } = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if format != FORMAT {
            return Err(format!("its format is {format:?}, but this version reads {FORMAT}"));
        }
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// Returns the text of a file with the facts.
    pub fn to_json(&self) -> String {
        // Serialization cannot fail, because the facts contain only texts and numbers.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Returns the number of facts of a kind in the app. A library counts once, whatever the number of images that link it.
    pub fn total(&self, kind: FactKind) -> u64 {
        if kind == FactKind::Dylib {
            let dylibs = self.images.iter().flat_map(|image| &image.dylibs);
            return dylibs.map(|dylib| &dylib.name).collect::<BTreeSet<_>>().len() as u64;
        }
        self.images.iter().map(|image| count(image, kind)).sum()
    }

    /// Returns the way in which the app contains the agent, or `None` if the app does not contain it.
    pub fn agent_loading(&self) -> Option<AgentLoading> {
        let agent = self.images.iter().find(|image| image.is_agent())?;
        Some(if has_end(&agent.path, FRAMEWORK) { AgentLoading::Linked } else { AgentLoading::Injected })
    }

    /// Describes how the app contains the agent, and the images whose code runs before the agent starts; `None` if the app does not contain
    /// the agent.
    pub fn describe_agent(&self) -> Option<String> {
        let agent = self.agent_loading()?.describe();
        let before = self.images_before_agent();
        let names: Vec<&str> =
            before.iter().map(|image| image.path.rsplit('/').next().unwrap_or_default()).collect();
        if names.is_empty() {
            return Some(agent.to_owned());
        }
        let loads: usize = before.iter().map(|image| image.loads.len()).sum();
        let initialisers: usize = before.iter().map(|image| image.initialisers.len()).sum();
        Some(format!(
            "{agent}; the agent starts after {} (+load methods: {loads}, static initialisers: {initialisers}) and does not record these; link the agent first to record them",
            names.join(", ")
        ))
    }

    /// Returns the embedded images with `+load` methods or static initialisers that run before the agent starts. dyld initialises libraries
    /// in the order of load commands, and each library after the libraries that it loads.
    fn images_before_agent(&self) -> Vec<&Image> {
        let mut order = Vec::new();
        self.add_in_order(0, &mut BTreeSet::new(), &mut order);
        let agent = order.iter().position(|at| self.images[*at].is_agent()).unwrap_or_default();
        let before = order[..agent].iter().map(|at| &self.images[*at]);
        before.filter(|image| !image.loads.is_empty() || !image.initialisers.is_empty()).collect()
    }

    /// Adds an image and the libraries that it loads to `order`, in the order in which dyld initialises them.
    fn add_in_order(&self, at: usize, seen: &mut BTreeSet<usize>, order: &mut Vec<usize>) {
        let Some(image) = self.images.get(at).filter(|_| seen.insert(at)) else { return };
        let is_initialised = |dylib: &&Dylib| !matches!(&*dylib.link, "upward" | "lazy");
        for dylib in image.dylibs.iter().filter(is_initialised) {
            let name = dylib.name.split_once('/').map_or(&*dylib.name, |(_, rest)| rest);
            if let Some(loaded) = self.images.iter().position(|image| has_end(&image.path, name)) {
                self.add_in_order(loaded, seen, order);
            }
        }
        order.push(at);
    }

    /// Removes a library from the facts, such as the agent, which was added to the app and does not belong to the build.
    pub fn remove_library(&mut self, library: &str) {
        let is_it = |path: &str| has_end(path, library);
        self.images.retain(|image| !is_it(&image.path));
        for image in &mut self.images {
            image.dylibs.retain(|dylib| !is_it(&dylib.name));
        }
    }
}

/// Returns whether the last components of a path are those of `end`.
fn has_end(path: &str, end: &str) -> bool {
    path.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}
