//! Measures how fast traces are written and read, as ratios to `memcpy` over the same bytes and to serde_json over the same content.
//!
//! The program prints one flat JSON object; `cargo run --release -p trace --features sample --example speed [NODES]` runs it. The figures
//! are for the trace of a large app's launch. The figures that begin with `trace.huge_` are for a trace ten times as large, which fits in
//! no cache, so that the speed of the memory determines them.
//!
//! Reading means opening (checksums, ids, trees) and summing up every column. The JSON has the same content in the form that is fastest to
//! parse: one array for each column, numbers as numbers.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use trace::{Column, Field, Reader};
use traces::{Content, Memory};

/// The number of nodes of a large app's launch, whose trace has some 4 MB.
const NODES: usize = 100_000;
/// The number of repetitions of a measurement, of which the shortest is used, since other activity of the machine only makes a repetition
/// slower.
const ROUNDS: usize = 9;

fn main() -> anyhow::Result<()> {
    let nodes = std::env::args().nth(1).map_or(Ok(NODES), |nodes| nodes.parse())?;
    let mut figures = Map::new();
    for (prefix, nodes) in [("trace.", nodes), ("trace.huge_", nodes * 10)] {
        for (name, figure) in measure(nodes)? {
            figures.insert(format!("{prefix}{name}"), figure);
        }
    }
    println!("{}", Value::from(figures));
    Ok(())
}

fn measure(nodes: usize) -> anyhow::Result<Map<String, Value>> {
    let names = traces::names(nodes);
    let content = Content::synthetic(&names, nodes, 1);
    let bytes = traces::bytes(nodes, 1);
    let json = serde_json::to_vec(&JsonTrace::from_content(&content))?;
    anyhow::ensure!(sum(&bytes)? == sum_json(&json)?, "both hold the same content");

    let mut copy = vec![0; bytes.len()];
    let memcpy = measure_shortest(ROUNDS, || copy.copy_from_slice(black_box(&bytes)));
    let read = measure_shortest(ROUNDS, || sum(black_box(&bytes)).is_ok());
    let open = measure_shortest(ROUNDS, || Reader::open(black_box(&bytes)).is_ok());
    let mut sink = Memory(Vec::with_capacity(bytes.len()));
    let write = measure_shortest(ROUNDS, || {
        sink.0.clear();
        black_box(&content).write(&mut sink).is_ok()
    });
    let read_json = measure_shortest(5, || sum_json(black_box(&json)).is_ok());
    let columns = JsonTrace::from_content(&content);
    let mut text = Vec::with_capacity(json.len());
    let write_json = measure_shortest(5, || {
        text.clear();
        serde_json::to_writer(&mut text, black_box(&columns)).is_ok()
    });

    let ratio = |this: Duration, other: Duration| {
        let ratio = other.as_secs_f64() / this.as_secs_f64();
        (ratio * 1000.0).round() / 1000.0
    };
    let rate = |time: Duration| bytes.len() as f64 / time.as_secs_f64() / 1e9;
    let figures = [
        ("nodes", nodes as f64),
        ("bytes", bytes.len() as f64),
        ("bytes_vs_json", bytes.len() as f64 / json.len() as f64),
        ("read_vs_memcpy", ratio(read, memcpy)),
        ("open_vs_memcpy", ratio(open, memcpy)),
        ("write_vs_memcpy", ratio(write, memcpy)),
        ("read_vs_json", ratio(read, read_json)),
        ("write_vs_json", ratio(write, write_json)),
        ("memcpy_gb_per_s", rate(memcpy)),
    ];
    Ok(figures.into_iter().map(|(name, figure)| (name.to_owned(), Value::from(figure))).collect())
}

/// Returns the shortest duration of `rounds` runs, after one run that fills the caches.
fn measure_shortest<T>(rounds: usize, mut work: impl FnMut() -> T) -> Duration {
    black_box(work());
    let time = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..rounds).map(time).min().unwrap_or_default()
}

/// Opens a trace and sums up the large columns and the lengths of all texts.
fn sum(bytes: &[u8]) -> anyhow::Result<u64> {
    fn sum_column<'a, T: Field<'a>>(column: &Column<'a, T>, number: impl Fn(T) -> u64) -> u64 {
        column.iter().fold(0, |sum: u64, value| sum.wrapping_add(number(value)))
    }
    let trace = Reader::open(bytes)?;
    let (methods, nodes, events) = (&trace.methods, &trace.nodes, &trace.events);
    let sums = [
        sum_column(&methods.class, |text| text.0.len() as u64),
        sum_column(&methods.selector, |text| text.0.len() as u64),
        sum_column(&methods.is_class_method, u64::from),
        sum_column(&methods.image, |id| id.map_or(0, |id| id.0.into())),
        sum_column(&methods.offset, |offset| offset.0),
        sum_column(&nodes.parent, |id| id.map_or(0, |id| id.0.into())),
        sum_column(&nodes.method, |id| id.map_or(0, |id| id.0.into())),
        sum_column(&nodes.calls, |count| count.0),
        sum_column(&nodes.total, |ticks| ticks.0),
        sum_column(&events.node, |id| id.0.into()),
        sum_column(&events.start, |at| at.0),
        sum_column(&events.duration, |ticks| ticks.0),
    ];
    Ok(sums.into_iter().fold(0, u64::wrapping_add))
}

/// The content of the trace for JSON, without the few rows of the other sections.
#[derive(Serialize, Deserialize, Default)]
struct JsonTrace<'a> {
    #[serde(borrow)]
    class: Vec<&'a str>,
    selector: Vec<&'a str>,
    is_class_method: Vec<bool>,
    image: Vec<Option<u32>>,
    offset: Vec<u64>,
    parent: Vec<Option<u32>>,
    method: Vec<Option<u32>>,
    calls: Vec<u64>,
    total: Vec<u64>,
    event_node: Vec<u32>,
    event_start: Vec<u64>,
    event_duration: Vec<u64>,
}

impl<'a> JsonTrace<'a> {
    fn from_content(content: &Content<'a>) -> JsonTrace<'a> {
        let Content { methods, nodes, events, .. } = content;
        JsonTrace {
            class: methods.iter().filter_map(|method| method.class.as_str()).collect(),
            selector: methods.iter().filter_map(|method| method.selector.as_str()).collect(),
            is_class_method: methods.iter().map(|method| method.is_class_method).collect(),
            image: methods.iter().map(|method| method.image.map(|id| id.0)).collect(),
            offset: methods.iter().map(|method| method.offset.0).collect(),
            parent: nodes.iter().map(|node| node.parent.map(|id| id.0)).collect(),
            method: nodes.iter().map(|node| node.method.map(|id| id.0)).collect(),
            calls: nodes.iter().map(|node| node.calls.0).collect(),
            total: nodes.iter().map(|node| node.total.0).collect(),
            event_node: events.iter().map(|event| event.node.0).collect(),
            event_start: events.iter().map(|event| event.start.0).collect(),
            event_duration: events.iter().map(|event| event.duration.0).collect(),
        }
    }
}

fn sum_json(json: &[u8]) -> anyhow::Result<u64> {
    let json: JsonTrace<'_> = serde_json::from_slice(json)?;
    let texts = json.class.iter().chain(&json.selector).map(|text| text.len() as u64);
    let ids = json.image.iter().chain(&json.parent).chain(&json.method).map(|id| u64::from(id.unwrap_or(0)));
    let flags = json.is_class_method.iter().map(|flag| u64::from(*flag));
    let nodes = json.event_node.iter().map(|id| u64::from(*id));
    let large = [&json.offset, &json.calls, &json.total, &json.event_start, &json.event_duration];
    let large = large.into_iter().flatten().copied();
    Ok(texts.chain(ids).chain(flags).chain(nodes).chain(large).fold(0, u64::wrapping_add))
}
