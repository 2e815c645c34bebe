//! Executes the steps of a campaign in order, and repeats lost launches.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use gate_launches::run_log::{LogEntry, RecordedLaunch};
use gate_launches::{BuildRole, LaunchId};

use super::app::App;
use super::collect::{TraceFacts, TraceRequest, collect_trace, lost_trace_name};
use super::connection::Connection;
use super::folder::RunFolder;
use super::plan::{self, PlannedLaunch, Purpose, Step};
use super::{Campaign, CampaignOutcome, Event, Watcher, complete_launches};
use crate::{Failure, FailureClass, FailureKind, PhoneState, Result};

/// The largest number of times that the pause for a hot device is doubled: the longest pause is 16 times the shortest.
const LARGEST_DOUBLINGS: usize = 4;

/// A running campaign.
pub(super) struct Run<'a, 'b> {
    pub(super) campaign: &'a Campaign<'a>,
    pub(super) session: String,
    pub(super) connection: Connection<'b>,
    pub(super) folder: &'a mut RunFolder,
    pub(super) restore: &'a [(PathBuf, String)],
    /// The shortest time from a launch to its trace in this campaign.
    pub(super) quickest: Option<Duration>,
    /// For each bundle identifier, the folder of the app on the device, read at the first launch after the installation.
    pub(super) app_folders: BTreeMap<String, String>,
    /// The installed copies for side-by-side installation.
    pub(super) copies: BTreeSet<String>,
    pub(super) state: PhoneState,
    /// The number of lost launches, including those before the run was continued.
    pub(super) lost: usize,
    pub(super) watcher: &'a mut dyn Watcher,
    pub(super) outcome: &'a mut CampaignOutcome,
}

impl Run<'_, '_> {
    pub(super) fn execute_steps(&mut self) -> Result<()> {
        let plan = self.campaign.plan(self.folder);
        let (installations, launches) = plan::count_steps(&plan);
        let duration = plan::estimate_duration(
            &plan,
            self.folder.recorded.iter().map(|one| one.took_ms),
            self.campaign.rest,
        );
        let at_most = !self.campaign.looks.is_empty();
        self.watcher.tell(Event::Planned { installations, launches, duration, at_most });
        for step in plan {
            match step {
                Step::Install(side) => self.install(self.campaign.build_of(side))?,
                Step::Launch(planned) => {
                    let before = complete_launches(&self.folder.recorded).len();
                    self.launch(planned)?;
                    let (before, now) = (
                        self.campaign.recorded_before + before,
                        self.campaign.recorded_before + complete_launches(&self.folder.recorded).len(),
                    );
                    if let Some(at) = self.campaign.looks.iter().position(|look| *look == now)
                        && now > before
                        && self.watcher.is_enough(self.folder.path(), at)?
                    {
                        self.outcome.early = now < self.campaign.launches;
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Removes copies for side-by-side installation from the device, but not the original app.
    pub(super) fn remove_copies(&mut self) {
        for bundle in std::mem::take(&mut self.copies) {
            if let Err(failure) = self.connection.with_phone_after_stop(|phone| phone.uninstall(&bundle)) {
                let text = format!("{bundle} stays on the device; remove it there: {failure}");
                self.watcher.tell(Event::Note(text));
            }
        }
    }

    /// Installs an app, and repeats the installation if the connection broke.
    fn install(&mut self, app: &App) -> Result<()> {
        self.watcher.tell(Event::Installing(app));
        self.app_folders.remove(&app.bundle);
        if app.original_bundle().is_some() {
            self.copies.insert(app.bundle.clone());
        }
        self.connection.reset_breaks();
        if !self.campaign.settings.keep_data {
            self.remove_data(&app.bundle)?;
        }
        loop {
            let done = self.connection.phone().and_then(|phone| phone.install(&app.path));
            match done {
                Err(failure) if failure.kind.is_broken_connection() => self.connection.reconnect(failure)?,
                done => return done,
            }
        }
    }

    /// Removes the data of earlier launches of an app, because an earlier build may have left a flag or a large database, which would slow
    /// this build down. If the container cannot be emptied, the app is uninstalled.
    fn remove_data(&mut self, bundle: &str) -> Result<()> {
        loop {
            let done = self.connection.phone().and_then(|phone| match phone.empty_container(bundle) {
                Err(Failure { kind: FailureKind::Unsupported | FailureKind::Denied, .. }) => {
                    phone.uninstall(bundle)
                }
                done => done,
            });
            match done {
                Err(failure) if failure.kind.is_broken_connection() => self.connection.reconnect(failure)?,
                Err(failure) if failure.kind == FailureKind::Unsupported => {
                    let text = format!("the data that {bundle} has on the device stays: {failure}");
                    self.watcher.tell(Event::Note(text));
                    return Ok(());
                }
                done => return done,
            }
        }
    }

    /// Launches the app, and repeats the launch if it is lost or will be excluded.
    fn launch(&mut self, planned: PlannedLaunch) -> Result<()> {
        let mut tries = 0;
        loop {
            self.folder.begun += 1;
            let number = self.folder.begun;
            let role = plan::role_of(self.campaign.base.is_some(), planned.side);
            // A launch without a block does not belong to a pair of both builds, so its block number is 0.
            let side = role.map(|role| (role, planned.block.unwrap_or(0)));
            let id = LaunchId { session: &self.session, side, number }.to_string();
            self.watcher.tell(Event::Launching(&id));
            self.connection.reset_breaks();
            let failure = match self.record_launch(planned, role, &id) {
                Ok(recorded) if recorded.low_power == Some(true) => {
                    // Further launches would not count either, until a person changes the setting.
                    return Err(Failure::new(FailureKind::LowPower, format!("as {id} tells")));
                }
                Ok(recorded) if recorded.is_throttled() => {
                    let is_to_count = planned.purpose == Purpose::Counts;
                    if is_to_count && tries == self.campaign.settings.retries {
                        let heat = recorded.thermal.unwrap_or_default();
                        return Err(Failure::new(
                            FailureKind::Hot,
                            format!(
                                "thermal state {heat} after {tries} {}",
                                if tries == 1 { "retry" } else { "retries" }
                            ),
                        ));
                    }
                    self.cool_down(tries)?;
                    if !is_to_count {
                        return Ok(());
                    }
                    tries += 1;
                    continue;
                }
                Ok(RecordedLaunch { left_out: Some(why), .. })
                    if planned.purpose == Purpose::Counts && tries < self.campaign.settings.retries =>
                {
                    self.watcher
                        .tell(Event::Note(format!("{id} was {why}, so it is excluded; repeating it")));
                    self.connection.pause(self.campaign.rest)?;
                    tries += 1;
                    continue;
                }
                Ok(_) => return self.connection.pause(self.campaign.rest),
                Err(failure) => failure,
            };
            if failure.kind == FailureKind::Stopped || failure.kind == FailureKind::Local {
                return Err(failure);
            }
            let is_within = self.lost < self.campaign.settings.lost_limit;
            self.lost += 1;
            let again = failure.kind.is_transient() && tries < self.campaign.settings.retries && is_within;
            self.watcher.tell(Event::Lost { id: &id, failure: &failure, again });
            self.name_kept_trace(&id);
            self.folder.append(&LogEntry::Lost {
                launch: id,
                role: role.map(|role| role.name().to_owned()),
                kind: failure.kind.name().to_owned(),
                class: failure.class().name().to_owned(),
                why: failure.to_string(),
            })?;
            self.outcome.lost.push(failure.clone());
            if !again {
                let Failure { kind, detail } = failure;
                let all = match self.lost {
                    lost if is_within || lost < 2 => return Err(Failure { kind, detail }),
                    lost => format!("{lost} launches were lost, and device.lost_limit allows {}", lost - 1),
                };
                return Err(Failure::new(kind, format!("{detail}; {all}")));
            }
            tries += 1;
            if failure.class() == FailureClass::Device {
                // After a failure, the state of the connections is unknown, so they are opened again.
                self.connection.reconnect(failure)?;
            }
        }
    }

    /// Names the trace of a lost launch, if it was kept.
    fn name_kept_trace(&mut self, id: &str) {
        let kept = self.folder.path().join(lost_trace_name(id));
        if kept.is_file() {
            let text =
                format!("the trace of the lost launch is kept; `gate look {}` shows it", kept.display());
            self.watcher.tell(Event::Note(text));
        }
    }

    /// Waits for a throttled device to cool down. The pause is doubled for each of the `hot` earlier tries of the launch, up to the limit
    /// `LARGEST_DOUBLINGS`.
    fn cool_down(&mut self, hot: usize) -> Result<()> {
        let longer = 1 << hot.min(LARGEST_DOUBLINGS);
        let rest = self.campaign.rest.max(self.campaign.settings.rest_when_hot.saturating_mul(longer));
        let text =
            format!("the device is throttled by heat; waiting {} s for it to cool down", rest.as_secs());
        self.watcher.tell(Event::Note(text));
        self.connection.pause(rest)
    }

    fn record_launch(
        &mut self,
        planned: PlannedLaunch,
        role: Option<BuildRole>,
        id: &str,
    ) -> Result<RecordedLaunch> {
        let app = self.campaign.build_of(planned.side);
        let request = TraceRequest {
            app,
            start: self.campaign.launch_options(app),
            events: self.campaign.events(app),
            restore: self.restore,
            patience: self.campaign.settings.trace_timeout(),
            quickest: self.quickest,
            app_folder: self.app_folders.get(&app.bundle).map(String::as_str),
        };
        let collected = collect_trace(&mut self.connection, &request, id, self.folder.path())?;
        self.app_folders.insert(app.bundle.clone(), collected.facts.app_folder);
        self.quickest =
            Some(self.quickest.map_or(collected.waited, |quickest| quickest.min(collected.waited)));
        let name = |thermal: gate_launches::Thermal| {
            (thermal != gate_launches::Thermal::Unknown).then(|| thermal.name().to_owned())
        };
        let is_debugged = self.state.debugger == Some(true);
        let recorded = RecordedLaunch {
            launch: id.to_owned(),
            file: format!("{id}.lgtrace"),
            role: role.map(|role| role.name().to_owned()),
            block: planned.block,
            warm_up: planned.purpose == Purpose::WarmUp,
            first_after_install: planned.purpose == Purpose::AfterInstall,
            thermal: name(collected.facts.thermal).or_else(|| name(self.state.thermal)),
            low_power: collected.facts.low_power.or(self.state.low_power),
            charging: self.state.charging,
            battery: self.state.battery,
            debugged: is_debugged,
            left_out: match collected.facts {
                TraceFacts { prewarmed: true, .. } => Some("prewarmed".to_owned()),
                TraceFacts { debugged: true, .. } if !is_debugged => Some("debugged".to_owned()),
                _ => None,
            },
            took_ms: u64::try_from(collected.took.as_millis()).unwrap_or(u64::MAX),
            of: collected.facts.build,
        };
        self.folder.add_launch(&collected.temporary, recorded.clone())?;
        let done = self.campaign.recorded_before + complete_launches(&self.folder.recorded).len();
        self.watcher.tell(Event::Recorded { launch: &recorded, done, of: self.campaign.launches });
        // The trace is recorded. If the end of the process is not confirmed, the next launch ends the process.
        match self.connection.phone().and_then(|phone| phone.kill(&collected.running)) {
            Err(failure) if failure.kind == FailureKind::Stopped => return Err(failure),
            Err(failure) => {
                self.watcher.tell(Event::Note(format!(
                    "cannot confirm that the app of launch {id} ended: {failure}"
                )));
                self.connection.close();
            }
            Ok(()) => {}
        }
        Ok(recorded)
    }
}
