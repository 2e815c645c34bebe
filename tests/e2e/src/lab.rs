//! Provides a lab for tests of drivers and runs: an emulated phone that is connected by cable, and Shop
//! with the agent.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use anyhow::{Context as _, Result, ensure};
use gate::cli::Exit;
use gate_launches::run_log::RunLog;
use gate_launches::{Launches, ReadOptions};
use phone::build::{self, Style};
use phone::device::{Device, Hub, Settings};
use tempfile::TempDir;

use crate::shop::Shop;

/// Shop's bundle identifier.
pub const SHOP: &str = "com.example.shop";

/// Returns an archive of Shop with the agent, which is built once per test program.
pub fn injected_shop() -> &'static Path {
    static SHOP: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    &SHOP.get_or_init(|| inject_shop().unwrap_or_else(|error| panic!("Shop with the agent: {error:#}"))).1
}

fn inject_shop() -> Result<(TempDir, PathBuf)> {
    let folder = tempfile::tempdir()?;
    let path = inject(&Shop::build(Style::Chained)?.ipa()?, &folder.path().join("Shop.ipa"))?;
    Ok((folder, path))
}

/// Runs `gate inject` as a user would.
pub fn inject(app: &Path, out: &Path) -> Result<PathBuf> {
    let agent = build::agent()?;
    let (exit, _, complaints) =
        gate(&["inject", &shown(app), "--agent", &shown(&agent), "-o", &shown(out), "--sign", "none"]);
    ensure!(exit == Exit::Pass, "gate inject: {exit:?}: {complaints}");
    Ok(out.to_owned())
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Runs a gate command. Returns the command's exit code, output and error output.
pub fn gate(words: &[&str]) -> (Exit, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = gate::cli::run(["gate"].iter().chain(words).map(Into::into), &mut out, &mut err);
    (exit, String::from_utf8_lossy(&out).into(), String::from_utf8_lossy(&err).into())
}

/// Runs `gate run` on a lab's phone with the embedded driver, without pauses between launches.
pub fn run(lab: &Lab, app: &Path, folder: &Path, more: &[&str]) -> (Exit, String, String) {
    let (app, folder, address) = (shown(app), shown(folder), lab.address());
    let fixed = ["run", &app, "-o", &folder, "--usbmuxd", &address, "--rest", "0", "--driver", "embedded"];
    gate(&[&fixed[..], more].concat())
}

/// Runs `gate check` on a run's folder. Returns the exit code and all output in one line, since the positions
/// of line breaks depend on the words.
pub fn check(folder: &Path, more: &[&str]) -> (Exit, String) {
    let (exit, stdout, complaints) = gate(&[&["check", &shown(folder)][..], more].concat());
    (exit, in_one_line(&(stdout + &complaints)))
}

/// Joins the lines of a text to one line.
pub fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads the launches from a run's folder.
pub fn read(folder: &Path) -> Launches {
    let options = ReadOptions { paths: false, ..ReadOptions::default() };
    gate_launches::read(&[folder.to_owned()], &options).unwrap_or_else(|error| panic!("{error}"))
}

/// Reads the log from a run's folder.
pub fn log(folder: &Path) -> RunLog {
    let path = folder.join("run.jsonl");
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    RunLog::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Sets a unique id for a phone that has the default id, since a run locks the device with its id.
pub fn with_own_id(mut settings: Settings) -> Settings {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    if settings.udid == Settings::default().udid {
        let number = (u64::from(std::process::id()) << 24) | NEXT.fetch_add(1, Ordering::Relaxed);
        settings.udid = format!("00008030-{number:016X}");
    }
    settings
}

/// An emulated phone with its usbmuxd, and a folder for the files that a run fetches.
pub struct Lab {
    /// The usbmuxd to which the phone is attached.
    pub hub: Hub,
    /// The emulated phone of the lab.
    pub device: Arc<Device>,
    folder: TempDir,
}

impl Lab {
    /// Starts a phone with the iOS version `ios`.
    pub fn new(ios: &str) -> Result<Lab> {
        Lab::with(Settings::ios(ios))
    }

    /// Starts a phone with the given settings.
    pub fn with(settings: Settings) -> Result<Lab> {
        let (hub, device) = Device::start(with_own_id(settings))?;
        Ok(Lab { hub, device, folder: tempfile::tempdir()? })
    }

    /// Returns the address of the lab's usbmuxd. The address is that of a Unix socket, which is faster than
    /// TCP.
    pub fn address(&self) -> String {
        format!("UNIX:{}", self.hub.unix().display())
    }

    /// Returns a path in the lab's folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file into the lab's folder.
    pub fn file(&self, name: &str, bytes: &[u8]) -> Result<PathBuf> {
        let path = self.path(name);
        fs::write(&path, bytes)?;
        Ok(path)
    }
}

/// Writes a script as an executable program. A separate process writes the file, because a file that is open
/// for writing cannot be run ("Text file busy"). The test process starts programs in other threads, and these
/// programs would keep the file open for a moment.
pub fn program(path: &Path, text: &str) -> Result<()> {
    let mut install = Command::new("install");
    let mut running = install.args(["-m", "755", "/dev/stdin"]).arg(path).stdin(Stdio::piped()).spawn()?;
    running.stdin.take().context("its input")?.write_all(text.as_bytes())?;
    ensure!(running.wait()?.success(), "{}: not written", path.display());
    Ok(())
}
