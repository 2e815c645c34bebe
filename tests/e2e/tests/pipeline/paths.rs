//! Tests a pull request with a symbolic link at every path that its job reads or writes. No file outside the checkout may be changed or
//! printed.
//!
//! The test contains no list of the paths. The written paths are the paths of the files that the template's
//! job leaves in its workspace, and the read paths are the paths of the files in the checkout.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use e2e::lab::Lab;

use super::api::Api;
use super::github::{job, machine, project, workflow};
use super::gitlab;
use super::hostile::request;
use super::others::git;
use super::project::Project;
use super::runner::Machine;
use super::simulator::{self, put_source};
use super::workflow;
use crate::run_simulator::Mac;

const SECRET: &str = "hunter2-the-password-of-the-key";

/// Private files of the machine, with their original contents.
struct Outside {
    folder: PathBuf,
    before: BTreeMap<PathBuf, Vec<u8>>,
}

impl Outside {
    fn new(folder: PathBuf, names: &BTreeSet<PathBuf>) -> Outside {
        fs::create_dir_all(folder.join("folder")).unwrap();
        fs::write(folder.join("secret"), format!("{SECRET}\n")).unwrap();
        // The folder to which links point has files with the names of the files that a job writes.
        for name in names.iter().filter_map(|path| path.file_name()) {
            fs::write(folder.join("folder").join(name), format!("{SECRET} {}\n", name.display())).unwrap();
        }
        let before = content(&folder);
        Outside { folder, before }
    }

    /// Returns the private files that were changed, created or removed.
    fn changed(&self) -> Vec<String> {
        let now = content(&self.folder);
        let all: BTreeSet<&PathBuf> = self.before.keys().chain(now.keys()).collect();
        let differs = |path: &&&PathBuf| self.before.get(**path) != now.get(**path);
        all.iter().filter(differs).map(|path| path.display().to_string()).collect()
    }
}

/// Returns the files below a folder with their contents.
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

/// Returns the files and folders that the job wrote into its checkout, except for files whose names contain a
/// session.
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

/// The paths of links, each with whether its target is a folder.
type Links = BTreeMap<PathBuf, bool>;

/// Runs the job with links at the paths in `links`, and returns the errors and the refused links. A job ends
/// at the first link that it refuses, and reports it; the job then runs again without this link. `run`
/// returns whether the job refused a link, its output, and the files that it leaves for other jobs.
fn hunt(
    outside: &Outside,
    mut links: Links,
    mut run: impl FnMut(&Links) -> (bool, String, BTreeMap<PathBuf, Vec<u8>>),
) -> (Vec<String>, Vec<PathBuf>) {
    let (mut wrong, mut refused) = (Vec::new(), Vec::new());
    while !links.is_empty() && wrong.is_empty() {
        let (failed, told, artifacts) = run(&links);
        let names: Vec<_> = links.keys().map(|path| path.display().to_string()).collect();
        if !outside.changed().is_empty() {
            wrong.push(format!("{names:?} changed {:?}", outside.changed()));
        }
        if told.contains(SECRET) {
            let line = told.lines().find(|line| line.contains(SECRET)).unwrap_or_default();
            wrong.push(format!("{names:?} told {line:?}"));
        }
        for (path, bytes) in artifacts {
            let is_told = String::from_utf8_lossy(&bytes).contains(SECRET);
            // Files of the build are exempt, because the job that builds has no private file of this machine.
            if is_told && !path.display().to_string().contains("launchgate-app-") {
                wrong.push(format!("{names:?} are in the artifact {}", path.display()));
            }
        }
        let is_named = |path: &PathBuf| {
            let name = path.display().to_string();
            told.lines().any(|line| line.contains(&name) && line.contains("symbolic link"))
        };
        match links.keys().find(|path| is_named(path)).cloned() {
            Some(path) if failed => {
                links.remove(&path);
                refused.push(path);
            }
            _ => break,
        }
    }
    (wrong, refused)
}

/// Makes a commit with links at the paths in `links`. Each link points to a file or folder of this machine.
fn with_links(project: &Project, outside: &Path, links: &Links) -> String {
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
    // If both builds were equal, the app would not be launched.
    if !links.contains_key(Path::new("Imaging/Decoder.m")) {
        project.write("Imaging/Decoder.m", "// thumbnails, decoded at their full size\n").unwrap();
    }
    project.commit("Links").unwrap()
}

/// `cargo xtask bench gate` reports the number of paths that lead outside the checkout.
#[test]
fn no_symbolic_link_of_a_github_checkout_leads_a_job_out_of_the_checkout() {
    let (lab, project, api) = (Lab::new("17.5").unwrap(), project(), Api::start(false).unwrap());
    // A run with the smallest number of launches suffices, because the test does not depend on the verdict.
    let path = workflow(&project, "launchgate.yml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("launches: 6", "launches: 1")).unwrap();
    project.write("CODEOWNERS", "* @shop/app\n").unwrap();
    project.write("baselines/accepted.tsv", "launchgate.accepted/1\n").unwrap();
    project.commit("Settings").unwrap();
    let on = machine(&lab, &project, &api);
    let base = git(&project.work(), &["rev-parse", "main"]).unwrap();
    let run = |head: &str| {
        let event = request(&project, head, &base);
        let _ = fs::remove_dir_all(on.artifacts("pull_request"));
        let jobs = workflow::run(&on, &path, &event).unwrap();
        let measure = job(&jobs, "measure");
        let told = format!("{}\n{}\n{}", measure.said, measure.summary, measure.annotations.join("\n"));
        (event.sha, measure.ran.failed, told)
    };
    let (sha, _, told) = run(&project.slower().unwrap());
    let work = workspace(&on, &sha);
    let written = written(&work);
    let read = git(&work, &["ls-files"]).unwrap();
    let read: BTreeSet<PathBuf> =
        read.lines().filter(|path| !path.starts_with(".git")).map(PathBuf::from).collect();
    assert!(written.contains(Path::new("launchgate/verdict.json")), "{written:?}: {told}");
    assert!(read.contains(Path::new("config.toml")), "{read:?}");
    let depth = |path: &&PathBuf| path.components().count();
    let is_folder = |path: &Path| work.join(path).is_dir();

    let outside = Outside::new(lab.path("outside"), &written);
    let (mut wrong, mut refused, mut tried) = (Vec::new(), Vec::new(), 0);
    // Links replace folders in the order of their depth, and then files, because no file can be below a link.
    let mut rounds: Vec<BTreeSet<PathBuf>> = vec![read];
    for level in 1..=written.iter().map(|path| depth(&path)).max().unwrap_or(1) {
        let folders = written.iter().filter(|path| depth(path) == level && is_folder(path));
        rounds.push(folders.cloned().collect());
    }
    rounds.push(written.iter().filter(|path| !is_folder(path)).cloned().collect());
    for round in rounds {
        let links: Links = round.into_iter().map(|path| (path.clone(), is_folder(&path))).collect();
        tried += links.len();
        let (mut more, named) = hunt(&outside, links, |links| {
            let (_, failed, told) = run(&with_links(&project, &outside.folder, links));
            let artifacts = content(&on.artifacts("pull_request"));
            (failed.is_some(), told, artifacts)
        });
        wrong.append(&mut more);
        refused.extend(named);
    }
    println!("{{\"gate.hostile.paths\": {}, \"gate.hostile.paths_tried\": {tried}}}", wrong.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    // The job refuses links at four of the paths; it replaces links at the other paths by the files that it
    // writes.
    for path in ["launchgate", "launchgate/report.md", "config.toml", "CODEOWNERS"] {
        assert!(refused.contains(&PathBuf::from(path)), "{path} is not among {refused:?}");
    }
    assert!(tried > 15, "{tried}");
}

/// The pull request has a link at each path that the template's own build steps write before the action runs.
#[test]
fn no_symbolic_link_leads_the_builds_for_a_simulator_out_of_their_checkout() {
    let mac = Mac::new();
    let action = format!("{}@{}", simulator::ACTION, simulator::COMMIT);
    let project = Project::for_simulators(&["--on", "github", "--action", &action]).unwrap();
    let settings = project.work().join("config.toml");
    let text = fs::read_to_string(&settings).unwrap();
    fs::write(&settings, text + &mac.settings()).unwrap();
    let base = project.commit("Run simctl of this machine").unwrap();
    let mut machine = Machine::new().unwrap();
    project.tools(&machine.programs).unwrap();
    put_source(&mut machine);
    machine.origin = Some(project.origin());
    let file = workflow(&project, "launchgate.yml");
    let run = |head: &str| {
        let _ = fs::remove_dir_all(machine.artifacts("pull_request"));
        let jobs = simulator::pull_request(&machine, &file, &base, head);
        let done = job(&jobs, "measure");
        (done.ran.failed, format!("{}\n{}", done.said, done.summary))
    };
    let head = project.slower().unwrap();
    let (failed, told) = run(&head);
    assert_eq!(failed, None, "{told}");
    let work = workspace(&machine, &head);
    let written = written(&work);
    // The test `no_symbolic_link_of_a_github_checkout_leads_a_job_out_of_the_checkout` covers the paths in the action's folder.
    let is_of_build = |path: &&PathBuf| path.components().count() == 1 && !path.starts_with("launchgate");
    let links: Links =
        written.iter().filter(is_of_build).map(|path| (path.clone(), work.join(path).is_dir())).collect();
    for path in ["derived", "symbols"] {
        assert!(links.contains_key(Path::new(path)), "{links:?}");
    }
    let outside = Outside::new(machine.folder.path().join("outside"), &written);
    let (wrong, refused) = hunt(&outside, links, |links| {
        let (failed, told) = run(&with_links(&project, &outside.folder, links));
        assert_eq!(failed, None, "{told}");
        (false, told, content(&machine.artifacts("pull_request")))
    });
    assert!(wrong.is_empty() && refused.is_empty(), "{wrong:#?} {refused:?}");
}

#[test]
fn no_symbolic_link_of_a_gitlab_merge_request_leads_a_job_out_of_the_checkout() {
    let (lab, api) = (Lab::new("17.5").unwrap(), Api::start(false).unwrap());
    let project = Project::new(&["--on", "gitlab"], |text| {
        text.replace("$launches -o ../launches\n", "-o ../launches --launches 1 --rest 0\n")
    })
    .unwrap();
    project.write("CODEOWNERS", "* @shop/app\n").unwrap();
    project.write("baselines/accepted.tsv", "launchgate.accepted/1\n").unwrap();
    project.commit("Settings").unwrap();
    let base = git(&project.work(), &["rev-parse", "main"]).unwrap();
    let mut runs = 0;
    let mut run = || {
        runs += 1;
        let place = lab.path(&format!("request-{runs}"));
        let (failed, told) = gitlab::merge_request(&lab, &project, &api, &base, &place);
        (failed, told, place)
    };
    project.slower().unwrap();
    let (_, told, place) = run();
    let measured = place.join("launchgate-measure");
    assert!(measured.join("verdict.json").is_file(), "{told}");
    // The job reads the files of the checkout, and writes files into its parent folder.
    let read = git(&measured.join("checkout"), &["ls-files"]).unwrap();
    let read = read.lines().filter(|path| !path.starts_with(".git")).map(|path| (PathBuf::from(path), false));
    let names = fs::read_dir(&measured).unwrap().map(|entry| entry.unwrap());
    // Files of the build are not among the tested paths.
    let of_build = ["head.ipa", "base.ipa", "symbols", "symbols-of-base"];
    let names = names.filter(|entry| !of_build.iter().any(|name| entry.file_name() == *name));
    let above = names.map(|entry| (PathBuf::from(entry.file_name()), entry.path().is_dir()));
    let links: Links = above.chain(read).collect();
    assert!(links.len() > 12, "{links:?}");
    let outside = Outside::new(lab.path("outside"), &links.keys().cloned().collect());
    let (wrong, refused) = hunt(&outside, links, |links| {
        with_links(&project, &outside.folder, links);
        let (failed, told, place) = run();
        (failed, told, content(&place.join("launchgate-measure.artifacts")))
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(refused.contains(&PathBuf::from("config.toml")), "{refused:?}");
}
