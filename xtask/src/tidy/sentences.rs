//! The checklist of sentences: what the product can say to people, from its sources into `docs/sentences.md`.
//!
//! Whoever adds a sentence adds its line, so that a review sees all words in one place.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};

use super::Problem;
use super::source::{end_of_item, is_test, mentions_test};

/// The checklist.
pub(super) const PATH: &str = "docs/sentences.md";

/// Where the product's words are.
const SOURCES: [&str; 2] = ["agent/src/", "gate/src/"];

/// What clap makes help of.
const HELP: [&str; 4] = ["Args", "Parser", "Subcommand", "ValueEnum"];

const HEAD: &str = "# Sentences

Every text of three words or more that the agent and the gate can show: help, errors, reports, pages.
Each was read against [the glossary](glossary.md); `cargo xtask sentences` writes the list again, and the step `tidy` compares it with the sources.
";

/// The checklist as the sources have it.
pub(super) fn list(files: &BTreeMap<String, String>) -> String {
    let mut out = HEAD.to_owned();
    for (path, text) in files {
        if !SOURCES.iter().any(|folder| path.starts_with(folder)) || !path.ends_with(".rs") || is_test(path) {
            continue;
        }
        let mut said = Vec::new();
        if let Ok(tokens) = text.parse() {
            walk(tokens, path.starts_with("gate/src/cli/"), &mut said);
        }
        if !said.is_empty() {
            let _ = write!(out, "\n## {path}\n\n```text\n- {}\n```\n", said.join("\n- "));
        }
    }
    out
}

/// What is wrong with the checklist that is there.
pub(super) fn check(files: &BTreeMap<String, String>) -> Option<Problem> {
    // That it is there at all, the test of the documentation's links says.
    let (now, there) = (list(files), files.get(PATH)?.as_str());
    if now == there {
        return None;
    }
    let differs = now.lines().zip(there.lines()).position(|(new, old)| new != old);
    let line = differs.unwrap_or(now.lines().count().min(there.lines().count())) + 1;
    let what = now.lines().nth(line - 1).unwrap_or("the end of the list");
    let text = format!(
        "not what the sources say ({what:?}); read the changed sentences, then `cargo xtask sentences`"
    );
    Some(Problem { path: PATH.to_owned(), line, text })
}

/// Takes the texts of code that is no test, in their order.
fn walk(tokens: TokenStream, is_command: bool, said: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut at, mut is_help) = (0, false);
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '#' => {
                at += usize::from(
                    matches!(tokens.get(at), Some(TokenTree::Punct(mark)) if mark.as_char() == '!'),
                );
                let Some(TokenTree::Group(group)) = tokens.get(at) else { continue };
                let text = group.stream().to_string().replace(' ', "");
                at += 1;
                if text.starts_with("cfg(") && mentions_test(&text) {
                    at = end_of_item(&tokens, at);
                } else if let Some(derived) = text.strip_prefix("derive(") {
                    is_help = is_command && derived.split([',', ')']).any(|name| HELP.contains(&name));
                } else if ["command(", "arg(", "error("].iter().any(|name| text.starts_with(name)) {
                    walk(group.stream(), is_command, said);
                }
            }
            TokenTree::Punct(mark) if mark.as_char() == ';' => is_help = false,
            TokenTree::Group(group) => {
                if is_help && group.delimiter() == Delimiter::Brace {
                    help(group.stream(), said);
                    is_help = false;
                } else {
                    walk(group.stream(), is_command, said);
                }
            }
            TokenTree::Literal(literal) => said.extend(text_of(literal).and_then(|text| sentence(&text))),
            TokenTree::Punct(_) | TokenTree::Ident(_) => {}
        }
    }
}

/// Takes the documentation of options and commands, and the examples behind them.
fn help(tokens: TokenStream, said: &mut Vec<String>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match (&token, tokens.peek()) {
            (TokenTree::Punct(mark), Some(TokenTree::Group(group))) if mark.as_char() == '#' => {
                let mut inside = group.stream().into_iter();
                let is_doc = matches!(inside.next(), Some(TokenTree::Ident(name)) if name == "doc");
                match inside.last() {
                    Some(TokenTree::Literal(literal)) if is_doc => {
                        said.extend(text_of(&literal).and_then(|text| sentence(&text)));
                    }
                    _ => walk(group.stream(), true, said),
                }
                tokens.next();
            }
            (TokenTree::Group(group), _) => help(group.stream(), said),
            _ => {}
        }
    }
}

/// The content of a string literal; none for other literals.
fn text_of(literal: &Literal) -> Option<String> {
    let source = literal.to_string();
    if let Some(raw) = source.strip_prefix('r') {
        return Some(raw.trim_matches('#').strip_prefix('"')?.strip_suffix('"')?.to_owned());
    }
    let inside = source.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut chars = inside.chars().peekable();
    while let Some(char) = chars.next() {
        match (char, chars.peek().copied()) {
            ('\\', Some('\n')) => while chars.next_if(|next| next.is_whitespace()).is_some() {},
            ('\\', Some('n' | 't' | 'r')) => {
                chars.next();
                text.push(' ');
            }
            ('\\', Some(escaped @ ('"' | '\\' | '\''))) => {
                chars.next();
                text.push(escaped);
            }
            _ => text.push(char),
        }
    }
    Some(text)
}

/// A text as one line without markup, if it has three words or more.
fn sentence(text: &str) -> Option<String> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        plain += before;
        match tag.split_once('>') {
            Some((name, after))
                if name.starts_with(|first: char| first.is_ascii_alphabetic() || "/!".contains(first)) =>
            {
                plain.push(' ');
                rest = after;
            }
            _ => {
                plain.push('<');
                rest = tag;
            }
        }
    }
    plain += rest;
    let line = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_word =
        |word: &&str| word.chars().filter(|char| char.is_alphabetic()).count() >= 2 && !word.starts_with('{');
    let words = line.split(' ').filter(is_word).count();
    // What is longer is a list of names.
    (words >= 3 && line.len() < 1500).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, text: &str) -> String {
        list(&BTreeMap::from([(path.to_owned(), text.to_owned())]))
    }

    #[test]
    fn texts_of_code_are_listed_and_those_of_tests_are_not() {
        let text = "//! Not a text of it.\n/// Nor is this one.\nfn a() { bail!(\"cannot read \\\n    the file {x}\"); let b = \"two words\"; }\n#[cfg(test)]\nmod tests { const A: &str = \"a text of tests\"; }\n";
        let listed = of("gate/src/a.rs", text);
        assert!(
            listed.ends_with("\n## gate/src/a.rs\n\n```text\n- cannot read the file {x}\n```\n"),
            "{listed}"
        );
        assert_eq!(of("xtask/src/a.rs", text), HEAD);
        assert_eq!(of("gate/src/tests.rs", text), HEAD);
    }

    #[test]
    fn help_is_what_stands_above_options() {
        let text = "/// What this type is\n#[derive(Args)]\nstruct A {\n    /// Show at most so many\n    #[arg(long)]\n    top: u8,\n}\n/// No help at all\nstruct B;\n";
        let listed = of("gate/src/cli/a.rs", text);
        assert!(listed.contains("```text\n- Show at most so many\n```"), "{listed}");
    }

    #[test]
    fn markup_is_taken_out() {
        assert_eq!(
            sentence("<p class=\"soft\">Less certain\n than findings.</p>").unwrap(),
            "Less certain than findings."
        );
        assert_eq!(sentence("<circle cx=\"{:.1}\" r=\"3.5\"/>"), None);
        assert_eq!(sentence("a < b is said of {x}").unwrap(), "a < b is said of {x}");
    }

    #[test]
    fn a_list_that_lacks_a_sentence_is_a_problem() {
        let mut files = BTreeMap::from([(
            "gate/src/a.rs".to_owned(),
            "const A: &str = \"a new sentence here\";".to_owned(),
        )]);
        assert_eq!(check(&files), None, "part of a repository");
        files.insert(PATH.to_owned(), HEAD.to_owned());
        assert!(check(&files).unwrap().text.contains("cargo xtask sentences"));
        files.insert(PATH.to_owned(), list(&files));
        assert_eq!(check(&files), None);
    }
}
