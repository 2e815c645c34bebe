//! Launches: what they are, and how they are read, from any recorder.
//!
//! Owns the in-memory [`Launch`] and the formats it comes in.
//! It knows nothing of baselines, of statistics or of what is slow.
//!
//! Invariant: what a reader gives satisfies what [`Launch`] promises; input that cannot is refused
//! with its file, its line and the reason, or gives a named [`Warning`].

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
mod work;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use rayon::prelude::*;

pub use build::{Build, place_of};
pub use conditions::{Condition, Conditions, SIMULATOR};
pub use counts::{CountedImage, FunctionCount};
pub use functions::{Function, FunctionKind, Functions, Node, Seen};
pub use launch::{
    Cost, Counters, Dropped, FileLine, Launch, LaunchState, Mark, MethodCost, Page, Phase, PhaseId, Role,
    Thermal, Thread, marks,
};
pub use launch_id::LaunchId;
pub use list::is_read_once;
pub use owners::MethodOwners;
pub use read::{ReadError, ReadOptions, Reason, read, read_stream};
pub use record::{FORMAT as RECORD_FORMAT, write_launches};
pub use samples::{Context, Frame, SampledImage, Sampler, Samples, Stack};
pub use session::{LOST_BY_APP, Lost, Phone, Session, SessionId};
pub use table::{Method, MethodId, PathId, Table};
pub use timeline::{RecordedMark, RecordedPage, RecordedThread, Slice, Timeline as Recording, Unsliced};
pub use trace_file::why_stopped;
pub use units::{Ns, UNITS, percent, relative, with_unit};
pub use work::{Work, WorkKind, kind_named, name_of};

/// Launches that were read together, with the names that they share.
///
/// It may hold several sessions, and both sides of an interleaved run.
#[derive(Clone, Debug, Default)]
pub struct Launches {
    /// The names behind the ids.
    pub table: Table,
    /// The launches, sorted by (session, app, scenario, device, role, block, number).
    pub launches: Vec<Launch>,
    /// What was odd about the input, and did not make it unusable.
    pub warnings: Vec<Warning>,
    /// If they are of a run that could stop early: how many looks share its level.
    pub looks: Option<usize>,
    /// The sessions that measured again what others of them found.
    pub again: BTreeSet<Arc<str>>,
    /// What is known of sessions beside their launches.
    pub known: BTreeMap<SessionId, Session>,
}

/// Something odd about the input that did not make it unusable.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    pub source: FileLine,
    pub kind: WarningKind,
}

/// What may be odd about input.
#[derive(Clone, Debug, PartialEq)]
pub enum WarningKind {
    /// The same launch of the same session was given again; the first one counts.
    DuplicateLaunch {
        /// The session of both.
        session: String,
        /// The number of both.
        number: u64,
        /// Where the first one is.
        first: FileLine,
    },
    /// The recorder had no room for something.
    Dropped(Dropped),
    /// The marks are not in the order in which they must happen; the launch was left out.
    ClockBackwards {
        /// The mark that must come first.
        first: String,
        /// The mark that came before it.
        then: String,
    },
    /// The same method was given twice for the same thread, phase and path; the costs were added up.
    DuplicateMethods {
        /// How many entries too many.
        entries: u64,
    },
    /// A record has fields that its format does not know.
    UnknownFields {
        /// Their names, at most ten.
        fields: Vec<String>,
    },
    /// Names so long that nothing has room for them were shortened.
    ShortenedNames {
        /// How many times.
        names: u64,
    },
    /// An inclusive cost is smaller than the self cost, which was taken in its place.
    TotalBelowSelf {
        /// Of how many methods.
        methods: u64,
    },
    /// Something in a folder that is neither a file nor a folder was left out.
    NotAFile,
    /// A stored session was left out, since a part of it is not there.
    Incomplete { reason: String },
    /// The agent stopped recording before the launch was over, and said why.
    StoppedEarly {
        /// The agent's reason.
        reason: String,
    },
}

impl WarningKind {
    /// A short name, for machines.
    pub fn name(&self) -> &'static str {
        match self {
            WarningKind::DuplicateLaunch { .. } => "duplicate-launch",
            WarningKind::Dropped(_) => "dropped",
            WarningKind::ClockBackwards { .. } => "clock-backwards",
            WarningKind::DuplicateMethods { .. } => "duplicate-methods",
            WarningKind::UnknownFields { .. } => "unknown-fields",
            WarningKind::ShortenedNames { .. } => "shortened-names",
            WarningKind::TotalBelowSelf { .. } => "total-below-self",
            WarningKind::NotAFile => "not-a-file",
            WarningKind::Incomplete { .. } => "incomplete",
            WarningKind::StoppedEarly { .. } => "stopped-early",
        }
    }
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
        }
    }
}

impl Launches {
    /// The sessions, in order, each with its launches.
    pub fn sessions(&self) -> impl Iterator<Item = (&str, &[Launch])> {
        self.launches.chunk_by(|a, b| a.session == b.session).map(|chunk| (&*chunk[0].session, chunk))
    }

    /// Takes other launches in; their ids become this table's.
    /// A launch that is here already (of the same place) is left out with a warning.
    pub fn absorb(&mut self, other: Launches) {
        self.append(other);
        self.settle();
    }

    /// As [`Launches::absorb`], without looking for doubles and without putting the launches in order.
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
                    Arc::make_mut(samples).rename(&methods);
                }
            });
        }
        self.launches.append(&mut other.launches);
    }

    /// Parts those launches that measured again what the others found from the others; none if there are only others, or no others.
    pub fn split_again(mut self) -> (Launches, Option<Launches>) {
        let again = std::mem::take(&mut self.again);
        let (fresh, first): (Vec<Launch>, Vec<Launch>) =
            self.launches.into_iter().partition(|launch| again.contains(&launch.session));
        if fresh.is_empty() || first.is_empty() {
            // What somebody gives alone is judged as it is.
            return (Launches { launches: [fresh, first].concat(), ..self }, None);
        }
        let (table, known) = (self.table.clone(), self.known.clone());
        let fresh = Launches { table, launches: fresh, known, ..Launches::default() };
        (Launches { launches: first, ..self }, Some(fresh))
    }

    /// Puts the launches in order and leaves out the doubles.
    fn settle(&mut self) {
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
    /// What makes it one and the same launch; sessions of several apps, scenarios or devices may have one name.
    fn identity(&self) -> (&str, [&str; 3], Option<Role>, Option<u64>, u64) {
        let Conditions { app_bundle, scenario, device_model, .. } = &*self.conditions;
        (&self.session, [app_bundle, scenario, device_model], self.role, self.block, self.number)
    }
}

#[cfg(test)]
mod tests;
