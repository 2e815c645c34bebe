//! `cargo xtask test`: the set-up, then every check there is, from the quickest to the slowest.
//!
//! Invariant: continuous integration runs this and nothing else, so what passes here passes there.

use anyhow::{Result, bail};

use crate::progress::Progress;
use crate::{agent, compiler, formats, ios, licences, release, setup, tidy, workflows, workspace};

/// One check.
struct Step {
    name: &'static str,
    about: &'static str,
    run: fn() -> Result<()>,
}

const STEPS: &[Step] = &[
    Step { name: "format", about: "cargo fmt --check", run: format },
    Step { name: "tidy", about: "who imports whom, and the rules of the house", run: tidy::check },
    Step { name: "licences", about: "GPL below tests/ only", run: licences::check },
    Step {
        name: "agent",
        about: "the dylib for arm64 iOS, built and inspected",
        run: || agent::build().map(drop),
    },
    Step { name: "clippy-ios", about: "clippy for aarch64-apple-ios: agent, trace", run: clippy_ios },
    Step { name: "clippy", about: "clippy for this machine: everything", run: clippy },
    Step { name: "docs", about: "rustdoc without a warning", run: docs },
    Step { name: "tests", about: "cargo test --workspace", run: tests },
    Step {
        name: "formats",
        about: "golden files of reports and exports, read by others' software",
        run: formats::check,
    },
    Step {
        name: "workflows",
        about: "actionlint and shellcheck over workflows, those that gate init writes too",
        run: workflows::check,
    },
    Step {
        name: "release",
        about: "the release's archive, packed of what the tests built, unpacked and tried",
        run: release::rehearse,
    },
];

/// Only when it is asked for, since the tools are large.
const ALL_DRIVERS: Step =
    Step { name: "all-drivers", about: "the drivers by pymobiledevice3 and go-ios", run: all_drivers_tests };

/// Makes the machine ready and runs the steps, or only those named; `all_drivers` adds one.
pub(crate) fn test(only: &[String], all_drivers: bool) -> Result<()> {
    let steps = || STEPS.iter().chain(all_drivers.then_some(&ALL_DRIVERS));
    for name in only {
        if steps().all(|step| step.name != name) {
            bail!("no step {name:?}; `cargo xtask test --list` names them");
        }
    }
    setup::prepare()?;
    if all_drivers {
        setup::prepare_all_drivers()?;
    }
    let chosen: Vec<&Step> =
        steps().filter(|step| only.is_empty() || only.iter().any(|name| name == step.name)).collect();
    let mut progress = Progress::of(chosen.len());
    for step in chosen {
        progress.step(step.name, step.about, step.run)?;
    }
    eprintln!("all of it passed in {}", progress.total_time());
    Ok(())
}

/// Prints the steps.
pub(crate) fn list() {
    for step in STEPS {
        println!("{:12}{}", step.name, step.about);
    }
}

/// Runs the tests alone; with `bless`, golden files are renewed by what the code says now.
pub(crate) fn run_tests(bless: bool) -> Result<()> {
    let mut command = workspace::cargo();
    command.args(["test", "--workspace", "--no-fail-fast"]);
    if bless {
        command.env(crate::bless::VARIABLE, "1");
    }
    workspace::run(&mut command)
}

fn tests() -> Result<()> {
    run_tests(false)
}

fn format() -> Result<()> {
    workspace::run(workspace::cargo().args(["fmt", "--all", "--check"]))
}

fn clippy() -> Result<()> {
    let mut command = workspace::cargo();
    command.args(["clippy", "--workspace", "--all-targets", "--"]);
    workspace::run(command.args(compiler::deny_warnings(compiler::rustc())))
}

fn all_drivers_tests() -> Result<()> {
    workspace::run(workspace::cargo().args([
        "test",
        "--workspace",
        "--test",
        "device_tools",
        "--",
        "--ignored",
    ]))
}

/// The host's clippy does not see code for Apple's systems alone.
fn clippy_ios() -> Result<()> {
    let mut command = ios::cargo("clippy")?;
    // Its own profile, since without std there is no unwinding.
    command.args(["--target", ios::TARGET, "--profile", "agent", "-p", "agent", "-p", "trace", "--lib"]);
    command.arg("--").args(compiler::deny_warnings(ios::rustc()));
    workspace::run(&mut command)
}

fn docs() -> Result<()> {
    let mut command = workspace::cargo();
    command.args(["doc", "--workspace", "--no-deps", "--document-private-items"]);
    command.env("RUSTDOCFLAGS", compiler::deny_warnings(compiler::rustc()).join(" "));
    workspace::run(&mut command)
}
