//! Records launches: a campaign into its folder, with the facts of its builds, and what earlier runs of the commit already have.

use std::path::Path;

use gate_device::campaign::{self, Campaign, Watcher, read_log};
use gate_device::{Device, Driver, Failure, FailureKind, Patience};

use super::Run;
use super::early::Judge;
use super::kept::{EarlierRuns, done_earlier};
use crate::app::event::{Event, Watch};
use crate::app::kept_facts;

/// The folder inside a run's for the launches of the copies that count.
pub(super) const COUNTING: &str = "counting";

/// Launches the campaigns of one run on its device.
pub(super) struct Recorder<'a> {
    pub(super) request: &'a Run<'a>,
    pub(super) watch: &'a mut dyn Watch,
    pub(super) patience: Patience,
    pub(super) driver: Box<dyn Driver>,
    pub(super) device: Device,
    pub(super) judge: Option<Judge<'a>>,
    /// The stored launches of earlier runs of the commit.
    pub(super) earlier: Option<EarlierRuns>,
}

impl Recorder<'_> {
    /// Records the timed launches that earlier runs have not; returns how many launches count in all.
    pub(super) fn record(&mut self, campaign: &Campaign<'_>) -> anyhow::Result<usize> {
        if campaign.before >= campaign.launches {
            return Ok(campaign.before);
        }
        let counted = self.launch(campaign);
        // A rerun continues an interrupted run too.
        self.keep()?;
        Ok(campaign.before + counted?)
    }

    /// Launches the copies that count calls of functions.
    pub(super) fn count(&mut self, campaign: Campaign<'_>) -> anyhow::Result<()> {
        let folder = self.request.out.join(COUNTING);
        let resume = if self.request.resume { read_log(&folder)? } else { None };
        self.launch(&Campaign { folder: &folder, resume, ..campaign }).map(drop)
    }

    /// Whether earlier runs recorded all launches of the follow-up of this name.
    pub(super) fn has_followed(&self, name: &str) -> anyhow::Result<bool> {
        Ok(done_earlier(self.request.out, name)?.is_complete)
    }

    /// Launches the follow-up of a regression into a folder of this name inside the run's, as far as earlier runs have not.
    pub(super) fn follow(&mut self, campaign: Campaign<'_>, name: &str) -> anyhow::Result<()> {
        let folder = self.request.out.join(name);
        self.launch(&Campaign {
            resume: read_log(&folder)?,
            session: format!("{}-{name}", campaign.session),
            folder: &folder,
            before: done_earlier(self.request.out, name)?.counted,
            looks: Vec::new(),
            ..campaign
        })?;
        self.keep()
    }

    /// Whether the recorded launches are a regression; false for a run that is not judged.
    pub(super) fn is_regressed(&self) -> anyhow::Result<bool> {
        self.judge.as_ref().map_or(Ok(false), |judge| judge.is_regressed(self.request.out))
    }

    /// Turns the failure of an optional step into a warning; only a stop ends the run.
    pub(super) fn warn_of(&mut self, what: &'static str, done: anyhow::Result<()>) -> anyhow::Result<()> {
        let Err(error) = done else { return Ok(()) };
        let failure = error.downcast_ref::<Failure>();
        if failure.is_some_and(|failure| failure.kind == FailureKind::Stopped) {
            return Err(error);
        }
        self.watch.tell(Event::Failed(what, &error))
    }

    /// Launches a campaign; returns how many of its launches count.
    fn launch(&mut self, campaign: &Campaign<'_>) -> anyhow::Result<usize> {
        let Run { app, base, out, .. } = *self.request;
        self.watch.tell(Event::Begins(campaign))?;
        let mut watcher =
            RunWatcher { watch: &mut *self.watch, judge: self.judge.as_ref(), unreadable: None };
        let outcome = campaign.run(&mut *self.driver, &self.device, &self.patience, &mut watcher);
        let unreadable = watcher.unreadable;
        // The judgement compares the facts of the builds too.
        if outcome.counted > 0
            && let Err(error) = kept_facts::take(app, base, campaign.folder)
        {
            self.watch.tell(Event::Failed("cannot store the facts of the build", &error))?;
        }
        let is_interleaved = base.is_some();
        self.watch.tell(Event::Ended {
            outcome: &outcome,
            folder: campaign.folder,
            run: out,
            is_interleaved,
        })?;
        let counted = outcome.counted;
        let failed = unreadable.or(outcome.failure.map(Into::into));
        failed.map_or(Ok(counted), Err)
    }

    /// Stores the run for reruns of its commit, if the request names a folder for them.
    fn keep(&self) -> anyhow::Result<()> {
        self.earlier.as_ref().map_or(Ok(()), |earlier| earlier.keep(self.request.out))
    }
}

/// Passes the events of a campaign on, and answers at its looks whether to stop.
struct RunWatcher<'a> {
    watch: &'a mut dyn Watch,
    judge: Option<&'a Judge<'a>>,
    /// Why the launches cannot be judged at a look.
    unreadable: Option<anyhow::Error>,
}

impl Watcher for RunWatcher<'_> {
    fn tell(&mut self, event: campaign::Event<'_>) {
        // If a pipeline has closed the output, the launches still count.
        let _ = self.watch.tell(Event::Campaign(event));
    }

    fn is_enough(&mut self, folder: &Path, at: usize) -> Result<bool, Failure> {
        let Some(judge) = self.judge else { return Ok(false) };
        match judge.interim(folder) {
            Ok(look) => {
                let _ = self.watch.tell(Event::Looked(at, &look));
                Ok(look.is_enough)
            }
            Err(error) => {
                let failure = Failure::new(FailureKind::Input, format!("{error:#}"));
                self.unreadable = Some(error);
                Err(failure)
            }
        }
    }
}
