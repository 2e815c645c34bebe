//! The recorder that runs inside the app.
#![cfg_attr(target_vendor = "apple", no_std)]
#![cfg_attr(
    not(target_vendor = "apple"),
    expect(dead_code, reason = "the host builds the pure logic alone, for its unit tests")
)]

mod global;
mod layout;
mod memory;
mod plist;
mod settings;
mod shadow;
mod tree;

#[cfg(target_vendor = "apple")]
mod bundle;
#[cfg(target_vendor = "apple")]
mod class;
#[cfg(target_vendor = "apple")]
mod entries;
#[cfg(target_vendor = "apple")]
mod file;
#[cfg(target_vendor = "apple")]
mod hook;
#[cfg(target_vendor = "apple")]
mod images;
#[cfg(target_vendor = "apple")]
mod methods;
#[cfg(target_vendor = "apple")]
mod passing;
#[cfg(target_vendor = "apple")]
mod patch;
#[cfg(target_vendor = "apple")]
mod record;
#[cfg(target_vendor = "apple")]
mod slow;
#[cfg(target_vendor = "apple")]
mod start;
#[cfg(target_vendor = "apple")]
mod sys;
#[cfg(target_vendor = "apple")]
mod threads;
#[cfg(target_vendor = "apple")]
mod unwound;
#[cfg(target_vendor = "apple")]
mod window;

/// What a method in one context of callers takes of the agent's memory, beside the table that finds it.
pub const BYTES_PER_NODE: usize = size_of::<layout::Node>();

/// Nothing here panics by intent; should it happen all the same, the thread must not go on with half a state.
#[cfg(target_vendor = "apple")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: abort takes nothing and does not return.
    unsafe { sys::abort() }
}
