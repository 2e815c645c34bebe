//! Keeps a log of the device's events, for assertions in tests.
//!
//! Invariant: entries are in the order of the events, and an entry is logged before the client gets the
//! answer.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// An event on the device, which tests can read.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A request of a client to usbmuxd.
    Mux {
        /// The type of the request: `ListDevices`, `Connect`, …
        request: String,
        /// The name with which the client introduces itself.
        program: String,
    },
    /// A request to lockdown.
    Lockdown {
        /// The type of the request: `GetValue`, `StartSession`, …
        request: String,
        /// The requested key or service.
        subject: String,
    },
    /// A host was paired.
    Paired {
        /// The id of the paired host.
        host: String,
    },
    /// A connection to a service began.
    Service {
        name: String,
        /// The TLS version, `TLS 1.3` or `TLS 1.2`, or `None` without TLS.
        protocol: Option<&'static str>,
    },
    /// A file operation of AFC.
    File {
        /// The operation: `open`, `read`, …
        operation: &'static str,
        path: String,
    },
    /// An app was installed.
    Installed {
        /// The bundle id of the installed app.
        bundle: String,
    },
    /// An app was removed.
    Uninstalled {
        /// The bundle id of the removed app.
        bundle: String,
    },
    /// An app was launched.
    Launched(Launch),
    /// A client requested a signal to a process.
    Signalled {
        pid: u32,
        /// The signal; 9 for a kill without a named signal.
        signal: i32,
        /// Whether the process existed.
        alive: bool,
    },
    /// A process has ended.
    Ended { pid: u32, how: End },
    /// A call to instruments.
    Instruments {
        /// The service of the channel.
        channel: String,
        /// The selector of the call.
        selector: String,
    },
    /// A request for a CoreDevice feature.
    Feature(String),
    /// A packet of the gdb-remote protocol.
    Debug(String),
    /// A fault took effect.
    Fault { step: &'static str, effect: String },
    /// The device closed a connection because of the client's input.
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

/// A requested launch of an app.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// The app's bundle id.
    pub bundle: String,
    /// The id of the new process.
    pub pid: u32,
    /// The service that launched the app: `instruments`, `debugserver` or `appservice`.
    pub via: &'static str,
    /// The environment variables in the request.
    pub environment: BTreeMap<String, String>,
    /// The arguments in the request, without the program.
    pub arguments: Vec<String>,
    /// Whether the request was to kill a running process of the app first.
    pub kill_existing: bool,
    /// The ids of the processes that were killed for this launch.
    pub killed: Vec<u32>,
}

/// The end of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The process exited with this status.
    Exited(i32),
    /// The process ended by this signal: 9 for a kill, 11 for a crash in the emulator.
    Signal(i32),
}

/// The logged events, and a condition for threads that wait for new events.
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

    /// Returns all events that were logged.
    pub fn events(&self) -> Vec<Event> {
        self.lock().clone()
    }

    /// Returns all launches that were logged.
    pub fn launches(&self) -> Vec<Launch> {
        self.lock().iter().filter_map(Event::as_launch).cloned().collect()
    }

    /// Waits for an event that `wanted` selects, and returns the first such event; `None` after the duration
    /// `patience`.
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
