//! Tests `gate look APP` on a phone: the command adds the agent, launches the app three times, and writes a page that shows the launch.

use std::fs;

use e2e::bundle::app_to_install;
use e2e::lab::{Lab, gate, injected_shop};
use e2e::shop::{Shop, zip_app};
use gate::cli::Exit;
use gate_device::{Patience, choose_driver};
use phone::build::{Style, agent};

#[test]
fn gate_look_launches_an_app_on_a_phone_and_writes_a_page_of_its_launch() {
    let lab = Lab::new("17.5").unwrap();
    let shop = Shop::build(Style::Chained).unwrap();
    let (app, page, kept) = (shop.ipa().unwrap(), lab.path("launch.html"), lab.path("kept"));
    let shown = |path: &std::path::Path| path.display().to_string();
    let (app, agent, address) = (shown(&app), shown(&agent().unwrap()), lab.address());
    let (out, keep) = (shown(&page), shown(&kept));
    let words = [
        "look",
        &app,
        "--agent",
        &agent,
        "--usbmuxd",
        &address,
        "--driver",
        "embedded",
        "-o",
        &out,
        "--keep",
        &keep,
    ];
    let (exit, output, progress) = gate(&[&words[..], &["--no-open"]].concat());
    assert_eq!(exit, Exit::Pass, "{output}{progress}");
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].starts_with("3 launches: ") && lines[0].contains(" ms (typical "), "{output}");
    assert_eq!(lines.last(), Some(&&*format!("wrote {out}")));
    // The terminal also shows the app's system requests ("work").
    assert!(lines[1] == "Work" && lines.iter().any(|line| line.starts_with("  code.open ")), "{output}");
    // `gate look` deletes its launches at the end, so its output suggests no next step with them.
    assert!(!progress.contains("Next:") && !progress.contains("launches in "), "{progress}");
    // Each step is printed as it happens.
    let steps = ["adding the agent to", "launch 3 of 3", "reading the launches"];
    let places: Vec<usize> = steps
        .iter()
        .map(|step| progress.find(step).unwrap_or_else(|| panic!("{step}: {progress}")))
        .collect();
    assert!(places.is_sorted(), "{progress}");
    let text = fs::read_to_string(&page).unwrap();
    for part in [
        "<h1>com.example.shop: ",
        "3 launches, ",
        "main..did_finish_launching",
        "-[ImagingDecoder decode:rows:]",
        "CatalogController",
        "<h2>What was recorded</h2>",
        "<h2>Flame graph</h2>",
        "<h2>Timeline</h2>",
        "\"single\":true",
        "Limitations",
    ] {
        assert!(text.contains(part), "{part}");
    }
    assert!(kept.join("run.jsonl").exists(), "--keep keeps the traces");

    // A second call with the same launches writes the same page.
    let again = shown(&lab.path("again.html"));
    let (exit, _, err) = gate(&["look", &keep, "-o", &again, "--no-open"]);
    assert_eq!(exit, Exit::Pass, "{err}");
    assert_eq!(fs::read_to_string(&again).unwrap(), text);
    // An app that already has the agent is launched unchanged.
    let ready = shown(injected_shop());
    let words = ["look", &ready, "--usbmuxd", &address, "--driver", "embedded", "--launches", "1"];
    let (exit, output, progress) = gate(&[&words[..], &["-o", &again, "--no-open"]].concat());
    assert_eq!(exit, Exit::Pass, "{output}{progress}");
    assert!(output.starts_with("1 launch: ") && !progress.contains("adding the agent"), "{output}{progress}");
    // A missing file is reported as missing, and no page is written.
    let (exit, _, err) = gate(&["look", "gone.ipa", "-o", &shown(&lab.path("none.html"))]);
    assert_eq!(exit, Exit::Error);
    assert!(err.contains("gone.ipa does not exist") && !lab.path("none.html").exists(), "{err}");
}

#[test]
fn the_launch_page_is_copied_to_the_folder_that_the_files_app_of_the_phone_shows() {
    let lab = Lab::new("17.5").unwrap();
    let shown = |path: &std::path::Path| path.display().to_string();
    let (agent, address, page) = (shown(&agent().unwrap()), lab.address(), lab.path("launch.html"));
    let look = |app: &std::path::Path| {
        let words = ["look", &shown(app), "--agent", &agent, "--usbmuxd", &address, "--driver", "embedded"];
        let more = ["--launches", "1", "-o", &shown(&page), "--no-open", "--on-device"];
        gate(&[&words[..], &more].concat())
    };
    let app = app_to_install(&lab.path("app"), &["events.m"], false).unwrap();
    let archive = lab.file("Fixture.ipa", &zip_app(&app).unwrap()).unwrap();
    let (exit, output, errors) = look(&archive);
    assert_eq!(exit, Exit::Pass, "{output}{errors}");
    assert!(
        output.ends_with("wrote Documents/launchgate.html of com.example.fixture on the device\n"),
        "{output}"
    );
    let copy = lab.path("copy.html");
    let patience = Patience::default();
    let mut chosen = choose_driver(&[], "embedded", None, Some(&address), &patience).unwrap();
    let mut phone = chosen.driver.open(&chosen.device.udid).unwrap();
    phone.pull("com.example.fixture", "Documents/launchgate.html", &copy).unwrap();
    assert_eq!(fs::read(&copy).unwrap(), fs::read(&page).unwrap());

    // Shop does not share its Documents folder, so `gate look` must refuse it before the first launch.
    let shop = Shop::build(Style::Chained).unwrap();
    let (exit, output, errors) = look(&shop.ipa().unwrap());
    assert_eq!(exit, Exit::Error, "{output}{errors}");
    assert!(
        errors.contains("its file sharing is off") && !errors.contains("launch 1"),
        "it ends before the first launch: {errors}"
    );
    let (exit, _, errors) = gate(&["look", &shown(&lab.path("app")), "--on-device", "--no-open"]);
    assert!(exit == Exit::Error && errors.contains("--on-device needs the app to launch"), "{errors}");
}
