//! Measures how fast input is read from traces and from stores. The input is 60 traces of 200,000 nodes. The speed is compared with that of
//! jq and serde_json on the same content, and a table shows the effect of doubling the size.
//!
//! `cargo run --release -p lab input [TRACES] [NODES]` prints one flat JSON object.
//!
//! Reading a trace includes all steps that `gate check` needs: verifying checksums, computing self costs and phases, and adding up by
//! method. JSON with the content of the traces is only parsed.
//! - `vs_serde_json` and `vs_jq`: one object with named fields per method, node and event, parsed into
//!   structs with the same fields;
//! - `vs_serde_json_columns`: one array of numbers per column. This form of JSON is the fastest to parse, but few
//!   programs write it.
//!
//! serde_json uses as many threads as the gate. jq has one thread and takes the same time for each file, so
//! it reads only some of the files.

mod archive;
mod store;
mod targets;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use gate_launches::{Launches, ReadOptions, read};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use traces::Content;

/// Number of files that jq reads.
const BY_JQ: usize = 3;

pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let number = |n: usize, default: usize| args.get(n).map_or(Ok(default), |text| text.parse());
    let (traces, nodes) = (number(0, 60)?, number(1, 200_000)?);
    let mut figures = Map::new();
    let mut tell = |name: &str, value: f64| {
        figures.insert(format!("gate.input_{name}"), Value::from((value * 1000.0).round() / 1000.0));
    };

    let folder = tempfile::tempdir()?;
    let (files, json) = made_up(folder.path(), traces, nodes)?;
    let ours = best(3, || read_all(&files))?;
    let by_columns = best(3, || {
        let parse = |path: &PathBuf| parse::<Json<'_>>(&std::fs::read(path.with_extension("columns"))?);
        json.par_iter().map(parse).collect::<anyhow::Result<Vec<_>>>().map(|_| ())
    })?;
    let by_serde = best(3, || {
        let parse = |path: &PathBuf| parse::<Rows<'_>>(&std::fs::read(path)?);
        json.par_iter().map(parse).collect::<anyhow::Result<Vec<_>>>().map(|_| ())
    })?;
    tell("traces", traces as f64);
    tell("nodes", nodes as f64);
    tell("ms", ours.as_secs_f64() * 1e3);
    eprintln!(
        "{traces} traces of {nodes} nodes: {:.0} ms to read; the same content by serde_json: {:.0} ms into structs, {:.0} ms by columns",
        ours.as_secs_f64() * 1e3,
        by_serde.as_secs_f64() * 1e3,
        by_columns.as_secs_f64() * 1e3
    );
    tell("vs_serde_json", by_serde.as_secs_f64() / ours.as_secs_f64());
    tell("vs_serde_json_columns", by_columns.as_secs_f64() / ours.as_secs_f64());
    let few = &json[..BY_JQ.min(json.len())];
    match best(1, || jq(few)) {
        Ok(by_jq) => {
            let all = by_jq.as_secs_f64() / few.len() as f64 * traces as f64;
            tell("vs_jq", all / ours.as_secs_f64());
        }
        Err(error) => eprintln!("jq: {error:#}"),
    }

    // Twice the number of launches, nodes or methods should take at most twice the time.
    eprintln!("{:<24}{:>10}{:>12}{:>8}", "", "", "ms", "ratio");
    let launches: Vec<usize> = [8, 4, 2, 1].iter().map(|part| traces / part).filter(|n| *n > 0).collect();
    let read_some = |count| best(3, || read_all(&files[..count]));
    tell("doubling_launches", crate::doublings("launches", &launches, |count| seconds(read_some(count)))?);
    drop((folder, files, json));

    let nodes = crate::doublings("nodes", &[25_000, 50_000, 100_000, 200_000, 400_000], |nodes| {
        let folder = tempfile::tempdir()?;
        let (files, _) = made_up(folder.path(), 4, nodes)?;
        seconds(best(3, || read_all(&files)))
    })?;
    tell("doubling_nodes", nodes);
    let methods = crate::doublings("record_methods", &[5_000, 10_000, 20_000, 40_000], |methods| {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("launches.jsonl");
        std::fs::write(&file, records(20, methods))?;
        let files = [file];
        seconds(best(3, || read_all(&files)))
    })?;
    tell("doubling_record_methods", methods);
    for (name, value) in [store::figures()?, archive::figures()?, targets::figures()?].concat() {
        figures.insert(name, Value::from(value));
    }
    println!("{}", Value::from(figures));
    Ok(())
}

fn read_all(files: &[PathBuf]) -> anyhow::Result<()> {
    let read: Launches = read(files, &ReadOptions::default())?;
    ensure!(
        !read.launches.is_empty() && read.launches.iter().all(|launch| !launch.costs.is_empty()),
        "nothing read"
    );
    Ok(())
}

fn seconds(time: anyhow::Result<Duration>) -> anyhow::Result<f64> {
    Ok(time?.as_secs_f64())
}

/// Returns the shortest duration of `rounds` runs, after one run that fills the caches.
fn best(rounds: usize, mut work: impl FnMut() -> anyhow::Result<()>) -> anyhow::Result<Duration> {
    if rounds > 1 {
        work()?;
    }
    let mut shortest = Duration::MAX;
    for _ in 0..rounds {
        let start = Instant::now();
        work()?;
        shortest = shortest.min(start.elapsed());
    }
    Ok(shortest)
}

/// Writes traces, and JSON files with the same content.
fn made_up(folder: &Path, traces: usize, nodes: usize) -> anyhow::Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let names = traces::names(nodes);
    // All launches of an app have the same methods.
    let methods = Content::synthetic(&names, nodes, 0).methods;
    let written = (0..traces).into_par_iter().map(|index| {
        let id = format!("session.{index}");
        let mut content = Content::synthetic(&names, nodes, index as u64);
        content.methods.clone_from(&methods);
        content.info.launch_id = id.as_str().into();
        write_both(folder, &id, content)
    });
    Ok(written.collect::<anyhow::Result<Vec<_>>>()?.into_iter().unzip())
}

/// Writes a launch as a trace and as JSON. Returns the paths of both files.
fn write_both(folder: &Path, id: &str, mut content: Content<'_>) -> anyhow::Result<(PathBuf, PathBuf)> {
    // The app's process starts before the agent.
    content.info.agent_start_wall.0 = content.info.process_start.0 + 40_000_000;
    let (trace, json) = (folder.join(format!("{id}.lgt")), folder.join(format!("{id}.json")));
    std::fs::write(&trace, content.to_bytes())?;
    std::fs::write(&json, serde_json::to_vec(&Rows::from_content(&content))?)?;
    std::fs::write(json.with_extension("columns"), serde_json::to_vec(&Json::from_content(&content))?)?;
    Ok((trace, json))
}

/// Returns `launches` launch records with `methods` methods each.
fn records(launches: usize, methods: usize) -> String {
    let names = traces::names(methods * 8);
    let mut text = String::new();
    for launch in 0..launches {
        let methods: Vec<Value> = names
            .chunks_exact(2)
            .take(methods)
            .enumerate()
            .map(|(i, name)| {
                let time = (i * 37 % 10_000) as f64 + launch as f64 / 8.0;
                let name = format!("-[{} {}]", name[0], name[1]);
                serde_json::json!({"name": name, "calls": 1 + i % 5, "self_ns": time, "total_ns": time * 2.0})
            })
            .collect();
        let record = serde_json::json!({
            "format": gate_launches::RECORD_FORMAT, "session": "s", "launch": launch, "methods": methods,
        });
        text += &(record.to_string() + "\n");
    }
    text
}

/// The large tables of a trace. In the JSON, each column is an array.
#[derive(Serialize, Deserialize)]
struct Json<'a> {
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

impl<'a> Json<'a> {
    fn from_content(content: &Content<'a>) -> Json<'a> {
        let Content { methods, nodes, events, .. } = content;
        Json {
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

/// The large tables of a trace. In the JSON, each row is an object.
#[derive(Serialize, Deserialize)]
struct Rows<'a> {
    #[serde(borrow)]
    methods: Vec<MethodRow<'a>>,
    nodes: Vec<NodeRow>,
    events: Vec<EventRow>,
}

#[derive(Serialize, Deserialize)]
struct MethodRow<'a> {
    class: &'a str,
    selector: &'a str,
    is_class_method: bool,
    image: Option<u32>,
    offset: u64,
}

#[derive(Serialize, Deserialize)]
struct NodeRow {
    parent: Option<u32>,
    method: Option<u32>,
    calls: u64,
    total: u64,
}

#[derive(Serialize, Deserialize)]
struct EventRow {
    node: u32,
    start: u64,
    duration: u64,
}

impl<'a> Rows<'a> {
    fn from_content(content: &Content<'a>) -> Rows<'a> {
        Rows {
            methods: content.methods.iter().map(MethodRow::from_method).collect(),
            nodes: content.nodes.iter().map(NodeRow::from_node).collect(),
            events: content.events.iter().map(EventRow::from_event).collect(),
        }
    }
}

impl<'a> MethodRow<'a> {
    fn from_method(method: &trace::Method<'a>) -> MethodRow<'a> {
        MethodRow {
            class: method.class.as_str().unwrap_or_default(),
            selector: method.selector.as_str().unwrap_or_default(),
            is_class_method: method.is_class_method,
            image: method.image.map(|id| id.0),
            offset: method.offset.0,
        }
    }
}

impl NodeRow {
    fn from_node(node: &trace::Node) -> NodeRow {
        NodeRow {
            parent: node.parent.map(|id| id.0),
            method: node.method.map(|id| id.0),
            calls: node.calls.0,
            total: node.total.0,
        }
    }
}

impl EventRow {
    fn from_event(event: &trace::Event) -> EventRow {
        EventRow { node: event.node.0, start: event.start.0, duration: event.duration.0 }
    }
}

/// Parses a whole value. The size of the value is used, so that the compiler cannot omit the parsing.
fn parse<'a, T: Deserialize<'a>>(text: &'a [u8]) -> anyhow::Result<usize> {
    let value: T = serde_json::from_slice(text)?;
    let size = std::mem::size_of_val(std::hint::black_box(&value));
    Ok(size)
}

fn jq(files: &[PathBuf]) -> anyhow::Result<()> {
    let status = Command::new("jq")
        .arg("[.nodes[].total] | add")
        .args(files)
        .stdout(Stdio::null())
        .status()
        .context("jq")?;
    ensure!(status.success(), "jq failed");
    Ok(())
}
