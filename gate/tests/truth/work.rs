//! Derives the table of work a second time from the verdict's JSON.
//!
//! Invariant: no code of `gate_report` is used.

use std::collections::BTreeMap;

use serde_json::Value;

use super::sentences::{list, number, text};

/// The kind, the owner (or the module if there is no owner), and whether the work was on the main thread.
type Key<'a> = (&'a str, &'a str, bool);

/// Returns the lines of a comment about the requests to the system (work).
pub fn lines(verdict: &Value) -> Vec<String> {
    if verdict["launches"].is_null() && verdict["recorded"].is_null() {
        return Vec::new();
    }
    let folded = |title: &str| format!("<details><summary>{title}</summary>");
    let what = "How often a launch asks the system for files, memory, code, databases and queues. What the system does inside itself is not counted.";
    let Some(rows) = verdict["work"].as_array() else {
        let why = "These launches did not count what they ask the system for. The agent counts it unless its settings say work = off.";
        return vec![folded("Work: not measured"), why.to_owned()];
    };
    if rows.is_empty() {
        return vec![folded("Work: none"), what.to_owned()];
    }
    // Each entry contains the sums of the calls and of the bytes, for base and head. A sum of the base is `None` if one of the summed
    // numbers is unknown.
    let mut sums: BTreeMap<Key<'_>, [(Option<f64>, f64); 2]> = BTreeMap::new();
    for row in list(verdict, "work") {
        let who = row["owner"].as_str().or(row["module"].as_str()).unwrap_or("no owner");
        let key = (text(&row["work"]), who, row["is_main"] == true);
        let sum = sums.entry(key).or_insert([(Some(0.0), 0.0); 2]);
        for (of, sides) in [("calls", 0), ("bytes", 1)] {
            let base = row[format!("base_{of}")].as_f64();
            let (before, now) = sum[sides];
            sum[sides] = (before.zip(base).map(|(a, b)| a + b), now + number(&row[format!("head_{of}")]));
        }
    }
    let is_compared = !verdict["launches"].is_null();
    let both = |(base, head): (Option<f64>, f64), shown: &dyn Fn(f64) -> String| match base {
        None if is_compared => format!("not measured → {}", shown(head)),
        Some(base) if base != head => format!("{} → {}", shown(base), shown(head)),
        _ => shown(head),
    };
    let changed = sums.values().filter(|[(base, head), _]| base.is_some_and(|base| base != *head)).count();
    let is_known = sums.values().all(|[(base, _), _]| base.is_some());
    let title = match changed {
        0 if is_compared && is_known => "Work, unchanged".to_owned(),
        0 => "Work".to_owned(),
        _ => format!("Work ({changed} changed)"),
    };
    let mut all = vec![folded(&title), what.to_owned()];
    for ((kind, who, is_main), [calls, bytes]) in sums {
        let bytes = match bytes {
            (None | Some(0.0), 0.0) => String::new(),
            bytes => both(bytes, &size),
        };
        let calls = both(calls, &|calls| calls.to_string());
        let threads = if is_main { "main" } else { "other" };
        all.push(format!("| `{kind}` | {calls} | {bytes} | `{who}` | {threads} |"));
    }
    all
}

fn size(bytes: f64) -> String {
    if bytes < 1e3 {
        format!("{bytes} B")
    } else if bytes < 1e6 {
        format!("{:.1} KB", bytes / 1e3)
    } else {
        format!("{:.1} MB", bytes / 1e6)
    }
}
