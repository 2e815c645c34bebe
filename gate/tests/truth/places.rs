//! Compares all occurrences of a number with each other: in the verdict's JSON, in the sentences of reports, and in typed reasons.
//!
//! Invariant: the module `places` does not use `gate_report`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::headline::failing_methods;
use super::sentences::{failing, is_budget, list, number, text};
use super::tables::typical;

/// The number of comparisons of each kind of number, and the differences that were found.
#[derive(Default)]
pub struct Places {
    pub kinds: BTreeMap<&'static str, usize>,
    pub differences: Vec<String>,
}

impl Places {
    /// Compares two occurrences of one number. The values may differ by less than a nanosecond, because some times are rounded.
    fn same(&mut self, kind: &'static str, name: &str, one: f64, other: f64) {
        *self.kinds.entry(kind).or_default() += 1;
        if (one - other).abs() > 1.0 + 1e-9 * one.abs() {
            self.differences.push(format!("{kind} of {name}: {one} and {other}"));
        }
    }

    /// Compares two values that are exact.
    fn equal(&mut self, kind: &'static str, name: &str, one: impl Into<f64>, other: impl Into<f64>) {
        let (one, other) = (one.into(), other.into());
        *self.kinds.entry(kind).or_default() += 1;
        if one != other && !(one.is_nan() && other.is_nan()) {
            self.differences.push(format!("{kind} of {name}: {one} and {other}"));
        }
    }

    pub fn add(&mut self, other: Places) {
        for (kind, count) in other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
        self.differences.extend(other.differences);
    }

    pub fn compare(&mut self, verdict: &Value, shown: &[String; 3]) {
        self.levels(verdict);
        self.values(verdict);
        self.modules_and_budgets(verdict);
        self.launches(verdict);
        self.reasons(verdict);
        for text in shown {
            self.sentences(verdict, text);
        }
    }

    /// Compares the levels of each finding with those of the finding's row.
    fn levels(&mut self, verdict: &Value) {
        let all = || ["rows", "wholes"].into_iter().flat_map(|key| list(verdict, key));
        for finding in list(verdict, "findings").iter().filter(|row| is_level(row)) {
            let name = text(&finding["name"]);
            let Some(row) = all().find(|row| row["subject"] == finding["subject"]) else { continue };
            for (kind, side) in [
                ("base of a finding", "base"),
                ("head of a finding", "head"),
                ("growth of a finding", "change"),
            ] {
                self.same(kind, name, number(&finding[side]["value"]), number(&row[side]["value"]));
            }
            // The findings of all methods together and of modules have separate tests, so their intervals may differ from those of the
            // rows.
            let is_tested_alike = !["drift", "module", "new-module"].contains(&text(&finding["kind"]));
            if !is_budget(finding) && is_tested_alike {
                for (kind, end) in [("lower end of a finding", 0), ("upper end of a finding", 1)] {
                    let of = |row: &Value| number(&row["interval"][end]["value"]);
                    if of(finding).is_finite() {
                        self.same(kind, name, of(finding), of(row));
                    }
                }
                self.equal(
                    "chance of a finding",
                    name,
                    number(&finding["p_adjusted"]),
                    number(&row["p_adjusted"]),
                );
                for (kind, side) in
                    [("calls of a finding before", "base_calls"), ("calls of a finding now", "head_calls")]
                {
                    if !finding[side].is_null() {
                        self.equal(kind, name, number(&finding[side]), number(&row[side]));
                    }
                }
            }
        }
        for (key, kind) in [
            ("suspects", "growth of a suspect"),
            ("noisy", "base of a noisy row"),
            ("vanished", "base of a row that is gone"),
        ] {
            for listed in list(verdict, key).iter().filter(|row| row["is_remainder"] != true) {
                let Some(row) = all().find(|row| row["subject"] == listed["subject"]) else { continue };
                let side = if key == "suspects" { "change" } else { "base" };
                self.same(
                    kind,
                    text(&listed["name"]),
                    number(&listed[side]["value"]),
                    number(&row[side]["value"]),
                );
            }
        }
        for row in all().chain(list(verdict, "findings")).filter(|row| row["counted"].is_null()) {
            let grown = number(&row["head"]["value"]) - number(&row["base"]["value"]);
            self.same(
                "growth between the levels",
                text(&row["name"]),
                grown,
                number(&row["change"]["value"]),
            );
            let base = list(&row["values"], "base");
            if row["base_calls"] == 0.0 && !base.is_empty() && base.iter().all(|value| *value == 0.0) {
                self.same(
                    "cost of what was never called",
                    text(&row["name"]),
                    0.0,
                    number(&row["base"]["value"]),
                );
            }
        }
    }

    /// Compares the values of the launches with the numbers that are calculated from them.
    fn values(&mut self, verdict: &Value) {
        let sessions = list(verdict, "history");
        let heads = sessions.iter().filter(|session| session["is_head"] == true).count();
        let launch = list(verdict, "wholes").iter().find(|row| row["subject"]["kind"] == "launch");
        for row in list(verdict, "wholes").iter().chain(list(verdict, "findings")) {
            let sorted = |side: &str| {
                let mut all: Vec<f64> = list(&row["values"], side).iter().map(number).collect();
                all.sort_by(f64::total_cmp);
                all
            };
            let (head, name) = (sorted("head"), text(&row["name"]));
            // Slow growth is measured from an anchor. The values of the row's launches do not contain the effect that a day has on all
            // rows. For a row of slow growth, the values of the launches are therefore not compared with the history.
            let heads = if row["kind"] == "creep" { 0 } else { heads };
            if let (1, Some(last), Some(_)) = (heads, list(row, "history").last(), head.first()) {
                let is_positive = head[0] > 0.0;
                if let Some(last) = last.as_f64().filter(|_| is_positive && row["counted"].is_null()) {
                    self.same("newest level of a history", name, last, typical(&head));
                }
            }
            if row["kind"] == "slow-launches" {
                for (kind, side) in
                    [("mean of all launches before", "base"), ("mean of all launches now", "head")]
                {
                    let all = sorted(side);
                    let mean = all.iter().sum::<f64>() / all.len() as f64;
                    self.same(kind, name, mean, number(&row[side]["value"]));
                }
            }
        }
        if let Some(launch) = launch {
            for (session, level) in sessions.iter().zip(list(launch, "history")) {
                self.same(
                    "launch in a session",
                    text(&session["name"]),
                    number(&session["launch_ns"]),
                    number(level),
                );
            }
            for (kind, side) in
                [("launches with a value before", "base"), ("launches with a value now", "head")]
            {
                let values = list(&launch["values"], side).len();
                self.equal(kind, "the launch", values as f64, number(&verdict["launches"][side]));
            }
        }
    }

    fn modules_and_budgets(&mut self, verdict: &Value) {
        let rows = || ["rows", "wholes"].into_iter().flat_map(|key| list(verdict, key));
        for module in list(verdict, "modules") {
            let name = text(&module["name"]);
            let row = rows().find(|row| row["subject"]["kind"] == "module" && row["subject"]["name"] == name);
            for (kind, ns, side) in [("module before", "base_ns", "base"), ("module now", "head_ns", "head")]
            {
                if let Some(row) = row {
                    self.same(kind, name, number(&module[ns]), number(&row[side]["value"]));
                }
            }
            let findings = list(verdict, "findings").iter();
            let found = findings
                .filter(|row| row["module"] == module["name"] && super::sentences::is_method(row))
                .count();
            self.equal("findings of a module", name, number(&module["findings"]), found as f64);
        }
        for budget in list(verdict, "budgets") {
            let name = text(&budget["name"]);
            let is_method = name.starts_with(['-', '+']);
            let row = rows().find(|row| row["name"] == budget["name"] && !is_method);
            for (kind, side) in [("budget before", "base"), ("budget now", "head")] {
                if let Some(row) = row {
                    self.same(kind, name, number(&budget[side]["value"]), number(&row[side]["value"]));
                }
            }
            let finding =
                list(verdict, "findings").iter().find(|row| is_budget(row) && row["name"] == budget["name"]);
            self.equal(
                "exceeded budget",
                name,
                u8::from(budget["over"] == true),
                u8::from(finding.is_some()),
            );
            if let Some(finding) = finding {
                self.same(
                    "limit of a budget",
                    name,
                    number(&budget["limit"]["value"]),
                    number(&finding["limit"]["value"]),
                );
            }
        }
    }

    fn launches(&mut self, verdict: &Value) {
        let launches = &verdict["launches"];
        if launches.is_null() {
            return;
        }
        for (kind, side) in [("launches of the base", "base"), ("launches of the head", "head")] {
            self.equal(kind, "the list", number(&launches[side]), list(&launches["list"], side).len() as f64);
        }
        let sessions: BTreeSet<&str> =
            list(&launches["list"], "base").iter().map(|launch| text(&launch["session"])).collect();
        if launches["mode"] == "sessions" {
            self.equal(
                "sessions of the base",
                "the list",
                number(&launches["sessions"]),
                sessions.len() as f64,
            );
        }
        for session in list(verdict, "history") {
            let used = ["base", "head"].iter().flat_map(|side| list(&launches["list"], side));
            let side = if session["is_head"] == true { "head" } else { "base" };
            let used = used.filter(|launch| launch["session"] == session["name"]).count();
            let of_side = list(&launches["list"], side)
                .iter()
                .filter(|launch| launch["session"] == session["name"])
                .count();
            if used > 0 {
                self.equal(
                    "launches of a session",
                    text(&session["name"]),
                    number(&session["launches"]),
                    of_side as f64,
                );
            }
        }
        if let Some(finding) = list(verdict, "findings")
            .iter()
            .find(|row| row["kind"] == "slow-launches" && row["subject"]["kind"] == "launch")
        {
            let slow = &finding["slow_launches"];
            self.equal(
                "slow launches",
                "the launch",
                number(&slow["slow"]),
                number(&verdict["slow_launches"]["slow"]),
            );
            let first = number(&verdict["slow_launches"]["range_ns"][0]);
            self.equal(
                "fastest slow launch",
                "the launch",
                u8::from(first > number(&slow["beyond"]["value"])),
                1,
            );
        }
    }

    /// Compares the numbers in the typed reasons with the corresponding numbers of the verdict.
    fn reasons(&mut self, verdict: &Value) {
        for reason in list(verdict, "reasons") {
            match text(&reason["code"]) {
                "everything-slower" if verdict["drift"]["removed"] == true => {
                    let ratio = 1e6 * number(&reason["ratio"]);
                    self.same(
                        "ratio of everything",
                        "a reason",
                        ratio,
                        1e6 * number(&verdict["drift"]["ratio"]),
                    );
                }
                "slow-launches" => {
                    for (kind, side) in
                        [("launches of a reason before", "base"), ("launches of a reason now", "head")]
                    {
                        self.equal(
                            kind,
                            "slow launches",
                            number(&reason["launches"][side]),
                            number(&verdict["launches"][side]),
                        );
                    }
                }
                // The first lines and the reason state the same limit of the launch's growth.
                "launch-seems-slower" => {
                    for part in ["growth", "of"] {
                        self.same(
                            "limit of the launch",
                            "a reason",
                            number(&reason["limit"][part]["value"]),
                            number(&verdict["limit"][part]["value"]),
                        );
                    }
                }
                "more-launches" => {
                    self.equal(
                        "more launches",
                        "a reason",
                        number(&reason["launches"]),
                        number(&verdict["more_launches"]),
                    );
                }
                "not-confirmed" => {
                    let findings = list(verdict, "findings").iter();
                    let found = findings.filter(|row| row["subject"] == reason["subject"]).count();
                    self.equal("finding that is not confirmed", "a reason", u8::from(found > 0), 1);
                }
                _ => {}
            }
        }
    }

    /// Compares the counts in the first lines with the lengths of the lists that they count.
    fn sentences(&mut self, verdict: &Value, shown: &str) {
        let methods = failing_methods(verdict);
        let subjects: BTreeSet<String> = methods.iter().map(|row| row["subject"].to_string()).collect();
        let counts: Vec<(f64, &str)> = shown
            .split_once("Methods: ")
            .map_or("", |(_, rest)| rest)
            .split(" · ")
            .map_while(|part| {
                part.split_once(' ').and_then(|(count, words)| Some((count.parse().ok()?, words)))
            })
            .collect();
        let counted = |word: &str| {
            counts
                .iter()
                .find(|(_, words)| words.split([' ', ',']).next() == Some(word))
                .map(|(count, _)| *count)
        };
        if let Some(slower) = counted("slower") {
            let new = counted("new").unwrap_or_default();
            self.equal("slower methods", "the counts", slower + new, subjects.len() as f64);
        }
        if let Some(faster) = counted("faster") {
            let rows = list(verdict, "rows").iter();
            let found =
                rows.filter(|row| row["is_faster"] == true && row["subject"]["kind"] == "method").count();
            self.equal("faster methods", "the counts", u8::from(faster <= found as f64), 1);
        }
        if let Some(methods) = before(shown, " methods slower").filter(|_| verdict["verdict"] == "regressed")
        {
            self.equal(
                "methods of the headline",
                "the headline",
                methods,
                failing(verdict).iter().filter(|row| !is_budget(row)).count() as f64,
            );
        }
        for (kind, title, key) in [
            ("possibly slower rows", "Possibly slower (", "suspects"),
            ("rows that are gone", "No longer called (", "vanished"),
            ("noisy rows", "Too noisy to check (", "noisy"),
        ] {
            if let Some((_, rest)) = shown.split_once(title) {
                let titled: f64 =
                    rest.split(')').next().and_then(|count| count.parse().ok()).unwrap_or(f64::NAN);
                self.equal(kind, "a title", titled, list(verdict, key).len() as f64);
            }
        }
        if let (Some((_, rest)), true) = (shown.split_once("(exit code "), shown.contains("merged: ")) {
            let code: f64 = rest.split(')').next().and_then(|code| code.parse().ok()).unwrap_or(f64::NAN);
            let answers =
                ["pass", "", "regressed", "undecided", "no-baseline", "incomparable", "", "not-recorded"];
            let expected = answers.iter().position(|answer| *answer == text(&verdict["verdict"]));
            self.equal("exit code", "the answer", code, expected.map_or(f64::NAN, |code| code as f64));
        }
    }
}

/// Returns whether a finding has the levels of its row. A finding of slow launches has the means of all launches, and a part of a module
/// has different levels than the module.
fn is_level(row: &Value) -> bool {
    let other = ["creep", "slow-launches", "lost-launches", "work", "calls"].contains(&text(&row["kind"]));
    let is_part = row["is_remainder"] == true;
    let is_total = is_budget(row) && row["subject"]["kind"] == "method";
    !other && !is_part && !is_total && row["counted"].is_null()
}

/// Returns the number before these words, from the first line that contains the words.
fn before(shown: &str, words: &str) -> Option<f64> {
    let line = shown.split(" merged: ").next()?;
    let (number, _) = line.split_once(words)?;
    number.rsplit([' ', '·']).next()?.parse().ok()
}
