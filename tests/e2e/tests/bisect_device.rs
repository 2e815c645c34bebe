//! Runs `gate bisect` in a real repository with a phone. The gate itself adds the agent to the app of each
//! commit, and signs, installs and launches the app.
#![expect(clippy::unwrap_used, reason = "a test stops where its surroundings fail")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use e2e::lab::Lab;
use e2e::shop::Shop;
use phone::build::{self, Style};

const COMMITS: usize = 6;
const SLOW_FROM: usize = 4;
/// Index of the commit that does not compile.
const BROKEN: usize = 2;

struct Project {
    lab: Lab,
    root: PathBuf,
}

impl Project {
    /// Creates a repository in which each commit contains the name of the app to build, which is one of two.
    fn new() -> Project {
        let lab = Lab::new("17.5").unwrap();
        let root = lab.path("project");
        fs::create_dir(&root).unwrap();
        let slow = Shop::build_slow(Style::Chained, "Cart.reload:300").unwrap();
        for (name, shop) in [("fast", Shop::build(Style::Chained).unwrap()), ("slow", slow)] {
            fs::copy(shop.ipa().unwrap(), lab.path(&format!("{name}.ipa"))).unwrap();
        }
        let project = Project { lab, root };
        project.git(&["init", "--quiet", "--initial-branch", "main"]);
        fs::write(project.root.join("config.toml"), "[gate]\nfloor = \"10us\"\n").unwrap();
        for number in 0..COMMITS {
            let app = match number {
                BROKEN => "missing",
                _ if number < SLOW_FROM => "fast",
                _ => "slow",
            };
            fs::write(project.root.join("app"), app).unwrap();
            fs::write(project.root.join("number"), number.to_string()).unwrap();
            project.git(&["add", "--all", "."]);
            project.git(&["commit", "--quiet", "-m", &format!("Change number {number}")]);
            project.git(&["tag", &format!("c{number}")]);
        }
        project
    }

    fn run(&self, program: &str, args: &[&str]) -> Output {
        let mut command = Command::new(program);
        command.args(args).current_dir(&self.root).env("RUST_BACKTRACE", "0");
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "Ada").env(format!("GIT_{who}_EMAIL"), "ada@example.com");
        }
        command.output().unwrap()
    }

    fn git(&self, args: &[&str]) -> String {
        let done = self.run("git", args);
        assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    }

    fn bisect(&self) -> (Option<i32>, String, String) {
        let agent = build::agent().unwrap().display().to_string();
        let last = format!("c{}", COMMITS - 1);
        let address = self.lab.address();
        let apps = self.lab.path("").display().to_string();
        let command = format!("cp \"{apps}/$(cat app).ipa\" \"$LAUNCHGATE_OUT/Shop.ipa\"");
        let device = ["--driver", "embedded", "--usbmuxd", &address, "--rest", "0", "--launches", "10"];
        let signed = ["--agent", &agent, "--sign", "none"];
        let words = [&["bisect", "c0", &last][..], &device, &signed, &["--", "sh", "-c", &command]].concat();
        let done = self.run(env!("CARGO_BIN_EXE_gate-of-the-tests"), &words);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (done.status.code(), text(&done.stdout), text(&done.stderr))
    }
}

fn kept(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn bisect_on_a_phone_names_the_commit_that_made_the_launch_slower() {
    let project = Project::new();
    let before = project.git(&["status", "--porcelain"]);
    let (exit, out, err) = project.bisect();
    assert_eq!(exit, Some(0), "{out}{err}");
    let first = project.git(&["rev-parse", "--short", &format!("c{SLOW_FROM}")]);
    let expected = format!("First slow commit: {} Change number {SLOW_FROM} (Ada, ", first.trim());
    assert!(out.starts_with(&expected), "{out}{err}");
    assert!(out.contains("slower"), "{out}");
    // Builds with the agent and their launches are stored by commit, and no other commit was built.
    let folder = project.root.join("launchgate-bisect");
    let builds = kept(&folder.join("builds"));
    assert!((3..=5).contains(&builds.len()), "{builds:?}\n{err}");
    let launched = project.lab.device.journal().launches().len();
    assert!(launched >= 30, "{launched}");
    // A repeated search reads all its answers from the folder.
    let (exit, again, err) = project.bisect();
    assert_eq!((exit, again), (Some(0), out), "{err}");
    assert_eq!(project.lab.device.journal().launches().len(), launched);
    assert_eq!(kept(&folder.join("builds")), builds);
    assert_eq!(project.git(&["status", "--porcelain"]), before);
    assert_eq!(project.git(&["worktree", "list"]).lines().count(), 1);
}
