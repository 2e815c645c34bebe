//! Tests of counters and calls, from launch records to the findings of a check.

mod answers;
mod functions;

use std::fmt::Write as _;
use std::sync::Arc;

use gate_config::{Config, Date};
use gate_launches::{
    Condition, Function, FunctionKind, LaunchFunctions, Launches, MethodOwners, PhoneId, ReadOptions,
    SampledFunction, SampledScope, SessionProperties, read_stream,
};

use super::{Base, Outcome, Policy, check};
use crate::amount::Sides;
use crate::caution::Caution;
use crate::compare::{FunctionGrowth, LaunchCounts, Side};
use crate::reason::Reason;
use crate::subject::Counter;
use crate::verdict::{Answer, Finding, FindingKind};

/// Attributes every method to no module and no owner.
#[derive(Debug)]
struct NoOwners;

impl MethodOwners for NoOwners {
    fn set_owners(&self, _: &mut Launches) {}

    fn source_of(&self, _: &str) -> Option<(&str, Option<u32>)> {
        None
    }
}

/// The parameters of a synthetic session. Times and instructions vary a little from launch to launch, in a repeating pattern.
struct Made {
    session: &'static str,
    launches: usize,
    time: f64,
    instructions: f64,
    calls: f64,
    cost: f64,
}

const OLD: Made = Made { session: "old", launches: 10, time: 1.0, instructions: 1.0, calls: 2.0, cost: 5e6 };
const NEW: Made = Made { session: "new", launches: 5, ..OLD };

fn read(made: &Made, edit: impl Fn(usize, String) -> String) -> Launches {
    let mut text = String::new();
    for at in 0..made.launches {
        // Times vary by 3 % and instructions by 0.3 %, independently of each other.
        let wobble = |step: usize| ((at * step) % 7) as f64 / 3.0 - 1.0;
        let time = 100e6 * made.time * (1.0 + 0.03 * wobble(3));
        let instructions = 1e9 * made.instructions * (1.0 + 0.003 * wobble(5));
        let (self_ns, calls, session) = (made.cost * made.calls, made.calls, made.session);
        let (main, half) = (0.5 * time, 0.5 * instructions);
        let mut line = String::new();
        let _ = write!(
            line,
            r#"{{"format":"launchgate.launch/1","session":"{session}","launch":{at},"marks":{{"main_ns":{main},"main_instructions":{half},"first_frame_ns":{time},"first_frame_instructions":{instructions}}},"methods":["#
        );
        let _ = write!(
            line,
            r#"{{"name":"-[A go]","calls":1,"self_ns":1e6,"total_ns":1e7}},{{"name":"-[B work]","path":["-[A go]"],"calls":{calls},"self_ns":{self_ns},"total_ns":{self_ns}}}]}}"#
        );
        text += &edit(at, line);
        text.push('\n');
    }
    let options = ReadOptions { paths: true, ..ReadOptions::default() };
    read_stream("made", text.as_bytes(), &options).unwrap()
}

fn plain(made: &Made) -> Launches {
    read(made, |_, line| line)
}

fn judged(base: &Launches, head: &Launches, config: &Config) -> (Outcome, Vec<Caution>) {
    let attribution = NoOwners;
    let policy = Policy {
        config,
        attribution: &attribution,
        accepted: &[],
        today: Date::parse("2026-12-01").unwrap(),
    };
    let side = |launches| Side { launches, role: None };
    let judged = check(side(head), Base::Launches(side(base)), &policy).unwrap();
    (judged.outcome, judged.warnings)
}

fn findings(outcome: &Outcome) -> &[Finding] {
    match outcome {
        Outcome::Judged(_, verdict) => &verdict.findings,
        Outcome::TooFew { findings, .. } => findings,
        other => panic!("{other:?}"),
    }
}

/// One launch of the new build, which calls a method three times instead of twice.
const ONE: Made = Made { launches: 1, calls: 3.0, ..NEW };

#[test]
fn a_single_launch_with_one_more_call_fails_and_its_caller_is_named() {
    let base = plain(&OLD);
    let (outcome, _) = judged(&base, &plain(&ONE), &Config::default());
    assert_eq!(outcome.answer(), Answer::Regressed);
    let [finding] = findings(&outcome) else { panic!("{outcome:?}") };
    let more = finding.exact_increase().unwrap();
    let calls = Sides { base: 2.0, head: 3.0 };
    assert_eq!((finding.kind, more.calls, more.cost.0), (FindingKind::Calls, calls, 5e6));
    let [caller] = &more.callers[..] else { panic!("{more:?}") };
    assert_eq!((&*caller.method, caller.base, caller.head), ("-[A go]", Some(2.0), 3.0));
    // An equal or smaller number of calls is not a finding.
    for calls in [2.0, 1.0] {
        let (outcome, _) = judged(&base, &plain(&Made { calls, ..ONE }), &Config::default());
        assert!(matches!(&outcome, Outcome::TooFew { findings, .. } if findings.is_empty()), "{outcome:?}");
    }
}

#[test]
fn more_calls_that_cost_less_than_a_thousandth_of_the_launch_do_not_fail() {
    for (cost, fails) in [(0.9e5, false), (1.1e5, true)] {
        let (base, head) = (plain(&Made { cost, ..OLD }), plain(&Made { cost, ..ONE }));
        let (outcome, _) = judged(&base, &head, &Config::default());
        let [finding] = findings(&outcome) else { panic!("{outcome:?}") };
        assert_eq!([finding.fails(), finding.exact_increase().unwrap().matters], [fails; 2]);
    }
}

#[test]
fn methods_that_the_settings_ignore_are_excluded_from_the_launch_time() {
    // A method waits for a server, and waits longer in every second launch of the new build.
    let in_phase =
        |line: String| line.replace(r#""-[B work]","#, r#""-[B work]","phase":"main..first_frame","#);
    let base = read(&OLD, |_, line| in_phase(line));
    let waits = |at: usize, line: String| {
        let line = in_phase(line);
        if at.is_multiple_of(2) {
            return line;
        }
        let frame = line.split(r#""first_frame_ns":"#).nth(1).unwrap().split(',').next().unwrap();
        let later = frame.parse::<f64>().unwrap() + 60e6;
        let longer =
            line.replace(&format!(r#""first_frame_ns":{frame}"#), &format!(r#""first_frame_ns":{later}"#));
        longer.replace(r#":10000000,"total_ns":10000000}"#, r#":70000000,"total_ns":70000000}"#)
    };
    let head = read(&Made { launches: 10, ..NEW }, waits);
    let config = Config::parse(
        "c",
        "[[override]]\nmethods = [\"-[B work]\"]\nignore = true\nreason = \"waits for the server\"",
    );
    let (outcome, _) = judged(&base, &head, &config.unwrap());
    let Outcome::Judged(comparison, _) = &outcome else { panic!("{outcome:?}") };
    for name in ["launch", "main..first_frame"] {
        let whole = comparison.wholes.iter().find(|judged| judged.row.subject.bare_name() == name);
        let judged = whole.unwrap();
        let without = base.launches[0].duration().unwrap().0 - 10e6;
        let main = base.launches[0].mark("main").unwrap().at.0;
        let all = if name == "launch" { without } else { without - main };
        assert!((judged.values.base[0] - all).abs() < 1.0, "{name}: {:?}", judged.values.base);
        assert_eq!(judged.values.base, judged.values.head, "{name}");
    }
}

#[test]
fn more_calls_that_may_be_due_to_chance_do_not_fail() {
    // In one of ten launches of the base, a second method was called once more. The additional call in the single launch of the head may
    // therefore be due to chance too.
    let rarely = |at: usize, line: String| {
        if at == 3 { line.replace(r#""-[A go]","calls":1,"#, r#""-[A go]","calls":2,"#) } else { line }
    };
    let base = read(&OLD, rarely);
    let (outcome, _) = judged(&base, &plain(&ONE), &Config::default());
    let [finding] = findings(&outcome) else { panic!("{outcome:?}") };
    assert!(!finding.fails() && !finding.exact_increase().unwrap().is_sure());
    // Five launches that agree exclude chance.
    let five = Made { launches: 5, ..ONE };
    let (outcome, _) = judged(&base, &plain(&five), &Config::default());
    assert!(findings(&outcome).iter().any(|f| f.fails() && f.exact_increase().is_some()), "{outcome:?}");
    // If one launch of the head has a different number of calls, the calls are not a finding.
    let differs =
        |at: usize, line: String| if at == 2 { line.replace(r#""calls":3,"#, r#""calls":4,"#) } else { line };
    let (outcome, _) = judged(&plain(&OLD), &read(&five, differs), &Config::default());
    assert!(findings(&outcome).iter().all(|finding| finding.exact_increase().is_none()), "{outcome:?}");
}

#[test]
fn increases_of_calls_and_requests_share_one_limit_for_errors_by_chance() {
    // One count that rarely varied in 28 launches gives two new launches a chance of 1 in 406 to differ by chance; two such counts give 1
    // in 203.
    let opening = |files: usize, line: &str| {
        let work = format!(
            r#""work":[{{"kind":"file.open","by":"-[A go]","calls":{files},"bytes":0}}],"methods":["#
        );
        line.replace(r#""methods":["#, &work)
    };
    let pool = |call_varies: bool, work_varies: bool| {
        read(&Made { launches: 28, ..OLD }, |at, line| {
            let calls = if call_varies && at == 3 { 2 } else { 1 };
            let line = line.replace(r#""-[A go]","calls":1,"#, &format!(r#""-[A go]","calls":{calls},"#));
            opening(if work_varies && at == 7 { 4 } else { 3 }, &line)
        })
    };
    let head = read(&Made { launches: 2, ..ONE }, |_, line| opening(3, &line));
    for (call_varies, work_varies, is_sure) in
        [(false, false, true), (true, false, true), (false, true, true), (true, true, false)]
    {
        let (outcome, _) = judged(&pool(call_varies, work_varies), &head, &Config::default());
        let [finding] = findings(&outcome) else { panic!("{outcome:?}") };
        let more = finding.exact_increase().unwrap();
        assert_eq!((more.is_sure(), finding.fails()), (is_sure, is_sure), "{}", more.chance);
    }
}

#[test]
fn growth_that_is_hidden_by_varying_times_is_found_by_instructions() {
    let config = Config::default();
    let base = plain(&OLD);
    assert_ne!(judged(&base, &plain(&NEW), &config).0.answer(), Answer::Regressed);
    let head = plain(&Made { instructions: 1.03, time: 1.01, ..NEW });
    let (outcome, warnings) = judged(&base, &head, &config);
    let kinds: Vec<FindingKind> =
        findings(&outcome).iter().filter(|f| f.fails()).map(|finding| finding.kind).collect();
    assert!(!kinds.is_empty() && kinds.iter().all(|kind| *kind == FindingKind::Instructions), "{kinds:?}");
    let is_missing = |warning: &Caution| matches!(warning, Caution::CounterMissing(_));
    assert!(!warnings.iter().any(is_missing), "{warnings:?}");
    // The settings change the limit of instructions.
    let mut wide = config.clone();
    wide.gate.instructions_effect = 0.05;
    assert_ne!(judged(&base, &head, &wide).0.answer(), Answer::Regressed);
    // If the time is shown to be shorter, more instructions are advisory.
    let head = plain(&Made { instructions: 1.03, time: 0.6, cost: 1e6, ..NEW });
    let (outcome, _) = judged(&base, &head, &config);
    assert!(findings(&outcome).iter().any(|f| f.kind == FindingKind::Instructions), "{outcome:?}");
    assert_ne!(outcome.answer(), Answer::Regressed, "{outcome:?}");
}

#[test]
fn growth_of_process_counters_is_reported_but_does_not_fail() {
    for counter in ["page_ins", "disk_read", "disk_written", "footprint"] {
        let of = |made: &Made, factor: f64| {
            read(made, |at, line| {
                let count = (1e6 * factor * (1.0 + 0.001 * ((at * 5) % 7) as f64)).round();
                line.replace("\"marks\":{", &format!("\"marks\":{{\"first_frame_{counter}\":{count},"))
            })
        };
        let reported = |factor: f64| {
            let (outcome, _) = judged(&of(&OLD, 1.0), &of(&NEW, factor), &Config::default());
            let of_process = findings(&outcome).iter().filter(|found| found.kind == FindingKind::Process);
            let of_process: Vec<bool> = of_process.map(Finding::fails).collect();
            (of_process, outcome.answer() == Answer::Regressed)
        };
        // The finding is advisory, since the false-alarm rate of these counters on phones is unknown.
        assert_eq!(reported(1.3), (vec![false], false), "{counter}");
        assert_eq!(reported(1.0), (vec![], false), "{counter}");
    }
}

/// Makes launches with 300 samples outside methods. `of_mix` samples, plus or minus ten, are of the function `mix`; the samples of the
/// other functions are the same in each launch.
fn sampled(made: &Made, of_mix: f64) -> Launches {
    let function = |name: &str| {
        let (name, module): (Arc<str>, Arc<str>) = (name.into(), "Engine".into());
        let short = Arc::clone(&name);
        let kind = FunctionKind::App;
        Some(Arc::new(Function { module, name, kind, short, file: None, owner: None, within: None }))
    };
    // The phase of each method is recorded, since the time of a phase outside methods would otherwise be unknown.
    let in_phase = |line: String| line.replace("\"calls\":", "\"phase\":\"main..first_frame\",\"calls\":");
    let mut launches = read(made, |_, line| in_phase(line));
    for (at, launch) in launches.launches.iter_mut().enumerate() {
        let wobble = 10.0 * (((at * 3) % 7) as f64 / 3.0 - 1.0);
        let mix = (of_mix + wobble) as u64;
        let node = SampledScope::Outside("main..first_frame".into());
        let seen = |function, samples| SampledFunction {
            node: node.clone(),
            function,
            waiting: None,
            lines: Vec::new(),
            samples,
        };
        let mut all: Vec<SampledFunction> =
            (0..12).map(|other| seen(function(&format!("other {other}")), 15)).collect();
        all.extend([seen(function("mix"), mix), seen(None, 120 - mix)]);
        launch.functions = Some(Arc::new(LaunchFunctions { seen: all, missing: Arc::from([]), waits: None }));
    }
    launches
}

/// The counts of instructions show the growth with an error of a tenth of a percent, and samples show the function that probably grew.
#[test]
fn a_function_that_probably_grew_is_reported_as_a_candidate() {
    let config = Config::default();
    let new = Made { launches: 10, instructions: 1.03, ..NEW };
    let base = sampled(&OLD, 30.0);
    let explained = |made: &Made, of_mix: f64| {
        let (outcome, _) = judged(&base, &sampled(made, of_mix), &config);
        let of = |finding: &&Finding| finding.kind == FindingKind::Instructions;
        let found = findings(&outcome).iter().find(of).expect("instructions grew");
        let reported = |part: &FunctionGrowth| (part.function.short.to_string(), part.candidate_in.is_some());
        (found.functions.iter().map(reported).collect::<Vec<_>>(), found.row.module.clone())
    };
    assert_eq!(explained(&new, 39.0), (vec![("mix".to_owned(), true)], None));
    // The function is not a candidate if its growth is only a small part of the instructions' growth, or if it did not grow.
    assert_eq!(explained(&Made { instructions: 1.2, ..new }, 39.0), (vec![], None));
    assert_eq!(explained(&new, 30.0), (vec![], None));
}

#[test]
fn times_are_judged_if_a_launch_lacks_the_instruction_counter() {
    let zero = |at: usize, line: String| {
        if at != 2 {
            return line;
        }
        let (before, rest) = line.split_once(r#""main_instructions":"#).unwrap();
        format!(r#"{before}"main_instructions":0,{}"#, rest.split_once(',').unwrap().1)
    };
    let head = read(&Made { instructions: 1.2, ..NEW }, zero);
    let (outcome, warnings) = judged(&plain(&OLD), &head, &Config::default());
    let Outcome::Judged(comparison, _) = &outcome else { panic!("{outcome:?}") };
    assert!(comparison.counters.rows.is_empty());
    assert_eq!(comparison.counters.missing, [Counter::Instructions]);
    assert!(warnings.contains(&Caution::CounterMissing(Counter::Instructions)), "{warnings:?}");
    assert_ne!(outcome.answer(), Answer::Regressed);
}

#[test]
fn a_time_that_grows_without_instructions_is_reported_as_waiting() {
    let (outcome, _) = judged(&plain(&OLD), &plain(&Made { time: 1.5, ..NEW }), &Config::default());
    let Outcome::Judged(_, verdict) = &outcome else { panic!("{outcome:?}") };
    assert_eq!(verdict.answer, Answer::Regressed);
    let waits = |reason: &Reason| matches!(reason, Reason::WaitsLonger { .. });
    assert!(verdict.reasons.iter().any(waits), "{:?}", verdict.reasons);
}

#[test]
fn instructions_of_recorded_calls_are_subtracted_only_if_all_launches_have_them() {
    let per_call = |_: usize, line: String| {
        line.replace(r#""methods":["#, r#""per_call":{"instructions":100},"methods":["#)
    };
    // The head has 100,000 more calls, each with only the hundred instructions that the agent adds.
    let more = Made { calls: 100_002.0, cost: 1e7 / 100_002.0, instructions: 1.01, ..NEW };
    let counts = |base: &Launches, head: &Launches| {
        let (outcome, _) = judged(base, head, &Config::default());
        let Outcome::Judged(comparison, _) = outcome else { panic!("{outcome:?}") };
        let rows = comparison.counters.rows.into_iter();
        rows.map(|row| (row.less_calls, row.judged.result.ratio)).collect::<Vec<_>>()
    };
    let (old, new) = (read(&OLD, per_call), read(&more, per_call));
    for (less_calls, ratio) in counts(&old, &new) {
        assert!(less_calls && (ratio - 1.0).abs() < 0.002, "{ratio}");
    }
    // The stored launches of an older agent do not contain the agent's instructions per call, so the instructions of the agent are not
    // subtracted from the new launches either.
    for (less_calls, ratio) in counts(&plain(&OLD), &new) {
        assert!(!less_calls && (ratio - 1.01).abs() < 0.002, "{ratio}");
    }
    // If the agent's instructions would make up the whole count, which is impossible, they are not subtracted.
    let absurd = |at: usize, line: String| per_call(at, line).replace("100}", "1e9}");
    for (less_calls, ratio) in counts(&read(&OLD, absurd), &read(&more, absurd)) {
        assert!(!less_calls && (ratio - 1.01).abs() < 0.002, "{ratio}");
    }
}

#[test]
fn calls_of_other_threads_are_subtracted_from_phases_too() {
    let text = r#"{"format":"launchgate.launch/1","session":"s","launch":1,"marks":{"agent_start_ns":1e6,"agent_start_instructions":1000,"main_ns":2e6,"main_instructions":4000,"first_frame_ns":4e6,"first_frame_instructions":10000},"per_call":{"instructions":50,"cycles":9},"methods":[{"name":"-[A a]","phase":"agent_start..main","calls":10,"self_ns":1,"total_ns":1},{"name":"-[B b]","thread":"other","calls":30,"self_ns":1,"total_ns":1}]}"#;
    let read = read_stream("made", text.as_bytes(), &ReadOptions::default()).unwrap();
    let launch = &read.launches[0];
    let phases: Vec<_> = launch.phases.iter().map(|phase| phase.name.clone()).collect();
    let counts = LaunchCounts::read(Counter::Instructions, launch, &phases).unwrap();
    assert_eq!(counts.recorded, [10_000.0, 1000.0, 3000.0, 6000.0]);
    // The launch has 40 calls, and the phase of 10 calls is known. The instructions of the other 30 calls are subtracted from the phases
    // after the agent's start, in proportion to the recorded counts of these phases.
    assert_eq!(counts.less_calls.unwrap(), [8000.0, 1000.0, 3000.0 - 500.0 - 500.0, 6000.0 - 1000.0]);
    assert!(LaunchCounts::read(Counter::Cycles, launch, &phases).is_none());
}

#[test]
fn growth_on_a_phone_without_stored_sessions_is_no_regression() {
    let of_model = |made: &Made, phone: Option<PhoneId>, model: &str| {
        let mut launches = plain(made);
        for launch in &mut launches.launches {
            let conditions = Arc::make_mut(&mut launch.conditions);
            conditions.set(Condition::DeviceModel, model).expect("any text is a model");
        }
        if let Some(phone) = phone {
            let known = SessionProperties { phone: Some(phone), lost: Vec::new() };
            let id = launches.launches[0].conditions.session_id(&Arc::from(made.session));
            launches.known = [(id, known)].into();
        }
        launches
    };
    let of_phone = |made: &Made, phone: Option<PhoneId>| of_model(made, phone, "iPhone15,2");
    let id = |id: &str| Some(PhoneId::Id(id.into()));
    let slow = Made { time: 1.4, ..NEW };
    let answer = |base: Option<PhoneId>, head: Option<PhoneId>| {
        let (outcome, _) = judged(&of_phone(&OLD, base), &of_phone(&slow, head), &Config::default());
        outcome.answer()
    };
    assert_eq!(answer(id("a"), id("a")), Answer::Regressed);
    assert_eq!(answer(id("a"), id("b")), Answer::Undecided);
    // If the phone of either side is unknown, times decide. The answers are the same if the phone ids have forms that cannot be compared.
    assert_eq!(answer(None, id("b")), Answer::Regressed);
    assert_eq!(answer(id("a"), None), Answer::Regressed);
    assert_eq!(answer(id("a"), id("a").map(|phone| phone.hash_id("salt"))), Answer::Regressed);
    let (base, head) = (of_phone(&OLD, id("a")), of_phone(&slow, id("b")));
    let (Outcome::Judged(_, verdict), _) = judged(&base, &head, &Config::default()) else { panic!() };
    assert_eq!(verdict.reasons[0], Reason::UnknownPhone);
    // A simulator is not treated as a phone.
    let simulated = |made: &Made, phone: &str| of_model(made, id(phone), "iPhone-16 simulator on Mac14,2");
    let (base, slower) = (simulated(&OLD, "a"), simulated(&slow, "b"));
    let (Outcome::Judged(_, verdict), _) = judged(&base, &slower, &Config::default()) else { panic!() };
    assert!(!verdict.reasons.contains(&Reason::UnknownPhone), "{:?}", verdict.reasons);
    let base = of_phone(&OLD, id("a"));
    // On an unknown phone, launches without growth pass, and more calls are a regression.
    let same = of_phone(&NEW, id("b"));
    assert_eq!(judged(&base, &same, &Config::default()).0.answer(), Answer::Pass);
    let calls = of_phone(&Made { calls: 3.0, ..NEW }, id("b"));
    assert_eq!(judged(&base, &calls, &Config::default()).0.answer(), Answer::Regressed);
}
