//! Runs a small app on the emulated phone, with or without the agent.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use phone::build::{self, Image, Kind, Style};
use phone::{Config, Outcome, Prepared, Schedule};
use tempfile::TempDir;

use crate::agent_tree::plain_ticks;

/// An app, and the conditions under which it runs.
#[derive(Debug, Clone)]
pub struct App {
    /// The source files in `tests/agent_fixtures`.
    pub sources: Vec<&'static str>,
    /// The style in which the app is linked.
    pub style: Style,
    /// The environment, which includes the agent's settings.
    pub environment: BTreeMap<String, String>,
    /// Whether the agent is inserted.
    pub with_agent: bool,
}

/// The result of running an app.
#[derive(Debug)]
pub struct Run {
    /// The outcome of the process.
    pub outcome: Outcome,
    /// The files in the app's container, by their path in the container.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl App {
    /// Creates an app with the agent and a launch id.
    pub fn new(style: Style, sources: &[&'static str]) -> App {
        let environment = BTreeMap::from([("LAUNCHGATE_LAUNCH".to_owned(), "one".to_owned())]);
        App { sources: sources.to_vec(), style, environment, with_agent: true }
    }

    /// Runs the app without the agent.
    #[must_use]
    pub fn plain(mut self) -> App {
        self.with_agent = false;
        self
    }

    /// Adds an environment variable.
    #[must_use]
    pub fn with(mut self, key: &str, value: &str) -> App {
        self.environment.insert(key.to_owned(), value.to_owned());
        self
    }

    /// Removes the launch id. Without a launch id, the agent must not change the app.
    #[must_use]
    pub fn unnamed(mut self) -> App {
        self.environment.remove("LAUNCHGATE_LAUNCH");
        self
    }

    /// Builds and runs the app.
    pub fn run(&self) -> Result<Run> {
        self.run_with(|_| {})
    }

    /// Builds the app and runs it on a phone that `change` configures.
    pub fn run_with(&self, change: impl FnOnce(&mut Config)) -> Result<Run> {
        let (folder, mut config) = self.lay_out()?;
        change(&mut config);
        Run::of(phone::run(config), &container(&folder))
    }

    /// Starts the app up to `main`, so that it can be run from `main` under many schedules.
    pub fn repeated(&self) -> Result<Repeated> {
        let (folder, config) = self.lay_out()?;
        let prepared = Prepared::new(config).map_err(|crash| anyhow::anyhow!("{crash}"))?;
        Ok(Repeated { prepared, folder })
    }

    /// Writes the app's bundle and container to a new folder. Returns the configuration for a launch.
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

/// An app that has been started up to `main`.
pub struct Repeated {
    prepared: Prepared,
    folder: TempDir,
}

impl Repeated {
    /// Runs the app from `main` to its end, under `schedule`.
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

    /// Returns the exit status. A crash is an error that contains the log.
    pub fn status(&self) -> Result<i32> {
        self.outcome
            .result
            .as_ref()
            .map(|status| *status)
            .map_err(|crash| anyhow::anyhow!("{crash}\nlog:\n{}", self.outcome.log))
    }

    /// Returns the trace of the launch `one`.
    pub fn trace(&self) -> Result<&[u8]> {
        let path = "Library/Caches/launchgate/one.lgtrace";
        let names = || self.files.keys().cloned().collect::<Vec<_>>().join(", ");
        self.files
            .get(path)
            .map(Vec::as_slice)
            .with_context(|| format!("no {path} among: {}\nlog:\n{}", names(), self.outcome.log))
    }

    /// Returns the number of instructions between two marks.
    pub fn between(&self, from: u64, to: u64) -> Result<u64> {
        self.outcome.between(from, to).with_context(|| format!("marks {from} and {to} were not passed"))
    }
}

/// Returns the calls and the total ticks of 24 MHz of each method, summed over all nodes, by names like
/// `-[Class selector]`.
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

/// Collects every file below a folder.
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
