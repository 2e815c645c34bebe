//! Defines a finding: a row that grew, the evidence of its growth, and the consequence for the check.

use std::sync::Arc;

use gate_baseline::Acceptance;

use super::Confirmation;
use super::evidence::Evidence;
use crate::amount::{Amount, Sides};
use crate::compare::{Caller, ExactIncrease, FunctionGrowth, JudgedRow, Row, RowValues};
use crate::subject::Subject;

gate_common::named! {
    /// The kind of a finding. The kind's name in files is also the id of the rule in SARIF.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum FindingKind: (&'static str, &'static str) {
        /// A method whose calls became more expensive.
        Slower = "slower", ("slower", "A method's calls became more expensive");
        /// A method or a function that is called more often.
        Calls = "calls", ("called more often", "A method is called more often");
        /// Work (requests to the system) that is requested more often.
        Work = "work", ("more work", "The launch asks for more files, databases, code or other work");
        /// A method that the base does not have.
        New = "new", ("new", "A new method takes time");
        /// A module that the base does not have.
        NewModule = "new-module", ("new module", "A new module takes time");
        /// A method whose cost came from another method. Moved cost does not fail the check.
        Moved = "moved", ("moved", "Cost moved from one method to another");
        /// A phase that became slower outside Objective-C.
        Phase = "phase", ("slower", "Swift, C or system code of a phase became slower");
        /// A function that samples found, if no finding of a method or phase reports its growth.
        Function = "function", ("slower (sampled)", "A function in Swift, C or C++ became more expensive");
        /// A function or method in which the main thread waits longer, if no other finding reports the growth.
        Waiting = "waiting", ("waits longer (sampled)", "The main thread waits longer in a function");
        /// A page that takes longer to render, if findings of methods and phases explain less than half of this growth.
        Page = "page", ("page is slower", "A page became slower");
        /// A span (measured by the app itself) that takes longer, if findings of methods and phases explain less than half of this growth.
        Span = "span", ("span is slower", "A span became slower");
        /// A module that became slower. The growth is spread over several methods, and too small in each method for a finding.
        Module = "module", ("module is slower", "A module became slower");
        /// Growth that all rows have in common.
        Drift = "drift", ("everything is slower", "Everything became slower");
        /// More slow launches, while the other launches did not change.
        SlowLaunches = "slow-launches", ("more launches are slow", "More launches are slow");
        /// More launches that crash or never reach a first frame.
        LostLaunches = "lost-launches", ("more launches are lost", "More launches crash or never come to a first frame");
        /// Growth since the anchor (a stored session, usually of a release) that is too small to be seen from session to session.
        Creep = "creep", ("slower since the anchor", "Slow growth since the anchor");
        /// The launch or a phase executes more instructions, which scatter far less than time.
        Instructions = "instructions", ("more instructions", "The launch or a phase takes more instructions");
        /// The launch or a phase executes more cycles. Cycles are tested only if they scatter less than time.
        Cycles = "cycles", ("more cycles", "The launch or a phase takes more cycles");
        /// A larger value of a counter that the system records for the process.
        Process = "process", ("more of the process's counts", "The process reads, writes or holds more");
        /// A row (a measured quantity) whose level exceeds an absolute limit.
        Budget = "budget", ("over its budget", "A budget is exceeded");
    }
}

impl FindingKind {
    /// Returns the phrase that reports use for this kind.
    pub fn label(self) -> &'static str {
        self.row().0
    }

    /// Returns a sentence that describes the rule for findings of this kind.
    pub fn describe_rule(self) -> &'static str {
        self.row().1
    }
}

/// A row (a measured quantity, such as the time of a method) that is reported as grown, with the evidence and the consequence.
#[derive(Clone, Debug)]
pub struct Finding {
    pub kind: FindingKind,
    pub row: Row,
    /// The levels of the row in the base and in the head.
    pub levels: Sides<Amount>,
    /// The evidence that the row grew.
    pub evidence: Evidence,
    /// The consequence of the finding for the check.
    pub status: FindingStatus,
    /// The exact increase of the row's calls or requests, whether or not its time was tested.
    pub increase: Option<Box<ExactIncrease>>,
    /// The median number of calls of a method, function or span, or of appearances of a page, in a launch; `None` for all other rows.
    pub calls: Option<Sides<f64>>,
    /// The row's cost in each admitted launch.
    pub values: Arc<RowValues>,
    /// For a new method, the nearest method above it in the call tree that is not new; `None` if callers are unknown.
    pub called_by: Option<Caller>,
    /// Whether the row is only the remainder of a module. Methods that have findings of their own or became faster are not included.
    pub is_remainder: bool,
    /// Further methods or functions that this finding represents, so they are not listed separately.
    pub joined_methods: Vec<Arc<str>>,
    /// The functions that explain the finding's growth, the function with the largest growth first; empty if samples show no such function.
    pub functions: Vec<FunctionGrowth>,
    /// The growth in the fresh launches of a confirmation run, if there was one.
    pub confirmation: Option<Confirmation>,
}

/// The consequence of a finding for the check.
#[derive(Clone, Debug, PartialEq)]
pub enum FindingStatus {
    /// The finding fails the check. `exceeds` is an acceptance that names the row but does not cover its growth, if there is one.
    Fails { exceeds: Option<ExceededAcceptance> },
    /// A person accepted the finding, so it does not fail the check.
    Accepted(Acceptance),
    /// The finding is only shown. `exceeds` is an acceptance that names the row but does not cover its growth, if there is one.
    Advisory { reason: AdvisoryReason, exceeds: Option<ExceededAcceptance> },
    /// The cost came from the row `from`, so the finding does not fail the check.
    Moved { from: Arc<str> },
    /// The fresh launches of a confirmation run did not confirm the finding, so it does not fail the check.
    NotConfirmed,
}

/// An acceptance that names the finding's row but does not cover its growth: the acceptance allows less than was measured, or it is invalid
/// because it allows more.
#[derive(Clone, Debug, PartialEq)]
pub struct ExceededAcceptance {
    pub acceptance: Acceptance,
    /// Whether the acceptance allows more growth than was measured. A change must not add an acceptance for its own growth that allows more
    /// than was measured.
    pub is_too_large: bool,
}

gate_common::named!(AdvisoryReason:
    Settings = "settings", Small = "small", CallsVary = "calls-vary", WithinAllowance = "within-allowance",
    ProcessCounter = "process-counter", TimeFell = "time-fell", UnknownPhone = "unknown-phone",
    Simulator = "simulator", NotProven = "not-proven");

/// The reason why a finding is only shown, and does not fail the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdvisoryReason {
    /// The settings make the finding's row advisory.
    Settings,
    /// The finding's growth is below the share of the launch from which findings fail (`gate.fail_from`).
    Small,
    /// More calls explain the growth, but the number of calls also varies between launches of the base.
    CallsVary,
    /// The increase of calls or requests is below the limit in the settings, or it may be due to chance.
    WithinAllowance,
    /// The row is a counter of the process, whose false-alarm rate was never measured.
    ProcessCounter,
    /// A counter grew, but the time of the same phase became shorter.
    TimeFell,
    /// No stored session was recorded on the phone of these launches.
    UnknownPhone,
    /// The launches ran in a simulator, so their times are those of the Mac.
    Simulator,
    /// A backtest has not yet shown that times cause few false alarms with the stored sessions.
    NotProven,
}

impl Finding {
    /// Makes a finding of a row that was tested.
    pub(super) fn new(kind: FindingKind, judged: &JudgedRow) -> Finding {
        let evidence = Evidence::Test(Box::new(judged.result));
        Finding {
            calls: judged.calls,
            called_by: judged.called_by.clone(),
            ..Finding::with_evidence(kind, judged.row.clone(), judged.levels(), &judged.values, evidence)
        }
    }

    /// Makes a finding of a row with evidence of any kind. The settings decide whether the finding is advisory.
    pub(super) fn with_evidence(
        kind: FindingKind,
        row: Row,
        levels: Sides<Amount>,
        values: &Arc<RowValues>,
        evidence: Evidence,
    ) -> Finding {
        let status = match row.rule.advisory {
            true => FindingStatus::Advisory { reason: AdvisoryReason::Settings, exceeds: None },
            false => FindingStatus::Fails { exceeds: None },
        };
        Finding {
            kind,
            row,
            levels,
            evidence,
            status,
            increase: None,
            calls: None,
            values: Arc::clone(values),
            called_by: None,
            is_remainder: false,
            joined_methods: Vec::new(),
            functions: Vec::new(),
            confirmation: None,
        }
    }

    /// Returns whether the finding fails the check.
    pub fn fails(&self) -> bool {
        matches!(self.status, FindingStatus::Fails { .. })
    }

    /// Returns the reason why the finding is only shown; `None` for a finding of any other status.
    pub fn advisory_reason(&self) -> Option<AdvisoryReason> {
        if let FindingStatus::Advisory { reason, .. } = self.status { Some(reason) } else { None }
    }

    /// Returns the acceptance that covers the finding.
    pub fn acceptance(&self) -> Option<&Acceptance> {
        if let FindingStatus::Accepted(acceptance) = &self.status { Some(acceptance) } else { None }
    }

    /// Returns the acceptance that the finding exceeds.
    pub fn exceeded_acceptance(&self) -> Option<&ExceededAcceptance> {
        match &self.status {
            FindingStatus::Fails { exceeds } | FindingStatus::Advisory { exceeds, .. } => exceeds.as_ref(),
            _ => None,
        }
    }

    /// Returns the name of the row from which the finding's cost came, if the cost moved.
    pub fn moved_from(&self) -> Option<&Arc<str>> {
        if let FindingStatus::Moved { from } = &self.status { Some(from) } else { None }
    }

    /// Makes a failing finding advisory.
    pub(super) fn make_advisory(&mut self, reason: AdvisoryReason) {
        if let FindingStatus::Fails { exceeds } = &mut self.status {
            self.status = FindingStatus::Advisory { reason, exceeds: exceeds.take() };
        }
    }

    /// Returns the exact increase of the finding's calls or requests, if there is one.
    pub fn exact_increase(&self) -> Option<&ExactIncrease> {
        self.increase.as_deref()
    }

    /// Returns whether the finding's only evidence is an increase of calls or requests.
    pub fn is_of_calls_alone(&self) -> bool {
        matches!(self.evidence, Evidence::Exact(_))
    }

    /// Returns the subject of the finding's row.
    pub fn subject(&self) -> &Subject {
        &self.row.subject
    }

    /// Returns the growth of the finding's level, in the unit of its row.
    pub fn change(&self) -> f64 {
        self.levels.growth().value
    }

    /// Returns the growth of the finding's time. For a finding with a unit other than time, the result is 0, so that sums contain times
    /// only.
    pub(crate) fn time_change(&self) -> f64 {
        self.levels.growth().as_time().map_or(0.0, |time| time.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gate_config::{Config, Date, RowKind};
    use gate_launches::Ns;

    #[test]
    fn the_sum_of_time_changes_excludes_findings_in_other_units() {
        let today = Date::from_unix_seconds(0).unwrap();
        let rule = Config::default().rule_for(RowKind::Work, &[], None, today, Ns(0.0));
        let finding = |subject: Subject| {
            let levels = Sides { base: 1.0, head: 4.0 }.in_unit(subject.unit());
            let row = Row { rule: rule.clone(), subject, module: None, owner: None, renamed_from: None };
            let evidence = Evidence::Limit(levels.head);
            Finding::with_evidence(FindingKind::Budget, row, levels, &Arc::default(), evidence)
        };
        let findings = [finding(Subject::Launch), finding(Subject::Work("file.open".into(), None))];
        assert_eq!(findings.iter().map(Finding::time_change).sum::<f64>(), 3.0);
        assert_eq!(findings.each_ref().map(Finding::change), [3.0, 3.0]);
    }
}
