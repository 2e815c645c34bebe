//! Formats names and numbers for readers.
//!
//! Invariant: no result can move a terminal's cursor, break a line or change the writing direction.

use gate_launches::Ns;
use gate_stats::basic::typical_level;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

pub(super) use gate_launches::{format_percent, format_relative_change};

pub use gate_common::names::escape_for_display;

/// Shortens a text to at most `width` columns by omitting its middle.
pub fn truncate_middle(text: &str, width: usize) -> String {
    // The middle of a text that is much too long is removed first, since a text may be a megabyte long.
    let long = text.len() > 16 * width.max(64);
    let text = if long { first_and_last(text, 4 * width) } else { escape_for_display(text) };
    if text.width() <= width {
        return text;
    }
    let tail = width / 3;
    let head = width.saturating_sub(tail + 1);
    let end: String = take_width(text.chars().rev(), tail).chars().rev().collect();
    take_width(text.chars(), head) + "…" + &end
}

/// Returns the first and the last characters of a long text, each converted by [`escape_for_display`].
fn first_and_last(text: &str, count: usize) -> String {
    let head: String = text.chars().take(count).collect();
    let tail: Vec<char> = text.chars().rev().take(count).collect();
    let tail: String = tail.into_iter().rev().collect();
    escape_for_display(&head) + "…" + &escape_for_display(&tail)
}

/// Returns as many of the first characters as fit into `width` columns.
fn take_width(chars: impl Iterator<Item = char>, width: usize) -> String {
    let mut left = width;
    chars
        .take_while(|c| {
            let fits = c.width().unwrap_or(0) <= left;
            left = left.saturating_sub(c.width().unwrap_or(0));
            fits
        })
        .collect()
}

/// Divides `text` into lines of at most `width` columns. Lines break at spaces, but not between a number and its unit.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in prevent_unit_breaks(text).split(' ') {
        let word = truncate_middle(&word.replace('\u{a0}', " "), width);
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

/// Replaces the spaces between numbers and units, so that no line break separates them.
pub(super) fn prevent_unit_breaks(text: &str) -> String {
    let mut words = text.split(' ').peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(word) = words.next() {
        out.push_str(word);
        let Some(next) = words.peek() else { break };
        let unit = next.trim_end_matches(|c: char| c.is_ascii_punctuation() && c != '%');
        let is_number = word.ends_with(|c: char| c.is_ascii_digit());
        let is_unit = matches!(unit, "ns" | "µs" | "ms" | "s" | "%" | "KB" | "MB" | "MiB");
        out.push(if is_number && is_unit { '\u{a0}' } else { ' ' });
    }
    out
}

/// Returns the text with a capital letter at its beginning.
pub(super) fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Formats nanoseconds in a unit that suits their size.
pub fn format_time(ns: f64) -> String {
    Ns(ns).to_string()
}

/// Formats a time as [`format_time`] does, with its sign.
pub(super) fn format_signed_time(ns: f64) -> String {
    // A change that is shown as 0 has no sign.
    if ns.abs() < 0.5 { format_time(0.0) } else { format!("{:+}", Ns(ns)) }
}

/// Formats the times of both sides in one unit, with the digits that their difference needs: `1.200 s → 1.197 s`.
pub(super) fn format_both_times(base_ns: f64, head_ns: f64) -> String {
    format_time_pair(base_ns, head_ns).join(" → ")
}

/// Formats two times, each with the digits that their difference needs.
pub(super) fn format_time_pair(one_ns: f64, other_ns: f64) -> [String; 2] {
    let larger = one_ns.abs().max(other_ns.abs());
    [one_ns, other_ns].map(|ns| format_in_larger_unit(ns, larger, (other_ns - one_ns).abs()))
}

/// Formats a range of changes, such as `+0.93 to +2.77 ms`.
pub(super) fn format_change_range(low_ns: f64, high_ns: f64) -> String {
    let larger = low_ns.abs().max(high_ns.abs());
    let sign = |ns: f64| if ns >= 0.5 { "+" } else { "" };
    let [low, high] =
        [low_ns, high_ns].map(|ns| sign(ns).to_owned() + &format_in_larger_unit(ns, larger, larger));
    format_range(&low, &high)
}

/// Formats launch times by the shortest, the longest and the typical time; `None` without launches.
pub fn format_spread(values: &[f64]) -> Option<String> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (low, high) = (*sorted.first()?, *sorted.last()?);
    let shown = |ns: f64| format_in_larger_unit(ns, high, high - low);
    Some(match sorted.len() {
        1 => format_time(low),
        _ => {
            format!("{} (typical {})", format_range(&shown(low), &shown(high)), shown(typical_level(&sorted)))
        }
    })
}

/// Formats a range of two numbers. If both have the same unit, the unit is written once.
pub(super) fn format_range(low: &str, high: &str) -> String {
    match (low.rsplit_once(' '), high.rsplit_once(' ')) {
        (Some((number, unit)), Some((_, other))) if unit == other => format!("{number} to {high}"),
        _ => format!("{low} to {high}"),
    }
}

/// Formats a time in the unit of a larger time next to it, with the digits that show a change of this size.
fn format_in_larger_unit(ns: f64, larger: f64, change: f64) -> String {
    // A time below a tenth of the unit would lose digits, so it gets a unit of its own.
    let shared = Some(TimeUnit::for_size(larger)).filter(|unit| ns.abs() >= 0.1 * unit.ns);
    let unit = shared.unwrap_or(TimeUnit::for_size(ns.abs()));
    if unit.ns > 1.0 { format_in_unit(ns, change, unit) } else { format_time(ns) }
}

/// A unit of time, with the least number of decimal digits of times in this unit.
struct TimeUnit {
    ns: f64,
    digits: usize,
    name: &'static str,
}

impl TimeUnit {
    fn for_size(size: f64) -> TimeUnit {
        let (ns, digits, name) = match size {
            size if size >= 999.995e6 => (1e9, 2, "s"),
            size if size >= 999_950.0 => (1e6, 2, "ms"),
            size if size >= 999.5 => (1e3, 1, "µs"),
            _ => (1.0, 0, "ns"),
        };
        TimeUnit { ns, digits, name }
    }
}

/// Formats a time with at least the digits of its unit, and with as many as the change needs.
fn format_in_unit(ns: f64, change: f64, unit: TimeUnit) -> String {
    let needed = if change >= 0.5 { -(change / unit.ns).log10().floor() } else { 0.0 };
    let digits = (needed.max(0.0) as usize).clamp(unit.digits, 6);
    format!("{:.digits$} {}", ns / unit.ns, unit.name)
}

/// Formats a ratio as [`format_relative_change`] does, or as "new" if the base is almost 0, since a ratio to 0 has no meaning.
pub(super) fn relative_or_new(base_ns: f64, head_ns: f64, ratio: f64) -> String {
    if base_ns < 0.5 && head_ns >= 0.5 { "new".to_owned() } else { format_relative_change(ratio) }
}

/// Formats a change in the form that all reports use, such as `+446 µs (+21 %)`.
pub fn format_change(base_ns: f64, head_ns: f64) -> String {
    let ratio = if base_ns > 0.0 { head_ns / base_ns } else { 1.0 };
    format!("{} ({})", format_signed_time(head_ns - base_ns), relative_or_new(base_ns, head_ns, ratio))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_but_not_before_a_unit() {
        assert_eq!(wrap("takes 12.5 ms (+3.1 %), more", 10), ["takes", "12.5 ms", "(+3.1 %),", "more"]);
        assert_eq!(wrap("a ms b", 3), ["a", "ms", "b"]);
    }

    #[test]
    fn only_a_number_is_not_separated_from_its_unit() {
        assert_eq!(prevent_unit_breaks("+12.5 ms (+3.1 %), usually"), "+12.5\u{a0}ms (+3.1\u{a0}%), usually");
        assert_eq!(prevent_unit_breaks("cost ms, in us"), "cost ms, in us");
    }

    #[test]
    fn shortened_names_keep_their_beginning_and_their_end() {
        assert_eq!(truncate_middle("-[Cart reload]", 20), "-[Cart reload]");
        for name in
            [format!("-[Cart {}]", "x".repeat(1000)), format!("-[Cart {}x]", "\u{1b}漢".repeat(300_000))]
        {
            let short = truncate_middle(&name, 20);
            assert!(matches!(short.width(), 19..=20), "{short}");
            assert!(short.starts_with("-[Cart ") && short.ends_with("x]"), "{short}");
        }
    }

    #[test]
    fn times_are_formatted_in_a_suitable_unit() {
        for (ns, expected) in [
            (0.0, "0 ns"),
            (-0.2, "0 ns"),
            (999.4, "999 ns"),
            (999.6, "1.0 µs"),
            (999_960.0, "1.00 ms"),
            (-2_500_000.0, "-2.50 ms"),
            (999_996_000.0, "1.00 s"),
        ] {
            assert_eq!(format_time(ns), expected);
        }
    }

    #[test]
    fn a_change_is_printed_with_its_amount_and_its_percentage_or_factor() {
        for (base, head, expected) in [
            (212e3, 658e3, "+446.0 µs (×3.1)"),
            (1e6, 1.99e6, "+990.0 µs (+99 %)"),
            (1e6, 2e6, "+1.00 ms (×2.0)"),
            (1e6, 1.0994e6, "+99.4 µs (+9.9 %)"),
            (21.59e6, 21.57e6, "-20.0 µs (-0.1 %)"),
            (1e6, 1e6, "0 ns (0.0 %)"),
            (1e6, 0.0, "-1.00 ms (-100 %)"),
            (0.0, 5e3, "+5.0 µs (new)"),
            (1e3, 1e6, "+999.0 µs (×1000)"),
        ] {
            assert_eq!(format_change(base, head), expected);
        }
    }

    #[test]
    fn both_ends_of_an_interval_have_a_common_unit_if_possible() {
        for (low, high, expected) in [
            (925.7e3, 2.77e6, "+0.93 to +2.77 ms"),
            (-551.1e3, 1.17e6, "-0.55 to +1.17 ms"),
            (-752.9e3, 716.4e3, "-752.9 to +716.4 µs"),
            (1.2e3, 2.77e6, "+1.2 µs to +2.77 ms"),
            (0.0, 500.0, "0 to +500 ns"),
            (-0.2, 1e3, "0 ns to +1.0 µs"),
        ] {
            assert_eq!(format_change_range(low, high), expected);
        }
    }

    #[test]
    fn base_and_head_are_printed_with_enough_digits_to_show_their_change() {
        for (base, head, expected) in [
            (1_200e6, 1_196.84e6, "1.200 s → 1.197 s"),
            (24.94e6, 26.76e6, "24.94 ms → 26.76 ms"),
            (21.4734e6, 21.4714e6, "21.473 ms → 21.471 ms"),
            (990e3, 1.2e6, "0.99 ms → 1.20 ms"),
            (90e3, 1.2e6, "90.0 µs → 1.20 ms"),
            (1.2e9, 1.2e9, "1.20 s → 1.20 s"),
            (400.0, 900.0, "400 ns → 900 ns"),
        ] {
            assert_eq!(format_both_times(base, head), expected);
        }
    }

    #[test]
    fn wrapped_text_keeps_every_word() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
    }
}
