//! Reads the comments of source files as paragraphs, each with the code that it describes.
//!
//! Rust files are read by their tokens, so that `//` inside a string is not mistaken for a comment. Files in other languages are read line
//! by line. Code blocks, tables and headings are not read, since they are not prose.

use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};

/// A paragraph of prose.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Paragraph {
    /// The line of the first word.
    pub(super) line: usize,
    pub(super) text: String,
    /// The line of code that follows the comment, or the code in the same line.
    pub(super) item: String,
}

/// Returns the comments of a Rust file with these tokens.
pub(super) fn read_rust(text: &str, tokens: TokenStream) -> Vec<Paragraph> {
    let mut strings = Vec::new();
    collect_strings(tokens, text, &mut strings);
    paragraphs(text, |line| line.find_outside("//", &strings))
}

/// Returns the comments of a file in C, C++, Objective-C, Swift or assembly.
pub(super) fn read_c(text: &str) -> Vec<Paragraph> {
    paragraphs(text, |line| {
        let mut found = line.text.match_indices("//").map(|(at, _)| at);
        // After an even number of quotation marks, the comment mark is not inside a string.
        found.find(|&at| line.text[..at].matches('"').count() % 2 == 0 && !line.text[..at].ends_with(':'))
    })
}

/// Returns the comments of a TOML file that have their own lines.
pub(super) fn read_toml(text: &str) -> Vec<Paragraph> {
    paragraphs(text, |line| {
        let at = line.text.len() - line.text.trim_start().len();
        line.text[at..].starts_with('#').then_some(at)
    })
}

/// A line and its offset in the file in bytes.
struct Line<'a> {
    text: &'a str,
    offset: usize,
}

impl Line<'_> {
    /// Returns the first position of a mark in the line that is outside of the given ranges of the file.
    fn find_outside(&self, mark: &str, ranges: &[Range<usize>]) -> Option<usize> {
        let mut found = self.text.match_indices(mark).map(|(at, _)| at);
        found.find(|at| !ranges.iter().any(|range| range.contains(&(self.offset + at))))
    }
}

/// Collects the byte ranges of all literals. The parser returns documentation comments as literals too, which are not collected.
fn collect_strings(tokens: TokenStream, text: &str, strings: &mut Vec<Range<usize>>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => collect_strings(group.stream(), text, strings),
            TokenTree::Literal(literal) => {
                let range = literal.span().byte_range();
                if !text[range.start..].starts_with('/') {
                    strings.push(range);
                }
            }
            _ => {}
        }
    }
}

/// Returns the paragraphs of all comments. The function `start` returns the position at which the comment in a line begins.
fn paragraphs(text: &str, start: impl Fn(&Line<'_>) -> Option<usize>) -> Vec<Paragraph> {
    let mut found = Vec::new();
    let mut open = Open::default();
    let mut offset = 0;
    for (number, row) in text.split('\n').enumerate().map(|(at, row)| (at + 1, row)) {
        let line = Line { text: row, offset };
        offset += row.len() + 1;
        let Some(at) = start(&line) else {
            open.finish(&mut found);
            if is_item(row) {
                open.name_item(row.trim(), &mut found);
            }
            continue;
        };
        let (code, comment) = (row[..at].trim(), row[at..].trim_start_matches(['/', '#']));
        if !code.is_empty() {
            open.finish(&mut found);
        }
        open.is_header |= comment.starts_with('!');
        open.add(number, comment.trim_start_matches('!').trim(), &mut found);
        if !code.is_empty() {
            open.finish(&mut found);
            open.name_item(code, &mut found);
        }
    }
    open.finish(&mut found);
    found
}

/// Returns whether a line is an item, which the comments above it describe.
fn is_item(row: &str) -> bool {
    let row = row.trim();
    !row.is_empty() && !row.starts_with("#[") && !row.starts_with("#![")
}

/// The state of the comment that is being read.
#[derive(Default)]
struct Open {
    line: usize,
    words: Vec<String>,
    is_code: bool,
    /// Whether the comment is the header of the file.
    is_header: bool,
    /// The number of paragraphs in `found` whose item is already known.
    named: usize,
}

impl Open {
    /// Adds a line of a comment.
    fn add(&mut self, number: usize, line: &str, found: &mut Vec<Paragraph>) {
        if line.starts_with("```") {
            self.is_code = !self.is_code;
            self.end_paragraph(found);
        } else if line.is_empty() || line.starts_with(['#', '|']) {
            self.end_paragraph(found);
        } else if !self.is_code {
            let item = ["- ", "* "].iter().find_map(|mark| line.strip_prefix(mark));
            if item.is_some() {
                self.end_paragraph(found);
            }
            if self.words.is_empty() {
                self.line = number;
            }
            self.words.push(item.unwrap_or(line).trim().to_owned());
        }
    }

    fn end_paragraph(&mut self, found: &mut Vec<Paragraph>) {
        if !self.words.is_empty() {
            let text = std::mem::take(&mut self.words).join(" ");
            found.push(Paragraph { line: self.line, text, item: String::new() });
        }
    }

    /// Ends the current comment and adds its paragraphs to `found`.
    fn finish(&mut self, found: &mut Vec<Paragraph>) {
        self.end_paragraph(found);
        self.is_code = false;
        if std::mem::take(&mut self.is_header) {
            self.name_item("the module", found);
        }
    }

    /// Sets the item of all paragraphs that have no item yet.
    fn name_item(&mut self, item: &str, found: &mut [Paragraph]) {
        for paragraph in &mut found[self.named..] {
            item.clone_into(&mut paragraph.item);
        }
        self.named = found.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(found: &[Paragraph]) -> Vec<String> {
        found.iter().map(|one| format!("{} {} | {}", one.line, one.text, one.item)).collect()
    }

    #[test]
    fn comments_in_rust_are_read_with_the_item_that_follows() {
        let text = "//! The header\n//! goes on.\n\nuse std::fs; // Beside code.\n\n/// First.\n///\n/// - A list,\n///   continued.\n/// ```\n/// let code = 1;\n/// ```\n/// | a | table |\n#[test]\nfn f() {\n    g(\"// a string\n// of two lines\"); // Trailing.\n}\n";
        let found = read_rust(text, text.parse().unwrap());
        assert_eq!(
            shown(&found),
            [
                "1 The header goes on. | the module",
                "4 Beside code. | use std::fs;",
                "6 First. | fn f() {",
                "8 A list, continued. | fn f() {",
                "17 Trailing. | // of two lines\");",
            ]
        );
    }

    #[test]
    fn comments_in_c_and_toml_are_read() {
        let c = "// A function.\nint f(void) { return g(\"// no\"); } // Two.\nchar *url = http://a\n";
        assert_eq!(
            shown(&read_c(c)),
            [
                "1 A function. | int f(void) { return g(\"// no\"); }",
                "2 Two. | int f(void) { return g(\"// no\"); }"
            ]
        );
        let toml = "# A key\n# of the settings.\nkey = \"# no\"\n";
        assert_eq!(shown(&read_toml(toml)), ["1 A key of the settings. | key = \"# no\""]);
    }
}
