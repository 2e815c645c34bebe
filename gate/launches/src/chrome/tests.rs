//! Tests of Chrome traces, in the shapes that recorders write.

use super::*;
use crate::spans::LONGEST_PATH;
use crate::{Launches, Ns, ReadError, ReadOptions, Thread, read_stream};

fn read(text: &str, paths: bool) -> Result<Launches, ReadError> {
    read_stream("runs/a.json", text.as_bytes(), &ReadOptions { paths, ..ReadOptions::default() })
}

/// (name, thread, calls, self, total), by name.
fn rows(launches: &Launches) -> Vec<(String, Thread, f64, f64, f64)> {
    let mut rows = Vec::new();
    for thread in [Thread::Main, Thread::Other] {
        for (id, cost) in launches.launches[0].methods(&launches.table, thread) {
            let name = launches.table.method(id).name.to_string();
            rows.push((name, thread, cost.calls, cost.self_ns.0, cost.total_ns.0));
        }
    }
    rows.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
    rows
}

/// As Guldan writes: begin and end, one thread, microseconds with a fraction.
const GULDAN: &str = r#"[
{"name":"-[App start]","cat":"catname","ph":"B","pid":2222,"tid":2222,"ts":1000.5},
{"name":"-[Cart load]","cat":"catname","ph":"B","pid":2222,"tid":2222,"ts":1100.5,"args":{"selfcost":3}},
{"name":"-[Cart load]","cat":"catname","ph":"B","pid":2222,"tid":2222,"ts":1150.5},
{"name":"-[Cart load]","cat":"catname","ph":"E","pid":2222,"tid":2222,"ts":1200.5},
{"name":"-[Cart load]","cat":"catname","ph":"E","pid":2222,"tid":2222,"ts":1300.5},
{"name":"-[App start]","cat":"catname","ph":"E","pid":2222,"tid":2222,"ts":2000.5}
]"#;

fn guldan_rows() -> Vec<(String, Thread, f64, f64, f64)> {
    vec![
        ("-[App start]".to_owned(), Thread::Main, 1.0, 800_000.0, 1_000_000.0),
        ("-[Cart load]".to_owned(), Thread::Main, 2.0, 200_000.0, 200_000.0),
    ]
}

#[test]
fn begin_and_end_events() {
    for paths in [false, true] {
        let launches = read(GULDAN, paths).unwrap();
        assert_eq!(rows(&launches), guldan_rows());
        let launch = &launches.launches[0];
        assert_eq!((&*launch.session, launch.number), ("runs", 1));
        assert_eq!(launch.duration(), Some(Ns(1_000_000.0)));
        assert_eq!(launches.warnings, []);
        assert_eq!(launch.costs.len(), if paths { 3 } else { 2 });
    }
}

#[test]
fn complete_events_threads_and_marks() {
    let text = r#"{"displayTimeUnit":"ms","traceEvents":[
        {"ph":"M","pid":1,"tid":7,"name":"thread_name","args":{"name":"main"}},
        {"ph":"M","pid":1,"name":"process_name","args":{"name":"Shop"}},
        {"ph":"X","pid":1,"tid":"worker","name":"decode","ts":5,"dur":9,"args":null},
        {"ph":"X","pid":1,"tid":7,"name":"b","ts":"20","dur":10},
        {"ph":"X","pid":1,"tid":7,"name":"a","ts":20,"dur":30,"args":[1]},
        {"ph":"X","pid":1,"tid":7,"name":"b","ts":35,"dur":5},
        {"ph":"i","pid":1,"tid":7,"name":"main","ts":10,"s":"p"},
        {"ph":"i","pid":1,"tid":7,"name":"first_frame","ts":60},
        {"ph":"i","pid":1,"tid":7,"name":"vsync","ts":61},
        {"ph":"C","pid":1,"name":"memory","ts":1,"args":{"x":1}}
        ],"launchgate":{"session":"s","launch":4,"device":{"model":"iPhone15,2","os":"17.5"},"app":{"bundle":"com.shop"}},"otherData":{"version":"x"}}"#;
    let launches = read(text, false).unwrap();
    assert_eq!(
        rows(&launches),
        [
            ("a".to_owned(), Thread::Main, 1.0, 15_000.0, 30_000.0),
            ("b".to_owned(), Thread::Main, 2.0, 15_000.0, 15_000.0),
            ("decode".to_owned(), Thread::Other, 1.0, 9_000.0, 9_000.0),
        ]
    );
    let launch = &launches.launches[0];
    assert_eq!((&*launch.session, launch.number, &*launch.conditions.device_os), ("s", 4, "17.5"));
    let marks: Vec<_> = launch.marks.iter().map(|mark| (&*mark.name, mark.at.0)).collect();
    assert_eq!(marks, [("main", 5_000.0), ("first_frame", 55_000.0)]);
}

#[test]
fn an_array_may_end_early() {
    let full = GULDAN.trim_end().trim_end_matches(']').trim_end();
    for text in [full.to_owned(), format!("{full},"), format!("{full},\n")] {
        let launches = read(&text, false).unwrap();
        assert_eq!((rows(&launches), launches.warnings), (guldan_rows(), vec![]), "{text}");
    }
    let cut = read(&full[..full.len() - 20], false).unwrap();
    assert_eq!(cut.warnings.iter().map(|w| w.kind.name()).collect::<Vec<_>>(), ["truncated", "unbalanced"]);
    let object = format!("{{\"traceEvents\":{full}");
    assert_eq!(
        read(&object, false).unwrap_err().to_string(),
        "runs/a.json: truncated: the file ends in the middle of the trace"
    );
}

#[test]
fn oddities_are_warnings_and_mistakes_are_refused() {
    let event = |rest: &str| format!("[{{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":1}},{{{rest}}}]");
    let warned = [
        (event(r#""ph":"E","name":"b","ts":3"#), "unbalanced"),
        (event(r#""ph":"B","name":"b","ts":3"#), "unbalanced"),
        (event(&format!(r#""ph":"B","name":"{}","ts":3"#, "x".repeat(99_999))), "unbalanced"),
        (event(r#""ph":"X","name":"b","ts":1.5,"dur":9"#), "crossing"),
        (event(r#""ph":"X","name":"b","ts":3"#), "without-duration"),
    ];
    for (text, expected) in warned {
        assert_eq!(read(&text, false).unwrap().warnings[0].kind.name(), expected);
    }
    let refused = [
        (event(r#""ph":"X","name":"b","ts":3,"dur":-1"#), "event 2 has a negative dur: -1"),
        (event(r#""ph":"B","name":"b""#), "event 2 of kind \"B\" has no ts"),
        (event(r#""ph":"B","ts":3"#), "event 2 of kind \"B\" has no name"),
        (event(r#""name":"b","ts":3"#), "event 2 has no ph"),
        (
            event(r#""ph":"B","name":"b","ts":"NaN""#),
            "invalid value: string \"NaN\", expected a number of microseconds",
        ),
        ("[]".to_owned(), "it has no B, E or X events"),
        (r#"[{"ph":"B","name":"b","ts":3}]"#.to_owned(), "it has no begin with its end"),
        ("[1]".to_owned(), "invalid type: integer `1`, expected struct WireEvent"),
        ("[] []".to_owned(), "trailing characters"),
        (r#"{"traceEvents":5}"#.to_owned(), "invalid type: integer `5`, expected a list of events"),
    ];
    for (text, expected) in refused {
        let error = read(&text, false).unwrap_err().to_string();
        assert!(error.starts_with(&format!("runs/a.json: {expected}")), "{error}");
    }
}

#[test]
fn mutated_traces_never_panic() {
    let mut seed = 11u64;
    for _ in 0..3000 {
        let mut bytes = GULDAN.as_bytes().to_vec();
        for _ in 0..3 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (seed >> 33) as usize % bytes.len();
            match seed >> 62 {
                0 => bytes[at] = (seed >> 20) as u8,
                1 => bytes[at] = b"{}[]\",:-.0BEX9"[(seed >> 20) as usize % 14],
                2 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        for paths in [false, true] {
            let _ = read_stream("f", &bytes[..], &ReadOptions { paths, ..ReadOptions::default() });
        }
    }
}

#[test]
fn deep_nesting_and_ends_without_a_beginning_take_linear_time_and_memory() {
    let event = |phase: &str, name: usize, at: usize| {
        format!(r#"{{"name":"-[C{name} m]","ph":"{phase}","pid":1,"tid":1,"ts":{at}}}"#)
    };
    let deep = 40_000;
    let begins = (0..deep).map(|at| event("B", at, at));
    let ends = (0..deep).rev().map(|at| event("E", at, 2 * deep - at));
    let text = format!("[{}]", begins.chain(ends).collect::<Vec<_>>().join(","));
    let started = std::time::Instant::now();
    let launches = read(&text, true).unwrap();
    assert_eq!((launches.launches[0].costs.len(), launches.warnings.len()), (deep, 0));
    let longest = launches.launches[0]
        .costs
        .iter()
        .filter_map(|cost| cost.path)
        .map(|path| launches.table.path(path).len());
    assert_eq!(longest.max(), Some(LONGEST_PATH));

    // One stays open below them all, and none of the ends has its beginning.
    let opened = (0..deep).map(|at| event("B", at, at));
    let unmatched = (0..2 * deep).map(|at| event("E", deep + at, deep + at));
    let last = [event("E", 0, 9 * deep)];
    let text = format!("[{}]", opened.chain(unmatched).chain(last).collect::<Vec<_>>().join(","));
    let launches = read(&text, false).unwrap();
    assert_eq!(launches.launches[0].costs.len(), 1);
    let expected = WarningKind::Unbalanced { events: (2 * deep + deep - 1) as u64 };
    assert_eq!(launches.warnings.iter().map(|warning| &warning.kind).collect::<Vec<_>>(), [&expected]);
    assert!(started.elapsed() < std::time::Duration::from_secs(20), "{:?}", started.elapsed());
}
