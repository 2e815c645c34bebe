//! A fast parser of lines as most recorders write them: methods are flat objects, and their texts have no escapes.
//!
//! Methods are nearly all of a line; this parser reads their values without a serde visitor for each.
//! Any other line is left to `read`, which parses it from its start and reports errors.

use serde::de::IgnoredAny;

use super::read::{RecordWarnings, by_serde};
use super::wire::{Amount, Text, WireMethod};
use crate::draft::Draft;
use crate::{Cost, Table};

/// Parses the launch of a line; `None` if the line has any form that this parser does not support.
pub(super) fn parse(line: &[u8], table: &mut Table) -> Option<(Draft, RecordWarnings)> {
    let text = std::str::from_utf8(line).ok()?;
    let (before, after) = text.split_once("\"methods\"")?;
    // The text before the key must be the beginning of the record, and not of an object inside of it.
    let whole = before.trim_ascii_end();
    let whole = [whole.strip_suffix(',').unwrap_or(whole), "}"].concat();
    serde_json::from_str::<IgnoredAny>(&whole).ok()?;
    let mut cursor = Cursor { text: after, at: 0 };
    let (mut warnings, mut costs, mut phases) = (RecordWarnings::default(), Vec::new(), Vec::new());
    cursor.take(b':')?;
    cursor.take(b'[')?;
    if cursor.take(b']').is_none() {
        loop {
            costs.push(cursor.method(table, &mut warnings, &mut phases)?);
            if cursor.take(b',').is_none() {
                break;
            }
        }
        cursor.take(b']')?;
    }
    let others = [before, "\"methods\":[]", &after[cursor.at..]].concat();
    let (mut draft, other_warnings) = by_serde(others.as_bytes(), table).ok()?;
    // With methods in two arrays of one record, their order would matter.
    if !draft.costs.is_empty() {
        return None;
    }
    (draft.costs, draft.phase_names) = (costs, phases);
    Some((draft, RecordWarnings { unknown_fields: other_warnings.unknown_fields, ..warnings }))
}

/// A position in a text.
struct Cursor<'l> {
    text: &'l str,
    at: usize,
}

impl<'l> Cursor<'l> {
    /// Returns the next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match self.text.as_bytes().get(self.at)? {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                byte => return Some(*byte),
            }
        }
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn word(&mut self, word: &str) -> Option<()> {
        self.text[self.at..].starts_with(word).then(|| self.at += word.len())
    }

    /// Parses a text without escapes.
    fn text(&mut self) -> Option<&'l str> {
        self.take(b'"')?;
        let rest = &self.text[self.at..];
        let end = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20))?;
        self.at += end;
        self.take(b'"')?;
        Some(&rest[..end])
    }

    fn amount(&mut self) -> Option<Amount> {
        self.peek()?;
        let rest = &self.text.as_bytes()[self.at..];
        let (mut whole, mut end) = (0_u64, 0);
        // Up to 15 digits are exact, and their sum does not overflow.
        while let Some(digit) = rest.get(end).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10)
            && end < 15
        {
            whole = 10 * whole + u64::from(digit);
            end += 1;
        }
        let is_numeric = |byte: &u8| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-');
        let is_plain = end > 0 && (rest[0] != b'0' || end == 1) && !rest.get(end).is_some_and(is_numeric);
        if is_plain {
            self.at += end;
            return Some(Amount(whole as f64));
        }
        let end = rest.iter().position(|byte| !is_numeric(byte))?;
        let number = serde_json::from_slice(&rest[..end]).ok()?;
        self.at += end;
        Some(number)
    }

    fn method(
        &mut self,
        table: &mut Table,
        warnings: &mut RecordWarnings,
        phases: &mut Vec<String>,
    ) -> Option<Cost> {
        let mut method = WireMethod::default();
        self.take(b'{')?;
        loop {
            let key = self.text()?;
            self.take(b':')?;
            match key {
                "name" if method.name.is_empty() => method.name = self.text()?.into(),
                "calls" if method.calls.is_none() => method.calls = Some(self.amount()?),
                "self_ns" if method.self_ns.is_none() => method.self_ns = Some(self.amount()?),
                "total_ns" if method.total_ns.is_none() => method.total_ns = Some(self.amount()?),
                "module" if method.module.is_none() => method.module = Some(Text(self.text()?.into())),
                "owner" if method.owner.is_none() => method.owner = Some(Text(self.text()?.into())),
                "image" if method.image.is_none() => method.image = Some(Text(self.text()?.into())),
                "thread" if method.thread.is_none() => method.thread = Some(Text(self.text()?.into())),
                "phase" if method.phase.is_none() => method.phase = Some(Text(self.text()?.into())),
                "system" if !method.system => {
                    self.peek()?;
                    self.word("true")?;
                    method.system = true;
                }
                _ => return None,
            }
            if self.take(b',').is_none() {
                break;
            }
        }
        self.take(b'}')?;
        method.cost(table, warnings, phases).ok()
    }
}
