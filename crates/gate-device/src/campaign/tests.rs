//! Tests of the campaign with a device in memory, whose launches follow a script.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use gate_common::sides::Side;
use traces::{Content, names};

use super::*;
use crate::{FailureClass, FileEntry, LaunchedProcess, Phone, ProbeResult, StopRequest};

/// The outcome of one launch in the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goes {
    Well,
    /// The process ends and writes no trace.
    Crashes,
    /// The connection breaks at the launch.
    Breaks,
    /// The trace is complete, and the connection breaks once while the trace is fetched.
    BreaksLater,
    /// The second half of the trace is missing.
    Half,
    /// The app writes a trace that is too large for the memory.
    Huge,
    /// The file with the name of this launch is a complete trace of a different launch.
    Foreign,
    /// The run is asked to stop while it waits for the trace.
    Stopped,
    Locked,
    /// The trace records that the device is hot.
    Hot,
    /// The trace records that Low Power Mode is on.
    Saving,
    /// Another process has installed a build with a different build number.
    OtherNumber,
    /// Another process has installed a build with the same version and build number, but different code.
    OtherCode,
    /// Another process has installed a build with the same UUIDs, but different resources or patched code.
    OtherContent,
    /// Another process has installed an app with the same version and UUIDs.
    Reinstalled,
    /// Another process starts the app again, which ends the launched process of the app.
    Replaced,
    /// usbmuxd is not running when the device is opened the next time.
    MuxLeaves,
    /// The device restarts, which ends the connection and the app.
    Restarts,
    /// The system started the process before the user requested the app.
    Prewarmed,
    /// A debugger is attached.
    Debugged,
}

#[derive(Default)]
struct World {
    script: VecDeque<Goes>,
    files: BTreeMap<String, Vec<u8>>,
    alive: Option<u64>,
    launches: Vec<LaunchOptions>,
    installed: Vec<String>,
    uninstalled: Vec<String>,
    /// Whether the device's driver cannot empty a container.
    cannot_empty: bool,
    opened: usize,
    is_huge: bool,
    break_once: bool,
    list_breaks_once: bool,
    /// The number of times that usbmuxd does not answer.
    mux_away: usize,
    mux_leaves: bool,
    stop: StopRequest,
}

#[derive(Clone, Default)]
struct InMemory(Rc<RefCell<World>>);

fn failure(kind: FailureKind) -> Failure {
    Failure::new(kind, "as the script says")
}

fn trace_of(id: &str, goes: Goes) -> Vec<u8> {
    let names = names(20);
    let mut content = Content::synthetic(&names, 20, 1);
    content.info.launch_id = id.into();
    content.info.thermal = if goes == Goes::Hot { trace::Thermal::Serious } else { trace::Thermal::Nominal };
    content.info.low_power = Some(goes == Goes::Saving);
    content.info.prewarmed = Some(goes == Goes::Prewarmed);
    content.info.debugged = Some(goes == Goes::Debugged);
    if goes == Goes::OtherNumber {
        content.info.app_build = "999".into();
    }
    if goes == Goes::OtherCode {
        content.images[0].uuid = trace::Uuid([9; 16]);
    }
    if goes == Goes::OtherContent {
        content.info.code_hash = "ffeeddccbbaa99887766554433221100ffeeddcc".into();
    }
    if goes == Goes::Reinstalled {
        content.images[0].path = "/private/var/containers/Bundle/Application/B/App.app/App".into();
    }
    content.to_bytes()
}

impl Driver for InMemory {
    fn name(&self) -> &str {
        "memory"
    }

    fn probe(&mut self, _: Option<&Device>) -> ProbeResult {
        ProbeResult { usable: true, version: None, why: "it is a test".to_owned() }
    }

    fn devices(&mut self) -> Result<Vec<Device>, Failure> {
        Ok(vec![device()])
    }

    fn open(&mut self, _: &str) -> Result<Box<dyn Phone>, Failure> {
        let mut world = self.0.borrow_mut();
        world.opened += 1;
        if world.mux_away > 0 {
            world.mux_away -= 1;
            return Err(failure(FailureKind::NoMux));
        }
        drop(world);
        Ok(Box::new(Opened(self.clone(), device())))
    }
}

fn device() -> Device {
    Device { udid: "U".to_owned(), os: Some("17.5".to_owned()), ..Device::default() }
}

struct Opened(InMemory, Device);

impl Phone for Opened {
    fn device(&self) -> &Device {
        &self.1
    }

    fn state(&mut self) -> Result<PhoneState, Failure> {
        Ok(PhoneState { charging: Some(true), ..PhoneState::default() })
    }

    fn install(&mut self, app: &Path) -> Result<(), Failure> {
        self.0.0.borrow_mut().installed.push(app.display().to_string());
        Ok(())
    }

    fn uninstall(&mut self, bundle: &str) -> Result<(), Failure> {
        self.0.0.borrow_mut().uninstalled.push(bundle.to_owned());
        Ok(())
    }

    fn empty_container(&mut self, _: &str) -> Result<(), Failure> {
        let mut world = self.0.0.borrow_mut();
        if world.cannot_empty {
            return Err(failure(FailureKind::Unsupported));
        }
        world.files.clear();
        Ok(())
    }

    fn launch(&mut self, start: &LaunchOptions) -> Result<LaunchedProcess, Failure> {
        let mut world = self.0.0.borrow_mut();
        world.launches.push(start.clone());
        let pid = world.launches.len() as u64;
        let goes = world.script.pop_front().unwrap_or(Goes::Well);
        match goes {
            Goes::Breaks => return Err(failure(FailureKind::Lost)),
            Goes::Locked => return Err(failure(FailureKind::Locked)),
            Goes::Stopped => world.stop.request_stop(),
            _ => {}
        }
        world.alive = match goes {
            Goes::Crashes | Goes::Restarts => None,
            Goes::Replaced => Some(pid + 100),
            _ => Some(pid),
        };
        world.is_huge = goes == Goes::Huge;
        world.break_once = goes == Goes::BreaksLater;
        world.list_breaks_once = goes == Goes::Restarts;
        world.mux_leaves = goes == Goes::MuxLeaves;
        let id = start.environment["LAUNCHGATE_LAUNCH"].clone();
        let bytes = match goes {
            Goes::Crashes | Goes::Stopped | Goes::Replaced | Goes::Restarts => None,
            Goes::Half => Some(trace_of(&id, goes)[..400].to_vec()),
            Goes::Foreign => Some(trace_of("another", goes)),
            _ => Some(trace_of(&id, goes)),
        };
        if let Some(bytes) = bytes {
            world.files.insert(format!("Documents/launchgate/{id}.lgtrace"), bytes);
        }
        Ok(LaunchedProcess { bundle: start.bundle.clone(), pid: Some(pid) })
    }

    fn is_alive(&mut self, running: &LaunchedProcess) -> Result<Option<bool>, Failure> {
        let alive = self.0.0.borrow().alive;
        Ok(Some(if running.pid.is_none() { alive.is_some() } else { alive == running.pid }))
    }

    fn kill(&mut self, _: &LaunchedProcess) -> Result<(), Failure> {
        let mut world = self.0.0.borrow_mut();
        world.alive = None;
        if std::mem::take(&mut world.mux_leaves) {
            world.mux_away = 3;
            return Err(failure(FailureKind::Lost));
        }
        Ok(())
    }

    fn list(&mut self, _: &str, folder: &str) -> Result<Vec<FileEntry>, Failure> {
        let mut world = self.0.0.borrow_mut();
        if std::mem::take(&mut world.list_breaks_once) {
            return Err(failure(FailureKind::Lost));
        }
        let inside = world.files.keys().filter_map(|path| path.strip_prefix(&format!("{folder}/")));
        Ok(inside.map(|name| FileEntry { name: name.to_owned(), size: None }).collect())
    }

    fn pull(&mut self, _: &str, from: &str, to: &Path) -> Result<(), Failure> {
        let mut world = self.0.0.borrow_mut();
        if std::mem::take(&mut world.break_once) {
            std::fs::write(to, b"the beginning").unwrap();
            return Err(failure(FailureKind::Lost));
        }
        let bytes = world.files.get(from).ok_or_else(|| failure(FailureKind::NoFile))?;
        std::fs::write(to, bytes).unwrap();
        if world.is_huge {
            // A hole in a file takes no space on the disk.
            std::fs::File::options()
                .write(true)
                .open(to)
                .unwrap()
                .set_len(gate_launches::LARGEST_INPUT + 1)
                .unwrap();
        }
        Ok(())
    }

    fn push(&mut self, _: &str, from: &Path, to: &str) -> Result<(), Failure> {
        self.0.0.borrow_mut().files.insert(to.to_owned(), std::fs::read(from).unwrap());
        Ok(())
    }

    fn remove(&mut self, _: &str, path: &str) -> Result<(), Failure> {
        self.0.0.borrow_mut().files.remove(path);
        Ok(())
    }
}

/// A watcher that records all events, and stops at a given look.
#[derive(Default)]
struct Told {
    lines: Vec<String>,
    looks: Vec<usize>,
    enough_at: Option<usize>,
    /// The text of the event at which the test requests the run to stop.
    stop_at: Option<String>,
    stop: StopRequest,
}

impl Watcher for Told {
    fn tell(&mut self, event: Event<'_>) {
        match event {
            Event::Lost { failure, again, .. } => self.lines.push(format!("{:?} {again}", failure.kind)),
            Event::Note(text) => {
                if self.stop_at.as_ref() == Some(&text) {
                    self.stop.request_stop();
                }
                self.lines.push(text);
            }
            _ => {}
        }
    }

    fn is_enough(&mut self, _: &Path, at: usize) -> Result<bool, Failure> {
        self.looks.push(at);
        Ok(self.enough_at == Some(at))
    }
}

fn app(bundle: &str) -> App {
    App {
        path: format!("{bundle}.ipa").into(),
        bundle: bundle.to_owned(),
        shares_files: true,
        ..App::default()
    }
}

struct Bed {
    folder: tempfile::TempDir,
    world: InMemory,
    told: Told,
}

impl Bed {
    fn new(script: &[Goes]) -> Bed {
        let world = InMemory::default();
        world.0.borrow_mut().script = script.iter().copied().collect();
        Bed { folder: tempfile::tempdir().unwrap(), world, told: Told::default() }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("run")
    }

    fn run(&mut self, change: impl FnOnce(&mut Campaign<'_>)) -> CampaignOutcome {
        let folder = self.path();
        let mut campaign = Campaign {
            app: app("shop"),
            base: None,
            scenario: None,
            root: Path::new("."),
            folder: &folder,
            session: "s".to_owned(),
            launches: 3,
            looks: Vec::new(),
            again: false,
            dense: false,
            settings: DeviceSettings {
                retries: 2,
                lost_limit: 10,
                rest_when_hot: Duration::ZERO,
                // The fake device writes every trace at once.
                answer_timeout: Duration::from_micros(300),
                ..DeviceSettings::default()
            },
            recorded_before: 0,
            seed: 1,
            rest: Duration::ZERO,
            resume: None,
            driver_version: None,
            now_unix_ms: 1,
            lock: None,
        };
        change(&mut campaign);
        let patience = Patience { stop: StopRequest::default(), ..Patience::default() };
        self.world.0.borrow_mut().stop = patience.stop.clone();
        self.told.stop = patience.stop.clone();
        campaign.run(&mut self.world, &device(), &patience, &mut self.told)
    }

    /// Returns the names of the files in the folder.
    fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[test]
fn the_first_launch_after_an_installation_and_warm_ups_do_not_count() {
    let mut bed = Bed::new(&[]);
    let outcome = bed.run(|campaign| campaign.settings.warmup = 2);
    assert_eq!((outcome.counted, outcome.uncounted, outcome.failure), (3, 3, None));
    let log = read_log(&bed.path()).unwrap().unwrap();
    let kinds: Vec<(bool, bool)> =
        log.recorded_launches().map(|one| (one.first_after_install, one.warm_up)).collect();
    assert_eq!(kinds[..4], [(true, false), (false, true), (false, true), (false, false)]);
    assert_eq!(log.entries.last(), Some(&LogEntry::Finished { counted: 3, lost: 0 }));
    let launches = gate_launches::read(&[bed.path()], &Default::default()).unwrap().launches;
    assert_eq!(launches.iter().filter(|one| one.state.warm_up).count(), 2);
    assert_eq!(launches.iter().filter(|one| one.state.first_after_install).count(), 1);
    assert!(launches.iter().all(|one| &*one.conditions.app_bundle == "shop" && &*one.session == "s"));
}

#[test]
fn lost_launches_are_repeated_within_the_limit_and_reported() {
    for (goes, kind, opened) in [
        (Goes::Crashes, FailureKind::NoTrace, 1),
        (Goes::Half, FailureKind::BadTrace, 1),
        (Goes::Foreign, FailureKind::BadTrace, 1),
        (Goes::Breaks, FailureKind::Lost, 2),
    ] {
        let mut bed = Bed::new(&[Goes::Well, goes]);
        let outcome = bed.run(|_| {});
        assert_eq!((outcome.counted, outcome.lost.len(), outcome.failure), (3, 1, None), "{goes:?}");
        assert_eq!(bed.told.lines, [format!("{kind:?} true")]);
        assert_eq!(bed.world.0.borrow().opened, opened, "{goes:?}");
        assert_eq!(bed.files().len(), 5, "{goes:?}: 4 traces and the log: {:?}", bed.files());

        let mut bed = Bed::new(&[Goes::Well, goes, goes, goes]);
        let outcome = bed.run(|_| {});
        assert_eq!((outcome.counted, outcome.lost.len()), (0, 3), "{goes:?}");
        assert_eq!(outcome.failure.unwrap().kind, kind);
        assert_eq!(bed.files(), ["run.jsonl", "s.1.lgtrace"], "{goes:?}");
    }
}

#[test]
fn a_restart_of_the_device_is_not_reported_as_a_crash_of_the_app() {
    let slow = |campaign: &mut Campaign<'_>| campaign.settings.answer_timeout = Duration::from_secs(20);
    for (goes, kind, class) in
        [(Goes::Crashes, FailureKind::Crashed, "app"), (Goes::Restarts, FailureKind::Away, "device")]
    {
        let mut bed = Bed::new(&[Goes::Well, goes]);
        let outcome = bed.run(slow);
        assert_eq!((outcome.counted, outcome.lost.len(), outcome.failure), (3, 1, None), "{goes:?}");
        let log = read_log(&bed.path()).unwrap().unwrap();
        let told = log.entries.iter().find_map(|entry| match entry {
            LogEntry::Lost { kind, class, .. } => Some((kind.clone(), class.clone())),
            _ => None,
        });
        assert_eq!(told, Some((kind.name().to_owned(), class.to_owned())), "{goes:?}");
    }
}

#[test]
fn a_run_ends_if_more_launches_are_lost_than_the_settings_allow() {
    let script = [&[Goes::Well][..], &[Goes::Half, Goes::Well].repeat(4)].concat();
    let mut bed = Bed::new(&script);
    let outcome = bed.run(|campaign| (campaign.launches, campaign.settings.lost_limit) = (4, 4));
    assert_eq!((outcome.counted, outcome.lost.len(), outcome.failure), (4, 4, None));

    let mut bed = Bed::new(&script);
    let outcome = bed.run(|campaign| (campaign.launches, campaign.settings.lost_limit) = (4, 3));
    let failure = outcome.failure.unwrap();
    assert_eq!((outcome.counted, outcome.lost.len(), failure.kind), (3, 4, FailureKind::BadTrace));
    assert!(failure.detail.ends_with("4 launches were lost, and device.lost_limit allows 3"), "{failure}");
    // Lost launches also count after the run is continued.
    let before = read_log(&bed.path()).unwrap();
    bed.world.0.borrow_mut().script = [Goes::Half].into();
    let outcome = bed.run(|campaign| {
        campaign.resume = before;
        (campaign.launches, campaign.settings.lost_limit) = (4, 4);
    });
    assert_eq!(
        (outcome.lost.len(), outcome.failure.map(|failure| failure.kind)),
        (1, Some(FailureKind::BadTrace))
    );
}

#[test]
fn a_launch_that_is_excluded_from_the_comparison_is_repeated_within_a_limit() {
    for (goes, why) in [(Goes::Prewarmed, "prewarmed"), (Goes::Debugged, "debugged")] {
        let mut bed = Bed::new(&[Goes::Well, Goes::Well, goes]);
        let outcome = bed.run(|_| {});
        assert_eq!((outcome.counted, outcome.uncounted, outcome.failure), (3, 2, None), "{why}");
        assert_eq!(bed.told.lines, [format!("s.3 was {why}, so it is excluded; repeating it")]);
        let launches = gate_launches::read(&[bed.path()], &Default::default()).unwrap().launches;
        let left_out = launches.iter().filter(|one| one.state.prewarmed || one.state.debugged);
        assert_eq!(left_out.count(), 1, "{why}");

        // After the last repetition the run continues without the launch.
        let mut bed = Bed::new(&[&[Goes::Well; 2][..], &[goes; 3]].concat());
        let outcome = bed.run(|_| {});
        assert_eq!((outcome.counted, outcome.uncounted, outcome.failure), (2, 4, None), "{why}");
    }
}

#[test]
fn a_launch_on_a_hot_device_does_not_count_and_is_repeated_after_a_rest() {
    let rests =
        |seconds: u64| format!("the device is throttled by heat; waiting {seconds} s for it to cool down");
    // The launches are: one launch after the installation, the first launch that counts, two launches while the device is hot, and the
    // remaining launches.
    let mut bed = Bed::new(&[Goes::Well, Goes::Well, Goes::Hot, Goes::Hot]);
    let outcome = bed.run(|_| {});
    assert_eq!((outcome.counted, outcome.uncounted, outcome.failure), (3, 3, None));
    assert_eq!(bed.told.lines, [rests(0), rests(0)]);
    let launches = gate_launches::read(&[bed.path()], &Default::default()).unwrap().launches;
    assert_eq!(launches.iter().filter(|one| one.state.thermal.is_throttled()).count(), 2);

    // A launch that need not count is not repeated.
    let mut bed = Bed::new(&[Goes::Hot]);
    assert_eq!(bed.run(|_| {}).uncounted, 1);

    // If the device remains hot, the recorded launches remain in the folder, and the run can be continued later.
    let mut bed = Bed::new(&[&[Goes::Well, Goes::Well][..], &[Goes::Hot; 3]].concat());
    let outcome = bed.run(|_| {});
    let failure = outcome.failure.unwrap();
    assert_eq!((outcome.counted, failure.kind, failure.class()), (1, FailureKind::Hot, FailureClass::Device));
    assert!(failure.to_string().contains("(thermal state serious after 2 retries)"), "{failure}");
    let before = read_log(&bed.path()).unwrap();
    let outcome = bed.run(|campaign| campaign.resume = before);
    assert_eq!((outcome.counted, outcome.failure), (3, None));

    // A request to stop ends a pause.
    let mut bed = Bed::new(&[Goes::Well, Goes::Well, Goes::Hot]);
    bed.told.stop_at = Some(rests(3600));
    let outcome = bed.run(|campaign| campaign.settings.rest_when_hot = Duration::from_secs(3600));
    assert_eq!((outcome.counted, outcome.failure.unwrap().kind), (1, FailureKind::Stopped));
    assert_eq!(bed.told.lines, [rests(3600)]);
}

#[test]
fn low_power_mode_ends_a_run_at_once() {
    let mut bed = Bed::new(&[Goes::Saving]);
    let outcome = bed.run(|_| {});
    let failure = outcome.failure.unwrap();
    assert_eq!(
        (outcome.counted, failure.kind, failure.class()),
        (0, FailureKind::LowPower, FailureClass::Device)
    );
    assert!(failure.to_string().contains("Low Power Mode is on"), "{failure}");
    assert_eq!(bed.world.0.borrow().launches.len(), 1);
    let log = read_log(&bed.path()).unwrap().unwrap();
    assert_eq!(log.recorded_launches().map(|one| one.low_power).collect::<Vec<_>>(), [Some(true)]);
}

#[test]
fn a_connection_lost_while_a_finished_trace_is_fetched_loses_no_launch() {
    let mut bed = Bed::new(&[Goes::Well, Goes::BreaksLater]);
    let outcome = bed.run(|campaign| campaign.settings.answer_timeout = Duration::from_secs(20));
    assert_eq!((outcome.counted, outcome.lost.len(), outcome.failure), (3, 0, None));
    assert_eq!((bed.world.0.borrow().opened, bed.world.0.borrow().launches.len()), (2, 4));
}

#[test]
fn a_failure_that_needs_a_person_is_not_retried() {
    let mut bed = Bed::new(&[Goes::Well, Goes::Locked]);
    let outcome = bed.run(|_| {});
    let failure = outcome.failure.unwrap();
    assert_eq!((failure.kind, failure.class()), (FailureKind::Locked, FailureClass::Device));
    assert_eq!(bed.told.lines, ["Locked false"]);
    assert_eq!(bed.world.0.borrow().launches.len(), 2);
}

#[test]
fn a_stopped_run_can_be_continued_with_its_remaining_launches() {
    let mut bed = Bed::new(&[Goes::Well, Goes::Well, Goes::Stopped]);
    let outcome = bed.run(|_| {});
    assert_eq!((outcome.counted, outcome.failure.unwrap().kind), (1, FailureKind::Stopped));
    assert_eq!(bed.files(), ["run.jsonl", "s.1.lgtrace", "s.2.lgtrace"]);
    assert_eq!(gate_launches::read(&[bed.path()], &Default::default()).unwrap().launches.len(), 2);

    // A second run that uses the same folder is refused.
    assert_eq!(bed.run(|_| {}).failure.unwrap().kind, FailureKind::Local);

    // A kill may leave an incomplete line, an incomplete file, or a line without a trace.
    use std::io::Write as _;
    let log = bed.path().join("run.jsonl");
    let mut file = std::fs::OpenOptions::new().append(true).open(&log).unwrap();
    let cut = RecordedLaunch {
        launch: "s.3".to_owned(),
        file: "s.3.lgtrace".to_owned(),
        ..RecordedLaunch::default()
    };
    writeln!(file, "{}", serde_json::to_string(&LogEntry::Launch(cut)).unwrap()).unwrap();
    write!(file, "{{\"is\":\"launch\",\"laun").unwrap();
    std::fs::write(bed.path().join(".s.4.part"), b"half").unwrap();

    let before = read_log(&bed.path()).unwrap();
    let refused = bed.run(|campaign| {
        campaign.app = app("another");
        campaign.resume = before.clone();
    });
    let refused = refused.failure.unwrap();
    assert_eq!(refused.kind, FailureKind::Input);
    assert!(refused.to_string().contains("\"shop\" before, \"another\" now"), "{refused}");
    let outcome = bed.run(|campaign| {
        campaign.session = "later".to_owned();
        campaign.resume = before;
    });
    assert_eq!((outcome.counted, outcome.uncounted, outcome.failure), (3, 2, None));
    let names: Vec<String> =
        ["run.jsonl", "s.1.lgtrace", "s.2.lgtrace", "s.4.lgtrace", "s.5.lgtrace", "s.6.lgtrace"]
            .map(str::to_owned)
            .into();
    assert_eq!(bed.files(), names, "a number is given once");
    let again = read_log(&bed.path()).unwrap();
    let finished = bed.run(|campaign| campaign.resume = again);
    assert_eq!((finished.counted, finished.failure), (3, None));
    assert_eq!(bed.world.0.borrow().launches.len(), 3 + 3, "nothing is left to do");
}

#[test]
fn each_block_of_a_run_with_two_builds_has_a_launch_of_both() {
    for (bundle, installs) in [("shop", 5), ("base", 2)] {
        let mut bed = Bed::new(&[]);
        let outcome = bed.run(|campaign| campaign.base = Some(app(bundle)));
        assert_eq!((outcome.counted, outcome.failure), (3, None));
        assert_eq!(bed.world.0.borrow().installed.len(), installs);
        let launches = gate_launches::read(&[bed.path()], &Default::default()).unwrap().launches;
        for block in 1..=3 {
            let of_block: Vec<_> = launches
                .iter()
                .filter(|one| one.block == Some(block) && !one.state.first_after_install)
                .filter_map(|one| one.role)
                .collect();
            assert_eq!(of_block, [BuildRole::Base, BuildRole::Head], "block {block}");
        }
        let bundles: Vec<&str> = launches.iter().map(|one| &*one.conditions.app_bundle).collect();
        assert!(bundles.iter().all(|one| *one == "shop"), "one name, or they could not be compared");
    }
}

#[test]
fn app_copies_installed_side_by_side_are_removed_even_after_a_stopped_run() {
    let [base, head] = [Side::Base, Side::Head].map(|side| side.copy_name("shop"));
    for (goes, kind) in [(Goes::Well, None), (Goes::Stopped, Some(FailureKind::Stopped))] {
        let mut bed = Bed::new(&[goes]);
        let outcome = bed.run(|campaign| {
            campaign.app = app(&head);
            campaign.base = Some(app(&base));
        });
        assert_eq!(outcome.failure.map(|failure| failure.kind), kind);
        let world = bed.world.0.borrow();
        let installed: BTreeSet<String> =
            world.installed.iter().map(|path| path.trim_end_matches(".ipa").to_owned()).collect();
        assert_eq!(world.uninstalled.iter().cloned().collect::<BTreeSet<_>>(), installed, "{goes:?}");
        assert_eq!(
            (installed.is_empty(), world.stop.is_asked()),
            (false, kind.is_some()),
            "a wish stays one"
        );
    }
}

#[test]
fn an_incomplete_block_is_repeated_when_a_run_continues() {
    // The run is stopped before block 2 is complete. The first launch warms the caches. The launches of the first build are one launch
    // after its installation and the launches of blocks 1 and 2. The launches of the second build are one launch after its installation and
    // the launch of block 1.
    let well = [Goes::Well; 6];
    let mut bed = Bed::new(&[&well[..], &[Goes::Stopped]].concat());
    let outcome = bed.run(|campaign| campaign.base = Some(app("shop")));
    assert_eq!((outcome.counted, outcome.failure.unwrap().kind), (1, FailureKind::Stopped));
    let before = read_log(&bed.path()).unwrap();
    assert_eq!(before.as_ref().unwrap().recorded_launches().filter(|one| one.block == Some(2)).count(), 1);
    let outcome = bed.run(|campaign| {
        campaign.base = Some(app("shop"));
        campaign.resume = before;
    });
    assert_eq!((outcome.counted, outcome.failure), (3, None));
    let log = read_log(&bed.path()).unwrap().unwrap();
    let blocks: BTreeSet<u64> =
        log.recorded_launches().filter(|one| one.is_counted()).filter_map(|one| one.block).collect();
    assert_eq!(blocks, [1, 2, 3, 4].into(), "block 2 has one launch, and counts for nobody");
}

#[test]
fn a_run_can_stop_early_only_after_the_configured_numbers_of_launches() {
    for (enough_at, counted, looks) in [(Some(1), 4, vec![0, 1]), (None, 6, vec![0, 1, 2])] {
        let mut bed = Bed::new(&[]);
        bed.told.enough_at = enough_at;
        let outcome = bed.run(|campaign| {
            campaign.looks = vec![2, 4, 6];
            campaign.launches = 6;
        });
        assert_eq!((outcome.counted, &bed.told.looks), (counted, &looks));
        assert_eq!(outcome.early, enough_at.is_some());
        let launches = gate_launches::read(&[bed.path()], &Default::default()).unwrap();
        assert_eq!(launches.looks, Some(3), "the judgement must know that the level is shared");
    }
}

#[test]
fn launches_with_dense_samples_are_marked_in_the_log_and_never_judged() {
    let mut bed = Bed::new(&[Goes::Well, Goes::Crashes]);
    bed.run(|campaign| campaign.dense = true);
    let asked = |start: &LaunchOptions| start.environment.get("LAUNCHGATE_SAMPLES").cloned();
    assert!(bed.world.0.borrow().launches.iter().all(|start| asked(start).as_deref() == Some("500us")));
    let read = gate_launches::read(&[bed.path()], &Default::default()).unwrap();
    assert_eq!(read.launches.len(), 4);
    assert!(read.launches.iter().all(|launch| launch.conditions.recording.dense));
    assert!(read.known.values().all(|session| session.lost.is_empty()), "{:?}", read.known);
}

/// Returns the app whose name and UUIDs are in the traces of the tests.
fn measured() -> App {
    let images = [("App", 1), ("Frameworks/Feed.framework/Feed", 2)];
    let images = images.map(|(path, byte)| (path.to_owned(), trace::Uuid([byte; 16]).to_string()));
    let [version, number, code_hash] =
        ["5.2", "1234", "00112233445566778899aabbccddeeff00112233"].map(str::to_owned);
    App { build: Build { version, number, images: images.into(), code_hash }, ..app("shop") }
}

#[test]
fn an_app_without_a_signature_is_accepted_but_mixed_builds_are_still_found() {
    let mut bed = Bed::new(&[Goes::Well, Goes::OtherContent]);
    let unsigned = bed.run(|campaign| {
        campaign.app = measured();
        campaign.app.build.code_hash.clear();
    });
    assert_eq!((unsigned.counted, unsigned.failure.is_none()), (3, true), "nothing is there to compare");
    let mixed = gate_launches::read(&[bed.path()], &Default::default()).unwrap_err().to_string();
    assert!(mixed.contains("contains different builds: its code directory is ffee"), "{mixed}");
}

#[test]
fn a_launch_of_another_build_ends_the_run_and_never_counts() {
    for (goes, part) in [
        (Goes::OtherNumber, "build \"999\" instead of \"1234\""),
        (Goes::OtherCode, "\"App\" has the UUID 09090909-0909-0909-0909-090909090909 instead of 01010101"),
        (
            Goes::OtherContent,
            "its code directory is ffeeddccbbaa99887766554433221100ffeeddcc instead of 00112233445566778899aabbccddeeff00112233",
        ),
        (
            Goes::Reinstalled,
            "it was installed again during the run, in /var/containers/Bundle/Application/B/App.app instead of /var/",
        ),
    ] {
        let mut bed = Bed::new(&[Goes::Well, Goes::Well, goes]);
        let outcome = bed.run(|campaign| campaign.app = measured());
        let failure = outcome.failure.unwrap();
        assert_eq!(
            (outcome.counted, failure.kind, failure.class()),
            (1, FailureKind::OtherBuild, FailureClass::Device)
        );
        assert!(failure.to_string().contains(part), "{failure}");
        assert_eq!(bed.files(), ["run.jsonl", "s.1.lgtrace", "s.2.lgtrace"]);
        let log = read_log(&bed.path()).unwrap().unwrap();
        assert_eq!(log.header.head, measured().build);
        assert!(log.recorded_launches().all(|one| one.of == measured().build), "each launch says its build");
        assert!(matches!(&log.entries[2], LogEntry::Lost { kind, .. } if kind == "OtherBuild"));
    }
}

#[test]
fn a_run_is_resumed_only_if_app_driver_settings_and_scenario_are_the_same() {
    // The borrowed values must live as long as the campaign.
    let root: &'static Path = Box::leak(tempfile::tempdir().unwrap().keep().into_boxed_path());
    std::fs::create_dir(root.join("state")).unwrap();
    let file = root.join("state/a.db");
    std::fs::write(&file, "one").unwrap();
    let named = |arguments: &[&str]| -> &'static Scenario {
        let arguments = arguments.iter().map(|word| (*word).to_owned()).collect();
        let container = Some("state".into());
        Box::leak(Box::new(Scenario { name: "cold".to_owned(), arguments, container, ..Scenario::default() }))
    };
    let scenario = named(&[]);
    let mut bed = Bed::new(&[Goes::Well, Goes::Well, Goes::Stopped]);
    let begin = |campaign: &mut Campaign<'_>| campaign.app = measured();
    let first = bed.run(|campaign| {
        begin(campaign);
        (campaign.root, campaign.scenario) = (root, Some(scenario));
    });
    assert_eq!(first.failure.unwrap().kind, FailureKind::Stopped);
    let before = read_log(&bed.path()).unwrap();
    let mut again = |scenario: &'static Scenario, change: &dyn Fn(&mut Campaign<'_>)| {
        bed.run(|campaign| {
            begin(campaign);
            (campaign.root, campaign.scenario) = (root, Some(scenario));
            campaign.resume = before.clone();
            change(campaign);
        })
        .failure
        .map(|failure| failure.to_string())
    };
    let other = |change: fn(&mut App)| move |campaign: &mut Campaign<'_>| change(&mut campaign.app);
    let number = other(|app| app.build.number = "999".to_owned());
    assert!(
        again(scenario, &number).unwrap().contains("build of the app: build \"1234\" instead of \"999\"")
    );
    let code = other(|app| _ = app.build.images.insert("App".to_owned(), "X".to_owned()));
    assert!(again(scenario, &code).unwrap().contains("build of the app: \"App\" has the UUID"));
    let settings = other(|app| app.settings = Some(b"depth = 3".to_vec()));
    assert!(again(scenario, &settings).unwrap().contains("the agent's settings changed"));
    let driver = |campaign: &mut Campaign<'_>| campaign.driver_version = Some("2".to_owned());
    assert!(again(scenario, &driver).unwrap().contains("driver: \"memory\" before, \"memory (2)\" now"));
    assert!(again(named(&["-fast"]), &|_| ()).unwrap().contains("the scenario's contents changed"));
    std::fs::write(&file, "two").unwrap();
    assert!(again(scenario, &|_| ()).unwrap().contains("the scenario's contents changed"));
    std::fs::write(&file, "one").unwrap();
    assert_eq!(again(scenario, &|_| ()), None);
    std::fs::remove_dir_all(root).unwrap();
}

#[test]
fn a_folder_that_another_run_is_writing_to_is_refused() {
    let mut bed = Bed::new(&[Goes::Well, Goes::Stopped]);
    bed.run(|_| {});
    let before = read_log(&bed.path()).unwrap();
    // The incomplete files of a killed run are removed when the run is continued.
    let fetching = bed.path().join(".fetching-a1b2");
    std::fs::create_dir(&fetching).unwrap();
    let other = std::fs::OpenOptions::new().append(true).open(bed.path().join("run.jsonl")).unwrap();
    other.lock().unwrap();
    let refused = bed.run(|campaign| campaign.resume = before.clone()).failure.unwrap();
    assert!(refused.to_string().contains("another run is writing to"), "{refused}");
    assert!(fetching.exists());
    drop(other);
    assert_eq!(bed.run(|campaign| campaign.resume = before).failure, None);
    assert!(!fetching.exists());
}

#[test]
fn an_app_that_another_process_relaunched_is_not_reported_as_crashed() {
    let mut bed = Bed::new(&[Goes::Well, Goes::Replaced]);
    let outcome = bed.run(|campaign| campaign.settings.answer_timeout = Duration::from_secs(20));
    assert_eq!((outcome.counted, outcome.failure), (3, None));
    assert_eq!(bed.told.lines, ["Replaced true"]);
    assert_eq!(outcome.lost[0].class(), FailureClass::Device);
}

#[test]
fn a_short_absence_of_usbmuxd_loses_no_launch() {
    let mut bed = Bed::new(&[Goes::Well, Goes::MuxLeaves]);
    let outcome = bed.run(|_| {});
    assert_eq!((outcome.counted, outcome.lost.len(), outcome.failure), (3, 0, None));
    assert!(bed.world.0.borrow().opened > 4);
}

#[test]
fn data_of_an_earlier_build_is_removed_before_each_installation() {
    let flags = "Library/Application Support/flags.json";
    let mut bed = Bed::new(&[]);
    bed.world.0.borrow_mut().files.insert(flags.to_owned(), b"slow".to_vec());
    let outcome = bed.run(|_| ());
    assert_eq!((outcome.failure, outcome.counted), (None, 3));
    let world = bed.world.0.borrow();
    assert!(!world.files.contains_key(flags) && world.uninstalled.is_empty(), "{:?}", world.files.keys());
}

#[test]
fn kept_app_data_is_not_removed_and_is_recorded_as_a_condition_of_each_launch() {
    let flags = "Library/Application Support/flags.json";
    let mut bed = Bed::new(&[]);
    bed.world.0.borrow_mut().files.insert(flags.to_owned(), b"slow".to_vec());
    let outcome = bed.run(|campaign| campaign.settings.keep_data = true);
    assert_eq!((outcome.failure, outcome.counted), (None, 3));
    assert!(bed.world.0.borrow().files.contains_key(flags));
    let read = gate_launches::read(&[bed.path()], &Default::default()).unwrap();
    assert!(read.launches.iter().all(|launch| launch.conditions.recording.kept_data));
}

#[test]
fn an_app_whose_container_cannot_be_emptied_is_uninstalled_first() {
    let mut bed = Bed::new(&[]);
    bed.world.0.borrow_mut().cannot_empty = true;
    let outcome = bed.run(|campaign| campaign.base = Some(app("shop")));
    assert_eq!((outcome.failure, outcome.counted), (None, 3));
    let world = bed.world.0.borrow();
    assert!(world.installed.len() > 1, "{:?}", world.installed);
    assert_eq!(world.uninstalled, vec!["shop"; world.installed.len()]);
}

#[test]
fn a_trace_that_would_fill_the_memory_is_not_read() {
    let mut bed = Bed::new(&[Goes::Huge; 3]);
    let outcome = bed.run(|_| ());
    let failure = outcome.failure.expect("every try is lost");
    assert_eq!(failure.kind, FailureKind::BadTrace);
    assert!(failure.to_string().contains("has 268435457 bytes, more than 256 MB"), "{failure}");
}
