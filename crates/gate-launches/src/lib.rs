//! Launches in memory, and the readers of traces and launch records.
//!
//! `gate-launches` defines [`Launch`] and the formats of launches. The crate does not depend on stored sessions or statistics.
//!
//! Invariant: every launch that a reader returns satisfies the invariants of [`Launch`]; input that violates them causes an error with its
//! file, its line and the reason, or a named [`Warning`].

mod build;
mod clock;
mod conditions;
mod counts;
mod draft;
mod functions;
mod launch;
mod launch_id;
mod list;
mod owners;
mod read;
mod record;
pub mod run_log;
mod samples;
mod session;
mod table;
mod timeline;
mod trace_file;
mod units;
mod waiting;
mod work;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use rayon::prelude::*;

pub use build::{Build, place_of};
pub use conditions::{Condition, Conditions, RecordingProperties, simulator_model};
pub use counts::{CountedImage, FunctionCount};
pub use functions::{
    Function, FunctionId, FunctionKind, LaunchFunctions, PhaseWait, SampledFunction, SampledScope,
};
pub use launch::{
    BuildRole, Cost, Counters, DroppedData, FileLine, Launch, LaunchState, Mark, MethodCost, Page, Phase,
    PhaseId, Span, Thermal, ThreadKind, marks,
};
pub use launch_id::LaunchId;
pub use list::{LOST_TRACE, is_read_once, list_lost_traces};
pub use owners::MethodOwners;
pub use read::{LARGEST_INPUT, ReadError, ReadOptions, Reason, read, read_stream};
pub use record::{FORMAT as RECORD_FORMAT, write_launches};
pub use samples::{
    CallingContext, Frame, RunState, SampledImage, Sampler, Samples, Stack, Stall, StalledThread,
};
pub use session::{LOST_BY_APP, LostLaunchCount, PhoneId, SessionId, SessionProperties};
pub use table::{Method, MethodId, MethodTable, PathId};
pub use timeline::{
    LaunchTimeline, RecordedMark, RecordedPage, RecordedThread, Slice, Timeline, UnslicedCalls,
};
pub use trace::{Moment, why_no_window};
pub use trace_file::{has_no_window, why_stopped};
pub use units::{Ns, UNITS, format_percent, format_relative_change, with_unit};
pub use waiting::WaitKind;
pub use work::{Work, WorkKind, name_of, work_kind_from_name};

/// Launches that were read together, with the table of names that they have in common.
///
/// The launches may belong to several sessions, and to base and head of an interleaved run.
#[derive(Clone, Debug, Default)]
pub struct Launches {
    /// The methods and call paths to which the ids in the launches refer.
    pub table: MethodTable,
    /// The launches, sorted by (session, app, scenario, device, role, block, number).
    pub launches: Vec<Launch>,
    /// The problems in the input that did not prevent its use.
    pub warnings: Vec<Warning>,
    /// The number of judgements in a run that may end early. The significance level is divided equally among the judgements.
    pub looks: Option<usize>,
    /// The names of the sessions that were recorded in order to confirm findings of earlier sessions with new launches.
    pub again: BTreeSet<Arc<str>>,
    /// The properties of sessions that their launches do not contain, such as the phone and the number of lost launches.
    pub known: BTreeMap<SessionId, SessionProperties>,
}

/// A problem in the input that did not prevent its use.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    pub source: FileLine,
    pub kind: WarningKind,
}

/// A kind of problem in the input that does not prevent its use.
#[derive(Clone, Debug, PartialEq)]
pub enum WarningKind {
    /// A launch of a session occurs twice in the input; the first occurrence is used.
    DuplicateLaunch {
        /// The session of both launches.
        session: String,
        /// The number of both launches.
        number: u64,
        /// The source of the first launch.
        first: FileLine,
    },
    /// The recorder dropped data because its memory was full.
    Dropped(DroppedData),
    /// Marks are not in their required order. The launch is excluded.
    ClockBackwards {
        /// The mark that must be the earlier of the two.
        first: String,
        /// The mark that must be later, but has an earlier time than `first`.
        then: String,
    },
    /// A method occurs twice for the same thread, phase and path in a launch; the costs were added.
    DuplicateMethods {
        /// The number of surplus entries.
        entries: u64,
    },
    /// A record has fields that its format does not know.
    UnknownFields {
        /// The names of the fields, at most ten.
        fields: Vec<String>,
    },
    /// Names that are too long were shortened.
    ShortenedNames {
        /// Number of shortened names.
        names: u64,
    },
    /// The total cost of some methods is smaller than their self cost, so the self cost was used as the total cost.
    TotalBelowSelf {
        /// The number of methods whose total cost is too small.
        methods: u64,
    },
    /// An entry of a folder is neither a file nor a folder, and was skipped.
    NotAFile,
    /// A stored session was excluded because a part of it is missing.
    Incomplete { reason: String },
    /// The agent stopped recording before the end of the launch.
    StoppedEarly {
        /// The reason that the agent recorded.
        reason: String,
    },
    /// The callers of the launch's costs are left out, because they would take more memory than the limit of the input allows.
    CallersLeftOut,
    /// The recorded window differs from the window that the agent's settings describe.
    Window {
        /// The note of the agent about the difference.
        note: String,
    },
    /// The agent ignored one of its settings.
    Settings {
        /// The note of the agent about the setting.
        note: String,
    },
    /// The app has signposts that it did not emit.
    Signposts {
        /// The reason that the agent recorded.
        reason: String,
    },
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WarningKind::DuplicateLaunch { session, first, .. } => {
                write!(f, "a launch of session {session:?} is also in {} and is used once", first.file)
            }
            WarningKind::Dropped(dropped) => {
                write!(f, "the recorder's memory was full, so it dropped {dropped}")
            }
            WarningKind::ClockBackwards { first, then } => {
                write!(f, "the clock ran backwards ({then:?} before {first:?}); the launch was excluded")
            }
            WarningKind::DuplicateMethods { entries } => {
                write!(f, "methods that the launch has twice, whose costs were added up: {entries}")
            }
            WarningKind::UnknownFields { fields } => {
                write!(f, "unknown fields for {RECORD_FORMAT}: {fields:?}")
            }
            WarningKind::ShortenedNames { names } => {
                write!(f, "names longer than {} bytes, which were shortened: {names}", record::LONGEST_NAME)
            }
            WarningKind::TotalBelowSelf { methods } => {
                write!(f, "methods with a total below their self time, which was used as total: {methods}")
            }
            WarningKind::NotAFile => f.write_str("a device or FIFO; skipped (pass it by name to read it)"),
            WarningKind::Incomplete { reason } => write!(f, "the session is left out: {reason}"),
            WarningKind::StoppedEarly { reason } => {
                write!(f, "the agent stopped recording before the end of the launch: {reason:?}")
            }
            WarningKind::CallersLeftOut => f.write_str(
                "its callers would take more memory than gate.largest_input allows, so they are left out; call trees and the flame graph do not contain this launch",
            ),
            WarningKind::Window { note } => {
                write!(f, "the recorded window differs from the settings: {note:?}")
            }
            WarningKind::Settings { note } => write!(f, "the agent ignored a setting: {note:?}"),
            WarningKind::Signposts { reason } => write!(f, "signposts are not recorded: {reason:?}"),
        }
    }
}

impl Launches {
    /// Returns the sessions in order, each with its launches.
    pub fn sessions(&self) -> impl Iterator<Item = (&str, &[Launch])> {
        self.launches.chunk_by(|a, b| a.session == b.session).map(|chunk| (&*chunk[0].session, chunk))
    }

    /// Adds the launches of `other`, and replaces the ids of their methods and paths by ids of this table. A launch whose identity is
    /// already present is skipped with a warning.
    pub fn absorb(&mut self, other: Launches) {
        self.append(other);
        self.sort();
    }

    /// Adds the launches of `other` without removing duplicates and without sorting.
    fn append(&mut self, mut other: Launches) {
        if self.table.is_empty() && self.launches.is_empty() && self.warnings.is_empty() {
            *self = other;
            return;
        }
        let (methods, paths) = self.table.absorb(&other.table);
        self.warnings.append(&mut other.warnings);
        self.looks = self.looks.max(other.looks);
        self.again.append(&mut other.again);
        self.known.append(&mut other.known);
        let moved = methods.iter().enumerate().any(|(old, new)| new.0 as usize != old)
            || paths.iter().enumerate().any(|(old, new)| new.0 as usize != old);
        let ids = self.table.len();
        if moved {
            other.launches.par_iter_mut().for_each(|launch| {
                for cost in &mut launch.costs {
                    cost.method = methods[cost.method.0 as usize];
                    cost.path = cost.path.map(|path| paths[path.0 as usize]);
                }
                draft::sort_costs(&mut launch.costs, ids);
                if let Some(samples) = &mut launch.samples {
                    Arc::make_mut(samples).replace_method_ids(&methods);
                }
            });
        }
        self.launches.append(&mut other.launches);
    }

    /// Separates the launches of confirmation runs from all other launches. The second value contains the launches of confirmation runs; it
    /// is `None` if only one of the two kinds occurs.
    pub fn split_again(mut self) -> (Launches, Option<Launches>) {
        let again = std::mem::take(&mut self.again);
        let (fresh, first): (Vec<Launch>, Vec<Launch>) =
            self.launches.into_iter().partition(|launch| again.contains(&launch.session));
        if fresh.is_empty() || first.is_empty() {
            // If the user gives only launches of confirmation runs, they are judged as ordinary launches.
            return (Launches { launches: [fresh, first].concat(), ..self }, None);
        }
        let (table, known) = (self.table.clone(), self.known.clone());
        let fresh = Launches { table, launches: fresh, known, ..Launches::default() };
        (Launches { launches: first, ..self }, Some(fresh))
    }

    /// Sorts the launches and removes duplicate launches.
    fn sort(&mut self) {
        self.launches.sort_by(|a, b| a.identity().cmp(&b.identity()).then_with(|| a.source.cmp(&b.source)));
        let mut kept: Vec<Launch> = Vec::with_capacity(self.launches.len());
        for launch in self.launches.drain(..) {
            match kept.last() {
                Some(first) if first.identity() == launch.identity() => self.warnings.push(Warning {
                    source: launch.source,
                    kind: WarningKind::DuplicateLaunch {
                        session: launch.session.to_string(),
                        number: launch.number,
                        first: first.source.clone(),
                    },
                }),
                _ => kept.push(launch),
            }
        }
        self.launches = kept;
    }
}

impl Launch {
    /// Returns the identity of the launch; sessions with different apps, scenarios or devices may share a name.
    fn identity(&self) -> (&str, [&str; 3], Option<BuildRole>, Option<u64>, u64) {
        let Conditions { app_bundle, scenario, device_model, .. } = &*self.conditions;
        (&self.session, [app_bundle, scenario, device_model], self.role, self.block, self.number)
    }
}

#[cfg(test)]
mod tests;
