//! What a run launches its apps on: a device, or a simulator with the agent that is loaded into them.

use std::io::Write;
use std::path::Path;

use anyhow::{Context as _, bail};
use tempfile::TempDir;

use crate::config::Scenario;
use crate::device::campaign::App;
use crate::device::tools::simulator::{Ready, Wanted, is_simulator, ready};
use crate::device::{Failure, Patience};
use crate::report::shown;

use super::super::agent::agent_for_simulators;
use super::Run;

/// Where the apps are launched.
pub(super) enum Target {
    /// On a device, with the agent inside them.
    Device,
    /// In a simulator.
    Simulator(Box<Simulator>),
}

/// A simulator that is booted, and a folder with the agent and its settings, which lie side by side.
pub(super) struct Simulator {
    ready: Ready,
    folder: TempDir,
    settings: Option<Vec<u8>>,
}

/// The agent in that folder.
const AGENT: &str = "liblaunchgate.dylib";

impl Target {
    pub(super) fn of(
        args: &Run,
        tables: &[toml::Table],
        scenario: Option<&Scenario>,
        patience: &Patience,
        err: &mut dyn Write,
    ) -> anyhow::Result<Target> {
        if !is_simulator(tables, &args.driver)? {
            if args.simulator.is_some() || args.agent.is_some() || args.agent_settings.is_some() {
                bail!("--simulator, --agent and --agent-settings need --driver simulator");
            }
            return Ok(Target::Device);
        }
        let agent = agent_for_simulators(args.agent.as_deref())?;
        let folder = tempfile::tempdir().context("cannot create a temporary folder for the agent")?;
        std::fs::copy(&agent, folder.path().join(AGENT)).with_context(|| agent.display().to_string())?;
        let mut settings = None;
        if let Some(file) = &args.agent_settings {
            let text = std::fs::read(file).with_context(|| file.display().to_string())?;
            std::fs::write(folder.path().join("launchgate.settings"), &text)?;
            settings = Some(text);
        }
        let wanted = Wanted {
            udid: args.udid.as_deref(),
            kind: args.simulator.as_deref(),
            erased: scenario.is_some_and(|scenario| scenario.erased),
        };
        let ready = ready(tables, &args.driver, wanted, patience)?;
        writeln!(err, "{}; times in a simulator depend on this machine", shown(&ready.how))?;
        Ok(Target::Simulator(Box::new(Simulator { ready, folder, settings })))
    }

    /// A build that is launched there.
    pub(super) fn app(&self, path: &Path) -> Result<App, Failure> {
        match self {
            Target::Device => App::read(path),
            Target::Simulator(simulator) => {
                let agent = simulator.folder.path().join(AGENT);
                App::for_simulator(path, &agent, simulator.settings.clone())
            }
        }
    }

    /// The simulator's id.
    pub(super) fn udid(&self) -> Option<&str> {
        match self {
            Target::Device => None,
            Target::Simulator(simulator) => Some(&simulator.ready.udid),
        }
    }
}
