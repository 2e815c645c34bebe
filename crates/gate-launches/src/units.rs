//! Defines a separate type for times, so that a duration cannot be added to a number of calls by mistake.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

use serde::{Deserialize, Serialize};

/// Nanoseconds: a duration, or a time since the start of the process.
///
/// The number is a float because records may have fractions (a counter of 24 MHz has ticks of 41.67 ns), and because the subtraction of an
/// overhead may result in a fraction. In a [`Launch`](super::Launch), the number is always finite.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ns(#[serde(with = "amount")] pub f64);

/// The largest number that is accepted in a file. This number of nanoseconds is more than 30 years. Sums of larger numbers could overflow.
pub(crate) const LARGEST: f64 = 1e18;

/// Conversion of a number of nanoseconds or calls. A number that is read must be finite and not negative; a whole number is written
/// without a fraction.
pub(crate) mod amount {
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::Serializer;

    use super::LARGEST;

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        match f64::deserialize(from)? {
            n if (0.0..=LARGEST).contains(&n) => Ok(n),
            n if n > LARGEST => Err(D::Error::custom(format_args!("{n:e} is too large"))),
            n if n < 0.0 => Err(D::Error::custom(format_args!("{n} is negative"))),
            n => Err(D::Error::custom(format_args!("{n} is not a number"))),
        }
    }

    pub(crate) fn serialize<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
        // Below 2^53 every whole number is exact as an `f64`.
        if number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0 {
            to.serialize_i64(*number as i64)
        } else {
            to.serialize_f64(*number)
        }
    }
}

/// Units of time as people write them, each with its length in nanoseconds, the smallest first.
pub const UNITS: [(&str, f64); 5] = [("ns", 1.0), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)];

/// Units for times that are longer than a launch, each with its length in nanoseconds.
const LONG: [(&str, f64); 3] = [("min", 60e9), ("m", 60e9), ("h", 3600e9)];

/// Parses a number of at least 0 that is followed by a unit in `units`. Returns the number multiplied by the unit's factor, and the unit.
pub fn with_unit<'a>(text: &'a str, units: &[(&str, f64)]) -> Option<(f64, &'a str)> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '_')).unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    let factor = units.iter().find(|(name, _)| *name == unit.trim())?.1;
    let number: f64 = digits.replace('_', "").parse().ok()?;
    Some((number * factor, unit)).filter(|(n, _)| n.is_finite())
}

impl Ns {
    /// Parses a time with its unit, such as `100us`.
    pub fn parse(text: &str) -> Option<Ns> {
        with_unit(text, &UNITS).map(|(ns, _)| Ns(ns))
    }

    /// Parses a time for which a person waits. The unit may also be minutes or hours.
    pub fn parse_long(text: &str) -> Option<Ns> {
        Ns::parse(text).or_else(|| with_unit(text, &LONG).map(|(ns, _)| Ns(ns)))
    }

    /// Zero nanoseconds.
    pub const ZERO: Ns = Ns(0.0);

    /// Returns the larger of two times.
    pub fn max(self, other: Ns) -> Ns {
        Ns(self.0.max(other.0))
    }

    /// Compares in a total order, for sorting.
    pub fn total_cmp(&self, other: &Ns) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// Implements operators between a time and another operand.
macro_rules! operators {
    ($($operator:ident $call:ident ($ns:ident, $other:ident: $kind:ty) -> $given:ty = $work:expr;)*) => {$(
        impl $operator<$kind> for Ns {
            type Output = $given;
            fn $call(self, $other: $kind) -> $given {
                let $ns = self.0;
                $work
            }
        }
    )*};
}

operators! {
    Add add (ns, other: Ns) -> Ns = Ns(ns + other.0);
    Sub sub (ns, other: Ns) -> Ns = Ns(ns - other.0);
    Mul mul (ns, factor: f64) -> Ns = Ns(ns * factor);
    Div div (ns, divisor: f64) -> Ns = Ns(ns / divisor);
    Div div (ns, other: Ns) -> f64 = ns / other.0;
}

impl AddAssign for Ns {
    fn add_assign(&mut self, other: Ns) {
        self.0 += other.0;
    }
}

impl Sum for Ns {
    fn sum<I: Iterator<Item = Ns>>(times: I) -> Ns {
        // The sum of `f64::sum` over no elements is -0, which would be printed.
        times.fold(Ns::ZERO, Add::add)
    }
}

/// Formats a time for people in a suitable unit (`1.25 ms`); with `{:+}` it also has the sign of a change. All times for people are
/// formatted by this function.
impl fmt::Display for Ns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ns = self.0;
        if f.sign_plus() && ns > 0.0 {
            f.write_str("+")?;
        }
        // A time that would be rounded to 1000 is written in the next larger unit.
        match ns.abs() {
            size if size >= 999.995e6 => write!(f, "{:.2} s", ns / 1e9),
            size if size >= 999_950.0 => write!(f, "{:.2} ms", ns / 1e6),
            size if size >= 999.5 => write!(f, "{:.1} µs", ns / 1e3),
            // The addition of 0 converts a rounded -0 to 0.
            _ => write!(f, "{} ns", ns.round() + 0.0),
        }
    }
}

/// Formats a share for people, in percent with at most two digits. All shares for people are formatted by this function.
pub fn format_percent(share: f64) -> String {
    let percent = 100.0 * share;
    let digits = match percent.abs() {
        size if size >= 9.95 => 0,
        size if size >= 0.995 => 1,
        _ => 2,
    };
    let text = format!("{percent:.digits$}");
    let text = if digits > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text} %")
}

/// Formats a relative change for people: in percent or, from twofold on, as a factor. All relative changes are formatted by this function.
pub fn format_relative_change(ratio: f64) -> String {
    let percent = 100.0 * (ratio - 1.0);
    if ratio >= 1.9995 {
        let digits = if ratio < 99.95 { 1 } else { 0 };
        return format!("×{ratio:.digits$}");
    }
    let digits = match percent.abs() {
        size if size >= 9.95 => 0,
        size if size >= 0.05 => 1,
        _ => 2,
    };
    match format!("{percent:+.digits$}") {
        // A zero with a sign would claim a direction that the digits do not show.
        text if text.ends_with("0.00") => "0.0 %".to_owned(),
        text => text + " %",
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn percentages_are_printed_with_at_most_two_digits() {
        let formatted = [0.05, 0.025, 1.0, 0.0031, 0.0999, 0.0612].map(super::format_percent);
        assert_eq!(formatted, ["5 %", "2.5 %", "100 %", "0.31 %", "10 %", "6.1 %"]);
    }
}
