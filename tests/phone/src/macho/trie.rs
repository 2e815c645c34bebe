//! Reads the export trie: names with a common prefix share nodes, and each node may end a name.

use super::{Bytes, Error};

/// The export of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// Whether a definition in another image may replace this export.
    pub weak: bool,
    pub kind: ExportKind,
}

/// The kinds of export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportKind {
    /// An offset from the image's header.
    Offset(u64),
    /// An absolute value, which does not depend on the image's address.
    Absolute(u64),
    /// A symbol of another library.
    Reexport {
        /// The ordinal of the library.
        ordinal: u64,
        /// The symbol's name in the library, if it differs; otherwise empty.
        name: String,
    },
}

fn terminal(part: &Bytes<'_>, mut at: u64) -> Result<Export, Error> {
    let start = at;
    let flags = part.uleb(&mut at)?;
    let kind = if flags & 8 != 0 {
        let ordinal = part.uleb(&mut at)?;
        ExportKind::Reexport { ordinal, name: part.string(at)?.to_owned() }
    } else if flags & 0x10 != 0 {
        return Err(part.wrong(start, "an export without resolver", flags));
    } else {
        let value = part.uleb(&mut at)?;
        if flags & 3 == 2 { ExportKind::Absolute(value) } else { ExportKind::Offset(value) }
    };
    Ok(Export { weak: flags & 4 != 0, kind })
}

/// A node: the offset of its export if a name ends at this node, and its edges.
type Node<'a> = (Option<u64>, Vec<(&'a str, u64)>);

/// Reads the node at `offset`.
fn node<'a>(part: &Bytes<'a>, offset: u64) -> Result<Node<'a>, Error> {
    let mut at = offset;
    let size = part.uleb(&mut at)?;
    let export = (size != 0).then_some(at);
    at = at.saturating_add(size);
    let count = part.u8(at)?;
    at += 1;
    let mut edges = Vec::with_capacity(count.into());
    for _ in 0..count {
        let label = part.string(at)?;
        at += label.len() as u64 + 1;
        edges.push((label, part.uleb(&mut at)?));
    }
    Ok((export, edges))
}

/// Looks a name up in the trie.
pub(super) fn find(part: &Bytes<'_>, name: &str) -> Result<Option<Export>, Error> {
    let (mut rest, mut offset) = (name, 0);
    // Every edge consumes a byte of the name, so the loop is bounded even for malformed edges.
    for _ in 0..=name.len() {
        let (export, edges) = node(part, offset)?;
        if rest.is_empty() {
            return export.map(|at| terminal(part, at)).transpose();
        }
        let step = edges.into_iter().find_map(|(label, child)| {
            Some((rest.strip_prefix(label).filter(|_| !label.is_empty())?, child))
        });
        let Some((left, child)) = step else { return Ok(None) };
        (rest, offset) = (left, child);
    }
    Ok(None)
}

/// Returns all exports with their names.
pub(super) fn all(part: &Bytes<'_>) -> Result<Vec<(String, Export)>, Error> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), 0u64)];
    let mut visited = 0;
    while let Some((prefix, offset)) = open.pop() {
        visited += 1;
        if visited > part.len() {
            return Err(part.wrong(offset, "a trie without cycles", visited));
        }
        let (export, edges) = node(part, offset)?;
        if let Some(at) = export {
            found.push((prefix.clone(), terminal(part, at)?));
        }
        for (label, child) in edges.into_iter().rev() {
            if prefix.len() + label.len() > 65536 {
                return Err(part.wrong(offset, "names below 64 KiB", prefix.len() as u64));
            }
            open.push((format!("{prefix}{label}"), child));
        }
    }
    Ok(found)
}
