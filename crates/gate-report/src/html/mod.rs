//! Renders the report as a single HTML file, which needs no network, no server and no other file.
//!
//! The module `html` writes text and tables (verdict, findings with their distributions, modules, launches, environment), which work
//! without scripts. The scripts draw the flame graph, the timeline, all rows and their history from the data at the end of the file.
//! Invariants: every text from outside is escaped by [`escape`] or written as JSON data. The content security policy allows exactly the
//! style and script of this file, by their hashes, and no address.

mod backtest;
mod bars;
mod data;
mod dots;
mod drawing_sections;
mod findings;
mod first;
mod look;
mod page;
mod table;
mod trend;

use std::fmt::Write as _;

use base64::Engine as _;
use gate_facts::Facts;
use sha2::{Digest as _, Sha256};

use super::value::Report;
use first::format_line;

pub use backtest::backtest_page;
pub use look::render_launches_page;
pub use trend::trend_page;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = concat!(
    "(() => {\n",
    include_str!("base.js"),
    include_str!("flame.js"),
    include_str!("timeline.js"),
    include_str!("list.js"),
    include_str!("methods.js"),
    include_str!("tables.js"),
    "})();\n"
);

/// The script for the page of `gate trend`, which has no rows and no trees.
const TREND_SCRIPT: &str = concat!(
    "(() => {\n",
    include_str!("base.js"),
    include_str!("list.js"),
    include_str!("trend.js"),
    "})();\n"
);

/// Renders the report as HTML.
pub fn render_html(report: &Report) -> Result<String, serde_json::Error> {
    Ok(render_page(&title(report), &data::render_data(report)?, |page| page::write_body(page, report)))
}

/// Renders the facts of a build as a page.
pub fn facts_page(facts: &Facts) -> String {
    let title = format!("launchgate: facts of {}", facts.app);
    render_page(&title, "{}", |page| {
        let name = escape(&facts.app);
        let _ = writeln!(
            page,
            "<main>\n<h1>Facts of {name}</h1>\n<p>Read from the files of the app, without launching it.</p>"
        );
        super::view::sections_of_facts(facts)
            .iter()
            .for_each(|section| page::write_section(page, None, section));
        page.push_str("</main>\n");
    })
}

/// Returns the title of the browser's tab, which should differ between reports.
fn title(report: &Report) -> String {
    let subject = super::summary::subject(report);
    let of = subject.first().map_or(String::new(), |app| format!(" · {app}"));
    format!("{}{of} · launchgate", super::summary::headline(report).to_plain_text())
}

/// Returns a whole page with this title, data and body.
fn render_page(title: &str, data: &str, body: impl FnOnce(&mut String)) -> String {
    with_script(title, data, SCRIPT, body)
}

/// Returns a whole page with the given script.
fn with_script(title: &str, data: &str, script: &str, body: impl FnOnce(&mut String)) -> String {
    let mut page = String::with_capacity(data.len() + script.len() + STYLE.len() + 65_536);
    let _ = write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n",
        hash(STYLE),
        hash(script),
        escape(title)
    );
    body(&mut page);
    let _ = write!(
        page,
        "<script type=\"application/json\" id=\"data\">{data}</script>\n<script>{script}</script>\n</body>\n</html>\n"
    );
    page
}

fn hash(text: &str) -> String {
    format!("sha256-{}", base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text)))
}

/// Escapes text of the app or of the pipeline for HTML. Characters that break a line or change the writing direction are shown as escapes.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in super::escape_for_display(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_names_is_escaped_in_html() {
        let hostile = "</script><img src=x onerror=\"alert(1)\">&amp;\u{202e}'";
        let escaped = escape(hostile);
        assert!(!escaped.contains(['<', '>', '"', '\'']), "{escaped}");
        assert!(escaped.contains("&amp;amp;") && escaped.contains("\\u{202e}"), "{escaped}");
    }

    #[test]
    fn style_and_script_of_a_page_load_no_file_from_an_address() {
        for text in [STYLE, SCRIPT, TREND_SCRIPT] {
            let found = ["https:", "http:", "@import", "url(", "innerHTML", "eval("]
                .into_iter()
                .find(|word| text.replace("http://www.w3.org/2000/svg", "").contains(word));
            assert_eq!(found, None);
            // A style sheet or a script that contains `</s` could end its own HTML element.
            assert!(!text.contains("</s"));
        }
    }
}
