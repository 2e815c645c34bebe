//! The `gate` command.
#![forbid(unsafe_code)]

use std::panic;
use std::process::ExitCode;

use gate::cli::{Exit, run_on, terminal};

fn main() -> ExitCode {
    // A panic is a fault of this program: exit code 1, never Rust's 101, which no pipeline could tell from an answer.
    let run =
        || run_on(std::env::args_os(), terminal(), &mut std::io::stdout().lock(), &mut std::io::stderr());
    panic::catch_unwind(run).unwrap_or(Exit::Error).into()
}
