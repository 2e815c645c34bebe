//! Launches an app on a device, collects the traces, and measures again what was found.
//!
//! A run prepares its builds and its device, records the launches, confirms a finding in fresh launches, and names the functions behind it
//! in densely sampled ones: a file each.

mod confirm;
mod early;
mod kept;
mod name;
mod prepare;
mod record;
mod target;

use std::path::{Path, PathBuf};
use std::time::Duration;

use gate_config::{Config, SimulatorSettings};
use gate_device::Stop;

use super::event::Watch;
use super::{JudgedBy, Settings};
use prepare::{Prepared, prepare};

/// What is to be launched, on what and how often.
pub struct Run<'a> {
    /// The app with the agent; for a simulator, the app as it was built.
    pub app: &'a Path,
    /// The build that it is launched in turns with.
    pub base: Option<&'a Path>,
    /// Copies of `app`, and of `base`, that count the calls of their functions, launched behind them. None given: in a simulator they are
    /// made, on a device nothing counts.
    pub counting: Option<&'a [PathBuf]>,
    /// The folder for the traces.
    pub out: &'a Path,
    pub launches: usize,
    /// Stops at the first look that needs no more; `launches` is the settings' then.
    pub until_decided: bool,
    /// Launches builds that are equal too.
    pub launches_equal: bool,
    /// Goes on with the run in `out`.
    pub resume: bool,
    /// Where the launches of this commit are kept between runs.
    pub kept: Option<&'a Path>,
    pub scenario: Option<&'a str>,
    pub on: Route<'a>,
    /// How long a device rests after each launch.
    pub rest: Duration,
    pub stop: Stop,
    pub config: &'a Config,
    /// The folder that the settings' paths start from.
    pub root: &'a Path,
    /// By what the launches are judged, read again for each judgement; none where the run does not judge.
    pub judged: Option<Judged<'a>>,
}

impl<'a> Run<'a> {
    /// What every run has in common: ten launches, which are not judged.
    pub fn new(
        app: &'a Path,
        out: &'a Path,
        on: Route<'a>,
        config: &'a Config,
        root: &'a Path,
        stop: Stop,
    ) -> Run<'a> {
        Run {
            app,
            base: None,
            counting: None,
            out,
            launches: 10,
            until_decided: false,
            launches_equal: true,
            resume: false,
            kept: None,
            scenario: None,
            on,
            rest: Duration::from_secs(2),
            stop,
            config,
            root,
            judged: None,
        }
    }
}

/// What launches are judged by.
#[derive(Clone, Copy)]
pub struct Judged<'a> {
    pub settings: &'a Settings,
    pub by: &'a JudgedBy,
    /// Whether what is found is measured again.
    pub confirm: bool,
}

/// Which device, and who drives it.
#[derive(Clone, Debug)]
pub struct Route<'a> {
    /// `auto` or a name.
    pub driver: &'a str,
    pub udid: Option<&'a str>,
    /// The address of usbmuxd.
    pub usbmuxd: Option<&'a str>,
    /// The settings' own drivers, as far as they are trusted.
    pub tables: Vec<toml::Table>,
    pub simulator: InSimulator,
}

/// What is asked of a simulator.
#[derive(Clone, Debug, Default)]
pub struct InSimulator {
    /// Its type; none for the booted one.
    pub kind: Option<String>,
    /// None for the agent that is there.
    pub agent: Option<PathBuf>,
    /// The agent's settings.
    pub settings: Option<PathBuf>,
}

impl InSimulator {
    /// What the settings below a folder ask, with this agent.
    pub fn from_config(agent: Option<PathBuf>, config: &Config, root: &Path) -> InSimulator {
        let SimulatorSettings { kind, agent_settings } = &config.simulator;
        let kind = Some(kind.clone()).filter(|kind| !kind.is_empty());
        let settings = (!agent_settings.as_os_str().is_empty()).then(|| root.join(agent_settings));
        InSimulator { kind, agent, settings }
    }
}

/// Launches the builds of a request; events go to `watch`.
pub fn run(request: &Run<'_>, watch: &mut dyn Watch) -> anyhow::Result<()> {
    let Some(prepared) = prepare(request, watch)? else { return Ok(()) };
    // The target keeps the copies of the apps until the last launch.
    let Prepared { campaign, counting, mut recorder, target: _target } = prepared;
    let counted = recorder.record(&campaign)?;
    confirm::confirm(&mut recorder, &campaign, counted)?;
    if let Some(counting) = counting {
        recorder.count(counting)?;
    }
    name::name(&mut recorder, &campaign)
}
