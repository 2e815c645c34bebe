//! Lines that say which step runs, and how long it took; on stderr, so that stdout stays what the steps print.

use std::fmt::Display;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

/// A numbered way to the end.
pub(crate) struct Progress {
    done: usize,
    total: usize,
    begun: Instant,
}

impl Progress {
    /// Begins a way of `total` steps.
    pub(crate) fn of(total: usize) -> Self {
        Self { done: 0, total, begun: Instant::now() }
    }

    /// Runs a step; its failure carries its name and what is left undone.
    pub(crate) fn step<T>(&mut self, name: &str, about: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.done += 1;
        let (done, total) = (self.done, self.total);
        eprintln!("[{done}/{total}] {name}: {about}");
        let begun = Instant::now();
        let answer = work();
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

    /// How long all of it took.
    pub(crate) fn total_time(&self) -> impl Display + use<> {
        shown(self.begun.elapsed())
    }
}

/// A duration for people: tenths below a minute, then minutes and seconds.
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
    fn failure_names_its_step_and_what_was_not_run() {
        let mut progress = Progress::of(3);
        progress.step("first", "works", || Ok(())).unwrap();
        let error = progress.step::<()>("second", "fails", || anyhow::bail!("broken")).unwrap_err();
        assert_eq!(format!("{error:#}"), "step second (1 more were not run): broken");
    }

    #[test]
    fn times_read_as_people_say_them() {
        assert_eq!(shown(Duration::from_millis(1540)), "1.5 s");
        assert_eq!(shown(Duration::from_secs(125)), "2 min 05 s");
    }
}
