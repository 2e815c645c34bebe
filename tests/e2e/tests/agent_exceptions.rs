//! Tests that backtraces and exceptions pass through hooked calls, and that later calls are counted in the right nodes.

use e2e::agent_bed::{App, methods};
use phone::build::Style;

#[test]
fn backtraces_and_exceptions_pass_through_hooked_calls() {
    for style in Style::ALL {
        let app = || App::new(style, &["unwind.mm"]).with("LAUNCHGATE_LIMIT", "1s");
        let plain = app().plain().run().expect("the phone runs");
        assert_eq!(plain.status().expect("the app ends"), 0, "{style:?}");
        assert!(plain.outcome.log.contains("walks through hooks: 0\n"), "{}", plain.outcome.log);
        for (what, app) in [
            ("by default", app()),
            ("with room for them all", app().with("LAUNCHGATE_DEPTH", "2000")),
            ("every call an event", app().with("LAUNCHGATE_THRESHOLD", "0ns")),
        ] {
            // Styles of linking other than chained fixups differ only in the way in which the agent finds the pointers, so one setting is
            // sufficient for them.
            if style != Style::Chained && what != "with room for them all" {
                continue;
            }
            let run = app.run().expect("the phone runs");
            assert_eq!(run.status().expect("the app ends"), 0, "{style:?}, {what}");
            let log = &run.outcome.log;
            // The fixture walks the stack in two rounds: through a send, a super call in a send, a class method, an -init, a +new in a
            // +new, and a +new.
            let expected = plain.outcome.log.replace("through hooks: 0", "through hooks: HOOKS");
            let hooks = log.rsplit_once(": ").and_then(|(_, number)| number.trim().parse::<u32>().ok());
            assert_eq!(*log, expected.replace("HOOKS", &hooks.unwrap_or(0).to_string()), "{style:?}, {what}");
            assert!(hooks.is_some_and(|hooks| hooks >= 14), "{style:?}, {what}: {log}");
            assert!(
                log.contains("through 1000: caught, 7, 1000, 3000, 3, 1000\n") && !log.contains("WRONG"),
                "{log}"
            );
            let methods = methods(run.trace().expect("a trace")).expect("a readable trace");
            assert_eq!(
                methods["-[Above number:]"].0,
                2 * 3 * 3,
                "{style:?}, {what}: sends after and during a throw"
            );
            assert_eq!(methods["-[Above deep:throwing:]"].0, 2 * 3 * 1011, "{style:?}, {what}");
        }
    }
}
