//! Finds settings that match no name, because a check with a mistyped name would always pass.
//!
//! Invariant: a warning is about a whole table of the settings, such as a `[[module]]`. A table causes no warning if at least one of its
//! globs matches.

use std::collections::BTreeSet;

use gate_config::{Budget, BudgetSubject, Config, Date, Glob, ModuleRule, Override};
use gate_launches::Launches;

use super::Attribution;

/// The names in launches to which settings can refer. The modules are those that attribution found.
#[derive(Debug, Default)]
struct LaunchNames<'a> {
    methods: BTreeSet<&'a str>,
    modules: BTreeSet<&'a str>,
    marks: BTreeSet<&'a str>,
    phases: BTreeSet<&'a str>,
    pages: BTreeSet<&'a str>,
    spans: BTreeSet<&'a str>,
}

/// Returns one line for each table of the settings, and for each acceptance, that matches no name in the given launches. The launches must
/// be attributed.
pub fn list_unmatched_settings<'a>(
    config: &Config,
    attribution: &Attribution,
    sides: &[&Launches],
    accepted: impl Iterator<Item = &'a Glob>,
    today: Date,
) -> Vec<String> {
    let names = LaunchNames::from_launches(sides);
    // Without methods, no setting for methods can match.
    if names.methods.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for rule in config.modules.iter().filter(|rule| !rule.optional && !matches_any(rule, attribution, sides))
    {
        found.push(format!(
            "[[module]] name = {:?} matches no method, class, image or object file; correct its globs (of an image's path there is only the last part), remove it, or set optional = true",
            rule.name
        ));
    }
    for rule in
        config.overrides.iter().filter(|rule| !rule.is_expired(today) && !names.matches_override(rule))
    {
        found.push(format!("[[override]] {} matches nothing; correct or remove it", format_globs(rule)));
    }
    for budget in config.budgets.iter().filter(|budget| is_about(budget, sides)) {
        if let Some((key, name, near)) = names.find_missing_name(&budget.subject) {
            let near = near.map_or_else(String::new, |near| format!(" (did you mean {near:?}?)"));
            found.push(format!("[[budget]] {key} = {name:?} matches nothing{near}; correct or remove it"));
        }
    }
    for glob in accepted.filter(|glob| !names.has_row(glob)) {
        found.push(format!(
            "the acceptance of {:?} matches nothing; correct or remove it in accepted.tsv",
            glob.as_str()
        ));
    }
    found
}

/// Returns one line for each budget that applies only to devices without launches, unless another budget limits the same subject on the
/// present device.
pub fn budgets_of_other_devices(config: &Config, sides: &[&Launches]) -> Vec<String> {
    let launches = || sides.iter().flat_map(|side| &side.launches);
    let others = config.budgets.iter().filter(|budget| {
        let is_covered = |other: &Budget| other.subject == budget.subject && is_about(other, sides);
        !config.budgets.iter().any(is_covered)
    });
    let models: BTreeSet<&str> = launches().map(|launch| &*launch.conditions.device_model).collect();
    let warnings = others.filter_map(|budget| {
        let device = budget.device.as_ref().filter(|device| !models.iter().any(|model| device.matches(model)))?;
        let models = models.iter().copied().collect::<Vec<_>>().join(", ");
        Some(format!(
            "[[budget]] device = {:?} limits nothing here: these launches ran on {models}; correct it, or ignore this if another job measures that device",
            device.as_str()
        ))
    });
    if models.is_empty() { Vec::new() } else { warnings.collect() }
}

impl<'a> LaunchNames<'a> {
    fn from_launches(sides: &[&'a Launches]) -> LaunchNames<'a> {
        let mut names = LaunchNames::default();
        for side in sides {
            for (_, method) in side.table.methods() {
                names.methods.insert(&method.name);
                names.modules.extend(method.module.as_deref());
            }
            for launch in &side.launches {
                names.marks.extend(launch.marks.iter().map(|mark| &*mark.name));
                names.phases.extend(launch.phases.iter().map(|phase| &*phase.name));
                names.pages.extend(launch.pages.iter().map(|page| &*page.name));
                names.spans.extend(launch.spans.iter().map(|span| &*span.name));
            }
        }
        names
    }

    fn matches_override(&self, rule: &Override) -> bool {
        let any = |globs: &[Glob], names: &BTreeSet<&str>| {
            globs.iter().any(|glob| names.iter().any(|name| glob.matches(name)))
        };
        any(&rule.methods, &self.methods)
            || any(&rule.modules, &self.modules)
            || any(&rule.phases, &self.phases)
            || any(&rule.pages, &self.pages)
            || any(&rule.spans, &self.spans)
    }

    /// Returns whether the glob matches the name of any row; most rows are methods.
    fn has_row(&self, glob: &Glob) -> bool {
        let all = [&self.methods, &self.modules, &self.phases, &self.pages, &self.spans];
        glob.matches("launch") || all.into_iter().flatten().any(|name| glob.matches(name))
    }

    /// Returns the key and the name of a subject that the launches do not contain, and the most similar name that they contain.
    fn find_missing_name<'b>(
        &self,
        subject: &'b BudgetSubject,
    ) -> Option<(&'static str, &'b str, Option<&'a str>)> {
        let (key, name, there) = match subject {
            BudgetSubject::Launch | BudgetSubject::Fact(_) | BudgetSubject::Work(_) => return None,
            BudgetSubject::Mark(name) => ("mark", name.as_str(), &self.marks),
            BudgetSubject::Phase(name) => ("phase", name.as_str(), &self.phases),
            BudgetSubject::Module(name) => ("module", name.as_str(), &self.modules),
            BudgetSubject::Method(glob) => ("method", glob.as_str(), &self.methods),
            BudgetSubject::Page(glob) => ("page", glob.as_str(), &self.pages),
            BudgetSubject::Span(glob) => ("span", glob.as_str(), &self.spans),
        };
        let is_there = match subject {
            BudgetSubject::Method(glob) | BudgetSubject::Page(glob) | BudgetSubject::Span(glob) => {
                there.iter().any(|name| glob.matches(name))
            }
            _ => there.contains(name),
        };
        if is_there {
            return None;
        }
        let near = there.iter().map(|other| (strsim::normalized_damerau_levenshtein(name, other), *other));
        let near = near.filter(|(likeness, _)| *likeness > 0.6).max_by(|a, b| a.0.total_cmp(&b.0));
        Some((key, name, near.map(|(_, other)| other)))
    }
}

/// Returns whether a budget applies under the conditions of the given launches.
fn is_about(budget: &Budget, sides: &[&Launches]) -> bool {
    let mut conditions = sides.iter().flat_map(|side| &side.launches).map(|launch| &launch.conditions);
    conditions.any(|conditions| {
        budget.scenario.as_ref().is_none_or(|scenario| **scenario == *conditions.scenario)
            && budget.device.as_ref().is_none_or(|device| device.matches(&conditions.device_model))
    })
}

fn matches_any(rule: &ModuleRule, attribution: &Attribution, sides: &[&Launches]) -> bool {
    let mut methods = sides.iter().flat_map(|side| side.table.methods()).map(|(_, method)| method);
    let is_bare =
        [&rule.classes, &rule.methods, &rule.images, &rule.files].iter().all(|globs| globs.is_empty());
    if is_bare {
        // A rule without globs only sets the owner of a module that other sources found.
        return methods.any(|method| method.module.as_deref() == Some(&*rule.name));
    }
    let by_method =
        methods.any(|method| attribution.attribution_input(&[&method.name], method, None).matches(rule));
    let any = |globs: &[Glob], text: &str| globs.iter().any(|glob| glob.matches(text));
    by_method
        || attribution.maps().any(|map| {
            map.any_class(|class| any(&rule.classes, class))
                || map.any_place(|place| {
                    any(&rule.files, &place.object)
                        || place.source.as_deref().is_some_and(|source| any(&rule.files, source))
                })
        })
}

/// Formats an override's globs as in the settings.
fn format_globs(rule: &Override) -> String {
    let parts = [
        ("methods", &rule.methods),
        ("modules", &rule.modules),
        ("phases", &rule.phases),
        ("pages", &rule.pages),
    ];
    let parts = parts.iter().filter(|(_, globs)| !globs.is_empty()).map(|(key, globs)| {
        let globs: Vec<String> = globs.iter().map(|glob| format!("{:?}", glob.as_str())).collect();
        format!("{key} = [{}]", globs.join(", "))
    });
    parts.collect::<Vec<_>>().join(", ")
}
