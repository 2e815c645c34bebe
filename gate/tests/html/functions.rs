//! Functions that samples found, in the page: the flame graph, the cards of findings and the tables.

use super::open;
use crate::common::fixture;

#[test]
fn functions_are_drawn_and_told_on_their_findings() {
    let (_, report) = fixture::all().into_iter().find(|(name, _)| *name == "functions").unwrap();
    let page = open(&report, 1280, 900);
    // The flame graph has them below their methods and beside them.
    let search = |name: &str| {
        page.js(&format!("(() => {{ const s = document.getElementById('flame-search'); s.value = '{name}'; s.dispatchEvent(new Event('input')); }})()"));
        page.text("flame-found")
    };
    for name in ["Discount.price", "Packer::pack"] {
        assert!(search(name).starts_with("1 found, "), "{name}: {}", page.text("flame-found"));
    }
    assert!(search("no such name").starts_with("0 found"), "{}", page.text("flame-found"));
    search("");
    // Box after box by the keyboard, until it is a sampled one.
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

    // The card of a method names the function that explains it; one that no method tells has a card of its own.
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

    // Since when they are judged, what lacks symbols, and what runs before `main`.
    let section = page.text("functions");
    for wanted in ["main-1041", "0A1B2C3D-0000-4000-8000-000000000001", "+[Tracker load]", "Geometry.cpp"] {
        assert!(section.contains(wanted), "{wanted}: {section}");
    }
    page.is_quiet();
    page.screenshot("functions.png", 1280);
}
