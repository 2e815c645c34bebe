//! Derives the sentences about functions that explain a growth from the verdict's JSON.
//!
//! Invariant: no code of `gate_report` is used.

use serde_json::Value;

use super::numbers::signed;
use super::sentences::{code, list, number, text};

/// Returns the functions that explain a growth, without the finding's own function (same module and name).
pub fn explaining(row: &Value) -> Vec<&Value> {
    let subject = &row["subject"];
    let is_itself = |part: &Value| {
        ["kind", "module", "name"].map(|key| text(&subject[key]))
            == ["function", text(&part["module"]), text(&part["full_name"])]
    };
    list(row, "functions").iter().filter(|part| !is_itself(part)).collect()
}

/// The number of functions that a comment shows.
const IN_SHORT: usize = 3;

/// Returns the end of a finding's sentence in a comment. The end contains the growth of the functions whose growth is proven or, if there
/// is no such function, the name of the candidate.
pub fn in_short(row: &Value) -> String {
    let (mut sure, mut suspected) = (Vec::new(), None);
    for part in explaining(row) {
        let name = code(text(&part["name"]));
        if part["perhaps"] == true {
            suspected.get_or_insert(name);
        } else {
            sure.push(format!("{name} {}", size(row, part)));
        }
    }
    sure.truncate(IN_SHORT);
    let word = if sure.len() == 1 { "function" } else { "functions" };
    match (sure.is_empty(), suspected) {
        (false, _) => format!(", of which the {word} {}", sure.join(", ")),
        (true, Some(name)) => format!(", most of it perhaps in {name}, by samples"),
        (true, None) => String::new(),
    }
}

/// Returns the end of a message for code scanning services: the function with the largest growth, with its file and line.
pub fn in_a_sentence(row: &Value) -> String {
    let parts = explaining(row);
    let Some(first) = parts.first() else { return String::new() };
    let place = match (first["file"].as_str(), first["line"].as_u64()) {
        (None, _) => String::new(),
        (Some(file), None) => format!(" ({file})"),
        (Some(file), Some(line)) => format!(" ({file}:{line})"),
    };
    let name = text(&first["name"]);
    if first["perhaps"] == true {
        return format!(", most of it perhaps in {name}{place}, by samples");
    }
    format!(", of which {} in the function {name}{place}", size(row, first))
}

/// Returns the growth of a function, unless it is larger than that of the finding.
fn size(row: &Value, part: &Value) -> String {
    let whole = number(&row["head"]["value"]) - number(&row["base"]["value"]);
    let grown = number(&part["head_ns"]) - number(&part["base_ns"]);
    match grown <= whole + 1.0 {
        true => signed(grown),
        false => "more than the whole".to_owned(),
    }
}
