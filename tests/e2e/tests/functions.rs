//! Tests Swift, C++ and C functions in a verdict, from real launches of the sample app with the agent's samples to the names in a finding.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use e2e::functions::{Lab, QUARTER, TARGETS, named_falsely, names};
use e2e::histories::git;
use e2e::lab::gate;
use e2e::shop::{Planted, Shop};
use gate::cli::Exit;
use gate_baseline::{BaselineKey, Baselines as _, SessionSidecars, Store, load_all};
use gate_launches::SampledScope;
use phone::build::{self, Style};
use serde_json::Value;

/// Returns the recorded launches of three builds, which all tests share: compiled for speed, for size, and
/// with an additional file, so that all addresses differ.
pub(crate) fn lab() -> &'static Lab {
    static LAB: OnceLock<Lab> = OnceLock::new();
    let new = || {
        let for_size = Planted { for_size: true, ..Planted::default() };
        let source = [("Extra", "Extra.c", "int extra(int value) { return value * 3; }\n")];
        let touched = Planted { sources: &source, ..Planted::default() };
        let build = |planted| Shop::build_planted(Style::Chained, planted).expect("Shop builds");
        Lab::new(vec![build(for_size), build(touched)]).expect("a lab")
    };
    LAB.get_or_init(new)
}

#[test]
fn a_slower_function_is_named_and_a_different_compiler_setting_names_no_function() {
    let lab = lab();
    let record = |app, slower, count| lab.record_some(app, slower, count).expect("launches");
    let base = record(0, None, 48);
    for (at, target) in TARGETS.iter().enumerate() {
        let slower = record(0, Some((at, 10.0)), 16);
        let named = |run| names(&lab.judge(&base, &slower, run).expect("a verdict").0, target);
        let named: Vec<(bool, bool, bool)> = (0..27).map(named).collect();
        assert!(named.iter().all(|(red, ..)| *red), "{target:?}: {named:?}");
        // A draw has only a few samples, so it may name an inlined function in place of the function that contains it. The draws
        // share their launches: over launches of nine seeds, 15 to 27 of 27 draws named the function. `cargo xtask bench functions`
        // measures the share.
        let exact = named.iter().filter(|named| **named == (true, true, true)).count();
        assert!(exact > 13, "{target:?}: {named:?}");
    }
    let (mut false_names, mut too_much) = (Vec::new(), Vec::new());
    for app in [1, 2] {
        let other = record(app, None, 12);
        let truth = lab.truth(&base, &other).expect("a truth");
        for seed in 0..40 {
            let (verdict, _) = lab.judge(&base, &other, seed).expect("a verdict");
            false_names.extend(named_falsely(&verdict, &truth, 0.05));
            too_much.extend(named_falsely(&verdict, &truth, QUARTER));
        }
    }
    // With another compiler, functions change too. At most 2 % of the checks may name a function that hardly grew, as for all false alarms.
    assert!(false_names.len() <= 1, "of 80: {false_names:?}");
    // An interval of 95 % misses the true value in one of 20 cases, so a growth may be overstated in 4 of 80 draws.
    assert!(too_much.len() <= 4, "of 80: {too_much:?}");

    // Functions that run before the agent's start have no owner. Initialisers run between the agent's start and `main`. Inlined functions
    // are inside of other functions.
    let all = || base.launches.iter().filter_map(|launch| launch.functions.as_deref()).flat_map(|f| &f.seen);
    let phases: BTreeSet<&str> = all()
        .filter_map(|seen| match &seen.node {
            SampledScope::Outside(phase) => Some(&**phase),
            SampledScope::Method(_) => None,
        })
        .collect();
    assert!(phases.contains("agent_start..main") && !phases.contains("start..agent_start"), "{phases:?}");
    assert!(all().any(|seen| seen.function.as_ref().is_some_and(|function| function.within.is_some())));

    // The store contains the names, which take at most half of the space in addition, and they are read back
    // unchanged.
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(folder.path()).expect("a store");
    let (session, _) = store.add(&base.table, &base.launches).expect("stored");
    let functions = {
        let extras =
            SessionSidecars { launches: Some((&base.table, &base.launches)), ..SessionSidecars::default() };
        let first = base.launches.first().expect("a launch");
        let files = store
            .add_beside(&BaselineKey::from_conditions(&first.conditions), &first.session, &extras)
            .expect("stored");
        files
            .into_iter()
            .find(|file| file.extension().is_some_and(|kind| kind == "functions"))
            .expect("functions")
    };
    let size = |path: &std::path::Path| fs::metadata(path).expect("a file").len();
    assert!(2 * size(&functions) <= size(&session), "{} beside {}", size(&functions), size(&session));
    let text = fs::read_to_string(&functions).expect("text");
    assert!(text.contains("Rule.work") && text.contains("geometry::") && !text.contains("0x"), "{text}");
    let key = store.keys().expect("keys").remove(0);
    let entry = store.sessions(&key).expect("sessions").remove(0);
    let loaded = load_all(&store, [&entry]).expect("loaded");
    let seen = |launches: &gate_launches::Launches| -> u64 {
        let functions = launches.launches.iter().filter_map(|launch| launch.functions.as_deref());
        functions.flat_map(|functions| &functions.seen).map(|seen| seen.samples).sum()
    };
    assert_eq!(seen(&loaded), seen(&base));
}

/// A folder with `launches` of two builds, which were launched alternately. The head (with an additional
/// file) has a slower Swift function, and the settings name no symbols.
pub(crate) struct Recorded {
    folder: tempfile::TempDir,
}

/// Returns the recorded launches. All tests share one folder.
pub(crate) fn recorded() -> &'static Recorded {
    static RECORDED: OnceLock<Recorded> = OnceLock::new();
    RECORDED.get_or_init(|| {
        let (lab, folder) = (lab(), tempfile::tempdir().expect("a folder"));
        lab.write_pairs([0, 2], (0, 10.0), 12, &folder.path().join("launches")).expect("launches");
        let config = lab.config();
        let settings = format!(
            "[attribution]\nbinaries = [{:?}]\ncodeowners = {:?}\nsource_root = {:?}\n",
            lab.executable(2),
            config.attribution.codeowners,
            config.attribution.source_root
        );
        fs::write(folder.path().join("config.toml"), settings).expect("written");
        Recorded { folder }
    })
}

impl Recorded {
    /// Returns a path in the folder.
    pub(crate) fn at(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// Runs `gate check` with the dSYMs in `symbols`. Returns the output in each format, by the format's name; the terminal's output is
    /// `text`.
    fn check(&self, symbols: &Path, more: &[&str]) -> BTreeMap<&'static str, String> {
        let formats = ["json", "sarif", "markdown", "html", "junit", "gitlab"];
        let folder = tempfile::tempdir().expect("a folder");
        let out: Vec<String> = formats
            .iter()
            .map(|format| format!("{format}={}", folder.path().join(format).display()))
            .collect();
        let (launches, config) = (self.at("launches"), self.at("config.toml"));
        let symbols = format!("attribution.symbols={:?}", symbols.display().to_string());
        let mut words = vec!["check", &launches, "--config", &config, "--set", &symbols];
        for out in &out {
            words.extend(["--out", out]);
        }
        words.extend(more);
        // The command runs in a separate process with an empty cache, because the cache would name a known
        // build without its dSYM.
        let output = Command::new(env!("CARGO_BIN_EXE_gate-of-the-tests"))
            .args(&words)
            .env("LAUNCHGATE_CACHE", folder.path().join("cache"))
            .output()
            .expect("a gate");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        let (stdout, complaints) = (text(output.stdout), text(output.stderr));
        assert_eq!(output.status.code(), Some(2), "{stdout} {complaints}");
        let read = |format| (format, fs::read_to_string(folder.path().join(format)).expect(format));
        let mut all: BTreeMap<&str, String> = formats.into_iter().map(read).collect();
        all.insert("text", stdout + &complaints);
        all
    }
}

fn json(outputs: &BTreeMap<&str, String>) -> Value {
    serde_json::from_str(&outputs["json"]).expect("JSON")
}

/// The evidence contains the functions between a method and the growing code, and the commit that changed the line in which samples found
/// the growth, before newer commits to the same function.
#[test]
fn evidence_names_calling_functions_and_the_commit_that_changed_the_sampled_line() {
    let (lab, recorded) = (lab(), recorded());
    let folder = tempfile::tempdir().expect("a folder");
    let verdict = folder.path().join("verdict.json").display().to_string();
    let head = format!("attribution.symbols={:?}", lab.symbols(2).display().to_string());
    let base = lab.symbols(0).display().to_string();
    let (launches, config) = (recorded.at("launches"), recorded.at("config.toml"));
    let symbols = ["--config", &config, "--base-symbols", &base, "--set", &head];
    let (exit, _, complaints) =
        gate(&[&["check", &launches, "--out", &format!("json={verdict}")], &symbols[..]].concat());
    assert_eq!(exit, Exit::Regressed, "{complaints}");
    let evidence = |more: &[&str]| -> Value {
        let words = ["explain", "--evidence", &verdict, "--launches", &launches, "--format", "json"];
        let (exit, text, complaints) = gate(&[&words[..], &symbols, more].concat());
        assert_eq!(exit, Exit::Pass, "{complaints}");
        serde_json::from_str(&text).expect("JSON")
    };
    let in_pricing = |document: &Value| -> (Value, Vec<Value>) {
        let of_swift = |callee: &&Value| callee["file"] == "tests/app/Pricing/Pricing.swift";
        let all = document["findings"].as_array().expect("findings").clone();
        let listed = all.into_iter().map(|finding| {
            let callees = finding["callees"].as_array().expect("callees").clone();
            let callees: Vec<Value> = callees.iter().filter(of_swift).cloned().collect();
            (finding, callees)
        });
        listed.max_by_key(|(_, callees)| callees.len()).expect("a finding")
    };
    let (_, callees) = in_pricing(&evidence(&[]));
    let is_work = |callee: &&Value| callee["name"].as_str().is_some_and(|name| name.contains("Rule.work("));
    let line = callees.iter().find(is_work).and_then(|work| work["line"].as_u64()).expect("a line") as usize;
    assert!(callees.len() > 1 && callees.iter().all(|callee| callee["is_sampled"] == true), "{callees:?}");

    // Without the symbols of the head, its functions have other names than those of the base, so no growth is computed from them.
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).expect("a folder");
    let document = evidence(&["--set", &format!("attribution.symbols={empty:?}")]);
    let findings = document["findings"].as_array().expect("findings");
    let callees = findings.iter().flat_map(|finding| finding["callees"].as_array().expect("callees"));
    // The functions of the framework Kit have their names, because Kit is the same in both builds. For a method without such functions, the
    // evidence lists the callees of the verdict, which was made with the symbols of both builds.
    let verdict = fs::read_to_string(&verdict).expect("the verdict");
    let names = serde_json::from_str::<Value>(&verdict).expect("JSON")["names"].clone();
    let names = names.as_array().expect("names");
    let is_unnamed = |callee: &&Value| {
        callee["is_sampled"] == true && callee["file"].is_null() && !names.contains(&callee["name"])
    };
    let grown: Vec<&Value> = callees.filter(is_unnamed).collect();
    assert_eq!(grown, [] as [&Value; 0]);

    let path = "tests/app/Pricing/Pricing.swift";
    let source = fs::read_to_string(build::workspace().join(path)).expect("the source");
    let changed = |number: usize, text: &str| -> String {
        let lines = source.lines().enumerate();
        lines
            .map(|(at, line)| if at + 1 == number { format!("{line}{text}\n") } else { format!("{line}\n") })
            .collect()
    };
    let repository = folder.path();
    git(repository, &["init", "--quiet", "--initial-branch=main"], "").expect("a repository");
    let commit = |text: &str| -> String {
        let place = repository.join(path);
        fs::create_dir_all(place.parent().expect("a folder")).expect("a folder");
        fs::write(place, text).expect("written");
        git(repository, &["add", path], "").expect("added");
        let identity = ["-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-qm", "Change"];
        git(repository, &identity, "").expect("a commit");
        git(repository, &["rev-parse", "HEAD"], "").expect("a name").trim().to_owned()
    };
    commit(&source);
    let cause = commit(&changed(line, " // slower"));
    let newer = changed(line, " // slower").replacen("func work(", "func work( ", 1);
    assert_ne!(newer, changed(line, " // slower"));
    commit(&newer);
    let folder = repository.display().to_string();
    let (finding, callees) = in_pricing(&evidence(&["--repository", &folder, "--commits", "HEAD~2..HEAD"]));
    let work = callees.iter().find(is_work).expect("the function");
    assert_eq!(work["changed_in"], cause, "{work}");
    let first = &finding["commits"][0];
    assert_eq!((&first["commit"], &first["reason"]), (&cause.into(), &"changes-line".into()), "{finding}");
}

/// The functions of each build are named from the build's own dSYMs. A missing dSYM is reported with its UUID, and names of only one build
/// do not affect the verdict.
#[test]
fn functions_of_base_and_head_are_named_by_the_symbols_of_their_own_build() {
    let (lab, recorded) = (lab(), recorded());
    let [base, for_size, head] = [0, 1, 2].map(|app| lab.symbols(app));
    let shown = |path: &Path| path.display().to_string();
    let outputs = recorded.check(&head, &["--base-symbols", &shown(&base)]);
    let report = json(&outputs);
    let used = &report["functions"];
    assert_eq!((&used["base"], &used["head"], &used["not_judged"]), (&12.into(), &12.into(), &Value::Null));
    assert_eq!(used["missing"].as_array().map_or(0, Vec::len), 0, "{used}");
    let first = &report["findings"][0]["functions"][0];
    assert!(first["name"].as_str().is_some_and(|name| name.contains("Rule.work(")), "{first}");
    assert_eq!((&first["module"], &first["owner"]), (&"Pricing".into(), &"@shop/pricing".into()));
    assert_eq!(first["file"], "tests/app/Pricing/Pricing.swift");
    assert!(first["line"].as_u64().is_some_and(|line| line > 0), "{first}");
    let is_near = |cost: &Value, ms: f64| cost.as_f64().is_some_and(|ns| (ns / 1e6 - ms).abs() < 0.35 * ms);
    assert!(is_near(&first["change_ns"], 10.0), "{first}");

    // The functions that run before `main` are listed with cost, owner, file and line.
    let listed = used["before_main"].as_array().expect("a list");
    let of = |name: &str| {
        let found = listed.iter().find(|part| part["name"].as_str().is_some_and(|own| own.contains(name)));
        found.unwrap_or_else(|| panic!("no {name}: {listed:#?}"))
    };
    for (name, module, file) in [
        ("static initialiser of Geometry.cpp", "Geometry", "tests/app/Geometry/Geometry.cpp"),
        (" load]", "Analytics", "tests/app/Analytics/Analytics.m"),
    ] {
        let part = of(name);
        assert_eq!((&part["module"], &part["file"]), (&module.into(), &file.into()), "{part}");
        assert!(part["head_ns"].as_f64().is_some_and(|ns| ns > 0.0), "{part}");
    }
    // About five samples of the twelve launches of the head are in a function that takes 2 ms.
    let initialiser = of("static initialiser of Geometry.cpp")["head_ns"].as_f64();
    assert!(initialiser.is_some_and(|ns| (0.3e6..8e6).contains(&ns)), "{initialiser:?}");

    // The dSYM of the base is missing, or belongs to another build.
    let uuid = uuid_of(&base);
    for more in [&[][..], &["--base-symbols", &shown(&for_size)]] {
        let outputs = recorded.check(&head, more);
        let used = &json(&outputs)["functions"];
        let missing = used["missing"].as_array().expect("a list");
        let shop = missing.iter().find(|missing| missing["image"] == "Shop").expect("Shop's is missing");
        assert_eq!((&shop["side"], &shop["uuid"]), (&"base".into(), &uuid.clone().into()));
        let why = &used["not_judged"];
        assert_eq!(
            (&why["code"], &why["missing"]),
            (&"symbols-of-one-side".into(), &"base".into()),
            "{used}"
        );
        for format in ["text", "markdown", "html"] {
            assert!(outputs[format].contains(&uuid), "{format}");
        }
    }
    let none = recorded.at("nowhere");
    let (launches, config) = (recorded.at("launches"), recorded.at("config.toml"));
    let (exit, _, complaints) = gate(&["check", &launches, "--config", &config, "--base-symbols", &none]);
    assert!(exit != Exit::Pass && complaints.contains("nowhere"), "{complaints}");

    // `gate explain` shows one function in base and head.
    let (base, head) = (shown(&base), format!("attribution.symbols={:?}", shown(&head)));
    let words =
        ["explain", "Rule.work", &launches, "--config", &config, "--base-symbols", &base, "--set", &head];
    let (exit, stdout, complaints) = gate(&words);
    assert_eq!(exit, Exit::Pass, "{complaints}");
    for wanted in ["(sampled)", "module Pricing, owner @shop/pricing", "in tests/app/Pricing/", "Found in"] {
        assert!(stdout.contains(wanted), "{wanted}: {stdout}");
    }
    assert!(!stdout.contains("not sampled"), "{stdout}");
}

/// Returns the UUID of a build's executable, from its dSYM.
pub(crate) fn uuid_of(symbols: &Path) -> String {
    let bundles = fs::read_dir(symbols).expect("dSYMs").map(|entry| entry.expect("a dSYM").path());
    let is_shop =
        |path: &PathBuf| path.file_stem().is_some_and(|name| name.to_string_lossy().starts_with("Shop"));
    let shop = bundles.into_iter().find(is_shop).expect("Shop's dSYM");
    let dwarf = shop.join("Contents/Resources/DWARF").join(shop.file_stem().expect("a name"));
    let uuid = gate_attribution::symbols::uuid_of(&fs::read(dwarf).expect("a dSYM")).expect("a UUID");
    let hex: String = uuid.iter().map(|byte| format!("{byte:02X}")).collect();
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

/// Reports contain names as the setting `report.names` allows, and never a path outside of the repository.
#[test]
fn reports_contain_names_of_functions_only_in_the_form_that_the_settings_allow() {
    let (lab, recorded) = (lab(), recorded());
    let base = lab.symbols(0).display().to_string();
    let all = |names: &str| {
        let setting = format!("report.names={names}");
        recorded.check(&lab.symbols(2), &["--base-symbols", &base, "--set", &setting])
    };
    let (full, short, hashed) = (all("full"), all("short"), all("hashed"));
    let root = build::workspace().display().to_string();
    for (format, text) in full.iter().chain(&short).chain(&hashed) {
        assert!(!text.contains(&root), "{format} has the path {root}");
    }
    for format in ["json", "sarif", "markdown", "html", "text"] {
        assert!(full[format].contains("Rule.work"), "{format}");
        assert!(short[format].contains("work"), "{format}");
    }
    for (format, text) in &short {
        assert!(!text.contains("tests/app/") && !text.contains("Rule.work("), "{format}");
    }
    for (format, text) in &hashed {
        for hidden in
            ["Rule.work", "Rule", "covered", "Geometry.cpp", "Pricing.swift", "tests/app/", "@shop/"]
        {
            assert!(!text.contains(hidden), "{format} has {hidden}");
        }
    }
    for format in ["json", "sarif", "markdown", "html", "text"] {
        assert!(hashed[format].contains("function-"), "{format}");
    }
}
