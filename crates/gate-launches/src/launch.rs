//! One launch in memory, from any recorder.
//!
//! Invariants, which every reader establishes: costs are finite and not negative; marks are in the order of time; costs are sorted by
//! (method, thread, phase, path), and each combination of these four values occurs once.

use std::fmt;
use std::sync::Arc;

use gate_common::named;
use serde::{Deserialize, Deserializer, Serialize};

use super::units::amount;
use super::{
    Build, Conditions, CountedImage, LaunchFunctions, MethodId, MethodTable, Ns, PathId, Samples, Work,
};

/// One recorded start of the app.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Launch {
    /// The file and the line from which the launch was read.
    pub source: FileLine,
    /// The name of the session. A session consists of launches of one build on one device that were recorded in one run.
    pub session: Arc<str>,
    /// The number of the launch in its session.
    pub number: u64,
    /// The time of recording in milliseconds since 1970, if the recorder recorded it. The time of recording is used only to order sessions.
    pub recorded_unix_ms: Option<u64>,
    /// The device, the app and the way of recording.
    pub conditions: Arc<Conditions>,
    /// The launched build; values that the recorder did not record are empty.
    pub build: Arc<Build>,
    /// The properties that distinguish the launch from a normal cold launch.
    pub state: LaunchState,
    /// The number of the launch's block in an interleaved run. In each block, both builds are launched.
    pub block: Option<u64>,
    /// The role of the launch's build in an interleaved run: base or head.
    pub role: Option<BuildRole>,
    /// Named points in time of the launch, in order of time.
    pub marks: Vec<Mark>,
    /// The time spans between the marks that bound phases; their sum is the duration of the launch.
    pub phases: Vec<Phase>,
    /// The costs of methods, sorted by (method, thread, phase, path), with one cost for each combination.
    pub costs: Vec<Cost>,
    /// The pages (view controllers) that were shown.
    pub pages: Vec<Page>,
    /// The spans that the app named by its signposts, by name.
    pub spans: Vec<Span>,
    /// The data that the recorder dropped because its memory was full.
    pub dropped: DroppedData,
    /// The reason why the recorder stopped by itself; `None` if it did not, or if the launch was not read from a trace.
    pub stopped: Option<Arc<str>>,
    /// The sampled call stacks, if the launch was sampled, and if the caller of the reader requested call paths or samples.
    pub samples: Option<Arc<Samples>>,
    /// The functions that samples of the launch found, if the functions were named; `None` for a launch without samples.
    pub functions: Option<Arc<LaunchFunctions>>,
    /// The instructions and cycles that a recorded call adds to the counters of the marks, on average. All other counters in this field are
    /// `None`.
    pub per_call: Counters,
    /// The work that the launch requested; `None` if work was not counted.
    pub work: Option<Arc<[Work]>>,
    /// The calls of functions; `None` if the app does not count calls. A launch that counts calls is never timed.
    pub counts: Option<Arc<[CountedImage]>>,
}

/// A place in the input: a file and, if the file contains several launches, the line of a launch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileLine {
    /// The path as the user gave it, or `-` for standard input.
    pub file: Arc<str>,
    /// The line, counted from 1, in a file with several launches.
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

/// Properties that distinguish a launch from a normal cold launch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct LaunchState {
    /// Whether the system started the process before the user requested the app.
    #[serde(skip_serializing_if = "is_default")]
    pub prewarmed: bool,
    /// Whether the launch is the first one after an installation, which fills caches.
    #[serde(skip_serializing_if = "is_default")]
    pub first_after_install: bool,
    /// The thermal state of the device.
    #[serde(skip_serializing_if = "is_default", deserialize_with = "or_default")]
    pub thermal: Thermal,
    /// Whether low-power mode was on, which slows the device down.
    #[serde(skip_serializing_if = "is_default")]
    pub low_power: bool,
    /// Whether a debugger was attached.
    #[serde(skip_serializing_if = "is_default")]
    pub debugged: bool,
    /// Whether the driver launched the app only to warm the caches. Launches to warm up are excluded.
    #[serde(skip_serializing_if = "is_default")]
    pub warm_up: bool,
}

/// Returns whether a value equals its default, so that it need not be written.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Deserializes a value; null is converted to the default value.
fn or_default<'de, T: Default + Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    Option::<T>::deserialize(from).map(Option::unwrap_or_default)
}

/// The thermal state of a device, in the levels of `ProcessInfo.ThermalState`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Thermal {
    /// The device did not report its thermal state.
    #[default]
    Unknown,
    /// The device has its normal temperature.
    Nominal,
    /// The temperature is slightly elevated, but the system does not slow the device down yet.
    Fair,
    /// The temperature is high, so the system slows the device down.
    Serious,
    /// The temperature is critical, so the device needs to cool down.
    Critical,
}

impl Thermal {
    /// Returns whether the device runs at less than full speed.
    pub fn is_throttled(self) -> bool {
        self >= Thermal::Serious
    }
}

named!(Thermal: Unknown = "unknown", Nominal = "nominal", Fair = "fair", Serious = "serious", Critical = "critical");

impl From<trace::Thermal> for Thermal {
    fn from(state: trace::Thermal) -> Thermal {
        match state {
            trace::Thermal::Nominal => Thermal::Nominal,
            trace::Thermal::Fair => Thermal::Fair,
            trace::Thermal::Serious => Thermal::Serious,
            trace::Thermal::Critical => Thermal::Critical,
            trace::Thermal::Unknown | trace::Thermal::Other(_) => Thermal::Unknown,
        }
    }
}

/// The role of a build in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BuildRole {
    /// The build that is compared with.
    Base,
    /// The build that is judged.
    Head,
}

named!(BuildRole: Base = "base", Head = "head");

/// A named point in time of the launch.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The name of the mark: `agent_start`, `main` or another name in [`marks`], or a name that the app chose.
    pub name: Arc<str>,
    /// Time since the start of the process.
    pub at: Ns,
    /// The counters of the process at the time of the mark, if the system provides counters.
    pub counters: Counters,
}

/// The counters of the process, which vary far less than time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counters {
    /// The number of retired instructions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<f64>,
    /// The number of CPU cycles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles: Option<f64>,
    /// The number of pages that were read from disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page_ins: Option<f64>,
    /// Bytes read from disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk_read: Option<f64>,
    /// Bytes written to disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk_written: Option<f64>,
    /// Bytes of memory in use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub footprint: Option<f64>,
}

impl Counters {
    fn is_empty(&self) -> bool {
        *self == Counters::default()
    }

    /// Returns all counters with the names that files use.
    pub fn named_counters(&self) -> [(&'static str, Option<f64>); 6] {
        let mut copy = *self;
        copy.named_mut().map(|(name, count)| (name, *count))
    }

    /// Returns mutable references to all counters by their names in files.
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
    /// The first call of `viewDidAppear:`.
    pub const FIRST_DID_APPEAR: &str = "first_did_appear";
    /// The first frame was committed: the end of the launch.
    pub const FIRST_FRAME: &str = "first_frame";
    /// The first commit of the layer tree, if the recorded window begins or ends with this commit.
    pub(crate) const APPLE_FIRST_FRAME: &str = "apple_first_frame";
    /// The main run loop answers quickly from this mark on. If a launch is recorded until the app is responsive, this mark is its end.
    pub const RESPONSIVE: &str = "responsive";
    /// The mark at which the recorded window began, if it began later than the process. All times are relative to this mark.
    pub const BEGIN: &str = "begin";
    /// The end of the launch, if the settings name an end that is neither the first frame nor `responsive`.
    pub const END: &str = "end";
    /// The mark at which the recording ended. Without any other end, this mark ends the last phase.
    pub const WINDOW_END: &str = "window_end";

    /// The marks that bound a phase, in the order in which they happen.
    pub const PHASE_BOUNDS: [&str; 4] = [AGENT_START, MAIN, DID_FINISH_LAUNCHING, FIRST_FRAME];
}

/// A time span of the launch between two marks.
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    /// The names of the phase's two marks as `FROM..TO`, such as `main..did_finish_launching`.
    pub name: Arc<str>,
    /// The start of the span.
    pub from: Ns,
    /// The end of the span.
    pub to: Ns,
    /// The sum of the methods' self costs on the main thread in the phase;
    /// `None` if the recorder did not record the phases of costs.
    pub objc: Option<Ns>,
}

impl Phase {
    /// Returns the duration of the phase.
    pub fn duration(&self) -> Ns {
        self.to - self.from
    }

    /// Returns the time outside Objective-C methods. The returned time can be negative only if the overhead that was subtracted is inexact.
    pub fn outside_objc(&self) -> Option<Ns> {
        self.objc.map(|objc| self.duration() - objc)
    }
}

/// Index of a phase in [`Launch::phases`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PhaseId(pub u8);

/// The kind of thread on which code ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ThreadKind {
    /// The main thread. Only its costs count towards the time of the launch.
    #[default]
    Main,
    /// Any thread except the main thread.
    Other,
}

named!(ThreadKind: Main = "main", Other = "other");

/// The cost of one method on one kind of thread, in one phase, and for one path of callers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// The method's id in the table of names.
    pub method: MethodId,
    pub thread: ThreadKind,
    /// The phase of the calls, if the recorder recorded phases.
    pub phase: Option<PhaseId>,
    /// The callers, if paths were requested and recorded.
    pub path: Option<PathId>,
    /// Number of calls; a sampling recorder may estimate a fraction, such as 1.5.
    pub calls: f64,
    /// Self time of the method.
    pub self_ns: Ns,
    /// Time of the method and its callees.
    pub total_ns: Ns,
}

impl Launch {
    /// Returns whether the callers of the launch's methods are known.
    pub fn knows_callers(&self) -> bool {
        self.costs.iter().any(|cost| cost.path.is_some())
    }
}

impl Cost {
    /// Merges neighbouring costs that have the same method, thread, phase and path into one cost, which is their sum.
    pub fn add_up(costs: &mut Vec<Cost>) {
        costs.dedup_by(|next, first| {
            let same = next.sort_key() == first.sort_key();
            if same {
                first.calls += next.calls;
                first.self_ns += next.self_ns;
                first.total_ns += next.total_ns;
            }
            same
        });
    }

    /// Returns the sort key of [`Launch::costs`].
    pub fn sort_key(&self) -> (MethodId, ThreadKind, Option<PhaseId>, Option<PathId>) {
        (self.method, self.thread, self.phase, self.path)
    }
}

/// The cost of a method in a launch, over all phases and paths.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MethodCost {
    /// Number of calls of the method.
    pub calls: f64,
    /// Self time of the method.
    pub self_ns: Ns,
    /// Time of the method and its callees; recursive calls count once.
    pub total_ns: Ns,
}

/// A view controller that was shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// The class of the page's view controller.
    pub name: Arc<str>,
    /// The time from the creation of the view controller to the first frame after its `viewDidAppear:`. If the creation was not recorded,
    /// the time begins with `loadView`, or else with `viewWillAppear:`. If no frame was recorded, the time ends with `viewDidAppear:`.
    #[serde(rename = "render_ns")]
    pub render: Ns,
    /// Number of times that a view controller of this class appeared.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub appearances: u64,
}

fn one() -> u64 {
    1
}

fn is_one(count: &u64) -> bool {
    *count == 1
}

/// A span that the app defines: all signpost intervals and signpost events with the same name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Span {
    pub name: Arc<str>,
    /// Number of intervals that began, plus number of signpost events.
    #[serde(with = "amount")]
    pub calls: f64,
    /// The time from begin to end, summed over the intervals of all threads.
    #[serde(rename = "total_ns")]
    pub total: Ns,
    /// The part of the span's time in which no span that began later was open on the same thread.
    #[serde(rename = "self_ns")]
    pub own: Ns,
    /// The method of the app in which the first interval began, or else the image of the app that emitted the signpost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caller: Option<Arc<str>>,
    /// The growth of the counters of the process in an interval, and the memory in use at its end: the average over the intervals at whose
    /// begin and end the recorder read the counters, which are the first ones.
    #[serde(default, skip_serializing_if = "Counters::is_empty")]
    pub counters: Counters,
}

/// The amounts of data that a recorder dropped because its memory was full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct DroppedData {
    /// Number of calls that have no node in the calling-context tree.
    pub calls: u64,
    /// Number of events that are missing from the timeline.
    pub events: u64,
    /// Number of threads that were not recorded.
    pub threads: u64,
}

impl DroppedData {
    /// Returns whether costs are too low because of dropped data. Missing events do not change costs.
    pub fn touches_costs(self) -> bool {
        self.calls > 0 || self.threads > 0
    }
}

impl fmt::Display for DroppedData {
    /// Writes the dropped data and whether costs are complete.
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
    /// Returns the duration of the launch, until [`Launch::end`].
    pub fn duration(&self) -> Option<Ns> {
        self.end().map(|mark| mark.at)
    }

    /// Returns the mark that ends the launch: the end that the settings name, else the first frame, else the last mark.
    pub fn end(&self) -> Option<&Mark> {
        let ends = [marks::END, marks::RESPONSIVE, marks::FIRST_FRAME];
        ends.into_iter().find_map(|name| self.mark(name)).or_else(|| self.marks.last())
    }

    /// Returns the mark with this name; `None` if the launch does not have the mark.
    pub fn mark(&self, name: &str) -> Option<&Mark> {
        self.marks.iter().find(|mark| *mark.name == *name)
    }

    /// Returns the sum of the methods' self costs on the main thread, in all phases.
    pub fn objc_time(&self) -> Ns {
        self.costs.iter().filter(|c| c.thread == ThreadKind::Main).map(|c| c.self_ns).sum()
    }

    /// Returns the time in which the main thread ran no recorded Objective-C method.
    pub fn outside_objc(&self) -> Option<Ns> {
        self.duration().map(|duration| duration - self.objc_time())
    }

    /// Returns the cost of each method on one kind of thread, with one cost for each method, in the order of ids.
    pub fn method_costs<'a>(
        &'a self,
        table: &'a MethodTable,
        thread: ThreadKind,
    ) -> impl Iterator<Item = (MethodId, MethodCost)> + 'a {
        self.costs.chunk_by(|a, b| a.method == b.method).filter_map(move |costs| {
            let mut sum: Option<MethodCost> = None;
            for cost in costs.iter().filter(|c| c.thread == thread) {
                let sum = sum.get_or_insert_default();
                sum.calls += cost.calls;
                sum.self_ns += cost.self_ns;
                // The time of a recursive call is already included in the time of the outer call.
                let inner = cost.path.is_some_and(|path| table.path(path).contains(&cost.method));
                if !inner {
                    sum.total_ns += cost.total_ns;
                }
            }
            sum.map(|sum| (costs[0].method, sum))
        })
    }
}
