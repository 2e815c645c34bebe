//! The files beside a stored session: what kinds there are, and each as text.
//!
//! Invariants: a file that is there stays, as its session does; without its session it is nothing.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use gate_facts::Facts;
use gate_launches::{Functions, Launch, Launches, Table, Timeline};

use super::session::{self, About};
use super::{Key, Result, StoreError, functions, timeline, tree};

/// The key and the name of a session.
pub(super) type Identity = (Key, Arc<str>);

/// A kind of file beside a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// The merged call tree of the session's launches, pruned.
    Tree,
    /// What one launch was like in time: its longest calls, marks, pages.
    Timeline,
    /// The functions that samples found, by name.
    Functions,
    /// The facts of the build.
    Facts,
}

/// What is to be kept beside a session, as far as it is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras<'a> {
    /// The session's launches with their callers and functions.
    pub launches: Option<(&'a Table, &'a [Launch])>,
    /// A launch, and what it was like in time.
    pub timeline: Option<(&'a Launch, &'a Timeline)>,
    pub facts: Option<&'a Facts>,
}

/// What was read beside a session.
#[derive(Clone, Debug)]
pub enum Content {
    /// As one launch with paths.
    Tree(Launches),
    /// The number of the launch, and the launch in time.
    Timeline(u64, Timeline),
    /// By the numbers of the launches.
    Functions(BTreeMap<u64, Arc<Functions>>),
    Facts(Facts),
}

// The name is the ending of the file's name.
gate_common::named!(Beside: Tree = "tree", Timeline = "timeline", Functions = "functions", Facts = "facts");

impl Beside {
    /// The text of the file beside a session of this many bytes; none if that is not known of it.
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

    /// What the text of such a file says, and of which session, where it says so.
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
    fn an_older_gate_refuses_newer_files_and_names_both_versions() {
        for kind in Beside::ALL {
            let [newer, known] = match kind {
                Beside::Tree => ["launchgate.baseline/2", "launchgate.baseline/1"],
                Beside::Timeline => ["launchgate.timeline/2", "launchgate.timeline/1"],
                Beside::Functions => ["launchgate.functions/2", "launchgate.functions/1"],
                Beside::Facts => ["launchgate.facts/2", "launchgate.facts/1"],
            };
            // Whatever else the newer version has made of the file.
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
