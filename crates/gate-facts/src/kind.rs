//! The kinds of facts, with their names in files and for people.

use serde::{Deserialize, Serialize};

gate_common::named! {
    /// The kinds of facts.
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
    /// The phrase for people.
    pub fn label(self) -> &'static str {
        self.row().0
    }

    /// The growth that fails nothing unless the settings say otherwise; `None` allows any.
    pub fn default_allowance(self) -> Option<u64> {
        self.row().1
    }
}
