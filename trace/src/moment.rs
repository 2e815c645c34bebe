//! The moments at which the window of the agent, the time that it records, begins and ends.

use core::fmt;

use crate::settings::Method;
use crate::units::Text;

/// A moment of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment<'a> {
    /// The start of the process, at which only the begin of a window can be.
    ProcessStart,
    /// The main run loop waits for the first time, so the layer tree was committed for the first time.
    AppleFirstFrame,
    /// The main run loop waits for the first time after the first `viewDidAppear:`.
    FirstFrame,
    /// The begin of the first second, from the first frame on, in which no pass of the main run loop takes 50 ms or more.
    Responsive,
    /// A method: a window begins with its call, and ends with its return.
    Method(Method<'a>),
    /// A mark that the app sets by a signpost with this name: a window begins with the beginning of an interval or with an event, and ends
    /// with the end of an interval or with an event.
    Mark(&'a [u8]),
    /// The time limit, at which only the end of a window can be.
    Limit,
}

/// The beginning of a note in the trace about a window that differs from the settings.
pub const WINDOW_NOTE: &str = "window: ";
/// The beginning of a note in the trace about a setting that the agent ignores.
pub const SETTINGS_NOTE: &str = "settings: ";
/// The beginning of a note in the trace about signposts that the app does not emit.
pub const SIGNPOSTS_NOTE: &str = "signposts: ";

/// The description of the expected values in error messages.
const EXPECTED: &str = "expected `process-start` (begin), `limit` (end), `apple-first-frame`, `first-frame`, \
    `responsive`, a method such as `-[Class selector]`, or `mark:NAME`";

/// The moments that are words, in the order in which they happen in a launch.
const WORDS: [(&str, Moment<'static>); 5] = [
    ("process-start", Moment::ProcessStart),
    ("apple-first-frame", Moment::AppleFirstFrame),
    ("first-frame", Moment::FirstFrame),
    ("responsive", Moment::Responsive),
    ("limit", Moment::Limit),
];

impl<'a> Moment<'a> {
    /// Parses a moment.
    pub fn parse(value: &'a [u8]) -> Result<Moment<'a>, &'static str> {
        if let Some((_, moment)) = WORDS.iter().find(|(word, _)| word.as_bytes() == value) {
            return Ok(*moment);
        }
        match value.strip_prefix(b"mark:").map(<[u8]>::trim_ascii) {
            Some(name) if !name.is_empty() => Ok(Moment::Mark(name)),
            Some(_) => Err(EXPECTED),
            None => Method::parse(value).map(Moment::Method).ok_or(EXPECTED),
        }
    }
}

/// Returns the reason for which no window can have this begin and this end.
pub fn why_no_window(begin: Moment<'_>, end: Moment<'_>) -> Option<&'static str> {
    let place = |moment: Moment<'_>| WORDS[..4].iter().position(|(_, word)| *word == moment);
    match (begin, end) {
        (Moment::Limit, _) => Some("a window cannot begin at its limit"),
        (_, Moment::ProcessStart) => Some("a window cannot end at the start of the process"),
        _ => match (place(begin), place(end)) {
            (Some(begin), Some(end)) if begin >= end => Some("the end of the window comes before its begin"),
            _ => None,
        },
    }
}

impl fmt::Display for Moment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Moment::Mark(name) => write!(f, "mark:{}", Text(name)),
            Moment::Method(method) => {
                let sign = if method.is_class_method { '+' } else { '-' };
                write!(f, "{sign}[{} {}]", Text(method.class), Text(method.selector))
            }
            word => f.write_str(WORDS.iter().find(|(_, known)| known == word).map_or("", |(name, _)| name)),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString as _;

    use super::*;

    #[test]
    fn moments_of_a_window_are_parsed_and_printed_unchanged() {
        for text in [
            "process-start",
            "apple-first-frame",
            "first-frame",
            "responsive",
            "limit",
            "-[A b:]",
            "+[A b]",
            "mark:c d",
        ] {
            assert_eq!(Moment::parse(text.as_bytes()).map(|moment| moment.to_string()).as_deref(), Ok(text));
        }
        for wrong in ["", "first-frme", "mark:", "mark: ", "-[A]", "checkout"] {
            assert_eq!(Moment::parse(wrong.as_bytes()), Err(EXPECTED), "{wrong}");
        }
    }

    #[test]
    fn only_pairs_of_moments_in_a_possible_order_are_windows() {
        let all =
            ["process-start", "apple-first-frame", "first-frame", "responsive", "-[A b]", "mark:x", "limit"];
        let parse = |text: &'static str| Moment::parse(text.as_bytes()).expect("a moment");
        let ends = |begin| all.iter().filter(|end| why_no_window(parse(begin), parse(end)).is_none()).count();
        assert_eq!(all.map(ends), [6, 5, 4, 3, 6, 6, 0]);
    }
}
