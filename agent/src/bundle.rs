//! What the app says of itself in its Info.plist, through CoreFoundation where the process has it.

use core::ffi::{CStr, c_char, c_int, c_long, c_uint, c_void};
use core::mem::transmute;
use core::ptr;

use crate::sys;

type GetMain = unsafe extern "C" fn() -> *mut c_void;
type Value = unsafe extern "C" fn(*mut c_void, *const c_void) -> *const c_void;
type MakeText = unsafe extern "C" fn(*const c_void, *const c_char, c_uint) -> *const c_void;
type GetText = unsafe extern "C" fn(*const c_void, *mut c_char, c_long, c_uint) -> u8;
type TypeOf = unsafe extern "C" fn(*const c_void) -> c_long;
type Type = unsafe extern "C" fn() -> c_long;
type Truth = unsafe extern "C" fn(*const c_void) -> u8;

const UTF8: c_uint = 0x0800_0100;

/// Does the app show its Documents to the user's computer?
pub(crate) fn shares_documents() -> bool {
    // SAFETY: the signatures are CoreFoundation's, and the value's type is asked before it is taken for a boolean.
    unsafe {
        let (Some(value), Some(type_of), Some(boolean), Some(truth)) = (
            value(c"UIFileSharingEnabled"),
            find(c"CFGetTypeID"),
            find(c"CFBooleanGetTypeID"),
            find(c"CFBooleanGetValue"),
        ) else {
            return false;
        };
        transmute::<*mut c_void, TypeOf>(type_of)(value) == transmute::<*mut c_void, Type>(boolean)()
            && transmute::<*mut c_void, Truth>(truth)(value) != 0
    }
}

/// A text of the Info.plist, into `room`; empty if there is none.
pub(crate) fn text<'a>(key: &CStr, room: &'a mut [u8]) -> &'a [u8] {
    // SAFETY: as above.
    unsafe {
        let (Some(value), Some(type_of), Some(string), Some(get)) =
            (value(key), find(c"CFGetTypeID"), find(c"CFStringGetTypeID"), find(c"CFStringGetCString"))
        else {
            return b"";
        };
        if transmute::<*mut c_void, TypeOf>(type_of)(value) != transmute::<*mut c_void, Type>(string)() {
            return b"";
        }
        let at = room.as_mut_ptr().cast::<c_char>();
        if transmute::<*mut c_void, GetText>(get)(value, at, room.len() as c_long, UTF8) == 0 {
            return b"";
        }
        room.split(|&b| b == 0).next().unwrap_or_default()
    }
}

/// A kernel's text, into `room`; empty if it has none of this name.
pub(crate) fn kernel_text<'a>(name: &CStr, room: &'a mut [u8]) -> &'a [u8] {
    let mut length = room.len();
    // SAFETY: the length is the room's.
    let result: c_int = unsafe {
        sys::sysctlbyname(name.as_ptr(), room.as_mut_ptr().cast(), &mut length, ptr::null_mut(), 0)
    };
    if result != 0 {
        return b"";
    }
    room[..length.min(room.len())].split(|&b| b == 0).next().unwrap_or_default()
}

unsafe fn value(key: &CStr) -> Option<*const c_void> {
    // SAFETY: the signatures are CoreFoundation's; the key is leaked, once per start.
    unsafe {
        let main = transmute::<*mut c_void, GetMain>(find(c"CFBundleGetMainBundle")?)();
        let make = transmute::<*mut c_void, MakeText>(find(c"CFStringCreateWithCString")?);
        let get = transmute::<*mut c_void, Value>(find(c"CFBundleGetValueForInfoDictionaryKey")?);
        if main.is_null() {
            return None;
        }
        let value = get(main, make(ptr::null(), key.as_ptr(), UTF8));
        (!value.is_null()).then_some(value)
    }
}

unsafe fn find(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: a C string.
    let found = unsafe { sys::dlsym(sys::RTLD_DEFAULT, name.as_ptr()) };
    (!found.is_null()).then_some(found)
}
