//! The embedded driver, which connects to the device through usbmuxd with the crate `idevice`, so that a new machine needs no tool.
//!
//! The connections for files and processes stay open during a campaign, and a broken connection is opened again. The client has no
//! deadlines, so each operation runs inside `run_with_deadline`, which ends the operation at a deadline. Apps are not launched by
//! debugserver, because launches under a debugger can only be compared with each other.
//!
//! Invariant: after a failure that could leave an unread answer, the connection is not used again.

mod afc;
mod coredevice;
mod dtx;
mod errors;
mod files;
mod install;
mod instruments;
mod lockdown;
mod mux;
mod secure;

use std::future::Future;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use plist::Value;
use tokio::runtime::Runtime;

use super::{
    AppEvent, Device, Driver, Failure, FailureKind, FileEntry, LaunchOptions, LaunchedProcess, Patience,
    Phone, PhoneState, ProbeResult, Result,
};
use coredevice::CoreDevice;
use files::OpenContainer;
use instruments::Instruments;
use mux::{Address, DeviceRoute};

/// The name of this driver.
pub const NAME: &str = "embedded";

/// The embedded driver.
pub struct EmbeddedDriver {
    clock: Rc<DeadlineRuntime>,
    address: String,
}

/// The event loop of the client, and the deadlines of operations.
struct DeadlineRuntime {
    runtime: Runtime,
    patience: Patience,
}

impl DeadlineRuntime {
    /// Runs `work` until its deadline or a request to stop.
    fn run_with_deadline<T>(
        &self,
        doing: &str,
        limit: Duration,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let stop = &self.patience.stop;
        let stopped = async {
            while !stop.is_asked() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        self.runtime.block_on(async {
            tokio::select! {
                biased;
                done = work => done,
                () = tokio::time::sleep(limit) => Err(Failure::new(FailureKind::Timeout, format!("{doing}: timed out after {limit:?}"))),
                () = stopped => Err(Failure::new(FailureKind::Stopped, doing)),
            }
        })
    }
}

impl EmbeddedDriver {
    /// Creates the driver. `address` is the address of usbmuxd in any form of `USBMUXD_SOCKET_ADDRESS`; `None` is the default address.
    pub fn new(address: Option<&str>, patience: Patience) -> Result<EmbeddedDriver> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| {
            Failure::new(FailureKind::Local, format!("cannot create an event loop: {error}"))
        })?;
        let address = address.unwrap_or(mux::DEFAULT).to_owned();
        Ok(EmbeddedDriver { clock: Rc::new(DeadlineRuntime { runtime, patience }), address })
    }

    fn address(&self) -> Result<Address> {
        Address::parse(&self.address)
    }
}

impl Driver for EmbeddedDriver {
    fn name(&self) -> &str {
        NAME
    }

    fn is_reliable(&self, device: &Device) -> bool {
        // On a Mac, the driver is not reliable for iOS 26.5 and later: three other clients lose their tunnels there after seconds, while
        // devicectl works (go-ios#772, appium-ios-remotexpc#233).
        !cfg!(target_os = "macos")
            || device.os.as_deref().and_then(parse_major_minor).is_none_or(|os| os < (26, 5))
    }

    fn probe(&mut self, device: Option<&Device>) -> ProbeResult {
        let version = Some(format!("idevice {IDEVICE}"));
        let say = |usable, why: String| ProbeResult { usable, version: version.clone(), why };
        if let Some(why) = device
            .and_then(|device| parse_major_minor(device.os.as_deref()?))
            .and_then(|(major, minor)| tunnel_limitation(major, minor))
        {
            return say(false, why);
        }
        let address = match self.address() {
            Ok(address) => address,
            Err(failure) => return say(false, failure.to_string()),
        };
        let reached =
            self.clock.run_with_deadline("connecting to usbmuxd", self.clock.patience.answer, async {
                address.connect().await.map(|_| ())
            });
        match reached {
            Ok(()) => say(true, format!("built in; usbmuxd answers at {address}")),
            Err(failure) => say(false, format!("no answer at {}", failure.detail)),
        }
    }

    fn devices(&mut self) -> Result<Vec<Device>> {
        let address = self.address()?;
        let answer = self.clock.patience.answer;
        let found = self.clock.run_with_deadline("listing devices", answer, address.devices())?;
        let mut devices = Vec::new();
        for one in found {
            let route = DeviceRoute { address: address.clone(), id: one.device_id, pairing: None };
            let mut device =
                Device { udid: one.udid.clone(), link: mux::connection_kind(&one), ..Device::default() };
            // A device that does not answer is listed too.
            let told = self.clock.run_with_deadline("asking a device for its name", answer / 4, async {
                lockdown::describe(&mut lockdown::open(&route).await?, &mut device).await;
                Ok(())
            });
            if let Err(failure) = told
                && failure.kind == FailureKind::Stopped
            {
                return Err(failure);
            }
            devices.push(device);
        }
        Ok(devices)
    }

    fn open(&mut self, udid: &str) -> Result<Box<dyn Phone>> {
        let address = self.address()?;
        let answer = self.clock.patience.answer;
        let found = self.clock.run_with_deadline("listing devices", answer, address.devices())?;
        let found = found.into_iter().find(|device| device.udid == udid).ok_or_else(|| {
            Failure::new(FailureKind::NoDevice, format!("usbmuxd at {address} does not list {udid}"))
        })?;
        let mut route = DeviceRoute { address: address.clone(), id: found.device_id, pairing: None };
        // The deadline is doubled, because the owner may have to confirm the pairing before the device answers.
        let pairing = self.clock.run_with_deadline(
            "reading the pairing record",
            answer * 2,
            lockdown::pair(&address, udid, &route, answer),
        )?;
        route.pairing = Some(pairing);
        let mut device =
            Device { udid: udid.to_owned(), link: mux::connection_kind(&found), ..Device::default() };
        self.clock.run_with_deadline("beginning a session", answer, async {
            lockdown::describe(&mut lockdown::session(&route).await?, &mut device).await;
            Ok(())
        })?;
        let version = device.os.as_deref().and_then(parse_major_minor).ok_or_else(|| {
            Failure::new(FailureKind::Protocol, format!("{udid} reports no iOS version ({:?})", device.os))
        })?;
        let clock = Rc::clone(&self.clock);
        Ok(Box::new(CablePhone { clock, device, version, route, files: None, processes: None }))
    }
}

/// The version of the crate `idevice`, which Cargo.toml pins.
const IDEVICE: &str = "0.1.68";

/// Returns the first two numbers of a version.
fn parse_major_minor(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.split('.').map(|part| part.parse().ok());
    Some((parts.next()??, parts.next().flatten().unwrap_or(0)))
}

/// Returns the reason for which apps cannot be launched over a cable on a version of iOS, if there is one.
fn tunnel_limitation(major: u32, minor: u32) -> Option<String> {
    let why =
        || format!("iOS {major}.{minor} does not support a tunnel over USB; iOS 17.4 or later is required");
    (major == 17 && minor < 4).then(why)
}

/// The connection to the service that starts and ends apps.
enum ProcessService {
    Instruments(Instruments),
    CoreDevice(Box<CoreDevice>),
}

/// A device on a cable, with its open connections.
struct CablePhone {
    clock: Rc<DeadlineRuntime>,
    device: Device,
    version: (u32, u32),
    route: DeviceRoute,
    files: Option<OpenContainer>,
    processes: Option<ProcessService>,
}

impl CablePhone {
    /// Runs an operation on an app's files, over the open connection or a new connection.
    fn with_files<T>(
        &mut self,
        doing: &str,
        bundle: &str,
        limit: Duration,
        work: impl AsyncFnOnce(&mut OpenContainer) -> Result<T>,
    ) -> Result<T> {
        let mut files = self.files.take().filter(|files| files.bundle == bundle);
        let done = self.clock.run_with_deadline(doing, limit, async {
            let open = match &mut files {
                Some(open) => open,
                none => none.insert(OpenContainer::open(&self.route, bundle).await?),
            };
            work(open).await
        });
        self.files = files.filter(|_| keeps_connection(&done));
        done
    }

    /// Runs an operation on processes over the open connection or a new connection. If a tunnel broke, the operation is repeated over a new
    /// connection. A repeated launch ends the process of the first launch, so it is still a cold launch.
    fn with_processes<T>(
        &mut self,
        doing: &str,
        limit: Duration,
        work: impl AsyncFn(&mut ProcessService) -> Result<T>,
    ) -> Result<T> {
        let done = self.once_with_processes(doing, limit, &work);
        if self.version.0 >= 17 && is_broken(&done) {
            self.once_with_processes(doing, limit, &work)
        } else {
            done
        }
    }

    fn once_with_processes<T>(
        &mut self,
        doing: &str,
        limit: Duration,
        work: &impl AsyncFn(&mut ProcessService) -> Result<T>,
    ) -> Result<T> {
        let mut processes = self.processes.take();
        let done = self.clock.run_with_deadline(doing, limit, async {
            let open = match &mut processes {
                Some(open) => open,
                none if self.version.0 >= 17 => {
                    // In iOS 26.5 a tunnel may open although its connections never answer, so opening has the deadline of an answer.
                    let answer = self.clock.patience.answer;
                    let device = tokio::time::timeout(answer, CoreDevice::connect(&self.route)).await;
                    let detail = || format!("opening a tunnel: no answer for {answer:?}");
                    let device = device.map_err(|_| Failure::new(FailureKind::Timeout, detail()))??;
                    none.insert(ProcessService::CoreDevice(Box::new(device)))
                }
                none => {
                    let instruments = Instruments::connect(&self.route, self.version.0).await?;
                    none.insert(ProcessService::Instruments(instruments))
                }
            };
            work(open).await
        });
        self.processes = processes.filter(|_| keeps_connection(&done));
        done
    }
}

/// Returns whether an operation failed because its connection or tunnel broke. A broken tunnel can be opened again at once; iOS 26.5 closes
/// tunnels after some seconds.
fn is_broken<T>(done: &Result<T>) -> bool {
    let kind = done.as_ref().err().map(|failure| failure.kind);
    matches!(kind, Some(FailureKind::Lost | FailureKind::Tunnel))
}

/// Returns whether the connection can be used again, which is the case after every answer, even a refusal.
fn keeps_connection<T>(done: &Result<T>) -> bool {
    !matches!(
        done.as_ref().err().map(|failure| failure.kind),
        Some(
            FailureKind::Lost
                | FailureKind::Timeout
                | FailureKind::Protocol
                | FailureKind::Stopped
                | FailureKind::Tunnel
                | FailureKind::NoDevice
        )
    )
}

impl Phone for CablePhone {
    fn device(&self) -> &Device {
        &self.device
    }

    fn state(&mut self) -> Result<PhoneState> {
        self.clock.run_with_deadline("reading the battery level", self.clock.patience.answer, async {
            let mut lockdown = lockdown::session(&self.route).await?;
            let domain = Some("com.apple.mobile.battery");
            let mut battery = async |key| lockdown.get_value(Some(key), domain).await.ok();
            let charging = battery("BatteryIsCharging").await.as_ref().and_then(Value::as_boolean);
            let level = battery("BatteryCurrentCapacity").await;
            let level = level.as_ref().and_then(Value::as_unsigned_integer);
            // The agent records the thermal state and Low Power Mode, because it runs inside the app.
            Ok(PhoneState {
                charging,
                battery: level.and_then(|level| u8::try_from(level).ok()),
                debugger: Some(false),
                ..PhoneState::default()
            })
        })
    }

    fn install(&mut self, app: &Path) -> Result<()> {
        // An installation may create a new container, so the connection to the container is closed.
        self.files = None;
        std::fs::metadata(app).map_err(|error| Failure::from_local_file(app, error))?;
        let doing = format!("installing {}", app.display());
        let Patience { install, answer, transfer, .. } = self.clock.patience;
        self.clock.run_with_deadline(&doing, install, install::install(&self.route, app, answer, transfer))
    }

    fn uninstall(&mut self, bundle: &str) -> Result<()> {
        self.files = None;
        let limit = self.clock.patience.launch;
        self.clock.run_with_deadline(
            &format!("removing {bundle}"),
            limit,
            install::uninstall(&self.route, bundle),
        )
    }

    fn empty_container(&mut self, bundle: &str) -> Result<()> {
        let limit = self.clock.patience.transfer;
        let done = self.with_files("emptying a container", bundle, limit, async |files| files.empty().await);
        match done {
            Err(failure) if failure.kind == FailureKind::NotInstalled => Ok(()),
            done => done,
        }
    }

    fn launch(&mut self, start: &LaunchOptions) -> Result<LaunchedProcess> {
        if let Some(why) = tunnel_limitation(self.version.0, self.version.1) {
            return Err(Failure::new(FailureKind::Unsupported, why));
        }
        let doing = format!("launching {}", start.bundle);
        let pid =
            self.with_processes(&doing, self.clock.patience.launch, async |processes| match processes {
                ProcessService::Instruments(instruments) => instruments.launch(start).await,
                ProcessService::CoreDevice(device) => device.launch(start).await,
            })?;
        Ok(LaunchedProcess { bundle: start.bundle.clone(), pid: Some(pid) })
    }

    fn send(&mut self, _bundle: &str, event: &AppEvent) -> Result<()> {
        // No service of a device delivers a notification over a cable.
        let AppEvent::Front(front) = event else {
            return Err(event.unsupported_failure("the embedded driver"));
        };
        self.launch(&LaunchOptions { bundle: front.clone(), keeps_process: true, ..LaunchOptions::default() })
            .map(drop)
    }

    fn is_alive(&mut self, running: &LaunchedProcess) -> Result<Option<bool>> {
        let limit = self.clock.patience.answer;
        let Some(pid) = running.pid else {
            // If an external tool launched the app without reporting the id of the process, the function searches for a process of the
            // app's programs.
            let folder = install::programs_folder(&self.route, &running.bundle);
            let folder = self.clock.run_with_deadline("looking for an app", limit, folder)?;
            let runs = self.with_processes("listing processes", limit, async |processes| match processes {
                ProcessService::Instruments(instruments) => instruments.runs(&folder).await,
                ProcessService::CoreDevice(device) => device.runs(&folder).await,
            });
            return runs.map(Some);
        };
        self.with_processes("checking whether a process is running", limit, async |processes| {
            is_alive(processes, pid).await
        })
        .map(Some)
    }

    fn hold_tunnel(&mut self, time: Duration) -> Result<Option<u64>> {
        const REQUESTS: u32 = 30;
        if self.version.0 < 17 {
            return Ok(None);
        }
        let (doing, answer) = ("holding a tunnel", self.clock.patience.answer);
        let mut breaks = 0;
        for _ in 0..REQUESTS {
            let done =
                self.once_with_processes(doing, answer, &async |processes| is_alive(processes, 0).await);
            if is_broken(&done) {
                breaks += 1;
            } else {
                done?;
            }
            self.clock.run_with_deadline(doing, time, async {
                tokio::time::sleep(time / REQUESTS).await;
                Ok(())
            })?;
        }
        Ok(Some(breaks))
    }

    fn kill(&mut self, running: &LaunchedProcess) -> Result<()> {
        let Some(pid) = running.pid else {
            return Err(Failure::new(FailureKind::Unsupported, "the process's id is not known"));
        };
        self.with_processes("ending a process", self.clock.patience.answer, async |processes| {
            match processes {
                ProcessService::Instruments(instruments) => instruments.kill(pid).await?,
                ProcessService::CoreDevice(device) => device.kill(pid).await?,
            }
            let mut pause = Duration::from_millis(2);
            while is_alive(processes, pid).await? {
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(Duration::from_millis(200));
            }
            Ok(())
        })
    }

    fn list(&mut self, bundle: &str, folder: &str) -> Result<Vec<FileEntry>> {
        let limit = self.clock.patience.answer;
        self.with_files("listing files", bundle, limit, async |files| files.list(folder).await)
    }

    fn pull(&mut self, bundle: &str, from: &str, to: &Path) -> Result<()> {
        let limit = self.clock.patience.transfer;
        let bytes =
            self.with_files("fetching a file", bundle, limit, async |files| files.pull(from).await)?;
        std::fs::write(to, &bytes).map_err(|error| Failure::from_local_file(to, error))
    }

    fn push(&mut self, bundle: &str, from: &Path, to: &str) -> Result<()> {
        let Patience { transfer: limit, answer, .. } = self.clock.patience;
        self.with_files("writing a file", bundle, limit, async |files| files.push(from, to, answer).await)
    }

    fn remove(&mut self, bundle: &str, path: &str) -> Result<()> {
        let limit = self.clock.patience.answer;
        self.with_files("removing a file", bundle, limit, async |files| files.remove(path).await)
    }
}

async fn is_alive(processes: &mut ProcessService, pid: u64) -> Result<bool> {
    match processes {
        ProcessService::Instruments(instruments) => instruments.is_alive(pid).await,
        ProcessService::CoreDevice(device) => device.is_alive(pid).await,
    }
}
