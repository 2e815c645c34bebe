//! Adds the facts of a build (properties such as its dylibs and sizes) to the answer. Facts have no noise, so they are compared exactly.
//!
//! A change that the settings allow is not reported. The check fails if a change has a kind that `[facts] fail` lists, or if a fact exceeds
//! its budget. All other changes are notices.

use std::collections::BTreeSet;

use gate_config::{Budget, BudgetSubject, Config};
use gate_facts::{FactChange, FactKind, Facts, find_changes, find_instrumentation};

use super::{Answer, Verdict};
use crate::reason::Reason;

/// A fact that changed, or that is above its budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactFinding {
    pub change: FactChange,
    /// The budget that the fact exceeds; `None` if it exceeds no budget.
    pub limit: Option<u64>,
    /// Whether the change is reported: the fact grew by more than the settings allow, or exceeds its budget.
    pub is_reported: bool,
    /// Whether the fact fails the check.
    pub fails: bool,
}

/// The verdict on two builds that were not launched, because they are equal.
#[derive(Clone, Debug)]
pub struct BuildVerdict {
    pub facts: Vec<FactFinding>,
    /// The reasons why budgets could not be checked.
    pub reasons: Vec<Reason>,
}

impl BuildVerdict {
    /// Returns the answer, which is undecided if a budget could not be checked.
    pub fn answer(&self) -> Answer {
        if self.facts.iter().any(|fact| fact.fails) {
            Answer::Regressed
        } else if self.reasons.is_empty() {
            Answer::Pass
        } else {
            Answer::Undecided
        }
    }
}

/// Judges the facts of a build against those of its base, if there is one, and against the budgets that apply.
pub fn judge_facts<'a>(
    base: Option<&Facts>,
    head: &Facts,
    config: &Config,
    budgets: impl Iterator<Item = &'a Budget>,
) -> Vec<FactFinding> {
    let mut found: Vec<FactFinding> =
        budgets.filter_map(|budget| budget_finding(budget, base, head)).collect();
    let mut all = base.map(|base| find_changes(base, head)).unwrap_or_default();
    all.extend(find_instrumentation(base, head));
    // The limit of a kind of fact applies to the sum of the growth of all changes of this kind.
    let growth =
        |kind: FactKind| -> u64 { all.iter().filter(|change| change.kind == kind).map(counted_growth).sum() };
    let reported: BTreeSet<FactKind> =
        FactKind::ALL.into_iter().filter(|kind| config.facts.is_exceeded(*kind, growth(*kind))).collect();
    found.extend(all.iter().map(|change| {
        let is_reported = counted_growth(change) > 0 && reported.contains(&change.kind);
        let fails = is_reported && config.facts.fail.contains(&change.kind);
        FactFinding { change: change.clone(), limit: None, is_reported, fails }
    }));
    // Failing facts come first, then other reported facts; each group is sorted by kind and name.
    found.sort_by_key(|finding| (!finding.fails, !finding.is_reported));
    found
}

/// Returns the amount by which a change counts towards the limit of its kind. A number counts by its growth. Any change of a build property
/// (a tool or option of the build) counts as 1, since a different property changes the times too.
fn counted_growth(change: &FactChange) -> u64 {
    if change.kind == FactKind::Toolchain { 1 } else { change.growth() }
}

/// Returns a finding if the budget limits a fact and the head's build exceeds this limit.
fn budget_finding(budget: &Budget, base: Option<&Facts>, head: &Facts) -> Option<FactFinding> {
    let BudgetSubject::Fact(kind) = budget.subject else { return None };
    let most = budget.limit as u64;
    let (base_total, head_total) = (base.map_or(0, |base| base.total(kind)), head.total(kind));
    // The finding names the image (binary) with the largest number, and the owner of this image.
    let image = head.images.iter().max_by_key(|image| gate_facts::count(image, kind));
    (head_total > most).then(|| FactFinding {
        change: FactChange {
            kind,
            image: image.map_or_else(String::new, |image| image.path.clone()),
            name: None,
            base: base_total,
            head: head_total,
            module: image.and_then(|image| image.module.clone()),
            owner: image.and_then(|image| image.owner.clone()),
            images: Vec::new(),
        },
        limit: Some(most),
        is_reported: true,
        fails: true,
    })
}

impl Verdict {
    /// Adds findings of facts to the verdict. A failing fact makes the answer a regression.
    pub fn add_facts(&mut self, facts: Vec<FactFinding>) {
        if facts.iter().any(|finding| finding.fails) {
            self.answer = Answer::Regressed;
            self.more_launches = None;
        }
        self.facts = facts;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gate_facts::{Dylib, Image, PreMainCode};

    fn facts(loads: &[&str], dylibs: &[&str], rebases: u64) -> Facts {
        let code = |name: &&str| PreMainCode { symbol: (*name).to_owned(), ..PreMainCode::default() };
        let dylib = |name: &&str| Dylib { name: (*name).to_owned(), ..Dylib::default() };
        let mut image = Image { path: "Shop".to_owned(), ..Image::default() };
        image.loads = loads.iter().map(code).collect();
        image.dylibs = dylibs.iter().map(dylib).collect();
        image.fixups.rebases = rebases;
        // A further image that links the same libraries does not count as growth.
        let other = Image { path: "Kit".to_owned(), dylibs: image.dylibs.clone(), ..Image::default() };
        Facts { images: vec![image, other], ..Facts::default() }
    }

    fn built_with(toolchain: &[&str]) -> Facts {
        let mut facts = facts(&[], &[], 0);
        facts.images[0].toolchain = toolchain.iter().map(|name| (*name).to_owned()).collect();
        facts
    }

    #[test]
    fn different_build_properties_are_reported_and_fail_if_the_settings_require_it() {
        let [old, new, covered] =
            [&["SDK 18.1"][..], &["SDK 18.2"], &["SDK 18.1", "code coverage"]].map(built_with);
        let words = |base: Option<&Facts>, head: &Facts, settings: &str| -> Vec<String> {
            reported(base, head, settings)
                .into_iter()
                .map(|(words, fails)| format!("{words} {fails}"))
                .collect()
        };
        let fail = "[facts]\nfail = [\"toolchain\"]";
        assert_eq!(
            words(Some(&old), &new, fail),
            ["gone build property: SDK 18.1 true", "new build property: SDK 18.2 true"]
        );
        assert_eq!(words(Some(&old), &covered, ""), ["new build property: code coverage false"]);
        assert_eq!(
            words(Some(&covered), &covered, fail),
            ["build property in both builds: code coverage true"]
        );
        assert_eq!(words(None, &covered, ""), ["new build property: code coverage false"]);
        assert_eq!(words(Some(&old), &new, "[facts]\ntoolchain = \"any\""), [""; 0]);
        // The base's facts are from an older version of the gate, which did not store properties of the build, so no property counts as
        // changed.
        assert_eq!(words(Some(&built_with(&[])), &new, fail), [""; 0]);
    }

    /// Returns the changes that are reported, each with the flag whether the change fails the check.
    fn reported(base: Option<&Facts>, head: &Facts, settings: &str) -> Vec<(String, bool)> {
        let config = Config::parse("config.toml", settings).expect(settings);
        let found = judge_facts(base, head, &config, config.budgets.iter());
        found.iter().filter(|f| f.is_reported).map(|f| (f.change.describe(), f.fails)).collect()
    }

    #[test]
    fn new_load_methods_and_dylibs_are_notices_and_other_growth_is_not_reported() {
        let base = facts(&["+[A load]"], &["x"], 10);
        let head = facts(&["+[A load]", "+[B load]"], &["x", "y"], 20_000);
        let notices = [("new +load: +[B load]".to_owned(), false), ("new dylib: y".to_owned(), false)];
        assert_eq!(reported(Some(&base), &head, ""), notices);
        assert_eq!(reported(Some(&head), &base, ""), []);
        assert_eq!(reported(Some(&head), &head, ""), []);
        assert_eq!(reported(None, &head, ""), []);
    }

    #[test]
    fn the_settings_allow_growth_of_build_facts_and_choose_the_failing_kinds() {
        let base = facts(&["+[A load]"], &["x"], 10);
        let head = facts(&["+[A load]", "+[B load]"], &["x", "y"], 1_011);
        let fails = reported(Some(&base), &head, "[facts]\nfail = [\"load\"]\ndylib = 1");
        assert_eq!(fails, [("new +load: +[B load]".to_owned(), true)]);
        let fixups = "[facts]\nload = \"any\"\ndylib = \"any\"\nfixups = ";
        assert_eq!(reported(Some(&base), &head, &format!("{fixups}1001")), []);
        let grown = ("fixups 10 \u{2192} 1011 (+1001)".to_owned(), false);
        assert_eq!(reported(Some(&base), &head, &format!("{fixups}1000")), [grown]);
    }

    #[test]
    fn a_budget_on_build_facts_needs_no_base_and_counts_each_library_once() {
        let head = facts(&["+[A load]", "+[B load]"], &["x", "y"], 0);
        let over = |limit: &str| reported(None, &head, &format!("[[budget]]\n{limit}")).len();
        assert_eq!((over("fact = \"load\"\nlimit = 1"), over("fact = \"load\"\nlimit = 2")), (1, 0));
        assert_eq!((over("fact = \"dylib\"\nlimit = 1"), over("fact = \"dylib\"\nlimit = 2")), (1, 0));
    }
}
