//! Contains the rules of one comparison: the settings, the limits that apply, and the history of the base.
//!
//! Invariant: settings never change after they were read, and only this module derives limits from launches.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_config::{Config, Date, Limits, RowKind, RowRule};
use gate_launches::{Ns, PhoneId};
use gate_stats::defaults::{FLOOR_SHARE, LEAST_FLOOR_NS};

use super::rows::AdmittedLaunches;
use crate::subject::Subject;

/// The settings, and values that are derived from them for one judgement.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    pub config: &'a Config,
    /// The current day in UTC. An override in the settings applies until the end of its last day.
    pub today: Date,
    /// The significance level that this judgement uses.
    pub alpha: f64,
    /// The default floor, which is the smallest growth in time that is not ignored, for rows without a floor in the settings.
    floor: Ns,
    pub(super) history: Option<&'a BaselineHistory<'a>>,
}

/// The stored sessions of the base: their order, their accepted growth, and their phones.
#[derive(Clone, Copy)]
pub struct BaselineHistory<'a> {
    /// The names of the sessions, the oldest first.
    pub order: &'a [Arc<str>],
    /// Returns whether a person accepted that the cost of a row rose from the first to the second value.
    pub accepted: &'a dyn Fn(&Subject, Ns, Ns) -> bool,
    /// The session from which a person accepted a new level for all rows; `None` if there is no such session.
    pub new_level: Option<&'a str>,
    /// The phone of each session of the base and of the head; empty if the phone of any session is unknown.
    pub phones: &'a BTreeMap<Arc<str>, PhoneId>,
}

impl<'a> Rules<'a> {
    /// Makes rules from the settings, without any launches.
    pub fn new(config: &'a Config, today: Date) -> Rules<'a> {
        Rules { config, today, alpha: config.gate.alpha, floor: config.gate.largest_floor(), history: None }
    }

    /// Adds the history of the base to the rules.
    pub(crate) fn with_history(self, history: &'a BaselineHistory<'a>) -> Rules<'a> {
        Rules { history: Some(history), ..self }
    }

    /// Reduces the significance level to a share of its value.
    pub(crate) fn with_share_of_level(self, share: f64) -> Rules<'a> {
        Rules { alpha: self.alpha * share, ..self }
    }

    /// Sets the floor from the settings. Without a floor in the settings, the floor is a share of the base's launch, but at most the
    /// largest default floor.
    pub(super) fn for_launches(self, launches: AdmittedLaunches<'_>) -> Rules<'a> {
        let is_share = self.config.gate.floor.is_none();
        let Some(duration) = launches.base_duration().filter(|_| is_share) else { return self };
        let share = (FLOOR_SHARE * duration).max(LEAST_FLOOR_NS);
        Rules { floor: Ns(share.min(self.floor.0)), ..self }
    }

    /// Returns the rule that the settings contain for a row with any of these names. For a method, `module` is the module to which the
    /// method belongs.
    pub(super) fn for_row(&self, kind: RowKind, names: &[&str], module: Option<&str>) -> RowRule {
        self.config.rule_for(kind, names, module, self.today, self.floor)
    }

    /// Returns the limits of rows that no override in the settings names.
    pub(super) fn default_limits(&self) -> Limits {
        let gate = &self.config.gate;
        Limits { effect: gate.effect, set_floor: gate.largest_floor(), floor: self.floor }
    }

    /// Returns the settings for statistics.
    pub(super) fn statistics_settings(&self) -> gate_stats::Settings {
        gate_stats::Settings { alpha: self.alpha, ..self.config.gate.statistics_settings() }
    }

    /// Returns the names of the stored sessions, the oldest first.
    pub(super) fn session_order(&self) -> &'a [Arc<str>] {
        self.history.map_or(&[], |history| history.order)
    }
}
