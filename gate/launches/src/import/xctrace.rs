//! Instruments' own XML: what `xctrace export` prints of Time Profiler and App Launch.
//!
//! Tables `time-profile` (samples with names) and `life-cycle-period` (the phases of App Launch) are read; one recorded run is one
//! launch, so both tables of it belong in one export.
//! A value stands in full once, with an id, and is a reference to that from then on.

use std::sync::Arc;

use hashbrown::HashMap;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::draft::{Draft, phases};
use crate::spans::Origin;
use crate::{Counters, Mark, MethodId, Ns, PhaseId, Table, Thread, WarningKind, marks};

use super::stacks::{Stacks, is_system};
use super::{Given, ImportError, intern_frame};

/// Deeper than this is no export.
const DEEPEST: usize = 64;

/// An element: what it is, what it says and what is in it.
#[derive(Default)]
struct Element {
    tag: Box<str>,
    name: Box<str>,
    fmt: Box<str>,
    path: Box<str>,
    text: Box<str>,
    inside: Vec<u32>,
}

/// A sample of one thread.
struct Sample {
    time: f64,
    weight: f64,
    process: Arc<str>,
    is_main: bool,
    /// The outermost frame first.
    frames: Arc<[MethodId]>,
    in_app: bool,
}

/// A phase of App Launch.
struct Period {
    name: Box<str>,
    process: Arc<str>,
    from: f64,
    to: f64,
}

/// What is known of a recorded run.
#[derive(Default)]
struct Run {
    samples: Vec<Sample>,
    periods: Vec<Period>,
}

/// The launches in a file: one for each run.
pub(super) fn drafts(
    bytes: &[u8],
    origin: &Origin<'_>,
    given: &Given,
    table: &mut Table,
    odd: &mut Vec<WarningKind>,
) -> Result<Vec<Draft>, ImportError> {
    let mut export = Export::new(table, odd);
    export.read(bytes)?;
    let Export { table, runs, others, odd, .. } = export;
    let mut found = Vec::new();
    for (number, run) in
        runs.into_iter().filter(|(_, run)| !run.samples.is_empty() || !run.periods.is_empty())
    {
        found.push((number, run));
    }
    if found.is_empty() {
        let has = if others.is_empty() { "none".to_owned() } else { others.join(", ") };
        return Err(ImportError::Invalid(format!(
            "it has no rows of the tables time-profile or life-cycle-period (its tables: {has}); export them with xctrace export --xpath"
        )));
    }
    found.sort_by_key(|(number, _)| *number);
    let alone = found.len() == 1;
    found
        .into_iter()
        .map(|(number, run)| {
            let (mut draft, outside) = run
                .draft(given, table)
                .map_err(|what| ImportError::Invalid(format!("run {number}: {what}")))?;
            if outside > 0 {
                odd.push(WarningKind::OutsideLaunch { samples: outside });
            }
            (draft.session, draft.number) =
                if alone { (origin.session.to_owned(), origin.number) } else { (origin.of_file(), number) };
            Ok(draft)
        })
        .collect()
}

/// An export while it is read.
struct Export<'t> {
    table: &'t mut Table,
    odd: &'t mut Vec<WarningKind>,
    elements: Vec<Element>,
    by_id: HashMap<u64, u32>,
    /// The frames of a stack that was seen before.
    stacks: HashMap<u32, (Arc<[MethodId]>, bool)>,
    names: HashMap<Box<str>, Arc<str>>,
    runs: HashMap<u64, Run>,
    /// Tables that are not read.
    others: Vec<String>,
    /// The tables that were begun, by run and name: a second one repeats the first.
    begun: Vec<(u64, String)>,
}

/// What table the rows at hand are of.
#[derive(Default)]
struct TableState {
    run: u64,
    schema: String,
    is_read: bool,
}

impl<'t> Export<'t> {
    fn new(table: &'t mut Table, odd: &'t mut Vec<WarningKind>) -> Export<'t> {
        Export {
            table,
            odd,
            elements: Vec::new(),
            by_id: HashMap::new(),
            stacks: HashMap::new(),
            names: HashMap::new(),
            runs: HashMap::new(),
            others: Vec::new(),
            begun: Vec::new(),
        }
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), ImportError> {
        let mut xml = Reader::from_reader(bytes);
        // Elements of the row at hand that are open, and how many of other kinds are.
        let (mut open, mut outer, mut rows): (Vec<u32>, usize, u64) = (Vec::new(), 0, 0);
        let mut place = TableState::default();
        loop {
            let at = usize::try_from(xml.buffer_position()).unwrap_or(usize::MAX);
            let wrong = |what: String| ImportError::at(at, what);
            let event = xml.read_event().map_err(|error| match error {
                // What begins and does not end before the file does.
                quick_xml::Error::Syntax(error) => ImportError::Truncated(format!("byte {at}: {error}")),
                error => wrong(error.to_string()),
            })?;
            match event {
                Event::Start(start) => match (start.name().as_ref(), open.is_empty()) {
                    ("node", true) => {
                        outer += 1;
                        place = TableState { run: run_of(&start).map_err(wrong)?, ..TableState::default() };
                    }
                    ("schema", true) => {
                        outer += 1;
                        self.schema(&mut place, &start).map_err(wrong)?;
                    }
                    ("row", true) => {
                        rows += 1;
                        open.push(self.open(&start).map_err(wrong)?);
                    }
                    (_, true) => outer += 1,
                    (_, false) => {
                        let new = self.inside(&open, &start).map_err(wrong)?;
                        open.push(new);
                    }
                },
                Event::Empty(start) => match (start.name().as_ref(), open.is_empty()) {
                    ("schema", true) => self.schema(&mut place, &start).map_err(wrong)?,
                    (_, true) => {}
                    (_, false) => drop(self.inside(&open, &start).map_err(wrong)?),
                },
                Event::Text(text) if !open.is_empty() => {
                    let text = text.xml10_content();
                    if let Some(last) = open.last()
                        && !text.trim().is_empty()
                    {
                        self.elements[*last as usize].text = text.trim().into();
                    }
                }
                Event::End(_) if open.is_empty() => outer = outer.saturating_sub(1),
                Event::End(_) => {
                    let ended = open.pop();
                    if let (Some(row), true) = (ended, open.is_empty()) {
                        self.row(&place, row).map_err(|what| wrong(format!("row {rows}: {what}")))?;
                    }
                }
                Event::Eof if !open.is_empty() || outer > 0 => {
                    return Err(ImportError::Truncated(
                        "the file ends in the middle of an element".to_owned(),
                    ));
                }
                Event::Eof => return Ok(()),
                _ => {}
            }
            if open.len() > DEEPEST {
                return Err(wrong(format!("nested deeper than {DEEPEST}")));
            }
        }
    }

    fn schema(&mut self, place: &mut TableState, start: &BytesStart<'_>) -> Result<(), String> {
        place.schema = attribute(start, "name")?.unwrap_or_default();
        let is_known = ["time-profile", "life-cycle-period"].contains(&&*place.schema);
        let key = (place.run, place.schema.clone());
        let is_again = is_known && self.begun.contains(&key);
        place.is_read = is_known && !is_again;
        if is_again {
            // App Launch has the samples twice: with and without the threads that wait.
            self.odd.push(WarningKind::SecondTable { name: place.schema.clone() });
        } else if is_known {
            self.begun.push(key);
        } else if self.others.len() < 10 && !self.others.contains(&place.schema) {
            self.others.push(place.schema.clone());
        }
        Ok(())
    }

    /// A new element.
    fn open(&mut self, start: &BytesStart<'_>) -> Result<u32, String> {
        let index = u32::try_from(self.elements.len()).map_err(|_| "too many elements".to_owned())?;
        let mut element = Element { tag: start.name().as_ref().into(), ..Element::default() };
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            let value = || {
                attribute
                    .normalized_value(quick_xml::XmlVersion::Implicit1_0)
                    .map(|v| Box::from(&*v))
                    .map_err(|error| error.to_string())
            };
            match attribute.key.as_ref() {
                "name" => element.name = value()?,
                "fmt" => element.fmt = value()?,
                "path" => element.path = value()?,
                "id" => {
                    self.by_id.insert(number(&attribute.value)?, index);
                }
                _ => {}
            }
        }
        self.elements.push(element);
        Ok(index)
    }

    /// An element in the one that is open: a new one, or that which it refers to.
    fn inside(&mut self, open: &[u32], start: &BytesStart<'_>) -> Result<u32, String> {
        let mut known = None;
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| error.to_string())?;
            if attribute.key.as_ref() == "ref" {
                let id = number(&attribute.value)?;
                let Some(index) = self.by_id.get(&id) else {
                    return Err(format!("no element has the id {id}"));
                };
                known = Some(*index);
            }
        }
        let index = match known {
            Some(index) => index,
            None => self.open(start)?,
        };
        if let Some(parent) = open.last() {
            // A reference to what is still open would lead in a circle.
            if open.contains(&index) {
                return Err("an element refers to itself".to_owned());
            }
            self.elements[*parent as usize].inside.push(index);
        }
        Ok(index)
    }

    /// The first element of this tag in another one, two levels down at most.
    fn find(&self, of: u32, tag: &str) -> Option<u32> {
        let inside = &self.elements[of as usize].inside;
        let is = |index: &u32| &*self.elements[*index as usize].tag == tag;
        inside.iter().copied().find(is)
    }

    fn number(&self, row: u32, tag: &str) -> Result<f64, String> {
        let found = self.find(row, tag).ok_or_else(|| format!("it has no {tag}"))?;
        let text = &self.elements[found as usize].text;
        let value: f64 = text.parse().map_err(|_| format!("{tag} {text:?} is not a number"))?;
        if value.is_finite() && value >= 0.0 { Ok(value) } else { Err(format!("{tag} is {text}")) }
    }

    /// What is shown of an element.
    fn shown(&self, index: u32) -> &str {
        let element = &self.elements[index as usize];
        if element.fmt.is_empty() { &element.text } else { &element.fmt }
    }

    fn process(&mut self, row: u32) -> Arc<str> {
        let of_thread = || self.find(row, "thread").and_then(|thread| self.find(thread, "process"));
        let name: Box<str> =
            self.find(row, "process").or_else(of_thread).map_or("", |found| self.shown(found)).into();
        Arc::clone(self.names.entry(name).or_insert_with_key(|name| (&**name).into()))
    }

    fn row(&mut self, place: &TableState, row: u32) -> Result<(), String> {
        if !place.is_read {
            return Ok(());
        }
        let process = self.process(row);
        if place.schema == "life-cycle-period" {
            let (from, length) = (self.number(row, "start-time")?, self.number(row, "duration")?);
            let period = self.find(row, "app-period").ok_or("it has no app-period")?;
            let period = Period { name: self.shown(period).into(), process, from, to: from + length };
            self.runs.entry(place.run).or_default().periods.push(period);
            return Ok(());
        }
        let (time, weight) = (self.number(row, "sample-time")?, self.number(row, "weight")?);
        let thread = self.find(row, "thread").ok_or("it has no thread")?;
        let name = self.shown(thread).to_ascii_lowercase();
        let is_main = name.starts_with("main thread") || name.starts_with("main ") || name == "main";
        // A sample without a stack has a sentinel in its place.
        let stack = ["tagged-backtrace", "backtrace"].iter().find_map(|tag| self.find(row, tag));
        let (frames, in_app) = match stack {
            Some(stack) => self.frames(stack),
            None => (Arc::from([]), false),
        };
        let sample = Sample { time, weight, process, is_main, frames, in_app };
        self.runs.entry(place.run).or_default().samples.push(sample);
        Ok(())
    }

    /// The frames of a stack, the outermost first, and whether one of them is in an app's bundle.
    fn frames(&mut self, stack: u32) -> (Arc<[MethodId]>, bool) {
        // Newer versions put a backtrace into the tagged one.
        let stack = self.find(stack, "backtrace").unwrap_or(stack);
        if let Some((frames, in_app)) = self.stacks.get(&stack) {
            return (Arc::clone(frames), *in_app);
        }
        let mut frames = Vec::new();
        let mut in_app = false;
        for index in self.elements[stack as usize].inside.iter().rev() {
            let frame = &self.elements[*index as usize];
            if &*frame.tag != "frame" {
                continue;
            }
            let binary = frame.inside.iter().map(|inside| &self.elements[*inside as usize]);
            let binary = binary.into_iter().find(|inside| &*inside.tag == "binary");
            let (image, path) = binary.map_or(("", ""), |binary| (&*binary.name, &*binary.path));
            in_app |= path.contains(".app/");
            frames.push(intern_frame(self.table, &frame.name, image, is_system(path)));
        }
        let frames: Arc<[MethodId]> = frames.into();
        self.stacks.insert(stack, (Arc::clone(&frames), in_app));
        (frames, in_app)
    }
}

impl Run {
    /// The launch, and how many samples of other threads lie outside of it.
    fn draft(self, given: &Given, table: &mut Table) -> Result<(Draft, u64), String> {
        let process = self.of_app()?;
        let mut samples: Vec<&Sample> =
            self.samples.iter().filter(|sample| sample.process == process).collect();
        samples.sort_by(|a, b| a.time.total_cmp(&b.time));
        let periods: Vec<&Period> = self.periods.iter().filter(|period| period.process == process).collect();
        let mut draft = Draft::default();
        draft.conditions.agent_version = "xctrace".into();
        let (start, mut at) = marks_of(&periods, &samples);
        if let Some(name) = given.end() {
            let end = end_of(name, &samples, table)?;
            at.retain(|(mark, time)| {
                *time <= end && *mark != marks::WINDOW_END && *mark != marks::FIRST_FRAME
            });
            at.push((marks::FIRST_FRAME, end));
        }
        draft.marks = at
            .iter()
            .map(|(name, time)| Mark {
                name: (*name).into(),
                at: Ns(time - start),
                counters: Counters::default(),
            })
            .collect();
        draft.marks.sort_by(|a, b| a.at.total_cmp(&b.at));
        let phases = phases(&draft.marks);
        draft.phase_names = phases.iter().map(|phase| phase.name.to_string()).collect();
        let (mut stacks, mut outside) = (Stacks::default(), 0);
        for sample in samples {
            let at = Ns(sample.time - start);
            let phase = phases.iter().position(|phase| phase.from <= at && at < phase.to);
            let (Some(phase), false) = (phase, sample.frames.is_empty()) else {
                outside += u64::from(!sample.is_main && !sample.frames.is_empty());
                continue;
            };
            let thread = if sample.is_main { Thread::Main } else { Thread::Other };
            stacks.sample(&sample.frames, (thread, Some(PhaseId(phase as u8))), sample.weight, table);
        }
        draft.costs = stacks.costs();
        Ok((draft, outside))
    }

    /// The process that was launched: the only one, or the only one whose code is in an app.
    fn of_app(&self) -> Result<Arc<str>, String> {
        let mut all: Vec<&Arc<str>> = self.periods.iter().map(|period| &period.process).collect();
        if all.is_empty() {
            all.extend(self.samples.iter().map(|sample| &sample.process));
        }
        all.sort();
        all.dedup();
        if all.len() > 1 {
            let has_app =
                |process: &&Arc<str>| self.samples.iter().any(|s| s.in_app && s.process == **process);
            let apps: Vec<&Arc<str>> = all.iter().copied().filter(|process| has_app(process)).collect();
            if apps.len() != 1 {
                let names: Vec<&str> = all.iter().take(5).map(|name| &***name).collect();
                return Err(format!(
                    "{} processes ({}, …); record the app alone: xctrace record --launch",
                    all.len(),
                    names.join(", ")
                ));
            }
            all = apps;
        }
        all.first().map(|process| Arc::clone(process)).ok_or_else(|| "it has no process".to_owned())
    }
}

/// The start of the process, and the moments of the launch.
fn marks_of(periods: &[&Period], samples: &[&Sample]) -> (f64, Vec<(&'static str, f64)>) {
    let first = |of: &[f64]| of.iter().copied().reduce(f64::min);
    let last = |part: &str, of: fn(&Period) -> f64| {
        periods.iter().filter(|period| period.name.contains(part)).map(|period| of(period)).reduce(f64::max)
    };
    let begins: Vec<f64> = periods.iter().map(|period| period.from).collect();
    let taken: Vec<f64> = samples.iter().map(|sample| sample.time).collect();
    let start = first(&begins).or_else(|| first(&taken)).unwrap_or_default();
    let mut at = Vec::new();
    let moments = [
        (marks::MAIN, last("Initializing", |period| period.to)),
        (marks::DID_FINISH_LAUNCHING_IN, last("didFinishLaunching", |period| period.from)),
        (marks::DID_FINISH_LAUNCHING, last("didFinishLaunching", |period| period.to)),
        (marks::FIRST_FRAME, last("Initial Frame Rendering", |period| period.to)),
    ];
    at.extend(moments.into_iter().filter_map(|(name, time)| Some((name, time?))));
    if at.iter().all(|(name, _)| *name != marks::FIRST_FRAME) {
        let main = samples.iter().filter(|sample| sample.is_main).map(|sample| sample.time + sample.weight);
        let end = main
            .chain(periods.iter().filter(|p| p.name.contains("Launching")).map(|p| p.to))
            .reduce(f64::max);
        at.push((marks::WINDOW_END, end.unwrap_or(start)));
    }
    (start, at)
}

/// When the first call of this function on the main thread ended, as far as samples show it.
fn end_of(name: &str, samples: &[&Sample], table: &Table) -> Result<f64, String> {
    let method = table.find(name);
    let main = samples.iter().filter(|sample| sample.is_main);
    let is_in = |sample: &Sample| method.is_some_and(|method| sample.frames.contains(&method));
    let mut inside = main.skip_while(|sample| !is_in(sample)).peekable();
    if inside.peek().is_none() {
        return Err(format!("launch.end: no sample of the main thread contains the function {name:?}"));
    }
    let last = inside.take_while(|sample| is_in(sample)).last();
    Ok(last.map_or(0.0, |sample| sample.time + sample.weight))
}

/// The run that a table is of: `//trace-toc[1]/run[1]/data[1]/table[14]`.
fn run_of(start: &BytesStart<'_>) -> Result<u64, String> {
    let path = attribute(start, "xpath")?.unwrap_or_default();
    let number = path.split("run[").nth(1).and_then(|rest| rest.split(']').next());
    Ok(number.and_then(|number| number.parse().ok()).unwrap_or(1))
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Result<Option<String>, String> {
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| error.to_string())?;
        if attribute.key.as_ref() == name {
            let value = attribute
                .normalized_value(quick_xml::XmlVersion::Implicit1_0)
                .map_err(|error| error.to_string())?;
            return Ok(Some(value.into_owned()));
        }
    }
    Ok(None)
}

fn number(value: &str) -> Result<u64, String> {
    value.parse().map_err(|_| format!("{value:?} is not an id"))
}
