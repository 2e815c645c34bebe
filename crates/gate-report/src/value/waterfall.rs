//! Describes a typical launch of each side, divided into phases, modules and methods.

use serde::{Deserialize, Serialize};

/// A typical launch of each side, divided into phases, modules and methods. The typical launch is the average of the fastest 60 % of the
/// launches.
///
/// Costs are whole nanoseconds and add up exactly: a phase is the sum of its modules and its time outside Objective-C, and the launch is
/// the sum of its phases.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Waterfall {
    /// The time of the typical launch in the base.
    pub base_ns: i64,
    /// The time of the typical launch in the head.
    pub head_ns: i64,
    /// Number of launches of the base that are averaged.
    pub base_launches: usize,
    /// Number of launches of the head that are averaged.
    pub head_launches: usize,
    /// The phases in the order of time.
    pub phases: Vec<WaterfallPhase>,
}

/// A phase of the typical launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WaterfallPhase {
    /// `FROM..TO`, or `launch` if the recorder does not record phases.
    pub name: String,
    /// The duration of the phase in the base.
    pub base_ns: i64,
    /// The duration of the phase in the head.
    pub head_ns: i64,
    /// The time of the phase outside Objective-C in the base. Subtracting the recorder's overhead may make it slightly negative.
    pub base_outside_ns: i64,
    pub head_outside_ns: i64,
    /// The modules whose methods take the rest of the phase's time, the most expensive first.
    pub modules: Vec<WaterfallModule>,
}

/// A module's part of a phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WaterfallModule {
    /// The name of the module; `None` for methods without a module.
    pub name: Option<String>,
    /// The sum of the self costs (without callees) of the module's methods on the main thread in the base.
    pub base_ns: i64,
    pub head_ns: i64,
    /// The methods, the most expensive first.
    pub methods: Vec<WaterfallMethod>,
}

/// A method in a module and a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaterfallMethod {
    /// The index of the name in [`super::Report::names`].
    pub name: u32,
    /// The method's self cost on the main thread in the base.
    pub base_ns: i64,
    pub head_ns: i64,
}
