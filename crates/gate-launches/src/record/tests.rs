//! Tests that written launches are read back.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::draft::Draft;
use crate::{
    BuildRole, Condition, Cost, Counters, DroppedData, FileLine, Launch, LaunchState, Launches, Mark, Method,
    MethodId, MethodTable, Ns, Page, PhaseId, ReadOptions, Thermal, ThreadKind, marks, read_stream,
};

/// Returns numbers with so few digits that they are read from JSON exactly.
fn amount() -> impl Strategy<Value = f64> {
    (0_u64..1 << 40).prop_map(|eighths| eighths as f64 / 8.0)
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "-\\[[A-Z][a-z]{1,3} [a-z:]{1,3}\\]",
        "\\PC{1,6}",
        Just("\u{0}\u{1b}[31m\"\\\t\n\u{202e}".to_owned())
    ]
}

fn state() -> impl Strategy<Value = LaunchState> {
    (any::<[bool; 5]>(), 0_usize..5).prop_map(|(flags, thermal)| LaunchState {
        prewarmed: flags[0],
        first_after_install: flags[1],
        low_power: flags[2],
        debugged: flags[3],
        warm_up: flags[4],
        thermal: [Thermal::Unknown, Thermal::Nominal, Thermal::Fair, Thermal::Serious, Thermal::Critical]
            [thermal],
    })
}

/// Returns marks in the order of time: the marks that bound phases, and a mark whose name the app chose.
fn all_marks() -> impl Strategy<Value = Vec<Mark>> {
    let one = (amount(), option::of(amount()), option::of(amount()), option::of(amount()));
    (vec(one, 5), name()).prop_map(|(mut numbers, own)| {
        numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
        let names = [marks::AGENT_START, marks::MAIN, marks::DID_FINISH_LAUNCHING, marks::FIRST_FRAME, &own];
        let made = names.into_iter().zip(numbers).map(|(name, (at, instructions, cycles, page_ins))| Mark {
            name: name.into(),
            at: Ns(at),
            counters: Counters { instructions, cycles, page_ins, ..Counters::default() },
        });
        made.collect()
    })
}

/// A cost as numbers: method, thread, phase, path, calls, self time, total.
type Raw = (usize, bool, Option<u8>, Vec<usize>, f64, f64, f64);

fn raw_cost() -> impl Strategy<Value = Raw> {
    (0_usize..6, any::<bool>(), option::of(0_u8..4), vec(0_usize..6, 0..3), amount(), amount(), amount())
}

fn conditions() -> impl Strategy<Value = crate::Conditions> {
    let texts = vec(prop_oneof![Just(String::new()), name()], 10);
    let number = option::of(any::<u32>().prop_map(|number| number.to_string()));
    let loading_suffixes =
        select(vec!["", ", counting functions", " under a debugger", " under a debugger, sampling densely"]);
    (texts, number, loading_suffixes, any::<bool>()).prop_map(
        |(texts, number, loading_suffix, in_simulator)| {
            let mut conditions = crate::Conditions::default();
            for (condition, text) in Condition::ALL.into_iter().zip(texts) {
                let value = match condition {
                    Condition::AgentRecording => number.clone().unwrap_or_default(),
                    Condition::AgentLoading => text + loading_suffix,
                    Condition::DeviceModel if in_simulator => text + " simulator on Mac14,2",
                    _ => text,
                };
                conditions.set(condition, &value).unwrap_or_else(|error| panic!("{error}"));
            }
            conditions
        },
    )
}

/// Builds a launch as every reader does, from a draft.
fn finished(draft: Draft, table: &mut MethodTable) -> Option<Launch> {
    let source = FileLine { file: "made".into(), line: None };
    draft.into_launch(source, table, true, &mut Vec::new()).unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the content of a launch, without the ids and sources of its list.
fn content(launches: &Launches, launch: &Launch) -> impl PartialEq + std::fmt::Debug + use<> {
    let table = &launches.table;
    let method = |id| {
        let Method { name, module, owner, image, system } = table.method(id).clone();
        (name, module, owner, image, system)
    };
    let mut costs: Vec<_> = launch
        .costs
        .iter()
        .map(|cost| {
            // For a caller without self cost, a record contains only the name.
            let name = |id: &MethodId| table.method(*id).name.clone();
            let path = cost.path.map(|path| table.path(path).iter().map(name).collect::<Vec<_>>());
            let numbers = [cost.calls, cost.self_ns.0, cost.total_ns.0].map(f64::to_bits);
            (method(cost.method), cost.thread, cost.phase, path, numbers)
        })
        .collect();
    costs.sort();
    let launch = launch.clone();
    let place = (launch.session, launch.number, launch.recorded_unix_ms, launch.block, launch.role);
    let rest = (
        launch.conditions,
        launch.state,
        launch.marks,
        launch.phases,
        (launch.pages, launch.spans),
        launch.dropped,
        launch.work,
    );
    let rest = (rest, launch.per_call, launch.counts);
    (place, rest, costs)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn launch_records_are_read_back_unchanged(
        names in proptest::collection::btree_set(name(), 6),
        known in vec((option::of(name()), option::of(name()), option::of(name()), any::<bool>()), 6),
        place in (name(), any::<u64>(), option::of(any::<u64>()), option::of(any::<u64>()), option::of(any::<bool>())),
        conditions in conditions(),
        state in state(),
        marks in all_marks(),
        costs in vec(raw_cost(), 0..12),
        pages in vec((name(), amount()), 0..3),
        (dropped, per_call) in (any::<[u64; 3]>(), (option::of(amount()), option::of(amount()))),
    ) {
        let mut launches = Launches::default();
        let table = &mut launches.table;
        let ids: Vec<_> = names.iter().zip(known).map(|(name, (module, owner, image, system))| {
            let text = |text: Option<String>| text.map(Into::into);
            let (module, owner, image) = (text(module), text(owner), text(image));
            table.intern_method(&Method { name: name.as_str().into(), module, owner, image, system })
        }).collect();
        // The draft contains names of phases, whose ids follow the order of their occurrence.
        let phase_names: Vec<String> =
            crate::draft::find_phases(&marks).iter().map(|phase| phase.name.to_string()).collect();
        let costs = costs.into_iter().map(|(method, main, phase, path, calls, own, more)| {
            // The system's methods have no path in this test, since reading a record charges the time of a
            // system's method to a caller in its path.
            let path = if table.method(ids[method]).system { Vec::new() } else { path };
            let path: Vec<_> = path.into_iter().map(|at| ids[at]).collect();
            Cost {
                method: ids[method],
                thread: if main { ThreadKind::Main } else { ThreadKind::Other },
                phase: phase.filter(|phase| usize::from(*phase) < phase_names.len()).map(PhaseId),
                path: (!path.is_empty()).then(|| table.intern_path(&path)),
                calls,
                self_ns: Ns(own),
                total_ns: Ns(own + more),
            }
        }).collect();
        let [calls, events, threads] = dropped;
        let draft = Draft {
            session: place.0,
            number: place.1,
            recorded_unix_ms: place.2,
            block: place.3,
            role: place.4.map(|head| if head { BuildRole::Head } else { BuildRole::Base }),
            build: crate::Build::default(),
            conditions,
            state,
            marks,
            costs,
            phase_names,
            spans: pages
                .iter()
                .map(|(name, time)| crate::Span {
                    name: name.as_str().into(),
                    calls: 2.0,
                    total: Ns(*time),
                    own: Ns(time / 2.0),
                    caller: None,
                    counters: Counters { page_ins: Some(time + 0.5), ..Counters::default() },
                })
                .collect(),
            pages: pages.into_iter().map(|(name, render)| Page {
                name: name.into(),
                render: Ns(render),
                appearances: 1 + render as u64 % 3,
            }).collect(),
            dropped: DroppedData { calls, events, threads },
            may_share_names: true,
            samples: None,
            stopped: None,
            per_call: Counters { instructions: per_call.0, cycles: per_call.1, ..Counters::default() },
            work: Some(crate::Work::add_up(vec![crate::Work {
                kind: trace::WorkKind::FileRead,
                thread: ThreadKind::Other,
                by: "-[A go]".into(),
                calls: place.1 % 5,
                bytes: 4096,
            }])),
            counts: (place.1 % 2 == 0).then(|| {
                let function = crate::FunctionCount {
                    offset: 0x4000,
                    import: place.1 % 4 == 0,
                    calls: place.1,
                    order: 1,
                    first_ns: 0.1,
                    caller: (place.1 % 4 == 0).then_some((0, 0x4010)),
                    ..crate::FunctionCount::default()
                };
                let all = (place.1 % 100) as u32;
                let (path, uuid) = ("App".to_owned(), "A".to_owned());
                vec![crate::CountedImage { path, uuid, all, lost: 1, functions: vec![function] }]
            }),
        };
        let Some(launch) = finished(draft, table) else { return Ok(()) };
        launches.launches.push(launch);

        let mut line = Vec::new();
        write_launches(&launches, &mut line).unwrap_or_else(|error| panic!("{error}"));
        let back = read_stream("made", &line[..], &ReadOptions { paths: true, ..ReadOptions::default() });
        let back = back.unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&line)));
        prop_assert_eq!(back.launches.len(), 1);
        prop_assert_eq!(content(&back, &back.launches[0]), content(&launches, &launches.launches[0]));
        let mut again = Vec::new();
        write_launches(&back, &mut again).unwrap_or_else(|error| panic!("{error}"));
        prop_assert_eq!(String::from_utf8(again), String::from_utf8(line));
    }
}
