//! Formats the text for facts of a build; `view/facts.rs` contains the sections of `gate inspect`.

use std::fmt::Write as _;

use gate_facts::FactKind;
use gate_facts::{FactChange, Facts, Image, PreMainCode};

use super::text::escape_for_display;

/// Formats a module and an owner, such as `Analytics, @shop/data`.
pub(super) fn owner_label(module: Option<&str>, owner: Option<&str>) -> Option<String> {
    let known: Vec<String> = [module, owner].into_iter().flatten().map(escape_for_display).collect();
    (!known.is_empty()).then(|| known.join(", "))
}

/// Formats a number with a comma between groups of three digits.
pub(super) fn format_number(value: u64) -> String {
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
pub(super) fn fact_noun(kind: FactKind, count: u64) -> &'static str {
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
pub(super) fn describe_image(image: &Image) -> String {
    let mut words = vec![image.kind.clone(), image.cpu.clone()];
    if let Some(platform) = &image.platform {
        let least = image.minimum_os.as_ref().map_or_else(String::new, |least| format!(" {least} or later"));
        words.push(format!("{platform}{least}"));
    }
    words.push(if image.encrypted { "encrypted" } else { "not encrypted" }.to_owned());
    words.join(", ")
}

/// Formats the numbers of an image, each with its noun.
pub(super) fn format_image_numbers(image: &Image) -> String {
    let fixups = &image.fixups;
    format!(
        "fixups: {} rebases, {} binds, {} weak binds, {} lazy binds, on {} {}",
        format_number(fixups.rebases),
        format_number(fixups.binds),
        format_number(fixups.weak_binds),
        format_number(fixups.lazy_binds),
        format_number(fixups.pages),
        if fixups.pages == 1 { "page" } else { "pages" }
    )
}

/// Returns the source or object file of some code.
pub(super) fn code_file(code: &PreMainCode) -> Option<&str> {
    code.source.as_deref().or(code.object.as_deref())
}

/// Describes a change, and names its images and its owner.
pub(super) fn describe_change(change: &FactChange) -> String {
    let mut text = change.describe();
    if change.name.is_some() {
        let _ = write!(text, " in {}", change.image);
        if change.base > 0 && change.head > 0 && change.base != change.head {
            let _ = write!(text, " ({} \u{2192} {} of this name)", change.base, change.head);
        }
    } else if !change.images.is_empty() {
        let part = |part: &gate_facts::ImageCount| {
            format!("{} {} \u{2192} {}", part.image, format_number(part.base), format_number(part.head))
        };
        let parts: Vec<String> = change.images.iter().take(3).map(part).collect();
        let more = change.images.len().saturating_sub(3);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = write!(text, ": {}{more}", parts.join("; "));
    }
    escape_for_display(&text)
}

/// Describes the number of changes in one line.
pub(super) fn describe_change_count(changes: &[FactChange]) -> String {
    match changes.len() {
        0 => "no facts differ from the other build".to_owned(),
        1 => "1 fact differs from the other build".to_owned(),
        count => format!("{count} facts differ from the other build"),
    }
}

/// Describes the whole app in one line.
pub(super) fn describe_totals(facts: &Facts) -> String {
    let of = |kind: FactKind| {
        format!("{} {}", format_number(facts.total(kind)), fact_noun(kind, facts.total(kind)))
    };
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
            assert_eq!(format_number(value), expected);
        }
    }
}
