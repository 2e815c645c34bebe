//! Names and numbers as people read them.
//!
//! Invariant: nothing that comes out moves a terminal's cursor, breaks a line or turns the direction of writing.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

pub use crate::names::shown;

/// At most `width` columns, the middle left out.
pub fn fitted(text: &str, width: usize) -> String {
    // Nobody sees more of it, and it may be a megabyte.
    let long = text.len() > 16 * width.max(64);
    let text = if long { ends(text, 4 * width) } else { shown(text) };
    if text.width() <= width {
        return text;
    }
    let tail = width / 3;
    let head = width.saturating_sub(tail + 1);
    let end: String = taken(text.chars().rev(), tail).chars().rev().collect();
    taken(text.chars(), head) + "…" + &end
}

/// The first and the last characters of a long text, as [`shown`].
fn ends(text: &str, count: usize) -> String {
    let head: String = text.chars().take(count).collect();
    let tail: Vec<char> = text.chars().rev().take(count).collect();
    let tail: String = tail.into_iter().rev().collect();
    shown(&head) + "…" + &shown(&tail)
}

/// As many characters as fit into so many columns.
fn taken(chars: impl Iterator<Item = char>, width: usize) -> String {
    let mut left = width;
    chars
        .take_while(|c| {
            let fits = c.width().unwrap_or(0) <= left;
            left = left.saturating_sub(c.width().unwrap_or(0));
            fits
        })
        .collect()
}

/// `text` in a column, filled with blanks behind it.
pub(super) fn column(text: &str, width: usize) -> String {
    let text = fitted(text, width);
    let missing = width.saturating_sub(text.width());
    text + &" ".repeat(missing)
}

/// `text` in lines of at most `width` columns, broken at blanks.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let word = fitted(word, width);
        let last = lines.last_mut().expect("there is always a last line");
        if last.is_empty() {
            *last = word;
        } else if last.width() + 1 + word.width() <= width {
            last.push(' ');
            last.push_str(&word);
        } else {
            lines.push(word);
        }
    }
    lines
}

/// Nanoseconds in the unit that fits.
pub fn time(ns: f64) -> String {
    let size = ns.abs();
    // What would be rounded up to the next unit is written in it.
    if size >= 999.995e6 {
        format!("{:.2} s", ns / 1e9)
    } else if size >= 999_950.0 {
        format!("{:.2} ms", ns / 1e6)
    } else if size >= 999.5 {
        format!("{:.1} µs", ns / 1e3)
    } else {
        // Adding 0 turns the -0 that rounding leaves into 0.
        format!("{} ns", ns.round() + 0.0)
    }
}

/// As [`time`], with its sign.
pub(super) fn signed(ns: f64) -> String {
    if ns > 0.0 { format!("+{}", time(ns)) } else { time(ns) }
}

/// A share in percent, without needless digits.
pub(super) fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    let text = format!("{percent:.2}");
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(fitted("-[Cart reload]", 20), "-[Cart reload]");
        for name in
            [format!("-[Cart {}]", "x".repeat(1000)), format!("-[Cart {}x]", "\u{1b}漢".repeat(300_000))]
        {
            let short = fitted(&name, 20);
            assert!(matches!(short.width(), 19..=20), "{short}");
            assert!(short.starts_with("-[Cart ") && short.ends_with("x]"), "{short}");
        }
    }

    #[test]
    fn times_have_the_unit_that_fits() {
        for (ns, expected) in [
            (0.0, "0 ns"),
            (-0.2, "0 ns"),
            (999.4, "999 ns"),
            (999.6, "1.0 µs"),
            (999_960.0, "1.00 ms"),
            (-2_500_000.0, "-2.50 ms"),
            (999_996_000.0, "1.00 s"),
        ] {
            assert_eq!(time(ns), expected);
        }
        assert_eq!(
            (percent(0.05), percent(0.025), percent(1.0)),
            ("5 %".into(), "2.5 %".into(), "100 %".into())
        );
    }

    #[test]
    fn words_are_wrapped_and_none_is_lost() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
    }
}
