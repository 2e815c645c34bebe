//! `gate run`: launches an app on a device and collects the traces.

use std::io::Write;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use clap::Args;
use gate_device::StopRequest;

use super::options::LaunchArgs;
use super::show::{EventDisplay, NextStep};
use super::values::parse_duration;
use super::{Exit, JudgedByArgs, SettingsArgs};
use crate::app::{self, EffectiveSettings, JudgingInputs, Route};

#[derive(Args)]
pub(super) struct Run {
    /// Launch this app with the agent (see `gate inject`): App.ipa or App.app; for a simulator, the app as it was built
    app: PathBuf,
    /// Put the traces into this folder, which `gate check` and `gate baseline update` read
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Record this many launches; with --base, of each build
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    launches: u32,
    /// Stop as soon as the verdict is clear; the setting `gate.looks` lists after how many launches it is checked
    #[arg(long, conflicts_with = "launches")]
    until_decided: bool,
    /// Launch this build too, interleaved in random order on the same device; no baseline is needed then. Equal builds are only launched if
    /// the settings have budgets on launches
    #[arg(long, value_name = "BASE_APP")]
    base: Option<PathBuf>,
    /// Also launch this copy of the app, made by `gate inject --count functions`, after the other launches; `counts.launches` sets how
    /// often. With --base, pass the copy of BASE_APP as a second one [default: in a simulator, copies are made; on a device, calls are not
    /// counted]
    #[arg(long, value_name = "COUNTING_APP")]
    counting: Vec<PathBuf>,
    #[command(flatten)]
    on: LaunchArgs,
    /// Use this agent for simulators [default: the one inside a release's gate]
    #[arg(long, value_name = "DYLIB")]
    agent: Option<PathBuf>,
    /// Continue the interrupted run in DIR
    #[arg(long)]
    resume: bool,
    /// Store the launches of this commit in this folder between CI reruns; a rerun adds launches, and all are judged together
    #[arg(long, value_name = "COMMIT_DIR")]
    kept: Option<PathBuf>,
    /// Wait this long after each launch
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = parse_duration)]
    rest: Duration,
    #[command(flatten)]
    judged_by: JudgedByArgs,
    #[command(flatten)]
    settings: SettingsArgs,
}

pub(super) fn run(args: &Run, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    let (settings, by) = (args.settings.to_settings(), args.judged_by.to_judging_options());
    let EffectiveSettings { config, root, .. } = app::in_force(&settings, by.policy.as_deref())?;
    let request = app::RunRequest {
        app: &args.app,
        base: args.base.as_deref(),
        counting: Some(&args.counting),
        out: &args.out,
        launches: args.launches as usize,
        until_decided: args.until_decided,
        launches_equal: false,
        resume: args.resume,
        kept: args.kept.as_deref(),
        scenario: args.on.scenario.as_deref(),
        on: Route { agent: args.agent.as_deref(), ..args.on.route(&settings, &config)? },
        rest: args.rest,
        stop: stop_on_interrupt(),
        config: &config,
        root: &root,
        judged: Some(JudgingInputs { settings: &settings, by: &by, confirm: config.gate.confirm }),
    };
    let next = if args.until_decided { NextStep::AfterLooks } else { NextStep::Check };
    app::run(&request, &mut EventDisplay::new(Some(out), err, next))?;
    Ok(Exit::Pass)
}

/// Handles Ctrl-C, the end of a pipeline's job and a closing terminal. The first signal stops the run without losing recorded launches, and
/// the second signal ends the process at once.
pub(super) fn stop_on_interrupt() -> StopRequest {
    static STOP: OnceLock<StopRequest> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = StopRequest::default();
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP]
        {
            // The handler that ends the process is registered first, so it finds the flag set only at the second signal. If a handler
            // cannot be registered, the system's default remains.
            let _ = signal_hook::flag::register_conditional_shutdown(signal, 130, stop.flag());
            let _ = signal_hook::flag::register(signal, stop.flag());
        }
        stop
    })
    .clone()
}
