//! The `gate` command for tests that start it as a process: cargo hands no other package's program to a test.

use std::process::ExitCode;

use gate::cli::{run_on, terminal};

fn main() -> ExitCode {
    run_on(std::env::args_os(), terminal(), &mut std::io::stdout().lock(), &mut std::io::stderr()).into()
}
