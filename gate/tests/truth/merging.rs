//! Checks the sentences about merging and about the compared builds. The sentences are derived from the verdict's JSON and from the scripts
//! that end a job.
//!
//! Invariant: no code of `gate_report` is used.

use std::collections::BTreeSet;

use serde_json::Value;

use super::numbers::many;
use super::sentences::{list, number, text};

/// The script of the action for GitHub that ends a job.
const ACTION: &str = include_str!("../../../.github/action/end.sh");
/// The jobs of `gate init` for GitLab. The next constant contains the jobs for GitHub, which use the action.
const GITLAB: &str = include_str!("../../../crates/gate-init/src/templates/gitlab.yml");
const GITHUB: &str = include_str!("../../../crates/gate-init/src/templates/github-check.yml");
/// The table of answers with their exit codes.
const ANSWERS: &str = include_str!("../../../docs/verdict.md");

/// Returns the sentence that states how the job of a change with this answer ends.
pub fn end_of_job(verdict: &Value) -> String {
    let answer = text(&verdict["verdict"]).replace('-', " ");
    let row = ANSWERS.lines().find(|line| line.starts_with(&format!("| {answer} |"))).unwrap_or_default();
    let code = row.split('|').nth(2).unwrap_or_default().trim();
    let of_code = ACTION.split("\nfi\n").find(|part| part.contains(&format!("if [ \"$CODE\" = {code} ]")));
    let lines: Vec<&str> = of_code.unwrap_or_default().lines().map(str::trim).collect();
    let action_warns =
        lines.iter().any(|line| line.starts_with("echo \"::warning ")) && lines.contains(&"exit 0");
    let is_first = lines.iter().any(|line| line.contains("nothing is stored yet"));
    let gitlab_warns = GITLAB.lines().any(|line| line.trim() == format!("exit_codes: [{code}]"));
    let github_warns = action_warns && GITHUB.contains("uses: @ACTION@") && !GITHUB.contains("fail-");
    let (may, end) = match (code, action_warns) {
        ("0", _) => (true, "the job passes"),
        (_, true) if gitlab_warns && github_warns => (true, "jobs that gate init wrote pass with a warning"),
        (_, true) if is_first => {
            (true, "until a baseline is stored, the action for GitHub passes with a warning")
        }
        (_, true) => (true, "the action for GitHub passes with a warning"),
        (_, false) => (false, "the job fails"),
    };
    let may = if may { "May" } else { "Not to" };
    format!("{may} be merged: {end} (exit code {code})")
}

/// Returns the sentence about the compared launches and their builds.
pub fn compared(verdict: &Value) -> String {
    let (launches, origin) = (&verdict["launches"], &verdict["origin"]);
    let sides = ["head", "base"].map(|side| builds(verdict, side));
    let differ = sides.iter().all(Option::is_some) && names(verdict, "head") != names(verdict, "base");
    let in_turns = launches["mode"] == "blocks";
    // Commits identify base and head more exactly than builds do.
    let by_commits = commits(verdict).is_some();
    let [head, base] = sides.map(|build| match build {
        Some(build) if differ && !by_commits => format!(" of `{build}`"),
        _ => String::new(),
    });
    let commit = |key: &str| {
        let short = origin[key].as_str().map(|commit| &commit[..commit.len().min(12)]);
        short.map_or(String::new(), |short| format!(", commit `{short}`"))
    };
    let count = |key: &str| number(&launches[key]) as usize;
    let end = match in_turns {
        true => format!(" (base{}), interleaved", commit("base_commit")),
        false => format!(" from {} (base)", many(count("sessions"), "earlier run")),
    };
    let excluded = match list(launches, "excluded").len() {
        0 => String::new(),
        excluded => format!(", {} excluded", many(excluded, "launch")),
    };
    format!(
        "{}{head} (head{}) compared with {}{base}{end}{excluded}",
        many(count("head"), "launch"),
        commit("commit"),
        count("base")
    )
}

/// Returns the commits of head and base if each has one.
pub fn commits(verdict: &Value) -> Option<[&str; 2]> {
    let origin = &verdict["origin"];
    let [head, base] = ["commit", "base_commit"].map(|key| origin[key].as_str());
    let is_in_turns = verdict["launches"]["mode"] == "blocks";
    head.zip(base).filter(|_| is_in_turns).map(<[&str; 2]>::from)
}

/// Returns the builds of the compared launches of base or head.
fn names(verdict: &Value, side: &str) -> BTreeSet<String> {
    let used = list(&verdict["launches"]["list"], side);
    let sessions = list(verdict, "history").iter().filter(|session| {
        session["is_head"] == (side == "head")
            && used.iter().any(|launch| launch["session"] == session["name"])
    });
    sessions.map(build_of).collect()
}

/// Returns the only build of base or head, or the number of builds.
pub fn builds(verdict: &Value, side: &str) -> Option<String> {
    let builds = names(verdict, side);
    match builds.len() {
        0 => None,
        1 => builds.into_iter().next(),
        several => Some(many(several, "build")),
    }
}

/// Returns the name of a build, by its version if it has one.
pub fn build_of(session: &Value) -> String {
    match (text(&session["version"]), text(&session["build"])) {
        ("", build) => format!("build {build}"),
        (version, build) => format!("{version} ({build})"),
    }
}

/// Returns the links to commits and to the complete report. A link to a single commit has a separate sentence.
pub fn links(verdict: &Value) -> Option<String> {
    let origin = &verdict["origin"];
    let repository = origin["repository_url"].as_str();
    let commit = repository.and_then(|page| match commits(verdict) {
        Some([head, base]) => Some(format!("[Changes]({page}/compare/{base}...{head})")),
        None => origin["commit"].as_str().map(|commit| format!("[Commit]({page}/commit/{commit})")),
    });
    let report = origin["report_url"].as_str().map(|page| format!("[Full report]({page})"));
    let all: Vec<String> = [commit, report].into_iter().flatten().collect();
    (!all.is_empty()).then(|| all.join(" · "))
}

/// Returns a text about a line of the source. If the page of the repository is known, the text contains a link to this line in the judged
/// commit.
pub fn linked(verdict: &Value, row: &Value, said: &str) -> String {
    let origin = &verdict["origin"];
    match (origin["commit"].as_str(), origin["repository_url"].as_str(), row["file"].as_str()) {
        (Some(commit), Some(page), Some(file)) => {
            let line = row["line"].as_u64().map_or(String::new(), |line| format!("#L{line}"));
            format!("[{said}]({page}/blob/{commit}/{file}{line})")
        }
        _ => said.to_owned(),
    }
}
