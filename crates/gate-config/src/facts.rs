//! `[facts]`: by how much a build may grow before anybody is told, by kind of fact.

use std::collections::BTreeMap;

use gate_facts::FactKind;

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
            allowed: FactKind::ALL.map(|kind| (kind, kind.default_allowance())).into(),
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
