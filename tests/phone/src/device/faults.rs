//! Defines the faults of a device as data. A fault takes effect at a step of a protocol, after a number of passes through this step.
//!
//! Services call [`Faults::at`] at every step. Each service implements the effects in its own protocol, independently of the test that
//! added the fault. [`NAMED`] is the table of the faults that have a name, for tests and for the command line. Invariant: a stall ends when
//! its time is over, when the faults change, or when the device ends, so no thread waits forever.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

macro_rules! steps {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal,)*) => {
        /// A step of a protocol at which a fault can strike.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Step { $($(#[doc = $doc])* $name,)* }

        impl Step {
            /// All steps at which a fault can strike.
            pub const ALL: &[Step] = &[$(Step::$name),*];

            /// Returns the step's name on the command line.
            pub fn name(self) -> &'static str {
                match self { $(Step::$name => $text,)* }
            }
        }
    };
}

steps! {
    /// Any request to usbmuxd.
    Mux = "mux",
    /// usbmuxd: the list of devices, and notifications of changes to it.
    MuxList = "mux-list",
    /// usbmuxd: the request for a pairing record.
    MuxRecord = "mux-record",
    /// usbmuxd: the request for a connection to the device.
    MuxConnect = "mux-connect",
    /// lockdown: the request for a value.
    Value = "lockdown-value",
    /// lockdown: pairing.
    Pair = "lockdown-pair",
    /// lockdown: the start of a session.
    Session = "lockdown-session",
    /// The TLS handshake of lockdown or of a service.
    Handshake = "handshake",
    /// lockdown: the start of any service.
    Service = "lockdown-service",
    /// The start of a service that is in the developer image.
    DeveloperService = "developer-service",
    /// The request whether Developer Mode is on.
    DeveloperMode = "developer-mode",
    /// installation_proxy: the list of apps.
    Browse = "install-browse",
    /// installation_proxy: an installation, between its first and its last report of progress.
    Install = "install",
    /// installation_proxy: an uninstallation.
    Uninstall = "uninstall",
    /// The image mounter: any request.
    Mounter = "mounter",
    /// house_arrest: any request.
    Arrest = "house-arrest",
    /// AFC: any operation.
    File = "afc",
    /// AFC: listing a folder.
    FileList = "afc-list",
    /// AFC: a file's size and times.
    FileInfo = "afc-info",
    /// AFC: opening a file.
    FileOpen = "afc-open",
    /// AFC: reading a file.
    FileRead = "afc-read",
    /// AFC: writing a file.
    FileWrite = "afc-write",
    /// AFC: removing a file.
    FileRemove = "afc-remove",
    /// instruments: the greeting of a new connection.
    Instruments = "dtx-hello",
    /// instruments: opening a channel.
    Channel = "dtx-channel",
    /// instruments: any call.
    Call = "dtx-call",
    /// debugserver: any packet.
    Debug = "debug",
    /// A launch of an app, by any service.
    Launch = "launch",
    /// The run of a launched app.
    App = "app",
    /// A signal to a process.
    Kill = "kill",
    /// The list of processes.
    Processes = "processes",
    /// The start of the tunnel of iOS 17 and later.
    Tunnel = "tunnel",
    /// A packet from the host in the tunnel of iOS 17 and later.
    Packet = "tunnel-packet",
    /// The list of services in the tunnel.
    Directory = "rsd",
    /// A call of a CoreDevice feature.
    Feature = "feature",
}

/// The effect of a fault.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The answer is delayed by this duration; then the service continues.
    Stall(Duration),
    /// The device closes the connection.
    Drop,
    /// The protocol's own refusal, with the protocol's word or number for it: the `Error` of lockdown and
    /// installation_proxy, an error number of AFC or usbmuxd, or the name of a [`Refusal`] for a launch.
    Answer(&'static str),
    /// The launch is refused.
    Refuse(Refusal),
    /// The device is missing in the list.
    Absent,
    /// The cable is pulled and plugged in again: connections close, and the device gets a new id.
    Replug,
    /// The app crashes after this number of instructions.
    Crash(u64),
    /// The app's first instruction is delayed by this duration in real time.
    Slow(Duration),
    /// The app's new files are incomplete, and have the temporary name that the app gave them.
    Unfinished,
    /// The app's new files are incomplete, and have their final name.
    Half,
    /// The app's new files appear immediately under their final name, but are complete only after this
    /// duration.
    Grow(Duration),
    /// The app writes no new file.
    NoFile,
}

/// The reason for which a launch is refused; each protocol that launches apps has its own message for each reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The screen is locked.
    Locked,
    /// The developer's certificate is not trusted.
    Untrusted,
    /// No app with this id is installed.
    Unknown,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The step at which the fault occurs.
    pub step: Step,
    /// The effect of the fault.
    pub effect: Effect,
    /// Number of passes through the step before the fault strikes.
    pub skip: u32,
    /// Number of passes at which the fault strikes.
    pub times: u32,
}

impl Fault {
    /// Creates a fault that takes effect at every pass.
    pub const fn new(step: Step, effect: Effect) -> Fault {
        Fault { step, effect, skip: 0, times: u32::MAX }
    }

    /// Returns a fault like this one that skips the first `skip` passes.
    #[must_use]
    pub const fn after(mut self, skip: u32) -> Fault {
        self.skip = skip;
        self
    }

    /// Returns a fault like this one that takes effect only at `times` passes.
    #[must_use]
    pub const fn times(mut self, times: u32) -> Fault {
        self.times = times;
        self
    }
}

/// A duration longer than any client's time limit.
const FOR_EVER: Duration = Duration::from_secs(24 * 3600);

/// A row of the table of named faults.
#[derive(Debug)]
pub struct Named {
    /// The name of the fault on the command line and in tests.
    pub name: &'static str,
    /// A description of the fault for the command line.
    pub about: &'static str,
    /// The fault. A number after the name replaces `skip`, `times`, the seconds of a duration or the
    /// instructions before a crash, whichever `number` selects.
    pub fault: Fault,
    /// The field that a number after the name replaces.
    pub number: Number,
}

/// The field that `=N` after a fault's name replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// The number of passes before the fault strikes.
    Skip,
    /// The number of passes at which the fault strikes.
    Times,
    Seconds,
    Instructions,
}

const fn row(name: &'static str, about: &'static str, number: Number, fault: Fault) -> Named {
    Named { name, about, fault, number }
}

/// The table of the faults that have a name.
pub const NAMED: &[Named] = &[
    // -- between host and device
    row("no-device", "usbmuxd lists nothing", Number::Times, Fault::new(Step::MuxList, Effect::Absent)),
    row("mux-stall", "usbmuxd answers nothing", Number::Seconds, stall(Step::Mux)),
    row("connect-stall", "a connection never comes about", Number::Seconds, stall(Step::MuxConnect)),
    row(
        "connect-refused",
        "the device takes no connection",
        Number::Times,
        Fault::new(Step::MuxConnect, Effect::Answer("3")),
    ),
    row(
        "replug",
        "at a launch the device goes, and is back under a new id",
        Number::Times,
        Fault::new(Step::Launch, Effect::Replug).times(1),
    ),
    row(
        "replug-after-launch",
        "the same once the app is running",
        Number::Times,
        Fault::new(Step::App, Effect::Replug).times(1),
    ),
    row(
        "replug-while-reading",
        "the same in the middle of a file",
        Number::Times,
        Fault::new(Step::FileRead, Effect::Replug).times(1),
    ),
    // -- trust
    row(
        "unpaired",
        "the host has no record of a pairing",
        Number::Times,
        Fault::new(Step::MuxRecord, Effect::Answer("2")),
    ),
    row(
        "trust-pending",
        "nobody answers the device's question whether to trust; with =N, only N times",
        Number::Times,
        Fault::new(Step::Pair, Effect::Answer("PairingDialogResponsePending")),
    ),
    row(
        "trust-denied",
        "the answer is no",
        Number::Times,
        Fault::new(Step::Pair, Effect::Answer("UserDeniedPairing")),
    ),
    row(
        "password-protected",
        "locked since its start: no session",
        Number::Times,
        Fault::new(Step::Session, Effect::Answer("PasswordProtected")),
    ),
    row(
        "invalid-host",
        "the device has forgotten this host",
        Number::Times,
        Fault::new(Step::Session, Effect::Answer("InvalidHostID")),
    ),
    row("value-stall", "lockdown keeps a value back", Number::Seconds, stall(Step::Value)),
    row("session-stall", "lockdown never begins a session", Number::Seconds, stall(Step::Session)),
    row("handshake-stall", "the TLS handshake never begins", Number::Seconds, stall(Step::Handshake)),
    row("handshake-drop", "it breaks", Number::Times, Fault::new(Step::Handshake, Effect::Drop)),
    row("service-stall", "lockdown never starts a service", Number::Seconds, stall(Step::Service)),
    // -- developer services
    row(
        "no-developer-image",
        "no developer image is mounted",
        Number::Times,
        Fault::new(Step::DeveloperService, Effect::Answer("InvalidService")),
    ),
    row(
        "developer-mode-off",
        "Developer Mode is off, so no developer service starts",
        Number::Times,
        Fault::new(Step::DeveloperMode, Effect::Answer("off")),
    ),
    row("mounter-stall", "the image mounter answers nothing", Number::Seconds, stall(Step::Mounter)),
    // -- installing
    row(
        "bad-signature",
        "the installation fails: the signature does not verify",
        Number::Times,
        Fault::new(Step::Install, Effect::Answer("ApplicationVerificationFailed")),
    ),
    row("install-stall", "the installation stops half-way", Number::Seconds, stall(Step::Install)),
    row("install-drop", "it breaks", Number::Times, Fault::new(Step::Install, Effect::Drop)),
    row("browse-stall", "the list of apps never comes", Number::Seconds, stall(Step::Browse)),
    // -- launching
    row(
        "locked",
        "the screen is locked",
        Number::Times,
        Fault::new(Step::Launch, Effect::Refuse(Refusal::Locked)),
    ),
    row(
        "untrusted",
        "the developer's certificate is not trusted",
        Number::Times,
        Fault::new(Step::Launch, Effect::Refuse(Refusal::Untrusted)),
    ),
    row("dtx-stall", "instruments answers no call", Number::Seconds, stall(Step::Call)),
    row(
        "dtx-hello-stall",
        "instruments takes the connection and is silent",
        Number::Seconds,
        stall(Step::Instruments),
    ),
    row("dtx-channel-stall", "instruments opens no channel", Number::Seconds, stall(Step::Channel)),
    row(
        "dtx-exhausted",
        "instruments dies after N connections, until the device restarts",
        Number::Skip,
        Fault::new(Step::Instruments, Effect::Drop).after(300),
    ),
    row(
        "dtx-damaged",
        "the greeting of instruments has a length that cannot be",
        Number::Times,
        Fault::new(Step::Instruments, Effect::Answer("length")),
    ),
    row("dtx-drop", "instruments breaks in a call", Number::Times, Fault::new(Step::Call, Effect::Drop)),
    row("launch-stall", "a launch is never answered", Number::Seconds, stall(Step::Launch)),
    row("debug-stall", "debugserver answers nothing", Number::Seconds, stall(Step::Debug)),
    row("processes-stall", "the list of processes never comes", Number::Seconds, stall(Step::Processes)),
    row("kill-stall", "a kill is never answered", Number::Seconds, stall(Step::Kill)),
    row("tunnel-stall", "the tunnel never comes up", Number::Seconds, stall(Step::Tunnel)),
    row("tunnel-drop", "the tunnel breaks", Number::Times, Fault::new(Step::Tunnel, Effect::Drop)),
    row("rsd-stall", "the list behind the tunnel never comes", Number::Seconds, stall(Step::Directory)),
    row("feature-stall", "CoreDevice answers nothing", Number::Seconds, stall(Step::Feature)),
    // -- the app
    row(
        "crash-early",
        "the app crashes before the agent runs",
        Number::Instructions,
        Fault::new(Step::App, Effect::Crash(1_000)),
    ),
    row(
        "crash",
        "the app crashes after N instructions",
        Number::Instructions,
        Fault::new(Step::App, Effect::Crash(2_000_000)),
    ),
    row(
        "slow",
        "the app takes long, in real time",
        Number::Seconds,
        Fault::new(Step::App, Effect::Slow(Duration::from_secs(5))),
    ),
    row("no-trace", "the app leaves no new file", Number::Times, Fault::new(Step::App, Effect::NoFile)),
    row(
        "unfinished-trace",
        "new files stop half-way, under their temporary name",
        Number::Times,
        Fault::new(Step::App, Effect::Unfinished),
    ),
    row(
        "half-trace",
        "they stop half-way under their last name",
        Number::Times,
        Fault::new(Step::App, Effect::Half),
    ),
    row(
        "growing-trace",
        "they grow under their last name",
        Number::Seconds,
        Fault::new(Step::App, Effect::Grow(Duration::from_secs(2))),
    ),
    // -- files
    row(
        "disk-full",
        "nothing more can be written",
        Number::Times,
        Fault::new(Step::FileWrite, Effect::Answer("18")),
    ),
    row("afc-stall", "AFC answers nothing", Number::Seconds, stall(Step::File)),
    row("read-stall", "AFC stops in the middle of a file", Number::Seconds, stall(Step::FileRead)),
    row(
        "read-drop",
        "AFC breaks in the middle of a file",
        Number::Times,
        Fault::new(Step::FileRead, Effect::Drop),
    ),
    row(
        "write-drop",
        "AFC breaks while it is written to",
        Number::Times,
        Fault::new(Step::FileWrite, Effect::Drop),
    ),
    row("arrest-stall", "house_arrest answers nothing", Number::Seconds, stall(Step::Arrest)),
    row(
        "arrest-refused",
        "house_arrest does not give the app's files",
        Number::Times,
        Fault::new(Step::Arrest, Effect::Answer("InstallationLookupFailed")),
    ),
];

const fn stall(step: Step) -> Fault {
    Fault::new(step, Effect::Stall(FOR_EVER))
}

/// The reason for which a fault's name is invalid.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The name is unknown.
    #[error("no fault is called {0:?}")]
    Unknown(String),
    /// The text after `=` is not a number.
    #[error("{0:?}: not a number")]
    Number(String),
}

/// Returns the fault for `name` or `name=N` in the table.
pub fn named(text: &str) -> Result<Fault, NameError> {
    let (name, number) = match text.split_once('=') {
        Some((name, number)) => (name, Some(number)),
        None => (text, None),
    };
    let row = NAMED.iter().find(|row| row.name == name).ok_or_else(|| NameError::Unknown(name.to_owned()))?;
    let mut fault = row.fault.clone();
    let Some(number) = number else { return Ok(fault) };
    let bad = || NameError::Number(number.to_owned());
    match (row.number, &mut fault.effect) {
        (Number::Skip, _) => fault.skip = number.parse().map_err(|_| bad())?,
        (Number::Times, _) => fault.times = number.parse().map_err(|_| bad())?,
        (Number::Seconds, Effect::Stall(time) | Effect::Slow(time) | Effect::Grow(time)) => {
            let seconds: f64 = number.parse().map_err(|_| bad())?;
            *time = Duration::try_from_secs_f64(seconds).map_err(|_| bad())?;
        }
        (Number::Instructions, Effect::Crash(limit)) => *limit = number.parse().map_err(|_| bad())?,
        _ => return Err(bad()),
    }
    Ok(fault)
}

#[derive(Debug, Default)]
struct State {
    active: Vec<Fault>,
    /// A number that changes whenever the faults change.
    generation: u64,
    over: bool,
}

/// The faults of one device, which tests may change while the device runs.
#[derive(Debug, Default)]
pub struct Faults {
    state: Mutex<State>,
    changed: Condvar,
}

impl Faults {
    /// Adds a fault. If a step has several faults, the fault that was added last strikes first.
    pub fn add(&self, fault: Fault) {
        self.change(|state| state.active.insert(0, fault));
    }

    /// Removes all faults, and ends all stalls.
    pub fn clear(&self) {
        self.change(|state| state.active.clear());
    }

    /// Ends all present and future stalls.
    pub(super) fn finish(&self) {
        self.change(|state| state.over = true);
    }

    /// Removes the faults at this step, which a restart of the device cures.
    pub(super) fn clear_step(&self, step: Step) {
        self.change(|state| state.active.retain(|fault| fault.step != step));
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        state.generation += 1;
        self.changed.notify_all();
    }

    /// Returns the fault that strikes at this pass of the step, if any. Waits for the end of a stall before
    /// it returns.
    pub(super) fn at(&self, step: Step, note: impl FnOnce(&Effect)) -> Option<Effect> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.over {
            return None;
        }
        let mut struck = None;
        for fault in state.active.iter_mut().filter(|fault| fault.step == step) {
            if fault.skip > 0 {
                fault.skip -= 1;
            } else if fault.times > 0 {
                if fault.times != u32::MAX {
                    fault.times -= 1;
                }
                struck = Some(fault.effect.clone());
                break;
            }
        }
        let effect = struck?;
        note(&effect);
        let Effect::Stall(time) = effect else { return Some(effect) };
        let deadline = Instant::now() + time;
        let generation = state.generation;
        while state.generation == generation && !state.over {
            let Some(left) = deadline.checked_duration_since(Instant::now()) else { break };
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    /// Waits for this duration, or until the device ends.
    pub(super) fn sleep(&self, time: Duration) {
        let deadline = Instant::now() + time;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while !state.over {
            let Some(left) = deadline.checked_duration_since(Instant::now()) else { break };
            state = self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_faults_are_unique_and_accept_a_number() {
        let mut names: Vec<&str> = NAMED.iter().map(|row| row.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), NAMED.len());
        for row in NAMED {
            assert_eq!(named(row.name).unwrap(), row.fault);
            assert_ne!(named(&format!("{}=7", row.name)).unwrap(), row.fault, "{}", row.name);
            assert!(named(&format!("{}=x", row.name)).is_err(), "{}", row.name);
        }
        assert_eq!(named("nothing"), Err(NameError::Unknown("nothing".into())));
        assert!(named("slow=-1").is_err() && named("slow=1e300").is_err());
    }

    #[test]
    fn a_fault_occurs_after_the_given_number_of_steps_and_the_given_number_of_times() {
        let faults = Faults::default();
        faults.add(Fault::new(Step::Pair, Effect::Drop).after(1).times(2));
        let struck: Vec<bool> = (0..5).map(|_| faults.at(Step::Pair, |_| {}).is_some()).collect();
        assert_eq!(struck, [false, true, true, false, false]);
        assert_eq!(faults.at(Step::Launch, |_| {}), None);
    }

    #[test]
    fn a_stalled_answer_is_released_when_the_faults_are_cleared() {
        let faults = std::sync::Arc::new(Faults::default());
        faults.add(stall(Step::Call));
        let (sender, receiver) = std::sync::mpsc::channel();
        let stalled = std::thread::spawn({
            let faults = faults.clone();
            move || faults.at(Step::Call, |_| sender.send(()).unwrap())
        });
        receiver.recv().unwrap();
        faults.clear();
        assert_eq!(stalled.join().unwrap(), None);
    }
}
