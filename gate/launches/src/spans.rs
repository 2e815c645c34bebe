//! Calls in time, of any recorder: begun and ended, or with a duration, nested by their times, thread by thread.
//!
//! What a call takes and those inside it do not is its self cost.

use std::borrow::Cow;

use hashbrown::HashMap;
use serde::Deserialize;

use super::draft::Draft;
use super::record::shortened;
use super::{Cost, Counters, Mark, MethodId, Ns, PathId, Table, Thread, WarningKind, marks};

/// An event that matters here.
pub(super) struct Event<'a> {
    pub(super) kind: EventKind<'a>,
    /// In ns, by the recorder's clock.
    pub(super) at: f64,
    /// Its process and thread.
    pub(super) thread: (Id<'a>, Id<'a>),
}

/// What happened.
pub(super) enum EventKind<'a> {
    Begin(Cow<'a, str>),
    End(Option<Cow<'a, str>>),
    /// With its duration in ns.
    Complete(Cow<'a, str>, f64),
    Instant(Cow<'a, str>),
    ThreadName(String),
}

/// A process or a thread: a number, or a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(untagged)]
pub(super) enum Id<'a> {
    Number(i64),
    Text(#[serde(borrow)] Cow<'a, str>),
}

impl Draft {
    /// Takes marks and costs from events, which need not be in order.
    pub(super) fn fill_events(
        &mut self,
        events: &mut [Event<'_>],
        table: &mut Table,
        keep_paths: bool,
        odd: &mut Vec<WarningKind>,
    ) -> Result<(), String> {
        // Those of one moment keep their order.
        events.sort_by(|a, b| a.at.total_cmp(&b.at));
        let threads = Threads::of(events, table, odd);
        let Some(start) = start(events, &threads) else {
            let has_half =
                events.iter().any(|event| matches!(event.kind, EventKind::Begin(_) | EventKind::End(_)));
            let what = if has_half { "no begin with its end" } else { "no B, E or X events" };
            return Err(format!("it has {what}"));
        };
        self.marks = read_marks(events, start);
        let main = threads.main();
        if !self.marks.iter().any(|mark| *mark.name == *marks::FIRST_FRAME) {
            // Without a mark the launch ends where the main thread's last span ends.
            let end =
                threads.spans.iter().filter(|s| Some(s.thread) == main).map(|s| s.end).fold(start, f64::max);
            let at = Ns(end - start);
            self.marks.push(Mark { name: marks::WINDOW_END.into(), at, counters: Counters::default() });
        }
        self.costs = costs(threads.spans, main, table, keep_paths, odd);
        Ok(())
    }
}

/// A call: when it began and ended, by the recorder's clock in ns.
#[derive(Clone, Copy)]
struct Span {
    thread: usize,
    method: MethodId,
    begin: f64,
    end: f64,
}

/// The spans of all threads, and what is known of the threads.
struct Threads {
    spans: Vec<Span>,
    /// By its name, or because it is the one whose number is the process's.
    named_main: Option<usize>,
}

impl Threads {
    fn of(events: &[Event<'_>], table: &mut Table, odd: &mut Vec<WarningKind>) -> Threads {
        let mut ids: HashMap<&(Id<'_>, Id<'_>), usize> = HashMap::new();
        let mut open: Vec<Vec<(MethodId, f64)>> = Vec::new();
        // How often each method is open on each thread.
        let mut begun: HashMap<(usize, MethodId), u64> = HashMap::new();
        let mut spans = Vec::new();
        let (mut named_main, mut unbalanced, mut long) = (None, 0, 0);
        let mut intern = |table: &mut Table, name: &str| match shortened(name) {
            None => table.intern(name),
            Some(short) => {
                long += 1;
                table.intern(&short)
            }
        };
        for event in events {
            let count = ids.len();
            let thread = *ids.entry(&event.thread).or_insert(count);
            if thread == open.len() {
                open.push(Vec::new());
                if event.thread.0 == event.thread.1 && named_main.is_none() {
                    named_main = Some((thread, false));
                }
            }
            match &event.kind {
                EventKind::Begin(name) => {
                    let method = intern(table, name);
                    open[thread].push((method, event.at));
                    *begun.entry((thread, method)).or_insert(0_u64) += 1;
                }
                EventKind::Complete(name, duration) => {
                    let (begin, end) = (event.at, event.at + duration);
                    spans.push(Span { thread, method: intern(table, name), begin, end });
                }
                EventKind::End(name) => {
                    let stack = &mut open[thread];
                    let ended = match name {
                        Some(name) => table.find(shortened(name).as_deref().unwrap_or(name)),
                        None => stack.last().map(|(method, _)| *method),
                    };
                    // Whether it began at all is known without a look at the stack, which may be deep.
                    let Some(ended) = ended.filter(|method| begun.contains_key(&(thread, *method))) else {
                        unbalanced += 1;
                        continue;
                    };
                    // Beginnings above the one that ends have lost their own ends.
                    while let Some((method, begin)) = stack.pop() {
                        if let Some(count) = begun.get_mut(&(thread, method)) {
                            *count -= 1;
                            if *count == 0 {
                                begun.remove(&(thread, method));
                            }
                        }
                        if method == ended {
                            spans.push(Span { thread, method, begin, end: event.at });
                            break;
                        }
                        unbalanced += 1;
                    }
                }
                EventKind::ThreadName(name) => {
                    let main = ["main", "main thread", "com.apple.main-thread", "crbrowsermain"];
                    if main.contains(&name.to_lowercase().as_str()) {
                        named_main = Some((thread, true));
                    }
                }
                EventKind::Instant(_) => {}
            }
        }
        unbalanced += open.iter().map(|stack| stack.len() as u64).sum::<u64>();
        if unbalanced > 0 {
            odd.push(WarningKind::Unbalanced { events: unbalanced });
        }
        if long > 0 {
            odd.push(WarningKind::ShortenedNames { names: long });
        }
        Threads { spans, named_main: named_main.map(|(thread, _)| thread) }
    }

    /// The main thread: the one that is called so, else the first one that did anything.
    fn main(&self) -> Option<usize> {
        let first = self.spans.iter().min_by(|a, b| a.begin.total_cmp(&b.begin));
        self.named_main
            .filter(|main| self.spans.iter().any(|s| s.thread == *main))
            .or(first.map(|s| s.thread))
    }
}

/// The moment that counts as the process's start: a mark that says so, else the first event.
fn start(events: &[Event<'_>], threads: &Threads) -> Option<f64> {
    let marked =
        events.iter().find(|event| matches!(&event.kind, EventKind::Instant(name) if name == marks::START));
    let first = threads.spans.iter().map(|span| span.begin).min_by(f64::total_cmp)?;
    Some(marked.map_or(first, |event| event.at.min(first)))
}

fn read_marks(events: &[Event<'_>], start: f64) -> Vec<Mark> {
    let mut read: Vec<Mark> = Vec::new();
    for event in events {
        let EventKind::Instant(name) = &event.kind else { continue };
        let known = marks::PHASE_BOUNDS.contains(&&**name)
            || [marks::DID_FINISH_LAUNCHING_IN, marks::FIRST_DID_APPEAR].contains(&&**name);
        if known && read.iter().all(|mark| *mark.name != **name) {
            let at = Ns(event.at - start);
            read.push(Mark { name: (&**name).into(), at, counters: Counters::default() });
        }
    }
    read
}

/// Callers beyond this many are left out, as those of traces are: each path is a list of all of its callers.
pub(super) const LONGEST_PATH: usize = 500;

/// A span that later ones may lie in.
struct Open {
    span: Span,
    path: Option<PathId>,
    children: f64,
}

/// Nests the spans and adds up what each method cost.
fn costs(
    mut spans: Vec<Span>,
    main: Option<usize>,
    table: &mut Table,
    keep_paths: bool,
    odd: &mut Vec<WarningKind>,
) -> Vec<Cost> {
    // Of two that begin together the longer one called the other.
    spans.sort_by(|a, b| {
        a.thread.cmp(&b.thread).then(a.begin.total_cmp(&b.begin)).then(b.end.total_cmp(&a.end))
    });
    let mut sums: HashMap<(MethodId, Thread, Option<PathId>), Cost> = HashMap::new();
    let mut paths: HashMap<(Option<PathId>, MethodId), PathId> = HashMap::new();
    let mut active = vec![0_u32; table.len()];
    let mut stack: Vec<Open> = Vec::new();
    let mut crossing = 0;
    let mut close = |open: Open, active: &mut [u32]| {
        let Open { span, path, children } = open;
        active[span.method.0 as usize] -= 1;
        let inner = active[span.method.0 as usize] > 0;
        let thread = if Some(span.thread) == main { Thread::Main } else { Thread::Other };
        let duration = span.end - span.begin;
        let sum = sums.entry((span.method, thread, path)).or_insert(Cost {
            method: span.method,
            thread,
            phase: None,
            path,
            calls: 0.0,
            self_ns: Ns::ZERO,
            total_ns: Ns::ZERO,
        });
        sum.calls += 1.0;
        sum.self_ns += Ns((duration - children).max(0.0));
        // With paths, each path has its own total, and who adds them up leaves recursion out.
        if keep_paths || !inner {
            sum.total_ns += Ns(duration);
        }
    };
    for mut span in spans {
        while stack.last().is_some_and(|top| top.span.thread != span.thread || top.span.end <= span.begin) {
            if let Some(open) = stack.pop() {
                close(open, &mut active);
            }
        }
        let mut path = None;
        let depth = stack.len();
        if let Some(top) = stack.last_mut() {
            // Times rounded to microseconds may cross by one.
            if span.end > top.span.end {
                crossing += u64::from(span.end - top.span.end > 1000.0);
                span.end = top.span.end;
            }
            top.children += span.end - span.begin;
            if keep_paths && depth <= LONGEST_PATH {
                let (above, caller) = (top.path, top.span.method);
                path =
                    Some(*paths.entry((above, caller)).or_insert_with(|| table.extend_path(above, caller)));
            } else {
                path = top.path;
            }
        }
        active[span.method.0 as usize] += 1;
        stack.push(Open { span, path, children: 0.0 });
    }
    while let Some(open) = stack.pop() {
        close(open, &mut active);
    }
    if crossing > 0 {
        odd.push(WarningKind::Crossing { spans: crossing });
    }
    sums.into_values().collect()
}
