//! The third layer: the code that runs in the app's calls. The layer `hooks` contains the table of hooks and their assembly, the functions
//! for rare cases, unwinding, and the pointers and entry points that lead to the hooks.
//!
//! The layer `hooks` uses no item of the layer `window`. The module [`listener`] notifies the layer `window` of the calls that it needs.

pub(crate) mod app_images;
pub(crate) mod entries;
pub(crate) mod hook;
pub(crate) mod images;
pub(crate) mod listener;
pub(crate) mod load_methods;
pub(crate) mod method_changes;
pub(crate) mod nonlocal_exits;
pub(crate) mod patch;
pub(crate) mod slow_paths;
pub(crate) mod unwind_cost;
pub(crate) mod work;
