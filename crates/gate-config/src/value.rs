//! Reads single values of config.toml: durations, percents, dates, lists.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use gate_launches::{Ns, UNITS, with_unit};
use time::format_description::well_known::Iso8601;
use time::{Month, OffsetDateTime};
use toml::Spanned;
use toml::de::DeValue;

use super::Glob;

/// The positions of line ends in a text.
pub(super) struct LineEnds(Vec<usize>);

impl LineEnds {
    pub(super) fn new(text: &str) -> LineEnds {
        LineEnds(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i).collect())
    }

    /// Returns the number of the line, counted from 1, that contains the byte at an offset.
    pub(super) fn line_at(&self, offset: usize) -> usize {
        self.0.partition_point(|&newline| newline < offset) + 1
    }

    pub(super) fn of_span(&self, span: Range<usize>) -> usize {
        self.line_at(span.start)
    }
}

/// Milliseconds per day.
pub const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// A calendar day in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(time::Date);

impl Date {
    /// Returns the day, or `None` if the calendar does not contain the day.
    pub fn new(year: u16, month: u8, day: u8) -> Option<Date> {
        let month = Month::try_from(month).ok()?;
        time::Date::from_calendar_date(year.into(), month, day).ok().map(Date)
    }

    /// Parses a date such as `2027-01-31`.
    pub fn parse(text: &str) -> Option<Date> {
        let date = time::Date::parse(text, &Iso8601::DATE).ok()?;
        // Other forms of a date in ISO 8601 are refused.
        (date.to_string() == text).then_some(Date(date))
    }

    /// Returns the same day of the next year. For a leap day, the result is the first of March.
    pub fn a_year_later(self) -> Date {
        let year = self.0.year() + 1;
        let leap_day = |_| time::Date::from_calendar_date(year, Month::March, 1);
        self.0.replace_year(year).or_else(leap_day).map_or(self, Date)
    }

    /// Returns the same day of the next month, or the 28th of that month.
    pub fn a_month_later(self) -> Date {
        let month = self.0.month().next();
        let year = self.0.year() + i32::from(month == Month::January);
        let date = |day| time::Date::from_calendar_date(year, month, day);
        date(self.0.day()).or_else(|_| date(28)).map_or(self, Date)
    }

    /// Returns the day that contains a moment, which is given in seconds since 1970.
    pub fn from_unix_seconds(seconds: u64) -> Option<Date> {
        let moment = OffsetDateTime::from_unix_timestamp(i64::try_from(seconds).ok()?).ok()?;
        Some(Date(moment.date()))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

fn expected_error<T>(what: &str, value: &DeValue<'_>) -> Result<T, String> {
    Err(format!("expected {what}, found {}", describe(value)))
}

/// Formats a value for a message: short, and on one line.
fn describe(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => {
            let short: String = text.chars().take(40).collect();
            let more = if short.len() < text.len() { "…" } else { "" };
            format!("{:?}", format!("{short}{more}"))
        }
        DeValue::Integer(number) => format!("{number}"),
        DeValue::Float(number) => format!("{number}"),
        DeValue::Boolean(flag) => format!("{flag}"),
        DeValue::Datetime(date) => format!("{date}"),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

pub(super) fn text(value: &DeValue<'_>) -> Result<String, String> {
    match value {
        DeValue::String(text) => Ok(text.clone().into_owned()),
        _ => expected_error("a string in quotes", value),
    }
}

/// Reads a path, which may be empty.
pub(super) fn path(value: &DeValue<'_>) -> Result<PathBuf, String> {
    text(value).map(PathBuf::from)
}

pub(super) fn name(value: &DeValue<'_>) -> Result<String, String> {
    match text(value)? {
        text if text.is_empty() => Err("expected a name, found an empty string".to_owned()),
        text => Ok(text),
    }
}

/// Reads a JSON object, whose contents are the app's own.
pub(super) fn json(value: &DeValue<'_>) -> Result<String, String> {
    let text = name(value)?;
    match serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&text) {
        Ok(_) => Ok(text),
        Err(_) => expected_error("a JSON object such as '{\"aps\": {\"alert\": \"Hello\"}}'", value),
    }
}

pub(super) fn flag(value: &DeValue<'_>) -> Result<bool, String> {
    value.as_bool().map_or_else(|| expected_error("true or false", value), Ok)
}

pub(super) fn count(value: &DeValue<'_>) -> Result<usize, String> {
    let parsed =
        value.as_integer().and_then(|number| usize::from_str_radix(number.as_str(), number.radix()).ok());
    parsed.map_or_else(|| expected_error("a whole number, not negative", value), Ok)
}

/// Reads a whole number; returns `None` if the value is `word`.
fn number_or(word: &str, value: &DeValue<'_>) -> Result<Option<u64>, String> {
    match count(value) {
        _ if value.as_str() == Some(word) => Ok(None),
        Ok(number) => Ok(Some(number as u64)),
        Err(_) => expected_error(&format!("a whole number, or \"{word}\""), value),
    }
}

/// Reads an allowed growth; returns `None` for `"any"`, which allows any growth.
pub(super) fn growth_or_any(value: &DeValue<'_>) -> Result<Option<u64>, String> {
    number_or("any", value)
}

fn number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Integer(_) => count(value).ok().map(|n| n as f64),
        DeValue::Float(number) => {
            number.as_str().replace('_', "").parse().ok().filter(|n: &f64| n.is_finite())
        }
        _ => None,
    }
}

/// Reads a probability above 0 and below 1.
pub(super) fn probability(value: &DeValue<'_>) -> Result<f64, String> {
    match number(value) {
        Some(p) if p > 0.0 && p < 1.0 => Ok(p),
        _ => expected_error("a number between 0 and 1, such as 0.05", value),
    }
}

/// Reads a share such as `"3%"`.
pub(super) fn percent(value: &DeValue<'_>) -> Result<f64, String> {
    let share = match value {
        // The division is exact for whole percents, whereas a multiplication by 0.01 is not.
        DeValue::String(text) => with_unit(text, &[("%", 1.0)]).map(|(n, _)| n / 100.0),
        _ => None,
    };
    share.map_or_else(|| expected_error("a percentage in quotes, such as \"3%\"", value), Ok)
}

/// A growth: a share of the previous cost, a time, or a number of calls for system requests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Growth {
    /// A share: 0.08 for 8 %.
    Share(f64),
    Time(Ns),
    Calls(f64),
}

impl Growth {
    /// Parses `+8%`, `+3ms` or `+2 calls`.
    pub fn parse(text: &str) -> Option<Growth> {
        let size = text.trim().strip_prefix('+')?;
        let share = with_unit(size, &[("%", 1.0)]).map(|(n, _)| Growth::Share(n / 100.0));
        let calls = || with_unit(size, &[("calls", 1.0), ("call", 1.0)]).map(|(n, _)| Growth::Calls(n));
        share.or_else(|| Ns::parse(size).map(Growth::Time)).or_else(calls)
    }

    /// Returns the highest cost that this growth allows if the previous cost was `before`.
    pub fn largest_accepted(self, before: Ns) -> Ns {
        match self {
            Growth::Share(share) => before * (1.0 + share),
            Growth::Time(time) => before + time,
            Growth::Calls(calls) => before + Ns(calls),
        }
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The share is rounded up to hundredths of a percent, so that the written growth includes the
            // measured one.
            Growth::Share(share) => write!(f, "+{}%", (share * 1e4 - 1e-6).ceil() / 100.0),
            Growth::Calls(calls) => {
                let unit = if *calls == 1.0 { "call" } else { "calls" };
                write!(f, "+{} {unit}", calls.ceil())
            }
            Growth::Time(Ns(ns)) => {
                let ns = ns.ceil();
                let fits = |unit: &&(&str, f64)| ns % unit.1 == 0.0 && ns >= unit.1;
                let (unit, size) = UNITS.iter().rev().find(fits).copied().unwrap_or(UNITS[0]);
                write!(f, "+{}{unit}", (ns / size).ceil())
            }
        }
    }
}

/// Reads a time such as `"100us"`.
pub(super) fn duration(value: &DeValue<'_>) -> Result<Ns, String> {
    let time = match value {
        DeValue::String(text) => Ns::parse(text),
        _ => None,
    };
    time.map_or_else(
        || expected_error("a time with its unit (ns, us, ms, s) in quotes, such as \"100us\"", value),
        Ok,
    )
}

/// Reads a time; returns `None` for `"share"`.
pub(super) fn time_or_share(value: &DeValue<'_>) -> Result<Option<Ns>, String> {
    if value.as_str() == Some("share") { Ok(None) } else { duration(value).map(Some) }
}

/// Reads a time for which the program waits.
pub(super) fn wait_time(value: &DeValue<'_>) -> Result<Duration, String> {
    duration(value).map(|Ns(ns)| Duration::from_nanos(ns as u64))
}

/// Reads a seed; returns `None` for `"random"`.
pub(super) fn seed_or_random(value: &DeValue<'_>) -> Result<Option<u64>, String> {
    number_or("random", value)
}

pub(super) fn date(value: &DeValue<'_>) -> Result<Date, String> {
    let date = match value {
        DeValue::String(text) => Date::parse(text),
        DeValue::Datetime(date) if date.time.is_none() => {
            date.date.and_then(|d| Date::new(d.year, d.month, d.day))
        }
        _ => None,
    };
    date.map_or_else(|| expected_error("a date, such as \"2027-01-31\"", value), Ok)
}

/// Reads a list. `read` reads each member of the list.
pub(super) fn list<T>(
    value: &DeValue<'_>,
    read: impl Fn(&DeValue<'_>) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    match value.as_array() {
        Some(values) => values.iter().map(Spanned::get_ref).map(read).collect(),
        None => expected_error("a list in [ ]", value),
    }
}

pub(super) fn globs(value: &DeValue<'_>) -> Result<Vec<Glob>, String> {
    list(value, |item| name(item).map(|pattern| Glob::new(&pattern)))
}

/// Reads one of several words.
pub(super) fn known_word<T: Copy>(value: &DeValue<'_>, words: &[(&str, T)]) -> Result<T, String> {
    let found = value.as_str().and_then(|text| words.iter().find(|(word, _)| *word == text));
    match found {
        Some((_, meaning)) => Ok(*meaning),
        None => {
            let known: Vec<String> = words.iter().map(|(word, _)| format!("\"{word}\"")).collect();
            expected_error(&format!("one of {}", known.join(", ")), value)
        }
    }
}

/// Returns the known key that is the most similar to an unknown one, if it is similar enough.
fn nearest_key<'a>(key: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // For a malicious key of a megabyte, each comparison would need a table of a megabyte, so long keys are not compared.
    if key.len() > 100 {
        return None;
    }
    known
        .map(|candidate| (strsim::jaro_winkler(key, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.6)
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)))
        .map(|(_, candidate)| candidate)
}

pub(super) fn unknown_message<'a>(what: &str, key: &str, known: impl Iterator<Item = &'a str>) -> String {
    let shown: String = key.chars().take(60).collect();
    match nearest_key(key, known) {
        Some(near) => format!("unknown {what} {shown:?}; the nearest known one is {near:?}"),
        None => format!("unknown {what} {shown:?}"),
    }
}
