//! What is said where nothing is stored to compare with: from the verdict's JSON, the store's files, and a pipeline of `gate init`.
//!
//! Invariant: nothing of `gate::report` is used.

use std::path::Path;

use serde_json::Value;

use super::sentences::{list, text};

/// A pipeline of `gate init` whose commands stand in it.
const PIPELINE: &str = include_str!("../../src/init/templates/gitlab.yml");

/// The headline and the steps.
pub fn lines(verdict: &Value) -> Vec<String> {
    if verdict["verdict"] != "no-baseline" {
        return Vec::new();
    }
    vec![
        format!("**{}: nothing is stored to compare with**", checked(verdict)),
        to_store("- Once,"),
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

/// What stores a baseline: a step of the job that has launched the main branch's app, into the folder that a pipeline of `gate init` has.
pub fn to_store(words: &str) -> String {
    let launched = PIPELINE.lines().filter_map(|line| line.trim().strip_prefix("- gate run "));
    let mut folders = launched.filter_map(|line| Some(line.split_once(" -o ")?.1));
    let folder = folders.next_back().unwrap_or("(no folder)");
    format!(
        "{words} in the job of the main branch, after its `gate run` into the folder {folder}: `gate baseline update {folder}`"
    )
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
