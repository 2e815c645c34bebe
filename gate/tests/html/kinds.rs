//! Opens a page of each kind on a desktop screen and on a phone. The answer must be on the first screen, no text may be cut off, and no
//! words may overlap.

use gate_report::{render_html, trend_page};

use super::{Opened, look, open_page, trend};
use crate::common::fixture;
use crate::truth::worlds;

/// Fixtures with verdicts on synthetic apps.
const JUDGED: [&str; 13] = [
    "same",
    "slower",
    "noisy",
    "no baseline",
    "incomparable",
    "too few",
    "work",
    "budget",
    "everything",
    "stored",
    "accepted",
    "creep",
    "lost",
];

fn pages() -> Vec<(String, String)> {
    let judged = |kind: &&str| {
        let folder = tempfile::tempdir().unwrap();
        (kind.replace(' ', "-"), worlds::judged(folder.path(), kind, 1).page)
    };
    let mut pages: Vec<(String, String)> = JUDGED.iter().map(judged).collect();
    pages.push(("forty".to_owned(), render_html(&fixture::many(400, 38, [10, 10])).unwrap()));
    let functions = fixture::all().into_iter().find(|(name, _)| *name == "functions").unwrap().1;
    pages.push(("functions".to_owned(), render_html(&functions).unwrap()));
    pages.push(("trend".to_owned(), trend_page(&[trend::told(400, 120)]).unwrap()));
    pages
}

#[test]
fn each_kind_of_report_page_shows_its_answer_on_the_first_screen() {
    let mut wrong = Vec::new();
    for (name, page) in pages() {
        for (width, height) in [(1440, 900), (390, 844)] {
            let opened = open_page(&page, width, height);
            looks_right(&opened, &name, (width, height), &mut wrong);
        }
    }
    for width in [1440, 390] {
        looks_right(&look::opened(width), "look", (width, 900), &mut wrong);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn looks_right(page: &Opened, name: &str, (width, height): (u32, u32), wrong: &mut Vec<String>) {
    page.picture(&format!("kinds-{name}-{width}.png"), width, height);
    page.is_quiet();
    let mut complain = |what: &str, script: &str| {
        let found = page.js(script);
        let found = found.as_str().unwrap_or_default();
        if !found.is_empty() {
            wrong.push(format!("{name} at {width}: {what}: {found}"));
        }
    };
    complain(
        "scrolls sideways",
        "(() => { const by = document.documentElement.scrollWidth - innerWidth; return by > 0 ? String(by) : ''; })()",
    );
    complain(
        "the answer is not on the first screen",
        "(() => { const end = document.querySelector('h1').getBoundingClientRect().bottom; return end < innerHeight / 2 ? '' : String(end); })()",
    );
    if name == "forty" && width > 1000 {
        complain(
            "its headline is no single line",
            "(() => { const one = document.querySelector('h1'), lines = one.clientHeight / parseFloat(getComputedStyle(one).lineHeight); return lines < 2 ? '' : String(lines); })()",
        );
    }
    if width > 1000 {
        complain(
            "what to do is below the first screen",
            "(() => { const steps = document.querySelectorAll('#next li'), first = steps.length && steps[0].getBoundingClientRect(); return first && first.bottom > innerHeight ? String(first.bottom) : ''; })()",
        );
    }
    if name == "slower" {
        complain(
            "its bars do not say of which build they are",
            "(() => { const told = [...document.querySelectorAll('svg.launchbars')].filter((svg) => getComputedStyle(svg).display !== 'none').map((svg) => [...svg.querySelectorAll('.build')].map((one) => one.firstChild.textContent).join()).join(); return told === 'build 1,build 2' ? '' : 'told: ' + told; })()",
        );
    }
    // Elements that do not scroll must show all of their text.
    complain(
        "is cut off",
        "[...document.querySelectorAll('h1, h2, h3, p, li, td, dd, button, a')].filter((one) => one.offsetParent && one.clientWidth && one.scrollWidth > one.clientWidth + 1 && !['auto', 'scroll'].includes(getComputedStyle(one).overflowX)).map((one) => one.textContent.slice(0, 60)).slice(0, 3).join(' / ')",
    );
    complain(
        "words lie on each other",
        "[...document.querySelectorAll('svg')].flatMap((svg) => { const all = [...svg.querySelectorAll('text')].filter((one) => one.textContent.trim()).map((one) => [one.textContent, one.getBoundingClientRect()]); return all.flatMap(([a, one], at) => all.slice(at + 1).filter(([, other]) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 2 && other.top < one.bottom - 2).map(([b]) => a + ' / ' + b)); }).slice(0, 3).join('; ')",
    );
}
