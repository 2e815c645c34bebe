//! The answer of a check, and its exit code.

use serde::{Deserialize, Serialize};

/// The answer of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// There is no regression, and growth as large as the settings call relevant is excluded.
    Pass,
    /// At least one finding fails the check.
    Regressed,
    /// The launches show neither a regression nor a pass.
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
