//! The same sentences as a terminal and a page show them: what a comment's lines say, in other frames.
//!
//! Invariant: nothing of `gate::report` is used.

use std::collections::HashSet;

use serde_json::Value;

use super::sentences::{
    Tally, both, change, details, expected, grown, interval, is_method, list, number, owner_of, sides,
    signed, text, time, what, whose,
};

/// A line of a comment without its markup.
fn plain(line: &str) -> String {
    let line = line.replace("<br>", " ").replace("<details><summary>", "").replace("</summary>", "");
    let line = line.trim_start_matches("## ").trim_start_matches("- ");
    normal(&line.replace(['`', '*', '|'], " "))
}

/// Words with one blank between them.
fn normal(text: &str) -> String {
    let text = text.replace(['\u{a0}', '`'], " ");
    let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "\\").collect();
    words
        .join(" ")
        .replace(" ,", ",")
        .replace(" ;", ";")
        .replace(" )", ")")
        .replace("( ", "(")
        .replace(" :", ":")
        .replace(" . ", ". ")
}

/// All that may stand in any medium, besides rows of tables with more columns than a comment has.
fn all(verdict: &Value) -> HashSet<String> {
    let mut all: HashSet<String> = expected(verdict).iter().map(|line| plain(line)).collect();
    let mut add = |line: String| all.insert(plain(&line));
    let answer = text(&verdict["verdict"]).to_uppercase().replace('-', " ");
    for line in expected(verdict).iter().filter(|line| line.starts_with("**")) {
        add(format!("{answer}: {line}"));
        add(format!("{answer} {line}"));
    }
    for row in list(verdict, "findings") {
        let name = text(&row["name"]);
        add(format!("{name}{}", whose(row)));
        add(format!("{}, {}", sides(row), grown(row)));
        add(sides(row));
        add(what(row));
        add(format!("{} {name}", what(row)));
        add(format!("{} {}{}", sides(row), grown(row), whose(row)));
        add(format!("{name} {}", grown(row)));
        for part in details(verdict, row) {
            add(part);
        }
        // The picture's marks, and the commands of a card.
        add(format!(
            "{name} {}{}",
            if row["counted"].is_null() { signed(number(&row["change_ns"])) } else { grown(row) },
            whose(row)
        ));
        let runs: Vec<&str> = list(&verdict["commands"], "runs").iter().map(text).collect();
        let bases = list(&verdict["commands"], "base").iter().map(|run| format!(" --base {}", text(run)));
        let (runs, bases) = (runs.join(" "), bases.collect::<String>());
        let subject = row["subject"]["name"].as_str().unwrap_or("launch");
        if is_method(row) {
            add(format!("gate explain '{subject}' {runs}"));
        }
        add(format!(
            "gate check {runs}{bases} -o json=verdict.json; gate baseline accept '{subject}' --verdict verdict.json --reason 'intended change' --owner {} --until {}",
            owner_of(row),
            text(&verdict["commands"]["until"])
        ));
    }
    // Below the bars, the phases whose names have no room in them, each by its letter.
    let phases = list(&verdict["waterfall"], "phases");
    for some in 1..1_u32 << phases.len() {
        let named = phases.iter().zip('A'..).enumerate().filter(|(at, _)| some >> at & 1 == 1);
        let short = |name: &Value| {
            let name = super::sentences::phase_name(text(name));
            name.split(" (").next().unwrap_or_default().to_owned()
        };
        let names = named.map(|(_, (phase, letter))| format!("{letter} {}", short(&phase["name"])));
        add(names.collect::<Vec<_>>().join(" · "));
    }
    for pair in list(verdict, "environment") {
        let values = |side: &str| match list(pair, side) {
            [] => "not said".to_owned(),
            values => values.iter().map(text).collect::<Vec<_>>().join(", "),
        };
        let condition = text(&pair["condition"]);
        add(format!("{condition} {} {}", values("base"), values("head")));
        add(format!("{condition} {}", values("head")));
    }
    for title in
        ["Conditions of recording", "Findings", "Where the time goes", "Flame graph", "Timeline", "All rows"]
    {
        add(title.to_owned());
    }
    all
}

/// Compares every sentence of a terminal's report; lines that are broken are put together again.
pub fn terminal(verdict: &Value, page: &str, tally: &mut Tally) {
    let expected = all(verdict);
    let lines: Vec<&str> = page.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut at = 0;
    while at < lines.len() {
        let joined = |to: usize| normal(&lines[at..to].join(" "));
        let ends = (at + 1..=(at + 14).min(lines.len())).rev();
        match ends.into_iter().find(|to| expected.contains(&joined(*to))) {
            Some(to) => {
                tally.right();
                at = to;
            }
            None => {
                if !lines[at].trim().starts_with("… and ") {
                    tally.judge(&joined(at + 1), expected.iter());
                }
                at += 1;
            }
        }
    }
}

/// What of a page people read, a line for each paragraph, entry and row; cells are divided by bars.
pub fn readable(page: &str) -> Vec<String> {
    let mut body = page.split_once("<main>").map_or("", |(_, body)| body).to_owned();
    for element in ["script", "style", "svg", "button", "noscript", "select", "thead", "canvas"] {
        while let Some(from) = body.find(&format!("<{element}")) {
            let end = format!("</{element}>");
            let to = body[from..].find(&end).map_or(body.len(), |to| from + to + end.len());
            body.replace_range(from..to, " ");
        }
    }
    let mut out = String::new();
    let mut rest = body.as_str();
    while let Some((before, tag)) = rest.split_once('<') {
        out += before;
        let (name, after) = tag.split_once('>').unwrap_or((tag, ""));
        out += match name.split(' ').next().unwrap_or_default() {
            "/p" | "/li" | "/tr" | "/h1" | "/h2" | "/h3" | "/summary" | "/dd" | "/div" | "br" => "\n",
            "/td" => " | ",
            "/dt" => ": ",
            _ => "",
        };
        rest = after;
    }
    let escapes = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    let text = escapes.iter().fold(out, |text, (escaped, char)| text.replace(escaped, char));
    text.lines().map(normal).filter(|line| !line.is_empty()).collect()
}

/// Compares every sentence of a page.
pub fn html(verdict: &Value, page: &str, tally: &mut Tally) {
    let expected = all(verdict);
    let rows = wide_rows(verdict);
    for line in readable(page) {
        let words = normal(&line.replace('|', " "));
        if FRAME.iter().any(|frame| words.starts_with(frame)) || words.ends_with("JSON.") {
            continue;
        }
        if expected.contains(&words) || line.contains('|') && rows.contains(&words) {
            tally.right();
        } else {
            tally.judge(&words, expected.iter());
        }
    }
}

/// What a page says of itself and of no verdict.
const FRAME: [&str; 11] = [
    "One dot per launch",
    "base head",
    "The width of a bar",
    "Point at or tap",
    "A median launch of each side",
    "The head launches have no timeline",
    "The baseline has no timeline",
    "Flame graph ·",
    "History",
    "Commands",
    "Drag to move",
];

/// Rows with all columns.
fn wide_rows(verdict: &Value) -> HashSet<String> {
    let mut all = HashSet::new();
    let mut add = |cells: &[String]| all.insert(plain(&cells.join(" ")));
    let name = |row: &Value, key: &str| text(&row[key]).to_owned();
    for row in ["wholes", "suspects", "vanished"].iter().flat_map(|key| list(verdict, key)) {
        let range = interval(row).unwrap_or_default();
        add(&[name(row, "name"), name(row, "module"), sides(row), grown(row), range]);
    }
    for module in list(verdict, "modules") {
        let (base, head) = (number(&module["base_ns"]), number(&module["head_ns"]));
        let ratio = if base > 0.0 { head / base } else { 1.0 };
        let limit = module["limit_ns"].as_f64().map_or(String::new(), time);
        let over = if module["over"] == true { " exceeded" } else { "" };
        let (methods, found) = (module["methods"].to_string(), module["findings"].to_string());
        let first = [name(module, "name"), name(module, "owner"), methods];
        add(&[&first[..], &[both(base, head), change(base, head, Some(ratio)), limit + over, found]].concat());
        add(&[&first[..], &[time(head)]].concat());
    }
    let recorded = &verdict["recorded"];
    let whole: f64 = list(recorded, "phases").iter().map(|phase| number(&phase["ns"])).sum();
    for phase in list(recorded, "phases") {
        let (ns, methods) = (number(&phase["ns"]), number(&phase["methods_ns"]));
        let ends = [number(&phase["range_ns"][0]), number(&phase["range_ns"][1])].map(time);
        let range = super::sentences::range(&ends[0], &ends[1]);
        let share = super::sentences::share(ns / whole);
        let name = super::sentences::phase_name(text(&phase["name"]));
        add(&[name, time(ns), range, share, time(methods), time((ns - methods).max(0.0))]);
    }
    for method in list(recorded, "methods") {
        let threads = match (method["on_main"] == true, method["on_others"] == true) {
            (true, true) => "main, others",
            (true, false) => "main",
            _ => "others",
        };
        let calls = number(&method["calls"]);
        let calls = super::sentences::tenths(calls);
        let costs = [time(number(&method["self_ns"])), time(number(&method["total_ns"])), calls];
        let whose = [name(method, "name"), name(method, "module"), name(method, "owner"), threads.to_owned()];
        add(&[&whose[..], &costs[..]].concat());
    }
    all
}
