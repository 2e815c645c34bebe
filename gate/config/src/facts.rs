//! `[facts]`: by how much a build may grow before anybody is told, by kind of fact.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

common::named! {
    /// What kind of fact a build's fact is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum FactKind: (&'static str, Option<u64>) {
        /// `+load` methods.
        Load = "load", ("+load methods", Some(0));
        Initialiser = "initialiser", ("static initialisers", Some(0));
        /// Libraries that are loaded, of the system and of the app.
        Dylib = "dylib", ("dylibs", Some(0));
        /// Images in the app's bundle.
        Image = "image", ("images in the app", None);
        /// Pointers that dyld writes.
        Fixups = "fixups", ("fixups", None);
        /// Pages that hold them.
        Pages = "pages", ("pages with fixups", None);
        /// Bytes of all segments in the files.
        Size = "size", ("bytes of code and data", None);
    }
}

impl FactKind {
    /// What is counted, for people.
    pub fn label(self) -> &'static str {
        self.row().0
    }

    /// The growth that is not told; none: any.
    fn allowed(self) -> Option<u64> {
        self.row().1
    }
}

/// `[facts]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactSettings {
    /// Growth of these kinds is a finding; of the others it is shown.
    pub fail: Vec<FactKind>,
    /// The growth that is not told; none: any.
    pub allowed: BTreeMap<FactKind, Option<u64>>,
}

impl Default for FactSettings {
    fn default() -> Self {
        FactSettings { fail: Vec::new(), allowed: FactKind::ALL.map(|kind| (kind, kind.allowed())).into() }
    }
}

impl FactSettings {
    /// Whether so much growth of a kind is told.
    pub fn tells(&self, kind: FactKind, growth: u64) -> bool {
        match self.allowed.get(&kind) {
            Some(Some(allowed)) => growth > *allowed,
            Some(None) | None => false,
        }
    }
}
