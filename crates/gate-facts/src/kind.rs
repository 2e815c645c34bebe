//! Lists the kinds of facts, with their names in files and their names in reports.

use serde::{Deserialize, Serialize};

gate_common::named! {
    /// The kinds of facts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum FactKind: (&'static str, Option<u64>) {
        /// `+load` methods.
        Load = "load", ("+load methods", Some(0));
        Initialiser = "initialiser", ("static initialisers", Some(0));
        /// Loaded libraries, of the system and of the app.
        Dylib = "dylib", ("dylibs", Some(0));
        /// Images in the app's bundle.
        Image = "image", ("images in the app", None);
        /// Pointers that dyld writes.
        Fixups = "fixups", ("fixups", None);
        /// Pages that contain fixups.
        Pages = "pages", ("pages with fixups", None);
        /// Bytes of all segments in the files.
        Size = "size", ("bytes of code and data", None);
        /// Properties of the build that change the speed of all its code.
        Toolchain = "toolchain", ("build properties", Some(0));
    }
}

impl FactKind {
    /// Returns the phrase for people.
    pub fn label(self) -> &'static str {
        self.row().0
    }

    /// Returns the growth that is no finding by default; `None` allows any growth.
    pub fn default_allowance(self) -> Option<u64> {
        self.row().1
    }
}
