//! Recordings in public repositories: where they lie, under which licence, and what must be read from them.
//!
//! None of them is kept here.
//! They are read where they are available: below the folder that `LAUNCHGATE_RECORDINGS` names, as `OWNER+NAME/PATH`.
//! Elsewhere they are not counted.
//! The table `life-cycle-period` of App Launch was learned from readers of it in public repositories, and from no recorded file.

use std::path::{Path, PathBuf};

use gate::launches::{Launches, ReadOptions, Thread, read};
use sha2::{Digest as _, Sha256};

/// A file of a public repository.
pub(crate) struct Recording {
    /// Its repository on GitHub, and the commit.
    pub(crate) repository: (&'static str, &'static str),
    /// Its path there.
    pub(crate) path: &'static str,
    /// The licence of the repository.
    pub(crate) licence: &'static str,
    /// What wrote it.
    pub(crate) format: &'static str,
    /// Where the recording is a text in a program's source: what stands before and behind it.
    pub(crate) between: Option<(&'static str, &'static str)>,
    /// The SHA-256 of the recording.
    pub(crate) sha256: &'static str,
    /// How many launches are in it, and how long the first one took, in ms.
    pub(crate) launches: (usize, f64),
    /// A method of the main thread with its own time in the first launch, in ms.
    pub(crate) method: Option<(&'static str, f64)>,
}

/// All that were read.
pub(crate) const FILES: &[Recording] = &[
    Recording {
        repository: ("everettjf/AppleTrace", "537e6c4d449a53c2e710b69c7d675dcb7e6e6181"),
        path: "sampledata/trace.json",
        licence: "MIT",
        format: "AppleTrace",
        between: None,
        sha256: "d58decaf4a3544f90b9dbe0870f66b81e72dba810d0b66942a013a66613455e4",
        launches: (1, 23.813),
        method: Some(("[AppDelegate]levelOne", 2.525)),
    },
    Recording {
        repository: ("jonhoo/inferno", "929be68e19a27da062623c6da5255e8b96faebbc"),
        path: "tests/data/collapse-xctrace/basic.xml",
        licence: "CDDL-1.0",
        format: "xctrace, Time Profiler",
        between: None,
        sha256: "2792afa38402c28208e3d50b39c5210d3b325ba18749f44393fe82bc388cf174",
        launches: (1, 9585.003),
        // As that repository's own results/basic.folded has it.
        method: Some(("rust_test2::foo::ha31fba0d06a8a3eb", 3214.0)),
    },
    Recording {
        repository: ("jonhoo/inferno", "929be68e19a27da062623c6da5255e8b96faebbc"),
        path: "tests/data/collapse-xctrace/simple_frame_without_binary_info.xml",
        licence: "CDDL-1.0",
        format: "xctrace, Time Profiler",
        between: None,
        sha256: "cabba9366b5d8e196f7e18fdde979d64c195b384d8c4b5136d6c0321eeeb27b8",
        launches: (1, 9762.0),
        // As that repository's own results have it, too.
        method: Some(("rust_test2::foo::h170c4375781a03d8", 3281.0)),
    },
    Recording {
        repository: ("Phasmotic/Ipsima", "5a48deba7f17c8f7e76e86aa96389cabe527839a"),
        path: "scripts/test_check_launch_metrics.py",
        licence: "MIT",
        format: "XCTest, xcresulttool",
        between: Some(("VALID_METRICS_JSON = b\"\"\"", "\"\"\"")),
        sha256: "ecddcc32130269914234cc4893f42294fe171cdb2db0f46efea7810fd11bfb65",
        launches: (5, 1905.808),
        method: None,
    },
];

/// The folder of the recordings, where it is named.
pub(crate) fn folder() -> Option<PathBuf> {
    std::env::var_os("LAUNCHGATE_RECORDINGS").map(PathBuf::from)
}

impl Recording {
    /// Reads the recording and compares what is in it; none if it is not there, and else what is wrong.
    pub(crate) fn check(&self, folder: &Path) -> Option<Result<(), String>> {
        let path = folder.join(self.repository.0.replace('/', "+")).join(self.path);
        path.exists().then(|| self.compare(&path))
    }

    fn compare(&self, path: &Path) -> Result<(), String> {
        let mut bytes = std::fs::read(path).map_err(|error| error.to_string())?;
        if let Some((before, behind)) = self.between {
            let text = String::from_utf8(bytes).map_err(|error| error.to_string())?;
            let inside = text.split_once(before).and_then(|(_, rest)| rest.split_once(behind));
            bytes = inside.ok_or("the recording is not in it")?.0.as_bytes().to_vec();
        }
        let sum: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        if sum != self.sha256 {
            return Err(format!("another file: its SHA-256 is {sum}"));
        }
        let copy = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
        std::fs::write(copy.path(), &bytes).map_err(|error| error.to_string())?;
        let read = read(&[copy.path().to_owned()], &ReadOptions { paths: true, ..ReadOptions::default() });
        self.compare_launches(&read.map_err(|error| error.to_string())?)
    }

    fn compare_launches(&self, read: &Launches) -> Result<(), String> {
        let first = read.launches.first().ok_or("no launch")?;
        let rounded = |ns: f64| (ns / 1e3).round() / 1e3;
        let found = (read.launches.len(), rounded(first.duration().map_or(0.0, |length| length.0)));
        if found != self.launches {
            return Err(format!("launches: {found:?} instead of {:?}", self.launches));
        }
        let Some((name, own)) = self.method else { return Ok(()) };
        let mut rows = first.methods(&read.table, Thread::Main);
        let cost = rows.find(|(id, _)| &*read.table.method(*id).name == name);
        match cost.map(|(_, cost)| rounded(cost.self_ns.0)) {
            Some(found) if found == own => Ok(()),
            found => Err(format!("{name}: {found:?} ms instead of {own}")),
        }
    }
}
