//! Collects every text of three words or more in the sources of the agent and the gate, so that other tests can check them: help, errors,
//! reports and pages.

use std::path::Path;

use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};

/// The folders with the product's messages.
const SOURCES: [&str; 3] = ["agent", "crates", "gate"];

/// The macros and attributes that contain texts of the help.
const HELP: [&str; 4] = ["Args", "Parser", "Subcommand", "ValueEnum"];

/// Returns the texts of each file that contains messages, by the path of the file.
pub fn all(root: &Path) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    let mut left: Vec<_> = SOURCES.map(|folder| root.join(folder)).into();
    while let Some(place) = left.pop() {
        if place.is_dir() {
            left.extend(place.read_dir().unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let path = place.strip_prefix(root).unwrap().to_str().unwrap();
        if path.ends_with(".rs")
            && path.contains("/src/")
            && !path.ends_with("/tests.rs")
            && !path.contains("/tests/")
        {
            let texts = texts(path, &std::fs::read_to_string(&place).unwrap());
            found.push((path.to_owned(), texts));
        }
    }
    found.retain(|(_, texts)| !texts.is_empty());
    found
}

fn texts(path: &str, source: &str) -> Vec<String> {
    let mut said = Vec::new();
    walk(source.parse().unwrap(), path.starts_with("gate/src/cli/"), &mut said);
    said
}

/// Returns whether an attribute is `cfg(test)` or `cfg(all(test, …))`.
fn mentions_test(cfg: &str) -> bool {
    let mut words = cfg.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|word| word == "test") && !cfg.contains("any(") && !cfg.contains("not(")
}

/// Returns the end of the item that begins at `at`. An item ends with its block or with its semicolon.
fn end_of_item(tokens: &[TokenTree], at: usize) -> usize {
    let is_import = matches!(tokens.get(at), Some(TokenTree::Ident(word)) if word == "use");
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && !is_import,
        TokenTree::Punct(mark) => mark.as_char() == ';',
        _ => false,
    };
    tokens[at..].iter().position(ends).map_or(tokens.len(), |n| at + n + 1)
}

/// Collects the texts in code that is not test code, in their order.
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

/// Collects the documentation of options and commands, and their examples.
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

/// Returns the content of a string literal.
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

/// Returns a text as one line without markup, if it has three words or more.
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
    // Longer texts are lists of names.
    (words >= 3 && line.len() < 1500).then_some(line)
}

#[test]
fn message_texts_are_collected_from_code_but_not_from_tests() {
    let text = "//! Not a text of it.\n/// Nor is this one.\nfn a() { bail!(\"cannot read \\\n    the file {x}\"); let b = \"two words\"; }\n#[cfg(test)]\nuse a::{b};\n#[cfg(test)]\nmod tests { const A: &str = \"a text of tests\"; }\n";
    assert_eq!(texts("gate/src/a.rs", text), ["cannot read the file {x}"]);
}

#[test]
fn help_texts_are_collected_only_from_the_documentation_of_options() {
    let text = "/// What this type is\n#[derive(Args)]\nstruct A {\n    /// Show at most so many\n    #[arg(long)]\n    top: u8,\n}\n/// No help at all\nstruct B;\n";
    assert_eq!(texts("gate/src/cli/a.rs", text), ["Show at most so many"]);
}

#[test]
fn markup_is_removed_from_collected_message_texts() {
    assert_eq!(
        sentence("<p class=\"soft\">Less certain\n than findings.</p>").unwrap(),
        "Less certain than findings."
    );
    assert_eq!(sentence("<circle cx=\"{:.1}\" r=\"3.5\"/>"), None);
    assert_eq!(sentence("a < b is said of {x}").unwrap(), "a < b is said of {x}");
}
