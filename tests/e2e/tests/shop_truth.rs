//! Tests that each switch of Shop changes only the methods that it names. The emulator measures the changes from outside of the app.

use std::collections::BTreeMap;

use e2e::shop::Shop;
use phone::build::Style;
use phone::is_method;
use phone::truth::Truth;

/// Selects every method, the two slow functions in C, and the functions in C++ and Swift.
fn observed(name: &str) -> bool {
    let native = ["__ZN8geometry", "__ZNK8geometry", "_Pricing", "_$s7Pricing", "_$s8Checkout"];
    is_method(name)
        || ["_prepareTables", "_digest"].contains(&name)
        || native.iter().any(|start| name.starts_with(start))
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

/// Returns the same switch with a name that does not exist, so that parsing it costs the same.
fn neutral((key, value): (&'static str, &str)) -> (&'static str, String) {
    let value = match key {
        "SHOP_ALL" => "1".to_owned(),
        "SHOP_SENDS" => "0".to_owned(),
        _ => {
            // Whether the letter at a position is the last letter of a name, which the neutral switch replaces.
            let ends = |at: usize| value[at + 1..].chars().next().is_none_or(|next| ":>".contains(next));
            let is_number = |at: usize| value[..at].contains(':');
            let letter =
                |(at, letter)| if ends(at) && letter != ':' && !is_number(at) { '~' } else { letter };
            value.char_indices().map(letter).collect()
        }
    };
    (key, value)
}

/// Allowed difference in instructions per call, in addition to a tenth: a name comparison may end one letter
/// later, a lock may be contended, or a table may grow.
const NOISE: u64 = 100;

/// Returns the functions whose calls or self cost differ from the calls and the self cost under a switch that names no function.
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
fn a_start_of_the_sample_app_makes_tens_of_thousands_of_method_calls() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let calls: u64 = truth(&shop, ("SHOP_SLOW", "-:1")).values().map(|truth| truth.calls).sum();
    assert!((20_000..80_000).contains(&calls), "{calls} calls of the app's methods");
}

#[test]
fn each_switch_of_the_sample_app_changes_only_the_functions_that_it_names() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    for (switch, expected) in [
        // The switches make a method slower on the main thread and on a background thread, a C function, and a static initialiser.
        (("SHOP_SLOW", "Payments.token:2"), &["-[PaymentsCard token]"][..]),
        (("SHOP_SLOW", "Analytics.send:3"), &["-[AnalyticsQueue sendBatch:]"]),
        (("SHOP_SLOW", "Networking.digest:60"), &["_digest"]),
        (("SHOP_SLOW", "Kit.static:3"), &["_prepareTables"]),
        (("SHOP_SLOW", "Analytics.loadCategory:3"), &["+[AnalyticsQueue(Crash) load]"]),
        // A switch that adds calls also changes the loop that makes them, since it has more iterations.
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
        // The switch `SHOP_NEW` adds only a new method.
        (("SHOP_NEW", "Networking"), &["-[NetworkingParser validate:]"]),
    ] {
        assert_eq!(changed(&shop, switch), expected, "{switch:?}");
    }
}

#[test]
fn each_switch_for_cpp_or_swift_changes_the_function_that_it_names() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    for (switch, expected) in [
        // The following switches change functions in C++: a static initialiser, a virtual method, a method of a template, and a new
        // function.
        (("SHOP_SLOW", "Geometry.static:3"), &["__ZN8geometry4GridC2Ev"][..]),
        (("SHOP_SLOW", "Geometry.area:60"), &["__ZNK8geometry4Disc4areaEv"]),
        (("SHOP_SLOW", "Geometry.pack:3"), &["__ZNK8geometry6PackerINS_3BoxENS_4DiscEE7coveredEl"]),
        (("SHOP_NEW", "Geometry"), &["__ZN8geometryL5auditEl"]),
        // The following switches change functions in Embedded Swift: the initialiser of a lazy global, a method that the optimiser
        // specialised, and a function with a C name.
        (("SHOP_SLOW", "Pricing.table:3"), &["_$s7Pricing5taxes_WZ"]),
        (("SHOP_SLOW", "Pricing.rule:60"), &["_$s7Pricing4RuleC4workyS2iFTf4nd_n"]),
        (("SHOP_SLOW", "Pricing.quote:30"), &["_$s7Pricing5quoteyS2i_S2i_SvSgtXCACtF"]),
        (("SHOP_NEW", "Pricing"), &["_$s7Pricing7promoteyS2iF", "_PricingPromote"]),
        // The following switches change functions in Swift with Objective-C: the initialiser of a lazy `static let`, a method in Swift's
        // method table, a method that is called directly, and a method to which messages are sent. A new method is sent by its caller; the
        // symbol with `To` is its entry point from Objective-C.
        (("SHOP_SLOW", "Checkout.settings:3"), &["_$s8Checkout8SettingsCACycfc"]),
        (("SHOP_SLOW", "Checkout.line:60"), &["_$s8Checkout9TaxedLineC5totalSiyF"]),
        (("SHOP_SLOW", "Checkout.basket:3"), &["_$s8Checkout16BasketControllerC6renderyyF"]),
        (("SHOP_SLOW", "Checkout.session:3"), &["_$s8Checkout7SessionC4openyS2iF"]),
        (
            ("SHOP_NEW", "Checkout"),
            &[
                "-[ShopDelegate openSession]",
                "_$s8Checkout7SessionC7archiveyyF",
                "_$s8Checkout7SessionC7archiveyyFTo",
            ],
        ),
    ] {
        assert_eq!(changed(&shop, switch), expected, "{switch:?}");
    }
}

#[test]
fn the_switch_for_a_slower_phone_slows_every_function_and_adds_no_calls() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let slower = changed(&shop, ("SHOP_ALL", "3"));
    for name in [
        "-[CartController reload]",
        "-[PaymentsCard token]",
        "-[AnalyticsQueue sendBatch:]",
        "_prepareTables",
        "__ZN8geometry4GridC2Ev",
        "_$s7Pricing5taxes_WZ",
        "_$s8Checkout16BasketControllerC6renderyyF",
    ] {
        assert!(slower.iter().any(|slow| slow == name), "{name} is not among {slower:?}");
    }
    let calls =
        |value| truth(&shop, ("SHOP_ALL", value)).into_iter().map(|(name, truth)| (name, truth.calls));
    assert!(calls("1").eq(calls("3")));
}

#[test]
fn the_bench_switch_of_the_sample_app_adds_the_requested_number_of_calls() {
    let shop = Shop::build(Style::Chained).expect("Shop builds");
    let sends = ("SHOP_SENDS", "100000");
    assert_eq!(truth(&shop, sends)["-[ShopBench step:]"].calls, 100_000);
    assert_eq!(changed(&shop, sends), ["-[ShopBench run:]", "-[ShopBench step:]"]);
}
