//! Finds the methods of Swift classes, in the form in which Objective-C calls them, in debug information and link maps.

use crate::symbols::demangle;

/// Returns the class of a thunk, and its method with the selector that Swift derives if the source has no explicit selector.
pub(super) fn method_of_thunk(thunk: &str) -> Option<(String, String)> {
    demangle::behind_thunk(thunk)?;
    let full = demangle::without_marks(&demangle::full_name(thunk));
    let name = full.strip_prefix("@objc ")?;
    let (sign, name) = match name.strip_prefix("static ").or_else(|| name.strip_prefix("class ")) {
        Some(name) => ('+', name),
        None => ('-', name),
    };
    // The name of an extension has its module in front of the extended type.
    let name = name
        .strip_prefix("(extension in ")
        .and_then(|rest| rest.split_once("):"))
        .map_or(name, |(_, name)| name);
    let (path, signature) = match name.find(['(', ' ', '<']) {
        Some(end) => name.split_at(end),
        None => (name, ""),
    };
    let (path, kind) = [".getter", ".setter", ".init", ".__allocating_init"]
        .iter()
        .find_map(|kind| Some((path.strip_suffix(kind)?, *kind)))
        .unwrap_or((path, ""));
    let (class, base) = if kind.ends_with("init") { (path, "init") } else { path.rsplit_once('.')? };
    let class = class.strip_prefix("__C.").unwrap_or(class);
    let selector = match kind {
        ".getter" => base.to_owned(),
        ".setter" => format!("set{}:", capitalize(base)),
        _ => selector(base, &demangle::labels(signature)?),
    };
    Some((class.to_owned(), format!("{sign}[{class} {selector}]")))
}

/// Derives the selector from a function's name and labels, as Swift does if the source has no explicit selector.
fn selector(base: &str, labels: &[String]) -> String {
    let mut selector = base.to_owned();
    for (place, label) in labels.iter().enumerate() {
        match (place, label.as_str()) {
            (_, "_") => {}
            (0, label) if is_preposition(label) => selector.push_str(&capitalize(label)),
            (0, label) => selector.push_str(&format!("With{}", capitalize(label))),
            (_, label) => selector.push_str(label),
        }
        selector.push(':');
    }
    selector
}

/// Returns whether the first word of a label is one of those before which Swift inserts no "With".
fn is_preposition(label: &str) -> bool {
    const WORDS: &str = "above after along alongside as at before below by following for from given in including inside into matching of on \
        passing to using with";
    let end = label.find(|c: char| c.is_ascii_uppercase()).unwrap_or(label.len());
    WORDS.split(' ').any(|word| word == &label[..end])
}

fn capitalize(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objc_thunks_of_swift_have_the_class_and_name_of_their_method() {
        let cases = [
            ("$s3App4PageC11viewDidLoadyyFTo", "App.Page", "-[App.Page viewDidLoad]"),
            ("$s3App4CartC6reload8animatedySb_tFTo", "App.Cart", "-[App.Cart reloadWithAnimated:]"),
            ("$s3App4CartC4move2to2by4fastySi_SiSbtFTo", "App.Cart", "-[App.Cart moveTo:by:fast:]"),
            ("$s3App4CartC3addyySi_SitFTo", "App.Cart", "-[App.Cart add::]"),
            ("$s3App4CartC5countSivgTo", "App.Cart", "-[App.Cart count]"),
            ("$s3App4CartC5countSivsTo", "App.Cart", "-[App.Cart setCount:]"),
            ("$s3App4CartCACycfcTo", "App.Cart", "-[App.Cart init]"),
            ("$s3App4CartC4makeSiyFZTo", "App.Cart", "+[App.Cart make]"),
            ("$sSo7UIColorC4CoreE5brandSivgZTo", "UIColor", "+[UIColor brand]"),
            // The method belongs to a class that is private to a file.
            (
                "$s3App4Cart33_0123456789ABCDEF0123456789ABCDEFLLC6reloadyyFTo",
                "App.Cart",
                "-[App.Cart reload]",
            ),
            (
                "$s3App4CartC4push33_0123456789ABCDEF0123456789ABCDEFLL8animatedySb_tFTo",
                "App.Cart",
                "-[App.Cart pushWithAnimated:]",
            ),
        ];
        for (thunk, class, name) in cases {
            let found = method_of_thunk(thunk);
            let found = found.as_ref().map(|(class, method)| (class.as_str(), method.as_str()));
            assert_eq!(found, Some((class, name)), "{thunk}: {}", demangle::full_name(thunk));
        }
        for other in ["$s3App4PageC11viewDidLoadyyF", "goTo", "$sTo", "-[Cart reload]", ""] {
            assert_eq!(method_of_thunk(other), None, "{other}");
        }
    }
}
