//! Checks the sentences of a check without a baseline. The sentences are derived from the verdict's JSON, from the store's files, and from
//! a pipeline of `gate init`.
//!
//! Invariant: no code of `gate_report` is used.

use std::path::Path;

use serde_json::Value;

use super::sentences::{list, text};

/// The pipeline of `gate init` for a phone at GitLab. The pipeline contains the commands of its jobs. The next constant is the workflow for
/// GitHub, which contains no commands because it uses the action.
const GITLAB: &str = include_str!("../../../crates/gate-init/src/templates/gitlab.yml");
const GITHUB: &str = include_str!("../../../crates/gate-init/src/templates/github-baseline.yml");
/// The action for GitHub, which contains the condition for storing a session. The next constant is the script that stores the session.
const ACTION: &str = include_str!("../../../.github/action/action.yml");
const STORES: &str = include_str!("../../../.github/action/baseline.sh");

/// Returns the headline and the next steps.
pub fn lines(verdict: &Value) -> Vec<String> {
    if verdict["verdict"] != "no-baseline" {
        return Vec::new();
    }
    vec![
        format!("**{}: nothing is stored to compare with**", held(verdict)),
        to_store("- Once,"),
        "- Or compare two builds without a baseline, with the apps of head and base: `gate run HEAD.ipa --base BASE.ipa -o launches`"
            .to_owned(),
    ]
}

/// Returns the phrase for the checks that need no baseline, which are those of budgets and of build facts.
fn held(verdict: &Value) -> String {
    let has_budgets = !list(verdict, "budgets").is_empty();
    let has_facts = list(verdict, "facts").iter().any(|fact| fact["told"] == true);
    let held = [(has_budgets, "budgets"), (has_facts, "the build")];
    let held: Vec<&str> = held.into_iter().filter(|(has, _)| *has).map(|(_, what)| what).collect();
    match held[..] {
        [] => "nothing was compared".to_owned(),
        ["the build"] => "only the build was checked".to_owned(),
        _ => format!("only {} were checked", held.join(" and ")),
    }
}

/// Returns the step that stores a baseline: either the job from `gate init`, or the commands that a person runs.
pub fn to_store(words: &str) -> String {
    let folder = stored_by_gitlab().filter(|_| is_stored_by_github());
    let (start, folder) = match folder {
        Some(folder) => ("start the job that gate init wrote, or by hand, ", folder),
        None => ("", "(no folder)"),
    };
    format!(
        "{words} on the main branch: {start}after `gate run` into the folder {folder}: `gate baseline update {folder}`"
    )
}

/// Returns the folder into which GitLab's job records launches and from which it stores them. Returns `None` if the job cannot be started
/// by hand or also runs on other branches than the main branch.
fn stored_by_gitlab() -> Option<&'static str> {
    let steps = |job: &'static str, command: &'static str| {
        job.lines().filter_map(move |line| line.trim().strip_prefix(command))
    };
    let mut jobs = GITLAB.split("\n\n").filter(|job| steps(job, "- gate baseline push ").count() == 1);
    let (job, others) = (jobs.next()?, jobs.count());
    let rules: Vec<&str> = steps(job, "- if: ").collect();
    let is_by_hand = rules.iter().any(|rule| rule.starts_with("$CI_PIPELINE_SOURCE == \"web\" "));
    let is_main = rules.iter().all(|rule| rule.ends_with(" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH"));
    let (launched, folder) = steps(job, "- gate run ").next()?.split_once(" -o ")?;
    // An interleaved run contains two builds, so it cannot be stored as a session of the main branch.
    let is_one = !launched.contains("--base");
    let stored = steps(job, "- gate baseline push ").next()?.split(' ').next()?;
    (others == 0 && is_by_hand && is_main && is_one && stored == folder).then_some(folder)
}

/// Returns whether a workflow for GitHub also stores sessions after every answer except a regression.
fn is_stored_by_github() -> bool {
    // A line of the template may begin with a placeholder.
    let has =
        |text: &str, line: &str| text.lines().any(|own| own.trim_start_matches("@PROGRAM@").trim() == line);
    let launches_and_stores = ["- uses: @ACTION@ # @VERSION@", "push-baseline: true"];
    let by_hand_on_main = ["workflow_dispatch:", "if: github.ref == 'refs/heads/@BRANCH@'"];
    let is_main_job = launches_and_stores.iter().chain(&by_hand_on_main).all(|line| has(GITHUB, line));
    let is_one = !GITHUB.contains("base-app:");
    // If the job failed before the step that stores, the first session could never be stored.
    let mut steps = ACTION.split("\n    - ");
    let stores = steps.find(|step| step.contains("baseline.sh\"")).unwrap_or_default();
    let condition = stores.lines().find_map(|line| line.trim().strip_prefix("if: ")).unwrap_or_default();
    let answers = ["!= 'regressed'", "!= ''"].map(|answer| format!("steps.judge.outputs.verdict {answer}"));
    let [is_good, is_told] = answers;
    let is_stored = condition
        == format!("inputs.push-baseline == 'true' && ({is_good} || inputs.new-level != '') && {is_told}");
    is_main_job && is_one && is_stored && has(STORES, "push=(baseline push)")
}

/// Returns why no session is comparable. The reason contains the recorded app, scenario and device, and the sessions in the folder that
/// the sentence names.
pub fn reason(verdict: &Value, said: &str) -> Option<String> {
    let (_, folder) = said.strip_suffix(')')?.rsplit_once(" (")?;
    let recorded = |condition: &str| {
        let pair = list(verdict, "environment").iter().find(|pair| pair["condition"] == condition)?;
        list(pair, "head").first().map(text)
    };
    let (app, model) = (recorded("app")?, recorded("device model")?);
    let of = recorded("scenario").map_or(app.to_owned(), |scenario| format!("{app}, {scenario}"));
    // Each scenario and device model has a folder, and each session has a file in this folder.
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
