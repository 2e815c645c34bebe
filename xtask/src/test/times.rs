//! `--times FILE`: writes the duration of each step as one flat JSON object. With this file, a pipeline can track the durations over time.
//!
//! Invariant: the file is written after every step. The file contains all finished steps even if a step fails or the run is killed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::{Map, Value};

/// The key of the total duration.
const TOTAL: &str = "total";

/// The durations of the steps, in the order in which the steps ran.
#[derive(Default)]
pub(crate) struct Times {
    file: Option<PathBuf>,
    steps: Vec<(String, Duration)>,
}

impl Times {
    /// Creates a list of durations, which is written to `file` if a path is given. The empty list is written immediately, so that a wrong
    /// path is reported before the steps run.
    pub(crate) fn new(file: Option<&Path>) -> Result<Self> {
        let times = Self { file: file.map(Path::to_owned), steps: Vec::new() };
        times.write()?;
        Ok(times)
    }

    /// Adds the duration of a step that ran, whether or not the step succeeded.
    pub(crate) fn add(&mut self, step: &str, spent: Duration) -> Result<()> {
        self.steps.push((step.to_owned(), spent));
        self.write()
    }

    fn write(&self) -> Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let text = serde_json::to_string_pretty(&self.flat())? + "\n";
        std::fs::write(file, text).with_context(|| {
            format!("cannot write the times to {}; name a file in a folder that exists", file.display())
        })
    }

    fn flat(&self) -> Map<String, Value> {
        let total: Duration = self.steps.iter().map(|(_, spent)| *spent).sum();
        let all = self.steps.iter().map(|(name, spent)| (name.as_str(), *spent));
        all.chain([(TOTAL, total)]).map(|(name, spent)| (name.to_owned(), seconds(spent).into())).collect()
    }
}

/// Returns the seconds, rounded to milliseconds. Repeated runs of a step differ by more than a millisecond.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_with_times_of_steps_is_complete_after_every_step() {
        let file = std::env::temp_dir().join(format!("xtask-times-{}.json", std::process::id()));
        let read = || -> Value { serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap() };
        let mut times = Times::new(Some(&file)).unwrap();
        assert_eq!(read(), serde_json::json!({ "total": 0.0 }));
        times.add("format", Duration::from_millis(1500)).unwrap();
        assert_eq!(read(), serde_json::json!({ "format": 1.5, "total": 1.5 }));
        times.add("clippy", Duration::from_micros(20_250_400)).unwrap();
        let written = read();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(written, serde_json::json!({ "format": 1.5, "clippy": 20.25, "total": 21.75 }));
    }

    #[test]
    fn a_file_for_times_that_cannot_be_written_is_an_error_before_the_first_step() {
        let error = format!("{:#}", Times::new(Some(Path::new("/no-such-folder/times.json"))).err().unwrap());
        assert!(error.contains("/no-such-folder/times.json") && error.contains("name a file"), "{error}");
        assert!(Times::new(None).unwrap().add("format", Duration::ZERO).is_ok());
    }
}
