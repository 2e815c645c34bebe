//! Reads the sentences of this repository that people read: comments, Markdown and names of tests.
//!
//! Inline code is removed from the sentences. Code blocks, tables, and files that the gate or another program writes are not read.

use proc_macro2::{TokenStream, TokenTree};

use super::comments::{self, Paragraph};
use super::source::is_mark;

/// The kind of text in which a sentence is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Comment,
    Markdown,
    TestName,
}

/// A sentence, and the item that it describes.
pub(crate) struct Sentence {
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) origin: Origin,
    pub(crate) text: String,
    /// The item that the sentence describes: the code after a comment, the heading above a line of Markdown,
    /// or the body of a test.
    pub(crate) item: String,
}

/// Returns the sentences of a Rust file with these tokens.
pub(super) fn read_rust(path: &str, text: &str, tokens: &TokenStream) -> Vec<Sentence> {
    let mut found = in_comments(comments::read_rust(text, tokens.clone()));
    let lines: Vec<&str> = text.lines().collect();
    collect_test_names(tokens.clone(), &lines, &mut found);
    with_path(path, found)
}

/// Returns the sentences of a file that is not a Rust file.
pub(super) fn read_other(path: &str, text: &str) -> Vec<Sentence> {
    let is_output = path.contains("/goldens/");
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let found = match extension {
        _ if is_output => Vec::new(),
        "c" | "cpp" | "h" | "m" | "mm" | "s" | "S" | "swift" => in_comments(comments::read_c(text)),
        "toml" => in_comments(comments::read_toml(text)),
        "md" => in_markdown(text),
        _ => Vec::new(),
    };
    with_path(path, found)
}

fn with_path(path: &str, mut found: Vec<Sentence>) -> Vec<Sentence> {
    for sentence in &mut found {
        path.clone_into(&mut sentence.path);
    }
    found
}

fn new(origin: Origin, line: usize, text: &str, item: &str) -> Sentence {
    Sentence { path: String::new(), line, origin, text: text.to_owned(), item: item.to_owned() }
}

fn in_comments(paragraphs: Vec<Paragraph>) -> Vec<Sentence> {
    let mut found = Vec::new();
    for paragraph in paragraphs {
        let sentences = split(&paragraph.text).into_iter();
        found.extend(sentences.map(|text| new(Origin::Comment, paragraph.line, text, &paragraph.item)));
    }
    found
}

/// Returns the sentences of Markdown. Each line of Markdown contains one sentence.
fn in_markdown(text: &str) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut heading = "";
    let mut is_code = false;
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        is_code ^= line.starts_with("```");
        if is_code || line.starts_with(['|', '<', '`']) {
            continue;
        }
        if line.starts_with('#') {
            heading = line.trim_start_matches(['#', ' ']);
        }
        let prose = line.trim_start_matches(|char: char| char.is_ascii_digit() || "#-*>. ".contains(char));
        let sentences = split(prose).into_iter();
        found.extend(sentences.map(|text| new(Origin::Markdown, at + 1, text, heading)));
    }
    found
}

/// Collects the names of functions that have an attribute `test`.
fn collect_test_names(tokens: TokenStream, lines: &[&str], found: &mut Vec<Sentence>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut is_test = false;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) if at > 0 && is_mark(tokens.get(at - 1), '#') => {
                let attribute = group.stream().to_string().replace(' ', "");
                is_test |= attribute == "test" || attribute.ends_with("::test");
            }
            TokenTree::Group(group) => collect_test_names(group.stream(), lines, found),
            TokenTree::Ident(word) if word == "fn" => {
                let Some(TokenTree::Ident(name)) = tokens.get(at + 1) else { continue };
                if std::mem::take(&mut is_test) {
                    let line = name.span().start().line;
                    let body = lines.iter().skip(line).take(2).map(|line| line.trim());
                    let body = body.collect::<Vec<_>>().join(" ");
                    let words = name.to_string().replace('_', " ");
                    found.push(new(Origin::TestName, line, &words, &body));
                }
            }
            _ => {}
        }
    }
}

/// Splits a paragraph into sentences. A sentence ends at a full stop, colon, question mark or exclamation mark if a capital letter or code
/// follows.
///
/// A single word is not a sentence.
fn split(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, mark) in text.char_indices().filter(|(_, char)| ".!?:".contains(*char)) {
        let rest = &text[at + mark.len_utf8()..];
        let begins = |char: char| char.is_uppercase() || "`[".contains(char);
        if rest.starts_with(' ') && rest.trim_start().starts_with(begins) {
            found.push(text[start..=at].trim());
            start = at + 1;
        }
    }
    found.push(text[start..].trim());
    found.retain(|sentence| sentence.split_whitespace().count() > 1);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(path: &str, text: &str) -> Vec<String> {
        let found = match path.ends_with(".rs") {
            true => read_rust(path, text, &text.parse().unwrap()),
            false => read_other(path, text),
        };
        found.iter().map(|one| format!("{} {:?} {} | {}", one.line, one.origin, one.text, one.item)).collect()
    }

    #[test]
    fn the_checked_sentences_of_a_rust_file_are_comments_and_test_names() {
        let text = "/// Reads a. Then: `b` is e.g. c.\n/// Word.\nfn f() {}\n#[test]\nfn a_is_b() {\n    g();\n}\nproptest! { #[test] fn c_is_d(x in 0..2) {} }\n";
        assert_eq!(
            shown("trace/src/a.rs", text),
            [
                "1 Comment Reads a. | fn f() {}",
                "1 Comment `b` is e.g. c. | fn f() {}",
                "5 TestName a is b | g(); }",
                "8 TestName c is d | ",
            ]
        );
    }

    #[test]
    fn sentences_of_markdown_are_read_with_their_heading() {
        let text = "# A title\n\nOne line.\n```\nnot this\n```\n| nor | this |\n- An item of it.\n";
        assert_eq!(
            shown("docs/a.md", text),
            [
                "1 Markdown A title | A title",
                "3 Markdown One line. | A title",
                "8 Markdown An item of it. | A title",
            ]
        );
        assert_eq!(shown("gate/tests/report/goldens/a.md", text), [""; 0]);
    }
}
