//! Tests that functions get separate rows, from exact costs and samples.

use std::collections::BTreeMap;
use std::sync::Arc;

use gate_config::{Config, Date};
use gate_launches::{
    LaunchFunctions as Found, Launches, ReadOptions, SampledFunction, SampledScope, read_stream,
};
use gate_stats::Random;

use super::attribution::CostAttribution;
use super::*;
use crate::compare::rows::RowValues;

/// Makes launches with two methods, `-[A go]` and `-[B work]`, and 40 ms outside methods. `seen` returns the samples of a launch.
fn launches(
    session: &str,
    count: usize,
    seen: &mut dyn FnMut(usize) -> Option<Vec<SampledFunction>>,
) -> Launches {
    let mut text = String::new();
    for at in 0..count {
        let wobble = 1.0 + 0.01 * ((at * 3) % 7) as f64;
        let (own, rest) = (20e6 * wobble, 40e6 * wobble);
        let end = 50e6 + own + rest;
        text += &format!(
            r#"{{"format":"launchgate.launch/1","session":"{session}","launch":{at},"marks":{{"main_ns":40e6,"first_frame_ns":{end}}},"methods":[{{"name":"-[A go]","calls":1,"self_ns":1e7,"total_ns":{}}},{{"name":"-[B work]","path":["-[A go]"],"calls":1,"self_ns":{own},"total_ns":{own}}}]}}"#,
            1e7 + own
        );
        text.push('\n');
    }
    let mut read =
        read_stream("made", text.as_bytes(), &ReadOptions { paths: true, ..ReadOptions::default() }).unwrap();
    for (at, launch) in read.launches.iter_mut().enumerate() {
        launch.functions = seen(at).map(|seen| Arc::new(Found { seen, missing: Arc::from([]), waits: None }));
    }
    read
}

fn function(name: &str) -> Arc<Function> {
    let (name, module): (Arc<str>, Arc<str>) = (name.into(), "Pricing".into());
    let short = Arc::clone(&name);
    let kind = FunctionKind::App;
    Arc::new(Function { module, name, kind, short, file: None, owner: None, within: None })
}

fn seen(function: Option<&str>, samples: u64) -> SampledFunction {
    let node = SampledScope::Method("-[B work]".into());
    SampledFunction {
        node,
        function: function.map(self::function),
        waiting: None,
        lines: Vec::new(),
        samples,
    }
}

/// The costs of the method and of its parts, by side and launch.
struct Parts {
    launch: [Vec<f64>; 2],
    side: [f64; 2],
    values: BTreeMap<Option<Arc<str>>, [Vec<f64>; 2]>,
    of_side: BTreeMap<Option<Arc<str>>, [f64; 2]>,
}

/// Explains the growth of a method from 20 to 30 ms. Returns each function's short name, its line, and whether its growth is proven.
fn explained(base: &Launches, head: &Launches) -> Vec<(String, Option<u32>, bool)> {
    explained_by(base, head, &Launches::default())
}

/// Explains the growth of a method from 20 to 30 ms, using additional launches of the head that are sampled densely and not timed.
fn explained_by(base: &Launches, head: &Launches, dense: &Launches) -> Vec<(String, Option<u32>, bool)> {
    explained_in(&Subject::Method("-[B work]".into()), [base, head, dense])
}

/// Explains the growth of the row `key`.
fn explained_in(key: &Subject, [base, head, dense]: [&Launches; 3]) -> Vec<(String, Option<u32>, bool)> {
    let (old, new): (Vec<&Launch>, Vec<&Launch>) =
        (base.launches.iter().collect(), head.launches.iter().collect());
    let counted =
        AdmittedLaunches { base: &old, base_table: &base.table, head: &new, head_table: &head.table };
    let config = Config::default();
    let matrix = Matrix::part_rows(counted, Rules::new(&config, Date::parse("2026-12-01").unwrap()));
    let results = vec![result(20e6, 30e6); matrix.rows.len()];
    let new: Vec<&Launch> = head.launches.iter().chain(&dense.launches).collect();
    let attribution = CostAttribution::new(AdmittedLaunches { head: &new, ..counted }, &matrix, &results);
    let parts = explain::explaining_functions(&attribution, key, None);
    let shown =
        |part: FunctionGrowth| (part.function.short.to_string(), part.line, part.candidate_in.is_none());
    parts.into_iter().map(shown).collect()
}

#[test]
fn a_phase_is_explained_by_the_function_with_most_of_the_launchs_growth() {
    let side = |slow: u64, other: u64| {
        launches("one", 10, &mut |_| {
            Some(vec![seen(Some("slow"), slow), seen(Some("other"), other), seen(None, 20)])
        })
    };
    let phase = Subject::Phase("main..first_frame".into());
    let shown = |head: Launches| explained_in(&phase, [&side(2, 2), &head, &Launches::default()]);
    assert_eq!(shown(side(14, 2)), [("slow".to_owned(), None, false)]);
    // Two functions that each have half of the growth may belong to two different phases.
    assert_eq!(shown(side(8, 8)), []);
    assert_eq!(shown(side(2, 2)), []);
}

#[test]
fn an_inlined_function_that_grew_is_reported_with_its_own_line() {
    let method = Arc::new(Function { kind: FunctionKind::Method, ..(*function("")).clone() });
    let put = |name: &str, into: &Arc<Function>| {
        Arc::new(Function { within: Some(Arc::clone(into)), ..(*function(name)).clone() })
    };
    let (host, guest) = (function("host"), function("guest"));
    let (inner, in_method) = (put("inner", &host), put("inner", &method));
    let deep = put("deep", &inner);
    let side = |found: &[(&Arc<Function>, u64, &[u32])]| {
        launches("one", 10, &mut |at| {
            let all =
                found.iter().filter(|(_, samples, _)| *samples > 0).map(|(function, samples, lines)| {
                    let lines = lines.iter().map(|line| Some(*line)).collect();
                    let samples = samples + at as u64 % 3;
                    SampledFunction { function: Some(Arc::clone(function)), lines, ..seen(None, samples) }
                });
            Some(all.chain([seen(None, 20)]).collect())
        })
    };
    let names = |base: &[(&Arc<Function>, u64, &[u32])], head: &[(&Arc<Function>, u64, &[u32])]| {
        explained(&side(base), &side(head))
    };
    let one = |name: &str, line: u32| vec![(name.to_owned(), Some(line), true)];
    // The function grew, either in a function that was inlined into it or in its own code. The reported line is the line at which the
    // function was inlined, or a line of the own code.
    let before: [(&Arc<Function>, u64, &[u32]); 2] = [(&host, 20, &[10]), (&inner, 20, &[50, 11])];
    assert_eq!(names(&before, &[(&host, 50, &[10]), (&inner, 20, &[50, 11])]), one("host", 10));
    assert_eq!(names(&before, &[(&host, 20, &[10]), (&inner, 50, &[50, 11])]), one("inner", 50));
    assert_eq!(names(&before, &[(&host, 50, &[10]), (&inner, 60, &[50, 11])]), one("host", 11));
    // In a chain of inlined functions, the comparison names the function that contains both samples, even if this function had no sample in
    // the base.
    let chain: [(&Arc<Function>, u64, &[u32]); 2] = [(&inner, 70, &[50, 11]), (&deep, 25, &[90, 51, 11])];
    assert_eq!(names(&before, &[before[0], chain[0], chain[1]]), one("inner", 50));
    assert_eq!(names(&before, &[before[0], before[1], (&deep, 50, &[90, 51, 11])]), one("deep", 90));
    // The function was inlined into a method, and into several functions.
    assert_eq!(names(&before, &[before[0], before[1], (&in_method, 50, &[50, 7])]), one("inner", 50));
    let several: [(&Arc<Function>, u64, &[u32]); 4] =
        [before[0], (&inner, 40, &[50, 11]), (&guest, 20, &[30]), (&put("inner", &guest), 40, &[50, 31])];
    assert_eq!(names(&[before[0], before[1], (&guest, 20, &[30])], &several), one("inner", 50));
    // The function was inlined into an overload with the same name. The innermost line is reported.
    let overload = put("inner", &in_method);
    let twice: [(&Arc<Function>, u64, &[u32]); 3] =
        [before[1], (&overload, 50, &[65, 60, 7]), (&in_method, 1, &[60, 7])];
    assert_eq!(names(&before, &[before[0], twice[0], twice[1], twice[2]]), one("inner", 65));
    // The symbols of the base contain no inlined function.
    assert_eq!(names(&[(&host, 40, &[10])], &[(&host, 20, &[10]), (&inner, 50, &[50, 11])]), one("host", 11));
}

/// Makes samples of a function and the functions into which it was inlined, the innermost first. `-` is the method's own code.
fn put_into(names: &[&str], samples: u64) -> SampledFunction {
    let method = Arc::new(Function { kind: FunctionKind::Method, ..(*function("")).clone() });
    let last = names.last().is_some_and(|name| *name == "-").then(|| Arc::clone(&method));
    let chain = names
        .iter()
        .rev()
        .filter(|name| **name != "-")
        .fold(last, |within, name| Some(Arc::new(Function { within, ..(*function(name)).clone() })));
    SampledFunction { function: chain, ..seen(None, samples) }
}

/// The function `host` contains the inlined function `inner`, which contains `deep`. If the own code of `inner` grew, `inner` itself is
/// slower.
#[test]
fn an_inlined_function_is_reported_by_the_growth_of_its_own_code() {
    let side = |own: u64, deep: u64| {
        launches("one", 10, &mut |at| {
            let found = [put_into(&["inner", "host"], own), put_into(&["deep", "inner", "host"], deep)];
            let scattered =
                found.map(|seen| SampledFunction { samples: seen.samples + at as u64 % 2, ..seen });
            Some([scattered.to_vec(), vec![seen(Some("host"), 0), seen(None, 40)]].concat())
        })
    };
    let base = side(2, 8);
    let named =
        |head: &Launches| explained(&base, head).into_iter().map(|(name, ..)| name).collect::<Vec<_>>();
    assert_eq!(named(&side(40, 8)), ["inner"]);
    // Each function runs more often, and the own code of all functions grew in the same proportion.
    assert_eq!(named(&side(10, 40)), ["host"]);
    // If the base has only two samples, both samples may be in the inner function by chance.
    let few = launches("one", 10, &mut |at| {
        let (deep, other) = if at < 2 { (1, 0) } else { (0, 3) };
        Some(vec![put_into(&["deep", "inner", "host"], deep), seen(Some("host"), 0), seen(None, other)])
    });
    let shown = explained(
        &few,
        &launches("one", 10, &mut |_| {
            let found = [put_into(&["inner", "host"], 70), put_into(&["deep", "inner", "host"], 30)];
            Some([found.to_vec(), vec![seen(None, 114)]].concat())
        }),
    );
    assert_eq!((&*shown[0].0, shown[0].2), ("host", true));
}

/// Without enough samples of the base, `host` may only run more often. One sample of the base outside `mix` is not enough to exclude that
/// `host` only runs more often, but three samples are enough.
#[test]
fn an_inlined_function_is_reported_if_enough_samples_of_the_base_lack_it() {
    let side = |mix: usize, next: usize| {
        launches("one", 10, &mut |at| {
            let put =
                |name, all: usize| put_into(&[name, "host"], (all / 10 + usize::from(at < all % 10)) as u64);
            Some(vec![put("mix", mix), put("next", next), seen(Some("host"), 0), seen(None, 20)])
        })
    };
    let named = |before| explained(&side(0, before), &side(24, 2)).remove(0).0;
    assert_eq!([named(1), named(3)], ["host", "mix"]);
}

/// The grown row has few samples, and a different row of the same launch has many.
#[test]
fn a_function_that_grew_in_the_launch_is_a_candidate_for_growth_with_few_samples() {
    let other = || SampledScope::Method("-[A go]".into());
    let side = |own: u64, here: u64, there: u64| {
        launches("one", 10, &mut |at| {
            let here = if at == 4 { here } else { 0 };
            let there = SampledFunction { node: other(), ..put_into(&["slow", "-"], there + at as u64 % 2) };
            let found = [put_into(&["slow", "-"], here), seen(Some("rest"), own), there];
            let rest = [Some("rest"), None].map(|name| SampledFunction { node: other(), ..seen(name, 15) });
            Some([found.to_vec(), rest.to_vec()].concat())
        })
    };
    let with = |there| explained(&side(4, 0, 0), &side(2, 10, there));
    assert_eq!(with(40), [("slow".to_owned(), None, false)]);
    assert_eq!(with(0), []);
}

#[test]
fn launches_with_dense_samples_name_functions_that_few_samples_cannot_name() {
    let side = |count, [left, right, rest]: [u64; 3]| {
        launches("one", count, &mut |at| {
            // If only one sample is counted, it is counted for both functions in turn.
            let samples = |all: u64, odd: usize| if all == 1 { (at + odd) as u64 % 2 } else { all };
            Some(vec![
                seen(None, rest),
                seen(Some("left"), samples(left, 0)),
                seen(Some("right"), samples(right, 1)),
            ])
        })
    };
    let (base, head) = (side(40, [1, 1, 3]), side(10, [1, 1, 2]));
    let few = explained(&base, &head);
    assert!(few.iter().all(|(_, _, is_proven)| !is_proven), "{few:?}");
    let named = |dense| explained_by(&base, &head, &dense);
    assert_eq!(named(side(4, [20, 100, 120])), [("right".to_owned(), None, true)]);
    assert_eq!(named(side(4, [100, 20, 120])), [("left".to_owned(), None, true)]);
}

fn parts(base: &Launches, head: &Launches) -> Parts {
    let of = |launches: &Launches| -> Vec<Launch> { launches.launches.clone() };
    let (old, new) = (of(base), of(head));
    let (old, new): (Vec<&Launch>, Vec<&Launch>) = (old.iter().collect(), new.iter().collect());
    let counted =
        AdmittedLaunches { base: &old, base_table: &base.table, head: &new, head_table: &head.table };
    let config = Config::default();
    let matrix = Matrix::part_rows(counted, Rules::new(&config, Date::parse("2026-12-01").unwrap()));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let result = |row: usize| result(mean(&matrix.values[row].base), mean(&matrix.values[row].head));
    let results: Vec<RowResult> = (0..matrix.rows.len()).map(result).collect();
    let attribution = CostAttribution::new(counted, &matrix, &results);
    let row = matrix.rows.iter().position(|row| row.subject == Subject::Method("-[B work]".into())).unwrap();
    let name = |pair: usize| {
        attribution.pairs[pair].function.map(|function| Arc::clone(&attribution.function(function).short))
    };
    let all = 0..attribution.pairs.len();
    Parts {
        launch: [matrix.values[row].base.clone(), matrix.values[row].head.clone()],
        side: [results[row].base, results[row].head],
        values: all.clone().map(|pair| (name(pair), values(&attribution, pair))).collect(),
        of_side: all.map(|pair| (name(pair), attribution.cost_part(pair))).collect(),
    }
}

fn values(attribution: &CostAttribution<'_>, pair: usize) -> [Vec<f64>; 2] {
    let RowValues { base, head } = attribution.values(&[pair]);
    [base, head]
}

/// Makes the result of a test in which only the two means are set.
fn result(base: f64, head: f64) -> RowResult {
    RowResult {
        base,
        head,
        ratio: head / base,
        ratio_interval: (0.0, f64::INFINITY),
        change_interval: (f64::NEG_INFINITY, f64::INFINITY),
        upper: f64::INFINITY,
        of_launches: 1.0,
        p: 1.0,
        p_adjusted: 1.0,
        q: 1.0,
        p_faster: 1.0,
        class: RowClass::Undecided,
        could_hide: f64::INFINITY,
    }
}

#[test]
fn costs_of_functions_add_up_to_the_cost_of_the_launch() {
    for seed in 0..200 {
        let random = &mut Random::new(seed);
        let mut side = |session: &str, count: usize| {
            launches(session, count, &mut |_| {
                // The launches have between one and several hundred samples, and some functions occur in one launch only.
                let most = [2, 30, 400][random.next_below(3)];
                let names = [None, Some("a"), Some("b"), Some("c"), Some("d")];
                let mut found: Vec<SampledFunction> =
                    names.iter().map(|name| seen(*name, random.next_below(most) as u64)).collect();
                found.retain(|seen| seen.samples > 0);
                found.push(seen(Some("always"), 1));
                Some(found)
            })
        };
        let (base, head) = (side("base", 8), side("head", 5));
        let parts = parts(&base, &head);
        for at in 0..2 {
            let sum: f64 = parts.of_side.values().map(|of| of[at]).sum();
            assert!((sum / parts.side[at] - 1.0).abs() < 1e-12, "{seed}: {sum} of {}", parts.side[at]);
            for (launch, exact) in parts.launch[at].iter().enumerate() {
                let sum: f64 = parts.values.values().map(|of| of[at][launch]).sum();
                // A launch with few samples uses the shares of its side for all functions, so the costs of its functions also add up to the
                // exact cost.
                assert!((sum / exact - 1.0).abs() < 1e-12, "{seed} {launch}: {sum} of {exact}");
            }
        }
    }
}

#[test]
fn a_launch_with_at_most_twenty_samples_uses_the_shares_of_all_launches() {
    // In the first launch (20 samples) and in the second launch (21), all samples are of `a`. In the third launch, half of them are.
    let counts = [(20, 0), (21, 0), (200, 200)];
    let mut side = |at: usize| {
        let (a, b) = counts[at];
        let found = [seen(Some("a"), a), seen(Some("b"), b)];
        Some(found.into_iter().filter(|seen| seen.samples > 0).collect())
    };
    let base = launches("base", 3, &mut side);
    let head = launches("head", 3, &mut side);
    let parts = parts(&base, &head);
    let a = &parts.values[&Some("a".into())][0];
    let share = |launch: usize| a[launch] / parts.launch[0][launch];
    assert!((share(0) - 241.0 / 441.0).abs() < 1e-12, "{}", share(0));
    assert!((share(1) - 1.0).abs() < 1e-12, "{}", share(1));
    assert!((share(2) - 0.5).abs() < 1e-12, "{}", share(2));
}

#[test]
fn a_launch_without_samples_has_no_costs_of_functions() {
    let mut side = |at: usize| (at != 1).then(|| vec![seen(Some("a"), 30)]);
    let base = launches("base", 4, &mut side);
    let head = launches("head", 4, &mut side);
    let parts = parts(&base, &head);
    assert_eq!(parts.launch[0].len(), 4);
    let a = &parts.values[&Some("a".into())];
    // A launch without samples has no value instead of the value 0, so each list has three values.
    assert_eq!((a[0].len(), a[1].len()), (3, 3));
    assert!(a.iter().flatten().all(|value| *value > 1e7), "{a:?}");
}
