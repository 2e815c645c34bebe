//! How standard output looks: its width, and whether colours are wanted.

use std::env;
use std::io::{IsTerminal as _, stdout};

use crate::report::Terminal;

/// What standard output leads to. Colours only for a terminal that has them, and not where `NO_COLOR` is set (no-color.org).
pub fn terminal() -> Terminal {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let plain = Terminal::default();
    if !stdout().is_terminal() {
        return plain;
    }
    let width = terminal_size::terminal_size().map_or(plain.width, |(width, _)| usize::from(width.0));
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    Terminal { width, colour: !is_set("NO_COLOR") && !dumb }
}
