//! Chrome-trace files ("Trace Event Format") of other recorders: B/E and X events, as an array or an object.
//!
//! Spans are nested by their times, thread by thread; what one takes and its children do not is its
//! self cost. Instant events with a mark's name are marks. A recorder's own self costs and depths are
//! not used: the field in which one puts them is the other's in another version.

use std::borrow::Cow;
use std::fmt;

use hashbrown::HashMap;
use serde::de::{self, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::draft::Draft;
use super::record::{WireAgent, WireApp, WireDevice, shortened};
use super::{Cost, Counters, Mark, MethodId, Ns, PathId, Table, Thread, WarningKind, marks};

/// Why a file is no Chrome trace.
#[derive(Debug, PartialEq)]
pub(super) enum ChromeError {
    /// It ends early where the format does not allow it.
    Truncated(String),
    /// It is something else.
    Invalid(String),
}

/// Where a launch belongs that its file says nothing about.
pub(super) struct Origin<'a> {
    pub(super) session: &'a str,
    pub(super) number: u64,
}

/// The launch in a file.
pub(super) fn draft(
    bytes: &[u8],
    origin: &Origin<'_>,
    table: &mut Table,
    keep_paths: bool,
    odd: &mut Vec<WarningKind>,
) -> Result<Draft, ChromeError> {
    let File { meta, mut events } = parse(bytes, odd)?;
    let mut draft = Draft {
        session: meta.session.unwrap_or_else(|| origin.session.to_owned()),
        number: meta.launch.unwrap_or(origin.number),
        ..Draft::default()
    };
    draft.conditions.scenario = meta.scenario.into();
    meta.device.put(&mut draft.conditions);
    meta.app.put(&mut draft.conditions);
    meta.agent.put(&mut draft.conditions);
    // Events need not be in order; those of one moment keep theirs.
    events.sort_by(|a, b| a.at.total_cmp(&b.at));
    let threads = Threads::of(&events, table, odd);
    let Some(start) = start(&events, &threads) else {
        return Err(ChromeError::Invalid("no B, E or X events in it".to_owned()));
    };
    draft.marks = read_marks(&events, start);
    let main = threads.main();
    if !draft.marks.iter().any(|mark| *mark.name == *marks::FIRST_FRAME) {
        // Nobody marked the end of the launch; it is where the main thread's last span ends.
        let end =
            threads.spans.iter().filter(|s| Some(s.thread) == main).map(|s| s.end).fold(start, f64::max);
        let at = Ns(end - start);
        draft.marks.push(Mark { name: marks::WINDOW_END.into(), at, counters: Counters::default() });
    }
    draft.costs = costs(threads.spans, main, table, keep_paths, odd);
    Ok(draft)
}

/// What a file says.
#[derive(Default)]
struct File<'a> {
    meta: Meta<'a>,
    events: Vec<ChromeEvent<'a>>,
}

/// An object `launchgate` beside the events may say what the format has no place for.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Meta<'a> {
    session: Option<String>,
    launch: Option<u64>,
    scenario: String,
    #[serde(borrow)]
    device: WireDevice<'a>,
    #[serde(borrow)]
    app: WireApp<'a>,
    #[serde(borrow)]
    agent: WireAgent<'a>,
}

/// An event that matters here.
struct ChromeEvent<'a> {
    kind: EventKind<'a>,
    /// In ns, by the recorder's clock.
    at: f64,
    /// Its process and thread.
    thread: (Id<'a>, Id<'a>),
}

enum EventKind<'a> {
    Begin(Cow<'a, str>),
    End(Option<Cow<'a, str>>),
    /// With its duration in ns.
    Complete(Cow<'a, str>, f64),
    Instant(Cow<'a, str>),
    ThreadName(String),
}

fn parse<'a>(bytes: &'a [u8], odd: &mut Vec<WarningKind>) -> Result<File<'a>, ChromeError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let array = bytes.trim_ascii_start().starts_with(b"[");
    let mut file = File::default();
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let read = if array {
        json.deserialize_seq(EventsVisitor(&mut file.events)).and_then(|()| json.end())
    } else {
        json.deserialize_map(ObjectVisitor(&mut file)).and_then(|()| json.end())
    };
    let Err(error) = read else { return Ok(file) };
    if !error.is_eof() {
        return Err(ChromeError::Invalid(error.to_string()));
    }
    if !array {
        return Err(ChromeError::Truncated("the file ends in the middle of the trace".to_owned()));
    }
    // The format lets an array end without its bracket, and behind a comma, so that a recorder may
    // stop at any time. Within an event it does not, but all before it is good.
    let body = bytes.trim_ascii_end();
    let whole = body.strip_suffix(b",").unwrap_or(body).ends_with(b"}") && {
        let tail = body.strip_suffix(b",").unwrap_or(body);
        let closed = [tail, b"]"].concat();
        serde_json::from_slice::<Vec<IgnoredAny>>(&closed).is_ok()
    };
    if !whole {
        odd.push(WarningKind::Truncated { events: file.events.len() as u64 });
    }
    Ok(file)
}

struct ObjectVisitor<'f, 'a>(&'f mut File<'a>);

impl<'de: 'a, 'a> Visitor<'de> for ObjectVisitor<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a Chrome trace, which is an object with traceEvents")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut found = false;
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            match &*key {
                "traceEvents" => {
                    map.next_value_seed(Events(&mut self.0.events))?;
                    found = true;
                }
                "launchgate" => self.0.meta = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        if found { Ok(()) } else { Err(de::Error::missing_field("traceEvents")) }
    }
}

struct Events<'f, 'a>(&'f mut Vec<ChromeEvent<'a>>);

impl<'de: 'a, 'a> de::DeserializeSeed<'de> for Events<'_, 'a> {
    type Value = ();
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(EventsVisitor(self.0))
    }
}

struct EventsVisitor<'f, 'a>(&'f mut Vec<ChromeEvent<'a>>);

impl<'de: 'a, 'a> Visitor<'de> for EventsVisitor<'_, 'a> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of events")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let mut index = 0_u64;
        while let Some(wire) = seq.next_element::<WireEvent<'de>>()? {
            index += 1;
            match wire.event() {
                Ok(event) => self.0.extend(event),
                Err(reason) => return Err(de::Error::custom(format_args!("event {index} {reason}"))),
            }
        }
        Ok(())
    }
}

#[derive(Deserialize)]
struct WireEvent<'a> {
    #[serde(borrow, default)]
    ph: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    name: Option<Cow<'a, str>>,
    #[serde(default)]
    ts: Option<Number>,
    #[serde(default)]
    dur: Option<Number>,
    #[serde(borrow, default)]
    pid: Option<Id<'a>>,
    #[serde(borrow, default)]
    tid: Option<Id<'a>>,
    #[serde(default)]
    args: Args,
}

impl<'a> WireEvent<'a> {
    /// The event, if it is of a kind that matters.
    fn event(self) -> Result<Option<ChromeEvent<'a>>, String> {
        let Some(phase) = self.ph else { return Err("has no ph".to_owned()) };
        let named = |name: Option<Cow<'a, str>>| {
            name.filter(|name| !name.is_empty()).ok_or_else(|| format!("of kind {phase:?} has no name"))
        };
        let kind = match &*phase {
            "B" => EventKind::Begin(named(self.name)?),
            "E" => EventKind::End(self.name),
            "X" => {
                let Some(Number(duration)) = self.dur else {
                    return Err("of kind \"X\" has no dur".to_owned());
                };
                if duration < 0.0 {
                    return Err(format!("has a negative dur: {duration}"));
                }
                EventKind::Complete(named(self.name)?, duration * 1e3)
            }
            "i" | "I" | "R" => EventKind::Instant(named(self.name)?),
            "M" => match (self.name.as_deref(), self.args.0) {
                (Some("thread_name"), Some(name)) => EventKind::ThreadName(name),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let at = match (self.ts, &kind) {
            (Some(Number(ts)), _) => ts * 1e3,
            (None, EventKind::ThreadName(_)) => 0.0,
            (None, _) => return Err(format!("of kind {phase:?} has no ts")),
        };
        let nowhere = || Id::Number(0);
        let thread = (self.pid.unwrap_or_else(nowhere), self.tid.unwrap_or_else(nowhere));
        Ok(Some(ChromeEvent { kind, at, thread }))
    }
}

/// A process or a thread: a number, or a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(untagged)]
enum Id<'a> {
    Number(i64),
    Text(#[serde(borrow)] Cow<'a, str>),
}

/// A time in microseconds; some recorders write it as a text.
struct Number(f64);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl Visitor<'_> for V {
            type Value = Number;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of microseconds")
            }
            fn visit_f64<E>(self, number: f64) -> Result<Number, E> {
                Ok(Number(number))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Number, E> {
                Ok(Number(number as f64))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Number, E> {
                Ok(Number(number as f64))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Number, E> {
                match text.parse::<f64>() {
                    Ok(number) if number.is_finite() => Ok(Number(number)),
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }
        }
        deserializer.deserialize_any(V)
    }
}

/// Of an event's arguments only the name is of use, which a thread gets by one; they may be anything.
#[derive(Default)]
struct Args(Option<String>);

impl<'de> Deserialize<'de> for Args {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct V;
        impl<'de> Visitor<'de> for V {
            type Value = Args;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("arguments")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Args, A::Error> {
                let mut args = Args::default();
                while let Some(key) = map.next_key::<Cow<'de, str>>()? {
                    if key == "name" {
                        let value: serde_json::Value = map.next_value()?;
                        args.0 = value.as_str().map(str::to_owned);
                    } else {
                        map.next_value::<IgnoredAny>()?;
                    }
                }
                Ok(args)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Args, A::Error> {
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Args(None))
            }
            fn visit_unit<E>(self) -> Result<Args, E> {
                Ok(Args(None))
            }
            fn visit_bool<E>(self, _: bool) -> Result<Args, E> {
                Ok(Args(None))
            }
            fn visit_f64<E>(self, _: f64) -> Result<Args, E> {
                Ok(Args(None))
            }
            fn visit_u64<E>(self, _: u64) -> Result<Args, E> {
                Ok(Args(None))
            }
            fn visit_i64<E>(self, _: i64) -> Result<Args, E> {
                Ok(Args(None))
            }
            fn visit_str<E>(self, _: &str) -> Result<Args, E> {
                Ok(Args(None))
            }
        }
        deserializer.deserialize_any(V)
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
    fn of(events: &[ChromeEvent<'_>], table: &mut Table, odd: &mut Vec<WarningKind>) -> Threads {
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
fn start(events: &[ChromeEvent<'_>], threads: &Threads) -> Option<f64> {
    let marked =
        events.iter().find(|event| matches!(&event.kind, EventKind::Instant(name) if name == marks::START));
    let first = threads.spans.iter().map(|span| span.begin).min_by(f64::total_cmp)?;
    Some(marked.map_or(first, |event| event.at.min(first)))
}

fn read_marks(events: &[ChromeEvent<'_>], start: f64) -> Vec<Mark> {
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

/// Callers beyond so many are left out, as those of traces are: each path is a list of all of its callers.
const LONGEST_PATH: usize = 500;

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

#[cfg(test)]
mod tests;
