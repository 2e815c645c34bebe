//! The limits of a row, after every `[[override]]` was applied.

use gate_launches::Ns;

use super::{Config, Date, Override};

/// The kind of subject of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowKind {
    /// The whole launch.
    Launch,
    /// A phase, or its time outside Objective-C.
    Phase,
    /// The methods of a module together.
    Module,
    Method,
    Page,
    /// Instructions or cycles of the launch.
    CountOfLaunch,
    /// Instructions or cycles of a phase.
    CountOfPhase,
    /// Work that a module requests.
    Work,
}

/// The growth of a row that is ignored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// δ: growth up to this share is ignored.
    pub effect: f64,
    /// τ in the settings.
    pub set_floor: Ns,
    /// τ in force: growth up to δ and this is ignored.
    pub floor: Ns,
}

/// The rule for a row.
#[derive(Clone, Debug, PartialEq)]
pub struct RowRule {
    /// Its limits between sessions.
    pub limits: Limits,
    /// Its limits against the anchor.
    pub anchor: Limits,
    /// Whether a pass requires that this row was shown to grow by less than the smallest effect that matters.
    pub critical: bool,
    /// Whether a finding in this row is only shown and does not fail the check.
    pub advisory: bool,
    /// Whether the row is not judged.
    pub ignored: bool,
    /// The reasons that the overrides give.
    pub reasons: Vec<String>,
}

impl Config {
    /// Returns the rule for the row with this name; `module` is the module of a method's row.
    ///
    /// Every matching override that is valid today is applied in the order of the file, so that
    /// of two that set the same limit the last one wins.
    /// An override's δ against the anchor is smaller, in the same proportion as in `[gate]`; its τ is the same.
    /// `floor` is in force unless an override sets one.
    pub fn rule_for(
        &self,
        kind: RowKind,
        names: &[&str],
        module: Option<&str>,
        today: Date,
        floor: Ns,
    ) -> RowRule {
        let gate = &self.gate;
        let limits = |effect, set_floor, floor| Limits { effect, set_floor, floor };
        let mut rule = RowRule {
            limits: limits(gate.effect, gate.floor, floor),
            anchor: limits(gate.anchor_effect, gate.anchor_floor, gate.anchor_floor),
            critical: matches!(kind, RowKind::Launch | RowKind::Phase),
            advisory: false,
            ignored: false,
            reasons: Vec::new(),
        };
        let is_count = matches!(kind, RowKind::CountOfLaunch | RowKind::CountOfPhase | RowKind::Work);
        if is_count {
            rule.limits = limits(gate.instructions.effect, Ns(0.0), Ns(0.0));
        }
        let holds =
            |one: &&Override| !one.expired(today) && names.iter().any(|name| one.matches(kind, name, module));
        for other in self.overrides.iter().filter(holds) {
            if let Some(effect) = other.effect {
                rule.limits.effect = effect;
                rule.anchor.effect = effect * anchor_share(gate);
            }
            // A floor is a time, so it does not apply to counts.
            if let Some(floor) = other.floor.filter(|_| !is_count) {
                rule.limits = limits(rule.limits.effect, floor, floor);
                rule.anchor = limits(rule.anchor.effect, floor, floor);
            }
            rule.critical = other.critical.unwrap_or(rule.critical);
            rule.advisory = other.advisory.unwrap_or(rule.advisory);
            rule.ignored = other.ignore.unwrap_or(rule.ignored);
            rule.reasons.extend(other.reason.clone());
        }
        rule
    }

    /// Returns the expired overrides, for a warning.
    pub fn expired(&self, today: Date) -> impl Iterator<Item = &Override> {
        self.overrides.iter().filter(move |o| o.expired(today))
    }
}

/// Returns the proportion of the anchor's δ to δ, which overrides keep.
fn anchor_share(gate: &super::GateSettings) -> f64 {
    if gate.effect > 0.0 { (gate.anchor_effect / gate.effect).min(1.0) } else { 1.0 }
}

impl Override {
    /// Returns whether its last day is over.
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
            RowKind::Work => module.is_some_and(of_module),
            RowKind::Method => {
                self.methods.iter().any(|glob| glob.matches(name)) || module.is_some_and(of_module)
            }
        }
    }
}
