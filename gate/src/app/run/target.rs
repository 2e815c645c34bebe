//! Prepares the target of a run: a device, or a simulator, for which the run adds the agent to copies of the apps.
//!
//! The agent is added by a load command, which always works. Some runtimes silently ignore DYLD_INSERT_LIBRARIES (skwallace36/Pepper#502).

use std::path::Path;

use anyhow::{Context as _, bail};
use gate_config::Scenario;
use gate_device::Patience;
use gate_device::campaign::App;
use gate_device::tools::simulator::{BootedSimulator, SimulatorChoice, boot_simulator, is_simulator};
use gate_facts::{AGENT, FRAMEWORK};
use gate_macho::inject::{self, AgentFile, ArchiveLimits, InjectOptions, SigningIdentity};
use tempfile::TempDir;

use super::Route;
use crate::app::agent_for_simulators;
use crate::app::event::{Event, EventReceiver};

/// The device or simulator on which the apps are launched.
pub(super) enum Target {
    /// A device, for apps that contain the agent.
    Device,
    /// A simulator, for which the run adds the agent to copies of the apps.
    Simulator(Box<Simulator>),
}

/// A booted simulator, and a folder with the agent and the copies of the apps.
pub(super) struct Simulator {
    ready: BootedSimulator,
    folder: TempDir,
}

impl Target {
    pub(super) fn new(
        on: &Route<'_>,
        scenario: Option<&Scenario>,
        patience: &Patience,
        watch: &mut dyn EventReceiver,
    ) -> anyhow::Result<Target> {
        if !is_simulator(&on.tables, on.driver)? {
            if on.agent.is_some() {
                bail!("--agent needs --driver simulator; for devices, pass it to `gate inject`");
            }
            return Ok(Target::Device);
        }
        let agent = agent_for_simulators(on.agent)?;
        let folder = tempfile::tempdir().context("cannot create a temporary folder for the agent")?;
        let bytes = agent.bytes().with_context(|| agent.path().display().to_string())?;
        std::fs::write(folder.path().join(AGENT), bytes)
            .context("cannot write the agent into a temporary folder")?;
        let wanted = SimulatorChoice {
            udid: on.udid,
            kind: Some(&*on.simulator).filter(|kind| !kind.is_empty()),
            erased: scenario.is_some_and(|scenario| scenario.erased),
        };
        watch.notify(Event::Line("preparing the simulator; a first boot may take 4 minutes".to_owned()))?;
        let ready = boot_simulator(&on.tables, on.driver, wanted, patience)?;
        watch.notify(Event::Line(format!("{}; times in a simulator depend on this machine", ready.how)))?;
        Ok(Target::Simulator(Box::new(Simulator { ready, folder })))
    }

    /// Reads a build that is to be launched. For a simulator, the function first makes a copy with the agent in the folder `side`. No copy
    /// is made if the app already contains the agent and calls are not counted.
    pub(super) fn read_app(&self, path: &Path, side: &str) -> anyhow::Result<App> {
        let Target::Simulator(simulator) = self else { return Ok(App::read(path)?) };
        let counts = side.starts_with(super::record::COUNTING);
        if path.join("Frameworks").join(FRAMEWORK).is_file() && !counts {
            return Ok(App { in_simulator: true, ..App::read(path)? });
        }
        let folder = simulator.folder.path().join(side);
        std::fs::create_dir(&folder).context("cannot create a temporary folder for the app")?;
        let out = folder.join(path.file_name().context("the app has no name")?);
        inject::inject(&InjectOptions {
            app: path.to_owned(),
            agent: AgentFile::At(simulator.folder.path().join(AGENT)),
            out: out.clone(),
            // Injecting the agent invalidates the executable's signature. A simulator accepts any signature, so the ad-hoc identity `-` is
            // used on a Mac.
            signing: SigningIdentity {
                by: cfg!(target_os = "macos").then(|| "-".to_owned()),
                password_file: None,
            },
            profiles: Vec::new(),
            entitlements: None,
            settings: None,
            file_sharing: false,
            count: counts,
            beside: None,
            limits: ArchiveLimits::default(),
        })?;
        Ok(App { in_simulator: true, ..App::read(&out)? })
    }

    /// Returns the simulator's id.
    pub(super) fn udid(&self) -> Option<&str> {
        match self {
            Target::Device => None,
            Target::Simulator(simulator) => Some(&simulator.ready.udid),
        }
    }
}
