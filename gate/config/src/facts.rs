//! `[facts]`: by how much a build may grow before anybody is told, by kind of fact.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One table, so that a kind has its name, its label and its default wherever facts are spoken of.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal, $label:literal, $allowed:expr;)*) => {
        /// What kind of fact a build's fact is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum FactKind {
            $($(#[$doc])* $kind,)*
        }

        impl FactKind {
            pub const ALL: &'static [FactKind] = &[$(FactKind::$kind),*];

            /// The name in settings and files.
            pub fn name(self) -> &'static str {
                match self {
                    $(FactKind::$kind => $name,)*
                }
            }

            /// What is counted, for people.
            pub fn label(self) -> &'static str {
                match self {
                    $(FactKind::$kind => $label,)*
                }
            }

            /// The growth that is not told; none: any.
            fn allowed(self) -> Option<u64> {
                match self {
                    $(FactKind::$kind => $allowed,)*
                }
            }
        }
    };
}

kinds! {
    /// `+load` methods.
    Load = "load", "+load methods", Some(0);
    Initialiser = "initialiser", "static initialisers", Some(0);
    /// Libraries that are loaded, of the system and of the app.
    Dylib = "dylib", "dylibs", Some(0);
    /// Images in the app's bundle.
    Image = "image", "images in the app", None;
    /// Pointers that dyld writes.
    Fixups = "fixups", "fixups", None;
    /// Pages that hold them.
    Pages = "pages", "pages with fixups", None;
    /// Bytes of all segments in the files.
    Size = "size", "bytes of code and data", None;
}

impl FactKind {
    /// The kind of this name.
    pub fn of(name: &str) -> Option<FactKind> {
        FactKind::ALL.iter().copied().find(|kind| kind.name() == name)
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
        FactSettings {
            fail: Vec::new(),
            allowed: FactKind::ALL.iter().map(|kind| (*kind, kind.allowed())).collect(),
        }
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
