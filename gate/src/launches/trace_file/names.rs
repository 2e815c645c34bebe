//! The methods of traces, by name: their ids in the table of the run.
//!
//! Launches of one app name nearly the same methods in nearly the same order.
//! So each is first compared with the one that came next in the trace before, which costs a comparison of some sixty bytes; only
//! what differs is put together as text and looked up.
//!
//! Invariant: which ids come out does not depend on what was guessed.

use std::sync::Arc;

use trace::{ImageFlags, Reader, Text};

use crate::launches::record::shortened;
use crate::launches::{MethodId, Table, WarningKind};

/// No place in the trace before.
const NOWHERE: u32 = u32::MAX;

/// A method of the trace: its id in the table, and whether it is the system's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) id: MethodId,
    pub(super) system: bool,
}

/// What the trace before named, for the next one. It belongs to one table.
#[derive(Default)]
pub(in crate::launches) struct Names {
    /// The ids of its methods, in its order.
    before: Vec<MethodId>,
    /// By id, the place in `before`.
    place: Vec<u32>,
}

impl Names {
    /// The ids of a trace's methods, in its order; new ones go into the table.
    pub(super) fn intern(
        &mut self,
        trace: &Reader<'_>,
        table: &mut Table,
        odd: &mut Vec<WarningKind>,
    ) -> Vec<Known> {
        let images: Vec<(Arc<str>, bool)> = trace
            .images
            .iter()
            .map(|image| {
                let path = image.path.to_string();
                let name = path.rsplit('/').next().unwrap_or_default();
                (table.share(name), image.flags.contains(ImageFlags::SYSTEM))
            })
            .collect();
        if table.is_empty() {
            table.reserve(trace.methods.len());
        }
        let (mut text, mut long, mut next) = (String::new(), 0, 0);
        let mut known = Vec::with_capacity(trace.methods.len());
        for method in trace.methods.iter() {
            let guess = self.before.get(next).copied();
            let right = guess.filter(|id| {
                is(&table.method(*id).name, method.is_class_method, method.class, method.selector)
            });
            let id = right.unwrap_or_else(|| {
                text.clear();
                text.push_str(if method.is_class_method { "+[" } else { "-[" });
                push(&mut text, method.class);
                text.push(' ');
                push(&mut text, method.selector);
                text.push(']');
                match shortened(&text) {
                    None => table.intern(&text),
                    Some(short) => {
                        long += 1;
                        table.intern(&short)
                    }
                }
            });
            next = match right {
                Some(_) => next + 1,
                // What follows this one there, if it was there; else what was expected here is perhaps the next.
                None => match self.place.get(id.0 as usize) {
                    Some(&place) if place != NOWHERE => place as usize + 1,
                    _ => next + 1,
                },
            };
            let image = method.image.and_then(|image| images.get(image.index()));
            if let Some((image, system)) = image {
                let known = table.method_mut(id);
                known.image.get_or_insert_with(|| Arc::clone(image));
                known.system |= *system;
            }
            known.push(Known { id, system: image.is_some_and(|(_, system)| *system) });
        }
        if long > 0 {
            odd.push(WarningKind::ShortenedNames { names: long });
        }
        self.remember(&known, table.len());
        known
    }

    fn remember(&mut self, known: &[Known], ids: usize) {
        self.before.clear();
        self.before.extend(known.iter().map(|known| known.id));
        self.place.clear();
        self.place.resize(ids, NOWHERE);
        for (place, id) in self.before.iter().enumerate() {
            self.place[id.0 as usize] = place as u32;
        }
    }
}

/// Whether a name is that of this method, without putting the method's together.
fn is(name: &str, is_class_method: bool, class: Text<'_>, selector: Text<'_>) -> bool {
    let (class, selector) = (class.0, selector.0);
    let start: &[u8] = if is_class_method { b"+[" } else { b"-[" };
    // What is equal to a part of a `str` between characters is UTF-8, so that nothing would have been replaced in it.
    let Some(rest) = name.as_bytes().strip_prefix(start) else { return false };
    rest.len() == class.len() + selector.len() + 2
        && rest.starts_with(class)
        && rest[class.len()] == b' '
        && rest[class.len() + 1..].starts_with(selector)
        && rest.ends_with(b"]")
}

/// Nearly every name is UTF-8 and goes in as it is, which is several times faster than formatting it.
fn push(name: &mut String, text: Text<'_>) {
    match text.as_str() {
        Some(text) => name.push_str(text),
        None => name.push_str(&text.to_string()),
    }
}
