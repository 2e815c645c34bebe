//! `gate tree`: the call tree in the terminal.
//!
//! What is not shown is counted: the children of a line, shown and not, always add up to it.

use std::io::Write;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use gate_config::Glob;
use gate_launches::{Ns, with_unit};
use gate_report::{count, shown_fitted, shown_time};

use super::explain_functions::Counted;
use super::options::{OutArgs, ShowArgs};
use super::show::Show;
use super::values::Threads;
use super::{Console, Exit};
use crate::app::write_to;
use crate::export::CallTree;

#[derive(Args)]
pub(super) struct Tree {
    /// Launches, as for `gate check`; several are averaged
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    /// How many levels of calls to show [default: all]
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// Fold calls below this total time, such as 0.5ms, or below this share of the launch, such as 1%
    #[arg(long, value_name = "COST", default_value = "0.5%", value_parser = smallest)]
    min: Smallest,
    /// Show only methods that match this glob or contain this text, and their callers
    #[arg(long, value_name = "GLOB", allow_hyphen_values = true)]
    filter: Option<String>,
    /// Show calls on these threads
    #[arg(long, value_enum, default_value_t = Threads::Main)]
    thread: Threads,
    #[command(flatten)]
    output: OutArgs,
    #[command(flatten)]
    show: ShowArgs,
}

/// The columns before a name, and what a name has at least.
const NUMBERS: usize = 40;
const LEAST_NAME: usize = 24;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Smallest {
    Ns(f64),
    Share(f64),
}

fn smallest(text: &str) -> Result<Smallest, String> {
    let share = with_unit(text, &[("%", 0.01)]).map(|(share, _)| Smallest::Share(share));
    let found = share.or_else(|| Ns::parse(text).map(|Ns(ns)| Smallest::Ns(ns)));
    found.ok_or_else(|| "expected a time such as 0.5ms, or a share such as 1%".to_owned())
}

pub(super) fn tree(args: &Tree, to: Console<'_>) -> anyhow::Result<Exit> {
    let (context, launches, counting) = args.show.read(&args.runs, to.err)?;
    let natives = context.natives(&launches, &mut Show::on(to.err))?;
    let tree = CallTree::with_samples(&launches, &natives);
    let of_methods = launches.table.methods().map(|(_, method)| whose([&method.module, &method.owner]));
    let counted = Counted::of(&counting);
    let of_functions = natives
        .functions
        .iter()
        .map(|native| whose([&native.module, &native.owner]) + &counted.words(native));
    let whose: Vec<String> = of_methods.chain(of_functions).collect();
    write_to(args.output.out.as_deref(), to.out, |out| {
        Ok(print((&tree, &whose), args, to.terminal.width, out)?)
    })?;
    if tree.nodes.iter().all(|node| node.parent.is_none()) && tree.nodes.len() > 1 {
        writeln!(
            to.err,
            "warning: these launches have no callers and callees; methods are listed without a tree"
        )?;
    }
    if args.filter.is_some() && !tree.nodes.iter().enumerate().any(|(at, _)| args.matches(tree.name(at))) {
        bail!("no method matches {:?}; omit --filter to see all", args.filter.as_deref().unwrap_or_default());
    }
    Ok(Exit::Pass)
}

impl Tree {
    fn matches(&self, name: &str) -> bool {
        match &self.filter {
            None => true,
            Some(filter) => name.contains(filter.as_str()) || Glob::new(filter).matches(name),
        }
    }
}

/// The module and the owner of a method, as far as they are known.
fn whose<T: AsRef<str>>(known: [&Option<T>; 2]) -> String {
    let known = known.into_iter().flatten();
    known.map(|text| format!(" · {}", gate_report::shown(text.as_ref()))).collect()
}

fn print(
    (tree, whose): (&CallTree, &[String]),
    args: &Tree,
    width: usize,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let children = tree.children();
    let roots: Vec<usize> = children[tree.nodes.len()]
        .iter()
        .copied()
        .filter(|at| args.thread.has(tree.nodes[*at].thread))
        .collect();
    let whole: f64 = roots.iter().map(|at| tree.nodes[*at].total_ns).sum();
    let least = match args.min {
        Smallest::Ns(ns) => ns,
        Smallest::Share(share) => share * whole,
    };
    // A node is on the way to a match if one is below it.
    let mut on_the_way: Vec<bool> = (0..tree.nodes.len()).map(|at| args.matches(tree.name(at))).collect();
    for at in (0..tree.nodes.len()).rev() {
        if let Some(parent) = tree.nodes[at].parent.filter(|_| on_the_way[at]) {
            on_the_way[parent] = true;
        }
    }
    writeln!(
        out,
        "{:>10} {:>6} {:>10} {:>9}  method (average of {})",
        "total",
        "%",
        "self",
        "calls",
        count(tree.launches, "launch")
    )?;
    let line = |out: &mut dyn Write,
                depth: usize,
                total: f64,
                own: Option<f64>,
                calls: f64,
                name: &str,
                whose: &str| {
        let share = if whole > 0.0 { 100.0 * total / whole } else { 0.0 };
        let own = own.map_or(String::new(), shown_time);
        // Samples do not count calls.
        let calls = if calls < 0.0 {
            "sampled".to_owned()
        } else if calls.fract() == 0.0 {
            format!("{calls}")
        } else {
            format!("{calls:.1}")
        };
        // Deeper than a name has room for, depth is told as a number.
        let levels = (width.saturating_sub(NUMBERS + LEAST_NAME) / 2).min(20);
        let indent = match depth > levels {
            true => format!("{}{depth}› ", "  ".repeat(levels)),
            false => "  ".repeat(depth),
        };
        let room = width.saturating_sub(NUMBERS + indent.chars().count()).max(LEAST_NAME / 2);
        let name = shown_fitted(name, room);
        let (beside, below) = match name.chars().count() + whose.chars().count() <= room {
            true => (whose, ""),
            false => ("", whose.trim_start()),
        };
        writeln!(out, "{:>10} {share:>6.1} {own:>10} {calls:>9}  {indent}{name}{beside}", shown_time(total))?;
        // Whose a long name is has a line of its own, which begins below the numbers where it needs their room.
        if !below.is_empty() {
            let below = shown_fitted(below, width);
            let left = (NUMBERS + indent.chars().count()).min(width.saturating_sub(below.chars().count()));
            writeln!(out, "{:left$}{below}", "")?;
        }
        Ok::<(), std::io::Error>(())
    };
    enum Step {
        Node(usize),
        Rest { depth: usize, count: usize, total: f64, calls: f64 },
    }
    let expand = |list: &[usize], depth: usize, next: &mut Vec<Step>| {
        let deep = args.depth.is_some_and(|most| depth >= most);
        let is_shown = |at: &usize| !deep && tree.nodes[*at].total_ns >= least && on_the_way[*at];
        let (kept, left): (Vec<usize>, Vec<usize>) = list.iter().partition(|at| is_shown(at));
        if !left.is_empty() {
            next.push(Step::Rest {
                depth,
                count: left.len(),
                total: left.iter().map(|at| tree.nodes[*at].total_ns).sum(),
                calls: left.iter().map(|at| tree.nodes[*at].calls).sum(),
            });
        }
        next.extend(kept.into_iter().rev().map(Step::Node));
    };
    let mut next = Vec::new();
    expand(&roots, 0, &mut next);
    while let Some(step) = next.pop() {
        match step {
            Step::Node(at) => {
                let node = &tree.nodes[at];
                let whose = whose.get(node.name).map_or("", String::as_str);
                let calls = if node.sampled { -1.0 } else { node.calls };
                line(out, node.depth, node.total_ns, Some(node.self_ns), calls, tree.name(at), whose)?;
                expand(&children[at], node.depth + 1, &mut next);
            }
            Step::Rest { depth, count, total, calls } => {
                let name = if count == 1 { "… 1 more".to_owned() } else { format!("… {count} more") };
                line(out, depth, total, None, calls, &name, "")?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_have_a_unit() {
        assert_eq!(smallest("0.5ms"), Ok(Smallest::Ns(500_000.0)));
        assert_eq!(smallest("2 %"), Ok(Smallest::Share(0.02)));
        assert_eq!(smallest("3s"), Ok(Smallest::Ns(3e9)));
        for text in ["", "5", "-1ms", "NaNms", "fast"] {
            assert!(smallest(text).is_err(), "{text}");
        }
    }
}
