//! Tests of functions that samples found, from launches to the findings of a check.

use std::sync::Arc;

use gate_config::Config;
use gate_launches::{
    BuildRole, Function, FunctionKind, LaunchFunctions, Launches, ReadOptions, SampledFunction, SampledScope,
    WaitKind, read_stream,
};
use gate_stats::Random;

use super::{findings, judged};
use crate::amount::Sides;
use crate::compare::Comparison;
use crate::judge::Outcome;
use crate::reason::Reason;
use crate::subject::Subject;
use crate::verdict::{Answer, Finding, FindingKind};

const MS: f64 = 1e6;

/// The parameters of the launches of one side. A launch takes 300 ms outside methods and a configurable time in `-[B work]`, and has a
/// sample every 5 ms.
#[derive(Clone, Copy)]
struct Side {
    sessions: usize,
    /// The own time of `-[B work]` in ms, and its relative variation between launches.
    method: (f64, f64),
    /// The functions that run in the method, with their times in ms. The field `outside` contains the functions that run outside methods.
    within: &'static [(&'static str, f64)],
    outside: &'static [(&'static str, f64)],
    /// The distance between launches with samples: 1 if every launch has samples, and 10 if every tenth launch has samples.
    sampled: usize,
    missing: &'static [(&'static str, &'static str)],
}

const QUIET: Side = Side {
    sessions: 6,
    method: (100.0, 0.01),
    within: &[("Pricing.price", 40.0), ("Pricing.fold", 20.0)],
    outside: &[("Geometry.pack", 30.0)],
    sampled: 1,
    missing: &[],
};

fn function(name: &str) -> Arc<Function> {
    let module = name.split('.').next().unwrap_or(name).into();
    Arc::new(Function {
        module,
        name: name.into(),
        kind: FunctionKind::App,
        short: name.into(),
        file: Some("Pricing/Rules.swift".into()),
        owner: Some("@shop/pricing".into()),
        within: None,
    })
}

/// Makes the launches of one side, with samples at random moments.
fn made(side: &Side, name: &str, seed: u64) -> Launches {
    let mut random = Random::new(seed);
    let mut text = String::new();
    for session in 0..side.sessions {
        for at in 0..10 {
            let mut wobble = |sd: f64| (sd * random.next_normal()).exp();
            let (own, outside) = (side.method.0 * MS * wobble(side.method.1), 300.0 * MS * wobble(0.01));
            let end = own + outside;
            text += &format!(
                r#"{{"format":"launchgate.launch/1","session":"{name}-{session}","recorded_unix_ms":{},"launch":{at},"marks":{{"main_ns":1000000,"first_frame_ns":{end}}},"methods":[{{"name":"-[B work]","phase":"main..first_frame","calls":1,"self_ns":{own},"total_ns":{own}}}]}}"#,
                1_790_000_000_000_u64 + session as u64 * 86_400_000
            );
            text.push('\n');
        }
    }
    let mut launches =
        read_stream("made", text.as_bytes(), &ReadOptions { paths: true, ..ReadOptions::default() }).unwrap();
    for (at, launch) in launches.launches.iter_mut().enumerate() {
        if at % side.sampled == 0 {
            let seen = seen(side, &mut random);
            let missing = side.missing.iter().map(|(image, uuid)| ((*image).to_owned(), (*uuid).to_owned()));
            let waits = side.within.iter().any(|(name, _)| is_wait(name)).then(Vec::new);
            launch.functions = Some(Arc::new(LaunchFunctions { seen, missing: missing.collect(), waits }));
        }
    }
    launches
}

/// The suffix of a function's name that marks waiting for a lock in the tests of functions.
const WAITS: &str = " waits";

fn is_wait(name: &str) -> bool {
    name.ends_with(WAITS)
}

fn seen(side: &Side, random: &mut Random) -> Vec<SampledFunction> {
    let mut all = Vec::new();
    let method = (SampledScope::Method("-[B work]".into()), side.method.0, side.within);
    let outside = (SampledScope::Outside("main..first_frame".into()), 300.0, side.outside);
    for (node, whole, functions) in [method, outside] {
        let mut counts = vec![0; functions.len() + 1];
        for _ in 0..(whole / 5.0) as usize {
            let mut at = random.next_uniform() * whole;
            let place = functions.iter().position(|(_, takes)| {
                at -= takes;
                at < 0.0
            });
            counts[place.unwrap_or(functions.len())] += 1;
        }
        let names = functions.iter().map(|(name, _)| Some(*name)).chain([None]);
        all.extend(names.zip(counts).filter(|(_, samples)| *samples > 0).map(|(name, samples)| {
            SampledFunction {
                node: node.clone(),
                function: match name {
                    Some(name) => Some(function(name.trim_end_matches(WAITS))),
                    None => matches!(node, SampledScope::Outside(_)).then(system),
                },
                waiting: name.filter(|name| is_wait(name)).map(|_| WaitKind::Lock),
                lines: vec![Some(7)],
                samples,
            }
        }));
    }
    all.sort();
    all
}

fn system() -> Arc<Function> {
    Arc::new(Function::new_unnamed(FunctionKind::System, "libSystem".into()))
}

fn check(base: &Side, head: &Side) -> (Outcome, Config) {
    let config = Config::default();
    let head = Side { sessions: 1, ..*head };
    let (outcome, _) = judged(&made(base, "base", 1), &made(&head, "head", 2), &config);
    (outcome, config)
}

fn comparison(outcome: &Outcome) -> &Comparison {
    let Outcome::Judged(comparison, _) = outcome else { panic!("{outcome:?}") };
    comparison
}

fn named(finding: &Finding) -> String {
    let parts: Vec<&str> = finding.functions.iter().map(|part| &*part.function.short).collect();
    format!("{:?} {} [{}]", finding.kind, finding.subject(), parts.join(", "))
}

/// Returns the failing findings, each with the functions that explain it.
fn failing(outcome: &Outcome) -> Vec<String> {
    findings(outcome).iter().filter(|finding| finding.fails()).map(named).collect()
}

#[test]
fn functions_with_unchanged_costs_cause_no_failing_finding() {
    let (outcome, _) = check(&QUIET, &QUIET);
    assert_eq!(failing(&outcome), Vec::<String>::new());
    let rows = comparison(&outcome).functions.rows.len();
    assert!(rows >= 3, "{rows}");
}

#[test]
fn a_slower_function_is_reported_if_its_varying_method_is_no_finding() {
    // The time of the method varies by 15 % between launches, and its function grows by 25 ms, a quarter of the method's 100 ms.
    let noisy = Side { method: (100.0, 0.15), ..QUIET };
    let head = Side { within: &[("Pricing.price", 65.0), ("Pricing.fold", 20.0)], ..noisy };
    let (outcome, _) = check(&noisy, &head);
    assert_eq!(failing(&outcome), ["Function Pricing.price [Pricing.price]"]);
    let Some(finding) = findings(&outcome).iter().find(|finding| finding.fails()) else { panic!() };
    assert_eq!(finding.row.module.as_deref(), Some("Pricing"));
    assert_eq!(finding.row.owner.as_deref(), Some("@shop/pricing"));
    let part = &finding.functions[0];
    assert_eq!((part.line, part.function.file.as_deref()), (Some(7), Some("Pricing/Rules.swift")));
    let [low, high] = part.interval.unwrap();
    assert!(low > 0.0 && low < part.change() && part.change() < high);
}

#[test]
fn longer_waiting_is_reported_if_no_other_finding_includes_the_growth() {
    // The function takes as long in the head as in the base, but waits for most of the time in the head.
    let base = Side { within: &[("Pricing.price", 38.0), ("Pricing.price waits", 2.0)], ..QUIET };
    let head = Side { within: &[("Pricing.price", 10.0), ("Pricing.price waits", 30.0)], ..QUIET };
    let (outcome, _) = check(&base, &head);
    assert_eq!(failing(&outcome), ["Waiting Pricing.price waiting (lock) []"]);
    let finding = findings(&outcome).iter().find(|finding| finding.fails()).expect("a finding");
    assert_eq!(finding.row.module.as_deref(), Some("Pricing"));
    assert_eq!(finding.row.owner.as_deref(), Some("@shop/pricing"));
    assert_eq!(failing(&check(&base, &base).0), Vec::<String>::new());
    // The growth of the function includes the growth of its waiting time.
    let noisy = |within| Side { method: (100.0, 0.15), within, ..QUIET };
    let slower = noisy(&[("Pricing.price", 38.0), ("Pricing.price waits", 30.0)]);
    let (outcome, _) = check(&noisy(base.within), &slower);
    assert_eq!(failing(&outcome), ["Function Pricing.price [Pricing.price]"]);
    // A base without run states does not count as a base that does not wait.
    let (outcome, _) = check(&QUIET, &head);
    assert!(comparison(&outcome).functions.waits.is_empty());
    assert_eq!(failing(&outcome), Vec::<String>::new());
}

#[test]
fn growth_of_a_method_and_its_function_is_reported_in_only_one_finding() {
    // The method grows by 30 ms in a single function, so the finding of the method names this function.
    let head =
        Side { method: (130.0, 0.01), within: &[("Pricing.price", 70.0), ("Pricing.fold", 20.0)], ..QUIET };
    let (outcome, _) = check(&QUIET, &head);
    assert_eq!(failing(&outcome), ["Slower -[B work] [Pricing.price]"]);
    let reported = findings(&outcome).iter().find(|finding| finding.fails()).unwrap();
    // The finding has no module, since the function that grew belongs to another owner than its caller. The module of the function differs
    // from that of the method.
    assert_eq!((reported.row.module.as_deref(), reported.row.owner.as_deref()), (None, None));
    assert_eq!(&*reported.functions[0].function.module, "Pricing");
    // The growth of the method is not repeated in a row of a function.
    let nodes = comparison(&outcome).functions.nodes.iter().flatten();
    assert!(nodes.clone().count() > 0);
    assert!(nodes.clone().all(|node| node.main_method().is_none()));
}

/// The method's own code grows, and its eight functions do not. No function explains the growth, whatever the samples of ten launches show
/// by chance.
#[test]
fn unchanged_functions_are_not_named_as_the_cause_of_growth_of_their_method() {
    let within = &[
        ("Pricing.a", 10.0),
        ("Pricing.b", 9.0),
        ("Pricing.c", 8.0),
        ("Pricing.d", 7.0),
        ("Pricing.e", 6.0),
        ("Pricing.f", 5.0),
        ("Pricing.g", 4.0),
        ("Pricing.h", 3.0),
    ];
    let old = Side { within, ..QUIET };
    let new = Side { sessions: 1, method: (130.0, 0.01), ..old };
    let runs = 40;
    let named = (0..runs).filter(|run| {
        let (outcome, _) =
            judged(&made(&old, "base", 1_000 + run), &made(&new, "head", 2_000 + run), &Config::default());
        let reported =
            findings(&outcome).iter().find(|finding| finding.fails()).map(named).unwrap_or_default();
        assert!(reported.starts_with("Slower -[B work]"), "{reported}");
        reported != "Slower -[B work] []"
    });
    // If one name in twenty were false, more than a fifth of the runs would have a false name only with a probability of about 1 in 30,000.
    assert!(named.count() < runs as usize / 5);
}

#[test]
fn cost_that_moves_between_functions_of_one_caller_is_no_growth() {
    let head = Side { within: &[("Pricing.cost", 40.0), ("Pricing.fold", 20.0)], ..QUIET };
    let (outcome, _) = check(&QUIET, &head);
    assert_eq!(failing(&outcome), Vec::<String>::new());
    let moved = findings(&outcome).iter().find(|finding| finding.kind == FindingKind::Moved).unwrap();
    assert_eq!(moved.moved_from().map(|from| &**from), Some("Pricing.price"));
    assert_eq!(outcome.answer(), Answer::Pass);
    // If the sum of the functions in the caller grows too, the cost did not only move from one function to another.
    let head = Side { within: &[("Pricing.cost", 70.0), ("Pricing.fold", 20.0)], ..head };
    let (outcome, _) = check(&QUIET, &head);
    assert_eq!(failing(&outcome), ["Function Pricing.cost [Pricing.cost]"]);
}

#[test]
fn functions_are_not_judged_with_too_few_sampled_launches() {
    // Only one launch of the head has samples.
    let head = Side { sampled: 10, within: &[("Pricing.price", 90.0)], ..QUIET };
    let (outcome, config) = check(&QUIET, &head);
    let functions = &comparison(&outcome).functions;
    assert!(functions.rows.is_empty());
    assert_eq!(failing(&outcome), Vec::<String>::new());
    let reason =
        Reason::TooFewSamples { side: BuildRole::Head, launches: 1, needed: config.gate.min_launches };
    assert_eq!(functions.not_judged, Some(reason));
    assert_eq!(functions.sampled, Sides { base: 60, head: 1 });
    // If no launch has samples, no reason is reported.
    let none = Side { sampled: usize::MAX, ..QUIET };
    let mut head = made(&Side { sessions: 1, ..none }, "head", 2);
    let mut base = made(&none, "base", 1);
    for launch in base.launches.iter_mut().chain(&mut head.launches) {
        launch.functions = None;
    }
    let (outcome, _) = judged(&base, &head, &Config::default());
    assert_eq!(comparison(&outcome).functions.not_judged, None);
}

#[test]
fn functions_are_not_judged_if_one_side_lacks_symbols() {
    let head = Side { missing: &[("Shop", "AA-BB")], within: &[("Pricing.price", 90.0)], ..QUIET };
    let (outcome, _) = check(&QUIET, &head);
    let functions = &comparison(&outcome).functions;
    assert!(functions.rows.is_empty());
    let reason = Reason::SymbolsOfOneSide { missing: BuildRole::Head, images: vec!["Shop".to_owned()] };
    assert_eq!(functions.not_judged, Some(reason));
    let [missing] = &functions.missing[..] else { panic!("{:?}", functions.missing) };
    assert_eq!((missing.side.name(), &*missing.image, &*missing.uuid), ("head", "Shop", "AA-BB"));
    // If an image has no symbols on both sides, neither side can name its functions.
    let base = Side { missing: &[("Shop", "CC-DD")], ..QUIET };
    let (outcome, _) = check(&base, &Side { within: QUIET.within, ..head });
    let functions = &comparison(&outcome).functions;
    assert_eq!((functions.not_judged.clone(), functions.missing.len()), (None, 2));
}

#[test]
fn the_first_stored_session_with_samples_is_reported() {
    let mut base = made(&QUIET, "base", 1);
    for launch in base.launches.iter_mut().filter(|launch| &*launch.session <= "base-1") {
        launch.functions = None;
    }
    let head = made(&Side { sessions: 1, ..QUIET }, "head", 2);
    let (outcome, _) = judged(&base, &head, &Config::default());
    let functions = &comparison(&outcome).functions;
    assert_eq!(functions.since.as_deref(), Some("base-2"));
    assert_eq!((functions.sampled, functions.not_judged.clone()), (Sides { base: 40, head: 10 }, None));
}

#[test]
fn functions_below_one_percent_of_the_launch_share_a_row_of_their_module() {
    // One function takes 2 % of 400 ms on only one side, and four functions take less than 1 % on both sides.
    let within = &[
        ("Pricing.price", 40.0),
        ("Pricing.b", 1.0),
        ("Pricing.c", 1.0),
        ("Geometry.d", 1.0),
        ("Pricing.e", 0.5),
    ];
    let base = Side { within, ..QUIET };
    let within = &[
        ("Pricing.price", 40.0),
        ("Pricing.new", 8.0),
        ("Pricing.c", 1.0),
        ("Geometry.d", 1.0),
        ("Pricing.e", 0.5),
    ];
    let head = Side { within, ..QUIET };
    let keys = |base: &Side, head: &Side| -> Vec<Subject> {
        let (outcome, _) = check(base, head);
        comparison(&outcome).functions.rows.iter().map(|judged| judged.row.subject.clone()).collect()
    };
    let found = keys(&base, &head);
    let has = |found: &[Subject], name: &str| found.iter().any(|key| key.to_string() == name);
    for name in [
        "Pricing.price",
        "Pricing.new",
        "Geometry.pack",
        "other functions of Pricing",
        "other functions of Geometry",
    ] {
        assert!(has(&found, name), "{name}: {found:?}");
    }
    for name in ["Pricing.b", "Pricing.c", "Pricing.e", "Geometry.d"] {
        assert!(!has(&found, name), "{name}: {found:?}");
    }
    // If the sides are exchanged, the same functions have rows.
    let exchanged = keys(&head, &base);
    assert!(has(&exchanged, "Pricing.new") && !has(&exchanged, "Pricing.b"), "{exchanged:?}");
}
