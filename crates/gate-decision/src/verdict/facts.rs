//! Facts of a build as part of the answer: compared exactly, since they have no noise.
//!
//! What the settings allow is not told, what they name in `[facts] fail` and what is above a budget fails, the rest is a notice.

use std::collections::BTreeSet;

use gate_config::{Budget, BudgetSubject, Config};
use gate_facts::{Change, FactKind, Facts, changes};

use super::{Answer, Verdict};
use crate::reason::Reason;

/// A fact that is not as it was, or above its budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactFinding {
    pub change: Change,
    /// The budget that it is above.
    pub limit: Option<u64>,
    /// Whether people are told: it grew by more than the settings allow, or is above its budget.
    pub told: bool,
    /// Whether it fails the run.
    pub fails: bool,
}

/// The verdict on two equal builds, which were not launched.
#[derive(Clone, Debug)]
pub struct BuildVerdict {
    pub facts: Vec<FactFinding>,
    /// The budgets that could not be checked.
    pub reasons: Vec<Reason>,
}

impl BuildVerdict {
    /// Returns the answer: a budget that could not be checked leaves it undecided.
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

/// Judges the facts of a build against those of its base, if there are any, and against the budgets that apply.
pub fn judge_facts<'a>(
    base: Option<&Facts>,
    head: &Facts,
    config: &Config,
    budgets: impl Iterator<Item = &'a Budget>,
) -> Vec<FactFinding> {
    let mut found: Vec<FactFinding> = budgets.filter_map(|budget| over(budget, base, head)).collect();
    let all = base.map(|base| changes(base, head)).unwrap_or_default();
    // Of what has names, all that are new of a kind count together.
    let growth =
        |kind: FactKind| -> u64 { all.iter().filter(|change| change.kind == kind).map(Change::growth).sum() };
    let told: BTreeSet<FactKind> =
        FactKind::ALL.into_iter().filter(|kind| config.facts.tells(*kind, growth(*kind))).collect();
    found.extend(all.iter().map(|change| {
        let told = change.growth() > 0 && told.contains(&change.kind);
        let fails = told && config.facts.fail.contains(&change.kind);
        FactFinding { change: change.clone(), limit: None, told, fails }
    }));
    // Those that fail before those that are told, both before the rest; else in the order of kinds and names.
    found.sort_by_key(|finding| (!finding.fails, !finding.told));
    found
}

/// A budget that a build is above.
fn over(budget: &Budget, base: Option<&Facts>, head: &Facts) -> Option<FactFinding> {
    let BudgetSubject::Fact(kind, most) = budget.subject else { return None };
    let now = head.total(kind);
    let before = base.map_or(0, |base| base.total(kind));
    // The image that has most of it, and whose it is.
    let image = head.images.iter().max_by_key(|image| gate_facts::count(image, kind));
    (now > most).then(|| FactFinding {
        change: Change {
            kind,
            image: image.map_or_else(String::new, |image| image.path.clone()),
            name: None,
            base: before,
            head: now,
            module: image.and_then(|image| image.module.clone()),
            owner: image.and_then(|image| image.owner.clone()),
            images: Vec::new(),
        },
        limit: Some(most),
        told: true,
        fails: true,
    })
}

impl Verdict {
    /// Takes in what the facts say; one that fails is a regression.
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
    use gate_facts::{Code, Dylib, Image};

    fn facts(loads: &[&str], dylibs: &[&str], rebases: u64) -> Facts {
        let code = |name: &&str| Code { symbol: (*name).to_owned(), ..Code::default() };
        let dylib = |name: &&str| Dylib { name: (*name).to_owned(), ..Dylib::default() };
        let mut image = Image { path: "Shop".to_owned(), ..Image::default() };
        image.loads = loads.iter().map(code).collect();
        image.dylibs = dylibs.iter().map(dylib).collect();
        image.fixups.rebases = rebases;
        // One more image links the same, which is no growth.
        let other = Image { path: "Kit".to_owned(), dylibs: image.dylibs.clone(), ..Image::default() };
        Facts { images: vec![image, other], ..Facts::default() }
    }

    /// What is told, and whether it fails.
    fn told(base: Option<&Facts>, head: &Facts, settings: &str) -> Vec<(String, bool)> {
        let config = Config::parse("config.toml", settings).expect(settings);
        let found = judge_facts(base, head, &config, config.budgets.iter());
        found.iter().filter(|f| f.told).map(|f| (f.change.words(), f.fails)).collect()
    }

    #[test]
    fn a_new_load_or_dylib_is_a_notice_and_numbers_are_none() {
        let base = facts(&["+[A load]"], &["x"], 10);
        let head = facts(&["+[A load]", "+[B load]"], &["x", "y"], 20_000);
        let notices = [("new +load: +[B load]".to_owned(), false), ("new dylib: y".to_owned(), false)];
        assert_eq!(told(Some(&base), &head, ""), notices);
        assert_eq!(told(Some(&head), &base, ""), []);
        assert_eq!(told(Some(&head), &head, ""), []);
        assert_eq!(told(None, &head, ""), []);
    }

    #[test]
    fn the_settings_say_what_is_allowed_and_what_fails() {
        let base = facts(&["+[A load]"], &["x"], 10);
        let head = facts(&["+[A load]", "+[B load]"], &["x", "y"], 1_011);
        let fails = told(Some(&base), &head, "[facts]\nfail = [\"load\"]\ndylib = 1");
        assert_eq!(fails, [("new +load: +[B load]".to_owned(), true)]);
        let fixups = "[facts]\nload = \"any\"\ndylib = \"any\"\nfixups = ";
        assert_eq!(told(Some(&base), &head, &format!("{fixups}1001")), []);
        let grown = ("fixups 10 \u{2192} 1011 (+1001)".to_owned(), false);
        assert_eq!(told(Some(&base), &head, &format!("{fixups}1000")), [grown]);
    }

    #[test]
    fn a_budget_needs_no_base_and_counts_a_library_once() {
        let head = facts(&["+[A load]", "+[B load]"], &["x", "y"], 0);
        let over = |limit: &str| told(None, &head, &format!("[[budget]]\n{limit}")).len();
        assert_eq!((over("fact = \"load\"\nlimit = 1"), over("fact = \"load\"\nlimit = 2")), (1, 0));
        assert_eq!((over("fact = \"dylib\"\nlimit = 1"), over("fact = \"dylib\"\nlimit = 2")), (1, 0));
    }
}
