//! The notifications that the hooks send to the layer `window`. The functions of the layer `window` that receive the notifications are set
//! at the start.
//!
//! Invariant: the listener is set before any hook is in place, and hooks send no notification before that.

use core::ffi::c_char;

use crate::base::global::Once;
use crate::base::layout::ShadowFrame;
use crate::base::sys;

/// The functions that the hooks call. Each function is called on the thread on which the event happens, and gets the time in ticks if it
/// needs the time.
pub(crate) struct Listener {
    /// Called when the app's entry point calls the function in which the app runs.
    pub main_called: fn(u64),
    /// Called when the application object is being created, or when the application or a scene gets its delegate.
    pub application_made: fn(),
    /// Called when `application:didFinishLaunchingWithOptions:` is being called.
    pub launching: fn(u64),
    /// Called when an instance of a view controller's class is being created.
    pub page_created: fn(sys::Class, u64),
    /// Called when a watched call returned. The arguments are the call's frame, its beginning and its duration.
    pub watched_call_returned: fn(&ShadowFrame, u64, u64),
    /// Called when one of the callers of a method calls it for the first time. Returns whether the return of the method must be reported
    /// for every sender.
    pub is_awaited: fn(sys::Class, sys::Sel) -> bool,
    /// Called when a class is about to be disposed of and is still complete.
    pub disposing: fn(sys::Class),
    /// Called when the app emits a signpost whose name may be that of the window's begin or end.
    pub signpost: fn(*const c_char, u8, u64),
    /// The first bytes of the names of such signposts, as one number; 0 if no signpost begins or ends the window. Most signposts have
    /// another first byte, so they cost no call.
    pub awaited_initials: u16,
}

/// The functions of the layer `window` that the hooks call.
pub(crate) static LISTENER: Once<Listener> = Once::new(Listener {
    main_called: |_| {},
    application_made: || {},
    launching: |_| {},
    page_created: |_, _| {},
    watched_call_returned: |_, _, _| {},
    is_awaited: |_, _| false,
    disposing: |_| {},
    signpost: |_, _, _| {},
    awaited_initials: 0,
});
