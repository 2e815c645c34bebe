//! Makes the gate's decision: compares two sets of launches and gives one verdict.
//!
//! `compare` admits launches and makes the rows of a comparison, and `verdict` turns rows into findings and one answer. `judge` is the
//! entry point to both: it chooses the base and the order of the steps. `amount`, `subject`, `reason` and `caution` contain the values of a
//! verdict, which reports convert to text.
#![forbid(unsafe_code)]

mod amount;
mod caution;
mod compare;
mod judge;
mod reason;
mod subject;
mod verdict;

pub use amount::{Amount, Sides, Unit};
pub use caution::Caution;
pub use compare::*;
pub use judge::*;
pub use reason::*;
pub use subject::{Counter, NamedFunction, OTHER_CODE, Subject, phase_for_people, without_marks};
pub use verdict::*;
