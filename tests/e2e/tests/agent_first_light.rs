//! Tests the basic behaviour of the agent: it finds and replaces the app's pointers, counts message sends, does not change results, and
//! restores the pointers.

use e2e::agent_bed::{App, methods};
use phone::build::Style;

const APP: &[&str] = &["first.m"];

#[test]
fn messages_are_counted_and_their_results_are_unchanged() {
    for style in Style::ALL {
        let plain = App::new(style, APP).plain().run().expect("the phone runs");
        assert_eq!(plain.status().expect("the app ends"), 0);
        let run = App::new(style, APP).with("LAUNCHGATE_LIMIT", "1s").run().expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0, "{style:?}");
        let first = |log: &str| {
            log.lines().next().unwrap_or_default().split(',').next().unwrap_or_default().to_owned()
        };
        assert_eq!(first(&run.outcome.log), first(&plain.outcome.log), "{style:?}");
        assert!(
            run.outcome.log.lines().next().is_some_and(|line| line.ends_with("liblaunchgate.dylib")),
            "{}",
            run.outcome.log
        );
        let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
        for (name, calls) in [
            ("-[Base add:]", 200),
            ("-[Leaf add:]", 100),
            ("-[Base half:]", 100),
            ("+[Base twice:]", 100),
            ("-[Base deep:]", 21),
            ("-[Base init]", 2),
        ] {
            assert_eq!(methods.get(name).map(|sums| sums.0), Some(calls), "{style:?} {name} in {methods:#?}");
        }
    }
}

#[test]
fn pointers_to_objc_msgsend_are_restored_when_recording_ends() {
    for style in Style::ALL {
        let run = App::new(style, APP).with("LAUNCHGATE_LIMIT", "1s").run().expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0, "{style:?}");
        let log = &run.outcome.log;
        assert!(log.contains("afterwards by /usr/lib/libobjc.A.dylib"), "{style:?} {log}");
        assert!(log.contains("and 4958\n"), "{style:?} {log}");
    }
}

#[test]
fn without_a_launch_id_the_agent_changes_no_pointer() {
    let plain = App::new(Style::Chained, APP).plain().run().expect("the phone runs");
    let run = App::new(Style::Chained, APP).unnamed().run().expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    assert_eq!(run.outcome.log, plain.outcome.log);
    assert!(run.files.is_empty(), "{:?}", run.files.keys());
    let fixture = |run: &e2e::agent_bed::Run| run.outcome.counts.image("/Fixture");
    assert_eq!(fixture(&run), fixture(&plain));
    assert_eq!(run.outcome.counts.function("_launchgate_send").entries, 0);
}
