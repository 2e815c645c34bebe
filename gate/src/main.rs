//! The `gate` command.
#![forbid(unsafe_code)]

use std::panic;
use std::process::ExitCode;

use gate::cli::{Exit, detect_terminal, run_on};

/// The agents that a release embeds. The build of a release sets the folder of the agents in an environment variable.
#[cfg(feature = "agents-inside")]
const AGENTS: gate::app::EmbeddedAgents = gate::app::EmbeddedAgents {
    devices: include_bytes!(concat!(env!("LAUNCHGATE_AGENTS"), "/liblaunchgate.dylib")),
    simulators: include_bytes!(concat!(env!("LAUNCHGATE_AGENTS"), "/liblaunchgate-simulator.dylib")),
};

fn main() -> ExitCode {
    #[cfg(feature = "agents-inside")]
    gate::app::register_agents(AGENTS);
    // A panic is an error of this program and ends with exit code 1, since Rust's exit code 101 is not an
    // exit code of `gate`. The output is not locked, since `gate mcp` writes to the output from a different
    // thread.
    let run =
        || run_on(std::env::args_os(), detect_terminal(), &mut std::io::stdout(), &mut std::io::stderr());
    panic::catch_unwind(run).unwrap_or(Exit::Error).into()
}
