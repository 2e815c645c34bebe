//! Which folder of `gate` may use which: the floors of the house, from the ground up.
//!
//! Invariant: every folder has a row, and a row names folders above it only, so no circle of folders can arise.

use std::collections::BTreeSet;

use super::source::Source;

/// The crate that has floors.
const CRATE: &str = "gate";

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
    Folder { name: "plists", may: &[] },
    Folder { name: "stage", may: &[] },
    Folder { name: "git", may: &[] },
    // What a launch is, and how it is read.
    Folder { name: "launches", may: &["names", "text"] },
    Folder { name: "config", may: &["launches", "stats"] },
    Folder { name: "attribute", may: &["config", "launches"] },
    // What talks to devices and apps knows nothing of what is made of the launches.
    Folder { name: "device", may: &["config", "launches", "names", "plists", "text"] },
    Folder { name: "inject", may: &["names", "plists", "stage", "text"] },
    // From launches to an answer.
    Folder { name: "compare", may: &["config", "launches", "stats"] },
    Folder { name: "baseline", may: &["config", "launches", "stats"] },
    Folder { name: "verdict", may: &["baseline", "compare", "config", "launches", "stats"] },
    Folder {
        name: "judge",
        may: &["attribute", "baseline", "compare", "config", "launches", "stats", "verdict"],
    },
    // What shows a finished answer decides nothing, and computes no statistics.
    Folder { name: "explain", may: &["launches"] },
    Folder {
        name: "report",
        may: &["attribute", "baseline", "compare", "config", "judge", "launches", "names", "text", "verdict"],
    },
    Folder { name: "export", may: &["launches", "names", "report", "text"] },
    Folder { name: "comment", may: &["names", "report", "text"] },
    Folder { name: "init", may: &["attribute", "config", "names", "plists"] },
    // Only `main` uses the command line.
    Folder {
        name: "cli",
        may: &[
            "attribute",
            "baseline",
            "comment",
            "compare",
            "config",
            "device",
            "explain",
            "export",
            "git",
            "init",
            "inject",
            "judge",
            "launches",
            "names",
            "report",
            "stats",
            "text",
            "verdict",
        ],
    },
];

/// A folder without a row, and every use of another folder that its row does not grant.
pub(super) fn check(source: &Source) -> Vec<(usize, String)> {
    let [krate, name, ..] = source.module.as_slice() else { return Vec::new() };
    if krate != CRATE || name == "main" || source.is_test {
        return Vec::new();
    }
    let Some(folder) = FOLDERS.iter().find(|folder| folder.name == name) else {
        let text = format!(
            "{CRATE}::{name} has no row in FOLDERS of xtask/src/tidy/folders.rs: say there what it may use"
        );
        return vec![(1, text)];
    };
    let mut found = BTreeSet::new();
    for mention in &source.mentions {
        let [krate, used, ..] = mention.path.as_slice() else { continue };
        // A name in capitals is a type of the crate's root.
        let is_folder =
            krate == CRATE && used != name && used.starts_with(char::is_lowercase) && !used.ends_with('!');
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
        for (at, folder) in FOLDERS.iter().enumerate() {
            for used in folder.may {
                let above = FOLDERS[..at].iter().any(|above| above.name == *used);
                assert!(
                    above,
                    "{} may use {used}, which does not stand above it: that is a circle, or no folder",
                    folder.name
                );
            }
            assert!(folder.may.is_sorted(), "{}", folder.name);
        }
    }

    #[test]
    fn every_use_that_no_row_grants_is_found() {
        for folder in FOLDERS {
            for other in FOLDERS.iter().filter(|other| other.name != folder.name) {
                let path = format!("gate/src/{}/planted.rs", folder.name);
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
    }

    #[test]
    fn a_folder_without_a_row_is_found() {
        for path in ["gate/src/shelf/mod.rs", "gate/src/shelf.rs"] {
            let found = problems(path, "//! A shelf.");
            assert!(found.len() == 1 && found[0].starts_with("1 gate::shelf has no row"), "{found:?}");
        }
        for path in ["gate/src/lib.rs", "gate/src/main.rs", "trace/src/shelf.rs", "gate/tests/shelf/main.rs"]
        {
            assert_eq!(problems(path, "use gate::cli;"), [""; 0], "{path}");
        }
    }

    #[test]
    fn the_message_says_what_is_granted() {
        let found = problems("gate/src/config/fields.rs", "\nuse crate::device::tools::spec::Table;");
        let expected =
            "2 gate::config::fields uses gate::device::tools::spec::Table: config may use launches, stats";
        assert_eq!(found, [expected]);
        assert!(
            problems("gate/src/stats/mod.rs", "use crate::text;")[0]
                .ends_with("stats may use no other folder")
        );
    }
}
