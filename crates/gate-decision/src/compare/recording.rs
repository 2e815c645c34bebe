//! Detects that two sides differ only in the agent's way of measuring.

use std::collections::BTreeSet;

use gate_launches::{Conditions, Launch};

use super::admit::match_except_recorder;
use crate::amount::Sides;
use crate::reason::AgentRecording;

/// Returns the agent's way of measuring on each side, if no other condition differs and all launches of a side were measured in one way.
pub(super) fn find_recording_difference(base: &[&Launch], head: &[&Launch]) -> Option<Sides<AgentRecording>> {
    let first = base.first()?;
    let mut all = base.iter().chain(head);
    if !all.all(|launch| match_except_recorder(&launch.conditions, &first.conditions)) {
        return None;
    }
    let found = Sides { base: common_recording(base)?, head: common_recording(head)? };
    (found.base.recording != found.head.recording).then_some(found)
}

fn common_recording(launches: &[&Launch]) -> Option<AgentRecording> {
    let recording = launches.first()?.conditions.agent_recording?;
    if !launches.iter().all(|launch| launch.conditions.agent_recording == Some(recording)) {
        return None;
    }
    let agents: BTreeSet<String> =
        launches.iter().map(|launch| launch.conditions.agent_version.to_string()).collect();
    Some(AgentRecording {
        recording: recording.0,
        since: recording.first_agent_version().map(str::to_owned),
        agents: agents.into_iter().collect(),
    })
}

/// Returns whether two launches could be compared if the agent had measured both in the same way.
pub(crate) fn differ_in_recording(a: &Conditions, b: &Conditions) -> bool {
    a.agent_recording.is_some()
        && b.agent_recording.is_some()
        && a.agent_recording != b.agent_recording
        && match_except_recorder(a, b)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use trace::RecordingVersion;

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

    fn compared(base: &Launches, head: &Launches) -> Result<Sides<AgentRecording>, String> {
        let side = |launches| Side { launches, role: None };
        match compare(side(base), side(head), &Config::default(), Date::from_unix_seconds(0).expect("1970")) {
            Err(CompareError::OtherRecording(found)) => Ok(found),
            Err(CompareError::Incomparable(differences)) => {
                Err(differences.iter().map(ToString::to_string).collect())
            }
            Err(error) => Err(error.to_string()),
            Ok(_) => Err("compared".to_owned()),
        }
    }

    #[test]
    fn the_recording_number_and_not_the_agent_version_decides_comparability() {
        let of = |agent, number: u32| launches(agent, &format!(r#","recording":{number}"#), "17.5");
        assert_eq!(compared(&of("0.1.0", 1), &of("0.1.7", 1)), Err("compared".to_owned()));
        let found = compared(&of("0.1.0", 1), &of("0.9.0", 900)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((found.base.recording, found.head.recording), (1, 900));
        assert_eq!(
            (found.base.agents, found.head.agents),
            (vec!["0.1.0".to_owned()], vec!["0.9.0".to_owned()])
        );
    }

    #[test]
    fn a_different_device_system_or_unknown_agent_makes_launches_incomparable() {
        let base = launches("0.1.0", "", "17.5");
        let expected = [
            (launches("0.9.0", r#","recording":900"#, "18.0"), "device OS: "),
            (launches("profiler 3", "", "17.5"), "agent version: "),
        ];
        for (head, part) in expected {
            let error = compared(&base, &head).err().unwrap_or_default();
            assert!(error.contains(part), "{error}");
        }
        // If the launches of a side were measured in two ways, the side has no single recording number, so the error lists the recording
        // numbers like any other condition.
        let mut mixed = launches("0.9.0", r#","recording":900"#, "17.5");
        Arc::make_mut(&mut mixed.launches[0].conditions).agent_recording = Some(RecordingVersion(1));
        let error = compared(&base, &mixed).err().unwrap_or_default();
        assert!(error.contains("recording number: "), "{error}");
    }
}
