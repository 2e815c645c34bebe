//! From a repository to a green pipeline: what `gate init` writes for three shapes of projects runs as it was written.
//!
//! Nothing is edited: gate comes from a release, how many launches there are from the repository's variables. The tools that make a
//! project whole are stand-ins which refuse what the real ones would: a workspace that no pods were installed into, a project that
//! nobody generated, pods without the packages that they lie in.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use e2e::lab::{Lab, gate};
use e2e::shop::Shop;
use gate::cli::Exit;
use phone::build::Style;
use serde_json::json;
use tempfile::TempDir;

use super::github::job;
use super::install::real;
use super::others::{copy, git};
use super::project::program;
use super::runner::{Event, Machine};
use super::workflow;

#[expect(dead_code, reason = "what is right of each shape is the other test's")]
#[path = "../../../../gate/tests/init_corpus/corpus.rs"]
mod corpus;

/// Where the shapes lie.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../gate/tests/corpus");

const ACTION: &str = "acme/launchgate/.github/action";

/// Pods in the root with bundler and a workspace; XcodeGen; React Native with yarn and pods in `ios`.
const CHOSEN: [&str; 3] = ["podcasts", "library", "chat"];

/// `xcodebuild build -workspace|-project PATH -scheme NAME -configuration NAME …`
const XCODEBUILD: &str = r#"#!/bin/sh
set -eu
fail() { echo "xcodebuild: error: $1" >&2; exit 65; }
[ "$1" = build ]
case $2 in
  -workspace) [ -f "$3/contents.xcworkspacedata" ] || fail "'$3' does not exist." ;;
  -project) [ -f "$3/project.pbxproj" ] || fail "'$3' does not exist." ;;
  *) exit 64 ;;
esac
[ "$3 $5 $7" = "@CONTAINER@ @SCHEME@ Release" ] || fail "no scheme named $5 in $3 with $7"
case " $* " in *" CODE_SIGNING_ALLOWED=NO "*) ;; *) fail "Signing for \"@SCHEME@\" requires a development team." ;; esac
rm -rf derived
products=derived/Build/Products/Release-iphoneos
objects=derived/Build/Intermediates.noindex/App.build
mkdir -p "$products" "$objects/Release-iphoneos/App.build" "$objects/Release-watchos/Watch.build"
cp -R "@BUILD@/Shop.app" "$products/@PRODUCT@.app"
cp "@BUILD@/Shop.txt" "$objects/Release-iphoneos/App.build/App-LinkMap-normal-arm64.txt"
# What a build leaves for another system, and would end a check.
echo watch > "$objects/Release-watchos/Watch.build/App-LinkMap-normal-arm64_32.txt"
mkdir -p derived/Build/Products/Release-watchos/App.app.dSYM/Contents
"#;

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

/// The tools, and the build that they make.
fn tools(programs: &Path, build: &Path, app: &gate::init::BuiltApp) -> Result<()> {
    let xcodebuild = [
        ("@CONTAINER@", app.container.as_str()),
        ("@SCHEME@", &app.scheme),
        ("@PRODUCT@", &app.product),
        ("@BUILD@", &build.display().to_string()),
    ]
    .iter()
    .fold(XCODEBUILD.to_owned(), |text, (key, value)| text.replace(key, value));
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

/// A repository of a shape with what `gate init` writes, and its remote; the default branch's name.
fn repository(shape: &corpus::Shape, folder: &Path) -> Result<(gate::init::Project, String)> {
    let (work, origin) = (folder.join("work"), folder.join("origin.git"));
    shape.write(&work);
    let project = gate::init::look(&work, &gate::init::Choice::default())?;
    let place = work.display().to_string();
    let action = format!("{ACTION}@{}", "0".repeat(40));
    let (exit, said, complained) = gate(&["init", &place, "--device", "--action", &action]);
    ensure!(exit == Exit::Pass, "{said}{complained}");
    // What told the branch was no repository yet.
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

/// Runs the pull request's workflow and the night's; both must be green.
fn is_green(shape: &corpus::Shape) -> Result<()> {
    let (lab, folder) = (Lab::new("17.5")?, TempDir::new()?);
    let (project, branch) = repository(shape, folder.path())?;
    let work = folder.path().join("work");
    let base = commit(&work, "The app")?;
    git(&work, &["checkout", "--quiet", "-b", "change"])?;
    fs::write(work.join("README.md"), "A change that costs nothing.\n")?;
    let head = commit(&work, "Say what it is")?;

    let build = folder.path().join("build");
    let shop = Shop::build(Style::Chained)?;
    copy(&shop.app(), &build.join("Shop.app"))?;
    copy(&shop.products.shop.map, &build.join("Shop.txt"))?;
    let mut machine = Machine::new()?;
    tools(&machine.programs, &build, &project.app)?;
    let releases = folder.path().join("acme/launchgate/releases");
    fs::create_dir_all(&releases)?;
    std::os::unix::fs::symlink(real()?, releases.join("download"))?;
    machine.actions.insert(ACTION.to_owned(), real()?.join(".github/action"));
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
    for name in ["build (head)", "build (base)", "measure"] {
        let done = job(&jobs, name);
        ensure!(done.ran.failed.is_none(), "{name}: {:?}: {}", done.ran.failed, done.said);
    }
    let outputs = &job(&jobs, "measure").ran.steps.last().context("no step")?.outputs;
    ensure!(["pass", "undecided"].contains(&outputs["verdict"].as_str()), "{outputs:?}");

    let reference = format!("refs/heads/{branch}");
    let night = Event { name: "schedule", payload: json!({}), sha: base, reference };
    let jobs = workflow::run(&machine, &file("launchgate-baseline.yml"), &night)?;
    for name in ["build", "baseline"] {
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

/// The benchmark reads the figure that this prints.
#[test]
fn three_projects_are_green_without_an_edit() {
    let shapes = corpus::shapes();
    let chosen: Vec<&corpus::Shape> = shapes.iter().filter(|shape| CHOSEN.contains(&&*shape.name)).collect();
    let results: Vec<(&str, Result<()>)> = std::thread::scope(|scope| {
        let running: Vec<_> =
            chosen.iter().map(|shape| (&*shape.name, scope.spawn(|| is_green(shape)))).collect();
        running.into_iter().map(|(name, thread)| (name, thread.join().unwrap())).collect()
    });
    let green = results.iter().filter(|(_, result)| result.is_ok()).count();
    println!("\n{{\"init.pipelines_green\": {green}}}");
    let red: Vec<String> = results
        .iter()
        .filter_map(|(name, result)| Some(format!("{name}: {:#}", result.as_ref().err()?)))
        .collect();
    assert!(red.is_empty() && green == 3, "{}", red.join("\n"));
}
