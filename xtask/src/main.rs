//! The commands of this repository: `cargo xtask …`.

mod agent;
mod bench;
mod ios;
mod workspace;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The commands of this repository")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build target/agent/liblaunchgate.dylib for arm64 iOS, and check it
    Agent,
    /// Measure, and print figures next to their goals
    Bench {
        /// Only this bench
        name: Option<String>,
        /// Write the figures as one flat JSON object
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    let answer = match Arguments::parse().command {
        Command::Agent => agent::build().and_then(|path| {
            println!("{}\n{}", path.display(), agent::describe(&path)?);
            Ok(())
        }),
        Command::Bench { name, json } => bench::bench(name.as_deref(), json.as_deref()),
    };
    match answer {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
