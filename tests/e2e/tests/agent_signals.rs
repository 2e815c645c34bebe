//! Tests with a signal at each instruction of each hook, on fast and slow paths. The signal handler sends messages, on the thread's stack
//! or on a separate stack. No call may be lost or changed.

use e2e::agent_bed::{App, Run, methods};
use e2e::agent_paths::{self, dropped};
use phone::build::Style;
use trace::DropKind;

/// The methods, in the order in which the fixture prints their counts.
const NAMES: [&str; 11] = [
    "-[Base plain:]",
    "-[Leaf plain:]",
    "-[Base other:]",
    "-[Base rect:]",
    "+[Base everyone:]",
    "-[Base inHandler:]",
    "-[Base first:]",
    "-[Base fresh",
    "+[Made alloc]",
    "-[Tag plain:]",
    "+[Base load]",
];

fn run(style: Style, settings: &[(&str, &str)]) -> Run {
    let app = App::new(style, &["signals.m"]).with("LAUNCHGATE_LIMIT", "1s");
    let app = app.with("LAUNCHGATE_MEMORY", "100000000");
    let app = settings.iter().fold(app, |app, (key, value)| app.with(key, value));
    let run = app.run().expect("the phone runs");
    let status = run.status().unwrap_or_else(|error| panic!("{style:?} {settings:?}: {error:#}"));
    assert_eq!(status, 0, "{style:?} {settings:?}: {}", run.outcome.log);
    run
}

/// Returns the number that follows a word in the last but one line of the fixture's log.
fn told(run: &Run, word: &str) -> u64 {
    let (_, rest) = run.outcome.log.split_once(&format!("{word} ")).expect("a number");
    rest.split([',', '\n']).next().and_then(|number| number.trim().parse().ok()).expect("a number")
}

fn check(run: &Run, what: &str) {
    let counted: Vec<u64> = run.outcome.log.lines().last().map_or_else(Vec::new, |line| {
        line.split_whitespace().map(|word| word.parse().expect("a number")).collect()
    });
    let trace = run.trace().expect("a trace");
    let methods = methods(trace).expect("a readable trace");
    let lost = |kind| dropped(trace, kind).expect("a readable trace");
    for (name, counted) in NAMES.into_iter().zip(counted) {
        let named = methods.iter().filter(|(found, _)| found.starts_with(name));
        let mut recorded: u64 = named.map(|(_, sums)| sums.0).sum();
        if name == "-[Base inHandler:]" {
            assert_eq!(counted, told(run, "handled"), "{what}");
            recorded += lost(DropKind::InSignal) + lost(DropKind::ForeignStack);
        }
        assert_eq!(recorded, counted, "{what}: {name}: {}", run.outcome.log);
    }
    for kind in [DropKind::NodesFull, DropKind::ThreadsFull, DropKind::TooDeep] {
        assert_eq!(lost(kind), 0, "{what}: {kind:?}");
    }
    assert!(lost(DropKind::InSignal) > 100, "{what}: no hook was interrupted");
}

/// The distance between the tested instructions of a thread's first send. A thread's first send executes many instructions, most of which
/// are the same Rust code.
const SAMPLED: (&str, &str) = ("STEP", "61");

#[test]
fn a_signal_handler_can_send_messages_at_every_instruction_of_a_first_message() {
    // The tests cover all instructions of a thread's first send, in two halves.
    std::thread::scope(|scope| {
        for begin in ["1", "2"] {
            scope.spawn(move || {
                let run = run(Style::Chained, &[("BEGIN", begin), ("STEP", "2")]);
                assert!(told(&run, "first") > 500, "{}", run.outcome.log);
                check(&run, begin);
            });
        }
    });
}

#[test]
fn a_signal_handler_can_send_messages_while_rust_code_of_the_agent_runs() {
    std::thread::scope(|scope| {
        for (style, settings) in [
            (Style::Opcodes, [SAMPLED, ("LAUNCHGATE_THRESHOLD", "0ns")]),
            (Style::StubsFast, [SAMPLED, ("LAUNCHGATE_SKIP", "Nobody")]),
        ] {
            scope.spawn(move || check(&run(style, &settings), settings[1].1));
        }
    });
}

#[test]
fn a_signal_handler_on_a_separate_stack_can_send_messages() {
    let run = run(Style::StubsSmall, &[("ALTERNATE", "1"), ("STEP", "7")]);
    check(&run, "alternate");
    let foreign = dropped(run.trace().expect("a trace"), DropKind::ForeignStack).expect("a readable trace");
    assert!(foreign > 100, "handlers ran elsewhere: {foreign}");
}

/// No recorded call is open at the signal, so the handler's sends are recorded. Calls that the handler's
/// exception ends must not stay open.
#[test]
fn calls_that_a_throwing_signal_handler_leaves_are_closed() {
    for style in Style::ALL {
        let app = App::new(style, &["handstack.m"]).with("LAUNCHGATE_LIMIT", "1s");
        let run = app.run().expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0, "{style:?}");
        assert_eq!(run.outcome.log, "caught 20, sum 60\n", "{style:?}");
        let paths = agent_paths::recorded(run.trace().expect("a trace"), |thread| thread.is_main)
            .expect("a readable trace");
        let calls = |path: &[&str]| {
            let path: Vec<String> = path.iter().map(|name| (*name).to_owned()).collect();
            paths.get(&path).copied().unwrap_or_default()
        };
        assert_eq!(calls(&["-[Hand throws]"]), 20, "{style:?}: {paths:?}");
        assert_eq!(calls(&["-[Hand leaf]"]), 60, "{style:?}: {paths:?}");
        assert!(paths.keys().all(|path| path.len() == 1), "{style:?}: {paths:?}");
    }
}

/// A handler that throws and catches an exception in the middle of a hook does not change the hook's state.
#[test]
fn a_signal_handler_can_throw_at_every_instruction_of_a_repeated_message() {
    for style in Style::ALL {
        let app = App::new(style, &["handthrow.m"]).with("LAUNCHGATE_LIMIT", "1s");
        let run = app.run().expect("the phone runs");
        let status = run.status().unwrap_or_else(|error| panic!("{style:?}: {error:#}"));
        assert_eq!(status, 0, "{style:?}");
        assert!(run.outcome.log.contains("sum 1815\n"), "{style:?}: {}", run.outcome.log);
        assert!(told(&run, "caught") > 150, "{style:?}: {}", run.outcome.log);
        let paths = agent_paths::recorded(run.trace().expect("a trace"), |thread| thread.is_main)
            .expect("a readable trace");
        let calls = |path: &[&str]| {
            let path: Vec<String> = path.iter().map(|&name| name.to_owned()).collect();
            paths.get(&path).copied().unwrap_or_default()
        };
        assert_eq!(calls(&["-[Hand outer:]"]), 305, "{style:?}: {paths:?}");
        assert_eq!(calls(&["-[Hand outer:]", "-[Hand leaf:]"]), 915, "{style:?}: {paths:?}");
        assert_eq!(paths.values().sum::<u64>(), 1220, "{style:?}: {paths:?}");
    }
}

#[test]
fn a_signal_handler_on_a_nested_stack_can_throw_as_without_the_agent() {
    for style in Style::ALL {
        let app = App::new(style, &["altstack.m"]).with("LAUNCHGATE_LIMIT", "1s");
        let plain = app.clone().plain().run().expect("the phone runs");
        let run = app.run().expect("the phone runs");
        let status = run.status().unwrap_or_else(|error| panic!("{style:?}: {error:#}"));
        assert_eq!(status, 0, "{style:?}");
        assert_eq!(plain.outcome.log, "sum 19900, handled 200, right 600, loads 201\n", "{style:?}");
        assert_eq!(run.outcome.log, plain.outcome.log, "{style:?}");
        let trace = run.trace().expect("a trace");
        let methods = methods(trace).expect("a readable trace");
        let calls = |name: &str| methods.get(name).map_or(0, |sums| sums.0);
        // The fixture sends `spin:` once before it sets the signal handler, and then 199 times, each time with a signal.
        assert_eq!(calls("-[Base spin:]"), 200, "{style:?}");
        let lost = |kind| dropped(trace, kind).expect("a readable trace");
        let recorded = calls("-[Base throwing:]") + calls("-[Base leaf:]") + calls("+[Base load]");
        let elsewhere = lost(DropKind::ForeignStack) + lost(DropKind::InSignal);
        // The runtime itself calls +load, without a recorded send.
        assert_eq!(recorded + elsewhere, 200 * 4 + 1, "{style:?}: {recorded} and {elsewhere}");
        assert!(lost(DropKind::ForeignStack) > 400, "{style:?}");
    }
}
