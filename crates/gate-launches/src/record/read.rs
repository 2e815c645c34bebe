//! Parses a line and returns the draft of a launch.
//!
//! `wire` defines the fields, and `read` converts their values and adds names to the table.

use std::sync::Arc;

use gate_common::names;
use serde::Deserialize;

use super::wire::{Amount, Record, Text, WireMethod, WireWork};
use super::{FORMAT, LONGEST_NAME};
use crate::draft::Draft;
use crate::{Cost, Method, MethodId, MethodTable, Ns, PhaseId, ThreadKind, Work};

/// The problems of a record that can be used nevertheless. Problems that are stored in the launch itself are not included.
#[derive(Debug, Default)]
pub(crate) struct RecordWarnings {
    pub(crate) unknown_fields: Vec<String>,
    pub(crate) shortened_names: u64,
    pub(crate) totals_below_self: u64,
}

/// The reason for which a line is not a record.
#[derive(Debug, PartialEq)]
pub(crate) enum RecordError {
    /// The line ends in the middle of the record.
    Truncated,
    /// The record has a different version or a different format.
    Format(String),
    /// The line is not JSON, or a field has an invalid value.
    Invalid(String),
}

/// Parses one line.
pub(crate) fn parse(line: &[u8], table: &mut MethodTable) -> Result<(Draft, RecordWarnings), RecordError> {
    let record: Record<'_> =
        serde_json::from_slice(line).map_err(|error| explain_parse_error(line, &error))?;
    if record.format != FORMAT {
        return Err(RecordError::Format(record.format.into_owned()));
    }
    if record.session.is_empty() {
        return Err(RecordError::Invalid("missing field `session`".to_owned()));
    }
    let mut warnings = RecordWarnings::default();
    record.unknown.keys().for_each(|field| warnings.add_unknown_field(field));
    let (mut costs, mut phase_names) = (Vec::with_capacity(record.methods.len()), Vec::new());
    for (index, method) in record.methods.into_iter().enumerate() {
        let cost = method.into_cost(table, &mut warnings, &mut phase_names);
        costs.push(cost.map_err(|reason| RecordError::Invalid(format!("method {} {reason}", index + 1)))?);
    }
    let mut draft = Draft {
        session: record.session.into_owned(),
        number: record.launch,
        recorded_unix_ms: record.recorded_unix_ms,
        state: record.state,
        block: record.block,
        role: record.role,
        marks: record.marks.into_owned(),
        costs,
        phase_names,
        pages: record.pages.into_owned(),
        spans: record.spans.into_owned(),
        dropped: record.dropped,
        work: record
            .work
            .map(|work| Work::add_up(work.into_iter().filter_map(WireWork::into_work).collect())),
        counts: record.counts.map(Into::into),
        ..Draft::default()
    };
    for (name, count) in draft.per_call.named_mut() {
        *count = record.per_call.get(name).map(|Amount(count)| *count);
    }
    draft.conditions.scenario = record.scenario.into();
    record.device.set(&mut draft.conditions);
    record.app.set(&mut draft.conditions);
    record.agent.set(&mut draft.conditions);
    Ok((draft, warnings))
}

/// The field `format` of a record. The field can be read even if the other fields have unknown types.
#[derive(Deserialize)]
struct FormatField {
    format: Option<String>,
}

fn explain_parse_error(line: &[u8], error: &serde_json::Error) -> RecordError {
    if line.starts_with(b"<<<<<<<") || line.starts_with(b"=======") || line.starts_with(b">>>>>>>") {
        return RecordError::Invalid("git conflict marker; resolve the merge first".to_owned());
    }
    // A record of a newer version may fail to parse for any reason, so the error names its format.
    if let Ok(FormatField { format: Some(format) }) = serde_json::from_slice(line)
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
    let contains = |word: &[u8]| around.windows(word.len()).any(|window| window == word);
    if error.is_syntax() && (contains(b"NaN") || contains(b"Infinity")) {
        return RecordError::Invalid(format!("column {}: cost must be a finite number", error.column()));
    }
    RecordError::Invalid(format!("column {}: {message}", error.column()))
}

impl WireMethod<'_> {
    /// Converts a method of a record to a cost, and adds its names to the table. For an invalid method, the error describes the problem.
    fn into_cost(
        self,
        table: &mut MethodTable,
        warnings: &mut RecordWarnings,
        phases: &mut Vec<String>,
    ) -> Result<Cost, String> {
        let method = warnings.name(table, &self.name).ok_or("has no name")?;
        self.unknown.keys().for_each(|field| warnings.add_unknown_field(&format!("methods.{field}")));
        for (text, place) in [
            (self.module, (|m| &mut m.module) as fn(&mut Method) -> &mut Option<Arc<str>>),
            (self.owner, |m| &mut m.owner),
            (self.image, |m| &mut m.image),
        ] {
            if let Some(Text(text)) = text
                && !text.is_empty()
                && place(table.method_mut(method)).is_none()
            {
                let shared = table.share_text(&text);
                *place(table.method_mut(method)) = Some(shared);
            }
        }
        table.method_mut(method).system |= self.system;
        let name = &table.method(method).name;
        let Amount(calls) = require_field(self.calls, name, "calls")?;
        let self_ns = require_field(self.self_ns, name, "self_ns")?;
        let mut total_ns = require_field(self.total_ns, name, "total_ns")?;
        if total_ns < self_ns {
            // The self time and the total time are each rounded to whole nanoseconds, so rounding can make the self time at most 1 ns
            // larger than the total time.
            if self_ns - total_ns > Ns(1.0) {
                warnings.totals_below_self += 1;
            }
            total_ns = self_ns;
        }
        let is_main = self.thread.is_none_or(|Text(name)| name == "main");
        let thread = if is_main { ThreadKind::Main } else { ThreadKind::Other };
        let phase =
            self.phase.map(|Text(name)| phase_id(phases, &name).ok_or("is in one of more than 256 phases"));
        let callers = self.path.iter().map(|Text(name)| warnings.name(table, name));
        let callers: Vec<MethodId> = callers.collect::<Option<_>>().ok_or("has a caller without a name")?;
        let path = (!callers.is_empty()).then(|| table.intern_path(&callers));
        Ok(Cost { method, thread, phase: phase.transpose()?, path, calls, self_ns, total_ns })
    }
}

/// Returns the value of a field of a method, or an error if the field is missing.
fn require_field<T>(value: Option<T>, method: &str, field: &str) -> Result<T, String> {
    value.ok_or_else(|| {
        let shown: String = method.chars().take(100).collect();
        format!("{shown:?} has no {field}")
    })
}

impl RecordWarnings {
    /// Returns the id of the method with this name; `None` for an empty name.
    fn name(&mut self, table: &mut MethodTable, name: &str) -> Option<MethodId> {
        match shorten_name(name) {
            _ if name.is_empty() => None,
            None => Some(table.intern(name)),
            Some(short) => {
                self.shortened_names += 1;
                Some(table.intern(&short))
            }
        }
    }

    fn add_unknown_field(&mut self, field: &str) {
        let field: String = field.chars().take(60).collect();
        if self.unknown_fields.len() < 10 && !self.unknown_fields.contains(&field) {
            self.unknown_fields.push(field);
        }
    }
}

/// Returns the id of a phase, and adds a new phase to `phases`; `None` if the record has too many phases.
fn phase_id(phases: &mut Vec<String>, name: &str) -> Option<PhaseId> {
    let index = phases.iter().position(|known| known == name).unwrap_or_else(|| {
        phases.push(name.to_owned());
        phases.len() - 1
    });
    u8::try_from(index).ok().map(PhaseId)
}

/// Replaces a name that is too long by its beginning, its length and a hash. The hash distinguishes names with equal beginnings.
pub(crate) fn shorten_name(name: &str) -> Option<String> {
    if name.len() <= LONGEST_NAME {
        return None;
    }
    let sum = names::hash(name.bytes()) as u64;
    let end = name.floor_char_boundary(256);
    Some(format!("{}… ({} bytes, {sum:016x})", &name[..end], name.len()))
}
