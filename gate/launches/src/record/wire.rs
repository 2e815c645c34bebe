//! The parts of a record that are read and written by one type each.

use std::borrow::Cow;

use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};

use crate::{
    Conditions, Counters, Dropped, LaunchState, Ns, Page, Role, Thermal, Thread, Work, kind_named, name_of,
};

/// Where it was recorded.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
pub(crate) struct WireDevice<'a> {
    #[serde(borrow)]
    model: Cow<'a, str>,
    #[serde(borrow)]
    os: Cow<'a, str>,
}

/// What was recorded.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
pub(crate) struct WireApp<'a> {
    #[serde(borrow)]
    bundle: Cow<'a, str>,
    #[serde(borrow)]
    build: Cow<'a, str>,
    #[serde(borrow, skip_serializing_if = "str::is_empty")]
    configuration: Cow<'a, str>,
}

/// Who recorded.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
pub(crate) struct WireAgent<'a> {
    #[serde(borrow)]
    version: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recording: Option<u32>,
    #[serde(borrow)]
    settings: Cow<'a, str>,
    #[serde(borrow, skip_serializing_if = "str::is_empty")]
    loading: Cow<'a, str>,
}

impl<'a> WireDevice<'a> {
    pub(super) fn of(conditions: &'a Conditions) -> WireDevice<'a> {
        let Conditions { device_model, device_os, .. } = conditions;
        WireDevice { model: (&**device_model).into(), os: (&**device_os).into() }
    }

    pub(crate) fn put(self, conditions: &mut Conditions) {
        let WireDevice { model, os } = self;
        conditions.device_model = model.into();
        conditions.device_os = os.into();
    }
}

impl<'a> WireApp<'a> {
    pub(super) fn of(conditions: &'a Conditions) -> WireApp<'a> {
        let Conditions { app_bundle, app_build, app_configuration, .. } = conditions;
        WireApp {
            bundle: (&**app_bundle).into(),
            build: (&**app_build).into(),
            configuration: (&**app_configuration).into(),
        }
    }

    pub(crate) fn put(self, conditions: &mut Conditions) {
        let WireApp { bundle, build, configuration } = self;
        conditions.app_bundle = bundle.into();
        conditions.app_build = build.into();
        conditions.app_configuration = configuration.into();
    }
}

impl<'a> WireAgent<'a> {
    pub(super) fn of(conditions: &'a Conditions) -> WireAgent<'a> {
        let Conditions { agent_version, agent_recording, agent_settings, agent_loading, .. } = conditions;
        WireAgent {
            version: (&**agent_version).into(),
            recording: agent_recording.map(|recording| recording.0),
            settings: (&**agent_settings).into(),
            loading: (&**agent_loading).into(),
        }
    }

    pub(crate) fn put(self, conditions: &mut Conditions) {
        let WireAgent { version, recording, settings, loading } = self;
        conditions.agent_version = version.into();
        conditions.agent_recording = recording.map(trace::Recording);
        conditions.agent_settings = settings.into();
        conditions.agent_loading = loading.into();
    }
}

/// [`LaunchState`].
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
pub(super) struct WireState {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    prewarmed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    first_after_install: bool,
    #[serde(skip_serializing_if = "Option::is_none", with = "thermal")]
    thermal: Option<Thermal>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    low_power: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    debugged: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    warm_up: bool,
}

impl From<LaunchState> for WireState {
    fn from(state: LaunchState) -> WireState {
        let LaunchState { prewarmed, first_after_install, thermal, low_power, debugged, warm_up } = state;
        let thermal = Some(thermal).filter(|thermal| *thermal != Thermal::Unknown);
        WireState { prewarmed, first_after_install, thermal, low_power, debugged, warm_up }
    }
}

impl From<WireState> for LaunchState {
    fn from(wire: WireState) -> LaunchState {
        let WireState { prewarmed, first_after_install, thermal, low_power, debugged, warm_up } = wire;
        let thermal = thermal.unwrap_or_default();
        LaunchState { prewarmed, first_after_install, thermal, low_power, debugged, warm_up }
    }
}

/// A thermal state by its name.
mod thermal {
    use super::*;

    pub(super) fn serialize<S: Serializer>(thermal: &Option<Thermal>, to: S) -> Result<S::Ok, S::Error> {
        thermal.map(Thermal::name).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Thermal>, D::Error> {
        let Some(name) = Option::<Cow<'de, str>>::deserialize(from)? else { return Ok(None) };
        let known = "thermal \"nominal\", \"fair\", \"serious\" or \"critical\"";
        let thermal = Thermal::from_name(&name);
        thermal.map(Some).ok_or_else(|| de::Error::invalid_value(de::Unexpected::Str(&name), &known))
    }
}

/// A side by its name.
#[derive(Clone, Copy)]
pub(super) struct WireRole(pub(super) Role);

impl Serialize for WireRole {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.name().serialize(to)
    }
}

impl<'de> Deserialize<'de> for WireRole {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<WireRole, D::Error> {
        let name = Cow::<'de, str>::deserialize(from)?;
        let role = Role::parse(&name).map(WireRole);
        role.ok_or_else(|| de::Error::invalid_value(de::Unexpected::Str(&name), &"role \"base\" or \"head\""))
    }
}

#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
pub(super) struct WireDropped {
    calls: u64,
    events: u64,
    threads: u64,
}

impl From<Dropped> for WireDropped {
    fn from(Dropped { calls, events, threads }: Dropped) -> WireDropped {
        WireDropped { calls, events, threads }
    }
}

impl From<WireDropped> for Dropped {
    fn from(WireDropped { calls, events, threads }: WireDropped) -> Dropped {
        Dropped { calls, events, threads }
    }
}

/// What a recorded call adds to the counters of the marks.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
pub(super) struct WirePerCall {
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycles: Option<Amount>,
}

impl From<Counters> for WirePerCall {
    fn from(Counters { instructions, cycles, .. }: Counters) -> WirePerCall {
        WirePerCall { instructions: instructions.map(Amount), cycles: cycles.map(Amount) }
    }
}

impl From<WirePerCall> for Counters {
    fn from(WirePerCall { instructions, cycles }: WirePerCall) -> Counters {
        let count = |amount: Option<Amount>| amount.map(|Amount(count)| count);
        Counters { instructions: count(instructions), cycles: count(cycles), ..Counters::default() }
    }
}

/// Work of one kind.
#[derive(Serialize, Deserialize)]
pub(super) struct WireWork<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
    /// On another thread than the main one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    other: bool,
    #[serde(borrow, default)]
    by: Cow<'a, str>,
    calls: u64,
    #[serde(default)]
    bytes: u64,
}

impl<'a> From<&'a Work> for WireWork<'a> {
    fn from(Work { kind, thread, by, calls, bytes }: &'a Work) -> WireWork<'a> {
        let other = *thread == Thread::Other;
        WireWork { kind: name_of(*kind).into(), other, by: (&**by).into(), calls: *calls, bytes: *bytes }
    }
}

impl WireWork<'_> {
    /// None of a kind that this version does not know.
    pub(super) fn known(self) -> Option<Work> {
        let thread = if self.other { Thread::Other } else { Thread::Main };
        let (calls, bytes) = (self.calls, self.bytes);
        Some(Work { kind: kind_named(&self.kind)?, thread, by: self.by.into(), calls, bytes })
    }
}

#[derive(Serialize, Deserialize)]
pub(super) struct WirePage<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    render_ns: Amount,
}

impl<'a> From<&'a Page> for WirePage<'a> {
    fn from(Page { name, render }: &'a Page) -> WirePage<'a> {
        WirePage { name: (&**name).into(), render_ns: Amount(render.0) }
    }
}

impl From<WirePage<'_>> for Page {
    fn from(WirePage { name, render_ns }: WirePage<'_>) -> Page {
        Page { name: name.into(), render: Ns(render_ns.0) }
    }
}

/// A number of ns or of calls: read, it is finite and not negative; written, it has no fraction where it needs none.
pub(super) struct Amount(pub(super) f64);

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        match number {
            n if n.is_finite() && n >= 0.0 => Ok(Amount(n)),
            n if n < 0.0 => Err(de::Error::custom(format_args!("{n} is negative"))),
            n => Err(de::Error::custom(format_args!("{n} is not a number"))),
        }
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Below 2^53 every whole f64 is that whole number exactly.
        if self.0.fract() == 0.0 && self.0.abs() < 9_007_199_254_740_992.0 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}
