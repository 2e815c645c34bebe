//! What a run launches its apps on: a device, or a simulator with the agent that is loaded into them.

use std::path::Path;

use anyhow::{Context as _, bail};
use tempfile::TempDir;

use super::On;
use crate::app::agent_for_simulators;
use crate::app::event::{Event, Watch};
use crate::config::Scenario;
use crate::device::campaign::App;
use crate::device::tools::simulator::{Ready, Wanted, is_simulator, ready};
use crate::device::{Failure, Patience};

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
        on: &On<'_>,
        scenario: Option<&Scenario>,
        patience: &Patience,
        watch: &mut dyn Watch,
    ) -> anyhow::Result<Target> {
        let asked = on.simulator;
        if !is_simulator(&on.tables, on.driver)? {
            if asked.kind.is_some() || asked.agent.is_some() || asked.settings.is_some() {
                bail!("--simulator, --agent and --agent-settings need --driver simulator");
            }
            return Ok(Target::Device);
        }
        let agent = agent_for_simulators(asked.agent)?;
        let folder = tempfile::tempdir().context("cannot create a temporary folder for the agent")?;
        let bytes = agent.bytes().with_context(|| agent.path().display().to_string())?;
        std::fs::write(folder.path().join(AGENT), bytes)
            .context("cannot write the agent into a temporary folder")?;
        let mut settings = None;
        if let Some(file) = asked.settings {
            let text = std::fs::read(file).with_context(|| file.display().to_string())?;
            std::fs::write(folder.path().join("launchgate.settings"), &text)?;
            settings = Some(text);
        }
        let wanted = Wanted {
            udid: on.udid,
            kind: asked.kind,
            erased: scenario.is_some_and(|scenario| scenario.erased),
        };
        watch.tell(Event::Line("preparing the simulator; a first boot may take 4 minutes".to_owned()))?;
        let ready = ready(&on.tables, on.driver, wanted, patience)?;
        watch.tell(Event::Line(format!("{}; times in a simulator depend on this machine", ready.how)))?;
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
