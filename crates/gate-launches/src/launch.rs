//! One launch, as the gate thinks of it, from any recorder.
//!
//! Invariants, which every reader establishes: costs are finite and not negative, marks are in the
//! order of time, costs are sorted by (method, thread, phase, path) and each such key occurs once.

use std::fmt;
use std::sync::Arc;

use gate_common::named;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Build, Conditions, CountedImage, Functions, MethodId, Ns, PathId, Samples, Table, Work};

/// What one start of the app cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Launch {
    /// Where it was read from.
    pub source: FileLine,
    /// The session: launches of one build, one device, one sitting.
    pub session: Arc<str>,
    /// The number of the launch in its session.
    pub number: u64,
    /// When it was recorded, in milliseconds since 1970, if the recorder said so.
    /// It orders sessions; nothing is computed from it.
    pub recorded_unix_ms: Option<u64>,
    /// On what, of what and how it was recorded.
    pub conditions: Arc<Conditions>,
    /// Which build it is of, as far as the recorder said.
    pub build: Arc<Build>,
    /// What makes this launch unlike a normal one.
    pub state: LaunchState,
    /// In an interleaved run: the block in which both sides were launched.
    pub block: Option<u64>,
    /// In an interleaved run: the side.
    pub role: Option<Role>,
    /// Moments of the launch, in order of time.
    pub marks: Vec<Mark>,
    /// The spans between those marks that bound a phase; together they are the launch.
    pub phases: Vec<Phase>,
    /// What the methods cost, sorted by (method, thread, phase, path), each key once.
    pub costs: Vec<Cost>,
    /// The pages (view controllers) that were shown.
    pub pages: Vec<Page>,
    /// What the recorder had no room for.
    pub dropped: Dropped,
    /// Why the recorder stopped by itself, if it did and the launch was read from its trace.
    pub stopped: Option<Arc<str>>,
    /// The call stacks that were sampled, where call paths were asked for.
    pub samples: Option<Arc<Samples>>,
    /// The functions that samples found, where they were named; a launch without samples has none, which is not the same as no time.
    pub functions: Option<Arc<Functions>>,
    /// What a recorded call adds to the counters of the marks, on average; those of the process are never told.
    pub per_call: Counters,
    /// The work that it asked for; none where that was not counted, which is not nothing.
    pub work: Option<Arc<[Work]>>,
    /// How often functions were called; none where the app does not count them. A launch that counts is never timed.
    pub counts: Option<Arc<[CountedImage]>>,
}

/// A file, and the line in it where that makes sense.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileLine {
    /// The file's path as it was given, or `-`.
    pub file: Arc<str>,
    /// The line, from 1, in a file of many launches.
    pub line: Option<u64>,
}

impl std::fmt::Display for FileLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.file),
            None => f.write_str(&self.file),
        }
    }
}

/// What makes a launch unlike a normal cold one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct LaunchState {
    /// The system started the process before anyone asked for the app.
    #[serde(skip_serializing_if = "is_default")]
    pub prewarmed: bool,
    /// The first launch after an installation, which pays for caches.
    #[serde(skip_serializing_if = "is_default")]
    pub first_after_install: bool,
    /// How hot the device was.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "or_default")]
    pub thermal: Thermal,
    /// Low-power mode slows the device down.
    #[serde(skip_serializing_if = "is_default")]
    pub low_power: bool,
    /// A debugger was attached.
    #[serde(skip_serializing_if = "is_default")]
    pub debugged: bool,
    /// The driver launched it to warm the caches, not to count.
    #[serde(skip_serializing_if = "is_default")]
    pub warm_up: bool,
}

/// Whether a value need not be written.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A value that may be null.
fn or_default<'de, T: Default + Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    Option::<T>::deserialize(from).map(Option::unwrap_or_default)
}

/// The system's own scale of heat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Thermal {
    /// Not told.
    #[default]
    Unknown,
    /// Normal.
    Nominal,
    /// Slightly elevated; the system does not slow anything down yet.
    Fair,
    /// High: the system slows things down.
    Serious,
    /// Needs to cool down.
    Critical,
}

impl Thermal {
    /// Whether the device runs at less than full speed.
    pub fn throttles(self) -> bool {
        self >= Thermal::Serious
    }
}

named!(Thermal: Unknown = "unknown", Nominal = "nominal", Fair = "fair", Serious = "serious", Critical = "critical");

impl From<trace::Thermal> for Thermal {
    fn from(told: trace::Thermal) -> Thermal {
        match told {
            trace::Thermal::Nominal => Thermal::Nominal,
            trace::Thermal::Fair => Thermal::Fair,
            trace::Thermal::Serious => Thermal::Serious,
            trace::Thermal::Critical => Thermal::Critical,
            trace::Thermal::Unknown | trace::Thermal::Other(_) => Thermal::Unknown,
        }
    }
}

/// A side of an interleaved run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// What is compared against.
    Base,
    /// What is judged.
    Head,
}

named!(Role: Base = "base", Head = "head");

/// A moment of the launch.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// `agent_start`, `main`, … (see [`marks`]) or a name of the app's own.
    pub name: Arc<str>,
    /// When, counted from the start of the process.
    pub at: Ns,
    /// What the process had used by then, where the system tells.
    pub counters: Counters,
}

/// The process's own counters; far quieter than time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counters {
    /// Instructions retired.
    pub instructions: Option<f64>,
    /// CPU cycles.
    pub cycles: Option<f64>,
    /// Pages read in.
    pub page_ins: Option<f64>,
    /// Bytes read from disk.
    pub disk_read: Option<f64>,
    /// Bytes written to disk.
    pub disk_written: Option<f64>,
    /// Bytes of memory that the process has at the moment.
    pub footprint: Option<f64>,
}

impl Counters {
    /// All of them, by their names in files.
    pub fn named(&self) -> [(&'static str, Option<f64>); 6] {
        let mut copy = *self;
        copy.named_mut().map(|(name, count)| (name, *count))
    }

    /// The same, to be filled.
    pub fn named_mut(&mut self) -> [(&'static str, &mut Option<f64>); 6] {
        let Counters { instructions, cycles, page_ins, disk_read, disk_written, footprint } = self;
        [
            ("instructions", instructions),
            ("cycles", cycles),
            ("page_ins", page_ins),
            ("disk_read", disk_read),
            ("disk_written", disk_written),
            ("footprint", footprint),
        ]
    }
}

/// The names of the marks that every recorder may set.
pub mod marks {
    /// The start of the process: always 0, and never written.
    pub const START: &str = "start";
    /// The agent began to run.
    pub const AGENT_START: &str = "agent_start";
    /// `main` was entered.
    pub const MAIN: &str = "main";
    /// `application:didFinishLaunchingWithOptions:` was entered.
    pub const DID_FINISH_LAUNCHING_IN: &str = "did_finish_launching_in";
    /// `application:didFinishLaunchingWithOptions:` returned.
    pub const DID_FINISH_LAUNCHING: &str = "did_finish_launching";
    /// The first `viewDidAppear:`.
    pub const FIRST_DID_APPEAR: &str = "first_did_appear";
    /// The first frame was on its way: the end of the launch.
    pub const FIRST_FRAME: &str = "first_frame";
    /// The recording ended; where no first frame came it ends the last phase.
    pub const WINDOW_END: &str = "window_end";

    /// Those that bound a phase, in the order in which they happen.
    pub const PHASE_BOUNDS: [&str; 4] = [AGENT_START, MAIN, DID_FINISH_LAUNCHING, FIRST_FRAME];
}

/// A span of the launch between two marks.
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    /// `FROM..TO`, the names of its marks: `main..did_finish_launching`.
    pub name: Arc<str>,
    /// When it began.
    pub from: Ns,
    /// When it ended.
    pub to: Ns,
    /// What the methods' self costs on the main thread add up to in it;
    /// `None` if the recorder did not say in which phase a cost fell.
    pub objc: Option<Ns>,
}

impl Phase {
    /// How long it took.
    pub fn duration(&self) -> Ns {
        self.to - self.from
    }

    /// What it spent outside Objective-C methods.
    /// Below zero only by the error of the overhead that was taken off.
    pub fn outside(&self) -> Option<Ns> {
        self.objc.map(|objc| self.duration() - objc)
    }
}

/// The number of a phase in [`Launch::phases`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PhaseId(pub u8);

/// On which thread something ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thread {
    /// The main thread, whose costs are the launch's.
    #[default]
    Main,
    /// Any other one.
    Other,
}

named!(Thread: Main = "main", Other = "other");

/// What one method cost, on one kind of thread, in one phase, reached by one path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The method, in the table of the run.
    pub method: MethodId,
    pub thread: Thread,
    /// In which phase, where the recorder knew it.
    pub phase: Option<PhaseId>,
    /// By which callers, where paths were asked for and known.
    pub path: Option<PathId>,
    /// How often it was called; a sampling recorder may say 1.5.
    pub calls: f64,
    /// Time in the method itself.
    pub self_ns: Ns,
    /// Time in the method and what it called.
    pub total_ns: Ns,
}

impl Launch {
    /// Whether the callers of its methods are known.
    pub fn knows_callers(&self) -> bool {
        self.costs.iter().any(|cost| cost.path.is_some())
    }
}

impl Cost {
    /// Adds up those of one key, which stand beside each other.
    pub fn add_up(costs: &mut Vec<Cost>) {
        costs.dedup_by(|next, first| {
            let same = next.key() == first.key();
            if same {
                first.calls += next.calls;
                first.self_ns += next.self_ns;
                first.total_ns += next.total_ns;
            }
            same
        });
    }

    /// The order of [`Launch::costs`].
    pub fn key(&self) -> (MethodId, Thread, Option<PhaseId>, Option<PathId>) {
        (self.method, self.thread, self.phase, self.path)
    }
}

/// What a method cost in a launch, whatever the phase and the path.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MethodCost {
    /// How often it was called.
    pub calls: f64,
    /// Time in the method itself.
    pub self_ns: Ns,
    /// Time in the method and what it called; recursion counts once.
    pub total_ns: Ns,
}

/// A view controller that was shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Its class.
    pub name: Arc<str>,
    /// From the start of its loading to the end of its first `viewDidAppear:`.
    pub render: Ns,
}

/// What a recorder had no room for: counted, never silently lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Dropped {
    /// Calls that no node of the tree could take.
    pub calls: u64,
    /// Events that the timeline lacks.
    pub events: u64,
    /// Threads that were not recorded.
    pub threads: u64,
}

impl Dropped {
    /// Whether costs are too low by what is missing (a shorter timeline changes no cost).
    pub fn touches_costs(self) -> bool {
        self.calls > 0 || self.threads > 0
    }
}

impl fmt::Display for Dropped {
    /// What is missing, and whether it matters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [(self.calls, "calls"), (self.threads, "threads"), (self.events, "timeline events")];
        let missing: Vec<String> = kinds
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, kind)| format!("{count} {kind}"))
            .collect();
        f.write_str(&missing.join(", "))?;
        f.write_str(if self.touches_costs() { "; its costs are too low" } else { "; its costs are complete" })
    }
}

impl Launch {
    /// How long the launch took: until the first frame, else until the last mark.
    pub fn duration(&self) -> Option<Ns> {
        self.mark(marks::FIRST_FRAME).or_else(|| self.marks.last()).map(|mark| mark.at)
    }

    /// The mark of this name.
    pub fn mark(&self, name: &str) -> Option<&Mark> {
        self.marks.iter().find(|mark| *mark.name == *name)
    }

    /// The methods' self costs on the main thread, in all phases.
    pub fn objc(&self) -> Ns {
        self.costs.iter().filter(|c| c.thread == Thread::Main).map(|c| c.self_ns).sum()
    }

    /// What the launch spent outside Objective-C methods, or in methods that were not recorded.
    pub fn outside(&self) -> Option<Ns> {
        self.duration().map(|duration| duration - self.objc())
    }

    /// Each method's cost on one kind of thread, in the order of ids, each method once.
    pub fn methods<'a>(
        &'a self,
        table: &'a Table,
        thread: Thread,
    ) -> impl Iterator<Item = (MethodId, MethodCost)> + 'a {
        self.costs.chunk_by(|a, b| a.method == b.method).filter_map(move |costs| {
            let mut sum: Option<MethodCost> = None;
            for cost in costs.iter().filter(|c| c.thread == thread) {
                let sum = sum.get_or_insert_default();
                sum.calls += cost.calls;
                sum.self_ns += cost.self_ns;
                // A recursive call's time is inside its caller's already.
                let inner = cost.path.is_some_and(|path| table.path(path).contains(&cost.method));
                if !inner {
                    sum.total_ns += cost.total_ns;
                }
            }
            sum.map(|sum| (costs[0].method, sum))
        })
    }
}
