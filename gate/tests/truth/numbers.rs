//! Formats the numbers of reports: pairs of times with one unit, ratios, shares, counts and days.
//!
//! Invariant: no code of `gate_report` is used.

use serde_json::Value;

use super::sentences::number;

pub fn time(ns: f64) -> String {
    let size = ns.abs();
    if size >= 999.995e6 {
        format!("{:.2} s", ns / 1e9)
    } else if size >= 999_950.0 {
        format!("{:.2} ms", ns / 1e6)
    } else if size >= 999.5 {
        format!("{:.1} µs", ns / 1e3)
    } else {
        format!("{:.0} ns", ns.round() + 0.0)
    }
}

pub fn signed(ns: f64) -> String {
    if ns > 0.0 { format!("+{}", time(ns)) } else { time(ns) }
}

/// A unit has a size in nanoseconds, a number of decimal places and a name.
type Unit = (f64, usize, &'static str);

const UNITS: [Unit; 4] = [(1e9, 2, "s"), (1e6, 2, "ms"), (1e3, 1, "µs"), (1.0, 0, "ns")];

fn unit_of(ns: f64) -> Unit {
    let short = time(ns);
    UNITS.into_iter().find(|(_, _, name)| short.ends_with(&format!(" {name}"))).unwrap()
}

/// Returns the unit of the larger of two times, if the smaller one is at least a tenth of this unit.
fn shared_unit(one: f64, other: f64) -> Option<Unit> {
    let unit = unit_of(one.abs().max(other.abs()));
    (one.abs().min(other.abs()) >= 0.1 * unit.0).then_some(unit)
}

/// Returns the decimal places of the unit, or more if the first digit of the change needs them.
fn digits_of((size, least, name): Unit, change: f64) -> usize {
    let mut digits = least;
    while name != "ns" && change >= 0.5 && digits < 6 && change / size < 0.1_f64.powi(digits as i32) {
        digits += 1;
    }
    digits
}

pub fn fine(ns: f64, change: f64) -> String {
    let unit = unit_of(ns);
    match unit.2 {
        "ns" => time(ns),
        name => format!("{:.*} {name}", digits_of(unit, change), ns / unit.0),
    }
}

pub fn both(base: f64, head: f64) -> String {
    let change = (head - base).abs();
    match shared_unit(base, head) {
        Some(unit) => {
            let shown = |ns: f64| format!("{:.*} {}", digits_of(unit, change), ns / unit.0, unit.2);
            format!("{} → {}", shown(base), shown(head))
        }
        None => format!("{} → {}", fine(base, change), fine(head, change)),
    }
}

/// Returns the text of a change's interval.
pub fn between(low: f64, high: f64) -> String {
    match shared_unit(low, high) {
        Some((size, digits, name)) => {
            let shown = |ns: f64| {
                let sign = if ns > 0.0 { "+" } else { "" };
                format!("{sign}{:.digits$}", ns / size)
            };
            format!("{} to {} {name}", shown(low), shown(high))
        }
        None => range(&signed(low), &signed(high)),
    }
}

pub fn percent(ratio: f64) -> String {
    let percent = (ratio - 1.0) * 100.0;
    if ratio >= 1.9995 {
        return if ratio < 99.95 { format!("×{ratio:.1}") } else { format!("×{ratio:.0}") };
    }
    let text = match percent.abs() {
        size if size >= 9.95 => format!("{percent:+.0} %"),
        size if size >= 0.05 => format!("{percent:+.1} %"),
        _ => format!("{percent:+.2} %"),
    };
    if ["+0.00 %", "-0.00 %"].contains(&&*text) { "0.0 %".to_owned() } else { text }
}

pub fn share(share: f64) -> String {
    let percent = 100.0 * share;
    let text = match percent.abs() {
        size if size >= 9.95 => return format!("{percent:.0} %"),
        size if size >= 0.995 => format!("{percent:.1}"),
        _ => format!("{percent:.2}"),
    };
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

pub fn change(base: f64, head: f64, ratio: Option<f64>) -> String {
    let relative = match ratio {
        Some(ratio) if !(base < 0.5 && head >= 0.5) => percent(ratio),
        _ => "new".to_owned(),
    };
    format!("{} ({relative})", signed(head - base))
}

pub fn many(count: usize, noun: &str) -> String {
    match (count, noun.ends_with("ch")) {
        (1, _) => format!("1 {noun}"),
        (_, true) => format!("{count} {noun}es"),
        _ => format!("{count} {noun}s"),
    }
}

pub fn range(low: &str, high: &str) -> String {
    match (low.rsplit_once(' '), high.rsplit_once(' ')) {
        (Some((number, unit)), Some((_, other))) if unit == other => format!("{number} to {high}"),
        _ => format!("{low} to {high}"),
    }
}

pub fn large(count: f64) -> String {
    match count {
        _ if count >= 1e9 => format!("{:.3} G", count / 1e9),
        _ if count >= 1e6 => format!("{:.2} M", count / 1e6),
        _ => format!("{:.1} k", count / 1e3),
    }
}

/// Returns an average number of calls, with one decimal place unless it is whole.
pub fn tenths(calls: f64) -> String {
    let shown = format!("{calls:.1}");
    shown.strip_suffix(".0").unwrap_or(&shown).to_owned()
}

/// Returns a standard deviation as a share. Zero is shown as an upper bound, because launches always differ.
pub fn scatter(value: &Value) -> String {
    let told = share(number(value));
    if told == "0 %" { "less than 0.01 %".to_owned() } else { told }
}

/// Returns the day in UTC.
pub fn day(unix_ms: u64) -> String {
    let mut days = unix_ms / 86_400_000;
    let mut year = 1970;
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= lengths[month] {
        days -= lengths[month];
        month += 1;
    }
    format!("{year:04}-{:02}-{:02}", month + 1, days + 1)
}
