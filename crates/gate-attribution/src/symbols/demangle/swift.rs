//! Swift's mangling since version 4.2 (`$s…`), demangled by Swift's own demangler.
//!
//! The crate `symbolic_demangle` prints optionals, arrays and dictionaries as generic types. The module `swift` changes them to the short
//! forms of the source, such as `[Int]?`, as `swift demangle` does.

use symbolic_common::{Language, Name, NameMangling};
use symbolic_demangle::{Demangle as _, DemangleOptions};

/// Returns the name with modules, types and return types.
pub(super) fn full_name(symbol: &str) -> Option<String> {
    let options = DemangleOptions::complete().return_type(true).parameters(true);
    demangle_with_options(symbol, options).map(|name| with_closures(&name))
}

/// Returns the name without modules and types, with the labels of arguments.
pub(super) fn short_name(symbol: &str) -> Option<String> {
    let name = demangle_with_options(symbol, DemangleOptions::name_only())?;
    let typed =
        demangle_with_options(symbol, DemangleOptions::complete().return_type(false).parameters(true));
    Some(typed.and_then(|typed| with_labels(&name, &typed)).unwrap_or(name))
}

/// Removes the marks of the files of private names: returns `App.Cart` for `App.(Cart in _0123…)`.
pub fn without_marks(full: &str) -> String {
    let mut out = String::with_capacity(full.len());
    let mut rest = full;
    while let Some((before, mark)) = rest.split_once(" in _") {
        let digits = mark.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(mark.len());
        match before.rfind('(').filter(|_| digits == 32 && mark[digits..].starts_with(')')) {
            Some(open) => {
                out.push_str(&before[..open]);
                out.push_str(&before[open + 1..]);
                rest = &mark[digits + 1..];
            }
            None => {
                out.push_str(before);
                out.push_str(" in _");
                rest = mark;
            }
        }
    }
    out + rest
}

/// Returns the part of a full name that names the function itself, without derivations and specialisations.
pub(super) fn strip_derivations(full: &str) -> &str {
    let inner = ["closure ", "implicit closure ", "local function "];
    let name = match inner.iter().any(|start| full.contains(start)) {
        true => full.rsplit(" in ").next().unwrap_or(full),
        false => full,
    };
    let name = name.rsplit(" of ").next().unwrap_or(name);
    let name = name.rsplit(" for ").next().unwrap_or(name);
    ["@objc ", "@nonobjc ", "static ", "class "]
        .iter()
        .fold(name, |name, start| name.strip_prefix(start).unwrap_or(name))
}

fn demangle_with_options(symbol: &str, options: DemangleOptions) -> Option<String> {
    let found = Name::new(symbol, NameMangling::Mangled, Language::Swift).demangle(options)?;
    (found != symbol).then_some(found)
}

/// Completes the demangled name of a specialised function. If a specialisation replaced an argument by a constant function or closure, its
/// name contains the mangled name of that function, which the demangling crate leaves mangled in newer forms of names. This function
/// demangles it, and writes the types of the arguments as `swift demangle` does.
fn with_closures(name: &str) -> String {
    let mut out = String::new();
    let mut rest = name;
    let starts = ["[Closure Propagated : ", "[Constant Propagated Function : "];
    let first = |text: &str| starts.iter().filter_map(|start| Some((text.find(start)?, *start))).min();
    while let Some((at, start)) = first(rest) {
        let begin = at + start.len();
        out.push_str(&sugar_types(&rest[..at]));
        out.push_str(start);
        let end = find_closing_bracket(&rest[at..]).map_or(rest.len(), |end| at + end);
        let inner = &rest[begin..end];
        let (function, types) = split_top(inner, ", Argument Types : ").unwrap_or((inner, ""));
        let options = DemangleOptions::complete().return_type(true).parameters(true);
        out.push_str(&demangle_with_options(function, options).unwrap_or_else(|| function.to_owned()));
        if !types.is_empty() {
            out.push_str(", Argument Types : ");
            out.push_str(&sugar_types(types));
        }
        rest = &rest[end..];
    }
    out.push_str(&sugar_types(rest));
    out
}

/// Returns types in the form of source code, such as `[Int]`, `[Int : Int]` and `Int?` for `Swift.Array<Int>` and similar types.
fn sugar_types(name: &str) -> String {
    let mut name = name.to_owned();
    for (start, kind) in [("Swift.Optional<", '?'), ("Swift.Array<", '['), ("Swift.Dictionary<", ':')] {
        let mut from = 0;
        while let Some(at) = name[from..].find(start).map(|at| at + from) {
            let begins = !name[..at].ends_with(|c: char| c.is_alphanumeric() || c == '.' || c == '_');
            let open = at + start.len() - 1;
            let plain = begins.then(|| find_closing_bracket(&name[open..])).flatten().and_then(|length| {
                let inner = &name[open + 1..open + length];
                // The parameters of an extension's context are not a type.
                if split_top(inner, " where ").is_some() {
                    return None;
                }
                Some((format_sugared(inner, kind)?, open + length + 1))
            });
            match plain {
                Some((text, end)) => name.replace_range(at..end, &text),
                None => from = at + 1,
            }
        }
    }
    name
}

fn format_sugared(inner: &str, kind: char) -> Option<String> {
    match kind {
        '?' => {
            let many = split_top(inner, " -> ").is_some() || split_top(inner, " & ").is_some();
            let bare = !many && !inner.starts_with("any ");
            Some(if bare { format!("{inner}?") } else { format!("({inner})?") })
        }
        '[' => Some(format!("[{inner}]")),
        _ => split_top(inner, ", ").map(|(key, value)| format!("[{key} : {value}]")),
    }
}

/// Returns the position of the bracket that closes the first bracket of a text.
pub(super) fn find_closing_bracket(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            // The end of an arrow is no bracket.
            '>' if before == '-' => {}
            '>' | ')' | ']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        before = c;
    }
    None
}

/// Splits a text at the first occurrence of `at` outside of brackets.
pub(super) fn split_top<'a>(text: &'a str, at: &str) -> Option<(&'a str, &'a str)> {
    let mut depth = 0_i32;
    let mut before = ' ';
    for (place, c) in text.char_indices() {
        if depth == 0 && text[place..].starts_with(at) {
            return Some((&text[..place], &text[place + at.len()..]));
        }
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' if before == '-' => {}
            '>' | ')' | ']' => depth -= 1,
            _ => {}
        }
        before = c;
    }
    None
}

/// Inserts the labels of arguments into a name: returns `f(a:_:)` for `f` and `f(a: Int, Int)`.
fn with_labels(name: &str, typed: &str) -> Option<String> {
    let mut out = String::with_capacity(typed.len());
    let (mut name, mut typed) = (name, typed);
    while let Some(next) = typed.chars().next() {
        if next == '(' && !name.starts_with('(') {
            let end = find_closing_bracket(typed)?;
            let of_closure = out.rsplit_once("closure #").is_some_and(|(_, number)| {
                number.ends_with(' ') && number.trim_end().bytes().all(|byte| byte.is_ascii_digit())
            });
            if of_closure {
                typed = typed[end + 1..].strip_prefix(' ').unwrap_or(&typed[end + 1..]);
            } else {
                out.push_str(&format_labels(&typed[1..end]));
                typed = &typed[end + 1..];
            }
        } else if name.starts_with(next) {
            out.push(next);
            (name, typed) = (&name[next.len_utf8()..], &typed[next.len_utf8()..]);
        } else {
            // The words `throws` and `async` belong to the type.
            typed = [" throws", " async", " rethrows"].iter().find_map(|word| typed.strip_prefix(word))?;
        }
    }
    name.trim().is_empty().then_some(out)
}

/// Returns the labels of `(a: Int, Int) -> ()`, or `None` if the signature has no arguments.
pub(super) fn argument_labels(signature: &str) -> Option<Vec<String>> {
    let signature = match signature.strip_prefix('<') {
        Some(_) => &signature[find_closing_bracket(signature)? + 1..],
        None => signature,
    };
    if !signature.starts_with('(') {
        return None;
    }
    let text = format_labels(&signature[1..find_closing_bracket(signature)?]);
    let inside = text.trim_start_matches('(').trim_end_matches(')');
    Some(inside.split_terminator(':').map(str::to_owned).collect())
}

fn format_labels(mut arguments: &str) -> String {
    let mut out = "(".to_owned();
    while !arguments.is_empty() {
        let (first, rest) = split_top(arguments, ", ").unwrap_or((arguments, ""));
        let label = split_top(first, ": ").map(|(label, _)| label);
        out.push_str(label.filter(|label| !label.contains(' ')).unwrap_or("_"));
        out.push(':');
        arguments = rest;
    }
    out.push(')');
    out
}
