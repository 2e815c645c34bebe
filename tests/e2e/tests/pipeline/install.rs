//! Tests how the action installs gate: it runs a release only if the checksum is right.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use anyhow::{Context as _, Result, ensure};
use e2e::lab::program;
use e2e::shop::Shop;
use phone::build::{self, Style};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;
use yaml_rust2::YamlLoader;

use super::github::{GATE, action};
use super::others::{copy, git};
use super::runner::{Event, Job, Machine, Map, Ran};

/// A replacement for gate, which prints its arguments and succeeds.
const PROGRAM: &str = "#!/bin/sh\necho \"gate 9.9.9 was run: $*\"\n";

/// A release with a replacement for gate, in the layout of `cargo xtask release`.
struct Release(TempDir);

impl Release {
    fn new() -> Release {
        let release = Release(tempfile::tempdir().unwrap());
        let (root, folder) = (release.0.path(), release.0.path().join("v9.9.9"));
        fs::create_dir(&folder).unwrap();
        program(&root.join("gate"), PROGRAM).unwrap();
        fs::write(root.join("liblaunchgate.dylib"), "the agent").unwrap();
        copy(&action(), &root.join("action")).unwrap();
        fs::write(root.join("action/VERSION"), "v9.9.9\n").unwrap();
        let archive = folder.join(ARCHIVE);
        let mut tar = Command::new("tar");
        tar.arg("-C").arg(root).arg("-czf").arg(&archive);
        assert!(tar.args(["gate", "liblaunchgate.dylib"]).status().unwrap().success());
        release.sum(&fs::read(&archive).unwrap());
        release
    }

    fn sum(&self, of: &[u8]) {
        let sum: String = Sha256::digest(of).iter().map(|byte| format!("{byte:02x}")).collect();
        let other = "0".repeat(64);
        let text =
            format!("{other}  v9.9.8/{ARCHIVE}\n{other}  v9.9.9/other.tar.gz\n{sum}  v9.9.9/{ARCHIVE}\n");
        fs::write(self.0.path().join("action/SHA256SUMS"), text).unwrap();
    }

    fn install(&self, machine: &Machine, name: &str, more: &[(&str, &str)]) -> (Ran, String) {
        let sha = "0".repeat(40);
        let event = Event { name: "push", payload: json!({}), sha, reference: "refs/heads/main".to_owned() };
        let mut job: Job<'_> = machine.job(name, &event, Map::new()).unwrap();
        let address = format!("file://{}", self.0.path().display());
        // The verdict that another job should have written is missing, so the tested job neither measures nor
        // judges.
        let mut inputs = vec![("releases", &*address), ("verdict", "none.json")];
        inputs.extend(more);
        let inputs = inputs.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let action = self.0.path().join("action");
        let ran = job.action(&action, "acme/launchgate/.github/action@v9.9.8", &inputs).unwrap();
        let said = job.said.clone();
        (ran, said)
    }
}

const ARCHIVE: &str = "launchgate-linux-x86_64.tar.gz";

/// Packs a release with the real program, without debug symbols, and the real agent. The checksums of this
/// release are computed in the same way as in the release workflow.
pub fn real() -> Result<&'static Path> {
    static REAL: OnceLock<TempDir> = OnceLock::new();
    let make = || -> Result<TempDir> {
        let release = tempfile::tempdir()?;
        let (parts, folder) = (release.path().join("parts"), release.path().join("dist"));
        let action_folder = release.path().join(".github/action");
        fs::create_dir(&parts)?;
        fs::create_dir(&folder)?;
        copy(&action(), &action_folder)?;
        fs::write(release.path().join("Cargo.toml"), "[workspace.package]\nversion = \"9.9.9\"\n")?;
        let old = format!("{}  v9.9.8/{ARCHIVE}\n", "0".repeat(64));
        fs::write(action_folder.join("SHA256SUMS"), old)?;
        let origin = release.path().join("origin.git");
        git(release.path(), &["init", "--quiet", "--bare", &origin.display().to_string()])?;
        for words in [
            &["init", "--quiet", "--initial-branch=main"][..],
            &["remote", "add", "origin", &origin.display().to_string()],
            &["add", ".github", "Cargo.toml"],
            &[
                "-c",
                "user.name=Ann",
                "-c",
                "user.email=ann@example.com",
                "commit",
                "--quiet",
                "-m",
                "The action",
            ],
        ] {
            git(release.path(), words)?;
        }
        let run = |command: &mut Command| -> Result<()> {
            let output = command.output()?;
            ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
            Ok(())
        };
        run(Command::new("llvm-strip-19").arg("-o").arg(parts.join("gate")).arg(GATE))?;
        let agent = build::agent()?;
        let for_simulators = "liblaunchgate-simulator.dylib";
        fs::copy(agent.with_file_name(for_simulators), parts.join(for_simulators))?;
        fs::copy(agent, parts.join("liblaunchgate.dylib"))?;
        // The files of `cargo xtask release`.
        let names = ["gate", "liblaunchgate.dylib", for_simulators];
        run(Command::new("tar").arg("-C").arg(&parts).arg("-czf").arg(folder.join(ARCHIVE)).args(names))?;
        let sum = format!("sha256sum {ARCHIVE} > {ARCHIVE}.sha256");
        run(Command::new("sh").args(["-ec", &sum]).current_dir(&folder))?;
        let workflow = build::workspace().join(".github/workflows/release.yml");
        let workflow = YamlLoader::load_from_str(&fs::read_to_string(workflow)?)?.remove(0);
        let steps = workflow["jobs"]["publish"]["steps"].as_vec().context("steps")?;
        for name in ["Checksums", "Commit and tag"] {
            let step = steps.iter().find(|step| step["name"].as_str() == Some(name));
            let script = step.and_then(|step| step["run"].as_str()).context(name)?;
            run(Command::new("bash")
                .args(["-e", "-c", script])
                .current_dir(release.path())
                .env("BRANCH", "main"))?;
        }
        fs::rename(&folder, release.path().join("v9.9.9"))?;
        Ok(release)
    };
    Ok(REAL.get_or_init(|| make().unwrap_or_else(|error| panic!("a release: {error:#}"))).path())
}

/// Returns the folder with the unpacked real release.
pub fn unpacked() -> Result<&'static Path> {
    static UNPACKED: OnceLock<TempDir> = OnceLock::new();
    let archive = real()?.join("v9.9.9").join(ARCHIVE);
    let unpack = || -> Result<TempDir> {
        let folder = tempfile::tempdir()?;
        let tar = Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(folder.path()).status()?;
        ensure!(tar.success(), "tar: {tar}");
        Ok(folder)
    };
    Ok(UNPACKED.get_or_init(|| unpack().unwrap_or_else(|error| panic!("a release: {error:#}"))).path())
}

#[test]
fn a_release_made_by_the_release_workflow_is_installed_and_finds_its_agent() {
    let machine = Machine::new().unwrap();
    let release = real().unwrap();
    let event = Event {
        name: "push",
        payload: json!({}),
        sha: "0".repeat(40),
        reference: "refs/heads/main".to_owned(),
    };
    let mut job = machine.job("real", &event, Map::new()).unwrap();
    let address = format!("file://{}", release.display());
    let inputs = [("releases", &*address), ("verdict", "none.json")];
    let inputs = inputs.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let ran =
        job.action(&release.join(".github/action"), "acme/launchgate/.github/action@main", &inputs).unwrap();
    assert_eq!(ran.failed, None, "{}", job.said);
    let version = format!("gate {}\n", env!("CARGO_PKG_VERSION"));
    assert!(job.said.contains(&version), "{}", job.said);
    let outputs = &ran.steps[0].outputs;
    assert_eq!(fs::read(&outputs["agent"]).unwrap(), fs::read(build::agent().unwrap()).unwrap());

    // Gate is installed by hand, as a symbolic link in a folder of PATH, without the agent's path.
    let bin = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(&outputs["gate"], bin.path().join("gate")).unwrap();
    let shop = Shop::build(Style::Chained).unwrap();
    let injected = bin.path().join("Shop.ipa");
    let mut inject = Command::new(bin.path().join("gate"));
    inject
        .arg("inject")
        .arg(shop.ipa().unwrap())
        .arg("-o")
        .arg(&injected)
        .current_dir(bin.path())
        .env_clear();
    let output = inject.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut archive = zip::ZipArchive::new(fs::File::open(injected).unwrap()).unwrap();
    let mut inside = Vec::new();
    let mut file = archive.by_name("Payload/Shop.app/Frameworks/liblaunchgate.dylib").unwrap();
    std::io::Read::read_to_end(&mut file, &mut inside).unwrap();
    assert_eq!(inside, fs::read(&outputs["agent"]).unwrap());
}

#[test]
fn the_commit_of_a_release_has_its_checksums_and_its_tag() {
    let origin = real().unwrap().join("origin.git");
    let tagged = git(&origin, &["rev-parse", "refs/tags/v9.9.9"]).unwrap();
    assert_eq!(git(&origin, &["rev-parse", "refs/heads/main"]).unwrap(), tagged);
    let sums = git(&origin, &["show", "v9.9.9:.github/action/SHA256SUMS"]).unwrap();
    let names: Vec<&str> = sums.lines().map(|line| line.split_once("  ").unwrap().1).collect();
    assert_eq!(names, [format!("v9.9.8/{ARCHIVE}"), format!("v9.9.9/{ARCHIVE}")], "the older ones stay");
    let sum = sums.lines().last().unwrap().split_once("  ").unwrap().0;
    let bytes = fs::read(real().unwrap().join("v9.9.9").join(ARCHIVE)).unwrap();
    let found: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(sum, found);
}

#[test]
fn a_downloaded_release_is_run_only_if_its_checksum_is_right() {
    let (release, machine) = (Release::new(), Machine::new().unwrap());
    let (ran, said) = release.install(&machine, "right", &[]);
    assert_eq!(ran.failed, None, "{said}");
    assert!(said.contains("gate 9.9.9 was run: --version"), "{said}");
    let outputs = &ran.steps[0].outputs;
    assert!(outputs["gate"].ends_with("/launchgate-v9.9.9/gate"), "{outputs:?}");
    assert_eq!(fs::read_to_string(&outputs["agent"]).unwrap(), "the agent");
    assert_eq!(ran.outputs["verdict"], "");

    // An attacker replaced the archive and the checksums in the same folder.
    let archive = release.0.path().join("v9.9.9").join(ARCHIVE);
    let mut bytes = fs::read(&archive).unwrap();
    bytes.push(0);
    fs::write(&archive, &bytes).unwrap();
    let sum: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    fs::write(archive.with_file_name("SHA256SUMS"), format!("{sum}  {ARCHIVE}\n")).unwrap();
    let (ran, said) = release.install(&machine, "replaced", &[]);
    assert_eq!(ran.failed, Some(1));
    let expected = "::error title=launchgate::launchgate-linux-x86_64.tar.gz of v9.9.9 is not what this commit of the action says";
    assert!(said.contains(expected) && !said.contains("was run"), "{said}");
    assert_eq!((ran.code("judge"), ran.code("end")), (None, None));

    // If the release cannot be installed, the action installs no other program instead.
    for (version, part) in [
        ("v9.9.10", "knows no checksum of v9.9.10"),
        ("v9.9.8", "cannot be fetched"),
        ("9.9.9", "is not a release's name such as v1.2.3"),
        ("latest", "is not a release's name"),
        ("v9.9.9-rc1", "is not a release's name"),
    ] {
        let (ran, said) = release.install(&machine, version, &[("version", version)]);
        assert_eq!(ran.failed, Some(1), "{version}");
        assert!(said.contains(part) && !said.contains("was run"), "{version}: {said}");
    }
}

#[test]
fn a_missing_release_is_named_in_the_error() {
    let (release, machine) = (Release::new(), Machine::new().unwrap());
    fs::remove_file(release.0.path().join("v9.9.9").join(ARCHIVE)).unwrap();
    let (ran, said) = release.install(&machine, "gone", &[]);
    assert_eq!(ran.failed, Some(1));
    let expected = format!("/v9.9.9/{ARCHIVE} cannot be fetched: is v9.9.9 released");
    assert!(said.contains(&expected) && !said.contains("was run"), "{said}");
    // An address without TLS is refused before any request is sent.
    let (ran, said) = release.install(&machine, "plain", &[("releases", "http://127.0.0.1:9/x")]);
    assert_eq!(ran.failed, Some(1));
    assert!(
        said.contains("http://127.0.0.1:9/x/v9.9.9/launchgate-linux-x86_64.tar.gz cannot be fetched"),
        "{said}"
    );
}

#[test]
fn a_gate_program_of_the_runner_is_used_only_together_with_its_agent() {
    let (release, machine) = (Release::new(), Machine::new().unwrap());
    let gate = release.0.path().join("gate").display().to_string();
    let (ran, said) = release.install(&machine, "given", &[("gate", &gate)]);
    assert_eq!(ran.failed, None, "{said}");
    let (ran, said) = release.install(&machine, "no agent", &[("gate", &gate), ("app", "App.ipa")]);
    assert_eq!(ran.failed, Some(1));
    assert!(said.contains("the input agent must name"), "{said}");
    let (ran, said) = release.install(&machine, "no gate", &[("gate", "no-such-program")]);
    assert_eq!(ran.failed, Some(1));
    assert!(said.contains("there is no program no-such-program"), "{said}");
}
