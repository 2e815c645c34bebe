//! `gate init`: writes the settings and the pipeline's files into a project.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use gate_attribution::Codeowners;
use gate_init::{
    Action, AppChoice, InitError, ModuleOrigin, PipelineHost, Project, Step, read_apps, render_files,
};
use gate_report::{escape_for_display, format_count};

use super::Exit;
use super::terminal::can_ask;
use crate::app::write_whole;

/// The reference of the GitHub action that the build of a release sets, such as `owner/repository/.github/action@tag`.
const ACTION: Option<&str> = option_env!("LAUNCHGATE_ACTION");

/// Returns the reference of the GitHub action for this build: the commit of a release build, or otherwise the tag of the version.
fn action_reference() -> String {
    let repository = env!("CARGO_PKG_REPOSITORY").trim_start_matches("https://github.com/");
    let commit = option_env!("LAUNCHGATE_COMMIT").unwrap_or(concat!("v", env!("CARGO_PKG_VERSION")));
    format!("{repository}/.github/action@{commit}")
}

#[derive(Args)]
pub(super) struct Init {
    /// Read the project in this folder, the root of the app's repository
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Choose this target or product, if the project has several apps; if repeated, the workflows have a matrix of apps [default: the
    /// one that is not a sample]
    #[arg(long, value_name = "NAME")]
    app: Vec<String>,
    /// Build by this scheme [default: the shared scheme that launches the app]
    #[arg(long, value_name = "NAME")]
    scheme: Option<String>,
    /// Write the pipeline of this CI service [default: detected from the repository]
    #[arg(long, value_enum)]
    on: Option<CiHost>,
    /// Use this action in the workflows, as owner/repository/.github/action@COMMIT [default: the release's]
    #[arg(long, value_name = "ACTION")]
    action: Option<String>,
    /// Measure on a phone connected to a self-hosted runner [default: in a simulator on a hosted runner, unless a workflow names a
    /// self-hosted runner; GitLab and configurations for devices only always need a phone]
    #[arg(long)]
    device: bool,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Print the summary, the notes and the files without writing them
    #[arg(long)]
    dry_run: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum CiHost {
    Github,
    Gitlab,
    /// Write only the settings, without CI workflows
    None,
}

pub(super) fn init(args: &Init, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<Exit> {
    let own = ACTION.map_or_else(action_reference, str::to_owned);
    let reference = args.action.as_deref().unwrap_or(&own);
    let parts = reference
        .split_once('@')
        .filter(|(place, commit)| place.matches('/').count() >= 1 && !commit.is_empty());
    if parts.is_none()
        || reference.contains(|c: char| c.is_whitespace() || c.is_control() || "#'\"".contains(c))
    {
        bail!("--action must be owner/repository/.github/action@COMMIT, not {reference:?}");
    }
    let mut project = find_project(args, err)?;
    let host = match args.on {
        Some(CiHost::Github) => Some(PipelineHost::GitHub),
        Some(CiHost::Gitlab) => Some(PipelineHost::GitLab),
        Some(CiHost::None) => None,
        None => project.host,
    };
    if host == Some(PipelineHost::GitLab) && !project.others.is_empty() {
        bail!(
            "a matrix of several apps is written for GitHub only; pass one --app, and copy its jobs for the others"
        );
    }
    project.choose_driver(host, args.device);
    let for_agents = fs::read_to_string(args.folder.join("AGENTS.md"));
    if for_agents.is_ok_and(|text| !text.contains("launchgate")) {
        project.left.push("copy the lines for coding agents from LAUNCHGATE.md into AGENTS.md".to_owned());
    }
    let version = concat!("v", env!("CARGO_PKG_VERSION"));
    let action = Action { reference, version, is_released: ACTION.is_some() };
    let files = render_files(&project, host, &action);
    if !args.dry_run {
        let there: Vec<&str> =
            files.iter().map(|file| file.path).filter(|path| args.folder.join(path).exists()).collect();
        if !there.is_empty() && !args.force {
            bail!(
                "these files already exist: {}; nothing was written. Pass --force to overwrite them",
                there.join(", ")
            );
        }
    }
    print_project(&project, out)?;
    for note in &project.notes {
        writeln!(err, "note: {}", escape_for_display(note))?;
    }
    if args.dry_run {
        print_next(project.next_steps(host, reference, true), out)?;
        for file in &files {
            writeln!(out, "\n# {}\n{}", file.path, file.text)?;
        }
        return Ok(Exit::Pass);
    }
    for file in &files {
        let path = args.folder.join(file.path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("")))
            .with_context(|| path.display().to_string())?;
        write_whole(&path, &file.text)?;
        writeln!(out, "wrote {}", file.path)?;
    }
    let decisions = [project.settings, "baselines/accepted.tsv"];
    let is_reviewed = own_decisions(&args.folder, project.codeowners.as_deref(), decisions, out)?;
    print_next(project.next_steps(host, reference, is_reviewed), out)?;
    Ok(Exit::Pass)
}

/// Reads the project. If the project has several apps, a person at a terminal chooses one.
fn find_project(args: &Init, err: &mut dyn Write) -> anyhow::Result<Project> {
    if let ([_, _, ..], Some(scheme)) = (&args.app[..], &args.scheme) {
        bail!(
            "--scheme {scheme:?} builds one app, but --app names several; omit --scheme, and set the matrix in the written workflows"
        );
    }
    let choose = |app| AppChoice { app, scheme: args.scheme.clone() };
    let named: Vec<AppChoice> = args.app.iter().cloned().map(Some).map(choose).collect();
    let choices = if named.is_empty() { vec![choose(None)] } else { named };
    match read_apps(&args.folder, &choices) {
        Err(InitError::SeveralApps { apps }) if can_ask() => {
            writeln!(err, "Which app is measured?")?;
            for (at, app) in apps.iter().enumerate() {
                writeln!(
                    err,
                    "{:>3}  {}",
                    at + 1,
                    escape_for_display(&format!("{} ({})", app.app, app.place))
                )?;
            }
            write!(err, "Number, or several for a matrix: ")?;
            err.flush()?;
            let mut line = String::new();
            std::io::stdin().read_line(&mut line)?;
            let numbered = |word: &str| apps.get(word.parse::<usize>().ok()?.checked_sub(1)?);
            let words = if line.trim().is_empty() { vec![""] } else { line.split_whitespace().collect() };
            let mut choices = Vec::new();
            for word in words {
                let Some(chosen) = numbered(word) else {
                    bail!("{word:?} is not a number in the list; nothing was written")
                };
                choices.push(choose(Some(format!("{}/{}", chosen.place, chosen.app))));
            }
            Ok(read_apps(&args.folder, &choices)?)
        }
        other => Ok(other?),
    }
}

/// Prints the properties of the project that were found, so that the user sees which are missing.
fn print_project(project: &Project, out: &mut dyn Write) -> anyhow::Result<()> {
    for app in project.apps() {
        let bundle = app.bundle.as_deref().unwrap_or("identifier set by a variable");
        let how = format!("scheme {} ({}) of {}", app.scheme, app.configuration, app.container);
        let line = format!("app: {}, {}.app ({bundle}), {how}", app.target, app.product);
        writeln!(out, "{}", escape_for_display(&line))?;
    }
    let mut brings: Vec<String> = Vec::new();
    brings.extend(project.checkout.submodules.then(|| "submodules".to_owned()));
    brings.extend(project.checkout.lfs.then(|| "LFS files".to_owned()));
    for Step { name, source, app, .. } in &project.steps {
        let source = source.as_ref().map_or_else(String::new, |source| format!(" ({source})"));
        let app = app.as_ref().map_or_else(String::new, |app| format!(" for {app}"));
        brings.push(format!("{name}{source}{app}"));
    }
    let brings = if brings.is_empty() { "none".to_owned() } else { brings.join(", ") };
    let xcode = project.xcode.as_deref().unwrap_or("the runner's default");
    writeln!(
        out,
        "{}",
        escape_for_display(&format!(
            "default branch: {}; Xcode: {xcode}; steps before the build: {brings}",
            project.branch
        ))
    )?;
    let modules = |origin, noun| {
        format_count(project.modules.iter().filter(|module| module.origin == origin).count(), noun)
    };
    let owned = project.modules.iter().filter(|module| module.owner.is_some()).count();
    writeln!(
        out,
        "modules: {}, {}, {}, {}; {owned} with an owner",
        modules(ModuleOrigin::Target, "target"),
        modules(ModuleOrigin::LocalPackage, "local package"),
        modules(ModuleOrigin::Pod, "pod"),
        modules(ModuleOrigin::Package, "remote package"),
    )?;
    let codeowners = project.codeowners.as_deref().unwrap_or("none");
    writeln!(out, "owners: {}; link maps: {}", escape_for_display(codeowners), project.link_maps.len())?;
    Ok(())
}

/// Adds a rule to CODEOWNERS for the settings and a rule for the accepted regressions, at the end of the file, so that no rule of a folder
/// overrides them. Returns whether CODEOWNERS now has both rules.
fn own_decisions(
    root: &Path,
    codeowners: Option<&str>,
    decisions: [&str; 2],
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let Some(name) = codeowners else { return Ok(false) };
    let path = root.join(name);
    let mut text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let rules = text.lines().filter_map(|line| line.split_whitespace().next());
    let ruled: Vec<&str> = rules.map(|rule| rule.trim_start_matches('/')).collect();
    let missing: Vec<&str> = decisions.into_iter().filter(|file| !ruled.contains(file)).collect();
    let rules = Codeowners::parse(&text);
    let lines: Option<Vec<String>> =
        missing.iter().map(|file| Some(format!("/{file} {}\n", rules.owner_of(file)?))).collect();
    // If no rule covers a file, its owner is unknown, so no rule is added.
    let Some(lines) = lines else { return Ok(false) };
    if !lines.is_empty() {
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text += "# The settings of the gate and the accepted regressions.\n";
        text += &lines.concat();
        write_whole(&path, &text)?;
        writeln!(out, "added {} to {}", missing.join(" and "), escape_for_display(name))?;
    }
    Ok(true)
}

/// Prints the tasks for a person.
fn print_next(steps: Vec<String>, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "next:")?;
    for step in steps {
        writeln!(out, "- {}", escape_for_display(&step))?;
    }
    Ok(())
}
