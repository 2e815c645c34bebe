//! `cargo xtask test`: installs requirements and then runs every check. The fastest checks run first.
//!
//! Invariant: continuous integration runs only `cargo xtask test`, so it accepts every commit that this command accepts on a developer's
//! machine.

mod quick;
mod real_objc;
mod test_output;
mod times;

use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::progress::Progress;
use crate::{
    agent, compiler, demo, deny, formats, html, ios, licences, release, setup, store, subjects, tidy,
    workflows, workspace,
};
use times::Times;

/// The options of `cargo xtask test`.
#[derive(Args, Default)]
pub(crate) struct Options {
    /// Run only this step; may be given more than once
    #[arg(long, value_name = "STEP")]
    only: Vec<String>,
    /// Run format, tidy, subjects, clippy and the unit tests of changed crates; needs only git and Rust
    #[arg(long, conflicts_with_all = ["only", "long", "all_drivers"])]
    quick: bool,
    /// Run the long tests too; they install rcodesign and take an hour
    #[arg(long)]
    long: bool,
    /// Install pymobiledevice3 and go-ios too, some 500 MB, and test their drivers
    #[arg(long)]
    all_drivers: bool,
    /// Run only the agent's tests, on each Objective-C runtime in this folder, built from Apple's sources
    #[arg(long, value_name = "DIR", conflicts_with_all = ["only", "quick", "long", "all_drivers", "times"])]
    real_objc: Option<PathBuf>,
    /// Write the seconds of each step as one flat JSON object, and print the slowest tests
    #[arg(long, value_name = "FILE")]
    times: Option<PathBuf>,
    /// Write the figures of the step html as one flat JSON object
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Print the steps and end
    #[arg(long)]
    list: bool,
}

/// One check of the repository.
struct Step {
    name: &'static str,
    about: &'static str,
    /// The requirements of the step, in addition to git and Rust.
    needs: Needs,
    run: fn(&Options) -> Result<()>,
}

/// The requirements of a step.
#[derive(Clone, Copy, PartialEq)]
enum Needs {
    GitAndRust,
    /// Everything that [`setup::prepare`] installs.
    Machine,
    Rcodesign,
    AllDrivers,
}

const STEPS: &[Step] = &[
    Step { name: "format", about: "cargo fmt --check", needs: Needs::GitAndRust, run: |_| format() },
    Step {
        name: "tidy",
        about: "who imports whom, and the rules of the house",
        needs: Needs::GitAndRust,
        run: |_| tidy::check(),
    },
    Step {
        name: "subjects",
        about: "subjects of the commits that origin/main does not have",
        needs: Needs::GitAndRust,
        run: |_| subjects::check(),
    },
    Step {
        name: "licences",
        about: "copyleft only below tests/",
        needs: Needs::GitAndRust,
        run: |_| licences::check(),
    },
    Step {
        name: "deny",
        about: "cargo-deny: advisories, licences, bans, sources",
        needs: Needs::Machine,
        run: |_| deny::check(),
    },
    Step {
        name: "agent",
        about: "the dylib for arm64 iOS, built and inspected",
        needs: Needs::Machine,
        run: |_| agent::build().map(drop),
    },
    Step {
        name: "clippy-ios",
        about: "clippy for aarch64-apple-ios: agent, trace",
        needs: Needs::Machine,
        run: |_| clippy_ios(),
    },
    Step {
        name: "clippy",
        about: "clippy for this machine: all crates, and gate with stores at a URL",
        needs: Needs::Machine,
        run: |_| clippy(),
    },
    Step { name: "docs", about: "rustdoc without a warning", needs: Needs::Machine, run: |_| docs() },
    Step { name: "build", about: "every test program", needs: Needs::Machine, run: |_| build_tests() },
    Step {
        name: "tests",
        about: "cargo test --workspace",
        needs: Needs::Machine,
        run: |options| run_tests(&mut all_tests(), options),
    },
    Step {
        name: "formats",
        about: "reports and exports of the gate's tests, read by others' software",
        needs: Needs::Machine,
        run: |_| formats::check(),
    },
    Step {
        name: "html",
        about: "the HTML page by axe-core, at four widths in both themes",
        needs: Needs::Machine,
        run: |options| html::check(options.json.as_deref()),
    },
    Step {
        name: "demo",
        about: "the demo of README.md, with the next steps of its verdict",
        needs: Needs::Machine,
        run: |_| demo::demo(false),
    },
    Step {
        name: "workflows",
        about: "actionlint, zizmor and shellcheck over workflows, including those of gate init",
        needs: Needs::Machine,
        run: |_| workflows::check(),
    },
    Step {
        name: "release",
        about: "a release's archive of the tests' program, packed, unpacked and run",
        needs: Needs::Machine,
        run: |_| release::rehearse(),
    },
];

/// The additional step that `--long` requests.
const LONG: Step = Step {
    name: "long",
    about: "with --long: tests that take too long for every run",
    needs: Needs::Rcodesign,
    run: |options| run_tests(&mut long_tests(), options),
};

/// The additional step that `--all-drivers` requests, since the tools are large.
const ALL_DRIVERS: Step = Step {
    name: "all-drivers",
    about: "with --all-drivers: the drivers of pymobiledevice3 and go-ios",
    needs: Needs::AllDrivers,
    run: |_| all_drivers_tests(),
};

/// The step for stores at a URL, which runs only if it is named, since Spark and its dependencies have about 800 MB.
const STORE: Step = Step {
    name: "store",
    about: "stores at a URL: moto, SeaweedFS, Azurite and fake-gcs-server with faults, DuckDB and Spark",
    needs: Needs::Machine,
    run: |_| store::check(),
};

/// The steps of `--quick`.
const QUICK: &[Step] = &[
    Step { name: "format", about: "cargo fmt --check", needs: Needs::GitAndRust, run: |_| format() },
    Step {
        name: "tidy",
        about: "who imports whom, and the rules of the house",
        needs: Needs::GitAndRust,
        run: |_| tidy::check(),
    },
    Step {
        name: "subjects",
        about: "subjects of the commits that origin/main does not have",
        needs: Needs::GitAndRust,
        run: |_| subjects::check(),
    },
    Step {
        name: "clippy",
        about: "clippy of crates that changed since main",
        needs: Needs::GitAndRust,
        run: |_| quick::clippy(),
    },
    Step {
        name: "unit-tests",
        about: "unit tests of crates that changed since main",
        needs: Needs::GitAndRust,
        run: |_| quick::unit_tests(),
    },
];

/// Installs requirements and runs the selected steps, or prints the list of steps.
pub(crate) fn test(options: &Options) -> Result<()> {
    if options.list {
        list();
        return Ok(());
    }
    if let Some(folder) = &options.real_objc {
        return real_objc::run(folder);
    }
    let chosen = choose(options)?;
    let mut times = Times::new(options.times.as_deref())?;
    run_steps(&chosen, options, &mut times)
}

/// Returns the steps that the options select, in the order of the list.
fn choose(options: &Options) -> Result<Vec<&'static Step>> {
    if options.quick {
        return Ok(QUICK.iter().collect());
    }
    let extra = [(&LONG, options.long), (&ALL_DRIVERS, options.all_drivers), (&STORE, false)];
    let known: Vec<&Step> = STEPS.iter().chain(extra.map(|(step, _)| step)).collect();
    for name in &options.only {
        if known.iter().all(|step| step.name != name) {
            bail!("no step {name:?}; `cargo xtask test --list` names them");
        }
    }
    let is_flagged = |step: &Step| extra.iter().any(|(extra, flag)| *flag && extra.name == step.name);
    let is_named = |step: &Step| options.only.iter().any(|name| name == step.name);
    let is_default = |step: &Step| extra.iter().all(|(extra, _)| extra.name != step.name);
    let is_default = |step: &Step| options.only.is_empty() && is_default(step);
    let chosen = known.into_iter().filter(|step| is_flagged(step) || is_named(step) || is_default(step));
    Ok(chosen.collect())
}

fn run_steps(steps: &[&Step], options: &Options, times: &mut Times) -> Result<()> {
    let begun = Instant::now();
    prepare(steps)?;
    times.add("set-up", begun.elapsed())?;
    let mut progress = Progress::new(steps.len());
    for step in steps {
        let begun = Instant::now();
        let answer = progress.step(step.name, step.about, || (step.run)(options));
        // An error of the step has precedence over an error of writing its duration.
        let noted = times.add(step.name, begun.elapsed());
        answer?;
        noted?;
    }
    eprintln!("all steps passed in {}", progress.total_time());
    Ok(())
}

/// Installs the missing requirements of the steps.
fn prepare(steps: &[&Step]) -> Result<()> {
    let any = |needs| steps.iter().any(|step| step.needs == needs);
    if steps.iter().any(|step| step.needs != Needs::GitAndRust) {
        setup::prepare()?;
    }
    if any(Needs::Rcodesign) {
        setup::prepare_rcodesign()?;
    }
    if any(Needs::AllDrivers) {
        setup::prepare_all_drivers()?;
    }
    Ok(())
}

fn list() {
    for step in STEPS.iter().chain([&LONG, &ALL_DRIVERS, &STORE]) {
        println!("{:12}{}", step.name, step.about);
    }
}

/// Returns the command that runs all tests.
pub(crate) fn all_tests() -> Command {
    let mut command = workspace::cargo();
    command.args(["test", "--workspace", "--no-fail-fast"]);
    command
}

/// Runs tests. An error contains the agent's UUID and compiler, because another compiler's agent takes its samples at other instructions.
fn run_tests(command: &mut Command, options: &Options) -> Result<()> {
    test_output::run(command, options.times.is_some()).with_context(|| {
        let agent = workspace::target_dir().join("agent").join(agent::Target::Phone.file());
        let uuid = agent::uuid(&agent).unwrap_or_else(|_| "without a UUID".to_owned());
        let compiler = workspace::read(ios::rustc().arg("--version")).unwrap_or_default();
        format!("tests with the agent {uuid} by {}", compiler.trim())
    })
}

/// Builds the test programs in a separate step, so that the times of building and running are separate.
fn build_tests() -> Result<()> {
    workspace::run(workspace::cargo().args(["test", "--workspace", "--no-run"]))
}

/// Returns the command that runs the tests in modules named `long`, which are otherwise ignored.
fn long_tests() -> Command {
    let mut command = all_tests();
    command.args(["--", "--ignored", "long::"]);
    command
}

fn format() -> Result<()> {
    workspace::run(workspace::cargo().args(["fmt", "--all", "--check"]))
}

fn clippy() -> Result<()> {
    let mut command = workspace::cargo();
    command.args(["clippy", "--workspace", "--all-targets", "--"]);
    workspace::run(command.args(compiler::deny_warnings(compiler::rustc())))?;
    // Releases contain stores at a URL, and no other step of a default run compiles this feature.
    let mut command = workspace::cargo();
    command.args(["clippy", "-p", "gate", "--all-targets", "--features", "store", "--"]);
    workspace::run(command.args(compiler::deny_warnings(compiler::rustc())))
}

fn all_drivers_tests() -> Result<()> {
    workspace::run(workspace::cargo().args([
        "test",
        "--workspace",
        "--test",
        "e2e",
        "device_tools",
        "--",
        "--ignored",
    ]))
}

/// Runs clippy for iOS, since clippy on the host skips code for Apple's systems.
fn clippy_ios() -> Result<()> {
    let mut command = ios::cargo("clippy")?;
    // The profile is `agent`, since unwinding is not available without std.
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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn chosen(words: &str) -> Result<Vec<&'static str>> {
        let line = Line::try_parse_from(["test"].into_iter().chain(words.split_whitespace()))?;
        Ok(choose(&line.options)?.into_iter().map(|step| step.name).collect())
    }

    #[test]
    fn the_default_test_run_has_every_step_that_needs_no_option() {
        let all: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
        assert_eq!(chosen("").unwrap(), all);
        assert_eq!(chosen("--long").unwrap(), [&all[..], &["long"]].concat());
        assert_eq!(chosen("--all-drivers --long").unwrap(), [&all[..], &["long", "all-drivers"]].concat());
    }

    #[test]
    fn chosen_test_steps_run_in_the_order_of_the_list() {
        assert_eq!(chosen("--only tidy --only format").unwrap(), ["format", "tidy"]);
        assert_eq!(chosen("--only long").unwrap(), ["long"]);
        assert_eq!(chosen("--only tidy --all-drivers").unwrap(), ["tidy", "all-drivers"]);
        assert_eq!(
            chosen("--quick --times a.json").unwrap(),
            ["format", "tidy", "subjects", "clippy", "unit-tests"]
        );
    }

    #[test]
    fn conflicting_options_of_xtask_test_are_refused() {
        for (words, expected) in [
            ("--only nothing", "no step \"nothing\""),
            ("--quick --long", "cannot be used with"),
            ("--quick --only tidy", "cannot be used with"),
        ] {
            let error = chosen(words).unwrap_err().to_string();
            assert!(error.contains(expected), "{words}: {error}");
        }
    }

    #[test]
    fn times_of_finished_steps_are_written_if_a_step_fails() {
        let step =
            |name, run: fn(&Options) -> Result<()>| Step { name, about: "", needs: Needs::GitAndRust, run };
        let steps =
            [step("first", |_| Ok(())), step("second", |_| bail!("broken")), step("third", |_| Ok(()))];
        let file = std::env::temp_dir().join(format!("xtask-failing-{}.json", std::process::id()));
        let mut times = Times::new(Some(&file)).unwrap();
        let error =
            run_steps(&steps.iter().collect::<Vec<_>>(), &Options::default(), &mut times).unwrap_err();
        let written: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert_eq!(format!("{error:#}"), "step second (1 more were not run): broken");
        let keys: Vec<&String> = written.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["set-up", "first", "second", "total"]);
    }

    #[test]
    fn quick_steps_need_only_git_and_rust() {
        assert!(QUICK.iter().all(|step| step.needs == Needs::GitAndRust));
        let needs = |name: &str| STEPS.iter().find(|step| step.name == name).unwrap().needs;
        assert!(
            ["format", "tidy", "subjects", "licences"]
                .into_iter()
                .all(|name| needs(name) == Needs::GitAndRust)
        );
        assert!(needs("tests") == Needs::Machine);
    }
}
