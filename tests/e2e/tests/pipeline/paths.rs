//! A request with a link at every path that its job reads or writes: nothing outside the checkout is changed, and nothing of it is told.
//!
//! The paths are not listed here: those that are written are what the job of the template leaves in its workspace, and those that are
//! read are the files of the checkout.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use e2e::lab::Lab;

use super::api::Api;
use super::github::{job, machine, project, workflow};
use super::hostile::request;
use super::others::{git, modules};
use super::project::Project;
use super::runner::Machine;
use super::workflow;

const SECRET: &str = "hunter2-the-password-of-the-key";

/// Files of this machine that are nobody's business, and what they were.
struct Outside {
    folder: PathBuf,
    before: BTreeMap<PathBuf, Vec<u8>>,
}

impl Outside {
    fn new(folder: PathBuf, names: &BTreeSet<PathBuf>) -> Outside {
        fs::create_dir_all(folder.join("folder")).unwrap();
        fs::write(folder.join("secret"), format!("{SECRET}\n")).unwrap();
        // A folder that a link leads to has files of the names that a job writes.
        for name in names.iter().filter_map(|path| path.file_name()) {
            fs::write(folder.join("folder").join(name), format!("{SECRET} {}\n", name.display())).unwrap();
        }
        let before = content(&folder);
        Outside { folder, before }
    }

    /// What was changed, made or removed.
    fn changed(&self) -> Vec<String> {
        let now = content(&self.folder);
        let all: BTreeSet<&PathBuf> = self.before.keys().chain(now.keys()).collect();
        let differs = |path: &&&PathBuf| self.before.get(**path) != now.get(**path);
        all.iter().filter(differs).map(|path| path.display().to_string()).collect()
    }
}

/// The files below a folder.
fn content(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(content(&path));
        } else {
            found.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    found
}

fn workspace(machine: &Machine, sha: &str) -> PathBuf {
    machine.folder.path().join(format!("pull_request-{}-measure", &sha[..8])).join("workspace")
}

/// What the job wrote into its checkout, folders too, but for what has the name of a session.
fn written(workspace: &Path) -> BTreeSet<PathBuf> {
    let listed = git(workspace, &["ls-files", "--others", "--full-name"]).unwrap();
    let mut all = BTreeSet::new();
    for path in
        listed.lines().map(Path::new).filter(|path| path.extension().is_none_or(|end| end != "lgtrace"))
    {
        all.extend(path.ancestors().filter(|part| part.components().count() > 0).map(Path::to_owned));
    }
    all
}

/// A commit with links at these paths, each to a file or to a folder of this machine.
fn with_links(project: &Project, outside: &Path, links: &BTreeMap<PathBuf, bool>) -> String {
    let work = project.work();
    git(&work, &["checkout", "--quiet", "--force", "-B", "links", "main"]).unwrap();
    for (path, is_folder) in links {
        let place = work.join(path);
        if place.is_dir() {
            fs::remove_dir_all(&place).unwrap();
        } else if place.symlink_metadata().is_ok() {
            fs::remove_file(&place).unwrap();
        }
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        symlink(outside.join(if *is_folder { "folder" } else { "secret" }), &place).unwrap();
    }
    // Equal builds would not be launched.
    if !links.contains_key(Path::new("Imaging/Decoder.m")) {
        project.write("Imaging/Decoder.m", "// thumbnails, decoded at their full size\n").unwrap();
    }
    project.commit("Links").unwrap()
}

/// A job of a template that ran for a commit.
struct Ran {
    /// Its checkout.
    checkout: PathBuf,
    failed: Option<i32>,
    /// All that it said.
    told: String,
    /// Folders of what it left for others.
    artifacts: Vec<PathBuf>,
}

/// What a job does with links at its paths.
#[derive(Default)]
struct Seen {
    /// What changed or was told of this machine.
    wrong: Vec<String>,
    /// The paths that are refused with their name.
    refused: Vec<PathBuf>,
    tried: usize,
}

/// Runs a job for commits with links at every path that it reads or writes.
fn links_lead_out(project: &Project, outside: PathBuf, run: &dyn Fn(&str) -> Ran) -> Seen {
    let first = run(&project.slower().unwrap());
    let work = first.checkout;
    let written = written(&work);
    let read = git(&work, &["ls-files"]).unwrap();
    let read: BTreeSet<PathBuf> =
        read.lines().filter(|path| !path.starts_with(".git")).map(PathBuf::from).collect();
    assert!(read.contains(Path::new("config.toml")), "{read:?}: {}", first.told);
    let depth = |path: &&PathBuf| path.components().count();
    let folders: BTreeSet<PathBuf> =
        written.iter().filter(|path| work.join(path).is_dir()).cloned().collect();
    let is_folder = |path: &Path| folders.contains(path);

    let outside = Outside::new(outside, &written);
    let mut seen = Seen::default();
    // Folders by their depth, then files: a link has nothing below it.
    let mut rounds: Vec<BTreeSet<PathBuf>> = vec![read];
    for level in 1..=written.iter().map(|path| depth(&path)).max().unwrap_or(1) {
        rounds.push(folders.iter().filter(|path| depth(path) == level).cloned().collect());
    }
    rounds.push(written.iter().filter(|path| !is_folder(path)).cloned().collect());
    for round in rounds {
        let mut links: BTreeMap<PathBuf, bool> =
            round.into_iter().map(|path| (path.clone(), is_folder(&path))).collect();
        seen.tried += links.len();
        // The job ends at the first link that it refuses, and names it; the others are tried without that one.
        while !links.is_empty() && seen.wrong.is_empty() {
            let ran = run(&with_links(project, &outside.folder, &links));
            let names: Vec<_> = links.keys().map(|path| path.display().to_string()).collect();
            if !outside.changed().is_empty() {
                seen.wrong.push(format!("{names:?} changed {:?}", outside.changed()));
            }
            if let Some(line) = ran.told.lines().find(|line| line.contains(SECRET)) {
                seen.wrong.push(format!("{names:?} told {line:?}"));
            }
            for (path, bytes) in ran.artifacts.iter().flat_map(|folder| content(folder)) {
                let is_told = String::from_utf8_lossy(&bytes).contains(SECRET);
                // What the build leaves is its own: that job has nothing of this machine.
                if is_told && !path.display().to_string().contains("launchgate-app-") {
                    seen.wrong.push(format!("{names:?} are in the artifact {}", path.display()));
                }
            }
            let is_named = |path: &PathBuf| {
                let name = path.display().to_string();
                ran.told.lines().any(|line| line.contains(&name) && line.contains("symbolic link"))
            };
            match links.keys().find(|path| is_named(path)).cloned() {
                Some(path) if ran.failed.is_some() => {
                    links.remove(&path);
                    seen.refused.push(path);
                }
                _ => break,
            }
        }
    }
    seen
}

/// `cargo xtask bench gate` counts the paths that lead out.
#[test]
fn no_link_of_a_checkout_leads_a_job_out_of_it() {
    let (lab, project, api) = (Lab::new("17.5").unwrap(), project(), Api::start(false).unwrap());
    // As few launches as make a run: what they say is not asked here.
    let path = workflow(&project, "launchgate.yml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("launches: 6", "launches: 1")).unwrap();
    project.write("CODEOWNERS", "* @shop/app\n").unwrap();
    project.write("baselines/accepted.tsv", "launchgate.accepted/1\n").unwrap();
    project.commit("Settings").unwrap();
    let mut on = machine(&lab, &project, &api);
    on.modules = Some(modules().unwrap());
    let seen = of_github(&on, &project, lab.path("outside"));
    println!(
        "{{\"gate.hostile.paths\": {}, \"gate.hostile.paths_tried\": {}}}",
        seen.wrong.len(),
        seen.tried
    );
    assert!(seen.wrong.is_empty(), "{:#?}", seen.wrong);
    // Those that are not refused lead nowhere: what is written there replaces the link.
    for path in ["launchgate", "launchgate/report.md", "config.toml", "CODEOWNERS"] {
        assert!(seen.refused.contains(&PathBuf::from(path)), "{path} is not among {:?}", seen.refused);
    }
    assert!(seen.tried > 15, "{}", seen.tried);
}

/// The job `measure` of the workflow for pull requests.
pub fn of_github_is_safe(on: &Machine, project: &Project, outside: PathBuf) {
    let seen = of_github(on, project, outside);
    assert!(seen.wrong.is_empty() && seen.tried > 10, "{}: {:#?}", seen.tried, seen.wrong);
}

fn of_github(on: &Machine, project: &Project, outside: PathBuf) -> Seen {
    let path = workflow(project, "launchgate.yml");
    let base = git(&project.work(), &["rev-parse", "main"]).unwrap();
    links_lead_out(project, outside, &|head| {
        let event = request(project, head, &base);
        let _ = fs::remove_dir_all(on.artifacts("pull_request"));
        let jobs = workflow::run(on, &path, &event).unwrap();
        let measure = job(&jobs, "measure");
        let told = format!("{}\n{}\n{}", measure.said, measure.summary, measure.annotations.join("\n"));
        let (checkout, failed) = (workspace(on, &event.sha), measure.ran.failed);
        Ran { checkout, failed, told, artifacts: vec![on.artifacts("pull_request")] }
    })
}

/// The same of a job that `run` carries out for a commit: its checkout, its code, what it said, and where its artifacts are.
pub fn of_gitlab_is_safe(
    project: &Project,
    outside: PathBuf,
    run: &dyn Fn(&str) -> (PathBuf, i32, String, PathBuf),
) {
    let seen = links_lead_out(project, outside, &|head| {
        let (checkout, code, told, artifacts) = run(head);
        Ran { checkout, failed: Some(code).filter(|code| *code != 0), told, artifacts: vec![artifacts] }
    });
    assert!(seen.wrong.is_empty() && seen.tried > 5, "{}: {:#?}", seen.tried, seen.wrong);
    assert!(seen.refused.contains(&PathBuf::from("config.toml")), "{:?}", seen.refused);
}
