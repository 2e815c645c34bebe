//! Finds contradictions between settings that are each valid by themselves.

use super::value::unknown_message;
use super::{Config, ModuleRule, Override, Scenario};

/// Returns the contradictions in `[gate]` and `[baseline]`, each with the key to change.
pub(super) fn find_contradictions(config: &Config) -> Vec<(&'static str, String)> {
    let gate = &config.gate;
    let mut found = Vec::new();
    if gate.pool == 0 {
        found.push(("pool", "gate.pool: must be at least 1 day".to_owned()));
    }
    if config.baseline.keep == 0 {
        found.push(("keep", "baseline.keep: must be at least 1 day".to_owned()));
    }
    if gate.min_launches < 2 {
        found.push((
            "min_launches",
            "gate.min_launches: must be at least 2, since one launch shows no variation".to_owned(),
        ));
    }
    if gate.looks.is_empty() || gate.looks[0] < 2 || gate.looks.windows(2).any(|w| w[0] >= w[1]) {
        found.push(("looks", "gate.looks: expected increasing numbers of launches, at least 2".to_owned()));
    }
    found
}

pub(super) fn wrong_module(rule: &ModuleRule) -> Option<String> {
    if rule.name.is_empty() {
        return Some("a module needs a name".to_owned());
    }
    let rules = [&rule.classes, &rule.methods, &rule.images, &rule.files];
    // A rule that has only an owner sets the owner of a module that other sources determine.
    (rules.iter().all(|globs| globs.is_empty()) && rule.owner.is_none())
        .then(|| format!("module {:?} needs classes, methods, images, files or an owner", rule.name))
}

pub(super) fn wrong_override(rule: &Override) -> Option<String> {
    let subjects = [&rule.methods, &rule.modules, &rule.phases, &rule.pages, &rule.spans];
    let is = |flag: Option<bool>| flag == Some(true);
    if subjects.iter().all(|globs| globs.is_empty()) {
        Some("an override needs methods, modules, phases, pages or spans".to_owned())
    } else if is(rule.ignore) && (is(rule.critical) || is(rule.advisory)) {
        Some(
            "an override with ignore = true cannot have critical = true or advisory = true; remove one of them"
                .to_owned(),
        )
    } else if is(rule.ignore) && (rule.effect.is_some() || rule.floor.is_some()) {
        Some("an override with ignore = true cannot have limits; remove one of them".to_owned())
    } else if is(rule.critical) && is(rule.advisory) {
        Some(
            "an override cannot have both critical = true and advisory = true; remove one of them".to_owned(),
        )
    } else if rule.effect.is_none()
        && rule.floor.is_none()
        && rule.critical.is_none()
        && rule.advisory.is_none()
        && rule.ignore.is_none()
    {
        Some("an override needs at least one setting".to_owned())
    } else {
        None
    }
}

pub(super) fn wrong_scenario(scenario: &Scenario) -> Option<String> {
    if scenario.name.is_empty() {
        return Some("a scenario needs a name".to_owned());
    }
    let reason = scenario.check_window().err()?;
    Some(format!("scenario {:?}: {reason}", scenario.name))
}

/// Returns the first budget that names a scenario which does not exist, so that the budget would never apply.
pub(super) fn unknown_scenarios(config: &Config) -> Option<(usize, String)> {
    config.budgets.iter().enumerate().find_map(|(i, budget)| {
        let name = budget.scenario.as_deref()?;
        config.scenario(name).is_none().then(|| {
            let known = config.scenarios.iter().map(|scenario| scenario.name.as_str());
            (i, format!("budget: {}", unknown_message("scenario", name, known)))
        })
    })
}
