//! Each switch of Shop changes the method that it names and no other: seen from outside, by the emulator.

use std::collections::BTreeMap;

use e2e::shop::Shop;
use phone::build::Style;
use phone::is_method;
use phone::truth::Truth;

/// Every method, and the two places that are no methods.
fn observed(name: &str) -> bool {
    is_method(name) || ["_prepareTables", "_digest"].contains(&name)
}

fn truth(shop: &Shop, switch: (&str, &str)) -> BTreeMap<String, Truth> {
    let mut config = shop.config(&[switch]).expect("Shop's configuration");
    config.observe = Some(observed);
    let outcome = phone::run(config);
    assert_eq!(outcome.result, Ok(0), "{switch:?}\n{}", outcome.log);
    let mut by_name = BTreeMap::new();
    for (function, truth) in outcome.truth.all {
        *by_name.entry(function.name).or_insert_with(Truth::default) += truth;
    }
    by_name
}

/// The same switch for a place that does not exist, so that to look at it costs the same.
fn neutral((key, value): (&'static str, &str)) -> (&'static str, String) {
    let value = match key {
        "SHOP_ALL" => "1".to_owned(),
        "SHOP_SENDS" => "0".to_owned(),
        _ => {
            // The last letter of each name.
            let ends = |at: usize| value[at + 1..].chars().next().is_none_or(|next| ":>".contains(next));
            let is_number = |at: usize| value[..at].contains(':');
            let letter =
                |(at, letter)| if ends(at) && letter != ':' && !is_number(at) { '~' } else { letter };
            value.char_indices().map(letter).collect()
        }
    };
    (key, value)
}

/// What may differ a call, and a tenth: a comparison that ends a letter later, a lock that was taken, a table that grew here.
const NOISE: u64 = 100;

/// What a switch changes: the functions whose calls or own cost differ from those under a switch that names nothing.
fn changed(shop: &Shop, switch: (&'static str, &str)) -> Vec<String> {
    let (key, value) = neutral(switch);
    let (before, after) = (truth(shop, (key, &value)), truth(shop, switch));
    let nothing = Truth::default();
    let mut names: Vec<&String> = before.keys().chain(after.keys()).collect();
    names.sort();
    names.dedup();
    names.retain(|name| {
        let (old, new) = (before.get(*name).unwrap_or(&nothing), after.get(*name).unwrap_or(&nothing));
        let noise = NOISE * old.calls + old.own / 10;
        old.calls != new.calls || old.own.abs_diff(new.own) > noise
    });
    names.into_iter().cloned().collect()
}

#[test]
fn a_start_is_tens_of_thousands_of_sends() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let calls: u64 = truth(&shop, ("SHOP_SLOW", "-:1")).values().map(|truth| truth.calls).sum();
    assert!((20_000..80_000).contains(&calls), "{calls} calls of the app's methods");
}

#[test]
fn each_switch_changes_what_it_names_and_nothing_else() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    for (switch, expected) in [
        // A slower method, of the main thread and of the background's; plain C; a static initialiser.
        (("SHOP_SLOW", "Payments.token:2"), &["-[PaymentsCard token]"][..]),
        (("SHOP_SLOW", "Analytics.send:3"), &["-[AnalyticsQueue sendBatch:]"]),
        (("SHOP_SLOW", "Networking.digest:60"), &["_digest"]),
        (("SHOP_SLOW", "Kit.static:3"), &["_prepareTables"]),
        (("SHOP_SLOW", "Analytics.loadCategory:3"), &["+[AnalyticsQueue(Crash) load]"]),
        // More calls: the loop around them too, for it goes round more often.
        (
            ("SHOP_MORE", "Imaging.rows:2"),
            &[
                "-[ImagingDecoder blend:with:alpha:]",
                "-[ImagingDecoder decode:rows:]",
                "-[ImagingDecoder luma:]",
            ],
        ),
        (
            ("SHOP_MOVE", "Cart.total>Cart.discount"),
            &["-[CartController discount:]", "-[CartController total:]"],
        ),
        // A new method, and nobody else.
        (("SHOP_NEW", "Networking"), &["-[NetworkingParser validate:]"]),
    ] {
        assert_eq!(changed(&shop, switch), expected, "{switch:?}");
    }
}

#[test]
fn a_slower_phone_slows_every_place_that_works_and_calls_nothing_more_often() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let slower = changed(&shop, ("SHOP_ALL", "3"));
    for name in [
        "-[CartController reload]",
        "-[PaymentsCard token]",
        "-[AnalyticsQueue sendBatch:]",
        "_prepareTables",
    ] {
        assert!(slower.iter().any(|slow| slow == name), "{name} is not among {slower:?}");
    }
    let calls =
        |value| truth(&shop, ("SHOP_ALL", value)).into_iter().map(|(name, truth)| (name, truth.calls));
    assert!(calls("1").eq(calls("3")));
}

#[test]
fn the_bench_switch_adds_the_sends_that_it_names() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let sends = ("SHOP_SENDS", "100000");
    assert_eq!(truth(&shop, sends)["-[ShopBench step:]"].calls, 100_000);
    assert_eq!(changed(&shop, sends), ["-[ShopBench run:]", "-[ShopBench step:]"]);
}
