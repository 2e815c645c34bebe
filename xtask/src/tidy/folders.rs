//! Contains tables that list, for each folder of a crate, the other folders that it may use. The dependencies between crates are in
//! Cargo.toml.
//!
//! Invariant: every folder has a row, and a row names only folders of earlier rows. The dependencies between folders therefore have no
//! cycle.

use std::collections::BTreeSet;

use super::source::Source;

/// The crates that consist of several folders, each with its table.
const CRATES: [(&str, &[Folder]); 5] = [
    ("gate_common", COMMON),
    ("gate_macho", MACHO),
    ("gate_decision", DECISION),
    ("gate", GATE),
    ("agent", AGENT),
];

/// A folder or a file next to `lib.rs`, and the folders of the same crate that it may use.
struct Folder {
    name: &'static str,
    may: &'static [&'static str],
}

const COMMON: &[Folder] = &[
    Folder { name: "boundary", may: &[] },
    Folder { name: "hash", may: &[] },
    Folder { name: "names", may: &[] },
    Folder { name: "plists", may: &[] },
    Folder { name: "sides", may: &[] },
    Folder { name: "stage", may: &[] },
    Folder { name: "git", may: &["stage"] },
];

const MACHO: &[Folder] = &[
    Folder { name: "read", may: &[] },
    Folder { name: "rewrite", may: &["read"] },
    Folder { name: "inject", may: &["read", "rewrite"] },
    Folder { name: "facts", may: &["inject", "read", "rewrite"] },
];

const DECISION: &[Folder] = &[
    // The values that a verdict consists of.
    Folder { name: "amount", may: &[] },
    Folder { name: "subject", may: &["amount"] },
    Folder { name: "reason", may: &["amount", "subject"] },
    Folder { name: "caution", may: &["reason", "subject"] },
    Folder { name: "compare", may: &["amount", "caution", "reason", "subject"] },
    Folder { name: "verdict", may: &["amount", "compare", "reason", "subject"] },
    Folder { name: "judge", may: &["amount", "caution", "compare", "reason", "subject", "verdict"] },
];

const GATE: &[Folder] = &[
    Folder { name: "bisect", may: &[] },
    Folder { name: "comment", may: &[] },
    Folder { name: "explain", may: &[] },
    Folder { name: "export", may: &[] },
    // The gate's functions, each of which takes a request and returns a result.
    Folder { name: "app", may: &["bisect", "export"] },
    // Only `main` may use the command line.
    Folder { name: "cli", may: &["app", "bisect", "comment", "explain", "export"] },
];

const AGENT: &[Folder] = &[
    // Memory with its contents, and the functions of the operating system.
    Folder { name: "base", may: &[] },
    // The call trees and shadow stacks of threads.
    Folder { name: "threads", may: &["base"] },
    // The code that runs when the app makes a call. The code consists of the table of hooks, assembly, slow paths and unwinding.
    Folder { name: "hooks", may: &["base", "threads"] },
    // The call stacks of samples.
    Folder { name: "samples", may: &["base", "hooks", "threads"] },
    // The start of the agent, the recording window and its end, and the code that writes the trace.
    Folder { name: "window", may: &["base", "hooks", "samples", "threads"] },
];

/// Returns a problem for a folder without a row, and for every use of a folder that the row does not permit.
pub(super) fn check(source: &Source) -> Vec<(usize, String)> {
    let [krate, name, ..] = source.module.as_slice() else { return Vec::new() };
    let Some((krate, folders)) = CRATES.iter().find(|(known, _)| krate == known) else { return Vec::new() };
    if name == "main" || source.is_test {
        return Vec::new();
    }
    let Some(folder) = folders.iter().find(|folder| folder.name == name) else {
        let text = format!(
            "{krate}::{name} has no row in the table of xtask/src/tidy/folders.rs: add one with the folders that it may use"
        );
        return vec![(1, text)];
    };
    let mut found = BTreeSet::new();
    for mention in &source.mentions {
        let [owner, used, ..] = mention.path.as_slice() else { continue };
        // A capitalised name is a type in the root of the crate.
        let is_folder =
            owner == krate && used != name && used.starts_with(char::is_lowercase) && !used.ends_with('!');
        if is_folder && !folder.may.contains(&used.as_str()) {
            let (module, path) = (source.module.join("::"), mention.path.join("::"));
            let may =
                if folder.may.is_empty() { "no other folder".to_owned() } else { folder.may.join(", ") };
            found.insert((mention.line, format!("{module} uses {path}: {name} may use {may}")));
        }
    }
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(path: &str, text: &str) -> Vec<String> {
        let source = Source::read(path, text).ok().expect(text);
        check(&source).into_iter().map(|(line, text)| format!("{line} {text}")).collect()
    }

    #[test]
    fn each_row_of_the_table_of_folders_permits_only_folders_above_the_row() {
        for (krate, folders) in CRATES {
            for (at, folder) in folders.iter().enumerate() {
                for used in folder.may {
                    let above = folders[..at].iter().any(|above| above.name == *used);
                    assert!(
                        above,
                        "{krate}: {} may use {used}, which has no row above it: that is a circle, or no folder",
                        folder.name
                    );
                }
                assert!(folder.may.is_sorted(), "{krate}: {}", folder.name);
            }
        }
    }

    #[test]
    fn every_use_of_a_folder_that_the_table_does_not_permit_is_found() {
        let pairs = CRATES.iter().flat_map(|(krate, folders)| {
            folders.iter().flat_map(move |folder| folders.iter().map(move |other| (krate, folder, other)))
        });
        for (krate, folder, other) in pairs.filter(|(_, folder, other)| folder.name != other.name) {
            let path = format!("{}/src/{}/planted.rs", krate.replace('_', "-"), folder.name);
            for text in [
                format!("use crate::{}::Thing;", other.name),
                format!("fn f() {{ crate::{}::g() }}", other.name),
            ] {
                let granted = folder.may.contains(&other.name);
                assert_eq!(problems(&path, &text).is_empty(), granted, "{path}: {text}");
                assert_eq!(problems(&path, &format!("#[cfg(test)] mod tests {{ {text} }}")), [""; 0]);
            }
        }
    }

    #[test]
    fn a_folder_without_a_row_in_the_table_of_folders_is_found() {
        for (path, module) in [
            ("gate/src/shelf/mod.rs", "gate::shelf"),
            ("crates/gate-macho/src/shelf.rs", "gate_macho::shelf"),
            ("gate/src/shelf.rs", "gate::shelf"),
            ("agent/src/shelf.rs", "agent::shelf"),
        ] {
            let found = problems(path, "//! A shelf.");
            let expected = format!("1 {module} has no row");
            assert!(found.len() == 1 && found[0].starts_with(&expected), "{found:?}");
        }
        for path in [
            "gate/src/lib.rs",
            "gate/src/main.rs",
            "crates/gate-stats/src/shelf.rs",
            "gate/tests/shelf/main.rs",
        ] {
            assert_eq!(problems(path, "use gate::cli;"), [""; 0], "{path}");
        }
    }

    #[test]
    fn the_message_about_a_forbidden_use_names_the_permitted_folders() {
        let found = problems("crates/gate-macho/src/inject/sign.rs", "\nuse crate::facts::image::read;");
        let expected =
            "2 gate_macho::inject::sign uses gate_macho::facts::image::read: inject may use read, rewrite";
        assert_eq!(found, [expected]);
        assert!(
            problems("crates/gate-macho/src/read/mod.rs", "use crate::facts;")[0]
                .ends_with("read may use no other folder")
        );
    }
}
