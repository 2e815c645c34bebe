//! Tests all steps from a repository to a green pipeline: the files that `gate init` writes for projects of several kinds run unedited.
//!
//! gate comes from a release, or is built from source for simulators and for two of the phone projects. The
//! repository's variables set the number of launches. Replacements for the tools of a project fail like the
//! real tools if pods are not installed, the project is not generated, or the pods' packages are missing.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use e2e::lab::{Lab, gate, program};
use e2e::shop::Shop;
use gate::cli::Exit;
use phone::build::Style;
use serde_json::json;
use tempfile::TempDir;

use super::api::Api;
use super::github::job;
use super::install::real;
use super::others::{copy, git};
use super::project::take_release;
use super::runner::{Event, Machine};
use super::simulator::{ACTION, COMMIT, pull_request, put_source};
use super::{workflow, xcodebuild};
use crate::run_simulator::Mac;

#[expect(dead_code, reason = "what is right of each shape is the other test's")]
#[path = "../../../../gate/tests/init_corpus/corpus.rs"]
mod corpus;

/// The folder that contains the projects ("shapes").
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../gate/tests/corpus");

/// The projects for a phone: pods in the root with bundler and a workspace; XcodeGen; React Native with yarn
/// and pods in `ios`; a matrix of two apps.
const ON_PHONES: [&str; 4] = ["podcasts", "library", "chat", "several-apps"];
/// The projects for which gate is built from source.
const FROM_SOURCE: [&str; 2] = ["library", "several-apps"];
/// The projects for a simulator: a repository of several apps and samples with one workspace; one target for
/// iPhone and Mac; a static library that a script makes; a matrix of two apps.
const IN_SIMULATORS: [&str; 4] = ["vault", "social", "made-library", "several-apps"];

/// A shell line that refuses the build if the library that a script makes is missing.
const LINK: &str =
    "[ ! -f scripts/build-oqs.sh ] || [ -f Libraries/liboqs.a ] || fail \"library 'oqs' not found\"";

const POD: &str = r#"#!/bin/sh
set -eu
[ "$*" = install ] && [ -f Podfile ]
! grep -q node_modules Podfile || [ -f ../node_modules/.installed ] || { echo "[!] No podspec found in ../node_modules" >&2; exit 1; }
for project in *.xcodeproj; do
  workspace=${project%.xcodeproj}.xcworkspace
  mkdir -p "$workspace"
  echo '<Workspace version = "1.0"></Workspace>' > "$workspace/contents.xcworkspacedata"
done
"#;

const BUNDLE: &str = r#"#!/bin/sh
set -eu
[ -f "${BUNDLE_GEMFILE:-Gemfile}" ] || { echo "Could not locate Gemfile" >&2; exit 10; }
case $1 in
  install) touch "$HOME/bundled" ;;
  exec) [ -f "$HOME/bundled" ]; shift; exec "$@" ;;
esac
"#;

const XCODEGEN: &str = r#"#!/bin/sh
set -eu
[ "$*" = generate ] && [ -f project.yml ]
name=$(sed -n 's/^name: //p' project.yml)
mkdir -p "$name.xcodeproj" && echo '{}' > "$name.xcodeproj/project.pbxproj"
"#;

const YARN: &str = "#!/bin/sh\nset -eu\n[ \"$*\" = \"install --immutable\" ] && [ -f yarn.lock ] && [ -f \"$HOME/corepack\" ]\nmkdir -p node_modules && touch node_modules/.installed\n";

/// Installs the replacements for the project's tools, and the build that they produce.
fn tools(programs: &Path, build: &Path, project: &gate_init::Project) -> Result<()> {
    let builds = build.display().to_string();
    let xcodebuild = xcodebuild::script(project.apps(), &builds, LINK);
    for (name, text) in [
        ("xcodebuild", &*xcodebuild),
        ("pod", POD),
        ("bundle", BUNDLE),
        ("xcodegen", XCODEGEN),
        ("yarn", YARN),
        ("corepack", "#!/bin/sh\n[ \"$*\" = enable ] && touch \"$HOME/corepack\"\n"),
        ("brew", "#!/bin/sh\necho \"brew: $* is not here\" >&2\nexit 1\n"),
        ("zip", "#!/bin/sh\nset -eu\n[ \"$1\" = -qry ]\nexec python3 -m zipfile -c \"$2\" \"$3\"\n"),
    ] {
        program(&programs.join(name), text)?;
    }
    Ok(())
}

/// Makes a repository of a project with the files of `gate init`, and its remote. The function also returns
/// the name of the default branch.
fn repository(shape: &corpus::Shape, folder: &Path, words: &[&str]) -> Result<(gate_init::Project, String)> {
    let (work, origin) = (folder.join("work"), folder.join("origin.git"));
    shape.write(&work);
    let project = shape.read_from(&work)?;
    let place = work.display().to_string();
    let action = format!("{ACTION}@{COMMIT}");
    let fixed = ["init", &place, "--on", "github", "--action", &action];
    let apps: Vec<&str> = shape.choice().into_iter().flat_map(|app| ["--app", app]).collect();
    let (exit, said, complained) = gate(&[&fixed[..], &apps, words].concat());
    ensure!(exit == Exit::Pass, "{said}{complained}");
    // The project's `.git` folder only contains the branch's name, and is not a repository.
    fs::remove_dir_all(work.join(".git"))?;
    let branch = project.branch.clone();
    fs::create_dir(&origin)?;
    git(&origin, &["init", "--quiet", "--bare", &format!("--initial-branch={branch}")])?;
    git(&origin, &["config", "uploadpack.allowAnySHA1InWant", "true"])?;
    git(&work, &["init", "--quiet", &format!("--initial-branch={branch}")])?;
    git(&work, &["remote", "add", "origin", &format!("file://{}", origin.display())])?;
    Ok((project, branch))
}

fn commit(work: &Path, subject: &str) -> Result<String> {
    git(work, &["add", "--all"])?;
    let author = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
    git(work, &[&author[..], &["commit", "--quiet", "-m", subject]].concat())?;
    git(work, &["push", "--quiet", "origin", "HEAD"])?;
    git(work, &["rev-parse", "HEAD"])
}

/// Runs the workflow for pull requests with a simulator. The workflow must succeed.
fn is_green_in_a_simulator(shape: &corpus::Shape) -> Result<()> {
    let (mac, folder) = (Mac::new(), TempDir::new()?);
    let (project, _) = repository(shape, folder.path(), &[])?;
    ensure!(project.left.is_empty(), "{:?}", project.left);
    let work = folder.path().join("work");
    let settings = work.join(project.settings);
    fs::write(&settings, fs::read_to_string(&settings)? + &mac.settings())?;
    let base = commit(&work, "The app")?;
    git(&work, &["checkout", "--quiet", "-b", "change"])?;
    fs::write(work.join("README.md"), "A change that costs nothing.\n")?;
    let head = commit(&work, "Say what it is")?;
    let build = folder.path().join("build");
    put_build(&build.join("iphonesimulator"), &Shop::build_for_simulators(Style::Chained, None)?)?;
    let mut machine = Machine::new()?;
    tools(&machine.programs, &build, &project)?;
    put_source(&mut machine);
    machine.origin = Some(folder.path().join("origin.git"));
    let jobs = pull_request(&machine, &work.join(".github/workflows/launchgate.yml"), &base, &head);
    let gate = format!("gate ({})", project.runner);
    for name in std::iter::once(gate).chain(cells(&project, &["measure"])) {
        let done = job(&jobs, &name);
        ensure!(done.ran.failed.is_none(), "{name}: {:?}: {}", done.ran.failed, done.said);
        let outputs = &done.ran.steps.last().context("no step")?.outputs;
        ensure!(!name.starts_with("measure") || outputs["verdict"] == "pass", "{name}: {outputs:?}");
    }
    for app in project.apps() {
        let suffix = if project.others.is_empty() { String::new() } else { format!("-{}", app.id) };
        let kept = machine.artifacts("pull_request").join(format!("launchgate-verdict{suffix}/verdict.json"));
        ensure!(kept.exists(), "{}", kept.display());
    }
    has_comments(&mut machine, &work, (&base, &head), project.apps().count())
}

/// Runs the workflow that comments. Each app must have a comment of its own.
fn has_comments(machine: &mut Machine, work: &Path, commits: (&str, &str), apps: usize) -> Result<()> {
    let (api, (base, head)) = (Api::start(false)?, commits);
    machine.variables.insert("GITHUB_API_URL".to_owned(), api.address());
    machine.variables.insert("TOKEN_OF_THE_JOB".to_owned(), "t0ken".to_owned());
    head.clone_into(&mut api.head.lock().unwrap());
    let run = json!({"name": "launch time", "event": "pull_request", "id": 5, "head_sha": head,
        "head_branch": "change", "head_repository": {"owner": {"login": "ann"}}});
    let payload = json!({"action": "completed", "workflow_run": run});
    let (sha, reference) = (base.to_owned(), "refs/heads/main".to_owned());
    let event = Event { name: "workflow_run", payload, sha, reference };
    for done in workflow::run(machine, &work.join(".github/workflows/launchgate-comment.yml"), &event)? {
        ensure!(done.ran.failed.is_none(), "{}: {:?}: {}", done.name, done.ran.failed, done.said);
    }
    let comments = api.comments.lock().unwrap().len();
    ensure!(comments == apps, "{comments} comments for {apps} apps");
    Ok(())
}

/// Returns the names of jobs, each once for each app of a matrix.
fn cells(project: &gate_init::Project, jobs: &[&str]) -> Vec<String> {
    let of_app = |app: &gate_init::BuiltApp, job: &str| match job.strip_suffix(')') {
        _ if project.others.is_empty() => job.to_owned(),
        Some(first) => format!("{first}, {})", app.id),
        None => format!("{job} ({})", app.id),
    };
    project.apps().flat_map(|app| jobs.iter().map(move |job| of_app(app, job))).collect()
}

/// Writes a build and its link map to the folder that the replacement for xcodebuild reads.
fn put_build(place: &Path, shop: &Shop) -> Result<()> {
    copy(&shop.app(), &place.join("Shop.app"))?;
    copy(&shop.products.shop.map, &place.join("Shop.txt"))
}

/// Runs the workflow for pull requests and the nightly one on a phone. The two workflows must succeed.
fn is_green(shape: &corpus::Shape) -> Result<()> {
    let (lab, folder) = (Lab::new("17.5")?, TempDir::new()?);
    let (project, branch) = repository(shape, folder.path(), &["--device"])?;
    let work = folder.path().join("work");
    let is_released = !FROM_SOURCE.contains(&&*shape.name);
    if is_released {
        take_release(&work, &format!("{ACTION}@{COMMIT}"))?;
    }
    let base = commit(&work, "The app")?;
    git(&work, &["checkout", "--quiet", "-b", "change"])?;
    fs::write(work.join("README.md"), "A change that costs nothing.\n")?;
    let head = commit(&work, "Say what it is")?;

    let build = folder.path().join("build");
    put_build(&build.join("iphoneos"), &Shop::build(Style::Chained)?)?;
    let (api, mut machine) = (Api::start(false)?, Machine::new()?);
    machine.variables.insert("GITHUB_API_URL".to_owned(), api.address());
    tools(&machine.programs, &build, &project)?;
    if is_released {
        let releases = folder.path().join("acme/launchgate/releases");
        fs::create_dir_all(&releases)?;
        std::os::unix::fs::symlink(real()?, releases.join("download"))?;
        machine.actions.insert(ACTION.to_owned(), real()?.join(".github/action"));
    } else {
        put_source(&mut machine);
    }
    machine.origin = Some(folder.path().join("origin.git"));
    machine.variables.insert("GITHUB_SERVER_URL".to_owned(), format!("file://{}", folder.path().display()));
    machine.variables.insert("USBMUXD_SOCKET_ADDRESS".to_owned(), lab.address());
    machine.variables.insert("TOKEN_OF_THE_JOB".to_owned(), "t0ken".to_owned());
    machine.vars.insert("LAUNCHGATE_LAUNCHES".to_owned(), "6".to_owned());
    machine.vars.insert("LAUNCHGATE_REST".to_owned(), "0".to_owned());

    let file = |name: &str| work.join(".github/workflows").join(name);
    let payload = json!({"pull_request": {"number": 7, "head": {"sha": head}, "base": {"sha": base}}});
    let event = Event { name: "pull_request", payload, sha: head, reference: "refs/pull/7/merge".to_owned() };
    let jobs = workflow::run(&machine, &file("launchgate.yml"), &event)?;
    let from_source = ["gate (macos-latest)", "gate (ubuntu-22.04)"];
    let gates = if is_released { &[][..] } else { &from_source };
    let own = cells(&project, &["build (head)", "build (base)", "measure"]);
    for name in gates.iter().map(|gate| (*gate).to_owned()).chain(own) {
        let done = job(&jobs, &name);
        ensure!(done.ran.failed.is_none(), "{name}: {:?}: {}", done.ran.failed, done.said);
        let outputs = &done.ran.steps.last().context("no step")?.outputs;
        let is_fine = || ["pass", "undecided"].contains(&outputs["verdict"].as_str());
        ensure!(!name.starts_with("measure") || is_fine(), "{name}: {outputs:?}");
    }

    let reference = format!("refs/heads/{branch}");
    let night = Event { name: "schedule", payload: json!({}), sha: base, reference };
    let jobs = workflow::run(&machine, &file("launchgate-baseline.yml"), &night)?;
    let own = cells(&project, &["build", "baseline"]);
    for name in gates.iter().map(|gate| (*gate).to_owned()).chain(own) {
        let done = job(&jobs, &name);
        ensure!(done.ran.failed.is_none(), "{name}: {:?}: {}", done.ran.failed, done.said);
    }
    let kept = git(
        &folder.path().join("origin.git"),
        &["ls-tree", "-r", "--name-only", "refs/launchgate/baselines"],
    )?;
    ensure!(kept.lines().any(|path| path.ends_with(".tsv")), "{kept}");
    Ok(())
}

/// The benchmark reads the number that this test prints.
#[test]
fn workflows_written_for_each_kind_of_project_pass_without_an_edit() {
    let shapes = corpus::shapes();
    let named = |names: &[&str]| -> Vec<&corpus::Shape> {
        shapes.iter().filter(|shape| names.contains(&&*shape.name)).collect()
    };
    let (phones, simulators) = (named(&ON_PHONES), named(&IN_SIMULATORS));
    let results: Vec<(&str, Result<()>)> = std::thread::scope(|scope| {
        let on_phones = phones.iter().map(|shape| (&*shape.name, scope.spawn(|| is_green(shape))));
        let mut running: Vec<_> = on_phones.collect();
        running.extend(
            simulators.iter().map(|shape| (&*shape.name, scope.spawn(|| is_green_in_a_simulator(shape)))),
        );
        running.into_iter().map(|(name, thread)| (name, thread.join().unwrap())).collect()
    });
    let green = results.iter().filter(|(_, result)| result.is_ok()).count();
    println!("\n{{\"init.pipelines_green\": {green}}}");
    let red: Vec<String> = results
        .iter()
        .filter_map(|(name, result)| Some(format!("{name}: {:#}", result.as_ref().err()?)))
        .collect();
    assert!(red.is_empty() && green == 8, "{}", red.join("\n"));
}
