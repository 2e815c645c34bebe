//! Tests every key of the settings with a value that the author of a pull request may choose. The value is a link that leads out of the
//! checkout.
//!
//! The keys are read from config.toml, the reference, which contains all of them. Only a run on a device reads the container of a
//! scenario, so `device/campaign/container.rs` tests this key.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use toml::{Table, Value};

use crate::common::program;
use crate::common::session::Session;

const SECRET: &str = "hunter2-the-password";
const REFERENCE: &str = include_str!("../../../config.toml");

/// For each table of the settings, the keys without a path that the table must contain to be valid.
const LEAST: [(&str, &str); 5] = [
    ("module", "name = \"M\""),
    ("override", "methods = [\"*\"]"),
    ("scenario", "name = \"cold\""),
    ("budget", "launch = true\nlimit = \"400ms\""),
    ("driver", "name = \"tidevice\""),
];

/// Returns the table and the name of every key of the reference, including its examples.
fn keys() -> Vec<(String, String)> {
    let mut table = String::new();
    let mut found = Vec::new();
    for line in REFERENCE.lines().map(|line| line.trim_start_matches("# ")) {
        if let Some(name) = line.strip_prefix('[') {
            table = name.trim_start_matches('[').split(']').next().unwrap().to_owned();
        } else if let Some((key, _)) = line.split_once(" = ")
            && key.chars().all(|letter| letter.is_ascii_lowercase() || "_.".contains(letter))
        {
            found.push((table.clone(), key.to_owned()));
        }
    }
    found
}

/// Returns settings with one key, which has a path as its value.
fn settings(table: &str, key: &str, place: Value) -> String {
    let least = LEAST.iter().find(|(name, _)| *name == table);
    let mut inner: Table = least.map_or_else(Table::new, |(_, text)| toml::from_str(text).unwrap());
    let (parents, last) = key.rsplit_once('.').map_or((None, key), |(parent, last)| (Some(parent), last));
    let into = match parents {
        Some(parent) => inner.entry(parent).or_insert(Value::Table(Table::new())).as_table_mut().unwrap(),
        None => &mut inner,
    };
    into.insert(last.to_owned(), place);
    let whole = if least.is_some() { Value::Array(vec![inner.into()]) } else { inner.into() };
    toml::to_string(&Table::from_iter([(table.to_owned(), whole)])).unwrap()
}

/// Returns the names and bytes of the files outside of the checkout.
fn content(folder: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> =
        entries
            .flat_map(|path| {
                if path.is_dir() { content(&path) } else { vec![(path.clone(), fs::read(&path).unwrap())] }
            })
            .collect();
    all.sort();
    all
}

#[test]
fn paths_in_the_settings_are_never_read_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (checkout, outside) = (folder.path().join("checkout"), folder.path().join("outside"));
    for made in [checkout.join(".git"), checkout.join("below"), outside.join("folder/a.dSYM")] {
        fs::create_dir_all(made).unwrap();
    }
    for name in [
        "secret",
        "folder/secret",
        "folder/Shop-LinkMap-normal.txt",
        "folder/accepted.tsv",
        "folder/a.dSYM/a",
    ] {
        fs::write(outside.join(name), format!("{SECRET}\n* @{SECRET}\n")).unwrap();
    }
    for (name, to) in [("to-file", "secret"), ("to-folder", "folder"), ("below/to-folder", "folder")] {
        symlink(outside.join(to), checkout.join(name)).unwrap();
    }
    // A check of a few launches reads the same settings as a check of many launches.
    for (name, seed) in [("base", 1), ("head", 9)] {
        let session = Session { launches: 5, ..Session::new(name, seed) };
        fs::write(checkout.join(format!("{name}.jsonl")), session.records()).unwrap();
    }
    let before = content(&outside);

    let commands: [&[&str]; 6] = [
        &["check", "head.jsonl", "--base", "base.jsonl"],
        &["check", "head.jsonl", "--base", "base.jsonl", "--policy", "gone.toml"],
        &["check", "head.jsonl", "--out", "json=verdict.json"],
        &["baseline", "list"],
        &["baseline", "update", "head.jsonl"],
        &["trend"],
    ];
    let run = |words: &[&str]| {
        let output = program(&checkout).args(words).args(["--config", "tried.toml"]).output().unwrap();
        let all = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&all).into_owned())
    };
    let (mut refused, mut tried, keys) = (BTreeSet::new(), 0, keys());
    for (table, key) in &keys {
        let name = format!("{table}.{key}");
        // If the value of a key can be neither a text nor a list of texts, the error names the line of the key, and no value is used.
        let takes = |place: &str| {
            let single = Value::from(place);
            [single.clone(), Value::Array(vec![single])].into_iter().find(|value| {
                fs::write(checkout.join("tried.toml"), settings(table, key, value.clone())).unwrap();
                let said = run(commands[0]).1;
                let mut told = said.split("tried.toml:").skip(1);
                !told.any(|rest| rest.starts_with(|next: char| next.is_ascii_digit()))
            })
        };
        for place in ["to-folder", "to-file", "below/to-folder"] {
            // If the first link does not apply to a key, the other links do not apply either.
            if place != "to-folder" && !refused.contains(&name) || takes(place).is_none() {
                continue;
            }
            tried += 1;
            for words in commands {
                let (code, said) = run(words);
                assert!(!said.contains(SECRET) && !said.contains("panicked"), "{name} {words:?}: {said}");
                assert!(content(&outside) == before, "{name} {words:?}: {said}");
                if said.contains("symbolic link") {
                    // A folder of symbols may contain files that the settings do not name. The command omits such a file with a warning.
                    let is_left_out = said.contains("the file was skipped");
                    assert!(code == Some(1) || is_left_out, "{name} {words:?}: {said}");
                    refused.insert(name.clone());
                }
            }
            let verdict = fs::read_to_string(checkout.join("verdict.json")).unwrap_or_default();
            assert!(!verdict.contains(SECRET), "{name}: {verdict}");
        }
    }
    let of_paths =
        ["baseline.dir", "attribution.codeowners", "attribution.link_maps", "attribution.binaries"];
    let of_folders = ["attribution.symbols", "attribution.device_support"];
    let expected: BTreeSet<String> = of_paths.into_iter().chain(of_folders).map(str::to_owned).collect();
    assert_eq!(refused, expected);
    assert!(keys.len() > 80 && tried > 30, "{tried} of {} keys", keys.len());
}
