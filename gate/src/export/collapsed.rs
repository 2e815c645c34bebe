//! `--format collapsed`: one line a calling context, its callers and its self cost in nanoseconds, as flame graph tools read it.

use std::io::{self, Write};

use super::tree::{CallTree, thread_name};

/// Writes the average launch; whole nanoseconds, contexts without any left out.
pub fn write_collapsed(tree: &CallTree, mut out: impl Write) -> io::Result<()> {
    let mut names: Vec<String> = tree.names.iter().map(|name| frame(name)).collect();
    for name in tree.sampled_names() {
        names[name].push_str(super::tree::SAMPLED);
    }
    let mut lines: Vec<String> = Vec::new();
    for (at, node) in tree.nodes.iter().enumerate() {
        let ns = node.rest_ns().round() as u64;
        if ns > 0 {
            let stack: Vec<&str> = tree.stack(at).into_iter().map(|name| &*names[name]).collect();
            lines.push(format!("{};{} {ns}", thread_name(node.thread).replace(' ', "_"), stack.join(";")));
        }
    }
    // The order of reading must not show.
    lines.sort_unstable();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// A name as a frame: the semicolon ends one, a line break ends all.
fn frame(name: &str) -> String {
    gate_report::shown(name).replace(';', ":")
}
