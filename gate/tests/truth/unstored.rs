//! What is said where nothing is stored to compare with: from the verdict's JSON, the store's files, and what the action does.
//!
//! Invariant: nothing of `gate::report` is used.

use std::path::Path;

use serde_json::Value;

use super::sentences::{list, text};

/// How the action for GitHub ends a job.
const ACTION: &str = include_str!("../../../.github/action/end.sh");
/// The table of answers with their exit codes.
const ANSWERS: &str = include_str!("../../../docs/verdict.md");

/// The headline, the end of the job and the steps.
pub fn lines(verdict: &Value) -> Vec<String> {
    if verdict["verdict"] != "no-baseline" {
        return Vec::new();
    }
    vec![
        format!("**{}: nothing is stored to compare with**", checked(verdict)),
        end_of_job(),
        to_store("- On the main branch, once", verdict),
        "- Or compare two builds without a baseline: give the base's app to `gate run` as `--base`."
            .to_owned(),
    ]
}

/// What needs no baseline: limits of the settings, and facts of the build that are held against some.
fn checked(verdict: &Value) -> &'static str {
    let has_limits = !list(verdict, "budgets").is_empty();
    let has_facts = list(verdict, "facts").iter().any(|fact| fact["told"] == true);
    match (has_limits, has_facts) {
        (false, false) => "nothing was checked",
        (true, false) => "only budgets were checked",
        (false, true) => "only the build was checked",
        (true, true) => "only budgets and the build were checked",
    }
}

fn end_of_job() -> String {
    let row = ANSWERS.lines().find(|line| line.starts_with("| no baseline |")).unwrap_or_default();
    let code = row.split('|').nth(2).unwrap_or_default().trim();
    let of_code = ACTION.split("\nfi\n").find(|part| part.contains(&format!("if [ \"$CODE\" = {code} ]")));
    let lines: Vec<&str> = of_code.unwrap_or_default().lines().map(str::trim).collect();
    let passes = lines.iter().any(|line| line.starts_with("echo \"::warning ")) && lines.contains(&"exit 0");
    let is_first = lines.iter().any(|line| line.contains("nothing is stored yet"));
    let end = if passes { "passes with a warning" } else { "fails" };
    let until = if is_first { "until a baseline is stored, " } else { "" };
    format!("Exit code {code}: {until}the action for GitHub {end}")
}

/// What stores a baseline: where the app is known, with the launches that it is made of.
pub fn to_store(words: &str, verdict: &Value) -> String {
    let store = "gate baseline update main-branch";
    match list(&verdict["commands"], "apps").first().map(text) {
        Some(app) => format!("{words}: `gate run {app} -o main-branch && {store}`"),
        None => format!("{words}, after `gate run -o` into the folder main-branch: `{store}`"),
    }
}

/// Why nothing is comparable: what was recorded, beside what is stored in the folder that the sentence names.
pub fn reason(verdict: &Value, said: &str) -> Option<String> {
    let (_, folder) = said.strip_suffix(')')?.rsplit_once(" (")?;
    let recorded = |condition: &str| {
        let pair = list(verdict, "environment").iter().find(|pair| pair["condition"] == condition)?;
        list(pair, "head").first().map(text)
    };
    let (app, model) = (recorded("app")?, recorded("device model")?);
    let of = recorded("scenario").map_or(app.to_owned(), |scenario| format!("{app}, {scenario}"));
    // Launches of one scenario and kind of device have a folder, and each session a file in it.
    let scenario = recorded("scenario").unwrap_or("-");
    let folders = std::fs::read_dir(Path::new(folder).join(app).join(scenario));
    let mut nearest: Vec<(usize, String)> = folders.map_or(Vec::new(), |folders| {
        let folders = folders.flatten().filter(|one| one.path().is_dir());
        let sessions = |path: &Path| {
            let files = std::fs::read_dir(path).into_iter().flatten().flatten();
            files.filter(|file| file.path().extension().is_some_and(|ext| ext == "tsv")).count()
        };
        let all = folders.map(|one| (sessions(&one.path()), one.file_name().to_string_lossy().into_owned()));
        all.filter(|(sessions, _)| *sessions > 0).collect()
    });
    nearest.sort();
    let has = match nearest.last() {
        Some((_, same)) if same == model => return Some("it has such sessions".to_owned()),
        Some((1, other)) => format!("; it has 1 session of {of} on {other}"),
        Some((sessions, other)) => format!("; it has {sessions} sessions of {of} on {other}"),
        None => String::new(),
    };
    Some(format!("the store has no session of {of} on {model}{has} ({folder})"))
}
