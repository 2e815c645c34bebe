//! Checks the third-party actions in workflows, in the templates of `gate init` and in the documentation. Each action must be pinned to the
//! commit in a table, and GitHub's runners must still support its runtime.
//!
//! The module also checks the address of this repository. Markdown must contain the same address as the workspace's Cargo.toml, and other
//! files must not contain it.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::release::repository;

/// An action, and the only commit at which it may be used.
struct Pinned {
    action: &'static str,
    commit: &'static str,
    version: &'static str,
    runtime: &'static str,
}

const PINNED: [Pinned; 5] = [
    Pinned {
        action: "actions/checkout",
        commit: "08c6903cd8c0fde910a37f88322edcfb5dd907a8",
        version: "v5.0.0",
        runtime: NODE_24,
    },
    Pinned {
        action: "actions/upload-artifact",
        commit: "b7c566a772e6b6bfb58ed0dc250532a479d7789f",
        version: "v6.0.0",
        runtime: NODE_24,
    },
    Pinned {
        action: "actions/download-artifact",
        commit: "37930b1c2abaa49bbe596cd826c3c89aef350131",
        version: "v7.0.0",
        runtime: NODE_24,
    },
    Pinned {
        action: "actions/cache",
        commit: "9255dc7a253b0ccc959486e2bca901246202afeb",
        version: "v5.0.1",
        runtime: NODE_24,
    },
    Pinned {
        action: "actions/attest-build-provenance",
        commit: "977bb373ede98d70efdf65b84cb5f73e068dcc2a",
        version: "v3.0.0",
        runtime: NODE_24,
    },
];

const NODE_24: &str = "Node 24";

/// The first day on which each runtime must not be used any more. GitHub removed Node 20 from its runners in September 2026. Node 24 gets
/// no security fixes from May 2028 on.
const ENDS: [(&str, &str); 2] = [("Node 20", "2026-09-16"), (NODE_24, "2028-05-01")];

/// Returns the problems in a workflow, a template or a page.
pub(super) fn check(path: &str, text: &str) -> Vec<(usize, String)> {
    let mut found = check_on(&today(), path, text);
    found.extend(copies(repository::name(), path, text));
    found
}

/// Returns a problem for each line with an address of this repository, if the address differs from `own` or the file must not contain it.
fn copies(own: &str, path: &str, text: &str) -> Vec<(usize, String)> {
    let is_test =
        path.contains("/tests/") || path.starts_with("tests/") || path.starts_with("xtask/src/tidy/");
    let lines = text.lines().enumerate().filter(|_| !is_test && path != "Cargo.toml");
    lines.filter_map(|(at, line)| Some((at + 1, copy_problem(own, path.ends_with(".md"), line)?))).collect()
}

/// Returns the problem of a line that contains an address of this repository.
fn copy_problem(own: &str, is_markdown: bool, line: &str) -> Option<String> {
    let name = own.rsplit('/').next().unwrap_or(own);
    let owner = owner_in(line, &format!("/{name}"))?;
    match is_markdown {
        true if format!("{owner}/{name}") == own => None,
        true => Some(format!("the repository is {own} (Cargo.toml), not {owner}/{name}")),
        false => Some("take the repository's address from Cargo.toml (CARGO_PKG_REPOSITORY)".to_owned()),
    }
}

/// Returns the owner in an address of a repository with this name. The address may be a URL on GitHub, an action, or an argument of
/// GitHub's command `gh`.
fn owner_in<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.match_indices(name).find_map(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + name.len()..]);
        let start = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '-').map_or(0, |at| at + 1);
        let (place, owner) = before.split_at(start);
        let is_address = place.ends_with("github.com/") || place.ends_with("--repo ");
        ((is_address || after.starts_with("/.github/action@")) && !owner.is_empty()).then_some(owner)
    })
}

fn check_on(day: &str, path: &str, text: &str) -> Vec<(usize, String)> {
    let is_read = path.starts_with(".github/")
        || path.starts_with("crates/gate-init/src/templates/")
        || (path.starts_with("docs/") && path.ends_with(".md"));
    if !is_read {
        return Vec::new();
    }
    let line = |(at, line): (usize, &str)| Some((at + 1, problem(day, line)?));
    text.lines().enumerate().filter_map(line).collect()
}

/// Returns the rule that a line violates.
fn problem(day: &str, line: &str) -> Option<String> {
    let used = line.trim().trim_start_matches("- ").strip_prefix("uses: ")?;
    // The templates contain the address of this repository's own action as a placeholder.
    if used.starts_with("@ACTION@") || used.starts_with(repository::name()) {
        return None;
    }
    let (action, pin) = used.split_once('@').unwrap_or((used, ""));
    let Some(known) = PINNED.iter().find(|known| known.action == action) else {
        return Some(format!("the action {action} is not in the table of xtask/src/tidy/actions.rs"));
    };
    if pin != format!("{} # {}", known.commit, known.version) {
        return Some(format!("{action} must be pinned as {action}@{} # {}", known.commit, known.version));
    }
    let end = ENDS.iter().find(|(runtime, _)| *runtime == known.runtime).map_or("", |(_, end)| *end);
    (day >= end).then(|| format!("{action} needs {}, which runners do not have from {end} on", known.runtime))
}

/// Returns today's date in UTC, as in `2026-11-27`.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    day(since.as_secs() / 86_400)
}

/// Returns the civil date for a number of days since 1970 (Howard Hinnant, "chrono-Compatible Low-Level Date
/// Algorithms").
fn day(since_1970: u64) -> String {
    let days = since_1970 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHECKOUT: &str =
        "      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0\n";

    #[test]
    fn days_since_1970_are_converted_to_dates() {
        assert_eq!(
            [0, 59, 20_783, 21_304].map(day),
            ["1970-01-01", "1970-03-01", "2026-11-26", "2028-04-30"]
        );
    }

    #[test]
    fn github_actions_that_are_not_pinned_as_in_the_table_are_found() {
        let old = CHECKOUT
            .replace("08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0", "v4")
            .replace("      - ", "        ");
        for (path, text, expected) in [
            (".github/workflows/a.yml", old.as_str(), "actions/checkout must be pinned as"),
            ("crates/gate-init/src/templates/a.yml", "- uses: a/b@main\n", "a/b is not in the table"),
            ("docs/recipes.md", "uses: actions/cache\n", "actions/cache must be pinned"),
        ] {
            let found = check_on("2026-11-27", path, text);
            assert!(found.len() == 1 && found[0].1.contains(expected), "{path}: {found:?}");
        }
        for (path, text) in
            [(".github/workflows/a.yml", CHECKOUT), ("tests/e2e/tests/a.rs", "uses: a/b@main\n")]
        {
            assert_eq!(check_on("2026-11-27", path, text), [], "{path}");
        }
    }

    #[test]
    fn other_addresses_of_the_repository_than_the_one_in_cargo_toml_are_found() {
        let line = "cargo install --git https://github.com/acme/launchgate gate";
        let action = "- uses: acme/launchgate/.github/action@COMMIT";
        for (path, text, expected) in [
            ("README.md", line, None),
            ("docs/ci.md", action, None),
            ("docs/ci.md", "- uses: shop/launchgate/.github/action@COMMIT", Some("not shop/launchgate")),
            ("docs/ci.md", "gh attestation verify X --repo shop/launchgate", Some("not shop/launchgate")),
            ("gate/src/cli/init.rs", action, Some("CARGO_PKG_REPOSITORY")),
            ("gate/tests/init.rs", action, None),
            ("Cargo.toml", "repository = \"https://github.com/acme/launchgate\"", None),
            (".github/action/measure.sh", "kept=$HOME/.cache/launchgate/kept", None),
        ] {
            let found = copies("acme/launchgate", path, text);
            let matches =
                expected.map_or(found.is_empty(), |part| found.len() == 1 && found[0].1.contains(part));
            assert!(matches, "{path}: {text}: {found:?}");
        }
    }

    #[test]
    fn a_github_action_whose_runtime_is_no_longer_supported_is_refused() {
        let found = check_on("2028-05-01", ".github/workflows/a.yml", CHECKOUT);
        assert!(found.len() == 1 && found[0].1.contains("needs Node 24"), "{found:?}");
    }
}
