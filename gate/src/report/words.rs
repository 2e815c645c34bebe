//! What every format says in the same words: the headline, how sure it is, the groups of findings, and what to do next.
//!
//! Plain text, nothing escaped: that is each renderer's, since each has dangers of its own.

use super::text::{fitted, percent, signed, time};
use super::value::{Accepted, Again, Report, ReportRow};
use crate::compare::Mode;
use crate::verdict::{Answer, FindingKind};

/// Where a name is one field of many, a longer one is no name.
pub(super) const NAME: usize = 500;

/// One line: the answer, and what happened to the launch.
pub(super) fn headline(report: &Report) -> String {
    let failing = report.findings.iter().filter(|finding| finding.fails).count();
    let is_chance = |finding: &&ReportRow| finding.again.as_ref().is_some_and(|again| !again.confirmed);
    let chance = report.findings.iter().filter(is_chance).count();
    let launch = whole_launch(report);
    match report.verdict {
        Answer::Regressed => match launch {
            Some(launch) if launch.change_ns > 0.0 => format!(
                "{}: the launch takes {}, {} more than before",
                count(failing, "finding"),
                time(launch.head_ns),
                time(launch.change_ns)
            ),
            _ => count(failing, "finding"),
        },
        Answer::Pass => match launch {
            Some(launch) => format!("nothing became slower: the launch takes {}", time(launch.head_ns)),
            None => "nothing became slower".to_owned(),
        },
        Answer::Undecided if report.launches.is_none() => "too few launches to judge".to_owned(),
        Answer::Undecided if chance > 0 => {
            format!("{} that fresh launches do not confirm", count(chance, "finding"))
        }
        Answer::Undecided => "no finding, and no proof that there is none".to_owned(),
        Answer::NoBaseline => "there is nothing to compare with".to_owned(),
        Answer::Incomparable => "the two sides were recorded under different conditions".to_owned(),
        Answer::NotRecorded => "no method was recorded".to_owned(),
    }
}

/// The answer as a word for headlines.
pub(super) fn answer(answer: Answer) -> &'static str {
    match answer {
        Answer::Pass => "PASS",
        Answer::Regressed => "REGRESSED",
        Answer::Undecided => "UNDECIDED",
        Answer::NoBaseline => "NO BASELINE",
        Answer::Incomparable => "INCOMPARABLE",
        Answer::NotRecorded => "NOT RECORDED",
    }
}

/// How many launches were used, against what; none where nothing was compared.
pub(super) fn used(report: &Report) -> Option<String> {
    let launches = report.launches.as_ref()?;
    let against = match launches.mode.known() {
        Some(Mode::Blocks) => "interleaved launches of the base".to_owned(),
        Some(Mode::Sessions) | None => format!("of {}", count(launches.sessions, "baseline session")),
    };
    let not_counted = match launches.excluded.len() {
        0 => String::new(),
        1 => "; 1 does not count".to_owned(),
        excluded => format!("; {excluded} do not count"),
    };
    Some(format!("{} against {} {against}{not_counted}", count(launches.head, "launch"), launches.base))
}

/// How sure the answer is.
pub(super) fn sure(report: &Report) -> Option<String> {
    let settings = report.settings.as_ref().filter(|_| report.launches.is_some())?;
    Some(format!(
        "At most {} of the runs of an unchanged app have a finding; growth below {} + {} is none",
        percent(settings.alpha),
        percent(settings.effect),
        time(settings.floor_ns)
    ))
}

/// The row of the launch as a whole.
pub(super) fn whole_launch(report: &Report) -> Option<&ReportRow> {
    report.wholes.iter().find(|row| row.phase.as_deref() == Some("launch"))
}

/// Findings of one module and owner, in the order of the first of each.
pub(super) struct Group<'a> {
    pub(super) module: Option<&'a str>,
    pub(super) owner: Option<&'a str>,
    pub(super) findings: Vec<&'a ReportRow>,
}

impl Group<'_> {
    /// What its findings that fail add up to.
    pub(super) fn change_ns(&self) -> f64 {
        self.findings.iter().filter(|row| row.fails).map(|row| row.change_ns).sum()
    }

    /// The module's name, or what the findings are where no module has them.
    pub(super) fn title(&self) -> &str {
        match (self.module, self.findings.first()) {
            (Some(module), _) => module,
            (None, Some(row)) if row.method.is_some() => "no module",
            _ => "the launch",
        }
    }
}

pub(super) fn groups(findings: &[ReportRow]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut places = hashbrown::HashMap::new();
    for row in findings {
        let (module, owner) = (row.module.as_deref(), row.owner.as_deref());
        let place =
            *places.entry((module, owner, module.is_some() || row.method.is_some())).or_insert_with(|| {
                groups.push(Group { module, owner, findings: vec![] });
                groups.len() - 1
            });
        groups[place].findings.push(row);
    }
    groups
}

/// A finding in one line, its name no longer than `longest`.
pub(super) fn finding(row: &ReportRow, longest: usize) -> String {
    if is_budget(row) && row.base_ns == 0.0 {
        // Where nothing is stored there is no before.
        return format!("{}: {}, {}", fitted(&row.name, longest), time(row.head_ns), what(row));
    }
    format!(
        "{}: {} → {}, {} ({}), {}",
        fitted(&row.name, longest),
        time(row.base_ns),
        time(row.head_ns),
        signed(row.change_ns),
        change(row),
        what(row)
    )
}

/// A finding in one sentence, and whose it is.
pub(super) fn message(row: &ReportRow) -> String {
    let whose = match (&row.module, &row.owner) {
        (Some(module), Some(owner)) => format!(" [{}, {}]", fitted(module, NAME), fitted(owner, NAME)),
        (Some(module), None) => format!(" [{}]", fitted(module, NAME)),
        (None, _) => String::new(),
    };
    finding(row, NAME) + &whose
}

/// Whether it is a limit that is exceeded, and no test.
pub(super) fn is_budget(row: &ReportRow) -> bool {
    match row.kind.found() {
        Some(FindingKind::Budget) => true,
        Some(
            FindingKind::Slower
            | FindingKind::Calls
            | FindingKind::New
            | FindingKind::NewModule
            | FindingKind::Moved
            | FindingKind::Phase
            | FindingKind::Page
            | FindingKind::Module
            | FindingKind::Drift
            | FindingKind::Creep
            | FindingKind::Instructions
            | FindingKind::Cycles,
        )
        | None => false,
    }
}

/// What kind of finding it is, as a phrase.
pub(super) fn kind(row: &ReportRow) -> &'static str {
    // A kept report may come from anywhere; only words of ours go into the text.
    row.kind.found().map_or("found", FindingKind::label)
}

/// What kind of finding it is, and which limit it broke.
pub(super) fn what(row: &ReportRow) -> String {
    let limit = row.limit_ns.map_or(String::new(), |limit| format!(" of {}", time(limit)));
    format!("{}{limit}", kind(row))
}

/// The methods that a finding stands for, the first of them by name.
pub(super) fn holds(row: &ReportRow) -> Option<String> {
    const NAMED: usize = 6;
    if row.holds.is_empty() {
        return None;
    }
    let names: Vec<String> = row.holds.iter().take(NAMED).map(|name| fitted(name, 60)).collect();
    let more = row.holds.len().saturating_sub(NAMED);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    Some(format!("stands for {}{rest}", names.join(", ")))
}

/// That somebody accepted less than there is.
pub(super) fn exceeds(accepted: &Accepted) -> String {
    let size = accepted.up_to.as_deref().unwrap_or("less");
    format!(
        "more than the accepted growth of up to {size} (until {} by {}: {})",
        accepted.until, accepted.owner, accepted.reason
    )
}

/// What fresh launches say of a finding.
pub(super) fn again(again: &Again) -> String {
    let range = match again.interval_ns {
        [Some(low), Some(high)] => format!(" ({} to {})", signed(low), signed(high)),
        _ => String::new(),
    };
    let end = if again.confirmed { "confirmed" } else { "not confirmed, so it fails nothing" };
    format!("fresh launches: {}{range}, {end}", signed(again.change_ns))
}

/// The relative change, or that there was nothing before.
pub(super) fn change(row: &ReportRow) -> String {
    match row.ratio {
        // Against next to nothing a share says nothing.
        Some(_) if row.base_ns < 0.5 && row.head_ns >= 0.5 => "new".to_owned(),
        Some(ratio) => format!("{:+.1} %", 100.0 * (ratio - 1.0)),
        None => "new".to_owned(),
    }
}

/// The interval of the change.
pub(super) fn interval(row: &ReportRow) -> Option<String> {
    let [low, high] = row.interval_ns;
    Some(match (low, high) {
        (Some(low), Some(high)) => format!("{} to {}", signed(low), signed(high)),
        (Some(low), None) => format!("at least {}", signed(low)),
        (None, Some(high)) => format!("at most {}", signed(high)),
        (None, None) => return None,
    })
}

/// How likely such a growth is where nothing changed; none of a budget, which is a limit and no test.
pub(super) fn chance(row: &ReportRow) -> Option<String> {
    let p = row.p_adjusted;
    if is_budget(row) || !p.is_finite() {
        return None;
    }
    Some(match p {
        _ if p < 1e-6 => "less than 1 in a million".to_owned(),
        _ if p < 0.01 => {
            // Two digits are more than enough.
            let once_in = 1.0 / p;
            let unit = 10f64.powf(once_in.log10().floor() - 1.0);
            format!("1 in {}", (once_in / unit).round() * unit)
        }
        _ => percent(p),
    })
}

/// What growth a noisy row could hide.
pub(super) fn could_hide(row: &ReportRow) -> String {
    match row.could_hide {
        Some(share) => format!("{} ({})", time(share * row.base_ns), percent(share)),
        None => "anything".to_owned(),
    }
}

/// Calls × cost of a call, before and after.
pub(super) fn calls(row: &ReportRow) -> Option<String> {
    let (base, head) = (row.base_calls?, row.head_calls?);
    let each = |calls: f64, ns: f64| {
        let calls_text = if calls.fract() == 0.0 { format!("{calls}") } else { format!("{calls:.1}") };
        if calls > 0.0 { format!("{calls_text} × {}", time(ns / calls)) } else { calls_text }
    };
    Some(format!("{} → {}", each(base, row.base_ns), each(head, row.head_ns)))
}

/// What to do next, one sentence each; commands stand between backquotes.
pub(super) fn next_steps(report: &Report) -> Vec<String> {
    let mut steps = Vec::new();
    let first = report.findings.iter().find(|row| row.fails && row.method.is_some());
    let interleaved =
        report.launches.as_ref().is_some_and(|launches| launches.mode.known() == Some(Mode::Blocks));
    match report.verdict {
        Answer::Pass => {}
        Answer::Regressed => {
            if first.is_some() {
                steps.push(
                    "`gate explain METHOD` shows who calls a method and what it calls, then and now."
                        .to_owned(),
                );
            }
            steps.push(
                "Intentional? `gate baseline accept METHOD --verdict FILE --reason … --owner … --until …` records it for review."
                    .to_owned(),
            );
        }
        Answer::Undecided => {
            steps.push(
                "Record more launches: `gate run --until-decided` stops when the answer is clear.".to_owned(),
            );
            if !interleaved {
                steps.push(
                    "Recording both builds interleaved (`gate run --against`) takes out what differs between sessions."
                        .to_owned(),
                );
            }
        }
        Answer::NoBaseline => steps.push(
            "Store one with `gate baseline update RUNS`, from a build that is known to be good.".to_owned(),
        ),
        Answer::Incomparable => {
            steps.push("Record both sides on the same device, system and settings.".to_owned());
        }
        Answer::NotRecorded => steps.push(
            "See that the agent is in the app (`gate inject`) and records (`gate doctor`), then launch again."
                .to_owned(),
        ),
    }
    steps
}

/// A count with its noun.
pub(super) fn count(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ if noun.ends_with("ch") => format!("{count} {noun}es"),
        _ => format!("{count} {noun}s"),
    }
}
