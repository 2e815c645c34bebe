//! Delivers the events that reach a running app from outside: its way into the background and back,
//! URLs and notifications.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The events that an app has not handled yet. An app whose environment has `PHONE_EVENTS` waits for them instead of ending itself.
#[derive(Debug, Default)]
pub struct Events {
    queue: Mutex<VecDeque<String>>,
    changed: Condvar,
}

impl Events {
    /// Sends `background`, `foreground`, `url URL`, `push PAYLOAD`, or `end`, which ends the app.
    pub fn send(&self, event: impl Into<String>) {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner).push_back(event.into());
        self.changed.notify_all();
    }

    /// Waits for the next event, without any progress of the guest's clock; returns `None` if the process is to be killed.
    pub(super) fn next(&self, stop: &AtomicBool) -> Option<String> {
        /// The interval at which a request to kill the process is noticed.
        const PULSE: Duration = Duration::from_millis(10);
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        while !stop.load(Ordering::Relaxed) {
            if let Some(event) = queue.pop_front() {
                return Some(event);
            }
            let waited = self.changed.wait_timeout(queue, PULSE);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }
}
