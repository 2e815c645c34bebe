//! Tests of stored functions.

use super::*;

fn function(module: &str, name: &str) -> Arc<Function> {
    Arc::new(Function {
        module: module.into(),
        name: name.into(),
        kind: FunctionKind::App,
        short: name.rsplit('.').next().unwrap_or(name).into(),
        file: Some(format!("{module}/{module}.swift").into()),
        owner: None,
        within: None,
    })
}

fn seen(node: SampledScope, function: Option<&Arc<Function>>, samples: u64) -> SampledFunction {
    SampledFunction { node, function: function.map(Arc::clone), waiting: None, lines: Vec::new(), samples }
}

fn example() -> Vec<(u64, LaunchFunctions)> {
    let (price, fold) = (
        function("Pricing", "Pricing.Rules.price(Swift.Int) -> Swift.Int"),
        function("Pricing", "Pricing.fold"),
    );
    let within = Arc::new(Function {
        within: Some(Arc::clone(&price)),
        ..(*function("Pricing", "Pricing.mix")).clone()
    });
    let cart = || SampledScope::Method("-[Cart\tload]".into());
    let before = || SampledScope::Outside("agent_start..main".into());
    let launch = |more: u64| LaunchFunctions {
        seen: vec![
            seen(cart(), None, 3),
            seen(cart(), Some(&price), 40 + more),
            SampledFunction { waiting: Some(WaitKind::Lock), ..seen(cart(), Some(&price), 2) },
            seen(cart(), Some(&within), 2),
            seen(before(), Some(&fold), 1),
        ],
        missing: vec![("Kit".to_owned(), "AA-BB".to_owned())].into(),
        waits: (more > 0).then(|| {
            let phase = "agent_start..main".into();
            vec![PhaseWait { phase, kind: WaitKind::Lock, ns: 25_000_000 }]
        }),
    };
    vec![(1, launch(0)), (4, launch(2))]
}

/// Makes a launch without costs, marks and samples.
fn alone(number: u64) -> Launch {
    let record =
        format!(r#"{{"format":"launchgate.launch/1","session":"monday","launch":{number},"methods":[]}}"#);
    let read = gate_launches::read_stream("x", record.as_bytes(), &gate_launches::ReadOptions::default());
    read.expect("a record of one launch").launches.remove(0)
}

fn written(share: f64) -> String {
    let key =
        BaselineKey { app: "com.example.shop".into(), scenario: "".into(), device: "iPhone15,2".into() };
    let stored = example();
    let launches: Vec<Launch> = stored
        .into_iter()
        .map(|(number, functions)| Launch { functions: Some(Arc::new(functions)), ..alone(number) })
        .collect();
    encode(&key, "monday", &launches, share)
}

#[test]
fn stored_functions_are_read_back_unchanged() {
    let text = written(0.0);
    let (key, session, read) = decode(Path::new("x"), &text).expect("it is read");
    assert_eq!((&*key.app, &*session), ("com.example.shop", "monday"));
    let wanted: BTreeMap<u64, LaunchFunctions> = example()
        .into_iter()
        .map(|(number, mut functions)| {
            functions.seen.sort();
            (number, functions)
        })
        .collect();
    let read: BTreeMap<u64, LaunchFunctions> =
        read.into_iter().map(|(number, found)| (number, (*found).clone())).collect();
    assert_eq!(read, wanted);
}

#[test]
fn functions_below_the_limit_are_stored_as_one_row_of_their_module() {
    let (.., read) = decode(Path::new("x"), &written(0.05)).expect("it is read");
    let kinds: Vec<FunctionKind> =
        read[&1].seen.iter().filter_map(|seen| Some(seen.function.as_ref()?.kind)).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == FunctionKind::Others).count(), 2, "{kinds:?}");
    let sum = |functions: &LaunchFunctions| functions.seen.iter().map(|seen| seen.samples).sum::<u64>();
    assert_eq!(sum(&read[&1]), 48);
}

#[test]
fn a_damaged_file_of_stored_functions_is_refused() {
    let text = written(0.0);
    for (from, to) in
        [("in\t0\t", "in\t9\t"), ("0:40", "7:40"), ("function\tapp", "function\tcat"), ("0:40", "x")]
    {
        let lines = text.lines().count() - 1;
        let body: String = text.lines().take(lines).map(|line| line.to_owned() + "\n").collect();
        let body = body.replacen(from, to, 1);
        let damaged = text::checksum_line(&body);
        let damaged = body + &damaged;
        assert!(decode(Path::new("x"), &damaged).is_err(), "{from} → {to}");
    }
}
