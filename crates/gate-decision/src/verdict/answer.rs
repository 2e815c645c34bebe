//! Defines the answer of a check, and its exit code.

use serde::{Deserialize, Serialize};

/// The answer of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The launches show no regression, and exclude growth of the size that the settings define as relevant.
    Pass,
    /// At least one finding fails the check.
    Regressed,
    /// The launches show neither a regression nor a pass.
    Undecided,
    /// The comparison has no base.
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
