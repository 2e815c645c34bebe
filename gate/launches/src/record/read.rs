//! From a line to a launch.
//!
//! Written by hand where names go straight into the table and where unknown fields are told; the rest is `wire`.

use std::borrow::Cow;
use std::fmt;

use serde::de::{self, DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::quick;
use super::wire::{
    Amount, WireAgent, WireApp, WireDevice, WireDropped, WirePage, WirePerCall, WireRole, WireState, WireWork,
};
use super::{FORMAT, LONGEST_NAME};
use crate::draft::Draft;
use crate::{Cost, Counters, Mark, Method, MethodId, Ns, PhaseId, Table, Thread, Work};
use common::names;

/// What is odd about a record, besides what its launch tells.
#[derive(Debug, Default)]
pub(crate) struct Odd {
    pub(crate) unknown_fields: Vec<String>,
    pub(crate) shortened_names: u64,
    pub(crate) totals_below_self: u64,
}

/// Why a record is not one.
#[derive(Debug, PartialEq)]
pub(crate) enum RecordError {
    /// The line ends in the middle of the record.
    Truncated,
    /// Of another version, or another format.
    Format(String),
    /// Not JSON, or not what the fields must be.
    Invalid(String),
}

/// Reads one line.
pub(crate) fn parse(line: &[u8], table: &mut Table) -> Result<(Draft, Odd), RecordError> {
    match quick::parse(line, table) {
        Some(read) => Ok(read),
        None => by_serde(line, table).map_err(|error| explain(line, &error)),
    }
}

/// Reads one line, whatever is in it.
pub(super) fn by_serde(line: &[u8], table: &mut Table) -> serde_json::Result<(Draft, Odd)> {
    let mut odd = Odd::default();
    let mut json = serde_json::Deserializer::from_slice(line);
    let draft = RecordSeed { table, odd: &mut odd }.deserialize(&mut json)?;
    json.end()?;
    Ok((draft, odd))
}

/// The record's format alone, whatever else is in it.
#[derive(Deserialize)]
struct Head {
    format: Option<String>,
}

fn explain(line: &[u8], error: &serde_json::Error) -> RecordError {
    if line.starts_with(b"<<<<<<<") || line.starts_with(b"=======") || line.starts_with(b">>>>>>>") {
        return RecordError::Invalid("git conflict marker; resolve the merge first".to_owned());
    }
    // Whatever a newer version has changed, its name is what to say.
    if let Ok(Head { format: Some(format) }) = serde_json::from_slice(line)
        && format != FORMAT
    {
        return RecordError::Format(format);
    }
    if error.is_eof() {
        return RecordError::Truncated;
    }
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    let at = error.column().saturating_sub(1).min(line.len());
    let around = &line[at.saturating_sub(8)..line.len().min(at + 9)];
    let says = |word: &[u8]| around.windows(word.len()).any(|window| window == word);
    if error.is_syntax() && (says(b"NaN") || says(b"Infinity")) {
        return RecordError::Invalid(format!("column {}: cost must be a finite number", error.column()));
    }
    RecordError::Invalid(format!("column {}: {message}", error.column()))
}

/// A text of the input, without a copy where it has no escapes.
struct Text<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Text<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_str(V)
    }
}

struct RecordSeed<'t> {
    table: &'t mut Table,
    odd: &'t mut Odd,
}

impl<'de> DeserializeSeed<'de> for RecordSeed<'_> {
    type Value = Draft;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Draft, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RecordSeed<'_> {
    type Value = Draft;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a launch record (an object)")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Draft, A::Error> {
        let mut draft = Draft::default();
        let (mut format, mut session, mut launch, mut methods) = (false, false, false, false);
        while let Some(Text(key)) = map.next_key()? {
            match &*key {
                "format" => {
                    let Text(found) = map.next_value()?;
                    if found != FORMAT {
                        return Err(de::Error::custom("another format"));
                    }
                    format = true;
                }
                "session" => {
                    draft.session = map.next_value()?;
                    session = !draft.session.is_empty();
                }
                "launch" => {
                    draft.number = map.next_value()?;
                    launch = true;
                }
                "recorded_unix_ms" => draft.recorded_unix_ms = map.next_value()?,
                "scenario" => draft.conditions.scenario = map.next_value::<String>()?.into(),
                "device" => map.next_value::<WireDevice<'de>>()?.put(&mut draft.conditions),
                "app" => map.next_value::<WireApp<'de>>()?.put(&mut draft.conditions),
                "agent" => map.next_value::<WireAgent<'de>>()?.put(&mut draft.conditions),
                "state" => draft.state = map.next_value::<WireState>()?.into(),
                "block" => draft.block = map.next_value()?,
                "role" => draft.role = map.next_value::<Option<WireRole>>()?.map(|WireRole(role)| role),
                "marks" => draft.marks = map.next_value_seed(MarksSeed)?,
                "per_call" => draft.per_call = map.next_value::<WirePerCall>()?.into(),
                "work" => {
                    let work = map.next_value::<Vec<WireWork<'_>>>()?;
                    draft.work = Some(Work::add_up(work.into_iter().filter_map(WireWork::known).collect()));
                }
                "counts" => draft.counts = Some(map.next_value()?),
                "methods" => {
                    let seed = MethodsSeed {
                        table: self.table,
                        odd: self.odd,
                        costs: &mut draft.costs,
                        phases: &mut draft.phase_names,
                    };
                    map.next_value_seed(seed)?;
                    methods = true;
                }
                "pages" => {
                    let pages: Vec<WirePage<'de>> = map.next_value()?;
                    draft.pages = pages.into_iter().map(Into::into).collect();
                }
                "dropped" => draft.dropped = map.next_value::<WireDropped>()?.into(),
                other => {
                    self.odd.unknown(other);
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        for (there, field) in
            [(format, "format"), (session, "session"), (launch, "launch"), (methods, "methods")]
        {
            if !there {
                return Err(de::Error::missing_field(field));
            }
        }
        Ok(draft)
    }
}

impl Odd {
    /// The method of this name; none of no name.
    pub(super) fn name(&mut self, table: &mut Table, name: &str) -> Option<MethodId> {
        match shortened(name) {
            _ if name.is_empty() => None,
            None => Some(table.intern(name)),
            Some(short) => {
                self.shortened_names += 1;
                Some(table.intern(&short))
            }
        }
    }

    fn unknown(&mut self, field: &str) {
        let field: String = field.chars().take(60).collect();
        if self.unknown_fields.len() < 10 && !self.unknown_fields.contains(&field) {
            self.unknown_fields.push(field);
        }
    }
}

/// Far more moments than anybody names in a launch.
const MOST_MARKS: usize = 1_000;

/// Marks are fields `NAME_ns`, and beside them the counters at that moment.
struct MarksSeed;

impl<'de> DeserializeSeed<'de> for MarksSeed {
    type Value = Vec<Mark>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Mark>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for MarksSeed {
    type Value = Vec<Mark>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("marks (an object such as {\"first_frame_ns\": 412000000})")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<Mark>, A::Error> {
        let mut marks: Vec<(String, Option<Ns>, Counters)> = Vec::new();
        while let Some(Text(key)) = map.next_key()? {
            let units = Counters::default().named().map(|(unit, _)| unit).into_iter().chain(["ns"]);
            let named = |unit| Some((unit, key.strip_suffix(unit)?.strip_suffix('_')?));
            let Some((unit, name)) = units.filter_map(named).next() else {
                let shown: String = key.chars().take(60).collect();
                let message = format_args!("mark {shown:?} has no unit; its name must end in _ns");
                return Err(de::Error::custom(message));
            };
            // A moment may lie before the start if the clock ran backwards; that is told apart later.
            let value: f64 = map.next_value()?;
            if !value.is_finite() {
                return Err(de::Error::custom(format_args!("mark {name:?} is not a number")));
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
        marks
            .into_iter()
            .map(|(name, at, counters)| match at {
                Some(at) => Ok(Mark { name: name.into(), at, counters }),
                None => Err(de::Error::custom(format_args!("mark {name:?} has counters and no {name}_ns"))),
            })
            .collect()
    }
}

struct MethodsSeed<'t> {
    table: &'t mut Table,
    odd: &'t mut Odd,
    costs: &'t mut Vec<Cost>,
    phases: &'t mut Vec<String>,
}

impl<'de> DeserializeSeed<'de> for MethodsSeed<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for MethodsSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("methods (a list)")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<(), A::Error> {
        let mut path = Vec::new();
        loop {
            path.clear();
            let seed = MethodSeed { into: &mut self, path: &mut path };
            if seq.next_element_seed(seed)?.is_none() {
                return Ok(());
            }
        }
    }
}

struct MethodSeed<'a, 't> {
    into: &'a mut MethodsSeed<'t>,
    path: &'a mut Vec<MethodId>,
}

impl<'de> DeserializeSeed<'de> for MethodSeed<'_, '_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for MethodSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a method (an object)")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let MethodSeed { into, path } = self;
        let mut fields = Fields::default();
        while let Some(Text(key)) = map.next_key()? {
            match &*key {
                "name" => {
                    fields.method = Some(map.next_value_seed(NameSeed { table: into.table, odd: into.odd })?);
                }
                "calls" => fields.calls = Some(map.next_value::<Amount>()?.0),
                "self_ns" => fields.self_ns = Some(map.next_value::<Amount>()?.0),
                "total_ns" => fields.total_ns = Some(map.next_value::<Amount>()?.0),
                "module" => fields.module = map.next_value::<Option<Text<'de>>>()?.map(|Text(text)| text),
                "owner" => fields.owner = map.next_value::<Option<Text<'de>>>()?.map(|Text(text)| text),
                "image" => fields.image = map.next_value::<Option<Text<'de>>>()?.map(|Text(text)| text),
                "system" => fields.system = map.next_value()?,
                "thread" => {
                    let Text(name) = map.next_value()?;
                    fields.thread = thread(&name);
                }
                "phase" => {
                    if let Some(Text(name)) = map.next_value::<Option<Text<'de>>>()? {
                        let phase = phase_id(into.phases, &name);
                        fields.phase = Some(phase.ok_or_else(|| de::Error::custom("more than 256 phases"))?);
                    }
                }
                "path" => map.next_value_seed(PathSeed { table: into.table, odd: into.odd, path })?,
                other => {
                    into.odd.unknown(&format!("methods.{other}"));
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let mut cost = fields.cost(into.table, into.odd).map_err(de::Error::custom)?;
        cost.path = (!path.is_empty()).then(|| into.table.intern_path(path));
        into.costs.push(cost);
        Ok(())
    }
}

/// What a line says of a method.
#[derive(Default)]
pub(super) struct Fields<'l> {
    pub(super) method: Option<MethodId>,
    pub(super) calls: Option<f64>,
    pub(super) self_ns: Option<f64>,
    pub(super) total_ns: Option<f64>,
    pub(super) module: Option<Cow<'l, str>>,
    pub(super) owner: Option<Cow<'l, str>>,
    pub(super) image: Option<Cow<'l, str>>,
    pub(super) system: bool,
    pub(super) thread: Thread,
    pub(super) phase: Option<PhaseId>,
}

impl Fields<'_> {
    /// What it cost, and to the table whose it is; or what is missing.
    pub(super) fn cost(self, table: &mut Table, odd: &mut Odd) -> Result<Cost, String> {
        let method = self.method.ok_or("missing field `name`")?;
        for (text, place) in [
            (self.module, (|m| &mut m.module) as fn(&mut Method) -> &mut Option<std::sync::Arc<str>>),
            (self.owner, |m| &mut m.owner),
            (self.image, |m| &mut m.image),
        ] {
            if let Some(text) = text
                && !text.is_empty()
                && place(table.method_mut(method)).is_none()
            {
                let shared = table.share(&text);
                *place(table.method_mut(method)) = Some(shared);
            }
        }
        table.method_mut(method).system |= self.system;
        let of = |amount: Option<f64>, field| {
            amount.ok_or_else(|| {
                let shown: String = table.method(method).name.chars().take(100).collect();
                format!("method {shown:?} has no {field}")
            })
        };
        let (calls, self_ns) = (of(self.calls, "calls")?, of(self.self_ns, "self_ns")?);
        let mut total_ns = of(self.total_ns, "total_ns")?;
        if total_ns < self_ns {
            // Rounding of two numbers to whole ns is no contradiction.
            if self_ns - total_ns > 1.0 {
                odd.totals_below_self += 1;
            }
            total_ns = self_ns;
        }
        let (self_ns, total_ns) = (Ns(self_ns), Ns(total_ns));
        Ok(Cost { method, thread: self.thread, phase: self.phase, path: None, calls, self_ns, total_ns })
    }
}

/// Which thread a record names so.
pub(super) fn thread(name: &str) -> Thread {
    if name == "main" { Thread::Main } else { Thread::Other }
}

/// The number of a phase in `phases`, into which it goes; none if there are too many.
pub(super) fn phase_id(phases: &mut Vec<String>, name: &str) -> Option<PhaseId> {
    let index = phases.iter().position(|known| known == name).unwrap_or_else(|| {
        phases.push(name.to_owned());
        phases.len() - 1
    });
    u8::try_from(index).ok().map(PhaseId)
}

/// A method's name, straight into the table.
struct NameSeed<'t> {
    table: &'t mut Table,
    odd: &'t mut Odd,
}

impl<'de> DeserializeSeed<'de> for NameSeed<'_> {
    type Value = MethodId;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<MethodId, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for NameSeed<'_> {
    type Value = MethodId;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a method")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<MethodId, E> {
        self.odd.name(self.table, name).ok_or_else(|| E::custom("a method has no name"))
    }
}

/// A name that is too long: its beginning, its length, and a sum that tells it from others that begin so.
pub(crate) fn shortened(name: &str) -> Option<String> {
    if name.len() <= LONGEST_NAME {
        return None;
    }
    let sum = names::hash(name.bytes()) as u64;
    let end = name.floor_char_boundary(256);
    Some(format!("{}… ({} bytes, {sum:016x})", &name[..end], name.len()))
}

struct PathSeed<'t> {
    table: &'t mut Table,
    odd: &'t mut Odd,
    path: &'t mut Vec<MethodId>,
}

impl<'de> DeserializeSeed<'de> for PathSeed<'_> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for PathSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a path (a list of names)")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        self.path.clear();
        while let Some(id) = seq.next_element_seed(NameSeed { table: self.table, odd: self.odd })? {
            self.path.push(id);
        }
        Ok(())
    }
}
