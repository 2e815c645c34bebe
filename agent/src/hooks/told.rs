//! The notifications of the hooks for the layer above, whose functions are set at the start.
//!
//! Invariant: the listener is set before any hook is in place; until then there is no listener.

use crate::base::global::Once;
use crate::base::layout::Frame;
use crate::base::sys;

/// The functions that are called. Each is called on the thread where it happens, with what time it is in ticks where that matters.
pub(crate) struct Listener {
    /// The app's entry point calls what an app runs in.
    pub main_called: fn(u64),
    /// The application is made, or it or a scene gets its delegate.
    pub application_made: fn(),
    /// `application:didFinishLaunchingWithOptions:` is being called.
    pub launching: fn(u64),
    /// An instance of a view controller's class is being made.
    pub page_created: fn(sys::Class, u64),
    /// A watched call returned: its frame, its begin, how long it took.
    pub returned: fn(&Frame, u64, u64),
    /// Returns whether the return of a method must be reported, for every sender.
    pub is_awaited: fn(sys::Class, sys::Sel) -> bool,
    /// A class is about to be disposed of, and still whole.
    pub disposing: fn(sys::Class),
}

/// The one who listens.
pub(crate) static LISTENER: Once<Listener> = Once::new(Listener {
    main_called: |_| {},
    application_made: || {},
    launching: |_| {},
    page_created: |_, _| {},
    returned: |_, _, _| {},
    is_awaited: |_, _| false,
    disposing: |_| {},
});
