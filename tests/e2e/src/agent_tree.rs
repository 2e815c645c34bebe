//! Computes a trace's tree with and without the agent's own cost, which is in the trace's COST rows,
//! and the functions that implement the tree's methods.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use phone::macho::MachO;
use trace::{CostKind, Reader};

/// A node of a thread's tree.
#[derive(Debug, Clone)]
pub struct Node {
    /// The index of the caller's node.
    pub parent: Option<usize>,
    /// The method's name in the trace, `-[Class selector]`; empty for a root.
    pub name: String,
    /// The symbol at the address of the method's implementation, if the app has a symbol at this address.
    pub function: Option<String>,
    pub calls: u64,
    /// Measured ticks of 24 MHz, including callees and the cost of the agent.
    pub total: f64,
    /// Ticks of 24 MHz, including callees and excluding the cost of the agent.
    pub inclusive: f64,
}

/// The cost of one function.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sum {
    pub calls: u64,
    /// Ticks of 24 MHz in the function's outermost calls.
    pub total: f64,
    /// Ticks of 24 MHz in the function itself, without the ticks of other functions of the app.
    pub own: f64,
}

/// Returns the number of ticks of 24 MHz in a tick of the trace's counter, from the trace's timebase.
pub fn plain_ticks(reader: &Reader<'_>) -> f64 {
    let timebase = reader.info.timebase;
    f64::from(timebase.numer) / f64::from(timebase.denom) * 24.0 / 1000.0
}

/// Returns the nodes of all threads, parents before children.
pub fn nodes(trace: &[u8], bundle: &Path) -> Result<Vec<Node>> {
    let reader = Reader::open(trace)?;
    let functions = functions(&reader, bundle)?;
    let tick = plain_ticks(&reader);
    let cost = |kind| {
        let cost = reader.costs.iter().find(|cost| cost.kind == kind).context("a cost is missing")?;
        anyhow::Ok((cost.inside.0 as f64 / 1024.0 * tick, cost.outside.0 as f64 / 1024.0 * tick))
    };
    let (send, fresh) = (cost(CostKind::Send)?, cost(CostKind::NewNode)?);
    let mut nodes: Vec<Node> = Vec::new();
    for node in reader.nodes.iter() {
        let method = node.method.and_then(|id| Some((id, reader.methods.get(id)?)));
        let name = method.map_or_else(String::new, |(_, m)| {
            format!("{}[{} {}]", if m.is_class_method { '+' } else { '-' }, m.class, m.selector)
        });
        let function = method.and_then(|(_, m)| functions.get(&(m.image?.0, m.offset.0)).cloned());
        let (calls, total) = (node.calls.0, node.total.0 as f64 * tick);
        let parent = node.parent.map(|id| id.0 as usize);
        nodes.push(Node { parent, name, function, calls, total, inclusive: total });
    }
    // The agent's cost inside a call is subtracted from the call and from every caller. The agent's cost
    // outside of a call is subtracted only from the callers.
    let mut below = vec![0.0; nodes.len()];
    for i in (0..nodes.len()).rev() {
        let node = &mut nodes[i];
        let inside = send.0 * node.calls as f64;
        let outside =
            send.1 * node.calls.saturating_sub(1) as f64 + if node.calls > 0 { fresh.1 } else { 0.0 };
        node.inclusive -= inside + below[i];
        if let Some(parent) = node.parent {
            below[parent] += inside + outside + below[i];
        }
    }
    Ok(nodes)
}

/// Returns the costs of the app's functions. The cost of a system method that is called between two of the
/// app's functions belongs to its caller.
pub fn sums(nodes: &[Node]) -> BTreeMap<String, Sum> {
    let mut sums = BTreeMap::<String, Sum>::new();
    let above = |mut i: usize| {
        std::iter::from_fn(move || {
            i = nodes[i].parent?;
            Some(i)
        })
    };
    for (i, node) in nodes.iter().enumerate() {
        let Some(function) = &node.function else { continue };
        let sum = sums.entry(function.clone()).or_default();
        sum.calls += node.calls;
        sum.own += node.inclusive;
        if above(i).all(|a| nodes[a].function.as_ref() != Some(function)) {
            sum.total += node.inclusive;
        }
        if let Some(caller) = above(i).find_map(|a| nodes[a].function.clone()) {
            sums.entry(caller).or_default().own -= node.inclusive;
        }
    }
    sums
}

/// Returns the symbols of the app's images, by the image's row in the trace and by offset.
fn functions(reader: &Reader<'_>, bundle: &Path) -> Result<HashMap<(u32, u64), String>> {
    let mut found = HashMap::new();
    for (row, image) in (0..).zip(reader.images.iter()) {
        let path = image.path.to_string();
        let Some((_, inside)) = path.split_once(".app/") else { continue };
        let file = MachO::parse(&fs::read(bundle.join(inside))?)?;
        for symbol in file.symbols.iter().filter(|symbol| phone::is_method(&symbol.name)) {
            found.insert((row, symbol.address - file.base()), symbol.name.clone());
        }
    }
    Ok(found)
}
