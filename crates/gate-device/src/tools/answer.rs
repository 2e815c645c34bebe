//! Reads the answer of a tool: records with fields, from text, JSON or a property list.
//!
//! Invariant: an answer without the structure that the table describes is an error, never an empty list.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::run::FinishedCommand;
use super::spec::{AnswerFormat, AnswerSource, AnswerSpec};

/// The fields of a record by name, as text.
pub(super) type Record = BTreeMap<String, String>;

/// Reads the answer of a finished command. `file` is the path that replaced `{result}` in the command.
pub(super) fn read(
    answer: &AnswerSpec,
    finished: &FinishedCommand,
    file: &Path,
) -> Result<Vec<Record>, String> {
    let bytes = match answer.from {
        AnswerSource::Stdout => finished.stdout.complete_bytes().ok_or("its output is too long")?,
        AnswerSource::Both => [finished.stdout.text(), finished.stderr.text()].concat().into_bytes(),
        AnswerSource::File => {
            std::fs::read(file).map_err(|error| format!("cannot read its output file: {error}"))?
        }
    };
    match answer.format {
        AnswerFormat::Lines => Ok(read_matching_records(answer, &String::from_utf8_lossy(&bytes))),
        AnswerFormat::Json => read_records(answer, &parse_json_output(&bytes)?),
        AnswerFormat::Plist => {
            let value = gate_common::plists::read(&bytes);
            read_records(
                answer,
                &as_json(&value.map_err(|error| format!("its output is not a property list: {error}"))?),
            )
        }
    }
}

/// Reads each match of the pattern as a record.
pub(super) fn read_matching_records(answer: &AnswerSpec, text: &str) -> Vec<Record> {
    let Some(pattern) = &answer.pattern else { return Vec::new() };
    let names: Vec<&str> = pattern.0.capture_names().flatten().collect();
    let field = |found: &regex::Captures<'_>, name: &str| {
        Some((name.to_owned(), found.name(name)?.as_str().trim().to_owned()))
    };
    let records = pattern.0.captures_iter(text);
    records.map(|found| names.iter().filter_map(|name| field(&found, name)).collect()).collect()
}

fn parse_json_output(bytes: &[u8]) -> Result<Value, String> {
    let whole = serde_json::from_slice(bytes);
    whole.or_else(|error| {
        // Lines before the JSON, which some tools print, are skipped.
        let text = String::from_utf8_lossy(bytes);
        let starts = text.match_indices(['{', '[']).map(|(at, _)| at);
        let begins_line = |at: &usize| *at == 0 || text.as_bytes()[at - 1] == b'\n';
        let found = starts.filter(begins_line).find_map(|at| serde_json::from_str(&text[at..]).ok());
        found.ok_or_else(|| format!("its output is not JSON: {error}"))
    })
}

fn read_records(answer: &AnswerSpec, value: &Value) -> Result<Vec<Record>, String> {
    let Some(place) = &answer.each else { return Ok(vec![read_fields(answer, value)]) };
    if let Some(place) = place.strip_suffix("/*") {
        let Some(Value::Object(groups)) = value.pointer(place) else {
            return Err(format!("its output has no object at {place}"));
        };
        let mut all = Vec::new();
        for (key, group) in groups {
            let Value::Array(list) = group else {
                return Err(format!("its output has no list at {place}/{key}"));
            };
            all.extend(list.iter().map(|item| {
                let mut record = read_fields(answer, item);
                record.extend(answer.key.iter().map(|name| (name.clone(), rewrite_field(answer, name, key))));
                record
            }));
        }
        return Ok(all);
    }
    match value.pointer(place) {
        Some(Value::Array(list)) => Ok(list.iter().map(|item| read_fields(answer, item)).collect()),
        Some(Value::Null) | None if !place.is_empty() => Err(format!("its output has no list at {place}")),
        _ => Err(format!("its output has no list at {place:?}")),
    }
}

/// Rewrites the text of a field by the field's rule in the table, if the table has a rule.
fn rewrite_field(answer: &AnswerSpec, name: &str, text: &str) -> String {
    match answer.rewrite.get(name) {
        Some((pattern, by)) => pattern.0.replace(text, by).into_owned(),
        None => text.to_owned(),
    }
}

fn read_fields(answer: &AnswerSpec, item: &Value) -> Record {
    let found = answer.fields.iter().filter_map(|(name, place)| {
        // The value of the field is that of the first JSON pointer that exists in the item.
        let text = match place.split(' ').find_map(|place| item.pointer(place))? {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Bool(flag) => flag.to_string(),
            _ => return None,
        };
        Some((name.clone(), rewrite_field(answer, name, &text)))
    });
    found.collect()
}

/// Converts a property list to JSON. Data, dates and ids become null, because no table of a tool reads them.
fn as_json(value: &plist::Value) -> Value {
    match value {
        plist::Value::Array(items) => items.iter().map(as_json).collect(),
        plist::Value::Dictionary(entries) => {
            Value::Object(entries.iter().map(|(key, value)| (key.clone(), as_json(value))).collect())
        }
        plist::Value::Boolean(flag) => (*flag).into(),
        plist::Value::String(text) => text.as_str().into(),
        plist::Value::Integer(number) => {
            number.as_signed().map(Value::from).or(number.as_unsigned().map(Value::from)).unwrap_or_default()
        }
        plist::Value::Real(number) => (*number).into(),
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(text: &str) -> AnswerSpec {
        toml::from_str(text).expect(text)
    }

    fn shown(answer: &AnswerSpec, value: &str) -> Result<String, String> {
        let read = read_records(answer, &parse_json_output(value.as_bytes())?)?;
        let one =
            |record: &Record| record.iter().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>().join(" ");
        Ok(read.iter().map(one).collect::<Vec<_>>().join("; "))
    }

    #[test]
    fn fields_of_a_tools_json_output_are_read_by_json_pointers() {
        let list = answer("format = \"json\"\neach = \"/a\"\nfields = { x = \"/n\", y = \"/old /d/e\" }");
        assert_eq!(
            shown(&list, "{\"a\": [{\"n\": 1, \"d\": {\"e\": \"z\"}}, {\"n\": null}]}").unwrap(),
            "x=1 y=z; "
        );
        for (text, expected) in [
            ("{\"b\": []}", "no list at /a"),
            ("{\"a\": null}", "no list at /a"),
            ("{\"a\": {}}", "no list at"),
            ("nothing", "not JSON"),
            ("", "not JSON"),
        ] {
            assert!(shown(&list, text).unwrap_err().contains(expected), "{text}");
        }
        let whole = answer("format = \"json\"\neach = \"\"\nfields = { x = \"/n\" }");
        assert_eq!(shown(&whole, "warning: {odd}\n[{\"n\": true}]\n").unwrap(), "x=true");
        assert!(shown(&whole, "null").is_err());
    }

    #[test]
    fn output_lines_and_property_lists_of_a_tool_are_read() {
        let text = answer("pattern = '^(?<pid>\\d+) (?<name>.+?)( \\((?<link>\\w+)\\))?$'");
        let read = read_matching_records(&text, "1 one\nnothing\n22 two (USB)\n");
        assert_eq!(read.len(), 2);
        assert_eq!(
            (read[1]["pid"].as_str(), read[1]["link"].as_str(), read[0].get("link")),
            ("22", "USB", None)
        );
        let mut dictionary = plist::Dictionary::new();
        dictionary.insert("n".into(), plist::Value::Integer(7.into()));
        dictionary.insert("d".into(), plist::Value::Data(vec![1]));
        let value = as_json(&plist::Value::Dictionary(dictionary));
        assert_eq!(value, serde_json::json!({"n": 7, "d": null}));
    }
}
