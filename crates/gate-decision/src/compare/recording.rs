//! Two sides that differ in how the agent measured, and in nothing else.

use std::collections::BTreeSet;

use gate_launches::{Conditions, Launch};
use trace::Recording;

use super::admit::match_besides_recorder;

/// The agent measured differently on the two sides: no launch of one is comparable with one of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherRecording {
    base: Measured,
    head: Measured,
}

/// How the agent measured on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Measured {
    recording: Recording,
    agents: BTreeSet<String>,
}

impl OtherRecording {
    /// If this is the only difference between the two sides, and each was measured in one way.
    pub(super) fn between(base: &[&Launch], head: &[&Launch]) -> Option<OtherRecording> {
        let first = base.first()?;
        let rest = || base.iter().chain(head);
        if !rest().all(|launch| match_besides_recorder(&launch.conditions, &first.conditions)) {
            return None;
        }
        let found = OtherRecording { base: Measured::of(base)?, head: Measured::of(head)? };
        (found.base.recording != found.head.recording).then_some(found)
    }

    /// What to say where the base is stored baselines.
    pub(crate) fn with_baselines(&self) -> String {
        let since = self.since();
        let what_to_do = if self.head.recording > self.base.recording {
            "record new baselines".to_owned()
        } else {
            format!(
                "the baselines were recorded with that agent; record these launches again with version {since} or newer"
            )
        };
        format!("{}: {what_to_do} ({})", self.reason(), self.sides("baselines", "these launches"))
    }

    /// What to say where both sides were given.
    pub(crate) fn with_given(&self) -> String {
        let older = if self.head.recording > self.base.recording { "base" } else { "head" };
        let since = self.since();
        format!(
            "{}: record the {older} again with version {since} or newer ({})",
            self.reason(),
            self.sides("base", "head")
        )
    }

    fn reason(&self) -> String {
        format!("the agent measures differently from version {} on", self.since())
    }

    fn sides(&self, base: &str, head: &str) -> String {
        format!("{base}: {}; {head}: {}", self.base.told(), self.head.told())
    }

    /// The agent version that began the newer way of measuring; where this program does not know it, that of the newer launches.
    fn since(&self) -> String {
        let newer = if self.head.recording > self.base.recording { &self.head } else { &self.base };
        match newer.recording.since() {
            Some(version) => version.to_owned(),
            None => newer.agents.first().cloned().unwrap_or_default(),
        }
    }
}

impl Measured {
    fn of(launches: &[&Launch]) -> Option<Measured> {
        let recording = launches.first()?.conditions.agent_recording?;
        let is_same = |launch: &&Launch| launch.conditions.agent_recording == Some(recording);
        let agents = launches.iter().map(|launch| launch.conditions.agent_version.to_string()).collect();
        launches.iter().all(is_same).then_some(Measured { recording, agents })
    }

    fn told(&self) -> String {
        let agents: Vec<&str> = self.agents.iter().map(String::as_str).collect();
        format!("agent {}, recording {}", agents.join(" and "), self.recording)
    }
}

/// Whether two launches could be compared if the agent had measured alike.
pub(crate) fn differ_in_recording(a: &Conditions, b: &Conditions) -> bool {
    a.agent_recording.is_some()
        && b.agent_recording.is_some()
        && a.agent_recording != b.agent_recording
        && match_besides_recorder(a, b)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::compare::{CompareError, Side, compare};
    use gate_config::{Config, Date};
    use gate_launches::{Launches, ReadOptions, read_stream};

    fn launches(agent: &str, recording: &str, os: &str) -> Launches {
        let line = |launch: usize| {
            format!(
                r#"{{"format":"launchgate.launch/1","session":"{agent}","launch":{launch},"device":{{"os":"{os}"}},"agent":{{"version":"{agent}"{recording}}},"marks":{{"first_frame_ns":100}},"methods":[]}}"#
            ) + "\n"
        };
        let text: String = (0..8).map(line).collect();
        read_stream("a.jsonl", text.as_bytes(), &ReadOptions::default())
            .unwrap_or_else(|error| panic!("{error}"))
    }

    fn told(base: &Launches, head: &Launches) -> Result<[String; 2], String> {
        let side = |launches| Side { launches, role: None };
        match compare(side(base), side(head), &Config::default(), Date::from_unix_seconds(0).expect("1970")) {
            Err(CompareError::OtherRecording(found)) => Ok([found.with_baselines(), found.with_given()]),
            Err(error) => Err(error.to_string()),
            Ok(_) => Err("compared".to_owned()),
        }
    }

    #[test]
    fn the_number_decides_and_not_the_version() {
        let of = |agent, number: u32| launches(agent, &format!(r#","recording":{number}"#), "17.5");
        assert_eq!(told(&of("0.1.0", 1), &of("0.1.7", 1)), Err("compared".to_owned()));
        let newer = told(&of("0.1.0", 1), &of("0.9.0", 900));
        let [stored, given] = newer.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            stored,
            "the agent measures differently from version 0.9.0 on: record new baselines \
             (baselines: agent 0.1.0, recording 1; these launches: agent 0.9.0, recording 900)"
        );
        assert_eq!(
            given,
            "the agent measures differently from version 0.9.0 on: record the base again with version 0.9.0 or newer \
             (base: agent 0.1.0, recording 1; head: agent 0.9.0, recording 900)"
        );
        let [stored, given] =
            told(&of("0.9.0", 900), &of("0.1.0", 1)).unwrap_or_else(|error| panic!("{error}"));
        assert!(
            stored.contains(
                "from version 0.9.0 on: the baselines were recorded with that agent; record these launches again"
            ),
            "{stored}"
        );
        assert!(
            given.contains("from version 0.9.0 on: record the head again with version 0.9.0 or newer"),
            "{given}"
        );
    }

    #[test]
    fn any_other_difference_makes_the_sides_incomparable() {
        let base = launches("0.1.0", "", "17.5");
        let expected = [
            (launches("0.9.0", r#","recording":900"#, "18.0"), "device OS: "),
            (launches("profiler 3", "", "17.5"), "agent version: "),
        ];
        for (head, part) in expected {
            let error = told(&base, &head).err().unwrap_or_default();
            assert!(error.contains(part), "{error}");
        }
        // A side that mixes two ways has no one version to name.
        let mut mixed = launches("0.9.0", r#","recording":900"#, "17.5");
        Arc::make_mut(&mut mixed.launches[0].conditions).agent_recording = Some(Recording(1));
        let error = told(&base, &mixed).err().unwrap_or_default();
        assert!(error.contains("recording number: "), "{error}");
    }
}
