//! Reads the section `[facts]`: for each kind of fact about a build, the growth that is not reported.

use std::collections::BTreeMap;

use gate_facts::FactKind;

/// The section `[facts]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactSettings {
    /// The kinds whose growth is a finding; growth of other kinds is only shown.
    pub fail: Vec<FactKind>,
    /// The growth of each kind that is not reported; `None` means any growth.
    pub allowed: BTreeMap<FactKind, Option<u64>>,
}

impl Default for FactSettings {
    fn default() -> Self {
        FactSettings {
            fail: Vec::new(),
            allowed: FactKind::ALL.map(|kind| (kind, kind.default_allowance())).into(),
        }
    }
}

impl FactSettings {
    /// Returns whether the growth of a kind exceeds the allowed growth.
    pub fn is_exceeded(&self, kind: FactKind, growth: u64) -> bool {
        match self.allowed.get(&kind) {
            Some(Some(allowed)) => growth > *allowed,
            Some(None) | None => false,
        }
    }
}
