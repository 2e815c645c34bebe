//! Findings that were measured again, in fresh launches.
//!
//! A finding stands only where the fresh launches alone reject its row too: at the whole level, Holm (1979) over the rows that were
//! found first. Those are few, so this test has more power than the first one and one false alarm needs two.
//! A budget has no error: it stands where it is exceeded again.

use gate_config::Config;
use gate_launches::Ns;
use gate_stats::multiple::holm;

use super::{Answer, Finding, FindingKind, Verdict, whole};
use crate::compare::{Comparison, Judged, Subject};

/// What fresh launches say of a finding.
#[derive(Clone, Debug)]
pub struct Again {
    /// Whether they reject its row too.
    pub confirmed: bool,
    /// How likely so much growth is by chance, corrected for the rows that were found first.
    pub p_adjusted: f64,
    /// The row in the fresh launches; none where it is not in them.
    pub judged: Option<Judged>,
}

impl Verdict {
    /// Lets only those findings fail that the fresh launches confirm. Without one the answer is undecided.
    pub fn confirm(&mut self, fresh: &Comparison, config: &Config) {
        let asked: Vec<&mut Finding> = self.findings.iter_mut().filter(|finding| finding.fails()).collect();
        if asked.is_empty() {
            return;
        }
        let rows: Vec<(Option<&Judged>, f64)> =
            asked.iter().map(|finding| row_again(finding, fresh, config)).collect();
        let adjusted = holm(&rows.iter().map(|(_, p)| *p).collect::<Vec<f64>>());
        for ((finding, (judged, _)), p_adjusted) in asked.into_iter().zip(rows).zip(adjusted) {
            let confirmed = p_adjusted <= config.gate.alpha;
            if !confirmed {
                self.reasons.push(not_confirmed(finding, judged));
            }
            finding.again = Some(Again { confirmed, p_adjusted, judged: judged.cloned() });
        }
        super::sort(&mut self.findings);
        if self.answer == Answer::Regressed && !self.findings.iter().any(Finding::fails) {
            self.answer = Answer::Undecided;
        }
    }
}

/// The row of a finding in the fresh launches, and how likely so much growth is by chance.
fn row_again<'a>(finding: &Finding, fresh: &'a Comparison, config: &Config) -> (Option<&'a Judged>, f64) {
    let surely = |rejected: bool| if rejected { 0.0 } else { 1.0 };
    let launch = || fresh.wholes.iter().find(|judged| judged.row.subject.is_launch());
    let subject = finding.subject();
    match finding.kind {
        FindingKind::Drift => (launch(), surely(whole::finding(fresh, config).is_some())),
        FindingKind::Budget => {
            let found = fresh.budgets.iter().find(|budgeted| budgeted.judged.row.subject == *subject);
            (found.map(|budgeted| &budgeted.judged), surely(found.is_some_and(|budgeted| budgeted.is_over())))
        }
        FindingKind::Instructions | FindingKind::Cycles | FindingKind::Process => {
            let counted = finding.counted.as_ref().map(|counted| &counted.judged.row.subject);
            let found = fresh.counters.rows.iter().find(|row| counted == Some(&row.judged.row.subject));
            let time = found.and_then(|row| row.judged.row.subject.time());
            let time = fresh.wholes.iter().find(|whole| Some(&whole.row.subject) == time.as_ref());
            (time, found.map_or(1.0, |row| row.judged.result.p))
        }
        FindingKind::Calls | FindingKind::Work if finding.more_calls.is_some() => {
            let more = fresh.more_calls.iter().map(|exact| &exact.judged);
            let is_again = more.clone().any(|judged| judged.row.subject == *subject);
            let (row, p) = of_subject(fresh.rows.iter().chain(more), subject);
            (row, if is_again { 0.0 } else { p })
        }
        FindingKind::SlowLaunches if subject.is_launch() => (launch(), fresh.slow.p),
        FindingKind::SlowLaunches => {
            let slow =
                fresh.slow_rows.iter().flatten().filter(|(row, _)| row == subject).map(|(_, slow)| slow.p);
            let (row, _) = of_subject(&fresh.rows, subject);
            (row, slow.fold(1.0, f64::min))
        }
        FindingKind::LostLaunches => (launch(), fresh.lost.p()),
        FindingKind::Creep => of_subject(&fresh.creep, subject),
        FindingKind::Module | FindingKind::NewModule => of_subject(&fresh.modules, subject),
        _ => {
            let rows = fresh.rows.iter().chain(&fresh.wholes).chain(&fresh.beside);
            of_subject(rows.chain(&fresh.functions.rows), subject)
        }
    }
}

fn of_subject<'a>(
    rows: impl IntoIterator<Item = &'a Judged>,
    subject: &Subject,
) -> (Option<&'a Judged>, f64) {
    let found = rows.into_iter().find(|judged| judged.row.subject == *subject);
    (found, found.map_or(1.0, |judged| judged.result.p))
}

fn not_confirmed(finding: &Finding, again: Option<&Judged>) -> String {
    let what = finding.subject();
    if let Some(counted) = &finding.counted {
        return format!(
            "{} grew by {:+.2} %, but fresh launches do not confirm it",
            counted.judged.row.subject,
            100.0 * (counted.judged.result.ratio - 1.0)
        );
    }
    let Some(again) = again else {
        return format!("{what} was slower, but fresh launches do not contain it: not confirmed");
    };
    let ms = |ns: f64| format!("{:+}", Ns(ns));
    let (low, high) = again.result.change_interval;
    let interval = if low.is_finite() { format!(" ({} to {})", ms(low), ms(high)) } else { String::new() };
    let first = format!(" by {}", ms(finding.judged.change()));
    format!(
        "{what} was slower{first}, but fresh launches show {}{interval}: not confirmed",
        ms(again.change())
    )
}
