//! The recorder that runs inside the app.
#![cfg_attr(target_vendor = "apple", no_std)]

#[cfg(target_vendor = "apple")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
