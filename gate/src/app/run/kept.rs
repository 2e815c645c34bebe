//! The launches that earlier runs of a commit recorded, so that a rerun is judged together with them.
//!
//! A rerun that was judged by itself would find what was wanted after a few tries: five of a growth of 5 % until one is green.
//! So it goes on where the earlier runs ended, at the next look; after the last look the answer stands.
//!
//! `DIR/DEVICE/SCENARIO/SESSION` holds what a run left in its folder. Runs of other devices, scenarios and apps have folders of their own.
//! Invariant: a session is there whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use gate_device::campaign::{counted, read_log};
use gate_launches::run_log::RunLog;
use gate_launches::{ReadOptions, read};

use crate::app::write::copy;

/// The folder inside a run's that the earlier runs lie in.
const EARLIER: &str = "earlier";

/// What a commit's runs are kept for.
pub(super) struct EarlierRuns {
    folder: PathBuf,
}

impl EarlierRuns {
    /// Those of a device and a scenario.
    pub(super) fn of(dir: &Path, udid: &str, scenario: &str) -> EarlierRuns {
        EarlierRuns { folder: dir.join(file_name(udid)).join(file_name(&format!("scenario-{scenario}"))) }
    }

    /// Brings the earlier runs into a run's folder, and says how many of their launches count.
    pub(super) fn bring(&self, into: &Path, app: &str, is_interleaved: bool) -> anyhow::Result<usize> {
        let mut before = 0;
        for (folder, log) in runs(&self.folder)? {
            let is_same = log.header.app == app && log.header.seed.is_some() == is_interleaved;
            if is_same && !log.header.again {
                let to = into.join(EARLIER).join(folder.file_name().unwrap_or_default());
                if !to.exists() {
                    copy_whole(&folder, &to)?;
                }
                before += counted(&log);
            }
        }
        Ok(before)
    }

    /// Keeps what a run recorded. One whose recorder failed decides nothing and is not kept.
    pub(super) fn keep(&self, run: &Path) -> anyhow::Result<()> {
        let Some(log) = read_log(run)? else { return Ok(()) };
        if log.recorded().next().is_none() || !has_methods(run) {
            return Ok(());
        }
        let to = self.folder.join(&log.header.session);
        if to.exists() {
            // An interrupted run went on.
            fs::remove_dir_all(&to).with_context(|| failed("replace", &to))?;
        }
        copy_whole(run, &to)
    }
}

/// Replaces the characters of a text that may not occur in a file name.
fn file_name(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}

/// How far earlier runs came in what follows a red answer.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct DoneEarlier {
    /// How many of their launches count.
    pub(super) counted: usize,
    /// Whether these are all that were wanted: they answer for good.
    pub(super) is_complete: bool,
}

/// What the earlier runs in a run's folder launched into folders of this name, all together.
pub(super) fn done_earlier(run: &Path, name: &str) -> anyhow::Result<DoneEarlier> {
    let (mut done, mut wanted) = (0, 0);
    for (folder, _) in runs(&run.join(EARLIER))? {
        if let Some(log) = read_log(&folder.join(name))? {
            done += counted(&log);
            wanted = wanted.max(log.header.launches);
        }
    }
    Ok(DoneEarlier { counted: done, is_complete: wanted > 0 && done >= wanted })
}

/// Whether any launch has a method. What cannot be read is kept: the judgement says what is wrong with it.
fn has_methods(run: &Path) -> bool {
    let launches = read(&[run.to_owned()], &ReadOptions { paths: false, ..ReadOptions::default() });
    launches.map_or(true, |read| read.launches.iter().any(|launch| !launch.costs.is_empty()))
}

fn failed(what: &str, path: &Path) -> String {
    format!("cannot {what} {}", path.display())
}

/// The runs in a folder, in the order of their names, which is that of time.
fn runs(folder: &Path) -> anyhow::Result<Vec<(PathBuf, RunLog)>> {
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

/// Copies a run's folder, but for the earlier runs in it, under a name that appears last.
fn copy_whole(from: &Path, to: &Path) -> anyhow::Result<()> {
    let parent = to.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).with_context(|| failed("create", parent))?;
    let half = tempfile::Builder::new().prefix(".copying-").tempdir_in(parent)?;
    copy(from, half.path(), Some(EARLIER))?;
    fs::rename(half.keep(), to).with_context(|| failed("create", to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measuring_again_that_broke_off_is_completed_by_the_next_run() {
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
        assert_eq!(done(), DoneEarlier::default());
        write("earlier/s1", 5, 5);
        assert_eq!(done(), DoneEarlier::default());
        write("earlier/s1/again", 5, 2);
        assert_eq!(done(), DoneEarlier { counted: 2, is_complete: false });
        // The next run makes the three that are left.
        write("earlier/s2", 5, 0);
        write("earlier/s2/again", 5, 3);
        assert_eq!(done(), DoneEarlier { counted: 5, is_complete: true });
        assert_eq!(done_earlier(&run, "dense").unwrap(), DoneEarlier::default());
        write("earlier/s2/dense", 2, 2);
        assert_eq!(done_earlier(&run, "dense").unwrap(), DoneEarlier { counted: 2, is_complete: true });
    }

    #[test]
    fn runs_of_another_device_scenario_or_app_are_none_of_it() {
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
        let kept = EarlierRuns::of(&dir.path().join("kept"), "u", "");
        kept.keep(&run).unwrap();
        // Twice is once.
        kept.keep(&run).unwrap();
        assert_eq!(kept.bring(&out, "a", false).unwrap(), 1);
        assert_eq!(kept.bring(&out, "a", false).unwrap(), 1);
        assert!(out.join("earlier/s1/run.jsonl").exists());
        for (udid, scenario, app, interleaved) in
            [("v", "", "a", false), ("u", "cold", "a", false), ("u", "", "b", false), ("u", "", "a", true)]
        {
            let other = EarlierRuns::of(&dir.path().join("kept"), udid, scenario);
            assert_eq!(other.bring(&dir.path().join("none"), app, interleaved).unwrap(), 0);
        }
        assert!(!dir.path().join("none").exists());
    }
}
