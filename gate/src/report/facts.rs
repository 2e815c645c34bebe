//! Facts of a build for people: `gate inspect` as text and as Markdown. (HTML is `html/facts.rs`, JSON is what `facts` writes.)

use std::fmt::Write as _;

use super::text::{fitted, shown};
use crate::config::FactKind;
use crate::facts::{Change, Code, Facts, Image};

/// Longer names lose their middle.
const NAME: usize = 100;

/// Whose something is: `Analytics, @shop/data`.
pub(super) fn whose(module: Option<&str>, owner: Option<&str>) -> Option<String> {
    let known: Vec<String> = [module, owner].into_iter().flatten().map(shown).collect();
    (!known.is_empty()).then(|| known.join(", "))
}

/// A number with a thin mark at every third digit.
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

/// What is counted, in the number that belongs to a count.
pub(super) fn noun(kind: FactKind, count: u64) -> &'static str {
    match kind {
        _ if count != 1 => kind.label(),
        FactKind::Load => "+load method",
        FactKind::Initialiser => "static initialiser",
        FactKind::Dylib => "dylib",
        FactKind::Image => "image in the app",
        FactKind::Fixups => "fixup",
        FactKind::Pages => "page with fixups",
        FactKind::Classes => "Objective-C class",
        FactKind::Categories => "Objective-C category",
        FactKind::Protocols => "Objective-C protocol",
        FactKind::Selectors => "reference to a selector",
        FactKind::SwiftTypes => "Swift type",
        FactKind::Conformances => "Swift conformance",
        FactKind::Exports | FactKind::Size | FactKind::Signature => kind.label(),
    }
}

/// What an image is, in a line.
pub(super) fn about(image: &Image) -> String {
    let mut words = vec![image.kind.clone(), image.cpu.clone()];
    if let Some(platform) = &image.platform {
        let least = image.minimum_os.as_ref().map_or_else(String::new, |least| format!(" {least} or later"));
        words.push(format!("{platform}{least}"));
    }
    words.push(if image.encrypted { "encrypted" } else { "not encrypted" }.to_owned());
    words.push(format!("signature {} bytes", number(image.signature_bytes)));
    words.join(", ")
}

/// The numbers of an image, each with what it counts.
pub(super) fn numbers(image: &Image) -> Vec<String> {
    let (fixups, objc, swift) = (&image.fixups, &image.objc, &image.swift);
    vec![
        format!(
            "fixups: {} rebases, {} binds, {} weak binds, {} lazy binds, on {} {}",
            number(fixups.rebases),
            number(fixups.binds),
            number(fixups.weak_binds),
            number(fixups.lazy_binds),
            number(fixups.pages),
            if fixups.pages == 1 { "page" } else { "pages" }
        ),
        format!("exports: {} bytes", number(image.exports_bytes)),
        format!(
            "Objective-C: {} classes, {} categories, {} protocols, {} references to selectors",
            number(objc.classes),
            number(objc.categories),
            number(objc.protocols),
            number(objc.selectors)
        ),
        format!("Swift: {} types, {} conformances", number(swift.types), number(swift.conformances)),
    ]
}

fn segments(image: &Image) -> String {
    let of = |segment: &crate::facts::Segment| {
        format!(
            "{} {} ({} in memory)",
            shown(&segment.name),
            number(segment.file_bytes),
            number(segment.memory_bytes)
        )
    };
    image.segments.iter().map(of).collect::<Vec<_>>().join(", ")
}

/// Where somebody finds the source of some code.
pub(super) fn place(code: &Code) -> Option<&str> {
    code.source.as_deref().or(code.object.as_deref())
}

/// What each change is, the images that numbers come from, and whose it is.
pub(super) fn change(change: &Change) -> String {
    let mut text = change.words();
    if change.name.is_some() {
        let _ = write!(text, " in {}", change.image);
        if change.base > 0 && change.head > 0 {
            let _ = write!(text, " ({} \u{2192} {} of this name)", change.base, change.head);
        }
    } else if !change.images.is_empty() {
        let part = |part: &crate::facts::Part| {
            format!("{} {} \u{2192} {}", part.image, number(part.base), number(part.head))
        };
        let parts: Vec<String> = change.images.iter().take(3).map(part).collect();
        let more = change.images.len().saturating_sub(3);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = write!(text, ": {}{more}", parts.join("; "));
    }
    shown(&text)
}

/// Facts as text.
pub fn facts(facts: &Facts) -> String {
    let mut out = String::new();
    if let Some(changes) = &facts.changes {
        let _ = writeln!(out, "{}", headline(changes));
        for one in changes {
            let whose = whose(one.module.as_deref(), one.owner.as_deref());
            let _ =
                writeln!(out, "  {}{}", change(one), whose.map_or_else(String::new, |w| format!(" ({w})")));
        }
        out.push('\n');
    }
    let _ = writeln!(out, "{}: {}", shown(&facts.app), totals(facts));
    for image in &facts.images {
        let _ = writeln!(out, "\n{}\n  {}", shown(&image.path), shown(&about(image)));
        for note in &image.notes {
            let _ = writeln!(out, "  note: {}", shown(note));
        }
        let _ = writeln!(out, "  segments: {}", segments(image));
        for line in numbers(image) {
            let _ = writeln!(out, "  {line}");
        }
        let _ = writeln!(out, "  dylibs: {}", image.dylibs.len());
        for dylib in &image.dylibs {
            let _ = writeln!(
                out,
                "    {} ({}, {})",
                fitted(&dylib.name, NAME),
                shown(&dylib.link),
                shown(&dylib.place)
            );
        }
        for (title, list) in [("+load methods", &image.loads), ("static initialisers", &image.initialisers)] {
            let _ = writeln!(out, "  {title}: {}", list.len());
            for code in list {
                let whose = whose(code.module.as_deref(), code.owner.as_deref());
                let whose = whose.map_or_else(String::new, |whose| format!(" ({whose})"));
                let from =
                    place(code).map_or_else(String::new, |from| format!(" from {}", fitted(from, NAME)));
                let _ = writeln!(out, "    {}{whose}{from}", fitted(&code.symbol, NAME));
            }
        }
    }
    out
}

/// How much changed, in a line.
pub(super) fn headline(changes: &[Change]) -> String {
    match changes.len() {
        0 => "no facts differ from the other build".to_owned(),
        1 => "1 fact differs from the other build".to_owned(),
        count => format!("{count} facts differ from the other build"),
    }
}

/// What the whole app has, in a line.
pub(super) fn totals(facts: &Facts) -> String {
    let of = |kind: FactKind| {
        let count = facts.total(kind);
        format!("{} {}", number(count), noun(kind, count))
    };
    let kinds = [
        FactKind::Image,
        FactKind::Load,
        FactKind::Initialiser,
        FactKind::Fixups,
        FactKind::Pages,
        FactKind::Classes,
        FactKind::Size,
    ];
    kinds.map(of).join(", ")
}

/// A name as a code span; what could end it becomes an escape.
fn code(name: &str) -> String {
    let name = fitted(name, NAME);
    let mut out = String::from("`");
    for c in name.trim().chars() {
        if matches!(c, '`' | '|') { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out.push('`');
    if out.len() == 2 { "`(no name)`".to_owned() } else { out }
}

pub fn facts_markdown(facts: &Facts) -> String {
    let mut out = format!("## Facts of {}\n\n{}.\n", code(&facts.app), totals(facts));
    let cell = |text: Option<&str>| text.map_or_else(String::new, code);
    if let Some(changes) = &facts.changes {
        let _ = writeln!(out, "\n**{}.**", headline(changes));
        if !changes.is_empty() {
            out += "\n| Change | Image | Module | Owner |\n|---|---|---|---|\n";
        }
        for one in changes {
            let (module, owner) = (cell(one.module.as_deref()), cell(one.owner.as_deref()));
            let _ = writeln!(out, "| {} | {} | {module} | {owner} |", code(&one.words()), code(&one.image));
        }
    }
    for image in &facts.images {
        let _ = writeln!(out, "\n### {}\n\n{}.\n", code(&image.path), about(image));
        for note in &image.notes {
            let _ = writeln!(out, "- note: {}", shown(note));
        }
        for line in numbers(image) {
            let _ = writeln!(out, "- {line}");
        }
        out += "\n| Segment | In the file | In memory |\n|---|--:|--:|\n";
        for segment in &image.segments {
            let (file, memory) = (number(segment.file_bytes), number(segment.memory_bytes));
            let _ = writeln!(out, "| {} | {file} | {memory} |", code(&segment.name));
        }
        if !image.dylibs.is_empty() {
            out += "\n| Dylib, in order | Link | Place |\n|---|---|---|\n";
        }
        for dylib in &image.dylibs {
            let _ =
                writeln!(out, "| {} | {} | {} |", code(&dylib.name), code(&dylib.link), code(&dylib.place));
        }
        for (title, list) in [("+load", &image.loads), ("Static initialiser", &image.initialisers)] {
            if !list.is_empty() {
                let _ = writeln!(out, "\n| {title} | Module | Owner | From |\n|---|---|---|---|");
            }
            for one in list {
                let (module, owner) = (cell(one.module.as_deref()), cell(one.owner.as_deref()));
                let _ =
                    writeln!(out, "| {} | {module} | {owner} | {} |", code(&one.symbol), cell(place(one)));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_mark_at_every_third_digit() {
        for (value, expected) in [(0, "0"), (999, "999"), (1000, "1,000"), (12_345_678, "12,345,678")] {
            assert_eq!(number(value), expected);
        }
    }

    #[test]
    fn no_name_ends_a_cell() {
        assert_eq!(code("a`b|c"), "`a\\u{60}b\\u{7c}c`");
        assert_eq!(code(" "), "`(no name)`");
    }
}
