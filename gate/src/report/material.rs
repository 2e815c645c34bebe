//! What a report is made of: the outcome of a check, and the launches behind it.

use hashbrown::HashMap;

use crate::attribute::Attribution;
use crate::compare::{Budgeted, Comparison, Difference, Side};
use crate::config::Config;
use crate::launches::{Launch, Launches, Recording};
use crate::verdict::{self, Finding, Verdict};

use super::value::Answer;

/// What came out of a check.
#[derive(Debug)]
pub enum Outcome {
    /// Both sides were compared.
    Judged(Box<Comparison>, Verdict),
    /// They cannot be compared, by these differences.
    Incomparable(Vec<Difference>),
    /// Too few launches count to say anything.
    TooFew(String),
    /// There is nothing to compare with.
    NoBaseline {
        /// Why.
        reason: String,
        /// What budgets limit: they need no baseline.
        budgets: Vec<Budgeted>,
        /// Those that are exceeded.
        findings: Vec<Finding>,
    },
}

impl Outcome {
    /// The answer.
    pub fn answer(&self) -> Answer {
        match self {
            Outcome::Judged(_, verdict) => match verdict.answer {
                verdict::Answer::Pass => Answer::Pass,
                verdict::Answer::Regressed => Answer::Regressed,
                verdict::Answer::Undecided => Answer::Undecided,
            },
            Outcome::Incomparable(_) => Answer::Incomparable,
            Outcome::TooFew(_) => Answer::Undecided,
            Outcome::NoBaseline { findings, .. } if findings.iter().any(Finding::fails) => Answer::Regressed,
            Outcome::NoBaseline { .. } => Answer::NoBaseline,
        }
    }
}

/// The launches behind an outcome.
#[derive(Clone, Copy, Debug)]
pub struct Material<'a> {
    /// What was compared with.
    pub before: Side<'a>,
    /// What was judged.
    pub after: Side<'a>,
    /// By which settings.
    pub config: &'a Config,
    /// What says where methods are in the sources.
    pub attribution: &'a Attribution,
    /// The call tree of the baseline as one launch, where its launches do not know their callers.
    pub before_tree: Option<&'a Launches>,
    /// A median launch of what was compared with, in time.
    pub before_timeline: Option<Timed<'a>>,
    /// A median one of what was judged ([`median_launch`](super::median_launch)).
    pub after_timeline: Option<Timed<'a>>,
}

/// A launch in time, and which one it is.
#[derive(Clone, Copy, Debug)]
pub struct Timed<'a> {
    /// Its session.
    pub session: &'a str,
    /// Its number.
    pub launch: u64,
    /// What was recorded.
    pub recording: &'a Recording,
}

/// The launches of a side that count, in their order.
pub(super) fn counted<'a>(side: Side<'a>, comparison: &Comparison) -> Vec<&'a Launch> {
    let excluded: HashMap<_, ()> =
        comparison.excluded.iter().map(|e| ((&e.source, e.session.as_str(), e.number), ())).collect();
    side.launches
        .launches
        .iter()
        .filter(|launch| side.role.is_none() || launch.role == side.role)
        .filter(|launch| !excluded.contains_key(&(&launch.source, &*launch.session, launch.number)))
        .collect()
}
