//! Demangling: returns readable names of Swift and C++ functions, and of Swift classes in the older mangling.
//!
//! A readable name has two forms. The full form, with modules and types, is equal to the output of `swift demangle` and `llvm-cxxfilt`. The
//! short form equals the output of `swift demangle -simplified`; for C++, the short form has no arguments. Invariant: a name that cannot be
//! demangled is returned unchanged.

mod canonical;
mod closures;
mod cpp;
mod legacy_swift;
mod swift;

pub(crate) use canonical::canonical_name;
pub use canonical::canonical_short;
pub(crate) use canonical::{initialiser_of, is_compiler_generated, is_of_library};
pub use closures::Closures;
pub(crate) use closures::written_in;
pub use legacy_swift::class_name;
pub use swift::without_marks;

/// Returns the full readable form of a symbol, such as `App.Cart.reload(animated: Swift.Bool) -> ()`.
pub fn full_name(symbol: &str) -> String {
    demangle_by_language(symbol, swift::full_name, cpp::full_name, legacy_swift::full_name)
}

/// Returns the short readable form of a symbol, such as `Cart.reload(animated:)`.
pub fn short_name(symbol: &str) -> String {
    demangle_by_language(symbol, swift::short_name, cpp::short_name, class_name)
}

/// Returns the Swift function that a thunk for Objective-C calls; `None` if the symbol is no thunk of this kind.
pub(crate) fn behind_thunk(symbol: &str) -> Option<&str> {
    is_swift(symbol).then_some(symbol)?.strip_suffix("To").filter(|inner| !inner.is_empty())
}

/// Returns the labels of the arguments at the beginning of `signature`, which is the rest of a full Swift name; `_` for an argument
/// without a label.
pub fn labels(signature: &str) -> Option<Vec<String>> {
    swift::argument_labels(signature)
}

/// Returns the module of a Swift function from its name.
pub fn module(symbol: &str) -> Option<String> {
    let full = is_swift(symbol).then(|| swift::full_name(without_underscore(symbol)))??;
    // The name of an extension contains the module of the extension.
    if let Some((_, rest)) = full.split_once("(extension in ") {
        return rest.split_once(')').map(|(module, _)| module.to_owned());
    }
    let context = swift::strip_derivations(&full);
    let (module, rest) = context.split_once('.')?;
    let is_name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name(module) && !rest.is_empty()).then(|| module.to_owned())
}

/// A function that returns the full or the short form of a symbol.
type DemangleFunction = fn(&str) -> Option<String>;

fn demangle_by_language(
    symbol: &str,
    of_swift: DemangleFunction,
    of_cpp: DemangleFunction,
    of_class: DemangleFunction,
) -> String {
    let found = if is_swift(symbol) {
        of_swift(without_underscore(symbol))
    } else if let Some(symbol) = cpp_symbol(symbol) {
        of_cpp(symbol)
    } else if symbol.starts_with("_Tt") {
        of_class(symbol)
    } else {
        readable_method(symbol)
    };
    found.unwrap_or_else(|| symbol.to_owned())
}

/// Returns a method with the readable name of its class, if the class's name was mangled.
pub(crate) fn full_method(name: &str) -> String {
    readable_method(name).unwrap_or_else(|| name.to_owned())
}

/// Returns a method with the readable name of its class; `None` if the class's name was not mangled.
fn readable_method(symbol: &str) -> Option<String> {
    let inside = symbol.strip_prefix("-[").or_else(|| symbol.strip_prefix("+["))?;
    let (class, rest) = inside.split_once(' ')?;
    Some(format!("{}{} {rest}", &symbol[..2], class_name(class)?))
}

/// Returns whether a symbol has a Swift mangling since version 4.
pub(crate) fn is_swift(symbol: &str) -> bool {
    let symbol = without_underscore(symbol);
    ["$s", "$S", "$e", "_T0"].iter().any(|start| symbol.starts_with(start))
}

/// Removes the underscore that linkers put in front of every name.
fn without_underscore(symbol: &str) -> &str {
    symbol.strip_prefix('_').filter(|rest| rest.starts_with('$') || rest.starts_with("_T0")).unwrap_or(symbol)
}

/// Returns the symbol of a C++ function, without the linker's underscore.
fn cpp_symbol(symbol: &str) -> Option<&str> {
    ["_Z", "__Z", "___Z", "____Z"].iter().zip(0..).find_map(|(start, more): (_, usize)| {
        // The symbol of a block inside of a function has two or three underscores in front of the function's symbol, and a number after
        // it.
        symbol.starts_with(start).then(|| &symbol[if more == 1 || more == 3 { 1 } else { 0 }..])
    })
}

#[cfg(test)]
mod tests;
