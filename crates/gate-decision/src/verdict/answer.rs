//! The answer of a check, from the judgement to the exit code.

use serde::{Deserialize, Serialize};

/// The answer of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// No regression, and growth that matters is excluded.
    Pass,
    /// A regression.
    Regressed,
    /// Neither a regression nor a pass could be shown.
    Undecided,
    /// There is no base to compare with.
    NoBaseline,
    /// The two sides were recorded under different conditions.
    Incomparable,
    /// The recorder failed, so there are no launches to judge.
    #[default]
    NotRecorded,
}

gate_common::named!(Answer:
    Pass = "pass", Regressed = "regressed", Undecided = "undecided",
    NoBaseline = "no-baseline", Incomparable = "incomparable", NotRecorded = "not-recorded");
