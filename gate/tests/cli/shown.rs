//! Tests that `gate export` and `gate explain tree` show only usable launches, and that trees show the owners from the settings.

use gate::cli::Exit;

use crate::common::program;
use crate::common::session::{Folder, Session};

#[test]
fn exports_and_call_trees_contain_only_launches_that_are_not_excluded() {
    let folder = Folder::new();
    // The recorder records no modules, and one of the launches is a warm-up.
    let mut records = Session::new("head", 5).records();
    for module in 0..3 {
        records = records.replace(&format!(r#""module":"Module{module}","#), "");
    }
    let third = r#""launch":3,"#;
    assert!(records.contains(third));
    let records = records.replace(third, &format!(r#"{third}"state":{{"warm_up":true}},"#));
    folder.write("head.jsonl", &records);
    folder.write("own.toml", "[[module]]\nname = \"Feed\"\nclasses = [\"Class4\"]\nowner = \"@shop/feed\"\n");
    let settings = ["--config", "own.toml"];
    let commands: [(&[&str], &[&str]); 2] =
        [(&["export"], &["--format", "collapsed"]), (&["explain", "tree"], &["--min", "0ms"])];
    for (command, more) in commands {
        let words = |all: &'static [&'static str]| [command, &["head.jsonl"], more, &settings, all].concat();
        let (exit, out, err) = folder.plain(&words(&[]));
        assert_eq!(exit, Exit::Pass, "{command:?}: {err}");
        let line = out.lines().find(|line| line.contains("-[Class4 method]")).unwrap_or_default();
        assert!(!line.is_empty(), "{command:?}: {out}");
        // The format of collapsed stacks has no field for owners.
        assert_eq!(line.contains("Feed") && line.contains("@shop/feed"), command.contains(&"tree"), "{line}");
        assert!(
            err.contains("1 launch is excluded: ") && err.contains("--all includes"),
            "{command:?}: {err}"
        );
        let (_, all, err) = folder.plain(&words(&["--all"]));
        assert!(!err.contains("excluded") && all != out, "{command:?}: {err}");
        // Without the settings for modules, the method has no owner.
        let (exit, out, _) = folder.run(&[command, &["head.jsonl"], more].concat());
        assert_eq!(exit, Exit::Pass);
        assert!(!out.contains("@shop/feed"), "{command:?}");
    }
}

#[test]
fn printed_call_trees_and_explanations_fit_the_width_of_the_terminal() {
    let folder = Folder::new();
    let long = "-[CheckoutCoordinator presentSummaryForBasket:withDiscounts:animated:]";
    let too_long = format!("-[Shop {}]", "aVeryLongPartOfAName:".repeat(9));
    let mut path = Vec::new();
    let mut methods = Vec::new();
    // Each method calls the next method, to a depth of 30.
    for depth in 0..30 {
        let name = match depth {
            2 | 27 => long.replace("Coordinator", &format!("Coordinator{depth}")),
            3 => too_long.clone(),
            _ => format!("-[Step{depth} next]"),
        };
        let (module, owner) = ("CheckoutAndPayments", "@shop/checkout-and-payments");
        methods.push(serde_json::json!({
            "name": name, "module": module, "owner": owner, "path": path, "calls": 1234.0 + f64::from(depth),
            "self_ns": 1e5, "total_ns": f64::from(30 - depth) * 1e5,
        }));
        path.push(name);
    }
    let record = |session: &str| {
        let marks = serde_json::json!({"main_ns": 1e6, "first_frame_ns": 9e6});
        format!(
            "{}\n",
            serde_json::json!({"format": "launchgate.launch/1", "session": session, "launch": 1, "marks": marks, "methods": methods})
        )
    };
    folder.write("head.jsonl", &record("head"));
    folder.write("base.jsonl", &record("base"));
    let wide = |columns: &str, words: &[&str]| {
        let mut gate = program(folder.0.path());
        let done = gate.args(words).env("COLUMNS", columns).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    };
    let longest = |text: &str| text.lines().map(|line| line.chars().count()).max().unwrap();
    for columns in ["80", "120", "200"] {
        let most: usize = columns.parse().unwrap();
        let tree = wide(columns, &["explain", "tree", "head.jsonl", "--min", "0%"]);
        assert!(longest(&tree) <= most, "{columns}:\n{tree}");
        // The module and the owner are shown in full, after the method's name or below it.
        let (whole, below) = ("· CheckoutAndPayments · @shop/checkout-and-payments", |line: &&str| {
            line.trim_start().starts_with('·')
        });
        assert_eq!(tree.matches(whole).count(), 30, "{columns}:\n{tree}");
        assert_eq!(tree.lines().count(), 31 + tree.lines().filter(below).count(), "{columns}:\n{tree}");
        assert!(tree.contains("-[Step29 next]"), "{columns}:\n{tree}");
        for method in ["-[Step1 next]", &*long.replace("Coordinator", "Coordinator2"), "-[Step28 next]"] {
            let explained = wide(columns, &["explain", method, "head.jsonl", "--base", "base.jsonl"]);
            assert!(longest(&explained) <= most, "{columns}:\n{explained}");
            assert!(explained.starts_with(&format!("{method}\n")), "{explained}");
        }
        // A caller's name is shown in full if it fits into a line.
        let explained = wide(columns, &["explain", "-[Step1 next]", "head.jsonl", "--base", "base.jsonl"]);
        assert!(explained.contains(&long.replace("Coordinator", "Coordinator2")), "{explained}");
    }
    // A wide terminal shows the complete names.
    let tree = wide("400", &["explain", "tree", "head.jsonl", "--min", "0%"]);
    assert!(tree.contains(&too_long) && tree.contains("@shop/checkout-and-payments"), "{tree}");
}

/// A reader of a pull request cannot store more days, so only checks that use a store show these notes.
#[test]
fn notes_about_too_few_days_are_shown_only_if_a_store_is_used() {
    let folder = Folder::new();
    folder.write("base.jsonl", &Session::new("base", 1).records());
    folder.write("head.jsonl", &Session::new("head", 2).records());
    let store = folder.0.path().join("baselines").to_str().unwrap().to_owned();
    folder.plain(&["baseline", "update", "base.jsonl", "--baseline", &store]);
    let few = "The baseline is of 1 day; below 20, feature flags";
    for (is_stored, base) in [(false, ["--base", "base.jsonl"]), (true, ["--baseline", &store])] {
        let shown = |format: &str| {
            let (_, told, _) =
                folder.plain(&[&["check", "head.jsonl", "--format", format], &base[..]].concat());
            told.split("<script").next().unwrap_or_default().replace('\u{a0}', " ")
        };
        for format in ["text", "markdown", "html"] {
            // A terminal may break a line between any two words, so the words are compared with single spaces.
            let told = shown(format).split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(told.contains("Sessions are taken to differ by"), "{format}: {told}");
            assert_eq!(told.contains(few), is_stored, "{format}: {told}");
        }
        let verdict: serde_json::Value = serde_json::from_str(&shown("json")).unwrap();
        assert!(!verdict["warnings"].to_string().contains("day"), "{}", verdict["warnings"]);
    }
}
