//! Formats the first lines of a report in every format: the headline, the typical launch, and the launches that were compared.
//!
//! The text of a line is plain; each renderer escapes the text in the way of its format.

use std::collections::BTreeSet;

use gate_config::Date;
use gate_decision::ComparisonMode;
use gate_decision::{AdvisoryReason, Answer, FindingKind, Reason, RelativeGrowth, Subject};
use gate_launches::{BuildRole, Condition, LOST_BY_APP};

use super::build_facts;
use super::evidence;
use super::line::Line;
use super::text::{
    capitalize, format_both_times, format_change_range, format_percent, format_range, format_relative_change,
    format_signed_time, format_time, truncate_middle,
};
use super::value::{LaunchUsed, LostLaunches, Report, ReportRow, Session};
use super::word::PreservedValue;
use super::words::{self, NAME, format_amount, format_count, format_growth, is_budget, kind, sum};

/// Formats the headline in one line. The headline contains the answer and the owner of the most important finding. The headline may also
/// state that launches were lost although the check passes, that times are not proven, that the builds should not be compared, and that the
/// change edits the baselines.
pub(super) fn headline(report: &Report) -> Line {
    let lost = lost_by_head(report).filter(|_| report.verdict == Answer::Pass);
    let shown = not_proven(report).filter(|_| report.verdict != Answer::Pass);
    let line = format_answer(report).with_words(lost.unwrap_or_default());
    let line = line.with_words(shown.map_or_else(String::new, |shown| format!("; {shown}")));
    let line = line.with_line(build_facts::differing_builds(report).unwrap_or_default());
    if report.edits_baselines { line.with_words("; this change edits the baselines") } else { line }
}

/// Formats the number of launches that the head's app lost, by a crash or without a trace; `None` if no launches were lost.
fn lost_by_head(report: &Report) -> Option<String> {
    let used = report.launches.as_ref()?;
    let is_of_app =
        |lost: &&LostLaunches| lost.side == BuildRole::Head && LOST_BY_APP.contains(&lost.reason.as_str());
    let lost: u64 = used.lost.iter().filter(is_of_app).map(|lost| lost.launches).sum();
    (lost > 0).then(|| format!("; the head lost {}", format_count(lost as usize, "launch")))
}

/// Formats the number of findings that do not fail the check because no backtest has proven the stored times yet; `None` without such
/// findings.
fn not_proven(report: &Report) -> Option<String> {
    let is_not = |row: &&ReportRow| row.advisory_reason() == Some(AdvisoryReason::NotProven);
    let count = report.findings.iter().filter(is_not).count();
    let verb = if count == 1 { "does" } else { "do" };
    (count > 0).then(|| {
        format!(
            "{} about times {verb} not fail the check yet, because no backtest has proven the stored times",
            format_count(count, "finding")
        )
    })
}

fn format_answer(report: &Report) -> Line {
    let failing: Vec<&ReportRow> = report.findings.iter().filter(|finding| finding.fails()).collect();
    Line::from_words(match report.verdict {
        Answer::Regressed => match &failing[..] {
            [] => match build_facts::listed_facts(report).find(|row| row.fails) {
                Some(fact) => return Line::default().name(fact.describe_with_owner()),
                None => "a regression",
            },
            [only] => return with_facts(format_finding(report, only), report),
            several => return summarize_failing(several, report),
        },
        Answer::Pass => return format_pass(report),
        Answer::Undecided if report.launches.is_none() => "times were not checked: too few launches",
        Answer::Undecided => match not_confirmed(report) {
            0 => match format_accepted_growth(report) {
                Some(accepted) => {
                    return Line::from_words(format!("{accepted}; another one cannot be ruled out"));
                }
                None => "no regression found, but one cannot be ruled out",
            },
            found => {
                return Line::from_words(format!(
                    "{} not confirmed by fresh launches",
                    format_count(found, "finding")
                ));
            }
        },
        // Budgets and facts of the build can be checked without a baseline.
        Answer::NoBaseline => {
            match (report.budgets.is_empty(), build_facts::listed_facts(report).next().is_none()) {
                (true, true) => "nothing was compared: nothing is stored to compare with",
                (false, true) => "only budgets were checked: nothing is stored to compare with",
                (true, false) => "only the build was checked: nothing is stored to compare with",
                (false, false) => {
                    "only budgets and the build were checked: nothing is stored to compare with"
                }
            }
        }
        Answer::Incomparable => "base and head were recorded under different conditions",
        Answer::NotRecorded => "no method was recorded",
    })
}

/// Formats the headline of a pass, with the acceptances on which the pass depends.
fn format_pass(report: &Report) -> Line {
    let is_by_change =
        |row: &&ReportRow| row.covering_acceptance().is_some_and(|accepted| accepted.by_change);
    let by_change: Vec<&ReportRow> = report.findings.iter().filter(is_by_change).collect();
    if report.launches.is_none() {
        return Line::from_words(
            "both builds are equal in all images and resources, so nothing was launched",
        );
    }
    if by_change.is_empty() {
        let known = not_proven(report).or_else(|| format_accepted_growth(report));
        return Line::from_words(known.unwrap_or_else(|| "no regression found".to_owned()));
    }
    let total = format_total_growth(&by_change).map_or_else(String::new, |total| format!(" ({total})"));
    let accepts = format_count(by_change.len(), "regression");
    Line::from_words(format!("passes only because this change accepts {accepts}{total}"))
}

/// Formats the amount of accepted growth, and the date until which it is accepted; `None` without accepted findings.
fn format_accepted_growth(report: &Report) -> Option<String> {
    let rows: Vec<&ReportRow> =
        report.findings.iter().filter(|row| row.covering_acceptance().is_some()).collect();
    let total = format_total_growth(&rows).map_or_else(String::new, |total| format!(", {total}"));
    let known = (!rows.is_empty()).then(|| format_count(rows.len(), "accepted regression"))?;
    Some(format!("{known}{total}{}", acceptance_end(&rows)))
}

/// Formats the sums of accepted growth, one for each unit; `None` if only counts of the processor were accepted.
fn format_total_growth(rows: &[&ReportRow]) -> Option<String> {
    let times = sum_of(rows, words::is_of_time).map(format_signed_time);
    let is_called = |row: &ReportRow| matches!(row.subject, Subject::Called(_));
    let calls = sum_of(rows, is_called).map(|calls| format!("{calls:+} calls"));
    let work = sum_of(rows, |row| row.subject.is_work()).map(|work| format!("{work:+} requests"));
    let sums: Vec<String> = [times, calls, work].into_iter().flatten().collect();
    (!sums.is_empty()).then(|| sums.join(", "))
}

/// Returns the sum of the growth of those rows that have the unit; `None` if no row has the unit.
fn sum_of(rows: &[&ReportRow], is_of_unit: fn(&ReportRow) -> bool) -> Option<f64> {
    let of_unit = rows.iter().filter(|row| is_of_unit(row)).map(|row| row.change.value);
    of_unit.clone().next().map(|_| of_unit.sum())
}

/// Formats the date until which the findings are accepted, or the earliest of the dates if they differ.
fn acceptance_end(accepted: &[&ReportRow]) -> String {
    let days = accepted.iter().filter_map(|row| Some(row.covering_acceptance()?.until.as_str()));
    let first = days.min().filter(|day| Date::parse(day).is_some());
    first.map_or_else(String::new, |day| format!(", until {day}"))
}

fn not_confirmed(report: &Report) -> usize {
    let is_not = |finding: &&ReportRow| finding.again.as_ref().is_some_and(|again| !again.confirmed);
    report.findings.iter().filter(is_not).count()
}

/// Formats a finding in one line: its kind, name, growth and owner.
pub(super) fn format_finding(report: &Report, row: &ReportRow) -> Line {
    let name = truncate_middle(&row.name, NAME);
    let what = format!("{}: ", capitalize(kind(row)));
    let line = match row.kind.finding_kind() {
        // The evidence of a budget is not a statistical test, so the text compares the row with its limit.
        Some(FindingKind::Budget) => {
            let limit =
                row.limit_value().map_or(String::new(), |limit| format!(" of {}", format_amount(row, limit)));
            Line::from_words("Over budget: ").name(name).with_words(format!(
                " {}, over its budget{limit}{}",
                format_amount(row, row.head.value),
                words::format_exceeding_base(row)
            ))
        }
        Some(FindingKind::LostLaunches) => {
            Line::from_words(what).with_text(evidence::evidence_sentence(row).unwrap_or_default())
        }
        // The mean growth of all launches is omitted, since it would contradict the typical launch, which is shown next to the finding.
        Some(FindingKind::SlowLaunches) if row.subject.is_launch() => {
            Line::from_words(what).with_text(evidence::evidence_sentence(row).unwrap_or_default())
        }
        Some(FindingKind::SlowLaunches) => Line::from_words(what)
            .name(name)
            .with_words(" ")
            .with_text(evidence::evidence_sentence(row).unwrap_or_default()),
        Some(FindingKind::Drift) => Line::from_words(format!("Everything is slower: {}", format_growth(row))),
        Some(FindingKind::Creep) => Line::from_words(format!("Slower{}: ", since_anchor(report)))
            .name(name)
            .with_words(format!(" {}", format_growth(row))),
        Some(FindingKind::New) => {
            Line::from_words(what).name(name).with_words(format!(" {}", format_signed_time(row.change.value)))
        }
        Some(FindingKind::NewModule) => Line::from_words(what)
            .name(row.subject.short_name())
            .with_words(format!(" {}", format_signed_time(row.change.value))),
        // The text does not repeat that the row is a module, which the kind `module is slower` already states.
        Some(FindingKind::Module) => Line::from_words(what)
            .name(row.subject.short_name())
            .with_words(format!(" {}", format_growth(row))),
        _ => Line::from_words(what).name(name).with_words(format!(" {}", format_growth(row))),
    };
    line.with_line(owner_label(row))
}

/// Formats the time at which the anchor was recorded.
pub(super) fn since_anchor(report: &Report) -> String {
    let anchor = report.history.iter().find(|session| session.is_anchor);
    let seconds = anchor.and_then(|session| Some(session.recorded_unix_ms? / 1000));
    match seconds.and_then(Date::from_unix_seconds) {
        Some(day) => format!(" since the launches of {day} (the anchor)"),
        None => " since the launches from which slow growth is counted (the anchor)".to_owned(),
    }
}

/// Formats the module and the owner of a row, each after a dot. The module is omitted if the row's name ends with the module's name.
pub(super) fn owner_label(row: &ReportRow) -> Line {
    let is_named = |module: &&str| row.name.strip_suffix(*module).is_some_and(|rest| rest.ends_with(' '));
    words::owner_label(row.module.as_deref().filter(|module| !is_named(module)), row.owner.as_deref())
}

/// Adds to `line` the number of build facts that fail the check, such as "; 2 build facts fail". `line` describes the only failing finding.
fn with_facts(line: Line, report: &Report) -> Line {
    match build_facts::count_failing(report) {
        0 => line,
        1 => line.with_words("; 1 build fact fails"),
        facts => line.with_words(format!("; {} fail", format_count(facts, "build fact"))),
    }
}

/// Returns the finding with the largest growth; the first one if several are equal.
fn find_largest_growth<'a>(rows: impl DoubleEndedIterator<Item = &'a ReportRow>) -> Option<&'a ReportRow> {
    rows.rev().max_by(|a, b| a.change.value.total_cmp(&b.change.value))
}

/// Returns the failing finding with the largest growth. Modules, budgets and counts are used only if all failing findings are modules,
/// budgets or counts.
fn largest_failing<'a>(failing: &[&'a ReportRow]) -> Option<&'a ReportRow> {
    let first = find_largest_growth(failing.iter().copied().filter(|row| words::adds_up(row)));
    first.or_else(|| find_largest_growth(failing.iter().copied()))
}

/// Returns the failing method with the largest growth.
pub(super) fn largest_method<'a>(failing: &[&'a ReportRow]) -> Option<&'a ReportRow> {
    find_largest_growth(
        failing.iter().copied().filter(|row| row.subject.method().is_some() && !is_budget(row)),
    )
}

/// Returns whether a row measures time before `main`.
pub(super) fn is_before_main(row: &ReportRow) -> bool {
    row.subject.phase().is_some_and(|phase| phase.starts_with("start..") || phase.ends_with("..main"))
}

fn summarize_failing(failing: &[&ReportRow], report: &Report) -> Line {
    let (budgets, others): (Vec<&ReportRow>, Vec<&ReportRow>) =
        failing.iter().copied().partition(|row| is_budget(row));
    let methods = words::failing_methods(report).count();
    let has_new = words::failing_methods(report).any(|row| row.kind.finding_kind() == Some(FindingKind::New));
    let slower = if has_new { "slower or new" } else { "slower" };
    // Budgets are counted separately from regressions, since a budget may limit a row that has a finding too.
    let mut parts = Vec::new();
    if !budgets.is_empty() {
        let known = budgets.iter().all(|row| words::was_over(row));
        let before = if known { " as before" } else { "" };
        parts.push(format!("{} exceeded{before}", format_count(budgets.len(), "budget")));
    }
    match others.len() {
        0 => {}
        // The growth of a single method is shown after the method's name, so the count needs no sum.
        1 if methods == 1 => parts.push(format!("1 method {slower}")),
        // The growth of all findings is added up only if all are methods. A phase contains methods, which would be counted twice.
        all if all == methods => {
            let is_creep = |row: &&ReportRow| row.kind.finding_kind() == Some(FindingKind::Creep);
            let since = if others.iter().all(is_creep) { since_anchor(report) } else { String::new() };
            parts.push(format!(
                "{} {slower}{since}, together {} of their own time",
                format_count(all, "method"),
                format_signed_time(sum(others.iter().copied()))
            ));
        }
        all if all > MANY && methods > 1 => {
            let of_methods = others.iter().copied().filter(|row| row.subject.method().is_some());
            parts.push(format!(
                "{all} regressions, {methods} methods {}",
                format_signed_time(sum(of_methods))
            ));
        }
        all => parts.push(format_count(all, "regression")),
    }
    match build_facts::count_failing(report) {
        0 => {}
        1 => parts.push("1 build fact that fails".to_owned()),
        facts => parts.push(format!("{} that fail", format_count(facts, "build fact"))),
    }
    let what = match parts.split_last() {
        Some((last, first @ [_, ..])) => format!("{} and {last}", first.join(", ")),
        _ => parts.concat(),
    };
    if others.len() > MANY {
        return in_one_line(&what, &others);
    }
    let Some(row) = largest_failing(failing) else { return Line::from_words(what) };
    let is_method = row.subject.method().is_some();
    // If a module grew by more than the largest method, the headline calls the method `the largest method` and not the largest finding.
    let is_less = is_method && others.iter().any(|other| other.change.value > row.change.value);
    let word = match others.len() {
        0 | 1 => ": ",
        _ if is_less => "; largest method: ",
        _ => "; largest: ",
    };
    let line = add_finding(Line::from_words(format!("{what}{word}")), row);
    // Code outside methods has no source file, so the headline also names the largest method.
    match largest_method(failing).filter(|_| row.subject.method().is_none()) {
        Some(method) => add_finding(line.with_words("; largest method: "), method),
        None => line,
    }
}

/// Formats many findings in one line: the number of owners and the largest method. The owner of the method is not repeated here, since the
/// card of the finding names it.
fn in_one_line(what: &str, others: &[&ReportRow]) -> Line {
    let owners: BTreeSet<&str> = others.iter().filter_map(|row| row.owner.as_deref()).collect();
    let of = if owners.len() > 1 { format!(", {} owners", owners.len()) } else { String::new() };
    let Some(row) = largest_method(others).or_else(|| largest_failing(others)) else {
        return Line::from_words(what);
    };
    let word = if row.subject.method().is_some() { "largest method" } else { "largest" };
    Line::from_words(format!("{what}{of}; {word}: "))
        .name(truncate_middle(&row.name, SHORT))
        .with_words(format!(" {}", format_signed_time(row.change.value)))
}

/// The number of characters above which a name would make a headline of many findings too long.
const SHORT: usize = 24;

/// The number of failing findings from which on a list by owner comes first.
pub(super) const MANY: usize = 10;

/// Adds the name, the size, the module and the owner of a finding to a line.
fn add_finding(line: Line, row: &ReportRow) -> Line {
    let size = if matches!(row.kind.finding_kind(), Some(FindingKind::New | FindingKind::NewModule)) {
        format_signed_time(row.change.value)
    } else {
        format_growth(row)
    };
    line.name(truncate_middle(&row.name, NAME)).with_words(format!(" {size}")).with_line(owner_label(row))
}

/// Formats the change of the typical launch, and whether it exceeds the noise.
pub(super) fn format_launch_change(report: &Report) -> Option<String> {
    let launch = whole_launch(report)?;
    let both = format!(
        "{} {}",
        words::typical_launch(report),
        format_both_times(launch.base.value, launch.head.value)
    );
    let counted = evidence::counts_in_short(report).map_or(String::new(), |counted| format!("; {counted}"));
    let interval = match launch.interval_values() {
        [Some(low), Some(high)] => Some((low, high)),
        _ => None,
    };
    // A pass depends on the limit of the growth, so the limit is shown instead of the interval. The limit may be that of a part of the
    // launch, and the interval of the whole launch would then contradict it.
    let limit = report.limit.filter(|_| report.verdict != Answer::Regressed);
    let is_faster = limit.is_some_and(|limit| limit.share() < 0.0);
    let is_noise = !is_faster && interval.is_some_and(|(low, high)| low <= 0.0 && high >= 0.0);
    // The words "within noise" are omitted for a regression, since they would contradict the finding.
    let change = match report.verdict {
        Answer::Regressed if is_noise => "change not proven".to_owned(),
        _ if is_noise => "within noise".to_owned(),
        _ => format_growth(launch),
    };
    let certainty = match (limit, interval) {
        (Some(limit), _) => format!(", {}", format_limit(limit, report)),
        (None, Some((low, high))) if is_noise => {
            format!(" (95 % interval {})", format_change_range(low, high))
        }
        (None, Some((low, high))) => format!(", 95 % interval {}", format_change_range(low, high)),
        (None, None) => String::new(),
    };
    Some(format!("{both}, {change}{certainty}{counted}"))
}

/// Formats the upper limit of the launch's growth, and states which growth and which methods the limit does not include.
fn format_limit(limit: RelativeGrowth, report: &Report) -> String {
    let share = limit.share();
    let percent = format_percent(share.abs());
    let change =
        if share < 0.0 { format!("at least {percent} faster") } else { format!("at most {percent} slower") };
    let is_of_part = |reason: &PreservedValue<Reason>| {
        matches!(reason, PreservedValue::Known(Reason::JudgedWithout { .. }))
    };
    let part =
        if report.reasons.iter().any(is_of_part) { " without the methods that vary too much" } else { "" };
    let beyond = if report.findings.is_empty() { "" } else { ", beyond the growth in the findings" };
    format!("{change}{part}{beyond}")
}

/// Formats the times of slow launches, which are not part of the typical launch.
pub(super) fn format_slow_launches(report: &Report) -> Option<String> {
    let slow = report.slow_launches?;
    let [first, last] = slow.range_ns;
    let times =
        if slow.slow > 1 { format_range(&format_time(first), &format_time(last)) } else { format_time(last) };
    Some(format!(
        "Slow launches: {} of {} took {times}; the slowest of the base's {} took {}",
        slow.slow,
        slow.launches.head,
        slow.launches.base,
        format_time(slow.slowest_base_ns)
    ))
}

/// Returns the row of the whole launch.
pub(super) fn whole_launch(report: &Report) -> Option<&ReportRow> {
    report.wholes.iter().find(|row| row.subject.is_launch())
}

/// Returns the value that a condition of recording, such as the device, has in the head.
pub(super) fn head_condition(report: &Report, of: Condition) -> Option<String> {
    let known = report.environment.iter().find(|pair| pair.condition.known_value() == Some(of))?;
    (!known.head.is_empty()).then(|| truncate_middle(&known.head.join(", "), NAME))
}

/// Returns the app, build, device, scenario and date, as far as they are known.
pub(super) fn subject(report: &Report) -> Vec<String> {
    let value = |of: Condition| head_condition(report, of);
    let head = report.history.iter().rfind(|session| session.is_head);
    let build = head.and_then(build_of);
    let app = match (value(Condition::AppBundle), build) {
        (Some(app), Some(build)) => Some(format!("{app} {}", truncate_middle(&build, NAME))),
        (app, build) => app.or(build),
    };
    let is_number = |os: &String| os.starts_with(|c: char| c.is_ascii_digit());
    let os = value(Condition::DeviceOs).map(|os| if is_number(&os) { format!("iOS {os}") } else { os });
    let seconds = head.and_then(|head| Some(head.recorded_unix_ms? / 1000));
    let date = seconds.and_then(Date::from_unix_seconds).map(|date| date.to_string());
    let scenario = value(Condition::Scenario).map(|scenario| format!("scenario {scenario}"));
    [app, value(Condition::DeviceModel), os, scenario, date].into_iter().flatten().collect()
}

fn build_of(session: &Session) -> Option<String> {
    match (session.build.as_str(), session.version.as_str()) {
        ("", _) => None,
        (build, "") => Some(format!("build {build}")),
        (build, version) => Some(format!("{version} ({build})")),
    }
}

/// Returns the name of the build that was launched on each side; `None` for both sides if the names are equal.
fn recorded_builds(report: &Report) -> [Option<String>; 2] {
    let list = report.launches.as_ref().and_then(|launches| launches.list.as_ref());
    let both = list.map_or([None, None], |all| {
        [builds_of(report, &all.base, false), builds_of(report, &all.head, true)]
    });
    if both[0] == both[1] { [None, None] } else { both }
}

/// Names the build of a side's launches, or formats the number of builds.
fn builds_of(report: &Report, launches: &[LaunchUsed], is_head: bool) -> Option<String> {
    let is_used = |session: &&Session| {
        session.is_head == is_head && launches.iter().any(|launch| launch.session == session.name)
    };
    let builds = report.history.iter().filter(is_used).map(build_of);
    let builds: BTreeSet<String> = builds.collect::<Option<_>>()?;
    match builds.len() {
        0 | 1 => builds.into_iter().next(),
        several => Some(format_count(several, "build")),
    }
}

/// Names both builds, by their commits if these are known and otherwise by their versions.
pub(super) fn build_names(report: &Report) -> [Option<String>; 2] {
    let in_turns =
        report.launches.as_ref().is_some_and(|used| used.mode.known_value() == Some(ComparisonMode::Blocks));
    let of = report.origin.as_ref().filter(|_| in_turns);
    let both = of.and_then(|of| of.base_commit.as_deref().zip(of.commit.as_deref()));
    match both.filter(|(base, head)| base != head) {
        Some((base, head)) => [base, head].map(|all| Some(all.get(..7).unwrap_or(all).to_owned())),
        None => recorded_builds(report),
    }
}

/// Formats the numbers of launches with their builds and commits. Without a comparison, formats only the commit.
pub(super) fn format_launches_used(report: &Report) -> Option<Line> {
    let origin = report.origin.clone().unwrap_or_default();
    let Some(launches) = &report.launches else {
        let commit = origin.commit.as_deref()?;
        return Some(Line::from_words("commit ").name(commit.get(..12).unwrap_or(commit)));
    };
    // If both commits are known, the commits identify the builds, so the versions are omitted.
    let by_commit = origin.base_commit.is_some() && origin.commit.is_some();
    let told = by_commit && launches.mode.known_value() == Some(ComparisonMode::Blocks);
    let [of_base, of_head] = if told { [None, None] } else { recorded_builds(report) };
    let head = with_build(Line::from_words(format_count(launches.head, "launch")), of_head);
    let head = with_commit(head, "head", origin.commit.as_deref());
    let base = with_build(head.with_words(format!(" compared with {}", launches.base)), of_base);
    let base = match launches.mode.known_value() {
        Some(ComparisonMode::Blocks) => {
            with_commit(base, "base", origin.base_commit.as_deref()).with_words(", interleaved")
        }
        // The commit of the base is omitted, since stored launches may be of several commits.
        Some(ComparisonMode::Sessions) | None => with_commit(
            base.with_words(format!(" from {}", format_count(launches.sessions, "earlier run"))),
            "base",
            None,
        ),
    };
    let excluded = match launches.excluded.len() {
        0 => String::new(),
        excluded => format!(", {} excluded", format_count(excluded, "launch")),
    };
    Some(base.with_words(excluded))
}

/// Adds the name of the side and its commit to a line.
fn with_commit(line: Line, side: &str, commit: Option<&str>) -> Line {
    match commit {
        Some(commit) => line
            .with_words(format!(" ({side}, commit "))
            .name(commit.get(..12).unwrap_or(commit))
            .with_words(")"),
        None => line.with_words(format!(" ({side})")),
    }
}

fn with_build(line: Line, build: Option<String>) -> Line {
    match build {
        Some(build) => line.with_words(" of ").name(truncate_middle(&build, NAME)),
        None => line,
    }
}

/// Formats the lost launches by side and reason, and whether they were repeated.
pub(super) fn format_lost_launches(report: &Report) -> Option<Line> {
    let lost = &report.launches.as_ref().filter(|launches| !launches.lost.is_empty())?.lost;
    let mut line = Line::from_words("Lost launches: ");
    for (at, one) in lost.iter().take(LISTED).enumerate() {
        let separator = if at > 0 { ", " } else { "" };
        line = line.with_words(format!("{separator}{} of the {}", one.launches, one.side.name()));
        line = match &*one.reason {
            "Crashed" => line.with_words(" (the app crashed)"),
            "NoTrace" => line.with_words(" (the app wrote no trace)"),
            "NoWindow" => {
                let line = line.with_words(" (the recorded window did not begin or did not end");
                let first = one.why.as_deref().map(|why| truncate_middle(why, DESCRIPTION));
                let description = first.map(|why| Line::from_words("; the first: ").with_text(why));
                line.with_line(description.unwrap_or_default()).with_words(")")
            }
            other => line.with_words(" (").name(truncate_middle(other, NAME)).with_words(")"),
        };
    }
    let more = lost.len().saturating_sub(LISTED);
    Some(if more > 0 { line.with_words(format!(" and {more} more reasons")) } else { line })
}

/// The length from which on the middle of a description of a lost launch is omitted.
const DESCRIPTION: usize = 400;
/// The number of reasons of lost launches that are named.
const LISTED: usize = 6;

/// Formats the significance level, the limits, and the common change that was subtracted from all rows.
pub(super) fn format_significance(report: &Report) -> Option<String> {
    let settings = report.settings.as_ref().filter(|_| report.launches.is_some())?;
    let counted = settings
        .instructions_effect
        .filter(|_| !report.counts.is_empty())
        .map_or(String::new(), |effect| format!(", and of instructions below {}", format_percent(effect)));
    let ignored = format!(
        "At most {} of the checks of an unchanged app fail. Growth of times below {} plus {} is ignored{counted}.",
        format_percent(settings.alpha),
        format_percent(settings.limits.effect),
        format_time(settings.limits.floor_ns)
    );
    let drift = report.drift.filter(|drift| drift.removed && report.verdict != Answer::Pass);
    Some(drift.map_or(ignored.clone(), |drift| {
        format!(
            "{ignored} {} is common to all methods, and subtracted from each.",
            format_relative_change(drift.ratio)
        )
    }))
}

/// Explains over which launches the levels of a comparison are averaged.
pub(super) fn explain_levels(report: &Report) -> Option<String> {
    let share = report.launches.as_ref()?.typical_share?;
    let launch = match share < 1.0 {
        true => format!("the mean of the faster {} of a session's launches", format_percent(share)),
        false => "the mean of all launches of a build".to_owned(),
    };
    Some(format!(
        "A typical launch is {launch}; the level of a method is the mean of those of its launches that vary least."
    ))
}

#[cfg(test)]
mod tests {
    use gate_decision::{Amount, NamedFunction};
    use gate_launches::FunctionId;

    use super::*;
    use crate::value::{AcceptedRegression, LaunchesUsed, RowStatus};

    #[test]
    fn accepted_times_and_accepted_counts_have_separate_sums() {
        let accepted = |subject: Subject, value: f64| {
            let accepted =
                AcceptedRegression { until: "2027-01-31".to_owned(), ..AcceptedRegression::default() };
            let zero = Amount { value: 0.0, unit: subject.unit() };
            ReportRow {
                base: zero,
                change: Amount { value, ..zero },
                subject,
                status: Some(RowStatus::Accepted(accepted).into()),
                ..ReportRow::default()
            }
        };
        let id = FunctionId { module: "Pricing".into(), name: "total()".into() };
        let calls =
            || accepted(Subject::Called(NamedFunction { id: id.clone(), short: "total".into() }), 5.0);
        let work = || accepted(Subject::Work("file.open".into(), None), 2.0);
        let time = || accepted(Subject::Method("-[Cart total]".into()), 3e6);
        let line = |findings: Vec<ReportRow>| {
            let launches = Some(LaunchesUsed::default());
            format_pass(&Report { findings, launches, ..Report::default() }).to_plain_text()
        };
        assert_eq!(line(vec![calls()]), "1 accepted regression, +5 calls, until 2027-01-31");
        assert_eq!(
            line(vec![calls(), work(), time()]),
            "3 accepted regressions, +3.00 ms, +5 calls, +2 requests, until 2027-01-31"
        );
    }

    #[test]
    fn the_limit_of_a_pass_names_the_growth_and_the_methods_that_it_excludes() {
        let limit =
            |share: f64| RelativeGrowth { growth: Amount::from_ns(share * 1e9), of: Amount::from_ns(1e9) };
        let found = || vec![ReportRow::default()];
        let without = || vec![Reason::JudgedWithout { rows: Vec::new(), more: 0 }.into()];
        let plain = Report::default();
        assert_eq!(format_limit(limit(0.021), &plain), "at most 2.1 % slower");
        assert_eq!(format_limit(limit(-0.021), &plain), "at least 2.1 % faster");
        let with_finding = Report { findings: found(), ..Report::default() };
        assert_eq!(
            format_limit(limit(0.021), &with_finding),
            "at most 2.1 % slower, beyond the growth in the findings"
        );
        let of_part = Report { findings: found(), reasons: without(), ..Report::default() };
        assert_eq!(
            format_limit(limit(0.021), &of_part),
            "at most 2.1 % slower without the methods that vary too much, beyond the growth in the findings"
        );
    }
}
