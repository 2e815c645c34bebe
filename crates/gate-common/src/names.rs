//! Names from outside, shown.
//!
//! The one function through which every name goes on its way into a message or a report for people.
//! Invariant: nothing that comes out moves a terminal's cursor, breaks a line, turns the direction of writing, hides, or is a
//! command to a CI service that reads the log, wherever a line is wrapped.

/// Whether a terminal, or a reader's eye, acts upon a character: controls, what turns the direction of writing, what is not
/// seen; and what is no character at all, which XML refuses.
pub fn acts(c: char) -> bool {
    c.is_control()
        || u32::from(c) & 0xfffe == 0xfffe
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a log's line that begins so is a command: to GitHub (`::name …::`, `##[name]`) or to Azure Pipelines (`##vso[`).
fn commands(text: &str) -> bool {
    let name = text.strip_prefix("::").filter(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()));
    name.is_some_and(|rest| rest.contains("::")) || text.starts_with("##[") || text.starts_with("##vso[")
}

/// 128 bits of FNV-1a, in which names are told apart: the same on every machine, which a hasher of the library does not promise.
pub fn hash(bytes: impl IntoIterator<Item = u8>) -> u128 {
    bytes.into_iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b)
    })
}

/// What an error and all that caused it say, each once.
pub fn with_causes(error: &(dyn std::error::Error + 'static)) -> String {
    std::iter::successors(Some(error), |one| one.source()).fold(String::new(), |text, one| {
        let said = one.to_string();
        if text.contains(&said) && !text.is_empty() {
            return text;
        }
        if text.is_empty() { said } else { format!("{text}: {said}") }
    })
}

/// `text` with whatever a terminal would act upon written as an escape, and the beginning of a word that commands a CI service.
pub fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut begins = true;
    for (at, c) in text.char_indices() {
        if begins && commands(&text[at..]) || acts(c) {
            out.extend(c.escape_unicode())
        } else {
            out.push(c)
        }
        begins = c.is_whitespace();
    }
    out
}

/// A text as a part of an address: everything by its bytes but letters, digits and what is kept.
pub fn encoded(text: &str, kept: &str) -> String {
    let encoded = |byte: u8| match char::from(byte) {
        plain if plain.is_ascii_alphanumeric() || kept.contains(plain) => plain.to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(encoded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_or_an_eye_would_act_upon_is_escaped() {
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
            assert_eq!(shown(text), expected);
        }
    }
}
