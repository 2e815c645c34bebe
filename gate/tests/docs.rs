//! The documentation: its sessions are run, its tables are the code's, its links lead somewhere.
#![expect(clippy::unwrap_used, reason = "a test's own files")]

use std::fs;
use std::path::{Path, PathBuf};

use gate::device::{Class, Kind};

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

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).into_iter().flatten().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}

/// Each page's sessions run in a folder of its own, from what lies in tests/docs under its name.
#[test]
fn every_session_says_what_the_page_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut sessions = 0;
    for page in pages() {
        let name = page.file_stem().unwrap();
        sessions += fs::read_to_string(&page).unwrap().matches("\n$ gate").count();
        fs::copy(&page, folder.path().join(page.file_name().unwrap())).unwrap();
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/docs").join(name);
        copy(&fixture, &folder.path().join(name).with_extension("in"));
    }
    assert!(sessions >= 3, "{sessions} sessions");
    trycmd::TestCases::new().case(folder.path().join("*.md")).env("NO_COLOR", "1");
}

/// A page that is made from the code; blessed, it is written, else compared.
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

#[test]
fn settings_are_those_of_the_reference() {
    let reference = fs::read_to_string(root().join("config.toml")).unwrap();
    generated("settings.md", "\n```toml\n", &format!("{reference}```\n"));
}

#[test]
fn every_failure_of_a_device_is_explained() {
    let begin = "| message | exit code | tried again by itself | what to do |\n|---|---|---|---|\n";
    let rows: String = Kind::ALL
        .iter()
        .map(|kind| {
            let code = match kind.class() {
                Class::Input => 1,
                Class::Device => 6,
                Class::App => 7,
            };
            let again = if kind.is_passing() { "yes" } else { "no" };
            format!("| {} | {code} | {again} | {} |\n", kind.says(), kind.advice())
        })
        .collect();
    generated("troubleshooting.md", begin, &rows);
}

#[test]
fn links_lead_somewhere() {
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
