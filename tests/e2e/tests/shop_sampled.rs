//! Tests call stacks of Shop's launch, from the agent to the report. Native functions appear below the methods that called them. The names
//! of native functions come from the dSYM that a real tool wrote; without a dSYM, a name consists of image and offset.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use e2e::agent_bed::Run;
use e2e::bundle::Bundle;
use e2e::counts::truth::LAST;
use e2e::shop;
use gate_attribution::symbols::demangle;
use gate_macho::rewrite::rewrite;
use phone::build::Style;
use trace::Reader;

/// The trace of a launch, in a folder with settings that name a folder for dSYMs.
struct Sampled {
    folder: tempfile::TempDir,
    run: &'static Run,
}

/// Returns a launch with several thousand samples, which all tests share.
fn sampled() -> Sampled {
    static RUN: LazyLock<Run> = LazyLock::new(|| {
        let app = Bundle::shop(Style::Chained).expect("Shop builds");
        // The memory has space for every call in addition to the dense samples. A dropped call would be known
        // only from samples.
        let environment = [
            ("LAUNCHGATE_LAUNCH", "one"),
            ("LAUNCHGATE_SAMPLES", "10us"),
            ("LAUNCHGATE_MEMORY", "16M"),
            // With more repetitions, every function is in some samples.
            ("SHOP_ALL", "4"),
        ];
        let run = app.run_with(&environment, |config| {
            config.own_core = true;
            config.keep_stands = true;
            config.instructions_per_tick = 5;
        });
        let run = run.expect("the phone runs");
        assert_eq!(run.status().expect("the app ends"), 0);
        run
    });
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.lgtrace"), RUN.trace().expect("a trace")).expect("written");
    Sampled { folder, run: &RUN }
}

impl Sampled {
    /// Writes a dSYM with `dsymutil`, from this image's debug map.
    fn with_dsym(self, image: &Path, name: &str) -> Sampled {
        let bundle = self.folder.path().join(format!("symbols/{name}.dSYM"));
        let made = Command::new("dsymutil-19").arg(image).arg("-o").arg(&bundle).output();
        assert!(made.as_ref().is_ok_and(|made| made.status.success()), "{made:?}");
        self
    }

    /// Returns the gate's output and its warnings.
    fn gate(&self, command: &[&str], more: &[&str]) -> (String, String) {
        let path = |name: &str| self.folder.path().join(name);
        fs::create_dir_all(path("symbols")).expect("a folder");
        fs::write(path("settings.toml"), "[attribution]\nsymbols = \"symbols\"\n").expect("written");
        let mut gate = Command::new(env!("CARGO_BIN_EXE_gate-of-the-tests"));
        // The terminal is wide enough for all names.
        gate.env("COLUMNS", "400")
            .args(command)
            .arg(path("a.lgtrace"))
            .arg("--all")
            .env("LAUNCHGATE_CACHE", path("cache"))
            .args(more);
        let output = gate.arg("--config").arg(path("settings.toml")).output().expect("started");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        assert!(output.status.success(), "{:?}", text(output.stderr));
        (text(output.stdout), text(output.stderr))
    }

    /// Counts the samples by the innermost method and by each function of the executable that the emulator observed below this method. Each
    /// pair has the least and the largest count that the agent may report: the largest also includes the samples inside a further method,
    /// at whose first and last instructions the agent's record does not contain this method.
    fn below_methods(&self) -> BTreeMap<(String, String), [u64; 2]> {
        let trace = Reader::open(self.run.trace().expect("a trace")).expect("a readable trace");
        let taken = trace.sampler.expect("stacks were sampled").taken.0 as usize;
        let mut found = BTreeMap::new();
        for stand in self.run.outcome.stands.iter().take(taken) {
            let known = || stand.functions.iter().flatten().filter(|known| known.image.ends_with("/Shop"));
            let is_method = |name: &str| name.starts_with("-[") || name.starts_with("+[");
            let is_inside = known().next().is_some_and(|known| is_method(&known.name));
            let skipped = usize::from(is_inside);
            let Some(method) = known().skip(skipped).find(|known| is_method(&known.name)) else { continue };
            let below: BTreeSet<_> =
                known().skip(skipped).take_while(|known| !is_method(&known.name)).collect();
            for function in below {
                let name = function.name.strip_prefix('_').unwrap_or(&function.name);
                let [least, most] =
                    found.entry((method.name.clone(), demangle::short_name(name))).or_insert([0; 2]);
                *least += u64::from(!is_inside);
                *most += 1;
            }
        }
        found.retain(|(_, function), [least, _]| *least > 0 && FUNCTIONS.contains(&&**function));
        found
    }
}

/// Functions in Swift, C++ and C that are called in Shop's launch: a generic one, a specialised one, protocol
/// witnesses, and a method of a class.
const FUNCTIONS: [&str; 9] = [
    "Discount.price(_:)",
    "Surcharge.price(_:)",
    "quote(_:_:_:)",
    "specialized fold<A, B>(_:_:_:)",
    "specialized Rule.work(_:)",
    "centsOfItem",
    "GeometryPack",
    "geometry::Packer::covered",
    "geometry::Disc::area",
];
const MARK: &str = " (sampled)";
/// Methods that the runtime, a notification centre or UIKit calls without the app's pointers. The gate may know the listed methods only
/// from samples.
const CALLED_BY_THE_SYSTEM: [&str; 3] = [" heard:]", " shop_viewDidLoad]", " .cxx_destruct]"];

/// Returns the executable of the launched build, and that of the framework Kit.
fn images() -> [PathBuf; 2] {
    let products = shop::products(Style::Chained, None).expect("Shop builds");
    [products.shop.file, products.kit.file]
}

#[test]
fn sampled_functions_appear_below_their_calling_methods_in_every_format() {
    let sampled = sampled().with_dsym(&images()[0], "Shop.app");
    let truth = sampled.below_methods();
    assert_eq!(truth.keys().map(|(_, name)| name.as_str()).collect::<BTreeSet<_>>(), FUNCTIONS.into());
    let methods_of = |name: &str| -> BTreeSet<String> {
        truth.keys().filter(|(_, function)| function == name).map(|(method, _)| method.clone()).collect()
    };

    let mut collapsed = BTreeMap::<String, BTreeSet<String>>::new();
    let (text, _) = sampled.gate(&["export"], &["--format", "collapsed"]);
    for line in text.lines() {
        let stack: Vec<&str> = line.rsplit_once(' ').expect("a time").0.split(';').collect();
        let first = stack.iter().position(|name| name.ends_with(MARK)).unwrap_or(stack.len());
        for function in &stack[first..] {
            let function = function.strip_suffix(MARK).expect("below a function no method stands");
            if FUNCTIONS.contains(&function) {
                collapsed.entry(function.to_owned()).or_default().insert(stack[first - 1].to_owned());
            }
        }
    }
    for function in FUNCTIONS {
        assert_eq!(collapsed.get(function), Some(&methods_of(function)), "{function}");
    }

    // The counts of samples agree with the emulator's counts.
    let (text, _) =
        sampled.gate(&["explain", "functions"], &["--format", "json", "--top", "1000", "--system"]);
    let stacks: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    for function in FUNCTIONS {
        let rows = stacks["functions"].as_array().expect("functions").iter();
        let counts: Vec<u64> = rows
            .filter(|row| row["name"] == function)
            .map(|row| row["samples"].as_u64().expect("a count"))
            .collect();
        let of = |bound: usize| -> u64 {
            truth.iter().filter(|((_, name), _)| name == function).map(|(_, counts)| counts[bound]).sum()
        };
        assert!(counts.len() == 1 && (of(0)..=of(1)).contains(&counts[0]), "{function}: {counts:?}");
    }
}

#[test]
fn a_call_tree_marks_sampled_functions_and_shows_them_below_their_method() {
    let sampled = sampled().with_dsym(&images()[0], "Shop.app");
    let truth = sampled.below_methods();
    let (tree, warnings) = sampled.gate(&["explain", "tree"], &["--min", "0%"]);
    let mut lines = tree.lines().map(|line| line.chars().collect::<Vec<char>>());
    let head: String = lines.next().expect("a line").into_iter().collect();
    let column = head.find("method").expect("a column");
    let mut above: Vec<(usize, String)> = Vec::new();
    let mut found = BTreeSet::new();
    for line in lines.filter(|line| line.len() > column) {
        let depth = line[column..].iter().take_while(|&&char| char == ' ').count();
        let name: String = line[column + depth..].iter().collect();
        let name = name.split(" · ").next().expect("a name").to_owned();
        above.retain(|&(outer, _)| outer < depth);
        let is_sampled = line[..column].iter().collect::<String>().contains(" sampled ");
        let is_recorded =
            name.starts_with("-[") && !CALLED_BY_THE_SYSTEM.iter().any(|own| name.ends_with(own));
        assert!(!is_sampled || !is_recorded, "a method is there by its calls: {name}");
        if is_sampled {
            let method = above.iter().rev().find(|(_, name)| name.starts_with("-["));
            found.extend(method.map(|(_, method)| (method.clone(), name)));
        } else {
            above.push((depth, name));
        }
    }
    let are = |shown: &(String, String), (method, function): &(String, String)| {
        is_cut_from(&shown.0, method) && is_cut_from(&shown.1, function)
    };
    for pair in truth.keys() {
        assert!(found.iter().any(|shown| are(shown, pair)), "{pair:?}\n{tree}");
    }
    found.retain(|(_, function)| FUNCTIONS.iter().any(|whole| is_cut_from(function, whole)));
    for shown in &found {
        assert!(truth.keys().any(|pair| are(shown, pair)), "{shown:?}\n{tree}");
    }
    assert!(!warnings.contains("missing dSYM: Shop") && !warnings.contains("dropped"), "{warnings}");
}

#[test]
fn a_missing_dsym_is_reported_by_uuid_and_offsets_replace_names() {
    let [shop, kit] = images().map(|image| {
        let uuids = Command::new("llvm-dwarfdump-19").arg("--uuid").arg(image).output().expect("llvm-19");
        let uuids = String::from_utf8(uuids.stdout).expect("UTF-8");
        uuids.split(' ').nth(1).expect("UUID: ... (arm64) ...").to_owned()
    });
    let sampled = sampled();
    let without = |image: &str, uuid: &str| format!("warning: missing dSYM: {image} ({uuid});");
    let (text, warnings) = sampled.gate(&["explain", "functions"], &["--top", "1000"]);
    assert!(warnings.contains(&without("Shop", &shop)), "{warnings}");
    assert!(warnings.contains(&without("Kit", &kit)), "{warnings}");
    assert!(text.contains("Shop + 0x") && !text.contains("Discount.price"), "{text}");
    // The gate does not use a dSYM of another build.
    let other = shop::products(Style::Opcodes, None).expect("Shop builds").shop.file;
    let sampled = sampled.with_dsym(&other, "Other.app");
    let other = sampled.gate(&["explain", "functions"], &["--top", "1000"]);
    assert_eq!(other.0, text);
    assert!(other.1.contains(&without("Shop", &shop)), "{}", other.1);
    let sampled = sampled.with_dsym(&images()[0], "Shop.app");
    let (text, warnings) = sampled.gate(&["explain", "functions"], &["--top", "1000"]);
    assert!(!warnings.contains(&shop) && warnings.contains(&without("Kit", &kit)), "{warnings}");
    assert!(text.contains("Discount.price(_:) · tests/app/Pricing/Pricing.swift:"), "{text}");
    assert!(text.contains("Kit + 0x"), "{text}");
}

/// Returns whether `shown` is `whole` without its middle, as long names are shortened.
fn is_cut_from(shown: &str, whole: &str) -> bool {
    match shown.split_once('…') {
        Some((begin, end)) => whole.starts_with(begin) && whole.ends_with(end),
        None => shown == whole,
    }
}

/// The calls of functions that a counting copy counted are listed with the samples of the other launch.
#[test]
fn counted_calls_of_functions_are_listed_together_with_their_samples() {
    let sampled = sampled().with_dsym(&images()[0], "Shop.app");
    let app = Bundle::shop(Style::Chained).expect("Shop builds");
    let file = app.folder().join("Shop");
    let done = rewrite(&fs::read(&file).expect("an executable")).expect("it counts");
    fs::write(&file, &done.bytes).expect("written");
    let run = app.run_with(&[("LAUNCHGATE_LAUNCH", "two"), LAST[1]], |_| {}).expect("it runs");
    let counting = sampled.folder.path().join("counting.lgtrace");
    let bytes = &run.files["Library/Caches/launchgate/two.lgtrace"];
    fs::write(&counting, bytes).expect("written");
    let trace = Reader::open(bytes).expect("a readable trace");
    let images = trace.counted_images.expect("it counts");
    let mut expected: BTreeMap<String, f64> = BTreeMap::new();
    for one in images.iter().flat_map(|image| image.functions()) {
        let known = done.counted.iter().find(|known| !known.is_import && known.offset == one.offset.0);
        if let Some(name) = known.and_then(|known| known.name.as_deref()) {
            let name = demangle::canonical_short(name.strip_prefix('_').unwrap_or(name));
            *expected.entry(name).or_default() += one.calls.0 as f64;
        }
    }
    let counting = counting.display().to_string();
    let (text, _) =
        sampled.gate(&["explain", "functions"], &["--format", "json", "--top", "1000", &counting]);
    let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let mut told = 0;
    for row in answer["functions"].as_array().expect("functions") {
        let Some(calls) = row["calls"].as_f64() else { continue };
        let symbol = row["symbol"].as_str().expect("a symbol");
        assert_eq!(expected.get(&demangle::canonical_short(symbol)), Some(&calls), "{row}");
        told += 1;
    }
    assert!(told > 15, "{text}");
    for (list, more) in [("functions", vec![]), ("tree", vec!["--min", "0%"])] {
        let (text, _) = sampled.gate(&["explain", list], &[vec![&*counting], more].concat());
        assert!(text.matches(" · called ").count() > 3, "{text}");
    }
}
