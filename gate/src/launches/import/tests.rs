//! Tests of what other tools record, in the shapes that they write.

use super::*;
use crate::launches::{Launches, ReadError, ReadOptions, Thread, WarningKind, read_given, read_stream};

fn read(name: &str, bytes: &[u8]) -> Result<Launches, ReadError> {
    read_stream(name, bytes, &ReadOptions { paths: false, ..ReadOptions::default() })
}

/// Reads a file with what is given; whether callers are kept changes no cost.
fn read_with(name: &str, bytes: &[u8], given: &[&str]) -> Result<Launches, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs").join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, bytes).unwrap();
    let given: Vec<String> = given.iter().map(|one| (*one).to_owned()).collect();
    let given = Given::parse(&given)?;
    let of = |paths| {
        read_given(
            std::slice::from_ref(&path),
            &ReadOptions { paths, ..ReadOptions::default() },
            1 << 20,
            &given,
        )
        .map_err(|error| error.reason.to_string())
    };
    let (without, with) = (of(false)?, of(true)?);
    assert_eq!(rows(&without), rows(&with));
    Ok(without)
}

/// Thread, method, calls, own and total time in ms of the first launch.
fn rows(launches: &Launches) -> Vec<(Thread, String, f64, f64, f64)> {
    let mut rows = Vec::new();
    for thread in [Thread::Main, Thread::Other] {
        for (id, cost) in launches.launches[0].methods(&launches.table, thread) {
            let name = launches.table.method(id).name.to_string();
            let ms = |ns: f64| (ns / 1e3).round() / 1e3;
            rows.push((thread, name, cost.calls, ms(cost.self_ns.0), ms(cost.total_ns.0)));
        }
    }
    rows.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.cmp(&b.1)));
    rows
}

fn main_row(name: &str, own: f64, total: f64) -> (Thread, String, f64, f64, f64) {
    (Thread::Main, name.to_owned(), 0.0, own, total)
}

fn marks_of(launches: &Launches) -> Vec<(String, f64)> {
    launches.launches[0].marks.iter().map(|mark| (mark.name.to_string(), mark.at.0 / 1e6)).collect()
}

/// As `xcresulttool get test-results metrics` of Xcode 26 prints it, with two tests.
const XCTEST: &str = include_str!("../../../tests/recordings/xctest.json");

#[test]
fn each_iteration_of_xctest_is_a_launch() {
    let launches = read_with("metrics.json", XCTEST.as_bytes(), &["app.bundle=com.example.shop"]).unwrap();
    let seconds: Vec<f64> =
        launches.launches.iter().map(|launch| launch.duration().unwrap().0 / 1e9).collect();
    assert_eq!(seconds, [1.9, 2.0, 2.4]);
    let launch = &launches.launches[2];
    assert_eq!((&*launch.session, launch.number), ("runs-metrics", 3));
    assert_eq!(launch.marks[0].counters.instructions, Some(12_000.0));
    let conditions = &launch.conditions;
    assert_eq!(
        (
            &*conditions.scenario,
            &*conditions.device_model,
            &*conditions.app_bundle,
            &*conditions.agent_version
        ),
        ("LaunchTests/testLaunch()", "iPhone 16e", "com.example.shop", "xctest")
    );
    // The device's name is all that this version of Xcode says; who knows better says so.
    let given =
        read_with("metrics.json", XCTEST.as_bytes(), &["device.model=iPhone17,5", "device.os=26.0"]).unwrap();
    assert_eq!(&*given.launches[0].conditions.device_model, "iPhone17,5");
    // One test alone is an object.
    let one = XCTEST.trim_start_matches('[').split("},\n{\"testIdentifier").next().unwrap().to_owned() + "}";
    assert_eq!(read("a.json", one.as_bytes()).unwrap().launches.len(), 3, "{one}");
}

#[test]
fn mistakes_of_xctest_have_a_place() {
    let cases = [
        (
            XCTEST.replace("2.0", "-2.0"),
            "test \"LaunchTests/testLaunch()\", run 1: measurement 2 of com.apple.dt.XCTMetric_ApplicationLaunch-AppLaunch.duration must be above 0, found -2",
        ),
        (
            XCTEST.replace("ApplicationLaunch-AppLaunch", "Disk"),
            "it has no test that measures a launch (XCTApplicationLaunchMetric), only com.apple.dt.XCTMetric_CPU-com.example.shop.instructions_retired, com.apple.dt.XCTMetric_Clock.time.monotonic, com.apple.dt.XCTMetric_Disk.duration",
        ),
        (XCTEST.replace("2.0,", "\"x\","), "invalid type: string \"x\", expected f64 at line 3 column"),
        (XCTEST[..XCTEST.len() - 9].to_owned(), "truncated: the file ends in the middle of its JSON"),
    ];
    for (text, expected) in cases {
        let error = read("a.json", text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("a.json: {expected}")), "{error}");
    }
}

/// An export of App Launch with both tables: values stand in full once, frames from the innermost out.
const XCTRACE: &str = include_str!("../../../tests/recordings/xctrace.xml");

#[test]
fn samples_of_instruments_fall_into_the_phases_of_app_launch() {
    let launches = read_with("launch.xml", XCTRACE.as_bytes(), &["device.model=iPhone15,2"]).unwrap();
    assert_eq!(
        rows(&launches),
        [
            main_row("Cart.parse()", 2.0, 2.0),
            main_row("dyld (no symbol)", 1.0, 1.0),
            main_row("main", 0.0, 2.0),
            main_row("memcpy", 0.0, 2.0),
            (Thread::Other, "main".to_owned(), 0.0, 1.0, 1.0),
        ]
    );
    let mark = |name: &str, at| (name.to_owned(), at);
    assert_eq!(
        marks_of(&launches),
        [
            mark("did_finish_launching_in", 50.0),
            mark("main", 50.0),
            mark("did_finish_launching", 100.0),
            mark("first_frame", 105.0)
        ]
    );
    let launch = &launches.launches[0];
    assert_eq!((&*launch.session, launch.number, &*launch.conditions.agent_version), ("runs", 1, "xctrace"));
    assert_eq!(launch.phases[1].objc.unwrap().0, 2e6);
    // A worker's sample behind the first frame is told.
    let late = XCTRACE.replace(">170000000<", ">270000000<");
    let late = read("a.xml", late.as_bytes()).unwrap();
    assert_eq!(late.warnings.last().unwrap().kind, WarningKind::OutsideLaunch { samples: 1 });
    assert!(rows(&late).iter().all(|row| row.0 == Thread::Main));
    let second = XCTRACE.replace("</trace-query-result>", "<node xpath='//trace-toc[1]/run[1]/data[1]/table[15]'><schema name=\"time-profile\"/><row><sample-time>160000000</sample-time><thread ref=\"2\"/><process ref=\"4\"/><weight ref=\"6\"/><tagged-backtrace ref=\"7\"/></row></node></trace-query-result>");
    let again = read("a.xml", second.as_bytes()).unwrap();
    assert_eq!((again.warnings.len(), again.warnings[0].kind.name()), (1, "second-table"));
    assert_eq!(rows(&again)[0], main_row("Cart.parse()", 2.0, 2.0));
    // A recording with two runs is two launches.
    let (head, nodes) = XCTRACE.split_once("<node").unwrap();
    let nodes = nodes.strip_suffix("</trace-query-result>").unwrap();
    let other = nodes.replace("run[1]", "run[2]");
    let two = format!("{head}<node{nodes}<node{other}</trace-query-result>");
    let two = read("a/b.xml", two.as_bytes()).unwrap();
    let places: Vec<_> = two.launches.iter().map(|launch| (&*launch.session, launch.number)).collect();
    assert_eq!(places, [("a-b", 1), ("a-b", 2)]);
}

#[test]
fn a_function_may_end_the_launch() {
    let profile = XCTRACE.replace("life-cycle-period", "other");
    let whole = read_with("a.xml", profile.as_bytes(), &[]).unwrap();
    assert_eq!(marks_of(&whole), [("window_end".to_owned(), 141.0)]);
    let ended = read_with("a.xml", profile.as_bytes(), &["launch.end=Cart.parse()"]).unwrap();
    assert_eq!(marks_of(&ended), [("first_frame".to_owned(), 2.0)]);
    assert_eq!(rows(&ended)[0], main_row("Cart.parse()", 2.0, 2.0));
    let error = read_with("a.xml", profile.as_bytes(), &["launch.end=nope"]).unwrap_err();
    assert_eq!(error, "run 1: launch.end: no sample of the main thread contains the function \"nope\"");
}

#[test]
fn mistakes_of_exports_have_a_place() {
    let cases = [
        (XCTRACE.replace("<weight ref=\"6\"/>", "<weight ref=\"666\"/>"), "no element has the id 666"),
        (XCTRACE.replace(">160000000<", ">soon<"), "row 5: sample-time \"soon\" is not a number"),
        (XCTRACE.replace("id=\"8\"", "id=\"x\""), "\"x\" is not an id"),
        (XCTRACE.replace("</weight>", "</wait>"), "byte "),
        (XCTRACE[..XCTRACE.len() - 20].to_owned(), "truncated: "),
        (
            XCTRACE.replace("time-profile", "time-sample").replace("life-cycle-period", "hitches"),
            "it has no rows of the tables time-profile or life-cycle-period (its tables: hitches, time-sample)",
        ),
        (
            XCTRACE
                .replace(
                    "<thread ref=\"2\"/><process ref=\"4\"/>",
                    "<thread ref=\"2\"/><process fmt=\"Other (8)\"/>",
                )
                .replace("life-cycle-period", "x")
                .replace(".app/", "/"),
            "run 1: 2 processes (Other (8), Shop (7), …); record the app alone",
        ),
    ];
    for (text, expected) in cases {
        let error = read("a.xml", text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}, {expected}");
    }
}

/// As ETTrace writes it: one child stands without a list, and a gap between equal calls is a node without a name.
const ETTRACE: &str = include_str!("../../../tests/recordings/ettrace.json");

#[test]
fn ettrace_is_read_until_the_launch_ends() {
    let launches =
        read_with("output.json", ETTRACE.as_bytes(), &["app.bundle=com.example.shop", "device.os=17.4"])
            .unwrap();
    assert_eq!(
        rows(&launches),
        [
            main_row("-[Cart load]", 30.0, 30.0),
            main_row("Page.show()", 20.0, 20.0),
            main_row("main", 10.0, 60.0),
            main_row("objc_msgSend", 0.0, 10.0),
        ]
    );
    assert_eq!(marks_of(&launches), [("window_end".to_owned(), 60.0)]);
    let conditions = &launches.launches[0].conditions;
    assert_eq!((&*conditions.device_model, &*conditions.device_os), ("iPhone15,2", "17.4"));
    for (end, at, show) in [("login", 40.0, 10.0), ("Page.show()", 50.0, 20.0)] {
        let ended = read_with("output.json", ETTRACE.as_bytes(), &[&format!("launch.end={end}")]).unwrap();
        assert_eq!(marks_of(&ended), [("first_frame".to_owned(), at)]);
        assert_eq!(rows(&ended)[1], main_row("Page.show()", show, show));
    }
    let threads =
        ETTRACE.replace("\"nodes\":", "\"threadNodes\":[{\"threadName\":\"Main Thread\",\"nodes\":");
    let threads = threads.strip_suffix('}').unwrap().to_owned()
        + "},{\"threadName\":\"worker\",\"nodes\":{\"name\":\"<root>\",\"start\":0,\"duration\":1,\"library\":\"\",\"children\":[{\"name\":\"work\",\"start\":0,\"duration\":0.01,\"library\":\"\",\"children\":[]}]}}]}";
    let read = read("output.json", threads.as_bytes()).unwrap();
    assert_eq!(rows(&read).last().unwrap(), &(Thread::Other, "work".to_owned(), 0.0, 10.0, 10.0));
}

#[test]
fn deep_trees_are_read_and_deeper_ones_refused() {
    let deep = |levels: usize| {
        let node = "{\"name\":\"f\",\"start\":0,\"duration\":1,\"library\":\"\",\"children\":";
        let body = format!("{}[]{}", node.repeat(levels), "}".repeat(levels));
        format!("{{\"osBuild\":\"x\",\"isSimulator\":true,\"nodes\":{body}}}")
    };
    let launches = read_with("a.json", deep(3000).as_bytes(), &[]).unwrap();
    // Recursion counts once.
    assert_eq!(rows(&launches), [main_row("f", 1000.0, 1000.0)]);
    let error = read("a.json", deep(30_000).as_bytes()).unwrap_err().to_string();
    assert!(error.contains("nested deeper than 20000"), "{error}");
}

#[test]
fn mistakes_of_ettrace_have_a_place() {
    let cases = [
        (
            ETTRACE.replace("0.03,\"library\"", "-3,\"library\""),
            "expected a number that is not negative, found -3",
        ),
        (ETTRACE.replace("\"start\":0,", "\"start\" 0,"), ": a colon is missing"),
        (
            ETTRACE.replace("\"children\":[]}]}}}", "\"children\":[]}]}}"),
            "truncated: the file ends in the middle of its JSON",
        ),
        (ETTRACE.replace("\"nodes\"", "\"knots\""), "it has no nodes, so it is not an ETTrace flame graph"),
        (format!("{ETTRACE} x"), "unexpected data after the end"),
        (ETTRACE.replace("0.06", "0"), "it has no samples of the main thread"),
    ];
    for (text, expected) in cases {
        let error = read("a.json", text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}, {expected}");
    }
}

/// A packet of a Perfetto trace, by hand: the wire format is the test's, not the reader's.
fn packet(fields: &[(u64, Wire<'_>)]) -> Vec<u8> {
    message(1, fields)
}

enum Wire<'a> {
    Number(u64),
    Text(&'a str),
    Message(Vec<u8>),
}

fn varint(mut value: u64, into: &mut Vec<u8>) {
    while value >= 0x80 {
        into.push(value as u8 | 0x80);
        value >>= 7;
    }
    into.push(value as u8);
}

fn fields(fields: &[(u64, Wire<'_>)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (tag, value) in fields {
        match value {
            Wire::Number(value) => {
                varint(tag << 3, &mut bytes);
                varint(*value, &mut bytes);
            }
            Wire::Text(text) => bytes.extend(length_delimited(*tag, text.as_bytes())),
            Wire::Message(inner) => bytes.extend(length_delimited(*tag, inner)),
        }
    }
    bytes
}

fn length_delimited(tag: u64, content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    varint(tag << 3 | 2, &mut bytes);
    varint(content.len() as u64, &mut bytes);
    bytes.extend(content);
    bytes
}

fn message(tag: u64, inner: &[(u64, Wire<'_>)]) -> Vec<u8> {
    length_delimited(tag, &fields(inner))
}

fn slice(at: u64, kind: u64, name: Option<&str>, track: u64) -> Vec<u8> {
    let mut event = vec![(9, Wire::Number(kind)), (11, Wire::Number(track))];
    event.extend(name.map(|name| (23, Wire::Text(name))));
    packet(&[(8, Wire::Number(at)), (10, Wire::Number(1)), (11, Wire::Message(fields(&event)))])
}

/// As btrace's tool for iOS writes it.
fn btrace() -> Vec<u8> {
    let process = fields(&[(1, Wire::Number(1)), (6, Wire::Text("com.example.shop"))]);
    let thread = |tid, name| fields(&[(1, Wire::Number(1)), (2, Wire::Number(tid)), (5, Wire::Text(name))]);
    let track = |uuid, tag, of| {
        packet(&[(60, Wire::Message(fields(&[(1, Wire::Number(uuid)), (tag, Wire::Message(of))])))])
    };
    [
        packet(&[(60, Wire::Message(fields(&[(1, Wire::Number(1)), (2, Wire::Text("Root"))])))]),
        track(2, 3, process),
        track(3, 4, thread(8, "Callstack: Thread worker")),
        slice(1_000_000, 1, Some("decode"), 3),
        slice(3_000_000, 2, None, 3),
        track(4, 4, thread(7, "Callstack: Thread main")),
        slice(2_000_000, 1, Some("-[App start]"), 4),
        slice(3_000_000, 1, Some("-[Cart load]"), 4),
        slice(5_000_000, 2, None, 4),
        slice(9_000_000, 2, None, 4),
    ]
    .concat()
}

#[test]
fn slices_of_btrace() {
    let launches = read_with("trace.pb", &btrace(), &["device.model=iPhone15,2"]).unwrap();
    assert_eq!(
        rows(&launches),
        [
            main_row("-[App start]", 5.0, 7.0),
            main_row("-[Cart load]", 2.0, 2.0),
            (Thread::Other, "decode".to_owned(), 0.0, 2.0, 2.0),
        ]
    );
    let conditions = &launches.launches[0].conditions;
    assert_eq!((&*conditions.agent_version, &*conditions.app_bundle), ("btrace", "com.example.shop"));
    assert_eq!(marks_of(&launches), [("window_end".to_owned(), 8.0)]);
    let error = read_with("trace.pb", &btrace(), &["app.bundle=com.other"]).unwrap_err();
    assert_eq!(
        error,
        "the recording has app.bundle=\"com.example.shop\", but --given has app.bundle=\"com.other\"; omit that option"
    );
}

#[test]
fn names_and_clocks_of_a_writer() {
    let names = |iid, name| message(2, &[(1, Wire::Number(iid)), (2, Wire::Text(name))]);
    let clock = fields(&[
        (1, Wire::Number(64)),
        (2, Wire::Number(5000)),
        (3, Wire::Number(1)),
        (4, Wire::Number(1000)),
    ]);
    let defaults = fields(&[(58, Wire::Number(64)), (11, Wire::Message(fields(&[(11, Wire::Number(9))])))]);
    let thread = fields(&[(1, Wire::Number(4)), (2, Wire::Number(4)), (5, Wire::Text("CrBrowserMain"))]);
    let event = |at, kind, iid| {
        let event = fields(&[(9, Wire::Number(kind)), (10, Wire::Number(iid))]);
        packet(&[(8, Wire::Number(at)), (10, Wire::Number(3)), (11, Wire::Message(event))])
    };
    let trace = [
        packet(&[(60, Wire::Message(fields(&[(1, Wire::Number(9)), (4, Wire::Message(thread))])))]),
        packet(&[
            (10, Wire::Number(3)),
            (13, Wire::Number(1)),
            (59, Wire::Message(defaults)),
            (6, Wire::Message(length_delimited(1, &clock))),
            (12, Wire::Message([names(1, "start"), names(2, "paint")].concat())),
        ]),
        event(0, 1, 1),
        event(10, 1, 2),
        event(20, 2, 0),
        event(5, 2, 0),
    ];
    let launches = read_with("trace.pb", &trace.concat(), &[]).unwrap();
    assert_eq!(
        rows(&launches),
        [
            (Thread::Main, "paint".to_owned(), 1.0, 0.02, 0.02),
            (Thread::Main, "start".to_owned(), 1.0, 0.015, 0.035),
        ]
    );
}

#[test]
fn mistakes_of_perfetto_have_a_place() {
    let whole = btrace();
    let cut = &whole[..whole.len() - 3];
    let error = read("a.pb", cut).unwrap_err().to_string();
    assert!(
        error.starts_with("a.pb: truncated: byte ") && error.contains("extends beyond the end of the file"),
        "{error}"
    );
    let nameless = [whole.clone(), slice(1, 1, None, 4)].concat();
    let error = read("a.pb", &nameless).unwrap_err().to_string();
    assert_eq!(error, format!("a.pb: byte {}: a slice has no name", whole.len()));
    let broken = [&whole[..], &[0x0a, 0x02, 0x08, 0xff]].concat();
    let error = read("a.pb", &broken).unwrap_err().to_string();
    assert!(error.starts_with(&format!("a.pb: byte {}: ", whole.len())), "{error}");
    let tracks = packet(&[(60, Wire::Message(fields(&[(1, Wire::Number(1))])))]).repeat(2);
    assert_eq!(read("a.pb", &tracks).unwrap_err().to_string(), "a.pb: it has no slices on a thread track");
}

#[test]
fn text_behind_a_blank_line_is_no_perfetto() {
    for text in ["\n{\"traceEvents\":[]}", "\n\n", "\n[]", "\n", "\nx"] {
        assert_eq!(Format::of(text.as_bytes()), None, "{text:?}");
    }
}

#[test]
fn what_is_given_is_checked() {
    let parse = |one: &str| Given::parse(&[one.to_owned()]).map(|_| ());
    assert_eq!(parse("device.model"), Err("expected KEY=VALUE, found \"device.model\"".to_owned()));
    assert_eq!(parse("agent.version=1"), Err("unknown key \"agent.version\"; choose one of device.model, device.os, app.bundle, app.build, app.configuration, scenario, launch.end".to_owned()));
    let given = Given::parse(&["app.build=7".to_owned(), "scenario=cold".to_owned()]).unwrap();
    let mut conditions = Conditions::default();
    given.without_build().complete(&mut conditions).unwrap();
    assert_eq!((&*conditions.app_build, &*conditions.scenario), ("", "cold"));
}

#[test]
fn mutated_recordings_never_panic() {
    let perfetto = btrace();
    let samples: [(&str, &[u8]); 4] = [
        ("a.json", XCTEST.as_bytes()),
        ("a.xml", XCTRACE.as_bytes()),
        ("a.json", ETTRACE.as_bytes()),
        ("a.pb", &perfetto),
    ];
    let mut seed = 17u64;
    let (mut read_well, mut refused) = (0, 0);
    for (name, sample) in samples {
        for _ in 0..1500 {
            let mut bytes = sample.to_vec();
            for _ in 0..1 + (seed >> 40) % 3 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let at = (seed >> 33) as usize % bytes.len().max(1);
                if bytes.is_empty() {
                    break;
                }
                match seed >> 61 {
                    0 | 1 => bytes[at] = (seed >> 20) as u8,
                    2 | 3 => bytes[at] = b"{}[]\",:-.0</>=\"\n"[(seed >> 20) as usize % 16],
                    4 => drop(bytes.remove(at)),
                    5 => bytes.insert(at, (seed >> 20) as u8),
                    6 => {
                        let again = bytes[at..bytes.len().min(at + 40)].to_vec();
                        drop(bytes.splice(at..at, again));
                    }
                    _ if !(seed >> 20).is_multiple_of(8) => bytes[at] ^= 1,
                    _ => bytes.truncate(at.max(1)),
                }
            }
            for paths in [false, true] {
                match read_stream(name, &bytes[..], &ReadOptions { paths, ..ReadOptions::default() }) {
                    Ok(_) => read_well += 1,
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(read_well > 500 && refused > 500, "{read_well} {refused}");
}
