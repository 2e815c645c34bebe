//! Writes launches as lines.

use std::io::{self, Write};

use super::FORMAT;
use super::wire::{Amount, Record, Text, WireAgent, WireApp, WireDevice, WireMethod};
use crate::{Cost, Launch, Launches, MethodTable, ThreadKind};

/// Writes each launch as one line, in the order of the list.
pub fn write(launches: &Launches, mut out: impl Write) -> io::Result<()> {
    for launch in &launches.launches {
        serde_json::to_writer(&mut out, &to_record(launch, &launches.table))?;
        out.write_all(b"\n")?;
    }
    out.flush()
}

fn to_record<'a>(launch: &'a Launch, table: &'a MethodTable) -> Record<'a> {
    let conditions = &*launch.conditions;
    let per_call = launch.per_call.named_counters().into_iter();
    Record {
        format: FORMAT.into(),
        session: (&*launch.session).into(),
        launch: launch.number,
        recorded_unix_ms: launch.recorded_unix_ms,
        scenario: (&*conditions.scenario).into(),
        device: WireDevice::from_conditions(conditions),
        app: WireApp::from_conditions(conditions),
        agent: WireAgent::from_conditions(conditions),
        state: launch.state,
        block: launch.block,
        role: launch.role,
        marks: (&launch.marks).into(),
        per_call: per_call.filter_map(|(name, count)| Some((name.to_owned(), Amount(count?)))).collect(),
        work: launch.work.as_ref().map(|work| work.iter().map(Into::into).collect()),
        counts: launch.counts.as_deref().map(Into::into),
        pages: (&launch.pages).into(),
        spans: (&launch.spans).into(),
        dropped: launch.dropped,
        methods: to_wire_methods(launch, table),
        unknown: Default::default(),
    }
}

fn to_wire_methods<'a>(launch: &'a Launch, table: &'a MethodTable) -> Vec<WireMethod<'a>> {
    let name = |cost: &Cost| &*table.method(cost.method).name;
    // The costs are sorted by name, because ids depend on previously read launches.
    let order = |cost: &Cost| (name(cost), cost.thread, cost.phase.map(|phase| phase.0));
    let mut costs: Vec<&Cost> = launch.costs.iter().collect();
    costs.sort_by(|a, b| {
        order(a).cmp(&order(b)).then_with(|| caller_names(a, table).cmp(caller_names(b, table)))
    });
    costs.into_iter().map(|cost| to_wire_method(cost, launch, table)).collect()
}

/// Returns the names of a cost's callers, outermost first.
fn caller_names<'a>(cost: &Cost, table: &'a MethodTable) -> impl Iterator<Item = &'a str> {
    let ids = cost.path.map_or(&[][..], |path| table.path(path));
    ids.iter().map(|id| &*table.method(*id).name)
}

fn to_wire_method<'a>(cost: &Cost, launch: &'a Launch, table: &'a MethodTable) -> WireMethod<'a> {
    let method = table.method(cost.method);
    let text = |text: &'a str| Text(text.into());
    WireMethod {
        name: (&*method.name).into(),
        module: method.module.as_deref().map(text),
        owner: method.owner.as_deref().map(text),
        image: method.image.as_deref().map(text),
        system: method.system,
        thread: (cost.thread == ThreadKind::Other).then(|| text("other")),
        phase: cost.phase.map(|phase| text(&launch.phases[usize::from(phase.0)].name)),
        path: caller_names(cost, table).map(text).collect(),
        calls: Some(Amount(cost.calls)),
        self_ns: Some(cost.self_ns),
        total_ns: Some(cost.total_ns),
        unknown: Default::default(),
    }
}
