//! Tests that every register and stack argument that a call passes or preserves has the same value as without the agent. The tests cover
//! the fast path and every slow path, for sends of each kind, for the functions that replace sends, and for entry points.
//!
//! The fixture fills the registers with test values in assembly and compares them itself. The test checks
//! that the call used the intended path.

use e2e::agent_bed::{App, Run};
use e2e::agent_paths::dropped;
use phone::build::Style;
use trace::DropKind;

fn app(style: Style) -> App {
    App::new(style, &["registers.m", "registers.S"]).with("LAUNCHGATE_LIMIT", "1s")
}

fn entries(run: &Run, function: &str) -> u64 {
    run.outcome.counts.function(function).entries
}

fn lost(run: &Run, kind: DropKind) -> u64 {
    dropped(run.trace().expect("a trace"), kind).expect("a readable trace")
}

#[test]
fn hooked_calls_leave_registers_as_without_the_agent() {
    for style in Style::ALL {
        let plain = app(style).plain().run().expect("the phone runs");
        assert_eq!(plain.status().expect("the app ends"), 0, "{style:?}: {}", plain.outcome.log);
        let run = app(style).run().expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0, "{style:?}: {}", run.outcome.log);
        assert_eq!(run.outcome.log, plain.outcome.log, "{style:?}");
        for (hook, least) in [
            ("_launchgate_send", 1000),
            ("_launchgate_super", 40),
            ("_launchgate_alloc", 80),
            ("_launchgate_alloc_zone", 40),
            ("_launchgate_new", 40),
            ("_launchgate_alloc_init", 40),
            ("_launchgate_entry", 40),
        ] {
            let found = entries(&run, hook);
            assert!(found >= least, "{style:?}: {hook} was entered {found} times");
        }
    }
}

#[test]
fn every_slow_path_of_the_hooks_leaves_registers_unchanged() {
    let plain = app(Style::Chained).plain().run().expect("the phone runs");
    let run = |settings: &[(&str, &str)]| {
        let app = settings.iter().fold(app(Style::Chained), |app, (key, value)| app.with(key, value));
        let run = app.run().expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0, "{settings:?}: {}", run.outcome.log);
        assert_eq!(run.outcome.log, plain.outcome.log, "{settings:?}");
        run
    };
    run(&[("LAUNCHGATE_THRESHOLD", "0ns")]);
    run(&[("LAUNCHGATE_SKIP", "Nobody")]);
    run(&[("LAUNCHGATE_SKIP", "Skipped,Fresh*")]);
    run(&[("LAUNCHGATE_SKIP", "*")]);
    let main = run(&[("LAUNCHGATE_THREADS", "main")]);
    assert!(entries(&main, "_launchgate_send") > 1000);
    let deep = run(&[("LAUNCHGATE_DEPTH", "2")]);
    assert!(lost(&deep, DropKind::TooDeep) > 100, "the shadow stack was never full");
    let full = run(&[("LAUNCHGATE_MEMORY", "262144"), ("LAUNCHGATE_DEPTH", "64")]);
    assert!(lost(&full, DropKind::NodesFull) > 100, "the tree was never full");
    let none = run(&[("LAUNCHGATE_MEMORY", "262144"), ("LAUNCHGATE_DEPTH", "1000")]);
    assert!(entries(&none, "_launchgate_send") > 1000);
}
