//! Tests automatic reference counting with the agent's hooks: objects live as long as without the agent, and enter an autorelease pool
//! equally often.

use e2e::agent_bed::methods;
use e2e::bundle::Bundle;
use phone::build::Style;

#[test]
fn results_that_arc_claims_from_hooked_calls_go_into_no_autorelease_pool() {
    for style in Style::ALL {
        let app = Bundle::app(style, &["arc.m"]).expect("the app builds");
        let plain = app.run_plain(&[], |_| {}).expect("the phone runs");
        let hooked = app
            .run(&[("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "-[Special first]")])
            .expect("the phone runs");
        let unended = app.run(&[("LAUNCHGATE_LAUNCH", "two")]).expect("the phone runs");
        // The agent is loaded but inactive in the reference run, because a runtime may push a pool for the
        // agent's +load.
        let idle = app.run(&[]).expect("the phone runs");
        for run in [&plain, &idle, &hooked, &unended] {
            assert_eq!(run.status().expect("the app ends"), 0, "{style:?}: {}", run.outcome.log);
            assert_eq!(run.outcome.log, plain.outcome.log, "{style:?}");
        }
        for function in ["_phone_root_autorelease", "_objc_autoreleasePoolPop", "_objc_retain"] {
            let entries = |run: &e2e::agent_bed::Run| run.outcome.counts.function(function).entries;
            for run in [&hooked, &unended] {
                assert_eq!(entries(run), entries(&idle), "{style:?}: {function}");
            }
        }
        // The counts show that the hooks were active during the window, or until the end of the program if the window did not end.
        let methods = methods(hooked.trace().expect("a trace")).expect("a readable trace");
        assert_eq!(methods["+[Thing makeFurther]"].0, 20, "{style:?}: {methods:?}");
        assert_eq!(methods["-[Thing first]"].0, 41, "{style:?}: {methods:?}");
        assert!(unended.outcome.counts.function("_launchgate_autorelease").entries >= 80, "{style:?}");
    }
}

/// Code for iOS 16 and later claims returned objects without a marker: the runtime compares the method's
/// return address with the address of the claim.
#[test]
fn objects_that_are_claimed_by_address_live_as_long_as_without_the_agent() {
    for style in Style::ALL {
        let app = Bundle::app(style, &["claims.m", "claims.S"]).expect("the app builds");
        let plain = app.run_plain(&[], |_| {}).expect("the phone runs");
        let settings = [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "-[Thing end]")];
        let hooked = app.run(&settings).expect("the phone runs");
        assert_eq!(plain.status().expect("the app ends"), 0, "{style:?}: {}", plain.outcome.log);
        assert!(plain.outcome.log.contains("through two: 0 alive after release"), "{}", plain.outcome.log);
        assert_eq!(hooked.status().expect("the app ends"), 0, "{style:?}: {}", hooked.outcome.log);
        assert_eq!(hooked.outcome.log, plain.outcome.log, "{style:?}");
        // As many objects enter an autorelease pool as without the agent.
        let entries = |run: &e2e::agent_bed::Run| run.outcome.counts.function("_into_pool").entries;
        assert_eq!(entries(&hooked), entries(&plain), "{style:?}");
        let methods = methods(hooked.trace().expect("a trace")).expect("a readable trace");
        for (name, calls) in [
            ("+[Thing make]", 650),
            ("+[Thing makeThrough]", 400),
            ("+[Thing makeFurther]", 200),
            ("-[Thing itself]", 50),
        ] {
            assert_eq!(methods[name].0, calls, "{style:?}: {name} in {methods:?}");
        }
    }
}
