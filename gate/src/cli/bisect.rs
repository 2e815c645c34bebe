//! `gate bisect`: searches the commit that made the launch slower.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::ensure;
use clap::Args;
use gate_decision::FindingKind;
use gate_report::{escape_for_display, format_count};

use super::options::{InjectArgs, LaunchArgs};
use super::show::{EventDisplay, format_target_growth};
use super::values::{parse_duration, quote_for_shell};
use super::{Exit, SettingsArgs};
use crate::app::{self, BisectResult, LaunchedBy};
use crate::bisect::{LaunchCounts, SearchEnd, SearchResult, SearchTarget};

#[derive(Args)]
pub(super) struct Bisect {
    /// Start from this commit, at which the launch is fast
    good: String,
    /// Search up to this later commit, at which the launch is slow
    bad: String,
    /// Build a commit by this command, in its checkout. It must put one .app or .ipa into the folder $LAUNCHGATE_OUT, or at --app. It must
    /// end with 0, with 1 to 125 if this commit cannot be built (it is skipped then), or with another code to stop
    #[arg(last = true, required = true, value_name = "BUILD-COMMAND")]
    build: Vec<OsString>,
    /// Find the built app at this path in the checkout [default: the folder $LAUNCHGATE_OUT]
    #[arg(long, value_name = "PATH")]
    app: Option<PathBuf>,
    /// Put checkouts, builds and launches into this folder; a search that was stopped continues there
    #[arg(short, long, value_name = "DIR", default_value = "launchgate-bisect")]
    out: PathBuf,
    /// Search for the finding of this name [default: the first that fails, else the first that is listed]
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    finding: Option<String>,
    /// Launch each build this many times at first
    #[arg(long, value_name = "N", default_value_t = LaunchCounts::default().first as u32, value_parser = clap::value_parser!(u32).range(5..))]
    launches: u32,
    /// Multiply the launches by this factor while a commit is undecided
    #[arg(long, value_name = "N", default_value_t = LaunchCounts::default().factor as u32, value_parser = clap::value_parser!(u32).range(2..))]
    factor: u32,
    /// Launch a build at most this many times; a commit that is undecided then is skipped
    #[arg(long, value_name = "N", default_value_t = LaunchCounts::default().most as u32)]
    most: u32,
    /// Launch both builds in turns by this shell command [default: `gate run`]: $LAUNCHGATE_BASE and $LAUNCHGATE_HEAD are the apps,
    /// $LAUNCHGATE_LAUNCHES is the number of launches of each, and $LAUNCHGATE_RUNS is the folder for the launches
    #[arg(long, value_name = "COMMAND")]
    launch_command: Option<String>,
    /// Wait this long after each launch, as `gate run` does
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = parse_duration)]
    rest: Duration,
    /// Launch the built app unchanged: the build command adds the agent itself [default with --launch-command and in simulators]
    #[arg(long, conflicts_with_all = ["agent", "sign", "password_file", "profiles"])]
    no_inject: bool,
    #[command(flatten)]
    on: LaunchArgs,
    #[command(flatten)]
    inject: InjectArgs,
    #[command(flatten)]
    settings: SettingsArgs,
}

pub(super) fn bisect(args: &Bisect, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    ensure!(args.most >= args.launches, "--most must be at least --launches ({})", args.launches);
    let settings = args.settings.to_settings();
    let by = match &args.launch_command {
        Some(command) => LaunchedBy::Command(command),
        None => {
            let (config, _) = settings.read()?;
            LaunchedBy::Run {
                on: args.on.route(&settings, &config)?,
                scenario: args.on.scenario.as_deref(),
                rest: args.rest,
            }
        }
    };
    // The search does not add the agent if a launch command may add it, or for simulators, whose runs add the agent.
    let elsewhere = args.launch_command.is_some() || args.on.driver == "simulator";
    let as_it_is = args.no_inject || elsewhere && args.inject.agent.is_none();
    let request = app::BisectRequest {
        good: &args.good,
        bad: &args.bad,
        build: &args.build,
        app: args.app.as_deref(),
        out: &args.out,
        finding: args.finding.as_deref(),
        plan: LaunchCounts {
            first: args.launches as usize,
            factor: args.factor as usize,
            most: args.most as usize,
        },
        inject: (!as_it_is).then(|| args.inject.to_inject_request()),
        by,
        settings: &settings,
        // Ctrl-C ends the search and not the process, since the process must remove a checkout.
        stop: super::run::stop_on_interrupt(),
    };
    let found = app::bisect(&request, &mut EventDisplay::with_stderr(err))?;
    print_result(args, &found, out)
}

/// Prints the result and the next command.
fn print_result(args: &Bisect, found: &BisectResult, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let SearchResult { end, target, builds, launches } = &found.found;
    match (end, &found.commits[..]) {
        (SearchEnd::First(_), [about, ..]) => {
            writeln!(out, "First slow commit: {}", escape_for_display(&about.to_string()))?;
            print_growth(target, out)?;
            let (builds, launches) = (format_count(*builds, "build"), format_count(*launches, "launch"));
            writeln!(out, "{builds}, {launches}")?;
            writeln!(out, "Next: git show {}", about.short)?;
            if let Some(runs) = &found.runs {
                let is_method =
                    matches!(target.kind, FindingKind::Slower | FindingKind::Calls | FindingKind::New);
                let next = if is_method {
                    format!("explain {}", quote_for_shell(&escape_for_display(&target.name)))
                } else {
                    "check".to_owned()
                };
                writeln!(out, "      gate {next} {}", escape_for_display(&runs.display().to_string()))?;
            }
            Ok(Exit::Pass)
        }
        (_, commits) => {
            let (bad, skipped) = (format_count(commits.len(), "commit"), commits.len() - 1);
            writeln!(out, "The first slow commit is one of {bad}; {skipped} could not be built or decided:")?;
            for about in commits {
                writeln!(out, "  {}", escape_for_display(&about.to_string()))?;
            }
            print_growth(target, out)?;
            writeln!(
                out,
                "Next: correct the build command or add launches (--most {}), and run the same command again; what was built in {} is used again",
                2 * args.most,
                escape_for_display(&args.out.display().to_string())
            )?;
            Ok(Exit::Undecided)
        }
    }
}

fn print_growth(target: &SearchTarget, out: &mut dyn Write) -> anyhow::Result<()> {
    let owners: Vec<&str> = target.module.iter().chain(&target.owner).map(|text| &**text).collect();
    let owners = if owners.is_empty() { String::new() } else { format!(" ({})", owners.join(", ")) };
    writeln!(
        out,
        "  {} {}{}: {}",
        target.kind.label(),
        escape_for_display(&target.name),
        escape_for_display(&owners),
        format_target_growth(target)
    )?;
    Ok(())
}
