//! Measures the cost of reports: rendering 20,000 methods × 60 launches in each format, and opening the HTML
//! page in a real Chromium.
//!
//! The bench prints one flat JSON object. The seconds of the page are the time of its scripts and its layout
//! according to the browser's counters, so other load on the machine has no effect.

#![expect(clippy::unwrap_used, reason = "what the tests' browser cannot do ends the bench")]

#[path = "../../../gate/tests/html/browser.rs"]
#[expect(dead_code, reason = "the bench looks at less than the tests")]
mod browser;
#[path = "../../../gate/tests/common/fixture/mod.rs"]
#[expect(dead_code, reason = "the bench renders less than the tests")]
mod fixture;

use std::time::Instant;

use gate_report::{
    MarkdownOptions, Report, Terminal, code_quality, read_json, render_github, render_html, render_json,
    render_junit, render_markdown, render_sarif, render_text,
};
use serde_json::{Map, Value};

/// A format, and the function that writes it.
type Format = (&'static str, fn(&Report) -> anyhow::Result<String>);

const FORMATS: [Format; 8] = [
    ("text", |report| Ok(render_text(report, Terminal::default()))),
    ("json", |report| Ok(render_json(report)?)),
    ("html", |report| Ok(render_html(report)?)),
    ("markdown", |report| Ok(render_markdown(report, MarkdownOptions::default()))),
    ("junit", |report| Ok(render_junit(report)?)),
    ("sarif", |report| Ok(render_sarif(report)?)),
    ("github", |report| Ok(render_github(report))),
    ("gitlab", |report| Ok(code_quality(report)?)),
];

pub(crate) fn run() -> anyhow::Result<()> {
    let report = fixture::many(20_000, 1_000, [40, 20]);
    let mut figures = Map::new();
    let mut tell = |name: String, value: f64| {
        figures.insert(format!("report.{name}"), Value::from((value * 10_000.0).round() / 10_000.0));
    };
    let mut page = String::new();
    for (name, render) in FORMATS {
        let start = Instant::now();
        let text = render(&report)?;
        tell(format!("{name}_s"), start.elapsed().as_secs_f64());
        tell(format!("{name}_bytes"), text.len() as f64);
        if name == "json" {
            let start = Instant::now();
            read_json(&text)?;
            tell("read_json_s".to_owned(), start.elapsed().as_secs_f64());
        }
        if name == "html" {
            page = text;
        }
    }

    let folder = tempfile::tempdir()?;
    let path = folder.path().join("report.html");
    std::fs::write(&path, page)?;
    let mut browser = browser::Browser::start(&folder.path().join("profile"));
    browser.resize(1280, 900);
    let start = Instant::now();
    browser.open(&format!("file://{}", path.display()));
    tell("html_open_wall_s".to_owned(), start.elapsed().as_secs_f64());
    tell("html_open_s".to_owned(), browser.counter("TaskDuration"));
    tell("html_open_script_s".to_owned(), browser.counter("ScriptDuration"));
    println!("{}", Value::Object(figures));
    Ok(())
}
