//! Reads the work of a trace: the requests that the agent's stubs for system functions counted, and the calls of those system methods that
//! count as work.

use std::sync::Arc;

use trace::{Reader, WorkKind, work::METHODS};

use super::names::TraceMethod;
use super::tree::{NONE, ThreadTrees};
use crate::{MethodId, MethodTable, ThreadKind, Work};

/// Reads the work that the launch requested; returns `None` if work was not counted.
pub(super) fn read_work(
    trace: &Reader<'_>,
    tree: &ThreadTrees,
    methods: &[TraceMethod],
    table: &mut MethodTable,
) -> Option<Arc<[Work]>> {
    let works = trace.works?;
    let images: Vec<Arc<str>> = trace
        .images
        .iter()
        .map(|image| table.share_text(image.path.to_string().rsplit('/').next().unwrap_or_default()))
        .collect();
    let unknown = table.share_text("");
    let table = &*table;
    let name = |id: MethodId| Arc::clone(&table.method(id).name);
    let requester = |node| nearest_app_method(tree, methods, node).map_or_else(|| unknown.clone(), name);
    let mut all = Vec::with_capacity(works.len());
    for row in works.iter().filter(|row| row.kind.name().is_some()) {
        let image = row.image.and_then(|image| images.get(image.index()));
        let by = row.node.map_or_else(|| image.unwrap_or(&unknown).clone(), |node| requester(node.0));
        let thread = if row.is_main { ThreadKind::Main } else { ThreadKind::Other };
        all.push(Work { kind: row.kind, thread, by, calls: row.calls.0, bytes: row.bytes.0 });
    }
    let kinds: Vec<Option<WorkKind>> = methods.iter().map(|known| kind_of(known, table)).collect();
    for node in 0..tree.len() {
        let Some(Some(kind)) = kinds.get(tree.method[node] as usize) else { continue };
        let calls = tree.calls[node] as u64;
        let by = requester(tree.parent[node]);
        all.push(Work { kind: *kind, thread: tree.thread[node], by, calls, bytes: 0 });
    }
    Some(Work::add_up(all))
}

/// Returns the nearest method of the app at or above a node.
fn nearest_app_method(tree: &ThreadTrees, methods: &[TraceMethod], mut node: u32) -> Option<MethodId> {
    while node != NONE {
        let method = tree.method.get(node as usize).and_then(|method| methods.get(*method as usize));
        if let Some(known) = method.filter(|known| !known.system) {
            return Some(known.id);
        }
        node = *tree.parent.get(node as usize)?;
    }
    None
}

/// Returns the kind of work that a method of the system counts as.
fn kind_of(method: &TraceMethod, table: &MethodTable) -> Option<WorkKind> {
    let name = &*table.method(method.id).name;
    METHODS.iter().find(|(known, _)| method.system && *known == name).map(|(_, kind)| *kind)
}
