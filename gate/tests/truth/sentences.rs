//! Derives each line of a comment a second time, using only the verdict's JSON.
//!
//! Invariant: no code of `gate_report` is used.

use std::collections::BTreeMap;

use serde_json::Value;

use super::advice::{next, of_functions};
use super::headline::{headline, launch, methods, slow};
use super::numbers::{between, both, change, day, large, percent, range, share, signed, tenths, time};
use super::reasons;
use super::tables::{counts_line, recorded, sure, tables};
use super::{merging, parts, unstored};

/// The numbers of right, false and unknown sentences of a comment.
#[derive(Default)]
pub struct Tally {
    pub printed: usize,
    pub checked: usize,
    /// False sentences, each with the correct sentence.
    pub wrong: Vec<(String, String)>,
    pub unknown: BTreeMap<String, usize>,
}

pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

pub fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

pub fn counted(row: &Value) -> Option<&Value> {
    (!row["counted"].is_null()).then(|| &row["counted"])
}

pub fn is_budget(row: &Value) -> bool {
    row["kind"] == "budget"
}

/// Returns whether the row is about a number of requests or calls and not about a time.
fn is_number(row: &Value) -> bool {
    ["work", "called"].contains(&text(&row["subject"]["kind"]))
}

fn has_no_base(row: &Value) -> bool {
    is_budget(row) && number(&row["base"]["value"]) == 0.0
}

pub fn sides(row: &Value) -> String {
    match counted(row) {
        Some(of) => {
            format!("{} → {} {}", large(number(&of["base"])), large(number(&of["head"])), text(&of["what"]))
        }
        None if has_no_base(row) => time(number(&row["head"]["value"])),
        None if row["kind"] == "lost-launches" => String::new(),
        None if is_number(row) => {
            format!("{} → {}", number(&row["base"]["value"]), number(&row["head"]["value"]))
        }
        None => both(number(&row["base"]["value"]), number(&row["head"]["value"])),
    }
}

pub fn grown(row: &Value) -> String {
    match counted(row) {
        Some(of) => percent(number(&of["ratio"])),
        None if has_no_base(row) || row["kind"] == "lost-launches" => String::new(),
        None if is_number(row) => format!("{:+}", number(&row["change"]["value"])),
        None => change(number(&row["base"]["value"]), number(&row["head"]["value"]), row["ratio"].as_f64()),
    }
}

/// Returns the interval of a function's growth in nanoseconds.
pub fn interval_of_function(part: &Value) -> Option<String> {
    let [low, high] = [0, 1].map(|end| part["interval_ns"][end].as_f64());
    Some(between(low?, high?))
}

pub fn interval(row: &Value) -> Option<String> {
    if let Some(of) = counted(row) {
        return Some(range(&percent(number(&of["interval"][0])), &percent(number(&of["interval"][1]))));
    }
    match (row["interval"][0]["value"].as_f64(), row["interval"][1]["value"].as_f64()) {
        (Some(low), Some(high)) => Some(between(low, high)),
        (Some(low), None) => Some(format!("at least {}", signed(low))),
        (None, Some(high)) => Some(format!("at most {}", signed(high))),
        (None, None) => None,
    }
}

pub fn label(kind: &str) -> &str {
    match kind {
        "slower" | "phase" => "slower",
        "calls" => "called more often",
        "new-module" => "new module",
        "page" => "page is slower",
        "module" => "module is slower",
        "drift" => "everything is slower",
        "slow-launches" => "more launches are slow",
        "instructions" => "more instructions",
        "cycles" => "more cycles",
        "budget" => "over its budget",
        "work" => "more work",
        "creep" => "slower since the anchor",
        "lost-launches" => "more launches are lost",
        "function" => "slower (sampled)",
        other => other,
    }
}

pub fn what(row: &Value) -> String {
    let limit = row["limit"]["value"].as_f64().map_or(String::new(), |limit| {
        let by = time((number(&row["head"]["value"]) - limit).max(0.0));
        format!(" of {} by {by}{}", time(limit), as_before(row))
    });
    let passes = if row["status"]["state"] == "fails" { "" } else { ", does not fail the check" };
    let levels = if row["slow_launches"].is_null() { "" } else { ", by the means of all launches" };
    format!("{}{limit}{levels}{passes}", label(text(&row["kind"])))
}

/// Returns the remark on a budget that is also exceeded by the base.
pub fn as_before(row: &Value) -> String {
    let base = number(&row["base"]["value"]);
    match is_budget(row) && base > number(&row["limit"]["value"]) {
        true => format!(", as it was before this change ({})", time(base)),
        false => String::new(),
    }
}

/// Shortens a long name to its beginning and its end.
pub fn cut(name: &str, width: usize) -> String {
    let chars: Vec<char> = name.chars().collect();
    let (all, end) = (chars.len(), width / 3);
    if all <= width {
        return name.to_owned();
    }
    chars[..width - end - 1].iter().chain(&['…']).chain(&chars[all - end..]).collect()
}

pub fn code(name: &str) -> String {
    let short: String = name.chars().collect();
    if short.chars().count() > 100 { "`…`".to_owned() } else { format!("`{short}`") }
}

pub fn whose(row: &Value) -> String {
    let mut all = String::new();
    for key in ["module", "owner"] {
        // A module is omitted if the row's name already ends with it.
        let told = |name: &str| key == "module" && text(&row["name"]).ends_with(&format!(" {name}"));
        if let Some(name) = row[key].as_str().filter(|name| !told(name)) {
            all += &format!(" · {}", code(name));
        }
    }
    all
}

/// Returns the sentence about the p-value of the test that decided. The p-value is the share of checks of an unchanged app that have such a
/// result.
fn chance(verdict: &Value, row: &Value) -> Option<String> {
    let p = number(&row["p_adjusted"]);
    let by_calls_alone = !row["more_calls"].is_null() && row["answer"] != "finding";
    if is_budget(row) || by_calls_alone || !p.is_finite() || p > number(&verdict["settings"]["alpha"]) {
        return None;
    }
    let often = if p < 1e-6 {
        "fewer than 1 of 1,000,000 checks".to_owned()
    } else if p < 0.01 {
        let once = 1.0 / p;
        let unit = 10f64.powi(once.log10().floor() as i32 - 1);
        let digits = format!("{:.0}", (once / unit).round() * unit);
        let mut grouped = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at) % 3 == 0 {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        format!("1 of {grouped} checks")
    } else {
        format!("{} of checks", share(p))
    };
    Some(format!("an unchanged app shows this in {often}"))
}

pub fn failing(verdict: &Value) -> Vec<&Value> {
    list(verdict, "findings").iter().filter(|row| row["status"]["state"] == "fails").collect()
}

pub fn is_method(row: &Value) -> bool {
    ["method", "other-threads"].contains(&text(&row["subject"]["kind"]))
}

/// Returns the sentence about lost launches, with the reason for each loss (for example, the app crashed).
pub fn lost(launches: &Value) -> Option<String> {
    let one = |lost: &Value| {
        let why = match text(&lost["reason"]) {
            "Crashed" => "the app crashed",
            "NoTrace" => "the app wrote no trace",
            "NoWindow" => "the recorded window did not begin or did not end",
            other => other,
        };
        format!("{} of the {} ({why})", number(&lost["launches"]), text(&lost["side"]))
    };
    let all: Vec<String> = list(launches, "lost").iter().map(one).collect();
    (!all.is_empty()).then(|| format!("Lost launches: {}", all.join(", ")))
}

/// Returns the file and line of a row or a function.
pub fn place(of: &Value) -> Option<String> {
    let line = of["line"].as_u64().map_or(String::new(), |line| format!(":{line}"));
    of["file"].as_str().map(|file| code(&format!("{file}{line}")))
}

/// Returns the text about a function that explains a growth, with its owner, file and line.
fn explained(part: &Value) -> String {
    let perhaps = if part["perhaps"] == true { "perhaps mostly " } else { "" };
    let range = interval_of_function(part).map_or(String::new(), |range| format!(" (95 % interval {range})"));
    let place = place(part).map_or(String::new(), |place| format!(" in {place}"));
    format!(
        "{perhaps}{} {}{range}{}{place}",
        code(text(&part["name"])),
        signed(number(&part["change_ns"])),
        whose(part)
    )
}

/// Returns the line with the app, the build, the device, the day and the numbers of launches.
pub fn about(verdict: &Value) -> Option<String> {
    let condition = |name: &str| {
        let pair = list(verdict, "environment").iter().find(|pair| pair["condition"] == name)?;
        let values: Vec<&str> = list(pair, "head").iter().map(text).collect();
        (!values.is_empty()).then(|| values.join(", "))
    };
    let head = list(verdict, "history").iter().rfind(|session| session["is_head"] == true);
    let build = head.map_or(String::new(), |head| format!(" {}", merging::build_of(head)));
    let day = head.and_then(|head| head["recorded_unix_ms"].as_u64()).map(day);
    let subject = [
        condition("app").map(|app| format!("{app}{build}")),
        condition("device model"),
        condition("device OS").map(|os| format!("iOS {os}")),
        condition("scenario").map(|scenario| format!("scenario {scenario}")),
        day,
    ];
    let mut about = subject.into_iter().flatten().map(|part| code(&part)).collect::<Vec<_>>();
    if !verdict["launches"].is_null() {
        about.push(merging::compared(verdict));
    }
    (!about.is_empty()).then(|| about.join(" · "))
}

/// Returns every line that a comment on this verdict may contain, except the lines about its findings.
fn lines(verdict: &Value) -> Vec<String> {
    let answer = text(&verdict["verdict"]);
    let mut all: Vec<String> = Vec::new();
    let sign = match answer {
        "pass" => "✅",
        "regressed" => "❌",
        _ => "⚠️",
    };
    all.push(format!("## {sign} Launch time: {}", answer.replace('-', " ")));
    all.extend(headline(verdict).map(|line| format!("**{line}**")));
    all.extend(launch(verdict));
    all.extend(slow(verdict));
    all.push(methods(verdict));
    all.push(merging::end_of_job(verdict));
    all.extend(about(verdict));
    if !verdict["launches"].is_null() {
        all.extend(lost(&verdict["launches"]));
    }
    all.extend(merging::links(verdict));
    // A comment on a pull request quotes the whole line of a reason or of a note for reviewers.
    let quoted = |key: &str| {
        let line = |line: &Value| match key {
            "reasons" => format!("- `{}`", reasons::words(verdict, line)),
            _ => format!("- `{}`", text(line)),
        };
        list(verdict, key).iter().map(line).collect::<Vec<_>>()
    };
    let titles = [
        (if ["regressed", "pass"].contains(&answer) { "" } else { "**Why**" }, "reasons"),
        ("**To be reviewed in this change**", "review"),
    ];
    for (title, key) in titles {
        if !list(verdict, key).is_empty() {
            all.push(title.to_owned());
        }
        all.extend(quoted(key));
    }
    let summary = |title: &str| format!("<details><summary>{title}</summary>");
    all.extend(["Launches", "What was recorded", "Most expensive methods", "Pages"].map(summary));
    all.extend(
        ["Why", "Conditions that differ", "To be reviewed in this change", "Build facts"].map(summary),
    );
    let counts = |key: &str| list(verdict, key).len();
    if answer == "regressed" {
        all.push(summary(&format!("Also ({})", counts("reasons"))));
    }
    if answer == "pass" {
        all.push(summary(&format!("What this says nothing of ({})", counts("reasons"))));
    }
    for (key, title) in [
        ("warnings", format!("Warnings ({})", counts("warnings"))),
        ("suspects", format!("Possibly slower ({}), does not fail the check", counts("suspects"))),
        ("vanished", format!("No longer called ({})", counts("vanished"))),
        ("noisy", format!("Too noisy to check ({})", counts("noisy"))),
        ("modules", "Modules".to_owned()),
        ("budgets", "Budgets".to_owned()),
        ("wholes", "Launch and phases".to_owned()),
        ("findings", format!("Findings ({})", counts("findings"))),
        ("findings", "Details: how sure, callers, calls".to_owned()),
    ] {
        if counts(key) > 0 {
            all.push(summary(&title));
        }
    }
    all.extend(quoted("warnings"));
    if !list(verdict, "noisy").is_empty() {
        all.push("A slowdown of this size is found in 4 of 5 checks, a smaller one less often.".to_owned());
    }
    let wholes = list(verdict, "wholes");
    let grew = |row: &Value| {
        row["status"]["state"] != "fails" && row["interval"][0]["value"].as_f64().is_some_and(|low| low > 0.0)
    };
    if wholes.iter().any(grew) && !failing(verdict).is_empty() {
        all.push("Growth explained by a finding is not counted again.".to_owned());
    }
    all.extend(counts_line(verdict));
    sure(verdict, &summary, &mut all);
    all.extend(recorded(verdict));
    all.extend(super::work::lines(verdict));
    tables(verdict, &mut all);
    all.extend(next(verdict));
    all.extend(unstored::lines(verdict));
    all
}

pub fn phase_name(name: &str) -> String {
    match name {
        "start..main" => "before main (start..main)".to_owned(),
        "main..first_frame" => format!("main to the first frame ({name})"),
        "main..did_finish_launching" => format!("main to didFinishLaunching ({name})"),
        "did_finish_launching..first_frame" => format!("didFinishLaunching to the first frame ({name})"),
        other => format!("phase {other}"),
    }
}

/// Returns the lines about the findings.
fn of_findings(verdict: &Value) -> Vec<String> {
    let mut all = Vec::new();
    for row in list(verdict, "findings") {
        let owner = row["owner"].as_str().map_or("no owner".to_owned(), code);
        let module = row["module"].as_str().map_or(String::new(), |module| format!("<br>{}", code(module)));
        let range = interval(row).map_or(String::new(), |range| format!("<br>({range})"));
        let place =
            place(row).map_or(String::new(), |place| format!(" · {}", merging::linked(verdict, row, &place)));
        let of_which = parts::in_short(row);
        all.push(format!(
            "| {}<br>{}{place}{of_which} | {owner}{module} | {} | {}{range} |",
            code(text(&row["name"])),
            what(row),
            sides(row),
            grown(row)
        ));
        let mut parts = details(verdict, row);
        // In a comment, the source is in the table of findings.
        parts.retain(|part| !part.starts_with("source: "));
        if !parts.is_empty() {
            all.push(format!("- {}: {}", code(text(&row["name"])), parts.join("; ")));
        }
    }
    all
}

/// Returns further details of a finding, each with its label.
pub fn details(verdict: &Value, row: &Value) -> Vec<String> {
    let mut parts = Vec::new();
    let sure: Vec<String> =
        [interval(row).map(|range| format!("95 % interval {range}")), chance(verdict, row)]
            .into_iter()
            .flatten()
            .collect();
    if !sure.is_empty() {
        parts.push(format!("how sure: {}", sure.join("; ")));
    }
    if let (Some(base), Some(head)) = (row["base_calls"].as_f64(), row["head_calls"].as_f64()) {
        let each = |calls: f64, ns: f64| {
            let shown = tenths(calls);
            if calls > 0.0 { format!("{shown} × {}", time(ns / calls)) } else { shown }
        };
        parts.push(format!(
            "calls: {} → {}",
            each(base, number(&row["base"]["value"])),
            each(head, number(&row["head"]["value"]))
        ));
    }
    if let Some(remark) = reasons::remark(row) {
        parts.push(format!("what: `{remark}`"));
    } else if !row["more_calls"].is_null() {
        let more = &row["more_calls"];
        let (base, head) = (number(&more["base"]), number(&more["head"]));
        let is_work = row["subject"]["kind"] == "work";
        let cost = format!(", an estimated {} with what they call", signed(number(&more["cost_ns"])));
        let mut line = format!(
            "added calls: {} more in each launch ({base} → {head}){}",
            head - base,
            if is_work { "" } else { &cost }
        );
        for (at, from) in list(more, "callers").iter().take(3).enumerate() {
            let calls = from["base"].as_f64().map_or(String::new(), |base| format!("{base} → "));
            let owner = from["owner"].as_str().map_or(String::new(), |owner| format!(" · {}", code(owner)));
            let word = match (at, is_work) {
                (0, true) => "asked for by ",
                (0, false) => "called more often by ",
                _ => "",
            };
            line +=
                &format!(", {word}{} ({calls}{}){owner}", code(text(&from["method"])), number(&from["head"]));
        }
        if let Some(why) = more["shown"].as_str() {
            line += &format!("; shown only: {}", code(why));
        }
        parts.push(line);
    }
    parts.extend(parts::explaining(row).iter().map(|part| format!("explained by: {}", explained(part))));
    if let Some(from) = row["status"]["from"].as_str() {
        parts.push(format!("moved from: {}", code(from)));
    }
    let holds = list(row, "holds");
    if !holds.is_empty() {
        let names: Vec<String> = holds.iter().take(6).map(|name| code(text(name))).collect();
        let rest = if holds.len() > 6 { format!(" and {} more", holds.len() - 6) } else { String::new() };
        parts.push(format!("stands for: {}{rest}", names.join(", ")));
    }
    let path: Vec<String> = list(row, "path").iter().map(|name| code(text(name))).collect();
    if !path.is_empty() {
        parts.push(format!("called by: {}", path.join(" › ")));
    }
    parts.extend(place(row).map(|place| format!("source: {place}")));
    let accepted = if row["status"]["state"] == "accepted" { &row["status"] } else { &Value::Null };
    if !accepted.is_null() {
        parts.push(format!(
            "accepted: until {} by {}: `{}`",
            code(text(&accepted["until"])),
            code(text(&accepted["owner"])),
            text(&accepted["reason"])
        ));
    }
    let exceeds = &row["status"]["exceeds"];
    if !exceeds.is_null() {
        let why = match exceeds["too_large"] == true {
            true => "this change accepts more than was measured, so that is ignored: growth",
            false => "more than the accepted growth",
        };
        parts.push(format!(
            "accepted: {why} of up to {}, until {} by {}: `{}`",
            code(text(&exceeds["up_to"])),
            code(text(&exceeds["until"])),
            code(text(&exceeds["owner"])),
            text(&exceeds["reason"])
        ));
    }
    let again = &row["again"];
    if !again.is_null() {
        let ends = match (again["interval"][0]["value"].as_f64(), again["interval"][1]["value"].as_f64()) {
            (Some(low), Some(high)) => format!(" ({} to {})", signed(low), signed(high)),
            _ => String::new(),
        };
        let is_confirmed = again["confirmed"] == true;
        let end = if is_confirmed { "confirmed" } else { "not confirmed, so it does not fail the check" };
        parts.push(format!("confirmation run: {}{ends}, {end}", signed(number(&again["change"]["value"]))));
    }
    parts
}

/// Returns the owner of a finding in the form of a shell argument.
pub fn owner_of(row: &Value) -> String {
    row["owner"].as_str().map_or("\"$(git config user.email)\"".to_owned(), |owner| format!("'{owner}'"))
}

/// Returns every line that a comment on this verdict may contain.
pub fn expected(verdict: &Value) -> Vec<String> {
    let mut all = lines(verdict);
    all.extend(of_functions(verdict));
    all.extend(of_findings(verdict));
    all
}

impl Tally {
    /// Counts a sentence that matches the JSON.
    pub fn right(&mut self) {
        (self.printed, self.checked) = (self.printed + 1, self.checked + 1);
    }

    /// Counts a sentence that contradicts the JSON, with the correct sentence `right`.
    pub fn lies(&mut self, line: &str, right: &str) {
        (self.printed, self.checked) = (self.printed + 1, self.checked + 1);
        self.wrong.push((line.to_owned(), right.to_owned()));
    }

    /// Counts a sentence that was not expected. An unexpected sentence is false if an expected one begins with the same three words, and
    /// otherwise unknown.
    pub fn judge<'a>(&mut self, line: &str, mut expected: impl Iterator<Item = &'a String>) {
        let head = |line: &str| line.split([' ', ':']).take(3).collect::<Vec<_>>().join(" ");
        self.printed += 1;
        match expected.find(|expected| head(expected) == head(line)) {
            Some(right) => {
                self.checked += 1;
                self.wrong.push((line.to_owned(), right.clone()));
            }
            None => *self.unknown.entry(line.to_owned()).or_default() += 1,
        }
    }
}

/// Returns the line without the marks that follow the names of phases, which a comment omits.
fn without_marks(line: &str) -> String {
    let mut parts: Vec<String> = line.split('`').map(str::to_owned).collect();
    for name in parts.iter_mut().skip(1).step_by(2) {
        let phases = ["before main (", "main (", "libraries (", "didFinishLaunching (", "the first frame ("];
        let at = name.rfind(" (").filter(|at| name.ends_with(')') && name[*at..].contains(".."));
        if let Some(at) = at.filter(|at| phases.iter().any(|end| name[..at + 2].ends_with(end))) {
            name.truncate(at);
        }
    }
    parts.join("`")
}

/// The headers of a comment's tables.
const HEADS: [&str; 14] = [
    "| Finding | Owner, module | Base → head | Change (95 % interval) |",
    "| Module | Owner | Base → head | Change |",
    "| Method or phase | Base → head | Change |",
    "| Method | Base | Smallest slowdown found |",
    "| Method | Owner | Self |",
    "| Module | Owner | Self |",
    "| Phase | Time | Share |",
    "| View controller | Rendered in | Appearances |",
    "| Budget of | Base → head | Limit | Result |",
    "| Condition | Base | Head |",
    "| Excluded because | Launches |",
    "| Owner | Findings | Together |",
    "| Work | Calls | Bytes | Owner | Threads |",
    "| Before main | Module | Base → head |",
];

/// Returns whether the line states the correct number of entries that a list of `shown` entries omits.
pub fn is_rest(verdict: &Value, line: &str, shown: usize) -> bool {
    let left = line.strip_prefix("… and ").and_then(|rest| rest.trim_end_matches('.').strip_suffix(" more"));
    let Some(left) = left.and_then(|left| left.parse::<usize>().ok()) else { return false };
    let of =
        ["reasons", "warnings", "review", "suspects", "vanished", "noisy", "modules", "wholes", "budgets"];
    let recorded = ["phases", "pages"].map(|key| list(&verdict["recorded"], key).len());
    let methods = verdict["recorded"]["all_methods"].as_u64().unwrap_or_default() as usize;
    let work = super::work::lines(verdict).len().saturating_sub(2);
    of.iter()
        .map(|key| list(verdict, key).len())
        .chain(recorded)
        .chain([work, methods])
        .any(|all| all == left + shown)
}

/// Compares every line of a comment with the lines that follow from the JSON.
pub fn check(verdict: &Value, page: &str, tally: &mut Tally) {
    let expected: Vec<String> = expected(verdict).iter().map(|line| without_marks(line)).collect();
    for line in page.lines() {
        let line = line.replace('\u{a0}', " ");
        let is_frame =
            line.is_empty() || line == "</details>" || line.starts_with("<!--") || line.starts_with("|---");
        if is_frame || HEADS.contains(&&*line) {
            continue;
        }
        match expected.contains(&line) || is_rest(verdict, &line, 20) {
            true => tally.right(),
            false => tally.judge(&line, expected.iter()),
        }
    }
}
