//! Defines the commands of this repository, which run as `cargo xtask …`.

mod agent;
mod bench;
mod bless;
mod compiler;
mod demo;
mod deny;
mod formats;
mod html;
mod ios;
mod licences;
mod lines;
mod picture;
mod progress;
mod release;
mod setup;
mod store;
mod subjects;
mod swift;
mod test;
mod tidy;
mod workflows;
mod workspace;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The commands of this repository")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show launchgate on an emulated phone
    Demo {
        /// Take the README's picture of the report again
        #[arg(long)]
        picture: bool,
    },
    /// Run every check and every test, after installing their requirements
    Test(test::Options),
    /// Build target/agent/liblaunchgate.dylib for arm64 iOS, and check it
    Agent {
        /// Build target/agent/without-sampler.dylib instead: an agent without code for samples, for a test
        #[arg(long)]
        without_sampler: bool,
    },
    /// Measure, and print figures next to their goals
    Bench {
        /// Run only this bench
        name: Option<String>,
        /// Write the figures as one flat JSON object
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
        #[command(flatten)]
        size: bench::Size,
    },
    /// Measure false alarms of the gate on real sessions of one unchanged program
    Calibrate {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Measure false alarms and power of the gate and of other tools' rules on published launch times
    Scorecard {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Build gate for a platform and pack it with the agent into target/dist
    Release {
        /// linux-x86_64, linux-arm64, macos-arm64 or macos-x86_64 [default: all that this machine can build]
        platform: Option<String>,
        /// The agent that was built before, in one folder with that for simulators [default: both are built]
        #[arg(long, value_name = "DYLIB")]
        agent: Option<PathBuf>,
    },
    /// Write the Homebrew formula, install.sh and LaunchGate.xcframework.zip for the archives in target/dist
    ReleaseFiles,
    /// Compile the Swift modules of tests/app to the committed assembly texts
    Swift,
    /// Count lines of code by folder, without blank lines, comments and inline tests
    Lines(lines::Options),
    /// Write the golden files of the tests again, and show the difference
    Bless,
}

fn main() -> ExitCode {
    let command = Arguments::parse().command;
    match workspace::enter().and_then(|()| run(command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Demo { picture } => demo::demo(picture),
        Command::Test(options) => test::test(&options),
        Command::Agent { without_sampler: true } => {
            let path = agent::build_without_sampler()?;
            println!("{}\n{}", path.display(), agent::describe(&path)?);
            Ok(())
        }
        Command::Agent { without_sampler: false } => {
            for target in [agent::Target::Phone, agent::Target::Simulator] {
                let path = agent::build_for(target)?;
                println!("{}\n{}", path.display(), agent::describe(&path)?);
            }
            Ok(())
        }
        Command::Bench { name, json, size } => bench::bench(name.as_deref(), json.as_deref(), size),
        Command::Calibrate { arguments } => lab("calibrate", &arguments),
        Command::Scorecard { arguments } => lab("scorecard", &arguments),
        Command::ReleaseFiles => release::files(),
        Command::Release { platform, agent } => release::release(platform.as_deref(), agent.as_deref()),
        Command::Lines(options) => lines::lines(&options),
        Command::Swift => swift::swift(),
        Command::Bless => bless::bless(),
    }
}

/// Runs one of the measurements of `lab`.
fn lab(name: &str, arguments: &[OsString]) -> Result<()> {
    let mut command = workspace::cargo();
    command.args(["run", "--quiet", "--release", "-p", "lab", "--", name]);
    workspace::run(command.args(arguments))
}
