//! The third layer: the code that runs in the app's calls. The layer `hooks` contains the table of hooks and their assembly, the functions
//! for rare cases, unwinding, and the pointers and entry points that lead to the hooks.
//!
//! The layer `hooks` uses no item of the layer `window`. The module [`told`] passes the calls that the window needs to it.

pub(crate) mod entries;
pub(crate) mod hook;
pub(crate) mod images;
pub(crate) mod known;
pub(crate) mod loads;
pub(crate) mod passing;
pub(crate) mod patch;
pub(crate) mod replaced;
pub(crate) mod slow;
pub(crate) mod told;
pub(crate) mod unwound;
pub(crate) mod work;
