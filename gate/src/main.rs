//! The `gate` command.
#![forbid(unsafe_code)]

use std::panic;
use std::process::ExitCode;

use gate::cli::{Exit, run_on, terminal};

/// Those of a release, which names their folder when it builds this program.
#[cfg(agents_inside)]
const AGENTS: gate::app::Agents = gate::app::Agents {
    devices: include_bytes!(concat!(env!("LAUNCHGATE_AGENTS"), "/liblaunchgate.dylib")),
    simulators: include_bytes!(concat!(env!("LAUNCHGATE_AGENTS"), "/liblaunchgate-simulator.dylib")),
};

fn main() -> ExitCode {
    #[cfg(agents_inside)]
    gate::app::carry(AGENTS);
    // A panic is a fault of this program: exit code 1, never Rust's 101, which no pipeline could tell from an answer.
    let run =
        || run_on(std::env::args_os(), terminal(), &mut std::io::stdout().lock(), &mut std::io::stderr());
    panic::catch_unwind(run).unwrap_or(Exit::Error).into()
}
