//! Compares the growth in instructions that the gate calculates for additional message sends with the true growth, which is measured
//! without the agent. The gate subtracts the cost that the agent adds to each send.

use std::fs;
use std::sync::Arc;

use e2e::agent_bed::Run;
use e2e::bundle::Bundle;
use gate_decision::{Counter, LaunchCounts};
use gate_launches::{Launch, ReadOptions, marks};
use phone::Config;
use phone::build::Style;

/// The kinds of additional operations, the number of operations, and the allowed relative error of the
/// corrected growth.
const KINDS: [(&str, u64, f64); 2] = [("sends", 20_000, 0.02), ("tagged", 20_000, 0.05)];

fn launch(run: &Run) -> Launch {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("one.lgtrace");
    fs::write(&path, run.trace().expect("a trace")).expect("it is written");
    let read = gate_launches::read(&[path], &ReadOptions { paths: false, ..ReadOptions::default() })
        .expect("a readable trace");
    read.launches.into_iter().next().expect("a launch")
}

/// Returns the instructions of the launch, followed by the instructions of its phases: first as recorded, then without the agent's cost of
/// recorded calls.
fn counts(launch: &Launch, phases: &[Arc<str>]) -> [Vec<f64>; 2] {
    let LaunchCounts { recorded: told, less_calls: less } =
        LaunchCounts::read(Counter::Instructions, launch, phases).expect("the phone counts instructions");
    [told, less.expect("the agent tells what a call takes")]
}

/// Returns the relative errors of the growth caused by `count` operations: as recorded, and without the
/// agent's cost of the calls.
fn errors(app: &Bundle, seed: u64, (kind, count): (&str, u64)) -> [f64; 2] {
    let count_text = count.to_string();
    let placed = |config: &mut Config| config.slide_seed = seed;
    let plain = |count: &str| {
        let run = app.run_plain(&[("KIND", kind), ("COUNT", count)], placed).expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0);
        run.outcome.counts.instructions as f64
    };
    let hooked = |count: &str| {
        let variables = [("LAUNCHGATE_LAUNCH", "one"), ("KIND", kind), ("COUNT", count)];
        let run = app.run_with(&variables, placed).expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0);
        launch(&run)
    };
    let truth = plain(&count_text) - plain("0");
    let (more, none) = (hooked(&count_text), hooked("0"));
    let phases: Vec<Arc<str>> = more.phases.iter().map(|phase| Arc::clone(&phase.name)).collect();
    let (of_more, of_none) = (counts(&more, &phases), counts(&none, &phases));
    // The page is loaded in one phase, which must contain the correction.
    let within =
        phases.iter().position(|name| **name == *format!("{}..{}", marks::MAIN, marks::DID_FINISH_LAUNCHING));
    let within = 1 + within.expect("the phase in which the page loads");
    [0, 1].map(|at| {
        let growth = |row: usize| of_more[at][row] - of_none[at][row];
        let [whole, phase] = [growth(0), growth(within)].map(|growth| (growth - truth) / truth);
        println!(
            "  {kind} {at}: truth {truth:.0}, launch {whole:+.4}, phase {phase:+.4}, a call {:?}",
            more.per_call
        );
        assert!((whole - phase).abs() < 0.01, "the phase has what the launch has: {whole} and {phase}");
        whole
    })
}

#[test]
fn subtracting_the_instructions_of_recorded_calls_approximates_a_run_without_the_agent() {
    for style in [Style::Chained, Style::StubsSmall] {
        let app = Bundle::app(style, &["launch.m"]).expect("the app is built");
        for seed in [3, 77] {
            for (kind, count, limit) in KINDS {
                let [told, less] = errors(&app, seed, (kind, count));
                println!(
                    "{style:?}, layout {seed}, {kind}: {:+.2} % as told, {:+.2} % less calls",
                    100.0 * told,
                    100.0 * less
                );
                assert!(told > 0.5, "the agent's part is large, or there is nothing to show: {told}");
                assert!(less.abs() < limit, "{style:?}, layout {seed}, {kind}: {less}");
            }
        }
    }
}
