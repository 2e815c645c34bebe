//! Names and numbers as people read them.
//!
//! Invariant: nothing that comes out moves a terminal's cursor, breaks a line or turns the direction of writing.

/// `text` with whatever a terminal would act upon written as an escape.
pub fn shown(text: &str) -> String {
    let acts = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if acts(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

/// At most `width` characters, the middle left out.
pub(super) fn fitted(text: &str, width: usize) -> String {
    let text = shown(text);
    let count = text.chars().count();
    if count <= width {
        return text;
    }
    let tail = width / 3;
    let head = width - tail - 1;
    let end: String = text.chars().skip(count - tail).collect();
    text.chars().take(head).chain(['…']).collect::<String>() + &end
}

/// Nanoseconds in the unit that fits.
pub(super) fn time(ns: f64) -> String {
    let size = ns.abs();
    if size >= 1e9 {
        format!("{:.2} s", ns / 1e9)
    } else if size >= 1e6 {
        format!("{:.2} ms", ns / 1e6)
    } else if size >= 1e3 {
        format!("{:.1} us", ns / 1e3)
    } else {
        format!("{ns:.0} ns")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_act_upon_is_escaped() {
        assert_eq!(shown("-[A \u{1b}[2Jb\n\u{202e}]"), "-[A \\u{1b}[2Jb\\u{a}\\u{202e}]");
    }

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(fitted("-[Cart reload]", 20), "-[Cart reload]");
        let short = fitted(&format!("-[Cart {}]", "x".repeat(1000)), 20);
        assert_eq!(short.chars().count(), 20);
        assert!(short.starts_with("-[Cart ") && short.ends_with("x]"));
    }
}
