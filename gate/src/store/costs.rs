//! What methods and functions cost, as rows, and back.
//!
//! The rows of a method stand together, launch by launch: its times differ in their last digits only, so what all of them have is put
//! once, as a number that these rows share, and each row has what lies above it.
//!
//! Invariant: costs read back to the last bit.

use std::collections::BTreeMap;

use super::columns::{Cell, Rows, Table as Columns};
use super::steps::{Steps, step_of, steps, time};
use super::tables::COSTS;
use crate::baseline::{join_path, split_path};
use crate::launches::{Cost, Launch, Method, Node, Ns, Phase, PhaseId, Table, Thread};

/// A method's cost in a launch.
struct Of<'a> {
    method: &'a Method,
    cost: &'a Cost,
    place: usize,
}

/// The times of a cost: in steps, or as they are.
#[derive(Clone, Copy)]
enum Times {
    Steps { own: Steps, total: Steps },
    Any(Ns, Ns),
}

/// What the rows of a method have at least, in steps.
#[derive(Clone, Copy)]
struct Least {
    own: i64,
    below: i64,
}

/// Rows of costs, those of one method together.
pub(super) fn cost_rows(content: &str, table: &Table, launches: &[&Launch]) -> Rows {
    let mut all: Vec<Of<'_>> = Vec::new();
    for (place, launch) in launches.iter().enumerate() {
        all.extend(launch.costs.iter().map(|cost| Of { method: table.method(cost.method), cost, place }));
    }
    let kind = |of: &Of<'_>| (of.cost.thread, of.cost.phase, of.cost.path);
    all.sort_by(|a, b| {
        let by_name = a.method.name.cmp(&b.method.name);
        by_name.then_with(|| (kind(a), a.place).cmp(&(kind(b), b.place)))
    });
    let of_all: Vec<f64> = all.iter().flat_map(|of| [of.cost.self_ns.0, of.cost.total_ns.0]).collect();
    let step = step_of(&of_all);
    let mut rows = Rows::new(COSTS);
    for of_method in all.chunk_by(|a, b| a.method.name == b.method.name && kind(a) == kind(b)) {
        let times: Vec<Times> = of_method.iter().map(|of| Times::of(of.cost, step)).collect();
        let least = Least::of(&times);
        for (of, times) in of_method.iter().zip(times) {
            push(&mut rows, (content, table, launches[of.place]), of, times.cells(step, least));
        }
    }
    function_rows(content, table, launches, &mut rows);
    rows
}

impl Times {
    fn of(cost: &Cost, step: f64) -> Times {
        match (steps(cost.self_ns.0, step), steps(cost.total_ns.0, step)) {
            (Some(own), Some(total)) => Times::Steps { own, total },
            _ => Times::Any(cost.self_ns, cost.total_ns),
        }
    }

    /// Self and total time, and the step, base and steps of both, and units of the last place.
    fn cells(self, step: f64, least: Least) -> ([Cell<'static>; 2], [Cell<'static>; 7]) {
        match self {
            Times::Any(own, total) => ([Cell::Number(own.0), Cell::Number(total.0)], [Cell::None; 7]),
            Times::Steps { own, total } => {
                let ulps = |steps: Steps| if steps.ulps == 0 { Cell::None } else { Cell::Whole(steps.ulps) };
                let cells = [
                    Cell::Number(step),
                    Cell::Whole(least.own),
                    Cell::Whole(own.steps - least.own),
                    Cell::Whole(least.below),
                    Cell::Whole(total.steps - own.steps - least.below),
                    ulps(own),
                    ulps(total),
                ];
                ([Cell::None; 2], cells)
            }
        }
    }
}

impl Least {
    fn of(times: &[Times]) -> Least {
        let in_steps = || {
            times.iter().filter_map(|times| match times {
                Times::Steps { own, total } => Some((own.steps, total.steps - own.steps)),
                Times::Any(..) => None,
            })
        };
        let own = in_steps().map(|(own, _)| own).min().unwrap_or(0);
        let below = in_steps().map(|(_, below)| below).min().unwrap_or(0);
        Least { own, below }
    }
}

fn push(
    rows: &mut Rows,
    (content, table, launch): (&str, &Table, &Launch),
    Of { method, cost, place }: &Of<'_>,
    (times, [step, own_base, own, below_base, below, own_ulps, total_ulps]): ([Cell<'_>; 2], [Cell<'_>; 7]),
) {
    let path = cost.path.map(|path| {
        let names: Vec<&str> = table.path(path).iter().map(|id| &*table.method(*id).name).collect();
        join_path(Some(&names))
    });
    let phase = cost.phase.and_then(|phase| launch.phases.get(usize::from(phase.0)));
    rows.push([
        Cell::Text(content),
        Cell::Whole(*place as i64),
        Cell::Text("method"),
        Cell::Text(&method.name),
        Cell::text(method.module.as_deref()),
        Cell::text(method.owner.as_deref()),
        Cell::text(method.image.as_deref()),
        if method.system { Cell::Text("yes") } else { Cell::None },
        Cell::Text(thread_name(cost.thread)),
        Cell::text(phase.map(|phase| &*phase.name)),
        Cell::text(path.as_deref()),
        Cell::None,
        Cell::Number(cost.calls),
        times[0],
        times[1],
        Cell::None,
        step,
        own_base,
        own,
        below_base,
        below,
        own_ulps,
        total_ulps,
    ]);
}

fn thread_name(thread: Thread) -> &'static str {
    match thread {
        Thread::Main => "main",
        Thread::Other => "other",
    }
}

/// What samples found: of a method's exact own time, or of a phase's outside Objective-C, each function's share.
fn function_rows(content: &str, table: &Table, launches: &[&Launch], rows: &mut Rows) {
    for (place, launch) in launches.iter().enumerate() {
        let Some(functions) = &launch.functions else { continue };
        let own: BTreeMap<&str, f64> = launch
            .methods(table, Thread::Main)
            .map(|(id, cost)| (&*table.method(id).name, cost.self_ns.0))
            .collect();
        for of_node in functions.seen.chunk_by(|a, b| a.node == b.node) {
            let samples: u64 = of_node.iter().map(|seen| seen.samples).sum();
            let (inside, phase, whole) = match &of_node[0].node {
                Node::Method(name) => (name, None, own.get(&**name).copied()),
                Node::Outside(name) => {
                    let phase = launch.phases.iter().find(|phase| phase.name == *name);
                    (name, Some(name), phase.and_then(Phase::outside).map(|ns| ns.0.max(0.0)))
                }
            };
            for seen in of_node {
                let Some(function) = &seen.function else { continue };
                let share = whole.map(|whole| whole * seen.samples as f64 / samples.max(1) as f64);
                rows.push([
                    Cell::Text(content),
                    Cell::Whole(place as i64),
                    Cell::Text("function"),
                    Cell::Text(&function.name),
                    Cell::Text(&function.module),
                    Cell::text(function.owner.as_deref()),
                    Cell::None,
                    Cell::None,
                    Cell::Text("main"),
                    Cell::text(phase.map(|phase| &**phase)),
                    Cell::None,
                    Cell::Text(inside),
                    Cell::None,
                    Cell::number(share),
                    Cell::None,
                    Cell::whole(Some(seen.samples)),
                    Cell::None,
                    Cell::None,
                    Cell::None,
                    Cell::None,
                    Cell::None,
                    Cell::None,
                    Cell::None,
                ]);
            }
        }
    }
}

/// Adds what a row says to its launch.
pub(super) fn add(
    table: &mut Table,
    launches: &mut [Launch],
    rows: &Columns,
    row: usize,
) -> Result<(), String> {
    let place = rows.count("place", row).and_then(|place| usize::try_from(place).ok());
    let launch = place.and_then(|place| launches.get_mut(place)).ok_or("a cost of no launch")?;
    let text = |name: &str| rows.text(name, row).cloned();
    let method = table.intern_method(&Method {
        name: text("name").ok_or("a cost without a name")?,
        module: text("module"),
        owner: text("owner"),
        image: text("image"),
        system: text("system").is_some(),
    });
    let thread = match rows.text("thread", row).map(|thread| &**thread) {
        Some("main") => Thread::Main,
        Some("other") => Thread::Other,
        _ => return Err("a cost without a thread".to_owned()),
    };
    let phase = match text("phase") {
        None => None,
        Some(name) => {
            let at = launch.phases.iter().position(|phase| phase.name == name);
            let at = at.and_then(|at| u8::try_from(at).ok());
            Some(PhaseId(at.ok_or("a cost in a phase that its launch does not have")?))
        }
    };
    let path = match text("path") {
        None => None,
        Some(path) => {
            let ids: Vec<_> =
                split_path(&path)?.unwrap_or_default().iter().map(|name| table.intern(name)).collect();
            Some(table.intern_path(&ids))
        }
    };
    let sound = |value: Option<f64>, name: &str| {
        let value = value.filter(|value| value.is_finite() && *value >= 0.0);
        value.ok_or_else(|| format!("a cost without {name}"))
    };
    let calls = sound(rows.number("calls", row), "calls")?;
    let (own, total) = times(rows, row);
    let (self_ns, total_ns) = (Ns(sound(own, "self_ns")?), Ns(sound(total, "total_ns")?));
    launch.costs.push(Cost { method, thread, phase, path, calls, self_ns, total_ns });
    Ok(())
}

/// The time in a method and that with what it called, as steps or as they are.
fn times(rows: &Columns, row: usize) -> (Option<f64>, Option<f64>) {
    let whole = |name: &str| rows.whole(name, row);
    let in_steps = || {
        let step = rows.number("step_ns", row)?;
        let own = whole("self_base")?.checked_add(whole("self_steps")?)?;
        let below = whole("below_base")?.checked_add(whole("below_steps")?)?;
        let time = |steps: i64, ulps: &str| time(Steps { steps, ulps: whole(ulps).unwrap_or(0) }, step);
        Some((time(own, "self_ulps"), time(own.checked_add(below)?, "total_ulps")))
    };
    in_steps().unwrap_or_else(|| (rows.number("self_ns", row), rows.number("total_ns", row)))
}
