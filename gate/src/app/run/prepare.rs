//! Reads the builds of a run, chooses the device, and plans the launches.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, bail, ensure};
use gate_common::boundary::check_writable;
use gate_config::{Config, Date, DeviceSettings, Scenario};
use gate_device::campaign::{App, Campaign, lock_file, read_log, record_equal_builds};
use gate_device::{ChosenDriver, Patience, choose_driver};
use gate_launches::Build;
use gate_launches::run_log::{FORMAT, Header, RunLog};

use super::RunRequest;
use super::early::Judge;
use super::kept::EarlierRuns;
use super::record::{COUNTING, FACTS_NOT_STORED, Recorder};
use super::target::Target;
use crate::app::event::{Event, EventReceiver};
use crate::app::{build_facts, equal_builds};

/// A run that is ready to launch.
pub(super) struct PreparedRun<'a> {
    pub(super) campaign: Campaign<'a>,
    /// The campaign that launches the copies of the apps that count calls of functions.
    pub(super) counting: Option<Campaign<'a>>,
    pub(super) recorder: Recorder<'a>,
    pub(super) target: Target,
}

/// Prepares a run; returns `None` if both builds are equal and need no launches.
pub(super) fn prepare<'a>(
    request: &'a RunRequest<'a>,
    watch: &'a mut dyn EventReceiver,
) -> anyhow::Result<Option<PreparedRun<'a>>> {
    let RunRequest { config, on, .. } = request;
    let patience = Patience::new(config.device.answer_timeout, request.stop.clone());
    check_writable(request.out).map_err(anyhow::Error::msg)?;
    ensure!(
        !config.device.keep_data || request.judged.is_none_or(|judged| judged.by.policy.is_none()),
        "device.keep_data is set, but with --policy a change is measured, whose build could leave data for that of the base; remove the setting"
    );
    let scenario = find_scenario(config, request.scenario)?;
    let target = Target::new(on, scenario, &patience, watch)?;
    let builds = Builds::read(request, &target, watch)?;
    let log = read_log(request.out)?;
    ensure!(
        !request.resume || log.is_some(),
        "{} has no run to continue; omit --resume to start one",
        request.out.display()
    );
    if builds.are_equal(request) {
        let scenario = scenario.map_or("", |scenario| &scenario.name);
        if !equal_builds::need_launches(config, scenario) {
            without_launches(request, &builds.head, scenario, watch)?;
            return Ok(None);
        }
        watch.notify(Event::Note(
            "both builds are equal; they are launched, because the settings have budgets".to_owned(),
        ))?;
    }
    note_permissions(scenario, watch)?;
    let chosen = choose_driver(&on.tables, on.driver, target.udid().or(on.udid), on.usbmuxd, &patience)?;
    let ChosenDriver { driver, device, version, why } = chosen;
    watch.notify(Event::Chosen { device: &device, driver: driver.name(), why: &why })?;
    let judge = prepare_judge(request, watch)?;
    let resumed = log.filter(|_| request.resume);
    let campaign = plan_campaign(request, &builds, scenario, resumed)?;
    let mut campaign = Campaign { driver_version: version, lock: Some(lock_file(&device.udid)), ..campaign };
    let scenario = scenario.map_or("", |scenario| &scenario.name);
    let earlier = request.kept.map(|dir| EarlierRuns::new(dir, &device.udid, scenario));
    if let Some(earlier) = &earlier {
        campaign.recorded_before =
            earlier.copy_earlier_runs(request.out, campaign.app.id(), campaign.base.is_some())?;
        if campaign.recorded_before >= campaign.launches {
            watch.notify(Event::AllKept(campaign.recorded_before, request.out))?;
        }
    }
    let counting = counting_campaign(request, &campaign, builds.counting);
    let recorder = Recorder { request, watch, patience, driver, device, judge, earlier };
    Ok(Some(PreparedRun { campaign, counting, recorder, target }))
}

/// The builds of a run in the form in which they are installed.
struct Builds {
    head: App,
    base: Option<App>,
    /// Copies of the head, and of the base, that count calls of functions.
    counting: Vec<App>,
}

impl Builds {
    fn read(
        request: &RunRequest<'_>,
        target: &Target,
        watch: &mut dyn EventReceiver,
    ) -> anyhow::Result<Builds> {
        let head = target.read_app(request.app, "head")?;
        let base = request.base.map(|base| target.read_app(base, "base")).transpose()?;
        let mut builds = Builds { head, base, counting: Vec::new() };
        builds.counting = builds.counting_copies(request, target, watch)?;
        for build in std::iter::once(&builds.head).chain(&builds.base) {
            note_identity(build, watch)?;
        }
        Ok(builds)
    }

    /// Returns whether a new run has two builds of equal content in different files.
    fn are_equal(&self, request: &RunRequest<'_>) -> bool {
        let (Some(path), Some(base)) = (request.base, &self.base) else { return false };
        !request.launches_equal
            && !request.resume
            && !is_same(request.app, path)
            && self.head.content == base.content
    }

    /// Returns the copies of the builds that count calls: the given copies or, for a simulator without given copies, copies that this
    /// function makes.
    fn counting_copies(
        &self,
        request: &RunRequest<'_>,
        target: &Target,
        watch: &mut dyn EventReceiver,
    ) -> anyhow::Result<Vec<App>> {
        let Some(given) = request.counting else { return Ok(Vec::new()) };
        let is_made = given.is_empty() && target.udid().is_some();
        let head = BuildFile { path: request.app, app: &self.head, side: COUNTING };
        let base = request.base.zip(self.base.as_ref());
        let base = base.map(|(path, app)| BuildFile { path, app, side: "counting-base" });
        let builds: Vec<BuildFile<'_>> = std::iter::once(head).chain(base).collect();
        ensure!(
            given.is_empty() || given.len() == builds.len(),
            "--counting is given {} times for {} builds; give it once for APP and, with --base, once more for BASE_APP",
            given.len(),
            builds.len()
        );
        if given.is_empty() && !is_made {
            return Ok(Vec::new());
        }
        let copies = builds.iter().enumerate().map(|(at, build)| build.counting_copy(target, given.get(at)));
        match copies.collect::<anyhow::Result<Vec<App>>>() {
            // If a copy cannot be made, functions are not counted, but times, requests and calls of methods are compared.
            Err(reason) if is_made => {
                watch.notify(Event::Warning(format!("calls of functions are not counted: {reason:#}")))?;
                Ok(Vec::new())
            }
            copies => copies,
        }
    }
}

/// A build, the file from which it was read, and the name of the folder for its counting copy.
struct BuildFile<'a> {
    path: &'a Path,
    app: &'a App,
    side: &'static str,
}

impl BuildFile<'_> {
    /// Reads the given copy of this build that counts calls, or makes a copy.
    fn counting_copy(&self, target: &Target, given: Option<&PathBuf>) -> anyhow::Result<App> {
        let path = given.map_or(self.path, PathBuf::as_path);
        let counting = target.read_app(path, self.side)?;
        ensure!(
            counting.counts,
            "{} counts no calls of functions; make it with `gate inject --count functions`",
            path.display()
        );
        ensure!(
            counting.bundle == self.app.bundle && without_signature(&counting) == without_signature(self.app),
            "{} is a copy of another build than {}; make both from one",
            path.display(),
            self.path.display()
        );
        Ok(counting)
    }
}

/// Returns the build without its signature, which differs between copies of the build.
fn without_signature(app: &App) -> Build {
    Build { code_hash: String::new(), ..app.build.clone() }
}

/// Returns whether both paths lead to the same file. In this case, the user wants to compare the file with itself.
fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| std::fs::canonicalize(path).ok();
    place(one).is_some_and(|one| Some(one) == place(other))
}

/// Notes a missing signature or missing UUIDs of a build, without which the build cannot be recognised when it is installed again.
fn note_identity(app: &App, watch: &mut dyn EventReceiver) -> anyhow::Result<()> {
    let path = app.path.display();
    if app.build.code_hash.is_empty() && !app.in_simulator {
        watch.notify(Event::Note(format!(
            "{path} has no signature of a kind that is known here, so a build of the same UUIDs with other resources is told only by its place on the device; sign it with `gate inject --sign`"
        )))?;
    }
    if app.build.images.is_empty() {
        watch.notify(Event::Note(format!(
            "no code in {path} has a UUID: within a run another installation is told by its place on the device, but stored launches of another build of this version are not; link without -no_uuid"
        )))?;
    }
    Ok(())
}

/// Notes the permissions of a scenario that the user must grant, since no driver can grant them.
fn note_permissions(scenario: Option<&Scenario>, watch: &mut dyn EventReceiver) -> anyhow::Result<()> {
    let Some(scenario) = scenario.filter(|scenario| !scenario.permissions.is_empty()) else { return Ok(()) };
    let list = scenario.permissions.join(", ");
    watch.notify(Event::Note(format!(
        "no driver can grant permissions on a device; grant these once on the device: {list}"
    )))
}

/// Writes the log and the build facts of a run of two equal builds, which are not launched.
fn without_launches(
    request: &RunRequest<'_>,
    app: &App,
    scenario: &str,
    watch: &mut dyn EventReceiver,
) -> anyhow::Result<()> {
    let now = time_since_epoch();
    let header = Header {
        format: FORMAT.to_owned(),
        session: make_session_name(now, u64::from(now.subsec_nanos()))?,
        scenario: scenario.to_owned(),
        app: app.id().to_owned(),
        launches: request.launches,
        head: app.build.clone(),
        base: app.build.clone(),
        ..Header::default()
    };
    record_equal_builds(request.out, &header)?;
    if let Err(error) = build_facts::store_for_run(request.app, request.base, request.out) {
        watch.notify(Event::Failed(FACTS_NOT_STORED, &error))?;
    }
    let folder = request.out.display();
    watch.notify(Event::Line(format!(
        "both builds are equal in all images and resources, so nothing is launched; see `gate check {folder}`"
    )))
}

/// Returns the scenario with this name, or without a name the only scenario of the settings.
fn find_scenario<'a>(config: &'a Config, name: Option<&str>) -> anyhow::Result<Option<&'a Scenario>> {
    let names = || config.scenarios.iter().map(|one| &*one.name).collect::<Vec<_>>().join(", ");
    match (name, &config.scenarios[..]) {
        (Some(name), all) => match all.iter().find(|one| one.name == name) {
            Some(found) => Ok(Some(found)),
            None if all.is_empty() => bail!(
                "no [[scenario]] {name:?}; the settings have none. Add it to config.toml, or omit --scenario"
            ),
            None => bail!("no [[scenario]] {name:?}; the settings have: {}", names()),
        },
        (None, []) => Ok(None),
        (None, [only]) => Ok(Some(only)),
        (None, _) => bail!("the settings have several scenarios; choose one with --scenario ({})", names()),
    }
}

/// Returns the judge for the launches during and after the run. If the judge needs baselines under a ref, they are fetched.
fn prepare_judge<'a>(
    request: &'a RunRequest<'a>,
    watch: &mut dyn EventReceiver,
) -> anyhow::Result<Option<Judge<'a>>> {
    let Some(judged) = request.judged else { return Ok(None) };
    let mut judge = Judge::new(judged, request.base.is_some());
    if request.until_decided || judged.confirm {
        judged.by.check_exists()?;
        watch.warn(judge.fetch_baselines()?)?;
    }
    Ok(Some(judge))
}

/// Plans the timed launches, before the device is chosen.
fn plan_campaign<'a>(
    request: &'a RunRequest<'a>,
    builds: &Builds,
    scenario: Option<&'a Scenario>,
    resume: Option<RunLog>,
) -> anyhow::Result<Campaign<'a>> {
    let looks = if request.until_decided { request.config.gate.looks() } else { Vec::new() };
    let now = time_since_epoch();
    // The seed need not be secret, but must differ between runs.
    let drawn = u64::from(now.subsec_nanos()) ^ (u64::from(std::process::id()) << 32);
    let device = request.config.device;
    let seed = device.seed.or(resume.as_ref().and_then(|log| log.header.seed)).unwrap_or(drawn);
    Ok(Campaign {
        launches: looks.last().copied().unwrap_or(request.launches),
        recorded_before: 0,
        app: builds.head.clone(),
        base: builds.base.clone(),
        scenario,
        root: request.root,
        folder: request.out,
        session: make_session_name(now, seed)?,
        looks,
        again: false,
        dense: false,
        settings: device,
        seed,
        rest: request.rest,
        resume,
        driver_version: None,
        now_unix_ms: u64::try_from(now.as_millis()).unwrap_or(u64::MAX),
        lock: None,
    })
}

/// Plans the launches of the counting copies: the first copy is that of the head, the second that of the base.
fn counting_campaign<'a>(
    request: &RunRequest<'_>,
    campaign: &Campaign<'a>,
    copies: Vec<App>,
) -> Option<Campaign<'a>> {
    let mut copies = copies.into_iter();
    let app = copies.next()?;
    Some(Campaign {
        app,
        base: copies.next(),
        launches: request.config.counts.launches,
        recorded_before: 0,
        settings: DeviceSettings { warmup: 0, ..campaign.settings },
        looks: Vec::new(),
        session: format!("{}-{COUNTING}", campaign.session),
        resume: None,
        ..campaign.clone()
    })
}

/// The time since 1970.
fn time_since_epoch() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Makes the name of a session, such as `2026-11-21T150307-1f2e`. Names are practically unique, sorted by time, and valid as names of
/// files.
fn make_session_name(now: Duration, seed: u64) -> anyhow::Result<String> {
    let seconds = now.as_secs();
    let date = Date::from_unix_seconds(seconds).context("the clock of this machine is wrong; correct it")?;
    let (hours, minutes, rest) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let mark = (seed ^ (seed >> 16) ^ (seed >> 32)) & 0xffff;
    Ok(format!("{date}T{hours:02}{minutes:02}{rest:02}-{mark:04x}"))
}
