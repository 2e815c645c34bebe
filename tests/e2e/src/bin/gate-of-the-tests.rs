//! Runs the `gate` command, for tests that start it as a process. The program is part of this package,
//! because cargo gives a test only the programs of the test's own package.

use std::process::ExitCode;

use gate::cli::{detect_terminal, run_on};

fn main() -> ExitCode {
    run_on(std::env::args_os(), detect_terminal(), &mut std::io::stdout().lock(), &mut std::io::stderr())
        .into()
}
