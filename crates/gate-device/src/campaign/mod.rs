//! A campaign: this many cold launches of one build, or of two in blocks, until their traces lie in a folder.
//!
//! It owns the order of things, the repetition of what was lost, and the folder; drivers own the device.
//! Whether enough is known to stop early somebody else says, at the looks that were declared beforehand.
//! Invariant: a launch is in the folder whole, or is logged as lost; a stop at any moment leaves a folder that can be read.

mod app;
mod code_hash;
mod collect;
mod contact;
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
use gate_config::Scenario;
use gate_launches::run_log::{self, Header, LogEntry, Recorded, RunLog};
use gate_launches::{Build, Role};
use sha2::{Digest as _, Sha256};

use super::{Device, Driver, Failure, FailureKind, Patience, PhoneState, Result, Start};

pub use app::App;
pub use folder::{note_equal, read_log};
pub use lock::lock_file;

use contact::Contact;
use folder::Folder;
use lock::Lock;
use plan::{BASE, Step};
use run::Run;

/// The agent's setting in launches that are sampled densely.
const DENSE: &str = "500us";

/// What is to be done.
#[derive(Clone)]
pub struct Campaign<'a> {
    /// The build that is judged.
    pub app: App,
    /// In an interleaved run: the build that it is compared with.
    pub base: Option<App>,
    /// How it is launched.
    pub scenario: Option<&'a Scenario>,
    /// The folder that the scenario's paths start from.
    pub root: &'a Path,
    /// Where the traces go.
    pub folder: &'a Path,
    /// What the session is called: letters, digits, `-`, `_`.
    pub session: String,
    /// How many launches are to count; of each side, in an interleaved run.
    pub launches: usize,
    /// How many of them earlier runs recorded.
    pub before: usize,
    /// How many besides are there to warm up.
    pub warmup: usize,
    /// After how many launches to ask whether to stop; empty for never.
    pub looks: Vec<usize>,
    /// Whether it measures again what another run found.
    pub again: bool,
    /// Whether its launches are sampled densely, only to name functions.
    pub dense: bool,
    /// What the order of interleaved launches is drawn from.
    pub seed: u64,
    /// How often a lost launch is repeated.
    pub retries: usize,
    /// How many launches may be lost in all.
    pub lost_limit: usize,
    /// How long the device rests after each launch.
    pub rest: Duration,
    /// How long it rests at least after a launch that was slowed down by its heat; twice as long after the next one.
    pub rest_when_hot: Duration,
    /// How long an app may take until its trace is there.
    pub trace: Duration,
    /// The log of the run that is to go on.
    pub resume: Option<RunLog>,
    /// The driver's version.
    pub driver_version: Option<String>,
    /// The time now, in milliseconds since 1970, for the log.
    pub now_unix_ms: u64,
    /// The file by which runs on this machine take turns on the device; none where no other run can be there.
    pub lock: Option<PathBuf>,
}

/// What happens, for those who show it.
#[derive(Debug)]
pub enum Event<'a> {
    /// What is to be done, and about how long it takes.
    Planned {
        installations: usize,
        launches: usize,
        takes: Duration,
        /// A look may end it before.
        at_most: bool,
    },
    /// The device is open.
    Opened(&'a Device, PhoneState),
    /// A build goes onto the device.
    Installing(&'a App),
    /// A launch begins.
    Launching(&'a str),
    /// Its trace is home.
    Recorded {
        /// What is known of it.
        launch: &'a Recorded,
        /// How many count by now.
        done: usize,
        /// How many will.
        of: usize,
    },
    /// A launch was lost; repeating it if `again`.
    Lost {
        id: &'a str,
        failure: &'a Failure,
        /// Whether it is repeated.
        again: bool,
    },
    /// Something that does not end the run.
    Note(String),
}

/// Who is told, and who is asked at the looks.
pub trait Watcher {
    /// Something happened.
    fn tell(&mut self, event: Event<'_>);

    /// The run is at its look number `at` (from 0): whether to stop.
    fn is_enough(&mut self, folder: &Path, at: usize) -> Result<bool>;
}

/// What came of it.
#[derive(Debug, Default)]
pub struct CampaignOutcome {
    /// How many launches in the folder count.
    pub counted: usize,
    /// How many in it do not.
    pub uncounted: usize,
    /// Why launches were lost.
    pub lost: Vec<Failure>,
    /// Whether a look ended it.
    pub early: bool,
    /// Why it ended before its end.
    pub failure: Option<Failure>,
}

impl Campaign<'_> {
    /// Runs it on a device.
    pub fn run(
        &self,
        driver: &mut dyn Driver,
        device: &Device,
        patience: &Patience,
        watcher: &mut dyn Watcher,
    ) -> CampaignOutcome {
        let mut outcome = CampaignOutcome::default();
        let name = driver.name().to_owned();
        if let Err(failure) = self.drive(driver, &name, device, patience, watcher, &mut outcome) {
            outcome.failure = Some(failure);
        }
        outcome
    }

    fn drive(
        &self,
        driver: &mut dyn Driver,
        name: &str,
        device: &Device,
        patience: &Patience,
        watcher: &mut dyn Watcher,
        outcome: &mut CampaignOutcome,
    ) -> Result<()> {
        let restore = self.restored()?;
        let _lock = self.lock.as_deref().map(|file| self.hold(file, patience, watcher)).transpose()?;
        let mut contact = Contact::new(driver, &device.udid, patience);
        let phone = contact.phone()?;
        let device = phone.device().clone();
        let state = phone.state()?;
        watcher.tell(Event::Opened(&device, state));
        let header = self.header(&device, name, &restore)?;
        let mut folder = match &self.resume {
            Some(log) => {
                self.check_resumed(&log.header, &header)?;
                Folder::resume(self.folder, self.now_unix_ms)?
            }
            None => Folder::create(self.folder, &header)?,
        };
        let session = self.resume.as_ref().map_or(&self.session, |log| &log.header.session).clone();
        let mut run = Run {
            campaign: self,
            session,
            contact,
            folder: &mut folder,
            restore: &restore,
            quickest: None,
            places: BTreeMap::new(),
            copies: BTreeSet::new(),
            state,
            lost: self.resume.as_ref().map_or(0, RunLog::lost),
            watcher,
            outcome,
        };
        let done = run.carry_out();
        run.remove_copies();
        let recorded = &folder.recorded;
        outcome.counted = complete(recorded).len();
        outcome.uncounted = recorded.len() - recorded.iter().filter(|one| one.counts()).count();
        done?;
        folder.note(&LogEntry::Finished { counted: outcome.counted, lost: outcome.lost.len() })
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
            warmup: self.warmup,
            seed: self.base.as_ref().map(|_| self.seed),
            looks: self.looks.clone(),
            again: self.again,
            dense: self.dense,
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

    /// The checksums of what a launch depends on besides the code of the app.
    fn inputs(&self, restore: &[(PathBuf, String)]) -> Result<BTreeMap<String, String>> {
        let mut scenario = Sha256::new();
        if let Some(one) = self.scenario {
            scenario.update(format!("{:?}{:?}{:?}", one.arguments, one.environment, one.url));
        }
        for (from, to) in restore {
            let local = |error: std::io::Error| Failure::local(from, error);
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

    /// Waits until no other run has the device.
    fn hold(&self, file: &Path, patience: &Patience, watcher: &mut dyn Watcher) -> Result<Lock> {
        let what = format!("{} into {}", self.app.path.display(), self.folder.display());
        Lock::take(file, &what, patience, &mut |holder| {
            let seconds = patience.answer.as_secs();
            watcher.tell(Event::Note(format!(
                "another run is using the device; waiting up to {seconds} s for it: {holder}"
            )));
        })
    }

    /// A run goes on as it began, or not at all.
    fn check_resumed(&self, before: &Header, now: &Header) -> Result<()> {
        let looks = |header: &Header| format!("{:?}", header.looks);
        let sides =
            |header: &Header| if header.seed.is_some() { "two builds" } else { "one build" }.to_owned();
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let build = |build: &Build| {
            let images = build.images.iter().map(|(path, uuid)| format!("{path} {uuid}"));
            let images = images.collect::<Vec<_>>().join(", ");
            format!("{} ({}) {images} {}", build.version, build.number, build.code_hash)
        };
        let mut differences: Vec<String> = [
            ("driver", before.driver.clone(), now.driver.clone()),
            ("app", before.app.clone(), now.app.clone()),
            ("scenario", before.scenario.clone(), now.scenario.clone()),
            ("device", before.udid.clone(), now.udid.clone()),
            ("iOS version", text(&before.os), text(&now.os)),
            ("looks", looks(before), looks(now)),
            ("sides", sides(before), sides(now)),
        ]
        .into_iter()
        .filter(|(_, before, now)| before != now)
        .map(|(what, before, now)| format!("{what}: {before:?} before, {now:?} now"))
        .collect();
        for (what, before, now) in [("app", &before.head, &now.head), ("base", &before.base, &now.base)] {
            if before != now {
                let difference = now.difference_of_app(before).or_else(|| before.difference_of_app(now));
                let difference =
                    difference.unwrap_or_else(|| format!("{} before, {} now", build(before), build(now)));
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

    /// What the scenario copies into the container: from, to.
    fn restored(&self) -> Result<Vec<(PathBuf, String)>> {
        match self.scenario.and_then(|scenario| scenario.container.as_ref()) {
            Some(container) => container::files(self.root, container),
            None => Ok(Vec::new()),
        }
    }

    fn side(&self, side: plan::Side) -> &App {
        match &self.base {
            Some(base) if side == BASE => base,
            _ => &self.app,
        }
    }

    fn start(&self, app: &App) -> Start {
        let mut scenario = self.scenario.cloned().unwrap_or_default();
        if self.dense {
            scenario.environment.insert("LAUNCHGATE_SAMPLES".to_owned(), DENSE.to_owned());
        }
        Start {
            bundle: app.bundle.clone(),
            arguments: scenario.arguments,
            environment: scenario.environment,
            url: scenario.url.map(|url| app.url(&url)),
        }
    }

    /// What is still to be done.
    fn plan(&self, folder: &Folder) -> Vec<Step> {
        let left = self.launches.saturating_sub(self.before + complete(&folder.recorded).len());
        match &self.base {
            _ if left == 0 => Vec::new(),
            None => plan::alone(left, self.warmup),
            Some(base) => {
                let next =
                    folder.recorded.iter().filter_map(|one| one.block).max().map_or(1, |last| last + 1);
                plan::interleaved(left, next, self.warmup, base.bundle == self.app.bundle, self.seed)
            }
        }
    }
}

/// How many launches of a run count; blocks, in an interleaved one.
pub fn counted(log: &RunLog) -> usize {
    let recorded: Vec<Recorded> = log.recorded().cloned().collect();
    complete(&recorded).len()
}

/// What counts as one: a launch, or a block that has both sides. By its number in an order of its own.
fn complete(recorded: &[Recorded]) -> BTreeSet<u64> {
    let counts = |one: &&Recorded| one.counts();
    let has = |block: u64, role: Role| {
        recorded
            .iter()
            .filter(counts)
            .any(|one| one.block == Some(block) && one.role.as_deref() == Some(role.name()))
    };
    recorded
        .iter()
        .filter(counts)
        .enumerate()
        .filter_map(|(at, one)| match one.block {
            None => Some(at as u64),
            Some(block) => (has(block, Role::Base) && has(block, Role::Head)).then_some(block),
        })
        .collect()
}
