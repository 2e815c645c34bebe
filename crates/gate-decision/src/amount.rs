//! Defines quantities with their units, and pairs of quantities for base and head.

use std::fmt;

use gate_launches::Ns;
use serde::{Deserialize, Serialize};

/// A quantity in the base and the same quantity in the head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Serialize, Deserialize)]
pub struct Sides<T> {
    pub base: T,
    pub head: T,
}

impl<T> Sides<T> {
    /// Applies `f` to the base and to the head.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Sides<U> {
        Sides { base: f(self.base), head: f(self.head) }
    }
}

impl Sides<f64> {
    /// Returns the numbers of both sides as amounts in this unit.
    pub(crate) fn in_unit(self, unit: Unit) -> Sides<Amount> {
        self.map(|value| Amount { value, unit })
    }
}

impl Sides<Amount> {
    /// Returns the amount of the head minus the amount of the base.
    pub fn growth(self) -> Amount {
        Amount { value: self.head.value - self.base.value, unit: self.base.unit }
    }
}

/// The unit of an amount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// Nanoseconds.
    #[default]
    Ns,
    /// Calls of a method or of a function.
    Calls,
    /// Requests to the system (work), such as opening a file.
    Requests,
    /// Machine instructions that were executed.
    Instructions,
    /// Cycles of the processor.
    Cycles,
    /// Pages of memory.
    Pages,
    /// Bytes.
    Bytes,
    /// Launches.
    Launches,
}

/// A quantity and its unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Amount {
    /// The value, in the unit of the field `unit`. An amount without an upper bound is infinite, and is written to files as `null`.
    #[serde(with = "bounded")]
    pub value: f64,
    pub unit: Unit,
}

mod bounded {
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &f64, to: S) -> Result<S::Ok, S::Error> {
        value.is_finite().then_some(*value).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<f64, D::Error> {
        Ok(Option::deserialize(from)?.unwrap_or(f64::INFINITY))
    }
}

impl Amount {
    /// Makes an amount of time.
    pub fn from_ns(value: f64) -> Amount {
        Amount { value, unit: Unit::Ns }
    }

    /// Returns the amount as a time, if its unit is nanoseconds.
    pub fn as_time(self) -> Option<Ns> {
        (self.unit == Unit::Ns).then_some(Ns(self.value))
    }
}

/// Formats a time with a unit that suits its size, and any other amount as a plain number.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_time() {
            Some(time) => time.fmt(f),
            None => self.value.fmt(f),
        }
    }
}
