//! `gate run`: launches an app on a device and collects the traces.

mod early;
mod kept;
mod show;
mod target;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, bail, ensure};
use clap::Args;

use crate::config::{Config, Date, Scenario};
use crate::device::campaign::{App, Campaign, CampaignOutcome, lock_file, read_log};
use crate::device::{Chosen, FailureKind, Patience, Stop, choose, usbmuxd};
use crate::launches::run_log::RunLog;
use crate::report::shown;

use super::values::duration;
use super::{Exit, JudgedByArgs, SettingsArgs, kept_facts};
use kept::Kept;
use show::Show;
use target::Target;

#[derive(Args)]
pub(super) struct Run {
    /// The app with the agent (see `gate inject`): App.ipa or App.app; for a simulator, the app as it was built
    app: PathBuf,
    /// The folder for the traces, which `gate check` and `gate baseline update` read
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// How many launches to record; with --base, of each build
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    launches: u32,
    /// How many warm-up launches to run first and exclude; the first launch after an installation is always excluded
    #[arg(long, value_name = "K", default_value_t = 0)]
    warmup: u32,
    /// Stop as soon as the verdict is clear; the setting `gate.looks` lists after how many launches it is checked
    #[arg(long, conflicts_with = "launches")]
    until_decided: bool,
    /// Launch this build too, interleaved in random order on the same device; no baseline is needed then
    #[arg(long, visible_alias = "against", value_name = "BASE_APP")]
    base: Option<PathBuf>,
    /// The device, if several are connected
    #[arg(long, value_name = "UDID")]
    udid: Option<String>,
    /// The driver: auto, embedded, simulator, or the name of a tool (see `gate devices`)
    #[arg(long, value_name = "DRIVER", default_value = "auto")]
    driver: String,
    /// The simulator type, such as "iPhone 16": gate uses a booted simulator, or creates one and shuts it down afterwards
    /// [default: the booted one]
    #[arg(long, value_name = "TYPE")]
    simulator: Option<String>,
    /// The agent for simulators [default: liblaunchgate-simulator.dylib next to gate, as in a release]
    #[arg(long, value_name = "DYLIB")]
    agent: Option<PathBuf>,
    /// The agent's settings in a simulator; for devices, pass them to `gate inject`
    #[arg(long, value_name = "FILE")]
    agent_settings: Option<PathBuf>,
    /// The address of usbmuxd: HOST:PORT, a path or UNIX:PATH [default: USBMUXD_SOCKET_ADDRESS, else the system's]
    #[arg(long, value_name = "ADDRESS")]
    usbmuxd: Option<String>,
    /// Continue the interrupted run in DIR
    #[arg(long)]
    resume: bool,
    /// A folder that stores the launches of this commit between CI reruns; a rerun adds launches, and all are judged together
    #[arg(long, value_name = "COMMIT_DIR")]
    kept: Option<PathBuf>,
    /// The [[scenario]] of the settings to run [default: the only one]
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// How many times to retry a failed launch
    #[arg(long, value_name = "TIMES", default_value_t = 3)]
    retries: u32,
    /// How long to wait after each launch
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    rest: Duration,
    /// How long to let a throttled device cool down, doubled each time; the throttled launch is repeated
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    rest_when_hot: Duration,
    /// How long to wait for the trace of a launch
    #[arg(long, alias = "deadline", value_name = "TIME", default_value = "60s", value_parser = duration)]
    trace_timeout: Duration,
    /// How long to wait for a response from the device
    #[arg(long, alias = "patience", value_name = "TIME", default_value = "20s", value_parser = duration)]
    device_timeout: Duration,
    /// The seed of the random order of an interleaved run [default: random, written to the run's log]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    #[command(flatten)]
    judged_by: JudgedByArgs,
    #[command(flatten)]
    settings: SettingsArgs,
}

pub(super) fn run(args: &Run, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    let (config, root) = args.settings.read()?;
    let scenario = scenario(&config, args.scenario.as_deref())?;
    drive(args, &config, &root, scenario, out, err)?;
    Ok(Exit::Pass)
}

/// The scenario of this name, or the only one.
fn scenario<'a>(config: &'a Config, name: Option<&str>) -> anyhow::Result<Option<&'a Scenario>> {
    let names = || config.scenarios.iter().map(|one| &*one.name).collect::<Vec<_>>().join(", ");
    match (name, &config.scenarios[..]) {
        (Some(name), all) => match all.iter().find(|one| one.name == name) {
            Some(found) => Ok(Some(found)),
            None if all.is_empty() => bail!(
                "no [[scenario]] {name:?}; the settings have none. Add it to config.toml, or omit --scenario"
            ),
            None => bail!("no [[scenario]] {name:?}; the settings have: {}", names()),
        },
        (None, []) => Ok(None),
        (None, [only]) => Ok(Some(only)),
        (None, _) => bail!("the settings have several scenarios; choose one with --scenario ({})", names()),
    }
}

fn drive(
    args: &Run,
    config: &Config,
    root: &Path,
    scenario: Option<&Scenario>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<()> {
    let patience = Patience::of(args.device_timeout, stop_on_interrupt());
    let tables = args.settings.trusted_drivers(config)?;
    let target = Target::of(args, &tables, scenario, &patience, err)?;
    let app = target.app(&args.app)?;
    let base = args.base.as_deref().map(|base| target.app(base)).transpose()?;
    let before = read_log(&args.out)?;
    ensure!(
        !args.resume || before.is_some(),
        "{} has no run to continue; omit --resume to start one",
        args.out.display()
    );
    if let Some(permissions) = scenario.map(|one| &one.permissions).filter(|all| !all.is_empty()) {
        let list = permissions.join(", ");
        writeln!(
            err,
            "note: no driver can grant permissions on a device; grant these once on the device: {list}"
        )?;
    }
    let udid = target.udid().or(args.udid.as_deref());
    let chosen = choose(&tables, &args.driver, udid, args.usbmuxd.as_deref(), &patience)?;
    let Chosen { mut driver, device, version, why } = chosen;
    writeln!(err, "{device} by {}: {why}", driver.name())?;
    let mut judge = early::Judge::new(&args.settings, &args.judged_by, base.is_some());
    if args.until_decided || config.gate.confirm {
        args.judged_by.is_there()?;
        for warning in judge.fetch()? {
            writeln!(err, "warning: {}", shown(&warning))?;
        }
    }
    let resumed = if args.resume { before } else { None };
    let mut campaign = campaign(args, config, (app, base), (scenario, root), resumed)?;
    campaign.driver_version = version;
    campaign.lock = Some(lock_file(&device.udid, usbmuxd(args.usbmuxd.as_deref()).as_deref()));
    let scenario = scenario.map_or("", |scenario| &scenario.name);
    let kept = args.kept.as_deref().map(|dir| Kept::of(dir, &device.udid, scenario));
    if let Some(kept) = &kept {
        campaign.before = kept.bring(&args.out, &campaign.app.bundle, campaign.base.is_some())?;
        if campaign.before >= campaign.launches {
            let (folder, before) = (args.out.display(), campaign.before);
            writeln!(
                out,
                "{folder}: earlier runs of this commit already recorded all {before} launches, so their verdict is used"
            )?;
        }
    }
    let confirm = config.gate.confirm;
    let judged = |folder: &Path| if confirm { judge.is_regressed(folder) } else { Ok(false) };
    let mut launch = |campaign: &Campaign<'_>| -> anyhow::Result<usize> {
        let mut show = Show::new(err, campaign, &judge);
        let outcome = campaign.run(&mut *driver, &device, &patience, &mut show);
        show.finish();
        drop(show);
        // For whoever judges these launches: what their builds say of themselves.
        if outcome.counted > 0
            && let Err(error) = kept_facts::take(&args.app, args.base.as_deref(), campaign.folder)
        {
            writeln!(
                err,
                "warning: cannot store the facts of the build: {}",
                shown(&super::advice::told(&error))
            )?;
        }
        tell(&outcome, args, campaign.folder, out)?;
        let counted = outcome.counted;
        outcome.failure.map_or(Ok(counted), |failure| Err(failure.into()))
    };
    measure(campaign, kept.as_ref(), &mut launch, &judged)
}

/// What is to be launched, as the words of the command say; the device is to be chosen.
fn campaign<'a>(
    args: &'a Run,
    config: &Config,
    (app, base): (App, Option<App>),
    (scenario, root): (Option<&'a Scenario>, &'a Path),
    resume: Option<RunLog>,
) -> anyhow::Result<Campaign<'a>> {
    let looks = if args.until_decided { config.gate.looks() } else { Vec::new() };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Nothing of it is secret; two runs should differ.
    let drawn = u64::from(now.subsec_nanos()) ^ (u64::from(std::process::id()) << 32);
    let seed = args.seed.or(resume.as_ref().and_then(|log| log.header.seed)).unwrap_or(drawn);
    Ok(Campaign {
        launches: looks.last().copied().unwrap_or(args.launches as usize),
        before: 0,
        app,
        base,
        scenario,
        root,
        folder: &args.out,
        session: session(now, seed)?,
        warmup: args.warmup as usize,
        looks,
        again: false,
        seed,
        retries: args.retries as usize,
        rest: args.rest,
        rest_when_hot: args.rest_when_hot,
        trace: args.trace_timeout,
        resume,
        driver_version: None,
        now_unix_ms: u64::try_from(now.as_millis()).unwrap_or(u64::MAX),
        lock: None,
    })
}

/// Launches what is still to be launched, and as much again where a regression is found that fresh launches have to confirm.
fn measure(
    campaign: Campaign<'_>,
    kept: Option<&Kept>,
    launch: &mut dyn FnMut(&Campaign<'_>) -> anyhow::Result<usize>,
    is_regressed: &dyn Fn(&Path) -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let run = campaign.folder;
    let keep = || kept.map_or(Ok(()), |kept| kept.keep(run));
    let mut counted = campaign.before;
    if counted < campaign.launches {
        let first = launch(&campaign);
        // What ends in the middle is part of what a rerun goes on with too.
        keep()?;
        counted += first?;
    }
    let measured = kept::measured_again(run)?;
    if measured.is_complete || !is_regressed(run)? {
        return Ok(());
    }
    // In an order of their own, and from an installation of their own.
    let folder = run.join(AGAIN);
    let again = Campaign {
        resume: read_log(&folder)?,
        seed: campaign.seed.rotate_left(17) ^ 1,
        session: format!("{}-{AGAIN}", campaign.session),
        folder: &folder,
        launches: counted,
        before: measured.counted,
        looks: Vec::new(),
        again: true,
        ..campaign
    };
    launch(&again)?;
    keep()
}

/// The folder inside a run's that findings are measured again in.
const AGAIN: &str = "again";

fn tell(outcome: &CampaignOutcome, args: &Run, folder: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let lost = match &outcome.lost[..] {
        [] => String::new(),
        lost => format!(", {} lost", lost.len()),
    };
    let CampaignOutcome { counted, uncounted, .. } = outcome;
    let what = match (args.base.is_some(), counted) {
        (true, 1) => "block of both builds",
        (true, _) => "blocks of both builds",
        (false, 1) => "launch",
        (false, _) => "launches",
    };
    let excluded = if *uncounted == 0 { String::new() } else { format!(", {uncounted} excluded") };
    writeln!(out, "{counted} {what} in {}{excluded}{lost}", folder.display())?;
    match &outcome.failure {
        None if outcome.early => {
            writeln!(out, "stopped early: the verdict is clear; see `gate check {}`", args.out.display())?
        }
        None if args.until_decided => {}
        None => writeln!(out, "Next: gate check {}", args.out.display())?,
        Some(failure) if matches!(failure.kind, FailureKind::Local | FailureKind::Input) && *counted == 0 => {
        }
        Some(_) => writeln!(out, "not finished; continue with the same command and --resume")?,
    }
    Ok(())
}

/// `2026-11-21T150307-1f2e`: unique enough, in order of time, and fit for a file's name.
fn session(now: Duration, seed: u64) -> anyhow::Result<String> {
    let seconds = now.as_secs();
    let date = Date::from_unix_seconds(seconds).context("the clock of this machine is wrong; correct it")?;
    let (hours, minutes, rest) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let mark = (seed ^ (seed >> 16) ^ (seed >> 32)) & 0xffff;
    Ok(format!("{date}T{hours:02}{minutes:02}{rest:02}-{mark:04x}"))
}

/// Ctrl-C, the end of a pipeline's job and a terminal that closes: once to stop where nothing is lost, twice to stop at once.
pub(super) fn stop_on_interrupt() -> Stop {
    static STOP: OnceLock<Stop> = OnceLock::new();
    STOP.get_or_init(|| {
        let stop = Stop::default();
        #[cfg(unix)]
        for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM, signal_hook::consts::SIGHUP]
        {
            // In this order: the second time the flag is set already. What cannot be registered leaves the system's own way.
            let _ = signal_hook::flag::register_conditional_shutdown(signal, 130, stop.flag());
            let _ = signal_hook::flag::register(signal, stop.flag());
        }
        stop
    })
    .clone()
}
