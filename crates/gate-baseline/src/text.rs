//! Defines the text format of all files of the store: tab-separated fields, one record per line.
//!
//! Invariant: a field never contains a raw tab, line break, control character or bidirectional mark, so no name can end its field or
//! change how a terminal shows the file.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use super::{BaselineKey, Result, StoreError};

/// The separator after each caller of a path, which no escaped text contains.
const STEP: &str = "\\>";
/// The field of an empty text; an empty field is a missing text.
const EMPTY: &str = "\\e";

/// Returns whether a character is invisible, or changes the display of neighbouring characters.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Escapes a text as one field.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| c == '\\' || is_hidden(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c if is_hidden(c) => out.extend(c.escape_unicode()),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Returns the text of an escaped field.
pub(super) fn unescape(field: &str) -> Result<String, String> {
    let mut out = String::with_capacity(field.len());
    let mut rest = field;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let code = after.chars().next();
        rest = match code {
            Some(c @ ('\\' | 't' | 'n' | 'r')) => {
                out.push(match c {
                    't' => '\t',
                    'n' => '\n',
                    'r' => '\r',
                    other => other,
                });
                &after[1..]
            }
            Some('u') => {
                let hex = after[1..].strip_prefix('{').and_then(|t| t.split_once('}'));
                let read = hex.and_then(|(hex, rest)| {
                    Some((u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)?, rest))
                });
                let Some((c, rest)) = read else { return Err(unknown_escape(after)) };
                out.push(c);
                rest
            }
            _ => return Err(unknown_escape(after)),
        };
    }
    out.push_str(rest);
    Ok(out)
}

fn unknown_escape(after: &str) -> String {
    let beginning: String = after.chars().take(10).collect();
    format!("unknown escape sequence \\{beginning}")
}

/// Escapes a text that may be missing.
pub(super) fn escape_option(text: Option<&str>) -> Cow<'_, str> {
    match text {
        None => Cow::Borrowed(""),
        Some("") => Cow::Borrowed(EMPTY),
        Some(text) => escape(text),
    }
}

/// Returns the text of an escaped field that may be missing.
pub(super) fn unescape_option(field: &str) -> Result<Option<String>, String> {
    match field {
        "" => Ok(None),
        EMPTY => Ok(Some(String::new())),
        field => unescape(field).map(Some),
    }
}

/// Escapes a list of texts that may be missing.
pub fn join_path(path: Option<&[&str]>) -> String {
    match path {
        None => String::new(),
        Some([]) => EMPTY.to_owned(),
        Some(names) => names.iter().fold(String::new(), |mut out, name| {
            out.push_str(&escape(name));
            out.push_str(STEP);
            out
        }),
    }
}

/// Returns the list of an escaped field that may be missing.
pub fn split_path(field: &str) -> Result<Option<Vec<String>>, String> {
    match field {
        "" => Ok(None),
        EMPTY => Ok(Some(Vec::new())),
        field => {
            let mut names = Vec::new();
            let mut begin = 0;
            let mut at = 0;
            let bytes = field.as_bytes();
            while at < bytes.len() {
                if bytes[at] != b'\\' {
                    at += 1;
                } else if bytes.get(at + 1) == Some(&b'>') {
                    names.push(unescape(&field[begin..at])?);
                    at += STEP.len();
                    begin = at;
                } else {
                    // The character after a backslash is never the backslash of a step; it may be the first byte of a longer
                    // character, whose other bytes are not backslashes.
                    at += 2;
                }
            }
            if begin == field.len() { Ok(Some(names)) } else { Err(format!("a path must end in {STEP}")) }
        }
    }
}

/// Converts a text to a readable name of a file or folder that is safe on every system.
///
/// Different texts give different names, with two exceptions: very long texts with equal checksums, and, on file systems that ignore letter
/// case, names that differ only in case. The reader compares the path with the content, so a conflict causes an error and never a wrong
/// session.
pub fn safe_name(text: &str) -> String {
    const LONGEST: usize = 120;
    if text.is_empty() {
        return "-".to_owned();
    }
    let mut out = String::new();
    for (index, byte) in text.bytes().enumerate() {
        let plain = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b',' | b'+' => true,
            // A dot or a dash is encoded at the beginning and the end of a name, so that no name is a hidden file, `..` or an option. A
            // single dash is the code of an empty text.
            b'.' | b'-' => index > 0 && index + 1 < text.len(),
            _ => false,
        };
        if plain {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
        if out.len() > LONGEST {
            let _ = write!(out, "~{}-{:08x}", text.len(), checksum(text));
            break;
        }
    }
    out
}

/// Formats the first lines of a sidecar: its format and its session.
pub(super) fn format_sidecar_head(format: &str, version: u32, key: &BaselineKey, session: &str) -> String {
    let BaselineKey { app, scenario, device } = key;
    let words = [("session", session), ("app.bundle", app), ("scenario", scenario), ("device.model", device)];
    let lines = words.map(|(word, value)| format!("{word}\t{}\n", escape(value)));
    format!("{format}/{version}\n{}", lines.concat())
}

/// Formats the last line of a file: the number of lines before the last line, and their checksum.
pub(super) fn checksum_line(text: &str) -> String {
    format!("end\t{}\t{:08x}\n", text.lines().count(), checksum(text))
}

/// Computes a checksum, which detects accidents but no attacks.
fn checksum(text: &str) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(text.as_bytes());
    crc.sum()
}

/// Converts the bytes of a file to text, with the line ends of a checkout replaced by those of the format.
pub(super) fn decode_text(path: &Path, bytes: Vec<u8>) -> Result<String> {
    let text = String::from_utf8(bytes).map_err(|e| {
        let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        StoreError::Line { path: path.to_owned(), line, reason: "not UTF-8".to_owned() }
    })?;
    // A line that begins with a marker of a git conflict is an error, since each line of the format begins with a word.
    let markers = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"];
    if let Some(index) = text.lines().position(|line| markers.iter().any(|m| line.starts_with(m))) {
        return Err(StoreError::Conflict { path: path.to_owned(), line: index + 1 });
    }
    Ok(if text.contains('\r') { text.replace("\r\n", "\n") } else { text })
}

/// The lines of a file, with their numbers for error messages.
#[derive(Clone)]
pub(super) struct NumberedLines<'a> {
    path: &'a Path,
    lines: std::str::Lines<'a>,
    /// The number of the last line that was returned.
    pub(super) number: usize,
}

impl<'a> NumberedLines<'a> {
    /// Checks the first line, which must be `FORMAT/VERSION` with a known version; returns the lines after it.
    pub(super) fn open(
        path: &'a Path,
        text: &'a str,
        format: &str,
        version: u32,
    ) -> Result<NumberedLines<'a>> {
        let mut lines = NumberedLines { path, lines: text.lines(), number: 0 };
        let first = lines.next().unwrap_or_default();
        let known = format!("{format}/{version}");
        if first == known {
            return Ok(lines);
        }
        let found = first.strip_prefix(format).and_then(|rest| rest.strip_prefix('/')?.parse::<u64>().ok());
        if found.is_some_and(|found| found > u64::from(version)) {
            return Err(StoreError::Newer { path: path.to_owned(), found: first.to_owned(), known });
        }
        lines.number = 1;
        Err(lines.line_error(format!("expected {known}, found {}", abbreviate(first))))
    }

    /// Calls `take` with the first word and the remaining text of each line up to the last line `end`, which is checked.
    pub(super) fn read_body(
        &mut self,
        text: &str,
        mut take: impl FnMut(&'a str, &'a str) -> Result<(), String>,
    ) -> Result<()> {
        loop {
            let Some(line) = self.next() else {
                return Err(StoreError::Line {
                    path: self.path.to_owned(),
                    line: self.number + 1,
                    reason: "the file ends early: its last line, end, is missing".to_owned(),
                });
            };
            let (word, rest) = line.split_once('\t').unwrap_or((line, ""));
            if word == "end" {
                return match self.next() {
                    None => check_whole(self.path, text),
                    Some(_) => Err(self.line_error("the line end must be the last line of the file")),
                };
            }
            take(word, rest).map_err(|reason| self.line_error(reason))?;
        }
    }

    pub(super) fn next(&mut self) -> Option<&'a str> {
        let line = self.lines.next()?;
        self.number += 1;
        Some(line)
    }

    /// Returns the fields of the next line after the first field, which must be `word`.
    pub(super) fn expect_line(&mut self, word: &str) -> Result<&'a str> {
        let Some(line) = self.next() else {
            self.number += 1;
            return Err(self.line_error(format!("the file ends early: expected {word}")));
        };
        match line.split_once('\t') {
            Some((first, rest)) if first == word => Ok(rest),
            _ => Err(self.line_error(format!("expected {word}, found {}", abbreviate(line)))),
        }
    }

    /// Reads the key and the name of a sidecar's session.
    pub(super) fn read_owner(&mut self) -> Result<(BaselineKey, Arc<str>)> {
        let (session, app) = (self.read_text("session")?, self.read_text("app.bundle")?);
        let (scenario, device) = (self.read_text("scenario")?, self.read_text("device.model")?);
        Ok((BaselineKey { app, scenario, device }, session))
    }

    /// Reads the next line, which must begin with `word`, and returns its text.
    fn read_text(&mut self, word: &str) -> Result<Arc<str>> {
        let value = self.expect_line(word)?;
        unescape(value).map(Arc::from).map_err(|reason| self.line_error(reason))
    }

    pub(super) fn line_error(&self, reason: impl Into<String>) -> StoreError {
        StoreError::Line { path: self.path.to_owned(), line: self.number, reason: reason.into() }
    }
}

/// Checks the number of lines and the checksum in the last line of a file, without parsing the preceding lines.
pub(super) fn check_whole(path: &Path, text: &str) -> Result<()> {
    let begin = text.trim_end_matches('\n').rfind('\n').map_or(0, |at| at + 1);
    if text[begin..] == checksum_line(&text[..begin]) {
        return Ok(());
    }
    let line = text[..begin].lines().count() + 1;
    let reason = "the file was changed or damaged: the checksum in its last line does not match".to_owned();
    Err(StoreError::Line { path: path.to_owned(), line, reason })
}

pub(super) fn parse_whole(field: &str) -> Result<u64, String> {
    field.parse().map_err(|_| format!("expected a whole number, found {}", abbreviate(field)))
}

/// Shortens a text for a message.
pub(super) fn abbreviate(text: &str) -> String {
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let mut chars = text.chars();
    let short: String = chars.by_ref().take(40).collect();
    let more = if chars.next().is_some() { "…" } else { "" };
    format!("{:?}", short + more)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 10] =
        ["", "\\", "\\e", "\\>", "a\tb\nc\r\\t", "\u{1b}[31m", "é\u{202e}x", "\\\\>", "-", ".."];

    #[test]
    fn escaped_texts_have_no_control_characters_and_are_read_back_unchanged() {
        for name in NAMES {
            let field = escape_option(Some(name)).into_owned();
            assert!(!field.contains(|c: char| is_hidden(c)), "{field:?}");
            assert_eq!(unescape_option(&field).unwrap().as_deref(), Some(name));
        }
        assert_eq!(unescape_option("").unwrap(), None);
        for wrong in ["\\", "\\x", "\\u{110000}", "\\u{zz}", "\\u12", "a\\é"] {
            assert!(unescape(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn paths_of_calls_are_joined_and_split_unchanged() {
        let lists: [Option<&[&str]>; 5] = [None, Some(&[]), Some(&[""]), Some(&["", ""]), Some(&NAMES)];
        for list in lists {
            let back = split_path(&join_path(list)).unwrap();
            assert_eq!(back, list.map(|names| names.iter().map(|n| n.to_string()).collect()));
        }
        for wrong in ["a", "a\\>b", "a\\", "\\é\\>", "\\"] {
            assert!(split_path(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn file_names_made_from_any_names_are_unique_and_stay_in_their_folder() {
        let long = "x".repeat(1_000_000);
        let longer = format!("{long}y");
        let mut names = NAMES.to_vec();
        names.extend(["a/b", "a%2Fb", "../../etc", "iPhone15,2", "com.shop.app", &long, &longer, "."]);
        let safe: Vec<String> = names.iter().map(|n| safe_name(n)).collect();
        let unique: std::collections::BTreeSet<&String> = safe.iter().collect();
        assert_eq!(unique.len(), names.len(), "{safe:?}");
        assert!(safe.iter().all(|n| !n.contains(['/', '\\']) && !n.starts_with('.') && n.len() < 200));
        assert_eq!(safe_name("iPhone15,2"), "iPhone15,2");
        assert_eq!(safe_name("com.shop.app"), "com.shop.app");
    }
}
