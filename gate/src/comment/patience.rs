//! How long to keep trying: back-off that doubles, and what a rate limit asks for, within one total.

use std::time::Duration;

use super::CommentError;

/// Waits, and may say why first.
type Sleep = Box<dyn FnMut(Duration, &CommentError)>;

/// The time that is left for waiting.
pub struct Retries {
    left: Duration,
    next: Duration,
    sleep: Sleep,
}

impl Retries {
    /// Waits at most `total` in all, through `sleep`, which may tell somebody first.
    pub fn new(total: Duration, sleep: impl FnMut(Duration, &CommentError) + 'static) -> Self {
        Retries { left: total, next: Duration::from_secs(1), sleep: Box::new(sleep) }
    }

    /// Returns when it is time to try again; the error itself where trying again is no use.
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
