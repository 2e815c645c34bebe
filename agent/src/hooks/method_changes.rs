//! Handles changes that the app makes to methods with a trampoline, and look-ups that the app makes of hooked functions.
//!
//! Invariant: the app never gets the address of a trampoline as an implementation, and never moves a trampoline to another method. An
//! implementation that the app exchanges or sets becomes the function that the trampoline calls, so the method that the system calls is
//! still recorded.

use core::ffi::{c_char, c_void};
use core::mem::transmute;
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::base::process::CLOSED;
use crate::base::sys;
use crate::hooks::entries::{self, EntryPoint, unhooked_imp};
use crate::hooks::hook::{HookedFunction, ORIGINALS};
use crate::hooks::patch;

/// The number of calls of `objc_msgLookup`. Code that calls the implementation returned by `objc_msgLookup` does not go through a hook.
pub(crate) static LOOKED_UP: AtomicUsize = AtomicUsize::new(0);

fn original_function(hooked: HookedFunction) -> *const c_void {
    ORIGINALS[hooked as usize].load(Ordering::Relaxed) as *const c_void
}

/// Returns the entry whose trampoline is the implementation of this method, while the window is open.
fn entry_of(method: sys::Method) -> Option<&'static EntryPoint> {
    if method.is_null() || CLOSED.load(Ordering::Acquire) != 0 {
        return None;
    }
    // SAFETY: it is a method of the runtime.
    let (imp, selector) = unsafe { (sys::method_getImplementation(method), sys::method_getName(method)) };
    entries::find_by_trampoline(imp as usize)
        .filter(|entry| entry.selector.load(Ordering::Relaxed) == selector as usize)
}

/// Replaces `method_exchangeImplementations`.
pub(crate) unsafe extern "C" fn exchange_implementations(one: sys::Method, other: sys::Method) {
    type Exchange = unsafe extern "C" fn(sys::Method, sys::Method);
    entries::LOCK.wait_and_run(|| match (entry_of(one), entry_of(other)) {
        (Some(one), Some(other)) => {
            let imp = other.original.load(Ordering::Relaxed);
            other.original.store(one.original.swap(imp, Ordering::AcqRel), Ordering::Release);
        }
        // SAFETY: the app passes methods of the runtime.
        (Some(entry), None) if !other.is_null() => unsafe { exchange_with(entry, other) },
        // SAFETY: the app passes two methods of the runtime.
        (None, Some(entry)) if !one.is_null() => unsafe { exchange_with(entry, one) },
        // SAFETY: the app passes these arguments to the original function.
        _ => unsafe {
            transmute::<*const c_void, Exchange>(original_function(HookedFunction::Exchange))(one, other)
        },
    });
}

/// # Safety
/// The argument must be a method of the runtime.
unsafe fn exchange_with(entry: &EntryPoint, method: sys::Method) {
    // SAFETY: the caller fulfils the requirements of this unsafe function.
    unsafe {
        let imp = sys::method_getImplementation(method) as usize;
        let before = entry.original.swap(unhooked_imp(imp), Ordering::AcqRel);
        sys::method_setImplementation(method, before as sys::Imp);
    }
}

/// Replaces `method_setImplementation`.
pub(crate) unsafe extern "C" fn set(method: sys::Method, imp: sys::Imp) -> sys::Imp {
    type Set = unsafe extern "C" fn(sys::Method, sys::Imp) -> sys::Imp;
    let mut before = core::ptr::null();
    entries::LOCK.wait_and_run(|| {
        before = match entry_of(method) {
            Some(entry) if !imp.is_null() => {
                entry.original.swap(unhooked_imp(imp as usize), Ordering::AcqRel) as sys::Imp
            }
            // SAFETY: the app passes these arguments to the original function.
            _ => unsafe {
                transmute::<*const c_void, Set>(original_function(HookedFunction::SetImplementation))(
                    method, imp,
                )
            },
        };
    });
    before
}

/// Replaces `class_replaceMethod`.
pub(crate) unsafe extern "C" fn replace_method(
    class: sys::Class,
    selector: sys::Sel,
    imp: sys::Imp,
    types: *const c_char,
) -> sys::Imp {
    type Replace = unsafe extern "C" fn(sys::Class, sys::Sel, sys::Imp, *const c_char) -> sys::Imp;
    let mut before = core::ptr::null();
    entries::LOCK.wait_and_run(|| {
        let entry = if imp.is_null() { None } else { entries::of_method(class, selector).and_then(entry_of) };
        before = match entry {
            Some(entry) => entry.original.swap(unhooked_imp(imp as usize), Ordering::AcqRel) as sys::Imp,
            // SAFETY: the app passes these arguments to the original function.
            None => unsafe {
                let replace =
                    transmute::<*const c_void, Replace>(original_function(HookedFunction::ReplaceMethod));
                replace(class, selector, imp, types)
            },
        };
    });
    before
}

/// Replaces `method_getImplementation`.
pub(crate) unsafe extern "C" fn get(method: sys::Method) -> sys::Imp {
    type Get = unsafe extern "C" fn(sys::Method) -> sys::Imp;
    // SAFETY: the app passes this argument to the original function.
    let imp = unsafe {
        transmute::<*const c_void, Get>(original_function(HookedFunction::GetImplementation))(method)
    };
    unhooked_imp(imp as usize) as sys::Imp
}

/// Replaces `class_getMethodImplementation`.
pub(crate) unsafe extern "C" fn get_of_class(class: sys::Class, selector: sys::Sel) -> sys::Imp {
    type Get = unsafe extern "C" fn(sys::Class, sys::Sel) -> sys::Imp;
    // SAFETY: the app passes these arguments to the original function.
    let imp = unsafe {
        transmute::<*const c_void, Get>(original_function(HookedFunction::GetMethodImplementation))(
            class, selector,
        )
    };
    unhooked_imp(imp as usize) as sys::Imp
}

/// Replaces `dlsym`, except if the caller's address matters for the search. For a hooked function it returns the hook, so that calls
/// through the returned pointer are recorded too, and so that the returned pointer equals the pointer that the linker created.
pub(crate) unsafe extern "C" fn look_up(handle: *mut c_void, name: *const c_char) -> *mut c_void {
    type LookUp = unsafe extern "C" fn(*mut c_void, *const c_char) -> *mut c_void;
    // SAFETY: the app passes these arguments to the original function.
    let found =
        unsafe { transmute::<*const c_void, LookUp>(original_function(HookedFunction::Dlsym))(handle, name) };
    if CLOSED.load(Ordering::Acquire) == 0 { patch::hook_of(found as usize) as *mut c_void } else { found }
}
