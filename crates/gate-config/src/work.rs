//! `[work]`: which kinds of work fail a check, and how much more of each is only shown.

use std::collections::BTreeMap;

use gate_launches::{WorkKind, name_of};
use toml::de::DeValue;

use super::value;

/// `[work]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkSettings {
    /// More work of these kinds on the main thread fails the check; of the others it is shown.
    pub fail: Vec<WorkKind>,
    /// This many more are only shown; none of kinds that are not there.
    pub allowed: BTreeMap<WorkKind, u64>,
}

/// `[counts]`: launches of a copy that counts calls, and how many more calls of a function are only shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountSettings {
    /// None: any number.
    pub allowed: Option<u64>,
    /// How often a run launches such a copy.
    pub launches: usize,
}

impl Default for CountSettings {
    fn default() -> Self {
        CountSettings { allowed: Some(0), launches: 3 }
    }
}

impl Default for WorkSettings {
    fn default() -> Self {
        let fail = ["file", "database", "code"].into_iter().flat_map(group).collect();
        WorkSettings { fail, allowed: BTreeMap::new() }
    }
}

impl WorkSettings {
    pub fn fails(&self, kind: WorkKind) -> bool {
        self.fail.contains(&kind)
    }

    pub fn allowed(&self, kind: WorkKind) -> u64 {
        self.allowed.get(&kind).copied().unwrap_or(0)
    }
}

/// The kinds of a group, as `file`, or the kind of this name.
fn group(name: &str) -> Vec<WorkKind> {
    let is_of = |kind: &WorkKind| {
        let known = name_of(*kind);
        known == name || known.split_once('.').is_some_and(|(group, _)| group == name)
    };
    WorkKind::KNOWN.iter().copied().filter(is_of).collect()
}

/// Every name that a setting may have: groups, and kinds.
pub(super) fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = WorkKind::KNOWN.iter().map(|kind| name_of(*kind)).collect();
    let groups: Vec<&str> = names.iter().filter_map(|name| Some(name.split_once('.')?.0)).collect();
    names.extend(groups);
    names.sort_unstable();
    names.dedup();
    names
}

/// A kind of work or a group of kinds.
pub(super) fn kinds(v: &DeValue<'_>) -> Result<Vec<WorkKind>, String> {
    let name = value::name(v)?;
    let kinds = group(&name);
    if kinds.is_empty() { Err(value::unknown("kind of work", &name, names().into_iter())) } else { Ok(kinds) }
}
