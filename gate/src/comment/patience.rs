//! Retries within a total time: with exponential back-off, and with the waits that rate limits require.

use std::time::Duration;

use super::CommentError;

/// Waits, after it may have shown the reason.
type Sleep = Box<dyn FnMut(Duration, &CommentError)>;

/// The remaining time for waiting.
pub struct Retries {
    left: Duration,
    next: Duration,
    sleep: Sleep,
}

impl Retries {
    /// Allows waits of at most `total` in sum, through `sleep`, which may show the reason first.
    pub fn new(total: Duration, sleep: impl FnMut(Duration, &CommentError) + 'static) -> Self {
        Retries { left: total, next: Duration::from_secs(1), sleep: Box::new(sleep) }
    }

    /// Waits until the next attempt; returns the error if another attempt is of no use.
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
