//! `--format speedscope`: the file format of speedscope.app.
//!
//! For each kind of thread the average launch's tree, which has every call; and of each trace each thread in time, which has the
//! calls above the threshold.

use std::io::{self, Write};

use hashbrown::HashMap;
use serde_json::{Value, json};

use crate::launches::{RecordedThread, Recording, Thread};

use super::tree::{CallTree, thread_name};

/// Writes the tree, and the recordings if there are some.
pub fn write_speedscope(tree: &CallTree, recordings: &[Recording], mut out: impl Write) -> io::Result<()> {
    let mut frames = Frames::default();
    let mut profiles = Vec::new();
    for thread in [Thread::Main, Thread::Other] {
        profiles.extend(sampled(tree, thread, &mut frames));
    }
    for recording in recordings {
        for thread in &recording.threads {
            profiles.extend(evented(recording, thread, &mut frames));
        }
    }
    let file = json!({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "exporter": concat!("launchgate ", env!("CARGO_PKG_VERSION")),
        "name": "launch",
        "activeProfileIndex": 0,
        "shared": {"frames": frames.list.iter().map(|name| json!({"name": name})).collect::<Vec<_>>()},
        "profiles": profiles,
    });
    serde_json::to_writer(&mut out, &file)?;
    out.write_all(b"\n")?;
    out.flush()
}

#[derive(Default)]
struct Frames {
    list: Vec<String>,
    known: HashMap<String, usize>,
}

impl Frames {
    fn of(&mut self, name: &str) -> usize {
        *self.known.entry_ref(name).or_insert_with(|| {
            self.list.push(name.to_owned());
            self.list.len() - 1
        })
    }
}

/// One sample for each context with a cost of its own, as heavy as that.
fn sampled(tree: &CallTree, thread: Thread, frames: &mut Frames) -> Option<Value> {
    let (mut samples, mut weights, mut sum) = (Vec::new(), Vec::new(), 0.0);
    let mut names = tree.names.clone();
    for name in tree.sampled_names() {
        names[name].push_str(super::tree::SAMPLED);
    }
    // Depth first, so that the tool's view in the order of time shows the tree.
    let children = tree.children(|node| node.total_ns);
    let mut next: Vec<usize> = children[tree.nodes.len()].iter().rev().copied().collect();
    while let Some(at) = next.pop() {
        let node = &tree.nodes[at];
        if node.thread == thread && node.rest_ns() > 0.0 {
            let stack: Vec<usize> = tree.stack(at).into_iter().map(|name| frames.of(&names[name])).collect();
            samples.push(stack);
            weights.push(node.rest_ns());
            sum += node.rest_ns();
        }
        next.extend(children[at].iter().rev());
    }
    (!samples.is_empty()).then(|| {
        json!({
            "type": "sampled",
            "name": format!("{}, all calls (averaged, launches: {})", thread_name(thread), tree.launches),
            "unit": "nanoseconds",
            "startValue": 0,
            "endValue": sum,
            "samples": samples,
            "weights": weights,
        })
    })
}

/// Opening and closing events; each closes what was opened last.
fn evented(recording: &Recording, thread: &RecordedThread, frames: &mut Frames) -> Option<Value> {
    let mut events = Vec::with_capacity(2 * thread.slices.len());
    let mut open: Vec<(usize, f64)> = Vec::new();
    let close = |open: &mut Vec<(usize, f64)>, events: &mut Vec<Value>, until: f64| {
        while let Some((frame, end)) = open.pop_if(|(_, end)| *end <= until) {
            events.push(json!({"type": "C", "frame": frame, "at": end}));
        }
    };
    let start = thread.slices.first()?.start_ns;
    let mut end = start;
    for slice in &thread.slices {
        close(&mut open, &mut events, slice.start_ns);
        let frame = frames.of(&recording.names[slice.name as usize]);
        events.push(json!({"type": "O", "frame": frame, "at": slice.start_ns}));
        open.push((frame, slice.start_ns + slice.duration_ns));
        end = end.max(slice.start_ns + slice.duration_ns);
    }
    close(&mut open, &mut events, f64::INFINITY);
    Some(json!({
        "type": "evented",
        "name": format!("{} of launch {}, long calls over time", thread.name, recording.id),
        "unit": "nanoseconds",
        "startValue": start,
        "endValue": end,
        "events": events,
    }))
}
