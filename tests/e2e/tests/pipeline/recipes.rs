//! Runs the commands in `docs/recipes.md`, which are for other services, as in Jenkins, fastlane and a device
//! farm.
//!
//! Invariant: an unknown line of a recipe ends the test with an error.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use e2e::lab::Lab;
use e2e::shop::Shop;
use gate_launches::ReadOptions;
use phone::build::{Style, workspace};

use super::install::unpacked;

/// The change that makes the app slower.
const SLOWER: &str = "Imaging.decode:12";

/// Returns the page's code block in a language, edited as a team would: fewer launches, without a pause
/// between them.
fn recipe(language: &str) -> Result<Vec<String>> {
    let page = fs::read_to_string(workspace().join("docs/recipes.md"))?;
    let (_, rest) = page.split_once(&format!("\n```{language}\n")).context("no such recipe")?;
    let (block, _) = rest.split_once("\n```").context("a recipe is not closed")?;
    let (shell, words) = ("-o launches'", "\"-o\", \"launches\")");
    ensure!(block.contains(shell) || block.contains(words), "where does it record? {block}");
    let block = block
        .replace(shell, "-o launches --launches 6 --rest 0'")
        .replace(words, "\"-o\", \"launches\", \"--launches\", \"6\", \"--rest\", \"0\")");
    Ok(block.lines().map(|line| line.trim().to_owned()).collect())
}

/// A machine with a phone, an unpacked release and a checkout of the project.
struct Machine {
    lab: Lab,
    release: PathBuf,
}

impl Machine {
    fn new() -> Result<Machine> {
        let machine = Machine { lab: Lab::new("17.5")?, release: unpacked()?.to_owned() };
        fs::create_dir_all(machine.project().join("fastlane"))?;
        fs::copy(workspace().join("tests/app/config.toml"), machine.project().join("config.toml"))?;
        Ok(machine)
    }

    fn project(&self) -> PathBuf {
        self.lab.path("project")
    }

    /// Runs a command in a folder of the project, with the job's variables; returns its exit code and output.
    fn run(&self, folder: &Path, words: &[String]) -> Result<(i32, String)> {
        let (program, rest) = words.split_first().context("no command")?;
        // A program in the release is preferred, as by execvp with the release's folder first in PATH.
        let beside = self.release.join(program);
        let mut command = Command::new(if beside.exists() { beside } else { program.into() });
        let path = format!("{}:{}", self.release.display(), std::env::var("PATH")?);
        command.args(rest).current_dir(folder).env_clear().stdin(Stdio::null()).env("PATH", path);
        command.env("HOME", self.lab.path("home")).env("LAUNCHGATE_SIGN", "none");
        command.env("USBMUXD_SOCKET_ADDRESS", self.lab.address());
        let output = command.output().with_context(|| program.clone())?;
        let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Ok((output.status.code().context("a signal ended it")?, said.concat()))
    }

    /// Runs a declarative stage of Jenkins: each `sh` runs in a new shell, until one fails. The function also
    /// returns the files that the stage archives.
    fn jenkins(&self, recipe: &[String]) -> Result<(i32, String, Vec<String>)> {
        let (mut code, mut all, mut kept) = (0, String::new(), Vec::new());
        for line in recipe {
            let inside = |begin: &str| line.strip_prefix(begin)?.strip_suffix('\'');
            if let Some(script) = inside("sh '") {
                // Groovy would interpret a quote or a backslash in a string.
                ensure!(!script.contains(['\'', '\\']), "{line}");
                if code == 0 {
                    let words = ["sh", "-xe", "-c", script].map(str::to_owned);
                    let said;
                    (code, said) = self.run(&self.project(), &words)?;
                    all += &said;
                }
            } else if let Some(files) = inside("junit allowEmptyResults: true, testResults: '")
                .or_else(|| inside("archiveArtifacts allowEmptyArchive: true, artifacts: '"))
            {
                kept.extend(files.split(", ").map(|file| file.trim_end_matches("/**").to_owned()));
            } else {
                let known = [
                    "stage('Launch time') {",
                    "agent { label 'iphone' }",
                    "steps {",
                    "post {",
                    "always {",
                    "}",
                ];
                ensure!(known.contains(&&**line), "{line} is not known of Jenkins here");
            }
        }
        Ok((code, all, kept))
    }

    /// Runs a lane of fastlane. `sh` runs its words unchanged in the folder `fastlane`, and the first failure
    /// ends the lane.
    fn fastlane(&self, recipe: &[String], ipa: &Path) -> Result<(i32, String)> {
        let mut folders = vec![self.project().join("fastlane")];
        let (mut open, mut all) = (Vec::new(), String::new());
        for line in recipe {
            if let Some(call) = line.strip_prefix("sh(").and_then(|rest| rest.strip_suffix(')')) {
                let words: Vec<String> =
                    call.split(", ").map(|word| value(word, ipa)).collect::<Result<_>>()?;
                let (code, said) = self.run(folders.last().context("a folder")?, &words)?;
                all += &said;
                if code != 0 {
                    return Ok((code, all));
                }
            } else if line == "Dir.chdir(\"..\") do" {
                let folder =
                    folders.last().and_then(|folder| folder.parent()).context("a folder")?.to_owned();
                folders.push(folder);
                open.push(true);
            } else if line.starts_with("lane :") && line.ends_with(" do") {
                open.push(false);
            } else if line == "end" {
                if open.pop().context("nothing is open")? {
                    folders.pop();
                }
            } else {
                ensure!(
                    line.starts_with("build_app(") || line.starts_with("# "),
                    "{line} is not known of fastlane here"
                );
            }
        }
        ensure!(open.is_empty(), "the lane is not closed");
        Ok((0, all))
    }
}

/// Evaluates a Ruby expression of one of the kinds that the recipe uses.
fn value(word: &str, ipa: &Path) -> Result<String> {
    if let Some(text) = word.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        ensure!(!text.contains(['"', '\\', '#']), "{word}");
        return Ok(text.to_owned());
    }
    match word {
        "lane_context[SharedValues::IPA_OUTPUT_PATH]" => Ok(ipa.display().to_string()),
        "ENV.fetch(\"LAUNCHGATE_SIGN\")" => Ok("none".to_owned()),
        _ => bail!("{word} is not known of Ruby here"),
    }
}

#[test]
fn the_recipes_for_fastlane_and_jenkins_run() {
    let machine = Machine::new().unwrap();
    let shop = Shop::build(Style::Chained).unwrap();
    let (code, said) = machine.fastlane(&recipe("ruby").unwrap(), &shop.ipa().unwrap()).unwrap();
    // The first run has no baseline, and its output contains the command that stores one.
    assert_eq!(code, 4, "{said}");
    assert!(said.contains("Once, on the main branch"), "{said}");
    let words = ["gate", "baseline", "update", "launches"].map(str::to_owned);
    let (code, said) = machine.run(&machine.project(), &words).unwrap();
    assert_eq!(code, 0, "{said}");

    let slower = Shop::build_slow(Style::Chained, SLOWER).unwrap();
    fs::copy(slower.ipa().unwrap(), machine.project().join("head.ipa")).unwrap();
    let (code, said, kept) = machine.jenkins(&recipe("groovy").unwrap()).unwrap();
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("-[ImagingDecoder decode:rows:]") && said.contains("@shop/media"), "{said}");
    assert_eq!(kept, ["launch.xml", "launch.html", "verdict.json", "launches"]);
    for name in kept {
        assert!(machine.project().join(&name).exists(), "{name} is kept and not there");
    }
    assert!(fs::read_to_string(machine.project().join("launch.xml")).unwrap().contains("<failure"));
}

/// Launches the app as a device farm does, and copies its traces into a folder.
fn farm(shop: &Shop, app: &Path, variables: &[(&str, &str)], into: &Path) {
    for folder in ["Documents", "Library/Caches"] {
        fs::create_dir_all(shop.container().join(folder)).unwrap();
    }
    let outcome = phone::run(shop.config_of(app, variables).unwrap());
    assert_eq!(outcome.result, Ok(0), "{}", outcome.log);
    fs::create_dir_all(into).unwrap();
    let mut found = Vec::new();
    for place in ["Documents/launchgate", "Library/Caches/launchgate"] {
        for entry in fs::read_dir(shop.container().join(place)).into_iter().flatten() {
            let path = entry.unwrap().path();
            // The page names the files to copy: `launchgate/*.lgtrace`.
            if path.extension().is_none_or(|end| end != "lgtrace") {
                continue;
            }
            fs::rename(&path, into.join(path.file_name().unwrap())).unwrap();
            found.push(path);
        }
    }
    assert_eq!(found.len(), 1, "one launch leaves one trace: {found:?}");
}

#[test]
fn launches_recorded_by_a_device_farm_are_read_as_sessions() {
    let page = fs::read_to_string(workspace().join("docs/recipes.md")).unwrap();
    assert!(page.contains("`SESSION.NUMBER` (`farm-214.1`, `farm-214.2` and so on)"), "{page}");
    let (shop, folder) = (Shop::build(Style::Chained).unwrap(), tempfile::tempdir().unwrap());
    let app = folder.path().join("Shop.app");
    e2e::lab::inject(&shop.app(), &app).unwrap();
    let (named, unnamed) = (folder.path().join("named"), folder.path().join("monday"));
    for launch in ["farm-214.1", "farm-214.2"] {
        farm(&shop, &app, &[("LAUNCHGATE_LAUNCH", launch)], &named);
    }
    farm(&shop, &app, &[], &unnamed);
    for (place, session, count) in [(named, "farm-214", 2), (unnamed, "monday", 1)] {
        let launches = gate_launches::read(&[place], &ReadOptions::default()).unwrap();
        let sessions: Vec<(&str, usize)> =
            launches.sessions().map(|(name, launches)| (name, launches.len())).collect();
        assert_eq!(sessions, [(session, count)]);
    }
}
