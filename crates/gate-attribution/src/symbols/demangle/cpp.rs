//! Demangles C++ names (`_Z…`) by a crate, and spells them like LLVM.

use cpp_demangle::{DemangleOptions, Symbol};

use super::swift::find_closing_bracket;

/// Returns the name with arguments.
pub(super) fn full_name(symbol: &str) -> Option<String> {
    let text = Symbol::new(symbol).ok()?.demangle_with_options(&DemangleOptions::default()).ok()?;
    Some(to_llvm_spelling(&text))
}

/// Returns the name without arguments and without template arguments.
pub(super) fn short_name(symbol: &str) -> Option<String> {
    Some(without_templates(&name_without_arguments(symbol)?))
}

/// Returns the short form of a template, which all its instantiations share although their arguments and results differ.
pub(super) fn template_name(symbol: &str) -> Option<String> {
    let bare = name_without_arguments(symbol)?;
    Some(without_templates(&bare)).filter(|short| *short != bare)
}

fn name_without_arguments(symbol: &str) -> Option<String> {
    let options = DemangleOptions::default().no_params().no_return_type();
    let text = Symbol::new(symbol).ok()?.demangle_with_options(&options).ok()?;
    Some(to_llvm_spelling(&text))
}

/// Replaces the crate's spelling, which partly follows GNU's demangler, by LLVM's.
fn to_llvm_spelling(text: &str) -> String {
    let mut text = text.replace("operator<< <", "operator<<<");
    loop {
        let before = text.len();
        text = text
            .replace("> >", ">>")
            .replace(", >", ">")
            .replace("<, ", "<")
            .replace("(, ", "(")
            .replace(", &&)", ")");
        if text.len() == before {
            break;
        }
    }
    if let Some(virtual_one) = rewrite_thunk(&text) {
        return virtual_one;
    }
    function_types(&rewrite_lambdas(&rewrite_literals(&move_qualifiers(&text))))
}

/// Returns `virtual thunk to f()` for `{virtual override thunk({virtual offset(0, -24)}, f())}`.
fn rewrite_thunk(text: &str) -> Option<String> {
    let inside = text.strip_prefix("{virtual override thunk({")?.strip_suffix(")}")?;
    let (offset, function) = inside.split_once("}, ")?;
    let kind = if offset.starts_with("virtual") { "virtual" } else { "non-virtual" };
    Some(format!("{kind} thunk to {}", to_llvm_spelling(function)))
}

/// Returns `A::B&` for `A&::B`, and `A::B const*` for `A const::B*`: the qualifiers of a nested type follow its last name.
fn move_qualifiers(text: &str) -> String {
    let mut text = text.to_owned();
    for (wrong, right) in [("&::", "&"), (" const::", " const")] {
        while let Some(at) = text.find(wrong) {
            let name = at + wrong.len();
            let end = text[name..].find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
            let end = end.map_or(text.len(), |end| end + name);
            let moved = format!("::{}{right}", &text[name..end]);
            text.replace_range(at..end, &moved);
        }
    }
    text
}

/// Returns `8u` for `(unsigned int)8`.
fn rewrite_literals(text: &str) -> String {
    const TYPES: [(&str, &str); 6] = [
        ("(int)", ""),
        ("(unsigned int)", "u"),
        ("(long)", "l"),
        ("(unsigned long)", "ul"),
        ("(long long)", "ll"),
        ("(unsigned long long)", "ull"),
    ];
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('(') {
        out.push_str(&rest[..open]);
        rest = &rest[open..];
        let found = TYPES.iter().find_map(|(kind, suffix)| {
            let after = rest.strip_prefix(kind)?;
            Some((after, number_length(after)?, suffix))
        });
        match found {
            Some((after, length, suffix)) => {
                out.push_str(&after[..length]);
                out.push_str(suffix);
                rest = &after[length..];
            }
            None => {
                out.push('(');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// Returns the length of the whole number at the beginning of a text.
fn number_length(text: &str) -> Option<usize> {
    let sign = usize::from(text.starts_with('-'));
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then_some(sign + digits)
}

/// Returns `'lambda0'(int)` for `{lambda(int)#2}`.
fn rewrite_lambdas(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find("{lambda(") {
        let inside = &rest[open + "{lambda".len()..];
        let found = find_closing_bracket(inside).and_then(|end| {
            let (number, after) = inside[end + 1..].strip_prefix('#')?.split_once('}')?;
            Some((&inside[..=end], number.parse::<u32>().ok()?, after))
        });
        let Some((arguments, number, after)) = found else { break };
        out.push_str(&rest[..open]);
        out.push_str("'lambda");
        if let Some(number) = number.checked_sub(2) {
            out.push_str(&number.to_string());
        }
        out.push('\'');
        out.push_str(&rewrite_lambdas(arguments));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Returns `<Error (Twine)>` for `<Error(Twine)>`: a function type that is a template argument has a space after its result.
fn function_types(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut depth = 0_usize;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '<' if !out.ends_with("operator") && !out.ends_with("operator<") => depth += 1,
            '>' if before != '-' && !out.ends_with("operator") => depth = depth.saturating_sub(1),
            '(' if depth > 0 && is_type_end(before) && is_function_type(&text[at..], &out) => out.push(' '),
            _ => {}
        }
        out.push(c);
        before = c;
    }
    out
}

fn is_type_end(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '>' | '*' | '&')
}

/// Returns whether parentheses are the arguments of a function type, which is the case if the template argument ends after them.
fn is_function_type(rest: &str, before: &str) -> bool {
    let Some(end) = find_closing_bracket(rest) else { return false };
    let after = &rest[end + 1..];
    let word = before.rsplit([' ', '<', ',', '(']).next().unwrap_or_default();
    (after.starts_with('>') || after.starts_with(", ")) && !word.starts_with('\'') && word != "decltype"
}

fn without_templates(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut depth = 0_usize;
    let mut before = ' ';
    for c in text.chars() {
        let of_operator =
            out.ends_with("operator") || out.ends_with("operator<") || out.ends_with("operator>");
        match c {
            '<' if depth > 0 || !of_operator => depth += 1,
            '>' if depth > 0 && before != '-' => depth -= 1,
            _ if depth == 0 => out.push(c),
            _ => {}
        }
        before = c;
    }
    out
}
