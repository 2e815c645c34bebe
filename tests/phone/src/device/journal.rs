//! What the device saw and did, for tests to assert on.
//!
//! Invariant: entries are in the order in which things happened, and an entry is there before the client hears of it.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A request to usbmuxd, by its type, and who asked.
    Mux {
        /// `ListDevices`, `Connect`, …
        request: String,
        /// The client's name of itself.
        program: String,
    },
    /// A request to lockdown, with its key or service.
    Lockdown {
        /// `GetValue`, `StartSession`, …
        request: String,
        /// What it is about.
        subject: String,
    },
    /// A host was taken for trustworthy.
    Paired {
        /// Its id.
        host: String,
    },
    /// A connection to a service began; `protocol` is the TLS version, if any.
    Service {
        name: String,
        /// `TLS 1.3`, `TLS 1.2` or nothing.
        protocol: Option<&'static str>,
    },
    /// A file operation, by its name.
    File {
        /// `open`, `read`, …
        operation: &'static str,
        path: String,
    },
    /// An app was put on the device.
    Installed {
        /// Its id.
        bundle: String,
    },
    /// An app was taken off.
    Uninstalled {
        /// Its id.
        bundle: String,
    },
    /// An app was started.
    Launched(Launch),
    /// A process was asked to end.
    Signalled {
        pid: u32,
        /// Which signal; 9 for a plain kill.
        signal: i32,
        /// Was there such a process?
        alive: bool,
    },
    /// A process is over.
    Ended { pid: u32, how: End },
    /// A call to instruments, by its selector.
    Instruments {
        /// The channel's service.
        channel: String,
        /// The message.
        selector: String,
    },
    /// A request to a RemoteXPC feature.
    Feature(String),
    /// A packet of the gdb-remote protocol.
    Debug(String),
    /// A fault took effect.
    Fault { step: &'static str, effect: String },
    /// A connection ended for a reason that is the client's.
    Refused(String),
}

/// A start of an app, as it was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// The app.
    pub bundle: String,
    /// Its process.
    pub pid: u32,
    /// `instruments`, `debugserver` or `appservice`.
    pub via: &'static str,
    /// The environment that came with the request.
    pub environment: BTreeMap<String, String>,
    /// The arguments, without the program.
    pub arguments: Vec<String>,
    /// Was a running instance to be killed first?
    pub kill_existing: bool,
    /// The instances that were.
    pub killed: Vec<u32>,
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself.
    Exited(i32),
    /// By a signal: 9 for a kill, 11 for whatever the emulator calls a crash.
    Signal(i32),
}

/// The list, and who waits for it to grow.
#[derive(Debug, Default)]
pub struct Journal {
    events: Mutex<Vec<Event>>,
    grew: Condvar,
}

impl Journal {
    fn lock(&self) -> MutexGuard<'_, Vec<Event>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn note(&self, event: Event) {
        self.lock().push(event);
        self.grew.notify_all();
    }

    /// Everything so far.
    pub fn events(&self) -> Vec<Event> {
        self.lock().clone()
    }

    /// The starts so far.
    pub fn launches(&self) -> Vec<Launch> {
        let started = |event: &Event| match event {
            Event::Launched(launch) => Some(launch.clone()),
            _ => None,
        };
        self.lock().iter().filter_map(started).collect()
    }

    /// Waits until an event is there for which `wanted` holds, and returns the first such; none after `patience`.
    pub fn wait(&self, patience: Duration, wanted: impl Fn(&Event) -> bool) -> Option<Event> {
        let deadline = Instant::now() + patience;
        let mut events = self.lock();
        loop {
            if let Some(event) = events.iter().find(|event| wanted(event)) {
                return Some(event.clone());
            }
            let left = deadline.checked_duration_since(Instant::now())?;
            events = self.grew.wait_timeout(events, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.lock().clear();
    }
}
