//! Emulates a phone on a cable: the services of iOS that tools for the phone use, on this machine.
//!
//! [`Hub`] is the host's usbmuxd, to which a [`Device`] is attached. A launch runs the installed app on the
//! CPU emulator ([`crate::run`]), and AFC serves the files in its container. Each service is a module, and
//! `services` is the table of all services. [`Device::journal`] logs the events, and [`Device::faults`]
//! injects faults while the device runs.
//!
//! ```text
//! let (hub, device) = Device::start(Settings::ios("16.4"))?;   // on a free port
//! device.install(&shop.ipa()?)?;                               // or let a client do it
//! // USBMUXD_SOCKET_ADDRESS=hub.address(), or the Unix socket hub.unix(), several times faster
//! device.faults().add(named("locked")?);                       // a row of NAMED, or a Fault of one's own
//! device.faults().clear();
//! assert_eq!(device.journal().launches()[0].environment["LAUNCHGATE_LAUNCH"], "one");
//! ```
//!
//! Invariant: no input of a client stops the device. A bad request ends at most the connection on which it
//! was sent.

mod afc;
mod apps;
mod crash_reports;
mod debugserver;
mod dtx;
mod faults;
mod frames;
mod house_arrest;
mod hub;
mod image_mounter;
mod installation;
mod journal;
mod lockdown;
mod model;
mod notifications;
mod processes;
mod remote;
mod services;
mod trust;
mod wire;
mod zip_conduit;

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::{Config, build};

pub use apps::{App, InstallError};
pub use faults::{Effect, Fault, Faults, NAMED, NameError, Named, Number, Refusal, Step, named};
pub use hub::{Hub, Link};
pub use journal::{End, Event, Journal, Launch};
pub use model::{Battery, Ios};

use processes::Process;
use trust::{Pairing, Trust, Versions};
use wire::{Error, Result, Wire};

/// A function that changes the configuration of a launched process: noise, instructions, observed functions.
pub type Configure = Arc<dyn Fn(&Launch, &mut Config) + Send + Sync>;

/// The properties of a device.
#[derive(Clone)]
pub struct Settings {
    /// The iOS version of the device.
    pub ios: Ios,
    /// The device's UDID.
    pub udid: String,
    /// The name that the owner gave to the device.
    pub name: String,
    /// Whether the host has a pairing record from the start.
    pub paired: bool,
    /// The folder in which apps and files are stored; with `None`, a temporary folder.
    pub folder: Option<PathBuf>,
    /// The state of the battery.
    pub battery: Battery,
    /// A function that changes the configuration of each launched process; `None` to change no configuration.
    pub configure: Option<Configure>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            ios: Ios::ALL[1],
            udid: "00008030-001A2B3C4D5E6F70".to_owned(),
            name: "Emulated iPhone".to_owned(),
            paired: true,
            folder: None,
            battery: Battery { level: 100, charging: false },
            configure: None,
        }
    }
}

impl Settings {
    /// Returns the settings of a device with a version that [`Ios::find`] accepts.
    pub fn ios(version: &str) -> Settings {
        Settings { ios: Ios::find(version).unwrap_or(Ios::ALL[1]), ..Settings::default() }
    }
}

/// A phone.
pub struct Device {
    settings: Settings,
    media: PathBuf,
    /// The folder in which the crash reporter stores its reports.
    crash_reports: PathBuf,
    apps: apps::Apps,
    processes: processes::Processes,
    trust: Trust,
    journal: Arc<Journal>,
    faults: Arc<Faults>,
    ports: Mutex<HashMap<u16, (&'static services::Service, Arc<Pairing>)>>,
    next_port: AtomicU16,
    sessions: AtomicU64,
    observers: Mutex<Vec<Wire>>,
    hub: Mutex<Weak<hub::Shared>>,
    /// The system's libraries.
    system: HashMap<String, PathBuf>,
    over: AtomicBool,
    _folder: Option<tempfile::TempDir>,
}

/// A request to start an app.
struct Start<'a> {
    bundle: &'a str,
    environment: BTreeMap<String, String>,
    arguments: Vec<String>,
    via: &'static str,
    kill_existing: bool,
    /// The URL with which the app is opened; `None` if the app is started without a URL.
    url: Option<String>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Device {
    /// Creates a device that is not attached. Creating the first device in a process compiles the small iOS,
    /// which takes half a minute.
    pub fn new(settings: Settings) -> io::Result<Arc<Device>> {
        // The system is built before the first launch, so that the duration of the build is not part of a
        // launch.
        let system = build::system().map_err(io::Error::other)?.by_name;
        let (root, folder) = match &settings.folder {
            Some(path) => (path.clone(), None),
            None => {
                let folder = tempfile::tempdir()?;
                (folder.path().to_owned(), Some(folder))
            }
        };
        let media = root.join("media");
        std::fs::create_dir_all(media.join("PublicStaging"))?;
        let crash_reports = root.join("crash-reports");
        std::fs::create_dir_all(&crash_reports)?;
        Ok(Arc::new(Device {
            crash_reports,
            apps: apps::Apps::new(root.join("apps"))?,
            media,
            processes: processes::Processes::default(),
            trust: Trust::new(),
            journal: Arc::default(),
            faults: Arc::default(),
            ports: Mutex::default(),
            next_port: AtomicU16::new(49152),
            sessions: AtomicU64::new(0),
            observers: Mutex::default(),
            hub: Mutex::default(),
            system,
            over: AtomicBool::new(false),
            _folder: folder,
            settings,
        }))
    }

    /// Creates a device and a new hub to which it is attached by cable.
    pub fn start(settings: Settings) -> io::Result<(Hub, Arc<Device>)> {
        let (hub, device) = (Hub::start()?, Device::new(settings)?);
        hub.attach(&device, Link::Cable);
        Ok((hub, device))
    }

    /// Returns the version of iOS.
    pub fn ios(&self) -> Ios {
        self.settings.ios
    }

    /// Returns the device's UDID.
    pub fn udid(&self) -> &str {
        &self.settings.udid
    }

    /// Returns the name that the owner gave to the device.
    pub fn name(&self) -> &str {
        &self.settings.name
    }

    fn battery(&self) -> Battery {
        self.settings.battery
    }

    /// Returns the log of events.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Returns the device's faults, to which tests can add faults.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// Installs an app from an .ipa or a folder `X.app`, without any client.
    pub fn install(&self, package: &Path) -> std::result::Result<App, InstallError> {
        let app = self.apps.install(package)?;
        // Running processes of the replaced app end.
        for process in self.processes.alive().iter().filter(|process| process.app.bundle == app.bundle) {
            self.processes.kill(process.pid, &self.journal);
        }
        self.journal.note(Event::Installed { bundle: app.bundle.clone() });
        Ok(app)
    }

    /// Returns an installed app.
    pub fn app(&self, bundle: &str) -> Option<App> {
        self.apps.find(bundle)
    }

    /// Returns the ids of the running processes.
    pub fn alive(&self) -> Vec<u32> {
        self.processes.alive().iter().map(|process| process.pid).collect()
    }

    /// Removes all trusted hosts. The hosts may still have their pairing records.
    pub fn forget_hosts(&self) {
        self.trust.forget_all();
    }

    /// Restarts the device: closes connections, ends apps, and removes the faults that a restart cures.
    pub fn reboot(self: &Arc<Self>) {
        for pid in self.alive() {
            self.processes.kill(pid, &self.journal);
        }
        self.faults.clear_step(Step::Instruments);
        self.replug();
    }

    /// Pulls the cable and plugs it in again: closes connections, and attaches the device under a new id.
    pub fn replug(self: &Arc<Self>) {
        // The lock must be released before the device is attached, because attaching takes it again.
        let hub = lock(&self.hub).upgrade();
        if let Some(hub) = hub {
            hub.replug(self);
        }
    }

    fn trust(&self) -> &Trust {
        &self.trust
    }

    fn is_known_to_host(&self) -> bool {
        self.settings.paired
    }

    fn set_hub(&self, hub: Weak<hub::Shared>) {
        *lock(&self.hub) = hub;
    }

    /// Ends all processes and stalls, and prevents new processes and stalls.
    fn finish(&self) {
        if !self.over.swap(true, Ordering::SeqCst) {
            self.faults.finish();
            self.processes.finish(&self.journal);
        }
    }

    /// Returns the effect of a fault at this step if the caller must handle it. Handles effects that are the
    /// same for all services.
    fn step(self: &Arc<Self>, step: Step) -> Result<Option<Effect>> {
        let note = |effect: &Effect| {
            self.journal.note(Event::Fault { step: step.name(), effect: format!("{effect:?}") });
        };
        match self.faults.at(step, note) {
            Some(Effect::Drop) => Err(Error::Dropped(step.name())),
            Some(Effect::Replug) => {
                self.replug();
                Err(Error::Dropped(step.name()))
            }
            other => Ok(other),
        }
    }

    /// Returns the protocol's word for a refusal, if a fault requires a refusal at this step.
    fn answer(self: &Arc<Self>, step: Step) -> Result<Option<&'static str>> {
        Ok(match self.step(step)? {
            Some(Effect::Answer(word)) => Some(word),
            _ => None,
        })
    }

    fn new_session(&self) -> String {
        let number = self.sessions.fetch_add(1, Ordering::SeqCst);
        format!("5E551011-0000-4000-A000-{number:012X}")
    }

    /// Returns a port for a service and whether it needs TLS, or the error that lockdown reports.
    fn start_service(
        self: &Arc<Self>,
        name: &str,
        pairing: &Arc<Pairing>,
    ) -> Result<std::result::Result<(u16, bool), &'static str>> {
        if let Some(word) = self.answer(Step::Service)? {
            return Ok(Err(word));
        }
        let Some(service) = services::find(name, self.ios()) else { return Ok(Err("InvalidService")) };
        if service.developer {
            if self.answer(Step::DeveloperMode)?.is_some() {
                return Ok(Err("InvalidService"));
            }
            if let Some(word) = self.answer(Step::DeveloperService)? {
                return Ok(Err(word));
            }
        }
        let port = self.next_port.fetch_add(1, Ordering::SeqCst).max(49152);
        lock(&self.ports).insert(port, (service, pairing.clone()));
        Ok(Ok((port, true)))
    }

    fn is_listening(&self, port: u16) -> bool {
        lock(&self.ports).contains_key(&port)
    }

    fn secure(self: &Arc<Self>, wire: &Wire, pairing: &Arc<Pairing>, versions: Versions) -> Result<Wire> {
        self.step(Step::Handshake)?;
        wire.secure(self.trust.tls(pairing, versions)?)
    }

    /// Serves a connection to one of the device's ports until the connection ends.
    fn connection(self: &Arc<Self>, port: u16, wire: &Wire) {
        let served = if port == lockdown::PORT {
            lockdown::serve(self, wire)
        } else {
            // Each port of a service accepts one connection.
            let opened = lock(&self.ports).remove(&port);
            match opened {
                Some((service, pairing)) => self.serve(service, &pairing, wire),
                None => Ok(()),
            }
        };
        match served {
            Ok(()) | Err(Error::Closed) => {}
            Err(error) => self.journal.note(Event::Refused(error.to_string())),
        }
    }

    fn serve(
        self: &Arc<Self>,
        service: &'static services::Service,
        pairing: &Arc<Pairing>,
        wire: &Wire,
    ) -> Result<()> {
        let wire = match service.tls {
            services::Tls::Session => self.secure(wire, pairing, Versions::of(self.ios()))?,
            services::Tls::HandshakeOnly => {
                self.step(Step::Handshake)?;
                wire.shake_hands_only(self.trust.tls(pairing, Versions::Old)?)?
            }
        };
        self.journal.note(Event::Service { name: service.name.to_owned(), protocol: wire.protocol() });
        let served = (service.serve)(self, &wire);
        wire.close();
        served
    }

    /// Starts an app and returns its running process. The inner error is the reason for a refusal.
    fn launch(self: &Arc<Self>, start: Start<'_>) -> Result<std::result::Result<Arc<Process>, Refusal>> {
        match self.prepare(start)? {
            Ok((process, launch)) => {
                self.resume(&process, &launch)?;
                Ok(Ok(process))
            }
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// Creates the suspended process of a launch.
    fn prepare(
        self: &Arc<Self>,
        start: Start<'_>,
    ) -> Result<std::result::Result<(Arc<Process>, Launch), Refusal>> {
        if let Some(Effect::Refuse(refusal)) = self.step(Step::Launch)? {
            return Ok(Err(refusal));
        }
        let system = (start.bundle == apps::SYSTEM_APP).then(App::of_system);
        let Some(app) = system.or_else(|| self.apps.find(start.bundle)) else {
            return Ok(Err(Refusal::Unknown));
        };
        for other in self.processes.alive().iter().filter(|process| process.app.bundle != app.bundle) {
            other.events.send("background");
        }
        let mut killed = Vec::new();
        // An app has at most one process: a launch that does not request a new process brings the running
        // process to the front.
        for process in self.processes.alive().into_iter().filter(|process| process.app.bundle == app.bundle) {
            if start.kill_existing {
                self.processes.kill(process.pid, &self.journal);
                killed.push(process.pid);
            } else {
                process.events.send("foreground");
                let launch = start.into_launch(process.pid, killed);
                self.journal.note(Event::Launched(launch.clone()));
                return Ok(Ok((process, launch)));
            }
        }
        let process = self.processes.create(app);
        if let Some(url) = &start.url {
            process.events.send(format!("url {url}"));
        }
        let launch = start.into_launch(process.pid, killed);
        self.journal.note(Event::Launched(launch.clone()));
        Ok(Ok((process, launch)))
    }

    /// Resumes the process of a launch; a running process continues.
    fn resume(self: &Arc<Self>, process: &Arc<Process>, launch: &Launch) -> Result<()> {
        // The code of a system app is not emulated.
        if process.app.bundle == apps::SYSTEM_APP {
            return Ok(());
        }
        let effect = self.faults.at(Step::App, |effect| {
            self.journal.note(Event::Fault { step: Step::App.name(), effect: format!("{effect:?}") });
        });
        let app = &process.app;
        let mut config = Config::new(&app.folder, &app.executable);
        config.system = self.system.clone();
        config.bundle_path = app.path.clone();
        config.home = app.home.clone();
        config.container = Some(app.container.clone());
        config.arguments = launch.arguments.clone();
        config.environment = launch.environment.clone();
        config.events = Some(process.events.clone());
        config.info = model::info(self.ios());
        config.info.insert("pid".to_owned(), process.pid.to_string());
        // Launches have different start times, which depend only on the process id, so runs are reproducible.
        config.start_time_us += u64::from(process.pid) * 10_000_000;
        if let Some(configure) = &self.settings.configure {
            configure(launch, &mut config);
        }
        let replug = effect == Some(Effect::Replug);
        let reporter = crash_reports::Reporter { folder: self.crash_reports.clone(), ios: self.ios() };
        self.processes.resume(process, config, effect, self.journal.clone(), self.faults.clone(), reporter);
        if replug {
            self.replug();
            return Err(Error::Dropped(Step::App.name()));
        }
        Ok(())
    }

    /// Sends a signal to a process; returns false if the process does not run.
    fn signal(self: &Arc<Self>, pid: u32, signal: i32) -> Result<bool> {
        self.step(Step::Kill)?;
        let alive = self.processes.find(pid).is_some();
        self.journal.note(Event::Signalled { pid, signal, alive });
        // TERM, KILL, ABRT, INT, QUIT and HUP end an app; other signals have no effect.
        if matches!(signal, 1 | 2 | 3 | 6 | 9 | 15) {
            return Ok(self.processes.kill(pid, &self.journal));
        }
        Ok(alive)
    }
}

impl Start<'_> {
    fn into_launch(self, pid: u32, killed: Vec<u32>) -> Launch {
        Launch {
            bundle: self.bundle.to_owned(),
            pid,
            via: self.via,
            environment: self.environment,
            arguments: self.arguments,
            kill_existing: self.kill_existing,
            killed,
        }
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        self.finish();
    }
}
