//! Derives the next steps, and the sentences about sampled functions, from the verdict's JSON.
//!
//! Invariant: no code of `gate_report` is used.

use serde_json::Value;

use super::headline::largest;
use super::numbers::{both, many, time};
use super::sentences::{code, counted, failing, is_budget, is_method, list, number, owner_of, place, text};
use super::unstored;

/// Returns the next steps with their commands.
pub fn next(verdict: &Value) -> Vec<String> {
    let runs: Vec<&str> = list(&verdict["commands"], "runs").iter().map(text).collect();
    let (runs, until) = (runs.join(" "), text(&verdict["commands"]["until"]));
    let in_turns = "with the apps of head and base: `gate run HEAD.ipa --base BASE.ipa -o launches`";
    let mut all = vec!["**Next steps**".to_owned()];
    let is_in_turns = verdict["launches"]["mode"] == "blocks";
    match text(&verdict["verdict"]) {
        "undecided" => all.push(match (verdict["more_launches"].is_null(), verdict["launches"].is_null()) {
            (true, false) if !is_in_turns => format!("- Record both builds in turns, {in_turns}"),
            _ => "- Record more launches: start `gate run` again with `--until-decided`.".to_owned(),
        }),
        "incomparable" => {
            all.push(format!("- Record both builds in turns on one device, {in_turns}"));
            all.push(unstored::to_store("- Or, after an update of the device or system,"));
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
                    all.push(format!("- Run base and head in turns, which tells a slower phone from slower code, {in_turns}"));
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
            if list(verdict, "findings").iter().any(|row| is_budget(row) && row["status"]["state"] == "fails") {
                all.push("- Over a budget: make it faster, or raise the limit of its [[budget]] in the settings.".to_owned());
            }
        }
        _ => {}
    }
    all
}

/// Returns the sentences about samples: the session since which functions are judged, missing symbols, and
/// functions that run before `main`.
pub fn of_functions(verdict: &Value) -> Vec<String> {
    let used = &verdict["functions"];
    if used.is_null() {
        return Vec::new();
    }
    let runs: Vec<&str> = list(&verdict["commands"], "runs").iter().map(text).collect();
    let mut all = vec![
        format!(
            "- Swift, C and system code: list the functions that samples found: `gate explain functions {}`",
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
        // A page also shows the file and line.
        all.extend(place(part).map(|place| format!("{row} {place} |")));
        all.push(row);
    }
    all
}
