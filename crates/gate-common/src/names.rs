//! Output of names that come from untrusted input.
//!
//! [`escape_for_display`] is the only function that formats such names for messages and reports.
//! Invariant: its result does not move a terminal's cursor, break a line, change the direction of writing or
//! hide text. A formatted name contains no command to a CI service that reads the log, wherever a line is wrapped.

/// Returns whether a character has an effect on a terminal or a reader. Characters with an effect are control characters, changes of the
/// direction of writing, invisible characters, and noncharacters, which XML refuses.
pub fn has_display_effect(c: char) -> bool {
    c.is_control()
        || u32::from(c) & 0xfffe == 0xfffe
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns whether a line of a log that begins with this text is a command to GitHub (`::name …::`,
/// `##[name]`) or to Azure Pipelines (`##vso[`).
fn is_ci_command(text: &str) -> bool {
    let name = text.strip_prefix("::").filter(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()));
    name.is_some_and(|rest| rest.contains("::")) || text.starts_with("##[") || text.starts_with("##vso[")
}

/// Returns the 128-bit FNV-1a hash, which distinguishes names. Unlike the hash of the standard library's
/// hasher, it is equal on every machine.
pub fn hash(bytes: impl IntoIterator<Item = u8>) -> u128 {
    bytes.into_iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b)
    })
}

/// Returns the messages of an error and of its causes, without repetitions.
pub fn with_causes(error: &(dyn std::error::Error + 'static)) -> String {
    std::iter::successors(Some(error), |one| one.source()).fold(String::new(), |text, one| {
        let message = one.to_string();
        if text.contains(&message) && !text.is_empty() {
            return text;
        }
        if text.is_empty() { message } else { format!("{text}: {message}") }
    })
}

/// Escapes the characters in `text` that have an effect on a terminal, and the beginnings of commands to a CI service.
pub fn escape_for_display(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at_word_start = true;
    for (at, c) in text.char_indices() {
        if at_word_start && is_ci_command(&text[at..]) || has_display_effect(c) {
            out.extend(c.escape_unicode())
        } else {
            out.push(c)
        }
        at_word_start = c.is_whitespace();
    }
    out
}

/// Percent-encodes a text for a URL. ASCII letters, digits and the characters in `kept` are not encoded.
pub fn percent_encode(text: &str, kept: &str) -> String {
    let is_kept = |c: char| c.is_ascii_alphanumeric() || kept.contains(c);
    let encoded =
        |byte: u8| if is_kept(byte.into()) { char::from(byte).into() } else { format!("%{byte:02X}") };
    text.bytes().map(encoded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_control_a_terminal_or_a_pipeline_are_escaped_in_names() {
        for (text, expected) in [
            ("-[A \u{1b}[2Jb\n\u{202e}]", "-[A \\u{1b}[2Jb\\u{a}\\u{202e}]"),
            ("a\u{2066}b\u{e0041}c\u{fe0e}d", "a\\u{2066}b\\u{e0041}c\\u{fe0e}d"),
            ("\r::stop-commands::x", "\\u{d}\\u{3a}:stop-commands::x"),
            ("Café 漢字 🦀", "Café 漢字 🦀"),
            ("::add-mask::x ##[c ##vso[d", "\\u{3a}:add-mask::x \\u{23}#[c \\u{23}#vso[d"),
            ("a ::b c=d::e", "a \\u{3a}:b c=d::e"),
            ("-[A ::] -[A ::b:]", "-[A ::] -[A ::b:]"),
            ("std::swap(A::B) ## 3", "std::swap(A::B) ## 3"),
        ] {
            assert_eq!(escape_for_display(text), expected);
        }
    }
}
