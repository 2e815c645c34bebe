//! Tests the HTML report, which a real Chromium opens from a file.
//!
//! The tests store screenshots for people in `target/screenshots`.

mod axe;
mod browser;
mod comment;
mod functions;
mod inspect;
mod kinds;
mod look;
mod trend;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use gate::cli::Exit;
use gate_decision::{Amount, Subject};
use gate_report::drawings::*;
use gate_report::render_html;
use gate_report::value::*;
use gate_report::word::StoredWord;
use serde_json::{Map, Value};

use crate::common::{fixture, gate, traces};
use browser::Browser;

const HOSTILE: &str = "-[Cart </script><img src=x onerror=alert(1)> @team \u{202e}]";

/// Returns a report of an app with `methods` methods. All sums in the report are correct.
fn report(methods: usize, launches: usize) -> Report {
    let mut seed = 7u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as f64 / f64::from(u32::MAX >> 1)
    };
    let mut names: Vec<String> =
        (0..methods).map(|i| format!("-[Class{:04} method{i}:with:]", i / 7)).collect();
    names[3] = HOSTILE.to_owned();
    let costs: Vec<[i64; 2]> = (0..methods)
        .map(|i| {
            let base = (2_000.0 / (0.02 + random())) as i64;
            [base, if i == 3 { base * 3 } else { base + (random() * 100.0) as i64 - 50 }]
        })
        .collect();
    let sum = |of: &mut dyn Iterator<Item = usize>| {
        of.fold([0, 0], |sum, i| [sum[0] + costs[i][0], sum[1] + costs[i][1]])
    };
    let modules = 40;
    let phases: Vec<WaterfallPhase> = ["start..main", "main..first_frame"]
        .iter()
        .enumerate()
        .map(|(phase, name)| {
            let modules: Vec<WaterfallModule> = (0..modules)
                .map(|module| {
                    let of = || (0..methods).filter(move |i| i % modules == module && i % 2 == phase);
                    let [base_ns, head_ns] = sum(&mut of());
                    let methods = of()
                        .map(|i| WaterfallMethod {
                            name: i as u32,
                            base_ns: costs[i][0],
                            head_ns: costs[i][1],
                        })
                        .collect();
                    WaterfallModule { name: Some(format!("Module{module}")), base_ns, head_ns, methods }
                })
                .collect();
            let [base, head] =
                modules.iter().fold([0, 0], |sum, module| [sum[0] + module.base_ns, sum[1] + module.head_ns]);
            WaterfallPhase {
                name: (*name).to_owned(),
                base_ns: base + 5_000_000,
                head_ns: head + 6_000_000,
                base_outside_ns: 5_000_000,
                head_outside_ns: 6_000_000,
                modules,
            }
        })
        .collect();
    let waterfall = Waterfall {
        base_ns: phases.iter().map(|phase| phase.base_ns).sum(),
        head_ns: phases.iter().map(|phase| phase.head_ns).sum(),
        base_launches: launches / 2,
        head_launches: launches / 2,
        phases,
    };
    let row = |i: usize| ReportRow {
        kind: StoredWord::from_text("row"),
        subject: Subject::Method((*names[i]).into()),
        module: Some(format!("Module{}", i % modules)),
        base: Amount::from_ns(costs[i][0] as f64),
        head: Amount::from_ns(costs[i][1] as f64),
        change: Amount::from_ns((costs[i][1] - costs[i][0]) as f64),
        ratio: Some(costs[i][1] as f64 / costs[i][0] as f64),
        interval: [Some(Amount::from_ns(1.0)), None],
        p_adjusted: 1.0,
        name: names[i].clone(),
        answer: Some(StoredWord::from_text("within")),
        history: (0..7).map(|k| (k != 2).then_some(costs[i][0] as f64 + f64::from(k))).collect(),
        ..ReportRow::default()
    };
    let mut finding = row(3);
    finding.kind = StoredWord::from_text("slower");
    finding.status = Some(RowStatus::Fails { exceeds: None }.into());
    finding.owner = Some("@acme/cart".to_owned());
    finding.path = vec!["-[App start]".to_owned(), "-[Root <b>load</b>]".to_owned()];
    finding.values = Some(RowValues {
        base: (0..launches).map(|_| costs[3][0] as f64 * (1.0 + 0.1 * random())).collect(),
        head: (0..launches).map(|_| costs[3][1] as f64 * (1.0 + 0.1 * random())).collect(),
    });
    let nodes = methods.min(1_000);
    let tree = Tree {
        thread: "main".to_owned(),
        parent: (0..nodes).map(|i| i.checked_sub(1).map(|last| (last / 3) as u32)).collect(),
        name: (0..nodes).map(|i| (i % 50 != 49).then_some(i as u32)).collect(),
        base_ns: (0..nodes).map(|i| costs[i][0]).collect(),
        head_ns: (0..nodes).map(|i| costs[i][1]).collect(),
        base_calls: vec![1.0; nodes],
        head_calls: vec![2.0; nodes],
        ..Tree::default()
    };
    let timeline = |session: &str| Timeline {
        session: session.to_owned(),
        launch: 4,
        marks: vec![
            TimelineMark { name: "main".to_owned(), at_ns: 8e6 },
            TimelineMark { name: "first_frame".to_owned(), at_ns: 90e6 },
        ],
        pages: vec![TimelinePage { name: "HomePage".to_owned(), from_ns: 20e6, to_ns: 88e6 }],
        threads: vec![TimelineThread {
            name: "main".to_owned(),
            is_main: true,
            slices: TimelineSlices {
                name: (0..40).collect(),
                depth: (0..40).map(|i| i % 4).collect(),
                start_ns: (0..40).map(|i| 8e6 + f64::from(i / 4) * 8e6 + f64::from(i % 4) * 1e5).collect(),
                duration_ns: (0..40).map(|i| 7e6 - f64::from(i % 4) * 1e6).collect(),
            },
        }],
        dropped_calls: 3,
        dropped_events: 0,
        left_out: 0,
    };
    let used = |count: usize| {
        vec![LaunchUsed { session: "s".to_owned(), launch: 1, block: None, duration_ns: None }; count]
    };
    let stalled = StallThread {
        thread: HOSTILE.to_owned(),
        stack: vec![HOSTILE.to_owned(), "-[Cart lock]".to_owned()],
        module: Some(HOSTILE.to_owned()),
        owner: Some(HOSTILE.to_owned()),
    };
    Report {
        next: Vec::new(),
        slow_launches: None,
        called: None,
        format: FORMAT.to_owned(),
        verdict: Answer::Regressed,
        findings: vec![finding],
        facts: vec![],
        suspects: vec![row(5)],
        vanished: vec![],
        noisy: vec![],
        reasons: vec![],
        more_launches: None,
        limit: None,
        review: vec![],
        edits_baselines: false,
        warnings: vec![format!("odd: {HOSTILE}")],
        differences: vec![],
        wholes: vec![ReportRow { name: "the launch".to_owned(), ..row(0) }],
        counts: vec![],
        work: Some(vec![WorkLine {
            work: HOSTILE.to_owned(),
            module: Some(HOSTILE.to_owned()),
            owner: Some(HOSTILE.to_owned()),
            ..WorkLine::default()
        }]),
        waiting: Some(vec![WaitLine {
            wait: HOSTILE.to_owned(),
            method: Some(HOSTILE.to_owned()),
            owner: Some(HOSTILE.to_owned()),
            head_ns: 1e9,
            ..WaitLine::default()
        }]),
        stalls: vec![StallLine {
            ran_ns: 4e8,
            phase: Some(HOSTILE.to_owned()),
            waits: Some(HOSTILE.to_owned()),
            main: stalled.clone(),
            holder: Some(stalled.clone()),
            ring: vec![stalled.clone(), stalled],
        }],
        functions: None,
        drift: None,
        launches: Some(LaunchesUsed {
            typical_share: Some(0.6),
            mode: StoredWord::from_text("sessions"),
            base: launches,
            head: launches,
            sessions: 6,
            excluded: vec![ExcludedLaunch {
                source: "runs/1.lgtrace".to_owned(),
                session: "pr-7".to_owned(),
                launch: 1,
                reason: StoredWord::from_text("prewarmed"),
            }],
            session_sd: Some(0.01),
            session_sd_measured: true,
            few_days: None,
            lost: vec![],
            list: Some(LaunchList { base: used(launches), head: used(launches) }),
            others: Map::new(),
        }),
        settings: Some(UsedSettings {
            limits: Limits { effect: 0.03, floor_ns: 1e5, set_floor_ns: 1e5 },
            instructions_effect: Some(0.005),
            alpha: 0.05,
            fdr: 0.1,
            threads: Some("main".to_owned()),
            file: Some("config.toml".to_owned()),
            others: Map::new(),
        }),
        environment: vec![ConditionPair {
            condition: StoredWord::from_text("device"),
            base: vec!["iPhone15,2".to_owned()],
            head: vec!["iPhone15,2".to_owned()],
        }],
        modules: vec![Module {
            name: Some("Module3".to_owned()),
            owner: Some("@acme/cart".to_owned()),
            methods: 5,
            base_ns: 1_000_000,
            head_ns: 3_000_000,
            findings: 1,
            limit_ns: Some(2e6),
            over: true,
        }],
        budgets: vec![Budget {
            name: "module Module3".to_owned(),
            limit: Amount::from_ns(2e6),
            base: Amount::from_ns(1e6),
            head: Amount::from_ns(3e6),
            over: true,
        }],
        rows: (0..methods).map(row).collect(),
        history: (0..7)
            .map(|k| Session {
                name: format!("session-{k}"),
                recorded_unix_ms: Some(1_700_000_000_000 + k * 86_400_000),
                build: k.to_string(),
                version: "5.2".to_owned(),
                images: BTreeMap::new(),
                launches,
                is_head: k == 6,
                is_anchor: k == 1,
                launch_ns: Some(90e6 + 1e6 * k as f64),
            })
            .collect(),
        waterfall: Some(waterfall),
        trees: vec![tree],
        timelines: Some(Timelines { base: Some(timeline("main-1")), head: Some(timeline("pr-7")) }),
        recorded: None,
        commands: None,
        origin: None,
        others: Map::new(),
        names,
        sources: vec![],
    }
}

/// A report that is open in a browser.
struct Opened {
    browser: Mutex<Browser>,
    took: Duration,
    _folder: tempfile::TempDir,
}

fn open(report: &Report, width: u32, height: u32) -> Opened {
    open_page(&render_html(report).unwrap(), width, height)
}

fn open_page(page: &str, width: u32, height: u32) -> Opened {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.html");
    std::fs::write(&path, page).unwrap();
    let mut browser = Browser::start(&folder.path().join("profile"));
    browser.resize(width, height);
    let start = Instant::now();
    browser.open(&format!("file://{}", path.display()));
    Opened { browser: Mutex::new(browser), took: start.elapsed(), _folder: folder }
}

impl Opened {
    fn js(&self, expression: &str) -> Value {
        self.browser.lock().unwrap().evaluate(expression)
    }

    fn number(&self, expression: &str) -> f64 {
        self.js(expression).as_f64().unwrap_or_else(|| panic!("{expression} is no number"))
    }

    fn text(&self, id: &str) -> String {
        self.js(&format!("document.getElementById('{id}').textContent"))
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    fn screenshot(&self, name: &str, width: u32) {
        let high = (self.number("document.documentElement.scrollHeight") as u32).min(8_000);
        self.picture(name, width, high);
    }

    fn picture(&self, name: &str, width: u32, height: u32) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/screenshots");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(name), self.browser.lock().unwrap().screenshot(width, height)).unwrap();
    }

    /// Checks that the browser's console contains no message and that the page requested only its own file.
    fn is_quiet(&self) {
        let browser = self.browser.lock().unwrap();
        assert_eq!(browser.complaints, Vec::<String>::new());
        let foreign = browser.addresses.iter().any(|url| !url.starts_with("file:///"));
        assert!(!foreign && browser.addresses.len() == 1, "{:?}", browser.addresses);
    }
}

#[test]
fn the_report_page_is_interactive_and_sends_no_requests() {
    let report = report(400, 30);
    let page = open(&report, 1280, 900);
    assert_eq!(page.js("document.querySelectorAll('.finding svg:not(.spark) circle').length"), 60);
    assert_eq!(page.js("document.querySelectorAll('img').length"), 0, "a name became markup");

    // The theme changes the background.
    let background = "getComputedStyle(document.documentElement).backgroundColor";
    let first = page.js(background);
    page.js("document.getElementById('theme').click()");
    assert_ne!(page.js(background), first);

    // The flame graph is drawn, searched, and zoomed with the mouse and the keyboard.
    let painted = "(() => { const c = document.getElementById('flame-canvas'); const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] > 0; return n; })()";
    let whole = page.number(painted);
    assert!(whole > 10_000.0, "{whole} pixels");
    // A box that is too narrow for a method's whole name shows its class and the beginning of its selector.
    let drawn = "(() => { const all = [], of = CanvasRenderingContext2D.prototype, old = of.fillText; of.fillText = function (text, ...rest) { all.push(text); old.call(this, text, ...rest); }; dispatchEvent(new Event('resize')); of.fillText = old; return all.filter((text) => /^([●▲▼] )*Class\\d+ meth.*…$/.test(text)).length; })()";
    assert!(page.number(drawn) > 0.0, "no class is shown");
    page.js("(() => { const s = document.getElementById('flame-search'); s.value = 'method17:'; s.dispatchEvent(new Event('input')); })()");
    assert!(page.text("flame-found").starts_with("1 found, "), "{}", page.text("flame-found"));
    page.js("(() => { const s = document.getElementById('flame-search'); s.value = ''; s.dispatchEvent(new Event('input')); })()");
    page.js("document.getElementById('flame-canvas').focus()");
    for key in ["ArrowDown", "ArrowDown", "ArrowRight", "Enter"] {
        page.js(&format!("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true}}))"));
    }
    assert_eq!(page.js("document.getElementById('flame-out').disabled"), false);
    assert!(
        page.text("flame-detail").contains("total ") && page.text("flame-detail").contains("calls 1 → 2")
    );
    page.js("document.getElementById('flame-out').click()");
    assert_eq!(page.js("document.getElementById('flame-out').disabled"), true);
    page.js("(() => { const c = document.getElementById('flame-canvas'), b = c.getBoundingClientRect(); for (let i = 0; i < 2; i++) c.dispatchEvent(new MouseEvent('click', { clientX: b.left + 100, clientY: b.top + 27, detail: 1, bubbles: true })); })()");
    assert_eq!(page.js("document.getElementById('flame-out').disabled"), false);
    page.js("document.querySelector('[data-by=self]').click()");
    assert_eq!(page.js("document.querySelector('[data-by=self]').getAttribute('aria-pressed')"), "true");

    // The table of all rows is searched and sorted, and shows a method's history.
    assert!(page.text("methods-count").contains("of 400"));
    page.js("(() => { const s = document.getElementById('methods-search'); s.value = 'method17:'; s.dispatchEvent(new Event('input')); })()");
    assert_eq!(page.js("document.querySelectorAll('#methods-body tr').length"), 1);
    page.js("document.querySelector('#methods-body button').click()");
    assert!(page.text("history").contains("method17:"));
    assert_eq!(
        page.js("document.querySelectorAll('#history circle:not(.anchor)').length"),
        6,
        "one session has no such row"
    );

    // The buttons of the timeline work.
    let picture = "document.getElementById('timeline-canvas').toDataURL().length";
    let base = page.js(picture);
    page.js("document.getElementById('timeline-in').click()");
    assert_ne!(page.js(picture), base);

    page.is_quiet();
}

#[test]
fn the_report_page_fits_the_screen_of_a_phone() {
    let page = open(&report(400, 30), 390, 844);
    let sideways = page.number("document.documentElement.scrollWidth");
    assert!(sideways <= 390.0, "the page is {sideways} wide");
    // Each number is completely visible below the name of its row, next to the heading of its column.
    let cell = "(() => { const box = document.querySelector('#phases td[data-head=\"95 % interval\"]').getBoundingClientRect(); return box.width > 0 && box.right <= 390; })()";
    assert_eq!(page.js(cell), true, "the interval is shown");
    page.is_quiet();
}

#[test]
fn the_report_page_is_readable_at_every_width_in_dark_mode_and_on_paper() {
    for width in [390, 800, 1280, 1440] {
        let page = open(&fixture::shared(), width, 900);
        let sideways = page.number("document.documentElement.scrollWidth");
        assert!(sideways <= f64::from(width), "at {width} the page is {sideways} wide");
        let background = "getComputedStyle(document.documentElement).backgroundColor";
        let mut seen = Vec::new();
        for scheme in ["light", "dark"] {
            page.browser.lock().unwrap().emulate("screen", scheme);
            seen.push(page.js(background));
            page.screenshot(&format!("report-{width}-{scheme}.png"), width);
        }
        assert_ne!(seen[0], seen[1], "the dark page is another one");
        page.is_quiet();
    }
    // The printed page contains no buttons, and no lists that must be scrolled.
    let page = open(&fixture::shared(), 800, 1100);
    page.browser.lock().unwrap().emulate("print", "light");
    let shown = "[...document.querySelectorAll('button, input, select, nav, #methods')].filter(one => one.offsetParent !== null).length";
    assert_eq!(page.js(shown), 0, "controls are printed");
    let high = page.number("document.documentElement.scrollHeight");
    assert!(high < 12.0 * 1100.0, "{high} px, more than 12 pages");
    page.screenshot("report-print.png", 800);
    page.is_quiet();
}

#[test]
fn a_page_of_twenty_thousand_methods_is_small_and_opens() {
    let report = report(20_000, 60);
    let bytes = render_html(&report).unwrap().len();
    assert!(bytes < 10_000_000, "{bytes} bytes");
    let page = open(&report, 1280, 900);
    // The limit is two seconds of CPU time of the page's scripts and layout, which does not depend on other processes of the machine.
    let mut browser = page.browser.lock().unwrap();
    let work = ["TaskDuration", "ScriptDuration", "LayoutDuration"].map(|name| browser.counter(name));
    drop(browser);
    println!("20,000 methods: {bytes} bytes, opened in {:.2} s; work {work:.2?}", page.took.as_secs_f64());
    assert!(work[0] > 0.0 && work[0] < 2.0, "{work:?}");
    assert!(page.text("methods-count").contains("of 20000"));
    page.is_quiet();
}

#[test]
fn a_page_without_launches_opens() {
    let mut report = report(10, 4);
    report.verdict = Answer::NoBaseline;
    report.findings.clear();
    report.suspects.clear();
    report.rows.clear();
    report.trees.clear();
    report.waterfall = None;
    report.timelines = None;
    report.launches = None;
    report.history.clear();
    let page = open(&report, 1280, 900);
    assert!(
        page.js("document.body.innerText").as_str().unwrap().contains("nothing is stored to compare with")
    );
    page.is_quiet();
}

/// Runs the command and expects this exit code. Returns the output of the command.
fn printed(expected: Exit, args: &[&str]) -> String {
    let (exit, out, err) = gate(args);
    assert_eq!(exit, expected, "{out}{err}");
    out
}

/// Tests all steps: traces of three sessions are stored, a slower session is checked, and the page of this check is opened.
#[test]
fn the_report_page_shows_timelines_of_median_launches_from_store_and_traces() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let record = |session: &str, cart: u64| {
        std::fs::create_dir(path(session)).unwrap();
        for number in 1..=10 {
            // The order of durations differs from that of the launches' numbers, so that the median launches
            // are 7 and 4.
            let bytes = traces::launch(session, number, cart + (number * 7) % 11 * 20);
            std::fs::write(path(&format!("{session}/{number}.lgtrace")), bytes).unwrap();
        }
        path(session)
    };
    std::fs::write(path("config.toml"), "").unwrap();
    let (config, store, page) = (path("config.toml"), path("baselines"), path("report.html"));
    for (session, cart) in [("main-1", 10_000), ("main-2", 10_010), ("main-3", 9_990)] {
        let runs = record(session, cart);
        printed(Exit::Pass, &["baseline", "--baseline", &store, "--config", &config, "update", &runs]);
    }
    let verified = printed(Exit::Pass, &["baseline", "--baseline", &store, "--config", &config, "verify"]);
    assert!(verified.contains('9'), "three sessions, trees and timelines: {verified}");

    let new = record("pr-7", 19_000);
    let (kept, out) = (path("verdict.json"), format!("html={page}"));
    let args = ["check", &new, "--config", &config, "--baseline", &store, "--format", "json", "--out", &out];
    let verdict = printed(Exit::Regressed, &args);
    let report = gate_report::read_json(&verdict).unwrap();
    std::fs::write(&kept, &verdict).unwrap();
    let lines = report.timelines.as_ref().unwrap();
    let told = |line: &Option<Timeline>| {
        let line = line.as_ref().unwrap();
        let slices = &line.threads[0].slices;
        let names: Vec<&str> = slices.name.iter().map(|name| report.names[*name as usize].as_str()).collect();
        (
            line.session.clone(),
            line.launch,
            names.join(" > "),
            slices.duration_ns.clone(),
            line.dropped_events,
        )
    };
    let names = "-[AppDelegate application:didFinishLaunchingWithOptions:] > -[Cart reload]".to_owned();
    assert_eq!(told(&lines.head), ("pr-7".to_owned(), 7, names.clone(), vec![39_100_000.0, 19_100_000.0], 2));
    let (session, launch, of_base, ..) = told(&lines.base);
    assert!(session.starts_with("main-") && launch == 7 && of_base == names, "{session} {launch} {of_base}");

    let look = |file: &str| {
        let folder = tempfile::tempdir().unwrap();
        let mut browser = Browser::start(&folder.path().join("profile"));
        browser.resize(1280, 900);
        browser.open(&format!("file://{file}"));
        Opened { browser: Mutex::new(browser), took: Duration::ZERO, _folder: folder }
    };
    let opened = look(&page);
    opened.js("document.getElementById('timeline-canvas').focus()");
    // The list collects the texts that a screen reader speaks while a user moves through the timelines of base and head by keyboard.
    let mut heard = Vec::new();
    for _ in 0..40 {
        opened.js("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown', bubbles: true}))");
        heard.push(opened.text("timeline-detail"));
    }
    let heard = heard.join("\n");
    for part in [
        "base: main at 24.00 ms",
        "head: first_frame at 79.10 ms",
        "head: page CartController, 14.00 ms",
        "head: -[Cart reload], 19.10 ms from 30.00 ms, main thread",
        "base: -[Worker run], 15.00 ms from 26.00 ms, thread com.shop.worker",
    ] {
        assert!(heard.contains(part), "{part}:\n{heard}");
    }
    opened.screenshot("timeline-1280.png", 1280);
    opened.is_quiet();

    // If the base is given as traces, its timeline is read from the traces. Launch records contain no timeline.
    let base = [path("main-1"), path("main-2"), path("main-3")];
    let args =
        ["check", &new, "--config", &config, "--base", &base[0], "--base", &base[1], "--format", "json"];
    let report = gate_report::read_json(&printed(Exit::Regressed, &args)).unwrap();
    assert!(report.timelines.unwrap().base.is_some());
    let records = path("records.jsonl");
    std::fs::write(&records, printed(Exit::Pass, &["export", &base[0]])).unwrap();
    let args = ["check", &new, "--config", &config, "--base", &records, "--format", "html"];
    let page = printed(Exit::Regressed, &args);
    assert!(page.contains("The baseline has no timeline"));
}
