//! Launches: what they are, and how they are read, whoever recorded them.
//!
//! Owns the in-memory [`Launch`] and the formats it comes in.
//! It knows nothing of baselines, of statistics or of what is slow.
//!
//! Invariant: what a reader gives satisfies what [`Launch`] promises; input that cannot is refused
//! with its file, its line and the reason, or gives a named [`Warning`].

mod launch;
mod table;
mod units;

use std::fmt;

pub use launch::{
    Conditions, Cost, Counters, Dropped, Launch, Mark, MethodCost, Page, Phase, PhaseId, Role, Source, State,
    Thermal, Thread, marks,
};
pub use table::{Method, MethodId, PathId, Table};
pub use units::Ns;

/// Launches that were read together, with the names that they share.
///
/// It may hold several sessions, and both sides of an interleaved run.
#[derive(Clone, Debug, Default)]
pub struct Launches {
    /// The names behind the ids.
    pub table: Table,
    /// The launches, sorted by (session, role, block, number).
    pub launches: Vec<Launch>,
    /// What was odd about the input, and did not make it unusable.
    pub warnings: Vec<Warning>,
}

/// Something odd about the input that did not make it unusable.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// Where.
    pub source: Source,
    /// What.
    pub kind: WarningKind,
}

/// What may be odd about input.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WarningKind {
    /// The same launch of the same session was given again; the first one counts.
    DuplicateLaunch {
        /// The session of both.
        session: String,
        /// The number of both.
        number: u64,
        /// Where the first one is.
        first: Source,
    },
    /// The recorder had no room for something.
    Dropped(Dropped),
    /// The file ends early in a way that its format allows.
    Truncated {
        /// How many events were read before the end.
        events: u64,
    },
    /// Ends without a beginning, or beginnings without an end, were left out.
    Unbalanced {
        /// How many.
        events: u64,
    },
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
            WarningKind::Truncated { .. } => "truncated",
            WarningKind::Unbalanced { .. } => "unbalanced",
            WarningKind::StoppedEarly { .. } => "stopped-early",
        }
    }
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WarningKind::DuplicateLaunch { session, number, first } => {
                write!(f, "launch {number} of session {session:?} is in {first} already and counts once")
            }
            WarningKind::Dropped(Dropped { calls, events, threads }) => {
                write!(f, "the recorder had no room for {calls} calls, {events} events, {threads} threads")
            }
            WarningKind::Truncated { events } => write!(f, "the file ends early, after {events} events"),
            WarningKind::Unbalanced { events } => {
                write!(f, "{events} events have no matching beginning or end and were left out")
            }
            WarningKind::StoppedEarly { reason } => {
                write!(f, "the agent stopped recording before the launch was over: {reason:?}")
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
    /// A launch that is here already (same session, role, block and number) is left out with a warning.
    pub fn absorb(&mut self, other: Launches) {
        let (methods, paths) = self.table.absorb(&other.table);
        self.warnings.extend(other.warnings);
        for mut launch in other.launches {
            for cost in &mut launch.costs {
                cost.method = methods[cost.method.0 as usize];
                cost.path = cost.path.map(|path| paths[path.0 as usize]);
            }
            launch.costs.sort_unstable_by_key(Cost::key);
            self.launches.push(launch);
        }
        self.settle();
    }

    /// Puts the launches in order and leaves out the doubles.
    fn settle(&mut self) {
        self.launches.sort_by(|a, b| a.place().cmp(&b.place()).then_with(|| a.source.cmp(&b.source)));
        let mut kept: Vec<Launch> = Vec::with_capacity(self.launches.len());
        for launch in self.launches.drain(..) {
            match kept.last() {
                Some(first) if first.place() == launch.place() => self.warnings.push(Warning {
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
    /// What makes it one and the same launch.
    fn place(&self) -> (&str, Option<Role>, Option<u64>, u64) {
        (&self.session, self.role, self.block, self.number)
    }
}

#[cfg(test)]
mod tests;
