//! From a launch to a line.

use std::io::{self, Write};

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use super::FORMAT;
use super::wire::{
    Amount, WireAgent, WireApp, WireDevice, WireDropped, WirePage, WirePerCall, WireRole, WireState, WireWork,
};
use crate::{Cost, CountedImage, Counters, Dropped, Launch, LaunchState, Launches, Mark, Table, Thread};

/// Writes each launch as a line, in their order.
pub fn write(launches: &Launches, mut out: impl Write) -> io::Result<()> {
    for launch in &launches.launches {
        serde_json::to_writer(&mut out, &record(launch, &launches.table))?;
        out.write_all(b"\n")?;
    }
    out.flush()
}

fn record<'a>(launch: &'a Launch, table: &'a Table) -> Record<'a> {
    let conditions = &*launch.conditions;
    Record {
        format: FORMAT,
        session: &launch.session,
        launch: launch.number,
        recorded_unix_ms: launch.recorded_unix_ms,
        scenario: &conditions.scenario,
        device: WireDevice::of(conditions),
        app: WireApp::of(conditions),
        agent: WireAgent::of(conditions),
        state: (launch.state != LaunchState::default()).then(|| launch.state.into()),
        block: launch.block,
        role: launch.role.map(WireRole),
        marks: Marks(&launch.marks),
        per_call: (launch.per_call != Counters::default()).then(|| launch.per_call.into()),
        work: launch.work.as_ref().map(|work| work.iter().map(Into::into).collect()),
        counts: launch.counts.as_deref(),
        pages: launch.pages.iter().map(Into::into).collect(),
        dropped: (launch.dropped != Dropped::default()).then(|| launch.dropped.into()),
        methods: Methods { launch, table },
    }
}

#[derive(Serialize)]
struct Record<'a> {
    format: &'a str,
    session: &'a str,
    launch: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    recorded_unix_ms: Option<u64>,
    #[serde(skip_serializing_if = "str::is_empty")]
    scenario: &'a str,
    device: WireDevice<'a>,
    app: WireApp<'a>,
    agent: WireAgent<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<WireState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<WireRole>,
    marks: Marks<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    per_call: Option<WirePerCall>,
    #[serde(skip_serializing_if = "Option::is_none")]
    work: Option<Vec<WireWork<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<&'a [CountedImage]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pages: Vec<WirePage<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped: Option<WireDropped>,
    methods: Methods<'a>,
}

struct Marks<'a>(&'a [Mark]);

impl Serialize for Marks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for Mark { name, at, counters } in self.0 {
            for (unit, value) in [("ns", Some(at.0))].into_iter().chain(counters.named()) {
                if let Some(value) = value {
                    map.serialize_entry(&format_args!("{name}_{unit}"), &Amount(value))?;
                }
            }
        }
        map.end()
    }
}

struct Methods<'a> {
    launch: &'a Launch,
    table: &'a Table,
}

impl Serialize for Methods<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // By name and not by id: ids depend on what else was read.
        let mut costs: Vec<&Cost> = self.launch.costs.iter().collect();
        costs.sort_by(|a, b| self.order(a).cmp(&self.order(b)).then_with(|| self.path(a).cmp(self.path(b))));
        let mut seq = serializer.serialize_seq(Some(costs.len()))?;
        for cost in costs {
            seq.serialize_element(&self.method(cost))?;
        }
        seq.end()
    }
}

impl<'a> Methods<'a> {
    fn order(&self, cost: &Cost) -> (&'a str, Thread, Option<u8>) {
        (&self.table.method(cost.method).name, cost.thread, cost.phase.map(|phase| phase.0))
    }

    fn path(&self, cost: &Cost) -> impl Iterator<Item = &'a str> + use<'a> {
        let table = self.table;
        let ids = cost.path.map_or(&[][..], |path| table.path(path));
        ids.iter().map(|id| &*table.method(*id).name)
    }

    fn method(&self, cost: &Cost) -> WireMethod<'a> {
        let method = self.table.method(cost.method);
        WireMethod {
            name: &method.name,
            module: method.module.as_deref(),
            owner: method.owner.as_deref(),
            image: method.image.as_deref(),
            system: method.system,
            thread: match cost.thread {
                Thread::Main => "main",
                Thread::Other => "other",
            },
            phase: cost.phase.map(|phase| &*self.launch.phases[usize::from(phase.0)].name),
            path: self.path(cost).collect(),
            calls: Amount(cost.calls),
            self_ns: Amount(cost.self_ns.0),
            total_ns: Amount(cost.total_ns.0),
        }
    }
}

fn is_main(thread: &&str) -> bool {
    *thread == "main"
}

#[derive(Serialize)]
struct WireMethod<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    module: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    system: bool,
    #[serde(skip_serializing_if = "is_main")]
    thread: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    path: Vec<&'a str>,
    calls: Amount,
    self_ns: Amount,
    total_ns: Amount,
}
