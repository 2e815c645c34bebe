//! Defines the conditions under which a launch was recorded, with their names and values.
//!
//! Stored sessions, launch records and reports contain each condition as one text. The text of the loading method ends with a suffix for
//! each flag of [`RecordingProperties`] that is set. The text of a simulator's model contains the Mac on which it runs ([`simulator_model`]). Both
//! texts are formatted and parsed only in the module `conditions`.
//!
//! Invariant: [`Condition::ALL`] is the only list of conditions. Readers, writers, comparisons and reports iterate over this list.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::Launch;

/// The conditions under which a launch was recorded.
/// A field is empty if the recorder did not record it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conditions {
    /// The scenario of config.toml that was launched.
    pub scenario: Arc<str>,
    /// The model of the device, such as `iPhone15,2`.
    pub device_model: Arc<str>,
    /// The system's version, such as `17.5`.
    pub device_os: Arc<str>,
    /// The bundle identifier.
    pub app_bundle: Arc<str>,
    /// The build number, which differs between base and head.
    pub app_build: Arc<str>,
    /// The build's configuration, such as `Release`.
    pub app_configuration: Arc<str>,
    /// The agent's version, or the name of another recorder.
    pub agent_version: Arc<str>,
    /// The number that identifies the agent's way of measuring; `None` for other recorders, whose launches are compared by `agent_version`.
    pub agent_recording: Option<trace::RecordingVersion>,
    /// The fingerprint of the recorder's settings.
    pub agent_settings: Arc<str>,
    /// The way in which the agent was loaded: `injected`, `environment` or `linked`. The suffixes for the flags of the recording are not
    /// included.
    pub agent_loading: Arc<str>,
    /// The properties of the recording that affect times.
    pub recording: RecordingProperties,
}

/// The properties of a recording that affect times. Each property determines whether the times of a launch are judged, or with which
/// launches the launch is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RecordingProperties {
    /// Whether the app counts the calls of its functions. Counting takes time, so a launch with counts is never timed.
    pub counting: bool,
    /// Whether stacks were sampled so densely that the times differ from those of other launches. Samples of such a launch are used to
    /// locate time in functions, and the launch is never timed.
    pub dense: bool,
    /// Whether the driver launches under a debugger, which slows the start down. Launches under a debugger are compared only with each
    /// other.
    pub debugger: bool,
    /// Whether the device is a simulator, whose times are those of the Mac.
    pub simulator: bool,
    /// Whether the app found the data that earlier builds left on the device. Launches with kept data are compared only with each other.
    pub kept_data: bool,
}

gate_common::named! {
    /// One of the [`Conditions`], in the order in which they are stored and shown. The first name of each condition is its name in stored
    /// sessions.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Condition: &'static str {
        Scenario = "scenario", "scenario";
        DeviceModel = "device.model", "device model";
        DeviceOs = "device.os", "device OS";
        AppBundle = "app.bundle", "app";
        AppBuild = "app.build", "app build";
        AppConfiguration = "app.configuration", "app configuration";
        AgentVersion = "agent.version", "agent version";
        AgentRecording = "agent.recording", "recording number";
        AgentSettings = "agent.settings", "agent settings";
        AgentLoading = "agent.loading", "agent loading method";
    }
}

impl Condition {
    /// Returns the name in reports.
    pub fn label(self) -> &'static str {
        self.row()
    }

    /// Returns the distinct values of the condition in a list of launches, sorted.
    pub fn values(self, launches: &[&Launch]) -> Vec<String> {
        let values: BTreeSet<_> = launches.iter().map(|launch| launch.conditions.value(self)).collect();
        values.into_iter().map(Cow::into_owned).collect()
    }
}

/// A function that returns a mutable reference to one flag of a recording.
type FlagAccessor = fn(&mut RecordingProperties) -> &mut bool;

/// The suffixes that the text of the loading method can have, each with its flag, in the order in which the suffixes are written.
const LOADING_SUFFIXES: [(&str, FlagAccessor); 4] = [
    (", counting functions", |recording| &mut recording.counting),
    (" under a debugger", |recording| &mut recording.debugger),
    (", sampling densely", |recording| &mut recording.dense),
    (", with data of earlier builds", |recording| &mut recording.kept_data),
];

/// The text between a simulator's type and its host in the model of a device, as in `iPhone-16 simulator on Mac14,2`.
const SIMULATOR: &str = " simulator on ";

/// Returns the device model of a simulator. The returned model includes the model of the Mac, because the times in a simulator are those of
/// the Mac.
pub fn simulator_model(device_type: &str, host: &str) -> String {
    format!("{device_type}{SIMULATOR}{host}")
}

impl Conditions {
    /// Returns the text for the way of loading, with a suffix for each flag that is set.
    fn loading_text(&self) -> Cow<'_, str> {
        let mut recording = self.recording;
        let set = LOADING_SUFFIXES.iter().filter(|(_, flag)| *flag(&mut recording));
        let suffixes: String = set.map(|(suffix, _)| *suffix).collect();
        if suffixes.is_empty() {
            Cow::Borrowed(&self.agent_loading)
        } else {
            format!("{}{suffixes}", self.agent_loading).into()
        }
    }

    /// Sets the way of loading and the flags from their text; the suffixes may have any order.
    pub(super) fn set_loading(&mut self, text: &str) {
        let mut recording =
            RecordingProperties { simulator: self.recording.simulator, ..RecordingProperties::default() };
        let mut method = text;
        while let Some((rest, flag)) =
            LOADING_SUFFIXES.iter().find_map(|(suffix, flag)| Some((method.strip_suffix(suffix)?, flag)))
        {
            *flag(&mut recording) = true;
            method = rest;
        }
        self.agent_loading = method.into();
        self.recording = recording;
    }

    /// Sets the model of the device, and whether it is a simulator, from the model's text.
    pub(super) fn set_device_model(&mut self, text: &str) {
        self.device_model = text.into();
        self.recording.simulator = text.contains(SIMULATOR);
    }

    /// Returns all conditions with their values.
    pub fn fields(&self) -> [(Condition, Cow<'_, str>); 10] {
        Condition::ALL.map(|condition| (condition, self.value(condition)))
    }

    /// Returns the value of a condition as text; empty if the recorder did not record it.
    pub fn value(&self, condition: Condition) -> Cow<'_, str> {
        Cow::Borrowed(match condition {
            Condition::Scenario => &self.scenario,
            Condition::DeviceModel => &self.device_model,
            Condition::DeviceOs => &self.device_os,
            Condition::AppBundle => &self.app_bundle,
            Condition::AppBuild => &self.app_build,
            Condition::AppConfiguration => &self.app_configuration,
            Condition::AgentVersion => &self.agent_version,
            Condition::AgentSettings => &self.agent_settings,
            Condition::AgentLoading => return self.loading_text(),
            Condition::AgentRecording => {
                return self.agent_recording.map_or(Cow::Borrowed(""), |number| number.to_string().into());
            }
        })
    }

    /// Sets a condition from its text, as [`Conditions::value`] returns it.
    pub fn set(&mut self, condition: Condition, value: &str) -> Result<(), String> {
        match condition {
            Condition::Scenario => self.scenario = value.into(),
            Condition::DeviceModel => self.set_device_model(value),
            Condition::DeviceOs => self.device_os = value.into(),
            Condition::AppBundle => self.app_bundle = value.into(),
            Condition::AppBuild => self.app_build = value.into(),
            Condition::AppConfiguration => self.app_configuration = value.into(),
            Condition::AgentVersion => self.agent_version = value.into(),
            Condition::AgentSettings => self.agent_settings = value.into(),
            Condition::AgentLoading => self.set_loading(value),
            Condition::AgentRecording => self.agent_recording = parse_recording_number(value)?,
        }
        Ok(())
    }
}

/// Parses the number of the agent's way of measuring; an empty text is `None`.
fn parse_recording_number(text: &str) -> Result<Option<trace::RecordingVersion>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let number = text.parse().map_err(|_| format!("{text:?} is not a recording number"))?;
    Ok(Some(trace::RecordingVersion(number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_condition_of_a_launch_is_stored_separately() {
        let mut conditions = Conditions::default();
        for (place, condition) in Condition::ALL.into_iter().enumerate() {
            conditions.set(condition, &place.to_string()).unwrap_or_else(|error| panic!("{error}"));
        }
        let mut copy = Conditions::default();
        for (place, (condition, value)) in conditions.fields().into_iter().enumerate() {
            assert_eq!((condition as usize, &*value), (place, &*place.to_string()), "{condition:?}");
            copy.set(condition, &value).unwrap_or_else(|error| panic!("{error}"));
        }
        assert_eq!(copy, conditions);
        assert!(copy.set(Condition::AgentRecording, "new").is_err_and(|error| error.contains("\"new\"")));
    }

    fn set(condition: Condition, text: &str) -> Conditions {
        let mut conditions = Conditions::default();
        conditions.set(condition, text).unwrap_or_else(|error| panic!("{error}"));
        conditions
    }

    #[test]
    fn flags_of_a_recording_are_written_as_suffixes_of_the_loading_method() {
        // The expected texts occur in stored sessions, launch records and tables of older versions, so they must not change.
        let none = RecordingProperties::default();
        for (text, method, recording) in [
            ("", "", none),
            ("injected", "injected", none),
            ("injected under a debugger", "injected", RecordingProperties { debugger: true, ..none }),
            ("injected, counting functions", "injected", RecordingProperties { counting: true, ..none }),
            (", counting functions", "", RecordingProperties { counting: true, ..none }),
            (
                "injected, with data of earlier builds",
                "injected",
                RecordingProperties { kept_data: true, ..none },
            ),
            ("environment, sampling densely", "environment", RecordingProperties { dense: true, ..none }),
            (
                "injected under a debugger, sampling densely",
                "injected",
                RecordingProperties { debugger: true, dense: true, ..none },
            ),
            (
                "injected, counting functions under a debugger, sampling densely",
                "injected",
                RecordingProperties { counting: true, debugger: true, dense: true, ..none },
            ),
        ] {
            let conditions = set(Condition::AgentLoading, text);
            assert_eq!((&*conditions.agent_loading, conditions.recording), (method, recording), "{text:?}");
            assert_eq!(conditions.value(Condition::AgentLoading), text);
        }
        let reordered = set(Condition::AgentLoading, "injected, sampling densely under a debugger");
        assert_eq!(reordered, set(Condition::AgentLoading, "injected under a debugger, sampling densely"));
    }

    #[test]
    fn a_simulator_is_recognised_by_the_text_of_its_device_model() {
        for (model, simulator) in [("iPhone15,2", false), ("iPhone-16 simulator on Mac14,2", true)] {
            let mut conditions = set(Condition::DeviceModel, model);
            assert_eq!((conditions.recording.simulator, &*conditions.device_model), (simulator, model));
            conditions.set(Condition::AgentLoading, "injected").unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(
                conditions.recording.simulator, simulator,
                "the loading method says nothing of the device"
            );
        }
    }
}
