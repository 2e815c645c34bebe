//! Chrome-trace files ("Trace Event Format") of other recorders: B/E and X events, as an array or an object.
//!
//! Spans are nested by their times, thread by thread; what one takes and its children do not is its
//! self cost. Instant events with a mark's name are marks. A recorder's own self costs and depths are
//! not used: the field in which one puts them is the other's in another version.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::draft::Draft;
use super::record::{WireAgent, WireApp, WireDevice};
use super::spans::{Event, EventKind, Id};
use super::{Table, WarningKind};

/// Why a file is no Chrome trace.
#[derive(Debug, PartialEq)]
pub(super) enum ChromeError {
    /// It ends early where the format does not allow it.
    Truncated(String),
    /// It is something else.
    Invalid(String),
}

/// The launch in a file, of this session and with this number where the file does not say its own.
pub(super) fn draft(
    bytes: &[u8],
    (session, number): (&str, u64),
    table: &mut Table,
    keep_paths: bool,
    odd: &mut Vec<WarningKind>,
) -> Result<Draft, ChromeError> {
    let File { meta, mut events, without_duration } = parse(bytes, odd)?;
    if without_duration > 0 {
        odd.push(WarningKind::WithoutDuration { events: without_duration });
    }
    let mut draft = Draft {
        session: meta.session.unwrap_or_else(|| session.to_owned()),
        number: meta.launch.unwrap_or(number),
        ..Draft::default()
    };
    draft.conditions.scenario = meta.scenario.into();
    meta.device.put(&mut draft.conditions);
    meta.app.put(&mut draft.conditions);
    meta.agent.put(&mut draft.conditions);
    draft.fill_events(&mut events, table, keep_paths, odd).map_err(ChromeError::Invalid)?;
    Ok(draft)
}

/// What a file says.
#[derive(Default)]
struct File<'a> {
    meta: Meta<'a>,
    events: Vec<Event<'a>>,
    /// How many events of kind X do not say how long they took.
    without_duration: u64,
}

/// An object `launchgate` beside the events may say what the format has no place for.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Meta<'a> {
    session: Option<String>,
    launch: Option<u64>,
    scenario: String,
    #[serde(borrow)]
    device: WireDevice<'a>,
    #[serde(borrow)]
    app: WireApp<'a>,
    #[serde(borrow)]
    agent: WireAgent<'a>,
}

fn parse<'a>(bytes: &'a [u8], odd: &mut Vec<WarningKind>) -> Result<File<'a>, ChromeError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let array = bytes.trim_ascii_start().starts_with(b"[");
    let mut file = File::default();
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let read = if array {
        json.deserialize_seq(EventsVisitor(&mut file)).and_then(|()| json.end())
    } else {
        json.deserialize_map(ObjectVisitor(&mut file)).and_then(|()| json.end())
    };
    let Err(error) = read else { return Ok(file) };
    if !error.is_eof() {
        return Err(ChromeError::Invalid(error.to_string()));
    }
    if !array {
        return Err(ChromeError::Truncated("the file ends in the middle of the trace".to_owned()));
    }
    // The format lets an array end without its bracket, and behind a comma, so that a recorder may
    // stop at any time. Within an event it does not, but all before it is good.
    let body = bytes.trim_ascii_end();
    let whole = body.strip_suffix(b",").unwrap_or(body).ends_with(b"}") && {
        let tail = body.strip_suffix(b",").unwrap_or(body);
        let closed = [tail, b"]"].concat();
        serde_json::from_slice::<Vec<IgnoredAny>>(&closed).is_ok()
    };
    if !whole {
        odd.push(WarningKind::Truncated { events: file.events.len() as u64 });
    }
    Ok(file)
}

struct ObjectVisitor<'f, 'a>(&'f mut File<'a>);

impl<'de: 'a, 'a> Visitor<'de> for ObjectVisitor<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a Chrome trace (an object with traceEvents)")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut found = false;
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            match &*key {
                "traceEvents" => {
                    map.next_value_seed(Events(self.0))?;
                    found = true;
                }
                "launchgate" => self.0.meta = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        if found { Ok(()) } else { Err(de::Error::missing_field("traceEvents")) }
    }
}

struct Events<'f, 'a>(&'f mut File<'a>);

impl<'de: 'a, 'a> de::DeserializeSeed<'de> for Events<'_, 'a> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(EventsVisitor(self.0))
    }
}

struct EventsVisitor<'f, 'a>(&'f mut File<'a>);

impl<'de: 'a, 'a> Visitor<'de> for EventsVisitor<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of events")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let mut index = 0_u64;
        while let Some(wire) = seq.next_element::<WireEvent<'de>>()? {
            index += 1;
            self.0.without_duration += u64::from(wire.ph.as_deref() == Some("X") && wire.dur.is_none());
            match wire.event() {
                Ok(event) => self.0.events.extend(event),
                Err(reason) => return Err(de::Error::custom(format_args!("event {index} {reason}"))),
            }
        }
        Ok(())
    }
}

#[derive(Deserialize)]
struct WireEvent<'a> {
    #[serde(borrow, default)]
    ph: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(default)]
    ts: Option<Number>,
    #[serde(default)]
    dur: Option<Number>,
    #[serde(borrow, default)]
    pid: Option<Id<'a>>,
    #[serde(borrow, default)]
    tid: Option<Id<'a>>,
    /// Only the name is of use, which a thread gets by it.
    #[serde(default)]
    args: Value,
}

impl<'a> WireEvent<'a> {
    /// The event, if it is of a kind that matters.
    fn event(self) -> Result<Option<Event<'a>>, String> {
        let Some(phase) = self.ph else { return Err("has no ph".to_owned()) };
        let named = |name: Option<Cow<'a, str>>| {
            name.filter(|name| !name.is_empty()).ok_or_else(|| format!("of kind {phase:?} has no name"))
        };
        let kind = match &*phase {
            "B" => EventKind::Begin(named(self.name)?),
            "E" => EventKind::End(self.name),
            "X" => {
                let Some(Number(duration)) = self.dur else { return Ok(None) };
                if duration < 0.0 {
                    return Err(format!("has a negative dur: {duration}"));
                }
                EventKind::Complete(named(self.name)?, duration * 1e3)
            }
            "i" | "I" | "R" => EventKind::Instant(named(self.name)?),
            "M" => match (self.name.as_deref(), self.args["name"].as_str()) {
                (Some("thread_name"), Some(name)) => EventKind::ThreadName(name.to_owned()),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let at = match (self.ts, &kind) {
            (Some(Number(ts)), _) => ts * 1e3,
            (None, EventKind::ThreadName(_)) => 0.0,
            (None, _) => return Err(format!("of kind {phase:?} has no ts")),
        };
        let nowhere = || Id::Number(0);
        let thread = (self.pid.unwrap_or_else(nowhere), self.tid.unwrap_or_else(nowhere));
        Ok(Some(Event { kind, at, thread }))
    }
}

/// A time in microseconds; some recorders write it as a text.
struct Number(f64);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl Visitor<'_> for V {
            type Value = Number;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of microseconds")
            }
            fn visit_f64<E>(self, number: f64) -> Result<Number, E> {
                Ok(Number(number))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Number, E> {
                Ok(Number(number as f64))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Number, E> {
                Ok(Number(number as f64))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Number, E> {
                match text.parse::<f64>() {
                    Ok(number) if number.is_finite() => Ok(Number(number)),
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }
        }
        deserializer.deserialize_any(V)
    }
}

#[cfg(test)]
mod tests;
