//! Replaces `xcrun simctl` and `sysctl`: the program implements the documented commands,
//! with their JSON output and errors, on simulators that are folders. A launched app runs on the
//! emulated phone, in a process of this machine, like an app in a simulator.
//!
//! The replacement implements only the commands in the gate's table. We have not run Apple's tool, so the output follows the tool's help
//! text and published logs.
//!
//! If the folder of simulators has a file `slow`, `bootstatus` returns before the simulator has booted, and the first launches are refused,
//! as on hosted Macs. If the folder has a file `hangs`, `bootstatus` does not return. The environment variable `SIMULATORS` names the
//! folder. In this folder, `system` lists the files of the small iOS, `ID/about` has the name, type and state of a simulator,
//! `ID/apps/BUNDLE` is an installed app, and `ID/data/BUNDLE` is its container.

use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

use anyhow::{Context as _, Result, bail, ensure};
use phone::{Config, Events};

/// The device types that can be created, and the runtime of all simulators.
const TYPES: [&str; 3] = ["iPhone 15", "iPhone 16", "iPhone 17"];
const RUNTIME: &str = "com.apple.CoreSimulator.SimRuntime.iOS-17-5";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match answer(&words) {
        Ok(stdout) => {
            print!("{stdout}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("An error was encountered processing the command:\n{error:#}");
            ExitCode::from(149)
        }
    }
}

fn answer(words: &[&str]) -> Result<String> {
    if let ["run", rest @ ..] = words {
        return run(rest);
    }
    let Some(words) = words.strip_prefix(&["simctl"]) else { bail!("xcrun: error: unable to find utility") };
    note(words)?;
    match words {
        ["--version"] => Ok("@(#)PROGRAM:simctl  PROJECT:CoreSimulator-993.7\n".to_owned()),
        ["list", "devices", which @ ("booted" | "available"), "-j"] => list(which),
        ["create", name, kind] => create(name, kind),
        ["bootstatus", udid, "-b"] if root()?.join("slow").exists() => {
            Simulator::of(udid)?.set("Booting").map(|()| String::new())
        }
        ["bootstatus", udid, "-b"] if root()?.join("hangs").exists() => {
            Simulator::of(udid)?.set("Booted")?;
            // The simulator does not respond. The test checks that the gate ends this process.
            std::thread::sleep(std::time::Duration::from_secs(3600));
            bail!("nobody ended it")
        }
        ["bootstatus", udid, "-b"] => {
            Simulator::of(udid)?.set("Booted").map(|()| "Device booted\n".to_owned())
        }
        ["shutdown", udid] => {
            let simulator = Simulator::of(udid)?;
            ensure!(simulator.state == "Booted", "Unable to shutdown device in current state: Shutdown");
            simulator.set("Shutdown")?;
            Ok(String::new())
        }
        ["erase", udid] => {
            let simulator = Simulator::of(udid)?;
            ensure!(
                simulator.state == "Shutdown",
                "Unable to erase contents and settings in current state: {}",
                simulator.state
            );
            for part in ["apps", "data"] {
                let _ = fs::remove_dir_all(simulator.folder.join(part));
            }
            Ok(String::new())
        }
        ["install", udid, app] => Simulator::booted(udid)?.install(Path::new(app)),
        ["launch", "--terminate-running-process", udid, bundle, arguments @ ..] => {
            Simulator::booted(udid)?.launch(bundle, arguments)
        }
        ["launch", udid, bundle] => Simulator::booted(udid)?.front(bundle),
        ["openurl", udid, url] => Simulator::booted(udid)?.send(None, &format!("url {url}")),
        ["push", udid, bundle, payload] => {
            let payload = fs::read_to_string(payload)?.replace('\n', " ");
            Simulator::booted(udid)?.send(Some(bundle), &format!("push {payload}"))
        }
        ["uninstall", udid, bundle] => {
            let simulator = Simulator::booted(udid)?;
            simulator.end(bundle);
            let _ = fs::remove_dir_all(simulator.folder.join("apps").join(bundle));
            Ok(String::new())
        }
        ["terminate", udid, bundle] => {
            ensure!(Simulator::booted(udid)?.end(bundle), "found nothing to terminate");
            Ok(String::new())
        }
        ["get_app_container", udid, bundle, "data"] => {
            let data = Simulator::booted(udid)?.folder.join("data").join(bundle);
            ensure!(data.is_dir(), "No such file or directory");
            Ok(format!("{}\n", data.display()))
        }
        _ => bail!("Unrecognized subcommand: {words:?}"),
    }
}

fn root() -> Result<PathBuf> {
    Ok(std::env::var_os("SIMULATORS").context("SIMULATORS is not set")?.into())
}

/// Logs the command, so that a test can read it.
fn note(words: &[&str]) -> Result<()> {
    use std::io::Write as _;
    let mut log = fs::OpenOptions::new().create(true).append(true).open(root()?.join("asked"))?;
    Ok(writeln!(log, "{}", words.join(" "))?)
}

struct Simulator {
    udid: String,
    folder: PathBuf,
    name: String,
    kind: String,
    state: String,
}

impl Simulator {
    fn of(udid: &str) -> Result<Simulator> {
        let folder = root()?.join(udid);
        let about =
            fs::read_to_string(folder.join("about")).ok().context("Invalid device: it is not known")?;
        let mut lines = about.lines().map(str::to_owned);
        let mut next = || lines.next().unwrap_or_default();
        Ok(Simulator { udid: udid.to_owned(), folder, name: next(), kind: next(), state: next() })
    }

    fn booted(udid: &str) -> Result<Simulator> {
        let simulator = Simulator::of(udid)?;
        ensure!(simulator.state == "Booted", "Unable to lookup in current state: {}", simulator.state);
        Ok(simulator)
    }

    fn set(&self, state: &str) -> Result<()> {
        fs::create_dir_all(&self.folder)?;
        Ok(fs::write(self.folder.join("about"), format!("{}\n{}\n{state}\n", self.name, self.kind))?)
    }

    fn install(&self, app: &Path) -> Result<String> {
        let info = plist::Value::from_file(app.join("Info.plist")).context("MissingBundleIdentifier")?;
        let info = info.as_dictionary().context("Info.plist")?;
        let bundle =
            info.get("CFBundleIdentifier").and_then(plist::Value::as_string).context("no identifier")?;
        self.end(bundle);
        let place = self.folder.join("apps").join(bundle);
        let _ = fs::remove_dir_all(&place);
        copy(app, &place)?;
        fs::create_dir_all(self.folder.join("data").join(bundle).join("Library/Caches"))?;
        fs::create_dir_all(self.folder.join("data").join(bundle).join("Documents"))?;
        Ok(String::new())
    }

    /// Counts the calls of a command for this simulator, and returns the number of earlier calls.
    fn times(&self, what: &str) -> Result<usize> {
        let place = self.folder.join(what);
        let times = fs::read_to_string(&place).unwrap_or_default().len();
        fs::write(&place, "x".repeat(times + 1))?;
        Ok(times)
    }

    fn launch(&self, bundle: &str, arguments: &[&str]) -> Result<String> {
        if root()?.join("slow").exists() {
            let code = self.times("launched")?;
            let codes = [1, 4];
            ensure!(
                code >= codes.len(),
                "The request to open \"{bundle}\" failed. (FBSOpenApplicationServiceErrorDomain, code={})",
                codes[code]
            );
        }
        ensure!(
            self.folder.join("apps").join(bundle).is_dir(),
            "The request was denied by service delegate (SBMainWorkspace) for reason: NotFound (FBSOpenApplicationServiceErrorDomain, code=4)"
        );
        self.end(bundle);
        let mut app = Command::new(std::env::current_exe()?);
        app.arg("run").arg(&self.udid).arg(bundle).args(arguments);
        for (key, value) in std::env::vars() {
            if let Some(name) = key.strip_prefix("SIMCTL_CHILD_") {
                app.env(format!("OF_APP_{name}"), value);
            }
        }
        app.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let _ = fs::remove_file(self.folder.join(format!("{bundle}.events")));
        let pid = app.spawn()?.id();
        fs::write(self.folder.join(format!("{bundle}.pid")), pid.to_string())?;
        Ok(format!("{bundle}: {pid}\n"))
    }

    /// Returns the bundle ids of the running apps.
    fn running(&self) -> Result<Vec<String>> {
        let names = fs::read_dir(&self.folder)?.flatten().map(|entry| entry.file_name());
        Ok(names.filter_map(|name| name.to_str()?.strip_suffix(".pid").map(str::to_owned)).collect())
    }

    /// Sends an event to a running app, or to all of them.
    fn send(&self, to: Option<&str>, event: &str) -> Result<String> {
        use std::io::Write as _;
        for bundle in self.running()?.iter().filter(|bundle| to.is_none_or(|to| to == bundle.as_str())) {
            let place = self.folder.join(format!("{bundle}.events"));
            writeln!(fs::OpenOptions::new().create(true).append(true).open(place)?, "{event}")?;
        }
        Ok(String::new())
    }

    /// Brings an app to the front.
    fn front(&self, bundle: &str) -> Result<String> {
        for other in self.running()?.iter().filter(|other| other.as_str() != bundle) {
            self.send(Some(other), "background")?;
        }
        self.send(Some(bundle), "foreground")?;
        Ok(format!("{bundle}: 1\n"))
    }

    /// Ends the app if it is running.
    fn end(&self, bundle: &str) -> bool {
        let file = self.folder.join(format!("{bundle}.pid"));
        let Ok(pid) = fs::read_to_string(&file) else { return false };
        let _ = fs::remove_file(file);
        Command::new("kill")
            .args(["-9", &pid])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }
}

fn list(which: &str) -> Result<String> {
    let mut rows = Vec::new();
    for entry in fs::read_dir(root()?)?.flatten().filter(|entry| entry.path().join("about").is_file()) {
        let mut one = Simulator::of(&entry.file_name().to_string_lossy())?;
        // The simulator has booted when it is listed for the second time.
        if one.state == "Booting" && one.times("listed")? > 0 {
            one.set("Booted")?;
            one.state = "Booted".to_owned();
        }
        if which == "available" || one.state == "Booted" {
            rows.push(format!(
                r#"{{"dataPath":"x","isAvailable":true,"deviceTypeIdentifier":"com.apple.CoreSimulator.SimDeviceType.{}","state":"{}","name":"{}","udid":"{}"}}"#,
                one.kind.replace(' ', "-"),
                one.state,
                one.name,
                one.udid
            ));
        }
    }
    rows.sort();
    Ok(format!(
        r#"{{"devices":{{"com.apple.CoreSimulator.SimRuntime.watchOS-10-5":[],"{RUNTIME}":[{}]}}}}"#,
        rows.join(",")
    ))
}

fn create(name: &str, kind: &str) -> Result<String> {
    ensure!(TYPES.contains(&kind), "Invalid device type: {kind}");
    // The id is unique on this machine, since a run locks the device with this id.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?;
    let udid = format!("{:08X}-0000-4000-8000-{:012X}", std::process::id(), now.as_nanos() % (1 << 48));
    let folder = root()?.join(&udid);
    Simulator {
        udid: udid.clone(),
        folder,
        name: name.to_owned(),
        kind: kind.to_owned(),
        state: String::new(),
    }
    .set("Shutdown")?;
    Ok(format!("{udid}\n"))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Runs the app on the emulated phone until its main run loop is idle, then waits until it is ended.
fn run(words: &[&str]) -> Result<String> {
    let [udid, bundle, arguments @ ..] = words else { bail!("run ID BUNDLE") };
    let simulator = Simulator::of(udid)?;
    let app = simulator.folder.join("apps").join(bundle);
    let info = plist::Value::from_file(app.join("Info.plist"))?;
    let executable = info.as_dictionary().and_then(|info| info.get("CFBundleExecutable")?.as_string());
    let mut config = Config::new(&app, executable.context("no executable")?);
    // The test has built the small iOS, so its files are up to date.
    let system = fs::read_to_string(root()?.join("system"))?;
    let pairs = system.lines().filter_map(|line| line.split_once('\t'));
    config.system = pairs.map(|(name, file)| (name.to_owned(), file.into())).collect();
    config.simulator = true;
    let data = simulator.folder.join("data").join(bundle);
    config.container = Some(data.clone());
    config.arguments = arguments.iter().map(|word| (*word).to_owned()).collect();
    for (key, value) in std::env::vars() {
        if let Some(name) = key.strip_prefix("OF_APP_") {
            config.environment.insert(name.to_owned(), value);
        }
    }
    let events = Arc::new(Events::default());
    config.events = Some(Arc::clone(&events));
    let sent = simulator.folder.join(format!("{bundle}.events"));
    std::thread::spawn(move || {
        let mut seen = 0;
        loop {
            let text = fs::read_to_string(&sent).unwrap_or_default();
            let whole = text.rfind('\n').map_or(0, |end| end + 1);
            text[seen..whole].lines().for_each(|event| events.send(event));
            seen = whole;
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    });
    let outcome = phone::run(config);
    fs::write(simulator.folder.join(format!("{bundle}.log")), &outcome.log)?;
    // An app in a simulator continues to run after its launch, so this process waits until `Simulator::end` ends it.
    std::thread::sleep(std::time::Duration::from_secs(60));
    Ok(String::new())
}
