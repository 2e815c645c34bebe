//! The `gate` command for tests that start it as a process: cargo gives a test only programs of its own
//! package.

use std::process::ExitCode;

use gate::cli::{run_on, terminal};

fn main() -> ExitCode {
    run_on(std::env::args_os(), terminal(), &mut std::io::stdout().lock(), &mut std::io::stderr()).into()
}
