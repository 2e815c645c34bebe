//! Compares the agent's calling-context tree with the tree that the app's methods count themselves, node by
//! node.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context as _, Result, bail, ensure};
use trace::DropKind;

use crate::agent_bed::Run;

/// The number of calls of each path. A path consists of the methods from the root down to the called method.
pub type Paths = HashMap<Vec<String>, u64>;

/// Returns the calls by path that a fixture with `paths.h` counted itself.
pub fn counted(run: &Run) -> Result<Paths> {
    let file = |name: &str| run.files.get(name).with_context(|| format!("the app left no {name}"));
    let names: Vec<String> = String::from_utf8_lossy(file("names")?).lines().map(str::to_owned).collect();
    let words: Vec<u32> = file("paths")?
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect();
    let mut all = vec![Vec::new()];
    let mut paths = Paths::new();
    // A node has five words: parent, method, calls, and two private words of the fixture. The first node is
    // the root.
    for node in words.chunks_exact(5).skip(1) {
        let mut path = all.get(node[0] as usize).context("a parent comes before its children")?.clone();
        path.push(names.get(node[1] as usize).context("a name for each method")?.clone());
        *paths.entry(path.clone()).or_default() += u64::from(node[2]);
        all.push(path);
    }
    ensure!(!paths.is_empty(), "the app counted nothing");
    Ok(paths)
}

/// Returns the number of calls of each call path in the trace, on the threads that `wanted` selects.
pub fn recorded(trace: &[u8], wanted: impl Fn(&trace::Thread<'_>) -> bool) -> Result<Paths> {
    let reader = trace::Reader::open(trace)?;
    let roots: Vec<u32> =
        reader.threads.iter().filter(|thread| wanted(thread)).map(|thread| thread.root.0).collect();
    let mut all: Vec<Option<Vec<String>>> = Vec::new();
    let mut paths = Paths::new();
    for (row, node) in reader.nodes.iter().enumerate() {
        let Some(parent) = node.parent else {
            all.push(roots.contains(&(row as u32)).then(Vec::new));
            continue;
        };
        let path = all.get(parent.0 as usize).cloned().flatten();
        let path = match path {
            None => None,
            Some(mut path) => {
                path.push(match node.method.and_then(|id| reader.methods.get(id)) {
                    Some(method) => {
                        let kind = if method.is_class_method { '+' } else { '-' };
                        format!("{kind}[{} {}]", method.class, method.selector)
                    }
                    None => "?".to_owned(),
                });
                *paths.entry(path.clone()).or_default() += node.calls.0;
                Some(path)
            }
        };
        all.push(path);
    }
    Ok(paths)
}

/// Returns the calls by path in the trace, for the main thread.
pub fn recorded_on_main(trace: &[u8]) -> Result<Paths> {
    recorded(trace, |thread| thread.is_main)
}

/// Returns an error with the first differences if the counts differ.
pub fn compare(counted: &Paths, recorded: &Paths) -> Result<()> {
    let mut all: BTreeMap<&Vec<String>, (u64, u64)> = BTreeMap::new();
    for (path, calls) in counted {
        all.entry(path).or_default().0 = *calls;
    }
    for (path, calls) in recorded {
        all.entry(path).or_default().1 = *calls;
    }
    let wrong: Vec<_> = all.iter().filter(|(_, (counted, recorded))| counted != recorded).collect();
    if wrong.is_empty() {
        return Ok(());
    }
    let lines = wrong.iter().take(12).map(|(path, (counted, recorded))| {
        format!("  {} — called {counted} times, recorded {recorded}", path.join(" > "))
    });
    bail!("{} of {} nodes differ:\n{}", wrong.len(), all.len(), lines.collect::<Vec<_>>().join("\n"))
}

/// Returns the number of events of a kind that were not recorded, according to the trace.
pub fn dropped(trace: &[u8], kind: DropKind) -> Result<u64> {
    let reader = trace::Reader::open(trace)?;
    Ok(reader.dropped.iter().filter(|drop| drop.kind == kind).map(|drop| drop.count.0).sum())
}
