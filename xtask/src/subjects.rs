//! Checks the wording of new commit subjects in the step `subjects` of the test, and draws random subjects for `cargo xtask lines
//! --sample`.

use anyhow::{Result, bail};

use crate::tidy::{self, limits::Kind};
use crate::workspace;

/// The branch that contains the old commits. A commit that is not in this branch is new.
const MAIN: &str = "origin/main";

/// The largest number of characters of a subject. Logs and lists of commits truncate longer subjects.
const LONGEST: usize = 71;

/// A commit in the log.
pub(crate) struct Commit {
    pub(crate) name: String,
    pub(crate) subject: String,
}

/// Returns an error with each new commit whose subject violates a rule. If the clone shares no commit with `origin/main`, no commit is new.
pub(crate) fn check() -> Result<()> {
    let Ok(base) = workspace::read(workspace::git().args(["merge-base", MAIN, "HEAD"])) else {
        eprintln!("no subjects checked: this clone shares no commit with {MAIN}");
        return Ok(());
    };
    let commits = read(&["--no-merges", &format!("{}..HEAD", base.trim())])?;
    let problems: Vec<String> = commits.iter().filter_map(problem).collect();
    if !problems.is_empty() {
        bail!("`git rebase --interactive {MAIN}` rewords a commit\n{}", problems.join("\n"));
    }
    Ok(())
}

/// Returns the commits that the arguments of `git log` select, such as a range.
pub(crate) fn read(range: &[&str]) -> Result<Vec<Commit>> {
    let log = workspace::read(workspace::git().args(["log", "--format=%h %s"]).args(range).arg("--"))?;
    let commits = log.lines().filter_map(|line| line.split_once(' '));
    Ok(commits.map(|(name, subject)| Commit { name: name.to_owned(), subject: subject.to_owned() }).collect())
}

/// Returns the arguments of `git log` that select the commits since the newest tag. In a clone without tags, the arguments select the last
/// 100 commits.
pub(crate) fn recent() -> Vec<String> {
    let tag = workspace::read(workspace::git().args(["describe", "--tags", "--abbrev=0"]));
    match tag {
        Ok(tag) => vec![format!("{}..HEAD", tag.trim())],
        Err(_) => vec!["--max-count=100".to_owned()],
    }
}

fn problem(commit: &Commit) -> Option<String> {
    let Commit { name, subject } = commit;
    let kinds = tidy::broken_by_text(subject);
    let length = subject.chars().count();
    if length > LONGEST {
        Some(format!("{name} {subject}: {length} characters, at most {LONGEST} fit"))
    } else if kinds.contains(&Kind::First) {
        Some(format!("{name} {subject}: begin with a verb in the imperative"))
    } else if kinds.contains(&Kind::Speech) {
        Some(format!("{name} {subject}: only people tell and say; name the thing that the commit changes"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_of_commits_that_break_a_rule_are_reported() {
        let found =
            |subject: &str| problem(&Commit { name: "a1b2c3d".to_owned(), subject: subject.to_owned() });
        let longest = format!("Move {}", "x".repeat(LONGEST - 5));
        for subject in ["Move the file ordinal into ReadContext", "Read nothing of `told`", &longest] {
            assert_eq!(found(subject), None);
        }
        for (subject, expected) in [
            ("What a run has recorded", "begin with a verb"),
            ("Carry what was said of a file", "only people tell and say"),
            (&format!("{longest}x"), "72 characters, at most 71 fit"),
        ] {
            let text = found(subject).expect(subject);
            assert!(text.starts_with("a1b2c3d ") && text.contains(expected), "{text}");
        }
    }
}
