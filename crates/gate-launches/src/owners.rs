//! Defines the interface to the modules and owners of methods, for crates that must not depend on the crate that finds them.

use std::fmt;

use super::Launches;

/// The modules, owners and source locations of methods.
pub trait MethodOwners: fmt::Debug {
    /// Sets module and owner of every method in the table of `launches`.
    fn set_owners(&self, launches: &mut Launches);

    /// Returns the source file of a method, relative to the root of the sources, and the line if debug information contains it.
    fn source_of(&self, method: &str) -> Option<(&str, Option<u32>)>;
}
