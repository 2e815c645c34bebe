//! Counts Objective-C classes, categories and methods, and finds every `+load` method.
//!
//! The linker writes two lists of the classes and categories with a `+load` method (`__objc_nlclslist`, `__objc_nlcatlist`), and the
//! runtime uses only these lists. A list may also contain a class without a `+load` method, so the class methods of each entry are checked.

use super::space::{AddressSpace, PointerTarget};

/// The prefix of the symbol of every class.
const CLASS: &[u8] = b"_OBJC_CLASS_$_";
/// The bits of a class's data pointer that are an address. The lowest bits are flags of the class, and the highest bits are flags of the
/// pointer.
const DATA: u64 = 0x0000_7fff_ffff_fff8;
/// The bit that is set in the first word of a list of methods if the entries of the list are relative.
const IS_SMALL: u32 = 0x8000_0000;

/// Returns the symbol of every `+load` method. Methods of classes precede those of categories.
pub(super) fn load_methods(space: &AddressSpace<'_>) -> Vec<String> {
    let classes =
        find_pointer_targets(space, "__objc_nlclslist").filter_map(|class| class_load(space, class));
    let categories =
        find_pointer_targets(space, "__objc_nlcatlist").filter_map(|category| category_load(space, category));
    classes.chain(categories).collect()
}

/// Returns the addresses to which the entries of a section of pointers refer.
fn find_pointer_targets<'s>(
    space: &'s AddressSpace<'_>,
    section: &'static str,
) -> impl Iterator<Item = u64> + use<'s> {
    let sections = space.sections_named(section);
    sections
        .flat_map(|section| space.entry_addresses(section, 8))
        .filter_map(|entry| space.resolve_internal_target(entry))
}

/// Returns the symbol of the `+load` method of a class.
fn class_load(space: &AddressSpace<'_>, class: u64) -> Option<String> {
    let methods =
        space.resolve_internal_target(read_only_data(space, space.resolve_internal_target(class)?)? + 32)?;
    has_load(space, methods).then(|| class_name(space, class))?.map(|name| format!("+[{name} load]"))
}

/// Returns the symbol of the `+load` method of a category.
fn category_load(space: &AddressSpace<'_>, category: u64) -> Option<String> {
    let methods = space.resolve_internal_target(category + 24)?;
    if !has_load(space, methods) {
        return None;
    }
    let class = match space.resolve_pointer(category + 8)? {
        PointerTarget::To(class) => class_name(space, class)?,
        PointerTarget::Symbol(symbol) => {
            String::from_utf8_lossy(symbol.strip_prefix(CLASS).unwrap_or(symbol)).into_owned()
        }
    };
    Some(format!("+[{class}({}) load]", space.read_text(space.resolve_internal_target(category)?)?))
}

/// Returns the address of the read-only data of a class.
fn read_only_data(space: &AddressSpace<'_>, class: u64) -> Option<u64> {
    Some(space.resolve_internal_target(class.checked_add(32)?)? & DATA)
}

fn class_name(space: &AddressSpace<'_>, class: u64) -> Option<String> {
    space.read_text(space.resolve_internal_target(read_only_data(space, class)?.checked_add(24)?)?)
}

/// Returns whether a list of methods has a method named `load`.
fn has_load(space: &AddressSpace<'_>, list: u64) -> bool {
    let Some((flags, count)) =
        space.read_u32(list).zip(list.checked_add(4).and_then(|at| space.read_u32(at)))
    else {
        return false;
    };
    let width: u64 = if flags & IS_SMALL != 0 { 12 } else { 24 };
    let mut entries = (0..u64::from(count)).map_while(|index| {
        let entry = list.checked_add(8 + index * width)?;
        // A list may exceed its segment; the list then ends where the segment ends.
        space.read_u32(entry)?;
        Some(entry)
    });
    entries.any(|entry| {
        let selector = if flags & IS_SMALL != 0 {
            // A relative entry refers to a pointer, and this pointer refers to the name.
            space
                .resolve_relative_pointer(entry)
                .and_then(|reference| space.resolve_internal_target(reference))
        } else {
            space.resolve_internal_target(entry)
        };
        selector.and_then(|name| space.read_text(name)).is_some_and(|name| name == "load")
    })
}
