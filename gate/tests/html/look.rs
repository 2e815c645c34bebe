//! Tests the page of `gate look` in a browser. The page shows launches without a comparison.

use std::sync::Mutex;
use std::time::Duration;

use gate::cli::Exit;
use serde_json::{Value, json};

use super::browser::Browser;
use super::{Opened, printed};
use crate::cli::schema::problems;
use crate::common::traces;

/// Opens the page of three launches of the small app, with modules and owners from the settings.
pub(super) fn opened(width: u32) -> Opened {
    let folder = recorded(|number, cart| traces::launch("s", number, cart));
    open_page_of(folder, width).0
}

/// Returns a folder with the traces of three launches in `runs`, and settings with modules and owners.
fn recorded(launch: impl Fn(u64, u64) -> Vec<u8>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("runs")).unwrap();
    for number in 1..=3 {
        let bytes = launch(number, 9_000 + 100 * number);
        std::fs::write(folder.path().join(format!("runs/{number}.lgtrace")), bytes).unwrap();
    }
    let rules =
        "[[module]]\nname = \"Checkout\"\nowner = \"@shop/checkout\"\nclasses = [\"Cart\", \"Price\"]\n";
    std::fs::write(folder.path().join("config.toml"), rules).unwrap();
    folder
}

/// Returns the JSON report and the words of the text report about recorded launches, for which no baseline is stored.
fn reports(folder: &tempfile::TempDir) -> (Value, String) {
    let [runs, config] = ["runs", "config.toml"].map(|name| folder.path().join(name));
    let [json, text] = ["json", "text"].map(|format| {
        let files = ["check", runs.to_str().unwrap(), "--config", config.to_str().unwrap()];
        printed(Exit::NoBaseline, &[&files[..], &["--format", format]].concat())
    });
    (serde_json::from_str(&json).unwrap(), text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Makes the page of recorded launches and opens it. Returns the page and the first line that the command prints.
fn open_page_of(folder: tempfile::TempDir, width: u32) -> (Opened, String) {
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let page = path("launch.html");
    let look = ["look", &path("runs"), "--config", &path("config.toml"), "-o", &page, "--no-open"];
    let line = printed(Exit::Pass, &look).lines().next().unwrap().to_owned();
    let mut browser = Browser::start(&folder.path().join("profile"));
    browser.resize(width, 900);
    browser.open(&format!("file://{page}"));
    (Opened { browser: Mutex::new(browser), took: Duration::ZERO, _folder: folder }, line)
}

/// Returns the rows of a section, in which the cells are joined.
fn rows(page: &Opened, section: &str) -> Vec<String> {
    let cells = format!(
        "[...document.querySelectorAll('#{section} tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent.trim()).join(' | ')).join('\\n')"
    );
    page.js(&cells).as_str().unwrap().replace('\u{a0}', " ").lines().map(str::to_owned).collect()
}

#[test]
fn the_page_of_one_launch_has_all_sections() {
    let page = opened(1280);
    page.screenshot("look-1280.png", 1280);
    assert_eq!(
        page.js("document.querySelector('h1').textContent"),
        "com.example.shop: 69.15 ms to the first frame"
    );
    let average = page.js("document.querySelector('#launch p').textContent");
    assert!(
        average
            .as_str()
            .unwrap()
            .starts_with("3 launches, 69.10 to 69.30\u{a0}ms (typical 69.15\u{a0}ms), on "),
        "{average}"
    );
    // The most expensive item comes first. Code on other threads does not delay the launch, so the first method is a method of the main
    // thread.
    assert_eq!(
        page.js("document.querySelectorAll('#recorded p')[0].textContent"),
        "The longest phase is main to didFinishLaunching (main..did_finish_launching): 30.20\u{a0}ms."
    );
    assert_eq!(
        page.js("document.querySelectorAll('#recorded p')[1].textContent"),
        "The most expensive method of the main thread is -[AppDelegate application:didFinishLaunchingWithOptions:] · Shop: 20.00\u{a0}ms itself, 29.20\u{a0}ms with what it calls."
    );
    let phases = rows(&page, "recorded");
    assert_eq!(phases.len(), 4, "{phases:?}");
    assert_eq!(
        phases[2],
        "main to didFinishLaunching (main..did_finish_launching) | 30.20 ms | 30.10 to 30.30 ms | 44 % | 29.20 ms | 1.00 ms"
    );
    assert_eq!(rows(&page, "pages"), ["CartController | 14.00 ms | 1"]);
    let [launched, worker, cart, price] = [
        "-[AppDelegate application:didFinishLaunchingWithOptions:] | Shop |  | main | 20.00 ms | 29.20 ms | 1",
        "-[Worker run] | Shop |  | others | 15.00 ms | 15.00 ms | 1",
        "-[Cart reload] | Checkout | @shop/checkout | main | 8.30 ms | 9.20 ms | 1",
        "-[Price format:] | Checkout | @shop/checkout | main | 900.0 µs | 900.0 µs | 200",
    ];
    assert_eq!(rows(&page, "top-methods"), [launched, worker, cart, price]);
    let sort = |head: &str| {
        let find = format!(
            "[...document.querySelectorAll('#top-methods th button')].find(one => one.textContent === '{head}').click()"
        );
        page.js(&find);
        rows(&page, "top-methods")
    };
    assert_eq!(sort("Calls"), [price, launched, worker, cart]);
    assert_eq!(sort("Calls"), [launched, worker, cart, price], "the smallest first");
    assert_eq!(sort("Total"), [launched, worker, cart, price]);
    assert_eq!(rows(&page, "modules"), ["Shop |  | 2 | 35.00 ms", "Checkout | @shop/checkout | 2 | 9.20 ms"]);
    let unseen = page.text("unseen");
    for part in ["other Swift, C and C++ is sampled", "static initialisers", "System methods", "JavaScript"] {
        assert!(unseen.contains(part), "{part}: {unseen}");
    }
    page.is_quiet();
}

#[test]
fn the_page_names_the_window_that_was_recorded() {
    for (begin, title, line) in [
        (
            None,
            "79.15 ms to the end of the window",
            "79.10 to 79.30 ms (typical 79.15 ms) to the end of the window",
        ),
        (
            Some(25_000),
            "54.15 ms from the begin of the window to its end",
            "54.10 to 54.30 ms (typical 54.15 ms) from the begin of the window to its end",
        ),
    ] {
        let (page, printed) = open_page_of(recorded(|number, cart| traces::flow(number, cart, begin)), 390);
        let heading = page.js("document.querySelector('h1').textContent");
        assert_eq!(heading, format!("com.example.shop: {title}"));
        assert_eq!(printed, format!("3 launches: {line}"));
        page.is_quiet();
    }
}

#[test]
fn spans_are_listed_in_every_format_with_calls_times_caller_and_owner() {
    let folder = recorded(|number, cart| traces::flow(number, cart, None));
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let config = path("config.toml");
    let image = "[[module]]\nname = \"Shop\"\nowner = \"@shop/app\"\nimages = [\"Shop\"]\n";
    std::fs::write(&config, std::fs::read_to_string(&config).unwrap() + image).unwrap();
    let (json, text) = reports(&folder);
    let spans = &json["recorded"]["spans"];
    let [checkout, upload, price] = [
        ("checkout", 1.0, 5e6, 3.5e6, json!("-[Cart reload]"), json!("@shop/checkout")),
        // A C function emits the signposts of this span.
        ("upload", 1.0, 4e6, 4e6, json!("Shop"), json!("@shop/app")),
        ("price", 2.0, 1.5e6, 1.5e6, json!("-[Price format:]"), json!("@shop/checkout")),
    ]
    .map(|(name, calls, total, own, caller, owner)| {
        json!({"name": name, "calls": calls, "total_ns": total, "self_ns": own, "caller": caller, "owner": owner})
    });
    assert_eq!(*spans, json!([checkout, upload, price]));
    assert_eq!(problems(&json), [""; 0]);
    let listed = [
        "checkout | 1 | 5.00 ms | 3.50 ms | -[Cart reload] | @shop/checkout",
        "upload | 1 | 4.00 ms | 4.00 ms | Shop | @shop/app",
        "price | 2 | 1.50 ms | 1.50 ms | -[Price format:] | @shop/checkout",
    ];
    for row in listed {
        let row = row.replace(" |", "");
        assert!(text.contains(row.trim()), "{row}: {text}");
    }
    let (page, _) = open_page_of(folder, 390);
    assert_eq!(rows(&page, "spans"), listed);
    page.js("document.getElementById('spans').scrollIntoView()");
    assert!(page.number("document.querySelector('#spans tbody').getBoundingClientRect().height") > 0.0);
    let sideways = page.number("document.documentElement.scrollWidth");
    assert!(sideways <= 390.0, "the page is {sideways} wide");
    page.screenshot("look-spans-390.png", 390);
    page.is_quiet();
}

#[test]
fn a_page_that_appears_two_times_has_two_appearances_in_every_format() {
    let folder = recorded(|number, cart| traces::flow(number, cart, None));
    let (json, text) = reports(&folder);
    let expected = json!([{"name": "CartController", "ns": 14e6, "appearances": 2.0}]);
    assert_eq!(json["recorded"]["pages"], expected);
    assert!(text.contains("CartController 14.00 ms 2 "), "{text}");
    let (page, _) = open_page_of(folder, 390);
    assert_eq!(rows(&page, "pages"), ["CartController | 14.00 ms | 2"]);
    page.is_quiet();
}

#[test]
fn flame_graph_and_timeline_of_a_launch_work_by_keyboard() {
    let page = opened(1280);
    let keys = |canvas: &str, keys: &[&str]| {
        page.js(&format!("document.getElementById('{canvas}-canvas').focus()"));
        let mut heard = Vec::new();
        for key in keys {
            page.js(&format!("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true}}))"));
            heard.push(page.text(&format!("{canvas}-detail")));
        }
        heard.join("\n")
    };
    let flame = keys("flame", &["ArrowDown", "ArrowDown"]);
    assert!(flame.contains("-[Cart reload]") && flame.contains("9.20 ms"), "{flame}");
    assert!(!flame.contains('→'), "no baseline to compare with: {flame}");
    page.js("(() => { const s = document.getElementById('flame-search'); s.value = 'format'; s.dispatchEvent(new Event('input')); })()");
    let found = page.text("flame-found");
    assert!(found.starts_with("1 found, ") && found.ends_with(" % of the thread"), "{found}");
    // An item that is selected in one view is marked in the other view.
    assert!(page.text("timeline-detail").contains("-[Cart reload]"), "{}", page.text("timeline-detail"));
    let timeline = keys("timeline", &[["ArrowUp"; 12], ["ArrowDown"; 12]].concat());
    for part in [
        "first_frame at ",
        "page CartController, 14.00 ms",
        "-[Worker run], 15.00 ms",
        "thread com.shop.worker",
    ] {
        assert!(timeline.contains(part), "{part}: {timeline}");
    }
    assert!(!timeline.contains("head:") && !timeline.contains("base:"), "{timeline}");
    page.is_quiet();
}

/// The page has the texts and roles that a screen reader and a keyboard need. The text of the page is not cut off on a phone.
#[test]
fn the_page_of_a_launch_is_accessible() {
    let page = opened(390);
    let sideways = page.number("document.documentElement.scrollWidth");
    assert!(sideways <= 390.0, "the page is {sideways} wide");
    page.screenshot("look-390.png", 390);
    for (what, all, wrong) in [
        ("links that lead nowhere", "nav a", "!document.querySelector(e.getAttribute('href'))"),
        ("unlinked sections", "main > section", "!document.querySelector(`nav a[href='#${e.id}']`)"),
        ("sections without a heading", "main > section", "!e.querySelector('h1, h2')"),
        ("heads of columns without a scope", "th", "e.scope !== 'col'"),
        ("uneven tables", "table", "[...e.rows].some((row) => row.cells.length !== e.rows[0].cells.length)"),
        (
            "controls without a name",
            "button, input, select, canvas",
            "!(e.getAttribute('aria-label') || e.textContent.trim())",
        ),
        ("canvases that no keyboard reaches", "canvas", "e.tabIndex !== 0"),
        ("names given twice", "[id]", "document.querySelectorAll(`#${e.id}`).length > 1"),
    ] {
        assert_ne!(page.js(&format!("document.querySelectorAll('{all}').length")), 0, "{what}");
        let found = page.js(&format!(
            "[...document.querySelectorAll('{all}')].filter((e) => {wrong}).map((e) => e.outerHTML.slice(0, 80)).join()"
        ));
        assert_eq!(found, "", "{what}");
    }
    assert_eq!(page.js("document.querySelectorAll('h1').length"), 1);
    assert_eq!(page.js("document.documentElement.lang"), "en");
    page.is_quiet();
}
