//! Limits the total time of waits between retries. The waits grow exponentially, or are as long as a rate limit requires.

use std::time::Duration;

use super::CommentError;

/// A function that waits for a duration. The function may show the reason first.
type SleepFn = Box<dyn FnMut(Duration, &CommentError)>;

/// The time that may still be spent on waiting.
pub struct Retries {
    left: Duration,
    next: Duration,
    sleep: SleepFn,
}

impl Retries {
    /// Allows waiting for at most `total` altogether. `sleep` waits, and may show the reason first.
    pub fn new(total: Duration, sleep: impl FnMut(Duration, &CommentError) + 'static) -> Self {
        Retries { left: total, next: Duration::from_secs(1), sleep: Box::new(sleep) }
    }

    /// Waits until the next attempt. Returns the error if another attempt would not succeed, or if the wait is longer than the time that is
    /// left.
    pub(super) fn wait_after(&mut self, error: CommentError) -> Result<(), CommentError> {
        let wait = match &error {
            CommentError::Unreachable { .. } => {
                let wait = self.next;
                self.next *= 2;
                wait
            }
            CommentError::RateLimit { seconds, .. } => Duration::from_secs(*seconds),
            _ => return Err(error),
        };
        if wait > self.left {
            return Err(error);
        }
        self.left -= wait;
        (self.sleep)(wait, &error);
        Ok(())
    }
}
