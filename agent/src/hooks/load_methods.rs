//! `+load` methods in the data of an image that libobjc has not read yet.
//!
//! dyld notifies the agent of a late image before libobjc, and libobjc runs the image's `+load` methods as soon as it has read the image.
//! The agent therefore cannot request the `+load` methods of a late image from the runtime; it changes them in the data that the compiler
//! wrote.
//!
//! Invariant: this module reads only classes that the runtime has not realised; the layout of a realised class is private to the runtime.

use core::ffi::{CStr, c_char};

use crate::base::process::ARENA;
use crate::base::sys;
use crate::hooks::patch;

/// A class in its compiled form.
#[repr(C)]
struct CompiledClass {
    meta: *const CompiledClass,
    superclass: *const CompiledClass,
    cache: [usize; 2],
    data: usize,
}

/// The bits of `data` that contain an address. The low bits mark classes of Swift.
const DATA: usize = 0x0000_7fff_ffff_fff8;
/// The flag of a realised class in the first word of the structure at `data`.
const REALISED: u32 = 1 << 31;

/// The structure to which the field `data` of a class points, as the compiler writes it.
#[repr(C)]
struct ClassData {
    flags: u32,
    sizes: [u32; 3],
    ivar_layout: usize,
    name: *const c_char,
    methods: *mut MethodList,
}

/// A category in its compiled form.
#[repr(C)]
struct Category {
    name: *const c_char,
    class: *const CompiledClass,
    methods: *mut MethodList,
    class_methods: *mut MethodList,
}

/// A list of methods, whose entries follow the list in memory.
#[repr(C)]
struct MethodList {
    /// The size of an entry of the list in bytes, and flags of the list.
    entry: u32,
    count: u32,
}

/// The flag of a list whose entries are three offsets of 32 bits, each of which is relative to the address of the offset.
const RELATIVE: u32 = 1 << 31;
/// The flag of a relative list whose names are selectors and not references to selectors.
const DIRECT_NAMES: u32 = 1 << 30;

/// An entry of a method list that is not relative.
#[repr(C)]
#[derive(Clone, Copy)]
struct Method {
    name: *const c_char,
    types: *const c_char,
    imp: usize,
}

/// A pointer in an image's data to a method list that contains a `+load`.
#[derive(Clone, Copy)]
pub(crate) struct LoadMethod {
    /// The metaclass that has the method.
    pub meta: sys::Class,
    list: *mut *mut MethodList,
    index: usize,
    /// The implementation of the method.
    pub imp: usize,
}

/// Returns whether the runtime has prepared (realised) this class.
///
/// # Safety
/// The class must be compiled, or created by the runtime.
pub(crate) unsafe fn is_realised(class: sys::Class) -> bool {
    // SAFETY: both kinds of data begin with flags, in every runtime since 2012.
    unsafe { *(((*class.cast::<CompiledClass>()).data & DATA) as *const u32) & REALISED != 0 }
}

/// Returns the `+load` method of a class that the runtime has not prepared.
///
/// # Safety
/// The class must be a compiled class of a mapped image.
pub(crate) unsafe fn of_class(class: sys::Class) -> Option<LoadMethod> {
    // SAFETY: the caller fulfils the requirements of this function; a metaclass is prepared together with its class.
    unsafe {
        let meta = (*class.cast::<CompiledClass>()).meta;
        let described = ((*meta).data & DATA) as *mut ClassData;
        if described.is_null() || (*described).flags & REALISED != 0 {
            return None;
        }
        find(meta, &raw mut (*described).methods)
    }
}

/// Returns the `+load` method of a category that the runtime has not attached.
///
/// # Safety
/// The category must be in a mapped image that libobjc has not read.
pub(crate) unsafe fn of_category(category: usize) -> Option<LoadMethod> {
    let category = category as *mut Category;
    // SAFETY: libobjc has not read the category's image. The class may be in another image, realised or not; its metaclass is the first
    // word of both. The pointer is null if the class is weakly linked and missing.
    unsafe {
        let class = (*category).class;
        if class.is_null() {
            return None;
        }
        let meta = sys::object_getClass(class.cast_mut().cast());
        find(meta.cast_const().cast(), &raw mut (*category).class_methods)
    }
}

unsafe fn find(meta: *const CompiledClass, list: *mut *mut MethodList) -> Option<LoadMethod> {
    // SAFETY: the callers pass compiled data of a mapped image.
    unsafe {
        if (*list).is_null() {
            return None;
        }
        let is_load = |name: *const c_char| !name.is_null() && CStr::from_ptr(name) == c"load";
        let index = (0..(**list).count as usize).find(|&i| is_load(method(*list, i).name))?;
        Some(LoadMethod { meta: meta.cast_mut().cast(), list, index, imp: method(*list, index).imp })
    }
}

/// Returns an entry of a list, converted to the form of an entry that is not relative.
unsafe fn method(list: *const MethodList, index: usize) -> Method {
    // SAFETY: the list contains this number of entries of the stated size.
    unsafe {
        let size = ((*list).entry & 0xfffc) as usize;
        let entry = list.add(1).byte_add(index * size);
        if (*list).entry & RELATIVE == 0 {
            return *entry.cast();
        }
        let at = |field: usize| {
            let offset = entry.cast::<i32>().add(field);
            offset.cast::<u8>().offset(*offset as isize)
        };
        let name = at(0);
        let name = if (*list).entry & DIRECT_NAMES != 0 { name.cast() } else { *name.cast() };
        Method { name, types: at(1).cast(), imp: at(2) as usize }
    }
}

impl LoadMethod {
    /// Replaces the method's implementation, and returns the address of the word that contains the new implementation. A relative list
    /// cannot contain the new address, so the list is replaced by a copy that is not relative. Returns `None` if no memory is left, or if
    /// the page cannot be written.
    ///
    /// # Safety
    /// libobjc must not have read the image, and `imp` must do the same as the method.
    pub(crate) unsafe fn replace(&self, imp: usize) -> Option<*mut usize> {
        // SAFETY: the caller fulfils the requirements of this function; the copy is new memory of the size that is written, and is never
        // freed.
        unsafe {
            let list = *self.list;
            if (*list).entry & RELATIVE == 0 {
                let slot = list.add(1).cast::<Method>().add(self.index);
                let slot = &raw mut (*slot).imp;
                return patch::write(slot, imp).then_some(slot);
            }
            let count = (*list).count as usize;
            let bytes = size_of::<MethodList>() + count * size_of::<Method>();
            let copy = ARENA.take_bytes(bytes, align_of::<Method>(), 0)?.cast::<MethodList>().as_ptr();
            copy.write(MethodList { entry: size_of::<Method>() as u32, count: count as u32 });
            let entries = copy.add(1).cast::<Method>();
            for i in 0..count {
                entries.add(i).write(method(list, i));
            }
            let slot = &raw mut (*entries.add(self.index)).imp;
            slot.write(imp);
            patch::write(self.list.cast(), copy as usize).then_some(slot)
        }
    }
}
