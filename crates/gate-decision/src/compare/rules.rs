//! By what one comparison's rows are judged, and the limits that are in force in it.
//!
//! Invariant: settings are never changed after they were read; what launches make of them stands here.

use gate_config::{Config, Date, Limits, RowKind, RowRule};
use gate_launches::Ns;
use gate_stats::basic;
use gate_stats::defaults::LEAST_FLOOR_NS;

use super::rows::Counted;

/// The settings, and what this judgement makes of them.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    pub config: &'a Config,
    /// The day in UTC: overrides hold until the end of theirs.
    pub today: Date,
    /// The level that this judgement may spend.
    pub alpha: f64,
    /// τ in force of rows that have none of their own.
    floor: Ns,
}

impl<'a> Rules<'a> {
    /// The settings as they are.
    pub fn new(config: &'a Config, today: Date) -> Rules<'a> {
        Rules { config, today, alpha: config.gate.alpha, floor: config.gate.floor }
    }

    /// With only this share of the level.
    pub(crate) fn with_share_of_level(self, share: f64) -> Rules<'a> {
        Rules { alpha: self.alpha * share, ..self }
    }

    /// With the floor that these launches have: the smaller of what is set and a share of the base's launch.
    pub(super) fn of_launches(self, counted: Counted<'_>) -> Rules<'a> {
        let launches: Vec<f64> =
            counted.base.iter().filter_map(|launch| Some(launch.duration()?.0)).collect();
        if launches.is_empty() {
            return self;
        }
        let share = (self.config.gate.floor_share * basic::median(&launches)).max(LEAST_FLOOR_NS);
        Rules { floor: Ns(share.min(self.floor.0)), ..self }
    }

    /// The limits of the row of these names; `module` is the module of a method's row.
    pub(super) fn of_row(&self, kind: RowKind, names: &[&str], module: Option<&str>) -> RowRule {
        self.config.rule_for(kind, names, module, self.today, self.floor)
    }

    /// The limits of rows that no override names.
    pub(super) fn limits(&self) -> Limits {
        let gate = &self.config.gate;
        Limits { effect: gate.effect, set_floor: gate.floor, floor: self.floor }
    }

    /// What statistics are asked with.
    pub(super) fn statistics(&self) -> gate_stats::Settings {
        gate_stats::Settings { alpha: self.alpha, ..self.config.gate.statistics() }
    }
}
