//! Checks names that must have only one meaning in this repository. Only certain files may define an item with such a name.

use std::collections::BTreeMap;

use super::Problem;

/// A name with its meaning and with the files that may define a module, type or function with this name.
struct Meaning {
    word: &'static str,
    text: &'static str,
    files: &'static [&'static str],
}

const MEANINGS: [Meaning; 6] = [
    Meaning {
        word: "look",
        text: "the command `gate look`, and its page",
        files: &[
            "gate/src/app/look.rs",
            "gate/src/app/mod.rs",
            "gate/src/cli/look.rs",
            "gate/src/cli/mcp.rs",
            "gate/src/cli/mod.rs",
            "crates/gate-report/src/html/mod.rs",
            "gate/tests/html.rs",
            "tests/e2e/tests/main.rs",
        ],
    },
    Meaning {
        word: "plan",
        text: "the installations and launches of a campaign, in their order",
        files: &["crates/gate-device/src/campaign/mod.rs"],
    },
    Meaning {
        word: "steps",
        text: "the steps of a pipeline",
        files: &["crates/gate-init/src/lib.rs", "tests/e2e/tests/pipeline/runner.rs"],
    },
    Meaning {
        word: "source",
        text: "source code",
        files: &[
            "tests/phone/src/build.rs",
            "tests/phone/src/generator.rs",
            "xtask/src/tidy.rs",
            "xtask/src/tidy/source.rs",
        ],
    },
    Meaning {
        word: "place",
        text: "file and line in the app's source",
        files: &["gate/tests/truth/sentences.rs"],
    },
    Meaning {
        word: "floor",
        text: "the noise below which no growth is a finding",
        files: &["tests/lab/src/calibrate/worlds/noise.rs"],
    },
];

/// Returns a problem for every item with one of these names in another file.
pub(super) fn check(files: &BTreeMap<String, String>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".rs")) {
        for (row, line) in text.lines().enumerate() {
            let Some(name) = defined(line) else { continue };
            let is_meant = |one: &&Meaning| name.eq_ignore_ascii_case(one.word);
            let Some(meaning) = MEANINGS.iter().find(is_meant) else { continue };
            if !meaning.files.contains(&path.as_str()) {
                let text = format!(
                    "{name} is a word for {}: choose another name, or, if it has this meaning, add this file to tidy/words.rs",
                    meaning.text
                );
                problems.push(Problem { path: path.clone(), line: row + 1, text });
            }
        }
    }
    problems
}

/// Returns the name of the module, type or function that a line defines.
fn defined(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    if let Some(item) = rest.strip_prefix("pub") {
        rest = item.trim_start();
        if rest.starts_with('(') {
            rest = rest.split_once(')')?.1.trim_start();
        }
    }
    while let Some(item) =
        ["const ", "async ", "unsafe ", "extern \"C\" "].iter().find_map(|word| rest.strip_prefix(word))
    {
        rest = item;
    }
    let kinds = ["fn ", "mod ", "struct ", "enum ", "union ", "trait ", "type "];
    let name = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    name.split(|char: char| char != '_' && !char.is_alphanumeric()).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        check(&[(path.to_owned(), text.to_owned())].into()).iter().map(Problem::to_string).collect()
    }

    #[test]
    fn a_reserved_name_is_refused_in_other_files() {
        let text = "mod plan;\n    pub(super) fn place(&self) {}\npub struct Steps;\npub unsafe extern \"C\" fn look() {}\ntype Floor = u8;\npub(in crate::one) trait Source {}\n";
        let found = found("crates/gate-stats/src/lib.rs", text);
        assert_eq!(found.len(), 6, "{found:?}");
        assert!(
            found[0].starts_with("crates/gate-stats/src/lib.rs:1: plan is a word for the installations"),
            "{found:?}"
        );
        assert!(found[1].contains(":2: place is a word for file and line"), "{found:?}");
        assert!(found[2].contains(":3: Steps is a word for the steps of a pipeline"), "{found:?}");
        assert!(found[2].contains("choose another name"), "{found:?}");
    }

    #[test]
    fn reserved_names_are_accepted_in_the_files_of_their_meaning() {
        for meaning in &MEANINGS {
            let text = format!("pub fn {}() {{}}", meaning.word);
            for path in meaning.files {
                assert_eq!(found(path, &text), [""; 0]);
            }
            assert_eq!(found("trace/src/lib.rs", &text).len(), 1, "{}", meaning.word);
        }
        let others = "fn places() {}\nstruct StepsOf;\n// fn place()\nlet place = 1;\nfn f(place: u8) {}\nuse a::look;";
        assert_eq!(found("crates/gate-stats/src/lib.rs", others), [""; 0]);
    }

    /// If a file of the table did not define the name, another meaning of the name could be added there without a message.
    #[test]
    fn each_file_in_the_table_of_reserved_names_defines_its_name() {
        for meaning in &MEANINGS {
            for path in meaning.files {
                let text = std::fs::read_to_string(crate::workspace::root().join(path)).expect(path);
                let is_meant = |name: &str| name.eq_ignore_ascii_case(meaning.word);
                assert!(text.lines().filter_map(defined).any(is_meant), "{path} defines no {}", meaning.word);
            }
        }
    }
}
