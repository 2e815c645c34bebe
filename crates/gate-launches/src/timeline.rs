//! Defines the timeline of a launch: nested calls of each thread, marks, pages and numbers of dropped data.
//!
//! Times include the agent's own cost, so each call begins and ends at the recorded times. Calls that are shorter than the recorder's
//! threshold have no position in time. The slice of their caller contains their number and the sum of their times.
//!
//! Invariant: two slices of a thread are nested or do not overlap.

use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use trace::{DropKind, MarkKind, Reader};

use super::clock::{Clock, mark_name, page_bounds};
use super::marks;
use super::trace_file::method_name;

const NONE: u32 = u32::MAX;

/// A timeline with the session and the number of its launch.
#[derive(Clone, Debug)]
pub struct LaunchTimeline {
    pub session: Arc<str>,
    /// The number of the launch in its session.
    pub launch: u64,
    pub recording: Timeline,
}

/// The timeline of one launch.
#[derive(Clone, Debug, Default)]
pub struct Timeline {
    /// The id of the launch, from the driver.
    pub id: String,
    /// The names of methods, to which slices refer by index.
    pub names: Vec<String>,
    /// The recorded threads, the main thread first.
    pub threads: Vec<RecordedThread>,
    /// The marks, in order of time.
    pub marks: Vec<RecordedMark>,
    /// The pages, in order of time.
    pub pages: Vec<RecordedPage>,
    /// The amounts of data that the recorder dropped, by kind.
    pub dropped: Vec<(&'static str, u64)>,
    /// Number of slices that [`Timeline::keep_longest`] removed.
    pub left_out: u64,
}

#[derive(Clone, Debug, Default)]
pub struct RecordedThread {
    /// The name of the thread, which is never empty.
    pub name: String,
    /// The system's id of the thread.
    pub os_id: u64,
    /// Whether the thread is the main thread.
    pub is_main: bool,
    /// Calls above the threshold, in order of (start, depth).
    pub slices: Vec<Slice>,
    /// The outermost calls of the thread that have no slice.
    pub rest: UnslicedCalls,
}

/// A call with its start and duration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slice {
    /// Index of the method's name.
    pub name: u32,
    /// The number of slices that contain this slice.
    pub depth: u32,
    /// The start, in nanoseconds since the start of the process.
    pub start_ns: f64,
    /// The duration in nanoseconds.
    pub duration_ns: f64,
    /// The calls that this method made in this calling context and that have no slice, summed over all slices of the context. Only the
    /// first slice of a context contains this sum.
    pub rest: UnslicedCalls,
}

/// Calls that have no slice.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UnslicedCalls {
    pub calls: u64,
    /// The sum of the durations of the calls without a slice.
    pub ns: f64,
}

/// A mark of the launch.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedMark {
    pub name: String,
    pub at_ns: f64,
    /// The counters of the process at the time of the mark, such as instructions, cycles and pages read.
    pub counters: Vec<(&'static str, u64)>,
}

/// The time span in which a view controller loaded and appeared.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedPage {
    /// The class of the view controller.
    pub name: String,
    /// The time at which the recorder first saw the view controller.
    pub from_ns: f64,
    /// The time at which the page was shown.
    pub to_ns: f64,
}

impl Timeline {
    /// Reads the timeline from a validated trace.
    pub fn from_trace(trace: &Reader<'_>) -> Timeline {
        let clock = Clock::from_trace(trace);
        let names = trace.methods.iter().map(|method| method_name(&method)).collect();
        let mut timeline = Timeline {
            id: trace.info.launch_id.to_string(),
            names,
            threads: read_threads(trace, &clock),
            marks: read_marks(trace, &clock),
            pages: read_pages(trace, &clock),
            dropped: Vec::new(),
            left_out: 0,
        };
        for row in trace.dropped.iter() {
            let kind = match row.kind {
                DropKind::EventsFull => "slices",
                DropKind::PagesFull => "pages",
                DropKind::ImagesFull => "images",
                DropKind::NotesFull => "notes",
                DropKind::Unwound => continue,
                _ => "calls",
            };
            match timeline.dropped.iter_mut().find(|known| known.0 == kind) {
                Some(known) => known.1 = known.1.saturating_add(row.count.0),
                None => timeline.dropped.push((kind, row.count.0)),
            }
        }
        timeline
    }

    /// Removes all slices except the longest `most` slices of at least `shortest_ns`, and adds the number of removed slices to `left_out`.
    ///
    /// A caller takes at least as long as its callees, so the remaining slices are still nested.
    pub fn keep_longest(&mut self, most: usize, shortest_ns: f64) {
        let mut all: Vec<(f64, u32, usize, usize)> = Vec::new();
        for (thread, recorded) in self.threads.iter().enumerate() {
            let slices = recorded.slices.iter().enumerate();
            all.extend(slices.map(|(at, slice)| (slice.duration_ns, slice.depth, thread, at)));
        }
        // If nested slices are equally long, the outer slice is preferred.
        all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then((a.2, a.3).cmp(&(b.2, b.3))));
        let long = all.iter().take_while(|slice| slice.0 >= shortest_ns).count();
        let kept: HashSet<(usize, usize)> = all[..long.min(most)].iter().map(|s| (s.2, s.3)).collect();
        self.left_out += (all.len() - kept.len()) as u64;
        for (thread, recorded) in self.threads.iter_mut().enumerate() {
            let mut at = 0;
            recorded.slices.retain(|_| {
                at += 1;
                kept.contains(&(thread, at - 1))
            });
        }
    }
}

fn read_threads(trace: &Reader<'_>, clock: &Clock) -> Vec<RecordedThread> {
    let index = |id: Option<u32>| id.unwrap_or(NONE);
    let parent: Vec<u32> = trace.nodes.parent.iter().map(|id| index(id.map(|id| id.0))).collect();
    let method: Vec<u32> = trace.nodes.method.iter().map(|id| index(id.map(|id| id.0))).collect();
    let mut thread_of = vec![NONE; parent.len()];
    for (at, thread) in trace.threads.iter().enumerate() {
        if let Some(thread_of) = thread_of.get_mut(thread.root.index()) {
            *thread_of = at as u32;
        }
    }
    for node in 0..parent.len() {
        if parent[node] != NONE {
            thread_of[node] = thread_of[parent[node] as usize];
        }
    }
    let mut threads: Vec<RecordedThread> = trace
        .threads
        .iter()
        .enumerate()
        .map(|(at, thread)| RecordedThread {
            name: match thread.name.to_string() {
                name if !name.is_empty() => name,
                _ if thread.is_main => "main".to_owned(),
                _ => format!("thread {}", at + 1),
            },
            os_id: thread.os_id.0,
            is_main: thread.is_main,
            ..RecordedThread::default()
        })
        .collect();

    // For each node: the number of calls that have a slice, and their time.
    let mut seen: Vec<(u64, f64)> = vec![(0, 0.0); parent.len()];
    let mut events: Vec<Vec<(f64, f64, usize)>> = vec![Vec::new(); threads.len()];
    for event in trace.events.iter() {
        let node = event.node.index();
        let Some(thread) = thread_of.get(node).and_then(|thread| events.get_mut(*thread as usize)) else {
            continue;
        };
        if method[node] == NONE {
            continue;
        }
        let duration = event.duration.0 as f64 * clock.ns_per_tick;
        seen[node].0 += 1;
        seen[node].1 += duration;
        thread.push((clock.ns_at(event.start), duration, node));
    }
    let mut rests: HashMap<usize, UnslicedCalls> = HashMap::new();
    for (node, row) in trace.nodes.iter().enumerate() {
        if parent[node] == NONE {
            continue;
        }
        let above = parent[node] as usize;
        // The time below a call without a slice is already included in the time of that call.
        if seen[above].0 == 0 && parent[above] != NONE {
            continue;
        }
        let rest = rests.entry(above).or_default();
        rest.calls += row.calls.0.saturating_sub(seen[node].0);
        rest.ns += (row.total.0 as f64 * clock.ns_per_tick - seen[node].1).max(0.0);
    }
    for (thread, events) in threads.iter_mut().zip(&mut events) {
        // If two events have the same start, the longer event is the outer event. If start and duration are equal, the caller is the outer
        // event, since it precedes its callee in the tree.
        events.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
        thread.slices = make_slices(events, &method, &mut rests);
    }
    for (thread, row) in threads.iter_mut().zip(trace.threads.iter()) {
        thread.rest = rests.remove(&row.root.index()).unwrap_or_default();
    }
    threads.sort_by_key(|thread| !thread.is_main);
    threads
}

fn make_slices(
    events: &[(f64, f64, usize)],
    method: &[u32],
    rests: &mut HashMap<usize, UnslicedCalls>,
) -> Vec<Slice> {
    let mut open: Vec<f64> = Vec::new();
    events
        .iter()
        .map(|&(start_ns, duration, node)| {
            while open.last().is_some_and(|end| *end <= start_ns) {
                open.pop();
            }
            // Because times are rounded to ticks, a call may seem to end after its caller.
            let end = open.last().map_or(start_ns + duration, |outer| outer.min(start_ns + duration));
            let depth = open.len() as u32;
            open.push(end);
            let rest = rests.remove(&node).unwrap_or_default();
            Slice { name: method[node], depth, start_ns, duration_ns: end - start_ns, rest }
        })
        .collect()
}

fn read_marks(trace: &Reader<'_>, clock: &Clock) -> Vec<RecordedMark> {
    let mut read: Vec<RecordedMark> = trace
        .marks
        .iter()
        .filter(|mark| mark.kind != MarkKind::Signpost)
        .map(|mark| {
            let counters = [
                ("instructions", mark.instructions),
                ("cycles", mark.cycles),
                ("page_ins", mark.page_ins),
                ("disk_read", mark.disk_read),
                ("disk_written", mark.disk_written),
                ("footprint", mark.footprint),
            ];
            RecordedMark {
                name: mark_name(mark.kind, trace.info.ended_by).to_string(),
                at_ns: clock.ns_at(mark.at),
                counters: counters.into_iter().filter_map(|(name, count)| Some((name, count?.0))).collect(),
            }
        })
        .collect();
    // All times are relative to the mark of the start. The mark is added because some programs count time from the first event.
    if read.iter().all(|mark| mark.name != marks::START) {
        read.push(RecordedMark { name: marks::START.to_owned(), at_ns: 0.0, counters: vec![] });
    }
    read.sort_by(|a, b| a.at_ns.total_cmp(&b.at_ns));
    read
}

fn read_pages(trace: &Reader<'_>, clock: &Clock) -> Vec<RecordedPage> {
    let mut pages: Vec<RecordedPage> = trace
        .pages
        .iter()
        .filter_map(|page| {
            let (from, to) = page_bounds(&page)?;
            let (from_ns, to_ns) = (clock.ns_at(from), clock.ns_at(to));
            Some(RecordedPage { name: page.class.to_string(), from_ns, to_ns: to_ns.max(from_ns) })
        })
        .collect();
    pages.sort_by(|a, b| a.from_ns.total_cmp(&b.from_ns));
    pages
}
