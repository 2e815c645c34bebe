//! Derives the first lines of a report from the verdict's JSON only. The lines are the headline, the line about the launch and the line
//! about methods.
//!
//! Invariant: no code of `gate_report` is used.

use std::collections::BTreeMap;

use serde_json::Value;

use super::numbers::{both, day, many, percent, range, share, signed, time};
use super::reasons;
use super::sentences::{
    as_before, code, counted, cut, failing, grown, interval, is_budget, is_method, label, list, number, text,
    whose,
};

pub fn largest<'a>(rows: &[&'a Value]) -> Option<&'a Value> {
    let of = |rows: Vec<&'a Value>| {
        rows.into_iter()
            .rev()
            .max_by(|a, b| number(&a["change"]["value"]).total_cmp(&number(&b["change"]["value"])))
    };
    let adds = |row: &&&Value| {
        !is_budget(row) && counted(row).is_none() && !["module", "new-module"].contains(&text(&row["kind"]))
    };
    of(rows.iter().filter(adds).copied().collect()).or_else(|| of(rows.to_vec()))
}

pub fn named(row: &Value) -> String {
    let size = if ["new", "new-module"].contains(&text(&row["kind"])) {
        signed(number(&row["change"]["value"]))
    } else {
        grown(row)
    };
    format!("{} {size}{}", code(text(&row["name"])), whose(row))
}

pub fn headline(verdict: &Value) -> Option<String> {
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
                    time(number(&row["head"]["value"])),
                    time(number(&row["limit"]["value"])),
                    as_before(row),
                    whose(row)
                ),
                "drift" => format!("Everything is slower: {}{}", grown(row), whose(row)),
                "creep" => format!("Slower{}: {}", since_anchor(verdict), named(row)),
                "slow-launches" => {
                    let remark = code(&reasons::remark(row).unwrap_or_default());
                    let name = match row["subject"]["kind"] == "launch" {
                        true => String::new(),
                        false => format!("{} ", code(text(&row["name"]))),
                    };
                    format!("More launches are slow: {name}{remark}{}", whose(row))
                }
                "lost-launches" => {
                    format!("More launches are lost: {}", code(&reasons::remark(row).unwrap_or_default()))
                }
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
                .map(|row| number(&row["change"]["value"]))
                .sum();
            let has_new = of_methods.iter().any(|row| row["kind"] == "new");
            let slower = if has_new { "slower or new" } else { "slower" };
            if !others.is_empty() && others.len() == of_methods.len() {
                let together = if others.len() > 1 {
                    format!(", together {} of their own time", signed(sum))
                } else {
                    String::new()
                };
                let is_creep = others.len() > 1 && others.iter().all(|row| row["kind"] == "creep");
                let since = if is_creep { since_anchor(verdict) } else { String::new() };
                parts.push(format!("{} {slower}{since}{together}", many(others.len(), "method")));
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
                let growth = signed(number(&first["change"]["value"]));
                return Some(format!("{}{of}; {word}: {name} {growth}", listed(&parts)));
            }
            let first = largest(&failing)?;
            let word = match (others.len(), is_method(first)) {
                (0 | 1, _) => ": ",
                (_, true)
                    if others
                        .iter()
                        .any(|row| number(&row["change"]["value"]) > number(&first["change"]["value"])) =>
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
            let line = accepted(verdict).unwrap_or_else(|| "no regression found".to_owned());
            let is_of_head = |lost: &&Value| {
                lost["side"] == "head" && ["Crashed", "NoTrace"].contains(&text(&lost["reason"]))
            };
            let lost: f64 = list(&verdict["launches"], "lost")
                .iter()
                .filter(is_of_head)
                .map(|lost| number(&lost["launches"]))
                .sum();
            match lost as usize {
                0 => line,
                lost => format!("{line}; the head lost {}", many(lost, "launch")),
            }
        }
        "undecided" if verdict["launches"].is_null() => "times were not checked: too few launches".to_owned(),
        "undecided" if list(verdict, "findings").iter().any(|row| row["again"]["confirmed"] == false) => {
            let is_not = |row: &&Value| row["again"]["confirmed"] == false;
            let not = list(verdict, "findings").iter().filter(is_not).count();
            format!("{} not confirmed by fresh launches", many(not, "finding"))
        }
        "undecided" => match accepted(verdict) {
            Some(accepted) => format!("{accepted}; another one cannot be ruled out"),
            None => "no regression found, but one cannot be ruled out".to_owned(),
        },
        "incomparable" => "base and head were recorded under different conditions".to_owned(),
        "not-recorded" => "no method was recorded".to_owned(),
        _ => return None,
    })
}

/// Returns the sum of the accepted growth, and the day on which the acceptance ends.
fn accepted(verdict: &Value) -> Option<String> {
    let accepted: Vec<&Value> =
        list(verdict, "findings").iter().filter(|row| row["status"]["state"] == "accepted").collect();
    let until = accepted.iter().map(|row| text(&row["status"]["until"])).min()?;
    Some(format!("{}{}, until {until}", many(accepted.len(), "accepted regression"), totals(&accepted)))
}

/// Returns the sums of accepted growth, separately for times, calls and requests of work.
fn totals(accepted: &[&Value]) -> String {
    let mut sums: [Option<f64>; 3] = [None; 3];
    for row in accepted.iter().filter(|row| counted(row).is_none()) {
        let unit = match row["subject"]["kind"].as_str() {
            Some("called") => 1,
            Some("work") => 2,
            _ => 0,
        };
        *sums[unit].get_or_insert(0.0) += number(&row["change"]["value"]);
    }
    let [times, calls, work] = sums;
    let all =
        [times.map(signed), calls.map(|n| format!("{n:+} calls")), work.map(|n| format!("{n:+} requests"))];
    all.into_iter().flatten().map(|total| format!(", {total}")).collect()
}

pub fn listed(parts: &[String]) -> String {
    match parts {
        [first @ .., before, last] => {
            first.iter().map(|part| format!("{part}, ")).collect::<String>() + &format!("{before} and {last}")
        }
        all => all.concat(),
    }
}

pub fn launch(verdict: &Value) -> Option<String> {
    let row = list(verdict, "wholes").iter().find(|row| row["subject"]["kind"] == "launch")?;
    let (base, head) = (number(&row["base"]["value"]), number(&row["head"]["value"]));
    let is_red = verdict["verdict"] == "regressed";
    let limit = &verdict["limit"];
    let is_faster = !is_red && limit["growth"]["value"].as_f64().is_some_and(|growth| growth < 0.0);
    let is_noise = !is_faster
        && matches!((row["interval"][0]["value"].as_f64(), row["interval"][1]["value"].as_f64()), (Some(low), Some(high)) if low <= 0.0 && high >= 0.0);
    let counts = list(verdict, "counts").iter().find(|count| count["phase"] == "launch");
    let counts = counts.map_or(String::new(), |count| {
        format!("; {} of the launch {}", text(&count["what"]), percent(number(&count["ratio"])))
    });
    let change = match (is_noise, is_red) {
        (true, true) => "change not proven".to_owned(),
        (true, false) => "within noise".to_owned(),
        (false, _) => grown(row),
    };
    let certainty = if !is_red && !limit.is_null() {
        let growth = number(&limit["growth"]["value"]) / number(&limit["of"]["value"]);
        let side = if growth < 0.0 { ["at least", "faster"] } else { ["at most", "slower"] };
        let part = match list(verdict, "reasons").iter().any(|reason| reason["code"] == "judged-without") {
            true => " without the methods that vary too much",
            false => "",
        };
        let beyond = match list(verdict, "findings") {
            [] => "",
            _ => ", beyond the growth in the findings",
        };
        format!(", {} {} {}{part}{beyond}", side[0], share(growth.abs()), side[1])
    } else {
        let shown = |range| {
            if is_noise { format!(" (95 % interval {range})") } else { format!(", 95 % interval {range}") }
        };
        interval(row).map_or(String::new(), shown)
    };
    Some(format!("{} {}, {change}{certainty}{counts}", typical(verdict), both(base, head)))
}

/// Returns the share of the launches whose mean is the typical launch. The share is calculated from the launches that were used.
pub fn typical_share(verdict: &Value) -> Option<String> {
    let launches = &verdict["launches"];
    if launches["typical_share"].is_null() {
        return None;
    }
    if launches["mode"] == "blocks" {
        return Some("all".to_owned());
    }
    let mut sessions: BTreeMap<&str, usize> = BTreeMap::new();
    for launch in ["base", "head"].iter().flat_map(|side| list(&launches["list"], side)) {
        *sessions.entry(text(&launch["session"])).or_default() += 1;
    }
    // A report that was written by hand may contain no list of its launches.
    let used = match sessions.values().min() {
        Some(least) => (least - 2 * least / 5) as f64 / *least as f64,
        None => number(&launches["typical_share"]),
    };
    Some(format!("the faster {}", share(used)))
}

fn typical(verdict: &Value) -> String {
    typical_share(verdict)
        .map_or("Typical launch".to_owned(), |mean| format!("Typical launch (mean of {mean})"))
}

/// Returns the phrase about the slow launches beside the typical launch. The phrase is calculated from the values of the launches.
pub fn slow(verdict: &Value) -> Option<String> {
    let count = verdict["slow_launches"]["slow"].as_u64()? as usize;
    let row = list(verdict, "wholes").iter().find(|row| row["subject"]["kind"] == "launch")?;
    let sorted = |side: &str| {
        let mut all: Vec<f64> = list(&row["values"], side).iter().map(number).collect();
        all.sort_by(f64::total_cmp);
        all
    };
    let (base, head) = (sorted("base"), sorted("head"));
    let (first, last, slowest) = (head[head.len() - count], head[head.len() - 1], base[base.len() - 1]);
    let times = if count > 1 { range(&time(first), &time(last)) } else { time(last) };
    assert!(first > slowest, "{first} {slowest}");
    Some(format!(
        "Slow launches: {count} of {} took {times}; the slowest of the base's {} took {}",
        head.len(),
        base.len(),
        time(slowest)
    ))
}

pub fn methods(verdict: &Value) -> String {
    let mut told = Vec::new();
    let failing = failing_methods(verdict);
    let subjects = |rows: &[&Value]| -> Vec<Value> {
        let mut all: Vec<Value> = rows.iter().map(|row| row["subject"].clone()).collect();
        all.sort_by_key(Value::to_string);
        all.dedup();
        all
    };
    let found = subjects(&failing);
    let new: Vec<&Value> = failing.iter().filter(|row| row["kind"] == "new").copied().collect();
    let new = subjects(&new).len();
    let rows = list(verdict, "rows").iter();
    let others: Vec<&Value> =
        rows.filter(|row| row["subject"]["kind"] == "method" && !found.contains(&row["subject"])).collect();
    let of = |what: &str| others.iter().filter(|row| row["answer"] == what).count();
    let faster = others.iter().filter(|row| row["answer"] == "within" && row["is_faster"] == true).count();
    // A failing check omits noisy methods.
    let noisy = if verdict["verdict"] == "regressed" { 0 } else { of("undecided") };
    for (count, word) in [
        (found.len() - new, "slower"),
        (new, "new"),
        (of("finding"), "grown but not failing"),
        (of("suspect"), "possibly slower"),
        (of("within") - faster, "unchanged"),
        (faster, "faster"),
        (noisy, "too noisy to check alone"),
    ] {
        if count > 0 {
            told.push(format!("{count} {word}"));
        }
    }
    format!("Methods: {}", told.join(" · "))
}

/// Returns the failing findings of methods, without budgets.
pub fn failing_methods(verdict: &Value) -> Vec<&Value> {
    failing(verdict).into_iter().filter(|row| is_method(row) && !is_budget(row)).collect()
}

/// Returns the phrase for the stored launches since which slow growth is counted.
pub fn since_anchor(verdict: &Value) -> String {
    let anchor = list(verdict, "history").iter().find(|session| session["is_anchor"] == true);
    let when = anchor.and_then(|session| session["recorded_unix_ms"].as_u64()).map(day);
    when.map_or(" since the launches from which slow growth is counted (the anchor)".to_owned(), |when| {
        format!(" since the launches of {when} (the anchor)")
    })
}
