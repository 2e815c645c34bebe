//! Formats the phrases for rows that all formats use, and selects groups of findings.
//!
//! The phrases are plain text, which each renderer escapes in the way of its format.

use gate_decision::{Amount, Answer, FindingKind, RowClass, Unit};

use super::facts::format_number;
use super::line::Line;
use super::text::{
    format_both_times, format_change_range, format_percent, format_range, format_relative_change,
    format_signed_time, format_time, relative_or_new, truncate_middle,
};
use super::value::{AcceptedRegression, Confirmation, CounterValue, ExcludedLaunch, Report, ReportRow};

/// The number of columns to which a name is shortened if it is one of several fields.
pub(super) const NAME: usize = 500;

/// Returns the answer as a word for headlines.
pub(super) fn format_answer(answer: Answer) -> &'static str {
    match answer {
        Answer::Pass => "PASS",
        Answer::Regressed => "REGRESSED",
        Answer::Undecided => "UNDECIDED",
        Answer::NoBaseline => "NO BASELINE",
        Answer::Incomparable => "INCOMPARABLE",
        Answer::NotRecorded => "NOT RECORDED",
    }
}

/// Returns whether a finding's growth may be added to the growth of other findings. The growth of some rows cannot be added: a module
/// contains its methods, a budget is a limit, and a count is not a time.
pub(super) fn adds_up(row: &ReportRow) -> bool {
    let is_module = matches!(row.kind.finding_kind(), Some(FindingKind::Module | FindingKind::NewModule));
    !is_module && !is_budget(row) && is_of_time(row)
}

/// Adds up the growth of failing findings.
pub(super) fn sum<'a>(rows: impl Iterator<Item = &'a ReportRow>) -> f64 {
    rows.filter(|row| row.fails() && adds_up(row)).map(|row| row.change.value).sum()
}

/// Formats the levels of a row and its change.
pub(super) fn from_to(row: &ReportRow) -> String {
    match format_growth(row) {
        change if change.is_empty() => format_levels(row),
        change => format!("{}, {change}", format_levels(row)),
    }
}

/// Formats the levels of a row in the unit of its evidence.
pub(super) fn format_levels(row: &ReportRow) -> String {
    match &row.counted {
        Some(counted) => both_counts(counted),
        None if has_no_base(row) => format_amount(row, row.head.value),
        // Lost launches have no time.
        None if row.kind.finding_kind() == Some(FindingKind::LostLaunches) => String::new(),
        None if !is_time(row) => format!("{} → {}", row.base.value, row.head.value),
        None => format_both_times(row.base.value, row.head.value),
    }
}

/// Formats the growth of a row as an amount and a share; empty without a base.
pub(super) fn format_growth(row: &ReportRow) -> String {
    match &row.counted {
        Some(counted) => format_relative_change(counted.ratio),
        None if has_no_base(row) || row.kind.finding_kind() == Some(FindingKind::LostLaunches) => {
            String::new()
        }
        None if !is_time(row) => format!("{:+}", row.change.value),
        None => {
            let relative = row.ratio.map(|ratio| relative_or_new(row.base.value, row.head.value, ratio));
            format!("{} ({})", format_signed_time(row.change.value), relative.as_deref().unwrap_or("new"))
        }
    }
}

/// Formats a number of a row as a time, or as a plain number if the row counts requests.
pub(super) fn format_amount(row: &ReportRow, value: f64) -> String {
    if is_time(row) { format_time(value) } else { value.to_string() }
}

/// Returns whether the numbers of a row are times.
fn is_time(row: &ReportRow) -> bool {
    row.base.unit == Unit::Ns
}

/// Formats an amount of a budget.
pub(super) fn of_budget(amount: Amount) -> String {
    amount.as_time().map_or_else(|| amount.value.to_string(), |ns| format_time(ns.0))
}

/// Returns whether a row is a budget that was checked without a baseline.
fn has_no_base(row: &ReportRow) -> bool {
    is_budget(row) && row.base.value == 0.0
}

/// Formats a finding in one sentence with its owner.
pub(super) fn format_finding(row: &ReportRow) -> String {
    let whose = match (&row.module, &row.owner) {
        (Some(module), Some(owner)) => {
            format!(" [{}, {}]", truncate_middle(module, NAME), truncate_middle(owner, NAME))
        }
        (Some(module), None) => format!(" [{}]", truncate_middle(module, NAME)),
        (None, _) => String::new(),
    };
    format!(
        "{}: {}, {}{}{whose}",
        truncate_middle(&row.name, NAME),
        from_to(row),
        format_kind_and_limit(row),
        format_main_cause(row)
    )
}

/// Formats the function that explains most of the growth of a row, unless the function is the row's own subject.
pub(super) fn format_main_cause(row: &ReportRow) -> String {
    let first = row.explaining_functions().next();
    first.map_or_else(String::new, |part| {
        let place = part
            .format_location()
            .map_or_else(String::new, |place| format!(" ({})", truncate_middle(&place, NAME)));
        let name = truncate_middle(&part.name, NAME);
        match part.perhaps {
            true => format!(", most of it perhaps in {name}{place}, by samples"),
            false => {
                format!(", of which {} in the function {name}{place}", format_signed_time(part.change_ns))
            }
        }
    })
}

/// Returns whether a finding is an exceeded budget.
pub(super) fn is_budget(row: &ReportRow) -> bool {
    row.kind.finding_kind() == Some(FindingKind::Budget)
}

/// Returns whether a budget was already exceeded in the base.
pub(super) fn was_over(row: &ReportRow) -> bool {
    is_budget(row) && row.limit_value().is_some_and(|limit| row.base.value > limit)
}

/// Formats the phrase that the base exceeds the budget too, with the level of the base; empty if the base does not exceed it.
pub(super) fn format_exceeding_base(row: &ReportRow) -> String {
    let before = || format!(", as it was before this change ({})", format_amount(row, row.base.value));
    was_over(row).then(before).unwrap_or_default()
}

/// Returns whether the numbers of a finding are times, which can be added up.
pub(super) fn is_of_time(row: &ReportRow) -> bool {
    row.counted.is_none() && is_time(row)
}

/// Returns the kind of a finding as a phrase.
pub(super) fn kind(row: &ReportRow) -> &'static str {
    // Only phrases of this program are used, since the author of a stored report is unknown.
    row.kind.finding_kind().map_or("found", FindingKind::label)
}

/// Returns the failing findings of methods, without budgets. The headline and the counts of methods use these findings.
pub(super) fn failing_methods(report: &Report) -> impl Iterator<Item = &ReportRow> {
    report.findings.iter().filter(|row| row.fails() && !is_budget(row) && row.subject.method().is_some())
}

/// Returns the phrase for the typical launch, such as `Typical launch (mean of the faster 60 %)`. The phrase contains the share of launches
/// that are averaged.
pub(super) fn typical_launch(report: &Report) -> String {
    let share = report.launches.as_ref().and_then(|launches| launches.typical_share);
    let mean = match share {
        None => return "Typical launch".to_owned(),
        Some(share) if share < 1.0 => format!("the faster {}", format_percent(share)),
        Some(_) => "all".to_owned(),
    };
    format!("Typical launch (mean of {mean})")
}

/// Formats the kind of a finding and the limit that it exceeds.
pub(super) fn format_kind_and_limit(row: &ReportRow) -> String {
    let limit = row.limit_value().map_or(String::new(), |limit| {
        let by = format_amount(row, (row.head.value - limit).max(0.0));
        format!(" of {} by {by}{}", format_amount(row, limit), format_exceeding_base(row))
    });
    // The amounts of slow launches are means of all launches, since the typical launch does not include the slow launches.
    let levels = match row.slow_launches {
        Some(_) => ", by the means of all launches",
        None => "",
    };
    format!("{}{limit}{levels}", kind(row))
}

/// Returns the source file and line of a finding.
pub(super) fn format_source_location(row: &ReportRow) -> Option<String> {
    let line = row.line.map_or(String::new(), |line| format!(":{line}"));
    Some(format!("{}{line}", row.file.as_deref()?))
}

/// Returns the reason why an acceptance does not cover a finding, as a phrase.
pub(super) fn not_accepted(accepted: &AcceptedRegression) -> &'static str {
    match accepted.too_large {
        true => "this change accepts more than was measured, so that is ignored: growth",
        false => "more than the accepted growth",
    }
}

/// Formats the result of a confirmation run, which measures a finding again with fresh launches.
pub(super) fn format_confirmation(again: &Confirmation) -> String {
    let range = match again.interval.map(|end| end.map(|end| end.value)) {
        [Some(low), Some(high)] => format!(" ({} to {})", format_signed_time(low), format_signed_time(high)),
        _ => String::new(),
    };
    let end = if again.confirmed { "confirmed" } else { "not confirmed, so it does not fail the check" };
    format!("{}{range}, {end}", format_signed_time(again.change.value))
}

/// Formats the confidence interval of the change.
pub(super) fn format_interval(row: &ReportRow) -> Option<String> {
    if let Some(counted) = &row.counted {
        let [low, high] = counted.interval;
        return Some(format_range(&format_relative_change(low), &format_relative_change(high)));
    }
    let [low, high] = row.interval_values();
    Some(match (low, high) {
        (Some(low), Some(high)) => format_change_range(low, high),
        (Some(low), None) => format!("at least {}", format_signed_time(low)),
        (None, Some(high)) => format!("at most {}", format_signed_time(high)),
        (None, None) => return None,
    })
}

/// Returns the reason why a launch is excluded, as a phrase.
pub(super) fn exclusion_reason(launch: &ExcludedLaunch) -> &str {
    launch.reason.known_value().map_or(launch.reason.text(), |why| why.phrase())
}

/// Formats the share of checks of an unchanged app that find such a growth, according to the p-value of the row. Returns `None` for
/// budgets, for exact comparisons of calls, and for p-values above the significance level.
pub(super) fn format_chance(report: &Report, row: &ReportRow) -> Option<String> {
    let p = row.p_adjusted;
    let alpha = report.settings.as_ref().map_or(1.0, |settings| settings.alpha);
    let by_time = row.answer.as_ref().and_then(|answer| answer.known_value()) == Some(RowClass::Finding);
    let is_tested = !is_budget(row) && (row.more_calls.is_none() || by_time);
    if !is_tested || !p.is_finite() || p > alpha {
        return None;
    }
    let share = match p {
        _ if p < 1e-6 => "fewer than 1 of 1,000,000 checks".to_owned(),
        _ if p < 0.01 => {
            // The number of runs is rounded to two digits, which are precise enough.
            let once_in = 1.0 / p;
            let unit = 10f64.powf(once_in.log10().floor() - 1.0);
            format!("1 of {} checks", format_number(((once_in / unit).round() * unit).round() as u64))
        }
        _ => format!("{} of checks", format_percent(p)),
    };
    Some(format!("an unchanged app shows this in {share}"))
}

/// Formats the confidence interval of a growth and the chance of a false alarm.
pub(super) fn format_confidence(report: &Report, row: &ReportRow) -> Option<String> {
    let sure = [
        format_interval(row).map(|interval| format!("95 % interval {interval}")),
        format_chance(report, row),
    ];
    let sure: Vec<String> = sure.into_iter().flatten().collect();
    (!sure.is_empty()).then(|| sure.join("; "))
}

/// Formats the growth of a row that would be found in four of five checks.
pub(super) fn format_detectable_growth(row: &ReportRow) -> String {
    // A growth of a hundred times the base or more is not shown.
    match row.could_hide.filter(|share| *share < 100.0) {
        Some(share) => format!(
            "{} ({})",
            format_signed_time(share * row.base.value),
            format_relative_change(1.0 + share)
        ),
        None => "none".to_owned(),
    }
}

/// Formats the calls and the cost of a call, for base and head.
pub(super) fn format_calls(row: &ReportRow) -> Option<String> {
    let (base, head) = (row.base_calls?, row.head_calls?);
    Some(format!("{} → {}", times_cost(base, row.base.value), times_cost(head, row.head.value)))
}

fn times_cost(calls: f64, ns: f64) -> String {
    match calls > 0.0 {
        true => format!("{} × {}", calls_of(calls), format_time(ns / calls)),
        false => calls_of(calls),
    }
}

/// Formats an average number of calls, rounded to one decimal digit, or as a whole number if this digit is 0.
pub(super) fn calls_of(calls: f64) -> String {
    let tenths = (10.0 * calls).round() / 10.0;
    if tenths.fract() == 0.0 { format!("{tenths}") } else { format!("{tenths:.1}") }
}

/// Formats module and owner, each after a dot.
pub(super) fn owner_label(module: Option<&str>, owner: Option<&str>) -> Line {
    let line = module
        .map_or_else(Line::default, |module| Line::from_words(" · ").name(truncate_middle(module, NAME)));
    owner.map_or(line.clone(), |owner| line.with_words(" · ").with_owner(truncate_middle(owner, NAME)))
}

/// Formats a count and its noun, in the singular or plural.
pub fn format_count(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ if noun.ends_with("ch") => format!("{count} {noun}es"),
        _ => format!("{count} {noun}s"),
    }
}

/// Formats the levels of a counter on both sides.
fn both_counts(counted: &CounterValue) -> String {
    format!(
        "{} → {} {}",
        format_large_count(counted.base),
        format_large_count(counted.head),
        counted_unit(counted)
    )
}

/// Returns the unit of a counter. The name of an unknown counter is not quoted, since the author of a stored verdict is unknown.
pub(super) fn counted_unit(counted: &CounterValue) -> &'static str {
    match &*counted.what {
        "instructions" => "instructions",
        "cycles" => "cycles",
        "page_ins" => "page-ins",
        "disk_read" => "bytes read",
        "disk_written" => "bytes written",
        "footprint" => "bytes of memory",
        _ => "counts",
    }
}

/// Formats a large number for readers.
pub(super) fn format_large_count(count: f64) -> String {
    match count {
        _ if count >= 1e9 => format!("{:.3} G", count / 1e9),
        _ if count >= 1e6 => format!("{:.2} M", count / 1e6),
        _ => format!("{:.1} k", count / 1e3),
    }
}
