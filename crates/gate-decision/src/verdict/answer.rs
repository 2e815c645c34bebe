//! The answer of a check, from the judgement to the exit code.

use serde::{Deserialize, Serialize};

/// What a check says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// No regression, and what matters was shown not to have grown.
    Pass,
    /// A regression.
    Regressed,
    /// Neither could be shown.
    Undecided,
    /// There is nothing to compare with.
    NoBaseline,
    /// The two sides were recorded under different conditions.
    Incomparable,
    /// The recorder failed, so there is nothing to judge.
    #[default]
    NotRecorded,
}

gate_common::named!(Answer:
    Pass = "pass", Regressed = "regressed", Undecided = "undecided",
    NoBaseline = "no-baseline", Incomparable = "incomparable", NotRecorded = "not-recorded");
