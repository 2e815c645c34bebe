//! The command line: the only place that knows clap, the clock and exit codes.
//!
//! Invariant: results go to `out`, everything else to `err`; a file is written whole or not at all.

mod accept;
mod advice;
mod agent;
mod baseline;
mod baseline_git;
mod baseline_update;
mod calibrate;
mod check;
mod comment;
mod context;
mod devices;
mod doctor;
mod exit;
mod explain;
mod export;
mod init;
mod inject;
mod inspect;
mod kept_facts;
mod look;
mod origin;
mod plan;
mod policy;
mod report;
mod run;
mod shell;
mod stacks;
mod terminal;
mod tree;
mod trust;
mod verify;
mod write;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};

use crate::config::{Config, ConfigError, Problem};
use crate::device::tools::spec::Table;
use crate::report::Terminal;

pub use advice::of_failure as advice;
pub use exit::Exit;
pub use terminal::terminal;

/// Compares launch-time distributions and names what got slower
#[derive(Parser)]
#[command(name = "gate", version, about, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 pass, 1 error of the tool or its input, 2 regression, 3 undecided, \
4 no baseline, 5 incomparable, 6 device or infrastructure, 7 the app failed to launch or record";

/// The file that a test compares with the settings' own list.
const REFERENCE: &str = include_str!("../../../config.toml");

#[derive(Subcommand)]
enum Command {
    /// Judge launches against the stored baselines, or against launches of the base
    #[command(after_help = "Examples:\n  gate check traces/\n  gate check head.jsonl --base main.jsonl\n  \
        gate check traces/ --base old-traces/ --format json --out human=verdict.txt\n  \
        gate check interleaved.jsonl    (launches with block and role: no base is needed)")]
    Check(Check),
    /// Write the comment of a pull or merge request, or bring it up to date
    #[command(
        after_help = "Examples:\n  gate comment verdict.json    (in a pipeline of GitHub or GitLab)\n  \
        gate comment verdict.json --on github --repository acme/shop --number 7\n  \
        gate comment verdict.json --dry-run"
    )]
    Comment(comment::Comment),
    /// Store, list, show, pin, accept, verify and prune baselines
    Baseline(baseline::Baseline),
    /// Show the devices that are there, and which driver would be used for each, and why
    #[command(after_help = "Examples:\n  gate devices\n  gate devices --json")]
    Devices(devices::Devices),
    /// Terminal at everything that a launch on a device needs: ok, or what to do
    #[command(after_help = "Examples:\n  gate doctor\n  gate doctor --agent agents/liblaunchgate.dylib")]
    Doctor(doctor::Doctor),
    /// Show who calls a method and what it calls, then and now
    #[command(after_help = "Examples:\n  gate explain '-[Cart reload]' traces/\n  \
        gate explain '-[Cart reload]' head.jsonl --base main.jsonl")]
    Explain(explain::Explain),
    /// Print every setting with its default and what it means: a config.toml to start from
    #[command(after_help = "Example:\n  gate config | less")]
    Config,
    /// Write settings and workflows for a project, with all that it tells filled in
    #[command(
        after_help = "Examples:\n  gate init\n  gate init --on gitlab --dry-run\n  gate init ../Shop --force"
    )]
    Init(init::Init),
    /// Put the agent into an app, as the first library that it loads
    #[command(
        after_help = "Examples:\n  gate inject Shop.ipa -o Shop+agent.ipa --sign key.p12 --password-file key.txt\n  gate inject Shop.app --agent liblaunchgate.dylib -o out/Shop.app --sign none"
    )]
    Inject(inject::Inject),
    /// Show what a build says of its launch without running: dylibs, +load, static initialisers, fixups, sizes
    #[command(
        after_help = "Examples:\n  gate inspect Shop.ipa\n  gate inspect Shop.ipa --against Main.ipa --format markdown\n  \
        gate inspect Shop.app --out json=facts.json --out html=facts.html"
    )]
    Inspect(inspect::Inspect),
    /// Show a launch by itself: put the agent in, launch three times, and write and open one HTML page
    #[command(
        after_help = "Examples:\n  gate look Shop.ipa --sign key.p12 --password-file key.txt --profile dev.mobileprovision\n  \
        gate look Shop+agent.app\n  gate look traces/ -o launch.html    (launches that are there)"
    )]
    Look(look::LookArgs),
    /// Launch an app on a device, as often as it takes, and bring the traces home
    #[command(after_help = "Examples:\n  gate run Shop+agent.ipa -o traces --launches 12\n  \
        gate run Shop+agent.ipa -o traces --against Main+agent.ipa    (two builds, in blocks by lot)\n  \
        gate run Shop+agent.ipa -o traces --until-decided --scenario signed-in\n  \
        gate run Shop+agent.ipa -o traces --resume    (after Ctrl-C or a failure)\n\n\
        Then: gate check traces, or gate baseline update traces")]
    Run(run::Run),
    /// Show a verdict that `gate check` wrote, in any format; the launches are not needed
    #[command(after_help = "Examples:\n  gate report verdict.json\n  \
        gate report verdict.json --format markdown >> \"$GITHUB_STEP_SUMMARY\"\n  \
        gate report verdict.json --out junit=launch.xml --out sarif=launch.sarif")]
    Report(report::ReportArgs),
    /// Say how many launches an effect needs, from the noise of stored ones
    #[command(after_help = "Examples:\n  gate plan --effect 5\n  gate plan traces/ --effect 3 --power 0.8")]
    Plan(plan::Plan),
    /// Judge unchanged launches against each other: this lab's false alarms, and the smallest effect it can see
    #[command(
        after_help = "Example:\n  gate calibrate main-monday/ main-tuesday/ main-wednesday/ --launches 10"
    )]
    Calibrate(calibrate::Calibrate),
    /// Write launches in a format that other tools read
    #[command(after_help = "Examples:\n  gate export traces/ --format launches > launches.jsonl\n  \
        gate export traces/7.lgtrace --format chrome > launch.json\n  \
        gate export traces/ --format collapsed > launch.folded")]
    Export(export::Export),
    /// Show the call tree of launches: total, share, self cost, calls, method
    #[command(after_help = "Examples:\n  gate tree traces/\n  gate tree traces/ --depth 4 --min 1ms\n  \
        gate tree traces/ --filter '-[Cart *]' --min 0%")]
    Tree(tree::Tree),
    /// List the functions in which samples of call stacks found the launch, in every language
    #[command(
        after_help = "Examples:\n  gate stacks traces/\n  gate stacks traces/ --sort total --top 50 --full\n  \
        gate stacks traces/ --format json > stacks.json"
    )]
    Stacks(stacks::Stacks),
    /// Print what a shell needs to complete this command
    #[command(
        after_help = "Examples:\n  gate completions bash > ~/.local/share/bash-completion/completions/gate\n  \
        gate completions zsh > ~/.zfunc/_gate"
    )]
    Completions(shell::Completions),
    /// Write the manual's pages, one for each command
    #[command(after_help = "Example:\n  gate man -o ~/.local/share/man/man1 && man gate-check")]
    Man(shell::Man),
}

#[derive(Args)]
struct Check {
    /// Traces, launch records (.jsonl, .gz, .zst), Chrome traces, folders of them, or - for standard input
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    /// Compare with these launches, and not with the stored baselines
    #[arg(long, num_args = 1.., value_name = "RUNS", conflicts_with_all = ["baseline", "baseline_ref"])]
    base: Vec<PathBuf>,
    /// A folder with the dSYMs of the base's build, where its launches are given and not stored; those of the head are in attribution.symbols
    #[arg(long, value_name = "DIR")]
    base_symbols: Option<PathBuf>,
    /// Fresh launches of the same build: what is found must be found in them too; what `gate run` measured again needs no naming
    #[arg(long, num_args = 1.., value_name = "RUNS")]
    again: Vec<PathBuf>,
    #[command(flatten)]
    judged_by: JudgedByArgs,
    /// Read callers (paths, flame graph) of at most so much input a side, in MiB; the verdict does not need them, and their memory
    /// grows with the input
    #[arg(long, value_name = "MIB", default_value_t = context::WITH_CALLERS)]
    callers_up_to: u64,
    /// Fail where a budget, an override, a module rule or an acceptance matches nothing; a warning without it
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    output: report::Output,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// What launches are judged by, besides the settings.
#[derive(Args)]
struct JudgedByArgs {
    /// The folder of the stored baselines; the one of the settings (baselines) without it
    #[arg(long, value_name = "DIR")]
    baseline: Option<PathBuf>,
    /// Compare with the sessions that `gate baseline push --ref` keeps under this ref, as far as they belong to the
    /// history of what is checked out
    #[arg(long, value_name = "REF")]
    baseline_ref: Option<String>,
    /// The remote that has the ref
    #[arg(long, default_value = "origin", requires = "baseline_ref")]
    remote: String,
    /// Judge by these settings, the base's, and show what the change's own settings and acceptances say; one that is not there
    /// says that the base has none
    #[arg(long, value_name = "BASE_CONFIG")]
    policy: Option<PathBuf>,
}

impl JudgedByArgs {
    /// A folder that is named and not there is a mistake, and not an empty store.
    fn is_there(&self) -> anyhow::Result<()> {
        match &self.baseline {
            Some(folder) if self.baseline_ref.is_none() && !folder.exists() => anyhow::bail!(
                "there is no baseline folder {}: correct --baseline, or leave it out for the settings' folder",
                folder.display()
            ),
            _ => Ok(()),
        }
    }
}

#[derive(Args)]
struct SettingsArgs {
    /// The settings [default: launchgate.toml of this folder, else config.toml, if there is one]
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
    /// One setting for this run, such as gate.floor=0ns; can be repeated
    #[arg(long, value_name = "KEY=VALUE", global = true)]
    set: Vec<String>,
    /// Run the commands that the settings' `[[driver]]` tables name; a terminal is asked without it
    #[arg(long, global = true)]
    trust_config: bool,
    /// Take the `[[driver]]` tables of this file, which is trusted, and not those of the settings: in a pull request, the base's
    #[arg(long, value_name = "FILE", global = true)]
    drivers: Option<PathBuf>,
}

impl SettingsArgs {
    /// The settings' file: the one that was given, else the first of the usual names that is there.
    fn path(&self) -> PathBuf {
        let usual = || crate::config::FILES.iter().map(PathBuf::from).find(|path| path.exists());
        self.config.clone().or_else(usual).unwrap_or_else(|| "config.toml".into())
    }

    /// The settings file that is there, if its path means something outside this machine too.
    fn file_in_repository(&self) -> Option<String> {
        let path = self.path();
        let is_below = path.components().all(|part| matches!(part, std::path::Component::Normal(_)));
        (is_below && path.exists()).then(|| path.display().to_string())
    }

    /// The settings, and the folder that paths in them start from.
    fn read(&self) -> anyhow::Result<(Config, PathBuf)> {
        let path = self.path();
        let mut config =
            if self.config.is_some() || path.exists() { read_settings(&path)? } else { Config::default() };
        check_drivers(&path, &config)?;
        for setting in &self.set {
            config.set_from(setting)?;
        }
        let root = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        Ok((config, root.map_or_else(|| PathBuf::from("."), PathBuf::from)))
    }
}

/// Reads settings; a config.toml that is another tool's is said to be one.
fn read_settings(path: &Path) -> anyhow::Result<Config> {
    Config::read(path).or_else(|error| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        if matches!(error, ConfigError::Invalid { .. }) && !crate::config::is_ours(&text) {
            let path = path.display();
            anyhow::bail!("{path} has no section of launchgate, so it belongs to another tool: put the gate's settings into launchgate.toml, or name them with --config");
        }
        Err(error.into())
    })
}

/// What the drivers say of `[[driver]]`; the settings themselves know no driver.
fn check_drivers(path: &Path, config: &Config) -> Result<(), ConfigError> {
    Table::check(&config.drivers).map_err(|(at, error)| {
        let line = config.driver_lines.get(at).copied().unwrap_or(1);
        let problems = vec![Problem { line, reason: error.to_string() }];
        ConfigError::Invalid { file: path.display().to_string(), problems }
    })
}

/// Runs the command `args`, program name first. It does not end the process and does not print elsewhere.
pub fn run(args: impl IntoIterator<Item = OsString>, out: &mut dyn Write, err: &mut dyn Write) -> Exit {
    run_on(args, Terminal::default(), out, err)
}

/// As [`run()`], where it is known how what `out` leads to looks.
pub fn run_on(
    args: impl IntoIterator<Item = OsString>,
    look: Terminal,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Exit {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        // Help and version were asked for; everything else is a usage error, and clap's own 2 is our regression.
        Err(error) => {
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            let written = if asked { write!(out, "{error}") } else { write!(err, "{error}") };
            return if asked && written.is_ok() { Exit::Pass } else { Exit::Error };
        }
    };
    let done = dispatch(cli.command, look, out, err);
    done.unwrap_or_else(|error| {
        // If even the error cannot be written, the exit code is what is left.
        let told = advice::told(&error);
        let lines: Vec<String> = told.lines().map(crate::report::shown).collect();
        let _ = writeln!(err, "error: {}", lines.join("\n       "));
        Exit::from(&error)
    })
}

fn dispatch(
    command: Command,
    look: Terminal,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    match command {
        Command::Check(check) => check::check(&check, look, out, err),
        Command::Comment(args) => comment::comment(&args, out, err),
        Command::Baseline(args) => baseline::baseline(&args, out, err),
        Command::Explain(args) => explain::explain_method(&args, out, err),
        Command::Config => out.write_all(REFERENCE.as_bytes()).map(|()| Exit::Pass).map_err(Into::into),
        Command::Init(args) => init::init(&args, out, err),
        Command::Devices(args) => devices::devices(&args, out, err),
        Command::Doctor(args) => doctor::doctor(&args, out),
        Command::Inject(args) => inject::run(&args, out, err),
        Command::Inspect(args) => inspect::inspect(&args, out, err),
        Command::Look(args) => look::look(&args, out, err),
        Command::Run(args) => run::run(&args, out, err),
        Command::Report(args) => report::report(&args, look, out, err),
        Command::Export(args) => export::export(&args, out, err),
        Command::Tree(args) => tree::tree(&args, look, out, err),
        Command::Stacks(args) => stacks::stacks(&args, look, out, err),
        Command::Completions(args) => shell::completions(&args, out),
        Command::Man(args) => shell::man(&args, out),
        Command::Plan(args) => plan::plan(&args, out, err),
        Command::Calibrate(args) => calibrate::calibrate(&args, out, err),
    }
}
