//! Text for facts of a build; `view/facts.rs` contains the sections of `gate inspect`.

use std::fmt::Write as _;

use gate_facts::FactKind;
use gate_facts::{Change, Code, Facts, Image};

use super::text::shown;

/// Formats a module and an owner, such as `Analytics, @shop/data`.
pub(super) fn owner_label(module: Option<&str>, owner: Option<&str>) -> Option<String> {
    let known: Vec<String> = [module, owner].into_iter().flatten().map(shown).collect();
    (!known.is_empty()).then(|| known.join(", "))
}

/// Formats a number with a comma between groups of three digits.
pub(super) fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Returns the noun for a kind of fact, in the singular or plural.
pub(super) fn noun(kind: FactKind, count: u64) -> &'static str {
    match kind {
        _ if count != 1 => kind.label(),
        FactKind::Load => "+load method",
        FactKind::Initialiser => "static initialiser",
        FactKind::Dylib => "dylib",
        FactKind::Image => "image in the app",
        FactKind::Fixups => "fixup",
        FactKind::Pages => "page with fixups",
        FactKind::Toolchain => "build property",
        FactKind::Size => kind.label(),
    }
}

/// Describes an image in one line.
pub(super) fn about(image: &Image) -> String {
    let mut words = vec![image.kind.clone(), image.cpu.clone()];
    if let Some(platform) = &image.platform {
        let least = image.minimum_os.as_ref().map_or_else(String::new, |least| format!(" {least} or later"));
        words.push(format!("{platform}{least}"));
    }
    words.push(if image.encrypted { "encrypted" } else { "not encrypted" }.to_owned());
    words.join(", ")
}

/// Formats the numbers of an image, each with its noun.
pub(super) fn numbers(image: &Image) -> String {
    let fixups = &image.fixups;
    format!(
        "fixups: {} rebases, {} binds, {} weak binds, {} lazy binds, on {} {}",
        number(fixups.rebases),
        number(fixups.binds),
        number(fixups.weak_binds),
        number(fixups.lazy_binds),
        number(fixups.pages),
        if fixups.pages == 1 { "page" } else { "pages" }
    )
}

/// Returns the source or object file of some code.
pub(super) fn place(code: &Code) -> Option<&str> {
    code.source.as_deref().or(code.object.as_deref())
}

/// Describes a change, and names its images and its owner.
pub(super) fn change(change: &Change) -> String {
    let mut text = change.words();
    if change.name.is_some() {
        let _ = write!(text, " in {}", change.image);
        if change.base > 0 && change.head > 0 && change.base != change.head {
            let _ = write!(text, " ({} \u{2192} {} of this name)", change.base, change.head);
        }
    } else if !change.images.is_empty() {
        let part = |part: &gate_facts::ImageCount| {
            format!("{} {} \u{2192} {}", part.image, number(part.base), number(part.head))
        };
        let parts: Vec<String> = change.images.iter().take(3).map(part).collect();
        let more = change.images.len().saturating_sub(3);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = write!(text, ": {}{more}", parts.join("; "));
    }
    shown(&text)
}

/// Describes the number of changes in one line.
pub(super) fn headline(changes: &[Change]) -> String {
    match changes.len() {
        0 => "no facts differ from the other build".to_owned(),
        1 => "1 fact differs from the other build".to_owned(),
        count => format!("{count} facts differ from the other build"),
    }
}

/// Describes the whole app in one line.
pub(super) fn totals(facts: &Facts) -> String {
    let of = |kind: FactKind| format!("{} {}", number(facts.total(kind)), noun(kind, facts.total(kind)));
    let kinds = [
        FactKind::Image,
        FactKind::Load,
        FactKind::Initialiser,
        FactKind::Fixups,
        FactKind::Pages,
        FactKind::Size,
    ];
    kinds.map(of).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_numbers_are_grouped_by_three() {
        for (value, expected) in [(0, "0"), (999, "999"), (1000, "1,000"), (12_345_678, "12,345,678")] {
            assert_eq!(number(value), expected);
        }
    }
}
