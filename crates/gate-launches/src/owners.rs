//! The interface to the modules and owners of methods, for crates that must not depend on the way in which they are found.

use std::fmt;

use super::Launches;

/// The modules, owners and source locations of methods.
pub trait MethodOwners: fmt::Debug {
    /// Sets module and owner of every method in the table of `launches`.
    fn attribute(&self, launches: &mut Launches);

    /// Returns the source file of a method, relative to the root of the sources, and its line if debug information has it.
    fn source_of(&self, method: &str) -> Option<(&str, Option<u32>)>;
}
