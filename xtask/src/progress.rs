//! Prints the running step and its duration on stderr, so stdout contains only the output of the steps.

use std::fmt::Display;
use std::io::IsTerminal as _;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

/// A sequence of numbered steps.
pub(crate) struct Progress {
    done: usize,
    total: usize,
    begun: Instant,
    clock: bool,
}

impl Progress {
    /// Creates a sequence of `total` steps.
    pub(crate) fn new(total: usize) -> Self {
        Self { done: 0, total, begun: Instant::now(), clock: false }
    }

    /// Creates a sequence of `total` steps without output of their own. A terminal shows the duration of the running step.
    pub(crate) fn with_clock(total: usize) -> Self {
        Self { clock: std::io::stderr().is_terminal(), ..Self::new(total) }
    }

    /// Runs a step. The error of a step contains the step's name and the number of steps that were not run.
    pub(crate) fn step<T>(&mut self, name: &str, about: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.done += 1;
        let (done, total) = (self.done, self.total);
        eprintln!("[{done}/{total}] {name}: {about}");
        let begun = Instant::now();
        let answer = if self.clock { run_with_clock(begun, work) } else { work() };
        let spent = shown(begun.elapsed());
        match &answer {
            Ok(_) => eprintln!("[{done}/{total}] {name}: ok, {spent}"),
            Err(_) => eprintln!("[{done}/{total}] {name}: FAILED after {spent}"),
        }
        let left = total - done;
        answer.with_context(|| match left {
            0 => format!("step {name}"),
            _ => format!("step {name} ({left} more were not run)"),
        })
    }

    /// Returns the time since the first step began, in readable form.
    pub(crate) fn total_time(&self) -> impl Display + use<> {
        shown(self.begun.elapsed())
    }
}

/// Runs `work`, and writes the time since `begun` into the current line of the terminal each second.
fn run_with_clock<T>(begun: Instant, work: impl FnOnce() -> T) -> T {
    let (end, ended) = std::sync::mpsc::channel::<()>();
    let clock = std::thread::spawn(move || {
        while ended.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
            eprint!("\r{} ", shown(begun.elapsed()));
        }
        eprint!("\r");
    });
    let answer = work();
    drop(end);
    // A panic of the clock's thread only means that stderr was closed.
    let _ = clock.join();
    answer
}

/// Formats a duration in readable form: with tenths of seconds below one minute, otherwise as minutes and seconds.
pub(crate) fn shown(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 {
        return format!("{:.1} s", time.as_secs_f64());
    }
    format!("{} min {:02} s", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_failed_step_names_the_step_and_counts_the_remaining_steps() {
        let mut progress = Progress::new(3);
        progress.step("first", "works", || Ok(())).unwrap();
        let error = progress.step::<()>("second", "fails", || anyhow::bail!("broken")).unwrap_err();
        assert_eq!(format!("{error:#}"), "step second (1 more were not run): broken");
    }

    #[test]
    fn durations_of_steps_are_formatted_in_seconds() {
        assert_eq!(shown(Duration::from_millis(1540)), "1.5 s");
        assert_eq!(shown(Duration::from_secs(125)), "2 min 05 s");
    }
}
