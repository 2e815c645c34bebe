//! A campaign: a number of cold launches of one build, or of two builds in blocks, and the folder with their traces.
//!
//! `campaign` determines the order of the steps, repeats lost launches, and writes the folder; drivers control the device. After certain
//! numbers of launches (looks), which are fixed beforehand, the watcher decides whether to stop early. Invariant: each launch is complete
//! in the folder or logged as lost; the folder can be read after a stop at any moment.

mod app;
mod code_hash;
mod collect;
mod connection;
mod container;
mod folder;
mod lock;
mod plan;
mod run;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use gate_common::hash::{self, HashWriter};
use gate_config::{DeviceSettings, Scenario};
use gate_launches::run_log::{self, Header, LogEntry, RecordedLaunch, RunLog};
use gate_launches::{Build, BuildRole};
use sha2::{Digest as _, Sha256};

use super::{AppEvent, Device, Driver, Failure, FailureKind, LaunchOptions, Patience, PhoneState, Result};

pub use app::App;
pub use folder::{read_log, record_equal_builds};
pub use lock::lock_file;

use connection::Connection;
use folder::RunFolder;
use lock::DeviceLock;
use plan::{BASE, Step};
use run::Run;

/// The sampling interval in the agent's settings, for launches that are sampled densely.
const DENSE_SAMPLING_INTERVAL: &str = "500us";

/// The launches to make, and their settings.
#[derive(Clone)]
pub struct Campaign<'a> {
    /// The build that is judged (the head).
    pub app: App,
    /// In an interleaved run, the build with which the head is compared.
    pub base: Option<App>,
    /// The scenario of the launches.
    pub scenario: Option<&'a Scenario>,
    /// The folder to which paths in the scenario are relative.
    pub root: &'a Path,
    /// The folder for the traces.
    pub folder: &'a Path,
    /// The name of the session, which may consist of letters, digits, `-` and `_`.
    pub session: String,
    /// The number of launches that count; in an interleaved run, for each build.
    pub launches: usize,
    /// The number of launches that earlier runs recorded, and that count as a part of `launches`.
    pub recorded_before: usize,
    /// The numbers of launches after which the watcher decides whether to stop (looks); empty for a run that does not stop early.
    pub looks: Vec<usize>,
    /// Whether this run measures the findings of an earlier run again.
    pub again: bool,
    /// Whether launches are sampled densely, because the run serves only to name functions.
    pub dense: bool,
    /// The limits of the run.
    pub settings: DeviceSettings,
    /// The seed of the order of interleaved launches.
    pub seed: u64,
    /// The pause after each launch.
    pub rest: Duration,
    /// The log of the run to continue.
    pub resume: Option<RunLog>,
    /// The driver's version.
    pub driver_version: Option<String>,
    /// The present time in milliseconds since 1970, for the log.
    pub now_unix_ms: u64,
    /// The lock file by which runs on this machine use the device one after the other; `None` if no concurrent run is possible.
    pub lock: Option<PathBuf>,
}

/// An event of a campaign, which is shown to the user.
#[derive(Debug)]
pub enum Event<'a> {
    /// The campaign has been planned, and its time has been estimated.
    Planned {
        installations: usize,
        launches: usize,
        duration: Duration,
        /// Whether the run may end earlier, after a look.
        at_most: bool,
    },
    /// The device has been opened.
    Opened(&'a Device, PhoneState),
    /// A build is being installed.
    Installing(&'a App),
    /// The launch with this id begins.
    Launching(&'a str),
    /// The trace of a launch was recorded.
    Recorded {
        /// The line of the launch in the log.
        launch: &'a RecordedLaunch,
        /// Number of launches of the campaign that count, up to now.
        done: usize,
        /// Number of launches that will count.
        of: usize,
    },
    /// A launch was lost.
    Lost {
        id: &'a str,
        failure: &'a Failure,
        /// Whether the launch is repeated.
        again: bool,
    },
    /// A message that does not end the run.
    Note(String),
}

/// A receiver of events that also decides whether to stop early.
pub trait Watcher {
    /// Receives an event.
    fn tell(&mut self, event: Event<'_>);

    /// Returns whether to stop after look number `at`, counted from 0.
    fn is_enough(&mut self, folder: &Path, at: usize) -> Result<bool>;
}

/// The outcome of a campaign.
#[derive(Debug, Default)]
pub struct CampaignOutcome {
    /// The number of launches in the folder that count.
    pub counted: usize,
    /// The number of launches in the folder that do not count.
    pub uncounted: usize,
    /// The failures of lost launches.
    pub lost: Vec<Failure>,
    /// Whether a look ended the campaign early.
    pub early: bool,
    /// The failure that ended the run.
    pub failure: Option<Failure>,
}

impl Campaign<'_> {
    /// Runs the campaign on a device.
    pub fn run(
        &self,
        driver: &mut dyn Driver,
        device: &Device,
        patience: &Patience,
        watcher: &mut dyn Watcher,
    ) -> CampaignOutcome {
        let mut outcome = CampaignOutcome::default();
        let name = driver.name().to_owned();
        if let Err(failure) = self.execute(driver, &name, device, patience, watcher, &mut outcome) {
            outcome.failure = Some(failure);
        }
        outcome
    }

    fn execute(
        &self,
        driver: &mut dyn Driver,
        name: &str,
        device: &Device,
        patience: &Patience,
        watcher: &mut dyn Watcher,
        outcome: &mut CampaignOutcome,
    ) -> Result<()> {
        let restore = self.files_to_restore()?;
        let _lock = self.lock.as_deref().map(|file| self.lock_device(file, patience, watcher)).transpose()?;
        let mut connection = Connection::new(driver, &device.udid, patience);
        let phone = connection.phone()?;
        let device = phone.device().clone();
        let state = phone.state()?;
        watcher.tell(Event::Opened(&device, state));
        let header = self.header(&device, name, &restore)?;
        let mut folder = match &self.resume {
            Some(log) => {
                self.check_resumed(&log.header, &header)?;
                RunFolder::resume(self.folder, self.now_unix_ms)?
            }
            None => RunFolder::create(self.folder, &header)?,
        };
        let session = self.resume.as_ref().map_or(&self.session, |log| &log.header.session).clone();
        let mut run = Run {
            campaign: self,
            session,
            connection,
            folder: &mut folder,
            restore: &restore,
            quickest: None,
            app_folders: BTreeMap::new(),
            copies: BTreeSet::new(),
            state,
            lost: self.resume.as_ref().map_or(0, RunLog::count_lost),
            watcher,
            outcome,
        };
        let done = run.execute_steps();
        run.remove_copies();
        let recorded = &folder.recorded;
        outcome.counted = complete_launches(recorded).len();
        outcome.uncounted = recorded.len() - recorded.iter().filter(|one| one.is_counted()).count();
        done?;
        folder.append(&LogEntry::Finished { counted: outcome.counted, lost: outcome.lost.len() })
    }

    fn header(&self, device: &Device, driver: &str, restore: &[(PathBuf, String)]) -> Result<Header> {
        let version =
            self.driver_version.as_ref().map_or_else(String::new, |version| format!(" ({version})"));
        Ok(Header {
            format: run_log::FORMAT.to_owned(),
            session: self.session.clone(),
            scenario: self.scenario.map_or_else(String::new, |scenario| scenario.name.clone()),
            app: self.app.id().to_owned(),
            udid: device.udid.clone(),
            simulator: self.app.in_simulator,
            model: device.model.clone(),
            os: device.os.clone(),
            link: device.link.name().to_owned(),
            driver: format!("{driver}{version}"),
            launches: self.launches,
            warmup: self.settings.warmup,
            seed: self.base.as_ref().map(|_| self.seed),
            looks: self.looks.clone(),
            again: self.again,
            dense: self.dense,
            keep_data: self.settings.keep_data,
            equal: false,
            head: self.app.build.clone(),
            base: self.base.as_ref().map_or_else(Build::default, |base| base.build.clone()),
            apps: [Some(&self.app), self.base.as_ref()]
                .into_iter()
                .flatten()
                .map(|app| app.path.display().to_string())
                .collect(),
            inputs: self.inputs(restore)?,
        })
    }

    /// Computes checksums of a launch's inputs: the scenario with its files, the agent's settings, and the content of the app.
    fn inputs(&self, restore: &[(PathBuf, String)]) -> Result<BTreeMap<String, String>> {
        let mut scenario = Sha256::new();
        if let Some(one) = self.scenario {
            scenario.update(format!("{:?}{:?}{:?}", one.arguments, one.environment(), one.url));
            scenario.update(format!("{:?}{}{:?}", one.notification, one.resume, one.after));
        }
        for (from, to) in restore {
            let local = |error: std::io::Error| Failure::from_local_file(from, error);
            let mut file = std::fs::File::open(from).map_err(local)?;
            scenario.update(format!("{to:?}{:?}", file.metadata().map_err(local)?.len()));
            std::io::copy(&mut file, &mut HashWriter(&mut scenario)).map_err(local)?;
        }
        let (mut settings, mut content) = (Sha256::new(), Sha256::new());
        for app in std::iter::once(&self.app).chain(&self.base) {
            settings.update(format!("{:?}", app.settings));
            content.update(&app.content);
        }
        let hex = |hash: Sha256| hash::hex(&hash.finalize()[..8]);
        let all = [
            ("scenario's contents", hex(scenario)),
            ("agent's settings", hex(settings)),
            ("content of the app", hex(content)),
        ];
        Ok(all.map(|(name, sum)| (name.to_owned(), sum)).into())
    }

    /// Waits until the device is not in use by a different run, and locks the device.
    fn lock_device(&self, file: &Path, patience: &Patience, watcher: &mut dyn Watcher) -> Result<DeviceLock> {
        let what = format!("{} into {}", self.app.path.display(), self.folder.display());
        DeviceLock::acquire(file, &what, patience, &mut |holder| {
            let seconds = patience.answer.as_secs();
            watcher.tell(Event::Note(format!(
                "another run is using the device; waiting up to {seconds} s for it: {holder}"
            )));
        })
    }

    /// Returns an error if a run would be continued with inputs that differ from those of its beginning.
    fn check_resumed(&self, before: &Header, now: &Header) -> Result<()> {
        let looks = |header: &Header| format!("{:?}", header.looks);
        let sides =
            |header: &Header| if header.seed.is_some() { "two builds" } else { "one build" }.to_owned();
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let mut differences: Vec<String> = [
            ("driver", before.driver.clone(), now.driver.clone()),
            ("app", before.app.clone(), now.app.clone()),
            ("scenario", before.scenario.clone(), now.scenario.clone()),
            ("device", before.udid.clone(), now.udid.clone()),
            ("iOS version", text(&before.os), text(&now.os)),
            ("looks", looks(before), looks(now)),
            ("device.keep_data", before.keep_data.to_string(), now.keep_data.to_string()),
            ("sides", sides(before), sides(now)),
        ]
        .into_iter()
        .filter(|(_, before, now)| before != now)
        .map(|(what, before, now)| format!("{what}: {before:?} before, {now:?} now"))
        .collect();
        for (what, before, now) in [("app", &before.head, &now.head), ("base", &before.base, &now.base)] {
            if before != now {
                let difference = now.difference_of_app(before).or_else(|| before.difference_of_app(now));
                let difference = difference.unwrap_or_else(|| {
                    format!("{} before, {} now", describe_build(before), describe_build(now))
                });
                differences.push(format!("build of the {what}: {difference}"));
            }
        }
        for (what, sum) in &before.inputs {
            if now.inputs.get(what) != Some(sum) {
                differences.push(format!("the {what} changed"));
            }
        }
        if differences.is_empty() {
            return Ok(());
        }
        let detail =
            format!("the run in {} used different inputs: {}", self.folder.display(), differences.join("; "));
        Err(Failure::new(FailureKind::Input, detail))
    }

    /// Returns the files that the scenario copies into the container, with their source and destination.
    fn files_to_restore(&self) -> Result<Vec<(PathBuf, String)>> {
        match self.scenario.and_then(|scenario| scenario.container.as_ref()) {
            Some(container) => container::list_container_files(self.root, container),
            None => Ok(Vec::new()),
        }
    }

    fn build_of(&self, side: plan::Side) -> &App {
        match &self.base {
            Some(base) if side == BASE => base,
            _ => &self.app,
        }
    }

    fn launch_options(&self, app: &App) -> LaunchOptions {
        let scenario = self.scenario.cloned().unwrap_or_default();
        let mut environment = scenario.environment();
        if self.dense {
            environment.insert("LAUNCHGATE_SAMPLES".to_owned(), DENSE_SAMPLING_INTERVAL.to_owned());
        }
        LaunchOptions {
            bundle: app.bundle.clone(),
            arguments: scenario.arguments,
            environment,
            url: scenario.url.map(|url| app.convert_url(&url)),
            keeps_process: false,
        }
    }

    /// Returns the events of the scenario that follow a launch, and the time before each event.
    fn events(&self, app: &App) -> (Vec<AppEvent>, Duration) {
        /// An app that every device and every simulator has.
        const SETTINGS_APP: &str = "com.apple.Preferences";
        let Some(scenario) = self.scenario else { return Default::default() };
        let mut events: Vec<AppEvent> =
            scenario.notification.iter().map(|payload| AppEvent::Notification(payload.clone())).collect();
        if scenario.resume {
            events.extend([SETTINGS_APP, &app.bundle].map(|bundle| AppEvent::Front(bundle.to_owned())));
        }
        (events, scenario.after.unwrap_or(Scenario::AFTER))
    }

    /// Plans the remaining steps.
    fn plan(&self, folder: &RunFolder) -> Vec<Step> {
        let left =
            self.launches.saturating_sub(self.recorded_before + complete_launches(&folder.recorded).len());
        match &self.base {
            _ if left == 0 => Vec::new(),
            None => plan::plan_single(left, self.settings.warmup),
            Some(base) => {
                let next =
                    folder.recorded.iter().filter_map(|one| one.block).max().map_or(1, |last| last + 1);
                plan::plan_interleaved(
                    left,
                    next,
                    self.settings.warmup,
                    base.bundle == self.app.bundle,
                    self.seed,
                )
            }
        }
    }
}

/// Returns the number of launches of a run that count; in an interleaved run, the number of complete blocks.
pub fn count_complete(log: &RunLog) -> usize {
    let recorded: Vec<RecordedLaunch> = log.recorded_launches().cloned().collect();
    complete_launches(&recorded).len()
}

/// Describes a build by its version, the UUIDs of its images, and its code hash.
fn describe_build(build: &Build) -> String {
    let images = build.images.iter().map(|(path, uuid)| format!("{path} {uuid}"));
    let images = images.collect::<Vec<_>>().join(", ");
    format!("{} ({}) {images} {}", build.version, build.number, build.code_hash)
}

/// Returns the numbers of the launches that count or, in an interleaved run, of the blocks that have both builds.
fn complete_launches(recorded: &[RecordedLaunch]) -> BTreeSet<u64> {
    let counted: Vec<&RecordedLaunch> = recorded.iter().filter(|launch| launch.is_counted()).collect();
    let has = |block: u64, role: BuildRole| {
        counted.iter().any(|one| one.block == Some(block) && one.role.as_deref() == Some(role.name()))
    };
    let numbers = counted.iter().enumerate().filter_map(|(at, launch)| match launch.block {
        None => Some(at as u64),
        Some(block) => (has(block, BuildRole::Base) && has(block, BuildRole::Head)).then_some(block),
    });
    numbers.collect()
}
