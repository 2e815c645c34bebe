//! Launches an app on a device, collects the traces, and measures again what was found.

mod early;
mod kept;
mod target;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, bail, ensure};
use gate_common::boundary::check_writable;
use gate_config::{Config, Date, Scenario, SimulatorSettings};
use gate_device::campaign::{self, App, Campaign, Watcher, lock_file, note_equal, read_log};
use gate_device::{Chosen, Failure, FailureKind, Patience, Stop, choose};
use gate_launches::Build;
use gate_launches::run_log::{FORMAT, Header, RunLog};

use super::event::{Event, Watch};
use super::{JudgedBy, Settings, kept_facts};
use early::Judge;
use kept::EarlierRuns;
use target::Target;

/// What is to be launched, on what and how often.
pub struct Run<'a> {
    /// The app with the agent; for a simulator, the app as it was built.
    pub app: &'a Path,
    /// The build that it is launched in turns with.
    pub base: Option<&'a Path>,
    /// Copies of `app`, and of `base`, that count the calls of their functions, launched behind them. None given: in a simulator they are
    /// made, on a device nothing counts.
    pub counting: Option<&'a [PathBuf]>,
    /// The folder for the traces.
    pub out: &'a Path,
    pub launches: usize,
    /// Stops at the first look that needs no more; `launches` is the settings' then.
    pub until_decided: bool,
    /// Launches builds that are equal too.
    pub launches_equal: bool,
    /// Goes on with the run in `out`.
    pub resume: bool,
    /// Where the launches of this commit are kept between runs.
    pub kept: Option<&'a Path>,
    pub scenario: Option<&'a str>,
    pub on: Route<'a>,
    /// How long a device rests after each launch.
    pub rest: Duration,
    pub stop: Stop,
    pub config: &'a Config,
    /// The folder that the settings' paths start from.
    pub root: &'a Path,
    /// By what the launches are judged, read again for each judgement; none where the run does not judge.
    pub judged: Option<Judged<'a>>,
}

impl<'a> Run<'a> {
    /// What every run has in common: ten launches, which are not judged.
    pub fn of(
        app: &'a Path,
        out: &'a Path,
        on: Route<'a>,
        (config, root): (&'a Config, &'a Path),
        stop: Stop,
    ) -> Run<'a> {
        Run {
            app,
            base: None,
            counting: None,
            out,
            launches: 10,
            until_decided: false,
            launches_equal: true,
            resume: false,
            kept: None,
            scenario: None,
            on,
            rest: Duration::from_secs(2),
            stop,
            config,
            root,
            judged: None,
        }
    }
}

/// What launches are judged by.
#[derive(Clone, Copy)]
pub struct Judged<'a> {
    pub settings: &'a Settings,
    pub by: &'a JudgedBy,
    /// Whether what is found is measured again.
    pub confirm: bool,
}

/// Which device, and who drives it.
#[derive(Clone, Debug)]
pub struct Route<'a> {
    /// `auto` or a name.
    pub driver: &'a str,
    pub udid: Option<&'a str>,
    /// The address of usbmuxd.
    pub usbmuxd: Option<&'a str>,
    /// The settings' own drivers, as far as they are trusted.
    pub tables: Vec<toml::Table>,
    pub simulator: InSimulator,
}

/// What is asked of a simulator.
#[derive(Clone, Debug, Default)]
pub struct InSimulator {
    /// Its type; none for the booted one.
    pub kind: Option<String>,
    /// None for the agent that is there.
    pub agent: Option<PathBuf>,
    /// The agent's settings.
    pub settings: Option<PathBuf>,
}

impl InSimulator {
    /// What the settings below a folder ask, with this agent.
    pub fn of(agent: Option<PathBuf>, config: &Config, root: &Path) -> InSimulator {
        let SimulatorSettings { kind, agent_settings } = &config.simulator;
        let kind = Some(kind.clone()).filter(|kind| !kind.is_empty());
        let settings = (!agent_settings.as_os_str().is_empty()).then(|| root.join(agent_settings));
        InSimulator { kind, agent, settings }
    }
}

/// Launches it. What came of it was told.
pub fn run(request: &Run<'_>, watch: &mut dyn Watch) -> anyhow::Result<()> {
    let Run { config, root, on, .. } = request;
    let patience = &Patience::of(config.device.answer_timeout, request.stop.clone());
    check_writable(request.out).map_err(anyhow::Error::msg)?;
    let scenario = scenario(config, request.scenario)?;
    let target = Target::of(on, scenario, patience, watch)?;
    let app = target.app(request.app, "head")?;
    let base = request.base.map(|base| target.app(base, "base")).transpose()?;
    let counting = match request.counting {
        Some(given) => counting(
            &target,
            given,
            [(request.app, Some(&app)), (request.base.unwrap_or(request.app), base.as_ref())],
            watch,
        )?,
        None => Vec::new(),
    };
    for build in std::iter::once(&app).chain(&base) {
        let place = build.path.display();
        if build.build.code_hash.is_empty() && !build.in_simulator {
            watch.tell(Event::Note(format!(
                "{place} has no signature of a kind that is known here, so a build of the same UUIDs with other resources is told only by its place on the device; sign it with `gate inject --sign`"
            )))?;
        }
        if build.build.images.is_empty() {
            watch.tell(Event::Note(format!(
                "no code in {place} has a UUID: within a run another installation is told by its place on the device, but stored launches of another build of this version are not; link without -no_uuid"
            )))?;
        }
    }
    let before = read_log(request.out)?;
    ensure!(
        !request.resume || before.is_some(),
        "{} has no run to continue; omit --resume to start one",
        request.out.display()
    );
    if let (Some(path), Some(base)) = (request.base, &base)
        && !request.launches_equal
        && !request.resume
        && !is_same(request.app, path)
        && app.content == base.content
    {
        return without_launches(request, &app, watch);
    }
    if let Some(permissions) = scenario.map(|one| &one.permissions).filter(|all| !all.is_empty()) {
        let list = permissions.join(", ");
        watch.tell(Event::Note(format!(
            "no driver can grant permissions on a device; grant these once on the device: {list}"
        )))?;
    }
    let chosen = choose(&on.tables, on.driver, target.udid().or(on.udid), on.usbmuxd, patience)?;
    let Chosen { mut driver, device, version, why } = chosen;
    watch.tell(Event::Chosen { device: &device, driver: driver.name(), why: &why })?;
    let mut judge = request.judged.map(|judged| Judge::new(judged, base.is_some()));
    if let (Some(judge), Some(judged)) = (&mut judge, request.judged)
        && (request.until_decided || judged.confirm)
    {
        judged.by.is_there()?;
        for warning in judge.fetch()? {
            watch.tell(Event::Warning(warning))?;
        }
    }
    let resumed = if request.resume { before } else { None };
    let mut campaign = campaign(request, (app, base), (scenario, root), resumed)?;
    campaign.driver_version = version;
    campaign.lock = Some(lock_file(&device.udid));
    let scenario = scenario.map_or("", |scenario| &scenario.name);
    let kept = request.kept.map(|dir| EarlierRuns::of(dir, &device.udid, scenario));
    if let Some(kept) = &kept {
        campaign.before = kept.bring(request.out, campaign.app.id(), campaign.base.is_some())?;
        if campaign.before >= campaign.launches {
            watch.tell(Event::AllKept(campaign.before, request.out))?;
        }
    }
    let confirm = request.judged.is_some_and(|judged| judged.confirm);
    let judged = |folder: &Path| match &judge {
        Some(judge) if confirm => judge.is_regressed(folder),
        _ => Ok(false),
    };
    let mut launch = |campaign: &Campaign<'_>| -> anyhow::Result<usize> {
        watch.tell(Event::Begins(campaign))?;
        let mut asked = RunWatcher { watch: &mut *watch, judge: judge.as_ref(), unreadable: None };
        let outcome = campaign.run(&mut *driver, &device, patience, &mut asked);
        let unreadable = asked.unreadable;
        // For the judgement of these launches: what their builds say of themselves.
        if outcome.counted > 0
            && let Err(error) = kept_facts::take(request.app, request.base, campaign.folder)
        {
            watch.tell(Event::Failed("cannot store the facts of the build", &error))?;
        }
        let (run, is_interleaved) = (request.out, request.base.is_some());
        watch.tell(Event::Ended { outcome: &outcome, folder: campaign.folder, run, is_interleaved })?;
        let counted = outcome.counted;
        let failed = unreadable.or(outcome.failure.map(Into::into));
        failed.map_or(Ok(counted), Err)
    };
    // What is red has to be named.
    let dense =
        Campaign { launches: config.device.dense_launches, warmup: 0, dense: true, ..campaign.clone() };
    let mut counting = counting.into_iter();
    let counting = counting.next().map(|app| Campaign {
        app,
        base: counting.next(),
        launches: config.counts.launches,
        before: 0,
        warmup: 0,
        looks: Vec::new(),
        session: format!("{}-{COUNTING}", campaign.session),
        resume: None,
        ..campaign.clone()
    });
    measure(campaign, kept.as_ref(), &mut launch, &judged)?;
    if let Some(counting) = counting {
        let folder = request.out.join(COUNTING);
        let resume = if request.resume { read_log(&folder)? } else { None };
        launch(&Campaign { folder: &folder, resume, ..counting })?;
    }
    let Some(judge) = judge.as_ref().filter(|_| request.until_decided || confirm) else { return Ok(()) };
    let is_wanted = || {
        let mut agent = trace::settings::Settings::DEFAULT;
        agent.read(dense.app.settings.as_deref().unwrap_or_default(), |_, _| {});
        Ok(agent.samples_nanos > 0 && dense.launches > 0 && judge.is_regressed(request.out)?)
    };
    let is_stop = |error: &anyhow::Error| {
        error.downcast_ref::<Failure>().is_some_and(|failure| failure.kind == FailureKind::Stopped)
    };
    match follow(dense.clone(), DENSE, kept.as_ref(), &mut launch, is_wanted) {
        // The answer stands without it.
        Err(error) if !is_stop(&error) => {
            watch.tell(Event::Failed("no function is named by dense samples", &error))
        }
        done => done,
    }
}

/// Copies that count of the builds that are launched.
fn counting(
    target: &Target,
    given: &[PathBuf],
    builds: [(&Path, Option<&App>); 2],
    watch: &mut dyn Watch,
) -> anyhow::Result<Vec<App>> {
    let builds: Vec<(&Path, &App)> =
        builds.into_iter().filter_map(|(path, app)| Some((path, app?))).collect();
    let is_made = given.is_empty() && target.udid().is_some();
    ensure!(
        given.is_empty() || given.len() == builds.len(),
        "--counting is given {} times for {} builds; give it once for APP and, with --base, once more for BASE_APP",
        given.len(),
        builds.len()
    );
    let unsigned = |app: &App| (app.bundle.clone(), Build { code_hash: String::new(), ..app.build.clone() });
    let of = |(at, (own, app)): (usize, &(&Path, &App))| {
        let path = given.get(at).map_or(*own, PathBuf::as_path);
        let counting = target.app(path, [COUNTING, "counting-base"][at])?;
        let place = path.display();
        ensure!(
            counting.counts,
            "{place} counts no calls of functions; make it with `gate inject --count functions`"
        );
        ensure!(
            unsigned(&counting) == unsigned(app),
            "{place} is a copy of another build than {}; make both from one",
            own.display()
        );
        Ok(counting)
    };
    if given.is_empty() && !is_made {
        return Ok(Vec::new());
    }
    match builds.iter().enumerate().map(of).collect::<anyhow::Result<Vec<App>>>() {
        // Times, work and calls of methods are compared all the same.
        Err(reason) if is_made => {
            watch.tell(Event::Warning(format!("calls of functions are not counted: {reason:#}")))?;
            Ok(Vec::new())
        }
        copies => copies,
    }
}

/// Whether both are one file, which somebody wants to be launched against itself.
fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| std::fs::canonicalize(path).ok();
    place(one).is_some_and(|one| Some(one) == place(other))
}

/// The run of two builds that are equal: a log that says so.
fn without_launches(request: &Run<'_>, app: &App, watch: &mut dyn Watch) -> anyhow::Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let header = Header {
        format: FORMAT.to_owned(),
        session: session(now, u64::from(now.subsec_nanos()))?,
        app: app.id().to_owned(),
        launches: request.launches,
        head: app.build.clone(),
        base: app.build.clone(),
        ..Header::default()
    };
    note_equal(request.out, &header)?;
    let folder = request.out.display();
    watch.tell(Event::Line(format!(
        "both builds are equal in all images and resources, so nothing is launched; see `gate check {folder}`"
    )))
}

/// Who hears of the launches, and who is asked at the looks.
struct RunWatcher<'a> {
    watch: &'a mut dyn Watch,
    judge: Option<&'a Judge<'a>>,
    /// Why the launches cannot be looked at.
    unreadable: Option<anyhow::Error>,
}

impl Watcher for RunWatcher<'_> {
    fn tell(&mut self, event: campaign::Event<'_>) {
        // A pipeline that no longer listens is no reason to lose launches.
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

/// The scenario of this name, or the only one.
fn scenario<'a>(config: &'a Config, name: Option<&str>) -> anyhow::Result<Option<&'a Scenario>> {
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

/// What is to be launched; the device is to be chosen.
fn campaign<'a>(
    request: &'a Run<'a>,
    (app, base): (App, Option<App>),
    (scenario, root): (Option<&'a Scenario>, &'a Path),
    resume: Option<RunLog>,
) -> anyhow::Result<Campaign<'a>> {
    let looks = if request.until_decided { request.config.gate.looks() } else { Vec::new() };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Nothing of it is secret; two runs should differ.
    let drawn = u64::from(now.subsec_nanos()) ^ (u64::from(std::process::id()) << 32);
    let seed =
        request.config.device.seed.or(resume.as_ref().and_then(|log| log.header.seed)).unwrap_or(drawn);
    let device = request.config.device;
    Ok(Campaign {
        launches: looks.last().copied().unwrap_or(request.launches),
        before: 0,
        app,
        base,
        scenario,
        root,
        folder: request.out,
        session: session(now, seed)?,
        warmup: device.warmup,
        looks,
        again: false,
        dense: false,
        seed,
        retries: device.retries,
        lost_limit: device.lost_limit,
        rest: request.rest,
        rest_when_hot: device.rest_when_hot,
        trace: device.trace_timeout,
        resume,
        driver_version: None,
        now_unix_ms: u64::try_from(now.as_millis()).unwrap_or(u64::MAX),
        lock: None,
    })
}

/// Launches what is still to be launched, and as much again where a regression is found that fresh launches have to confirm.
fn measure(
    campaign: Campaign<'_>,
    kept: Option<&EarlierRuns>,
    launch: &mut dyn FnMut(&Campaign<'_>) -> anyhow::Result<usize>,
    is_regressed: &dyn Fn(&Path) -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let run = campaign.folder;
    let mut counted = campaign.before;
    if counted < campaign.launches {
        let first = launch(&campaign);
        // What ends in the middle is part of what a rerun goes on with too.
        kept.map_or(Ok(()), |kept| kept.keep(run))?;
        counted += first?;
    }
    // In an order of their own, and from an installation of their own.
    let seed = campaign.seed.rotate_left(17) ^ 1;
    let again = Campaign { seed, launches: counted, again: true, ..campaign };
    follow(again, AGAIN, kept, launch, || is_regressed(run))
}

/// Launches what follows a red answer into a folder of its own, as far as earlier runs have not.
fn follow(
    campaign: Campaign<'_>,
    name: &str,
    kept: Option<&EarlierRuns>,
    launch: &mut dyn FnMut(&Campaign<'_>) -> anyhow::Result<usize>,
    is_wanted: impl FnOnce() -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let (run, folder) = (campaign.folder, campaign.folder.join(name));
    let done = kept::done_earlier(run, name)?;
    if done.is_complete || !is_wanted()? {
        return Ok(());
    }
    launch(&Campaign {
        resume: read_log(&folder)?,
        session: format!("{}-{name}", campaign.session),
        folder: &folder,
        before: done.counted,
        looks: Vec::new(),
        ..campaign
    })?;
    kept.map_or(Ok(()), |kept| kept.keep(run))
}

/// The folder inside a run's that launches with dense samples go into.
const DENSE: &str = "dense";

/// The folder inside a run's that its copy that counts is launched into.
const COUNTING: &str = "counting";

/// The folder inside a run's that findings are measured again in.
const AGAIN: &str = "again";

/// `2026-11-21T150307-1f2e`: unique enough, in order of time, and fit for a file's name.
fn session(now: Duration, seed: u64) -> anyhow::Result<String> {
    let seconds = now.as_secs();
    let date = Date::from_unix_seconds(seconds).context("the clock of this machine is wrong; correct it")?;
    let (hours, minutes, rest) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let mark = (seed ^ (seed >> 16) ^ (seed >> 32)) & 0xffff;
    Ok(format!("{date}T{hours:02}{minutes:02}{rest:02}-{mark:04x}"))
}
