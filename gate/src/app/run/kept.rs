//! Stores the launches of each run of a commit. A rerun of the commit is judged together with the launches of the earlier runs.
//!
//! If each rerun were judged by itself, a growth of 5 % would pass after about five tries. The launches of a rerun are therefore added to
//! those of the earlier runs, and the rerun continues with the next planned check (look). After the last check the answer is final.
//!
//! `DIR/DEVICE/SCENARIO/SESSION` is a copy of a run's folder. Runs of different devices or scenarios are in different folders, and runs of
//! a different app are not used. Invariant: a session is copied as a whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use gate_device::campaign::{count_complete, read_log};
use gate_launches::run_log::RunLog;
use gate_launches::{ReadOptions, read};

use crate::app::write::copy;

/// The subfolder of a run's folder that contains copies of the earlier runs.
const EARLIER: &str = "earlier";

/// The stored runs of one commit on one device in one scenario.
pub(super) struct EarlierRuns {
    folder: PathBuf,
}

impl EarlierRuns {
    /// Returns the stored runs of a device and a scenario.
    pub(super) fn new(dir: &Path, udid: &str, scenario: &str) -> EarlierRuns {
        EarlierRuns { folder: dir.join(file_name(udid)).join(file_name(&format!("scenario-{scenario}"))) }
    }

    /// Copies the earlier runs into a run's folder, and returns the number of their launches that can be judged.
    pub(super) fn copy_earlier_runs(
        &self,
        into: &Path,
        app: &str,
        is_interleaved: bool,
    ) -> anyhow::Result<usize> {
        let mut before = 0;
        for (folder, log) in read_runs(&self.folder)? {
            let is_same = log.header.app == app && log.header.seed.is_some() == is_interleaved;
            if is_same && !log.header.again {
                let to = into.join(EARLIER).join(folder.file_name().unwrap_or_default());
                if !to.exists() {
                    copy_whole(&folder, &to)?;
                }
                before += count_complete(&log);
            }
        }
        Ok(before)
    }

    /// Stores a run. A run without launches, or without a method in any launch, cannot be judged and is not stored.
    pub(super) fn store_run(&self, run: &Path) -> anyhow::Result<()> {
        let Some(log) = read_log(run)? else { return Ok(()) };
        if log.recorded_launches().next().is_none() || !has_methods(run) {
            return Ok(());
        }
        let to = self.folder.join(&log.header.session);
        if to.exists() {
            // This run was interrupted, stored and then continued, so its stored copy is replaced.
            fs::remove_dir_all(&to).with_context(|| format_failure("replace", &to))?;
        }
        copy_whole(run, &to)
    }
}

/// Replaces the characters of a text that may not occur in a file name.
fn file_name(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}

/// The launches that earlier runs made after they had found a regression.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct EarlierRegressionLaunches {
    /// Number of launches that the verdict may use.
    pub(super) counted: usize,
    /// Whether all requested launches were recorded, so that the answer is final.
    pub(super) is_complete: bool,
}

/// Adds up the launches in the subfolder `name` of all earlier runs.
pub(super) fn done_earlier(run: &Path, name: &str) -> anyhow::Result<EarlierRegressionLaunches> {
    let (mut done, mut wanted) = (0, 0);
    for (folder, _) in read_runs(&run.join(EARLIER))? {
        if let Some(log) = read_log(&folder.join(name))? {
            done += count_complete(&log);
            wanted = wanted.max(log.header.launches);
        }
    }
    Ok(EarlierRegressionLaunches { counted: done, is_complete: wanted > 0 && done >= wanted })
}

/// Returns whether any launch has a method. The result is also true for launches that cannot be read, since the judgement reports them.
fn has_methods(run: &Path) -> bool {
    let launches = read(&[run.to_owned()], &ReadOptions { paths: false, ..ReadOptions::default() });
    launches.map_or(true, |read| read.launches.iter().any(|launch| !launch.costs.is_empty()))
}

fn format_failure(what: &str, path: &Path) -> String {
    format!("cannot {what} {}", path.display())
}

/// Returns the runs in a folder, sorted by name and therefore by time.
fn read_runs(folder: &Path) -> anyhow::Result<Vec<(PathBuf, RunLog)>> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(Vec::new()) };
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    let mut found = Vec::new();
    for folder in folders {
        if let Some(log) = read_log(&folder)? {
            found.push((folder, log));
        }
    }
    Ok(found)
}

/// Copies a run's folder without the earlier runs in it. The copy is renamed to its final name when it is complete.
fn copy_whole(from: &Path, to: &Path) -> anyhow::Result<()> {
    let parent = to.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).with_context(|| format_failure("create", parent))?;
    let half = tempfile::Builder::new().prefix(".copying-").tempdir_in(parent)?;
    copy(from, half.path(), Some(EARLIER))?;
    fs::rename(half.keep(), to).with_context(|| format_failure("create", to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_confirmation_is_completed_by_the_next_run() {
        let dir = tempfile::tempdir().unwrap();
        let run = dir.path().join("run");
        let write = |folder: &str, wanted: usize, launches: usize| {
            let folder = run.join(folder);
            fs::create_dir_all(&folder).unwrap();
            let mut log = format!(
                r#"{{"format":"launchgate.run/1","session":"s","scenario":"","app":"a","udid":"u","link":"usb","driver":"d","launches":{wanted},"warmup":0,"looks":[]}}"#
            );
            for n in 0..launches {
                log += &format!(
                    "\n{{\"is\":\"launch\",\"launch\":\"s.{n}\",\"file\":\"s.{n}.lgtrace\",\"warm_up\":false,\"first_after_install\":false,\"debugged\":false,\"took_ms\":1}}"
                );
            }
            fs::write(folder.join("run.jsonl"), log + "\n").unwrap();
        };
        let done = || done_earlier(&run, "again").unwrap();
        assert_eq!(done(), EarlierRegressionLaunches::default());
        write("earlier/s1", 5, 5);
        assert_eq!(done(), EarlierRegressionLaunches::default());
        write("earlier/s1/again", 5, 2);
        assert_eq!(done(), EarlierRegressionLaunches { counted: 2, is_complete: false });
        // The next run records the remaining three.
        write("earlier/s2", 5, 0);
        write("earlier/s2/again", 5, 3);
        assert_eq!(done(), EarlierRegressionLaunches { counted: 5, is_complete: true });
        assert_eq!(done_earlier(&run, "dense").unwrap(), EarlierRegressionLaunches::default());
        write("earlier/s2/dense", 2, 2);
        assert_eq!(
            done_earlier(&run, "dense").unwrap(),
            EarlierRegressionLaunches { counted: 2, is_complete: true }
        );
    }

    #[test]
    fn stored_runs_of_another_device_scenario_or_app_are_not_continued() {
        let dir = tempfile::tempdir().unwrap();
        let run = dir.path().join("run");
        fs::create_dir_all(&run).unwrap();
        let log = concat!(
            r#"{"format":"launchgate.run/1","session":"s1","scenario":"","app":"a","udid":"u","link":"usb","driver":"d","launches":5,"warmup":0,"looks":[]}"#,
            "\n",
            r#"{"is":"launch","launch":"s1.1","file":"s1.1.lgtrace","warm_up":false,"first_after_install":false,"debugged":false,"took_ms":1}"#,
            "\n"
        );
        fs::write(run.join("run.jsonl"), log).unwrap();
        let out = dir.path().join("out");
        let kept = EarlierRuns::new(&dir.path().join("kept"), "u", "");
        kept.store_run(&run).unwrap();
        // A run that is stored twice exists only once in the store.
        kept.store_run(&run).unwrap();
        assert_eq!(kept.copy_earlier_runs(&out, "a", false).unwrap(), 1);
        assert_eq!(kept.copy_earlier_runs(&out, "a", false).unwrap(), 1);
        assert!(out.join("earlier/s1/run.jsonl").exists());
        for (udid, scenario, app, interleaved) in
            [("v", "", "a", false), ("u", "cold", "a", false), ("u", "", "b", false), ("u", "", "a", true)]
        {
            let other = EarlierRuns::new(&dir.path().join("kept"), udid, scenario);
            assert_eq!(other.copy_earlier_runs(&dir.path().join("none"), app, interleaved).unwrap(), 0);
        }
        assert!(!dir.path().join("none").exists());
    }
}
