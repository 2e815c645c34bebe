//! Follows the facts of a build from the folder of a run to the verdict and into the store.

use gate::cli::Exit;
use gate_facts::{Dylib, FORMAT, Facts, Image, PreMainCode};
use serde_json::Value;

use super::schema::problems;
use crate::common::session::{Folder, Session};

fn facts(loads: &[&str], dylibs: &[&str]) -> String {
    let image = Image {
        path: "Shop".to_owned(),
        kind: "executable".to_owned(),
        loads: loads
            .iter()
            .map(|name| PreMainCode { symbol: (*name).to_owned(), ..PreMainCode::default() })
            .collect(),
        dylibs: dylibs.iter().map(|name| Dylib { name: (*name).to_owned(), ..Dylib::default() }).collect(),
        ..Image::default()
    };
    Facts { format: FORMAT.to_owned(), app: "Shop.app".to_owned(), images: vec![image], ..Facts::default() }
        .to_json()
}

/// Writes five sessions of one build to `base`, and one session of a different build to `head`.
fn both() -> Folder {
    let folder = Folder::new();
    for name in ["base", "head"] {
        std::fs::create_dir(folder.0.path().join(name)).unwrap();
    }
    for (name, seed) in ["a", "b", "c", "d", "e"].into_iter().zip(1..) {
        folder.write(&format!("base/{name}.jsonl"), &Session::new(name, 100 * seed).records());
    }
    folder.write("head/head.jsonl", &Session::new("head", 9001).records());
    folder.write("base/build.facts", &facts(&["+[A load]"], &["x"]));
    folder.write("head/build.facts", &facts(&["+[A load]", "+[B load]"], &["x", "y"]));
    folder
}

fn check(folder: &Folder, more: &[&str]) -> (Exit, Value) {
    let (exit, out, err) = folder.run(&[&["check", "head", "--format", "json"], more].concat());
    (exit, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}\n{out}\n{err}")))
}

fn told(verdict: &Value) -> Vec<(&str, &str, bool)> {
    let text = |row: &'_ Value, key: &str| row[key].as_str().unwrap_or_default().to_owned();
    let rows = verdict["facts"].as_array().into_iter().flatten();
    let told = rows.filter(|row| row["told"] == true);
    told.map(|row| {
        assert!(!text(row, "image").is_empty(), "{row}");
        (row["kind"].as_str().unwrap(), row["name"].as_str().unwrap(), row["fails"] == true)
    })
    .collect()
}

#[test]
fn a_new_load_method_is_a_notice_or_fails_as_the_settings_require() {
    let folder = both();
    let base = ["--base", "base"];
    let sarif = folder.0.path().join("v.sarif");
    let junit = folder.0.path().join("v.xml");
    let out =
        ["--out", &format!("sarif={}", sarif.display()), "--out", &format!("junit={}", junit.display())]
            .map(str::to_owned);
    let more: Vec<&str> = base.iter().copied().chain(out.iter().map(String::as_str)).collect();
    let (exit, verdict) = check(&folder, &more);
    assert!(matches!(exit, Exit::Pass | Exit::Undecided), "{exit:?}");
    assert_eq!(problems(&verdict), [""; 0]);
    assert_eq!(told(&verdict), [("load", "+[B load]", false), ("dylib", "y", false)]);
    let sarif: Value = serde_json::from_str(&std::fs::read_to_string(sarif).unwrap()).unwrap();
    let levels: Vec<&Value> =
        sarif["runs"][0]["results"].as_array().unwrap().iter().map(|result| &result["level"]).collect();
    assert_eq!(levels, ["note", "note"]);
    let junit = std::fs::read_to_string(junit).unwrap();
    let read = quick_junit::Report::deserialize_from_str(&junit).unwrap();
    let build = read.test_suites.iter().find(|suite| suite.name.as_str() == "build").unwrap();
    assert_eq!((build.test_cases.len(), build.failures), (2, 0), "{junit}");
    assert!(build.test_cases.iter().all(|case| case.system_out.is_some()), "{junit}");

    let fail = ["--base", "base", "--set", "facts.fail=[\"load\"]"];
    let (exit, verdict) = check(&folder, &fail);
    assert_eq!((exit, &verdict["verdict"]), (Exit::Regressed, &"regressed".into()));
    assert_eq!(told(&verdict), [("load", "+[B load]", true), ("dylib", "y", false)]);
    assert_eq!(problems(&verdict), [""; 0]);

    let allow = ["--base", "base", "--set", "facts.load=1", "--set", "facts.dylib=\"any\""];
    assert_eq!(told(&check(&folder, &allow).1), []);
}

#[test]
fn the_headline_names_build_properties_that_prevent_a_comparison() {
    let folder = both();
    for (side, toolchain) in
        [("base", &["SDK 18.1", "code coverage"][..]), ("head", &["SDK 18.2", "code coverage"])]
    {
        let mut built = Facts::from_json(&facts(&[], &[])).unwrap();
        built.images[0].toolchain = toolchain.iter().map(|name| (*name).to_owned()).collect();
        folder.write(&format!("{side}/build.facts"), &built.to_json());
    }
    let out = ["text", "html", "markdown", "junit", "sarif", "github", "gitlab"];
    let out = out.map(|format| format!("{format}={}", folder.0.path().join(format).display()));
    let more: Vec<&str> = out.iter().flat_map(|out| ["--out", out]).collect();
    let (exit, verdict) = check(&folder, &[&["--base", "base"], &more[..]].concat());
    assert!(matches!(exit, Exit::Pass | Exit::Undecided), "{exit:?}");
    assert_eq!(problems(&verdict), [""; 0]);
    let read = |format: &str| std::fs::read_to_string(folder.0.path().join(format)).unwrap();
    for format in ["text", "html", "markdown", "github"] {
        let text = read(format).split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "");
        let words = "these builds should not be compared: SDK 18.1 in the base, SDK 18.2 in the head, code coverage in both";
        assert!(text.contains(words), "{format}: {text}");
    }
    // The formats for test results and code scanning have no headline, but have an entry for each fact.
    for format in ["junit", "sarif", "gitlab"] {
        assert!(read(format).contains("new build property: SDK 18.2"), "{format}: {}", read(format));
    }
    let (exit, verdict) = check(&folder, &["--base", "base", "--set", "facts.fail=[\"toolchain\"]"]);
    assert_eq!((exit, told(&verdict).len()), (Exit::Regressed, 3));
}

#[test]
fn the_facts_of_a_build_are_stored_with_its_session() {
    let folder = both();
    let store = folder.0.path().join("store").display().to_string();
    let of = ["--set", &format!("baseline.dir={store:?}")].map(str::to_owned);
    let with = |args: &[&'static str]| -> (Exit, String, String) {
        let args: Vec<&str> = args.iter().copied().chain(of.iter().map(String::as_str)).collect();
        folder.run(&args)
    };
    let (exit, _, err) = with(&["baseline", "update", "base"]);
    assert_eq!((exit, err.as_str()), (Exit::Pass, ""));
    let more: Vec<&str> = of.iter().map(String::as_str).collect();
    let (_, verdict) = check(&folder, &more);
    assert_eq!(told(&verdict), [("load", "+[B load]", false), ("dylib", "y", false)]);
    // The store contains the five sessions of the base with their facts.
    let (exit, out, _) = with(&["baseline", "verify"]);
    assert_eq!((exit, out.as_str()), (Exit::Pass, "10 files, 0 with errors\n"));
    let (_, _, err) = with(&["baseline", "prune", "--keep", "2"]);
    assert_eq!(with(&["baseline", "verify"]).1, "4 files, 0 with errors\n", "{err}");
}

#[test]
fn launches_without_build_facts_are_judged_without_them() {
    let folder = both();
    std::fs::remove_file(folder.0.path().join("base/build.facts")).unwrap();
    let (_, verdict) = check(&folder, &["--base", "base"]);
    assert_eq!(told(&verdict), []);
    assert!(!verdict["warnings"].to_string().contains("facts"), "{}", verdict["warnings"]);
    folder.write("head/build.facts", "{");
    let (exit, verdict) = check(&folder, &["--base", "base"]);
    assert_ne!(exit, Exit::Error);
    assert!(
        verdict["warnings"].to_string().contains("\"cannot read the stored facts of the build: "),
        "{}",
        verdict["warnings"]
    );
}

#[test]
fn a_budget_on_build_facts_needs_no_baseline() {
    let folder = both();
    let settings = folder.write("budget.toml", "[[budget]]\nfact = \"load\"\nlimit = 1\n");
    let settings = settings.display().to_string();
    let (exit, out, err) = folder.plain(&["check", "head", "--format", "variables", "--config", &settings]);
    assert_eq!(exit, Exit::Regressed, "{out}{err}");
    assert!(out.contains("\nfindings=1\nfacts=1\n"), "{out}");
}

/// Returns the verdict on a run of equal builds with one `+load` method, for these settings.
fn check_equal_builds(settings: &str) -> (Exit, Value) {
    let folder = Folder::new();
    std::fs::create_dir(folder.0.path().join("head")).unwrap();
    let log = r#"{"format":"launchgate.run/1","session":"s","scenario":"cold","app":"com.example.shop","udid":"","model":null,"os":null,"link":"","driver":"","launches":10,"warmup":0,"seed":null,"looks":[],"equal":true}
{"is":"finished","counted":0,"lost":0}
"#;
    folder.write("head/run.jsonl", log);
    for name in ["build.facts", "base.facts"] {
        folder.write(&format!("head/{name}"), &facts(&["+[A load]"], &["x"]));
    }
    let settings = folder.write("budget.toml", settings).display().to_string();
    let (exit, out, err) = folder.plain(&["check", "head", "--format", "json", "--config", &settings]);
    (exit, serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}\n{out}\n{err}")))
}

#[test]
fn budgets_on_build_facts_are_checked_even_if_both_builds_are_equal() {
    let budget = |more: &str| format!("[[budget]]\n{more}\n");
    let (exit, verdict) = check_equal_builds(&budget("fact = \"load\"\nlimit = 0"));
    assert_eq!((exit, &verdict["verdict"]), (Exit::Regressed, &"regressed".into()));
    let found = &verdict["facts"][0];
    assert_eq!((&found["kind"], &found["limit"], &found["fails"]), (&"load".into(), &0.into(), &true.into()));
    assert_eq!(problems(&verdict), [""; 0]);
    for kept in ["fact = \"load\"\nlimit = 1", "fact = \"load\"\nlimit = 0\nscenario = \"warm\""] {
        let scenario = "[[scenario]]\nname = \"warm\"\n";
        let (exit, verdict) = check_equal_builds(&format!("{scenario}{}", budget(kept)));
        assert_eq!((exit, told(&verdict)), (Exit::Pass, Vec::new()), "{kept}: {verdict}");
    }
    // Without launches, a budget that limits launches counts as not checked.
    let (exit, verdict) = check_equal_builds(&budget("launch = true\nlimit = \"1s\""));
    assert_eq!((exit, &verdict["verdict"]), (Exit::Undecided, &"undecided".into()));
    let reason = serde_json::json!({"code": "equal-builds-not-launched", "budgets": 1});
    assert_eq!(verdict["reasons"], serde_json::json!([reason]));
    assert_eq!(problems(&verdict), [""; 0]);
}
