//! `cargo xtask demo`: shows all steps from the app to the comment on an emulated phone, with the commands that a user types.
//!
//! The emulated phone is a separate program, because its licence is the GPL and this program's licence is not. Invariant: the demo fails
//! if a result differs from the expected result, and `demo.log` contains the output of all commands.

use std::fs::OpenOptions;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::progress::Progress;
use crate::{agent, picture, setup, workspace};

/// Number of recorded sessions in the baseline. The demo simulates one session per day, and the app does not change between them.
const DAYS: u64 = 4;

/// The method that the planted change makes slower most.
const LARGEST: &str = "-[ImagingDecoder decode:rows:]";

/// The folder with the dSYMs of each build.
const SYMBOLS: &str = "apps/symbols";

/// Number of launches per session.
const LAUNCHES: &str = "8";

/// The factor by which the sample app's functions repeat their work. Without this factor, the app starts in a millisecond. Samples of call
/// stacks are useful only in launches that are long enough for people to notice.
const MORE: &str = "40";

/// The seed for the random noise of the phone's days and launches.
const NOISE: &str = "2026";

/// Installs requirements, runs the demo and prints its results. With `take_picture`, the README's picture is taken from the report.
pub(crate) fn demo(take_picture: bool) -> Result<()> {
    setup::prepare_demo()?;
    workspace::quiet_cargo_on_terminal();
    let mut progress = Progress::with_clock(6);
    let agent = progress.step("agent", "the dylib for arm64 iOS, built and inspected", agent::build)?;
    let about = "gate, the emulated phone and the sample app (the first build takes minutes)";
    let demo = progress.step("build", about, || Demo::build(&agent))?;
    progress.step("inject", "the agent into both builds of the sample app, without their sources", || {
        demo.inject("Shop")?;
        demo.inject("Shop-slower")
    })?;
    progress.step("baseline", "four sessions of launches of the good build, stored", || demo.baseline())?;
    progress.step("launch", "a pull request's build, which is slower", || {
        demo.record("Shop-slower", "pull-request", DAYS + 1)
    })?;
    let report = progress.step("check", "the verdict: a regression, with its method and owner", || {
        let report = demo.check()?;
        let comment = demo.write_comment()?;
        demo.follow_next_steps(&comment)?;
        Ok(report)
    })?;
    print_report(&report);
    let folder = demo.folder.strip_prefix(workspace::root()).unwrap_or(&demo.folder);
    println!("\nTo look at:");
    for (name, about) in [
        ("report.html", "the report, in a browser"),
        ("comment.md", "the comment on the pull request"),
        ("verdict.json", "the verdict, which `gate report` and `gate comment` read"),
        ("pull-request", "the traces, which `gate explain` and `gate export` read"),
        ("demo.log", "the commands of the demo and their output"),
    ] {
        println!("  {:30} {about}", folder.join(name).display());
    }
    println!("\nBefore the next steps: cd {}; export PATH=\"$PWD/../debug:$PATH\"", folder.display());
    println!("All of it took {}.", progress.total_time());
    if take_picture { picture::write(&demo.folder.join("report.html"), &report) } else { Ok(()) }
}

/// Prints the head of a report, its first finding and its next steps. Blank lines separate these parts.
fn print_report(report: &str) {
    println!();
    report.split("\n\n").take(2).for_each(|part| println!("{part}\n"));
    println!("[…]\n");
    report
        .split("\n\n")
        .filter(|part| part.starts_with("Next steps"))
        .for_each(|part| println!("{}", part.trim_end()));
}

#[derive(Clone)]
struct Demo {
    /// The folder in which the commands run, so that the names in their output are the same on every machine.
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
        workspace::read(Command::new(debug.join("examples/sample_app")).arg(folder.join("apps")))?;
        let settings = std::fs::read_to_string(workspace::root().join("tests/app/config.toml"))?;
        let scenario = "name = \"cold\"\n";
        ensure!(settings.contains(scenario), "tests/app/config.toml has no scenario cold");
        let more = format!("{scenario}environment = {{ SHOP_ALL = \"{MORE}\" }}\n");
        // The next steps of the verdict have no option for symbols, so the settings name those of the judged build.
        let symbols = format!("{SYMBOLS}/Shop-slower");
        let root = workspace::root().display().to_string();
        let sources = format!("[attribution]\nsource_root = {root:?}\nsymbols = {symbols:?}\n\n");
        std::fs::write(folder.join("config.toml"), sources + &settings.replacen(scenario, &more, 1))?;
        Ok(Demo { folder, gate: debug.join("gate"), phone: debug.join("phone"), agent: agent.to_owned() })
    }

    fn gate(&self) -> Command {
        Command::new(&self.gate)
    }

    /// Runs a command and returns its standard output, which must end with the exit code `expected`. The log contains all output.
    fn output(&self, command: &mut Command, expected: i32) -> Result<String> {
        let shown = workspace::shown(command);
        let output = command
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot start `{shown}`"))?;
        let texts = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        let path = self.folder.join("demo.log");
        let mut log = OpenOptions::new().create(true).append(true).open(&path)?;
        writeln!(log, "$ {shown}\n{}{}", texts[0], texts[1])?;
        let status = output.status;
        ensure!(status.code() == Some(expected), "`{shown}` failed ({status})\n{}{}", texts[0], texts[1]);
        Ok(texts[0].to_string())
    }

    fn run(&self, command: &mut Command) -> Result<()> {
        self.output(command, 0).map(drop)
    }

    fn inject(&self, name: &str) -> Result<()> {
        // The gate's default is a sample every five milliseconds, which is intended for launches of hundreds of milliseconds.
        std::fs::write(self.folder.join("agent.settings"), "samples = 100us\n")?;
        let mut inject = self.gate();
        inject.arg("inject").arg(format!("apps/{name}.ipa")).arg("--agent").arg(&self.agent);
        inject.arg("-o").arg(format!("apps/{name}+agent.ipa"));
        // The emulated phone accepts an app without a signature, whereas a real phone would refuse it.
        self.run(inject.args(["--sign", "none", "--settings", "agent.settings"]))
    }

    fn baseline(&self) -> Result<()> {
        for day in 1..=DAYS {
            let session = format!("day-{day}");
            self.record("Shop", &session, day)?;
            let symbols = format!("attribution.symbols={SYMBOLS}/Shop");
            self.run(self.gate().args(["baseline", "update", &session, "--set", &symbols]))?;
        }
        Ok(())
    }

    /// Records launches with `gate run` on an emulated phone, with the simulated noise of the given day.
    fn record(&self, app: &str, session: &str, day: u64) -> Result<()> {
        let phone = Phone::start(&self.phone, day)?;
        let mut run = self.gate();
        run.arg("run").arg(format!("apps/{app}+agent.ipa")).args(["-o", session, "--launches", LAUNCHES]);
        // No pause between launches is necessary, since an emulated phone does not get warm.
        run.args(["--rest", "0", "--driver", "embedded", "--usbmuxd", &phone.address]);
        self.run(&mut run)
    }

    /// Judges the launches of the pull request and returns the report as text.
    fn check(&self) -> Result<String> {
        let mut check = self.gate();
        check.args(["check", "pull-request", "-o", "verdict.json", "-o", "report.html"]);
        // The demo sets the variable with the commit, as a pipeline does.
        if let Ok(commit) = workspace::read(workspace::git().args(["rev-parse", "HEAD"])) {
            check.env("GITHUB_SHA", commit.trim());
        }
        let report = self.output(&mut check, 2)?;
        // The report must contain all names in this list, including a method in Objective-C and a function in Swift.
        for name in ["REGRESSED: ", LARGEST, "Rule.work(", "Pricing · @shop/payments"] {
            ensure!(report.contains(name), "gate check did not name {name}");
        }
        Ok(report)
    }

    fn write_comment(&self) -> Result<String> {
        let comment = self.output(self.gate().args(["comment", "--dry-run", "verdict.json"]), 0)?;
        std::fs::write(self.folder.join("comment.md"), &comment)?;
        Ok(comment)
    }

    /// Runs the next steps of the verdict as the comment prints them, in an empty home folder. The steps change the stored acceptances, so
    /// they run in a copy of the demo's folder.
    fn follow_next_steps(&self, comment: &str) -> Result<()> {
        let folder = self.folder.with_extension("next");
        let _ = std::fs::remove_dir_all(&folder);
        copy_folder(&self.folder, &folder)?;
        let home = folder.join("home");
        std::fs::create_dir(&home)?;
        let programs = self.gate.parent().context("the gate has no folder")?;
        let path = std::env::join_paths(
            std::iter::once(programs.to_owned())
                .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
        )?;
        let copy = Demo { folder, ..self.clone() };
        let home = home.as_os_str();
        let environment = [("PATH", path.as_os_str()), ("HOME", home), ("LAUNCHGATE_CACHE", home)];
        let run = |text: &str, expected| {
            copy.output(Command::new("sh").args(["-c", text]).envs(environment), expected)
        };
        let steps = next_steps(comment);
        let [explain, accept] = steps[..] else { bail!("the comment has {} next steps", steps.len()) };
        let explained = run(explain, 0)?;
        ensure!(!explained.contains("no dSYM"), "`{explain}` lacks symbols:\n{explained}");
        let explained: Value = serde_json::from_str(&run(&format!("{explain} --format json"), 0)?)?;
        let verdict: Value =
            serde_json::from_str(&std::fs::read_to_string(self.folder.join("verdict.json"))?)?;
        ensure_same_growth(&verdict["findings"][0], &explained["lists"][0]["rows"][0])?;
        // The shell of a person does not stop at the check, which fails.
        run(accept, 0)?;
        let again = run("gate check pull-request", 2)?;
        let is_accepted =
            again.starts_with("REGRESSED: Slower: ") && again.contains("1 grown but not failing");
        ensure!(is_accepted, "`{accept}` did not accept {LARGEST}:\n{again}");
        Ok(())
    }
}

/// Returns the commands of the next steps of a comment.
fn next_steps(comment: &str) -> Vec<&str> {
    let steps = comment.lines().skip_while(|line| *line != "**Next steps**").skip(2);
    let steps = steps.take_while(|line| line.starts_with("- "));
    steps.filter_map(|line| Some(line.split_once(": `")?.1.trim_end_matches('`'))).collect()
}

/// Checks that `gate explain` prints about the same growth of a finding as its verdict. The verdict compares typical launches, whereas
/// `explain` compares the means of all launches, so a slow launch affects only `explain`.
fn ensure_same_growth(finding: &Value, explained: &Value) -> Result<()> {
    let number = |value: &Value| value.as_f64().with_context(|| format!("{value} is no number"));
    let [change, base, head] =
        [&finding["change"]["value"], &explained["base"]["value"], &explained["head"]["value"]];
    let (change, shown) = (number(change)?, number(head)? - number(base)?);
    let is_same = (shown - change).abs() <= 0.2 * change;
    ensure!(is_same, "the verdict has a growth of {change} ns, `gate explain` one of {shown} ns");
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let place = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy_folder(&entry.path(), &place)?,
            false => std::fs::copy(entry.path(), place).map(drop)?,
        }
    }
    Ok(())
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
