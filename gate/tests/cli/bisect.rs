//! Runs `gate bisect` as a program in a real repository. Each commit contains the cost of a launch. The build command copies the cost into
//! an app, and the launch command writes launch records of two apps.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use crate::common::GATE;
use crate::common::plain::assert_plain;

/// A launch command that writes launches with twenty methods of 5 ms each. Only the cost of the first method differs from 5 ms: the command
/// reads this cost from the app. Launches vary by 1 % and methods by 2 %, in the same way in each run.
const LAUNCH: &str = r#"seed=$(printf '%s' "${LAUNCHGATE_HEAD##*launchgate-bisect} $LAUNCHGATE_LAUNCHES" | cksum | cut -d' ' -f1)
awk -v seed="$((seed % 1000000))" -v launches="$LAUNCHGATE_LAUNCHES" -v base="$(cat "$LAUNCHGATE_BASE/cost")" -v head="$(cat "$LAUNCHGATE_HEAD/cost")" '
function normal(  at, sum) { for (at = 0; at < 12; at++) sum += rand(); return sum - 6 }
function launch(number, role, cost, block,  at, own, sum, list, whole) {
  whole = 1 + 0.01 * normal()
  for (at = 0; at < 20; at++) {
    own = (at == 0 ? cost : 5) * 1000000 * whole * (1 + 0.02 * normal())
    sum += own
    list = list (at ? "," : "") sprintf("{\"name\":\"-[Class%d work]\",\"module\":\"Cart\",\"calls\":2,\"self_ns\":%d,\"total_ns\":%d}", at, own, own)
  }
  printf "{\"format\":\"launchgate.launch/1\",\"session\":\"s\",\"launch\":%d,\"role\":\"%s\",\"block\":%d,\"device\":{\"model\":\"iPhone15,2\",\"os\":\"17.5\"},\"app\":{\"bundle\":\"com.example.shop\",\"build\":\"1\"},\"agent\":{\"version\":\"1\",\"settings\":\"s\"},\"marks\":{\"first_frame_ns\":%d},\"methods\":[%s]}\n", number, role, block, sum + 20000000, list
}
BEGIN { srand(seed); for (block = 0; block < launches; block++) { launch(2 * block, "base", base, block); launch(2 * block + 1, "head", head, block) } }
' > "$LAUNCHGATE_RUNS/launches.jsonl""#;

/// A build command that copies the file `cost` into the app and logs the commit. If the checkout contains a file `broken`, the command
/// fails with the exit code in this file.
const BUILD: &str = r#"echo "$LAUNCHGATE_COMMIT" >> ../../built.txt
test ! -e broken || exit "$(cat broken)"
mkdir "$LAUNCHGATE_OUT/Shop.app" && cp cost "$LAUNCHGATE_OUT/Shop.app/cost" && echo more >> cost"#;

struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    /// Creates a project with a commit for each cost. A cost is the time of one method in milliseconds. A broken commit cannot be built.
    fn new(costs: &[(&str, Option<&str>)]) -> Project {
        let project = Project { folder: tempfile::tempdir().unwrap() };
        project.git(&["init", "--quiet", "--initial-branch", "main"]);
        fs::write(project.path("config.toml"), "[attribution]\ndefault_owner = \"@shop/cart\"\n").unwrap();
        for (number, (cost, broken)) in costs.iter().enumerate() {
            fs::write(project.path("cost"), format!("{cost}\n")).unwrap();
            fs::write(project.path("number"), format!("{number}\n")).unwrap();
            let _ = fs::remove_file(project.path("broken"));
            if let Some(code) = broken {
                fs::write(project.path("broken"), code).unwrap();
            }
            project.git(&["add", "--all", "."]);
            project.git(&["commit", "--quiet", "-m", &format!("Change number {number}")]);
            project.git(&["tag", &format!("c{number}")]);
        }
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, program: &str, args: &[&str]) -> Output {
        let program = if program == "gate" { GATE } else { program };
        let mut command = Command::new(program);
        command.args(args).current_dir(self.folder.path());
        for (name, value) in [("NAME", "Ada"), ("EMAIL", "ada@example.com"), ("DATE", "2026-02-04T12:00:00Z")]
        {
            command.env(format!("GIT_AUTHOR_{name}"), value).env(format!("GIT_COMMITTER_{name}"), value);
        }
        command.output().unwrap()
    }

    fn git(&self, args: &[&str]) -> String {
        let done = self.run("git", args);
        assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    }

    fn bisect(&self, more: &[&str], build: &str) -> (i32, String, String) {
        let last = self.git(&["describe", "--tags", "main"]);
        let args = ["bisect", "c0", last.trim(), "--launch-command", LAUNCH];
        let done = self.run("gate", &[&args[..], more, &["--", "sh", "-c", build]].concat());
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let (out, err) = (text(done.stdout), text(done.stderr));
        assert_plain(&out);
        assert_plain(&err);
        (done.status.code().unwrap(), out, err)
    }

    fn built(&self) -> usize {
        fs::read_to_string(self.path("built.txt")).map_or(0, |text| text.lines().count())
    }
}

fn costs(commits: usize, slow_from: usize) -> Vec<(&'static str, Option<&'static str>)> {
    (0..commits).map(|number| (if number < slow_from { "5" } else { "6" }, None)).collect()
}

#[test]
fn bisect_names_the_first_slow_commit_and_continues_a_stopped_search() {
    let project = Project::new(&costs(17, 11));
    // The search is stopped during the fourth build.
    let stops = format!("test \"$(cat ../../built.txt 2>/dev/null | wc -l)\" -lt 4 || exit 130\n{BUILD}");
    let before = project.git(&["status", "--porcelain"]);
    let (exit, _, err) = project.bisect(&["--out", "launchgate-bisect"], &stops);
    assert_eq!(exit, 1, "{err}");
    assert!(err.contains("run the same command again to continue"), "{err}");
    assert!(!project.path("launchgate-bisect/tree").exists());
    fs::write(project.path("built.txt"), "").unwrap();
    let kept = fs::read_dir(project.path("launchgate-bisect/builds")).unwrap().count();
    assert_eq!(kept, 4, "{err}");
    let (exit, out, err) = project.bisect(&[], &stops);
    assert_eq!(exit, 0, "{out}{err}");
    let first = project.git(&["rev-parse", "--short", "c11"]);
    let expected = format!("First slow commit: {} Change number 11 (Ada, ", first.trim());
    assert!(out.starts_with(&expected), "{out}{err}");
    assert!(out.contains("slower -[Class0 work] (Cart, @shop/cart): "), "{out}");
    assert!(out.contains(&format!("Next: git show {}", first.trim())), "{out}");
    // The command does not build a commit twice.
    assert_eq!(project.built(), 2, "{err}");
    // The user's checkout is unchanged.
    assert_eq!(project.git(&["status", "--porcelain"]), format!("{before}?? built.txt\n"));
    assert_eq!(project.git(&["worktree", "list"]).lines().count(), 1);
    let next = out.lines().find_map(|line| line.trim().strip_prefix("gate ")).unwrap();
    let runs = project.run("sh", &["-c", &format!("{} {next}", GATE)]);
    assert!(runs.status.success(), "{next}: {}", String::from_utf8_lossy(&runs.stderr));
}

#[test]
fn bisect_skips_and_reports_commits_that_cannot_be_built() {
    let mut all = costs(9, 5);
    for (number, code) in [(4, "125"), (5, "1")] {
        all[number].1 = Some(code);
    }
    let project = Project::new(&all);
    let (exit, out, err) = project.bisect(&[], BUILD);
    assert_eq!(exit, 3, "{out}{err}");
    assert!(
        out.starts_with("The first slow commit is one of 3 commits; 2 could not be built or decided:"),
        "{out}"
    );
    for number in [4, 5, 6] {
        assert!(out.contains(&format!("Change number {number} (Ada")), "{out}");
    }
    assert!(err.contains(": cannot be built, skipped"), "{err}");
    assert!(out.contains("run the same command again"), "{out}");
}

#[test]
fn bisect_finds_the_commit_of_a_growth_that_is_too_small_to_fail() {
    for more in [&["--finding", "-[Class0 work]", "--most", "80"], &["--most", "10"][..]] {
        let project = Project::new(&costs(5, 3));
        // A growth of 1 ms in a launch of about 120 ms is far below `fail_from`, so the check lists it but does not fail.
        fs::write(project.path("config.toml"), "[gate]\nfail_from = \"5%\"\n").unwrap();
        let (exit, out, err) = project.bisect(more, BUILD);
        assert_eq!(exit, 0, "{more:?}: {out}{err}");
        assert!(out.contains("Change number 3 (Ada, "), "{out}");
        assert!(out.contains("slower -[Class0 work] (Cart"), "{out}");
    }
}

#[test]
fn bisect_repeats_a_failed_build_of_the_good_or_bad_commit() {
    let project = Project::new(&costs(5, 3));
    for end in ["c0", "c4"] {
        // The build command fails only in the first search.
        let of_end = project.git(&["rev-parse", end]);
        let flaky = format!(
            "test \"$LAUNCHGATE_COMMIT\" != {} || test -e ../../tried || {{ touch ../../tried; exit 1; }}\n{BUILD}",
            of_end.trim()
        );
        let (exit, out, err) = project.bisect(&[], &flaky);
        assert!(exit == 1 && err.contains("cannot be built; choose a commit nearby"), "{out}{err}");
        let (exit, out, err) = project.bisect(&[], &flaky);
        assert!(exit == 0 && out.contains("Change number 3 (Ada"), "{out}{err}");
        fs::remove_file(project.path("tried")).unwrap();
        fs::remove_dir_all(project.path("launchgate-bisect")).unwrap();
    }
}

#[test]
fn a_bisect_search_that_cannot_start_gives_a_single_error() {
    let project = Project::new(&costs(4, 9));
    let check = |good: &str, bad: &str, more: &[&str], build: &str, expected: &str| {
        let args = ["bisect", good, bad, "--launch-command", LAUNCH];
        let most: &[&str] = if more.contains(&"--most") { &[] } else { &["--most", "10"] };
        let done = project.run("gate", &[&args[..], most, more, &["--", "sh", "-c", build]].concat());
        let err = String::from_utf8(done.stderr).unwrap();
        assert_eq!((done.status.code(), done.stdout.len()), (Some(1), 0), "{err}");
        assert!(err.contains(expected), "{expected}\n{err}");
        assert_plain(&err);
        assert!(!project.path("launchgate-bisect/tree").exists());
        let _ = fs::remove_dir_all(project.path("launchgate-bisect"));
    };
    check("c0", "c3", &[], BUILD, "BAD is not slower than GOOD after 10 launches of each");
    check("c3", "c0", &[], BUILD, "is not in the history of BAD");
    check("c0", "c0", &[], BUILD, "is not in the history of BAD");
    check("c0", "none", &[], BUILD, "commit \"none\" not found");
    check("c0", "c3", &[], "exit 1", "cannot be built; choose a commit nearby");
    check("c0", "c3", &[], "exit 127", "the build command ended with exit status: 127");
    check("c0", "c3", &[], "true", "the build command left no .app and no .ipa in $LAUNCHGATE_OUT");
    check("c0", "c3", &["--app", "none.app"], "true", "correct --app");
    check("c0", "c3", &["--launches", "5", "--most", "4"], "true", "--most must be at least --launches (5)");
}

#[test]
fn bisect_does_not_use_builds_of_another_build_command() {
    let project = Project::new(&costs(3, 1));
    let (exit, out, err) = project.bisect(&[], BUILD);
    assert_eq!(exit, 0, "{out}{err}");
    let (exit, _, err) = project.bisect(&[], &format!("true\n{BUILD}"));
    assert_eq!(exit, 1);
    assert!(err.contains("has builds of another build command; choose another folder with --out"), "{err}");
    let kept = project.path("launchgate-bisect/bisect.json");
    let newer = fs::read_to_string(&kept).unwrap().replace("launchgate.bisect/1", "launchgate.bisect/2");
    fs::write(&kept, newer).unwrap();
    let (exit, _, err) = project.bisect(&[], BUILD);
    assert_eq!(exit, 1);
    assert!(err.contains("launchgate.bisect/2") && err.contains("launchgate.bisect/1"), "{err}");
}
