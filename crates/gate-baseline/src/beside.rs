//! The sidecars of a stored session: their kinds, and the text of each kind.
//!
//! Invariants: a sidecar never changes, since its session never changes. A sidecar without its session has no
//! meaning.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use gate_facts::Facts;
use gate_launches::{Functions, Launch, Launches, Table, Timeline};

use super::session::{self, About};
use super::{Key, Result, StoreError, functions, timeline, tree};

/// The key and the name of a session.
pub(super) type Identity = (Key, Arc<str>);

/// A kind of sidecar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
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
pub struct Extras<'a> {
    /// The session's launches with their callers and functions.
    pub launches: Option<(&'a Table, &'a [Launch])>,
    /// A launch and its timeline.
    pub timeline: Option<(&'a Launch, &'a Timeline)>,
    pub facts: Option<&'a Facts>,
}

/// The content of a sidecar.
#[derive(Clone, Debug)]
pub enum Content {
    /// The call tree, as one launch whose costs have paths of callers.
    Tree(Launches),
    /// The number of a launch, and the timeline of this launch.
    Timeline(u64, Timeline),
    /// The functions by the number of the launch.
    Functions(BTreeMap<u64, Arc<Functions>>),
    Facts(Facts),
}

// The name is the ending of the file's name.
gate_common::named!(Beside: Tree = "tree", Timeline = "timeline", Functions = "functions", Facts = "facts");

impl Beside {
    /// Formats the sidecar of a session whose text has `session_bytes` bytes; `None` if the content of the
    /// sidecar is not known.
    pub fn encode(self, extras: &Extras<'_>, session_bytes: usize) -> Result<Option<String>> {
        let merged = || extras.launches.and_then(|(table, launches)| tree::merge(table, launches));
        Ok(match self {
            Beside::Tree => match merged() {
                Some((table, launch)) => {
                    Some(session::encode(&table, std::slice::from_ref(&launch), &About::default())?)
                }
                None => None,
            },
            Beside::Timeline => {
                extras.timeline.map(|(launch, recording)| timeline::encode(launch, recording))
            }
            Beside::Functions => extras
                .launches
                .and_then(|(_, launches)| functions::encode_within(launches, session_bytes / 2)),
            Beside::Facts => extras.facts.map(Facts::to_json),
        })
    }

    /// Parses a sidecar. Returns its content, and the session if the text contains its name.
    pub fn decode(self, path: &Path, text: &str) -> Result<(Content, Option<Identity>)> {
        match self {
            Beside::Tree => {
                let (head, launches) = session::decode(path, text)?;
                Ok((Content::Tree(launches), Some((Key::of(&head.conditions), head.session))))
            }
            Beside::Timeline => {
                let (key, session, number, recording) = timeline::decode(path, text)?;
                Ok((Content::Timeline(number, recording), Some((key, session))))
            }
            Beside::Functions => {
                let (key, session, functions) = functions::decode(path, text)?;
                Ok((Content::Functions(functions), Some((key, session))))
            }
            Beside::Facts => match Facts::from_json(text) {
                Ok(facts) => Ok((Content::Facts(facts), None)),
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
        for kind in Beside::ALL {
            let [newer, known] = match kind {
                Beside::Tree => ["launchgate.baseline/2", "launchgate.baseline/1"],
                Beside::Timeline => ["launchgate.timeline/2", "launchgate.timeline/1"],
                Beside::Functions => ["launchgate.functions/2", "launchgate.functions/1"],
                Beside::Facts => ["launchgate.facts/2", "launchgate.facts/1"],
            };
            // A newer version of the format may have changed every line except the first.
            let text = match kind {
                Beside::Facts => format!("{{\"format\": {newer:?}, \"images\": 3}}"),
                _ => format!("{newer}\nweather\train\n"),
            };
            let Err(error) = kind.decode(Path::new("s"), &text) else { panic!("{kind:?} was read") };
            let error = error.to_string();
            assert!(error.contains(newer) && error.contains(known), "{kind:?}: {error}");
        }
    }
}
