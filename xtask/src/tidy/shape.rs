//! Finds code with a shape that is hard to read: long functions, parameters that are tuples, and long closures with a name.
//!
//! [`super::limits`] prevents each count from rising.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

use super::limits::Kind;
use super::source::{is_mark, without_tests};

/// The largest number of lines of a function. A function of this length fits on one screen.
const LONGEST_FUNCTION: usize = 80;

/// The largest number of lines of a closure with a name. A longer closure should be a function.
const LONGEST_CLOSURE: usize = 3;

/// A position in a file that violates a rule about shapes.
pub(super) struct Finding {
    pub(super) line: usize,
    pub(super) kind: Kind,
    pub(super) text: String,
}

/// Returns the findings in the code of a file with these tokens, without its tests.
pub(super) fn check(text: &str, tokens: TokenStream) -> Vec<Finding> {
    let mut found = Vec::new();
    collect(tokens, &text.lines().collect::<Vec<_>>(), &mut found);
    found
}

fn collect(tokens: TokenStream, lines: &[&str], found: &mut Vec<Finding>) {
    let tokens = without_tests(tokens, lines);
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => collect(group.stream(), lines, found),
            TokenTree::Ident(word) if word == "fn" => check_function(&tokens[at..], found),
            TokenTree::Ident(word) if word == "let" => found.extend(long_closure(&tokens[at..])),
            _ => {}
        }
    }
}

/// Checks the function whose `fn` is the first token.
fn check_function(tokens: &[TokenTree], found: &mut Vec<Finding>) {
    let Some(TokenTree::Ident(name)) = tokens.get(1) else { return };
    let line = name.span().start().line;
    let mut depth = Angles::default();
    let parameters = tokens.iter().enumerate().skip(2).find_map(|(at, token)| match token {
        TokenTree::Group(group) if depth.is_outside() => Some((at, group)),
        token => {
            depth.pass(token);
            None
        }
    });
    let Some((at, parameters)) = parameters else { return };
    for parameter in split(parameters, ',').iter().filter(|parameter| is_tuple(parameter)) {
        let text: TokenStream = parameter.iter().cloned().collect();
        found.push(Finding { line, kind: Kind::Tuple, text: format!("{name} takes a tuple, {text}") });
    }
    let end = tokens[at..].iter().find_map(|token| match token {
        TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => Some(Some(body.span_close())),
        token => is_mark(Some(token), ';').then_some(None),
    });
    let Some(Some(end)) = end else { return };
    let lines = lines_between(tokens[0].span(), end);
    if lines > LONGEST_FUNCTION {
        found.push(Finding { line, kind: Kind::Function, text: format!("{name} has {lines} lines") });
    }
}

/// Returns a finding for a `let name = |…| …;` that is too long. The first token is `let`.
fn long_closure(tokens: &[TokenTree]) -> Option<Finding> {
    let end = tokens.iter().position(|token| is_mark(Some(token), ';'))?;
    let equals = tokens[..end].iter().position(|token| is_mark(Some(token), '='))?;
    let is_word = |at: usize, word: &str| matches!(&tokens[at], TokenTree::Ident(found) if found == word);
    let name = 1 + usize::from(is_word(1, "mut"));
    let TokenTree::Ident(name) = tokens.get(name)? else { return None };
    let begins = equals + 1 + usize::from(is_word(equals + 1, "move"));
    let lines = lines_between(tokens[0].span(), tokens[end].span());
    let is_long = is_mark(tokens.get(begins), '|') && lines > LONGEST_CLOSURE;
    let (line, kind) = (name.span().start().line, Kind::Closure);
    is_long.then(|| Finding { line, kind, text: format!("the closure {name} has {lines} lines") })
}

fn lines_between(first: Span, last: Span) -> usize {
    last.end().line - first.start().line + 1
}

/// Returns whether the pattern or the type of a parameter is a tuple, or a reference to a tuple.
fn is_tuple(parameter: &[TokenTree]) -> bool {
    let colon = (0..parameter.len()).find(|&at| {
        let is_path = |other: Option<&TokenTree>| is_mark(other, ':');
        is_mark(parameter.get(at), ':')
            && !is_path(parameter.get(at + 1))
            && !is_path(at.checked_sub(1).and_then(|before| parameter.get(before)))
    });
    let Some(colon) = colon else { return false };
    [&parameter[..colon], &parameter[colon + 1..]].into_iter().any(|tokens| match without_reference(tokens) {
        [TokenTree::Group(group)] => {
            group.delimiter() == Delimiter::Parenthesis && split(group, ',').len() > 1
        }
        _ => false,
    })
}

/// Returns the tokens without a `&`, a lifetime or a `mut` at their beginning.
fn without_reference(tokens: &[TokenTree]) -> &[TokenTree] {
    match tokens {
        [TokenTree::Punct(mark), rest @ ..] if mark.as_char() == '&' => without_reference(rest),
        [TokenTree::Punct(mark), _, rest @ ..] if mark.as_char() == '\'' => without_reference(rest),
        [TokenTree::Ident(word), rest @ ..] if word == "mut" => without_reference(rest),
        _ => tokens,
    }
}

/// Splits the tokens of a group at each mark that is not between angle brackets.
fn split(group: &Group, mark: char) -> Vec<Vec<TokenTree>> {
    let mut parts = vec![Vec::new()];
    let mut depth = Angles::default();
    for token in group.stream() {
        depth.pass(&token);
        if depth.is_outside() && is_mark(Some(&token), mark) {
            parts.push(Vec::new());
        } else {
            parts.last_mut().expect("there is a first part").push(token);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The number of open angle brackets, which the tokenizer does not treat as groups.
#[derive(Default)]
struct Angles {
    depth: usize,
    /// Whether the previous token was the `-` of `->`.
    is_arrow: bool,
}

impl Angles {
    fn pass(&mut self, token: &TokenTree) {
        if is_mark(Some(token), '<') {
            self.depth += 1;
        } else if is_mark(Some(token), '>') && !self.is_arrow {
            self.depth = self.depth.saturating_sub(1);
        }
        self.is_arrow = is_mark(Some(token), '-');
    }

    fn is_outside(&self) -> bool {
        self.depth == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let found = check(text, text.parse().unwrap());
        found.iter().map(|finding| format!("{} {:?} {}", finding.line, finding.kind, finding.text)).collect()
    }

    #[test]
    fn long_functions_are_found() {
        let text = |lines: usize| {
            format!("const A: u8 = 1;\nfn f<T: Fn(u8) -> u8>(t: T) {{\n{}}}\n", "g();\n".repeat(lines - 2))
        };
        assert_eq!(shown(&text(LONGEST_FUNCTION)), [""; 0]);
        assert_eq!(shown(&text(LONGEST_FUNCTION + 1)), ["2 Function f has 81 lines"]);
        assert_eq!(shown(&format!("#[cfg(test)]\nmod tests {{\n{}}}\n", text(100))), [""; 0]);
        assert_eq!(shown("trait T { fn f(&self); }\nmod a {\n// …\n}\n"), [""; 0]);
    }

    #[test]
    fn parameters_that_are_tuples_are_found() {
        for (parameter, is_found) in [
            ("(a, b): (u8, u8)", true),
            ("mut pair: (u8, u8)", true),
            ("pair: &'a mut (u8, Vec<u8>)", true),
            ("Pair(a, b): Pair", false),
            ("pairs: &[(u8, u8)]", false),
            ("map: BTreeMap<u8, (u8, u8)>", false),
            ("unit: ()", false),
            ("f: impl Fn(u8, u8) -> (u8, u8)", false),
            ("a: std::fs::File", false),
        ] {
            let found = shown(&format!("fn f<'a, F: Fn((u8, u8)) -> u8>(&self, {parameter}, last: u8) {{}}"));
            assert_eq!(!found.is_empty(), is_found, "{parameter}: {found:?}");
        }
    }

    #[test]
    fn long_closures_with_a_name_are_found() {
        assert_eq!(shown("fn f() {\n    let g = |a| {\n        a\n    };\n}\n"), [""; 0]);
        let long = "fn f() {\n    let mut g: T = move |a| {\n        a;\n        a\n    };\n}\n";
        assert_eq!(shown(long), ["2 Closure the closure g has 4 lines"]);
        let call = "fn f() {\n    let g = h(|a| {\n        a;\n        a\n    });\n}\n";
        assert_eq!(shown(call), [""; 0]);
    }
}
