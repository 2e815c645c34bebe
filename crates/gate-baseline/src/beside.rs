//! Defines the sidecars of a stored session: their kinds, and the text of each kind.
//!
//! Invariants: a sidecar never changes, since its session never changes. A sidecar without its session has no
//! meaning.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use gate_facts::Facts;
use gate_launches::{Launch, LaunchFunctions, Launches, MethodTable, Timeline};

use super::session::{self, StoredProperties};
use super::{BaselineKey, Result, StoreError, functions, timeline, tree};

/// The key and the name of a session.
pub(super) type SessionIdentity = (BaselineKey, Arc<str>);

/// A kind of sidecar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SidecarKind {
    /// The merged call tree of the session's launches, pruned.
    Tree,
    /// The timeline of one launch: its longest calls, marks and pages.
    Timeline,
    /// The functions that samples found, by name.
    Functions,
    /// The facts of the build.
    Facts,
}

/// The content of the sidecars of a session; unknown content is `None`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SessionSidecars<'a> {
    /// The session's launches with their callers and functions.
    pub launches: Option<(&'a MethodTable, &'a [Launch])>,
    /// A launch and its timeline.
    pub timeline: Option<(&'a Launch, &'a Timeline)>,
    pub facts: Option<&'a Facts>,
}

/// The content of a sidecar.
#[derive(Clone, Debug)]
pub enum SidecarContent {
    /// The call tree, as one launch whose costs have paths of callers.
    Tree(Launches),
    /// The number of a launch, and the timeline of this launch.
    Timeline(u64, Timeline),
    /// The functions by the number of the launch.
    Functions(BTreeMap<u64, Arc<LaunchFunctions>>),
    Facts(Facts),
}

// The name of a kind is the ending of the names of its files.
gate_common::named!(SidecarKind: Tree = "tree", Timeline = "timeline", Functions = "functions", Facts = "facts");

impl SidecarKind {
    /// Formats the sidecar of a session whose text has `session_bytes` bytes; `None` if the content of the
    /// sidecar is not known.
    pub fn encode(self, extras: &SessionSidecars<'_>, session_bytes: usize) -> Result<Option<String>> {
        let merged = || extras.launches.and_then(|(table, launches)| tree::merge(table, launches));
        Ok(match self {
            SidecarKind::Tree => match merged() {
                Some((table, launch)) => Some(session::encode(
                    &table,
                    std::slice::from_ref(&launch),
                    &StoredProperties::default(),
                )?),
                None => None,
            },
            SidecarKind::Timeline => {
                extras.timeline.map(|(launch, recording)| timeline::encode(launch, recording))
            }
            SidecarKind::Functions => extras
                .launches
                .and_then(|(_, launches)| functions::encode_within(launches, session_bytes / 2)),
            SidecarKind::Facts => extras.facts.map(Facts::to_json),
        })
    }

    /// Parses a sidecar. Returns its content, and the session if the text contains its name.
    pub fn decode(self, path: &Path, text: &str) -> Result<(SidecarContent, Option<SessionIdentity>)> {
        match self {
            SidecarKind::Tree => {
                let (head, launches) = session::decode(path, text)?;
                Ok((
                    SidecarContent::Tree(launches),
                    Some((BaselineKey::from_conditions(&head.conditions), head.session)),
                ))
            }
            SidecarKind::Timeline => {
                let (key, session, number, recording) = timeline::decode(path, text)?;
                Ok((SidecarContent::Timeline(number, recording), Some((key, session))))
            }
            SidecarKind::Functions => {
                let (key, session, functions) = functions::decode(path, text)?;
                Ok((SidecarContent::Functions(functions), Some((key, session))))
            }
            SidecarKind::Facts => match Facts::from_json(text) {
                Ok(facts) => Ok((SidecarContent::Facts(facts), None)),
                Err(reason) => Err(StoreError::Line { path: path.to_owned(), line: 1, reason }),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_newer_format_are_refused_with_both_versions() {
        for kind in SidecarKind::ALL {
            let [newer, known] = match kind {
                SidecarKind::Tree => ["launchgate.baseline/2", "launchgate.baseline/1"],
                SidecarKind::Timeline => ["launchgate.timeline/2", "launchgate.timeline/1"],
                SidecarKind::Functions => ["launchgate.functions/2", "launchgate.functions/1"],
                SidecarKind::Facts => ["launchgate.facts/2", "launchgate.facts/1"],
            };
            // A newer version of the format may have changed every line except the first.
            let text = match kind {
                SidecarKind::Facts => format!("{{\"format\": {newer:?}, \"images\": 3}}"),
                _ => format!("{newer}\nweather\train\n"),
            };
            let Err(error) = kind.decode(Path::new("s"), &text) else { panic!("{kind:?} was read") };
            let error = error.to_string();
            assert!(error.contains(newer) && error.contains(known), "{kind:?}: {error}");
        }
    }
}
