//! Limits the number of findings. The file `xtask/limits.txt` contains the accepted number of findings of each kind for each folder, and no
//! folder may exceed its limits.
//!
//! A folder without a row has the limit zero. `cargo xtask lines --lower` replaces a limit by the present count if the count is lower.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context as _, Result, ensure};

use super::sentences::Sentence;
use super::source;
use super::{Problem, language, sentences, shape};

/// The path of the file with the limits.
pub(crate) const PATH: &str = "xtask/limits.txt";

const HEAD: &str = "\
# The most findings of each kind that `cargo xtask test --only tidy` accepts in a folder.
# `cargo xtask lines --lower` lowers them to the counts of the tree; raise one by hand only if code moved here from another folder.
";

/// The kinds of findings, each of which is counted separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    First,
    Vague,
    Speech,
    Metaphor,
    Tuple,
    Closure,
    Function,
}

impl Kind {
    /// All kinds, in the order of the columns.
    pub(crate) const ALL: [Kind; 7] =
        [Kind::First, Kind::Vague, Kind::Speech, Kind::Metaphor, Kind::Tuple, Kind::Closure, Kind::Function];

    /// Returns the name of the column.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::First => "first",
            Kind::Vague => "vague",
            Kind::Speech => "speech",
            Kind::Metaphor => "metaphor",
            Kind::Tuple => "tuple",
            Kind::Closure => "closure",
            Kind::Function => "function",
        }
    }

    /// Returns a description of the findings, in the plural form.
    fn plural(self) -> &'static str {
        match self {
            Kind::First => "sentences that begin with What, Of, Whose, Who, That, Such or None",
            Kind::Vague => "sentences with nobody, nothing, none, somebody or whoever",
            Kind::Speech => "sentences with tell, tells, told or said",
            Kind::Metaphor => "sentences with stand, lie, hang on, behind, anew or take off",
            Kind::Tuple => "parameters that are tuples",
            Kind::Closure => "closures with a name and more than three lines",
            Kind::Function => "functions of more than 80 lines",
        }
    }

    /// Returns the goal of this kind: the largest accepted share of all sentences in percent. Returns `None` for shapes of code, whose goal
    /// is zero.
    pub(crate) fn goal(self) -> Option<f64> {
        match self {
            Kind::First | Kind::Speech => Some(0.5),
            Kind::Vague => Some(1.0),
            Kind::Metaphor => Some(0.3),
            Kind::Tuple | Kind::Closure | Kind::Function => None,
        }
    }
}

/// A line of a file that violates a rule for language or for the shape of code.
pub(crate) struct Finding {
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) kind: Kind,
    pub(crate) text: String,
}

/// The sentences and findings in one folder.
#[derive(Default)]
pub(crate) struct Folder {
    pub(crate) sentences: usize,
    pub(crate) findings: Vec<Finding>,
}

impl Folder {
    pub(crate) fn count(&self, kind: Kind) -> usize {
        self.findings.iter().filter(|finding| finding.kind == kind).count()
    }
}

/// Returns all sentences of the files.
pub(crate) fn sentences(files: &BTreeMap<String, String>) -> Vec<Sentence> {
    files.iter().flat_map(|(path, text)| read(path, text).0).collect()
}

/// Returns the number of sentences and the findings of each folder.
pub(crate) fn folders(files: &BTreeMap<String, String>) -> BTreeMap<String, Folder> {
    let mut folders: BTreeMap<String, Folder> = BTreeMap::new();
    for (path, text) in files {
        let folder = folders.entry(folder(path)).or_default();
        let (sentences, shapes) = read(path, text);
        folder.sentences += sentences.len();
        for Sentence { line, text, .. } in sentences {
            let finding = |kind| Finding { path: path.clone(), line, kind, text: text.clone() };
            folder.findings.extend(language::broken(&text).into_iter().map(finding));
        }
        folder.findings.extend(shapes);
    }
    folders.retain(|_, folder| folder.sentences > 0);
    folders
}

/// Returns the sentences of a file, and the findings about its shape.
fn read(path: &str, text: &str) -> (Vec<Sentence>, Vec<Finding>) {
    if !path.ends_with(".rs") {
        return (sentences::read_other(path, text), Vec::new());
    }
    // A file that is not valid Rust is skipped; a different check of `tidy` reports it.
    let Ok(tokens) = source::parse(text) else { return (Vec::new(), Vec::new()) };
    let sentences = sentences::read_rust(path, text, &tokens);
    if source::is_test(path) {
        return (sentences, Vec::new());
    }
    let shapes = shape::check(text, tokens).into_iter();
    let shapes =
        shapes.map(|shape::Finding { line, kind, text }| Finding { path: path.to_owned(), line, kind, text });
    (sentences, shapes.collect())
}

/// Returns the folder for which a file is counted: the folder of its crate. The sources and the tests of the gate are counted separately.
fn folder(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').collect();
    let depth = if matches!(parts[0], "crates" | "gate" | "tests") { 2 } else { 1 };
    let depth = depth.min(parts.len() - 1);
    if depth == 0 { ".".to_owned() } else { parts[..depth].join("/") }
}

/// The limits of each folder, in the order of [`Kind::ALL`].
type Limits = BTreeMap<String, [usize; Kind::ALL.len()]>;

fn parse(text: &str) -> Result<Limits> {
    let mut limits = Limits::new();
    let rows = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')).skip(1);
    for (at, line) in rows {
        let place = || format!("{PATH}:{}", at + 1);
        let mut words = line.split_whitespace();
        let folder = words.next().with_context(place)?;
        let numbers: Vec<usize> = words.map(str::parse).collect::<Result<_, _>>().with_context(place)?;
        let count = numbers.len();
        let numbers = numbers.try_into().ok();
        let numbers =
            numbers.with_context(|| format!("{}: {count} numbers, not {}", place(), Kind::ALL.len()))?;
        ensure!(limits.insert(folder.to_owned(), numbers).is_none(), "{}: a second row of {folder}", place());
    }
    Ok(limits)
}

fn format(limits: &Limits) -> String {
    let mut text = format!("{HEAD}{:24}", "folder");
    for kind in Kind::ALL {
        let _ = write!(text, "{:>9}", kind.name());
    }
    for (folder, numbers) in limits {
        let _ = write!(text, "\n{folder:24}");
        for number in numbers {
            let _ = write!(text, "{number:>9}");
        }
    }
    text + "\n"
}

/// Returns a problem for each folder whose count exceeds its limit.
pub(super) fn check(files: &BTreeMap<String, String>) -> Vec<Problem> {
    let problem = |text| Problem { path: PATH.to_owned(), line: 1, text };
    let limits = match files.get(PATH).map_or_else(|| Ok(Limits::new()), |text| parse(text)) {
        Ok(limits) => limits,
        Err(error) => return vec![problem(format!("{error:#}"))],
    };
    let mut problems = Vec::new();
    for (name, folder) in folders(files) {
        let allowed = limits.get(&name).copied().unwrap_or_default();
        for (kind, allowed) in Kind::ALL.into_iter().zip(allowed) {
            if folder.count(kind) > allowed {
                problems.push(problem(excess(&name, &folder, kind, allowed)));
            }
        }
    }
    problems
}

fn excess(name: &str, folder: &Folder, kind: Kind, allowed: usize) -> String {
    /// The largest number of findings in a message. A longer list would make other problems hard to see.
    const LISTED: usize = 3;
    let mut text = format!(
        "{name}, {}: {} found, {allowed} accepted; `cargo xtask lines --language --list {name}` lists them",
        kind.plural(),
        folder.count(kind)
    );
    for finding in folder.findings.iter().filter(|finding| finding.kind == kind).take(LISTED) {
        let _ = write!(text, "\n    {}:{}: {}", finding.path, finding.line, finding.text);
    }
    text
}

/// Replaces each limit by the present count if the count is lower, and returns the new text. If a count is above its limit, the limit
/// remains and tidy reports the count.
pub(crate) fn lowered(text: &str, files: &BTreeMap<String, String>) -> Result<String> {
    let mut limits = parse(text)?;
    let folders = folders(files);
    for (name, numbers) in &mut limits {
        for (kind, number) in Kind::ALL.into_iter().zip(numbers) {
            let count = folders.get(name).map_or(0, |folder| folder.count(kind));
            *number = count.min(*number);
        }
    }
    limits.retain(|_, numbers| numbers.iter().any(|number| *number > 0));
    Ok(format(&limits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(limits: &str, code: &str) -> BTreeMap<String, String> {
        let limits = format!("{HEAD}folder first\n{limits}");
        [(PATH.to_owned(), limits), ("crates/gate-a/src/lib.rs".to_owned(), code.to_owned())].into()
    }

    const CODE: &str = "//! What it is.\n//! Nobody said so.\nfn f(a: (u8, u8)) {}\n";

    #[test]
    fn a_count_of_violations_above_its_limit_is_a_problem_with_examples() {
        assert_eq!(check(&files("crates/gate-a 1 1 1 0 1 0 0\n", CODE)), []);
        let problems = check(&files("crates/gate-a 0 1 1 0 1 0 0\n", CODE));
        let expected = "xtask/limits.txt:1: crates/gate-a, sentences that begin with What, Of, Whose, Who, That, Such or None: \
                        1 found, 0 accepted; `cargo xtask lines --language --list crates/gate-a` lists them\n    crates/gate-a/src/lib.rs:1: What it is.";
        assert_eq!(problems.iter().map(Problem::to_string).collect::<Vec<_>>(), [expected]);
        assert_eq!(check(&files("", CODE)).len(), 4, "a folder without a row");
    }

    #[test]
    fn limits_of_violations_are_lowered_and_never_raised() {
        let files = files("crates/gate-a 5 0 1 2 3 0 4\ncrates/gone 1 1 1 1 1 1 1\n", CODE);
        let text = lowered(&files[PATH], &files).unwrap();
        let rows: Vec<Vec<&str>> =
            text.lines().skip(3).map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows, [["crates/gate-a", "1", "0", "1", "0", "1", "0", "0"]]);
        assert_eq!(lowered(&text, &files).unwrap(), text);
    }

    #[test]
    fn an_invalid_row_in_the_file_of_limits_is_reported_by_its_line() {
        for (row, expected) in [
            ("docs 1 2 3\n", "xtask/limits.txt:4: 3 numbers, not 7"),
            ("docs 1 2 3 4 5 6 x\n", "xtask/limits.txt:4: invalid digit"),
            ("docs 1 1 1 1 1 1 1\ndocs 1 1 1 1 1 1 1\n", "xtask/limits.txt:5: a second row of docs"),
        ] {
            let problems = check(&files(row, ""));
            assert!(problems[0].text.starts_with(expected), "{problems:?}");
        }
    }

    #[test]
    fn violations_in_a_file_are_counted_for_its_crate() {
        for (path, expected) in [
            ("README.md", "."),
            ("docs/start.md", "docs"),
            ("agent/src/hooks/send.s", "agent"),
            ("crates/gate-stats/src/lib.rs", "crates/gate-stats"),
            ("gate/tests/cli.rs", "gate/tests"),
            ("tests/e2e/src/lib.rs", "tests/e2e"),
        ] {
            assert_eq!(folder(path), expected);
        }
    }
}
