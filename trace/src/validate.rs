//! Makes the checks that a checksum cannot make: ids refer to existing rows, and trees have no cycles.
//!
//! Each column is first checked without branches, as fast as memory permits. If the check of a column fails, the column is searched for the
//! row that the error names.

use crate::column::{Column, Field};
use crate::error::{Problem, ReadError};
use crate::layout::Section;
use crate::read::Reader;
use crate::tables::{CountedImages, Events, Info, Infos, Nodes, Sampler, Samplers};
use crate::units::{Id, NodeId};

/// Returns the row of the info section, which must have exactly one row.
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

/// Returns the row of the sampler section, if the file has one.
pub(crate) fn at_most_one_sampler(samplers: &Samplers<'_>) -> Result<Option<Sampler>, ReadError> {
    if samplers.len() > 1 {
        let (value, expected) = (samplers.len() as u64, "at most");
        let problem = Problem::BadValue { column: "number of rows", row: 0, value, expected, bound: 1 };
        let section = Some(Section::Samplers.tag());
        return Err(ReadError { section, offset: samplers.asked.offset(0), problem });
    }
    Ok(samplers.row(0))
}

/// Checks that ids are in range, that parents precede children, and that each thread has one root.
pub(crate) fn check_references(reader: &Reader<'_>) -> Result<(), ReadError> {
    let Reader { images, methods, threads, nodes, events, pages, .. } = reader;
    check_ids_below(Section::Methods, "image", &methods.image, images.rows)?;
    check_ids_below(Section::Pages, "image", &pages.image, images.rows)?;
    if let Some(works) = &reader.works {
        check_ids_below(Section::Works, "image", &works.image, images.rows)?;
        check_ids_below(Section::Works, "node", &works.node, nodes.rows)?;
    }
    if let Some(signposts) = &reader.signposts {
        check_ids_below(Section::Signposts, "thread", &signposts.thread, threads.rows)?;
        check_ids_below(Section::Signposts, "node", &signposts.node, nodes.rows)?;
        check_ids_below(Section::Signposts, "image", &signposts.image, images.rows)?;
    }
    if let Some(counted) = &reader.counted_images {
        check_ids_below(Section::CountedImages, "image", &counted.image, images.rows)?;
        whole_counts(counted)?;
    }
    check_ids_below(Section::Events, "node", &events.node, nodes.rows)?;
    check_ids_below(Section::OpenCalls, "node", &reader.open_calls.node, nodes.rows)?;
    check_ids_below(Section::Threads, "root", &threads.root, nodes.rows)?;
    check_ids_below(Section::Nodes, "method", &nodes.method, methods.rows)?;
    let parentless = parents_first(Section::Nodes, &nodes.parent)?;
    check_roots(&threads.root, nodes, events, parentless)?;
    main_thread(reader)?;
    check_stacks(reader)
}

/// Checks that the packed functions of each image end at the end of their bytes, and that each image has at most as many packed functions
/// as functions that ran.
fn whole_counts(counted: &CountedImages<'_>) -> Result<(), ReadError> {
    for (row, image) in counted.iter().enumerate() {
        let mut functions = image.functions();
        let found = functions.by_ref().count() as u32;
        let left = functions.bytes.len() as u32;
        let (value, expected, bound) = match (left, found <= image.ran) {
            (0, true) => continue,
            (0, false) => (found, "functions, at most", image.ran),
            _ => (left, "bytes behind the last whole function:", 0),
        };
        return Err(bad_value(
            Section::CountedImages,
            "packed",
            &counted.packed,
            row,
            value,
            expected,
            bound,
        ));
    }
    Ok(())
}

/// Checks the references of the sampled stacks.
fn check_stacks(reader: &Reader<'_>) -> Result<(), ReadError> {
    let Reader { images, threads, nodes, symbols, frames, samples, .. } = reader;
    check_ids_below(Section::Frames, "image", &frames.image, images.rows)?;
    check_ids_below(Section::Frames, "symbol", &frames.symbol, symbols.rows)?;
    parents_first(Section::Frames, &frames.parent)?;
    check_ids_below(Section::Samples, "frame", &samples.frame, frames.rows)?;
    check_ids_below(Section::Samples, "thread", &samples.thread, threads.rows)?;
    check_ids_below(Section::Samples, "node", &samples.node, nodes.rows)
}

/// Checks that every id of a column is less than `bound`.
fn check_ids_below<'a, T: Field<'a> + Id>(
    section: Section,
    name: &'static str,
    column: &Column<'a, T>,
    bound: u32,
) -> Result<(), ReadError> {
    let fits = |value: T| value.row().is_none_or(|index| index < bound);
    if column.iter().fold(true, |all, value| all & fits(value)) {
        return Ok(());
    }
    let bad = column.iter().enumerate().find(|(_, value)| !fits(*value));
    let (row, value) = bad.and_then(|(row, value)| Some((row, value.row()?))).unwrap_or_default();
    Err(bad_value(section, name, column, row, value, "an index below", bound))
}

/// Checks that the parent of each row is an earlier row, and returns the number of rows without a parent.
fn parents_first<'a, T: Field<'a> + Id>(section: Section, parents: &Column<'a, T>) -> Result<u32, ReadError> {
    let ordered = |row: u32, parent: T| parent.row().is_none_or(|parent| parent < row);
    // The loop adds up two 32-bit numbers, which compilers turn into vector instructions; for a bool and a number they use no vector
    // instructions.
    let (mut disordered, mut parentless) = (0_u32, 0_u32);
    for (row, parent) in (0..parents.len() as u32).zip(parents.iter()) {
        disordered += u32::from(!ordered(row, parent));
        parentless += u32::from(parent.row().is_none());
    }
    if disordered == 0 {
        return Ok(parentless);
    }
    let bad = (0..).zip(parents.iter()).find(|(row, parent)| !ordered(*row, *parent));
    let (row, parent) = bad.and_then(|(row, parent)| Some((row, parent.row()?))).unwrap_or_default();
    let expected = "a row above its own, so below";
    Err(bad_value(section, "parent", parents, row as usize, parent, expected, row))
}

/// Checks that the roots of the threads are the nodes without a parent. One incomplete node may also have no parent.
fn check_roots(
    roots: &Column<'_, NodeId>,
    nodes: &Nodes<'_>,
    events: &Events<'_>,
    parentless: u32,
) -> Result<(), ReadError> {
    let parents = &nodes.parent;
    // The roots are in ascending order, so they are all different. If the number of roots equals the number of nodes without a parent, the
    // roots are all nodes without a parent.
    let mut lowest = 0;
    for (row, root) in roots.iter().enumerate() {
        let error =
            |expected, bound| Err(bad_value(Section::Threads, "root", roots, row, root.0, expected, bound));
        if root.0 < lowest {
            return error("roots ascending, so at least", lowest);
        }
        lowest = root.0 + 1;
        if parents.get(root.index()).flatten().is_some() {
            return error("a node without parent, of which there are", parentless);
        }
    }
    let threads = roots.len();
    if parentless as usize == threads {
        return Ok(());
    }
    // At this point all ids are known to be in range, and the roots and the parentless nodes are in ascending order.
    let is_root = |row: usize| {
        let (mut low, mut high) = (0, threads);
        while low < high {
            let middle = low.midpoint(high);
            match roots.get(middle).map_or(core::cmp::Ordering::Greater, |root| root.index().cmp(&row)) {
                core::cmp::Ordering::Less => low = middle + 1,
                core::cmp::Ordering::Equal => return true,
                core::cmp::Ordering::Greater => high = middle,
            }
        }
        false
    };
    let is_stray = |row: usize| parents.get(row) == Some(None) && !is_root(row);
    let is_empty = |row: usize| {
        nodes.row(row).is_some_and(|node| node.method.is_none() && node.calls.0 == 0 && node.total.0 == 0)
    };
    let strays = || (0..parents.len()).filter(|&row| is_stray(row));
    let referred = || {
        let above = parents.iter().flatten().map(NodeId::index);
        above.chain(events.node.iter().map(NodeId::index)).find(|&row| is_stray(row))
    };
    let many = || if parentless as usize > 2 * threads { strays().next() } else { None };
    let Some(stray) = many().or_else(|| strays().find(|&row| !is_empty(row))).or_else(referred) else {
        return Ok(());
    };
    let expected = "a parent, or the root of one of the threads, of which there are";
    Err(bad_value(Section::Nodes, "parent", parents, stray, u32::MAX, expected, threads as u32))
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
    value: u32,
    expected: &'static str,
    bound: u32,
) -> ReadError {
    ReadError {
        section: Some(section.tag()),
        offset: column.offset(row),
        problem: Problem::BadValue {
            column: name,
            row: row as u64,
            value: value.into(),
            expected,
            bound: bound.into(),
        },
    }
}
