//! Converts the costs of methods and functions to rows and back.
//!
//! The rows of a method are adjacent, one for each launch: adjacent rows compress well, because they differ only in the last digits of
//! their times.
//!
//! Invariant: costs are read back exactly, to the last bit.

use std::collections::BTreeMap;

use gate_baseline::{join_path, split_path};
use gate_launches::{Cost, Launch, Method, MethodTable, Ns, Phase, PhaseId, SampledScope, ThreadKind};
use gate_trend::is_judged;

use super::clock_steps::{ClockSteps, in_steps, step_of};
use super::columns::{Cell, ColumnTable as Columns, NamedCell, Rows};
use super::tables::COSTS;

/// The cost of a method in one launch.
struct LaunchCost<'a> {
    method: &'a Method,
    cost: &'a Cost,
    place: usize,
}

/// Converts costs to rows; the rows of one method are adjacent.
pub(super) fn cost_rows(content: &str, table: &MethodTable, launches: &[&Launch]) -> Rows {
    let mut all: Vec<LaunchCost<'_>> = Vec::new();
    for (place, launch) in launches.iter().enumerate() {
        all.extend(launch.costs.iter().map(|cost| LaunchCost {
            method: table.method(cost.method),
            cost,
            place,
        }));
    }
    let kind = |of: &LaunchCost<'_>| (of.cost.thread, of.cost.phase, of.cost.path);
    all.sort_by(|a, b| {
        let by_name = a.method.name.cmp(&b.method.name);
        by_name.then_with(|| (kind(a), a.place).cmp(&(kind(b), b.place)))
    });
    let of_all: Vec<f64> = all.iter().flat_map(|of| [of.cost.self_ns.0, of.cost.total_ns.0]).collect();
    let step = step_of(&of_all);
    let mut rows = Rows::new(COSTS);
    for of in &all {
        push(&mut rows, content, table, launches[of.place], of, step);
    }
    function_rows(content, table, launches, &mut rows);
    rows
}

/// Returns the columns with the times of a cost. The self time and the total time are stored in steps of the clock if `in_steps` can
/// convert both, otherwise in nanoseconds.
fn times_of(cost: &Cost, step: f64) -> Vec<NamedCell<'static>> {
    let off = |of: ClockSteps| if of.off == 0.0 { Cell::None } else { Cell::Number(of.off) };
    let own = in_steps(cost.self_ns.0, step);
    match own.zip(in_steps(cost.total_ns.0, step)) {
        None => vec![("self_ns", Cell::Number(cost.self_ns.0)), ("total_ns", Cell::Number(cost.total_ns.0))],
        Some((own, total)) => vec![
            ("step_ns", Cell::Number(step)),
            ("self_steps", Cell::Whole(own.steps)),
            ("below_steps", Cell::Whole(total.steps - own.steps)),
            ("self_off_ns", off(own)),
            ("total_off_ns", off(total)),
        ],
    }
}

fn push(
    rows: &mut Rows,
    content: &str,
    table: &MethodTable,
    launch: &Launch,
    LaunchCost { method, cost, place }: &LaunchCost<'_>,
    step: f64,
) {
    let path = cost.path.map(|path| {
        let names: Vec<&str> = table.path(path).iter().map(|id| &*table.method(*id).name).collect();
        join_path(Some(&names))
    });
    let phase = cost.phase.and_then(|phase| launch.phases.get(usize::from(phase.0)));
    let place = Cell::Whole(*place as i64);
    let before = [("content", Cell::Text(content)), ("place", place), ("kind", Cell::Text("method"))];
    let after = [
        ("thread", Cell::Text(cost.thread.name())),
        ("phase", Cell::from_text(phase.map(|phase| &*phase.name))),
        ("path", Cell::from_text(path.as_deref())),
        ("calls", Cell::Number(cost.calls)),
    ];
    let (times, judged) = (times_of(cost, step), [("judged", Cell::Truth(is_judged(launch)))]);
    rows.push(&[&before[..], &method_cells(method), &after, &times, &judged].concat());
}

/// Adds the rows of sampled functions: each has a share of the exact self time of a method, or of a phase's time outside Objective-C.
fn function_rows(content: &str, table: &MethodTable, launches: &[&Launch], rows: &mut Rows) {
    for (place, launch) in launches.iter().enumerate() {
        let Some(functions) = &launch.functions else { continue };
        let own: BTreeMap<&str, f64> = launch
            .method_costs(table, ThreadKind::Main)
            .map(|(id, cost)| (&*table.method(id).name, cost.self_ns.0))
            .collect();
        for of_node in functions.seen.chunk_by(|a, b| a.node == b.node) {
            let samples: u64 = of_node.iter().map(|seen| seen.samples).sum();
            let (inside, phase, whole) = match &of_node[0].node {
                SampledScope::Method(name) => (name, None, own.get(&**name).copied()),
                SampledScope::Outside(name) => {
                    let phase = launch.phases.iter().find(|phase| phase.name == *name);
                    (name, Some(name), phase.and_then(Phase::outside_objc).map(|ns| ns.0.max(0.0)))
                }
            };
            for seen in of_node {
                let Some(function) = &seen.function else { continue };
                let share = whole.map(|whole| whole * seen.samples as f64 / samples.max(1) as f64);
                rows.push(&[
                    ("content", Cell::Text(content)),
                    ("place", Cell::Whole(place as i64)),
                    ("kind", Cell::Text("function")),
                    ("name", Cell::Text(&function.name)),
                    ("module", Cell::Text(&function.module)),
                    ("owner", Cell::from_text(function.owner.as_deref())),
                    ("thread", Cell::Text("main")),
                    ("phase", Cell::from_text(phase.map(|phase| &**phase))),
                    ("inside", Cell::Text(inside)),
                    ("self_ns", Cell::from_number(share)),
                    ("samples", Cell::from_count(Some(seen.samples))),
                    ("judged", Cell::Truth(is_judged(launch))),
                ]);
            }
        }
    }
}

/// Returns the columns that describe a method.
pub(super) fn method_cells(method: &Method) -> [NamedCell<'_>; 5] {
    let Method { name, module, owner, image, system } = method;
    [
        ("name", Cell::Text(name)),
        ("module", Cell::from_text(module.as_deref())),
        ("owner", Cell::from_text(owner.as_deref())),
        ("image", Cell::from_text(image.as_deref())),
        ("system", Cell::from_text(system.then_some("yes"))),
    ]
}

/// Reads the method of a row.
pub(super) fn method_of(rows: &Columns, row: usize) -> Option<Method> {
    let text = |name: &str| rows.text(name, row).cloned();
    let [module, owner, image] = ["module", "owner", "image"].map(text);
    Some(Method { name: text("name")?, module, owner, image, system: text("system").is_some() })
}

/// Adds the cost in a row to the launch of the row.
pub(super) fn add(
    table: &mut MethodTable,
    launches: &mut [Launch],
    rows: &Columns,
    row: usize,
) -> Result<(), String> {
    let place = rows.count("place", row).and_then(|place| usize::try_from(place).ok());
    let launch = place.and_then(|place| launches.get_mut(place)).ok_or("a cost of no launch")?;
    let text = |name: &str| rows.text(name, row).cloned();
    let method = table.intern_method(&method_of(rows, row).ok_or("a cost without a name")?);
    let thread = rows.text("thread", row).and_then(|name| ThreadKind::from_name(name));
    let thread = thread.ok_or("a cost without a thread")?;
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
    let calls = require(rows.number("calls", row), "calls")?;
    let (own, total) = read_times(rows, row);
    let (self_ns, total_ns) = (Ns(require(own, "self_ns")?), Ns(require(total, "total_ns")?));
    launch.costs.push(Cost { method, thread, phase, path, calls, self_ns, total_ns });
    Ok(())
}

/// Returns a value that is finite and not negative, or the reason for which the row is invalid.
fn require(value: Option<f64>, name: &str) -> Result<f64, String> {
    let value = value.filter(|value| value.is_finite() && *value >= 0.0);
    value.ok_or_else(|| format!("a cost without {name}"))
}

/// Reads the self time and the total time of a row, which are in steps or in nanoseconds.
fn read_times(rows: &Columns, row: usize) -> (Option<f64>, Option<f64>) {
    let number = |name: &str| rows.number(name, row);
    let Some(step) = number("step_ns") else { return (number("self_ns"), number("total_ns")) };
    let time = |steps: i64, off: &str| steps as f64 * step + number(off).unwrap_or(0.0);
    let own = rows.whole_number("self_steps", row);
    let total =
        own.zip(rows.whole_number("below_steps", row)).and_then(|(own, below)| own.checked_add(below));
    (own.map(|steps| time(steps, "self_off_ns")), total.map(|steps| time(steps, "total_off_ns")))
}
