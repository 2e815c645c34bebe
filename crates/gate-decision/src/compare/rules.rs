//! The rules of one comparison: the settings, the limits in force, and the history of the base.
//!
//! Invariant: settings are never changed after they were read; this module alone derives limits from launches.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_config::{Config, Date, Limits, RowKind, RowRule};
use gate_launches::{Ns, Phone};
use gate_stats::defaults::{FLOOR_SHARE, LEAST_FLOOR_NS};

use super::rows::AdmittedLaunches;
use crate::subject::Subject;

/// The settings, and the values that this judgement derives from them.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    pub config: &'a Config,
    /// The day in UTC: overrides hold until the end of theirs.
    pub today: Date,
    /// The level that this judgement may spend.
    pub alpha: f64,
    /// τ in force for rows without a floor of their own.
    floor: Ns,
    pub(super) history: Option<&'a BaselineHistory<'a>>,
}

/// The stored sessions of the base: their order, accepted rises, and phones.
#[derive(Clone, Copy)]
pub struct BaselineHistory<'a> {
    /// The names of the sessions, the oldest first.
    pub order: &'a [Arc<str>],
    /// Whether a person accepted that a row's cost rose from the first to the second value.
    pub accepted: &'a dyn Fn(&Subject, Ns, Ns) -> bool,
    /// The session from which all levels are new, since a person accepted a shift of everything.
    pub new_level: Option<&'a str>,
    /// The phone of each session of both sides; empty if one is unknown.
    pub phones: &'a BTreeMap<Arc<str>, Phone>,
}

impl<'a> Rules<'a> {
    /// Takes the settings as they are.
    pub fn new(config: &'a Config, today: Date) -> Rules<'a> {
        Rules { config, today, alpha: config.gate.alpha, floor: config.gate.largest_floor(), history: None }
    }

    /// Adds the history of the base.
    pub(crate) fn with_history(self, history: &'a BaselineHistory<'a>) -> Rules<'a> {
        Rules { history: Some(history), ..self }
    }

    /// Reduces the level to a share of it.
    pub(crate) fn with_share_of_level(self, share: f64) -> Rules<'a> {
        Rules { alpha: self.alpha * share, ..self }
    }

    /// Sets the floor in force: that of the settings, or else a share of the base's launch, but at most the largest default floor.
    pub(super) fn for_launches(self, launches: AdmittedLaunches<'_>) -> Rules<'a> {
        let is_share = self.config.gate.floor.is_none();
        let Some(duration) = launches.base_duration().filter(|_| is_share) else { return self };
        let share = (FLOOR_SHARE * duration).max(LEAST_FLOOR_NS);
        Rules { floor: Ns(share.min(self.floor.0)), ..self }
    }

    /// Returns the rule for a row with one of these names; `module` is the module of a method's row.
    pub(super) fn for_row(&self, kind: RowKind, names: &[&str], module: Option<&str>) -> RowRule {
        self.config.rule_for(kind, names, module, self.today, self.floor)
    }

    /// Returns the limits of rows that no override names.
    pub(super) fn limits(&self) -> Limits {
        let gate = &self.config.gate;
        Limits { effect: gate.effect, set_floor: gate.largest_floor(), floor: self.floor }
    }

    /// Returns the settings for statistics.
    pub(super) fn statistics(&self) -> gate_stats::Settings {
        gate_stats::Settings { alpha: self.alpha, ..self.config.gate.statistics() }
    }

    /// Returns the names of the stored sessions, the oldest first.
    pub(super) fn session_order(&self) -> &'a [Arc<str>] {
        self.history.map_or(&[], |history| history.order)
    }
}
