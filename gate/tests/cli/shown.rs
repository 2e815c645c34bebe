//! What `gate export` and `gate tree` show: launches that count, and in trees the owners by the settings.

use gate::cli::Exit;

use crate::common::session::{Folder, Session};

#[test]
fn exports_and_trees_have_only_launches_that_count_and_trees_owners() {
    let folder = Folder::new();
    // The recorder knows no modules, and one launch was there to warm up.
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
    for (command, more) in [("export", &["--format", "collapsed"][..]), ("tree", &["--min", "0ms"])] {
        let words = |all: &'static [&'static str]| [&[command, "head.jsonl"], more, &settings, all].concat();
        let (exit, out, err) = folder.plain(&words(&[]));
        assert_eq!(exit, Exit::Pass, "{command}: {err}");
        let line = out.lines().find(|line| line.contains("-[Class4 method]")).unwrap_or_default();
        assert!(!line.is_empty(), "{command}: {out}");
        // Collapsed stacks have no place for owners.
        assert_eq!(line.contains("Feed") && line.contains("@shop/feed"), command == "tree", "{line}");
        assert!(err.contains("1 launch is excluded: ") && err.contains("--all includes"), "{command}: {err}");
        let (_, all, err) = folder.plain(&words(&["--all"]));
        assert!(!err.contains("excluded") && all != out, "{command}: {err}");
        // Without those settings nobody owns it.
        let (exit, out, _) = folder.run(&[&[command, "head.jsonl"], more].concat());
        assert_eq!(exit, Exit::Pass);
        assert!(!out.contains("@shop/feed"), "{command}");
    }
}
