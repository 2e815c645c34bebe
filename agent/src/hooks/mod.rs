//! The third layer: what runs on the app's calls. The table of hooks and their assembly, the slow paths, unwinding, and the pointers
//! and entry points that lead there.
//!
//! What the window makes of a call it is told through [`told`]: nothing here names it.

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
