//! Reads the spans of a trace: pairs the beginnings and the ends of the app's signposts.
//!
//! The end of an interval belongs to the latest open beginning with the same log, name and id, preferably on the same thread. An interval
//! that is still open ends with the window. An end without a beginning is ignored. A mark with the time of a signpost has the counters of
//! the process at the signpost.

use std::collections::BTreeMap;
use std::sync::Arc;

use hashbrown::HashMap;
use trace::{ImageId, Mark, MarkKind, NodeId, Reader, Signpost, SignpostKind, ThreadId};

use super::{TickScale, counters_since, overhead_until};
use crate::trace_file::names::{TraceMethod, is_system};
use crate::{MethodTable, Ns, Phase, Span};

/// An interval that has begun.
struct OpenInterval<'a> {
    name: &'a [u8],
    thread: Option<ThreadId>,
    from: f64,
    /// The time so far in which no interval that began later was open on the same thread.
    own: f64,
    /// The counters of the process at its begin, if they were recorded.
    counted: Option<Mark>,
}

/// The log, the name and the id by which intervals are paired.
type IntervalKey<'a> = (u64, &'a [u8], u64);

/// The intervals that are open.
#[derive(Default)]
struct OpenIntervals<'a> {
    all: Vec<Option<OpenInterval<'a>>>,
    /// The indices of open intervals by key, the latest last.
    by_key: HashMap<IntervalKey<'a>, Vec<usize>>,
    /// For each thread, the open intervals (the latest last), and the time up to which their own times are counted.
    by_thread: HashMap<Option<ThreadId>, (Vec<usize>, f64)>,
}

impl<'a> OpenIntervals<'a> {
    /// Adds the time until `now` to the own time of a thread's latest open interval. Returns the open intervals of the thread.
    fn add_time_until(&mut self, thread: Option<ThreadId>, now: f64) -> &mut Vec<usize> {
        let (open, until) = self.by_thread.entry(thread).or_default();
        if let Some(latest) = open.last().and_then(|place| self.all[*place].as_mut()) {
            latest.own += now - *until;
        }
        *until = now;
        open
    }

    fn begin(&mut self, key: IntervalKey<'a>, thread: Option<ThreadId>, now: f64, counted: Option<Mark>) {
        let place = self.all.len();
        self.add_time_until(thread, now).push(place);
        self.all.push(Some(OpenInterval { name: key.1, thread, from: now, own: 0.0, counted }));
        self.by_key.entry(key).or_default().push(place);
    }

    /// Ends an interval, and returns it with the time of its end. `time` returns this time, from which the cost of the agent on the thread
    /// of the begin is subtracted, as from the time of the begin.
    fn end(
        &mut self,
        key: IntervalKey<'a>,
        thread: Option<ThreadId>,
        time: impl Fn(Option<ThreadId>) -> f64,
    ) -> Option<(OpenInterval<'a>, f64)> {
        let open = self.by_key.get_mut(&key).filter(|open| !open.is_empty())?;
        let is_own = |place: &usize| self.all[*place].as_ref().is_some_and(|one| one.thread == thread);
        let place = open.remove(open.iter().rposition(is_own).unwrap_or(open.len() - 1));
        let begun_on = self.all[place].as_ref()?.thread;
        let now = time(begun_on);
        self.add_time_until(begun_on, now).retain(|other| *other != place);
        Some((self.all[place].take()?, now))
    }
}

/// Returns the spans of a trace by name.
pub(super) fn read_spans(
    trace: &Reader<'_>,
    table: &MethodTable,
    methods: &[TraceMethod],
    scale: &TickScale,
    overhead: &[f64],
    bounds: &[Phase],
) -> Vec<Span> {
    let mut rows: Vec<Signpost<'_>> = trace.signposts.iter().flat_map(|rows| rows.iter()).collect();
    rows.sort_by_key(|row| row.at.0);
    // The agent's cost is subtracted only from spans of the main thread, for which it is known for each phase.
    let main = trace.threads.iter().position(|thread| thread.is_main).map(|row| ThreadId(row as u32));
    let own_cost = |at, thread| if thread == main { overhead_until(at, overhead, bounds) } else { Ns::ZERO };
    let time = |at: Ns, thread: Option<ThreadId>| (at - own_cost(at, thread)).0;
    let counted: HashMap<u64, Mark> = trace
        .marks
        .iter()
        .filter_map(|mark| (mark.kind == MarkKind::Signpost).then_some((mark.at.0, mark)))
        .collect();
    let mut spans: BTreeMap<&[u8], (Span, f64)> = BTreeMap::new();
    let mut intervals = OpenIntervals::default();
    let mut last_of_thread: HashMap<Option<ThreadId>, f64> = HashMap::new();
    for row in &rows {
        let at = scale.ns_at(row.at);
        let now = time(at, row.thread);
        let key = (row.log.0, row.name.0, row.id.0);
        last_of_thread.insert(row.thread, now);
        if row.kind == SignpostKind::End {
            if let Some((interval, now)) = intervals.end(key, row.thread, |thread| time(at, thread)) {
                close(&mut spans, &interval, now, counted.get(&row.at.0));
            }
            continue;
        }
        let (span, _) = spans.entry(row.name.0).or_insert_with(|| {
            let caller = row.node.and_then(|node| find_app_caller(trace, node, methods, table));
            let caller = caller.or_else(|| find_app_image(trace, row.image?));
            (Span { name: row.name.to_string().into(), caller, ..Span::default() }, 0.0)
        });
        span.calls += 1.0;
        if row.kind == SignpostKind::Begin {
            intervals.begin(key, row.thread, now, counted.get(&row.at.0).copied());
        }
    }
    let end_mark = trace.marks.iter().find(|mark| mark.kind == MarkKind::WindowEnd);
    let end = end_mark.map(|mark| scale.ns_at(mark.at));
    for place in 0..intervals.all.len() {
        let Some(thread) = intervals.all[place].as_ref().map(|open| open.thread) else { continue };
        let last = last_of_thread.get(&thread).copied().unwrap_or_default();
        let now = end.map_or(last, |end| time(end, thread));
        intervals.add_time_until(thread, now);
    }
    for open in intervals.all.iter().flatten() {
        let now = intervals.by_thread.get(&open.thread).map_or(open.from, |(_, until)| *until);
        close(&mut spans, open, now, end_mark.as_ref());
    }
    for (span, counted) in spans.values_mut() {
        span.counters.named_mut().into_iter().for_each(|(_, sum)| *sum = sum.map(|sum| sum / *counted));
    }
    spans.into_values().map(|(span, _)| span).collect()
}

/// Adds an interval that ends at `now` to its span. The mark `end` has the counters at that time, if they were recorded.
fn close(
    spans: &mut BTreeMap<&[u8], (Span, f64)>,
    interval: &OpenInterval<'_>,
    now: f64,
    end: Option<&Mark>,
) {
    let Some((span, counted)) = spans.get_mut(interval.name) else { return };
    span.total += Ns((now - interval.from).max(0.0));
    span.own += Ns(interval.own.max(0.0));
    if let (Some(begin), Some(end)) = (&interval.counted, end) {
        *counted += 1.0;
        let grown = counters_since(Some(begin), end);
        for ((_, sum), (_, grown)) in span.counters.named_mut().into_iter().zip(grown.named_counters()) {
            *sum = grown.map(|grown| sum.unwrap_or_default() + grown);
        }
    }
}

/// Returns the name of the nearest method of the app at or above a node.
fn find_app_caller(
    trace: &Reader<'_>,
    mut node: NodeId,
    methods: &[TraceMethod],
    table: &MethodTable,
) -> Option<Arc<str>> {
    loop {
        let row = trace.nodes.get(node)?;
        let method = row.method.and_then(|id| methods.get(id.index())).filter(|method| !method.system);
        if let Some(method) = method {
            return Some(Arc::clone(&table.method(method.id).name));
        }
        node = row.parent?;
    }
}

/// Returns the name of the image with this id, unless it is an image of the system.
fn find_app_image(trace: &Reader<'_>, id: ImageId) -> Option<Arc<str>> {
    let image = trace.images.get(id).filter(|image| !is_system(image.flags))?;
    Some(image.path.to_string().rsplit('/').next()?.into())
}
