//! Tests stacks that are switched inside hooked calls. Sends from a coroutine are not recorded, sends on the thread's own stack are counted
//! exactly, and every method has the same arguments and results as without the agent.

use e2e::agent_bed::{App, Run, methods};
use e2e::agent_paths::dropped;
use phone::Schedule;
use phone::build::Style;
use trace::DropKind;

fn entries(run: &Run, method: &str) -> u64 {
    run.outcome.counts.function(method).entries
}

#[test]
fn coroutines_can_switch_stacks_inside_hooked_calls() {
    // The number of steps of the main thread and three other threads, 200 each.
    const STEPS: u64 = 4 * 200;
    for nested in [false, true] {
        for (seed, style) in (1..).zip(Style::ALL) {
            let app = App::new(style, &["stacks.m"]).with("LAUNCHGATE_LIMIT", "1s");
            let app = if nested { app.with("NESTED", "1") } else { app };
            let what = format!("{style:?}, nested {nested}");
            let plain = app.clone().plain().run().expect("the phone runs");
            assert_eq!(plain.status().expect("the app ends"), 0, "{what}");
            let schedule = Schedule::SeededBlocks { seed, longest: 300 };
            let run = app.run_with(|config| config.schedule = schedule).expect("the phone runs");
            let status = run.status().unwrap_or_else(|error| panic!("{what}: {error:#}"));
            assert_eq!(status, 0, "{what}");
            assert_eq!(run.outcome.log, plain.outcome.log, "{what}");
            let trace = run.trace().expect("a trace");
            let methods = methods(trace).expect("a readable trace");
            let recorded = |name: &str| methods.get(name).map_or(0, |sums| sums.0);
            assert_eq!(entries(&run, "-[Walker step:]"), STEPS, "{what}");
            let names = ["-[Walker step:]", "-[Walker part:]", "-[Walker leaf:]", "-[Walker inside:]"];
            assert_eq!(names.map(recorded), [STEPS, 2 * STEPS, 3 * STEPS, 0], "{what}");
            let elsewhere = entries(&run, names[2]) - 3 * STEPS + entries(&run, names[3]);
            assert!(elsewhere > STEPS, "{what}: coroutines sent {elsewhere} times");
            let foreign = dropped(trace, DropKind::ForeignStack).expect("a readable trace");
            assert_eq!(foreign, elsewhere, "{what}");
        }
    }
}
