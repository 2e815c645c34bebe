//! A function's name as it is in every build: without what one run of the compiler made of it.
//!
//! Compilers copy functions for the types and values that they are called with, merge those with the same code, move parts of them out of
//! line, and put thunks before them. All of these are the function that the source names.
//! Invariant: names that the source tells apart stay apart.

use super::{full, is_swift};

/// What Swift's demangler writes before the function that something was made from, up to and with these words.
const MADE_FROM: [(&str, &str); 8] = [
    ("generic specialization ", " of "),
    ("generic not re-abstracted specialization ", " of "),
    ("generic pre-specialization ", " of "),
    ("inlined generic function ", " of "),
    ("function signature specialization ", " of "),
    ("partial specialization ", " of "),
    ("specialized protocol witness ", " for "),
    ("protocol witness for ", " in conformance "),
];

/// What it writes before the name of a function that does nothing else.
const BEFORE: [&str; 17] = [
    "@objc ",
    "@nonobjc ",
    "merged ",
    "dispatch thunk of ",
    "distributed thunk ",
    "partial apply forwarder for ",
    "partial apply ObjC forwarder for ",
    "partial apply for ",
    "vtable thunk for ",
    "back deployment thunk for ",
    "back deployment fallback for ",
    "curry thunk of ",
    "super partial apply for ",
    "async function pointer to ",
    "method lookup function for ",
    "specialized ",
    "implicit ",
];

/// The full name without specialisations, thunks, outlined and merged parts.
pub fn same(symbol: &str) -> String {
    let symbol = without_suffix(symbol);
    if !is_swift(symbol) {
        return without_clones(&full(symbol)).to_owned();
    }
    let whole = full(symbol);
    let mut name = whole.as_str();
    loop {
        let shorter = plain(name);
        if shorter == name {
            break;
        }
        name = shorter;
    }
    // What a function awaits is a part of it, numbered by the compiler.
    without_clones(name).to_owned()
}

/// The name for people, without the same.
pub fn same_short(symbol: &str) -> String {
    let symbol = without_suffix(symbol);
    let whole = super::short(symbol);
    let mut name = whole.as_str();
    loop {
        let shorter = plain(name);
        if shorter == name {
            return without_clones(name).to_owned();
        }
        name = shorter;
    }
}

/// Whether a compiler made it by itself, so that it is a part of whoever calls it.
pub fn is_made(symbol: &str) -> bool {
    const STARTS: [&str; 6] = [
        "OUTLINED_FUNCTION_",
        "_OUTLINED_FUNCTION_",
        "__swift_",
        "___swift_",
        "__clang_call_terminate",
        "swift_",
    ];
    const SWIFT: [&str; 9] = [
        "outlined ",
        "type metadata ",
        "lazy protocol witness table ",
        "lazy cache variable ",
        "value witness ",
        "reabstraction thunk helper ",
        "generic protocol witness table ",
        "associated type witness table accessor ",
        "demangling cache variable ",
    ];
    if STARTS.iter().any(|start| symbol.starts_with(start)) {
        return true;
    }
    if !is_swift(symbol) {
        return false;
    }
    let name = full(symbol);
    let name = name.strip_prefix("merged ").unwrap_or(&name);
    SWIFT.iter().any(|start| name.starts_with(start))
}

/// Whether it is of a language's own library, of which every app has copies: a part of whoever calls it.
pub fn is_of_library(symbol: &str) -> bool {
    let name = same(symbol);
    if is_swift(symbol) {
        let context = super::swift::context(&name);
        // A closure that the app passes is the app's.
        let is_closure = name.contains("closure #");
        return !is_closure
            && ["Swift.", "_Concurrency.", "__C."].iter().any(|start| context.starts_with(start))
            || name.starts_with("(extension in Swift)");
    }
    let name = name.rsplit_once("(anonymous namespace)::").map_or(&*name, |(_, name)| name);
    ["std::", "__gnu_cxx::", "__cxxabiv1::", "operator new", "operator delete"]
        .iter()
        .any(|start| name.starts_with(start))
}

/// The file whose static initialisers a function runs.
pub fn initialiser_of(symbol: &str) -> Option<&str> {
    ["_GLOBAL__sub_I_", "__GLOBAL__sub_I_", "_GLOBAL__I_"].iter().find_map(|start| symbol.strip_prefix(start))
}

/// One step towards the function itself.
fn plain(name: &str) -> &str {
    if let Some(rest) = BEFORE.iter().find_map(|start| name.strip_prefix(start)) {
        return rest;
    }
    if let Some(rest) = name.strip_prefix('(')
        && let Some((_, rest)) = rest.split_once(") suspend resume partial function for ")
    {
        return rest;
    }
    for (start, of) in MADE_FROM {
        let Some(rest) = name.strip_prefix(start) else { continue };
        let found = if of == " in conformance " {
            super::swift::split_top(rest, of).map(|(function, _)| function)
        } else {
            super::swift::split_top(rest, of).map(|(_, function)| function)
        };
        if let Some(function) = found {
            return function;
        }
    }
    name
}

/// What LLVM puts behind the names of copies and parts.
fn without_suffix(symbol: &str) -> &str {
    const MARKS: [&str; 9] = [
        ".llvm.",
        ".cold",
        ".resume.",
        ".part.",
        ".constprop.",
        ".isra.",
        ".specialized",
        ".unlikely",
        ".__uniq.",
    ];
    let end = MARKS.iter().filter_map(|mark| symbol.find(mark)).min();
    // Objective-C's names and those without a name before the mark have none.
    match end {
        Some(end) if end > 0 && !symbol.starts_with(['-', '+']) => without_split(&symbol[..end]),
        _ => without_split(symbol),
    }
}

/// Parts of an async Swift function: `TY0_`, `TQ1_` behind its name.
fn without_split(symbol: &str) -> &str {
    if !is_swift(symbol) {
        return symbol;
    }
    let trimmed = symbol.strip_suffix('_').unwrap_or(symbol);
    let digits = trimmed.trim_end_matches(|c: char| c.is_ascii_digit());
    if digits.len() == trimmed.len() || trimmed.len() == symbol.len() {
        return symbol;
    }
    ["TY", "TQ"].iter().find_map(|mark| digits.strip_suffix(mark)).unwrap_or(symbol)
}

/// ` (.cold.1)`, ` [clone …]` as C++'s demanglers write them.
fn without_clones(name: &str) -> &str {
    let end = [" [clone ", " (."].iter().filter_map(|mark| name.find(mark)).min();
    end.map_or(name, |end| name[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn what_a_compiler_makes_of_a_function_is_that_function() {
        for (made, of) in [
            ("$s8Checkout7SessionC4openyS2iFTo", "$s8Checkout7SessionC4openyS2iF"),
            ("$s8Checkout7SessionC4openyS2iFTm", "$s8Checkout7SessionC4openyS2iF"),
            ("$s8Checkout7SessionC4openyS2iFTj", "$s8Checkout7SessionC4openyS2iF"),
            ("$s8Checkout7SessionC4openyS2iFTf4nd_n", "$s8Checkout7SessionC4openyS2iF"),
            ("$s8Checkout7SessionC4openyS2iF.llvm.1234", "$s8Checkout7SessionC4openyS2iF"),
            ("$s8Checkout7SessionC4openyS2iF.cold.1", "$s8Checkout7SessionC4openyS2iF"),
            ("_ZN8geometry4GridC2Ev.cold.2", "_ZN8geometry4GridC2Ev"),
            ("__ZN8geometry4GridC2Ev", "_ZN8geometry4GridC2Ev"),
        ] {
            assert_eq!(same(made), same(of), "{made}");
        }
    }

    #[test]
    fn what_the_source_tells_apart_stays_apart() {
        let names = [
            "$s8Checkout7SessionC4openyS2iF",
            "$s8Checkout7SessionC7archiveyyF",
            "$s8Checkout18BasketControllerC11viewDidLoadyyFSiAA4LineCXEfU_",
            "$s8Checkout18BasketControllerC11viewDidLoadyyFSiAA4LineCXEfU0_",
            "_ZN8geometry4GridC2Ev",
            "_ZN8geometry5auditEl",
            "main",
            "-[Cart.part reload]",
            "+[Cart.part reload]",
        ];
        for (at, one) in names.iter().enumerate() {
            for other in &names[at + 1..] {
                assert_ne!(same(one), same(other));
            }
        }
    }
}
