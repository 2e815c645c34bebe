//! Tests the comment on a pull request as GitHub shows it. The Markdown is rendered in a column that is as wide as GitHub's.

use comrak::{Options, markdown_to_html};
use gate_report::value::Report;
use gate_report::{MarkdownOptions, render_markdown};

use super::{Opened, open_page};
use crate::common::fixture;

/// The parts of GitHub's style that affect the width of a comment: the fonts, and tables that are as wide as their cells need.
const STYLE: &str = "body { margin: 0; padding: 16px; font: 14px/1.5 system-ui, sans-serif; color: #1f2328; }
table { border-collapse: collapse; display: block; width: max-content; max-width: 100%; overflow: auto; }
th, td { border: 1px solid #d1d9e0; padding: 6px 13px; vertical-align: top; }
code { background: #818b981f; border-radius: 6px; padding: .2em .4em; font: 85% ui-monospace, monospace; white-space: break-spaces; }
h2 { border-bottom: 1px solid #d1d9e0; padding-bottom: .3em; } a { color: #0969da; }";

fn shown(report: &Report, width: u32) -> Opened {
    let mut options = Options::default();
    (options.extension.table, options.render.r#unsafe) = (true, true);
    let body = markdown_to_html(&render_markdown(report, MarkdownOptions::default()), &options);
    // The test machine has no emoji font, so a plain sign replaces the emoji.
    let body = body.replace('\u{274c}', "\u{2716}");
    let page =
        format!("<!DOCTYPE html><meta charset=utf-8><title>comment</title><style>{STYLE}</style>{body}");
    open_page(&page, width, 900)
}

#[test]
fn a_rendered_comment_needs_no_horizontal_scrolling() {
    for (name, report) in [("shared", fixture::shared()), ("twelve", fixture::many(200, 10, [10, 10]))] {
        assert!(name != "twelve" || report.findings.len() == 12, "{}", report.findings.len());
        let page = shown(&report, 800);
        page.screenshot(&format!("comment-{name}-800.png"), 800);
        let hidden = page.js(
            "[...document.querySelectorAll('table')].filter(one => one.offsetParent && one.scrollWidth > one.clientWidth).length",
        );
        assert_eq!(hidden, 0, "{name}: a table is wider than the comment");
        let high = page.number("document.documentElement.scrollHeight");
        assert!(high < 1_600.0, "{name}: {high} px before anything is unfolded");
    }
}
