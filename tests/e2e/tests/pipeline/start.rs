//! Tests all steps from a repository to a green pipeline: the files that `gate init` writes for five kinds of projects run unedited.
//!
//! gate comes from a release, or is built from source for simulators and for one of the phone projects. The
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
/// and pods in `ios`.
const ON_PHONES: [&str; 3] = ["podcasts", "library", "chat"];
/// The project for which gate is built from source.
const FROM_SOURCE: &str = "library";
/// The projects for a simulator: a repository of several apps and samples with one workspace; one target for
/// iPhone and Mac.
const IN_SIMULATORS: [&str; 2] = ["vault", "social"];

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
fn tools(programs: &Path, build: &Path, app: &gate_init::BuiltApp) -> Result<()> {
    let builds = build.display().to_string();
    let xcodebuild = xcodebuild::script(&app.container, &app.scheme, &app.product, &builds, "");
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
    let project = gate_init::read_project(&work, &gate_init::AppChoice::default())?;
    let place = work.display().to_string();
    let action = format!("{ACTION}@{COMMIT}");
    let fixed = ["init", &place, "--on", "github", "--action", &action];
    let (exit, said, complained) = gate(&[&fixed[..], words].concat());
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
    tools(&machine.programs, &build, &project.app)?;
    put_source(&mut machine);
    machine.origin = Some(folder.path().join("origin.git"));
    let jobs = pull_request(&machine, &work.join(".github/workflows/launchgate.yml"), &base, &head);
    for name in [&*format!("gate ({})", project.runner), "measure"] {
        let done = job(&jobs, name);
        ensure!(done.ran.failed.is_none(), "{name}: {:?}: {}", done.ran.failed, done.said);
    }
    let outputs = &job(&jobs, "measure").ran.steps.last().context("no step")?.outputs;
    ensure!(outputs["verdict"] == "pass", "{outputs:?}");
    Ok(())
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
    let is_released = shape.name != FROM_SOURCE;
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
    tools(&machine.programs, &build, &project.app)?;
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
    for name in gates.iter().chain(&["build (head)", "build (base)", "measure"]) {
        let done = job(&jobs, name);
        ensure!(done.ran.failed.is_none(), "{name}: {:?}: {}", done.ran.failed, done.said);
    }
    let outputs = &job(&jobs, "measure").ran.steps.last().context("no step")?.outputs;
    ensure!(["pass", "undecided"].contains(&outputs["verdict"].as_str()), "{outputs:?}");

    let reference = format!("refs/heads/{branch}");
    let night = Event { name: "schedule", payload: json!({}), sha: base, reference };
    let jobs = workflow::run(&machine, &file("launchgate-baseline.yml"), &night)?;
    for name in gates.iter().chain(&["build", "baseline"]) {
        let done = job(&jobs, name);
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
fn workflows_written_for_five_projects_pass_without_an_edit() {
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
    assert!(red.is_empty() && green == 5, "{}", red.join("\n"));
}
