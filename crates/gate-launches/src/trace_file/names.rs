//! Assigns ids of the run's table to the methods of traces.
//!
//! Launches of one app have nearly the same methods in nearly the same order. Each method is therefore first compared with the method at
//! the expected position of the previous trace, which is a comparison of some sixty bytes. Only a method that differs is formatted and
//! looked up.
//!
//! Invariant: the ids do not depend on the expected positions.

use std::sync::Arc;

use trace::{ImageFlags, ImageId, Reader, Text};

use crate::record::shorten_name;
use crate::{MethodId, MethodTable, WarningKind};

/// The position of a method that the previous trace did not have.
const NOWHERE: u32 = u32::MAX;

/// A method of the trace: its id in the table, and whether the method belongs to the system.
#[derive(Clone, Copy, Debug)]
pub(super) struct TraceMethod {
    pub(super) id: MethodId,
    pub(super) system: bool,
}

/// The methods of the previous trace, for the next trace with the same table.
#[derive(Default)]
pub(super) struct MethodNames {
    before: PreviousTrace,
    /// For each method id, the position of the method in `before`, or `NOWHERE`.
    place: Vec<u32>,
}

/// The methods of the previous trace, in the order of that trace.
#[derive(Clone, Default)]
struct PreviousTrace {
    known: Vec<TraceMethod>,
    image: Vec<Option<ImageId>>,
    /// The names, concatenated. Names are stored in the order in which they are compared, so that neighbouring names are adjacent in
    /// memory.
    text: Vec<u8>,
    ends: Vec<usize>,
    /// The name of each image, and whether it belongs to the system.
    images: Vec<(Arc<str>, bool)>,
}

impl PreviousTrace {
    fn name(&self, place: usize) -> Option<&[u8]> {
        let start = place.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.text.get(start..*self.ends.get(place)?)
    }

    /// Returns whether the method at `place` was `method`, in the same image.
    fn is_method(&self, place: usize, method: &trace::Method<'_>) -> bool {
        self.image.get(place) == Some(&method.image)
            && self.name(place).is_some_and(|name| is_name_of(name, method))
    }

    fn push(&mut self, known: TraceMethod, image: Option<ImageId>, name: &[u8]) {
        self.known.push(known);
        self.image.push(image);
        self.text.extend_from_slice(name);
        self.ends.push(self.text.len());
    }

    /// Returns a copy of the first `count` methods.
    fn first(&self, count: usize, images: Vec<(Arc<str>, bool)>) -> PreviousTrace {
        let text = &self.text[..count.checked_sub(1).map_or(0, |last| self.ends[last])];
        PreviousTrace {
            known: self.known[..count].to_vec(),
            image: self.image[..count].to_vec(),
            text: text.to_vec(),
            ends: self.ends[..count].to_vec(),
            images,
        }
    }
}

impl MethodNames {
    /// Returns the ids of a trace's methods in the order of the trace, and adds new methods to the table.
    pub(super) fn intern(
        &mut self,
        trace: &Reader<'_>,
        table: &mut MethodTable,
        warnings: &mut Vec<WarningKind>,
    ) -> Vec<TraceMethod> {
        let images: Vec<(Arc<str>, bool)> = trace
            .images
            .iter()
            .map(|image| {
                let path = image.path.to_string();
                let name = path.rsplit('/').next().unwrap_or_default();
                (table.share_text(name), is_system(image.flags))
            })
            .collect();
        if table.is_empty() {
            table.reserve(trace.methods.len());
        }
        let same_images = images == self.before.images;
        // Most traces have the same methods as the previous trace, so this case is checked first.
        let methods = trace.methods.iter().enumerate();
        let same = methods
            .take_while(|(place, method)| same_images && self.before.is_method(*place, method))
            .count();
        if same == trace.methods.len() {
            return self.before.known[..same].to_vec();
        }
        let mut now = self.before.first(same, images);
        let (mut text, mut long, mut next) = (String::new(), 0, same);
        for method in trace.methods.iter().skip(same) {
            let guess = self.before.name(next).is_some_and(|name| is_name_of(name, &method));
            let id = if guess {
                self.before.known[next].id
            } else {
                format_name(&mut text, &method);
                match shorten_name(&text) {
                    None => table.intern(&text),
                    Some(short) => {
                        long += 1;
                        // An empty text matches no method, so the next trace shortens the name and warns again.
                        text.clear();
                        table.intern(&short)
                    }
                }
            };
            let image = method.image.and_then(|image| now.images.get(image.index()));
            if let Some((image, system)) = image {
                let known = table.method_mut(id);
                known.image.get_or_insert_with(|| Arc::clone(image));
                known.system |= *system;
            }
            let known = TraceMethod { id, system: image.is_some_and(|(_, system)| *system) };
            if guess {
                now.push(known, method.image, self.before.name(next).unwrap_or_default());
                next += 1;
            } else {
                now.push(known, method.image, text.as_bytes());
                // The next expected method is the method that followed this method in the previous trace. After a new method, the expected
                // position advances by one.
                next = match self.place.get(id.0 as usize) {
                    Some(&place) if place != NOWHERE => place as usize + 1,
                    _ => next + 1,
                };
            }
        }
        if long > 0 {
            warnings.push(WarningKind::ShortenedNames { names: long });
        }
        self.before = now;
        self.place.clear();
        self.place.resize(table.len(), NOWHERE);
        for (place, known) in self.before.known.iter().enumerate() {
            self.place[known.id.0 as usize] = place as u32;
        }
        self.before.known.clone()
    }
}

/// Returns whether the time of an image's methods is charged to their callers. This applies to images of the system, and to the agent,
/// whose class the app may call.
pub(super) fn is_system(flags: ImageFlags) -> bool {
    flags.contains(ImageFlags::SYSTEM) || flags.contains(ImageFlags::AGENT)
}

/// Returns whether `name` is the formatted name of `method`, without formatting it.
fn is_name_of(name: &[u8], method: &trace::Method<'_>) -> bool {
    let (class, selector) = (method.class.0, method.selector.0);
    // The formatted name is UTF-8. A class or selector that equals a part of the name is therefore UTF-8 too, and formatting does not
    // replace any of its bytes.
    let Some(rest) = name.strip_prefix(start(method).as_bytes()) else { return false };
    rest.len() == class.len() + selector.len() + 2
        && rest.starts_with(class)
        && rest[class.len()] == b' '
        && rest[class.len() + 1..].starts_with(selector)
        && rest.ends_with(b"]")
}

fn start(method: &trace::Method<'_>) -> &'static str {
    if method.is_class_method { "+[" } else { "-[" }
}

fn format_name(name: &mut String, method: &trace::Method<'_>) {
    name.clear();
    name.push_str(start(method));
    push(name, method.class);
    name.push(' ');
    push(name, method.selector);
    name.push(']');
}

/// Appends a text. Nearly every name is UTF-8; copying it is several times faster than formatting it.
fn push(name: &mut String, text: Text<'_>) {
    match text.as_str() {
        Some(text) => name.push_str(text),
        None => name.push_str(&text.to_string()),
    }
}
