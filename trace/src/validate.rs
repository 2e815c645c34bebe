//! What a checksum can't promise: that ids name rows, and that trees are trees.
//!
//! Each column is first gone through without branches, as fast as memory allows; only a column that fails is searched for the row to name.

use crate::column::{Column, Field};
use crate::error::{Problem, ReadError};
use crate::layout::Section;
use crate::read::Reader;
use crate::tables::{Info, Infos};
use crate::units::{ImageId, MethodId, NodeId};

/// The one row of the info section.
pub(crate) fn single_info<'a>(infos: &Infos<'a>) -> Result<Info<'a>, ReadError> {
    let section = Some(Section::Infos.tag());
    let (Some(info), 1) = (infos.row(0), infos.len()) else {
        let (value, expected) = (infos.len() as u64, "exactly");
        let problem = Problem::BadValue { column: "number of rows", row: 0, value, expected, bound: 1 };
        return Err(ReadError { section, offset: infos.agent_version.offset(0), problem });
    };
    for (column, value) in [("timebase numer", info.timebase.numer), ("timebase denom", info.timebase.denom)]
    {
        if value == 0 {
            let problem = Problem::BadValue { column, row: 0, value: 0, expected: "at least", bound: 1 };
            return Err(ReadError { section, offset: infos.timebase.offset(0), problem });
        }
    }
    Ok(info)
}

/// Ids within range, parents before children, one root a thread.
pub(crate) fn references(reader: &Reader<'_>) -> Result<(), ReadError> {
    let images = reader.images.len();
    let methods = reader.methods.len();
    let nodes = reader.nodes.len();
    let image = |id: Option<ImageId>| id.map(ImageId::index);
    below(Section::Methods, "image", &reader.methods.image, image, images)?;
    below(Section::Pages, "image", &reader.pages.image, image, images)?;
    below(Section::Events, "node", &reader.events.node, |id| Some(NodeId::index(id)), nodes)?;
    below(Section::Threads, "root", &reader.threads.root, |id| Some(NodeId::index(id)), nodes)?;
    below(Section::Nodes, "method", &reader.nodes.method, |id| id.map(MethodId::index), methods)?;
    tree(reader)?;
    main_thread(reader)
}

/// Every id of the column is below `bound`.
fn below<'a, T: Field<'a>>(
    section: Section,
    name: &'static str,
    column: &Column<'a, T>,
    index: impl Fn(T) -> Option<usize>,
    bound: usize,
) -> Result<(), ReadError> {
    let fits = |value: T| index(value).is_none_or(|index| index < bound);
    if column.iter().fold(true, |all, value| all & fits(value)) {
        return Ok(());
    }
    let bad = |(_, value): &(usize, T)| !fits(*value);
    let (row, value) =
        column.iter().enumerate().find(bad).and_then(|(row, v)| Some((row, index(v)?))).unwrap_or_default();
    Err(bad_value(section, name, column, row, value, "an index below", bound))
}

/// Parents stand before their children, and the nodes without parent are exactly the threads' roots.
fn tree(reader: &Reader<'_>) -> Result<(), ReadError> {
    let parents = &reader.nodes.parent;
    let ordered = |(row, parent): (usize, Option<NodeId>)| parent.is_none_or(|parent| parent.index() < row);
    if !parents.iter().enumerate().fold(true, |all, node| all & ordered(node)) {
        let bad = parents.iter().enumerate().find(|node| !ordered(*node));
        let (row, parent) = bad.and_then(|(row, parent)| Some((row, parent?.index()))).unwrap_or_default();
        return Err(bad_value(
            Section::Nodes,
            "parent",
            parents,
            row,
            parent,
            "a row above its own, so below",
            row,
        ));
    }

    // Ascending, so all different; as many as there are nodes without parent, so all of those.
    let mut lowest = 0;
    for (row, root) in reader.threads.root.iter().enumerate() {
        let column = &reader.threads.root;
        if root.index() < lowest {
            let expected = "roots ascending, so at least";
            return Err(bad_value(Section::Threads, "root", column, row, root.index(), expected, lowest));
        }
        lowest = root.index() + 1;
        if parents.get(root.index()).flatten().is_some() {
            let expected = "a node without parent, of which there are";
            let bound = parentless(reader);
            return Err(bad_value(Section::Threads, "root", column, row, root.index(), expected, bound));
        }
    }
    let roots = parentless(reader);
    if roots != reader.threads.len() {
        let bad = parents.iter().enumerate().filter(|(_, parent)| parent.is_none());
        let stray =
            bad.map(|(row, _)| row).find(|row| !reader.threads.root.iter().any(|root| root.index() == *row));
        let row = stray.unwrap_or_default();
        let expected = "a parent, or the root of one of the threads, of which there are";
        return Err(bad_value(
            Section::Nodes,
            "parent",
            parents,
            row,
            u32::MAX as usize,
            expected,
            reader.threads.len(),
        ));
    }
    Ok(())
}

fn parentless(reader: &Reader<'_>) -> usize {
    reader.nodes.parent.iter().filter(Option::is_none).count()
}

fn main_thread(reader: &Reader<'_>) -> Result<(), ReadError> {
    let column = &reader.threads.is_main;
    match column.iter().enumerate().filter(|(_, is_main)| *is_main).nth(1) {
        None => Ok(()),
        Some((row, _)) => {
            Err(bad_value(Section::Threads, "is_main", column, row, 1, "main threads: at most", 1))
        }
    }
}

fn bad_value<'a, T: Field<'a>>(
    section: Section,
    name: &'static str,
    column: &Column<'a, T>,
    row: usize,
    value: usize,
    expected: &'static str,
    bound: usize,
) -> ReadError {
    ReadError {
        section: Some(section.tag()),
        offset: column.offset(row),
        problem: Problem::BadValue {
            column: name,
            row: row as u64,
            value: value as u64,
            expected,
            bound: bound as u64,
        },
    }
}
