//! Tests of what other tools record, in the shapes that they write.

use super::*;
use crate::{Launches, ReadError, ReadOptions, Thread, WarningKind, read_given, read_stream};

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
    let samples = [("a.json", XCTEST.as_bytes()), ("a.xml", XCTRACE.as_bytes())];
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
