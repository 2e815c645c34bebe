//! Parts of a row or a report: calls, counts, functions, facts, acceptances.

use gate_facts::ImageCount;
use gate_launches::Role;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::is_default;

/// An entry of the file of accepted regressions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accepted {
    pub reason: String,
    /// By whom.
    pub owner: String,
    /// The last day on which it holds.
    pub until: String,
    /// The accepted growth, such as `+8%`; `None` for any growth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<String>,
    /// The change that was judged brings it along.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_change: bool,
    /// It is larger than what was measured, so it does not count.
    #[serde(default, skip_serializing_if = "is_default")]
    pub too_large: bool,
}

/// A method that each new launch calls more often than every launch of the pool did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoreCalls {
    /// In each launch of the pool.
    pub base: f64,
    /// In each new launch.
    pub head: f64,
    /// The callers that call it more often, most first; empty if callers are unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub callers: Vec<CallsFrom>,
    /// Estimated cost of the added calls, with all that they call.
    pub cost_ns: f64,
    /// How many instructions a function has that no sample found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<u64>,
    /// Why it is only shown, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
}

/// The calls by one caller.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallsFrom {
    /// The caller.
    pub method: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    /// Its owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// In a launch of the base; `None` without recorded callers.
    pub base: Option<f64>,
    /// In a launch now.
    pub head: f64,
}

/// Work of one kind that one module requests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkLine {
    /// The kind, as in `file.open`.
    pub work: String,
    /// On the main thread?
    pub is_main: bool,
    /// The module that requests it.
    pub module: Option<String>,
    /// Its owner.
    pub owner: Option<String>,
    /// Requests in a launch of the base; `None` if the base did not count them.
    pub base_calls: Option<f64>,
    pub head_calls: f64,
    /// Bytes of these requests.
    pub base_bytes: Option<f64>,
    pub head_bytes: f64,
}

/// The time for which the main thread waits in calls of one kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WaitLine {
    /// The kind, such as `lock`.
    pub wait: String,
    /// The phase; neither phase nor method means the whole launch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// The function or method that waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub module: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The mean launch of the base; `None` if it has no run states.
    pub base_ns: Option<f64>,
    pub head_ns: f64,
}

/// How often functions are called, by launches of copies that count that.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CalledFunctions {
    /// The launches that count, before and now.
    pub base_launches: usize,
    pub head_launches: usize,
    /// Number of functions that are called equally often in each launch of the base.
    pub constant: usize,
    /// Number of functions that are not, and do not decide.
    pub vary: usize,
    /// The functions whose number of calls changed, or all without a comparison.
    pub rows: Vec<CalledLine>,
}

/// A function and how often it is called.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CalledLine {
    /// The function.
    pub method: String,
    /// It is the stub of an imported one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_import: bool,
    pub module: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Which line of it the function begins at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Which function called it first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called_by: Option<String>,
    /// In a launch of the base; `None` without a comparison.
    pub base_calls: Option<f64>,
    pub head_calls: f64,
}

/// A counter of the processor in the launch or a phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counted {
    /// `instructions` or `cycles`.
    pub what: String,
    /// The phase; `launch` for the whole launch.
    pub phase: String,
    /// The baseline's centre.
    pub base: f64,
    /// The new launches' centre.
    pub head: f64,
    /// `head / base`.
    pub ratio: f64,
    /// The interval of the ratio.
    pub interval: [f64; 2],
    /// One-sided, corrected for all counts of its kind that decide.
    pub p_adjusted: f64,
    /// How much the baseline's launches scatter, as a share.
    pub scatter: f64,
    /// How much their times do.
    pub time_scatter: f64,
    /// Whether it may be a finding: it scatters less than the time.
    pub decides: bool,
    /// Whether what the agent's recording of calls takes was subtracted on both sides.
    #[serde(default)]
    pub less_calls: bool,
}

/// A function that explains a growth, or runs before `main`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FunctionPart {
    /// Its name for people.
    pub name: String,
    /// Its full name, the same in every build.
    pub full_name: String,
    /// The module that owns it.
    pub module: String,
    /// Its owner.
    pub owner: Option<String>,
    /// Its source file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in it at which it was seen most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Its share of the row before.
    pub base_ns: f64,
    pub head_ns: f64,
    /// `head_ns - base_ns`.
    pub change_ns: f64,
    /// The 95 % interval of the change, by a bootstrap over launches; `None` for functions that are only listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval_ns: Option<[Option<f64>; 2]>,
    /// Whether it is only the likeliest, since samples do not suffice to show that it grew.
    #[serde(default, skip_serializing_if = "is_default")]
    pub perhaps: bool,
    /// Whether it runs before `main` because its file is linked in.
    #[serde(default, skip_serializing_if = "is_default")]
    pub before_main: bool,
}

/// The place of a method in the sources.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourcePlace {
    pub method: String,
    pub file: String,
    /// The line in it, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// Launches that were lost for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostLaunches {
    pub side: Role,
    /// The kind of failure, as the run's log names it.
    pub reason: String,
    pub launches: u64,
}

/// Launches that were not compared: averages of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recorded {
    pub launches: usize,
    /// How long each took that came to a first frame.
    pub launch_ns: Vec<f64>,
    /// In order of time.
    pub phases: Vec<RecordedPhase>,
    /// The most expensive first.
    pub pages: Vec<RecordedPage>,
    /// The spans of the app's own, the longest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<RecordedSpan>,
    /// The first by self time, by total time and by calls, in the order of self time.
    pub methods: Vec<RecordedMethod>,
    /// How many methods ran.
    pub all_methods: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedPhase {
    pub name: String,
    pub ns: f64,
    /// The shortest and the longest of the launches.
    pub range_ns: [f64; 2],
    /// The part that methods of the main thread took.
    pub methods_ns: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedPage {
    /// The class of the view controller.
    pub name: String,
    /// Until it was rendered.
    pub ns: f64,
    /// The number of times that it appeared.
    #[serde(default)]
    pub appearances: f64,
}

/// A span of the app's own, as an average of the launches that have it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedSpan {
    pub name: String,
    pub calls: f64,
    pub total_ns: f64,
    /// Without the time of spans that began later on the same thread.
    pub self_ns: f64,
    /// The method in which it begins.
    pub caller: Option<String>,
    /// The owner of that method.
    pub owner: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RecordedMethod {
    pub name: String,
    pub module: Option<String>,
    /// Its owner.
    pub owner: Option<String>,
    pub self_ns: f64,
    /// With what it calls.
    pub total_ns: f64,
    pub calls: f64,
    /// Whether it runs on the main thread.
    pub on_main: bool,
    pub on_others: bool,
}

/// Files and dates for the commands of the report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commands {
    /// The folders of the launches, as they were given.
    pub runs: Vec<String>,
    /// Those of the base, where it was given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub base: Vec<String>,
    /// The app that was launched, and that of the base, where the run's log names them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apps: Vec<String>,
    /// The last day of an acceptance that begins today.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// A command to run next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextCommand {
    /// The reason: `download`, `explain`, `accept`, `list-functions`, `inspect-build`, `rerun-job`, `record-more` or `store-baseline`.
    pub reason: String,
    /// The program and its arguments. One that begins with `$(` is an expression for a shell, since its value is unknown here.
    pub arguments: Vec<String>,
}

/// A fact that is not as it was, or above its budget.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactRow {
    /// `load`, `dylib`, `fixups`, …: a kind of `[facts]`.
    pub kind: String,
    /// The image that has it; of numbers the one that grew most.
    pub image: String,
    /// Its name, of what has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How many there were.
    pub base: u64,
    /// How many there are.
    pub head: u64,
    /// The module that it belongs to.
    pub module: Option<String>,
    /// Its owner.
    pub owner: Option<String>,
    /// The budget that it is above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// The images in which a number differs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageCount>,
    /// Whether it grew by more than the settings allow, or is above its budget.
    pub told: bool,
    /// Whether it fails the run.
    pub fails: bool,
    /// Fields of other versions, which are kept.
    #[serde(flatten, skip_serializing_if = "Map::is_empty")]
    pub others: Map<String, Value>,
}
