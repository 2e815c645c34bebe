//! Finds calls with labelled arguments in Swift manifests, which are parsed and not run.
//!
//! Invariant: an argument that is not a literal is skipped.

/// A call and the texts of its arguments.
#[derive(Clone, Debug)]
pub(crate) struct Call<'a> {
    pub(crate) name: &'a str,
    /// The label (empty for an unlabelled argument) and the text of each argument.
    arguments: Vec<(&'a str, &'a str)>,
}

impl<'a> Call<'a> {
    /// Returns the text of an argument.
    pub(crate) fn argument(&self, label: &str) -> Option<&'a str> {
        self.arguments.iter().find(|(known, _)| *known == label).map(|(_, text)| *text)
    }

    /// Returns the value of an argument that is a plain string literal.
    pub(crate) fn string_argument(&self, label: &str) -> Option<String> {
        parse_string_literal(self.argument(label)?)
    }
}

/// Parses a plain string literal.
fn parse_string_literal(text: &str) -> Option<String> {
    let inside = text.trim().strip_prefix('"')?.strip_suffix('"')?;
    let plain = !inside.contains(['"', '\\', '\n', '{']);
    plain.then(|| inside.to_owned())
}

/// Returns a text without its comments; string literals are unchanged.
pub(crate) fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut in_string = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' if in_string => {
                out.push(c);
                out.extend(chars.next());
            }
            '"' => {
                in_string = !in_string;
                out.push(c);
            }
            '\n' => {
                in_string = false;
                out.push(c);
            }
            '/' if !in_string && chars.peek() == Some(&'/') => {
                while chars.peek().is_some_and(|c| *c != '\n') {
                    chars.next();
                }
            }
            '/' if !in_string && chars.peek() == Some(&'*') => {
                chars.next();
                let mut last = ' ';
                for c in chars.by_ref() {
                    if last == '*' && c == '/' {
                        break;
                    }
                    last = c;
                }
            }
            c => out.push(c),
        }
    }
    out
}

/// Returns the calls of functions with the given names, including nested calls, in the order of the text.
pub(crate) fn calls<'a>(text: &'a str, names: &[&str]) -> Vec<Call<'a>> {
    let mut found = Vec::new();
    for (open, _) in text.match_indices('(') {
        let before = text[..open].trim_end();
        let begin = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        // The preceding character may be longer than a byte.
        let Some(name) = before.get(begin..).filter(|name| names.contains(name)) else {
            continue;
        };
        if let Some(inside) = text_in_brackets(&text[open..]) {
            found.push(Call { name, arguments: split_arguments(inside) });
        }
    }
    found
}

/// Returns the brackets and commas outside of strings, each with the number of brackets that are open after
/// it; `None` for a closing bracket that has no opening one.
fn find_punctuation(text: &str) -> impl Iterator<Item = (usize, char, Option<usize>)> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    text.char_indices().filter_map(move |(at, c)| {
        match c {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            _ if in_string => {}
            '(' | '[' | '{' => {
                depth += 1;
                return Some((at, c, Some(depth)));
            }
            ')' | ']' | '}' => {
                let left = depth.checked_sub(1);
                depth = left.unwrap_or(0);
                return Some((at, c, left));
            }
            ',' => return Some((at, c, Some(depth))),
            _ => {}
        }
        None
    })
}

/// Returns the text between the first bracket and the matching closing bracket.
fn text_in_brackets(text: &str) -> Option<&str> {
    let (end, _, depth) =
        find_punctuation(text).find(|(_, c, depth)| *c != ',' && depth.is_none_or(|left| left == 0))?;
    depth.and_then(|_| text.get(1..end))
}

fn split_arguments(inside: &str) -> Vec<(&str, &str)> {
    let (mut found, mut begin) = (Vec::new(), 0);
    let mut cuts: Vec<usize> = find_punctuation(inside)
        .filter(|(_, c, depth)| *c == ',' && *depth == Some(0))
        .map(|(at, ..)| at)
        .collect();
    cuts.push(inside.len());
    for cut in cuts {
        let part = inside[begin..cut].trim();
        begin = (cut + 1).min(inside.len());
        let label = part.find([':', '=']).filter(|at| {
            !part[..*at].is_empty() && part[..*at].trim().chars().all(|c| c.is_alphanumeric() || c == '_')
        });
        match label {
            Some(at) => found.push((part[..at].trim(), part[at + 1..].trim())),
            None if !part.is_empty() => found.push(("", part)),
            None => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labelled_arguments_of_calls_in_a_swift_manifest_are_read() {
        let text = without_comments(
            "// .target(name: \"No\")\nlet p = Package(targets: [ .target(name: \"Kit\", path: \"a/b\"), /* x */ .target(\n name: base + \"x\", dependencies: [.product(name: \"Net\", package: \"net\")]) ])",
        );
        let found = calls(&text, &["target", "product"]);
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found[0].string_argument("name").as_deref(), Some("Kit"));
        assert_eq!(found[0].string_argument("path").as_deref(), Some("a/b"));
        assert_eq!(found[1].string_argument("name"), None);
        assert_eq!((found[2].name, found[2].string_argument("package").as_deref()), ("product", Some("net")));
        assert!(calls("target(name: \"é\"", &["target"]).is_empty());
        assert!(calls("é(", &["target"]).is_empty());
    }
}
