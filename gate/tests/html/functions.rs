//! Tests how the page shows functions that samples found: the flame graph, the cards of findings and the
//! tables.

use std::collections::BTreeSet;

use gate_report::Tree;
use gate_report::value::Report;

use super::open;
use crate::common::fixture;

#[test]
fn the_report_page_draws_functions_and_names_them_in_findings() {
    let (_, report) = fixture::all().into_iter().find(|(name, _)| *name == "functions").unwrap();
    let page = open(&report, 1280, 900);
    // The flame graph has functions below their methods and outside of methods.
    let search = |name: &str| {
        page.js(&format!("(() => {{ const s = document.getElementById('flame-search'); s.value = '{name}'; s.dispatchEvent(new Event('input')); }})()"));
        page.text("flame-found")
    };
    for name in ["Discount.price", "Packer::pack"] {
        assert!(search(name).starts_with("1 found, "), "{name}: {}", page.text("flame-found"));
    }
    assert!(search("no such name").starts_with("0 found"), "{}", page.text("flame-found"));
    search("");
    // The arrow keys move from box to box until a sampled function is selected.
    page.js("document.getElementById('flame-canvas').focus()");
    let mut told = String::new();
    'search: for _ in 0..12 {
        for key in ["ArrowDown", "ArrowRight"] {
            page.js(&format!("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true}}))"));
            told = page.text("flame-detail");
            if told.contains("(sampled)") {
                break 'search;
            }
        }
    }
    assert!(told.contains("a share of samples, calls not counted"), "{told}");

    // The card of a method names the function that explains the method. A function outside of all methods has a separate card.
    let card = |name: &str| {
        let cards = page.js(&format!(
            "[...document.querySelectorAll('.finding')].map((card) => card.textContent).filter((text) => text.includes('{name}'))"
        ));
        cards.as_array().and_then(|cards| Some(cards.first()?.as_str()?.to_owned())).unwrap_or_default()
    };
    let cart = card("-[Cart reload]");
    assert!(cart.contains("Discount.price(_:)") && cart.contains("Payments/Discount.swift:42"), "{cart}");
    let packer = card("geometry::Packer::pack");
    assert!(packer.contains("@shop/media") && packer.contains("Geometry/Packer.cpp:7"), "{packer}");

    // The section names the first session with functions, the images without symbols, and the functions that run before `main`.
    let section = page.text("functions");
    for wanted in ["main-1041", "0A1B2C3D-0000-4000-8000-000000000001", "+[Tracker load]", "Geometry.cpp"] {
        assert!(section.contains(wanted), "{wanted}: {section}");
    }
    page.is_quiet();
    page.screenshot("functions.png", 1280);
}

/// An expression whose value is the painted picture, byte by byte.
const PICTURE: &str = "document.getElementById('flame-canvas').toDataURL()";

#[test]
fn a_change_within_the_noise_of_samples_is_drawn_as_no_change() {
    let (_, report) = fixture::all().into_iter().find(|(name, _)| *name == "functions").unwrap();
    let drawn = |within: i64, moved: i64| {
        let mut report = report.clone();
        // The findings are removed, so that no change is proven. All changes of functions are then within the noise of the samples.
        report.findings.clear();
        let tree = report.trees.iter_mut().find(|tree| !tree.sampled.is_empty()).unwrap();
        let at = tree.sampled[0] as usize;
        let above = tree.parent[at].unwrap() as usize;
        tree.base_ns[at] = tree.head_ns[at] - moved;
        tree.base_ns[above] = tree.head_ns[above] + moved;
        tree.sampled_within_ns = vec![within; tree.sampled.len()];
        open(&report, 1280, 900)
    };
    let (quiet, within, beyond) = (drawn(100_000, 0), drawn(100_000, 90_000), drawn(100_000, 900_000));
    for by in ["total", "self"] {
        let picture = |page: &super::Opened| {
            page.js(&format!("document.querySelector('[data-by={by}]').click()"));
            page.js(PICTURE)
        };
        let calm = picture(&quiet);
        assert!(picture(&within) == calm, "by {by}: noise is drawn as a change");
        assert!(picture(&beyond) != calm, "by {by}: a change beyond noise is not drawn");
    }
    // The text for the selected box shows the same numbers.
    within.js("(() => { const s = document.getElementById('flame-search'); s.value = 'Discount'; s.dispatchEvent(new Event('input')); s.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter'})); })()");
    let told = within.text("flame-detail");
    assert!(told.contains("(sampled)") && told.contains("known within ±100.0 µs, by samples"), "{told}");
    within.is_quiet();
}

#[test]
fn each_link_of_a_finding_selects_its_method_in_the_linked_view() {
    let page = open(&fixture::shared(), 1280, 900);
    // The link also works from a view or a thread that does not show the finding.
    page.js("document.querySelector('[data-view=callers]').click()");
    let mut followed = [0; 3];
    for (at, (link, place)) in
        [("flame", "flame-detail"), ("timeline", "timeline-detail"), ("history", "history")]
            .iter()
            .enumerate()
    {
        let names = page.js(&format!(
            "[...document.querySelectorAll('.finding')].filter((card) => card.querySelector('[data-{link}]')).map((card) => {{ card.querySelector('[data-{link}]').click(); return [card.querySelector('h3 .name').textContent, document.getElementById('{place}').textContent]; }})"
        ));
        for pair in names.as_array().unwrap() {
            let (name, told) = (pair[0].as_str().unwrap(), pair[1].as_str().unwrap());
            assert!(told.contains(name), "{link} of {name}: {told}");
            followed[at] += 1;
        }
    }
    assert!(followed.iter().all(|count| *count > 0), "{followed:?}");
    // A finding is marked in the timeline, and both launches can be aligned at main.
    let picture = "document.getElementById('timeline-canvas').toDataURL()";
    let apart = page.js(picture);
    page.js("document.getElementById('timeline-align').click()");
    assert!(page.js(picture) != apart, "nothing moved");
    page.js("document.getElementById('timeline-align').click()");
    assert!(page.js(picture) == apart, "the launches do not come back");
    page.is_quiet();
}

#[test]
fn a_method_is_drawn_between_its_callers_and_its_callees() {
    let report = fixture::shared();
    let tree = &report.trees[0];
    let at = |node: usize| tree.name[node].unwrap();
    let callers = |name: u32| {
        let calls = (0..tree.name.len()).filter(|node| tree.name[*node] == Some(name));
        calls.filter_map(|node| Some(at(tree.parent[node]? as usize))).collect::<BTreeSet<u32>>()
    };
    // The total time of a method includes the time of all methods that its calls run.
    let is_inside = |name: u32, mut node: usize| {
        std::iter::from_fn(|| {
            node = tree.parent[node]? as usize;
            Some(node)
        })
        .any(|above| tree.name[above] == Some(name))
    };
    let sum = |is_counted: &dyn Fn(usize) -> bool| -> i64 {
        (0..tree.name.len()).filter(|node| is_counted(*node)).map(|node| tree.head_ns[node]).sum()
    };
    // Among the methods that have a caller, the test selects the method whose callees take the most time.
    let names = tree.name.iter().flatten().copied().filter(|name| !callers(*name).is_empty());
    let name = names.max_by_key(|name| sum(&|node| is_inside(*name, node))).unwrap();
    let shown = |name: u32| report.names[name as usize].as_str();
    let total = sum(&|node| tree.name[node] == Some(name) || is_inside(name, node));

    let page = open(&report, 1280, 900);
    page.js("document.querySelector('[data-view=around]').click()");
    let search = format!(
        "(() => {{ const s = document.getElementById('flame-search'); document.querySelector('[data-view=calls]').click(); s.value = {:?}; s.dispatchEvent(new Event('input')); s.dispatchEvent(new KeyboardEvent('keydown', {{key: 'Enter'}})); document.querySelector('[data-view=around]').click(); }})()",
        shown(name)
    );
    page.js(&search);
    let detail = || page.text("flame-detail");
    let key = |key: &str| {
        page.js(&format!(
            "document.getElementById('flame-canvas').dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}'}}))"
        ));
        detail()
    };
    let middle = detail();
    let time = format!("{:.2}", total as f64 / 1e6);
    assert!(middle.starts_with(&format!("{}total ", shown(name))), "{middle}");
    assert!(middle.contains(&time), "{middle} without {time}");
    // The view shows the callers above the method, and its callees below.
    let above = key("ArrowUp");
    let way = format!("{} took, called this way, ", shown(name));
    assert!(above.contains(&way), "{above}");
    assert!(callers(name).iter().any(|caller| above.starts_with(shown(*caller))), "{above}");
    assert_eq!(key("ArrowDown"), middle);
    let below = key("ArrowDown");
    assert!(below != middle && !below.contains("called this way"), "{below}");
    page.screenshot("around.png", 1280);
    // A callee that the user chooses becomes the method in the middle of the view, and the address of the page contains its name.
    let chosen = key("Enter");
    let first = chosen.split("total").next().unwrap().to_owned();
    assert!(below.starts_with(&first), "{chosen} after {below}");
    page.is_quiet();
    let address = page.js("new URLSearchParams(location.hash.slice(1)).get('method')");
    assert_eq!(address, first.as_str());
    let address = page.js("location.href");
    for url in ["about:blank", address.as_str().unwrap()] {
        page.browser.lock().unwrap().open(url);
    }
    assert_eq!(detail(), chosen, "the address shows the same view");
}

#[test]
fn phases_are_the_roots_of_the_flame_graph_in_the_order_of_time() {
    let mut report = fixture::shared();
    let names = report.names.len() as u32;
    report.names.extend(["main to the page", "page to the first frame"].map(str::to_owned));
    let tree = &report.trees[0];
    let mut total = tree.head_ns.clone();
    for node in (0..total.len()).rev() {
        if let Some(parent) = tree.parent[node] {
            total[parent as usize] += total[node];
        }
    }
    // The first phase contains only the cheapest root, so that an order by cost would be another one.
    let roots = (0..total.len()).filter(|node| tree.parent[*node].is_none());
    let cheapest = roots.min_by_key(|node| total[*node]).unwrap();
    let mut drawn = Tree { thread: tree.thread.clone(), phases: vec![0, 1], ..Tree::default() };
    for phase in 0..2 {
        drawn.push(None, Some(names + phase), [0, 0], [0.0, 0.0]);
    }
    for node in 0..total.len() {
        let parent = tree.parent[node].map_or(u32::from(node != cheapest), |parent| parent + 2);
        let ns = [tree.base_ns[node], tree.head_ns[node]];
        drawn.push(Some(parent), tree.name[node], ns, [tree.base_calls[node], tree.head_calls[node]]);
    }
    report.trees[0] = drawn;
    let page = open(&report, 1280, 900);
    page.js("document.getElementById('flame-canvas').focus()");
    let after = |key: &str| {
        page.js(&format!("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true}}))"));
        page.text("flame-detail")
    };
    let [first, second, inside] = ["ArrowDown", "ArrowRight", "ArrowDown"].map(after);
    for (told, name) in [(&first, "main to the page"), (&second, "page to the first frame")] {
        assert!(told.contains(name) && !told.contains("calls") && !told.contains("self"), "{told}");
    }
    assert!(inside.contains("calls ") && inside.contains("self "), "{inside}");
    page.screenshot("phases.png", 1280);
    // A phase is no caller.
    page.js("document.querySelector('[data-view=callers]').click()");
    page.js("(() => { const s = document.getElementById('flame-search'); s.value = 'page to the first'; s.dispatchEvent(new Event('input')); })()");
    let found = page.text("flame-found");
    assert!(found.starts_with("0 found"), "{found}");
    page.is_quiet();
}

#[test]
fn the_source_of_a_finding_is_a_link_to_the_commit_or_has_a_button_to_copy_it() {
    let mut report = fixture::shared();
    for row in &mut report.findings {
        (row.file, row.line) = (Some("Sources/Cart & Co.m".to_owned()), Some(42));
    }
    let source = |report: &Report| {
        let page = open(report, 1280, 900);
        page.is_quiet();
        page.js("(() => { const label = [...document.querySelector('.finding').querySelectorAll('dt')].find((label) => label.textContent === 'source'); const place = label.nextElementSibling, link = place.querySelector('a'), copy = place.querySelector('button'); return [place.textContent, link && link.getAttribute('href'), copy && copy.dataset.copy]; })()")
    };
    let place = "Sources/Cart & Co.m:42";
    let commit = report.origin.as_ref().and_then(|origin| origin.commit.clone()).unwrap();
    let address = format!("https://github.com/shop/app/blob/{commit}/Sources/Cart%20%26%20Co.m#L42");
    assert_eq!(source(&report), serde_json::json!([place, address, null]));
    report.origin = None;
    assert_eq!(source(&report), serde_json::json!([format!("{place} Copy"), null, place]));
}
