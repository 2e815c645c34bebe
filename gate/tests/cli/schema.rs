//! Checks the JSON output of the command against the published schema.

use gate::cli::Exit;
use gate_report::diagnosis::render_brief;
use serde_json::{Value, json};

use super::app::App;
use crate::common::session::Folder;
use crate::common::{fixture, gate};

/// Returns the schema of a format, as the command prints it. All objects are closed: a field that is not documented is an error in this
/// test, although readers accept it.
pub fn schema(format: &str) -> jsonschema::Validator {
    let (exit, text, err) = gate(["report", "--schema", format]);
    assert_eq!((exit, &*err), (Exit::Pass, ""));
    let mut schema: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(schema["properties"]["format"]["const"], format!("launchgate.{format}/1"));
    close(&mut schema);
    jsonschema::validator_for(&schema).unwrap()
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("properties").is_some_and(Value::is_object) && fields.contains_key("type") {
                fields.insert("additionalProperties".into(), false.into());
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

/// Returns the differences between a verdict and the schema.
pub fn problems(verdict: &Value) -> Vec<String> {
    problems_of("verdict", verdict)
}

/// Returns the differences between a document and the schema of its format.
pub fn problems_of(format: &str, document: &Value) -> Vec<String> {
    schema(format).iter_errors(document).map(|e| format!("{} at {}", e, e.instance_path())).collect()
}

#[test]
fn verdicts_with_every_answer_match_the_json_schema() {
    let folder = Folder::new();
    let write = |name: &str, session: &str, seed, change: &dyn Fn(&mut crate::cli::app::Made, u64)| {
        folder.write(name, &App::new(session, seed).records(change));
    };
    let quiet = |_: &mut crate::cli::app::Made, _| ();
    write("same.jsonl", "a", 1, &quiet);
    write("head.jsonl", "head", 2, &quiet);
    write("slow.jsonl", "slow", 3, &|made, launch| {
        made.method("-[Class4 work]").self_ns *= 1.5;
        made.method("-[Class5 work]").calls = 20.0;
        made.method("-[Class5 work]").self_ns *= 3.0;
        made.method("-[Class6 work]").name = "-[New one]".into();
        made.outside[2] += 9e6;
        made.pages[0].1 *= 3.0;
        made.method("-[Class8 work]").self_ns *= if launch % 2 == 0 { 0.1 } else { 3.0 };
        if launch == 1 {
            made.state = serde_json::json!({"low_power": true});
        }
    });
    folder.write("short.jsonl", &App { launches: 2, ..App::new("short", 4) }.records(quiet));
    let other = App::new("other", 5).records(quiet).replace("\"os\":\"17.5\"", "\"os\":\"18\"");
    folder.write("other.jsonl", &other);
    let side = |role, seed| App { role: Some(role), launches: 16, ..App::new("s", seed) }.records(quiet);
    folder.write("blocks.jsonl", &(side("base", 1) + &side("head", 2)));
    let schema = schema("verdict");
    let base = ["--base", "same.jsonl"];
    for (run, base, expected) in [
        ("head.jsonl", &base[..], &["pass", "undecided"][..]),
        ("slow.jsonl", &base, &["regressed"]),
        ("short.jsonl", &base, &["undecided"]),
        ("other.jsonl", &base, &["incomparable"]),
        ("head.jsonl", &[], &["no-baseline"]),
        ("blocks.jsonl", &[], &["pass", "undecided"]),
    ] {
        let args = [&["check", run, "--format", "json"], base].concat();
        let (exit, out, err) = folder.run(&args);
        assert_ne!(exit, Exit::Error, "{err}");
        let verdict: Value = serde_json::from_str(&out).unwrap();
        let problems: Vec<String> =
            schema.iter_errors(&verdict).map(|e| format!("{} at {}", e, e.instance_path())).collect();
        assert!(problems.is_empty(), "{run}: {problems:#?}");
        assert!(expected.contains(&verdict["verdict"].as_str().unwrap()), "{run}: {}", verdict["verdict"]);
    }
}

/// Hand-written reports have fields that reports of synthetic launches do not have.
#[test]
fn every_report_matches_the_schema() {
    let mut likeliest = 0;
    for (name, mut report) in fixture::all() {
        for part in report.findings.iter_mut().flat_map(|finding| &mut finding.functions) {
            part.perhaps = true;
            likeliest += 1;
        }
        assert_eq!(problems(&serde_json::to_value(&report).unwrap()), [""; 0], "{name}");
        let brief: Value = serde_json::from_str(&render_brief(&report)).unwrap();
        assert_eq!(problems_of("brief", &brief), [""; 0], "{name}");
    }
    assert!(likeliest > 0);
}

#[test]
fn the_option_brief_prints_a_report_in_the_brief_format() {
    let folder = Folder::new();
    folder.write("same.jsonl", &App::new("a", 1).records(|_, _| ()));
    folder.write(
        "slow.jsonl",
        &App::new("slow", 3).records(|made, _| made.method("-[Class4 work]").self_ns *= 3.0),
    );
    let verdict = format!("json={}", folder.0.path().join("verdict.json").display());
    let check = ["check", "slow.jsonl", "--base", "same.jsonl"];
    let (exit, text, _) = folder.run(&[&check[..], &["--brief", "-o", &verdict]].concat());
    assert_eq!(exit, Exit::Regressed);
    let brief: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&brief["format"], &brief["answer"]), (&json!("launchgate.brief/1"), &json!("regressed")));
    assert_eq!(brief["findings"][0]["subject"], json!({"kind": "method", "name": "-[Class4 work]"}));
    assert_eq!(brief["next"][0]["arguments"], json!(["gate", "explain", "-[Class4 work]", "slow.jsonl"]));
    assert_eq!(
        folder.run(&["report", "verdict.json", "--format", "brief"]),
        (Exit::Pass, text, String::new())
    );
}

/// The reported limit is the limit that applies to the rows, which may differ from the setting.
#[test]
fn reports_contain_the_limits_that_were_used_instead_of_the_configured_limits() {
    let folder = Folder::new();
    for (name, seed) in [("same.jsonl", 1), ("head.jsonl", 2)] {
        folder.write(name, &App::new(name, seed).records(|_, _| ()));
    }
    folder.write("own.toml", "[[override]]\nmethods = [\"-[Class4 *\"]\nfloor = \"2ms\"\n");
    let args = ["check", "head.jsonl", "--base", "same.jsonl", "--config", "own.toml"];
    let (_, text, _) = folder.plain(&args);
    let (_, json, err) = folder.plain(&[&args[..], &["--format", "json"]].concat());
    let verdict: Value = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {err}"));
    let used = &verdict["settings"]["limits"];
    let floor = used["floor_ns"].as_f64().unwrap();
    assert_eq!(used["set_floor_ns"], 100_000.0);
    assert!(floor < 100_000.0, "a share of the launch: {floor}");
    assert!(text.contains(&format!("plus {:.1} µs is ignored", floor / 1e3)), "{text}");
    let mut own = 0;
    for row in verdict["rows"].as_array().unwrap() {
        let is_own = row["name"].as_str().unwrap().starts_with("-[Class4 ");
        own += usize::from(is_own);
        let expected = if is_own { [2e6, 2e6] } else { [floor, 100_000.0] };
        let limits = &row["limits"];
        assert_eq!(json!([limits["floor_ns"], limits["set_floor_ns"]]), json!(expected), "{row}");
    }
    assert!(own > 0);
}
