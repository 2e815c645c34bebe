//! How long a device may take for something, and how to stop waiting.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The deadlines of one operation each; none of the tools has one of its own that can be relied on.
#[derive(Clone, Debug)]
pub struct Patience {
    /// For an answer: a list, a value, a connection, the end of a process.
    pub answer: Duration,
    /// For an installation.
    pub install: Duration,
    /// For a launch to be answered; the first after a restart of the device takes long.
    pub launch: Duration,
    /// For a file to come or go.
    pub transfer: Duration,
    /// Ends whatever waits.
    pub stop: Stop,
}

impl Default for Patience {
    fn default() -> Self {
        Patience::of(Duration::from_secs(20), Stop::default())
    }
}

impl Patience {
    /// So long for an answer, and in proportion for what takes longer.
    pub fn of(answer: Duration, stop: Stop) -> Patience {
        Patience { answer, install: answer * 30, launch: answer * 3, transfer: answer * 6, stop }
    }
}

/// A wish to stop, which waiting code looks at several times a second.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// From now on nothing new begins and whatever waits ends with [`super::FailureKind::Stopped`].
    pub fn ask(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether it was asked for.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Takes the wish back, and says whether there was one: for what has to be done before the end.
    pub(super) fn take_back(&self) -> bool {
        self.0.swap(false, Ordering::SeqCst)
    }

    /// What a signal may set.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}
