//! Reads the table of tools: for each operation its command and the format of its answer.
//!
//! `tools.toml` has the built-in tools; a `[[driver]]` in config.toml adds a tool or changes keys of one. Invariant: the placeholders and
//! kinds of failures of a [`ToolSpec`] exist, and its patterns compile.

use std::collections::BTreeMap;
use std::fmt;

use regex::Regex;
use serde::{Deserialize, Deserializer};

use super::templates;
use crate::FailureKind;

/// The built-in tools.
const BUILT_IN: &str = include_str!("tools.toml");

/// An external tool that connects to devices.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolSpec {
    /// The name for `--driver`.
    pub name: String,
    /// The description in lists of drivers.
    pub about: String,
    /// The instruction to install the tool.
    pub get: String,
    /// Folders with the programs of the tool, which are searched before those in PATH.
    #[serde(default)]
    pub path: Vec<String>,
    /// The operating system that the tool needs, by Rust's name (`macos`).
    pub system: Option<String>,
    /// The versions of iOS on which the tool launches apps.
    #[serde(default)]
    pub launches: VersionRange,
    /// The oldest supported version of the tool.
    pub least: Option<String>,
    /// Whether `--driver auto` may choose the tool.
    #[serde(default = "default_true")]
    pub auto: bool,
    /// Whether the tool's devices are simulators, whose times are those of this machine.
    #[serde(default)]
    pub simulator: bool,
    /// Whether the tool attaches a debugger to launched apps.
    #[serde(default)]
    pub debugger: bool,
    /// The number of seconds that each command of the tool needs to start on a slow machine.
    #[serde(default)]
    pub startup: u64,
    /// The driver for operations for which the tool has no command; without such a driver, these operations fail.
    pub rest: Option<FallbackDriver>,
    /// The way in which the tool gets the address of usbmuxd.
    #[serde(default)]
    pub usbmux: UsbmuxSpec,
    /// Environment variables that are set for the commands of the tool.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// The words of the command line for each environment variable of the app, such as `["-e", "{key}={value}"]`.
    #[serde(default)]
    pub variable: Vec<String>,
    /// A text at which the tool would truncate the value of a variable.
    pub variable_never: Option<String>,
    /// The words of the command line for each argument of the app, such as `["--arg={value}"]`; empty if an argument is passed unchanged.
    #[serde(default)]
    pub argument: Vec<String>,
    /// The words of the command line for the URL with which the app is opened.
    #[serde(default)]
    pub url: Vec<String>,
    /// The lines of the tool's output that do not describe a failure.
    pub noise: Option<Pattern>,
    /// The message after which a command is repeated once, because the tool lost an answer of the device. It is set only for tools whose
    /// commands may be repeated.
    pub again: Option<Pattern>,
    /// The meanings of the tool's messages, which are tried before the meanings that all tools share.
    #[serde(default)]
    pub failure: Vec<FailurePattern>,
    pub version: Operation,
    /// Lists the devices, with the field `udid`, and with `name`, `model`, `os` and `link` if the tool reports them.
    pub devices: Operation,
    /// Lists all simulators that can be booted, with their `state`.
    pub all: Option<Operation>,
    /// Reads the model of this machine as `host`, for simulators.
    pub host: Option<Operation>,
    /// Creates a simulator with the name `{name}` and the type `{type}`, and returns its `udid`.
    pub create: Option<Operation>,
    /// Boots a simulator.
    pub boot: Option<Operation>,
    /// Shuts a simulator down.
    pub shutdown: Option<Operation>,
    /// Erases a simulator's contents.
    pub erase: Option<Operation>,
    /// Reads more about a device, if `devices` does not report everything.
    pub device: Option<Operation>,
    /// Finds the reason if a failure has an unknown message, or if developer services do not start. If the output matches `fails`, the
    /// reason is `otherwise`. If this command fails too, its message is classified like the messages of other commands.
    pub explain: Option<Operation>,
    /// Reads the state of a device: the fields `battery` and `charging`.
    pub state: Option<Operation>,
    /// Installs `{app}`.
    pub install: Option<Operation>,
    /// Removes the app `{bundle}` with its data.
    pub uninstall: Option<Operation>,
    /// Launches `{bundle}` and returns its `pid`.
    pub launch: Option<Operation>,
    /// Brings the app `{bundle}` to the front, without ending its process.
    pub front: Option<Operation>,
    /// Opens `{url}` in the running app `{bundle}`, if `launch` cannot open it.
    pub open: Option<Operation>,
    /// Delivers the notification in the file `{local}` to the app `{bundle}`.
    pub notify: Option<Operation>,
    /// Lists the `pid` of each process.
    pub processes: Option<Operation>,
    /// Ends the process `{pid}`.
    pub kill: Option<Operation>,
    /// Lists the entries of `{folder}`, with the field `name`, and with `size` if the tool reports it.
    pub list: Option<Operation>,
    /// Fetches `{remote}` to `{local}`.
    pub pull: Option<Operation>,
    /// Copies `{local}` to `{remote}`.
    pub push: Option<Operation>,
    /// Removes `{remote}`.
    pub remove: Option<Operation>,
}

/// An operation of a tool.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operation {
    /// The program and its arguments, with placeholders.
    pub command: Vec<String>,
    /// The command for a version of the tool that does not know `command`.
    pub instead: Option<AlternativeCommand>,
    /// Whether the command runs as long as the app, and ending it ends the app.
    #[serde(default)]
    pub attached: bool,
    /// The line of output that reports that the app runs.
    pub ready: Option<Pattern>,
    /// The line of output that reports that the app has ended, although the command still runs.
    pub over: Option<Pattern>,
    /// The message that means a failure, even with an exit status of 0.
    pub fails: Option<Pattern>,
    /// The message that means that a file or folder does not exist.
    pub missing: Option<Pattern>,
    /// The kind of a failure whose message is unknown.
    pub otherwise: Option<FailureKindName>,
    /// The format of its answer.
    #[serde(default)]
    pub answer: AnswerSpec,
}

/// The command for a version of a tool that does not know the usual command.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AlternativeCommand {
    /// The message with which this version of the tool refuses the usual command.
    pub says: Pattern,
    /// The program and its arguments, with placeholders.
    pub command: Vec<String>,
}

fn default_true() -> bool {
    true
}

/// The format of an answer, which is read as records with fields.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerSpec {
    #[serde(default)]
    pub from: AnswerSource,
    #[serde(default)]
    pub format: AnswerFormat,
    /// For JSON and plist, the JSON pointer to the list of records; without a pointer, the document is one record. A pointer that ends with
    /// `/*` refers to an object, all of whose values are lists of records.
    pub each: Option<String>,
    /// The name of the field that gets the key of a record's list, if `each` ends with `/*`.
    pub key: Option<String>,
    /// For some fields, a pattern and the text that replaces its match; the text may refer to the pattern's groups.
    #[serde(default)]
    pub rewrite: BTreeMap<String, (Pattern, String)>,
    /// For JSON and plist, the JSON pointers to each field in a record, separated by spaces. The first pointer that exists is used.
    #[serde(default)]
    pub fields: BTreeMap<String, String>,
    /// For lines of text, the pattern whose matches are the records; its named groups are the fields.
    pub pattern: Option<Pattern>,
}

/// The source of an answer.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum AnswerSource {
    /// The standard output.
    #[default]
    Stdout,
    /// The standard output and the standard error.
    Both,
    /// The file `{result}`.
    File,
}

/// The format of an answer.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum AnswerFormat {
    /// Lines of text.
    #[default]
    Lines,
    /// One JSON document; other lines before it are skipped.
    Json,
    /// A property list.
    Plist,
}

/// The way in which a tool gets the address of usbmuxd.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsbmuxSpec {
    /// The words of the command line for `{usbmux}`; they contain `{address}`.
    #[serde(default)]
    pub words: Vec<String>,
    /// The environment variable for `{address}`.
    pub variable: Option<String>,
    /// The form in which the tool expects the `{path}` of a Unix socket.
    pub unix: Option<String>,
}

/// The fallback driver, which performs the operations for which the tool has no command.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum FallbackDriver {
    /// The embedded driver.
    Embedded,
}

/// The kind of failure that a message means.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FailurePattern {
    /// The pattern of the message.
    pub pattern: Pattern,
    /// The kind of failure.
    pub kind: FailureKindName,
}

/// A regular expression in which `.` does not match a line break.
#[derive(Clone, Debug)]
pub struct Pattern(pub Regex);

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pattern, D::Error> {
        let text = String::deserialize(deserializer)?;
        let built = regex::RegexBuilder::new(&text).multi_line(true).build();
        built.map(Pattern).map_err(|error| serde::de::Error::custom(format!("{text:?}: {error}")))
    }
}

/// A kind of failure, read from its name.
#[derive(Clone, Copy, Debug)]
pub struct FailureKindName(pub FailureKind);

impl<'de> Deserialize<'de> for FailureKindName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FailureKindName, D::Error> {
        let text = String::deserialize(deserializer)?;
        let found = FailureKind::ALL.iter().find(|kind| kind.name() == text);
        found.map(|kind| FailureKindName(*kind)).ok_or_else(|| {
            let known: Vec<&str> = FailureKind::ALL.iter().map(|kind| kind.name()).collect();
            serde::de::Error::custom(format!(
                "unknown kind of failure {text:?}; choose one of {}",
                known.join(", ")
            ))
        })
    }
}

/// The versions `FROM..BELOW`; either end may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VersionRange {
    from: Option<Version>,
    below: Option<Version>,
}

impl VersionRange {
    /// Returns whether the range contains a version; a version that cannot be parsed counts as contained.
    pub fn contains(&self, version: &str) -> bool {
        let Some(version) = Version::parse(version) else { return true };
        self.from.as_ref().is_none_or(|from| version >= *from)
            && self.below.as_ref().is_none_or(|below| version < *below)
    }
}

impl fmt::Display for VersionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.from, &self.below) {
            (Some(from), Some(below)) => write!(f, "{from} and later, before {below}"),
            (Some(from), None) => write!(f, "{from} and later"),
            (None, Some(below)) => write!(f, "before {below}"),
            (None, None) => f.write_str("any"),
        }
    }
}

impl<'de> Deserialize<'de> for VersionRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<VersionRange, D::Error> {
        let text = String::deserialize(deserializer)?;
        VersionRange::parse(&text).ok_or_else(|| {
            serde::de::Error::custom(format!(
                "{text:?} is not a range of versions such as \"13..17\" or \"17..\""
            ))
        })
    }
}

impl VersionRange {
    fn parse(text: &str) -> Option<VersionRange> {
        let (from, below) = text.split_once("..")?;
        let parse = |part: &str| (!part.is_empty()).then(|| Version::parse(part).ok_or(())).transpose();
        Some(VersionRange { from: parse(from).ok()?, below: parse(below).ok()? })
    }
}

/// The numbers of a version, such as `17.5`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version(Vec<u64>);

impl Version {
    /// Parses the numbers at the beginning; a suffix such as `-beta` is ignored.
    pub(super) fn parse(text: &str) -> Option<Version> {
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let mut numbers = text[..end].split('.').filter(|part| !part.is_empty());
        let read: Option<Vec<u64>> = numbers.by_ref().map(|part| part.parse().ok()).collect();
        read.filter(|numbers| !numbers.is_empty()).map(Version)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(u64::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}

/// The table of tools, and the meanings of messages that several tools share.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolTable {
    /// The tools, in the order in which they are preferred.
    #[serde(rename = "driver")]
    pub drivers: Vec<ToolSpec>,
    /// The meanings of messages that several tools share.
    #[serde(default)]
    pub failure: Vec<FailurePattern>,
}

/// The reason for which a `[[driver]]` cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The name is missing.
    #[error("driver without a name")]
    Nameless,
    /// A key or value is invalid.
    #[error("driver {name:?}: {reason}")]
    Invalid { name: String, reason: String },
}

impl ToolTable {
    /// Checks the tables of config.toml; returns the position of the first invalid one, and the reason.
    pub fn check(added: &[toml::Table]) -> Result<(), (usize, SpecError)> {
        // A table may change a tool that an earlier table added, so each table is checked together with the previous ones.
        (0..added.len())
            .try_for_each(|at| ToolTable::from_tables(&added[..=at]).map(drop).map_err(|error| (at, error)))
    }

    /// Creates the table of the built-in tools and of those in config.toml.
    pub fn from_tables(added: &[toml::Table]) -> Result<ToolTable, SpecError> {
        let mut known: toml::Table =
            toml::from_str(BUILT_IN).expect("the built-in table of drivers is valid");
        let mut drivers: Vec<toml::Table> = Vec::new();
        if let Some(toml::Value::Array(rows)) = known.remove("driver") {
            drivers.extend(rows.into_iter().filter_map(|row| row.try_into().ok()));
        }
        for own in added {
            let name = name_of(own).ok_or(SpecError::Nameless)?;
            match drivers.iter_mut().find(|driver| name_of(driver) == Some(name)) {
                Some(driver) => merge(driver, own),
                None => drivers.push(own.clone()),
            }
        }
        let mut table = ToolTable { drivers: Vec::new(), failure: Vec::new() };
        for driver in drivers {
            let name = name_of(&driver).unwrap_or_default().to_owned();
            let invalid = |reason: String| SpecError::Invalid { name: name.clone(), reason };
            let spec: ToolSpec =
                driver.try_into().map_err(|error: toml::de::Error| invalid(error.message().to_owned()))?;
            spec.check().map_err(invalid)?;
            table.drivers.push(spec);
        }
        if let Some(failure) = known.remove("failure") {
            table.failure = failure.try_into().expect("the built-in table of drivers is valid");
        }
        Ok(table)
    }
}

fn name_of(driver: &toml::Table) -> Option<&str> {
    driver.get("name")?.as_str().filter(|name| !name.is_empty())
}

/// Sets every key of `own` in `into`: tables are merged, lists and values are replaced.
fn merge(into: &mut toml::Table, own: &toml::Table) {
    for (key, value) in own {
        match (into.get_mut(key), value) {
            (Some(toml::Value::Table(into)), toml::Value::Table(own)) => merge(into, own),
            _ => {
                into.insert(key.clone(), value.clone());
            }
        }
    }
}

impl ToolSpec {
    /// Returns every operation with its name in the table.
    pub fn operations(&self) -> Vec<(&'static str, &Operation)> {
        let optional = [
            ("all", &self.all),
            ("host", &self.host),
            ("create", &self.create),
            ("boot", &self.boot),
            ("shutdown", &self.shutdown),
            ("erase", &self.erase),
            ("device", &self.device),
            ("explain", &self.explain),
            ("state", &self.state),
            ("install", &self.install),
            ("launch", &self.launch),
            ("front", &self.front),
            ("open", &self.open),
            ("notify", &self.notify),
            ("processes", &self.processes),
            ("kill", &self.kill),
            ("list", &self.list),
            ("pull", &self.pull),
            ("push", &self.push),
            ("remove", &self.remove),
        ];
        let given = optional.into_iter().filter_map(|(name, operation)| Some((name, operation.as_ref()?)));
        [("version", &self.version), ("devices", &self.devices)].into_iter().chain(given).collect()
    }

    fn check(&self) -> Result<(), String> {
        if ["auto", "embedded"].contains(&self.name.as_str()) {
            return Err("this name is reserved".to_owned());
        }
        for (name, operation) in self.operations() {
            if operation.command.is_empty() {
                return Err(format!("{name}.command: expected the program and its arguments"));
            }
            let instead = operation.instead.as_ref().map_or(&operation.command, |instead| &instead.command);
            let lists =
                [&operation.command, instead, &self.usbmux.words, &self.variable, &self.argument, &self.url];
            for word in lists.into_iter().flatten() {
                if let Some(unknown) = templates::find_unknown_placeholder(word) {
                    let known =
                        templates::PLACEHOLDER_NAMES.split_whitespace().collect::<Vec<_>>().join(", ");
                    return Err(format!("{name}: unknown placeholder {{{unknown}}}; known ones are {known}"));
                }
            }
            let wants = match name {
                "devices" | "all" | "create" => "udid",
                "host" => "host",
                "processes" => "pid",
                "launch" if !operation.attached => "pid",
                "list" => "name",
                _ => continue,
            };
            let answer = &operation.answer;
            let named = |pattern: &Pattern| pattern.0.capture_names().flatten().any(|name| name == wants);
            let gives = match answer.format {
                AnswerFormat::Lines => answer.pattern.as_ref().is_some_and(named),
                AnswerFormat::Json | AnswerFormat::Plist => answer.fields.contains_key(wants),
            };
            if !gives {
                return Err(format!("{name}.answer: no field {wants:?}"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> toml::Table {
        text.parse().expect(text)
    }

    const OWN: &str = "name = \"farm\"\nabout = \"a\"\nget = \"g\"\nversion.command = [\"farm\"]\n\
        devices.command = [\"farm\", \"ls\"]\ndevices.answer.pattern = '^(?<udid>\\S+)$'\n";

    #[test]
    fn descriptions_of_the_known_tools_are_valid_and_in_the_expected_order() {
        let table = ToolTable::from_tables(&[]).unwrap();
        let names: Vec<&str> = table.drivers.iter().map(|driver| driver.name.as_str()).collect();
        assert_eq!(
            names,
            ["devicectl", "tidevice", "pymobiledevice3", "go-ios", "libimobiledevice", "simulator"]
        );
        assert!(!table.failure.is_empty());
        for driver in &table.drivers {
            assert!(driver.get.len() > 5 && driver.about.len() > 5, "{}", driver.name);
        }
    }

    #[test]
    fn the_settings_can_change_the_commands_of_a_known_tool() {
        let own = table(
            "name = \"tidevice\"\nlaunches = \"..18\"\n[launch]\ncommand = [\"tidevice\", \"go\", \"{bundle}\"]",
        );
        let drivers = ToolTable::from_tables(&[own]).unwrap().drivers;
        let changed = drivers.iter().find(|driver| driver.name == "tidevice").unwrap();
        assert_eq!(changed.launch.as_ref().unwrap().command, ["tidevice", "go", "{bundle}"]);
        assert!(changed.launch.as_ref().unwrap().answer.pattern.is_some(), "the rest of the launch stays");
        assert!(changed.launches.contains("17.5") && !changed.launches.contains("18.0"));
        let drivers = ToolTable::from_tables(&[table(OWN)]).unwrap().drivers;
        assert_eq!(drivers.last().unwrap().name, "farm");
    }

    #[test]
    fn the_first_invalid_driver_table_is_reported_by_its_position() {
        let (own, wrong) = (table(OWN), table("name = \"farm\"\nlaunch.comand = []"));
        assert_eq!(ToolTable::check(&[own.clone(), table("name = \"farm\"\nleast = \"2\"")]), Ok(()));
        let (at, error) = ToolTable::check(&[own, wrong.clone(), wrong]).unwrap_err();
        assert_eq!(at, 1);
        assert!(error.to_string().contains("unknown field `comand`"), "{error}");
    }

    #[test]
    fn invalid_keys_and_values_of_a_driver_table_are_named_in_the_error() {
        for (text, expected) in [
            ("about = \"x\"", "driver without a name"),
            ("name = \"embedded\"", "driver \"embedded\": missing field `about`"),
            ("name = \"tidevice\"\nlaunch.comand = []", "driver \"tidevice\": unknown field `comand`"),
            ("name = \"tidevice\"\nlaunch.command = []", "launch.command: expected the program"),
            (
                "name = \"tidevice\"\nkill.command = [\"t\", \"{pidd}\"]",
                "kill: unknown placeholder {pidd}; known ones are",
            ),
            ("name = \"tidevice\"\nlaunches = \"17\"", "\"17\" is not a range of versions"),
            ("name = \"tidevice\"\nlaunch.answer.pattern = \"(\"", "unclosed group"),
            ("name = \"tidevice\"\nlaunch.answer.pattern = \"x\"", "launch.answer: no field \"pid\""),
            ("name = \"tidevice\"\nlaunch.otherwise = \"Nope\"", "unknown kind of failure \"Nope\""),
            (&OWN.replace("farm", "auto"), "this name is reserved"),
        ] {
            let error = ToolTable::from_tables(&[table(text)]).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn versions_are_compared_by_numbers_and_not_as_text() {
        let range = |text: &str| {
            VersionRange::deserialize(serde::de::value::StrDeserializer::<serde::de::value::Error>::new(text))
        };
        let known = range("13..17").unwrap();
        for (version, expected) in
            [("12.9", false), ("13", true), ("13.0", true), ("16.7.10", true), ("17.0", false), ("?", true)]
        {
            assert_eq!(known.contains(version), expected, "{version}");
        }
        assert!(range("..").unwrap().contains("99") && range("a..b").is_err());
        assert!(Version::parse("1.3.10") > Version::parse("1.3.9-4"));
        assert_eq!(known.to_string(), "13 and later, before 17");
    }
}
