//! Tests from `gate inject --count functions`, through launches on the emulated phone, to a verdict that
//! names a function.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use e2e::assembly;
use e2e::bundle::Bundle;
use e2e::counts::truth;
use e2e::functions::dsym;
use e2e::lab::{Lab, check, gate, inject, log, read, run};
use e2e::shop::{Planted, Shop};
use gate::cli::Exit;
use gate_attribution::symbols::shown_uuid;
use gate_launches::{BuildRole, Launch};
use gate_macho::rewrite::rewrite;
use phone::build::Style;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Returns the function counts of one launch of a counting copy, as in a launch record.
fn counts(shop: &Shop, more: Option<&str>) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("Shop.app");
    let agent = phone::build::agent().expect("the agent");
    let shown = |path: &Path| path.display().to_string();
    let (app, out_shown, agent) = (shown(&shop.app()), shown(&out), shown(&agent));
    let (exit, output, errors) =
        gate(&["inject", &app, "-o", &out_shown, "--agent", &agent, "--count", "functions"]);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    let text = fs::read_to_string(folder.path().join("Shop.app.counting.json")).expect("the names");
    let names: Value = serde_json::from_str(&text).expect("JSON");
    let ran = truth::run(&out, "Shop", |config| {
        config.environment.extend(more.map(|more| ("SHOP_MORE".to_owned(), more.to_owned())));
    })
    .expect("it runs");
    let image = |(at, image): (usize, &Value)| {
        let path = image["path"].as_str().expect("a path");
        let leaf = path.rsplit('/').next().unwrap_or_default();
        let own = ran.counts.iter().filter(|((name, _), _)| name == leaf);
        let is_import = |offset: u64| {
            image["imports"].as_array().is_some_and(|all| all.iter().any(|one| one[0] == offset))
        };
        let functions: Vec<Value> = own
            .map(|((_, offset), (calls, order, caller))| {
                let caller = (*caller < 1 << 32).then(|| json!([at, caller]));
                json!({ "offset": offset, "import": is_import(*offset), "calls": calls, "order": order, "caller": caller })
            })
            .collect();
        json!({ "path": path, "uuid": image["uuid"], "all": 1000, "functions": functions })
    };
    Value::Array(names["images"].as_array().expect("images").iter().enumerate().map(image).collect())
}

/// Writes the launches of a day: timed launches, and launches of a counting copy.
fn launches(folder: &Path, day: u64, counts: [&Value; 3]) -> std::path::PathBuf {
    let path = folder.join(format!("{day}.jsonl"));
    let of = |session: &str, launch: u64| {
        let ns = 2e8 * (1.0 + ((day * 7 + launch * 3) % 10) as f64 * 1e-3);
        json!({
            "format": "launchgate.launch/1", "session": format!("{session}-{day}"), "launch": launch,
            "recorded_unix_ms": 1_700_000_000_000 + day * 86_400_000 + launch * 1000,
            "app": { "bundle": "com.example.shop", "build": day.to_string() },
            "marks": { "main_ns": 5e7, "first_frame_ns": ns },
            "methods": [{ "name": "-[A go]", "calls": 1, "self_ns": ns / 10.0, "total_ns": ns / 10.0 }],
        })
    };
    let counting = (1..).zip(counts).map(|(launch, counts)| {
        let mut one = of("counting", launch);
        one["agent"] = json!({ "loading": "injected, counting functions" });
        one["counts"] = counts.clone();
        one
    });
    let all: Vec<String> =
        (1..=6).map(|launch| of("timed", launch)).chain(counting).map(|one| one.to_string() + "\n").collect();
    fs::write(&path, all.concat()).expect("written");
    path
}

fn with_symbols(binary: &Path, folder: &TempDir) -> [String; 4] {
    let store = folder.path().join("store").display().to_string();
    let binary = binary.display().to_string();
    let settings = [format!("baseline.dir={store}"), format!("attribution.binaries=[{binary:?}]")];
    let [store, binaries] = settings;
    ["--set".to_owned(), store, "--set".to_owned(), binaries]
}

#[test]
fn a_function_with_more_calls_fails_the_check_and_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let base = Shop::build(Style::Chained).expect("Shop builds");
    let before = counts(&base, None);
    let symbols = dsym(&base.products.shop.file, &folder.path().join("symbols")).expect("a dSYM");
    let symbols = format!("attribution.symbols={:?}", symbols.parent().expect("a folder"));
    let options = with_symbols(&base.app().join("Shop"), &folder);
    let mut options: Vec<&str> = options.iter().map(String::as_str).collect();
    let root = format!("attribution.source_root={:?}", phone::build::workspace().display().to_string());
    options.extend(["--set", &symbols, "--set", &root]);
    // With fewer than 13 counting launches, a growth could be due to chance, so the base gets six days with three counting launches each.
    for day in 0..6 {
        let path = launches(folder.path(), day, [&before; 3]).display().to_string();
        let (exit, output, errors) = gate(&[&["baseline", "update", &path][..], &options].concat());
        assert_eq!(exit, Exit::Pass, "{day}: {output}{errors}");
    }
    let (exit, output) = check(&launches(folder.path(), 9, [&before; 3]), &options);
    assert_eq!(exit, Exit::Pass, "{output}");
    let verdict = folder.path().join("verdict.json").display().to_string();
    let out = format!("json={verdict}");
    options.extend(["--out", &out]);
    let told = || -> Value {
        serde_json::from_str(&fs::read_to_string(&verdict).expect("a verdict")).expect("JSON")
    };
    let calls = counts(&base, Some("Imaging.rows:2"));
    let any = [&options[..], &["--set", "counts.allowed=\"any\""]].concat();
    let (exit, output) = check(&launches(folder.path(), 10, [&calls; 3]), &any);
    assert_eq!(exit, Exit::Pass, "it is shown and fails nothing: {output}");
    assert!(output.contains("called more often") && output.contains("ImagingDecoder"), "{output}");
    let (exit, output) = check(&launches(folder.path(), 11, [&calls; 3]), &options);
    assert_eq!(exit, Exit::Regressed, "{output}");
    assert!(output.contains("called more often") && output.contains("ImagingDecoder"), "{output}");
    let made = told();
    let is_it = |one: &&Value| {
        let more = &one["more_calls"];
        one["subject"]["kind"] == "called"
            && one["name"].as_str().is_some_and(|name| name.contains("ImagingDecoder"))
            && more["head"].as_f64() > more["base"].as_f64()
    };
    let found = made["findings"].as_array().expect("findings").iter().find(is_it).expect(&output);
    // With the dSYM, the report has the line at which the function's body begins.
    let (file, name) = ("tests/app/Imaging/Imaging.m", found["name"].as_str().expect("a name"));
    assert_eq!((&found["file"], &found["line"]), (&json!(file), &json!(line_of(file, name))), "{found}");
    assert!(output.contains(&format!("{file}:{}", line_of(file, name))), "{output}");
    // No sample hit the function, so its cost is estimated from the size of its code.
    let size = length_of(&base.products.shop.file, name) / 4;
    assert_eq!(found["more_calls"]["instructions"], json!(size), "{found}");
    assert!(output.contains(&format!(", of {size} instructions of code")), "{output}");
    // A growth up to the limit is shown but does not fail the check; one more call fails it.
    let more = |calls: &str| found["more_calls"][calls].as_f64().expect("calls") as u64;
    let added = more("head") - more("base");
    for (allowed, expected) in [(added, Exit::Pass), (added - 1, Exit::Regressed)] {
        let limit = format!("counts.allowed={allowed}");
        let words = [&options[..], &["--set", &limit]].concat();
        let (exit, output) = check(&launches(folder.path(), 12, [&calls; 3]), &words);
        assert_eq!(exit, expected, "{limit}: {output}");
    }
}

/// Returns the number of bytes from a symbol to the next one, according to `llvm-nm`.
fn length_of(binary: &Path, name: &str) -> u64 {
    let told =
        Command::new("llvm-nm-19").args(["-n", "--defined-only"]).arg(binary).output().expect("symbols");
    let text = String::from_utf8(told.stdout).expect("text");
    let mut at = text.lines().filter_map(|line| {
        let (address, rest) = line.split_once(' ')?;
        Some((u64::from_str_radix(address, 16).ok()?, rest.to_owned()))
    });
    let begins = at.by_ref().find(|(_, rest)| rest.ends_with(name)).expect(name).0;
    at.map(|(address, _)| address).find(|address| *address > begins).expect("another symbol") - begins
}

/// Returns the line of a source file, from 1, at which the body of an Objective-C method begins.
fn line_of(file: &str, name: &str) -> usize {
    let text = fs::read_to_string(phone::build::workspace().join(file)).expect("a source");
    let (_, selector) = name.trim_end_matches(']').split_once(' ').expect("a method");
    let first = format!("){}", selector.split(':').next().expect("a word"));
    let is_it = |line: &str| line.starts_with("- (") && line.contains(&first) && line.ends_with('{');
    text.lines().position(is_it).expect(name) + 1
}

/// A function that ran in no launch of the base is listed with its count, but the check reports no finding about it.
#[test]
fn a_new_function_is_shown_and_does_not_fail_the_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let now = counts(&shop, None);
    // The most frequently called functions are removed from the base, as if they had been inlined into their callers.
    let mut before = now.clone();
    let own = before[0]["functions"].as_array_mut().expect("functions");
    let calls = |one: &Value| if one["import"] == true { 0 } else { one["calls"].as_u64().expect("calls") };
    let most = own.iter().map(calls).max().expect("a function");
    let all = own.len();
    own.retain(|one| calls(one) != most);
    let left_out = all - own.len();
    let options = with_symbols(&shop.app().join("Shop"), &folder);
    let verdict = folder.path().join("verdict.json");
    let out = format!("json={}", verdict.display());
    let mut options: Vec<&str> = options.iter().map(String::as_str).collect();
    for day in 0..6 {
        let path = launches(folder.path(), day, [&before; 3]).display().to_string();
        let (exit, output, errors) = gate(&[&["baseline", "update", &path][..], &options].concat());
        assert_eq!(exit, Exit::Pass, "{day}: {output}{errors}");
    }
    options.extend(["--out", &out]);
    let (exit, output) = check(&launches(folder.path(), 9, [&now; 3]), &options);
    assert_eq!(exit, Exit::Pass, "{output}");
    let text = fs::read_to_string(&verdict).expect("a verdict");
    let told: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(told["findings"], json!([]), "{output}");
    let rows = told["called"]["rows"].as_array().expect("rows");
    let numbers: Vec<_> =
        rows.iter().map(|row| (row["base_calls"].as_f64(), row["head_calls"].as_f64())).collect();
    assert_eq!(numbers, vec![(Some(0.0), Some(most as f64)); left_out], "{rows:?}");
    assert!(output.contains(rows[0]["method"].as_str().expect("a name")), "{output}");
}

/// The program uses many Swift dictionaries, whose hash seed differs in each launch.
#[test]
fn two_hundred_launches_with_different_hash_seeds_never_fail_the_check() {
    const STORED: u64 = 13;
    let tables = phone::build::workspace().join("tests/app/Tables/Tables.s.zst");
    let tables = assembly::unpack(&tables).expect("an assembly text");
    let tables = tables.to_str().expect("a path in UTF-8");
    let app = Bundle::app(Style::Chained, &["tables.c", tables]).expect("it builds");
    let (folder, file) = (tempfile::tempdir().expect("a folder"), app.folder().join("Fixture"));
    let done = rewrite(&fs::read(&file).expect("an executable")).expect("it counts");
    fs::write(&file, &done.bytes).expect("written");
    let uuid = shown_uuid(&done.uuid.expect("a UUID"));
    let mut outputs = BTreeSet::new();
    let mut count = |seed: u64, more: &str| {
        let ran = truth::run(app.folder(), "Fixture", |config| {
            config.environment.extend(
                [("SEED", seed.to_string()), ("MORE", more.to_owned())]
                    .map(|(key, value)| (key.to_owned(), value)),
            );
        })
        .expect("it runs");
        outputs.insert((more.to_owned(), ran.log));
        let function = |((_, offset), (calls, order, caller)): (&(String, u64), &(u64, u64, u64))| {
            let import = done.counted.iter().any(|one| one.is_import && one.offset == *offset);
            let caller = (*caller < 1 << 32).then(|| json!([0, caller]));
            json!({ "offset": offset, "import": import, "calls": calls, "order": order, "caller": caller })
        };
        let functions: Vec<Value> =
            ran.counts.iter().filter(|((image, _), _)| image == "Fixture").map(function).collect();
        json!([{ "path": "Fixture", "uuid": uuid, "all": 1000, "functions": functions }])
    };
    let options = with_symbols(&file, &folder);
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let mut day = 0;
    let mut next = |more: &str| {
        day += 1;
        let counts = [0, 1, 2].map(|launch| count(3 * day + launch, more));
        launches(folder.path(), day, counts.each_ref())
    };
    for _ in 0..STORED {
        let (exit, output, errors) =
            gate(&[&["baseline", "update", &next("0").display().to_string()][..], &options].concat());
        assert_eq!(exit, Exit::Pass, "{output}{errors}");
    }
    for round in 0..67 {
        let (exit, output) = check(&next("0"), &options);
        assert_eq!(exit, Exit::Pass, "{round}: {output}");
        // The report must state that some functions are not called equally often in each launch.
        assert!(!output.contains(", 0 are not and decide nothing"), "{output}");
    }
    let (exit, output) = check(&next("2"), &options);
    assert_eq!(exit, Exit::Regressed, "{output}");
    assert!(output.contains("Settings.value") && output.contains("called more often"), "{output}");
    assert_eq!(outputs.len(), 2, "it computes the same: {outputs:?}");
}

/// In contrast to the previous tests, the counting copy is launched on a phone after the other launches.
#[test]
fn an_app_copy_that_counts_calls_is_launched_after_the_other_launches_and_judged() {
    let lab = Lab::new("16.4").expect("a phone");
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let shown = |path: &Path| path.display().to_string();
    let app = inject(&shop.ipa().expect("an archive"), &lab.path("App.ipa")).expect("with the agent");
    let counting = copy(&lab, &shop, "Counts.ipa");
    let other = copy(&lab, &Shop::build(Style::Opcodes).expect("Shop builds"), "Other.ipa");
    let folder = lab.path("before");
    for (wrong, words) in [
        (shown(&app), "make it with `gate inject --count functions`"),
        (other, "a copy of another build than"),
    ] {
        let (exit, output, errors) = run(&lab, &app, &folder, &["--counting", &wrong]);
        assert!(exit == Exit::Error && errors.contains(words), "{output}{errors}");
        assert!(!folder.exists(), "nothing was launched");
    }
    let settings = |more: &str| {
        format!(
            "[[scenario]]\nname = \"same\"\nenvironment = {{ {more} }}\n[attribution]\nbinaries = [{:?}]\n",
            shop.app().join("Shop")
        )
    };
    let mut options = Vec::new();
    for (name, more, launches) in [("before", "", 13), ("after", "SHOP_MORE = \"Imaging.rows:2\"", 3)] {
        let config = lab.file(&format!("{name}.toml"), settings(more).as_bytes()).expect("settings");
        options = vec!["--config".to_owned(), shown(&config)];
        let counted = format!("counts.launches={launches}");
        let own = ["--launches", "5", "--counting", &counting, "--set", &counted];
        let words: Vec<&str> = options.iter().map(String::as_str).chain(own).collect();
        let (exit, output, errors) = run(&lab, &app, &lab.path(name), &words);
        assert_eq!(exit, Exit::Pass, "{output}{errors}");
        let tell = format!("recording {launches} launches that count calls of functions and are not timed");
        assert!(errors.contains(&tell), "{errors}");
        assert_eq!(log(&lab.path(name).join("counting")).header.launches, launches);
        let read = read(&lab.path(name));
        let counts = read.launches.iter().filter(|launch| launch.counts.is_some());
        let is_own = counts.clone().all(|launch| launch.session.ends_with("-counting"));
        // The launch after the installation is recorded too.
        assert!(is_own && counts.count() == launches + 1, "{name}");
    }
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let base = ["--base".to_owned(), shown(&lab.path("before"))];
    let words: Vec<&str> = options.iter().copied().chain(base.iter().map(String::as_str)).collect();
    let (exit, output) = check(&lab.path("after"), &words);
    assert_eq!(exit, Exit::Regressed, "{output}");
    assert!(output.contains("ImagingDecoder") && output.contains("called more often"), "{output}");
    assert!(output.contains("13 launches of the base and 3 new ones that count"), "{output}");
    let page = shown(&lab.path("page.html"));
    let look = ["look", &shown(&lab.path("after")), "--all", "--out", &page];
    let (exit, output, errors) = gate(&[&look[..], &options].concat());
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    let text = fs::read_to_string(&page).expect("a page");
    assert!(text.contains("Calls of functions") && text.contains("ImagingDecoder"), "{output}{errors}");
    let subject = lines_about(&options, &lab, "explain", "-[ImagingDecoder decode:rows:]");
    assert!(subject.contains("Counted on the main thread"), "{subject}");
}

/// Writes a counting copy to the lab's folder.
fn copy(lab: &Lab, shop: &Shop, name: &str) -> String {
    let shown = |path: &Path| path.display().to_string();
    let (ipa, out) = (shown(&shop.ipa().expect("an archive")), shown(&lab.path(name)));
    let agent = shown(&phone::build::agent().expect("the agent"));
    let words = ["inject", &ipa, "--agent", &agent, "-o", &out, "--sign", "none", "--count", "functions"];
    let (exit, output, errors) = gate(&words);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    out
}

#[test]
fn calls_of_both_builds_are_counted_if_the_builds_are_launched_alternately() {
    let lab = Lab::new("17.5").expect("a phone");
    let flags = &["-DSHOP_BUILT_MORE=\"Imaging.rows:2\""];
    let busier = Planted { flags, ..Planted::default() };
    let head = Shop::build_planted(Style::Chained, busier).expect("Shop builds");
    let base = Shop::build(Style::Chained).expect("Shop builds");
    let [head_counts, base_counts] =
        [(&head, "HeadCounts.ipa"), (&base, "BaseCounts.ipa")].map(|(shop, name)| copy(&lab, shop, name));
    let injected = |shop: &Shop, name: &str| {
        inject(&shop.ipa().expect("an archive"), &lab.path(name)).expect("with the agent")
    };
    let (app, before) = (injected(&head, "Head.ipa"), injected(&base, "Base.ipa").display().to_string());
    let folder = lab.path("both");
    let against = ["--launches", "5", "--base", &before, "--counting", &head_counts];
    let (exit, output, errors) = run(&lab, &app, &folder, &against);
    assert!(exit == Exit::Error && errors.contains("once more for BASE_APP"), "{output}{errors}");
    let swapped =
        ["--launches", "5", "--base", &before, "--counting", &base_counts, "--counting", &head_counts];
    let (exit, output, errors) = run(&lab, &app, &folder, &swapped);
    assert!(exit == Exit::Error && errors.contains("a copy of another build than"), "{output}{errors}");
    assert!(!folder.exists(), "nothing was launched");
    let both = [&against[..], &["--counting", &base_counts]].concat();
    let (exit, output, errors) = run(&lab, &app, &folder, &both);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    let read = read(&folder);
    for role in [BuildRole::Base, BuildRole::Head] {
        let is_own = |launch: &&Launch| launch.counts.is_some() && launch.role == Some(role);
        assert!(read.launches.iter().filter(is_own).count() >= 3, "{role:?}: {errors}");
    }
    let binaries = [&head, &base].map(|shop| shop.app().join("Shop"));
    let settings = format!("[attribution]\nbinaries = {binaries:?}\n");
    let config = lab.file("config.toml", settings.as_bytes()).expect("settings").display().to_string();
    let options = ["--config", &config];
    let (_, output) = check(&folder, &options);
    assert!(output.contains("3 launches of the base and 3 new ones that count"), "{output}");
    // With so few counting launches, the growth could be due to chance, so it is shown but does not fail the check.
    assert!(output.contains("ImagingDecoder") && output.contains("shown only"), "{output}");
    let folder = folder.display().to_string();
    let words = ["explain", "-[ImagingDecoder decode:rows:]", &folder, "--config", &config];
    let (exit, output, errors) = gate(&words);
    assert!(exit == Exit::Pass && output.contains("Counted on the main thread"), "{output}{errors}");
    assert!(!output.contains("not counted"), "both sides: {output}");
}

/// Returns the lines that a command prints about `name` when it compares the launches after the change with the launches before it.
fn lines_about(options: &[&str], lab: &Lab, command: &str, name: &str) -> String {
    let (after, before) = (lab.path("after").display().to_string(), lab.path("before").display().to_string());
    let words = [&[command, name, &after, "--base", &before][..], options].concat();
    let (exit, output, errors) = gate(&words);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    output
}
