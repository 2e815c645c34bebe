//! Defines the command line and the exit codes. No other module uses clap.
//!
//! Invariant: results are written to `out` and all other text to `err`. A file is written completely or not at all.

mod accept;
mod advice;
mod backtest;
mod baseline;
mod baseline_git;
mod baseline_update;
mod bisect;
mod check;
mod comment;
mod devices;
mod doctor;
mod exit;
mod explain;
mod export;
mod help;
mod init;
mod inject;
mod inspect;
mod issues;
mod look;
mod mcp;
mod options;
mod origin;
mod report;
mod run;
mod shell;
mod show;
#[cfg(feature = "store")]
mod store;
mod terminal;
mod trend;
mod trial;
mod trial_file;
mod trust;
mod values;
mod verify;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, FromArgMatches as _, Parser, Subcommand};
use gate_attribution::symbols::{shown_uuid, uuid_of};
use gate_report::Terminal;

use crate::app::embedded_agents;
use options::{JudgedByArgs, READ, SettingsArgs};

pub use advice::failure_advice as advice;
pub use exit::Exit;
pub use terminal::detect_terminal;

/// Find launch-time regressions of iOS apps and name the methods that cause them
#[derive(Parser)]
#[command(name = "gate", version, about, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 pass, 1 error in the command or its input, 2 regression,
3 undecided, 4 no baseline, 5 not comparable, 6 device or infrastructure
failure, 7 the app failed to launch or to record";

#[derive(Subcommand)]
enum Command {
    /// Compare launches with the baseline; fail on a regression
    ///
    /// The baseline is the stored sessions, or with --base the launches of another build.
    #[command(after_help = "Examples:\n  gate check traces/\n  gate check head.jsonl --base main.jsonl\n  \
        gate check traces/ --base old-traces/ -o report.html -o verdict.json\n  \
        gate check interleaved.jsonl    (interleaved launches hold both sides)")]
    Check(Check),
    /// Post the comment of a pull or merge request, or update it
    #[command(
        after_help = "Examples:\n  gate comment verdict.json    (in a pipeline of GitHub or GitLab)\n  \
        gate comment verdict.json --on github --repository acme/shop --number 7\n  \
        gate comment verdict.json --dry-run\n  \
        gate trend -o json=trend.json && gate comment --issues trend.json    (in a nightly run)"
    )]
    Comment(comment::Comment),
    /// Store, list, show, pin, accept, test and prune baselines
    Baseline(baseline::Baseline),
    /// Find the commit that made the launch slower, by git bisect
    #[command(
        after_help = "Examples:\n  gate bisect v2.0 main --sign key.p12 -- sh -c 'xcodebuild -scheme Shop -sdk iphoneos CONFIGURATION_BUILD_DIR=\"$LAUNCHGATE_OUT\"'\n  \
        gate bisect v2.0 main --app build/Shop.ipa -- fastlane build\n  \
        gate bisect v2.0 main --launch-command ./launch-on-farm.sh -- make app\n\n\
        Then: git show COMMIT. The same command again continues a search that was stopped"
    )]
    Bisect(bisect::Bisect),
    /// Put sessions into a store at a URL; query engines read it
    #[cfg(feature = "store")]
    Store(store::StoreArgs),
    /// List connected devices with the driver used for each, and the reason
    #[command(after_help = "Examples:\n  gate devices\n  gate devices --format json")]
    Devices(devices::Devices),
    /// Check the setup for running on a device; list what to fix
    #[command(after_help = "Examples:\n  gate doctor\n  gate doctor --agent agents/liblaunchgate.dylib\n  \
        gate doctor --app Shop.ipa --profile Shop.mobileprovision --profile Widget.mobileprovision")]
    Doctor(doctor::Doctor),
    /// Show callers and callees of a method, or parts of a launch
    ///
    /// With --evidence: the evidence of each finding of a verdict, for people, programs or a coding agent. With `tree` or `functions` instead of a name: list all calls, or the functions that samples found.
    #[command(
        after_help = "Examples:\n  gate explain '-[Cart reload]' traces/\n  gate explain launch traces/\n  \
        gate explain '-[Cart reload]' head.jsonl --base main.jsonl\n  gate explain tree traces/\n  \
        gate explain functions traces/\n  gate explain --evidence verdict.json --for agent"
    )]
    Explain(explain::ExplainArgs),
    /// Print every setting with its default and meaning, as a config.toml to start from
    #[command(after_help = "Example:\n  gate config | less")]
    Config,
    /// Write settings and CI workflows for a project
    #[command(
        after_help = "Examples:\n  gate init\n  gate init --on gitlab --dry-run\n  gate init ../Shop --force"
    )]
    Init(init::Init),
    /// Add the agent to an app, as the first library that it loads
    #[command(
        after_help = "Examples:\n  gate inject Shop.ipa -o Shop+agent.ipa --sign key.p12 --password-file key.txt\n  gate inject Shop.app --agent liblaunchgate.dylib -o out/Shop.app --sign none"
    )]
    Inject(inject::Inject),
    /// List what a build costs at launch without running it: dylibs, +load, static initialisers, fixups, sizes
    #[command(
        after_help = "Examples:\n  gate inspect Shop.ipa\n  gate inspect Shop.ipa --base Main.ipa --format markdown\n  \
        gate inspect Shop.app -o facts.json -o facts.html"
    )]
    Inspect(inspect::Inspect),
    /// Record three launches of an app and open them as a page
    #[command(
        after_help = "Examples:\n  gate look Shop.ipa --sign key.p12 --password-file key.txt --profile dev.mobileprovision\n  \
        gate look Shop+agent.app\n  gate look traces/ -o launch.html    (launches recorded earlier)"
    )]
    Look(look::LookArgs),
    /// Launch an app on a device repeatedly and collect the traces
    #[command(after_help = "Examples:\n  gate run Shop+agent.ipa -o traces --launches 12\n  \
        gate run Shop+agent.ipa -o traces --base Main+agent.ipa    (two builds, interleaved)\n  \
        gate run Shop+agent.ipa -o traces --until-decided --scenario signed-in\n  \
        gate run Shop+agent.ipa -o traces --resume    (after Ctrl-C or a failure)\n\n\
        Then: gate check traces, or gate baseline update traces")]
    Run(run::Run),
    /// Convert a verdict of `gate check` to another format
    #[command(after_help = "Examples:\n  gate report verdict.json\n  \
        gate report verdict.json --format markdown >> \"$GITHUB_STEP_SUMMARY\"\n  \
        gate report verdict.json -o junit=launch.xml -o launch.sarif")]
    Report(report::ReportArgs),
    /// Convert launches to formats of other tools
    #[command(after_help = "Examples:\n  gate export traces/ -o launches.jsonl\n  \
        gate export traces/7.lgtrace --format chrome -o launch.json\n  \
        gate export traces/ --format collapsed -o launch.folded")]
    Export(export::Export),
    /// Show launch time and methods over sessions and commits
    #[command(
        after_help = "Examples:\n  gate trend\n  gate trend --method '-[Cart reload]' --since 2026-01-31\n  \
        gate trend --module Checkout -o trend.html"
    )]
    Trend(trend::TrendArgs),
    /// Serve check, explain, look, trend and bisect to a coding agent, by the Model Context Protocol
    #[command(after_help = "Examples:\n  gate mcp\n  gate mcp --folder . --folder ../launches --write")]
    Mcp(mcp::Mcp),
    /// Print the completion script for a shell
    #[command(
        after_help = "Examples:\n  gate completions bash > ~/.local/share/bash-completion/completions/gate\n  \
        gate completions zsh > ~/.zfunc/_gate"
    )]
    Completions(shell::Completions),
    /// Write the manual pages, one for each command
    #[command(after_help = "Example:\n  gate man -o ~/.local/share/man/man1 && man gate-check")]
    Man(shell::Man),
}

#[derive(Args)]
struct Check {
    /// Read these traces, launch records (.jsonl, .gz, .zst), folders of these, or - for standard input
    #[arg(required = true, long_help = READ)]
    runs: Vec<PathBuf>,
    /// Compare with these launches instead of the stored baselines
    #[arg(long, num_args = 1.., value_name = "RUNS", conflicts_with_all = ["baseline", "baseline_ref"])]
    base: Vec<PathBuf>,
    /// Name functions of the base by the dSYMs in this folder, if its launches are not stored [default: attribution.symbols, which names
    /// the dSYMs of the head]
    #[arg(long, value_name = "DIR")]
    base_symbols: Option<PathBuf>,
    /// Require that these fresh launches of the head build confirm a finding [default: those that `gate run` recorded for this]
    #[arg(long, num_args = 1.., value_name = "RUNS")]
    again: Vec<PathBuf>,
    /// Answer whether the findings of this earlier verdict are fixed: exit code 0 if all are, 2 if one is not, 3 if undecided; with
    /// --format json as launchgate.claim/1
    #[arg(long, value_name = "VERDICT")]
    claim: Option<PathBuf>,
    #[command(flatten)]
    judged_by: JudgedByArgs,
    /// Fail if a budget, an override, a module rule or an acceptance has no match [default: warn]
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    output: report::OutputArgs,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// Runs the command in `args`, whose first element is the name of the program. The function does not end the process, and prints only to
/// `out` and `err`.
pub fn run(args: impl IntoIterator<Item = OsString>, out: &mut dyn Write, err: &mut dyn Write) -> Exit {
    run_on(args, Terminal::default(), out, err)
}

/// Runs a command as [`run()`] does, with the output format of the given terminal.
pub fn run_on(
    args: impl IntoIterator<Item = OsString>,
    terminal: Terminal,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Exit {
    let parsed =
        help::build_command().try_get_matches_from(args).and_then(|found| Cli::from_arg_matches(&found));
    let cli = match parsed {
        Ok(cli) => cli,
        // Help and version are not errors. Any other result is a usage error with the exit code 1, since clap's exit code 2 would mean a
        // regression.
        Err(error) => {
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            let is_version = error.kind() == ErrorKind::DisplayVersion;
            let more = if is_version { agents_inside() } else { String::new() };
            let written = match help::usage_advice(&error) {
                _ if asked => write!(out, "{error}{more}"),
                Some(advice) => writeln!(err, "error: {}\n  {advice}", first_line(&error)),
                None => write!(err, "{error}"),
            };
            return if asked && written.is_ok() { Exit::Pass } else { Exit::Error };
        }
    };
    let done = dispatch(cli.command, Console { terminal, out, err });
    done.unwrap_or_else(|error| {
        // A reader that closed the output is not an error to report.
        let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<std::io::Error>());
        if causes.any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe) {
            return Exit::Error;
        }
        // If even the error cannot be written, only the exit code remains.
        let _ = err.write_all(error_text(&error).as_bytes());
        Exit::from(&error)
    })
}

/// Returns the first line of a usage error, which contains the reason without clap's tips.
fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
}

/// Lists the UUIDs of the embedded agents, by which crash reports identify an agent.
fn agents_inside() -> String {
    let agents = embedded_agents().into_iter().flat_map(|agents| agents.agent_files());
    let lines = agents.map(|(name, bytes)| {
        let uuid = uuid_of(bytes).map_or_else(|| "no UUID".to_owned(), |uuid| shown_uuid(&uuid));
        format!("{name} {uuid}\n")
    });
    lines.collect()
}

/// Formats an error for people.
fn error_text(error: &anyhow::Error) -> String {
    let message = advice::error_message(error);
    let lines: Vec<String> = message.lines().map(gate_report::escape_for_display).collect();
    format!("error: {}\n", lines.join("\n       "))
}

/// The outputs of a command: results go to `out`, all else to `err`.
struct Console<'a> {
    /// The terminal or file that `out` leads to.
    terminal: Terminal,
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
}

fn dispatch(command: Command, mut to: Console<'_>) -> anyhow::Result<Exit> {
    match command {
        Command::Check(check) => check::check(&check, to),
        Command::Comment(args) => comment::comment(&args, to.out, to.err),
        Command::Baseline(args) => baseline::baseline(&args, &mut to),
        Command::Bisect(args) => bisect::bisect(&args, to.out, to.err),
        #[cfg(feature = "store")]
        Command::Store(args) => store::store(&args, &mut to),
        Command::Explain(args) => explain::explain(args, to),
        Command::Config => {
            to.out.write_all(gate_config::REFERENCE.as_bytes()).map(|()| Exit::Pass).map_err(Into::into)
        }
        Command::Init(args) => init::init(&args, to.out, to.err),
        Command::Devices(args) => devices::devices(&args, to.out, to.err),
        Command::Doctor(args) => doctor::doctor(&args, to.out),
        Command::Inject(args) => inject::run(&args, to.out, to.err),
        Command::Inspect(args) => inspect::inspect(&args, to.out, to.err),
        Command::Look(args) => look::look(&args, to),
        Command::Run(args) => run::run(&args, to.out, to.err),
        Command::Report(args) => report::report(&args, to),
        Command::Export(args) => export::export(&args, to.out, to.err),
        Command::Trend(args) => trend::run(&args, to),
        Command::Mcp(args) => mcp::serve(&args),
        Command::Completions(args) => shell::completions(&args, to.out),
        Command::Man(args) => shell::write_manual(&args, to.out),
    }
}
