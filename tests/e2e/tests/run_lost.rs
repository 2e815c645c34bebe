//! Tests lost launches: the run reports whether a lost launch was a launch of the base or of the head. A launch that can be recovered is
//! not counted as lost.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use e2e::lab::{Lab, check, gate, injected_shop, log, run};
use gate::cli::Exit;
use gate_launches::LOST_TRACE;
use phone::device::{Effect, Event, Fault, Settings, Step, named};
use trace::{Reader, SampleFlags};

/// Returns the number of stalls in a trace.
fn stalls_in(path: &Path) -> usize {
    let bytes = std::fs::read(path).expect("a trace");
    let trace = Reader::open(&bytes).expect("a readable trace");
    let stalled = trace.samples.iter().filter(|sample| sample.flags.contains(SampleFlags::STALL));
    stalled.map(|sample| sample.flags.stall_number()).collect::<BTreeSet<_>>().len()
}

/// iOS 26.5 closes its tunnels after six seconds, at any time: between two launches, during a launch, or while the
/// run waits for a trace. The test adds drops after random numbers of packets.
#[test]
fn a_tunnel_to_the_phone_that_drops_repeatedly_loses_no_launch() {
    const LAUNCHES: usize = 100;
    let lab = Lab::new("26.5").unwrap();
    let (mut at, mut drawn) = (0, 7_u32);
    for _ in 0..600 {
        drawn = drawn.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        at += 45 + (drawn >> 16) % 150;
        lab.device.faults().add(Fault::new(Step::Packet, Effect::Drop).after(at).times(1));
    }
    let folder = lab.path("run");
    let count = LAUNCHES.to_string();
    let (exit, output, errors) = run(&lab, injected_shop(), &folder, &["--launches", &count]);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    let log = log(&folder);
    let drops = lab.device.journal().events();
    let drops =
        drops.iter().filter(|event| matches!(event, Event::Fault { step: "tunnel-packet", .. })).count();
    let survived = (LAUNCHES - log.count_lost().min(LAUNCHES)) as f64 / LAUNCHES as f64;
    println!("{{\"drive.tunnel_drop.survived\": {survived}, \"drive.tunnel_drop.drops\": {drops}}}");
    assert_eq!(log.recorded_launches().filter(|one| one.is_counted()).count(), LAUNCHES);
    assert!(drops >= LAUNCHES / 5, "{drops} drops in {LAUNCHES} launches");
    assert!(survived >= 0.95, "{} lost: {errors}", log.count_lost());
}

#[test]
fn a_build_that_crashes_in_some_launches_does_not_pass() {
    let lab = Lab::new("17.5").unwrap();
    let (base, head) = (lab.path("base"), lab.path("head"));
    let (exit, output, errors) = run(&lab, injected_shop(), &base, &["--launches", "16"]);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    for at in [2, 5, 6, 9, 13, 16, 19] {
        lab.device.faults().add(named("crash-early").unwrap().after(at).times(1));
    }
    let (exit, output, errors) = run(&lab, injected_shop(), &head, &["--launches", "17"]);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    let verdict = lab.path("verdict.json");
    let json = format!("json={}", verdict.display());
    let (exit, output) = check(&head, &["--base", base.to_str().unwrap(), "--out", &json]);
    let told = output.contains("Lost launches: 7 of the head (the app crashed)");
    let is_told = told && matches!(exit, Exit::Regressed | Exit::Undecided);
    println!("{{\"drive.crash.told\": {}}}", u8::from(is_told));
    assert!(is_told, "{exit:?}: {output}");
    let verdict: serde_json::Value = serde_json::from_slice(&std::fs::read(verdict).unwrap()).unwrap();
    let lost = &verdict["launches"]["lost"][0];
    assert_eq!(
        (&lost["side"], &lost["reason"], &lost["launches"]),
        (&"head".into(), &"Crashed".into(), &7.into())
    );

    // The run ends when it has lost more launches than the settings allow.
    for at in 1..4 {
        lab.device.faults().add(named("crash-early").unwrap().after(2 * at).times(1));
    }
    let more = ["--launches", "6", "--set", "device.lost_limit=2"];
    let (exit, output, errors) = run(&lab, injected_shop(), &lab.path("limited"), &more);
    assert_eq!(exit, Exit::App, "{output}{errors}");
    assert!(errors.contains("3 launches were lost, and device.lost_limit allows 2"), "{errors}");
}

/// The window of some launches begins and ends with a flow that the app does not have.
#[test]
fn a_launch_whose_window_never_ends_is_lost_and_the_reason_is_reported() {
    const REASON: &str = "`end = mark:checkout` did not come within the limit of 0.400 s";
    let started = AtomicUsize::new(0);
    let settings: phone::device::Configure = std::sync::Arc::new(move |_, config| {
        let number = started.fetch_add(1, Ordering::Relaxed);
        // The base is complete after eight launches.
        if number > 8 && number.is_multiple_of(3) {
            // The first window never ends, and the second one never begins.
            let moment = if number.is_multiple_of(2) { "LAUNCHGATE_BEGIN" } else { "LAUNCHGATE_END" };
            config.environment.insert(moment.into(), "mark:checkout".into());
            config.environment.insert("LAUNCHGATE_LIMIT".into(), "400ms".into());
            config.environment.insert("PHONE_RUN_MS".into(), "1000".into());
        }
    });
    let lab = Lab::with(Settings { configure: Some(settings), ..Settings::ios("17.5") }).unwrap();
    let (base, head) = (lab.path("base"), lab.path("head"));
    let (exit, output, errors) = run(&lab, injected_shop(), &base, &["--launches", "6"]);
    assert_eq!((exit, log(&base).count_lost()), (Exit::Pass, 0), "{output}{errors}");
    let (exit, output, errors) = run(&lab, injected_shop(), &head, &["--launches", "6"]);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    assert!(errors.contains(REASON) && log(&head).count_lost() >= 2, "{output}{errors}");
    assert!(errors.contains("the window never began: `begin = mark:checkout` did not come"), "{errors}");
    // The traces of the lost launches are kept. They are no launches of the run, and can be opened one by one.
    let lost = lost_traces(&head);
    assert_eq!(lost.len(), log(&head).count_lost(), "{lost:?}");
    assert!(errors.contains(&format!("gate look {}", lost[0].display())), "{errors}");
    let page = lab.path("page.html");
    let words = ["look", lost[0].to_str().unwrap(), "-o", page.to_str().unwrap(), "--no-open"];
    let (exit, output, errors) = gate(&words);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(
        text.contains("<p class=\"soft\">the agent stopped recording") && text.contains(REASON),
        "{output}{errors}"
    );
    let (_, output) = check(&head, &["--base", base.to_str().unwrap()]);
    let lost = format!(
        "Lost launches: {} of the head (the recorded window did not begin or did not end; the first: the window never ended: {REASON})",
        log(&head).count_lost()
    );
    assert!(output.contains(&lost), "{output}");
}

/// A method of the app does not return before the limit of the window.
#[test]
fn the_page_and_the_report_of_a_lost_launch_show_the_stalled_method() {
    let started = AtomicUsize::new(0);
    let stalls: phone::device::Configure = std::sync::Arc::new(move |_, config| {
        let number = started.fetch_add(1, Ordering::Relaxed);
        // The base is complete after eight launches.
        if number <= 8 || !number.is_multiple_of(3) {
            return;
        }
        let set = [
            ("LAUNCHGATE_END", "mark:checkout"),
            ("LAUNCHGATE_LIMIT", "400ms"),
            ("LAUNCHGATE_STALL", "10ms"),
            ("PHONE_RUN_MS", "1000"),
            ("SHOP_SLOW", "Shop.preload:40000"),
        ];
        config.environment.extend(set.map(|(name, value)| (name.to_owned(), value.to_owned())));
        config.slowdown = 10.0;
    });
    let lab = Lab::with(Settings { configure: Some(stalls), ..Settings::ios("17.5") }).unwrap();
    let (base, folder, page) = (lab.path("base"), lab.path("run"), lab.path("page.html"));
    for folder in [&base, &folder] {
        let (exit, output, errors) = run(&lab, injected_shop(), folder, &["--launches", "6"]);
        assert_eq!(exit, Exit::Pass, "{output}{errors}");
    }
    let lost = lost_traces(&folder);
    let words = ["look", lost[0].to_str().unwrap(), "-o", page.to_str().unwrap(), "--no-open"];
    let (exit, output, errors) = gate(&words);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(text.contains("stall: ") && text.contains("preload"), "{output}{errors}");
    // The report of a check has the stall too.
    let (_, output) = check(&folder, &["--base", base.to_str().unwrap(), "--format", "json"]);
    let verdict: serde_json::Value = serde_json::from_str(&output).expect("a verdict");
    // No dSYM names the functions, so the stacks have addresses.
    let stalls = verdict["stalls"].as_array().unwrap_or_else(|| panic!("no stalls: {}", verdict["warnings"]));
    // The scheduling of the threads decides how many calls of a launch last longer than `stall`; the report lists all of them, up to ten.
    let recorded: Vec<usize> = lost.iter().map(|path| stalls_in(path)).collect();
    assert!(!recorded.contains(&0), "{recorded:?}");
    assert_eq!(stalls.len(), recorded.iter().sum::<usize>().min(10), "{stalls:?}");
    let is_in_shop = |stall: &serde_json::Value| stall["main"]["stack"][0].to_string().contains("Shop + ");
    assert!(stalls.iter().all(is_in_shop), "{stalls:?}");
}

/// Returns the files of the traces of lost launches.
fn lost_traces(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut traces: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|end| end == LOST_TRACE)).collect();
    // The names end with the number of the launch.
    traces.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
    traces
}

/// The phone refuses to make the app's pointers to `objc_msgSend` writable.
#[test]
fn a_phone_that_cannot_be_recorded_ends_the_run_with_the_reason() {
    const REASON: &str = "its pointer to objc_msgSend cannot be made writable";
    let seals: phone::device::Configure = std::sync::Arc::new(|_, config| config.sealed_data = true);
    let lab = Lab::with(Settings { configure: Some(seals), ..Settings::ios("17.5") }).unwrap();
    let folder = lab.path("run");
    let (exit, output, errors) = run(&lab, injected_shop(), &folder, &["--launches", "3"]);
    assert_eq!(exit, Exit::App, "{output}{errors}");
    assert!(errors.contains("nothing was recorded in the app"), "{errors}");
    assert!(errors.contains(REASON), "{errors}");
    assert_eq!(log(&folder).recorded_launches().count(), 0);
}
