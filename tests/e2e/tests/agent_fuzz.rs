//! Tests with random programs of sends, super calls, tail calls, throws, @finally, destructors, rethrows, setjmp and longjmp, and nil and
//! tagged receivers. Every node of the agent's tree must equal the count that the methods make themselves.

use e2e::agent_bed::{App, Run};
use e2e::agent_paths::{compare, counted, dropped, recorded_on_main};
use phone::build::Style;
use trace::DropKind;

fn app(style: Style, from: u64, count: u64) -> App {
    App::new(style, &["fuzz.mm"])
        .with("LAUNCHGATE_LIMIT", "1s")
        .with("FUZZ_FROM", &from.to_string())
        .with("FUZZ_COUNT", &count.to_string())
}

fn check(run: &Run) -> anyhow::Result<()> {
    anyhow::ensure!(run.status()? == 0);
    compare(&counted(run)?, &recorded_on_main(run.trace()?)?)
}

#[test]
fn the_generated_programs_run_without_the_agent() {
    let run = app(Style::Chained, 1, 20).plain().run().expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
}

#[test]
fn calls_of_every_randomly_generated_program_are_recorded_exactly() {
    const EACH: u64 = 50;
    std::thread::scope(|scope| {
        for (i, style) in Style::ALL.into_iter().enumerate() {
            scope.spawn(move || check_programs(style, 1 + i as u64 * EACH, EACH));
        }
    });
}

/// Runs the programs of `each` seeds, beginning with `from`, in one app. At least fifty programs are needed, so that they include all kinds
/// of exits.
pub(crate) fn check_programs(style: Style, from: u64, each: u64) {
    let run = app(style, from, each).run().expect("the phone runs");
    if let Err(error) = check(&run) {
        // After a failure, the seeds run one by one to find the seed that fails.
        for seed in from..from + each {
            let run = app(style, seed, 1).run().expect("the phone runs");
            check(&run).unwrap_or_else(|error| panic!("{style:?}, seed {seed}: {error:#}"));
        }
        panic!("{style:?}, seeds {from} and {each} more, all together: {error:#}");
    }
    let trace = run.trace().expect("a trace");
    for (kind, least) in [(DropKind::Unwound, 300), (DropKind::NodesFull, 0), (DropKind::TooDeep, 0)] {
        let count = dropped(trace, kind).expect("a readable trace");
        assert!(if least > 0 { count > least } else { count == 0 }, "{kind:?}: {count}");
    }
    // The counters in the log show that the programs included all kinds of exits.
    let numbers = run.outcome.log.split_whitespace().filter_map(|word| word.parse::<u64>().ok());
    assert_eq!(numbers.filter(|&number| number > 40).count(), 4, "{}", run.outcome.log);
}

/// The calls that an exception has left are detected both at landing pads and at the call that begins a catch. If another library has
/// replaced the pointers for one kind of detection, the other kind is sufficient.
#[test]
fn calls_left_by_an_exception_are_detected_by_landing_pads_or_catches_alone() {
    const EACH: u64 = 6;
    let hooks = |what| match what {
        "catches" => ["_launchgate_objc_catch", "_launchgate_cxx_catch"],
        _ => ["_launchgate_objc_personality", "_launchgate_cxx_personality"],
    };
    std::thread::scope(|scope| {
        for (from, style) in (1..).step_by(EACH as usize).zip(Style::ALL) {
            scope.spawn(move || {
                for (taken, other) in [("catches", "personalities"), ("personalities", "catches")] {
                    let run = app(style, from, EACH).with("TAKEN", taken).run().expect("the phone runs");
                    let what = format!("{style:?} without {taken}, from seed {from}");
                    check(&run).unwrap_or_else(|error| panic!("{what}: {error:#}"));
                    let entries =
                        |hooks: [&str; 2]| hooks.map(|name| run.outcome.counts.function(name).entries);
                    let heard = entries(hooks(other)).iter().sum::<u64>();
                    assert_eq!(entries(hooks(taken)), [0; 2], "{what}");
                    assert!(heard > 10, "{what}: {heard}");
                }
            });
        }
    });
}
