//! What a finding is: the kinds, and all that a format needs to know of each.

use std::sync::Arc;

use gate_baseline::Acceptance;
use gate_launches::Ns;

use super::Again;
use crate::compare::{Call, CountRow, Judged, MoreCalls, Part, Subject};

gate_common::named! {
    /// What kind of thing was found; its name in files is also the id of the rule in SARIF.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum FindingKind: (&'static str, &'static str) {
        /// A method whose calls became more expensive.
        Slower = "slower", ("slower", "A method's calls became more expensive");
        /// A method that is called more often.
        Calls = "calls", ("called more often", "A method is called more often");
        /// Work that is asked for more often.
        Work = "work", ("more work", "The launch asks for more files, databases, code or other work");
        /// A method that was not there before.
        New = "new", ("new", "A new method takes time");
        /// A module that was not there before.
        NewModule = "new-module", ("new module", "A new module takes time");
        /// A method's cost that another one no longer has: it fails nothing.
        Moved = "moved", ("moved", "Cost moved from one method to another");
        /// A phase became slower outside Objective-C.
        Phase = "phase", ("slower", "Swift, C or system code of a phase became slower");
        /// A function that samples found became slower, where no method or phase tells it.
        Function = "function", ("slower (sampled)", "A function in Swift, C or C++ became more expensive");
        /// A page took longer to render, by more than the methods that were found explain.
        Page = "page", ("page is slower", "A page became slower");
        /// A module became slower, by growth spread over methods none of which shows it.
        Module = "module", ("module is slower", "A module became slower");
        Drift = "drift", ("everything is slower", "Everything became slower");
        /// More of the launches are slow, which leaves the quick ones where they were.
        SlowLaunches = "slow-launches", ("more launches are slow", "More launches are slow");
        /// More launches crash or never come to a first frame.
        LostLaunches = "lost-launches", ("more launches are lost", "More launches crash or never come to a first frame");
        /// Slower since the anchor, too slowly to be seen from session to session.
        Creep = "creep", ("slower since the anchor", "Slow growth since the anchor");
        /// More instructions, which scatter far less than time.
        Instructions = "instructions", ("more instructions", "The launch or a phase takes more instructions");
        /// More cycles, where they scatter less than time.
        Cycles = "cycles", ("more cycles", "The launch or a phase takes more cycles");
        /// More of what the system counts of the process.
        Process = "process", ("more of the process's counts", "The process reads, writes or holds more");
        /// Above an absolute limit.
        Budget = "budget", ("over its budget", "A budget is exceeded");
    }
}

impl FindingKind {
    /// The phrase for people.
    pub fn label(self) -> &'static str {
        self.row().0
    }

    /// The rule that such a finding breaks.
    pub fn rule(self) -> &'static str {
        self.row().1
    }
}

/// A row that is named.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What kind of thing it is.
    pub kind: FindingKind,
    /// The row.
    pub judged: Judged,
    /// The method that lost the cost which this one gained.
    pub moved_from: Option<Arc<str>>,
    /// The methods that it stands for, which are not told by themselves.
    pub holds: Vec<Arc<str>>,
    /// The functions that explain its growth, the largest part first, where samples tell.
    pub functions: Vec<Part>,
    /// Of calls that are compared exactly: how many more, from whom.
    pub more_calls: Option<Box<MoreCalls>>,
    /// Of instructions and cycles: what was counted; `judged` is the time of the same phase.
    pub counted: Option<Box<CountRow>>,
    /// Of slow and lost launches: how many, in words.
    pub told: Option<String>,
    /// The budget that it is above.
    pub limit: Option<Ns>,
    /// Somebody accepted it, so it fails nothing.
    pub accepted: Option<Acceptance>,
    /// Somebody accepted less of it than there is, so it fails all the same.
    pub exceeds: Option<Acceptance>,
    /// The acceptance is of more than was measured, which a change may not accept.
    pub is_acceptance_too_large: bool,
    /// It is only to be shown: the settings say so, or it cannot be told from a change of the device.
    pub advisory: bool,
    /// What fresh launches say of it, where it was measured again.
    pub again: Option<Again>,
}

impl Finding {
    pub(super) fn new(kind: FindingKind, judged: &Judged) -> Finding {
        let advisory = judged.row.rule.advisory;
        Finding {
            kind,
            judged: judged.clone(),
            moved_from: None,
            holds: Vec::new(),
            functions: Vec::new(),
            more_calls: None,
            counted: None,
            told: None,
            limit: None,
            accepted: None,
            exceeds: None,
            is_acceptance_too_large: false,
            advisory,
            again: None,
        }
    }

    /// Whether it fails the run.
    pub fn fails(&self) -> bool {
        let was_chance = self.again.as_ref().is_some_and(|again| !again.confirmed);
        self.kind != FindingKind::Moved && self.accepted.is_none() && !self.advisory && !was_chance
    }

    /// Whether its calls alone were found to be more: what its time says is no finding.
    pub fn is_of_calls_alone(&self) -> bool {
        self.more_calls.is_some() && self.judged.result.call != Call::Finding
    }

    /// What it is about.
    pub fn subject(&self) -> &Subject {
        &self.judged.row.subject
    }

    pub(super) fn change(&self) -> f64 {
        self.judged.change()
    }
}
