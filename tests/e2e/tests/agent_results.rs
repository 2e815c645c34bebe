//! Tests that the hooks do not change arguments and results of any kind, neither on the fast path nor on the slow paths.

use e2e::agent_bed::App;
use phone::build::Style;

#[test]
fn every_kind_of_argument_and_result_is_unchanged_by_hooked_calls() {
    let app = || App::new(Style::Chained, &["types.m"]);
    let plain = app().plain().run().expect("the phone runs");
    assert_eq!(plain.status().expect("the app ends"), 0);
    assert_eq!(plain.outcome.log.lines().count(), 13, "{}", plain.outcome.log);
    for (what, app) in [
        ("all settings at their defaults", app()),
        ("every call an event", app().with("LAUNCHGATE_THRESHOLD", "0ns")),
        ("every node made in Rust", app().with("LAUNCHGATE_SKIP", "Nobody")),
        ("classes skipped", app().with("LAUNCHGATE_SKIP", "Sub")),
        ("a shadow stack of one frame", app().with("LAUNCHGATE_DEPTH", "1")),
        ("hardly any memory", app().with("LAUNCHGATE_MEMORY", "262144")),
    ] {
        let run = app.run().expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0, "{what}");
        assert_eq!(run.outcome.log, plain.outcome.log, "{what}");
        assert!(run.outcome.counts.function("_launchgate_send").entries > 100, "{what}: nothing was hooked");
    }
}
