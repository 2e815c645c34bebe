//! Judges runs of two equal builds, which are not launched, by the facts of the build and the budgets for facts.

use std::path::Path;

use gate_config::{Budget, BudgetSubject, Config};
use gate_decision::{BuildVerdict, Reason, judge_facts};
use gate_launches::BuildRole;
use gate_report::{Report, build_unlaunched};

use super::{Context, build_facts};

/// Returns whether a budget for this scenario limits a value that only launches show.
pub(super) fn need_launches(config: &Config, scenario: &str) -> bool {
    config.budgets.iter().any(|budget| budget.is_of_scenario(scenario) && needs_launches(budget))
}

/// Returns whether a budget limits a value that only launches show: any value except facts, or facts on one device.
fn needs_launches(budget: &Budget) -> bool {
    budget.device.is_some() || !matches!(budget.subject, BudgetSubject::Fact(_))
}

/// Judges a run of two equal builds by the facts in its folder. If a budget cannot be checked, the answer is undecided.
pub(super) fn judge(context: &Context, folder: &Path, scenario: &str) -> Report {
    let mut warnings = Vec::new();
    let budgets = context.config.budgets.iter().filter(|budget| budget.is_of_scenario(scenario));
    let (measured, of_build): (Vec<&Budget>, Vec<&Budget>) =
        budgets.partition(|budget| needs_launches(budget));
    let mut reasons = Vec::new();
    if !measured.is_empty() {
        reasons.push(Reason::EqualBuildsNotLaunched { budgets: measured.len() });
    }
    let facts = match build_facts::read(folder, None, &mut warnings) {
        Some(mut head) => {
            let mut base = build_facts::read(folder, Some(BuildRole::Base), &mut warnings);
            for facts in base.iter_mut().chain([&mut head]) {
                context.attribution.attribute_facts(facts);
            }
            judge_facts(base.as_ref(), &head, &context.config, of_build.into_iter())
        }
        None => {
            if !of_build.is_empty() {
                reasons.push(Reason::FactsMissing { budgets: of_build.len() });
            }
            Vec::new()
        }
    };
    build_unlaunched(&BuildVerdict { facts, reasons }, warnings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_on_anything_but_build_facts_need_launches() {
        let need = |settings: &str, scenario: &str| {
            need_launches(&Config::parse("config.toml", settings).unwrap(), scenario)
        };
        let budget = |more: &str| format!("[[budget]]\n{more}\n");
        assert!(!need("", ""));
        assert!(!need(&budget("fact = \"load\"\nlimit = 1"), ""));
        assert!(need(&budget("fact = \"load\"\nlimit = 1\ndevice = \"iPhone15,2\""), ""));
        assert!(need(&budget("launch = true\nlimit = \"1s\""), ""));
        let cold = budget("launch = true\nlimit = \"1s\"\nscenario = \"cold\"");
        let cold = format!("[[scenario]]\nname = \"cold\"\n{cold}");
        assert_eq!([need(&cold, "cold"), need(&cold, "warm")], [true, false]);
    }
}
