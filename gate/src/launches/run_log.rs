//! `run.jsonl`: what a driver knows of the launches whose traces lie beside it, and the traces do not.
//!
//! The first line is a [`Header`], each other one an [`Entry`].
//! A line is written before its trace gets its name, so a trace without a line is not the run's; a line without a trace is
//! a launch that was cut short.
//! Invariant: a log that ends in the middle of a line is a log without that line.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Launch, Role, Thermal};

/// The file's name in a folder of traces.
pub const NAME: &str = "run.jsonl";

/// What it says it is.
pub const FORMAT: &str = "launchgate.run/1";

/// What holds for the whole run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`].
    pub format: String,
    /// The session.
    pub session: String,
    /// The scenario of config.toml; empty for none.
    pub scenario: String,
    /// The bundle identifier that the launches are filed under: that of the judged build.
    pub app: String,
    /// The device's id.
    pub udid: String,
    /// Its type.
    pub model: Option<String>,
    /// Its version.
    pub os: Option<String>,
    /// How it was reached.
    pub link: String,
    /// The driver, and its version where it has one.
    pub driver: String,
    /// How many launches were to count; of each side, in an interleaved run.
    pub launches: usize,
    /// How many besides were there to warm up.
    pub warmup: usize,
    /// What the order of interleaved launches was drawn from.
    pub seed: Option<u64>,
    /// In a run that may stop early: after how many launches it looks, which each have their share of the level.
    pub looks: Vec<usize>,
}

/// What happened with one launch, or with the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Entry {
    /// Its trace came home.
    Launch(Recorded),
    /// It was lost, and repeated if the limit allowed.
    Lost {
        /// Its id.
        launch: String,
        /// What went wrong.
        kind: String,
        /// Whose fault it was.
        class: String,
        /// In words.
        why: String,
    },
    /// The run went on after it had stopped.
    Resumed {
        /// In milliseconds since 1970.
        at_unix_ms: u64,
    },
    /// All launches are there.
    Finished {
        /// How many count.
        counted: usize,
        /// How many were lost.
        lost: usize,
    },
}

/// A launch whose trace came home.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// Its id, which its trace has too.
    pub launch: String,
    /// The trace's name in this folder.
    pub file: String,
    /// Its side in an interleaved run: `base` or `head`.
    pub role: Option<String>,
    /// Its block in an interleaved run.
    pub block: Option<u64>,
    /// It was there to warm up.
    pub warm_up: bool,
    /// It was the first after an installation.
    pub first_after_install: bool,
    /// How hot the device was, if it or the app told.
    pub thermal: Option<String>,
    /// Whether it saved power.
    pub low_power: Option<bool>,
    /// Whether it was charging.
    pub charging: Option<bool>,
    /// How full its battery was, in percent.
    pub battery: Option<u8>,
    /// Whether the driver's way of launching attaches a debugger.
    pub debugged: bool,
    /// How long the launch took from the request to the trace on this machine, in milliseconds.
    pub took_ms: u64,
}

impl Recorded {
    /// Whether it counts.
    pub fn counts(&self) -> bool {
        !self.warm_up && !self.first_after_install && !self.is_throttled() && self.low_power != Some(true)
    }

    /// Whether the device was so hot that it was slowed down.
    pub fn is_throttled(&self) -> bool {
        self.thermal.as_deref().and_then(Thermal::from_name).is_some_and(Thermal::throttles)
    }
}

/// A log that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct RunLog {
    /// What holds for the whole run.
    pub header: Header,
    /// What happened, in order.
    pub entries: Vec<Entry>,
    /// How many bytes of the file are whole lines.
    pub whole: u64,
}

impl RunLog {
    /// Reads a log's text; the error names the line.
    pub fn parse(text: &str) -> Result<RunLog, String> {
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines().enumerate();
        let bad = |line: usize, error: serde_json::Error| format!("line {}: {error}", line + 1);
        let (at, first) = lines.next().ok_or("its first line is not whole")?;
        let header: Header = serde_json::from_str(first).map_err(|error| bad(at, error))?;
        if header.format != FORMAT {
            let found = &header.format;
            return Err(format!("format {found:?}; this version of launchgate reads {FORMAT:?}"));
        }
        let entries = lines.map(|(at, line)| serde_json::from_str(line).map_err(|error| bad(at, error)));
        Ok(RunLog { entries: entries.collect::<Result<_, String>>()?, header, whole: whole as u64 })
    }

    /// The launches whose traces came home.
    pub fn recorded(&self) -> impl Iterator<Item = &Recorded> {
        self.entries.iter().filter_map(|entry| match entry {
            Entry::Launch(recorded) => Some(recorded),
            _ => None,
        })
    }

    /// What the driver knows, by the names of the traces.
    pub(super) fn by_file(&self) -> BTreeMap<&str, &Recorded> {
        self.recorded().map(|recorded| (&*recorded.file, recorded)).collect()
    }

    /// Adds to a launch what its trace does not know.
    pub(super) fn annotate(&self, recorded: &Recorded, launch: &mut Launch) {
        let conditions = Arc::make_mut(&mut launch.conditions);
        conditions.scenario = self.header.scenario.as_str().into();
        conditions.app_bundle = self.header.app.as_str().into();
        launch.session = self.header.session.as_str().into();
        launch.role = match recorded.role.as_deref() {
            Some("base") => Some(Role::Base),
            Some("head") => Some(Role::Head),
            _ => launch.role,
        };
        launch.block = recorded.block.or(launch.block);
        let state = &mut launch.state;
        state.warm_up |= recorded.warm_up;
        state.first_after_install |= recorded.first_after_install;
        state.debugged |= recorded.debugged;
        state.low_power |= recorded.low_power.unwrap_or(false);
        let told = recorded.thermal.as_deref().and_then(Thermal::from_name);
        state.thermal = state.thermal.max(told.unwrap_or_default());
    }
}

/// The log beside a file, if it is that of a run.
pub(super) fn beside(file: &Path) -> Option<std::path::PathBuf> {
    let log = file.parent()?.join(NAME);
    is_log(&log).then_some(log)
}

/// Whether a file is the log of a run: people call launch records so too.
pub(super) fn is_log(file: &Path) -> bool {
    if file.file_name().is_none_or(|name| name != NAME) {
        return false;
    }
    let mut beginning = Vec::new();
    let read = std::fs::File::open(file).and_then(|file| file.take(200).read_to_end(&mut beginning));
    read.is_ok() && String::from_utf8_lossy(&beginning).contains("\"launchgate.run/")
}
