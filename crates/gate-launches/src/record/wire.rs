//! Defines the structs of a launch record, each of which serves for reading and for writing.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::de::{self, Deserializer, IgnoredAny};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::launch::is_default;
use crate::units::{LARGEST, amount};
use crate::{
    BuildRole, Condition, Conditions, CountedImage, Counters, DroppedData, LaunchState, Mark, Ns, Page, Span,
    ThreadKind, Work, name_of, work_kind_from_name,
};

/// A number of calls or of counted events.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Amount(#[serde(with = "amount")] pub(super) f64);

/// One line of a file of launch records.
#[derive(Serialize, Deserialize)]
pub(super) struct Record<'a> {
    #[serde(borrow)]
    pub(super) format: Cow<'a, str>,
    #[serde(borrow)]
    pub(super) session: Cow<'a, str>,
    pub(super) launch: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) recorded_unix_ms: Option<u64>,
    #[serde(borrow, default, skip_serializing_if = "str::is_empty")]
    pub(super) scenario: Cow<'a, str>,
    #[serde(borrow, default)]
    pub(super) device: WireDevice<'a>,
    #[serde(borrow, default)]
    pub(super) app: WireApp<'a>,
    #[serde(borrow, default)]
    pub(super) agent: WireAgent<'a>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) state: LaunchState,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) block: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) role: Option<BuildRole>,
    #[serde(default, with = "marks")]
    pub(super) marks: Cow<'a, [Mark]>,
    /// The instructions and cycles that a recorded call adds to the counters of the marks, by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) per_call: BTreeMap<String, Amount>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    pub(super) work: Option<Vec<WireWork<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) counts: Option<Cow<'a, [CountedImage]>>,
    #[serde(default, skip_serializing_if = "<[Page]>::is_empty")]
    pub(super) pages: Cow<'a, [Page]>,
    #[serde(default, skip_serializing_if = "<[Span]>::is_empty")]
    pub(super) spans: Cow<'a, [Span]>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) dropped: DroppedData,
    #[serde(borrow)]
    pub(super) methods: Vec<WireMethod<'a>>,
    #[serde(flatten, skip_serializing)]
    pub(super) unknown: BTreeMap<String, IgnoredAny>,
}

/// The cost of a method.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct WireMethod<'a> {
    #[serde(borrow)]
    pub(super) name: Cow<'a, str>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    pub(super) module: Option<Text<'a>>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    pub(super) owner: Option<Text<'a>>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    pub(super) image: Option<Text<'a>>,
    #[serde(skip_serializing_if = "is_default")]
    pub(super) system: bool,
    /// The thread; `None` means the main thread.
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    pub(super) thread: Option<Text<'a>>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    pub(super) phase: Option<Text<'a>>,
    /// The callers, outermost first.
    #[serde(borrow, skip_serializing_if = "Vec::is_empty")]
    pub(super) path: Vec<Text<'a>>,
    pub(super) calls: Option<Amount>,
    pub(super) self_ns: Option<Ns>,
    pub(super) total_ns: Option<Ns>,
    #[serde(flatten, skip_serializing)]
    pub(super) unknown: BTreeMap<String, IgnoredAny>,
}

/// A text that is borrowed from the line if the text has no escapes. The separate type is needed so that lists can borrow text.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Text<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

/// Conversion between marks and an object with one key for each time and each counter.
mod marks {
    use super::*;

    /// The largest number of marks of a launch, far more than an app sets.
    const MOST_MARKS: usize = 1_000;

    pub(super) fn serialize<S: Serializer>(marks: &[Mark], to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        for Mark { name, at, counters } in marks {
            for (unit, value) in [("ns", Some(at.0))].into_iter().chain(counters.named_counters()) {
                if let Some(value) = value {
                    map.serialize_entry(&format_args!("{name}_{unit}"), &Amount(value))?;
                }
            }
        }
        map.end()
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Cow<'static, [Mark]>, D::Error> {
        let mut marks: Vec<(String, Option<Ns>, Counters)> = Vec::new();
        for (key, value) in Map::<String, Value>::deserialize(from)? {
            // The key is not split at its last `_`, because the counter names `disk_read` and `page_ins` contain this character.
            let units = Counters::default().named_counters().map(|(unit, _)| unit).into_iter().chain(["ns"]);
            let named = |unit| Some((unit, key.strip_suffix(unit)?.strip_suffix('_')?));
            let Some((unit, name)) = units.filter_map(named).next() else {
                let shown: String = key.chars().take(60).collect();
                let message = format_args!("mark {shown:?} has no unit; its name must end in _ns");
                return Err(de::Error::custom(message));
            };
            let not_a_number = || de::Error::custom(format_args!("mark {name:?} is not a number"));
            let value = value.as_f64().ok_or_else(not_a_number)?;
            if value.abs() > LARGEST {
                return Err(de::Error::custom(format_args!("mark {name:?}: {value:e} is too large")));
            }
            let known = marks.iter().position(|(known, ..)| known == name);
            if known.is_none() && marks.len() == MOST_MARKS {
                return Err(de::Error::custom(format_args!("more than {MOST_MARKS} marks in a launch")));
            }
            let index = known.unwrap_or_else(|| {
                marks.push((name.to_owned(), None, Counters::default()));
                marks.len() - 1
            });
            let (_, at, counters) = &mut marks[index];
            match counters.named_mut().into_iter().find(|(name, _)| *name == unit) {
                Some((_, into)) => *into = Some(value),
                None => *at = Some(Ns(value)),
            }
        }
        let whole = marks.into_iter().map(|(name, at, counters)| match at {
            Some(at) => Ok(Mark { name: name.into(), at, counters }),
            None => Err(de::Error::custom(format_args!("mark {name:?} has counters and no {name}_ns"))),
        });
        whole.collect()
    }
}

/// The device on which the launch was recorded.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
pub(super) struct WireDevice<'a> {
    #[serde(borrow)]
    model: Cow<'a, str>,
    #[serde(borrow)]
    os: Cow<'a, str>,
}

/// The app that was recorded.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
pub(super) struct WireApp<'a> {
    #[serde(borrow)]
    bundle: Cow<'a, str>,
    #[serde(borrow)]
    build: Cow<'a, str>,
    #[serde(borrow, skip_serializing_if = "str::is_empty")]
    configuration: Cow<'a, str>,
}

/// The recorder of the launch, its version and its way of measuring.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
pub(super) struct WireAgent<'a> {
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
    pub(super) fn from_conditions(conditions: &'a Conditions) -> WireDevice<'a> {
        let Conditions { device_model, device_os, .. } = conditions;
        WireDevice { model: (&**device_model).into(), os: (&**device_os).into() }
    }

    pub(super) fn set(self, conditions: &mut Conditions) {
        let WireDevice { model, os } = self;
        conditions.set_device_model(&model);
        conditions.device_os = os.into();
    }
}

impl<'a> WireApp<'a> {
    pub(super) fn from_conditions(conditions: &'a Conditions) -> WireApp<'a> {
        let Conditions { app_bundle, app_build, app_configuration, .. } = conditions;
        WireApp {
            bundle: (&**app_bundle).into(),
            build: (&**app_build).into(),
            configuration: (&**app_configuration).into(),
        }
    }

    pub(super) fn set(self, conditions: &mut Conditions) {
        let WireApp { bundle, build, configuration } = self;
        conditions.app_bundle = bundle.into();
        conditions.app_build = build.into();
        conditions.app_configuration = configuration.into();
    }
}

impl<'a> WireAgent<'a> {
    pub(super) fn from_conditions(conditions: &'a Conditions) -> WireAgent<'a> {
        let Conditions { agent_version, agent_recording, agent_settings, .. } = conditions;
        WireAgent {
            version: (&**agent_version).into(),
            recording: agent_recording.map(|recording| recording.0),
            settings: (&**agent_settings).into(),
            loading: conditions.value(Condition::AgentLoading),
        }
    }

    pub(super) fn set(self, conditions: &mut Conditions) {
        let WireAgent { version, recording, settings, loading } = self;
        conditions.agent_version = version.into();
        conditions.agent_recording = recording.map(trace::RecordingVersion);
        conditions.agent_settings = settings.into();
        conditions.set_loading(&loading);
    }
}

/// The requests (work) of one kind by one requester.
#[derive(Serialize, Deserialize)]
pub(super) struct WireWork<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
    /// Whether a thread other than the main thread made the request.
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
        let other = *thread == ThreadKind::Other;
        WireWork { kind: name_of(*kind).into(), other, by: (&**by).into(), calls: *calls, bytes: *bytes }
    }
}

impl WireWork<'_> {
    /// Converts the row to [`Work`]; returns `None` if this version does not know the kind.
    pub(super) fn into_work(self) -> Option<Work> {
        let thread = if self.other { ThreadKind::Other } else { ThreadKind::Main };
        let (calls, bytes) = (self.calls, self.bytes);
        Some(Work { kind: work_kind_from_name(&self.kind)?, thread, by: self.by.into(), calls, bytes })
    }
}
