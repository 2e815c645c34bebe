//! Runs cargo-deny on the dependencies with the rules of `deny.toml`: advisories, licences, bans and sources.
//!
//! Licences, bans and sources are checked without a network. If the database of advisories cannot be fetched,
//! a message reports that advisories were not checked, so that the tests can run on a machine without a
//! network. Continuous integration has a network.

use std::process::{Command, Output};

use anyhow::{Context as _, Result, bail};

use crate::{setup, workspace};

/// Parts of cargo-deny's messages for a database that cannot be fetched.
const UNREACHABLE: [&str; 2] = ["failed to fetch advisory database", "failed to fetch database"];

/// Returns an error with the findings of cargo-deny.
pub(crate) fn check() -> Result<()> {
    // A build downloads only the packages that it compiles, but cargo-deny reads the packages of all features
    // and platforms.
    workspace::run(workspace::cargo().args(["fetch", "--locked"]))?;
    let offline = run(&["--offline", "--locked", "check", "licenses", "bans", "sources"])?;
    if !offline.status.success() {
        bail!("{}", errors(&offline));
    }
    let advisories = run(&["--locked", "check", "advisories"])?;
    if advisories.status.success() {
        return Ok(());
    }
    let errors = errors(&advisories);
    if !is_unreachable(&errors) {
        bail!("{errors}");
    }
    eprintln!(
        "deny: advisories were NOT checked, since their database cannot be fetched; run this again with a network"
    );
    Ok(())
}

fn run(words: &[&str]) -> Result<Output> {
    let program = setup::cargo_deny();
    let mut command = Command::new(&program);
    command.args(words).current_dir(workspace::root());
    command.output().with_context(|| format!("could not start {}", program.display()))
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim_end().to_owned()
}

/// Returns whether the output reports only that the database is missing, and no finding.
fn is_unreachable(errors: &str) -> bool {
    UNREACHABLE.iter().any(|words| errors.contains(words)) && !errors.contains("error[")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_security_advisory_is_not_taken_for_a_missing_network() {
        assert!(is_unreachable(
            "2026-11-22 [ERROR] failed to fetch advisory database https://example with cli"
        ));
        assert!(!is_unreachable("error[vulnerability]: failed to fetch advisory database"));
        assert!(!is_unreachable("error[yanked]: a crate was yanked"));
        assert!(!is_unreachable(""));
    }
}
