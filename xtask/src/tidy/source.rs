//! Reads the properties of a Rust file that the rules check. The properties are the paths that the file
//! mentions, with their lines, and its number of lines without tests.
//!
//! The file is read as tokens, so strings and comments are not mistaken for code, and paths inside macros are found too. Invariant: code
//! under `cfg(test)` is excluded, since tests may use any module.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use proc_macro2::{Delimiter, LexError, Spacing, TokenStream, TokenTree};

/// A Rust file.
pub(super) struct Source {
    /// The path of the file's module, such as `["gate", "stats", "holm"]`. For the root of a binary, the path ends with `"main"`.
    pub(super) module: Vec<String>,
    pub(super) mentions: Vec<Mention>,
    /// The names of the modules that the file declares with `mod name;`.
    pub(super) declared: Vec<String>,
    /// The lines that contain `allow` attributes.
    pub(super) allows: Vec<usize>,
    /// Number of lines without tests.
    pub(super) lines: usize,
    pub(super) begins_with_doc: bool,
    /// Whether the whole file consists of tests.
    pub(super) is_test: bool,
}

/// A path that the code mentions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    pub(super) line: usize,
    /// The path, which begins with the crate's name. A macro is recorded as `name!`, and `unsafe` and `extern "C"` are recorded as paths
    /// too.
    pub(super) path: Vec<String>,
}

/// An error of the parser.
pub(super) struct NotRust {
    pub(super) line: usize,
    pub(super) text: String,
}

impl Source {
    /// Reads the text of the file at `path` in the repository.
    pub(super) fn read(path: &str, text: &str) -> Result<Self, NotRust> {
        let module = module_of(path);
        let tokens = parse(text)?;
        let mut reader = Reader {
            is_test: is_test(path),
            inside: module.clone(),
            mentions: Vec::new(),
            declared: Vec::new(),
            allows: Vec::new(),
            tests: Vec::new(),
        };
        reader.walk(tokens);
        let in_tests: usize = reader.tests.iter().map(|lines| lines.end() - lines.start() + 1).sum();
        Ok(Self {
            is_test: is_test(path),
            module,
            mentions: reader.mentions,
            declared: reader.declared,
            allows: reader.allows,
            lines: text.lines().count().saturating_sub(in_tests),
            // A separate file with tests needs no header, since the tested module has a header.
            begins_with_doc: path.ends_with("/tests.rs")
                || text.trim_start_matches(['\u{feff}', '\n']).starts_with("//!"),
        })
    }
}

/// Parses a Rust file into tokens.
pub(super) fn parse(text: &str) -> Result<TokenStream, NotRust> {
    text.parse().map_err(|error: LexError| NotRust {
        line: error.span().start().line,
        text: format!("no Rust: {error}"),
    })
}

/// Counts the lines that contain tokens, without documentation and tests.
pub(super) fn code_lines(text: &str) -> Result<usize, NotRust> {
    let tokens = parse(text)?;
    let lines: Vec<&str> = text.lines().collect();
    let mut code = BTreeSet::new();
    collect_lines(tokens, &lines, &mut code);
    Ok(code
        .into_iter()
        .filter(|line| lines.get(line - 1).is_some_and(|line| !line.trim().is_empty()))
        .count())
}

fn collect_lines(tokens: TokenStream, lines: &[&str], code: &mut BTreeSet<usize>) {
    for token in without_tests(tokens, lines) {
        match token {
            TokenTree::Group(group) => {
                code.extend([group.span_open(), group.span_close()].map(|span| span.start().line));
                collect_lines(group.stream(), lines, code);
            }
            _ => code.extend(token.span().start().line..=token.span().end().line),
        }
    }
}

/// Returns the tokens of a group without documentation and without items under `cfg(test)`. `lines` are the
/// lines of the file.
pub(super) fn without_tests(tokens: TokenStream, lines: &[&str]) -> Vec<TokenTree> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut kept = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let next = at + 1 + usize::from(is_mark(tokens.get(at + 1), '!'));
        if let (true, Some(TokenTree::Group(group))) = (is_mark(Some(token), '#'), tokens.get(next)) {
            let cfg = group.stream().to_string().replace(' ', "");
            let start = token.span().start();
            let is_comment =
                lines[start.line - 1].chars().nth(start.column).is_some_and(|first| first == '/');
            if is_comment {
                at = next + 1;
                continue;
            }
            if next == at + 1 && cfg.starts_with("cfg(") && mentions_test(&cfg) {
                at = end_of_item(&tokens, next + 1);
                continue;
            }
        }
        kept.push(token.clone());
        at += 1;
    }
    kept
}

/// Returns the path of a file's module, as in `gate::report::html` for `gate/src/report/html.rs`. A crate is named like its folder.
fn module_of(path: &str) -> Vec<String> {
    let (folder, file) = path.split_once("/src/").unwrap_or(("", path));
    let name = folder.rsplit('/').next().unwrap_or(folder).replace('-', "_");
    let mut module = vec![name];
    let parts: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
    module
        .extend(parts.iter().filter(|part| !matches!(**part, "lib" | "mod")).map(|part| (*part).to_owned()));
    module
}

/// Returns whether a file is used only by tests, examples, benches or fuzzers.
pub(super) fn is_test(path: &str) -> bool {
    let mut parts = path.split('/').skip(1);
    path.starts_with("tests/")
        || path.ends_with("/tests.rs")
        || parts.any(|part| matches!(part, "tests" | "examples" | "benches" | "fuzz"))
}

struct Reader {
    is_test: bool,
    inside: Vec<String>,
    mentions: Vec<Mention>,
    declared: Vec<String>,
    allows: Vec<usize>,
    tests: Vec<RangeInclusive<usize>>,
}

impl Reader {
    fn walk(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at = match token {
                TokenTree::Punct(mark) if mark.as_char() == '#' => self.attribute(&tokens, at),
                TokenTree::Ident(word) if word == "use" => self.import(&tokens, at + 1),
                TokenTree::Ident(word) if word == "mod" => self.module(&tokens, at),
                TokenTree::Ident(_) => self.path(&tokens, at),
                TokenTree::Group(group) => {
                    self.walk(group.stream());
                    at + 1
                }
                _ => at + 1,
            };
        }
    }

    /// Reads `#[…]` or `#![…]`, and skips the item that follows `cfg(test)`.
    fn attribute(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let inner = is_mark(tokens.get(at + 1), '!');
        let Some(TokenTree::Group(group)) = tokens.get(at + 1 + usize::from(inner)) else { return at + 1 };
        if group.delimiter() != Delimiter::Bracket {
            return at + 1;
        }
        let next = at + 2 + usize::from(inner);
        let text = group.stream().to_string().replace(' ', "");
        if text.starts_with("cfg(") && mentions_test(&text) && !inner {
            let end = end_of_item(tokens, next);
            let first = tokens[at].span().start().line;
            let last = tokens[end - 1].span().end().line;
            self.tests.push(first..=last);
            return end;
        }
        // In tests, `allow` is accepted if it has a reason. `expect` would fail in some test programs, since each program uses a different
        // part of the shared code.
        let is_reasoned_test = self.is_test && text.contains(",reason=");
        if is_reasoned_test {
            return next;
        }
        if text.starts_with("allow(") || text.starts_with("cfg_attr(") && text.contains(",allow(") {
            self.allows.push(tokens[at].span().start().line);
        }
        self.walk(group.stream());
        next
    }

    fn module(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        if let (Some(TokenTree::Ident(name)), Some(TokenTree::Group(body))) =
            (tokens.get(at + 1), tokens.get(at + 2))
        {
            self.inside.push(name.to_string());
            self.walk(body.stream());
            self.inside.pop();
            return at + 3;
        }
        if let (Some(TokenTree::Ident(name)), true) = (tokens.get(at + 1), is_mark(tokens.get(at + 2), ';')) {
            self.declared.push(name.to_string());
        }
        at + 1
    }

    /// Reads the tree of names after `use`, up to the semicolon.
    fn import(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let end =
            tokens[at..].iter().position(|token| is_mark(Some(token), ';')).map_or(tokens.len(), |n| at + n);
        self.import_tree(&tokens[at..end], &[]);
        end
    }

    fn import_tree(&mut self, tokens: &[TokenTree], prefix: &[String]) {
        for branch in tokens.split(|token| is_mark(Some(token), ',')) {
            let mut path = prefix.to_vec();
            let mut line = None;
            for token in branch {
                line.get_or_insert(token.span().start().line);
                match token {
                    TokenTree::Ident(word) if word == "as" => break,
                    TokenTree::Ident(word) => path.push(word.to_string()),
                    TokenTree::Group(group) => {
                        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                        self.import_tree(&inner, &path);
                        path.clear();
                    }
                    _ => {}
                }
            }
            if let Some(line) = line.filter(|_| path.len() > prefix.len()) {
                self.mention(line, path);
            }
        }
    }

    /// Reads a path of identifiers and `::`, the name of a macro with `!`, or a keyword that is recorded as a path.
    fn path(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let line = tokens[at].span().start().line;
        let mut path = vec![tokens[at].to_string()];
        let mut next = at + 1;
        while let (true, Some(TokenTree::Ident(word))) = (is_double_colon(tokens, next), tokens.get(next + 2))
        {
            path.push(word.to_string());
            next += 3;
        }
        let calls_macro =
            is_mark(tokens.get(next), '!') && matches!(tokens.get(next + 1), Some(TokenTree::Group(_)));
        if calls_macro && let Some(name) = path.last_mut() {
            name.push('!');
        }
        let is_c = path == ["extern"] && matches!(tokens.get(next), Some(TokenTree::Literal(_)));
        if is_c {
            self.mention(line, vec!["extern \"C\"".to_owned()]);
        } else if path.len() > 1 || calls_macro || path == ["unsafe"] {
            self.mention(line, path);
        }
        next
    }

    /// Adds a mention of a path, after replacing `crate`, `self` and `super` by the names of modules.
    fn mention(&mut self, line: usize, path: Vec<String>) {
        let mut base = match path[0].as_str() {
            "crate" => self.inside[..1].to_vec(),
            "self" => self.inside.clone(),
            "super" => self.inside[..self.inside.len() - 1].to_vec(),
            _ => vec![path[0].clone()],
        };
        for segment in &path[1..] {
            match segment.as_str() {
                "super" if base.len() > 1 => drop(base.pop()),
                "self" => {}
                _ => base.push(segment.clone()),
            }
        }
        self.mentions.push(Mention { line, path: base });
    }
}

/// Returns whether a condition is `cfg(test)` or `cfg(all(test, …))`. `cfg(any(test, …))` does not count, since it is also true outside of
/// tests.
fn mentions_test(cfg: &str) -> bool {
    cfg.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "test")
        && !cfg.contains("any(")
        && !cfg.contains("not(")
}

/// Returns whether a token ends an item. An item ends with a block or a semicolon.
fn ends_item(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => is_mark(Some(token), ';'),
    }
}

/// Returns the position after the item that begins at `at`.
fn end_of_item(tokens: &[TokenTree], at: usize) -> usize {
    // In `use a::{b, c};`, the item ends at the semicolon and not at the braces.
    let mut words = tokens[at..].iter().filter_map(|token| match token {
        TokenTree::Ident(word) => Some(word.to_string()),
        _ => None,
    });
    let is_import = words.find(|word| word != "pub").is_some_and(|word| word == "use");
    let found = if is_import {
        tokens[at..].iter().position(|token| is_mark(Some(token), ';'))
    } else {
        tokens[at..].iter().position(ends_item)
    };
    found.map_or(tokens.len(), |n| at + n + 1)
}

pub(super) fn is_mark(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

fn is_double_colon(tokens: &[TokenTree], at: usize) -> bool {
    let joint = matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == ':' && p.spacing() == Spacing::Joint);
    joint && is_mark(tokens.get(at + 1), ':')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mentioned(path: &str, text: &str) -> Vec<String> {
        let source = Source::read(path, text).ok().expect(text);
        source
            .mentions
            .iter()
            .map(|mention| format!("{} {}", mention.line, mention.path.join("::")))
            .collect()
    }

    #[test]
    fn used_paths_are_found_in_every_notation_of_rust() {
        let path = "gate/src/report/html.rs";
        for (text, expected) in [
            ("use std::fs;", vec!["1 std::fs"]),
            ("use clap;", vec!["1 clap"]),
            (
                "use crate::{stats as s, verdict::{self, Verdict}};",
                vec!["1 gate::stats", "1 gate::verdict", "1 gate::verdict::Verdict"],
            ),
            ("use super::super::device::*;", vec!["1 gate::device"]),
            ("use super::text;", vec!["1 gate::report::text"]),
            ("\nfn f() { crate::device::list::<u8>() }", vec!["2 gate::device::list"]),
            ("mod inner { use super::Row; }", vec!["1 gate::report::html::Row"]),
            ("fn f() { assert!(std::env::var(x)) }", vec!["1 assert!", "1 std::env::var"]),
            ("#[derive(serde::Serialize)] struct A;", vec!["1 serde::Serialize"]),
            ("extern \"C\" fn f() { unsafe { g() } }", vec!["1 extern \"C\"", "1 unsafe"]),
            ("// use std::fs;\nconst A: &str = \"std::fs\";", vec![]),
            ("#[cfg(test)] use std::{fs, io}; fn f() { std::mem::drop(1) }", vec!["1 std::mem::drop"]),
            ("#[cfg(test)]\nmod tests {\nuse std::fs;\n}\nuse std::io;", vec!["5 std::io"]),
            ("#[cfg(any(test, feature = \"sample\"))] use std::fs;", vec!["1 std::fs"]),
        ] {
            assert_eq!(mentioned(path, text), expected, "{text}");
        }
    }

    #[test]
    fn a_module_has_the_name_of_its_file() {
        for (path, expected) in [
            ("gate/src/lib.rs", "gate"),
            ("gate/src/main.rs", "gate::main"),
            ("gate/src/stats/mod.rs", "gate::stats"),
            ("gate/src/stats/holm.rs", "gate::stats::holm"),
            ("tests/phone/src/process.rs", "phone::process"),
        ] {
            assert_eq!(module_of(path).join("::"), expected);
        }
    }

    #[test]
    fn lines_of_test_modules_are_not_counted_as_code() {
        let text = "//! Doc.\nfn f() {}\n#[cfg(test)]\nmod tests {\n    fn g() {}\n}\n";
        let source = Source::read("gate/src/a.rs", text).ok().unwrap();
        assert_eq!(source.lines, 2);
        assert!(source.begins_with_doc && !source.is_test);
    }
}
