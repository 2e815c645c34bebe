//! `[work]`: which kinds of work fail a check, and how much more of each nobody is told of.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::value;
use launches::{WorkKind, name_of};

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

/// Its keys.
pub(super) const COUNTS: &[(&str, PutCounts)] = &[
    ("allowed", |into, v| {
        into.allowed = value::growth_or_any(v)?;
        Ok(())
    }),
    ("launches", |into, v| {
        into.launches = value::count(v)?;
        Ok(())
    }),
];

type PutCounts = fn(&mut CountSettings, &DeValue<'_>) -> Result<(), String>;

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

/// How many more of a kind are only shown.
macro_rules! more {
    ($kind:ident, $key:literal) => {
        ($key, |into, v| {
            into.allowed.insert(WorkKind::$kind, value::growth(v)?);
            Ok(())
        })
    };
}

/// How a value gets into the settings.
type Put = fn(&mut WorkSettings, &DeValue<'_>) -> Result<(), String>;

/// The keys, each with its way into the settings.
pub(super) const FIELDS: &[(&str, Put)] = &[
    ("fail", |into, v| {
        into.fail = value::list(v, kinds_of_work)?.concat();
        Ok(())
    }),
    more!(FileOpen, "file.open"),
    more!(FileStat, "file.stat"),
    more!(FileRead, "file.read"),
    more!(FileWrite, "file.write"),
    more!(FileMap, "file.map"),
    more!(FileSync, "file.sync"),
    more!(FileChange, "file.change"),
    more!(FileList, "file.list"),
    more!(MemoryAllocate, "memory.allocate"),
    more!(MemoryMap, "memory.map"),
    more!(CodeOpen, "code.open"),
    more!(CodeFind, "code.find"),
    more!(DatabaseOpen, "database.open"),
    more!(DatabasePrepare, "database.prepare"),
    more!(DatabaseStep, "database.step"),
    more!(DatabaseQuery, "database.query"),
    more!(DatabaseSave, "database.save"),
    more!(ParseJson, "parse.json"),
    more!(ParsePlist, "parse.plist"),
    more!(ParseArchive, "parse.archive"),
    more!(ParseImage, "parse.image"),
    more!(QueueSync, "queue.sync"),
    more!(QueueAsync, "queue.async"),
    more!(QueueWait, "queue.wait"),
    more!(QueueMake, "queue.make"),
    more!(ThreadMake, "thread.make"),
    more!(CodeLoad, "code.load"),
];

/// A kind of work or a group of kinds.
fn kinds_of_work(v: &DeValue<'_>) -> Result<Vec<WorkKind>, String> {
    let name = value::name(v)?;
    let kinds = group(&name);
    if kinds.is_empty() { Err(value::unknown("kind of work", &name, names().into_iter())) } else { Ok(kinds) }
}
