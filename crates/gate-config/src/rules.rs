//! Determines the limits of a row after all matching `[[override]]` tables have been applied.

use gate_launches::Ns;

use super::{Config, Date, Override};

/// The kind of subject of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RowKind {
    /// The whole launch.
    Launch,
    /// A whole phase, or the time of a phase outside Objective-C.
    Phase,
    /// The sum of the methods of a module.
    Module,
    Method,
    Page,
    /// A span that the app itself defines.
    Span,
    /// Instructions or cycles of the launch.
    CountOfLaunch,
    /// Instructions or cycles of a phase.
    CountOfPhase,
    /// Requests to the system by a module ("work").
    Work,
}

/// The growth of a row that is ignored: a share of the row plus a floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// δ: growth up to this share of the row is ignored.
    pub effect: f64,
    /// The floor τ from the settings: that of an override or of `gate.floor`, or else the largest default.
    pub set_floor: Ns,
    /// The floor τ that is used: growth up to the sum of δ and this floor is ignored.
    pub floor: Ns,
}

/// The rule by which a row is judged.
#[derive(Clone, Debug, PartialEq)]
pub struct RowRule {
    /// The limits of the row. A comparison with the anchor (the fixed stored sessions from which slow growth is counted) uses
    /// `limits.set_floor`.
    pub limits: Limits,
    /// Whether the check passes only if the row was shown to grow by less than the smallest relevant growth.
    pub critical: bool,
    /// Whether a finding in the row is only shown and does not fail the check.
    pub advisory: bool,
    /// Whether the row is not judged.
    pub ignored: bool,
    /// The reasons that the applied overrides contain.
    pub reasons: Vec<String>,
}

impl Config {
    /// Returns the rule for the row with the given name. `module` is the module of a method's row.
    ///
    /// Every matching override that is valid today is applied in the order of the file. If two overrides set
    /// the same limit, the last one wins. `floor` is used unless an override sets a floor.
    pub fn rule_for(
        &self,
        kind: RowKind,
        names: &[&str],
        module: Option<&str>,
        today: Date,
        floor: Ns,
    ) -> RowRule {
        let gate = &self.gate;
        let mut rule = RowRule {
            limits: Limits { effect: gate.effect, set_floor: gate.largest_floor(), floor },
            critical: matches!(kind, RowKind::Launch | RowKind::Phase),
            advisory: false,
            ignored: false,
            reasons: Vec::new(),
        };
        let is_count = matches!(kind, RowKind::CountOfLaunch | RowKind::CountOfPhase | RowKind::Work);
        if is_count {
            rule.limits = Limits { effect: gate.instructions_effect, set_floor: Ns(0.0), floor: Ns(0.0) };
        }
        let holds = |one: &&Override| {
            !one.is_expired(today) && names.iter().any(|name| one.matches(kind, name, module))
        };
        for other in self.overrides.iter().filter(holds) {
            if let Some(effect) = other.effect {
                rule.limits.effect = effect;
            }
            // A floor is a time, so it does not apply to counts.
            if let Some(floor) = other.floor.filter(|_| !is_count) {
                (rule.limits.set_floor, rule.limits.floor) = (floor, floor);
            }
            rule.critical = other.critical.unwrap_or(rule.critical);
            rule.advisory = other.advisory.unwrap_or(rule.advisory);
            rule.ignored = other.ignore.unwrap_or(rule.ignored);
            rule.reasons.extend(other.reason.clone());
        }
        rule
    }

    /// Returns the overrides that have expired, for a warning.
    pub fn expired_overrides(&self, today: Date) -> impl Iterator<Item = &Override> {
        self.overrides.iter().filter(move |o| o.is_expired(today))
    }
}

impl Override {
    /// Returns whether the last day of the override has passed.
    pub fn is_expired(&self, today: Date) -> bool {
        self.until.is_some_and(|until| until < today)
    }

    fn matches(&self, kind: RowKind, name: &str, module: Option<&str>) -> bool {
        let of_module = |module: &str| self.modules.iter().any(|glob| glob.matches(module));
        match kind {
            RowKind::Launch | RowKind::CountOfLaunch => false,
            RowKind::Phase | RowKind::CountOfPhase => self.phases.iter().any(|glob| glob.matches(name)),
            RowKind::Module => of_module(name),
            RowKind::Page => self.pages.iter().any(|glob| glob.matches(name)),
            RowKind::Span => {
                self.spans.iter().any(|glob| glob.matches(name)) || module.is_some_and(of_module)
            }
            RowKind::Work => module.is_some_and(of_module),
            RowKind::Method => {
                self.methods.iter().any(|glob| glob.matches(name)) || module.is_some_and(of_module)
            }
        }
    }
}
