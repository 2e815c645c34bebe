//! The work in a trace: what stubs counted, and calls of the system's methods that are work.

use std::sync::Arc;

use trace::{Reader, WorkKind, work::METHODS};

use super::names::TraceMethod;
use super::tree::{NONE, Tree};
use crate::{Table, Thread, Work};

/// What the launch asked for; none where that was not counted, which is not nothing.
pub(super) fn work(
    trace: &Reader<'_>,
    tree: &Tree,
    methods: &[TraceMethod],
    table: &mut Table,
) -> Option<Arc<[Work]>> {
    let works = trace.works?;
    let images: Vec<Arc<str>> = trace
        .images
        .iter()
        .map(|image| table.share(image.path.to_string().rsplit('/').next().unwrap_or_default()))
        .collect();
    let nobody = table.share("");
    let table = &*table;
    // The nearest method of the app, from a node upwards.
    let by = |mut node: u32| loop {
        let method = tree.method.get(node as usize).and_then(|method| methods.get(*method as usize));
        match method.filter(|known| !known.system) {
            Some(known) => return Arc::clone(&table.method(known.id).name),
            None if node == NONE || tree.parent[node as usize] == NONE => return Arc::clone(&nobody),
            None => node = tree.parent[node as usize],
        }
    };
    let mut all = Vec::with_capacity(works.len());
    for row in works.iter().filter(|row| row.kind.name().is_some()) {
        let image = row.image.and_then(|image| images.get(image.index()));
        let by = row.node.map_or_else(|| image.unwrap_or(&nobody).clone(), |node| by(node.0));
        let thread = if row.is_main { Thread::Main } else { Thread::Other };
        all.push(Work { kind: row.kind, thread, by, calls: row.calls.0, bytes: row.bytes.0 });
    }
    let kinds: Vec<Option<WorkKind>> = methods.iter().map(|known| kind_of(known, table)).collect();
    for node in 0..tree.len() {
        let Some(Some(kind)) = kinds.get(tree.method[node] as usize) else { continue };
        let calls = tree.calls[node] as u64;
        all.push(Work { kind: *kind, thread: tree.thread[node], by: by(tree.parent[node]), calls, bytes: 0 });
    }
    Some(Work::add_up(all))
}

/// What a call of the method counts as.
fn kind_of(method: &TraceMethod, table: &Table) -> Option<WorkKind> {
    let name = &*table.method(method.id).name;
    METHODS.iter().find(|(known, _)| method.system && *known == name).map(|(_, kind)| *kind)
}
