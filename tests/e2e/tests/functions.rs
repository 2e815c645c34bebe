//! Functions in Swift, C++ and C in a verdict: from real launches of the sample app with the agent's samples to the names in a finding.

use std::fs;

use e2e::functions::{Lab, TARGETS, named_falsely, names};
use e2e::shop::{Planted, Shop};
use gate::baseline::{Store, load_all};
use phone::build::Style;

/// One build for speed, one for size, one with a file more, so that all addresses are others.
#[test]
fn a_slower_function_is_named_and_another_compiler_names_none() {
    let for_size = Planted { for_size: true, ..Planted::default() };
    let source = [("Extra", "Extra.c", "int extra(int value) { return value * 3; }\n")];
    let touched = Planted { sources: &source, ..Planted::default() };
    let build = |planted| Shop::build_planted(Style::Chained, planted).expect("Shop builds");
    let lab = Lab::new(vec![build(for_size), build(touched)]).expect("a lab");
    let record = |app, slower| lab.record_some(app, slower, 8).expect("launches");
    let base = record(0, None);
    for (at, target) in TARGETS.iter().enumerate() {
        let (verdict, _) = lab.judge(&base, &record(0, Some((at, 10.0))), 1).expect("a verdict");
        assert_eq!(names(&verdict, target), (true, true, true), "{target:?}: {:?}", verdict.findings);
    }
    for app in [1, 2] {
        let other = record(app, None);
        let truth = lab.truth(&base, &other).expect("a truth");
        for seed in 0..3 {
            let (verdict, _) = lab.judge(&base, &other, seed).expect("a verdict");
            assert_eq!(named_falsely(&verdict, &truth), Vec::<String>::new(), "{app} {seed}");
        }
    }

    // What is stored are names, no more than half as much again, and they come back.
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let (session, _) = store.add(&base.table, &base.launches).expect("stored");
    let functions = store.add_functions(&base.launches).expect("stored").expect("there are functions");
    let size = |path: &std::path::Path| fs::metadata(path).expect("a file").len();
    assert!(2 * size(&functions) <= size(&session), "{} beside {}", size(&functions), size(&session));
    let text = fs::read_to_string(&functions).expect("text");
    assert!(text.contains("Rule.work") && text.contains("Packer") && !text.contains("0x"), "{text}");
    let key = store.keys().expect("keys").remove(0);
    let entry = store.sessions(&key).expect("sessions").remove(0);
    let loaded = load_all(&store, [&entry]).expect("loaded");
    let seen = |launches: &gate::launches::Launches| -> u64 {
        let functions = launches.launches.iter().filter_map(|launch| launch.functions.as_deref());
        functions.flat_map(|functions| &functions.seen).map(|seen| seen.samples).sum()
    };
    assert_eq!(seen(&loaded), seen(&base));
}
