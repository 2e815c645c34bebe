//! Ranks the commits between base and head that may have caused a finding, by the code that they change.

use gate_common::git::{ChangedFile, CommitChanges};
use serde::{Serialize, Serializer};

use super::super::value::{FactRow, FunctionPart};
use super::neighbours::CallNeighbour;

/// The largest number of commits that are listed for a finding, and of files that are listed for a commit.
const LISTED: usize = 5;

/// The search for the commits between base and head.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CommitSearch {
    /// The reason why the commits between base and head are not known; `None` if they are known.
    pub problem: Option<String>,
    #[serde(rename = "searched", serialize_with = "number_of")]
    pub changes: Vec<CommitChanges>,
}

fn number_of<S: Serializer>(changes: &[CommitChanges], to: S) -> Result<S::Ok, S::Error> {
    changes.len().serialize(to)
}

gate_common::named! {
    /// The reasons of a rank, the strongest first, each with its phrase for people.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum RankReason: &'static str {
        ChangesLine = "changes-line", "changes a line in which samples found the growth";
        AddsCall = "adds-call", "adds a line that names it to the code that calls it";
        ChangesCaller = "changes-caller", "changes lines of the code that calls it";
        ChangesCode = "changes-code", "changes its lines";
        ChangesNear = "changes-near", "changes lines near its name in its file";
        ChangesFile = "changes-file", "changes its file";
        ChangesNeighbour = "changes-neighbour", "changes the file of a caller, a callee or a function below";
        NamesIt = "names-it", "adds a line that names it";
        ChangesModule = "changes-module", "changes a file of its module";
        ChangesProject = "changes-project", "changes the libraries or settings of the project";
    }
}

/// A commit that may be the cause of a finding.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RankedCommit {
    pub(super) commit: String,
    pub(super) subject: String,
    reason: &'static str,
    #[serde(skip)]
    pub(super) rank: RankReason,
    /// The files whose changes give the commit this rank.
    pub(super) files: Vec<String>,
}

impl RankReason {
    /// Returns the reason as a phrase for people.
    pub(super) fn label(self) -> &'static str {
        self.row()
    }
}

/// The name of a method, function or library, with its source file if the file is known.
pub(super) struct CodeName<'a> {
    name: &'a str,
    file: Option<&'a str>,
    /// Whether samples found the code. Calls of sampled code are not counted, so it is possible that the code is called more often.
    is_sampled: bool,
    /// Whether the code is a static initialiser, whose definition is all variables outside functions.
    is_initialiser: bool,
    /// The commit that changed the line in which samples found the growth.
    changed_in: Option<&'a str>,
}

impl<'a> From<&'a CallNeighbour> for CodeName<'a> {
    fn from(one: &'a CallNeighbour) -> CodeName<'a> {
        CodeName {
            is_sampled: one.is_sampled,
            changed_in: one.changed_in.as_deref(),
            ..CodeName::new(&one.name, one.file.as_deref())
        }
    }
}

impl<'a> From<&'a FunctionPart> for CodeName<'a> {
    fn from(part: &'a FunctionPart) -> CodeName<'a> {
        let code = CodeName::new(&part.full_name, part.file.as_deref());
        CodeName { is_sampled: true, is_initialiser: part.full_name.contains(INITIALISER), ..code }
    }
}

/// The text of the linkage name of a C++ file's static initialiser; the name of the file follows.
const INITIALISER: &str = "GLOBAL__sub_I_";

impl<'a> From<&'a FactRow> for CodeName<'a> {
    /// Takes the name of the code from the subject of a fact: the file of a C++ initialiser, the name of a C function without the linker's
    /// underscore, or the last component of a library's path.
    fn from(row: &'a FactRow) -> CodeName<'a> {
        let name = row.subject();
        match (name.split_once(INITIALISER), name.rsplit_once('/')) {
            (Some((_, file)), _) => CodeName { is_initialiser: true, ..CodeName::new(file, Some(file)) },
            (None, Some((_, library))) => CodeName::new(library, None),
            (None, None) => CodeName::new(name.strip_prefix('_').unwrap_or(name), None),
        }
    }
}

/// The code of a finding that a commit may have changed.
pub(super) struct SuspectCode<'a> {
    /// The code that grew.
    pub(super) own: Vec<CodeName<'a>>,
    pub(super) callers: Vec<CodeName<'a>>,
    pub(super) others: Vec<CodeName<'a>>,
    pub(super) module: Option<&'a str>,
    /// Whether the code that grew is known to be new or to be called more often.
    pub(super) has_more_calls: bool,
}

impl SuspectCode<'_> {
    /// Returns the commits that change the code, the most probable first. Commits of equal rank stay in the order of `changes`, the newest
    /// first.
    pub(super) fn rank_commits(&self, changes: &[CommitChanges]) -> Vec<RankedCommit> {
        let mut ranked: Vec<RankedCommit> = changes.iter().filter_map(|change| self.rank(change)).collect();
        ranked.sort_by_key(|commit| commit.rank);
        ranked.truncate(LISTED);
        ranked
    }

    fn rank(&self, change: &CommitChanges) -> Option<RankedCommit> {
        let is_line = |code: &CodeName<'_>| code.changed_in == Some(&*change.commit);
        let reasons = change.files.iter().filter_map(|file| {
            let changes_line = self.own.iter().any(|code| is_line(code) && code.is_in(&file.path));
            Some((if changes_line { RankReason::ChangesLine } else { self.reason(file)? }, file))
        });
        let reasons: Vec<(RankReason, &ChangedFile)> = reasons.collect();
        let rank = reasons.iter().map(|(reason, _)| *reason).min()?;
        let files = reasons.iter().filter(|(reason, _)| *reason == rank).take(LISTED);
        Some(RankedCommit {
            commit: change.commit.clone(),
            subject: change.subject.clone(),
            reason: rank.name(),
            rank,
            files: files.map(|(_, file)| file.path.clone()).collect(),
        })
    }

    fn reason(&self, file: &ChangedFile) -> Option<RankReason> {
        let is_in = |code: &CodeName<'_>| code.is_in(&file.path);
        let is_own = self.own.iter().any(is_in);
        let is_caller = self.callers.iter().any(is_in);
        let added = || file.patch.lines().filter(|line| line.starts_with('+') && !is_comment(&line[1..]));
        let is_named = |line: &str| self.own.iter().any(|code| has_word(line, code.class_and_word().1));
        let adds_name = added().any(is_named);
        let may_be_called_more = |code: &&CodeName<'_>| self.has_more_calls || code.is_sampled;
        let called = || self.own.iter().filter(may_be_called_more).map(|code| code.class_and_word().1);
        let adds_call = added().any(|line| called().any(|word| has_word(line, word)));
        let is_long = self.own.iter().any(|code| code.class_and_word().1.len() > 3);
        let is_of_module = |module: &str| file.path.split('/').any(|part| part == module);
        let changes = |all: &[CodeName<'_>]| all.iter().any(|code| code.is_changed_by(file));
        match () {
            () if is_document(&file.path) => None,
            () if (is_own || is_caller) && adds_call => Some(RankReason::AddsCall),
            () if self.has_more_calls && changes(&self.callers) => Some(RankReason::ChangesCaller),
            () if changes(&self.own) => Some(RankReason::ChangesCode),
            () if is_own && file.patch.lines().any(is_named) => Some(RankReason::ChangesNear),
            () if is_own => Some(RankReason::ChangesFile),
            () if is_caller || self.others.iter().any(is_in) => Some(RankReason::ChangesNeighbour),
            () if adds_name && is_long => Some(RankReason::NamesIt),
            () if self.module.is_some_and(is_of_module) => Some(RankReason::ChangesModule),
            () if self.module.is_some() && is_of_project(&file.path) => Some(RankReason::ChangesProject),
            () => None,
        }
    }
}

impl<'a> CodeName<'a> {
    pub(super) fn new(name: &'a str, file: Option<&'a str>) -> CodeName<'a> {
        CodeName { name, file, is_sampled: false, is_initialiser: false, changed_in: None }
    }

    /// Returns whether a file of the repository is the source of the code. If the source is not known, a file with the name of the code's
    /// class counts as the source.
    fn is_in(&self, path: &str) -> bool {
        if let Some(file) = self.file {
            return is_same_file(file, path);
        }
        let leaf = path.rsplit('/').next().unwrap_or(path);
        let stem = leaf.split(['.', '+']).next().unwrap_or(leaf);
        !stem.is_empty() && self.class_and_word().0 == stem
    }

    /// Returns whether a commit changes lines of the code's definition in a file. A C function whose file is not known may be defined in any
    /// file.
    fn is_changed_by(&self, file: &ChangedFile) -> bool {
        if self.is_initialiser {
            let is_variable = |line: &str| line.starts_with(['+', '-']) && is_variable(&line[1..]);
            return self.is_in(&file.path) && file.patch.lines().any(is_variable);
        }
        let (class, word) = self.class_and_word();
        let is_anywhere = self.file.is_none() && class.is_empty() && word.len() > 3;
        (is_anywhere || self.is_in(&file.path)) && changes_definition(&file.patch, word)
    }

    /// Returns the class of a method, or the type to which a function belongs, and the word that a call in source code contains: the first
    /// part of the selector, or the name of the function.
    fn class_and_word(&self) -> (&'a str, &'a str) {
        let first = |text: &'a str| text.split(|c| !is_of_word(c)).next().unwrap_or_default();
        if let Some((class, selector)) =
            self.name.strip_prefix(['-', '+']).and_then(|name| name.split_once(' '))
        {
            return (first(class.trim_start_matches('[')), first(selector));
        }
        let end = self.name.find('(').filter(|end| *end > 0).unwrap_or(self.name.len());
        let name = &self.name[..end];
        // The text between `<` and `>` is skipped, since it contains the arguments of a type, as in `Cart<int>::total`.
        let parts = match (name.find('<'), name.rfind('>')) {
            (Some(begin), Some(end)) if begin < end => [&name[..begin], &name[end..]],
            _ => [name, ""],
        };
        let words = parts.into_iter().flat_map(|part| part.split(|c| !is_of_word(c)));
        let mut words = words.filter(|word| !word.is_empty()).rev();
        let word = words.next().unwrap_or_default();
        (words.next().unwrap_or_default(), word)
    }
}

/// Returns whether two paths may be those of one file. The root of either path may be missing, so one path may be the end of the other.
pub fn is_same_file(first: &str, second: &str) -> bool {
    let is_end = |long: &str, end: &str| {
        long.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    is_end(first, second) || is_end(second, first)
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns whether a line contains a whole word, not only as a part of a longer word.
fn has_word(line: &str, word: &str) -> bool {
    let is_end = |text: Option<char>| text.is_none_or(|c| !is_of_word(c));
    let is_whole =
        |at: usize| is_end(line[..at].chars().next_back()) && is_end(line[at + word.len()..].chars().next());
    !word.is_empty() && line.match_indices(word).any(|(at, _)| is_whole(at))
}

/// Returns whether a patch changes a line of a definition of `word`, from its first line to the closing bracket.
fn changes_definition(patch: &str, word: &str) -> bool {
    // The indentation of the definition of `word` that contains the line; `None` outside of a definition of `word`.
    let mut inside = None;
    for (sign, text) in patch.lines().filter_map(|line| line.split_at_checked(1)) {
        if sign == "@" {
            inside = None;
            continue;
        }
        let own = text.len() - text.trim_start().len();
        if is_definition(text) {
            inside = has_word(text, word).then_some(own);
        }
        if inside.is_some() && sign != " " && !is_comment(text) {
            return true;
        }
        let is_end = |indentation| own <= indentation && text.trim_end().ends_with('}');
        inside = inside.filter(|indentation| !is_end(*indentation));
    }
    false
}

/// Returns whether a line is empty or a comment.
fn is_comment(line: &str) -> bool {
    let text = line.trim();
    text.is_empty() || ["//", "/*", "* ", "*/"].iter().any(|sign| text.starts_with(sign))
}

/// Returns whether a line begins a method in Objective-C, a function in Swift, or a function in C or C++ outside of classes.
fn is_definition(line: &str) -> bool {
    let text = line.trim();
    let is_method = text.starts_with("- (") || text.starts_with("+ (");
    let is_swift = text.contains("func ") || text.split([' ', '(']).next() == Some("init");
    let is_outside = line.starts_with(|c: char| c.is_alphabetic() || c == '_');
    is_method || is_swift || (is_outside && text.contains('(') && !text.ends_with(';'))
}

/// Returns whether a line declares a variable outside of functions.
fn is_variable(line: &str) -> bool {
    line.starts_with(|c: char| c.is_alphabetic()) && line.trim_end().ends_with(';')
}

/// Returns whether a file is a document without code, by the extension of its name.
fn is_document(path: &str) -> bool {
    [".md", ".txt", ".rst"].iter().any(|end| path.ends_with(end))
}

/// Returns whether a file defines the libraries or the settings of a project, by its name.
fn is_of_project(path: &str) -> bool {
    let leaf = path.rsplit('/').next().unwrap_or(path);
    ["Podfile", "Package.", "Cartfile", "project.pbxproj", "project.yml", "Project.swift"]
        .iter()
        .any(|name| leaf.starts_with(name))
        || leaf.ends_with(".xcconfig")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, patch: &str) -> ChangedFile {
        ChangedFile { path: path.to_owned(), patch: patch.to_owned() }
    }

    #[test]
    fn the_class_and_the_search_word_are_read_from_the_name_of_a_function() {
        for (name, class, word) in [
            ("-[Cart(Prices) reload:now:]", "Cart", "reload"),
            ("+[Cart load]", "Cart", "load"),
            ("Shop.Cart.reload(now: Swift.Int) -> ()", "Cart", "reload"),
            ("shop::Cart<int>::total(int)", "Cart", "total"),
            ("total", "", "total"),
            ("", "", ""),
        ] {
            let code = CodeName::new(name, None);
            assert_eq!(code.class_and_word(), (class, word), "{name}");
        }
    }

    #[test]
    fn a_commit_that_adds_calls_of_a_sampled_function_is_a_possible_cause() {
        let sampled =
            CodeName { is_sampled: true, ..CodeName::new("shop::Price::total", Some("App/Price.cpp")) };
        let own = vec![CodeName::new("-[Cart reload]", None), sampled];
        let suspects =
            SuspectCode { own, callers: vec![], others: vec![], module: None, has_more_calls: false };
        let reason = |patch| suspects.reason(&file("App/Price.cpp", patch)).map(RankReason::name);
        assert_eq!(reason("+  for (;;) sum += total();"), Some("adds-call"));
        assert_eq!(reason(" long total(void) {\n+  a();"), Some("changes-code"));
        assert_eq!(reason("+  reload();"), Some("changes-near"));
    }

    #[test]
    fn the_commit_that_changed_a_sampled_line_is_ranked_before_newer_changes_of_the_function() {
        let change = |commit: &str, patch: &str| CommitChanges {
            commit: commit.to_owned(),
            subject: String::new(),
            files: vec![file("App/Price.cpp", patch), file("App/Cart.cpp", "+ x")],
        };
        let changes =
            [change("new", " long total(void) {\n+  a();"), change("old", " long total(void) {\n+  b();")];
        let neighbour = CallNeighbour {
            name: "total".to_owned(),
            file: Some("App/Price.cpp".to_owned()),
            is_sampled: true,
            changed_in: Some("old".to_owned()),
            ..CallNeighbour::default()
        };
        let own = vec![CodeName::from(&neighbour)];
        let suspects =
            SuspectCode { own, callers: vec![], others: vec![], module: None, has_more_calls: false };
        let ranked = suspects.rank_commits(&changes);
        let ranked: Vec<(&str, &str)> = ranked.iter().map(|one| (&*one.commit, one.rank.name())).collect();
        assert_eq!(ranked, [("old", "changes-line"), ("new", "changes-code")]);
    }

    #[test]
    fn only_changes_outside_of_functions_change_a_static_initialiser() {
        let row = FactRow { name: Some("__GLOBAL__sub_I_Table.cpp".to_owned()), ..FactRow::default() };
        let code = CodeName::from(&row);
        for (patch, expected) in [
            ("+static const Table table;", true),
            ("+    use(table);", false),
            (" static const Table table;", false),
        ] {
            assert_eq!(code.is_changed_by(&file("App/Table.cpp", patch)), expected, "{patch}");
        }
    }

    #[test]
    fn a_function_without_a_known_file_is_found_in_a_patch_by_its_definition() {
        let row = FactRow { name: Some("_warmUp".to_owned()), ..FactRow::default() };
        let suspects = SuspectCode {
            own: vec![CodeName::from(&row)],
            callers: vec![],
            others: vec![],
            module: Some("Tracker"),
            has_more_calls: false,
        };
        let reason = |patch| suspects.reason(&file("App/Warm.c", patch)).map(RankReason::name);
        assert_eq!(reason("+static void warmUp(void) {\n+}"), Some("changes-code"));
        assert_eq!(reason("+  warmUp();"), Some("names-it"));
    }

    #[test]
    fn file_function_or_library_is_read_from_the_name_of_a_build_fact() {
        for (name, path, word) in [
            ("__GLOBAL__sub_I_Table.cpp", "App/Table.cpp", "cpp"),
            ("+[Tracker load]", "App/Tracker.m", "load"),
            ("_warmUp", "", "warmUp"),
            ("@rpath/Tracker.framework/Tracker", "", "Tracker"),
        ] {
            let row = FactRow { name: Some(name.to_owned()), ..FactRow::default() };
            let code = CodeName::from(&row);
            assert_eq!((code.is_in(path), code.class_and_word().1), (!path.is_empty(), word), "{name}");
        }
    }

    #[test]
    fn a_patch_changes_a_function_only_between_its_first_line_and_its_end() {
        for (patch, expected) in [
            (" - (long)reload {\n-  a();\n }", true),
            ("+- (long)reload {\n", true),
            (" - (long)reload { return a(); }\n+- (long)clear {\n+  [self reload];\n", false),
            (" - (long)reload {\n   if (a) {\n   }\n+  b();", true),
            (" - (long)reload {\n@@ -9 +9 @@\n+  b();", false),
            ("   func reload(now: Int) {\n+    a()\n   }", true),
            ("   func reload() {\n   }\n+  var a = 1", false),
            (" long Cart<int>::reload(int at) const {\n+  a();", true),
            (" void reload(void);\n+int a;", false),
            (" - (long)reload {\n+  // a\n+\n }", false),
        ] {
            assert_eq!(changes_definition(patch, "reload"), expected, "{patch}");
        }
    }

    #[test]
    fn a_commit_is_ranked_by_its_strongest_reason() {
        let code = CodeName::new;
        let suspects = |has_more_calls| SuspectCode {
            own: vec![code("-[Cart reload]", None)],
            callers: vec![code("-[Home show]", Some("/ci/shop/App/Home.m"))],
            others: vec![code("price", Some("App/Price.cpp"))],
            module: Some("Payments"),
            has_more_calls,
        };
        for (changed, rank, rank_of_calls) in [
            (file("App/Home.m", "+  [cart reload];"), Some("changes-neighbour"), Some("adds-call")),
            (
                file("App/Home.m", " - (void)show {\n+  x();"),
                Some("changes-neighbour"),
                Some("changes-caller"),
            ),
            (file("App/Cart.m", " - (void)reload {\n+  x();"), Some("changes-code"), Some("changes-code")),
            (
                file("App/Cart.m", " - (void)reload {\n   a();\n }\n - (void)clear {\n+  x();"),
                Some("changes-near"),
                Some("changes-near"),
            ),
            (file("App/Cart+Prices.m", "+  reloadAll();"), Some("changes-file"), Some("changes-file")),
            (file("App/Price.cpp", "+ x"), Some("changes-neighbour"), Some("changes-neighbour")),
            (file("App/Other.m", "+  [cart reload];"), Some("names-it"), Some("names-it")),
            (file("App/Other.m", "-  [cart reload];"), None, None),
            (file("App/Other.m", "+  // before reload"), None, None),
            (file("Payments/Card.m", "+ x"), Some("changes-module"), Some("changes-module")),
            (file("Podfile.lock", "+ x"), Some("changes-project"), Some("changes-project")),
            (file("Payments/README.md", "+ reload"), None, None),
        ] {
            let reason = |suspects: SuspectCode<'_>| suspects.reason(&changed).map(RankReason::name);
            assert_eq!(
                (reason(suspects(false)), reason(suspects(true))),
                (rank, rank_of_calls),
                "{changed:?}"
            );
        }
    }
}
