//! Measures false alarms for two equal builds that are launched in the orders of `gate run`. The noise depends on time and on the order of
//! launches. The orders of launches are those of real runs on a simulated device.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use gate_config::DeviceSettings;
use gate_device::campaign::{App, Campaign, CampaignOutcome, Event, Watcher, read_log};
use gate_device::{
    Device, Driver, Failure, FailureKind, FileEntry, LaunchOptions, LaunchedProcess, Patience, Phone,
    PhoneState, ProbeResult,
};
use gate_launches::{BuildRole, Launch};
use gate_stats::Random;
use traces::{Content, names};

use super::make::{Session, World};
use super::{Lab, Share};

/// The noise that depends on the order of launches.
struct Order {
    /// Relative slowdown of the device between the first launch and the last.
    drift: f64,
    /// Relative difference between the second and the third launch after an installation.
    after_install: f64,
    /// Relative slowdown of a launch that follows a launch of the other build.
    after_other: f64,
    /// Probability per launch that a burst of three slower launches begins.
    burst: f64,
}

const ORDER: Order = Order { drift: 0.05, after_install: 0.03, after_other: 0.02, burst: 0.05 };
const LAUNCHES: usize = 10;

/// Returns two shares of failing checks. For the first share, both builds are installed at the same time. For the second share, they are
/// installed alternately in blocks.
pub(crate) fn any_false(lab: &Lab) -> Result<[Share; 2]> {
    let share = |name: &str, beside: bool| {
        lab.count(name, lab.trials.quiet, |random| Ok(lab.judge(None, &run(random, beside)?)?.red()))
    };
    Ok([share("side_by_side.any_false", true)?, share("blocks.any_false", false)?])
}

fn run(random: &mut Random, beside: bool) -> Result<gate_launches::Launches> {
    let world = World { launch_sd: 0.01, ..World::default() };
    let app = world.app(random)?;
    let factors = app.ones();
    let steps = launch_order(random.next_below(1 << 30) as u64, beside)?;
    let (mut launches, mut burst, mut before) = (Vec::new(), 0, None);
    for (at, step) in steps.iter().enumerate() {
        if random.next_uniform() < ORDER.burst {
            burst = 3;
        }
        let slower = 1.0
            + ORDER.drift * at as f64 / steps.len() as f64
            + if step.since == 2 { ORDER.after_install } else { 0.0 }
            + if before.is_some_and(|before| before != step.role) { ORDER.after_other } else { 0.0 }
            + if burst > 0 { 0.2 } else { 0.0 };
        before = Some(step.role);
        burst = (burst - 1).max(0);
        let Some(block) = step.block else { continue };
        let factors: Vec<f64> = factors.iter().map(|own| own * slower).collect();
        let session = Session { name: "run", at: Some((0, 0)), factors: &factors, counts: None };
        let launch = app.launch(random, &session, at as u64);
        launches.push(Launch { role: Some(step.role), block: Some(block), ..launch });
    }
    ensure!(launches.len() == 2 * LAUNCHES, "{} launches count", launches.len());
    Ok(app.side(launches))
}

/// A launch of a run.
struct Step {
    role: BuildRole,
    /// The number of the launch's block; `None` if the launch is excluded.
    block: Option<u64>,
    /// The number of launches of the launched build since its installation, including this launch.
    since: usize,
}

fn app(role: &str, beside: bool) -> App {
    let bundle = if beside { format!("shop.launchgate-{role}") } else { "shop".to_owned() };
    App { path: format!("{role}.ipa").into(), bundle, shares_files: true, ..App::default() }
}

/// Returns the launches of a run in the order in which they are made.
fn launch_order(seed: u64, beside: bool) -> Result<Vec<Step>> {
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("run");
    let campaign = Campaign {
        app: app("head", beside),
        base: Some(app("base", beside)),
        scenario: None,
        root: Path::new("."),
        folder: &out,
        session: "s".to_owned(),
        launches: LAUNCHES,
        recorded_before: 0,
        looks: Vec::new(),
        again: false,
        dense: false,
        settings: DeviceSettings {
            retries: 0,
            lost_limit: 0,
            rest_when_hot: Duration::ZERO,
            answer_timeout: Duration::from_secs(4),
            ..DeviceSettings::default()
        },
        seed,
        rest: Duration::ZERO,
        resume: None,
        driver_version: None,
        now_unix_ms: 1,
        lock: None,
    };
    let outcome = campaign.run(&mut SimulatedDriver::default(), &device(), &Patience::default(), &mut Nobody);
    let CampaignOutcome { failure: None, .. } = outcome else { anyhow::bail!("{:?}", outcome.failure) };
    let log = read_log(&out)?.context("a log")?;
    let mut since: BTreeMap<String, usize> = BTreeMap::new();
    let mut steps = Vec::new();
    for one in log.recorded_launches() {
        let role = one.role.clone().context("a role")?;
        let since = since.entry(role.clone()).or_default();
        *since = if one.first_after_install { 1 } else { *since + 1 };
        let role = BuildRole::from_name(&role).context("a role")?;
        steps.push(Step { role, block: one.block.filter(|_| one.is_counted()), since: *since });
    }
    Ok(steps)
}

fn device() -> Device {
    Device { udid: "U".to_owned(), ..Device::default() }
}

struct Nobody;

impl Watcher for Nobody {
    fn tell(&mut self, _: Event<'_>) {}

    fn is_enough(&mut self, _: &Path, _: usize) -> Result<bool, Failure> {
        Ok(false)
    }
}

/// A simulated device on which every launch writes its trace immediately.
#[derive(Clone, Default)]
struct SimulatedDriver(Rc<RefCell<Option<String>>>, Device);

impl Driver for SimulatedDriver {
    fn name(&self) -> &str {
        "made"
    }

    fn probe(&mut self, _: Option<&Device>) -> ProbeResult {
        ProbeResult { usable: true, version: None, why: String::new() }
    }

    fn devices(&mut self) -> Result<Vec<Device>, Failure> {
        Ok(vec![device()])
    }

    fn open(&mut self, _: &str) -> Result<Box<dyn Phone>, Failure> {
        Ok(Box::new(SimulatedDriver(Rc::clone(&self.0), device())))
    }
}

impl Phone for SimulatedDriver {
    fn device(&self) -> &Device {
        &self.1
    }

    fn state(&mut self) -> Result<PhoneState, Failure> {
        Ok(PhoneState::default())
    }

    fn install(&mut self, _: &Path) -> Result<(), Failure> {
        Ok(())
    }

    fn uninstall(&mut self, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    fn launch(&mut self, start: &LaunchOptions) -> Result<LaunchedProcess, Failure> {
        *self.0.borrow_mut() = start.environment.get("LAUNCHGATE_LAUNCH").cloned();
        Ok(LaunchedProcess { bundle: start.bundle.clone(), pid: Some(1) })
    }

    fn is_alive(&mut self, _: &LaunchedProcess) -> Result<Option<bool>, Failure> {
        Ok(Some(true))
    }

    fn kill(&mut self, _: &LaunchedProcess) -> Result<(), Failure> {
        Ok(())
    }

    fn list(&mut self, _: &str, _: &str) -> Result<Vec<FileEntry>, Failure> {
        let id = self.0.borrow();
        Ok(id.iter().map(|id| FileEntry { name: format!("{id}.lgtrace"), size: None }).collect())
    }

    fn pull(&mut self, _: &str, _: &str, to: &Path) -> Result<(), Failure> {
        let local = |error: &dyn std::fmt::Display| Failure::new(FailureKind::Local, error);
        let names = names(2);
        let mut content = Content::synthetic(&names, 2, 1);
        let id = self.0.borrow().clone().unwrap_or_default();
        content.info.launch_id = (&*id).into();
        content.info.thermal = trace::Thermal::Nominal;
        content.info.low_power = Some(false);
        content.info.prewarmed = Some(false);
        content.info.debugged = Some(false);
        let bytes = content.to_bytes();
        std::fs::write(to, bytes).map_err(|error| local(&error))
    }

    fn push(&mut self, _: &str, _: &Path, _: &str) -> Result<(), Failure> {
        Ok(())
    }

    fn remove(&mut self, _: &str, _: &str) -> Result<(), Failure> {
        *self.0.borrow_mut() = None;
        Ok(())
    }
}
