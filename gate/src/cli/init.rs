//! `gate init`: writes the settings and the pipeline's files into a project.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};

use super::Exit;
use super::write::write_whole;
use crate::attribute::Codeowners;
use crate::init::{Action, Host, Origin, Project, files, look};
use crate::report::shown;

/// A release knows its own action: `owner/repository/.github/action@commit`.
const ACTION: Option<&str> = option_env!("LAUNCHGATE_ACTION");
const UNKNOWN_ACTION: &str = "OWNER/launchgate/.github/action@COMMIT";

#[derive(Args)]
pub(super) struct Init {
    /// The project
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Where the pipeline runs; found out from the repository
    #[arg(long, value_enum)]
    on: Option<On>,
    /// The action that the workflows use, owner/repository/.github/action@COMMIT; a release's own without it
    #[arg(long, value_name = "ACTION")]
    action: Option<String>,
    /// Overwrite files that are there
    #[arg(long)]
    force: bool,
    /// Print the files, and write none
    #[arg(long)]
    dry_run: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum On {
    Github,
    Gitlab,
    /// SettingsArgs only
    None,
}

pub(super) fn init(args: &Init, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    let project = look(&args.folder)?;
    let host = match args.on {
        Some(On::Github) => Some(Host::GitHub),
        Some(On::Gitlab) => Some(Host::GitLab),
        Some(On::None) => None,
        None => project.host,
    };
    let reference = args.action.as_deref().or(ACTION).unwrap_or(UNKNOWN_ACTION);
    if reference.contains(|c: char| c.is_whitespace() || c.is_control() || "#'\"".contains(c)) {
        bail!("--action takes owner/repository/.github/action@COMMIT, not {reference:?}");
    }
    let action = Action { reference, version: concat!("v", env!("CARGO_PKG_VERSION")) };
    let files = files(&project, host, &action);
    if args.dry_run {
        for file in &files {
            writeln!(out, "# {}\n{}", file.path, file.text)?;
        }
        return Ok(Exit::Pass);
    }
    let there: Vec<&str> =
        files.iter().map(|file| file.path).filter(|path| args.folder.join(path).exists()).collect();
    if !there.is_empty() && !args.force {
        bail!("{} there already; nothing was written (--force overwrites)", is_or_are(&there));
    }
    tell(&project, out)?;
    for file in &files {
        let path = args.folder.join(file.path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("")))
            .with_context(|| path.display().to_string())?;
        write_whole(&path, &file.text)?;
        writeln!(out, "wrote {}", file.path)?;
    }
    for note in &project.notes {
        writeln!(err, "note: {}", shown(note))?;
    }
    let is_reviewed = own_decisions(&args.folder, project.codeowners.as_deref(), out)?;
    next(host, reference, is_reviewed, out)?;
    Ok(Exit::Pass)
}

fn is_or_are(paths: &[&str]) -> String {
    match paths {
        [one] => format!("{one} is"),
        many => format!("{} are", many.join(", ")),
    }
}

/// What was found, so that what is missing is seen.
fn tell(project: &Project, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(app) = &project.app {
        let bundle = app.bundle.as_deref().unwrap_or("its identifier is a variable");
        let line = format!("app: {} ({bundle}), scheme {} of {}", app.target, app.scheme, app.container);
        writeln!(out, "{}", shown(&line))?;
    }
    let count = |origin| project.modules.iter().filter(|module| module.origin == origin).count();
    let owned = project.modules.iter().filter(|module| module.owner.is_some()).count();
    writeln!(
        out,
        "modules: targets {}, packages here {}, pods {}, packages from elsewhere {}; with an owner {owned}",
        count(Origin::Target),
        count(Origin::LocalPackage),
        count(Origin::Pod),
        count(Origin::Package),
    )?;
    let codeowners = project.codeowners.as_deref().unwrap_or("none");
    writeln!(out, "owners: {}; link maps: {}", shown(codeowners), project.link_maps.len())?;
    Ok(())
}

/// What decides a verdict, and so needs a reviewer: the settings, and the regressions that somebody accepted.
const DECISIONS: [&str; 2] = ["config.toml", "baselines/accepted.tsv"];

/// Puts what decides a verdict under CODEOWNERS, by a line of its own that no later rule of a folder takes away; whether it is there.
fn own_decisions(root: &Path, codeowners: Option<&str>, out: &mut dyn Write) -> anyhow::Result<bool> {
    let Some(name) = codeowners else { return Ok(false) };
    let path = root.join(name);
    let mut text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let has_line = |file: &str| {
        let mut rules = text.lines().filter_map(|line| line.split_whitespace().next());
        rules.any(|rule| rule.trim_start_matches('/') == file)
    };
    let missing: Vec<&str> = DECISIONS.into_iter().filter(|file| !has_line(file)).collect();
    let rules = Codeowners::parse(&text);
    let lines: Option<Vec<String>> =
        missing.iter().map(|file| Some(format!("/{file} {}\n", rules.owner_of(file)?))).collect();
    // Who that is where no rule covers it, only the team knows.
    let Some(lines) = lines else { return Ok(false) };
    if !lines.is_empty() {
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text += "# By what launches are judged, and what is accepted.\n";
        text += &lines.concat();
        write_whole(&path, &text)?;
        writeln!(out, "added {} to {}", missing.join(" and "), shown(name))?;
    }
    Ok(true)
}

fn next(host: Option<Host>, reference: &str, is_reviewed: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut steps = Vec::new();
    match host {
        Some(Host::GitHub) => {
            steps.push("give the runner with the phone the label `iphone`, or change `runs-on`");
            steps.push("set the variable LAUNCHGATE_SIGN to the identity that signs the app");
            if reference == UNKNOWN_ACTION {
                steps.push("put the action's address for OWNER and COMMIT, or run this again with --action");
            }
        }
        Some(Host::GitLab) => {
            steps.push("include .gitlab/launchgate.yml in .gitlab-ci.yml");
            steps.push("set the variables that stand at its beginning");
        }
        None => steps.push("say --on github or --on gitlab for the pipeline's files"),
    }
    if !is_reviewed {
        steps.push(
            "put /config.toml and /baselines/accepted.tsv under CODEOWNERS, so that somebody reviews them",
        );
    }
    if reference.rsplit_once("@v").is_some() {
        steps.push(
            "pin the action: put the commit of its tag for the tag (`git ls-remote URL refs/tags/TAG`)",
        );
    }
    steps.push("check with `gate doctor` on the runner that it sees the phone");
    writeln!(out, "next:")?;
    for step in steps {
        writeln!(out, "- {step}")?;
    }
    Ok(())
}
