//! What methods and functions cost, as rows, and back.
//!
//! The rows of a method stand together, launch by launch: its times differ in their last digits only, so what all of them have is put
//! once, as a number that these rows share, and each row has what lies above it.
//!
//! Invariant: costs read back to the last bit.

use std::collections::BTreeMap;

use super::columns::{Cell, Named, Rows, Table as Columns};
use super::steps::{Steps, step_of, steps, time};
use super::tables::COSTS;
use crate::baseline::{join_path, split_path};
use crate::launches::{Cost, Launch, Method, Node, Ns, Phase, PhaseId, Table, Thread};
use crate::trend::is_judged;

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

/// What all rows of a method have, in steps.
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
    let of_methods = all.chunk_by(|a, b| a.method.name == b.method.name && kind(a) == kind(b));
    let of_methods: Vec<(&[Of<'_>], Vec<Times>)> = of_methods
        .map(|of_method| (of_method, of_method.iter().map(|of| Times::of(of.cost, step)).collect()))
        .collect();
    let ranges: Vec<[Option<(i64, i64)>; 2]> = of_methods.iter().map(|(_, times)| ranges(times)).collect();
    let [own, below] = [0, 1].map(|which| coarse(ranges.iter().filter_map(|of| of[which])));
    let mut rows = Rows::new(COSTS);
    for ((of_method, times), [of_own, of_below]) in of_methods.iter().zip(ranges) {
        let least = |range: Option<(i64, i64)>, coarse: i64| {
            range.map_or(0, |(from, _)| from.div_euclid(coarse) * coarse)
        };
        let least = Least { own: least(of_own, own), below: least(of_below, below) };
        for (of, times) in of_method.iter().zip(times) {
            push(&mut rows, (content, table, launches[of.place]), of, &times.cells(of.cost, step, least));
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

    /// The columns in which they stand.
    fn cells(&self, cost: &Cost, step: f64, least: Least) -> Vec<Named<'static>> {
        let off = |of: Steps, ns: Ns| {
            if of.ulps == 0 { Cell::None } else { Cell::Number(ns.0 - of.steps as f64 * step) }
        };
        let ulps = |steps: Steps| if steps.ulps == 0 { Cell::None } else { Cell::Whole(steps.ulps) };
        match *self {
            Times::Any(own, total) => {
                vec![("self_ns", Cell::Number(own.0)), ("total_ns", Cell::Number(total.0))]
            }
            Times::Steps { own, total } => vec![
                ("step_ns", Cell::Number(step)),
                ("self_base", Cell::Whole(least.own)),
                ("self_steps", Cell::Whole(own.steps - least.own)),
                ("below_base", Cell::Whole(least.below)),
                ("below_steps", Cell::Whole(total.steps - own.steps - least.below)),
                ("self_ulps", ulps(own)),
                ("total_ulps", ulps(total)),
                // Numbers this near have a difference that is exact, and so is the sum that gives the time back.
                ("self_off_ns", off(own, cost.self_ns)),
                ("total_off_ns", off(total, cost.total_ns)),
            ],
        }
    }
}

/// The fewest and the most steps of a method's rows: in itself, and in what it called.
fn ranges(times: &[Times]) -> [Option<(i64, i64)>; 2] {
    let in_steps = times.iter().filter_map(|times| match times {
        Times::Steps { own, total } => Some([own.steps, total.steps - own.steps]),
        Times::Any(..) => None,
    });
    in_steps.fold([None; 2], |ranges, steps| {
        let with = |which: usize| {
            let (from, to) = ranges[which].unwrap_or((steps[which], steps[which]));
            Some((from.min(steps[which]), to.max(steps[which])))
        };
        [with(0), with(1)]
    })
}

/// What bases are multiples of: the power of two below half of what a method's launches usually differ by. So bases are alike, and what
/// lies above them is hardly more.
fn coarse(ranges: impl Iterator<Item = (i64, i64)>) -> i64 {
    let mut widths: Vec<i64> = ranges.map(|(from, to)| to - from).filter(|width| *width > 0).collect();
    widths.sort_unstable();
    widths.get(widths.len() / 2).map_or(1, |width| 1 << width.ilog2().saturating_sub(1))
}

fn push(
    rows: &mut Rows,
    (content, table, launch): (&str, &Table, &Launch),
    Of { method, cost, place }: &Of<'_>,
    times: &[Named<'_>],
) {
    let path = cost.path.map(|path| {
        let names: Vec<&str> = table.path(path).iter().map(|id| &*table.method(*id).name).collect();
        join_path(Some(&names))
    });
    let phase = cost.phase.and_then(|phase| launch.phases.get(usize::from(phase.0)));
    let cells = [
        ("content", Cell::Text(content)),
        ("place", Cell::Whole(*place as i64)),
        ("kind", Cell::Text("method")),
        ("name", Cell::Text(&method.name)),
        ("module", Cell::text(method.module.as_deref())),
        ("owner", Cell::text(method.owner.as_deref())),
        ("image", Cell::text(method.image.as_deref())),
        ("system", Cell::text(method.system.then_some("yes"))),
        ("thread", Cell::Text(thread_name(cost.thread))),
        ("phase", Cell::text(phase.map(|phase| &*phase.name))),
        ("path", Cell::text(path.as_deref())),
        ("calls", Cell::Number(cost.calls)),
    ];
    rows.push(&[&cells, times, &[("judged", Cell::Truth(is_judged(launch)))]].concat());
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
                rows.push(&[
                    ("content", Cell::Text(content)),
                    ("place", Cell::Whole(place as i64)),
                    ("kind", Cell::Text("function")),
                    ("name", Cell::Text(&function.name)),
                    ("module", Cell::Text(&function.module)),
                    ("owner", Cell::text(function.owner.as_deref())),
                    ("thread", Cell::Text("main")),
                    ("phase", Cell::text(phase.map(|phase| &**phase))),
                    ("inside", Cell::Text(inside)),
                    ("self_ns", Cell::number(share)),
                    ("samples", Cell::whole(Some(seen.samples))),
                    ("judged", Cell::Truth(is_judged(launch))),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases_are_alike_and_below_every_launch() {
        assert_eq!(coarse([(5, 105), (3, 103), (7, 7)].into_iter()), 32);
        assert_eq!(coarse([(5, 6), (9, 9)].into_iter()), 1);
        assert_eq!(coarse([].into_iter()), 1);
        assert_eq!(coarse([(0, i64::MAX)].into_iter()), 1 << 61);
        let steps = |steps: i64| Steps { steps, ulps: 0 };
        let of = |own: i64, total: i64| Times::Steps { own: steps(own), total: steps(total) };
        // What a recursive method called is told once, so that its total may be less than its own.
        assert_eq!(
            ranges(&[of(7, 3), of(5, 9), Times::Any(Ns(0.5), Ns(0.5))]),
            [Some((5, 7)), Some((-4, 4))]
        );
        assert_eq!(ranges(&[Times::Any(Ns(0.5), Ns(0.5))]), [None, None]);
    }
}
