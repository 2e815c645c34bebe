//! Defines the `Report` value: the data that any format shows, and the content of the file that `gate check --out json=PATH` writes.
//!
//! The value is built once, by [`super::build_report`]. Renderers read only this value, so a stored report can be rendered without the
//! launches. The outer fields are the format `launchgate.verdict/1`, which other programs read too. After the first release, fields may be
//! added but never changed. A reader preserves the keys that it does not know.
//!
//! Invariant: a written value is read back as an equal value.

mod launches;
mod parts;
mod waterfall;

use std::collections::{BTreeMap, BTreeSet};

use gate_common::names::percent_encode;
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::drawings::{Timelines, Tree};
use super::word::{PreservedValue, RowRole, StoredWord};
pub use gate_decision::{AdvisoryReason, Answer, Confirmation, Drift, MissingSymbols, RowValues};
use gate_decision::{
    Amount, ComparisonMode, LossCount, Reason, RelativeGrowth, RowClass, Sides, SlowLaunches, Subject,
};
use gate_launches::{BuildRole, Condition};
pub use launches::{ExcludedLaunch, LaunchList, LaunchUsed, LaunchesUsed, SlowLaunchTimes};
pub use parts::{
    AcceptedRegression, CalledFunctions, CalledLine, CallerCalls, CommandInputs, CounterValue, FactRow,
    FunctionPart, LostLaunches, MoreCalls, NextCommand, RecordedLaunches, RecordedMethod, RecordedPage,
    RecordedPhase, RecordedSpan, SourcePlace, StallLine, StallThread, WaitLine, WorkLine,
};
pub use waterfall::{Waterfall, WaterfallMethod, WaterfallModule, WaterfallPhase};

/// The format's name and version.
pub const FORMAT: &str = "launchgate.verdict/1";

/// The report of a finished check, which compares new launches (the head) with reference launches (the base). A row is one measured
/// quantity, such as the time of a method, with its values on both sides.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub format: String,
    pub verdict: Answer,
    /// The findings of the verdict. Findings that fail come first. Each group is sorted by size, the largest first.
    pub findings: Vec<ReportRow>,
    /// Facts of the build, if they were recorded. Facts that fail the check come first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<FactRow>,
    /// Suspects: rows that seem to have grown, but whose growth is not proven. Suspects never decide the answer.
    pub suspects: Vec<ReportRow>,
    /// Methods that the head no longer calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vanished: Vec<ReportRow>,
    /// Methods whose times vary too much to be judged. The method that could hide the largest growth comes first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub noisy: Vec<ReportRow>,
    /// Remarks on the answer: the reasons why it is not a pass although no finding fails, explanations of findings, and the rows to
    /// which a pass does not apply.
    pub reasons: Vec<PreservedValue<Reason>>,
    /// Approximate number of additional launches that would make an undecided answer a pass; `None` if more launches are not enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more_launches: Option<usize>,
    /// The upper 95 % limit of the launch's growth, not counting the growth that findings report. The check passes only if this limit is
    /// small enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<RelativeGrowth>,
    /// Changes of settings and acceptances that reviewers of this change should see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub review: Vec<String>,
    /// Whether the judged change edits stored sessions or anchors. These edits have no effect before the change is merged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub edits_baselines: bool,
    /// Warnings about the input.
    pub warnings: Vec<String>,
    /// The conditions of recording that prevent a comparison, because they differ between base and head.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<ConditionPair>,
    /// The rows of the whole launch and of each of its phases.
    pub wholes: Vec<ReportRow>,
    /// The counters (such as instructions and cycles) of the launch and its phases, if all launches recorded them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<CounterValue>,
    /// The requests to the system (work), by kind and module; `None` if no launch of the head recorded requests, which does not mean that
    /// the launches made no requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<Vec<WorkLine>>,
    /// The waiting time of the main thread; `None` if no launch of the head has run states, which does not mean that the thread did not
    /// wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Vec<WaitLine>>,
    /// The stalls of the head's launches, the longest first. Launches that are excluded from the comparison are included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stalls: Vec<StallLine>,
    /// The numbers of calls of functions, from launches of copies of the app that count calls; `None` if no launch counts calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<CalledFunctions>,
    /// The functions that were found in samples (recorded call stacks), and whether they could be judged; `None` if no launch has samples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub functions: Option<FunctionsUsed>,
    /// The change that all rows have in common; `None` if no launches were compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift: Option<Drift>,
    /// The launches that were compared and those that were excluded; `None` if no launches were compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub launches: Option<LaunchesUsed>,
    /// Launches of the head that are slower than every launch of the base. Slow launches have little influence on the typical launch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slow_launches: Option<SlowLaunchTimes>,
    /// The settings of the judgement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<UsedSettings>,
    /// The conditions of recording (such as the device, the build and the recorder) of each side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<ConditionPair>,
    /// The modules, the most expensive first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modules: Vec<Module>,
    /// The budgets that apply to these launches, whether exceeded or not, in the order of the settings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub budgets: Vec<Budget>,
    /// Every row that was judged, in the order of (kind, name).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<ReportRow>,
    /// The sessions in the order of time; those of the head are the last. In each row, `history` has one entry for each session.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Session>,
    /// The names to which [`Waterfall`], [`Tree`] and [`TimelineSlices`](super::drawings::TimelineSlices) refer by index.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The source locations of methods that call the methods of the first findings, or are called by them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourcePlace>,
    /// The launch, divided into phases, modules and methods. The costs add up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waterfall: Option<Waterfall>,
    /// For each kind of thread, the call trees of both sides merged into one, the main thread's first; empty without recorded callers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trees: Vec<Tree>,
    /// The timeline of one median launch of each side, if its trace has a timeline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timelines: Option<Timelines>,
    /// Averages of the head's launches, if they were not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<RecordedLaunches>,
    /// Files and dates that the commands of the next steps need.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commands: Option<CommandInputs>,
    /// The commands of the next steps, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<NextCommand>,
    /// The commit, the repository and the pipeline for which the launches were judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Fields that a different version wrote, which are preserved.
    #[serde(flatten, skip_serializing_if = "Map::is_empty")]
    pub others: Map<String, Value>,
}

/// The number of launches with samples, and the functions in them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FunctionsUsed {
    /// Number of launches of the base that have samples.
    pub base: usize,
    /// Number of launches of the head that have samples.
    pub head: usize,
    /// The oldest session of the base that has samples; `None` if no session has samples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// The reason why functions were not judged; `None` if they were judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_judged: Option<PreservedValue<Reason>>,
    /// The images whose symbols are missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<MissingSymbols>,
    /// Functions that the system runs before `main`, the most expensive first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before_main: Vec<FunctionPart>,
    /// A row for every function that was judged, and for each module a row for the functions without rows of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<ReportRow>,
}

impl FunctionsUsed {
    /// Returns whether the symbols of an image are missing in one of the two builds only.
    pub(crate) fn lacks_symbols_of_one_side(&self) -> bool {
        let of = |side: BuildRole| -> BTreeSet<&str> {
            self.missing.iter().filter(|one| one.side == side).map(|one| one.image.as_str()).collect()
        };
        of(BuildRole::Base) != of(BuildRole::Head)
    }
}

/// The commit that was judged, and the addresses of its pipeline and its report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The full hash of the commit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The full hash of the base commit, in a pull request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_commit: Option<String>,
    /// The address of the repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repository_url: Option<String>,
    /// The address of the pipeline's run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run_url: Option<String>,
    /// The address of the HTML report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_url: Option<String>,
}

impl Origin {
    /// Returns the address of a page of the repository on GitHub or GitLab.
    pub fn page_of(&self, parts: &[&str]) -> Option<String> {
        let repository = self.repository_url.as_deref()?;
        let is_gitlab = self.run_url.as_deref().is_some_and(|url| url.contains("/-/"));
        Some(format!("{repository}/{}{}", if is_gitlab { "-/" } else { "" }, parts.join("/")))
    }

    /// Returns the address of a source line at the head commit. For a path that leads out of the repository, the result is the address of
    /// the commit.
    pub(crate) fn source_page(&self, file: &str, line: Option<u32>) -> Option<String> {
        let is_hash = |commit: &&str| !commit.is_empty() && commit.bytes().all(|c| c.is_ascii_hexdigit());
        let commit = self.commit.as_deref().filter(is_hash)?;
        if file.split('/').any(|part| matches!(part.trim(), "" | "." | "..")) {
            return self.page_of(&["commit", commit]);
        }
        let path = percent_encode(&file.chars().take(500).collect::<String>(), "/-_.");
        let line = line.map_or(String::new(), |line| format!("#L{line}"));
        Some(self.page_of(&["blob", commit, &path])? + &line)
    }
}

/// A row of the report: one measured quantity in base and head. A row is a finding, a suspect, a whole (the launch or a phase), or another
/// row of the comparison.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReportRow {
    /// The kind of a finding, which is a name of `FindingKind` (such as `slower`, `new` or `budget`), or of another row (`suspect`,
    /// `whole`, `row`, `vanished`, `noisy`).
    pub kind: StoredWord<RowRole>,
    /// The subject of the row: the thing that is measured.
    pub subject: Subject,
    /// The module to which the subject belongs, or the subject itself if it is a module.
    pub module: Option<String>,
    /// The person or team that owns the subject; `None` if the owner is not known.
    pub owner: Option<String>,
    /// The level (the value that is compared) in the base.
    pub base: Amount,
    /// The level in the head.
    pub head: Amount,
    /// The level in the head minus the level in the base.
    pub change: Amount,
    /// The level in the head divided by that in the base; `None` if the base costs 0.
    pub ratio: Option<f64>,
    /// The ends of the confidence interval of the change; `None` for an end without a bound.
    pub interval: [Option<Amount>; 2],
    /// The one-sided p-value of the growth, corrected for the number of rows that may become findings.
    pub p_adjusted: f64,
    /// The median number of calls of a method, function or span, or of appearances of a page, in a launch of the base; `None` for all other
    /// rows.
    pub base_calls: Option<f64>,
    pub head_calls: Option<f64>,
    /// The slow launches of the head, if they are the evidence of the finding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slow_launches: Option<SlowLaunches>,
    /// The launches that were lost, if they are the evidence of the finding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_launches: Option<Sides<LossCount>>,
    /// Whether the row measures only a part of a module: its methods except those that have separate findings or became faster.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_remainder: bool,
    /// The methods that this finding represents, which are not listed separately.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<String>,
    /// The functions that explain the row's growth, as samples show them, the largest part first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<FunctionPart>,
    /// The added calls with their callers, if calls were compared exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more_calls: Option<MoreCalls>,
    /// The counter of a finding of kind `instructions`, `cycles` or `process`. All other numbers of the row are those of the time of
    /// the same phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<CounterValue>,
    /// The row's growth in the fresh launches of a confirmation run, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<Confirmation>,
    /// For a new method, the method of the base that calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called_by: Option<String>,
    /// The subject's name for display.
    #[serde(default)]
    pub name: String,
    /// The consequence of a finding for the check. Other rows have no status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<PreservedValue<RowStatus>>,
    /// The result of the row's test, which is `finding`, `suspect`, `within` or `undecided`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<StoredWord<RowClass>>,
    /// Whether a test shows that the row became faster. The significance level of the test is corrected for the number of rows, as for
    /// findings.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_faster: bool,
    /// The relative growth (0.05 for 5 %) that would remain undetected in one run of five.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub could_hide: Option<f64>,
    /// Whether the check passes only if it shows that this row grew by less than the smallest growth that matters.
    #[serde(default, skip_serializing_if = "is_default")]
    pub critical: bool,
    /// The reasons that the settings give for the row's limits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The limits that apply to the row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// The budget that the row must not exceed; `None` if no budget limits the row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Amount>,
    /// The chain of callers at the place in the call tree where the method costs most, the root first, without the method itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// The source file, if a link map contains it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in the source file, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The row's cost in each admitted launch, in the unit of `base` and in the order of [`LaunchesUsed::list`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<RowValues>,
    /// The row's typical level in each session of [`Report::history`], in the unit of `base`; `None` if the session does not contain the
    /// row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Option<f64>>,
    /// Fields that a different version wrote, which are preserved.
    #[serde(flatten, skip_serializing_if = "Map::is_empty")]
    pub others: Map<String, Value>,
}

impl Report {
    /// Returns the page of the changes between both commits, or else the page of the head's commit, with the text of a link.
    pub(crate) fn page_of_changes(&self) -> Option<(&'static str, String)> {
        let origin = self.origin.as_ref()?;
        // Stored launches may be of commits that differ from the base of the pull request.
        let is_of_both = self
            .launches
            .as_ref()
            .is_some_and(|used| used.mode.known_value() == Some(ComparisonMode::Blocks));
        let hash = |commit: &Option<String>| {
            commit.clone().filter(|commit| commit.chars().all(|c| c.is_ascii_hexdigit()))
        };
        let head = hash(&origin.commit)?;
        match hash(&origin.base_commit).filter(|_| is_of_both) {
            Some(base) => Some(("Changes", origin.page_of(&["compare", &format!("{base}...{head}")])?)),
            None => Some(("Commit", origin.page_of(&["commit", &head])?)),
        }
    }

    /// Returns the index of each name in `names`.
    pub(super) fn name_indexes(&self) -> HashMap<&str, usize> {
        self.names.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect()
    }
}

impl ReportRow {
    /// Returns the functions that explain the row, except the function that is the row's own subject.
    pub(super) fn explaining_functions(&self) -> impl Iterator<Item = &FunctionPart> {
        self.functions.iter().filter(|part| self.subject.function() != Some(&part.full_name))
    }

    fn known_status(&self) -> Option<&RowStatus> {
        if let Some(PreservedValue::Known(status)) = &self.status { Some(status) } else { None }
    }

    /// Returns whether the row fails the check.
    pub fn fails(&self) -> bool {
        matches!(self.known_status(), Some(RowStatus::Fails { .. }))
    }

    /// Returns the acceptance that covers the row.
    pub(crate) fn covering_acceptance(&self) -> Option<&AcceptedRegression> {
        if let Some(RowStatus::Accepted(accepted)) = self.known_status() { Some(accepted) } else { None }
    }

    /// Returns the acceptance that the row exceeds.
    pub fn exceeded_acceptance(&self) -> Option<&AcceptedRegression> {
        match self.known_status() {
            Some(RowStatus::Fails { exceeds } | RowStatus::Advisory { exceeds, .. }) => exceeds.as_ref(),
            _ => None,
        }
    }

    /// Returns the row from which the row's cost came, if the cost only moved between rows.
    pub fn moved_from(&self) -> Option<&String> {
        if let Some(RowStatus::Moved { from }) = self.known_status() { Some(from) } else { None }
    }

    /// Returns the reason why the row is only shown, if this version knows the reason.
    pub(super) fn advisory_reason(&self) -> Option<AdvisoryReason> {
        if let Some(RowStatus::Advisory { reason, .. }) = self.known_status() {
            reason.known_value()
        } else {
            None
        }
    }

    /// Returns the ends of the confidence interval of the row's change, in the row's unit.
    pub fn interval_values(&self) -> [Option<f64>; 2] {
        self.interval.map(|end| end.map(|end| end.value))
    }

    /// Returns the budget that the row must not exceed, in the row's unit.
    pub(super) fn limit_value(&self) -> Option<f64> {
        self.limit.map(|limit| limit.value)
    }

    /// Returns the largest growth of the row's time that is ignored.
    pub(crate) fn ignored_ns(&self) -> f64 {
        self.limits.map_or(0.0, |limits| limits.effect * self.base.value + limits.floor_ns)
    }
}

/// The consequence of a finding for the check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum RowStatus {
    /// The finding fails the check; `exceeds` is an acceptance of the finding that does not cover the growth.
    Fails {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exceeds: Option<AcceptedRegression>,
    },
    /// A person accepted the finding, so it does not fail the check.
    Accepted(AcceptedRegression),
    /// The finding is only shown; `exceeds` is an acceptance of the finding that does not cover the growth.
    Advisory {
        reason: StoredWord<AdvisoryReason>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exceeds: Option<AcceptedRegression>,
    },
    /// The row's cost came from the row `from`, so the finding does not fail the check.
    Moved { from: String },
    /// The fresh launches of a confirmation run did not confirm the finding, so it does not fail the check.
    NotConfirmed,
}

/// The largest growth that is not a finding: the sum of a share of the level in the base (`effect`) and a time (the floor).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    pub effect: f64,
    /// The floor that applies to the row, which is at most the floor in the settings, and smaller for a short launch.
    pub floor_ns: f64,
    /// The floor that the settings allow at most, which a comparison with the anchor uses.
    pub set_floor_ns: f64,
}

impl From<gate_config::Limits> for Limits {
    fn from(limits: gate_config::Limits) -> Limits {
        Limits { effect: limits.effect, floor_ns: limits.floor.0, set_floor_ns: limits.set_floor.0 }
    }
}

/// A condition of recording, such as the device, and its values on both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionPair {
    pub condition: StoredWord<Condition>,
    /// All values that occur in the baseline.
    pub base: Vec<String>,
    /// All values that occur in the new launches.
    pub head: Vec<String>,
}

/// The settings of the judgement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UsedSettings {
    /// The limits that apply to rows without an override in the settings.
    pub limits: Limits,
    /// The smallest relative growth of instructions and cycles that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions_effect: Option<f64>,
    /// The probability that a run without any regression has a finding.
    pub alpha: f64,
    /// The expected share of unchanged rows among suspects.
    pub fdr: f64,
    /// The threads whose methods can fail the check, which is `main` or `all`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<String>,
    /// The path of the settings file in the repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Fields that a different version wrote, which are preserved.
    #[serde(flatten, skip_serializing_if = "Map::is_empty")]
    pub others: Map<String, Value>,
}

/// A module's part of the typical launch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Module {
    /// The name of the module; `None` for methods without a module.
    pub name: Option<String>,
    /// The person or team that owns the code.
    pub owner: Option<String>,
    /// The number of the module's methods that ran on either side.
    pub methods: usize,
    /// The sum of the self costs (without callees) of the module's methods on the main thread in the base, as in the waterfall.
    pub base_ns: i64,
    pub head_ns: i64,
    /// The number of findings in the module.
    pub findings: usize,
    /// The budget of the module, which the module's typical level must not exceed. If several budgets limit the module, the smallest budget
    /// is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_ns: Option<f64>,
    /// Whether the budget is exceeded.
    #[serde(default, skip_serializing_if = "is_default")]
    pub over: bool,
}

/// A budget (an absolute limit of a row), and the levels that are compared with it. The levels are typical times, except that the levels of
/// requests to the system are median numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// The name of the row that the budget limits.
    pub name: String,
    /// The level that must not be exceeded.
    pub limit: Amount,
    /// The level of the limited row in the base.
    pub base: Amount,
    /// The level in the head.
    pub head: Amount,
    /// Whether the level in the head exceeds the budget.
    #[serde(default, skip_serializing_if = "is_default")]
    pub over: bool,
}

/// A session of launches, for the history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    pub name: String,
    /// The time at which the session was recorded, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded_unix_ms: Option<u64>,
    /// The build that was launched.
    pub build: String,
    /// The version of the build, if the recorder reports it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// The UUIDs of the images (binaries) of the build that were loaded, by the path of each image in the bundle.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub images: BTreeMap<String, String>,
    /// The number of the session's admitted launches.
    pub launches: usize,
    /// Whether the session belongs to the head (`true`) or to the base (`false`).
    pub is_head: bool,
    /// Whether the session is the anchor, against which slow growth is measured.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_anchor: bool,
    /// The typical duration of the session's launches; `None` if no launch has a duration.
    pub launch_ns: Option<f64>,
}

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
