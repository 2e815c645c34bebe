//! What a pass needs to be shown, and was not.
//!
//! - The launch and its phases, the upper 95 % limit of their growth below what matters and the floor as it is set; or, where they vary
//!   too much for that, the part of the launch that can be judged (`stats::part`), if it is most of it. The rest is named.
//! - No more of the launches are slow, in the launch and in what is judged of it.
//! - Critical methods, modules and pages: their own growth below what matters of themselves, and their floor.
//! - A method that takes twice as long would be found, in the methods that take most of the time of methods.
//! - No three launches more are lost than the base loses.
//!
//! What somebody accepted, what the settings only want shown, and what findings tell of already is no growth that could hide.
//! Berger and Hsu (1996): to show several limits at once, each is shown at the whole level.

use gate_config::Config;
use gate_launches::{Ns, percent};
use gate_stats::{sample_size, tuned};

use super::whole::launch;
use super::{Finding, FindingKind, is_method, lost};
use crate::compare::{Call, Comparison, Judged, Mode, Subject};

/// What an answer that is no finding rests on.
pub(super) struct Shown {
    /// Why it is not a pass.
    pub(super) open: Vec<String>,
    /// About how many more launches would make it one, if launches alone would.
    pub(super) more: Option<usize>,
    /// What a pass was shown without.
    pub(super) without: Option<String>,
}

pub(super) fn shown(comparison: &Comparison, findings: &[Finding], config: &Config) -> Shown {
    let matters = config.gate.matters;
    let mut critical: Vec<Open<'_>> = Vec::new();
    for judged in comparison.rows.iter().chain(&comparison.modules) {
        let rule = &judged.row.rule;
        // What phases spend outside of methods is a part of them: the phase itself is what is critical.
        if rule.critical && !rule.advisory && !judged.row.subject.is_outside() {
            let most = matters.max(rule.limits.effect) * judged.result.base + rule.limits.floor.0;
            critical.extend(hidden(judged, findings, most));
        }
    }
    let mut wholes: Vec<Open<'_>> = Vec::new();
    for judged in
        comparison.wholes.iter().filter(|judged| judged.row.rule.critical && !judged.row.rule.advisory)
    {
        // The floor as it is set: that in force may be a small share of it.
        let most = matters * judged.result.base + judged.row.rule.limits.set_floor.0;
        wholes.extend(hidden(judged, findings, most));
    }
    let part = of_part(comparison, findings, matters);
    let by_part = part.is_none() && !wholes.is_empty();
    let mut open = Vec::new();
    let mut times = Some(1.0_f64);
    // What a failing finding tells of is no slowdown that goes undetected.
    let fails = |subject: &Subject| findings.iter().any(|one| one.fails() && one.subject() == subject);
    if let (Some(part), false) = (&part, wholes.is_empty()) {
        let is_told = launch(comparison).is_some_and(|launch| fails(&launch.row.subject));
        open.extend((!is_told).then(|| part.said.clone()));
        // Either way would do.
        let by_wholes = most_times(&wholes);
        times = match (by_wholes, part.times) {
            (Some(a), Some(b)) => Some(a.min(b)),
            // How many more of one build there must be cannot be said where the base's own launches vary too much.
            (a, b) if comparison.mode == Mode::Blocks || comparison.part.judged.is_enough() => a.or(b),
            _ => None,
        };
    }
    critical.sort_by(|a, b| {
        b.could.total_cmp(&a.could).then_with(|| a.judged.row.subject.cmp(&b.judged.row.subject))
    });
    times = times.zip(most_times(&critical)).map(|(a, b)| a.max(b));
    let untold = critical.iter().filter(|open| !fails(&open.judged.row.subject));
    open.extend(untold.map(|open| said(open.could, open.judged)));
    if let Some(slow) = slow(comparison, findings) {
        open.push(slow);
        times = None;
    }
    if let Some(blind) = blind(comparison, config) {
        open.push(blind);
        times = None;
    }
    if let Some(lost) = lost::open(comparison, findings) {
        open.insert(0, lost);
        times = None;
    }
    Shown {
        open,
        more: times.and_then(|times| more_launches(times, comparison.counted.1)),
        without: without(comparison).filter(|_| by_part && comparison.part.judged.is_enough()),
    }
}

/// A row that may hide more than it may.
struct Open<'a> {
    judged: &'a Judged,
    /// What it could have grown by unseen.
    could: f64,
    /// What it may grow by, with what findings tell already.
    most: f64,
}

/// What a row may have grown by unseen, if that is more than it may.
fn hidden<'a>(judged: &'a Judged, findings: &[Finding], most: f64) -> Option<Open<'a>> {
    let told = told(judged, findings);
    let could = judged.result.upper - told;
    (could >= most && could > 0.0).then_some(Open { judged, could, most: most + told })
}

/// Why the judged part of the launch does not stand for the whole.
struct OpenPart {
    said: String,
    /// How many times the launches would show it.
    times: Option<f64>,
}

fn of_part(comparison: &Comparison, findings: &[Finding], matters: f64) -> Option<OpenPart> {
    let part = &comparison.part.judged;
    let told = launch(comparison).map_or(0.0, |launch| told(launch, findings));
    let most = matters * part.launch + told;
    // Nothing is left out then, and the launch as it is may be shown below what matters.
    if !part.is_enough() && part.upper >= most {
        let named: Vec<String> = comparison.part.left_out.iter().take(3).map(takes).collect();
        let who = if named.is_empty() { "everything".to_owned() } else { named.join(", ") };
        return Some(OpenPart {
            said: format!(
                "too little of the launch can be judged, because the base's own launches vary: {who}; set what waits for a server to advisory"
            ),
            times: None,
        });
    }
    if part.upper < most {
        return None;
    }
    let could = part.upper - told;
    let share = part_of(could, part.launch);
    let growth = part.growth - told;
    // What would be shown as 0.0 % is no growth.
    let said = if growth >= 0.0005 * part.launch {
        let looks = part_of(growth, part.launch);
        format!("the launch looks {looks} slower{}, and may be {share} slower", mostly(comparison, growth))
    } else {
        format!("a slowdown of the launch by {share} could go undetected")
    };
    Some(OpenPart { said, times: part.times(most) })
}

/// The method that most of a growth is in, if there is one.
fn mostly(comparison: &Comparison, growth: f64) -> String {
    let rows = comparison
        .rows
        .iter()
        .filter(|judged| !judged.row.rule.advisory && judged.result.call != Call::Finding);
    let most = rows.max_by(|a, b| a.change().total_cmp(&b.change()));
    let is_most = |judged: &&Judged| (0.5 * growth..=growth).contains(&judged.change());
    most.filter(is_most).map_or_else(String::new, |judged| {
        let place = judged.row.subject.to_string();
        format!(", most of it in {place} ({} more)", Ns(judged.change()))
    })
}

/// A time as a share of the launch, or as it is.
fn part_of(time: f64, launch: f64) -> String {
    if launch > 0.0 { percent(time / launch) } else { Ns(time).to_string() }
}

/// A row that is left out, with what it takes in launches of the base.
fn takes((subject, least, most): &(Subject, Ns, Ns)) -> String {
    format!("{subject}, which takes {least} to {most}")
}

/// The rows that a pass says nothing of.
fn without(comparison: &Comparison) -> Option<String> {
    const NAMED: usize = 5;
    let left_out = &comparison.part.left_out;
    let more = left_out.len().saturating_sub(NAMED);
    let mut named: Vec<String> = left_out.iter().take(NAMED).map(takes).collect();
    if more > 0 {
        named.push(format!("and {more} more"));
    }
    (!named.is_empty()).then(|| {
        format!(
            "judged without {}: their own launches vary so much that a slowdown there could go undetected",
            named.join("; ")
        )
    })
}

/// More of the launches are slow than a pass allows.
fn slow(comparison: &Comparison, findings: &[Finding]) -> Option<String> {
    let is_told = findings.iter().any(|finding| finding.kind == FindingKind::SlowLaunches);
    let slow = if comparison.slow.p <= comparison.part.judged.slow.p {
        &comparison.slow
    } else {
        &comparison.part.judged.slow
    };
    // What is told of it may be that it moved or was accepted.
    let is_open = |subject: &Subject| {
        let row = comparison.rows.iter().find(|judged| judged.row.subject == *subject);
        row.is_some_and(|row| told(row, findings) <= 0.0)
    };
    let mut rows = comparison.slow_rows.iter().flatten();
    let by_row = rows.find(|(subject, of_row)| of_row.p <= slow.p && is_open(subject));
    let (what, slow) = match by_row {
        Some((subject, of_row)) => (format!("launches were slower in {subject}"), of_row),
        None => ("launches were slower".to_owned(), slow),
    };
    (!is_told && slow.p <= tuned::SLOW_OF_A_PASS).then(|| {
        format!(
            "{} of {} {what} than all {} of the base, which unchanged builds show in {} of checks",
            slow.launches,
            slow.of.1,
            slow.of.0,
            percent(slow.p)
        )
    })
}

/// The launches are so few that methods could take twice as long unseen, in most of what methods take.
fn blind(comparison: &Comparison, config: &Config) -> Option<String> {
    let least = config.gate.fail_from * launch(comparison)?.result.base;
    // What takes less would be listed at most if it took twice as long.
    let methods = comparison
        .rows
        .iter()
        .filter(|judged| is_method(judged) && !judged.row.rule.advisory && judged.result.base >= least);
    let (mut blind, mut all, mut count) = (0.0, 0.0, 0);
    for judged in methods {
        let cost = judged.result.base;
        all += cost;
        count += 1;
        blind += if judged.result.could_hide > 1.0 { cost } else { 0.0 };
    }
    let (base, head) = comparison.counted;
    // Elsewhere it is noise that hides it, and more launches of this kind may not help.
    (comparison.common.relabelled && blind > 0.5 * all).then(|| {
        format!(
            "{base} launches compared with {head} do not show a method that takes twice as long, among {count} methods; record at least {ENOUGH} of each"
        )
    })
}

/// With this many launches of a side or more, hundreds of methods are judged by more than their order.
const ENOUGH: usize = 8;

/// How many times the launches show the row that needs most; none if there is a row that launches alone do not decide.
fn most_times(open: &[Open<'_>]) -> Option<f64> {
    let mut times = 1.0_f64;
    for row in open {
        let result = &row.judged.result;
        let of_launches = tuned::MORE_LAUNCHES * result.of_launches;
        times = times.max(sample_size::times((row.judged.change(), result.upper), of_launches, row.most)?);
    }
    Some(times)
}

/// As many more as that is; none if it would take too long.
fn more_launches(times: f64, launches: usize) -> Option<usize> {
    const MOST: f64 = 100.0;
    let more = ((times - 1.0) * launches as f64).ceil();
    (1.0..=MOST).contains(&more).then_some(more as usize)
}

/// What findings tell of a row's growth already.
pub(super) fn told(whole: &Judged, findings: &[Finding]) -> f64 {
    let (subject, module) = (&whole.row.subject, &whole.row.module);
    let is_part = |part: &Judged| match (subject.module(), part.row.subject.module()) {
        (Some(name), _) => part.row.module.as_ref() == Some(name),
        // A new module tells of all its methods.
        (_, Some(name)) if is_method(whole) => module.as_ref() == Some(name),
        _ => !is_method(whole) || part.row.subject == *subject,
    };
    let is_told = |finding: &&Finding| {
        let of_own = matches!(
            finding.kind,
            FindingKind::Slower
                | FindingKind::New
                | FindingKind::NewModule
                | FindingKind::Calls
                | FindingKind::Phase
                | FindingKind::Moved
                | FindingKind::Drift
        ) || finding.kind == FindingKind::SlowLaunches && !finding.subject().is_launch();
        of_own || finding.accepted.is_some() || finding.advisory
    };
    let of_time = |finding: &&Finding| !finding.is_of_calls_alone() && finding.counted.is_none();
    let parts = findings.iter().filter(of_time).filter(is_told);
    parts.map(|finding| &finding.judged).filter(|part| is_part(part)).map(Judged::change).sum()
}

fn said(could: f64, judged: &Judged) -> String {
    let share = part_of(could, judged.result.base);
    format!("a slowdown of {} by {share} could go undetected", judged.row.subject)
}
