//! Of which functions a growth is: from the verdict's JSON alone.
//!
//! Invariant: nothing of `gate::report` is used.

use serde_json::Value;

use super::numbers::signed;
use super::sentences::{list, number, text};

/// The functions that explain a growth; a finding on a function does not explain itself.
pub fn explaining(row: &Value) -> Vec<&Value> {
    let own = &row["subject"];
    let explains = |part: &&Value| !(own["kind"] == "function" && own["name"] == part["name"]);
    list(row, "functions").iter().filter(explains).collect()
}

/// What a comment says behind what happened: the first of those that samples are sure of, or the one that they suspect.
pub fn in_short(row: &Value) -> String {
    let parts = explaining(row);
    let (unsure, sure): (Vec<&Value>, Vec<&Value>) = parts.iter().partition(|part| part["perhaps"] == true);
    match (&sure[..], &unsure[..]) {
        ([], []) => String::new(),
        ([], [first, ..]) => format!(", most of it perhaps in `{}`, by samples", text(&first["name"])),
        ([only], _) => format!(", of which the function {}", grown(row, only)),
        _ => {
            let all: Vec<String> = sure.iter().take(3).map(|part| grown(row, part)).collect();
            format!(", of which the functions {}", all.join(", "))
        }
    }
}

/// What services are told, with the place: the largest.
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

fn grown(row: &Value, part: &Value) -> String {
    format!("`{}` {}", text(&part["name"]), size(row, part))
}

/// How much a function grew between its own sides; more than the whole it is of is no part.
fn size(row: &Value, part: &Value) -> String {
    let of = |row: &Value| number(&row["head_ns"]) - number(&row["base_ns"]);
    match of(part) <= of(row) + 1.0 {
        true => signed(of(part)),
        false => "more than the whole".to_owned(),
    }
}
