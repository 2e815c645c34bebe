//! Identifies the agent's way of measuring, as a number. Launches with equal numbers are comparable, whatever the agent's version.
//!
//! Increase the number if the same launch of the same app would have other costs or other rows: if the agent hooks more or fewer calls,
//! charges time to another method, subtracts another overhead, or begins or ends its window at another moment. Do not increase the number
//! for a change that does not affect the numbers: names, notes, additional sections, a faster writer.
//!
//! To increase the number, add a row at the end of [`RECORDINGS`] with the first agent version that measures in the new way.

use core::fmt;

/// The number of a way of measuring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordingVersion(pub u32);

/// A row of [`RECORDINGS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordingChange {
    /// The number of the way of measuring.
    pub recording: RecordingVersion,
    /// The first agent version that measures in this way.
    pub since: &'static str,
    /// A description of the difference from the previous way of measuring.
    pub what: &'static str,
}

/// All ways of measuring, in the order of their numbers.
pub const RECORDINGS: &[RecordingChange] = &[
    RecordingChange { recording: RecordingVersion(1), since: "0.1.0", what: "the first way of measuring" },
    RecordingChange {
        recording: RecordingVersion(2),
        since: "0.1.0",
        what: "+load of late images is recorded, open calls count until the window's end, and what is taken off calls is taken off the launch",
    },
];

impl RecordingVersion {
    /// The number of the way in which the agent of this source code measures.
    pub const CURRENT: RecordingVersion = match RECORDINGS {
        [.., last] => last.recording,
        [] => RecordingVersion(0),
    };

    /// Returns the first agent version with this number, or `None` if the number is newer than this program.
    pub fn first_agent_version(self) -> Option<&'static str> {
        RECORDINGS.iter().find(|change| change.recording == self).map(|change| change.since)
    }
}

impl fmt::Display for RecordingVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use super::*;

    fn version(text: &str) -> Vec<u64> {
        text.split('.')
            .map(|part| part.parse().unwrap_or_else(|_| panic!("{text} is not a version")))
            .collect()
    }

    #[test]
    fn recording_numbers_and_first_versions_rise_from_row_to_row() {
        assert_eq!(RECORDINGS[0].recording, RecordingVersion(1));
        for pair in RECORDINGS.windows(2) {
            assert_eq!(pair[1].recording.0, pair[0].recording.0 + 1);
            // Before a version is released, its way of measuring may change more than once.
            assert!(version(pair[0].since) <= version(pair[1].since), "{pair:?}");
        }
        assert!(version(RECORDINGS[RECORDINGS.len() - 1].since) <= version(env!("CARGO_PKG_VERSION")));
    }

    #[test]
    fn only_recording_numbers_in_the_table_have_a_first_version() {
        assert_eq!(
            (
                RecordingVersion::CURRENT.first_agent_version().is_some(),
                RecordingVersion(9_999).first_agent_version()
            ),
            (true, None)
        );
    }
}
