//! What the agent says a method costs, against what the emulator saw it cost in a run without the agent.
//!
//! Ticks of the trace, its own calibrated cost taken off as the gate does, against instructions that the guest knows nothing of.

use std::collections::BTreeMap;

use e2e::agent_tree::{Sum, nodes, sums};
use e2e::bundle::Bundle;
use phone::build::Style;
use phone::truth::{Function, Truth};

/// Everything that the apps do is over by then, and they have not ended yet.
const WINDOW: [(&str, &str); 3] =
    [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_WINDOW", "limit"), ("LAUNCHGATE_LIMIT", "300ms")];
const INSTRUCTIONS_PER_TICK: f64 = 125.0;
/// 100 µs at 24 MHz.
const LARGE: f64 = 2400.0;

/// What one style's runs disagree in.
struct Comparison {
    calls: Vec<String>,
    /// Function, what of it, measured over real.
    costs: Vec<(String, &'static str, f64)>,
    sum: f64,
}

/// `folded`: what the system calls past every pointer, so that it counts for the app's method above it.
fn compare(app: &Bundle, folded: fn(&str) -> bool) -> Comparison {
    let plain = app.run_plain(&[], |config| config.observe = Some(phone::is_method)).expect("the phone runs");
    assert_eq!(plain.status().expect("the app ends"), 0);
    let run = app.run(&WINDOW).expect("the phone runs");
    assert_eq!(run.status().expect("the app ends"), 0);
    let nodes = nodes(run.trace().expect("a trace"), app.folder()).expect("a readable trace");
    compare_sums(&plain.outcome.truth.all, &sums(&nodes), folded)
}

fn compare_sums(
    truth: &BTreeMap<Function, Truth>,
    sums: &BTreeMap<String, Sum>,
    folded: fn(&str) -> bool,
) -> Comparison {
    let mut comparison = Comparison { calls: Vec::new(), costs: Vec::new(), sum: 0.0 };
    let (mut all, mut all_true) = (0.0, 0.0);
    for (Function { name, .. }, truth) in truth {
        all_true += truth.own as f64 / INSTRUCTIONS_PER_TICK;
        if folded(name) {
            continue;
        }
        let sum = sums.get(name).copied().unwrap_or_default();
        all += sum.own;
        if sum.calls != truth.calls {
            comparison.calls.push(format!("{name}: {} calls, truly {}", sum.calls, truth.calls));
        }
        for (what, measured, real) in [("self", sum.own, truth.own), ("inclusive", sum.total, truth.total)] {
            let real = real as f64 / INSTRUCTIONS_PER_TICK;
            if real >= LARGE {
                comparison.costs.push((name.clone(), what, measured / real - 1.0));
            }
        }
    }
    comparison.sum = all / all_true - 1.0;
    comparison
}

fn far_off(costs: &[(String, &str, f64)]) -> Vec<String> {
    let far = costs.iter().filter(|(.., off)| off.abs() > 0.02);
    far.map(|(name, what, off)| format!("{name} {what}: {:+.2} %", off * 100.0)).collect()
}

#[test]
fn calls_are_exact_and_costs_within_two_percent() {
    for style in Style::ALL {
        let app = Bundle::app(style, &["truth.m"]).expect("the app builds");
        let found = compare(&app, |_| false);
        assert_eq!(found.calls, [""; 0], "{style:?}");
        // Eight methods, of each self and inclusive costs.
        assert!(found.costs.len() >= 16, "{style:?}: {:?}", found.costs);
        assert_eq!(far_off(&found.costs), [""; 0], "{style:?}");
        assert!(found.sum.abs() < 0.005, "{style:?}: {:+.3} % in all", found.sum * 100.0);
    }
}
