//! Derives the sentences of terminal reports and pages from those of a comment.
//!
//! Invariant: no code of `gate_report` is used.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::headline::{launch, methods, slow};
use super::merging::{builds, commits, end_of_job, links};
use super::numbers::{both, change, many, range, share, signed, tenths, time};
use super::parts::in_a_sentence;
use super::sentences::{
    Tally, about, details, expected, failing, grown, interval, is_budget, is_method, is_rest, list, lost,
    number, owner_of, phase_name, sides, text, what, whose,
};
use super::tables::typical;

/// Returns a line of a comment without its markup.
fn plain(line: &str) -> String {
    let line = line.replace("<br>", " ").replace("<details><summary>", "").replace("</summary>", "");
    let line = line.trim_start_matches("## ").trim_start_matches("- ");
    normal(&line.replace(['`', '*', '|'], " "))
}

/// Returns the words of a text with a single space between them.
pub fn normal(text: &str) -> String {
    let text = text.replace(['\u{a0}', '`'], " ");
    let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "\\").collect();
    let line = words.join(" ");
    let line = line.strip_suffix(" .").map_or(line.clone(), |line| format!("{line}."));
    line.replace(" ,", ",")
        .replace(" ;", ";")
        .replace(" )", ")")
        .replace("( ", "(")
        .replace(" :", ":")
        .replace(" . ", ". ")
}

/// Returns all sentences that any medium may contain, except those about findings and the table rows that have more columns than in a
/// comment.
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
        add(format!("{name} {}", grown(row)));
        // This line is a label in the picture that shows the launches of base and head.
        add(format!(
            "{name} {}{}",
            if row["counted"].is_null() { signed(number(&row["change"]["value"])) } else { grown(row) },
            whose(row)
        ));
    }
    for side in ["base", "head"] {
        let line = &verdict["timelines"][side];
        let of = [
            ("dropped_calls", "call", "dropped by the recorder"),
            ("dropped_events", "long call", "for which the recorder's timeline had no room"),
            ("left_out", "call", "too short to draw"),
        ];
        let of = of.iter().filter_map(|(key, noun, why)| match line[key].as_u64() {
            Some(calls @ 1..) => Some(format!("{} {why}", many(calls as usize, noun))),
            _ => None,
        });
        add(format!("Not drawn in the {side} launch: {}.", of.collect::<Vec<_>>().join(", ")));
    }
    // For a phase whose name is too long, a bar shows a letter, and the names follow below the bars.
    let phases = list(&verdict["waterfall"], "phases");
    for some in 1..1_u32 << phases.len() {
        let named = phases.iter().zip('A'..).enumerate().filter(|(at, _)| some >> at & 1 == 1);
        let short = |name: &Value| {
            let name = phase_name(text(name));
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
    // These are the first lines of the page, which are about the launch.
    let of_launch = |lines: [Option<String>; 2]| lines.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    add(of_launch([launch(verdict), Some(methods(verdict)).filter(|line| line.len() > 9)]));
    add(of_launch([launch(verdict), None]));
    add(of_launch([slow(verdict), lost(&verdict["launches"])]));
    let about: Vec<String> = about(verdict).into_iter().collect();
    add([&[end_of_job(verdict)], &about[..]].concat().join(" · "));
    let mut owners: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
    for row in list(verdict, "findings").iter().take(100) {
        let owner = owners.entry(row["owner"].as_str().unwrap_or("no owner")).or_default();
        let is_time = row["base"]["unit"] == "ns" && row["counted"].is_null();
        let adds_up = is_time && !is_budget(row) && !["module", "new-module"].contains(&text(&row["kind"]));
        let growth =
            if adds_up && row["status"]["state"] == "fails" { number(&row["change"]["value"]) } else { 0.0 };
        *owner = (owner.0 + 1, owner.1 + growth);
    }
    for (owner, (findings, growth)) in owners {
        add(format!("{owner} · {} · {}", many(findings, "finding"), signed(growth)));
    }
    for title in
        ["Conditions of recording", "Findings", "Where the time goes", "Flame graph", "Timeline", "All rows"]
    {
        add(title.to_owned());
    }
    all
}

/// Returns the sentences about a finding, which are in its paragraph or on its card. The first line contains the finding's name.
fn of_finding(verdict: &Value, row: &Value) -> Vec<String> {
    let name = text(&row["name"]);
    let mut all = vec![
        format!("{name}{}", whose(row)),
        format!("{}, {}", sides(row), grown(row)),
        sides(row),
        what(row),
        format!("{} {name}", what(row)),
        format!("{} {}{}", sides(row), grown(row), whose(row)),
    ];
    all.extend(details(verdict, row));
    let runs: Vec<&str> = list(&verdict["commands"], "runs").iter().map(text).collect();
    let bases = list(&verdict["commands"], "base").iter().map(|run| format!(" --base {}", text(run)));
    let (runs, bases) = (runs.join(" "), bases.collect::<String>());
    let subject = row["subject"]["name"].as_str().unwrap_or("launch");
    if is_method(row) || row["subject"]["kind"] == "function" {
        all.push(format!("gate explain '{subject}' {runs}"));
    }
    if row["status"]["state"] == "fails" && !is_budget(row) {
        all.push(format!(
            "gate check {runs}{bases} -o json=verdict.json; gate baseline accept '{subject}' --verdict verdict.json --reason 'intended change' --owner {} --until {}",
            owner_of(row),
            text(&verdict["commands"]["until"])
        ));
    }
    // This line is the description of the picture on the finding's card.
    let launches = |side: &str| list(&row["values"], side).len();
    let [base, head] = ["base", "head"].map(|side| number(&row[side]["value"]));
    all.push(format!(
        "{} base launches, level {}; {} head launches, level {}",
        launches("base"),
        time(base),
        launches("head"),
        time(head)
    ));
    all.push(format!("the levels differ by {}", signed(head - base)));
    let limits = &row["limits"];
    let ignored = number(&limits["effect"]) * number(&row["base"]["value"]) + number(&limits["floor_ns"]);
    all.push(format!("growth up to {} is ignored", time(ignored)));
    let known: Vec<f64> = list(row, "history").iter().filter_map(Value::as_f64).collect();
    let ends = [f64::min, f64::max].map(|of| known.iter().copied().reduce(of).map_or(String::new(), time));
    all.push(format!("{} sessions, between {} and {}", known.len(), ends[0], ends[1]));
    all.push(format!("history: {} sessions, {} to {}", known.len(), ends[0], ends[1]));
    all.iter().map(|line| plain(line)).collect()
}

/// Returns the message about a finding for code scanning services, in one sentence.
fn message(row: &Value) -> String {
    let grown = match grown(row) {
        none if none.is_empty() => none,
        grown => format!(", {grown}"),
    };
    let what = what(row);
    let what = what.trim_end_matches(", does not fail the check");
    let mostly = in_a_sentence(row);
    let whose = match (row["module"].as_str(), row["owner"].as_str()) {
        (Some(module), Some(owner)) => format!(" [{module}, {owner}]"),
        (Some(module), None) => format!(" [{module}]"),
        (None, _) => String::new(),
    };
    format!("{}: {}{grown}, {what}{mostly}{whose}", text(&row["name"]), sides(row))
}

/// Compares the messages for code scanning services with the findings. The SARIF file must have one message per finding, in the order of
/// the findings.
pub fn services(verdict: &Value, sarif: &str, tally: &mut Tally) {
    let sarif: Value = serde_json::from_str(sarif).unwrap();
    let messages = list(&sarif["runs"][0], "results").iter().map(|result| text(&result["message"]["text"]));
    let expected: Vec<String> = list(verdict, "findings").iter().map(message).collect();
    for (at, told) in messages.enumerate() {
        match expected.get(at) {
            Some(right) if told == right => tally.right(),
            right => tally.lies(told, right.map_or("no finding", |right| right)),
        }
    }
}

/// Compares every sentence of a terminal report after broken lines have been joined. Lines below a finding
/// belong to the finding.
pub fn terminal(verdict: &Value, page: &str, tally: &mut Tally) {
    let expected = all(verdict);
    let rows: Vec<Vec<String>> =
        list(verdict, "findings").iter().map(|row| of_finding(verdict, row)).collect();
    let mut next = 0;
    let lines: Vec<&str> = page.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut at = 0;
    while at < lines.len() {
        let joined = |to: usize| normal(&lines[at..to].join(" "));
        let ends = || (at + 1..=(at + 14).min(lines.len())).rev();
        let of_next = rows.get(next).and_then(|row| ends().find(|to| row[0] == joined(*to)));
        let own: &[String] = next.checked_sub(1).map_or(&[], |now| &rows[now]);
        let is_right =
            |line: &String| expected.contains(line) || own.contains(line) || is_rest(verdict, line, 10);
        match of_next.or_else(|| ends().find(|to| is_right(&joined(*to)))) {
            Some(to) => {
                next += usize::from(of_next.is_some());
                tally.right();
                at = to;
            }
            None => {
                tally.judge(&joined(at + 1), expected.iter().chain(own));
                at += 1;
            }
        }
    }
}

/// Returns the visible text of a page, with a line for each paragraph, list entry and table row. Vertical bars separate the cells of
/// tables.
pub fn readable(page: &str) -> Vec<String> {
    lines_of(page.split_once("<main>").map_or("", |(_, body)| body))
}

fn lines_of(body: &str) -> Vec<String> {
    let mut body = body.to_owned();
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

/// Returns a page that contains only the visible text, in which cards remain cards.
pub fn in_words(page: &str) -> String {
    let words = |body: &str| format!("<p>{}</p>", lines_of(body).join("</p><p>"));
    let mut parts = page.split_once("<main>").map_or("", |(_, body)| body).split("<article ");
    let first = parts.next().map_or(String::new(), words);
    let cards = parts.map(|part| {
        let (card, rest) = part.split_once("</article>").unwrap_or((part, ""));
        let attributes = card.split('>').next().unwrap_or_default();
        format!("<article {attributes}>{}</article>{}", words(&format!("<{card}")), words(rest))
    });
    format!("<main>{first}{}", cards.collect::<String>())
}

/// Returns the texts of pictures: the description of each, its times with their names, and its small labels.
fn pictured(body: &str) -> Vec<String> {
    let mut all = Vec::new();
    for svg in body.split("<svg ").skip(1).map(|svg| svg.split("</svg>").next().unwrap_or_default()) {
        let between = |text: &str, from: &str, to: &str| {
            let parts = text.split(from).skip(1).filter_map(|part| Some(part.split_once(to)?.0.to_owned()));
            parts.collect::<Vec<String>>()
        };
        all.extend(between(svg, "aria-label=\"", "\""));
        all.extend(between(svg, "<title>", "</title>"));
        let mut name = String::new();
        for (class, words) in svg.split("<text ").skip(1).filter_map(|part| part.split_once('>')) {
            let words = words.split('<').next().unwrap_or_default();
            if class.starts_with("x=\"0\"") {
                name = words.to_owned();
                all.extend(words.starts_with("history").then(|| words.to_owned()));
            } else if class.starts_with("class=\"total\"") {
                all.push(format!("{name} {words}"));
            }
        }
    }
    all
}

/// Returns the text of pictures according to the JSON: the launch and its phases with the tested values.
fn pictures(verdict: &Value) -> Vec<String> {
    let waterfall = &verdict["waterfall"];
    let is_single = verdict["launches"].is_null();
    let tested = |name: &str| {
        list(verdict, "wholes")
            .iter()
            .find(|row| row["subject"]["name"] == name && row["subject"]["kind"] == "phase")
    };
    let sides: &[(&str, &str)] =
        if is_single { &[("launch", "head")] } else { &[("base", "base"), ("head", "head")] };
    // A commit identifies a build better than the build number does.
    let build = |side: &str| match commits(verdict) {
        Some([head, base]) => Some(if side == "head" { head } else { base }.chars().take(7).collect()),
        None => builds(verdict, side),
    };
    let builds: Vec<Option<String>> = sides.iter().map(|(_, side)| build(side)).collect();
    let is_told = builds.len() == 2 && builds[0] != builds[1];
    let mut recorded: Vec<f64> = list(&verdict["recorded"], "launch_ns").iter().map(number).collect();
    recorded.sort_by(f64::total_cmp);
    let (mut all, mut named) = (Vec::new(), Vec::new());
    for ((name, side), build) in sides.iter().zip(&builds) {
        let of = |row: &Value| number(&row[*side]["value"]);
        let mut sum = 0.0;
        for phase in list(waterfall, "phases") {
            let cost = tested(text(&phase["name"]))
                .map_or_else(|| number(&phase[format!("{side}_ns")]), of)
                .max(0.0);
            sum += cost;
            all.push(format!("{}: {}", phase_name(text(&phase["name"])), time(cost)));
        }
        let launch = list(verdict, "wholes").iter().find(|row| row["subject"]["kind"] == "launch");
        let whole = match (launch, recorded.len()) {
            (Some(launch), _) => of(launch),
            (None, 0) => sum,
            (None, _) => typical(&recorded),
        };
        all.push(format!("{name} {}", time(whole)));
        let build = build.as_ref().filter(|_| is_told);
        all.extend(build.cloned());
        named.push(format!(
            "{name}{} {}",
            build.map_or(String::new(), |build| format!(" ({build})")),
            time(whole)
        ));
    }
    all.push(format!("A launch by phase, to scale: {}", named.join(", ")));
    all.iter().map(|line| plain(line)).collect()
}

/// Compares every sentence of a page. Sentences on a card are compared with those about its finding.
pub fn html(verdict: &Value, page: &str, tally: &mut Tally) {
    let (body, findings) =
        (page.split_once("<main>").map_or("", |(_, body)| body), list(verdict, "findings"));
    let mut expected = all(verdict);
    let marks = body.split_once("<ol class=\"marks\">").map_or("", |(_, rest)| rest);
    let marks = marks.split("</ol>").next().unwrap_or_default().matches("<li").count();
    let more = failing(verdict).len().saturating_sub(marks);
    expected.insert(format!("and {} below", many(more, "more finding")));
    expected.extend(pictures(verdict));
    let rows = wide_rows(verdict);
    let mut parts = body.split("<article ");
    let rest = |card: &str| card.split_once("</article>").map_or(String::new(), |(_, rest)| rest.to_owned());
    let first = parts.next().unwrap_or_default().to_owned();
    let cards: Vec<&str> = parts.collect();
    let outside = cards.iter().fold(first, |all, card| all + &rest(card));
    // The line about the launches ends with a link to the changes.
    let link =
        links(verdict).and_then(|links| Some(format!(" · {}", links.strip_prefix('[')?.split_once(']')?.0)));
    let mut linked = 0;
    for line in lines_of(&outside).into_iter().chain(pictured(&outside)) {
        let mut words = normal(&line.replace('|', " "));
        if let Some(rest) = link.as_ref().and_then(|link| words.strip_suffix(link)) {
            (words, linked) = (rest.to_owned(), linked + 1);
        }
        if is_frame(&words, verdict) {
            continue;
        }
        if expected.contains(&words) || line.contains('|') && rows.contains(&words) {
            tally.right();
        } else {
            tally.judge(&words, expected.iter());
        }
    }
    assert_eq!(linked, usize::from(link.is_some()), "links to the changes");
    for card in cards {
        let number = card.split_once("id=\"f").and_then(|(_, rest)| rest.split_once('"'));
        let number = number.and_then(|(number, _)| number.parse::<usize>().ok()).unwrap_or_default();
        let Some(row) = number.checked_sub(1).and_then(|at| findings.get(at)) else {
            tally.lies(card, "no card");
            continue;
        };
        let card = card.split("</article>").next().unwrap_or_default();
        let own = of_finding(verdict, row);
        let is_link = |word: &str| ["Flame graph", "Timeline", "History", "Commands"].contains(&word);
        for line in lines_of(&format!("<{card}")).into_iter().chain(pictured(card)) {
            let words = normal(&line);
            match own.contains(&words) {
                true => tally.right(),
                false if words.split(" · ").all(is_link) => {}
                false => tally.lies(&words, &format!("on the card of {}", row["name"])),
            }
        }
    }
}

/// Returns whether a sentence of a page does not depend on the verdict. The explanation of the flame graph depends only on whether the graph
/// has phases.
fn is_frame(words: &str, verdict: &Value) -> bool {
    const PHASES: &str = " The top row of the main thread shows the phases, in the order of time.";
    let rest = words.replacen(PHASES, "", 1);
    let has_phases = verdict["trees"].as_array().into_iter().flatten().any(|tree| tree["phases"].is_array());
    let has_to_name_phases = has_phases && rest.starts_with("The width of a bar");
    FRAME.contains(&&*rest) && (rest != words) == has_to_name_phases
}

/// The sentences of a page that do not depend on the verdict.
const FRAME: [&str; 12] = [
    "One dot per launch; the line connects the typical values that are compared:base head growth that is ignored",
    "The width of a bar is its time. Red bars (▲) became slower, blue bars (▼) faster. Click to zoom, or to put a method into the middle of Around a method; on the keyboard use the arrows, Enter and Escape.",
    "The width of a bar is its time. Red bars (▲) became slower, blue bars (▼) faster. What runs outside of methods is \"Swift, C and system code\": its functions are known by samples, see Functions. Click to zoom, or to put a method into the middle of Around a method; on the keyboard use the arrows, Enter and Escape.",
    "The width of a bar is its time. What runs outside of methods is \"Swift, C and system code\": its functions are known by samples, see Functions. Click to zoom, or to put a method into the middle of Around a method; on the keyboard use the arrows, Enter and Escape.",
    "The width of a bar is its time. Click to zoom, or to put a method into the middle of Around a method; on the keyboard use the arrows, Enter and Escape.",
    "Point at or tap a box for its costs.",
    "Point at or tap a call for its time.",
    "A median launch of each side with its recorded calls, drawn from the start of the agent. Times count from the start of the process; the agent's own time is included.",
    "The head launches have no timeline: launch records do not contain the times of calls.",
    "The baseline has no timeline. A session has a timeline only if it was stored from traces.",
    "Drag to move, Ctrl and wheel to zoom",
    "base head",
];

/// Returns the table rows with all columns.
fn wide_rows(verdict: &Value) -> HashSet<String> {
    let mut all = HashSet::new();
    let mut add = |cells: &[String]| all.insert(plain(&cells.join(" ")));
    let name = |row: &Value, key: &str| text(&row[key]).to_owned();
    for row in ["wholes", "suspects", "vanished"].iter().flat_map(|key| list(verdict, key)) {
        let range = interval(row).unwrap_or_default();
        let part = if row["is_remainder"] == true { " without its findings" } else { "" };
        add(&[name(row, "name") + part, name(row, "module"), sides(row), grown(row), range]);
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
        let range = range(&ends[0], &ends[1]);
        let share = share(ns / whole);
        let name = phase_name(text(&phase["name"]));
        add(&[name, time(ns), range, share, time(methods), time((ns - methods).max(0.0))]);
    }
    for method in list(recorded, "methods") {
        let threads = match (method["on_main"] == true, method["on_others"] == true) {
            (true, true) => "main, others",
            (true, false) => "main",
            _ => "others",
        };
        let calls = number(&method["calls"]);
        let calls = tenths(calls);
        let costs = [time(number(&method["self_ns"])), time(number(&method["total_ns"])), calls];
        let whose = [name(method, "name"), name(method, "module"), name(method, "owner"), threads.to_owned()];
        add(&[&whose[..], &costs[..]].concat());
    }
    all
}
