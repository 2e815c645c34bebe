//! Launches an app on a device, collects the traces, and measures findings again.
//!
//! A run prepares its builds and its device, and records the launches. Then it confirms findings in fresh launches, and names the functions
//! that cause them in densely sampled launches. Each step has a file of its own.

mod confirm;
mod document;
mod early;
mod kept;
mod name;
mod prepare;
mod record;
mod target;

pub use document::{documents_owner, put_document};

use std::path::{Path, PathBuf};
use std::time::Duration;

use gate_config::Config;
use gate_device::StopRequest;

use super::event::EventReceiver;
use super::{JudgingOptions, Settings};
use prepare::{PreparedRun, prepare};

/// The builds to launch, and the options of the launches.
pub struct RunRequest<'a> {
    /// The path of the app with the agent; for a simulator, the path of the app without the agent.
    pub app: &'a Path,
    /// The build that is launched in turns with `app`.
    pub base: Option<&'a Path>,
    /// Copies of `app` and of `base` that count calls of functions, which are launched after the timed launches. If the list is empty, the
    /// run makes copies for a simulator, and counts no functions on a device. With `None`, no launch counts functions.
    pub counting: Option<&'a [PathBuf]>,
    /// The folder for the traces.
    pub out: &'a Path,
    pub launches: usize,
    /// Whether to stop at the first check (look) with a clear answer; the settings then determine the numbers of launches.
    pub until_decided: bool,
    /// Whether to launch both builds even if they are equal.
    pub launches_equal: bool,
    /// Whether to continue the run in `out`.
    pub resume: bool,
    /// The folder that stores the launches of this commit for reruns.
    pub kept: Option<&'a Path>,
    pub scenario: Option<&'a str>,
    pub on: Route<'a>,
    /// The pause after each launch.
    pub rest: Duration,
    pub stop: StopRequest,
    pub config: &'a Config,
    /// The folder to which the paths in the settings are relative.
    pub root: &'a Path,
    /// The inputs for judging the launches. The settings are read again for each judgement. `None` if the run is not judged.
    pub judged: Option<JudgingInputs<'a>>,
}

impl<'a> RunRequest<'a> {
    /// Creates a run of ten launches of one build, without a judgement.
    pub fn new(
        app: &'a Path,
        out: &'a Path,
        on: Route<'a>,
        config: &'a Config,
        root: &'a Path,
        stop: StopRequest,
    ) -> RunRequest<'a> {
        RunRequest {
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

/// The settings and the store that launches are judged by.
#[derive(Clone, Copy)]
pub struct JudgingInputs<'a> {
    pub settings: &'a Settings,
    pub by: &'a JudgingOptions,
    /// Whether fresh launches must confirm findings.
    pub confirm: bool,
}

/// The device of a run, and the driver that connects to the device.
#[derive(Clone, Debug)]
pub struct Route<'a> {
    /// The name of the driver, or `auto`.
    pub driver: &'a str,
    pub udid: Option<&'a str>,
    /// The address of usbmuxd.
    pub usbmuxd: Option<&'a str>,
    /// The `[[driver]]` tables of the settings, whose commands are trusted.
    pub tables: Vec<toml::Table>,
    /// The type of the simulator; if empty, the booted simulator.
    pub simulator: String,
    /// The file of the agent for a simulator; if absent, the embedded agent or the first agent file that is found.
    pub agent: Option<&'a Path>,
}

/// Launches the builds of a request; events go to `watch`.
pub fn run(request: &RunRequest<'_>, watch: &mut dyn EventReceiver) -> anyhow::Result<()> {
    let Some(prepared) = prepare(request, watch)? else { return Ok(()) };
    // The target is dropped after the last launch, since dropping it deletes the copies of the apps.
    let PreparedRun { campaign, counting, mut recorder, target: _target } = prepared;
    let counted = recorder.record(&campaign)?;
    confirm::confirm(&mut recorder, &campaign, counted)?;
    if let Some(counting) = counting {
        recorder.record_call_counts(counting)?;
    }
    name::name(&mut recorder, &campaign)
}
