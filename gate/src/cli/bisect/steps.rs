//! Builds commits by the user's command and launches them as `gate run` does, or by the user's command too.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context as _, bail, ensure};
use clap::Parser as _;

use super::keep::Kept;
use super::{Bisect, is_app, only_app, size, words};
use crate::bisect::{BisectError, Event, Measured, Steps};
use crate::cli::context::Context;
use crate::cli::{Cli, Exit, dispatch};
use crate::device::Stop;
use crate::git::Commit;
use crate::launches::Launches;
use crate::report::{Terminal, count, shown, shown_time};

pub(super) struct Builder<'a> {
    pub(super) args: &'a Bisect,
    pub(super) kept: &'a Kept,
    pub(super) context: &'a Context,
    pub(super) good: Commit,
    pub(super) stop: Stop,
    pub(super) err: &'a mut dyn Write,
}

/// What a build command says by its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Built {
    Yes,
    /// This commit cannot be built.
    No,
    /// The command itself is wrong, or somebody stopped it.
    Stop,
}

impl Built {
    /// As `git bisect run` has it; 126 and 127 are a shell's for a command that it cannot start.
    fn of(status: ExitStatus) -> Built {
        match status.code() {
            Some(0) => Built::Yes,
            Some(1..=125) => Built::No,
            _ => Built::Stop,
        }
    }
}

impl Steps for Builder<'_> {
    type Error = anyhow::Error;

    fn build(
        &mut self,
        commit: &Commit,
        check_out: &mut dyn FnMut() -> Result<PathBuf, BisectError>,
    ) -> anyhow::Result<bool> {
        self.go_on()?;
        let failed = self.kept.failed(commit);
        if self.kept.build(commit).exists() {
            return Ok(true);
        }
        if failed.exists() {
            writeln!(self.err, "  it could not be built before; remove {} to try again", failed.display())?;
            return Ok(false);
        }
        let tree = check_out()?;
        let left = self.kept.fresh("built")?;
        let [program, rest @ ..] = &self.args.build[..] else { bail!("no build command") };
        let mut command = Command::new(program);
        command.args(rest).current_dir(&tree).stdin(Stdio::null());
        command.env("LAUNCHGATE_OUT", &left).env("LAUNCHGATE_COMMIT", commit.as_str());
        let name = program.to_string_lossy().into_owned();
        let status =
            run(command, self.err).with_context(|| format!("cannot start the build command {name:?}"))?;
        self.go_on()?;
        match Built::of(status) {
            Built::Yes => {}
            Built::No => {
                fs::write(&failed, format!("{status}\n"))
                    .with_context(|| format!("cannot write {}", failed.display()))?;
                return Ok(false);
            }
            Built::Stop => bail!(
                "the build command ended with {status} at {commit}; correct it, then run the same command again to continue",
                commit = commit.as_str()
            ),
        }
        let app = match &self.args.app {
            Some(path) => tree.join(path),
            None => only_app(&left)?,
        };
        ensure!(
            app.exists() && is_app(&app),
            "the build command left no app at {}; correct --app, which names an .app or .ipa in the checkout",
            app.display()
        );
        self.keep(&app, commit)?;
        Ok(true)
    }

    fn launch(&mut self, commit: &Commit, round: usize, launches: usize) -> anyhow::Result<Launches> {
        self.go_on()?;
        let place = self.kept.runs(commit).join(format!("{round}-{launches}"));
        if !place.exists() {
            let part = self.kept.fresh("launching")?;
            let runs = part.join("runs");
            self.record(commit, launches, &runs)?;
            let parent = self.kept.runs(commit);
            fs::create_dir_all(&parent).with_context(|| format!("cannot create {}", parent.display()))?;
            fs::rename(&runs, &place).with_context(|| format!("cannot create {}", place.display()))?;
        }
        let (run, _) = self.context.read_runs(std::slice::from_ref(&place), true)?.split_again();
        ensure!(
            crate::judge::is_interleaved(&run),
            "{} does not hold launches of both builds; --launch-command must record base and head in turns (role and block of launch records)",
            place.display()
        );
        Ok(run)
    }

    fn tell(&mut self, event: Event<'_>) -> anyhow::Result<()> {
        self.go_on()?;
        let line = match event {
            Event::Building { commit, left } => {
                let left = count(left, "commit");
                format!("{}: building ({left} left)", short(commit))
            }
            Event::NotBuilt(commit) => format!("{}: cannot be built, skipped", short(commit)),
            Event::Launching { commit, launches, of } => {
                let more = if launches == of { String::new() } else { format!(" more, {of} in all") };
                format!("{}: {} of each build{more}", short(commit), count(launches, "launch"))
            }
            Event::Slower(target) => {
                format!("BAD is slower: {} {}, {}", target.kind.label(), target.name, size(target))
            }
            Event::Answered { commit, slow, measured } => {
                let answer = match slow {
                    Some(true) => "slow",
                    Some(false) => "fast",
                    None => "undecided, skipped",
                };
                format!("{}: {answer}{}", short(commit), grown(measured))
            }
        };
        writeln!(self.err, "{}", shown(&line))?;
        Ok(())
    }
}

impl Builder<'_> {
    /// An error once somebody pressed Ctrl-C.
    fn go_on(&self) -> anyhow::Result<()> {
        if self.stop.is_asked() {
            bail!(
                "stopped; run the same command again to continue: builds and launches are kept in {}",
                self.args.out.display()
            );
        }
        Ok(())
    }

    /// Adds the agent if that is wanted, and keeps the app under its commit.
    fn keep(&mut self, app: &Path, commit: &Commit) -> anyhow::Result<()> {
        let part = self.kept.fresh("keeping")?;
        let to = part.join(app.file_name().unwrap_or_default());
        let inject = &self.args.inject;
        // Who launches otherwise may add the agent otherwise; simulators load it.
        let elsewhere = self.args.launch_command.is_some() || self.args.device.driver == "simulator";
        if inject.no_inject || elsewhere && inject.agent.is_none() {
            copy(app, &to)?;
        } else {
            let mut line = words(["gate", "inject"]);
            line.extend([app.into(), "-o".into(), to.into()]);
            add(&mut line, "--agent", inject.agent.as_ref());
            add(&mut line, "--sign", inject.sign.as_ref());
            add(&mut line, "--password-file", inject.password_file.as_ref());
            for profile in &inject.profiles {
                add(&mut line, "--profile", Some(profile));
            }
            self.command(line)?;
        }
        let place = self.kept.build(commit);
        fs::rename(&part, &place).with_context(|| format!("cannot create {}", place.display()))
    }

    /// Launches GOOD's build and this one in turns.
    fn record(&mut self, commit: &Commit, launches: usize, runs: &Path) -> anyhow::Result<()> {
        let (base, head) = (self.kept.app(&self.good)?, self.kept.app(commit)?);
        if let Some(told) = &self.args.launch_command {
            fs::create_dir_all(runs).with_context(|| format!("cannot create {}", runs.display()))?;
            let mut command = Command::new("sh");
            command.args(["-c", told]).stdin(Stdio::null());
            command.env("LAUNCHGATE_BASE", base).env("LAUNCHGATE_HEAD", head);
            command.env("LAUNCHGATE_LAUNCHES", launches.to_string()).env("LAUNCHGATE_RUNS", runs);
            let status = run(command, self.err).context("cannot start sh for --launch-command")?;
            self.go_on()?;
            ensure!(
                status.success(),
                "--launch-command ended with {status}; correct it, then run the same command again to continue"
            );
            return Ok(());
        }
        let device = &self.args.device;
        let mut line = words(["gate", "run"]);
        line.extend([head.into(), "--base".into(), base.into(), "-o".into(), runs.into()]);
        add(&mut line, "--launches", Some(&launches.to_string()));
        add(&mut line, "--driver", Some(&device.driver));
        add(&mut line, "--udid", device.udid.as_ref());
        add(&mut line, "--usbmuxd", device.usbmuxd.as_ref());
        add(&mut line, "--scenario", device.scenario.as_ref());
        add(&mut line, "--rest", device.rest.as_ref());
        line.extend(self.args.settings.words());
        // A search measures again by itself.
        line.extend(words(["--set", "gate.confirm=false"]));
        self.command(line)
    }

    /// Another command of this program; what it says goes where progress goes.
    fn command(&mut self, words: Vec<OsString>) -> anyhow::Result<()> {
        let cli = Cli::try_parse_from(words)?;
        let mut said = Vec::new();
        let done = dispatch(cli.command, Terminal::default(), &mut said, self.err);
        self.err.write_all(&said)?;
        ensure!(
            done? == Exit::Pass,
            "the command above failed; correct what it says, then run the same command again"
        );
        Ok(())
    }
}

fn add<T: Into<OsString> + Clone>(line: &mut Vec<OsString>, name: &str, value: Option<&T>) {
    if let Some(value) = value {
        line.extend([name.into(), value.clone().into()]);
    }
}

/// Runs a command; what it prints goes where progress goes.
fn run(mut command: Command, err: &mut dyn Write) -> anyhow::Result<ExitStatus> {
    let log = tempfile::NamedTempFile::new().context("a file for what the command prints")?;
    command.stdout(log.reopen()?).stderr(log.reopen()?);
    let status = command.status()?;
    let text = fs::read(log.path())?;
    // The last lines say what went wrong; builds print thousands.
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    let shown_lines = if status.success() { 0 } else { 20.min(lines.len()) };
    for line in &lines[lines.len() - shown_lines..] {
        writeln!(err, "  | {}", shown(line))?;
    }
    Ok(status)
}

fn short(commit: &Commit) -> &str {
    commit.as_str().get(..10).unwrap_or(commit.as_str())
}

fn grown(measured: Option<Measured>) -> String {
    let Some(Measured { base, growth }) = measured else { return String::new() };
    if base == 0.0 {
        return format!(" (+{})", shown_time(growth.value));
    }
    format!(" ({:+.1} % ± {:.1} %)", 100.0 * growth.value / base, 100.0 * growth.error / base)
}

/// Copies an app: a file, or a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    let failed = || format!("cannot copy {}", from.display());
    let kind = fs::symlink_metadata(from).with_context(failed)?.file_type();
    #[cfg(unix)]
    if kind.is_symlink() {
        let target = fs::read_link(from).with_context(failed)?;
        return std::os::unix::fs::symlink(target, to).with_context(failed);
    }
    if !kind.is_dir() {
        return fs::copy(from, to).map(drop).with_context(failed);
    }
    fs::create_dir(to).with_context(failed)?;
    for entry in fs::read_dir(from).with_context(failed)? {
        let entry = entry.with_context(failed)?;
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}
