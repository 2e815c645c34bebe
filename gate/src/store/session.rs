//! A session as rows, and back.
//!
//! Invariant: what is read is what was put: the content's hash says so.

use std::collections::BTreeMap;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::columns::{Cell, Rows, Table as Columns};
use super::tables::{COSTS, LAUNCHES};
use crate::baseline::{StoreError, canonical, join_path, split_path, states_mut};
use crate::config::FactKind;
use crate::facts::{Facts, count};
use crate::launches::{
    Build, Conditions, Cost, Counters, Dropped, Launch, LaunchState, Launches, Mark, Method, Node, Ns, Page,
    Phase, PhaseId, Role, Source, Table, Thermal, Thread,
};

/// The hash by which the tables name a session.
pub(super) fn content(table: &Table, launches: &[Launch]) -> Result<String, StoreError> {
    let hash = Sha256::digest(canonical(table, launches)?.as_bytes());
    Ok(hash[..16].iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The launches in the order of their places.
pub(super) fn in_order(launches: &[Launch]) -> Vec<&Launch> {
    let mut launches: Vec<&Launch> = launches.iter().collect();
    launches.sort_by_key(|l| (l.role, l.block, l.number));
    launches
}

pub(super) fn launch_rows(content: &str, launches: &[&Launch], facts: Option<&Facts>) -> Rows {
    let mut rows = Rows::new(LAUNCHES);
    for (place, launch) in launches.iter().enumerate() {
        let mut out = Out { rows: &mut rows, content, place: place as i64, launch: launch.number };
        out.launch(launch);
    }
    if let Some(facts) = facts {
        let mut out = Out { rows: &mut rows, content, place: 0, launch: 0 };
        for (image, kind) in
            facts.images.iter().flat_map(|image| FactKind::ALL.iter().map(move |kind| (image, *kind)))
        {
            let number = i64::try_from(count(image, kind)).ok();
            out.row("fact", kind.name(), [None; 3], Counters::default(), Some(&image.path), number);
        }
    }
    rows
}

struct Out<'a> {
    rows: &'a mut Rows,
    content: &'a str,
    place: i64,
    launch: u64,
}

impl Out<'_> {
    fn launch(&mut self, launch: &Launch) {
        let mut state = launch.state;
        let states: Vec<&str> =
            states_mut(&mut state).into_iter().filter_map(|(word, set)| set.then_some(word)).collect();
        let Dropped { calls, events, threads } = launch.dropped;
        self.rows.push([
            Cell::Text(self.content),
            Cell::Whole(self.place),
            Cell::whole(Some(self.launch)),
            Cell::Text("launch"),
            Cell::None,
            Cell::None,
            Cell::number(launch.duration().map(|ns| ns.0)),
            Cell::None,
            Cell::None,
            Cell::None,
            Cell::None,
            Cell::whole(launch.recorded_unix_ms),
            Cell::text(launch.role.map(Role::name)),
            Cell::whole(launch.block),
            Cell::Text(launch.state.thermal.name()),
            Cell::Text(&states.join(",")),
            Cell::whole(Some(calls)),
            Cell::whole(Some(events)),
            Cell::whole(Some(threads)),
            Cell::Text(&launch.build.version),
            Cell::None,
            Cell::None,
        ]);
        for Mark { name, at, counters } in &launch.marks {
            self.row("mark", name, [None, Some(at.0), None], *counters, None, None);
        }
        for Phase { name, from, to, objc } in &launch.phases {
            let times = [Some(from.0), Some(to.0), objc.map(|ns| ns.0)];
            self.row("phase", name, times, Counters::default(), None, None);
        }
        for Page { name, render } in &launch.pages {
            self.row("page", name, [None, Some(render.0), None], Counters::default(), None, None);
        }
        if launch.per_call != Counters::default() {
            self.row("per_call", "", [None; 3], launch.per_call, None, None);
        }
        for (path, uuid) in &launch.build.images {
            self.row("image", path, [None; 3], Counters::default(), Some(uuid), None);
        }
    }

    fn row(
        &mut self,
        kind: &str,
        name: &str,
        [from, to, objc]: [Option<f64>; 3],
        counters: Counters,
        text: Option<&str>,
        count: Option<i64>,
    ) {
        let Counters { instructions, cycles, page_ins } = counters;
        self.rows.push([
            Cell::Text(self.content),
            Cell::Whole(self.place),
            Cell::whole(Some(self.launch)),
            Cell::Text(kind),
            Cell::Text(name),
            Cell::number(from),
            Cell::number(to),
            Cell::number(objc),
            Cell::number(instructions),
            Cell::number(cycles),
            Cell::number(page_ins),
            Cell::None,
            Cell::None,
            Cell::None,
            Cell::None,
            Cell::None,
            Cell::None,
            Cell::None,
            Cell::None,
            Cell::None,
            Cell::text(text),
            count.map_or(Cell::None, Cell::Whole),
        ]);
    }
}

/// Rows of costs, those of one method together, which compress best.
pub(super) fn cost_rows(content: &str, table: &Table, launches: &[&Launch]) -> Rows {
    let mut all: Vec<(&Method, &Cost, usize)> = Vec::new();
    for (place, launch) in launches.iter().enumerate() {
        all.extend(launch.costs.iter().map(|cost| (table.method(cost.method), cost, place)));
    }
    all.sort_by(|(a, one, first), (b, other, second)| {
        let by_name = a.name.cmp(&b.name);
        by_name.then_with(|| {
            (one.thread, one.phase, one.path, first).cmp(&(other.thread, other.phase, other.path, second))
        })
    });
    let mut rows = Rows::new(COSTS);
    for (method, cost, place) in all {
        let path = cost.path.map(|path| {
            let names: Vec<&str> = table.path(path).iter().map(|id| &*table.method(*id).name).collect();
            join_path(Some(&names))
        });
        let phase = cost.phase.and_then(|phase| launches[place].phases.get(usize::from(phase.0)));
        rows.push([
            Cell::Text(content),
            Cell::Whole(place as i64),
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
            Cell::Number(cost.self_ns.0),
            Cell::Number(cost.total_ns.0),
            Cell::None,
        ]);
    }
    function_rows(content, table, launches, &mut rows);
    rows
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
                ]);
            }
        }
    }
}

/// The launches of a session, of its rows; the reason where they are none.
pub(super) fn launches(
    (session, conditions, place): (&Arc<str>, &Conditions, &str),
    launches: &Columns,
    costs: &Columns,
) -> Result<Launches, String> {
    let mut all: Vec<Launch> = Vec::new();
    let conditions = Arc::new(conditions.clone());
    let source = Source { file: place.into(), line: None };
    for row in 0..launches.rows() {
        let kind = launches.text("kind", row).map_or("", |kind| &**kind);
        if kind == "launch" {
            all.push(launch(launches, row, (session, &conditions, &source))?);
        } else if kind != "fact" {
            add(all.last_mut().ok_or("a row without its launch")?, kind, launches, row)?;
        }
    }
    let mut table = Table::default();
    for row in 0..costs.rows() {
        if costs.text("kind", row).is_some_and(|kind| &**kind == "method") {
            add_cost(&mut table, &mut all, costs, row)?;
        }
    }
    for launch in &mut all {
        launch.costs.sort_by_key(Cost::key);
    }
    Ok(Launches { table, launches: all, ..Launches::default() })
}

fn launch(
    rows: &Columns,
    row: usize,
    (session, conditions, source): (&Arc<str>, &Arc<Conditions>, &Source),
) -> Result<Launch, String> {
    let text = |name: &str| rows.text(name, row).map_or("", |text| &**text);
    let mut state = LaunchState {
        thermal: Thermal::from_name(text("thermal")).ok_or("no such thermal state")?,
        ..LaunchState::default()
    };
    for word in text("states").split(',').filter(|word| !word.is_empty()) {
        let known = states_mut(&mut state).into_iter().find(|(name, _)| *name == word);
        let (_, set) = known.ok_or_else(|| format!("no state {word:?}"))?;
        *set = true;
    }
    let role = rows.text("role", row).map(|role| Role::parse(role).ok_or("no such side")).transpose()?;
    let dropped = |name: &str| rows.count(name, row).unwrap_or(0);
    let build = Build {
        version: text("version").to_owned(),
        number: conditions.app_build.to_string(),
        ..Build::default()
    };
    Ok(Launch {
        source: source.clone(),
        session: Arc::clone(session),
        number: rows.count("launch", row).ok_or("a launch without a number")?,
        recorded_unix_ms: rows.count("recorded_unix_ms", row),
        conditions: Arc::clone(conditions),
        build: Arc::new(build),
        state,
        block: rows.count("block", row),
        role,
        marks: Vec::new(),
        phases: Vec::new(),
        costs: Vec::new(),
        pages: Vec::new(),
        dropped: Dropped {
            calls: dropped("dropped_calls"),
            events: dropped("dropped_events"),
            threads: dropped("dropped_threads"),
        },
        samples: None,
        functions: None,
        per_call: Counters::default(),
    })
}

/// What a row says of the launch above it.
fn add(launch: &mut Launch, kind: &str, rows: &Columns, row: usize) -> Result<(), String> {
    let name = || rows.text("name", row).cloned().ok_or_else(|| format!("a {kind} without a name"));
    let ns = |column: &str| rows.number(column, row).map(Ns);
    let time = |column: &str| ns(column).ok_or_else(|| format!("a {kind} without {column}"));
    let number = |column: &str| rows.number(column, row);
    let counters = || Counters {
        instructions: number("instructions"),
        cycles: number("cycles"),
        page_ins: number("page_ins"),
    };
    match kind {
        "mark" => launch.marks.push(Mark { name: name()?, at: time("to_ns")?, counters: counters() }),
        "phase" => {
            let (from, to) = (time("from_ns")?, time("to_ns")?);
            launch.phases.push(Phase { name: name()?, from, to, objc: ns("objc_ns") });
        }
        "page" => launch.pages.push(Page { name: name()?, render: time("to_ns")? }),
        "per_call" => launch.per_call = counters(),
        "image" => {
            let uuid = rows.text("text", row).map_or_else(String::new, |uuid| uuid.to_string());
            Arc::make_mut(&mut launch.build).images.insert(name()?.to_string(), uuid);
        }
        // Of a later version.
        _ => {}
    }
    Ok(())
}

fn add_cost(table: &mut Table, launches: &mut [Launch], rows: &Columns, row: usize) -> Result<(), String> {
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
    let number = |name: &str| {
        let value = rows.number(name, row).filter(|value| value.is_finite() && *value >= 0.0);
        value.ok_or_else(|| format!("a cost without {name}"))
    };
    let (calls, self_ns, total_ns) = (number("calls")?, Ns(number("self_ns")?), Ns(number("total_ns")?));
    launch.costs.push(Cost { method, thread, phase, path, calls, self_ns, total_ns });
    Ok(())
}
