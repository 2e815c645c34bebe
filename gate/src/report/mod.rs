//! What was decided, shown. One file per format, the same input through all; nothing here decides.

mod human;
mod json;
mod text;

use crate::compare::{Comparison, Difference};
use crate::verdict::Verdict;

pub use human::human;
pub use json::json;
pub use text::shown;

/// What came out of a check.
#[derive(Debug)]
pub enum Outcome {
    /// Both sides were compared.
    Judged(Box<Comparison>, Verdict),
    /// They cannot be compared, by these differences.
    Incomparable(Vec<Difference>),
    /// Too few launches count to say anything.
    TooFew(String),
}

impl Outcome {
    /// The verdict's name in JSON and headlines.
    pub fn name(&self) -> &'static str {
        use crate::verdict::Answer;
        match self {
            Outcome::Judged(_, verdict) => match verdict.answer {
                Answer::Pass => "pass",
                Answer::Regressed => "regressed",
                Answer::Undecided => "undecided",
            },
            Outcome::Incomparable(_) => "incomparable",
            Outcome::TooFew(_) => "undecided",
        }
    }
}

/// An outcome, and what was odd about the input.
#[derive(Debug)]
pub struct Report {
    /// What came out.
    pub outcome: Outcome,
    /// Named warnings, in order.
    pub warnings: Vec<String>,
}
