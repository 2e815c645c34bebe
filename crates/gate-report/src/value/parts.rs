//! Defines the parts of rows and reports: calls, counters, functions, facts, acceptances.

use gate_facts::ImageCount;
use gate_launches::{BuildRole, marks};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::is_default;

/// An entry of the file of accepted regressions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptedRegression {
    pub reason: String,
    /// The person who accepted the growth.
    pub owner: String,
    /// The last day on which the acceptance is valid.
    pub until: String,
    /// The accepted growth, such as `+8%`; `None` for any growth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<String>,
    /// Whether the change that is judged adds this acceptance.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_change: bool,
    /// Whether the acceptance allows more growth than was measured. An acceptance that is too large is not valid.
    #[serde(default, skip_serializing_if = "is_default")]
    pub too_large: bool,
}

/// An increase of calls: each launch of the head calls the method more often than every launch of the pool (the stored
/// launches of the base) does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoreCalls {
    /// The number of calls in each launch of the pool.
    pub base: f64,
    /// The number of calls in each launch of the head.
    pub head: f64,
    /// The callers that call the method more often, the largest increase first. The list is empty if callers are unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub callers: Vec<CallerCalls>,
    /// The estimated time of the added calls, including the methods that they call.
    pub cost_ns: f64,
    /// The number of instructions that the added calls execute, for a function that has no samples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<u64>,
    /// The reason why the increase is only shown, if it does not fail the check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
}

/// The calls that one caller makes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallerCalls {
    /// The name of the caller.
    pub method: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// The person or team that owns the caller.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The number of calls in a launch of the base; `None` without recorded callers.
    pub base: Option<f64>,
    /// The number of calls in a launch of the head.
    pub head: f64,
}

/// Requests of one kind to the system, by one module.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkLine {
    /// The kind of the requests, such as `file.open`.
    pub work: String,
    /// Whether the requests are made on the main thread.
    pub is_main: bool,
    /// The module that makes the requests.
    pub module: Option<String>,
    /// The person or team that owns the module.
    pub owner: Option<String>,
    /// The number of requests in a launch of the base; `None` if requests were not recorded in the base.
    pub base_calls: Option<f64>,
    pub head_calls: f64,
    /// The number of bytes that the requests read or write in a launch of the base; `None` if requests were not recorded in the base.
    pub base_bytes: Option<f64>,
    pub head_bytes: f64,
}

/// The time for which the main thread waits in system calls of one kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WaitLine {
    /// The kind of system call in which the thread waits, such as `lock`.
    pub wait: String,
    /// The phase in which the thread waits. Without a phase and a method, the time is that of the whole launch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// The function or method that waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The mean waiting time in a launch of the base; `None` if the base's launches have no run states.
    pub base_ns: Option<f64>,
    pub head_ns: f64,
}

/// A long call on the main thread (a stall).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StallLine {
    /// The time for which the call had run when the stacks were copied.
    pub ran_ns: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// The kind of call in which the main thread waited, such as `lock`; `None` if the main thread was running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits: Option<String>,
    pub main: StallThread,
    /// The thread that holds the lock for which the main thread waited, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<StallThread>,
    /// The threads of a deadlock, each followed by the thread that holds the lock for which it waits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ring: Vec<StallThread>,
}

/// A thread during a stall.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StallThread {
    pub thread: String,
    /// The functions of the app on the stack, the innermost first.
    pub stack: Vec<String>,
    /// The module of the innermost function.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
}

/// The numbers of calls of functions, from launches of copies of the app that count calls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CalledFunctions {
    /// Number of launches of the copy of the base's app that counts calls.
    pub base_launches: usize,
    pub head_launches: usize,
    /// Number of functions that are called equally often in each launch of the base.
    pub constant: usize,
    /// The number of functions that are not compared, because the number of their calls varies between launches of the base.
    pub vary: usize,
    /// The functions whose number of calls changed, or all functions if there is no comparison.
    pub rows: Vec<CalledLine>,
}

/// A function and the number of its calls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CalledLine {
    /// The name of the function.
    pub method: String,
    /// Whether the function is the stub of an imported function.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_import: bool,
    pub module: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line of the file at which the function begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The function that made the first call of this function in a launch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called_by: Option<String>,
    /// The number of calls in a launch of the base; `None` without a comparison.
    pub base_calls: Option<f64>,
    pub head_calls: f64,
}

/// A counter of the processor (such as instructions) or of the process (such as page-ins), for the launch or a phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CounterValue {
    /// The name of the counter: `instructions`, `cycles`, `page_ins`, `disk_read`, `disk_written` or `footprint`.
    pub what: String,
    /// The name of the phase, or `launch` for the whole launch.
    pub phase: String,
    /// The level (the value that is compared) in the base.
    pub base: f64,
    /// The level in the head.
    pub head: f64,
    /// The level in the head divided by that in the base.
    pub ratio: f64,
    /// The confidence interval of the ratio.
    pub interval: [f64; 2],
    /// The one-sided p-value, corrected for all counts of this kind that may become findings.
    pub p_adjusted: f64,
    /// The scatter of the counter between the base's launches, as a share.
    pub scatter: f64,
    /// The scatter of the phase's time between the base's launches, as a share.
    pub time_scatter: f64,
    /// Whether growth of this counter may be a finding. It may be one if the counter scatters less between the base's launches than the
    /// time does.
    pub decides: bool,
    /// Whether the instructions or cycles that the agent itself uses for recording were subtracted on both sides.
    #[serde(default)]
    pub less_calls: bool,
}

/// A function that explains a growth, or runs before `main`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FunctionPart {
    /// The readable name of the function.
    pub name: String,
    /// The function's full name, which is the same in every build.
    pub full_name: String,
    /// The module to which the function belongs.
    pub module: String,
    /// The person or team that owns the code.
    pub owner: Option<String>,
    /// The source file that contains the function.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line of the file at which most samples of the function were taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The part of the row's cost that the function takes in the base.
    pub base_ns: f64,
    pub head_ns: f64,
    /// The growth of the function's part, which is `head_ns - base_ns`.
    pub change_ns: f64,
    /// The 95 % interval of the growth, from a bootstrap over launches; `None` for functions that are only listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval_ns: Option<[Option<f64>; 2]>,
    /// Whether the function is a candidate: the samples are not enough to show that the function grew.
    #[serde(default, skip_serializing_if = "is_default")]
    pub perhaps: bool,
    /// Whether the function runs before `main`, because the system calls it when it loads the function's image.
    #[serde(default, skip_serializing_if = "is_default")]
    pub before_main: bool,
}

/// The source location of a method.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourcePlace {
    pub method: String,
    pub file: String,
    /// The line in the file, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// The number of launches that were lost for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostLaunches {
    pub side: BuildRole,
    /// The kind of failure, as it is named in the run's log.
    pub reason: String,
    pub launches: u64,
    /// The recorder's description of the first of these lost launches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Averages of launches that were not compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecordedLaunches {
    pub launches: usize,
    /// The durations of the launches that reached the end of the recorded window.
    pub launch_ns: Vec<f64>,
    /// The marks at which the recorded window begins and ends.
    pub window: [String; 2],
    /// The phases in the order of time.
    pub phases: Vec<RecordedPhase>,
    /// The pages, the most expensive first.
    pub pages: Vec<RecordedPage>,
    /// The spans that the app itself defines, the longest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<RecordedSpan>,
    /// The most expensive methods by self time, by total time and by calls, sorted by self time.
    pub methods: Vec<RecordedMethod>,
    /// Number of all methods that ran.
    pub all_methods: usize,
}

impl RecordedLaunches {
    /// Describes the duration of the launches, such as "to the first frame".
    pub fn describe_window(&self) -> String {
        let [from, to] = self.window.each_ref().map(String::as_str);
        let begins_later = from == marks::BEGIN;
        let end = match to {
            marks::FIRST_FRAME => "to the first frame",
            marks::RESPONSIVE => "until the app is responsive",
            _ if begins_later => "to its end",
            _ => "to the end of the window",
        };
        if begins_later { format!("from the begin of the window {end}") } else { end.to_owned() }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedPhase {
    pub name: String,
    pub ns: f64,
    /// The shortest and the longest duration in a launch.
    pub range_ns: [f64; 2],
    /// The time of methods on the main thread within the phase.
    pub methods_ns: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedPage {
    /// The class of the view controller.
    pub name: String,
    /// The time from the page's creation until it was rendered.
    pub ns: f64,
    /// The number of times that the page appeared in a launch.
    #[serde(default)]
    pub appearances: f64,
}

/// A span that the app itself defines, averaged over the launches that contain it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedSpan {
    pub name: String,
    pub calls: f64,
    pub total_ns: f64,
    /// The time of the span without spans that began later on the same thread.
    pub self_ns: f64,
    /// The method in which the span begins, or else the image.
    pub caller: Option<String>,
    /// The owner of this method or image.
    pub owner: Option<String>,
    /// The instructions of the process in one of the span's first intervals, if the system counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<f64>,
    /// The pages that the process read from disk in one of the span's first intervals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_ins: Option<f64>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedMethod {
    pub name: String,
    pub module: Option<String>,
    /// The person or team that owns the code.
    pub owner: Option<String>,
    pub self_ns: f64,
    /// The time of the method, including the methods that it calls.
    pub total_ns: f64,
    pub calls: f64,
    /// Whether the method runs on the main thread.
    pub on_main: bool,
    pub on_others: bool,
}

/// Files and dates that the commands in the report need.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandInputs {
    /// The folders of the launches, as they were given to the command.
    pub runs: Vec<String>,
    /// The folders of the base's launches, if they were given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub base: Vec<String>,
    /// The app that was launched and the app of the base, if the run's log contains them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apps: Vec<String>,
    /// The last day for which an acceptance that begins today may be valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// A command that a person may run next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextCommand {
    /// The reason for the command: `download`, `explain`, `accept`, `list-functions`, `inspect-build`, `rerun-job`, `record-more` or
    /// `store-baseline`.
    pub reason: String,
    /// The program, followed by its arguments. An argument that begins with `$(` is an expression that the shell evaluates, since the
    /// report does not contain its value.
    pub arguments: Vec<String>,
}

/// A fact (a property of the build, such as a dylib or the number of fixups) that changed, or that is above its budget.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactRow {
    /// The kind of the fact, as the settings name it in `[facts]`: `load`, `dylib`, `fixups` and others.
    pub kind: String,
    /// The image (binary) that contains the fact. For a fact that is a number, the field contains the image in which the number grew most.
    pub image: String,
    /// The name of the fact, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The number of this kind of fact in the base.
    pub base: u64,
    /// The number of this kind of fact in the head.
    pub head: u64,
    /// The module to which the code of the fact belongs.
    pub module: Option<String>,
    /// The person or team that owns the module.
    pub owner: Option<String>,
    /// The budget that the fact exceeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// The images in which the number of this kind of fact differs between base and head.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageCount>,
    /// Whether the fact is reported. A reported fact grew by more than the settings allow, or exceeds its budget.
    pub told: bool,
    /// Whether the fact fails the check.
    pub fails: bool,
    /// Fields that a different version wrote, which are preserved.
    #[serde(flatten, skip_serializing_if = "Map::is_empty")]
    pub others: Map<String, Value>,
}
