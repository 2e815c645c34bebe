//! Tests sampled call stacks from a trace to the output: the list of functions, the functions below each method, and sums of times.

use std::path::{Path, PathBuf};

use gate::cli::Exit;
use serde_json::Value;
use trace::*;
use traces::Content;

use crate::common::gate;

const MS: u64 = 1_000;
const APP: &str = "/private/var/containers/Bundle/Application/A/Shop.app/Shop";

/// Returns a launch with one method of 40 ms. Half of the samples of the method are in functions below it. A tick is a microsecond.
fn launch(number: u64) -> Vec<u8> {
    let names = traces::names(3);
    let mut content = Content::synthetic(&names, 3, 1).with_samples(1, 1);
    // If a launch counts the calls of functions, its times are not used, so this launch does not count them.
    content.counted_images = None;
    let id = format!("s.{number}");
    content.info.launch_id = Text::from(id.as_str());
    content.info.debugged = Some(false);
    content.info.timebase = Timebase { numer: 1000, denom: 1 };
    content.info.agent_start = Counter(10 * MS);
    content.info.agent_start_wall = WallNanos(content.info.process_start.0 + 10_000_000);
    let mark = |kind, at: u64| Mark::without_counters(kind, Counter(at * MS));
    content.marks = vec![
        mark(MarkKind::ProcessStart, 0),
        mark(MarkKind::AgentStart, 10),
        mark(MarkKind::Main, 20),
        mark(MarkKind::DidFinishLaunchingEnd, 70),
        mark(MarkKind::FirstFrame, 100),
    ];
    let image = |path, uuid, at, flags| Image {
        path: Text::from(path),
        uuid: Uuid([uuid; 16]),
        load_address: Address(at),
        size: Address(1 << 20),
        flags,
    };
    content.images = vec![
        image(APP, 1, 1 << 32, ImageFlags::MAIN.with(ImageFlags::IN_BUNDLE)),
        image("/usr/lib/system/libsystem_c.dylib", 2, 2 << 32, ImageFlags::SYSTEM),
        image(
            "/x/Shop.app/Frameworks/liblaunchgate.dylib",
            3,
            3 << 32,
            ImageFlags::IN_BUNDLE.with(ImageFlags::AGENT),
        ),
    ];
    content.methods = vec![Method {
        class: Text::from("Cart"),
        selector: Text::from("reload"),
        is_class_method: false,
        image: Some(ImageId(0)),
        offset: Address(0x4000),
    }];
    content.nodes = vec![
        Node { parent: None, method: None, calls: Count(0), total: Ticks(0) },
        Node { parent: Some(NodeId(0)), method: Some(MethodId(0)), calls: Count(1), total: Ticks(40 * MS) },
    ];
    content.events = vec![Event { node: NodeId(1), start: Counter(25 * MS), duration: Ticks(40 * MS) }];
    content.threads.truncate(1);
    content.costs.clear();
    content.pages.clear();
    content.dropped.clear();
    content.symbols = vec![Symbol { name: Text::from("qsort"), offset: Address(0x500) }];
    let frame = |parent: Option<u32>, image, offset, symbol: Option<u32>| Frame {
        parent: parent.map(FrameId),
        image: Some(ImageId(image)),
        offset: Address(offset),
        symbol: symbol.map(SymbolId),
    };
    // Each sampled stack consists of main, the method, a function of the app and a function of the system.
    content.frames = vec![
        frame(None, 0, 0x1000, None),
        frame(Some(0), 0, 0x4010, None),
        frame(Some(1), 2, 0x10, None),
        frame(Some(2), 0, 0x8000, None),
        frame(Some(3), 1, 0x540, Some(0)),
    ];
    let sample = |frame, node: Option<u32>, count, flags| Sample {
        frame: FrameId(frame),
        thread: Some(ThreadId(0)),
        node: node.map(NodeId),
        after: MarkKind::Main,
        flags,
        count: Count(count),
        time: Ticks(count * MS),
    };
    // The main thread waits for a lock that it holds itself.
    let stall = SampleFlags::WAITED.of_stall(1, Some(ThreadId(0)));
    content.samples = vec![
        sample(1, Some(1), 16, SampleFlags::default()),
        sample(3, Some(1), 4, SampleFlags::UNSURE),
        sample(4, Some(1), 12, SampleFlags::default()),
        sample(0, None, 8, SampleFlags::default()),
        Sample { time: Ticks(35 * MS), ..sample(4, Some(1), 1, stall) },
    ];
    let sampler = content.sampler.as_mut().unwrap();
    (sampler.asked, sampler.used) = (Nanos(1_000_000), Nanos(1_000_000));
    (sampler.taken, sampler.dropped) = (Count(40), Count(0));
    content.to_bytes()
}

fn traces(folder: &Path) -> PathBuf {
    let runs = folder.join("runs");
    std::fs::create_dir(&runs).unwrap();
    for number in 2..4 {
        std::fs::write(runs.join(format!("{number}.lgtrace")), launch(number)).unwrap();
    }
    std::fs::write(
        folder.join("settings.toml"),
        "[[module]]\nname = \"Core\"\nowner = \"@core\"\nimages = [\"Shop\"]\n",
    )
    .unwrap();
    runs
}

fn shown(folder: &Path, args: &[&str]) -> (String, String) {
    let config = folder.join("settings.toml");
    let more = ["--config".as_ref(), config.as_os_str()];
    let (exit, out, err) = gate(args.iter().map(AsRef::as_ref).chain(more));
    assert_eq!(exit, Exit::Pass, "{err}");
    (out, err)
}

#[test]
fn the_most_expensive_sampled_functions_are_listed_first() {
    let folder = tempfile::tempdir().unwrap();
    let runs = traces(folder.path());
    let runs = runs.to_str().unwrap();
    let (text, warnings) = shown(folder.path(), &["explain", "functions", runs]);
    let wanted = [
        "80 samples in 2 launches, one every 1.00 ms; 0 dropped, 8 with an uncertain caller",
        "      self      %      total    ± error  samples  function",
        "  16.00 ms   40.0   32.00 ms    4.00 ms       64  ",
        "   8.00 ms   20.0   40.00 ms",
        "   4.00 ms   10.0   16.00 ms",
    ];
    for (line, start) in text.lines().zip(wanted) {
        assert!(line.starts_with(start), "{line}\n{start}\n{text}");
    }
    assert!(text.contains("Shop + 0x4010 · Core · @core"), "{text}");
    assert!(!text.contains("qsort") || text.contains("stall: "), "the system's are left out\n{text}");
    assert!(text.contains("stall: 35.00 ms in Shop + 0x8000 < Shop + 0x4010 < Shop + 0x1000"), "{text}");
    let ring = "waits (other) · deadlock: thread main in Shop + 0x8000 < Shop + 0x4010 < Shop + 0x1000 · Core · @core waits for thread main\n";
    assert!(text.contains(ring), "{text}");
    assert!(text.lines().last().unwrap().starts_with("next: gate explain tree "), "{text}");
    assert!(warnings.contains("missing dSYM: Shop (01010101-0101-0101-0101-010101010101)"), "{warnings}");

    let (json, _) = shown(folder.path(), &["explain", "functions", runs, "--format", "json", "--system"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (json["format"].as_str(), json["samples"].as_u64()),
        (Some("launchgate.functions/1"), Some(80))
    );
    let functions = json["functions"].as_array().unwrap();
    let near = functions.iter().find(|function| function["symbol"] == "qsort").unwrap();
    assert_eq!(
        (near["name"].as_str(), near["named_by"].as_str()),
        (Some("~qsort (libsystem_c.dylib)"), Some("nearest-exported-symbol"))
    );
    assert_eq!((near["self_ns"].as_f64(), near["self_samples"].as_u64()), (Some(12e6), Some(24)));
    let own: f64 = functions.iter().map(|function| function["self_ns"].as_f64().unwrap()).sum();
    assert!((own - json["sampled_ns"].as_f64().unwrap()).abs() < 1.0);
    assert!(functions.iter().all(|function| !function["name"].as_str().unwrap().contains("liblaunchgate")));
}

#[test]
fn every_report_lists_stalls_with_the_text_of_the_list_of_functions() {
    let folder = tempfile::tempdir().unwrap();
    let runs = traces(folder.path());
    let runs = runs.to_str().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (text, _) = shown(folder.path(), &["explain", "functions", runs]);
    let stall = text.lines().find(|line| line.starts_with("stall: ")).unwrap();
    let out = |format: &str| format!("{format}={}", at(format));
    let [json, html, markdown] = ["json", "html", "markdown"].map(out);
    let config = at("settings.toml");
    let (exit, text, err) =
        gate(["check", runs, "--config", &config, "--out", &json, "--out", &html, "--out", &markdown]);
    assert_eq!(exit, Exit::NoBaseline, "{err}");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&text).contains(&words(&format!("Stalls (2) {NOTE} {stall} {stall}"))), "{text}");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let first_fold = read("markdown").find("<details>").unwrap();
    assert!(read("markdown").find("stall: 35.00").unwrap() > first_fold, "{}", read("markdown"));
    shown(folder.path(), &["look", runs, "--out", &at("look")]);
    for page in [read("html"), read("look")] {
        let (_, section) = page.split_once("<section id=\"stalls\">").expect("a section");
        let (section, _) = section.split_once("</section>").unwrap();
        let items: Vec<&str> = section.split("<li>").skip(1).collect();
        assert_eq!(items.len(), 2, "{section}");
        assert!(items[0].contains("deadlock: thread <span class=\"name\">main</span> in "), "{section}");
    }
    let verdict: Value = serde_json::from_str(&read("json")).unwrap();
    let (list, _) = shown(folder.path(), &["explain", "functions", runs, "--format", "json"]);
    let list: Value = serde_json::from_str(&list).unwrap();
    assert_eq!(verdict["stalls"], list["stalls"]);
    let stall = &verdict["stalls"][0];
    assert_eq!((stall["ran_ns"].as_f64(), stall["waits"].as_str()), (Some(35e6), Some("other")));
    assert_eq!(stall["phase"], "main..did_finish_launching");
    let main = &stall["main"];
    assert_eq!((&main["module"], &main["owner"]), (&"Core".into(), &"@core".into()));
    assert_eq!(main["stack"].as_array().unwrap().len(), 3);
    assert_eq!((&stall["holder"], &stall["ring"][0]), (main, main));
}

/// The note above the list of stalls.
const NOTE: &str = "Calls on the main thread that lasted longer than the agent's setting stall. Functions of the app are listed with the innermost first.";

#[test]
fn sampled_functions_are_shown_with_their_share_of_the_time_of_their_method() {
    let folder = tempfile::tempdir().unwrap();
    let runs = traces(folder.path());
    let runs = runs.to_str().unwrap();
    let (tree, _) = shown(folder.path(), &["explain", "tree", runs, "--min", "0%"]);
    let lines: Vec<&str> = tree.lines().collect();
    let at = |part: &str| {
        lines.iter().position(|line| line.contains(part)).unwrap_or_else(|| panic!("{part}\n{tree}"))
    };
    // If the image has no symbol for the method's own frame, the frame is unknown. The innermost function is then shown.
    assert!(at("-[Cart reload]") < at("~qsort"), "{tree}");
    assert!(lines[at("~qsort")].contains(" sampled "), "{tree}");
    assert!(lines[at("-[Cart reload]")].starts_with("  40.00 ms"), "{tree}");
    // 12 of 32 samples are below a method of 40 ms.
    assert!(lines[at("~qsort")].starts_with("  15.00 ms"), "{tree}");

    let (folded, _) = shown(folder.path(), &["export", runs, "--format", "collapsed"]);
    let below: f64 = folded
        .lines()
        .filter(|line| line.contains("-[Cart reload]"))
        .map(|line| line.rsplit(' ').next().unwrap().parse::<f64>().unwrap())
        .sum();
    assert!((below - 40e6).abs() < 3.0, "{folded}");
    assert!(
        folded.lines().any(|line| line.contains("-[Cart reload];~qsort (libsystem_c.dylib) (sampled) ")),
        "{folded}"
    );
}

#[test]
fn a_timeline_contains_only_recorded_calls_and_the_page_also_sampled_functions() {
    let folder = tempfile::tempdir().unwrap();
    let runs = traces(folder.path());
    let one = runs.join("2.lgtrace");
    let one = one.to_str().unwrap();
    let (chrome, _) = shown(folder.path(), &["export", one, "--format", "chrome"]);
    let value: Value = serde_json::from_str(&chrome).unwrap();
    let events = value["traceEvents"].as_array().unwrap();
    let calls = events.iter().filter(|event| event["ph"] == "X").count();
    assert_eq!(calls, 1);

    let page = folder.path().join("it.html");
    shown(folder.path(), &["look", one, "--out", page.to_str().unwrap()]);
    assert!(std::fs::read_to_string(&page).unwrap().contains("~qsort (libsystem_c.dylib) (sampled)"));
}

#[test]
fn launches_without_samples_have_no_sampled_functions() {
    let folder = tempfile::tempdir().unwrap();
    let runs = traces(folder.path());
    let sampled = std::fs::read(runs.join("2.lgtrace")).unwrap();
    let reader = Reader::open(&sampled).unwrap();
    let mut content = Content::read(&reader);
    content.sampler = None;
    let plain = folder.path().join("plain.lgtrace");
    std::fs::write(&plain, content.to_bytes()).unwrap();
    let (tree, warnings) = shown(folder.path(), &["explain", "tree", plain.to_str().unwrap(), "--min", "0%"]);
    assert!(tree.contains("-[Cart reload]") && !tree.contains("sampled"), "{tree}{warnings}");
    // The only warning is about the note in the trace.
    let ignored = "the agent ignored a setting: \"unknown key depht\"";
    assert!(warnings.lines().count() == 1 && warnings.contains(ignored), "{warnings}");
    let (exit, _, err) = gate(["explain", "functions", plain.to_str().unwrap()]);
    assert_eq!(exit, Exit::Error);
    assert!(err.contains("these launches have no sampled call stacks"));
}
