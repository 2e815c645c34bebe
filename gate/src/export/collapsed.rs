//! `--format collapsed`: a line for each calling context with its callers and its self cost in nanoseconds. Tools for flame graphs read
//! this format.

use std::io::{self, Write};

use super::tree::{CallTree, thread_name};

/// Writes the average launch in whole nanoseconds. Contexts whose self cost rounds to 0 ns are omitted.
pub fn write_collapsed(tree: &CallTree, mut out: impl Write) -> io::Result<()> {
    let mut names: Vec<String> = tree.names.iter().map(|name| escape_frame(name)).collect();
    for name in tree.sampled_names() {
        names[name].push_str(super::tree::SAMPLED);
    }
    let mut lines: Vec<String> = Vec::new();
    for (at, node) in tree.nodes.iter().enumerate() {
        let ns = node.rest_ns().round() as u64;
        if ns > 0 {
            let stack: Vec<&str> = tree.names_from_root(at).into_iter().map(|name| &*names[name]).collect();
            lines.push(format!("{};{} {ns}", thread_name(node.thread).replace(' ', "_"), stack.join(";")));
        }
    }
    // The order of the lines must not depend on the order in which the launches were read.
    lines.sort_unstable();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// Escapes a name. A semicolon would end a frame, and a line break would end the line.
fn escape_frame(name: &str) -> String {
    gate_report::escape_for_display(name).replace(';', ":")
}
