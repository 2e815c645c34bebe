//! `--format launches`: launch records as JSON Lines, which the gate itself reads too.

use std::io::{self, Write};

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::launches::{
    Cost, Counters, Dropped, Launch, Launches, Mark, Ns, Page, RECORD_FORMAT, Role, State, Table, Thermal,
    Thread,
};

/// Writes each launch as a line, in their order.
pub fn write_launches(launches: &Launches, mut out: impl Write) -> io::Result<()> {
    for launch in &launches.launches {
        serde_json::to_writer(&mut out, &record(launch, &launches.table))?;
        out.write_all(b"\n")?;
    }
    out.flush()
}

fn record<'a>(launch: &'a Launch, table: &'a Table) -> Record<'a> {
    let conditions = &*launch.conditions;
    Record {
        format: RECORD_FORMAT,
        session: &launch.session,
        launch: launch.number,
        recorded_unix_ms: launch.recorded_unix_ms,
        scenario: &conditions.scenario,
        device: Device { model: &conditions.device_model, os: &conditions.device_os },
        app: App {
            bundle: &conditions.app_bundle,
            build: &conditions.app_build,
            configuration: &conditions.app_configuration,
        },
        agent: Agent {
            version: &conditions.agent_version,
            settings: &conditions.agent_settings,
            loading: &conditions.agent_loading,
        },
        state: (launch.state != State::default()).then(|| WireState::of(launch.state)),
        block: launch.block,
        role: launch.role.map(|role| match role {
            Role::Base => "base",
            Role::Head => "head",
        }),
        marks: Marks(&launch.marks),
        pages: launch.pages.iter().map(WirePage::of).collect(),
        dropped: (launch.dropped != Dropped::default()).then_some(WireDropped {
            calls: launch.dropped.calls,
            events: launch.dropped.events,
            threads: launch.dropped.threads,
        }),
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
    device: Device<'a>,
    app: App<'a>,
    agent: Agent<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<WireState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'a str>,
    marks: Marks<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pages: Vec<WirePage<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped: Option<WireDropped>,
    methods: Methods<'a>,
}

#[derive(Serialize)]
struct Device<'a> {
    model: &'a str,
    os: &'a str,
}

#[derive(Serialize)]
struct App<'a> {
    bundle: &'a str,
    build: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    configuration: &'a str,
}

#[derive(Serialize)]
struct Agent<'a> {
    version: &'a str,
    settings: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    loading: &'a str,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

#[derive(Serialize)]
struct WireState {
    #[serde(skip_serializing_if = "is_false")]
    prewarmed: bool,
    #[serde(skip_serializing_if = "is_false")]
    first_after_install: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    thermal: Option<&'static str>,
    #[serde(skip_serializing_if = "is_false")]
    low_power: bool,
    #[serde(skip_serializing_if = "is_false")]
    debugged: bool,
    #[serde(skip_serializing_if = "is_false")]
    warm_up: bool,
}

impl WireState {
    fn of(state: State) -> WireState {
        let State { prewarmed, first_after_install, thermal, low_power, debugged, warm_up } = state;
        let thermal = (thermal != Thermal::Unknown).then(|| thermal.name());
        WireState { prewarmed, first_after_install, thermal, low_power, debugged, warm_up }
    }
}

#[derive(Serialize)]
struct WireDropped {
    calls: u64,
    events: u64,
    threads: u64,
}

#[derive(Serialize)]
struct WirePage<'a> {
    name: &'a str,
    render_ns: Number,
}

impl WirePage<'_> {
    fn of(page: &Page) -> WirePage<'_> {
        WirePage { name: &page.name, render_ns: page.render.into() }
    }
}

/// A number that is written without a fraction where it has none.
struct Number(f64);

impl From<Ns> for Number {
    fn from(ns: Ns) -> Number {
        Number(ns.0)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Below 2^53 every whole f64 is that whole number exactly.
        if self.0.fract() == 0.0 && self.0.abs() < 9_007_199_254_740_992.0 {
            serializer.serialize_i64(self.0 as i64)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

struct Marks<'a>(&'a [Mark]);

impl Serialize for Marks<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for Mark { name, at, counters } in self.0 {
            let Counters { instructions, cycles, page_ins } = *counters;
            let fields = [
                ("ns", Some(at.0)),
                ("instructions", instructions),
                ("cycles", cycles),
                ("page_ins", page_ins),
            ];
            for (unit, value) in fields {
                if let Some(value) = value {
                    map.serialize_entry(&format_args!("{name}_{unit}"), &Number(value))?;
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
            calls: Number(cost.calls),
            self_ns: cost.self_ns.into(),
            total_ns: cost.total_ns.into(),
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
    #[serde(skip_serializing_if = "is_false")]
    system: bool,
    #[serde(skip_serializing_if = "is_main")]
    thread: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    path: Vec<&'a str>,
    calls: Number,
    self_ns: Number,
    total_ns: Number,
}
