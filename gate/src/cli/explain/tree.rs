//! `gate explain tree`: the call tree in the terminal.
//!
//! Invariant: the costs of a line's children, shown or folded, add up to the cost of the line.

use std::io::{self, Write};

use anyhow::bail;
use clap::Args;
use gate_config::Glob;
use gate_launches::{Ns, with_unit};
use gate_report::{escape_for_display, format_count, format_time, truncate_middle};

use super::{Console, Exit, FunctionLaunches, ListArgs, NO_CALLERS};
use crate::app::write_to;
use crate::export::CallTree;

#[derive(Args)]
pub(super) struct TreeArgs {
    /// Show this many levels of calls [default: all]
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// Fold calls below this total time, such as 0.5ms, or below this share of the listed methods together, such as 1%
    #[arg(long, value_name = "COST", default_value = "0.5%", value_parser = parse_threshold)]
    min: CostThreshold,
    /// Show only methods that match this glob or contain this text, and their callers [default: all]
    #[arg(long, value_name = "GLOB", allow_hyphen_values = true)]
    filter: Option<String>,
    #[command(flatten)]
    list: ListArgs,
}

/// Number of columns for numbers to the left of a name.
const NUMBERS: usize = 40;

/// Number of columns that a name has at least.
const LEAST_NAME: usize = 24;

/// The smallest total cost of a node with a separate line.
#[derive(Clone, Copy, Debug, PartialEq)]
enum CostThreshold {
    Ns(f64),
    /// A share of the total time of the listed calls, from 0 to 1.
    Share(f64),
}

fn parse_threshold(text: &str) -> Result<CostThreshold, String> {
    let share = with_unit(text, &[("%", 0.01)]).map(|(share, _)| CostThreshold::Share(share));
    let found = share.or_else(|| Ns::parse(text).map(|Ns(ns)| CostThreshold::Ns(ns)));
    found.ok_or_else(|| "expected a time such as 0.5ms, or a share such as 1%".to_owned())
}

pub(super) fn print_tree(args: &TreeArgs, to: Console<'_>) -> anyhow::Result<Exit> {
    let FunctionLaunches { launches, natives, calls } = args.list.read(to.err)?;
    let tree = CallTree::with_samples(&launches, &natives);
    let methods = launches.table.methods().map(|(_, method)| format_label([&method.module, &method.owner]));
    let functions = natives.functions.iter();
    let functions = functions.map(|one| format_label([&one.module, &one.owner]) + &calls.format_calls(one));
    let labels: Vec<String> = methods.chain(functions).collect();
    let printer = Printer::new(&tree, &labels, args, to.terminal.width);
    write_to(args.list.output.out.as_deref(), to.out, |out| Ok(printer.print(out)?))?;
    if tree.nodes.iter().all(|node| node.parent.is_none()) && tree.nodes.len() > 1 {
        writeln!(to.err, "{NO_CALLERS}; methods are listed without a tree")?;
    }
    if let Some(filter) = &args.filter
        && !printer.is_on_path.contains(&true)
    {
        bail!("no method matches {filter:?}; omit --filter to see all");
    }
    Ok(Exit::Pass)
}

impl TreeArgs {
    fn matches(&self, name: &str) -> bool {
        match &self.filter {
            None => true,
            Some(filter) => name.contains(filter.as_str()) || Glob::new(filter).matches(name),
        }
    }
}

/// Formats the module and the owner of a method; unknown values are omitted.
fn format_label<T: AsRef<str>>(known: [&Option<T>; 2]) -> String {
    known.into_iter().flatten().map(|text| format!(" · {}", escape_for_display(text.as_ref()))).collect()
}

/// Prints a call tree in lines of at most `width` columns.
struct Printer<'a> {
    tree: &'a CallTree,
    /// The text after each name of the tree: module, owner, calls.
    labels: &'a [String],
    args: &'a TreeArgs,
    width: usize,
    /// The children of each node; the last entry contains the roots.
    children: Vec<Vec<usize>>,
    /// Total time of the roots.
    total_ns: f64,
    /// For each node, whether the node or a node below it matches the filter.
    is_on_path: Vec<bool>,
}

/// A node, or the sum of folded siblings.
struct TreeLine<'a> {
    /// The node, whose children follow; absent for folded nodes.
    node: Option<usize>,
    depth: usize,
    total_ns: f64,
    /// Self time; absent for folded nodes.
    self_ns: Option<f64>,
    /// Calls in a launch; absent for a sampled function, since samples do not count calls.
    calls: Option<f64>,
    name: String,
    label: &'a str,
}

impl<'a> Printer<'a> {
    fn new(tree: &'a CallTree, labels: &'a [String], args: &'a TreeArgs, width: usize) -> Printer<'a> {
        let mut children = tree.children();
        children[tree.nodes.len()].retain(|at| args.list.thread.includes(tree.nodes[*at].thread));
        let total_ns = children[tree.nodes.len()].iter().map(|at| tree.nodes[*at].total_ns).sum();
        let mut is_on_path: Vec<bool> = (0..tree.nodes.len()).map(|at| args.matches(tree.name(at))).collect();
        for at in (0..tree.nodes.len()).rev() {
            if let Some(parent) = tree.nodes[at].parent.filter(|_| is_on_path[at]) {
                is_on_path[parent] = true;
            }
        }
        Printer { tree, labels, args, width, children, total_ns, is_on_path }
    }

    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let launches = format_count(self.tree.launches, "launch");
        writeln!(
            out,
            "{:>10} {:>6} {:>10} {:>9}  method (average of {launches})",
            "total", "%", "self", "calls"
        )?;
        let mut next = Vec::new();
        self.expand(self.tree.nodes.len(), 0, &mut next);
        while let Some(line) = next.pop() {
            self.write_line(&line, out)?;
            if let Some(at) = line.node {
                self.expand(at, line.depth + 1, &mut next);
            }
        }
        Ok(())
    }

    /// Adds the lines of a node's children at this depth, in reverse order, since lines are popped from the end.
    fn expand(&self, parent: usize, depth: usize, next: &mut Vec<TreeLine<'a>>) {
        let children = self.children[parent].iter().copied();
        let (shown, folded): (Vec<usize>, Vec<usize>) = children.partition(|at| self.is_shown(*at, depth));
        if !folded.is_empty() {
            let nodes = folded.iter().map(|at| &self.tree.nodes[*at]);
            next.push(TreeLine {
                node: None,
                depth,
                total_ns: nodes.clone().map(|node| node.total_ns).sum(),
                self_ns: None,
                calls: Some(nodes.map(|node| node.calls).sum()),
                name: format!("… {} more", folded.len()),
                label: "",
            });
        }
        next.extend(shown.into_iter().rev().map(|at| self.node_line(at)));
    }

    fn node_line(&self, at: usize) -> TreeLine<'a> {
        let node = &self.tree.nodes[at];
        TreeLine {
            node: Some(at),
            depth: node.depth,
            total_ns: node.total_ns,
            self_ns: Some(node.self_ns),
            calls: (!node.sampled).then_some(node.calls),
            name: self.tree.name(at).to_owned(),
            label: self.labels.get(node.name).map_or("", String::as_str),
        }
    }

    fn is_shown(&self, at: usize, depth: usize) -> bool {
        let least = match self.args.min {
            CostThreshold::Ns(ns) => ns,
            CostThreshold::Share(share) => share * self.total_ns,
        };
        let is_too_deep = self.args.depth.is_some_and(|most| depth >= most);
        !is_too_deep && self.tree.nodes[at].total_ns >= least && self.is_on_path[at]
    }

    fn write_line(&self, line: &TreeLine<'_>, out: &mut dyn Write) -> io::Result<()> {
        let share = if self.total_ns > 0.0 { 100.0 * line.total_ns / self.total_ns } else { 0.0 };
        let own = line.self_ns.map_or(String::new(), format_time);
        let calls = match line.calls {
            None => "sampled".to_owned(),
            Some(calls) if calls.fract() == 0.0 => format!("{calls}"),
            Some(calls) => format!("{calls:.1}"),
        };
        let indent = self.indent(line.depth);
        let room = self.width.saturating_sub(NUMBERS + indent.chars().count()).max(LEAST_NAME / 2);
        let (name, total) = (truncate_middle(&line.name, room), format_time(line.total_ns));
        let is_beside = name.chars().count() + line.label.chars().count() <= room;
        let label = if is_beside { line.label } else { "" };
        writeln!(out, "{total:>10} {share:>6.1} {own:>10} {calls:>9}  {indent}{name}{label}")?;
        if is_beside || line.label.is_empty() {
            return Ok(());
        }
        // A label that does not fit gets a separate line, which begins below the numbers if the label is long.
        let label = truncate_middle(line.label.trim_start(), self.width);
        let left = (NUMBERS + indent.chars().count()).min(self.width.saturating_sub(label.chars().count()));
        writeln!(out, "{:left$}{label}", "")
    }

    /// Indents a name by its depth, or writes the depth as a number if too little space would remain for the name.
    fn indent(&self, depth: usize) -> String {
        let levels = (self.width.saturating_sub(NUMBERS + LEAST_NAME) / 2).min(20);
        match depth > levels {
            true => format!("{}{depth}› ", "  ".repeat(levels)),
            false => "  ".repeat(depth),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_shown_cost_needs_a_unit() {
        assert_eq!(parse_threshold("0.5ms"), Ok(CostThreshold::Ns(500_000.0)));
        assert_eq!(parse_threshold("2 %"), Ok(CostThreshold::Share(0.02)));
        assert_eq!(parse_threshold("3s"), Ok(CostThreshold::Ns(3e9)));
        for text in ["", "5", "-1ms", "NaNms", "fast"] {
            assert!(parse_threshold(text).is_err(), "{text}");
        }
    }
}
