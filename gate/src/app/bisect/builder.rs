//! Builds commits with the user's build command, and launches the builds as `gate run` does or with the user's launch command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context as _, bail, ensure};
use gate_common::git::Commit;
use gate_launches::Launches;

use super::keep::SearchFolder;
use super::{BisectRequest, LaunchedBy, is_app, only_app};
use crate::app::write::copy;
use crate::app::{Context, Event, EventReceiver, RunRequest, inject, run};
use crate::bisect::{self, BisectError, Launcher};

pub(super) struct Builder<'a> {
    pub(super) request: &'a BisectRequest<'a>,
    pub(super) kept: &'a SearchFolder,
    pub(super) context: &'a Context,
    pub(super) good: Commit,
    pub(super) watch: &'a mut dyn EventReceiver,
}

/// The result of a build command, by its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BuildOutcome {
    Yes,
    /// The commit cannot be built.
    No,
    /// The build command is invalid, or a person stopped it.
    Stop,
}

impl BuildOutcome {
    /// Interprets the exit code as `git bisect run` does. A shell ends with 126 or 127 if it cannot start a command, so these codes stop
    /// the search.
    fn from_status(status: ExitStatus) -> BuildOutcome {
        match status.code() {
            Some(0) => BuildOutcome::Yes,
            Some(1..=125) => BuildOutcome::No,
            _ => BuildOutcome::Stop,
        }
    }
}

impl Launcher for Builder<'_> {
    type Error = anyhow::Error;

    fn build(
        &mut self,
        commit: &Commit,
        check_out: &mut dyn FnMut() -> Result<PathBuf, BisectError>,
    ) -> anyhow::Result<bool> {
        self.check_stop()?;
        let failed = self.kept.failure_marker(commit);
        if self.kept.build_folder(commit).exists() {
            return Ok(true);
        }
        if failed.exists() {
            self.watch.notify(Event::Line(format!(
                "  it could not be built before; remove {} to try again",
                failed.display()
            )))?;
            return Ok(false);
        }
        let tree = check_out()?;
        let left = self.kept.create_empty_folder("built")?;
        let [program, rest @ ..] = self.request.build else { bail!("no build command") };
        let mut command = Command::new(program);
        command.args(rest).current_dir(&tree).stdin(Stdio::null());
        command.env("LAUNCHGATE_OUT", &left).env("LAUNCHGATE_COMMIT", commit.as_str());
        let name = program.to_string_lossy().into_owned();
        let status = execute(command, self.watch)
            .with_context(|| format!("cannot start the build command {name:?}"))?;
        self.check_stop()?;
        match BuildOutcome::from_status(status) {
            BuildOutcome::Yes => {}
            BuildOutcome::No => {
                fs::write(&failed, format!("{status}\n"))
                    .with_context(|| format!("cannot write {}", failed.display()))?;
                return Ok(false);
            }
            BuildOutcome::Stop => bail!(
                "the build command ended with {status} at {commit}; correct it, then run the same command again to continue",
                commit = commit.as_str()
            ),
        }
        let app = match self.request.app {
            Some(path) => tree.join(path),
            None => only_app(&left)?,
        };
        ensure!(
            app.exists() && is_app(&app),
            "the build command left no app at {}; correct --app, which names an .app or .ipa in the checkout",
            app.display()
        );
        self.store_app(&app, commit)?;
        Ok(true)
    }

    fn forget_failed_build(&mut self, commit: &Commit) -> anyhow::Result<()> {
        let failed = self.kept.failure_marker(commit);
        if failed.exists() {
            fs::remove_file(&failed).with_context(|| format!("cannot remove {}", failed.display()))?;
        }
        Ok(())
    }

    fn launch(&mut self, commit: &Commit, round: usize, launches: usize) -> anyhow::Result<Launches> {
        self.check_stop()?;
        let place = self.kept.runs_folder(commit).join(format!("{round}-{launches}"));
        if !place.exists() {
            let part = self.kept.create_empty_folder("launching")?;
            let runs = part.join("runs");
            self.record(commit, launches, &runs)?;
            let parent = self.kept.runs_folder(commit);
            fs::create_dir_all(&parent).with_context(|| format!("cannot create {}", parent.display()))?;
            fs::rename(&runs, &place).with_context(|| format!("cannot create {}", place.display()))?;
        }
        let (run, _) = self.context.read_runs(std::slice::from_ref(&place), true)?.split_again();
        ensure!(
            gate_decision::is_interleaved(&run),
            "{} does not hold launches of both builds; --launch-command must record base and head in turns (role and block of launch records)",
            place.display()
        );
        Ok(run)
    }

    fn notify(&mut self, event: bisect::Event<'_>) -> anyhow::Result<()> {
        self.check_stop()?;
        self.watch.notify(Event::Bisect(event))
    }
}

impl Builder<'_> {
    /// Returns an error if the user stopped the search with Ctrl-C.
    fn check_stop(&self) -> anyhow::Result<()> {
        if self.request.stop.is_asked() {
            bail!(
                "stopped; run the same command again to continue: builds and launches are kept in {}",
                self.request.out.display()
            );
        }
        Ok(())
    }

    /// Adds the agent to a built app if the request contains options for this, and stores the app in the folder of its commit.
    fn store_app(&mut self, app: &Path, commit: &Commit) -> anyhow::Result<()> {
        let part = self.kept.create_empty_folder("keeping")?;
        let to = part.join(app.file_name().unwrap_or_default());
        match &self.request.inject {
            Some(options) => self.watch.notify(Event::Injected(&inject(options, app, &to)?, &to))?,
            None => copy(app, &to, None)?,
        }
        let place = self.kept.build_folder(commit);
        fs::rename(&part, &place).with_context(|| format!("cannot create {}", place.display()))
    }

    /// Launches the build of GOOD and the build of `commit` in turns.
    fn record(&mut self, commit: &Commit, launches: usize, runs: &Path) -> anyhow::Result<()> {
        let (base, head) = (self.kept.find_app(&self.good)?, self.kept.find_app(commit)?);
        match &self.request.by {
            LaunchedBy::Command(line) => {
                fs::create_dir_all(runs).with_context(|| format!("cannot create {}", runs.display()))?;
                let mut command = Command::new("sh");
                command.args(["-c", line]).stdin(Stdio::null());
                command.env("LAUNCHGATE_BASE", base).env("LAUNCHGATE_HEAD", head);
                command.env("LAUNCHGATE_LAUNCHES", launches.to_string()).env("LAUNCHGATE_RUNS", runs);
                let status = execute(command, self.watch).context("cannot start sh for --launch-command")?;
                self.check_stop()?;
                ensure!(
                    status.success(),
                    "--launch-command ended with {status}; correct it, then run the same command again to continue"
                );
                Ok(())
            }
            LaunchedBy::Run { on, scenario, rest } => {
                let (config, root) = (&self.context.config, self.context.root());
                let own = RunRequest::new(&head, runs, on.clone(), config, root, self.request.stop.clone());
                // The run of a search is not judged, since the search tests and confirms findings itself.
                let own = RunRequest { base: Some(&base), launches, scenario: *scenario, rest: *rest, ..own };
                run(&own, self.watch)
            }
        }
    }
}

/// Runs a command; if it fails, the last lines of its output are shown.
fn execute(mut command: Command, watch: &mut dyn EventReceiver) -> anyhow::Result<ExitStatus> {
    let log = tempfile::NamedTempFile::new().context("a file for what the command prints")?;
    command.stdout(log.reopen()?).stderr(log.reopen()?);
    let status = command.status()?;
    let text = fs::read(log.path())?;
    // Only the last lines are shown, since they contain the error and a build can print thousands of lines.
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    let shown_lines = if status.success() { 0 } else { 20.min(lines.len()) };
    for line in &lines[lines.len() - shown_lines..] {
        watch.notify(Event::Line(format!("  | {line}")))?;
    }
    Ok(status)
}
