//! The notifications that the hooks send to the layer above. The functions of that layer are set at the start.
//!
//! Invariant: the listener is set before any hook is in place, and hooks send no notification before that.

use core::ffi::c_char;

use crate::base::global::Once;
use crate::base::layout::Frame;
use crate::base::sys;

/// The functions that are called. Each one is called on the thread on which the event happens, and gets the time in ticks if it needs it.
pub(crate) struct Listener {
    /// The app's entry point calls the function in which the app runs.
    pub main_called: fn(u64),
    /// The application object is being created, or it or a scene gets its delegate.
    pub application_made: fn(),
    /// `application:didFinishLaunchingWithOptions:` is being called.
    pub launching: fn(u64),
    /// An instance of a view controller's class is being created.
    pub page_created: fn(sys::Class, u64),
    /// A watched call returned. The arguments are its frame, its beginning and its duration.
    pub returned: fn(&Frame, u64, u64),
    /// A method is called for the first time by one of its callers. Returns whether its return must be reported for every sender.
    pub is_awaited: fn(sys::Class, sys::Sel) -> bool,
    /// A class is about to be disposed of, and is still complete.
    pub disposing: fn(sys::Class),
    /// The app emits a signpost whose name may be that of the window's begin or end; `None` if no such name is awaited.
    pub signpost: Option<fn(*const c_char, u8, u64)>,
}

/// The listener.
pub(crate) static LISTENER: Once<Listener> = Once::new(Listener {
    main_called: |_| {},
    application_made: || {},
    launching: |_| {},
    page_created: |_, _| {},
    returned: |_, _, _| {},
    is_awaited: |_, _| false,
    disposing: |_| {},
    signpost: None,
});
