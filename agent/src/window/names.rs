//! Assigns a row of a method to each node of the trace; methods are found by class and selector.
//!
//! Invariant: for one node the module needs no more memory than [`WRITING_PER_NODE`](crate::base::layout::WRITING_PER_NODE), which was
//! reserved when the node was created. The module `names` reads no class that may have been disposed of.

use core::slice;

use crate::base::layout::{META, Node, SKIPPED, TOO_DEEP, WRITING_PER_NODE};
use crate::base::scratch::Scratch;
use crate::window::loaded_images::LoadedImages;
use crate::window::methods::{self, Method};
use trace::{Address, ImageId, MethodId, Text};

/// The methods of the trace, and for each node the row of its method.
pub(crate) struct MethodNames {
    /// An open hash table with two kinds of entries: a node (the first node of its class and selector), or the row of a method, which is
    /// found by the class that implements the method and is stored as twice the row plus 1. A free slot is 0.
    slots: &'static mut [usize],
    /// For each node, the row of its method.
    method_of: &'static mut [u32],
    /// For each node whose method the runtime looks up, the first node of the same class and selector. The slice is empty if too little
    /// memory is left.
    first_of: &'static mut [u32],
    rows: &'static mut [MethodRow],
    used: usize,
    /// Classes that were disposed of without a call of the agent. Each class gets a name with a number, in the order of the first sends to
    /// the disposed classes.
    numbered: &'static mut [NumberedClass],
    numbered_count: usize,
}

/// A class that was disposed of, and the text that replaces the name of the class.
#[derive(Clone, Copy)]
struct NumberedClass {
    class: usize,
    text: [u8; 32],
}

/// The largest number of disposed classes that get a name with a number.
const NUMBERED_CLASSES: usize = 100;
const NUMBERED_NAME: &[u8] = b"(class 00 that is gone)";
/// The position of the number in the name that replaces the name of a disposed class.
const NUMBER_POSITION: usize = 7;

/// The number of slots for each node: one for each kind of entry, and one that stays free so that searches end.
const SLOTS_PER_NODE: usize = 3;
const NO_METHOD: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq)]
#[repr(C)]
struct MethodRow {
    class: *const u8,
    selector: *const u8,
    /// The distance from the header of the method's image, or the absolute address if it has no image.
    offset: usize,
    class_length: u16,
    selector_length: u16,
    /// The number of the image, or [`NO_IMAGE`]. The bit [`CLASS_METHOD`] marks a class method.
    image: u32,
}

const NO_IMAGE: u32 = CLASS_METHOD - 1;
const CLASS_METHOD: u32 = 1 << 31;

const _: () = assert!(
    SLOTS_PER_NODE * size_of::<usize>() + size_of::<u32>() + size_of::<MethodRow>() <= WRITING_PER_NODE
);

impl MethodNames {
    /// Creates the tables for `nodes` nodes; returns `None` if too little memory is left.
    pub(crate) fn new(scratch: &Scratch, nodes: usize) -> Option<MethodNames> {
        let slots = scratch.take_slice(nodes * SLOTS_PER_NODE)?;
        slots.fill(0);
        let method_of = scratch.take_slice(nodes)?;
        method_of.fill(NO_METHOD);
        let rows = scratch.take_slice(nodes)?;
        let first_of = scratch.take_slice(nodes).unwrap_or_default();
        first_of.fill(NO_METHOD);
        let numbered = scratch.take_slice(NUMBERED_CLASSES).unwrap_or_default();
        Some(MethodNames { slots, method_of, first_of, rows, used: 0, numbered, numbered_count: 0 })
    }

    /// Returns the first node of the same class and selector as this node, if the runtime looks up the nodes' method.
    pub(crate) fn first_node_of_look_up(&self, node: usize) -> Option<usize> {
        self.first_of.get(node).filter(|&&row| row != NO_METHOD).map(|&row| row as usize)
    }

    /// Returns the method of the node in this row; the root of a thread has no method.
    pub(crate) fn method(&self, node: usize) -> Option<MethodId> {
        self.method_of.get(node).filter(|&&row| row != NO_METHOD).map(|&row| MethodId(row))
    }

    /// Finds the method of a node. `row_of` returns the row of an earlier node.
    pub(crate) fn resolve_node(
        &mut self,
        node: &'static Node,
        row: usize,
        row_of: impl Fn(*const Node) -> usize,
        loaded: &LoadedImages<'_>,
    ) {
        let (class, selector) = (class_key(node), node.selector);
        let mut at = self.home_slot(class, selector);
        loop {
            match self.slots[at] {
                0 => break,
                entry if entry & 1 == 0 => {
                    // SAFETY: an even entry is a node, and nodes are never freed.
                    let known = unsafe { &*(entry as *const Node) };
                    if (class_key(known), known.selector) == (class, selector) {
                        let known = row_of(known);
                        self.method_of[row] = self.method_of[known];
                        if let Some(first) = self.first_of.get(known).copied() {
                            self.first_of[row] = first;
                        }
                        return;
                    }
                }
                _ => {}
            }
            at = self.next_slot(at);
        }
        self.slots[at] = &raw const *node as usize;
        let mut method = methods::resolve(class, selector, loaded);
        if method.is_gone {
            method.class = self.numbered_name(class).unwrap_or(method.class);
            method.is_class_method = node.calls & META != 0;
        }
        if method.is_looked_up
            && let Some(first) = self.first_of.get_mut(row)
        {
            *first = row as u32;
        }
        self.method_of[row] = self.row_of_method(method, loaded);
    }

    /// Returns the name with a number for a class that was disposed of, or `None` if all numbers are used.
    fn numbered_name(&mut self, class: usize) -> Option<&'static [u8]> {
        let known =
            self.numbered.iter().take(self.numbered_count).position(|numbered| numbered.class == class);
        let number = known.unwrap_or(self.numbered_count);
        let numbered = self.numbered.get_mut(number)?;
        if known.is_none() {
            let mut text = [0; 32];
            text[..NUMBERED_NAME.len()].copy_from_slice(NUMBERED_NAME);
            text[NUMBER_POSITION] += (number / 10) as u8;
            text[NUMBER_POSITION + 1] += (number % 10) as u8;
            *numbered = NumberedClass { class, text };
            self.numbered_count += 1;
        }
        // SAFETY: the scratch memory is never freed, and this text is written once.
        Some(unsafe { slice::from_raw_parts(numbered.text.as_ptr(), NUMBERED_NAME.len()) })
    }

    /// Returns the row of a method. A subclass and its superclass share the row of an inherited method.
    fn row_of_method(&mut self, method: Method, loaded: &LoadedImages<'_>) -> u32 {
        let image = loaded.image_of_code(method.imp);
        let length = |text: &[u8]| text.len().min(usize::from(u16::MAX)) as u16;
        let row = MethodRow {
            class: method.class.as_ptr(),
            selector: method.selector.as_ptr(),
            offset: image.map_or(method.imp, |i| method.imp - loaded.images[i].address),
            class_length: length(method.class),
            selector_length: length(method.selector),
            image: image.map_or(NO_IMAGE, |i| i as u32)
                | if method.is_class_method { CLASS_METHOD } else { 0 },
        };
        let mut at = self.home_slot(row.class as usize, row.selector as usize);
        loop {
            match self.slots[at] {
                0 => break,
                entry if entry & 1 == 1 && self.rows[entry >> 1] == row => return (entry >> 1) as u32,
                _ => {}
            }
            at = self.next_slot(at);
        }
        self.rows[self.used] = row;
        self.slots[at] = self.used << 1 | 1;
        self.used += 1;
        self.used as u32 - 1
    }

    /// Returns the memory of the hash table: three words for each node. The table is unusable afterwards.
    pub(crate) fn table_memory(&mut self) -> &mut [usize] {
        self.slots
    }

    /// Returns the number of methods.
    pub(crate) fn count(&self) -> usize {
        self.used
    }

    /// Returns the trace row of a method.
    #[inline(never)]
    pub(crate) fn method_row(&self, row: usize) -> trace::Method<'_> {
        let row = &self.rows[row];
        let image = row.image & !CLASS_METHOD;
        // SAFETY: the names exist while the trace is written: no class is disposed of during this time.
        let text = |start, length| Text(unsafe { slice::from_raw_parts(start, usize::from(length)) });
        trace::Method {
            class: text(row.class, row.class_length),
            selector: text(row.selector, row.selector_length),
            is_class_method: row.image & CLASS_METHOD != 0,
            image: (image != NO_IMAGE).then_some(ImageId(image)),
            offset: Address(row.offset as u64),
        }
    }

    fn home_slot(&self, class: usize, selector: usize) -> usize {
        let mixed = (class ^ selector.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        (mixed * self.slots.len()) >> 32
    }

    fn next_slot(&self, at: usize) -> usize {
        if at + 1 == self.slots.len() { 0 } else { at + 1 }
    }
}

fn class_key(node: &Node) -> usize {
    node.class & !(SKIPPED | TOO_DEEP)
}
