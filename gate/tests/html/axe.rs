//! Checks the page with axe-core, a third-party program with rules for accessibility.
//!
//! `cargo xtask test --only html` installs axe-core and sets its path. Without the path, the tests with
//! axe-core are ignored.

use serde_json::Value;

use super::{Opened, open, report, trend};

/// The widths of a phone, a tablet, a laptop and a desktop screen.
const WIDTHS: [u32; 4] = [390, 768, 1280, 1440];

#[test]
#[ignore = "needs axe-core: cargo xtask test --only html"]
fn axe_finds_no_violation_at_any_width() {
    let path = std::env::var("LAUNCHGATE_AXE").expect("LAUNCHGATE_AXE names axe.min.js");
    let axe = std::fs::read_to_string(path).unwrap();
    let (mut violations, mut rules) = (0, 0);
    let pages: [fn(u32) -> Opened; 2] =
        [|width| open(&report(60, 12), width, 900), |width| trend::opened(60, 40, width)];
    for (open, width) in pages.iter().flat_map(|open| WIDTHS.map(|width| (open, width))) {
        let page = open(width);
        page.js(&format!("{axe}; undefined"));
        for theme in ["light", "dark"] {
            page.js(&format!("document.documentElement.dataset.theme = '{theme}'"));
            let found = page.js(
                "axe.run(document).then((all) => JSON.stringify({passes: all.passes.length, violations: all.violations.map((one) => ({id: one.id, help: one.help, nodes: one.nodes.slice(0, 3).map((node) => node.html + ' ' + node.failureSummary)}))}))",
            );
            let found: Value = serde_json::from_str(found.as_str().unwrap()).unwrap();
            let list = found["violations"].as_array().unwrap();
            for one in list {
                println!("{width} px, {theme}: {one:#}");
            }
            violations += list.len();
            rules += found["passes"].as_u64().unwrap();
        }
    }
    println!("{{\"axe.violations\":{violations}}}");
    assert!(rules > 100, "axe looked at too little: {rules}");
    assert_eq!(violations, 0);
}
