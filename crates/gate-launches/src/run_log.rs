//! Reads and writes the log `run.jsonl`, which a driver writes next to the traces of a run. The log has properties of launches that traces
//! do not contain.
//!
//! The first line of the log is a [`Header`], and each following line is a [`LogEntry`]. A line is written before its trace gets its final
//! name: a trace without a line does not belong to the run, and a line without a trace is a launch that was interrupted. Unknown fields are
//! ignored. Invariant: a log that ends in the middle of a line is read without that line.

use std::collections::BTreeMap;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::launch::is_default;
use super::session::NO_WINDOW;
use super::{Build, BuildRole, Launch, LostLaunchCount, PhoneId, SessionProperties, Thermal};

/// The file's name in a folder of traces.
pub const NAME: &str = "run.jsonl";

/// The value of the field `format`.
pub const FORMAT: &str = "launchgate.run/1";

/// The properties of the whole run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Header {
    pub format: String,
    pub session: String,
    /// The scenario of config.toml; empty if there is no scenario.
    pub scenario: String,
    /// The bundle identifier of the judged build, which is the condition `app` of both builds.
    pub app: String,
    /// The device's id (UDID).
    pub udid: String,
    /// Whether the device is a simulator. The traces of a simulator contain neither its type nor the Mac, so both are read from the log.
    #[serde(default, skip_serializing_if = "is_default")]
    pub simulator: bool,
    /// The model of the device.
    pub model: Option<String>,
    /// The version of the device's system.
    pub os: Option<String>,
    /// The connection to the device.
    pub link: String,
    /// The driver, with its version if the version is known.
    pub driver: String,
    /// The number of launches to record; in an interleaved run, for each build.
    pub launches: usize,
    /// The number of additional launches that warm the caches.
    pub warmup: usize,
    /// The seed of the order of interleaved launches.
    pub seed: Option<u64>,
    /// In a run that may stop early, the numbers of launches after which the run is judged. Each judgement may use an equal share of the
    /// significance level.
    pub looks: Vec<usize>,
    /// Whether this run confirms the findings of an earlier run, in fresh launches.
    #[serde(default, skip_serializing_if = "is_default")]
    pub again: bool,
    /// Whether the launches were sampled densely, only in order to name functions.
    #[serde(default, skip_serializing_if = "is_default")]
    pub dense: bool,
    /// Whether the data of earlier builds was not removed when builds were installed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub keep_data: bool,
    /// Whether both builds are equal, so that the run launched no app.
    #[serde(default, skip_serializing_if = "is_default")]
    pub equal: bool,
    /// The build that is judged (the head).
    #[serde(default)]
    pub head: Build,
    /// The base build of an interleaved run.
    #[serde(default)]
    pub base: Build,
    /// The app files of both builds, as the user gave them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub apps: Vec<String>,
    /// Checksums of the other inputs of a launch, by name: the agent's settings in the app, the scenario with its files.
    #[serde(default)]
    pub inputs: BTreeMap<String, String>,
}

/// Serializes a header or an entry as a line of the log.
pub fn format_line(entry: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(entry)? + "\n")
}

/// The field `format`. The field can be read even if a later version writes other fields into the first line.
#[derive(Deserialize)]
struct FormatField {
    format: String,
}

/// An event of a launch or of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum LogEntry {
    /// The launch was recorded and its trace fetched.
    Launch(RecordedLaunch),
    /// The launch was lost. A lost launch was repeated unless the limit of repetitions was reached.
    Lost {
        /// The id of the launch.
        launch: String,
        /// The role in an interleaved run: `base` or `head`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<String>,
        /// The kind of the failure.
        kind: String,
        /// The component that failed.
        class: String,
        /// The description of the failure.
        why: String,
    },
    /// The run continued after an interruption.
    Resumed {
        /// The time in milliseconds since 1970.
        at_unix_ms: u64,
    },
    /// All launches were recorded.
    Finished {
        counted: usize,
        /// Number of lost launches.
        lost: usize,
    },
}

/// A launch whose trace was fetched.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedLaunch {
    /// The id of the launch, which the trace contains too.
    pub launch: String,
    /// The name of the trace in the folder of the log.
    pub file: String,
    /// The role in an interleaved run: `base` or `head`.
    pub role: Option<String>,
    /// The block of an interleaved run.
    pub block: Option<u64>,
    /// Whether the launch was made only to warm up.
    pub warm_up: bool,
    /// Whether the launch was the first one after an installation.
    pub first_after_install: bool,
    /// The thermal state of the device, if the device or the app reported it.
    pub thermal: Option<String>,
    /// Whether low-power mode was on.
    pub low_power: Option<bool>,
    /// Whether the device was charging.
    pub charging: Option<bool>,
    /// The battery level in percent.
    pub battery: Option<u8>,
    /// Whether the driver launches under a debugger.
    pub debugged: bool,
    /// The reason why `gate check` will exclude the launch, as the trace shows it: `prewarmed`, or `debugged` by a debugger other than the
    /// driver's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
    /// The time from the request of the launch until the trace was on this machine, in milliseconds.
    pub took_ms: u64,
    /// The launched build as the trace describes it, with the images that the launch loaded.
    #[serde(default, skip_serializing_if = "Build::is_unknown")]
    pub of: Build,
}

impl RecordedLaunch {
    /// Returns whether the launch counts towards the number of launches of the run.
    pub fn is_counted(&self) -> bool {
        let is_as_planned = !self.warm_up && !self.first_after_install && self.left_out.is_none();
        is_as_planned && !self.is_throttled() && self.low_power != Some(true)
    }

    /// Returns whether the device was so hot that the system slowed it down.
    pub fn is_throttled(&self) -> bool {
        self.thermal.as_deref().and_then(Thermal::from_name).is_some_and(Thermal::is_throttled)
    }
}

/// A parsed log.
#[derive(Clone, Debug, PartialEq)]
pub struct RunLog {
    /// The properties of the whole run.
    pub header: Header,
    /// The entries, in order of time.
    pub entries: Vec<LogEntry>,
    /// The number of bytes in the complete lines of the log.
    pub whole: u64,
}

impl RunLog {
    /// Parses the text of a log. An error contains the number of the invalid line.
    pub fn parse(text: &str) -> Result<RunLog, String> {
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines().enumerate();
        let bad = |line: usize, error: serde_json::Error| format!("line {}: {error}", line + 1);
        let (at, first) = lines.next().ok_or("its first line is incomplete")?;
        let FormatField { format: found } = serde_json::from_str(first).map_err(|error| bad(at, error))?;
        if found != FORMAT {
            return Err(format!("format {found:?}; this version of launchgate reads {FORMAT:?}"));
        }
        let header: Header = serde_json::from_str(first).map_err(|error| bad(at, error))?;
        let entries = lines.map(|(at, line)| serde_json::from_str(line).map_err(|error| bad(at, error)));
        Ok(RunLog { entries: entries.collect::<Result<_, String>>()?, header, whole: whole as u64 })
    }

    /// Returns the properties of the session that its launches do not contain.
    pub(crate) fn session_properties(&self) -> SessionProperties {
        let mut lost: BTreeMap<(Option<BuildRole>, &str), LostLaunchCount> = BTreeMap::new();
        // The lost launches of a run that only names functions are not counted, since the launches of such a run are not compared.
        for entry in self.entries.iter().filter(|_| !self.header.dense) {
            if let LogEntry::Lost { role, kind, why, .. } = entry {
                let role = role.as_deref().and_then(BuildRole::from_name);
                // For a launch without a window, the recorder's description is in parentheses. Descriptions of other failures come from the
                // device and do not mention the app.
                let description = why.split_once(" (").and_then(|(_, rest)| rest.strip_suffix(')'));
                let why = description.filter(|_| kind == NO_WINDOW).map(Arc::from);
                let first = LostLaunchCount { role, reason: kind.as_str().into(), launches: 0, why };
                lost.entry((role, kind)).or_insert(first).launches += 1;
            }
        }
        let phone = Some(PhoneId::Id(self.header.udid.as_str().into()));
        SessionProperties { phone, lost: lost.into_values().collect() }
    }

    /// Returns the number of lost launches.
    pub fn count_lost(&self) -> usize {
        self.entries.iter().filter(|entry| matches!(entry, LogEntry::Lost { .. })).count()
    }

    /// Returns the launches whose traces were fetched.
    pub fn recorded_launches(&self) -> impl Iterator<Item = &RecordedLaunch> {
        self.entries.iter().filter_map(|entry| match entry {
            LogEntry::Launch(recorded) => Some(recorded),
            _ => None,
        })
    }

    /// Returns the recorded launches by the names of their traces.
    pub(super) fn by_file(&self) -> BTreeMap<&str, &RecordedLaunch> {
        self.recorded_launches().map(|recorded| (&*recorded.file, recorded)).collect()
    }

    /// Sets the properties of a launch that the trace does not contain, from the launch's entry in the log.
    pub(super) fn annotate_launch(&self, recorded: &RecordedLaunch, launch: &mut Launch) {
        let conditions = Arc::make_mut(&mut launch.conditions);
        conditions.scenario = self.header.scenario.as_str().into();
        conditions.app_bundle = self.header.app.as_str().into();
        if self.header.simulator {
            conditions.recording.simulator = true;
            conditions.device_model = self.header.model.as_deref().unwrap_or_default().into();
            conditions.device_os = self.header.os.as_deref().unwrap_or_default().into();
        }
        launch.session = self.header.session.as_str().into();
        launch.role = recorded.role.as_deref().and_then(BuildRole::from_name).or(launch.role);
        launch.block = recorded.block.or(launch.block);
        let state = &mut launch.state;
        state.warm_up |= recorded.warm_up;
        state.first_after_install |= recorded.first_after_install;
        if recorded.debugged {
            // A debugger of the driver is a condition of the launch, and not a reason to exclude the launch.
            state.debugged = false;
            conditions.recording.debugger = true;
        }
        conditions.recording.dense |= self.header.dense;
        conditions.recording.kept_data |= self.header.keep_data;
        state.low_power |= recorded.low_power.unwrap_or(false);
        let thermal = recorded.thermal.as_deref().and_then(Thermal::from_name);
        state.thermal = state.thermal.max(thermal.unwrap_or_default());
    }
}

/// Returns the path of the log in the folder of a file, if that folder has the log of a run.
pub(super) fn path_next_to(file: &Path) -> Option<std::path::PathBuf> {
    let log = file.parent()?.join(NAME);
    is_log(&log).then_some(log)
}

/// The name of the file with the facts of the build; in an interleaved run, of the head.
pub const FACTS: &str = "build.facts";
/// The name of the file with the facts of the base build of an interleaved run.
pub const BASE_FACTS: &str = "base.facts";

/// Returns whether a file has the facts of a build instead of a launch.
pub(super) fn is_facts(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == FACTS || name == BASE_FACTS)
}

/// Returns whether a file is the log of a run; users also give the name `run.jsonl` to launch records.
pub(super) fn is_log(file: &Path) -> bool {
    if file.file_name().is_none_or(|name| name != NAME) {
        return false;
    }
    let mut beginning = Vec::new();
    let read = std::fs::File::open(file).and_then(|file| file.take(200).read_to_end(&mut beginning));
    read.is_ok() && String::from_utf8_lossy(&beginning).contains("\"launchgate.run/")
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::option;
    use proptest::prelude::*;

    use super::*;

    fn text() -> impl Strategy<Value = String> {
        "\\PC{0,8}|[\n\t\"\\\\\u{1b}]{1,3}"
    }

    fn header() -> impl Strategy<Value = Header> {
        let texts = (text(), text(), text(), text(), text(), text());
        let rest = (
            option::of(text()),
            option::of(text()),
            0..99_usize,
            option::of(any::<u64>()),
            vec(0..99_usize, 0..3),
        );
        (texts, rest).prop_map(
            |((session, scenario, app, udid, link, driver), (model, os, launches, seed, looks))| {
                let format = FORMAT.to_owned();
                let warmup = launches / 2;
                Header {
                    format,
                    session,
                    scenario,
                    app,
                    udid,
                    simulator: launches > 50,
                    model,
                    os,
                    link,
                    driver,
                    launches,
                    warmup,
                    seed,
                    looks,
                    again: seed.is_some(),
                    dense: seed.is_none(),
                    keep_data: launches > 70,
                    equal: launches > 90,
                    head: Build { version: "5.2".to_owned(), ..Build::default() },
                    base: Build::default(),
                    apps: vec!["Shop.ipa".to_owned()],
                    inputs: BTreeMap::from([("scenario".to_owned(), "0a5f".to_owned())]),
                }
            },
        )
    }

    fn recorded() -> impl Strategy<Value = RecordedLaunch> {
        let numbers = (option::of(any::<u64>()), option::of(any::<u8>()), any::<u64>());
        let flags = (any::<[bool; 3]>(), option::of(any::<bool>()), option::of(any::<bool>()));
        (text(), text(), option::of(text()), option::of(text()), numbers, flags).prop_map(
            |(launch, file, role, thermal, (block, battery, took_ms), (flags, low_power, charging))| {
                RecordedLaunch {
                    launch,
                    file,
                    role,
                    block,
                    warm_up: flags[0],
                    first_after_install: flags[1],
                    thermal,
                    low_power,
                    charging,
                    battery,
                    debugged: flags[2],
                    left_out: flags[2].then(|| "prewarmed".to_owned()),
                    took_ms,
                    of: Build { number: "812".to_owned(), ..Build::default() },
                }
            },
        )
    }

    fn entry() -> impl Strategy<Value = LogEntry> {
        let lost = (text(), text(), text(), text());
        prop_oneof![
            recorded().prop_map(LogEntry::Launch),
            (lost, proptest::option::of(text())).prop_map(|((launch, kind, class, why), role)| {
                LogEntry::Lost { launch, role, kind, class, why }
            }),
            any::<u64>().prop_map(|at_unix_ms| LogEntry::Resumed { at_unix_ms }),
            (0..99_usize, 0..99_usize).prop_map(|(counted, lost)| LogEntry::Finished { counted, lost }),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_written_run_log_is_read_back_unchanged(header in header(), entries in vec(entry(), 0..6), cut in any::<usize>()) {
            let mut lines = vec![format_line(&header).unwrap()];
            lines.extend(entries.iter().map(|entry| format_line(entry).unwrap()));
            let text = lines.concat();
            let whole = text.len() as u64;
            prop_assert_eq!(RunLog::parse(&text), Ok(RunLog { header: header.clone(), entries: entries.clone(), whole }));

            // A log that is cut off at any byte has the entries of its complete lines.
            let cut = text.floor_char_boundary(cut % text.len());
            let left = lines.iter().scan(0, |end, line| { *end += line.len(); Some(*end) }).take_while(|end| *end <= cut).count();
            let parsed = RunLog::parse(&text[..cut]);
            prop_assert_eq!(parsed.map(|log| log.entries), match left {
                0 => Err("its first line is incomplete".to_owned()),
                left => Ok(entries[..left - 1].to_vec()),
            });
        }
    }

    const HEAD: &str = r#"{"format":"launchgate.run/1","session":"s","scenario":"","app":"a","udid":"u","model":null,"os":null,"link":"usb","driver":"d","launches":3,"warmup":1,"seed":null,"looks":[]"#;

    #[test]
    fn unknown_fields_of_a_run_log_are_ignored() {
        let entry = r#"{"is":"resumed","at_unix_ms":5,"why":{"new":[1]}}"#;
        let log = RunLog::parse(&format!("{HEAD},\"new\":{{\"a\":1}}}}\n{entry}\n")).unwrap();
        assert_eq!((log.header.launches, log.entries), (3, vec![LogEntry::Resumed { at_unix_ms: 5 }]));
    }

    #[test]
    fn lost_launches_in_a_run_log_are_counted_by_base_and_head_and_by_reason() {
        let header = r#"{"format":"launchgate.run/1","session":"s","scenario":"","app":"a","udid":"u","link":"usb","driver":"d","launches":1,"warmup":0,"looks":[]}"#;
        let lost = |role: Option<BuildRole>, kind: &str| LogEntry::Lost {
            launch: "s.1".to_owned(),
            role: role.map(|role| role.name().to_owned()),
            kind: kind.to_owned(),
            class: "Device".to_owned(),
            why: String::new(),
        };
        let entries = [
            lost(Some(BuildRole::Head), "NoTrace"),
            lost(None, "Lost"),
            lost(Some(BuildRole::Head), "NoTrace"),
        ];
        let text: String = entries.iter().map(|entry| format_line(entry).expect("a line")).collect();
        let session = RunLog::parse(&format!("{header}\n{text}")).expect("a log").session_properties();
        let counted = |role, reason: &str, launches| LostLaunchCount {
            role,
            reason: reason.into(),
            launches,
            why: None,
        };
        assert_eq!(session.lost, [counted(None, "Lost", 1), counted(Some(BuildRole::Head), "NoTrace", 2)]);
        assert_eq!(session.phone, Some(PhoneId::Id("u".into())));
    }

    #[test]
    fn a_run_log_of_a_newer_version_is_refused_with_both_versions() {
        // The fields of a newer version may be unreadable.
        for newer in [HEAD.replace("run/1", "run/2") + "}", r#"{"format":"launchgate.run/2"}"#.to_owned()] {
            let error = RunLog::parse(&(newer + "\n")).unwrap_err();
            assert_eq!(
                error,
                r#"format "launchgate.run/2"; this version of launchgate reads "launchgate.run/1""#
            );
        }
    }
}
