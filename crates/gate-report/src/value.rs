//! The `Report` value: everything that any format shows, and the file that `gate check --out json=PATH` keeps.
//!
//! It is built once, by [`super::build()`]; renderers read it alone, so a kept report renders later without the
//! launches.
//! The outer fields are `launchgate.verdict/1`, which others read too: after the first release they may be added to, never changed.
//! A reader keeps the keys that it does not know.
//!
//! Invariant: what is written is read back as the same value.

mod launches;
mod parts;
mod waterfall;

use std::collections::BTreeMap;

use gate_common::names::encoded;
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::drawn::{Timelines, Tree};
use super::word::{Kept, Standing, Word};
pub use gate_decision::{Advisory, Again, Answer, Drift, MissingSymbols, Values};
use gate_decision::{Amount, Call, LossCount, Reason, Sides, SlowLaunches, Subject};
use gate_launches::Condition;
pub use launches::{ExcludedLaunch, LaunchList, LaunchUsed, LaunchesUsed, SlowLaunchTimes};
pub use parts::{
    Accepted, CalledFunctions, CalledLine, CallsFrom, Commands, Counted, FactRow, FunctionPart, LostLaunches,
    MoreCalls, NextCommand, Recorded, RecordedMethod, RecordedPage, RecordedPhase, RecordedSpan, SourcePlace,
    WaitLine, WorkLine,
};
pub use waterfall::{Waterfall, WaterfallMethod, WaterfallModule, WaterfallPhase};

/// The format's name and version.
pub const FORMAT: &str = "launchgate.verdict/1";

/// A finished check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    pub format: String,
    pub verdict: Answer,
    /// The findings: those that fail first, each part with the largest first.
    pub findings: Vec<ReportRow>,
    /// Facts of the build, if they were kept; those that fail first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<FactRow>,
    /// Rows worth a look, never the reason of anything.
    pub suspects: Vec<ReportRow>,
    /// Methods that were not seen any more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vanished: Vec<ReportRow>,
    /// Methods too noisy to judge, by the cost that they could hide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub noisy: Vec<ReportRow>,
    /// Why the answer is not a pass although no finding fails, what explains a finding, and what a pass was judged without.
    pub reasons: Vec<Kept<Reason>>,
    /// About how many more launches would make an undecided answer a pass, where launches alone would.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more_launches: Option<usize>,
    /// Changes of settings and acceptances that reviewers of this change should see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub review: Vec<String>,
    /// Whether the change edits stored sessions or anchors, which have no effect before it is merged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub edits_baselines: bool,
    /// Warnings about the input.
    pub warnings: Vec<String>,
    /// Conditions that prevent a comparison.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<ConditionPair>,
    /// The launch and its phases as wholes.
    pub wholes: Vec<ReportRow>,
    /// Instructions and cycles of the launch and its phases, if all launches recorded them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<Counted>,
    /// The work that launches ask for, by kind and module; `None` if no head launch counted it, which is not zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<Vec<WorkLine>>,
    /// The waiting time of the main thread; `None` if no head launch has run states, which is not zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<Vec<WaitLine>>,
    /// How often functions are called, where copies count that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<CalledFunctions>,
    /// Functions by samples, and whether they could be judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub functions: Option<FunctionsUsed>,
    /// The change that all rows share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drift: Option<Drift>,
    /// The launches that were used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub launches: Option<LaunchesUsed>,
    /// Launches of the head that are slower than every launch of the base; they hardly move the typical launch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slow_launches: Option<SlowLaunchTimes>,
    /// The settings of the judgement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<UsedSettings>,
    /// On what, of what and how was recorded, each side.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub environment: Vec<ConditionPair>,
    /// Modules, the dearest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modules: Vec<Module>,
    /// Absolute limits that hold for these launches, kept or exceeded, in the order of the settings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub budgets: Vec<Budget>,
    /// Every row that was judged, in the order of (kind, name).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<ReportRow>,
    /// The sessions in order of time, the new ones last; `history` of rows is parallel to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Session>,
    /// The names that [`Waterfall`], [`Tree`] and [`Slices`](super::drawn::Slices) refer to by index.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The sources of methods that call the first findings, or that these call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourcePlace>,
    /// Phases → modules → methods, whose parts add up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waterfall: Option<Waterfall>,
    /// The call trees of both sides in one, the main thread's first; empty without recorded callers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trees: Vec<Tree>,
    /// One median launch of each side, where its trace has a timeline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timelines: Option<Timelines>,
    /// The launches of the head, if they were not compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Recorded>,
    /// Files and dates for the commands of the next steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commands: Option<Commands>,
    /// The commands of the next steps, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<NextCommand>,
    /// Where the launches were judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Fields of other versions, which are kept.
    #[serde(flatten, skip_serializing_if = "Map::is_empty")]
    pub others: Map<String, Value>,
}

/// Launches with samples, and the functions in them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FunctionsUsed {
    /// Launches of the baseline with samples.
    pub base: usize,
    /// New launches with samples.
    pub head: usize,
    /// The first session whose functions are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    /// Why functions are not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_judged: Option<Kept<Reason>>,
    /// Images without symbols.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<MissingSymbols>,
    /// Functions that the system runs before `main`, the most expensive first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before_main: Vec<FunctionPart>,
    /// Every function that was judged, and of each module the others together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<ReportRow>,
}

/// The commit that was judged, and where its pipeline and its whole report are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The commit's full name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The full name of the base commit, in a pull request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_commit: Option<String>,
    /// The page of the repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repository_url: Option<String>,
    /// The page of the pipeline's run.
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

    /// A line of a source file at the head commit; of a path that leads out of the repository, the commit.
    pub(crate) fn source_page(&self, file: &str, line: Option<u32>) -> Option<String> {
        let is_hash = |commit: &&str| !commit.is_empty() && commit.bytes().all(|c| c.is_ascii_hexdigit());
        let commit = self.commit.as_deref().filter(is_hash)?;
        if file.split('/').any(|part| matches!(part.trim(), "" | "." | "..")) {
            return self.page_of(&["commit", commit]);
        }
        let path = encoded(&file.chars().take(500).collect::<String>(), "/-_.");
        let line = line.map_or(String::new(), |line| format!("#L{line}"));
        Some(self.page_of(&["blob", commit, &path])? + &line)
    }
}

/// A row of the comparison: a finding, a suspect, a whole, or any other one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReportRow {
    /// The kind of a finding (`slower`, `new`, `new-module`, `moved`, `calls`, `phase`, `function`, `page`, `module`, `drift`, `creep`,
    /// `instructions`, `cycles`, `budget`), or of another row: `suspect`, `whole`, `row`.
    pub kind: Word<Standing>,
    /// The subject that is measured.
    pub subject: Subject,
    /// The module that owns it, or the module that it is.
    pub module: Option<String>,
    /// Its owner.
    pub owner: Option<String>,
    /// The level of the baseline.
    pub base: Amount,
    /// The level of the new launches.
    pub head: Amount,
    /// `head - base`.
    pub change: Amount,
    /// `head / base`; `None` without a cost before.
    pub ratio: Option<f64>,
    /// The ends of the interval of the change; `None` for an end without a bound.
    pub interval: [Option<Amount>; 2],
    /// One-sided, corrected for all rows that decide.
    pub p_adjusted: f64,
    /// The median of its calls in a launch.
    pub base_calls: Option<f64>,
    pub head_calls: Option<f64>,
    /// The launches of the head that are slower than every launch of the base, where they are the evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slow_launches: Option<SlowLaunches>,
    /// The launches that were lost, where they are the evidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_launches: Option<Sides<LossCount>>,
    /// Whether it is a module without those of its methods that changed by themselves.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_remainder: bool,
    /// The methods that it contains, which are not listed by themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<String>,
    /// The functions that explain its growth by samples, the largest part first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<FunctionPart>,
    /// Added calls and their callers, if calls are compared exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more_calls: Option<MoreCalls>,
    /// The counter of a finding of `instructions` or `cycles`; the other numbers of the row are the time of the same phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Counted>,
    /// Its growth in fresh launches, if it was measured again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<Again>,
    /// The method of the base that calls a new method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called_by: Option<String>,
    /// The subject's name for people.
    #[serde(default)]
    pub name: String,
    /// Its consequence; of findings only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Kept<RowStatus>>,
    /// The answer of the test: `finding`, `suspect`, `within`, `undecided`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Word<Call>>,
    /// Whether it is shown to be faster, by a test whose level is corrected for all rows, as that of findings is.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_faster: bool,
    /// The growth (0.05 for 5 %) that would be missed in one run of five.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub could_hide: Option<f64>,
    /// Whether a pass needs it shown to have grown by less than what matters.
    #[serde(default, skip_serializing_if = "is_default")]
    pub critical: bool,
    /// The reasons that the settings give for its limits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// The limits in force for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// The budget that it must not exceed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Amount>,
    /// Its dearest callers, the root first, without the method itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// The source file, where a map names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in it, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Its cost in each launch that counts, in the unit of `base` and the order of [`LaunchesUsed::list`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Values>,
    /// Its typical level in each session of [`Report::history`], in the unit of `base`; `None` where the session has no such row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Option<f64>>,
    /// Fields of other versions, which are kept.
    #[serde(flatten, skip_serializing_if = "Map::is_empty")]
    pub others: Map<String, Value>,
}

impl Report {
    /// Returns the index of each name in `names`.
    pub(super) fn places(&self) -> HashMap<&str, usize> {
        self.names.iter().enumerate().map(|(at, name)| (name.as_str(), at)).collect()
    }
}

impl ReportRow {
    /// Returns the functions that explain it, without the one that is the finding itself.
    pub(super) fn explaining(&self) -> impl Iterator<Item = &FunctionPart> {
        self.functions.iter().filter(|part| self.subject.function() != Some(&part.full_name))
    }

    fn known_status(&self) -> Option<&RowStatus> {
        if let Some(Kept::Known(status)) = &self.status { Some(status) } else { None }
    }

    /// Whether it fails the check.
    pub fn fails(&self) -> bool {
        matches!(self.known_status(), Some(RowStatus::Fails { .. }))
    }

    /// The acceptance that covers it.
    pub fn accepted(&self) -> Option<&Accepted> {
        if let Some(RowStatus::Accepted(accepted)) = self.known_status() { Some(accepted) } else { None }
    }

    /// The acceptance that it exceeds.
    pub fn exceeds(&self) -> Option<&Accepted> {
        match self.known_status() {
            Some(RowStatus::Fails { exceeds } | RowStatus::Advisory { exceeds, .. }) => exceeds.as_ref(),
            _ => None,
        }
    }

    /// The row that its cost came from.
    pub fn moved_from(&self) -> Option<&String> {
        if let Some(RowStatus::Moved { from }) = self.known_status() { Some(from) } else { None }
    }

    /// Why it is only shown, if this version knows the reason.
    pub(super) fn advisory(&self) -> Option<Advisory> {
        if let Some(RowStatus::Advisory { reason, .. }) = self.known_status() { reason.known() } else { None }
    }

    /// The ends of the interval of its change, in its own unit.
    pub fn interval_values(&self) -> [Option<f64>; 2] {
        self.interval.map(|end| end.map(|end| end.value))
    }

    /// The limit that it must not exceed, in its own unit.
    pub(super) fn limit_value(&self) -> Option<f64> {
        self.limit.map(|limit| limit.value)
    }

    /// Growth of its time up to this is ignored.
    pub(crate) fn ignored_ns(&self) -> f64 {
        self.limits.map_or(0.0, |limits| limits.effect * self.base.value + limits.floor_ns)
    }
}

/// The consequence of a finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "kebab-case")]
pub enum RowStatus {
    /// It fails the check; an acceptance of less than it may exist.
    Fails {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exceeds: Option<Accepted>,
    },
    /// A person accepted it, so it does not fail the check.
    Accepted(Accepted),
    /// It is only shown; an acceptance of less than it may exist.
    Advisory {
        reason: Word<Advisory>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exceeds: Option<Accepted>,
    },
    /// Its cost came from another row.
    Moved { from: String },
    /// Fresh launches did not confirm it, so it does not fail the check.
    NotConfirmed,
}

/// How much may grow without being a finding: a share of what it cost, and a time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    pub effect: f64,
    /// In force: never more than what is set, and of a short launch less.
    pub floor_ns: f64,
    /// As it is set.
    pub set_floor_ns: f64,
}

impl From<gate_config::Limits> for Limits {
    fn from(limits: gate_config::Limits) -> Limits {
        Limits { effect: limits.effect, floor_ns: limits.floor.0, set_floor_ns: limits.set_floor.0 }
    }
}

/// A condition of recording and its values on both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionPair {
    pub condition: Word<Condition>,
    /// All values in the baseline.
    pub base: Vec<String>,
    /// All values in the new launches.
    pub head: Vec<String>,
}

/// The settings of the judgement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UsedSettings {
    /// The limits in force for rows that no override names.
    pub limits: Limits,
    /// The smallest relative growth of instructions and cycles that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions_effect: Option<f64>,
    /// The chance that a run without any regression has a finding.
    pub alpha: f64,
    /// The share of false entries among suspects.
    pub fdr: f64,
    /// Which threads' methods can fail the check: `main` or `all`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<String>,
    /// The settings file, by its path in the repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Fields of other versions, which are kept.
    #[serde(flatten, skip_serializing_if = "Map::is_empty")]
    pub others: Map<String, Value>,
}

/// A module's part of the typical launch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Module {
    /// Its name; `None` for methods without a module.
    pub name: Option<String>,
    /// Its owner.
    pub owner: Option<String>,
    /// How many of its methods ran on either side.
    pub methods: usize,
    /// Self costs on the main thread together, as in the waterfall.
    pub base_ns: i64,
    pub head_ns: i64,
    /// How many findings are in it.
    pub findings: usize,
    /// Its budget, which its typical level must not exceed; the smallest where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_ns: Option<f64>,
    /// Whether the budget is exceeded.
    #[serde(default, skip_serializing_if = "is_default")]
    pub over: bool,
}

/// An absolute limit, and the typical levels that it is compared with; for work, the median numbers of requests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Budget {
    /// The name of the limited row.
    pub name: String,
    /// The level that must not be exceeded.
    pub limit: Amount,
    /// The level of the baseline.
    pub base: Amount,
    /// The level now.
    pub head: Amount,
    /// Whether it is exceeded.
    #[serde(default, skip_serializing_if = "is_default")]
    pub over: bool,
}

/// A session of launches, to draw how things went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    pub name: String,
    /// When it was recorded, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded_unix_ms: Option<u64>,
    /// The build that was launched.
    pub build: String,
    /// The version of the build, if the recorder reports it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// The loaded code of the build: the UUID of each image by its path in the bundle.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub images: BTreeMap<String, String>,
    /// How many of its launches count.
    pub launches: usize,
    /// Whether it is judged, and not of the baseline.
    pub is_head: bool,
    /// Whether slow growth is measured against it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_anchor: bool,
    /// The typical duration of its launches.
    pub launch_ns: Option<f64>,
}

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
