//! Tests `gate inspect` with hand-made apps: its output, its schema, and its refusals.

use std::fs;
use std::path::Path;

use gate::cli::Exit;
use serde_json::Value;
use tempfile::tempdir;

use super::fixture::{Macho, agent, archive, info, shop};
use crate::common::gate;

fn inspect(args: &[&str]) -> (Exit, String, String) {
    gate(["inspect"].iter().chain(args))
}

fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Returns the published schema in a closed form. A field that the schema does not list is an error in this test, although readers of the
/// published schema accept further fields.
fn schema() -> jsonschema::Validator {
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
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/facts-1.schema.json");
    let mut schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    close(&mut schema);
    jsonschema::validator_for(&schema).unwrap()
}

#[test]
fn printed_build_facts_match_the_schema_and_are_read_back() {
    let folder = tempdir().unwrap();
    let base = shop(folder.path(), &Macho::default());
    let kept = folder.path().join("base.json");
    let (exit, text, err) = inspect(&[shown(&base), "--out", &format!("json={}", shown(&kept))]);
    assert_eq!((exit, err.as_str()), (Exit::Pass, ""));
    for part in
        ["Frameworks/Kit.framework/Kit", "Frameworks/libold.dylib", "libnumber1.dylib (strong, missing)"]
    {
        assert!(text.contains(part), "{text}");
    }
    assert!(!text.contains("Widget"), "an extension is another program: {text}");
    let head = shop(folder.path(), &Macho { libraries: 3, ..Macho::default() });
    let args = [shown(&head), "--base", shown(&kept), "--format"];
    let (_, json, _) = inspect(&[&args[..], &["json"]].concat());
    let facts: Value = serde_json::from_str(&json).unwrap();
    let problems: Vec<String> =
        schema().iter_errors(&facts).map(|e| format!("{} at {}", e, e.instance_path())).collect();
    assert!(problems.is_empty(), "{problems:#?}");
    let changes = facts["changes"].as_array().unwrap();
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!(changes[0]["name"], "@rpath/libnumber2.dylib");
    for format in ["text", "markdown", "html"] {
        let (exit, text, _) = inspect(&[&args[..], &[format]].concat());
        assert_eq!(exit, Exit::Pass);
        assert!(text.contains("new dylib: @rpath/libnumber2.dylib"), "{format}: {text}");
        assert_eq!(inspect(&[&args[..], &[format]].concat()).1, text, "{format}");
    }
}

#[test]
fn unreadable_input_gives_one_line_with_path_reason_and_advice() {
    let folder = tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let program = Macho::default().bytes();
    let app = |program: &[u8]| {
        archive(&[("Payload/S.app/Info.plist", &info("S", false)), ("Payload/S.app/S", program)])
    };
    let cut = put("cut.ipa", &app(&program[..program.len() / 2]));
    let other = put("other.ipa", &app(&Macho { cpu: 0x0100_0007, ..Macho::default() }.bytes()));
    let old =
        put("old.ipa", &app(&[0xce, 0xfa, 0xed, 0xfe, 12, 0, 0, 0, 9, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]));
    let text = put("text.ipa", &app(b"#!/bin/sh\n"));
    let bare = put("bare.ipa", &archive(&[("Payload/S.app/S", &program)]));
    let kept = put("kept.json", b"{\"format\":\"launchgate.facts/9\",\"app\":\"\",\"images\":[]}");
    let gone = folder.path().join("gone.ipa");
    for (path, parts) in [
        (&cut, ["Payload/S.app/S: segment __TEXT", "; the file is damaged"]),
        (&other, ["Payload/S.app/S: it is for x86_64", "; build the app for a device"]),
        (&old, ["Payload/S.app/S: it is for a 32-bit CPU", "; build the app for a device"]),
        (
            &text,
            ["Payload/S.app/S: file not found, or not an iOS executable", "; build the app for a device"],
        ),
        (&bare, ["Payload/S.app: it has no Info.plist", "; pass an app that was built for devices"]),
        (&kept, ["kept.json: its format is \"launchgate.facts/9\"", "; pass a file that `gate inspect"]),
        (&gone, ["gone.ipa", "; pass the app as it was built"]),
    ] {
        let (exit, out, err) = inspect(&[shown(path)]);
        assert_eq!((exit, out.as_str(), err.lines().count()), (Exit::Error, "", 1), "{err}");
        assert!(parts.iter().all(|part| err.contains(part)), "{parts:?}: {err}");
    }
}

#[test]
fn an_encrypted_file_is_reported_as_encrypted() {
    let folder = tempdir().unwrap();
    let app = shop(folder.path(), &Macho { encrypted: true, ..Macho::default() });
    let (exit, text, _) = inspect(&[shown(&app)]);
    assert_eq!(exit, Exit::Pass);
    assert!(text.contains("encrypted by the App Store"), "{text}");
}

#[test]
fn sdk_linker_optimisation_and_instrumentation_of_a_build_are_facts() {
    let folder = tempdir().unwrap();
    let app = shop(folder.path(), &Macho { for_tests: true, ..Macho::default() });
    let (_, json, _) = inspect(&[shown(&app), "--format", "json"]);
    let facts: Value = serde_json::from_str(&json).unwrap();
    let all: Vec<&Value> =
        facts["images"].as_array().unwrap().iter().map(|image| &image["toolchain"]).collect();
    let none = &Value::Null;
    let built = serde_json::json!([
        "SDK 17.0",
        "linker 1115.7",
        "code coverage",
        "address sanitizer",
        "thread sanitizer",
        "undefined behaviour sanitizer",
        "unoptimised Swift"
    ]);
    assert_eq!(all, [&built, none, none]);
    assert!(schema().is_valid(&facts), "{facts}");
}

#[test]
fn inject_stores_the_facts_of_the_original_app() {
    let folder = tempdir().unwrap();
    let app = shop(folder.path(), &Macho::default());
    let agent = agent(folder.path());
    let out = folder.path().join("Shop+agent.ipa");
    let (exit, _, told) = gate(["inject", shown(&app), "--agent", shown(&agent), "-o", shown(&out)]);
    assert_eq!(exit, Exit::Pass, "{told}");
    let kept = fs::read_to_string(folder.path().join("Shop+agent.ipa.facts.json")).unwrap();
    let built =
        gate_macho::facts::read_app_facts(&app, gate_macho::inject::ArchiveLimits::default()).unwrap();
    assert_eq!(gate_facts::Facts::from_json(&kept).unwrap(), built);
    // The facts of the app with the agent equal those of the original app, except for the space that the agent's load command takes.
    let (_, text, _) = inspect(&[shown(&out), "--base", shown(&app)]);
    assert!(text.starts_with("3 facts differ from the other build\n  new dylib: @executable_path/Frameworks/liblaunchgate.dylib"), "{text}");
}

#[test]
fn an_app_that_links_the_agent_is_no_build_for_the_app_store() {
    let folder = tempdir().unwrap();
    let library = Macho { kind: 6, ..Macho::default() }.bytes();
    let program = Macho::default().bytes();
    let put = |name: &str, agent: &str| {
        let path = folder.path().join(name);
        let bytes = archive(&[
            ("Payload/Shop.app/Info.plist", &info("Shop", true)),
            ("Payload/Shop.app/Shop", &program),
            (&format!("Payload/Shop.app/Frameworks/{agent}"), &library),
        ]);
        fs::write(&path, bytes).unwrap();
        path
    };
    for (name, agent, way, remedy) in [
        (
            "linked.ipa",
            "LaunchGate.framework/LaunchGate",
            "its own build links",
            "EXCLUDED_SOURCE_FILE_NAMES",
        ),
        ("injected.ipa", "liblaunchgate.dylib", "gate inject made it", "before gate inject"),
    ] {
        let app = put(name, agent);
        let (exit, text, _) = inspect(&[shown(&app)]);
        assert_eq!(exit, Exit::Pass);
        assert!(text.contains(way), "{text}");
        let (exit, _, err) = inspect(&[shown(&app), "--release"]);
        assert_eq!(exit, Exit::Error);
        assert!(err.contains(way) && err.contains(remedy), "{err}");
        let (_, text, _) = gate(&["doctor", "--app", shown(&app)]);
        assert!(text.contains(way), "{text}");
    }
    let app = put("published.ipa", "Kit.framework/Kit");
    let (exit, text, err) = inspect(&[shown(&app), "--release"]);
    assert_eq!((exit, err.as_str()), (Exit::Pass, ""));
    assert!(!text.contains("contains the agent"), "{text}");
}
