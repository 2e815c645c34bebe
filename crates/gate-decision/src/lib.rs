//! Makes the gate's decision: compares two sets of launches and gives one verdict.
//!
//! The module `compare` decides which launches are used, and creates the rows of a comparison. The module `verdict` decides which rows are
//! findings, and derives one answer from the findings. The module `judge` calls `compare` and `verdict`: it chooses the launches of the
//! base and the order of the steps. The modules `amount`, `subject`, `reason` and `caution` contain the types of the values in a verdict,
//! which reports convert to text.
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
