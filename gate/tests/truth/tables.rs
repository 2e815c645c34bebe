//! Derives the collapsed sections of a report from the verdict's JSON only. The sections are the certainty of a verdict, the recorded
//! launches and rows of tables.
//!
//! Invariant: no code of `gate_report` is used.

use std::collections::BTreeMap;

use serde_json::Value;

use super::headline::typical_share;
use super::numbers::{both, change, fine, large, many, percent, range, scatter, share, signed, time};
use super::sentences::{
    code, counted, failing, grown, is_budget, list, number, phase_name, sides, text, whose,
};

pub fn counts_line(verdict: &Value) -> Option<String> {
    let counts = list(verdict, "counts");
    let launch = counts.iter().find(|count| count["phase"] == "launch")?;
    let decides = counts.iter().any(|count| count["decides"] == true);
    let role = if decides { "growth of these can fail the check" } else { "they cannot fail the check" };
    let agent = if launch["less_calls"] == true { "without" } else { "with" };
    Some(format!(
        "Counted: {} {} → {}, {} ({} to {}), {agent} those that record calls; {role}. From launch to launch, these vary by {}, and times by {}.",
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

pub fn sure(verdict: &Value, summary: &dyn Fn(&str) -> String, all: &mut Vec<String>) {
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
    all.extend(typical_share(verdict).map(|mean| {
        let launch = match &*mean {
            "all" => "the mean of all launches of a build".to_owned(),
            faster => format!("the mean of {faster} of a session's launches"),
        };
        format!("A typical launch is {launch}; the level of a method is the mean of those of its launches that vary least.")
    }));
    if let Some(sd) = launches["session_sd"].as_f64() {
        all.push(match launches["session_sd_measured"] == true {
            true => format!(
                "The change that all rows share has a standard error of {}, by the stored days.",
                share(sd)
            ),
            false => format!(
                "Sessions are taken to differ by {}: an estimate from this check, since too few days are stored to measure it.",
                share(sd)
            ),
        });
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
            "other-place" => {
                "at a place in the run without a launch of the other build, where launches change within a run"
            }
            other => other,
        };
        all.push(format!("| `{words}` | {launches} |"));
    }
}

/// Returns the mean of the faster three fifths of sorted times. The mean is computed from the logarithms, and is returned as a time.
pub fn typical(sorted: &[f64]) -> f64 {
    let kept = &sorted[..sorted.len() - 2 * sorted.len() / 5];
    (kept.iter().map(|time| time.ln()).sum::<f64>() / kept.len() as f64).exp()
}

pub fn recorded(verdict: &Value) -> Vec<String> {
    let recorded = &verdict["recorded"];
    if recorded.is_null() {
        return Vec::new();
    }
    let mut all: Vec<f64> = list(recorded, "launch_ns").iter().map(number).collect();
    all.sort_by(f64::total_cmp);
    let launches = many(number(&recorded["launches"]) as usize, "launch");
    let (low, high) = (all[0], all[all.len() - 1]);
    let takes = match all.len() {
        1 => time(low),
        _ => {
            let ends = range(&fine(low, high - low), &fine(high, high - low));
            format!("{ends} (typical {})", fine(typical(&all), high - low))
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
    for (rows, ns) in [(list(recorded, "methods"), "self_ns"), (list(verdict, "modules"), "head_ns")] {
        for row in rows {
            let owner = row["owner"].as_str().map_or(String::new(), code);
            lines.push(format!("| {} | {owner} | {} |", code(text(&row["name"])), time(number(&row[ns]))));
        }
    }
    lines
}

pub fn tables(verdict: &Value, all: &mut Vec<String>) {
    for row in
        list(verdict, "wholes").iter().chain(list(verdict, "suspects")).chain(list(verdict, "vanished"))
    {
        let part = if row["is_remainder"] == true { " without its findings" } else { "" };
        all.push(format!("| {}{part} | {} | {} |", code(text(&row["name"])), sides(row), grown(row)));
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
            Some(share) => {
                format!("{} ({})", signed(share * number(&row["base"]["value"])), percent(1.0 + share))
            }
            None => "none".to_owned(),
        };
        all.push(format!(
            "| {} | {} | {hides} |",
            code(text(&row["name"])),
            time(number(&row["base"]["value"]))
        ));
    }
    for module in list(verdict, "modules").iter().filter(|module| module["name"].is_string()) {
        let (base, head) = (number(&module["base_ns"]), number(&module["head_ns"]));
        let ratio = if base > 0.0 { head / base } else { 1.0 };
        let owner = module["owner"].as_str().map_or(String::new(), code);
        // The value of a module in the table is the value of the module's tested row.
        let tested = list(verdict, "rows").iter().find(|row| {
            row["subject"]["kind"] == "module" && row["name"] == format!("module {}", text(&module["name"]))
        });
        let is_tested = tested.is_none_or(|row| (number(&row["head"]["value"]) - head).abs() <= 1.0);
        let row = format!(
            "| {} | {owner} | {} | {} |",
            code(text(&module["name"])),
            both(base, head),
            change(base, head, Some(ratio))
        );
        all.push(if is_tested { row } else { format!("{row} (another value was tested)") });
    }
    for budget in list(verdict, "budgets") {
        let (head, limit) = (number(&budget["head"]["value"]), number(&budget["limit"]["value"]));
        all.push(format!(
            "| {} | {} | {} | {} |",
            code(text(&budget["name"])),
            if verdict["launches"].is_null() {
                time(head)
            } else {
                both(number(&budget["base"]["value"]), head)
            },
            time(limit),
            match number(&budget["base"]["value"]) > limit {
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
            *sum = (sum.0 + 1, sum.1 + if adds { number(&row["change"]["value"]) } else { 0.0 });
        }
        for (owner, (count, sum)) in owners {
            let owner = if owner.is_empty() { "no owner".to_owned() } else { code(owner) };
            all.push(format!("| {owner} | {count} | {} |", signed(sum)));
        }
    }
}
