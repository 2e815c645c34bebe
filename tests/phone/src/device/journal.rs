//! A log of the device's events, for assertions in tests.
//!
//! Invariant: entries are in the order of the events, and an entry is present before the client gets its
//! answer.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// An event.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A request to usbmuxd, by its type, and the client.
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
        /// The subject of the request.
        subject: String,
    },
    /// A host was paired.
    Paired {
        /// Its id.
        host: String,
    },
    /// A connection to a service began; `protocol` is the TLS version, if any.
    Service {
        name: String,
        /// `TLS 1.3`, `TLS 1.2` or `None`.
        protocol: Option<&'static str>,
    },
    /// A file operation, by its name.
    File {
        /// `open`, `read`, …
        operation: &'static str,
        path: String,
    },
    /// An app was installed.
    Installed {
        /// Its id.
        bundle: String,
    },
    /// An app was removed.
    Uninstalled {
        /// Its id.
        bundle: String,
    },
    /// An app was started.
    Launched(Launch),
    /// A process got a request to end.
    Signalled {
        pid: u32,
        /// The signal; 9 for a plain kill.
        signal: i32,
        /// Whether there was such a process.
        alive: bool,
    },
    /// A process has ended.
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
    /// A connection ended because of the client.
    Refused(String),
}

impl Event {
    fn as_launch(&self) -> Option<&Launch> {
        match self {
            Event::Launched(launch) => Some(launch),
            _ => None,
        }
    }
}

/// A start of an app, as requested.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// The app.
    pub bundle: String,
    /// Its process.
    pub pid: u32,
    /// `instruments`, `debugserver` or `appservice`.
    pub via: &'static str,
    /// The environment of the request.
    pub environment: BTreeMap<String, String>,
    /// The arguments, without the program.
    pub arguments: Vec<String>,
    /// Whether a running instance was to be killed first.
    pub kill_existing: bool,
    /// The killed instances.
    pub killed: Vec<u32>,
}

/// The end of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself.
    Exited(i32),
    /// By a signal: 9 for a kill, 11 for a crash in the emulator.
    Signal(i32),
}

/// The list, and the threads that wait for it to grow.
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

    /// Returns all events so far.
    pub fn events(&self) -> Vec<Event> {
        self.lock().clone()
    }

    /// Returns the starts so far.
    pub fn launches(&self) -> Vec<Launch> {
        self.lock().iter().filter_map(Event::as_launch).cloned().collect()
    }

    /// Waits for an event that `wanted` accepts, and returns the first one; `None` after `patience`.
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

    /// Removes all events.
    pub fn clear(&self) {
        self.lock().clear();
    }
}
