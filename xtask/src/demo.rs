//! `cargo xtask demo`: shows all steps from the app to the comment on an emulated phone, with the commands that a user types.
//!
//! The emulated phone is a separate program, because its licence is the GPL and this program's licence is not. Invariant: the demo prints
//! the output of the commands, and fails if a result differs from the expected result.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use crate::progress::Progress;
use crate::{agent, setup, workspace};

/// Number of recorded sessions in the baseline. The demo simulates one session per day, and the app does not change between them.
const DAYS: u64 = 4;

/// Number of launches per session.
const LAUNCHES: &str = "8";

/// The factor by which the sample app's functions repeat their work. Without this factor, the app starts in a millisecond. Samples of call
/// stacks are useful only in launches that are long enough for people to notice.
const MORE: &str = "40";

/// The seed for the random noise of the phone's days and launches.
const NOISE: &str = "2026";

/// Installs requirements, runs the demo and prints its results.
pub(crate) fn demo() -> Result<()> {
    setup::prepare_demo()?;
    let mut progress = Progress::new(6);
    let agent = progress.step("agent", "the dylib for arm64 iOS, built and inspected", agent::build)?;
    let about = "gate, the emulated phone and the sample app (the first build takes minutes)";
    let demo = progress.step("build", about, || Demo::build(&agent))?;
    progress.step("inject", "the agent into both builds of the sample app, without their sources", || {
        demo.inject("Shop")?;
        demo.inject("Shop-slower")
    })?;
    progress.step("baseline", "launches of the good build on four days, stored", || demo.baseline())?;
    let launches =
        progress.step("launch", "a pull request's build, which is slower, on a fifth day", || {
            demo.record("Shop-slower", "pull-request", DAYS + 1, &[])
        })?;
    progress
        .step("check", "the verdict: a regression, with its method and owner", || demo.check(&launches))?;
    println!("\nThe comment on the pull request:\n");
    workspace::run(demo.gate().args(["comment", "--dry-run"]).arg(demo.folder.join("verdict.json")))?;
    println!("\nTo look at:");
    for (name, what) in [
        ("report.html", "the report, in a browser"),
        ("verdict.json", "the verdict: `gate report`, `gate comment`"),
        ("baselines", "the stored sessions: `gate baseline list --baseline`"),
        ("pull-request", "the traces: `gate explain tree`, `gate export --format chrome`"),
    ] {
        println!("  {:60} {what}", demo.folder.join(name).display());
    }
    println!("\nThe gate itself: {}\nAll of it took {}.", demo.gate.display(), progress.total_time());
    Ok(())
}

struct Demo {
    folder: PathBuf,
    gate: PathBuf,
    phone: PathBuf,
    agent: PathBuf,
}

impl Demo {
    fn build(agent: &Path) -> Result<Demo> {
        // One command builds all programs. With several commands, cargo would compile the emulator again for each set of features.
        let targets = ["build", "--workspace", "--bin", "gate", "--bin", "phone", "--example", "sample_app"];
        workspace::run(workspace::cargo().args(targets))?;
        let debug = workspace::target_dir().join("debug");
        let folder = workspace::target_dir().join("demo");
        let _ = std::fs::remove_dir_all(&folder);
        workspace::run(Command::new(debug.join("examples/sample_app")).arg(folder.join("apps")))?;
        let settings = std::fs::read_to_string(workspace::root().join("tests/app/config.toml"))?;
        let scenario = "name = \"cold\"\n";
        ensure!(settings.contains(scenario), "tests/app/config.toml has no scenario cold");
        let more = format!("{scenario}environment = {{ SHOP_ALL = \"{MORE}\" }}\n");
        let sources =
            format!("[attribution]\nsource_root = {:?}\n\n", workspace::root().display().to_string());
        std::fs::write(folder.join("config.toml"), sources + &settings.replacen(scenario, &more, 1))?;
        Ok(Demo { folder, gate: debug.join("gate"), phone: debug.join("phone"), agent: agent.to_owned() })
    }

    fn gate(&self) -> Command {
        let mut gate = Command::new(&self.gate);
        gate.current_dir(workspace::root());
        gate
    }

    fn config(&self) -> [PathBuf; 2] {
        ["--config".into(), self.folder.join("config.toml")]
    }

    /// Returns the options that name the folder with the dSYMs of a build.
    fn symbols(&self, name: &str) -> [String; 2] {
        let folder = self.folder.join("apps/symbols").join(name);
        ["--set".to_owned(), format!("attribution.symbols={}", folder.display())]
    }

    fn app(&self, name: &str) -> PathBuf {
        self.folder.join(format!("apps/{name}+agent.ipa"))
    }

    fn inject(&self, name: &str) -> Result<()> {
        let plain = self.folder.join(format!("apps/{name}.ipa"));
        let settings = self.folder.join("agent.settings");
        // The gate's default is a sample every five milliseconds, which is intended for launches of hundreds of milliseconds.
        std::fs::write(&settings, "samples = 100us\n")?;
        // The emulated phone accepts an app without a signature, whereas a real phone would refuse it.
        let mut inject = self.gate();
        inject.arg("inject").arg(plain).arg("--agent").arg(&self.agent).arg("-o").arg(self.app(name));
        workspace::run(inject.args(["--sign", "none", "--settings"]).arg(settings))
    }

    fn baseline(&self) -> Result<()> {
        for day in 1..=DAYS {
            let launches = self.record("Shop", &format!("day-{day}"), day, &[])?;
            let mut update = self.gate();
            update.args(["baseline", "update"]).arg(launches).args(self.config()).args(self.symbols("Shop"));
            workspace::run(update.arg("--baseline").arg(self.folder.join("baselines")))?;
        }
        Ok(())
    }

    /// Records launches with `gate run` on an emulated phone, with the simulated noise of the given day.
    fn record(&self, app: &str, session: &str, day: u64, more: &[&str]) -> Result<PathBuf> {
        let phone = Phone::start(&self.phone, day)?;
        let launches = self.folder.join(session);
        let mut run = self.gate();
        run.arg("run").arg(self.app(app)).arg("-o").arg(&launches).args(self.config());
        // No pause between launches is necessary, since an emulated phone does not get warm.
        run.args([
            "--launches",
            LAUNCHES,
            "--rest",
            "0",
            "--driver",
            "embedded",
            "--usbmuxd",
            &phone.address,
        ]);
        workspace::run(run.args(more))?;
        Ok(launches)
    }

    fn check(&self, launches: &Path) -> Result<()> {
        let mut check = self.gate();
        check.arg("check").arg(launches).args(self.config()).args(self.symbols("Shop-slower"));
        check.arg("--baseline").arg(self.folder.join("baselines"));
        for (format, name) in [("json", "verdict.json"), ("html", "report.html")] {
            check.arg("--out").arg(format!("{format}={}", self.folder.join(name).display()));
        }
        // The demo sets the variable with the commit, as a pipeline does.
        if let Ok(commit) = workspace::read(workspace::git().args(["rev-parse", "HEAD"])) {
            check.env("GITHUB_SHA", commit.trim());
        }
        let output = check.output().context("gate check")?;
        let report = String::from_utf8_lossy(&output.stdout);
        println!("{report}");
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        ensure!(
            output.status.code() == Some(2),
            "gate check ended with {} where 2, regressed, was expected",
            output.status
        );
        // The comment must contain all names in this list, including a method in Objective-C and a function in Swift.
        for name in
            ["REGRESSED: ", "-[ImagingDecoder decode:rows:]", "Rule.work(", "Pricing · @shop/payments"]
        {
            ensure!(report.contains(name), "gate check did not name {name}");
        }
        Ok(())
    }
}

/// A running emulated phone, which ends when this value is dropped.
struct Phone {
    process: Child,
    address: String,
}

impl Phone {
    fn start(program: &Path, day: u64) -> Result<Phone> {
        let day = day.to_string();
        let mut command = Command::new(program);
        command.args(["--listen", "127.0.0.1:0", "--ios", "17.5", "--noise", NOISE, "--day", &day]);
        let mut process = command.stdout(Stdio::piped()).spawn().context("the emulated phone")?;
        let out = process.stdout.take().context("the emulated phone says nothing")?;
        let mut phone = Phone { process, address: String::new() };
        let mut lines = BufReader::new(out).lines();
        while phone.address.is_empty() {
            let Some(line) = lines.next() else { bail!("the emulated phone ended before it listened") };
            if let Some(address) = line?.strip_prefix("USBMUXD_SOCKET_ADDRESS=") {
                phone.address = address.to_owned();
            }
        }
        // The phone prints every event. If this program did not read the output, the phone would block.
        std::thread::spawn(move || lines.for_each(drop));
        Ok(phone)
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        // An error means that the phone has already ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
