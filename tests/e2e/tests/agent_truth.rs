//! Compares the costs of methods in the agent's trace with the true costs, which the emulator counts in a run
//! without the agent.
//!
//! The trace has ticks, from which the calibrated cost of the agent is subtracted as in the gate. The
//! emulator counts instructions, outside of the app.

use std::collections::BTreeMap;

use e2e::agent_excess::{KINDS, excess};
use e2e::agent_foreign;
use e2e::agent_programs::{self, Conditions, LAUNCHES, PROGRAMS};
use e2e::agent_tree::{Sum, nodes, sums};
use e2e::bundle::Bundle;
use phone::build::Style;
use phone::truth::{Function, Truth};
use phone::{Config, Counter, Schedule};

/// The window ends after the program has done its work and before the program ends.
const WINDOW: [(&str, &str); 3] =
    [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "limit"), ("LAUNCHGATE_LIMIT", "300ms")];
const INSTRUCTIONS_PER_TICK: f64 = 125.0;
/// The limit for large costs: 100 µs at 24 MHz, in ticks.
const LARGE: f64 = 2400.0;

/// The differences between the trace and the emulator for one style of linking.
struct Comparison {
    calls: Vec<String>,
    costs: Vec<Cost>,
    sum: f64,
}

/// A self or inclusive cost of a function.
#[derive(Debug)]
struct Cost {
    name: String,
    what: &'static str,
    real: f64,
    /// The relative error: the measured cost divided by the true cost, minus 1.
    off: f64,
}

/// Compares the costs in a trace with the true costs. Costs below `least` ticks are omitted. `folded` selects the methods that the system
/// calls without the replaced pointers; the agent adds their cost to the calling method of the app.
fn compare(app: &Bundle, counter: Counter, least: f64, folded: fn(&str) -> bool) -> Comparison {
    // Ticks measure time, and the emulated phone has one core: another thread runs only while the measured thread waits.
    let in_turn = |config: &mut Config| config.schedule = Schedule::Fair { quantum: 1 << 40 };
    let observed = |config: &mut Config| {
        in_turn(config);
        config.observe = Some(phone::is_method);
    };
    let plain = app.run_plain(&[], observed).expect("the phone runs");
    assert_eq!(plain.status().expect("the app ends"), 0);
    // A call is measured in whole ticks, so a call that begins at the same fraction of a tick has the same
    // rounding error each time. The error averages out over a few launches with slightly different clocks, as
    // it does over many launches on a phone.
    let launches: Vec<BTreeMap<String, Sum>> = (0..LAUNCHES)
        .map(|launch| {
            let at_part = |config: &mut Config| {
                in_turn(config);
                config.slowdown = agent_programs::clock(launch);
                config.counter = counter;
            };
            let run = app.run_with(&WINDOW, at_part).expect("the phone runs");
            assert_eq!(run.status().expect("the app ends"), 0);
            sums(&nodes(run.trace().expect("a trace"), app.folder()).expect("a readable trace"))
        })
        .collect();
    compare_sums(&plain.outcome.truth.all, &launches, least, folded)
}

fn compare_sums(
    truth: &BTreeMap<Function, Truth>,
    launches: &[BTreeMap<String, Sum>],
    least: f64,
    folded: fn(&str) -> bool,
) -> Comparison {
    let mut comparison = Comparison { calls: Vec::new(), costs: Vec::new(), sum: 0.0 };
    let (mut all, mut all_true) = (0.0, 0.0);
    for (Function { name, .. }, truth) in truth {
        all_true += truth.own as f64 / INSTRUCTIONS_PER_TICK;
        if folded(name) {
            continue;
        }
        let sums = launches.iter().map(|sums| sums.get(name).copied().unwrap_or_default());
        if let Some(sum) = sums.clone().find(|sum| sum.calls != truth.calls) {
            comparison.calls.push(format!("{name}: {} calls, truly {}", sum.calls, truth.calls));
        }
        let mean = |of: fn(Sum) -> f64| sums.clone().map(of).sum::<f64>() / launches.len() as f64;
        let (own, total) = (mean(|sum| sum.own), mean(|sum| sum.total));
        all += own;
        for (what, measured, real) in [("self", own, truth.own), ("inclusive", total, truth.total)] {
            let real = real as f64 / INSTRUCTIONS_PER_TICK;
            if real >= least {
                comparison.costs.push(Cost { name: name.clone(), what, real, off: measured / real - 1.0 });
            }
        }
    }
    comparison.sum = all / all_true - 1.0;
    comparison
}

fn far_off(costs: &[Cost], limit: f64) -> Vec<String> {
    let far = costs.iter().filter(|cost| cost.off.abs() > limit);
    far.map(|Cost { name, what, off, .. }| format!("{name} {what}: {:+.2} %", off * 100.0)).collect()
}

#[test]
fn recorded_calls_are_exact_and_costs_are_within_two_percent() {
    in_all_styles(|style, counter| {
        let app = Bundle::app(style, &["truth.m"]).expect("the app builds");
        let found = compare(&app, counter, LARGE, |_| false);
        assert_eq!(found.calls, [""; 0], "{style:?} {counter:?}");
        // The fixture has eight methods, each with a self and an inclusive cost.
        assert!(found.costs.len() >= 16, "{style:?} {counter:?}: {:?}", found.costs);
        assert_eq!(far_off(&found.costs, 0.02), [""; 0], "{style:?} {counter:?}");
        assert!(found.sum.abs() < 0.005, "{style:?} {counter:?}: {:+.3} % in all", found.sum * 100.0);
    });
}

/// Exceptions take about as much time in the hooks as in the app. The rarer kinds of message sends, each in a
/// separate method, add a quarter. The remaining error of the correction must be small.
#[test]
fn the_agents_cost_of_exceptions_and_rare_kinds_of_messages_is_subtracted() {
    for (source, costs) in [("throws.m", 16), ("rare.m", 14)] {
        in_all_styles(|style, counter| {
            let app = Bundle::app(style, &[source]).expect("the app builds");
            let found = compare(&app, counter, LARGE, |_| false);
            assert_eq!(found.calls, [""; 0], "{source} {style:?} {counter:?}");
            assert!(found.costs.len() >= costs, "{source} {style:?} {counter:?}: {:?}", found.costs);
            assert_eq!(far_off(&found.costs, 0.02), [""; 0], "{source} {style:?} {counter:?}");
            assert!(
                found.sum.abs() < 0.005,
                "{source} {style:?} {counter:?}: {:+.3} % in all",
                found.sum * 100.0
            );
        });
    }
}

/// The program loops over the replacements of `alloc`. The caller's own cost is not compared, because the
/// boundary between the function and the class's own `alloc` is not visible.
#[test]
fn the_agents_cost_in_replaced_alloc_functions_is_subtracted() {
    in_all_styles(|style, counter| {
        let app = Bundle::app(style, &["cheap.m"]).expect("the app builds");
        let found = compare(&app, counter, LARGE, |_| false);
        assert_eq!(found.calls, [""; 0], "{style:?} {counter:?}");
        let inclusive = |cost: &Cost| cost.what == "inclusive" && cost.name.starts_with("-[Maker ");
        let (costs, _): (Vec<Cost>, Vec<Cost>) = found.costs.into_iter().partition(inclusive);
        assert_eq!(costs.len(), 2, "{style:?} {counter:?}: {costs:?}");
        assert_eq!(far_off(&costs, 0.01), [""; 0], "{style:?} {counter:?}");
    });
}

/// Tests each style of linking with an unscaled counter, and one style with a scaled counter.
fn in_all_styles(check: impl Fn(Style, Counter) + Sync) {
    let check = &check;
    let plain = Style::ALL.map(|style| (style, Counter::PLAIN));
    std::thread::scope(|scope| {
        for (style, counter) in plain.into_iter().chain([(Style::Chained, Counter::SCALED)]) {
            scope.spawn(move || check(style, counter));
        }
    });
}

/// The test uses the agent's default settings. `cargo xtask bench agent` measures eight memory layouts, also without samples.
#[test]
fn recorded_costs_of_nine_programs_are_right_in_any_memory_layout() {
    std::thread::scope(|scope| {
        for (program, counter) in
            PROGRAMS.into_iter().flat_map(|program| Counter::MODES.map(|it| (program, it)))
        {
            scope.spawn(move || {
                let conditions = Conditions { counter, ..Conditions::new("on") };
                let layouts = if counter == Counter::PLAIN { 1..3 } else { 1..2 };
                let off = agent_programs::measure(program, layouts, conditions).expect("the program runs");
                assert!(off.counts.0 + off.counts.1 >= 3, "{program}: {:?}", off.counts);
                assert!(off.large <= 2.0, "{program}: {:?}", off.words);
                assert!(off.small <= 10.0, "{program}: {:?}", off.words);
                assert!(off.tree <= 0.5, "{program}: {:?}", off.words);
            });
        }
    });
}

/// If there is only one hot method, the cost of the runtime's lookups is not visible in other methods. The cost of lookups must be
/// subtracted completely with one and with many hot methods, although the method has a different position in the cache at each memory
/// layout.
#[test]
fn costs_of_one_frequent_method_are_as_exact_as_those_of_many() {
    let folder = tempfile::tempdir().expect("a folder");
    let programs = agent_foreign::programs(folder.path(), 1).expect("the programs are written");
    for name in ["small_0.m", "small_1.m", "small_10.m"] {
        let program = programs.iter().find(|path| path.ends_with(&format!("/{name}"))).expect(name);
        for counter in Counter::MODES {
            let conditions = Conditions { counter, ..Conditions::new("off") };
            let off = agent_programs::measure(program, 0..2, conditions).expect("the program runs");
            assert!(off.counts.0 + off.counts.1 >= 1, "{name}: {:?}", off.counts);
            // The agent's cost is stored in units of 1/1024 tick, which is 6 % of the cost of a method of two
            // instructions.
            assert!(off.of_allowed <= 100.0 && off.tree <= 7.0, "{name}: {} {:?}", off.foreign, off.words);
        }
    }
}

/// If the former positions of the methods in the cache are unknown, no lookup cost is subtracted from them.
#[test]
fn costs_are_right_for_methods_that_left_the_method_cache() {
    in_all_styles(|style, counter| {
        let app = Bundle::app(style, &["flushed.m"]).expect("the app builds");
        let found = compare(&app, counter, LARGE, |_| false);
        assert_eq!(found.calls, [""; 0], "{style:?} {counter:?}");
        assert!(found.costs.iter().filter(|cost| cost.what == "self").count() >= 8, "{:?}", found.costs);
        assert_eq!(far_off(&found.costs, 0.02), [""; 0], "{style:?} {counter:?}");
    });
}

/// Returns true for methods of Shop that UIKit, Foundation and libobjc call without the app's pointers: for a notification, a thread's
/// selector, a selector by name, +initialize, and destructors. The function also returns true for methods that wait, because the emulator
/// counts no instructions during a wait.
fn is_past_every_pointer(name: &str) -> bool {
    name.ends_with(" initialize]") || name.ends_with(" .cxx_destruct]") || OUTSIDE.contains(&name)
}

const OUTSIDE: [&str; 5] = [
    "-[ShopDelegate heard:]",
    "-[AnalyticsQueue work]",
    "-[PromotionsBanner title]",
    "-[AnalyticsQueue wait]",
    // The method `shop_viewDidLoad` also runs for a controller of the system, whose viewDidLoad is not an entry point.
    "-[UIViewController(ShopSwizzle) shop_viewDidLoad]",
];

/// The limit for smaller costs: 50 µs, in ticks. The larger costs include methods that throw, or that wait
/// for a method that throws.
const SMALLER: f64 = LARGE / 2.0;

/// The largest error of smaller costs. In the style with bind opcodes, `-[KitTheme accent]` (58 µs) is 2.0 %
/// too low and its callee `+[KitColor colorWithRed:green:blue:]` 2.1 % too high; in other styles both are
/// within 1.2 %.
const SMALLER_LIMIT: f64 = 0.025;

#[test]
fn recorded_calls_of_the_sample_app_are_exact_and_costs_are_within_limits() {
    in_all_styles(|style, counter| {
        let app = Bundle::shop(style).expect("Shop builds");
        let found = compare(&app, counter, SMALLER, is_past_every_pointer);
        assert_eq!(found.calls, [""; 0], "{style:?} {counter:?}");
        let costs = &found.costs;
        let large = costs.iter().filter(|cost| cost.real >= LARGE).count();
        assert!(large >= 6 && costs.len() >= large + 4, "{style:?} {counter:?}: {costs:?}");
        let throws = |cost: &Cost| cost.real < LARGE && cost.name == "-[PaymentsLedger charge:]";
        assert!(costs.iter().any(throws), "{style:?} {counter:?}: {costs:?}");
        let (large, smaller): (Vec<Cost>, Vec<Cost>) =
            found.costs.into_iter().partition(|cost| cost.real >= LARGE);
        assert_eq!(far_off(&large, 0.02), [""; 0], "{style:?} {counter:?}");
        assert_eq!(far_off(&smaller, SMALLER_LIMIT), [""; 0], "{style:?} {counter:?}");
        assert!(found.sum.abs() < 0.005, "{style:?} {counter:?}: {:+.2} % in all", found.sum * 100.0);
    });
}

/// Costs that the agent subtracts from calls are also subtracted from the launch. If a launch performs an
/// operation more often, it becomes longer by the cost that the operation has without the agent.
#[test]
fn the_agents_cost_in_calls_is_subtracted_from_the_launch_too() {
    for ((kind, count), counter) in KINDS.into_iter().flat_map(|kind| Counter::MODES.map(|it| (kind, it))) {
        let found = excess(kind, if kind == "throws" { count / 5 } else { count }, counter).expect(kind);
        assert!(found.percent <= 5.0 || found.instructions <= 5.0, "{kind}: {found:?}");
        // Only the phase that contains the operation becomes longer.
        let allowed = 5.0_f64.max(found.real / 20.0);
        assert_eq!(found.phase, "main..did_finish_launching", "{kind}: {found:?}");
        assert!(found.in_phase <= allowed && found.elsewhere <= allowed, "{kind}: {found:?}");
        // The correction of a loop that uses only one slow path is exact.
        assert!(kind != "setjmp" || found.instructions <= 5.0, "{kind}: {found:?}");
    }
}

/// No method's time contains the cost of samples, at any sampling interval.
#[test]
fn no_methods_time_contains_the_cost_of_samples() {
    for counter in Counter::MODES {
        let conditions = Conditions { counter, ..Conditions::new("10us") };
        let off = agent_programs::measure("truth_five.m", 0..1, conditions).expect("the program runs");
        assert!(off.tree < 0.5 && off.large < 2.0, "{counter:?}: {off:?}");
    }
}

/// The cost of a message send is measured at the beginning and after the end of the window. If the phone
/// became slower in between, the trace has a note.
#[test]
fn the_agent_measures_its_cost_per_message_before_and_after_recording() {
    let slower = [(1.0, false), (1.05, false), (1.5, true), (0.5, true)];
    for ((slower, is_told), counter) in
        slower.into_iter().flat_map(|it| Counter::MODES.map(|mode| (it, mode)))
    {
        let app = Bundle::app(Style::Chained, &["slows.m"]).expect("the app builds");
        let settings = [("LAUNCHGATE_LAUNCH", "one"), ("LAUNCHGATE_END", "-[Thing end]")];
        let run = app.run_with(&settings, |config| {
            config.slows_at = Some((1, slower));
            config.counter = counter;
        });
        let run = run.expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0);
        let reader = trace::Reader::open(run.trace().expect("a trace")).expect("a readable trace");
        let cost = |kind| {
            let cost = reader.costs.iter().find(|cost| cost.kind == kind).expect("it is measured");
            (cost.inside.0 + cost.outside.0) as f64
        };
        let times = cost(trace::CostKind::SendAtEnd) / cost(trace::CostKind::Send);
        assert!((times / slower - 1.0).abs() < 0.03, "{times} for {slower}");
        let told =
            reader.notes.iter().any(|note| note.text.to_string().starts_with("recording a send took "));
        assert_eq!(told, is_told, "{slower}");
    }
}
