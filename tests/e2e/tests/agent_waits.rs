//! Tests that the recorded waiting time of the main thread equals the waits that the emulator observed.

use std::collections::BTreeSet;

use e2e::agent_waits;

#[test]
fn recorded_waiting_times_and_kinds_of_waiting_equal_those_of_the_emulator() {
    let app = agent_waits::app().expect("the app builds");
    let mut kinds = BTreeSet::new();
    for program in [0, 9] {
        let all = agent_waits::program(&app, program).expect("it runs");
        for (name, waiting) in &all {
            assert!(waiting.emulator > 2.5e6, "{name}: {waiting:?}");
            assert!(waiting.is_right(), "{name}: {waiting:?}");
            let expected = agent_waits::KINDS.iter().find(|(known, _)| known == name).map(|(_, kind)| *kind);
            assert_eq!(waiting.kind(), expected, "{name}: {waiting:?}");
            kinds.insert(name.clone());
        }
        assert_eq!(all.len(), agent_waits::KINDS.len() - 1, "{all:#?}");
    }
    assert_eq!(kinds.len(), agent_waits::KINDS.len());
}

#[test]
fn a_stall_names_its_function_its_kind_and_the_holder_of_the_lock() {
    let app = agent_waits::stalls_app().expect("the app builds");
    for (trial, planted) in agent_waits::STALLS.into_iter().enumerate() {
        assert_eq!(agent_waits::stall(&app, planted, trial as u32).expect("it runs"), None);
    }
    assert_eq!(agent_waits::quiet_stalls(&app, 1).expect("it runs"), 0);
}

#[test]
fn a_deadlock_until_the_limit_names_both_threads() {
    let app = agent_waits::stalls_app().expect("the app builds");
    for trial in 0..2 {
        let difference = agent_waits::stall(&app, agent_waits::DEADLOCK, trial).expect("it runs");
        assert_eq!(difference, None);
    }
}
