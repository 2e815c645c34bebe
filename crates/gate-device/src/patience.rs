//! Tracks the deadlines of operations, and requests to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The deadlines of the different kinds of operations. The gate has its own deadlines, because those of the tools are unreliable.
#[derive(Clone, Debug)]
pub struct Patience {
    /// The longest time to wait for an answer: for a list, a value, a connection, or the end of a process.
    pub answer: Duration,
    /// The deadline of an installation.
    pub install: Duration,
    /// The deadline of the answer to a launch; the first launch after a restart of the device takes long.
    pub launch: Duration,
    /// The deadline of the transfer of one file.
    pub transfer: Duration,
    /// The request to stop, which ends all waiting.
    pub stop: StopRequest,
}

impl Default for Patience {
    fn default() -> Self {
        Patience::new(Duration::from_secs(20), StopRequest::default())
    }
}

impl Patience {
    /// Creates deadlines in proportion to the deadline of an answer.
    pub fn new(answer: Duration, stop: StopRequest) -> Patience {
        Patience { answer, install: answer * 30, launch: answer * 3, transfer: answer * 6, stop }
    }
}

/// A request to stop, which waiting code checks several times a second.
#[derive(Clone, Debug, Default)]
pub struct StopRequest(Arc<AtomicBool>);

impl StopRequest {
    /// Requests a stop: no further operation begins, and waiting operations end with [`super::FailureKind::Stopped`].
    pub(crate) fn request_stop(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Returns whether a stop was requested.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Withdraws the request to stop, so that a stopped run can do its work at the end. Returns whether a stop was requested.
    pub(super) fn withdraw(&self) -> bool {
        self.0.swap(false, Ordering::SeqCst)
    }

    /// Returns the flag for signal handlers.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}
