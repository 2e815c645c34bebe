//! Checks that the names in an archive and the targets of links are inside their folder.

use unicode_normalization::UnicodeNormalization as _;

/// Returns the reason why a name in an archive is refused, or `None` if it is accepted.
pub(super) fn refuse_name(name: &str) -> Option<&'static str> {
    let name = name.strip_suffix('/').unwrap_or(name);
    if name.is_empty() {
        return Some("an empty name");
    }
    if name.starts_with('/') {
        return Some("an absolute path");
    }
    if name.contains(['\0', '\\']) {
        return Some("a NUL or a backslash in a name");
    }
    name.split('/').find_map(|part| match part {
        ".." => Some("a path that leads outside the archive"),
        "" | "." => Some("a path with empty parts"),
        _ => None,
    })
}

/// Returns the form of a name with which names are compared. Two names have the same form if any file system treats them as equal, for
/// example because it ignores letter case or encodes accents differently. The conversion to upper case is done first, because it maps ß to
/// SS.
pub(super) fn fold_name(name: &str) -> String {
    let decomposed = name.nfd().filter(|c| !is_ignored(*c));
    let upper = decomposed.flat_map(char::to_uppercase);
    upper.flat_map(char::to_lowercase).nfd().collect()
}

/// Returns whether HFS+ ignores a character when it compares names.
fn is_ignored(c: char) -> bool {
    matches!(c, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

/// Returns whether a link leads out of the root folder. `name` is the link's path relative to the root. In the target, `..` is accepted
/// only at the beginning. After another component, `..` would be relative to the target of this component, which may itself be a link.
pub(super) fn climbs_out(name: &str, target: &str) -> bool {
    if target.is_empty() || target.starts_with('/') || target.contains('\0') {
        return true;
    }
    let depth = name.split('/').count() - 1;
    let mut parts = target.split('/').filter(|part| !["", "."].contains(part)).peekable();
    let mut ups = 0;
    while parts.next_if(|part| *part == "..").is_some() {
        ups += 1;
    }
    ups > depth || parts.any(|part| part == "..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archive_names_that_lead_out_of_the_folder_are_refused() {
        for good in ["Payload/", "Payload/Shop.app/Shop", "a", "a..b/..c"] {
            assert_eq!(refuse_name(good), None, "{good}");
        }
        for bad in ["", "/", "/etc/passwd", "../a", "a/../../b", "a/..", "a//b", "./a", "a\\..\\b", "a\0"] {
            assert!(refuse_name(bad).is_some(), "{bad:?}");
        }
    }

    #[test]
    fn names_that_a_file_system_treats_as_equal_have_the_same_form() {
        for (one, other) in [
            ("a/LINK", "A/link"),
            ("caf\u{e9}", "cafe\u{301}"),
            ("CAF\u{c9}", "cafe\u{301}"),
            ("Stra\u{df}e", "STRASSE"),
            ("\u{212a}", "k"),
            ("lin\u{200d}k", "link"),
        ] {
            assert_eq!(fold_name(one), fold_name(other));
        }
        assert_ne!(fold_name("cafe"), fold_name("caf\u{e9}"));
    }

    #[test]
    fn links_that_lead_out_of_the_folder_are_recognised() {
        for (name, target) in
            [("a/b/c", "d"), ("a/b/c", "../d"), ("a/b/c", "../../d"), ("a", "b/c"), ("a/b", "./..")]
        {
            assert!(!climbs_out(name, target), "{name} -> {target}");
        }
        for (name, target) in [
            ("a", "../b"),
            ("a/b", "../../c"),
            ("a", "/etc"),
            ("a/b", "c/../../.."),
            ("a", ""),
            ("a/b", "c/.."),
        ] {
            assert!(climbs_out(name, target), "{name} -> {target}");
        }
    }
}
