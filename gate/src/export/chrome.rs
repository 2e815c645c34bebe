//! `--format chrome`: the Trace Event Format, which chrome://tracing, Perfetto and speedscope read.
//!
//! Each launch becomes a process and each thread a thread. Marks are instant events, pages are asynchronous spans, and dropped calls are a
//! counter.

use std::io::{self, Write};

use gate_launches::{Ns, Slice, Timeline, UnslicedCalls};
use serde_json::{Value, json};

/// Writes the recordings as one trace.
pub fn write_chrome(recordings: &[Timeline], mut out: impl Write) -> io::Result<()> {
    out.write_all(
        b"{\"displayTimeUnit\":\"ms\",\"otherData\":{\"writer\":\"launchgate\"},\"traceEvents\":[",
    )?;
    let mut first = true;
    for (recording, pid) in recordings.iter().zip(1..) {
        for event in trace_events(recording, pid) {
            out.write_all(if first { b"\n" } else { b",\n" })?;
            first = false;
            serde_json::to_writer(&mut out, &event)?;
        }
    }
    out.write_all(b"\n]}\n")?;
    out.flush()
}

/// Converts nanoseconds to microseconds, rounded to a picosecond, which is shorter than a tick of the device's clock.
fn to_micros(ns: f64) -> f64 {
    (ns * 1e3).round() / 1e6
}

fn trace_events(recording: &Timeline, pid: u64) -> impl Iterator<Item = Value> {
    let named = move |kind: &str, tid: usize, name: &str| json!({"ph": "M", "cat": "__metadata", "ts": 0, "name": kind, "pid": pid, "tid": tid, "args": {"name": name}});
    let mut head = vec![named("process_name", 0, &format!("launch {}", recording.id))];
    for (thread, tid) in recording.threads.iter().zip(1..) {
        head.push(named("thread_name", tid, &thread.name));
        head.push(json!({"ph": "M", "cat": "__metadata", "ts": 0, "name": "thread_sort_index", "pid": pid, "tid": tid, "args": {"sort_index": tid}}));
        if thread.rest.calls > 0 {
            head.push(json!({"ph": "M", "cat": "__metadata", "ts": 0, "name": "thread_labels", "pid": pid, "tid": tid, "args": {"labels": describe_unsliced(thread.rest)}}));
        }
    }
    for mark in &recording.marks {
        let at = to_micros(mark.at_ns);
        head.push(
            json!({"ph": "i", "s": "p", "cat": "mark", "name": mark.name, "pid": pid, "tid": 1, "ts": at}),
        );
        for (name, count) in &mark.counters {
            head.push(
                json!({"ph": "C", "cat": "counter", "name": name, "pid": pid, "tid": 0, "ts": at, "args": {*name: count}}),
            );
        }
    }
    for (page, id) in recording.pages.iter().zip(1..) {
        let event = |phase: &str, ns: f64| json!({"ph": phase, "cat": "page", "id": format!("{pid}.{id}"), "name": page.name, "pid": pid, "tid": 1, "ts": to_micros(ns)});
        head.extend([event("b", page.from_ns), event("e", page.to_ns)]);
    }
    let end = recording.marks.last().map_or(0.0, |mark| mark.at_ns);
    for (name, count) in &recording.dropped {
        head.push(json!({"ph": "C", "cat": "counter", "name": format!("dropped {name}"), "pid": pid, "tid": 0, "ts": to_micros(end), "args": {"dropped": count}}));
    }
    let slices = recording.threads.iter().zip(1..).flat_map(move |(thread, tid)| {
        thread.slices.iter().map(move |slice| complete_event(recording, slice, pid, tid))
    });
    head.into_iter().chain(slices)
}

fn complete_event(recording: &Timeline, slice: &Slice, pid: u64, tid: usize) -> Value {
    let name = &recording.names[slice.name as usize];
    // The end of a call is rounded instead of its duration, since a call with a rounded duration could end after its caller.
    let (start, end) = (to_micros(slice.start_ns), to_micros(slice.start_ns + slice.duration_ns));
    // The event has no arguments, because speedscope adds arguments to the name and would therefore show one method as several.
    json!({"ph": "X", "cat": "objc", "name": name, "pid": pid, "tid": tid, "ts": start, "dur": (((end - start) * 1e6).round() / 1e6).max(0.0)})
}

/// Describes the calls that have no slice.
fn describe_unsliced(rest: UnslicedCalls) -> String {
    let calls = if rest.calls == 1 { "call" } else { "calls" };
    format!("{} {calls} not shown as slices, {}", rest.calls, Ns(rest.ns))
}
