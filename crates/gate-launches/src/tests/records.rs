//! Tests of launch records.

use std::io::{Cursor, Write};

use super::*;

const FULL: &str = r#"{"format":"launchgate.launch/1","session":"2026-11-20","launch":3,"recorded_unix_ms":1795200000000,"scenario":"cold","device":{"model":"iPhone15,2","os":"17.5"},"app":{"bundle":"com.shop","build":"812","configuration":"Release"},"agent":{"version":"0.1.0","recording":1,"settings":"5f1c","loading":"injected"},"state":{"thermal":"fair","warm_up":true},"block":2,"role":"head","marks":{"agent_start_ns":20000000,"main_ns":90000000.5,"main_instructions":1200000,"did_finish_launching_ns":300000000,"first_frame_ns":412000000},"per_call":{"cycles":20,"instructions":52.5},"pages":[{"name":"CartViewController","render_ns":51000000}],"dropped":{"calls":0,"events":7,"threads":0},"methods":[{"name":"+[Cart load]","phase":"agent_start..main","calls":1,"self_ns":1500.25,"total_ns":1500.25},{"name":"-[Cart reload]","module":"Payments","owner":"@shop/payments","phase":"main..did_finish_launching","calls":2,"self_ns":40000,"total_ns":90000},{"name":"-[Cart reload]","module":"Payments","owner":"@shop/payments","phase":"main..did_finish_launching","path":["-[App start]","-[Cart reload]"],"calls":1,"self_ns":7,"total_ns":8},{"name":"-[Cart reload]","module":"Payments","owner":"@shop/payments","thread":"other","calls":4,"self_ns":9,"total_ns":9}]}"#;

fn from_text(text: &str) -> Result<Launches, ReadError> {
    read_stream("in.jsonl", text.as_bytes(), &ReadOptions { paths: true, ..ReadOptions::default() })
}

fn written(launches: &Launches) -> String {
    let mut out = Vec::new();
    write_launches(launches, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn minimal(methods: &str) -> String {
    format!(r#"{{"format":"launchgate.launch/1","session":"s","launch":1,"methods":[{methods}]}}"#)
}

fn schema() -> jsonschema::Validator {
    let schema = serde_json::from_str(include_str!("../../../../gate/schema/launch-1.schema.json")).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

#[test]
fn complete_launch_records_are_read() {
    let launches = from_text(FULL).unwrap();
    let launch = &launches.launches[0];
    assert_eq!(
        (&*launch.session, launch.number, launch.block, launch.role),
        ("2026-11-20", 3, Some(2), Some(BuildRole::Head))
    );
    assert_eq!(&*launch.conditions.device_model, "iPhone15,2");
    assert_eq!(&*launch.conditions.agent_loading, "injected");
    assert!(launch.state.warm_up && launch.state.thermal == Thermal::Fair);
    assert_eq!(launch.mark("main").unwrap().counters.instructions, Some(1_200_000.0));
    assert_eq!((launch.per_call.instructions, launch.per_call.cycles), (Some(52.5), Some(20.0)));
    let phases: Vec<_> =
        launch.phases.iter().map(|p| (&*p.name, p.duration().0, p.objc.map(|n| n.0))).collect();
    assert_eq!(
        phases,
        [
            ("start..agent_start", 2e7, Some(0.0)),
            ("agent_start..main", 70_000_000.5, Some(1500.25)),
            ("main..did_finish_launching", 209_999_999.5, Some(40_007.0)),
            ("did_finish_launching..first_frame", 112e6, Some(0.0)),
        ]
    );
    let adding_up: f64 =
        launch.phases.iter().map(|p| p.outside_objc().unwrap().0).sum::<f64>() + launch.objc_time().0;
    assert_eq!(adding_up, launch.duration().unwrap().0, "phases, methods and what is outside add up");

    let reload = launches.table.find("-[Cart reload]").unwrap();
    let (_, main) =
        launch.method_costs(&launches.table, ThreadKind::Main).find(|(id, _)| *id == reload).unwrap();
    assert_eq!(main, MethodCost { calls: 3.0, self_ns: Ns(40_007.0), total_ns: Ns(90_000.0) });
    assert_eq!(launches.table.method(reload).owner.as_deref(), Some("@shop/payments"));
    let [warning] = &launches.warnings[..] else { panic!("{:?}", launches.warnings) };
    assert!(matches!(warning.kind, WarningKind::Dropped(_)), "{warning:?}");
}

#[test]
fn flags_of_a_recording_are_read_from_the_texts_of_older_records() {
    let loading = "injected, counting functions under a debugger, sampling densely";
    let line = FULL
        .replace(r#""loading":"injected""#, &format!(r#""loading":"{loading}""#))
        .replace("iPhone15,2", "iPhone-16 simulator on Mac14,2");
    let launches = from_text(&line).unwrap();
    let conditions = &launches.launches[0].conditions;
    assert_eq!(&*conditions.agent_loading, "injected");
    assert!(conditions.recording.counting && conditions.recording.dense);
    assert!(conditions.recording.debugger && conditions.recording.simulator);
    assert_eq!(written(&launches).trim_end(), line);
}

#[test]
fn without_call_paths_costs_are_summed_per_method_and_recursion_counts_once() {
    let launches =
        read_stream("f", FULL.as_bytes(), &ReadOptions { paths: false, ..ReadOptions::default() }).unwrap();
    let reload = launches.table.find("-[Cart reload]").unwrap();
    let of_reload: Vec<_> = launches.launches[0].costs.iter().filter(|c| c.method == reload).collect();
    assert_eq!(of_reload.len(), 2);
    assert_eq!(
        (of_reload[0].calls, of_reload[0].self_ns, of_reload[0].total_ns),
        (3.0, Ns(40_007.0), Ns(90_000.0))
    );
}

#[test]
fn the_recording_number_is_read_from_a_launch_record() {
    let of = |agent: &str| {
        let line = minimal("").replace("\"launch\":1", &format!("\"launch\":1,\"agent\":{agent}"));
        from_text(&line).unwrap().launches[0].conditions.agent_recording.map(|recording| recording.0)
    };
    assert_eq!(of(r#"{"version":"0.1.0","recording":7}"#), Some(7));
    assert_eq!(of(r#"{"version":"0.1.0"}"#), None);
    assert_eq!(of("{}"), None);
}

#[test]
fn written_records_are_read_back_and_written_identically() {
    let first = from_text(FULL).unwrap();
    let text = written(&first);
    assert_eq!(text.trim_end(), FULL);
    let second = from_text(&text).unwrap();
    assert_eq!(written(&second), text);
    assert_eq!(second.launches[0].costs.len(), first.launches[0].costs.len());
    assert_eq!(second.launches[0].marks, first.launches[0].marks);
    assert_eq!(second.launches[0].per_call, first.launches[0].per_call);
    assert_eq!(second.launches[0].conditions, first.launches[0].conditions);
}

#[test]
fn the_result_does_not_depend_on_the_order_of_lines_and_files() {
    let line = |n: u32, methods: &str| minimal(methods).replace("\"launch\":1", &format!("\"launch\":{n}"));
    let a = r#"{"name":"a","calls":1,"self_ns":1,"total_ns":1}"#;
    let b = r#"{"name":"b","calls":1,"self_ns":2,"total_ns":2}"#;
    let (one, two) = (line(1, &format!("{a},{b}")), line(2, &format!("{b},{a}")));
    let forward = from_text(&format!("{one}\n{two}\n")).unwrap();
    let backward = from_text(&format!("\n{two}\r\n\n{one}")).unwrap();
    assert_eq!(written(&forward), written(&backward));
}

#[test]
fn compressed_input_equals_plain_input() {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(FULL.as_bytes()).unwrap();
    let gz = gz.finish().unwrap();
    let zst = zstd::encode_all(FULL.as_bytes(), 1).unwrap();
    for bytes in [&gz, &zst] {
        let launches =
            read_stream("f", Cursor::new(bytes), &ReadOptions { paths: true, ..ReadOptions::default() })
                .unwrap();
        assert_eq!(written(&launches), written(&from_text(FULL).unwrap()));
    }
    let cut = read_stream("f.gz", &gz[..gz.len() / 2], &ReadOptions::default()).unwrap_err().to_string();
    assert_eq!(cut, "f.gz:1: truncated: the compressed data ends early");
    let cut = read_stream("f.zst", &zst[..zst.len() / 2], &ReadOptions::default()).unwrap_err().to_string();
    assert_eq!(cut, "f.zst: truncated: the compressed data ends early");
    let mut bad = gz.clone();
    let middle = bad.len() / 2;
    bad[middle] ^= 0xff;
    let corrupt = read_stream("f.gz", &bad[..], &ReadOptions::default()).unwrap_err().to_string();
    assert!(corrupt.starts_with("f.gz"), "{corrupt}");
}

#[test]
fn invalid_launch_records_are_refused_with_file_line_and_reason() {
    let method = |fields: &str| minimal(&format!("{{\"name\":\"-[A b]\",{fields}}}"));
    let cases = [
        (String::new(), "in.jsonl: no launches in it"),
        (" \n\n".to_owned(), "in.jsonl: no launches in it"),
        (FULL[..FULL.len() / 2].to_owned(), "in.jsonl:1: truncated: the line ends in the middle of a record"),
        (
            format!("{FULL}\n{}", &FULL[..300]),
            "in.jsonl:2: truncated: the line ends in the middle of a record",
        ),
        (
            method(r#""calls":1,"self_ns":NaN,"total_ns":1"#),
            "in.jsonl:1: column 106: cost must be a finite number",
        ),
        (
            method(r#""calls":1,"self_ns":-Infinity,"total_ns":1"#),
            "in.jsonl:1: column 107: cost must be a finite number",
        ),
        (method(r#""calls":1,"self_ns":1e999,"total_ns":1"#), "in.jsonl:1: column 110: number out of range"),
        (method(r#""calls":1,"self_ns":1e308,"total_ns":1"#), "in.jsonl:1: column 110: 1e308 is too large"),
        (
            minimal("").replace("\"methods\"", "\"marks\":{\"first_frame_ns\":1e308},\"methods\""),
            "in.jsonl:1: column 89: mark \"first_frame\": 1e308 is too large",
        ),
        (method(r#""calls":1,"self_ns":-5,"total_ns":1"#), "in.jsonl:1: column 107: -5 is negative"),
        (method(r#""calls":-1,"self_ns":5,"total_ns":5"#), "in.jsonl:1: column 95: -1 is negative"),
        (method(r#""calls":1,"self_ns":5"#), "in.jsonl:1: method 1 \"-[A b]\" has no total_ns"),
        (
            method(r#""calls":"1","self_ns":5,"total_ns":5"#),
            "in.jsonl:1: column 96: invalid type: string \"1\", expected f64",
        ),
        (minimal(r#"{"name":"","calls":1,"self_ns":1,"total_ns":1}"#), "in.jsonl:1: method 1 has no name"),
        (
            r#"{"format":"launchgate.launch/2","session":5,"launches":[]}"#.to_owned(),
            "in.jsonl:1: format \"launchgate.launch/2\", but this version of launchgate reads \"launchgate.launch/1\"",
        ),
        (
            r#"{"session":"s","launch":1,"methods":[]}"#.to_owned(),
            "in.jsonl:1: column 39: missing field `format`",
        ),
        (
            r#"{"format":"launchgate.launch/1","launch":1,"methods":[]}"#.to_owned(),
            "in.jsonl:1: column 56: missing field `session`",
        ),
        (
            minimal("").replace("\"launch\":1", "\"launch\":-1"),
            "in.jsonl:1: column 57: invalid value: integer `-1`, expected u64",
        ),
        (minimal("") + "{}", "in.jsonl:1: column 71: trailing characters"),
        (format!("{FULL}\n<<<<<<< ours\n{FULL}"), "in.jsonl:2: git conflict marker; resolve the merge first"),
        ("hello".to_owned(), "in.jsonl: neither a trace, nor launch records (launchgate.launch/1)"),
        (
            minimal("").replace("\"methods\"", "\"role\":\"left\",\"methods\""),
            "in.jsonl:1: column 70: unknown variant `left`, expected `base` or `head`",
        ),
        (
            minimal("").replace("\"methods\"", "\"marks\":{\"main\":3},\"methods\""),
            "in.jsonl:1: column 75: mark \"main\" has no unit; its name must end in _ns",
        ),
        (
            method(r#""phase":"x..y","calls":1,"self_ns":5,"total_ns":5"#)
                .replace("\"methods\"", "\"marks\":{\"main_ns\":3},\"methods\""),
            "in.jsonl:1: phase \"x..y\" is unknown; the marks define these phases: start..main",
        ),
    ];
    for (text, expected) in cases {
        let error = from_text(&text).expect_err(&text).to_string();
        assert_eq!(error, expected, "for {text}");
        assert!(!error.contains('\n'));
    }
}

#[test]
fn time_of_system_methods_is_added_to_the_nearest_app_method() {
    let text = minimal(
        r#"{"name":"a","calls":1,"self_ns":10,"total_ns":100},
           {"name":"sort","system":true,"path":["a"],"calls":3,"self_ns":20,"total_ns":90},
           {"name":"copy","system":true,"path":["a","sort"],"calls":3,"self_ns":30,"total_ns":70},
           {"name":"b","path":["a","sort","copy"],"calls":9,"self_ns":40,"total_ns":40},
           {"name":"top","system":true,"calls":1,"self_ns":5,"total_ns":5}"#,
    )
    .replace('\n', " ");
    for paths in [true, false] {
        let read =
            read_stream("f", text.as_bytes(), &ReadOptions { paths, ..ReadOptions::default() }).unwrap();
        let of = |name: &str| {
            let id = read.table.find(name).unwrap();
            let (_, cost) =
                read.launches[0].method_costs(&read.table, ThreadKind::Main).find(|(m, _)| *m == id).unwrap();
            (cost.calls, cost.self_ns.0, cost.total_ns.0)
        };
        assert_eq!(
            ["a", "sort", "copy", "b", "top"].map(of),
            [(1.0, 60.0, 100.0), (3.0, 0.0, 90.0), (3.0, 0.0, 70.0), (9.0, 40.0, 40.0), (1.0, 5.0, 5.0)]
        );
        assert_eq!(read.warnings, []);
    }
}

#[test]
fn recoverable_problems_in_launch_records_are_warnings() {
    let entry = r#"{"name":"-[A b]","calls":1,"self_ns":5,"total_ns":5}"#;
    let cases = [
        (format!("{0}\n{0}", minimal(entry)), "and is used once", 1),
        (minimal(&format!("{entry},{entry}")), "methods that the launch has twice", 1),
        (minimal(entry).replace("\"total_ns\":5", "\"total_ns\":3.5"), "a total below their self time", 1),
        (minimal(entry).replace("\"calls\"", "\"tread\":\"x\",\"calls\""), "unknown fields", 1),
        (minimal(entry).replace("-[A b]", &"x".repeat(1_000_000)), "were shortened", 1),
        (minimal(entry).replace("\"methods\"", "\"dropped\":{\"calls\":3},\"methods\""), "so it dropped", 1),
        (
            minimal(entry)
                .replace("\"methods\"", "\"marks\":{\"main_ns\":9,\"agent_start_ns\":10},\"methods\""),
            "the clock ran backwards",
            0,
        ),
        (
            minimal(entry).replace("\"methods\"", "\"marks\":{\"main_ns\":-1},\"methods\""),
            "the clock ran backwards",
            0,
        ),
    ];
    for (text, expected, launches) in cases {
        let read = from_text(&text).unwrap();
        let [warning] = &read.warnings[..] else { panic!("{:?}", read.warnings) };
        assert!(warning.kind.to_string().contains(expected), "{warning:?}");
        assert_eq!(read.launches.len(), launches, "{expected}");
    }
}

#[test]
fn names_with_control_characters_are_preserved() {
    let hostile = [
        "\"'`\\",
        "a\nb\tc\rd\0e",
        "\u{1b}[31mred\u{1b}[0m",
        "\u{202e}evil\u{200f}",
        "<script>alert(1)</script>",
        "💥é",
    ];
    for name in hostile {
        let entry =
            serde_json::json!({"name": name, "module": name, "calls": 1, "self_ns": 1, "total_ns": 1});
        let read = from_text(&minimal(&entry.to_string())).unwrap();
        assert!(read.table.find(name).is_some(), "{name:?}");
        let text = written(&read);
        assert_eq!(text.lines().count(), 1);
        assert!(from_text(&text).unwrap().table.find(name).is_some());
    }
}

#[test]
fn the_schema_and_the_reader_accept_the_same_launch_records() {
    let schema = schema();
    let entry = r#"{"name":"-[A b]","calls":1,"self_ns":5,"total_ns":5}"#;
    let good = [FULL.to_owned(), minimal(entry), minimal(""), written(&from_text(FULL).unwrap())];
    for text in good {
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(schema.is_valid(&value), "{text}");
        assert!(from_text(&text).is_ok(), "{text}");
    }
    let bad = [
        minimal(&entry.replace("\"calls\":1", "\"calls\":-1")),
        minimal(&entry.replace("\"self_ns\":5,", "")),
        minimal(&entry.replace("-[A b]", "")),
        minimal(entry).replace("launch/1", "launch/2"),
        minimal(entry).replace("\"session\":\"s\",", ""),
        minimal(entry).replace("\"methods\"", "\"role\":\"left\",\"methods\""),
        minimal(entry).replace("\"methods\"", "\"marks\":{\"main\":1},\"methods\""),
        minimal(entry).replace("\"methods\"", "\"state\":{\"thermal\":\"hot\"},\"methods\""),
    ];
    for text in bad {
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert!(!schema.is_valid(&value), "{text}");
        assert!(from_text(&text).is_err(), "{text}");
    }
}

#[test]
fn randomly_changed_launch_records_never_cause_a_panic() {
    let mut seed = 7u64;
    let mut next = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut accepted = 0;
    for _ in 0..3000 {
        let mut bytes = FULL.as_bytes().to_vec();
        for _ in 0..1 + next(3) {
            let at = next(bytes.len());
            match next(4) {
                0 => bytes[at] = next(256) as u8,
                1 => bytes[at] = b"{}[]\",:-.0e9\n"[next(13)],
                2 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        match read_stream("f", &bytes[..], &ReadOptions { paths: true, ..ReadOptions::default() }) {
            Ok(launches) => {
                accepted += 1;
                let text = written(&launches);
                assert!(launches.launches.is_empty() || from_text(&text).is_ok(), "{text}");
            }
            Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        }
    }
    assert!(accepted > 0);
}

#[test]
fn launches_of_a_folder_are_read_in_order_and_errors_name_the_file() {
    let dir = tempfile::tempdir().unwrap();
    let read_dir = |paths: &[&std::path::Path]| {
        read(&paths.iter().map(|p| p.to_path_buf()).collect::<Vec<_>>(), &ReadOptions::default())
    };
    let inside = |error: ReadError| error.to_string().replace(dir.path().to_str().unwrap(), "DIR");
    assert_eq!(inside(read_dir(&[dir.path()]).unwrap_err()), "DIR: no launches in it");
    let missing = dir.path().join("missing");
    assert!(inside(read_dir(&[&missing]).unwrap_err()).starts_with("DIR/missing: No such file"));

    let entry = r#"{"name":"-[A b]","calls":1,"self_ns":5,"total_ns":5}"#;
    std::fs::write(dir.path().join(".hidden"), "junk").unwrap();
    std::fs::write(dir.path().join("b.jsonl"), minimal(entry)).unwrap();
    std::fs::write(dir.path().join("a.jsonl"), minimal(entry).replace("\"launch\":1", "\"launch\":2"))
        .unwrap();
    let launches = read_dir(&[dir.path()]).unwrap();
    assert_eq!(launches.launches.iter().map(|l| l.number).collect::<Vec<_>>(), [1, 2]);
    let twice = read_dir(&[dir.path(), &dir.path().join("a.jsonl")]).unwrap();
    assert_eq!((twice.launches.len(), twice.warnings.len()), (2, 1));

    std::fs::write(
        dir.path().join("b.jsonl"),
        minimal(entry).replace("\"methods\"", "\"marks\":{\"main_ns\":-1},\"methods\""),
    )
    .unwrap();
    let error = read_dir(&[&dir.path().join("b.jsonl")]).unwrap_err();
    assert_eq!(
        inside(error),
        "DIR/b.jsonl:1: no usable launch: the clock ran backwards (\"main\" before \"start\"); the launch was excluded"
    );
}

#[test]
fn launches_with_too_many_marks_are_refused() {
    let marks: Vec<String> = (0..100_000).map(|at| format!("\"m{at}_ns\":{at}")).collect();
    let marks = marks.join(",");
    let text = format!(
        r#"{{"format":"launchgate.launch/1","session":"s","launch":1,"marks":{{{marks}}},"methods":[]}}"#
    );
    let error = from_text(&text).expect_err("too many").to_string();
    assert!(error.ends_with(": more than 1000 marks in a launch"), "{error}");
}

#[test]
fn two_different_records_of_one_launch_are_refused_with_both_files() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let record = |end: u64| {
        format!(
            r#"{{"format":"launchgate.launch/1","session":"s","launch":1,"device":{{"model":"m","os":"17"}},"app":{{"bundle":"b","build":"1"}},"agent":{{"version":"1","settings":"s"}},"marks":{{"first_frame_ns":{end}}},"methods":[]}}"#
        )
    };
    let (one, same) = (write("one.jsonl", &record(5)), write("same.jsonl", &record(5)));
    let other = write("other.jsonl", &record(6));
    let read = |paths: &[std::path::PathBuf]| crate::read(paths, &ReadOptions::default());
    let twice = read(&[one.clone(), same]).unwrap();
    assert_eq!((twice.launches.len(), twice.warnings.len()), (1, 1));
    let error = read(&[one, other]).unwrap_err().to_string();
    assert!(error.contains("other.jsonl") && error.contains("one.jsonl"), "{error}");
    assert!(error.contains("launch 1 of session \"s\"") && error.contains("different content"), "{error}");
}
