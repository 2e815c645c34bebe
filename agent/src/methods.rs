//! From classes and selectors to methods, once, after the window.
//!
//! Owns which classes are still alive: a class that was disposed of inside the window is never looked into again.

use core::ffi::{CStr, c_uint};
use core::sync::atomic::{AtomicUsize, Ordering};

use crate::entries::{self, KEYED, behind_trampoline};
use crate::global::{Global, TryLock};
use crate::layout::{SKIPPED, SPREAD, TOO_DEEP};
use crate::record::Scratch;
use crate::{sys, threads};

/// A class that is gone.
#[derive(Clone, Copy)]
struct Grave {
    class: usize,
    meta: usize,
    name: [u8; 112],
    length: usize,
}

const GRAVES: usize = 64;
const EMPTY: Grave = Grave { class: 0, meta: 0, name: [0; 112], length: 0 };
static BURIED: Global<[Grave; GRAVES]> = Global::new([EMPTY; GRAVES]);
static USED: AtomicUsize = AtomicUsize::new(0);
static LOCK: TryLock = TryLock::new();
static LIVING: Global<Living> = Global::new(Living { table: &[] });

/// The classes of the runtime, in an open hash table.
struct Living {
    table: &'static [usize],
}

/// A method that was called.
#[derive(Clone, Copy)]
pub(crate) struct Method {
    /// The class that implements it; of a disposed class what it was called.
    pub class: &'static [u8],
    /// Its selector.
    pub selector: &'static [u8],
    /// A `+` method?
    pub is_class_method: bool,
    /// Its IMP, or 0.
    pub imp: usize,
}

/// Remembers a class's name before it is disposed of, and takes its address out of the trees:
/// another class may get it next.
pub(crate) fn bury(class: sys::Class) {
    LOCK.run(|| {
        // SAFETY: the class is still whole; graves are written under the lock.
        unsafe {
            let used = USED.load(Ordering::Relaxed);
            let graves = &mut *BURIED.pointer();
            let Some(grave) = graves.get_mut(used) else { return };
            let name = sys::bytes(sys::class_getName(class));
            let length = name.len().min(grave.name.len());
            grave.name[..length].copy_from_slice(&name[..length]);
            (grave.length, grave.class, grave.meta) =
                (length, class as usize, sys::object_getClass(class) as usize);
            let (of_class, of_meta) =
                (grave as *const Grave as usize | KEYED, &raw const grave.meta as usize | KEYED);
            USED.store(used + 1, Ordering::Release);
            for state in threads::states() {
                for node in crate::record::nodes_of(state) {
                    let key = (*node).class & !(SKIPPED | TOO_DEEP);
                    let marks = (*node).class & (SKIPPED | TOO_DEEP);
                    if key == grave.class {
                        (*node).class = of_class | marks;
                    } else if key == grave.meta {
                        (*node).class = of_meta | marks;
                    }
                }
            }
        }
    });
}

/// Learns which classes are alive now.
pub(crate) fn take_stock(scratch: &Scratch) {
    let mut count: c_uint = 0;
    // SAFETY: the list is ours to free; the table is fresh and zeroed.
    unsafe {
        let list = sys::objc_copyClassList(&mut count);
        if list.is_null() {
            return;
        }
        let slots = (count as usize * 4 + 16).next_power_of_two();
        if let Some(table) = scratch.take_slice::<usize>(slots) {
            for i in 0..count as usize {
                let class = *list.add(i);
                for address in [class as usize, sys::object_getClass(class) as usize] {
                    let mut at = place(address);
                    while !matches!(table[at & (slots - 1)], 0) && table[at & (slots - 1)] != address {
                        at += 1;
                    }
                    table[at & (slots - 1)] = address;
                }
            }
            LIVING.set(Living { table });
        }
        sys::free(list.cast());
    }
}

/// Where a search of the table begins. Classes lie in rows, which must not run into one another.
fn place(class: usize) -> usize {
    (class >> 3).wrapping_mul(SPREAD)
}

/// The table goes, with the memory that it lies in.
pub(crate) fn forget_stock() {
    // SAFETY: only who closes the window asks it, and nobody else reads it then.
    unsafe { LIVING.set(Living { table: &[] }) };
}

/// Is this class still there? Before stock was taken: presumably.
pub(crate) fn is_alive(class: sys::Class) -> bool {
    let table = LIVING.get().table;
    if table.is_empty() {
        return true;
    }
    let mut at = place(class as usize);
    loop {
        match table[at & (table.len() - 1)] {
            0 => return false,
            found if found == class as usize => return true,
            _ => at += 1,
        }
    }
}

/// The method behind a node's class and selector.
pub(crate) fn resolve(class: usize, selector: usize) -> Method {
    let class = class & !(SKIPPED | TOO_DEEP);
    // SAFETY: selectors are never freed.
    let name = unsafe { sys::bytes(selector as sys::Sel) };
    if let Some(entry) = entries::of_key(class) {
        let class = entry.class.load(Ordering::Relaxed) as sys::Class;
        // SAFETY: the app's classes with a +load are never disposed of: they are compiled.
        let class = unsafe { sys::bytes(sys::class_getName(class)) };
        let imp = entry.original.load(Ordering::Relaxed);
        return Method { class, selector: name, is_class_method: true, imp };
    }
    if class & KEYED != 0 {
        return buried(class & !7, name);
    }
    let class = class as sys::Class;
    if !is_alive(class) {
        return Method { class: b"(a class that is gone)", selector: name, is_class_method: false, imp: 0 };
    }
    // SAFETY: the class is alive.
    unsafe {
        let mut owner = class;
        let method = sys::class_getInstanceMethod(class, selector as sys::Sel);
        let mut imp = 0;
        if !method.is_null() {
            imp = behind_trampoline(sys::method_getImplementation(method) as usize);
            loop {
                let parent = sys::class_getSuperclass(owner);
                if parent.is_null() || sys::class_getInstanceMethod(parent, selector as sys::Sel) != method {
                    break;
                }
                owner = parent;
            }
        }
        Method {
            class: sys::bytes(sys::class_getName(owner)),
            selector: name,
            is_class_method: sys::class_isMetaClass(class) != 0,
            imp,
        }
    }
}

fn buried(address: usize, selector: &'static [u8]) -> Method {
    let graves = BURIED.get();
    let index = (address - graves.as_ptr() as usize) / size_of::<Grave>();
    let grave = &graves[index.min(GRAVES - 1)];
    let is_class_method = address == &raw const grave.meta as usize & !7;
    Method { class: &grave.name[..grave.length], selector, is_class_method, imp: 0 }
}

/// The selectors that the allocation functions stand for.
pub(crate) fn register_selectors() {
    const NAMES: [&CStr; 4] = [c"alloc", c"allocWithZone:", c"new", c"init"];
    for (name, slot) in NAMES.iter().zip(&crate::hook::SELECTORS) {
        // SAFETY: a C string.
        slot.store(unsafe { sys::sel_registerName(name.as_ptr()) } as usize, Ordering::Relaxed);
    }
}
