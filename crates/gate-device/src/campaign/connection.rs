//! Keeps the connection to the device open during a campaign. It is opened at its first use, and opened again after it broke.
//!
//! Invariant: when a device is connected again, it is identified by its id, even if usbmuxd assigns a different number to it.

use std::time::{Duration, Instant};

use super::super::{Driver, Failure, FailureKind, Patience, Phone, Result};

/// A device, identified by its id, and its open connection.
pub(super) struct Connection<'a> {
    driver: &'a mut dyn Driver,
    udid: &'a str,
    patience: &'a Patience,
    phone: Option<Box<dyn Phone>>,
    /// The number of times that the connection may still break during the current launch.
    breaks_left: usize,
}

/// The interval between two attempts to open the device.
const RETRY_INTERVAL: Duration = Duration::from_millis(200);

/// The largest number of breaks of the connection during one launch.
const LARGEST_BREAKS: usize = 3;

impl<'a> Connection<'a> {
    pub(super) fn new(driver: &'a mut dyn Driver, udid: &'a str, patience: &'a Patience) -> Connection<'a> {
        Connection { driver, udid, patience, phone: None, breaks_left: LARGEST_BREAKS }
    }

    /// Returns the open device, and opens the connection if necessary.
    pub(super) fn phone(&mut self) -> Result<&mut dyn Phone> {
        self.check_stop()?;
        let phone = match self.phone.take() {
            Some(phone) => phone,
            None => self.open_phone_with_retries()?,
        };
        Ok(&mut **self.phone.insert(phone))
    }

    /// Performs work at the end of a run, even if the run was stopped. A second request to stop ends the work.
    pub(super) fn with_phone_after_stop(
        &mut self,
        work: impl FnOnce(&mut dyn Phone) -> Result<()>,
    ) -> Result<()> {
        let is_stopped = self.patience.stop.withdraw();
        let done = self.phone().and_then(work);
        if is_stopped {
            self.patience.stop.request_stop();
        }
        done
    }

    /// Opens the device. While usbmuxd cannot be reached, the attempt is repeated until the deadline, because Debian's usbmuxd ends when
    /// the last device is unplugged.
    fn open_phone_with_retries(&mut self) -> Result<Box<dyn Phone>> {
        let deadline = Instant::now() + self.patience.answer;
        loop {
            match self.driver.open(self.udid) {
                Err(failure) if failure.kind == FailureKind::NoMux && Instant::now() < deadline => {
                    self.pause(RETRY_INTERVAL)?;
                }
                done => return done,
            }
        }
    }

    /// Returns the device if its connection is open.
    pub(super) fn open_phone(&mut self) -> Option<&mut dyn Phone> {
        match &mut self.phone {
            Some(phone) => Some(&mut **phone),
            None => None,
        }
    }

    /// Resets the number of permitted breaks of the connection for the next launch.
    pub(super) fn reset_breaks(&mut self) {
        self.breaks_left = LARGEST_BREAKS;
    }

    /// Returns whether the connection broke since the current launch began.
    pub(super) fn was_interrupted(&self) -> bool {
        self.breaks_left < LARGEST_BREAKS
    }

    /// Closes the connection; the next use opens a new one.
    pub(super) fn close(&mut self) {
        self.phone = None;
    }

    /// Waits until the device is connected again after `failure`, and opens the connection.
    pub(super) fn reconnect(&mut self, failure: Failure) -> Result<()> {
        if self.breaks_left == 0 {
            return Err(failure);
        }
        self.breaks_left -= 1;
        self.close();
        let deadline = Instant::now() + self.patience.answer;
        loop {
            match self.phone() {
                Ok(_) => return Ok(()),
                Err(error)
                    if matches!(error.kind, FailureKind::NoDevice | FailureKind::Lost)
                        && Instant::now() < deadline =>
                {
                    self.pause(RETRY_INTERVAL)?;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Waits for `time`; returns an error if the run is asked to stop.
    pub(super) fn pause(&self, time: Duration) -> Result<()> {
        let deadline = Instant::now() + time;
        loop {
            self.check_stop()?;
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            std::thread::sleep(left.min(Duration::from_millis(50)));
        }
    }

    fn check_stop(&self) -> Result<()> {
        if self.patience.stop.is_asked() {
            return Err(Failure::new(FailureKind::Stopped, "as asked"));
        }
        Ok(())
    }
}
