//! Parsers and types for values of options.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::ValueEnum;
use gate_config::Date;
use gate_launches::{Ns, ThreadKind, with_unit};

/// The threads that a command shows.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Threads {
    Main,
    Other,
    All,
}

impl Threads {
    /// Returns whether calls on this thread are shown.
    pub(super) fn includes(self, thread: ThreadKind) -> bool {
        match self {
            Threads::All => true,
            Threads::Main => thread == ThreadKind::Main,
            Threads::Other => thread == ThreadKind::Other,
        }
    }
}

/// Parses a time with its unit, such as `30s`; a number without a unit means seconds.
pub(super) fn parse_duration(text: &str) -> Result<Duration, String> {
    let seconds = with_unit(text, &[("", 1.0)]).map(|(seconds, _)| seconds);
    let found = seconds.or_else(|| Ns::parse_long(text).map(|Ns(ns)| ns / 1e9));
    found
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "expected a time such as 30s, 500ms or 2min".to_owned())
}

/// Parses a day.
pub(super) fn parse_day(text: &str) -> Result<Date, String> {
    Date::parse(text).ok_or_else(|| "invalid date; expected YYYY-MM-DD, such as 2027-01-31".to_owned())
}

/// Quotes a word for a shell.
pub(super) fn quote_for_shell(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:@".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// Parses an output file: `FORMAT=PATH`, or a path whose extension names the format.
pub(super) fn parse_output<F: ValueEnum>(text: &str) -> Result<(F, PathBuf), String> {
    if let Some((format, path)) = text.split_once('=')
        && let Ok(format) = F::from_str(format, true)
    {
        return match path {
            "" => Err(format!("expected a path after `{}`", &text[..=text.len() - 1])),
            path => Ok((format, PathBuf::from(path))),
        };
    }
    let path = Path::new(text);
    let extension = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    // An extension may be an alias of a format, such as `md`.
    F::from_str(extension, true).map(|format| (format, path.to_path_buf())).map_err(|_| {
        let formats = F::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let names: Vec<String> = formats.map(|format| format.get_name().to_owned()).collect();
        format!(
            "the file extension does not name a format; pass FORMAT=PATH with one of {}",
            names.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units_and_bare_numbers_are_seconds() {
        let ms = |text| parse_duration(text).map(|time| time.as_millis());
        for (text, expected) in [
            ("30s", 30_000),
            ("2.5", 2500),
            ("500ms", 500),
            ("2min", 120_000),
            ("2m", 120_000),
            ("1h", 3_600_000),
        ] {
            assert_eq!(ms(text), Ok(expected), "{text}");
        }
        for text in ["", "s", "-1s", "nan", "1e400", "30 days"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }
}
