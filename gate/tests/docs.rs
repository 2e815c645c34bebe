//! Checks the documentation. The tests run the console sessions of the pages, compare the tables with the code, and require that links have
//! targets.

use std::fs;
use std::path::{Path, PathBuf};

use gate_device::{FailureClass, FailureKind};

use crate::common::copy;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = fs::read_dir(root().join("docs"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    pages.sort();
    assert!(pages.len() >= 9, "{pages:?}");
    pages
}

/// Converts a page to the syntax of trycmd. On the page, exit codes and omissions are written in a form for readers.
fn session_of(page: &str) -> String {
    let line = |line: &str| match line.strip_prefix("(exit code ").and_then(|rest| rest.strip_suffix(')')) {
        Some(code) => format!("? {code}"),
        None if line == "(an exit code other than 0)" => "? failed".to_owned(),
        None => line.replace('…', "[..]"),
    };
    page.lines().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// The sessions of each page run one after another in a separate folder. The folder contains launches of the sample app and of its slower
/// build, as `gate export` wrote them. The call paths of these launches are shortened to six callers, and cheap paths are omitted. Except
/// for the first steps, the folder also contains the settings and the stored baselines of the sample app.
#[test]
fn every_terminal_session_in_the_documentation_prints_the_shown_text() {
    let folder = tempfile::tempdir().unwrap();
    let mut sessions = 0;
    for page in pages() {
        sessions += fs::read_to_string(&page).unwrap().matches("\n$ gate").count();
        fs::write(
            folder.path().join(page.file_name().unwrap()),
            session_of(&fs::read_to_string(&page).unwrap()),
        )
        .unwrap();
        let place = folder.path().join(page.file_stem().unwrap()).with_extension("in");
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/docs/project"), &place);
        if !page.ends_with("start.md") {
            copy(&root().join("baselines"), &place.join("baselines"));
            fs::copy(root().join("tests/app/config.toml"), place.join("config.toml")).unwrap();
        }
    }
    assert!(sessions >= 20, "{sessions} sessions");
    trycmd::TestCases::new().case(folder.path().join("*.md")).env("NO_COLOR", "1");
}

/// The requirements because of which the test cannot run a command.
const NEEDS: [&str; 6] =
    ["a bucket", "a Mac", "a phone", "a signing identity", "a remote repository", "this repository"];

/// Each block with a command is a session that the test runs, or names its requirement and the test that runs the command.
#[test]
fn each_command_in_the_documentation_is_run_or_names_the_test_that_runs_it() {
    let mut shown = 0;
    let mut pages = pages();
    pages.extend(["README.md", "agent/README.md"].map(|page| root().join(page)));
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let (mut before, mut block) = (String::new(), None);
        for line in text.lines() {
            let place = format!("{}: {line}", page.display());
            let Some(language) = line.strip_prefix("```") else {
                let command =
                    ["gate ", "cargo ", "git ", "$ ", "curl "].iter().any(|word| line.starts_with(word));
                match &block {
                    Some((language, note)) if command && language != "console" => {
                        let note: &String = note;
                        let inside =
                            note.strip_prefix("<!-- needs ").and_then(|rest| rest.strip_suffix(" -->"));
                        let (needs, by) =
                            inside.and_then(|inside| inside.split_once("; shown by ")).expect(&place);
                        assert!(NEEDS.contains(&needs) && root().join(by).exists(), "{place}: {note}");
                        shown += 1;
                    }
                    Some(_) if command => assert!(line.starts_with("$ gate "), "{place}"),
                    _ => line.clone_into(&mut before),
                }
                continue;
            };
            block = match block {
                Some(_) => None,
                None => Some((language.to_owned(), std::mem::take(&mut before))),
            };
        }
        assert!(block.is_none(), "{}: a block is not closed", page.display());
    }
    assert!(shown >= 7, "{shown}");
}

/// Compares the generated end of a page with the text that the code generates. With `LAUNCHGATE_BLESS`, writes the text to the page.
fn generated(page: &str, begin: &str, text: &str) {
    let path = root().join("docs").join(page);
    let old = fs::read_to_string(&path).unwrap_or_default();
    let kept = old.split(begin).next().unwrap();
    let new = format!("{kept}{begin}{text}");
    if std::env::var_os("LAUNCHGATE_BLESS").is_some() {
        fs::write(&path, new).unwrap();
    } else {
        assert!(old == new, "docs/{page} is not what the code says; `cargo xtask bless` renews it");
    }
}

/// Compares the generated part of a page, between two marks, with the text that the code generates. With `LAUNCHGATE_BLESS`, writes the
/// text to the page.
fn generated_part(page: &str, mark: &str, text: &str) {
    let path = root().join("docs").join(page);
    let old = fs::read_to_string(&path).unwrap();
    let begin = format!("<!-- {mark} -->\n");
    let (before, rest) = old.split_once(&begin).unwrap();
    let (_, after) = rest.split_once("<!-- end -->").unwrap();
    let new = format!("{before}{begin}{text}<!-- end -->{after}");
    if std::env::var_os("LAUNCHGATE_BLESS").is_some() {
        fs::write(&path, new).unwrap();
    } else {
        assert!(old == new, "docs/{page}, {mark}, is not what the code says; `cargo xtask bless` renews it");
    }
}

/// Rounds a percentage to a tenth.
fn tenth(percent: f64) -> f64 {
    (10.0 * percent).round() / 10.0
}

/// One test compares both tables of the page, because a test with `LAUNCHGATE_BLESS` writes the page, and two tests could write the page at
/// the same time.
#[test]
fn the_documented_table_of_significance_levels_matches_the_code() {
    use gate_stats::levels::{COUNTS, FUNCTIONS, LEVELS, SHARE_BESIDE_COUNTS};
    let mut text = "| rows | share of `gate.alpha` | where methods are relabelled | where counts decide | both | corrected by |\n\
                    |---|---|---|---|---|---|\n"
        .to_owned();
    // If functions are judged, the shares of all rows above them in the table are reduced.
    for level in LEVELS.iter().chain([&FUNCTIONS]) {
        let shares = [(false, 1.0), (true, 1.0), (false, SHARE_BESIDE_COUNTS), (true, SHARE_BESIDE_COUNTS)]
            .map(|(relabelled, left)| format!("{} %", tenth(100.0 * left * level.share(relabelled))));
        text += &format!("| {} | {} | {} |\n", level.rows, shares.join(" | "), level.within);
    }
    for level in &COUNTS {
        let share = tenth(100.0 * level.share);
        text += &format!("| {} | – | – | {share} % | {share} % | {} |\n", level.rows, level.within);
    }
    generated_part("../crates/gate-stats/src/CALIBRATION.md", "levels", &text);
}

#[test]
fn the_documentation_of_settings_matches_the_reference_file() {
    let reference = fs::read_to_string(root().join("config.toml")).unwrap();
    generated("settings.md", "\n```toml\n", &format!("{reference}```\n"));
}

#[test]
fn the_troubleshooting_page_explains_every_kind_of_device_failure() {
    let begin = "| message | exit code | tried again by itself | what to do |\n|---|---|---|---|\n";
    let rows: String = FailureKind::ALL
        .iter()
        .map(|kind| {
            let code = match kind.class() {
                FailureClass::Input => 1,
                FailureClass::Device => 6,
                FailureClass::App => 7,
            };
            let again = if kind.is_transient() { "yes" } else { "no" };
            format!("| {} | {code} | {again} | {} |\n", kind.message(), gate::cli::advice(*kind))
        })
        .collect();
    generated("troubleshooting.md", begin, &rows);
}

/// All pages must contain an identical sentence about Swift.
#[test]
fn pages_have_the_same_sentence_about_swift_and_the_readme_begins_with_short_answers() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let readme = read("README.md");
    let told = readme.lines().find_map(|line| line.strip_prefix("- **Swift:** ")).unwrap();
    let others = ["docs/start.md", "docs/agent.md", "docs/verdict.md"];
    let printed = ["crates/gate-init/src/templates/page-phone.txt", "crates/gate-report/src/html/look.rs"];
    for page in others.iter().chain(&printed) {
        assert_eq!(read(page).matches(told).count(), 1, "{page} says something else of Swift");
    }
    // The four most frequent questions are answered by one line each on the README's first screen.
    let asked = ["Hardware", "Minutes", "Cost of the agent", "Swift"].map(|of| format!("- **{of}:** "));
    let lines: Vec<usize> = asked
        .iter()
        .map(|of| readme.lines().position(|line| line.starts_with(of)).unwrap_or_else(|| panic!("{of}")))
        .collect();
    assert!(lines.is_sorted() && lines[3] < 40, "{lines:?}");
    let words = read("docs/verdict.md").split_whitespace().count();
    assert!(words <= 1_000, "docs/verdict.md has {words} words");
}

#[test]
fn all_links_in_the_documentation_have_existing_targets() {
    let mut pages = pages();
    pages.extend(["README.md", "ARCHITECTURE.md", "agent/README.md"].map(|page| root().join(page)));
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap();
            let there = page.parent().unwrap().join(file);
            let known = file.is_empty() || link.contains("://") || there.exists();
            assert!(known, "{}: {link}", page.display());
        }
    }
}
