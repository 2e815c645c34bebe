//! Checks the texts that users see: they must not contain a phrase of `tests/phrases.txt`, and numbers must agree with their nouns.

use std::path::Path;

use super::messages;
use crate::common::gate;
use crate::common::plain::{assert_plain, wrong};

fn help(args: &[&str]) -> String {
    gate(args).1
}

/// Returns the names of the commands that a help page lists.
pub(super) fn commands(help: &str) -> Vec<&str> {
    // The page `gate --help` lists the commands after the name of their group. The help pages of commands have a plain list of subcommands.
    if let Some(from) = help.find("\nStart ") {
        let (groups, more) = help[from + 1..].split_once("\nMore ").expect("other commands");
        let grouped = groups.lines().filter_map(|line| line.get(11..)?.split_whitespace().next());
        let others = more.split_once("\nOptions ").expect("options").0.split(',').map(str::trim);
        return grouped.chain(others).filter(|name| *name != "help").collect();
    }
    let is_list = |line: &&str| line.ends_with(':') && !line.starts_with(' ');
    let lines = help.lines().skip_while(|line| !is_list(line)).take_while(|line| *line != "Options:");
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help" && name.starts_with(|c: char| c.is_ascii_lowercase()))
        .collect()
}

#[test]
fn a_run_has_at_most_20_options() {
    let page = help(&["run", "--help"]);
    let options = page.lines().filter(|line| line.trim_start().starts_with('-') && !line.contains("--help"));
    let options: Vec<&str> = options.collect();
    assert!((15..=20).contains(&options.len()), "{}: {options:?}", options.len());
}

#[test]
fn help_texts_contain_no_forbidden_phrase() {
    let whole = help(&["--help"]);
    let mut pages = vec![whole.clone()];
    for name in commands(&whole) {
        let page = help(&[name, "--help"]);
        pages.extend(commands(&page).iter().map(|inner| help(&[name, inner, "--help"])));
        pages.push(page);
    }
    assert!(pages.len() > 25, "{}", pages.len());
    for page in &pages {
        assert_plain(page);
        assert!(page.lines().next().is_some_and(|line| line.starts_with(char::is_uppercase)), "{page}");
    }
    // Every help page has an example, except pages without options and pages that only list subcommands.
    for page in pages.iter().filter(|page| page.contains("[OPTIONS]") && !page.contains("Commands:\n")) {
        assert!(page.contains("Example"), "{page}");
    }
}

#[test]
fn messages_reports_and_documentation_contain_no_forbidden_phrase() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let (mut read, mut problems) = (0, Vec::new());
    for folder in ["docs", "gate/tests/report/goldens", "."] {
        for entry in root.join(folder).read_dir().unwrap() {
            let path = entry.unwrap().path();
            let is_text = path.extension().is_some_and(|end| {
                ["md", "txt", "html", "xml", "sarif", "yml"].contains(&end.to_str().unwrap())
            });
            if !is_text || path.ends_with("CHANGELOG.md") {
                continue;
            }
            let found = wrong(&std::fs::read_to_string(&path).unwrap());
            problems.extend(found.iter().map(|what| format!("{}: {what}", path.display())));
            read += 1;
        }
    }
    let messages = messages::all(root);
    for (path, texts) in &messages {
        let found = texts.iter().flat_map(|text| wrong(text));
        problems.extend(found.map(|what| format!("{path}: {what}")));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let count: usize = messages.iter().map(|(_, texts)| texts.len()).sum();
    assert!(count > 1500, "{count} messages");
    assert!(read > 15, "{read}");
}

/// Phrases that comments must not contain.
const OF_COMMENTS: [&str; 3] = ["so many", "whoever", "is none"];
/// An additional phrase that comments in the product must not contain.
const OF_PRODUCT: &str = "nobody";

#[test]
fn comments_contain_no_forbidden_phrase() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut left: Vec<_> =
        ["agent", "crates", "gate", "tests", "trace", "xtask"].map(|folder| root.join(folder)).into();
    let (mut read, mut problems) = (0, Vec::new());
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(path.read_dir().unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let inside = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
            let is_product =
                inside.contains("/src/") && !inside.contains("tests") && !inside.starts_with("xtask");
            let comments = text.lines().map(str::trim_start).filter(|line| line.starts_with("//"));
            for line in comments.inspect(|_| read += 1) {
                let words = line.to_lowercase();
                let is_wrong = |phrase: &&str| words.contains(*phrase);
                if OF_COMMENTS.iter().any(&is_wrong) || is_product && is_wrong(&OF_PRODUCT) {
                    problems.push(format!("{}: {line}", path.display()));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(read > 10_000, "{read} lines of comments");
}

#[test]
fn the_search_for_forbidden_phrases_finds_each_phrase() {
    for text in [
        "5 count, 1 launches do",
        "Whoever reads\nit",
        "1 launches.",
        "2 launch, 3 rows",
        "no proof that\n  there is none",
    ] {
        assert_eq!(wrong(text).len(), 1, "{text}: {:?}", wrong(text));
    }
    for text in ["1 launch and 2 launches", "10 launch phases", "0.1 methods", "amending", "1 of 3 launches"]
    {
        assert!(wrong(text).is_empty(), "{text}: {:?}", wrong(text));
    }
}
