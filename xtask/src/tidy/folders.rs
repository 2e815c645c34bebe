//! Which folder of `gate` and of `agent` may use which: the floors of each house, from the ground up.
//!
//! Invariant: every folder has a row, and a row names folders above it only, so no circle of folders can arise.

use std::collections::BTreeSet;

use super::source::Source;

/// The crates that have floors.
const CRATES: [(&str, &[Folder]); 2] = [("gate", FOLDERS), ("agent", AGENT)];

/// A folder, or a file beside `lib.rs`, and the folders of the same crate that it may use.
struct Folder {
    name: &'static str,
    may: &'static [&'static str],
}

const FOLDERS: &[Folder] = &[
    // What knows nothing of launches.
    Folder { name: "stats", may: &[] },
    Folder { name: "text", may: &[] },
    Folder { name: "names", may: &[] },
    Folder { name: "boundary", may: &[] },
    Folder { name: "plists", may: &[] },
    Folder { name: "sides", may: &[] },
    Folder { name: "stage", may: &[] },
    Folder { name: "git", may: &[] },
    Folder { name: "macho", may: &[] },
    Folder { name: "rewrite", may: &[] },
    Folder { name: "symbols", may: &["boundary", "macho", "rewrite"] },
    // What a launch is, and how it is read.
    Folder { name: "launches", may: &["boundary", "names", "text"] },
    Folder { name: "config", may: &["boundary", "launches", "stats"] },
    Folder { name: "attribute", may: &["boundary", "config", "launches", "macho", "symbols"] },
    // What talks to devices and apps knows nothing of what is made of the launches.
    Folder { name: "inject", may: &["macho", "names", "plists", "rewrite", "sides", "stage", "text"] },
    Folder {
        name: "device",
        may: &["boundary", "config", "inject", "launches", "macho", "names", "plists", "sides", "text"],
    },
    // What a build says without running.
    Folder { name: "facts", may: &["attribute", "config", "inject", "macho", "rewrite"] },
    // From launches to an answer.
    Folder { name: "compare", may: &["config", "launches", "stats"] },
    Folder { name: "baseline", may: &["boundary", "config", "facts", "git", "launches", "stats"] },
    Folder { name: "verdict", may: &["baseline", "compare", "config", "facts", "launches", "stats"] },
    Folder {
        name: "judge",
        may: &["attribute", "baseline", "compare", "config", "facts", "launches", "stats", "verdict"],
    },
    // A search asks for one judgement after another.
    Folder { name: "bisect", may: &["compare", "config", "git", "judge", "launches", "stats", "verdict"] },
    // Stored sessions over time.
    Folder { name: "trend", may: &["baseline", "compare", "config", "launches", "stats"] },
    // What shows a finished answer decides nothing, and computes no statistics.
    Folder { name: "explain", may: &["launches"] },
    Folder {
        name: "report",
        may: &[
            "attribute",
            "baseline",
            "compare",
            "config",
            "facts",
            "judge",
            "launches",
            "names",
            "text",
            "trend",
            "verdict",
        ],
    },
    Folder { name: "export", may: &["attribute", "launches", "names", "report", "symbols", "text"] },
    Folder { name: "comment", may: &["names", "report", "text"] },
    Folder { name: "init", may: &["attribute", "config", "git", "names", "plists"] },
    // Baselines at a URL, which query engines read too.
    Folder { name: "store", may: &["baseline", "config", "facts", "launches", "trend"] },
    // What the gate does, as functions that take a request and give a result.
    Folder {
        name: "app",
        may: &[
            "attribute",
            "baseline",
            "bisect",
            "boundary",
            "compare",
            "config",
            "device",
            "export",
            "facts",
            "git",
            "inject",
            "judge",
            "launches",
            "names",
            "report",
            "sides",
            "store",
            "symbols",
            "verdict",
        ],
    },
    // Only `main` uses the command line.
    Folder {
        name: "cli",
        may: &[
            "app",
            "attribute",
            "baseline",
            "bisect",
            "comment",
            "compare",
            "config",
            "device",
            "explain",
            "export",
            "facts",
            "git",
            "init",
            "inject",
            "judge",
            "launches",
            "names",
            "report",
            "sides",
            "stats",
            "store",
            "symbols",
            "trend",
            "verdict",
        ],
    },
];

const AGENT: &[Folder] = &[
    // Memory, what lies in it, and the system's functions.
    Folder { name: "base", may: &[] },
    // Trees, shadow stacks, and whose they are.
    Folder { name: "threads", may: &["base"] },
    // What runs on the app's calls: table, assembly, slow paths, unwinding.
    Folder { name: "hooks", may: &["base", "threads"] },
    // Call stacks, taken by time.
    Folder { name: "samples", may: &["base", "hooks", "threads"] },
    // The start, the window and its end, and what is written then.
    Folder { name: "window", may: &["base", "hooks", "samples", "threads"] },
];

/// A folder without a row, and every use of another folder that its row does not grant.
pub(super) fn check(source: &Source) -> Vec<(usize, String)> {
    let [krate, name, ..] = source.module.as_slice() else { return Vec::new() };
    let Some((krate, folders)) = CRATES.iter().find(|(known, _)| krate == known) else { return Vec::new() };
    if name == "main" || source.is_test {
        return Vec::new();
    }
    let Some(folder) = folders.iter().find(|folder| folder.name == name) else {
        let text = format!(
            "{krate}::{name} has no row in the table of xtask/src/tidy/folders.rs: say there what it may use"
        );
        return vec![(1, text)];
    };
    let mut found = BTreeSet::new();
    for mention in &source.mentions {
        let [of, used, ..] = mention.path.as_slice() else { continue };
        // A name in capitals is a type of the crate's root.
        let is_folder =
            of == krate && used != name && used.starts_with(char::is_lowercase) && !used.ends_with('!');
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
    fn a_row_names_folders_above_it_only() {
        for (krate, folders) in CRATES {
            for (at, folder) in folders.iter().enumerate() {
                for used in folder.may {
                    let above = folders[..at].iter().any(|above| above.name == *used);
                    assert!(
                        above,
                        "{krate}: {} may use {used}, which does not stand above it: that is a circle, or no folder",
                        folder.name
                    );
                }
                assert!(folder.may.is_sorted(), "{krate}: {}", folder.name);
            }
        }
    }

    #[test]
    fn every_use_that_no_row_grants_is_found() {
        let pairs = CRATES.iter().flat_map(|(krate, folders)| {
            folders.iter().flat_map(move |folder| folders.iter().map(move |other| (krate, folder, other)))
        });
        for (krate, folder, other) in pairs.filter(|(_, folder, other)| folder.name != other.name) {
            let path = format!("{krate}/src/{}/planted.rs", folder.name);
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
    fn a_folder_without_a_row_is_found() {
        for (path, module) in [
            ("gate/src/shelf/mod.rs", "gate::shelf"),
            ("gate/src/shelf.rs", "gate::shelf"),
            ("agent/src/shelf.rs", "agent::shelf"),
        ] {
            let found = problems(path, "//! A shelf.");
            let expected = format!("1 {module} has no row");
            assert!(found.len() == 1 && found[0].starts_with(&expected), "{found:?}");
        }
        for path in ["gate/src/lib.rs", "gate/src/main.rs", "trace/src/shelf.rs", "gate/tests/shelf/main.rs"]
        {
            assert_eq!(problems(path, "use gate::cli;"), [""; 0], "{path}");
        }
    }

    #[test]
    fn the_message_says_what_is_granted() {
        let found = problems("gate/src/config/fields.rs", "\nuse crate::device::tools::spec::Table;");
        let expected = "2 gate::config::fields uses gate::device::tools::spec::Table: config may use boundary, launches, stats";
        assert_eq!(found, [expected]);
        assert!(
            problems("gate/src/stats/mod.rs", "use crate::text;")[0]
                .ends_with("stats may use no other folder")
        );
    }
}
