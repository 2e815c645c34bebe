//! `gate bisect`: searches the commit that made the launch slower.

mod keep;
mod steps;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use clap::Args;

use crate::bisect::{End, Found, Plan, Target, Task, search};
use crate::git::{About, Repository};
use crate::report::{count, shown, shown_change, shown_time};

use super::context::Context;
use super::{Exit, SettingsArgs};
use keep::Kept;
use steps::Builder;

#[derive(Args)]
pub(super) struct Bisect {
    /// A commit whose launch is fast
    good: String,
    /// A later commit whose launch is slow
    bad: String,
    /// The command that builds a commit, in its checkout. It leaves one .app or .ipa in the folder $LAUNCHGATE_OUT, or at --app.
    /// It ends with 0, with 1 to 125 if this commit cannot be built (it is skipped then), or with anything else to stop
    #[arg(last = true, required = true, value_name = "BUILD-COMMAND")]
    build: Vec<OsString>,
    /// Where the build command leaves the app, in the checkout [default: the folder $LAUNCHGATE_OUT]
    #[arg(long, value_name = "PATH")]
    app: Option<PathBuf>,
    /// The folder for checkouts, builds and launches; a search that was stopped continues there
    #[arg(short, long, value_name = "DIR", default_value = "launchgate-bisect")]
    out: PathBuf,
    /// The finding to search for, by its name [default: the first that fails]
    #[arg(long, value_name = "NAME")]
    finding: Option<String>,
    /// How often each build is launched at first
    #[arg(long, value_name = "N", default_value_t = Plan::default().first as u32, value_parser = clap::value_parser!(u32).range(5..))]
    launches: u32,
    /// By how much to launch more often while a commit is undecided
    #[arg(long, value_name = "N", default_value_t = Plan::default().factor as u32, value_parser = clap::value_parser!(u32).range(2..))]
    factor: u32,
    /// The largest number of launches of a build; a commit that is undecided then is skipped
    #[arg(long, value_name = "N", default_value_t = Plan::default().most as u32)]
    most: u32,
    /// A shell command that launches both builds in turns instead of `gate run`: $LAUNCHGATE_BASE and $LAUNCHGATE_HEAD are the apps,
    /// $LAUNCHGATE_LAUNCHES is how often each, and $LAUNCHGATE_RUNS is the folder for the launches
    #[arg(long, value_name = "COMMAND")]
    launch_command: Option<String>,
    #[command(flatten)]
    device: DeviceArgs,
    #[command(flatten)]
    inject: InjectArgs,
    #[command(flatten)]
    settings: SettingsArgs,
}

/// What `gate run` is told.
#[derive(Args)]
struct DeviceArgs {
    /// The driver, as for `gate run`
    #[arg(long, value_name = "DRIVER", default_value = "auto")]
    driver: String,
    /// The device, if several are connected
    #[arg(long, value_name = "UDID")]
    udid: Option<String>,
    /// The address of usbmuxd, as for `gate run`
    #[arg(long, value_name = "ADDRESS")]
    usbmuxd: Option<String>,
    /// The `[[scenario]]` of the settings to run [default: the only one]
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// How long to wait after each launch, as for `gate run`
    #[arg(long, value_name = "TIME")]
    rest: Option<String>,
}

/// What `gate inject` is told.
#[derive(Args)]
struct InjectArgs {
    /// Launch what was built as it is: the build command adds the agent itself [default with --launch-command and in simulators]
    #[arg(long, conflicts_with_all = ["agent", "sign", "password_file", "profiles"])]
    no_inject: bool,
    /// The agent to add to each build, as for `gate inject`
    #[arg(long, value_name = "DYLIB")]
    agent: Option<PathBuf>,
    /// How to sign each build, as for `gate inject`
    #[arg(long, value_name = "IDENTITY|P12", allow_hyphen_values = true)]
    sign: Option<String>,
    /// The file that holds the password of the .p12
    #[arg(long, value_name = "FILE")]
    password_file: Option<PathBuf>,
    /// A development profile, as for `gate inject`; repeatable
    #[arg(long = "profile", value_name = "FILE")]
    profiles: Vec<PathBuf>,
}

pub(super) fn bisect(args: &Bisect, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    ensure!(args.most >= args.launches, "--most must be at least --launches ({})", args.launches);
    let context = Context::read(&args.settings)?;
    let repository = Repository::of(Path::new("."))?;
    let (good, bad) = (repository.commit(&args.good)?, repository.commit(&args.bad)?);
    let kept = Kept::open(&args.out, &good, &args.build, args.app.as_deref())?;
    let plan = Plan { first: args.launches as usize, factor: args.factor as usize, most: args.most as usize };
    let task = Task { good: good.clone(), bad, tree: kept.tree(), finding: args.finding.clone(), plan };
    let accepted = Vec::new();
    let policy = context.policy(&accepted);
    // So that Ctrl-C ends the search and not this process, which has a checkout to remove.
    let stop = super::run::stop_on_interrupt();
    let mut builder = Builder { args, kept: &kept, context: &context, good, stop, err };
    let found = search(&repository, &task, &policy, context.today, &mut builder)?;
    tell(args, &kept, &repository, &found, out)
}

/// What was found, and what to do now.
fn tell(
    args: &Bisect,
    kept: &Kept,
    repository: &Repository,
    found: &Found,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let Found { end, target, builds, launches } = found;
    match end {
        End::First(commit) => {
            let about = repository.about(commit)?;
            writeln!(out, "First slow commit: {}", line(&about))?;
            growth(target, out)?;
            let (builds, launches) = (count(*builds, "build"), count(*launches, "launch"));
            writeln!(out, "{builds}, {launches}")?;
            writeln!(out, "Next: git show {}", about.short)?;
            let runs = kept.runs(commit);
            if runs.is_dir() {
                let explain = if target.name.contains('[') { "explain" } else { "check" };
                let method =
                    if explain == "explain" { format!("{} ", quoted(&target.name)) } else { String::new() };
                writeln!(out, "      gate {explain} {}{}", method, shown(&runs.display().to_string()))?;
            }
            Ok(Exit::Pass)
        }
        End::Among(commits) => {
            let (bad, skipped) = (count(commits.len(), "commit"), commits.len() - 1);
            writeln!(out, "The first slow commit is one of {bad}; {skipped} could not be built or decided:")?;
            for commit in commits {
                writeln!(out, "  {}", line(&repository.about(commit)?))?;
            }
            growth(target, out)?;
            writeln!(
                out,
                "Next: correct the build command or add launches (--most {}), and run the same command again; what was built in {} is used again",
                2 * args.most,
                shown(&args.out.display().to_string())
            )?;
            Ok(Exit::Undecided)
        }
    }
}

fn line(about: &About) -> String {
    let About { short, author, date, subject, .. } = about;
    shown(&format!("{short} {subject} ({author}, {date})"))
}

fn growth(target: &Target, out: &mut dyn Write) -> anyhow::Result<()> {
    let whose: Vec<&str> = target.module.iter().chain(&target.owner).map(|text| &**text).collect();
    let whose = if whose.is_empty() { String::new() } else { format!(" ({})", whose.join(", ")) };
    writeln!(out, "  {} {}{}: {}", target.kind.label(), shown(&target.name), shown(&whose), size(target))?;
    Ok(())
}

/// By how much BAD is slower.
fn size(target: &Target) -> String {
    let (base, more) = (target.measured.base, target.measured.growth.value);
    if target.is_time() {
        format!("{} → {}, {}", shown_time(base), shown_time(base + more), shown_change(base, base + more))
    } else {
        format!("{base:.0} → {:.0}", base + more)
    }
}

/// A word for a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", shown(text).replace('\'', r"'\''"))
}

/// A command of this program, whose words are built one by one.
fn words<const N: usize>(first: [&str; N]) -> Vec<OsString> {
    first.map(OsString::from).into()
}

/// The only app in a folder.
fn only_app(folder: &Path) -> anyhow::Result<PathBuf> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut apps: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| is_app(path)).collect();
    apps.sort();
    match &apps[..] {
        [app] => Ok(app.clone()),
        [] => bail!(
            "the build command left no .app and no .ipa in $LAUNCHGATE_OUT; let it put the app there (xcodebuild … CONFIGURATION_BUILD_DIR=\"$LAUNCHGATE_OUT\"), or say with --app where it is"
        ),
        [first, second, ..] => bail!(
            "the build command left several apps in $LAUNCHGATE_OUT ({}, {}); leave one, or say with --app which",
            shown(&first.display().to_string()),
            shown(&second.display().to_string())
        ),
    }
}

fn is_app(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "app" || end == "ipa")
}
