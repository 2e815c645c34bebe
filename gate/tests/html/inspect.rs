//! Tests the page of a build's facts in a browser.

use gate::cli::Exit;

use super::{open_page, printed};
use crate::inject::fixture::{Macho, shop};

#[test]
fn the_facts_page_opens_without_errors_and_contains_no_folder() {
    let folder = tempfile::tempdir().unwrap();
    let app = shop(folder.path(), &Macho::default());
    let (app, place) = (app.to_str().unwrap(), folder.path().to_str().unwrap());
    let html = printed(Exit::Pass, &["inspect", app, "--format", "html"]);
    assert!(!html.contains(place), "where the app lies on this machine is nobody's business");
    let page = open_page(&html, 390, 844);
    page.is_quiet();
    let sideways = page.number("document.documentElement.scrollWidth");
    assert!(sideways <= 390.0, "the page is {sideways} wide");
    // Numbers are right-aligned.
    let wide = open_page(&html, 1280, 900);
    let aligned = "(() => { const cells = [...document.querySelectorAll('td.number')]; return cells.length > 0 && cells.every((cell) => getComputedStyle(cell).textAlign === 'right'); })()";
    assert_eq!(wide.js(aligned), true);
    wide.is_quiet();
}
