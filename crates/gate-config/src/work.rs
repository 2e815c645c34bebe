//! Reads the section `[work]`: the kinds of system requests ("work") that fail a check, and the growth of each kind that is only shown.

use std::collections::BTreeMap;

use gate_launches::{WorkKind, name_of};
use toml::de::DeValue;

use super::value;

/// The section `[work]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkSettings {
    /// The kinds whose growth on the main thread fails the check; growth of other kinds is only shown.
    pub fail: Vec<WorkKind>,
    /// The number of additional calls that are shown but do not fail, by the name of a kind or of a group; 0 for kinds without an entry.
    pub allowed: BTreeMap<String, u64>,
}

/// The section `[counts]`: the launches of a copy that counts calls, and the number of additional calls of a function that are shown but do
/// not fail the check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountSettings {
    /// The number of additional calls that are only shown; `None` means any number.
    pub allowed: Option<u64>,
    /// The number of launches of the counting copy in a run.
    pub launches: usize,
}

impl Default for CountSettings {
    fn default() -> Self {
        CountSettings { allowed: Some(0), launches: 3 }
    }
}

impl Default for WorkSettings {
    fn default() -> Self {
        let fail = ["file", "database", "code"].into_iter().flat_map(kinds_named).collect();
        WorkSettings { fail, allowed: BTreeMap::new() }
    }
}

impl WorkSettings {
    pub fn fails(&self, kind: WorkKind) -> bool {
        self.fail.contains(&kind)
    }

    /// Returns the allowed number of additional calls of a kind, or that of its group if the kind has no entry.
    pub fn allowed_calls(&self, kind: WorkKind) -> u64 {
        let names = [Some(name_of(kind)), group_of(kind)];
        names.into_iter().flatten().find_map(|name| self.allowed.get(name).copied()).unwrap_or(0)
    }
}

/// Returns the kinds of a group such as `file`, or the kind with this name.
fn kinds_named(name: &str) -> Vec<WorkKind> {
    let kinds = WorkKind::KNOWN.iter().copied();
    kinds.filter(|kind| name_of(*kind) == name || group_of(*kind) == Some(name)).collect()
}

/// Returns the group of a kind, such as `file` for `file.open`.
fn group_of(kind: WorkKind) -> Option<&'static str> {
    name_of(kind).split_once('.').map(|(group, _)| group)
}

/// Returns the names of all groups and kinds.
pub(super) fn known_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = WorkKind::KNOWN.iter().map(|kind| name_of(*kind)).collect();
    names.extend(WorkKind::KNOWN.iter().filter_map(|kind| group_of(*kind)));
    names.sort_unstable();
    names.dedup();
    names
}

/// Reads the name of one kind of request or of a group of kinds.
pub(super) fn kinds(v: &DeValue<'_>) -> Result<Vec<WorkKind>, String> {
    let name = value::name(v)?;
    let kinds = kinds_named(&name);
    if kinds.is_empty() {
        Err(value::unknown_message("kind of work", &name, known_names().into_iter()))
    } else {
        Ok(kinds)
    }
}
