//! Tests message sends from all kinds of code: +load, +initialize, static initialisers, image callbacks, destructors, and a framework that
//! is opened while other threads send messages. The file also tests ten thousand nested calls, which are made by calls and by jumps.

use e2e::agent_bed::{Run, methods};
use e2e::agent_paths::{Paths, compare, counted, dropped, recorded_on_main};
use e2e::bundle::Bundle;
use phone::Schedule;
use phone::build::Style;
use trace::DropKind;

const SETTINGS: [(&str, &str); 3] =
    [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "limit"), ("LAUNCHGATE_LIMIT", "1s")];

fn app(style: Style) -> Bundle {
    Bundle::app(style, &["places.m"])
        .and_then(|app| app.with_framework(style, "Late", &["late.m"]))
        .expect("the app builds")
}

fn run(app: &Bundle, more: &[(&str, &str)], seed: Option<u64>) -> Run {
    let settings: Vec<_> = SETTINGS.iter().chain(more).copied().collect();
    let run = app.run_with(&settings, |config| {
        if let Some(seed) = seed {
            config.schedule = Schedule::SeededBlocks { seed, longest: 200 };
        }
    });
    let run = run.expect("the phone runs");
    let status = run.status().unwrap_or_else(|error| panic!("{more:?}: {error:#}"));
    assert_eq!(status, 0, "{more:?}: {}", run.outcome.log);
    run
}

fn without(log: &str, line: &str) -> String {
    log.lines().filter(|text| !text.starts_with(line)).collect::<Vec<_>>().join("\n")
}

#[test]
fn messages_from_all_kinds_of_code_are_recorded_below_the_right_callers() {
    for (seed, style) in (1..).zip(Style::ALL) {
        let app = app(style);
        let plain = app.run_plain(&[], |_| {}).expect("the phone runs");
        assert_eq!(plain.status().expect("the app ends"), 0);
        assert!(plain.outcome.log.contains("sum 40160, late 1, "), "{}", plain.outcome.log);
        let run = run(&app, &[], Some(seed));
        assert_eq!(without(&run.outcome.log, "spun"), without(&plain.outcome.log, "spun"), "{style:?}");
        let trace = run.trace().expect("a trace");
        let known = counted(&run).expect("the app's own counts");
        let names: Vec<String> = known.keys().flatten().cloned().collect();
        let recorded = recorded_on_main(trace).expect("a readable trace");
        let recorded: Paths =
            recorded.into_iter().filter(|(path, _)| path.iter().all(|name| names.contains(name))).collect();
        compare(&known, &recorded).unwrap_or_else(|error| panic!("{style:?}: {error:#}"));
        let methods = methods(trace).expect("a readable trace");
        let spun = run.outcome.log.lines().find_map(|line| line.strip_prefix("spun ")).expect("a count");
        assert_eq!(
            methods["-[Spinner turn]"].0.to_string(),
            spun,
            "{style:?}: sends while an image is patched"
        );
        for (name, calls) in [("-[Lazy end]", 3), ("+[LateThing load]", 2), ("-[LateThing arrive]", 1)] {
            assert_eq!(methods.get(name).map(|sums| sums.0), Some(calls), "{style:?}: {name}");
        }
    }
}

#[test]
fn every_one_of_ten_thousand_nested_calls_is_counted() {
    let app = app(Style::Chained);
    for (depth, least) in [("4096", 4 * 4096), ("100", 4 * 100)] {
        let run = run(&app, &[("LAUNCHGATE_DEPTH", depth)], None);
        let trace = run.trace().expect("a trace");
        let methods = methods(trace).expect("a readable trace");
        let names = ["-[Lazy deep:]", "-[Lazy tail:]", "-[Lazy more]"];
        let recorded: u64 = names.iter().filter_map(|name| methods.get(*name)).map(|sums| sums.0).sum();
        assert!(recorded > least, "{depth}: {recorded}");
        let made: u64 = names.iter().map(|name| run.outcome.counts.function(name).entries).sum();
        // After the window, both recursions run again: one is 101 calls deep, the other is 11 calls deep.
        let behind = 101 + 1 + 11;
        let too_deep = dropped(trace, DropKind::TooDeep).expect("a readable trace");
        // Calls beyond the largest depth are counted at their caller's node, and are also reported as dropped.
        assert_eq!(recorded, made - behind, "{depth}");
        assert_eq!(
            too_deep,
            4 * 10_001 + 2 * 10_001 - 6 * depth.parse::<u64>().expect("a number"),
            "{depth}"
        );
        assert_eq!(dropped(trace, DropKind::Unwound).expect("a readable trace"), 0, "{depth}");
    }
}

#[test]
fn an_app_that_exits_during_recording_ends_normally() {
    let run = run(&app(Style::Chained), &[("EXIT", "1")], None);
    assert!(run.outcome.log.ends_with("ended 4\n"), "{}", run.outcome.log);
}
