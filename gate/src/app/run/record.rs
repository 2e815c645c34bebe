//! Records the launches of a campaign in its folder, with the facts of the builds. Launches that earlier runs of the commit recorded are
//! not repeated.

use std::path::Path;

use gate_device::campaign::{self, Campaign, Watcher, read_log};
use gate_device::{Device, Driver, Failure, FailureKind, Patience};

use super::RunRequest;
use super::early::Judge;
use super::kept::{EarlierRuns, done_earlier};
use crate::app::build_facts;
use crate::app::event::{Event, EventReceiver};

/// The subfolder of a run's folder for the launches of the counting copies.
pub(super) const COUNTING: &str = "counting";

/// The warning about build facts that could not be put beside the launches.
pub(super) const FACTS_NOT_STORED: &str = "cannot store the facts of the build";

/// The recorder that launches the campaigns of one run on the run's device.
pub(super) struct Recorder<'a> {
    pub(super) request: &'a RunRequest<'a>,
    pub(super) watch: &'a mut dyn EventReceiver,
    pub(super) patience: Patience,
    pub(super) driver: Box<dyn Driver>,
    pub(super) device: Device,
    pub(super) judge: Option<Judge<'a>>,
    /// The stored launches of earlier runs of the commit.
    pub(super) earlier: Option<EarlierRuns>,
}

impl Recorder<'_> {
    /// Records the timed launches that earlier runs did not record, and returns the number of launches of all runs that can be judged.
    pub(super) fn record(&mut self, campaign: &Campaign<'_>) -> anyhow::Result<usize> {
        if campaign.recorded_before >= campaign.launches {
            return Ok(campaign.recorded_before);
        }
        let counted = self.launch_campaign(campaign);
        // An interrupted run is stored too, so that a rerun can continue it.
        self.store_run()?;
        Ok(campaign.recorded_before + counted?)
    }

    /// Launches the copies that count calls of functions. A failure causes only a warning, since the verdict needs no counts.
    pub(super) fn record_call_counts(&mut self, campaign: Campaign<'_>) -> anyhow::Result<()> {
        let folder = self.request.out.join(COUNTING);
        let resume = if self.request.resume { read_log(&folder)? } else { None };
        let done = self.launch_campaign(&Campaign { folder: &folder, resume, ..campaign });
        self.warn_on_failure("calls of functions are not counted", done.map(drop))
    }

    /// Returns whether earlier runs recorded all launches of the follow-up campaign with this name.
    pub(super) fn has_followed(&self, name: &str) -> anyhow::Result<bool> {
        Ok(done_earlier(self.request.out, name)?.is_complete)
    }

    /// Makes the launches that follow a regression, except those that earlier runs recorded, in the subfolder `name` of the run's folder.
    pub(super) fn record_follow_up(&mut self, campaign: Campaign<'_>, name: &str) -> anyhow::Result<()> {
        let folder = self.request.out.join(name);
        self.launch_campaign(&Campaign {
            resume: read_log(&folder)?,
            session: format!("{}-{name}", campaign.session),
            folder: &folder,
            recorded_before: done_earlier(self.request.out, name)?.counted,
            looks: Vec::new(),
            ..campaign
        })?;
        self.store_run()
    }

    /// Returns whether the recorded launches show a regression; false for a run that is not judged.
    pub(super) fn is_regressed(&self) -> anyhow::Result<bool> {
        self.judge.as_ref().map_or(Ok(false), |judge| judge.is_regressed(self.request.out))
    }

    /// Turns the failure of an optional step into a warning. Only a failure because the user stopped the run is returned as an error.
    pub(super) fn warn_on_failure(
        &mut self,
        what: &'static str,
        done: anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Err(error) = done else { return Ok(()) };
        let failure = error.downcast_ref::<Failure>();
        if failure.is_some_and(|failure| failure.kind == FailureKind::Stopped) {
            return Err(error);
        }
        self.watch.notify(Event::Failed(what, &error))
    }

    /// Launches a campaign, and returns the number of its launches that can be judged.
    fn launch_campaign(&mut self, campaign: &Campaign<'_>) -> anyhow::Result<usize> {
        let RunRequest { app, base, out, .. } = *self.request;
        self.watch.notify(Event::Begins(campaign))?;
        let mut watcher =
            RunWatcher { watch: &mut *self.watch, judge: self.judge.as_ref(), unreadable: None };
        let outcome = campaign.run(&mut *self.driver, &self.device, &self.patience, &mut watcher);
        let unreadable = watcher.unreadable;
        // The facts are stored with the launches, since the judgement compares the facts of the builds too.
        if outcome.counted > 0
            && let Err(error) = build_facts::store_for_run(app, base, campaign.folder)
        {
            self.watch.notify(Event::Failed(FACTS_NOT_STORED, &error))?;
        }
        let is_interleaved = base.is_some();
        self.watch.notify(Event::Ended {
            outcome: &outcome,
            folder: campaign.folder,
            run: out,
            is_interleaved,
        })?;
        let counted = outcome.counted;
        let failed = unreadable.or(outcome.failure.map(Into::into));
        failed.map_or(Ok(counted), Err)
    }

    /// Stores the run for reruns of its commit, if the request names a folder for stored runs.
    fn store_run(&self) -> anyhow::Result<()> {
        self.earlier.as_ref().map_or(Ok(()), |earlier| earlier.store_run(self.request.out))
    }
}

/// A watcher that forwards the events of a campaign, and decides at each check (look) whether the campaign stops.
struct RunWatcher<'a> {
    watch: &'a mut dyn EventReceiver,
    judge: Option<&'a Judge<'a>>,
    /// The error that prevented a judgement of the launches at a check.
    unreadable: Option<anyhow::Error>,
}

impl Watcher for RunWatcher<'_> {
    fn tell(&mut self, event: campaign::Event<'_>) {
        // An error of the output is ignored: if the reader has closed the output, the launches still count.
        let _ = self.watch.notify(Event::Campaign(event));
    }

    fn is_enough(&mut self, folder: &Path, at: usize) -> Result<bool, Failure> {
        let Some(judge) = self.judge else { return Ok(false) };
        match judge.judge_interim(folder) {
            Ok(look) => {
                let _ = self.watch.notify(Event::Looked(at, &look));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Route;
    use gate_config::{Config, DeviceSettings};
    use gate_device::campaign::App;
    use gate_device::{Phone, ProbeResult, StopRequest};
    use gate_launches::Build;
    use std::time::Duration;

    /// A driver for tests that fails to open its device, with the given kind of failure.
    struct Unreachable(FailureKind);

    impl Driver for Unreachable {
        fn name(&self) -> &str {
            "unreachable"
        }

        fn probe(&mut self, _: Option<&Device>) -> ProbeResult {
            unreachable!("the device is chosen")
        }

        fn devices(&mut self) -> Result<Vec<Device>, Failure> {
            unreachable!("the device is chosen")
        }

        fn open(&mut self, _: &str) -> Result<Box<dyn Phone>, Failure> {
            Err(Failure::new(self.0, "unplugged"))
        }
    }

    #[derive(Default)]
    struct Warnings(Vec<String>);

    impl EventReceiver for Warnings {
        fn notify(&mut self, event: Event<'_>) -> anyhow::Result<()> {
            if let Event::Failed(what, error) = event {
                self.0.push(format!("{what}: {error}"));
            }
            Ok(())
        }
    }

    /// Launches counting copies with a driver that fails with the given kind of failure, and returns the result and the warnings.
    fn count_on(kind: FailureKind) -> (anyhow::Result<()>, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let config = Config::default();
        let on = Route {
            driver: "auto",
            udid: None,
            usbmuxd: None,
            tables: Vec::new(),
            simulator: String::new(),
            agent: None,
        };
        let out = folder.path();
        let request = RunRequest::new(Path::new("Shop.ipa"), out, on, &config, out, StopRequest::default());
        let app = App {
            path: "Counting.ipa".into(),
            bundle: "com.example.shop".to_owned(),
            schemes: Vec::new(),
            shares_files: true,
            shows_documents: true,
            build: Build::default(),
            content: String::new(),
            settings: None,
            in_simulator: false,
            counts: true,
        };
        let counting = Campaign {
            app,
            base: None,
            scenario: None,
            root: out,
            folder: out,
            session: "s-counting".to_owned(),
            launches: 3,
            recorded_before: 0,
            looks: Vec::new(),
            again: false,
            dense: false,
            seed: 1,
            settings: DeviceSettings {
                retries: 0,
                lost_limit: 1,
                rest_when_hot: Duration::ZERO,
                answer_timeout: Duration::from_secs(1),
                ..DeviceSettings::default()
            },
            rest: Duration::ZERO,
            resume: None,
            driver_version: None,
            now_unix_ms: 0,
            lock: None,
        };
        let mut warnings = Warnings::default();
        let mut recorder = Recorder {
            request: &request,
            watch: &mut warnings,
            patience: Patience::default(),
            driver: Box::new(Unreachable(kind)),
            device: Device::default(),
            judge: None,
            earlier: None,
        };
        let done = recorder.record_call_counts(counting);
        (done, warnings.0)
    }

    #[test]
    fn an_app_copy_for_counting_calls_that_cannot_be_launched_causes_only_a_warning() {
        let (done, warnings) = count_on(FailureKind::Locked);
        assert!(done.is_ok(), "{done:?}");
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(warnings[0].starts_with("calls of functions are not counted: "), "{warnings:?}");
    }

    #[test]
    fn a_stop_request_during_launches_that_count_calls_stops_the_run() {
        let (done, warnings) = count_on(FailureKind::Stopped);
        assert!(done.is_err() && warnings.is_empty(), "{warnings:?}");
    }
}
