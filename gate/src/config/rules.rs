//! Which limits hold for a row, once every `[[override]]` has had its say.

use crate::launches::Ns;

use super::{Config, Date, Override};

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowKind {
    /// The whole launch.
    Launch,
    /// A phase, or what it spent outside Objective-C.
    Phase,
    /// A module's methods together.
    Module,
    Method,
    Page,
    /// Instructions or cycles of the launch.
    CountOfLaunch,
    /// Instructions or cycles of a phase.
    CountOfPhase,
}

/// The limits of one row.
#[derive(Clone, Debug, PartialEq)]
pub struct RowRule {
    /// δ: the smallest relative growth that matters.
    pub effect: f64,
    /// τ: the smallest absolute growth that matters.
    pub floor: Ns,
    /// δ against the anchor.
    pub anchor_effect: f64,
    /// τ against the anchor.
    pub anchor_floor: Ns,
    /// A pass needs this row shown to be within the smallest effect that matters.
    pub critical: bool,
    /// A finding here is shown and fails nothing.
    pub advisory: bool,
    /// The row is not judged.
    pub ignored: bool,
    /// The reasons that the overrides give.
    pub reasons: Vec<String>,
}

impl Config {
    /// The limits of the row of this name; `module` is the module of a method's row.
    ///
    /// Every override that holds today and matches is applied in the order of the file, so that
    /// of two that set the same limit the last one wins.
    /// An override's δ is smaller against the anchor in the proportion of `[gate]`; its τ is the same.
    pub fn rule_for(&self, kind: RowKind, name: &str, module: Option<&str>, today: Date) -> RowRule {
        let gate = &self.gate;
        let mut rule = RowRule {
            effect: gate.effect,
            floor: gate.floor,
            anchor_effect: gate.anchor_effect,
            anchor_floor: gate.anchor_floor,
            critical: matches!(kind, RowKind::Launch | RowKind::Phase),
            advisory: false,
            ignored: false,
            reasons: Vec::new(),
        };
        let is_count = matches!(kind, RowKind::CountOfLaunch | RowKind::CountOfPhase);
        if is_count {
            (rule.effect, rule.floor) = (gate.instructions.effect, Ns(0.0));
        }
        for other in self.overrides.iter().filter(|o| !o.expired(today) && o.matches(kind, name, module)) {
            if let Some(effect) = other.effect {
                rule.effect = effect;
                rule.anchor_effect = effect * anchor_share(gate);
            }
            // A floor is a time, which counts have none of.
            if let Some(floor) = other.floor.filter(|_| !is_count) {
                rule.floor = floor;
                rule.anchor_floor = floor;
            }
            rule.critical = other.critical.unwrap_or(rule.critical);
            rule.advisory = other.advisory.unwrap_or(rule.advisory);
            rule.ignored = other.ignore.unwrap_or(rule.ignored);
            rule.reasons.extend(other.reason.clone());
        }
        rule
    }

    /// The overrides that no longer hold, for a warning.
    pub fn expired(&self, today: Date) -> impl Iterator<Item = &Override> {
        self.overrides.iter().filter(move |o| o.expired(today))
    }
}

/// How much smaller the anchor's δ is than the step's, so that an override keeps the proportion.
fn anchor_share(gate: &super::GateSettings) -> f64 {
    if gate.effect > 0.0 { (gate.anchor_effect / gate.effect).min(1.0) } else { 1.0 }
}

impl Override {
    /// Whether its last day is over.
    pub fn expired(&self, today: Date) -> bool {
        self.until.is_some_and(|until| until < today)
    }

    fn matches(&self, kind: RowKind, name: &str, module: Option<&str>) -> bool {
        let of_module = |module: &str| self.modules.iter().any(|glob| glob.matches(module));
        match kind {
            RowKind::Launch | RowKind::CountOfLaunch => false,
            RowKind::Phase | RowKind::CountOfPhase => self.phases.iter().any(|glob| glob.matches(name)),
            RowKind::Module => of_module(name),
            RowKind::Page => self.pages.iter().any(|glob| glob.matches(name)),
            RowKind::Method => {
                self.methods.iter().any(|glob| glob.matches(name)) || module.is_some_and(of_module)
            }
        }
    }
}
