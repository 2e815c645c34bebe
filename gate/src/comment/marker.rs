//! Writes and reads the hidden lines of a comment: the marker that identifies it, and the findings of the last push.
//!
//! Invariant: anyone who can edit the comment may have written the hidden lines, so they are used only as data of limited size.

use std::fmt::Write as _;

use gate_common::names::has_display_effect;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The largest number of names that are stored and shown, since people read the comment.
const KEPT: usize = 50;

/// The largest number of characters of a name in the state. Longer names are shortened, since an app may have names of any length.
const LONGEST: usize = 200;

/// The identity of a finding, which is the same after the next push.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FindingName {
    /// The kind of the finding, such as `slower`, `calls` or `phase`.
    pub kind: String,
    /// The name of the method, phase or module.
    pub name: String,
}

/// The state that is stored in a comment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CommentState {
    key: String,
    head: Option<String>,
    found: Vec<FindingName>,
    /// The findings of the push before `head`. With the names of these findings, a second run for the same push still reports the findings
    /// that the push fixed.
    before: Vec<FindingName>,
}

const OPEN: &str = "<!-- launchgate:state/1 ";
const CLOSE: &str = " -->";

/// Returns the line that identifies the comment.
pub(super) fn marker_line(key: &str) -> String {
    let key: String = key
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '/'))
        .take(LONGEST)
        .collect();
    format!("<!-- launchgate:comment/1 {key} -->")
}

/// Returns whether [`super::compose`] wrote a comment for this key: the first line is the marker, and the last line is the state, which
/// contains the whole key. Other comments may quote the marker, for example a report of coverage that contains the name of a branch, or a
/// bot that repeats a title.
pub(super) fn is_ours(key: &str, body: &str) -> bool {
    let first = body.lines().next().map(str::trim_end);
    first == Some(marker_line(key).as_str()) && CommentState::read(key, body).is_some()
}

impl CommentState {
    /// Reads the state from the last line of a comment, if this line is valid.
    pub fn read(key: &str, body: &str) -> Option<Self> {
        let state: Self = read_hidden(OPEN, body)?;
        (state.key == key).then_some(state)
    }

    /// Returns the state to store after this push.
    pub fn after_push(key: &str, last: Option<Self>, head: Option<&str>, found: &[FindingName]) -> Self {
        let before = match last {
            Some(last) if head.is_some() && last.head.as_deref() == head => last.before,
            Some(last) => last.found,
            None => Vec::new(),
        };
        let found = found.iter().take(KEPT).map(FindingName::to_truncated).collect();
        CommentState { key: key.to_owned(), head: head.map(str::to_owned), found, before }
    }

    /// Formats the sentence about the findings that the last push fixed; empty if there are no such findings.
    pub fn format_fixed(&self) -> String {
        let gone: Vec<&FindingName> = self
            .before
            .iter()
            .take(KEPT)
            .filter(|thing| self.found.iter().all(|now| now.name != thing.name))
            .collect();
        if gone.is_empty() {
            return String::new();
        }
        let mut text = format!("\n**Fixed since the last push ({}):**", gone.len());
        for (index, thing) in gone.iter().enumerate() {
            let comma = if index == 0 { " " } else { ", " };
            let _ = write!(text, "{comma}{}", gate_report::code_span(&thing.name));
        }
        text + "\n"
    }

    /// Formats the state as a line that is invisible in the rendered comment.
    pub fn to_hidden_line(&self) -> String {
        format_hidden_line(OPEN, self)
    }
}

/// Reads a state from the last line of a text, if this line is valid.
pub(super) fn read_hidden<T: DeserializeOwned>(open: &str, body: &str) -> Option<T> {
    let last = body.lines().rev().map(str::trim).find(|line| !line.is_empty())?;
    serde_json::from_str(last.strip_prefix(open)?.strip_suffix(CLOSE)?).ok()
}

/// Formats a state as a line that is invisible in the rendered text.
pub(super) fn format_hidden_line(open: &str, state: &impl Serialize) -> String {
    let json = serde_json::to_string(state).unwrap_or_default();
    // `--` and `>` would end the HTML comment, and characters with hidden effects would mislead a person who edits it. In the JSON, the
    // escaped characters occur only in strings, where an escape has the same meaning.
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        if matches!(c, '-' | '>') || has_display_effect(c) {
            let mut units = [0; 2];
            text.extend(c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            text.push(c);
        }
    }
    format!("{open}{text}{CLOSE}")
}

impl FindingName {
    fn to_truncated(&self) -> Self {
        let cut = |text: &str| text.chars().take(LONGEST).collect();
        FindingName { kind: cut(&self.kind), name: cut(&self.name) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thing(name: &str) -> FindingName {
        FindingName { kind: "slower".to_owned(), name: name.to_owned() }
    }

    fn next(last: &CommentState, head: &str, found: &[&str]) -> CommentState {
        let found: Vec<FindingName> = found.iter().map(|name| thing(name)).collect();
        CommentState::after_push("", CommentState::read("", &last.to_hidden_line()), Some(head), &found)
    }

    #[test]
    fn the_comment_of_a_second_run_of_a_push_still_lists_fixed_findings() {
        let first = CommentState::after_push("", None, Some("one"), &[thing("-[A b]"), thing("-[C d]")]);
        assert_eq!(first.format_fixed(), "");
        let second = next(&first, "two", &["-[C d]"]);
        assert!(
            second.format_fixed().contains("-[A b]") && !second.format_fixed().contains("-[C d]"),
            "{}",
            second.format_fixed()
        );
        let again = next(&second, "two", &["-[C d]"]);
        assert_eq!(again.format_fixed(), second.format_fixed());
        assert_eq!(next(&again, "three", &["-[C d]"]).format_fixed(), "");
    }

    #[test]
    fn names_with_markup_in_the_state_of_a_comment_do_not_end_the_html_comment() {
        let name = "-->\n<script>`@team` \\u002d \u{202e}\u{e0041}";
        let hidden = CommentState::after_push("", None, None, &[thing(name)]).to_hidden_line();
        assert_eq!(hidden.matches("-->").count(), 1, "{hidden}");
        assert!(!hidden.contains(['\n', '\u{202e}']), "{hidden}");
        let read = CommentState::read("", &hidden).expect("what was written can be read");
        assert_eq!(read.found[0].name, name);
    }

    #[test]
    fn invalid_state_in_a_comment_is_ignored_and_large_state_is_shortened() {
        assert_eq!(CommentState::read("", "<!-- launchgate:state/1 {oops -->"), None);
        assert_eq!(CommentState::read("", "<!-- launchgate:state/1 {\"found\":3} -->"), None);
        assert_eq!(CommentState::read("", "no state at all"), None);
        let many: Vec<FindingName> =
            (0..10_000).map(|i| thing(&format!("-[A m{i}]{}", "x".repeat(500)))).collect();
        let state = CommentState::after_push("", None, None, &many);
        assert!(state.to_hidden_line().len() < 20_000, "{}", state.to_hidden_line().len());
    }
}
