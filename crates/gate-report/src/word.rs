//! Reads and writes the words of a stored verdict. A word that this version knows becomes a value of an enum; any other word is stored as text.
//!
//! Invariant: a word is written in the same form as it was read, so no word of a verdict of a different version is lost.

use std::sync::Arc;

use gate_decision::{AdvisoryReason, ComparisonMode, ExclusionReason, FindingKind, RowClass};
use gate_launches::Condition;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// A closed set of words that are used in files.
pub trait Named: Copy {
    /// Returns the word that is written to files.
    fn name(self) -> &'static str;

    /// Returns every word that this version knows.
    fn all() -> impl Iterator<Item = Self>;

    /// Returns the value for a word, if the word is known.
    fn parse(word: &str) -> Option<Self> {
        Self::all().find(|known| known.name() == word)
    }
}

/// A known word, or the text of an unknown one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredWord<T> {
    /// A word that this version knows.
    Known(T),
    /// A word that this version does not know.
    Other(Arc<str>),
}

impl<T: Named> StoredWord<T> {
    /// Reads a word from a file.
    pub fn from_text(text: &str) -> StoredWord<T> {
        T::parse(text).map_or_else(|| StoredWord::Other(text.into()), StoredWord::Known)
    }

    /// Returns the word in the form in which files contain it.
    pub fn text(&self) -> &str {
        match self {
            StoredWord::Known(known) => known.name(),
            StoredWord::Other(text) => text,
        }
    }

    /// Returns the value, if this version knows the word.
    pub fn known_value(&self) -> Option<T> {
        match self {
            StoredWord::Known(known) => Some(*known),
            StoredWord::Other(_) => None,
        }
    }
}

/// A value that this version can read, or JSON of a different version, which is preserved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum PreservedValue<T> {
    /// A value that this version can read.
    Known(T),
    /// JSON of a different version, which this version cannot read.
    Other(Value),
}

impl<T> From<T> for PreservedValue<T> {
    fn from(known: T) -> Self {
        PreservedValue::Known(known)
    }
}

impl<T> From<T> for StoredWord<T> {
    fn from(known: T) -> Self {
        StoredWord::Known(known)
    }
}

impl<T: Named> Serialize for StoredWord<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.text())
    }
}

impl<'de, T: Named> Deserialize<'de> for StoredWord<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(StoredWord::from_text(&String::deserialize(from)?))
    }
}

/// The role of a row in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowRole {
    /// The row is a finding of this kind.
    Found(FindingKind),
    /// A row that seems to have grown, without proof.
    Suspect,
    /// The launch or a phase as a whole.
    Whole,
    /// A judged row that belongs to no other group of the report.
    Row,
    /// A method that the head no longer calls.
    Vanished,
    /// A method that varies too much to be judged.
    Noisy,
}

impl RowRole {
    const OTHERS: [RowRole; 5] =
        [RowRole::Suspect, RowRole::Whole, RowRole::Row, RowRole::Vanished, RowRole::Noisy];
}

impl Named for RowRole {
    fn name(self) -> &'static str {
        match self {
            RowRole::Found(kind) => kind.name(),
            RowRole::Suspect => "suspect",
            RowRole::Whole => "whole",
            RowRole::Row => "row",
            RowRole::Vanished => "vanished",
            RowRole::Noisy => "noisy",
        }
    }

    fn all() -> impl Iterator<Item = RowRole> {
        FindingKind::ALL.into_iter().map(RowRole::Found).chain(RowRole::OTHERS)
    }
}

impl Default for StoredWord<ComparisonMode> {
    fn default() -> Self {
        StoredWord::Known(ComparisonMode::Sessions)
    }
}

impl Default for StoredWord<RowRole> {
    fn default() -> Self {
        StoredWord::Known(RowRole::Row)
    }
}

impl StoredWord<RowRole> {
    /// Returns the kind of the finding, if the row is a finding whose kind this version knows.
    pub fn finding_kind(&self) -> Option<FindingKind> {
        match self {
            StoredWord::Known(RowRole::Found(kind)) => Some(*kind),
            _ => None,
        }
    }
}

/// Implements [`Named`] for enums of other crates, from the name of a value and the list of all values.
macro_rules! named {
    ($($set:ty: $name:expr, $all:expr;)*) => {$(
        impl Named for $set {
            fn name(self) -> &'static str {
                let name: fn($set) -> &'static str = $name;
                name(self)
            }

            fn all() -> impl Iterator<Item = $set> {
                $all.into_iter()
            }
        }
    )*};
}

named! {
    AdvisoryReason: AdvisoryReason::name, AdvisoryReason::ALL;
    Condition: |condition| condition.label(), Condition::ALL;
    RowClass: RowClass::name, [RowClass::Finding, RowClass::Suspect, RowClass::Within, RowClass::Undecided];
    ComparisonMode: |mode| if mode == ComparisonMode::Blocks { "blocks" } else { "sessions" }, [ComparisonMode::Sessions, ComparisonMode::Blocks];
    ExclusionReason: ExclusionReason::name, ExclusionReason::ALL;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Named + PartialEq + std::fmt::Debug>() {
        for one in T::all() {
            assert_eq!(T::parse(one.name()), Some(one), "{one:?}");
        }
        assert_eq!(T::parse("tomorrow's"), None);
    }

    #[test]
    fn each_code_word_of_a_report_is_read_back_unchanged() {
        check::<RowRole>();
        check::<AdvisoryReason>();
        check::<Condition>();
        check::<RowClass>();
        check::<ComparisonMode>();
        check::<ExclusionReason>();
    }

    #[test]
    fn an_unknown_code_word_of_another_version_is_read_and_written_unchanged() {
        let read: StoredWord<RowRole> = serde_json::from_str("\"tomorrow's\"").unwrap();
        assert_eq!((read.text(), read.finding_kind(), read.known_value()), ("tomorrow's", None, None));
        assert_eq!(serde_json::to_string(&read).unwrap(), "\"tomorrow's\"");
    }
}
