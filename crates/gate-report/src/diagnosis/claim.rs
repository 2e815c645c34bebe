//! Renders the answer to a claim that the findings of an earlier verdict are fixed (`launchgate.claim/1`).
//!
//! A finding of time is fixed if the upper end of its growth's interval is at most `gate.matters` (a share) times its base, plus its floor.
//! For a pass, every critical row must meet the same condition. A finding of exact counts is fixed if the counts no longer grew.

use std::fmt::Write as _;

use gate_decision::{Amount, Answer, Subject, Unit, more_launches};
use gate_stats::sample_size;
use serde::Serialize;
use serde_json::json;

use super::super::summary;
use super::super::text::truncate_middle;
use super::super::value::{Report, ReportRow};
use super::brief::{evidence_amounts, interval, limit_size, render_document};

/// The number of columns to which a name is shortened.
const NAME: usize = 60;

/// The answer to a claim. The variants are ordered from the best to the worst answer, and several claims together have the worst of their
/// answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimAnswer {
    /// The launches show that no growth above the limit remains.
    Fixed,
    /// The launches show neither that growth remains nor that it is fixed.
    Undecided,
    /// The row still grew by more than the limit, but the growth is proven to be smaller than in the earlier verdict.
    Smaller,
    /// The row still grew by more than the limit, and possibly by as much as in the earlier verdict.
    NotFixed,
}

/// A claim that one finding is fixed.
#[derive(Serialize)]
struct Claim {
    name: String,
    answer: ClaimAnswer,
    /// The finding's growth in the earlier verdict.
    before: Amount,
    /// The finding's growth in the new launches; `interval` contains the ends of its confidence interval.
    remains: Amount,
    interval: [Option<Amount>; 2],
    /// The largest growth that counts as fixed.
    limit: Amount,
    /// The approximate number of additional launches that would give a clear answer; `None` if it cannot be estimated.
    more_launches: Option<usize>,
}

/// The claims that all failing findings of an earlier verdict are fixed.
pub struct Claims<'a> {
    report: &'a Report,
    claims: Vec<Claim>,
}

impl<'a> Claims<'a> {
    /// Looks up the failing findings of the earlier verdict in the new verdict `report`. `matters` is the setting `gate.matters`.
    pub fn new(earlier: &Report, report: &'a Report, matters: f64) -> Claims<'a> {
        let failing = earlier.findings.iter().filter(|row| row.fails());
        Claims { report, claims: failing.map(|row| answer_claim(row, report, matters)).collect() }
    }

    /// Returns the answer to all claims together, or `None` without a claim.
    pub fn answer(&self) -> Option<ClaimAnswer> {
        self.claims.iter().map(|claim| claim.answer).max()
    }

    /// Renders a line for each claim, and the headline of the whole verdict.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for claim in &self.claims {
            let answer = match claim.answer {
                ClaimAnswer::Fixed => "fixed",
                ClaimAnswer::Smaller => "smaller",
                ClaimAnswer::NotFixed => "not fixed",
                ClaimAnswer::Undecided => "undecided",
            };
            let most =
                claim.interval[1].map_or(String::new(), |most| format!(", at most {}", format_signed(most)));
            let (before, remains) = (format_signed(claim.before), format_signed(claim.remains));
            let _ = write!(
                text,
                "{answer}: {}, {before} before, {remains} now{most}",
                truncate_middle(&claim.name, NAME)
            );
            let _ = match claim.more_launches {
                Some(more) => writeln!(text, "; about {more} more launches would give a clear answer"),
                None => writeln!(text, " (fixed: up to {})", format_signed(claim.limit)),
            };
        }
        text + &summary::headline(self.report).to_plain_text() + "\n"
    }

    /// Renders the claims as JSON.
    pub fn json(&self) -> String {
        render_document(&json!({
            "format": "launchgate.claim/1",
            "answer": self.answer(),
            "findings": self.claims.iter().map(|claim| limit_size(json!(claim))).collect::<Vec<_>>(),
            "check": {"answer": self.report.verdict, "headline": limit_size(summary::headline(self.report).to_plain_text().into())},
        }))
    }
}

fn format_signed(amount: Amount) -> String {
    format!("{}{amount}", if amount.value >= 0.0 { "+" } else { "" })
}

/// Answers the claim about one finding.
fn answer_claim(earlier: &ReportRow, report: &Report, matters: f64) -> Claim {
    let [before, base, _] = evidence_amounts(earlier);
    let is_compared = matches!(report.verdict, Answer::Pass | Answer::Regressed | Answer::Undecided);
    let row = find(report, &earlier.subject);
    let zero = Amount { value: 0.0, ..before };
    let remains =
        row.map_or(zero, |row| if row.change.unit == before.unit { evidence_amounts(row)[0] } else { zero });
    let is_exact = !matches!(before.unit, Unit::Ns | Unit::Instructions | Unit::Cycles);
    let ends = row.filter(|_| !is_exact).map_or([Some(remains), Some(remains)], interval);
    let floor =
        if before.unit == Unit::Ns { earlier.limits.map_or(0.0, |limits| limits.floor_ns) } else { 0.0 };
    let limit = if is_exact { 0.0 } else { matters * base.value + floor };
    let [low, high] =
        [ends[0].map_or(f64::NEG_INFINITY, |end| end.value), ends[1].map_or(f64::INFINITY, |end| end.value)];
    let remains_certainly = row.is_some_and(ReportRow::fails) || low > limit;
    let answer = if !is_compared || (!remains_certainly && high > limit) {
        ClaimAnswer::Undecided
    } else if !remains_certainly {
        ClaimAnswer::Fixed
    } else if high < before.value {
        ClaimAnswer::Smaller
    } else {
        ClaimAnswer::NotFixed
    };
    let launches = report.launches.as_ref().map_or(0, |used| used.head);
    let is_undecided = answer == ClaimAnswer::Undecided && is_compared;
    let advice = is_undecided
        .then(|| sample_size::launch_factor(remains.value, high, 1.0, limit))
        .flatten()
        .map(|times| more_launches(times, launches));
    Claim {
        name: earlier.name.clone(),
        answer,
        before,
        remains,
        interval: ends,
        limit: Amount { value: limit, ..before },
        more_launches: advice.flatten(),
    }
}

/// Returns the row of a subject: its finding if the subject has one, otherwise its row in the lists of wholes, rows or functions.
fn find<'a>(report: &'a Report, subject: &Subject) -> Option<&'a ReportRow> {
    let functions = report.functions.iter().flat_map(|functions| &functions.rows);
    let mut rows = report.findings.iter().chain(&report.wholes).chain(&report.rows).chain(functions);
    rows.find(|row| row.subject == *subject)
}
