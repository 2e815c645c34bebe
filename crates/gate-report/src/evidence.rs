//! Adds evidence other than times to rows, and formats it: calls that were compared exactly, counters, slow and lost launches.

use gate_decision::{AdvisoryReason, CountRow, Evidence, ExactIncrease, Finding, Subject, Unit};

use super::line::Line;
use super::text::{format_percent, format_relative_change, format_signed_time, truncate_middle};
use super::value::{CallerCalls, CounterValue, MoreCalls, Report, ReportRow};
use super::words::{counted_unit, format_large_count};
use super::{reasons, words};

impl From<&CountRow> for CounterValue {
    fn from(row: &CountRow) -> CounterValue {
        let result = &row.judged.result;
        let finite = |value: f64| if value.is_finite() { value } else { 0.0 };
        CounterValue {
            what: row.judged.row.subject.kind().to_owned(),
            phase: row.judged.row.subject.bare_name().to_owned(),
            base: result.base,
            head: result.head,
            ratio: finite(result.ratio),
            interval: [finite(result.ratio_interval.0), finite(result.ratio_interval.1)],
            p_adjusted: result.p_adjusted,
            scatter: finite(row.scatter.count),
            time_scatter: finite(row.scatter.time),
            decides: row.decides,
            less_calls: row.less_calls,
        }
    }
}

/// Adds the evidence of a finding to its row in the report.
pub(super) fn put(finding: &Finding, row: &mut ReportRow) {
    let is_shown_only = finding.advisory_reason().is_some();
    let more = finding.exact_increase().map(|increase| more_calls(increase, finding.subject()));
    // `shown` is the reason why an increase of calls does not fail the check. It is omitted if the finding is not advisory.
    row.more_calls = more.map(|more| MoreCalls { shown: more.shown.filter(|_| is_shown_only), ..more });
    if let (None, Some(increase)) = (&row.file, finding.exact_increase()) {
        (row.file, row.line) = (increase.file.as_deref().map(str::to_owned), increase.line);
    }
    match &finding.evidence {
        Evidence::Slow(slow) => row.slow_launches = Some(*slow),
        Evidence::Losses(losses) => row.lost_launches = Some(losses.launches),
        Evidence::Limit(limit) => row.limit = Some(*limit),
        Evidence::Counter(evidence) => {
            row.counted = Some(CounterValue::from(&evidence.count));
            row.limits = Some(evidence.count.judged.row.rule.limits.into());
        }
        Evidence::Exact(_) | Evidence::Test(_) => {}
    }
}

fn more_calls(more: &ExactIncrease, subject: &Subject) -> MoreCalls {
    let shown = if !more.matters && matches!(subject, Subject::Called(_)) {
        Some("counts.allowed allows this many more".to_owned())
    } else if !more.matters && subject.is_work() {
        Some("[work] allows this many more of this kind".to_owned())
    } else if !more.matters {
        Some("they cost less than 0.1 % of the launch".to_owned())
    } else if !more.is_sure() {
        Some(format!(
            "this happens by chance in about {} of runs; record more launches, or on more days",
            format_percent(more.chance.min(1.0))
        ))
    } else {
        None
    };
    let callers = more.callers.iter().map(|from| CallerCalls {
        method: from.method.to_string(),
        module: None,
        owner: None,
        base: from.base,
        head: from.head,
    });
    MoreCalls {
        base: more.calls.base,
        head: more.calls.head,
        callers: callers.collect(),
        cost_ns: more.cost.0,
        instructions: (more.instructions > 0).then_some(more.instructions),
        shown,
    }
}

/// Describes evidence other than time: the number of added calls and their callers, or the number of slow or lost launches.
pub(super) fn found_by(row: &ReportRow) -> Option<Line> {
    const NAMED: usize = 3;
    if let Some(sentence) = evidence_sentence(row) {
        return Some(Line::default().with_text(sentence));
    }
    let more = row.more_calls.as_ref()?;
    let added = more.head - more.base;
    let (cost, called_by) = match row.subject {
        Subject::Work(..) => (String::new(), ", asked for by "),
        Subject::Called(_) if more.cost_ns > 0.0 => {
            (format!(", an estimated {} by samples", format_signed_time(more.cost_ns)), ", called first by ")
        }
        Subject::Called(_) => {
            let code = more.instructions.and_then(|code| usize::try_from(code).ok());
            let code = code.map(|code| format!(", of {} of code", words::format_count(code, "instruction")));
            (code.unwrap_or_default(), ", called first by ")
        }
        _ => (
            format!(", an estimated {} with what they call", format_signed_time(more.cost_ns)),
            ", called more often by ",
        ),
    };
    let mut line =
        Line::from_words(format!("{added} more in each launch ({} → {}){cost}", more.base, more.head));
    for (at, from) in more.callers.iter().take(NAMED).enumerate() {
        let calls = match from.base {
            Some(base) => format!(" ({base} → {})", from.head),
            None if row.subject.unit() != Unit::Ns => String::new(),
            None => format!(" ({})", from.head),
        };
        line = line.with_words(if at == 0 { called_by } else { ", " });
        line = line.name(truncate_middle(&from.method, 60)).with_words(calls);
        if let Some(owner) = &from.owner {
            line = line.with_words(" · ").with_owner(truncate_middle(owner, 60));
        }
    }
    Some(match &more.shown {
        Some(why) => line.with_words("; shown only: ").with_text(why),
        None => line,
    })
}

/// Returns a sentence for a finding whose evidence is not its own time, or whose row is only a part of its subject.
pub(super) fn evidence_sentence(row: &ReportRow) -> Option<String> {
    if let Some(slow) = &row.slow_launches {
        return Some(reasons::slow_launches(slow, row.subject.is_launch()));
    }
    if let Some(lost) = &row.lost_launches {
        return Some(reasons::describe_lost_launches(lost));
    }
    if row.advisory_reason() == Some(AdvisoryReason::CallsVary) {
        return Some("how often it is called varies from launch to launch, in the base too".to_owned());
    }
    row.is_remainder
        .then(|| "the module without its methods that are shown to have changed by themselves".to_owned())
}

fn format_counter(counted: &CounterValue) -> String {
    let [low, high] = counted.interval;
    format!(
        "{} → {}, {} ({} to {})",
        format_large_count(counted.base),
        format_large_count(counted.head),
        format_relative_change(counted.ratio),
        format_relative_change(low),
        format_relative_change(high)
    )
}

/// Returns the instructions (or else the cycles) of the whole launch; `None` if they were not compared.
fn counts_of_launch(report: &Report) -> Option<&CounterValue> {
    report.launches.as_ref()?;
    let is_it = |counted: &&CounterValue| {
        counted.phase == "launch" && matches!(&*counted.what, "instructions" | "cycles")
    };
    report.counts.iter().find(is_it)
}

/// Formats the change of the instructions of the launch.
pub(super) fn counts_in_short(report: &Report) -> Option<String> {
    let launch = counts_of_launch(report)?;
    Some(format!("{} of the launch {}", counted_unit(launch), format_relative_change(launch.ratio)))
}

/// Describes the counter of the launch, whether it may become a finding, and how it was counted.
pub(super) fn counts_in_words(report: &Report) -> Option<Line> {
    let launch = counts_of_launch(report)?;
    let decides = report.counts.iter().any(|counted| counted.decides);
    let role = if decides { "growth of these can fail the check" } else { "they cannot fail the check" };
    let agent = if launch.less_calls { "without" } else { "with" };
    Some(Line::from_words(format!(
        "{} {}, {agent} those that record calls; {role}. From launch to launch, these vary by {}, and times by {}",
        counted_unit(launch),
        format_counter(launch),
        format_scatter(launch.scatter),
        format_scatter(launch.time_scatter)
    )))
}

/// Formats the scatter of launches. A scatter that would be rounded to 0 is not shown as 0.
fn format_scatter(share: f64) -> String {
    match format_percent(share) {
        none if none == "0 %" => "less than 0.01 %".to_owned(),
        told => told,
    }
}
