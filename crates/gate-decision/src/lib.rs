//! Decides: two sets of launches become one verdict.
//!
//! `compare` admits launches and makes the rows of a comparison, `verdict` turns rows into findings and one answer, and `judge` is the
//! door to both: it chooses the base and the order of a judgement.
#![forbid(unsafe_code)]

pub mod compare;
pub mod judge;
pub mod verdict;

pub use compare::*;
pub use judge::*;
pub use verdict::*;
