//! Tests `gate trend` with stored sessions of a synthetic app, in a repository that has the commit of each
//! session.

use gate::cli::Exit;

use super::app::App;
use crate::common::session::Folder;

const DAY: u64 = 86_400_000;
/// 2026-01-01, in milliseconds since 1970.
const FIRST: u64 = 1_767_225_600_000;

/// Stores one session for each day. From a certain session on, one method is slower.
fn stored(sessions: u64, slower_from: u64) -> Folder {
    let folder = Folder::new();
    // The growth is accepted, so that the slower sessions are stored.
    let accept = ["baseline", "accept", "-[Class7 work]", "--up-to", "+50%", "--until", "2099-12-31"];
    let (exit, out, err) =
        folder.run(&[&accept[..], &["--reason", "a test", "--owner", "@shop/cart"]].concat());
    assert_eq!(exit, Exit::Pass, "{out}{err}");
    for at in 0..sessions {
        let name = format!("day{at:03}");
        let app = App { recorded: FIRST + at * DAY, launches: 6, ..App::new(&name, 31 * (at + 1)) };
        let records = app.records(|made, _| {
            if at >= slower_from {
                made.method("-[Class7 work]").self_ns *= 1.2;
            }
        });
        folder.write("session.jsonl", &records);
        let (exit, out, err) = folder.run(&["baseline", "update", "session.jsonl"]);
        assert_eq!(exit, Exit::Pass, "{out}{err}");
    }
    folder
}

fn trend(folder: &Folder, more: &[&str]) -> (Exit, String, String) {
    let config = folder.write("config.toml", "").display().to_string();
    folder.plain(&[&["trend", "--config", &config], more].concat())
}

#[test]
fn a_trend_reports_only_the_session_at_which_a_method_changed() {
    let folder = stored(40, 24);
    let (exit, out, err) = trend(&folder, &[]);
    assert_eq!((exit, err.as_str()), (Exit::Pass, ""), "{out}");
    assert!(
        out.starts_with("com.example.shop on iPhone15,2\n40 sessions, 2026-01-01 to 2026-02-09\n"),
        "{out}"
    );
    // The method changed, so its module changed by the same amount.
    assert!(out.contains(", the newest first:\nsince 2026-01-25\n  "), "{out}");
    assert_eq!(out.matches("\nsince ").count(), 1, "{out}");
    // A change that several series show is reported once.
    let seen = match out.matches("95 % interval").count() {
        1 => String::new(),
        series => format!(", seen in {series} series"),
    };
    assert!(out.contains(&format!("\n1 lasting change{seen}, the newest first:\n")), "{out}");
    let of_method = out.split("  -[Class7 work] (Module0)\n    ").nth(1).unwrap();
    assert!(of_method.lines().next().unwrap().contains("(+20 %)"), "{out}");
    assert!(!out.contains("Class8"), "{out}");

    let (_, json, _) = trend(&folder, &["--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let found = &json["trends"][0];
    let series = found["series"].as_array().unwrap().iter().find(|one| one["name"] == "-[Class7 work]");
    let change = &series.unwrap()["changes"][0];
    assert_eq!((&change["session"], found["sessions"].as_array().unwrap().len()), (&"day024".into(), 40));
    let growth = change["head_ns"].as_f64().unwrap() / change["base_ns"].as_f64().unwrap();
    assert!((growth - 1.2).abs() < 0.02, "{change}");
    let config = folder.0.path().join("config.toml").display().to_string();
    let (_, list, _) = folder.plain(&["baseline", "list", "--format", "json", "--config", &config]);
    let list: serde_json::Value = serde_json::from_str(&list).unwrap();
    assert_eq!(list["format"], "launchgate.sessions/1");
    assert_eq!(list["sessions"][0]["session"], "day039", "{}", list["sessions"][0]);

    let (_, one, _) = trend(&folder, &["--method", "-[Class7 work]"]);
    assert!(
        one.contains("1 lasting change of -[Class7 work], the newest first:") && !one.contains("Class8"),
        "{one}"
    );
    let (_, module, _) = trend(&folder, &["--module", "Module3"]);
    assert!(module.contains("No lasting change of Module3.") && !module.contains("too few"), "{module}");
    let (_, later, _) = trend(&folder, &["--since", "2026-01-26"]);
    assert!(later.contains("15 sessions, 2026-01-26 to 2026-02-09"), "{later}");
    assert!(
        later.contains("No lasting change. 15 sessions are too few to tell every change: 20 are enough."),
        "{later}"
    );
}

#[test]
fn the_html_page_of_a_trend_is_one_file_with_every_series() {
    let folder = stored(12, 99);
    let place = |name: &str| folder.0.path().join(name).display().to_string();
    let html = place("trend.html");
    let (exit, out, err) = trend(&folder, &["-o", &html]);
    assert_eq!((exit, err.as_str()), (Exit::Pass, ""), "{out}");
    let page = std::fs::read_to_string(html).unwrap();
    assert!(
        page.starts_with("<!DOCTYPE html>") && page.contains("All series") && !page.contains("https"),
        "not one file"
    );
    // The series are the launch, five modules and 42 methods of the main thread.
    let kinds = page.split("\"kind\":[").nth(1).and_then(|rest| rest.split(']').next()).expect("series");
    assert_eq!(kinds.split(',').count(), 1 + 5 + 42, "{kinds}");
    assert!(page.contains("\"-[Class7 work]\""), "a method's name");
}

#[test]
fn a_trend_that_cannot_be_shown_gives_a_single_error() {
    let folder = stored(3, 99);
    let cases: &[(&[&str], Exit, &str)] = &[
        (
            &["--app", "com.other"],
            Exit::Error,
            "no session of app \"com.other\"; the store has: com.example.shop",
        ),
        (
            &["--method", "-[Nobody]"],
            Exit::Error,
            "no series matches -[Nobody]; `gate trend -o trend.html` has all",
        ),
        (&["--since", "2030-01-01"], Exit::Error, "no series matches --since"),
        (&["--since", "soon"], Exit::Error, "invalid date; expected YYYY-MM-DD"),
        (&["--baseline", "nowhere"], Exit::Error, "baseline folder nowhere not found; correct --baseline"),
        (&["-o", "trend.pdf"], Exit::Error, "trend.pdf"),
        (&["--method", "a", "--module", "b"], Exit::Error, "cannot be used with"),
    ];
    for (more, expected, said) in cases {
        let (exit, out, err) = trend(&folder, more);
        assert_eq!((exit, out.as_str()), (*expected, ""), "{more:?}: {err}");
        assert!(err.contains(said), "{more:?}: {err}");
    }
    let empty = Folder::new();
    let (exit, _, err) = trend(&empty, &["--set", "baseline.dir=none"]);
    assert_eq!(exit, Exit::NoBaseline, "{err}");
    assert!(err.contains("holds no session; store some with `gate baseline update`"), "{err}");
}

#[test]
fn a_trend_names_the_commits_before_and_after_a_change() {
    let folder = stored(30, 18);
    let root = folder.0.path();
    let git = |words: &[&str]| {
        let mut command = std::process::Command::new("git");
        for (name, value) in [("NAME", "Ada"), ("EMAIL", "ada@example.com")] {
            command.env(format!("GIT_AUTHOR_{name}"), value).env(format!("GIT_COMMITTER_{name}"), value);
        }
        let done = command.args(words).current_dir(root).output().unwrap();
        assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap().trim().to_owned()
    };
    git(&["init", "--quiet"]);
    // Each session's file contains its commit, as `gate baseline push` writes it.
    for at in 0..30 {
        git(&["commit", "--quiet", "--allow-empty", "-m", &format!("Change of day {at}")]);
        let head = git(&["rev-parse", "HEAD"]);
        git(&["add", "--", &format!("*day{at:03}.*")]);
        git(&["commit", "--quiet", "-m", "Launch baselines", "-m", &format!("Measured-Commit: {head}")]);
    }
    let (exit, out, err) = trend(&folder, &[]);
    assert_eq!(exit, Exit::Pass, "{err}");
    assert!(out.contains(" Change of day 18 (Ada, "), "{out}");
    assert!(!out.contains("Change of day 17 (") && !out.contains("Change of day 19 ("), "{out}");
}
