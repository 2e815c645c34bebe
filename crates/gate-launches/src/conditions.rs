//! The conditions under which a launch was recorded: which there are, what they are called, what they are here.
//!
//! Invariant: [`Condition::ALL`] is the only list of them; readers, writers, comparisons and reports go through it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::Launch;

/// The conditions under which a launch was recorded.
/// A field is empty if the recorder did not say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Conditions {
    /// The scenario of config.toml that was launched.
    pub scenario: Arc<str>,
    /// The model of the device: `iPhone15,2`.
    pub device_model: Arc<str>,
    /// The system's version: `17.5`.
    pub device_os: Arc<str>,
    /// The bundle identifier.
    pub app_bundle: Arc<str>,
    /// The build, which differs between the sides of a comparison.
    pub app_build: Arc<str>,
    /// The build's configuration: `Release`.
    pub app_configuration: Arc<str>,
    /// Who recorded: the agent's version, or the name of another recorder.
    pub agent_version: Arc<str>,
    /// How the agent measured; none of another recorder, whose version stands for it.
    pub agent_recording: Option<trace::Recording>,
    /// The fingerprint of the recorder's settings.
    pub agent_settings: Arc<str>,
    /// How the agent came into the app: `injected`, `environment`, `linked`.
    pub agent_loading: Arc<str>,
}

gate_common::named! {
    /// One of the [`Conditions`], in the order in which they are stored and shown; the name is that in stored sessions.
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
    /// The name in reports.
    pub fn label(self) -> &'static str {
        self.row()
    }

    /// What it is in these launches: each value once, in order.
    pub fn values(self, launches: &[&Launch]) -> Vec<String> {
        let values: BTreeSet<_> = launches.iter().map(|launch| launch.conditions.value(self)).collect();
        values.into_iter().map(Cow::into_owned).collect()
    }
}

/// What ends the way of loading of launches whose driver attaches a debugger, which slows a start down: a condition of their own.
pub(super) const UNDER_DEBUGGER: &str = " under a debugger";

/// What the same ends with where functions count their calls, which takes time: such launches are compared with each other only.
pub(super) const COUNTING: &str = ", counting functions";

/// What the same ends with where stacks are sampled so densely that times are no longer those of other launches.
const DENSE: &str = ", sampling densely";

/// What is between a simulator's type and its host in the model of a device: `iPhone-16 simulator on Mac14,2`.
pub const SIMULATOR: &str = " simulator on ";

impl Conditions {
    /// Whether the app counts the calls of its functions, so that nothing in it is timed.
    pub fn counts_functions(&self) -> bool {
        self.agent_loading.contains(COUNTING)
    }

    /// Whether it was sampled so densely that it says in which functions time is spent, and is never timed.
    pub fn samples_densely(&self) -> bool {
        self.agent_loading.contains(DENSE)
    }

    /// Says that.
    pub fn set_dense(&mut self) {
        self.agent_loading = format!("{}{DENSE}", self.agent_loading).into();
    }

    /// Whether it was a simulator, whose times are its host's.
    pub fn is_simulator(&self) -> bool {
        self.device_model.contains(SIMULATOR)
    }

    /// All conditions with their values.
    pub fn fields(&self) -> [(Condition, Cow<'_, str>); 10] {
        Condition::ALL.map(|condition| (condition, self.value(condition)))
    }

    /// The value of a condition; empty if the recorder did not say.
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
            Condition::AgentLoading => &self.agent_loading,
            Condition::AgentRecording => {
                return self.agent_recording.map_or(Cow::Borrowed(""), |number| number.to_string().into());
            }
        })
    }

    /// Sets a condition to the value that [`Conditions::value`] gave.
    pub fn set(&mut self, condition: Condition, value: &str) -> Result<(), String> {
        *match condition {
            Condition::Scenario => &mut self.scenario,
            Condition::DeviceModel => &mut self.device_model,
            Condition::DeviceOs => &mut self.device_os,
            Condition::AppBundle => &mut self.app_bundle,
            Condition::AppBuild => &mut self.app_build,
            Condition::AppConfiguration => &mut self.app_configuration,
            Condition::AgentVersion => &mut self.agent_version,
            Condition::AgentSettings => &mut self.agent_settings,
            Condition::AgentLoading => &mut self.agent_loading,
            Condition::AgentRecording => {
                let number = if value.is_empty() { None } else { Some(value.parse::<u32>()) };
                let number =
                    number.transpose().map_err(|_| format!("{value:?} is not a recording number"))?;
                self.agent_recording = number.map(trace::Recording);
                return Ok(());
            }
        } = value.into();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_condition_has_a_place_of_its_own() {
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
}
