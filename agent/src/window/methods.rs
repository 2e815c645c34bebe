//! Resolves classes and selectors to methods, once, after the window; keeps the names of classes that were disposed of during the window.
//!
//! Invariant: a class that was disposed of during the window is never read again.

use core::ffi::CStr;
use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::base::global::TryLock;
use crate::base::layout::{SKIPPED, TOO_DEEP};
use crate::base::notes::store_note;
use crate::base::process::ARENA;
use crate::base::sys;
use crate::hooks::entries::{self, KEYED, unhooked_imp};
use crate::threads;
use crate::threads::tree;
use crate::window::loaded_images::LoadedImages;

/// The record of a class that was disposed of; the name of the class follows the record in memory. Nodes of the class then contain, with
/// the bit [`KEYED`], the address of the record's field `class` or `meta` instead of the class, or, for an inherited method, the class that
/// implements the method.
#[repr(C, align(16))]
struct DisposedClass {
    class: usize,
    meta: usize,
    length: usize,
}

/// The bits of a node's class that are no part of an address.
const MARKS: usize = SKIPPED | TOO_DEEP | KEYED;
/// The offset of `meta` in a record: a node whose class, without the marks, has this offset belonged to the metaclass.
const IS_META: usize = size_of::<usize>();
/// The record of all classes whose names did not fit in memory.
static NAMELESS: DisposedClass = DisposedClass { class: 0, meta: 0, length: 0 };
const NO_NAME: &[u8] = b"(a class that is gone)";
static LOCK: TryLock = TryLock::new();
static HAS_NOTED: AtomicBool = AtomicBool::new(false);

/// A method that was called.
#[derive(Clone, Copy)]
pub(crate) struct Method {
    /// The name of the class that implements the method; for a class that was disposed of, the name that the class had.
    pub class: &'static [u8],
    pub selector: &'static [u8],
    /// Whether the method is a class method (`+`).
    pub is_class_method: bool,
    /// The method's implementation, or 0.
    pub imp: usize,
    /// Whether the runtime looks the method up at each call. The runtime does not look up methods that the system calls, nor `alloc` and
    /// similar methods.
    pub is_looked_up: bool,
    /// Whether the class was disposed of without a call of the agent. The name of a class that was disposed of in this way is not known,
    /// and only the node records whether the class was a metaclass.
    pub is_gone: bool,
}

/// Records a class's name before the class is disposed of, and replaces its address in the trees, since another class may get this address
/// next.
pub(crate) fn record_disposed_class(class: sys::Class) {
    if class.is_null() {
        return;
    }
    // SAFETY: the class is not yet disposed of.
    LOCK.wait_and_run(|| unsafe {
        let whole = class;
        // If the system tags memory (MTE), the pointer to a class that was created at run time has a tag. An isa, and therefore the class
        // in a node, has no tag.
        let class = class as usize & sys::objc_debug_isa_class_mask;
        let meta = sys::object_getClass(whole) as usize;
        let mut record = None;
        for state in threads::states() {
            for node in tree::nodes(state) {
                // The class itself implements the method, or inherited the method from a class that was disposed of before.
                let key = (*node).class & !MARKS;
                if key != class && key != meta {
                    continue;
                }
                let place = match find(key as sys::Class, (*node).selector as sys::Sel) {
                    Some((owner, _)) if owner as usize != key => owner as usize,
                    _ => {
                        let record: *const DisposedClass =
                            *record.get_or_insert_with(|| new_disposed_class(whole, meta));
                        record as usize + if key == meta { IS_META } else { 0 }
                    }
                };
                (*node).class = place | KEYED | (*node).class & (SKIPPED | TOO_DEEP);
            }
        }
    });
}

/// Makes threads wait before they dispose of a class through a pointer of the app. Returns false if another thread does the same and does
/// not end in time.
pub(crate) fn lock_classes() -> bool {
    LOCK.lock()
}

/// Lets the threads that wait because of [`lock_classes`] continue.
pub(crate) fn unlock_classes() {
    LOCK.release();
}

/// Allocates a record with the class's name.
///
/// # Safety
/// The class must not yet be disposed of.
unsafe fn new_disposed_class(class: sys::Class, meta: usize) -> *const DisposedClass {
    // SAFETY: the class is not yet disposed of; the memory is fresh and of the size that is written.
    unsafe {
        let name = sys::c_string_bytes(sys::class_getName(class));
        let Some(room) =
            ARENA.take_bytes(size_of::<DisposedClass>() + name.len(), align_of::<DisposedClass>(), 0)
        else {
            if !HAS_NOTED.swap(true, Ordering::Relaxed) {
                store_note(format_args!("not enough memory to store the names of disposed classes"));
            }
            return &raw const NAMELESS;
        };
        let record = room.cast::<DisposedClass>().as_ptr();
        record.write(DisposedClass { class: class as usize, meta, length: name.len() });
        ptr::copy_nonoverlapping(name.as_ptr(), record.add(1).cast(), name.len());
        record
    }
}

/// Finds the method of a node's class and selector.
pub(crate) fn resolve(class: usize, selector: usize, loaded: &LoadedImages<'_>) -> Method {
    // SAFETY: selectors are never freed.
    let name = unsafe { sys::c_string_bytes(selector as sys::Sel) };
    if let Some(entry) = entries::find_by_key(class) {
        let class = entry.class.load(Ordering::Relaxed) as sys::Class;
        // SAFETY: the app's classes with a +load are never disposed of: they are compiled.
        let class = unsafe { sys::c_string_bytes(sys::class_getName(class)) };
        let imp = entry.original.load(Ordering::Relaxed);
        return Method {
            class,
            selector: name,
            is_class_method: true,
            imp,
            is_looked_up: false,
            is_gone: false,
        };
    }
    let is_inherited = is_inherited_from_disposed(class);
    if class & KEYED != 0 && !is_inherited {
        return method_of_disposed_class(class & !MARKS, name);
    }
    let class = class & !MARKS;
    let class = class as sys::Class;
    if !loaded.is_alive(class) {
        return Method {
            class: NO_NAME,
            selector: name,
            is_class_method: false,
            imp: 0,
            is_looked_up: false,
            is_gone: true,
        };
    }
    // SAFETY: the class still exists.
    unsafe {
        let (owner, imp) = match find(class, selector as sys::Sel) {
            Some((owner, method)) => (owner, unhooked_imp(sys::method_getImplementation(method) as usize)),
            None => (class, 0),
        };
        Method {
            class: sys::c_string_bytes(sys::class_getName(owner)),
            selector: name,
            is_class_method: sys::class_isMetaClass(class) != 0,
            imp,
            // For a class that was disposed of, the slot that the method had in its cache is not known.
            is_looked_up: imp != 0 && !is_inherited && !is_replaced_by_function(selector),
            is_gone: false,
        }
    }
}

/// Returns whether a node's class identifies a method that a class inherited which was disposed of later.
pub(crate) fn is_inherited_from_disposed(class: usize) -> bool {
    let address = class & !MARKS;
    let is_record = || ARENA.holds(address) || address & !IS_META == &raw const NAMELESS as usize;
    class & KEYED != 0 && entries::find_by_key(class).is_none() && !is_record()
}

/// Returns the class, or the nearest superclass, whose list of methods contains the method. The runtime's search might call the app's code,
/// which may add a method.
///
/// # Safety
/// The class must exist and must have received a message.
pub(crate) unsafe fn find(mut class: sys::Class, selector: sys::Sel) -> Option<(sys::Class, sys::Method)> {
    while !class.is_null() {
        if let Some(method) = entries::own_method(class, selector) {
            return Some((class, method));
        }
        // SAFETY: the caller fulfils the requirements of this unsafe function.
        class = unsafe { sys::class_getSuperclass(class) };
    }
    None
}

fn method_of_disposed_class(address: usize, selector: &'static [u8]) -> Method {
    let is_class_method = address & IS_META != 0;
    let record = (address & !IS_META) as *const DisposedClass;
    // SAFETY: records of classes that were disposed of are in the arena and are never freed; the name of each class follows its record.
    let class = unsafe {
        match (*record).length {
            0 => NO_NAME,
            length => core::slice::from_raw_parts(record.add(1).cast(), length),
        }
    };
    Method { class, selector, is_class_method, imp: 0, is_looked_up: false, is_gone: false }
}

const _: () = assert!(core::mem::offset_of!(DisposedClass, meta) == IS_META);

/// Returns whether compilers replace sends of this selector by calls of a function.
pub(crate) fn is_replaced_by_function(selector: usize) -> bool {
    crate::hooks::hook::SELECTORS[..3].iter().any(|known| known.load(Ordering::Relaxed) == selector)
}

/// Registers the selectors that the allocation functions replace.
pub(crate) fn register_selectors() {
    const NAMES: [&CStr; 4] = [c"alloc", c"allocWithZone:", c"new", c"init"];
    for (name, slot) in NAMES.iter().zip(&crate::hooks::hook::SELECTORS) {
        // SAFETY: the name is a C string.
        slot.store(unsafe { sys::sel_registerName(name.as_ptr()) } as usize, Ordering::Relaxed);
    }
}
