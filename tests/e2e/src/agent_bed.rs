//! Runs a small app on the emulated phone, with the agent inserted or without it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use phone::build::{self, Image, Kind, Style};
use phone::{Config, Outcome, Prepared, Schedule};
use tempfile::TempDir;

use crate::agent_tree::plain_ticks;

/// What to run, and how.
#[derive(Debug, Clone)]
pub struct App {
    /// Files of `tests/agent_fixtures`.
    pub sources: Vec<&'static str>,
    /// How it is linked.
    pub style: Style,
    /// Its environment; the agent's settings too.
    pub environment: BTreeMap<String, String>,
    /// Is the agent inserted?
    pub with_agent: bool,
}

/// What came of it.
#[derive(Debug)]
pub struct Run {
    /// The process's end.
    pub outcome: Outcome,
    /// The files of the app's container, by their path in it.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl App {
    /// With the agent, and a launch id.
    pub fn new(style: Style, sources: &[&'static str]) -> App {
        let environment = BTreeMap::from([("LAUNCHGATE_LAUNCH".to_owned(), "one".to_owned())]);
        App { sources: sources.to_vec(), style, environment, with_agent: true }
    }

    /// The same without the agent.
    #[must_use]
    pub fn plain(mut self) -> App {
        self.with_agent = false;
        self
    }

    /// With a variable.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> App {
        self.environment.insert(key.to_owned(), value.to_owned());
        self
    }

    /// Without a launch id: the agent must leave it alone.
    #[must_use]
    pub fn unnamed(mut self) -> App {
        self.environment.remove("LAUNCHGATE_LAUNCH");
        self
    }

    /// Builds and runs it.
    pub fn run(&self) -> Result<Run> {
        self.run_with(|_| {})
    }

    /// The same on a phone that is changed first.
    pub fn run_with(&self, change: impl FnOnce(&mut Config)) -> Result<Run> {
        let (folder, mut config) = self.lay_out()?;
        change(&mut config);
        Run::of(phone::run(config), &container(&folder))
    }

    /// Boots it once, up to `main`, to be run from there under many schedules.
    pub fn repeated(&self) -> Result<Repeated> {
        let (folder, config) = self.lay_out()?;
        let prepared = Prepared::new(config).map_err(|crash| anyhow::anyhow!("{crash}"))?;
        Ok(Repeated { prepared, folder })
    }

    /// Its bundle and container in a new folder, and how to start it.
    fn lay_out(&self) -> Result<(TempDir, Config)> {
        let system = build::system()?;
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agent_fixtures");
        let sources = self.sources.iter().map(|name| fixtures.join(name));
        let mut image = Image::new("Fixture", Kind::Executable, self.style, sources);
        image.libraries = ["libSystem", "libobjc", "libc++abi"]
            .iter()
            .map(|name| system.by_folder[*name].clone())
            .collect();
        let folder = tempfile::tempdir()?;
        let bundle = folder.path().join("bundle");
        fs::create_dir_all(bundle.join("Frameworks"))?;
        fs::create_dir_all(container(&folder).join("Library/Caches"))?;
        fs::copy(build::build(&image)?, bundle.join("Fixture"))?;
        let mut config = Config::new(&bundle, "Fixture");
        config.environment = self.environment.clone();
        if self.with_agent {
            fs::copy(build::agent()?, bundle.join("Frameworks/liblaunchgate.dylib"))?;
            let inserted = "@executable_path/Frameworks/liblaunchgate.dylib";
            config.environment.insert("DYLD_INSERT_LIBRARIES".into(), inserted.into());
        }
        config.system = system.by_name;
        config.container = Some(container(&folder));
        Ok((folder, config))
    }
}

fn container(folder: &TempDir) -> PathBuf {
    folder.path().join("container")
}

/// An app that stands before its `main`.
pub struct Repeated {
    prepared: Prepared,
    folder: TempDir,
}

impl Repeated {
    /// From `main` to the end, under this schedule.
    pub fn run(&mut self, schedule: Schedule) -> Result<Run> {
        Run::of(self.prepared.run(schedule), &container(&self.folder))
    }
}

impl Run {
    fn of(outcome: Outcome, container: &PathBuf) -> Result<Run> {
        let mut files = BTreeMap::new();
        collect(container, container, &mut files)?;
        Ok(Run { outcome, files })
    }

    /// The exit status, or the crash with the log.
    pub fn status(&self) -> Result<i32> {
        self.outcome
            .result
            .as_ref()
            .map(|status| *status)
            .map_err(|crash| anyhow::anyhow!("{crash}\nlog:\n{}", self.outcome.log))
    }

    /// The trace of the launch `one`.
    pub fn trace(&self) -> Result<&[u8]> {
        let path = "Library/Caches/launchgate/one.lgtrace";
        let names = || self.files.keys().cloned().collect::<Vec<_>>().join(", ");
        self.files
            .get(path)
            .map(Vec::as_slice)
            .with_context(|| format!("no {path} among: {}\nlog:\n{}", names(), self.outcome.log))
    }

    /// Instructions between two marks.
    pub fn between(&self, from: u64, to: u64) -> Result<u64> {
        self.outcome.between(from, to).with_context(|| format!("marks {from} and {to} were not passed"))
    }
}

/// Calls and total ticks of 24 MHz of each method, over all its nodes, by names like `-[Class selector]`.
pub fn methods(trace: &[u8]) -> Result<BTreeMap<String, (u64, u64)>> {
    let reader = trace::Reader::open(trace)?;
    let mut sums = BTreeMap::<String, (u64, u64)>::new();
    for node in reader.nodes.iter() {
        let Some(method) = node.method.and_then(|id| reader.methods.get(id)) else { continue };
        let kind = if method.is_class_method { '+' } else { '-' };
        let sum = sums.entry(format!("{kind}[{} {}]", method.class, method.selector)).or_default();
        sum.0 += node.calls.0;
        sum.1 += node.total.0;
    }
    let tick = plain_ticks(&reader);
    sums.values_mut().for_each(|sum| sum.1 = (sum.1 as f64 * tick) as u64);
    Ok(sums)
}

/// Every file below a folder.
pub(crate) fn collect(root: &Path, folder: &PathBuf, files: &mut BTreeMap<String, Vec<u8>>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else {
            let name = path.strip_prefix(root)?.to_string_lossy().into_owned();
            files.insert(name, fs::read(&path)?);
        }
    }
    Ok(())
}
