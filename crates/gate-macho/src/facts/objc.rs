//! Counts Objective-C classes, categories and methods, and finds every `+load` method.
//!
//! The linker writes two lists of the classes and categories with a `+load` method (`__objc_nlclslist`, `__objc_nlcatlist`), and the
//! runtime uses only these lists. A list may also contain a class without a `+load` method, so the class methods of each entry are checked.

use super::space::{Pointer, Space};

/// The prefix of the symbol of every class.
const CLASS: &[u8] = b"_OBJC_CLASS_$_";
/// The bits of a class's data pointer that are an address. The lowest bits are flags of the class, and the highest bits are flags of the
/// pointer.
const DATA: u64 = 0x0000_7fff_ffff_fff8;
/// The bit in the first word of a list of methods that marks relative entries.
const IS_SMALL: u32 = 0x8000_0000;

/// Returns the symbol of every `+load` method. Methods of classes precede those of categories.
pub(super) fn load_methods(space: &Space<'_>) -> Vec<String> {
    let listed = |name: &'static str| -> Vec<u64> {
        let places = space.named(name).flat_map(|section| space.each(section, 8));
        places.filter_map(|entry| space.target(entry)).collect()
    };
    let of_class = |class: u64| {
        let methods = space.target(ro_of(space, space.target(class)?)? + 32)?;
        has_load(space, methods).then(|| class_name(space, class))?.map(|name| format!("+[{name} load]"))
    };
    let of_category = |category: u64| {
        let methods = space.target(category + 24)?;
        if !has_load(space, methods) {
            return None;
        }
        let class = match space.pointer(category + 8)? {
            Pointer::To(class) => class_name(space, class)?,
            Pointer::Symbol(symbol) => {
                String::from_utf8_lossy(symbol.strip_prefix(CLASS).unwrap_or(symbol)).into_owned()
            }
        };
        Some(format!("+[{class}({}) load]", space.text(space.target(category)?)?))
    };
    let classes = listed("__objc_nlclslist").into_iter().filter_map(of_class);
    classes.chain(listed("__objc_nlcatlist").into_iter().filter_map(of_category)).collect()
}

/// Returns the address of the read-only data of a class.
fn ro_of(space: &Space<'_>, class: u64) -> Option<u64> {
    Some(space.target(class.checked_add(32)?)? & DATA)
}

fn class_name(space: &Space<'_>, class: u64) -> Option<String> {
    space.text(space.target(ro_of(space, class)?.checked_add(24)?)?)
}

/// Returns whether a list of methods has a method named `load`.
fn has_load(space: &Space<'_>, list: u64) -> bool {
    let Some((flags, count)) = space.word(list).zip(list.checked_add(4).and_then(|at| space.word(at))) else {
        return false;
    };
    let width: u64 = if flags & IS_SMALL != 0 { 12 } else { 24 };
    let mut entries = (0..u64::from(count)).map_while(|index| {
        let entry = list.checked_add(8 + index * width)?;
        // A list may exceed its segment; the list then ends where the segment ends.
        space.word(entry)?;
        Some(entry)
    });
    entries.any(|entry| {
        let selector = if flags & IS_SMALL != 0 {
            // A relative entry refers to a pointer, and this pointer refers to the name.
            space.relative(entry).and_then(|reference| space.target(reference))
        } else {
            space.target(entry)
        };
        selector.and_then(|name| space.text(name)).is_some_and(|name| name == "load")
    })
}
