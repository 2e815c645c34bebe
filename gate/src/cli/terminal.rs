//! How standard output looks: its width, and whether colours are wanted; whether somebody sits there.

use std::env;
use std::io::{IsTerminal as _, stderr, stdin, stdout};

use gate_report::Terminal;

/// What standard output leads to. Colours only for a terminal that has them, and not where `NO_COLOR` is set (no-color.org).
pub fn terminal() -> Terminal {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let plain = Terminal::default();
    if !stdout().is_terminal() {
        // Who pipes it on says how wide it may be.
        let width = env::var("COLUMNS").ok().and_then(|width| width.parse().ok());
        return Terminal { width: width.unwrap_or(plain.width), ..plain };
    }
    let width = terminal_size::terminal_size().map_or(plain.width, |(width, _)| usize::from(width.0));
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    Terminal { width, colour: !is_set("NO_COLOR") && !dumb }
}

/// Does a pipeline run this? Some give their jobs a terminal that no person watches.
fn in_pipeline() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    ["CI", "GITHUB_ACTIONS", "GITLAB_CI"].into_iter().any(is_set)
}

/// Is there somebody who sees what standard error says?
pub(super) fn is_watched() -> bool {
    stderr().is_terminal() && !in_pipeline()
}

/// Is there somebody who can be asked?
pub(super) fn can_ask() -> bool {
    stdin().is_terminal() && is_watched()
}
