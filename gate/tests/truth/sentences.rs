//! Says of each line of a comment what the verdict's JSON makes of it: derived here once more, from the JSON alone.
//!
//! Invariant: nothing of `gate::report` is used.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{parts, unstored};

/// What became of the sentences of a comment.
#[derive(Default)]
pub struct Tally {
    pub printed: usize,
    pub checked: usize,
    /// The sentence, and what should stand there.
    pub wrong: Vec<(String, String)>,
    pub unknown: BTreeMap<String, usize>,
}

pub fn time(ns: f64) -> String {
    let size = ns.abs();
    if size >= 999.995e6 {
        format!("{:.2} s", ns / 1e9)
    } else if size >= 999_950.0 {
        format!("{:.2} ms", ns / 1e6)
    } else if size >= 999.5 {
        format!("{:.1} µs", ns / 1e3)
    } else {
        format!("{:.0} ns", ns.round() + 0.0)
    }
}

pub fn signed(ns: f64) -> String {
    if ns > 0.0 { format!("+{}", time(ns)) } else { time(ns) }
}

/// The digits of the unit, or as many as show the first digit of the change.
fn fine(ns: f64, change: f64) -> String {
    let short = time(ns);
    let (_, unit) = short.split_once(' ').unwrap();
    let (size, least) = match unit {
        "s" => (1e9, 2),
        "ms" => (1e6, 2),
        "µs" => (1e3, 1),
        _ => return short,
    };
    let mut digits = least;
    while change >= 0.5 && digits < 6 && change / size < 10f64.powi(-digits) {
        digits += 1;
    }
    format!("{:.*} {unit}", digits as usize, ns / size)
}

pub fn both(base: f64, head: f64) -> String {
    let change = (head - base).abs();
    format!("{} → {}", fine(base, change), fine(head, change))
}

fn percent(ratio: f64) -> String {
    let percent = (ratio - 1.0) * 100.0;
    if ratio >= 1.9995 {
        return if ratio < 99.95 { format!("×{ratio:.1}") } else { format!("×{ratio:.0}") };
    }
    let text = match percent.abs() {
        size if size >= 9.95 => format!("{percent:+.0} %"),
        size if size >= 0.05 => format!("{percent:+.1} %"),
        _ => format!("{percent:+.2} %"),
    };
    if ["+0.00 %", "-0.00 %"].contains(&&*text) { "0.0 %".to_owned() } else { text }
}

pub fn share(share: f64) -> String {
    let percent = 100.0 * share;
    let text = match percent.abs() {
        size if size >= 9.95 => return format!("{percent:.0} %"),
        size if size >= 0.995 => format!("{percent:.1}"),
        _ => format!("{percent:.2}"),
    };
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

pub fn change(base: f64, head: f64, ratio: Option<f64>) -> String {
    let relative = match ratio {
        Some(ratio) if !(base < 0.5 && head >= 0.5) => percent(ratio),
        _ => "new".to_owned(),
    };
    format!("{} ({relative})", signed(head - base))
}

pub fn many(count: usize, noun: &str) -> String {
    match (count, noun.ends_with("ch")) {
        (1, _) => format!("1 {noun}"),
        (_, true) => format!("{count} {noun}es"),
        _ => format!("{count} {noun}s"),
    }
}

pub fn range(low: &str, high: &str) -> String {
    match (low.rsplit_once(' '), high.rsplit_once(' ')) {
        (Some((number, unit)), Some((_, other))) if unit == other => format!("{number} to {high}"),
        _ => format!("{low} to {high}"),
    }
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

fn counted(row: &Value) -> Option<&Value> {
    (!row["counted"].is_null()).then(|| &row["counted"])
}

fn large(count: f64) -> String {
    match count {
        _ if count >= 1e9 => format!("{:.3} G", count / 1e9),
        _ if count >= 1e6 => format!("{:.2} M", count / 1e6),
        _ => format!("{:.1} k", count / 1e3),
    }
}

pub fn is_budget(row: &Value) -> bool {
    row["kind"] == "budget"
}

/// How often something is asked for or called, which is no time.
fn is_number(row: &Value) -> bool {
    ["work", "called"].contains(&text(&row["subject"]["kind"]))
}

fn has_no_base(row: &Value) -> bool {
    is_budget(row) && number(&row["base_ns"]) == 0.0
}

pub fn sides(row: &Value) -> String {
    match counted(row) {
        Some(of) => {
            format!("{} → {} {}", large(number(&of["base"])), large(number(&of["head"])), text(&of["what"]))
        }
        None if has_no_base(row) => time(number(&row["head_ns"])),
        None if row["kind"] == "lost-launches" => String::new(),
        None if is_number(row) => format!("{} → {}", number(&row["base_ns"]), number(&row["head_ns"])),
        None => both(number(&row["base_ns"]), number(&row["head_ns"])),
    }
}

pub fn grown(row: &Value) -> String {
    match counted(row) {
        Some(of) => percent(number(&of["ratio"])),
        None if has_no_base(row) || row["kind"] == "lost-launches" => String::new(),
        None if is_number(row) => format!("{:+}", number(&row["change_ns"])),
        None => change(number(&row["base_ns"]), number(&row["head_ns"]), row["ratio"].as_f64()),
    }
}

pub fn interval(row: &Value) -> Option<String> {
    if let Some(of) = counted(row) {
        return Some(range(&percent(number(&of["interval"][0])), &percent(number(&of["interval"][1]))));
    }
    match (row["interval_ns"][0].as_f64(), row["interval_ns"][1].as_f64()) {
        (Some(low), Some(high)) => Some(range(&signed(low), &signed(high))),
        (Some(low), None) => Some(format!("at least {}", signed(low))),
        (None, Some(high)) => Some(format!("at most {}", signed(high))),
        (None, None) => None,
    }
}

fn label(kind: &str) -> &str {
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
    let limit = row["limit_ns"].as_f64().map_or(String::new(), |limit| {
        let by = time((number(&row["head_ns"]) - limit).max(0.0));
        format!(" of {} by {by}{}", time(limit), as_before(row))
    });
    let passes = if row["fails"] == true { "" } else { ", does not fail the check" };
    format!("{}{limit}{passes}", label(text(&row["kind"])))
}

/// Of a budget that the base exceeds too.
fn as_before(row: &Value) -> String {
    let base = number(&row["base_ns"]);
    match is_budget(row) && base > number(&row["limit_ns"]) {
        true => format!(", as it was before this change ({})", time(base)),
        false => String::new(),
    }
}

/// The ends of a long name.
fn cut(name: &str, width: usize) -> String {
    let chars: Vec<char> = name.chars().collect();
    let (all, end) = (chars.len(), width / 3);
    if all <= width {
        return name.to_owned();
    }
    chars[..width - end - 1].iter().chain(&['…']).chain(&chars[all - end..]).collect()
}

fn code(name: &str) -> String {
    let short: String = name.chars().collect();
    if short.chars().count() > 100 { "`…`".to_owned() } else { format!("`{short}`") }
}

/// An average of calls; a whole number has no tenth.
pub fn tenths(calls: f64) -> String {
    let shown = format!("{calls:.1}");
    shown.strip_suffix(".0").unwrap_or(&shown).to_owned()
}

pub fn whose(row: &Value) -> String {
    let mut all = String::new();
    for key in ["module", "owner"] {
        // What a row is called by is not told twice.
        let told = |name: &str| key == "module" && text(&row["name"]).ends_with(&format!(" {name}"));
        if let Some(name) = row[key].as_str().filter(|name| !told(name)) {
            all += &format!(" · {}", code(name));
        }
    }
    all
}

/// How often an unchanged app shows this: the chance of the test that decided.
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
    list(verdict, "findings").iter().filter(|row| row["fails"] == true).collect()
}

pub fn is_method(row: &Value) -> bool {
    ["method", "other-threads"].contains(&text(&row["subject"]["kind"]))
}

fn largest<'a>(rows: &[&'a Value]) -> Option<&'a Value> {
    let of = |rows: Vec<&'a Value>| {
        rows.into_iter().rev().max_by(|a, b| number(&a["change_ns"]).total_cmp(&number(&b["change_ns"])))
    };
    let adds = |row: &&&Value| {
        !is_budget(row) && counted(row).is_none() && !["module", "new-module"].contains(&text(&row["kind"]))
    };
    of(rows.iter().filter(adds).copied().collect()).or_else(|| of(rows.to_vec()))
}

fn named(row: &Value) -> String {
    let size = if ["new", "new-module"].contains(&text(&row["kind"])) {
        signed(number(&row["change_ns"]))
    } else {
        grown(row)
    };
    format!("{} {size}{}", code(text(&row["name"])), whose(row))
}

fn headline(verdict: &Value) -> Option<String> {
    let failing = failing(verdict);
    let facts = list(verdict, "facts").iter().filter(|fact| fact["fails"] == true).count();
    let facts = (facts > 0).then(|| many(facts, "build fact"));
    Some(match text(&verdict["verdict"]) {
        "regressed" if failing.len() == 1 => {
            let row = failing[0];
            let line = match text(&row["kind"]) {
                "budget" => format!(
                    "Over budget: {} {}, over its budget of {}{}{}",
                    code(text(&row["name"])),
                    time(number(&row["head_ns"])),
                    time(number(&row["limit_ns"])),
                    as_before(row),
                    whose(row)
                ),
                "drift" => format!("Everything is slower: {}{}", grown(row), whose(row)),
                "creep" => format!("Slower{}: {}", since_anchor(verdict), named(row)),
                "lost-launches" => format!("More launches are lost: {}", code(text(&row["told"]))),
                kind => {
                    let label = label(kind);
                    let named = if kind.ends_with("module") {
                        named(row).replace("`module ", "`")
                    } else {
                        named(row)
                    };
                    format!("{}{}: {named}", label[..1].to_uppercase(), &label[1..])
                }
            };
            let facts = facts.map_or(String::new(), |facts| {
                format!("; {facts} {}", if facts.starts_with("1 ") { "fails" } else { "fail" })
            });
            line + &facts
        }
        "regressed" => {
            let (budgets, others): (Vec<&Value>, Vec<&Value>) =
                failing.iter().partition(|row| is_budget(row));
            let mut parts = Vec::new();
            if !budgets.is_empty() {
                let before =
                    if budgets.iter().any(|row| as_before(row).is_empty()) { "" } else { " as before" };
                parts.push(format!("{} exceeded{before}", many(budgets.len(), "budget")));
            }
            let of_methods: Vec<&Value> = others.iter().copied().filter(|row| is_method(row)).collect();
            let sum: f64 = of_methods
                .iter()
                .filter(|row| counted(row).is_none())
                .map(|row| number(&row["change_ns"]))
                .sum();
            if !others.is_empty() && others.len() == of_methods.len() {
                let together =
                    if others.len() > 1 { format!(", together {}", signed(sum)) } else { String::new() };
                let is_creep = others.len() > 1 && others.iter().all(|row| row["kind"] == "creep");
                let since = if is_creep { since_anchor(verdict) } else { String::new() };
                parts.push(format!("{} slower{since}{together}", many(others.len(), "method")));
            } else if others.len() > 10 && of_methods.len() > 1 {
                let (all, methods) = (others.len(), of_methods.len());
                parts.push(format!("{all} regressions, {methods} methods {}", signed(sum)));
            } else if !others.is_empty() {
                parts.push(many(others.len(), "regression"));
            }
            parts.extend(facts.map(|facts| {
                let fail = if facts.starts_with("1 ") { "fails" } else { "fail" };
                format!("{facts} that {fail}")
            }));
            if others.len() > 10 {
                let owners: std::collections::BTreeSet<&str> =
                    others.iter().filter_map(|row| row["owner"].as_str()).collect();
                let of = if owners.len() > 1 { format!(", {} owners", owners.len()) } else { String::new() };
                let first = largest(&of_methods).or(largest(&others))?;
                let word = if is_method(first) { "largest method" } else { "largest" };
                let name = code(&cut(text(&first["name"]), 24));
                let growth = signed(number(&first["change_ns"]));
                return Some(format!("{}{of}; {word}: {name} {growth}", listed(&parts)));
            }
            let first = largest(&failing)?;
            let word = match (others.len(), is_method(first)) {
                (0 | 1, _) => ": ",
                (_, true)
                    if others.iter().any(|row| number(&row["change_ns"]) > number(&first["change_ns"])) =>
                {
                    "; largest method: "
                }
                _ => "; largest: ",
            };
            let method =
                failing.iter().filter(|row| is_method(row) && !is_budget(row)).copied().collect::<Vec<_>>();
            let besides = match (is_method(first), largest(&method)) {
                (false, Some(method)) => format!("; largest method: {}", named(method)),
                _ => String::new(),
            };
            format!("{}{word}{}{besides}", listed(&parts), named(first))
        }
        "pass" => {
            let accepted: Vec<&Value> =
                list(verdict, "findings").iter().filter(|row| !row["accepted"].is_null()).collect();
            match accepted.len() {
                0 => "no regression found".to_owned(),
                count => {
                    let sum: f64 = accepted
                        .iter()
                        .filter(|row| counted(row).is_none())
                        .map(|row| number(&row["change_ns"]))
                        .sum();
                    let until =
                        accepted.iter().map(|row| text(&row["accepted"]["until"])).min().unwrap_or_default();
                    format!("{}, {}, until {until}", many(count, "accepted regression"), signed(sum))
                }
            }
        }
        "undecided" if verdict["launches"].is_null() => "times were not checked: too few launches".to_owned(),
        "undecided" if list(verdict, "findings").iter().any(|row| row["again"]["confirmed"] == false) => {
            let is_not = |row: &&Value| row["again"]["confirmed"] == false;
            let not = list(verdict, "findings").iter().filter(is_not).count();
            format!("{} not confirmed by fresh launches", many(not, "finding"))
        }
        "undecided" => "no regression found, but one cannot be ruled out".to_owned(),
        "incomparable" => "base and head were recorded under different conditions".to_owned(),
        "not-recorded" => "no method was recorded".to_owned(),
        _ => return None,
    })
}

fn listed(parts: &[String]) -> String {
    match parts {
        [first @ .., before, last] => {
            first.iter().map(|part| format!("{part}, ")).collect::<String>() + &format!("{before} and {last}")
        }
        all => all.concat(),
    }
}

fn launch(verdict: &Value) -> Option<String> {
    let row = list(verdict, "wholes").iter().find(|row| row["subject"]["kind"] == "launch")?;
    let (base, head) = (number(&row["base_ns"]), number(&row["head_ns"]));
    let is_noise = matches!((row["interval_ns"][0].as_f64(), row["interval_ns"][1].as_f64()), (Some(low), Some(high)) if low <= 0.0 && high >= 0.0);
    let counts = list(verdict, "counts").iter().find(|count| count["phase"] == "launch");
    let counts = counts.map_or(String::new(), |count| {
        format!("; {} of the launch {}", text(&count["what"]), percent(number(&count["ratio"])))
    });
    let rest = match (is_noise, interval(row)) {
        (true, Some(range)) if verdict["verdict"] == "regressed" => {
            format!("the launch as a whole varies too much to show a change ({range})")
        }
        (true, Some(range)) => format!("within noise ({range})"),
        (false, Some(range)) => format!("{}, 95 % interval {range}", grown(row)),
        (_, None) => grown(row),
    };
    Some(format!("Launch {}, {rest}{counts}", both(base, head)))
}

fn methods(verdict: &Value) -> String {
    let mut told = Vec::new();
    // Whatever made it fail, a method that fails did not stay as it was.
    let found: Vec<&Value> = list(verdict, "findings")
        .iter()
        .filter(|row| row["fails"] == true && row["kind"] != "budget")
        .map(|row| &row["subject"])
        .collect();
    let answer = |row: &Value| match &row["answer"] {
        Value::String(_) if found.contains(&&row["subject"]) => "finding".to_owned(),
        answer => text(answer).to_owned(),
    };
    let rows: Vec<&Value> =
        list(verdict, "rows").iter().filter(|row| row["subject"]["kind"] == "method").collect();
    let of = |what: &str| rows.iter().filter(|row| answer(row) == what).count();
    let faster = rows.iter().filter(|row| {
        answer(row) == "within" && row["interval_ns"][1].as_f64().is_some_and(|high| high < 0.0)
    });
    let faster = faster.count();
    for (count, word) in [
        (of("finding"), "slower"),
        (of("suspect"), "possibly slower"),
        (if verdict["verdict"] == "regressed" { 0 } else { of("undecided") }, "too noisy to check"),
        (of("within") - faster, "unchanged"),
        (faster, "faster"),
    ] {
        if count > 0 {
            told.push(format!("{count} {word}"));
        }
    }
    format!("Methods: {}", told.join(" · "))
}

fn used(verdict: &Value) -> String {
    let launches = &verdict["launches"];
    let count = |key: &str| number(&launches[key]) as usize;
    let of = |key: &str| match verdict["origin"][key].as_str() {
        Some(commit) => format!(", commit `{}`", &commit[..commit.len().min(12)]),
        None => String::new(),
    };
    let base = match text(&launches["mode"]) {
        "blocks" => format!("{} (base{}), interleaved", count("base"), of("base_commit")),
        _ => format!("{} from {} (base)", count("base"), many(count("sessions"), "earlier run")),
    };
    let excluded = match list(launches, "excluded").len() {
        0 => String::new(),
        excluded => format!(", {} excluded", many(excluded, "launch")),
    };
    format!("{} (head{}) compared with {base}{excluded}", many(count("head"), "launch"), of("commit"))
}

/// A build by its version, if it has one.
pub fn build_of(session: &Value) -> String {
    match (text(&session["version"]), text(&session["build"])) {
        ("", build) => format!("build {build}"),
        (version, build) => format!("{version} ({build})"),
    }
}

/// Launches that gave nothing.
fn lost(launches: &Value) -> Option<String> {
    let one = |lost: &Value| {
        let why = match text(&lost["reason"]) {
            "Crashed" => "the app crashed",
            "NoTrace" => "the app wrote no trace",
            other => other,
        };
        format!("{} of the {} ({why})", number(&lost["launches"]), text(&lost["side"]))
    };
    let all: Vec<String> = list(launches, "lost").iter().map(one).collect();
    (!all.is_empty()).then(|| format!("Lost launches: {}", all.join(", ")))
}

/// Where something is in the source.
fn place(of: &Value) -> Option<String> {
    let line = of["line"].as_u64().map_or(String::new(), |line| format!(":{line}"));
    of["file"].as_str().map(|file| code(&format!("{file}{line}")))
}

/// A function that explains a growth, whose it is and where.
fn explained(part: &Value) -> String {
    let perhaps = if part["perhaps"] == true { "perhaps mostly " } else { "" };
    let range = interval(part).map_or(String::new(), |range| format!(" (95 % interval {range})"));
    let place = place(part).map_or(String::new(), |place| format!(" in {place}"));
    format!(
        "{perhaps}{} {}{range}{}{place}",
        code(text(&part["name"])),
        signed(number(&part["change_ns"])),
        whose(part)
    )
}

/// Every line that a comment of this verdict may have, but for those of its findings.
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
    all.push(methods(verdict));
    all.push(match answer {
        "regressed" => "Exit code 2: the job fails".to_owned(),
        "undecided" => {
            "Exit code 3: the change may be merged: the job that gate init writes passes with a warning"
                .to_owned()
        }
        "incomparable" => "Exit code 5: the job fails".to_owned(),
        "not-recorded" => "Exit code 7: the job fails".to_owned(),
        _ => String::new(),
    });
    // Of what it speaks.
    let condition = |name: &str| {
        let pair = list(verdict, "environment").iter().find(|pair| pair["condition"] == name)?;
        let values: Vec<&str> = list(pair, "head").iter().map(text).collect();
        (!values.is_empty()).then(|| values.join(", "))
    };
    let head = list(verdict, "history").iter().rfind(|session| session["is_head"] == true);
    let build = head.map_or(String::new(), |head| format!(" {}", build_of(head)));
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
        about.push(used(verdict));
        all.extend(lost(&verdict["launches"]));
    }
    all.push(about.join(" · "));
    // What is quoted is quoted whole.
    let quoted =
        |key: &str| list(verdict, key).iter().map(|line| format!("- `{}`", text(line))).collect::<Vec<_>>();
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
    let grew =
        |row: &Value| row["fails"] != true && row["interval_ns"][0].as_f64().is_some_and(|low| low > 0.0);
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

fn counts_line(verdict: &Value) -> Option<String> {
    let counts = list(verdict, "counts");
    let launch = counts.iter().find(|count| count["phase"] == "launch")?;
    let decides = counts.iter().any(|count| count["decides"] == true);
    let role = if decides { "growth of these can fail the check" } else { "they cannot fail the check" };
    let agent = if launch["less_calls"] == true { "without" } else { "with" };
    Some(format!(
        "Counted: {} {} → {}, {} ({} to {}), {agent} those that record calls; {role}. Launches differ by {} ({} in time).",
        text(&launch["what"]),
        large(number(&launch["base"])),
        large(number(&launch["head"])),
        percent(number(&launch["ratio"])),
        percent(number(&launch["interval"][0])),
        percent(number(&launch["interval"][1])),
        scatter(&launch["scatter"]),
        scatter(&launch["time_scatter"])
    ))
}

/// Two launches never differ by nothing.
fn scatter(value: &Value) -> String {
    let told = share(number(value));
    if told == "0 %" { "less than 0.01 %".to_owned() } else { told }
}

/// Since which stored launches slow growth is counted.
fn since_anchor(verdict: &Value) -> String {
    let anchor = list(verdict, "history").iter().find(|session| session["is_anchor"] == true);
    let when = anchor.and_then(|session| session["recorded_unix_ms"].as_u64()).map(day);
    when.map_or(" since the launches from which slow growth is counted (the anchor)".to_owned(), |when| {
        format!(" since the launches of {when} (the anchor)")
    })
}

/// The day in UTC.
fn day(unix_ms: u64) -> String {
    let mut days = unix_ms / 86_400_000;
    let mut year = 1970;
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    format!("{year:04}-{:02}-{:02}", month + 1, days + 1)
}

fn sure(verdict: &Value, summary: &dyn Fn(&str) -> String, all: &mut Vec<String>) {
    let (settings, launches) = (&verdict["settings"], &verdict["launches"]);
    if launches.is_null() {
        return;
    }
    let limits = &settings["limits"];
    let counted = match settings["instructions_effect"].as_f64() {
        Some(effect) if !list(verdict, "counts").is_empty() => {
            format!(", and of instructions below {}", share(effect))
        }
        _ => String::new(),
    };
    let mut line = format!(
        "At most {} of the checks of an unchanged app fail. Growth of times below {} plus {} is ignored{counted}.",
        share(number(&settings["alpha"])),
        share(number(&limits["effect"])),
        time(number(&limits["floor_ns"]))
    );
    if verdict["drift"]["removed"] == true && verdict["verdict"] != "pass" {
        line += &format!(
            " {} is common to all methods, and subtracted from each.",
            percent(number(&verdict["drift"]["ratio"]))
        );
    }
    all.push(line);
    if let Some(sd) = launches["session_sd"].as_f64() {
        let is_measured = launches["session_sd_measured"] == true;
        let how = if is_measured { "measured" } else { "assumed, not measured" };
        all.push(format!("Day-to-day variation: {} ({how}). The test allows for it.", share(sd)));
    }
    if let Some(days) = launches["few_days"].as_u64() {
        let of = many(days as usize, "day");
        all.push(format!("The baseline is of {of}; below 20, feature flags that change from day to day can cause false alarms."));
    }
    let excluded = list(launches, "excluded");
    all.push(match excluded.len() {
        0 => summary("How sure this is"),
        count => summary(&format!("How sure this is; {}", many(count, "excluded launch"))),
    });
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    excluded.iter().for_each(|launch| *reasons.entry(text(&launch["reason"])).or_default() += 1);
    for (reason, launches) in reasons {
        let words = match reason {
            "first-after-install" => "first launch after installation",
            "unpaired" => "no counted launch of the other build",
            other => other,
        };
        all.push(format!("| `{words}` | {launches} |"));
    }
}

fn recorded(verdict: &Value) -> Vec<String> {
    let recorded = &verdict["recorded"];
    if recorded.is_null() {
        return Vec::new();
    }
    let mut all: Vec<f64> = list(recorded, "launch_ns").iter().map(number).collect();
    all.sort_by(f64::total_cmp);
    let launches = many(number(&recorded["launches"]) as usize, "launch");
    let (low, high) = (all[0], all[all.len() - 1]);
    let middle = 0.5 * (all[(all.len() - 1) / 2] + all[all.len() / 2]);
    let takes = match all.len() {
        1 => time(low),
        _ => {
            let ends = range(&fine(low, high - low), &fine(high, high - low));
            format!("{ends} (median {})", fine(middle, high - low))
        }
    };
    let mut lines = vec!["**What was recorded**".to_owned(), format!("{launches}, {takes}.")];
    let dearest = |key: &str, cost: &str| {
        let rows = list(recorded, key).iter().filter(|row| row["on_main"] != false);
        rows.max_by(|a, b| number(&a[cost]).total_cmp(&number(&b[cost])))
    };
    lines.extend(dearest("phases", "ns").map(|phase| {
        format!(
            "The longest phase is {}: {}.",
            code(&phase_name(text(&phase["name"]))),
            time(number(&phase["ns"]))
        )
    }));
    lines.extend(dearest("methods", "self_ns").map(|method| {
        format!(
            "The most expensive method of the main thread is {}{}: {} itself, {} with what it calls.",
            code(text(&method["name"])),
            whose(method),
            time(number(&method["self_ns"])),
            time(number(&method["total_ns"]))
        )
    }));
    lines.push("**Most expensive methods**".to_owned());
    let whole: f64 = list(recorded, "phases").iter().map(|phase| number(&phase["ns"])).sum();
    for phase in list(recorded, "phases") {
        let (name, ns) = (code(&phase_name(text(&phase["name"]))), number(&phase["ns"]));
        lines.push(format!("| {name} | {} | {} |", time(ns), share(ns / whole)));
    }
    for method in list(recorded, "methods") {
        let owner = method["owner"].as_str().map_or(String::new(), code);
        lines.push(format!(
            "| {} | {owner} | {} |",
            code(text(&method["name"])),
            time(number(&method["self_ns"]))
        ));
    }
    for module in list(verdict, "modules") {
        let owner = module["owner"].as_str().map_or(String::new(), code);
        lines.push(format!(
            "| {} | {owner} | {} |",
            code(text(&module["name"])),
            time(number(&module["head_ns"]))
        ));
    }
    lines
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

fn tables(verdict: &Value, all: &mut Vec<String>) {
    for row in
        list(verdict, "wholes").iter().chain(list(verdict, "suspects")).chain(list(verdict, "vanished"))
    {
        all.push(format!("| {} | {} | {} |", code(text(&row["name"])), sides(row), grown(row)));
    }
    if verdict["settings"]["threads"] == "main"
        && list(verdict, "suspects").iter().any(|row| row["subject"]["kind"] == "other-threads")
    {
        all.push(
            "Methods on other threads are compared, but fail the check only with gate.threads = \"all\"."
                .to_owned(),
        );
    }
    for row in list(verdict, "noisy") {
        let hides = match row["could_hide"].as_f64().filter(|share| *share < 100.0) {
            Some(share) => format!("{} ({})", signed(share * number(&row["base_ns"])), percent(1.0 + share)),
            None => "none".to_owned(),
        };
        all.push(format!("| {} | {} | {hides} |", code(text(&row["name"])), time(number(&row["base_ns"]))));
    }
    for module in list(verdict, "modules").iter().filter(|module| module["name"].is_string()) {
        let (base, head) = (number(&module["base_ns"]), number(&module["head_ns"]));
        let ratio = if base > 0.0 { head / base } else { 1.0 };
        let owner = module["owner"].as_str().map_or(String::new(), code);
        // The value of a module is the one that was tested.
        let tested = list(verdict, "rows").iter().find(|row| {
            row["subject"]["kind"] == "module" && row["name"] == format!("module {}", text(&module["name"]))
        });
        let is_tested = tested.is_none_or(|row| (number(&row["head_ns"]) - head).abs() <= 1.0);
        let row = format!(
            "| {} | {owner} | {} | {} |",
            code(text(&module["name"])),
            both(base, head),
            change(base, head, Some(ratio))
        );
        all.push(if is_tested { row } else { format!("{row} (another value was tested)") });
    }
    for budget in list(verdict, "budgets") {
        let (head, limit) = (number(&budget["head_ns"]), number(&budget["limit_ns"]));
        all.push(format!(
            "| {} | {} | {} | {} |",
            code(text(&budget["name"])),
            if verdict["launches"].is_null() { time(head) } else { both(number(&budget["base_ns"]), head) },
            time(limit),
            match number(&budget["base_ns"]) > limit {
                _ if head <= limit => "kept",
                true => "exceeded as before",
                false => "exceeded",
            }
        ));
    }
    for pair in list(verdict, "differences") {
        let values = |side: &str| match list(pair, side) {
            [] => "not said".to_owned(),
            values => values.iter().map(|value| code(text(value))).collect::<Vec<_>>().join(", "),
        };
        all.push("**Conditions that differ**".to_owned());
        all.push(format!("| {} | {} | {} |", code(text(&pair["condition"])), values("base"), values("head")));
    }
    let failing = failing(verdict);
    if failing.len() > 10 {
        all.push("**Findings by owner**".to_owned());
        let mut owners: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
        for row in failing {
            let sum = owners.entry(text(&row["owner"])).or_default();
            let adds = !is_budget(row)
                && counted(row).is_none()
                && !["module", "new-module"].contains(&text(&row["kind"]));
            *sum = (sum.0 + 1, sum.1 + if adds { number(&row["change_ns"]) } else { 0.0 });
        }
        for (owner, (count, sum)) in owners {
            let owner = if owner.is_empty() { "no owner".to_owned() } else { code(owner) };
            all.push(format!("| {owner} | {count} | {} |", signed(sum)));
        }
    }
}

/// What can be done, with what the commands are about.
fn next(verdict: &Value) -> Vec<String> {
    let runs: Vec<&str> = list(&verdict["commands"], "runs").iter().map(text).collect();
    let (runs, until) = (runs.join(" "), text(&verdict["commands"]["until"]));
    let in_turns = "give the base's app to `gate run` as `--base`.";
    let mut all = vec!["**Next steps**".to_owned()];
    let is_in_turns = verdict["launches"]["mode"] == "blocks";
    match text(&verdict["verdict"]) {
        "undecided" => all.push(match (verdict["more_launches"].is_null(), verdict["launches"].is_null()) {
            (true, false) if !is_in_turns => format!("- Record both builds in turns: {in_turns}"),
            _ => "- Record more launches: start `gate run` again with `--until-decided`.".to_owned(),
        }),
        "incomparable" => {
            all.push(format!("- Record both builds in turns on one device: {in_turns}"));
all.push(unstored::to_store(
                "- Or, after an update of the device or system, on the main branch",
                verdict,
            ));
        }
        "not-recorded" => all.push("- Check that the agent is in the app (`gate inject`) and records (`gate doctor`), then launch again.".to_owned()),
        "regressed" => {
            let failing: Vec<&Value> = failing(verdict).into_iter().filter(|row| !is_budget(row)).collect();
            let methods: Vec<&Value> = failing.iter().copied().filter(|row| is_method(row)).collect();
            let row = largest(&methods).or(failing.first().copied());
            if let Some(row) = row {
                let name = row["subject"]["name"].as_str().unwrap_or("launch");
                let (which, one, others) = match (failing.len() > 1, is_method(row)) {
                    (true, true) => ("the largest method", "the largest method", " (the other findings still fail)"),
                    (true, false) => ("the largest finding", "the largest finding", " (the other findings still fail)"),
                    _ => ("the method", "this finding", ""),
                };
                if row["kind"] == "drift" && !is_in_turns {
                    all.push(format!("- Run base and head in turns, which tells a slower phone from slower code: {in_turns}"));
                } else if is_method(row) {
                    all.push(format!("- See what calls {which}, and what it calls: `gate explain '{name}' {runs}`"));
                }
                let owner = owner_of(row);
                let base: String = list(&verdict["commands"], "base").iter().map(|run| format!(" --base {}", text(run))).collect();
                all.push(format!(
                    "- If the growth of {one} is intended, accept it{others}: `gate check {runs}{base} -o json=verdict.json; gate baseline accept '{name}' --verdict verdict.json --reason 'intended change' --owner {owner} --until {until}`"
                ));
            }
            let is_before = |row: &Value| {
                let phase = text(&row["subject"]["name"]);
                row["subject"]["kind"] == "phase" && (phase.starts_with("start..") || phase.ends_with("..main"))
            };
            if failing.iter().any(|row| counted(row).is_some() && is_before(row)) {
                all.push("- Before main: list the dylibs, +load methods and initialisers of the build with `gate inspect`.".to_owned());
            }
            if list(verdict, "findings").iter().any(|row| is_budget(row) && row["fails"] == true) {
                all.push("- Over a budget: make it faster, or raise the limit of its [[budget]] in the settings.".to_owned());
            }
        }
        _ => {}
    }
    all
}

/// The lines of the findings.
fn of_findings(verdict: &Value) -> Vec<String> {
    let mut all = Vec::new();
    for row in list(verdict, "findings") {
        let owner = row["owner"].as_str().map_or("no owner".to_owned(), code);
        let module = row["module"].as_str().map_or(String::new(), |module| format!("<br>{}", code(module)));
        let range = interval(row).map_or(String::new(), |range| format!("<br>({range})"));
        let place = place(row).map_or(String::new(), |place| format!(" · {place}"));
        let of_which = parts::in_short(row);
        all.push(format!(
            "| {}<br>{}{place}{of_which} | {owner}{module} | {} | {}{range} |",
            code(text(&row["name"])),
            what(row),
            sides(row),
            grown(row)
        ));
        let mut parts = details(verdict, row);
        // In a comment the source stands beside what happened.
        parts.retain(|part| !part.starts_with("source: "));
        if !parts.is_empty() {
            all.push(format!("- {}: {}", code(text(&row["name"])), parts.join("; ")));
        }
    }
    all
}

/// What more is known of a finding, each with its label.
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
            each(base, number(&row["base_ns"])),
            each(head, number(&row["head_ns"]))
        ));
    }
    if let Some(told) = row["told"].as_str() {
        parts.push(format!("what: `{told}`"));
    } else if !row["more_calls"].is_null() {
        let more = &row["more_calls"];
        let (base, head) = (number(&more["base"]), number(&more["head"]));
        let is_work = row["subject"]["kind"] == "work";
        let cost = format!(", {} with what they call", signed(number(&more["cost_ns"])));
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
    if let Some(from) = row["moved_from"].as_str() {
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
    let accepted = &row["accepted"];
    if !accepted.is_null() {
        parts.push(format!(
            "accepted: until {} by {}: `{}`",
            code(text(&accepted["until"])),
            code(text(&accepted["owner"])),
            text(&accepted["reason"])
        ));
    }
    let exceeds = &row["exceeds"];
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
        let ends = match (again["interval_ns"][0].as_f64(), again["interval_ns"][1].as_f64()) {
            (Some(low), Some(high)) => format!(" ({} to {})", signed(low), signed(high)),
            _ => String::new(),
        };
        let is_confirmed = again["confirmed"] == true;
        let end = if is_confirmed { "confirmed" } else { "not confirmed, so it does not fail the check" };
        parts.push(format!("confirmation run: {}{ends}, {end}", signed(number(&again["change_ns"]))));
    }
    parts
}

/// Who accepts a finding, as a shell takes it.
pub fn owner_of(row: &Value) -> String {
    row["owner"].as_str().map_or("\"$(git config user.email)\"".to_owned(), |owner| format!("'{owner}'"))
}

/// What samples say beside findings: since when, what lacks, and what runs before `main`.
fn of_functions(verdict: &Value) -> Vec<String> {
    let used = &verdict["functions"];
    if used.is_null() {
        return Vec::new();
    }
    let runs: Vec<&str> = list(&verdict["commands"], "runs").iter().map(text).collect();
    let mut all = vec![
        format!(
            "- Swift, C and system code: list the functions that samples found: `gate stacks {}`",
            runs.join(" ")
        ),
        "<details><summary>Functions by samples</summary>".to_owned(),
        format!(
            "Swift, C and C++ functions: from call stacks of {} of the base (since {}) and {} of the head.",
            many(number(&used["base"]) as usize, "launch"),
            code(text(&used["since"])),
            many(number(&used["head"]) as usize, "launch")
        ),
    ];
    for missing in list(used, "missing") {
        all.push(format!(
            "Missing dSYM: {}, {} build, {}. Add its folder to attribution.symbols to see names and lines of its functions.",
            code(text(&missing["image"])),
            text(&missing["side"]),
            code(text(&missing["uuid"]))
        ));
    }
    let before_main = list(used, "before_main");
    let sum: f64 = before_main.iter().map(|part| number(&part["head_ns"])).sum();
    all.push(format!(
        "Before main: {} in +load methods and, by call stacks, static initialisers.",
        time(sum)
    ));
    for part in before_main {
        let sides = both(number(&part["base_ns"]), number(&part["head_ns"]));
        let row = format!("| {} | {} | {sides} |", code(text(&part["name"])), code(text(&part["module"])));
        // A page has room for its place.
        all.extend(place(part).map(|place| format!("{row} {place} |")));
        all.push(row);
    }
    all
}

/// Every line that a comment of this verdict may have.
pub fn expected(verdict: &Value) -> Vec<String> {
    let mut all = lines(verdict);
    all.extend(of_functions(verdict));
    all.extend(of_findings(verdict));
    all
}

impl Tally {
    /// A sentence that is what the JSON says.
    pub fn right(&mut self) {
        (self.printed, self.checked) = (self.printed + 1, self.checked + 1);
    }

    /// A sentence that is known to be another.
    pub fn lies(&mut self, line: &str, right: &str) {
        (self.printed, self.checked) = (self.printed + 1, self.checked + 1);
        self.wrong.push((line.to_owned(), right.to_owned()));
    }

    /// One that is not among those that may stand there: one of a known kind, with something else in it, is false.
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

/// A comment has no room for the marks beside a phase's name.
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

/// Heads of a comment's tables: which side of an arrow is which.
const HEADS: [&str; 14] = [
    "| Finding | Owner, module | Base → head | Change (95 % interval) |",
    "| Module | Owner | Base → head | Change |",
    "| Method or phase | Base → head | Change |",
    "| Method | Base | Smallest slowdown found |",
    "| Method | Owner | Self |",
    "| Module | Owner | Self |",
    "| Phase | Time | Share |",
    "| View controller | Rendered in |",
    "| Budget of | Base → head | Limit | Result |",
    "| Condition | Base | Head |",
    "| Excluded because | Launches |",
    "| Owner | Findings | Together |",
    "| Work | Calls | Bytes | Owner | Threads |",
    "| Before main | Module | Base → head |",
];

/// How many entries of a list are not shown, where a medium shows that many.
pub fn is_rest(verdict: &Value, line: &str, shown: usize) -> bool {
    let left = line.strip_prefix("… and ").and_then(|rest| rest.trim_end_matches('.').strip_suffix(" more"));
    let Some(left) = left.and_then(|left| left.parse::<usize>().ok()) else { return false };
    let of =
        ["reasons", "warnings", "review", "suspects", "vanished", "noisy", "modules", "wholes", "budgets"];
    let recorded = ["methods", "phases", "pages"].map(|key| list(&verdict["recorded"], key).len());
    let work = super::work::lines(verdict).len().saturating_sub(2);
    of.iter().map(|key| list(verdict, key).len()).chain(recorded).chain([work]).any(|all| all == left + shown)
}

/// Compares every line of a comment with what the JSON makes of it.
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
