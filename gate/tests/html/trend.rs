//! Tests the page of `gate trend`. The page lists changes and draws charts on request, and opens at once with two years of 10,000 methods.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use gate_baseline::BaselineKey;
use gate_config::{Budget, BudgetSubject};
use gate_report::{SessionCommits, TrendReport, trend_page};
use gate_trend::{LevelChange, Series, SeriesKind, Trend, TrendSession};

use super::browser::Browser;
use super::{HOSTILE, Opened};

const DAY: u64 = 86_400_000;

/// Returns sessions of `methods` methods. One of the methods has a hostile name and two changes.
pub(super) fn told(methods: usize, sessions: usize) -> TrendReport {
    let mut random = 9u64;
    let mut random = move || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as f64 / f64::from(u32::MAX >> 1)
    };
    let steps = [sessions / 3, 2 * sessions / 3];
    let mut series = |kind: SeriesKind, name: String, changes: bool| {
        let level = |at: usize| {
            if kind == SeriesKind::Launch {
                1e8
            } else if !changes || at < steps[0] {
                1e6
            } else if at < steps[1] {
                2e6
            } else {
                1.5e6
            }
        };
        let ns = (0..sessions).map(|at| level(at) * (1.0 + 0.02 * random())).collect();
        let step = |at: usize, before_ns: f64, after_ns: f64| {
            let growth = after_ns - before_ns;
            LevelChange { at, before_ns, after_ns, low_ns: growth - 2e4, high_ns: growth + 2e4 }
        };
        let changes =
            if changes { vec![step(steps[0], 1e6, 2e6), step(steps[1], 2e6, 1.5e6)] } else { Vec::new() };
        let module = (kind == SeriesKind::Method).then(|| Arc::from("Cart"));
        Series { kind, name: name.into(), module, owner: Some("@shop/cart".into()), ns, changes, slope: None }
    };
    let mut all = vec![
        series(SeriesKind::Launch, "the launch".to_owned(), false),
        series(SeriesKind::Module, "Cart".to_owned(), false),
    ];
    all.extend((0..methods).map(|at| {
        let name =
            if at == 3 { HOSTILE.to_owned() } else { format!("-[Class{:04} method{at}:with:]", at / 7) };
        series(SeriesKind::Method, name, at == 3)
    }));
    let of = |at: usize| TrendSession {
        name: format!("day{at}").into(),
        unix_ms: Some(1_700_000_000_000 + at as u64 * DAY),
        // A release every 40 days.
        build: format!("5.{} ({at})", at / 40).into(),
        commit: Some(
            format!("{:032x}", (at as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835))
                .into(),
        ),
        ..TrendSession::default()
    };
    let key =
        BaselineKey { app: "com.example.shop".into(), scenario: "cold".into(), device: "iPhone15,2".into() };
    let commits = SessionCommits { lines: vec![format!("1f2e3d4 {HOSTILE} (Ada, 2023-12-13)")], count: 3 };
    TrendReport {
        trend: Trend {
            key,
            sessions: (0..sessions).map(of).collect(),
            series: all,
            moved: Vec::new(),
            left_out: Vec::new(),
        },
        commits: BTreeMap::from([(steps[0], commits)]),
        only: None,
        budgets: vec![Budget { subject: BudgetSubject::Launch, limit: 1.05e8, scenario: None, device: None }],
    }
}

/// Opens the page in a browser.
pub(crate) fn opened(methods: usize, sessions: usize, width: u32) -> Opened {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trend.html");
    std::fs::write(&path, trend_page(&[told(methods, sessions)]).unwrap()).unwrap();
    let mut browser = Browser::start(&folder.path().join("profile"));
    browser.resize(width, 900);
    let start = Instant::now();
    browser.open(&format!("file://{}", path.display()));
    Opened { browser: Mutex::new(browser), took: start.elapsed(), _folder: folder }
}

#[test]
fn the_trend_page_lists_changes_and_draws_charts_on_request() {
    let page = opened(300, 90, 1280);
    page.is_quiet();
    page.screenshot("trend-1280.png", 1280);
    assert_eq!(
        page.js("document.querySelector('h1').textContent"),
        "Launch unchanged: 100.91 ms over 90 sessions; 1 method changed"
    );
    let subject = page.js("document.querySelector('.subject').textContent");
    assert_eq!(
        subject,
        "com.example.shop, cold on iPhone15,2 · 90 sessions, 2023-11-14 to 2024-02-11 · 2 lasting changes: 1 slower, 1 faster"
    );
    // Three commits are between the two sessions, so the page shows the command that finds the commit of the change.
    let next = page.js("document.querySelector('#top .command code').textContent");
    assert!(next.as_str().unwrap().starts_with("gate bisect "), "{next}");
    // Noise of 2 % fills only a part of the chart, because the axis extends to at least a tenth around the median.
    let height = "Array.from(document.querySelector('#chart polyline').points).map((p) => p.y)";
    let span = page.number(&format!("Math.max(...{height}) - Math.min(...{height})"));
    assert!((10.0..50.0).contains(&span), "{span}");
    assert_eq!(page.number("document.querySelectorAll('#changes tbody tr').length"), 2.0);
    let row = page.js("document.querySelectorAll('#changes tbody tr')[1].textContent");
    let row = row.as_str().unwrap().replace('\u{a0}', " ");
    assert!(
        row.contains("1.00 ms → 2.00 ms, ")
            && row.contains("+1.00 ms (×2.0)+0.98 to +1.02 ms")
            && row.contains("and 2 more"),
        "{row}"
    );
    // The chart of the launch has a point for each session, a line for the budget, and the first session of each release.
    assert_eq!(page.number("document.querySelectorAll('#chart circle').length"), 90.0);
    let texts =
        page.js("[...document.querySelectorAll('#chart svg > text')].map((text) => text.textContent)");
    let texts: Vec<&str> = texts.as_array().unwrap().iter().filter_map(|text| text.as_str()).collect();
    assert!(["budget 105.00 ms", "5.1"].iter().all(|text| texts.contains(text)), "{texts:?}");
    let teams = page.js("[...document.querySelectorAll('.teams tbody tr')].map((row) => row.textContent)");
    assert_eq!(teams.as_array().map(Vec::len), Some(1), "{teams}");
    let team = teams[0].as_str().unwrap().replace('\u{a0}', " ");
    assert_eq!(team, "@shop/cart1.01 ms1.01 ms0 ns2");
    // Input is shown as text, not as HTML.
    assert_eq!(page.number("document.querySelectorAll('main img').length"), 0.0);
    // At first, the chart of the launch is shown. The method that changed is the first entry of the list, and a click on the entry shows
    // its chart.
    assert!(
        page.js("document.querySelector('#chart svg').getAttribute('aria-label')")
            .as_str()
            .unwrap()
            .starts_with("the launch over 90 sessions")
    );
    page.js("document.querySelector('#trend-body button').click()");
    assert_eq!(page.number("document.querySelectorAll('#chart > ul > li').length"), 2.0);
    assert_eq!(
        page.number("document.querySelector('#chart polyline').getAttribute('points').split(' ').length"),
        90.0
    );
    // The packed values are unpacked exactly, so the ends of the line are at the levels of these values.
    let height = "((at) => Number(document.querySelector('#chart polyline').getAttribute('points').split(' ')[at].split(',')[1]))";
    let [first, middle, last] = [0, 45, 89].map(|at| page.number(&format!("{height}({at})")));
    assert!(middle < last && last < first, "{first} {middle} {last}");
    page.js("const s = document.getElementById('trend-search'); s.value = 'Class0004'; s.dispatchEvent(new Event('input'))");
    assert_eq!(page.text("trend-count"), "7 of 7 shown");
    page.js("s.value = ''; s.dispatchEvent(new Event('input')); const k = document.getElementById('trend-kind'); k.value = '0'; k.dispatchEvent(new Event('input'))");
    assert_eq!(page.text("trend-count"), "1 of 1 shown");
    page.is_quiet();
}

/// A loop that takes some tenths of a second. The test measures the page's work in durations of this loop, because both depend on the
/// machine and its load in the same way.
const UNIT: &str = "let x = 0; for (let i = 0; i < 5e8; i++) x = (x + i) | 0; x";

#[test]
fn a_trend_page_with_two_years_of_ten_thousand_methods_opens_with_little_work() {
    let page = opened(10_000, 730, 1280);
    let counter = |name: &str| page.browser.lock().unwrap().counter(name);
    let since = |before: f64| counter("TaskDuration") - before;
    let [work, script] = ["TaskDuration", "ScriptDuration"].map(counter);
    page.js(UNIT);
    let unit = since(work);
    println!(
        "730 sessions of 10,000 methods: opened in {:.2?}; work {work:.2} s, scripts {script:.2} s, unit {unit:.2} s",
        page.took
    );
    assert!(work < 4.0 * unit, "{work} s of work, {unit} s for the loop");
    assert_eq!(page.text("trend-count"), "50 of 10002 shown");
    let before = counter("TaskDuration");
    page.js("document.querySelector('#trend-body button').click()");
    page.js("const s = document.getElementById('trend-search'); s.value = 'class1'; s.dispatchEvent(new Event('input'))");
    let asked = since(before);
    assert!(asked < 4.0 * unit, "{asked} s for a chart and a search, {unit} s for the loop");
    page.is_quiet();
}

#[test]
fn the_trend_page_fits_the_screen_of_a_phone() {
    let page = opened(40, 60, 390);
    page.screenshot("trend-390.png", 390);
    assert!(page.number("document.documentElement.scrollWidth") <= 390.0);
    page.is_quiet();
}
