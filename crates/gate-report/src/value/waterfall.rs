//! A typical launch of each side, taken apart.

use serde::{Deserialize, Serialize};

/// A typical launch of each side, taken apart: the averages of the middle half of the launches by duration.
///
/// Whole nanoseconds: modules and `outside` add up to their phase, phases add up to the launch, exactly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waterfall {
    /// The typical launch of the baseline.
    pub base_ns: i64,
    /// The typical new launch.
    pub head_ns: i64,
    /// Over how many launches of the baseline it is the average.
    pub base_launches: usize,
    /// Over how many new ones.
    pub head_launches: usize,
    /// In order of time.
    pub phases: Vec<WaterfallPhase>,
}

/// A phase of the typical launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WaterfallPhase {
    /// `FROM..TO`; `launch` where recorders do not know phases.
    pub name: String,
    /// The duration of the phase in the base.
    pub base_ns: i64,
    /// The duration of the phase in the head.
    pub head_ns: i64,
    /// The time of it outside Objective-C; negative only by the error of the subtracted overhead.
    pub base_outside_ns: i64,
    pub head_outside_ns: i64,
    /// The rest of it, the dearest first.
    pub modules: Vec<WaterfallModule>,
}

/// A module's part of a phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WaterfallModule {
    /// Its name; `None` for methods without a module.
    pub name: Option<String>,
    /// Self costs of its methods on the main thread together.
    pub base_ns: i64,
    pub head_ns: i64,
    /// The methods, the dearest first.
    pub methods: Vec<WaterfallMethod>,
}

/// A method's part of a module's part of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaterfallMethod {
    /// Index into [`super::Report::names`].
    pub name: u32,
    /// Self cost on the main thread.
    pub base_ns: i64,
    pub head_ns: i64,
}
