//! Describes the terminal: width and colours of standard output, and whether a person can see or answer messages.

use std::env;
use std::io::{IsTerminal as _, stderr, stdin, stdout};

use gate_report::Terminal;

/// Describes the terminal of standard output. Output is coloured only on a terminal that supports colours, unless `NO_COLOR` is set
/// (no-color.org).
pub fn detect_terminal() -> Terminal {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let plain = Terminal::default();
    if !stdout().is_terminal() {
        // A program that reads the output can set the width of the text with `COLUMNS`.
        let width = env::var("COLUMNS").ok().and_then(|width| width.parse().ok());
        return Terminal { width: width.unwrap_or(plain.width), ..plain };
    }
    let width = terminal_size::terminal_size().map_or(plain.width, |(width, _)| usize::from(width.0));
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    Terminal { width, colour: !is_set("NO_COLOR") && !dumb }
}

/// Returns whether a pipeline runs this program. A terminal does not exclude a pipeline, since some pipelines give their jobs a terminal.
fn in_pipeline() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    ["CI", "GITHUB_ACTIONS", "GITLAB_CI"].into_iter().any(is_set)
}

/// Whether a person sees standard error.
pub(super) fn is_watched() -> bool {
    stderr().is_terminal() && !in_pipeline()
}

/// Whether a person can answer a question.
pub(super) fn can_ask() -> bool {
    stdin().is_terminal() && is_watched()
}
