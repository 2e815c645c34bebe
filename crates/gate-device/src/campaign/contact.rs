//! The device while a campaign lasts: opened when it is needed, and opened again when the cable lets go.
//!
//! Invariant: a device that comes back is the same one, by its id, whatever number usbmuxd gives it.

use std::time::{Duration, Instant};

use super::super::{Driver, Failure, FailureKind, Patience, Phone, Result};

/// A device by its id, and what is open to it.
pub(super) struct Contact<'a> {
    driver: &'a mut dyn Driver,
    udid: &'a str,
    patience: &'a Patience,
    phone: Option<Box<dyn Phone>>,
    /// How often a launch may lose the device and find it again.
    left: usize,
}

/// How long until the device is looked for again.
const AGAIN: Duration = Duration::from_millis(200);

/// More often than this within one launch is no passing trouble.
const TIMES: usize = 3;

impl<'a> Contact<'a> {
    pub(super) fn new(driver: &'a mut dyn Driver, udid: &'a str, patience: &'a Patience) -> Contact<'a> {
        Contact { driver, udid, patience, phone: None, left: TIMES }
    }

    /// The device; opened if it is not.
    pub(super) fn phone(&mut self) -> Result<&mut dyn Phone> {
        self.obey()?;
        let phone = match self.phone.take() {
            Some(phone) => phone,
            None => self.reach()?,
        };
        Ok(&mut **self.phone.insert(phone))
    }

    /// What has to be done at the end, also of a run that was stopped; who wants to stop once more is obeyed.
    pub(super) fn at_the_end(&mut self, work: impl FnOnce(&mut dyn Phone) -> Result<()>) -> Result<()> {
        let is_stopped = self.patience.stop.take_back();
        let done = self.phone().and_then(work);
        if is_stopped {
            self.patience.stop.ask();
        }
        done
    }

    /// Opens the device. usbmuxd may be away for a moment: Debian's ends when the last device is unplugged.
    fn reach(&mut self) -> Result<Box<dyn Phone>> {
        let deadline = Instant::now() + self.patience.answer;
        loop {
            match self.driver.open(self.udid) {
                Err(failure) if failure.kind == FailureKind::NoMux && Instant::now() < deadline => {
                    self.pause(AGAIN)?;
                }
                done => return done,
            }
        }
    }

    /// The device if it is open.
    pub(super) fn open(&mut self) -> Option<&mut dyn Phone> {
        match &mut self.phone {
            Some(phone) => Some(&mut **phone),
            None => None,
        }
    }

    /// A new launch has all tries again.
    pub(super) fn refresh(&mut self) {
        self.left = TIMES;
    }

    /// Whether the device was lost and found again since this launch began.
    pub(super) fn was_away(&self) -> bool {
        self.left < TIMES
    }

    /// The next use opens the device anew.
    pub(super) fn close(&mut self) {
        self.phone = None;
    }

    /// Opens the device anew after `failure`, once it is back.
    pub(super) fn again(&mut self, failure: Failure) -> Result<()> {
        if self.left == 0 {
            return Err(failure);
        }
        self.left -= 1;
        self.close();
        let deadline = Instant::now() + self.patience.answer;
        loop {
            match self.phone() {
                Ok(_) => return Ok(()),
                Err(error)
                    if matches!(error.kind, FailureKind::NoDevice | FailureKind::Lost)
                        && Instant::now() < deadline =>
                {
                    self.pause(AGAIN)?;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Waits, unless somebody wants to stop.
    pub(super) fn pause(&self, time: Duration) -> Result<()> {
        let deadline = Instant::now() + time;
        loop {
            self.obey()?;
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            std::thread::sleep(left.min(Duration::from_millis(50)));
        }
    }

    fn obey(&self) -> Result<()> {
        if self.patience.stop.is_asked() {
            return Err(Failure::new(FailureKind::Stopped, "as asked"));
        }
        Ok(())
    }
}
