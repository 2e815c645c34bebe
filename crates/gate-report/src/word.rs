//! The words of a stored verdict. A word that this version knows becomes a value of an enum; any other word is stored as text.
//!
//! Invariant: a word is written in the same form as it was read, so no word of a verdict of a different version is lost.

use std::sync::Arc;

use gate_decision::{Advisory, ExclusionReason, FindingKind, Mode, RowClass};
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
pub enum Word<T> {
    /// A word that this version knows.
    Known(T),
    /// A word that this version does not know.
    Other(Arc<str>),
}

impl<T: Named> Word<T> {
    /// Reads a word from a file.
    pub fn of(text: &str) -> Word<T> {
        T::parse(text).map_or_else(|| Word::Other(text.into()), Word::Known)
    }

    /// Returns the word in the form in which files contain it.
    pub fn text(&self) -> &str {
        match self {
            Word::Known(known) => known.name(),
            Word::Other(text) => text,
        }
    }

    /// Returns the value, if this version knows the word.
    pub fn known(&self) -> Option<T> {
        match self {
            Word::Known(known) => Some(*known),
            Word::Other(_) => None,
        }
    }
}

/// A value that this version can read, or JSON of a different version, which is preserved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Kept<T> {
    /// A value that this version can read.
    Known(T),
    /// JSON of a different version, which this version cannot read.
    Other(Value),
}

impl<T> From<T> for Kept<T> {
    fn from(known: T) -> Self {
        Kept::Known(known)
    }
}

impl<T> From<T> for Word<T> {
    fn from(known: T) -> Self {
        Word::Known(known)
    }
}

impl<T: Named> Serialize for Word<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.text())
    }
}

impl<'de, T: Named> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Word::of(&String::deserialize(from)?))
    }
}

/// The role of a row in a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
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

impl Standing {
    const OTHERS: [Standing; 5] =
        [Standing::Suspect, Standing::Whole, Standing::Row, Standing::Vanished, Standing::Noisy];
}

impl Named for Standing {
    fn name(self) -> &'static str {
        match self {
            Standing::Found(kind) => kind.name(),
            Standing::Suspect => "suspect",
            Standing::Whole => "whole",
            Standing::Row => "row",
            Standing::Vanished => "vanished",
            Standing::Noisy => "noisy",
        }
    }

    fn all() -> impl Iterator<Item = Standing> {
        FindingKind::ALL.into_iter().map(Standing::Found).chain(Standing::OTHERS)
    }
}

impl Default for Word<Mode> {
    fn default() -> Self {
        Word::Known(Mode::Sessions)
    }
}

impl Default for Word<Standing> {
    fn default() -> Self {
        Word::Known(Standing::Row)
    }
}

impl Word<Standing> {
    /// Returns the kind of the finding, if the row is a finding whose kind this version knows.
    pub fn found(&self) -> Option<FindingKind> {
        match self {
            Word::Known(Standing::Found(kind)) => Some(*kind),
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
    Advisory: Advisory::name, Advisory::ALL;
    Condition: |condition| condition.label(), Condition::ALL;
    RowClass: RowClass::name, [RowClass::Finding, RowClass::Suspect, RowClass::Within, RowClass::Undecided];
    Mode: |mode| if mode == Mode::Blocks { "blocks" } else { "sessions" }, [Mode::Sessions, Mode::Blocks];
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
        check::<Standing>();
        check::<Advisory>();
        check::<Condition>();
        check::<RowClass>();
        check::<Mode>();
        check::<ExclusionReason>();
    }

    #[test]
    fn an_unknown_code_word_of_another_version_is_read_and_written_unchanged() {
        let read: Word<Standing> = serde_json::from_str("\"tomorrow's\"").unwrap();
        assert_eq!((read.text(), read.found(), read.known()), ("tomorrow's", None, None));
        assert_eq!(serde_json::to_string(&read).unwrap(), "\"tomorrow's\"");
    }
}
